"""La mémoire des notations : les échecs et les remarques, un fichier par TP."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier_de_gestion
from p4core.correction.noms import montrable

INTERROMPUE = "la notation de cette copie a été interrompue avant la fin : relancez-la"


def dossier_des_rapports(cours: CourseDirectory) -> Path:
    """Là où vont rapports et journaux."""
    return dossier_de_gestion(cours) / "rapports"


@dataclass
class Entree:
    """Ce qu'on retient d'une copie : la raison de son échec, s'il y en a un, et des remarques."""

    echec: str = ""
    remarques: list[str] = field(default_factory=list)
    empreinte: str = ""  # de ce qui a été noté : une copie inchangée ne l'est pas deux fois


class Journal:
    """Les entrées d'un TP, écrites sur le disque à chaque changement."""

    def __init__(self, cours: CourseDirectory, tp: str) -> None:
        self.chemin = dossier_des_rapports(cours) / f"{tp}.journal.json"
        brut = json.loads(self.chemin.read_text("utf-8")) if self.chemin.exists() else {}
        self.entrees = {eleve: Entree(**entree) for eleve, entree in brut.items()}

    def lire(self, eleve: str) -> Entree:
        """L'entrée d'un élève, vide s'il n'y a rien à en dire."""
        return self.entrees.get(eleve, Entree())

    def ecrire(
        self, eleve: str, echec: str = "", remarques: list[str] | None = None, empreinte: str = ""
    ) -> None:
        """Remplace l'entrée d'un élève ; le fichier reste entier si la machine s'arrête."""
        # Ces phrases citent des noms de fichiers, que l'élève a choisis.
        self.entrees[eleve] = Entree(montrable(echec), [montrable(r) for r in remarques or []], empreinte)
        self.chemin.parent.mkdir(parents=True, exist_ok=True)
        brouillon = self.chemin.with_suffix(".tmp")
        contenu = {e: asdict(entree) for e, entree in sorted(self.entrees.items())}
        brouillon.write_text(json.dumps(contenu, ensure_ascii=False, indent=1), "utf-8")
        brouillon.replace(self.chemin)
