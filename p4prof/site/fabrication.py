"""Fabriquer le site : JupyterLite, Pyodide et les roues dont le cours a besoin, tout sur place.

Le navigateur ne choisit rien et ne demande rien ailleurs : un `pyodide-lock.json` écrit ici nomme chaque roue
et ce dont elle dépend, et Pyodide les charge d'un coup. Ce qui vient du réseau (Pyodide par npm, les roues
par pip) est gardé dans build/site : une seconde fabrication s'en passe.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from markupsafe import Markup

from p4core.commande import DemandeImpossible
from p4core.ecran.autonome import plateau_html, programme, style
from p4cours.carnets import lire
from p4prof.mise_en_page import gabarit_brut, mettre_en_page
from p4prof.site.pages import DOSSIER, ecrire_pages

ICI = Path(__file__).parent
PYODIDE, PYTHON = "314.0.7", "3.14"  # la version de Pyodide sur npm, et le Python qu'elle contient
# De Pyodide, ce que lit un navigateur.
FICHIERS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
ARRETABLE = "arretable.mjs"  # le même, que le ■ du notebook arrête
# Ce que le noyau et le cours importent ; le reste (numba, nbgrader…) n'existe pas dans un navigateur.
BESOINS = ("ipython", "ipywidgets", "anywidget", "cloudpickle")
DU_NAVIGATEUR = ("micropip==0.11.1",)  # que Python n'installe pas ici
# Des dépendances d'IPython ou d'ipywidgets qui ne servent pas ici : un terminal, un serveur, la complétion.
INUTILES = {
    *("jupyterlab-widgets", "widgetsnbextension", "ipykernel"),
    *("pexpect", "ptyprocess", "psutil", "jedi", "parso", "colorama"),
}
VIDES = ("jedi",)  # IPython s'en passe, mais le noyau en veut le nom
EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")
NOYAU = "@jupyterlite/pyodide-kernel-extension:kernel"
DE_TROP = ("repl", "tree", "notebooks", "edit", "consoles")  # les autres applications de JupyterLite

# La recette de JupyterLite, et des polices pour de vieux navigateurs, qui ne sauraient pas exécuter Python.
DE_TROP_AUSSI = ("rspack.config*.js", "build/fa-*.eot", "build/fa-*.svg", "build/fa-*.ttf")

# Dans les roues : l'extension d'anywidget, que JupyterLite a déjà, et les langages qu'IPython ne colorie pas.
SUPERFLU = re.compile(
    r"anywidget.*/labextensions?/|pygments/lexers/(?!__init__|_css|_mapping|_lilypond|_scheme|css|data|diff|html"
    r"|javascript|jvm|lilypond|lisp|markup|perl|python|ruby|shell|special)"
)
# Ce qui tourne à l'écran pendant que Python démarre l'en ralentirait ; les mots et les signes restent.
TOURNENT = ".jp-KernelStatus-spinner, .jp-SpinnerContent, .jupyterlite-moon, #jupyterlab-splash *"
IMMOBILES = f":is({TOURNENT}) {{ animation: none !important; }}"

ABSENT = "Noter, ramasser et faire jouer la classe demandent une vraie machine : p4prof n'est pas ici."
TEMOIN = "jupyter-lite.json"  # tout site a ce fichier

Roues = dict[str, Path]  # par nom de paquet


def fabriquer(racine: Path, destination: Path, carnets: Path | None = None) -> Path:
    """Écrit le site du cours de `racine` ; ses carnets sont ceux de notebooks/, ou d'un autre dossier."""
    _verifier_destination(destination)
    reserve = racine / "build" / "site"
    with tempfile.TemporaryDirectory(prefix="p4-site-") as temporaire:
        travail = Path(temporaire)
        pyodide = travail / "lite" / "static" / "pyodide"
        _copier_pyodide(_pyodide(reserve), pyodide)
        roues = _rassembler(racine, reserve, travail)
        for roue in roues.values():
            _copier_roue(roue, pyodide)
        _compiler(pyodide)
        _ecrire_verrou(pyodide, roues)
        _configurer(racine, travail, sorted(roues), carnets or racine / "notebooks")
        _construire(travail)
        _completer(travail / "site", racine)
        _poser(travail / "site", destination)
    return destination


