"""Les tournois : équité, reproductibilité, fautes, interruption, reprise, processus et machines, chutes."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

from p4core import IA_REGLES, tournoi
from p4core.ia.joueurs import adapter, machine
from p4core.ia.regles import AU_HASARD
from p4core.jeu import Position, au_hasard
from p4core.tournois import executeurs
from p4core.tournois.executeurs import jouer_prudemment
from p4core.tournois.organisation import modele
from p4core.tournois.rencontres import Lot, jouer_lot
from p4core.tournois.resultats import Resultats

# Les joueurs voyagent en entier, comme les fonctions d'un notebook, et non par le nom de ce module.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


def gauche(position: Position) -> int:
    return position.coups()[0]


def droite(position: Position) -> int:
    return position.coups()[-1]


def hasard_global(position: Position) -> int:
    """Comme une fonction d'élève : le module random, et des affichages."""
    print("je réfléchis")
    return random.choice(position.coups())


def hors_grille(position: Position) -> int:
    return 7


def qui_leve(position: Position) -> int:
    return [][position.trait]


def sans_fin(position: Position) -> int:
    while True:
        pass


JOUEURS = {
    "gauche": gauche,
    "droite": droite,
    "élève": hasard_global,
    "hasard": au_hasard(random.Random(1)),
    "2": IA_REGLES["2"],
}


def jouer(joueurs: dict[str, Any] | None = None, parties: int = 24, **options: Any) -> Resultats:
    reglages = {"graine": 3, "ouvriers": 1, "visible": False, **options}
    return tournoi(joueurs or JOUEURS, parties, **reglages)


def tous_les_coups(resultats: Resultats, a: str, b: str) -> list[bytes]:
    parties = resultats.rencontre(a, b).parties
    return [parties.coups_de(i) for i in range(len(parties))]


@pytest.fixture(scope="module")
def reference() -> Resultats:
    return jouer()


def test_toutes_les_rencontres(reference: Resultats) -> None:
    """Chaque paire joue-t-elle toutes ses parties, et le bilan de l'un est-il l'inverse de l'autre ?"""
    assert len(reference.rencontres) == 10
    for a, b in reference.rencontres:
        victoires, defaites, nulles = reference.bilan(a, b)
        assert (defaites, victoires, nulles) == reference.bilan(b, a)
        assert victoires + defaites + nulles == 24
    assert reference.complet
    assert not reference.incidents


def test_chacun_commence_autant(reference: Resultats) -> None:
    """Chacun commence-t-il la moitié des parties, celles de numéro pair pour le premier nommé ?"""
    for a, b in reference.rencontres:
        assert sum(reference.en_commencant(a, b)) == sum(reference.en_commencant(b, a)) == 12
    finale = reference.partie("gauche", "élève", 0)
    assert finale.historique[0] == 0  # « gauche » a joué le premier coup de la partie n° 0
    assert reference.partie("gauche", "élève", 1).historique[1] == 0


def test_le_bilan_est_celui_des_parties(reference: Resultats) -> None:
    """Les victoires comptées sont-elles celles que l'on revoit en rejouant les coups ?"""
    for a, b in reference.rencontres:
        gagnants = [reference.partie(a, b, i).gagnant for i in range(24)]
        pour_a = sum(g == 1 + i % 2 for i, g in enumerate(gagnants))
        assert reference.bilan(a, b) == (pour_a, 24 - pour_a - gagnants.count(0), gagnants.count(0))
        longueurs = [reference.partie(a, b, i).nb_coups for i in range(24)]
        assert reference.longueur_moyenne(a, b) == pytest.approx(sum(longueurs) / 24)


def test_ouvertures_jouees_deux_fois(reference: Resultats) -> None:
    """Deux joueurs sans hasard reçoivent-ils des ouvertures, chacune jouée des deux côtés ?"""
    assert reference.ouvertures == {("gauche", "droite"): 8}
    coups = tous_les_coups(reference, "gauche", "droite")
    assert all(coups[i][:8] == coups[i + 1][:8] for i in range(0, 24, 2))
    assert len({c[:8] for c in coups}) == 12


