"""Les sorties qu'on peut montrer : du texte et des images pour l'élève, son bilan en plus pour un test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nbformat import NotebookNode

from p4core.correction.inerte.html import est_statique
from p4core.correction.inerte.images import image_sure, taille_demandee
from p4core.correction.inerte.texte import texte_affichable, texte_borne

SORTIES_MAX = 60  # par cellule
RETIRE = "[affichage non montré : {}]"

Donnees = dict[str, str]


def sorties_d_eleve(sorties: Any) -> list[NotebookNode]:
    """Le texte et les images d'une cellule que l'élève maîtrise."""
    return _sorties(sorties, _donnees_d_eleve)


def sorties_de_test(sorties: Any) -> list[NotebookNode]:
    """Les sorties d'un test : le bilan mis en page y reste, pourvu qu'il soit immobile et sans adresse."""
    return _sorties(sorties, _donnees_de_test)


def _sorties(sorties: Any, donnees: Callable[[dict[str, Any]], Donnees]) -> list[NotebookNode]:
    sorties = [s for s in sorties if isinstance(s, dict)] if isinstance(sorties, list) else []
    propres = [_sortie(s, donnees) for s in sorties[:SORTIES_MAX]]
    if len(sorties) > SORTIES_MAX:
        propres.append(_flux({"text": RETIRE.format(f"{len(sorties) - SORTIES_MAX} de plus")}))
    return [NotebookNode(s) for s in propres if s is not None]


def _sortie(sortie: dict[str, Any], donnees: Callable[[dict[str, Any]], Donnees]) -> dict[str, Any] | None:
    """Une sortie refaite, champ par champ ; None si elle est vide ou d'un genre inconnu."""
    genre = sortie.get("output_type")
    if genre == "stream":
        return _flux(sortie) if sortie.get("text") else None
    if genre == "error":
        return _erreur(sortie)
    if genre not in ("display_data", "execute_result"):
        return None
    recues = sortie.get("data")
    gardees = donnees(recues if isinstance(recues, dict) else {})
    neuve = {"output_type": genre, "data": gardees, "metadata": _metadonnees(sortie, gardees)}
    numero = sortie.get("execution_count")
    return neuve | (
        {"execution_count": numero if type(numero) is int else None} if genre != "display_data" else {}
    )


def _flux(sortie: dict[str, Any]) -> dict[str, Any]:
    nom = "stderr" if sortie.get("name") == "stderr" else "stdout"
    return {"output_type": "stream", "name": nom, "text": texte_borne(sortie.get("text", ""))}


def _erreur(sortie: dict[str, Any]) -> dict[str, Any]:
    trace = sortie.get("traceback")
    lignes = texte_borne("\n".join(texte_affichable(t) for t in trace) if isinstance(trace, list) else "")
    champs = {nom: texte_borne(sortie.get(nom, ""))[:2000] for nom in ("ename", "evalue")}
    return {"output_type": "error", **champs, "traceback": lignes.split("\n")}


def _donnees_d_eleve(data: dict[str, Any]) -> Donnees:
    """Le texte simple et les images vérifiées ; à défaut, une phrase qui dit ce qui n'est pas montré."""
    images = {genre: image for genre, v in data.items() if (image := image_sure(genre, v)) is not None}
    if "text/plain" in data:
        return images | {"text/plain": texte_borne(data["text/plain"])}
    genres = ", ".join(sorted(texte_affichable(genre)[:60] for genre in data)[:5])
    return images or {"text/plain": RETIRE.format(genres)}


def _donnees_de_test(data: dict[str, Any]) -> Donnees:
    page = data.get("text/html")
    bilan = {"text/html": page} if isinstance(page, str) and est_statique(page) else {}
    return bilan | _donnees_d_eleve(data)


def _metadonnees(sortie: dict[str, Any], gardees: Donnees) -> dict[str, Any]:
    """La taille des images, seul réglage sans danger."""
    metadonnees: dict[str, Any] = {}
    for genre in gardees:
        metadonnees |= taille_demandee(sortie.get("metadata"), genre)
    return metadonnees
