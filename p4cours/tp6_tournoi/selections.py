"""slc2, slc3 et slc4_corrigee : choisir des colonnes parmi celles de lcj."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from p4core.jeu import Case, Position
from p4cours.tp5_pieges.colonnes import Cas, Condition, choisir, dangereuses
from p4cours.tp5_pieges.coups import ERREUR_TXT, ERREURS_JETON, etiquettes
from p4cours.tp5_pieges.grilles import (
    NON_DONNE,
    SOUS_LE_COIN,
    Colonnes,
    aides,
    apports,
    autres_tailles,
    comptes,
    dessinee,
    double,
    en_cours,
    gagne,
    gagne_sans_g,
    jouables,
    lire_colonnes,
    maxi,
    meilleures,
    permises,
    places,
    poser,
    retenues,
    sans_double,
    selection,
    sous_liste,
    variantes,
)
from p4cours.verification.diagnostics import fautes, seulement
from p4cours.verification.essais import Epreuve, Erreur, Source
from p4cours.verification.formes import ErreurConnue, Fonction
from p4cours.verification.lecture import Malforme


def _selection(nom: str, attendues: Colonnes) -> Fonction:
    """slc2 et les suivantes, qui reçoivent aussi txt et g ; txt vaut 1 une fois sur deux."""
    signature = f"{nom}(l, lcj, t, txt, g)"
    suite = lambda position: (txt_pour(position), position.aligner)  # noqa: E731
    forme = choisir(signature, attendues, suite, delai=5.0)
    return replace(forme, etiquettes=_etiquettes)


# --- txt : la fonction dit ce qu'elle pense, et répond la même chose ------------------------------


def txt_pour(position: Position) -> int:
    """La valeur de txt pour cette position."""
    # Sans rapport avec le jeton qui joue, ni avec le numéro du tour.
    return sum(position.niveau(x) for x in range(0, position.largeur, 2)) % 2


def _etiquettes(position: Position, lcj: list[int], joueur: int) -> tuple[str, ...]:
    return etiquettes(joueur, txt_pour(position))


# --- les trois sélections : leurs cas, leurs erreurs communes -------------------------------------


# Toutes les colonnes y donnent une suite de 3 à [O], mais trois seulement une ligne qui peut encore servir.
EXEMPLE = "...X... ..OOX.. .XXOO.. OOOXX.."
# Une place déjà à un jeton de l'alignement, hors d'atteinte : pour [X], toutes les colonnes valent 3.
AVEUGLE = ".X..... .O.X... .XOOX.. OOXXO.. OOXOX.."
# Fins de partie où les colonnes permises n'apportent plus rien, et où une autre est à éviter.
_FINS = (
    ("12473474342147311711736473356652665655", [2, 5], 1),
    ("631167364764153424551231126353757725464", [2, 7], 1),
    ("174174475412175672721154223245565633336", [3, 6], 2),
    ("132134533431311674514525676466645727522", [2, 7], 1),
    ("12713745561112327734674157562224654645", [3, 6], 2),
    ("32734417512226611336432325746475576467", [1, 5], 2),
)
# D'autres où la meilleure ligne n'a plus qu'un jeton, et où toutes les colonnes ne la donnent pas.
_MAIGRES = (
    ("71215473211337762144757146622264664", [3, 5], 2),
    ("462511245646645246131635257154371333", [2, 7], 1),
    ("66342123554445512165761467746112577", [2, 3, 7], 1),
    ("777371412545515314252542644377311232", [3, 6], 2),
)
_BASE = ("ajouter", "inv", "maxi", "listcolok", "nbjetons", "maxixloc", "maxix", "maxixplaces")


def fins(source: Source) -> Iterator[Cas]:
    """Des fins de partie où slc2 ne choisit plus."""
    return _retournees(source, _FINS)


def _retournees(source: Source, choisies: Iterable[tuple[str, list[int], int]]) -> Iterator[Cas]:
    for coups, lcj, joueur in choisies:
        for p, autre, colonnes in variantes(source, Position.depuis_coups(coups), joueur, lcj):
            yield p, colonnes, autre


def _habituels(source: Source) -> Iterator[Cas]:
    exemple = dessinee(EXEMPLE)
    yield exemple, jouables(exemple), 1
    aveugle = dessinee(AVEUGLE)
    yield aveugle, jouables(aveugle), 2
    for p in map(Position.depuis_coups, ("", "4", "44", "4453")):
        yield p, jouables(p), p.trait
    yield from _retournees(source, _MAIGRES)
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 25))
    yield from ((p, jouables(p), joueur) for p, joueur in dangereuses(source, 20))


def _parmi(source: Source) -> Iterator[Cas]:
    for p in en_cours(source, 16):
        yield p, sous_liste(source.alea, p), source.alea.choice((1, 2))
    for p, joueur in dangereuses(source, 20):
        yield p, sous_liste(source.alea, p), joueur
    tentees = ((p, sous_liste(source.alea, p), j) for p in en_cours(source, 90) for j in (1, 2))
    yield from islice((cas for cas in tentees if _autres_sans_lcj(*cas)), source.nombre(4))


def _autres_sans_lcj(p: Position, lcj: list[int], joueur: int) -> bool:
    """Choisir parmi toutes les colonnes, puis ne garder que celles de lcj, donnerait-il autre chose ?"""
    de_toutes = [c for c in selection(p, jouables(p), joueur) if c in lcj]
    return selection(p, lcj, joueur) != (de_toutes or lcj)


# Deux colonnes qui se suivent y sont à éviter.
_DEUX_INTERDITES = "71674645574436374"


def _interdites(source: Source) -> Iterator[Cas]:
    """Aucune des colonnes proposées n'est permise."""
    position = Position.depuis_coups(_DEUX_INTERDITES)
    interdites = [
        c for c in jouables(position) if c not in permises(position, jouables(position), position.trait)
    ]
    for p, joueur, colonnes in (
        (position, position.trait, interdites),
        *variantes(source, position, position.trait, interdites),
    ):
        yield p, colonnes, joueur
    for p, joueur in dangereuses(source, 60):
        bonnes = permises(p, jouables(p), joueur)
        yield p, [c for c in jouables(p) if c not in bonnes], joueur


