"""Garder un tournoi sur le disque : une ligne de JSON par lot fini, relue pour reprendre après une panne."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from p4core.tournois.lots import Lot
from p4core.tournois.releves import Releve
from p4core.tournois.resultats import Resultats

FORMAT = 1


class Carnet:
    """Le fichier d'un tournoi : un en-tête qui dit lequel, puis les lots dans l'ordre où ils finissent."""

    def __init__(self, chemin: str | Path) -> None:
        self.chemin = Path(chemin)

    def ouvrir(self, resultats: Resultats) -> None:
        """Relit les lots déjà joués de ce tournoi, ou commence le fichier."""
        entete = _entete(resultats)
        if not self.chemin.exists():
            self._ajouter(entete)
            return
        lignes = self._lignes_entieres()
        if not lignes or lignes[0] != entete:
            raise ValueError(
                f"{self.chemin} contient un autre tournoi (joueurs, graine, grille ou ouvertures différents)."
            )
        for ligne in lignes[1:]:
            _relire(resultats, ligne)

    def ecrire(self, lot: Lot, releve: Releve) -> None:
        """Ajoute un lot fini."""
        self._ajouter(
            {
                "a": lot.a,
                "b": lot.b,
                "premiere": lot.premiere,
                "gagnants": list(releve.gagnants),
                "coups": [" ".join(str(x + 1) for x in releve.coups_de(k)) for k in range(len(releve))],
                "fautes": releve.fautes,
            }
        )

    def _ajouter(self, contenu: dict[str, Any]) -> None:
        with self.chemin.open("a", encoding="utf-8") as fichier:
            fichier.write(json.dumps(contenu, ensure_ascii=False) + "\n")

    def _lignes_entieres(self) -> list[dict[str, Any]]:
        """Les lignes du fichier ; une dernière ligne coupée par une panne est retirée."""
        texte = self.chemin.read_text(encoding="utf-8")
        entier = texte[: texte.rfind("\n") + 1]
        if entier != texte:
            self.chemin.write_text(entier, encoding="utf-8")
        return [json.loads(ligne) for ligne in entier.splitlines()]


def _entete(resultats: Resultats) -> dict[str, Any]:
    depart = resultats.depart
    return {
        "tournoi p4core": FORMAT,
        "joueurs": resultats.joueurs,
        "graine": resultats.graine,
        "grille": [depart.largeur, depart.hauteur, depart.aligner],
        "ouvertures": [[a, b, longueur] for (a, b), longueur in resultats.ouvertures.items()],
    }


def _relire(resultats: Resultats, ligne: dict[str, Any]) -> None:
    parties = resultats.rencontres[ligne["a"], ligne["b"]].parties
    if ligne["premiere"] >= len(parties):
        return  # le fichier vient d'un tournoi plus long
    releve = Releve.vide(len(ligne["gagnants"]), parties.cases)
    for k, (coups, gagnant) in enumerate(zip(ligne["coups"], ligne["gagnants"], strict=True)):
        releve.noter(k, bytes(int(x) - 1 for x in coups.split()), gagnant)
    releve.fautes = {int(i): faute for i, faute in ligne["fautes"].items()}
    parties.copier(ligne["premiere"], releve)
