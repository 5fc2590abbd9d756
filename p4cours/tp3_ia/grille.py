"""La grille du TP 3 : le coût de jouer, victoire(grille, p), enlever_coup(grille, hauteur, k)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import LIGNES, vers_lignes
from p4core.jeu import Position
from p4cours.tp3_ia.commun import (
    ERREURS_DE_TAILLE,
    SUR_GRILLE,
    TAILLES,
    Grille,
    a_gagne,
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
from p4cours.verification.lecture import Malforme, montrer, nommer, simple

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
        "Combien d'opérations fait jouer, et ce nombre dépend-il de la taille de la grille ?",
        "Il n'y a pas de boucle dans jouer ; lire ou modifier une case d'une liste coûte toujours autant.",
        "Un nombre d'opérations qui ne dépend ni de n ni de m se note O(1).",
    ),
)
SANS_HAUTEUR = reponse(
    "complexite_sans_hauteur",
    _juge(_LINEAIRE, _SANS, "Ce n'est pas ce coût : que faut-il parcourir pour trouver où le pion tombe ?"),
    (
        "Sans hauteur, comment savoir sur quelle ligne le pion s'arrête ?",
        "On parcourt la colonne k case par case, jusqu'à la première case libre : combien de cases, au "
        "pire ?",
        "Une colonne contient n cases (n est le nombre de lignes).",
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
    noms = {"victoire" if gagne else "sans victoire", *marques, *(["bord"] if bord else [])}
    return noms | marques_de_taille(position)


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


def _victoires(*directions: str) -> Callable[[Source], Iterator[Cas]]:
    def cas(source: Source) -> Iterator[Cas]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield position, position.gagnant, "modèle", nom, *_bords(alignement)

    return cas


def _bords(alignement: pos.Alignement) -> list[str]:
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {"colonne 6": 6 in xs, "colonne 0": 0 in xs, "ligne 0": 5 in ys, "ligne 5": 0 in ys}
    return [nom for nom, vrai in noms.items() if vrai]


def _sans_victoire(source: Source) -> Iterator[Cas]:
    sans = [*pos.petites(1), *(Position.depuis_coups(c) for c in ("112233", "121212", "776655"))]
    for position in [*sans, *pos.nulles(2), *pos.au_hasard(source.alea, source.nombre(25))]:
        yield from ((position, p) for p in (1, 2))
    for n, m in ((4, 4), (5, 5), (6, 7)):
        candidates = pos.au_hasard(source.alea, source.nombre(80), vide(n, m))
        yield from ((c, p) for c in candidates for p in (1, 2) if _deborde(c, p))


def _fins_de_partie(source: Source) -> Iterator[Cas]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de quatre pions alignés
        position = Position.depuis_coups(coups)
        yield position, position.gagnant, "longue"
    for position in pos.finies(source.alea, source.nombre(30)):
        yield from ((position, p) for p in (1, 2))


def _autres_tailles(source: Source) -> Iterator[Cas]:
    for n, m in TAILLES:
        for position in pos.finies(source.alea, source.nombre(12), vide(n, m)):
            yield from ((position, p) for p in (1, 2))
    for position in positions_de_tailles(source, source.nombre(2)):
        yield position, source.alea.choice((1, 2))


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
    .critere("victoires horizontales", 1, _victoires("horizontale"))
    .critere("victoires verticales", 1, _victoires("verticale"))
    .critere("victoires en diagonale", 1, _victoires(*pos.DIRECTIONS[2:]))
    .critere("False quand p n'a pas gagné", 1, _sans_victoire, gratuit=True)
    .critere("fins de parties réelles", 1, _fins_de_partie)
    .critere("toutes les tailles de grille", 1, _autres_tailles)
    .question(
        (
            "Il y a quatre directions : horizontale, verticale et deux diagonales. Traitez-les l'une après "
            "l'autre.",
            "Une série horizontale part de (i, j) et finit en (i, j + 3) : j ne dépasse donc pas m - 4. "
            "Cherchez de même jusqu'où vont i et j dans les autres directions.",
            "Pour chaque case (i, j) et chaque pas (di, dj) parmi (0, 1), (1, 0), (1, 1), (1, -1) : si la "
            "dernière case (i + 3*di, j + 3*dj) est dans la grille, regardez si les quatre cases valent p. "
            "Renvoyez False à la fin.",
        ),
        (
            *ERREURS_DE_TAILLE,
            *(Erreur(f"Une direction vous échappe : {nom}.", manque_les(nom)) for nom in pos.DIRECTIONS),
            Erreur("Les deux diagonales vous échappent.", manque_les(*pos.DIRECTIONS[2:])),
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
            Erreur("Vous oubliez la ligne 0, celle du haut.", manque_les("ligne 0")),
            ("Vous échangez les deux joueurs.", lambda position, p, *_: position.gagnant == 3 - p),
            (
                "Vous ne tenez pas compte de p : une victoire de l'autre joueur vous fait répondre True.",
                lambda position, *_: position.gagnant != 0,
            ),
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
            seulement(
                "bord",
                "Vous annoncez une victoire qui passe d'un bord de la grille à l'autre : un indice négatif, "
                "comme grille[i][-1], désigne en Python la fin de la liste.",
            ),
            seulement("longue", "Vous manquez les alignements de plus de quatre pions."),
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
    return _ecart_grille(appel.apres[0], grille) or _ecart_hauteur(appel.apres[1], hauteur)


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


def _ecart_hauteur(obtenue: Any, attendue: list[int]) -> Ecart | None:
    if list(obtenue) == attendue:
        return None
    phrase = "La grille est juste, mais hauteur ne correspond plus à la grille."
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


def _vide_la_colonne(grille: Grille, hauteur: list[int], k: int) -> None:
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] = 0


def _indices_echanges(epreuves: list[Epreuve]) -> bool:
    """Chaque échec vient-il de grille[colonne][ligne] écrit au lieu de grille[ligne][colonne] ?"""
    return all(isinstance(e.appel.exception, IndexError) or _efface_ailleurs(e) for e in fautes(epreuves))


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
        lambda source: _un_coup(source, positions_de_tailles(source, source.nombre(6))),
    )
    .question(
        (
            "Relisez jouer : enlever_coup doit faire exactement l'inverse, dans l'ordre inverse.",
            "Deux listes changent : la case du dernier pion redevient libre, et la colonne contient un pion "
            "de moins.",
            "Commencez par diminuer hauteur[k] de 1 : la case à libérer est alors celle où jouer poserait un "
            "pion.",
        ),
        (
            Erreur("Les indices sont échangés : une case est grille[ligne][colonne].", _indices_echanges),
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
        ),
    )
)
