"""Le cours dans un navigateur, à côté du même Python sur cette machine.

    python -m bench.navigateur [TP]

Le site est fabriqué, puis ouvert deux fois dans un Chromium neuf : à froid, à chaud. Le temps compté est
celui du processeur, dans tous les processus du navigateur : il dépend moins de la charge de la machine. Les
vérifications d'un TP (le TP 2, si rien n'est dit) sont faites dans les deux Python, l'un après l'autre.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from p4prof.site.fabrication import fabriquer
from tests.navigateur.lite import Lite, servi
from tests.navigateur.serveur import RACINE, navigateur

FROID, CHAUD = 10.0, 5.0  # secondes de processeur jusqu'à la première cellule exécutée
VERDICT = 4.0  # fois le temps natif


def calcul(cdp: Any) -> float:
    """Les secondes de processeur de tous les processus de ce Chromium."""
    return sum(p["cpuTime"] for p in cdp.send("SystemInfo.getProcessInfo")["processInfo"])


def demarrages(lite: Lite, cdp: Any) -> dict[str, float]:
    """Du clic à la première cellule exécutée, puis au plateau : à froid, et une seconde fois."""
    durees = {}
    for nom in ("à froid", "à chaud"):
        avant, debut = calcul(cdp), time.monotonic()
        lite.ouvrir("tp0_accueil/tp0_accueil.ipynb")
        lite.executer([lite.rang("tp0-calcul")])
        durees[nom] = calcul(cdp) - avant
        mur = time.monotonic() - debut
        lite.executer([lite.rang("tp0-plateau")])
        lite.plateau()
        plateau = calcul(cdp) - avant
        print(f"{nom} : première cellule {durees[nom]:.1f} s ({mur:.1f} s au mur), plateau {plateau:.1f} s")
    return durees


def cellules(tp: str) -> list[dict[str, Any]]:
    """Les cellules de code de la solution d'un TP."""
    lu = json.loads((RACINE / "solutions" / tp / f"{tp}.ipynb").read_text("utf-8"))
    return [c for c in lu["cells"] if c["cell_type"] == "code"]


def natives(tp: str) -> dict[str, float]:
    """Les secondes de chaque vérification, dans un noyau de cette machine."""
    from nbclient import NotebookClient
    from nbformat import read

    nb, durees = read(RACINE / "solutions" / tp / f"{tp}.ipynb", as_version=4), {}
    client = NotebookClient(nb, resources={"metadata": {"path": str(RACINE / "solutions" / tp)}})
    with client.setup_kernel():
        for rang, cellule in enumerate(nb.cells):
            debut = time.monotonic()
            client.execute_cell(cellule, rang)
            durees[cellule.id] = time.monotonic() - debut
    return durees


def dans_le_site(lite: Lite, tp: str) -> dict[str, float]:
    """Les mêmes, dans le site."""
    lu = json.loads((RACINE / "solutions" / tp / f"{tp}.ipynb").read_text("utf-8"))
    lite.ouvrir()
    lite.poser(f"{tp}/{tp}.ipynb", lu)
    lite.montrer(f"{tp}/{tp}.ipynb")
    return {c["id"]: c["secondes"] for c in lite.executer()}


def main(arguments: list[str] | None = None) -> int:
    """Affiche les mesures ; rend 0 si les objectifs sont tenus."""
    (tp,) = arguments or ["tp2_minmax"]
    with (
        tempfile.TemporaryDirectory() as dossier,
        servi(fabriquer(RACINE, Path(dossier) / "site")) as adresse,
        navigateur() as chromium,
    ):
        lite = Lite(chromium.new_context(locale="fr-FR"), adresse)
        durees = demarrages(lite, chromium.new_browser_cdp_session())
        la, ici = dans_le_site(lite, tp), natives(tp)
    tests = [c["id"] for c in cellules(tp) if c["id"].endswith("-test")]
    for nom in tests:
        print(f"  {nom:<36} {la[nom]:6.2f} s, natif {ici[nom]:6.2f} s, × {la[nom] / ici[nom]:.1f}")
    rapport = sum(la[n] for n in tests) / sum(ici[n] for n in tests)
    print(f"{tp}, {len(tests)} vérifications : × {rapport:.2f} (objectif × {VERDICT:g})")
    return int(durees["à froid"] > FROID or durees["à chaud"] > CHAUD or rapport > VERDICT)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
