"""La grille du TP 3 : le coût de jouer, victoire(grille, p), enlever_coup(grille, hauteur, k).

Les versions fausses de `victoire` sont celles des erreurs qu'on sait nommer ; cachées, elles servent aussi à
éprouver les tests de l'élève."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from itertools import chain, islice
from typing import Any

from p4core.appels import Appel
from p4core.codages import LIGNES, vers_lignes
from p4core.jeu import Position, alignements
from p4cours.tp3_ia.commun import (
    ERREURS_DE_TAILLE,
    GRANDE,
    SUR_GRILLE,
    TAILLES,
    TROP_GRANDE,
    Grille,
    a_gagne,
    erreurs_de_taille,
    immense,
    la_direction,
    marques_de_taille,
    positions_de_tailles,
    preciser,
    sans_pion,
    vide,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, manque_les, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction, reponse
from p4cours.verification.imposteurs import Imposteurs, partie_possible
from p4cours.verification.lecture import Malforme, entier, montrer, nommer, simple

# --- Le coût de jouer, avec et sans la liste hauteur : des réponses en un mot --------------------

_CONSTANT = {"1", "constante", "constant", "tempsconstant", "coutconstant"}
_LINEAIRE = {"n", "lineaire", "lineaireenn", "tempslineaire", "nombredelignes", "len(grille)"}


def _normale(valeur: str) -> str:
    """La réponse sans accents, espaces, dollars, ni « O( ) » autour : « O( n ) » devient « n »."""
    plate = unicodedata.normalize("NFKD", valeur.lower())
    plate = "".join(c for c in plate if not unicodedata.combining(c) and c not in " \t\u00a0$\\*×.,;:")
    plate = plate.removeprefix("en").removeprefix("theta").removeprefix("mathcal{o}").lstrip("oθ")
    return plate.removeprefix("(").removesuffix(")")


def _juge(bonnes: set[str], remarques: dict[str, str], defaut: str) -> Callable[[Any], str | None]:
    def juge(valeur: Any) -> str | None:
        if not isinstance(valeur, str):
            return 'On attend une chaîne de caractères, comme "O(1)", "O(n)", "O(m)" ou "O(n*m)".'
        lue = _normale(valeur)
        return None if lue in bonnes else remarques.get(lue, defaut)

    return juge


_AVEC = {
    "n": "C'est le coût d'un parcours de colonne : jouer en fait-elle un ? Comptez ses opérations.",
    "m": "jouer parcourt-elle une ligne ? Comptez ses opérations.",
    "nm": "jouer ne parcourt pas toute la grille : comptez ses opérations.",
    "lineaire": "jouer contient-elle une boucle ? Comptez ses opérations.",
}
_DICHOTOMIE = "Une dichotomie y parviendrait, bien vu ; mais on demande le coût d'un parcours case par case."
_SANS = {
    "1": "Sans hauteur, il faut d'abord trouver où le pion tombe : cela demande un parcours.",
    "constante": "Sans hauteur, il faut d'abord trouver où le pion tombe : cela demande un parcours.",
    "m": "m est le nombre de colonnes : on ne parcourt que la colonne k.",
    "nm": "Il n'est pas nécessaire de parcourir toute la grille : la colonne k suffit.",
    "logn": _DICHOTOMIE,
    "log(n)": _DICHOTOMIE,
}

AVEC_HAUTEUR = reponse(
    "complexite_jouer",
    _juge(_CONSTANT, _AVEC, "Ce n'est pas le coût de jouer : comptez les opérations qu'elle fait."),
    (
        "Où regarder : les lignes de jouer, une par une.",
        "À quoi penser : lire ou modifier une case d'une liste coûte autant, quelle que soit la liste. Une "
        "ligne de jouer est-elle répétée ?",
        "Pour commencer : comptez les opérations pour une grille 6 × 7, puis pour une grille 100 × 100. Que "
        "devient leur nombre ?",
    ),
)
SANS_HAUTEUR = reponse(
    "complexite_sans_hauteur",
    _juge(_LINEAIRE, _SANS, "Ce n'est pas ce coût : que faut-il parcourir pour trouver où le pion tombe ?"),
    (
        "Où regarder : dans jouer, la seule chose que hauteur permet de savoir sans chercher.",
        "À quoi penser : quelles cases faut-il examiner, une par une, pour trouver où le pion s'arrête ? "
        "Toute la grille, une ligne, une colonne ?",
        "Pour commencer : prenez le cas le plus long, et comptez les cases examinées. Ce nombre est-il lié à "
        "n ou à m ?",
    ),
)


# --- victoire(grille, p) : le joueur p a-t-il aligné quatre pions ? ------------------------------
# Un cas : la position, le joueur, puis des marques.

Cas = tuple[Any, ...]


def _booleen(valeur: object) -> bool:
    valeur = simple(valeur)
    if not isinstance(valeur, bool):
        raise Malforme(f"on attend un booléen, True ou False, or c'est {nommer(valeur)} : {montrer(valeur)}.")
    return valeur


def _marques(position: Position, p: int, *marques: str) -> set[str]:
    gagne = position.gagnant == p
    bord = not gagne and _deborde(position, p)
    noms = {"victoire" if gagne else "sans victoire", *marques, *marques_de_taille(position)}
    faits = {"bord": bord, "longue": gagne and a_gagne(position, p, 5), "pleine": position.pleine}
    return noms | {nom for nom, vrai in faits.items() if vrai}


def _deborde(position: Position, p: int) -> bool:
    """Le joueur p semble-t-il gagner si l'on sort d'un côté de la grille pour rentrer de l'autre ?"""
    l, h = position.largeur, position.hauteur
    cases = position.cases()
    return any(
        all(cases[(x + k * dx) % l][(y + k * dy) % h] == p for k in range(4))
        for x in range(l)
        for y in range(h)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def _victoires(*directions: str, au_bord: bool) -> Callable[[Source], Iterator[Cas]]:
    """Chaque victoire dans ces directions, au bord ou loin des bords, puis d'autres au hasard.

    Qui n'atteint pas un bord manque les unes, qui oublie une direction manque aussi les autres."""

    def vise(position: Position) -> bool:
        serie = position.alignement
        return len(serie) == 4 and pos.direction(serie) in directions and bool(_bords(serie)) is au_bord

    def cas(source: Source) -> Iterator[Cas]:
        connues = sorted((p for p, _ in pos.gagnees() if vise(p)), key=lambda p: p.nb_coups)
        tirees = filter(vise, pos.finies(source.alea, 2000))
        for position in (*connues, *islice(tirees, source.nombre(3))):
            serie = position.alignement
            yield position, position.gagnant, "modèle", pos.direction(serie), *_bords(serie)

    return cas


def _bords(alignement: pos.Alignement) -> list[str]:
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {"colonne 6": 6 in xs, "colonne 0": 0 in xs, "ligne 0": 5 in ys, "ligne 5": 0 in ys}
    return [nom for nom, vrai in noms.items() if vrai]


def _sans_victoire(source: Source) -> Iterator[Cas]:
    sans = [*pos.petites(1), *(Position.depuis_coups(c) for c in ("112233", "121212", "776655"))]
    for position in [*sans, *pos.nulles(2), *pos.au_hasard(source.alea, source.nombre(25))]:
        yield from ((position, p) for p in (1, 2))
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(8)):
        yield position, 3 - position.gagnant
    for n, m in ((4, 4), (5, 5), (6, 7)):
        candidates = pos.au_hasard(source.alea, source.nombre(80), vide(n, m))
        yield from ((c, p) for c in candidates for p in (1, 2) if _deborde(c, p))


