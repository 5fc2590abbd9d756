"""Réparer une copie abîmée, sans danger, et dire ce qui a été fait.

Ses fichiers avant la notation (`preparer_classe`), puis ses cellules, dans la suite d'étapes que nbgrader
applique à chaque carnet (`Dedoubler`, `Retablir`).
"""

from __future__ import annotations

import ast
import itertools
import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import parse_utc

from p4cours.carnets import (
    SUFFIXE,
    CarnetIllisible,
    Cellule,
    analyser,
    identifiant,
    instructions,
    sans_tests_caches,
)
from p4prof.carnets import CarnetSource, Sujet, sujets
from p4prof.cours import HORODATAGE, dossier, dossier_de_gestion, ecrire_entier, eleves_ayant_rendu
from p4prof.eleves import lisible, nom_de_fichier
from p4prof.etats import carnets, est_copie, est_un_lien, lire_fichier, trouver_renomme

# --- Les fichiers, avant la notation ---------------------------------------------------------------------

NOM_MAX = 60  # caractères d'un dossier renommé : le même nom en prend parfois plus en UTF-8


def preparer_classe(cours: CourseDirectory, tp: str) -> dict[str, list[str]]:
    """Prépare toutes les copies d'un TP ; rend, par élève, ce qui a été réparé."""
    attendus = sujets(cours, tp)
    remarques = _ranger_les_dossiers(Path(cours.root) / cours.submitted_directory, tp, attendus)
    for eleve in eleves_ayant_rendu(cours, tp):
        rendu = dossier(cours, "submitted", eleve, tp)
        try:
            faites = preparer_copie(rendu, attendus, originaux(cours, eleve, tp))
        except OSError as panne:
            faites = [f"dossier rendu illisible : {panne.strerror}"]
        remarques[eleve] = remarques.get(eleve, []) + faites
    return remarques


def originaux(cours: CourseDirectory, eleve: str, tp: str) -> Path:
    """Là où va un carnet tel qu'il a été reçu, quand il a fallu le réparer."""
    return dossier_de_gestion(cours) / "originaux" / eleve / tp


def preparer_copie(rendu: Path, attendus: list[Sujet], originaux: Path) -> list[str]:
    """Reprend les carnets renommés, remet en forme les carnets abîmés ; l'original est gardé à part."""
    if est_un_lien(rendu):  # rien n'est écrit là où il mène ; le rapport dira pourquoi il n'est pas noté
        return []
    remarques = _renommer_les_fichiers(rendu)
    remarques += _ecarter_la_date(rendu / HORODATAGE, originaux / HORODATAGE)
    for sujet in attendus:
        if trouve := trouver_renomme(rendu, sujet):
            shutil.copyfile(trouve, rendu / f"{sujet.nom}.ipynb")
            remarques.append(f"carnet « {trouve.name} » repris comme {sujet.nom}.ipynb")
        remarques += _reformer(rendu / f"{sujet.nom}.ipynb", originaux / f"{sujet.nom}.ipynb", sujet)
    return remarques


def _ecarter_la_date(horodatage: Path, original: Path) -> list[str]:
    """Met de côté une date de rendu que nbgrader ne saurait pas lire : il refuserait la copie."""
    if horodatage.is_symlink() or not horodatage.is_file():
        return []
    octets = horodatage.read_bytes()[:1000]
    try:
        parse_utc(octets.decode().strip())
    except (ValueError, OverflowError, TypeError):
        ecrire_entier(original, octets)
        horodatage.unlink()
        return [f"date de rendu illisible, mise de côté : {octets[:40]!r}"]
    return []


def _reformer(carnet: Path, original: Path, sujet: Sujet) -> list[str]:
    """Remet un carnet en forme ; un fichier illisible reste tel quel, le rapport dira pourquoi."""
    try:
        octets = lire_fichier(carnet)
        neufs, remarques = sujet.reformer(octets, carnet.name)
    except CarnetIllisible:
        return []
    if remarques:
        ecrire_entier(original, octets)
        ecrire_entier(carnet, neufs)
        return remarques
    return _remarques_d_avant(octets, original, sujet)


def _remarques_d_avant(octets: bytes, original: Path, sujet: Sujet) -> list[str]:
    """Ce qui avait été réparé la fois précédente, si c'est bien de ce carnet qu'il s'agit."""
    if not original.exists():
        return []
    neufs, remarques = sujet.reformer(original.read_bytes(), original.name)
    if neufs == octets:
        return remarques
    original.unlink()
    return []


