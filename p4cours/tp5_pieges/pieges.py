"""Les pièges, deux coups à l'avance : piegecol, piege2 ; et ce que coûterait un coup de plus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS
from p4core.jeu import Case, Position
from p4cours.tp5_pieges.colonnes import comparer
from p4cours.tp5_pieges.coups import ERREUR_TXT, ERREURS_JETON, etiquettes
from p4cours.tp5_pieges.fournitures import BOITE
from p4cours.tp5_pieges.grilles import (
    AUTRES,
    GRANDE,
    NON_DONNE,
    aides,
    comptes,
    dessinee,
    en_cours,
    gagnantes,
    gagne,
    gagne_sans_g,
    jouables,
    libres,
    lire_colonnes,
    lointains,
    maxi,
    miroir,
    piege_en,
    poser,
    suites,
    superposees,
    sur_table,
    variantes,
    verticale,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes
from p4cours.verification.essais import Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4cours.verification.lecture import Malforme, entier, montrer, nombre, nommer

# --- piegecol(l, c, t, txt, g) : si l'adversaire joue en c ----------------------------------------

CasCol = tuple[Position, int, int, int]  # position, colonne c, joueur, txt
Triplet = tuple[bool, int, int]

# Des pièges en ligne, croisés, au-dessus d'une réponse, dans la colonne même où l'on joue.
_DESSINS = (
    "..OO..X",
    ".XX.... .OO...X",
    "..OX... ..XO... .OXOX.. .XOXO..",
    "...X... ..OX... .OXO... .XOXO..",
    "O...... O...... XXX.... OXOO...",
    ".O..... .O..... .XX.O.. .OXXX..",
    "O.O.O.O",  # plus de g jetons d'un coup
    "XXX.... OOO.... OXOX..X XOXX..X OXOO..X",  # en 4, une menace à la fois verticale et horizontale
)


# Au-dessus de c, deux menaces l'une sur l'autre, qui ne sont pas verticales : elles y étaient déjà.
_EMPILEES = (("563325311312", 4, 1), ("1465442722554", 3, 2))
# Au-dessus de c, l'adversaire gagne sans suite verticale, et sa colonne a pourtant quatre de ses jetons.
_SANS_SUITE = (("442145334424515632113567", 2, 2), ("516564644727342523714754323221", 5, 2))
# Avec g = 3 : c1, puis c2, ne gagne que par une diagonale de trois cases ; elle passe au-dessus de c.
_PETITS_COINS = ("1122", "111", "3221")


def _sans_gagner(p: Position, joueur: int) -> list[int]:
    """Les coups de l'adversaire du joueur qui ne gagnent pas tout de suite."""
    return [c for c in jouables(p) if not gagne(poser(p, c - 1, 3 - joueur), 3 - joueur)]


def _coups(source: Source, nombre: int, depart: Position | None = None) -> Iterator[CasCol]:
    """Chaque coup adverse possible, s'il ne gagne pas déjà tout seul."""
    dessins = [] if depart else map(dessinee, _DESSINS)
    for rang, p in enumerate([*dessins, *en_cours(source, nombre, depart)]):
        for joueur in (1, 2):
            yield from ((p, c, joueur, rang % 2) for c in _sans_gagner(p, joueur))


def _piegees(nombre: int, garder: Callable[[int, int, int], bool]) -> Callable[[Source], Iterator[CasCol]]:
    """Les coups qui sont des pièges, si le premier couple (c1, c2) est de cette sorte."""

    def cas(source: Source) -> Iterator[CasCol]:
        for p, c, joueur, txt in _coups(source, nombre):
            trouve, c1, c2 = piege_en(p, c, joueur)
            if trouve and garder(c, c1, c2):
                yield p, c, joueur, txt

    return cas


def _premiers(source: Source) -> Iterator[CasCol]:
    """Des pièges où il faut le premier couple, et aucun de ceux que c1 = c ne permet pas."""
    yield from ((Position.depuis_coups(coups), c, joueur, 0) for coups, c, joueur in _SANS_SUITE)
    yield from _piegees(12, lambda c, c1, c2: True)(source)


def _sans_piege(source: Source) -> Iterator[CasCol]:
    """Quelques coups sans piège, parmi ceux qui créent ou laissent une menace d'abord."""
    calmes = [cas for cas in _coups(source, 24) if not piege_en(*cas[:3])[0]]
    menaces = [cas for cas in calmes if gagnantes(poser(cas[0], cas[1] - 1, 3 - cas[2]), 3 - cas[2])]
    empilees = [(Position.depuis_coups(coups), c, joueur, 0) for coups, c, joueur in _EMPILEES]
    yield from sorted(menaces[:32] + calmes[::12] + empilees, key=lambda cas: cas[0].nb_coups)


def _ailleurs_col(source: Source) -> Iterator[CasCol]:
    large = dessinee("X....OO.")  # en 5, une double menace dont la huitième colonne est la seconde
    yield from ((large, c, 2, c % 2) for c in jouables(large))
    for p in (Position.depuis_coups(coups, 4, 4, 3) for coups in _PETITS_COINS):
        yield from ((q, c, j, 0) for q in (p, miroir(p)) for j in (1, 2) for c in _sans_gagner(q, j))
    for taille in (*AUTRES, GRANDE):
        coups = list(_coups(source, 12, Position(*taille)))
        yield from [cas for cas in coups if piege_en(*cas[:3])[0]][:8]
        yield from coups[::16]


