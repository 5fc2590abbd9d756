"""Ce que l'on sait de chaque appel : ce qu'il vaut, ce qu'il devrait valoir, les mots pour le dire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isnan
from typing import Any

from p4core.codages import Codage
from p4core.francais import enumerer, note_signee
from p4core.ia.recherche import presque_egaux
from p4core.jeu import Position
from p4core.observation import AppelVu, Incoherence
from p4cours.recherches.lecture import COLONNE, FIXE, TRAIT, Arguments, Lecteur, Noeud

CHERCHES = 40_000  # positions de la recherche de référence : au-delà, on s'en passe


class Juge:
    """Les valeurs d'une recherche observée, sa référence, et les mots pour en parler."""

    def __init__(
        self,
        lecteur: Lecteur,
        arguments: Arguments,
        vues: Mapping[str, str],
        sienne: Callable[[Position], float] | None,
        sans_tirage: bool = False,
        passages: bool = False,
    ) -> None:
        self.passages = passages  # regarder aussi comment un résultat juste passe d'une position à l'autre
        self.lecteur, self.recherche, self.vues, self.sienne = lecteur, lecteur.recherche, vues, sienne
        self.arguments = arguments
        self.constante = self.recherche.constante(lecteur.racine.position, arguments)
        self.pour = self.recherche.pour(self.arguments)
        self.connues: dict[Any, Noeud] = {}  # par position : le premier appel qui l'a calculée
        self._justes: dict[Any, float] = {}
        self._fenetres = _fenetres(lecteur)
        self.relectures = 0
        self.risque = 1.0 if sans_tirage else 1e-6  # la chance qu'un vrai tirage donne chaque fois le premier
        self.refaits: list[tuple[Noeud, Noeud]] = []
        for noeud in lecteur.noeuds.values():  # un second jugement repart de zéro
            noeud.relus, noeud.coupes, noeud.souvenir = {}, [], False

    # --- valeurs ---

    def maximise(self, noeud: Noeud) -> bool:
        """Est-ce au joueur du point de vue choisi de jouer ?"""
        return noeud.position.trait == self.pour

    def score(self, noeud: Noeud) -> float | None:
        """Le score renvoyé, tel quel ; None si ce n'en est pas un."""
        valeur = noeud.appel.valeur
        if not noeud.appel.fini or self.rend_une_colonne(noeud):
            return None
        if isinstance(valeur, list | tuple) and valeur:
            valeur = valeur[0]
        correct = type(valeur) in (int, float) and not isnan(valeur)
        return valeur if correct else None

    def valeur(self, noeud: Noeud) -> float | None:
        """Le score renvoyé, ramené au point de vue choisi."""
        score = self.score(noeud)
        return None if score is None else self.tourner(noeud, score)

    def tourner(self, noeud: Noeud, score: float) -> float:
        """D'un point de vue à l'autre : la même opération dans les deux sens."""
        vue = self.vues.get(noeud.appel.nom, FIXE)
        return -score if vue == TRAIT and not self.maximise(noeud) else score

    def rend_une_colonne(self, noeud: Noeud) -> bool:
        """Cet appel renvoie-t-il la colonne à jouer, et non un score ?"""
        return self.recherche.rend == COLONNE and noeud.appel.nom == self.recherche.nom

    def feuille(self, noeud: Noeud) -> float:
        """Ce que vaut une position où l'on s'arrête."""
        r = self.recherche
        calculer = r.fin if noeud.position.finie else r.feuille
        return calculer(noeud.position, self.arguments, self.pour)

    def juste(self, position: Position, reste: int) -> float | None:
        """La valeur de référence de la position ; None si elle serait trop longue à calculer."""
        trop = (
            len(position.coups()) ** max(reste, 0) > CHERCHES
            and (position.pions, position.trait, reste) not in self._justes
        )
        if trop or not self.constante:
            return None
        return self._juste(position, reste)

    def _juste(self, position: Position, reste: int) -> float:
        cle = (position.pions, position.trait, reste)
        if cle not in self._justes:
            r = self.recherche
            if position.finie:
                valeur = r.fin(position, self.arguments, self.pour)
            elif reste <= 0:
                valeur = r.feuille(position, self.arguments, self.pour)
            else:
                choix = max if position.trait == self.pour else min
                valeur = choix(self._juste(position.jouer(x), reste - 1) for x in position.coups())
            self._justes[cle] = valeur
        return self._justes[cle]

    def est_juste(self, noeud: Noeud) -> bool | None:
        """La valeur renvoyée est-elle la bonne ? None si l'on n'en sait rien."""
        attendue, valeur = self.juste(noeud.position, noeud.reste), self.valeur(noeud)
        if attendue is None or valeur is None:
            return None if attendue is None else False
        bas, haut = self.bornes(noeud)
        if attendue <= bas or attendue >= haut:  # hors de la fenêtre, une borne suffit
            borne = valeur <= bas if attendue <= bas else valeur >= haut
            return borne or self.egaux(valeur, attendue)
        return self.egaux(valeur, attendue)

    def hors_fenetre(self, noeud: Noeud) -> bool:
        """La valeur de référence est-elle hors de la fenêtre ? Le coup n'y compte alors pas."""
        attendue, (bas, haut) = self.juste(noeud.position, noeud.reste), self.bornes(noeud)
        return self.a_une_fenetre(noeud) and attendue is not None and not bas < attendue < haut

    # --- le résultat ---

    def resultat_juste(self) -> bool | None:
        """La recherche a-t-elle bien répondu, sans rien laisser de changé ?"""
        racine = self.lecteur.racine
        if not racine.appel.fini:
            return False
        if racine.position.nb_coups and self.lecteur.change(racine):
            return False
        if self.lecteur.change(racine):
            return False
        if not self.rend_une_colonne(racine):
            juste = self.est_juste(racine)
            if juste is not True:
                return juste
            if not bien_forme(racine.appel.valeur):
                return False
            if racine.terminal:
                return racine.appel.valeur[1] is None
            if self.hors_fenetre(racine):
                return True
        if any(self.est_juste(f) is False for f in racine.fils if self.valeur(f) is not None):
            return False
        meilleures = self.meilleures(racine)
        return None if meilleures is None else self.colonne_choisie(racine) in meilleures

    def meilleures(self, noeud: Noeud) -> list[int] | None:
        """Les colonnes de la meilleure note selon la référence ; None si on ne la connaît pas."""
        if noeud.terminal:
            return []
        notes = {x: self.juste(noeud.position.jouer(x), noeud.reste - 1) for x in noeud.position.coups()}
        if None in notes.values():
            return None
        choix = max if self.maximise(noeud) else min
        sommet = choix(notes.values())  # type: ignore[type-var]
        return [x for x, note in notes.items() if presque_egaux(note or 0, sommet or 0) or note == sommet]

    def colonne_choisie(self, noeud: Noeud) -> int | None:
        """La colonne du coup renvoyé ; None s'il n'y en a pas."""
        valeur = noeud.appel.valeur
        if self.rend_une_colonne(noeud):
            return valeur if type(valeur) is int else None
        if not bien_forme(valeur) or valeur[1] is None:
            return None
        return self.recherche.coup(valeur[1], noeud.position)

    def evaluations_justes(self) -> bool:
        """Les feuilles, au moins, valent-elles ce que l'énoncé veut ?"""
        if not self.constante:
            return False
        feuilles = [n for n in self.lecteur.noeuds.values() if n.terminal and self.valeur(n) is not None]
        return all(self.egaux(self.valeur(n), self.feuille(n)) for n in feuilles[:200])

    @staticmethod
    def egaux(a: float | None, b: float | None) -> bool:
        """Deux scores connus, et égaux aux arrondis près ?"""
        return a is not None and b is not None and presque_egaux(a, b)

    # --- la fenêtre d'un alpha-bêta ---

    def bornes(self, noeud: Noeud) -> tuple[float, float]:
        """La fenêtre donnée à cet appel, vue du joueur choisi ; tout, s'il n'en reçoit pas."""
        noms = self._fenetres.get(noeud.appel.nom)
        bornes = [noeud.appel.arguments.get(nom) for nom in noms] if noms else [-inf, inf]
        if not all(type(b) in (int, float) for b in bornes):
            return -inf, inf
        bas, haut = (self.tourner(noeud, b) for b in bornes)  # type: ignore[arg-type]
        return min(bas, haut), max(bas, haut)

    def a_une_fenetre(self, noeud: Noeud) -> bool:
        """Cet appel reçoit-il une fenêtre ?"""
        return noeud.appel.nom in self._fenetres

    def fenetre(self, noeud: Noeud) -> tuple[float, float] | None:
        """La fenêtre telle que l'appel l'a reçue ; None s'il n'en reçoit pas."""
        noms = self._fenetres.get(noeud.appel.nom)
        bornes = tuple(noeud.appel.arguments.get(nom) for nom in noms) if noms else ()
        return bornes if len(bornes) == 2 and all(type(b) in (int, float) for b in bornes) else None  # type: ignore[return-value]

    @staticmethod
    def finis_avant(hote: Noeud, noeud: Noeud) -> list[Noeud]:
        """Les fils qui ont fini quand celui-ci commence."""
        return [f for f in hote.fils if f.appel.sortie and f.appel.sortie < noeud.appel.entree]

    # --- les mots ---

    def dire(self, noeud: Noeud, phrase: str, genre: str = "valeur") -> Incoherence:
        """La faute de cet appel, en une phrase."""
        return Incoherence(noeud.appel, phrase, genre)

    def au_tour(self, noeud: Noeud) -> str:
        """« Ici, c'est à l'adversaire de jouer »."""
        qui = "à l'adversaire" if noeud.position.trait != self.pour else self.au(noeud.position.trait)
        return f"Ici, c'est {qui} de jouer"

    def au(self, joueur: int) -> str:
        """« au joueur 1 », « à J0 »."""
        nom = self.nom(joueur)
        return f"au {nom}" if nom.startswith("joueur") else f"à {nom}"

    def nom(self, joueur: int) -> str:
        """Le joueur comme son TP le nomme."""
        return self.recherche.codage.nom_joueur(joueur)

    def coups(self, colonnes: list[int] | list[int | None]) -> str:
        """Ces colonnes, nommées comme le TP nomme les coups."""
        return enumerer(self.recherche.codage.nom_coup(x) for x in colonnes if x is not None)

    def ecrire_fils(self, noeud: Noeud, connues: dict[int, float]) -> str:
        """Les valeurs des fils, telles que l'appel les reçoit."""
        par_colonne = {f.colonne: self.score(f) for f in noeud.fils}
        vues = [par_colonne.get(x) for x in connues]
        lues = [
            self.tourner(noeud, v) if vu is None else vu for vu, v in zip(vues, connues.values(), strict=True)
        ]
        retourne = any(self.vues.get(f.appel.nom) == TRAIT for f in noeud.fils)
        suite = f" (vus {self.du(3 - noeud.position.trait)})" if retourne else ""
        return ", ".join(map(note, lues)) + suite

    def du(self, joueur: int) -> str:
        """« du joueur 1 », « de J0 »."""
        nom = self.nom(joueur)
        return f"du {nom}" if nom.startswith("joueur") else f"de {nom}"

    def issue(self, noeud: Noeud) -> str:
        """Comment la partie a fini."""
        gagnant = noeud.position.gagnant
        return f"{self.nom(gagnant)} a gagné" if gagnant else "la grille est pleine"


