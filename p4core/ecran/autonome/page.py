"""Le plateau dans une page : son emplacement, son programme, ou une page entière qui s'ouvre d'un fichier.

    plateau_html(adversaire="parfait")       un emplacement : une image fixe, que le programme rend jouable
    style(), programme()                     à mettre une fois par page, ou dans deux fichiers à côté d'elle
    page_autonome("Jouer", plateau_html())   une page entière

Le programme est fait des fichiers mêmes du plateau des notebooks, du module WebAssembly et du livre : il ne
demande rien à personne."""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from p4core.dessin import svg
from p4core.ia.embarque import MODULE
from p4core.jeu import Position

ADVERSAIRES = ("humain", "hasard", "1.1", "1.2", "1.3", "1.4", "2", "3", "parfait")
_ICI = Path(__file__).parent
_PLATEAU = _ICI.parent / "plateau"
_LIVRE = MODULE.parent / "solveur/livre_7x6_4.p4l"
_IMPORTE = re.compile(r'^import (\{[^}]*\}) from "\./(\w+)\.mjs";$', re.MULTILINE)
_EXPORTE = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
_PAR_DEFAUT = re.compile(r"^export default (\{[^}]*\});$", re.MULTILINE)


# --- l'emplacement d'un plateau -------------------------------------------------------------------


def plateau_html(
    adversaire: str = "parfait", *, commence: str = "joueur", coups: str = "", origine: int = 1
) -> str:
    """L'emplacement d'un plateau 7 × 6 contre cet adversaire.

    `coups`, comme « 4453 », commence plus loin ; `origine` est le numéro de la première colonne.
    """
    if adversaire not in ADVERSAIRES:
        connus = ", ".join(f"« {nom} »" for nom in ADVERSAIRES)
        raise ValueError(f"Adversaire {adversaire!r} inconnu : {connus}.")
    if commence not in ("joueur", "adversaire"):
        raise ValueError(f"commence vaut {commence!r} : « joueur » ou « adversaire » attendu.")
    position = Position.depuis_coups(coups)
    partie = {
        "joueurs": ["humain", adversaire],
        "premier": int(commence == "adversaire"),
        "coups": list(position.historique),
        "origine": origine,
    }
    return emplacement(partie, svg(position))


def emplacement(partie: dict[str, Any], image: str) -> str:
    """L'emplacement d'une partie décrite comme autonome.mjs la lit ; sans programme, on voit l'image."""
    donnees = escape(json.dumps(partie, ensure_ascii=False, separators=(",", ":")), quote=True)
    return f'<div class="p4-autonome" lang="fr" data-partie="{donnees}">{image}</div>'


# --- le programme ---------------------------------------------------------------------------------


@cache
def style() -> str:
    """Les règles de style du plateau."""
    return "\n".join(_lire(chemin) for chemin in (_PLATEAU / "plateau.css", _ICI / "autonome.css"))


@cache
def programme() -> str:
    """Le programme entier, sans import : à mettre dans une balise <script>, ou dans un fichier à côté."""
    modules = {
        "plateau": _PLATEAU / "plateau.js",
        "noyau": _ICI / "noyau.mjs",
        "autonome": _ICI / "autonome.mjs",
    }
    parties = [f"const {nom} = {_enfermer(_lire(chemin))};" for nom, chemin in modules.items()]
    octets = "(texte) => () => Uint8Array.from(atob(texte), (c) => c.charCodeAt(0))"
    parties.append(f"const octets = {octets};")
    ressources = ", ".join(f'octets("{_base64(chemin)}")' for chemin in (MODULE, _LIVRE))
    parties.append(f"const ressources = new autonome.Ressources({ressources});")
    parties.append("const demarrer = () => autonome.toutMonter(plateau, ressources);")
    # Les emplacements peuvent suivre le programme dans la page.
    parties.append(
        'if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", demarrer);\n'
        "else demarrer();"
    )
    texte = "(() => {\n" + "\n".join(parties) + "\n})();\n"
    assert "</script" not in texte.lower()
    return texte


def _enfermer(source: str) -> str:
    """Un module ES en une expression : ses imports deviennent des lectures, ses exports un objet."""
    defaut = _PAR_DEFAUT.search(source)
    rendu = defaut[1] if defaut else "{ " + ", ".join(_EXPORTE.findall(source)) + " }"
    corps = _IMPORTE.sub(r"const \1 = \2;", _PAR_DEFAUT.sub("", source))
    corps = re.sub(r"^export ", "", corps, flags=re.MULTILINE)
    assert not re.search(r"^(import|export)\b", corps, flags=re.MULTILINE)
    return f"(() => {{\n{corps}\nreturn {rendu};\n}})()"


def _lire(chemin: Path) -> str:
    return chemin.read_text("utf-8")


def _base64(chemin: Path) -> str:
    return base64.b64encode(chemin.read_bytes()).decode()


# --- une page entière -----------------------------------------------------------------------------

_PAGE = """<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><title>{titre}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 60rem; margin: 1rem auto; padding: 0 1rem; font-family: system-ui, sans-serif; }}
{style}</style></head>
<body><main><h1>{titre}</h1>
{corps}
</main>
<script>{programme}</script>
</body></html>
"""


def page_autonome(titre: str = "Puissance 4", *corps: str) -> str:
    """Une page entière, qui s'ouvre d'un fichier, de ce HTML (sinon, un plateau contre le joueur parfait)."""
    morceaux = "\n".join(corps or (plateau_html(),))
    return _PAGE.format(titre=escape(titre), style=style(), corps=morceaux, programme=programme())
