"""La commande « p4 ressemblances » : les réponses les plus proches, côte à côte."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import nbformat
from nbgrader.coursedir import CourseDirectory

from p4core.correction.carnet_source import identifiant
from p4core.correction.contenu import Illisible, remettre_en_forme
from p4core.correction.cours import dossier, eleves_ayant_rendu, ouvrir_pour
from p4core.correction.diagnostic import lire_fichier, trouver_renomme
from p4core.correction.journal import dossier_des_rapports
from p4core.correction.phrases import accord, pourcent
from p4core.correction.registre import Registre
from p4core.correction.ressemblances.moteur import Rapprochement, rapprocher
from p4core.correction.sujet import Sujet, sujets

ENSEMBLE = "toute la copie"
AVERTISSEMENT = (
    "Un indice, jamais une preuve : deux élèves peuvent écrire la même chose en travaillant ensemble, en "
    "suivant le même cours ou par hasard. Lisez les deux réponses et parlez-en avec eux avant de conclure."
)


@dataclass
class Paire:
    """Deux copies proches : leur ressemblance d'ensemble et les questions qui frappent."""

    eleves: tuple[str, str]
    ensemble: Rapprochement | None = None
    questions: dict[str, Rapprochement] = field(default_factory=dict)

    @property
    def force(self) -> tuple[float, float]:
        """De quoi classer : la ressemblance d'ensemble, puis la longueur de ce qui est commun."""
        return (self.ensemble.part if self.ensemble else 0.0, sum(r.commun for r in self.questions.values()))


@dataclass
class Comparaison:
    """Les paires à regarder, la plus proche d'abord, et ce qui n'a pas pu être comparé."""

    tp: str
    copies: int
    paires: list[Paire]
    illisibles: list[str]


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    analyseur.add_argument("--paires", type=int, default=15, help="le nombre de paires à montrer (15)")


def executer(arguments: Namespace) -> int:
    """Affiche le résumé et écrit la page ; rend 2 si copydetect manque."""
    from p4core.correction.ressemblances.page import en_page

    if find_spec("copydetect") is None:
        print("Il faut copydetect : pip install -e '.[ressemblances]'")
        return 2
    cours = ouvrir_pour(arguments.tp)
    comparaison = comparer(cours, arguments.tp, arguments.paires)
    registre = Registre(cours, arguments.tp)
    print(resumer(comparaison, registre))
    cible = dossier_des_rapports(cours) / f"{arguments.tp}-ressemblances.html"
    cible.parent.mkdir(parents=True, exist_ok=True)
    cible.write_text(en_page(comparaison, registre), "utf-8")
    print(f"Côte à côte, à ouvrir dans un navigateur : {cible}")
    return 0


def comparer(cours: CourseDirectory, tp: str, paires: int = 15) -> Comparaison:
    """Compare toutes les copies d'un TP, question par question et dans l'ensemble."""
    attendus = sujets(cours, tp)
    donne = "\n\n".join(c.source for s in attendus for c in s.cellules if c.cell_type == "code")
    copies, illisibles = _lire_les_copies(cours, tp, attendus)
    trouvees: dict[tuple[str, str], Paire] = {}
    for nom in [ENSEMBLE, *sorted({q for copie in copies.values() for q in copie} - {""})]:
        codes = {eleve: _code(copie, nom) for eleve, copie in copies.items()}
        for trouve in rapprocher({e: code for e, code in codes.items() if code}, donne):
            paire = trouvees.setdefault(trouve.eleves, Paire(trouve.eleves))
            if nom == ENSEMBLE:
                paire.ensemble = trouve
            elif trouve.frappant:
                paire.questions[nom] = trouve
    frappantes = [p for p in trouvees.values() if p.questions or (p.ensemble and p.ensemble.frappant)]
    ordre = sorted(frappantes, key=lambda p: p.force, reverse=True)
    return Comparaison(tp, len(copies), ordre[:paires], illisibles)


def _code(copie: dict[str, str], nom: str) -> str:
    return "\n\n".join(copie.values()) if nom == ENSEMBLE else copie.get(nom, "")


def _lire_les_copies(
    cours: CourseDirectory, tp: str, attendus: list[Sujet]
) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Le code de chaque élève, par question ; la clé vide réunit ses cellules à lui."""
    copies: dict[str, dict[str, str]] = {}
    illisibles = []
    for eleve in eleves_ayant_rendu(cours, tp):
        try:
            copies[eleve] = {q: c for sujet in attendus for q, c in _reponses(cours, tp, eleve, sujet)}
        except Illisible as raison:
            illisibles.append(f"{eleve} : {raison}")
    return copies, illisibles


def _reponses(cours: CourseDirectory, tp: str, eleve: str, sujet: Sujet) -> Iterator[tuple[str, str]]:
    """Les réponses travaillées d'une copie, puis ses cellules de code qui ne viennent pas du sujet."""
    rendu = dossier(cours, "submitted", eleve, tp)
    chemin = trouver_renomme(rendu, sujet) or rendu / f"{sujet.nom}.ipynb"
    contenu = json.loads(remettre_en_forme(lire_fichier(chemin), chemin.name)[0])
    distribues = {c.source.strip() for c in sujet.cellules}
    libres = []
    for cellule in nbformat.from_dict(contenu).cells:
        code = _source(cellule)
        if cellule.cell_type != "code" or code.strip() in distribues:
            continue
        if (nom := identifiant(cellule)) in sujet.identifiants and nom:
            yield nom, code
        else:
            libres.append(code)
    if libres:
        yield "", "\n\n".join(libres)


def _source(cellule: Any) -> str:
    return "".join(cellule.source)


def resumer(comparaison: Comparaison, registre: Registre) -> str:
    """Le résumé pour le terminal."""
    copies = accord(comparaison.copies, "copie comparée", "copies comparées")
    paires = accord(len(comparaison.paires), "paire à regarder", "paires à regarder")
    lignes = [f"{comparaison.tp} : {copies}, {paires}.", AVERTISSEMENT, ""]
    for rang, paire in enumerate(comparaison.paires, 1):
        qui = " et ".join(registre.nom(eleve) for eleve in paire.eleves)
        lignes.append(f"{rang:>3}. {qui} : {decrire(paire)}")
    return "\n".join([*lignes, *(f"Non comparée — {phrase}" for phrase in comparaison.illisibles)])


def decrire(paire: Paire) -> str:
    """« 92 % de toute la copie ; victoire 100 %, IA 95 % »."""
    ensemble = f"{pourcent(paire.ensemble.part)} de {ENSEMBLE}" if paire.ensemble else ""
    details = ", ".join(f"{nom} {pourcent(r.part)}" for nom, r in paire.questions.items())
    return " ; ".join(x for x in (ensemble, details) if x)
