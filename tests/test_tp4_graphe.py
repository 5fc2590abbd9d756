"""Le TP 4 : ses vérifications, éprouvées sur des réponses d'élèves, puis ce que son notebook reçoit."""

from math import inf
from pathlib import Path

import nbformat
import pytest
from reponses import EpreuveDesReponses
from reponses.tp4_graphe import RECUEIL

from p4core.codages import vers_situation
from p4core.ia.compilation import COMPILE
from p4core.ia.jumeaux import JoueurAlea
from p4core.jeu import Position
from p4core.tournois.confrontations import confronter
from p4cours import examiner
from p4cours.tp4_graphe import (
    REFERENCE_BUDGETS,
    REFERENCE_REGLAGES,
    courbe_reglages,
    courbe_situations,
    cre_minimax_h,
    demande_colonne,
    dessiner,
    duels,
    grille,
    minimax,
)
from p4cours.tp4_graphe.alea import (
    AUTRES_FINS,
    AUTRES_FORCEES,
    COURTES,
    FINS,
    FINS_FORCEES,
    invraisemblable,
    loi_du_score,
    lois,
)
from p4cours.tp4_graphe.minimax import par_poids
from p4cours.tp4_graphe.mystere import coup_entre
from p4cours.tp4_graphe.situations import aides, miroir
from p4cours.trous import AFaire
from p4cours.verification import positions

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


@pytest.mark.parametrize("nom", ["fin_alea", "h_alea", "minimax_h2", "nb_distinctes"])
def test_fils_qui_s_arrete_aux_victoires(nom):
    """fils s'arrête à tort sur une victoire : les fonctions justes qui s'en servent le restent-elles ?"""
    assert examiner(TP, nom, RECUEIL.fonction(nom, fils="aucun_fils_a_la_fin")).etat == "juste"


@pytest.mark.parametrize(
    ("nom", "sinon"),
    [("depose_pion", None), ("partie_nulle", False), ("gagnant", False), ("eval_f", None), ("fils", [])],
)
def test_table_des_cas_vus(nom, sinon):
    """Réciter les réponses aux essais du notebook ne rapporte-t-il rien avec d'autres tirages ?"""
    juste, vues = RECUEIL.fonction(nom), {}

    def retient(*arguments):
        vues[repr(arguments)] = juste(*arguments)
        return vues[repr(arguments)]

    assert examiner(TP, nom, retient).etat == "juste"
    for graine in (1234, 99991):
        bilan = examiner(TP, nom, lambda *arguments: vues.get(repr(arguments), sinon), graine, ampleur=2)
        assert (bilan.etat, bilan.part) == ("faux", 0), bilan


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


@pytest.mark.parametrize("coups", AUTRES_FORCEES)
def test_fins_forcees_en_plusieurs_coups(coups):
    """Ces fins n'ont-elles qu'une issue, et faut-il y jouer deux coups au moins ?"""
    position = Position.depuis_coups(coups)
    assert max(lois(position).values()) == 1
    assert not any(position.jouer(x).finie for x in position.coups())


def test_fins_forcees_des_deux_traits():
    """J0 y gagne-t-il quand c'est à J1 de jouer, et inversement ?"""
    fins = [Position.depuis_coups(coups) for coups in AUTRES_FORCEES]
    assert {(p.trait, next(v for v, p_v in lois(p).items() if p_v)) for p in fins} >= {(1, inf), (2, -inf)}


@pytest.mark.parametrize("coups", COURTES)
def test_fins_courtes(coups):
    """Les sept colonnes y sont-elles jouables ?"""
    position = Position.depuis_coups(coups)
    assert not position.finie and position.coups() == [*range(7)]


def test_miroir():
    """Gauche et droite échangées, la partie a-t-elle le même sort ?"""
    for coups in (*grille.PLEINES_GAGNEES, *grille.AUTRES_PLEINES_GAGNEES):
        position = Position.depuis_coups(coups)
        retournee = miroir(position)
        assert position.pleine and position.gagnant == retournee.gagnant == 2
        assert retournee.dernier == (6 - position.dernier[0], position.dernier[1])


@pytest.mark.parametrize("coups", (*FINS, *AUTRES_FINS))
def test_fins_indecises(coups):
    """Les probabilités exactes ont-elles pour somme 1, sans issue presque certaine ?"""
    loi = lois(Position.depuis_coups(coups))
    assert sum(loi.values()) == pytest.approx(1)
    assert max(loi.values()) < 0.7


