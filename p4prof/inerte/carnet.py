"""Reconnaître une page immobile : celle d'un bilan, sans programme, sans adresse, sans rien qui déborde.
Les sorties qu'on peut montrer : du texte et des images pour l'élève, son bilan en plus pour un test.
Rendre une copie corrigée inerte : rien de ce qu'y a mis l'élève n'agit dans le navigateur du professeur.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from p4prof.carnets import CarnetSource, identifiant, sans_tests_caches
from p4prof.inerte.textes import (
    image_sure,
    images_sures,
    markdown_inerte,
    taille_demandee,
    tel_quel,
    texte_affichable,
    texte_borne,
)

# --- Reconnaître une page immobile : celle d'un bilan, sans programme, sans adresse, sans rien qui déborde


TAILLE_MAX = 500_000
_VIDES = {"br", "rect", "circle", "path", "line"}
_BALISES = _VIDES | {
    *("div", "strong", "em", "code", "pre", "ul", "li", "table", "tr", "th", "td", "details", "summary"),
    *("svg", "g", "title", "text"),
}
_ATTRIBUTS = {
    *(
        "style",
        "role",
        "aria-label",
        "xmlns",
        "viewbox",
        "width",
        "height",
        "x",
        "y",
        "rx",
        "cx",
        "cy",
        "r",
        "d",
    ),
    *("fill", "stroke", "stroke-width", "stroke-dasharray", "font-family", "font-size", "text-anchor"),
}
_STYLES = {
    *(
        "border-left",
        "padding",
        "padding-left",
        "margin",
        "color",
        "list-style",
        "text-align",
        "vertical-align",
    ),
    *("white-space", "display", "flex-wrap", "gap", "align-items"),
}
_VALEUR = re.compile(r"[\w\s.,#%-]*")  # ni parenthèse (url), ni barre oblique, ni échappement
_MESURE = re.compile(
    r"(?:[\w\s.,#%]|(?<=[a-z])-(?=[a-z]))*"
)  # pas de marge négative, qui recouvrirait la page
_XMLNS = "http://www.w3.org/2000/svg"


def est_statique(page: str) -> bool:
    """Cette page ne contient-elle que des balises de bilan, bien fermées, aux attributs inoffensifs ?"""
    if len(page) > TAILLE_MAX:
        return False
    lecteur = _Lecteur()
    lecteur.feed(page)
    lecteur.close()
    return lecteur.sain and not lecteur.ouvertes


class _Lecteur(HTMLParser):
    """Suit les balises ; la première qui sort du vocabulaire condamne la page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.sain = True
        self.ouvertes: list[str] = []

    def handle_starttag(self, balise: str, attributs: list[tuple[str, str | None]]) -> None:
        self.sain &= balise in _BALISES and all(_anodin(nom, valeur or "") for nom, valeur in attributs)
        if balise not in _VIDES:
            self.ouvertes.append(balise)

    def handle_startendtag(self, balise: str, attributs: list[tuple[str, str | None]]) -> None:
        # Hors d'un dessin, un navigateur ignore la barre finale : <div/> resterait ouvert.
        self.sain &= balise in _VIDES
        self.handle_starttag(balise, attributs)

    def handle_endtag(self, balise: str) -> None:
        self.sain &= bool(self.ouvertes) and self.ouvertes.pop() == balise

    def handle_data(self, donnees: str) -> None:
        # Un « < » qui n'ouvre pas de balise ici pourrait en ouvrir une dans la page qui suit.
        self.sain &= "<" not in donnees

    def handle_comment(self, data: str) -> None:
        self.sain = False

    def handle_decl(self, decl: str) -> None:
        self.sain = False

    def handle_pi(self, data: str) -> None:
        self.sain = False

    def unknown_decl(self, data: str) -> None:
        self.sain = False


def _anodin(nom: str, valeur: str) -> bool:
    if nom == "style":
        return all(_style_anodin(regle) for regle in valeur.split(";") if regle.strip())
    if nom == "xmlns":
        return valeur == _XMLNS
    if nom == "aria-label":
        return True
    return nom in _ATTRIBUTS and bool(_VALEUR.fullmatch(valeur))


def _style_anodin(regle: str) -> bool:
    propriete, _, valeur = regle.partition(":")
    return propriete.strip() in _STYLES and bool(_MESURE.fullmatch(valeur))


# --- Les sorties qu'on peut montrer : du texte et des images pour l'élève, son bilan en plus pour un test


SORTIES_MAX = 60  # par cellule
RETIRE = "[affichage non montré : {}]"

