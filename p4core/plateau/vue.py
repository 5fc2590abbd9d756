"""La vue : le composant anywidget et l'état que Python lui envoie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from p4core.lectures import Codage
from p4core.plateau.moteur import Moteur
from p4core.plateau.phrases import phrase_et_ton
from p4core.plateau.reflexion import ecrire_note

_DOSSIER = Path(__file__).parent


class Grille(anywidget.AnyWidget):
    """La grille cliquable ; tout ce qu'elle montre tient dans `etat`, envoyé d'un bloc."""

    _esm = _DOSSIER / "plateau.js"
    _css = _DOSSIER / "plateau.css"
    etat = traitlets.Dict().tag(sync=True)


def etat(m: Moteur, codage: Codage) -> dict[str, Any]:
    """Ce que la vue doit montrer du moteur."""
    phrase, ton = phrase_et_ton(m)
    return {
        "version": m.version,
        **_grille(m),
        "jouables": m.jouables,
        "reflechit": m.tour_machine,
        "statut": phrase,
        "ton": ton,
        "details": [{"titre": titre, "texte": texte} for titre, texte in m.rapport.details],
        "joueurs": [_joueur(m, joueur) for joueur in (1, 2)],
        "nulles": m.seance.total_nulles,
        **_analyse(m),
        "coups": list(m.seance.feuille.coups),
        "curseur": m.seance.feuille.curseur,
        "copies": copies(m, codage),
    }


def _grille(m: Moteur) -> dict[str, Any]:
    position = m.position
    colonnes = ["".join(str(v) for v in colonne if v) for colonne in position.cases()]
    return {
        "largeur": position.largeur,
        "hauteur": position.hauteur,
        "colonnes": colonnes,
        "trait": position.trait,
        "finie": m.finie,
        "dernier": position.dernier,
        "gagnantes": list(position.alignement),
    }


def _joueur(m: Moteur, joueur: int) -> dict[str, Any]:
    participant = m.seance.participant(joueur)
    return {"nom": participant.nom, "points": m.seance.points(joueur), "humain": participant.humain}


def _analyse(m: Moteur) -> dict[str, Any]:
    if m.analyse is None:
        return {"notes": [], "conseils": [], "suivi": m.suivre_analyse}
    notes = [
        {"texte": ecrire_note(note), "signe": (note > 0) - (note < 0)} if note is not None else None
        for note in (m.analyse.notes.get(x) for x in range(m.position.largeur))
    ]
    return {
        "notes": notes if m.analyse.notes else [],
        "conseils": m.analyse.conseils,
        "suivi": m.suivre_analyse,
    }


def copies(m: Moteur, codage: Codage) -> list[dict[str, str]]:
    """Les textes que l'on peut copier : les coups, et la valeur Python dans le codage du TP."""
    position = m.position
    textes = [{"nom": "les coups", "texte": position.notation or ""}] if position.notation else []
    return [*textes, {"nom": "la valeur Python", "texte": repr(codage.valeur(position))}]
