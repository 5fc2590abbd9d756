"""Les plateaux des notebooks du cours, sur les corrigés, dans JupyterLab."""

from __future__ import annotations

import nbformat
import pytest
from playwright.sync_api import expect

from tests.navigateur.lab import VISIBLE, PlateauVu
from tests.navigateur.serveur import RACINE

CORRIGES = [
    chemin
    for chemin in sorted((RACINE / "solutions").glob("*/*.ipynb"))
    if "Plateau(" in chemin.read_text(encoding="utf-8")
]


# Les TP dont les fonctions comptent les colonnes à partir de 0 ; partout ailleurs, à partir de 1.
A_PARTIR_DE_0 = ("tp1_grille", "tp2_minmax", "tp3_ia", "tp4_graphe", "tp7_jeu_parfait")
# Sur ceux-là, personne ne clique : deux machines, ou une partie finie que l'on rejoue.
SANS_PERSONNE = ("Plateau(joueur=", "Plateau(position=")


def est_un_controle(cellule):
    """Une cellule de contrôle, longue et sans effet sur la suite ?"""
    reglage = cellule.metadata.get("nbgrader", {})
    return reglage.get("grade", False) and not reglage.get("solution", False)


def jusqu_aux_plateaux(chemin):
    """Le corrigé sans ses contrôles, arrêté après son dernier plateau."""
    carnet = nbformat.read(chemin, 4)
    dernier = max(rang for rang, cellule in enumerate(carnet.cells) if "Plateau(" in cellule.source)
    carnet.cells = [cellule for cellule in carnet.cells[: dernier + 1] if not est_un_controle(cellule)]
    return carnet


@pytest.mark.parametrize("corrige", CORRIGES, ids=lambda chemin: chemin.stem)
def test_chaque_plateau_du_cours_se_joue(lab, corrige):
    """Chaque plateau du notebook s'affiche-t-il, et un clic y pose-t-il un pion, sans message d'erreur ?"""
    carnet = jusqu_aux_plateaux(corrige)
    codes = [c.source for c in carnet.cells if c.cell_type == "code"]
    sources = [source for source in codes if "Plateau(" in source]
    nbformat.write(carnet, lab.dossier / corrige.name)
    lab.executer(corrige.name)
    lab.plateau()
    plateaux = lab.page.locator(f"{VISIBLE} .p4")
    expect(plateaux).to_have_count(len(sources), timeout=60_000)
    for rang, source in enumerate(sources):
        plateau = PlateauVu(lab.page, plateaux.nth(rang))
        if any(appel in source for appel in SANS_PERSONNE):
            plateau.attendre_plus_de_pions(0)
        else:
            cliquer_dans_une_colonne(plateau)
        assert plateau.racine.locator(".p4-ton-erreur").count() == 0
        premier = 0 if corrige.stem in A_PARTIR_DE_0 else 1
        numeros = plateau.racine.locator(".p4-numero").all_text_contents()
        assert numeros == [str(x + premier) for x in range(len(numeros))] and len(numeros) in (4, 7)


def cliquer_dans_une_colonne(plateau):
    """Joue un coup dès que le plateau le permet, et attend son pion."""
    ouverte = plateau.racine.locator(".p4-colonne[aria-disabled=false]")
    ouverte.first.wait_for(timeout=60_000)
    avant = plateau.nombre_pions()
    ouverte.first.click()
    plateau.attendre_plus_de_pions(avant)
