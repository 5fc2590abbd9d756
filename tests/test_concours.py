"""Le concours de la classe : les entrées, l'arène, la reprise, la page ; derrière le vrai mur."""

import contextlib
import csv
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from p4core.commande import DemandeImpossible, main
from p4core.jeu import LONGUEUR_OUVERTURE, Position
from p4core.tournois.executeurs import Atelier, SurPlace, atelier
from p4cours.carnets import Cellule
from p4prof.cloison.choix import BUBBLEWRAP, WASM
from p4prof.concours import arene
from p4prof.concours.arene import Epreuve, Faute, debuts, eprouver
from p4prof.concours.commande import TP, Conduite, Direct
from p4prof.concours.deroulement import Concours, Reglages, Scores, _verdict, estimer, place, suite
from p4prof.concours.inscriptions import Inscrit, extraire, pseudonymes
from p4prof.concours.page import JUSTES, Vue, en_csv
from tests.classe_concours import (
    ABSENTS,
    CLASSE,
    FAUTIFS,
    FIN_VUE,
    JOUEURS,
    RETORS,
    concours_fictif,
    deposer,
    inscrit,
    perdre_par_une_faute,
)
from tests.cours_factice import RACINE, Cours, zipper

PARFAITE = "Denis Parfait"
RAPIDES = [c for c in FAUTIFS if c.faute != "trop lent" and "l + l" not in c.cellules[-1]]
LENTS = [c for c in FAUTIFS if c not in RAPIDES]


def essayer(candidat, cloison=BUBBLEWRAP):
    """Ce que donne l'épreuve d'une entrée."""
    return eprouver(Epreuve(inscrit(candidat), cloison, 1.0, debuts(Position(), 3)))


def sources(*cellules):
    """Des cellules de code."""
    return [Cellule("code", source) for source in cellules]


# --- les entrées --------------------------------------------------------------------------------------


def test_une_entree_emporte_ce_dont_elle_a_besoin():
    """Trouve-t-on les cellules utiles, à travers les noms qu'elles lisent, et elles seules ?"""
    utiles = ["import random", "def aide(): return SEUIL", "SEUIL = 3", "def mon_ia(p): return aide()"]
    autres = ["print(mon_ia(Position()))", "autre = aide()", "def inutile(): pass", "import random"]
    assert extraire(sources(*utiles[1:3], autres[0], *autres[1:3], utiles[3])) == tuple(utiles[1:])
    assert extraire(sources("def ma_ia(p): return 3")) == ()


@pytest.mark.parametrize(
    "remplit",
    ["t[3] = 1", "t.update({3: 1})", "remplir(t)", "for x in range(7):\n    t[x] = 1", "t['a'][2] = 3"],
)
def test_une_table_remplie_apres_coup_est_emportee(remplit):
    """Une cellule qui remplit une variable, sans la définir, est-elle gardée ?"""
    cellules = ["t = {}", "def remplir(t): t[1] = 1", remplit, "dessiner(t)", "def mon_ia(p): return t[3]"]
    assert remplit in extraire(sources(*cellules)) and "dessiner(t)" not in extraire(sources(*cellules))


def test_la_derniere_definition_compte():
    """Une entrée définie deux fois, ou par une affectation, est-elle celle de la fin du carnet ?"""
    assert extraire(sources("def f(p): return 0", "mon_ia = f"))[-1] == "mon_ia = f"
    assert len(extraire(sources("def mon_ia(p): return 0", "x = 1", "def mon_ia(p): return 1"))) == 2


def test_un_essai_du_carnet_n_est_pas_refait():
    """La cellule d'essai de chaque copie de la classe, qui dort une heure, est-elle laissée de côté ?"""
    assert all("3600)\nmesure" not in source for c in CLASSE for source in inscrit(c).cellules)


def test_les_pseudonymes_sont_stables_et_distincts():
    """Chaque élève a-t-il un nom d'emprunt à lui, le même pour une même graine, même à trois cents ?"""
    eleves = [f"e{n}" for n in range(300)]
    noms = pseudonymes(eleves, 3)
    assert len(set(noms.values())) == 300 and noms == pseudonymes(reversed(eleves), 3)
    assert noms != pseudonymes(eleves, 4)