def _ranger_les_dossiers(rendus: Path, tp: str, attendus: list[Sujet]) -> dict[str, list[str]]:
    """Donne à chaque élève un dossier que nbgrader sait suivre, à chaque carnet celui de son TP."""
    remarques: dict[str, list[str]] = {}
    for recu in sorted(d for d in rendus.glob("*") if d.is_dir() and not d.is_symlink()):
        range_, phrases = _renommer(recu)
        if not (range_ / tp).exists():
            phrases += _mettre_dans_son_dossier(range_, tp, attendus)
        if phrases:
            remarques[range_.name] = phrases
    return remarques


def _renommer(recu: Path) -> tuple[Path, list[str]]:
    """Accents composés et caractères que nbgrader prendrait pour un motif de recherche."""
    nom = re.sub(r"[\[\]*?\x00-\x1f]|^\.", "-", unicodedata.normalize("NFC", _en_unicode(recu.name)))
    cible = recu.with_name(nom[:NOM_MAX])
    if nom == recu.name or (cible.exists() and cible.samefile(recu)):
        return recu, []
    cible = next(libre for libre in _candidats(cible) if not libre.exists())
    recu.rename(cible)
    return cible, [f"dossier renommé : « {cible.name} »"]


def _candidats(cible: Path) -> Iterator[Path]:
    """Ce nom, ou le même numéroté : il est peut-être déjà pris."""
    yield cible
    yield from (cible.with_name(f"{cible.stem}-{rang}{cible.suffix}") for rang in itertools.count(2))


def _renommer_les_fichiers(rendu: Path) -> list[str]:
    """Des noms que nbgrader ne sait pas écrire : leurs octets ne sont pas de l'UTF-8."""
    remarques = []
    for recu in sorted(rendu.rglob("*"), reverse=True):  # ce que contient un dossier, puis lui
        if (nom := _en_unicode(recu.name)) != recu.name:
            cible = next(c for c in _candidats(recu.with_name(nom_de_fichier(nom))) if not c.exists())
            recu.rename(cible)
            remarques.append(f"fichier renommé : « {cible.name} »")
    return remarques


def _en_unicode(nom: str) -> str:
    """Le nom d'un dossier ; ses octets ne sont parfois pas de l'UTF-8 mais l'ancien codage de Windows."""
    try:
        nom.encode()
    except UnicodeEncodeError:
        return os.fsencode(nom).decode("cp1252", "replace")
    return nom


def _mettre_dans_son_dossier(eleve: Path, tp: str, attendus: list[Sujet]) -> list[str]:
    """Un carnet posé directement chez l'élève va dans le dossier du TP si on l'y reconnaît."""
    trouves = [(s, c) for s in attendus for c in carnets(eleve) if est_copie(c, s)]
    for sujet, carnet in trouves:
        (eleve / tp).mkdir(exist_ok=True)
        shutil.copyfile(carnet, eleve / tp / (f"{sujet.nom}.ipynb" if len(trouves) == 1 else carnet.name))
    return [f"carnet trouvé hors du dossier {tp} : {lisible(c.name)}" for _, c in trouves]


# --- Les cellules, étape par étape -----------------------------------------------------------------------


def reparations(resources: Any) -> list[str]:
    """Ce que les étapes ont réparé, tel que nbgrader le fait passer de l'une à l'autre."""
    return list(resources["nbgrader"].get("remarques", []))


def autres_notes(resources: Any) -> list[dict[str, Any]]:
    """Ce que ces réparations ont changé d'une note, par cellule de test : les points sans elles."""
    return list(resources["nbgrader"].get("autres", []))


class _Reparation(NbGraderPreprocessor):
    def remarquer(self, resources: Any, phrase: str) -> None:
        """Dit à l'enseignant ce qui vient d'être réparé."""
        self.log.warning(phrase)
        resources["nbgrader"].setdefault("remarques", []).append(phrase)


class Dedoubler(_Reparation):
    """Garde, parmi les copies d'une même cellule, celle qui fait foi.

    - cellule à compléter : la dernière copie travaillée, à défaut la dernière ;
    - cellule de test : la dernière, car elle doit suivre la réponse ;
    - cellule donnée : la première, car la suite s'en sert.

    nbgrader laisserait aux autres copies des métadonnées vides, qu'il prend ensuite pour un format
    périmé : il arrête alors toute la classe. Ici les copies perdantes qui précèdent la bonne restent
    des cellules ordinaires ; les autres (souches intactes, tests, code donné) sont retirées.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Retire du carnet les copies en trop."""
        source = CarnetSource.lire(resources["nbgrader"])
        for grade_id, copies in _copies(nb).items():
            if len(copies) > 1 and grade_id in source:
                combien = f"cellule en {len(copies)} exemplaires"
                self.remarquer(resources, f"{combien}, un seul gardé : {grade_id}")
                _departager(nb, copies, source, grade_id)
        return nb, resources


