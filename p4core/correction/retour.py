"""Le retour à l'élève en français."""

from __future__ import annotations

from typing import Any

from nbconvert.exporters import HTMLExporter

# Les libellés du gabarit de nbgrader, avec assez de balises pour ne pas toucher au texte de l'élève.
_LIBELLES = {
    " (Score: ": " (note : ",
    "      Score: ": "      Note : ",
    '<a href="#top">(Top)</a>': '<a href="#top">(haut)</a>',
    ">Test cell</a>": ">Test</a>",
    ">Coding free-response</a>": ">Programme libre</a>",
    ">Written response</a>": ">Réponse rédigée</a>",
    ">Task</a>": ">Travail</a>",
    ">Comment</a>": ">Commentaire</a>",
    ">Student's answer</span>": ">Votre réponse</span>",
    ">Student's task</span>": ">Votre travail</span>",
    ">Grade cell: <code>": ">Test : <code>",
    "<b>Comments:</b>": "<b>Commentaire :</b>",
    "<p>No response.</p>": "<p>Pas de réponse.</p>",
    ">Late submission penalty": ">Pénalité de retard",
}


class RetourEnFrancais(HTMLExporter):
    """La page HTML de nbgrader, libellés traduits."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Produit la page puis traduit ses libellés."""
        page, resources = super().from_notebook_node(nb, resources, **options)
        for anglais, francais in _LIBELLES.items():
            page = page.replace(anglais, francais)
        return page, resources
