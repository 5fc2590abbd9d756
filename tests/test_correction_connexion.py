"""La liaison au carnet de notes pendant une notation."""

import os
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from p4prof.noter import liaison_unique


def moteurs(adresse):
    """Ceux de deux ouvertures de suite du carnet de notes."""
    with Gradebook(adresse) as un:
        un.add_student("zoe") if not un.students else None
    with Gradebook(adresse) as deux:
        assert [eleve.id for eleve in deux.students] == ["zoe"]
    return un.engine, deux.engine


def test_un_seul_moteur_puis_comme_avant(tmp_path, monkeypatch):
    """Pendant une notation, même interrompue, et pas après, les ouvertures ont-elles le même moteur ?"""
    # À la première ouverture, nbgrader lance « alembic » par le PATH.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    adresse = f"sqlite:///{tmp_path / 'notes.db'}"
    with pytest.raises(KeyboardInterrupt), liaison_unique():
        un, deux = moteurs(adresse)
        assert un is deux
        raise KeyboardInterrupt
    un, deux = moteurs(adresse)
    assert un is not deux
