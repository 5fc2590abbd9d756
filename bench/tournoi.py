"""Le grand tournoi du TP 6 (15 rencontres de 10 000 parties) d'un trait, à côté des listes du carnet.

Les deux versions occupent les mêmes cœurs, tour à tour : les listes jouent quelques parties de chaque
rencontre, puis les IA compilées les jouent toutes. La compilation (premier appel) est chronométrée à part.
Puis les tables du TP, seules avec `--sans-vitesses` : sa référence, qui doit être la même, et ce que devient
la 1.4 corrigée quand sa sélection se vide.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from itertools import combinations
from pathlib import Path
from typing import Any

from loky import ProcessPoolExecutor

from p4core import IA_REGLES, Position, tournoi
from p4core.francais import pour_cent, virgule
from p4core.ia import regles
from p4core.ia.regles import AU_HASARD, IA_CORRIGEE
from p4core.tournois.confrontations import Decompte, confronter
from p4core.tournois.executeurs import coeurs
from p4core.tournois.resultats import Resultats
from p4cours.tp6_tournoi import experiences
from tests.listes_tp6 import CARNET, IA, fonctions

CARNET_TP1 = Path(__file__).parents[1] / "solutions/tp1_grille/tp1_grille.ipynb"
TOURS = 3
OBJECTIF_IA, OBJECTIF_HASARD = 500, 100
PARTIES_HASARD = 200_000
LISTES_HASARD = 300  # parties au hasard sur des listes, par cœur et par tour

Paire = tuple[str, str]
_espaces: dict[Path, dict[str, Any]] = {}


def espace(carnet: Path) -> dict[str, Any]:
    """Les fonctions d'un carnet, lues une fois par processus."""
    if carnet not in _espaces:
        _espaces[carnet] = fonctions(carnet)
    return _espaces[carnet]


def partie_listes(a: str, b: str) -> None:
    """Une partie entre deux IA du carnet, sur une table de jetons."""
    f = espace(CARNET)
    table = [["[ ]"] * 6 for _ in range(7)]
    colonnes: list[int] = []
    for rang in range(42):
        nom, jeton = (a, "[O]") if rang % 2 == 0 else (b, "[X]")
        suite = (rang + 1, colonnes) if nom == "3" else ()
        table, colonne = f[IA[nom]](table, jeton, 0, 4, *suite)
        colonnes.append(colonne)
        if f["maxi"](table, jeton, 4) >= 4:
            return


def echantillon(numero: int) -> int:
    """Une partie de chaque rencontre ; le nombre de parties jouées."""
    paires: list[Paire] = list(combinations(IA, 2))
    for a, b in paires:
        partie_listes(*((a, b) if numero % 2 == 0 else (b, a)))
    return len(paires)


def hasard_listes(parties: int) -> int:
    """Des parties au hasard sur les listes du TP 1."""
    f = espace(CARNET_TP1)
    f.setdefault("tous", f["tous_align"]())
    for _ in range(parties):
        f["joue_random"]()
    return parties


def vitesse_listes(groupe: Any, fonction: Any, arguments: list[int]) -> float:
    """Parties par seconde, tous cœurs occupés."""
    debut = time.perf_counter()
    jouees = sum(groupe.map(fonction, arguments))
    return float(jouees / (time.perf_counter() - debut))


def afficher(titre: str, listes: list[float], compilees: list[float], objectif: int) -> bool:
    """Une ligne du tableau : médianes et rapport."""
    a, b = statistics.median(listes), statistics.median(compilees)
    gain = statistics.median(y / x for x, y in zip(listes, compilees, strict=True))
    print(f"{titre:<22}{a:>12.0f}{b:>14.0f}{gain:>10.0f} fois   (objectif : {objectif})")
    return gain >= objectif


def mesurer() -> tuple[bool, Resultats]:
    """Les deux tableaux, tours alternés."""
    ouvriers = coeurs()
    debut = time.perf_counter()
    tournoi(IA_REGLES, 2, ouvriers=1, visible=False)  # compile
    print(
        f"{ouvriers} cœurs ; compilation ou lecture du code compilé : {time.perf_counter() - debut:.1f} s\n"
    )
    listes, compilees, hasard, hasard_compile = [], [], [], []
    with ProcessPoolExecutor(ouvriers) as groupe:
        list(groupe.map(echantillon, range(ouvriers)))  # les processus démarrent hors du chronomètre
        for tour in range(TOURS):
            listes.append(vitesse_listes(groupe, echantillon, list(range(tour, tour + ouvriers))))
            resultats = tournoi(IA_REGLES, visible=False)
            compilees.append(resultats.vitesse)
            hasard.append(vitesse_listes(groupe, hasard_listes, [LISTES_HASARD] * ouvriers))
            hasard_compile.append(
                tournoi({"a": AU_HASARD, "b": AU_HASARD}, PARTIES_HASARD, visible=False).vitesse
            )
    print(f"{'parties par seconde':<22}{'listes':>12}{'compilées':>14}")
    tenus = [
        afficher("les six IA", listes, compilees, OBJECTIF_IA),
        afficher("au hasard", hasard, hasard_compile, OBJECTIF_HASARD),
    ]
    return all(tenus), resultats