def _verifier_destination(destination: Path) -> None:
    """Ne jamais effacer un dossier qui n'est pas un site d'avant."""
    occupe = destination.exists() and any(destination.iterdir())
    if occupe and not (destination / TEMOIN).exists():
        raise DemandeImpossible(
            f"{destination} contient autre chose qu'un site : choisissez un dossier vide ou nouveau."
        )


def _poser(neuf: Path, destination: Path) -> None:
    """Met le site à sa place, une fois qu'il est entier."""
    shutil.rmtree(destination, ignore_errors=True)
    destination.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(neuf, destination)


def lancer(commande: Sequence[str | Path], quoi: str, ou: Path | None = None) -> str:
    """La sortie d'un programme ; s'il échoue, ses dernières lignes, en disant ce qui n'a pas pu se faire."""
    try:
        fini = subprocess.run(commande, cwd=ou, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise DemandeImpossible(f"{quoi} : le programme « {commande[0]} » est introuvable.") from None
    if fini.returncode:
        lignes = (fini.stderr or fini.stdout).strip().splitlines()[-12:]
        fin = "\n".join(ligne[:200] for ligne in lignes)
        raise DemandeImpossible(f"{quoi} : échec.\n{fin}")
    return fini.stdout


# --- Pyodide : le Python du navigateur -------------------------------------------------------------------


def _pyodide(reserve: Path) -> Path:
    """Le dossier de Pyodide tel que npm le donne, pris une fois."""
    dossier = reserve / f"pyodide-{PYODIDE}"
    if not (dossier / "pyodide.asm.wasm").exists():
        reserve.mkdir(parents=True, exist_ok=True)
        quoi = "Prendre Pyodide (il faut Node.js, et le réseau la première fois)"
        npm = shutil.which("npm") or "npm"
        nom = lancer([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], quoi, reserve).split()[-1]
        with tempfile.TemporaryDirectory(dir=reserve) as ici, tarfile.open(reserve / nom) as archive:
            archive.extractall(ici, filter="data")
            (Path(ici) / "package").rename(dossier)
        (reserve / nom).unlink()
    return dossier


def _copier_pyodide(source: Path, cible: Path) -> None:
    cible.mkdir(parents=True)
    for nom in FICHIERS:
        shutil.copy(source / nom, cible)
    shutil.copy(ICI / ARRETABLE, cible)


def _copier_roue(roue: Path, dossier: Path) -> None:
    """La roue, sans ce qui ne servirait pas ici."""
    with (
        zipfile.ZipFile(roue) as lue,
        zipfile.ZipFile(dossier / roue.name, "w", zipfile.ZIP_DEFLATED) as ecrite,
    ):
        for info in lue.infolist():
            if not SUPERFLU.match(info.filename):
                ecrite.writestr(info, lue.read(info))


def _compiler(pyodide: Path) -> None:
    """Compile d'avance tout ce que le navigateur importera : il démarre plus vite."""
    node = shutil.which("node") or "node"
    lancer([node, ICI / "compiler.mjs", pyodide, "p4core"], "Compiler le Python du site")


# --- Les roues -------------------------------------------------------------------------------------------


def _rassembler(racine: Path, reserve: Path, travail: Path) -> Roues:
    """Toutes les roues : celles de l'extension du noyau, du cours, et de PyPI pour le reste."""
    neuves = travail / "roues"
    neuves.mkdir()
    roue_du_cours(racine, neuves)
    for nom in VIDES:
        ecrire_roue(neuves, nom, "0.0", {})
    extension = _labextension(EXTENSIONS[0]) / "static" / "pypi"
    # L'ancienne version de widgetsnbextension est pour ipywidgets 7.
    du_noyau = [r for r in extension.glob("*.whl") if not r.name.startswith("widgetsnbextension-3")]
    premieres = _par_nom([*neuves.glob("*.whl"), *du_noyau])
    return _par_nom(sorted(_telecharger(reserve).glob("*.whl"))) | premieres


def _versions() -> list[str]:
    """Ce que demandent les besoins, de proche en proche, aux versions installées ici : celles du cours."""
    a_voir, vues = list(BESOINS), {}
    while a_voir:
        nom = normaliser(a_voir.pop())
        if nom not in vues and nom not in INUTILES:
            paquet = distribution(nom)
            vues[nom] = f"{nom}=={paquet.version}"
            a_voir += _dependances(paquet.requires or [])
    return [*sorted(vues.values()), *DU_NAVIGATEUR]


def _telecharger(reserve: Path) -> Path:
    """Les roues de PyPI, prises une fois par liste de versions."""
    versions = _versions()
    dossier = reserve / f"roues-{hashlib.sha256(' '.join([PYTHON, *versions]).encode()).hexdigest()[:12]}"
    if not dossier.exists():
        reserve.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=reserve) as ici:
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
            genre = ["--implementation=py", "--abi=none", "--platform=any", f"--python-version={PYTHON}"]
            quoi = "Prendre les roues de Python (il faut le réseau la première fois)"
            lancer([*pip, *genre, "-d", ici, *versions], quoi)
            shutil.copytree(ici, dossier)
    return dossier


