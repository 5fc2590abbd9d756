"""Regrouper par élève les fichiers reçus, quelle que soit la façon dont ils sont rangés."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from p4core.correction.contenu import LIMITE, en_mega
from p4core.correction.empreinte import HORODATAGE
from p4core.correction.noms import eleve_du_fichier, lire_moodle, nom_de_fichier
from p4core.correction.ramassage.archives import ENTREES_ELEVE, OCTETS_ELEVE, Piece, Refus, deplier, lister
from p4core.correction.sujet import Sujet

ANONYME = "on ne sait pas de qui vient ce fichier : renommez-le « NOM Prénom.ipynb »"

JOINTS = (".py", ".csv", ".json", ".txt")  # ce qu'un carnet peut importer ou lire


@dataclass
class Envoi:
    """Ce qu'un élève a rendu : son nom tel que reçu, son numéro chez Moodle, ses fichiers."""

    nom: str
    numero: str
    pieces: list[Piece]


@dataclass
class Copie:
    """Les carnets retenus d'un envoi, sous leur nom définitif, et les fichiers dont ils se servent."""

    carnets: dict[str, bytes]
    date: datetime
    remarques: list[str] = field(default_factory=list)
    joints: dict[str, bytes] = field(default_factory=dict)


@contextmanager
def recevoir(source: Path, tp: str, attendus: list[Sujet]) -> Iterator[tuple[list[Envoi], list[str]]]:
    """Les envois d'un dossier ou d'un zip, et les fichiers que personne ne signe."""
    with ExitStack() as pile:
        yield regrouper(lister(source, pile), tp, attendus)


