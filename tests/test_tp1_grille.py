"""Le TP 1 : ses vérifications, éprouvées sur des réponses d'élèves, puis sa figure."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from reponses import EpreuveDesReponses, a_faire
from reponses.tp1_grille import RECUEIL

from p4core.codages import depuis_colonnes, vers_colonnes
from p4core.jeu import Position
from p4cours import examiner
from p4cours.carnets import TEST, TEXTE, lire
from p4cours.tp1_grille import cote_a_cote, courbe_frequence, dessiner, fini
from p4cours.tp1_grille.fournitures import Estimation, estimations
from p4cours.tp1_grille.frequences import REFERENCE
from p4cours.tp1_grille.parties import parties_prevues
from p4cours.verification.hasard import parties_de_reference

TP = RECUEIL.tp
RACINE = Path(__file__).resolve().parent.parent


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["joue_hasard", "joue_random", "probabilite_hasard"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand celle qu'elle appelle, fini, est fausse ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, fini="fini_joueurs_echanges"))
    assert bilan.etat == "juste", bilan.message


A_L_ENVERS = """
def joue_random():
    G = joue_hasard()
    return G, fini(G)

def probabilite_hasard(k):
    n = [0, 0, 0]
    for _ in range(k):
        G, gagnant = joue_random()
        n[gagnant] += 1
    return n[1] / k, n[2] / k, n[0] / k
"""


def test_un_couple_a_l_envers_compte_une_fois():
    """joue_random renvoie (grille, gagnant), lu ainsi ensuite : perd-on des points une seule fois ?"""
    espace = RECUEIL.fonction("joue_hasard").__globals__
    exec(A_L_ENVERS, espace)
    assert examiner(TP, "joue_random", espace["joue_random"]).part == 0.5
    assert examiner(TP, "probabilite_hasard", espace["probabilite_hasard"]).etat == "juste"
    exec(A_L_ENVERS.replace("n[0] / k", "0.0"), espace)  # les nulles oubliées
    assert examiner(TP, "probabilite_hasard", espace["probabilite_hasard"]).etat == "faux"


def test_une_grille_trop_grande_mais_independante():
    """Des colonnes de sept cases, bien indépendantes, ne manquent-elles que ce qu'elles manquent ?"""
    bilan = examiner(TP, "init", lambda: [[0] * 7 for _ in range(7)])
    assert [reussi for _, reussi in bilan.criteres] == [False, True] and bilan.part == 0


GRILLE_GARDEE = """
G = init()

def joue_hasard():
    joueur = 1
    while coups(G) and fini(G) == 0:
        x, y = choice(coups(G))
        G[x][y] = joueur
        joueur = 3 - joueur
    return G
"""


def test_une_grille_gardee_d_une_partie_a_l_autre():
    """D'une grille créée hors de la fonction, le dit-on d'abord, et non que coups n'est pas redemandé ?"""
    espace = RECUEIL.fonction("joue_hasard").__globals__
    exec(GRILLE_GARDEE, espace)
    message = examiner(TP, "joue_hasard", espace["joue_hasard"]).message
    assert "à l'intérieur de la fonction" in message.splitlines()[0] and "qu'une fois" not in message


