"""Le graphe du petit jeu : à qui de jouer (trait), où l'on va (successeurs), tout ce qu'on atteint (graphe),
et combien il y a de fins (fins)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from typing import Any

from p4core.appels import Appel
from p4core.codages import TOURS, depuis_tours, vers_tours
from p4core.francais import enumerer, quantite
from p4core.jeu import Position
from p4cours.tp7_jeu_parfait.petit_jeu import (
    EXEMPLES,
    VIDE,
    aides,
    au_hasard,
    finales,
    graphe_depuis,
    lettre,
    suivantes,
    taille,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, seulement, valeurs
from p4cours.verification.essais import DELAI, Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction, uplet
from p4cours.verification.lecture import Malforme, constater, montrer, nommer, suite

Chaines = tuple[str, ...]


def sur_position(signature: str, **reglages: Any) -> Fonction:
    """Une fonction qui reçoit une position, en chaînes."""
    options = {"codage": TOURS, **reglages.pop("options", {})}
    reglages = {"donner": lambda position, *_: (vers_tours(position),), **reglages}
    return Fonction(signature, options=options, **reglages)


# --- trait(s) : à qui de jouer ? -------------------------------------------------------------------


def _lire_joueur(valeur: Any) -> str:
    if not isinstance(valeur, str):
        raise Malforme(f'on attend "O" ou "X", {constater(valeur, 60)}.')
    return str(valeur)


def _positions(source: Source) -> Iterator[Position]:
    yield VIDE
    yield from pos.nulles(2, VIDE.largeur, VIDE.hauteur, VIDE.aligner)
    yield from au_hasard(source, source.nombre(30), *range(1, 15))
    yield from finales(source, source.nombre(3))  # gagnées ou non : seul compte le nombre de pions


def _toujours(reponse: str) -> Callable[[Position], str]:
    return lambda position: reponse


def _dernier_lu(position: Position) -> str:
    """L'autre joueur que celui du dernier pion de la dernière colonne occupée."""
    pions = "".join(vers_tours(position))
    return "O" if not pions or pions[-1] == "X" else "X"


def _en_fin_de_partie(epreuves: list[Epreuve]) -> bool:
    """Tout est juste jusqu'à un certain nombre de pions, cinq au moins, et pas la seule grille pleine."""
    debut = min(e.essai.cas[0].nb_coups for e in fautes(epreuves))
    avant = {e.essai.cas[0].nb_coups for e in epreuves if e.essai.cas[0].nb_coups < debut}
    return len(avant) >= 5 and not all(e.essai.cas[0].pleine for e in fautes(epreuves))


