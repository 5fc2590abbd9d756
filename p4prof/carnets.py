"""Les carnets de la correction : celui qu'un élève a rendu, la source notée, le sujet distribué."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.francais import virgule
from p4cours.carnets import TEST, CarnetIllisible, Cellule, identifiant, lire

# --- Un carnet rendu : le lire malgré son codage, le remettre en forme si c'est sans danger --------------

LIMITE = 20_000_000  # octets : un carnet, figures comprises, en pèse cent fois moins
VOLUMINEUX = 2_000_000  # au-delà, les sorties sont retirées avant toute chose
CELLULES_MAX = 3_000  # un TP en a cent
PROFONDEUR_MAX = 60  # listes et dictionnaires emboîtés : au-delà, les outils de Jupyter échouent
_GENRES = ("code", "markdown", "raw")
_COMMUNES = {"cell_type", "id", "metadata", "source"}
_CHAMPS = {"code": {"outputs", "execution_count"}, "markdown": {"attachments"}, "raw": {"attachments"}}
_NOM_DE_CELLULE = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def en_mega(octets: int) -> str:
    """Une taille en mégaoctets, à la française."""
    return f"{virgule(octets / 1e6, '.1f').removesuffix(',0')} Mo"


def remettre_en_forme(octets: bytes, nom: str) -> tuple[bytes, list[str]]:
    """Le carnet prêt à être noté et ce qu'il a fallu réparer ; les octets d'origine si rien."""
    try:
        return _remettre_en_forme(octets, nom)
    except CarnetIllisible:
        raise
    except Exception as erreur:  # tout vient de l'élève : rien de ce qui y est faux n'arrête la classe
        quoi = type(erreur).__name__
        raise CarnetIllisible(f"la structure du carnet est abîmée : {nom} ({quoi})") from erreur


def _remettre_en_forme(octets: bytes, nom: str) -> tuple[bytes, list[str]]:
    contenu, remarques = _lire(octets, nom)
    contenu, converti = _au_format_4(contenu, nom)
    remarques += converti + _reparer(contenu, nom)
    if len(octets) > VOLUMINEUX:
        remarques.append(f"sorties volumineuses retirées avant la correction ({en_mega(len(octets))})")
    if not remarques:
        return octets, []
    for cellule in contenu["cells"]:
        if cellule["cell_type"] == "code":
            cellule["outputs"], cellule["execution_count"] = [], None
    return json.dumps(contenu, ensure_ascii=False, indent=1).encode(), remarques


def _lire(octets: bytes, nom: str) -> tuple[dict[str, Any], list[str]]:
    """Le JSON d'un carnet, avec une remarque si son codage a dû être deviné."""
    if len(octets) > LIMITE:
        taille = f"{en_mega(len(octets))}, {en_mega(LIMITE)} au plus"
        raise CarnetIllisible(f"fichier trop gros : {nom} ({taille})")
    if not octets.strip(b"\x00\xef\xbb\xbf\xff\xfe \t\r\n"):
        raise CarnetIllisible(f"fichier vide : {nom}")
    texte, remarques = _decoder(octets)
    try:
        contenu = json.loads(texte)
    except (ValueError, RecursionError) as erreur:
        raison = f"fichier illisible, ce n'est pas du JSON valide : {nom} ({erreur})"
        raise CarnetIllisible(raison) from erreur
    if not isinstance(contenu, dict) or not isinstance(_cellules(contenu), list):
        raise CarnetIllisible(f"ce fichier n'est pas un carnet Jupyter : {nom}")
    _mesurer(contenu, nom)
    return _ecrivable(contenu, remarques)


def _mesurer(contenu: dict[str, Any], nom: str) -> None:
    """Refuse un carnet démesuré : l'examiner prendrait des heures, ou toute la mémoire."""
    if (nombre := len(_cellules(contenu))) > CELLULES_MAX:
        raise CarnetIllisible(f"trop de cellules : {nom} ({nombre}, {CELLULES_MAX} au plus)")
    niveau: list[Any] = [contenu]
    for _ in range(PROFONDEUR_MAX):
        niveau = [e for c in niveau for e in (c.values() if isinstance(c, dict) else c) if _contient(e)]
    if niveau:
        raise CarnetIllisible(f"données trop emboîtées : {nom}")


def _contient(valeur: Any) -> bool:
    return isinstance(valeur, dict | list)


