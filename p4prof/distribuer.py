"""Distribuer : engendrer les sujets à partir des solutions, et les archives à donner aux élèves.

« p4 distribuer » écrit un zip par TP, avec « --sujets » le dossier notebooks/, « --eleves » une archive de
tout le cours : rien n'y reste des solutions ni des tests cachés ; « --prof », celle de l'enseignant.
"""

from __future__ import annotations

import copy
import json
import re
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory

from p4core.commande import DemandeImpossible
from p4cours.carnets import Cellule
from p4cours.pret.sujets import ecrire
from p4prof.archives import fichiers_de, zipper
from p4prof.bareme import BaremeIncoherent, carnets_de_la_source, controler
from p4prof.carnets import CarnetSource
from p4prof.cours import dossier_de_gestion, exiger, ouvrir, tps_du_cours
from p4prof.etats import carnets_attendus
from p4prof.pannes import en_francais

# --- « p4 distribuer » : un zip par TP -------------------------------------------------------------------

LISEZ_MOI = """{tp}

1. Décompressez cette archive : travailler dans le zip ferait perdre votre travail.
2. Ouvrez {carnets} dans JupyterLab (p4core doit y être installé : voir le guide de l'élève).
3. Écrivez vos réponses là où il est écrit « À VOUS DE JOUER », et lancez les tests.
   Ne supprimez pas et ne recopiez pas les cellules de test.
4. Enregistrez, puis rendez le fichier .ipynb sous le même nom, seul ou dans un zip.
"""


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", nargs="*", help="le nom d'un TP, par exemple tp3_ia ; tous si aucun")
    analyseur.add_argument(
        "--sujets", action="store_true", help="seulement engendrer notebooks/ à partir de solutions/"
    )
    analyseur.add_argument(
        "--eleves",
        action="store_true",
        help="écrire l'archive de tout le cours pour les élèves, sans solutions",
    )
    analyseur.add_argument(
        "--prof", action="store_true", help="écrire l'archive de l'enseignant, solutions comprises"
    )
    analyseur.add_argument(
        "--pour-le",
        default="",
        metavar="DATE",
        help="l'échéance, par exemple « 20/11/2026 18:00 »",
    )


@en_francais
def executer(arguments: Namespace) -> int:
    """Écrit les archives et fait connaître les TP au carnet de notes."""
    cours = ouvrir()
    if arguments.sujets or arguments.eleves or arguments.prof:
        return _tout_le_cours(cours, arguments)
    exiger(cours, arguments.tp)
    echeance = lire_date(arguments.pour_le) if arguments.pour_le else None
    tps = arguments.tp or tps_du_cours(cours)
    for archive in distribuer(cours, tps):
        print(f"écrit : {archive.relative_to(cours.root)}")
    for tp in tps:
        if phrase := inscrire(cours, tp):
            print(phrase)
        if echeance:
            with Gradebook(cours.db_url, cours.course_id) as notes:
                notes.update_or_create_assignment(tp, duedate=echeance.astimezone(UTC).replace(tzinfo=None))
            print(f"{tp} est à rendre pour le {echeance:%d/%m/%Y à %H:%M}.")
    return 0


def _tout_le_cours(cours: CourseDirectory, arguments: Namespace) -> int:
    """Met notebooks/ à jour, puis écrit les archives demandées."""
    racine = Path(cours.root)
    mettre_a_jour(cours)
    if arguments.eleves:
        print(f"écrit : {archiver(racine, racine / 'gestion' / 'p4core-eleves.zip').relative_to(racine)}")
    if arguments.prof:
        print(f"écrit : {archiver_prof(racine, racine / 'gestion' / 'p4core-prof.zip').relative_to(racine)}")
    return 0