TRAIT = (
    sur_position(
        "trait(s)",
        attendu=lambda position: lettre(position.trait),
        lire=_lire_joueur,
        dire=lambda position: (
            f"Il y a {quantite(position.nb_coups, 'pion')} : c'est à {lettre(position.trait)} de jouer."
        ),
        appel=lambda position: f"trait({vers_tours(position)})",
    )
    .critere("à qui de jouer", 1, _positions)
    .question(
        (
            "Où regarder : O commence, puis chacun joue à son tour. Combien de pions y a-t-il quand c'est de "
            "nouveau à O ?",
            "À quoi penser : une position est faite de quatre chaînes ; la longueur d'une chaîne est un "
            "nombre de pions.",
            "Pour commencer : comptez tous les pions, puis regardez si ce nombre est pair.",
        ),
        [
            (
                "Vous donnez celui qui vient de jouer : on veut celui dont c'est le tour.",
                lambda position: lettre(3 - position.trait),
            ),
            (
                'Vous répondez toujours "O" : len(s) est le nombre de colonnes, toujours 4. Ce sont les '
                "pions qu'il faut compter.",
                _toujours("O"),
            ),
            ('Vous répondez toujours "X".', _toujours("X")),
            (
                "Vous ne comptez les pions que d'une colonne, la première.",
                lambda position: "O" if len(vers_tours(position)[0]) % 2 == 0 else "X",
            ),
            (
                "Vous ne comptez les pions que d'une colonne, la dernière.",
                lambda position: "O" if len(vers_tours(position)[-1]) % 2 == 0 else "X",
            ),
            *(
                (
                    f"Vous oubliez des colonnes : {'seule' if len(vues) == 1 else 'seules'} "
                    f"{enumerer([f'la {x}' for x in vues])} {'compte' if len(vues) == 1 else 'comptent'}.",
                    lambda position, vues=vues: "OX"[sum(len(vers_tours(position)[x]) for x in vues) % 2],
                )
                for n in (1, 2, 3)
                for vues in combinations(range(4), n)
            ),
            (
                "Vous comptez les colonnes occupées : ce sont les pions qu'il faut compter.",
                lambda position: "OX"[sum(map(bool, vers_tours(position))) % 2],
            ),
            *(
                (
                    f"Vous ne comptez que les {pion} : ce sont tous les pions qu'il faut compter.",
                    lambda position, pion=pion: "OX"[sum(c.count(pion) for c in vers_tours(position)) % 2],
                )
                for pion in "OX"
            ),
            (
                "Vous ne regardez que la plus haute colonne : il faut compter tous les pions.",
                lambda position: "OX"[max(map(len, vers_tours(position))) % 2],
            ),
            valeurs("Vous renvoyez le chiffre 0 : on attend la lettre O.", lambda valeur: valeur == "0"),
            (
                "Vous regardez le dernier pion de la dernière colonne : rien ne dit qu'il a été joué en "
                "dernier. C'est le nombre de pions qui compte.",
                _dernier_lu,
            ),
            valeurs("On attend une lettre majuscule.", lambda valeur: valeur in ("x", "o")),
            Erreur(
                "Toutes vos erreurs viennent de positions très remplies : la règle est la même du premier au "
                "dernier pion.",
                _en_fin_de_partie,
            ),
        ],
    )
)


# --- successeurs(s) : les positions atteintes en un coup ----------------------------------------------


def lire_position(valeur: Any, nom: str) -> Chaines:
    """Une position écrite par un élève."""
    return TOURS.lire(valeur, nom)


def _lire_liste(valeur: Any) -> list[Chaines]:
    elements = suite(valeur)
    if elements and all(isinstance(e, int) for e in elements):
        raise Malforme("vous renvoyez des numéros de colonnes : on attend la liste des positions obtenues.")
    if elements and all(isinstance(e, str) for e in elements):
        raise Malforme(
            "vous renvoyez des chaînes, c'est-à-dire des colonnes : on attend des positions, chacune un "
            "tuple de quatre chaînes."
        )
    return [lire_position(e, f"l'élément {rang} de la liste") for rang, e in enumerate(elements)]


def _juger_successeurs(appel: Appel, position: Position, *_etiquettes: str) -> Ecart | None:
    obtenues, voulues = _lire_liste(appel.valeur), list(map(vers_tours, suivantes(position)))
    if sorted(obtenues) == sorted(voulues):
        return None
    return Ecart(
        _phrase_successeurs(obtenues, voulues, position),
        montrer(voulues),
        montrer(appel.valeur),
        [(x, position.niveau(x)) for x in position.coups() if vers_tours(position.jouer(x)) not in obtenues],
    )


def _phrase_successeurs(obtenues: list[Chaines], voulues: list[Chaines], position: Position) -> str:
    if position.gagnant:
        return f"{lettre(position.gagnant)} a gagné : la partie est finie, il n'y a plus de successeur."
    manquent = [x for x in position.coups() if vers_tours(position.jouer(x)) not in obtenues]
    if manquent:
        colonnes = "la colonne" if len(manquent) == 1 else "les colonnes"
        return f"Il manque ce qu'on obtient en jouant dans {colonnes} {enumerer(map(str, manquent))}."
    if len(set(obtenues)) < len(obtenues):
        return "La même position est plusieurs fois dans la liste."
    return f"Il y a {quantite(len(obtenues) - len(voulues), 'position')} de trop."


def _faciles(source: Source) -> Iterator[Position]:
    yield VIDE
    yield from (p for p in au_hasard(source, source.nombre(30), *range(1, 9)) if len(p.coups()) == 4)


