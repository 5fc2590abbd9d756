"""Le TP 4 : ses vérifications, éprouvées sur des réponses d'élèves, puis ce que son notebook reçoit."""

from math import inf
from pathlib import Path

import nbformat
import pytest
from reponses import EpreuveDesReponses
from reponses.tp4_graphe import RECUEIL

from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours import examiner
from p4cours.tp4_graphe import (
    Duel,
    courbe_reglages,
    courbe_situations,
    cre_minimax_h,
    demande_colonne,
    dessiner,
    grille,
    minimax,
    tableau,
)
from p4cours.tp4_graphe.alea import FINS, FINS_FORCEES, invraisemblable, lois
from p4cours.tp4_graphe.fournitures import conclusion
from p4cours.tp4_graphe.minimax import par_poids
from p4cours.tp4_graphe.mystere import coup_entre

TP = RECUEIL.tp
CORRIGE = Path(__file__).resolve().parent.parent / "solutions" / TP / f"{TP}.ipynb"


class TestReponses(EpreuveDesReponses):
    """Chaque réponse du recueil."""

    recueil = RECUEIL


def test_h_non_traitee():
    """h_alea dont seule la fonction h reste à écrire est-elle « non traitée » ?"""

    def h_alea(nb):
        def h(s):
            raise NotImplementedError

        return h

    assert examiner(TP, "h_alea", h_alea).etat == "non traité"


@pytest.mark.parametrize("nom", ["fin_alea", "h_alea", "minimax_h2", "nb_distinctes"])
def test_une_erreur_comptee_une_fois(nom):
    """Une fonction juste est-elle acceptée quand eval_f et fils, qu'elle appelle, sont fausses ?"""
    bilan = examiner(TP, nom, RECUEIL.fonction(nom, eval_f="eval_signes", fils="fils_six_colonnes"))
    assert bilan.etat == "juste", bilan.message


def test_grille_de_depart_abimee():
    """nb_distinctes est-elle acceptée quand depose_pion a rempli la grille de départ, en la modifiant ?"""
    nb_distinctes = RECUEIL.fonction("nb_distinctes")
    nb_distinctes.__globals__["grille0"][0] = [1] * 7
    assert examiner(TP, "nb_distinctes", nb_distinctes).etat == "juste"


@pytest.mark.parametrize("graine", range(2))
@pytest.mark.parametrize(
    "nom",
    ["depose_pion", "partie_nulle", "gagnant", "eval_f", "fils", "fin_alea", "h_alea", "minimax_h2"],
)
def test_autres_graines(nom, graine):
    """D'autres graines et plus d'essais donnent-ils le même verdict ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom), graine, ampleur=2).etat == "juste"


@pytest.mark.parametrize(("coups", "attendue"), list(zip(FINS_FORCEES, (0, inf, -inf) * 3, strict=True)))
def test_fins_forcees(coups, attendue):
    """Les fins forcées n'ont-elles bien qu'une issue, dans l'ordre annoncé ?"""
    assert lois(Position.depuis_coups(coups))[attendue] == 1


@pytest.mark.parametrize("coups", FINS)
def test_fins_indecises(coups):
    """Les probabilités exactes ont-elles pour somme 1, sans issue presque certaine ?"""
    loi = lois(Position.depuis_coups(coups))
    assert sum(loi.values()) == pytest.approx(1)
    assert max(loi.values()) < 0.7


@pytest.mark.parametrize(("succes", "verdict"), [(100, False), (120, False), (150, True), (0, True)])
def test_invraisemblable(succes, verdict):
    """Sur 200 tirages à une chance sur deux, seuls les écarts énormes sont-ils refusés ?"""
    assert invraisemblable(succes, 200, 0.5) is verdict


def test_perdues_et_bords():
    """Les positions choisies à la main sont-elles perdues, ou trompeuses, comme prévu ?"""
    assert all(minimax.perdue(Position.depuis_coups(coups)) for coups in minimax.PERDUES)
    for coups in grille.DE_L_AUTRE_COTE:
        position = Position.depuis_coups(coups)
        assert not position.gagnant
        assert grille.gagne_en_tournant(position, position.dernier)


# --- la recherche fournie -------------------------------------------------------------------------

construit_cle = RECUEIL.fonction("construit_cle")  # donnée par le notebook
minimax_h = cre_minimax_h(RECUEIL.fonction("eval_f"), RECUEIL.fonction("fils"), construit_cle)


def chercher(coups, h, k):
    position = Position.depuis_coups(coups)
    return minimax_h(vers_situation(position), None, {}, {}, {}, h, k)


