"""listcolok, slc2, slc3 et slc4_corrigee : choisir des colonnes parmi celles de lcj."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    AUTRES,
    Colonnes,
    aides,
    apports,
    autres_tailles,
    dessinee,
    double,
    en_cours,
    gagne,
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
    sur_table,
)
from p4cours.verification.diagnostics import seulement
from p4cours.verification.essais import Source
from p4cours.verification.formes import ErreurConnue, Fonction

Cas = tuple[Position, list[int], int]  # position, lcj, joueur
Condition = Callable[[Position, int, int], bool]  # (position, colonne à partir de 0, joueur)


# --- juger une liste de colonnes ------------------------------------------------------------------


def _choisir(
    signature: str,
    attendues: Colonnes,
    suite: Callable[[Position], tuple[int, ...]],
    autres: Colonnes | None = None,
    **options: Any,
) -> Fonction:
    """Une fonction qui choisit parmi lcj : elle reçoit l, lcj, t, puis `suite(position)`.

    `autres` est une seconde réponse, elle aussi raisonnable.
    """

    def juger(appel: Appel, *cas: Any) -> str | None:
        obtenues, prevues = lire_colonnes(appel.valeur), sorted(attendues(*cas))
        if obtenues == prevues or (autres and obtenues == sorted(autres(*cas))):
            return None
        return _comparer(obtenues, prevues)

    return sur_table(
        signature,
        lambda position, lcj, joueur: (lcj, JETONS.signes[joueur], *suite(position)),
        attendu=attendues,
        lire=lire_colonnes,
        ranger=sorted,
        juger=juger,
        options={"codage": JETONS, **options},
    )


def _selection(nom: str, attendues: Colonnes, autres: Colonnes | None = None) -> Fonction:
    """slc2 et les suivantes, qui reçoivent aussi txt et g."""
    signature = f"{nom}(l, lcj, t, txt, g)"
    return _choisir(signature, attendues, lambda position: (0, position.aligner), autres, delai=5.0)


def _comparer(obtenues: list[int], attendues: list[int]) -> str:
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
)


def _dangereuses(
    source: Source, nombre: int, depart: Position | None = None
) -> Iterator[tuple[Position, int]]:
    """Des positions où une colonne au moins est à éviter."""
    for p in en_cours(source, nombre, depart):
        yield from ((p, joueur) for joueur in (1, 2) if permises(p, jouables(p), joueur) != jouables(p))


def _toutes_jouables(source: Source) -> Iterator[Cas]:
    for p in (Position(), *map(dessinee, _DANGERS)):
        yield from ((p, jouables(p), joueur) for joueur in (1, 2))
    yield from ((p, jouables(p), joueur) for p, joueur in _dangereuses(source, 60))
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 20))


def _quelques_unes(source: Source) -> Iterator[Cas]:
    for p, joueur in _dangereuses(source, 80):
        yield p, sous_liste(source.alea, p), joueur
    yield dessinee(_DANGERS[0]), [], 1


def _autres_dangers(source: Source) -> Iterator[Cas]:
    for taille in AUTRES:
        for p, joueur in _dangereuses(source, 25, Position(*taille)):
            yield p, jouables(p), joueur


def _sauf(condition: Condition) -> Colonnes:
    return lambda p, lcj, j: [c for c in lcj if not condition(p, c - 1, j)]


def _suite_adverse(position: Position, x: int, joueur: int) -> int:
    """La plus grande suite de l'adversaire, s'il joue au-dessus du joueur."""
    return maxi(poser(position, x, joueur, 3 - joueur), 3 - joueur)


def _jusqu_au_danger(p: Position, lcj: list[int], j: int) -> list[int]:
    bonnes = permises(p, lcj, j)
    return lcj[: next((k for k, c in enumerate(lcj) if c not in bonnes), len(lcj))]


_AVEC_G = _choisir("listcolok(l, lcj, t, g=4)", permises, lambda position: (position.aligner,))
_EN_DONNANT_G: dict[str, Any] = {"donner": _AVEC_G.donner, "appel": _AVEC_G.appel}

LISTCOLOK = (
    _choisir(_AVEC_G.signature, permises, lambda position: ())
    .critere("les colonnes qui n'offrent pas la victoire", 3, _toutes_jouables)
    .critere("parmi celles de lcj seulement", 1, _quelques_unes, **_EN_DONNANT_G)
    .critere("avec d'autres tailles et d'autres g", 1, _autres_dangers, **_EN_DONNANT_G)
    .question(
        (
            "Pour chaque colonne de lcj, imaginez deux coups : le vôtre, puis celui de l'adversaire au même "
            "endroit.",
            "ajouter renvoie une copie : appelez-la deux fois, la seconde sur le résultat de la première. "
            "Puis regardez maxi, pour l'adversaire.",
            "lti = ajouter(ajouter(l, c, t), c, inv(t)) ; la colonne c est gardée si maxi(lti, inv(t), g) < "
            "g.",
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


# --- les trois sélections : leurs cas, leurs erreurs communes -------------------------------------


# Toutes les colonnes y donnent une suite de 3 à [O], mais trois seulement une ligne qui peut encore servir.
EXEMPLE = "...X... ..OOX.. .XXOO.. OOOXX.."
# Fins de partie où les colonnes permises n'apportent plus rien, et où une autre est à éviter.
_FINS = (
    ("12473474342147311711736473356652665655", [2, 5], 1),
    ("631167364764153424551231126353757725464", [2, 7], 1),
    ("174174475412175672721154223245565633336", [3, 6], 2),
    ("132134533431311674514525676466645727522", [2, 7], 1),
    ("12713745561112327734674157562224654645", [3, 6], 2),
    ("32734417512226611336432325746475576467", [1, 5], 2),
)
_BASE = ("ajouter", "inv", "maxi", "listcolok", "nbjetons", "maxixloc", "maxix", "maxixplaces")


def fins(source: Source | None = None) -> Iterator[Cas]:
    """Des fins de partie où slc2 ne choisit plus."""
    return ((Position.depuis_coups(coups), lcj, joueur) for coups, lcj, joueur in _FINS)


def _habituels(source: Source) -> Iterator[Cas]:
    exemple = dessinee(EXEMPLE)
    yield exemple, jouables(exemple), 1
    for p in map(Position.depuis_coups, ("", "4", "44", "4453")):
        yield p, jouables(p), p.trait
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 25))
    yield from ((p, jouables(p), joueur) for p, joueur in _dangereuses(source, 20))


def _parmi(source: Source) -> Iterator[Cas]:
    for p in en_cours(source, 30):
        yield p, sous_liste(source.alea, p), source.alea.choice((1, 2))


def _interdites(source: Source) -> Iterator[Cas]:
    """Aucune des colonnes proposées n'est permise."""
    for p, joueur in _dangereuses(source, 60):
        bonnes = permises(p, jouables(p), joueur)
        yield p, [c for c in jouables(p) if c not in bonnes], joueur