def _pleines(source: Source) -> Iterator[tuple[Position, str]]:
    for position in au_hasard(source, source.nombre(40), *range(8, 16)):
        if len(position.coups()) < 4:
            yield position, "pleine"


def _finies(source: Source) -> Iterator[tuple[Position, str]]:
    yield from ((p, "finie") for p in finales(source, source.nombre(16)) if p.gagnant)


def _apres_la_fin(position: Position, *_etiquettes: str) -> list[Chaines]:
    """Les suivantes de celui qui ne regarde pas si quelqu'un a gagné."""
    colonnes = vers_tours(position)
    return [_empilee(colonnes, x, lettre(position.trait)) for x in range(4) if len(colonnes[x]) < 4]


def _empilee(colonnes: Chaines, x: int, pion: str, dessous: bool = False) -> Chaines:
    empilee = pion + colonnes[x] if dessous else colonnes[x] + pion
    return (*colonnes[:x], empilee, *colonnes[x + 1 :])


def _avec(pion: Callable[[Position], str], dessous: bool = False) -> Callable[..., list[Chaines]]:
    """Les suivantes où l'on pose ce pion-là, ou par-dessous."""

    def fausses(position: Position, *_etiquettes: str) -> list[Chaines]:
        colonnes = vers_tours(position)
        return [_empilee(colonnes, x, pion(position), dessous) for x in position.coups()]

    return fausses


def _l_un_apres_l_autre(position: Position, alterne: bool) -> list[Chaines]:
    """Chaque coup posé sur le précédent ; le trait suit les pions, ou reste celui du départ."""
    colonnes, pion, atteintes = vers_tours(position), lettre(position.trait), list[Chaines]()
    for x in position.coups():
        colonnes = _empilee(colonnes, x, pion)
        atteintes.append(colonnes)
        pion = "OX"[sum(map(len, colonnes)) % 2] if alterne else pion
    return atteintes


def _sauf(x: int) -> Callable[..., list[Chaines]]:
    return lambda position, *_: [vers_tours(position.jouer(c)) for c in position.coups() if c != x]


SUCCESSEURS = (
    sur_position(
        "successeurs(s)",
        attendu=lambda position, *_: quantite(len(position.coups()), "position"),
        lire=_lire_liste,
        ranger=sorted,
        juger=_juger_successeurs,
        etiquettes=lambda position, *etiquettes: etiquettes,
        appel=lambda position, *_: f"successeurs({vers_tours(position)})",
    )
    .critere("une position par colonne jouable", 2, _faciles)
    .critere("les colonnes pleines écartées", 1, _pleines)
    .critere("aucune après une victoire", 1, _finies, gratuit=True)
    .question(
        (
            "Où regarder : une chaîne plus une lettre donne une chaîne d'un pion de plus. Un tuple ne se "
            "modifie pas : on en construit un autre.",
            "À quoi penser : qui joue ? Quelles colonnes ont encore de la place ? Et quand la partie est "
            "gagnée, où peut-on aller ?",
            "Pour commencer : parcourez les quatre colonnes. De s, gardez ce qui est à gauche de la colonne "
            "et ce qui est à droite (deux tranches), et mettez entre les deux le tuple d'une seule chaîne.",
        ),
        [
            (
                "Vous jouez encore quand quelqu'un a gagné : une position gagnée n'a pas de successeur.",
                _apres_la_fin,
            ),
            (
                "Vous posez le pion de l'autre : c'est celui du joueur dont c'est le tour.",
                _avec(lambda position: lettre(3 - position.trait)),
            ),
            ('Vous posez toujours "O" : c\'est tantôt à O, tantôt à X.', _avec(_toujours("O"))),
            ('Vous posez toujours "X" : c\'est tantôt à O, tantôt à X.', _avec(_toujours("X"))),
            (
                "Vous glissez le pion sous les autres : la chaîne se lit de bas en haut, le pion s'ajoute à "
                "la fin.",
                _avec(lambda position: lettre(position.trait), dessous=True),
            ),
            ("Vous oubliez la dernière colonne, de numéro 3.", _sauf(3)),
            ("Vous oubliez la première colonne, de numéro 0.", _sauf(0)),
            *(
                (
                    "Chaque coup s'ajoute aux précédents : gardez s intacte, et repartez d'elle pour chaque "
                    "colonne.",
                    lambda position, *_, alterne=alterne: _l_un_apres_l_autre(position, alterne),
                )
                for alterne in (True, False)
            ),
            (
                "Vous écartez les coups qui gagnent : ils donnent une position, comme les autres.",
                lambda position, *_: [vers_tours(s) for s in suivantes(position) if not s.gagnant],
            ),
            (
                "Vous vous arrêtez à la première colonne pleine : passez à la suivante (ni break ni return).",
                lambda position, *_: [
                    vers_tours(position.jouer(x))
                    for x in position.coups()
                    if position.coups()[: x + 1] == [*range(x + 1)]
                ],
            ),
            (
                "Vous ne renvoyez que le premier successeur : un return placé dans la boucle ?",
                lambda position, *_: list(map(vers_tours, suivantes(position)[:1])),
            ),
            seulement(
                "pleine",
                "Toutes vos erreurs viennent de colonnes pleines : une colonne contient au plus 4 pions.",
            ),
            seulement(
                "finie",
                "Toutes vos erreurs concernent des parties gagnées : il n'y a plus de successeur, la liste "
                "est vide.",
            ),
        ],
        aides("trait", "gagnant"),
    )
)


