"""victoire(grille, p) : le joueur p a-t-il aligné quatre pions ?
enlever_coup(grille, hauteur, k) : annuler, sur place, le dernier coup de la colonne k.
Le coût de jouer, avec et sans la liste hauteur : des réponses en un mot.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_lignes
from p4core.jeu import Position
from p4cours.tp3_ia.outils import (
    TAILLES,
    EssaiGrille,
    Grille,
    arguments_grille,
    erreurs_de_taille,
    marques_de_taille,
    position_de,
    positions_de_tailles,
    preciser,
    sans_pion,
    vide,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, manque_les, modele, seulement
from p4cours.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.formes import reponse
from p4cours.verification.lecture import Malforme, montrer, nommer, simple

# --- victoire(grille, p) : le joueur p a-t-il aligné quatre pions ? --------------------------------------


def _booleen(valeur: object) -> bool:
    valeur = simple(valeur)
    if not isinstance(valeur, bool):
        raise Malforme(f"on attend un booléen, True ou False, or c'est {nommer(valeur)} : {montrer(valeur)}.")
    return valeur


def _essai(position: Position, p: int, *etiquettes: str) -> EssaiGrille:
    attendu = position.gagnant == p

    def juge(appel: Appel) -> Ecart | None:
        if _booleen(appel.valeur) == attendu:
            return None
        phrase = (
            f"Le joueur {p} a gagné dans cette grille." if attendu else f"Le joueur {p} n'a pas gagné ici."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), fautives=position.alignement)

    marques = {"victoire" if attendu else "sans victoire", *etiquettes} | marques_de_taille(position)
    if not attendu and _deborde(position, p):
        marques.add("bord")
    return EssaiGrille(
        f"victoire(grille, {p})", arguments_grille(position, p), juge, position, frozenset(marques),
        contexte={"p": p}, attendu=attendu,
    )  # fmt: skip


def _bords(alignement: pos.Alignement) -> list[str]:
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {"colonne 6": 6 in xs, "colonne 0": 0 in xs, "ligne 0": 5 in ys, "ligne 5": 0 in ys}
    return [nom for nom, vrai in noms.items() if vrai]


def _direction(*directions: str) -> Callable[[Source], Iterable[EssaiGrille]]:
    def essais(source: Source) -> Iterator[EssaiGrille]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield _essai(position, position.gagnant, "modèle", nom, *_bords(alignement))

    return essais


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


def _sans_victoire(source: Source) -> Iterator[EssaiGrille]:
    sans = [*pos.petites(1), *(Position.depuis_coups(c) for c in ("112233", "121212", "776655"))]
    for position in [*sans, *pos.nulles(2), *pos.au_hasard(source.alea, source.nombre(25))]:
        yield from (_essai(position, p) for p in (1, 2))
    for n, m in ((4, 4), (5, 5), (6, 7)):
        candidates = pos.au_hasard(source.alea, source.nombre(80), vide(n, m))
        yield from (_essai(c, p) for c in candidates for p in (1, 2) if _deborde(c, p))


def _fins_de_partie(source: Source) -> Iterator[EssaiGrille]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de quatre pions alignés
        position = Position.depuis_coups(coups)
        yield _essai(position, position.gagnant, "longue")
    for position in pos.finies(source.alea, source.nombre(30)):
        yield from (_essai(position, p) for p in (1, 2))


def _autres_tailles(source: Source) -> Iterator[EssaiGrille]:
    for n, m in TAILLES:
        for position in pos.finies(source.alea, source.nombre(12), vide(n, m)):
            yield from (_essai(position, p) for p in (1, 2))
    for position in positions_de_tailles(source, source.nombre(2)):
        yield _essai(position, source.alea.choice((1, 2)))


def _trois(position: Position, p: int) -> bool:
    """p a-t-il trois pions alignés ?"""
    taille = (position.largeur, position.hauteur)
    return Position.depuis_pions(taille, 3, (position.pions[p - 1], 0), 2).gagnant == 1


_ERREURS_VICTOIRE = (
    *erreurs_de_taille(),
    *(
        Erreur(f"Une direction vous échappe : {nom}.", manque_les(nom))
        for nom in ("horizontale", "verticale", "diagonale montante", "diagonale descendante")
    ),
    Erreur("Les deux diagonales vous échappent.", manque_les("diagonale montante", "diagonale descendante")),
    Erreur(
        "Vous n'atteignez jamais le bord droit : les séries qui finissent en colonne m - 1 vous échappent.",
        manque_les("colonne 6"),
    ),
    Erreur(
        "Vous n'atteignez jamais le bas : les séries qui passent par la ligne n - 1, celle du bas, vous "
        "échappent.",
        manque_les("ligne 5"),
    ),
    Erreur("Vous n'atteignez ni le bord droit ni le bas de la grille.", manque_les("colonne 6", "ligne 5")),
    Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
    Erreur("Vous oubliez la ligne 0, celle du haut.", manque_les("ligne 0")),
    modele(
        "Vous échangez les deux joueurs.", lambda e: position_de(e).gagnant == 3 - e.contexte["p"], simple
    ),
    modele(
        "Vous ne tenez pas compte de p : une victoire de l'autre joueur vous fait répondre True.",
        lambda e: position_de(e).gagnant != 0,
        simple,
    ),
    modele(
        "Vous ne voyez que les victoires du joueur 1.", lambda e: e.attendu and e.contexte["p"] == 1, simple
    ),
    modele(
        "Vous ne voyez que les victoires du joueur 2.", lambda e: e.attendu and e.contexte["p"] == 2, simple
    ),
    modele("Votre fonction répond toujours False.", lambda e: False, simple),
    modele("Votre fonction répond toujours True.", lambda e: True, simple),
    modele(
        "Vous vous contentez de trois pions alignés.",
        lambda e: _trois(position_de(e), e.contexte["p"]),
        simple,
    ),
    seulement(
        "bord",
        "Vous annoncez une victoire qui passe d'un bord de la grille à l'autre : un indice négatif, comme "
        "grille[i][-1], désigne en Python la fin de la liste.",
    ),
    seulement("longue", "Vous manquez les alignements de plus de quatre pions."),
    seulement(
        "victoire",
        "Des victoires vous échappent : examinez-vous toutes les séries de quatre cases, jusqu'à la "
        "dernière ?",
    ),
    seulement(
        "sans victoire", "Vous annoncez des victoires qui n'existent pas : il faut 4 pions de p à la suite."
    ),
)

VICTOIRE = Question(
    "victoire",
    "victoire(grille, p)",
    (
        Critere("victoires horizontales", 1, _direction("horizontale")),
        Critere("victoires verticales", 1, _direction("verticale")),
        Critere("victoires en diagonale", 1, _direction("diagonale montante", "diagonale descendante")),
        Critere("False quand p n'a pas gagné", 1, _sans_victoire, gratuit=True),
        Critere("fins de parties réelles", 1, _fins_de_partie),
        Critere("toutes les tailles de grille", 1, _autres_tailles),
    ),
    (
        "Il y a quatre directions : horizontale, verticale et deux diagonales. Traitez-les l'une après "
        "l'autre.",
        "Une série horizontale part de (i, j) et finit en (i, j + 3) : j ne dépasse donc pas m - 4. "
        "Cherchez de "
        "même jusqu'où vont i et j dans les autres directions.",
        "Pour chaque case (i, j) et chaque pas (di, dj) parmi (0, 1), (1, 0), (1, 1), (1, -1) : si la "
        "dernière case "
        "(i + 3*di, j + 3*dj) est dans la grille, regardez si les quatre cases valent p. Renvoyez False à "
        "la fin.",
    ),
    _ERREURS_VICTOIRE,
)


# --- enlever_coup(grille, hauteur, k) : annuler, sur place, le dernier coup de la colonne k --------------


Etat = tuple[Grille, list[int]]


@dataclass(frozen=True)
class _EssaiEnPlace(EssaiGrille):
    """La fonction doit modifier ses arguments : c'est ce qu'elle en a fait que l'on juge."""

    sans_retour: bool = True

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et juge l'état où la fonction laisse ses arguments."""
        appel = appelant(self.arguments, delai=self.delai)
        etat = appel.apres[:2]
        change = bool(appel.modifies)
        vu = replace(appel, arguments=appel.apres, valeur=etat)
        ecart = juger(self, vu)
        if ecart and not change and ecart.cause == "valeur":
            ecart = _rien_de_change(appel, ecart)
        return preciser(Epreuve(self, vu, ecart))