def _ailleurs(source: Source) -> Iterator[Cas]:
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


_REPLI: dict[str, Any] = {"gratuit": True, "etiquettes": lambda *cas: ("repli",)}
_COMMUNES: tuple[ErreurConnue, ...] = (
    ("Vous renvoyez toujours lcj, sans rien choisir.", lambda p, lcj, j: lcj),
    ("Votre liste est toujours vide.", lambda p, lcj, j: []),
    (
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda p, lcj, j: [c - 1 for c in selection(p, lcj, j)],
    ),
    seulement(
        "repli", "Quand aucune colonne ne convient, la liste ne doit pas rester vide : renvoyez alors lcj."
    ),
)


# --- slc2 : les colonnes aux lignes les plus fournies ---------------------------------------------


def _ou_permises(p: Position, lcj: list[int], j: int) -> list[int]:
    """Quand rien n'apporte rien, ne garder que les colonnes permises est raisonnable aussi."""
    return selection(p, lcj, j) if any(apports(p, lcj, j).values()) else permises(p, lcj, j) or lcj


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


def _seule(rang: int) -> Colonnes:
    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        choisies = selection(p, lcj, j)
        return choisies if not any(apports(p, lcj, j).values()) else [choisies[rang]]

    return fausse


def _les_pires(p: Position, lcj: list[int], j: int) -> list[int]:
    valeurs = apports(p, lcj, j)
    return [c for c, n in valeurs.items() if n == min(valeurs.values())] or lcj