# --- graphe(s0) : tout ce qu'on peut atteindre ---------------------------------------------------------


def lire_graphe(valeur: Any) -> dict[Chaines, list[Chaines]]:
    """Un dictionnaire : position → liste de ses successeurs."""
    if not isinstance(valeur, Mapping):
        raise Malforme(f"le résultat doit être un dictionnaire, or c'est {nommer(valeur)}.")
    return {lire_position(cle, "une clé"): _lire_liste(liste) for cle, liste in valeur.items()}


def _juger_cles(appel: Appel, depart: Position, *_etiquettes: str) -> Ecart | None:
    """Toutes les positions accessibles, et elles seules."""
    cles, voulues = set(lire_graphe(appel.valeur)), set(map(vers_tours, graphe_depuis(depart)))
    if cles == voulues:
        return None
    return Ecart(
        _phrase_cles(cles, voulues),
        quantite(len(voulues), "position"),
        quantite(len(cles), "position"),
    )


def _phrase_cles(cles: set[Chaines], voulues: set[Chaines]) -> str:
    manquent, de_trop = voulues - cles, cles - voulues
    if manquent:
        exemple = min(manquent, key=lambda s: sum(map(len, s)))
        return f"Il manque {quantite(len(manquent), 'position')}, par exemple {exemple}."
    return f"Il y a {quantite(len(de_trop), 'position')} de trop, par exemple {min(de_trop)}."


def _juger_listes(appel: Appel, depart: Position, *_etiquettes: str) -> Ecart | None:
    """À chaque clé ses successeurs."""
    obtenu = lire_graphe(appel.valeur)
    attendu = {vers_tours(s): list(map(vers_tours, apres)) for s, apres in graphe_depuis(depart).items()}
    if not obtenu.keys() & attendu.keys():
        vide = "Aucune clé n'est une position de cette partie." if obtenu else "Le dictionnaire est vide."
        return Ecart(vide, quantite(len(attendu), "position"), "aucune")
    for s, liste in obtenu.items():
        if s in attendu and sorted(liste) != sorted(attendu[s]):
            return Ecart(
                f"La valeur de la clé {s} n'est pas la liste de ses successeurs.",
                montrer(attendu[s]),
                montrer(liste),
            )
    return None


def _departs(source: Source) -> Iterator[Position]:
    yield from EXEMPLES
    yield from finales(source, 2)
    yield from sorted(au_hasard(source, source.nombre(8), *range(7, 15)), key=lambda p: -p.nb_coups)
    yield from au_hasard(source, source.nombre(2), 5, 6)


# 493 positions, 680 coups, mais 5 517 suites de coups : qui ne retient rien les suit toutes.
_CARREFOUR = depuis_tours(("O", "XO", "XO", ""))
_FOIS = 6  # appels de successeurs permis par coup : même des balayages répétés n'en font guère que 5