def _rien_de_change(appel: Appel, ecart: Ecart) -> Ecart:
    phrase = "Votre fonction ne change ni la grille ni hauteur."
    if appel.valeur is not None:
        phrase += " Elle renvoie un résultat neuf : il faut modifier sur place les listes qu'elle reçoit."
    return replace(ecart, phrase=phrase, obtenu="des listes inchangées")


def _attendu(position: Position, k: int) -> Etat:
    return vers_lignes(sans_pion(position, k))


def _essai_enlever_coup(position: Position, k: int) -> Essai:
    grille, hauteur = vers_lignes(position)
    attendu = _attendu(position, k)

    def juge(appel: Appel) -> Ecart | None:
        obtenue, hauteurs = appel.apres[0], appel.apres[1]
        return _ecart_grille(obtenue, attendu[0]) or _ecart_hauteur(hauteurs, attendu[1])

    return _EssaiEnPlace(
        f"enlever_coup(grille, hauteur, {k})", (grille, hauteur, k), juge, position,
        frozenset(marques_de_taille(position)), contexte={"k": k}, attendu="le dernier coup annulé",
    )  # fmt: skip


def _ecart_grille(obtenue: Any, attendue: Grille) -> Ecart | None:
    if not isinstance(obtenue, list) or [len(ligne) for ligne in obtenue] != [
        len(ligne) for ligne in attendue
    ]:
        return Ecart(
            "La grille n'a plus sa forme : on efface un pion, on n'enlève pas de case.", cause="forme"
        )
    n = len(attendue)
    fautives = [
        (x, n - 1 - i)
        for i, ligne in enumerate(attendue)
        for x, valeur in enumerate(ligne)
        if type(obtenue[i][x]) is bool or obtenue[i][x] != valeur
    ]
    if not fautives:
        return None
    x, y = fautives[0]
    i = n - 1 - y
    phrase = "Après l'appel, la grille n'est pas celle d'avant le dernier coup."
    if obtenue[i][x] not in (0, 1, 2) or type(obtenue[i][x]) is bool:
        phrase += f" Une case y contient {montrer(obtenue[i][x])} : une case libre vaut 0."
    return Ecart(
        phrase,
        f"grille[{i}][{x}] == {attendue[i][x]}",
        f"grille[{i}][{x}] == {montrer(obtenue[i][x])}",
        fautives=fautives,
    )