# --- les tables du TP -----------------------------------------------------------------------------


def reference() -> bool:
    """Rejoue la table de référence ; est-ce bien elle ?"""
    joueurs = {**IA_REGLES, experiences.CORRIGEE: IA_CORRIGEE}
    table = confronter(joueurs, experiences.PARTIES, experiences.GRAINE, visible=False)
    meme = table.cases == experiences.REFERENCE.table.cases
    print(f"\n{experiences.REFERENCE}\nRejouée : {'la même' if meme else 'UNE AUTRE'}.")
    for a, b in (("1.4", "1.3"), (experiences.CORRIGEE, "1.3"), (experiences.CORRIGEE, "1.4")):
        d = table.contre(a, b)
        bas, haut = map(virgule, d.intervalle_rapport)
        print(f"{a:>12} contre {b} : score {d} ; {virgule(d.rapport)} [{bas} ; {haut}] victoire par défaite")
    return meme


class Repli:
    """La 1.4 corrigée, et ce que deviennent ses sélections vides : lcj comme elle, ou slc3."""

    def __init__(self, sur_slc3: bool, graine: int = 0) -> None:
        self.sur_slc3, self.alea = sur_slc3, random.Random(graine)
        self.selections = self.vides = self.vides_avec_la_faute = 0

    def __call__(self, position: Position) -> int:
        """La colonne choisie."""
        ensemble = regles.candidats(regles.IA14C, *regles.vue(position))
        trois = regles.candidats(regles.IA13, *regles.vue(position))
        if self._selectionne(position):
            p, q, _, t = regles.vue(position)
            cases = regles.accessibles(p, q, t)
            juste, fautive = (regles.sans_double(trois, p, q, cases, faute, t) for faute in (False, True))
            self.selections += 1
            self.vides += not juste
            self.vides_avec_la_faute += not fautive
            if not juste and self.sur_slc3:
                ensemble = trois
        return self.alea.choice([x for x in range(position.largeur) if ensemble >> x & 1])

    def _selectionne(self, position: Position) -> bool:
        """Ni urgence, ni piège : c'est la sélection qui décide."""
        p, q, _, t = regles.vue(position)
        cases, contre = regles.accessibles(p, q, t), regles.menaces(q, p, t)
        if (regles.menaces(p, q, t) | contre) & cases:
            return False
        return not (regles.piege(p, q, regles.permises(cases, contre), t) or regles.piege2(p, q, cases, t))


def replis(parties: int) -> None:
    """Combien de sélections la 1.4 corrigée vide-t-elle, et que lui coûte son repli, contre la 1.3 ?"""
    for sur_slc3, nom in ((False, "lcj"), (True, "slc3")):
        ia, comptes = Repli(sur_slc3), [0, 0, 0]
        for k in range(parties):
            position, joueurs = Position(), (ia, IA_REGLES["1.3"])
            while not position.finie:
                position = position.jouer(joueurs[(position.nb_coups + k) % 2](position))
            comptes[0 if not position.gagnant else 1 if position.gagnant == 1 + k % 2 else 2] += 1
        score = Decompte(comptes[1], comptes[0], comptes[2])
        print(
            f"Repli sur {nom} : score {score} contre 1.3, {parties} parties ; sélections vides "
            f"{pour_cent(ia.vides / ia.selections)}, avec la faute "
            f"{pour_cent(ia.vides_avec_la_faute / ia.selections)}"
        )


def main(arguments: list[str] | None = None) -> int:
    """Affiche les vitesses, la durée de l'expérience, les verdicts et les tables du TP."""
    analyse = argparse.ArgumentParser(description=__doc__)
    analyse.add_argument("--sans-vitesses", action="store_true", help="les tables seulement")
    analyse.add_argument("--replis", type=int, default=1500, help="parties pour mesurer le repli")
    choix = analyse.parse_args([] if arguments is None else arguments)
    tenu = True
    if not choix.sans_vitesses:
        tenu, resultats = mesurer()
        print(f"\nL'expérience entière : {resultats}\n")
        for une in experiences.AFFIRMATIONS:
            print(f"{une.lettre}, {une.enonce} : {une.verdict(resultats.bilan(une.a, une.b))}")
    meme = reference()
    replis(choix.replis)
    return 0 if tenu and meme else 1


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
