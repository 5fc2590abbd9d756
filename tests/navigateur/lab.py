"""Piloter JupyterLab depuis un essai : ouvrir un notebook, l'exécuter, y jouer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

AXE = Path(__file__).resolve().parents[1] / "js/node_modules/axe-core/axe.min.js"

VISIBLE = ".jp-NotebookPanel:not(.lm-mod-hidden)"

# « Tout exécuter » vise le notebook qui a le focus : tant que celui-ci ne l'a pas, rien n'est exécuté.
OUVRIR_ET_EXECUTER = """async ([path, executer]) => {
  const app = window.jupyterapp;
  const p = await app.commands.execute('docmanager:open', {path, factory: 'Notebook'});
  await p.context.ready;
  await p.sessionContext.ready;
  app.shell.activateById(p.id);
  if (!executer) return;
  let lance = false;
  p.sessionContext.iopubMessage.connect((_, m) => { lance ||= m.header.msg_type === 'execute_input'; });
  for (let fois = 0; fois < 50 && !lance; fois++) {
    if (fois) await new Promise(suite => setTimeout(suite, 200));
    app.shell.activateById(p.id);
    await app.commands.execute('notebook:run-all-cells');
  }
  if (!lance) throw new Error(`${path} ne s'exécute pas`);
}"""


class Lab:
    """Une page de JupyterLab."""

    def __init__(self, page: Any, adresse: str, dossier: Path) -> None:
        self.page, self.adresse, self.dossier = page, adresse, dossier
        self._numero = 0
        self._rechargee = False

    def ouvrir_lab(self) -> None:
        """Charge JupyterLab, sans onglet d'avant, et attend qu'il soit prêt."""
        self.page.goto(f"{self.adresse}/lab?reset")
        self._pret()

    def recharger(self) -> None:
        """Recharge la page ; JupyterLab y rouvre ses onglets."""
        self.page.reload()
        self._pret()
        self._rechargee = True

    def _pret(self) -> None:
        """Attend que l'application réponde."""
        self.page.wait_for_function("() => window.jupyterapp?.restored", timeout=60_000)
        self.page.evaluate("() => window.jupyterapp.restored")

    def commande(self, nom: str, arguments: dict[str, Any] | None = None) -> None:
        """Exécute une commande de JupyterLab."""
        # Rien n'est renvoyé : le résultat d'une commande (un panneau) ne se transmet pas.
        self.page.evaluate(
            "async ([c, a]) => { await window.jupyterapp.commands.execute(c, a); }", [nom, arguments or {}]
        )

    def ecrire(self, *cellules: str, nom: str | None = None) -> str:
        """Écrit un notebook fait de ces cellules ; rend son chemin."""
        self._numero += 1
        nom = nom or f"essai{self._numero}.ipynb"
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cellules])
        notebook.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        nbformat.write(notebook, self.dossier / nom)
        return nom

    def executer(self, chemin: str) -> None:
        """Ouvre un notebook et exécute toutes ses cellules."""
        self.page.evaluate(OUVRIR_ET_EXECUTER, [chemin, True])

    def ouvrir(self, chemin: str) -> None:
        """Ouvre un notebook sans l'exécuter."""
        self.page.evaluate(OUVRIR_ET_EXECUTER, [chemin, False])

    def tout_fermer(self) -> None:
        """Ferme les onglets et arrête les noyaux."""
        self.page.evaluate(
            """async () => {
              const app = window.jupyterapp;
              for (const w of [...app.shell.widgets('main')]) {
                if (w.context) w.context.model.dirty = false; // sinon Lab demande s'il faut enregistrer
                w.close();
              }
              await app.serviceManager.sessions.shutdownAll();
            }"""
        )
        if self._rechargee:  # des onglets rouverts tardivement passeraient devant ceux de l'essai suivant
            self._rechargee = False
            self.ouvrir_lab()

    def plateau(self, rang: int = 0) -> PlateauVu:
        """Le plateau (le premier, par défaut) du notebook affiché, une fois prêt."""
        racine = self.page.locator(f"{VISIBLE} .p4").nth(rang)
        from playwright.sync_api import TimeoutError as DelaiDepasse

        try:
            racine.locator(".p4-colonne").first.wait_for(timeout=60_000)
        except DelaiDepasse as erreur:
            raise AssertionError(f"Aucun plateau. Le notebook montre :\n{self.texte()}") from erreur
        return PlateauVu(self.page, racine)

    def texte(self) -> str:
        """Le texte du notebook affiché, pour comprendre un échec."""
        return "\n".join(self.page.locator(VISIBLE).all_inner_texts())

    def jouer_sur(self, *cellules: str) -> PlateauVu:
        """Écrit et exécute un notebook de ces cellules ; rend son plateau."""
        self.executer(self.ecrire(*cellules))
        return self.plateau()

    def violations(self, selecteur: str = f"{VISIBLE} .jp-OutputArea") -> list[str]:
        """Ce que l'outil d'accessibilité axe-core reproche à cette partie de la page."""
        if not AXE.exists():
            pytest.skip("axe-core n'est pas installé (npm install dans tests/js)")
        self.page.evaluate(AXE.read_text())
        return self.page.evaluate(
            """async (selecteur) => {
              const {violations} = await axe.run(document.querySelector(selecteur));
              return violations.map(v => `${v.id} : ${v.nodes.map(n => n.html.slice(0, 150)).join(' | ')}`);
            }""",
            selecteur,
        )

    def python(self, code: str) -> None:
        """Exécute du code dans le noyau du notebook affiché, sans passer par une cellule."""
        self.page.evaluate(
            """async (code) => {
              const k = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
              await k.requestExecute({code, store_history: false}).done;
            }""",
            code,
        )


