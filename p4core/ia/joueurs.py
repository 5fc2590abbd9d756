"""Les joueurs : une fonction écrite dans un TP, avec sa signature et son codage, ou une machine d'ici.

Le plateau, le terminal et les tournois les trouvent tous sous la même forme, une `IA`."""

from __future__ import annotations

import copy
import inspect
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from p4core.codages import CODAGES, Codage, Reponse, codage_nomme
from p4core.ia import avance
from p4core.ia.recherche import minmax, selon_poids, valeurs
from p4core.jeu import Joueur, Position, au_hasard


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
        return self.codage.reponse(valeur, position)

    @property
    def conseille(self) -> bool:
        """Son avis vaut-il un conseil ? Pas celui d'une machine d'ici qui ne note rien : le hasard."""
        return not self.origine or MACHINES[self.origine].noter is not None

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
        raise TypeError(
            f"Une fonction est attendue, pas {fonction!r:.60} : donnez son nom, sans parenthèses."
        )
    nom = nom or getattr(fonction, "__name__", "votre fonction")
    ia = IA(fonction, codage_nomme(codage), reglages, evaluation, nom=nom)
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
            'codage="colonnes" (ou "lignes", "situation", "jetons", "tours").'
        )
    attendus = list(signature.parameters)[len(donnes) :]
    manquants = [n for n in attendus if n not in ia.reglages and _obligatoire(signature.parameters[n])]
    if manquants and len(signature.parameters) >= len(donnes):
        exemple = ", ".join(f"{n}=…" for n in manquants)
        return f"« {ia.nom} » attend aussi {', '.join(manquants)} : ajoutez {exemple} à l'appel."
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


# --- les joueurs de la bibliothèque ----------------------------------------------------------------

HUMAIN = "humain"
LIBELLE_HUMAIN = "une personne"  # son nom dans les menus
Annonce = Callable[[str], object]


@dataclass(frozen=True)
class Reglage:
    """Un nombre ou un texte que l'on peut régler dans un menu."""

    nom: str
    libelle: str
    defaut: Any
    bornes: tuple[int, int] | None = None  # pour un entier ; sinon une liste de nombres


@dataclass(frozen=True)
class Machine:
    """La fiche d'un joueur de la bibliothèque."""

    libelle: str
    creer: Callable[..., Joueur]
    noter: Callable[..., Callable[[Position], Mapping[int, float]]] | None = None
    reglages: tuple[Reglage, ...] = ()
    preparer: Callable[[Position, Annonce], object] | None = None  # un long travail, une fois pour toutes


def poids_par_defaut(aligner: int) -> list[float]:
    """Le carré du nombre de pions, et l'infini pour un alignement complet."""
    return [float(k * k) for k in range(aligner)] + [inf]


def joueur_minmax(
    profondeur: int = 3, poids: Sequence[float] = (), alea: random.Random | None = None
) -> Joueur:
    """Le joueur qui tire au sort parmi les meilleurs coups du min-max."""
    alea = alea or random.Random()
    return lambda position: alea.choice(minmax(position, _poids(poids, position), profondeur)[1])


def notes_minmax(
    profondeur: int = 3, poids: Sequence[float] = (), alea: random.Random | None = None
) -> Callable[[Position], dict[int, float]]:
    """La valeur min-max de chaque coup, avec les mêmes réglages."""
    return lambda position: valeurs(position, selon_poids(_poids(poids, position)), profondeur)


def _poids(poids: Sequence[float], position: Position) -> Sequence[float]:
    attendu = position.aligner + 1
    if poids and len(poids) != attendu:
        raise ValueError(
            f"{len(poids)} poids pour des alignements de {position.aligner} : il en faut {attendu}."
        )
    return poids or poids_par_defaut(position.aligner)


def joueur_hasard(alea: random.Random | None = None) -> Joueur:
    """Le joueur qui choisit sa colonne au hasard."""
    return au_hasard(alea or random.Random())


DELAI_PARFAIT = 9.0  # secondes : un peu moins que ce que le plateau accorde


def joueur_parfait(alea: random.Random | None = None) -> Joueur:
    """Le joueur qui tire au sort parmi les meilleurs coups du solveur exact."""
    return lambda position: _solveur().joueur_parfait(alea, DELAI_PARFAIT)(position)


def notes_parfaites(alea: random.Random | None = None) -> Callable[[Position], dict[int, float]]:
    """Le score exact de chaque coup."""
    return lambda position: _solveur().scores(position, DELAI_PARFAIT)


def _preparer_parfait(position: Position, annonce: Annonce) -> None:
    from p4core.ia.solveur.calcul import grille_de, preparer
    from p4core.ia.solveur.noyau import tient

    # Sur une grille trop grande, c'est le joueur lui-même qui le dira ; pour lire le livre, rien à préparer.
    if tient(position.largeur, position.hauteur) and not _solveur().du_livre(position):
        preparer(grille_de(position), annonce)