# La dernière case donne la victoire : au joueur 2 en 6 × 7, au joueur 1 en 5 × 5.
_GAGNEES_ET_PLEINES = ("165342645737767514124733637113256212624545", "2342211223515555341314344")


def _fins_de_partie(source: Source) -> Iterator[Cas]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de quatre pions alignés
        position = Position.depuis_coups(coups)
        yield position, position.gagnant
    for coups in _GAGNEES_ET_PLEINES:
        position = Position.depuis_coups(coups, *((7, 6) if len(coups) > 25 else (5, 5)))
        yield from ((position, p) for p in (1, 2))
    for position in pos.finies(source.alea, source.nombre(30)):
        yield from ((position, p) for p in (1, 2))


def _autres_tailles(source: Source) -> Iterator[Cas]:
    for n, m in TAILLES:
        for position in pos.finies(source.alea, source.nombre(12), vide(n, m)):
            yield from ((position, p) for p in (1, 2))
    for position in pos.dans_les_coins(*reversed(GRANDE)):
        yield from ((position, p) for p in (1, 2))
    for position in positions_de_tailles(source, source.nombre(2), GRANDE):
        yield position, source.alea.choice((1, 2))
    for position in _dans_un_coin(immense(source)):
        yield position, position.gagnant


def _dans_un_coin(depart: Position) -> Iterator[Position]:
    """En bas à droite, une victoire horizontale ; en haut d'une colonne du bord, une verticale."""
    m, n = depart.largeur, depart.hauteur
    yield reduce(Position.jouer, [m - 4, m - 4, m - 3, m - 3, m - 2, m - 2, m - 1], depart)
    yield reduce(Position.jouer, [m - 1] * (n - 4) + [m - 1, 0] * 3 + [m - 1], depart)


