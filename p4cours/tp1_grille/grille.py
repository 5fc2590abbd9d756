"""La grille : init(), les alignements, coups(G), et ce qu'on demande d'en compter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_colonnes
from p4core.jeu import Case, Position
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import seulement, valeurs
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Essai, Source
from p4cours.verification.formes import Fonction, reponse, valeur_entiere
from p4cours.verification.lecture import Malforme, case, entier, grille, montrer, suite

# --- init() : une grille vide, neuve à chaque appel ----------------------------------------------


def _lire_grille(valeur: Any) -> list[list[int]]:
    """La grille ; d'une mauvaise taille, on ne dit pas la bonne : c'est la question suivante."""
    try:
        return grille(valeur)
    except Malforme as defaut:
        _, mesuree, constat = str(defaut).partition(" ; ")
        raise (
            Malforme(f"la grille n'a pas la taille du dessin : {constat}") if mesuree else defaut
        ) from None


def _grille_vide(appel: Appel) -> Ecart | None:
    cases = _lire_grille(appel.valeur)
    pleines = [(x, y) for x in range(7) for y in range(6) if cases[x][y]]
    if pleines:
        return Ecart("La grille de départ n'est pas vide.", "des 0 partout", fautives=pleines, cases=cases)
    return None


def _independance(essai: Essai, appelant: Appelant) -> Epreuve:
    """On joue dans la grille reçue, puis on regarde le reste et une grille neuve."""
    epreuve = essai.une_fois(appelant)
    G = epreuve.appel.valeur
    if not epreuve.reussie and not _jouable(G):
        return epreuve
    return replace(epreuve, ecart=_colonnes_liees(G) or _partagee(G, appelant))


def _jouable(G: Any) -> bool:
    """Peut-on y jouer, même si ce n'est pas la grille du dessin ?"""
    return isinstance(G, list) and len(G) > 2 and all(isinstance(c, list) and len(c) > 1 for c in G)


def _colonnes_liees(G: Any) -> Ecart | None:
    if not isinstance(G, list) or not all(isinstance(colonne, list) for colonne in G):
        return Ecart(
            "La grille doit être une liste de listes, pour qu'on puisse y jouer.", obtenu=montrer(G, 80)
        )
    if len({id(colonne) for colonne in G}) == len(G):
        return None
    double = next(x for x, colonne in enumerate(G) if sum(c is colonne for c in G) > 1)
    dessin = [[int(colonne is G[double] and y == 1) for y in range(len(colonne))] for colonne in G]
    liees = [(x, 1) for x, colonne in enumerate(dessin) if colonne[1]]
    return Ecart(
        f"Plusieurs colonnes sont une seule et même liste répétée : après G[{double}][1] = 1, le pion "
        f"apparaît dans {len(liees)} colonnes. Une expression comme [[0] * 6] * 7 copie 7 fois la même "
        "liste.",
        f"un seul pion, en G[{double}][1]",
        cases=dessin,
        fautives=liees,
    )


PION = "un pion"  # qu'aucune grille n'a
ENCORE = 12  # autres appels de init : une réserve de grilles, servies à tour de rôle, se répète vite


def _partagee(G: list[list[Any]], appelant: Appelant) -> Ecart | None:
    """Joue dans G, demande d'autres grilles, puis remet G comme elle était."""
    avant, G[2][1] = G[2][1], PION
    neuves = [G, *filter(_jouable, (appelant(()).valeur for _ in range(ENCORE)))]
    colonnes = [id(colonne) for neuve in neuves for colonne in neuve]
    commune = len(set(colonnes)) < len(colonnes) or any(neuve[2][1] is PION for neuve in neuves[1:])
    G[2][1] = avant
    if not commune:
        return None
    return Ecart(
        "Deux appels de init() donnent la même liste : jouer dans l'une joue aussi dans l'autre. "
        "Construisez la grille à l'intérieur de la fonction.",
        "une grille neuve à chaque appel",
    )


def _tailles(valeur: Any) -> tuple[int, set[int]]:
    return len(valeur), {len(colonne) for colonne in valeur}


