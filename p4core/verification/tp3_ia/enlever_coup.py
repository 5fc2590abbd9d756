"""enlever_coup(grille, hauteur, k) : annuler, sur place, le dernier coup de la colonne k."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from p4core.codages import vers_lignes
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import fautes, modele
from p4core.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4core.verification.lecture import montrer
from p4core.verification.tp3_ia.outils import (
    EssaiGrille,
    Grille,
    erreurs_de_taille,
    marques_de_taille,
    positions_de_tailles,
    preciser,
    sans_pion,
)

Etat = tuple[Grille, list[int]]


@dataclass(frozen=True)
class _EssaiEnPlace(EssaiGrille):
    """La fonction doit modifier ses arguments : c'est ce qu'elle en a fait que l'on juge."""

    sans_retour: bool = True

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et juge l'état où la fonction laisse ses arguments."""
        appel = appelant(self.arguments, delai=self.delai)
        etat = appel.apres[:2]
        change = bool(appel.modifies)
        vu = replace(appel, arguments=appel.apres, valeur=etat)
        ecart = juger(self, vu)
        if ecart and not change and ecart.cause == "valeur":
            ecart = _rien_de_change(appel, ecart)
        return preciser(Epreuve(self, vu, ecart))


def _rien_de_change(appel: Appel, ecart: Ecart) -> Ecart:
    phrase = "Votre fonction ne change ni la grille ni hauteur."
    if appel.valeur is not None:
        phrase += " Elle renvoie un résultat neuf : il faut modifier sur place les listes qu'elle reçoit."
    return replace(ecart, phrase=phrase, obtenu="des listes inchangées")


def _attendu(position: Position, k: int) -> Etat:
    return vers_lignes(sans_pion(position, k))


def _essai(position: Position, k: int) -> Essai:
    grille, hauteur = vers_lignes(position)
    attendu = _attendu(position, k)

    def juge(appel: Appel) -> Ecart | None:
        obtenue, hauteurs = appel.apres[0], appel.apres[1]
        return _ecart_grille(obtenue, attendu[0]) or _ecart_hauteur(hauteurs, attendu[1])

    return _EssaiEnPlace(
        f"enlever_coup(grille, hauteur, {k})", (grille, hauteur, k), juge, position,
        frozenset(marques_de_taille(position)), contexte={"k": k}, attendu="le dernier coup annulé",
    )  # fmt: skip


def _ecart_grille(obtenue: Any, attendue: Grille) -> Ecart | None:
    if not isinstance(obtenue, list) or [len(ligne) for ligne in obtenue] != [
        len(ligne) for ligne in attendue
    ]:
        return Ecart(
            "La grille n'a plus sa forme : on efface un pion, on n'enlève pas de case.", cause="forme"
        )
    n = len(attendue)
    fautives = [
        (x, n - 1 - i)
        for i, ligne in enumerate(attendue)
        for x, valeur in enumerate(ligne)
        if type(obtenue[i][x]) is bool or obtenue[i][x] != valeur
    ]
    if not fautives:
        return None
    x, y = fautives[0]
    i = n - 1 - y
    phrase = "Après l'appel, la grille n'est pas celle d'avant le dernier coup."
    if obtenue[i][x] not in (0, 1, 2) or type(obtenue[i][x]) is bool:
        phrase += f" Une case y contient {montrer(obtenue[i][x])} : une case libre vaut 0."
    return Ecart(
        phrase,
        f"grille[{i}][{x}] == {attendue[i][x]}",
        f"grille[{i}][{x}] == {montrer(obtenue[i][x])}",
        fautives=fautives,
    )


def _ecart_hauteur(obtenue: Any, attendue: list[int]) -> Ecart | None:
    if list(obtenue) == attendue:
        return None
    return Ecart(
        "La grille est juste, mais hauteur ne correspond plus à la grille.",
        f"hauteur == {attendue}",
        f"hauteur == {montrer(obtenue)}",
    )


def _coups(position: Position) -> list[int]:
    return [x for x in range(position.largeur) if position.niveau(x)]


def _essais_normaux(source: Source) -> Iterator[Essai]:
    for coups in ("4", "44", "1", "77", "1234567", "4455", "222222", "7777771"):
        position = Position.depuis_coups(coups)
        yield from (_essai(position, k) for k in _coups(position))
    for position in pos.au_hasard(source.alea, source.nombre(30)):
        if position.nb_coups:
            yield _essai(position, source.alea.choice(_coups(position)))