def _ailleurs(source: Source) -> Iterator[Cas]:
    # La meilleure colonne y offre une diagonale de trois cases, que maxi ne lit pas sans g.
    for p, joueur, colonnes in ((SOUS_LE_COIN, 1, [1, 7]), *variantes(source, SOUS_LE_COIN, 1, [1, 7])):
        yield p, colonnes, joueur
    yield from ((p, jouables(p), p.trait) for p in autres_tailles(source, 5))


def _rien(position: Position, lcj: list[int], joueur: int) -> bool:
    """Aucune colonne n'est permise."""
    return not permises(position, lcj, joueur)


def _rien_sans_double(position: Position, lcj: list[int], joueur: int) -> bool:
    """Toutes les colonnes de slc3 donnent une double menace."""
    return all(double(position, c, joueur) for c in retenues(position, lcj, joueur))


def _si(
    repli: bool, rien: Callable[..., bool], *sortes: Callable[[Source], Iterable[Cas]]
) -> Callable[[Source], Iterator[Cas]]:
    """Ceux de ces cas où il faut se rabattre sur lcj, ou les autres : ils ont chacun leurs critères."""
    return lambda source: (cas for sorte in sortes for cas in list(sorte(source)) if rien(*cas) == repli)


_REPLI: dict[str, Any] = {
    "gratuit": True,
    "etiquettes": lambda *cas: ("repli", *_etiquettes(*cas)),
}


def _communes(justes: Colonnes) -> tuple[ErreurConnue, ...]:
    """Les erreurs de toutes les sélections ; `justes` est la bonne."""
    return (
        ("Vous renvoyez toujours lcj, sans rien choisir.", lambda p, lcj, j: lcj),
        ("Votre liste est toujours vide.", lambda p, lcj, j: []),
        (
            "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
            lambda p, lcj, j: [c - 1 for c in justes(p, lcj, j)],
        ),
        (
            "Vous n'utilisez pas g : la longueur à aligner n'est pas toujours 4.",
            lambda p, lcj, j: justes(replace(p, aligner=4), lcj, j),
        ),
        (
            "Vous oubliez la dernière colonne de lcj.",
            lambda p, lcj, j: justes(p, lcj[:-1], j) if len(lcj) > 1 else NotImplemented,
        ),
        seulement(
            "repli",
            "Quand aucune colonne ne convient, renvoyez alors lcj tout entière : ni une liste vide, ni une "
            "autre.",
        ),
        ERREUR_TXT,
        *ERREURS_JETON,
    )


