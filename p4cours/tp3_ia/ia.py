"""Dire ce qui ne va pas pendant un appel de IA : une grille gagnée évaluée, un coup mal annulé.
Les essais de IA et de IA_memo : des positions, des profondeurs, et le jugement de la colonne choisie.
Les erreurs que l'on sait nommer dans un min-max.
IA(grille, hauteur, p, prof) : le min-max avec retour en arrière.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_lignes
from p4core.ia.recherche import meilleurs, notes, presque_egaux, score_series
from p4core.jeu import Position
from p4cours.tp3_ia.outils import (
    AIDES,
    EssaiGrille,
    GrilleGagnee,
    ecart_de_colonne,
    erreurs_de_taille,
    marques_de_taille,
    position_de,
    positions_de_tailles,
    vide,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import seulement
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4cours.verification.lecture import entier, montrer, simple, virgule

# --- Dire ce qui ne va pas pendant un appel de IA : une grille gagnée évaluée, un coup mal annulé --------


def dire_gagnee(epreuve: Epreuve) -> Epreuve | None:
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


def pas_annule(appel: Appel, ecart: Ecart) -> Ecart:
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


# --- Les essais de IA et de IA_memo : des positions, des profondeurs, et le jugement de la colonne choisie


PERDU, PLEINE, GAIN, DANGER = "tous les coups perdent", "colonne pleine", "gain", "danger"


@dataclass(frozen=True)
class EssaiIA(EssaiGrille):
    """Un appel d'IA : la colonne doit être l'une des meilleures, grille et hauteur remises en état."""

    sans_retour: bool = True  # None est jugé ici, pour dire ce qui manque
    delai: float = 6.0
    remplacements: Callable[[], dict[str, Any]] = field(default=dict)

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel ; dit en quoi la grille n'a pas été remise en état."""
        noms = self.remplacements()
        epreuve = super().derouler(partial(appelant, remplacements=noms))
        if epreuve.reussie or epreuve.appel.expire:
            return epreuve
        # Les aides refusent une grille gagnée, que l'évaluation de l'élève laisse peut-être passer.
        temoin = epreuve if noms else super().derouler(partial(appelant, remplacements=AIDES))
        epreuve = dire_gagnee(temoin) or epreuve
        if epreuve.ecart and epreuve.ecart.cause == "argument":
            return replace(epreuve, ecart=pas_annule(epreuve.appel, epreuve.ecart))
        return epreuve


def essai_ia(nom: str, position: Position, prof: int, *etiquettes: str, **options: Any) -> EssaiIA:
    """L'essai de la fonction `nom` pour le joueur au trait."""
    grille, hauteur = vers_lignes(position)
    p = position.trait
    bonnes = meilleurs(notes(position, prof))
    marques = marques_de_taille(position) | set(etiquettes) | _enjeu(position, prof)
    return EssaiIA(
        f"{nom}(grille, hauteur, {p}, {prof})", (grille, hauteur, p, prof), juge_colonne(position, prof),
        position, frozenset(marques), contexte={"prof": prof}, attendu=" ou ".join(map(str, bonnes)),
        **options,
    )  # fmt: skip


def _enjeu(position: Position, prof: int) -> set[str]:
    """Ce que la position a de particulier : un gain, un danger, une colonne pleine."""
    valeurs = notes(position, prof).values()
    faits = {
        GAIN: max(valeurs) == math.inf,
        DANGER: min(valeurs) == -math.inf < max(valeurs) < math.inf,
        PLEINE: len(valeurs) < position.largeur,
    }
    return {nom for nom, vrai in faits.items() if vrai}


