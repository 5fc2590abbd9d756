"""« nbgrader zip_collect » : reconnaître l'élève dans les noms que donne Moodle."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from nbgrader.plugins import FileNameCollectorPlugin

# « DUPONT Éloïse_1234567_assignsubmission_file_/tp1.ipynb », ou sans le dossier.
_MOODLE = re.compile(r"(?P<eleve>[^/\\]+?)_\d+_assignsubmission_file_?[/\\]?(?P<fichier>[^/\\]+)\.ipynb$")


class CollecteMoodle(FileNameCollectorPlugin):
    """Comprend l'archive de Moodle, ou un dossier par élève ; « named_regexp » reste prioritaire."""

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """L'élève et le carnet que désigne un chemin, ou None si ce n'est pas un carnet."""
        chemin = Path(submitted_file)
        if self.named_regexp or chemin.suffix not in self.valid_ext:
            return super().collect(submitted_file)
        if trouve := _MOODLE.search(submitted_file):
            eleve, fichier = trouve["eleve"], trouve["fichier"]
        else:
            eleve, fichier = chemin.parent.name, chemin.stem
        return {"student_id": en_ascii(eleve), "file_id": fichier}


def en_ascii(nom: str) -> str:
    """Un identifiant sûr : « DUPONT Éloïse » donne « dupont-eloise », quel que soit le codage des accents."""
    sans_accents = unicodedata.normalize("NFKD", nom).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", sans_accents.lower()).strip("-") or "anonyme"