@pytest.mark.parametrize(("succes", "verdict"), [(100, False), (120, False), (150, True), (0, True)])
def test_invraisemblable(succes, verdict):
    """Sur 200 tirages à une chance sur deux, seuls les écarts énormes sont-ils refusés ?"""
    assert invraisemblable(succes, 200, 0.5) is verdict


def test_loi_du_score():
    """Le score de deux parties suit-il la loi d'une somme, jusqu'aux extrêmes ?"""
    loi = loi_du_score({inf: 0.5, -inf: 0.3, 0: 0.2}, 2)
    assert loi == pytest.approx({2: 0.25, 1: 0.2, 0: 0.34, -1: 0.12, -2: 0.09})


# --- les aides : aussi exigeantes que l'énoncé ----------------------------------------------------


def test_aide_gagnant_sur_une_case_vide():
    """gagnant, appelée là où rien n'a été joué ou hors de la grille, le dit-elle ?"""
    s = vers_situation(Position.depuis_coups("1122334"))
    gagnant = aides("gagnant")["gagnant"]
    assert gagnant(s, (0, 3)) and not gagnant(s, (1, 0))
    for coup in ((1, 3), (0, 6), (6, 0), (-1, 0), None):
        with pytest.raises(ValueError, match="aucun pion"):
            gagnant(s, coup)


def test_aide_eval_f_tient_compte_du_coup():
    """eval_f regarde-t-elle le coup donné, et refuse-t-elle celui qu'on n'a pas pu jouer le dernier ?"""
    eval_f = aides("eval_f")["eval_f"]
    s = vers_situation(Position.depuis_coups("11223364"))  # J0 vient de jouer en (0, 3)
    assert eval_f(s, (0, 3)) is None
    assert eval_f(vers_situation(Position())) is None
    assert eval_f(vers_situation(Position.depuis_coups("1122334")), (0, 3)) == -inf
    for coup in ((0, 0), (3, 0), (5, 5), (7, 0), "03"):
        with pytest.raises(ValueError, match="vient d'être joué"):
            eval_f(s, coup)


def test_aide_fils_apres_une_victoire():
    """fils ne regarde-t-elle pas si la partie est gagnée, comme le dit l’énoncé ? Et eval_f ?"""
    s = vers_situation(Position.depuis_coups("1122334"))
    suites = aides("fils")["fils"](s)
    assert len(suites) == 7
    assert aides("eval_f")["eval_f"](suites[6]) is None  # le dernier à jouer, J0, n'a rien aligné


def test_presque_pleines():
    """Ces parties sont-elles nulles, et la dernière case dans chaque colonne tour à tour ?"""
    finales = [Position.depuis_coups(coups) for coups in positions.PRESQUE_PLEINES]
    assert all(p.pleine and not p.gagnant for p in finales)
    assert [p.dernier[0] for p in finales] == list(range(7))


@pytest.mark.parametrize("k", [3, 4])
@pytest.mark.parametrize("regles", [minimax.Regles(examines=(1, 7)), minimax.Regles(examines=(0, -1))])
def test_decisives(regles, k):
    """Oublier le premier ou le dernier fils change-t-il la valeur, pour J0 et pour J1 ? Un coup de moins ?"""
    positions = [Position.depuis_coups(coups) for coups in minimax.DECISIVES]
    h = par_poids(5)
    for fausses in (regles, minimax.Regles(decalage=-1)):
        changees = [p for p in positions if minimax.valeur(p, h, k) != minimax.valeur(p, h, k, fausses)]
        assert {p.trait for p in changees} == {1, 2}


def test_perdues_et_bords():
    """Les positions choisies à la main sont-elles perdues, ou trompeuses, comme prévu ?"""
    perdues = [Position.depuis_coups(coups) for coups in (*minimax.PERDUES, *minimax.AUTRES_PERDUES)]
    assert all(map(minimax.perdue, perdues)) and {p.trait for p in perdues} == {1, 2}
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
    monkeypatch.setattr("p4cours.verification.moteur.appuis", lambda *reponse: [])
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


def test_interrompre_une_machine(notebook, capsys):
    """Ctrl-C pendant qu'une machine réfléchit arrête-t-il la partie poliment ?"""

    def lente(s):
        raise KeyboardInterrupt

    assert notebook["jeu"](1, notebook["grille0"], lente, lente, affiche_etat=False) is None
    assert capsys.readouterr().out == "Partie interrompue, sans résultat.\n"