# --- slc2 : les colonnes aux lignes les plus fournies ---------------------------------------------


def _repli(autrement: Colonnes) -> Colonnes:
    """slc2, qui ne rend pas lcj tout entière quand rien n'apporte rien."""
    return lambda p, lcj, j: (selection if any(apports(p, lcj, j).values()) else autrement)(p, lcj, j)


def _mesure(apres: Callable[[Position, int, int], Position], de_l_autre: bool = False) -> Colonnes:
    """La sélection où la ligne mesurée n'est pas la bonne."""

    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        joueur = 3 - j if de_l_autre else j
        return meilleures({c: places(apres(p, c - 1, j), joueur)[0] for c in permises(p, lcj, j)}, lcj)

    return fausse


def _sans_vider(p: Position, lcj: list[int], j: int) -> list[int]:
    """La liste n'est jamais vidée quand on trouve mieux."""
    mieux, gardees = 0, []
    for c, n in apports(p, lcj, j).items():
        if n >= mieux:
            mieux = n
            gardees.append(c)
    return gardees if mieux else lcj


def _toutes(p: Position, lcj: list[int], j: int) -> dict[int, int]:
    """Ce que donne chaque colonne, permise ou non."""
    return {c: places(poser(p, c - 1, j), j)[0] for c in lcj}


def _si_permise(permise: Condition) -> Colonnes:
    """La sélection, avec une autre idée des colonnes permises."""
    return lambda p, lcj, j: meilleures(
        {c: n for c, n in _toutes(p, lcj, j).items() if permise(p, c - 1, j)}, lcj
    )


def _maximum_trop_tot(p: Position, lcj: list[int], j: int) -> list[int]:
    """Une colonne interdite relève le maximum, et vide la liste."""
    mieux, gardees = 0, list(lcj)
    for c, n in _toutes(p, lcj, j).items():
        bonne = permises(p, [c], j)
        if n > mieux:
            mieux, gardees = n, list(bonne)
        elif n == mieux and c not in gardees:
            gardees += bonne
    return gardees


def _maximum_fige(p: Position, lcj: list[int], j: int) -> list[int]:
    """Le maximum reste à 0 : toute colonne qui apporte quelque chose remplace les précédentes."""
    gardees = list(lcj)
    for c, n in apports(p, lcj, j).items():
        if n > 0:
            gardees = [c]
        elif c not in gardees:
            gardees.append(c)
    return gardees


def _egales_sans_permission(p: Position, lcj: list[int], j: int) -> list[int]:
    """Une colonne qui fait égalité est gardée même interdite."""
    mieux, gardees = 0, list(lcj)
    for c, n in _toutes(p, lcj, j).items():
        if n > mieux and permises(p, [c], j):
            mieux, gardees = n, [c]
        elif n == mieux and c not in gardees:
            gardees.append(c)
    return gardees


def _seule(rang: int) -> Colonnes:
    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        choisies = selection(p, lcj, j)
        return choisies if not any(apports(p, lcj, j).values()) else [choisies[rang]]

    return fausse


def _une_au_sort(epreuve: Epreuve) -> bool:
    """La réponse est-elle une seule des colonnes attendues, qui sont plusieurs ?"""
    try:
        obtenues = lire_colonnes(epreuve.appel.valeur)
    except Malforme:
        return False
    return len(obtenues) == 1 < len(epreuve.essai.attendu) and obtenues[0] in epreuve.essai.attendu


def _les_pires(p: Position, lcj: list[int], j: int) -> list[int]:
    valeurs = apports(p, lcj, j)
    return [c for c, n in valeurs.items() if n == min(valeurs.values())] or lcj