def _departager(nb: Any, copies: list[Any], source: CarnetSource, grade_id: str) -> None:
    """Garde la bonne copie ; les réponses antérieures deviennent des cellules ordinaires."""
    gardee = _choisir(copies, source, grade_id)
    a_retirer = []
    for rang, cellule in enumerate(copies):
        if rang == gardee:
            continue
        del cellule.metadata["nbgrader"]
        if rang > gardee or not source.est_reponse(grade_id):
            a_retirer.append(id(cellule))
    nb.cells = [cellule for cellule in nb.cells if id(cellule) not in a_retirer]


def _copies(nb: Any) -> dict[str, list[Any]]:
    """Les cellules de chaque identifiant nbgrader, dans l'ordre du carnet."""
    copies: dict[str, list[Any]] = {}
    for cellule in nb.cells:
        if (grade_id := identifiant(cellule)) is not None:
            copies.setdefault(grade_id, []).append(cellule)
    return copies


def _choisir(copies: list[Any], source: CarnetSource, grade_id: str) -> int:
    """Le rang de la copie qui fait foi."""
    if source.est_reponse(grade_id):
        travaillees = [r for r, c in enumerate(copies) if not source.est_intacte(grade_id, c)]
        return travaillees[-1] if travaillees else len(copies) - 1
    return len(copies) - 1 if source.est_test(grade_id) else 0


class Retablir(_Reparation):
    """Rend à chaque cellule connue ses métadonnées d'origine et remet celles qui manquent.

    Une cellule de test revient le plus tard possible (juste avant la cellule connue suivante) : la
    réponse peut se trouver dans une cellule ordinaire. Une cellule donnée revient au plus tôt.
    """

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Répare le carnet en place."""
        source = CarnetSource.lire(resources["nbgrader"])
        cellules = []
        for cellule in nb.cells:
            _retablir_metadonnees(cellule, source)
            self._degager(cellule, source, resources)
            cellules += self._avec_ses_ajouts(nb, cellule, source, resources)
        nb.cells = cellules
        self._remettre_les_manquantes(nb, source, resources)
        return nb, resources

    def _degager(self, cellule: Any, source: CarnetSource, resources: Any) -> None:
        """Une réponse écrite sous le « raise » que le sujet y avait laissé : il l'empêchait de servir."""
        grade_id = identifiant(cellule)
        if grade_id is None or cellule.cell_type != "code" or not source.est_reponse(grade_id):
            return
        degagee = sans_raise_oublie(cellule.source)
        if degagee != cellule.source:
            cellule.source = degagee
            self.remarquer(
                resources, f"« raise NotImplementedError » oublié sur la réponse, retiré : {grade_id}"
            )
            if source.est_test(test := f"{grade_id}{SUFFIXE}"):  # sans cela, elle s'arrêterait toujours là
                autre = {"cellule": test, "points": 0.0, "raison": "« raise NotImplementedError » laissé là"}
                resources["nbgrader"].setdefault("autres", []).append(autre)

    def _avec_ses_ajouts(self, nb: Any, cellule: Any, source: CarnetSource, resources: Any) -> list[Any]:
        """La cellule ; si elle est verrouillée et modifiée, ce que l'élève y a ajouté, dans une autre."""
        grade_id = identifiant(cellule)
        if grade_id is None or not source.cellules[grade_id].reglages["locked"]:
            return [cellule]
        texte = source.cellules[grade_id].source
        if cellule.source.strip() in (texte.strip(), sans_tests_caches(texte).strip()):
            return [cellule]
        ajouts = ajouts_de(cellule.source, texte) if cellule.cell_type == "code" else ""
        suite = " ; ce qui y était ajouté est gardé à côté" if ajouts else ""
        self.remarquer(
            resources, f"cellule verrouillée modifiée, remise comme dans le sujet{suite} : {grade_id}"
        )
        if not ajouts:
            return [cellule]
        # Un test se sert de ce qui le précède ; du code ajouté à un code donné se sert de lui.
        autre = _ordinaire(nb, ajouts)
        return [autre, cellule] if source.est_test(grade_id) else [cellule, autre]

    def _remettre_les_manquantes(self, nb: Any, source: CarnetSource, resources: Any) -> None:
        """Remet, dans l'ordre du sujet, les cellules notées ou verrouillées qui manquent."""
        for grade_id, cellule in source.cellules.items():
            meta = cellule.reglages
            if grade_id in _positions(nb) or not (meta["grade"] or meta["locked"] or meta["task"]):
                continue
            self.remarquer(resources, f"cellule effacée, remise pour la correction : {grade_id}")
            nb.cells.insert(_place(nb, source, grade_id), _neuve(nb, cellule))


