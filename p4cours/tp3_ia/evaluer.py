"""Noter une grille par ses séries : eval_serie(serie, p), eval_grille(grille, p), eval_grille2(grille, p)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product
from statistics import fmean
from typing import Any

from p4core.appels import Appel, appeler, chacun, remplacer
from p4core.codages import LIGNES
from p4core.francais import virgule
from p4core.ia.recherche import score_series
from p4core.jeu import Position, alignements, promenade
from p4core.tournois.matchs import (
    GRAINE,
    PARTIES,
    Match,
    departs_de,
    joueur_heuristique,
    ouvertures,
    points,
)
from p4cours.tp3_ia.commun import (
    AIDES,
    ERREURS_DE_TAILLE,
    GRANDE,
    SUR_GRILLE,
    erreurs_de_taille,
    immense,
    la_direction,
    lire,
    marques_de_taille,
    positions_de_tailles,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import seulement
from p4cours.verification.essais import Appelant, Appeleur, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction, egal
from p4cours.verification.horloge import TropLent
from p4cours.verification.lecture import Malforme, en_phrase, meme, montrer, nombre

# --- eval_serie(serie, p) : le score d'une série de quatre cases ---------------------------------

CasSerie = tuple[list[int], int]


def _score_serie(serie: list[int], p: int) -> float:
    return score_series(lire([serie]), p)


def _sorte(serie: list[int], p: int) -> str:
    siens, autres = serie.count(p), serie.count(3 - p)
    return "mixte" if siens and autres else "mienne" if siens else "adverse" if autres else "vide"


def _series(*sortes: str) -> Callable[[Source], Iterator[CasSerie]]:
    exemples: list[CasSerie] = [([1, 0, 0, 1], 1), ([1, 2, 0, 1], 1), ([2, 2, 0, 2], 1)]

    def cas(source: Source) -> Iterator[CasSerie]:
        toutes = [(list(s), p) for s in product((0, 1, 2), repeat=4) for p in (1, 2)]
        permises = [(s, p) for s, p in toutes if 4 not in (s.count(1), s.count(2))]
        for serie, p in sorted(exemples + permises, key=lambda e: 4 - e[0].count(0) + 5 * (e[1] == 2)):
            if _sorte(serie, p) in sortes:
                yield serie, p

    return cas


def _selon(score: Callable[[int, int], float]) -> Callable[[list[int], int], float]:
    """Une version fausse qui ne regarde que les nombres de pions de p et de l'autre."""
    return lambda serie, p: score(serie.count(p), serie.count(3 - p))


def _quotient(x: int) -> float:
    return x / (4 - x)


def _des_sommes(siens: int, autres: int) -> float:
    """Le score qu'on lirait de ces sommes ; inconnu si l'une vaut 4, qui diviserait par zéro."""
    if siens and autres:
        return 0
    return NotImplemented if 4 in (siens, autres) else _quotient(siens) - _quotient(autres)


def _ouverte(score: Callable[[int], float]) -> Callable[[list[int], int], float]:
    """score(x), signé, pour une série où un seul joueur a des pions."""
    return _selon(lambda a, b: 0 if a and b else score(a) - score(b))


def _arrondie(decimales: int) -> Callable[[list[int], int], float]:
    return _ouverte(lambda x: round(_quotient(x), decimales))


def _a_l_envers(epreuves: list[Epreuve]) -> bool:
    """Les séries de p, au moins, donnent-elles toutes (4 - x)/x ?"""
    miennes = [e for e in epreuves if "mienne" in e.essai.etiquettes and e.appel.exception is None]
    comptes = [serie.count(p) for serie, p in (e.essai.cas for e in miennes)]
    return bool(miennes) and all(
        meme(e.appel.valeur, (4 - x) / x) for e, x in zip(miennes, comptes, strict=True)
    )


