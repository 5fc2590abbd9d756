"""« nbgrader zip_collect » : les mêmes noms reconnus et les mêmes archives refusées que « p4 ramasser »."""

from __future__ import annotations

from pathlib import Path

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin

from p4core.correction.noms import en_ascii, lire_moodle, lisible
from p4core.correction.ramassage.envois import Copie
from p4core.correction.ramassage.ramasser import ecrire_carnets, recolter
from p4core.correction.registre import REFUSEE, Ramassage, Registre


class ExtractionSure(ExtractorPlugin):
    """N'écrit que les carnets, un dossier par identifiant ; refuse par leur nom les envois piégés."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Lit tout « archive » sans rien extraire d'autre que des carnets."""
        cours = self.parent.coursedir

        def deposer(eleve: str, copie: Copie, _: Ramassage) -> None:
            ecrire_carnets(Path(extracted_path) / eleve, copie)

        recolte = recolter(cours, cours.assignment_id, Path(archive_path), deposer)
        Registre(cours, cours.assignment_id).nommer_dans_le_carnet_de_notes(cours)
        for phrase in recolte.anonymes:
            self.log.warning("Laissé de côté — %s", phrase)
        for envoi in recolte.envois.values():
            if envoi.etat == REFUSEE:
                self.log.error("Envoi refusé — %s : %s", envoi.nom, envoi.raison)


class CollecteMoodle(FileNameCollectorPlugin):
    """Comprend l'archive de Moodle, ou un dossier par élève ; « named_regexp » reste prioritaire."""

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """L'élève et le carnet que désigne un chemin, ou None si ce n'est pas un carnet."""
        chemin = Path(submitted_file)
        if self.named_regexp or chemin.suffix not in self.valid_ext:
            return super().collect(submitted_file)
        for partie in reversed(chemin.parts):
            if trouve := lire_moodle(lisible(partie)):
                fichier = trouve.fichier if partie == chemin.name else chemin.name
                return {"student_id": en_ascii(trouve.nom), "file_id": Path(fichier).stem}
        return {"student_id": en_ascii(chemin.parent.name), "file_id": chemin.stem}
