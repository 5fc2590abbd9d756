"""listcolok : les colonnes où jouer n'offre pas la victoire. Et comment juger une liste de colonnes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS
from p4core.jeu import Position
from p4cours.tp5_pieges.coups import ERREURS_JETON, etiquettes
from p4cours.tp5_pieges.grilles import (
    AUTRES,
    GRANDE,
    NON_DONNE,
    SOUS_LE_COIN,
    Colonnes,
    aides,
    dessinee,
    en_cours,
    gagnantes,
    gagne,
    gagne_sans_g,
    jouables,
    lire_colonnes,
    maxi,
    miroir,
    permises,
    poser,
    sous_liste,
    suites,
    sur_table,
)
from p4cours.verification.essais import Source
from p4cours.verification.formes import ErreurConnue, Fonction

Cas = tuple[Position, list[int], int]  # position, lcj, joueur
Condition = Callable[[Position, int, int], bool]  # (position, colonne à partir de 0, joueur)


# --- juger une liste de colonnes ------------------------------------------------------------------


def choisir(
    signature: str,
    attendues: Colonnes,
    suite: Callable[[Position], tuple[int, ...]],
    **options: Any,
) -> Fonction:
    """Une fonction qui choisit parmi lcj : elle reçoit l, lcj, t, puis `suite(position)`."""

    def juger(appel: Appel, *cas: Any) -> str | None:
        obtenues, prevues = lire_colonnes(appel.valeur), sorted(attendues(*cas))
        return None if obtenues == prevues else comparer(obtenues, prevues)

    return sur_table(
        signature,
        lambda position, lcj, joueur: (lcj, JETONS.signes[joueur], *suite(position)),
        attendu=attendues,
        etiquettes=lambda position, lcj, joueur: etiquettes(joueur, 0),
        lire=lire_colonnes,
        ranger=sorted,
        juger=juger,
        options={"codage": JETONS, **options},
    )


def comparer(obtenues: list[int], attendues: list[int]) -> str:
    """Ce qui manque à une liste de colonnes, et ce qu'elle a en trop."""
    manque = [c for c in attendues if c not in obtenues]
    trop = [c for c in dict.fromkeys(obtenues) if c not in attendues]
    phrases = (
        f"Il manque {_nommer(manque)}." if manque else "",
        f"Il y a {_nommer(trop)} en trop." if trop else "",
        "La même colonne figure plusieurs fois." if len(set(obtenues)) < len(obtenues) else "",
    )
    return " ".join(filter(None, phrases))


def _nommer(numeros: list[int]) -> str:
    debut = "la colonne" if len(numeros) == 1 else "les colonnes"
    return f"{debut} {', '.join(map(str, numeros))}"


# --- listcolok(l, lcj, t, g) : les colonnes où jouer n'offre pas la victoire juste au-dessus ------


# L'adversaire gagnerait au-dessus d'une colonne, de chaque façon ; « O » vient de jouer ou va jouer.
_DANGERS = (
    "XXX.... OOO.... OXO.X..",
    "...XXX. ..OOXO. ..XOOX.",
    "..X.... .XO.... XOO....",
    ".XXX... .OOO... .XOX...",
    "X...... XX..... XOX.... OOO.X..",
    "......X .....XO ....XOO ...OOXO",
    "XX.XX.. OO.OO..",  # plus de g jetons d'un coup
    "X.....O O.....X X.....O O.....X X.....O",  # une seule case libre dans une colonne
)


def dangereuses(
    source: Source, nombre: int, depart: Position | None = None
) -> Iterator[tuple[Position, int]]:
    """Des positions où une colonne au moins est à éviter."""
    for p in en_cours(source, nombre, depart):
        yield from ((p, joueur) for joueur in (1, 2) if permises(p, jouables(p), joueur) != jouables(p))


def _toutes_jouables(source: Source) -> Iterator[Cas]:
    for p in (Position(), *map(dessinee, _DANGERS)):
        yield from ((p, jouables(p), joueur) for joueur in (1, 2))
    yield from ((p, jouables(p), joueur) for p, joueur in dangereuses(source, 60))
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 20))


def _quelques_unes(source: Source) -> Iterator[Cas]:
    for p, joueur in dangereuses(source, 80):
        yield p, sous_liste(source.alea, p), joueur
    yield dessinee(_DANGERS[0]), [], 1


def _autres_dangers(source: Source) -> Iterator[Cas]:
    large = dessinee("...OXXX. ...XOOO.")  # la huitième colonne est dangereuse
    for p in (large, SOUS_LE_COIN, miroir(SOUS_LE_COIN)):
        yield from ((p, jouables(p), joueur) for joueur in (1, 2))
    for taille in (*AUTRES, GRANDE):
        for p, joueur in dangereuses(source, 25, Position(*taille)):
            yield p, jouables(p), joueur


