"""Le projet lui-même : dépendances, légèreté de l'import, carnets distribués."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from p4core.commande import main
from p4cours.carnets import lignes_cachees
from p4prof.cours import ouvrir
from p4prof.distribuer import differences, generer
from p4prof.site.reference import rediger

RACINE = Path(__file__).resolve().parent.parent
SOLUTIONS = sorted((RACINE / "solutions").glob("*/*.ipynb"))
CARNETS = SOLUTIONS + sorted((RACINE / "notebooks").glob("*/*.ipynb"))
LOURDS = {"numpy", "numba", "matplotlib", "pandas", "anywidget", "ipywidgets", "IPython", "traitlets"}


def nom_du_tp(chemin):
    """L'étiquette d'un carnet dans les essais."""
    return "/".join(chemin.parts[-3:-1])


def decouper(dependance):
    """Le nom normalisé et les bornes triées d'une dépendance."""
    nom, bornes = re.fullmatch(r"([\w.-]+)(.*)", dependance.replace(" ", "")).groups()
    return re.sub(r"[-_.]+", "-", nom).lower(), tuple(sorted(filter(None, bornes.split(","))))


def test_conda_comme_pip():
    """environment.yml demande-t-il exactement les dépendances de pyproject.toml ?"""
    projet = tomllib.loads((RACINE / "pyproject.toml").read_text("utf-8"))["project"]
    conda = yaml.safe_load((RACINE / "environment.yml").read_text("utf-8"))["dependencies"]
    groupes = projet["optional-dependencies"]
    essais = [d for d in groupes["test"] if decouper(d)[0] in ("pytest", "nbval")]
    cours = [d for d in groupes["prof"] if not d.startswith("p4core")]
    voulues = [*projet["dependencies"], *groupes["lab"], *cours, *essais]
    voulues += ["python" + projet["requires-python"], "pip"]
    (par_pip,) = (d["pip"] for d in conda if isinstance(d, dict))  # ce que conda-forge n'a pas
    demandees = [d for d in [*conda, *par_pip] if isinstance(d, str) and not d.startswith("--")]
    assert sorted(map(decouper, demandees)) == sorted(map(decouper, voulues))


def test_contraintes_completes():
    """constraints.txt fixe-t-il toutes nos dépendances, sans adresse de téléchargement ?"""
    projet = tomllib.loads((RACINE / "pyproject.toml").read_text("utf-8"))["project"]
    lignes = [li for li in (RACINE / "constraints.txt").read_text("utf-8").splitlines() if li[:1] != "#"]
    fixees = {decouper(ligne.replace("==", ">="))[0] for ligne in lignes}
    assert all(re.fullmatch(r"[\w.-]+==[\w.!+]+", ligne) for ligne in lignes)
    for groupe in [projet["dependencies"], *projet["optional-dependencies"].values()]:
        assert {decouper(d)[0] for d in groupe if not d.startswith("p4core")} <= fixees


def test_import_sans_rien_de_lourd():
    """« import p4core » laisse-t-il dormir numpy, matplotlib, anywidget et les autres ?"""
    code = "import sys, p4core; print(*{m.split('.')[0] for m in sys.modules})"
    charges = subprocess.check_output([sys.executable, "-c", code], cwd=RACINE, text=True)
    assert not LOURDS & set(charges.split())


def test_commandes_de_l_enseignant_sans_grammaire():
    """Une commande de l'enseignant part-elle sans la grammaire des adresses, plus longue que nbgrader ?"""
    code = "import sys, p4prof.noter; print('lark' in sys.modules, 'jsonschema' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=RACINE, text=True).split() == [
        "False",
        "True",
    ]


def secondes_de_calcul(code):
    """Le temps de processeur (le chronomètre dépendrait des voisins) d'un Python neuf, au mieux de cinq."""
    mesures = []
    for _ in range(5):
        avant = os.times()
        subprocess.run([sys.executable, "-c", code], cwd=RACINE, check=True)
        apres = os.times()
        mesures.append(sum(apres[2:4]) - sum(avant[2:4]))
    return min(mesures)


