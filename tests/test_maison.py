"""La maison : trois étages, des pièces dans un ordre, et des imports qui descendent toujours."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

RACINE = Path(__file__).resolve().parent.parent
# De bas en haut : une pièce n'importe que celles écrites avant elle. Un paquet est une pièce entière.
ORDRE = {
    "p4core": "francais dessin tableaux graphiques jeu codages appels observation progression "
    "ia.avance ia.compilation ia.embarque ia.recherche ia.regles ia.jumeaux ia.solveur ia.preparation "
    "ia.fabrication_wasm ia.joueurs "
    "tournois ecran commande",
    "p4cours": "trous permis carnets recherches verification duels "
    "tp0_accueil tp1_grille tp2_minmax tp3_ia tp4_graphe tp5_pieges tp6_tournoi tp7_jeu_parfait pret examen "
    "rejeu lab essayer commandes",
    "p4prof": "mise_en_page pannes secret cours eleves classe carnets versions bareme cloison inerte etats "
    "rapports annee exporter archives rendre binomes ramasser reparer noter relire ressemblances distribuer "
    "dossier corrige concours site commandes",
}
PIECES = [f"{etage}.{nom}" for etage, noms in ORDRE.items() for nom in noms.split()]
ETAGES = tuple(ORDRE)
# La porte d'un étage ou d'un groupe de pièces montre ce qu'il contient : elle seule regarde vers le haut.
PORTES = {*ETAGES, "p4core.__main__", "p4core.ia"}


def fichiers():
    """Tous les modules de la maison, par leur nom."""
    for etage in ETAGES:
        for chemin in sorted((RACINE / etage).rglob("*.py")):
            parties = chemin.relative_to(RACINE).with_suffix("").parts
            yield ".".join(parties).removesuffix(".__init__"), chemin


MODULES = dict(fichiers())


def importes(module):
    """Les modules de la maison qu'un module importe : en tête, dans une fonction ou pour ses annotations."""
    for noeud in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
        if isinstance(noeud, ast.Import):
            yield from (alias.name for alias in noeud.names if alias.name in MODULES)
        elif isinstance(noeud, ast.ImportFrom) and noeud.module in MODULES:
            complets = [f"{noeud.module}.{alias.name}" for alias in noeud.names]
            yield from (nom if nom in MODULES else noeud.module for nom in complets)


def piece(module):
    """La pièce où se trouve un module."""
    return next((p for p in PIECES if module == p or module.startswith(f"{p}.")), None)


ARETES = sorted({(m, n) for m in MODULES if m not in PORTES for n in importes(m) if n != m})


def test_chaque_module_a_sa_piece():
    """Tout module est-il dans une pièce déclarée, et toute pièce existe-t-elle ?"""
    assert [m for m in MODULES if m not in PORTES and piece(m) is None] == []
    assert [p for p in PIECES if p not in MODULES] == []


@pytest.mark.parametrize(("module", "importe"), ARETES, ids=lambda nom: nom)
def test_les_imports_descendent(module, importe):
    """Cet import va-t-il vers une pièce plus basse, ou reste-t-il dans la sienne ?"""
    if importe in PORTES:
        assert ETAGES.index(importe) < ETAGES.index(module.split(".")[0])
    else:
        assert PIECES.index(piece(importe)) <= PIECES.index(piece(module))


def test_pas_de_boucle():
    """Dans une pièce de plusieurs modules, y a-t-il un ordre de lecture ?"""
    # Le module d'entrée d'un paquet rassemble les autres ; l'importer, c'est importer le paquet.
    graphe = {m: {n for a, n in ARETES if a == m} for m in MODULES if m not in PORTES}
    try:
        TopologicalSorter(graphe).prepare()
    except CycleError as boucle:
        pytest.fail(" → ".join(boucle.args[1]))


def test_carte_de_contributing():
    """La carte de CONTRIBUTING montre-t-elle ces pièces, dans cet ordre ?"""
    texte = (RACINE / "CONTRIBUTING.md").read_text("utf-8")
    pieces = re.findall(r"^\| `(p4\w+/[\w/]+?)(?:\.py|/)?` \|", texte, flags=re.MULTILINE)
    assert [p.replace("/", ".") for p in pieces] == PIECES