EVAL_SERIE = (
    Fonction(
        "eval_serie(serie, p)",
        donner=lambda serie, p: (serie, p),
        attendu=_score_serie,
        lire=nombre,
        dire=lambda *_: "Le score de cette série n'est pas le bon.",
        appel="eval_serie({0}, {1})",
        etiquettes=lambda serie, p: (_sorte(serie, p), f"joueur {p}"),
        options=SUR_GRILLE,
    )
    .critere("les séries où seul p a des pions", 2, _series("mienne"))
    .critere("les séries où seul l'adversaire a des pions", 2, _series("adverse"))
    .critere("0 pour les autres", 1, _series("mixte", "vide"), gratuit=True)
    .question(
        (
            "Où regarder : les trois cas de l'énoncé. Lequel dépend du nombre de pions de p, lequel de celui "
            "de son adversaire ?",
            "À quoi penser : p peut être le joueur 2, et le signe dit à qui la série profite. Dans quel cas "
            "range-t-on une série vide, et que vaut-elle ?",
            "Pour commencer : comptez les pions de p et ceux de l'autre, 3 - p, dans deux variables. Traitez "
            "ensuite le cas le plus simple, celui où personne ne peut plus compléter la série.",
        ),
        (
            (
                "Le signe est inversé : les pions de p ajoutent, ceux de l'adversaire retranchent.",
                _ouverte(lambda x: -_quotient(x)),
            ),
            (
                "Vous oubliez le signe : une série de l'adversaire compte négativement.",
                _selon(lambda a, b: 0 if a and b else _quotient(a + b)),
            ),
            (
                "Vous ne comptez que les séries de p : celles de l'adversaire retranchent leur score.",
                _selon(lambda a, b: 0 if b else _quotient(a)),
            ),
            (
                "Une série où les deux joueurs ont des pions vaut 0 : personne ne peut plus la compléter.",
                _selon(lambda a, b: _quotient(a) - _quotient(b)),
            ),
            (
                "Une série où l'adversaire a un pion ne vaut plus rien pour p.",
                _selon(lambda a, b: _quotient(a) if a else -_quotient(b)),
            ),
            (
                "Une série où p a un pion ne vaut plus rien pour l'adversaire.",
                _selon(lambda a, b: -_quotient(b) if b else _quotient(a)),
            ),
            (
                "Le score d'une série de l'adversaire se calcule avec SES pions y : -y/(4 - y).",
                _selon(lambda a, b: 0 if a and b else _quotient(a) if not b else -b / (4 - a)),
            ),
            (
                "Vous renvoyez le carré du nombre de pions : le score est x/(4 - x).",
                _ouverte(lambda x: x * x),
            ),
            (
                "Vos nombres de pions ne dépassent jamais 1 : pour augmenter un compteur, c'est += 1.",
                _ouverte(lambda x: _quotient(min(x, 1))),
            ),
            (
                "Vous additionnez le contenu des cases : un pion du joueur 2 ne compte que pour un.",
                lambda serie, p: _des_sommes(*((j * serie.count(j)) for j in (p, 3 - p))),
            ),
            (
                "Vous ne regardez que la première case pour savoir à qui est la série.",
                lambda serie, p: (
                    _quotient(serie.count(p)) if serie[0] == p else -_quotient(serie.count(3 - p))
                ),
            ),
            ("Vous renvoyez le nombre de pions x : le score est x/(4 - x).", _ouverte(lambda x: x)),
            (
                "Vous divisez par 4 : le score est x/(4 - x), il augmente de plus en plus vite.",
                _ouverte(lambda x: x / 4),
            ),
            (
                "Vous ne gardez que la partie entière (division entière //, int ou round) : 1/3 devient 0.",
                _ouverte(lambda x: x // (4 - x)),
            ),
            (
                "Vous utilisez la division entière // : 1/3 devient 0 (et -1/3 devient -1).",
                _selon(lambda a, b: 0 if a and b else a // (4 - a) if a else -b // (4 - b)),
            ),
            (
                "Il manque des parenthèses : x / 4 - x est (x / 4) - x, le score est x / (4 - x).",
                _ouverte(lambda x: x / 4 - x),
            ),
            (
                "Il manque des parenthèses : x / 4 - x est (x / 4) - x, le score est x / (4 - x).",
                _selon(lambda a, b: 0 if a and b else a / 4 - a if not b else -b / 4 - b),
            ),
            (
                "Vous ne comptez que les séries de l'adversaire : celles de p ajoutent leur score. (Deux if "
                "et un else ? Pensez à elif.)",
                _selon(lambda a, b: 0 if a else -_quotient(b)),
            ),
            *(
                (
                    "Vous arrondissez le score : renvoyez-le tel quel.",
                    _arrondie(decimales),
                )
                for decimales in (1, 2, 3, 4, 5)
            ),
            Erreur("Votre quotient est à l'envers : x/(4 - x), pas (4 - x)/x.", _a_l_envers),
            (
                "Vous calculez toujours pour le joueur 1 : p est le joueur dont on veut le score.",
                lambda serie, p: _score_serie(serie, 1),
            ),
            ("Votre fonction répond toujours 0.", lambda *_: 0),
            seulement(
                "joueur 2", "Toutes vos erreurs sont pour p = 2 : son adversaire est alors le joueur 1."
            ),
            seulement(
                "joueur 1", "Toutes vos erreurs sont pour p = 1 : son adversaire est alors le joueur 2."
            ),
        ),
    )
)


# --- eval_grille(grille, p) : la somme des scores de toutes les séries ---------------------------

EX_GRILLE = Position.depuis_coups("32444")  # l'exemple de l'énoncé : 3 pour le joueur 1
Combien = Callable[[Position, pos.Alignement], float]


def _exemples(source: Source) -> Iterator[tuple[Position, int]]:
    tirees = (promenade(source.alea, 3)[-1] for _ in range(source.nombre(4)))
    yield from ((position, p) for position in (EX_GRILLE, *pos.petites(1), *tirees) for p in (1, 2))


def _pour_un_joueur(source: Source, positions: Iterator[Position]) -> Iterator[tuple[Position, int]]:
    yield from ((position, source.alea.choice((1, 2))) for position in positions)


def _en_six_sur_sept(source: Source) -> Iterator[tuple[Position, int]]:
    """Des positions ; après les premières, la même avec un pion de plus au milieu : elle ne la vaut pas.

    Une fois sur deux, ce sont deux suites de la position : mêmes pions, sauf un, placé ailleurs."""
    for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(25))):
        p = source.alea.choice((1, 2))
        colonnes = [x for x in position.coups() if 1 <= position.niveau(x) <= 4]
        hautes = sorted(colonnes, key=position.niveau)[::-1] if rang % 2 else colonnes
        suites = [suite for suite in map(position.jouer, hautes) if not suite.finie][: 1 + rang % 2]
        suites = suites if rang < 8 else []
        yield (suites.pop() if len(suites) > 1 else position), p
        yield from ((suite, p) for suite in suites)


