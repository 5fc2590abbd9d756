"""Lancer JupyterLab et Chromium, pour les essais comme pour les mesures."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from p4cours.trous import REGLAGE
from tests.navigateur.lab import Lab

RACINE = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS_CHROMIUM = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.contextmanager
def jupyterlab(dossier: Path, source: Path | None = None, *options: str) -> Iterator[tuple[str, Path]]:
    """L'adresse d'un JupyterLab et son dossier de travail, une copie de `source`."""
    travail = dossier / "travail"
    if source and source.is_dir():
        shutil.copytree(source, travail)
    travail.mkdir(exist_ok=True)
    port, journal = _port_libre(), dossier / "serveur.log"
    with journal.open("wb") as sortie:
        processus = subprocess.Popen(
            [*_commande(port), *options],
            cwd=travail,
            env=_environnement(dossier),
            stdout=sortie,
            stderr=sortie,
        )
        try:
            adresse = f"http://127.0.0.1:{port}"
            _attendre(adresse, processus, journal)
            yield adresse, travail
        finally:
            processus.terminate()
            processus.wait(20)


@contextlib.contextmanager
def navigateur() -> Iterator[Any]:
    """Un Chromium sans écran."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pilote:
        ouvert = pilote.chromium.launch(executable_path=CHROMIUM, args=OPTIONS_CHROMIUM)
        yield ouvert
        ouvert.close()


@contextlib.contextmanager
def navigateur_garde(dossier: Path) -> Iterator[Any]:
    """Le contexte d'un Chromium qui garde dans ce dossier, d'une fois à l'autre, ce qu'il a vu et compilé."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pilote:
        contexte = pilote.chromium.launch_persistent_context(
            dossier, executable_path=CHROMIUM, args=OPTIONS_CHROMIUM, locale="fr-FR"
        )
        yield contexte
        contexte.close()


@contextlib.contextmanager
def page_lab(chromium: Any, adresse: str, travail: Path) -> Iterator[Lab]:
    """Une page de ce navigateur où JupyterLab est ouvert."""
    contexte = chromium.new_context(locale="fr-FR", viewport={"width": 1200, "height": 900})
    contexte.set_default_timeout(30_000)
    lab = Lab(contexte.new_page(), adresse, travail)
    lab.ouvrir_lab()
    yield lab
    contexte.close()


def _port_libre() -> int:
    with socket.socket() as prise:
        prise.bind(("127.0.0.1", 0))
        return int(prise.getsockname()[1])


def _commande(port: int, *options: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--port={port}",
        "--ServerApp.port_retries=0",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--LabApp.expose_app_in_browser=True",
        *options,
    ]


def _environnement(dossier: Path) -> dict[str, str]:
    """Ses propres dossiers Jupyter : ni réglages ni sessions d'ailleurs."""
    # Ni fenêtre « nouvelles de Jupyter » par-dessus les essais, ni enregistrement qu'ils n'ont pas demandé.
    _regler(dossier, "apputils-extension/notification", '{"fetchNews": "false", "checkForUpdates": false}')
    _regler(dossier, "docmanager-extension/plugin", '{"autosave": false}')
    propres = {f"JUPYTER_{nom}_DIR": str(dossier / nom.lower()) for nom in ("CONFIG", "DATA", "RUNTIME")}
    labo = {
        "JUPYTERLAB_SETTINGS_DIR": str(dossier / "reglages"),
        "JUPYTERLAB_WORKSPACES_DIR": str(dossier / "espaces"),
    }
    chemins = [str(RACINE), os.environ.get("PYTHONPATH", "")]
    # Comme chez un élève : les essais de solutions/, eux, tiennent un trou pour une erreur.
    herites = {nom: valeur for nom, valeur in os.environ.items() if nom != REGLAGE}
    return {**herites, **propres, **labo, "PYTHONPATH": os.pathsep.join(filter(None, chemins))}


def _regler(dossier: Path, nom: str, reglage: str) -> None:
    fichier = dossier / f"reglages/@jupyterlab/{nom}.jupyterlab-settings"
    fichier.parent.mkdir(parents=True)
    fichier.write_text(reglage)


def _attendre(adresse: str, processus: subprocess.Popen[bytes], journal: Path) -> None:
    limite = time.monotonic() + 120
    while time.monotonic() < limite and processus.poll() is None:
        try:
            with urllib.request.urlopen(f"{adresse}/api/status", timeout=2):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab n'a pas démarré :\n{journal.read_text(errors='replace')[-2000:]}")
