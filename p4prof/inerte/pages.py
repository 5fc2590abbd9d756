"""Les pages d'un carnet corrigé, sans rien d'actif : le retour à l'élève en français, et formgrader."""

from __future__ import annotations

import base64
import hashlib
import math
import re
import secrets
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import pass_context
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat.v4 import new_markdown_cell, new_output
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import GetGrades
from nbgrader.server_extensions.formgrader import handlers
from nbgrader.server_extensions.formgrader.base import BaseHandler
from tornado.web import HTTPError

from p4core.ecran.formules import formule_html
from p4core.francais import enumerer, virgule
from p4cours.carnets import SUFFIXE, Cellule, etoilees, identifiant
from p4prof.bareme import (
    ANCIEN_SUJET,
    Notes,
    carnets_de_la_source,
    ecrire_total,
    gains,
    reperes_de,
    totaliser,
)
from p4prof.cours import CONFIGURATION
from p4prof.eleves import Journal, Registre
from p4prof.inerte.textes import markdown_inerte

# --- Une page sans programme et sans réseau, à partir d'un carnet corrigé --------------------------------

FORMULES_MAX = 300  # dessinées par page ; les suivantes restent en LaTeX
DEBUT_DU_CARNET = 'id="notebook-container"'
_MATHJAX = re.compile(r"<script\b(?=[^<]*mathjax).*?</script>", re.S | re.I)
_POLICES = re.compile(r"@font-face\s*\{[^}]*\}")  # celles de Bootstrap, que la page n'a pas

STYLE = """<style>
img.formule { border: 0; max-width: 100%; }
div.output_area pre, div.input_area pre { overflow-x: auto; }
@media print { a[href]:after { content: none !important; } body { padding: 0; } }
div.solution { border-left: 5px solid #1a7f37; background: #f1f8f3; padding: .6em 1em; }
</style>"""


class PageInerte(HTMLExporter):
    """Les gabarits de nbgrader, formules dessinées d'avance et titres sans ancre.

    Sans ancre : le titre choisi par un élève porterait sinon l'identifiant d'une case de note de formgrader.
    """

    inerte = True  # l'export des plateaux jouables n'y met pas son programme

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """La page, sans MathJax."""
        self._formules = FORMULES_MAX
        page, resources = super().from_notebook_node(nb, resources, **options)
        entete, carnet = couper(page)
        entete = _POLICES.sub("", _MATHJAX.sub("", entete))
        return entete.replace("</head>", f"{STYLE}</head>", 1) + carnet, resources

    @pass_context
    def markdown2html(self, context: Any, source: str) -> str:
        """Le texte d'une cellule en HTML ; un lien dangereux, s'il en restait, n'y mène nulle part."""
        pieces = context.get("cell", {}).get("attachments", {})
        dessinateur = _Dessinateur(self, pieces)
        return MarkdownWithMath(renderer=dessinateur).render(source)

    def formule(self, tex: str, en_bloc: bool) -> str:
        """Une formule dessinée, tant qu'il n'y en a pas trop."""
        self._formules -= 1
        return formule_html(tex, en_bloc, dessiner=self._formules >= 0)


class _Dessinateur(IPythonRenderer):
    """Écrit les formules comme des images."""

    def __init__(self, page: PageInerte, pieces: Any) -> None:
        super().__init__(
            escape=False, allow_harmful_protocols=False, attachments=pieces, exclude_anchor_links=True
        )
        self._page = page

    def inline_math(self, body: str) -> str:
        return self._page.formule(body, en_bloc=False)

    def block_math(self, body: str) -> str:
        return self._page.formule(body, en_bloc=True)

    def latex_environment(self, name: str, body: str) -> str:
        return self._page.formule(f"\\begin{{{name}}}{body}\\end{{{name}}}", en_bloc=True)


def couper(page: str) -> tuple[str, str]:
    """La page en deux : le gabarit de nbgrader, puis le carnet de l'élève s'il y en a un."""
    gabarit, debut, carnet = page.partition(DEBUT_DU_CARNET)
    return gabarit, debut + carnet


# --- Le retour à l'élève, en français : sa page n'exécute rien et ne charge rien -------------------------

# Les libellés du gabarit de nbgrader, avec assez de balises pour ne pas toucher au texte de l'élève.
_LIBELLES = {
    '<a href="#top">(Top)</a>': '<a href="#top">(haut)</a>',
    ">Student's answer</span>": ">Votre réponse</span>",
    ">Student's task</span>": ">Votre travail</span>",
    "<b>Comments:</b>": "<b>Commentaire :</b>",
    "<p>No response.</p>": "<p>Pas de réponse.</p>",
    ">Late submission penalty": ">Pénalité de retard",
}
_GENRES = {
    "Test cell": "Test",
    "Coding free-response": "Programme libre",
    "Written response": "Réponse rédigée",
    "Task": "Travail",
    "Comment": "Commentaire",
}
_SOMMAIRE = re.compile(rf'<a href="#((?:comment-)?([^"]*))">({"|".join(_GENRES)})</a>')
_TEST = re.compile(r">Grade cell: <code>([^<]*)</code>")
_TOTAL = re.compile(r"(<h4>[^<]*) \(Score: [^)]*\)</h4>")
_NOTE_DU_SOMMAIRE = re.compile(r" \(Score: (-?[\d.]+|nan|inf)(?: / ([\d.]+))?\)")
_NOTE = re.compile(r'(<span class="pull-right">\s*)Score: ([\d.]+|nan|inf) / ([\d.]+)')