# --- l'arène ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("candidat", RAPIDES, ids=lambda c: c.nom)
def test_une_faute_est_nommee(candidat):
    """L'entrée qui plante, triche, affiche ou sort perd-elle, avec sa raison ?"""
    assert essayer(candidat).faute.startswith(f"{candidat.faute} — ")


@pytest.mark.parametrize("mur", [BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)])
@pytest.mark.parametrize("candidat", RETORS, ids=lambda c: c.nom)
def test_une_reponse_retorse_ne_fait_perdre_que_son_auteur(candidat, mur):
    """Ce qui n'est pas une colonne est-il une faute nommée, et jamais une panne de l'arbitre ?"""
    genre = essayer(candidat, mur).faute.partition(" — ")[0]
    assert genre == candidat.faute


@pytest.mark.long
@pytest.mark.parametrize("candidat", LENTS, ids=lambda c: c.nom)
def test_une_faute_lente_est_nommee(candidat):
    """L'entrée sans fin, qui dort ou qui prend toute la mémoire perd-elle, avec sa raison ?"""
    assert essayer(candidat).faute.startswith(f"{candidat.faute} — ")


@pytest.mark.long
@pytest.mark.parametrize("candidat", [JOUEURS[0], *RAPIDES], ids=lambda c: c.nom)
def test_sous_webassembly_aussi(candidat):
    """Le mur de WebAssembly donne-t-il aux entrées les règles du jeu, et les mêmes verdicts ?"""
    if "Canal" in candidat.cellules[-1]:
        pytest.skip("WebAssembly n'a pas de canal où parler sans y être invité")
    essai = essayer(candidat, WASM)
    genre = essai.faute.partition(" — ")[0]
    assert not essai.refus
    assert genre == candidat.faute or {genre, candidat.faute} <= {"programme arrêté", "erreur", "triche"}


@pytest.mark.parametrize(
    "candidat", [c for c in ABSENTS if "syntaxe" not in c.nom.lower()], ids=lambda c: c.nom
)
def test_une_entree_absente_ne_concourt_pas(candidat):
    """Le trou laissé vide et l'entrée qui ne se définit pas sont-ils refusés, avec la raison ?"""
    assert candidat.refus in essayer(candidat).refus


def test_l_entree_a_les_regles_et_rien_d_autre():
    """Position, CoupIllegal et les conversions sont-elles vraies dans le bac, et le reste absent ?"""
    corps = """
from p4core import CoupIllegal, Position, depuis_colonnes, vers_jetons, vers_situation
import p4core, p4core.jeu
def mon_ia(position):
    try:
        position.jouer(9)
    except CoupIllegal:
        assert depuis_colonnes([[0] * 6] * 7) == Position() and p4core.jeu.Position is Position
        assert vers_situation(position)[0] in (0, 1) and len(vers_jetons(position)) == 7
        assert not hasattr(p4core.jeu, "solveur") and isinstance(position, Position)
        return position.coups()[0]
"""
    entree = Inscrit("a", "a", (corps,))
    assert eprouver(Epreuve(entree, BUBBLEWRAP, 1.0, debuts(Position(), 2))).faute == ""


@pytest.fixture
def concurrent():
    """De quoi mettre une entrée dans son bac, fermé à la fin."""
    with ExitStack() as pile:

        def ouvrir(*cellules):
            entree = Inscrit("a", "a", tuple(cellules))
            (ouvert,) = pile.enter_context(arene.entrees((entree,), BUBBLEWRAP, 1.0))
            return ouvert

        yield ouvrir


def attendre(condition):
    """Attend ce qui doit arriver, bien au-delà du temps qu'il y faut."""
    fin = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < fin
        time.sleep(0.05)


def test_qui_calcule_pendant_le_tour_de_l_autre_perd(concurrent):
    """Un fil laissé derrière soi, qui réfléchit pendant que l'adversaire joue, est-il une faute ?"""
    joueur = concurrent(
        "import threading\ndef penser():\n    while True: pass",
        "def mon_ia(p):\n    threading.Thread(target=penser, daemon=True).start()\n    return p.coups()[0]",
    )
    joueur.jouer(Position(), 1)
    attendre(lambda: joueur._session.calcul - joueur._avant > arene.REPOS)
    with pytest.raises(Faute, match="hors de son tour — calcule pendant"):
        joueur.jouer(Position(), 2)


