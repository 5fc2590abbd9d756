"""Ce que partagent les essais des parties en console : une personne au clavier, ou personne."""

import pytest


@pytest.fixture
def repondre(monkeypatch):
    """Prépare ce que la personne va taper ; ensuite, plus rien."""

    def preparer(*reponses):
        suite = iter(reponses)

        def saisir(question=""):
            try:
                return next(suite)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", saisir)

    return preparer


@pytest.fixture
def sans_clavier(monkeypatch):
    """Un notebook exécuté sans personne devant."""
    from ipykernel.kernelbase import StdinNotImplementedError

    def refuser(question=""):
        raise StdinNotImplementedError("pas de clavier")

    monkeypatch.setattr("builtins.input", refuser)
