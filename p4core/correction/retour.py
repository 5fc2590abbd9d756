"""Le retour à l'élève en français, dans une page qui n'exécute rien et ne charge rien."""

from __future__ import annotations

import re
from typing import Any

from p4core.correction.carnet_source import identifiant
from p4core.correction.inerte.markdown import markdown_inerte
from p4core.correction.inerte.page import PageInerte, couper

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
_NOTE_DU_SOMMAIRE = re.compile(r" \(Score: (-?[\d.]+)(?: / ([\d.]+))?\)")
_NOTE = re.compile(r'(<span class="pull-right">\s*)Score: ([\d.]+) / ([\d.]+)')
_QUESTION = re.compile(r"""verifier\(\s*["']\w+["'],\s*["'](\w+)["']""")
_NUMERO = re.compile(r"^(?:tp\d+-)?(?:q\d*\w?-)?|-test$")

# La page n'a besoin de rien : ce qu'un texte d'élève y demanderait serait refusé.
_POLITIQUE = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
_ENTETE = f'<meta http-equiv="Content-Security-Policy" content="{_POLITIQUE}"/>'


class RetourEnFrancais(PageInerte):
    """La page HTML de nbgrader, libellés traduits, questions nommées."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Produit la page, la traduit et lui interdit tout programme."""
        noms = noms_des_questions(nb)
        for cellule in nb.cells:
            _commentaire_inerte(cellule)
        page, resources = super().from_notebook_node(nb, resources, **options)
        entete, carnet = couper(page)
        entete = entete.replace("<html>", '<html lang="fr">', 1).replace("<head>", f"<head>{_ENTETE}", 1)
        return _traduire_le_sommaire(entete, noms) + _traduire_le_carnet(carnet, noms), resources


def noms_des_questions(nb: Any) -> dict[str, str]:
    """Pour chaque cellule notée, le nom de sa question : celui du test, à défaut son identifiant allégé."""
    return {g: _nom(g, c.source) for c in nb.cells if (g := identifiant(c)) is not None}


def _nom(grade_id: str, source: str) -> str:
    appel = _QUESTION.search(source)
    return appel[1] if appel else _NUMERO.sub("", grade_id) or grade_id


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


def _fraction(note: str, maximum: str | None) -> str:
    """Une note et son maximum, écrits à la française."""
    return " / ".join(f"{float(n):g}".replace(".", ",") for n in (note, maximum) if n is not None)