_LES_BORDS = {
    "colonne 6": "la dernière colonne, m - 1",
    "ligne 5": "la ligne du bas, n - 1",
    "colonne 0": "la colonne 0",
    "ligne 0": "la ligne 0, celle du haut",
}
_HAUT = "Vous oubliez la ligne 0, celle du haut."
_TOUR = (
    "Vous annoncez une victoire qui passe d'un bord de la grille à l'autre : un indice négatif, comme "
    "grille[i][-1], désigne en Python la fin de la liste."
)
_LONGUES = "Vous manquez les alignements de plus de quatre pions."
_SANS_P = (
    "Vous ne tenez pas compte de p : une victoire de l'autre joueur vous fait répondre True.",
    lambda position, *_: position.gagnant != 0,
)


def _echappe(direction: str) -> str:
    return f"Une direction vous échappe : {la_direction(direction)}."


def _presque_toutes_manquees(epreuves: list[Epreuve]) -> bool:
    """Une ou deux victoires, pas plus, sont vues ; et aucune n'est inventée."""
    modeles = [e for e in epreuves if "modèle" in e.essai.etiquettes]
    vues = sum(e.reussie for e in modeles)
    return vues <= 0.05 * len(modeles) and all("victoire" in e.essai.etiquettes for e in fautes(epreuves))