SLC2 = (
    _selection("slc2", selection, _ou_permises)
    .critere("les colonnes aux lignes les plus fournies", 3, _si(False, _rien, _habituels))
    .critere("parmi celles de lcj seulement", 1, _si(False, _rien, _parmi))
    .critere("lcj si aucune ne convient", 1, _si(True, _rien, _interdites), **_REPLI)
    .critere("avec d'autres tailles et d'autres g", 1, _si(False, _rien, _ailleurs))
    .question(
        (
            "slc1 est juste au-dessus : que faut-il y changer pour compter des lignes qui peuvent contenir "
            "des vides ?",
            "Gardez la structure de slc1 (m, lcjnew, lt, lti) et comparez maxix(lt, t, g) au lieu de "
            "maxi(lt, t, g). La condition sur la victoire de l'adversaire, elle, utilise toujours maxi.",
            "Si maxixt > m et maxiti < g : lcjnew = [c] et m = maxixt. Sinon, si maxixt == m, maxiti < g et "
            "c n'est pas déjà dans lcjnew : on l'y ajoute.",
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
            *_COMMUNES,
        ],
        aides(*_BASE),
    )
)


# --- slc3 : les colonnes de slc2 que listcolok permet ---------------------------------------------


SLC3 = (
    _selection("slc3", retenues)
    .critere("les colonnes de slc2 que listcolok permet", 3, _si(False, _rien, _habituels))
    .critere("en fin de partie, quand slc2 ne choisit plus", 1, _si(False, _rien, fins))
    .critere("lcj si aucune ne convient", 1, _si(True, _rien, _interdites), **_REPLI)
    .critere("parmi celles de lcj, à toutes les tailles", 1, _si(False, _rien, _parmi, _ailleurs))
    .question(
        (
            "Deux fonctions déjà écrites suffisent : l'une choisit, l'autre filtre.",
            "Filtrez avec listcolok la liste que renvoie slc2. Et s'il ne reste rien ?",
            "lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g) ; on renvoie lcjnew si elle n'est pas "
            "vide, sinon lcj.",
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
                "Vous partez de slc1 : c'est le résultat de slc2 qu'il faut filtrer.",
                lambda p, lcj, j: permises(p, selection(p, lcj, j, sans_trou=True), j) or lcj,
            ),
            *_COMMUNES,
        ],
        aides(*_BASE, "slc2"),
    )
)


# --- slc4_corrigee : celles de slc3 sans double menace, sans la faute du sujet --------------------


def _en_sautant(p: Position, lcj: list[int], j: int) -> list[int]:
    """Après chaque colonne retirée, la suivante échappe à l'examen."""
    gardees, saut = [], False
    for c in retenues(p, lcj, j):
        fautive = double(p, c, j) and not saut
        if not fautive:
            gardees.append(c)
        saut = fautive
    return gardees or lcj


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
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 60))
    yield from _interdites(source)


SLC4_CORRIGEE = (
    _selection("slc4_corrigee", sans_double)
    .critere("les colonnes sans double menace", 2, _si(False, _rien_sans_double, _habituels, _parmi))
    .critere(
        "même quand deux colonnes qui se suivent sont à retirer",
        2,
        _si(False, _rien_sans_double, _a_retirer),
    )
    .critere("lcj s'il n'en reste aucune", 1, _si(True, _rien_sans_double, _plus_rien), **_REPLI)
    .critere("avec d'autres tailles et d'autres g", 1, _si(False, _rien_sans_double, _ailleurs))
    .question(
        (
            "Déroulez à la main la boucle de slc4 sur une liste de deux colonnes à retirer : que devient la "
            "seconde ?",
            "Ne retirez rien de la liste parcourue : construisez-en une autre, avec les colonnes à garder.",
            "gardees = [] ; pour chaque c de slc3(…), si la condition de slc4 n'est PAS remplie, "
            "gardees.append(c). À la fin, gardees si elle n'est pas vide, sinon lcj.",
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
            *_COMMUNES,
        ],
        aides(*_BASE, "slc2", "slc3"),
    )
)