def _score(position: Position, serie: pos.Alignement, p: int) -> float:
    return _score_serie([position.case(x, y) for x, y in serie], p)


def _somme(combien: Combien) -> Callable[[Position, int], float]:
    """Le score, chaque série étant comptée `combien` de fois."""

    def valeur(position: Position, p: int) -> float:
        series = alignements(position.largeur, position.hauteur)
        return sum(combien(position, s) * _score(position, s, p) for s in series)

    return valeur


def _notes(position: Position, p: int) -> list[float]:
    """La note de chaque série."""
    return [_score(position, serie, p) for serie in alignements(position.largeur, position.hauteur)]


def _la_plus_grande(position: Position, p: int) -> float:
    return max(_notes(position, p))


def _arrondi(arrondir: Callable[[float], float]) -> Callable[[Position, int], float]:
    return lambda position, p: arrondir(score_series(position, p))


def _cette_diagonale(nom: str) -> Combien:
    """Combien de fois chaque série est comptée, si cette diagonale est prise pour les deux."""
    fois = {**dict.fromkeys(pos.DIRECTIONS, 1), **dict.fromkeys(pos.DIRECTIONS[2:], 0), nom: 2}
    return lambda position, serie: fois[pos.direction(serie)]


def _avec_les_bouts(position: Position, p: int) -> float:
    """Le score, les fins de ligne trop courtes comptées comme des séries."""
    lignes = LIGNES.table(position)
    bouts = (ligne[j:] for ligne in lignes for j in range(position.largeur - 3, position.largeur))
    return score_series(position, p) + sum(_selon_les_pions(bout, p) for bout in bouts)