VICTOIRE = (
    Fonction(
        "victoire(grille, p)",
        donner=lambda position, p, *_: (LIGNES.table(position), p),
        attendu=lambda position, p, *_: position.gagnant == p,
        lire=_booleen,
        dire=lambda position, p, *_: (
            f"Le joueur {p} a gagné dans cette grille."
            if position.gagnant == p
            else f"Le joueur {p} n'a pas gagné ici."
        ),
        fautives=lambda position, *_: position.alignement,
        appel="victoire(grille, {1})",
        etiquettes=_marques,
        options=SUR_GRILLE,
        lire_erreur=simple,
    )
    .critere("victoires horizontales, loin des bords", 1, _victoires("horizontale", au_bord=False))
    .critere("victoires verticales, loin des bords", 1, _victoires("verticale", au_bord=False))
    .critere("victoires en diagonale, loin des bords", 1, _victoires(*pos.DIRECTIONS[2:], au_bord=False))
    .critere("False quand p n'a pas gagné", 1, _sans_victoire, gratuit=True)
    .critere("victoires jusqu'aux bords", 0.5, _victoires(*pos.DIRECTIONS, au_bord=True))
    .critere("fins de parties réelles", 0.5, _fins_de_partie)
    .critere("toutes les tailles de grille", 1, _autres_tailles)
    .question(
        (
            "Où regarder : une série est donnée par sa première case et par sa direction. Il y a quatre "
            "directions : horizontale, verticale et deux diagonales.",
            "À quoi penser : de la case (i, j), où tombe la quatrième case dans chaque direction ? Elle doit "
            "être dans la grille, de tous les côtés : un indice négatif ne provoque pas d'erreur. Et à quel "
            "moment est-on sûr que p n'a pas gagné ?",
            "Pour commencer : les séries horizontales seules, et un essai. Ajoutez ensuite une direction à "
            "la fois ; un couple (di, dj), le pas d'une case à la suivante, évite d'écrire quatre fois la "
            "même boucle.",
        ),
        (
            seulement("longue", _LONGUES),
            seulement("pleine", "Une grille pleine peut aussi être gagnée : cherchez-y les alignements."),
            TROP_GRANDE,
            *ERREURS_DE_TAILLE[:2],
            # Une victoire rarement manquée n'épargne que par hasard un carré.
            erreurs_de_taille(au_moins=0.1)[2],
            *(Erreur(_echappe(nom), manque_les(nom)) for nom in pos.DIRECTIONS),
            Erreur("Les deux diagonales vous échappent.", manque_les(*pos.DIRECTIONS[2:])),
            *(
                Erreur(
                    f"Dans une direction ({nom}), vous manquez les séries qui touchent {lieu} : vérifiez les "
                    "bornes de ses boucles.",
                    manque_les(bord, parmi=(nom,)),
                )
                for nom in pos.DIRECTIONS
                for bord, lieu in _LES_BORDS.items()
            ),
            Erreur(
                "Vous n'atteignez jamais le bord droit : les séries qui finissent en colonne m - 1 vous "
                "échappent.",
                manque_les("colonne 6"),
            ),
            Erreur(
                "Vous n'atteignez jamais le bas : les séries qui passent par la ligne n - 1, celle du bas, "
                "vous échappent.",
                manque_les("ligne 5"),
            ),
            Erreur(
                "Vous n'atteignez ni le bord droit ni le bas de la grille.",
                manque_les("colonne 6", "ligne 5"),
            ),
            Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
            Erreur(_HAUT, manque_les("ligne 0")),
            ("Vous échangez les deux joueurs.", lambda position, p, *_: position.gagnant == 3 - p),
            _SANS_P,
            (
                "Vous ne voyez que les victoires du joueur 1.",
                lambda position, p, *_: position.gagnant == p == 1,
            ),
            (
                "Vous ne voyez que les victoires du joueur 2.",
                lambda position, p, *_: position.gagnant == p == 2,
            ),
            ("Votre fonction répond toujours False.", lambda *_: False),
            ("Votre fonction répond toujours True.", lambda *_: True),
            ("Vous vous contentez de trois pions alignés.", lambda position, p, *_: a_gagne(position, p, 3)),
            seulement("bord", _TOUR),
            Erreur(
                "Vous ne regardez qu'une série, la première : le return False est-il à l'intérieur de la "
                "boucle ?",
                _presque_toutes_manquees,
            ),
            seulement(
                "victoire",
                "Des victoires vous échappent : examinez-vous toutes les séries de quatre cases, jusqu'à la "
                "dernière ?",
            ),
            seulement(
                "sans victoire",
                "Vous annoncez des victoires qui n'existent pas : il faut 4 pions de p à la suite.",
            ),
        ),
    )
)


# --- Éprouver ses tests de victoire, sur des grilles de toutes tailles ---------------------------

TAILLE_MAX = 12


def _sans_voir(echappe: Callable[[Position, pos.Alignement], bool]) -> Callable[[Position, int], bool]:
    """La version qui ne voit pas ces séries."""

    def fausse(position: Position, p: int) -> bool:
        vues = (a for a in alignements(position.largeur, position.hauteur) if not echappe(position, a))
        return any(all(position.case(x, y) == p for x, y in a) for a in vues)

    return fausse


def _hors_6_7(position: Position, alignement: pos.Alignement) -> bool:
    return any(x > 6 or position.hauteur - 1 - y > 5 for x, y in alignement)


