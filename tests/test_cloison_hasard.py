"""La cloison au hasard : messages et valeurs forgés, tronqués, démesurés ; les juges n'en souffrent pas.

« make hasard » en essaie davantage (P4_ESSAIS=100000 pour en changer le nombre).
"""

import json
import os
import socket
import struct
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p4cours.examen import TPS, examiner, questions
from p4prof.cloison.copie import note_lisible
from p4prof.cloison.protocole import Canal, CanalRompu, Decodeur, ValeurIllisible, lisible
from p4prof.cloison.service import Garde
from p4prof.cloison.session import Budget, Dialogue, Limites, lire_sorties

ESSAIS = int(os.environ.get("P4_ESSAIS", "200"))
AU_HASARD = settings(max_examples=ESSAIS, deadline=None, suppress_health_check=list(HealthCheck))
JUGES = settings(AU_HASARD, max_examples=max(10, ESSAIS // 20))  # un verdict dure bien plus qu'une lecture
SECONDES = 5  # aucune valeur ne demande plus
GENRES = [*"ltrdsicbgqnaDopfkFK?", "fs"]
SIMPLES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=-(10**4200), max_value=10**4200),
    st.floats(),
    st.text(st.characters()),
    st.sampled_from(["1e3000000000", "\ud800", "f" * 3000, "<U99999", "<i8", "nan", "-1", "0x", "9" * 4000]),
)
VALEURS = st.recursive(
    SIMPLES,
    lambda dedans: st.one_of(
        st.lists(dedans, max_size=6),
        st.builds(
            lambda genre, reste: [genre, *reste], st.sampled_from(GENRES), st.lists(dedans, max_size=6)
        ),
        st.dictionaries(st.text(max_size=5), dedans, max_size=4),
    ),
    max_leaves=40,
)
CHAMPS = (
    *("valeur", "apres", "exception", "sortie", "expire", "arrete", "saisies", "appuis", "calcul"),
    *("paresseuse", "pile", "tirages"),
)
EXCEPTIONS = st.fixed_dictionaries(dict.fromkeys(("noms", "texte", "ligne", "rappel"), VALEURS))


def session_factice():
    """Ce qu'un dialogue demande à sa session."""
    return SimpleNamespace(
        resultats=Decodeur(),
        generation=1,
        numeros=iter(range(99)),
        incidents=set(),
        entrer=lambda pas: None,
        en_rappel=0.0,
        limites=Limites(),
    )


def refuser(brut):
    """Aucune fonction."""
    raise ValeurIllisible("fonction")


def a_temps(faire, *permises):
    """Fait, ou lève l'une des exceptions permises, sans s'éterniser ; ce qui a été fait, ou None."""
    debut = time.process_time()
    try:
        return faire()
    except permises:
        return None
    finally:
        assert time.process_time() - debut < SECONDES


@AU_HASARD
@given(VALEURS)
def test_valeur(brut):
    """Une valeur forgée est-elle refusée comme prévu, ou montrable, comparable et notable sans dommage ?"""
    valeur = a_temps(lambda: Decodeur().decoder(brut, refuser), ValeurIllisible)
    assert lisible(repr(valeur)).encode()
    assert (valeur == 3) in (True, False) or getattr(valeur, "ndim", 0) > 0
    a_temps(lambda: note_lisible([], valeur, 4.0))


@AU_HASARD
@given(st.binary(max_size=200), st.integers(min_value=0, max_value=2**32 - 1), st.booleans())
def test_octets(octets, longueur, juste):
    """Des octets quelconques, une longueur fausse, un message coupé : le canal est-il seulement rompu ?"""
    ici, en_face = socket.socketpair()
    with ici, en_face:
        en_face.sendall(struct.pack("<I", len(octets) if juste else longueur) + octets)
        en_face.shutdown(socket.SHUT_WR)
        a_temps(lambda: Canal(ici).recevoir(time.monotonic() + 1), CanalRompu)


@AU_HASARD
@given(st.dictionaries(st.sampled_from(CHAMPS), VALEURS), EXCEPTIONS, st.booleans())
def test_reponse(reponse, exception, levee):
    """Une réponse forgée, incomplète ou d'un autre genre est-elle un appel, ou une rupture, rien d'autre ?"""
    honnete = dict.fromkeys(CHAMPS) | {
        "apres": ["t", 1],
        "sortie": "",
        "saisies": 0,
        "appuis": [],
        "calcul": 0,
    }
    forgee = dict.fromkeys(CHAMPS) | honnete | reponse | ({"exception": exception} if levee else {})
    dialogue = Dialogue(session_factice())
    appel = a_temps(lambda: dialogue.conclure((1,), forgee, 0.5), CanalRompu)
    if appel is not None:
        assert 0 <= appel.calcul <= 0.5 and lisible(f"{appel.sortie}{appel.exception}").encode()


@AU_HASARD
@given(VALEURS)
def test_rappel(arguments):
    """Des arguments forgés pour une fonction prêtée : une rupture, ou une réponse que l'on sait envoyer ?"""
    dialogue = Dialogue(session_factice())
    dialogue.ecrire(len)
    message = {"rappel": 0, "arguments": arguments}
    reponse = a_temps(lambda: dialogue.repondre(message, Garde(1.0)), CanalRompu)
    assert json.dumps(reponse)


@AU_HASARD
@given(st.lists(st.dictionaries(st.sampled_from(["output_type", "name", "text", "data", "ename"]), VALEURS)))
def test_sorties(brutes):
    """Des sorties quelconques donnent-elles un carnet que l'on sait écrire ?"""
    sorties = a_temps(lambda: Budget().garder(lire_sorties(brutes)))
    assert json.dumps(sorties, ensure_ascii=False).encode()


# --- les juges --------------------------------------------------------------------------------------------

QUESTIONS = [(tp, nom) for tp in TPS for nom, q in questions(tp).items() if q.parametres is not None]
REPONSES = [(tp, nom) for tp in TPS for nom, q in questions(tp).items() if q.parametres is None]


def decodee(brut):
    """La valeur telle qu'elle arrive aux juges ; une chaîne si elle n'arrive pas."""
    return a_temps(lambda: Decodeur().decoder(brut, refuser), ValeurIllisible) or ""


@JUGES
@given(st.sampled_from(QUESTIONS), VALEURS, st.booleans())
def test_juge_d_une_fonction(question, brut, dans_une_liste):
    """Une fonction qui rend n'importe quoi a-t-elle un verdict, sans un point ni une panne du juge ?"""
    valeur = [decodee(brut)] if dans_une_liste else decodee(brut)
    bilan = examiner(*question, lambda *arguments: valeur)
    assert bilan.part == 0.0 and lisible(str(bilan)).encode()


@JUGES
@given(st.sampled_from(REPONSES), VALEURS)
def test_juge_d_une_valeur(question, brut):
    """Une réponse qui est n'importe quoi a-t-elle un verdict, que l'on sait montrer ?"""
    assert lisible(str(examiner(*question, decodee(brut)))).encode()