def test_un_coup_ne_coute_pas_un_fil(concurrent):
    """Un coup se joue-t-il dans le premier fil du bac, avec ce que l'entrée y a laissé ?"""
    joueur = concurrent(
        "import threading\nfils = set()",
        "def mon_ia(p):\n    fils.add(threading.get_ident())\n"
        "    return len(fils) if threading.current_thread() is threading.main_thread() else 99",
    )
    assert [joueur.jouer(Position(), k) for k in range(3)] == [1, 1, 1]


def test_qui_parle_sans_y_etre_invite_perd(concurrent):
    """Une réponse envoyée avant qu'on ne la demande est-elle une faute, et pas le coup suivant ?"""
    joueur = concurrent(
        "import gc, threading\ndef parler():\n"
        "    canal = next(o for o in gc.get_objects() if type(o).__name__ == 'Canal')\n"
        "    canal.envoyer({'valeur': 3, 'apres': ['t'], 'arrete': True})",
        "def mon_ia(p):\n    threading.Timer(0.2, parler).start()\n    return p.coups()[0]",
    )
    joueur.jouer(Position(), 1)
    attendre(lambda: joueur._session._bac.bavard())
    with pytest.raises(Faute, match="hors de son tour"):
        joueur.jouer(Position(), 2)


def test_apres_une_faute_le_bac_est_neuf(concurrent):
    """Ce qu'une entrée a retenu survit-il à ses coups, et pas à sa faute ?"""
    joueur = concurrent(
        "vus = []", "def mon_ia(p):\n    vus.append(1)\n    return len(vus) if len(vus) < 3 else 99"
    )
    assert [joueur.jouer(Position(), k) for k in range(2)] == [1, 2]
    with pytest.raises(Faute, match="coup interdit"):
        joueur.jouer(Position(), 3)
    assert joueur.jouer(Position(), 4) == 1


def test_apres_deux_arrets_la_rencontre_est_perdue(concurrent):
    """Une entrée qui arrête sans cesse son programme fait-elle attendre toute la classe ?"""
    joueur = concurrent("import os\ndef mon_ia(p): os._exit(1)")
    raisons = []
    for k in range(3):
        with pytest.raises(Faute) as faute:
            joueur.jouer(Position(), k)
        raisons.append(str(faute.value))
    assert "net, par os._exit" in raisons[1] and "perdue d'office" in raisons[2]


def test_une_preparation_sans_fin_ne_concourt_pas(monkeypatch):
    """Cent cellules juste sous le délai d'une cellule font-elles attendre toute la classe ?"""
    monkeypatch.setattr(arene, "PREPARATION", 1.0)
    occuper = "import time\nt = time.process_time()\nwhile time.process_time() < t + 0.4: pass"
    cellules = (*(f"{occuper}\nx{k} = 1" for k in range(100)), "def mon_ia(p): return 3")
    debut = time.monotonic()
    essai = eprouver(Epreuve(Inscrit("e", "E", cellules), BUBBLEWRAP, 1.0, debuts(Position(), 1)))
    assert "plus de 10 s de calcul" in essai.refus
    assert time.monotonic() - debut < 30  # cent cellules en demanderaient quarante de calcul


@pytest.mark.parametrize(("secondes", "permises"), [(0.5, 8), (4.0, 6), (9.0, 3)])
def test_une_longue_preparation_ne_se_refait_pas_sans_fin(concurrent, secondes, permises):
    """Qui se prépare longuement et ne fait que des fautes fait-il attendre la classe ?"""
    joueur = concurrent("def mon_ia(p): return 99")
    joueur._preparation = secondes
    raisons = []
    for k in range(8):
        with pytest.raises(Faute) as faute:
            joueur.jouer(Position(), k)
        raisons.append(str(faute.value))
    assert [raison.startswith("coup interdit") for raison in raisons] == [k < permises for k in range(8)]
    assert all("perdue d'office" in raison for raison in raisons[permises:])


def test_qui_dort_en_se_preparant_ne_concourt_pas(monkeypatch):
    """Des cellules qui dorment, sans calculer, sont-elles comptées, et refusées ?"""
    monkeypatch.setattr(arene, "PREPARATION", 0.5)
    cellules = ("import time", *["time.sleep(1)"] * 100, "def mon_ia(p): return 3")
    essai = eprouver(Epreuve(Inscrit("e", "E", cellules), BUBBLEWRAP, 1.0, debuts(Position(), 1)))
    assert "n'est pas prête" in essai.refus


