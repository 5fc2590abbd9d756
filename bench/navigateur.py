"""Le cours dans un navigateur, à côté du même cours dans un JupyterLab de cette machine, en un seul essai.

    python -m bench.navigateur [TP…]      P4_SITE=DOSSIER mesure un site déjà fabriqué

Le temps compté est celui du processeur, dans tous les processus du navigateur ou dans le noyau : il dépend
moins de la charge de la machine. Seul le clic se mesure au mur, les deux plateaux cliqués tour à tour. Les
vérifications sont celles des solutions (TP 1, 2, 4 et 7, si rien n'est dit)."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
from nbclient import NotebookClient
from nbformat import read
from nbformat.v4 import new_code_cell, new_notebook

from bench.plateau import CHRONOMETRER, LIRE_NOTRE, NOTRE
from p4prof.site.fabrication import fabriquer
from tests.navigateur.lab import VISIBLE
from tests.navigateur.lite import ACCUEIL, Lite, servi
from tests.navigateur.serveur import RACINE, jupyterlab, navigateur, navigateur_garde, page_lab

FROID, CHAUD = 10.0, 5.0  # secondes de processeur jusqu'à la première cellule exécutée
VERDICT, PARFAIT = 4.0, 3.0  # fois le temps natif
TPS = ("tp1_grille", "tp2_minmax", "tp4_graphe", "tp7_jeu_parfait")
CLICS = 12

# Le même programme des deux côtés ; le premier appel charge, ou compile.
CHARGER = """import random
from p4core.ia.solveur.resolution import joueur_parfait
from p4core.jeu import Position, promenade
parfait = joueur_parfait()
parfait(promenade(random.Random(0), 14)[-1])"""
REPONSES = """alea = random.Random(4)
for plis in (0, 4, 8, 9, 10, 11, 12, 13, 14, 16, 20):
    for _ in range(3):
        position = promenade(alea, plis)[-1]
        if not position.finie:
            parfait(position)"""


class Processeur:
    """Les secondes de calcul de tous les processus de ce Chromium."""

    def __init__(self, chromium: Any) -> None:
        self._cdp = chromium.new_browser_cdp_session()

    def lire(self) -> dict[int, float]:
        """Par processus : l'un peut finir entre deux lectures."""
        return {p["id"]: p["cpuTime"] for p in self._cdp.send("SystemInfo.getProcessInfo")["processInfo"]}

    def depuis(self, avant: dict[int, float]) -> float:
        """Ce qui s'est calculé depuis cette lecture."""
        return sum(max(t - avant.get(p, 0.0), 0.0) for p, t in self.lire().items())

    def mesurer(self, action: Callable[[], Any]) -> float:
        """Les secondes de cette action."""
        avant = self.lire()
        action()
        return self.depuis(avant)


def demarrages(adresse: str) -> dict[str, float]:
    """Jusqu'à la première cellule exécutée, puis au plateau : un navigateur neuf, puis rouvert."""
    durees = {}
    with tempfile.TemporaryDirectory() as dossier:
        for nom in ("à froid", "à chaud", "la fois suivante"):
            with navigateur_garde(Path(dossier)) as contexte:
                durees[nom] = demarrer(contexte, adresse, nom)
    return durees


def demarrer(contexte: Any, adresse: str, nom: str) -> float:
    """Les secondes de calcul d'un départ."""
    lite, processeur = Lite(contexte, adresse), Processeur(contexte.browser)
    contexte.unroute_all()  # Playwright n'a pas de cache dès qu'il filtre
    avant, debut = processeur.lire(), time.monotonic()
    lite.ouvrir(ACCUEIL)
    lite.executer([lite.rang("tp0-calcul")])
    duree, mur = processeur.depuis(avant), time.monotonic() - debut
    lite.executer([lite.rang("tp0-plateau")])
    lite.plateau()
    plateau = processeur.depuis(avant)
    print(f"{nom} : première cellule {duree:.1f} s ({mur:.1f} s au mur), plateau {plateau:.1f} s", flush=True)
    lite.page.wait_for_timeout(5000)  # la séance continue : le navigateur met de côté ce qu'il a compilé
    return duree


# --- les mêmes cellules des deux côtés ------------------------------------------------------------


class Natif:
    """Un noyau de cette machine."""

    def __init__(self, nb: Any, dossier: Path = RACINE) -> None:
        self._nb = nb
        self._client = NotebookClient(nb, timeout=900, resources={"metadata": {"path": str(dossier)}})

    @contextlib.contextmanager
    def ouvert(self) -> Iterator[Natif]:
        """Le noyau démarré."""
        with self._client.setup_kernel():
            self._processus = psutil.Process(self._client.km.provisioner.pid)
            yield self

    def executer(self, rang: int) -> float:
        """Les secondes de calcul d'une cellule."""
        avant = self._processus.cpu_times()
        self._client.execute_cell(self._nb.cells[rang], rang)
        apres = self._processus.cpu_times()
        return (apres.user - avant.user) + (apres.system - avant.system)


def natives(nb: Any, mesurees: list[int], dossier: Path) -> list[float]:
    """Les secondes de chacune de ces cellules, toutes étant exécutées dans l'ordre."""
    with Natif(nb, dossier).ouvert() as natif:
        durees = {i: natif.executer(i) for i, c in enumerate(nb.cells) if c.cell_type == "code"}
    return [durees[rang] for rang in mesurees]