def test_dessin_d_une_situation():
    """Lignes et colonnes sont-elles numérotées à partir de 0, la ligne 0 en bas ?"""
    lignes = repr(dessiner(vers_situation(Position.depuis_coups("443")))).splitlines()
    assert lignes[-1].split() == list("0123456")
    assert lignes[-2].split() == ["0", "·", "·", "o", "o", "·", "·", "·"]
    assert lignes[-3].split() == ["1", "·", "·", "·", "x", "·", "·", "·"]


# --- la figure du graphe --------------------------------------------------------------------------


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


# --- les expériences et leurs références ----------------------------------------------------------


def _machines(reference):
    return {nom: JoueurAlea(*map(int, nom.strip("()").split(", "))) for nom in reference.table.joueurs}


@pytest.mark.skipif(not COMPILE, reason="les jumeaux ne sont pas compilés")
@pytest.mark.parametrize(
    ("reference", "a", "b", "parties"),
    [
        (REFERENCE_REGLAGES, "(4, 1)", "(1, 2)", 1000),
        (REFERENCE_REGLAGES, "(7, 1)", "(1, 2)", 1000),
        (REFERENCE_BUDGETS, "(70, 1)", "(10, 2)", 200),
    ],
)
def test_references_reproduites(reference, a, b, parties):
    """Les mêmes parties, rejouées, donnent-elles la case de la table de référence ?"""
    rejouees = confronter(
        _machines(reference), parties, reference.table.graine, paires=[(a, b)], visible=False
    )
    assert rejouees.cases[a, b] == reference.table.cases[a, b]
    assert rejouees.cases[b, a] == reference.table.cases[b, a]


@pytest.mark.parametrize(("reference", "parties"), [(REFERENCE_REGLAGES, 1000), (REFERENCE_BUDGETS, 200)])
def test_references_entieres(reference, parties):
    """Chaque case d'une référence compte-t-elle toutes ses parties ?"""
    assert len(reference.table.cases) == len(reference.table.joueurs) ** 2
    assert {d.parties for d in reference.table.cases.values()} == {parties}


def test_ce_que_disent_les_references():
    """Le renversement annoncé par le TP est-il dans les références, chaque fois hors de l'intervalle ?"""
    assert REFERENCE_REGLAGES.decompte("(4, 1)", "(1, 2)").intervalle[1] < 0.5
    assert REFERENCE_REGLAGES.decompte("(7, 1)", "(1, 2)").intervalle[0] > 0.5
    assert REFERENCE_BUDGETS.decompte("(70, 1)", "(10, 2)").intervalle[0] > 0.5
    assert REFERENCE_BUDGETS.decompte("(700, 1)", "(100, 2)").intervalle[1] < 0.5


def test_duels():
    """Une mesure dit-elle ses comptes dans l'ordre où on les recopie, et se montre-t-elle en carte ?"""
    mesure = duels([(1, 1), (16, 1)], 5, graine=5, titre="Essai")
    d = mesure.decompte("(16, 1)", "(1, 1)")
    assert d.parties == 6
    comptes = f"{d.victoires} victoires, {d.defaites} défaites, {d.nulles} nulles"
    assert comptes in mesure.contre("(16, 1)", "(1, 1)")
    assert "Essai, 3 parties par case" in str(mesure)
    assert "<svg" in mesure._repr_html_()


def test_duels_sans_nombre_de_parties():
    """Un nombre de parties pas encore choisi est-il dit comme une réponse qui manque ?"""
    with pytest.raises(AFaire, match="Choisissez d'abord le nombre de parties"):
        duels([(1, 1), (1, 2)], None)


def test_courbe_reglages():
    """La courbe montre-t-elle, avec leurs intervalles, les seuls réglages (nb, 1) ?"""
    figure = courbe_reglages({"ici": REFERENCE_REGLAGES}, (1, 2))
    scores = [REFERENCE_REGLAGES.decompte(f"({nb}, 1)", "(1, 2)") for nb in (1, 4, 7, 16)]
    assert figure.donnees["part des points gagnés"] == [d.score for d in scores]
    assert (figure.donnees[2]["bas"], figure.donnees[2]["haut"]) == scores[2].intervalle
    assert "7 → 58 % [55 % ; 60 %]" in figure.description
