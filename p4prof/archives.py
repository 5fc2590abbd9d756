"""Lire sans risque un dossier ou un zip venu d'ailleurs : rien n'est jamais extrait sur le disque."""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import BinaryIO

from p4prof.carnets import LIMITE, en_mega
from p4prof.cours import ecrire_entier
from p4prof.eleves import depuis_cp437, lire_moodle, lisible, parasite

ENTREES_CLASSE, ENTREES_ELEVE = 20_000, 500
OCTETS_CLASSE, OCTETS_ELEVE = 4 * 10**9, 2 * LIMITE
GONFLEMENT = 200  # taille décompressée / taille du zip d'un élève, quand elle dépasse celle d'un carnet
PROFONDEUR = 2  # le zip d'un élève, et un autre dedans
_AUTRES_ARCHIVES = (".7z", ".rar", ".tar", ".gz", ".bz2", ".xz", ".zst")
_PANNES = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class Refus(Exception):
    """Une phrase qui dit pourquoi un envoi n'est pas lu."""


@dataclass(frozen=True)
class Piece:
    """Un fichier reçu : son chemin réparé, sa date, de quoi le lire, et ce qui le fait refuser."""

    chemin: tuple[str, ...]
    date: datetime
    lire: Callable[[], bytes]
    refus: str = ""
    egare: bool = False  # son chemin est piégé : il ne dit pas de qui il vient
    vide: bool = False  # un dossier vide : quelqu'un a rendu, mais rien

    @property
    def extension(self) -> str:
        """« .ipynb », en minuscules ; un navigateur y ajoute parfois « .txt » ou « .json »."""
        nom = self.chemin[-1].lower()
        return ".ipynb" if nom.endswith((".ipynb.txt", ".ipynb.json")) else Path(nom).suffix


def lister(source: Path, pile: ExitStack) -> list[Piece]:
    """Les fichiers d'un dossier ou d'un zip de classe, à lire tant que la pile n'est pas refermée."""
    if source.is_dir():
        pieces = [p for piece in _dossier(source) for p in _archive_de_classe(source, piece, pile)]
        dossiers = [tuple(map(lisible, d.relative_to(source).parts)) for d in source.rglob("*") if d.is_dir()]
        return pieces + _vides(pieces, dossiers)
    if source.is_file():
        archive = _zip_du_disque(source, pile)
        pieces = _entrees(archive)
        return pieces + _vides(
            pieces, [_piece_du_zip(archive, e).chemin for e in archive.infolist() if e.is_dir()]
        )
    raise Refus(f"« {source} » n'existe pas")


def _vides(pieces: list[Piece], dossiers: list[tuple[str, ...]]) -> list[Piece]:
    """Les dossiers vides qui en ont d'autres, pleins, à côté d'eux : ce sont ceux d'élèves."""
    pleins = {p.chemin[:rang] for p in pieces for rang in range(1, len(p.chemin))}
    fratries = {dossier[:-1] for dossier in pleins}
    vides = [d for d in dossiers if d not in pleins and d[:-1] in fratries and not parasite(d)]
    jamais = datetime(1980, 1, 1, tzinfo=UTC)
    return [Piece((*d, "dossier vide"), jamais, bytes, vide=True) for d in vides if ".." not in d]


def _zip_du_disque(source: Path, pile: ExitStack) -> zipfile.ZipFile:
    fichier = pile.enter_context(source.open("rb"))
    archive = pile.enter_context(_ouvrir(fichier, source.name, source.stat().st_size, ENTREES_CLASSE))
    # Une entrée trop grosse ne sera pas lue : elle ne doit pas faire refuser toute la classe.
    total = sum(e.file_size for e in archive.infolist() if e.file_size <= LIMITE)
    if total > OCTETS_CLASSE:
        raise Refus(f"l'archive « {source.name} » se décompresserait en {en_mega(total)}")
    return archive


def _archive_de_classe(racine: Path, piece: Piece, pile: ExitStack) -> Iterator[Piece]:
    """Un zip de Moodle déposé dans le dossier est ouvert ; tout le reste est rendu tel quel."""
    if len(piece.chemin) == 1 and piece.extension == ".zip" and not piece.refus:
        try:
            entrees = _entrees(_zip_du_disque(_sur_le_disque(racine, piece), pile))
        except Refus as refus:
            yield replace(piece, refus=str(refus))
            return
        if any(lire_moodle(partie) for entree in entrees for partie in entree.chemin):
            yield from entrees
            return
    yield piece


