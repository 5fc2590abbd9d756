"""Un JupyterLab et une page de Chromium, partagés par tous les essais de navigateur."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.navigateur.lab import Lab
from tests.navigateur.serveur import RACINE, jupyterlab, page_lab


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marque les essais de ce dossier et les garde ensemble : ils partagent une page."""
    for essai in items:
        if Path(__file__).parent in essai.path.parents:
            essai.add_marker(pytest.mark.navigateur)
            essai.add_marker(pytest.mark.xdist_group("navigateur"))


@pytest.fixture(scope="session")
def lab_partage(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """La page de JupyterLab, ouverte une fois pour toutes sur une copie des notebooks."""
    with (
        jupyterlab(tmp_path_factory.mktemp("lab"), RACINE / "notebooks") as (adresse, travail),
        page_lab(chromium, adresse, travail) as lab,
    ):
        yield lab


@pytest.fixture
def lab(lab_partage: Lab) -> Iterator[Lab]:
    """La même page, rendue propre après chaque essai."""
    yield lab_partage
    lab_partage.tout_fermer()