def lire_date(texte: str) -> datetime:
    """Une date à la française, ou comme l'écrivent les machines ; sans heure, la fin de ce jour."""
    for forme in ("%d/%m/%Y %H:%M", "%d/%m/%Y %Hh%M", "%d/%m/%Y", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            date = datetime.strptime(texte.strip(), forme)
        except ValueError:
            continue
        return (date if "%H" in forme else date.replace(hour=23, minute=59)).astimezone()
    raise DemandeImpossible(f"« {texte} » n'est pas une date : écrivez par exemple « 20/11/2026 18:00 ».")


def distribuer(cours: CourseDirectory, tps: list[str]) -> list[Path]:
    """Engendre les sujets à neuf et écrit un zip par TP dans « gestion/distribution »."""
    cible = dossier_de_gestion(cours) / "distribution"
    with tempfile.TemporaryDirectory() as neuf:
        generer(cours, Path(neuf), tps)
        return [zipper(_contenus(Path(neuf) / tp), cible / f"{tp}.zip") for tp in tps]


def generer(cours: CourseDirectory, destination: Path, tps: list[str] | None = None) -> None:
    """Engendre les sujets demandés (tous par défaut) dans un dossier, sans carnet de notes.

    Un TP dont les points sont incohérents est refusé avant que rien ne soit écrit.
    """
    tps = tps_du_cours(cours) if tps is None else tps
    for tp in tps:
        for cellules in carnets_de_la_source(cours, tp).values():
            _controler(tp, cellules)
    config = copy.deepcopy(cours.config)
    config.CourseDirectory.release_directory = str(destination.resolve())
    # Les réglages de « nbgrader generate_assignment --no-db ».
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    ailleurs = CourseDirectory(config=config)
    for ailleurs.assignment_id in tps:
        GenerateAssignment(coursedir=ailleurs, config=config).start()


def _controler(tp: str, cellules: list[Cellule]) -> None:
    try:
        controler(tp, cellules)
    except BaremeIncoherent as defauts:
        raise DemandeImpossible(str(defauts)) from defauts


def _contenus(sujet: Path) -> dict[str, bytes]:
    """Le carnet, ses données et un mode d'emploi, dans un dossier au nom du TP."""
    fichiers, tp = fichiers_de(sujet), sujet.name
    carnets = ", ".join(sorted(p.name for p in fichiers if p.suffix == ".ipynb"))
    mode_d_emploi = {f"{tp}/LISEZ-MOI.txt": LISEZ_MOI.format(tp=tp, carnets=carnets).encode()}
    return {f"{tp}/{p.as_posix()}": (sujet / p).read_bytes() for p in fichiers} | mode_d_emploi


def inscrire(cours: CourseDirectory, tp: str) -> str:
    """Fait connaître le TP, ou ce qui y a changé, au carnet de notes ; une phrase s'il y avait à faire."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        connues, voulues = _enregistrees(notes, tp), _a_enregistrer(cours, tp)
        if connues == voulues:
            return ""
        # nbgrader refuserait, après avoir effacé le sujet.
        if connues.keys() not in (voulues.keys(), set()) and notes.find_assignment(tp).submissions:
            return (
                f"{tp} : des cellules ont été ajoutées ou retirées alors que des copies sont déjà notées ; "
                "le carnet de notes garde l'ancien sujet, et c'est lui qui sert à noter."
            )
    cours.assignment_id = tp
    GenerateAssignment(coursedir=cours, config=cours.config).start()
    return f"{tp} est {'mis à jour' if connues else 'inscrit'} dans le carnet de notes."


Enregistree = tuple[float, str]  # les points d'une cellule, et son texte si l'élève n'y écrit pas


def _enregistrees(notes: Gradebook, tp: str) -> dict[tuple[str, str], Enregistree]:
    """Les cellules que le carnet de notes connaît, par carnet et par nom."""
    return {
        (nom, c.grade_id): _enregistree(c)
        for nom in carnets_attendus(notes, tp)
        for c in CarnetSource.du_carnet_de_notes(notes.find_notebook(nom, tp)).cellules.values()
    }


def _a_enregistrer(cours: CourseDirectory, tp: str) -> dict[tuple[str, str], Enregistree]:
    """Les mêmes, telles que la source les veut."""
    return {
        (nom, c.grade_id): _enregistree(c)
        for nom, cellules in carnets_de_la_source(cours, tp).items()
        for c in cellules
        if c.grade_id
    }


def _enregistree(cellule: Cellule) -> Enregistree:
    return cellule.points, "" if cellule.reglages.get("solution") else cellule.source


# --- « --sujets » : notebooks/, engendré à partir de solutions/ ------------------------------------


def mettre_a_jour(cours: CourseDirectory) -> None:
    """Met notebooks/ et le relevé de ses cellules à jour : seuls les fichiers qui changent sont écrits."""
    cible = Path(cours.root) / cours.release_directory
    with tempfile.TemporaryDirectory() as neuf:
        generer(cours, Path(neuf))
        for nom in differences(Path(neuf), cible):
            _reporter(Path(neuf) / nom, cible / nom)
    ecrire(Path(cours.root))


def differences(attendu: Path, actuel: Path) -> list[Path]:
    """Les fichiers (chemins relatifs) absents d'un des deux dossiers ou différents d'un octet."""
    noms = fichiers_de(attendu) | fichiers_de(actuel)
    return sorted(n for n in noms if _octets(attendu / n) != _octets(actuel / n))


def _octets(chemin: Path) -> bytes | None:
    return chemin.read_bytes() if chemin.is_file() else None


def _reporter(neuf: Path, cible: Path) -> None:
    """Copie un fichier nouveau ou changé ; retire celui qui n'a plus de source."""
    print(f"{'écrit' if neuf.is_file() else 'retiré'} : {cible}")
    if neuf.is_file():
        cible.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(neuf, cible)
    else:
        cible.unlink()


# --- « --eleves » : tout le cours, sans solutions ni réponses d'essai ------------------------------------

# Ce dont un élève a besoin pour « make lab » (ou ses deux lignes de pip), et rien d'autre.
CONTENU = (
    "p4core",
    "p4cours",
    "notebooks",
    "jupyter",
    "jupyter_etc",
    "docs/guide_eleve.md",
    "docs/plateau.png",
    "LICENSE",
    "Makefile",
    "constraints.txt",
    "environment.yml",
    "pyproject.toml",
)


# Là où nbgrader est installé, « Validate » dirait « Success! » d'une copie que « Prêt à rendre ? » refuse.
SANS_NBGRADER = "jupyter/page_config.json"
REGLAGE = json.dumps({"disabledExtensions": ["@jupyter/nbgrader"]}).encode()


# Du Makefile, un élève n'a que ce qui prépare et ouvre le cours.
CIBLES = {"$(VENV)/cree", "$(VENV)/cours-pret", "env", "lab"}
AIDE = "# make lab   ouvre le cours dans JupyterLab (PORT=8890, NAVIGATEUR=non)"
LISEZ_MOI_DU_COURS = """# Puissance 4 : le cours

Des notebooks Jupyter pour écrire, TP après TP, des intelligences artificielles de Puissance 4, puis jouer
contre elles.

| vous avez… | tapez, dans ce dossier (une fois décompressé) |
|---|---|
| Linux ou macOS | `make lab` |
| Windows | `py -m venv .venv`, puis `.venv\\Scripts\\pip install -c constraints.txt -e .[lab]`, \
puis `.venv\\Scripts\\p4 lab` |
| conda | `conda env create -f environment.yml`, `conda activate p4core`, puis `jupyter lab` |

Il faut Python 3.11 ou plus récent. La première fois, l'installation prend quelques minutes et demande le
réseau.

Commencez par `notebooks/tp0_accueil/tp0_accueil.ipynb`. Tout le reste est dans le
[guide de l'élève](docs/guide_eleve.md).
"""


def _makefile_des_eleves(texte: str) -> str:
    """Le Makefile du cours, réduit aux cibles d'un élève."""
    blocs = texte.split("\n\n")
    entete = [ligne for ligne in blocs[0].splitlines() if not ligne.startswith("# make ")]
    entete = [re.sub(r"^(\.PHONY:).*", r"\1 lab env", ligne) for ligne in entete]
    gardes = [bloc for bloc in blocs[1:] if not (noms := _cibles(bloc)) or noms & CIBLES]
    return "\n\n".join(["\n".join([AIDE, *entete]), *gardes]).rstrip("\n") + "\n"


def _cibles(bloc: str) -> set[str]:
    """Les cibles qu'un bloc de Makefile définit ; aucune s'il ne fait que des réglages."""
    regles = re.findall(r"^([^\s#:=?][^:=?]*):(?!=)", bloc, re.MULTILINE)
    return {nom for regle in regles for nom in regle.split()}


def archiver(racine: Path, cible: Path) -> Path:
    """Écrit l'archive des élèves et rend son chemin."""
    ajouts = {SANS_NBGRADER: REGLAGE, "README.md": LISEZ_MOI_DU_COURS.encode()}
    return _archiver(racine, cible, "p4core-eleves", CONTENU, ajouts)


def _archiver(
    racine: Path, cible: Path, dossier: str, contenu: Sequence[str], ajouts: dict[str, bytes]
) -> Path:
    """Ces fichiers et ces dossiers, et ce qu'on y ajoute, dans un même dossier à décompresser."""
    sources = _sources(racine)
    noms: dict[str, bytes] = {}
    for nom in contenu:
        noms |= _fichiers(racine if (racine / nom).exists() else sources, nom)
    noms |= ajouts
    noms["Makefile"] = _makefile_des_eleves((sources / "Makefile").read_text("utf-8")).encode()
    dedans = {f"{dossier}/{nom}": octets for nom, octets in noms.items()}
    return zipper(dedans, cible, datetime.now())


def _sources(racine: Path) -> Path:
    """Le dossier qui a la bibliothèque : celui-ci ou, dans celui de « p4 cours », celui d'où elle vient."""
    for lieu in (racine, Path(__file__).resolve().parents[1]):
        if (lieu / "Makefile").is_file() and (lieu / "p4core").is_dir():
            return lieu
    raise DemandeImpossible(
        "L'archive doit porter la bibliothèque elle-même, dont les sources ne sont pas ici : lancez cette "
        "commande dans le dépôt, ou dans p4core-prof.zip décompressé."
    )


def _fichiers(base: Path, nom: str) -> dict[str, bytes]:
    """Ce fichier, ou ceux de ce dossier."""
    chemin = base / nom
    fichiers = [chemin / f for f in fichiers_de(chemin)] if chemin.is_dir() else [chemin]
    return {f.relative_to(base).as_posix(): f.read_bytes() for f in fichiers if f.is_file()}


# --- « --prof » : tout ce qu'il faut pour distribuer et noter --------------------------------------------

CONTENU_PROF = (
    *CONTENU,
    *("p4prof", "solutions", "docs", "nbgrader_config.py"),
    *("CHANGELOG.md", "CONTRIBUTING.md"),  # que montre la documentation de « p4 site »
)
LISEZ_MOI_DU_PROF = """# Puissance 4 : le cours, pour l'enseignant

Cette archive a les **solutions** : ne la donnez pas aux élèves.

| vous avez… | tapez, dans ce dossier (une fois décompressé) |
|---|---|
| Linux ou macOS | `make lab` |
| Windows | `py -m venv .venv`, puis `.venv\\Scripts\\pip install -c constraints.txt -e .[prof]`, \
puis `.venv\\Scripts\\p4 lab` |

Il faut Python 3.11 ou plus récent. Ensuite, `p4 --aide` dit toutes les commandes (dans `.venv/bin` ou
`.venv\\Scripts`), et le [guide de l'enseignant](docs/guide_enseignant.md) comment s'en servir, de la
distribution des sujets aux notes. `p4 distribuer --eleves` écrit l'archive que vous pouvez donner aux élèves.
"""


def archiver_prof(racine: Path, cible: Path) -> Path:
    """Écrit l'archive de l'enseignant et rend son chemin."""
    return _archiver(racine, cible, "p4core-prof", CONTENU_PROF, {"README.md": LISEZ_MOI_DU_PROF.encode()})