def _ecart_hauteur(obtenue: Any, attendue: list[int]) -> Ecart | None:
    if list(obtenue) == attendue:
        return None
    return Ecart(
        "La grille est juste, mais hauteur ne correspond plus à la grille.",
        f"hauteur == {attendue}",
        f"hauteur == {montrer(obtenue)}",
    )


def _coups(position: Position) -> list[int]:
    return [x for x in range(position.largeur) if position.niveau(x)]


def _essais_normaux(source: Source) -> Iterator[Essai]:
    for coups in ("4", "44", "1", "77", "1234567", "4455", "222222", "7777771"):
        position = Position.depuis_coups(coups)
        yield from (_essai_enlever_coup(position, k) for k in _coups(position))
    for position in pos.au_hasard(source.alea, source.nombre(30)):
        if position.nb_coups:
            yield _essai_enlever_coup(position, source.alea.choice(_coups(position)))


def _autres_tailles_enlever_coup(source: Source) -> Iterator[Essai]:
    for position in positions_de_tailles(source, source.nombre(6)):
        if position.nb_coups:
            yield _essai_enlever_coup(position, source.alea.choice(_coups(position)))


Changement = Callable[[Grille, list[int], int], None]


def _version(phrase: str, changer: Changement) -> Erreur:
    """L'erreur d'une fonction qui ferait partout ce changement, à partir de la grille reçue."""

    def valeur(essai: Essai) -> Etat:
        grille, hauteur, k = deepcopy(essai.arguments)
        changer(grille, hauteur, k)
        return grille, hauteur

    return modele(phrase, valeur)