# La page n'a besoin de rien : ce qu'un texte d'élève y demanderait serait refusé.
_POLITIQUE = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
_ENTETE = f'<meta http-equiv="Content-Security-Policy" content="{_POLITIQUE}"/>'


class NotesDuRetour(GetGrades):
    """Les notes que lit l'élève : le total que donne aussi « p4 bilan », et jamais un zéro pas encore mis."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Ajoute le total, écrit, à ce que nbgrader a lu."""
        nb, resources = super().preprocess(nb, resources)
        cours, lu = CourseDirectory(config=self.config), resources["nbgrader"]
        bonus = etoilees(carnets_de_la_source(cours, self.assignment_id).get(self.notebook_id, []))
        with Gradebook(self.db_url) as notes:
            rendu = notes.find_submission_notebook(self.notebook_id, self.assignment_id, self.student_id)
            absentes = Journal(cours, self.assignment_id).lire(self.student_id).absentes
            mention = ANCIEN_SUJET if absentes else ""
            obtenus = gains(rendu, bonus, absentes)
            total = totaliser(obtenus, self._raisonnement, lu["late_penalty"], mention)
        lu["total"] = ecrire_total(total)
        lu["reperes"] = reperes_de(cours, self.assignment_id)
        lu["eleve"] = _noms(cours, self.assignment_id, self.student_id)
        return nb, resources

    @property
    def _raisonnement(self) -> bool:
        return Notes(config=self.config).raisonnement

    def _get_comment(self, cell: Any, resources: Any) -> None:
        """Le mot de l'enseignant peut citer l'élève : son HTML est montré, pas obéi."""
        super()._get_comment(cell, resources)
        _commentaire_inerte(cell)

    def _get_score(self, cell: Any, resources: Any) -> None:
        """Une part que l'enseignant n'a pas mise, ou ne compte pas, n'a pas de note : la page dit un mot."""
        super()._get_score(cell, resources)
        nom = cell.metadata.nbgrader["grade_id"]
        note = self.gradebook.find_grade(nom, self.notebook_id, self.assignment_id, self.student_id)
        if not (Cellule.lire(cell).a_la_main and note.max_score):
            return
        if not self._raisonnement:
            cell.metadata.nbgrader["score"] = math.inf
        elif note.needs_manual_grade and note.manual_score is None:
            cell.metadata.nbgrader["score"] = math.nan


def _noms(cours: CourseDirectory, tp: str, eleve: str) -> str:
    """L'élève que nomme sa page, et son binôme."""
    registre = Registre(cours, tp)
    autres = sorted(e for e, envoi in registre.envois.items() if envoi.avec == eleve)
    return enumerer(registre.nom(e) for e in [eleve, *autres])


class RetourEnFrancais(PageInerte):
    """La page HTML de nbgrader, libellés traduits, questions nommées."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Produit la page, la traduit et lui interdit tout programme."""
        for cellule in nb.cells:
            _commentaire_inerte(cellule)
            cellule.update(_sans_trace(cellule))
        page, resources = super().from_notebook_node(nb, resources, **options)
        noms = noms_des_questions(nb, resources["nbgrader"].get("reperes", {}))
        entete, carnet = couper(page)
        if total := resources["nbgrader"].get("total"):
            qui = resources["nbgrader"].get("eleve", "")
            qui = f"<h4>{escape(qui)}</h4>" if qui else ""
            entete = _TOTAL.sub(lambda m: f"{qui}{m[1]} — note : {escape(total)}</h4>", entete, count=1)
        entete = entete.replace("<html>", '<html lang="fr">', 1).replace("<head>", f"<head>{_ENTETE}", 1)
        return _traduire_le_sommaire(entete, noms) + _traduire_le_carnet(carnet, noms), resources


def noms_des_questions(nb: Any, reperes: Mapping[str, str]) -> dict[str, str]:
    """Pour chaque cellule notée, où elle est dans le sujet et le nom de sa question, s'il y a un test."""
    cellules = [c for c in map(Cellule.lire, nb.cells) if c.grade_id]
    tests = {c.grade_id.removesuffix(SUFFIXE): c.question for c in cellules if c.question}
    return {c.grade_id: _nommer(c, tests, reperes.get(c.grade_id, "")) for c in cellules}