def _labextension(nom: str) -> Path:
    """Le dossier d'une extension de JupyterLab installée ici."""
    dossier = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / nom
    if not dossier.is_dir():
        raise DemandeImpossible(
            f"L'extension {nom} n'est pas installée : « pip install -c constraints.txt -e .[site] »."
        )
    return dossier


def _par_nom(roues: list[Path]) -> Roues:
    return {normaliser(roue.name.split("-")[0]): roue for roue in roues}


def normaliser(nom: str) -> str:
    """Le nom d'un paquet, comme PyPI le compare."""
    return re.sub(r"[-_.]+", "-", nom).lower()


def roue_du_cours(racine: Path, dossier: Path) -> Path:
    """La roue légère : p4core et p4cours, sans l'étage de l'enseignant, pour tout Python de navigateur."""
    projet = tomllib.loads((racine / "pyproject.toml").read_text("utf-8"))["project"]
    fichiers = {
        chemin.relative_to(racine).as_posix(): chemin.read_bytes()
        for etage in ("p4core", "p4cours")
        for chemin in sorted((racine / etage).rglob("*"))
        if chemin.is_file() and "__pycache__" not in chemin.parts
    }
    fichiers["p4prof.py"] = f"raise ImportError({ABSENT!r})\n".encode()
    return ecrire_roue(dossier, projet["name"], projet["version"], fichiers, projet["dependencies"])


