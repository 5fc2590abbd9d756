"""IA(grille, hauteur, p, prof) : le min-max avec retour en arrière."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from p4core.appels import Appel
from p4core.codages import LIGNES, vers_lignes
from p4core.francais import virgule
from p4core.ia.recherche import meilleurs, notes, presque_egaux, score_series
from p4core.jeu import Position
from p4cours.tp3_ia.commun import (
    AIDES,
    ERREURS_DE_TAILLE,
    GrilleGagnee,
    marques_de_taille,
    positions_de_tailles,
    sur_grille,
    vide,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer, simple

PERDU, PLEINE, GAIN, DANGER = "tous les coups perdent", "colonne pleine", "gain", "danger"

# --- Juger la colonne choisie --------------------------------------------------------------------
# Un cas : la position, la profondeur, puis des marques. C'est au joueur au trait de jouer.

Cas = tuple[Any, ...]


@lru_cache(maxsize=2048)
def notes_justes(position: Position, prof: int) -> Mapping[int, float]:
    """La note de chaque coup, retenue : un même cas la demande plusieurs fois."""
    return notes(position, prof)


def bonnes(position: Position, prof: int) -> list[int]:
    """Les meilleures colonnes."""
    return meilleurs(notes_justes(position, prof))


def _juge_colonne(appel: Appel, position: Position, prof: int, *_: Any) -> Ecart | None:
    """La colonne est-elle jouable, et de note maximale aux arrondis près ?"""
    valeurs, valeur = notes_justes(position, prof), simple(appel.valeur)
    attendu, sommet = _attendu(position, prof), max(valeurs.values())
    if valeur is None:
        return Ecart(_rien(sommet, appel), attendu, "None")
    if isinstance(valeur, float) and presque_egaux(valeur, sommet):
        phrase = "Vous renvoyez le score du meilleur coup : on attend sa colonne."
        return Ecart(phrase, attendu, montrer(valeur))
    x = entier(valeur, "le coup")
    if x not in valeurs:
        return Ecart(_injouable(position, x), attendu, str(x))
    if x in bonnes(position, prof):
        return None
    phrase = (
        f"La colonne {x} n'est pas la meilleure à profondeur {prof} pour le joueur {position.trait} : "
        f"elle vaut {_note(valeurs[x])}, la meilleure vaut {_note(sommet)}."
    )
    return Ecart(phrase, attendu, str(x), [(x, position.niveau(x))])


def _attendu(position: Position, prof: int, *_: Any) -> str:
    return " ou ".join(map(str, bonnes(position, prof)))


def _rien(sommet: float, appel: Appel) -> str:
    if sommet == -math.inf:
        return (
            "Votre fonction renvoie None quand tous les coups perdent : il faut tout de même renvoyer une "
            "colonne jouable (aucun score n'est strictement plus grand que -inf)."
        )
    suite = " Vous l'affichez avec print : il faut la renvoyer avec return." if appel.sortie.strip() else ""
    return "Votre fonction ne renvoie rien (None) : on attend la colonne choisie." + suite


def _injouable(position: Position, x: int) -> str:
    if 0 <= x < position.largeur:
        return f"La colonne {x} est pleine : on ne peut pas y jouer."
    return f"La colonne {x} n'existe pas : celles de cette grille vont de 0 à {position.largeur - 1}."


def _note(valeur: float) -> str:
    if math.isinf(valeur):
        return "+inf (gain)" if valeur > 0 else "-inf (perte)"
    return virgule(valeur)


# --- Faire l'appel, et dire ce qui s'y passe de travers ------------------------------------------


def chercher(essai: Essai, appelant: Appelant, noms: Mapping[str, Any] | None = None) -> Epreuve:
    """Fait l'appel, avec ces noms remplacés ; dit en quoi la grille n'a pas été remise en état."""
    epreuve = sur_grille(essai, appelant, remplacements=noms)
    if epreuve.reussie or epreuve.appel.expire:
        return epreuve
    # Les aides refusent une grille gagnée, que l'évaluation de l'élève laisse peut-être passer.
    temoin = epreuve if noms else sur_grille(essai, appelant, remplacements=AIDES)
    epreuve = _dire_gagnee(temoin) or epreuve
    if epreuve.ecart and epreuve.ecart.cause == "argument":
        return replace(epreuve, ecart=_pas_annule(epreuve.appel, epreuve.ecart))
    return epreuve


def _dire_gagnee(epreuve: Epreuve) -> Epreuve | None:
    """L'épreuve et sa cause, si la recherche y évalue une grille gagnée."""
    erreur = epreuve.appel.exception
    if not isinstance(erreur, GrilleGagnee) or epreuve.ecart is None:
        return None
    p = epreuve.appel.arguments[2]
    qui = "qui est p" if erreur.gagnant == p else "l'adversaire de p"
    phrase = (
        f"Vous évaluez une grille déjà gagnée (par le joueur {erreur.gagnant}, {qui}) : testez la victoire "
        "avant la profondeur, celle de p dans coup_min et celle de l'adversaire dans coup_max. "
        "L'évaluation n'y est pas définie."
    )
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase))


