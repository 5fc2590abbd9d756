"""Les essais de IA et de IA_memo : des positions, des profondeurs, et le jugement de la colonne choisie."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from p4core.codages import vers_lignes
from p4core.execution import Appel
from p4core.position import Position
from p4core.recherche import presque_egaux
from p4core.recherche_ia import meilleurs, notes
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Ecart, Epreuve, Essai, Source
from p4core.verification.lecture import entier, montrer, simple, virgule
from p4core.verification.tp3_ia.ia_recit import dire_gagnee, pas_annule
from p4core.verification.tp3_ia.outils import (
    AIDES,
    EssaiGrille,
    ecart_de_colonne,
    marques_de_taille,
    positions_de_tailles,
    vide,
)

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