def nommer_appel(appel: AppelVu, codage: Codage | None) -> str:
    """« minmax(j=2, p=1) après x = 3 »."""
    petits = [f"{n}={v}" for n, v in appel.arguments.items() if type(v) in (int, float)]
    coup = f" après {codage.nom_coup(appel.case[0])}" if codage and appel.case else ""
    return f"{appel.nom}({', '.join(petits)}){coup}"


def bien_forme(valeur: Any) -> bool:
    """Un couple ?"""
    return isinstance(valeur, tuple) and len(valeur) == 2


def note(valeur: float | None) -> str:
    """Un score en peu de signes."""
    return "rien" if valeur is None else note_signee(valeur).removeprefix("+")


def montrer(valeur: Any) -> str:
    """Une valeur quelconque, abrégée."""
    texte = repr(valeur)
    return texte if len(texte) <= 40 else texte[:39] + "…"


def lister(colonnes: list[int]) -> str:
    """Des colonnes, séparées par des virgules."""
    return ", ".join(map(str, colonnes))


def _fenetres(lecteur: Lecteur) -> dict[str, tuple[str, str]]:
    """Pour chaque fonction, les deux paramètres qui sont sa fenêtre : de -inf à inf au premier appel."""
    trouvees: dict[str, tuple[str, str]] = {}
    vues: set[str] = set()
    for appel in lecteur.noeuds:
        if appel.nom in vues:
            continue
        vues.add(appel.nom)
        nombres = {n: v for n, v in appel.arguments.items() if type(v) in (int, float)}
        bas = [n for n, v in nombres.items() if v <= -1000 or n.lower() in ("alpha", "a")]
        haut = [n for n, v in nombres.items() if (v >= 1000 or n.lower() in ("beta", "b")) and n not in bas]
        if len(bas) == len(haut) == 1:
            trouvees[appel.nom] = bas[0], haut[0]
    return trouvees
