"""Les erreurs que l'on sait nommer dans une somme sur les alignements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isnan

from p4core.heuristiques import comptes
from p4core.position import alignements
from p4core.recherche import presque_egaux
from p4core.verification import positions as pos
from p4core.verification.diagnostics import fautes, modele
from p4core.verification.essais import Epreuve, Erreur, Essai
from p4core.verification.lecture import nombre
from p4core.verification.tp2_minmax.commun import Poids

Contribution = Callable[[int, int, Poids], float]  # pions du joueur, pions de l'autre, poids
Garde = Callable[[pos.Alignement], bool]
_TOUS = tuple(alignements())


def _juste(siens: int, autres: int, w: Poids) -> float:
    return (0 if autres else w[siens]) - (0 if siens else w[autres])


def _apports(essai: Essai, contribution: Contribution = _juste) -> list[float]:
    """Ce qu'apporte chacun des alignements, dans l'ordre."""
    assert essai.position is not None
    joueur, poids = essai.contexte["joueur"], essai.contexte["poids"]
    return [contribution(siens, autres, poids) for siens, autres in comptes(essai.position, joueur)]


def _version(phrase: str, contribution: Contribution = _juste, garde: Garde = lambda A: True) -> Erreur:
    """Ce que chaque alignement gardé apporterait à la version fautive."""

    def valeur(essai: Essai) -> float:
        return sum(apport for A, apport in zip(_TOUS, _apports(essai, contribution), strict=True) if garde(A))

    return modele(phrase, valeur, nombre)


def _evite(rang: int, valeur: int) -> Garde:
    return lambda A: all(case[rang] != valeur for case in A)


def _directions() -> Iterator[Erreur]:
    for nom in ("horizontale", "verticale", "diagonale montante", "diagonale descendante"):
        phrase = f"Vous oubliez les alignements d'une direction : {nom}."
        yield _version(phrase, garde=lambda A, nom=nom: pos.direction(A) != nom)  # type: ignore[misc]


def _un_rang(total: Callable[[list[float], int], float]) -> Callable[[list[Epreuve]], bool]:
    """Y a-t-il un alignement, toujours le même, qui explique toutes les valeurs ?"""

    def explique(epreuves: list[Epreuve]) -> bool:
        if any(not isinstance(e.appel.valeur, int | float) for e in epreuves):
            return False
        mesures = [(e.appel.valeur, _apports(e.essai)) for e in epreuves]
        return any(all(presque_egaux(v, total(a, i)) for v, a in mesures) for i in range(len(_TOUS)))

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
    _version(
        "Le signe est inversé : les alignements du joueur s'ajoutent, ceux de l'autre se retirent.",
        lambda a, b, w: -_juste(a, b, w),
    ),
    _version("Les alignements de l'autre joueur ne sont pas retirés.", lambda a, b, w: 0 if b else w[a]),
    _version("Vous ne comptez que les alignements de l'autre joueur.", lambda a, b, w: 0 if a else -w[b]),
    _version(
        "Vous ajoutez les alignements de l'autre joueur au lieu de les retirer.",
        lambda a, b, w: (0 if b else w[a]) + (0 if a else w[b]),
    ),
    _version(
        "Vous comptez aussi les alignements partagés : dès que les deux joueurs y ont un pion, un "
        "alignement ne "
        "rapporte plus rien à personne.",
        lambda a, b, w: w[a] - w[b],
    ),
    _version(
        "La condition est inversée : un alignement compte pour un joueur quand l'AUTRE n'y a aucun pion.",
        lambda a, b, w: (w[a] if b else 0) - (w[b] if a else 0),
    ),
    _version(
        "Les poids sont décalés d'un rang : i pions dans l'alignement valent w[i].",
        lambda a, b, w: (w[a - 1] if a and not b else 0) - (w[b - 1] if b and not a else 0),
    ),
    _version(
        "Vous comptez les pions au lieu de leurs poids : i pions valent w[i].",
        lambda a, b, w: (0 if b else a) - (0 if a else b),
    ),
    _version(
        "Vous comptez les alignements sans leurs poids : i pions valent w[i].",
        lambda a, b, w: (0 if b or not a else 1) - (0 if a or not b else 1),
    ),
    _version(_SINON, lambda a, b, w: w[a] if not b else -w[b]),
    _version(_SINON, lambda a, b, w: -w[b] if not a else w[a]),
    _version(_VIDE, lambda a, b, w: w[a] if not b else -w[b] if not a else 0),
    _version(_VIDE, lambda a, b, w: -w[b] if not a else w[a] if not b else 0),
    *_directions(),
    _version("Vous oubliez les alignements qui touchent le bord droit, x = 6.", garde=_evite(0, 6)),
    _version("Vous oubliez les alignements qui touchent le haut, y = 5.", garde=_evite(1, 5)),
    _version("Votre fonction répond toujours 0.", lambda a, b, w: 0),
    Erreur(
        "Vous n'examinez qu'un seul alignement : le return est-il à l'intérieur de la boucle ?",
        _un_rang(lambda apports, rang: apports[rang]),
    ),
    Erreur(
        "Vous oubliez un alignement, toujours le même : la boucle va-t-elle du premier au dernier ?",
        _un_rang(lambda apports, rang: sum(apports[:rang]) + sum(apports[rang + 1 :])),
    ),
)
