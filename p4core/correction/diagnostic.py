"""Dire en français pourquoi une copie n'a pas pu être notée."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from p4core.correction.carnet_source import identifiant

# Par nom d'exception : plusieurs bibliothèques définissent la leur pour un même incident.
_INCIDENTS = {
    "DeadKernelError": "le noyau Python s'est arrêté net pendant l'exécution (mémoire, os._exit, plantage)",
    "CellTimeoutError": "une cellule ne s'arrête pas et n'a pas pu être interrompue",
    "UnresponsiveKernelError": "une cellule ne s'arrête pas et n'a pas pu être interrompue",
    "TimeoutError": "le noyau Python ne répond pas",
    "ValidationError": "les métadonnées du carnet sont abîmées",
    "SchemaTooOldError": "les métadonnées nbgrader du carnet sont d'un autre format",
    "SchemaTooNewError": "les métadonnées nbgrader du carnet sont d'un autre format",
}


def expliquer(incident: BaseException) -> str:
    """Une phrase pour une exception levée pendant la notation."""
    for classe in type(incident).__mro__:
        if classe.__name__ in _INCIDENTS:
            return _INCIDENTS[classe.__name__]
    return f"erreur pendant la notation : {type(incident).__name__} : {_premiere_ligne(incident)}"


def _premiere_ligne(incident: BaseException) -> str:
    return next((ligne for ligne in str(incident).splitlines() if ligne.strip()), "sans message")


def defaut_du_dossier(dossier: Path, attendus: Collection[str]) -> str | None:
    """Ce qui empêche de noter ce dossier rendu, ou None si tout semble en ordre."""
    presents = sorted(dossier.glob("*.ipynb"))
    if not presents:
        return "aucun carnet (.ipynb) dans le dossier rendu"
    for nom in attendus:
        chemin = dossier / f"{nom}.ipynb"
        if not chemin.is_file():
            autres = ", ".join(p.name for p in presents)
            return f"carnet renommé ou manquant : « {nom}.ipynb » attendu, trouvé : {autres}"
        if defaut := defaut_du_carnet(chemin):
            return defaut
    return None


def defaut_du_carnet(chemin: Path) -> str | None:
    """Ce qui rend ce fichier illisible comme carnet, ou None."""
    if not (texte := chemin.read_bytes()).strip():
        return f"fichier vide : {chemin.name}"
    try:
        contenu = json.loads(texte)
    except ValueError as erreur:  # JSON invalide ou octets qui ne sont pas de l'UTF-8
        return f"fichier illisible, ce n'est pas du JSON valide : {chemin.name} ({erreur})"
    if not isinstance(contenu, dict) or not isinstance(contenu.get("cells"), list):
        return f"ce fichier n'est pas un carnet Jupyter : {chemin.name}"
    return None


def reconnaitre_renomme(dossier: Path, nom: str, identifiants: Collection[str]) -> Path | None:
    """Le seul carnet du dossier qui soit manifestement « nom » sous un autre nom, s'il y en a un."""
    if (dossier / f"{nom}.ipynb").exists():
        return None
    candidats = [p for p in sorted(dossier.glob("*.ipynb")) if _ressemble(p, identifiants)]
    return candidats[0] if len(candidats) == 1 else None


def _ressemble(chemin: Path, identifiants: Collection[str]) -> bool:
    """Le carnet contient-il au moins la moitié des cellules nbgrader attendues ?"""
    if defaut_du_carnet(chemin):
        return False
    import nbformat

    cellules = nbformat.from_dict(json.loads(chemin.read_bytes())).cells
    trouves = {identifiant(c) for c in cellules} & set(identifiants)
    return 2 * len(trouves) >= len(identifiants) > 0
