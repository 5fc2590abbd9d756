"""Ce qui traverse la cloison : valeurs et messages ; rien de forgé n'y fait de dégât."""

import json
import math
import os
import socket
import struct
import subprocess
import sys
from collections import deque
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from p4prof.cloison.mur import archive
from p4prof.cloison.protocole import (
    CHIFFRES_MAX,
    RAPPEL_MAX,
    Canal,
    CanalMuet,
    CanalRompu,
    Decodeur,
    Encodeur,
    Opaque,
    ValeurIllisible,
    reporter,
)
from p4prof.cloison.wasm import MODULES


def sans_fonction(v):
    """Aucune fonction ne passe."""


def traverser(valeur, encodeur=None, decodeur=None):
    """La valeur telle qu'elle arrive de l'autre côté, JSON compris."""
    brut = json.loads(json.dumps((encodeur or Encodeur(sans_fonction)).encoder(valeur)))
    return (decodeur or Decodeur()).decoder(brut, refuser)


def refuser(brut):
    """Rien d'autre que des données."""
    raise ValeurIllisible("fonction")


def lire(brut):
    """Ce que devient un message forgé."""
    return Decodeur().decoder(brut, refuser)


# --- valeurs ----------------------------------------------------------------------------------------------

VALEURS = [
    None, True, 3, -(10**40), 1 << 5000, 2.5, math.inf, "é\ud800\x00", b"\x00\xff", 1 + 2j, range(2, 9, 3),
    [1, [2, (3, "x")], {"a": [1], (1, 2): {3}}], frozenset({1, (2, 3)}), Fraction(-7, 3), (), [], {}, set(),
    Decimal("2.50"),
]  # fmt: skip


@pytest.mark.parametrize("valeur", VALEURS, ids=lambda v: type(v).__name__)
def test_aller(valeur):
    """La valeur arrive-t-elle égale, et du même type ?"""
    recue = traverser(valeur)
    assert recue == valeur and type(recue) is type(valeur)


@pytest.mark.parametrize("valeur", [np.int64(3), np.float32(0.5), np.bool_(True), np.array([[1, 2], [3, 4]])])
def test_numpy(valeur):
    """Un nombre ou un tableau de numpy garde-t-il son type ?"""
    recue = traverser(valeur)
    assert recue.dtype == valeur.dtype and np.array_equal(recue, valeur) and type(recue) is type(valeur)


def test_sous_classes():
    """Une sous-classe est-elle ramenée à sa classe de base, sans que ses méthodes servent ?"""

    class Menteur(int):
        def __eq__(self, autre):
            return True

        __hash__ = int.__hash__

    class Liste(list):
        def __iter__(self):
            return iter([9])

    assert type(traverser(Menteur(4))) is int and traverser(Menteur(4)) == 4
    assert traverser(Liste([1, 2])) == [1, 2]


def test_opaque():
    """Ce qui n'est pas une donnée arrive-t-il sans méthode, égal à rien ?"""

    class Joker:
        def __eq__(self, autre):
            return True

        __hash__ = object.__hash__

    recu = traverser(Joker())
    assert isinstance(recu, Opaque) and type(recu).__name__ == "Joker"
    assert recu != 3 and recu == recu and not hasattr(recu, "nom")


def test_alias():
    """Deux noms d'une même liste le restent-ils, dans un message et d'un message au suivant ?"""
    encodeur, decodeur, liste = Encodeur(sans_fonction), Decodeur(), [1]
    premiere = traverser([liste, liste], encodeur, decodeur)
    assert premiere[0] is premiere[1]
    liste.append(2)
    seconde = traverser([liste], encodeur, decodeur)
    assert seconde[0] is premiere[0] == [1, 2]


def test_cycle():
    """Une liste qui se contient arrive-t-elle sans boucle sans fin ?"""
    liste = [1]
    liste.append(liste)
    recue = traverser(liste)
    assert recue[0] == 1 and isinstance(recue[1], Opaque)


def test_depliee():
    """Une petite réponse qui en désigne une immense est-elle refusée ?"""
    liste = [1]
    for _ in range(60):
        liste = [liste, liste]
    with pytest.raises(ValeurIllisible):
        traverser(liste)


