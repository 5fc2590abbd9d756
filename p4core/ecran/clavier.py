"""Une personne au clavier : la colonne qu'elle choisit, la raison d'un refus, l'envie de s'arrêter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from p4core.francais import composer

QUITTER, ADIEU = ("q", "quitter"), "On s'arrête là."


class Abandon(Exception):
    """La personne ne veut plus, ou ne peut plus, répondre ; le message le dit, prêt à être affiché."""

    def __init__(self, phrase: str) -> None:
        super().__init__(composer(phrase))


def lire(question: str, saisir: Callable[[str], str] | None = None) -> str:
    """La réponse, sans espaces autour ; « q » et la fin de l'entrée lèvent Abandon."""
    try:
        reponse = (saisir or input)(composer(question)).strip()
    except (EOFError, NotImplementedError):
        # NotImplementedError : le notebook est exécuté sans personne devant (StdinNotImplementedError).
        raise Abandon("Personne ne répond : on s'arrête là.") from None
    if reponse.lower() in QUITTER:
        raise Abandon(ADIEU)
    return reponse


@contextmanager
def poliment() -> Iterator[None]:
    """S'arrête sur une phrase si la personne abandonne, ou tape Ctrl-C, même quand une machine réfléchit."""
    try:
        yield
    except Abandon as raison:
        print(raison)
    except KeyboardInterrupt:
        print(ADIEU)


def colonne(reponse: str, pleines: Sequence[bool], origine: int = 0) -> int:
    """Le numéro tapé, compté depuis `origine` ; si l'on ne peut pas y jouer, ValueError dit pourquoi."""
    chiffres = reponse.lstrip("0") or "0"
    refus = _refus(reponse, chiffres, pleines, origine)
    if refus:
        raise ValueError(composer(refus))
    return int(chiffres)


def _refus(reponse: str, chiffres: str, pleines: Sequence[bool], origine: int) -> str:
    """Pourquoi cette réponse ne convient pas, ou une chaîne vide."""
    bornes = f"de {origine} à {len(pleines) - 1 + origine}"
    if not reponse:
        return f"Il manque un numéro de colonne : on attend un entier {bornes}."
    if re.fullmatch("[-\N{MINUS SIGN}] ?[0-9]+", reponse):
        return f"{reponse[:6]} est négatif : les colonnes vont {bornes}."
    if not (reponse.isascii() and reponse.isdigit()):
        return f"« {reponse[:20]} » n'est pas un numéro de colonne : on attend un entier {bornes}."
    # Une suite de chiffres sans fin ne doit pas faire échouer int().
    if len(chiffres) > 3 or not 0 <= int(chiffres) - origine < len(pleines):
        return f"La colonne {chiffres[:6]} n'existe pas : elles vont {bornes}."
    return f"La colonne {chiffres} est pleine." if pleines[int(chiffres) - origine] else ""


def demander_colonne(question: str, pleines: Sequence[bool], origine: int = 0) -> int:
    """La colonne choisie ; la question revient, avec la raison, tant que la réponse ne convient pas."""
    while True:
        reponse = lire(f"{question} (q pour quitter) : ")
        try:
            return colonne(reponse, pleines, origine)
        except ValueError as refus:
            print(refus)
