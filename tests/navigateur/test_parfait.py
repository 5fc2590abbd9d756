"""Le joueur parfait et ses scores sur le plateau, de la compilation à la réponse."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from p4core import Position
from p4core.ia.solveur.resolution import scores

POSITION = "2443726645337517722355"
PLATEAU = f"""from p4core import Plateau, Position
Plateau(adversaire="parfait", position=Position.depuis_coups("{POSITION}"))"""
# numba compile alors tout, comme la première fois sur une machine.
CACHE_NEUF = 'import os, tempfile\nos.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()\n'
UNE_COMPILATION = 180_000  # ms, sur une machine très occupée


def test_le_plateau_repond_pendant_la_compilation(lab):
    """Pendant que le solveur se compile, le plateau le dit-il et répond-il ? Joue-t-il ensuite ?"""
    plateau = lab.jouer_sur(CACHE_NEUF + PLATEAU)
    plateau.jouer(3)
    plateau.attendre_statut("Préparation du solveur")
    assert plateau.nombre_pions() == len(POSITION) + 1
    plateau.bouton("Réglages").click()
    lab.page.get_by_text("Remettre les scores à zéro").wait_for()
    pions = plateau.racine.locator(".p4-grille g:not(.p4-fantome) > .p4-pion")
    pions.nth(len(POSITION) + 1).wait_for(timeout=UNE_COMPILATION)


ATTENTE = 2.0  # secondes de calcul du noyau, au plus, entre un clic et ce qu'il montre
SE_PRESENTER = """from pathlib import Path
Path("noyau.txt").write_text(f"{os.getpid()} {os.environ['NUMBA_CACHE_DIR']}")
"""


def secondes_de_calcul(noyau):
    """Le temps de processeur du noyau : l'horloge dépendrait de ce que la machine fait d'autre."""
    champs = Path(f"/proc/{noyau}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, champs[11:13])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="le temps du noyau se lit dans /proc")
def test_rien_n_attend_la_compilation(lab):
    """Rien n'étant compilé, « Analyse » montre-t-elle des notes après moins de deux secondes de calcul ?"""
    plateau = lab.jouer_sur(CACHE_NEUF + SE_PRESENTER + PLATEAU)
    noyau, cache = (lab.dossier / "noyau.txt").read_text().split()
    avant = secondes_de_calcul(noyau)
    plateau.bouton("Analyse").click()
    plateau.racine.locator(".p4-note").first.wait_for(timeout=UNE_COMPILATION)
    assert secondes_de_calcul(noyau) - avant < ATTENTE
    assert not list(Path(cache).glob("p4core-solveur-*"))  # la compilation, elle, n'est pas finie


def test_l_analyse_donne_les_scores_exacts(lab):
    """Le solveur compilé, l'analyse contre le joueur parfait écrit-elle le score exact de chaque colonne ?"""
    plateau = lab.jouer_sur(
        f"from p4core.ia.solveur.calcul import USUELLE, preparer\npreparer(USUELLE)\n{PLATEAU}"
    )
    plateau.bouton("Analyse").click()
    plateau.racine.locator(".p4-conseil").first.wait_for(timeout=UNE_COMPILATION)
    notes = [texte.lstrip("★") for texte in plateau.racine.locator(".p4-note").all_inner_texts()]
    attendus = scores(Position.depuis_coups(POSITION)).values()
    assert notes == [f"{score:+d}".replace("-", "−") if score else "0" for score in attendus]