class PlateauVu:
    """Un plateau tel qu'on le voit et le manipule dans la page."""

    def __init__(self, page: Any, racine: Any) -> None:
        self.page, self.racine = page, racine

    def colonne(self, x: int) -> Any:
        """Le bouton de la colonne x (à partir de 0)."""
        return self.racine.locator(".p4-colonne").nth(x)

    def jouer(self, x: int) -> None:
        """Clique dans la colonne x dès qu'elle est jouable."""
        self.colonne(x).click()

    def insister(self, x: int) -> None:
        """Clique dans la colonne x même si elle se dit fermée."""
        self.colonne(x).click(force=True)

    def attendre_statut(self, texte: str) -> None:
        """Attend que la ligne d'état contienne ce texte (espaces insécables comprises)."""
        statut = self.racine.locator("[role=status]")
        normal = texte.replace("\N{NO-BREAK SPACE}", " ")
        self._attendre(
            "([noeud, texte]) => noeud.textContent.replaceAll('\\u00a0', ' ').includes(texte)",
            [statut.element_handle(), normal],
            f"la phrase « {texte} »",
        )

    def attendre_pions(self, nombre: int) -> None:
        """Attend d'avoir exactement ce nombre de pions sur la grille."""
        self._attendre(
            "([noeud, n]) => noeud.querySelectorAll('.p4-grille g:not(.p4-fantome) > .p4-pion').length === n",
            [self.racine.element_handle(), nombre],
            f"{nombre} pions",
        )

    def _attendre(self, condition: str, argument: list[Any], attendu: str) -> None:
        from playwright.sync_api import TimeoutError as DelaiDepasse

        try:
            self.page.wait_for_function(condition, arg=argument, timeout=30_000)
        except DelaiDepasse as erreur:
            vu = "\n".join([self.racine.inner_text(), *self.contenu()])
            raise AssertionError(f"On attendait {attendu}. Le plateau montre :\n{vu}") from erreur

    def nombre_pions(self) -> int:
        """Le nombre de pions sur la grille."""
        return self.racine.locator(".p4-grille g:not(.p4-fantome) > .p4-pion").count()

    def attendre_plus_de_pions(self, nombre: int) -> None:
        """Attend qu'il y ait plus de pions que ce nombre."""
        self.racine.locator(".p4-grille g:not(.p4-fantome) > .p4-pion").nth(nombre).wait_for()

    def contenu(self) -> list[str]:
        """Ce que dit chaque colonne à un lecteur d'écran."""
        return [b.get_attribute("aria-label") for b in self.racine.locator(".p4-colonne").all()]

    def bouton(self, texte: str) -> Any:
        """Un bouton de la barre."""
        return self.racine.locator(".p4-barre").get_by_role("button", name=texte)
