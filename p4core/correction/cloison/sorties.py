"""Les sorties d'une cellule de l'élève, relues : rien n'assure qu'elles sont ce qu'elles prétendent être."""

from __future__ import annotations

from typing import Any

Sortie = dict[str, Any]
SORTIES_MAX = 300
TOTAL_MAX = 20_000_000  # caractères affichés par toutes les cellules d'une copie


def note(texte: str) -> Sortie:
    """Un mot du correcteur, parmi les sorties d'une cellule."""
    return {"output_type": "stream", "name": "stderr", "text": f"[correction] {texte}\n"}


class Budget:
    """Ce qu'une copie peut encore afficher : mille cellules de dix mégaoctets rempliraient la mémoire."""

    def __init__(self) -> None:
        self._reste = TOTAL_MAX

    def garder(self, sorties: list[Sortie]) -> list[Sortie]:
        """Les sorties, ou un mot à leur place si la copie a déjà trop affiché."""
        taille = sum(len(str(sortie)) for sortie in sorties)
        if taille > self._reste:
            return [note("Affichage non gardé : cette copie affiche trop.")]
        self._reste -= taille
        return sorties


def lire_sorties(brutes: Any) -> list[Sortie]:
    """Les sorties bien formées, et elles seules."""
    if not isinstance(brutes, list):
        return []
    return [lue for brute in brutes[:SORTIES_MAX] if isinstance(brute, dict) and (lue := _lire(brute))]


def _lire(brute: Sortie) -> Sortie | None:
    genre = brute.get("output_type")
    if genre == "stream" and brute.get("name") in ("stdout", "stderr"):
        return {"output_type": "stream", "name": brute["name"], "text": str(brute.get("text", ""))}
    if genre == "error":
        lignes = brute.get("traceback")
        textes = [str(ligne) for ligne in lignes] if isinstance(lignes, list) else []
        nom, valeur = str(brute.get("ename", "")), str(brute.get("evalue", ""))
        return {"output_type": "error", "ename": nom, "evalue": valeur, "traceback": textes}
    if genre not in ("display_data", "execute_result") or not isinstance(brute.get("data"), dict):
        return None
    data = {str(t): v for t, v in brute["data"].items() if isinstance(v, str)}
    return {"output_type": "display_data", "data": data, "metadata": {}} if data else None
