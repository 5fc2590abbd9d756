"""Les formes toutes faites d'une question : une fonction jugée cas par cas, une valeur à trouver.

Un cas est un tuple, le plus souvent une position et quelques paramètres. Chaque réglage d'une `Fonction` est
une fonction du cas : ce qu'on donne à l'élève, ce qu'on attend de lui, ce qu'on dit s'il répond autre chose.

    DOUBLE = (
        Fonction("double(n)", donner=lambda n: (n,), attendu=lambda n: 2 * n, lire=entier)
        .critere("les petits nombres", 1, lambda source: range(4))
        .critere("des nombres au hasard", 2, lambda source: [source.alea.randrange(99) for _ in range(20)])
        .question(
            ("Un indice vague.", "Un indice plus précis.", "La réponse, presque."),
            [("Vous renvoyez le nombre lui-même.", lambda n: n)],
        )
    )
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.appels import Appel
from p4core.jeu import Case, Position
from p4cours.permis import Noms
from p4cours.recherches import Recherche
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.lecture import Malforme, en_phrase, entier, meme, montrer, nombre, nommer

Cas = Any  # un tuple ; seul, son unique élément peut s'écrire sans parenthèses
ErreurConnue = Erreur | tuple[str, Callable[..., Any]]
PHRASE = "Le résultat n'est pas le bon."


def _tel_quel(valeur: Any) -> Any:
    return valeur


def _rien(*_cas: Any) -> tuple[()]:
    return ()


# --- Une fonction, jugée cas par cas --------------------------------------------------------------


@dataclass
class Fonction:
    """Une question dont la réponse est une fonction ; `essai` fait d'un cas un essai."""

    signature: str  # « nbr_pions(A, G, joueur) »
    donner: Callable[..., tuple[Any, ...]]  # les arguments de l'appel
    attendu: Callable[..., Any]  # la bonne valeur (ou ce qu'on en dit, si `juger` la connaît)
    lire: Callable[[Any], Any] = _tel_quel  # la valeur de l'élève, ou Malforme
    dire: Callable[..., str | Ecart] = lambda *_cas: PHRASE  # ce qu'on dit d'une valeur fausse
    fautives: Callable[..., Collection[Case]] = _rien  # les cases à encadrer
    appel: str | Callable[..., str] = ""  # tel qu'on le montre, « double({0}) » ; à défaut, la signature
    etiquettes: Callable[..., Iterable[str]] = _rien
    taille: Callable[..., int | None] = lambda *_cas: None  # pour le plus petit contre-exemple
    profondeur: Callable[..., int | None] = lambda *_cas: None  # combien de coups la recherche doit prévoir
    options: Mapping[str, Any] = field(default_factory=dict)  # d'autres champs de `Essai`
    ranger: Callable[[Any], Any] = _tel_quel  # sorted, si l'ordre des éléments lus ne compte pas
    juger: Callable[..., str | Ecart | None] | None = None  # (appel, *cas) : à la place d'une égalité
    colonne: bool = False  # la réponse est une colonne, comptée à partir de 0
    lire_erreur: Callable[[Any], Any] | None = None  # pour les versions fausses ; à défaut, `lire`
    neuf: bool = False  # ses essais retiennent ce qu'une réponse y fait : ils ne resservent pas à la suivante
    criteres: list[Critere] = field(default_factory=list)

    @property
    def nom(self) -> str:
        """Le nom de la fonction."""
        return self.signature.partition("(")[0]

    def essai(self, cas: Cas) -> Essai:
        """L'essai de ce cas."""
        cas = cas if isinstance(cas, tuple) else (cas,)
        attendu = self.attendu(*cas)
        return Essai(
            self._montrer_appel(cas),
            self.donner(*cas),
            lambda appel: self._juge(appel, cas, attendu),
            next((valeur for valeur in cas if isinstance(valeur, Position)), None),
            frozenset(self.etiquettes(*cas)),
            attendu=attendu,
            cas=cas,
            profondeur=self.profondeur(*cas),
            taille=self.taille(*cas),
            **self.options,
        )

    def _montrer_appel(self, cas: tuple[Any, ...]) -> str:
        if callable(self.appel):
            return self.appel(*cas)
        return self.appel.format(*cas) or self.signature

    def _juge(self, appel: Appel, cas: tuple[Any, ...], attendu: Any) -> Ecart | None:
        if self.juger:
            dit = self.juger(appel, *cas)
        elif meme(self.ranger(self.lire(appel.valeur)), self.ranger(attendu)):
            return None
        else:
            dit = self.dire(*cas)
        if isinstance(dit, str):
            return Ecart(dit, montrer(attendu), montrer(appel.valeur), self.fautives(*cas))
        return dit

    def critere(
        self,
        nom: str,
        poids: float,
        cas: Callable[[Source], Iterable[Cas]],
        gratuit: bool = False,
        plafond: float = 1.0,
        **reglages: Any,
    ) -> Fonction:
        """Ajoute un critère : ses cas, les plus petits d'abord, et les réglages qui lui sont propres."""
        forme = replace(self, **reglages) if reglages else self
        essais = lambda source: map(forme.essai, cas(source))  # noqa: E731
        self.criteres.append(Critere(nom, poids, essais, gratuit, plafond, forme.neuf))
        return self

    def erreur(self, phrase: str, fausse: Callable[..., Any]) -> Erreur:
        """L'erreur d'une réponse qui rend partout `fausse(*cas)` (NotImplemented : on n'en sait rien)."""
        lire = self.lire_erreur or self.lire

        def valeur(essai: Essai) -> Any:
            rendue = fausse(*essai.cas)
            return rendue if rendue is NotImplemented else self.ranger(rendue)

        return modele(phrase, valeur, lambda donnee: self.ranger(lire(donnee)))

    def question(
        self,
        indices: tuple[str, ...],
        erreurs: Iterable[ErreurConnue] = (),
        aides: Mapping[str, Callable[..., Any]] | None = None,
        pretees: Mapping[str, Callable[..., Any]] | None = None,
        permis: Noms | None = None,
        recherche: Recherche | None = None,
    ) -> Question:
        """La question entière ; une erreur s'écrit (phrase, version fausse) ou se construit à part."""
        connues = tuple(e if isinstance(e, Erreur) else self.erreur(*e) for e in erreurs)
        criteres = tuple(self.criteres)
        question = Question(
            self.nom, self.signature, criteres, indices, connues, aides or {}, pretees or {}, permis or {}
        )
        return replace(question, recherche=recherche, colonne=self.colonne)


