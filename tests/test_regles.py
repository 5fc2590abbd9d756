"""Les six IA par règles : les colonnes du carnet, compilées ou non."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from p4core.ia.compilation import COMPILE
from p4core.ia.regles import AU_HASARD, IA12, IA_REGLES, JoueurRegles, candidats_rapides, compilable, vue
from p4core.jeu import Case, Position
from tests.listes_tp6 import Listes

PAR_TRANCHE = 5_000  # quatre tranches : 20 000 positions pour chaque IA


def positions_de_parties(alea: random.Random, taille: tuple[int, int, int]) -> Iterator[list[Position]]:
    """Les positions non finies de parties jouées à moitié au hasard, à moitié par les IA."""
    while True:
        position, suite = Position(*taille), []
        regles = [AU_HASARD, *alea.sample(list(IA_REGLES.values()), alea.randint(0, 2))]
        while not position.finie:
            suite.append(position)
            position = position.jouer(alea.choice(alea.choice(regles).candidats(position)))
        yield suite


def rapides(joueur: JoueurRegles, position: Position) -> list[int]:
    """Les candidates selon le code compilé."""
    ensemble = candidats_rapides(joueur.numero, *vue(position))
    return [x for x in range(position.largeur) if ensemble >> x & 1]


def comparer(listes: Listes, position: Position) -> None:
    for nom, attendues in listes.candidats(position):
        assert rapides(IA_REGLES[nom], position) == attendues, (nom, position)
        assert IA_REGLES[nom].candidats(position) == attendues, (nom, position)


COMPAREES: set[tuple[Position, Case | None]] = set()  # les débuts de partie reviennent : une fois suffit


def comparer_parties(graine: int, nombre: int, taille: tuple[int, int, int] = (7, 6, 4)) -> int:
    listes, vues = Listes(), 0
    for suite in positions_de_parties(random.Random(graine), taille):
        listes.reponses.clear()
        for position in suite:
            if (position, position.dernier) not in COMPAREES:
                comparer(listes, position)
                COMPAREES.add((position, position.dernier))
        vues += len(suite)
        if vues >= nombre:
            return vues
    return vues


@pytest.mark.parametrize("tranche", range(4))
def test_accord_avec_les_listes(tranche: int) -> None:
    """Les entiers et les listes du carnet retiennent-ils les mêmes colonnes, pour chaque IA, partout ?"""
    assert comparer_parties(2024 + tranche, PAR_TRANCHE) >= PAR_TRANCHE


def test_memoire_des_listes() -> None:
    """Retenir des réponses laisse-t-il aux IA du carnet les mêmes colonnes ?"""
    avec, sans = Listes(), Listes(memoire=False)
    for position in next(positions_de_parties(random.Random(11), (7, 6, 4))):
        assert list(avec.candidats(position)) == list(sans.candidats(position)), position


@pytest.mark.parametrize("taille", [(5, 5, 3), (6, 5, 4), (4, 8, 4), (7, 7, 5), (3, 3, 3)])
def test_accord_sur_d_autres_grilles(taille: tuple[int, int, int]) -> None:
    """La taille de la grille et la longueur à aligner sont-elles de vrais paramètres ?"""
    assert comparer_parties(7, 150, taille) >= 150


def test_grille_trop_grande_pour_le_code_compile() -> None:
    """Une grille de plus de 63 bits se joue-t-elle quand même ?"""
    position = Position(10, 8, 4)
    assert not compilable(position)
    while not position.finie:
        position = position.jouer(IA_REGLES["1.4" if position.trait == 1 else "3"](position))
    assert position.gagnant or position.pleine


def test_gagner_puis_bloquer() -> None:
    """Chaque IA gagne-t-elle quand elle le peut, et bloque-t-elle sinon ?"""
    for joueur in IA_REGLES.values():
        assert joueur.candidats(Position.depuis_coups("172737")) == [3]  # gagner en 4 plutôt que bloquer en 7
        assert joueur.candidats(Position.depuis_coups("17273")) == [3]


def test_l_ia_3_imite() -> None:
    """L'IA 3 joue-t-elle au-dessus du dernier pion adverse, et seulement s'il est connu ?"""
    position = Position.depuis_coups("42")
    assert IA_REGLES["3"].candidats(position) == [1]
    anonyme = Position.depuis_pions((7, 6), 4, position.pions, 1)
    assert IA_REGLES["3"].candidats(anonyme) != [1]


def test_tirage_parmi_les_candidates() -> None:
    """Une IA tire-t-elle toutes ses candidates, et elles seules ?"""
    joueur = JoueurRegles("1.2", IA12, random.Random(1))
    position = Position.depuis_coups("44")
    assert {joueur(position) for _ in range(200)} == set(joueur.candidats(position))


def test_partie_finie() -> None:
    """Une partie finie n'a-t-elle plus de candidates ?"""
    assert all(not joueur.candidats(Position.depuis_coups("1212121")) for joueur in IA_REGLES.values())


SANS_NUMBA = """
from p4core import IA_REGLES, tournoi
from p4core.ia.compilation import COMPILE
import sys
resultats = tournoi(IA_REGLES, 6, graine=5, ouvriers=1, visible=False)
print(COMPILE, "numba" in sys.modules, [bytes(r.parties.coups) for r in resultats.rencontres.values()])
"""


def parties_jouees(**environnement: str) -> str:
    commande = [sys.executable, "-c", SANS_NUMBA]
    fini = subprocess.run(
        commande, env={**os.environ, **environnement}, capture_output=True, text=True, check=True
    )
    return fini.stdout


@pytest.mark.skipif(not COMPILE, reason="numba n'est pas installé")
def test_memes_parties_sans_numba() -> None:
    """Le même texte joue-t-il les mêmes parties, numba présent ou absent ?"""
    sans, avec = parties_jouees(P4CORE_SANS_NUMBA="1"), parties_jouees(P4CORE_SANS_NUMBA="")
    assert sans.startswith("False False ")
    assert avec.startswith("True True ")
    assert sans.removeprefix("False False ") == avec.removeprefix("True True ")
