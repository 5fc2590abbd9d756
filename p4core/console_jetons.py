"""Des parties dans la console, avec les fonctions du notebook (codage « jetons ») : 0, 1 ou 2 personnes."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Table = list[list[str]]
Ia = Callable[..., Any]  # ia(l, t, txt, g) ou ia3(l, t, txt, g, T, C) -> [nouvelle table, colonne]
VIDE, ROND, CROIX = "[ ]", "[O]", "[X]"
ORDI = "ORDI"
QUITTER = ("q", "quitter")


class _Abandon(Exception):
    """La personne ne veut plus, ou ne peut plus, répondre."""


@dataclass
class Jeux:
    """Une suite de parties entre deux joueurs : une personne n'a pas d'IA, une machine en a une."""

    ajouter: Callable[[Table, int, str], Table]
    maxi: Callable[..., int]
    ias: Mapping[str, Ia]
    taille: tuple[int, int] = (7, 6)
    g: int = 4
    txt: int = 0
    noms: list[str] = field(default_factory=list)
    machines: dict[str, Ia] = field(default_factory=dict)
    scores: dict[str, int] = field(default_factory=dict)

    def lancer(self, n: Any) -> dict[str, int]:
        """Joue tant qu'on le veut ; rend les scores, même si l'on s'arrête en route."""
        try:
            self._inscrire(_demander_parmi("Combien de personnes jouent (0, 1 ou 2) ? ", ("0", "1", "2"), n))
            encore = True
            while encore:
                self._partie(self._premier())
                self._montrer_scores()
                encore = _demander_parmi("Une autre partie (o ou n) ? ", ("o", "n")) == "o"
        except _Abandon as raison:
            print(raison)
        return self.scores

    def _inscrire(self, n: str) -> None:
        """Les noms des joueurs et les IA des machines ; les scores à zéro."""
        machines = {"0": [f"{ORDI} A", f"{ORDI} B"], "1": [ORDI], "2": []}[n]
        for rang in range(2 - len(machines)):
            question = f"Nom du {('premier', 'second')[rang] if n == '2' else 'joueur'} : "
            self.noms.append(_demander_nom(question, [*self.noms, *machines]))
        for nom in machines:
            choix = _demander_parmi(f"IA de {nom} ({', '.join(self.ias)}) ? ", tuple(self.ias))
            self.machines[nom] = self.ias[choix]
            self.noms.append(nom)
        self.scores = dict.fromkeys(self.noms, 0)

    def _premier(self) -> str:
        """Qui commence : l'un des deux, ou le sort."""
        choix = _demander_parmi(f"Qui commence ({', '.join(self.noms)}, ou rien pour tirer au sort) ? ",
                                (*self.noms, ""))  # fmt: skip
        return choix or random.choice(self.noms)

    def _partie(self, premier: str) -> None:
        """Une partie ; le premier joueur a les ronds."""
        ordre = [premier, next(nom for nom in self.noms if nom != premier)]
        largeur, hauteur = self.taille
        l = [[VIDE] * hauteur for _ in range(largeur)]
        joues: list[int] = []
        print(f"{premier} commence la partie.")
        for rang in range(largeur * hauteur):
            nom, t = ordre[rang % 2], (ROND, CROIX)[rang % 2]
            print(f"{dessin(l)}\nTour {rang // 2 + 1} : à {nom} de jouer ({t}).")
            joues.append(self._coup(nom, l, t, rang // 2 + 1, joues))
            l = self.ajouter(l, joues[-1], t)
            if self.maxi(l, t, self.g) >= self.g:
                self.scores[nom] += 1
                print(f"{dessin(l)}\n{nom} a gagné !")
                return
        print(f"{dessin(l)}\nPartie nulle : la table est pleine.")

    def _coup(self, nom: str, l: Table, t: str, tour: int, joues: list[int]) -> int:
        if nom not in self.machines:
            return _demander_colonne(nom, l)
        c = self._reponse(self.machines[nom], l, t, tour, joues)
        refus = refuser(str(c), l)
        if refus:
            raise _Abandon(f"{nom} a répondu {c!r}. {refus} La partie s'arrête là.")
        print(f"{nom} a choisi de jouer dans la colonne {c}.")
        return int(c)

    def _reponse(self, ia: Ia, l: Table, t: str, tour: int, joues: list[int]) -> Any:
        """La colonne que choisit une machine ; T et C ne sont donnés qu'à celles qui les demandent."""
        autres = {"T": tour, "C": list(joues)}
        connus = inspect.signature(ia).parameters
        valeur = ia(l, t, self.txt, self.g, **{k: v for k, v in autres.items() if k in connus})
        return valeur[1] if isinstance(valeur, list | tuple) and len(valeur) == 2 else valeur

    def _montrer_scores(self) -> None:
        print("Scores : " + ", ".join(f"{nom} {points}" for nom, points in self.scores.items()) + ".")


def dessin(l: Table) -> str:
    """La table en texte, les numéros des colonnes en haut et en bas."""
    numeros = "".join(f"{c:^3}" for c in range(1, len(l) + 1)).rstrip()
    lignes = ["".join(colonne[i] for colonne in l) for i in range(len(l[0]))]
    return "\n".join([numeros, *lignes, numeros])


def refuser(reponse: str, l: Table) -> str:
    """Ce qui empêche de jouer cette réponse, ou une chaîne vide."""
    if not (reponse.isascii() and reponse.isdigit()):
        return f"« {reponse[:20]} » n'est pas un numéro de colonne."
    # Une suite de chiffres sans fin ne doit pas faire échouer int().
    if len(reponse.lstrip("0")) > 3 or not 1 <= int(reponse) <= len(l):
        return f"La colonne {reponse[:6]} n'existe pas : elles vont de 1 à {len(l)}."
    return "" if l[int(reponse) - 1][0] == VIDE else f"La colonne {int(reponse)} est pleine."


def _lire(question: str) -> str:
    try:
        reponse = input(question).strip()
    except (EOFError, KeyboardInterrupt, NotImplementedError):
        # NotImplementedError : le notebook est exécuté sans personne devant (StdinNotImplementedError).
        raise _Abandon("Personne ne répond : on s'arrête là.") from None
    if reponse.lower() in QUITTER:
        raise _Abandon("On s'arrête là.")
    return reponse


def _demander_parmi(question: str, permises: tuple[str, ...], donnee: Any = None) -> str:
    """Une des réponses permises, majuscules ou minuscules ; la question revient tant qu'il le faut."""
    reponse = _lire(question) if donnee is None else str(donnee)
    while True:
        for permise in permises:
            if reponse.lower() == permise.lower():
                return permise
        print(f"« {reponse[:20]} » ne convient pas : {', '.join(p for p in permises if p)} (q pour quitter).")
        reponse = _lire(question)


def _demander_nom(question: str, pris: list[str]) -> str:
    """Un nom qui n'est ni vide, ni déjà pris."""
    while True:
        nom = _lire(question)
        if nom and nom.lower() not in [autre.lower() for autre in pris]:
            return nom
        print("Ce nom est déjà pris." if nom else "Il faut un nom.")


def _demander_colonne(nom: str, l: Table) -> int:
    """La colonne choisie par une personne."""
    while True:
        reponse = _lire(f"{nom}, votre colonne (q pour quitter) : ")
        refus = refuser(reponse, l)
        if not refus:
            return int(reponse)
        print(refus)
