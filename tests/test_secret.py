"""Le secret d'une classe : tiré une fois, gardé, jamais dit ; ce que l'élève apprend des tests cachés."""

import json
import os
import random
import re
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from p4core.commande import DemandeImpossible
from p4cours.examen import examiner, noter_sur, verifier
from p4cours.verification.bilan import GENRE
from p4prof.cloison.copie import fermer
from p4prof.secret import deriver, empreinte_du_secret, secret_du_tp
from tests.cours_factice import cours_factice
from tests.une_question import COUPS, corriger, points

TP = "tp_essai"

# --- Le fichier ------------------------------------------------------------------------------------------


def test_cree_une_fois(tmp_path):
    """Seize octets, lisibles de l'enseignant seul, propres au TP, et jamais récrits ?"""
    premier = secret_du_tp(tmp_path / "gestion", TP)
    (fichier,) = (tmp_path / "gestion" / "secrets").iterdir()
    assert len(premier) == 16 and stat.S_IMODE(fichier.stat().st_mode) == 0o600
    assert stat.S_IMODE(fichier.parent.stat().st_mode) == 0o700
    assert secret_du_tp(tmp_path / "gestion", TP) == premier != secret_du_tp(tmp_path / "gestion", "tp_autre")


@pytest.mark.parametrize("liens", [True, False])
def test_deux_notations_a_la_fois(tmp_path, monkeypatch, liens):
    """Des notations qui commencent ensemble ont-elles toutes le même, même sur un disque sans liens ?"""
    if not liens:

        def refuser(*_):
            raise PermissionError(1, "pas de lien ici")

        monkeypatch.setattr(os, "link", refuser)
    with ThreadPoolExecutor(8) as fils:
        lus = set(fils.map(lambda _: secret_du_tp(tmp_path, TP), range(32 if liens else 1)))
    assert len(lus) == 1 and {secret_du_tp(tmp_path, TP)} == lus
    assert [p.name for p in (tmp_path / "secrets").iterdir()] == [f"{TP}.txt"]


def test_dossier_ferme(tmp_path):
    """Un dossier où l'on ne peut pas écrire est-il dit en français, avec son nom ?"""
    (tmp_path / "gestion").write_text("un fichier à la place du dossier")
    with pytest.raises(DemandeImpossible, match=r"ni lu ni écrit dans .*il faut pouvoir lire et écrire"):
        secret_du_tp(tmp_path / "gestion", TP)


@pytest.mark.parametrize("contenu", [b"", b"12", b"\xff\xfe", b"g" * 32])
def test_abime(tmp_path, contenu):
    """Un secret abîmé est-il dit, et laissé tel quel ?"""
    secret_du_tp(tmp_path, TP)
    fichier = tmp_path / "secrets" / f"{TP}.txt"
    fichier.write_bytes(contenu)
    with pytest.raises(DemandeImpossible, match="secret des tests cachés"):
        secret_du_tp(tmp_path, TP)
    assert fichier.read_bytes() == contenu


def test_derivees():
    """Deux usages, deux secrets : des graines sans rapport, et l'empreinte ne dit pas le secret ?"""
    secret = bytes(range(16))
    graines = {
        deriver(s, *noms) for s in (secret, bytes(16)) for noms in ((TP, "q", 1), (TP, "q", 2), (TP, "r", 1))
    }
    assert len(graines) == 6 and max(graines) > 1 << 100
    assert secret.hex() not in empreinte_du_secret(secret) != empreinte_du_secret(bytes(16))


def test_graine_du_test_cache(monkeypatch, capsys):
    """À la correction, la graine écrite dans le test caché est-elle remplacée, et elle seule ?"""
    vues = []
    monkeypatch.setattr(
        "p4cours.examen.examiner", lambda *a: vues.append(a[3]) or examiner("tp1_grille", "coups", None)
    )
    with noter_sur(2.0, lambda *noms: deriver(b"s", *noms)):
        verifier("tp1_grille", "coups", None)
        verifier("tp1_grille", "coups", None, graine=12345, ampleur=2)
    verifier("tp1_grille", "coups", None, graine=12345)
    assert vues == [None, deriver(b"s", "tp1_grille", "coups", 12345), 12345]


def test_note_avec_le_secret(tmp_path):
    """La première notation tire le secret ; en changer fait noter de nouveau ; sans lui, une phrase ?"""
    cours = cours_factice(tmp_path, TP)
    cours.rendre("ana", TP, cours.solution(TP))
    cours.nbgrader("autograde", TP)
    fichier, copie = (
        cours.gestion / "secrets" / f"{TP}.txt",
        cours.gestion / f"autograded/ana/{TP}/{TP}.ipynb",
    )
    secret, notee = fichier.read_text(), copie.stat().st_mtime_ns
    assert secret.strip() not in copie.read_text("utf-8")
    cours.nbgrader("autograde", TP)
    assert (fichier.read_text(), copie.stat().st_mtime_ns) == (secret, notee)
    fichier.unlink()
    cours.nbgrader("autograde", TP)
    assert fichier.read_text() != secret and copie.stat().st_mtime_ns > notee
    fichier.write_text("abîmé")
    assert "effacez-le : un autre sera tiré" in cours.nbgrader("autograde", TP, reussite=False)


# --- Ce que l'élève peut apprendre des tests cachés, et en montrer ---------------------------------------


