"""Le graphe des situations : où il s'arrête (eval_f), comment on y avance (fils), combien il en contient
(formule, k_max, nb_distinctes)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import inf, isinf, perm
from typing import Any

from p4core.appels import Appel, noms_utilises, voisine
from p4core.codages import SITUATION, vers_situation
from p4core.francais import enumerer, quantite
from p4core.jeu import Case, Position, alignements
from p4cours.tp4_graphe.grille import AUTRES_PLEINES_GAGNEES, GAGNEES_AU_41E, PLEINES_GAGNEES
from p4cours.tp4_graphe.situations import (
    J0,
    Situation,
    a_gagne,
    aides,
    aligne,
    conseiller,
    intacte,
    issue,
    phrase_copie,
    position_de,
    retournees,
    sans_gagnant,
    sur_situation,
    tirees,
)
from p4cours.verification import positions as pos
from p4cours.verification.causes import code_de, entiers_ecrits
from p4cours.verification.diagnostics import etiquette, fautes, restreinte, seulement, valeurs
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction, reponse, valeur_entiere
from p4cours.verification.lecture import Malforme, entier, montrer, nombre, suite

# --- eval_f(s, coup) : la partie est-elle finie, et pour qui ? ------------------------------------


_SENS = {
    inf: "J0 vient d'aligner 4 pions",
    -inf: "J1 vient d'aligner 4 pions",
    0: "la grille est pleine et personne n'a gagné",
    None: "la partie n'est pas finie",
}
CasEval = tuple[Any, ...]  # position, le dernier coup est-il donné ?, étiquettes


def _lire_issue(valeur: Any) -> float | None:
    if valeur is None:
        return None
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf, 0 ou None, pas {valeur}.")
    if isinstance(valeur, str):
        raise Malforme(f"on attend la valeur inf du module math, pas la chaîne {valeur!r}.")
    return nombre(valeur)


def _juger_issue(appel: Appel, position: Position, *_reste: Any) -> Ecart | None:
    obtenu, attendu = _lire_issue(appel.valeur), issue(position)
    if obtenu == attendu:
        return None
    affiche = " Vous l'affichez au lieu de le renvoyer ?" if obtenu is None and appel.sortie.strip() else ""
    phrase = f"Ici {_SENS[attendu]} : eval_f doit renvoyer {attendu}.{affiche}"
    return Ecart(phrase, str(attendu), montrer(appel.valeur))


def _nature(position: Position, avec_coup: bool, *etiquettes: str) -> tuple[str, ...]:
    nature = "victoire" if position.gagnant else "nulle" if position.pleine else "en cours"
    return nature, *etiquettes, *(() if position.nb_coups else ("départ",))


def _coup_connu(position: Position) -> tuple[Any, ...]:
    return (SITUATION.coup(position.dernier),) if position.dernier else ()


def _victoires(source: Source) -> Iterator[CasEval]:
    yield from ((p, True) for p in (*_gagnees(), *_tardives(source, 2)))
    yield from ((p, True) for p in pos.finies(source.alea, source.nombre(30)) if p.gagnant)


def _tardives(source: Source, nombre: int) -> list[Position]:
    """Des parties gagnées avec une seule case libre."""
    tirage = tirees(source.alea, GAGNEES_AU_41E[1:], source.nombre(nombre))
    return [Position.depuis_coups(GAGNEES_AU_41E[0]), *tirage]


def _gagnees() -> list[Position]:
    """Chaque alignement, pour chaque joueur, les plus petites positions d'abord."""
    return sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)


def _nulles(source: Source) -> Iterator[CasEval]:
    toutes = (*pos.nulles(), *map(Position.depuis_coups, pos.PRESQUE_PLEINES))
    for position in (*toutes, *retournees(source.alea, toutes, source.nombre(3))):
        yield from ((position, avec_coup) for avec_coup in (True, False))


def _pleines_gagnees(source: Source) -> Iterator[CasEval]:
    pleines = map(Position.depuis_coups, PLEINES_GAGNEES)
    tirage = tirees(source.alea, AUTRES_PLEINES_GAGNEES, source.nombre(2))
    yield from ((p, True, "pleine et gagnée") for p in (*pleines, *tirage))


def _en_cours(source: Source) -> Iterator[CasEval]:
    yield Position(), False
    presque = tuple(coups[:41] for coups in pos.PRESQUE_PLEINES)
    for coups in ("4", "44", "112233", "121212", "1234567", "777777", *presque):
        yield from ((Position.depuis_coups(coups), avec_coup) for avec_coup in (True, False))
    for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(30))):
        yield position, rang % 2 == 0


