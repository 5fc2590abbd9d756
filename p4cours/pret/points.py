"""« Où en suis-je ? » : les points des tests visibles, question par question, et ce qui reste à gagner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from p4core.francais import virgule
from p4cours.carnets import ETOILE, SUFFIXE, TEST, TEXTE, etoilees
from p4cours.pret.controles import A_RELANCER, etat_au_noyau
from p4cours.pret.relecture import NotebookOuvert
from p4cours.pret.sujets import DU_TEST, Attendue, sujets
from p4cours.verification.bilan import JUSTE, SIGNES, Bilan, en_html

A_LANCER, VIDE, REDIGEE = "test à lancer", "à rédiger", "rédigée, notée par l'enseignant"
_derniers: dict[tuple[str, str], Bilan] = {}  # ce que le noyau a dit de chaque question, en dernier


def retenir(bilan: Bilan) -> None:
    """Note le dernier bilan d'une question."""
    _derniers[bilan.tp, bilan.question] = bilan


@dataclass(frozen=True)
class Ligne:
    """Une question et ses points."""

    question: str
    etat: str
    points: float
    gagnes: float | None  # None : l'enseignant le dira
    bonus: bool = False
    lien: str = ""

    @property
    def signe(self) -> str:
        """L'état, d'un signe."""
        return SIGNES.get(self.etat, "✎" if self.etat == REDIGEE else "…")

    @property
    def manque(self) -> float:
        """Les points qu'elle n'a pas encore donnés."""
        return self.points - (self.gagnes or 0)

    @property
    def note(self) -> str:
        """« 1,5 / 2 », « / 2 » pour ce que l'enseignant notera."""
        gagnes = "" if self.gagnes is None else f"{virgule(self.gagnes, 'g')} "
        return f"{gagnes}/ {virgule(self.points, 'g')}{f' {ETOILE}' * self.bonus}"


@dataclass(frozen=True)
class Avancement:
    """Les questions d'un TP, dans l'ordre."""

    lignes: tuple[Ligne, ...] = ()

    @property
    def titre(self) -> str:
        """Les totaux : les tests, le bonus, ce qui est noté à la main."""
        tests = [ligne for ligne in self.lignes if ligne.gagnes is not None]
        bonus = [ligne for ligne in tests if ligne.bonus]
        parties = [f"Points des tests : {_total(ligne for ligne in tests if not ligne.bonus)}"]
        if bonus:
            parties.append(f"en bonus {ETOILE} : {_total(bonus)}")
        if a_la_main := [ligne for ligne in self.lignes if ligne.gagnes is None]:
            parties.append(f"à la main : {_somme(a_la_main)}, que l'enseignant donnera")
        return " ; ".join(parties)

    @property
    def reste(self) -> str:
        """Ce qu'il reste à gagner ; vide s'il ne reste rien."""
        manques = [ligne for ligne in self.lignes if ligne.etat not in (JUSTE, REDIGEE)]
        noyau, bonus = (sum(ligne.manque for ligne in manques if ligne.bonus is b) for b in (False, True))
        parties = [_points(noyau)] if noyau else []
        parties += [f"{_points(bonus)} en bonus {ETOILE}"] if bonus else []
        return f"Il reste à gagner : {', '.join(parties)}." if parties else ""

    def __str__(self) -> str:
        lignes = [f"  {ligne.signe} {ligne.question} : {ligne.etat}, {ligne.note}" for ligne in self.lignes]
        return "\n".join([self.titre, *lignes, *filter(None, [self.reste])])

    def html(self) -> str:
        """Les mêmes, avec un lien vers chaque cellule."""
        bord = 'style="text-align:left;padding:.1em .8em .1em 0"'
        rangees = "".join(
            f'<tr><td {bord}>{ligne.signe} <a href="{escape(ligne.lien)}">{en_html(ligne.question)}</a></td>'
            f"<td {bord}>{en_html(ligne.etat)}</td><td {bord}>{en_html(ligne.note)}</td></tr>"
            for ligne in self.lignes
        )
        tete = "".join(f"<th {bord}>{nom}</th>" for nom in ("Question", "Où elle en est", "Points"))
        return (
            f"<div>{en_html(self.titre)}</div><table><tr>{tete}</tr>{rangees}</table>"
            f"<div>{en_html(self.reste)}</div>"
        )


def _points(nombre: float) -> str:
    return f"{virgule(round(nombre, 2), 'g')} point{'s' * (nombre >= 2)}"


def _somme(lignes: list[Ligne]) -> str:
    """« 4 », ou « 4 et 1 ★ » : ce que valent ces questions, le bonus à part."""
    noyau, bonus = (sum(ligne.points for ligne in lignes if ligne.bonus is b) for b in (False, True))
    return " et ".join([virgule(noyau, "g"), *([f"{virgule(bonus, 'g')} {ETOILE}"] if bonus else [])])


def _total(lignes: Iterable[Ligne]) -> str:
    lignes = list(lignes)
    gagnes, points = sum(ligne.gagnes or 0 for ligne in lignes), sum(ligne.points for ligne in lignes)
    return f"{virgule(round(gagnes, 2), 'g')} / {virgule(points, 'g')}"


def avancement(copie: NotebookOuvert, tp: str) -> Avancement:
    """Où en est ce notebook : ce que ses tests ont dit, et ce que l'enseignant notera."""
    bonus = etoilees(copie.cellules)
    comptees = [a for a in sujets()[tp] if a.role in (TEST, TEXTE) and a.points]
    return Avancement(tuple(_ligne(a, copie, tp, a.grade_id in bonus) for a in comptees))


def _ligne(attendue: Attendue, copie: NotebookOuvert, tp: str, bonus: bool) -> Ligne:
    question, lien = attendue.question.removesuffix(DU_TEST), _lien(attendue, copie)
    if attendue.role == TEXTE:
        cellule = copie.connues.get(attendue.grade_id)
        etat = VIDE if cellule is None or attendue.intacte(cellule) else REDIGEE
        return Ligne(question, etat, attendue.points, None, bonus, lien)
    bilan = _derniers.get((tp, question))
    if bilan is None or etat_au_noyau(attendue, copie) == A_RELANCER:
        return Ligne(question, A_LANCER, attendue.points, 0.0, bonus, lien)
    return Ligne(question, bilan.etat, attendue.points, round(attendue.points * bilan.part, 2), bonus, lien)


def _lien(attendue: Attendue, copie: NotebookOuvert) -> str:
    """L'adresse de la réponse (du test, à défaut) dans JupyterLab."""
    noms = (attendue.grade_id.removesuffix(SUFFIXE), attendue.grade_id)
    cellule = next((copie.connues[nom] for nom in noms if nom in copie.connues), None)
    return f"{quote(copie.chemin.name)}#cell-id={quote(cellule.cle)}" if cellule else ""
