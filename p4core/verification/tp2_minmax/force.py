"""mesure_force(W, p1, p2, k) : les fréquences des issues de k parties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4core.verification.frequences import attendues, erreurs_frequences
from p4core.verification.lecture import frequences, meme, montrer, quantite
from p4core.verification.tp2_minmax.commun import W1, Poids, aides, ecrire
from p4core.verification.tp2_minmax.soufflee import jouer_pour_de_bon
from p4core.verification.tp2_minmax.souffleur import Souffleur

# Avec ces poids, toutes les parties à profondeurs 1 et 2 ont la même issue, quels que soient les tirages.
CERTITUDES: tuple[tuple[Poids, int], ...] = ((W1, 1), ([0, 1, 4, 12, inf], 2))
_ISSUES = ((1, 2), (1, 1, 2, 0), (2, 2, 2, 1, 0), (0, 0, 1), (1,), (2,), (0,), (1,) * 6 + (2,) * 3 + (0,))


@dataclass
class Rencontre:
    """Des parties aux gagnants fixés, sous les trois noms qui servent à en jouer une."""

    gagnants: Sequence[int]
    parties: int = 0
    reglages: list[tuple[Any, ...]] = field(default_factory=list)  # (W, p1, p2) ou (W, W', p1, p2) demandés
    affichees: bool = False
    souffleur: Souffleur | None = None
    detournee: bool = False  # minmax s'appelle elle-même sous un autre nom : le souffleur n'a rien à dire

    def _suivante(self) -> Position:
        gagnant = self.gagnants[self.parties % len(self.gagnants)]
        self.parties += 1
        return _finale(gagnant)

    def joue_partie(self, W: Any, p1: Any, p2: Any, affiche: Any = False) -> tuple[int, list[list[int]]]:
        """Une partie déjà jouée, gagnant et grille."""
        self.reglages.append((W, W, p1, p2))
        self.affichees = self.affichees or bool(affiche)
        finale = self._suivante()
        return finale.gagnant, vers_colonnes(finale)

    def partie_2machines(self, w1: Any, w2: Any, p1: Any, p2: Any) -> list[list[int]]:
        """Une partie déjà jouée, la grille seule."""
        self.reglages.append((w1, w2, p1, p2))
        return vers_colonnes(self._suivante())

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Une partie soufflée coup par coup ; une grille vide en commence une autre."""
        vide = not any(valeur for colonne in G for valeur in colonne)
        self.detournee = self.detournee or (not vide and self.souffleur is None)
        if self.souffleur is None or (vide and self.souffleur.demandes[-1].nb_pions):
            self.souffleur = Souffleur(self._suivante().historique)
        return self.souffleur.minmax(G, j, W, p)


def _finale(gagnant: int) -> Position:
    if gagnant == 0:
        return pos.nulles()[0]
    return next(p for p, _ in pos.gagnees() if p.gagnant == gagnant)


@dataclass(frozen=True)
class Mesure(Essai):
    """k parties dont les gagnants sont fixés d'avance."""

    certitude: int = 1  # l'issue des vraies parties, si la fonction ne passe pas par les noms attendus

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel avec les fausses parties, puis juge ce qui est renvoyé et ce qui a été demandé."""
        rencontre = Rencontre(self.contexte["gagnants"])
        noms = ("joue_partie", "partie_2machines", "minmax")
        remplacements = {nom: getattr(rencontre, nom) for nom in noms}
        appel = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        if not rencontre.parties or rencontre.detournee:
            appel = appelant(self.arguments, delai=self.delai)
            return Epreuve(self, appel, juger(replace(self, juge=_juge([self.certitude])), appel))
        ecart = juger(self, appel)
        if not ecart or ecart.cause == "valeur":
            ecart = self._demandes(rencontre) or ecart
        return Epreuve(self, appel, ecart)

    def _demandes(self, rencontre: Rencontre) -> Ecart | None:
        W, p1, p2, k = self.arguments
        if rencontre.parties != k:
            return Ecart(f"Vous jouez {quantite(rencontre.parties, 'partie')} au lieu de {k}.", self.attendu)
        for w1, w2, q1, q2 in rencontre.reglages:
            if (q1, q2) == (p2, p1) != (p1, p2):
                return Ecart(
                    "Les profondeurs p1 et p2 sont échangées.", f"p1 = {p1}, p2 = {p2}", f"{q1} et {q2}"
                )
            if (w1, w2, q1, q2) != (W, W, p1, p2):
                return Ecart(
                    "Les parties ne sont pas jouées avec W, p1 et p2.", ecrire(W, p1, p2), ecrire(w1, q1, q2)
                )
        if rencontre.affichees:
            return Ecart(
                f"Les grilles des {k} parties seraient affichées : on ne veut ici que les fréquences."
            )
        return None


def _juge(gagnants: Sequence[int]) -> Any:
    attendu = attendues(gagnants)

    def juge(appel: Appel) -> Ecart | None:
        if meme(frequences(appel.valeur), attendu):
            return None
        return Ecart("Les fréquences ne sont pas les bonnes.", montrer(attendu), montrer(appel.valeur))

    return juge


def _comptes(source: Source) -> Iterator[Essai]:
    alea = source.alea
    hasard = [tuple(alea.choices((1, 2, 0), k=alea.randint(2, 12))) for _ in range(source.nombre(6))]
    for rang, gagnants in enumerate((*_ISSUES, *hasard)):
        poids, certitude = CERTITUDES[rang % 2]
        texte = (
            f"mesure_force({ecrire(poids, 1, 2, len(gagnants))})   (gagnants successifs : "
            f"{ecrire(*gagnants)})"
        )
        yield Mesure(
            texte,
            (poids, 1, 2, len(gagnants)),
            _juge(gagnants),
            contexte={"gagnants": gagnants},
            attendu=montrer(attendues(gagnants)),
            certitude=certitude,
            delai=20,
        )


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for poids, gagnant in CERTITUDES:
        for k in (1, 2):
            yield Essai(
                f"mesure_force({ecrire(poids, 1, 2, k)})",
                (poids, 1, 2, k),
                _juge([gagnant]),
                attendu=montrer(attendues([gagnant])),
                delai=10,
                relancable=False,
            )


def _joue_partie(W: Poids, p1: int, p2: int, affiche: bool) -> tuple[int, list[list[int]]]:
    finale = jouer_pour_de_bon(((W, p1), (W, p2)))
    return finale.gagnant, vers_colonnes(finale)


QUESTION = Question(
    "mesure_force",
    "mesure_force(W, p1, p2, k)",
    (
        Critere("les fréquences de chaque issue, dans l'ordre", 3, _comptes),
        Critere("de vraies parties", 1, _vraies_parties),
    ),
    (
        "C'est le même comptage que probabilite_hasard du TP 1 : seule la façon de jouer une partie change.",
        "joue_partie(W, p1, p2, False) renvoie le gagnant (0 si la partie est nulle) et la grille : "
        "gardez le premier.",
        "Trois compteurs à 0 ; k fois, on joue une partie et l'on augmente le compteur du gagnant ; on "
        "renvoie les trois "
        "compteurs divisés par k, dans l'ordre (joueur 1, joueur 2, nulle).",
    ),
    erreurs_frequences(),
    {
        **aides("minmax"),
        "joue_partie": _joue_partie,
        "partie_2machines": lambda w1, w2, p1, p2: vers_colonnes(jouer_pour_de_bon(((w1, p1), (w2, p2)))),
    },
)