def _sans_coup(source: Source) -> Iterator[CasEval]:
    # Dans la troisième, aucun pion de l'alignement n'est dans la première colonne.
    pleines = map(Position.depuis_coups, (*PLEINES_GAGNEES, AUTRES_PLEINES_GAGNEES[0]))
    tirage = (
        *pos.finies(source.alea, source.nombre(12)),
        *tirees(source.alea, AUTRES_PLEINES_GAGNEES, source.nombre(1)),
        *_tardives(source, 1),
    )
    yield from ((p, False, "sans coup") for p in (*_gagnees(), *pleines, *tirage))
    yield from ((Position.depuis_coups(coups), False) for coups in ("112233", "5566771"))


def _coup_inconnu(essai: Essai, appelant: Appelant) -> Epreuve:
    """Dit d'une erreur de Python sur None que le coup n'était pas donné."""
    epreuve = essai.une_fois(appelant)
    sur_none = isinstance(epreuve.appel.exception, TypeError) and "None" in str(epreuve.appel.exception)
    if epreuve.ecart is None or not sur_none or len(essai.arguments) > 1:
        return epreuve
    return conseiller(
        epreuve, "Ici le dernier coup n'est pas connu : coup vaut None, et non un couple (i, j)."
    )


def _vides_alignees(epreuve: Epreuve) -> bool:
    """Quatre cases vides sont-elles alignées ? None y est égal à None."""
    return any(not any(epreuve.essai.cas[0].case(*c) for c in cases) for cases in alignements())


def _gain_de_cases_vides(epreuves: list[Epreuve]) -> bool:
    """On ne se trompe que devant des cases vides alignées, prises pour une victoire, et toujours sans coup.

    Le gagnant annoncé dépend de l'ordre du parcours : il n'est pas regardé."""
    sans_coup = [e for e in epreuves if not e.essai.cas[1] and issue(e.essai.cas[0]) is None]
    return all(not e.reussie for e in sans_coup if _vides_alignees(e)) and all(
        _vides_alignees(e) and isinstance(e.appel.valeur, float) and isinf(e.appel.valeur)
        for e in fautes(epreuves)
    )


def _par_lignes(choisir: Callable[..., Case]) -> Callable[[list[Case]], Case]:
    return lambda cases: choisir(cases, key=lambda case: (case[1], case[0]))


def _un_seul_essaye(choisir: Callable[[list[Case]], Case]) -> Callable[..., float | None]:
    """La réponse de celui qui, sans connaître le coup, n'essaie qu'un pion."""

    def fausse(position: Position, avec_coup: bool, *_etiquettes: str) -> float | None:
        if avec_coup and position.dernier:
            return issue(position)
        dernier = 3 - position.trait
        siens = [(x, y) for x in range(7) for y in range(6) if position.case(x, y) == dernier]
        if siens and aligne(position, choisir(siens)):
            return inf if dernier == J0 else -inf
        return 0 if position.pleine else None

    return fausse


def _sans_coup_seulement(gagnant: int) -> Callable[..., float | None]:
    """La réponse de celui qui, sans connaître le coup, manque les victoires de ce joueur."""

    def fausse(position: Position, avec_coup: bool, *_etiquettes: str) -> float | None:
        manquee = position.gagnant == gagnant and not (avec_coup and position.dernier)
        return (0 if position.pleine else None) if manquee else issue(position)

    return fausse


def _codes(*valeurs: Any) -> Callable[..., Any]:
    """Les valeurs rendues quand J0 gagne, quand J1 gagne, pour une nulle, et en cours de partie."""
    table = dict(zip((inf, -inf, 0, None), valeurs, strict=True))
    return lambda position, *_reste: table[issue(position)]