def test_jugee_comme_une_reponse(monkeypatch):
    """minimax_h passe-t-elle tous les essais de minimax_h2 ? (Un élève n'a pas le droit de s'en servir.)"""

    def minimax_h2(s, coup, d_eval, d_stra, d_coup, h, k):
        return minimax_h(s, coup, d_eval, d_stra, d_coup, h, k)

    assert "p4core" in examiner(TP, "minimax_h2", minimax_h2).message
    monkeypatch.setattr("p4cours.verification.moteur.appuis", lambda reponse: [])
    assert examiner(TP, "minimax_h2", minimax_h2).etat == "juste"


@pytest.mark.parametrize("k", range(4))
@pytest.mark.parametrize("coups", ["", "4", "3434", "112233", "415263"])
def test_meme_reponse_que_la_recursion(coups, k):
    """La recherche par couches donne-t-elle le score de la recherche récursive ?"""
    s = vers_situation(Position.depuis_coups(coups))
    attendu = RECUEIL.fonction("minimax_h2")(s, None, {}, {}, {}, par_poids(9), k)[0]
    assert chercher(coups, par_poids(9), k)[0] == attendu


def test_victoire_immediate():
    """J1 prend-il la victoire qui s'offre, et J0 l'empêche-t-il ?"""
    score, s = chercher("112233", lambda s: 0, 1)
    assert (score, s[1][0][3]) == (-inf, 1)
    score, s = chercher("11223", lambda s: 0, 2)
    assert score == 0
    assert 0 in (s[1][0][3], s[1][0][4])


def test_dictionnaires():
    """Les trois dictionnaires sont-ils remplis, et h appelée une fois par situation ?"""
    appels = []
    d_eval, d_stra, d_coup = {}, {}, {}
    s = vers_situation(Position())
    score, t = minimax_h(s, None, d_eval, d_stra, d_coup, lambda s: appels.append(s) or 0, 3)
    cle = construit_cle(s)
    assert len(appels) == 238
    assert (d_eval[cle], d_stra[cle], d_coup[cle]) == (score, t, coup_entre(s, t))


def test_eval_f_qui_exige_le_coup():
    """Une eval_f qui ne voit les victoires que si on lui donne le coup suffit-elle ?"""
    eval_f = RECUEIL.fonction("eval_f", "eval_sans_coup_rien")
    fils = RECUEIL.fonction("fils", "fils_par_generateur")
    recherche_h = cre_minimax_h(eval_f, fils, construit_cle)
    s = vers_situation(Position.depuis_coups("112233"))
    assert recherche_h(s, None, {}, {}, {}, lambda s: 0, 1)[0] == -inf


def test_partie_finie():
    """D'une partie finie, ne renvoie-t-on que son résultat ?"""
    assert minimax_h(vers_situation(Position.depuis_coups("1122334")), (0, 3), {}, {}, {}, len, 2) == (
        -inf,
        None,
    )


def test_coup_entre():
    """Le coup qui sépare deux situations est-il (ligne, colonne) ?"""
    a, b = Position.depuis_coups("44"), Position.depuis_coups("447")
    assert coup_entre(vers_situation(a), vers_situation(b)) == (0, 6)
    assert coup_entre(vers_situation(a), vers_situation(a)) is None


# --- une colonne au clavier -----------------------------------------------------------------------

PLEINE = vers_situation(Position.depuis_coups("111111"))


@pytest.mark.parametrize(
    ("saisie", "raison"),
    [
        ("", "Il manque un numéro"),
        ("abc", "n'est pas un numéro"),
        ("-1", "négatif"),
        ("7", "elles vont de 0 à 6"),
        ("0", "La colonne 0 est pleine."),
    ],
)
def test_mauvaise_saisie(saisie, raison, repondre, capsys):
    """Une mauvaise réponse est-elle redemandée, avec sa raison ?"""
    repondre(saisie, "3")
    assert demande_colonne(PLEINE) == 3
    assert raison in capsys.readouterr().out


@pytest.mark.parametrize("reponses", [[], ["q"], ["abc", "Quitter"], [KeyboardInterrupt]])
def test_partir(reponses, repondre, capsys):
    """La fin de l'entrée, q et Ctrl-C donnent-ils None et une phrase, sans erreur ?"""
    repondre(*reponses)
    assert demande_colonne(PLEINE) is None
    assert "on s'arrête là" in capsys.readouterr().out.lower()


def test_sans_clavier(sans_clavier, capsys):
    """Un notebook exécuté sans personne devant s'arrête-t-il sans erreur ?"""
    assert demande_colonne(PLEINE) is None
    assert "Personne ne répond" in capsys.readouterr().out


def test_invite(monkeypatch):
    """L'invite dit-elle à qui c'est de jouer ?"""
    invites = []
    monkeypatch.setattr("builtins.input", lambda invite: invites.append(invite) or "2")
    demande_colonne(vers_situation(Position.depuis_coups("4")))
    assert invites == ["Joueur 0, votre colonne (q pour quitter)\N{NO-BREAK SPACE}: "]


