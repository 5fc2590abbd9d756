"""Pour chaque codage des TP : les arguments d'une fonction qui joue, et la lecture de sa réponse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any

from p4core import codages
from p4core.position import Position


class ReponseInvalide(ValueError):
    """La réponse de la fonction ne désigne aucun coup jouable ; le message dit pourquoi."""


@dataclass(frozen=True)
class Reponse:
    """Une colonne jouable (à partir de 0) et ce qu'il y a pourtant à redire."""

    colonne: int
    remarques: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Codage:
    """Comment parler à une fonction d'un TP."""

    nom: str
    noms: tuple[str, ...]  # les arguments tirés de la position
    arguments: Callable[[Position, int], tuple[Any, ...]]
    lire: Callable[[Any, Position], Reponse]
    evaluees: Callable[[Position, int], tuple[Any, ...]]  # arguments d'une fonction d'évaluation
    valeur: Callable[[Position], Any]  # la position dans ce codage, pour la copier
    depuis: Callable[[Any, int], Position]  # et l'inverse, pour une longueur à aligner
    fournis: Callable[[Position], dict[str, Any]] = lambda position: {}
    notes: bool = False  # la fonction renvoie-t-elle (score, …) ?
    profondeur: str = ""  # le nom du réglage de profondeur
    signe: int = 1  # −1 si le score est vu du joueur au trait


def jouable(x: Any, position: Position, origine: int = 0) -> int:
    """La colonne désignée par x, numérotée à partir de `origine`, si on peut y jouer."""
    if x is None:
        raise ReponseInvalide("la réponse est None : aucune colonne n'est choisie (un return oublié ?)")
    try:
        if isinstance(x, bool):
            raise TypeError
        colonne = index(x) - origine
    except TypeError:
        raise ReponseInvalide(_pas_un_entier(x)) from None
    if not 0 <= colonne < position.largeur:
        fin = position.largeur - 1 + origine
        raise ReponseInvalide(
            f"la réponse est {x}, or les colonnes vont de {origine} à {fin} "
            "(un score à la place d'une colonne ?)"
        )
    if position.niveau(colonne) >= position.hauteur:
        raise ReponseInvalide(f"la réponse est la colonne {x}, qui est pleine")
    return colonne


def _pas_un_entier(x: Any) -> str:
    nature = "un nombre à virgule" if isinstance(x, float) else f"de type {type(x).__name__}"
    doute = " (un score à la place d'une colonne ?)" if isinstance(x, float) else ""
    return f"la réponse est {x!r:.60}, {nature}, pas un numéro de colonne{doute}"


def _lire_position(valeur: Any, position: Position) -> Reponse:
    return Reponse(jouable(valeur, position))


def _lire_colonnes(valeur: Any, position: Position) -> Reponse:
    """(score, (x, y)), ou le coup (x, y) seul, ou la colonne seule."""
    if not isinstance(valeur, tuple | list):
        return Reponse(jouable(valeur, position))
    if len(valeur) != 2:
        raise ReponseInvalide(f"la réponse est {valeur!r:.80} : on attend (score, (x, y))")
    coup = valeur[1] if valeur[1] is None or isinstance(valeur[1], tuple | list) else valeur
    if coup is None:
        raise ReponseInvalide("le coup renvoyé est None alors que la partie n'est pas finie")
    if len(coup) != 2:
        raise ReponseInvalide(f"le coup renvoyé est {coup!r:.60} : on attend (x, y)")
    x = jouable(coup[0], position)
    if coup[1] != position.niveau(x):
        raise ReponseInvalide(
            f"le coup renvoyé est {tuple(coup)!r:.60} : dans la colonne {x}, "
            f"le pion tomberait en y = {position.niveau(x)}"
        )
    return Reponse(x)


def _lire_situation(valeur: Any, position: Position) -> Reponse:
    """La situation suivante, seule ou dans un couple (score, situation)."""
    if valeur is None:
        raise ReponseInvalide("la réponse est None : aucune situation n'est renvoyée (un return oublié ?)")
    if _est_couple(valeur) and (valeur[1] is None or _est_situation(valeur[1])):
        valeur = valeur[1]
        if valeur is None:
            raise ReponseInvalide("la situation renvoyée est None alors que la partie n'est pas finie")
    try:
        taille = (position.largeur, position.hauteur)
        suivante = codages.depuis_situation(valeur, taille=taille, aligner=position.aligner, legale=False)
    except codages.CodageInvalide as erreur:
        raise ReponseInvalide(f"la situation renvoyée est mal formée. {erreur}") from None
    return _coup_vers(suivante, _vue_de_j0(position, position.trait), position)


def _est_couple(valeur: Any) -> bool:
    return isinstance(valeur, tuple | list) and len(valeur) == 2


