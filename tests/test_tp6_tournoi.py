"""Le TP 6 : ses vérifications, éprouvées sur des réponses d'élèves, et ce qu'un tournoi permet de dire."""

import random
import re
from itertools import pairwise

import pytest
from reponses import EpreuveDesReponses
from reponses.tp6_tournoi import RECUEIL

from p4core import IA_REGLES, tournoi
from p4core.codages import vers_jetons
from p4core.ia.regles import IA_CORRIGEE
from p4core.jeu import Position
from p4core.tournois.confrontations import confronter
from p4core.tournois.statistiques import intervalle_rapport
from p4cours import examiner, questions
from p4cours.tp5_pieges import grilles
from p4cours.tp6_tournoi import REFERENCE, affirmations, duel_corrigee, experiences, ias, selections
from p4cours.trous import AFaire
from p4cours.verification import positions
from p4cours.verification.essais import Source

TP = RECUEIL.tp


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("nom", ["maxix", "slc2", "slc3", "slc4_corrigee", "ia2", "ia3"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand nbjetons, dont elle dépend, est fausse ?"""
    reponse = RECUEIL.fonction(nom, nbjetons="nb_adverse")
    bilan = examiner(TP, nom, reponse)
    assert bilan.etat == "juste", bilan.message
    assert "versions justes" in bilan.message


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", questions(TP))
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    juste = next(r for r in RECUEIL.justes if r.question == nom)
    assert examiner(TP, nom, juste.valeur(), graine, ampleur=2).etat == "juste"


def test_les_deux_tables():
    """slc2 garde-t-elle [2, 3, 6] sur la première table, et tout sur la seconde, où 2 et 7 sont à voir ?"""
    position, toutes = grilles.dessinee(selections.EXEMPLE), [1, 2, 3, 4, 5, 6, 7]
    assert {grilles.maxi(grilles.poser(position, x, 1), 1) for x in range(7)} == {3}
    assert grilles.selection(position, toutes, 1) == [2, 3, 6]
    aveugle = grilles.dessinee(selections.AVEUGLE)
    assert grilles.selection(aveugle, toutes, 2) == toutes
    nombres = {c: len(grilles.places(grilles.poser(aveugle, c - 1, 2), 2)[1]) for c in toutes}
    assert [c for c in toutes if nombres[c] > 1] == [2, 7]


@pytest.mark.parametrize("taille", [(7, 6, 4), *grilles.AUTRES])
def test_places_et_comptes(taille):
    """Les deux façons de compter les jetons d'une fenêtre s'accordent-elles ?"""
    alea = random.Random(3)
    for position in positions.au_hasard(alea, 15, Position(*taille)):
        vides = [(x, y) for x in range(taille[0]) for y in range(taille[1]) if not position.case(x, y)]
        for joueur in (1, 2):
            comptes = {c: max(grilles.compte(position, c, d, joueur) for d in grilles.PAS) for c in vides}
            mieux, cases = grilles.places(position, joueur)
            assert mieux == max(comptes.values(), default=0)
            assert sorted(cases) == sorted(c for c in vides if comptes[c] == mieux)


@pytest.mark.parametrize("cascade", [ias.CASCADE_IA2, ias.CASCADE_IA3])
def test_chaque_regle(cascade):
    """Chaque règle d'une cascade a-t-elle ses positions, des plus petites aux plus grandes ?"""
    for nom, choisies in cascade.choisies.items():
        assert len(choisies) >= 4, nom
        assert all(a.nb_coups <= b.nb_coups for a, b in pairwise(choisies))


@pytest.mark.parametrize("nom", ["slc2", "slc3", "slc4_corrigee", "ia2", "ia3"])
def test_txt_est_essaye(nom):
    """Chaque critère essaie-t-il txt = 1 et txt = 0 ?"""
    rang = {"ia2": 2, "ia3": 2}.get(nom, 3)
    for critere in questions(TP)[nom].criteres:
        valeurs = [essai.arguments[rang] for essai in critere.essais(Source(random.Random(4), 2))]
        assert set(valeurs) == {0, 1} or len(valeurs) < 3, critere.nom


@pytest.mark.parametrize("nom", questions(TP))
def test_indices_sans_reponse(nom):
    """Trois indices, du plus vague au plus précis, sans une ligne de code ?"""
    indices = questions(TP)[nom].indices
    assert [i.split(" : ")[0] for i in indices] == ["Où regarder", "À quoi penser", "Pour commencer"]
    assert not [signe for signe in ("for ", "if ", "==", "append(", "return ") for i in indices if signe in i]


def test_fins_choisies():
    """Dans les fins choisies à la main, slc2 ne choisit-elle plus, et une colonne est-elle à éviter ?"""
    for position, lcj, joueur in selections.fins(Source(random.Random(0), 4)):
        assert set(grilles.apports(position, lcj, joueur).values()) == {0}
        assert grilles.retenues(position, lcj, joueur) != grilles.selection(position, lcj, joueur) == lcj


def test_poser_sur_une_colonne_pleine():
    """Un pion posé dans une colonne pleine laisse-t-il la position inchangée ?"""
    position = Position.depuis_coups("111111")
    assert vers_jetons(grilles.poser(position, 0, 1)) == vers_jetons(position)


# --- le grand tournoi ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lettre", "comptes", "verdict"),
    [
        ("A", (4200, 3000, 2800), "confirmée"),
        ("A", (3000, 4200, 2800), "infirmée"),
        ("A", (3600, 3550, 2850), "on ne peut pas conclure"),
        ("C", (3000, 4200, 2800), "confirmée"),
        ("G", (3500, 4800, 1700), "confirmée"),
        ("G", (3100, 4800, 2100), "on ne peut pas conclure"),
        ("G", (2000, 4800, 3200), "infirmée"),
        ("G", (4800, 3500, 1700), "infirmée"),
    ],
)
def test_verdict(lettre, comptes, verdict):
    """Le verdict suit-il la place de l'intervalle : dedans, dehors, à cheval ?"""
    (une,) = [a for a in experiences.AFFIRMATIONS if a.lettre == lettre]
    assert une.verdict(comptes) == verdict
    assert une.permis(comptes) == {verdict}


def test_verdict_a_l_arrondi():
    """Une borne qui s'affiche 1,000 laisse-t-elle les deux verdicts ?"""
    comptes = next((n, 3600, 2000) for n in range(3600, 4000) if intervalle_rapport(n, 3600)[0] > 1)
    assert experiences.AFFIRMATIONS[0].permis(comptes) == {"confirmée", "on ne peut pas conclure"}


def test_affirmations(capsys):
    """Le dictionnaire affiché est-il celui qu'on recopie, et le tableau sans verdict ?"""
    grand = tournoi(IA_REGLES, 2000, graine=3, ouvriers=1, visible=False)
    table = affirmations(grand)
    recopie = {}
    exec(capsys.readouterr().out, recopie)
    assert recopie["mesures"]["A"] == grand.bilan("1.2", "1.1")
    verdicts = {a.lettre: a.verdict(recopie["mesures"][a.lettre]) for a in experiences.AFFIRMATIONS}
    assert examiner(TP, "verdicts", (recopie["mesures"], verdicts)).etat == "juste"
    assert len(table) == 10 and not [mot for mot in experiences.VERDICTS if mot in str(table)]


def test_reference_reproduite():
    """Les premières parties de la référence sont-elles celles que l'on rejoue ?"""
    joueurs = {**IA_REGLES, experiences.CORRIGEE: IA_CORRIGEE}
    paires = [("1.3", experiences.CORRIGEE), ("1.1", "2")]
    table = confronter(joueurs, experiences.PARTIES, experiences.GRAINE, paires=paires, visible=False)
    for a, b in paires:
        assert table.contre(a, b) == REFERENCE.decompte(a, b)


def test_la_corrigee_est_moins_forte():
    """La référence dit-elle bien que la 1.4 corrigée perd, contre la 1.3 comme contre la 1.4 ?"""
    for a, b in ((experiences.CORRIGEE, "1.3"), (experiences.CORRIGEE, "1.4"), ("1.4", "1.3")):
        assert REFERENCE.decompte(a, b).intervalle[1] < 0.5


def test_duel_corrigee():
    """La mesure du notebook est-elle acceptée telle quelle, et un mauvais appel refusé ?"""
    phrase = duel_corrigee("1.3", 1537, graine=1).replace("\u202f", "")
    victoires, defaites, nulles = (int(n) for n in re.findall(r"(\d+) (?:victoires|défaites|nulles)", phrase))
    assert victoires + defaites + nulles == 1538
    reponse = ("je ne sais pas", (victoires, defaites, nulles), "moins fort")
    assert examiner(TP, "conclusion_corrigee", reponse).etat == "juste"
    with pytest.raises(AFaire, match="nombre de parties"):
        duel_corrigee("1.3", None)
    with pytest.raises(ValueError, match="Pas d'IA"):
        duel_corrigee("9", 100)
