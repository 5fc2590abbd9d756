"""IA_memo(grille, hauteur, p, prof) : les mêmes coups que IA, avec un dictionnaire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from p4core.codages import vers_lignes
from p4core.ia.recherche import feuilles, meilleurs
from p4core.jeu import Position
from p4cours.tp3_ia.commun import AIDES, evaluer, lire, marques_de_taille, vide
from p4cours.tp3_ia.ia import (
    ERREURS,
    GRILLE_GAGNEE,
    OPTIONS,
    bonnes,
    chercher,
    fins,
    nettes,
    notes_justes,
    recherche,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source

Cas = tuple[Any, ...]
COMPTE, APRES_PROF, APRES_JOUEUR = "comptage", "après une autre profondeur", "après l'autre joueur"


def _chercher(essai: Essai, appelant: Appelant) -> Epreuve:
    """Toujours avec les aides : un dictionnaire qui survit garderait les erreurs des autres fonctions."""
    return chercher(essai, appelant, AIDES)


def _memes_coups(source: Source) -> Iterator[Cas]:
    """Des appels isolés, sur des positions toutes différentes."""
    yield from ((p, prof) for prof in (1, 2, 3) for p in nettes(source, source.nombre(3), prof))
    for n, m in ((4, 4), (5, 5), (4, 9), (7, 4)):
        yield from ((p, 3) for p in nettes(source, source.nombre(1), 3, vide(n, m)))
    yield from fins(source)


# --- Compter les évaluations ---------------------------------------------------------------------
# Un cas : la position, la profondeur, le compteur.

PART_PERMISE = 0.6  # des évaluations de IA ; une mémoïsation complète en fait moins de 0,35 sur ces essais


@dataclass
class _Compteur:
    """Les évaluations d'une recherche, à comparer à celles de IA et aux configurations différentes."""

    naives: int
    distinctes: int
    faites: int = 0

    def eval_grille(self, grille: list[list[int]], p: int) -> float:
        """La bonne évaluation, comptée."""
        self.faites += 1
        return evaluer(lire(grille), p)

    def ecart(self) -> Ecart | None:
        """Y a-t-il trop d'évaluations ?"""
        if self.faites <= PART_PERMISE * self.naives:
            return None
        debut = "La colonne est bonne, mais " if self.faites < self.naives else "Rien n'est mémorisé : "
        return Ecart(
            f"{debut}votre fonction évalue {self.faites} grilles. IA en évalue {self.naives}, or "
            f"{self.distinctes} seulement sont différentes : un score déjà calculé ne doit pas l'être de "
            "nouveau.",
            f"de l'ordre de {self.distinctes} évaluations",
            f"{self.faites} évaluations",
        )


def _comptages(source: Source) -> Iterator[Cas]:
    """De petites grilles où les mêmes configurations reviennent souvent."""
    vierge = vide(4, 4)
    for position in (vierge, vierge.jouer(source.alea.randrange(4))):
        yield position, 6, _Compteur(*feuilles(position, 6))


def _compter(essai: Essai, appelant: Appelant) -> Epreuve:
    """Juge la colonne, puis le nombre d'évaluations."""
    position, prof, compteur = essai.cas
    compteur.faites = 0
    epreuve = chercher(essai, appelant, {**AIDES, "eval_grille": compteur.eval_grille})
    if not epreuve.reussie:
        return epreuve
    gain = f"{compteur.faites} évaluations au lieu de {compteur.naives}"
    remarque = f"Sur une grille 4 × 4 vide, à profondeur {prof} : {gain}."
    dite = compteur.faites and not position.nb_coups
    return replace(epreuve, ecart=compteur.ecart(), remarque=remarque if dite else "")


# --- D'un appel à l'autre ------------------------------------------------------------------------
# Un cas : la position, la profondeur, la marque, puis la position et la profondeur de l'appel d'avant.


def _suites(source: Source) -> Iterator[Cas]:
    """Un appel après un autre, de profondeur ou de joueur différents."""
    for position in _distinguent(source, 3, _profondeurs_differentes):
        yield position, 3, APRES_PROF, position, 1
    for position in _distinguent(source, 3, _joueurs_differents):
        yield _apres_le_meilleur(position), 2, APRES_JOUEUR, position, 3


def _distinguent(source: Source, nombre: int, test: Callable[[Position], bool]) -> list[Position]:
    """Des positions au hasard où un souvenir faux change le coup."""
    trouvees: list[Position] = []
    while len(trouvees) < nombre:
        trouvees += [p for p in pos.au_hasard(source.alea, 10, vide(5, 6)) if p.nb_coups > 3 and test(p)]
    return trouvees[:nombre]


def _profondeurs_differentes(position: Position) -> bool:
    return not set(bonnes(position, 1)) & set(bonnes(position, 3))


def _joueurs_differents(position: Position) -> bool:
    suite = _apres_le_meilleur(position)
    if suite.finie:
        return False
    pires = meilleurs({x: -note for x, note in notes_justes(suite, 2).items()})
    return not set(pires) & set(bonnes(suite, 2))


