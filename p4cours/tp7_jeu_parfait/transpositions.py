"""★ Ne pas calculer deux fois la même grille : une clé qui ignore la symétrie, et une table de scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations
from math import inf, log2
from typing import Any

from p4core.appels import Appel, pure
from p4core.codages import COLONNES, vers_colonnes
from p4core.ia.recherche import au_trait, minmax, presque_egaux, utilite
from p4core.jeu import Position, ouverture
from p4cours.tp2_minmax.commun import W1, Poids, aides, ecrire
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, restreinte, valeurs
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import Malforme, montrer, nombre, nommer

Grille = list[list[int]]


def miroir(position: Position) -> Position:
    """La même position vue dans une glace."""
    return COLONNES.position(vers_colonnes(position)[::-1])


def _commune(position: Position) -> tuple[int, int]:
    """Les pions de la position, ou ceux de son reflet : les mêmes pour les deux."""
    return min(position.pions, miroir(position).pions)


# --- cle(G) : la même pour une grille et son reflet -----------------------------------------------------

# Un cas : deux positions, et si elles doivent avoir la même clé.
Paire = tuple[Position, Position, bool]


def _immuable(valeur: Any) -> Any:
    """La clé, si un dictionnaire l'accepte."""
    try:
        hash(valeur)
    except TypeError:
        raise Malforme(
            f"la clé est {nommer(valeur)}, que Python refuse comme clé d'un dictionnaire : faites-en un "
            f"tuple."
        ) from None
    if isinstance(valeur, tuple) and not all(map(_ecrite, valeur)):
        raise Malforme("la clé contient une liste : tout ce qu'elle contient doit être immuable.")
    return valeur


def _ecrite(valeur: Any) -> bool:
    return not isinstance(valeur, list | dict | set)


def _deux_cles(essai: Essai, appelant: Appelant) -> Epreuve:
    """Deux appels, un par grille ; les clés sont comparées."""
    premiere, seconde, meme = essai.cas
    cles = []
    for position in (premiere, seconde):
        epreuve = replace(
            essai, arguments=(vers_colonnes(position),), position=position, juge=_lire_cle
        ).une_fois(appelant)
        if not epreuve.reussie:
            return epreuve
        cles.append(epreuve.appel.valeur)
    return Epreuve(essai, epreuve.appel, _comparer(cles, meme, premiere == seconde))


def _lire_cle(appel: Appel) -> None:
    _immuable(appel.valeur)


def _comparer(cles: list[Any], meme: bool, identiques: bool) -> Ecart | None:
    if (cles[0] == cles[1]) == meme:
        return None
    obtenu = " et ".join(montrer(cle, 60) for cle in cles)
    if identiques:
        return Ecart("Deux appels sur la même grille donnent deux clés.", "la même clé", obtenu)
    if meme:
        return Ecart("Cette grille et son reflet ont des clés différentes.", "la même clé", obtenu)
    return Ecart(
        "Cette grille et une autre, qui n'est pas son reflet, ont la même clé : l'une prendrait la valeur de "
        "l'autre.",
        "deux clés différentes",
        obtenu,
    )


def _reflets(source: Source) -> Iterator[Paire]:
    yield Position(), Position(), True
    for position in (Position.depuis_coups("1"), *pos.au_hasard(source.alea, source.nombre(12))):
        yield position, miroir(position), True
        yield position, position, True


def _differentes(source: Source) -> Iterator[Paire]:
    """Des voisines : les couleurs échangées, une pile retournée, les colonnes permutées ; un seul pion d'une
    autre couleur, chaque case à son tour ; deux colonnes échangées avec leur image, et elles seules."""
    # Trois grilles symétriques : combiner une grille et son reflet peut les effacer l'une par l'autre.
    symetriques = [Position.depuis_coups(coups) for coups in ("", "4", "44")]
    yield from ((une, autre, False) for une, autre in combinations(symetriques, 2))
    vues: set[tuple[int, int]] = set()
    for rang, position in enumerate(
        (*pos.au_hasard(source.alea, source.nombre(30)), *pos.presque_pleines(1))
    ):
        G = vers_colonnes(position)
        autres = [
            [[(0, 2, 1)[pion] for pion in colonne] for colonne in G],
            [_pile_retournee(colonne) if x == 3 else colonne for x, colonne in enumerate(G)],
            [G[1], G[0], *G[2:]],
            [G[6 - x] if x in (rang % 3, 6 - rang % 3) else colonne for x, colonne in enumerate(G)],
        ]
        nouvelles = {(x, y) for x in range(7) for y in range(6) if G[x][y]} - vues
        for x, y in sorted(nouvelles):
            autres.append([list(colonne) for colonne in G])
            autres[-1][x][y] = 3 - G[x][y]
        vues |= nouvelles
        for autre in autres:
            if autre not in (G, G[::-1]):
                yield position, COLONNES.position(autre), False