def test_import_immediat():
    """« import p4core » coûte-t-il moins de 100 ms de plus que Python seul ?"""
    assert secondes_de_calcul("import p4core") - secondes_de_calcul("pass") < 0.1


LEGER = """
import sys
for nom in "numpy numba pandas matplotlib loky cloudpickle choix nbgrader jupyterlab".split():
    sys.modules[nom] = None  # comme s'il n'était pas installé
from p4core import Plateau, Position, barre, solveur
from p4cours import examiner
print(examiner("tp1_grille", "init", lambda: [[0] * 6 for x in barre(range(7))]).etat)
plateau = Plateau(adversaire="hasard")
plateau.jouer(3)
print(plateau.position.nb_coups, max(solveur.scores(Position()).values()))
"""


def test_p4core_sans_ses_extras():
    """Plateau, vérification et livre du solveur marchent-ils avec les seules dépendances de la roue ?"""
    sortie = subprocess.check_output([sys.executable, "-c", LEGER], cwd=RACINE, text=True)
    assert sortie.split() == ["juste", "2", "1"]


SANS_P4PROF = """
import sys
class Absent:
    def find_spec(self, nom, *_):
        if nom == "p4prof":
            raise ModuleNotFoundError(nom, name=nom)
sys.meta_path.insert(0, Absent())
from p4core.commande import main
sys.exit(main([]))
"""


def test_p4_sans_l_etage_de_l_enseignant():
    """Chez un élève, qui n'a pas p4prof, `p4` propose-t-il ce qui est à lui, sans charger nbgrader ?"""
    aide = subprocess.check_output([sys.executable, "-c", SANS_P4PROF], cwd=RACINE, text=True)
    assert "jouer" in aide and "noter" not in aide
    code = "import sys; from p4core.commande import main; main([]); sys.exit('nbgrader' in sys.modules)"
    assert "noter" in subprocess.check_output([sys.executable, "-c", code], cwd=RACINE, text=True)


# Ce qui remplace, sans make, chaque cible dont un enseignant a besoin ; les autres sont pour qui développe.
SANS_MAKE = {
    "lab": ["lab"],
    "env": ["preparer"],
    "notebooks": ["distribuer", "--sujets"],
    "eleves": ["distribuer", "--eleves"],
    "prof": ["distribuer", "--prof"],
    "site": ["site"],
}
DEVELOPPER = {"test", "test-long", "test-site", "hasard", "executer"}
DEVELOPPER |= {"bench", "style", "essais", "js", "contraintes"}


def test_chaque_cible_de_make_se_fait_sans_make(capsys):
    """Chaque cible dont un enseignant a besoin a-t-elle sa commande p4 ? Windows n'a pas make."""
    (cibles,) = re.findall(r"^\.PHONY: (.*)$", (RACINE / "Makefile").read_text("utf-8"), flags=re.MULTILINE)
    assert set(cibles.split()) == SANS_MAKE.keys() | DEVELOPPER
    for commande, *options in SANS_MAKE.values():
        with pytest.raises(SystemExit) as fin:
            main([commande, "--aide"])
        aide = capsys.readouterr().out
        assert fin.value.code == 0 and all(option in aide for option in options)


def test_le_readme_tient_dans_un_ecran():
    """Le README se lit-il d'un coup d'œil ?"""
    texte = (RACINE / "README.md").read_text("utf-8")
    assert len(texte.splitlines()) <= 60 and len(texte.split()) <= 600


