"""Ce que le bac à sable emporte de p4core."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from pathlib import Path

P4CORE = Path(__file__).resolve().parents[2]
MODULES = (
    "__init__", "alarme", "canal", "coquille", "erreurs", "interieur", "lecture", "rappel", "signatures",
    "valeurs",
)  # fmt: skip
# Tout ce que le bac voit de p4core ; la façade y tient lieu de p4core/__init__.py.
FICHIERS = {
    "__init__.py": "correction/cloison/facade.py",
    "execution.py": "execution.py",
    "recits.py": "recits.py",
    "sorties.py": "sorties.py",
    "correction/__init__.py": "correction/__init__.py",
    **{f"correction/cloison/{nom}.py": f"correction/cloison/{nom}.py" for nom in MODULES},
}


@lru_cache(maxsize=1)
def archive() -> bytes:
    """Une archive qui contient, sous le nom p4core, ce que le bac a le droit d'en voir."""
    tampon = io.BytesIO()
    with zipfile.ZipFile(tampon, "w") as paquet:
        for nom, origine in FICHIERS.items():
            paquet.writestr(f"p4core/{nom}", (P4CORE / origine).read_bytes())
    return tampon.getvalue()