def _selon_les_pions(serie: list[int], p: int) -> float:
    siens, autres = serie.count(p), serie.count(3 - p)
    return 0 if siens and autres else _quotient(siens) - _quotient(autres)


def _favorables(position: Position, p: int) -> float:
    return _somme(lambda position, serie: _score(position, serie, p) > 0)(position, p)


def _directions(*noms: str, fois: int = 0) -> Callable[[Position, int], float]:
    """Ces directions sont oubliées, ou comptées plusieurs fois."""
    return _somme(lambda position, serie: fois if pos.direction(serie) in noms else 1)


def _hors(condition: Callable[[Position, int, int], bool]) -> Callable[[Position, int], float]:
    """Les séries dont une case vérifie la condition sont oubliées."""
    return _somme(lambda position, serie: not any(condition(position, x, y) for x, y in serie))


_BORDS: dict[str, Callable[[Position, int, int], bool]] = {
    "la colonne 0": lambda p, x, y: x == 0,
    "la dernière colonne, m - 1": lambda p, x, y: x == p.largeur - 1,
    "la ligne 0, celle du haut": lambda p, x, y: y == p.hauteur - 1,
    "la ligne du bas, n - 1": lambda p, x, y: y == 0,
}


def _hors_d_un_bord(direction: str, au_bord: Callable[[Position, int, int], bool]) -> Any:
    """Les séries de cette direction qui touchent ce bord sont oubliées."""
    return _somme(
        lambda position, serie: (
            pos.direction(serie) != direction or not any(au_bord(position, x, y) for x, y in serie)
        )
    )