def _foules(source: Source) -> Iterator[Paire]:
    """Une seule position, dont les suivantes, de proche en proche, font une foule."""
    yield ouverture(source.alea, 6), Position(), False


BITS = 41  # deux mille milliards de grilles différentes, au reflet près : il faut autant de clés


def _place(cles: Collection[Any]) -> float:
    """Combien de bits peuvent prendre des clés de cette forme, au plus ; l'infini si l'on n'en sait rien."""
    if all(isinstance(cle, int) for cle in cles):
        return max(map(int.bit_length, cles)) + 1
    if all(isinstance(cle, str) for cle in cles):
        return max(map(len, cles)) * log2(1 + len({*chain(*cles)}))
    if all(isinstance(cle, tuple) for cle in cles) and len({*map(len, cles)}) == 1:
        return sum(map(_place, zip(*cles, strict=True)))
    return inf


def _cles_de_la_foule(essai: Essai, appelant: Appelant) -> Epreuve:
    """Les clés de grilles toutes différentes, même au reflet près : une clé trop courte s'y répète.

    D'autres, presque pleines, disent combien de place une clé peut prendre."""
    couche = [essai.cas[0]]
    for _ in range(3):
        couche = [p.jouer(x) for p in couche for x in p.coups()]
    vues: dict[Any, Position] = {}
    for position in {_commune(p): p for p in (*couche, *pos.presque_pleines(1, 2))}.values():
        epreuve = replace(
            essai, arguments=(vers_colonnes(position),), position=position, juge=_lire_cle
        ).une_fois(appelant)
        if not epreuve.reussie:
            return epreuve
        autre = vues.setdefault(epreuve.appel.valeur, position)
        if autre is not position:
            ecart = _comparer([epreuve.appel.valeur] * 2, meme=False, identiques=False)
            return Epreuve(essai, epreuve.appel, _trop_courte(vues) or ecart)
    return Epreuve(essai, epreuve.appel, _trop_courte(vues))


def _trop_courte(cles: Collection[Any]) -> Ecart | None:
    if _place(cles) >= BITS:
        return None
    phrase = (
        "Vos clés sont trop courtes : il y a des milliers de milliards de grilles, bien plus que de clés "
        "possibles, et deux d'entre elles ont forcément la même."
    )
    return Ecart(phrase, "une clé par grille", montrer(next(iter(cles)), 60), cause="courte")


def _pile_retournee(colonne: list[int]) -> list[int]:
    """Les mêmes pions, de haut en bas ; les cases vides restent en haut."""
    pions = [pion for pion in colonne if pion]
    return [*reversed(pions), *[0] * (6 - len(pions))]


def _echoue_seulement(meme: bool, epreuves: list[Epreuve]) -> bool:
    return all(e.essai.cas[2] is meme and e.appel.exception is None for e in fautes(epreuves))


def _que_trop_courte(epreuves: list[Epreuve]) -> bool:
    """La clé distingue presque toujours deux grilles voisines : elle n'oublie rien, elle est trop courte."""
    autres = [e for e in fautes(epreuves) if e.ecart and e.ecart.cause != "courte"]
    return len(autres) < min(4, len(fautes(epreuves))) and _echoue_seulement(False, epreuves)