def test_un_bac_qui_ne_demarre_pas_n_est_la_faute_de_personne(monkeypatch):
    """Un bac qui tarde à démarrer est-il redemandé, sans rien coûter à l'entrée ?"""
    vrai, pannes = arene.monter, iter([True])

    def capricieux(cloison, regles):
        mur = vrai(cloison, regles=regles)
        if next(pannes, False):
            mur.canal.fermer()
        return mur

    monkeypatch.setattr(arene, "monter", capricieux)
    monkeypatch.setattr(arene.time, "sleep", lambda secondes: None)
    assert essayer(JOUEURS[10]).faute == ""


def test_le_hasard_d_un_coup_vient_de_sa_graine(concurrent):
    """random, numpy et l'ordre d'un ensemble de textes donnent-ils deux fois la même chose ?"""
    cellules = (
        "import random\nimport numpy as np",
        "def mon_ia(p):\n    ordre = list({'a', 'b', 'c', 'd', 'e', 'f', 'g'})\n"
        "    return (random.randrange(7) + int(np.random.randint(7)) + ordre.index('a')) % 7",
    )
    tirages = [
        [joueur.jouer(Position(), k) for k in range(12)]
        for joueur in (concurrent(*cellules), concurrent(*cellules))
    ]
    assert tirages[0] == tirages[1] and len(set(tirages[0])) > 1


def test_la_graine_d_un_coup_ne_dit_pas_la_suivante():
    """Qui lit sa graine peut-il en déduire celle de l'adversaire, donc ce qu'il va tirer au sort ?"""
    graines = []

    class Espion:
        def jouer(self, position, graine):
            graines.append(graine)
            return position.coups()[0]

    arene._arbitrer((Espion(), Espion()), Position(), 5)
    ecarts = [b - a for a, b in pairwise(graines)]
    assert len(ecarts) > 5 and len(set(ecarts)) == len(ecarts)


# --- le concours --------------------------------------------------------------------------------------

PETITE = [JOUEURS[4], JOUEURS[9], JOUEURS[12], JOUEURS[13], FAUTIFS[6]]
REGLAGES = Reglages(BUBBLEWRAP, ouvertures=1)


def disputer(dossier, executeur=None, ouvriers=1):
    """La petite classe, jouée là ; ses rencontres."""
    concours = Concours([inscrit(c) for c in PETITE], REGLAGES, dossier)
    with atelier(executeur, ouvriers, False) as lieu:
        for _ in concours.jouer(lieu):
            pass
    return concours


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """Le petit concours, joué dans ce processus."""
    return disputer(tmp_path_factory.mktemp("reference"))


def test_chacun_rencontre_chacun_et_commence_a_son_tour(reference):
    """Chaque paire joue-t-elle chaque ouverture deux fois, la même pour tous ?"""
    rencontres = reference.resultats.rencontres
    assert len(rencontres) == 10 and reference.resultats.complet
    ouvertures = {bytes(r.parties.coups_de(n)[:8]) for r in rencontres.values() for n in range(2)}
    assert len(ouvertures) == 1


def test_une_faute_ne_touche_que_son_auteur(reference):
    """L'entrée qui sort perd-elle tout, et les autres ne perdent-elles rien par une faute ?"""
    fautives = {forfait.joueur for forfait in reference.resultats.incidents}
    assert fautives == {"wanda-sortie"} and len(reference.resultats.incidents) == 8
    assert reference.resultats.classement()[-1].nom == "wanda-sortie"


def test_meme_table_avec_des_processus(reference, tmp_path):
    """Trois processus jouent-ils les mêmes parties, mémoire d'une entrée et ordre des ensembles compris ?"""
    assert disputer(tmp_path, ouvriers=3).resultats.rencontres == reference.resultats.rencontres


def test_meme_table_sur_une_grappe_dask(reference, tmp_path):
    """Une grappe Dask joue-t-elle les mêmes parties, chaque entrée derrière le mur ?"""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address=None
        ) as grappe,
        distributed.Client(grappe) as client,
    ):
        rencontres = disputer(tmp_path, executeur=client.get_executor()).resultats.rencontres
    assert rencontres == reference.resultats.rencontres