EVAL_F = (
    sur_situation(
        "eval_f(s, coup=None)",
        lambda position, avec_coup, *_: _coup_connu(position) if avec_coup else (),
        attendu=lambda position, *_: str(issue(position)),
        lire=_lire_issue,
        juger=_juger_issue,
        etiquettes=_nature,
        options={"sans_retour": True, "faire": _coup_inconnu},
    )
    .critere("inf si J0 gagne, -inf si J1 gagne", 3, _victoires)
    .critere("0 pour une partie nulle", 1, _nulles, gratuit=True)
    .critere("la victoire au dernier coup", 1, _pleines_gagnees, gratuit=True)
    .critere("None tant que la partie n'est pas finie", 1, _en_cours, gratuit=True)
    .critere("sans connaître le dernier coup", 2, _sans_coup)
    .question(
        (
            "Où regarder : le tableau de l'énoncé. L'ordre dans lequel on teste les cas compte : un même "
            "coup peut remplir la grille et gagner.",
            "À quoi penser : s[0] est le prochain à jouer ; qui peut donc avoir gagné ? Et si l'on ne "
            "connaît pas le coup, quelles cases a-t-il pu jouer ?",
            "Pour commencer : faites la liste des coups à essayer (un seul s'il est donné ; sinon, toutes "
            "les cases qui portent un pion de ce joueur), et passez-les à gagnant l'un après l'autre.",
        ),
        [
            valeurs(
                "Vous renvoyez une chaîne de caractères : on attend la valeur inf du module math, sans "
                "guillemets.",
                lambda valeur: isinstance(valeur, str),
            ),
            valeurs(
                "Vous renvoyez False là où l'on attend None ou 0 : ce sont trois valeurs différentes.",
                lambda valeur: valeur is False,
            ),
            restreinte(
                valeurs(
                    "Vous renvoyez True ou False, la réponse de partie_nulle : on attend 0 si la partie est "
                    "nulle, None si elle continue.",
                    lambda valeur: isinstance(valeur, bool),
                ),
                lambda epreuve: "victoire" not in epreuve.essai.etiquettes or not epreuve.reussie,
            ),
            valeurs("Vous renvoyez un booléen : on attend inf ou -inf.", lambda v: isinstance(v, bool)),
            (
                "Les signes sont échangés : inf si J0 a gagné, -inf si J1 a gagné. Souvenez-vous que s[0] "
                "est le PROCHAIN à jouer : celui qui vient de gagner est l'autre.",
                _codes(-inf, inf, 0, None),
            ),
            (
                "Les signes sont échangés (inf si J0 a gagné), et une partie nulle vaut 0, pas None.",
                _codes(-inf, inf, None, None),
            ),
            (
                "Vous renvoyez 0 quand la partie continue : 0 veut dire « partie nulle ». Tant que rien "
                "n'est décidé, c'est None.",
                _codes(inf, -inf, 0, 0),
            ),
            (
                "Une partie nulle vaut 0, pas None : None veut dire que la partie n'est pas finie.",
                _codes(inf, -inf, None, None),
            ),
            ("Vous échangez 0 (partie nulle) et None (partie en cours).", _codes(inf, -inf, None, 0)),
            (
                "Vous renvoyez inf quel que soit le gagnant : si c'est J1, la valeur est -inf.",
                _codes(inf, inf, 0, None),
            ),
            (
                "Vous renvoyez -inf quel que soit le gagnant : si c'est J0, la valeur est inf.",
                _codes(-inf, -inf, 0, None),
            ),
            ("Vous renvoyez le numéro du gagnant : on attend inf ou -inf.", _codes(0, 1, 0, None)),
            ("Vous renvoyez 1 et -1 : on attend inf et -inf.", _codes(1, -1, 0, None)),
            ("Votre fonction renvoie toujours None : un return oublié ?", _codes(None, None, None, None)),
            (
                "Aucune victoire ne vous apparaît : cherchez les alignements de celui qui vient de jouer, "
                "1 - s[0], et non de s[0].",
                lambda position, *_: 0 if position.pleine else None,
            ),
            ("Les victoires de J1 vous échappent.", _codes(inf, None, 0, None)),
            ("Les victoires de J0 vous échappent.", _codes(None, -inf, 0, None)),
            (
                "Vous testez la partie nulle avant la victoire : le dernier coup peut remplir la grille ET "
                "gagner.",
                lambda position, *_: 0 if position.pleine else issue(position),
            ),
            (
                "Quand coup vaut None, vous concluez à la partie nulle sans avoir essayé tous les pions : le "
                "dernier coup peut remplir la grille ET gagner.",
                lambda position, avec_coup, *_: 0 if position.pleine and not avec_coup else issue(position),
            ),
            (
                "Vous annoncez une victoire dans toute situation : appelez-vous gagnant, avec ses "
                "parenthèses et ses arguments ?",
                lambda position, *_: -inf if position.trait == J0 else inf,
            ),
            valeurs(
                "Vous renvoyez un grand nombre : on attend inf ou -inf, du module math, plus grand que tout.",
                lambda valeur: isinstance(valeur, int | float) and 100 < abs(valeur) < inf,
            ),
            Erreur(
                "Vous essayez aussi les cases vides : quatre cases vides alignées (None est égal à None) "
                "passent alors pour une victoire. Essayez les pions de celui qui vient de jouer, et non les "
                "cases vides.",
                _gain_de_cases_vides,
            ),
            *(
                (
                    "Quand coup vaut None, votre réponse ne tient qu'à un seul pion : le return est-il à "
                    "l'intérieur de la boucle, ou chaque tour efface-t-il le précédent ? Il faut les essayer "
                    "tous avant de conclure.",
                    _un_seul_essaye(choisir),
                )
                for choisir in (min, max, _par_lignes(min), _par_lignes(max))
            ),
            (
                "Quand coup vaut None, les victoires de J0 vous échappent : son pion vaut 0, qui est "
                "« faux » pour Python comme None.",
                _sans_coup_seulement(J0),
            ),
            (
                "Quand coup vaut None, les victoires de J1 vous échappent : le gagnant peut être J1 aussi.",
                _sans_coup_seulement(1),
            ),
            seulement(
                "pleine et gagnée",
                "Le dernier coup peut remplir la grille ET gagner : regardez d'abord s'il y a une victoire.",
            ),
            seulement(
                "sans coup",
                "Quand coup vaut None, il faut chercher un alignement dans toute la grille : essayez tous "
                "les pions de celui qui vient de jouer, 1 - s[0].",
            ),
            seulement("départ", "Seul le départ vous trompe : la grille vide n'est pas une partie finie."),
            seulement("nulle", "Toutes vos erreurs concernent les parties nulles."),
            seulement("victoire", "Toutes vos erreurs concernent les parties gagnées."),
            seulement(
                "en cours", "Toutes vos erreurs concernent les parties en cours : rien n'y est décidé."
            ),
        ],
        aides("gagnant", "partie_nulle"),
    )
)