def ecrire_roue(
    dossier: Path, nom: str, version: str, fichiers: Mapping[str, bytes], besoins: list[str] | None = None
) -> Path:
    """Une roue de pur Python, écrite ici : un zip et ses métadonnées ; les mêmes octets à chaque fois."""
    infos = f"{nom}-{version}.dist-info"
    entete = ["Metadata-Version: 2.1", f"Name: {nom}", f"Version: {version}", "Requires-Python: >=3.11"]
    entete += [f"Requires-Dist: {besoin}" for besoin in besoins or []]
    tout = {
        **fichiers,
        f"{infos}/METADATA": ("\n".join(entete) + "\n").encode(),
        f"{infos}/WHEEL": b"Wheel-Version: 1.0\nGenerator: p4\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    releve = [f"{chemin},{_somme(octets)},{len(octets)}" for chemin, octets in tout.items()]
    tout[f"{infos}/RECORD"] = ("\n".join([*releve, f"{infos}/RECORD,,"]) + "\n").encode()
    cible = dossier / f"{nom}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(cible, "w", zipfile.ZIP_DEFLATED) as archive:
        for chemin, octets in tout.items():
            archive.writestr(zipfile.ZipInfo(chemin), octets, zipfile.ZIP_DEFLATED)
    return cible


def _somme(octets: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).decode().rstrip("=")


# --- Le verrou : chaque roue et ce dont elle dépend ------------------------------------------------------


def _ecrire_verrou(pyodide: Path, roues: Roues) -> None:
    """Remplace le verrou de Pyodide : ses paquets à lui sont ailleurs ; les nôtres sont là, compilés."""
    verrou = pyodide / "pyodide-lock.json"
    paquets = {nom: _paquet(nom, pyodide / roue.name, set(roues)) for nom, roue in roues.items()}
    verrou.write_text(json.dumps({"info": json.loads(verrou.read_text())["info"], "packages": paquets}))


def _paquet(nom: str, roue: Path, toutes: set[str]) -> dict[str, Any]:
    with zipfile.ZipFile(roue) as archive:
        noms = archive.namelist()
        (metadonnees,) = (n for n in noms if re.fullmatch(r"[^/]+\.dist-info/METADATA", n))
        lues = Parser().parsestr(archive.read(metadonnees).decode())
    return {
        "name": nom,
        "version": lues["Version"],
        "file_name": roue.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(roue.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(_importables(noms)),
        "depends": sorted(set(_dependances(lues.get_all("Requires-Dist") or [])) & toutes),
        "unvendored_tests": False,
    }


def _importables(noms: list[str]) -> set[str]:
    """Les modules de premier rang d'une roue."""
    premiers = {re.split(r"[/.]", n)[0] for n in noms if re.search(r"\.pyc?$", n) and ".data/" not in n}
    return {nom for nom in premiers if nom.isidentifier()}


def _dependances(lignes: list[str]) -> Iterator[str]:
    """Les paquets demandés dans un navigateur."""
    from packaging.requirements import Requirement

    ici = {
        "python_version": PYTHON,
        "python_full_version": f"{PYTHON}.0",
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "os_name": "posix",
        "extra": "",
    }
    for besoin in map(Requirement, lignes):
        if besoin.marker is None or besoin.marker.evaluate(ici):
            yield normaliser(besoin.name)


# --- JupyterLite -----------------------------------------------------------------------------------------


def _configurer(racine: Path, travail: Path, paquets: list[str], carnets: Path) -> None:
    """Les réglages de JupyterLite : le français, Pyodide et ses roues d'ici, les carnets."""
    lite, contenu, extensions = travail / "lite", travail / "contenu", travail / "extensions"
    shutil.copytree(carnets, contenu, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for nom in EXTENSIONS:
        shutil.copytree(_labextension(nom), extensions / nom, ignore=shutil.ignore_patterns("*.map", "*.whl"))
    shutil.copy(racine / "jupyter" / "overrides.json", lite)
    noyau = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": paquets},
    }
    donnees = {"appName": "Puissance 4", "exposeAppInBrowser": True, "litePluginSettings": {NOYAU: noyau}}
    _ecrire_json(lite / TEMOIN, {"jupyter-lite-schema-version": 0, "jupyter-config-data": donnees})
    construction = {
        "contents": [str(contenu)],
        "output_dir": str(travail / "site"),
        "apps": ["lab"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "ignore_sys_prefix": ["federated_extensions"],  # ni nbgrader, ni ce qui serait installé ici d'autre
    }
    _ecrire_json(
        lite / "jupyter_lite_config.json",
        {
            "LiteBuildConfig": construction,
            "FederatedExtensionAddon": {"extra_labextensions_path": [str(extensions)]},
        },
    )


def _ecrire_json(chemin: Path, valeur: Any) -> None:
    chemin.write_text(json.dumps(valeur, ensure_ascii=False, indent=1), encoding="utf-8")


def _construire(travail: Path) -> None:
    lite = travail / "lite"
    commande: list[str | Path] = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", lite]
    lancer(commande, "Construire JupyterLite", lite)
    for nom in DE_TROP:
        shutil.rmtree(travail / "site" / nom, ignore_errors=True)
    for motif in DE_TROP_AUSSI:
        for chemin in (travail / "site").glob(motif):
            chemin.unlink()


# --- Ce que le site a de plus ----------------------------------------------------------------------------


def _completer(site: Path, racine: Path) -> None:
    """L'accueil, la documentation, de quoi servir le dossier ; dans JupyterLab, ■ et stockage surveillés."""
    (site / "index.html").write_text(page_d_accueil(site), encoding="utf-8")
    ecrire_pages(racine, site / DOSSIER, accueil="../index.html")
    for nom in ("serveur.py", "lancer.sh", "lancer.bat"):
        shutil.copy(ICI / nom, site)
    shutil.copy(ICI / "lancer.sh", site / "lancer.command")  # le nom qui s'ouvre d'un double clic sur macOS
    _nommer_pyodide(site)
    attente = gabarit_brut("attente.js")
    _remplacer(
        site / "lab" / "index.html", "<head>", f"<head><script>{attente}{gabarit_brut('arret.js')}</script>"
    )
    gardien = f'<style>{IMMOBILES}</style><script type="module">{gabarit_brut("gardien.js")}</script></head>'
    _remplacer(site / "lab" / "index.html", "</head>", gardien)
    (ouvrier,) = (site / "extensions" / EXTENSIONS[0] / "static").glob("coincident.worker.*.js")
    for script, devant in ((ouvrier, attente), (site / "service-worker.js", gabarit_brut("ouvrier.js"))):
        script.write_text(devant + script.read_text("utf-8"), encoding="utf-8")


def _nommer_pyodide(site: Path) -> None:
    """Donne au dossier de Pyodide l'empreinte de son contenu : le navigateur peut garder ses fichiers."""
    dossier = site / "static" / "pyodide"
    somme = hashlib.sha256(b"".join(chemin.read_bytes() for chemin in sorted(dossier.iterdir())))
    neuf = dossier.rename(dossier.with_name(f"pyodide-{somme.hexdigest()[:12]}"))
    # Ici seulement : l'extension du noyau écrit elle-même, en construisant, l'adresse de Pyodide.
    _remplacer(site / TEMOIN, "static/pyodide/pyodide.mjs", f"static/{neuf.name}/{ARRETABLE}")


def _remplacer(fichier: Path, ancien: str, neuf: str) -> None:
    """Change la première fois où ce texte est écrit ; il doit y être."""
    avant, _, apres = fichier.read_text("utf-8").partition(ancien)
    if not apres:
        raise DemandeImpossible(f"{fichier.name} n'a pas « {ancien} » : JupyterLite a changé.")
    fichier.write_text(avant + neuf + apres, encoding="utf-8")


def page_d_accueil(site: Path) -> str:
    """La page d'accueil du dossier : ce que c'est, les TP et leurs durées, ce que le navigateur garde."""
    carnets = sorted((site / "files").glob("tp*/*.ipynb"))
    tps = [resumer(carnet, carnet.relative_to(site / "files").as_posix()) for carnet in carnets]
    plateau = {"plateau": Markup(plateau_html("parfait")), "style_du_plateau": Markup(style())}
    scripts = gabarit_brut("gardien.js") + programme()
    return mettre_en_page("site.html", "Puissance 4, le cours", scripts, wasm=True, tps=tps, **plateau)


def resumer(carnet: Path, chemin: str) -> dict[str, str]:
    """Le titre d'un TP et sa durée, lus dans sa première cellule."""
    texte = lire(carnet)[0].source
    titre = texte.splitlines()[0].lstrip("# ")
    return {"titre": titre, "duree": duree_annoncee(texte), "chemin": chemin}


def duree_annoncee(texte: str) -> str:
    """La durée d'un TP sans ses parties ★ : la somme de sa table, sinon ce qu'il dit en gras."""
    lignes = [ligne for ligne in texte.splitlines() if ligne.startswith("|") and "★" not in ligne]
    minutes = sum(int(m) for ligne in lignes for m in re.findall(r"\|\s*(\d+)\s+min\b", ligne))
    if minutes:
        heures, reste = divmod(minutes, 60)
        return " ".join(filter(None, [f"{heures} h" if heures else "", f"{reste} min" if reste else ""]))
    dite = re.search(r"\*\*([^*\n]*(?:minutes?|heures?))\*\*", texte)
    return dite[1] if dite else ""
