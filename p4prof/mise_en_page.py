"""Une page HTML qui s'ouvre seule : ni fichier à côté, ni réseau, ni script que ceux qu'on lui donne."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape

_STYLE = """
:root { color-scheme: light dark; --trait: #8886; --fond: #8881; --fort: #0b6bcb; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid var(--trait); }
table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem .7rem; vertical-align: top; }
tr + tr > * { border-top: 1px solid var(--trait); } td.n { text-align: right; white-space: nowrap; }
progress { width: 8rem; accent-color: var(--fort); }
details { margin: .6rem 0; } summary { cursor: pointer; }
.avis { background: var(--fond); border-left: 5px solid var(--fort); padding: .6rem 1rem; }
.echec { border-left: 5px solid #b3261e; padding-left: 1rem; }
.deux { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.deux > * { min-width: 0; } .discret { opacity: .7; }
pre { background: var(--fond); padding: .7rem; overflow-x: auto; margin: 0; }
pre { font-size: .85rem; line-height: 1.4; }
mark { background: #f5c34266; color: inherit; border-bottom: 2px solid #c98a00; }
@media (max-width: 50rem) { .deux { grid-template-columns: 1fr; } }
"""


def page(titre: str, corps: str, style: str = "", scripts: Sequence[str] = ()) -> str:
    """La page entière ; le corps est déjà du HTML, le titre est échappé.

    Le navigateur n'exécute que ces scripts-là, reconnus à leur empreinte : rien de ce que dit un élève.
    """
    politique = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'"
    if scripts:
        politique += f"; script-src {' '.join(map(_empreinte, scripts))}"
    executes = "".join(f'<script type="module">{script}</script>\n' for script in scripts)
    return (
        f'<!DOCTYPE html>\n<html lang="fr"><head><meta charset="utf-8"><title>{escape(titre)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{politique}">'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}{style}</style></head>\n'
        f"<body><header><h1>{escape(titre)}</h1></header>\n{corps}\n{executes}</body></html>\n"
    )


def _empreinte(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def liste(elements: list[str]) -> str:
    """Une liste à puces ; les textes sont échappés."""
    return "<ul>" + "".join(f"<li>{escape(e)}</li>" for e in elements) + "</ul>"


def tableau(entetes: list[str], lignes: list[list[str]]) -> str:
    """Un tableau dont les cases sont déjà du HTML."""
    tete = "".join(f"<th>{escape(e)}</th>" for e in entetes)
    corps = "".join(f"<tr>{''.join(f'<td>{case}</td>' for case in ligne)}</tr>" for ligne in lignes)
    return f"<table><tr>{tete}</tr>{corps}</table>"
