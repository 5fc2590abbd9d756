"""Qui est qui : le vrai nom derrière chaque identifiant, et ce que chaque ramassage a donné."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier_de_gestion
from p4core.correction.noms import en_ascii, nom_et_prenom

NOUVELLE, REMPLACEE, INCHANGEE, REFUSEE = "nouvelle", "remplacée", "inchangée", "REFUSÉE"


@dataclass
class Ramassage:
    """Ce qu'on sait d'un envoi : l'élève, son numéro chez Moodle, ce qu'on en a fait."""

    nom: str
    numero: str = ""
    etat: str = NOUVELLE
    raison: str = ""
    remarques: list[str] = field(default_factory=list)


class Registre:
    """Les ramassages d'un TP et les vrais noms du cours, deux fichiers de « gestion »."""

    def __init__(self, cours: CourseDirectory, tp: str) -> None:
        gestion = dossier_de_gestion(cours)
        self._fichier_des_noms = gestion / "eleves.json"
        self._fichier_du_tp = gestion / "rapports" / f"{tp}.ramassage.json"
        self.noms: dict[str, str] = _lire(self._fichier_des_noms)
        self.envois = {eleve: Ramassage(**brut) for eleve, brut in _lire(self._fichier_du_tp).items()}

    def nom(self, eleve: str) -> str:
        """Le vrai nom, à défaut l'identifiant."""
        return self.noms.get(eleve, eleve)

    def identifier(self, nom: str, numero: str, homonymes: bool) -> tuple[str, str]:
        """L'identifiant de cet élève et, s'il a fallu le distinguer d'un autre, une phrase qui le dit."""
        for eleve, envoi in self.envois.items():
            if numero and (envoi.nom, envoi.numero) == (nom, numero):
                return eleve, ""
        base = en_ascii(nom)
        connus = [eleve for eleve, autre in self.noms.items() if autre == nom]
        if connus and not homonymes:
            return connus[0], ""
        if base not in self.noms and not homonymes:
            return base, ""
        eleve = self._libre(base, numero)
        return eleve, f"« {nom} » a le même identifiant qu'un autre élève : le sien est {eleve}"

    def _libre(self, base: str, numero: str) -> str:
        """Un identifiant encore libre : le numéro de Moodle, à défaut un rang."""
        if numero:
            return f"{base}-{numero}"
        return next(e for rang in range(2, 10_000) if (e := f"{base}-{rang}") not in self.noms)

    def inscrire(self, eleve: str, ramassage: Ramassage) -> None:
        """Retient un envoi, sans l'écrire encore ; un numéro de Moodle déjà connu n'est pas oublié."""
        self.noms[eleve] = ramassage.nom
        if not ramassage.numero and eleve in self.envois:
            ramassage.numero = self.envois[eleve].numero
        self.envois[eleve] = ramassage

    def ecrire(self) -> None:
        """Écrit les deux fichiers."""
        _ecrire(self._fichier_des_noms, self.noms)
        _ecrire(self._fichier_du_tp, {e: asdict(r) for e, r in self.envois.items()})

    def nommer_dans_le_carnet_de_notes(self, cours: CourseDirectory) -> None:
        """Donne à nbgrader les vrais noms ; ceux qu'il connaît déjà ne changent pas."""
        with Gradebook(cours.db_url, cours.course_id) as notes:
            deja = {e.id for e in notes.students if e.last_name or e.first_name}
            for eleve in sorted(set(self.envois) - deja):
                nom, prenom = nom_et_prenom(self.noms[eleve])
                notes.update_or_create_student(eleve, last_name=nom, first_name=prenom)


def _lire(chemin: Path) -> dict:
    return json.loads(chemin.read_text("utf-8")) if chemin.exists() else {}


def _ecrire(chemin: Path, contenu: dict) -> None:
    chemin.parent.mkdir(parents=True, exist_ok=True)
    brouillon = chemin.with_suffix(".tmp")
    brouillon.write_text(json.dumps(contenu, ensure_ascii=False, indent=1, sort_keys=True), "utf-8")
    brouillon.replace(chemin)
