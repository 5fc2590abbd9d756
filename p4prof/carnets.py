"""Le contenu d'un carnet rendu : le lire malgré son codage, le remettre en forme si c'est sans danger.
Les cellules du sujet telles que le carnet de notes les connaît.
Le sujet distribué : de quoi reconnaître une copie, même renommée ou privée de ses métadonnées.
Ce qui ne doit pas paraître dans le retour à l'élève : les tests cachés et leurs traces.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

# --- Le contenu d'un carnet rendu : le lire malgré son codage, le remettre en forme si c'est sans danger -


LIMITE = 20_000_000  # octets : un carnet, figures comprises, en pèse cent fois moins
VOLUMINEUX = 2_000_000  # au-delà, les sorties sont retirées avant toute chose
CELLULES_MAX = 3_000  # un TP en a cent
PROFONDEUR_MAX = 60  # listes et dictionnaires emboîtés : au-delà, les outils de Jupyter échouent
_GENRES = ("code", "markdown", "raw")
_COMMUNES = {"cell_type", "id", "metadata", "source"}
_CHAMPS = {"code": {"outputs", "execution_count"}, "markdown": {"attachments"}, "raw": {"attachments"}}
_NOM_DE_CELLULE = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class Illisible(Exception):
    """Une phrase qui dit pourquoi ce fichier ne peut pas être noté."""


def en_mega(octets: int) -> str:
    """Une taille en mégaoctets, à la française."""
    return f"{octets / 1e6:.1f} Mo".replace(".0 ", " ").replace(".", ",")


def remettre_en_forme(octets: bytes, nom: str) -> tuple[bytes, list[str]]:
    """Le carnet prêt à être noté et ce qu'il a fallu réparer ; les octets d'origine si rien."""
    try:
        return _remettre_en_forme(octets, nom)
    except Illisible:
        raise
    except Exception as erreur:  # tout vient de l'élève : rien de ce qui y est faux n'arrête la classe
        raise Illisible(f"la structure du carnet est abîmée : {nom} ({type(erreur).__name__})") from erreur


def _remettre_en_forme(octets: bytes, nom: str) -> tuple[bytes, list[str]]:
    contenu, remarques = lire(octets, nom)
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


def lire(octets: bytes, nom: str) -> tuple[dict[str, Any], list[str]]:
    """Le JSON d'un carnet, avec une remarque si son codage a dû être deviné."""
    if len(octets) > LIMITE:
        raise Illisible(f"fichier trop gros : {nom} ({en_mega(len(octets))}, {en_mega(LIMITE)} au plus)")
    if not octets.strip(b"\x00\xef\xbb\xbf\xff\xfe \t\r\n"):
        raise Illisible(f"fichier vide : {nom}")
    texte, remarques = _decoder(octets)
    try:
        contenu = json.loads(texte)
    except (ValueError, RecursionError) as erreur:
        raise Illisible(f"fichier illisible, ce n'est pas du JSON valide : {nom} ({erreur})") from erreur
    if not isinstance(contenu, dict) or not isinstance(_cellules(contenu), list):
        raise Illisible(f"ce fichier n'est pas un carnet Jupyter : {nom}")
    _mesurer(contenu, nom)
    return _ecrivable(contenu, remarques)


def _mesurer(contenu: dict[str, Any], nom: str) -> None:
    """Refuse un carnet démesuré : l'examiner prendrait des heures, ou toute la mémoire."""
    if (nombre := len(_cellules(contenu))) > CELLULES_MAX:
        raise Illisible(f"trop de cellules : {nom} ({nombre}, {CELLULES_MAX} au plus)")
    niveau: list[Any] = [contenu]
    for _ in range(PROFONDEUR_MAX):
        niveau = [e for c in niveau for e in (c.values() if isinstance(c, dict) else c) if _contient(e)]
    if niveau:
        raise Illisible(f"données trop emboîtées : {nom}")


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
        raise Illisible(f"carnet d'un format trop récent ({majeur}) : {nom}")
    if "cells" in contenu:
        return contenu, []
    try:
        complet = {"metadata": {}, **contenu, "nbformat": 3, "nbformat_minor": 0}
        ancien = nbformat.v3.reads_json(json.dumps(complet))
        neuf = json.loads(nbformat.v4.writes(nbformat.convert(ancien, 4)))
    except (KeyError, AttributeError, TypeError, ValueError, nbformat.ValidationError) as erreur:
        raise Illisible(f"carnet d'un ancien format, impossible à convertir : {nom}") from erreur
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
    for champ, obligatoires in (("kernelspec", ("name", "display_name")), ("language_info", ("name",))):
        valeur = gardees.get(champ, {})
        if champ in gardees and not _textes(valeur, obligatoires):
            del gardees[champ]
    return gardees