@pytest.fixture(autouse=True, scope="module")
def bacs():
    """Aucun bac d'avance ne survit à ce module."""
    yield
    fermer()


def essais(graine, ampleur):
    """Les grilles que cette vérification donne à la réponse."""
    vues = set()

    def coups(G):
        vues.add(repr(G))
        return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]

    assert examiner("tp1_grille", "coups", coups, graine, ampleur).etat == "juste"
    return vues


def test_autres_essais():
    """Le secret change-t-il les essais, et la même réponse a-t-elle toujours les mêmes ?"""
    tirages = [essais(deriver(s, "tp1_grille", "coups", 12345), 2) for s in (b"a", b"b", b"a")]
    assert tirages[0] == tirages[2] != tirages[1]
    visibles = essais(None, 1)
    assert len(tirages[0] - visibles) > 20


BAVARDE = """import sys
vus = []
def nom(G): return 'G' + ''.join(c for c in repr(G) if c.isdigit())
def coups(G):
    vus.append(G)
    print('REÇU', G)
    print('REÇU', G, file=sys.stderr)
    open('vus.txt', 'a').write(repr(G))
    if len(vus) > 3: {fin}
    return [(x, G[x].index(0)) for x in range(7) if 0 in G[x]]
def suite():
    import os
    print(len(vus), vus, os.listdir('.'), open('vus.txt').read() if os.path.exists('vus.txt') else 'rien')
"""
FINS = [
    "return []",
    "return G",
    "return repr(vus)",
    "raise ValueError(repr(vus))",
    "raise type(nom(G), (Exception,), {})(repr(vus))",
    "import p4core; return getattr(p4core, repr(G))()",
    "exec('def ' + nom(G) + '():\\n while 1: pass', globals()); globals()[nom(G)]()",
    "import os; os._exit(1)",
    "return vus",
]  # fmt: skip


@pytest.mark.parametrize("fin", FINS)
def test_copie_bavarde(fin):
    """Une réponse qui montre tout ce qu'elle reçoit ne montre-t-elle aucune grille cachée à l'élève ?"""
    note, retour = corriger(BAVARDE.format(fin=fin))
    assert points(note) < 2
    cachees = essais(deriver(b"un secret", "tp1_grille", "coups", 12345), 2) - essais(None, 1)
    texte = json.dumps(retour, ensure_ascii=False)
    chiffres = {"".join(c for c in g if c.isdigit()) for g in cachees}
    assert not [g for g in cachees if g in texte]
    assert not [c for c in chiffres if c in re.sub(r"\D", "", texte)]
    assert retour.cells[-1].outputs[0].text == "0 [] [] rien\n"
    # Le bilan du test que l'élève connaît, lui, montre son contre-exemple.
    visible, cache = (s.data[GENRE] for s in retour.cells[-2].outputs if GENRE in s.get("data", {}))
    assert visible["contre_exemple"] and cache["contre_exemple"] is None and not cache["sortie"]


def test_visible_sans_memoire():
    """Ce que la réponse a retenu des essais cachés ne paraît-il pas dans le bilan du test visible ?"""
    retient = "vus = []\ndef coups(G):\n    vus.append(repr(G))\n    raise ValueError(str(len(vus)))\n"
    note, retour = corriger(retient + "def suite(): print(vus)")
    visible = next(s.data[GENRE] for s in retour.cells[-2].outputs if GENRE in s.get("data", {}))
    assert "Python dit : 1" in visible["message"] and points(note) == 0.0
    assert retour.cells[-1].outputs[0].text == "[]\n"


ESPION = """import random
graines, vraie = [], random.seed
def seed(*a):
    graines.append(a)
    vraie(*a)
random.seed = seed
def coups(G):
    print('GRAINES', graines[-1:], random.random())
    return []
def suite(): pass
"""


def test_random_seed_espionnee():
    """Les graines que voit l'élève n'ont-elles aucun rapport avec celles des tests ?"""
    note, _ = corriger(ESPION)
    bilan = next(s.data[GENRE] for s in reversed(note.cells[-2].outputs) if GENRE in s.get("data", {}))
    vues = {int(n) for n in re.findall(r"GRAINES \[\((\d+),\)\]", bilan["sortie"])}
    assert vues and min(vues) > 1 << 64
    graine = deriver(b"un secret", "tp1_grille", "coups", 12345)
    suite, tirees = random.Random(graine), set()
    for _ in range(5000):
        tirees.add(suite.random())
    devinees = {random.Random(v).random() for v in vues} | {v / 2**128 for v in vues} | vues
    assert not devinees & tirees and graine not in vues
    # Le même hasard, lui, est rendu à qui est noté de nouveau.
    encore, _ = corriger(ESPION)
    assert bilan == next(
        s.data[GENRE] for s in reversed(encore.cells[-2].outputs) if GENRE in s.get("data", {})
    )


def test_notes_egales():
    """La même réponse, notée deux fois, a-t-elle la même note, et le même contre-exemple ?"""
    fausse = COUPS.replace("range(7)", "range(6)") + "def suite(): pass"
    un, deux = (corriger(fausse)[0] for _ in range(2))
    assert un.cells[-2].outputs == deux.cells[-2].outputs and 0 <= points(un) < 2
    assert points(corriger(COUPS + "def suite(): pass")[0]) == 2.0