INIT = (
    Fonction("init()", donner=tuple, attendu=lambda: "la grille du dessin, vide", juger=_grille_vide)
    .critere("la grille du dessin, toutes les cases libres", 1, lambda source: [()])
    .critere(
        "des listes indépendantes, neuves à chaque appel",
        1,
        lambda source: [()],
        gratuit=True,
        attendu=lambda: "des colonnes indépendantes",
        options={"faire": _independance},
    )
    .question(
        (
            "Regardez le dessin : la grille est une liste de colonnes. Combien, et de combien de cases ?",
            "Jouer dans une colonne ne doit rien changer aux autres : elles doivent être des listes "
            "différentes en mémoire, et non sept fois la même.",
            "Commencez par fabriquer une seule colonne vide. Placez ensuite cette fabrication dans une "
            "boucle (ou une liste en compréhension), pour qu'elle soit refaite à chaque tour.",
        ),
        [
            valeurs(
                "Vous avez échangé colonnes et rangées : la grille est la liste de ses colonnes.",
                lambda G: _tailles(G) == (6, {7}),
            ),
            valeurs(
                "Il manque une colonne : comptez celles du dessin, et les tours de votre boucle.",
                lambda G: _tailles(G) == (6, {6}),
            ),
            valeurs(
                "Il manque une case dans chaque colonne : comptez-les sur le dessin.",
                lambda G: _tailles(G) == (7, {5}),
            ),
            valeurs(
                "Il y a une case de trop dans chaque colonne : comptez-les sur le dessin.",
                lambda G: _tailles(G) == (7, {7}),
            ),
            valeurs(
                "Vous renvoyez une liste de 42 nombres, pas une liste de colonnes.",
                lambda G: len(G) == 42 and not hasattr(G[0], "__len__"),
            ),
            valeurs(
                "Vous renvoyez une seule colonne : la grille est la liste de toutes.",
                lambda G: len(G) in (6, 7) and not hasattr(G[0], "__len__"),
            ),
            valeurs(
                "Un tableau numpy n'est pas une liste de listes : tout le TP travaille sur des listes.",
                lambda G: hasattr(G, "dtype"),
            ),
            valeurs(
                "Une même liste s'allonge d'une colonne à la suivante : remettez-la à [] au début de chaque "
                "tour de la boucle.",
                lambda G: len(G) == 7 and max(_tailles(G)[1]) == 42,
            ),
            valeurs(
                "Votre grille n'a qu'une colonne : le return est-il à l'intérieur de la boucle ?",
                lambda G: _tailles(G) == (1, {6}),
            ),
            valeurs(
                "Une case libre contient l'entier 0.",
                lambda G: _tailles(G) == (7, {6}) and G[0][0] != 0 and all(c == G[0] for c in G),
            ),
        ],
    )
)


_FORMES = {
    (7, 6): None,
    (6, 7): "Vous les avez échangés : G[x] est une colonne.",
    (6, 5): "Vous donnez les plus grands indices : combien y a-t-il d'éléments de l'indice 0 à celui-là ?",
    (42, 1): "init() renvoie une liste de listes : comptez d'abord les listes.",
}


def _forme_de_init(valeur: Any) -> str | None:
    try:
        forme = tuple(entier(n) for n in suite(valeur))
    except Malforme:
        forme = ()
    if len(forme) != 2:
        return "On attend un couple de deux entiers : (nombre de listes, nombre d'entiers dans chacune)."
    return _FORMES.get(forme, "Ce n'est pas la forme de la grille que renvoie init().")


FORME_INIT = reponse(
    "forme_init",
    _forme_de_init,
    (
        "La réponse est dans ce que renvoie votre fonction, et dans le dessin.",
        "La grille est une liste dont les éléments sont des listes : que représente chacune ?",
        "Demandez à Python la longueur de init(), puis celle de l'un de ses éléments.",
    ),
)


def _symboles(valeur: Any) -> str | None:
    if (
        not isinstance(valeur, tuple | list)
        or len(valeur) != 3
        or not all(isinstance(s, str) for s in valeur)
    ):
        return "On attend trois chaînes d'un caractère : (case libre, joueur 1, joueur 2)."
    libre, un, deux = (s.strip() or s for s in valeur)
    if (libre, un, deux) == ("0", "1", "2"):
        return "Ce sont les valeurs rangées dans G : on demande les symboles que montre affiche(G)."
    if (libre, deux.upper(), un.upper()) == (".", "O", "X"):
        return (
            "Les symboles des deux joueurs sont échangés : essayez d'afficher une grille avec un seul pion."
        )
    if (libre, un.upper(), deux.upper()) == (".", "O", "X"):
        return None
    if sorted(s.upper() for s in (libre, un, deux)) == [".", "O", "X"]:
        return "Ce sont les bons symboles, mais pas dans l'ordre demandé : (case libre, joueur 1, joueur 2)."
    return "Ce ne sont pas les symboles que montre affiche(G) : jouez un pion de chaque joueur et regardez."


