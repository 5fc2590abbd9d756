"""Raconter une exception à un élève : en français, avec la ligne qui est la sienne."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from p4core.execution import SaisieInattendue

# Le code de ces dossiers n'est pas celui de l'élève : c'est lui qui a écrit `choice([])`, pas random.py.
_PAS_DE_L_ELEVE = (
    str(Path(__file__).parent),
    *(sysconfig.get_path(nom) for nom in ("stdlib", "purelib", "platlib")),
    "<frozen",
)


def ligne_fautive(erreur: BaseException) -> tuple[int, str] | None:
    """Le numéro et le texte de la dernière ligne de l'élève traversée par l'exception."""
    if hasattr(erreur, "ligne_eleve"):  # elle vient d'un autre processus, qui l'a relevée
        return erreur.ligne_eleve
    for cadre in reversed(traceback.extract_tb(erreur.__traceback__)):
        if cadre.lineno is not None and not cadre.filename.startswith(_PAS_DE_L_ELEVE):
            return cadre.lineno, (cadre.line or "").strip()
    return None


_PHRASES = {
    ZeroDivisionError: "division par zéro",
    IndexError: "indice hors de la liste",
    KeyError: "clé absente du dictionnaire",
    RecursionError: "appels récursifs sans fin : le cas d'arrêt n'est jamais atteint",
    UnboundLocalError: "variable lue avant d'avoir reçu une valeur",
    NameError: "nom qui n'est défini nulle part",
    AttributeError: "cet objet n'a pas cet attribut",
    TypeError: "opération ou appel impossible avec ces types",
    ValueError: "valeur refusée",
    AssertionError: "une assertion n'est pas vérifiée",
    SystemExit: "la fonction demande à quitter Python",
    MemoryError: "mémoire épuisée",
}


def raconter(erreur: BaseException) -> str:
    """L'exception en une phrase, avec la ligne de l'élève."""
    if isinstance(erreur, SaisieInattendue):
        return str(erreur)
    phrase = next((p for genre, p in _PHRASES.items() if isinstance(erreur, genre)), "erreur")
    ligne = ligne_fautive(erreur)
    lieu = f", ligne {ligne[0]} : « {ligne[1]} »" if ligne and ligne[1] else ""
    dit = f" Python dit : {erreur}" if str(erreur) else ""
    return f"{type(erreur).__name__} ({phrase}){lieu}.{dit}"
