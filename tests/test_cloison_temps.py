"""Le temps d'une copie, compté de ce côté-ci : mentir n'y gagne rien, être lent n'y cache rien."""

import signal
import time
from contextlib import nullcontext
from functools import partial, update_wrapper

import pytest

from p4core.appels import Distante, TempsEcoule
from p4cours.examen import TPS, examiner, questions
from p4cours.verification import horloge as module_horloge
from p4cours.verification import moteur
from p4cours.verification.bilan import GENRE
from p4prof.cloison import session as module_session
from p4prof.cloison.choix import BUBBLEWRAP, WASM, monter
from p4prof.cloison.copie import fermer
from p4prof.cloison.mur import Mur
from p4prof.cloison.service import Alarme
from p4prof.cloison.session import HorlogeDeCopie, Limites, Session
from tests.tables import recueil
from tests.une_question import COUPS, corriger, points

FONCTIONS = [(tp, nom) for tp in TPS for nom, q in questions(tp).items() if q.parametres is not None]


@pytest.fixture(autouse=True, scope="module")
def bacs():
    """Aucun bac d'avance ne survit à ce module."""
    yield
    fermer()


# --- L'alarme du bac -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calcul", "mur", "attendu", "arrete"),
    [(1.1, 1.2, 0.0, True), (0.01, 6.0, 0.0, True), (0.5, 6.0, 0.0, False), (0.01, 6.0, 5.0, False)],
    ids=["calcule trop", "dort", "calcule peu à peu", "attend un processeur"],
)
def test_l_alarme_distingue_qui_dort_de_qui_attend(monkeypatch, calcul, mur, attendu, arrete):
    """Qui calcule sur une machine chargée garde-t-il sa seconde de calcul, et pas qui dort ?"""
    horloges = {"process_time": 0.0, "monotonic": 0.0}
    for nom in horloges:
        monkeypatch.setattr(f"p4prof.cloison.service.time.{nom}", lambda nom=nom: horloges[nom])
    monkeypatch.setattr("p4prof.cloison.service.attente", lambda: lambda: attendu)
    with Alarme(1.0) as _, pytest.raises(TempsEcoule) if arrete else nullcontext():
        horloges.update(process_time=calcul, monotonic=mur)
        signal.raise_signal(signal.SIGALRM)


# --- Le temps que l'on donne -----------------------------------------------------------------------------

FOIS = 30
AMPLEUR = 2  # celle des tests cachés
BUDGET = moteur.BUDGET * AMPLEUR * moteur.AU_LOIN * moteur.LARGESSE


class Chronometre:
    """Une réponse, et le temps de calcul que prennent ses appels."""

    def __init__(self, fonction):
        update_wrapper(self, fonction)  # les vérifications lisent les noms dont se sert la réponse
        self.fonction, self.secondes = fonction, 0.0
        self.__globals__, self.__code__ = fonction.__globals__, fonction.__code__

    def __call__(self, *arguments):
        debut = time.thread_time()
        try:
            return self.fonction(*arguments)
        finally:
            self.secondes += time.thread_time() - debut


def prend(tp, question, reponse):
    """Les secondes que prend cette réponse, juste, à la vérification d'un test caché."""
    chronometre = Chronometre(reponse)
    bilan = examiner(tp, question, chronometre, 4321, AMPLEUR)
    assert bilan.etat == "juste", bilan
    return chronometre.secondes


@pytest.mark.parametrize(
    ("tp", "question"),
    [f if f[0] == "tp1_grille" else pytest.param(*f, marks=pytest.mark.long) for f in FONCTIONS],
)
def test_budget(tp, question):
    """Les tests cachés donnent-ils trente fois ce que prend la réponse modèle ?"""
    assert prend(tp, question, recueil(tp).fonction(question)) < BUDGET / FOIS


@pytest.mark.long
@pytest.mark.parametrize(("tp", "question"), FONCTIONS)
def test_budget_des_justes(tp, question):
    """Aucune réponse juste, si lente soit-elle, n'en approche-t-elle ?"""
    justes = [r for r in recueil(tp).justes if r.question == question and hasattr(r.valeur(), "__code__")]
    assert all(prend(tp, question, r.valeur()) < BUDGET / 3 for r in justes)


# --- Le temps que l'on compte ----------------------------------------------------------------------------

LENTE = (
    """import time
def perdre():
    debut = time.process_time()
    while time.process_time() - debut < 0.25: pass
"""
    + COUPS.replace("    return", "    perdre()\n    return")
    + "def suite(): pass\n"
)
FORGER = """import gc
ordres = next(o for o in gc.get_objects() if type(o).__name__.startswith('Interieur'))._ordres
vieux = ordres['appeler']
ordres['appeler'] = lambda m: vieux(m) | {'calcul': 0}
"""
FIGER = (
    "import time\nvraie = time.process_time\n"
    + LENTE.replace("time.process_time()", "vraie()")
    + "time.process_time = lambda: 0.0\n"
)


