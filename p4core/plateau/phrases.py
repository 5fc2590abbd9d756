"""Les phrases du plateau : à qui le tour, ce qui vient de se passer, comment la partie a fini."""

from __future__ import annotations

import re

from p4core.plateau.moteur import Moteur
from p4core.seance import Participant

COULEURS = {1: "jaune", 2: "rouge"}
VOUS = "Vous"


def phrase_et_ton(m: Moteur) -> tuple[str, str]:
    """La phrase de la ligne d'état et son ton : info, attente, fin, alerte ou erreur."""
    phrase, ton = _phrase_et_ton(m)
    return composer(phrase), ton


def composer(phrase: str) -> str:
    """La phrase avec les espaces insécables de la typographie française."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", phrase)


def _phrase_et_ton(m: Moteur) -> tuple[str, str]:
    if m.rapport.echec:
        return f"{m.rapport.phrase} {_suite(m)}".strip(), "erreur"
    phrase, ton = _situation(m)
    if m.rapport.alertes:
        return f"{phrase} {m.rapport.phrase}", "alerte"
    return phrase, ton


def _suite(m: Moteur) -> str:
    if m.en_pause and not m.seance.au_trait.humain:
        return "Rien n'est perdu : jouez à sa place, annulez, ou réessayez avec « Continuer »."
    return ""


def _situation(m: Moteur) -> tuple[str, str]:
    if m.finie:
        return _fin(m), "fin"
    if m.preparation:
        return f"{_dernier(m)}{m.preparation}", "attente"
    if m.tour_machine:
        return f"{_dernier(m)}{m.seance.au_trait.nom} réfléchit…", "attente"
    debut = _relecture(m) or _dernier(m)
    if m.en_pause and not m.seance.au_trait.humain:
        return f"{debut}En pause : c'est à {m.seance.au_trait.nom} de jouer.", "info"
    return f"{debut}{_tour(m)}{_conseil(m)}", "info"


def _fin(m: Moteur) -> str:
    if not m.verdict.resultat:
        if not m.position.pleine:  # la règle permet de jouer, la fonction « coups » de l'élève non
            return "La partie s'arrête : votre fonction ne laisse aucune colonne à jouer."
        return "Partie nulle : la grille est pleine."
    gagnant = m.seance.participant(m.verdict.resultat)
    verbe = "gagnez" if gagnant.nom == VOUS else "gagne"
    couleur = COULEURS[m.verdict.resultat]
    return f"{gagnant.nom} {verbe} ({couleur}) en {m.position.nb_coups} coups !"


def _relecture(m: Moteur) -> str:
    feuille = m.seance.feuille
    total = len(feuille.coups)
    return f"Coup {feuille.curseur} sur {total}. " if feuille.curseur < total else ""


def _dernier(m: Moteur) -> str:
    """Le coup qui vient d'être joué : un lecteur d'écran l'annonce."""
    dernier = m.position.dernier
    if dernier is None:
        return ""
    auteur = m.seance.participant(3 - m.position.trait)
    verbe = "avez joué" if auteur.nom == VOUS else "a joué"
    return f"{auteur.nom} {verbe} colonne {dernier[0] + 1}. "


def _tour(m: Moteur) -> str:
    trait = m.position.trait
    return f"À {_nom(m.seance.participant(trait))} de jouer ({COULEURS[trait]})."


def _conseil(m: Moteur) -> str:
    conseils = m.analyse.conseils if m.analyse else []
    if not conseils:
        return ""
    pluriel = "s" if len(conseils) > 1 else ""
    colonnes = " ou ".join(str(x + 1) for x in conseils)
    return f" Coup{pluriel} conseillé{pluriel} : colonne {colonnes}."


def _nom(participant: Participant) -> str:
    return "vous" if participant.nom == VOUS else participant.nom