Donnees = dict[str, str]


def sorties_d_eleve(sorties: Any) -> list[NotebookNode]:
    """Le texte et les images d'une cellule que l'élève maîtrise."""
    return _sorties(sorties, _donnees_d_eleve)


def sorties_de_test(sorties: Any) -> list[NotebookNode]:
    """Les sorties d'un test : le bilan mis en page y reste, pourvu qu'il soit immobile et sans adresse."""
    return _sorties(sorties, _donnees_de_test)


def _sorties(sorties: Any, donnees: Callable[[dict[str, Any]], Donnees]) -> list[NotebookNode]:
    sorties = [s for s in sorties if isinstance(s, dict)] if isinstance(sorties, list) else []
    propres = [_sortie(s, donnees) for s in sorties[:SORTIES_MAX]]
    if len(sorties) > SORTIES_MAX:
        propres.append(_flux({"text": RETIRE.format(f"{len(sorties) - SORTIES_MAX} de plus")}))
    return [NotebookNode(s) for s in propres if s is not None]


def _sortie(sortie: dict[str, Any], donnees: Callable[[dict[str, Any]], Donnees]) -> dict[str, Any] | None:
    """Une sortie refaite, champ par champ ; None si elle est vide ou d'un genre inconnu."""
    genre = sortie.get("output_type")
    if genre == "stream":
        return _flux(sortie) if sortie.get("text") else None
    if genre == "error":
        return _erreur(sortie)
    if genre not in ("display_data", "execute_result"):
        return None
    recues = sortie.get("data")
    gardees = donnees(recues if isinstance(recues, dict) else {})
    neuve = {"output_type": genre, "data": gardees, "metadata": _metadonnees(sortie, gardees)}
    numero = sortie.get("execution_count")
    return neuve | (
        {"execution_count": numero if type(numero) is int else None} if genre != "display_data" else {}
    )


def _flux(sortie: dict[str, Any]) -> dict[str, Any]:
    nom = "stderr" if sortie.get("name") == "stderr" else "stdout"
    return {"output_type": "stream", "name": nom, "text": texte_borne(sortie.get("text", ""))}


def _erreur(sortie: dict[str, Any]) -> dict[str, Any]:
    trace = sortie.get("traceback")
    lignes = texte_borne("\n".join(texte_affichable(t) for t in trace) if isinstance(trace, list) else "")
    champs = {nom: texte_borne(sortie.get(nom, ""))[:2000] for nom in ("ename", "evalue")}
    return {"output_type": "error", **champs, "traceback": lignes.split("\n")}


def _donnees_d_eleve(data: dict[str, Any]) -> Donnees:
    """Le texte simple et les images vérifiées ; à défaut, une phrase qui dit ce qui n'est pas montré."""
    images = {genre: image for genre, v in data.items() if (image := image_sure(genre, v)) is not None}
    if "text/plain" in data:
        return images | {"text/plain": texte_borne(data["text/plain"])}
    genres = ", ".join(sorted(texte_affichable(genre)[:60] for genre in data)[:5])
    return images or {"text/plain": RETIRE.format(genres)}


def _donnees_de_test(data: dict[str, Any]) -> Donnees:
    page = data.get("text/html")
    bilan = {"text/html": page} if isinstance(page, str) and est_statique(page) else {}
    return bilan | _donnees_d_eleve(data)


def _metadonnees(sortie: dict[str, Any], gardees: Donnees) -> dict[str, Any]:
    """La taille des images, seul réglage sans danger."""
    metadonnees: dict[str, Any] = {}
    for genre in gardees:
        metadonnees |= taille_demandee(sortie.get("metadata"), genre)
    return metadonnees


# --- Rendre une copie corrigée inerte : rien de ce qu'y a mis l'élève n'agit dans le navigateur du professeur


LANGAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
}
NOYAU = {"name": "python3", "display_name": "Python 3", "language": "python"}
_IDENTIFIANT = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NOM_DE_NOYAU = re.compile(r"[\w .()+-]{1,80}")


class RendreInerte(NbGraderPreprocessor):
    """Dernière étape de la correction, après l'enregistrement des notes."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Nettoie le carnet ; le sujet de référence est celui du carnet de notes."""
        return rendre_inerte(nb, CarnetSource.lire(resources["nbgrader"])), resources


def rendre_inerte(nb: Any, source: CarnetSource) -> Any:
    """Le carnet, réduit à ce qui peut s'afficher sans risque."""
    nb.metadata = NotebookNode(kernelspec=_noyau(nb.metadata), language_info=NotebookNode(LANGAGE))
    connus: set[str] = set()  # les identifiants déjà vus : chacun ne sert qu'une fois
    nb.cells = [_cellule(c, rang, source, connus) for rang, c in enumerate(nb.cells)]
    return nb