def _apres_le_meilleur(position: Position) -> Position:
    return position.jouer(bonnes(position, 1)[0])


def _enchainer(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel précédent, dont il ne doit rien rester de faux, puis celui que l'on juge."""
    *_, position, prof = essai.cas
    appelant((*vers_lignes(position), position.trait, prof), delai=essai.delai, remplacements=AIDES)
    return _chercher(essai, appelant)


def _appel_suivant(position: Position, prof: int, marque: str, _: Position, avant: int) -> str:
    return f"IA_memo(grille, hauteur, {position.trait}, {prof})   ({marque}, prof = {avant})"


# --- Les erreurs que l'on sait nommer ------------------------------------------------------------


def _souvenir(*marques: str) -> Explication:
    """Les appels isolés réussissent, ceux qui suivent un autre appel échouent."""

    def explique(epreuves: list[Epreuve]) -> bool:
        isoles = [e.reussie for e in epreuves if not e.essai.etiquettes & {APRES_PROF, APRES_JOUEUR, COMPTE}]
        manquees = {m for m in (APRES_PROF, APRES_JOUEUR) if _toutes_manquees(epreuves, m)}
        return manquees == {*marques} and sum(isoles) > 0.7 * len(isoles)

    return explique


def _toutes_manquees(epreuves: list[Epreuve], nom: str) -> bool:
    concernees = [e for e in epreuves if nom in e.essai.etiquettes]
    return bool(concernees) and not any(e.reussie for e in concernees)


def _cle_grossiere(epreuves: list[Epreuve]) -> bool:
    """Des colonnes fausses, et bien moins d'évaluations que de configurations différentes."""
    compteurs = [e.essai.cas[2] for e in epreuves if COMPTE in e.essai.etiquettes]
    return bool(compteurs) and all(0 < c.faites < 0.4 * c.distinctes for c in compteurs)


def _rien_de_memorise(epreuves: list[Epreuve]) -> bool:
    return all(
        COMPTE in e.essai.etiquettes and e.ecart and "évaluations" in e.ecart.obtenu for e in fautes(epreuves)
    )


_DEBUT = "Votre dictionnaire survit d'un appel à l'autre et sa clé oublie "

_OPTIONS = {**OPTIONS, "faire": _chercher, "relancable": False}

IA_MEMO = (
    recherche("IA_memo", _OPTIONS)
    .critere("le même coup que IA (ou un aussi bon)", 2, _memes_coups, gratuit=True)
    .critere(
        "bien moins d'évaluations que IA",
        3,
        _comptages,
        etiquettes=lambda position, *_: marques_de_taille(position) | {COMPTE},
        options={**_OPTIONS, "faire": _compter},
    )
    .critere(
        "rien de faux ne reste d'un appel à l'autre",
        1,
        _suites,
        gratuit=True,
        appel=_appel_suivant,
        options={**_OPTIONS, "faire": _enchainer},
    )
    .question(
        (
            "Partez d'une copie de IA. Deux suites de coups différentes peuvent mener à la même grille : "
            "c'est là qu'on gagne.",
            "Créez un dictionnaire vide au début de IA_memo. Au début de coup_max et de coup_min, si la "
            "configuration est déjà une clé, renvoyez la valeur rangée ; sinon calculez-la et rangez-la "
            "avant de la renvoyer.",
            "Une clé doit être immuable : tuple(tuple(ligne) for ligne in grille) convient. Comme le "
            "dictionnaire est neuf à chaque appel de IA_memo, la grille suffit : le nombre de pions dit qui "
            "joue et à quelle profondeur on est.",
        ),
        (
            GRILLE_GAGNEE,  # avant les autres : une recherche interrompue compte peu d'évaluations
            Erreur(
                "La clé de votre dictionnaire confond des configurations différentes : deux grilles qui "
                "n'ont pas les mêmes pions doivent avoir des clés différentes (hauteur seule ne suffit pas).",
                _cle_grossiere,
            ),
            Erreur(
                f"{_DEBUT}la profondeur et le joueur : un score calculé pour une autre recherche est repris "
                "tel quel. Créez le dictionnaire dans IA_memo, ou mettez-les dans la clé.",
                _souvenir(APRES_PROF, APRES_JOUEUR),
            ),
            Erreur(
                f"{_DEBUT}la profondeur : un score calculé à profondeur 1 est repris dans une recherche à "
                "profondeur 3. Créez le dictionnaire dans IA_memo, ou mettez la profondeur qui reste dans "
                "la clé.",
                _souvenir(APRES_PROF),
            ),
            Erreur(
                f"{_DEBUT}le joueur p : un score du point de vue de l'un est repris pour l'autre. "
                "Créez le dictionnaire dans IA_memo, ou mettez p dans la clé.",
                _souvenir(APRES_JOUEUR),
            ),
            Erreur(
                "Votre dictionnaire ne fait presque rien gagner : le score est-il bien cherché dans le "
                "dictionnaire AVANT d'explorer, et rangé dedans APRÈS, dans coup_max comme dans coup_min ?",
                _rien_de_memorise,
            ),
            *ERREURS,
        ),
    )
)
