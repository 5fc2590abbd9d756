"""Écrire à la française : nombres, durées, accords, typographie ; une faute d'appel, dite en une ligne."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
FINE, INSECABLE = "\u202f", "\u00a0"  # espaces où une ligne ne se coupe pas


def virgule(nombre: float, forme: str = ".2f") -> str:
    """Le nombre dans cette forme, avec une virgule : « 0,50 », ou « 0,5 » pour la forme "g"."""
    return format(nombre, forme).replace(".", ",")


def ecrire_nombre(nombre: float) -> str:
    """Au centième, sans zéro inutile : « 12,5 »."""
    return virgule(nombre).rstrip("0").rstrip(",")


def milliers(nombre: float, espace: str = FINE) -> str:
    """Un grand nombre, ses chiffres groupés par trois."""
    return f"{nombre:,.0f}".replace(",", espace)


def pour_cent(part: float, decimales: int = 1, espace: str = " ") -> str:
    """Une part écrite en pourcentage : « 52,5 % »."""
    return f"{virgule(100 * part, f'.{decimales}f')}{espace}%"


def note_signee(note: float) -> str:
    """Une note courte, toujours avec son signe : +7, −2,5, +∞, 0."""
    if note != note:
        return "?"
    if note == 0:
        return "0"
    return ("+" if note > 0 else "−") + _grandeur(abs(note))


def _grandeur(valeur: float) -> str:
    """Quatre caractères environ : 7, 2,5, 0,33, 1e+06, ∞."""
    if valeur == float("inf"):
        return "∞"
    return virgule(valeur, ".2g" if valeur < 1 or valeur >= 10_000 else ".4g")


def duree(secondes: float) -> str:
    """Une durée lisible : « 8 s », « 2 min 05 s »."""
    minutes, s = divmod(round(secondes), 60)
    return f"{minutes} min {s:02d} s" if minutes else f"{s} s"


def quantite(nombre: int, nom: str, pluriel: str | None = None) -> str:
    """Un nombre et son nom accordé : « 1 partie », « 3 parties »."""
    return f"{nombre} {nom if nombre < 2 else pluriel or nom + 's'}"


def enumerer(noms: Iterable[str], mot: str = "et") -> str:
    """« Ana, Bob et Zoé »."""
    *debut, dernier = [*noms] or [""]
    return f"{', '.join(debut)} {mot} {dernier}" if debut else dernier


def composer(phrase: str) -> str:
    """La phrase avec les espaces insécables de la typographie française."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", INSECABLE, phrase)


# --- Une faute de celui qui appelle : une ligne, pas les pages d'une trace --------------------------------


def en_une_ligne(fonction: F) -> F:
    """La même fonction, dont les refus (TypeError, ValueError) se lisent en une ligne dans un notebook."""
    signature = inspect.signature(fonction)

    @wraps(fonction)
    def appeler(*arguments: Any, **nommes: Any) -> Any:
        try:
            signature.bind(*arguments, **nommes)
        except TypeError as erreur:
            nom = fonction.__qualname__.removesuffix(".__init__")
            raise _sans_trace(TypeError(f"{nom} : appel mal écrit, {_en_francais(str(erreur))}.")) from None
        try:
            return fonction(*arguments, **nommes)
        except (TypeError, ValueError) as erreur:
            raise _sans_trace(erreur) from None

    return appeler  # type: ignore[return-value]


_APPELS = (
    (r"missing a required.* argument: '(\w+)'", r"il manque « \1 »"),
    (r"too many positional arguments", "il y a trop d'arguments"),
    (r"got an unexpected keyword argument '(\w+)'", r"« \1 » n'en est pas un réglage"),
    (r"multiple values for argument '(\w+)'", r"« \1 » est donné deux fois"),
)


def _en_francais(message: str) -> str:
    """Ce que Python reproche à un appel."""
    for anglais, francais in _APPELS:
        if trouve := re.fullmatch(anglais, message):
            return trouve.expand(francais)
    return f"Python dit : {message}"


def _sans_trace(erreur: Exception) -> Exception:
    lignes = [composer(f"⚠ {erreur}")]
    erreur._render_traceback_ = lambda: lignes  # type: ignore[attr-defined]  # IPython la montre ainsi
    return erreur
