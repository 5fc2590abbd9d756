"""Poser des questions à Node.js : ce que le navigateur sait du jeu, sans Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from p4core.ia.embarque import MODULE

RACINE = Path(__file__).resolve().parent.parent
LIVRE = RACINE / "p4core/ia/solveur/livre_7x6_4.p4l"


def node(script: str, *arguments: Any, entree: str = "") -> str:
    """Ce qu'écrit un programme de tests/js ; l'essai est sauté, en le disant, si Node.js est absent."""
    if not shutil.which("node"):
        pytest.skip("Node.js est absent : le module WebAssembly n'est pas essayé comme dans un navigateur.")
    commande = ["node", str(RACINE / "tests/js" / script), *map(str, arguments)]
    fait = subprocess.run(commande, input=entree, capture_output=True, text=True, check=False)
    assert fait.returncode == 0, fait.stderr
    return fait.stdout


def interroger(**demandes: Any) -> dict[str, Any]:
    """Les réponses du noyau JavaScript et du module WebAssembly à ces demandes (tests/js/comparer.mjs)."""
    return json.loads(node("comparer.mjs", MODULE, LIVRE, entree=json.dumps(demandes)))