def _sans(*parties: str) -> Changement:
    """La bonne réponse, sauf pour l'une des deux listes."""

    def changer(grille: Grille, hauteur: list[int], k: int) -> None:
        x_occupees = [i for i in range(len(grille)) if grille[i][k]]
        if "grille" not in parties:
            grille[x_occupees[0]][k] = 0
        if "hauteur" not in parties:
            hauteur[k] = len(x_occupees) - 1

    return changer


def _efface(ligne: Callable[[int, int], int], delta: int = -1) -> Changement:
    """Efface la ligne(n, h) de la colonne, et change hauteur de delta."""

    def changer(grille: Grille, hauteur: list[int], k: int) -> None:
        i = ligne(len(grille), hauteur[k])
        if -len(grille) <= i < len(grille):
            grille[i][k] = 0
        hauteur[k] += delta

    return changer


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


def _vide_la_colonne(grille: Grille, hauteur: list[int], k: int) -> None:
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] = 0


_ERREURS_ENLEVER_COUP = (
    Erreur("Les indices sont échangés : une case est grille[ligne][colonne].", _indices_echanges),
    *erreurs_de_taille(),
    _version(
        "Vous oubliez de mettre hauteur à jour : le pion disparaît, mais la colonne semble encore occupée.",
        _sans("hauteur"),
    ),
    _version("Vous diminuez hauteur, mais le pion reste dans la grille.", _sans("grille")),
    _version("Vous augmentez hauteur au lieu de la diminuer.", _efface(lambda n, h: n - h, 1)),
    _version("Vous comptez les lignes depuis le bas : la ligne 0 est en HAUT.", _efface(lambda n, h: h - 1)),
    _version("Vous comptez les lignes depuis le bas : la ligne 0 est en HAUT.", _efface(lambda n, h: h)),
    _version(
        "Vous effacez la case au-dessus du dernier pion : hauteur compte encore le pion que l'on enlève.",
        _efface(lambda n, h: n - 1 - h),
    ),
    _version(
        "Vous effacez le pion situé sous le dernier : une ligne de trop.", _efface(lambda n, h: n - h + 1)
    ),
    _version("Vous enlevez le pion du bas de la colonne, pas le dernier joué.", _efface(lambda n, h: n - 1)),
    _version("Vous videz toute la colonne : seul le dernier coup doit disparaître.", _vide_la_colonne),
)

ENLEVER_COUP = Question(
    "enlever_coup",
    "enlever_coup(grille, hauteur, k)",
    (
        Critere("le coup annulé, dans la grille et dans hauteur", 3, _essais_normaux),
        Critere("toutes les tailles de grille", 1, _autres_tailles_enlever_coup),
    ),
    (
        "Relisez jouer : enlever_coup doit faire exactement l'inverse, dans l'ordre inverse.",
        "Deux listes changent : la case du dernier pion redevient libre, et la colonne contient un pion de "
        "moins.",
        "Commencez par diminuer hauteur[k] de 1 : la case à libérer est alors celle où jouer poserait un "
        "pion.",
    ),
    _ERREURS_ENLEVER_COUP,
)


# --- Le coût de jouer, avec et sans la liste hauteur : des réponses en un mot ----------------------------


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