@pytest.fixture
def presse(monkeypatch):
    """Moins de deux secondes pour tous les essais, pour ne pas y passer des minutes."""
    monkeypatch.setattr(moteur, "LARGESSE", 0.1)


@pytest.mark.parametrize("cloison", [BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)])
@pytest.mark.parametrize("avant", ["", FORGER], ids=["lente", "temps forgé"])
def test_lente(presse, avant, cloison):
    """Juste mais lente, et menteuse : ce qui n'a pas été essayé n'est-il pas gagné ?"""
    note, _ = corriger(avant + LENTE, cloison=cloison)
    bilan = [s.data[GENRE] for s in note.cells[-2].outputs if GENRE in s.get("data", {})][-1]
    assert bilan["etat"] == "faux" and "trop lente" in bilan["message"] and points(note) < 1.0


def test_horloge_figee(presse):
    """Arrêter l'horloge de son côté n'y change-t-il rien ?"""
    assert points(corriger(FIGER)[0]) < 1.0


def test_rapide(presse):
    """La même, sans perdre de temps, a-t-elle tout ?"""
    assert points(corriger(COUPS + "def suite(): pass\n")[0]) == 2.0


# --- La charge de la machine n'y change rien -------------------------------------------------------------


class MurLent(Mur):
    """Un mur dont la copie a attendu un processeur pendant presque tout le temps."""

    vivant = True
    attendues = 0.0

    def attendu(self):
        """Ce qu'elle a attendu."""
        return self.attendues

    envoyer = recevoir = bavard = depense = calcule = tuer = lambda self, *_: None


@pytest.fixture
def monotone(monkeypatch):
    """L'horloge de la machine, que l'on avance à la main."""
    instant = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: instant[0])
    monkeypatch.setattr(module_session, "attente", lambda: lambda: 0.0)
    return instant


def test_duree_d_un_echange(monotone):
    """Ni l'attente d'un processeur, ni ce qu'on lui prête ne comptent-ils dans la durée d'un échange ?"""
    mur = MurLent()
    depart = mur.depart(1.0)
    depart.ici = lambda: 0.0
    assert mur.duree(depart) == pytest.approx(0.0, abs=0.01)
    monotone[0], mur.attendues, depart.servi = 1100.0, 70.0, 20.0
    assert mur.duree(depart) == pytest.approx(10.0, abs=0.1)


def test_horloge_de_copie(monotone):
    """Une machine chargée compte-t-elle contre la copie ? Celle qui dort, si."""
    horloge, mur = HorlogeDeCopie(), MurLent()
    monotone[0], mur.attendues = 2000.0, 950.0
    assert not horloge.passe(900.0, mur) and horloge.passe(40.0, mur)
    horloge.retenir(mur)
    assert horloge.lire(None) == pytest.approx(50.0, abs=0.1)
    monotone[0] = 2900.0
    assert horloge.passe(900.0, None)


def test_horloge_sans_attentes(monotone, monkeypatch):
    """Là où le système ne dit pas qui attend, qui calcule sans cesse garde-t-il son temps ?"""
    monkeypatch.setattr(module_session, "attentes_connues", lambda: False)
    horloge, mur = HorlogeDeCopie(), MurLent()
    monotone[0], mur.ailleurs = 2000.0, lambda: 100.0
    assert horloge.lire(mur) == pytest.approx(100.0, abs=0.5)
    mur.ailleurs = lambda: 1.0
    assert horloge.passe(900.0, mur)


@pytest.mark.parametrize("comptee", [False, True], ids=["en secondes", "en instructions"])
def test_horloge_d_un_examen(monotone, monkeypatch, comptee):
    """À travers la cloison, l'examen ne compte-t-il que le calcul, sans égard à la vitesse s'il le peut ?"""
    monkeypatch.setattr(module_horloge, "_mesure", (1000.0, 3.0))
    reponse = Distante()
    reponse.comptee = comptee
    with module_horloge.horloge_de(reponse):
        horloge = module_horloge.Horloge(10.0)
        monotone[0] = 1004.0
        assert horloge.reste == pytest.approx(10.0 if comptee else 30.0, abs=0.5)
    horloge = module_horloge.Horloge(10.0)
    monotone[0] = 1104.0
    assert horloge.reste < 15


ATTENDRE = """def f(g):
    for _ in range(4): g()
    return 1
"""


@pytest.mark.parametrize("cloison", [BUBBLEWRAP, pytest.param(WASM, marks=pytest.mark.long)])
def test_ce_qu_on_lui_prete_peut_tarder(cloison):
    """Une fonction prêtée qui se fait attendre coûte-t-elle l'appel à l'élève, qui n'y peut rien ?"""
    session = Session(partial(monter, cloison), {}, Limites())
    try:
        session.executer(ATTENDRE)
        session.commencer_question()
        appel = session.lire("f").appeler((lambda: time.sleep(0.5),), 0.2, (), 0.5, {})
        assert (appel.valeur, appel.expire) == (1, False)
    finally:
        session.fermer()
