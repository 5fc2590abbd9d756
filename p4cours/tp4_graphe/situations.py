"""Ce que partagent les questions du TP 4 : donner une situation (joueur, G), en exiger une copie, et les
fonctions du TP refaites sur une Position."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from numbers import Integral
from typing import Any

from p4core.appels import Appel, pure
from p4core.codages import SITUATION, depuis_situation, vers_situation
from p4core.jeu import Case, Position, alignements, masques_alignements, partie_hasard
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Essai
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, montrer, nommer, simple

Grille = list[list[int | None]]
Situation = tuple[int, Grille]
_TOUTES = frozenset((x, y) for x in range(7) for y in range(6))
J0 = 2  # J1 commence : c'est le joueur 1 d'une Position, et J0 le joueur 2


# --- donner une situation, lire la réponse --------------------------------------------------------


def sur_situation(
    signature: str, autres: Callable[..., tuple[Any, ...]] = lambda *cas: (), **reglages: Any
) -> Fonction:
    """Une fonction du TP : d'un cas (position, …), elle reçoit s, puis `autres(position, …)`."""
    nom = signature.partition("(")[0]
    return Fonction(
        signature,
        donner=lambda position, *reste: (vers_situation(position), *autres(position, *reste)),
        appel=lambda position, *reste: (
            f"{nom}({', '.join(map(str, ('s', *autres(position, *reste))))}), {avec_s(position)}"
        ),
        **reglages,
    )


def avec_s(position: Position) -> str:
    """De quelle situation s on parle, la grille étant dessinée."""
    return f"avec s = ({SITUATION.signes[position.trait]}, G)"


def lire_booleen(valeur: Any) -> bool:
    """Vrai ou faux, numpy compris ; ni un numéro de joueur, ni None."""
    valeur = simple(valeur)
    if isinstance(valeur, int) and not isinstance(valeur, bool) and valeur in (0, 1):
        raise Malforme(
            f"on attend True ou False, pas un numéro de joueur ({valeur}) : 0 passerait pour « faux »."
        )
    if not isinstance(valeur, bool):
        raise Malforme(f"on attend True ou False, or c'est {nommer(valeur)} : {montrer(valeur, 80)}.")
    return valeur


def conseiller(epreuve: Epreuve, conseil: str) -> Epreuve:
    """La même épreuve manquée, avec une phrase de plus."""
    assert epreuve.ecart is not None
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=f"{epreuve.ecart.phrase}\n{conseil}"))


# --- des positions tirées au sort, pour qu'une table de celles qu'on a vues ne suffise pas ---------


def miroir(position: Position) -> Position:
    """La même partie, gauche et droite échangées."""
    return Position.depuis_coups([7 - x for x in position.historique])


def tirees(alea: random.Random, positions: Iterable[Position | str], nombre: int) -> list[Position]:
    """Tant de ces positions au plus, chacune retournée une fois sur deux."""
    toutes = [p if isinstance(p, Position) else Position.depuis_coups(p) for p in positions]
    choisies = alea.sample(toutes, min(nombre, len(toutes)))
    return [p if alea.random() < 0.5 else miroir(p) for p in choisies]


def retournees(alea: random.Random, positions: Sequence[Position], nombre: int) -> list[Position]:
    """Tant de ces positions au plus, toutes retournées."""
    return [miroir(p) for p in alea.sample(positions, min(nombre, len(positions)))]


# --- la situation donnée doit ressortir intacte ---------------------------------------------------


def intacte(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel et nomme la copie qui manque, ou qui n'est que superficielle."""
    epreuve = essai.une_fois(appelant)
    if epreuve.reussie and essai.poids == 1:
        return _resultat_durable(epreuve, appelant)
    if epreuve.ecart is None or epreuve.ecart.cause != "argument":
        return epreuve
    phrase = phrase_copie(epreuve.appel)
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase, attendu="s inchangée", cause="copie"))


def _resultat_durable(epreuve: Epreuve, appelant: Appelant) -> Epreuve:
    """Un second appel, sur une autre situation, ne doit rien changer à ce que le premier a renvoyé."""
    rendue = copy.deepcopy(epreuve.appel.valeur)
    autre = vers_situation(Position.depuis_coups("44"))
    appelant((autre, *epreuve.essai.arguments[1:]), delai=epreuve.essai.delai)
    if epreuve.appel.valeur == rendue:
        return epreuve
    phrase = (
        "Appeler de nouveau la fonction change ce que le premier appel avait renvoyé : les deux résultats "
        "partagent une même grille. Chaque appel doit en fabriquer une neuve."
    )
    return replace(epreuve, ecart=Ecart(phrase, "une grille neuve", cause="copie"))