# Ce qu'un ajout peut être : de quoi se servir plus loin, pas un essai.
_AJOUTS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


def ajouts_de(ecrit: str, sujet: str) -> str:
    """Les imports, fonctions et variables qu'une cellule a de plus ; les noms du sujet restent les siens."""
    siens, du_sujet = set(map(_ecriture, instructions(sujet))), set(analyser(sujet).definit)
    textes = [_ecriture(i) for i in instructions(ecrit) if isinstance(i, _AJOUTS)]
    ajouts = [texte for texte in textes if texte and texte not in siens]
    return "\n".join(texte for texte in ajouts if not du_sujet & set(analyser(texte).definit))


def _ecriture(instruction: ast.stmt) -> str:
    """Le texte d'une instruction, remis en forme ; vide si elle est trop emboîtée pour être relue."""
    try:
        return ast.unparse(instruction)
    except RecursionError:
        return ""


def sans_raise_oublie(code: str) -> str:
    """Le code sans les « raise NotImplementedError » que suivent d'autres instructions du même bloc."""
    morts = []
    for noeud in (n for i in instructions(code) for n in ast.walk(i)):
        corps = getattr(noeud, "body", None)
        if isinstance(noeud, ast.FunctionDef) and isinstance(corps, list):
            morts += [i for i in corps[:-1] if isinstance(i, ast.Raise) and _pas_ecrit(i)]
    lignes = code.split("\n")
    for mort in morts:
        if mort.lineno == mort.end_lineno and lignes[mort.lineno - 1].strip() == ast.unparse(mort):
            lignes[mort.lineno - 1] = ""
    return "\n".join(lignes)


def _pas_ecrit(instruction: ast.Raise) -> bool:
    return isinstance(instruction.exc, ast.Name) and instruction.exc.id == "NotImplementedError"


def _ordinaire(nb: Any, texte: str) -> Any:
    """Une cellule de code que la correction ne connaît pas."""
    neuve = new_code_cell(texte)
    if nb.nbformat_minor < 5:
        del neuve["id"]
    return neuve


def _retablir_metadonnees(cellule: Any, source: CarnetSource) -> None:
    """Les métadonnées nbgrader de la copie ne sont jamais crues : celles du sujet font foi."""
    grade_id = identifiant(cellule)
    if grade_id is not None and grade_id in source:
        cellule.metadata["nbgrader"] = NotebookNode(source.cellules[grade_id].reglages)
    else:
        cellule.metadata.pop("nbgrader", None)


def _neuve(nb: Any, cellule: Cellule) -> Any:
    """Une cellule neuve portant le texte du sujet."""
    fabrique = new_code_cell if cellule.genre == "code" else new_markdown_cell
    neuve = fabrique(cellule.source, metadata={"nbgrader": dict(cellule.reglages)})
    if nb.nbformat_minor < 5:  # les cellules n'avaient pas d'identifiant avant le format 4.5
        del neuve["id"]
    return neuve


def _positions(nb: Any) -> dict[str, int]:
    """Le rang de chaque cellule nbgrader présente."""
    return {g: rang for rang, c in enumerate(nb.cells) if (g := identifiant(c)) is not None}


def _place(nb: Any, source: CarnetSource, grade_id: str) -> int:
    """Le rang où remettre une cellule : tard pour un test ou une réponse, tôt pour du code donné."""
    presentes = _positions(nb)
    ordre = list(source.cellules)
    rang = ordre.index(grade_id)
    avant = [presentes[g] for g in ordre[:rang] if g in presentes]
    apres = [presentes[g] for g in ordre[rang + 1 :] if g in presentes]
    if source.cellules[grade_id].reglages["grade"]:
        return max(min(apres, default=len(nb.cells)), max(avant, default=-1) + 1)
    return max(avant, default=-1) + 1
