"""Le rapport d'un TP : qui est noté, qui ne l'est pas et pourquoi, ce que la classe a su faire."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import ouvrir
from p4core.correction.journal import dossier_des_rapports
from p4core.correction.phrases import accord, ecrire_nombre, enumerer, pourcent
from p4core.correction.rapports.classe import Question, questions
from p4core.correction.rapports.etats import A_NOTER, ABSENTE, ECHEC, Etat, etats

ENTETES = ["élève", "nom", "état", "note", "sur", "raison"]


@dataclass(frozen=True)
class Rapport:
    """L'état d'une classe sur un TP ; son texte est du Markdown."""

    tp: str
    lignes: list[Etat]
    questions: list[Question] = field(default_factory=list)

    def de(self, *choix: str) -> list[Etat]:
        """Les copies qui sont dans l'un de ces états."""
        return [ligne for ligne in self.lignes if ligne.etat in choix]

    @property
    def echecs(self) -> list[Etat]:
        """Les copies rendues qui n'ont pas pu être notées."""
        return self.de(ECHEC)

    @property
    def notees(self) -> list[Etat]:
        """Les copies qui ont une note."""
        return [e for e in self.lignes if e.note is not None]

    @property
    def titre(self) -> str:
        """« tp3_ia : 28 copies notées, 1 échec »."""
        notees = accord(len(self.notees), "copie notée", "copies notées")
        return f"{self.tp} : {notees}, {accord(len(self.echecs), 'échec', 'échecs')}"

    def qui(self, eleve: str) -> str:
        """Le vrai nom d'un élève, s'il est connu."""
        return next((e.qui for e in self.lignes if e.eleve == eleve), eleve)

    def __str__(self) -> str:
        parties = [
            f"# {self.titre}",
            _section("Copies en échec : elles n'ont pas de note", self.echecs),
            _section("Copies notées après réparation", [e for e in self.notees if e.remarques]),
            _section("Copies pas encore notées", self.de(A_NOTER)),
            _section("Rien rendu", self.de(ABSENTE)),
            "\n".join(
                ["## Notes", "", *(f"- {e.qui} : {ecrire_note(e)}" for e in self.notees), *self._moyenne()]
            ),
            "\n\n".join(["## Questions", *map(self._question, self.questions)]) if self.questions else "",
        ]
        return "\n\n".join(p for p in parties if p) + "\n"

    def _moyenne(self) -> list[str]:
        if len(self.notees) < 2:
            return []
        moyenne = sum(e.note or 0.0 for e in self.notees) / len(self.notees)
        return ["", f"Moyenne : {ecrire_nombre(moyenne)} / {ecrire_nombre(self.notees[0].maximum)}"]

    def _question(self, question: Question) -> str:
        """Une question : réussite, erreurs de la plus fréquente à la plus rare, réponses vides."""
        lignes = [f"### {question.nom} ({ecrire_nombre(question.points)}) : {resume(question)}", ""]
        for diagnostic, eleves in question.diagnostics:
            lignes.append(f"- {len(eleves)} × {diagnostic} — {enumerer(map(self.qui, eleves))}")
        if vides := question.sans_reponse:
            lignes.append(f"- {len(vides)} × aucune réponse — {enumerer(map(self.qui, vides))}")
        return "\n".join(lignes).rstrip()


def resume(question: Question) -> str:
    """« 72 % des points, 5 justes sur 8 »."""
    justes = accord(question.justes, "juste", "justes")
    return f"{pourcent(question.reussite)} des points, {justes} sur {len(question.reponses)}"


def dresser(tp: str, cours: CourseDirectory | None = None, racine: Path | None = None) -> Rapport:
    """Dresse le rapport d'un TP et l'écrit dans « gestion/rapports » (Markdown, CSV et page HTML)."""
    from p4core.correction.rapports.rapport_page import en_page

    cours = cours or ouvrir(racine)
    with Gradebook(cours.db_url, cours.course_id) as notes:
        lignes = etats(cours, notes, tp)
        vues = questions(cours, notes, tp, [e.eleve for e in lignes if e.note is not None])
    rapport = Rapport(tp, lignes, vues)
    cible = dossier_des_rapports(cours)
    cible.mkdir(parents=True, exist_ok=True)
    (cible / f"{tp}.md").write_text(str(rapport), "utf-8")
    (cible / f"{tp}.html").write_text(en_page(rapport), "utf-8")
    with (cible / f"{tp}.csv").open("w", encoding="utf-8-sig", newline="") as fichier:
        cases = ([e.eleve, e.nom, e.etat, *note_et_sur(e), e.raison] for e in rapport.lignes)
        ecrire_csv(fichier, ENTETES, cases)
    return rapport


def ecrire_csv(fichier: object, entetes: list[str], lignes: Iterable[list[str]]) -> None:
    """Un CSV que les tableurs français ouvrent tel quel : point-virgule et virgule décimale."""
    sortie = csv.writer(fichier, delimiter=";")  # type: ignore[arg-type]
    sortie.writerow(entetes)
    sortie.writerows([inerte(case) for case in ligne] for ligne in lignes)


def inerte(case: str) -> str:
    """Une case qu'un tableur ne prendra pas pour une formule : le texte peut venir d'un élève."""
    return f"'{case}" if len(case) > 1 and case[0] in "=+-@\t\r" else case


def ecrire_note(etat: Etat) -> str:
    """« 12,5 / 20 », suivi de l'état quand il y a encore à relire."""
    note, sur = note_et_sur(etat)
    return f"{note} / {sur}" + ("" if etat.etat == "notée" else f" ({etat.etat})")


def note_et_sur(etat: Etat) -> list[str]:
    """La note et son maximum ; deux cases vides pour une copie qui n'a pas de note."""
    return ["", ""] if etat.note is None else [ecrire_nombre(etat.note), ecrire_nombre(etat.maximum)]


def _section(titre: str, lignes: list[Etat]) -> str:
    """Une liste sous son titre ; rien si elle est vide."""
    puces = [f"- **{e.qui}** : {e.raison}" if e.raison else f"- **{e.qui}**" for e in lignes]
    return "\n".join([f"## {titre}", "", *puces]) if lignes else ""