@pytest.mark.parametrize("part", [0.6, 0.99])
def test_la_reprise_donne_la_meme_table(reference, tmp_path, part):
    """Coupé au milieu d'une ligne, le fichier se complète-t-il sans rien rejouer d'autre ?"""
    entier = (reference.dossier / "parties.jsonl").read_bytes()
    garde = entier[: int(part * len(entier))]
    (tmp_path / "parties.jsonl").write_bytes(garde)
    repris = Concours([inscrit(c) for c in PETITE], REGLAGES, tmp_path)
    assert len(repris.a_jouer()) == 10 - (garde.count(b"\n") - 1)  # la première ligne est l'en-tête
    for _ in repris.jouer(Atelier(SurPlace(), 1, 1, ExitStack())):
        pass
    assert repris.resultats.rencontres == reference.resultats.rencontres


def test_le_dossier_depend_des_entrees_et_des_reglages(tmp_path):
    """Une copie changée, une autre graine ont-elles un autre dossier, et le mur ou l'ordre non ?"""
    a, b = (inscrit(c) for c in JOUEURS[:2])
    ici = place(tmp_path, [a, b], REGLAGES)
    assert ici == place(tmp_path, [b, a], Reglages(WASM, ouvertures=1))
    assert ici != place(tmp_path, [a, b], Reglages(BUBBLEWRAP, graine=1, ouvertures=1))
    assert ici != place(tmp_path, [a, Inscrit(b.eleve, b.nom, (*b.cellules, "x = 1"))], REGLAGES)


def test_l_estimation_suit_les_essais():
    """Deux fois plus d'ouvriers, deux fois moins d'attente ; une entrée lente compte-t-elle ?"""
    essais = [arene.Essai("a", 0.5, 0.01), arene.Essai("b", 0.5, 0.01)]
    seul = estimer(essais, REGLAGES, 1)
    assert estimer(essais, REGLAGES, 2) == pytest.approx(seul / 2)
    assert estimer([*essais[:1], arene.Essai("b", 0.5, 0.9)], REGLAGES, 1) > 5 * seul


# --- le verdict du solveur ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("avant", "apres", "verdict"),
    [
        (3, -3, "m"), (3, -2, "g"), (0, 0, "m"), (-4, 4, "m"), (-2, 5, "p"), (3, 0, "e"), (0, 4, "e"),
        (3, 4, "b"), (None, 1, "?"), (1, None, "?"),
    ],
)  # fmt: skip
def test_le_verdict_d_un_coup(avant, apres, verdict):
    """Meilleur, gagne encore, déjà perdu, erreur, gaffe : d'après les scores d'avant et d'après ?"""
    assert _verdict(avant, apres) == verdict


def test_le_solveur_juge_et_se_souvient(tmp_path):
    """Les verdicts sont-ils ceux du solveur, colonne par colonne, et gardés d'une fois sur l'autre ?"""
    from p4core.ia.solveur import scores as toutes

    concours = concours_fictif(tmp_path, ["Ada", "Bob"])
    chemin = tmp_path / "scores.jsonl"
    lieu = Atelier(SurPlace(), 1, 1, ExitStack())
    resolues = sum(concours.juger(lieu, Scores(chemin)))
    assert resolues == len(concours.positions())
    with chemin.open("a") as fichier:
        fichier.write('{"1.2": ')  # tué pendant qu'il écrivait
    scores = Scores(chemin)
    assert list(concours.juger(lieu, scores)) == []
    parties = concours.resultats.rencontres["ada", "bob"].parties
    positions, verdicts = list(suite(parties, 0)), scores.verdicts(parties, 0)
    assert len(verdicts) == len(parties.coups_de(0)) - 8
    for position, x, verdict in zip(positions[4:], parties.coups_de(0)[12:], verdicts[4:], strict=False):
        notes = toutes(position)
        assert (verdict == "m") == (notes[x] == max(notes.values()))
        assert (verdict in "eb") == (
            (notes[x] > 0) - (notes[x] < 0) < (max(notes.values()) > 0) - (max(notes.values()) < 0)
        )


# --- la page ------------------------------------------------------------------------------------------

HOSTILES = [
    "</script><script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    '"><img src=x onerror=alert(1)> & Zoé',
    "Ada",
]


