"""Le TP 7 : ses vérifications éprouvées sur des réponses d'élèves, son petit jeu recompté, ses dessins."""

import random

import pytest
from reponses import EpreuveDesReponses
from reponses.tp7_jeu_parfait import RECUEIL

from p4core.codages import depuis_tours, vers_tours
from p4core.ia.recherche import minmax
from p4core.jeu import Position
from p4core.tournois.echelle import barreaux
from p4core.tournois.statistiques import wilson
from p4cours import examiner, questions
from p4cours.tp2_minmax.commun import W1
from p4cours.tp7_jeu_parfait import (
    courbe_reference,
    dessiner,
    dessiner_bits,
    dessiner_coupes,
    dessiner_graphe,
    elagage,
    experiences,
    justesse,
    reference_justesse,
)
from p4cours.tp7_jeu_parfait.concours import gains, menaces, sures
from p4cours.tp7_jeu_parfait.petit_jeu import (
    VIDE,
    attirees,
    au_hasard,
    en_chaines,
    gagnees,
    graphe_depuis,
    rangs_en_chaines,
    suivantes,
    valeurs_depuis,
)
from p4cours.verification.essais import Source

TP = RECUEIL.tp
FONCTIONS = [nom for nom, question in questions(TP).items() if question.parametres is not None]


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize("nom", FONCTIONS)
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


def test_une_erreur_comptee_une_fois():
    """Une fonction juste est-elle acceptée quand celles qu'elle appelle sont fausses ?"""
    fausses = {"trait": "toujours X", "successeurs": "joue après la fin"}
    for nom in ("graphe", "attracteur", "valeur"):
        assert examiner(TP, nom, RECUEIL.fonction(nom, **fausses)).etat == "juste", nom


def test_les_fins_hors_de_memo():
    """Une fonction juste qui n'inscrit pas les fins dans memo l'apprend-elle, une fois, et elle seule ?"""
    oublieuse = examiner(TP, "valeur", RECUEIL.fonction("valeur", "les fins ne sont pas retenues"))
    assert oublieuse.etat == "juste" and oublieuse.message.count("ne sont pas inscrites dans memo") == 1
    assert "Remarque" not in examiner(TP, "valeur", RECUEIL.fonction("valeur")).message


@pytest.mark.parametrize(
    "nom", ["adversaire comme J", "un seul tour", "pendant le tour", "les cibles seules"]
)
def test_un_contre_exemple_qui_se_lit(nom):
    """Le contre-exemple d'attracteur est-il court, et ce qui se colle entier ?"""
    bilan = examiner(TP, "attracteur", RECUEIL.fonction("attracteur", nom))
    assert len(str(bilan)) < 3_500 and len(bilan.contre_exemple.appel) < 250
    exec(bilan.contre_exemple.code)


# --- le petit jeu ------------------------------------------------------------------------------------


def test_le_graphe_entier():
    """41 750 positions, 65 756 coups, autant de fins que le dit la question ; O gagne en 9 coups au plus ?"""
    graphe = graphe_depuis(VIDE)
    assert len(graphe) == 41750 and sum(map(len, graphe.values())) == 65756
    nulles = [s for s in graphe if s.pleine and not s.gagnant]
    assert (len(gagnees(graphe, 1)), len(gagnees(graphe, 2)), len(nulles)) == (10476, 7326, 18)
    rangs = attirees(graphe, 1, gagnees(graphe, 1))
    assert rangs[VIDE] == 9 and sorted(rangs[s] for s in suivantes(VIDE)) == [8, 8, 14, 14]


def negamax(position):
    """La valeur vue de qui joue, par une recherche sans mémoire."""
    if position.gagnant:
        return -1
    return max((-negamax(s) for s in suivantes(position)), default=0)


def test_attracteurs_et_recherche_s_accordent():
    """La valeur lue dans les attracteurs est-elle celle d'une recherche complète ?"""
    for position in au_hasard(Source(random.Random(3)), 30, 8, 9, 10, 12):
        valeur = valeurs_depuis(position)[position]
        assert negamax(position) == (valeur if position.trait == 1 else -valeur)


def test_aller_retour_en_chaines():
    """Une position en chaînes redevient-elle la même ?"""
    for position in au_hasard(Source(random.Random(5)), 50, *range(16)):
        assert depuis_tours(vers_tours(position)) == position


# --- les dessins ---------------------------------------------------------------------------------------

EXEMPLE = ("XOXO", "OXO", "OXOX", "")


def test_dessins():
    """La position et le petit graphe se dessinent-ils, en SVG et en texte ?"""
    graphe = graphe_depuis(depuis_tours(EXEMPLE))
    dessin = dessiner_graphe(en_chaines(graphe), rangs_en_chaines(attirees(graphe, 1, gagnees(graphe, 1))))
    assert dessin.svg().count("<rect") == len(graphe) == 13
    assert "rang 4" in repr(dessin) and "rang 4" in dessin._repr_html_()
    assert "·" in repr(dessiner(EXEMPLE)) and dessiner(EXEMPLE)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("graphe", "mots"),
    [({}, "Donnez un graphe"), ([1], "Donnez un graphe"), ({n: [] for n in range(50)}, "50 positions")],
)
def test_un_graphe_qui_ne_se_dessine_pas(graphe, mots):
    """Un graphe vide ou trop grand est-il refusé en une phrase ?"""
    with pytest.raises(ValueError, match=mots):
        dessiner_graphe(graphe)


