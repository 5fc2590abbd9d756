"""Les règles du jeu sur une situation : depose_pion, partie_nulle, nb_listes et gagnant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations, takewhile
from typing import Any

from p4core.appels import Appel
from p4core.codages import SITUATION, vers_situation
from p4core.francais import enumerer
from p4core.jeu import Case, Position, alignements
from p4cours.tp4_graphe.situations import (
    Grille,
    Situation,
    conseiller,
    intacte,
    lire_booleen,
    retournees,
    sur_situation,
    tirees,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, manque_les, seulement, valeurs
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import ErreurConnue, uplet
from p4cours.verification.lecture import montrer, simple

# --- depose_pion(s, j) : la situation après un coup, sans toucher à celle d'avant -----------------


def _coups(source: Source) -> Iterator[tuple[Position, int]]:
    for position in pos.petites(1):
        yield from ((position, x) for x in position.coups())
    for coups in ("44", "444", "1111", "77777", "343434", "3333355555"):
        yield Position.depuis_coups(coups), int(coups[-1]) - 1
    for position in pos.au_hasard(source.alea, source.nombre(40)):
        yield position, source.alea.choice(position.coups())


def _poser(essai: Essai, appelant: Appelant) -> Epreuve:
    """Dit d'un return qui manque que le pion tombe ici tout en haut."""
    epreuve = essai.une_fois(appelant)
    if epreuve.ecart is None or epreuve.ecart.cause != "rien" or "ligne 5" not in essai.etiquettes:
        return epreuve
    return conseiller(epreuve, "Ici le pion tombe tout en haut, ligne 5 : votre boucle va-t-elle jusque-là ?")


def _mal_pose(nom: str, phrase: str) -> Erreur:
    """On ne se trompe que là ; une copie qui manque, elle, se dit telle quelle."""
    la = seulement(nom, phrase)
    copie = lambda e: e.ecart is not None and e.ecart.cause == "copie"  # noqa: E731
    return Erreur(phrase, lambda epreuves: la.explique(epreuves) and not all(map(copie, fautes(epreuves))))


def _decrire_suivante(position: Position, x: int) -> str:
    joueur, _ = vers_situation(position.jouer(x))
    return f"({joueur}, H), où seule la case H[{position.niveau(x)}][{x}] a changé"


def _juger_grille(appel: Appel, position: Position, x: int) -> Ecart | None:
    grille = SITUATION.lire_grille(appel.valeur)
    fautives = SITUATION.differences(grille, vers_situation(position.jouer(x))[1])
    if not fautives:
        return None
    phrase = "La grille renvoyée n'est pas la bonne (elle est dessinée, les cases fautives sont encadrées)."
    return Ecart(phrase, "", montrer(appel.valeur), fautives, SITUATION.cases(grille))


def _juger_joueur(appel: Appel, position: Position, x: int) -> Ecart | None:
    (joueur, _), (attendu, _) = SITUATION.lire(appel.valeur), vers_situation(position.jouer(x))
    if joueur == attendu:
        return None
    phrase = "Le joueur de la situation renvoyée doit être le prochain à jouer, c'est-à-dire l'autre."
    return Ecart(phrase, f"({attendu}, …)", f"({joueur}, …)")


def _juger_copie(appel: Appel, *_cas: Any) -> Ecart | None:
    SITUATION.lire_grille(appel.valeur)
    if appel.valeur[1] is not appel.apres[0][1]:
        return None
    return Ecart("La grille renvoyée est celle qu'on vous a donnée : il en faut une nouvelle.", cause="copie")