@pytest.fixture
def fictif(tmp_path):
    """Un concours joué au hasard par des élèves aux noms hostiles, dont l'un a commis une faute."""
    concours = concours_fictif(tmp_path / "concours", HOSTILES)
    a, b = next(iter(concours.resultats.rencontres))
    perdre_par_une_faute(concours, a, b, "affichage — « </script><b>SECRET</b> » pendant la partie")
    concours.refuses = [Inscrit("eve", "<i>Ève</i>", refus="mon_ia n'est pas écrite")]
    return concours


def vue(concours, noms=None, discrete=False):
    """Ce que la page montre, sans verdicts."""
    noms = noms or {i.eleve: i.nom for i in (*concours.inscrits, *concours.refuses)}
    return Vue(concours, Scores(concours.dossier / "scores.jsonl"), noms, discrete)


def test_la_page_n_execute_rien_de_ce_que_dit_un_eleve(fictif):
    """Noms et fautes sont-ils tous échappés, et le seul script permis est-il celui de la page ?"""
    page = vue(fictif).html()
    politique = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1])
    balises = re.findall(r"<script[^>]*>", page)
    assert balises == ['<script type="application/json" id="donnees">', '<script type="module">']
    assert "<img" not in page and "<i>" not in page and "<b>" not in page
    assert "default-src 'none'" in politique and "script-src 'sha256-" in politique
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in page


def test_les_fichiers_csv_ne_contiennent_pas_de_formule(fictif, tmp_path):
    """Un tableur qui ouvre les fichiers n'y trouve-t-il aucune formule, et tout le concours ?"""
    vue(fictif).ecrire(tmp_path / "page")
    for nom, lignes in {"classement.csv": 4, "rencontres.csv": 12, "parties.csv": 12}.items():
        texte = (tmp_path / "page" / nom).read_text("utf-8-sig")
        lues = list(csv.reader(io.StringIO(texte), delimiter=";"))
        assert len(lues) == lignes + 1 and len({len(ligne) for ligne in lues}) == 1
        assert not [case for ligne in lues for case in ligne if case.startswith(("=", "@"))]
    assert en_csv([{"nom": "-1+1", "force": -3.5}]).decode("utf-8-sig").split() == ["nom;force", "'-1+1;-3,5"]


@pytest.mark.parametrize("combien", [2, 3, 30])
def test_les_rangs_sont_des_entiers(tmp_path, combien):
    """De deux entrées à une classe, l'axe ne gradue-t-il que des rangs qui existent, et sans les serrer ?"""
    eleves = [f"Élève {n}" for n in range(combien)]
    gradues = list(vue(concours_fictif(tmp_path / "concours", eleves)).courbe().abscisse.graduations)
    assert gradues[0] == 1 and set(gradues) <= set(range(1, combien + 1)) and len(gradues) <= 11


def test_la_page_des_pseudonymes_ne_trahit_personne(fictif, tmp_path):
    """Ni nom, ni identifiant, ni ce qu'un élève a écrit : rien de tout cela n'est dans le dossier ?"""
    noms = pseudonymes([i.eleve for i in (*fictif.inscrits, *fictif.refuses)], 0)
    vue(fictif, noms, discrete=True).ecrire(tmp_path / "page")
    for fichier in (tmp_path / "page").iterdir():
        texte = fichier.read_text("utf-8-sig")
        montre = texte.partition("const CASE")[0]  # avant le script, où « zoe » pourrait être un mot
        assert not [m for m in ("alert(1)", "cmd", "Zoé", "zoe", "SECRET", "Ada", "Ève") if m in montre]
        assert noms["ada"] in texte


def test_le_classement_compte_tout(fictif):
    """Points, résultats, coups jugés et fautes s'additionnent-ils ?"""
    montree = vue(fictif)
    assert sum(c["gagnées"] for c in montree.comptes.values()) == sum(
        c["perdues"] for c in montree.comptes.values()
    )
    assert sum(sum(c[i] for i in ("gagnées", "nulles", "perdues")) for c in montree.comptes.values()) == 24
    assert [ligne["fautes"] for ligne in montree.classement()].count(1) == 1
    assert montree.fautes()[0]["raison"].startswith("affichage")


# --- la commande --------------------------------------------------------------------------------------


@pytest.fixture
def cours(tmp_path):
    """Un cours qui a le TP 7."""
    for dossier in ("solutions", "notebooks"):
        shutil.copytree(RACINE / dossier / TP, tmp_path / dossier / TP)
    return Cours(tmp_path)