def _noyau(metadonnees: Any) -> NotebookNode:
    """Le noyau, si son nom est un nom ; nbgrader y a déjà remis celui du sujet."""
    propose = metadonnees.get("kernelspec")
    propose = propose if isinstance(propose, dict) else {}
    valeurs = {cle: propose.get(cle) for cle in NOYAU}
    lisibles = all(isinstance(v, str) and _NOM_DE_NOYAU.fullmatch(v) for v in valeurs.values())
    return NotebookNode(valeurs if lisibles else NOYAU)


def _cellule(cellule: Any, rang: int, source: CarnetSource, connus: set[str]) -> NotebookNode:
    """Une cellule neuve, faite des seuls champs connus."""
    grade_id = _reconnaitre(cellule, source, connus)
    texte = texte_affichable(cellule.get("source", ""), controles=True)
    neuve = NotebookNode(
        cell_type="markdown", metadata=_metadonnees_du_carnet(grade_id, source), source=texte
    )
    if "id" in cellule:
        neuve.id = _cle(cellule.id, rang, connus)
    if cellule.cell_type == "code":
        _remplir_code(neuve, cellule, est_test=_est_test(grade_id, texte, source))
    elif cellule.cell_type == "markdown":
        _remplir_markdown(neuve, cellule, officielle=_est_officielle(grade_id, texte, source))
    else:  # une cellule brute serait recopiée dans la page ; un genre inconnu aussi
        neuve.source = tel_quel(texte)
    return neuve


def _remplir_code(neuve: NotebookNode, cellule: Any, est_test: bool) -> None:
    """Le code est toujours montré comme du texte : seules les sorties comptent."""
    sorties = cellule.get("outputs", [])
    numero = cellule.get("execution_count")
    neuve.cell_type = "code"
    neuve.execution_count = numero if type(numero) is int else None
    neuve.outputs = sorties_de_test(sorties) if est_test else sorties_d_eleve(sorties)


def _remplir_markdown(neuve: NotebookNode, cellule: Any, officielle: bool) -> None:
    """Le texte du sujet reste entier ; celui de l'élève perd son HTML, ses liens et ses images lointaines."""
    images = images_sures(cellule.get("attachments"))
    if images:
        neuve.attachments = NotebookNode(images)
    if not officielle:
        neuve.source = markdown_inerte(neuve.source, images)


def _reconnaitre(cellule: Any, source: CarnetSource, connus: set[str]) -> str | None:
    """L'identifiant nbgrader de la cellule, si le carnet de notes le connaît et qu'il n'a pas servi."""
    grade_id = identifiant(cellule)
    if grade_id is None or grade_id not in source or f"nbgrader {grade_id}" in connus:
        return None
    connus.add(f"nbgrader {grade_id}")
    return grade_id


def _metadonnees_du_carnet(grade_id: str | None, source: CarnetSource) -> NotebookNode:
    """Celles du sujet seules : étiquettes et réglages deviennent des classes CSS ou cachent du code."""
    if grade_id is None:
        return NotebookNode()
    meta = source.cellules[grade_id].metadonnees
    verrous = {"deletable": False} | ({"editable": False} if meta["locked"] else {})
    return NotebookNode(nbgrader=NotebookNode(meta), **verrous)


def _est_officielle(grade_id: str | None, texte: str, source: CarnetSource) -> bool:
    """La cellule est-elle verrouillée, et son texte celui du sujet ?"""
    if grade_id is None or not source.cellules[grade_id].metadonnees["locked"]:
        return False
    officiel = source.cellules[grade_id].texte
    return texte.strip() in (officiel.strip(), sans_tests_caches(officiel).strip())


def _est_test(grade_id: str | None, texte: str, source: CarnetSource) -> bool:
    """Ses sorties viennent-elles d'un test du sujet, exécuté hors de portée de l'élève ?"""
    return grade_id is not None and source.est_test(grade_id) and _est_officielle(grade_id, texte, source)


def _cle(propose: Any, rang: int, connus: set[str]) -> str:
    """L'identifiant Jupyter de la cellule, refait s'il n'en est pas un ou s'il a déjà servi."""
    if not isinstance(propose, str) or not _IDENTIFIANT.fullmatch(propose) or propose in connus:
        propose = f"cellule_{rang}_refaite"
    connus.add(propose)
    return propose