def test_fini_absente():
    """joue_hasard est-elle jugée même si fini n'est pas encore écrite ?"""
    joue_hasard = RECUEIL.fonction("joue_hasard")
    joue_hasard.__globals__["fini"] = a_faire
    bilan = examiner(TP, "joue_hasard", joue_hasard)
    assert bilan.etat == "juste"
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
def test_autres_graines(graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    for nom in ("coups", "fini", "joue_hasard"):
        assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"
    biaisee = RECUEIL.fonction("joue_hasard", "jamais_le_dernier_coup")
    assert examiner(TP, "joue_hasard", biaisee, graine).etat == "faux"


def test_positions_trompeuses():
    """Les grilles trompeuses sont-elles bien sans gagnant ?"""
    for coups in fini.TROMPEUSES:
        assert Position.depuis_coups(coups).gagnant == 0


def test_parties_prevues():
    """Les parties imposées couvrent-elles chaque issue, jusqu'à la dernière case ?"""
    assert {(p.gagnant, p.nb_coups) for p in parties_prevues()} == {(1, 7), (2, 8), (1, 41), (2, 42), (0, 42)}


def test_bareme():
    """Le cœur vaut-il 16 points de tests et 4 de raisonnement, avec leur barème, la ★ en plus ?"""
    solution = lire(RACINE / "solutions" / TP / f"{TP}.ipynb")
    tests = {c.question: c.points for c in solution if c.role == TEST}
    ouvertes = [c for c in solution if c.role == TEXTE and c.points]
    assert sum(tests.values()) - tests["joue_random"] == 16
    assert sum(c.points for c in ouvertes) == 4
    assert all("**Barème** (" in c.source for c in ouvertes)
    lues = (
        "forme_init",
        "symboles",
        "nb_alignements",
        "longueur_max_coups",
        "longueur_min_coups",
        "nb_tours_max",
    )
    assert max(tests[nom] for nom in lues) <= 0.5


def test_longueur():
    """Le cœur garde-t-il sa mesure : 2 000 mots à lire, 60 lignes à écrire ?"""
    sujet = lire(RACINE / "notebooks" / TP / f"{TP}.ipynb")
    assert sum(len(c.source.split()) for c in sujet if c.role == TEXTE) <= 2000
    texte = "".join(c.source for c in lire(RACINE / "solutions" / TP / f"{TP}.ipynb"))
    reponses = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", texte, flags=re.DOTALL)
    assert sum(len(reponse.strip().splitlines()) for reponse in reponses) <= 60


# --- Les versions fausses de fini, l'expérience, le dessin ---------------------------------------


class CommeUneVersion:
    """Une version cachée, dans la peau d'une réponse d'élève."""

    def __init__(self, version):
        self.version = version

    def __call__(self, G):
        return self.version(depuis_colonnes(G, legale=False))


@pytest.mark.parametrize(("phrase", "version"), fini.VERSIONS, ids=range(len(fini.VERSIONS)))
def test_versions_connues(phrase, version):
    """Rendue comme réponse, chaque version cachée reçoit-elle le diagnostic qui lui donne son nom ?"""
    bilan = examiner(TP, "fini", CommeUneVersion(version))
    assert bilan.etat == "faux"
    assert phrase in bilan.message


def test_versions_invisibles():
    """Le notebook distribué ne dit-il rien de ce que font les versions cachées ?"""
    sujet = (RACINE / "notebooks" / TP / f"{TP}.ipynb").read_text("utf-8")
    assert not [phrase for phrase, _ in fini.VERSIONS if phrase[:40] in sujet]


def test_reference_credible():
    """La table de référence est-elle celle de parties au hasard ?"""
    observees = [p.gagnant for p in parties_de_reference()]
    for issue, compte in zip((1, 2, 0), REFERENCE, strict=True):
        p, n = compte / sum(REFERENCE), len(observees)
        assert abs(observees.count(issue) / n - p) < 5 * (p * (1 - p) / n) ** 0.5


def test_dessin():
    """Le dessin numérote-t-il les colonnes et les rangées comme le TP, à partir de 0 ?"""
    G = vers_colonnes(Position.depuis_coups("45"))
    lignes = repr(dessiner(G)).splitlines()
    assert lignes[-1].split() == list("0123456")
    assert lignes[-2].split() == ["0", "·", "·", "·", "o", "x", "·", "·"]
    image = ElementTree.fromstring(dessiner(G, cases=[(2, 1)], axes=True)._repr_svg_())
    textes = [t.text for t in image.iter("{http://www.w3.org/2000/svg}text")]
    assert {"(2, 1)", "x", "y", "0", "6"} <= set(textes)
    assert "7" not in textes


def test_dessin_gagne():
    """L'alignement gagnant est-il cerclé, et une grille impossible dessinée quand même ?"""
    gagnee = dessiner(vers_colonnes(Position.depuis_coups("1212121")))
    assert repr(gagnee).count("O") == 4
    assert repr(dessiner([[0, 1, 0, 0, 0, 0]] * 3)).count("o") == 3


def test_cote_a_cote():
    """Plusieurs grilles ont-elles chacune leur légende, en image comme en texte ?"""
    grilles = [vers_colonnes(Position.depuis_coups(coups)) for coups in ("1", "12")]
    ensemble = cote_a_cote(grilles, ["une <", 2])
    assert ensemble._repr_html_().count("<svg") == 2
    assert "une &lt;" in ensemble._repr_html_()
    assert repr(ensemble).count("0  1  2  3  4  5  6") == 2
    assert cote_a_cote([dessiner(G) for G in grilles], ["une <", 2])._repr_html_() == ensemble._repr_html_()
    with pytest.raises(ValueError, match="autant"):
        cote_a_cote(grilles, ["une seule"])


# --- La figure des fréquences : les nombres d'abord, l'image ensuite ------------------------------


def test_estimations():
    """La fréquence après chaque partie est-elle celle des parties déjà jouées ?"""
    suite = estimations([1, 2, 0, 1], issue=1)
    assert [(e.parties, e.frequence) for e in suite] == [
        (1, 1.0),
        (2, 0.5),
        (3, pytest.approx(1 / 3)),
        (4, 0.5),
    ]


def test_intervalle():
    """L'intervalle à 95 % d'une fréquence de 1/2 sur 400 parties fait-il 4,9 points de chaque côté ?"""
    bas, haut = Estimation(400, 0.5).intervalle
    assert (bas, haut) == (pytest.approx(0.451, abs=1e-5), pytest.approx(0.549, abs=1e-5))


def test_intervalle_borne():
    """L'intervalle reste-t-il entre 0 et 1 ?"""
    assert Estimation(3, 2 / 3).intervalle[1] == 1.0
    assert Estimation(5, 0.0).intervalle == (0.0, 0.0)


def test_courbe():
    """La figure porte-t-elle la courbe, la bande et des textes français ?"""
    figure = courbe_frequence([1, 2, 1, 0] * 50)
    assert figure.titre == "Après 200 parties : 50,0 %, entre 43,1 % et 56,9 %"
    assert figure.donnees["nombre de parties jouées"] == list(range(20, 201))
    assert (figure.donnees[-1]["bas"], figure.donnees[-1]["haut"]) == Estimation(200, 0.5).intervalle
    assert figure.abscisse.log
    svg = figure.svg()
    assert all(f">{nom}<" in svg for nom in ("intervalle à 95 %", "fréquence observée", "dernière valeur"))
    assert "fill-opacity" in svg
    assert figure.description.endswith("200 → 50,0 % [43,1 % ; 56,9 %].")


def test_peu_de_parties():
    """Une seule partie suffit-elle à tracer, et zéro est-il refusé avec une phrase ?"""
    assert ">fréquence des parties nulles<" in courbe_frequence([0], issue=0).svg()
    with pytest.raises(ValueError, match="Aucune partie"):
        courbe_frequence([])