def _textes(valeur: Any, cles: tuple[str, ...]) -> bool:
    return isinstance(valeur, dict) and all(isinstance(valeur.get(cle), str) for cle in cles)


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
        return (
            brute
            if all(isinstance(x, str) for x in brute)
            else "".join(x for x in brute if isinstance(x, str))
        )
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
        raise Illisible(f"la structure du carnet est abîmée : {nom}")
    return ["sorties, métadonnées ou pièces jointes mal formées, retirées"]


def _garder(metadonnees: dict[str, Any], *cles: str) -> dict[str, Any]:
    return {cle: metadonnees[cle] for cle in cles if cle in metadonnees}


def _accepte(contenu: dict[str, Any]) -> bool:
    try:
        nbformat.validate(contenu, relax_add_props=True)
    except nbformat.ValidationError:
        return False
    return True


# --- Les cellules du sujet telles que le carnet de notes les connaît -------------------------------------


VERSION_DU_FORMAT = 3  # des métadonnées nbgrader


def identifiant(cellule: Any) -> str | None:
    """L'identifiant nbgrader d'une cellule, s'il y en a un d'utilisable."""
    nbgrader = cellule.metadata.get("nbgrader")
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    return grade_id if isinstance(grade_id, str) and grade_id else None


@dataclass(frozen=True)
class CelluleSource:
    """Une cellule du sujet : son texte et ses métadonnées d'origine."""

    texte: str
    genre: str
    metadonnees: dict[str, Any]


class CarnetSource:
    """Les cellules nbgrader d'un sujet, dans l'ordre."""

    def __init__(self, cellules: dict[str, CelluleSource]) -> None:
        self.cellules = cellules

    @classmethod
    def lire(cls, ressources: dict[str, str]) -> CarnetSource:
        """Lit dans le carnet de notes le sujet que nbgrader est en train de traiter."""
        with Gradebook(ressources["db_url"]) as notes:
            carnet = notes.find_notebook(ressources["notebook"], ressources["assignment"])
            points = {c.name: float(c.max_score) for c in [*carnet.grade_cells, *carnet.task_cells]}
            reponses = {c.name for c in carnet.solution_cells}
            taches = {c.name for c in carnet.task_cells}
            return cls({c.name: _cellule(c, points, reponses, taches) for c in carnet.source_cells})

    def __contains__(self, grade_id: str) -> bool:
        return grade_id in self.cellules

    def est_reponse(self, grade_id: str) -> bool:
        """L'élève y écrit-il ?"""
        return bool(self.cellules[grade_id].metadonnees["solution"])

    def est_test(self, grade_id: str) -> bool:
        """Est-ce une cellule de test verrouillée ?"""
        return (
            grade_id in self
            and self.cellules[grade_id].metadonnees["grade"]
            and not self.est_reponse(grade_id)
        )

    def est_intacte(self, grade_id: str, cellule: Any) -> bool:
        """La cellule porte-t-elle encore le texte distribué ?"""
        return bool(cellule.source.strip() == self.cellules[grade_id].texte.strip())


def _cellule(cellule: Any, points: dict[str, float], reponses: set[str], taches: set[str]) -> CelluleSource:
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
    return CelluleSource(cellule.source, cellule.cell_type, metadonnees)


# --- Le sujet distribué : de quoi reconnaître une copie, même renommée ou privée de ses métadonnées ------


@dataclass(frozen=True)
class Sujet:
    """Un carnet du TP : son nom, ses cellules nbgrader, le texte de ses cellules verrouillées."""

    nom: str
    identifiants: frozenset[str]
    textes: frozenset[str]
    cellules: tuple[Any, ...] = ()

    def reconnait(self, octets: bytes) -> bool:
        """Est-ce manifestement une copie de ce carnet ? La moitié de ses cellules suffit."""
        try:
            contenu = nbformat.from_dict(json.loads(remettre_en_forme(octets, "")[0]))
        except Illisible:
            return False
        noms = {identifiant(c) for c in contenu.cells}
        textes = {_texte(c.source) for c in contenu.cells}
        return _moitie(noms, self.identifiants) or _moitie(textes, self.textes)


def _moitie(trouves: Collection[str | None], attendus: Collection[str]) -> bool:
    return 2 * len(set(trouves) & set(attendus)) >= len(attendus) > 0


def _texte(source: str | list[str]) -> str:
    return "".join(source).strip()


def dossier_du_sujet(cours: CourseDirectory, tp: str) -> Path:
    """Le dossier distribué aux élèves."""
    return Path(cours.format_path(cours.release_directory, ".", tp))


def sujets(cours: CourseDirectory, tp: str) -> list[Sujet]:
    """Les carnets distribués d'un TP ; aucun tant que le sujet n'a pas été engendré."""
    return [lire_sujet(chemin) for chemin in sorted(dossier_du_sujet(cours, tp).glob("*.ipynb"))]