_VERSIONS: tuple[tuple[str, Callable[[Position, int], bool]], ...] = (
    _SANS_P,
    (_echappe(pos.DIRECTIONS[3]), _sans_voir(lambda _, a: pos.direction(a) == pos.DIRECTIONS[3])),
    (_HAUT, _sans_voir(lambda p, a: any(y == p.hauteur - 1 for _, y in a))),
    (ERREURS_DE_TAILLE[1].phrase, _sans_voir(_hors_6_7)),
    (_LONGUES, lambda position, p: a_gagne(position, p) and not a_gagne(position, p, 5)),
    (_TOUR, _deborde),
)
_lire_grille = partie_possible(LIGNES, None)


def _taille_permise(n: int, m: int) -> None:
    if not (min(n, m) >= 4 and max(n, m) <= TAILLE_MAX):
        raise Malforme(f"sa grille a {n} lignes et {m} colonnes : de 4 à {TAILLE_MAX} sont permises.")


def _lire_test(grille: Any, p: Any) -> tuple[Position, int]:
    if isinstance(grille, list) and grille and isinstance(grille[0], list) and len(grille) > TAILLE_MAX:
        _taille_permise(len(grille), len(grille[0]))  # une grille immense est longue à lire
    (position,) = _lire_grille(grille)
    _taille_permise(position.hauteur, position.largeur)
    joueur = entier(p, "p")
    if joueur not in (1, 2):
        raise Malforme(f"p est le numéro d'un joueur, 1 ou 2, pas {joueur}.")
    return position, joueur


TESTS_VICTOIRE = Imposteurs(
    "tests_victoire",
    "victoire(grille, p)",
    lambda position, p: position.gagnant == p,
    _VERSIONS,
    lire=_lire_test,
    lire_attendu=lambda valeur, _: _booleen(valeur),
    codage=LIGNES,
).question(
    (
        "Où regarder : l'énoncé de victoire. Chaque mot (le joueur p, au moins quatre, en diagonale, toute "
        "grille) peut être mal compris.",
        "À quoi penser : choisissez un oubli possible, et cherchez une grille où lui seul change la réponse. "
        "L'une des versions voit une victoire là où il n'y en a pas ; d'autres ne se trompent jamais sur une "
        "grille 6 × 7 ordinaire.",
        "Pour commencer : une victoire verticale, essayée pour chacun des deux joueurs, dans une colonne "
        "remplie jusqu'en haut. Deux versions tombent. Dessinez la suivante avant de l'écrire.",
    )
)


# --- enlever_coup(grille, hauteur, k) : annuler, sur place, le dernier coup de la colonne k ------

Etat = tuple[Grille, list[int]]


def _en_place(essai: Essai, appelant: Appelant) -> Epreuve:
    """La fonction doit modifier ses arguments : c'est l'état où elle les laisse que l'on juge."""
    appel = appelant(essai.arguments, delai=essai.delai)
    vu = replace(appel, arguments=appel.apres, valeur=appel.apres[:2])
    ecart = juger(essai, vu)
    if ecart and not appel.modifies and ecart.cause == "valeur":
        phrase = "Votre fonction ne change ni la grille ni hauteur."
        if appel.valeur is not None:
            phrase += " Elle renvoie un résultat neuf : il faut modifier sur place les listes qu'elle reçoit."
        ecart = replace(ecart, phrase=phrase, obtenu="des listes inchangées")
    return preciser(Epreuve(essai, vu, ecart))


def _juge_etat(appel: Appel, position: Position, k: int) -> Ecart | None:
    grille, hauteur = vers_lignes(sans_pion(position, k))
    return _ecart_grille(appel.apres[0], grille) or _ecart_hauteur(appel.apres[1], hauteur, k)


