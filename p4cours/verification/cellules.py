"""Ce que le notebook a exécuté : on ne juge jamais un code qui n'est plus celui de sa cellule.

Chargé dans un notebook, ce module note chaque cellule exécutée : ce qu'elle a défini, si elle a réussi.
Ailleurs (à la correction, dans un script), il ne sait rien et ne dit rien."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_DEFINIT = re.compile(r"^(?:def\s+(\w+)\s*\(|(\w+)\s*(?::[^=\n]+)?=(?!=))", re.MULTILINE)


def noms_definis(source: str) -> set[str]:
    """Les fonctions et les variables qu'une cellule définit, lues sans l'exécuter : elle peut être fausse."""
    return {fonction or variable for fonction, variable in _DEFINIT.findall(source)}


@dataclass
class Passage:
    """Une exécution d'une cellule."""

    source: str
    reussi: bool
    instant: float = 0.0
    definis: set[str] = field(default_factory=set)
    numero: int | None = None  # celui que le notebook écrit entre crochets, une fois la cellule exécutée


@dataclass
class Journal:
    """Les cellules exécutées dans ce notebook, la dernière fois qu'elles l'ont été."""

    passages: dict[str, Passage] = field(default_factory=dict)  # par numéro de cellule
    de: dict[str, str] = field(default_factory=dict)  # le nom défini : la cellule qui l'a défini, ou essayé

    def noter(
        self, cellule: str, source: str, reussi: bool, instant: float = 0.0, numero: int | None = None
    ) -> None:
        """Une cellule vient d'être exécutée."""
        definis = noms_definis(source)
        perdus = {nom for nom, celle in self.de.items() if celle == cellule} - definis
        self.passages[cellule] = Passage(source, reussi, instant, definis, numero)
        # Un nom que la cellule ne définit plus reste le sien : il désigne toujours l'ancienne version.
        self.de.update(dict.fromkeys(definis | perdus, cellule))

    def reproche(self, nom: str, enregistrees: dict[str, str] | None = None, instant: float = 0.0) -> str:
        """Pourquoi ce nom ne désigne pas ce qu'on lit dans sa cellule ; rien si tout va bien.

        `enregistrees` : le texte des cellules du notebook, tel qu'enregistré à cet instant."""
        cellule = self.de.get(nom, "")
        passage = self.passages.get(cellule)
        if passage is None:
            return ""
        if not passage.reussi:
            return (
                f"La cellule de {nom} s'est arrêtée sur une erreur la dernière fois : corrigez-la, "
                "exécutez-la, puis vérifiez."
            )
        if nom not in passage.definis:
            return (
                f"La cellule qui définissait {nom} ne le définit plus (un autre nom après def ?) : "
                f"redonnez-lui le nom {nom}, exécutez-la, puis vérifiez."
            )
        texte = (enregistrees or {}).get(cellule, passage.source)
        if instant > passage.instant and _net(texte) != _net(passage.source):
            return f"La cellule de {nom} a changé depuis qu'elle a été exécutée : exécutez-la, puis vérifiez."
        return ""

    def doublon(self, nom: str, enregistrees: dict[str, str], instant: float = 0.0) -> str:
        """Ce qu'il faut savoir d'un nom que plusieurs cellules du notebook définissent ; rien sinon."""
        passage = self.passages.get(self.de.get(nom, ""))
        recents = {cellule: p.source for cellule, p in self.passages.items() if p.instant > instant}
        celles = [c for c, texte in enregistrees.items() if nom in noms_definis(recents.get(c, texte))]
        if passage is None or self.de[nom] not in celles or len(celles) < 2:
            return ""
        rang = f", la cellule [{passage.numero}]" if passage.numero else ""
        return f"{len(celles)} cellules définissent {nom} : c'est la dernière exécutée qui est jugée{rang}."


def _net(source: str) -> str:
    return "\n".join(ligne.rstrip() for ligne in source.strip().splitlines())


# --- Dans un notebook ------------------------------------------------------------------------------

JOURNAL = Journal()
AFFICHAGE_MAX = 300_000  # caractères qu'une cellule peut afficher : au-delà, la page se figerait
LIGNES_MAX = 10_000


def reproche(nom: str) -> str:
    """Ce qui empêche de juger ce nom dans ce notebook ; rien hors d'un notebook."""
    return JOURNAL.reproche(nom, *_enregistrees())


def doublon(nom: str) -> str:
    """Ce qu'il faut savoir avant de lire le verdict : plusieurs cellules définissent ce nom."""
    return JOURNAL.doublon(nom, *_enregistrees())


def _enregistrees() -> tuple[dict[str, str], float]:
    """Le texte des cellules de code du notebook, et quand il a été enregistré."""
    chemin = Path(os.environ.get("JPY_SESSION_NAME", ""))
    try:
        cellules = json.loads(chemin.read_text(encoding="utf-8"))["cells"]
        codes = {c.get("id", ""): "".join(c["source"]) for c in cellules if c["cell_type"] == "code"}
        return codes, chemin.stat().st_mtime
    except (OSError, ValueError, KeyError, TypeError):
        return {}, 0.0  # pas de fichier à relire : on s'en tient à ce qui a été exécuté


def suivre(interprete: Any) -> None:
    """Note désormais chaque cellule qu'exécute cet interprète, et coupe un affichage démesuré."""
    interprete.events.register("pre_run_cell", _commencer)
    interprete.events.register("post_run_cell", _finir)


def _commencer(info: Any) -> None:
    BORNE.remettre()
    _noter(info, True, None)  # une vérification faite dans la cellule même juge ce qui est en cours


def _finir(resultat: Any) -> None:
    _noter(resultat.info, resultat.success, resultat.execution_count)


def _noter(info: Any, reussi: bool, numero: int | None) -> None:
    source = getattr(info, "raw_cell", None) or ""
    cellule = getattr(info, "cell_id", None) or f"sans numéro : {sorted(noms_definis(source))}"
    if source:
        JOURNAL.noter(cellule, source, reussi, time.time(), numero)


class Borne:
    """Laisse passer ce qu'une cellule affiche, jusqu'à une limite qu'aucune cellule utile n'atteint."""

    def __init__(self) -> None:
        self._caracteres = self._lignes = 0

    def remettre(self) -> None:
        """Une cellule commence : sa sortie est comptée à neuf."""
        self._caracteres = self._lignes = 0
        vraie: Any = sys.stdout.write
        if not getattr(vraie, "bornee", False):  # IPython remet la sienne à la fin de chaque cellule

            def ecrire(texte: str) -> int:
                return self._ecrire(vraie, texte)

            ecrire.bornee = True  # type: ignore[attr-defined]
            sys.stdout.write = ecrire  # type: ignore[method-assign]

    def _ecrire(self, vraie: Any, texte: str) -> int:
        avant = self.coupee
        self._caracteres += len(texte)
        self._lignes += texte.count("\n")
        if not self.coupee:
            vraie(texte)
        elif not avant:
            vraie("\n… affichage coupé : cette cellule affiche trop (une boucle qui ne s'arrête pas ?)\n")
        return len(texte)

    @property
    def coupee(self) -> bool:
        """La limite est-elle passée ?"""
        return self._caracteres > AFFICHAGE_MAX or self._lignes > LIGNES_MAX


BORNE = Borne()