SLC2 = (
    _selection("slc2", selection)
    .critere("les colonnes aux lignes les plus fournies", 3, _si(False, _rien, _habituels))
    .critere("parmi celles de lcj seulement", 1, _si(False, _rien, _parmi))
    .critere("lcj si aucune ne convient", 1, _si(True, _rien, _interdites), **_REPLI)
    .critere("lcj si le maximum vaut 0", 1, _si(False, _rien, fins), gratuit=True)
    .critere("avec d'autres tailles et d'autres g", 1, _si(False, _rien, _ailleurs))
    .question(
        (
            "Où regarder : slc1, juste au-dessus. Que mesure-t-elle sur la table d'après le coup, et que "
            "faut-il mesurer à la place ?",
            "À quoi penser : slc1 pose deux questions à chaque colonne, combien j'aligne et si l'adversaire "
            "gagne au-dessus. Une seule des deux change.",
            "Pour commencer : recopiez slc1 et changez son nom, puis cherchez la seule mesure à remplacer. "
            "Essayez sur la table du début, en affichant ce que vaut chaque colonne.",
        ),
        [
            (
                "Vous comparez les suites de maxi, comme slc1 : slc2 compare les lignes de maxix.",
                lambda p, lcj, j: selection(p, lcj, j, sans_trou=True),
            ),
            (
                "Vous gardez des colonnes qui offrent la victoire à l'adversaire : vérifiez aussi maxi de "
                "lti.",
                lambda p, lcj, j: meilleures({c: places(poser(p, c - 1, j), j)[0] for c in lcj}, lcj),
            ),
            (
                "Quand une colonne fait mieux, les précédentes ne valent plus rien : repartez d'une liste "
                "[c].",
                _sans_vider,
            ),
            (
                "Vous ne gardez que la première des meilleures colonnes : gardez aussi les égales.",
                _seule(0),
            ),
            (
                "Vous ne gardez que la dernière des meilleures colonnes : gardez aussi les égales.",
                _seule(-1),
            ),
            (
                "Quand le maximum vaut 0, vous ne rendez que les colonnes permises : l'énoncé demande alors "
                "lcj tout entière.",
                _repli(lambda p, lcj, j: permises(p, lcj, j) or lcj),
            ),
            (
                "Quand aucune colonne ne convient, ou que le maximum vaut 0, renvoyez alors lcj tout "
                "entière, pas seulement les colonnes permises.",
                _repli(permises),
            ),
            (
                "Quand aucune colonne ne convient, ou que le maximum vaut 0, la liste ne doit pas rester "
                "vide : renvoyez alors lcj.",
                _repli(lambda p, lcj, j: []),
            ),
            (
                "Quand le maximum vaut 0, la liste ne doit pas rester vide : renvoyez alors lcj.",
                _repli(lambda p, lcj, j: [] if permises(p, lcj, j) else lcj),
            ),
            Erreur(
                "Vous ne gardez qu'une seule des meilleures colonnes : gardez aussi les égales.",
                lambda epreuves: all(map(_une_au_sort, fautes(epreuves))),
            ),
            (
                "Une ligne d'un seul jeton compte aussi : on ne se rabat sur lcj que si toutes valent 0.",
                lambda p, lcj, j: (
                    selection(p, lcj, j) if max(apports(p, lcj, j).values(), default=0) > 1 else lcj
                ),
            ),
            (
                "Vous écartez les colonnes interdites après avoir choisi : la meilleure, si elle l'est, ne "
                "doit "
                "pas faire oublier les autres.",
                lambda p, lcj, j: permises(p, meilleures(_toutes(p, lcj, j), lcj), j) or lcj,
            ),
            (
                "Une colonne interdite ne doit pas relever le maximum : m ne change qu'avec une colonne "
                "permise.",
                _maximum_trop_tot,
            ),
            *(
                (phrase, _si_permise(permise))
                for phrase, permise in (
                    (
                        NON_DONNE,
                        lambda p, x, j: not gagne_sans_g(poser(poser(p, x, j), x, 3 - j), 3 - j),
                    ),
                    (
                        "À un près : si l'adversaire aligne g jetons au-dessus, la colonne est déjà à "
                        "écarter.",
                        lambda p, x, j: maxi(poser(p, x, j, 3 - j), 3 - j) <= p.aligner,
                    ),
                    (
                        "Vous cherchez vos propres victoires dans lti : c'est celle de l'adversaire, inv(t), "
                        "qu'il faut craindre.",
                        lambda p, x, j: not gagne(poser(p, x, j, 3 - j), j),
                    ),
                    (
                        "Vous ne jouez pas d'abord t : l'adversaire joue AU-DESSUS de lui, sur lt.",
                        lambda p, x, j: not gagne(poser(p, x, 3 - j), 3 - j),
                    ),
                )
            ),
            (
                "Une colonne qui fait égalité doit être permise, elle aussi.",
                _egales_sans_permission,
            ),
            (
                "Le maximum m n'est pas mis à jour : chaque colonne remplace la précédente.",
                _maximum_fige,
            ),
            (
                "Vous comparez maxixloc de la case jouée : c'est maxix de la table d'après le coup.",
                lambda p, lcj, j: meilleures(
                    {c: comptes(p, j)[c - 1, p.niveau(c - 1)] for c in permises(p, lcj, j)}, lcj
                ),
            ),
            (
                "Vous ne transmettez pas g à maxix : vous y comptez toujours dans des fenêtres de 4 cases.",
                lambda p, lcj, j: meilleures(
                    {c: places(replace(poser(p, c - 1, j), aligner=4), j)[0] for c in permises(p, lcj, j)},
                    lcj,
                ),
            ),
            (
                "Vous oubliez la dernière colonne de lcj.",
                lambda p, lcj, j: meilleures(apports(p, lcj[:-1], j), lcj),
            ),
            (
                "Vous oubliez la première colonne de lcj.",
                lambda p, lcj, j: meilleures(apports(p, lcj[1:], j), lcj),
            ),
            (
                "Vous mesurez les lignes de l'adversaire : c'est maxix(lt, t, g) qu'il faut comparer.",
                _mesure(poser, de_l_autre=True),
            ),
            (
                "Vous mesurez la table après la réponse de l'adversaire : c'est celle d'avant, lt, qu'il "
                "faut comparer.",
                _mesure(lambda p, x, j: poser(p, x, j, 3 - j)),
            ),
            (
                "Vous gardez toutes les colonnes permises : il faut choisir entre elles.",
                lambda p, lcj, j: permises(p, lcj, j) or lcj,
            ),
            (
                "Vous mesurez la table sans y avoir joué : toutes les colonnes se valent.",
                _mesure(lambda p, x, j: p),
            ),
            ("Vous gardez les colonnes qui donnent les lignes les MOINS fournies.", _les_pires),
            (
                "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
                lambda p, lcj, j: selection(p, jouables(p), j),
            ),
            *_communes(selection),
        ],
        aides(*_BASE),
    )
)