def _en_posant(fausse: Callable[[int, Grille, int, int], Any]) -> Callable[[Position, int], Any]:
    """La version qui rend `fausse(joueur, copie de G, j, ligne de chute)`."""
    return lambda position, x: fausse(*vers_situation(position), x, position.niveau(x))


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
    (
        "Vous remplissez la grille par le haut : la ligne 0 est celle du BAS, le pion y tombe d'abord.",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (None,), range(5, -1, -1)), s)),
    ),
    *(
        (
            f"Le pion posé est toujours celui de J{joueur} : c'est au joueur de s, s[0], de jouer.",
            lambda s, G, j, i, joueur=joueur: (1 - s, _avec(G, j, [i], joueur)),
        )
        for joueur in (0, 1)
    ),
    (
        "Le pion posé est celui de l'autre : c'est au joueur de s, s[0], de jouer.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [i], 1 - s)),
    ),
    (
        "Vous ne changez pas de joueur : après le coup, c'est à l'autre, 1 - s[0].",
        lambda s, G, j, i: (s, _avec(G, j, [i], s)),
    ),
    (
        "Vous changez de joueur trop tôt : le pion est celui de s[0], la situation rendue est à l'autre.",
        lambda s, G, j, i: (s, _avec(G, j, [i], 1 - s)),
    ),
    (
        "Vous prenez les pions du joueur 0 pour des cases vides : 0 est « faux » pour Python, comme None. "
        "Une case est libre si elle « is None ».",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (None, 0), range(6)), s)),
    ),
    (
        "Vous cherchez une case égale à 0 : ici une case libre vaut None, et 0 est un joueur.",
        lambda s, G, j, i: (1 - s, _avec(G, j, _premiere(G, j, (0,), range(6)), s)),
    ),
    (
        "Vous remplissez toute la colonne : il faut s'arrêter après le premier pion posé (return ou break).",
        lambda s, G, j, i: (1 - s, _avec(G, j, range(i, 6), s)),
    ),
    *(
        (
            "Le pion remplace le plus haut de la colonne au lieu de se poser dessus.",
            lambda s, G, j, i, vide=vide: (1 - s, _avec(G, j, [i - 1 if i else vide], s)),
        )
        for vide in (0, 5)  # d'une colonne vide, G[-1] est la ligne du haut
    ),
    (
        "Aucun pion ne se pose sur la ligne 0, celle du bas : c'est d'elle qu'il faut partir.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [max(i, 1)], s)),
    ),
    (
        "Vous ne comptez dans la colonne que les pions de J1 : 0, un pion de J0, est « faux » pour Python. "
        "Comptez les cases qui ne sont pas None.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [sum(ligne[j] == 1 for ligne in G)], s)),
    ),
    (
        "Le pion flotte une case trop haut.",
        lambda s, G, j, i: (1 - s, _avec(G, j, [min(i + 1, 5)], s)),
    ),
    ("Aucun pion n'est posé dans la grille renvoyée.", lambda s, G, j, i: (1 - s, G)),
    ("Vous renvoyez la situation telle quelle : aucun pion n'est posé.", lambda s, G, j, i: (s, G)),
    (
        "Les pions déjà joués ont disparu : partez d'une copie de la grille, pas d'une grille vide.",
        lambda s, G, j, i: (1 - s, _avec([[None] * 7 for _ in range(6)], j, [i], s)),
    ),
    (
        "Vous jouez une colonne trop à droite : les colonnes sont numérotées à partir de 0.",
        lambda s, G, j, i: _a_droite(s, G, j + 1) if j < 6 else NotImplemented,
    ),
)
_PERMISSIF = {"permissif": True, "faire": _poser}

DEPOSE_PION = (
    sur_situation(
        "depose_pion(s, j)",
        lambda position, x: (x,),
        attendu=_decrire_suivante,
        lire=SITUATION.lire,
        etiquettes=lambda position, x: _bords([(x, position.niveau(x))]),
    )
    .critere("le pion du bon joueur, là où il tombe", 2, _coups, juger=_juger_grille, options=_PERMISSIF)
    .critere(
        "c'est ensuite à l'autre joueur", 1, _coups, gratuit=True, juger=_juger_joueur, options=_PERMISSIF
    )
    .critere(
        "la situation donnée reste intacte",
        2,
        _coups,
        gratuit=True,
        juger=_juger_copie,
        options={"faire": intacte},
    )
    .question(
        (
            "Où regarder : le dessin avant et après un coup. Deux choses changent, une case de la grille "
            "et le joueur ; s, elle, ne change pas.",
            "À quoi penser : une grille est une liste de listes, la copier demande de copier aussi ses "
            "lignes. Et la ligne où tombe le pion est la plus basse dont la case est libre.",
            "Pour commencer : fabriquez une grille H dont chaque ligne est une copie de celle de G. Partez "
            "de la ligne 0 et montez dans la colonne j tant que la case n'est pas None.",
        ),
        [
            *((phrase, _en_posant(fausse)) for phrase, fausse in _ERREURS_DEPOSE),
            valeurs(
                "Les six lignes de votre grille sont une seule et même liste : [[None] * 7] * 6 n'en "
                "fabrique qu'une, et changer une case y change toute la colonne.",
                lambda valeur: valeur[1] == [valeur[1][0]] * 6 and any(c is not None for c in valeur[1][0]),
            ),
            _mal_pose("colonne 6", "Toutes vos erreurs sont dans la dernière colonne, j = 6."),
            _mal_pose("colonne 0", "Toutes vos erreurs sont dans la première colonne, j = 0."),
            _mal_pose(
                "ligne 5", "Toutes vos erreurs sont tout en haut : la dernière case libre d'une colonne."
            ),
        ],
    )
)