def _sauf(condition: Condition) -> Colonnes:
    return lambda p, lcj, j: [c for c in lcj if not condition(p, c - 1, j)]


def _suite_adverse(position: Position, x: int, joueur: int) -> int:
    """La plus grande suite de l'adversaire, s'il joue au-dessus du joueur."""
    return maxi(poser(position, x, joueur, 3 - joueur), 3 - joueur)


def _aligne(p: Position, joueur: int, directions: tuple[str, ...]) -> bool:
    """Le joueur a-t-il g jetons de suite dans l'une de ces directions ?"""
    return any(suites(p, joueur)[d] >= p.aligner for d in directions)


def _sans_les(noms: str, *directions: str) -> ErreurConnue:
    """La version qui ne voit que les victoires de ces directions."""
    return (
        f"Vous ne voyez pas {noms} : maxi regarde les quatre directions.",
        _sauf(lambda p, x, j: _aligne(poser(p, x, j, 3 - j), 3 - j, directions)),
    )


def _en_accumulant(p: Position, lcj: list[int], j: int) -> list[int]:
    """La réponse de celui qui garde chaque coup essayé sur la table."""
    gardees = []
    for c in lcj:
        p = poser(p, c - 1, j, 3 - j)
        gardees += [c] if not gagne(p, 3 - j) else []
    return gardees


def _en_retirant(p: Position, lcj: list[int], j: int) -> list[int]:
    """La réponse de celui qui retire des éléments de la liste que sa boucle parcourt."""
    gardees = list(lcj)
    for c in gardees:
        if not permises(p, [c], j):
            gardees.remove(c)
    return gardees


def _jusqu_au_danger(p: Position, lcj: list[int], j: int) -> list[int]:
    bonnes = permises(p, lcj, j)
    return lcj[: next((k for k, c in enumerate(lcj) if c not in bonnes), len(lcj))]


_AVEC_G = choisir("listcolok(l, lcj, t, g=4)", permises, lambda position: (position.aligner,))
_EN_DONNANT_G: dict[str, Any] = {"donner": _AVEC_G.donner, "appel": _AVEC_G.appel}

