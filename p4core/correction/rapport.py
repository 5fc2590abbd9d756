"""Le rapport d'un TP : qui est noté, qui ne l'est pas, et pourquoi."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import ouvrir
from p4core.correction.etats import A_NOTER, ABSENTE, ECHEC, Etat, etats
from p4core.correction.journal import dossier_des_rapports

ENTETES = ["élève", "état", "note", "sur", "raison"]


@dataclass(frozen=True)
class Rapport:
    """L'état d'une classe sur un TP ; son texte est du Markdown."""

    tp: str
    lignes: list[Etat]

    def de(self, *choix: str) -> list[Etat]:
        """Les copies qui sont dans l'un de ces états."""
        return [ligne for ligne in self.lignes if ligne.etat in choix]

    @property
    def echecs(self) -> list[Etat]:
        """Les copies rendues qui n'ont pas pu être notées."""
        return self.de(ECHEC)

    def __str__(self) -> str:
        notees = [e for e in self.lignes if e.note is not None]
        parties = [
            f"# {self.tp} : {_accord(len(notees), 'copie notée', 'copies notées')}, "
            f"{_accord(len(self.echecs), 'échec', 'échecs')}",
            _section("Copies en échec : elles n'ont pas de note", self.echecs),
            _section("Copies notées après réparation", [e for e in notees if e.remarques]),
            _section("Copies pas encore notées", self.de(A_NOTER)),
            _section("Rien rendu", self.de(ABSENTE)),
            "\n".join(["## Notes", "", *(f"- {e.eleve} : {ecrire_note(e)}" for e in notees)]),
        ]
        return "\n\n".join(p for p in parties if p) + "\n"


def dresser(tp: str, cours: CourseDirectory | None = None, racine: Path | None = None) -> Rapport:
    """Dresse le rapport d'un TP et l'écrit dans « gestion/rapports » (Markdown et CSV)."""
    cours = cours or ouvrir(racine)
    with Gradebook(cours.db_url, cours.course_id) as notes:
        rapport = Rapport(tp, etats(cours, notes, tp))
    cible = dossier_des_rapports(cours)
    cible.mkdir(parents=True, exist_ok=True)
    (cible / f"{tp}.md").write_text(str(rapport), "utf-8")
    with (cible / f"{tp}.csv").open("w", encoding="utf-8-sig", newline="") as fichier:
        ecrire_csv(fichier, ENTETES, ([e.eleve, e.etat, *_note_et_sur(e), e.raison] for e in rapport.lignes))
    return rapport


def ecrire_csv(fichier: object, entetes: list[str], lignes: Iterable[list[str]]) -> None:
    """Un CSV que les tableurs français ouvrent tel quel : point-virgule et virgule décimale."""
    sortie = csv.writer(fichier, delimiter=";")  # type: ignore[arg-type]
    sortie.writerow(entetes)
    sortie.writerows(lignes)


def ecrire_nombre(valeur: float) -> str:
    """Un nombre à la française : 12,5."""
    return f"{valeur:.2f}".rstrip("0").rstrip(".").replace(".", ",")


def ecrire_note(etat: Etat) -> str:
    """« 12,5 / 20 », suivi de l'état quand il y a encore à relire."""
    note, sur = _note_et_sur(etat)
    return f"{note} / {sur}" + ("" if etat.etat == "notée" else f" ({etat.etat})")


def _note_et_sur(etat: Etat) -> list[str]:
    """La note et son maximum ; deux cases vides pour une copie qui n'a pas de note."""
    return ["", ""] if etat.note is None else [ecrire_nombre(etat.note), ecrire_nombre(etat.maximum)]


def _section(titre: str, lignes: list[Etat]) -> str:
    """Une liste sous son titre ; rien si elle est vide."""
    puces = [f"- **{e.eleve}** : {e.raison}" if e.raison else f"- **{e.eleve}**" for e in lignes]
    return "\n".join([f"## {titre}", "", *puces]) if lignes else ""


def _accord(nombre: int, singulier: str, pluriel: str) -> str:
    return f"{nombre} {singulier if nombre < 2 else pluriel}"
