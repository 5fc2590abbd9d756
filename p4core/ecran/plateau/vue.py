"""Ce que montre le plateau : la grille cliquable, l'état que Python lui envoie, les phrases affichées."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from p4core.codages import Codage
from p4core.ecran.affichage import COULEURS, deplies
from p4core.ecran.plateau.consultation import Analyse
from p4core.ecran.plateau.moteur import Moteur
from p4core.ecran.seance import Participant, Seance
from p4core.ecran.vivant import Canal
from p4core.francais import composer, enumerer, note_signee, quantite
from p4core.jeu import Position

VOUS = "Vous"
_DOSSIER = Path(__file__).parent


class Grille(anywidget.AnyWidget):
    """La grille cliquable ; tout ce qu'elle montre tient dans `etat`, envoyé d'un bloc."""

    _esm = _DOSSIER / "plateau.js"
    _css = _DOSSIER / "plateau.css"
    canal = traitlets.Instance(Canal, ()).tag(sync=True, **widgets.widget_serialization)

    @property
    def etat(self) -> dict[str, Any]:
        """Ce que montre la grille."""
        return dict(self.canal.etat)

    @etat.setter
    def etat(self, nouveau: dict[str, Any]) -> None:
        self.canal.etat = nouveau


def etat(m: Moteur, codage: Codage) -> dict[str, Any]:
    """Ce que la vue doit montrer du moteur."""
    phrase, ton = phrase_et_ton(m, codage)
    return {
        "version": m.version,
        **_grille(m),
        "origine": codage.premier_numero,
        "jouables": m.jouables,
        "reflechit": m.tour_machine,
        "statut": phrase,
        "ton": ton,
        "details": deplies(m.constat.details),
        "joueurs": [_joueur(m, joueur) for joueur in (1, 2)],
        "nulles": m.seance.total_nulles,
        **_analyse(m),
        "depart": _colonnes(m.seance.feuille.depart),
        "coups": list(m.seance.feuille.coups),
        "curseur": m.seance.feuille.curseur,
        "copies": copies(m, codage),
    }


def _grille(m: Moteur) -> dict[str, Any]:
    position = m.position
    return {
        "largeur": position.largeur,
        "hauteur": position.hauteur,
        "colonnes": _colonnes(position),
        "trait": position.trait,
        "finie": m.finie,
        "dernier": position.dernier,
        "gagnantes": list(position.alignement),
    }


def _colonnes(position: Position) -> list[str]:
    """Les pions de chaque colonne, de bas en haut."""
    return ["".join(str(v) for v in colonne if v) for colonne in position.cases()]


def _joueur(m: Moteur, joueur: int) -> dict[str, Any]:
    participant = m.seance.participant(joueur)
    return {"nom": participant.nom, "points": m.seance.points(joueur), "humain": participant.humain}


def _analyse(m: Moteur) -> dict[str, Any]:
    if m.analyse is None:
        return {"notes": [], "conseils": [], "legende": "", "suivi": m.suivre_analyse}
    notes = [
        {"texte": note_signee(note), "signe": (note > 0) - (note < 0)} if note is not None else None
        for note in (m.analyse.notes.get(x) for x in range(m.position.largeur))
    ]
    return {
        "notes": notes if m.analyse.notes else [],
        "conseils": m.analyse.conseils,
        "legende": composer(legende(m.analyse, m.position)),
        "suivi": m.suivre_analyse,
    }


def legende(analyse: Analyse, position: Position) -> str:
    """Ce que veulent dire les notes, sur les valeurs mêmes que l'on a sous les yeux."""
    notes = analyse.notes.values()
    if not notes:
        return ""
    if not analyse.exacte:
        infinies = any(abs(note) == inf for note in notes)
        fin = " +∞ : gain forcé, −∞ : perte forcée." if infinies else ""
        return f"Notes de {analyse.auteur}, pour qui doit jouer : la plus grande est la meilleure.{fin}"
    phrases = [_exacte(int(note), position) for note in sorted({max(notes), min(notes)}, reverse=True)]
    return f"Notes exactes, pour qui doit jouer. {' '.join(phrases)}"