LISTCOLOK = (
    choisir(_AVEC_G.signature, permises, lambda position: ())
    .critere("les colonnes qui n'offrent pas la victoire", 3, _toutes_jouables)
    .critere("parmi celles de lcj seulement", 1, _quelques_unes, **_EN_DONNANT_G)
    .critere("avec d'autres tailles et d'autres g", 1, _autres_dangers, **_EN_DONNANT_G)
    .question(
        (
            "Où regarder : sur le dessin, la case au-dessus de celle où t vient de jouer. Deux coups sont à "
            "imaginer : le vôtre, puis celui de l'adversaire, au même endroit.",
            "À quoi penser : ajouter renvoie une copie, que l'on peut donner à son tour à ajouter. Et de qui "
            "faut-il alors mesurer la plus longue suite ?",
            "Pour commencer : écrivez la boucle sur lcj et une liste vide à remplir ; dans la boucle, "
            "fabriquez la table d'après les deux coups, et dessinez-la pour vérifier. Une colonne est-elle "
            "gardée quand l'adversaire gagne, ou quand il ne gagne pas ?",
        ),
        [
            (
                "Vous gardez les colonnes à éviter et rejetez les autres : c'est l'inverse.",
                lambda p, lcj, j: [c for c in lcj if c not in permises(p, lcj, j)],
            ),
            ("Vous gardez toutes les colonnes de lcj.", lambda p, lcj, j: lcj),
            ("Votre liste est toujours vide.", lambda p, lcj, j: []),
            (
                "Vous ne jouez pas d'abord votre propre jeton : t d'abord, l'adversaire joue AU-DESSUS de "
                "lui.",
                _sauf(lambda p, x, j: gagne(poser(p, x, 3 - j), 3 - j)),
            ),
            (
                "Vous posez deux fois votre jeton : le second est celui de l'adversaire, inv(t).",
                _sauf(lambda p, x, j: gagne(poser(p, x, j, j), j)),
            ),
            (
                "Vous cherchez vos propres victoires : c'est maxi de l'adversaire, inv(t), qu'il faut "
                "regarder.",
                _sauf(lambda p, x, j: gagne(poser(p, x, j, 3 - j), j)),
            ),
            (
                "Les deux jetons et les deux joueurs sont échangés : c'est t qui joue d'abord.",
                _sauf(lambda p, x, j: gagne(poser(p, x, 3 - j, j), j)),
            ),
            (
                "À un près : une suite de g jetons exactement est déjà une victoire.",
                _sauf(lambda p, x, j: _suite_adverse(p, x, j) > p.aligner),
            ),
            (
                "À un près : une suite de g - 1 jetons n'est pas encore une victoire.",
                _sauf(lambda p, x, j: _suite_adverse(p, x, j) >= p.aligner - 1),
            ),
            (
                "Vous n'utilisez pas g : une victoire est une suite d'au moins g jetons, pas toujours 4.",
                _sauf(lambda p, x, j: _suite_adverse(p, x, j) >= 4),
            ),
            (NON_DONNE, _sauf(lambda p, x, j: gagne_sans_g(poser(p, x, j, 3 - j), 3 - j))),
            (
                "Quand aucune colonne n'est permise, la liste est vide : vous renvoyez celle de départ.",
                lambda p, lcj, j: permises(p, lcj, j) or lcj,
            ),
            *(
                (
                    f"Vous gardez toujours {nom} : elle peut être à éviter comme les autres.",
                    lambda p, lcj, j, bord=bord: [c for c in lcj if c == bord(p) or c in permises(p, lcj, j)],
                )
                for nom, bord in (
                    ("la première colonne", lambda p: 1),
                    ("la dernière colonne", lambda p: p.largeur),
                )
            ),
            (
                "Vous gardez les colonnes où il reste deux cases : la case du dessus, la toute dernière, "
                "compte aussi.",
                lambda p, lcj, j: [
                    c for c in lcj if p.niveau(c - 1) == p.hauteur - 2 or c in permises(p, lcj, j)
                ],
            ),
            (
                "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
                lambda p, lcj, j: permises(p, jouables(p), j),
            ),
            (
                "Vous ne gardez que la première : le return est-il à l'intérieur de la boucle ?",
                lambda p, lcj, j: permises(p, lcj, j)[:1],
            ),
            (
                "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
                lambda p, lcj, j: [c - 1 for c in permises(p, lcj, j)],
            ),
            (
                "Vous vous arrêtez à la première colonne dangereuse : les suivantes sont peut-être permises.",
                _jusqu_au_danger,
            ),
            *(
                (
                    "Vous renvoyez des rangs dans lcj, pas des numéros de colonnes.",
                    lambda p, lcj, j, depuis=depuis: [
                        k for k, c in enumerate(lcj, depuis) if c in permises(p, lcj, j)
                    ],
                )
                for depuis in (0, 1)
            ),
            (
                "Les coups essayés s'ajoutent les uns aux autres : repartez de l pour chaque colonne.",
                _en_accumulant,
            ),
            (
                "Vous retirez des éléments de la liste que la boucle parcourt : après chaque retrait, la "
                "colonne "
                "suivante n'est pas examinée.",
                _en_retirant,
            ),
            (
                "Une suite de plus de g jetons est aussi une victoire : moins de g, et non « pas g ».",
                _sauf(lambda p, x, j: _suite_adverse(p, x, j) == p.aligner),
            ),
            (
                "Vous rejetez les colonnes où il ne reste qu'une case : personne ne peut jouer au-dessus.",
                lambda p, lcj, j: [c for c in permises(p, lcj, j) if p.niveau(c - 1) < p.hauteur - 1],
            ),
            (
                "Vous oubliez la dernière colonne de lcj.",
                lambda p, lcj, j: permises(p, lcj[:-1], j),
            ),
            (
                "Vous oubliez la première colonne de lcj.",
                lambda p, lcj, j: permises(p, lcj[1:], j),
            ),
            (
                "Vous regardez toutes les réponses de l'adversaire : une seule compte ici, juste au-dessus, "
                "dans la même colonne.",
                _sauf(lambda p, x, j: bool(gagnantes(poser(p, x, j), 3 - j))),
            ),
            (
                "Vous gardez aussi les colonnes où t gagne : on ne se le demande pas ici, seule compte la "
                "réponse au-dessus.",
                lambda p, lcj, j: [
                    c for c in lcj if gagne(poser(p, c - 1, j), j) or c in permises(p, lcj, j)
                ],
            ),
            (
                "Vous rejetez les colonnes où t gagne : on ne se le demande pas ici, seule compte la réponse "
                "au-dessus.",
                lambda p, lcj, j: [c for c in permises(p, lcj, j) if not gagne(poser(p, c - 1, j), j)],
            ),
            # Au-dessus d'un jeton de t, une victoire n'est jamais verticale.
            _sans_les("les diagonales", "ligne"),
            _sans_les("les diagonales descendantes", "ligne", "diagm"),
            _sans_les("les diagonales montantes", "ligne", "diagd"),
            _sans_les("les lignes horizontales", "diagm", "diagd"),
            *ERREURS_JETON,
        ],
        aides(
            "ajouter",
            "inv",
            "maxi",
            "verifcolonne",
            "verifligne",
            "verifdiagonale_desc",
            "verifdiagonale_mont",
        ),
    )
)
