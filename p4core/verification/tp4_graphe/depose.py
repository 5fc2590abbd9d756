"""depose_pion(s, j) : la situation après un coup, sans toucher à celle d'avant."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import montrer
from p4core.verification.tp4_graphe.situations import (
    EssaiIntact,
    EssaiPermissif,
    Grille,
    Situation,
    appel_lisible,
    differences,
    en_colonnes,
    grille_rendue,
    lire_situation,
)


def _cas(source: Source) -> Iterator[tuple[Position, int]]:
    for position in pos.petites(1):
        yield from ((position, x) for x in position.coups())
    for coups in ("44", "444", "1111", "77777", "343434", "3333355555"):
        position = Position.depuis_coups(coups)
        yield position, int(coups[-1]) - 1
    for position in pos.au_hasard(source.alea, source.nombre(40)):
        yield position, source.alea.choice(position.coups())


def _essai(genre: type[Essai], juge: Callable[..., Ecart | None], position: Position, x: int) -> Essai:
    attendue = vers_situation(position.jouer(x))
    return genre(
        appel_lisible("depose_pion", position, str(x)),
        (vers_situation(position), x),
        lambda appel: juge(appel, attendue),
        position,
        contexte={"s": vers_situation(position), "j": x, "i": position.niveau(x)},
        attendu=f"({attendue[0]}, H), où seule la case H[{position.niveau(x)}][{x}] a changé",
    )


def _juge_grille(appel: Appel, attendue: Situation) -> Ecart | None:
    grille = grille_rendue(appel.valeur)
    fautives = differences(grille, attendue[1])
    if not fautives:
        return None
    phrase = "La grille renvoyée n'est pas la bonne (elle est dessinée, les cases fautives sont encadrées)."
    return Ecart(phrase, "", montrer(appel.valeur), fautives, en_colonnes(grille))


def _juge_joueur(appel: Appel, attendue: Situation) -> Ecart | None:
    joueur, _ = lire_situation(appel.valeur)
    if joueur == attendue[0]:
        return None
    phrase = "Le joueur de la situation renvoyée doit être le prochain à jouer, c'est-à-dire l'autre."
    return Ecart(phrase, f"({attendue[0]}, …)", f"({joueur}, …)")


def _juge_neuve(appel: Appel, attendue: Situation) -> Ecart | None:
    grille_rendue(appel.valeur)
    if appel.valeur[1] is appel.apres[0][1]:
        return Ecart(
            "La grille renvoyée est celle qu'on vous a donnée : il en faut une nouvelle.", cause="copie"
        )
    return None


def _critere(genre: type[Essai], juge: Callable[..., Ecart | None]) -> Callable[[Source], Iterable[Essai]]:
    return lambda source: (_essai(genre, juge, position, x) for position, x in _cas(source))


def _version(phrase: str, fausse: Callable[[int, Grille, int, int], Any]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(joueur, copie de G, j, ligne de chute)`."""

    def valeur(essai: Essai) -> Any:
        joueur, G = copy.deepcopy(essai.contexte["s"])
        return fausse(joueur, G, essai.contexte["j"], essai.contexte["i"])

    return modele(phrase, valeur, lire_situation)


def _avec(G: Grille, j: int, lignes: Iterable[int], joueur: int | None) -> Grille:
    for i in lignes:
        G[i][j] = joueur
    return G


def _premiere(G: Grille, j: int, libres: tuple[Any, ...], lignes: Iterable[int]) -> list[int]:
    """La première de ces lignes dont la case passe pour libre."""
    return [i for i in lignes if G[i][j] in libres][:1]


def _a_droite(joueur: int, G: Grille, j: int) -> Situation:
    return 1 - joueur, _avec(G, j, _premiere(G, j, (None,), range(6)), joueur)


_ERREURS = (
    _version(
        "Vous remplissez la grille par le haut : la ligne 0 est celle du BAS, le pion y tombe d'abord.",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (None,), range(5, -1, -1)), s)),
    ),
    _version(
        "Le pion posé est celui de l'autre : c'est au joueur de s, s[0], de jouer.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [i], 1 - s)),
    ),
    _version(
        "Vous ne changez pas de joueur : après le coup, c'est à l'autre, 1 - s[0].",
        lambda s, G, j, i: (s, _avec(G, j, [i], s)),
    ),
    _version(
        "Vous changez de joueur trop tôt : le pion est celui de s[0], la situation rendue est à l'autre.",
        lambda s, G, j, i: (s, _avec(G, j, [i], 1 - s)),
    ),
    _version(
        "Vous prenez les pions du joueur 0 pour des cases vides : 0 est « faux » pour Python, comme None. "
        "Une case est libre si elle « is None ».",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (None, 0), range(6)), s)),
    ),
    _version(
        "Vous cherchez une case égale à 0 : ici une case libre vaut None, et 0 est un joueur.",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (0,), range(6)), s)),
    ),
    _version(
        "Vous remplissez toute la colonne : il faut s'arrêter après le premier pion posé (return ou break).",
        lambda s, G, j, i: (1 - s, _avec(G, j, range(i, 6), s)),
    ),
    _version(
        "Le pion remplace le plus haut de la colonne au lieu de se poser dessus.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [max(i - 1, 0)], s)),
    ),
    _version(
        "Le pion flotte une case trop haut.", lambda s, G, j, i: (1 - s, _avec(G, j, [min(i + 1, 5)], s))
    ),
    _version("Aucun pion n'est posé dans la grille renvoyée.", lambda s, G, j, i: (1 - s, G)),
    _version("Vous renvoyez la situation telle quelle : aucun pion n'est posé.", lambda s, G, j, i: (s, G)),
    _version(
        "Les pions déjà joués ont disparu : partez d'une copie de la grille, pas d'une grille vide.",
        lambda s, G, j, i: (1 - s, _avec([[None] * 7 for _ in range(6)], j, [i], s)),
    ),
    _version(
        "Vous jouez une colonne trop à droite : les colonnes sont numérotées à partir de 0.",
        lambda s, G, j, i: _a_droite(s, G, j + 1) if j < 6 else NotImplemented,
    ),
)

QUESTION = Question(
    "depose_pion",
    "depose_pion(s, j)",
    (
        Critere("le pion du bon joueur, là où il tombe", 2, _critere(EssaiPermissif, _juge_grille)),
        Critere("c'est ensuite à l'autre joueur", 1, _critere(EssaiPermissif, _juge_joueur), gratuit=True),
        Critere("la situation donnée reste intacte", 2, _critere(EssaiIntact, _juge_neuve), gratuit=True),
    ),
    (
        "Deux choses changent : une case de la grille, et le joueur. La situation de départ, elle, ne "
        "change pas.",
        "Copiez d'abord la grille ligne par ligne, puis cherchez dans la colonne j la plus petite ligne i "
        "dont la case "
        "« is None ».",
        "H = [ligne[:] for ligne in G] copie chaque ligne. Ensuite : i = 0, avancer tant que H[i][j] "
        "n'est pas None, "
        "écrire joueur dans H[i][j], et renvoyer (1 - joueur, H).",
    ),
    _ERREURS,
)
