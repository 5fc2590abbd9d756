"""Le TP 5 : ses vérifications, éprouvées sur des réponses d'élèves ; ses pièges, recomptés ; ses dessins."""

import random

import pytest
from reponses import EpreuveDesReponses
from reponses.tp5_pieges import RECUEIL

from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours import examiner, questions
from p4cours.tp5_pieges import dessiner, grilles, maxixaccessible, maxixloc, ordi, parcours
from p4cours.tp5_pieges.jeu import Machine, Saisie, Scenario
from p4cours.verification import positions

TP = RECUEIL.tp
FONCTIONS = [nom for nom, question in questions(TP).items() if question.parametres is not None]


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["ordi", "Jeu"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand celles qu'elle appelle sont fausses ?"""
    autres = {"urgence": "sans_blocage", "listcolok": "ok_inverse", "piegecol": "jamais", "piege2": "p2_vide"}
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, **autres))
    assert bilan.etat == "juste", bilan.message


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", FONCTIONS)
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


# --- la boîte fermée -------------------------------------------------------------------------------


def test_boite_permise_ici_seulement():
    """Appeler maxixloc est-il permis là où la question la prête, et nulle part ailleurs ?"""
    espace = {"maxixloc": maxixloc}
    exec("def f(l, t, txt, g):\n    return maxixloc(l, 0, 0, t, g)", espace)
    assert "p4core" not in examiner(TP, "piege2", espace["f"]).message
    assert "se sert de p4core (maxixloc)" in examiner(TP, "urgence", espace["f"]).message


def lignes_comptees(l, i, j, t, g):
    """maxixloc, comptée case par case."""
    jm, im, mieux = len(l), len(l[0]), 0
    for di, dj in ((0, 1), (1, 0), (1, 1), (-1, 1)):
        for debut in range(-g + 1, 1):
            cases = [(i + (debut + k) * di, j + (debut + k) * dj) for k in range(g)]
            if all(0 <= a < im and 0 <= b < jm for a, b in cases):
                jetons = [l[b][a] for a, b in cases]
                if jetons.count(t) + jetons.count("[ ]") == g:
                    mieux = max(mieux, jetons.count(t))
    return mieux


@pytest.mark.parametrize("taille", [(7, 6, 4), *grilles.AUTRES])
def test_boite(taille):
    """maxixloc et maxixaccessible comptent-elles comme on compte à la main, sur chaque table ?"""
    for p in positions.au_hasard(random.Random(5), 12, Position(*taille)):
        l, g = vers_jetons(p), taille[2]
        for t in ("[O]", "[X]"):
            vides = {(i, j) for j in range(len(l)) for i in range(len(l[0])) if l[j][i] == "[ ]"}
            comptes = {(i, j): lignes_comptees(l, i, j, t, g) for i, j in vides}
            assert {case: maxixloc(l, *case, t, g) for case in vides} == comptes
            jouables = [comptes[l[j].count("[ ]") - 1, j] for j in range(len(l)) if l[j][0] == "[ ]"]
            assert maxixaccessible(l, t, g) == max(jouables, default=0)


# --- les pièges, refaits sur des positions ---------------------------------------------------------


@pytest.mark.parametrize("taille", [(7, 6, 4), *grilles.AUTRES])
def test_pieges_comme_sur_les_listes(taille):
    """Les pièges comptés sur une position sont-ils ceux des fonctions du TP, sur la table ?"""
    col, double, piege = (RECUEIL.fonction(nom) for nom in ("piegecol", "piege2", "piegecol"))
    piege = piege.__globals__["piege"]
    for p in positions.au_hasard(random.Random(8), 25, Position(*taille)):
        l, g = vers_jetons(p), taille[2]
        for joueur in (1, 2):
            t = JETONS.signes[joueur]
            assert grilles.parade(p, joueur) == piege(l, t, 0, g)
            assert grilles.lointains(p, joueur) == double(l, t, 0, g)
            for c in grilles.jouables(p):
                if not grilles.gagne(grilles.poser(p, c - 1, 3 - joueur), 3 - joueur):
                    assert grilles.piege_en(p, c, joueur) == col(l, c, t, 0, g)