CLE = (
    Fonction(
        "cle(G)",
        donner=lambda premiere, *_: (vers_colonnes(premiere),),
        attendu=lambda *_: "une clé immuable",
        options={"faire": _deux_cles},
    )
    .critere("la même clé pour une grille et son reflet", 1, _reflets, gratuit=True)
    .critere("une autre clé pour une autre grille", 1, _differentes)
    .critere("des grilles par centaines, autant de clés", 0.5, _foules, options={"faire": _cles_de_la_foule})
    .question(
        (
            "Où regarder : les deux grilles dessinées côte à côte. L'une se lit en parcourant les colonnes "
            "de l'autre à l'envers.",
            "À quoi penser : de deux clés possibles, il faut toujours choisir la même, que l'on parte de la "
            "grille ou de son reflet. Comment choisir sans savoir de laquelle on vient ?",
            "Pour commencer : fabriquez un tuple de tuples à partir de G, et un autre à partir de ses "
            "colonnes prises de droite à gauche. Python sait comparer deux tuples.",
        ),
        [
            Erreur(
                "Votre clé ne dépend pas de la grille.",
                lambda epreuves: len({repr(e.appel.valeur) for e in epreuves}) == 1,
            ),
            Erreur(
                "Votre clé est trop courte (un nombre ou un texte de quelques chiffres) : elle ne peut pas "
                "être différente pour toutes les grilles.",
                _que_trop_courte,
            ),
            Erreur(
                "Votre clé distingue bien les grilles, mais elle ignore la symétrie : le reflet doit avoir "
                "la même.",
                lambda epreuves: _echoue_seulement(True, epreuves),
            ),
            Erreur(
                "La symétrie y est, mais la clé oublie une partie de la grille : des grilles différentes la "
                "partagent.",
                lambda epreuves: _echoue_seulement(False, epreuves),
            ),
        ],
    )
)


# --- minmax_table(G, j, W, p, table) → le score -----------------------------------------------------------

Cas = tuple[Position, Poids, int, str]
_AIDES = {**aides("utilite"), "cle": pure(lambda G: _commune(COLONNES.position(G)))}


def _scores(source: Source) -> Iterator[Cas]:
    for p, combien in ((1, 6), (2, 6), (3, 3)):
        for position in pos.au_hasard(source.alea, source.nombre(combien)):
            yield position, W1, p, "score"
    for position in (*pos.nulles(), *(p for p, _ in source.alea.sample(pos.gagnees(), 3))):
        yield position, W1, 2, "score"
    for position in pos.presque_pleines(7):  # peu de coups : on voit loin sans attendre
        yield position, W1, 5, "score"


def _resservies(source: Source) -> Iterator[Cas]:
    """La même table d'un appel à l'autre : autre joueur, autre profondeur, même grille."""
    yield from ((p, W1, 2, "table") for p in pos.au_hasard(source.alea, source.nombre(6)))


def _econome(source: Source) -> Iterator[Cas]:
    """Des débuts de partie : en trois coups de plus, personne n'a encore pu gagner."""
    connues = [Position.depuis_coups(coups) for coups in ("", "4")]
    for position in (*connues, *(ouverture(source.alea, 3) for _ in range(source.ampleur))):
        yield position, W1, 3, "nœuds"


def _score_de(position: Position, W: Poids, p: int, *_: Any) -> float:
    return minmax(position, W, p)[0]