@pytest.fixture(scope="module")
def notebook():
    """Ce que définissent les cellules du corrigé, sans ses essais, ses tests ni ses plateaux."""
    noms: dict = {}
    for cellule in nbformat.read(CORRIGE, 4).cells:
        if cellule.cell_type == "code" and cellule.source.startswith(("import ", "def ", "grille0")):
            exec(cellule.source, noms)
        if cellule.id == "tp4-jouer":
            return noms
    raise AssertionError("le corrigé n'a plus de cellule « tp4-jouer »")


@pytest.mark.parametrize(
    ("nom", "arguments"), [("jeu_a_deux", ()), ("jouer_IA_nulle", ()), ("jouer", (1, 1))]
)
@pytest.mark.parametrize("reponses", [[], ["q"], ["3", "q"], ["3", KeyboardInterrupt]])
def test_quitter_les_parties_du_notebook(nom, arguments, reponses, notebook, repondre, capsys):
    """Dans le notebook, chaque partie au clavier se quitte-t-elle, sans résultat ni erreur ?"""
    repondre(*reponses)
    assert notebook[nom](*arguments) is None
    assert capsys.readouterr().out.endswith("Partie interrompue, sans résultat.\n")


def test_dessin_d_une_situation():
    """Lignes et colonnes sont-elles numérotées à partir de 0, la ligne 0 en bas ?"""
    lignes = repr(dessiner(vers_situation(Position.depuis_coups("443")))).splitlines()
    assert lignes[-1].split() == list("0123456")
    assert lignes[-2].split() == ["0", "·", "·", "o", "o", "·", "·", "·"]
    assert lignes[-3].split() == ["1", "·", "·", "·", "x", "·", "·", "·"]


# --- les figures et le tableau --------------------------------------------------------------------


def test_courbe_situations():
    """La figure montre-t-elle les deux suites, en échelle logarithmique, légendée ?"""
    figure = courbe_situations([1, 7, 49, 238, 1120])
    nombres, puissances = ([v.valeur for v in courbe.points.values()] for courbe in figure.courbes)
    assert (puissances, nombres) == ([1, 7, 49, 343, 2401], [1, 7, 49, 238, 1120])
    assert figure.ordonnee.log
    assert all(
        f">{nom}<" in figure.svg() for nom in ("suites de coups : 7ᵏ", "situations différentes", "1\u202f120")
    )


def test_courbe_vide():
    """Une liste vide est-elle refusée par une phrase ?"""
    with pytest.raises(ValueError, match="vide"):
        courbe_situations([])


def test_duel():
    """Les points deviennent-ils un bilan et un score ?"""
    duel = Duel.depuis_points([1, 1, 0.5, 0])
    assert duel == Duel(2, 1, 1)
    assert (duel.parties, duel.score) == (4, 0.625)


@pytest.mark.parametrize(
    ("duel", "phrase"),
    [
        (Duel(5, 0, 5), "on ne peut pas conclure"),
        (Duel(10, 0, 0), "plus fort"),
        (Duel(0, 0, 10), "moins fort"),
        (Duel(7, 0, 3), "on ne peut pas conclure"),
        (Duel(120, 0, 80), "plus fort"),
    ],
)
def test_conclusion(duel, phrase):
    """Ne conclut-on que lorsque l'intervalle à 95 % le permet ?"""
    assert conclusion(duel) == phrase
    bas, haut = duel.intervalle
    assert 0 <= bas < duel.score + 1e-9
    assert duel.score - 1e-9 < haut <= 1


def test_intervalle_connu():
    """L'intervalle de Wilson est-il celui des tables (10 succès sur 20) ?"""
    assert Duel(10, 0, 10).intervalle == pytest.approx((0.299, 0.701), abs=1e-3)


def test_tableau_et_courbe():
    """Le tableau et la courbe montrent-ils chaque réglage ?"""
    duels = {(1, 1): Duel(2, 0, 8), (16, 1): Duel(9, 0, 1)}
    lignes = str(tableau(duels, (1, 2))).splitlines()
    assert [ligne.split()[0] for ligne in lignes[2:]] == ["1", "16"]
    assert lignes[2].endswith("on ne peut pas conclure")
    assert lignes[3].endswith("plus fort")
    assert tableau(duels, (1, 2))["score"] == [0.2, 0.9]
    figure = courbe_reglages({"ici": duels}, (1, 2))
    assert figure.donnees["part des points gagnés"] == [0.2, 0.9]
    assert (figure.donnees[1]["bas"], figure.donnees[1]["haut"]) == duels[16, 1].intervalle
    assert "16 → 90 % [60 % ; 98 %]" in figure.description