def juge_colonne(position: Position, prof: int) -> Callable[[Appel], Ecart | None]:
    """Le juge d'une colonne : jouable, et de note maximale aux arrondis près."""
    valeurs = notes(position, prof)
    bonnes = meilleurs(valeurs)

    def juge(appel: Appel) -> Ecart | None:
        valeur = simple(appel.valeur)
        if valeur is None:
            return ecart_de_colonne(_rien(valeurs, appel), bonnes, "None")
        if _est_un_score(valeur, valeurs, bonnes):
            phrase = "Vous renvoyez le score du meilleur coup : on attend sa colonne."
            return ecart_de_colonne(phrase, bonnes, montrer(valeur))
        x = entier(valeur, "le coup")
        if x not in valeurs:
            return ecart_de_colonne(_injouable(position, x), bonnes, str(x))
        if x in bonnes:
            return None
        return ecart_de_colonne(
            f"La colonne {x} n'est pas la meilleure à profondeur {prof} pour le joueur {position.trait} : "
            "elle vaut "
            f"{_note(valeurs[x])}, la meilleure vaut {_note(valeurs[bonnes[0]])}.",
            bonnes,
            str(x),
            [(x, position.niveau(x))],
        )

    return juge


def _rien(valeurs: dict[int, float], appel: Appel) -> str:
    if max(valeurs.values()) == -math.inf:
        return (
            "Votre fonction renvoie None quand tous les coups perdent : il faut tout de même renvoyer une "
            "colonne "
            "jouable (aucun score n'est strictement plus grand que -inf)."
        )
    suite = " Vous l'affichez avec print : il faut la renvoyer avec return." if appel.sortie.strip() else ""
    return "Votre fonction ne renvoie rien (None) : on attend la colonne choisie." + suite


def _est_un_score(valeur: Any, valeurs: dict[int, float], bonnes: list[int]) -> bool:
    return isinstance(valeur, float) and presque_egaux(valeur, valeurs[bonnes[0]])


def _injouable(position: Position, x: int) -> str:
    if 0 <= x < position.largeur:
        return f"La colonne {x} est pleine : on ne peut pas y jouer."
    return f"La colonne {x} n'existe pas : celles de cette grille vont de 0 à {position.largeur - 1}."


def _note(valeur: float) -> str:
    if math.isinf(valeur):
        return "+inf (gain)" if valeur > 0 else "-inf (perte)"
    return virgule(valeur)


# --- Les positions à essayer -------------------------------------------------------------------------------

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


def tactiques(source: Source) -> Iterator[Essai]:
    """Des gains et des menaces immédiats."""
    for coups, prof in _TACTIQUES:
        yield essai_ia("IA", Position.depuis_coups(coups), prof)
    for (m, n), coups, prof in _A_LA_LIMITE:
        yield essai_ia("IA", Position.depuis_coups(coups, m, n), prof)
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(3)):
        avant = Position.depuis_coups([x + 1 for x in position.historique[:-1]])
        yield from (essai_ia("IA", avant, prof) for prof in (1, 2))


def _nette(position: Position, prof: int) -> bool:
    """Le choix compte-t-il ? (il y a de mauvais coups)"""
    valeurs = notes(position, prof)
    return 2 * len(meilleurs(valeurs)) <= len(valeurs)