def _lire_triplet(valeur: Any) -> Triplet:
    """(True, c1, c2) ou (False, 0, 0)."""
    if not isinstance(valeur, list | tuple) or len(valeur) != 3:
        raise Malforme(f"on attend (True, c1, c2) ou (False, 0, 0), or c'est {nommer(valeur)}.")
    if not isinstance(valeur[0], bool) and valeur[0] not in (0, 1):
        raise Malforme(f"la première valeur est un booléen, or c'est {nommer(valeur[0])}.")
    return bool(valeur[0]), entier(valeur[1], "c1"), entier(valeur[2], "c2")


def couples(position: Position, c: int, joueur: int) -> Iterator[tuple[int, int]]:
    """Tous les couples (c1, c2) de menaces qui suivent le coup adverse en c."""
    autre = 3 - joueur
    apres = poser(position, c - 1, autre)
    for x in gagnantes(apres, autre):
        if x != c - 1 or verticale(poser(apres, x, autre), autre):
            yield from ((x + 1, y + 1) for y in gagnantes(poser(apres, x, joueur), autre))


def _pourquoi(c1: int, c2: int) -> str:
    """Ce qui fait un piège de ce couple de menaces."""
    if c1 == c2:
        return f"une fois la réponse de t jouée en {c1}, l'adversaire gagne juste au-dessus, en {c2} aussi"
    return f"on ne peut pas parer à la fois en {c1} et {c2}"


def _juger_col(appel: Appel, position: Position, c: int, joueur: int, txt: int) -> Ecart | None:
    (trouve, c1, c2), attendu = _lire_triplet(appel.valeur), piege_en(position, c, joueur)
    phrase = ""
    if trouve and not attendu[0]:
        phrase = f"Jouer en {c} n'est pas un piège : l'adversaire n'y gagne pas deux menaces à la fois."
    elif attendu[0] and not trouve:
        phrase = f"Jouer en {c} est un piège : {_pourquoi(*attendu[1:])}."
    elif trouve and (c1, c2) not in couples(position, c, joueur):
        phrase = f"Il y a bien un piège en {c}, mais pas avec ces deux colonnes-là."
    elif not trouve and (c1, c2) != (0, 0):
        phrase = "Sans piège, on attend (False, 0, 0)."
    return Ecart(phrase, montrer(attendu), montrer(appel.valeur)) if phrase else None


def _juger_premier(appel: Appel, position: Position, c: int, joueur: int, txt: int) -> Ecart | None:
    ecart, attendu = _juger_col(appel, position, c, joueur, txt), piege_en(position, c, joueur)
    if ecart or _lire_triplet(appel.valeur) == attendu:
        return ecart
    phrase = "Ce couple convient, mais on demande le premier : c1 le plus petit, puis c2 le plus petit."
    return Ecart(phrase, montrer(attendu), montrer(appel.valeur))


def _premier(liste: Iterable[tuple[int, int]]) -> Triplet:
    return next(((True, c1, c2) for c1, c2 in liste), (False, 0, 0))


def _gagnent(p: Position, joueur: int) -> list[int]:
    """Les colonnes après lesquelles le joueur a gagné : toutes, même pleines, s'il avait déjà gagné."""
    return [x for x in range(p.largeur) if gagne(poser(p, x, joueur), joueur)]


def _repondre(avant: Position, apres: Position, x: int, j: int) -> Position:
    """La table où t a répondu en c1, et où l'on cherche c2."""
    return poser(apres, x, j)


def _sans_repondre(avant: Position, apres: Position, x: int, j: int) -> Position:
    return apres


def _il_rejoue(avant: Position, apres: Position, x: int, j: int) -> Position:
    """L'adversaire joue encore en c1 : il a gagné, quelle que soit c2."""
    return poser(apres, x, 3 - j)


def _sans_son_coup(avant: Position, apres: Position, x: int, j: int) -> Position:
    """Le coup adverse en c est oublié."""
    return poser(avant, x, j)


def _version(
    p: Position,
    c: int,
    j: int,
    garder: Callable[[int, int], bool] = lambda c1, c2: True,
    meme_colonne: bool | None = None,
    repondre: Callable[[Position, Position, int, int], Position] = _repondre,
    gagnent: Callable[[Position, int], list[int]] = _gagnent,
    debut: tuple[int, ...] | None = None,
    permise: Callable[[Position, int], bool] = verticale,
) -> Triplet:
    """piegecol, avec un défaut : un filtre de trop, c1 = c toujours ou jamais permis, pas de réponse…

    `debut` dit qui joue d'abord en c, si ce n'est pas l'adversaire seul."""
    autre = 3 - j
    apres = poser(p, c - 1, *((autre,) if debut is None else debut))
    for x in gagnent(apres, autre):
        permis = permise(poser(apres, x, autre), autre) if meme_colonne is None else meme_colonne
        if x != c - 1 or permis:
            for y in gagnent(repondre(p, apres, x, j), autre):
                if garder(x, y):
                    return True, x + 1, y + 1
    return False, 0, 0


