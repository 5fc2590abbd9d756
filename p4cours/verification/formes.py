"""Les formes toutes faites d'une question : une fonction jugée cas par cas, une valeur à trouver.

Un cas est un tuple, le plus souvent une position et quelques paramètres. Chaque réglage d'une `Fonction` est
une fonction du cas : ce qu'on donne à l'élève, ce qu'on attend de lui, ce qu'on dit s'il répond autre chose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p4core.appels import Appel
from p4core.dessin import Case
from p4core.jeu import Position
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.lecture import meme, montrer

Cas = Any  # un tuple ; une position seule peut s'écrire sans parenthèses
PHRASE = "Le résultat n'est pas le bon."


def _tel_quel(valeur: Any) -> Any:
    return valeur


def _rien(*_cas: Any) -> Any:
    return ()


@dataclass
class Fonction:
    """Une question dont la réponse est une fonction ; `essai` fait d'un cas un essai."""

    signature: str  # « nbr_pions(A, G, joueur) »
    donner: Callable[..., tuple[Any, ...]]  # les arguments de l'appel
    attendu: Callable[..., Any]
    lire: Callable[[Any], Any] = _tel_quel  # la valeur de l'élève, ou Malforme
    dire: Callable[..., str | Ecart] = lambda *_cas: PHRASE  # ce qu'on dit d'une valeur fausse
    fautives: Callable[..., Collection[Case]] = _rien  # les cases à encadrer
    appel: Callable[..., str] | None = None  # l'appel tel qu'on le montre ; à défaut, la signature
    etiquettes: Callable[..., Iterable[str]] = _rien
    options: Mapping[str, Any] = field(default_factory=dict)  # d'autres champs de `Essai`
    criteres: list[Critere] = field(default_factory=list)

    @property
    def nom(self) -> str:
        """Le nom de la fonction."""
        return self.signature.partition("(")[0]

    def essai(self, cas: Cas) -> Essai:
        """L'essai de ce cas."""
        cas = cas if isinstance(cas, tuple) else (cas,)
        attendu = self.attendu(*cas)

        def juge(appel: Appel) -> Ecart | None:
            if meme(self.lire(appel.valeur), attendu):
                return None
            dit = self.dire(*cas)
            if isinstance(dit, Ecart):
                return dit
            return Ecart(dit, montrer(attendu), montrer(appel.valeur), self.fautives(*cas))

        return Essai(
            self.appel(*cas) if self.appel else self.signature,
            self.donner(*cas),
            juge,
            next((valeur for valeur in cas if isinstance(valeur, Position)), None),
            frozenset(self.etiquettes(*cas)),
            {"cas": cas},
            attendu,
            **self.options,
        )

    def critere(
        self, nom: str, poids: float, cas: Callable[[Source], Iterable[Cas]], gratuit: bool = False
    ) -> Fonction:
        """Ajoute un critère : les cas qu'il essaie, les plus petits d'abord."""
        essais = lambda source: map(self.essai, cas(source))  # noqa: E731
        self.criteres.append(Critere(nom, poids, essais, gratuit))
        return self

    def erreur(self, phrase: str, fausse: Callable[..., Any]) -> Erreur:
        """L'erreur d'une réponse qui rendrait partout `fausse(*cas)`, ou NotImplemented si elle n'en dit rien."""
        return modele(phrase, lambda essai: fausse(*essai.contexte["cas"]), self.lire)

    def question(
        self,
        indices: tuple[str, ...],
        erreurs: Iterable[Erreur | tuple[str, Callable[..., Any]]] = (),
        aides: Mapping[str, Callable[..., Any]] | None = None,
    ) -> Question:
        """La question entière ; une erreur s'écrit (phrase, version fausse) ou se construit à part."""
        connues = tuple(e if isinstance(e, Erreur) else self.erreur(*e) for e in erreurs)
        return Question(self.nom, self.signature, tuple(self.criteres), indices, connues, aides or {})
