"""Ce que le code d'un élève peut utiliser : la liste déclarée, et ceux qui la lisent."""

from importlib import import_module

import pytest

import p4core
from p4cours.permis import CONCOURIR, MONTRER, PREPARER, designe, reconnait
from p4cours.verification.moteur import appuis

DECLARES = [
    (module, nom)
    for liste in (MONTRER, PREPARER, CONCOURIR)
    for module, noms in liste.items()
    for nom in sorted(noms)
]


@pytest.mark.parametrize(("module", "nom"), DECLARES)
def test_chaque_nom_existe(module, nom):
    """Ce nom est-il public là où la liste le dit ? Un changement de nom doit changer la liste."""
    assert nom in import_module(module).__all__
    assert reconnait({module: frozenset({nom})}, getattr(import_module(module), nom))


def test_concourir_sans_ia():
    """Une entrée de tournoi ne dispose-t-elle que des règles : ni IA, ni solveur ?"""
    origines = {getattr(import_module(m), nom).__module__ for m, noms in CONCOURIR.items() for nom in noms}
    assert origines == {"p4core.jeu"}


def test_montrer_sans_regle_ni_recherche():
    """Ce qu'une réponse peut appeler ne contient-il ni les règles, ni une IA, ni un match ?"""
    permis_ici = [(m, nom) for liste in (MONTRER, PREPARER) for m, noms in liste.items() for nom in noms]
    origines = {getattr(import_module(m), nom).__module__ for m, nom in permis_ici}
    assert not [o for o in origines if o.startswith(("p4core.jeu", "p4core.ia", "p4core.tournois"))]


def test_reconnait():
    """Une instance vaut-elle sa classe, et un homonyme de l'élève n'est-il pas reconnu ?"""

    class Plateau:
        pass

    assert reconnait(CONCOURIR, p4core.Position) and reconnait(CONCOURIR, p4core.Position())
    assert not reconnait(MONTRER, Plateau) and not reconnait(MONTRER, p4core.Position)


def test_designe():
    """Un chemin part-il d'un nom permis, et non d'un nom qui commence comme lui ?"""
    for chemin in ("p4core.Plateau", "p4core.Plateau().montrer", "p4core.Plateau[0]", "p4core.Plateau.x"):
        assert designe(MONTRER, chemin)
    for chemin in ("p4core.Plateaux", "p4core", "p4cours.Plateau", "p4core.Position"):
        assert not designe(MONTRER, chemin)


REPONSES = {
    "seule": ("def f(G): return len(G)", []),
    "qui montre": ("from p4core import Plateau\ndef f(G): Plateau(G)", []),
    "qui prépare": ("from p4core import vers_jetons\ndef f(p): return vers_jetons(p)", []),
    "sur les règles": ("from p4core import Position\ndef f(G): return Position().gagnant", ["Position"]),
    "sur une position": ("from p4core import Position\np = Position()\ndef f(G): return p.coups()", ["p"]),
    "sur le module": ("import p4core as p\ndef f(G): return p.Position()", ["p"]),
    "à l'intérieur": ("def f(G):\n    from p4core.ia import recherche\n    return recherche", ["p4core.ia"]),
    "sur le cours": ("def f(G):\n    import p4cours.tp1_grille as tp\n    return tp", ["p4cours.tp1_grille"]),
    "par une autre": (
        "from p4core import solveur\ndef g(G): return solveur\ndef f(G): return g(G)",
        ["solveur"],
    ),
    "dans une fonction": (
        "from p4core import duel\ndef f(G): return [(lambda: duel)() for _ in G]",
        ["duel"],
    ),
    "dans un dictionnaire": (
        "from p4core import IA_REGLES\ndef f(p): return IA_REGLES['3'](p)",
        ["IA_REGLES"],
    ),
    "telle quelle": ("from p4core.jeu import alignements as f", ["alignements"]),
    "capturée": (
        "from p4core import duel\ndef cree(ia):\n    def f(G): return ia\n    return f\nf = cree(duel)",
        ["ia"],
    ),
}


@pytest.mark.parametrize("cas", REPONSES)
def test_appuis(cas):
    """Une réponse qui se sert de p4core au lieu de son propre code est-elle reconnue, et elle seule ?"""
    source, attendus = REPONSES[cas]
    espace = {}
    exec(source, espace)
    assert appuis(espace["f"]) == attendus


def test_rien_n_est_permis_deux_fois():
    """Les trois usages sont-ils distincts ?"""
    assert len(DECLARES) == len(set(DECLARES))