def test_ouvertures_imposees_ou_refusees() -> None:
    """Peut-on demander des ouvertures pour tous, ou pour personne ?"""
    deux = {"gauche": gauche, "droite": droite}
    assert len(set(tous_les_coups(jouer(deux, 10, ouvertures=0), "gauche", "droite"))) == 2
    regles = jouer({nom: IA_REGLES[nom] for nom in ("1.1", "2")}, 4, ouvertures=6)
    coups = tous_les_coups(regles, "1.1", "2")
    assert coups[0][:6] == coups[1][:6] != coups[2][:6] == coups[3][:6]


def test_meme_table_avec_des_processus(reference: Resultats) -> None:
    """Deux processus jouent-ils exactement les mêmes parties qu'un seul ?"""
    assert jouer(ouvriers=2).rencontres == reference.rencontres


def test_meme_table_avec_des_fils(reference: Resultats) -> None:
    """Un exécuteur de fils, où le hasard global est partagé, donne-t-il les mêmes parties ?"""
    with ThreadPoolExecutor(3) as fils:
        assert jouer(executeur=fils).rencontres == reference.rencontres


def test_meme_table_sur_une_grappe_dask(reference: Resultats) -> None:
    """Une grappe Dask donne-t-elle les mêmes parties, IA compilées comprises ?"""
    distributed = pytest.importorskip("distributed")
    regles = {nom: IA_REGLES[nom] for nom in ("1.1", "3")}
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=True, host="127.0.0.1", dashboard_address=None
        ) as grappe,
        distributed.Client(grappe) as client,
    ):
        executeur = client.get_executor()
        assert jouer(executeur=executeur).rencontres == reference.rencontres
        assert jouer(regles, 50, executeur=executeur).rencontres == jouer(regles, 50).rencontres


def test_la_taille_des_lots_ne_change_rien() -> None:
    """Une partie ne dépend-elle que de son numéro, compilée ou non ?"""
    for paire in (("1.1", "3"), ("élève", "hasard")):
        joueurs = {**JOUEURS, **IA_REGLES}
        entier = tous_les_coups(jouer({nom: joueurs[nom] for nom in paire}, 30), *paire)
        plus_long = tous_les_coups(jouer({nom: joueurs[nom] for nom in paire}, 50), *paire)
        assert plus_long[:30] == entier


def test_la_graine_compte() -> None:
    """Une autre graine donne-t-elle d'autres parties ?"""
    regles = {nom: IA_REGLES[nom] for nom in ("1.1", "2")}
    assert jouer(regles, graine=1).rencontres != jouer(regles, graine=2).rencontres


def test_le_hasard_de_l_appelant_est_preserve() -> None:
    """Un tournoi sur place laisse-t-il le module random comme il l'a trouvé ?"""
    random.seed(12)
    attendu = random.random()
    random.seed(12)
    jouer({"élève": hasard_global, "gauche": gauche}, 4)
    assert random.random() == attendu


@pytest.mark.parametrize(
    ("fautif", "mot"), [(hors_grille, "la réponse est 7"), (qui_leve, "IndexError"), (sans_fin, "0,2 s")]
)
def test_une_faute_perd_la_partie(fautif: Any, mot: str) -> None:
    """Un coup interdit, une erreur ou un temps dépassé perd-il la partie sans arrêter le tournoi ?"""
    resultats = jouer({"fautif": fautif, "gauche": gauche, "2": IA_REGLES["2"]}, 2, delai=0.2)
    assert resultats.complet
    assert resultats.bilan("fautif", "gauche") == (0, 2, 0)
    assert len(resultats.incidents) == 4
    assert {incident.joueur for incident in resultats.incidents} == {"fautif"}
    assert all(mot in incident.faute for incident in resultats.incidents)


def test_rien_n_est_affiche(capsys: pytest.CaptureFixture[str]) -> None:
    """Les affichages des joueurs et la barre restent-ils silencieux quand on le demande ?"""
    jouer({"élève": hasard_global, "gauche": gauche}, 4)
    sortie = capsys.readouterr()
    assert sortie.out == sortie.err == ""


