"""Ce qu'une fonction appelée par le plateau a fait de travers, en français, avec les détails à déplier."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from pathlib import Path

from p4core.execution import Appel
from p4core.recits import raconter

_BIBLIOTHEQUE = str(Path(__file__).parents[1])


@dataclass
class Rapport:
    """Une phrase d'échec s'il y en a un, des alertes, et des détails (titre, texte)."""

    echec: str = ""
    alertes: list[str] = field(default_factory=list)
    details: list[tuple[str, str]] = field(default_factory=list)

    def alerter(self, phrase: str) -> None:
        """Ajoute une remarque qui n'empêche pas de jouer."""
        self.alertes.append(phrase)

    def absorber(self, autre: Rapport) -> None:
        """Ajoute à ce rapport ce que dit l'autre."""
        self.echec = self.echec or autre.echec
        self.alertes += autre.alertes
        self.details += autre.details

    @property
    def phrase(self) -> str:
        """Tout ce qu'il y a à dire, l'échec d'abord."""
        return " ".join([self.echec] * bool(self.echec) + self.alertes)


def rapporter(appel: Appel, nom: str, noms: tuple[str, ...], rapport: Rapport) -> None:
    """Note dans le rapport ce qui s'est passé pendant l'appel."""
    if appel.sortie:
        rapport.details.append((f"Ce que « {nom} » a affiché", appel.sortie))
    if appel.expire:
        rapport.echec = _trop_long(appel, nom)
    elif getattr(appel.exception, "renonce", False):  # pas une erreur : un joueur qui dit ses limites
        rapport.echec = f"« {nom} » renonce. {appel.exception}"
    elif isinstance(appel.exception, NotImplementedError):
        rapport.echec = f"« {nom} » n'est pas encore écrite : il y reste un raise NotImplementedError."
    elif appel.exception is not None:
        recit = raconter(appel.exception).rstrip(".")
        rapport.echec = f"« {nom} » s'est arrêtée sur une erreur : {recit}."
        rapport.details.append(("Trace de l'erreur", trace(appel.exception)))
    for rang in appel.modifies:
        rapport.alerter(
            f"« {nom} » a modifié {noms[rang]}, qu'elle devait laisser tel quel "
            "(le plateau a gardé la bonne grille)."
        )


def _trop_long(appel: Appel, nom: str) -> str:
    phrase = f"« {nom} » n'a pas répondu en {appel.duree:.0f} s et a été arrêtée (boucle sans fin ?)."
    if not appel.arrete:
        phrase += " Elle tourne encore : redémarrez le noyau si tout devient lent."
    return phrase


def trace(erreur: BaseException) -> str:
    """La trace, sans les lignes de la bibliothèque si l'élève y est pour quelque chose."""
    cadres = traceback.extract_tb(erreur.__traceback__)
    eleve = [cadre for cadre in cadres if not cadre.filename.startswith(_BIBLIOTHEQUE)]
    return "".join(traceback.format_list(eleve or cadres) + traceback.format_exception_only(erreur))
