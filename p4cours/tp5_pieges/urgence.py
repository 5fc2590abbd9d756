"""Le dernier coup : les diagonales que lit maxi, puis urgence, qui gagne, ou empêche l'autre de gagner."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from p4core.appels import Appel
from p4core.codages import JETONS
from p4core.jeu import Position
from p4cours.tp5_pieges.coups import ERREUR_TXT, ERREURS_JETON, VOIX, etiquettes
from p4cours.tp5_pieges.grilles import (
    AUTRES,
    COIN,
    GRANDE,
    NON_DONNE,
    aides,
    comptes,
    dessinee,
    droites,
    en_cours,
    gagnantes,
    gagne,
    gagne_sans_g,
    jouables,
    libres,
    maxi,
    miroir,
    poser,
    suites,
    sur_table,
)
from p4cours.verification import positions as pos
from p4cours.verification.essais import Ecart, Source
from p4cours.verification.formes import ErreurConnue, reponse, valeur_entiere
from p4cours.verification.lecture import entier, montrer

# --- lire : combien de diagonales une table de 9 colonnes et 8 lignes demande-t-elle, avec g = 5 ? -

_SENS = len(droites(9, 8, "diagm", 5))

NB_DIAGONALES = reponse(
    "nb_diagonales",
    valeur_entiere(
        2 * _SENS,
        "Ce n'est pas ce nombre : combien de diagonales en tout dans un sens, combien ont moins de 5 cases ?",
        {
            _SENS: "C'est le nombre d'un seul sens : il y a les montantes et les descendantes.",
            2 * len(droites(9, 8, "diagm")): "Ce sont toutes les diagonales, petites des coins comprises.",
            12: "C'est le nombre de la table dessinée, 7 × 6 avec g = 4.",
            2 * len(droites(9, 8, "diagm", 4)): "C'est le nombre pour g = 4 : ici, g = 5.",
        },
    ),
    (
        "Où regarder : le dessin de parcours, et la condition len(cases) >= g dans les deux fonctions.",
        "À quoi penser : dans un sens, une diagonale part de chaque case de la première colonne ou de la "
        "ligne du bas. Combien cela en fait-il ? Combien d'entre elles, à chaque coin, sont trop courtes ?",
        "Pour commencer : appelez parcours avec la taille et le g de la question, et comptez les traits d'un "
        "sens.",
    ),
)


# --- urgence(l, t, txt, g) ------------------------------------------------------------------------

Cas = tuple[Position, int, int]  # position, joueur, txt
RIEN = 0


def urgentes(position: Position, joueur: int) -> list[int]:
    """Les colonnes qui gagnent, sinon celles qui bloquent, numérotées à partir de 1."""
    colonnes = gagnantes(position, joueur) or gagnantes(position, 3 - joueur)
    return [x + 1 for x in colonnes]


# --- les cas --------------------------------------------------------------------------------------

# O et X y ont chacun de quoi gagner, de chaque façon ; la colonne à jouer n'est pas toujours la première.
_DESSINS = (
    "...X... ...X... OOOXO..",
    "X...... X...... XOOO...",
    ".XXX... .OOO...",
    "...O... ..OX... .OXX.O. .XOX.X.",
    "......X .....XO ....XOO ...OOXO",
    "...O... OX.OX.. XOOXXX. OXOXOO.",
    "OO.OO.X XX.XX.O",  # plus de g jetons d'un coup
    "X...... X...... X...... O...... O......",  # la dernière case d'une colonne
    "O.O.O.. O.O.O.. O.O.O.. X.X.X..",  # trois colonnes à la fois, puis quatre
    "X.X.X.X X.X.X.X X.X.X.X O.O.O.O",
)
# La colonne à jouer est la huitième.
_LARGES = ("...XOOO.", "...OXXX. ...XOOX.")


def _dessinees() -> Iterator[tuple[Position, int]]:
    au_bout = (Position.depuis_coups(pos.AU_DERNIER_COUP[:-n]) for n in (1, 2))  # une seule colonne reste
    yield from ((p, joueur) for p in (*map(dessinee, _DESSINS), *au_bout) for joueur in (1, 2))


def _au_hasard(source: Source, nombre: int) -> Iterator[tuple[Position, int]]:
    yield from ((p, joueur) for p in en_cours(source, nombre) for joueur in (1, 2))


def _avec(choisir: Callable[[Position, int], bool], nombre: int) -> Callable[[Source], Iterator[Cas]]:
    """Les cas où cette condition est vraie, txt valant 0 puis 1."""

    def cas(source: Source) -> Iterator[Cas]:
        rang = 0
        for p, joueur in (*_dessinees(), *_au_hasard(source, nombre)):
            if choisir(p, joueur):
                yield p, joueur, rang // 2 % 2
                rang += 1

    return cas


def _gagne(p: Position, joueur: int) -> bool:
    return bool(gagnantes(p, joueur))


def _bloque(p: Position, joueur: int) -> bool:
    return not gagnantes(p, joueur) and bool(gagnantes(p, 3 - joueur))


def _calme(p: Position, joueur: int) -> bool:
    return not urgentes(p, joueur)


def _ailleurs(source: Source) -> Iterator[Cas]:
    for dessin in _LARGES:
        yield from ((dessinee(dessin), joueur, joueur % 2) for joueur in (1, 2))
    for p in (COIN, miroir(COIN)):
        yield from ((p, joueur, joueur % 2) for joueur in (1, 2))
    for taille in (*AUTRES, GRANDE):
        for rang, p in enumerate(en_cours(source, 16, Position(*taille))):
            yield p, 1 + rang % 2, rang // 2 % 2


def _deux_voix(source: Source) -> Iterator[Cas]:
    for p, joueur in (*_dessinees(), *_au_hasard(source, 4)):
        yield from ((p, joueur, txt) for txt in (1, 0))


# --- juger ----------------------------------------------------------------------------------------


def _juger(appel: Appel, position: Position, joueur: int, txt: int) -> Ecart | None:
    c, permises = entier(appel.valeur), urgentes(position, joueur) or [RIEN]
    if c in permises:
        return None
    if permises == [RIEN]:
        phrase = "Rien ne presse : personne ne peut gagner au prochain coup."
    elif gagnantes(position, joueur):
        phrase = "t peut gagner tout de suite, et votre réponse ne le fait pas."
    else:
        phrase = "L'adversaire gagnerait au prochain coup : il faut prendre sa case."
    attendu = str(permises[0]) if len(permises) == 1 else f"l'une des colonnes {permises}"
    return Ecart(phrase, attendu, montrer(appel.valeur))


def _juger_voix(appel: Appel, position: Position, joueur: int, txt: int) -> Ecart | None:
    ecart = _juger(appel, position, joueur, txt)
    if ecart or bool(appel.sortie.strip()) == bool(txt) or (txt and _calme(position, joueur)):
        return ecart
    if txt:
        return Ecart("Avec txt = 1, la fonction dit ce qu'elle pense : ici, elle n'affiche rien.", cause=VOIX)
    phrase = "Avec txt = 0, la fonction ne doit rien afficher."
    return Ecart(phrase, "rien d'affiché", appel.sortie[:60], cause=VOIX)


# --- la question ----------------------------------------------------------------------------------


def _premiere(*listes: list[int]) -> int:
    """La première colonne de la première liste non vide, 0 s'il n'y en a pas."""
    return next((colonnes[0] + 1 for colonnes in listes if colonnes), RIEN)


def _derniere(*listes: list[int]) -> int:
    """La dernière colonne de la première liste non vide, 0 s'il n'y en a pas."""
    return next((colonnes[-1] + 1 for colonnes in listes if colonnes), RIEN)


def _en_accumulant(p: Position, j: int) -> int:
    """La réponse de celui qui garde chaque coup essayé sur la table."""
    for joueur in (j, 3 - j):
        for x in libres(p):
            p = poser(p, x, joueur)
            if gagne(p, joueur):
                return x + 1
    return RIEN


def _suites_de(
    longueur: Callable[[Position], int], qui: Callable[[int], tuple[int, ...]] = lambda j: (1, 2)
) -> Callable[[Position, int, int], int]:
    """La version qui prend une suite d'au moins cette longueur pour une victoire, de l'un ou des deux."""

    def longue(p: Position, x: int, k: int, j: int) -> bool:
        return maxi(poser(p, x, k), k) >= (longueur(p) if k in qui(j) else p.aligner)

    def version(p: Position, j: int, txt: int) -> int:
        return _premiere(*([x for x in libres(p) if longue(p, x, k, j)] for k in (j, 3 - j)))

    return version


def _renonce(qui: Callable[[int], tuple[int, ...]], seuil: int) -> Callable[[Position, int, int], int]:
    """La version qui ne répond plus quand tant de colonnes pressent à la fois."""

    def version(p: Position, j: int, txt: int) -> int:
        for k in (j, 3 - j):
            if colonnes := gagnantes(p, k):
                return RIEN if k in qui(j) and len(colonnes) >= seuil else colonnes[0] + 1
        return RIEN

    return version


def _en_l_air(p: Position, joueur: int) -> int:
    """La première colonne où une case vide, jouable ou non, compléterait une ligne du joueur."""
    menaces = {x for (x, _), n in comptes(p, joueur).items() if n >= p.aligner - 1}
    return min(menaces, default=-1) + 1


def _rang(p: Position, j: int, depuis: int) -> int:
    """Le rang, parmi les colonnes non pleines, de la première qui presse."""
    c = _premiere(gagnantes(p, j), gagnantes(p, 3 - j))
    return jouables(p).index(c) + depuis if c else RIEN


def _sans_les(noms: str, *directions: str) -> ErreurConnue:
    """La version qui ne voit que les victoires de ces directions."""

    def aligne(p: Position, joueur: int) -> bool:
        longueurs = suites(p, joueur)
        return any(longueurs[d] >= p.aligner for d in directions)

    def version(p: Position, j: int, txt: int) -> int:
        return _premiere(*([x for x in libres(p) if aligne(poser(p, x, k), k)] for k in (j, 3 - j)))

    return f"Vous ne voyez pas {noms} : maxi regarde les quatre directions.", version


# Qui une faute concerne : les deux joueurs, t, ou l'adversaire.
_QUI: tuple[Callable[[int], tuple[int, ...]], ...] = (lambda j: (1, 2), lambda j: (j,), lambda j: (3 - j,))

URGENCE = (
    sur_table(
        "urgence(l, t, txt, g)",
        lambda position, joueur, txt: (JETONS.signes[joueur], txt, position.aligner),
        attendu=lambda position, joueur, txt: urgentes(position, joueur) or RIEN,
        lire=entier,
        juger=_juger,
        etiquettes=lambda position, joueur, txt: etiquettes(joueur, txt),
    )
    .critere("gagner d'abord", 2, _avec(_gagne, 40))
    .critere("sinon bloquer", 2, _avec(_bloque, 30))
    .critere("0 quand rien ne presse", 1, _avec(_calme, 10), gratuit=True)
    .critere("avec d'autres tailles et d'autres g", 1, _ailleurs)
    .critere("txt : dire ce qu'on pense, ou se taire", 1, _deux_voix, gratuit=True, juger=_juger_voix)
    .question(
        (
            "Où regarder : listcolnonpleines donne les colonnes à essayer, ajouter l'état de la table après "
            "un coup, maxi la plus longue suite.",
            "À quoi penser : deux questions, dans l'ordre. Une colonne me fait-elle gagner ? Ce n'est que si "
            "aucune ne convient que l'on passe à l'autre : une colonne ferait-elle gagner l'adversaire, s'il "
            "y jouait, lui ?",
            "Pour commencer : écrivez une boucle qui ne cherche que vos victoires, et répond dès qu'il y en "
            "a une ; essayez-la. La seconde boucle vient après la première, pas dedans, et lui ressemble. "
            "Que renvoyer si les deux boucles se terminent ?",
        ),
        [
            (
                "Vous bloquez avant de gagner : une victoire immédiate passe avant tout.",
                lambda p, j, txt: _premiere(gagnantes(p, 3 - j), gagnantes(p, j)),
            ),
            (
                "La seconde boucle efface la victoire trouvée par la première : dès qu'une colonne convient, "
                "renvoyez-la.",
                lambda p, j, txt: _derniere(gagnantes(p, 3 - j), gagnantes(p, j)),
            ),
            (
                "Les coups essayés s'ajoutent les uns aux autres : repartez chaque fois de l, la table "
                "d'après le "
                "coup doit avoir un autre nom.",
                lambda p, j, txt: _en_accumulant(p, j),
            ),
            (
                "Vous ne bloquez jamais : si t ne peut pas gagner, regardez où gagnerait l'adversaire.",
                lambda p, j, txt: _premiere(gagnantes(p, j)),
            ),
            (
                "Vous bloquez, mais vous ne cherchez pas à gagner.",
                lambda p, j, txt: _premiere(gagnantes(p, 3 - j)),
            ),
            ("Votre réponse est toujours 0.", lambda p, j, txt: RIEN),
            ("Vous renvoyez toujours la première colonne non pleine.", lambda p, j, txt: libres(p)[0] + 1),
            (
                "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
                lambda p, j, txt: _premiere(gagnantes(p, j), gagnantes(p, 3 - j)) - 1,
            ),
            (
                "Quand rien ne presse, on attend 0, pas une colonne.",
                lambda p, j, txt: _premiere(gagnantes(p, j), gagnantes(p, 3 - j), libres(p)),
            ),
            *(
                (
                    "Plusieurs colonnes pressent à la fois, et vous renoncez : n'importe laquelle convient, "
                    "renvoyez-en une.",
                    _renonce(qui, seuil),
                )
                for qui in _QUI
                for seuil in (2, 3, 4)
            ),
            *(
                (
                    "Vous n'utilisez pas g : une victoire est une suite d'au moins g jetons, pas toujours 4.",
                    _suites_de(lambda p: 4, qui),
                )
                for qui in _QUI
            ),
            *(
                (
                    NON_DONNE,
                    lambda p, j, txt, sans_g=sans_g: _premiere(
                        *(
                            [
                                x
                                for x in libres(p)
                                if (gagne_sans_g if k in sans_g(j) else gagne)(poser(p, x, k), k)
                            ]
                            for k in (j, 3 - j)
                        )
                    ),
                )
                for sans_g in _QUI
            ),
            *(
                (
                    f"Pour {quoi}, vous n'essayez jamais la {nom} colonne non pleine.",
                    lambda p, j, txt, qui=qui, rang=rang: _premiere(
                        *(
                            [x for x in gagnantes(p, k) if k != qui(j) or x != libres(p)[rang]]
                            for k in (j, 3 - j)
                        )
                    ),
                )
                for quoi, qui in (("gagner", lambda j: j), ("bloquer", lambda j: 3 - j))
                for nom, rang in (("première", 0), ("dernière", -1))
            ),
            *(
                (
                    "Vous cherchez aussi des cases où l'on ne peut pas jouer : le jeton tombe, seule compte "
                    "celle où il arrive.",
                    lambda p, j, txt, qui=qui: (
                        _premiere(gagnantes(p, j), gagnantes(p, 3 - j)) or _en_l_air(p, qui(j))
                    ),
                )
                for qui in (lambda j: j, lambda j: 3 - j)
            ),
            (
                "À un près : une suite de g jetons exactement est déjà une victoire.",
                _suites_de(lambda p: p.aligner + 1),
            ),
            (
                "À un près : une suite de g - 1 jetons n'est pas encore une victoire.",
                _suites_de(lambda p: p.aligner - 1),
            ),
            (
                "Une suite de plus de g jetons est aussi une victoire : au moins g, et non exactement g.",
                lambda p, j, txt: _premiere(
                    *([x for x in libres(p) if maxi(poser(p, x, k), k) == p.aligner] for k in (j, 3 - j))
                ),
            ),
            (
                "Vous ne regardez jamais la dernière colonne.",
                lambda p, j, txt: _premiere(
                    *([x for x in gagnantes(p, k) if x < p.largeur - 1] for k in (j, 3 - j))
                ),
            ),
            (
                "Vous n'essayez jamais la dernière colonne non pleine.",
                lambda p, j, txt: _premiere(
                    *([x for x in gagnantes(p, k) if x < libres(p)[-1]] for k in (j, 3 - j))
                ),
            ),
            (
                "Vous oubliez les colonnes où il ne reste qu'une case : elle se joue aussi.",
                lambda p, j, txt: _premiere(
                    *([x for x in gagnantes(p, k) if p.niveau(x) < p.hauteur - 1] for k in (j, 3 - j))
                ),
            ),
            (
                "Vous ne regardez que sept colonnes : il y en a len(l).",
                lambda p, j, txt: _premiere(*([x for x in gagnantes(p, k) if x < 7] for k in (j, 3 - j))),
            ),
            (
                "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
                lambda p, j, txt: max(_premiere(gagnantes(p, j), gagnantes(p, 3 - j)) - 1, RIEN),
            ),
            *(
                (
                    "Vous renvoyez le rang de la colonne dans listcolnonpleines, pas son numéro.",
                    lambda p, j, txt, depuis=depuis: _rang(p, j, depuis),
                )
                for depuis in (0, 1)
            ),
            (
                "Vous cherchez à gagner et à bloquer dans la même boucle : il en faut deux, les victoires "
                "d'abord.",
                lambda p, j, txt: _premiere(sorted({*gagnantes(p, j), *gagnantes(p, 3 - j)})),
            ),
            *(
                (
                    "Un return est à l'intérieur de la boucle : vous n'essayez que la première colonne.",
                    lambda p, j, txt, vus=vus: _premiere(
                        *(
                            [x for x in gagnantes(p, k) if k in vus(j) or x == libres(p)[0]]
                            for k in (j, 3 - j)
                        )
                    ),
                )
                for vus in (lambda j: (j,), lambda j: (3 - j,), lambda j: ())
            ),
            (
                "Vous renvoyez 0 dès la première colonne qui ne gagne pas : essayez-les toutes d'abord.",
                lambda p, j, txt: _premiere([x for x in gagnantes(p, j) if x == libres(p)[0]]),
            ),
            _sans_les("les diagonales", "ligne", "col"),
            _sans_les("les lignes horizontales", "col", "diagm", "diagd"),
            _sans_les("les colonnes", "ligne", "diagm", "diagd"),
            _sans_les("les colonnes ni les diagonales", "ligne"),
            ERREUR_TXT,
            *ERREURS_JETON,
        ],
        aides("ajouter", "inv", "listcolnonpleines", "maxi"),
    )
)