# --- partie_nulle(s) : la grille est-elle pleine ? ------------------------------------------------


def _pas_nulles(source: Source) -> Iterator[Position]:
    for coups in ("", "4", "1234567", "1111117", "777777", "21212144", "1212124343436565"):
        yield Position.depuis_coups(coups)
    yield from pos.presque_pleines()
    yield from pos.au_hasard(source.alea, source.nombre(40))


def _pleines(source: Source) -> Iterator[Position]:
    toutes = (*pos.nulles(), *map(Position.depuis_coups, pos.PRESQUE_PLEINES))
    yield from (*toutes, *retournees(source.alea, toutes, source.nombre(3)))


def _occupees(position: Position, y: int, colonnes: Iterable[int] = range(7)) -> list[bool]:
    return [position.case(x, y) != 0 for x in colonnes]


PARTIE_NULLE = (
    sur_situation(
        "partie_nulle(s)",
        attendu=lambda p: p.pleine,
        lire=lire_booleen,
        dire=lambda p: (
            "La grille est pleine et personne n'a gagné : la partie est nulle."
            if p.pleine
            else "Il reste des cases libres : la partie n'est pas nulle."
        ),
        fautives=lambda p: [(x, p.niveau(x)) for x in p.coups()],
    )
    .critere("False tant qu'il reste une case libre", 1, _pas_nulles, gratuit=True)
    .critere("True quand la grille est pleine", 1, _pleines, gratuit=True)
    .question(
        (
            "Où regarder : une grille pleine, case par case ; puis la dernière case qu'on y a remplie.",
            "À quoi penser : les pions tombent. Que sait-on d'une colonne dont la case du haut est occupée ?",
            "Pour commencer : choisissez la seule ligne qu'il faut regarder, et demandez-vous si elle "
            "contient encore une case libre. Attention, le pion de J0 vaut 0, qui est « faux » pour Python.",
        ),
        [
            (
                "Vous concluez d'après la ligne 0, qui est celle du BAS : elle se remplit la première.",
                lambda p: all(_occupees(p, 0)),
            ),
            (
                "Vous répondez False même quand la grille est pleine. Attention : 0, un pion de J0, est « "
                "faux » pour Python comme None. Une case est libre si elle « is None ».",
                lambda p: False,
            ),
            ("Votre fonction répond toujours True.", lambda p: True),
            (
                "Vous cherchez une case égale à 0 : ici une case libre vaut None, et 0 est un pion de J0.",
                lambda p: all(p.case(x, 5) != 2 for x in range(7)),
            ),
            ("C'est l'inverse : True veut dire que la partie est nulle.", lambda p: not p.pleine),
            (
                "Une seule colonne pleine vous suffit : elles doivent l'être toutes.",
                lambda p: any(_occupees(p, 5)),
            ),
            (
                "Vous répondez True dès que la ligne du haut n'a aucun pion de J1 : les cases libres, None, "
                "et les pions de J0, 0, sont « faux » pour Python.",
                lambda p: all(p.case(x, 5) != 1 for x in range(7)),
            ),
            *(
                (
                    "Quand il ne reste qu'une place, la partie continue : il faut qu'il n'en reste aucune.",
                    presque,
                )
                for presque in (lambda p: p.nb_coups >= 41, lambda p: len(p.coups()) <= 1)
            ),
            (
                "Votre réponse ne dépend que de la première colonne : elles doivent toutes être pleines.",
                lambda p: all(_occupees(p, 5, [0])),
            ),
            (
                "Votre réponse ne dépend que de la dernière colonne : elles doivent toutes être pleines.",
                lambda p: all(_occupees(p, 5, [6])),
            ),
            ("Vous oubliez la dernière colonne, j = 6.", lambda p: all(_occupees(p, 5, range(6)))),
            *(
                (f"Vous oubliez la colonne {x}.", lambda p, x=x: all(_occupees(p, 5, {*range(7)} - {x})))
                for x in range(6)
            ),
            (
                "Vous regardez une ligne trop bas : celle du haut est G[5].",
                lambda p: all(_occupees(p, 4)),
            ),
        ],
    )
)