def _nommer(cellule: Cellule, tests: Mapping[str, str], ou: str) -> str:
    """« Question 9 ★, IAvIA », « Question 8, suite » ; sans titre qui le dise, l'identifiant allégé."""
    if ou and cellule.a_la_main:
        return ou
    return ", ".join(filter(None, (ou, tests.get(cellule.grade_id.removesuffix(SUFFIXE)) or cellule.nom)))


_A_ECRIRE = "Il reste une partie à écrire dans cette cellule.\n"


def _sans_trace(cellule: Any) -> dict[str, Any]:
    """Les sorties d'une cellule, où un trou laissé (« raise NotImplementedError ») est dit en français."""
    sorties = cellule.get("outputs", [])
    trous = [s.get("ename") == "NotImplementedError" for s in sorties]
    if not any(trous):
        return {}
    dite = new_output("stream", name="stdout", text=_A_ECRIRE)
    return {"outputs": [dite if trou else s for trou, s in zip(trous, sorties, strict=True)]}


def _commentaire_inerte(cellule: Any) -> None:
    """Le commentaire de l'enseignant peut citer l'élève : son HTML est montré, pas obéi."""
    nbgrader = cellule.metadata.get("nbgrader", {})
    if nbgrader.get("comment"):
        nbgrader["comment"] = markdown_inerte(nbgrader["comment"])


def _traduire_le_sommaire(entete: str, noms: dict[str, str]) -> str:
    entete = _SOMMAIRE.sub(
        lambda m: f'<a href="#{m[1]}">{_GENRES[m[3]]} : {noms.get(m[2], m[2])}</a>', entete
    )
    return _traduire(_NOTE_DU_SOMMAIRE.sub(lambda m: f" (note : {_fraction(m[1], m[2])})", entete))


def _traduire_le_carnet(carnet: str, noms: dict[str, str]) -> str:
    carnet = _TEST.sub(lambda m: f">Test : <code>{noms.get(m[1], m[1])}</code>", carnet)
    return _traduire(_NOTE.sub(lambda m: f"{m[1]}Note : {_fraction(m[2], m[3])}", carnet))


def _traduire(page: str) -> str:
    for anglais, francais in _LIBELLES.items():
        page = page.replace(anglais, francais)
    return page


# Le gabarit de nbgrader n'écrit que des nombres.
_SANS_NOTE = {"nan": "à noter, sur {}", "inf": "non comptée"}


def _fraction(note: str, maximum: str | None) -> str:
    """Une note et son maximum, écrits à la française."""
    if note in _SANS_NOTE:
        return _SANS_NOTE[note].format(virgule(float(maximum or 0), "g"))
    return " / ".join(virgule(float(n), "g") for n in (note, maximum) if n is not None)


# --- Formgrader : la page d'une copie n'exécute que les programmes de nbgrader ---------------------------

# Le gabarit de nbgrader met ces deux réactions dans la page ; aucune autre n'est permise.
_REACTIONS = ("toggle_name(true);", "toggle_name(false);")
# Formgrader attend que MathJax ait fini : les formules étant déjà dessinées, c'est toujours le cas.
_MATHJAX_DE_FORMGRADER = """<script>
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
    """La page où l'enseignant lit une copie et met ses notes, la solution sous chaque réponse rédigée."""

    cours: CourseDirectory | None = None

    def from_filename(self, filename: str, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Le gabarit de nbgrader n'échappe pas le nom de l'élève, qui est celui de son dossier."""
        return super().from_filename(filename, _echapper(resources), **options)

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """nbgrader ne montre que la réponse : la solution, avec son barème, la suit ici."""
        if self.cours:
            source = carnets_de_la_source(self.cours, resources["assignment_id"])
            solutions = {c.grade_id: c for c in source.get(resources["notebook_id"], []) if c.a_la_main}
            nb.cells = [suivante for cellule in nb.cells for suivante in _avec_solution(cellule, solutions)]
        return super().from_notebook_node(nb, resources, **options)


_SOLUTION = """<div class="solution">

**{titre}** *(vous seul voyez cet encadré)*

{texte}

</div>"""


def _avec_solution(cellule: Any, solutions: dict[str, Cellule]) -> list[Any]:
    """La cellule, suivie de ce qu'en dit la source si l'enseignant la note à la main."""
    solution = solutions.get(identifiant(cellule) or "")
    if solution is None:
        return [cellule]
    texte = solution.source if solution.genre == "markdown" else f"```python\n{solution.source}\n```"
    titre = "Solution et barème" if solution.points else "Solution"
    return [cellule, new_markdown_cell(_SOLUTION.format(titre=titre, texte=texte))]


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
    entete = entete.replace("</head>", f"{_MATHJAX_DE_FORMGRADER}</head>", 1)
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
    requete.settings["nbgrader_exporter"].cours = requete.coursedir
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