# --- slc3 : les colonnes de slc2 que listcolok permet ---------------------------------------------


def _une_sur_deux(colonnes: list[int], a_retirer: Callable[[int], bool]) -> list[int]:
    """Ce que laisse celui qui retire des éléments de la liste que sa boucle parcourt."""
    gardees, saut = [], False
    for c in colonnes:
        fautive = not saut and a_retirer(c)
        if not fautive:
            gardees.append(c)
        saut = fautive
    return gardees


SLC3 = (
    _selection("slc3", retenues)
    .critere("les colonnes de slc2 que listcolok permet", 3, _si(False, _rien, _habituels))
    # Partout ailleurs, slc2 filtre déjà : c'est ici que slc3 sert.
    .critere("en fin de partie, quand slc2 ne choisit plus", 3, _si(False, _rien, fins))
    .critere("lcj si aucune ne convient", 1, _si(True, _rien, _interdites), **_REPLI)
    .critere("parmi celles de lcj, à toutes les tailles", 1, _si(False, _rien, _parmi, _ailleurs))
    .question(
        (
            "Où regarder : deux fonctions que vous avez déjà suffisent, l'une choisit, l'autre filtre.",
            "À quoi penser : dans quel ordre les appeler ? Et que vaut une liste de colonnes vide pour une "
            "IA qui doit jouer ?",
            "Pour commencer : rangez dans une variable les colonnes que retient la première, puis donnez-les "
            "à la seconde à la place de lcj. Il reste un cas à part, celui où il n'y a plus rien.",
        ),
        [
            ("Vous renvoyez ce que donne slc2, sans le filtrer par listcolok.", selection),
            (
                "Vous filtrez lcj au lieu de ce que donne slc2.",
                lambda p, lcj, j: permises(p, lcj, j) or lcj,
            ),
            (
                "Vous gardez les colonnes que listcolok REJETTE.",
                lambda p, lcj, j: [c for c in selection(p, lcj, j) if c not in permises(p, lcj, j)] or lcj,
            ),
            (
                "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
                lambda p, lcj, j: retenues(p, jouables(p), j),
            ),
            (
                "Quand aucune colonne ne convient, vous proposez toutes les colonnes jouables : renvoyez "
                "lcj.",
                lambda p, lcj, j: permises(p, retenues(p, lcj, j), j) or jouables(p),
            ),
            (
                "Vous ne gardez que la première : renvoyez toutes celles que listcolok permet.",
                lambda p, lcj, j: retenues(p, lcj, j)[:1] if permises(p, lcj, j) else lcj,
            ),
            (
                "Vous choisissez pour l'adversaire : slc2 doit recevoir t.",
                lambda p, lcj, j: permises(p, selection(p, lcj, 3 - j), j) or lcj,
            ),
            (
                "Vous filtrez pour l'adversaire : listcolok doit recevoir t.",
                lambda p, lcj, j: permises(p, selection(p, lcj, j), 3 - j) or lcj,
            ),
            (
                "Vous ne transmettez pas g à listcolok : il y vaut alors 4.",
                lambda p, lcj, j: permises(replace(p, aligner=4), selection(p, lcj, j), j) or lcj,
            ),
            (
                "Vous retirez des éléments de la liste que la boucle parcourt : après chaque retrait, la "
                "colonne "
                "suivante n'est pas examinée.",
                lambda p, lcj, j: (
                    _une_sur_deux(selection(p, lcj, j), lambda c: not permises(p, [c], j)) or lcj
                ),
            ),
            (
                "Vous partez de slc1 : c'est le résultat de slc2 qu'il faut filtrer.",
                lambda p, lcj, j: permises(p, selection(p, lcj, j, sans_trou=True), j) or lcj,
            ),
            *_communes(retenues),
        ],
        aides(*_BASE, "slc2"),
    )
)