def _exacte(note: int, position: Position) -> str:
    """Une note du solveur : qui gagne, et combien de pions il pose encore si personne ne se trompe."""
    if not note:
        return "0 : partie nulle."
    rang = position.nb_coups + (note < 0)  # celui du premier pion que posera le gagnant
    dernier = position.largeur * position.hauteur - 2 * abs(note)
    pions = (dernier + (dernier + rang) % 2 - rang) // 2 + 1
    qui = "on gagne" if note > 0 else "l'adversaire gagne"
    return f"{note_signee(note)} : {qui} en posant encore {quantite(pions, 'pion')}."


def copies(m: Moteur, codage: Codage) -> list[dict[str, str]]:
    """Les textes que l'on peut copier : les coups, et la valeur Python dans le codage du TP."""
    position, textes = m.position, []
    # Une suite de coups compte à partir de 1 : là où le TP compte à partir de 0, elle dirait autre chose.
    if position.notation and codage.premier_numero == 1:
        textes.append({"nom": f"les coups (colonnes 1 à {position.largeur})", "texte": position.notation})
    return [*textes, {"nom": "la valeur Python", "texte": repr(codage.valeur(position))}]


# --- la barre d'actions : un bouton dit l'action qu'il demande, et le plateau la fait ----------------------

_BULLES = {
    "nouvelle": "Commencer une autre partie",
    "annuler": "Reprendre le dernier coup et la réponse (Retour arrière)",
    "refaire": "Rejouer ce qui vient d'être repris",
    "pause": "Suspendre ou relancer les machines",
    "conseil": "Montrer le coup conseillé",
    "analyse": "Noter chaque colonne selon l'IA",
    "reglages": "Joueurs, noms, vitesse, position de départ",
}


def barre(m: Moteur, reglages: bool) -> list[dict[str, Any]]:
    """Les boutons sous la grille, en accord avec la partie ; `reglages` : leur panneau est-il ouvert ?"""
    libre = not (m.finie or m.tour_machine)
    return [
        _bouton("nouvelle", "Nouvelle partie"),
        _bouton("annuler", "Annuler", m.seance.rang_annulation() is not None),
        _bouton("refaire", "Refaire", m.seance.rang_retablissement() is not None),
        *_pause(m),
        _bouton("conseil", "Conseil", libre),
        _bouton("analyse", "Analyse", libre, enfonce=m.suivre_analyse),
        _bouton("reglages", "Réglages", enfonce=reglages),
    ]


def _bouton(
    action: str, texte: str, actif: bool = True, *, icone: str = "", enfonce: bool | None = None
) -> dict[str, Any]:
    """Un bouton, en données ; `enfonce` n'est pas None si c'est une bascule."""
    return {
        "action": action,
        "texte": texte,
        "bulle": _BULLES[action],
        "icone": icone or action,
        "actif": actif,
        "enfonce": enfonce,
    }


def _pause(m: Moteur) -> list[dict[str, Any]]:
    """Le bouton de pause, là où il y a des machines à suspendre ou à relancer."""
    machines = not any(p.humain for p in m.seance.participants)
    if not machines and not m.en_pause:
        return []
    texte, icone = ("Continuer", "lecture") if m.en_pause else ("Pause", "pause")
    return [_bouton("pause", texte, not m.finie, icone=icone)]


# --- les phrases : à qui le tour, ce qui vient de se passer, comment la partie a fini -------------------


def phrase_et_ton(m: Moteur, codage: Codage) -> tuple[str, str]:
    """La phrase de la ligne d'état et son ton : info, attente, fin, alerte ou erreur."""
    if m.constat.echec:
        return composer(f"{m.constat.phrase} {_suite(m)}".strip()), "erreur"
    phrase, ton = _situation(m, codage)
    if m.constat.alertes:
        return composer(f"{phrase} {m.constat.phrase}"), "alerte"
    return composer(phrase), ton