def _c1_d_avant(p: Position, c: int, j: int) -> Triplet:
    """piegecol qui cherche c1 sur la table d'avant le coup en c, et c2 sur celle d'après."""
    autre = 3 - j
    for x in _gagnent(p, autre):
        if x != c - 1 or verticale(poser(p, x, autre), autre):
            for y in _gagnent(poser(poser(p, c - 1, autre), x, j), autre):
                return True, x + 1, y + 1
    return False, 0, 0


def _version_comptee(p: Position, c: int, j: int) -> Triplet:
    """piegecol qui compte les jetons de la colonne c, qu'ils se suivent ou non."""

    def assez(q: Position, joueur: int) -> bool:
        return sum(q.case(c - 1, y) == joueur for y in range(q.hauteur)) >= q.aligner

    return _version(p, c, j, permise=assez)


def _version_sans_g(p: Position, c: int, j: int, en_c1: bool, en_c2: bool, en_c: bool) -> Triplet:
    """piegecol, sans donner g à maxi pour c1, pour c2, ou à maxidirec."""

    def gagnent(q: Position, joueur: int, sans_g: bool) -> list[int]:
        aligne = gagne_sans_g if sans_g else gagne
        return [x for x in libres(q) if aligne(poser(q, x, joueur), joueur)]

    autre = 3 - j
    apres = poser(p, c - 1, autre)
    for x in gagnent(apres, autre, en_c1):
        if x != c - 1 or verticale(poser(apres, x, autre), autre, 4 if en_c else None):
            for y in gagnent(poser(apres, x, j), autre, en_c2):
                return True, x + 1, y + 1
    return False, 0, 0


def _col_seule(p: Position, joueur: int) -> bool:
    """La plus longue suite du joueur n'est-elle que verticale ?"""
    longueurs = suites(p, joueur)
    return [d for d, n in longueurs.items() if n == max(longueurs.values())] == ["col"]


def _exactement(p: Position, joueur: int) -> list[int]:
    """Les colonnes où la plus longue suite du joueur est de g jetons exactement."""
    return [x for x in libres(p) if maxi(poser(p, x, joueur), joueur) == p.aligner]


def _depuis_zero(trouve: bool, c1: int, c2: int) -> Triplet:
    return (True, c1 - 1, c2 - 1) if trouve else (False, 0, 0)


def _rangees(trouve: bool, c1: int, c2: int) -> Triplet:
    return trouve, min(c1, c2), max(c1, c2)


def _echangees(trouve: bool, c1: int, c2: int) -> Triplet:
    return trouve, c2, c1


_FORME_COL = sur_table(
    "piegecol(l, c, t, txt, g)",
    lambda position, c, joueur, txt: (c, JETONS.signes[joueur], txt, position.aligner),
    attendu=lambda position, c, joueur, txt: piege_en(position, c, joueur),
    lire=_lire_triplet,
    juger=_juger_col,
    etiquettes=lambda position, c, joueur, txt: etiquettes(joueur, txt),
)
_COLONNES: tuple[dict[str, Any], ...] = tuple(
    {"meme_colonne": meme, "gagnent": gagnent}
    for gagnent in (_gagnent, gagnantes)
    for meme in (None, True, False)
)


def _l_une(phrase: str, *fautives: dict[str, Any], echange: bool = False) -> Erreur:
    """L'une de ces versions, colonnes pleines ou non, c1 = c permis ou non ; `echange` t et l'autre."""

    def version(reglages: dict[str, Any]) -> Erreur:
        fausse = lambda p, c, j, txt: _version(p, c, 3 - j if echange else j, **reglages)  # noqa: E731
        return _FORME_COL.erreur(phrase, fausse)

    versions = [version({**fautive, **colonnes}) for fautive in fautives for colonnes in _COLONNES]

    def explique(epreuves: list[Epreuve]) -> bool:
        # Quelques essais manqués suffisent à écarter presque toutes les versions.
        return any(v.explique(fautes(epreuves)[:6]) and v.explique(epreuves) for v in versions)

    return Erreur(phrase, explique)


