"""eval_f(s, coup) : la partie est-elle finie, et pour qui ?
fils(s) : toutes les situations que l'on peut atteindre en un coup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.situations import (
    EssaiIntact,
    EssaiPermissif,
    Situation,
    aides,
    appel_lisible,
    coup_de,
    issue,
    lire_situation,
    phrase_copie,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import etiquette, modele, seulement
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.lecture import Malforme, montrer, nombre, quantite, suite

# --- eval_f(s, coup) : la partie est-elle finie, et pour qui ? -------------------------------------------


# Deux grilles que le dernier coup remplit ET gagne : ce n'est pas une partie nulle.
PLEINES_GAGNEES = (
    "334311557316671145724454316354757267266222",
    "614712116441355532654175724733562463732762",
)


def _lire_issue(valeur: Any) -> float | None:
    if valeur is None:
        return None
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf, 0 ou None, pas {valeur}.")
    if isinstance(valeur, str):
        raise Malforme(f"on attend la valeur inf du module math, pas la chaîne {valeur!r}.")
    return nombre(valeur)


_SENS = {
    inf: "J0 vient d'aligner 4 pions",
    -inf: "J1 vient d'aligner 4 pions",
    0: "la grille est pleine et personne n'a gagné",
    None: "la partie n'est pas finie",
}


def _essai_eval(position: Position, avec_coup: bool, *etiquettes: str) -> Essai:
    attendu = issue(position)
    coup = coup_de(position.dernier) if avec_coup and position.dernier else None

    def juge(appel: Appel) -> Ecart | None:
        obtenu = _lire_issue(appel.valeur)
        if obtenu == attendu and (obtenu is None) == (attendu is None):
            return None
        affiche = (
            " Vous l'affichez au lieu de le renvoyer ?" if obtenu is None and appel.sortie.strip() else ""
        )
        phrase = f"Ici {_SENS[attendu]} : eval_f doit renvoyer {attendu}.{affiche}"
        return Ecart(phrase, str(attendu), montrer(appel.valeur))

    arguments = (vers_situation(position),) + ((coup,) if coup else ())
    appel = appel_lisible("eval_f", position, *([str(coup)] if coup else []))
    nature = "victoire" if attendu in (inf, -inf) else "nulle" if attendu == 0 else "en cours"
    return Essai(
        appel,
        arguments,
        juge,
        position,
        frozenset({nature, *etiquettes}),
        attendu=str(attendu),
        sans_retour=True,
    )


def _victoires(source: Source) -> Iterator[Essai]:
    gagnees = sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)
    yield from (_essai_eval(p, True) for p in gagnees[:: 6 // source.ampleur or 1])
    yield from (_essai_eval(p, True) for p in pos.finies(source.alea, source.nombre(30)) if p.gagnant)


def _parties_nulles(source: Source) -> Iterator[Essai]:
    for avec_coup in (True, False):
        yield from (_essai_eval(p, avec_coup) for p in pos.nulles())


def _pleines_gagnees(source: Source) -> Iterator[Essai]:
    yield from (
        _essai_eval(Position.depuis_coups(coups), True, "pleine et gagnée") for coups in PLEINES_GAGNEES
    )


def _en_cours(source: Source) -> Iterator[Essai]:
    yield _essai_eval(Position(), False)
    for coups in ("4", "44", "112233", "121212", "1234567", "777777"):
        yield from (_essai_eval(Position.depuis_coups(coups), avec) for avec in (True, False))
    for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(30))):
        yield _essai_eval(position, rang % 2 == 0)


def _sans_coup(source: Source) -> Iterator[Essai]:
    gagnees = sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)
    yield from (_essai_eval(p, False, "sans coup") for p in gagnees[:: 9 // source.ampleur or 1])
    for coups in ("112233", "5566771"):
        yield _essai_eval(Position.depuis_coups(coups), False)


def _version(phrase: str, codes: tuple[Any, Any, Any, Any]) -> Erreur:
    """Les valeurs rendues quand J0 gagne, quand J1 gagne, pour une nulle, et en cours de partie."""
    table = dict(zip((inf, -inf, 0, None), codes, strict=True))
    return modele(phrase, lambda e: table[issue(e.position or Position())], _lire_issue)


def _nulle_avant_victoire(essai: Essai) -> float | None:
    assert essai.position is not None
    return 0 if essai.position.pleine else issue(essai.position)


EVAL_F = Question(
    "eval_f",
    "eval_f(s, coup=None)",
    (
        Critere("inf si J0 gagne, -inf si J1 gagne", 3, _victoires),
        Critere("0 pour une partie nulle", 1, _parties_nulles, gratuit=True),
        Critere("la victoire au dernier coup", 1, _pleines_gagnees, gratuit=True),
        Critere("None tant que la partie n'est pas finie", 1, _en_cours, gratuit=True),
        Critere("sans connaître le dernier coup", 2, _sans_coup),
    ),
    (
        "Quatre cas, dans un ordre qui compte : quelqu'un vient de gagner, la partie est nulle, ou elle "
        "continue.",
        "gagnant(s, coup) dit si le dernier coup gagne. Celui qui l'a joué n'est pas s[0], qui est le "
        "prochain à jouer : "
        "c'est l'autre. Si coup est None, essayez toutes les cases qui portent un pion de cet autre joueur.",
        "Vainqueur = 1 - s[0] : renvoyez inf si c'est 0, -inf si c'est 1. Ensuite seulement, si "
        "partie_nulle(s), "
        "renvoyez 0. Dans les autres cas, renvoyez None.",
    ),
    (
        _version(
            "Les signes sont échangés : inf si J0 a gagné, -inf si J1 a gagné. Souvenez-vous que s[0] est "
            "le PROCHAIN "
            "à jouer : celui qui vient de gagner est l'autre.",
            (-inf, inf, 0, None),
        ),
        _version(
            "Vous renvoyez 0 quand la partie continue : 0 veut dire « partie nulle ». Tant que rien n'est "
            "décidé, "
            "c'est None.",
            (inf, -inf, 0, 0),
        ),
        _version(
            "Une partie nulle vaut 0, pas None : None veut dire que la partie n'est pas finie.",
            (inf, -inf, None, None),
        ),
        _version("Vous échangez 0 (partie nulle) et None (partie en cours).", (inf, -inf, None, 0)),
        _version(
            "Vous renvoyez inf quel que soit le gagnant : si c'est J1, la valeur est -inf.",
            (inf, inf, 0, None),
        ),
        _version(
            "Vous renvoyez -inf quel que soit le gagnant : si c'est J0, la valeur est inf.",
            (-inf, -inf, 0, None),
        ),
        _version("Vous renvoyez le numéro du gagnant : on attend inf ou -inf.", (0, 1, 0, None)),
        _version("Vous renvoyez 1 et -1 : on attend inf et -inf.", (1, -1, 0, None)),
        _version("Votre fonction renvoie toujours None : un return oublié ?", (None,) * 4),
        _version("Les victoires de J1 vous échappent.", (inf, None, 0, None)),
        _version("Les victoires de J0 vous échappent.", (None, -inf, 0, None)),
        modele(
            "Vous testez la partie nulle avant la victoire : le dernier coup peut remplir la grille ET "
            "gagner.",
            _nulle_avant_victoire,
            _lire_issue,
        ),
        seulement(
            "pleine et gagnée",
            "Le dernier coup peut remplir la grille ET gagner : regardez d'abord s'il y a une victoire.",
        ),
        seulement(
            "sans coup",
            "Quand coup vaut None, il faut chercher un alignement dans toute la grille : on ne sait pas "
            "quel pion a été "
            "posé le dernier.",
        ),
        seulement("nulle", "Toutes vos erreurs concernent les parties nulles."),
        seulement("victoire", "Toutes vos erreurs concernent les parties gagnées."),
        seulement("en cours", "Toutes vos erreurs concernent les parties en cours : rien n'y est décidé."),
    ),
    aides("gagnant", "partie_nulle"),
)


# --- fils(s) : toutes les situations que l'on peut atteindre en un coup ----------------------------------


def _lire(valeur: Any) -> list[Situation]:
    elements = suite(valeur)
    if elements and all(isinstance(e, int) for e in elements):
        raise Malforme("vous renvoyez des numéros de colonnes : on attend la liste des situations obtenues.")
    if elements and all(isinstance(e, list) and len(e) == 6 for e in elements):
        raise Malforme(
            "vous renvoyez des grilles : on attend des situations, c'est-à-dire des couples (joueur, grille)."
        )
    return [lire_situation(e, f"l'élément {rang} de la liste") for rang, e in enumerate(elements)]


def _essai(genre: type[Essai], position: Position, *etiquettes: str) -> Essai:
    suivantes = {x: vers_situation(position.jouer(x)) for x in position.coups()}

    def juge(appel: Appel) -> Ecart | None:
        obtenues = _lire(appel.valeur)
        manquantes = [x for x, s in suivantes.items() if s not in obtenues]
        nombre = len(obtenues)
        if not manquantes and nombre == len(suivantes):
            return None
        if len({id(s[1]) for s in appel.valeur}) > 1 and appel.apres[0] != vers_situation(position):
            return Ecart(phrase_copie(appel), "s inchangée", cause="copie")
        grilles = {id(s[1]) for s in appel.valeur}
        return Ecart(
            _phrase(manquantes, nombre, len(suivantes), len(grilles)),
            f"{len(suivantes)} situations",
            f"{nombre} situations : {montrer(appel.valeur, 160)}",
            [(x, position.niveau(x)) for x in manquantes],
        )

    seul = genre is EssaiIntact  # le contenu de la liste est jugé ailleurs
    return genre(
        appel_lisible("fils", position),
        (vers_situation(position),),
        _sans_avis if seul else juge,
        position,
        frozenset(etiquettes),
        {"suivantes": suivantes},
        f"{len(suivantes)} situations",
    )


def _sans_avis(appel: Appel) -> Ecart | None:
    return None


def _phrase(manquantes: list[int], nombre: int, attendu: int, grilles: int) -> str:
    if grilles == 1 < nombre:
        return (
            "Toutes les situations renvoyées ont la même grille en mémoire : chaque coup s'ajoute aux "
            "précédents. "
            "Repartez chaque fois de s, avec depose_pion."
        )
    if manquantes:
        noms = ", ".join(map(str, manquantes))
        return f"Il manque ce qu'on obtient en jouant dans la colonne {noms} (case encadrée)."
    return f"Il y a {quantite(nombre - attendu, 'situation')} de trop."


def _faciles(genre: type[Essai]) -> Callable[[Source], Iterable[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        yield from (_essai(genre, p) for p in pos.petites(1))
        yield from (
            _essai(genre, p) for p in pos.au_hasard(source.alea, source.nombre(25)) if len(p.coups()) == 7
        )

    return essais


def _pleines(source: Source) -> Iterator[Essai]:
    for colonne in range(7):
        yield _essai(EssaiPermissif, Position.depuis_coups(str(colonne + 1) * 6), "pleine")
    yield from (_essai(EssaiPermissif, p, "pleine") for p in pos.nulles())
    for p in pos.au_hasard(source.alea, source.nombre(40)):
        if len(p.coups()) < 7:
            yield _essai(EssaiPermissif, p, "pleine")


def _version_fils(phrase: str, fausse: Callable[[dict[int, Situation]], Iterable[Situation]]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(situations suivantes par colonne)`."""
    return modele(phrase, lambda e: _ranger(fausse(e.contexte["suivantes"])), lambda v: _ranger(_lire(v)))