def phrase_copie(appel: Appel) -> str:
    """Pourquoi la situation donnée a changé : pas de copie, ou une copie superficielle."""
    grille = appel.apres[0][1]
    debut = "Après l'appel, la situation s qu'on vous a donnée n'est plus la même : "
    candidates = appel.valeur if isinstance(appel.valeur, list) else [appel.valeur]
    rendues = [v[1] for v in candidates if isinstance(v, tuple) and len(v) == 2 and isinstance(v[1], list)]
    if any(ligne is autre for G in rendues if G is not grille for ligne in G for autre in grille):
        return debut + (
            "votre copie est superficielle. list(G), G[:] ou G.copy() créent une nouvelle liste, mais de "
            "MÊMES lignes : changer une case de la copie change aussi l'originale. Copiez chaque ligne."
        )
    if any(G is grille for G in rendues):
        return debut + (
            "vous posez le pion dans sa grille. H = G ne copie rien : c'est un second nom de la même liste."
        )
    return debut + "une situation ne se modifie jamais, on en construit une nouvelle."


# --- les fonctions du TP, refaites sur une Position -----------------------------------------------


def position_de(s: Any) -> Position:
    """La position d'une situation, même impossible."""
    return depuis_situation(s, legale=False)


def issue(position: Position) -> float | None:
    """inf, -inf, 0 ou None, comme eval_f."""
    if position.gagnant:
        return inf if position.gagnant == J0 else -inf
    return 0 if position.pleine else None


# Aussi exigeantes que l'énoncé : celle qu'on appelle hors de ce qu'il prévoit le dit, au lieu de pardonner.


@lru_cache(maxsize=42)
def _fenetres(case: Case) -> tuple[tuple[Case, ...], ...]:
    return tuple(cases for cases in alignements() if case in cases)


def aligne(position: Position, case: Case) -> bool:
    """Le pion de cette case est-il dans un alignement de sa couleur ?"""
    couleur = position.case(*case)
    return any(all(position.case(x, y) == couleur for x, y in cases) for cases in _fenetres(case))


def a_gagne(position: Position, joueur: int) -> bool:
    """Ce joueur a-t-il un alignement, même si la partie a continué après ?"""
    siens = position.pions[joueur - 1]
    masques = masques_alignements(position.largeur, position.hauteur, position.aligner)
    return any(siens & masque == masque for masque in masques)


def _gagnant(s: Any, coup: Any) -> bool:
    position, case = position_de(s), _case(coup)
    if case is None or not position.case(*case):
        raise ValueError(
            f"gagnant(s, {montrer(coup, 40)}) : cette case ne porte aucun pion, rien n'y a été joué."
        )
    return aligne(position, case)


def _case(coup: Any) -> Case | None:
    """La case d'un coup (ligne, colonne), ou None s'il n'est pas dans la grille."""
    if not isinstance(coup, tuple | list) or len(coup) != 2 or not all(isinstance(n, Integral) for n in coup):
        return None
    return (coup[1], coup[0]) if (coup[1], coup[0]) in _TOUTES else None


def a_pu_jouer(position: Position, coup: Any) -> bool:
    """Ce coup (ligne, colonne) a-t-il pu être le dernier : en haut, à celui qui vient de jouer ?"""
    case = _case(coup)
    if case is None or position.case(*case) != 3 - position.trait:
        return False
    return position.niveau(case[0]) == case[1] + 1


def _eval_f(s: Any, coup: Any = None) -> float | None:
    position = position_de(s)
    dernier = 3 - position.trait
    if coup is not None and not a_pu_jouer(position, coup):
        raise ValueError(f"eval_f(s, {montrer(coup, 40)}) : ce n'est pas le coup qui vient d'être joué.")
    case = None if coup is None else _case(coup)
    if a_gagne(position, dernier) if case is None else aligne(position, case):
        return inf if dernier == J0 else -inf
    return 0 if position.pleine else None


def sans_gagnant(position: Position) -> Position:
    """La position, où l'on peut encore jouer : ni depose_pion ni fils ne regardent si c'est gagné."""
    return replace(position, gagnant=0)


def _suivante(s: Any, j: int) -> Situation:
    return vers_situation(sans_gagnant(position_de(s)).jouer(j))


def _suivantes(s: Any) -> list[Situation]:
    position = sans_gagnant(position_de(s))
    return [vers_situation(position.jouer(x)) for x in position.coups()]


def _partie_finie_au_hasard(s: Any) -> float | None:
    return issue(partie_hasard(random.Random(random.random()), position_de(s)))


_AIDES: dict[str, Callable[..., Any]] = {
    "depose_pion": _suivante,
    "partie_nulle": pure(lambda s: position_de(s).pleine),
    "gagnant": pure(_gagnant),
    "eval_f": pure(_eval_f),
    "fils": _suivantes,
    "construit_cle": lambda s: (s[0], tuple(map(tuple, s[1]))),
    "fin_alea": _partie_finie_au_hasard,
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: _AIDES[nom] for nom in noms}
