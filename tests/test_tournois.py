"""Les tournois : équité, reproductibilité, fautes, interruption, reprise, plusieurs processus et machines."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from p4core import IA_REGLES, tournoi
from p4core.ia.joueurs import adapter, machine
from p4core.ia.regles import AU_HASARD
from p4core.jeu import Position, au_hasard
from p4core.tournois.rencontres import Lot, jouer_lot
from p4core.tournois.resultats import Resultats


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
