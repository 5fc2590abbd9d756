"""Faire jouer une fonction écrite dans un TP, avec sa signature et son codage.

Un adaptateur prépare les arguments que la fonction attend, lit sa réponse et dit en français ce qui ne va
pas. Les réglages (W, p, prof, k…) sont passés par leur nom.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p4core.lectures import CODAGES, Codage, Reponse, ReponseInvalide
from p4core.position import Position

__all__ = ["IA", "ReglageManquant", "ReponseInvalide", "SansNote", "adapter"]


class ReglageManquant(TypeError):
    """La fonction attend un réglage qui n'a pas été donné."""


class SansNote(ValueError):
    """Cette IA choisit un coup mais ne note pas les autres."""


@dataclass(frozen=True)
class IA:
    """Une fonction qui joue, et de quoi l'appeler sur une Position."""

    fonction: Callable[..., Any]
    codage: Codage
    reglages: Mapping[str, Any] = field(default_factory=dict)
    evaluation: Callable[..., Any] | None = None
    noteur: Callable[[Position], Mapping[int, float]] | None = None
    nom: str = ""
    origine: str = ""  # sa fiche, pour une IA de la bibliothèque, et les réglages choisis
    choisis: Mapping[str, Any] = field(default_factory=dict)

    def arguments(self, position: Position) -> tuple[Any, ...]:
        """Les arguments tirés de la position, dans l'ordre de la signature du TP."""
        return self.codage.arguments(position, position.trait)

    def appel(self, position: Position, **autres: Any) -> Callable[..., Any]:
        """La fonction, réglages déjà donnés : il reste à lui passer les arguments."""
        nommes = {**_acceptes(self.fonction, self.codage.fournis(position)), **self.reglages, **autres}
        return lambda *arguments: self.fonction(*arguments, **nommes)

    def lire(self, valeur: Any, position: Position) -> Reponse:
        """La colonne choisie et les remarques ; lève ReponseInvalide si rien n'est jouable."""
        return self.codage.lire(valeur, position)

    def __call__(self, position: Position) -> int:
        """La colonne choisie (à partir de 0) : une IA est aussi un joueur."""
        return self.lire(self.appel(position)(*self.arguments(position)), position).colonne

    def notes(self, position: Position) -> dict[int, float]:
        """La valeur de chaque coup selon cette IA, vue du joueur au trait ; lève SansNote sinon."""
        if self.noteur:
            return dict(self.noteur(position))
        if self.evaluation is None and not self.codage.notes:
            raise SansNote(f"« {self.nom} » choisit une colonne sans noter les autres.")
        noter = self._note_evaluation if self.evaluation else self._note_recherche
        return {x: noter(position, position.jouer(x)) for x in position.coups()}

    def _note_evaluation(self, avant: Position, apres: Position) -> float:
        assert self.evaluation is not None
        arguments = self.codage.evaluees(apres, avant.trait)
        return _nombre(self.evaluation(*arguments, **_acceptes(self.evaluation, self.reglages)), self.nom)

    def _note_recherche(self, avant: Position, apres: Position) -> float:
        """Ce que la recherche de l'élève vaut après le coup, un niveau plus bas."""
        reglages = copy.deepcopy({k: v for k, v in self.reglages.items() if isinstance(v, dict)})
        profondeur = self.codage.profondeur
        if isinstance(self.reglages.get(profondeur), int):
            reglages[profondeur] = max(0, self.reglages[profondeur] - 1)
        j0 = avant.trait
        valeur = self.appel(apres, **reglages)(*self.codage.arguments(apres, j0))
        if not (isinstance(valeur, tuple | list) and len(valeur) == 2):
            raise SansNote(f"« {self.nom} » ne renvoie pas de couple (score, …) : rien à afficher.")
        return self.codage.signe * _nombre(valeur[0], self.nom)


def adapter(
    fonction: Callable[..., Any] | IA,
    codage: str | None = None,
    *,
    evaluation: Callable[..., Any] | None = None,
    nom: str = "",
    **reglages: Any,
) -> IA:
    """L'IA qui joue avec cette fonction : `adapter(minmax, "colonnes", W=W1, p=3)`."""
    if isinstance(fonction, IA):
        return fonction
    if not callable(fonction):
        raise TypeError(f"Une fonction est attendue, pas {fonction!r:.60}.")
    if codage not in CODAGES:
        connus = ", ".join(f"« {c} »" for c in CODAGES if c)
        raise ValueError(
            f"Codage {codage!r} inconnu : {connus}, ou rien pour une fonction Position → colonne."
        )
    nom = nom or getattr(fonction, "__name__", "votre fonction")
    ia = IA(fonction, CODAGES[codage], reglages, evaluation, nom=nom)
    _verifier_signature(ia)
    return ia


def _verifier_signature(ia: IA) -> None:
    """Dit tout de suite quel réglage manque, plutôt qu'au premier coup."""
    signature = _signature(ia.fonction)
    if signature is None:
        return
    position = Position()
    nommes = {**_acceptes(ia.fonction, ia.codage.fournis(position)), **ia.reglages}
    try:
        signature.bind(*ia.arguments(position), **nommes)
    except TypeError as erreur:
        raise ReglageManquant(_phrase_signature(ia, signature, erreur)) from None


def _phrase_signature(ia: IA, signature: inspect.Signature, erreur: TypeError) -> str:
    donnes = ia.codage.noms
    if ia.codage is CODAGES[None] and len(signature.parameters) > 1:
        return (
            f"« {ia.nom} » a plusieurs arguments : dites dans quel codage elle joue, par exemple "
            'codage="colonnes" (ou "lignes", "situation", "jetons").'
        )
    attendus = list(signature.parameters)[len(donnes) :]
    manquants = [n for n in attendus if n not in ia.reglages and _obligatoire(signature.parameters[n])]
    if manquants and len(signature.parameters) >= len(donnes):
        exemple = ", ".join(f"{n}=…" for n in manquants)
        return f"« {ia.nom} » attend aussi {', '.join(manquants)} : ajoutez {exemple} à l'appel de Plateau."
    debut = ", ".join(donnes)
    return f"« {ia.nom} » ne peut pas être appelée comme {ia.nom}({debut}, …). Python dit : {erreur}."


def _obligatoire(parametre: inspect.Parameter) -> bool:
    libres = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    return parametre.default is inspect.Parameter.empty and parametre.kind not in libres


def _signature(fonction: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(fonction)
    except (ValueError, TypeError):  # fonctions écrites en C : rien à vérifier d'avance
        return None


def _acceptes(fonction: Callable[..., Any], valeurs: Mapping[str, Any]) -> dict[str, Any]:
    """Parmi ces valeurs, celles que la fonction a nommées dans sa signature."""
    signature = _signature(fonction)
    noms = signature.parameters if signature else {}
    return {nom: valeur for nom, valeur in valeurs.items() if nom in noms}


def _nombre(valeur: Any, nom: str) -> float:
    if isinstance(valeur, bool) or not hasattr(valeur, "__float__"):
        raise SansNote(f"« {nom} » a donné {valeur!r:.60} en guise de score : un nombre est attendu.")
    return float(valeur)