def regrouper(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> tuple[list[Envoi], list[str]]:
    """Un envoi par élève, dans l'ordre où ils arrivent."""
    envois: dict[tuple[str, str], Envoi] = {}
    anonymes = []
    for nom, numero, piece in _signer(pieces, tp, attendus):
        if nom:
            envois.setdefault((nom, numero), Envoi(nom, numero, [])).pieces.append(piece)
        else:
            anonymes.append(f"{'/'.join(piece.chemin)} : {piece.refus or ANONYME}")
    return list(envois.values()), anonymes


def _signer(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> Iterator[tuple[str, str, Piece]]:
    """L'élève, son numéro, et la pièce vue de chez lui."""
    autres = []
    for piece in pieces:
        if trouve := _chez_moodle(piece):
            yield trouve
        else:
            autres.append(piece)
    for piece in _sans_enveloppe(autres, tp, attendus):
        if piece.egare:
            yield "", "", piece
        elif len(piece.chemin) > 1:
            yield piece.chemin[0], "", replace(piece, chemin=piece.chemin[1:])
        elif piece.extension in (".ipynb", ".zip"):
            yield eleve_du_fichier(piece.chemin[0], tp), "", piece
        else:
            yield "", "", replace(piece, refus="ni carnet ni archive zip, laissé de côté")


def _chez_moodle(piece: Piece) -> tuple[str, str, Piece] | None:
    """L'élève que désigne un nom de Moodle, dossier ou fichier."""
    for rang, partie in enumerate(piece.chemin):
        if trouve := lire_moodle(partie):
            reste = (trouve.fichier,) if trouve.fichier else ()
            chemin = reste + piece.chemin[rang + 1 :] or (partie,)
            return trouve.nom, trouve.numero, replace(piece, chemin=chemin)
    return None


def _sans_enveloppe(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> list[Piece]:
    """Retire le dossier commun à tous, tant qu'il n'est pas celui d'un élève."""
    while _enveloppe([p for p in pieces if not p.egare], tp, attendus):
        pieces = [p if p.egare else replace(p, chemin=p.chemin[1:]) for p in pieces]
    return pieces


def _enveloppe(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> bool:
    """Le premier dossier contient-il toute la classe ? Sinon c'est celui d'un seul élève."""
    if len({p.chemin[0] for p in pieces}) != 1 or any(len(p.chemin) < 2 for p in pieces):
        return False
    if sous_dossiers := {p.chemin[1] for p in pieces if len(p.chemin) > 2}:
        return sous_dossiers != {tp}
    copies = [p for p in pieces if any(_copie_de(p, sujet) for sujet in attendus)]
    return len(copies) > 1 or sum(p.extension == ".zip" for p in pieces) > 1


def _copie_de(piece: Piece, sujet: Sujet) -> bool:
    """Deux copies du sujet dans un dossier, aux noms différents : ce sont celles de deux élèves."""
    try:
        return piece.extension == ".ipynb" and sujet.reconnait(piece.lire())
    except Refus:
        return False


def choisir(envoi: Envoi, attendus: list[Sujet]) -> Copie:
    """Les carnets d'un envoi sous leur nom définitif ; Refus si l'envoi ne doit pas être lu."""
    pieces = list(deplier(envoi.pieces))
    if len(pieces) > ENTREES_ELEVE:
        raise Refus(f"plus de {ENTREES_ELEVE} fichiers")
    carnets = [p for p in pieces if p.extension == ".ipynb"]
    if not carnets:
        recus = ", ".join(p.chemin[-1] for p in pieces)
        raise Refus(f"aucun carnet (.ipynb) dans cet envoi{' : ' * bool(recus)}{recus}")
    copie = Copie({}, max(p.date for p in carnets))
    restants = _lire_tous(carnets)
    for sujet in attendus:
        if (elu := _elire(restants, sujet)) is not None:
            copie.carnets[f"{sujet.nom}.ipynb"] = restants.pop(elu)
            copie.remarques += _si_renomme(elu, sujet)
    for chemin, octets in restants.items():
        if octets not in copie.carnets.values():
            copie.carnets[_nom_libre(chemin, copie.carnets)] = octets
    places = {p.chemin[:-1] for p in carnets}
    autres = [p for p in pieces if p.extension != ".ipynb" and not _joindre(p, places, copie)]
    copie.remarques += _a_signaler(copie, attendus, autres)
    return copie


def _joindre(piece: Piece, places: set[tuple[str, ...]], copie: Copie) -> bool:
    """Garde un module ou des données, à côté d'un carnet qui s'en sert peut-être ; vrai si c'est fait."""
    nom, pleine = nom_de_fichier(piece.chemin[-1]), sum(map(len, copie.joints.values())) > LIMITE
    if piece.extension not in JOINTS or piece.chemin[:-1] not in places or pleine:
        return False
    if nom in (HORODATAGE, *copie.joints):
        return False
    try:
        copie.joints[nom] = piece.lire()
    except Refus:  # trop gros, abîmé : le rapport dira qu'il a été laissé de côté
        return False
    return True


def _lire_tous(carnets: list[Piece]) -> dict[tuple[str, ...], bytes]:
    """Le contenu de chaque carnet, sans dépasser ce qu'un élève peut rendre en tout."""
    contenus: dict[tuple[str, ...], bytes] = {}
    for piece in carnets:
        contenus[piece.chemin] = piece.lire()
        if (total := sum(map(len, contenus.values()))) > OCTETS_ELEVE:
            raise Refus(f"envoi trop gros : plus de {en_mega(total)}")
    return contenus


def _elire(contenus: dict[tuple[str, ...], bytes], sujet: Sujet) -> tuple[str, ...] | None:
    """Le carnet qui est la copie du sujet : celui qui en porte le nom, sinon le seul que l'on reconnaisse."""
    nommes = [c for c in contenus if c[-1] == f"{sujet.nom}.ipynb"]
    if len(contenus) == len(nommes) == 1:
        return nommes[0]  # même illisible : la notation en dira la raison
    reconnus = [c for c in contenus if sujet.reconnait(contenus[c])]
    for candidats in (set(nommes) & set(reconnus), reconnus, nommes):
        hauts = [c for c in candidats if len(c) == min(map(len, candidats))]
        if len(hauts) == 1 or len({contenus[c] for c in candidats}) == 1:
            return min(hauts)
    return None


def _si_renomme(chemin: tuple[str, ...], sujet: Sujet) -> list[str]:
    return [] if chemin[-1] == f"{sujet.nom}.ipynb" else [f"« {chemin[-1]} » reconnu comme {sujet.nom}.ipynb"]


def _nom_libre(chemin: tuple[str, ...], pris: dict[str, bytes]) -> str:
    """Un nom de fichier sûr, qui n'en recouvre pas un autre."""
    nom = nom_de_fichier(chemin[-1])
    if nom not in pris:
        return nom
    return next(n for rang in range(2, 1000) if (n := f"{Path(nom).stem} ({rang}).ipynb") not in pris)


def _a_signaler(copie: Copie, attendus: list[Sujet], autres: list[Piece]) -> list[str]:
    """Ce que l'enseignant doit savoir : rien de reconnu, carnets en trop, fichiers laissés de côté."""
    prevus = {f"{sujet.nom}.ipynb" for sujet in attendus}
    en_trop = sorted(set(copie.carnets) - prevus)
    phrases = []
    if en_trop:
        quoi = (
            "autre carnet gardé à côté"
            if prevus & set(copie.carnets)
            else "carnet non reconnu, gardé tel quel"
        )
        phrases.append(f"{quoi} : {', '.join(en_trop)}")
    if autres:
        phrases.append(f"laissé de côté : {', '.join(sorted(p.chemin[-1] for p in autres))}")
    return phrases