def _nb_coups(depart: Position) -> int:
    return sum(map(len, graphe_depuis(depart).values()))


def _nb_suites(depart: Position) -> int:
    """Les suites de coups qui partent de là : autant d'appels de qui ne retient rien."""
    suites: dict[Position, int] = {}
    for s in sorted(graphe_depuis(depart), key=lambda s: -s.nb_coups):
        suites[s] = 1 + sum(suites[t] for t in suivantes(s))
    return suites[depart]


def _carrefour(depart: Position) -> bool:
    """Qui refait tout y dépasse-t-il nettement la limite, sans que le graphe soit grand ?"""
    return _nb_coups(depart) < 1500 and _nb_suites(depart) > (_FOIS + 1) * _nb_coups(depart)


def _carrefours(source: Source) -> Iterator[Position]:
    yield _CARREFOUR
    voulus = source.nombre(1)
    yield from islice(filter(_carrefour, au_hasard(source, 400 * voulus, 5)), voulus)


def _sans_refaire(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel, en comptant ceux de successeurs ; passé la limite, plus rien ne suit et il se termine."""
    limite = _FOIS * _nb_coups(essai.cas[0])
    vrais, appels = aides("successeurs")["successeurs"], 0

    def successeurs(s: Any) -> list[Chaines]:
        nonlocal appels
        appels += 1
        return vrais(s) if appels <= limite else []

    epreuve = essai.une_fois(lambda *a, **k: appelant(*a, remplacements={"successeurs": successeurs}, **k))
    if appels <= limite:
        return epreuve
    phrase = (
        "Plusieurs suites de coups mènent à la même position : retenez celles déjà vues, sinon vous les "
        "refaites à chaque fois, et le graphe entier serait interminable."
    )
    return replace(epreuve, ecart=Ecart(phrase, f"{limite} appels de successeurs au plus", "bien plus"))


def _cles_rendues(epreuve: Epreuve) -> set[Chaines] | None:
    try:
        return set(lire_graphe(epreuve.appel.valeur))
    except Malforme:
        return None


def _cles(phrase: str, choisies: Callable[[Position], Iterable[Position]]) -> Erreur:
    """Partout, les clés sont celles-là."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return bool(fautes(epreuves)) and all(
            _cles_rendues(e) == set(map(vers_tours, choisies(e.essai.cas[0]))) for e in epreuves
        )

    return Erreur(phrase, explique)


def _chemin(rang: int, depart: Position) -> list[Position]:
    """Les positions vues par qui ne suit que ce successeur de chacune."""
    vues = [depart]
    while apres := suivantes(vues[-1]):
        vues.append(apres[rang])
    return vues


def _listes_videes(epreuves: list[Epreuve]) -> bool:
    """Les listes n'ont-elles rien de trop, mais des absents, alors que plusieurs clés y sont ?"""
    manques = 0
    for epreuve in (e for e in epreuves if e.essai.faire is None):
        try:
            obtenu = lire_graphe(epreuve.appel.valeur)
        except Malforme:
            return False
        attendu = {
            vers_tours(s): {*map(vers_tours, apres)}
            for s, apres in graphe_depuis(epreuve.essai.cas[0]).items()
        }
        if any(s not in attendu or not {*liste} <= attendu[s] for s, liste in obtenu.items()):
            return False
        manques += any({*liste} < attendu[s] for s, liste in obtenu.items())
    return manques > 0


def _generation(depart: Position) -> list[Position]:
    return [depart, *suivantes(depart)]


