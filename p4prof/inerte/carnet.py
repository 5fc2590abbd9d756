"""Un carnet corrigé, réduit à ce qu'on peut montrer : rien d'actif, et rien des tests cachés."""

from __future__ import annotations

import builtins
import html
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

from p4cours.carnets import TEST, Cellule, analyser, identifiant, lignes_cachees, sans_tests_caches
from p4cours.verification.bilan import GENRE, Bilan
from p4prof.carnets import CarnetSource
from p4prof.cloison.copie import VISIBLE
from p4prof.inerte.absences import raison
from p4prof.inerte.discret import discret
from p4prof.inerte.textes import (
    image_sure,
    images_sures,
    markdown_inerte,
    taille_demandee,
    tel_quel,
    texte_affichable,
    texte_borne,
)

# --- Rendre une copie inerte : rien de ce qu'y a mis l'élève n'agit dans le navigateur du professeur -----

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
    neuve.cell_type = "code"
    neuve.execution_count = _numero(cellule)
    neuve.outputs = _sorties(cellule.get("outputs"), _donnees_de_test if est_test else _donnees_d_eleve)


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
    meta = source.cellules[grade_id].reglages
    verrous = {"deletable": False} | ({"editable": False} if meta["locked"] else {})
    return NotebookNode(nbgrader=NotebookNode(meta), **verrous)


def _est_officielle(grade_id: str | None, texte: str, source: CarnetSource) -> bool:
    """La cellule est-elle verrouillée, et son texte celui du sujet ?"""
    if grade_id is None or not source.cellules[grade_id].reglages["locked"]:
        return False
    officiel = source.cellules[grade_id].source
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


# --- Les sorties qu'on peut montrer : du texte et des images pour l'élève, son bilan en plus pour un test

SORTIES_MAX = 60  # par cellule
RETIRE = "[affichage non montré : {}]"

Donnees = dict[str, Any]


def _sorties(sorties: Any, donnees: Callable[[dict[str, Any]], Donnees]) -> list[NotebookNode]:
    """Les sorties d'une cellule, dont on ne garde que ces données."""
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
    return neuve if genre == "display_data" else neuve | {"execution_count": _numero(sortie)}


def _numero(brute: Any) -> int | None:
    """Le numéro d'exécution d'une cellule ou d'une sortie, si c'en est un."""
    numero = brute.get("execution_count")
    return numero if type(numero) is int else None


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
    """Le bilan d'un test, redessiné d'après ses seules données : aucun HTML n'est recopié."""
    try:
        bilan = Bilan.depuis_donnees(data.get(GENRE))
    except ValueError:
        return _donnees_d_eleve(data)
    return _donnees_du_bilan(bilan) | ({VISIBLE: {}} if VISIBLE in data else {})


def _donnees_du_bilan(bilan: Bilan) -> Donnees:
    return {
        GENRE: bilan.donnees(),
        "text/html": bilan.html(),
        "text/plain": texte_borne(str(bilan)),
    }


def _metadonnees(sortie: dict[str, Any], gardees: Donnees) -> dict[str, Any]:
    """La taille des images, seul réglage sans danger."""
    metadonnees: dict[str, Any] = {}
    for genre in gardees:
        metadonnees |= taille_demandee(sortie.get("metadata"), genre)
    return metadonnees


# --- Les tests cachés et leurs traces, que le retour à l'élève ne montre pas -----------------------------

REMPLACEMENT = "[test caché]"
AFFICHAGE = "[affichage pendant les tests cachés : non montré]"
_COULEURS = re.compile(r"\x1b\[[0-9;]*m")
_BALISES = re.compile(r"<[^>]*>")
_MARGE = re.compile(r"^\s*(?:-+>\s*)?(?:\d+\s)?")