class Interrompu(Executor):
    """Joue quelques lots, puis reçoit un Ctrl-C."""

    def __init__(self, lots: int) -> None:
        self.restants = lots

    def submit(self, fonction: Any, /, *arguments: Any, **nommes: Any) -> Future[Any]:
        if isinstance(arguments[0], Lot) and fonction is jouer_lot:
            self.restants -= 1
        if self.restants < 0:
            raise KeyboardInterrupt
        promesse: Future[Any] = Future()
        promesse.set_result(fonction(*arguments, **nommes))
        return promesse


def test_interruption_et_reprise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrompu, le tournoi garde-t-il ce qui est joué, et la reprise donne-t-elle la même table ?"""
    monkeypatch.setattr("p4core.tournois.executeurs.AVANCE", 1)
    deux = {"élève": hasard_global, "hasard": JOUEURS["hasard"]}
    partiel = jouer(deux, 100, executeur=Interrompu(3))
    assert not partiel.complet
    assert partiel.jouees == 60
    assert "interrompu" in str(partiel)
    fini = jouer(deux, 100, reprise=partiel)
    assert fini.complet
    assert fini.jouees_ici == 40
    assert fini.rencontres == jouer(deux, 100).rencontres


def test_reprise_d_un_autre_tournoi() -> None:
    """Reprendre un tournoi d'une autre graine est-il refusé ?"""
    deux = {"gauche": gauche, "élève": hasard_global}
    with pytest.raises(ValueError, match="autre tournoi"):
        jouer(deux, 4, graine=4, reprise=jouer(deux, 4))


