"""listcolok(l, lcj, t, g) : les colonnes où jouer n'offre pas la victoire juste au-dessus.
Des tables et des listes de colonnes où faire une sélection, et de quoi juger les réponses.
slc2 : les colonnes aux lignes les plus fournies.
slc3 : les colonnes de slc2 que listcolok permet.
slc4_corrigee : la sélection qui retire les colonnes à double menace, sans la faute du sujet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.appels import Appel
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    AUTRES,
    JETONS,
    aides,
    apports,
    autres_tailles,
    dessinee,
    double,
    en_cours,
    essai,
    gagne,
    libres,
    lire_colonnes,
    maxi,
    permise,
    places,
    poser,
    retenues,
    sans_double,
    selection,
    sous_liste,
)
from p4cours.verification.diagnostics import modele, seulement
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.lecture import montrer

# --- listcolok(l, lcj, t, g) : les colonnes où jouer n'offre pas la victoire juste au-dessus -------------


# L'adversaire gagnerait au-dessus d'une colonne, de chaque façon ; « O » vient de jouer ou va jouer.
_DANGERS = (
    "XXX.... OOO.... OXO.X..",
    "...XXX. ..OOXO. ..XOOX.",
    "..X.... .XO.... XOO....",
    ".XXX... .OOO... .XOX...",
    "X...... XX..... XOX.... OOO.X..",
    "......X .....XO ....XOO ...OOXO",
)


def comparer(obtenues: list[int], attendues: list[int], appel: Appel) -> Ecart | None:
    """L'écart entre deux listes de colonnes, l'ordre étant libre."""
    if obtenues == sorted(attendues):
        return None
    manque = [c for c in sorted(attendues) if c not in obtenues]
    trop = [c for c in dict.fromkeys(obtenues) if c not in attendues]
    phrases = (
        f"Il manque {_colonnes(manque)}." if manque else "",
        f"Il y a {_colonnes(trop)} en trop." if trop else "",
        "La même colonne figure plusieurs fois." if len(set(obtenues)) < len(obtenues) else "",
    )
    return Ecart(" ".join(p for p in phrases if p), montrer(attendues), montrer(appel.valeur))


def _colonnes(numeros: list[int]) -> str:
    debut = "la colonne" if len(numeros) == 1 else "les colonnes"
    return f"{debut} {', '.join(map(str, numeros))}"


def _essai(position: Position, lcj: list[int], joueur: int, nommer_g: bool) -> Essai:
    attendues = [c for c in lcj if permise(position, c - 1, joueur)]
    return essai(
        "listcolok",
        position,
        (lcj, JETONS[joueur], *([position.aligner] if nommer_g else [])),
        lambda appel: comparer(lire_colonnes(appel.valeur), attendues, appel),
        attendu=attendues,
        contexte={"lcj": lcj, "joueur": joueur},
    )


def _toutes(position: Position) -> list[int]:
    return [x + 1 for x in libres(position)]


def dangereuses(
    source: Source, nombre: int, depart: Position | None = None
) -> Iterator[tuple[Position, int]]:
    """Des positions où une colonne au moins est à éviter."""
    for p in en_cours(source, nombre, depart):
        for joueur in (1, 2):
            if not all(permise(p, x, joueur) for x in libres(p)):
                yield p, joueur


def _habituelles(source: Source) -> Iterator[Essai]:
    vide = Position()
    yield from (_essai(vide, _toutes(vide), joueur, False) for joueur in (1, 2))
    for dessin in _DANGERS:
        p = dessinee(dessin)
        yield from (_essai(p, _toutes(p), joueur, False) for joueur in (1, 2))
    yield from (_essai(p, _toutes(p), joueur, False) for p, joueur in dangereuses(source, 60))
    yield from (_essai(p, _toutes(p), p.trait, False) for p in en_cours(source, 20))


def _parmi(source: Source) -> Iterator[Essai]:
    for p, joueur in dangereuses(source, 80):
        yield _essai(p, sous_liste(source.alea, p), joueur, True)
    yield _essai(dessinee(_DANGERS[0]), [], 1, True)


def _autres(source: Source) -> Iterator[Essai]:
    for taille in AUTRES:
        for p, joueur in dangereuses(source, 25, Position(*taille)):
            yield _essai(p, _toutes(p), joueur, True)


def _version(phrase: str, fausse: Callable[[Position, list[int], int], Iterable[int]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, lcj, joueur)`."""

    def valeur(essai: Essai) -> list[int]:
        assert essai.position is not None
        return sorted(fausse(essai.position, essai.contexte["lcj"], essai.contexte["joueur"]))

    return modele(phrase, valeur, lire_colonnes)


