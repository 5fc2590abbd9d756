"""Les noms reçus avec les copies : réparés, reconnus, changés en identifiants sûrs."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

# « DUPONT Éloïse_1234567_assignsubmission_file_ », suivi ou non du nom du fichier.
_MOODLE = re.compile(r"(?P<nom>.+?)_(?P<numero>\d+)_assignsubmission_[a-z]+_?(?P<fichier>.*)", re.DOTALL)
_SANS_DECOMPOSITION = str.maketrans(
    {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ß": "ss", "ł": "l", "Ł": "L"}
    | {"đ": "d", "Đ": "D", "ı": "i", "’": "-"}
)
_LETTRES = frozenset("àâäçéèêëîïôöùûüÿñœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸÑŒÆ’«»°")
_CODAGES = ("utf-8", "cp850", "cp1252")
# Ce que les systèmes et Jupyter laissent dans les dossiers.
_PARASITES = {"__macosx", ".ds_store", ".ipynb_checkpoints", "__pycache__", "thumbs.db", "desktop.ini"}
_INVISIBLES = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_COPIES = re.compile(r"[\s_-]*(\(\d+\)|-?copie?\d*|copy\s*\d*)$|^copie de\s+", re.IGNORECASE)


@dataclass(frozen=True)
class NomMoodle:
    """Ce que Moodle écrit dans un nom : l'élève, son numéro de participant, le reste."""

    nom: str
    numero: str
    fichier: str


def lire_moodle(nom: str) -> NomMoodle | None:
    """Lit un nom de fichier ou de dossier donné par Moodle ; None s'il n'en a pas la forme."""
    trouve = _MOODLE.fullmatch(nom)
    return NomMoodle(trouve["nom"].strip(), trouve["numero"], trouve["fichier"]) if trouve else None


def lisible(nom: str) -> str:
    """Le nom en NFC, ses accents retrouvés s'il a été lu dans un mauvais codage."""
    return montrable(unicodedata.normalize("NFC", _redecoder(nom)))


def montrable(texte: str) -> str:
    """Le texte sans ce qui commanderait un terminal, ou ne s'écrit dans aucun fichier."""
    return _INVISIBLES.sub("-", texte)


def _redecoder(nom: str) -> str:
    """Défait une lecture en CP437 (zip sans UTF-8), en CP1252, ou d'octets sans codage."""
    if nom.isascii():
        return nom
    octets = _octets(nom, "utf-8", "surrogateescape")
    if octets is not None and any("\ud800" <= c <= "\udfff" for c in nom):
        return _meilleur(octets)
    for codage in ("cp437", "cp1252"):
        octets = _octets(nom, codage)
        if octets is not None and (juste := _texte(octets, "utf-8")) is not None:
            return juste
    return nom


def depuis_cp437(nom: str) -> str:
    """Le nom d'une entrée de zip que rien ne dit en UTF-8 : Python l'a lue en CP437."""
    octets = None if nom.isascii() else _octets(nom, "cp437")
    return nom if octets is None else _meilleur(octets)


def _meilleur(octets: bytes) -> str:
    """Le décodage qui donne le plus de lettres du français."""
    essais = [texte for codage in _CODAGES if (texte := _texte(octets, codage)) is not None]
    return max(essais, key=lambda texte: sum((c in _LETTRES) - (ord(c) > 0x24F) for c in texte))


def _octets(texte: str, codage: str, erreurs: str = "strict") -> bytes | None:
    try:
        return texte.encode(codage, erreurs)
    except UnicodeError:
        return None


def _texte(octets: bytes, codage: str) -> str | None:
    try:
        return octets.decode(codage)
    except UnicodeError:
        return None


def en_ascii(nom: str) -> str:
    """Un identifiant sûr : « DUPONT Éloïse » donne « dupont-eloise », quel que soit le codage des accents."""
    decompose = unicodedata.normalize("NFKD", lisible(nom).translate(_SANS_DECOMPOSITION))
    sans_accents = decompose.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", sans_accents.lower()).strip("-")[:80] or "anonyme"


def parasite(chemin: tuple[str, ...]) -> bool:
    """Le fichier vient-il du système ou de Jupyter, et non de l'élève ?"""
    return any(partie.lower() in _PARASITES for partie in chemin) or chemin[-1].startswith("._")


def eleve_du_fichier(nom: str, tp: str) -> str:
    """L'élève que nomme un fichier seul : « tp3_ia DUPONT Éloïse (1).ipynb » ; vide si rien ne reste."""
    tige = _COPIES.sub("", Path(nom).stem)
    mots = [re.escape(mot) for mot in re.split(r"[^a-z0-9]+", tp.lower()) if mot]
    sans_tp = re.sub(r"[\s_.-]*".join(mots), " ", tige, flags=re.IGNORECASE)
    propre = re.sub(r"[_\s]+", " ", _COPIES.sub("", sans_tp)).strip(" -.")
    return (
        ""
        if re.fullmatch(r"(tp|carnet|notebook|untitled|sans titre|rendu)?[\s\d]*", propre.lower())
        else propre
    )


def nom_de_fichier(nom: str) -> str:
    """Un nom de fichier que tout système accepte, accents gardés."""
    propre = re.sub(r'[\x00-\x1f\x7f<>:"/\\|?*\[\]]', "-", lisible(nom)).strip(" .")
    tige, extension = Path(propre).stem[:100], Path(propre).suffix[:10]
    return f"{tige or 'carnet'}{extension}"


def nom_et_prenom(complet: str) -> tuple[str, str]:
    """Le nom et le prénom quand les capitales les distinguent ; sinon tout reste dans le nom."""
    mots = complet.split()
    noms = [m for m in mots if len(m) > 1 and m.isupper()]
    prenoms = [m for m in mots if m not in noms]
    return (" ".join(noms), " ".join(prenoms)) if noms and prenoms else (complet, "")
