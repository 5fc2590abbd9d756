"""Formgrader sans risque : la page d'une copie n'exécute que les programmes de nbgrader.

nbgrader ne propose pas de réglage pour cela : ses classes sont complétées quand le serveur lit
« nbgrader_config.py », comme le fait la notation du cours.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from html import escape
from pathlib import Path
from typing import Any

from nbgrader.server_extensions.formgrader import handlers
from nbgrader.server_extensions.formgrader.base import BaseHandler
from tornado.web import HTTPError

from p4core.correction.cours import CONFIGURATION
from p4core.correction.inerte.page import PageInerte, couper

# Le gabarit de nbgrader met ces deux réactions dans la page ; aucune autre n'est permise.
_REACTIONS = ("toggle_name(true);", "toggle_name(false);")
# Formgrader attend que MathJax ait fini : les formules étant déjà dessinées, c'est toujours le cas.
_MATHJAX = """<script>
var MathJax = {loaded: true, Hub: {Startup: {signal: {Interest: function (suite) { suite("End"); }}}}};
</script>"""
# Un fichier déposé avec la copie (page, dessin) s'ouvre sans programme et sans accès au serveur.
_FICHIERS = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

_ouvrir, _ecrire, _mettre_en_page = handlers.FormgraderHandler.get, BaseHandler.write, BaseHandler.render


def installer() -> None:
    """Complète les pages de formgrader ; l'appeler plusieurs fois est sans effet."""
    BaseHandler.render = _mettre_en_page_echappe
    handlers.FormgraderHandler.get = _ouvrir_un_cours
    handlers.SubmissionHandler.exporter = property(_page_de_copie)
    handlers.SubmissionHandler.write = _ecrire_protege
    handlers.SubmissionFilesHandler.content_security_policy = _FICHIERS


class PageDeCopie(PageInerte):
    """La page où l'enseignant lit une copie et met ses notes."""

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Le gabarit de nbgrader n'échappe pas le nom de l'élève, qui est celui de son dossier."""
        return super().from_filename(filename, _echapper(resources), **options)


def politique(nonce: str) -> str:
    """Ce que la page d'une copie peut charger : ce qui vient du serveur, et les programmes marqués."""
    reactions = " ".join(f"'sha256-{_empreinte(r)}'" for r in _REACTIONS)
    return (
        f"default-src 'self'; script-src 'nonce-{nonce}' 'unsafe-hashes' {reactions}; "
        "style-src 'self' 'unsafe-inline'; img-src data:; frame-src 'none'; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )


def marquer(page: str, nonce: str) -> str:
    """La page dont les programmes du gabarit, et eux seuls, portent la marque."""
    entete, carnet = couper(page)
    entete = entete.replace("</head>", f"{_MATHJAX}</head>", 1)
    return entete.replace("<script", f'<script nonce="{nonce}"') + carnet


def _empreinte(programme: str) -> str:
    return base64.b64encode(hashlib.sha256(programme.encode()).digest()).decode()


def _echapper(valeurs: Any) -> Any:
    """Les textes d'un dictionnaire, prêts à entrer dans un gabarit."""
    if isinstance(valeurs, str):
        return escape(valeurs)
    return {cle: _echapper(v) for cle, v in valeurs.items()} if isinstance(valeurs, dict) else valeurs


def _page_de_copie(requete: Any) -> PageDeCopie:
    """Notre exporteur, réglé comme celui de nbgrader et gardé comme lui : ses gabarits sont longs à lire."""
    celui_de_nbgrader = requete.settings["nbgrader_exporter"]
    if not isinstance(celui_de_nbgrader, PageDeCopie):
        requete.settings["nbgrader_exporter"] = PageDeCopie(config=celui_de_nbgrader.config)
    return requete.settings["nbgrader_exporter"]


def _ecrire_protege(requete: Any, page: Any) -> None:
    """Envoie la page d'une copie avec sa politique de sécurité."""
    nonce = secrets.token_urlsafe(16)
    requete.set_header("Content-Security-Policy", politique(nonce))
    _ecrire(requete, marquer(page, nonce))


def _mettre_en_page_echappe(requete: Any, gabarit: str, **valeurs: Any) -> str:
    """Les gabarits de nbgrader recopient l'adresse demandée sans l'échapper, jusque dans leurs programmes."""
    return str(_mettre_en_page(requete, gabarit, **_echapper(valeurs)))


def _ouvrir_un_cours(requete: Any) -> Any:
    """Changer de cours exécute son « nbgrader_config.py » : jamais celui qu'une copie aurait glissé."""
    demande = Path(requete.get_argument("path", "") or "/").resolve()
    if any((dossier / CONFIGURATION).is_file() for dossier in demande.parents):
        raise HTTPError(403, "Ce dossier est à l'intérieur d'un cours : ce n'est pas un cours.")
    return _ouvrir(requete)
