"""Un nom que le test demande et que la copie n'a pas : la vraie raison, et non le NameError qui suit."""

from __future__ import annotations

import builtins
import re
from collections.abc import Container, Iterable
from typing import Any

from p4cours.verification.cellules import noms_definis

_NOM_ABSENT = re.compile(r"name '(\w+)' is not defined")
_LIGNE = re.compile(r"line (\d+)\)$")
Executee = tuple[str, list[Any]]  # le texte d'une cellule, et ses sorties


def raison(erreur: Any, cellules: Iterable[Executee], demandes: Container[str] | None = None) -> str:
    """Pourquoi ce nom manque au test ; rien si cette erreur n'est pas celle d'un nom absent.

    `demandes` : les noms que le test montre. Tout autre vient peut-être d'un essai caché, et se tait."""
    absent = _NOM_ABSENT.fullmatch(str(erreur.get("evalue", "")))
    if erreur.get("ename") != "NameError" or absent is None:
        return ""
    nom = absent[1]
    if demandes is not None and nom not in demandes:
        return ""
    for source, sorties in cellules:
        for sortie in sorties:
            if sortie.get("output_type") == "error" and nom in noms_definis(source):
                return f"« {nom} » n'existe pas : sa cellule {_arret(sortie)}"
    return f"« {nom} » n'existe pas : réponse effacée, ou écrite sous un autre nom"


def _arret(erreur: Any) -> str:
    """Ce qui a arrêté une cellule, sans rien du message, que l'élève a pu écrire."""
    genre = str(erreur.get("ename", ""))
    classe = getattr(builtins, genre, None)
    if isinstance(classe, type) and issubclass(classe, SyntaxError):
        ligne = _LIGNE.search(str(erreur.get("evalue", "")))
        return f"ne se lit pas ({genre}{f', ligne {ligne[1]}' if ligne else ''})"
    return f"s'arrête sur une erreur ({genre if classe else 'une exception'})"
