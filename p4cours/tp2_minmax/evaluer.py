"""nbr_pions(A, G, joueur) : les pions de chacun dans un alignement.
Les erreurs que l'on sait nommer dans une somme sur les alignements.
heuristique(G, w) et utilite(G, j, W) : noter une grille par ses alignements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, isnan
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_colonnes
from p4core.ia.recherche import comptes, presque_egaux, utilite
from p4core.jeu import Position, alignements
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, ecrire, poids_au_hasard
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, modele, seulement
from p4cours.verification.essais import Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4cours.verification.lecture import couple, entier, montrer, nombre, quantite

# --- nbr_pions(A, G, joueur) : les pions de chacun dans un alignement ------------------------------------


_TOUS = tuple(alignements())


def _essai(position: Position, alignement: pos.Alignement, joueur: int) -> Essai:
    contenu = [position.case(x, y) for x, y in alignement]
    attendu = (contenu.count(joueur), contenu.count(3 - joueur))

    def juge(appel: Appel) -> Ecart | None:
        siens, autres = couple(appel.valeur)
        lu = (entier(siens, "le premier nombre"), entier(autres, "le second nombre"))
        if lu == attendu:
            return None
        phrase = (
            f"Dans cet alignement (encadré), le joueur {joueur} a {quantite(attendu[0], 'pion')} et l'autre "
            f"{attendu[1]}."
        )
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur), fautives=alignement)

    arguments = (alignement, vers_colonnes(position), joueur)
    contexte = {"contenu": contenu, "joueur": joueur, "position": position, "A": alignement}
    etiquettes = frozenset({f"joueur {joueur}", pos.direction(alignement)})
    return Essai(
        f"nbr_pions({montrer(alignement)}, G, {joueur})",
        arguments,
        juge,
        position,
        etiquettes,
        contexte,
        attendu,
    )


def _pour(joueur: int) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        bas = _TOUS[0]
        for coups in ("", "1", "12", "1213", "11"):
            yield _essai(Position.depuis_coups(coups), bas, joueur)
        for position, alignement in source.alea.sample(pos.gagnees(), 6):
            yield _essai(position, alignement, joueur)
        for position in pos.au_hasard(source.alea, source.nombre(60)):
            yield _essai(position, source.alea.choice(_TOUS), joueur)

    return essais


def _version(phrase: str, fausse: Callable[[list[int], int], Any]) -> Erreur:
    """L'erreur d'une fonction qui renverrait `fausse(contenu des 4 cases, joueur)`."""
    return modele(phrase, lambda e: fausse(e.contexte["contenu"], e.contexte["joueur"]))


def _retournee(essai: Essai) -> tuple[int, int]:
    contenu = [essai.contexte["position"].case(x, 5 - y) for x, y in essai.contexte["A"]]
    joueur = essai.contexte["joueur"]
    return contenu.count(joueur), contenu.count(3 - joueur)


def _jusqu_a_l_autre(contenu: list[int], joueur: int) -> tuple[int, int]:
    """Le décompte d'une boucle qui s'arrête au premier pion adverse."""
    fin = contenu.index(3 - joueur) + 1 if 3 - joueur in contenu else 4
    return contenu[:fin].count(joueur), contenu[:fin].count(3 - joueur)


def _echange(epreuves: list[Epreuve]) -> bool:
    """G[y][x] au lieu de G[x][y] : une erreur d'indice quand x = 6, d'autres cases sinon."""
    return bool(fautes(epreuves)) and all(_lue_de_travers(e) for e in epreuves)


def _lue_de_travers(epreuve: Epreuve) -> bool:
    contexte, joueur = epreuve.essai.contexte, epreuve.essai.contexte["joueur"]
    if any(x == 6 for x, _ in contexte["A"]):
        return isinstance(epreuve.appel.exception, IndexError)
    contenu = [contexte["position"].case(y, x) for x, y in contexte["A"]]
    return bool(epreuve.appel.valeur == (contenu.count(joueur), contenu.count(3 - joueur)))


_ERREURS_COMPTER = (
    Erreur("Vous échangez x et y : la case (x, y) est G[x][y], la colonne d'abord.", _echange),
    _version(
        "Les deux nombres sont échangés : d'abord les pions de `joueur`, ensuite ceux de l'autre.",
        lambda c, j: (c.count(3 - j), c.count(j)),
    ),
    _version(
        "Vous comptez toujours pour le joueur 1 : le premier nombre doit être celui des pions de `joueur`.",
        lambda c, j: (c.count(1), c.count(2)),
    ),
    _version(
        "Vous comptez les cases libres parmi celles de l'autre joueur : une case libre n'est à personne.",
        lambda c, j: (c.count(j), 4 - c.count(j)),
    ),
    _version(
        "Le second nombre compte les cases libres : il faut les pions de l'autre joueur.",
        lambda c, j: (c.count(j), c.count(0)),
    ),
    _version(
        "Vous additionnez le contenu des cases : un pion du joueur 2 ne compte que pour un pion.",
        lambda c, j: (j * c.count(j), (3 - j) * c.count(3 - j)),
    ),
    _version(
        "Vous ne renvoyez qu'un nombre : on attend aussi celui de l'autre joueur.", lambda c, j: c.count(j)
    ),
    _version(
        "Vous renvoyez une liste : un couple s'écrit avec des parenthèses.",
        lambda c, j: [c.count(j), c.count(3 - j)],
    ),
    _version(
        "Vous n'examinez que les trois premières cases de l'alignement : il en a quatre.",
        lambda c, j: (c[:3].count(j), c[:3].count(3 - j)),
    ),
    _version(
        "Vous oubliez la première case de l'alignement.", lambda c, j: (c[1:].count(j), c[1:].count(3 - j))
    ),
    _version(
        "Vous n'examinez que la première case : le return est-il à l'intérieur de la boucle ?",
        lambda c, j: (c[:1].count(j), c[:1].count(3 - j)),
    ),
    _version(
        "Vous cessez de compter au premier pion adverse : parcourez les quatre cases.", _jusqu_a_l_autre
    ),
    _version("Votre fonction répond toujours (0, 0).", lambda c, j: (0, 0)),
    _version("Les pions de l'autre joueur ne sont pas comptés.", lambda c, j: (c.count(j), 0)),
    modele("Vous lisez la grille à l'envers : y = 0 est la rangée du bas.", _retournee),
    seulement("joueur 2", "Toutes vos erreurs viennent de joueur = 2 : l'autre joueur est alors le 1."),
    seulement("joueur 1", "Toutes vos erreurs viennent de joueur = 1 : l'autre joueur est alors le 2."),
)


NBR_PIONS = Question(
    "nbr_pions",
    "nbr_pions(A, G, joueur)",
    (
        Critere("les pions comptés pour joueur = 1", 1, _pour(1)),
        Critere("les pions comptés pour joueur = 2", 1, _pour(2)),
    ),
    (
        "Un alignement est formé de 4 cases : il suffit de regarder ce que contient chacune.",
        "Parcourez les couples (x, y) de A avec deux compteurs. L'autre joueur porte le numéro 3 - joueur.",
        "Pour chaque case : si G[x][y] vaut joueur, le premier compteur augmente ; s'il vaut 3 - joueur, "
        "le second ; "
        "s'il vaut 0, aucun. On renvoie les deux compteurs après la boucle.",
    ),
    _ERREURS_COMPTER,
)


# --- Les erreurs que l'on sait nommer dans une somme sur les alignements ---------------------------------


Contribution = Callable[[int, int, Poids], float]  # pions du joueur, pions de l'autre, poids
Garde = Callable[[pos.Alignement], bool]
_TOUS_CONTRIBUTIONS = tuple(alignements())


def _juste(siens: int, autres: int, w: Poids) -> float:
    return (0 if autres else w[siens]) - (0 if siens else w[autres])


def _apports(essai: Essai, contribution: Contribution = _juste) -> list[float]:
    """Ce qu'apporte chacun des alignements, dans l'ordre."""
    assert essai.position is not None
    joueur, poids = essai.contexte["joueur"], essai.contexte["poids"]
    return [contribution(siens, autres, poids) for siens, autres in comptes(essai.position, joueur)]


def _apport_faux(phrase: str, contribution: Contribution = _juste, garde: Garde = lambda A: True) -> Erreur:
    """Ce que chaque alignement gardé apporterait à la version fautive."""

    def valeur(essai: Essai) -> float:
        return sum(
            apport
            for A, apport in zip(_TOUS_CONTRIBUTIONS, _apports(essai, contribution), strict=True)
            if garde(A)
        )

    return modele(phrase, valeur, nombre)


def _evite(rang: int, valeur: int) -> Garde:
    return lambda A: all(case[rang] != valeur for case in A)


def _directions() -> Iterator[Erreur]:
    for nom in ("horizontale", "verticale", "diagonale montante", "diagonale descendante"):
        phrase = f"Vous oubliez les alignements d'une direction : {nom}."
        yield _apport_faux(phrase, garde=lambda A, nom=nom: pos.direction(A) != nom)  # type: ignore[misc]


def _un_rang(total: Callable[[list[float], int], float]) -> Callable[[list[Epreuve]], bool]:
    """Y a-t-il un alignement, toujours le même, qui explique toutes les valeurs ?"""

    def explique(epreuves: list[Epreuve]) -> bool:
        if any(not isinstance(e.appel.valeur, int | float) for e in epreuves):
            return False
        mesures = [(e.appel.valeur, _apports(e.essai)) for e in epreuves]
        return any(
            all(presque_egaux(v, total(a, i)) for v, a in mesures) for i in range(len(_TOUS_CONTRIBUTIONS))
        )

    return explique


def _tous_nan(epreuves: list[Epreuve]) -> bool:
    return all(isinstance(e.appel.valeur, float) and isnan(e.appel.valeur) for e in fautes(epreuves))


_VIDE = (
    "Un alignement vide vérifie les deux conditions : il ajoute w[0] et le retire. Avec elif (ou else), "
    "la seconde "
    "n'est pas examinée."
)

_SINON = (
    "Avec else, un alignement où les deux joueurs ont des pions est compté pour l'un d'eux : il ne doit "
    "compter "
    "pour personne. Il faut deux conditions."
)

ERREURS = (
    Erreur(
        "Toutes ces valeurs sont nan : de l'infini est retiré à l'infini, ou multiplié par 0. Un indice "
        "négatif, "
        "comme w[-1], désigne le dernier poids.",
        _tous_nan,
    ),
    _apport_faux(
        "Le signe est inversé : les alignements du joueur s'ajoutent, ceux de l'autre se retirent.",
        lambda a, b, w: -_juste(a, b, w),
    ),
    _apport_faux("Les alignements de l'autre joueur ne sont pas retirés.", lambda a, b, w: 0 if b else w[a]),
    _apport_faux("Vous ne comptez que les alignements de l'autre joueur.", lambda a, b, w: 0 if a else -w[b]),
    _apport_faux(
        "Vous ajoutez les alignements de l'autre joueur au lieu de les retirer.",
        lambda a, b, w: (0 if b else w[a]) + (0 if a else w[b]),
    ),
    _apport_faux(
        "Vous comptez aussi les alignements partagés : dès que les deux joueurs y ont un pion, un "
        "alignement ne "
        "rapporte plus rien à personne.",
        lambda a, b, w: w[a] - w[b],
    ),
    _apport_faux(
        "La condition est inversée : un alignement compte pour un joueur quand l'AUTRE n'y a aucun pion.",
        lambda a, b, w: (w[a] if b else 0) - (w[b] if a else 0),
    ),
    _apport_faux(
        "Les poids sont décalés d'un rang : i pions dans l'alignement valent w[i].",
        lambda a, b, w: (w[a - 1] if a and not b else 0) - (w[b - 1] if b and not a else 0),
    ),
    _apport_faux(
        "Vous comptez les pions au lieu de leurs poids : i pions valent w[i].",
        lambda a, b, w: (0 if b else a) - (0 if a else b),
    ),
    _apport_faux(
        "Vous comptez les alignements sans leurs poids : i pions valent w[i].",
        lambda a, b, w: (0 if b or not a else 1) - (0 if a or not b else 1),
    ),
    _apport_faux(_SINON, lambda a, b, w: w[a] if not b else -w[b]),
    _apport_faux(_SINON, lambda a, b, w: -w[b] if not a else w[a]),
    _apport_faux(_VIDE, lambda a, b, w: w[a] if not b else -w[b] if not a else 0),
    _apport_faux(_VIDE, lambda a, b, w: -w[b] if not a else w[a] if not b else 0),
    *_directions(),
    _apport_faux("Vous oubliez les alignements qui touchent le bord droit, x = 6.", garde=_evite(0, 6)),
    _apport_faux("Vous oubliez les alignements qui touchent le haut, y = 5.", garde=_evite(1, 5)),
    _apport_faux("Votre fonction répond toujours 0.", lambda a, b, w: 0),
    Erreur(
        "Vous n'examinez qu'un seul alignement : le return est-il à l'intérieur de la boucle ?",
        _un_rang(lambda apports, rang: apports[rang]),
    ),
    Erreur(
        "Vous oubliez un alignement, toujours le même : la boucle va-t-elle du premier au dernier ?",
        _un_rang(lambda apports, rang: sum(apports[:rang]) + sum(apports[rang + 1 :])),
    ),
)


# --- heuristique(G, w) et utilite(G, j, W) : noter une grille par ses alignements ------------------------


Fabrique = Callable[[Position, Poids], Essai]


def _essai_evaluer(nom: str, position: Position, joueur: int, poids: Poids, *etiquettes: str) -> Essai:
    attendu = utilite(position, joueur, poids)
    grille = vers_colonnes(position)
    reglages = (poids,) if nom == "heuristique" else (joueur, poids)

    def juge(appel: Appel) -> Ecart | None:
        if presque_egaux(nombre(appel.valeur), attendu):
            return None
        phrase = f"La valeur de cette grille, vue du joueur {joueur}, n'est pas la bonne."
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur))

    marques = {f"joueur {joueur}", *etiquettes, *(["gagnée"] if position.gagnant else [])}
    contexte = {"joueur": joueur, "poids": poids}
    appel = f"{nom}(G, {ecrire(*reglages)})"
    return Essai(appel, (grille, *reglages), juge, position, frozenset(marques), contexte, attendu)


def _un_pion(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """La grille vide, puis un seul pion, au centre d'abord."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("4", "", "1", "2", "3", "5", "6", "7"):
            yield fabrique(Position.depuis_coups(coups), W1)
        for x in range(7):
            yield fabrique(Position().jouer(x), poids_au_hasard(source.alea))

    return essais


