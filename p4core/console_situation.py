"""Demander son coup à une personne, au clavier, dans le codage « situation » du TP 4."""

from __future__ import annotations

from typing import Any


def demande_colonne(s: Any) -> int:
    """La colonne choisie ; on la redemande tant que la réponse n'est pas celle d'une colonne jouable."""
    joueur, G = s
    while True:
        reponse = input(f"Joueur {joueur}, votre colonne : ")
        refus = refuser(reponse, G)
        if not refus:
            return int(reponse)
        print(refus)


def refuser(reponse: str, G: Any) -> str:
    """Ce qui empêche de jouer cette réponse, ou une chaîne vide."""
    texte, derniere = reponse.strip(), len(G[0]) - 1
    if not (texte.isascii() and texte.isdigit()):
        return f"« {texte[:20]} » n'est pas un numéro de colonne : tapez un entier de 0 à {derniere}."
    # Une suite de chiffres sans fin ne doit pas faire échouer int().
    if len(texte.lstrip("0")) > 3 or int(texte) > derniere:
        return f"Il n'y a pas de colonne {texte[:6]} : elles vont de 0 à {derniere}."
    if G[-1][int(texte)] is not None:
        return f"La colonne {int(texte)} est pleine : choisissez-en une autre."
    return ""
