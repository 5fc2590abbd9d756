"""Ce que partagent les essais : les réglages de nbval, une personne au clavier ou personne."""

import os
import signal

import pytest

from p4cours.trous import REGLAGE
from p4cours.verification.bilan import GENRE

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # lancés en arrière-plan, les essais ignoreraient Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ[REGLAGE] = "erreur"  # dans solutions/, que nbval exécute, un trou est un oubli


def pytest_collection_modifyitems(items):
    """nbval compare un bilan en texte et en HTML : ses données diraient la même chose, sans être épurées."""
    for carnet in {item.parent for item in items if hasattr(item.parent, "skip_compare")}:
        carnet.skip_compare += (GENRE,)


@pytest.fixture(scope="session")
def chromium():
    """Le navigateur de tous les essais d'un processus : Playwright n'en conduit pas deux à la fois."""
    from tests.navigateur.serveur import CHROMIUM, navigateur

    pytest.importorskip("playwright.sync_api", reason="playwright n'est pas installé")
    if CHROMIUM is None:
        pytest.skip("Chromium n'est pas installé")
    with navigateur() as ouvert:
        yield ouvert


@pytest.fixture
def sans_oisif(monkeypatch):
    """Aucun fil d'un appel d'avant n'attend de resservir : le prochain en demande un neuf."""
    monkeypatch.setattr("p4core.appels._oisifs", [])


@pytest.fixture
def repondre(monkeypatch):
    """Prépare ce que la personne va taper (ou KeyboardInterrupt, pour Ctrl-C) ; ensuite, plus rien."""

    def preparer(*reponses):
        suite = iter(reponses)

        def saisir(question=""):
            reponse = next(suite, EOFError)
            if isinstance(reponse, type):
                raise reponse
            return reponse

        monkeypatch.setattr("builtins.input", saisir)

    return preparer


@pytest.fixture
def sans_clavier(monkeypatch):
    """Un notebook exécuté sans personne devant."""
    from ipykernel.kernelbase import StdinNotImplementedError

    def refuser(question=""):
        raise StdinNotImplementedError("pas de clavier")

    monkeypatch.setattr("builtins.input", refuser)
