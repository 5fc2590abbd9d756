"""Le TP 2 : ses vérifications jugent-elles bien les réponses des élèves ? Et la carte des duels ?"""

import re
from math import inf

import pytest
from reponses import EpreuveDesReponses
from reponses.tp2_minmax import RECUEIL

from p4core.ia.compilation import COMPILE
from p4core.ia.jumeaux import JoueurMinmax
from p4core.jeu import Position
from p4core.tournois.confrontations import Decompte, confronter
from p4cours import examiner, indice, questions
from p4cours.tp2_minmax import (
    REFERENCE_POIDS,
    REFERENCE_PROFONDEURS_W1,
    REFERENCE_PROFONDEURS_W2,
    carte_duels,
    duels,
)
from p4cours.tp2_minmax.machines import (
    CERTITUDES,
    VICTOIRE_AU_42E_COUP,
    issue_certaine,
    jouable_par,
    jouer_pour_de_bon,
)
from p4cours.tp2_minmax.minmax import rarete
from p4cours.trous import AFaire

TP = RECUEIL.tp
W1 = [0, 1, 4, 9, inf]


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("juste", RECUEIL.justes, ids=str)
def test_juste_autre_graine(juste):
    """Une réponse juste, même inhabituelle, est-elle acceptée avec d'autres essais ?"""
    bilan = examiner(TP, juste.question, juste.valeur(), 7)
    assert (bilan.etat, bilan.part) == ("juste", 1.0), str(bilan)


@pytest.mark.parametrize("question", questions(TP))
def test_indices(question):
    """Chaque question a-t-elle 3 indices : où regarder, à quoi penser, comment commencer ?"""
    debuts = [phrase.partition(" : ")[0] for phrase in questions(TP)[question].indices]
    assert debuts == ["Où regarder", "À quoi penser", "Pour commencer"]
    assert "Indice 1 sur 3" in indice(TP, question, 1)


@pytest.mark.parametrize("question", questions(TP))
def test_indices_sans_code(question):
    """Aucun indice ne donne-t-il une instruction à recopier ?"""
    assert not [phrase for phrase in questions(TP)[question].indices if re.search(r"[=\[\]]|return", phrase)]


@pytest.mark.parametrize(
    "question, source",
    [
        ("heuristique", "def nbr_pions(A, G, joueur):\n    return 0, 0\n"),
        ("minmax", "def utilite(G, j, W):\n    raise NotImplementedError\n"),
        ("partie_2machines", "def minmax(G, j, W, p):\n    return 0, (0, 0)\n"),
        ("joue_partie", "def partie_2machines(w1, w2, p1, p2):\n    return init()\n"),
        ("mesure_force", "def joue_partie(W, p1, p2, affiche):\n    return 0, init()\n"),
    ],
)
def test_une_erreur_ne_compte_qu_une_fois(question, source):
    """Une réponse juste qui appelle une fonction fausse garde-t-elle tous ses points ?"""
    fonction = RECUEIL.fonction(question)
    exec(source, fonction.__globals__)
    bilan = examiner(TP, question, fonction)
    assert bilan.part == 1.0, str(bilan)


def test_parts():
    """Un min-max qui ne tire pas au sort perd-il seulement cette part des points ?"""
    premier, colonne = (RECUEIL.fonction("minmax", nom) for nom in ("premier meilleur", "colonne seule"))
    assert examiner(TP, "minmax", premier).part == pytest.approx(11 / 12, abs=1e-3)
    assert 0.5 < examiner(TP, "minmax", colonne).part < 0.8


def test_verifications_nommees_par_le_sujet():
    """utilite = 7 au centre, minmax = (7, (3, 0)), tirages symétriques aux profondeurs 2 et 3 ?"""
    espace = RECUEIL.fonction("minmax").__globals__
    G = espace["init"]()
    assert espace["minmax"](G, 1, W1, 1) == (7, (3, 0))
    assert {espace["minmax"](G, 1, W1, 3)[1] for _ in range(40)} == {(2, 0), (4, 0)}
    G[3][0] = 1
    assert espace["utilite"](G, 1, W1) == 7