def test_l_arbre_elague():
    """Ce qui est coupé l'est-il à raison, et le dit-on en image comme en texte ?"""
    arbre = dessiner_coupes([[3, 5, 6], [2, 9, 8], [7, 1, 4]])
    assert arbre.valeur == 3 and repr(arbre).count("coupé") == 2
    assert "6 feuilles visitées sur 9" in arbre.svg() and arbre.svg().count(">?<") == 3
    assert "≤ 2" in arbre._repr_html_()
    with pytest.raises(ValueError, match="une liste par branche"):
        dessiner_coupes([])


def test_les_bits_dessines():
    """Chaque bit mis est-il à sa case, le septième de chaque colonne au-dessus ?"""
    dessin = dessiner_bits(2**21 + 2**7)
    assert (
        "[21]" in repr(dessin) and "[ 7]" in repr(dessin) and repr(dessin).splitlines()[0].split()[0] == "6"
    )
    assert dessin.svg().count("#0b8f6a") == 2 and dessin.svg().count("stroke-dasharray") == 7
    for faux in (-1, True, "5"):
        with pytest.raises(ValueError, match="entier positif"):
            dessiner_bits(faux)


# --- mon_ia --------------------------------------------------------------------------------------------


def test_ce_que_mon_ia_peut_utiliser():
    """Les règles et les conversions sont-elles permises à mon_ia, et à elle seule ?"""
    espace = {}
    exec(
        "from p4core import CoupIllegal, Position, vers_colonnes\n"
        "def mon_ia(position):\n"
        "    try: return Position.depuis_coups([x + 1 for x in position.historique]).coups()[0]\n"
        "    except CoupIllegal: return len(vers_colonnes(position)) - 7\n",
        espace,
    )
    assert "se sert" not in examiner(TP, "mon_ia", espace["mon_ia"]).message
    assert "se sert de" in examiner(TP, "trait", espace["mon_ia"]).message


def test_ce_qu_il_y_a_a_voir():
    """Gagner, parer, ne pas offrir la case du dessus : les positions sont-elles ce qu'elles disent ?"""
    position = Position.depuis_coups("414141")
    assert (gains(position), menaces(position), sures(position)) == ([3], [0], [0, 3])
    source, vus = Source(random.Random(8)), set()
    for critere in questions(TP)["mon_ia"].criteres[1:4]:
        for essai in critere.essais(source):
            vue, quoi, bonnes = essai.cas
            vus.add((quoi, vue.trait))
            assert bonnes and set(bonnes) <= set(vue.coups()) and not vue.finie
            assert all(vue.jouer(x).gagnant or x in sures(vue) or quoi == "parer" for x in bonnes)
    assert vus == {(quoi, joueur) for quoi in ("gagner", "parer", "éviter") for joueur in (1, 2)}


# --- alpha-bêta, table, bits ------------------------------------------------------------------------------


def test_l_elagage_de_reference():
    """L'alpha-bêta qui sert à nommer les erreurs a-t-il, lui, le score du min-max ?"""
    for cas in elagage._ouvertes((1, 6), (2, 6), (3, 2))(Source(random.Random(4))):
        assert elagage.Elagage()(*cas) == minmax(*cas[:3])[0]


def test_les_grilles_superflues():
    """Dans les deux sens, une recherche qui relève alpha n'évalue-t-elle rien de trop ? Et sinon ?"""

    def feuilles(position, ordre, relever):
        alpha = -float("inf")
        for x in ordre(position.coups()):
            pire = float("inf")
            for y in ordre(position.jouer(x).coups()):
                feuille = position.jouer(x).jouer(y)
                yield feuille
                pire = min(pire, elagage.utilite(feuille, position.trait, W1))
                if relever and pire <= alpha:
                    break
            alpha = max(alpha, pire)

    trop = 0
    for position in elagage._tranquilles(Source(random.Random(2)), 6, 2):
        for ordre in (list, lambda coups: coups[::-1]):
            assert elagage._superflues(position, W1, list(feuilles(position, ordre, True))) == 0
            trop += elagage._superflues(position, W1, list(feuilles(position, ordre, False)))
    assert trop > 20


# --- les coups justes --------------------------------------------------------------------------------------


def test_la_reference_des_coups_justes():
    """La référence a-t-elle toutes les IA de l'échelle, mille coups chacune, le parfait sans faute ?"""
    bilans = experiences.bilans_de_reference()
    assert list(bilans) == list(barreaux())
    totaux = {nom: sum(d.parties for d in plis.values()) for nom, plis in bilans.items()}
    assert (
        set(totaux.values()) == {experiences.POSITIONS} and sum(experiences.SEULES) == experiences.POSITIONS
    )
    tableau = {ligne["IA"]: ligne for ligne in reference_justesse()}
    assert tableau["parfait"]["gardent le résultat"] == 1
    seules = experiences.SEULES[0] - experiences.SEULES[1]
    gardes = {nom: sum(d.victoires for d in plis.values()) for nom, plis in bilans.items()}
    assert seules == gardes["3"] - gardes["1.3"]
    assert (tableau["3"]["de"], tableau["3"]["à"]) == wilson(gardes["3"], 1000)
    assert "hasard" in str(courbe_reference("hasard")) and "1.3" not in str(courbe_reference("hasard"))


def test_la_mesure_de_l_eleve(monkeypatch, capsys):
    """Sa propre IA est-elle mesurée avec les autres, et les comptes à recopier affichés ?"""
    quelques = {"1.3": barreaux()["1.3"], "3": barreaux()["3"]}
    monkeypatch.setattr(experiences, "barreaux", lambda: quelques)
    mesures = justesse(lambda position: position.coups()[0], 4, visible=False)
    assert {mesure.nom for mesure in mesures} == {"1.3", "3", "mon_ia"}
    assert "IA 3 contre IA 1.3, 4 positions : (" in capsys.readouterr().out
