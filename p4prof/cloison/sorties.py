"""Les sorties d'une cellule, au format des carnets, et bornées."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

from p4prof.cloison.protocole import Sortie

TEXTE_MAX = 100_000  # caractères affichés par une cellule ; le reste est perdu, et on le dit
SORTIES_MAX = 200
DONNEES_MAX = 4 * 2**20  # octets d'une image
SANS_EFFET = "[correction] {} : sans effet pendant la correction."
COUPE = "\n[… la suite de l'affichage n'a pas été gardée]\n"


class Recueil:
    """Les sorties de la cellule en cours, bornées : un affichage sans fin ne remplit pas la mémoire."""

    def __init__(self) -> None:
        self.sorties: list[Sortie] = []
        self._place = TEXTE_MAX

    def vider(self) -> None:
        """Oublie tout : une nouvelle cellule commence, ou celle-ci a demandé d'effacer."""
        self.sorties, self._place = [], TEXTE_MAX

    def texte(self, nom: str, texte: str) -> None:
        """Ajoute du texte à la sortie standard ou d'erreur."""
        if self._place <= 0:
            return
        garde = texte[: self._place]
        self._place -= len(garde)
        if self._place <= 0:
            garde += COUPE
        derniere = self.sorties[-1] if self.sorties else {}
        if derniere.get("output_type") == "stream" and derniere["name"] == nom:
            derniere["text"] += garde
        elif len(self.sorties) < SORTIES_MAX:
            self.sorties.append({"output_type": "stream", "name": nom, "text": garde})

    def donnees(self, genre: str, data: dict[str, Any], options: dict[str, Any]) -> None:
        """Ajoute un affichage riche, s'il n'est pas démesuré."""
        gardees = _affichables(data)
        if gardees and (genre == "execute_result" or len(self.sorties) < SORTIES_MAX):
            self.sorties.append({"output_type": genre, "data": gardees, "metadata": {}, **options})

    def remplacer(self, numero: str, data: dict[str, Any]) -> None:
        """Met à jour l'affichage qui porte ce numéro."""
        gardees = _affichables(data)
        for sortie in self.sorties:
            if gardees and sortie.get("numero") == numero:
                sortie["data"] = gardees


def _affichables(data: dict[str, Any]) -> dict[str, Any]:
    """De ces données, celles que l'on peut garder."""
    return {t: donnee for t, v in data.items() if (donnee := _affichable(v)) is not None}


def _affichable(donnee: Any) -> Any:
    """Une donnée à afficher : du texte, ou un objet JSON recopié ; une image arrive parfois en octets."""
    if isinstance(donnee, bytes):
        donnee = base64.b64encode(donnee).decode()
    if isinstance(donnee, str):
        return donnee if len(donnee) <= DONNEES_MAX else None
    try:  # un élève peut y mettre n'importe quoi
        ecrite = json.dumps(donnee) if isinstance(donnee, dict) else ""
    except (TypeError, ValueError, RecursionError):
        return None
    return json.loads(ecrite) if 0 < len(ecrite) <= DONNEES_MAX else None


class Flux(io.TextIOBase):
    """Prend la place de sys.stdout ou sys.stderr ; le fermer est sans effet."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, recueil: Recueil, nom: str) -> None:
        self._recueil, self.name = recueil, nom

    def write(self, texte: str) -> int:
        """Recueille ce texte."""
        if not isinstance(texte, str):
            raise TypeError(f"write() attend une chaîne, pas {type(texte).__name__}")
        self._recueil.texte(self.name, texte)
        return len(texte)

    def close(self) -> None:
        """Une cellule qui ferme sa sortie ne prive pas les suivantes de la leur."""