def _suite(m: Moteur) -> str:
    if m.en_pause and not m.seance.au_trait.humain:
        return "Rien n'est perdu : jouez à sa place, annulez, ou réessayez avec « Continuer »."
    return ""


def _situation(m: Moteur, codage: Codage) -> tuple[str, str]:
    if m.finie:
        return _fin(m), "fin"
    dernier = _dernier(m, codage)
    if m.preparation:
        return f"{dernier}{m.preparation}", "attente"
    if m.tour_machine:
        return f"{dernier}{m.seance.au_trait.nom} réfléchit…", "attente"
    debut = _relecture(m) or dernier
    if m.en_pause and not m.seance.au_trait.humain:
        return f"{debut}En pause : c'est à {m.seance.au_trait.nom} de jouer.", "info"
    return f"{debut}{_tour(m)}{_conseil(m, codage)}", "info"


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


def _dernier(m: Moteur, codage: Codage) -> str:
    """Le coup qui vient d'être joué : un lecteur d'écran l'annonce."""
    dernier = m.position.dernier
    if dernier is None:
        return ""
    auteur = m.seance.participant(3 - m.position.trait)
    verbe = "avez joué" if auteur.nom == VOUS else "a joué"
    return f"{auteur.nom} {verbe} colonne {codage.numero(dernier[0])}. "


def _tour(m: Moteur) -> str:
    trait = m.position.trait
    return f"À {_nom(m.seance.participant(trait))} de jouer ({COULEURS[trait]})."


def _conseil(m: Moteur, codage: Codage) -> str:
    conseils = m.analyse.conseils if m.analyse else []
    if not conseils:
        return ""
    pluriel = "s" if len(conseils) > 1 else ""
    colonnes = enumerer((str(codage.numero(x)) for x in conseils), "ou")
    auteur = m.analyse.auteur if m.analyse else ""
    return f" Coup{pluriel} conseillé{pluriel} par {auteur} : colonne{pluriel} {colonnes}."


def _nom(participant: Participant) -> str:
    return "vous" if participant.nom == VOUS else participant.nom


# --- sans Python : ce que autonome.mjs doit savoir d'une partie pour la continuer dans une page -------------

SUPPLEANTE = "3"  # l'IA par règles qui remplace, dans une page, une machine que seul Python fait jouer


def sans_python(seance: Seance, codage: Codage) -> dict[str, Any]:
    """La partie, en données ; la personne d'abord, s'il n'y en a qu'une."""
    depart, participants, premier = seance.feuille.depart, list(seance.participants), seance.premier
    if not participants[0].humain and participants[1].humain:
        participants, premier = participants[::-1], 1 - premier
    donnees: dict[str, Any] = {
        "joueurs": [_genre(p, depart) for p in participants],
        "premier": premier,
        "depart": {"largeur": depart.largeur, "hauteur": depart.hauteur, "aligner": depart.aligner},
        "coups": list(seance.feuille.coups),
        "origine": codage.premier_numero,
    }
    if depart.nb_coups:
        donnees["depart"] |= {"colonnes": _colonnes(depart), "trait": depart.trait}
    if all(p.humain for p in participants):
        donnees["noms"] = [p.nom for p in participants]
    return donnees


def _genre(participant: Participant, depart: Position) -> str:
    """Le joueur de la page qui tient lieu de ce participant."""
    if participant.ia is None:
        return "humain"
    origine = participant.ia.origine
    connue = origine == "hasard" or (origine == "parfait" and _usuelle(depart))
    return origine if connue else SUPPLEANTE


def _usuelle(depart: Position) -> bool:
    """Est-ce la grille que le solveur de la page connaît ?"""
    return (depart.largeur, depart.hauteur, depart.aligner) == (7, 6, 4)