def _ecart_grille(obtenue: Any, attendue: Grille) -> Ecart | None:
    if not isinstance(obtenue, list) or list(map(len, obtenue)) != list(map(len, attendue)):
        phrase = "La grille n'a plus sa forme : on efface un pion, on n'enlève pas de case."
        return Ecart(phrase, cause="forme")
    differentes = [
        (i, x)
        for i, ligne in enumerate(attendue)
        for x, valeur in enumerate(ligne)
        if type(obtenue[i][x]) is bool or obtenue[i][x] != valeur
    ]
    if not differentes:
        return None
    i, x = differentes[0]
    valeur = obtenue[i][x]
    phrase = "Après l'appel, la grille n'est pas celle d'avant le dernier coup."
    if valeur not in (0, 1, 2) or type(valeur) is bool:
        phrase += f" Une case y contient {montrer(valeur)} : une case libre vaut 0."
    fautives = [(x, len(attendue) - 1 - i) for i, x in differentes]
    case = f"grille[{i}][{x}]"
    return Ecart(phrase, f"{case} == {attendue[i][x]}", f"{case} == {montrer(valeur)}", fautives)


def _ecart_hauteur(obtenue: Any, attendue: list[int], k: int) -> Ecart | None:
    autre = next((h for h in obtenue if type(simple(h)) is not int), None)
    if list(obtenue) == attendue and autre is None:
        return None
    phrase = "La grille est juste, mais hauteur ne correspond plus à la grille."
    if list(obtenue) == attendue:
        phrase = (
            f"La grille est juste, mais hauteur contient {nommer(autre)}, {montrer(autre)}, et non un entier."
        )
    elif any(a != b for x, (a, b) in enumerate(zip(obtenue, attendue, strict=False)) if x != k):
        phrase += " Vous changez la hauteur d'une autre colonne : seule hauteur[k] diminue."
    return Ecart(phrase, f"hauteur == {attendue}", f"hauteur == {montrer(obtenue)}")


def _occupees(position: Position) -> list[int]:
    return [x for x in range(position.largeur) if position.niveau(x)]


def _coups_normaux(source: Source) -> Iterator[Cas]:
    for coups in ("4", "44", "1", "77", "1234567", "4455", "222222", "7777771"):
        position = Position.depuis_coups(coups)
        yield from ((position, k) for k in _occupees(position))
    yield from _un_coup(source, pos.au_hasard(source.alea, source.nombre(30)))


def _un_coup(source: Source, positions: Iterator[Position]) -> Iterator[Cas]:
    """Une colonne au hasard dans chacune des positions où l'on a joué."""
    for position in positions:
        if position.nb_coups:
            yield position, source.alea.choice(_occupees(position))


def _colonnes_pleines(source: Source) -> Iterator[Cas]:
    """La première ou la dernière colonne remplie, dans des grilles de toutes tailles."""
    for n, m in (*TAILLES, GRANDE):
        k = source.alea.choice((0, m - 1))
        yield reduce(Position.jouer, [k] * n, vide(n, m)), k


def _version(changer: Callable[[Grille, list[int], int], None]) -> Callable[[Position, int], Etat]:
    """L'état où une fonction qui ferait partout ce changement laisserait ses arguments."""

    def fausse(position: Position, k: int) -> Etat:
        grille, hauteur = vers_lignes(position)
        changer(grille, hauteur, k)
        return grille, hauteur

    return fausse


def _efface(ligne: Callable[[int, int], int], delta: int = -1) -> Callable[[Position, int], Etat]:
    """Efface la ligne(n, h) de la colonne, et change hauteur de delta."""

    def changer(grille: Grille, hauteur: list[int], k: int) -> None:
        i = ligne(len(grille), hauteur[k])
        if -len(grille) <= i < len(grille):
            grille[i][k] = 0
        hauteur[k] += delta

    return _version(changer)


def _sans_grille(grille: Grille, hauteur: list[int], k: int) -> None:
    hauteur[k] -= 1


def _raccourcit(grille: Grille, hauteur: list[int], k: int) -> None:
    grille[len(grille) - hauteur[k]][k] = 0
    del hauteur[k]


def _vide_sans_compter(grille: Grille, hauteur: list[int], k: int) -> None:
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] -= 1