# --- nb_listes : combien d'alignements passent par une case ? -------------------------------------


NB_LISTES = uplet(
    "nb_listes",
    (
        (
            "sur la ligne",
            4,
            {
                7: "7 est le nombre de cases de la ligne.",
                3: "décalez une fenêtre de 4 cases de façon qu'elle contienne toujours (i, j) : combien de "
                "places ?",
                1: "(i, j) n'est pas forcément au bout de la liste.",
            },
        ),
        (
            "sur la colonne",
            4,
            {
                3: "3 est le nombre de fenêtres d'une colonne de 6 cases ; on compte ici celles qui "
                "contiennent (i, j), sans s'occuper des bords.",
                1: "c'est vrai si l'on pense que rien n'est posé au-dessus ; ici on compte a priori, sans ce "
                "raisonnement.",
                6: "6 est le nombre de cases de la colonne.",
            },
        ),
        (
            "sur les deux diagonales",
            8,
            {
                4: "4, c'est pour une diagonale : par (i, j) il en passe deux.",
                2: "2 est le nombre de diagonales ; combien de listes de 4 sur chacune ?",
                24: "24 est le nombre total d'alignements diagonaux de la grille ; on ne compte que ceux qui "
                "passent par (i, j).",
                16: "combien de diagonales passent par (i, j) ?",
            },
        ),
    ),
    (
        "Où regarder : le dessin de l'énoncé, et une seule direction à la fois.",
        "À quoi penser : une fenêtre de 4 cases glisse le long de la ligne en contenant toujours (i, j). À "
        "quelles places de la fenêtre la case (i, j) peut-elle se trouver ?",
        "Pour commencer : écrivez les listes de la ligne une à une, de la plus à gauche à la plus à droite. "
        "Faites de même pour une diagonale, puis comptez les diagonales.",
    ),
)


# --- gagnant(s, coup) : le coup qui vient d'être joué gagne-t-il ? --------------------------------


_DIRECTIONS = {
    "horizontale": (1, 0),
    "verticale": (0, 1),
    "diagonale montante": (1, 1),
    "diagonale descendante": (1, -1),
}
# Deux grilles que le dernier coup remplit ET gagne : ce n'est pas une partie nulle.
PLEINES_GAGNEES = (
    "334311557316671145724454316354757267266222",
    "614712116441355532654175724733562463732762",
)
# D'autres, où l'on en tire quelques-unes.
AUTRES_PLEINES_GAGNEES = (
    "371674536743224664352465711623117147355522",
    "741416261451137544612437737525327223636655",
    "461155552751461546777774126361344222633233",
    "131555364164162124663232165337744545727772",
    "234136236566371572552536573214717474214164",
    "257125257233632456372741713537114465616446",
    "764653117733212447646244256721231156755353",
    "543363577633236516274115542566722721714144",
)
# La victoire laisse une seule case libre : la grille n'est pas pleine, mais peu s'en faut.
GAGNEES_AU_41E = (
    "12673177353653726675651216142442413752354",
    "15141147372447644135727756666253212265533",
    "64333123365457371572754247226761665411214",
    "11142231515727514556463763537662633227474",
    "54552327145666776276444273274561153333121",
    "31666613131175354253266737774124527224554",
    "57351114654427464373663642225153112572763",
    "76426171633434521734622313254655774655121",
)
# Le dernier pion touche un bord ; trois pions semblables se trouvent de l'autre côté de la grille.
DE_L_AUTRE_COTE = ("5566771", "6677112", "7711223")


def _fenetres(case: Case, taille: int = 4) -> Iterator[list[Case]]:
    """Les autres cases de chaque alignement qui contient la case, sans souci des bords."""
    x, y = case
    for dx, dy in _DIRECTIONS.values():
        for debut in range(1 - taille, 1):
            yield [(x + dx * k, y + dy * k) for k in range(debut, debut + taille) if k]