# --- fils(s) : toutes les situations que l'on peut atteindre en un coup ---------------------------


def _suivantes(position: Position) -> dict[int, Situation]:
    """Les situations suivantes, par colonne, que la partie soit gagnée ou non."""
    ouverte = sans_gagnant(position)
    return {x: vers_situation(ouverte.jouer(x)) for x in ouverte.coups()}


def _lire(valeur: Any) -> list[Situation]:
    elements = suite(valeur)
    if elements and all(isinstance(e, int) for e in elements):
        raise Malforme("vous renvoyez des numéros de colonnes : on attend la liste des situations obtenues.")
    if elements and all(isinstance(e, list) and len(e) == 6 for e in elements):
        raise Malforme(
            "vous renvoyez des grilles : on attend des situations, c'est-à-dire des couples (joueur, grille)."
        )
    couples = all(isinstance(e, tuple) and len(e) == 2 and isinstance(e[1], tuple) for e in elements)
    if elements and couples and all(len(e[1]) == 6 for e in elements):
        raise Malforme(
            "dans chaque élément, la grille est un tuple : on attend une liste de lignes, comme dans s. "
            "construit_cle fabrique une clé, pas une situation."
        )
    if elements and couples:
        raise Malforme("chaque élément est un couple où la situation est rangée : on attend les situations.")
    return [SITUATION.lire(e, f"l'élément {rang} de la liste") for rang, e in enumerate(elements)]


def _juger_fils(appel: Appel, position: Position, *_etiquettes: str) -> Ecart | None:
    obtenues, suivantes = _lire(appel.valeur), _suivantes(position)
    manquantes = [x for x, s in suivantes.items() if s not in obtenues]
    if not manquantes and len(obtenues) == len(suivantes):
        return None
    grilles = {id(s[1]) for s in appel.valeur}
    if len(grilles) > 1 and appel.apres[0] != vers_situation(position):
        return Ecart(phrase_copie(appel), "s inchangée", cause="copie")
    if len(grilles) == 1 < len(obtenues):
        phrase = (
            "Toutes les situations renvoyées ont la même grille en mémoire : chaque coup s'ajoute aux "
            "précédents. Repartez chaque fois de s, avec depose_pion."
        )
    elif manquantes:
        colonnes = "les colonnes" if len(manquantes) > 1 else "la colonne"
        phrase = f"Il manque ce qu'on obtient en jouant dans {colonnes} {enumerer(map(str, manquantes))}."
    elif len(set(map(repr, obtenues))) < len(obtenues):
        phrase = "La même situation est plusieurs fois dans la liste."
    else:
        phrase = f"Il y a {quantite(len(obtenues) - len(suivantes), 'situation')} de trop."
    return Ecart(
        phrase,
        f"{len(suivantes)} situations",
        f"{len(obtenues)} situations : {montrer(appel.valeur, 160)}",
        [(x, position.niveau(x)) for x in manquantes],
    )


