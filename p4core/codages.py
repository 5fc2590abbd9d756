"""Les quatre façons de coder une grille dans les TP, traduites depuis et vers une Position.
Pour chaque codage des TP : les arguments d'une fonction qui joue, et la lecture de sa réponse.
Les codages des TP vus de l'arbre : lire un état, l'écrire, nommer ses coups et ses joueurs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any

from p4core.jeu import Case, Position

# --- Les quatre façons de coder une grille dans les TP, traduites depuis et vers une Position ------------


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


# --- Pour chaque codage des TP : les arguments d'une fonction qui joue, et la lecture de sa réponse ------


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
        suivante = depuis_situation(valeur, taille=taille, aligner=position.aligner, legale=False)
    except CodageInvalide as erreur:
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
    if valeur[0] != vers_jetons(position.jouer(x)):
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
    return depuis_lignes(grille, hauteur, aligner=aligner)


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
        lambda position, j0: (vers_colonnes(position), position.trait),
        _lire_colonnes,
        lambda position, joueur: (vers_colonnes(position), joueur),
        vers_colonnes,
        lambda valeur, aligner: depuis_colonnes(valeur, taille=None, aligner=aligner),
        notes=True,
        profondeur="p",
        signe=-1,
    ),
    "lignes": Codage(
        "lignes",
        ("grille", "hauteur", "p"),
        lambda position, j0: (*vers_lignes(position), position.trait),
        _lire_position,
        lambda position, joueur: (vers_lignes(position)[0], joueur),
        vers_lignes,
        _depuis_lignes,
        profondeur="prof",
    ),
    "situation": Codage(
        "situation",
        ("s",),
        lambda position, j0: (vers_situation(_vue_de_j0(position, j0)),),
        _lire_situation,
        lambda position, joueur: (vers_situation(_vue_de_j0(position, joueur)),),
        vers_situation,
        lambda valeur, aligner: depuis_situation(valeur, taille=None, aligner=aligner),
        _dernier_ij,
        notes=True,
        profondeur="k",
    ),
    "jetons": Codage(
        "jetons",
        ("l", "t"),
        lambda position, j0: (vers_jetons(position), _jeton(position.trait)),
        _lire_jetons,
        lambda position, joueur: (vers_jetons(position), _jeton(joueur)),
        vers_jetons,
        lambda valeur, aligner: depuis_jetons(valeur, aligner=aligner),
        _fournis_jetons,
    ),
}


# --- Les codages des TP vus de l'arbre : lire un état, l'écrire, nommer ses coups et ses joueurs ---------


@dataclass(frozen=True)
class Lecture:
    """Ce qui change d'un codage à l'autre."""

    lire: Callable[[Any, int], Position]
    coder: Callable[[Position], Any]
    grille: Callable[[Any], Any] = lambda etat: etat  # la part de l'état que reçoit `valeur`
    coup: Callable[[Case], Any] = lambda case: case  # un coup, comme le TP l'écrit
    lettre: str = "x = "  # comment le TP nomme une colonne
    origine: int = 0
    noms: tuple[str, str] = ("joueur 1", "joueur 2")
    joueurs: dict[Any, int] = field(default_factory=lambda: {1: 1, 2: 2})  # comment le TP les désigne
    maximise: int | None = None  # le joueur MAX du TP ; sinon celui qui a le trait au départ
    infinis: bool = False  # une victoire vaut ±∞ et une nulle 0, sans appeler `valeur`


def _lire_lignes(etat: Any, aligner: int) -> Position:
    grille = etat[0] if isinstance(etat, tuple) and len(etat) == 2 else etat
    return depuis_lignes(grille, aligner=aligner, legale=False)


def _lire_position_lectures(etat: Any, _aligner: int) -> Position:
    if not isinstance(etat, Position):
        raise TypeError(
            f"Une Position est attendue, pas {etat!r:.60} ; pour une grille d'un TP, précisez codage=…"
        )
    return etat


LECTURES: dict[str | None, Lecture] = {
    None: Lecture(_lire_position_lectures, lambda position: position, lettre="colonne ", origine=1),
    "colonnes": Lecture(
        lambda etat, n: depuis_colonnes(etat, taille=None, aligner=n, legale=False),
        vers_colonnes,
    ),
    "lignes": Lecture(
        _lire_lignes,
        vers_lignes,
        grille=lambda etat: etat[0] if isinstance(etat, tuple) else etat,
        lettre="k = ",
        infinis=True,
    ),
    "situation": Lecture(
        lambda etat, n: depuis_situation(etat, taille=None, aligner=n, legale=False),
        vers_situation,
        coup=lambda case: (case[1], case[0]),
        lettre="j = ",
        noms=("J1", "J0"),
        joueurs={1: 1, 0: 2},
        maximise=2,
        infinis=True,
    ),
    "jetons": Lecture(
        lambda etat, n: depuis_jetons(etat, aligner=n, legale=False),
        vers_jetons,
        lettre="colonne ",
        origine=1,
        noms=("[O]", "[X]"),
        joueurs={"[O]": 1, "[X]": 2},
        infinis=True,
    ),
}