def _sauf(
    condition: Callable[[Position, int, int], bool],
) -> Callable[[Position, list[int], int], Iterable[int]]:
    return lambda p, lcj, j: [c for c in lcj if not condition(p, c - 1, j)]


def _apres(p: Position, x: int, *joueurs: int) -> Position:
    for joueur in joueurs:
        p = poser(p, x, joueur)
    return p


_ERREURS_LISTCOLOK = (
    _version(
        "Vous gardez les colonnes à éviter et rejetez les autres : c'est l'inverse.",
        lambda p, lcj, j: [c for c in lcj if not permise(p, c - 1, j)],
    ),
    _version("Vous gardez toutes les colonnes de lcj.", lambda p, lcj, j: lcj),
    _version("Votre liste est toujours vide.", lambda p, lcj, j: []),
    _version(
        "Vous ne jouez pas d'abord votre propre jeton : t d'abord, l'adversaire joue AU-DESSUS de lui.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, 3 - j), 3 - j)),
    ),
    _version(
        "Vous posez deux fois votre jeton : le second est celui de l'adversaire, inv(t).",
        _sauf(lambda p, x, j: gagne(_apres(p, x, j, j), j)),
    ),
    _version(
        "Vous cherchez vos propres victoires : c'est maxi de l'adversaire, inv(t), qu'il faut regarder.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, j, 3 - j), j)),
    ),
    _version(
        "Les deux jetons et les deux joueurs sont échangés : c'est t qui joue d'abord.",
        _sauf(lambda p, x, j: gagne(_apres(p, x, 3 - j, j), j)),
    ),
    _version(
        "À un près : une suite de g jetons exactement est déjà une victoire.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) > p.aligner),
    ),
    _version(
        "À un près : une suite de g - 1 jetons n'est pas encore une victoire.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) >= p.aligner - 1),
    ),
    _version(
        "Vous n'utilisez pas g : une victoire est une suite d'au moins g jetons, pas toujours 4.",
        _sauf(lambda p, x, j: maxi(_apres(p, x, j, 3 - j), 3 - j) >= 4),
    ),
    _version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: [x + 1 for x in libres(p) if permise(p, x, j)],
    ),
    _version(
        "Vous ne gardez que la première : le return est-il à l'intérieur de la boucle ?",
        lambda p, lcj, j: [c for c in lcj if permise(p, c - 1, j)][:1],
    ),
    _version(
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda p, lcj, j: [c - 1 for c in lcj if permise(p, c - 1, j)],
    ),
    _version(
        "Vous vous arrêtez à la première colonne dangereuse : les suivantes sont peut-être permises.",
        lambda p, lcj, j: lcj[: next((k for k, c in enumerate(lcj) if not permise(p, c - 1, j)), len(lcj))],
    ),
)

LISTCOLOK = Question(
    "listcolok",
    "listcolok(l, lcj, t, g=4)",
    (
        Critere("les colonnes qui n'offrent pas la victoire", 3, _habituelles),
        Critere("parmi celles de lcj seulement", 1, _parmi),
        Critere("avec d'autres tailles et d'autres g", 1, _autres),
    ),
    (
        "Pour chaque colonne de lcj, imaginez deux coups : le vôtre, puis celui de l'adversaire au même "
        "endroit.",
        "ajouter renvoie une copie : appelez-la deux fois, la seconde sur le résultat de la première. Puis "
        "regardez maxi, pour l'adversaire.",
        "lti = ajouter(ajouter(l, c, t), c, inv(t)) ; la colonne c est gardée si maxi(lti, inv(t), g) < g.",
    ),
    _ERREURS_LISTCOLOK,
    aides(
        "ajouter", "inv", "maxi", "verifcolonne", "verifligne", "verifdiagonale_desc", "verifdiagonale_mont"
    ),
)


# --- Des tables et des listes de colonnes où faire une sélection, et de quoi juger les réponses ----------


Colonnes = Callable[[Position, list[int], int], list[int]]


Cas = tuple[Position, list[int], int]  # position, lcj, joueur