def test_fichier_repris_apres_une_panne(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Un fichier coupé net au milieu d'une ligne suffit-il à reprendre ?"""
    monkeypatch.setattr("p4core.tournois.executeurs.AVANCE", 1)
    fichier, deux = tmp_path / "tournoi.jsonl", {"élève": hasard_global, "sept": hors_grille}
    jouer(deux, 100, executeur=Interrompu(3), fichier=fichier)
    fichier.write_text(fichier.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    fini = jouer(deux, 100, fichier=fichier)
    assert fini.jouees_ici == 60  # le lot coupé est rejoué
    assert fini.rencontres == jouer(deux, 100).rencontres
    assert jouer(deux, 100, fichier=fichier).jouees_ici == 0
    with pytest.raises(ValueError, match="autre tournoi"):
        jouer(deux, 100, graine=9, fichier=fichier)


def test_joueur_qui_ne_voyage_pas() -> None:
    """Un joueur impossible à envoyer joue-t-il sur place, et le dit-on à qui a choisi son exécuteur ?"""
    generateur = (x for x in ())  # un générateur ne se sérialise pas

    def attache(position: Position) -> int:
        assert generateur is not None
        return position.coups()[0]

    deux = {"attaché": attache, "élève": hasard_global}
    assert jouer(deux, 4, ouvriers=2).complet
    with ThreadPoolExecutor(1) as fils, pytest.raises(ValueError, match="attaché"):
        jouer(deux, 4, executeur=fils)


@pytest.mark.parametrize(
    ("joueurs", "parties", "mot"),
    [({"seul": gauche}, 4, "deux joueurs"), ({"a": gauche, "b": droite}, 5, "pair")],
)
def test_demandes_impossibles(joueurs: dict[str, Any], parties: int, mot: str) -> None:
    """Un tournoi d'un joueur, ou où l'un commence plus souvent, est-il refusé avec sa raison ?"""
    with pytest.raises(ValueError, match=mot):
        jouer(joueurs, parties)


def test_une_autre_grille() -> None:
    """Un tournoi se joue-t-il sur une grille 5 × 4 où l'on aligne 3 pions, compilé ou non ?"""
    depart = Position(5, 4, 3)
    resultats = jouer({"2": IA_REGLES["2"], "3": IA_REGLES["3"], "gauche": gauche}, 6, depart=depart)
    assert resultats.complet
    assert resultats.partie("2", "3", 5).largeur == resultats.partie("2", "gauche", 5).largeur == 5


def test_frequences_du_hasard() -> None:
    """Au hasard, celui qui commence gagne-t-il environ 55,7 % des parties, en 21 coups ?"""
    resultats = jouer({"a": AU_HASARD, "b": AU_HASARD}, 20_000)
    commence = resultats.en_commencant("a", "b")[0] + resultats.en_commencant("b", "a")[0]
    assert commence / 20_000 == pytest.approx(0.557, abs=0.015)
    assert resultats.longueur_moyenne("a", "b") == pytest.approx(21.4, abs=0.3)


def test_une_partie_lente_n_arrete_pas_les_autres() -> None:
    """Un joueur lent mais dans les temps garde-t-il sa victoire ?"""

    def lent(position: Position) -> int:
        time.sleep(0.01)
        return 3 if 3 in position.coups() else position.coups()[0]

    resultats = jouer({"lent": lent, "gauche": gauche}, 2, delai=2.0, ouvertures=0)
    assert not resultats.incidents
    assert resultats.bilan("lent", "gauche")[0] >= 1


def test_joueurs_de_la_bibliotheque_et_des_tp() -> None:
    """Un nom de la bibliothèque, une fonction dans le codage d'un TP peuvent-ils jouer ?"""

    def coup_colonnes(G: list[list[int]], j: int) -> int:
        return max(x for x in range(7) if G[x][5] == 0)

    joueurs = {
        "hasard": "hasard",
        "min-max": machine("minmax", profondeur=1),
        "tp": adapter(coup_colonnes, "colonnes"),
    }
    resultats = jouer(joueurs, 10, ouvertures=0)
    assert resultats.complet
    assert not resultats.incidents
    assert resultats.rencontres == jouer(joueurs, 10, ouvertures=0).rencontres
    assert resultats.partie("min-max", "tp", 1).historique[0] == 6


def test_un_tournoi_ordinaire_ne_charge_pas_numba() -> None:
    """Sans IA compilée, un tournoi se passe-t-il de numba, de pandas et de matplotlib ?"""
    programme = (
        "import sys; from p4core import tournoi; premier = lambda p: p.coups()[0]\n"
        "tournoi({'a': premier, 'b': premier}, 2, ouvriers=1, visible=False)\n"
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'distributed') if m in sys.modules])"
    )
    fini = subprocess.run([sys.executable, "-c", programme], capture_output=True, text=True, check=True)
    assert (fini.stdout, fini.stderr) == ("[]\n", "")