def dans_le_site(
    lite: Lite, processeur: Processeur, chemin: str, nb: Any, mesurees: list[int]
) -> list[float]:
    """Les mêmes, dans le site."""
    lite.ouvrir()
    lite.poser(chemin, json.loads(json.dumps(nb)))
    lite.montrer(chemin)
    codes, durees, debut = [i for i, c in enumerate(nb.cells) if c.cell_type == "code"], [], 0
    for rang in mesurees:
        lite.executer([i for i in codes if debut <= i < rang])
        durees.append(processeur.mesurer(lambda rang=rang: lite.executer([rang])))
        debut = rang + 1
    return durees


def part_de_la_page(lite: Lite, processeur: Processeur) -> float:
    """Ce que coûte une cellule vide à la page ; du natif, on ne mesure que le noyau."""
    nb = new_notebook(cells=[new_code_cell("pass") for _ in range(6)])
    nb.metadata["kernelspec"] = {"name": "python", "display_name": "Python"}
    page = statistics.median(dans_le_site(lite, processeur, "vide.ipynb", nb, [1, 2, 3, 4, 5]))
    print(f"une cellule vide : {page:.2f} s, pour la page")
    return page


def verdicts(lite: Lite, processeur: Processeur, tp: str, page: float) -> float:
    """Le rapport des temps de toutes les vérifications d'un TP, sans la part de la page."""
    dossier = RACINE / "solutions" / tp
    nb = read(dossier / f"{tp}.ipynb", as_version=4)
    tests = [i for i, c in enumerate(nb.cells) if c.id.endswith("-test") and "verifier(" in c.source]
    ici = natives(read(dossier / f"{tp}.ipynb", as_version=4), tests, dossier)
    la = dans_le_site(lite, processeur, f"{tp}/{tp}.ipynb", nb, tests)
    for rang, b, a in zip(tests, la, ici, strict=True):
        print(f"  {nb.cells[rang].id:<36} {b:6.2f} s, natif {a:6.2f} s, × {b / max(a, 0.01):.1f}")
    entier, rapport = sum(la) / sum(ici), (sum(la) - page * len(la)) / sum(ici)
    print(
        f"{tp}, {len(tests)} vérifications : {sum(la):.1f} s, natif {sum(ici):.1f} s, × {entier:.2f}", end=""
    )
    print(f" ; × {rapport:.2f} sans la page")
    return rapport


def parfait(lite: Lite, processeur: Processeur) -> float:
    """Le rapport des temps de réponse du joueur parfait, livre compris."""
    nb = new_notebook(cells=[new_code_cell(CHARGER), new_code_cell(REPONSES)])
    nb.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    ici = natives(nb, [1], RACINE)
    nb.metadata["kernelspec"] = {"name": "python", "display_name": "Python"}
    la = dans_le_site(lite, processeur, "parfait.ipynb", nb, [1])
    print(f"parfait : {la[0]:.2f} s, natif {ici[0]:.2f} s, × {la[0] / ici[0]:.2f}")
    return la[0] / ici[0]


# --- du clic au pion ------------------------------------------------------------------------------


def clic(page: Any) -> list[float]:
    """Une partie neuve, un clic : millisecondes jusqu'au pion, jusqu'à la réponse."""
    page.locator(f"{VISIBLE} button:has-text('Nouvelle partie')").click()
    page.wait_for_timeout(1000)
    lire = LIRE_NOTRE.replace("${SELECTEUR}", VISIBLE)
    page.evaluate(f"() => {{ window.mesure = window.chronometrer({lire}); }}")
    page.locator(f"{VISIBLE} .p4-colonne >> nth=3").click()
    return page.evaluate("() => window.mesure")


def clics(lite: Lite, chromium: Any) -> None:
    """Les deux plateaux, cliqués tour à tour ; le premier clic de chacun ne compte pas."""
    noyau = {"kernelspec": {"name": "python", "display_name": "Python"}}
    lite.ouvrir()
    lite.poser("clics.ipynb", new_notebook(cells=[new_code_cell(NOTRE)], metadata=noyau))
    lite.montrer("clics.ipynb")
    lite.executer()
    lite.plateau()
    with (
        tempfile.TemporaryDirectory() as dossier,
        jupyterlab(Path(dossier)) as (adresse, travail),
        page_lab(chromium, adresse, travail) as lab,
    ):
        lab.jouer_sur(NOTRE)
        pages, temps = {"site": lite.page, "natif": lab.page}, {"site": [], "natif": []}
        for page in pages.values():
            page.evaluate(f"() => {{ {CHRONOMETRER} }}")
        for _ in range(CLICS + 1):
            for nom, page in pages.items():
                page.bring_to_front()
                temps[nom].append(clic(page))
    for nom, mesures in temps.items():
        peint, reponse = (statistics.median(m[i] for m in mesures[1:]) for i in (0, 1))
        print(f"clic, {nom} : pion {peint:.0f} ms, réponse {reponse:.0f} ms")


def main(arguments: list[str] | None = None) -> int:
    """Affiche les mesures ; rend 0 si les objectifs sont tenus."""
    with tempfile.TemporaryDirectory() as dossier:
        deja = os.environ.get("P4_SITE")
        with servi(Path(deja) if deja else fabriquer(RACINE, Path(dossier) / "site")) as adresse:
            durees = demarrages(adresse)
            with navigateur() as chromium:
                lite = Lite(chromium.new_context(locale="fr-FR"), adresse)
                lite.contexte.unroute_all()
                processeur = Processeur(chromium)
                clics(lite, chromium)
                reponse = parfait(lite, processeur)
                page = part_de_la_page(lite, processeur)
                rapports = [verdicts(lite, processeur, tp, page) for tp in arguments or TPS]
    tenus = durees["à froid"] <= FROID and durees["à chaud"] <= CHAUD and reponse <= PARFAIT
    return int(not tenus or max(rapports) > VERDICT)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
