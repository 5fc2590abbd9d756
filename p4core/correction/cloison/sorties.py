"""Les sorties d'une cellule de l'élève, relues : rien n'assure qu'elles sont ce qu'elles prétendent être."""

from __future__ import annotations

from typing import Any

Sortie = dict[str, Any]
SORTIES_MAX = 300


def note(texte: str) -> Sortie:
    """Un mot du correcteur, parmi les sorties d'une cellule."""
    return {"output_type": "stream", "name": "stderr", "text": f"[correction] {texte}\n"}


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