def _faciles(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from (p for p in pos.au_hasard(source.alea, source.nombre(25)) if len(p.coups()) == 7)


def _pleines(source: Source) -> Iterator[tuple[Position, str]]:
    yield from ((Position.depuis_coups(str(colonne) * 6), "pleine") for colonne in range(1, 8))
    yield from ((p, "pleine") for p in pos.nulles())
    yield from ((p, "pleine") for p in pos.presque_pleines(1, 2, 4))
    yield from ((p, "pleine") for p in pos.au_hasard(source.alea, source.nombre(40)) if len(p.coups()) < 7)


def _gagnees_deja(source: Source) -> Iterator[tuple[Position, str]]:
    """Des parties gagnées, où fils ne regarde pas qu'elles le sont."""
    choisies = [
        *source.alea.choices(_gagnees(), k=source.nombre(6)),
        *pos.finies(source.alea, source.nombre(6)),
    ]
    yield from ((p, "gagnée") for p in sorted(choisies, key=lambda p: p.nb_coups) if _sept_fils(p))


def _sept_fils(position: Position) -> bool:
    return position.gagnant > 0 and len(_suivantes(position)) == 7


def _colonne_pleine(essai: Essai, appelant: Appelant) -> Epreuve:
    """Une erreur de Python, ici, vient d'un pion posé dans une colonne pleine."""
    epreuve = essai.une_fois(appelant)
    nom = isinstance(epreuve.appel.exception, NameError)  # une variable jamais remplie : rien à voir
    if epreuve.ecart is None or epreuve.ecart.cause != "exception" or nom:
        return epreuve
    conseil = "Ici une colonne au moins est pleine : écartez-la avant d'appeler depose_pion."
    if appelant((vers_situation(Position.depuis_coups("2111111")),), delai=essai.delai).exception is None:
        conseil += (
            " Celles qui finissent par un pion de J0 vous échappent : 0 est « faux » pour Python, comme "
        )
        conseil += "None. Écrivez « is None »."
    return conseiller(epreuve, conseil)


def _l_un_apres_l_autre(position: Position) -> list[Situation]:
    """Les situations de celui qui joue chaque coup après les précédents."""
    atteintes: list[Situation] = []
    for x in range(7):
        if x in (position := sans_gagnant(position)).coups():
            position = position.jouer(x)
            atteintes.append(vers_situation(position))
    return atteintes


def _vient_de_finir(position: Position) -> bool:
    """Le dernier coup gagne-t-il, ou remplit-il la grille ?"""
    return position.pleine or a_gagne(position, 3 - position.trait)


def _sauf(position: Position, colonne: int) -> list[Situation]:
    return [s for x, s in _suivantes(position).items() if x != colonne]


def _en_vrac(situations: Iterable[Situation]) -> list[str]:
    return sorted(map(repr, situations))


FILS = (
    sur_situation(
        "fils(s)",
        attendu=lambda position, *_: f"{len(_suivantes(position))} situations",
        lire=_lire,
        ranger=_en_vrac,
        juger=_juger_fils,
        etiquettes=lambda position, *etiquettes: etiquettes,
        options={"permissif": True},
    )
    .critere("une situation par colonne jouable", 2, _faciles)
    .critere("sans regarder si la partie est gagnée", 0.5, _gagnees_deja)
    .critere(
        "les colonnes pleines écartées", 1, _pleines, options={"permissif": True, "faire": _colonne_pleine}
    )
    .critere(
        "la situation donnée reste intacte",
        1,
        _faciles,
        gratuit=True,
        juger=lambda appel, position: None,  # le contenu de la liste est jugé ailleurs
        options={"faire": intacte},
    )
    .question(
        (
            "Où regarder : depose_pion, qui fait déjà presque tout. De chaque situation partent au plus 7 "
            "coups, un par colonne.",
            "À quoi penser : depose_pion suppose la colonne jouable. Quelle case dit si elle l'est encore ?",
            "Pour commencer : parcourez les 7 colonnes, gardez celles où il reste de la place, et "
            "rassemblez ce que depose_pion donne pour chacune.",
        ),
        [
            ("Vous oubliez la dernière colonne, j = 6.", lambda p, *_: _sauf(p, 6)),
            ("Vous oubliez la première colonne, j = 0.", lambda p, *_: _sauf(p, 0)),
            (
                "Vous ne renvoyez qu'une situation : le return est-il à l'intérieur de la boucle ?",
                lambda p, *_: list(_suivantes(p).values())[:1],
            ),
            (
                "Vous ne changez pas de joueur : dans les situations atteintes, c'est à l'autre de jouer.",
                lambda p, *_: [(1 - joueur, G) for joueur, G in _suivantes(p).values()],
            ),
            ("Votre liste est toujours vide.", lambda p, *_: []),
            *(
                (
                    "Vous ne renvoyez que la dernière situation : la liste est-elle vidée, ou remplacée, à "
                    "chaque tour de boucle ?",
                    derniere,
                )
                for derniere in (
                    lambda p, *_: list(_suivantes(p).values())[-1:],
                    lambda p, *_: [s for x, s in _suivantes(p).items() if x == 6],
                )
            ),
            (
                "Vous vous arrêtez à la première colonne pleine : passez à la suivante (ni return ni break).",
                lambda p, *_: [
                    s for x, s in _suivantes(p).items() if [*_suivantes(p)][: x + 1] == [*range(x + 1)]
                ],
            ),
            (
                "Vous écartez les coups qui finissent la partie : ils donnent une situation, comme les "
                "autres.",
                lambda p, *_: [s for s in _suivantes(p).values() if not _vient_de_finir(position_de(s))],
            ),
            (
                "Vous mettez aussi s dans la liste : on n'attend que les situations d'après un coup.",
                lambda p, *_: [vers_situation(p), *_suivantes(p).values()],
            ),
            (
                "Vous jouez deux coups : on attend les situations d'après un seul.",
                lambda p, *_: [
                    t for s in _suivantes(p).values() for t in _suivantes(position_de(s)).values()
                ],
            ),
            (
                "Vous arrêtez fils sur une partie gagnée : l'énoncé ne le veut pas, c'est le travail de "
                "eval_f. Une situation gagnée a encore un fils par colonne jouable.",
                lambda p, *_: [] if p.gagnant else list(_suivantes(p).values()),
            ),
            (
                "Chaque coup s'ajoute aux précédents : gardez s intacte, et repartez d'elle pour chaque "
                "colonne.",
                lambda p, *_: _l_un_apres_l_autre(p),
            ),
            (
                "Vous regardez la ligne 0, qui est celle du BAS : une colonne est pleine quand sa case du "
                "haut, G[5][j], est occupée.",
                lambda p, *_: [s for x, s in _suivantes(p).items() if p.niveau(x) == 0],
            ),
            (
                "Vous écartez des colonnes où il reste une case : la ligne du haut est G[5].",
                lambda p, *_: [s for x, s in _suivantes(p).items() if p.niveau(x) < 5],
            ),
            etiquette(
                "pleine", "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."
            ),
        ],
        aides("depose_pion", "gagnant", "partie_nulle", "eval_f"),
    )
)


# --- combien de situations après quelques coups ? -------------------------------------------------


def _rendus(epreuves: list[Epreuve]) -> list[Any]:
    """Ce que vaut formule(0), formule(1), …"""
    return [e.appel.valeur for e in sorted(epreuves, key=lambda e: int(e.essai.cas[0]))]


def _ajoute_toujours_autant(*rendus: Any) -> bool:
    """Les premiers de ces nombres sont-ils espacés régulièrement ?"""
    premiers = [n for n in rendus[:7] if isinstance(n, int | float)]
    return len(premiers) == 7 and len({b - a for a, b in pairwise(premiers)}) == 1


FORMULE = (
    Fonction(
        "formule(k)",
        donner=lambda k: (k,),
        attendu=lambda k: 7**k,
        lire=nombre,
        dire=lambda k: f"Après {quantite(k, 'coup')}, ce n'est pas ce nombre.",
        etiquettes=lambda k: ("loin",) if k > 4 else (),
        appel="formule({0})",
    )
    .critere(
        "le nombre de situations au k-ième coup",
        1,
        lambda source: (*range(7), *sorted(source.alea.choices(range(7, 19), k=source.nombre(3)))),
    )
    .question(
        (
            "Où regarder : les nombres qu'affiche la cellule d'essai, et le nombre de fils d'une situation.",
            "À quoi penser : on passe de chaque nombre au suivant toujours de la même façon. Combien y en "
            "a-t-il avant le premier coup ?",
            "Pour commencer : écrivez le nombre après k coups comme un produit de k facteurs, puis "
            "cherchez comment Python note une puissance.",
        ),
        [
            ("Vous multipliez par k au lieu d'élever à la puissance k.", lambda k: 7 * k),
            ("Vous avez échangé la base et l'exposant.", lambda k: k**7),
            (
                "Vous avez une puissance de trop : avant le premier coup (k = 0), il y a une situation.",
                lambda k: 7 ** (k + 1),
            ),
            ("Avant le premier coup (k = 0), il y a une situation, pas 0.", lambda k: 7**k if k else 0),
            ("Il manque une puissance : après 1 coup, il y a 7 situations.", lambda k: 7 ** (k - 1)),
            ("En Python, ^ n'est pas la puissance : c'est **.", lambda k: 7 ^ k),
            (
                "Au deuxième coup aussi, les 7 colonnes sont jouables : chaque coup multiplie par 7.",
                lambda k: 7 * 6 ** (k - 1),
            ),
            (
                "Une colonne reste jouable après un coup : chaque coup multiplie par 7, et non par un de "
                "moins à chaque fois.",
                lambda k: perm(7, k),
            ),
            Erreur(
                "Vous ajoutez toujours autant ; d'un coup au suivant, le nombre est MULTIPLIÉ par 7.",
                lambda epreuves: _ajoute_toujours_autant(*_rendus(epreuves)),
            ),
            seulement(
                "loin",
                "Vos premières valeurs sont justes, pas les suivantes : écrivez une formule qui vaut pour "
                "tout k, plutôt qu'une liste de valeurs.",
            ),
            (
                "Vous comptez tous les coups jusqu'au k-ième ; on ne veut que le k-ième.",
                lambda k: sum(7**i for i in range(k + 1)),
            ),
            Erreur(
                "Vos nombres ne sont pas des puissances de 7 : chaque coup multiplie par 7, et k est "
                "l'exposant.",
                lambda epreuves: (
                    all(isinstance(n, int | float) for n in _rendus(epreuves))
                    and not any(n in [7**k for k in range(40)] for n in _rendus(epreuves)[2:7])
                ),
            ),
        ],
    )
)

K_MAX = reponse(
    "k_max",
    valeur_entiere(
        6,
        "Ce n'est pas ce nombre : à quel coup une colonne peut-elle manquer ?",
        {
            7: "Au 7e coup, certaines suites de coups sont déjà impossibles : lesquelles ?",
            42: "Les colonnes se remplissent bien avant la fin de la partie.",
            5: "On peut aller un peu plus loin : quand une colonne peut-elle être pleine pour la première "
            "fois ?",
            4: "4 est la valeur de l'exemple ; la formule reste vraie un peu plus longtemps.",
        },
        lire=entier,
    ),
    (
        "Où regarder : ce que la formule suppose, à savoir qu'à chaque coup les 7 colonnes sont jouables "
        "et que la partie continue.",
        "À quoi penser : quel est le plus petit nombre de coups qui remplit une colonne ? Et qui permet de "
        "gagner ? Une colonne pleine ne gêne qu'au coup suivant.",
        "Pour commencer : jouez toujours dans la même colonne, et comptez les colonnes jouables avant chaque "
        "coup. Vérifiez ensuite que personne n'a pu gagner plus tôt.",
    ),
)


# --- nb_distinctes(n) : combien de situations différentes ? ---------------------------------------


@lru_cache(maxsize=1)
def _comptes(n: int = 6) -> list[int]:
    """Le nombre de positions différentes après 0, 1, …, n coups."""
    couche, tailles = {Position()}, [1]
    for _ in range(n):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
        tailles.append(len(couche))
    return tailles


class _Aides(Mapping[str, Any]):
    """Les aides, et une grille de départ neuve : une depose_pion fautive a pu abîmer celle du notebook."""

    _justes = aides("fils", "construit_cle", "depose_pion")

    def __getitem__(self, nom: str) -> Any:
        return vers_situation(Position())[1] if nom == "grille0" else self._justes[nom]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._justes, "grille0")

    def __len__(self) -> int:
        return len(self._justes) + 1


