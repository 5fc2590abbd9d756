"""Compter ce qu'un appel tire au hasard, et s'en servir : des parties annoncées ont-elles été jouées ?"""

import random

import numpy as np
import numpy.random  # chargé d'avance : son premier usage, sinon, ne se compte pas
import pytest

from p4core.appels import Tirages
from p4cours.examen import examiner
from p4prof.cloison.choix import BUBBLEWRAP, monter
from p4prof.cloison.session import Limites, Session

# --- compter -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("nombre", [0, 1, 623, 624, 625, 2000])
@pytest.mark.parametrize("avance", [0, 1, 400, 624])
def test_compte_exact(avance, nombre):
    """D'où que l'on parte, chaque entier de 32 bits est-il compté une fois ?"""
    random.seed(1)
    for _ in range(avance):
        random.getrandbits(32)
    tirages = Tirages()
    for _ in range(nombre):
        random.getrandbits(5)
    assert tirages.compter() == nombre


@pytest.mark.parametrize(
    ("tirer", "permis"),
    [
        (random.random, [2]),
        (lambda: random.choice("abcdefg"), range(1, 60)),
        (lambda: random.shuffle(list(range(42))), range(41, 200)),
        (lambda: np.random.rand(21), [42]),
        (lambda: np.random.randint(7, size=42), range(42, 200)),
        (lambda: (random.random(), np.random.rand()), [4]),
        (lambda: random.Random(3).random(), [0]),
        (lambda: np.random.default_rng(3).random(), [0]),
        (lambda: random.seed(3), [None]),
        (lambda: np.random.seed(3), [None]),
        (lambda: random.getrandbits(32 * 300_000), [None]),
    ],
)
def test_generateurs(tirer, permis):
    """Les deux générateurs communs sont-ils suivis, et ce qui ne peut pas l'être laissé dans le doute ?"""
    tirages = Tirages()
    tirer()
    assert tirages.compter() in permis


# --- jouer vraiment : probabilite_hasard -------------------------------------------------------------

# Une partie entière sans aucune fonction du notebook : `tirer` choisit parmi les colonnes libres.
PARTIE = """
import os, random, secrets
import numpy as np

rng, moi = np.random.default_rng(), random.Random()

def gagne(G, x, y, j):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        n = 1
        for s in (1, -1):
            a, b = x + s * dx, y + s * dy
            while 0 <= a < 7 and 0 <= b < 6 and G[a][b] == j:
                n, a, b = n + 1, a + s * dx, b + s * dy
        if n >= 4:
            return True
    return False

def ma_partie():
    G, j = [[0] * 6 for _ in range(7)], 1
    while libres := [x for x in range(7) if G[x][5] == 0]:
        x = TIRER
        y = G[x].index(0)
        G[x][y] = j
        if gagne(G, x, y, j):
            return j
        j = 3 - j
    return 0

def probabilite_hasard(k):
    issues = [ma_partie() for _ in range(k)]
    return issues.count(1) / k, issues.count(2) / k, issues.count(0) / k
"""
TIRAGES = {
    "choice": "random.choice(libres)",
    "random": "libres[int(len(libres) * random.random())]",
    "shuffle": "random.sample(libres, len(libres))[0]",
    "numpy": "int(np.random.choice(libres))",
    "randint": "libres[np.random.randint(len(libres))]",
    "default_rng": "int(rng.choice(libres))",
    "Random": "moi.choice(libres)",
    "secrets": "secrets.choice(libres)",
    "urandom": "libres[int.from_bytes(os.urandom(8), 'big') % len(libres)]",
    "graine": "(random.seed(random.getrandbits(64)), random.choice(libres))[1]",
    "mixte": "libres[(random.getrandbits(3) if j == 0 else moi.getrandbits(60)) % len(libres)]",
}


def definir(source):
    """La réponse de ce notebook."""
    espace = {}
    exec(source, espace)
    return espace["probabilite_hasard"]


@pytest.mark.parametrize("nom", TIRAGES)
def test_parties_ecrites_a_l_interieur(nom):
    """Une réponse qui joue ses parties elle-même, d'où que vienne son hasard, est-elle juste ?"""
    reponse = definir(PARTIE.replace("TIRER", TIRAGES[nom]))
    assert examiner("tp1_grille", "probabilite_hasard", reponse).part == 1


ENTETE = "import random\nimport numpy as np\ndef probabilite_hasard(k):\n    "
SANS_JOUER = {
    "choices": "c = random.choices((1, 2, 0), (555, 442, 3), k=k)\n"
    "    return c.count(1) / k, c.count(2) / k, c.count(0) / k",
    "random": "n = sum(random.random() < 0.556 for _ in range(k))\n    return n / k, (k - n) / k, 0.0",
    "numpy": "return tuple(np.random.multinomial(k, (0.555, 0.442, 0.003)) / k)",
    "coups": "coups(init())\n    n = sum(random.random() < 0.556 for _ in range(k))\n"
    "    return n / k, (k - n) / k, 0.0\n"
    "def init():\n    return [[0] * 6 for _ in range(7)]\n"
    "def coups(G):\n    return [(x, c.index(0)) for x, c in enumerate(G) if 0 in c]",
}


@pytest.mark.parametrize("nom", SANS_JOUER)
@pytest.mark.parametrize(("graine", "ampleur"), [(None, 1), (5, 2)])
def test_issues_tirees_sans_jouer(nom, graine, ampleur):
    """Des issues tirées au sort près de la vérité, sans une partie, sont-elles refusées, et pour cela ?"""
    bilan = examiner("tp1_grille", "probabilite_hasard", definir(ENTETE + SANS_JOUER[nom]), graine, ampleur)
    assert bilan.etat == "faux" and bilan.part <= 0.25
    assert bilan.message.startswith("Vous ne jouez pas de partie"), bilan


@pytest.mark.parametrize(
    ("source", "etat"),
    [(ENTETE + SANS_JOUER["choices"], "faux"), (PARTIE.replace("TIRER", TIRAGES["choice"]), "juste")],
)
def test_a_travers_la_cloison(source, etat):
    """À la correction aussi, ce qui est joué se voit-il, et ce qui ne l'est pas ?"""
    session = Session(lambda: monter(BUBBLEWRAP), {}, Limites())
    try:
        session.executer(source)
        session.commencer_question()
        bilan = examiner("tp1_grille", "probabilite_hasard", session.lire("probabilite_hasard"))
        assert bilan.etat == etat and ("Vous ne jouez pas" in bilan.message) == (etat == "faux"), bilan
    finally:
        session.fermer()