FORGES = [
    ["a", "<U999999999", ["x"]], ["a", "<i8", [10**30]], ["a", "O", [1]], ["a", "(999,999)i8", [1]],
    ["n", "f8,f8", 1], ["l"], ["l", [], 1], ["r", 7], ["d", 1, 2], ["d", 1, ["l", 2], 3], ["s", 1, ["l", 2]],
    ["t", {"a": 1}], [], ["i", "zz"], ["q", 1, 0], ["g", 0, 10, 0], ["b", "é"], [["l"]], [None],
    ["k", 0, "f"], ["?", 1], {"a": 1},
    ["D", "un"], ["D", "1e9999"], ["D", [0, [1], 5]], ["q", "1e3000000000"], ["q", "1", "3"],
    ["q", 1], ["q", 1.5, 2], ["q", True, 2], ["g", "0", 9, 1], ["c", "1", 2],
    ["o", ["a"], "b"], ["o", "a", [[1]]], ["p", 3, ""],
]  # fmt: skip


@pytest.mark.parametrize("brut", FORGES, ids=str)
def test_forge(brut):
    """Un message forgé est-il refusé, de la seule façon attendue ?"""
    with pytest.raises(ValeurIllisible):
        lire(brut)


MULTIPLES = [k * (2**61 - 1) for k in range(20_000)]  # tous de même empreinte
BOMBES = {
    "un ensemble": ["s", 1, *MULTIPLES],
    "un ensemble figé": ["fs", *MULTIPLES],
    "un dictionnaire": ["d", 1, *(e for k in MULTIPLES for e in (k, 0))],
    "une liste à mettre dans un ensemble": ["l", 1, *MULTIPLES],
    "des fractions à mettre dans un ensemble": ["l", 1, *(["q", n, 2**61 - 1] for n in range(1, 5_000))],
    "des complexes": ["t", *(["c", -1000003 * k, k] for k in range(5_000))],
    "mille tableaux": ["l", 1, *[["a", "<U250000", ["x"]]] * 1000],
    "mille ranges": ["l", 1, *[["g", 0, 1_000_000, 1]] * 1000],
    "cent mille objets": ["l", 1, *[["o", "a", ""]] * 100_000],
    "cent mille fonctions": ["l", 1, *[["f", 0, "f", None]] * 100_000],
}


@pytest.mark.parametrize("nom", BOMBES)
def test_bombe(nom):
    """Un message court, qui demanderait une éternité ou toute la mémoire, est-il refusé ?"""
    with pytest.raises(ValeurIllisible):
        Decodeur().decoder(BOMBES[nom], lambda b: len)


@pytest.mark.parametrize(
    "argument", ["x" * 10**6, b"x" * 10**6, [0] * 3000, "x" * 1000], ids=lambda v: str(v)[:9]
)
def test_pret_borne(argument):
    """Une fonction prêtée, qui s'exécute de ce côté, ne reçoit-elle qu'un argument de taille raisonnable ?"""
    brut = Encodeur(sans_fonction).encoder(argument)
    if len(argument) == 1000:
        assert Decodeur(RAPPEL_MAX).decoder(brut, refuser) == argument
    else:
        with pytest.raises(ValeurIllisible):
            Decodeur(RAPPEL_MAX).decoder(brut, refuser)


@pytest.mark.parametrize("suite", [deque([1, 2]), {1: 0, 2: 0}.keys(), {0: 1, 1: 2}.values()])
def test_suites(suite):
    """Une suite que les vérifications acceptent dans le carnet arrive-t-elle comme une liste ?"""
    assert traverser(suite) == [1, 2]


def test_decimal_infini():
    """Un nombre décimal que rien ne compare arrive-t-il comme un flottant ?"""
    assert math.isnan(traverser(Decimal("nan"))) and traverser(Decimal("-inf")) == -math.inf


def test_demesure():
    """Un range ou un entier démesuré arrive-t-il sans pouvoir être parcouru ?"""
    assert isinstance(lire(["g", 0, 10**12, 1]), Opaque)
    assert isinstance(lire(["i", "f" * (CHIFFRES_MAX + 1)]), Opaque)
    assert lire(["g", 0, 10, 3]) == range(0, 10, 3)


