"""Les quatre façons de coder une grille dans les TP, traduites depuis et vers une Position.

colonnes   G[x][y]            0 libre, 1, 2            rangée 0 en bas
lignes     grille[i][x]       0 libre, 1, 2            rangée 0 en haut, avec hauteur[x]
situation  (joueur, G[y][x])  None libre, 1 et 0       rangée 0 en bas ; le joueur 1 commence
jetons     l[x][i]            "[ ]", "[O]" et "[X]"    rangée 0 en haut ; « O » commence

Aucune fonction ne devine : une grille mal formée lève CodageInvalide et montre la case en cause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from p4core.position import Position

Taille = tuple[int, int]
NORMALE: Taille = (7, 6)


class CodageInvalide(ValueError):
    """La grille donnée ne respecte pas le codage ; le message montre la case en cause."""


def depuis_colonnes(
    G: Sequence[Sequence[int]], *, taille: Taille | None = NORMALE, aligner: int = 4, legale: bool = True
) -> Position:
    """La position codée par colonnes ; `taille=None` accepte toute taille."""
    largeur, hauteur = _dimensions(G, "G", "colonne", "cases")
    _exiger_taille((largeur, hauteur), taille, "G doit contenir {} listes de {} cases")
    cases = [[_lire(G[x][y], _CHIFFRES, f"G[{x}][{y}]") for y in range(hauteur)] for x in range(largeur)]
    return _position(cases, lambda x, y: f"G[{x}][{y}]", aligner, legale)


def vers_colonnes(position: Position) -> list[list[int]]:
    """La grille codée par colonnes, rangée 0 en bas."""
    return position.cases()


def depuis_lignes(
    grille: Sequence[Sequence[int]],
    hauteur: Sequence[int] | None = None,
    *,
    taille: Taille | None = None,
    aligner: int = 4,
    legale: bool = True,
) -> Position:
    """La position codée par lignes, rangée 0 en haut ; `hauteur` est vérifiée si elle est donnée."""
    n, m = _dimensions(grille, "grille", "ligne", "cases")
    _exiger_taille((m, n), taille, "grille doit contenir {1} listes de {0} cases")
    cases = [
        [_lire(grille[i][x], _CHIFFRES, f"grille[{i}][{x}]") for i in reversed(range(n))] for x in range(m)
    ]
    if hauteur is not None:
        _verifier_hauteur(cases, hauteur)
    return _position(cases, lambda x, y: f"grille[{n - 1 - y}][{x}]", aligner, legale)


def vers_lignes(position: Position) -> tuple[list[list[int]], list[int]]:
    """Le couple (grille, hauteur) codé par lignes, rangée 0 en haut."""
    grille = [
        [position.case(x, y) for x in range(position.largeur)] for y in reversed(range(position.hauteur))
    ]
    return grille, [position.niveau(x) for x in range(position.largeur)]


def depuis_situation(
    s: tuple[int, Sequence[Sequence[int | None]]],
    *,
    taille: Taille | None = NORMALE,
    aligner: int = 4,
    legale: bool = True,
) -> Position:
    """La position codée par une situation (joueur, G) ; le joueur 1 est celui qui a commencé."""
    joueur, G = _couple(s)
    n, m = _dimensions(G, "G", "ligne", "cases")
    _exiger_taille((m, n), taille, "G doit contenir {1} listes de {0} cases")
    cases = [[_lire(G[y][x], _SITUATIONS, f"G[{y}][{x}]") for y in range(n)] for x in range(m)]
    trait = _lire(joueur, {0: 2, 1: 1}, "joueur")
    return _position(cases, lambda x, y: f"G[{y}][{x}]", aligner, legale, trait)


def vers_situation(position: Position) -> tuple[int, list[list[int | None]]]:
    """La situation (joueur, G), rangée 0 en bas."""
    code: dict[int, int | None] = {0: None, 1: 1, 2: 0}
    G = [[code[position.case(x, y)] for x in range(position.largeur)] for y in range(position.hauteur)]
    return 2 - position.trait, G


def depuis_jetons(
    l: Sequence[Sequence[str]], *, taille: Taille | None = None, aligner: int = 4, legale: bool = True
) -> Position:
    """La position codée par jetons, colonnes de chaînes, rangée 0 en haut."""
    largeur, hauteur = _dimensions(l, "l", "colonne", "jetons")
    _exiger_taille((largeur, hauteur), taille, "l doit contenir {} listes de {} jetons")
    cases = [
        [_lire(l[x][i], _JETONS, f"l[{x}][{i}]") for i in reversed(range(hauteur))] for x in range(largeur)
    ]
    return _position(cases, lambda x, y: f"l[{x}][{hauteur - 1 - y}]", aligner, legale)


def vers_jetons(position: Position) -> list[list[str]]:
    """La table de jetons, rangée 0 en haut."""
    code = {0: "[ ]", 1: "[O]", 2: "[X]"}
    return [
        [code[position.case(x, y)] for y in reversed(range(position.hauteur))]
        for x in range(position.largeur)
    ]


_CHIFFRES = {0: 0, 1: 1, 2: 2}
_SITUATIONS = {None: 0, 1: 1, 0: 2}
_JETONS = {"[ ]": 0, "[O]": 1, "[X]": 2}


def _lire(valeur: Any, code: dict[Any, int], nom: str) -> int:
    lisible = isinstance(valeur, str | int | None) or hasattr(valeur, "__index__")
    if isinstance(valeur, bool) or not lisible:
        raise CodageInvalide(_inconnue(valeur, code, nom))
    if valeur is not None and not isinstance(valeur, str):
        valeur = valeur.__index__()
    if valeur not in code:
        raise CodageInvalide(_inconnue(valeur, code, nom))
    return code[valeur]


def _inconnue(valeur: Any, code: dict[Any, int], nom: str) -> str:
    permises = [repr(cle) for cle in code]
    return f"{nom} vaut {valeur!r} : on attend {', '.join(permises[:-1])} ou {permises[-1]}."


def _couple(s: Any) -> tuple[Any, Any]:
    if not isinstance(s, tuple | list) or len(s) != 2:
        raise CodageInvalide("Une situation est un couple (joueur, G).")
    return s[0], s[1]


def _dimensions(table: Any, nom: str, element: str, contenu: str) -> Taille:
    """Le nombre de listes et leur longueur commune."""
    if not _est_liste(table) or len(table) == 0:
        raise CodageInvalide(f"{nom} doit être une liste de listes non vide, pas {table!r:.60}.")
    for rang, liste in enumerate(table):
        if not _est_liste(liste) or len(liste) == 0:
            raise CodageInvalide(f"{nom}[{rang}] doit être une liste de {contenu}, pas {liste!r:.60}.")
        if len(liste) != len(table[0]):
            raise CodageInvalide(
                f"La {element} {nom}[{rang}] contient {len(liste)} {contenu} "
                f"alors que {nom}[0] en contient {len(table[0])}."
            )
    return len(table), len(table[0])


def _est_liste(objet: Any) -> bool:
    return hasattr(objet, "__len__") and hasattr(objet, "__getitem__") and not isinstance(objet, str | dict)


def _exiger_taille(obtenue: Taille, voulue: Taille | None, phrase: str) -> None:
    if voulue is not None and obtenue != voulue:
        attendu = phrase.format(*voulue)
        raise CodageInvalide(f"{attendu} ; celle-ci décrit {obtenue[0]} colonnes et {obtenue[1]} rangées.")


def _verifier_hauteur(cases: list[list[int]], hauteur: Sequence[int]) -> None:
    if not _est_liste(hauteur) or len(hauteur) != len(cases):
        raise CodageInvalide(f"hauteur doit être une liste de {len(cases)} entiers, pas {hauteur!r:.60}.")
    for x, colonne in enumerate(cases):
        pions = sum(1 for valeur in colonne if valeur)
        if hauteur[x] != pions:
            raise CodageInvalide(
                f"hauteur[{x}] vaut {hauteur[x]!r} mais la colonne {x} contient {pions} pion(s)."
            )


def _position(
    cases: list[list[int]],
    nom: Callable[[int, int], str],
    aligner: int,
    legale: bool,
    trait: int | None = None,
) -> Position:
    largeur, hauteur = len(cases), len(cases[0])
    pions = [0, 0]
    for x, colonne in enumerate(cases):
        for y, valeur in enumerate(colonne):
            if valeur:
                pions[valeur - 1] |= 1 << x * (hauteur + 1) + y
    un, deux = pions[0].bit_count(), pions[1].bit_count()
    au_trait = trait or (1 if un <= deux else 2)
    position = Position.depuis_pions((largeur, hauteur), aligner, (pions[0], pions[1]), au_trait)
    if legale:
        _exiger_pesanteur(cases, nom)
        _exiger_tour(un, deux, trait)
        _exiger_un_gagnant(position, nom)
    return position


def _exiger_pesanteur(cases: list[list[int]], nom: Callable[[int, int], str]) -> None:
    for x, colonne in enumerate(cases):
        for y in range(1, len(colonne)):
            if colonne[y] and not colonne[y - 1]:
                raise CodageInvalide(
                    f"Le pion de {nom(x, y)} flotte : la case du dessous, {nom(x, y - 1)}, est vide."
                )


def _exiger_tour(un: int, deux: int, trait: int | None) -> None:
    if un - deux not in (0, 1):
        raise CodageInvalide(
            f"{un} pions du joueur qui commence contre {deux} de l'autre : ils jouent pourtant tour à tour."
        )
    attendu = 1 if un == deux else 2
    if trait is not None and trait != attendu:
        raise CodageInvalide(
            f"Avec {un} pions du joueur qui commence et {deux} de l'autre, c'est à l'autre joueur de jouer."
        )


def _exiger_un_gagnant(position: Position, nom: Callable[[int, int], str]) -> None:
    from dataclasses import replace

    gagnantes = [replace(position, gagnant=joueur).alignement for joueur in (1, 2)]
    if all(gagnantes):
        raise CodageInvalide(
            f"Les deux joueurs ont gagné : l'un passe par {nom(*gagnantes[0][0])}, "
            f"l'autre par {nom(*gagnantes[1][0])}."
        )
    if position.gagnant == position.trait:
        x, y = position.alignement[0]
        raise CodageInvalide(
            f"Un alignement passe par {nom(x, y)}, mais c'est à son joueur de jouer : "
            "la partie aurait dû s'arrêter avant."
        )
