"""Les élèves du cours : leurs noms tels que reçus, leurs envois, la notation de leurs copies.

Un nom reçu avec une copie est réparé, reconnu, changé en un identifiant sûr. Ce que l'on sait de chacun tient
en trois fichiers de « gestion » : les vrais noms, et pour chaque TP le registre des envois et le journal.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4prof.cours import dossier_de_gestion, dossier_des_rapports, ecrire_entier

# --- Les noms reçus --------------------------------------------------------------------------------------

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
    banal = re.fullmatch(r"(tp|carnet|notebook|untitled|sans titre|rendu)?[\s\d]*", propre.lower())
    return "" if banal else propre


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


# --- Le registre : le vrai nom derrière chaque identifiant, et ce que chaque ramassage a donné -----------

NOUVELLE, REMPLACEE, INCHANGEE, REFUSEE = "nouvelle", "remplacée", "inchangée", "REFUSÉE"
A_ATTRIBUER, EN_BINOME = "à attribuer", "en binôme"


@dataclass
class Ramassage:
    """Ce qu'on sait d'un envoi : l'élève, son numéro chez Moodle, ce qu'on en a fait."""

    nom: str
    numero: str = ""
    etat: str = NOUVELLE
    raison: str = ""
    remarques: list[str] = field(default_factory=list)
    avec: str = ""  # l'élève dont la copie est aussi la sienne


class Registre:
    """Les ramassages d'un TP et les vrais noms du cours, deux fichiers de « gestion »."""

    def __init__(self, cours: CourseDirectory, tp: str) -> None:
        self._fichier_des_noms = dossier_de_gestion(cours) / "eleves.json"
        self._fichier_du_tp = dossier_des_rapports(cours) / f"{tp}.ramassage.json"
        self.noms: dict[str, str] = lire_donnees(self._fichier_des_noms)
        self.envois = {eleve: Ramassage(**brut) for eleve, brut in lire_donnees(self._fichier_du_tp).items()}

    def nom(self, eleve: str) -> str:
        """Le vrai nom, à défaut l'identifiant."""
        return self.noms.get(eleve, eleve)

    def identifier(self, nom: str, numero: str, homonymes: bool) -> tuple[str, str]:
        """L'identifiant de cet élève et, s'il a fallu le distinguer d'un autre, une phrase qui le dit."""
        for eleve, envoi in self.envois.items():
            if numero and (envoi.nom, envoi.numero) == (nom, numero):
                return eleve, ""
        base = en_ascii(nom)
        connus = [eleve for eleve, autre in self.noms.items() if autre == nom]
        if connus and not homonymes:
            return connus[0], ""
        if base not in self.noms and not homonymes:
            return base, ""
        eleve = self._libre(base, numero)
        return eleve, f"« {nom} » a le même identifiant qu'un autre élève : le sien est {eleve}"

    def _libre(self, base: str, numero: str) -> str:
        """Un identifiant encore libre : le numéro de Moodle, à défaut un rang."""
        if numero:
            return f"{base}-{numero}"
        return next(e for rang in range(2, 10_000) if (e := f"{base}-{rang}") not in self.noms)

    def inscrire(self, eleve: str, ramassage: Ramassage) -> None:
        """Retient un envoi, sans l'écrire encore ; un numéro de Moodle déjà connu n'est pas oublié."""
        self.noms[eleve] = ramassage.nom
        if not ramassage.numero and eleve in self.envois:
            ramassage.numero = self.envois[eleve].numero
        self.envois[eleve] = ramassage

    def ecrire(self) -> None:
        """Écrit les deux fichiers."""
        ecrire_donnees(self._fichier_des_noms, self.noms)
        ecrire_donnees(self._fichier_du_tp, {e: asdict(r) for e, r in self.envois.items()})

    def nommer_dans_le_carnet_de_notes(self, cours: CourseDirectory) -> None:
        """Donne à nbgrader les vrais noms ; ceux qu'il connaît déjà ne changent pas."""
        with Gradebook(cours.db_url, cours.course_id) as notes:
            deja = {e.id for e in notes.students if e.last_name or e.first_name}
            connus = {eleve for eleve, envoi in self.envois.items() if envoi.etat != A_ATTRIBUER}
            for eleve in sorted(connus - deja):
                nom, prenom = nom_et_prenom(self.noms[eleve])
                notes.update_or_create_student(eleve, last_name=nom, first_name=prenom)


# --- Le journal : les notations d'un TP, leurs échecs et leurs remarques ---------------------------------

INTERROMPUE = "la notation de cette copie a été interrompue avant la fin : relancez-la"


@dataclass
class Entree:
    """Ce qu'on retient d'une copie : la raison de son échec, s'il y en a un, et des remarques."""

    echec: str = ""
    remarques: list[str] = field(default_factory=list)
    empreinte: str = ""  # de ce qui a été noté : une copie inchangée ne l'est pas deux fois
    bareme: str = ""  # l'empreinte des points sur lesquels elle l'a été
    tirage: str = ""  # celle du secret d'où viennent ses tests cachés
    # Les points qu'une autre lecture aurait donnés : une cellule de test, des points, une raison.
    autres: list[dict[str, Any]] = field(default_factory=list)
    absentes: list[str] = field(default_factory=list)  # notées, mais pas dans le sujet qu'il a reçu


class Journal:
    """Les entrées d'un TP, écrites sur le disque à chaque changement."""

    def __init__(self, cours: CourseDirectory, tp: str) -> None:
        self.chemin = dossier_des_rapports(cours) / f"{tp}.journal.json"
        self.entrees = {eleve: Entree(**brut) for eleve, brut in lire_donnees(self.chemin).items()}

    def lire(self, eleve: str) -> Entree:
        """L'entrée d'un élève, vide s'il n'y a rien à en dire."""
        return self.entrees.get(eleve, Entree())

    def ecrire(
        self,
        eleve: str,
        echec: str = "",
        remarques: list[str] | None = None,
        empreinte: str = "",
        bareme: str = "",
        tirage: str = "",
        autres: list[dict[str, Any]] | None = None,
        absentes: list[str] | None = None,
    ) -> None:
        """Remplace l'entrée d'un élève."""
        # Ces phrases citent des noms de fichiers, que l'élève a choisis.
        phrases = [montrable(r) for r in remarques or []]
        self.entrees[eleve] = Entree(
            montrable(echec), phrases, empreinte, bareme, tirage, autres or [], absentes or []
        )
        ecrire_donnees(self.chemin, {e: asdict(entree) for e, entree in self.entrees.items()})


def lire_donnees(chemin: Path) -> dict:
    """Un fichier de « gestion » ; vide tant qu'il n'existe pas."""
    return json.loads(chemin.read_text("utf-8")) if chemin.exists() else {}


def ecrire_donnees(chemin: Path, contenu: dict) -> None:
    """Écrit un fichier de « gestion », entier ou pas du tout."""
    ecrire_entier(chemin, json.dumps(contenu, ensure_ascii=False, indent=1, sort_keys=True).encode())