def _est_situation(valeur: Any) -> bool:
    """Un couple dont le premier terme n'est pas lui-même une ligne de grille."""
    return _est_couple(valeur) and not isinstance(valeur[0], tuple | list)


def _coup_vers(suivante: Position, avant: Position, position: Position) -> Reponse:
    """Le coup qui mène de `avant` à `suivante`."""
    for x in position.coups():
        attendue = avant.jouer(x)
        if attendue.pions == suivante.pions:
            oubli = suivante.trait != attendue.trait
            return Reponse(x, ["la situation renvoyée ne change pas de joueur"] if oubli else [])
    if suivante.pions == avant.pions:
        raise ReponseInvalide("la situation renvoyée est celle d'avant : aucun pion n'a été posé")
    raise ReponseInvalide("la situation renvoyée ne s'obtient pas en posant un pion de la machine")


def _vue_de_j0(position: Position, j0: int) -> Position:
    """La même position où le joueur j0 porte les pions de J0 : dans le TP, la machine est toujours J0."""
    if j0 == 2:
        return position
    un, deux = position.pions
    gagnant = 3 - position.gagnant if position.gagnant else 0
    return replace(position, pions=(deux, un), trait=3 - position.trait, gagnant=gagnant)


def _dernier_ij(position: Position) -> dict[str, Any]:
    return {"coup": position.dernier and (position.dernier[1], position.dernier[0])}


def _lire_jetons(valeur: Any, position: Position) -> Reponse:
    """[nouvelle table, colonne de 1 à la largeur]."""
    if not _est_couple(valeur):
        return Reponse(jouable(valeur, position, 1))
    x = jouable(valeur[1], position, 1)
    if valeur[0] != codages.vers_jetons(position.jouer(x)):
        return Reponse(x, [f"la table renvoyée n'est pas celle qu'on obtient en jouant la colonne {x + 1}"])
    return Reponse(x)


def _fournis_jetons(position: Position) -> dict[str, Any]:
    """txt, g, T (numéro du tour) et C (colonnes déjà jouées, de 1 à la largeur)."""
    tour = position.nb_coups // 2 + 1
    return {"txt": 0, "g": position.aligner, "T": tour, "C": [x + 1 for x in position.historique]}


def _jeton(joueur: int) -> str:
    return "[O]" if joueur == 1 else "[X]"


def _depuis_lignes(valeur: Any, aligner: int) -> Position:
    """(grille, hauteur) ou la grille seule."""
    couple = _est_couple(valeur) and isinstance(valeur, tuple)
    grille, hauteur = valeur if couple else (valeur, None)
    return codages.depuis_lignes(grille, hauteur, aligner=aligner)


CODAGES: dict[str | None, Codage] = {
    None: Codage(
        "position",
        ("position",),
        lambda position, j0: (position,),
        _lire_position,
        lambda position, joueur: (position, joueur),
        lambda position: position,
        lambda valeur, aligner: valeur,
    ),
    "colonnes": Codage(
        "colonnes",
        ("G", "j"),
        lambda position, j0: (codages.vers_colonnes(position), position.trait),
        _lire_colonnes,
        lambda position, joueur: (codages.vers_colonnes(position), joueur),
        codages.vers_colonnes,
        lambda valeur, aligner: codages.depuis_colonnes(valeur, taille=None, aligner=aligner),
        notes=True,
        profondeur="p",
        signe=-1,
    ),
    "lignes": Codage(
        "lignes",
        ("grille", "hauteur", "p"),
        lambda position, j0: (*codages.vers_lignes(position), position.trait),
        _lire_position,
        lambda position, joueur: (codages.vers_lignes(position)[0], joueur),
        codages.vers_lignes,
        _depuis_lignes,
        profondeur="prof",
    ),
    "situation": Codage(
        "situation",
        ("s",),
        lambda position, j0: (codages.vers_situation(_vue_de_j0(position, j0)),),
        _lire_situation,
        lambda position, joueur: (codages.vers_situation(_vue_de_j0(position, joueur)),),
        codages.vers_situation,
        lambda valeur, aligner: codages.depuis_situation(valeur, taille=None, aligner=aligner),
        _dernier_ij,
        notes=True,
        profondeur="k",
    ),
    "jetons": Codage(
        "jetons",
        ("l", "t"),
        lambda position, j0: (codages.vers_jetons(position), _jeton(position.trait)),
        _lire_jetons,
        lambda position, joueur: (codages.vers_jetons(position), _jeton(joueur)),
        codages.vers_jetons,
        lambda valeur, aligner: codages.depuis_jetons(valeur, aligner=aligner),
        _fournis_jetons,
    ),
}