# Toutes les colonnes y donnent une suite de 3 à [O], mais trois seulement une ligne qui peut encore servir.
EXEMPLE = "...X... ..OOX.. .XXOO.. OOOXX.."


# Fins de partie où les colonnes permises n'apportent plus rien, et où une autre est à éviter.
_FINS = (
    ("12473474342147311711736473356652665655", (2, 5), 1),
    ("631167364764153424551231126353757725464", (2, 7), 1),
    ("174174475412175672721154223245565633336", (3, 6), 2),
    ("132134533431311674514525676466645727522", (2, 7), 1),
    ("12713745561112327734674157562224654645", (3, 6), 2),
    ("32734417512226611336432325746475576467", (1, 5), 2),
)


def jouables(position: Position) -> list[int]:
    return [x + 1 for x in libres(position)]


def fins() -> Iterator[Cas]:
    return ((Position.depuis_coups(coups), list(lcj), joueur) for coups, lcj, joueur in _FINS)


def habituels(source: Source) -> Iterator[Cas]:
    exemple = dessinee(EXEMPLE)
    yield exemple, jouables(exemple), 1
    for coups in ("", "4", "44", "4453"):
        p = Position.depuis_coups(coups)
        yield p, jouables(p), p.trait
    yield from ((p, jouables(p), p.trait) for p in en_cours(source, 25))
    yield from ((p, jouables(p), joueur) for p, joueur in dangereuses(source, 20))


def parmi(source: Source) -> Iterator[Cas]:
    yield from ((p, sous_liste(source.alea, p), source.alea.choice((1, 2))) for p in en_cours(source, 30))


def replis(source: Source) -> Iterator[Cas]:
    """Aucune des colonnes proposées n'est permise."""
    for p, joueur in dangereuses(source, 60):
        yield p, [c for c in jouables(p) if not permise(p, c - 1, joueur)], joueur


def ailleurs(source: Source) -> Iterator[Cas]:
    yield from ((p, jouables(p), p.trait) for p in autres_tailles(source, 5))


def autorisees(position: Position, lcj: list[int], joueur: int) -> list[int]:
    return [c for c in lcj if permise(position, c - 1, joueur)]


def variantes(attendues: Colonnes) -> Colonnes:
    """Quand rien n'apporte rien, ne garder que les colonnes permises est aussi raisonnable que tout "
    "garder."""

    def autre(p: Position, lcj: list[int], j: int) -> list[int]:
        return attendues(p, lcj, j) if any(apports(p, lcj, j).values()) else autorisees(p, lcj, j) or lcj

    return autre


def _rien(cas: Cas) -> bool:
    """Aucune colonne n'est permise."""
    return not autorisees(*cas)


def _rien_sans_double(cas: Cas) -> bool:
    """Toutes les colonnes de slc3 donnent une double menace."""
    position, _, joueur = cas
    return all(double(position, c, joueur) for c in retenues(*cas))


def _essai_slc(nom: str, cas: Cas, attendues: Colonnes, autres: Colonnes, *etiquettes: str) -> Essai:
    position, lcj, joueur = cas
    prevues, admises = attendues(*cas), sorted(autres(*cas))

    def juge(appel: Appel) -> Ecart | None:
        obtenues = lire_colonnes(appel.valeur)
        return None if obtenues == admises else comparer(obtenues, prevues, appel)

    return essai(
        nom,
        position,
        (lcj, JETONS[joueur], 0, position.aligner),
        juge,
        attendu=prevues,
        contexte={"lcj": lcj, "joueur": joueur},
        etiquettes=frozenset(etiquettes),
        delai=5.0,
    )


def critere(
    nom: str,
    attendues: Colonnes,
    cas: Callable[[Source], Iterable[Cas]],
    *,
    autres: Colonnes | None = None,
    repli: bool = False,
) -> Callable[[Source], Iterator[Essai]]:
    """Les essais de ces cas ; ceux où il faut se rabattre sur lcj ont leur propre critère."""
    rien = _rien_sans_double if nom == "slc4_corrigee" else _rien
    etiquettes = ("repli",) if repli else ()
    return lambda source: (
        _essai_slc(nom, c, attendues, autres or attendues, *etiquettes)
        for c in cas(source)
        if rien(c) == repli
    )