def lire_sujet(chemin: Path) -> Sujet:
    """Lit un carnet distribué."""
    cellules = nbformat.read(chemin, as_version=4).cells
    nommees = {nom: c for c in cellules if (nom := identifiant(c)) is not None}
    verrous = {_texte(c.source) for c in nommees.values() if c.metadata["nbgrader"].get("locked")}
    return Sujet(chemin.stem, frozenset(nommees), frozenset(verrous), tuple(cellules))


# --- Ce qui ne doit pas paraître dans le retour à l'élève : les tests cachés et leurs traces -------------


DEBUT, FIN = "BEGIN HIDDEN TESTS", "END HIDDEN TESTS"
REMPLACEMENT = "[test caché]"
_COULEURS = re.compile(r"\x1b\[[0-9;]*m")
_BALISES = re.compile(r"<[^>]*>")
_MARGE = re.compile(r"^\s*(?:-+>\s*)?(?:\d+\s)?")


def sans_tests_caches(texte: str) -> str:
    """Le texte d'une cellule tel que l'élève l'a reçu."""
    cachees = {rang for rang, _ in _region(texte)}
    return "\n".join(ligne for rang, ligne in enumerate(texte.split("\n")) if rang not in cachees)


def lignes_cachees(texte: str) -> set[str]:
    """Les lignes de code (sans marge) d'une région cachée, délimiteurs compris."""
    return {ligne.strip() for _, ligne in _region(texte) if ligne.strip()}


def _region(texte: str) -> Iterator[tuple[int, str]]:
    """Les lignes numérotées des régions cachées ; une région non fermée va jusqu'à la fin."""
    dedans = False
    for rang, ligne in enumerate(texte.split("\n")):
        dedans = dedans or DEBUT in ligne
        if dedans:
            yield rang, ligne
        dedans = dedans and FIN not in ligne


class EffacerTestsCaches(NbGraderPreprocessor):
    """Retire les tests cachés des cellules et de toutes les sorties du carnet."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Nettoie d'abord les sorties : il faut encore connaître les lignes à y chercher."""
        # Un élève qui écrirait les délimiteurs dans sa réponse ferait sinon disparaître ce qu'il veut.
        tests = [c for c in nb.cells if _est_test(c)]
        secrets = set().union(*(lignes_cachees(test.source) for test in tests))
        for cellule in (c for c in nb.cells if c.cell_type == "code"):
            propres = [_nettoyer(sortie, secrets) for sortie in cellule.outputs]
            # Test visible et test caché donnent souvent le même bilan : une fois suffit.
            cellule.outputs = [sortie for sortie, _ in groupby(propres)]
        for test in tests:
            test.outputs = [_sans_trace(sortie) for sortie in test.get("outputs", [])]
            test.source = sans_tests_caches(test.source)
        return nb, resources


def _est_test(cellule: Any) -> bool:
    """Est-ce une cellule de test ? Ses métadonnées sont celles du sujet depuis la correction."""
    nbgrader = cellule.metadata.get("nbgrader", {})
    return bool(cellule.cell_type == "code" and nbgrader.get("grade") and not nbgrader.get("solution"))


def _sans_trace(sortie: Any) -> Any:
    """Une erreur survenue dans un test se réduit à son message : sa trace passe par le test."""
    if sortie.output_type != "error":
        return sortie
    cachee = any(REMPLACEMENT in ligne for ligne in sortie.traceback)
    lignes = [REMPLACEMENT] * cachee + [": ".join(filter(None, (sortie.ename, sortie.evalue)))]
    return type(sortie)(sortie, traceback=lignes)


def _nettoyer(valeur: Any, secrets: set[str]) -> Any:
    """Applique le nettoyage à tous les textes d'une sortie, quelle que soit sa forme."""
    if isinstance(valeur, str):
        return "\n".join(_ligne_propre(ligne, secrets) for ligne in valeur.split("\n"))
    if isinstance(valeur, list):
        return [_nettoyer(v, secrets) for v in valeur]
    if isinstance(valeur, dict):
        return type(valeur)({cle: _nettoyer(v, secrets) for cle, v in valeur.items()})
    return valeur


def _ligne_propre(ligne: str, secrets: set[str]) -> str:
    """La ligne, ou un remplacement si elle laisse voir une ligne cachée."""
    nue = _COULEURS.sub("", ligne)
    lisible = html.unescape(_BALISES.sub("", nue))
    return REMPLACEMENT if any(_laisse_voir(t, s) for t in (nue, lisible) for s in secrets) else ligne


def _laisse_voir(texte: str, secret: str) -> bool:
    """Un secret court (« ) », « else: ») doit être toute la ligne ; un long suffit s'il y figure."""
    return secret in texte if len(secret) >= 12 else _MARGE.sub("", texte).strip() == secret
