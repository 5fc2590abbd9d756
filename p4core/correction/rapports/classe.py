"""Voir la classe : la réussite de chaque question et les erreurs les plus fréquentes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.carnet_source import identifiant
from p4core.correction.cours import dossier
from p4core.verification.bilan import FAUX, JUSTE, NON_TRAITE

_TITRE = re.compile(r"[✓✗…] .+ : (juste|faux|non traité)(?: — .*)?")
_PHRASE = re.compile(r".+?[.!?…](?=\s|$)", re.DOTALL)


@dataclass(frozen=True)
class Reponse:
    """Ce qu'un élève a obtenu à une question, et le diagnostic qu'on lui a donné."""

    eleve: str
    etat: str
    diagnostic: str
    part: float


@dataclass
class Question:
    """Les réponses de la classe à une question notée automatiquement."""

    nom: str
    points: float
    reponses: list[Reponse] = field(default_factory=list)

    @property
    def reussite(self) -> float:
        """La part moyenne des points, de 0 à 1."""
        return sum(r.part for r in self.reponses) / len(self.reponses) if self.reponses else 0.0

    @property
    def justes(self) -> int:
        """Le nombre d'élèves qui ont tous les points."""
        return sum(r.part >= 1 for r in self.reponses)

    @property
    def sans_reponse(self) -> list[str]:
        """Les élèves qui n'ont rien écrit."""
        return [r.eleve for r in self.reponses if r.etat == NON_TRAITE]

    @property
    def diagnostics(self) -> list[tuple[str, list[str]]]:
        """Chaque erreur et les élèves qui l'ont faite, la plus fréquente d'abord."""
        erreurs = [(r.diagnostic, r.eleve) for r in self.reponses if r.etat == FAUX]
        comptes = Counter(diagnostic for diagnostic, _ in erreurs)
        ordre = sorted(comptes, key=lambda d: (-comptes[d], d))
        return [(d, sorted(eleve for autre, eleve in erreurs if autre == d)) for d in ordre]


def questions(cours: CourseDirectory, notes: Gradebook, tp: str, eleves: Iterable[str]) -> list[Question]:
    """Les questions notées d'un TP, dans l'ordre du sujet, vues par les copies corrigées."""
    vues: dict[str, Question] = {}
    for eleve in eleves:
        parts = _parts(notes, tp, eleve)
        for chemin in sorted(dossier(cours, "autograded", eleve, tp).glob("*.ipynb")):
            for nom, points, sorties in _tests(chemin):
                question = vues.setdefault(nom, Question(nom.removesuffix("-test"), points))
                etat, diagnostic = _diagnostic(sorties, parts.get(nom, 0.0))
                question.reponses.append(Reponse(eleve, etat, diagnostic, parts.get(nom, 0.0)))
    return list(vues.values())


def _parts(notes: Gradebook, tp: str, eleve: str) -> dict[str, float]:
    """La part des points de chaque test, d'après le carnet de notes : c'est lui qui fait foi."""
    grades = [g for carnet in notes.find_submission(tp, eleve).notebooks for g in carnet.grades]
    return {g.name: (g.score or 0.0) / g.max_score for g in grades if g.max_score}


def _tests(chemin: Path) -> list[tuple[str, float, list[Any]]]:
    """Les cellules de test d'un carnet corrigé : leur nom, leurs points, leurs sorties."""
    trouves = []
    for cellule in nbformat.read(chemin, as_version=4).cells:
        meta = cellule.metadata.get("nbgrader", {})
        nom = identifiant(cellule)
        if nom and meta.get("grade") and not meta.get("solution") and meta.get("points"):
            trouves.append((nom, float(meta["points"]), list(cellule.get("outputs", []))))
    return trouves


def _diagnostic(sorties: list[Any], part: float) -> tuple[str, str]:
    """L'état et la première phrase du dernier bilan affiché : celui du test caché, qui décide."""
    for sortie in reversed(sorties):
        texte = _texte(sortie)
        titre, _, message = texte.partition("\n")
        if trouve := _TITRE.fullmatch(titre.strip()):
            etat = trouve[1]
            return etat, "" if etat == JUSTE else premiere_phrase(message)
        if sortie.get("output_type") == "error":
            nom = str(sortie.get("ename", ""))
            vide = nom == "NotImplementedError"
            detail = premiere_phrase(str(sortie.get("evalue", "")))
            return (
                (NON_TRAITE, "") if vide else (FAUX, f"le test s'est arrêté : {nom} : {detail}".rstrip(" :"))
            )
    return (JUSTE, "") if part >= 1 else (FAUX, "réponse fausse, sans diagnostic")


def _texte(sortie: Any) -> str:
    """Le texte d'un affichage ; vide pour les autres sorties."""
    brut = sortie.get("data", {}).get("text/plain", "")
    return "".join(brut) if sortie.get("output_type") == "display_data" else ""


def premiere_phrase(message: str) -> str:
    """La première phrase d'un message, espaces ordinaires : deux diagnostics égaux se regroupent."""
    propre = " ".join(message.split())
    trouve = _PHRASE.match(propre)
    return trouve[0] if trouve else propre