def _voit(
    position: Position,
    case: Case,
    joueur: int,
    tourne: bool = False,
    taille: int = 4,
    suffit: Callable[[Iterable[bool]], bool] = all,
    regardees: Collection[int] = range(16),
) -> bool:
    """Une fenêtre dont les autres cases sont à ce joueur.

    `tourne` : un indice négatif repart de la fin ; `suffit` : any, si une seule de ces cases suffit ;
    `regardees` : les rangs des fenêtres examinées, direction par direction."""
    dedans = lambda x, y: (-7 if tourne else 0) <= x < 7 and (-6 if tourne else 0) <= y < 6  # noqa: E731
    return any(
        suffit(dedans(x, y) and position.case(x % 7, y % 6) == joueur for x, y in fenetre)
        for rang, fenetre in enumerate(_fenetres(case, taille))
        if taille != 4 or rang in regardees
    )


def _ne_voit_que(places: Collection[int], descend: bool) -> Callable[..., bool]:
    """La réponse de celui qui ne met (i, j) qu'à ces places des listes.

    `descend` : il parcourt la diagonale descendante de droite à gauche."""
    rangs = {4 * d + (3 - place if descend and d == 3 else place) for d in range(4) for place in places}
    return lambda p, case, *_: _voit(p, case, p.case(*case), regardees=rangs)


def gagne_en_tournant(position: Position, case: Case) -> bool:
    """Fausse victoire de celui qui laisse passer les indices négatifs."""
    return _voit(position, case, position.case(*case), tourne=True)


def _sans_ces_bords(bords: Collection[str]) -> Callable[..., bool]:
    """La réponse de celui pour qui ces bords sont hors de la grille."""

    def dedans(x: int, y: int) -> bool:
        return 0 <= x < 7 and 0 <= y < 6 and not {*_bords([(x, y)])} & {*bords}

    return lambda p, case, *_: any(
        all(dedans(*autre) and p.case(*autre) == p.case(*case) for autre in fenetre)
        for fenetre in _fenetres(case)
    )


def _rayons(position: Position, case: Case) -> Iterator[tuple[list[int], list[int]]]:
    """Dans chaque direction, le contenu des cases avant et après celle-ci, de la plus proche au bord."""
    for dx, dy in _DIRECTIONS.values():
        cotes = ([(case[0] + k * s * dx, case[1] + k * s * dy) for k in range(1, 7)] for s in (-1, 1))
        avant, apres = ([position.case(x, y) for x, y in c if 0 <= x < 7 and 0 <= y < 6] for c in cotes)
        yield avant, apres


def _eparpilles(portee: int) -> Callable[..., bool]:
    """La réponse de celui qui compte les pions d'une ligne, à cette distance au plus, même séparés."""

    def fausse(position: Position, case: Case, *_etiquettes: str) -> bool:
        joueur = position.case(*case)
        lignes = ([*avant[:portee], *apres[:portee]] for avant, apres in _rayons(position, case))
        return any(ligne.count(joueur) >= 3 for ligne in lignes)

    return fausse


def _additionnes(position: Position, case: Case, *_etiquettes: str) -> bool:
    """La réponse de celui dont le compteur ne repart pas à chaque direction."""
    joueur = position.case(*case)
    rayons = (rayon for deux in _rayons(position, case) for rayon in deux)
    return sum(len(list(takewhile(joueur.__eq__, rayon))) for rayon in rayons) >= 3


def _en_echangeant(position: Position, case: Case) -> bool:
    """La réponse de celui qui lit (i, j) comme (colonne, ligne)."""
    y, x = case
    if y > 5 or not position.case(x, y):
        return False
    return _voit(position, (x, y), position.case(x, y))


def _quatre_vides(position: Position) -> bool:
    return any(not any(position.case(*case) for case in cases) for cases in alignements())


def _quatre_vides_en_ligne(position: Position) -> bool:
    libres = ["".join(".X"[bool(position.case(x, y))] for x in range(7)) for y in range(6)]
    return any("...." in ligne for ligne in libres)


def _ligne_vide(position: Position) -> bool:
    return any(not any(position.case(x, y) for x in range(7)) for y in range(6))