def _ecrivable(contenu: dict[str, Any], remarques: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Le même contenu sans moitié de caractère (« surrogate »), qu'aucun fichier ne peut contenir."""
    texte = json.dumps(contenu, ensure_ascii=False)
    try:
        texte.encode()
    except UnicodeEncodeError:
        return json.loads(texte.encode("utf-8", "replace")), [*remarques, "caractères impossibles remplacés"]
    return contenu, remarques


def _cellules(contenu: dict[str, Any]) -> Any:
    """Les cellules, que le format 3 rangeait dans des feuilles."""
    return contenu.get("cells", contenu.get("worksheets"))


def _decoder(octets: bytes) -> tuple[str, list[str]]:
    """Le texte du fichier ; JSON se reconnaît en UTF-8, 16 et 32, sinon c'est l'ancien codage de Windows."""
    codage: str = json.detect_encoding(octets)
    try:
        texte = octets.decode(codage)
    except UnicodeDecodeError:
        codage = "cp1252"
        texte = octets.decode(codage, "replace")
    return texte, [] if codage == "utf-8" else [f"fichier lu en {codage.upper()} et remis en UTF-8"]


def _au_format_4(contenu: dict[str, Any], nom: str) -> tuple[dict[str, Any], list[str]]:
    """Convertit un carnet d'un ancien format ; un format plus récent que le nôtre est refusé."""
    majeur = contenu.get("nbformat")
    if isinstance(majeur, int) and majeur > 4:
        raise CarnetIllisible(f"carnet d'un format trop récent ({majeur}) : {nom}")
    if "cells" in contenu:
        return contenu, []
    try:
        complet = {"metadata": {}, **contenu, "nbformat": 3, "nbformat_minor": 0}
        ancien = nbformat.v3.reads_json(json.dumps(complet))
        neuf = json.loads(nbformat.v4.writes(nbformat.convert(ancien, 4)))
    except (KeyError, AttributeError, TypeError, ValueError, nbformat.ValidationError) as erreur:
        raise CarnetIllisible(f"carnet d'un ancien format, impossible à convertir : {nom}") from erreur
    return neuf, ["carnet d'un ancien format (3), converti"]


def _reparer(contenu: dict[str, Any], nom: str) -> list[str]:
    """Remet d'aplomb, en place, ce qui n'a pas la forme d'un carnet ; rend ce qu'il a fallu changer."""
    remarques = []
    if not _entete_valide(contenu):
        contenu["nbformat"], contenu["nbformat_minor"] = 4, 5
        contenu["metadata"] = _metadonnees(contenu.get("metadata"))
        remarques.append("en-tête du carnet réparé")
    entieres = [c for c in contenu["cells"] if isinstance(c, dict)]
    if len(entieres) < len(contenu["cells"]):
        remarques.append("éléments qui ne sont pas des cellules, retirés")
    contenu["cells"] = entieres
    reparees = sum(_reparer_cellule(c) for c in entieres)
    if reparees:
        remarques.append(f"cellules mal formées, réparées : {reparees}")
    if contenu["nbformat_minor"] >= 5 and _renommer(entieres):
        remarques.append("identifiants de cellules manquants ou en double, refaits")
    return remarques + _validite(contenu, nom)


def _entete_valide(contenu: dict[str, Any]) -> bool:
    majeur, mineur = contenu.get("nbformat"), contenu.get("nbformat_minor")
    versions = type(majeur) is int and majeur == 4 and type(mineur) is int and 0 <= mineur <= 5
    return versions and contenu.get("metadata") == _metadonnees(contenu.get("metadata"))


def _metadonnees(brutes: Any) -> dict[str, Any]:
    """Les métadonnées du carnet, sans noyau ni langage mal décrits."""
    gardees = dict(brutes) if isinstance(brutes, dict) else {}
    for champ, cles in (("kernelspec", ("name", "display_name")), ("language_info", ("name",))):
        valeur = gardees.get(champ)
        if not isinstance(valeur, dict) or not all(isinstance(valeur.get(cle), str) for cle in cles):
            gardees.pop(champ, None)
    return gardees


def _reparer_cellule(cellule: dict[str, Any]) -> bool:
    """Donne à une cellule la forme attendue ; vrai s'il a fallu y toucher."""
    avant = json.dumps(cellule, sort_keys=True)
    if cellule.get("cell_type") not in _GENRES:
        cellule["cell_type"] = "code" if "outputs" in cellule else "raw"
    genre = cellule["cell_type"]
    cellule["metadata"] = _metadonnees_de_cellule(cellule.get("metadata"))
    cellule["source"] = _source(cellule.get("source", ""))
    if genre == "code" and not _sorties_valides(cellule):
        cellule["outputs"], cellule["execution_count"] = [], None
    if not isinstance(cellule.get("attachments", {}), dict):
        del cellule["attachments"]
    for champ in set(cellule) - _COMMUNES - _CHAMPS[genre]:
        del cellule[champ]
    return json.dumps(cellule, sort_keys=True) != avant


def _metadonnees_de_cellule(brutes: Any) -> dict[str, Any]:
    gardees = dict(brutes) if isinstance(brutes, dict) else {}
    etiquettes = gardees.get("tags", [])
    if not isinstance(etiquettes, list) or not all(isinstance(e, str) for e in etiquettes):
        del gardees["tags"]
    return gardees


def _source(brute: Any) -> str | list[str]:
    """Le texte d'une cellule : une chaîne ou des lignes ; ce qui n'est pas du texte est écarté."""
    if isinstance(brute, str):
        return brute
    if isinstance(brute, list):
        textes = [ligne for ligne in brute if isinstance(ligne, str)]
        return brute if len(textes) == len(brute) else "".join(textes)
    return ""


def _sorties_valides(cellule: dict[str, Any]) -> bool:
    """La correction efface les sorties : il suffit qu'elles ne gênent pas la lecture."""
    sorties, rang = cellule.get("outputs"), cellule.get("execution_count")
    formes = isinstance(sorties, list) and all(isinstance(s, dict) and "output_type" in s for s in sorties)
    return formes and "execution_count" in cellule and (rang is None or type(rang) is int)


def _renommer(cellules: list[dict[str, Any]]) -> bool:
    """Donne un identifiant neuf aux cellules qui n'en ont pas d'utilisable ; vrai s'il y en avait."""
    vus: set[str] = set()
    change = False
    for rang, cellule in enumerate(cellules):
        nom = cellule.get("id")
        if not (isinstance(nom, str) and _NOM_DE_CELLULE.fullmatch(nom)) or nom in vus:
            cellule["id"] = nom = f"cellule-{rang}"
            change = True
        vus.add(nom)
    return change


def _validite(contenu: dict[str, Any], nom: str) -> list[str]:
    """Un carnet que nbformat refuserait encore : ses sorties sont souvent seules en cause."""
    if _accepte(contenu):
        return []
    contenu["metadata"] = _garder(contenu["metadata"], "kernelspec", "language_info")
    for cellule in contenu["cells"]:
        cellule["metadata"] = _garder(cellule["metadata"], "nbgrader")
        cellule.pop("attachments", None)
        if cellule["cell_type"] == "code":
            cellule["outputs"], cellule["execution_count"] = [], None
    if not _accepte(contenu):
        raise CarnetIllisible(f"la structure du carnet est abîmée : {nom}")
    return ["sorties, métadonnées ou pièces jointes mal formées, retirées"]


def _garder(metadonnees: dict[str, Any], *cles: str) -> dict[str, Any]:
    return {cle: metadonnees[cle] for cle in cles if cle in metadonnees}


def _accepte(contenu: dict[str, Any]) -> bool:
    try:
        nbformat.validate(contenu, relax_add_props=True)
    except nbformat.ValidationError:
        return False
    return True


# --- La source d'un carnet : ses cellules telles que le carnet de notes les connaît ----------------------

VERSION_DU_FORMAT = 3  # des métadonnées nbgrader


class CarnetSource:
    """Les cellules nbgrader d'un sujet, dans l'ordre."""

    def __init__(self, cellules: dict[str, Cellule]) -> None:
        self.cellules = cellules

    @classmethod
    def lire(cls, ressources: dict[str, str]) -> CarnetSource:
        """Lit dans le carnet de notes le sujet que nbgrader est en train de traiter."""
        with Gradebook(ressources["db_url"]) as notes:
            return cls.du_carnet_de_notes(
                notes.find_notebook(ressources["notebook"], ressources["assignment"])
            )

    @classmethod
    def du_carnet_de_notes(cls, carnet: Any) -> CarnetSource:
        """Le sujet tel que le carnet de notes l'a enregistré."""
        points = {c.name: float(c.max_score) for c in [*carnet.grade_cells, *carnet.task_cells]}
        reponses = {c.name for c in carnet.solution_cells}
        taches = {c.name for c in carnet.task_cells}
        return cls({c.name: _cellule(c, points, reponses, taches) for c in carnet.source_cells})

    def __contains__(self, grade_id: str) -> bool:
        return grade_id in self.cellules

    @property
    def notees(self) -> dict[str, Cellule]:
        """Celles qui rapportent des points."""
        return {nom: c for nom, c in self.cellules.items() if c.points}

    def est_reponse(self, grade_id: str) -> bool:
        """L'élève y écrit-il ?"""
        return bool(self.cellules[grade_id].reglages["solution"])

    def est_test(self, grade_id: str) -> bool:
        """Est-ce une cellule de test verrouillée ?"""
        return grade_id in self and self.cellules[grade_id].role == TEST

    def est_intacte(self, grade_id: str, cellule: Any) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return bool(cellule.source.strip() == self.cellules[grade_id].source.strip())


def _cellule(cellule: Any, points: dict[str, float], reponses: set[str], taches: set[str]) -> Cellule:
    """Reconstruit une cellule du sujet à partir des tables de nbgrader."""
    nom = cellule.name
    metadonnees = {
        "grade_id": nom,
        "grade": nom in points and nom not in taches,
        "solution": nom in reponses,
        "locked": bool(cellule.locked),
        "task": nom in taches,
        "schema_version": VERSION_DU_FORMAT,
        "cell_type": cellule.cell_type,
        "checksum": cellule.checksum,
    }
    if nom in points:
        metadonnees["points"] = points[nom]
    return Cellule(cellule.cell_type, cellule.source, nom, reglages=metadonnees)


# --- Le sujet distribué : de quoi reconnaître une copie, même renommée ou privée de ses métadonnées ------


@dataclass(frozen=True)
class Sujet:
    """Un carnet distribué du TP."""

    nom: str
    cellules: tuple[Cellule, ...]

    @cached_property
    def identifiants(self) -> frozenset[str]:
        """Les identifiants que la correction connaît."""
        return frozenset(c.grade_id for c in self.cellules if c.grade_id)

    @cached_property
    def _verrouilles(self) -> frozenset[str]:
        return frozenset(c.source.strip() for c in self.cellules if c.grade_id and c.reglages.get("locked"))

    def travail(self, octets: bytes) -> int:
        """Le nombre de cellules à compléter où l'élève a écrit quelque chose."""
        try:
            contenu = json.loads(remettre_en_forme(octets, "")[0])
        except CarnetIllisible:
            return 0
        souches = {c.grade_id: c.source.strip() for c in self.cellules if c.reglages.get("solution")}
        ecrites = {
            c.grade_id
            for c in map(Cellule.lire, contenu["cells"])
            if c.grade_id in souches and c.source.strip() not in ("", souches[c.grade_id])
        }
        return len(ecrites)

    def reformer(self, octets: bytes, nom: str) -> tuple[bytes, list[str]]:
        """Le carnet remis en forme, et ce qui l'a été.

        S'il a perdu toutes ses métadonnées, le code d'une réponse sert où qu'il soit ; mais un texte que plus
        rien ne désigne ne serait lu de personne : les réponses rédigées retrouvent leur identifiant.
        """
        neufs, remarques = remettre_en_forme(octets, nom)
        contenu = json.loads(neufs)
        perdues = not {identifiant(brute) for brute in contenu["cells"]} & self.identifiants
        redigees = [c for c in self.cellules if perdues and c.a_la_main and c.genre == "markdown"]
        retrouvees = [c.grade_id for c in redigees if self._retrouver(c, contenu["cells"])]
        if not retrouvees:
            return neufs, remarques
        remarques += [f"réponse rédigée sans identifiant, reconnue à sa place : {g}" for g in retrouvees]
        return json.dumps(contenu, ensure_ascii=False, indent=1).encode(), remarques

    def _retrouver(self, attendue: Cellule, brutes: list[Any]) -> bool:
        """Rend son identifiant à cette réponse rédigée, si l'une de ses voisines dit où elle est."""
        lues, rang = [Cellule.lire(brute) for brute in brutes], self.cellules.index(attendue)
        textes = [c.source.strip() for c in lues]
        du_sujet = {c.source.strip() for c in self.cellules if c is not attendue}
        for cote in (1, -1):
            voisine = (
                self.cellules[rang - cote].source.strip() if 0 <= rang - cote < len(self.cellules) else ""
            )
            place = textes.index(voisine) + cote if textes.count(voisine) == 1 else -1
            if not 0 <= place < len(lues) or lues[place].genre != "markdown" or lues[place].grade_id:
                continue
            if textes[place] == attendue.source.strip() or textes[place] not in du_sujet:
                brutes[place]["metadata"]["nbgrader"] = dict(attendue.reglages)
                return True
        return False

    def reconnait(self, octets: bytes) -> bool:
        """Est-ce manifestement une copie de ce carnet ? La moitié de ses cellules suffit."""
        try:
            contenu = json.loads(remettre_en_forme(octets, "")[0])
        except CarnetIllisible:
            return False
        cellules = [Cellule.lire(brute) for brute in contenu["cells"]]
        noms, textes = {c.grade_id for c in cellules}, {c.source.strip() for c in cellules}
        return _moitie(noms, self.identifiants) or _moitie(textes, self._verrouilles)


def _moitie(trouves: Collection[str], attendus: Collection[str]) -> bool:
    return 2 * len(set(trouves) & set(attendus)) >= len(attendus) > 0


def sujets(cours: CourseDirectory, tp: str) -> list[Sujet]:
    """Les carnets distribués d'un TP ; aucun tant que le sujet n'a pas été engendré."""
    distribue = Path(cours.format_path(cours.release_directory, ".", tp))
    return [lire_sujet(chemin) for chemin in sorted(distribue.glob("*.ipynb"))]


def lire_sujet(chemin: Path) -> Sujet:
    """Lit un carnet distribué."""
    return Sujet(chemin.stem, tuple(lire(chemin)))
