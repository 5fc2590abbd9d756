"""La première fois : ce que l'on attend quand rien n'est compilé, et quand tout l'est.

    python -m bench.premier

Chaque geste est fait dans un Python neuf, avec un cache de numba vide (à froid) ou rempli par `p4 preparer`
(à chaud). On mesure l'horloge, que l'objectif regarde, et le temps du processeur de ce Python, qui dépend
moins de ce que la machine fait d'autre ; à froid, la compilation elle-même se fait dans un autre processus.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping

ATTENTE = 2.0  # secondes, au plus, pour ce sur quoi l'on clique
IMPORT = 0.1  # secondes de plus que Python seul
FOIS = 5  # pour l'import, si court que la machine le brouille

GESTES = {
    "import p4core": "import p4core",
    "analyse, dans le livre": """
from p4core import Position
from p4core.ia.joueurs import conseiller
conseiller(Position()).notes(Position())""",
    "analyse, après le livre": """
from p4core import Position
from p4core.ia.joueurs import conseiller
position = Position.depuis_coups("44444135275")
conseiller(position).notes(position)""",
    "un coup d'une IA par règles": """
from p4core import Position
from p4core.ia.regles import IA_REGLES
IA_REGLES["1.4"](Position())""",
    "tournoi, 3 IA par règles, 60 parties": """
from p4core import tournoi
from p4core.ia.regles import IA_REGLES
tournoi({nom: IA_REGLES[nom] for nom in ("1.1", "2", "3")}, parties=20)""",
}
CHRONO = """
import time
debut, cpu = time.perf_counter(), time.process_time()
{geste}
duree, processeur = time.perf_counter() - debut, time.process_time() - cpu
import json, sys
lourds = sorted({{"numba", "numpy", "pandas", "matplotlib"}} & set(sys.modules))
chantier = getattr(sys.modules.get("p4core.ia.avance"), "_chantier", None)
if chantier and chantier.processus:
    chantier.processus.kill()
print("\\n" + json.dumps([duree, processeur, lourds]))
"""
Mesure = tuple[float, float, list[str]]


def mesurer(geste: str, milieu: Mapping[str, str]) -> Mesure:
    """Les secondes d'horloge et de processeur de ce geste, et les grosses bibliothèques qu'il charge."""
    programme = [sys.executable, "-c", CHRONO.format(geste=geste)]
    sortie = subprocess.run(programme, env=milieu, capture_output=True, text=True, check=True).stdout
    duree, processeur, lourds = json.loads(sortie.splitlines()[-1])
    return duree, processeur, lourds


def milieu(cache: str) -> dict[str, str]:
    """L'environnement d'un Python dont le cache de numba est là."""
    return {**os.environ, "NUMBA_CACHE_DIR": cache}


def a_froid(geste: str) -> Mesure:
    """La mesure avec un cache vide."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as vide:
        return mesurer(geste, milieu(vide))


def surcout_de_l_import() -> float:
    """Le temps de processeur d'un Python qui importe p4core, en plus de celui qui ne fait rien (médiane)."""

    def total(geste: str) -> float:
        programme = f"{geste}\nimport time; print(time.process_time())"
        return float(
            subprocess.run([sys.executable, "-c", programme], capture_output=True, check=True).stdout
        )

    return statistics.median(total("import p4core") - total("") for _ in range(FOIS))


def main() -> int:
    """Affiche le tableau ; 0 si aucun geste ne fait attendre, et si l'import reste léger."""
    with tempfile.TemporaryDirectory() as cache:
        prepare = mesurer("from p4core.commande import main; main(['preparer'])", milieu(cache))
        print(f"p4 preparer, à froid : {prepare[0]:.1f} s ({prepare[1]:.1f} s de processeur)")
        print("| geste (s) | à froid | processeur | à chaud | processeur |\n|---|---|---|---|---|")
        pire = 0.0
        for nom, geste in GESTES.items():
            froid, chaud = a_froid(geste), mesurer(geste, milieu(cache))
            print(
                f"| {nom} | {froid[0]:.2f} | {froid[1]:.2f} | {chaud[0]:.2f} | {chaud[1]:.2f} |", flush=True
            )
            pire = max(pire, froid[0], chaud[0])
    surcout, lourds = surcout_de_l_import(), mesurer(GESTES["import p4core"], os.environ)[2]
    print(f"import p4core : {1e3 * surcout:.0f} ms de plus que Python seul ; chargés : {lourds or 'rien'}")
    return 0 if pire <= ATTENTE and surcout <= IMPORT and not lourds else 1


if __name__ == "__main__":
    raise SystemExit(main())