# --- slc4_corrigee : celles de slc3 sans double menace, sans la faute du sujet --------------------


def _en_sautant(p: Position, lcj: list[int], j: int) -> list[int]:
    """Après chaque colonne retirée, la suivante échappe à l'examen."""
    return _une_sur_deux(retenues(p, lcj, j), lambda c: double(p, c, j)) or lcj


def _une_seule_retiree(p: Position, lcj: list[int], j: int) -> list[int]:
    choisies = retenues(p, lcj, j)
    retiree = next((c for c in choisies if double(p, c, j)), 0)
    return [c for c in choisies if c != retiree] or lcj


def _retirer(condition: Condition) -> Colonnes:
    """Une autre idée de la double menace."""
    return lambda p, lcj, j: [c for c in retenues(p, lcj, j) if not condition(p, c - 1, j)] or lcj


def _au_moins(nombre: int, seuil: int) -> Colonnes:
    """`nombre` places au moins, à `seuil` jetons de l'alignement."""

    def condition(p: Position, x: int, j: int) -> bool:
        mieux, cases = places(poser(p, x, j, 3 - j), 3 - j)
        return mieux >= p.aligner - seuil and len(cases) >= nombre

    return _retirer(condition)


def _places_adverses(p: Position, x: int, j: int) -> tuple[int, list[Case]]:
    return places(poser(p, x, j, 3 - j), 3 - j)


def _double_de(apres: Callable[[Position, int, int], Position], de_l_autre: bool) -> Colonnes:
    """Deux places, mais comptées sur une autre table ou pour l'autre joueur."""

    def condition(p: Position, x: int, j: int) -> bool:
        mieux, cases = places(apres(p, x, j), 3 - j if de_l_autre else j)
        return mieux == p.aligner - 1 and len(cases) >= 2

    return _retirer(condition)


def _a_retirer(source: Source) -> Iterator[Cas]:
    """Des positions où deux colonnes qui se suivent sont à retirer."""
    for p in en_cours(source, 60):
        cas = p, jouables(p), p.trait
        if _en_sautant(*cas) != sans_double(*cas):
            yield cas


def _plus_rien(source: Source) -> Iterator[Cas]:
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 40))
    yield from _interdites(source)


