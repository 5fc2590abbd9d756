"""La référence des noms publics, tirée de leurs docstrings.

« python -m p4prof.site.reference » récrit docs/reference.md, à la racine du dépôt.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from p4core.francais import enumerer
from p4cours.examen import TPS

FICHIER = Path("docs/reference.md")
DE_LA_MACHINE = {"fils"}  # un argument dont la valeur par défaut est le nombre de cœurs
ENTETE = """# Les noms publics

Ce que l'on peut importer, et sur quoi l'on peut compter d'une version à l'autre. Le reste est l'affaire de
la maison. Cette page est tirée des docstrings par `python -m p4prof.site.reference` ; un essai dit quand elle
a vieilli.

Les codages : `"colonnes"` (TP 1 et 2), `"lignes"` (TP 3), `"situation"` (TP 4), `"jetons"` (TP 5 et 6),
`"tours"` (TP 7).
"""
FIN = """## La commande `p4`

`p4 --aide` montre les sous-commandes des étages installés : celles de tous, celles du cours, et celles de
l'enseignant avec `p4prof` (voir le [guide de l'enseignant](guide_enseignant.md)).
"""


def rediger() -> str:
    """La page entière, en Markdown."""
    modules = ["p4core", "p4core.ia.solveur", "p4cours", *(f"p4cours.{tp}" for tp in TPS)]
    parties = [_module(import_module(nom)) for nom in modules]
    return "\n".join([ENTETE, *filter(None, parties), FIN])


def _module(module: ModuleType) -> str:
    """Les noms d'un module, sous sa propre docstring ; rien s'il n'en montre pas."""
    noms = [nom for nom in getattr(module, "__all__", ()) if nom != "QUESTIONS"]
    nom_court = "p4core.solveur" if module.__name__ == "p4core.ia.solveur" else module.__name__
    titre = f"## `{nom_court}`\n\n{_premiere_ligne(module)}\n"
    return "\n".join([titre, *(_entree(nom, getattr(module, nom)) for nom in noms)]) if noms else ""


def _entree(nom: str, valeur: Any) -> str:
    """Un nom : comment on l'appelle, ce qu'en dit sa docstring, les méthodes d'une classe."""
    if isinstance(valeur, ModuleType):
        return f"### `{nom}`\n\n{_premiere_ligne(valeur)} Ses fonctions sont plus bas.\n"
    if not callable(valeur):
        return f"### `{nom}`\n\n{_constante(valeur)}\n"
    texte = f"### `{nom}{_signature(valeur)}`\n\n{_docstring(valeur)}\n"
    lignes = _methodes(valeur) if inspect.isclass(valeur) else []
    return texte + (
        "\n| méthode ou attribut | ce que c'est |\n|---|---|\n" + "\n".join(lignes) + "\n" if lignes else ""
    )


def _constante(valeur: Any) -> str:
    """Ce que contient un nom qui n'est ni une fonction ni une classe."""
    if isinstance(valeur, dict):
        return f"Un dictionnaire, de clés {enumerer(f'`{cle!r}`' for cle in valeur)}."
    titre = f"{valeur.titre}. " if valeur.titre else ""
    return titre + _premiere_ligne(type(valeur))


def _methodes(classe: type) -> list[str]:
    """Les méthodes et propriétés que la classe elle-même définit, une par ligne d'une table."""
    lignes = []
    for nom, membre in vars(classe).items():
        fonction = membre.fget if isinstance(membre, property) else getattr(membre, "__func__", membre)
        if nom.startswith("_") or not inspect.isfunction(fonction) or not fonction.__doc__:
            continue
        appel = "" if isinstance(membre, property) else _signature(fonction, methode=True)
        lignes.append(f"| `{nom}{appel}` | {_premiere_ligne(fonction)} |")
    return lignes


def _signature(fonction: Any, methode: bool = False) -> str:
    """Les arguments et leurs valeurs par défaut, sans annotations ; rien pour une exception."""
    if inspect.isclass(fonction) and issubclass(fonction, BaseException):
        return ""
    parametres = inspect.signature(fonction).parameters.values()
    nus = [p.replace(annotation=inspect.Parameter.empty) for p in parametres if p.name not in DE_LA_MACHINE]
    return str(inspect.Signature(nus[1:] if methode else nus))


def _docstring(objet: Any) -> str:
    """La docstring, ses lignes d'exemples l'une sous l'autre."""
    return (inspect.getdoc(objet) or "").replace("`\n`", "`  \n`").replace(".\n`", ".  \n`")


def _premiere_ligne(objet: Any) -> str:
    return (inspect.getdoc(objet) or "").split("\n")[0]


if __name__ == "__main__":
    FICHIER.write_text(rediger(), encoding="utf-8")
    print(f"écrit : {FICHIER}")