def test_la_version_a_son_entree():
    """La version de pyproject.toml a-t-elle son entrée dans CHANGELOG.md, ou celle-ci est-elle à venir ?"""
    version = tomllib.loads((RACINE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    entrees = re.findall(r"^## (.*)$", (RACINE / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    assert entrees and (entrees[0].startswith("À venir") or entrees[0].split()[0] == version)


def test_le_travail_de_github_est_celui_de_la_maison():
    """Le travail automatique lance-t-il .ci/run, puis le paquet et le site ?"""
    (chemin,) = (RACINE / ".github/workflows").glob("*.yml")
    travail = yaml.safe_load(chemin.read_text("utf-8"))["jobs"]["essais"]
    commandes = [etape["run"] for etape in travail["steps"] if "run" in etape]
    assert commandes[0] == ".ci/run" and os.access(RACINE / ".ci/run", os.X_OK)
    assert any("hatchling build" in commande for commande in commandes) and "make site" in commandes


def test_reference_a_jour():
    """docs/reference.md dit-il ce que disent les docstrings (« python -m p4prof.site.reference ») ?"""
    assert (RACINE / "docs/reference.md").read_text("utf-8") == rediger()


@pytest.mark.parametrize("module", ["p4core", "p4cours", *(f"p4cours.{p.stem}" for p in SOLUTIONS[1:])])
def test_noms_publics_dans_la_reference(module):
    """La référence a-t-elle une entrée, et une phrase, pour tout ce qu'un notebook peut importer ?"""
    entrees = dict(re.findall(r"^### `(\w+)[^\n]*`\n\n(\S[^\n]*)", rediger(), flags=re.MULTILINE))
    publics = set(import_module(module).__all__) - {"QUESTIONS"}
    assert publics and publics <= set(entrees)


def test_sujets_a_jour(tmp_path):
    """notebooks/ est-il, à l'octet près, ce que « make notebooks » engendre ?"""
    generer(ouvrir(RACINE), tmp_path)
    assert differences(tmp_path, RACINE / "notebooks") == []


@pytest.mark.parametrize("chemin", CARNETS, ids=nom_du_tp)
def test_carnet_stable(chemin):
    """Chaque cellule a-t-elle un identifiant propre, sans trace d'une exécution datée ?"""
    carnet = json.loads(chemin.read_text("utf-8"))
    identifiants = [cellule.get("id") for cellule in carnet["cells"]]
    assert None not in identifiants
    assert len(set(identifiants)) == len(identifiants)
    assert not [c["id"] for c in carnet["cells"] if "execution" in c["metadata"]]


CODE = re.compile(r"```.*?```|`[^`]*`|\$[^$]*\$|<[^>]*>", re.DOTALL)  # pas du français


@pytest.mark.parametrize("chemin", SOLUTIONS, ids=nom_du_tp)
def test_typographie(chemin):
    """Une espace insécable est-elle partout devant « : ; ? ! », et à l'intérieur des guillemets ?"""
    cellules = [c for c in json.loads(chemin.read_text("utf-8"))["cells"] if c["cell_type"] == "markdown"]
    textes = {c["id"]: CODE.sub("", "".join(c["source"])) for c in cellules}
    assert not [nom for nom, texte in textes.items() if re.search(r"[^\s|] [:;?!»]|« ", texte)]


def lignes_de_solution(texte):
    """Les lignes entre BEGIN SOLUTION et END SOLUTION."""
    regions = re.findall(r"BEGIN SOLUTION[^\n]*\n(.*?)[^\n]*END SOLUTION", texte, flags=re.DOTALL)
    return {ligne.strip() for region in regions for ligne in region.splitlines()}


def partage(texte):
    """Les lignes à cacher d'une cellule, et celles que l'élève voit (parfois les mêmes)."""
    reste = re.sub(r"BEGIN (SOLUTION|HIDDEN TESTS).*?END \1", "", texte, flags=re.DOTALL)
    return lignes_cachees(texte) | lignes_de_solution(texte), {l.strip() for l in reste.splitlines()}


@pytest.mark.parametrize("chemin", SOLUTIONS, ids=nom_du_tp)
def test_rien_ne_fuit(chemin):
    """Le sujet est-il sans délimiteur, sans sortie, sans ligne de solution ni de test caché ?"""
    parts = [partage("".join(c["source"])) for c in json.loads(chemin.read_text("utf-8"))["cells"]]
    caches, visibles = (set().union(*ensemble) for ensemble in zip(*parts, strict=True))
    sujet = json.loads((RACINE / "notebooks" / chemin.parent.name / chemin.name).read_text("utf-8"))["cells"]
    distribuees = {ligne.strip() for c in sujet for ligne in "".join(c["source"]).splitlines()}
    assert not distribuees & (caches - visibles)
    assert not [ligne for ligne in distribuees if "HIDDEN TESTS" in ligne or "SOLUTION" in ligne]
    assert not [c["id"] for c in sujet if c.get("outputs")]