SLC4_CORRIGEE = (
    _selection("slc4_corrigee", sans_double)
    .critere("les colonnes sans double menace", 2, _si(False, _rien_sans_double, _habituels, _parmi, fins))
    .critere(
        "même quand deux colonnes qui se suivent sont à retirer",
        2,
        _si(False, _rien_sans_double, _a_retirer),
    )
    .critere("lcj s'il n'en reste aucune", 1, _si(True, _rien_sans_double, _plus_rien), **_REPLI)
    .critere("avec d'autres tailles et d'autres g", 1, _si(False, _rien_sans_double, _ailleurs))
    .question(
        (
            "Où regarder : déroulez à la main la boucle de slc4 sur une liste de deux colonnes à retirer. "
            "Que devient la seconde ?",
            "À quoi penser : la liste que parcourt la boucle ne doit pas changer pendant ce temps. Où ranger "
            "ce que l'on décide ?",
            "Pour commencer : partez d'une liste vide, et demandez-vous pour chaque colonne de slc3 si elle "
            "mérite d'y entrer.",
        ),
        [
            (
                "Vous retirez encore des éléments de la liste que la boucle parcourt : après chaque retrait, "
                "la colonne suivante n'est pas examinée.",
                _en_sautant,
            ),
            ("Vous renvoyez ce que donne slc3, sans rien retirer.", retenues),
            (
                "Vous gardez les colonnes à double menace et retirez les autres : c'est l'inverse.",
                _retirer(lambda p, x, j: not double(p, x + 1, j)),
            ),
            (
                "Quand il ne reste aucune colonne, vous renvoyez celles de slc3 : l'énoncé demande lcj.",
                lambda p, lcj, j: (
                    [c for c in retenues(p, lcj, j) if not double(p, c, j)] or retenues(p, lcj, j)
                ),
            ),
            (
                "Une seule place suffit pour que vous retiriez la colonne : il en faut au moins deux.",
                _au_moins(1, 1),
            ),
            (
                "Il vous faut trois places pour retirer une colonne : deux suffisent.",
                _au_moins(3, 1),
            ),
            (
                "Vous exigez exactement deux places : il en faut au moins deux.",
                _retirer(lambda p, x, j: double(p, x + 1, j) and len(_places_adverses(p, x, j)[1]) == 2),
            ),
            (
                "Vous n'utilisez pas g : il manque un jeton à l'adversaire quand maxix vaut g - 1, pas "
                "toujours 3.",
                _retirer(
                    lambda p, x, j: (
                        _places_adverses(p, x, j)[0] == 3 and len(_places_adverses(p, x, j)[1]) > 1
                    )
                ),
            ),
            (
                "Vous ne transmettez pas g à maxixplaces.",
                _retirer(
                    lambda p, x, j: (
                        (vues := places(replace(poser(p, x, j, 3 - j), aligner=4), 3 - j))[0] == p.aligner - 1
                        and len(vues[1]) > 1
                    )
                ),
            ),
            (
                "Vous posez d'abord le jeton de l'adversaire : c'est t qui joue, l'adversaire répond "
                "AU-DESSUS.",
                _double_de(lambda p, x, j: poser(p, x, 3 - j, j), de_l_autre=True),
            ),
            (
                "Vous comptez sur la table sans y avoir joué : posez t, puis la réponse de l'adversaire.",
                _double_de(lambda p, x, j: p, de_l_autre=True),
            ),
            (
                "Vous retirez une colonne même quand il manque plus d'une case à l'adversaire : maxix doit "
                "valoir g - 1.",
                _au_moins(2, 99),
            ),
            (
                "Vous oubliez la réponse de l'adversaire : il faut jouer inv(t) au-dessus avant de compter.",
                _double_de(poser, de_l_autre=True),
            ),
            (
                "Vous comptez vos propres places : ce sont celles de l'adversaire, inv(t), qui menacent.",
                _double_de(lambda p, x, j: poser(p, x, j, 3 - j), de_l_autre=False),
            ),
            (
                "Vous partez de lcj : ce sont les colonnes de slc3 qu'il faut examiner.",
                lambda p, lcj, j: [c for c in lcj if not double(p, c, j)] or lcj,
            ),
            (
                "Vous partez de slc2 : ce sont les colonnes de slc3 qu'il faut examiner.",
                lambda p, lcj, j: [c for c in selection(p, lcj, j) if not double(p, c, j)] or lcj,
            ),
            (
                "Vous vous arrêtez après la première colonne retirée : il faut examiner toutes les colonnes.",
                _une_seule_retiree,
            ),
            *_communes(sans_double),
        ],
        aides(*_BASE, "slc2", "slc3"),
    )
)