EVAL_GRILLE = (
    Fonction(
        "eval_grille(grille, p)",
        donner=lambda position, p: (LIGNES.table(position), p),
        attendu=lambda position, p: montrer(round(score_series(position, p), 6)),
        lire=nombre,
        juger=lambda appel, position, p: egal(
            score_series(position, p),
            nombre,
            f"Le score de cette grille pour le joueur {p} n'est pas le bon.",
        )(appel),
        appel="eval_grille(grille, {1})",
        etiquettes=marques_de_taille,
        options=SUR_GRILLE,
    )
    .critere("ex_grille et les petites grilles", 1, _exemples)
    .critere(
        "des grilles 6 × 7",
        2,
        _en_six_sur_sept,
    )
    .critere(
        "toutes les tailles de grille",
        1,
        lambda source: _pour_un_joueur(
            source,
            chain(
                positions_de_tailles(source, source.nombre(4), GRANDE),
                pos.au_hasard(source.alea, source.nombre(1), immense(source)),
            ),
        ),
    )
    .question(
        (
            "Où regarder : votre victoire. Elle examine déjà toutes les séries de la grille.",
            "À quoi penser : chaque série est vue une fois et une seule (69 en 6 × 7, dont 12 dans chaque "
            "diagonale), et aucune n'arrête le parcours.",
            "Pour commencer : un score nul, et le parcours de victoire. Là où elle décidait, il reste à "
            "construire la liste des quatre valeurs et à s'en servir.",
        ),
        (
            *erreurs_de_taille(0.5),
            (
                "Vous calculez le score de l'autre joueur (ou le signe est inversé).",
                lambda position, p: score_series(position, 3 - p),
            ),
            (
                "Vous calculez toujours le score du joueur 1 : servez-vous de p.",
                lambda position, p: score_series(position, 1),
            ),
            *(
                (f"Une direction vous échappe : {la_direction(nom)}.", _directions(nom))
                for nom in pos.DIRECTIONS
            ),
            *(
                (f"Vous comptez deux fois une direction : {la_direction(nom)}.", _directions(nom, fois=2))
                for nom in pos.DIRECTIONS
            ),
            ("Les deux diagonales vous échappent.", _directions(*pos.DIRECTIONS[2:])),
            ("Vous ne comptez que les séries horizontales.", _directions(*pos.DIRECTIONS[1:])),
            ("Vous comptez deux fois les deux diagonales.", _directions(*pos.DIRECTIONS[2:], fois=2)),
            *(
                (
                    "Vous comptez deux fois la même diagonale : il y en a deux, celle qui monte et celle qui "
                    "descend.",
                    _somme(_cette_diagonale(nom)),
                )
                for nom in pos.DIRECTIONS[2:]
            ),
            (
                "Vous comptez chaque série deux fois : une fois dans chaque sens, ou pour chaque joueur ?",
                _somme(lambda *_: 2),
            ),
            (
                "Des séries de moins de quatre cases sont comptées : au bout d'une ligne, une tranche comme "
                "grille[i][j:j + 4] est plus courte.",
                _avec_les_bouts,
            ),
            *(
                ("Vous arrondissez le score : renvoyez-le tel quel.", _arrondi(arrondir))
                for arrondir in (int, round, lambda x: round(x, 1), lambda x: round(x, 2))
            ),
            ("Vous gardez la plus grande des notes : il faut leur somme.", _la_plus_grande),
            (
                "Vous divisez par le nombre de séries : c'est la somme des notes, pas leur moyenne.",
                lambda position, p: fmean(_notes(position, p)),
            ),
            (
                "Les notes égales ne sont comptées qu'une fois : un ensemble (set) n'a pas de répétition.",
                lambda position, p: sum({*_notes(position, p)}),
            ),
            (
                "Vous oubliez les séries qui touchent la dernière colonne, m - 1.",
                _hors(lambda p, x, y: x == p.largeur - 1),
            ),
            (
                "Vous oubliez les séries qui touchent la ligne du bas, n - 1.",
                _hors(lambda p, x, y: y == 0),
            ),
            (
                "Vous oubliez les séries qui touchent le bord droit ou la ligne du bas.",
                _hors(lambda p, x, y: y == 0 or x == p.largeur - 1),
            ),
            ("Vous oubliez les séries qui touchent la colonne 0.", _hors(lambda p, x, y: x == 0)),
            (
                "Vous oubliez les séries qui touchent la ligne 0, celle du haut.",
                _hors(lambda p, x, y: y == p.hauteur - 1),
            ),
            *(
                (
                    f"Vous oubliez, dans une direction ({nom}), les séries qui touchent {bord}.",
                    _hors_d_un_bord(nom, au_bord),
                )
                for nom in pos.DIRECTIONS
                for bord, au_bord in _BORDS.items()
            ),
            (
                "Le total ne garde que la dernière ligne : est-il remis à zéro à chaque ligne ?",
                _somme(lambda position, serie: all(y == 0 for _, y in serie)),
            ),
            (
                "Le total ne garde que la dernière série : il faut ajouter chaque score, avec +=.",
                _somme(lambda position, serie: all(y == 0 and x >= position.largeur - 4 for x, y in serie)),
            ),
            (
                "Vous ne comptez que les séries favorables : celles de l'adversaire se retranchent.",
                _favorables,
            ),
            ("Votre fonction répond toujours 0.", lambda *_: 0),
        ),
        {"eval_serie": AIDES["eval_serie"]},
    )
)


# --- eval_grille2(grille, p) : une heuristique jugée par un match, pas par une partie ------------


def _est_un_nombre(appel: Appel, *_: Any) -> None:
    nombre(appel.valeur, "le score")


def _toutes_grilles(source: Source) -> Iterator[tuple[Position, int]]:
    positions = [Position(), *pos.au_hasard(source.alea, source.nombre(10)), *positions_de_tailles(source, 2)]
    yield from ((position, p) for position in positions for p in (1, 2))


Departs = tuple[Position, ...]
Joues = dict[tuple[Any, tuple[str, ...]], Appel]  # les matchs joués, chacun une seule fois


@lru_cache(maxsize=1)
def _departs() -> Departs:
    # Les mêmes pour tous : la réponse est jugée pareil dans le notebook et à la correction.
    return tuple(departs_de(PARTIES, GRAINE))


