"""Le rapport d'un TP en une page HTML, à ouvrir d'un double-clic."""

from __future__ import annotations

from html import escape

from p4core.correction.page import liste, page, tableau
from p4core.correction.phrases import ecrire_nombre, enumerer, pourcent
from p4core.correction.rapports.classe import Question
from p4core.correction.rapports.etats import A_NOTER, ABSENTE, Etat
from p4core.correction.rapports.rapport import Rapport, ecrire_note, resume


def en_page(rapport: Rapport) -> str:
    """La page d'un rapport : échecs, questions, notes."""
    copies = [
        _copies("Copies en échec : elles n'ont pas de note", rapport.echecs, "echec"),
        _copies("Copies pas encore notées", rapport.de(A_NOTER)),
        _copies("Rien rendu", rapport.de(ABSENTE)),
        _copies("Copies notées après réparation", [e for e in rapport.notees if e.remarques]),
    ]
    return page(rapport.titre, "\n".join([*copies[:1], _reussite(rapport), _notes(rapport), *copies[1:]]))


def _copies(titre: str, lignes: list[Etat], classe: str = "") -> str:
    if not lignes:
        return ""
    phrases = [f"{e.qui} : {e.raison}" if e.raison else e.qui for e in lignes]
    return f'<h2>{escape(titre)}</h2><div class="{classe}">{liste(phrases)}</div>'


def _reussite(rapport: Rapport) -> str:
    """Une ligne par question, ses erreurs repliées."""
    if not rapport.questions:
        return ""
    lignes = [[escape(q.nom), _barre(q), escape(resume(q)), _erreurs(rapport, q)] for q in rapport.questions]
    return "<h2>Questions</h2>" + tableau(["question", "réussite", "", "erreurs les plus fréquentes"], lignes)


def _barre(question: Question) -> str:
    texte = pourcent(question.reussite)
    return f'<progress max="1" value="{question.reussite:.3f}">{texte}</progress>'


def _erreurs(rapport: Rapport, question: Question) -> str:
    details = [_erreur(rapport, phrase, eleves) for phrase, eleves in question.diagnostics]
    if question.sans_reponse:
        details.append(_erreur(rapport, "aucune réponse", question.sans_reponse))
    return "".join(details)


def _erreur(rapport: Rapport, phrase: str, eleves: list[str]) -> str:
    noms = escape(enumerer(map(rapport.qui, eleves)))
    return f"<details><summary>{len(eleves)} × {escape(phrase)}</summary>{noms}</details>"


def _notes(rapport: Rapport) -> str:
    if not rapport.notees:
        return ""
    lignes = [[escape(e.qui), _jauge(e), escape(ecrire_note(e))] for e in rapport.notees]
    return "<h2>Notes</h2>" + tableau(["élève", "", "note"], lignes)


def _jauge(etat: Etat) -> str:
    maximum = etat.maximum or 1.0
    return (
        f'<progress max="{maximum:g}" value="{etat.note or 0:g}">{ecrire_nombre(etat.note or 0)}</progress>'
    )