def _sur_le_disque(racine: Path, piece: Piece) -> Path:
    """Le fichier dont le nom, une fois réparé, est celui de la pièce."""
    return next(p for p in racine.iterdir() if lisible(p.name) == piece.chemin[0])


def _dossier(racine: Path) -> Iterator[Piece]:
    """Les fichiers d'un dossier ; un lien symbolique n'est jamais suivi."""
    for dossier, sous_dossiers, fichiers in os.walk(racine):
        liens = [d for d in sous_dossiers if (Path(dossier) / d).is_symlink()]
        sous_dossiers[:] = sorted(set(sous_dossiers) - set(liens))
        for nom in sorted(fichiers + liens):
            chemin = Path(dossier) / nom
            parties = tuple(lisible(p) for p in chemin.relative_to(racine).parts)
            if not parasite(parties):
                yield _piece_du_disque(chemin, parties)


def _piece_du_disque(chemin: Path, parties: tuple[str, ...]) -> Piece:
    etat = chemin.lstat()
    refus = _refus_du_mode(etat.st_mode, parties[-1])
    return Piece(parties, datetime.fromtimestamp(etat.st_mtime, UTC), partial(_lire_borne, chemin), refus)


def _lire_borne(chemin: Path) -> bytes:
    _verifier_taille(chemin.name, chemin.stat().st_size)
    return chemin.read_bytes()


def _verifier_taille(nom: str, taille: int) -> None:
    if taille > LIMITE:
        raise Refus(f"« {nom} » est trop gros : {en_mega(taille)} pour {en_mega(LIMITE)} permis")


def _ouvrir(fichier: BinaryIO, nom: str, taille: int, entrees: int) -> zipfile.ZipFile:
    """Ouvre un zip dont la table des fichiers est d'une taille raisonnable."""
    trop = f"l'archive « {nom} » contient plus de {entrees} fichiers"
    if _taille_du_sommaire(fichier, taille) > 400 * entrees:
        raise Refus(trop)
    try:
        archive = zipfile.ZipFile(fichier)
    except _PANNES as panne:
        raise Refus(f"l'archive « {nom} » est abîmée ou n'est pas un zip") from panne
    if len(archive.infolist()) > entrees:
        raise Refus(trop)
    return archive


def _taille_du_sommaire(fichier: BinaryIO, taille: int) -> int:
    """La longueur annoncée de la table des fichiers : la lire entière coûterait déjà de la mémoire."""
    fichier.seek(max(0, taille - 65_557))
    fin = fichier.read()
    fichier.seek(0)
    rang = fin.rfind(b"PK\x05\x06")
    if rang < 0 or len(fin) < rang + 16:
        return 0  # zipfile dira lui-même que ce n'est pas un zip
    return int(struct.unpack_from("<L", fin, rang + 12)[0])


def _entrees(archive: zipfile.ZipFile) -> list[Piece]:
    """Les fichiers d'un zip, sans les dossiers ni ce que le système y a laissé."""
    pieces = [(entree, _piece_du_zip(archive, entree)) for entree in archive.infolist()]
    return [p for entree, p in pieces if (p.refus or not entree.is_dir()) and not parasite(p.chemin)]


def _piece_du_zip(archive: zipfile.ZipFile, entree: zipfile.ZipInfo) -> Piece:
    brut = entree.orig_filename
    nom = brut if entree.flag_bits & 0x800 else depuis_cp437(brut)
    parties = tuple(lisible(p) for p in re.split(r"[/\\]+", nom) if p not in ("", ".")) or ("sans nom",)
    piege = _refus_du_nom(nom, parties)
    refus = piege or _refus_du_mode(entree.external_attr >> 16, parties[-1])
    contenu = partial(_decompresser, archive, entree, parties[-1])
    return Piece(parties, _date(entree), contenu, refus, egare=bool(piege))


def _refus_du_nom(nom: str, parties: tuple[str, ...]) -> str:
    """Un nom qui sortirait du dossier, ou qui trompe."""
    if "\x00" in nom:
        return f"nom de fichier invalide : {nom!a}"
    if ".." in parties:
        return f"chemin qui sort du dossier : {lisible(nom)}"
    absolu = nom.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", nom)
    return f"chemin absolu : {lisible(nom)}" if absolu else ""