def _pas_annule(appel: Appel, ecart: Ecart) -> Ecart:
    """L'écart d'un appel qui n'a pas remis grille et hauteur en état, et pourquoi."""
    (grille, hauteur), (avant_g, avant_h) = appel.apres[:2], appel.arguments[:2]
    if grille == avant_g:
        phrase = "Après l'appel, hauteur n'est plus la même : un coup essayé n'a pas été annulé dans hauteur."
    elif hauteur == avant_h and _bas_abime(grille, avant_g):
        phrase = (
            "Après l'appel, un pion de la ligne du bas a changé : vous essayez un coup dans une colonne "
            "pleine, et jouer écrit alors dans grille[-1], la ligne du bas. Un coup k n'est possible que si "
            "hauteur[k] < n."
        )
    elif hauteur == avant_h:
        phrase = (
            "Après l'appel, la grille a changé alors que hauteur est intacte : un pion essayé y est resté."
        )
    else:
        phrase = (
            "Un coup essayé n'a pas été annulé : après l'appel, la grille n'est plus celle qu'on a donnée. "
            "Chaque jouer doit être suivi de son enlever_coup (attention à un return placé entre les deux)."
        )
    obtenu = "une grille modifiée" if hauteur == avant_h else f"hauteur == {montrer(hauteur)}"
    return replace(ecart, phrase=phrase, obtenu=obtenu)


def _bas_abime(grille: Any, avant: list[list[int]]) -> bool:
    """Un pion posé avant l'appel a-t-il disparu ou changé de joueur dans la ligne du bas ?"""
    return any(pion and pion != reste for pion, reste in zip(avant[-1], grille[-1], strict=False))


# --- Les positions à essayer ---------------------------------------------------------------------

# Gagner tout de suite, parer une menace, voir un piège ; le joueur au trait est tantôt 1, tantôt 2.
_TACTIQUES = (
    ("112233", 1), ("112233", 2), ("7112233", 1), ("7112233", 2), ("711223", 2), ("12121", 2), ("121212", 3),
    ("71727", 3), ("32444", 2), ("11223", 2),
)  # fmt: skip

# (m, n), coups, prof : l'alignement se fait juste à profondeur 0 ; l'évaluer changerait la colonne choisie.
_A_LA_LIMITE = (
    ((7, 6), "153147", 1), ((7, 6), "1415733", 1), ((7, 6), "1125414", 2),
    ((4, 4), "313131", 1), ((4, 4), "2423131221", 2), ((5, 5), "1121415", 1), ((5, 5), "1521441", 2),
)  # fmt: skip


def _tactiques(source: Source) -> Iterator[Cas]:
    """Des gains et des menaces immédiats."""
    for coups, prof in _TACTIQUES:
        yield Position.depuis_coups(coups), prof
    for (m, n), coups, prof in _A_LA_LIMITE:
        yield Position.depuis_coups(coups, m, n), prof
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(3)):
        avant = Position.depuis_coups([x + 1 for x in position.historique[:-1]])
        yield from ((avant, prof) for prof in (1, 2))


