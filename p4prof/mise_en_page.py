"""Une page HTML qui s'ouvre seule : ni fichier à côté, ni réseau, et rien d'un élève qui n'y soit échappé.

Toutes viennent des gabarits Jinja2 du dossier « gabarits », sur une même page de base.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from p4core.francais import INSECABLE, ecrire_nombre, enumerer, pour_cent


@lru_cache
def _gabarits() -> Environment:
    """Les gabarits : tout y est échappé, et une valeur oubliée est une erreur."""
    gabarits = Environment(
        loader=PackageLoader("p4prof", "gabarits"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    gabarits.filters |= {
        "nombre": ecrire_nombre,
        "pour_cent": lambda part: pour_cent(part, 0, INSECABLE),
        "enumerer": enumerer,
    }
    return gabarits


def mettre_en_page(gabarit: str, titre: str, programme: str = "", wasm: bool = False, **valeurs: Any) -> str:
    """La page d'un gabarit ; de programme, il n'y a que celui qu'on lui donne (et son WebAssembly)."""
    permis = f"'sha256-{_empreinte(programme)}'" if programme else "'none'"
    permis += " 'wasm-unsafe-eval'" if wasm else ""
    politique = f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {permis}"
    page = _gabarits().get_template(gabarit)
    return page.render(titre=titre, politique=politique, programme=Markup(programme), **valeurs)


def _empreinte(programme: str) -> str:
    return base64.b64encode(hashlib.sha256(programme.encode()).digest()).decode()


def gabarit_brut(nom: str) -> str:
    """Le texte d'un fichier des gabarits : un programme, par exemple."""
    gabarits = _gabarits()
    assert gabarits.loader is not None
    return gabarits.loader.get_source(gabarits, nom)[0]