PIEGECOL = (
    _FORME_COL.critere(
        "deux menaces dans deux colonnes", 3, _piegees(20, lambda c, c1, c2: len({c, c1, c2}) == 3)
    )
    .critere(
        "deux menaces dont l'une est en c, ou au-dessus de l'autre",
        2,
        _piegees(45, lambda c, c1, c2: len({c, c1, c2}) < 3),
    )
    .critere("pas de piège, pas d'alarme", 2, _sans_piege, gratuit=True)
    .critere("le premier couple", 1, _premiers, juger=_juger_premier)
    .critere("avec d'autres tailles et d'autres g", 1, _ailleurs_col)
    .question(
        (
            "Où regarder : suivez sur le dessin les trois coups, dans l'ordre : l'adversaire joue en c, vous "
            "répondez en c1, il gagne en c2.",
            "À quoi penser : c1 est une colonne où l'adversaire gagnerait s'il rejouait tout de suite ; vous "
            "la bouchez, avec VOTRE jeton ; il reste à voir s'il gagne ailleurs, ou juste au-dessus. Chaque "
            "coup imaginé est une nouvelle table : donnez-leur des noms différents.",
            "Pour commencer : partez de li, où l'adversaire a joué en c, et affichez les colonnes c1 où il "
            "gagnerait ensuite. Quand cette liste est bonne (pensez au cas c1 = c), ajoutez la seconde "
            "boucle à l'intérieur. Le return des pièges est au plus profond, celui de l'absence de piège "
            "après toutes les boucles.",
        ),
        [
            ("Vous ne trouvez jamais de piège.", lambda p, c, j, txt: (False, 0, 0)),
            _l_une(
                "Les rôles sont échangés : c'est l'adversaire, inv(t), qui joue en c et cherche à gagner.",
                *({"repondre": reponse} for reponse in (_repondre, _sans_repondre, _il_rejoue)),
                echange=True,
            ),
            _l_une(
                "La réponse de t en c1 n'est pas jouée : une seule menace suffit alors à crier au piège.",
                {"repondre": _sans_repondre},
            ),
            # Que la réponse soit jouée ou non, ces deux versions-ci rendent la même chose.
            _l_une(
                "Vous exigez que c2 soit différente de c1, ou la réponse de t en c1 n'est pas jouée : "
                "l'adversaire peut gagner juste au-dessus d'elle.",
                {"garder": lambda x, y: x != y},
            ),
            _l_une(
                "Vous ne cherchez c2 qu'après c1 : la seconde menace peut être avant, ou juste au-dessus de "
                "la réponse de t en c1 (la jouez-vous ?).",
                {"garder": lambda x, y: y > x},
            ),
            _l_une(
                "Pour chercher c2, vous oubliez le coup de l'adversaire en c : partez de la table où il y a "
                "joué.",
                {"repondre": _sans_son_coup},
                {"repondre": lambda avant, apres, x, j: avant},
            ),
            (
                "Vous écartez toujours c1 = c : une menace verticale, dans la colonne c, compte.",
                lambda p, c, j, txt: _version(p, c, j, meme_colonne=False),
            ),
            (
                "Vous rangez les deux colonnes par ordre croissant : c1 est la première menace, et c2 peut "
                "être à sa gauche.",
                lambda p, c, j, txt: _rangees(*piege_en(p, c, j)),
            ),
            (
                "Quand c1 = c, seule compte une menace verticale : relisez le rôle de maxidirec.",
                lambda p, c, j, txt: _version(p, c, j, meme_colonne=True),
            ),
            (
                "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
                lambda p, c, j, txt: _depuis_zero(*piege_en(p, c, j)),
            ),
            (
                "Vous renvoyez le dernier couple, pas le premier : le return attend-il la fin des boucles ?",
                lambda p, c, j, txt: _premier(reversed(list(couples(p, c, j)))),
            ),
            (
                "Vous n'utilisez pas g : une victoire est une suite d'au moins g jetons, pas toujours 4.",
                lambda p, c, j, txt: piege_en(replace(p, aligner=4), c, j),
            ),
            (
                "Les deux colonnes sont échangées : on attend (True, c1, c2), la première menace d'abord.",
                lambda p, c, j, txt: _echangees(*piege_en(p, c, j)),
            ),
            (
                "Vous ne regardez jamais la dernière colonne.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: max(x, y) < p.largeur - 1),
            ),
            (
                "Vous ne cherchez jamais c1 dans la dernière colonne.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: x < p.largeur - 1),
            ),
            (
                "Vous ne cherchez jamais c2 dans la dernière colonne.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: y < p.largeur - 1),
            ),
            (
                "Une suite de plus de g jetons est aussi une victoire : au moins g, et non exactement g.",
                lambda p, c, j, txt: _version(p, c, j, gagnent=_exactement),
            ),
            (
                "Vous exigez que c2 soit différente de c : l'adversaire peut gagner au-dessus de son coup.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: y != c - 1),
            ),
            ("Vous répondez toujours qu'il y a un piège.", lambda p, c, j, txt: (True, c, c)),
            *(
                (NON_DONNE, lambda p, c, j, txt, faute=faute: _version_sans_g(p, c, j, *faute))
                for faute in ((True, True, True), (True, False, False), (False, True, False))
            ),
            (
                "Quand c1 = c, maxidirec doit aussi recevoir g : sans lui, il vaut 4.",
                lambda p, c, j, txt: _version_sans_g(p, c, j, False, False, True),
            ),
            (
                "Quand c1 = c, maxidirec se lit sur la table où l'adversaire a joué en c PUIS en c1.",
                lambda p, c, j, txt: _version(p, c, j, meme_colonne=verticale(poser(p, c - 1, 3 - j), 3 - j)),
            ),
            (
                "Vous cherchez c1 sur la table d'avant : c'est une fois que l'adversaire a joué en c que "
                "l'on regarde où il gagnerait.",
                lambda p, c, j, txt: _c1_d_avant(p, c, j),
            ),
            (
                "Quand c1 = c, il faut une suite verticale : des jetons de la colonne que d'autres séparent "
                "n'en font pas une.",
                lambda p, c, j, txt: _version_comptee(p, c, j),
            ),
            (
                "Vous écartez la menace quand la réponse de t en c1 le fait gagner : on ne se le demande "
                "pas, urgence est passée avant.",
                lambda p, c, j, txt: _premier(
                    (c1, c2)
                    for c1, c2 in couples(p, c, j)
                    if not gagne(poser(poser(p, c - 1, 3 - j), c1 - 1, j), j)
                ),
            ),
            *(
                (
                    "Vous posez d'abord t en c : c'est l'adversaire, inv(t), qui y joue, et lui seul.",
                    lambda p, c, j, txt, suite=suite, reponse=reponse: _version(
                        p, c, j, debut=(j, *(3 - j,) * suite), repondre=reponse
                    ),
                )
                for suite in (0, 1)
                for reponse in (_repondre, _il_rejoue)
            ),
            (
                "Vous cherchez les menaces d'avant ce coup : faites d'abord jouer l'adversaire en c.",
                lambda p, c, j, txt: _version(p, c, j, debut=()),
            ),
            _l_une(
                "En c1, c'est t qui répond, pas l'adversaire une seconde fois.",
                {"repondre": _il_rejoue},
                {"repondre": _il_rejoue, "garder": lambda x, y: x != y},
            ),
            (
                "Quand c1 = c, « col » doit être parmi les directions de maxidirec, pas forcément la seule.",
                lambda p, c, j, txt: _version(p, c, j, permise=_col_seule),
            ),
            (
                "Vous ne regardez que sept colonnes : il y en a len(l).",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: max(x, y) < 7),
            ),
            (
                "Vous ne cherchez c1 qu'à droite de c : la première menace peut être à gauche.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: x >= c - 1),
            ),
            (
                "Vous ne cherchez c1 que tout près de c : essayez toutes les colonnes.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: abs(x - c + 1) < 3),
            ),
            (
                "Vous ne cherchez c2 qu'à droite de c1 : la seconde menace peut être à gauche.",
                lambda p, c, j, txt: _version(p, c, j, lambda x, y: y >= x),
            ),
            ERREUR_TXT,
            *ERREURS_JETON,
        ],
        aides("ajouter", "inv", "maxi", "maxidirec", "listcolnonpleines"),
    )
)