def version(phrase: str, fausse: Callable[[Position, list[int], int], Iterable[int]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(position, lcj, joueur)`."""

    def valeur(essai: Essai) -> list[int]:
        assert essai.position is not None
        return sorted(fausse(essai.position, essai.contexte["lcj"], essai.contexte["joueur"]))

    return modele(phrase, valeur, lire_colonnes)


_REPLI = "Quand aucune colonne ne convient, la liste ne doit pas rester vide : renvoyez alors lcj."


INDEPENDANTES = (
    version("Vous renvoyez toujours lcj, sans rien choisir.", lambda p, lcj, j: lcj),
    version("Votre liste est toujours vide.", lambda p, lcj, j: []),
    version(
        "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
        lambda p, lcj, j: [c - 1 for c in selection(p, lcj, j)],
    ),
    seulement("repli", _REPLI),
)


BASE = ("ajouter", "inv", "maxi", "listcolok", "nbjetons", "maxixloc", "maxix", "maxixplaces")


# --- slc2 : les colonnes aux lignes les plus fournies ----------------------------------------------------


def _meilleures(valeurs: dict[int, int], lcj: list[int]) -> list[int]:
    mieux = max(valeurs.values(), default=0)
    return [c for c, n in valeurs.items() if n == mieux] if mieux else lcj


def _sans_permission(p: Position, lcj: list[int], j: int) -> list[int]:
    return _meilleures({c: places(poser(p, c - 1, j), j)[0] for c in lcj}, lcj)


def _mesure(apres: Callable[[Position, int, int], Position], de_l_autre: bool) -> Colonnes:
    """La sélection où la ligne mesurée n'est pas la bonne."""

    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        joueur = 3 - j if de_l_autre else j
        return _meilleures({c: places(apres(p, c - 1, j), joueur)[0] for c in autorisees(p, lcj, j)}, lcj)

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


_ERREURS_SLC2 = (
    version(
        "Vous comparez les suites de maxi, comme slc1 : slc2 compare les lignes de maxix.",
        lambda p, lcj, j: selection(p, lcj, j, sans_trou=True),
    ),
    version(
        "Vous gardez des colonnes qui offrent la victoire à l'adversaire : vérifiez aussi maxi de lti.",
        _sans_permission,
    ),
    version(
        "Quand une colonne fait mieux, les précédentes ne valent plus rien : repartez d'une liste [c].",
        _sans_vider,
    ),
    version("Vous ne gardez que la première des meilleures colonnes : gardez aussi les égales.", _seule(0)),
    version("Vous ne gardez que la dernière des meilleures colonnes : gardez aussi les égales.", _seule(-1)),
    version(
        "Vous mesurez les lignes de l'adversaire : c'est maxix(lt, t, g) qu'il faut comparer.",
        _mesure(poser, de_l_autre=True),
    ),
    version(
        "Vous mesurez la table après la réponse de l'adversaire : c'est celle d'avant, lt, qu'il faut "
        "comparer.",
        _mesure(lambda p, x, j: poser(poser(p, x, j), x, 3 - j), de_l_autre=False),
    ),
    version(
        "Vous gardez toutes les colonnes permises : il faut choisir entre elles.",
        lambda p, lcj, j: autorisees(p, lcj, j) or lcj,
    ),
    version(
        "Vous mesurez la table sans y avoir joué : toutes les colonnes se valent.",
        _mesure(lambda p, x, j: p, de_l_autre=False),
    ),
    version(
        "Vous gardez les colonnes qui donnent les lignes les MOINS fournies.",
        lambda p, lcj, j: (
            [c for c, n in apports(p, lcj, j).items() if n == min(apports(p, lcj, j).values())] or lcj
        ),
    ),
    version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: selection(p, jouables(p), j),
    ),
    *INDEPENDANTES,
)


SLC2 = Question(
    "slc2",
    "slc2(l, lcj, t, txt, g)",
    (
        Critere(
            "les colonnes aux lignes les plus fournies",
            3,
            critere("slc2", selection, habituels, autres=variantes(selection)),
        ),
        Critere(
            "parmi celles de lcj seulement", 1, critere("slc2", selection, parmi, autres=variantes(selection))
        ),
        Critere("lcj si aucune ne convient", 1, critere("slc2", selection, replis, repli=True), gratuit=True),
        Critere(
            "avec d'autres tailles et d'autres g",
            1,
            critere("slc2", selection, ailleurs, autres=variantes(selection)),
        ),
    ),
    (
        "slc1 est juste au-dessus : que faut-il y changer pour compter des lignes qui peuvent contenir "
        "des vides ?",
        "Gardez la structure de slc1 (m, lcjnew, lt, lti) et comparez maxix(lt, t, g) au lieu de "
        "maxi(lt, t, g). "
        "La condition sur la victoire de l'adversaire, elle, utilise toujours maxi.",
        "Si maxixt > m et maxiti < g : lcjnew = [c] et m = maxixt. Sinon, si maxixt == m, maxiti < g et "
        "c n'est "
        "pas déjà dans lcjnew : on l'y ajoute.",
    ),
    _ERREURS_SLC2,
    aides(*BASE),
)


# --- slc3 : les colonnes de slc2 que listcolok permet ----------------------------------------------------


_ERREURS_SLC3 = (
    version("Vous renvoyez ce que donne slc2, sans le filtrer par listcolok.", selection),
    version("Vous filtrez lcj au lieu de ce que donne slc2.", lambda p, lcj, j: autorisees(p, lcj, j) or lcj),
    version(
        "Vous gardez les colonnes que listcolok REJETTE.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j) if not permise(p, c - 1, j)] or lcj,
    ),
    version(
        "Vous regardez toutes les colonnes jouables : on ne demande que celles de lcj.",
        lambda p, lcj, j: retenues(p, jouables(p), j),
    ),
    version(
        "Quand aucune colonne ne convient, vous proposez toutes les colonnes jouables : renvoyez lcj.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if permise(p, c - 1, j)] or jouables(p),
    ),
    version(
        "Vous partez de slc1 : c'est le résultat de slc2 qu'il faut filtrer.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j, sans_trou=True) if permise(p, c - 1, j)] or lcj,
    ),
    *INDEPENDANTES,
)


SLC3 = Question(
    "slc3",
    "slc3(l, lcj, t, txt, g)",
    (
        Critere("les colonnes de slc2 que listcolok permet", 3, critere("slc3", retenues, habituels)),
        Critere(
            "en fin de partie, quand slc2 ne choisit plus",
            1,
            critere("slc3", retenues, lambda source: fins()),
        ),
        Critere("lcj si aucune ne convient", 1, critere("slc3", retenues, replis, repli=True), gratuit=True),
        Critere(
            "parmi celles de lcj, à toutes les tailles",
            1,
            critere("slc3", retenues, lambda source: (*parmi(source), *ailleurs(source))),
        ),
    ),
    (
        "Deux fonctions déjà écrites suffisent : l'une choisit, l'autre filtre.",
        "Filtrez avec listcolok la liste que renvoie slc2. Et s'il ne reste rien ?",
        "lcjnew = listcolok(l, slc2(l, lcj, t, txt, g), t, g) ; on renvoie lcjnew si elle n'est pas "
        "vide, sinon lcj.",
    ),
    _ERREURS_SLC3,
    aides(*BASE, "slc2"),
)


# --- slc4_corrigee : la sélection qui retire les colonnes à double menace, sans la faute du sujet --------


def _en_sautant(p: Position, lcj: list[int], j: int) -> list[int]:
    """Après chaque colonne retirée, la suivante échappe à l'examen."""
    gardees, saut = [], False
    for c in retenues(p, lcj, j):
        fautive = double(p, c, j) and not saut
        if not fautive:
            gardees.append(c)
        saut = fautive
    return gardees or lcj


def _au_moins(nombre: int, seuil: int) -> Colonnes:
    """Une autre idée de la double menace : `nombre` places au moins, à `seuil` jetons de l'alignement."""

    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        gardees = []
        for c in retenues(p, lcj, j):
            mieux, cases = places(poser(poser(p, c - 1, j), c - 1, 3 - j), 3 - j)
            if not (mieux >= p.aligner - seuil and len(cases) >= nombre):
                gardees.append(c)
        return gardees or lcj

    return fausse


def _double_sur(apres: Callable[[Position, int, int], Position], de_l_autre: bool) -> Colonnes:
    def fausse(p: Position, lcj: list[int], j: int) -> list[int]:
        gardees = []
        for c in retenues(p, lcj, j):
            mieux, cases = places(apres(p, c - 1, j), 3 - j if de_l_autre else j)
            if not (mieux == p.aligner - 1 and len(cases) >= 2):
                gardees.append(c)
        return gardees or lcj

    return fausse


_ERREURS_SLC4 = (
    version(
        "Vous retirez encore des éléments de la liste que la boucle parcourt : après chaque retrait, la "
        "colonne "
        "suivante n'est pas examinée.",
        _en_sautant,
    ),
    version("Vous renvoyez ce que donne slc3, sans rien retirer.", retenues),
    version(
        "Vous gardez les colonnes à double menace et retirez les autres : c'est l'inverse.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if double(p, c, j)] or lcj,
    ),
    version(
        "Quand il ne reste aucune colonne, vous renvoyez celles de slc3 : l'énoncé demande lcj.",
        lambda p, lcj, j: [c for c in retenues(p, lcj, j) if not double(p, c, j)] or retenues(p, lcj, j),
    ),
    version(
        "Une seule place suffit pour que vous retiriez la colonne : il en faut au moins deux.",
        _au_moins(1, 1),
    ),
    version("Il vous faut trois places pour retirer une colonne : deux suffisent.", _au_moins(3, 1)),
    version(
        "Vous retirez une colonne même quand il manque plus d'une case à l'adversaire : maxix doit "
        "valoir g - 1.",
        _au_moins(2, 99),
    ),
    version(
        "Vous oubliez la réponse de l'adversaire : il faut jouer inv(t) au-dessus avant de compter.",
        _double_sur(poser, de_l_autre=True),
    ),
    version(
        "Vous comptez vos propres places : ce sont celles de l'adversaire, inv(t), qui menacent.",
        _double_sur(lambda p, x, j: poser(poser(p, x, j), x, 3 - j), de_l_autre=False),
    ),
    version(
        "Vous partez de lcj : ce sont les colonnes de slc3 qu'il faut examiner.",
        lambda p, lcj, j: [c for c in lcj if not double(p, c, j)] or lcj,
    ),
    version(
        "Vous partez de slc2 : ce sont les colonnes de slc3 qu'il faut examiner.",
        lambda p, lcj, j: [c for c in selection(p, lcj, j) if not double(p, c, j)] or lcj,
    ),
    version(
        "Vous vous arrêtez après la première colonne retirée : il faut examiner toutes les colonnes.",
        lambda p, lcj, j: _une_seule_retiree(p, lcj, j),
    ),
    *INDEPENDANTES,
)


def _une_seule_retiree(p: Position, lcj: list[int], j: int) -> list[int]:
    choisies = retenues(p, lcj, j)
    retiree = next((c for c in choisies if double(p, c, j)), 0)
    return [c for c in choisies if c != retiree] or lcj


def _a_retirer(source: Source) -> Iterator[Cas]:
    """Des positions où deux colonnes qui se suivent sont à retirer."""
    for p in en_cours(source, 60):
        lcj = jouables(p)
        if _en_sautant(p, lcj, p.trait) != sans_double(p, lcj, p.trait):
            yield p, lcj, p.trait


def _plus_rien(source: Source) -> Iterator[Cas]:
    for p in en_cours(source, 60):
        lcj = jouables(p)
        if all(double(p, c, p.trait) for c in retenues(p, lcj, p.trait)):
            yield p, lcj, p.trait
    yield from replis(source)


SLC4_CORRIGEE = Question(
    "slc4_corrigee",
    "slc4_corrigee(l, lcj, t, txt, g)",
    (
        Critere(
            "les colonnes sans double menace",
            2,
            critere("slc4_corrigee", sans_double, lambda s: (*habituels(s), *parmi(s))),
        ),
        Critere(
            "même quand deux colonnes qui se suivent sont à retirer",
            2,
            critere("slc4_corrigee", sans_double, _a_retirer),
        ),
        Critere(
            "lcj s'il n'en reste aucune",
            1,
            critere("slc4_corrigee", sans_double, _plus_rien, repli=True),
            gratuit=True,
        ),
        Critere("avec d'autres tailles et d'autres g", 1, critere("slc4_corrigee", sans_double, ailleurs)),
    ),
    (
        "Déroulez à la main la boucle de slc4 sur une liste de deux colonnes à retirer : que devient la "
        "seconde ?",
        "Ne retirez rien de la liste parcourue : construisez-en une autre, avec les colonnes à garder.",
        "gardees = [] ; pour chaque c de slc3(…), si la condition de slc4 n'est PAS remplie, "
        "gardees.append(c). "
        "À la fin, gardees si elle n'est pas vide, sinon lcj.",
    ),
    _ERREURS_SLC4,
    aides(*BASE, "slc2", "slc3"),
)
