"""Conduire le site (JupyterLite) dans Chromium, tout ce qui n'est pas cette machine étant coupé et compté."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from p4prof.site.serveur import preparer
from tests.navigateur.lab import PlateauVu
from tests.navigateur.serveur import RACINE

TPS = sorted(dossier.name for dossier in (RACINE / "solutions").iterdir() if dossier.is_dir())
ACCUEIL = "tp0_accueil/tp0_accueil.ipynb"
VISIBLE = ".jp-NotebookPanel:not(.lm-mod-hidden)"
PATIENCE = 120_000  # millisecondes : la machine des essais est partagée

_OUVRIR = """async (path) => {
  const app = window.jupyterapp;
  const p = await app.commands.execute('docmanager:open', {path, factory: 'Notebook'});
  await p.context.ready; await p.sessionContext.ready;
  app.shell.activateById(p.id);
}"""
# Les cellules de code, une à une, par la commande de JupyterLab ; chacune avec ses sorties.
_EXECUTER = """async (rangs) => {
  const p = window.jupyterapp.shell.currentWidget, nb = p.content, faites = [];
  const toutes = [...nb.model.cells].map((c, i) => i).filter(i => nb.model.cells.get(i).type === 'code');
  for (const i of rangs ?? toutes) {
    nb.activeCellIndex = i; nb.deselectAll();
    const debut = performance.now();
    window.__en_cours = i;
    await window.jupyterapp.commands.execute('notebook:run-cell');
    const c = nb.model.cells.get(i);
    const secondes = (performance.now() - debut) / 1000;
    faites.push({id: c.id, rang: i, secondes, sorties: c.outputs.toJSON()});
  }
  window.__faites = faites;
}"""


class Lite:
    """Une page du site."""

    def __init__(self, contexte: Any, adresse: str) -> None:
        self.adresse, self.contexte = adresse, contexte
        self.dehors: list[str] = []  # les requêtes vers une autre machine : aucune n'est permise
        self.console: list[str] = []
        contexte.route("**/*", self._filtrer)
        contexte.set_default_timeout(PATIENCE)
        self.page = contexte.new_page()
        self.page.on("console", lambda m: self.console.append(f"{m.type} : {m.text}"))
        self.page.on("pageerror", lambda e: self.console.append(f"pageerror : {e}"))

    def _filtrer(self, route: Any) -> None:
        lieu = urlparse(route.request.url)
        if lieu.hostname == "127.0.0.1" or lieu.scheme in ("data", "blob"):
            route.continue_()
        else:
            self.dehors.append(route.request.url)
            route.abort()

    def accueil(self) -> None:
        """La page d'accueil du dossier."""
        self.page.goto(f"{self.adresse}/index.html")

    def ouvrir(self, chemin: str = "", neuf: bool = False) -> None:
        """JupyterLab, sur ce carnet s'il est donné ; `neuf` oublie ce qui était ouvert."""
        demande = "&".join(filter(None, ["reset" if neuf else "", f"path={chemin}" if chemin else ""]))
        self.page.goto(f"{self.adresse}/lab/index.html{'?' + demande if demande else ''}")
        self.page.wait_for_function("() => window.jupyterapp?.restored")
        self.page.evaluate("() => window.jupyterapp.restored.then(() => true)")
        if chemin:
            self.montrer(chemin)

    def montrer(self, chemin: str) -> None:
        """Ouvre un carnet dans la page, son Python démarré."""
        self.page.evaluate(_OUVRIR, chemin)

    def executer(self, rangs: list[int] | None = None, delai: float = 900) -> list[dict[str, Any]]:
        """Exécute ces cellules du carnet ouvert (toutes, si rien n'est dit) ; ce que chacune a montré."""
        self.page.evaluate(f"(rangs) => {{ window.__faites = null; ({_EXECUTER})(rangs); }}", rangs)
        self.page.wait_for_function("() => window.__faites", timeout=1000 * delai, polling=100)
        return self.page.evaluate("() => window.__faites")

    def ecrire_cellule(self, identifiant: str, source: str) -> int:
        """Change le texte d'une cellule du carnet ouvert ; rend son rang."""
        return self.page.evaluate(
            """([id, source]) => {
              const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells];
              const rang = cells.findIndex(c => c.id === id);
              cells[rang].sharedModel.setSource(source);
              return rang;
            }""",
            [identifiant, source],
        )

    def rang(self, identifiant: str) -> int:
        """Le rang d'une cellule du carnet ouvert."""
        return self.page.evaluate(
            "id => [...jupyterapp.shell.currentWidget.content.model.cells].findIndex(c => c.id === id)",
            identifiant,
        )

    def poser(self, chemin: str, carnet: dict[str, Any]) -> None:
        """Enregistre ce carnet dans le navigateur, à la place du sujet."""
        self.page.evaluate(
            """([path, content]) => window.jupyterapp.serviceManager.contents.save(
                 path, {type: 'notebook', format: 'json', content}).then(() => true)""",
            [chemin, carnet],
        )

    def enregistrer(self) -> None:
        """Ctrl + S."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save').then(() => true)")

    def lire(self, chemin: str) -> dict[str, Any]:
        """Un carnet tel que le navigateur le garde."""
        return self.page.evaluate(
            """async path => (await window.jupyterapp.serviceManager.contents.get(
                 path, {content: true, type: 'notebook', format: 'json'})).content""",
            chemin,
        )

    def plateau(self, numero: int = 0) -> PlateauVu:
        """Un plateau du carnet visible."""
        racine = self.page.locator(f"{VISIBLE} .p4").nth(numero)
        racine.locator(".p4-colonne").first.wait_for()
        return PlateauVu(self.page, racine)

    def texte(self) -> str:
        """Le texte du carnet visible."""
        return "\n".join(self.page.locator(VISIBLE).all_inner_texts())


def texte_des_sorties(cellule: dict[str, Any]) -> str:
    """Tout ce qu'une cellule a montré, en texte ; une erreur y est nommée."""
    morceaux = []
    for sortie in cellule["sorties"]:
        if sortie["output_type"] == "error":
            morceaux.append(f"{sortie['ename']} : {sortie['evalue']}")
        texte = sortie.get("text") or sortie.get("data", {}).get("text/plain", "")
        morceaux.append(texte if isinstance(texte, str) else "".join(texte))
    return "\n".join(morceaux)


@contextlib.contextmanager
def servi(dossier: Path) -> Iterator[str]:
    """L'adresse d'un dossier servi comme le fait « p4 site --servir »."""
    serveur = preparer(dossier)
    fil = threading.Thread(target=serveur.serve_forever, daemon=True)
    fil.start()
    try:
        yield f"http://127.0.0.1:{serveur.server_port}"
    finally:
        serveur.shutdown()
        serveur.server_close()


def carnet(dossier: str, tp: str) -> dict[str, Any]:
    """Un carnet du cours, sans ses sorties."""
    lu = json.loads((RACINE / dossier / tp / f"{tp}.ipynb").read_text("utf-8"))
    for cellule in lu["cells"]:
        if cellule["cell_type"] == "code":
            cellule["outputs"], cellule["execution_count"] = [], None
    return lu


def telecharger(lite: Lite, dossier: Path) -> Path:
    """Le fichier que donne « Télécharger ma copie », à la fin du TP 0."""
    bouton = lite.page.locator(VISIBLE).get_by_role("button", name="Télécharger ma copie")
    with lite.page.expect_download() as attente:
        bouton.click()
    assert attente.value.suggested_filename == "tp0_accueil.ipynb"
    attente.value.save_as(dossier / "tp0_accueil.ipynb")
    return dossier / "tp0_accueil.ipynb"
