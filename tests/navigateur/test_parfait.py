"""Le joueur parfait et ses scores sur le plateau, de la compilation à la réponse."""

from __future__ import annotations

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


def test_l_analyse_donne_les_scores_exacts(lab):
    """L'analyse contre le joueur parfait écrit-elle le score exact de chaque colonne ?"""
    plateau = lab.jouer_sur(PLATEAU)
    plateau.bouton("Analyse").click()
    plateau.racine.locator(".p4-conseil").first.wait_for(timeout=UNE_COMPILATION)
    notes = [texte.lstrip("★") for texte in plateau.racine.locator(".p4-note").all_inner_texts()]
    attendus = scores(Position.depuis_coups(POSITION)).values()
    assert notes == [f"{score:+d}".replace("-", "−") if score else "0" for score in attendus]