CasGagnant = tuple[Any, ...]  # position, case du dernier pion, étiquettes


def _direction(*directions: str) -> Callable[[Source], Iterator[CasGagnant]]:
    def cas(source: Source) -> Iterator[CasGagnant]:
        choisies = [(p, a) for p, a in pos.gagnees() if pos.direction(a) in directions]
        autres = retournees(source.alea, [p for p, _ in choisies], source.nombre(6))
        choisies += [(p, p.alignement) for p in autres]
        for position, alignement in sorted(choisies, key=lambda couple: couple[0].nb_coups):
            yield from _derniers_possibles(position, alignement, pos.direction(alignement))
        yield from _un_coup_avant(autres)

    return cas


def _un_coup_avant(gagnees: Iterable[Position]) -> Iterator[CasGagnant]:
    """Un coup avant ces victoires, où le dernier pion n'aligne rien : True par défaut ne suffit pas."""
    for gagnee in gagnees:
        avant = Position.depuis_coups([x + 1 for x in gagnee.historique[:-1]])
        if avant.dernier and not _voit(avant, avant.dernier, avant.case(*avant.dernier), taille=3):
            yield _dernier(avant)


def _derniers_possibles(position: Position, alignement: pos.Alignement, nom: str) -> Iterator[CasGagnant]:
    """Chaque pion de l'alignement qui est en haut de sa colonne a pu être joué le dernier."""
    for rang, (x, y) in enumerate(alignement):
        if position.niveau(x) == y + 1:
            place = "au bout" if rang in (0, 3) else "au milieu"
            coup = (f"coup {bord}" for bord in _bords([(x, y)]))
            yield position, (x, y), "modèle", nom, place, *_bords(alignement), *coup


def _bords(cases: Iterable[Case]) -> Iterator[str]:
    for x, y in cases:
        yield from [f"colonne {x}"] * (x in (0, 6)) + [f"ligne {y}"] * (y in (0, 5))


def _sans_victoire(source: Source) -> Iterator[CasGagnant]:
    for coups in ("4", "44", "112233", "121212", "11223355", "1122336", "172635", "334455"):
        yield _dernier(Position.depuis_coups(coups))
    for position in (*pos.nulles(), *pos.au_hasard(source.alea, source.nombre(60))):
        if position.historique:
            yield _dernier(position)


def _dernier(position: Position, *etiquettes: str) -> CasGagnant:
    return position, position.dernier, *etiquettes


def _autour_des_bords(source: Source) -> Iterator[CasGagnant]:
    trouvees = [Position.depuis_coups(coups) for coups in DE_L_AUTRE_COTE]
    tirees = [p for p in pos.au_hasard(source.alea, 500) if p.dernier and gagne_en_tournant(p, p.dernier)]
    for position in trouvees + sorted(tirees, key=lambda p: p.nb_coups)[: source.nombre(10)]:
        yield _dernier(position, "bord")


def _vraies_parties(source: Source) -> Iterator[CasGagnant]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de 4 pions alignés, ou à la fin
        yield _dernier(Position.depuis_coups(coups))
    tardives = tirees(source.alea, GAGNEES_AU_41E[1:], source.nombre(2))
    yield from map(_dernier, (Position.depuis_coups(GAGNEES_AU_41E[0]), *tardives))
    finies = [*pos.finies(source.alea, source.nombre(50))]
    yield from (*map(_dernier, finies), *_un_coup_avant(finies[:10]))
    pleines = map(Position.depuis_coups, PLEINES_GAGNEES)
    tirage = tirees(source.alea, AUTRES_PLEINES_GAGNEES, source.nombre(2))
    yield from (_dernier(p, "pleine") for p in (*pleines, *tirage))


def _etiqueter(position: Position, case: Case, *etiquettes: str) -> Iterator[str]:
    yield from etiquettes
    yield "victoire" if case in position.alignement else "sans victoire"
    if _voit(position, case, position.case(*case), taille=5):
        yield "longue"


def _dire_gagnant(position: Position, case: Case, *_etiquettes: str) -> str:
    suite = "termine un alignement de 4" if case in position.alignement else "ne termine aucun alignement"
    return f"Le coup {SITUATION.coup(case)} du joueur {2 - position.case(*case)} {suite}."