# --- ce dont les essais sont faits ---------------------------------------------------------------


def test_issue_certaine():
    """Toutes les parties finissent-elles de la façon annoncée ? Et ne l'annonce-t-on que si c'est vrai ?"""
    assert [issue_certaine(tuple(poids), 1, 2) for poids in CERTITUDES] == [1, 2]
    for poids, gagnant in zip(CERTITUDES, (1, 2), strict=True):
        assert {jouer_pour_de_bon(((poids, 1), (poids, 2))).gagnant for _ in range(10)} == {gagnant}
    partages = ((0, 1, 2, 3, inf), 1), ((0, 1, 2, 3, inf), 1)
    parties = (jouer_pour_de_bon(partages).gagnant for _ in range(1000))
    assert issue_certaine(partages[0][0], 1, 1) is None and any(g != next(parties) for g in parties)


def test_jouable_par():
    """Reconnaît-on une partie jouée au mieux, et elle seule ?"""
    reglages = ((W1, 1), (W1, 2))
    assert jouable_par(jouer_pour_de_bon(reglages), reglages)
    assert not jouable_par(Position.depuis_coups("1213141"), reglages)


def test_victoire_au_dernier_coup():
    """La partie d'essai est-elle gagnée par le 42e pion ?"""
    position = Position.depuis_coups(VICTOIRE_AU_42E_COUP)
    assert position.pleine and position.gagnant == 2


def test_rarete():
    """La rareté d'un compte est-elle la queue de la loi binomiale ?"""
    assert rarete(0, 10, 0.5) == pytest.approx(2**-10)
    assert rarete(10, 10, 0.5) == pytest.approx(2**-10)
    assert rarete(5, 10, 0.5) == pytest.approx(0.623046875)


# --- les expériences et leurs références ----------------------------------------------------------

POIDS = {
    "W1": W1,
    "W2": [0, 1, 10, 100, inf],
    "W3": [0, 1, 2, 3, inf],
    "W4": [0, 0, 1, 5, inf],
    "W5": [0, 0, 0, 0, inf],
}
PROFONDEURS = {"p = 1": 1, "p = 2": 2, "p = 3": 3, "p = 4": 4}


def _machines(reference, poids):
    if reference is REFERENCE_POIDS:
        return {nom: JoueurMinmax(w, 2) for nom, w in POIDS.items()}
    return {nom: JoueurMinmax(poids, p) for nom, p in PROFONDEURS.items()}


@pytest.mark.skipif(not COMPILE, reason="les jumeaux ne sont pas compilés")
@pytest.mark.parametrize(
    ("reference", "poids", "a", "b", "parties"),
    [
        (REFERENCE_POIDS, None, "W2", "W4", 1000),
        (REFERENCE_POIDS, None, "W3", "W3", 1000),
        (REFERENCE_PROFONDEURS_W1, W1, "p = 1", "p = 2", 200),
        (REFERENCE_PROFONDEURS_W2, POIDS["W2"], "p = 3", "p = 4", 200),
    ],
)
def test_references_reproduites(reference, poids, a, b, parties):
    """Les mêmes parties, rejouées, donnent-elles la case de la table de référence ?"""
    rejouees = confronter(
        _machines(reference, poids), parties, reference.table.graine, paires=[(a, b)], visible=False
    )
    assert rejouees.cases[a, b] == reference.table.cases[a, b]
    assert rejouees.cases[b, a] == reference.table.cases[b, a]


@pytest.mark.parametrize(
    ("reference", "parties"),
    [(REFERENCE_POIDS, 1000), (REFERENCE_PROFONDEURS_W1, 200), (REFERENCE_PROFONDEURS_W2, 200)],
)
def test_references_entieres(reference, parties):
    """Chaque case d'une référence compte-t-elle toutes ses parties ?"""
    assert len(reference.table.cases) == len(reference.table.joueurs) ** 2
    assert {d.parties for d in reference.table.cases.values()} == {parties}


