"""Les réglages de nbgrader pour ce cours.

solutions/ est la source, notebooks/ le sujet distribué ; tout le reste (copies, notes, retours,
rapports) va dans gestion/, que git ignore.
"""

import os
import sys
import warnings
from pathlib import Path

from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    LimitOutput,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from sqlalchemy.exc import SAWarning

from p4prof.bareme import Bareme
from p4prof.exporter import ExportNotes
from p4prof.inerte.carnet import EffacerTestsCaches, RendreInerte
from p4prof.inerte.pages import NotesDuRetour, RetourEnFrancais
from p4prof.inerte.pages import installer as proteger_formgrader
from p4prof.noter import installer
from p4prof.ramasser import CollecteMoodle, ExtractionSure
from p4prof.reparer import Dedoubler, Retablir

c = get_config()  # noqa: F821 (fourni par traitlets)

COURS = Path(__file__).resolve().parent
GESTION = COURS / "gestion"
ECHANGES = GESTION / "exchange"
ECHANGES.mkdir(parents=True, exist_ok=True)

# nbgrader lance « alembic » par le PATH, même quand l'environnement n'est pas activé.
BIN = str(Path(sys.executable).parent)
if not os.environ.get("PATH", "").startswith(BIN):
    os.environ["PATH"] = os.pathsep.join([BIN, os.environ.get("PATH", "")])

# Des avertissements internes à nbgrader noieraient ceux qui concernent les copies.
warnings.filterwarnings("ignore", category=SAWarning)

# --- Dossiers -------------------------------------------------------------------------------------
c.CourseDirectory.course_id = "p4core"
c.CourseDirectory.root = str(COURS)
c.CourseDirectory.db_url = f"sqlite:///{GESTION / 'gradebook.db'}"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "notebooks"
for etape in ("source_with_tests", "submitted", "autograded", "feedback", "solution"):
    setattr(c.CourseDirectory, f"{etape}_directory", f"gestion/{etape}")
c.ZipCollectApp.downloaded_directory = "gestion/downloaded"
c.Exchange.root = str(ECHANGES)

# --- Sujet distribué ------------------------------------------------------------------------------
# notebooks/ est versionné, donc toujours présent : sans ce réglage nbgrader ne ferait rien.
c.GenerateAssignment.force = True
c.GenerateAssignment.preprocessors = [
    Bareme,
    *GenerateAssignment.class_traits()["preprocessors"].default(),
]
c.ClearSolutions.code_stub = {"python": "# À VOUS DE JOUER\nraise NotImplementedError"}
c.ClearSolutions.text_stub = "*Votre réponse ici.*"

# --- Note -----------------------------------------------------------------------------------------
# Les points de raisonnement se mettent à la main, dans formgrader. Avec False, ils ne comptent pas : les
# points automatiques (16, par exemple) sont ramenés à ce que vaut le TP (20).
c.Notes.raisonnement = True

# --- Notation -------------------------------------------------------------------------------------
installer()
proteger_formgrader()
c.Execute.timeout = 30  # secondes, par cellule de l'élève ; une question a 160 s de calcul en tout
c.OverwriteCells.add_missing_cells = True
c.Autograde.sanitize_preprocessors = [
    ClearOutput,
    Dedoubler,
    Retablir,
    DeduplicateIds,
    OverwriteKernelspec,
    OverwriteCells,
    CheckCellMetadata,
]
# L'exécution a lieu entre ces deux étapes, de part et d'autre d'une cloison : voir p4prof/cloison/.
c.Autograde.autograde_preprocessors = [
    LimitOutput,
    SaveAutoGrades,
    AssignLatePenalties,
    RendreInerte,
    CheckCellMetadata,
]
c.ZipCollectApp.collector_plugin = CollecteMoodle
c.ZipCollectApp.extractor_plugin = ExtractionSure

# --- Retour à l'élève et notes --------------------------------------------------------------------
c.GenerateFeedback.preprocessors = [
    RendreInerte,
    NotesDuRetour,
    EffacerTestsCaches,
    CSSHTMLHeaderPreprocessor,
]
c.GenerateFeedback.exporter_class = RetourEnFrancais
c.ExportApp.plugin_class = ExportNotes