def _pres_des_bords(essai: Essai, appelant: Appelant) -> Epreuve:
    """Explique l'IndexError, si fréquente ici."""
    epreuve = essai.une_fois(appelant)
    if epreuve.reussie or not isinstance(epreuve.appel.exception, IndexError):
        return epreuve
    return conseiller(
        epreuve, "Près des bords, certaines listes de a_verifier sortent de la grille : écartez-les."
    )


def _avec_article(direction: str) -> str:
    return f"l'{direction}" if direction == "horizontale" else f"la {direction}"


_ERREURS_GAGNANT: tuple[ErreurConnue, ...] = (
    Erreur(
        "Vous renvoyez un numéro de joueur : on attend True ou False (0 passerait pour « faux »).",
        lambda epreuves: any(type(simple(e.appel.valeur)) is int for e in epreuves),
    ),
    seulement("pleine", "Le coup qui remplit la grille peut aussi gagner : ne la supposez pas nulle."),
    *(Erreur(f"Une direction vous échappe : {_avec_article(nom)}.", manque_les(nom)) for nom in _DIRECTIONS),
    Erreur("Les deux diagonales vous échappent.", manque_les("diagonale montante", "diagonale descendante")),
    *(
        Erreur(f"Deux directions vous échappent : {enumerer(map(_avec_article, deux))}.", manque_les(*deux))
        for deux in combinations(_DIRECTIONS, 2)
    ),
    *(
        Erreur(
            f"Vous ne voyez d'alignement que dans une direction, {_avec_article(nom)} : un return à "
            "l'intérieur de la boucle, ou une réponse que chaque tour remplace ?",
            manque_les(*(autre for autre in _DIRECTIONS if autre != nom)),
        )
        for nom in _DIRECTIONS
    ),
    Erreur(
        "Vous ne voyez l'alignement que si le dernier pion est à un bout : il peut aussi combler un trou "
        "au "
        "milieu.",
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
    *(
        Erreur(
            f"Vous manquez les victoires dont le dernier pion est sur la {bord}.", manque_les(f"coup {bord}")
        )
        for bord in ("ligne 0", "ligne 5", "colonne 0", "colonne 6")
    ),
    Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
    Erreur("Vous oubliez la ligne 0, celle du bas.", manque_les("ligne 0")),
    Erreur(
        "Vous oubliez la colonne 0 et la ligne 0 : les indices commencent à 0.",
        manque_les("colonne 0", "ligne 0"),
    ),
    (
        "Les bords de la grille se touchent : G[i][-1] ne sort pas de la liste, c'est la DERNIÈRE case de "
        "la "
        "ligne (et G[-1] la ligne du haut). Écartez les indices négatifs.",
        lambda p, case, *_: gagne_en_tournant(p, case),
    ),
    (
        "Vous échangez la ligne et la colonne : coup = (i, j), ligne puis colonne, et la case est G[i][j].",
        lambda p, case, *_: _en_echangeant(p, case),
    ),
    (
        "Votre fonction répond toujours False : ne concluez qu'après la dernière liste, et comparez les "
        "cases à G[i][j], le pion de celui qui vient de jouer.",
        lambda *cas: False,
    ),
    ("Votre fonction répond toujours True.", lambda *cas: True),
    *(
        (
            "Vous n'examinez qu'une seule liste, la première de a_verifier : un return False à l'intérieur "
            "de la boucle l'arrête dès le premier tour. Il se place après la boucle.",
            lambda p, case, *_, rang=rang: _voit(p, case, p.case(*case), regardees=[rang]),
        )
        for rang in range(16)
    ),
    *(
        (
            "Vous ne regardez que d'un côté de (i, j) : les autres cases peuvent suivre, précéder, ou "
            "entourer le dernier pion.",
            _ne_voit_que([place], descend),
        )
        for place in (0, 3)
        for descend in (False, True)
    ),
    *(
        (
            "Vous oubliez une place de (i, j) dans la liste : dans chaque direction, il peut en être la 1re, "
            "la 2e, la 3e ou la 4e case.",
            _ne_voit_que({*range(4)} - {oubliee}, descend),
        )
        for oubliee in range(4)
        for descend in (False, True)
    ),
    (
        "Une seule case de la liste vous suffit : il faut que les trois soient à celui qui vient de jouer.",
        lambda p, case, *_: _voit(p, case, p.case(*case), suffit=any),
    ),
    *(
        (
            "Vous prenez des cases vides alignées pour une victoire : None est égal à None. N'examinez que "
            "les listes qui contiennent (i, j).",
            lambda p, case, *_, vides=vides: case in p.alignement or vides(p),
        )
        for vides in (_quatre_vides, _quatre_vides_en_ligne, _ligne_vide)
    ),
    (
        "Vous comptez les cases libres avec les pions de celui qui vient de jouer : n'être pas à l'autre ne "
        "suffit pas.",
        lambda p, case, *_: any(
            all(0 <= x < 7 and 0 <= y < 6 and p.case(x, y) != p.trait for x, y in fenetre)
            for fenetre in _fenetres(case)
        ),
    ),
    *(
        (
            "Vous comptez les pions d'une ligne, qu'ils se suivent ou non : il en faut quatre à la suite.",
            _eparpilles(portee),
        )
        for portee in (6, 3)
    ),
    (
        "Vous additionnez les pions de plusieurs directions : le compteur doit repartir à chacune d'elles.",
        _additionnes,
    ),
    (
        "Il vous faut cinq pions alignés : quatre suffisent, le dernier posé compris.",
        lambda p, case, *_: _voit(p, case, p.case(*case), taille=5),
    ),
    (
        "Vous manquez les victoires du joueur 0 : 0 est « faux » pour Python. Comparez les cases entre "
        "elles, ou avec « is None ».",
        lambda p, case, *_: case in p.alignement and p.case(*case) == 1,
    ),
    (
        "Vous manquez les victoires du joueur 1.",
        lambda p, case, *_: case in p.alignement and p.case(*case) == 2,
    ),
    (
        "Vous regardez les pions du mauvais joueur : s[0] est le PROCHAIN à jouer ; celui qui vient de "
        "jouer "
        "est l'autre, c'est-à-dire la valeur de G[i][j].",
        lambda p, case, *_: _voit(p, case, p.trait),
    ),
    (
        "Trois pions alignés vous suffisent : il en faut quatre, le dernier posé et trois autres.",
        lambda p, case, *_: _voit(p, case, p.case(*case), taille=3),
    ),
    (
        "C'est l'inverse : vous répondez True quand le coup ne gagne pas.",
        lambda p, case, *_: case not in p.alignement,
    ),
    *(
        (
            f"Vous oubliez les cases {enumerer(f'de la {bord}' for bord in oublies)} : une borne est fausse "
            "d'un cran.",
            _sans_ces_bords(oublies),
        )
        for n in (1, 2, 3, 4)
        for oublies in combinations(("colonne 0", "colonne 6", "ligne 0", "ligne 5"), n)
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

GAGNANT = (
    sur_situation(
        "gagnant(s, coup)",
        lambda position, case, *_: (SITUATION.coup(case),),
        attendu=lambda position, case, *_: case in position.alignement,
        lire=lire_booleen,
        dire=_dire_gagnant,
        fautives=lambda position, case, *_: [case],
        etiquettes=_etiqueter,
        options={"faire": _pres_des_bords},
    )
    .critere("victoires horizontales", 1, _direction("horizontale"))
    .critere("victoires verticales", 1, _direction("verticale"))
    .critere("victoires en diagonale", 2, _direction("diagonale montante", "diagonale descendante"))
    .critere("False quand le coup ne gagne pas", 1, _sans_victoire, gratuit=True)
    .critere("les bords de la grille", 1, _autour_des_bords, gratuit=True)
    .critere("fins de parties réelles", 1, _vraies_parties)
    .question(
        (
            "Où regarder : les listes de la question précédente, direction par direction. La case (i, j) "
            "peut être à un bout, ou au milieu.",
            "À quoi penser : une direction est un pas (di, dj), et trois autres cases suivent ou précèdent "
            "(i, j) de 1, 2 ou 3 de ces pas. Certaines sortent de la grille, et un indice négatif n'est "
            "pas une erreur pour Python.",
            "Pour commencer : une boucle sur quatre directions, une autre sur la place de (i, j) dans la "
            "liste ; ajoutez à a_verifier les trois autres cases. Examinez ensuite chaque liste, et ne "
            "concluez False qu'après la dernière.",
        ),
        _ERREURS_GAGNANT,
    )
)
