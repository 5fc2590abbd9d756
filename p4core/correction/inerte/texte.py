"""Le texte qu'on peut montrer : une chaîne, sans caractère de commande ni démesure."""

from __future__ import annotations

import re
from typing import Any

TEXTE_MAX = 30_000  # caractères montrés d'une même sortie
LIGNE_MAX = 2_000
SUITE = "[… la suite n'est pas montrée]"

# Les couleurs d'un terminal (ESC [ … m) restent ; tout autre caractère de commande part, liens OSC compris.
_COULEUR = r"\x1b\[[0-9;]{0,20}m"
_LIEN = r"\x1b\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)?"
_COMMANDES = re.compile(rf"({_COULEUR})|{_LIEN}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def texte_affichable(valeur: Any, controles: bool = False) -> str:
    """La valeur en texte Unicode valable ; `controles` garde les caractères de commande (pour du code)."""
    if isinstance(valeur, list) and all(isinstance(v, str) for v in valeur):
        valeur = "".join(valeur)
    texte = valeur if isinstance(valeur, str) else repr(valeur)
    # Une moitié de caractère (« surrogate ») empêcherait d'écrire la page.
    texte = texte.encode("utf-8", "replace").decode("utf-8")
    return texte if controles else _COMMANDES.sub(lambda m: m[1] or "", texte)


def texte_borne(valeur: Any) -> str:
    """Le texte d'une sortie, ses lignes et sa longueur bornées."""
    texte = texte_affichable(valeur)
    trop_long = len(texte) > TEXTE_MAX
    lignes = [_ligne_bornee(ligne) for ligne in texte[:TEXTE_MAX].split("\n")]
    return "\n".join([*lignes, SUITE] if trop_long else lignes)


def _ligne_bornee(ligne: str) -> str:
    return ligne if len(ligne) <= LIGNE_MAX else f"{ligne[:LIGNE_MAX]} {SUITE}"
