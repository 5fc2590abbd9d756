"""eval_f(s, coup) : la partie est-elle finie, et pour qui ?"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4core.verification.lecture import Malforme, montrer, nombre
from p4core.verification.tp4_graphe.situations import (
    aides,
    appel_lisible,
    coup_de,
    issue,
)

# Deux grilles que le dernier coup remplit ET gagne : ce n'est pas une partie nulle.
PLEINES_GAGNEES = (
    "334311557316671145724454316354757267266222",
    "614712116441355532654175724733562463732762",
)


def _lire_issue(valeur: Any) -> float | None:
    if valeur is None:
        return None
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf, 0 ou None, pas {valeur}.")
    if isinstance(valeur, str):
        raise Malforme(f"on attend la valeur inf du module math, pas la chaîne {valeur!r}.")
    return nombre(valeur)


_SENS = {
    inf: "J0 vient d'aligner 4 pions",
    -inf: "J1 vient d'aligner 4 pions",
    0: "la grille est pleine et personne n'a gagné",
    None: "la partie n'est pas finie",
}


def _essai_eval(position: Position, avec_coup: bool, *etiquettes: str) -> Essai:
    attendu = issue(position)
    coup = coup_de(position.dernier) if avec_coup and position.dernier else None

    def juge(appel: Appel) -> Ecart | None:
        obtenu = _lire_issue(appel.valeur)
        if obtenu == attendu and (obtenu is None) == (attendu is None):
            return None
        affiche = (
            " Vous l'affichez au lieu de le renvoyer ?" if obtenu is None and appel.sortie.strip() else ""
        )
        phrase = f"Ici {_SENS[attendu]} : eval_f doit renvoyer {attendu}.{affiche}"
        return Ecart(phrase, str(attendu), montrer(appel.valeur))

    arguments = (vers_situation(position),) + ((coup,) if coup else ())
    appel = appel_lisible("eval_f", position, *([str(coup)] if coup else []))
    nature = "victoire" if attendu in (inf, -inf) else "nulle" if attendu == 0 else "en cours"
    return Essai(
        appel,
        arguments,
        juge,
        position,
        frozenset({nature, *etiquettes}),
        attendu=str(attendu),
        sans_retour=True,
    )


def _victoires(source: Source) -> Iterator[Essai]:
    gagnees = sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)
    yield from (_essai_eval(p, True) for p in gagnees[:: 6 // source.ampleur or 1])
    yield from (_essai_eval(p, True) for p in pos.finies(source.alea, source.nombre(30)) if p.gagnant)


def _parties_nulles(source: Source) -> Iterator[Essai]:
    for avec_coup in (True, False):
        yield from (_essai_eval(p, avec_coup) for p in pos.nulles())


def _pleines_gagnees(source: Source) -> Iterator[Essai]:
    yield from (
        _essai_eval(Position.depuis_coups(coups), True, "pleine et gagnée") for coups in PLEINES_GAGNEES
    )


def _en_cours(source: Source) -> Iterator[Essai]:
    yield _essai_eval(Position(), False)
    for coups in ("4", "44", "112233", "121212", "1234567", "777777"):
        yield from (_essai_eval(Position.depuis_coups(coups), avec) for avec in (True, False))
    for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(30))):
        yield _essai_eval(position, rang % 2 == 0)


def _sans_coup(source: Source) -> Iterator[Essai]:
    gagnees = sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)
    yield from (_essai_eval(p, False, "sans coup") for p in gagnees[:: 9 // source.ampleur or 1])
    for coups in ("112233", "5566771"):
        yield _essai_eval(Position.depuis_coups(coups), False)


def _version(phrase: str, codes: tuple[Any, Any, Any, Any]) -> Erreur:
    """Les valeurs rendues quand J0 gagne, quand J1 gagne, pour une nulle, et en cours de partie."""
    table = dict(zip((inf, -inf, 0, None), codes, strict=True))
    return modele(phrase, lambda e: table[issue(e.position or Position())], _lire_issue)


def _nulle_avant_victoire(essai: Essai) -> float | None:
    assert essai.position is not None
    return 0 if essai.position.pleine else issue(essai.position)


QUESTION = Question(
    "eval_f",
    "eval_f(s, coup=None)",
    (
        Critere("inf si J0 gagne, -inf si J1 gagne", 3, _victoires),
        Critere("0 pour une partie nulle", 1, _parties_nulles, gratuit=True),
        Critere("la victoire au dernier coup", 1, _pleines_gagnees, gratuit=True),
        Critere("None tant que la partie n'est pas finie", 1, _en_cours, gratuit=True),
        Critere("sans connaître le dernier coup", 2, _sans_coup),
    ),
    (
        "Quatre cas, dans un ordre qui compte : quelqu'un vient de gagner, la partie est nulle, ou elle "
        "continue.",
        "gagnant(s, coup) dit si le dernier coup gagne. Celui qui l'a joué n'est pas s[0], qui est le "
        "prochain à jouer : "
        "c'est l'autre. Si coup est None, essayez toutes les cases qui portent un pion de cet autre joueur.",
        "Vainqueur = 1 - s[0] : renvoyez inf si c'est 0, -inf si c'est 1. Ensuite seulement, si "
        "partie_nulle(s), "
        "renvoyez 0. Dans les autres cas, renvoyez None.",
    ),
    (
        _version(
            "Les signes sont échangés : inf si J0 a gagné, -inf si J1 a gagné. Souvenez-vous que s[0] est "
            "le PROCHAIN "
            "à jouer : celui qui vient de gagner est l'autre.",
            (-inf, inf, 0, None),
        ),
        _version(
            "Vous renvoyez 0 quand la partie continue : 0 veut dire « partie nulle ». Tant que rien n'est "
            "décidé, "
            "c'est None.",
            (inf, -inf, 0, 0),
        ),
        _version(
            "Une partie nulle vaut 0, pas None : None veut dire que la partie n'est pas finie.",
            (inf, -inf, None, None),
        ),
        _version("Vous échangez 0 (partie nulle) et None (partie en cours).", (inf, -inf, None, 0)),
        _version(
            "Vous renvoyez inf quel que soit le gagnant : si c'est J1, la valeur est -inf.",
            (inf, inf, 0, None),
        ),
        _version(
            "Vous renvoyez -inf quel que soit le gagnant : si c'est J0, la valeur est inf.",
            (-inf, -inf, 0, None),
        ),
        _version("Vous renvoyez le numéro du gagnant : on attend inf ou -inf.", (0, 1, 0, None)),
        _version("Vous renvoyez 1 et -1 : on attend inf et -inf.", (1, -1, 0, None)),
        _version("Votre fonction renvoie toujours None : un return oublié ?", (None,) * 4),
        _version("Les victoires de J1 vous échappent.", (inf, None, 0, None)),
        _version("Les victoires de J0 vous échappent.", (None, -inf, 0, None)),
        modele(
            "Vous testez la partie nulle avant la victoire : le dernier coup peut remplir la grille ET "
            "gagner.",
            _nulle_avant_victoire,
            _lire_issue,
        ),
        seulement(
            "pleine et gagnée",
            "Le dernier coup peut remplir la grille ET gagner : regardez d'abord s'il y a une victoire.",
        ),
        seulement(
            "sans coup",
            "Quand coup vaut None, il faut chercher un alignement dans toute la grille : on ne sait pas "
            "quel pion a été "
            "posé le dernier.",
        ),
        seulement("nulle", "Toutes vos erreurs concernent les parties nulles."),
        seulement("victoire", "Toutes vos erreurs concernent les parties gagnées."),
        seulement("en cours", "Toutes vos erreurs concernent les parties en cours : rien n'y est décidé."),
    ),
    aides("gagnant", "partie_nulle"),
)
