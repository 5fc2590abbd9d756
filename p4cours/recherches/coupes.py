"""Ce qu'une coupe épargne : les branches qu'un min-max sans coupes aurait explorées, comptées et valuées."""

from __future__ import annotations

from collections import deque
from math import inf

from p4core.jeu import Position
from p4core.observation import AppelVu, Epargne
from p4cours.recherches.juge import Juge
from p4cours.recherches.lecture import TRAIT, Noeud

COMPTEES = 30_000  # positions différentes sous les coupes : au-delà, « au moins »
MONTREES = 1_200  # branches épargnées que l'on garde pour les montrer
VALUEES = 2_500  # positions sous une branche dont on cherche la valeur


def coupe_permise(juge: Juge, noeud: Noeud, meilleure: float) -> bool:
    """Peut-on s'arrêter là, le meilleur fils valant déjà cela ?"""
    bas, haut = juge.bornes(noeud)
    monte = juge.maximise(noeud)
    if juge.a_une_fenetre(noeud) and (meilleure >= haut if monte else meilleure <= bas):
        return True
    return meilleure == (inf if monte else -inf)  # on ne fera pas mieux


def noter_coupes(juge: Juge) -> None:
    """Note sur chaque appel, celui d'après la faute compris, les colonnes qu'il a coupées."""
    noeuds = juge.lecteur.noeuds.values()
    for noeud in noeuds:
        noeud.appel.coupes = ()
    for noeud in noeuds:
        if colonnes := noeud.coupes or _coupees(juge, noeud):
            _porteur(noeud).coupes = tuple(colonnes)


def _coupees(juge: Juge, noeud: Noeud) -> list[int]:
    """Les colonnes qu'une coupe permise a laissées de côté."""
    valeurs = [juge.valeur(f) for f in noeud.fils if f.colonne is not None]
    vues = [v for v in valeurs if v is not None]
    if not vues or len(vues) < len(noeud.fils) or not noeud.appel.fini or noeud.appel.oublies or noeud.relus:
        return []
    permise = coupe_permise(juge, noeud, (max if juge.maximise(noeud) else min)(vues))
    examinees = {f.colonne for f in noeud.fils}
    return [x for x in noeud.position.coups() if x not in examinees] if permise else []


def _porteur(noeud: Noeud) -> AppelVu:
    """L'appel qui a fait les fils : une étape de la même position, s'il passe par elle."""
    return (noeud.fils and noeud.fils[0].appel.parent) or noeud.appel


# --- Compter et montrer ce qu'il y avait sous chaque coupe -------------------------------------------------


class Epargnant:
    """Les branches coupées d'une recherche, telles qu'un min-max les aurait explorées."""

    def __init__(self, juge: Juge) -> None:
        self.juge = juge
        self.evaluer = juge.evaluations_justes()  # sinon, la référence ne dit rien de ses feuilles
        self._comptes: dict[tuple[tuple[int, int], int, int], tuple[int, bool]] = {}

    def noter(self) -> None:
        """Note sur chaque appel ses branches coupées, et ce qu'il y avait dessous tant qu'il y a la place."""
        file: deque[tuple[Epargne, int, bool]] = deque()
        for noeud in self.juge.lecteur.noeuds.values():
            appel = _porteur(noeud)
            if not appel.coupes or appel.epargnes:
                continue
            reste, retourne = noeud.reste - 1, self._retourne(noeud)
            appel.epargnes = [self._branche(noeud.position, x, reste, retourne) for x in appel.coupes]
            file += [(branche, reste, retourne) for branche in appel.epargnes]
        self._deplier(file)

    def _retourne(self, noeud: Noeud) -> bool:
        """Ses fils renvoient-ils leur score vu de qui joue, et non toujours du même ?"""
        return any(self.juge.vues.get(f.appel.nom) == TRAIT for f in noeud.fils)

    def _deplier(self, file: deque[tuple[Epargne, int, bool]]) -> None:
        """Niveau par niveau : les premières branches ne prennent pas la place des autres."""
        place = MONTREES - len(file)
        while file:
            branche, reste, retourne = file.popleft()
            p = branche.position
            coups = [] if p.finie or reste <= 0 else p.coups()
            if len(coups) > place:
                return
            place -= len(coups)
            branche.fils = [self._branche(p, x, reste - 1, retourne) for x in coups]
            file += [(fils, reste - 1, retourne) for fils in branche.fils]

    def _branche(self, avant: Position, x: int, reste: int, retourne: bool) -> Epargne:
        position = avant.jouer(x)
        nombre, exact = self.compter(position, reste)
        valeur = self.juge.juste(position, reste) if self.evaluer and nombre <= VALUEES else None
        monte = position.trait == self.juge.pour
        if valeur is not None and retourne and not monte:
            valeur = -valeur
        role = "fin" if position.finie else "feuille" if reste <= 0 else "max" if monte else "min"
        return Epargne((x, avant.niveau(x)), position, role, valeur, nombre, exact)

    def compter(self, position: Position, reste: int) -> tuple[int, bool]:
        """Combien de positions un min-max explore d'ici, elle comprise, et si ce compte est entier."""
        if position.finie or reste <= 0:
            return 1, True
        if reste == 1:
            return 1 + len(position.coups()), True
        cle = position.pions, position.trait, reste
        if cle not in self._comptes:
            if len(self._comptes) >= COMPTEES:
                return 1, False
            fils = [self.compter(position.jouer(x), reste - 1) for x in position.coups()]
            self._comptes[cle] = 1 + sum(n for n, _ in fils), all(entier for _, entier in fils)
        return self._comptes[cle]


def epargner(juge: Juge) -> None:
    """Note sur chaque appel ce que ses coupes lui ont épargné."""
    Epargnant(juge).noter()