def conseiller(position: Position) -> IA:
    """L'IA qui note les colonnes quand personne d'autre ne le fait : la parfaite si elle sait tout."""
    minmax = machine("minmax", profondeur=4)
    if not _solveur().sait_tout(position):
        return minmax
    if _solveur().repond_aussitot(position):
        return machine("parfait")
    return replace(minmax, nom=f"{minmax.nom} (le solveur exact se prépare)")


def qui_note(ia: IA | None, position: Position) -> IA:
    """L'IA dont montrer les notes : celle-ci ; s'il n'y en a pas ou si elle se compile encore, une autre."""
    if ia is None:
        return conseiller(position)
    exact = _solveur() if ia.origine == "parfait" else None
    attend = exact and exact.sait_tout(position) and not exact.repond_aussitot(position)
    return conseiller(position) if attend else ia


def anticiper(position: Position) -> None:
    """Fait compiler le solveur à côté s'il ne l'est pas : on aura sans doute besoin de lui."""
    if (position.largeur, position.hauteur, position.aligner) == (7, 6, 4):
        avance.disponible("solveur")


def _solveur() -> Any:
    from p4core.ia import solveur  # numba ne se charge qu'au premier coup

    return solveur


MACHINES: dict[str, Machine] = {
    "hasard": Machine("hasard", joueur_hasard),
    "minmax": Machine(
        "min-max",
        joueur_minmax,
        notes_minmax,
        (Reglage("profondeur", "Profondeur", 3, (1, 6)), Reglage("poids", "Poids", ())),
    ),
    "parfait": Machine("parfait", joueur_parfait, notes_parfaites, preparer=_preparer_parfait),
}


def machine(nom: str, **reglages: Any) -> IA:
    """L'IA de la bibliothèque qui porte ce nom : `machine("minmax", profondeur=4)`."""
    nom = _nom_exact(nom)
    if nom not in MACHINES:
        connus = ", ".join(f"« {n} »" for n in (HUMAIN, *MACHINES))
        raise ValueError(f"Joueur {nom!r} inconnu : {connus}, ou une fonction.")
    fiche = MACHINES[nom]
    _verifier_reglages(nom, fiche, reglages)
    noteur = fiche.noter(**reglages) if fiche.noter else None
    joueur = fiche.creer(**reglages)
    return IA(joueur, CODAGES[None], noteur=noteur, nom=fiche.libelle, origine=nom, choisis=reglages)


def _nom_exact(choix: str) -> str:
    """Le nom d'un joueur, même écrit comme dans les menus : « Min-max » est « minmax »."""
    if choix == LIBELLE_HUMAIN:
        return HUMAIN
    court = re.sub(r"[\s_-]", "", choix).casefold()
    return court if court in (HUMAIN, *MACHINES) else choix


def preparer(ia: IA, position: Position, annonce: Annonce) -> None:
    """Fait d'avance, hors du délai d'un coup, ce dont l'IA a besoin une fois pour toutes."""
    fiche = MACHINES.get(ia.origine)
    if fiche and fiche.preparer:
        fiche.preparer(position, annonce)


def _verifier_reglages(nom: str, fiche: Machine, reglages: Mapping[str, Any]) -> None:
    permis = {reglage.nom for reglage in fiche.reglages} | {"alea"}
    for inconnu in sorted(set(reglages) - permis):
        liste = ", ".join(sorted(permis - {"alea"})) or "aucun"
        raise TypeError(f"« {nom} » n'a pas de réglage « {inconnu} » (réglages : {liste}).")
    for reglage in fiche.reglages:
        if reglage.nom in reglages:
            _verifier_valeur(reglage, reglages[reglage.nom])


def _verifier_valeur(reglage: Reglage, valeur: Any) -> None:
    if reglage.bornes is None:
        listes = isinstance(valeur, list | tuple) and all(isinstance(v, int | float) for v in valeur)
        if not listes:
            raise ValueError(f"{reglage.nom} vaut {valeur!r:.60} : une liste de nombres est attendue.")
    elif isinstance(valeur, bool) or not isinstance(valeur, int) or valeur < reglage.bornes[0]:
        attendu = f"un entier au moins égal à {reglage.bornes[0]}"
        raise ValueError(f"{reglage.nom} vaut {valeur!r:.60} : {attendu} est attendu.")


def joueur_de(
    choix: str | Callable[..., Any] | IA | None, codage: str | None = None, **reglages: Any
) -> IA | None:
    """L'IA désignée par un nom ou une fonction ; None pour un humain."""
    if isinstance(choix, str):
        choix = _nom_exact(choix)
    if choix is None or choix == HUMAIN:
        return None
    if isinstance(choix, str):
        return machine(choix, **reglages)
    return adapter(choix, codage, **reglages)
