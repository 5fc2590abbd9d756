"""Une barre de progression qui n'écrit jamais sur stderr (nbgrader y verrait une erreur)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar

from p4core.francais import duree

T = TypeVar("T")
PERIODE = 0.2  # secondes entre deux rafraîchissements
CADRE = "display:flex;flex-wrap:wrap;gap:.3em .8em;align-items:center;font-variant-numeric:tabular-nums"
BARRE = "flex:0 1 20em;height:1.2em;accent-color:var(--jp-brand-color1, #1976d2)"


def barre(
    elements: Iterable[T], total: int | None = None, titre: str = "", visible: bool = True
) -> Iterator[T]:
    """Parcourt les éléments en montrant où l'on en est et le temps restant."""
    if total is None and isinstance(elements, Sized):
        total = len(elements)
    afficheur = _afficheur() if visible else None
    debut = dernier = time.monotonic()
    fait = 0
    for element in elements:
        yield element
        fait += 1
        maintenant = time.monotonic()
        if afficheur and maintenant - dernier >= PERIODE:
            afficheur(Avancement(titre, fait, total, maintenant - debut))
            dernier = maintenant
    if afficheur:
        afficheur(Avancement(titre, fait, total, time.monotonic() - debut, fini=True))


@dataclass(frozen=True)
class Avancement:
    """Où en est un parcours : ce que la barre montre, en texte ou en HTML."""

    titre: str
    fait: int
    total: int | None
    ecoule: float
    fini: bool = False

    @property
    def compte(self) -> str:
        """Le nombre d'éléments parcourus et le temps : « 5/10, reste 20 s »."""
        if not self.total:
            return f"{self.fait} faits en {duree(self.ecoule)}"
        reste = self.ecoule * (self.total - self.fait) / self.fait if self.fait else 0.0
        suite = f"reste {duree(reste)}" if self.fait < self.total else f"en {duree(self.ecoule)}"
        return f"{self.fait}/{self.total}, {suite}"

    def texte(self, largeur: int = 24) -> str:
        """Une ligne de caractères."""
        debut = f"{self.titre} : " if self.titre else ""
        if not self.total:
            return debut + self.compte
        pleins = largeur * self.fait // self.total
        return f"{debut}[{'█' * pleins}{'·' * (largeur - pleins)}] {self.compte}"

    def html(self) -> str:
        """Une vraie barre, aux couleurs du thème ; sans script, elle reste telle quelle dans le notebook."""
        titre = escape(self.titre or "Progression")
        if self.total:
            valeur = f' max="{self.total}" value="{self.fait}"'
        else:  # sans valeur, le navigateur montre que le travail est en cours
            valeur = ' max="1" value="1"' if self.fini else ""
        return (
            f'<div style="{CADRE}"><span>{titre}</span>'
            f'<progress style="{BARRE}" aria-label="{titre}"{valeur}></progress>'
            f"<span>{self.compte}</span></div>"
        )


def _afficheur() -> Callable[[Avancement], None] | None:
    """Une sortie qui se remplace (notebook), une ligne qui se récrit (terminal), rien quand nbgrader note."""
    if "NBGRADER_EXECUTION" in os.environ:
        return None
    ipython = sys.modules.get("IPython")
    noyau = ipython.get_ipython() if ipython else None
    if noyau is not None and hasattr(noyau, "kernel"):
        return _Notebook()
    return _terminal if sys.stdout.isatty() else None


class _Notebook:
    def __init__(self) -> None:
        self.poignee: Any = None

    def __call__(self, avancement: Avancement) -> None:
        from IPython.display import display

        contenu = {"text/plain": avancement.texte(), "text/html": avancement.html()}
        if self.poignee is None:
            self.poignee = display(contenu, raw=True, display_id=True)
        else:
            self.poignee.update(contenu, raw=True)


def _terminal(avancement: Avancement) -> None:
    print("\r" + avancement.texte(), end="\n" if avancement.fini else "", flush=True)