def _matchs(source: Source) -> Iterator[tuple[Joues, Departs, Departs]]:
    """Le match de tous ; à la correction, un autre aussi : une table du premier n'y sert à rien."""
    autres = tuple(pos.au_hasard(source.alea, AILLEURS))
    yield {}, _departs(), autres
    for _ in range(source.nombre(1) - 1):
        yield {}, tuple(ouvertures(source.alea, PARTIES // 2)), autres


AILLEURS = 50  # grilles, hors du match, où la réponse ne doit pas être eval_grille elle-même
PAREILLES = 20  # ouvertures où chacune gagne autant : ce sont deux fois les mêmes choix


def _jouer_le_match(essai: Essai, appelant: Appelant) -> Epreuve:
    """200 parties contre le score par séries, tout entières dans un seul appel protégé.

    Une seule fois pour la réponse de l'élève ; une réparation que l'on essaie n'a que le temps qui reste."""
    assert isinstance(appelant, Appeleur)
    joues, departs, autres = essai.cas
    evaluation, aides = appelant.fonction, tuple(appelant.aides)
    if (evaluation, aides) not in joues:
        reparee = bool(joues) and all(fonction is not evaluation for fonction, _ in joues)
        delai = appelant.horloge.accorder(essai.delai) if reparee else essai.delai
        with remplacer(evaluation, appelant.aides):
            joues[evaluation, aides] = appeler(lambda: _match(evaluation, departs, autres), (), delai=delai)
        if reparee and joues[evaluation, aides].expire:
            raise TropLent
    appel = joues[evaluation, aides]
    if isinstance(appel.exception, Malforme):
        return Epreuve(essai, appel, Ecart(en_phrase(appel.exception), "un nombre", cause="forme"))
    epreuve = Epreuve(essai, appel, juger(essai, appel))
    return replace(epreuve, remarque=f"Match : {appel.valeur[0]}.") if epreuve.reussie else epreuve


Notee = tuple[Position, int]  # une grille, et le joueur pour qui on la note


def _match(evaluation: Callable[..., Any], departs: Departs, autres: Departs) -> tuple[Match, bool]:
    """Le match, arrêté quand la suite n'y peut plus rien ; hors du match, est-ce encore eval_grille ?"""
    jouees: list[tuple[float, float]] = []
    for paire in _paires(evaluation, departs):
        jouees.append(paire)
        au_mieux = Match((*jouees, *[(1.0, 1.0)] * (PARTIES // 2 - len(jouees))))
        if not _gagne(au_mieux, departs) or (len(jouees) == PAREILLES and Match(tuple(jouees)).neutre):
            break
    grilles = [(q, p) for q in autres for p in (1, 2)]
    notes = _noter(evaluation, grilles)
    return Match(tuple(jouees)), all(meme(notes[grille], score_series(*grille)) for grille in grilles)


def _noter(evaluation: Callable[..., Any], grilles: Sequence[Notee]) -> dict[Notee, float]:
    """Les notes de toutes ces grilles, demandées ensemble : à la correction, chaque demande est un voyage."""
    lots = [(LIGNES.table(position), p) for position, p in grilles]
    return {
        grille: nombre(note, "le score")
        for grille, note in zip(grilles, chacun(evaluation, lots), strict=True)
    }


DE_FRONT = 10  # ouvertures dont les parties avancent du même pas : un match perdu s'arrête vite


def _paires(evaluation: Callable[..., Any], departs: Departs) -> Iterator[tuple[float, float]]:
    """Les points de cette réponse dans chaque paire de parties : elle a les pions 1, puis les pions 2."""
    for rang in range(0, len(departs), DE_FRONT):
        parties = [(depart, camp) for depart in departs[rang : rang + DE_FRONT] for camp in (1, 2)]
        gagnes = [points(finale, camp) for finale, camp in _mener(evaluation, parties)]
        yield from zip(gagnes[::2], gagnes[1::2], strict=True)


def _mener(evaluation: Callable[..., Any], parties: list[Notee]) -> list[Notee]:
    """Ces parties (une position, le camp de la réponse) menées à leur fin contre le score par séries."""
    adverse = joueur_heuristique(score_series)
    while not all(position.finie for position, _ in parties):
        coups = _choisir(evaluation, [p for p, camp in parties if not p.finie and p.trait == camp])
        parties = [
            (p if p.finie else p.jouer(coups[p] if p.trait == camp else adverse(p)), camp)
            for p, camp in parties
        ]
    return parties


def _choisir(evaluation: Callable[..., Any], positions: Sequence[Position]) -> dict[Position, int]:
    """Ce que joue à profondeur 1, dans chacune, qui suit cette réponse."""
    filles = [(position.jouer(x), position.trait) for position in positions for x in position.coups()]
    notes = _noter(evaluation, [(fille, p) for fille, p in filles if not fille.finie])
    suivre = joueur_heuristique(lambda fille, p: notes[fille, p])
    return {position: suivre(position) for position in positions}


def _gagne(match: Match, departs: Departs) -> bool:
    """Le match de tous se gagne sans doute possible ; sur d'autres ouvertures, il suffit de gagner."""
    return (match.intervalle[0] if departs == _departs() else match.score) > 0.5


def _juge_match(appel: Appel, joues: Joues, departs: Departs, autres: Departs) -> Ecart | None:
    resultat: Match
    resultat, pareille = appel.valeur
    if resultat.parties < PARTIES or not _gagne(resultat, departs):
        arrete = "" if resultat.parties == PARTIES else " (arrêté là : la suite n'y changerait rien)"
        phrase = f"{_conclusion(resultat)} Match{arrete} : {resultat}."
        return Ecart(phrase, "un intervalle entièrement au-dessus de 1/2", virgule(resultat.score, ".3f"))
    if pareille:
        phrase = (
            "Hors de ce match, eval_grille2 donne exactement les notes d'eval_grille : elle ne connaît que "
            "les grilles de ces parties-là. Elle doit regarder n'importe quelle grille."
        )
        return Ecart(phrase, "une autre note qu'eval_grille", "la même partout", cause="table")
    return None


def _conclusion(resultat: Match) -> str:
    if resultat.neutre:
        return "eval_grille2 joue comme eval_grille (la multiplier par une constante ne change aucun choix)."
    if resultat.intervalle[1] < 0.5:
        return "eval_grille2 est MOINS bonne que eval_grille."
    return "On ne peut pas conclure que eval_grille2 est meilleure : l'intervalle contient 1/2."


EVAL_GRILLE2 = (
    Fonction(
        "eval_grille2(grille, p)",
        donner=lambda position, p: (LIGNES.table(position), p),
        attendu=lambda *_: "un nombre",
        juger=_est_un_nombre,
        appel="eval_grille2(grille, {1})",
        etiquettes=marques_de_taille,
        options=SUR_GRILLE,
    )
    .critere("un nombre, pour toute grille, sans la modifier", 1, _toutes_grilles, gratuit=True)
    .critere(
        f"meilleure que eval_grille sur {PARTIES} parties",
        3,
        _matchs,
        donner=lambda *_: (),
        attendu=lambda *_: "plus de la moitié des points",
        juger=_juge_match,
        appel=lambda *_: f"un match de {PARTIES} parties, eval_grille2 contre eval_grille, à profondeur 1",
        etiquettes=lambda *_: (),
        options={"faire": _jouer_le_match, "sans_retour": True, "relancable": False, "delai": 40.0},
        neuf=True,
    )
    .question(
        (
            "Où regarder : les deux grilles dessinées dans l'énoncé. eval_grille les note pareil ; "
            "joueriez-vous l'une aussi volontiers que l'autre ?",
            "À quoi penser : trois pions ne valent pas autant si la case qui manque est jouable ou non, et "
            "selon le joueur qui va jouer. Le début de la cellule dit qui c'est.",
            "Pour commencer : repartez de la note d'eval_grille. Refaites le parcours en gardant cette fois "
            "les coordonnées de chaque série, et corrigez la note des séries de trois pions dont la case "
            "libre repose sur le fond ou sur un pion : de combien, et dans quel sens ?",
        ),
        ERREURS_DE_TAILLE,
        {nom: AIDES[nom] for nom in ("eval_serie", "eval_grille", "victoire")},
    )
)