def nettes(source: Source, nombre: int, prof: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où moins de la moitié des coups sont les meilleurs."""
    trouvees = 0
    for position in pos.au_hasard(source.alea, 40 * nombre, depart):
        if position.nb_coups > 2 and _nette(position, prof):
            yield position
            trouvees += 1
        if trouvees == nombre:
            return


def profondeurs(source: Source) -> Iterator[Essai]:
    """Des positions au hasard, à chercher à profondeur 1, 2 et 3."""
    yield from (essai_ia("IA", Position(), prof) for prof in (1, 2))
    for prof, nombre in ((1, 4), (2, 4), (3, 1)):
        yield from (essai_ia("IA", p, prof) for p in nettes(source, source.nombre(nombre), prof))


def autres_tailles(source: Source) -> Iterator[Essai]:
    """Les mêmes recherches sur d'autres grilles que 6 × 7."""
    for rang, position in enumerate(positions_de_tailles(source, source.nombre(2))):
        yield essai_ia("IA", position, 1 + rang % 3)
    for n, m in ((4, 4), (5, 5), (4, 9)):
        yield from (essai_ia("IA", p, 2) for p in nettes(source, source.nombre(1), 2, vide(n, m)))


@lru_cache(maxsize=1)
def perdues() -> tuple[tuple[Position, int], ...]:
    """Des positions, et une profondeur, où tous les coups perdent."""
    trouvees = [(Position.depuis_coups("44335"), 2)]
    for n, m, graine in ((4, 4, 1), (5, 5, 2), (6, 7, 3)):
        candidates = (p for p in pos.au_hasard(random.Random(graine), 2000, vide(n, m)) if _perdue(p))
        trouvees += [(position, 2) for position, _ in zip(candidates, range(2), strict=False)]
    return tuple(trouvees)


def _perdue(position: Position) -> bool:
    return max(notes(position, 2).values()) == -math.inf


def fins(nom: str, source: Source, **options: Any) -> Iterator[EssaiIA]:
    """Des positions perdues, des colonnes pleines, des grilles presque remplies."""
    yield from (essai_ia(nom, position, prof, PERDU, **options) for position, prof in perdues())
    for coups in ("11111122", "7777776", "2222226666665"):
        yield essai_ia(nom, Position.depuis_coups(coups), 2, **options)
    for position in _presque_pleines(source):
        yield essai_ia(nom, position, 3, "presque pleine", **options)


def _presque_pleines(source: Source) -> Iterator[Position]:
    """Les derniers coups d'une partie nulle : le score d'une grille pleine est 0."""
    for n, m in ((6, 7), (4, 4), (5, 5)):
        nulle = pos.nulles(1, m, n)[0]
        for reste in (1, 2, 3):
            coups = nulle.historique[: n * m - reste]
            yield Position.depuis_coups([x + 1 for x in coups], m, n)


# --- Les erreurs que l'on sait nommer dans un min-max ----------------------------------------------------


def choisit_parmi(phrase: str, colonnes: Callable[[Essai], Collection[int]]) -> Erreur:
    """La fonction choisit partout comme le ferait une version fautive."""

    def explique(epreuves: list[Epreuve]) -> bool:
        jugees = [e for e in epreuves if isinstance(e.essai, EssaiIA)]
        if any(not _entier_simple(e.appel.valeur) for e in jugees):
            return False
        return bool(jugees) and all(simple(e.appel.valeur) in colonnes(e.essai) for e in jugees)

    return Erreur(phrase, explique)


def _entier_simple(valeur: Any) -> bool:
    return isinstance(simple(valeur), int)


def _faux(profondeur: Callable[[int], int] = lambda prof: prof, signe: int = 1, **options: Any) -> Any:
    """Les colonnes qu'une recherche modifiée jugerait les meilleures."""

    def colonnes(essai: Essai) -> list[int]:
        position, prof = position_de(essai), profondeur(essai.contexte["prof"])
        if prof < 1:
            return position.coups()
        return meilleurs({x: signe * note for x, note in notes(position, prof, **options).items()})

    return colonnes


def _autre_point_de_vue(position: Position, joueur: int) -> float:
    return score_series(position, 3 - joueur)


def _selon_le_trait(position: Position, joueur: int) -> float:
    return score_series(position, position.trait)


def _trait_inverse(position: Position, joueur: int) -> float:
    return score_series(position, 3 - position.trait)


def _premiere(essai: Essai) -> list[int]:
    return position_de(essai).coups()[:1]


def _derniere(essai: Essai) -> list[int]:
    return position_de(essai).coups()[-1:]


GRILLE_GAGNEE = Erreur(
    "Vous évaluez une grille déjà gagnée : testez la victoire avant la profondeur.",
    lambda epreuves: any(isinstance(e.appel.exception, GrilleGagnee) for e in epreuves),
)


def erreurs_ia() -> tuple[Erreur, ...]:
    """Les façons habituelles de se tromper dans un min-max."""
    return (
        GRILLE_GAGNEE,
        choisit_parmi("Vous renvoyez toujours la première colonne jouable.", _premiere),
        choisit_parmi("Vous renvoyez toujours la dernière colonne jouable.", _derniere),
        choisit_parmi(
            "Vous choisissez le PIRE coup : le signe, ou le maximum et le minimum, sont échangés.",
            _faux(signe=-1),
        ),
        choisit_parmi(
            "prof est décalée de 1 : vous cherchez un coup de moins que demandé.", _faux(lambda p: p - 1)
        ),
        choisit_parmi(
            "prof est décalée de 1 : vous cherchez un coup de plus que demandé.", _faux(lambda p: p + 1)
        ),
        choisit_parmi("Vous ne cherchez qu'à profondeur 1, quelle que soit prof.", _faux(lambda p: 1)),
        choisit_parmi(
            "L'adversaire coopère : coup_min doit renvoyer le MINIMUM des scores.", _faux(autre=max)
        ),
        choisit_parmi(
            "Quand c'est à p de jouer, coup_max doit renvoyer le MAXIMUM des scores.", _faux(mien=min)
        ),
        choisit_parmi("coup_max et coup_min sont échangées.", _faux(mien=min, autre=max)),
        choisit_parmi(
            "Vous évaluez la grille du point de vue de l'adversaire : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_autre_point_de_vue),
        ),
        choisit_parmi(
            "Le point de vue change selon qui doit jouer : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_selon_le_trait),
        ),
        choisit_parmi(
            "Le point de vue change selon qui vient de jouer : c'est toujours eval_grille(grille, p).",
            _faux(heuristique=_trait_inverse),
        ),
        choisit_parmi(
            "L'heuristique n'est pas utilisée : à profondeur 0, le score est eval_grille(grille, p).",
            _faux(heuristique=lambda position, joueur: 0),
        ),
        *erreurs_de_taille(),
        seulement(PERDU, "Toutes vos erreurs viennent des positions où tous les coups perdent."),
        seulement(
            "presque pleine", "Toutes vos erreurs viennent de la fin de partie : une grille remplie vaut 0."
        ),
        seulement(PLEINE, "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."),
        seulement(
            GAIN, "Vous manquez des coups gagnants : testez-vous victoire AVANT prof = 0, dans coup_min ?"
        ),
        seulement(
            DANGER, "Vous laissez l'adversaire gagner : testez-vous victoire AVANT prof = 0, dans coup_max ?"
        ),
    )


# --- IA(grille, hauteur, p, prof) : le min-max avec retour en arrière ------------------------------------


IA = Question(
    "IA",
    "IA(grille, hauteur, p, prof)",
    (
        Critere("gagner quand on le peut, parer quand il le faut", 1, tactiques),
        Critere("le meilleur coup aux profondeurs 1, 2 et 3", 2, profondeurs),
        Critere("toutes les tailles de grille", 1, autres_tailles),
        Critere("positions perdues, colonnes pleines, fins de partie", 1, lambda source: fins("IA", source)),
    ),
    (
        "Suivez le pseudo-code ligne à ligne : coup_max et coup_min sont définies À L'INTÉRIEUR de IA, "
        "elles voient "
        "donc grille, hauteur et p sans qu'on les leur donne.",
        "Un coup k est possible si hauteur[k] < n. Entre jouer et enlever_coup, il n'y a que l'appel "
        "récursif : "
        "gardez son résultat dans une variable, annulez, puis comparez.",
        "Dans le corps de IA, partez d'un meilleur coup None et remplacez-le si score > meilleur score OU "
        "si aucun coup "
        "n'est encore retenu : même quand tous les coups perdent, il faut en renvoyer un.",
    ),
    erreurs_ia(),
    AIDES,
)