SYMBOLES = reponse(
    "symboles",
    _symboles,
    (
        "Affichez une grille vide, puis une grille où vous avez posé un 1 et un 2.",
        "Lisez aussi le code de affiche : un caractère y est choisi selon la valeur 0, 1 ou 2.",
        'Commencez par la case libre ; la réponse s\'écrit comme un triplet de chaînes, ("a", "b", "c").',
    ),
)

NB_ALIGNEMENTS = reponse(
    "nb_alignements",
    valeur_entiere(
        69,
        "Ce n'est pas le nombre d'alignements : comptez-les avec len.",
        {
            **dict.fromkeys((68, 70), "Vous y êtes presque, à un près : comptez avec len."),
            **dict.fromkeys((24, 21, 12), "Vous n'avez compté qu'une direction : il y en a quatre."),
            **dict.fromkeys((45, 57), "Il manque des diagonales : il y en a dans les deux sens."),
            138: "Vous comptez chaque alignement deux fois, une dans chaque sens.",
            276: "Vous avez compté les cases : un alignement est un tuple de 4 cases.",
            4: "C'est la longueur d'un alignement : on demande combien il y en a.",
            42: "C'est le nombre de cases : on demande celui des alignements.",
        },
    ),
    (
        "La liste `tous` les contient tous, chacun une fois.",
        "Une direction à la fois : où peut commencer un alignement horizontal sans sortir de la grille ?",
        "Commencez par la rangée du bas : combien d'alignements horizontaux y tiennent ? Puis multipliez.",
    ),
)


# --- coups(G) : les cases jouables ---------------------------------------------------------------


def _avec_ses_coups(position: Position) -> tuple[Position, list[Case]]:
    return position, [(x, position.niveau(x)) for x in range(7) if position.niveau(x) < 6]


def _pleines(position: Position) -> bool:
    return any(position.niveau(x) == 6 for x in range(7))


_BORDS = (0, 6)  # la première colonne et la dernière : qui les oublie ne manque que leur critère


def _juger_coups(
    appel: Appel, position: Position, attendus: list[Case], *, bords: bool = False
) -> Ecart | None:
    """Les coups donnés, à ceux qui manquent aux bords près ; ou seulement ceux-là."""
    # Des listes [x, y] ne sont refusées qu'une fois : par les essais sans colonne pleine.
    donnes = [_lire_coup(coup, indulgent=_pleines(position)) for coup in suite(appel.valeur)]
    if sorted(donnes) == attendus or (position.gagnant and not donnes):  # finie : aucun coup, si l'on veut
        return None
    trop = [c for c in dict.fromkeys(donnes) if c not in attendus]
    manque = [c for c in attendus if c not in donnes]
    au_bord = [c for c in manque if c[0] in _BORDS]
    if bords and not au_bord:
        return None
    if not bords and not trop and au_bord == manque and len(donnes) == len(set(donnes)):
        return None
    dedans = [c for c in trop + manque if 0 <= c[0] < 7 and 0 <= c[1] < 6]
    phrase = _phrase(manque, trop, doubles=len(donnes) != len(set(donnes)))
    return Ecart(phrase, montrer(attendus), montrer(appel.valeur), fautives=dedans)


def _lire_coup(coup: Any, *, indulgent: bool) -> Case:
    """Le coup ; si l'on est indulgent, une liste [x, y] vaut un couple."""
    return case(tuple(coup) if indulgent and isinstance(coup, list) else coup, "un coup")


def _phrase(manque: list[Case], trop: list[Case], doubles: bool) -> str:
    """Ce qui sépare la liste de celle attendue."""
    pluriel = "ne sont pas des coups possibles" if len(trop) > 1 else "n'est pas un coup possible"
    phrases = (
        f"Il manque {_enumerer(manque)}." if manque else "",
        f"{_enumerer(trop)} {pluriel} ici." if trop else "",
        "Le même coup figure plusieurs fois." if doubles else "",
    )
    return " ".join(phrase for phrase in phrases if phrase).replace("….", "…")