def egal(attendu: Any, lire: Callable[[Any], Any], phrase: str = PHRASE) -> Callable[[Appel], Ecart | None]:
    """Le juge d'un essai isolé : la valeur lue doit être celle attendue, aux arrondis près."""

    def juge(appel: Appel) -> Ecart | None:
        if meme(lire(appel.valeur), attendu):
            return None
        return Ecart(phrase, montrer(attendu), montrer(appel.valeur))

    return juge


# --- Une valeur à trouver -------------------------------------------------------------------------


def reponse(nom: str, juge: Callable[[Any], str | None], indices: tuple[str, ...]) -> Question:
    """Une question dont la réponse est une valeur ; `juge` dit ce qui ne va pas, sans donner la réponse."""

    def juger(appel: Appel) -> Ecart | None:
        phrase = juge(appel.valeur)
        return Ecart(phrase, obtenu=montrer(appel.valeur)) if phrase else None

    essai = Essai(nom, (), juger)
    return Question(nom, nom, (Critere("la réponse", 1, lambda source: [essai]),), indices)


def valeur_entiere(
    attendu: int,
    phrase: str = "Ce n'est pas ce nombre.",
    connues: Mapping[int, str] | None = None,
    lire: Callable[[Any, str], float] = nombre,
) -> Callable[[Any], str | None]:
    """Le juge d'une réponse qui est un entier ; `connues` dit d'où viennent certaines réponses fausses."""

    def juge(valeur: Any) -> str | None:
        try:
            lue = lire(valeur, "la réponse")
        except Malforme as defaut:
            return en_phrase(defaut)
        return None if lue == attendu else (connues or {}).get(int(lue) if lue % 1 == 0 else -1, phrase)

    return juge


def uplet(
    nom: str, valeurs: Sequence[tuple[str, int, Mapping[int, str]]], indices: tuple[str, ...]
) -> Question:
    """Une réponse en plusieurs entiers, notés un à un : ce qu'il compte, sa valeur, les erreurs connues."""

    def juger(appel: Appel, rang: int) -> Ecart | None:
        if not isinstance(appel.valeur, tuple | list) or len(appel.valeur) != len(valeurs):
            raise Malforme(
                f"on attend {len(valeurs)} nombres, entre parenthèses, or c'est {nommer(appel.valeur)}."
            )
        sujet, attendu, connues = valeurs[rang]
        obtenu = entier(appel.valeur[rang], f"la valeur « {sujet} »")
        if obtenu == attendu:
            return None
        suite = connues.get(obtenu, "ce n’est pas ce nombre.")
        return Ecart(f"{sujet} : {suite}", obtenu=montrer(appel.valeur))

    def critere(rang: int) -> Critere:
        essai = Essai(nom, (), lambda appel: juger(appel, rang))
        return Critere(valeurs[rang][0], 1, lambda source: [essai])

    return Question(nom, nom, tuple(map(critere, range(len(valeurs)))), indices)