def _quelconques(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """Des pions des deux joueurs, donc des alignements partagés."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("44", "43", "12", "4455", "112233", "4433552"):
            yield fabrique(Position.depuis_coups(coups), W2)
        for position in pos.au_hasard(source.alea, source.nombre(60)):
            yield fabrique(
                position, source.alea.choice((W1, W2, [0, 0.1, 0.35, 2.7, inf], poids_au_hasard(source.alea)))
            )

    return essais


def _gagnees(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        yield fabrique(Position.depuis_coups("1213141"), W1)
        for position, _ in source.alea.sample(pos.gagnees(), source.nombre(12)):
            yield fabrique(position, source.alea.choice((W1, W2)))

    return essais


def _alignements_vides(fabrique: Fabrique) -> Callable[[Source], Iterator[Essai]]:
    """w[0] non nul : ajouté une fois et retiré une fois."""

    def essais(source: Source) -> Iterator[Essai]:
        for coups in ("", "4", "1"):
            yield fabrique(Position.depuis_coups(coups), [5, 6, 8, 20, inf])
        for position in pos.au_hasard(source.alea, source.nombre(8)):
            yield fabrique(position, [3, *poids_au_hasard(source.alea)[1:]])

    return essais


def _vue_du_joueur_1(essai: Essai) -> Any:
    assert essai.position is not None
    return utilite(essai.position, 1, essai.contexte["poids"])


_GAGNEES = seulement(
    "gagnée", "Toutes vos erreurs viennent des grilles gagnées : un alignement complet vaut w[4], l'infini."
)


def _heuristique(position: Position, poids: Poids) -> Essai:
    return _essai_evaluer("heuristique", position, 1, poids)


def _utilite(joueur: int) -> Fabrique:
    return lambda position, poids: _essai_evaluer("utilite", position, joueur, poids)


def _deux(
    famille: Callable[[Fabrique], Callable[[Source], Iterator[Essai]]],
) -> Callable[[Source], Iterator[Essai]]:
    """Les mêmes essais, vus de chaque joueur."""

    def essais(source: Source) -> Iterator[Essai]:
        for joueur in (1, 2):
            yield from famille(_utilite(joueur))(source)

    return essais


HEURISTIQUE = Question(
    "heuristique",
    "heuristique(G, w)",
    (
        Critere("un seul pion sur la grille", 1, _un_pion(_heuristique)),
        Critere("des pions des deux joueurs", 2, _quelconques(_heuristique)),
        Critere("les parties gagnées", 1, _gagnees(_heuristique)),
        Critere("un poids w[0] non nul", 0.5, _alignements_vides(_heuristique)),
    ),
    (
        "Chaque alignement apporte quelque chose, en plus ou en moins, selon les pions qu'il contient. "
        "Parcourez-les tous.",
        "nbr_pions(A, G, 1) donne les pions de chacun dans A. Que faut-il ajouter si le joueur 2 n'y est "
        "pas ? "
        "Que faut-il retirer si le joueur 1 n'y est pas ?",
        "Partez de h = 0. Pour chaque A de tous, avec (n1, n2) = nbr_pions(A, G, 1) : si n2 == 0 on "
        "ajoute w[n1], et "
        "si n1 == 0 on retire w[n2] (deux if, l'un après l'autre). Le return vient après la boucle.",
    ),
    (*ERREURS, _GAGNEES),
    aides("nbr_pions"),
)

UTILITE = Question(
    "utilite",
    "utilite(G, j, W)",
    (
        Critere("vue du joueur 1", 1, _quelconques(_utilite(1))),
        Critere("vue du joueur 2", 1, _quelconques(_utilite(2))),
        Critere("un seul pion sur la grille", 1, _deux(_un_pion)),
        Critere("les parties gagnées", 1, _deux(_gagnees)),
    ),
    (
        "Ce qui est bon pour un joueur est mauvais pour l'autre : que deviennent les signes quand on "
        "change de camp ?",
        "Vous pouvez refaire le calcul avec nbr_pions(A, G, j), ou partir de heuristique(G, W), qui est "
        "déjà la valeur "
        "vue du joueur 1.",
        "utilite(G, 1, W) est heuristique(G, W) ; utilite(G, 2, W) en est l'opposé.",
    ),
    (
        modele(
            "La valeur est toujours vue du joueur 1 : elle doit être vue du joueur j.",
            _vue_du_joueur_1,
            nombre,
        ),
        modele(
            "La valeur est toujours vue du joueur 2 : elle doit être vue du joueur j.",
            lambda e: -_vue_du_joueur_1(e),
            nombre,
        ),
        *ERREURS,
        seulement("joueur 2", "Toutes vos erreurs concernent le joueur 2."),
        seulement("joueur 1", "Toutes vos erreurs concernent le joueur 1."),
        _GAGNEES,
    ),
    aides("nbr_pions", "heuristique"),
)