def _ecrits_d_avance(fonction: Any) -> bool:
    """Les nombres à trouver sont-ils écrits dans la fonction, ou dans une liste qu'elle lit ?"""
    lues = [voisine(fonction, nom) for nom in noms_utilises(fonction)]
    sources = [code_de(fonction), *(valeur for valeur in lues if isinstance(valeur, list | tuple))]
    return any({*_comptes()[3:5]} <= {*entiers_ecrits(source)} for source in sources)


def _trop_peu(epreuves: list[Epreuve]) -> bool:
    """Des listes de la bonne longueur, où aucun nombre n'est trop grand, et quelques-uns trop petits."""
    rendues = [(e.appel.valeur, _comptes()[: e.essai.cas[0] + 1]) for e in epreuves]
    if any(not isinstance(r, list | tuple) or len(r) != len(justes) for r, justes in rendues):
        return False
    paires = [paire for rendue, justes in rendues for paire in zip(rendue, justes, strict=True)]
    return all(isinstance(n, int) and 0 < n <= juste for n, juste in paires) and any(
        n < juste for n, juste in paires
    )


def _juger_nombres(appel: Appel, n: int) -> str | Ecart | None:
    lus = [entier(v, "chaque nombre") for v in suite(appel.valeur)]
    if lus != _comptes()[: n + 1]:
        return "Ce ne sont pas les nombres de situations différentes."
    if n >= 3 and _ecrits_d_avance(appel.fonction):
        phrase = "Vous avez écrit ces nombres d'avance : la fonction doit les compter, pour tout n."
        return Ecart(phrase, "un calcul", "une table", cause="table")
    return None