def _sans_pion_laisse(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel ; si le score est faux et la grille changée, c'est cela qu'il faut dire."""
    epreuve = essai.une_fois(appelant)
    interrompu = epreuve.appel.exception is not None  # le coup essayé n'a pas pu être repris
    if epreuve.ecart is None or interrompu or not epreuve.appel.donnes:
        return epreuve
    if epreuve.appel.apres[0] == epreuve.appel.donnes[0]:
        return epreuve
    phrase = "Après l'appel, G n'est plus comme elle était : remettez à 0 la case de chaque coup essayé."
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase))


def _meme_table(essai: Essai, appelant: Appelant) -> Epreuve:
    """Plusieurs appels de suite, avec la table que le premier a remplie."""
    position, W, p, _ = essai.cas
    if oubli := _oubli(essai, appelant):
        return oubli
    table: Any = {}
    autre = au_trait(position, 3 - position.trait)
    for vue, profondeur in (
        (position, p),
        (position, p - 1),
        (position, p - 2),
        (autre, p),
        (position, p + 1),
    ):
        attendu = _score_de(vue, W, profondeur)

        def juge(appel: Appel, attendu: float = attendu, rang: tuple[Any, ...] = (vue, profondeur)) -> Any:
            return _juger_resservie(appel, attendu, rang == (position, p))

        suite = replace(
            essai, arguments=(vers_colonnes(vue), vue.trait, W, profondeur, table), juge=juge, permissif=True
        )
        epreuve = suite.une_fois(appelant)
        if not epreuve.reussie:
            return replace(epreuve, essai=essai)
        table = epreuve.appel.apres[4]
    return replace(epreuve, essai=essai)


def _oubli(essai: Essai, appelant: Appelant) -> Epreuve | None:
    """Un appel, puis un autre, même table, sur chaque grille qu'il a vue : la première qu'il recalcule."""
    position, W, p, _ = essai.cas
    vues: list[Grille] = []
    evaluees = 0

    def cle(G: Any) -> Any:
        vues.append([list(colonne) for colonne in G])
        return _AIDES["cle"](G)

    def utilite(G: Any, j: int, W: Any) -> Any:
        nonlocal evaluees
        evaluees += 1
        return _AIDES["utilite"](G, j, W)

    espions = {"cle": cle, "utilite": utilite}
    premier = appelant(essai.arguments, delai=essai.delai, remplacements=espions)
    table, deja = premier.apres[4], {COLONNES.position(G) for G in vues}
    for vue in sorted(deja, key=lambda vue: (vue.nb_coups, vue.pions)):
        if premier.exception or vue.finie or vue.nb_coups > position.nb_coups + p:
            continue
        vues.clear()
        evaluees = 0
        reste = p - (vue.nb_coups - position.nb_coups)
        appel = appelant(
            (vers_colonnes(vue), vue.trait, W, reste, table), delai=essai.delai, remplacements=espions
        )
        # Qui relit son score ne fait que quelques clés ; qui le recalcule en fait une de plus par coup.
        if not appel.exception and (evaluees or (reste and len(vues) > max(3, len(vue.coups())))):
            phrase = (
                "La table oublie des grilles : un score déjà calculé y est recalculé. Inscrivez chaque "
                "score, quels que soient la grille et le score."
            )
            return Epreuve(replace(essai, position=vue), appel, Ecart(phrase, "un score relu", cause="oubli"))
    return None


def _juger_resservie(appel: Appel, attendu: float, premier: bool) -> Ecart | None:
    score, table = nombre(appel.valeur, "le score"), appel.apres[4]
    if not isinstance(table, dict) or not table:
        return Ecart("Après l'appel, la table est vide : rien n'a été retenu.", "des clés et leurs scores")
    if presque_egaux(score, attendu):
        return None
    phrase = (
        "Le score n'est pas celui de minmax."
        if premier
        else "Resservie pour une autre profondeur ou un autre joueur, la table donne un score faux : la clé "
        "doit contenir aussi j et p."
    )
    return Ecart(phrase, montrer(attendu), montrer(appel.valeur))


def _compter(essai: Essai, appelant: Appelant) -> Epreuve:
    """Combien de grilles évaluées : sans la table, une par suite de coups ; avec elle, bien moins."""
    position, _, p, _ = essai.cas
    appels = 0
    vraie = aides("utilite")["utilite"]

    def utilite(G: Any, j: int, W: Any) -> float:
        nonlocal appels
        appels += 1
        score: float = vraie(G, j, W)
        return score

    epreuve = essai.une_fois(lambda *a, **k: appelant(*a, remplacements={"utilite": utilite}, **k))
    limite = len({*map(_commune, _bout(position, p))})
    if epreuve.reussie and appels > limite:
        phrase = (
            "La table ne sert pas assez : des grilles déjà vues, ou leurs reflets, sont évaluées de nouveau. "
            "La lisez-vous avant de calculer ?"
        )
        return replace(epreuve, ecart=Ecart(phrase, f"{limite} grilles évaluées au plus", str(appels)))
    return epreuve


def _bout(position: Position, p: int) -> set[Position]:
    couche = {position}
    for _ in range(p):
        couche = {q.jouer(x) for q in couche for x in q.coups()}
    return couche


_TABLE = (
    Fonction(
        "minmax_table(G, j, W, p, table)",
        donner=lambda position, W, p, *_: (vers_colonnes(position), position.trait, W, p, {}),
        attendu=_score_de,
        lire=lambda valeur: nombre(valeur, "le score"),
        dire=lambda *_: "Le score n'est pas celui de minmax.",
        appel=lambda position, W, p, *_: f"minmax_table(G, {ecrire(position.trait, W, p)}, {{}})",
        etiquettes=lambda *cas: (cas[3],),
        profondeur=lambda position, W, p, *_: p,
        options={"delai": 4.0, "permissif": True},
    )
    .critere(
        "le score de minmax",
        2,
        _scores,
        options={"delai": 4.0, "permissif": True, "faire": _sans_pion_laisse},
    )
    .critere(
        "une table qui ressert sans se tromper", 2, _resservies, options={"faire": _meme_table, "delai": 4.0}
    )
    .critere(
        "une grille n'est évaluée qu'une fois, ni son reflet",
        2,
        _econome,
        plafond=0.5,
        options={"faire": _compter, "delai": 4.0, "permissif": True},
    )
)


def _dereglee(
    position: Position,
    W: Poids,
    p: int,
    *_genre: str,
    feuille: Callable[[Position], int] = lambda position: position.trait,
    choix: Callable[..., float] = max,
    depart: tuple[float, ...] = (),
) -> float:
    """Le score de qui évalue pour un autre joueur, cherche le minimum, ou part d'un autre meilleur score."""
    if p == 0 or position.finie:
        return utilite(position, feuille(position), W)
    reglages: dict[str, Any] = {"feuille": feuille, "choix": choix, "depart": depart}
    return choix([*depart, *(-_dereglee(position.jouer(x), W, p - 1, **reglages) for x in position.coups())])


def _premier_appel(epreuve: Epreuve) -> bool:
    """Un seul appel, la table vide : ce qu'il rend est le score de cet essai-là."""
    return "score" in epreuve.essai.etiquettes


_A_L_ARRET = "À l'arrêt, le score est utilite(G, j, W), vu du joueur j qui va jouer."
_DEREGLEES: tuple[tuple[str, dict[str, Any]], ...] = (
    (_A_L_ARRET, {"feuille": lambda position: 3 - position.trait}),
    (_A_L_ARRET, {"feuille": lambda position: 1}),
    (_A_L_ARRET, {"feuille": lambda position: 2}),
    ("Vous cherchez le plus petit score : j, qui joue, veut le plus grand.", {"choix": min}),
    (
        "Votre meilleur score part de 0 : si tous sont pires, aucun n'est retenu. Partez de -inf.",
        {"depart": (0,)},
    ),
)


MINMAX_TABLE = _TABLE.question(
    (
        "Où regarder : valeur(s, memo), que vous avez déjà écrite, et votre fonction cle.",
        "À quoi penser : le score d'une grille dépend-il seulement de la grille ? De quoi d'autre, et "
        "comment le mettre dans la clé ?",
        "Pour commencer : fabriquez la clé ; si elle est dans la table, tout est dit. Sinon, calculez comme "
        "dans minmax, sans vous occuper du coup, et inscrivez le score avant de le renvoyer.",
    ),
    [
        valeurs(
            "Vous renvoyez un couple : ici on ne demande que le score.", lambda v: isinstance(v, tuple | list)
        ),
        (
            "Vous oubliez de prendre l'opposé du score de l'adversaire.",
            lambda position, W, p, *_: _sans_oppose(position, W, p),
        ),
        *(
            restreinte(_TABLE.erreur(phrase, partial(_dereglee, **reglages)), _premier_appel)
            for phrase, reglages in _DEREGLEES
        ),
    ],
    _AIDES,
)


def _sans_oppose(position: Position, W: Poids, p: int) -> float:
    if p == 0 or position.finie:
        return minmax(position, W, 0)[0]
    return max(_sans_oppose(position.jouer(x), W, p - 1) for x in position.coups())
