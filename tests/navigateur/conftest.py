"""Un JupyterLab et une page de Chromium, partagés par tous les essais de navigateur."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p4core.commande import DemandeImpossible
from p4prof.site.fabrication import fabriquer
from tests.navigateur.lab import Lab
from tests.navigateur.lite import Lite, servi
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


# --- le cours dans un navigateur -----------------------------------------------------------------------


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Le site, fabriqué une fois (build/site garde ce qui vient du réseau) ; P4_SITE en désigne un autre."""
    if deja := os.environ.get("P4_SITE"):
        return Path(deja).resolve()
    if shutil.which("npm") is None:
        pytest.skip("Node.js est absent : le site ne peut pas être fabriqué")
    try:
        return fabriquer(RACINE, tmp_path_factory.mktemp("site") / "p4")
    except DemandeImpossible as refus:
        if "Prendre" in str(refus):  # Pyodide ou les roues : le réseau manque, le site n'est pas en cause
            pytest.skip(f"Pas de réseau pour fabriquer le site : {refus}"[:300])
        raise


@pytest.fixture(scope="session")
def adresse(site: Path) -> Iterator[str]:
    """Le site, servi comme le fait « p4 site --servir »."""
    with servi(site) as lieu:
        yield lieu


@pytest.fixture
def lite(chromium: Any, adresse: str) -> Iterator[Lite]:
    """Une page neuve, sans rien d'enregistré ; à la fin, aucune requête ne doit être sortie de la machine."""
    contexte = chromium.new_context(locale="fr-FR", viewport={"width": 1200, "height": 900})
    page = Lite(contexte, adresse)
    yield page
    contexte.close()
    assert page.dehors == []