GRAPHE = (
    sur_position(
        "graphe(s0)",
        attendu=lambda depart, *_: quantite(len(graphe_depuis(depart)), "position"),
        juger=_juger_cles,
        taille=taille,
        appel=lambda depart, *_: f"graphe({vers_tours(depart)})",
    )
    .critere("toutes les positions accessibles, et elles seules", 2, _departs)
    .critere("à chacune, la liste de ses successeurs", 1, _departs, juger=_juger_listes)
    .critere(
        "les positions déjà vues ne sont pas refaites",
        1,
        _carrefours,
        plafond=0.5,
        # Un millier d'appels de successeurs, que la notation fait de l'autre côté du mur : sur une machine
        # chargée, une réponse juste y passe plus de temps à attendre qu'à calculer.
        options={"codage": TOURS, "faire": _sans_refaire, "delai": 4 * DELAI},
    )
    .question(
        (
            "Où regarder : le parcours d'un graphe, avec la liste des positions qui restent à voir.",
            "À quoi penser : plusieurs suites de coups mènent à la même position : à quoi reconnaît-on "
            "qu'elle est déjà vue ? Une partie finie est aussi une position, sans successeur.",
            "Pour commencer : au départ le dictionnaire est vide et une seule position reste à voir. Tant "
            "qu'il en reste, prenez-en une ; si elle n'est pas encore une clé, inscrivez-la avec ses "
            "successeurs, qui sont à voir à leur tour.",
        ),
        [
            _cles(
                "Vous n'inscrivez que les positions où l'on peut encore jouer : une fin de partie est aussi "
                "une position, sa liste de successeurs est vide.",
                lambda depart: [s for s, apres in graphe_depuis(depart).items() if apres],
            ),
            _cles(
                "Vous n'inscrivez que la position de départ : un return dans la boucle, ou un appel récursif "
                "dont "
                "le résultat est perdu ?",
                lambda depart: [depart],
            ),
            _cles(
                "Vous n'inscrivez pas les positions gagnées : ce sont des positions, sans successeur.",
                lambda depart: [s for s in graphe_depuis(depart) if not s.gagnant or s == depart],
            ),
            *(
                _cles(
                    "Vous ne suivez qu'un successeur de chaque position : tous sont à voir.",
                    partial(_chemin, rang),
                )
                for rang in (0, -1)
            ),
            Erreur(
                "Vous ne partez pas de s0 : des positions inscrites n'en viennent pas.",
                lambda epreuves: all(
                    ("", "", "", "") in (_cles_rendues(e) or ())
                    for e in fautes(epreuves)
                    if e.essai.cas[0] != VIDE
                ),
            ),
            Erreur(
                "Des successeurs ont disparu de vos listes : a_voir et G[s] sont-elles la même liste ? Ce "
                "qu'on "
                "retire de l'une (pop) est perdu pour l'autre.",
                _listes_videes,
            ),
            valeurs(
                "Toutes les clés ont la même liste de successeurs : chaque position doit avoir la sienne.",
                lambda valeur: (
                    isinstance(valeur, dict)
                    and len(valeur) > 2
                    and len({repr(liste) for liste in valeur.values()}) == 1
                    and any(valeur.values())
                ),
            ),
            _cles(
                "Vous vous arrêtez aux successeurs du départ : il faut aussi les successeurs de ceux-ci, "
                "jusqu'aux fins de partie.",
                _generation,
            ),
            _cles(
                "La position de départ manque : elle est accessible, sans jouer.",
                lambda depart: [s for s in graphe_depuis(depart) if s != depart],
            ),
            valeurs(
                "Le dictionnaire est vide : qu'est-ce qui est à voir avant le premier tour de boucle ?",
                lambda valeur: valeur == {},
            ),
        ],
        aides("trait", "gagnant", "successeurs"),
    )
)


# --- fins : combien de fins de partie ? ----------------------------------------------------------------

_ECHANGE = "c'est le nombre de l'autre joueur."
FINS = uplet(
    "fins",
    [
        ("gagnées par O", 10476, {7326: _ECHANGE, 17802: "c'est le total des deux joueurs."}),
        ("gagnées par X", 7326, {10476: _ECHANGE, 17802: "c'est le total des deux joueurs."}),
        (
            "nulles",
            18,
            {
                17820: "vous comptez toutes les positions sans successeur, gagnées comprises.",
                23948: "vous comptez toutes les positions où personne n'a gagné, même celles où l'on joue "
                "encore.",
            },
        ),
    ],
    (
        "Où regarder : G contient toutes les positions. Une fin est une position sans successeur.",
        "À quoi penser : gagnant dit qui a gagné. Qu'est-ce qui distingue une nulle d'une partie en cours ?",
        "Pour commencer : parcourez les clés de G avec trois compteurs.",
    ),
)
