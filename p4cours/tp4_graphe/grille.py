"""depose_pion(s, j) : la situation après un coup, sans toucher à celle d'avant.
partie_nulle(s) : la grille est-elle pleine ?
Les alignements qui passent par une case, lus comme le ferait une réponse fautive.
gagnant(s, coup) : le coup qui vient d'être joué gagne-t-il ?
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.jeu import Case, Position
from p4cours.tp4_graphe.situations import (
    EssaiIntact,
    EssaiPermissif,
    Grille,
    Situation,
    appel_lisible,
    coup_de,
    differences,
    en_colonnes,
    grille_rendue,
    lire_booleen,
    lire_situation,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import manque_les, modele, seulement
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4cours.verification.lecture import montrer

# --- depose_pion(s, j) : la situation après un coup, sans toucher à celle d'avant ------------------------


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


_ERREURS_DEPOSE = (
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

DEPOSE_PION = Question(
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
    _ERREURS_DEPOSE,
)


# --- partie_nulle(s) : la grille est-elle pleine ? -------------------------------------------------------


def _essai_nulle(position: Position) -> Essai:
    attendu = position.pleine

    def juge(appel: Appel) -> Ecart | None:
        if lire_booleen(appel.valeur) == attendu:
            return None
        libres = [(x, position.niveau(x)) for x in position.coups()]
        phrase = (
            "La grille est pleine et personne n'a gagné : la partie est nulle."
            if attendu
            else "Il reste des cases libres : la partie n'est pas nulle."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), libres)

    appel = appel_lisible("partie_nulle", position)
    return Essai(appel, (vers_situation(position),), juge, position, attendu=attendu)


# Des parties nulles dont la dernière case est dans la colonne 0, 3 ou 6.
_PRESQUE_PLEINES = (
    "245622534663746752634115751745124637233171",
    "252214552427357766352143437763113741516664",
    "525146252441332232477653756664463531111777",
)


def _pas_nulles(source: Source) -> Iterator[Essai]:
    for coups in ("", "4", "1234567", "1111117", "777777", "21212144", "1212124343436565"):
        yield _essai_nulle(Position.depuis_coups(coups))
    for coups in _PRESQUE_PLEINES:
        yield from (_essai_nulle(Position.depuis_coups(coups[:n])) for n in (41, 40, 38, 35))
    yield from (_essai_nulle(p) for p in pos.au_hasard(source.alea, source.nombre(40)))


def _nulles(source: Source) -> Iterator[Essai]:
    yield from (_essai_nulle(p) for p in pos.nulles())


def _version_nulle(phrase: str, fausse: Callable[[Position], bool]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.position or Position()), lire_booleen)


def _remplie(position: Position, cases: list[tuple[int, int]]) -> bool:
    return all(position.case(x, y) for x, y in cases)


_HAUT, _BAS = [(x, 5) for x in range(7)], [(x, 0) for x in range(7)]

PARTIE_NULLE = Question(
    "partie_nulle",
    "partie_nulle(s)",
    (
        Critere("False tant qu'il reste une case libre", 1, _pas_nulles, gratuit=True),
        Critere("True quand la grille est pleine", 1, _nulles, gratuit=True),
    ),
    (
        "Quand on arrive à une partie nulle, plus aucun coup n'est possible : que sait-on de la grille ?",
        "Comme les pions tombent, il suffit de regarder une seule ligne. Laquelle ?",
        "La grille est pleine si la ligne du HAUT, G[5], ne contient plus None : l'opérateur in répond à "
        "la question.",
    ),
    (
        _version_nulle(
            "Vous regardez la ligne 0, qui est celle du BAS : elle se remplit la première.",
            lambda p: _remplie(p, _BAS),
        ),
        _version_nulle(
            "Vous répondez False même quand la grille est pleine. Attention : 0, un pion de J0, est « "
            "faux » pour Python "
            "comme None. Une case est libre si elle « is None ».",
            lambda p: False,
        ),
        _version_nulle("Votre fonction répond toujours True.", lambda p: True),
        _version_nulle("C'est l'inverse : True veut dire que la partie est nulle.", lambda p: not p.pleine),
        _version_nulle(
            "Une seule colonne pleine vous suffit : elles doivent l'être toutes.",
            lambda p: any(p.case(x, 5) for x in range(7)),
        ),
        _version_nulle("Vous ne regardez que la première colonne.", lambda p: p.case(0, 5) != 0),
        _version_nulle("Vous ne regardez que la dernière colonne.", lambda p: p.case(6, 5) != 0),
        _version_nulle("Vous oubliez la dernière colonne, j = 6.", lambda p: _remplie(p, _HAUT[:6])),
        _version_nulle(
            "Vous regardez une ligne trop bas : celle du haut est G[5].",
            lambda p: _remplie(p, [(x, 4) for x in range(7)]),
        ),
    ),
)


# --- Les alignements qui passent par une case, lus comme le ferait une réponse fautive -------------------


_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def fenetres(case: Case, taille: int = 4) -> Iterator[list[Case]]:
    """Les autres cases de chaque alignement qui contient la case, sans souci des bords."""
    x, y = case
    for dx, dy in _DIRECTIONS:
        for debut in range(1 - taille, 1):
            yield [(x + dx * k, y + dy * k) for k in range(debut, debut + taille) if k]


def voit(position: Position, case: Case, joueur: int, tourne: bool, taille: int = 4) -> bool:
    """Une fenêtre dont les autres cases sont à ce joueur ; `tourne` : un indice négatif repart de la fin."""
    dedans = lambda x, y: (-7 if tourne else 0) <= x < 7 and (-6 if tourne else 0) <= y < 6  # noqa: E731
    return any(
        all(dedans(x, y) and position.case(x % 7, y % 6) == joueur for x, y in fenetre)
        for fenetre in fenetres(case, taille)
    )


def gagne_en_tournant(position: Position, case: Case | None) -> bool:
    """Fausse victoire de celui qui laisse passer les indices négatifs."""
    return case is not None and voit(position, case, position.case(*case), tourne=True)


def en_echangeant(position: Position, case: Case) -> bool:
    """La réponse de celui qui lit (i, j) comme (colonne, ligne)."""
    y, x = case
    if y > 5 or not position.case(x, y):
        return False
    return voit(position, (x, y), position.case(x, y), tourne=False)


# --- gagnant(s, coup) : le coup qui vient d'être joué gagne-t-il ? ---------------------------------------


_NOMS = ("horizontale", "verticale", "diagonale montante", "diagonale descendante")


class _EssaiGagnant(Essai):
    """Un essai qui explique l'IndexError, si fréquente ici."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if epreuve.ecart and isinstance(epreuve.appel.exception, IndexError):
            conseil = "\nPrès des bords, certaines listes de a_verifier sortent de la grille : écartez-les."
            return replace(epreuve, ecart=replace(epreuve.ecart, phrase=epreuve.ecart.phrase + conseil))
        return epreuve