NB_DISTINCTES = (
    Fonction(
        "nb_distinctes(n)",
        donner=lambda n: (n,),
        attendu=lambda n: _comptes()[: n + 1],
        lire=lambda valeur: [entier(v, "chaque nombre") for v in suite(valeur)],
        lire_erreur=lambda valeur: [valeur] if isinstance(valeur, int) else list(valeur),
        juger=_juger_nombres,
        appel="nb_distinctes({0})",
        options={"delai": 8},
    )
    .critere("les premiers coups", 1, lambda source: range(3))
    .critere("chaque situation comptée une seule fois", 2, lambda source: (3, 4, 5)[: 1 + source.ampleur])
    .question(
        (
            "Où regarder : la cellule d'essai de formule, qui avance coup par coup ; mais elle compte les "
            "suites de coups, pas les situations.",
            "À quoi penser : un dictionnaire (ou un ensemble) ne garde qu'une fois une même clé, et "
            "construit_cle en fabrique une.",
            "Pour commencer : gardez les situations d'un coup dans un dictionnaire, rangées par leur clé ; "
            "pour le coup suivant, construisez-en un autre à partir de leurs fils. Notez sa taille à "
            "chaque fois.",
        ),
        [
            (
                "Vous comptez plusieurs fois la même situation : des coups joués dans un autre ordre y "
                "mènent aussi.",
                lambda n: [7**k for k in range(n + 1)],
            ),
            (
                "Il manque le premier nombre : avant tout coup (k = 0), il y a une situation.",
                lambda n: _comptes()[1 : n + 1],
            ),
            (
                "Il manque le dernier nombre : la liste va de k = 0 à k = n compris.",
                lambda n: _comptes()[:n],
            ),
            ("Il y a un nombre de trop : la liste s'arrête à k = n.", lambda n: _comptes()[: n + 2]),
            (
                "Vous ne renvoyez que le dernier nombre : on les veut tous, de k = 0 à k = n.",
                lambda n: [_comptes()[n]],
            ),
            (
                "Votre dictionnaire garde les situations des coups précédents : prenez-en un neuf à chaque "
                "coup.",
                lambda n: [1, *(sum(_comptes()[1 : k + 1]) for k in range(1, n + 1))],
            ),
            (
                "Vos nombres s'additionnent : chaque coup doit être compté à part.",
                lambda n: [sum(_comptes()[: k + 1]) for k in range(n + 1)],
            ),
            (
                "Vous repartez toujours du départ : à chaque coup, les situations trouvées doivent remplacer "
                "celles d'avant.",
                lambda n: [1, *[7] * n],
            ),
            (
                "Vous ne gardez qu'une situation par coup : la clé est-elle celle du fils, et non de la "
                "situation d'où il vient ?",
                lambda n: [1] * (n + 1),
            ),
            Erreur(
                "Vous en comptez trop peu : des situations différentes ont la même clé, construit_cle en "
                "fabrique une par situation.",
                _trop_peu,
            ),
        ],
        _Aides(),
    )
)