def nettes(source: Source, nombre: int, prof: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où le choix compte : moins de la moitié des coups sont les meilleurs."""
    trouvees = 0
    for position in pos.au_hasard(source.alea, 40 * nombre, depart):
        if position.nb_coups > 2 and 2 * len(bonnes(position, prof)) <= len(position.coups()):
            yield position
            trouvees += 1
        if trouvees == nombre:
            return


def _profondeurs(source: Source) -> Iterator[Cas]:
    """Des positions au hasard, à chercher à profondeur 1, 2 et 3."""
    yield from ((Position(), prof) for prof in (1, 2))
    for prof, nombre in ((1, 4), (2, 4), (3, 1)):
        yield from ((p, prof) for p in nettes(source, source.nombre(nombre), prof))


def _autres_tailles(source: Source) -> Iterator[Cas]:
    """Les mêmes recherches sur d'autres grilles que 6 × 7."""
    for rang, position in enumerate(positions_de_tailles(source, source.nombre(2))):
        yield position, 1 + rang % 3
    for n, m in ((4, 4), (5, 5), (4, 9)):
        yield from ((p, 2) for p in nettes(source, source.nombre(1), 2, vide(n, m)))


@lru_cache(maxsize=1)
def _perdues() -> tuple[Position, ...]:
    """Des positions où tous les coups perdent, à profondeur 2."""
    trouvees = [Position.depuis_coups("44335")]
    for n, m, graine in ((4, 4, 1), (5, 5, 2), (6, 7, 3)):
        candidates = pos.au_hasard(random.Random(graine), 2000, vide(n, m))
        perdues = (p for p in candidates if max(notes(p, 2).values()) == -math.inf)
        trouvees += islice(perdues, 2)
    return tuple(trouvees)


def fins(source: Source) -> Iterator[Cas]:
    """Des positions perdues, des colonnes pleines, des grilles presque remplies."""
    yield from ((position, 2, PERDU) for position in _perdues())
    for coups in ("11111122", "7777776", "2222226666665"):
        yield Position.depuis_coups(coups), 2
    for n, m in ((6, 7), (4, 4), (5, 5)):
        # Les derniers coups d'une partie nulle : le score d'une grille pleine est 0.
        nulle = pos.nulles(1, m, n)[0]
        for reste in (1, 2, 3):
            coups_joues = [x + 1 for x in nulle.historique[: n * m - reste]]
            yield Position.depuis_coups(coups_joues, m, n), 3, "presque pleine"


# --- Les erreurs que l'on sait nommer dans un min-max --------------------------------------------

Colonnes = Callable[[Position, int], Collection[int]]  # celles qu'une version fautive pourrait choisir


def _choisit_parmi(phrase: str, colonnes: Colonnes) -> Erreur:
    """La fonction choisit partout comme le ferait une version fautive."""

    def explique(epreuves: list[Epreuve]) -> bool:
        if any(not isinstance(simple(e.appel.valeur), int) for e in epreuves):
            return False
        return all(simple(e.appel.valeur) in colonnes(*e.essai.cas[:2]) for e in epreuves)

    return Erreur(phrase, explique)


def _faux(profondeur: Callable[[int], int] = lambda prof: prof, signe: int = 1, **options: Any) -> Colonnes:
    """Les colonnes qu'une recherche déréglée jugerait les meilleures."""

    def colonnes(position: Position, prof: int) -> list[int]:
        if profondeur(prof) < 1:
            return position.coups()
        fausses = notes(position, profondeur(prof), **options)
        return meilleurs({x: signe * note for x, note in fausses.items()})

    return colonnes


VERSIONS_FAUSSES: tuple[tuple[str, Colonnes], ...] = (
    ("Vous renvoyez toujours la première colonne jouable.", lambda position, prof: position.coups()[:1]),
    ("Vous renvoyez toujours la dernière colonne jouable.", lambda position, prof: position.coups()[-1:]),
    (
        "Vous choisissez le PIRE coup : le signe, ou le maximum et le minimum, sont échangés.",
        _faux(signe=-1),
    ),
    ("prof est décalée de 1 : vous cherchez un coup de moins que demandé.", _faux(lambda p: p - 1)),
    ("prof est décalée de 1 : vous cherchez un coup de plus que demandé.", _faux(lambda p: p + 1)),
    ("Vous ne cherchez qu'à profondeur 1, quelle que soit prof.", _faux(lambda p: 1)),
    ("L'adversaire coopère : coup_min doit renvoyer le MINIMUM des scores.", _faux(autre=max)),
    ("Quand c'est à p de jouer, coup_max doit renvoyer le MAXIMUM des scores.", _faux(mien=min)),
    ("coup_max et coup_min sont échangées.", _faux(mien=min, autre=max)),
    (
        "Vous évaluez la grille du point de vue de l'adversaire : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, 3 - joueur)),
    ),
    (
        "Le point de vue change selon qui doit jouer : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, position.trait)),
    ),
    (
        "Le point de vue change selon qui vient de jouer : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, 3 - position.trait)),
    ),
    (
        "L'heuristique n'est pas utilisée : à profondeur 0, le score est eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: 0),
    ),
)

GRILLE_GAGNEE = Erreur(
    "Vous évaluez une grille déjà gagnée : testez la victoire avant la profondeur.",
    lambda epreuves: any(isinstance(e.appel.exception, GrilleGagnee) for e in epreuves),
)

ERREURS = (
    GRILLE_GAGNEE,
    *(_choisit_parmi(phrase, colonnes) for phrase, colonnes in VERSIONS_FAUSSES),
    *ERREURS_DE_TAILLE,
    seulement(PERDU, "Toutes vos erreurs viennent des positions où tous les coups perdent."),
    seulement(
        "presque pleine", "Toutes vos erreurs viennent de la fin de partie : une grille remplie vaut 0."
    ),
    seulement(PLEINE, "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."),
    seulement(GAIN, "Vous manquez des coups gagnants : testez-vous victoire AVANT prof = 0, dans coup_min ?"),
    seulement(
        DANGER, "Vous laissez l'adversaire gagner : testez-vous victoire AVANT prof = 0, dans coup_max ?"
    ),
)


# --- La question ---------------------------------------------------------------------------------


def _marques(position: Position, prof: int, *marques: str) -> set[str]:
    """Ce que la position a de particulier : sa taille, un gain, un danger, une colonne pleine."""
    valeurs = notes_justes(position, prof).values()
    faits = {
        GAIN: max(valeurs) == math.inf,
        DANGER: min(valeurs) == -math.inf < max(valeurs) < math.inf,
        PLEINE: len(valeurs) < position.largeur,
    }
    return {*marques, *marques_de_taille(position), *(nom for nom, vrai in faits.items() if vrai)}


OPTIONS: dict[str, Any] = {
    "codage": LIGNES,
    "faire": chercher,
    "delai": 6.0,
    "sans_retour": True,  # None est jugé ici, pour dire ce qui manque
}


def recherche(nom: str, options: Mapping[str, Any] = OPTIONS) -> Fonction:
    """La forme commune à IA et à IA_memo."""
    return Fonction(
        f"{nom}(grille, hauteur, p, prof)",
        donner=lambda position, prof, *_: (*vers_lignes(position), position.trait, prof),
        attendu=_attendu,
        juger=_juge_colonne,
        appel=lambda position, prof, *_: f"{nom}(grille, hauteur, {position.trait}, {prof})",
        etiquettes=_marques,
        options=options,
    )


IA = (
    recherche("IA")
    .critere("gagner quand on le peut, parer quand il le faut", 1, _tactiques)
    .critere("le meilleur coup aux profondeurs 1, 2 et 3", 2, _profondeurs)
    .critere("toutes les tailles de grille", 1, _autres_tailles)
    .critere("positions perdues, colonnes pleines, fins de partie", 1, fins)
    .question(
        (
            "Suivez le pseudo-code ligne à ligne : coup_max et coup_min sont définies À L'INTÉRIEUR de IA, "
            "elles voient donc grille, hauteur et p sans qu'on les leur donne.",
            "Un coup k est possible si hauteur[k] < n. Entre jouer et enlever_coup, il n'y a que l'appel "
            "récursif : gardez son résultat dans une variable, annulez, puis comparez.",
            "Dans le corps de IA, partez d'un meilleur coup None et remplacez-le si score > meilleur score "
            "OU si aucun coup n'est encore retenu : même quand tous les coups perdent, il faut en renvoyer "
            "un.",
        ),
        ERREURS,
        AIDES,
    )
)