def _essai_gagnant(position: Position, case: Case, *etiquettes: str) -> Essai:
    attendu = case in position.alignement
    joueur = 2 - position.case(*case)

    def juge(appel: Appel) -> Ecart | None:
        if lire_booleen(appel.valeur) == attendu:
            return None
        phrase = (
            f"Le coup {coup_de(case)} du joueur {joueur} termine un alignement de 4."
            if attendu
            else f"Le coup {coup_de(case)} du joueur {joueur} ne termine aucun alignement."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), [case])

    marques = {"victoire" if attendu else "sans victoire", f"joueur {joueur}", *etiquettes}
    if voit(position, case, position.case(*case), tourne=False, taille=5):
        marques.add("longue")
    return _EssaiGagnant(
        appel_lisible("gagnant", position, str(coup_de(case))),
        (vers_situation(position), coup_de(case)),
        juge,
        position,
        frozenset(marques),
        {"case": case},
        attendu,
    )


def _bords(cases: Iterable[Case]) -> list[str]:
    noms = {0: ("colonne 0", "ligne 0"), 5: ("", "ligne 5"), 6: ("colonne 6", "")}
    return [nom for x, y in cases for nom in (noms.get(x, ("", ""))[0], noms.get(y, ("", ""))[1]) if nom]


def _direction(*directions: str) -> Callable[[Source], Iterable[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield from _coups_possibles(position, alignement, nom)

    return essais


def _coups_possibles(position: Position, alignement: pos.Alignement, nom: str) -> Iterator[Essai]:
    """Chaque pion de l'alignement qui est en haut de sa colonne a pu être joué le dernier."""
    for rang, (x, y) in enumerate(alignement):
        if position.niveau(x) == y + 1:
            place = "au bout" if rang in (0, 3) else "au milieu"
            yield _essai_gagnant(position, (x, y), "modèle", nom, place, f"rang {rang}", *_bords(alignement))


def _sans_victoire(source: Source) -> Iterator[Essai]:
    for coups in ("4", "44", "112233", "121212", "11223355", "1122336", "172635", "334455"):
        yield _dernier(Position.depuis_coups(coups))
    for position in (*pos.nulles(), *pos.au_hasard(source.alea, source.nombre(60))):
        if position.historique:
            yield _dernier(position)


def _dernier(position: Position, *etiquettes: str) -> Essai:
    assert position.dernier is not None
    return _essai_gagnant(position, position.dernier, *etiquettes)


# Le dernier pion touche un bord ; trois pions semblables se trouvent de l'autre côté de la grille.
_DE_L_AUTRE_COTE = ("5566771", "6677112", "7711223")


def _autour_des_bords(source: Source) -> Iterator[Essai]:
    trouvees = [Position.depuis_coups(coups) for coups in _DE_L_AUTRE_COTE]
    tirees = [p for p in pos.au_hasard(source.alea, 500) if p.historique and gagne_en_tournant(p, p.dernier)]
    for position in trouvees + sorted(tirees, key=lambda p: p.nb_coups)[: source.nombre(10)]:
        yield _dernier(position, "bord")


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for coups in (
        "112233554",
        "1122335566774"[:13],
        "71122335546"[:10],
    ):  # plus de 4 pions alignés, ou à la fin
        yield _dernier(Position.depuis_coups(coups))
    yield from (_dernier(p) for p in pos.finies(source.alea, source.nombre(50)))


def _version_gagnant(phrase: str, fausse: Callable[[Position, Case], bool]) -> Erreur:
    def valeur(essai: Essai) -> bool:
        assert essai.position is not None
        return fausse(essai.position, essai.contexte["case"])

    return modele(phrase, valeur, lire_booleen)


_ERREURS_GAGNANT = (
    *(Erreur(f"Une direction vous échappe : {nom}.", manque_les(nom)) for nom in _NOMS),
    Erreur("Les deux diagonales vous échappent.", manque_les(*_NOMS[2:])),
    Erreur(
        "Vous ne voyez l'alignement que si le dernier pion est à un bout : il peut aussi combler un trou "
        "au milieu.",
        manque_les("au milieu"),
    ),
    Erreur(
        "Vous n'atteignez jamais le bord droit : les alignements qui touchent la colonne 6 vous échappent.",
        manque_les("colonne 6"),
    ),
    Erreur(
        "Vous n'atteignez jamais le haut : les alignements qui touchent la ligne 5 vous échappent.",
        manque_les("ligne 5"),
    ),
    Erreur("Vous n'atteignez ni le bord droit ni le haut de la grille.", manque_les("colonne 6", "ligne 5")),
    Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
    Erreur("Vous oubliez la ligne 0, celle du bas.", manque_les("ligne 0")),
    Erreur(
        "Vous oubliez la colonne 0 et la ligne 0 : les indices commencent à 0.",
        manque_les("colonne 0", "ligne 0"),
    ),
    _version_gagnant(
        "Les bords de la grille se touchent : G[i][-1] ne sort pas de la liste, c'est la DERNIÈRE case de "
        "la ligne "
        "(et G[-1] la ligne du haut). Écartez les indices négatifs.",
        gagne_en_tournant,
    ),
    _version_gagnant(
        "Vous échangez la ligne et la colonne : coup = (i, j), ligne puis colonne, et la case est G[i][j].",
        en_echangeant,
    ),
    _version_gagnant("Votre fonction répond toujours False.", lambda p, c: False),
    _version_gagnant("Votre fonction répond toujours True.", lambda p, c: True),
    _version_gagnant(
        "Vous manquez les victoires du joueur 0 : 0 est « faux » pour Python. Comparez les cases entre "
        "elles, "
        "ou avec « is None ».",
        lambda p, c: c in p.alignement and p.case(*c) == 1,
    ),
    _version_gagnant(
        "Vous manquez les victoires du joueur 1.", lambda p, c: c in p.alignement and p.case(*c) == 2
    ),
    _version_gagnant(
        "Vous regardez les pions du mauvais joueur : s[0] est le PROCHAIN à jouer ; celui qui vient de "
        "jouer est "
        "l'autre, c'est-à-dire la valeur de G[i][j].",
        lambda p, c: voit(p, c, p.trait, tourne=False),
    ),
    _version_gagnant(
        "Trois pions alignés vous suffisent : il en faut quatre, le dernier posé et trois autres.",
        lambda p, c: voit(p, c, p.case(*c), tourne=False, taille=3),
    ),
    _version_gagnant(
        "C'est l'inverse : vous répondez True quand le coup ne gagne pas.", lambda p, c: c not in p.alignement
    ),
    seulement("longue", "Vous manquez les alignements de plus de 4 pions : 5 à la suite, c'est gagné aussi."),
    seulement(
        "bord", "Toutes vos erreurs sont au bord de la grille : vérifiez-vous que chaque case y est encore ?"
    ),
    seulement(
        "victoire",
        "Des victoires vous échappent : la liste a_verifier est-elle complète (13 listes suffisent) ?",
    ),
    seulement("sans victoire", "Vous annoncez des victoires qui n'existent pas."),
)

GAGNANT = Question(
    "gagnant",
    "gagnant(s, coup)",
    (
        Critere("victoires horizontales", 1, _direction("horizontale")),
        Critere("victoires verticales", 1, _direction("verticale")),
        Critere("victoires en diagonale", 2, _direction("diagonale montante", "diagonale descendante")),
        Critere("False quand le coup ne gagne pas", 1, _sans_victoire, gratuit=True),
        Critere("les bords de la grille", 1, _autour_des_bords, gratuit=True),
        Critere("fins de parties réelles", 1, _vraies_parties),
    ),
    (
        "Le coup gagne si, dans l'une des listes de a_verifier, les trois cases sont dans la grille et "
        "contiennent le "
        "même pion que la case (i, j).",
        "Construisez a_verifier avec des boucles : pour chaque direction (di, dj), les alignements de 4 "
        "qui passent par "
        "(i, j) commencent en (i - d * di, j - d * dj), avec d de 0 à 3. Attention aux indices négatifs.",
        "Pour chaque liste : si toutes ses cases (a, b) vérifient 0 <= a < 6, 0 <= b < 7 et G[a][b] == "
        "G[i][j], "
        "renvoyez True. Ne renvoyez False qu'APRÈS la boucle.",
    ),
    _ERREURS_GAGNANT,
)
