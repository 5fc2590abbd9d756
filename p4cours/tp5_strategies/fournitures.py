"""Ce que le notebook du TP 5 reçoit tout fait : des parties dans la console et les figures d'un tournoi,
lisibles sans couleur. Et les conclusions du sujet, confrontées à un tournoi des six IA."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from p4core.codages import JETONS
from p4core.ecran import clavier
from p4core.francais import virgule
from p4core.graphiques import Axe, Barres, Carte, Radar, Valeur
from p4core.tournois.resultats import Resultats

Table = list[list[str]]
Ia = Callable[..., Any]  # ia(l, t, txt, g) ou ia3(l, t, txt, g, T, C) -> [nouvelle table, colonne]
VIDE, ROND, CROIX = JETONS.signes
ORDI = "ORDI"


# --- des parties dans la console ------------------------------------------------------------------


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
        with clavier.poliment():
            self._inscrire(_demander_parmi("Combien de personnes jouent (0, 1 ou 2) ? ", ("0", "1", "2"), n))
            encore = True
            while encore:
                self._partie(self._premier())
                self._montrer_scores()
                encore = _demander_parmi("Une autre partie (o ou n) ? ", ("o", "n")) == "o"
        return self.scores

    def _inscrire(self, n: str) -> None:
        """Les noms des joueurs et les IA des machines ; les scores à zéro."""
        machines = {"0": [f"{ORDI} A", f"{ORDI} B"], "1": [ORDI], "2": []}[n]
        for rang in range(2 - len(machines)):
            question = f"Nom du {('premier', 'second')[rang] if n == '2' else 'joueur'} : "
            self.noms.append(_demander_nom(question, [*self.noms, *machines]))
        for nom in machines:
            choix = _demander_parmi(f"Quelle IA pour {nom} ({', '.join(self.ias)}) ? ", tuple(self.ias))
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
            return clavier.demander_colonne(f"{nom}, votre colonne", _pleines(l), JETONS.origine)
        reponse = self._reponse(self.machines[nom], l, t, tour, joues)
        try:
            c = clavier.colonne(str(reponse), _pleines(l), JETONS.origine)
        except ValueError as refus:
            raise clavier.Abandon(f"{nom} a répondu {reponse!r}. {refus} La partie s'arrête là.") from None
        print(f"{nom} a choisi de jouer dans la colonne {c}.")
        return c

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


def _pleines(l: Table) -> list[bool]:
    return [colonne[0] != VIDE for colonne in l]


def _demander_parmi(question: str, permises: tuple[str, ...], donnee: Any = None) -> str:
    """Une des réponses permises, majuscules ou minuscules ; la question revient tant qu'il le faut."""
    reponse = clavier.lire(question) if donnee is None else str(donnee)
    while True:
        for permise in permises:
            if reponse.lower() == permise.lower():
                return permise
        debut = f"« {reponse[:20]} » ne convient pas" if reponse else "Il manque une réponse"
        print(f"{debut} : {', '.join(p for p in permises if p)} (q pour quitter).")
        reponse = clavier.lire(question)


def _demander_nom(question: str, pris: list[str]) -> str:
    """Un nom qui n'est ni vide, ni déjà pris."""
    while True:
        nom = clavier.lire(question)
        if nom and nom.lower() not in [autre.lower() for autre in pris]:
            return nom
        print("Ce nom est déjà pris." if nom else "Il faut un nom.")


# --- les figures d'un tournoi ---------------------------------------------------------------------


def radar(resultats: Resultats, joueurs: Sequence[str] | None = None) -> Radar:
    """La figure du sujet : une courbe par joueur, ses victoires pour une défaite contre chacun des autres."""
    noms = _choisis(resultats, joueurs, 3)
    # Contre lui-même, un joueur gagnerait autant qu'il perdrait : la courbe passe par 1, sans marque.
    profils = {a: [Valeur(*resultats.rapport(a, b)) if a != b else None for b in noms] for a in noms}
    return Radar(
        "Victoires pour une défaite (le cercle épais : autant des unes que des autres)",
        [f"contre {nom}" for nom in noms],
        profils,
        grandeur="victoires pour une défaite",
    )


def carte(resultats: Resultats, joueurs: Sequence[str] | None = None) -> Carte:
    """La carte des rencontres : la part de parties gagnées par la ligne contre la colonne."""
    noms = _choisis(resultats, joueurs, 2)
    return Carte(
        "Parties gagnées, en % (intervalle à 95 %)",
        [[_pour_cent(*resultats.taux(a, b)) if a != b else None for b in noms] for a in noms],
        noms,
        noms,
        entetes=("joueur", "contre", "% de victoires"),
        bornes=(0, 100),
        forme=lambda part: _decimale(part, 1),
    )