def _autres_tailles(source: Source) -> Iterator[Essai]:
    for position in positions_de_tailles(source, source.nombre(6)):
        if position.nb_coups:
            yield _essai(position, source.alea.choice(_coups(position)))


Changement = Callable[[Grille, list[int], int], None]


def _version(phrase: str, changer: Changement) -> Erreur:
    """L'erreur d'une fonction qui ferait partout ce changement, à partir de la grille reçue."""

    def valeur(essai: Essai) -> Etat:
        grille, hauteur, k = deepcopy(essai.arguments)
        changer(grille, hauteur, k)
        return grille, hauteur

    return modele(phrase, valeur)


def _sans(*parties: str) -> Changement:
    """La bonne réponse, sauf pour l'une des deux listes."""

    def changer(grille: Grille, hauteur: list[int], k: int) -> None:
        x_occupees = [i for i in range(len(grille)) if grille[i][k]]
        if "grille" not in parties:
            grille[x_occupees[0]][k] = 0
        if "hauteur" not in parties:
            hauteur[k] = len(x_occupees) - 1

    return changer


def _efface(ligne: Callable[[int, int], int], delta: int = -1) -> Changement:
    """Efface la ligne(n, h) de la colonne, et change hauteur de delta."""

    def changer(grille: Grille, hauteur: list[int], k: int) -> None:
        i = ligne(len(grille), hauteur[k])
        if -len(grille) <= i < len(grille):
            grille[i][k] = 0
        hauteur[k] += delta

    return changer


def _indices_echanges(epreuves: list[Epreuve]) -> bool:
    """Chaque échec vient-il de grille[colonne][ligne] écrit au lieu de grille[ligne][colonne] ?"""
    return all(isinstance(e.appel.exception, IndexError) or _efface_ailleurs(e) for e in fautes(epreuves))


def _efface_ailleurs(epreuve: Epreuve) -> bool:
    grille, hauteur, k = deepcopy(epreuve.essai.arguments)
    i = len(grille) - hauteur[k]
    if k >= len(grille) or i >= len(grille[0]):
        return False
    grille[k][i] = 0
    return bool(epreuve.appel.apres[0] == grille)


def _vide_la_colonne(grille: Grille, hauteur: list[int], k: int) -> None:
    for ligne in grille:
        ligne[k] = 0
    hauteur[k] = 0


_ERREURS = (
    Erreur("Les indices sont échangés : une case est grille[ligne][colonne].", _indices_echanges),
    *erreurs_de_taille(),
    _version(
        "Vous oubliez de mettre hauteur à jour : le pion disparaît, mais la colonne semble encore occupée.",
        _sans("hauteur"),
    ),
    _version("Vous diminuez hauteur, mais le pion reste dans la grille.", _sans("grille")),
    _version("Vous augmentez hauteur au lieu de la diminuer.", _efface(lambda n, h: n - h, 1)),
    _version("Vous comptez les lignes depuis le bas : la ligne 0 est en HAUT.", _efface(lambda n, h: h - 1)),
    _version("Vous comptez les lignes depuis le bas : la ligne 0 est en HAUT.", _efface(lambda n, h: h)),
    _version(
        "Vous effacez la case au-dessus du dernier pion : hauteur compte encore le pion que l'on enlève.",
        _efface(lambda n, h: n - 1 - h),
    ),
    _version(
        "Vous effacez le pion situé sous le dernier : une ligne de trop.", _efface(lambda n, h: n - h + 1)
    ),
    _version("Vous enlevez le pion du bas de la colonne, pas le dernier joué.", _efface(lambda n, h: n - 1)),
    _version("Vous videz toute la colonne : seul le dernier coup doit disparaître.", _vide_la_colonne),
)

QUESTION = Question(
    "enlever_coup",
    "enlever_coup(grille, hauteur, k)",
    (
        Critere("le coup annulé, dans la grille et dans hauteur", 3, _essais_normaux),
        Critere("toutes les tailles de grille", 1, _autres_tailles),
    ),
    (
        "Relisez jouer : enlever_coup doit faire exactement l'inverse, dans l'ordre inverse.",
        "Deux listes changent : la case du dernier pion redevient libre, et la colonne contient un pion de "
        "moins.",
        "Commencez par diminuer hauteur[k] de 1 : la case à libérer est alors celle où jouer poserait un "
        "pion.",
    ),
    _ERREURS,
)