def p4(cours, *arguments):
    """Lance la vraie commande dans le cours."""
    return subprocess.run(
        [sys.executable, "-m", "p4core", "concours", *arguments],
        cwd=cours.racine,
        env=cours.environnement(),
        capture_output=True,
        text=True,
    )


def test_de_l_archive_de_moodle_a_la_page(cours):
    """L'archive ramassée, les absents nommés, la durée annoncée, la page écrite, et refaite sans rejouer ?"""
    candidats = [JOUEURS[10], JOUEURS[11], FAUTIFS[3], *ABSENTS[:2]]
    deposer(cours.racine / "envoi", candidats)
    fichiers = [f for f in (cours.racine / "envoi").rglob("*") if f.is_file()]
    zipper(
        {str(f.relative_to(cours.racine / "envoi")): f.read_bytes() for f in fichiers},
        cours.racine / "moodle.zip",
    )
    fini = p4(cours, "moodle.zip", "--ouvertures", "1", "--processus", "1")
    assert fini.returncode == 0, fini.stderr
    assert "3 entrées, 3 rencontres de 2 parties : environ" in fini.stdout
    for absent in ABSENTS[:2]:
        assert re.search(rf"{absent.nom} ne concourt pas : .*{absent.refus}", fini.stdout)
    page = Path(re.search(r"Page : (.*)", fini.stdout)[1])
    assert page.parts[-4:-2] == ("concours", page.parts[-3]) and page.name == "index.html"
    assert "Tom Interdit" in page.read_text("utf-8")
    encore = p4(cours, "--ouvertures", "1", "--processus", "1", "--pseudonymes")
    assert "6 parties déjà jouées" in encore.stdout and "Rencontres" not in encore.stdout
    sans_noms = Path(re.search(r"Page : (.*)", encore.stdout)[1])
    assert sans_noms.parent.name == "page-pseudonymes" and "Tom Interdit" not in sans_noms.read_text("utf-8")
    assert "Tom Interdit" in (sans_noms.parents[1] / "pseudonymes.csv").read_text("utf-8-sig")


@pytest.mark.parametrize(
    ("arguments", "phrase"),
    [
        (["--ouvertures", "0"], "--ouvertures va de 1 à 50"),
        (["--processus", "-2"], "au moins 1"),
        ([], "Aucune copie de tp7_jeu_parfait"),
        (["absent.zip"], "Rien n'a été ramassé"),
        (["--tp", "tp9"], "TP inconnu"),
    ],
)
def test_une_demande_impossible_est_expliquee(cours, arguments, phrase, capsys):
    """Un mauvais argument, une source absente, aucune copie : que dit la commande ?"""
    with contextlib.chdir(cours.racine):
        assert main(["concours", *arguments]) == 2
    assert phrase in capsys.readouterr().err


def test_une_seule_entree_ne_suffit_pas(tmp_path):
    """Un concours d'une seule entrée est-il refusé avant de commencer ?"""
    lieu = Atelier(SurPlace(), 1, 1, ExitStack())
    conduite = Conduite(None, lieu, REGLAGES, dire=lambda texte: None)
    with pytest.raises(DemandeImpossible, match="au moins deux"):
        conduite.admettre([inscrit(JOUEURS[10]), Inscrit("b", "B", refus="rien")])


def test_le_terminal_se_recrit(tmp_path, monkeypatch, capsys):
    """En direct, le tableau remplace-t-il le précédent, avec les points de chacun ?"""
    concours = concours_fictif(tmp_path, ["Ada", "Bob", "Zoé"])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    direct = Direct(concours, {"ada": "Ada", "bob": "Bob", "zoe": "Zoé"})
    direct._total, direct._vivant = 3, True
    direct.avancer()
    direct.finir()
    ecran = capsys.readouterr().out
    assert "Rencontres : [████████················] 1/3" in ecran and "\033[4F\033[J" in ecran
    assert sum(points for points, _ in direct.points().values()) == 6
    assert re.search(r"1\. \w+ +\d", ecran)


# --- la classe entière --------------------------------------------------------------------------------

# Le premier joue le concours pour les autres, peut-être sur une machine chargée.
CLASSE_ENTIERE = pytest.mark.timeout(3600)