def _pour_cent(taux: float, intervalle: tuple[float, float]) -> Valeur:
    return Valeur(100 * taux, (100 * intervalle[0], 100 * intervalle[1]))


def podium(resultats: Resultats) -> Barres:
    """Le classement de Bradley–Terry et ses intervalles à 95 %."""
    barres = {}
    for k, rang in enumerate(resultats.classement(), 1):
        etiquette = f"{_decimale(rang.force, 0)} ± {_decimale((rang.haut - rang.bas) / 2, 0)}"
        barres[f"{rang.nom} (n° {k})"] = Valeur(rang.force, (rang.bas, rang.haut), etiquette)
    return Barres(
        "Classement (Bradley–Terry, intervalle à 95 %)",
        barres,
        Axe("force en points", forme=lambda force: _decimale(force, 0)),
        note="400 de plus, c'est dix fois plus de victoires que de défaites",
    )


def _choisis(resultats: Resultats, joueurs: Sequence[str] | None, minimum: int) -> list[str]:
    noms = list(joueurs or resultats.joueurs)
    inconnus = [nom for nom in noms if nom not in resultats.joueurs]
    if inconnus:
        raise ValueError(f"« {inconnus[0]} » n'a pas joué ce tournoi : {', '.join(resultats.joueurs)}.")
    if len(noms) < minimum:
        raise ValueError(f"Il faut au moins {minimum} joueurs pour cette figure.")
    return noms


def _decimale(valeur: float, chiffres: int) -> str:
    return virgule(valeur, f".{chiffres}f").replace("-", "−")


# --- les conclusions du sujet ---------------------------------------------------------------------

Verdict = Callable[[float, float, float], bool | None]  # (rapport, bas, haut) ; None : rien n'est tranché
LARGE = 2.0  # « loin devant » : au moins deux victoires pour une défaite
VOISINAGE = 0.1  # « environ » : à un dixième près


@dataclass(frozen=True)
class Conclusion:
    """Un énoncé du sujet, le nombre de victoires pour une défaite qui en décide, et ce qu'il en dit."""

    enonce: str
    joueur: str
    contre: str
    rapport: float
    bas: float
    haut: float
    tient: bool | None  # None : l'intervalle ne permet pas de trancher

    def __str__(self) -> str:
        verdict = {True: "confirmé", False: "infirmé", None: "non tranché"}[self.tient]
        mesure, bas, haut = map(virgule, (self.rapport, self.bas, self.haut))
        duel = f"IA {self.joueur} contre IA {self.contre}"
        return f"{self.enonce} : {verdict} ; {duel} : {mesure} [{bas} ; {haut}]"

    __repr__ = __str__


def _plus(rapport: float, bas: float, haut: float) -> bool | None:
    return True if bas > 1 else False if haut < 1 else None


def _moins(rapport: float, bas: float, haut: float) -> bool | None:
    return True if haut < 1 else False if bas > 1 else None


def _au_moins(rapport: float, bas: float, haut: float) -> bool | None:
    return haut >= 1


def _environ_trois_quarts(rapport: float, bas: float, haut: float) -> bool | None:
    return abs(rapport - 0.75) <= VOISINAGE


def _loin_devant(rapport: float, bas: float, haut: float) -> bool | None:
    return bas > LARGE


ENONCES: list[tuple[str, str, str, Verdict]] = [
    ("slc2 > slc1", "1.2", "1.1", _plus),
    ("slc3 ≥ slc2", "1.3", "1.2", _au_moins),
    ("slc4 < slc2", "1.4", "1.2", _moins),
    ("slc4 < slc3", "1.4", "1.3", _moins),
    ("IA 1.1 < IA 2", "2", "1.1", _plus),
    ("IA 2 < IA 1.4", "2", "1.4", _moins),
    ("IA 2 : environ 0,75 contre slc2", "2", "1.2", _environ_trois_quarts),
    ("IA 2 : environ 0,75 contre slc3", "2", "1.3", _environ_trois_quarts),
    *(("IA 3 loin devant", "3", autre, _loin_devant) for autre in ("1.1", "1.2", "1.3", "1.4", "2")),
]


def conclusions(resultats: Resultats) -> list[Conclusion]:
    """Chaque énoncé du sujet, avec sa mesure, son intervalle à 95 % et son verdict."""
    liste = []
    for enonce, a, b, verdict in ENONCES:
        rapport, (bas, haut) = resultats.rapport(a, b)
        liste.append(Conclusion(enonce, a, b, rapport, bas, haut, verdict(rapport, bas, haut)))
    return liste