class EffacerTestsCaches(NbGraderPreprocessor):
    """Retire les tests cachés des cellules et de toutes les sorties du carnet."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Nettoie d'abord les sorties : il faut encore connaître les lignes à y chercher."""
        # Un élève qui écrirait les délimiteurs dans sa réponse ferait sinon disparaître ce qu'il veut.
        tests = [c for c in nb.cells if Cellule.lire(c).role == TEST]
        secrets = set().union(*(lignes_cachees(test.source) for test in tests))
        for cellule in (c for c in nb.cells if c.cell_type == "code"):
            propres = [_nettoyer(sortie, secrets) for sortie in cellule.outputs]
            # Test visible et test caché donnent souvent le même bilan : une fois suffit.
            cellule.outputs = [sortie for sortie, _ in groupby(propres)]
        executees = [(c.source, c.outputs) for c in nb.cells if c.cell_type == "code"]
        for test in tests:
            publique = sans_tests_caches(test.source)
            muet = publique.strip() != test.source.strip()  # l'élève y a vu passer des essais cachés
            demandes = analyser(publique).lit_tout_de_suite
            propres = [
                _sans_trace(sortie, raison(sortie, executees, demandes), muet)
                for sortie in test.get("outputs", [])
            ]
            test.outputs = [_sans_essai(sortie) for sortie in propres] if muet else propres
            test.source = publique
        return nb, resources


def _sans_trace(sortie: Any, absence: str, muet: bool) -> Any:
    """Une erreur survenue dans un test se réduit à son message : sa trace passe par le test.

    À la vraie raison (`absence`) si la réponse n'existe pas ; et à son genre si c'est, ou peut être, en
    faisant un essai caché : son message est peut-être de l'élève.
    """
    if sortie.output_type != "error":
        return sortie
    if absence:
        return type(sortie)(sortie, evalue=absence, traceback=[absence])
    cachee = any(REMPLACEMENT in ligne for ligne in sortie.traceback)
    if not muet:
        dite = ": ".join(filter(None, (sortie.ename, sortie.evalue)))
        return type(sortie)(sortie, traceback=[REMPLACEMENT] * cachee + [dite])
    nom = sortie.ename if hasattr(builtins, sortie.ename) else "Exception"
    return type(sortie)(sortie, ename=nom, evalue="", traceback=[REMPLACEMENT] * cachee + [nom])


def _sans_essai(sortie: Any) -> Any:
    """Rien, dans la sortie d'un test, de ce que l'élève a reçu d'un essai caché."""
    if sortie.output_type == "stream":
        return type(sortie)(sortie, text=f"{AFFICHAGE}\n")
    data = sortie.get("data", {})
    if sortie.output_type != "display_data" or VISIBLE in data:
        return sortie
    try:
        bilan = discret(Bilan.depuis_donnees(data.get(GENRE)))
    except ValueError:  # rien qu'on sache relire
        return type(sortie)(sortie, data={"text/plain": AFFICHAGE})
    return type(sortie)(sortie, data=_donnees_du_bilan(bilan))


def _nettoyer(valeur: Any, secrets: set[str]) -> Any:
    """Applique le nettoyage à tous les textes d'une sortie, quelle que soit sa forme."""
    if isinstance(valeur, str):
        return "\n".join(_ligne_propre(ligne, secrets) for ligne in valeur.split("\n"))
    if isinstance(valeur, list):
        return [_nettoyer(v, secrets) for v in valeur]
    if isinstance(valeur, dict):
        return type(valeur)({cle: _nettoyer(v, secrets) for cle, v in valeur.items()})
    return valeur


def _ligne_propre(ligne: str, secrets: set[str]) -> str:
    """La ligne, ou un remplacement si elle laisse voir une ligne cachée."""
    nue = _COULEURS.sub("", ligne)
    lisible = html.unescape(_BALISES.sub("", nue))
    return REMPLACEMENT if any(_laisse_voir(t, s) for t in (nue, lisible) for s in secrets) else ligne


def _laisse_voir(texte: str, secret: str) -> bool:
    """Un secret court (« ) », « else: ») doit être toute la ligne ; un long suffit s'il y figure."""
    return secret in texte if len(secret) >= 12 else _MARGE.sub("", texte).strip() == secret