def _enumerer(coups: list[Case], limite: int = 7) -> str:
    suite = ", …" if len(coups) > limite else ""
    return ", ".join(map(str, coups[:limite])) + suite


def _sans_colonne_pleine(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from (Position.depuis_coups(x * 5) for x in "1234567")  # une seule case libre, tout en haut
    yield from (p for p in pos.au_hasard(source.alea, source.nombre(40)) if not _pleines(p))
    yield from (p for p, _ in source.alea.sample(pos.gagnees(), source.nombre(12)) if not _pleines(p))


def _avec_colonnes_pleines(source: Source) -> Iterator[Position]:
    yield from (Position.depuis_coups(x * 6) for x in "1234567")
    yield from pos.nulles()
    yield from pos.presque_pleines()
    yield from (p for p in pos.au_hasard(source.alea, source.nombre(60)) if _pleines(p))
    yield from (p for p in pos.finies(source.alea, source.nombre(12)) if _pleines(p))


def _des_deux_sortes(source: Source) -> Iterator[Position]:
    avec = [p for p in pos.au_hasard(source.alea, source.nombre(30)) if _pleines(p)]
    yield from (p for p in pos.petites(1) if not p.gagnant)
    yield from (Position.depuis_coups(x * 5) for x in "17")  # au bord, une seule case libre, tout en haut
    yield from (p for p in pos.presque_pleines() if not p.gagnant)
    yield from (p for p in pos.au_hasard(source.alea, source.nombre(12)) if not _pleines(p))
    yield from (p for p in avec if not p.gagnant)
    yield from pos.finies(source.alea, source.nombre(12))


def _premieres(position: Position, prises: tuple[int, ...]) -> list[Case]:
    """Les coups de qui ne voit que les pions de ces joueurs : la première case où il n'y en a pas."""
    colonnes = [[position.case(x, y) not in prises for y in range(6)] for x in range(7)]
    return [(x, colonne.index(True)) for x, colonne in enumerate(colonnes) if any(colonne)]


def _sans_redescendre(position: Position) -> list[Case]:
    """Les coups de qui commence dans chaque colonne à la rangée où il s'est arrêté dans la précédente."""
    y, trouves = 0, []
    for x in range(7):
        y = max(y, position.niveau(x))
        trouves += [(x, y)] if y < 6 else []
    return trouves


def _par_leur_contenu(position: Position, coups: list[Case]) -> list[Case]:
    """Les coups de qui retrouve le numéro d'une colonne par son contenu : G.index(colonne)."""
    colonnes = [[position.case(x, y) for y in range(6)] for x in range(7)]
    return [(colonnes.index(colonnes[x]), y) for x, y in coups]


def _cases(position: Position, *, libres: bool) -> list[Case]:
    return [(x, y) for x in range(7) for y in range(6) if (position.case(x, y) == 0) is libres]


def _rangees_libres(position: Position) -> list[int]:
    return sorted({y for _, y in _cases(position, libres=True)})


COUPS = (
    Fonction(
        "coups(G)",
        donner=lambda position, _: (vers_colonnes(position),),
        attendu=lambda _, coups: coups,
        juger=_juger_coups,
        etiquettes=lambda position, _: {"colonne pleine"} if _pleines(position) else (),
        # None vaut « aucun coup » : un return dans la boucle n'est pas atteint quand la grille est pleine.
        lire_erreur=lambda donnee: [] if donnee is None else suite(donnee),
        ranger=sorted,
    )
    .critere(
        "la case jouable de chaque colonne", 1.5, lambda s: map(_avec_ses_coups, _sans_colonne_pleine(s))
    )
    .critere(
        "la première et la dernière colonne",
        0.5,
        lambda s: map(_avec_ses_coups, _des_deux_sortes(s)),
        juger=partial(_juger_coups, bords=True),
    )
    .critere("les colonnes pleines écartées", 1, lambda s: map(_avec_ses_coups, _avec_colonnes_pleines(s)))
    .question(
        (
            "Regardez le dessin, colonne par colonne : où tomberait un pion lâché d'en haut ?",
            "Dans une colonne, où est la première case libre en partant du bas ? Il peut ne pas y en avoir, "
            "et il ne faut en prendre qu'une.",
            "Commencez par une seule colonne, la 3 par exemple : écrivez la recherche de sa case jouable. "
            "Mettez-la ensuite dans une boucle sur les colonnes, avec une liste qui se remplit.",
        ),
        [
            (
                "Vos couples sont à l'envers : un coup est (x, y), la colonne d'abord, la rangée ensuite.",
                lambda p, c: [(y, x) for x, y in c],
            ),
            (
                "Vous comptez les rangées depuis le haut : y = 0 est la rangée du BAS.",
                lambda p, c: [(x, 5 - y) for x, y in c],
            ),
            (
                "Vous renvoyez les numéros des colonnes : il faut des couples (x, y), avec la rangée où le "
                "pion tombe.",
                lambda p, c: [x for x, _ in c],
            ),
            (
                "Vous renvoyez les numéros des rangées : il faut des couples (x, y), avec la colonne.",
                lambda p, c: [y for _, y in c],
            ),
            (
                "Vous ne comptez que les pions du joueur 1 : ceux du joueur 2 occupent aussi leurs cases.",
                lambda p, c: [
                    (x, y) for x in range(7) if (y := [p.case(x, r) for r in range(6)].count(1)) < 6
                ],
            ),
            (
                "Vous ne comptez que les pions du joueur 2 : ceux du joueur 1 occupent aussi leurs cases.",
                lambda p, c: [
                    (x, y) for x in range(7) if (y := [p.case(x, r) for r in range(6)].count(2)) < 6
                ],
            ),
            *(
                (
                    f"Vous prenez une case du joueur {autre} pour une case libre : libre, elle contient 0.",
                    lambda p, c, joueur=3 - autre: _premieres(p, (joueur,)),
                )
                for autre in (1, 2)
            ),
            (
                "Vous additionnez le contenu des cases : un pion du joueur 2 n'en occupe qu'une, lui aussi.",
                lambda p, c: [(x, s) for x in range(7) if (s := sum(p.case(x, r) for r in range(6))) < 6],
            ),
            (
                "La rangée n'est pas remise à 0 : vous commencez chaque colonne là où la précédente s'est "
                "arrêtée.",
                lambda p, c: _sans_redescendre(p),
            ),
            (
                "Deux colonnes de même contenu ont chez vous le même numéro : G.index(colonne) donne la "
                "première qui lui est égale.",
                _par_leur_contenu,
            ),
            (
                "Vous ne donnez que les coups de la rangée libre la plus basse : chaque colonne a le sien.",
                lambda p, c: [(x, y) for x, y in c if y == min(r for _, r in c)],
            ),
            (
                "Votre liste est à plat : c'est un couple (x, y) qu'il faut y ajouter à chaque fois.",
                lambda p, c: [n for coup in c for n in coup],
            ),
            (
                "Vous donnez toutes les cases libres : dans chaque colonne, seule la plus basse est jouable.",
                lambda p, c: _cases(p, libres=True),
            ),
            (
                "Vous donnez les cases occupées : on joue dans une case libre.",
                lambda p, c: _cases(p, libres=False),
            ),
            (
                "Vous donnez la case libre la plus HAUTE de chaque colonne : un pion tombe jusqu'à la plus "
                "basse.",
                lambda p, c: [(x, 5) for x, _ in c],
            ),
            ("Vous oubliez la dernière colonne, x = 6.", lambda p, c: [(x, y) for x, y in c if x != 6]),
            ("Vous oubliez la première colonne, x = 0.", lambda p, c: [(x, y) for x, y in c if x != 0]),
            (
                "Vous oubliez la première et la dernière colonne, x = 0 et x = 6.",
                lambda p, c: [(x, y) for x, y in c if x not in _BORDS],
            ),
            *(
                (
                    f"Vous sautez une colonne sur deux : {colonnes} manquent toujours.",
                    lambda p, c, reste=reste: [(x, y) for x, y in c if x % 2 == reste],
                )
                for reste, colonnes in ((0, "1, 3 et 5"), (1, "0, 2, 4 et 6"))
            ),
            (
                "Vous oubliez la rangée du haut, y = 5 : une colonne n'est pleine qu'avec 6 pions.",
                lambda p, c: [(x, y) for x, y in c if y != 5],
            ),
            (
                "Vous oubliez la rangée du bas, y = 0 : c'est là que tombe le premier pion d'une colonne.",
                lambda p, c: [(x, max(y, 1)) for x, y in c],
            ),
            (
                "Vous oubliez les colonnes vides : en bas, il n'y a pas de case du dessous à regarder "
                "(et l'indice -1 désigne la DERNIÈRE case de la liste).",
                lambda p, c: [(x, y) for x, y in c if y != 0],
            ),
            (
                "Vous ne proposez que la rangée du bas : un pion peut aussi se poser sur un autre.",
                lambda p, c: [(x, y) for x, y in c if y == 0],
            ),
            (
                "Vous donnez la case du dernier pion au lieu de la case libre juste au-dessus.",
                lambda p, c: [(x, y - 1) for x, y in c],
            ),
            (
                "Vous ne donnez qu'un seul coup : le return est-il à l'intérieur de la boucle ?",
                lambda p, c: c[:1],
            ),
            (
                "Vous ne donnez que le coup de la dernière colonne : la liste est-elle remise à [] à chaque "
                "tour de la boucle ?",
                lambda p, c: [(x, y) for x, y in c if x == 6],
            ),
            (
                "Vous vous arrêtez à la première colonne pleine : les suivantes sont peut-être jouables.",
                lambda p, c: [(x, y) for x, y in c if all(p.niveau(a) < 6 for a in range(x))],
            ),
            (
                "Vous cherchez une case libre par rangée : c'est dans chaque COLONNE qu'il y en a une à "
                "trouver (quelle boucle le break interrompt-il ?).",
                lambda p, c: [
                    min(a for a in _cases(p, libres=True) if a[1] == y) for y in _rangees_libres(p)
                ],
            ),
            (
                "Vos rangées commencent à 1 : la plus basse porte le numéro 0.",
                lambda p, c: [(x, y + 1) for x, y in c],
            ),
            (
                "Vos colonnes commencent à 1 : la plus à gauche porte le numéro 0.",
                lambda p, c: [(x + 1, y) for x, y in c],
            ),
            (
                "Vous proposez de jouer dans les colonnes pleines.",
                lambda p, c: [(x, p.niveau(x)) for x in range(7)],
            ),
            (
                "Vous proposez de jouer dans les colonnes pleines, par-dessus le dernier pion.",
                lambda p, c: [(x, min(p.niveau(x), 5)) for x in range(7)],
            ),
            valeurs(
                "Vos coups sont des listes [x, y] : un couple s'écrit avec des parenthèses, (x, y).",
                lambda valeur: bool(valeur) and all(isinstance(coup, list) for coup in valeur),
            ),
            seulement("colonne pleine", "Toutes vos erreurs viennent des colonnes pleines."),
        ],
    )
)

LONGUEUR_MAX_COUPS = reponse(
    "longueur_max_coups",
    valeur_entiere(
        7,
        "Ce n'est pas la plus grande longueur : combien de colonnes, et combien de coups dans chacune ?",
        {
            6: "C'est le plus grand indice, ou le nombre de rangées : combien y a-t-il de colonnes ?",
            42: "Une case libre n'est pas toujours jouable : seule la plus basse de chaque colonne l'est.",
            49: "Chaque colonne ne fournit qu'un coup, pas 7.",
        },
    ),
    (
        "Chaque colonne fournit au plus un coup.",
        "Quand toutes les colonnes en fournissent-elles un ?",
        "Pensez au tout début de la partie.",
    ),
)

LONGUEUR_MIN_COUPS = reponse(
    "longueur_min_coups",
    valeur_entiere(
        0,
        "Ce n'est pas la plus petite longueur : que renvoie coups sur une grille remplie ?",
        {
            1: "Et quand la dernière case vient d'être remplie, combien reste-t-il de coups ?",
            7: "C'est la plus grande longueur : on demande la plus petite.",
        },
    ),
    (
        "Pensez à la fin d'une partie nulle.",
        "Une colonne pleine ne fournit aucun coup.",
        "Commencez par une grille à laquelle il manque un seul pion : écrivez coups(G), puis posez ce pion.",
    ),
)
