"""Vitesse du plateau : du clic au pion peint, du clic à la réponse, à côté de GuiC4 de BitBully.

Les deux plateaux sont dans un même JupyterLab, contre la même IA triviale (la première colonne libre). Les
clics alternent entre eux ; chaque clic ouvre une partie neuve : la personne joue la quatrième colonne, la
machine répond dans la première.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.navigateur.lab import VISIBLE, Lab
from tests.navigateur.serveur import jupyterlab, navigateur, page_lab

CLICS = 24
OBJECTIF = 4.0  # au moins quatre fois plus vite

NOTRE = """from p4core import Plateau
def premiere(position):
    return position.coups()[0]
Plateau(adversaire=premiere)"""

LEUR = """%matplotlib widget
from bitbully.gui_c4 import GuiC4
class Premiere:
    def best_move(self, board):
        return board.legal_moves()[0]
    def score_all_moves(self, board):
        return {c: 0 for c in board.legal_moves()}
jeu = GuiC4({"premiere": Premiere()}, autoplay=True)
jeu.get_widget()"""

# Après le clic, on regarde à chaque image affichée ce qui est peint. `lire` rend une valeur par case suivie
# (le pion de la personne, celui de la machine) ; la case est peinte quand sa valeur change.
CHRONOMETRER = """
window.chronometrer = (lire) => new Promise((resoudre, rejeter) => {
  const avant = lire();
  const temps = avant.map(() => null);
  const limite = performance.now() + 20000;
  addEventListener('click', () => {
    const debut = performance.now();
    const regarder = () => {
      const maintenant = performance.now();
      lire().forEach((valeur, i) => {
        if (temps[i] === null && valeur !== avant[i]) temps[i] = maintenant - debut;
      });
      if (temps.every(t => t !== null)) resoudre(temps);
      else if (maintenant > limite) rejeter(new Error(`rien de peint : ${temps}`));
      else requestAnimationFrame(regarder);
    };
    requestAnimationFrame(regarder);
  }, {capture: true, once: true});
});
"""

LIRE_NOTRE = """() => [1, 2].map(j =>
  document.querySelectorAll(`${SELECTEUR} .p4-grille g:not(.p4-fantome) > .p4-pion.p4-j${j}`).length)"""

# La toile de matplotlib : la couleur au centre des deux cases du bas, quatrième et première colonnes.
LIRE_LEUR = """() => {
  const toile = document.querySelector(`${SELECTEUR} .jupyter-matplotlib-canvas-container canvas`);
  const encre = toile.getContext('2d');
  const couleur = (x, y) => encre.getImageData(x * toile.width, y * toile.height, 1, 1).data.join();
  return [3, 0].map(x => couleur((x + .5) / 7, 5.5 / 6));
}"""


@dataclass
class Mesures:
    """Les temps d'un plateau, en millisecondes."""

    nom: str
    peint: list[float]
    reponse: list[float]

    def medianes(self) -> tuple[float, float]:
        """Clic → pion peint, clic → réponse."""
        return statistics.median(self.peint), statistics.median(self.reponse)


class Banc:
    """Un plateau ouvert dans un onglet, que l'on peut cliquer et remettre à zéro."""

    def __init__(self, lab: Lab, nom: str, cellule: str, lire: str, clic: str, neuf: str) -> None:
        self.lab, self.lire, self.clic, self.neuf = lab, lire.replace("${SELECTEUR}", VISIBLE), clic, neuf
        self.mesures = Mesures(nom, [], [])
        self.chemin = lab.ecrire(cellule)
        lab.executer(self.chemin)
        self._cible(clic).wait_for(timeout=90_000)
        lab.page.wait_for_timeout(3000)

    def _cible(self, selecteur: str) -> Any:
        return self.lab.page.locator(f"{VISIBLE} {selecteur}")

    def mesurer(self) -> None:
        """Une partie neuve, un clic, deux temps."""
        page = self.lab.page
        self.lab.ouvrir(self.chemin)
        self._cible(self.neuf).click()
        page.wait_for_timeout(1000)
        page.evaluate(f"() => {{ window.mesure = window.chronometrer({self.lire}); }}")
        self._cible(self.clic).click()
        peint, reponse = page.evaluate("() => window.mesure")
        self.mesures.peint.append(peint)
        self.mesures.reponse.append(reponse)


def mesurer(clics: int = CLICS) -> list[Mesures]:
    """Les temps des deux plateaux, clics alternés ; le premier clic de chacun ne compte pas."""
    with (
        tempfile.TemporaryDirectory() as dossier,
        jupyterlab(Path(dossier)) as (adresse, travail),
        navigateur() as chromium,
        page_lab(chromium, adresse, travail) as lab,
    ):
        lab.page.evaluate(f"() => {{ {CHRONOMETRER} }}")
        bancs = [
            Banc(
                lab, "p4core", NOTRE, LIRE_NOTRE, ".p4-colonne >> nth=3", "button:has-text('Nouvelle partie')"
            ),
            Banc(lab, "bitbully", LEUR, LIRE_LEUR, "button:has-text('⏬') >> nth=3", "[title='Reset Game']"),
        ]
        for _ in range(clics + 1):
            for banc in bancs:
                banc.mesurer()
        for banc in bancs:
            del banc.mesures.peint[0], banc.mesures.reponse[0]
        return [banc.mesures for banc in bancs]


def main() -> int:
    """Affiche le tableau ; le code de sortie dit si l'objectif est tenu."""
    notre, leur = mesurer()
    print(f"{'médiane sur ' + str(len(notre.peint)) + ' clics':<26}{'pion peint':>12}{'réponse':>12}")
    for mesures in (notre, leur):
        peint, reponse = mesures.medianes()
        print(f"{mesures.nom:<26}{peint:>9.0f} ms{reponse:>9.0f} ms")
    gains = [l / n for l, n in zip(leur.medianes(), notre.medianes(), strict=True)]
    print(f"{'fois plus vite':<26}{gains[0]:>12.1f}{gains[1]:>12.1f}   (objectif : {OBJECTIF:.0f})")
    return 0 if min(gains) >= OBJECTIF else 1


if __name__ == "__main__":
    raise SystemExit(main())