# --- piege2(l, t, txt, g) : deux menaces l'une sur l'autre, encore hors de portée ------------------

Cas2 = tuple[Position, int, int]  # position, joueur, txt

# Des menaces superposées qu'un coup de O, ou de X, ferait naître.
_LOINTAINS = ("4551572222246", "47111316375246", "31161173117564626453753226672")
# De même, où cinq jetons sont à aligner sur sept lignes ; puis sur une table de neuf colonnes.
_LOINTAINS_AILLEURS = (
    ("41536251655356353466314", 2, (6, 7, 5)),
    ("114222243415433414", 2, (6, 7, 5)),
    ("5471597873415", 2, GRANDE),
)
# Elles y sont déjà : chaque coup les laisse, aucune colonne ne manque à la liste.
_DEJA_LA = "1615362771353513"
# La même chose, dans la huitième colonne : « OOO. » deux fois de suite, une fois joué le troisième rond.
_LARGE = "....OO.. ....OOO. ....XXX. ....XXO. ....OXO."


def _tables(source: Source, nombre: int, depart: Position | None = None) -> Iterator[Cas2]:
    choisies = [] if depart else map(Position.depuis_coups, (*_LOINTAINS, _DEJA_LA))
    for rang, p in enumerate([*choisies, *en_cours(source, nombre, depart)]):
        yield from ((p, joueur, rang % 2) for joueur in (1, 2))


def _tendus(source: Source) -> Iterator[Cas2]:
    yield from [cas for cas in _tables(source, 150) if lointains(*cas[:2])][: source.nombre(30)]


def _paisibles(source: Source) -> Iterator[Cas2]:
    """Sans piège lointain, même s'il y a des menaces isolées."""
    vides = [cas for cas in _tables(source, 60) if not lointains(*cas[:2])]
    isolees = [cas for cas in vides if any(n >= 3 for n in comptes(cas[0], 3 - cas[1]).values())]
    yield from isolees[: source.nombre(12)] + vides[: source.nombre(6)]


def _ailleurs_2(source: Source) -> Iterator[Cas2]:
    yield from ((dessinee(_LARGE), joueur, joueur % 2) for joueur in (1, 2))
    for coups, joueur, taille in _LOINTAINS_AILLEURS:
        lointaine = Position(*taille)
        for c in coups:
            lointaine = lointaine.jouer(int(c) - 1)
        yield lointaine, joueur, 0
        yield from ((p, autre, 1) for p, autre, _ in variantes(source, lointaine, joueur))
    for taille in (*AUTRES, GRANDE):
        tables = list(_tables(source, 25, Position(*taille)))
        yield from [cas for cas in tables if lointains(*cas[:2])][:5] + tables[:2]
        yield from [cas for cas in tables if _depend_de_g(*cas[:2])][:3]
    yield from ((p, joueur, 0) for p in pos.presque_pleines(1, 2) for joueur in (1, 2))


