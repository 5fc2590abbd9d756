"""Ce que partagent les questions du TP 4 : donner une situation (joueur, G), en exiger une copie, et les
fonctions du TP refaites sur une Position."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from p4core.appels import Appel, pure
from p4core.codages import SITUATION, depuis_situation, vers_situation
from p4core.jeu import Position, partie_hasard
from p4cours.verification.essais import Appelant, Epreuve, Essai
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, montrer, nommer, simple

Grille = list[list[int | None]]
Situation = tuple[int, Grille]
J0 = 2  # J1 commence : c'est le joueur 1 d'une Position, et J0 le joueur 2


# --- donner une situation, lire la réponse --------------------------------------------------------


def sur_situation(
    signature: str, autres: Callable[..., tuple[Any, ...]] = lambda *cas: (), **reglages: Any
) -> Fonction:
    """Une fonction du TP : d'un cas (position, …), elle reçoit la situation s, puis `autres(position, …)`."""
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


# --- la situation donnée doit ressortir intacte ---------------------------------------------------


def intacte(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel et nomme la copie qui manque, ou qui n'est que superficielle."""
    epreuve = essai.une_fois(appelant)
    if epreuve.ecart is None or epreuve.ecart.cause != "argument":
        return epreuve
    phrase = phrase_copie(epreuve.appel)
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase, attendu="s inchangée", cause="copie"))


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


def _suivante(s: Any, j: int) -> Situation:
    return vers_situation(replace(position_de(s), gagnant=0).jouer(j))


def _suivantes(s: Any) -> list[Situation]:
    position = position_de(s)
    return [vers_situation(position.jouer(x)) for x in position.coups()]


def _partie_finie_au_hasard(s: Any) -> float | None:
    return issue(partie_hasard(random.Random(random.random()), position_de(s)))


_AIDES: dict[str, Callable[..., Any]] = {
    "depose_pion": _suivante,
    "partie_nulle": pure(lambda s: position_de(s).pleine),
    "gagnant": pure(lambda s, coup: (coup[1], coup[0]) in position_de(s).alignement),
    "eval_f": pure(lambda s, coup=None: issue(position_de(s))),
    "fils": _suivantes,
    "construit_cle": lambda s: (s[0], tuple(map(tuple, s[1]))),
    "fin_alea": _partie_finie_au_hasard,
}


def aides(*noms: str) -> dict[str, Callable[..., Any]]:
    """Les versions justes de ces fonctions."""
    return {nom: _AIDES[nom] for nom in noms}