@pytest.mark.parametrize("nom", ["ajouter", "support", "piegecol", "piege", "piege2", "maxidirec"])
def test_aides(nom):
    """Les versions qui remplacent les fonctions du TP répondent-elles comme elles ?"""
    modele = RECUEIL.fonction("ordi").__globals__[nom]
    aide = grilles.aides(nom)[nom]
    for p in positions.au_hasard(random.Random(9), 20):
        l = vers_jetons(p)
        appels = {
            "ajouter": [(l, c, "[X]") for c in range(1, 8)],
            "support": [(l, [j], [i]) for j in range(7) for i in range(l[j].count("[ ]"))],
            "piegecol": [
                (l, c, "[O]", 0, 4) for c in grilles.jouables(p) if c - 1 not in grilles.gagnantes(p, 2)
            ],
            "maxidirec": [(l, "[O]", 4)],
        }
        for arguments in appels.get(nom, [(l, "[O]", 0, 4)]):
            assert aide(*arguments) == modele(*arguments)


def test_chaque_regle_de_ordi():
    """Chaque difficulté a-t-elle des positions pour chacune de ses règles ?"""
    from p4cours.verification.essais import Source

    vues = set()
    for critere in ordi.ORDI.criteres:
        for essai in critere.essais(Source(random.Random(0))):
            p, joueur, _, dif = essai.cas
            vues.add((dif, ordi.choix(p, joueur, dif)[0]))
    attendues = {(0, "toutes"), (1, "urgence"), (2, "urgence"), (2, "permise"), (2, "toutes")}
    assert attendues | {(3, "urgence"), (3, "piège"), (3, "permise")} <= vues


# --- les parties dans la console -------------------------------------------------------------------


def test_scenario():
    """Un scénario pose-t-il les questions dans l'ordre de l'énoncé, et compte-t-il les victoires ?"""
    scenario = Scenario(1, [(2, (0, 1, 0, 1, 0, 1, 0)), (1, (0, 1, 0, 1, 0, 1, 0))], difficultes=(2,))
    suite = [e.question if isinstance(e, Saisie) else "ordi" for e in scenario.evenements()]
    partie = ["ordi", "la colonne"]
    assert suite == [
        "le nom de la personne 1", "la difficulté", "txt",
        "qui commence", *partie * 3, "ordi", "une autre partie",
        "qui commence", *partie[::-1] * 3, "la colonne", "une autre partie",
    ]  # fmt: skip
    assert scenario.scores == [1, 1]
    machines = [e for e in scenario.evenements() if isinstance(e, Machine)]
    assert {m.t for m in machines[:4]} == {"[O]"} and {m.t for m in machines[4:]} == {"[X]"}


# --- les dessins -----------------------------------------------------------------------------------


def test_dessiner():
    """Les cases encadrées sont-elles celles que l'on nomme par numéro de colonne et ligne ?"""
    dessin = dessiner([["[ ]"] * 6 for _ in range(7)], [[3, 5], [1, 0]])
    assert dessin.image.fautives == [(2, 0), (0, 5)]
    assert repr(dessin).splitlines()[-1].split() == ["1", "2", "3", "4", "5", "6", "7"]
    assert repr(dessin).splitlines()[0].startswith("  0 !·!")


@pytest.mark.parametrize(
    ("taille", "traits", "coins"), [((7, 6, 4), 6, 12), ((9, 8, 5), 8, 20), ((4, 4, 3), 3, 6)]
)
def test_parcours(taille, traits, coins):
    """Le dessin trace-t-il chaque diagonale assez longue, et encadre-t-il les coins ?"""
    dessin = parcours(*taille)
    assert len(dessin.lues) == traits and len(dessin.image.fautives) == coins
    assert dessin._repr_svg_().count("<path") == 2 * traits
    assert repr(dessin).count("!") == 2 * coins