def _depend_de_g(position: Position, joueur: int) -> bool:
    """Avec une autre longueur à aligner, les pièges lointains seraient-ils d'autres ?"""
    autre = replace(position, aligner=5 if position.aligner == 4 else 4)
    return lointains(position, joueur) != lointains(autre, joueur)


def _juger_2(appel: Appel, position: Position, joueur: int, txt: int) -> str | None:
    obtenues, attendues = lire_colonnes(appel.valeur), lointains(position, joueur)
    return None if obtenues == attendues else comparer(obtenues, attendues)


Superposees = Callable[[Position, int], Any]  # (position après le coup, joueur qui menace)


def _selon(menacent: Superposees) -> Callable[[Position, int, int], list[int]]:
    """piege2 avec une autre idée des menaces superposées."""
    return lambda p, j, txt: [c for c in jouables(p) if menacent(poser(p, c - 1, 3 - j), 3 - j)]


def _menaces(p: Position, joueur: int, depuis: int = 1, manque: int = 1) -> set[Case]:
    """Les cases de menace, à partir de `depuis` au-dessus de la case jouable."""
    vides = comptes(p, joueur).items()
    return {(x, y) for (x, y), n in vides if n >= p.aligner - manque and y >= p.niveau(x) + depuis}


def _empilees(menaces: set[Case]) -> bool:
    return any((x, y + 1) in menaces for x, y in menaces)


def _meme_colonne(menaces: set[Case]) -> bool:
    return len({x for x, _ in menaces}) < len(menaces)


def _avant_le_coup(p: Position, c: int, joueur: int) -> bool:
    """Des menaces superposées comptées sans le coup en c, mais plus hautes que lui."""
    apres = poser(p, c - 1, joueur)
    return _empilees({(x, y) for x, y in _menaces(p, joueur) if y > apres.niveau(x)})


def _compteur_garde(p: Position, joueur: int) -> bool:
    """Le compteur de menaces n'est pas remis à 0 quand on passe à la colonne suivante."""
    menaces, n = _menaces(p, joueur), 0
    for x in libres(p):
        for y in range(p.hauteur - 1, p.niveau(x), -1):
            n = n + 1 if (x, y) in menaces else 0
            if n == 2:
                return True
    return False


def _rend_les_menaces(epreuves: list[Epreuve]) -> bool:
    """Chaque réponse fausse n'a-t-elle que des colonnes de menaces, qui ne sont pas toutes des coups ?"""
    manquees = fautes(epreuves)
    listes = [e.appel.valeur for e in manquees if isinstance(e.appel.valeur, list) and e.appel.valeur]
    if len(listes) < len(manquees) or any(type(colonne) is not int for liste in listes for colonne in liste):
        return False
    rendues = [({*e.appel.valeur}, e.essai.cas) for e in manquees]
    ailleurs = [colonnes for colonnes, cas in rendues if not colonnes <= {*lointains(*cas[:2])}]
    return len(ailleurs) > 2 and all(colonnes <= {*_ou_menacent(*cas[:2])} for colonnes, cas in rendues)


def _ou_menacent(p: Position, j: int) -> list[int]:
    """Les colonnes des menaces superposées, au lieu de celles des coups."""
    apres = (_menaces(poser(p, c - 1, 3 - j), 3 - j) for c in jouables(p))
    return sorted({x + 1 for menaces in apres for x, y in menaces if (x, y + 1) in menaces})