def _refus_du_mode(mode: int, nom: str) -> str:
    """Un lien ou un fichier spécial ; un zip fait sous Windows n'a pas de mode."""
    if stat.S_ISLNK(mode):
        return f"lien symbolique : {nom}"
    ordinaire = stat.S_IFMT(mode) in (0, stat.S_IFREG, stat.S_IFDIR)
    return "" if ordinaire else f"ce n'est pas un fichier ordinaire : {nom}"


def _date(entree: zipfile.ZipInfo) -> datetime:
    """La date du fichier ; un zip ne dit pas son fuseau, c'est celui de la machine."""
    try:
        return datetime(*entree.date_time).astimezone(UTC)
    except ValueError:  # un mois 0, un 31 février
        return datetime(1980, 1, 1, tzinfo=UTC)


def _decompresser(archive: zipfile.ZipFile, entree: zipfile.ZipInfo, nom: str) -> bytes:
    """Le contenu d'une entrée, jamais plus que la limite même si sa taille annoncée ment."""
    if entree.flag_bits & 0x1:
        raise Refus(f"« {nom} » est protégé par un mot de passe")
    _verifier_taille(nom, entree.file_size)
    try:
        with archive.open(entree) as flux:
            contenu = flux.read(LIMITE + 1)
    except _PANNES as panne:
        raise Refus(f"« {nom} » est abîmé dans l'archive") from panne
    _verifier_taille(nom, len(contenu))
    return contenu


def deplier(pieces: Iterable[Piece], niveau: int = 0) -> Iterator[Piece]:
    """Les pièces d'un élève, ses zips ouverts ; Refus dès que l'une d'elles ne doit pas être lue."""
    for piece in pieces:
        if piece.vide:
            continue
        if piece.refus:
            raise Refus(piece.refus)
        if piece.extension in _AUTRES_ARCHIVES:
            raise Refus(f"archive {piece.extension} : il faut un .zip ou le carnet .ipynb")
        if piece.extension == ".zip":
            yield from deplier(_zip_d_un_eleve(piece, niveau), niveau + 1)
        else:
            yield piece


def _zip_d_un_eleve(piece: Piece, niveau: int) -> list[Piece]:
    nom = piece.chemin[-1]
    if niveau >= PROFONDEUR:
        raise Refus(f"trop d'archives emboîtées : {nom}")
    contenu = piece.lire()
    archive = _ouvrir(io.BytesIO(contenu), nom, len(contenu), ENTREES_ELEVE)
    total = sum(e.file_size for e in archive.infolist())
    if total > OCTETS_ELEVE or (total > LIMITE and total > GONFLEMENT * len(contenu)):
        raise Refus(
            f"l'archive « {nom} » pèse {en_mega(len(contenu))} et se décompresserait en {en_mega(total)}"
        )
    prefixe = piece.chemin[:-1]
    # La date d'un fichier dans ce zip est celle que l'élève a voulue : celle du zip dit quand il l'a rendu.
    return [replace(p, chemin=prefixe + p.chemin, date=piece.date) for p in _entrees(archive)]


# --- Écrire une archive ----------------------------------------------------------------------------------


IGNORES = {"__pycache__", ".ipynb_checkpoints"}  # ce que Python et Jupyter laissent dans un dossier


def fichiers_de(dossier: Path) -> set[Path]:
    """Les fichiers d'un dossier de chez nous (chemins relatifs), hors ce que Jupyter et Python y laissent."""
    tous = (p.relative_to(dossier) for p in dossier.rglob("*") if p.is_file())
    return {p for p in tous if not IGNORES & set(p.parts)}


def zipper(contenus: dict[str, bytes], cible: Path, date: datetime | None = None) -> Path:
    """Écrit un zip, entier ou pas du tout, et rend son chemin.

    Sans date, ses octets ne dépendent que des noms et des contenus (tout y est du 1er janvier 1980).
    """
    flux = io.BytesIO()
    with zipfile.ZipFile(flux, "w") as archive:
        for nom, octets in sorted(contenus.items()):
            entree = zipfile.ZipInfo(nom, date.timetuple()[:6] if date else (1980, 1, 1, 0, 0, 0))
            entree.external_attr = 0o644 << 16
            archive.writestr(entree, octets, zipfile.ZIP_DEFLATED)
    ecrire_entier(cible, flux.getvalue())
    return cible