@pytest.mark.usefixtures("sans_oisif")
def test_sans_fils_d_execution(reference: Resultats, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dans un Python sans fils d'exécution, un tournoi joue-t-il les mêmes parties, fautes comprises ?"""

    def impossible(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", impossible)
    monkeypatch.setattr(time, "pthread_getcpuclockid", impossible, raising=False)
    assert jouer().rencontres == reference.rencontres
    fautes = [i.faute for i in jouer({"fautif": qui_leve, "gauche": gauche}, 2).incidents]
    assert len(fautes) == 2 and all("IndexError" in faute for faute in fautes)


def test_une_erreur_ne_parle_pas_du_plateau() -> None:
    """Un réglage oublié, un joueur inconnu sont-ils expliqués sans parler d'un plateau qui n'est pas là ?"""

    def minmax(G: Any, j: int, W: Any, p: int) -> int:
        return 0

    with pytest.raises(TypeError) as manque:
        jouer({"a": adapter(minmax, "colonnes", W=[1]), "b": gauche}, 2)
    with pytest.raises(ValueError, match="inconnu") as inconnu:
        jouer({"a": "minimax", "b": gauche}, 2)
    assert "attend aussi p : ajoutez p=…" in str(manque.value)
    assert "Plateau" not in str(manque.value) + str(inconnu.value)


# --- en processus, et les joueurs qui font tomber le leur -------------------------------------------------


def sortie_brutale(position: Position) -> int:
    """Quitte Python au troisième coup d'une partie sur quatre environ."""
    if position.nb_coups >= 2 and position.historique[0] in (0, 6):
        os._exit(3)
    return position.coups()[-1]


def violation(position: Position) -> int:
    ctypes.string_at(0)
    return 0


def bavard(position: Position) -> int:
    raise RuntimeError(f"processus {os.getpid()}")


def en_processus(joueurs: dict[str, Any], parties: int = 8, **options: Any) -> Resultats:
    return tournoi(joueurs, parties, **{"graine": 3, "visible": False, "ouvertures": 0, **options})


REGLES = {nom: IA_REGLES[nom] for nom in ("1.1", "2", "3")}
SAINS = {"gauche": gauche, "droite": droite, "1.1": IA_REGLES["1.1"], "2": IA_REGLES["2"]}


def test_des_processus_par_defaut() -> None:
    """Sans rien demander, les parties se jouent-elles hors de ce processus ?"""
    fautes = {incident.faute for incident in en_processus({"bavard": bavard, "gauche": gauche}, 4).incidents}
    assert fautes
    assert not [faute for faute in fautes if str(os.getpid()) in faute]


def test_les_ia_compilees_aussi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Les IA compilées jouent-elles par défaut dans des processus, la même table que sur place ?"""
    ouverts = []
    vrais = executeurs.processus
    monkeypatch.setattr(executeurs, "processus", lambda n: ouverts.append(n) or vrais(n))
    assert (
        en_processus(REGLES, 3000, ouvriers=2).rencontres == en_processus(REGLES, 3000, ouvriers=1).rencontres
    )
    assert ouverts == [2]


@pytest.mark.parametrize(
    ("fautif", "fin"), [(sortie_brutale, "code de sortie 3"), (violation, "signal SIGSEGV")]
)
def test_une_chute_perd_la_partie(fautif: Any, fin: str) -> None:
    """Un joueur qui fait tomber son processus perd-il ces parties, seul, et est-il nommé ?"""
    resultats = en_processus({"fautif": fautif, **SAINS}, ouvriers=2)
    assert resultats.complet
    assert not resultats.arret
    assert resultats.incidents
    assert {(i.joueur, i.faute) for i in resultats.incidents} == {
        ("fautif", f"son processus s'est arrêté net ({fin})")
    }
    for paire, rencontre in en_processus(SAINS, ouvriers=1).rencontres.items():
        assert resultats.rencontres[paire] == rencontre


def test_les_coups_d_avant_la_chute_sont_gardes() -> None:
    """Revoit-on la partie jusqu'à la chute, et les autres parties du lot sont-elles jouées jusqu'au bout ?"""
    resultats = en_processus({"droite": droite, "fautif": sortie_brutale}, ouvriers=2)
    assert len(resultats.incidents) == 8
    assert resultats.partie("droite", "fautif", 0).historique == (6, 6, 6)
    prudent = en_processus({"fautif": sortie_brutale, "1.1": IA_REGLES["1.1"]}, ouvriers=2)
    for i in range(8):
        tombee = prudent.rencontre("fautif", "1.1").parties.fautes.get(i, "")
        assert bool(tombee) == (not prudent.partie("fautif", "1.1", i).finie)


def test_meme_table_malgre_les_chutes() -> None:
    """Le nombre de processus ne change-t-il rien à un tournoi où l'on tombe ?"""
    joueurs = {"fautif": sortie_brutale, "gauche": gauche, "1.1": IA_REGLES["1.1"]}
    assert (
        en_processus(joueurs, 30, ouvriers=2).rencontres == en_processus(joueurs, 30, ouvriers=3).rencontres
    )


def test_une_chute_pendant_les_parties_d_essai() -> None:
    """Un joueur qui tombe dès les parties d'essai arrête-t-il le tournoi ?"""
    resultats = en_processus({"fautif": violation, "gauche": gauche, "droite": droite}, 4, ouvertures=None)
    assert resultats.complet
    assert resultats.ouvertures == {("gauche", "droite"): 8}
    assert len(resultats.incidents) == 8


def test_un_executeur_donne_qui_tombe() -> None:
    """Quand l'exécuteur de l'appelant est perdu, le tournoi finit-il sur cette machine, même table ?"""
    joueurs = {"fautif": sortie_brutale, "gauche": gauche, "2": IA_REGLES["2"]}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executeur:
        assert (
            en_processus(joueurs, executeur=executeur).rencontres
            == en_processus(joueurs, ouvriers=2).rencontres
        )


class GrappeTombee(Executor):
    """Répond comme Dask quand un lot a tué tous les ouvriers qui l'ont essayé."""

    def __init__(self, chute: type[Exception]) -> None:
        self.chute = chute

    def submit(self, fonction: Any, /, *arguments: Any, **nommes: Any) -> Future[Any]:
        promesse: Future[Any] = Future()
        promesse.set_exception(self.chute("jouer_lot", None, 3))
        return promesse


def test_une_grappe_qui_rend_un_lot() -> None:
    """Un lot que Dask renonce à jouer est-il joué sur cette machine ?"""
    distributed = pytest.importorskip("distributed")
    joueurs = {"gauche": gauche, "droite": droite}
    resultats = en_processus(joueurs, executeur=GrappeTombee(distributed.KilledWorker))
    assert resultats.rencontres == en_processus(joueurs, ouvriers=1).rencontres


def lot(joueurs: dict[str, Any], nombre: int) -> Lot:
    paire = tuple(joueurs)
    patron = modele(paire, joueurs, 0, Position(), 5.0, 0)
    return Lot(**{**vars(patron), "premiere": 40, "nombre": nombre})


class CinquiemePartie:
    """Tombe à sa cinquième partie : rejouées une à une, avec un joueur neuf, aucune ne tombe."""

    parties = 0

    def __call__(self, position: Position) -> int:
        self.parties += position.nb_coups <= 1
        if self.parties == 5:
            os._exit(0)
        return position.coups()[-1]


def test_les_parties_d_un_lot_tombe_sont_rejouees_une_a_une() -> None:
    """Une sortie « réussie » est-elle vue comme une chute, et les parties rejouées une à une ?"""
    releve = jouer_prudemment(lot({"a": CinquiemePartie(), "b": gauche}, 6))
    assert releve.jouees == 6
    assert not releve.fautes


def test_les_fautes_portent_le_numero_de_la_partie() -> None:
    """Dans un lot qui ne commence pas à zéro, les fautes gardent-elles leur numéro dans la rencontre ?"""
    assert set(jouer_prudemment(lot({"a": sortie_brutale, "b": gauche}, 3)).fautes) == {40, 41, 42}


def test_eveil_de_tous_les_processus() -> None:
    """Chaque processus fait-il son premier pas avant le chronomètre ?"""
    with executeurs.processus(2) as groupe:
        numeros = list(executeurs.eveiller(groupe, 2, os.getpid))
    assert len(set(numeros)) == 2
    assert os.getpid() not in numeros


TUE = """
import os, signal
from p4core.tournois import executeurs
with executeurs.processus(2) as groupe:
    print(*executeurs.eveiller(groupe, 2, os.getpid), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="un processus n'y voit pas mourir le sien")
def test_aucun_ouvrier_ne_survit_a_un_tournoi_tue(tmp_path: Path) -> None:
    """Un tournoi tué net laisse-t-il derrière lui des processus qui attendent ?"""
    with (tmp_path / "sortie").open("w+") as sortie:  # un tube resterait ouvert tant qu'un ouvrier vit
        subprocess.run([sys.executable, "-c", TUE], stdout=sortie, check=False)
        sortie.seek(0)
        restent = set(map(int, sortie.read().split()))
    assert len(restent) == 2
    limite = time.monotonic() + 30
    while restent and time.monotonic() < limite:
        time.sleep(0.2)
        restent = set(filter(en_vie, restent))
    assert not restent


def en_vie(numero: int) -> bool:
    try:
        os.kill(numero, 0)
    except ProcessLookupError:
        return False
    return True