PIEGE2 = (
    sur_table(
        "piege2(l, t, txt, g)",
        lambda position, joueur, txt: (JETONS.signes[joueur], txt, position.aligner),
        attendu=lambda position, joueur, txt: lointains(position, joueur),
        lire=lire_colonnes,
        ranger=sorted,
        juger=_juger_2,
        etiquettes=lambda position, joueur, txt: etiquettes(joueur, txt),
        options={"codage": JETONS, "delai": 5.0},
    )
    .critere("les menaces superposées", 3, _tendus)
    .critere("une liste vide quand il n'y en a pas", 1, _paisibles, gratuit=True)
    .critere("avec d'autres tailles et d'autres g", 1, _ailleurs_2)
    .question(
        (
            "Où regarder : sur le dessin, la colonne aux deux cases encadrées. Ce n'est pas celle où "
            "l'adversaire vient de jouer : il faut donc essayer toutes les colonnes c, et pour chacune "
            "regarder toutes les colonnes cf.",
            "À quoi penser : dans une colonne, on part du haut et on descend tant que la case ne repose sur "
            "rien. Un compteur augmente à chaque menace ; que devient-il quand la case n'en est pas une ?",
            "Pour commencer : écrivez d'abord, pour une seule colonne cf d'une seule table, la boucle qui "
            "affiche le nombre de menaces consécutives. Entourez-la ensuite de la boucle sur cf ; celle sur "
            "c est donnée. maxixloc veut un INDICE de colonne, listcolnonpleines donne des NUMÉROS.",
        ),
        [
            ("Votre liste est toujours vide.", lambda p, j, txt: []),
            (
                "Les rôles sont échangés : ce sont les menaces de l'adversaire, inv(t), que l'on craint.",
                lambda p, j, txt: lointains(p, 3 - j),
            ),
            *(
                (
                    "Vous posez t en c, ou vous lisez la table d'avant : c'est sur celle où l'adversaire, "
                    "inv(t), a joué en c que l'on cherche ses menaces.",
                    fausse,
                )
                for fausse in (
                    lambda p, j, txt: [c for c in jouables(p) if superposees(poser(p, c - 1, j), 3 - j)],
                    lambda p, j, txt: [c for c in jouables(p) if _avant_le_coup(p, c, 3 - j)],
                )
            ),
            (
                "Vous comptez aussi la case où l'on peut jouer tout de suite : seules comptent celles qui ne "
                "reposent encore sur rien.",
                _selon(lambda p, j: _empilees(_menaces(p, j, depuis=0))),
            ),
            (
                "Deux menaces d'une même colonne ne suffisent pas : elles doivent se toucher. Le compteur "
                "revient-il à 0 ?",
                _selon(lambda p, j: _meme_colonne(_menaces(p, j))),
            ),
            (
                "Une seule menace ne fait pas un piège : il en faut deux, l'une sur l'autre.",
                _selon(lambda p, j: bool(_menaces(p, j))),
            ),
            (
                "À un près : une menace est une case à laquelle il manque un seul jeton, g - 1 sont déjà là.",
                _selon(lambda p, j: _empilees(_menaces(p, j, manque=2))),
            ),
            (
                "Vous regardez la table avant le coup de l'adversaire : posez d'abord son jeton en c.",
                lambda p, j, txt: jouables(p) if superposees(p, 3 - j) else [],
            ),
            (
                "Vous ne regardez que la colonne où l'adversaire vient de jouer.",
                lambda p, j, txt: [
                    c
                    for c in jouables(p)
                    if _empilees({m for m in _menaces(poser(p, c - 1, 3 - j), 3 - j) if m[0] == c - 1})
                ],
            ),
            (
                "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
                lambda p, j, txt: [c - 1 for c in lointains(p, j)],
            ),
            (
                "Vous ne gardez que la première : le return est-il à l'intérieur d'une boucle ?",
                lambda p, j, txt: lointains(p, j)[:1],
            ),
            (
                "Vous n'utilisez pas g : une menace a au moins g - 1 jetons, pas toujours 3.",
                _selon(lambda p, j: _empilees(_menaces(p, j, manque=p.aligner - 3))),
            ),
            (
                "Vous exigez trois menaces l'une sur l'autre : deux suffisent.",
                _selon(
                    lambda p, j: _empilees({m for m in _menaces(p, j) if (m[0], m[1] + 1) in _menaces(p, j)})
                ),
            ),
            (
                "Vous ne regardez jamais la ligne du haut.",
                _selon(lambda p, j: _empilees({m for m in _menaces(p, j) if m[1] < p.hauteur - 1})),
            ),
            (
                "Vous ne cherchez jamais les menaces de la dernière colonne.",
                _selon(lambda p, j: _empilees({m for m in _menaces(p, j) if m[0] < p.largeur - 1})),
            ),
            (
                "Vous n'essayez jamais le coup dans la dernière colonne.",
                lambda p, j, txt: [c for c in lointains(p, j) if c < jouables(p)[-1]],
            ),
            (
                "Vous ne regardez que sept colonnes : il y en a len(l).",
                _selon(lambda p, j: _empilees({m for m in _menaces(p, j) if m[0] < 7})),
            ),
            (
                "Vous ne cherchez jamais les menaces de la première colonne.",
                _selon(lambda p, j: _empilees({m for m in _menaces(p, j) if m[0] > 0})),
            ),
            (
                "Vous ne cherchez jamais les menaces de la première colonne non pleine.",
                _selon(lambda p, j: _empilees({m for m in _menaces(p, j) if m[0] > libres(p)[0]})),
            ),
            (
                "Vous ne cherchez pas les menaces dans la colonne c elle-même : elles peuvent être au-dessus "
                "du coup.",
                lambda p, j, txt: [
                    c
                    for c in jouables(p)
                    if _empilees({m for m in _menaces(poser(p, c - 1, 3 - j), 3 - j) if m[0] != c - 1})
                ],
            ),
            (
                "Vous ne cherchez pas les menaces dans les colonnes vides.",
                lambda p, j, txt: [
                    c
                    for c in jouables(p)
                    if _empilees({m for m in _menaces(poser(p, c - 1, 3 - j), 3 - j) if p.niveau(m[0])})
                ],
            ),
            (
                "Vous écartez les coups qui font gagner l'adversaire : l'énoncé ne le demande pas.",
                lambda p, j, txt: [c for c in lointains(p, j) if not gagne(poser(p, c - 1, 3 - j), 3 - j)],
            ),
            (
                "Vous comptez les menaces de t : ce sont celles de l'adversaire, inv(t), que l'on craint.",
                lambda p, j, txt: [c for c in jouables(p) if superposees(poser(p, c - 1, 3 - j), j)],
            ),
            (
                "Vous renvoyez la colonne des menaces : on demande celle du coup qui les fait naître.",
                lambda p, j, txt: _ou_menacent(p, j),
            ),
            (
                "Le compteur n'est pas remis à 0 d'une colonne à la suivante : les deux menaces doivent être "
                "dans la même.",
                _selon(_compteur_garde),
            ),
            Erreur(
                "Vous renvoyez la colonne des menaces : on demande celle du coup qui les fait naître.",
                _rend_les_menaces,
            ),
            ERREUR_TXT,
            *ERREURS_JETON,
        ],
        aides("ajouter", "inv", "listcolnonpleines", "support"),
        BOITE,
    )
)