def _ranger(situations: Iterable[Situation]) -> list[str]:
    return sorted(map(repr, situations))


_ERREURS_FILS = (
    _version_fils("Vous oubliez la dernière colonne, j = 6.", lambda f: [s for x, s in f.items() if x != 6]),
    _version_fils("Vous oubliez la première colonne, j = 0.", lambda f: [s for x, s in f.items() if x != 0]),
    _version_fils(
        "Vous n'essayez que 6 colonnes : 6 est le nombre de lignes, il y a 7 colonnes.",
        lambda f: [s for x, s in f.items() if x < 6],
    ),
    _version_fils(
        "Vous ne renvoyez qu'une situation : le return est-il à l'intérieur de la boucle ?",
        lambda f: list(f.values())[:1],
    ),
    _version_fils(
        "Vous ne changez pas de joueur : dans les situations atteintes, c'est à l'autre de jouer.",
        lambda f: [(1 - j, G) for j, G in f.values()],
    ),
    _version_fils("Votre liste est toujours vide.", lambda f: []),
    etiquette("pleine", "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."),
)

FILS = Question(
    "fils",
    "fils(s)",
    (
        Critere("une situation par colonne jouable", 2, _faciles(EssaiPermissif)),
        Critere("les colonnes pleines écartées", 1, _pleines),
        Critere("la situation donnée reste intacte", 1, _faciles(EssaiIntact), gratuit=True),
    ),
    (
        "De chaque situation partent au plus 7 coups, un par colonne.",
        "Pour chaque colonne j où il reste de la place, depose_pion(s, j) donne une situation : "
        "rassemblez-les.",
        "Une colonne j est jouable tant que sa case du HAUT, G[5][j], est None. Une liste en "
        "compréhension avec une "
        "condition suffit.",
    ),
    _ERREURS_FILS,
    aides("depose_pion", "gagnant", "partie_nulle", "eval_f"),
)