def _vide_la_colonne(grille: Grille, hauteur: list[int], k: int) -> None:
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] = 0


def _indices_echanges(epreuves: list[Epreuve]) -> bool:
    """Chaque échec vient-il de grille[colonne][ligne] écrit au lieu de grille[ligne][colonne] ?"""
    sans_erreur = [e for e in fautes(epreuves) if not isinstance(e.appel.exception, IndexError)]
    changees = any(e.appel.apres[0] != e.essai.arguments[0] for e in sans_erreur)
    return changees and all(map(_efface_ailleurs, sans_erreur))


def _efface_ailleurs(epreuve: Epreuve) -> bool:
    grille, hauteur, k = deepcopy(epreuve.essai.arguments)
    i = len(grille) - hauteur[k]
    if k >= len(grille) or i >= len(grille[0]):
        return False
    grille[k][i] = 0
    return bool(epreuve.appel.apres[0] == grille)


_DEPUIS_LE_BAS = "Vous comptez les lignes depuis le bas : la ligne 0 est en HAUT."

ENLEVER_COUP = (
    Fonction(
        "enlever_coup(grille, hauteur, k)",
        donner=lambda position, k: (*vers_lignes(position), k),
        attendu=lambda *_: "le dernier coup annulé",
        juger=_juge_etat,
        appel="enlever_coup(grille, hauteur, {1})",
        etiquettes=marques_de_taille,
        options={**SUR_GRILLE, "faire": _en_place, "sans_retour": True},
    )
    .critere("le coup annulé, dans la grille et dans hauteur", 3, _coups_normaux)
    .critere(
        "toutes les tailles de grille",
        1,
        lambda source: chain(
            _colonnes_pleines(source),
            _un_coup(source, positions_de_tailles(source, source.nombre(6), GRANDE)),
        ),
    )
    .question(
        (
            "Où regarder : jouer. enlever_coup fait l'inverse de chacune de ses lignes.",
            "À quoi penser : deux listes doivent changer. Et hauteur[k] compte encore le pion que l'on "
            "enlève : où est-il, ce pion ?",
            "Pour commencer : sur ex_grille, cherchez à la main la ligne du dernier pion de la colonne 3. "
            "Dans quel ordre défaire ce que jouer a fait ?",
        ),
        (
            Erreur("Les indices sont échangés : une case est grille[ligne][colonne].", _indices_echanges),
            TROP_GRANDE,
            *ERREURS_DE_TAILLE,
            (
                "Vous oubliez de mettre hauteur à jour : le pion disparaît, mais la colonne semble encore "
                "occupée.",
                _efface(lambda n, h: n - h, 0),
            ),
            ("Vous diminuez hauteur, mais le pion reste dans la grille.", _version(_sans_grille)),
            ("Vous augmentez hauteur au lieu de la diminuer.", _efface(lambda n, h: n - h, 1)),
            (_DEPUIS_LE_BAS, _efface(lambda n, h: h - 1)),
            (_DEPUIS_LE_BAS, _efface(lambda n, h: h)),
            (
                "Vous effacez la case au-dessus du dernier pion : hauteur compte encore le pion que l'on "
                "enlève.",
                _efface(lambda n, h: n - 1 - h),
            ),
            (
                "Vous effacez le pion situé sous le dernier : une ligne de trop.",
                _efface(lambda n, h: n - h + 1),
            ),
            ("Vous enlevez le pion du bas de la colonne, pas le dernier joué.", _efface(lambda n, h: n - 1)),
            (
                "Vous videz toute la colonne : seul le dernier coup doit disparaître.",
                _version(_vide_la_colonne),
            ),
            (
                "Vous videz toute la colonne : seul le dernier coup doit disparaître.",
                _version(_vide_sans_compter),
            ),
            ("Vous diminuez hauteur de deux : un seul pion est enlevé.", _efface(lambda n, h: n - h, -2)),
            (
                "Vous retirez un élément de hauteur : c'est sa valeur qui diminue, la liste garde sa "
                "longueur.",
                _version(_raccourcit),
            ),
        ),
    )
)