@pytest.fixture(scope="module")
def classe(tmp_path_factory):
    """Les trente copies, en un concours tué net au milieu, puis repris."""
    racine = tmp_path_factory.mktemp("classe")
    for dossier in ("solutions", "notebooks"):
        shutil.copytree(RACINE / dossier / TP, racine / dossier / TP)
    cours = Cours(racine)
    deposer(racine / "envoi", CLASSE)
    commande = [sys.executable, "-m", "p4core", "concours", "envoi", "--ouvertures", "1"]
    tue = subprocess.Popen(commande, cwd=racine, env=cours.environnement(), stdout=subprocess.DEVNULL)
    fin = time.monotonic() + 1800
    while sum(1 for f in racine.glob("gestion/concours/*/parties.jsonl") for _ in f.open()) < 100:
        assert tue.poll() is None and time.monotonic() < fin
        time.sleep(0.2)
    os.kill(tue.pid, signal.SIGKILL)
    tue.wait()
    fini = p4(cours, "--ouvertures", "1")
    assert fini.returncode == 0, fini.stderr
    return cours, fini.stdout


def publie(cours, nom):
    """Les lignes de ce fichier, à côté de la page du concours."""
    (chemin,) = cours.gestion.glob(f"concours/*/page/{nom}")
    with chemin.open(encoding="utf-8-sig", newline="") as fichier:
        return list(csv.DictReader(fichier, delimiter=";"))


@CLASSE_ENTIERE
@pytest.mark.long
def test_toute_la_classe(classe):
    """Après un arrêt net et une reprise, chaque verdict est-il le bon, et personne d'autre atteint ?"""
    cours, dit = classe
    assert re.search(r"27 entrées, 351 rencontres de 2 parties : .* \(\d+ parties déjà jouées\)", dit)
    parties = publie(cours, "parties.csv")
    assert len(parties) == 702
    attendues = {c.nom.replace("/", "∕"): c.faute for c in FAUTIFS}
    for partie in parties:
        perdant = partie["contre"] if partie["gagnant"] == partie["commence"] else partie["commence"]
        nom = perdant.removeprefix("'")
        if partie["faute"]:
            # Après deux arrêts, la rencontre est perdue d'office ; remplir la mémoire prend du temps.
            possibles = {attendues[nom], "programme arrêté", *(["trop lent"] if "Mémoire" in nom else [])}
            assert partie["faute"].partition(" — ")[0] in possibles, partie
        elif attendues.get(nom):
            pytest.fail(f"{nom} perd sans faute : {partie}")
        else:
            assert partie["gagnant"].removeprefix("'") not in attendues or partie["gagnant"] == "nulle", (
                partie
            )
    fautives = {p["commence"].removeprefix("'") for p in parties if p["faute"]} | {
        p["contre"].removeprefix("'") for p in parties if p["faute"]
    }
    assert set(attendues) <= fautives


@CLASSE_ENTIERE
@pytest.mark.long
def test_les_autres_jouent_comme_sans_les_fautifs(classe, cours):
    """Deux joueurs au hasard font-ils, sans le reste de la classe, les parties qu'ils y ont faites ?"""
    duo = [JOUEURS[8], JOUEURS[9]]
    deposer(cours.racine / "envoi", duo)
    assert p4(cours, "envoi", "--ouvertures", "1", "--processus", "1").returncode == 0
    noms = {c.nom for c in duo}
    leurs = [p for p in publie(classe[0], "parties.csv") if {p["commence"], p["contre"]} == noms]
    assert len(leurs) == 2 and leurs == publie(cours, "parties.csv")


@CLASSE_ENTIERE
@pytest.mark.long
def test_qui_voit_la_fin_joue_juste(classe):
    """L'entrée parfaite ne commet-elle ni faute ni erreur dès qu'elle voit la fin, au dire du solveur ?"""
    parties = [p for p in publie(classe[0], "parties.csv") if PARFAITE in (p["commence"], p["contre"])]
    assert len(parties) == 52 and not [p for p in parties if p["faute"] and p["gagnant"] != PARFAITE]
    siens = [
        verdict
        for p in parties
        for rang, verdict in enumerate(p["verdicts"], LONGUEUR_OUVERTURE)
        if rang % 2 == (p["contre"] == PARFAITE) and rang >= FIN_VUE
    ]
    assert len(siens) > 20 and set(siens) <= set(JUSTES)
    assert publie(classe[0], "classement.csv")[0]["entrée"] == PARFAITE