def test_surprises():
    """Les deux surprises du TP sont-elles dans les références, et l'égalité n'est-elle pas tranchée ?"""
    assert REFERENCE_POIDS.decompte("W2", "W4").intervalle[1] < 0.5
    bas, haut = REFERENCE_POIDS.decompte("W1", "W2").intervalle
    assert bas < 0.5 < haut
    assert REFERENCE_PROFONDEURS_W1.decompte("p = 2", "p = 1").intervalle[1] < 0.5
    assert REFERENCE_PROFONDEURS_W2.decompte("p = 2", "p = 1").intervalle[0] > 0.5


def test_duels():
    """Une mesure dit-elle ses comptes dans l'ordre où on les recopie, et se montre-t-elle en carte ?"""
    mesure = duels({"un": (W1, 1), "deux": (W1, 2)}, 5, graine=5, titre="Essai")
    d = mesure.decompte("deux", "un")
    assert d.parties == 6 and d.defaites >= 3  # la profondeur 1 qui commence gagne toujours
    comptes = f"{d.victoires} victoires, {d.defaites} défaites, {d.nulles} nulles"
    assert comptes in mesure.contre("deux", "un") and "intervalle à 95 %" in mesure.contre("deux", "un")
    assert "Essai, 3 parties par case" in str(mesure)
    assert "<svg" in mesure._repr_html_()
    with pytest.raises(ValueError, match="Pas de « trois » ici, mais un, deux"):
        mesure.contre("un", "trois")


@pytest.mark.parametrize("parties", [None, 0, 1, 2.5, True, "400"])
def test_duels_sans_nombre_de_parties(parties):
    """Un nombre de parties pas encore choisi, ou qui n'en est pas un, est-il dit en français ?"""
    erreur = (AFaire, "Choisissez d'abord") if parties is None else (ValueError, "un entier, au moins 2")
    with pytest.raises(erreur[0], match=erreur[1]):
        duels({"un": (W1, 1), "deux": (W1, 2)}, parties)


# --- la carte des duels --------------------------------------------------------------------------


def test_carte_un_nombre_par_case():
    """Chaque case porte-t-elle son nombre, écrit à la française ?"""
    svg = carte_duels([[0.5, 1], [0, 0.25]], ["W1", "W2"]).svg()
    assert [re.search(f">{n}<", svg) is not None for n in ("0,50", "1,00", "0,00", "0,25")] == [True] * 4


def test_carte_avec_ses_intervalles():
    """Des résultats qui connaissent leur intervalle le montrent-ils, avec ce qu'on peut conclure ?"""
    carte = carte_duels([[Decompte(50, 0, 50), Decompte(90, 0, 10)]] * 2, ["W1", "W2"])
    assert ">0,50<" in carte.svg() and ">0,90 ▲<" in carte.svg()
    assert carte.donnees[1]["bas"] == Decompte(90, 0, 10).intervalle[0]


def test_carte_axes_nommes():
    """Sait-on qui commence, et quelle ligne est à qui ?"""
    carte = carte_duels([[0.5, 1], [0, 0.25]], ["W1", "W2"], "Profondeur 2")
    assert carte.description.startswith("Profondeur 2. Lignes : joueur 1 (commence) ; colonnes : joueur 2")
    assert "W2 : W1 → 0,00 ; W2 → 0,25." in carte.description
    assert carte.donnees[2] == {
        "joueur 1 (commence)": "W2",
        "joueur 2": "W1",
        "part des points du joueur 1": 0.0,
    }


def test_carte_incomplete():
    """Un tableau qui n'a pas la bonne taille est-il refusé en français ?"""
    with pytest.raises(ValueError, match="2 lignes et 2 colonnes"):
        carte_duels([[0.5, 1]], ["W1", "W2"])