def test_reporter():
    """Le contenu est-il mis à jour sur place, jusque dans les parties ?"""
    ligne = [1, 2]
    grille = [ligne, [3]]
    reporter(grille, [[1, 9], [3], [4]])
    assert grille == [[1, 9], [3], [4]] and grille[0] is ligne


# --- canal ------------------------------------------------------------------------------------------------


@pytest.fixture
def canal():
    """Un canal et la prise d'en face."""
    ici, en_face = socket.socketpair()
    with ici, en_face:
        yield Canal(ici), en_face


@pytest.mark.parametrize("octets", [b"\xff\xff\xff\xff", b"\x03\x00\x00\x00[1]", b"\x02\x00\x00\x00{a", b""])
def test_message_faux(canal, octets):
    """Un message trop long, qui n'en est pas un, ou rien : le canal est-il dit rompu ?"""
    canal[1].sendall(octets)
    canal[1].shutdown(socket.SHUT_WR)
    with pytest.raises(CanalRompu):
        canal[0].recevoir()


@pytest.mark.parametrize(
    "texte", ["[" * 100_000, "9" * 5000, '{"a":' * 20_000], ids=["liste", "entier", "objet"]
)
def test_message_bombe(canal, texte):
    """Un JSON trop profond ou un nombre trop long est-il refusé sans autre dommage ?"""
    canal[1].sendall(struct.pack("<I", len(texte)) + texte.encode())
    with pytest.raises(CanalRompu):
        canal[0].recevoir()


def test_message_inacheve(canal):
    """Un message commencé et jamais fini est-il abandonné à l'heure dite ?"""
    canal[1].sendall(b"\x10\x00\x00\x00{")
    with pytest.raises(CanalMuet):
        canal[0].recevoir(0.0)


def test_deux_messages_d_un_coup(canal):
    """Un message reçu avec le précédent attend-il, sans être perdu ni lu deux fois ?"""
    ici, en_face = canal
    textes = [json.dumps({"numero": n}).encode() for n in range(2)]
    en_face.sendall(b"".join(struct.pack("<I", len(texte)) + texte for texte in textes))
    assert ici.recevoir() == {"numero": 0} and ici.pret(0.0)
    assert ici.recevoir() == {"numero": 1} and not ici.pret(0.0)


# --- L'invité de WebAssembly, sans WebAssembly -----------------------------------------------------------

# De quoi tenir la porte dans un Python ordinaire : les ordres donnés d'avance, les réponses affichées.
PORTIER = """
import json, os, sys
from types import SimpleNamespace
ordres = iter(json.loads(sys.argv[1]))
def porte(octets):
    if not octets.startswith(b"etape "): print(octets.decode(), file=sys.__stdout__, flush=True)
    ordre = next(ordres, None) if not octets.startswith(b"etape ") else ""
    if ordre is None: os._exit(0)
    return json.dumps(ordre).encode()
sys.modules["_host"] = SimpleNamespace(call=porte)
from p4prof.cloison.invite import principal
principal()
"""


def test_invite(tmp_path):
    """Là où il n'y a pas de fils d'exécution, une cellule puis une fonction de l'élève répondent-elles ?"""
    (tmp_path / "cours.zip").write_bytes(archive(*MODULES))
    appel = {"ordre": "appeler", "fonction": "f", "delai": 1.0, "graine": 3, "direct": False}
    suite = {"emboitements": None, "compter": False, "observer": 0, "lot": False, "sur_place": False}
    source = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def f(x): return sum(ThreadPoolExecutor(2).map(int, [x, x]))"
    )
    ordres = [
        {"ordre": "executer", "source": source, "delai": 1.0, "jusque": None},
        appel | suite | {"arguments": ["t", ["t", 21], ["d", 1], ["d", 2]]},
        appel | suite | {"arguments": ["t", ["t", 4], ["d", 1], ["d", 2]], "direct": True},
    ]
    fini = subprocess.run(
        [sys.executable, "-c", PORTIER, json.dumps(ordres)],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "cours.zip")},
        capture_output=True, text=True, timeout=120, cwd=tmp_path, check=True,
    )  # fmt: skip
    pret, cellule, *appels = map(json.loads, fini.stdout.splitlines())
    assert (pret, cellule["sorties"]) == ({"pret": True}, [])
    assert [a["valeur"] for a in appels] == [42, 8]
