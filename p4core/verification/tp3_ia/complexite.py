"""Le coût de jouer, avec et sans la liste hauteur : des réponses en un mot."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from p4core.verification.juges import reponse

_CONSTANT = {"1", "constante", "constant", "tempsconstant", "coutconstant"}
_LINEAIRE = {"n", "lineaire", "lineaireenn", "tempslineaire", "nombredelignes", "len(grille)"}


def _normale(valeur: str) -> str:
    """La réponse sans accents, espaces, dollars, ni « O( ) » autour : « O( n ) » devient « n »."""
    plate = unicodedata.normalize("NFKD", valeur.lower())
    plate = "".join(c for c in plate if not unicodedata.combining(c) and c not in " \t\u00a0$\\*×.,;:")
    plate = plate.removeprefix("en").removeprefix("theta").removeprefix("mathcal{o}").lstrip("oθ")
    return plate.removeprefix("(").removesuffix(")")


def _juge(bonnes: set[str], remarques: dict[str, str], defaut: str) -> Callable[[Any], str | None]:
    def juge(valeur: Any) -> str | None:
        if not isinstance(valeur, str):
            return 'On attend une chaîne de caractères, comme "O(1)", "O(n)", "O(m)" ou "O(n*m)".'
        lue = _normale(valeur)
        return None if lue in bonnes else remarques.get(lue, defaut)

    return juge


_AVEC = {
    "n": "C'est le coût d'un parcours de colonne : jouer en fait-elle un ? Comptez ses opérations.",
    "m": "jouer parcourt-elle une ligne ? Comptez ses opérations.",
    "nm": "jouer ne parcourt pas toute la grille : comptez ses opérations.",
    "lineaire": "jouer contient-elle une boucle ? Comptez ses opérations.",
}
_DICHOTOMIE = "Une dichotomie y parviendrait, bien vu ; mais on demande le coût d'un parcours case par case."
_SANS = {
    "1": "Sans hauteur, il faut d'abord trouver où le pion tombe : cela demande un parcours.",
    "constante": "Sans hauteur, il faut d'abord trouver où le pion tombe : cela demande un parcours.",
    "m": "m est le nombre de colonnes : on ne parcourt que la colonne k.",
    "nm": "Il n'est pas nécessaire de parcourir toute la grille : la colonne k suffit.",
    "logn": _DICHOTOMIE,
    "log(n)": _DICHOTOMIE,
}

AVEC_HAUTEUR = reponse(
    "complexite_jouer",
    _juge(_CONSTANT, _AVEC, "Ce n'est pas le coût de jouer : comptez les opérations qu'elle fait."),
    (
        "Combien d'opérations fait jouer, et ce nombre dépend-il de la taille de la grille ?",
        "Il n'y a pas de boucle dans jouer ; lire ou modifier une case d'une liste coûte toujours autant.",
        "Un nombre d'opérations qui ne dépend ni de n ni de m se note O(1).",
    ),
)
SANS_HAUTEUR = reponse(
    "complexite_sans_hauteur",
    _juge(_LINEAIRE, _SANS, "Ce n'est pas ce coût : que faut-il parcourir pour trouver où le pion tombe ?"),
    (
        "Sans hauteur, comment savoir sur quelle ligne le pion s'arrête ?",
        "On parcourt la colonne k case par case, jusqu'à la première case libre : combien de cases, au "
        "pire ?",
        "Une colonne contient n cases (n est le nombre de lignes).",
    ),
)