# --- pourquoi pas n − 3 : le nombre de tables, et le temps ----------------------------------------

TABLES, COUPS, PARTIES = 7**4, 30, 10_000  # par décision ; décisions d'une partie ; parties du duel
_CONNUES = {
    7**3: "c'est l'étape n − 2, trois coups imaginés : il y en a un de plus",
    4**7: "sept choix à chacun des quatre coups, et non quatre choix sept fois",
    28: "les choix se multiplient, ils ne s'ajoutent pas",
    7 + 49 + 343 + 2401: "on ne compte que les tables au bout des quatre coups",
    7**5: "c'est un coup de trop : l'étape n imagine un seul coup",
}


def _nombre(valeur: Any, rang: int, nom: str) -> float:
    if not isinstance(valeur, tuple | list) or len(valeur) != 3:
        raise Malforme(f"on attend trois nombres, or c'est {nommer(valeur)}.")
    if valeur[rang] is None:
        raise Malforme(f"{nom} manque encore.")
    return nombre(valeur[rang], nom)


def _juger_tables(appel: Appel) -> Ecart | None:
    n = _nombre(appel.valeur, 0, "la valeur de nb_tables_n3")
    if n == TABLES:
        return None
    suite = _CONNUES.get(int(n) if n % 1 == 0 else -1, "combien de choix à chacun des quatre coups ?")
    return Ecart(f"nb_tables_n3 : {suite}.", obtenu=montrer(appel.valeur))


# Ce qui manque, ou est de trop, dans une durée fausse : par quoi elle est multipliée.
_FAUSSES_DUREES = {
    3600: "c'est le nombre de secondes, on le demande en heures",
    60: "c'est le nombre de minutes, on le demande en heures : une heure a 3600 secondes",
    1 / PARTIES: "c'est la durée d'une seule partie",
    3600 / PARTIES: "c'est la durée d'une seule partie, et en secondes",
    1 / COUPS: "vous oubliez les 30 décisions de chaque partie",
    3600 / COUPS: "vous oubliez les 30 décisions de chaque partie, et c'est en secondes",
    1 / (COUPS * PARTIES): "c'est la durée d'une seule décision",
    3600 / (COUPS * PARTIES): "c'est la durée d'une seule décision, et en secondes",
    1 / 7: "c'est la durée de l'étape n − 2",
    15: "c'est la durée des quinze duels d'un tournoi, on demande celle d'un seul",
    1 / 24: "c'est le nombre de jours, on le demande en heures",
}


def _juger_duree(appel: Appel) -> Ecart | None:
    une = _nombre(appel.valeur, 1, "la valeur de une_table")
    duree = _nombre(appel.valeur, 2, "la valeur de duree_n3")
    # Un nombre de tables faux n'est compté qu'une fois : la durée qui s'en déduit est juste.
    siennes = [n for n in _CONNUES if n == appel.valeur[0]]
    heures = [tables * COUPS * PARTIES * une / 3600 for tables in (TABLES, *siennes)]
    if not 1e-7 < une < 0.1:
        phrase = "une_table est une durée en secondes, recopiée de la cellule de mesure : 1 µs s'écrit 1e-6."
    elif any(_proches(duree, h) for h in heures):
        return None
    else:
        sues = (dite for fois, dite in _FAUSSES_DUREES.items() if _proches(duree, fois * heures[-1]))
        tout = (
            "tables d'une décision, décisions d'une partie, parties du duel, durée d'une table : tout cela "
            "se multiplie, puis se convertit en heures"
        )
        phrase = f"duree_n3 : {next(sues, tout)}."
    return Ecart(phrase, obtenu=montrer(appel.valeur))


def _proches(a: float, b: float) -> bool:
    return abs(a - b) <= 0.05 * b


COUT_N3 = Question(
    "cout_n3",
    "cout_n3",
    (
        Critere("le nombre de tables", 1, lambda source: [Essai("cout_n3", (), _juger_tables)]),
        Critere("la durée", 1, lambda source: [Essai("cout_n3", (), _juger_duree)]),
    ),
    (
        "Où regarder : le tableau des étapes, juste au-dessus. Une ligne de plus, un coup de plus.",
        "À quoi penser : à chaque coup, combien de colonnes au plus ? Et chaque choix est suivi de tous les "
        "autres. Pour le temps, une décision coûte autant de fois une_table qu'il y a de tables.",
        "Pour commencer : calculez le temps d'une décision, en secondes ; puis d'une partie ; puis du "
        "duel. La conversion en heures vient en dernier. Le calcul peut rester écrit dans la cellule.",
    ),
    vide=lambda valeur: isinstance(valeur, tuple) and all(v is None for v in valeur),
)
