"""Les jumeaux rapides : comme les listes des carnets, et des tables que l'on retrouve."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import inf, sqrt
from pathlib import Path
from typing import Any

import pytest

from p4core import IA_REGLES, tournoi
from p4core.codages import depuis_situation, vers_colonnes, vers_jetons, vers_situation
from p4core.ia import recherche
from p4core.ia.compilation import COMPILE
from p4core.ia.jumeaux import JoueurAlea, JoueurMinmax, chercher, h_alea
from p4core.ia.regles import IA14, IA_CORRIGEE, candidats_rapides, premiere, vue
from p4core.jeu import Position, partie
from p4core.tournois.confrontations import Confrontations, Decompte, confronter
from p4core.tournois.organisation import modele
from p4core.tournois.statistiques import wilson
from tests.listes_tp6 import Listes, Tirage, fonctions

SOLUTIONS = Path(__file__).parents[1] / "solutions"
W1, W2, NULS = (0, 1, 4, 9, inf), (0, 1, 10, 100, inf), (0, 0, 0, 0, inf)


def positions(
    graine: int, nombre: int, taille: tuple[int, int, int] = (7, 6, 4), coups: Any = Position.coups
) -> Iterator[Position]:
    """Des positions différentes et non finies, de tous les moments de parties aux coups tirés au sort."""
    alea, vues = random.Random(graine), {Position(*taille)}
    while len(vues) <= nombre:
        position = Position(*taille)
        while not position.finie:
            if position not in vues:
                vues.add(position)
                yield position
            position = position.jouer(alea.choice(coups(position)))


# --- le min-max du TP 2 ---------------------------------------------------------------------------


@cache
def carnet_tp2() -> dict[str, Any]:
    f = fonctions(SOLUTIONS / "tp2_minmax/tp2_minmax.ipynb")
    f["tous"] = f["tous_align"]()
    f["tirage"] = Tirage()
    f["choice"] = f["tirage"].choice
    return f


def minmax_listes(position: Position, poids: tuple[float, ...], p: int) -> tuple[float, list[int]]:
    """Le score du carnet, et toutes les colonnes entre lesquelles il tire au sort."""
    f = carnet_tp2()
    score, _ = f["minmax"](vers_colonnes(position), position.trait, poids, p)
    return score, [x for x, _ in f["tirage"].propose]


@pytest.mark.parametrize(("profondeur", "nombre"), [(1, 2000), (2, 1000), (3, 250)])
def test_minmax_comme_les_listes(profondeur: int, nombre: int) -> None:
    """Mêmes scores et mêmes ensembles de meilleurs coups que le carnet, pour trois listes de poids ?"""
    for position in positions(profondeur, nombre):
        for poids in (W1, W2, NULS):
            score, coups = JoueurMinmax(poids, profondeur).chercher(position)
            attendu, attendus = minmax_listes(position, poids, profondeur)
            assert recherche.presque_egaux(score, attendu), (position, poids)
            assert coups == attendus, (position, poids)


@pytest.mark.parametrize("profondeur", [1, 2])
def test_plusieurs_poids_infinis(profondeur: int) -> None:
    """Un score inf − inf est-il écarté comme dans le carnet, là où celui-ci va au bout ?"""
    poids, compares = (0, 1, 10, inf, inf), 0
    for position in positions(9, 300):
        coups = JoueurMinmax(poids, profondeur).chercher(position)[1]
        try:
            attendus = minmax_listes(position, poids, profondeur)[1]
        except IndexError:  # tous les scores valent inf − inf : le carnet n'a plus rien à tirer au sort
            assert coups
        else:
            assert coups == attendus, position
            compares += 1
    assert compares > 150


@pytest.mark.parametrize(
    ("taille", "poids"),
    [
        ((7, 6, 4), (0.3, 0.1, 0.2, 0.7, 100.1)),  # des arrondis, et une victoire qui ne vaut pas l'infini
        ((7, 6, 4), (0, -1, 0.1, -5, -inf)),  # à qui perd gagne
        ((5, 5, 3), (0, 0.1, 0.3, inf)),
        ((4, 8, 4), W1),
        ((8, 6, 5), (0, 1, 3, 7, 20, inf)),
        ((8, 6, 8), (*range(8), inf)),  # assez long pour les quatre chiffres du compte
    ],
)
def test_autres_poids_et_autres_grilles(taille: tuple[int, int, int], poids: tuple[float, ...]) -> None:
    """Poids à virgule, négatifs, autres grilles : même réponse que la recherche de la bibliothèque ?"""
    for position in positions(5, 40, taille):
        score, coups = JoueurMinmax(poids, 2).chercher(position)
        attendu, attendus = recherche.minmax(position, poids, 2)
        assert recherche.presque_egaux(score, attendu), position
        assert coups == attendus, position


def test_scores_nommes_par_le_sujet() -> None:
    """Les exemples du TP 2 : un pion au centre vaut 7, et la profondeur 3 hésite entre deux colonnes ?"""
    assert JoueurMinmax(W1, 1).chercher(Position()) == (7, [3])
    assert JoueurMinmax(W1, 3).chercher(Position()) == (10, [2, 4])


def test_tirage_au_sort() -> None:
    """Tous les meilleurs coups sont-ils joués, et eux seuls, chacun aussi souvent ?"""
    joueur = JoueurMinmax(NULS, 1, random.Random(1))
    assert set(Counter(joueur(Position()) for _ in range(300))) == set(range(7))
    premiers = Counter(premier_coup(NULS, graine) for graine in range(7000))
    assert all(abs(premiers[x] - 1000) < 6 * sqrt(1000) for x in range(7))


def premier_coup(poids: tuple[float, ...], graine: int) -> int:
    """Le premier coup d'une partie du code compilé."""
    coups, gagnants, longueurs = bytearray(42), bytearray(1), bytearray(1)
    affrontement = JoueurMinmax(poids, 1).affronter(IA_REGLES["1.1"], Position())
    assert affrontement is not None
    affrontement.jouer(graine, 0, coups, gagnants, longueurs)
    return coups[0]


@pytest.mark.parametrize("poids", [(inf, 1, 2, 3, inf), (0, 1, float("nan"), 3, inf), ()])
def test_poids_refuses(poids: tuple[float, ...]) -> None:
    """Des poids qui ne donneraient jamais de score sont-ils refusés tout de suite ?"""
    with pytest.raises(ValueError, match="poids vaut"):
        JoueurMinmax(poids, 2)


def test_reglages_refuses() -> None:
    """Profondeur nulle, liste trop courte, grille trop grande : le refus dit-il quoi ?"""
    with pytest.raises(ValueError, match="profondeur vaut 0"):
        JoueurMinmax(W1, 0)
    with pytest.raises(ValueError, match="k vaut 0"):
        JoueurAlea(3, 0)
    with pytest.raises(ValueError, match="4 poids pour des alignements de 4 : il en faut 5"):
        JoueurMinmax(W1[:4], 2)(Position())
    for joueur in (JoueurAlea(1, 1), JoueurMinmax(W1, 2)):
        with pytest.raises(ValueError, match="finie"):
            joueur(Position.depuis_coups("1212121"))
    if COMPILE:
        with pytest.raises(ValueError, match="10 × 8 est trop grande"):
            JoueurAlea(3, 1)(Position(10, 8, 4))


# --- l'IA(nb, k) du TP 4 --------------------------------------------------------------------------


@cache
def carnet_tp4() -> dict[str, Any]:
    return fonctions(SOLUTIONS / "tp4_graphe/tp4_graphe.ipynb")


def ia_listes(position: Position, h: Any, k: int) -> tuple[float, int]:
    """Le score du carnet, ramené au joueur au trait, et le bit de la colonne choisie."""
    s = vers_situation(position)
    score, suite = carnet_tp4()["minimax_h2"](s, None, {}, {}, {}, h, k)
    colonne = next(x for x in position.coups() if vers_situation(position.jouer(x)) == suite)
    return (score if s[0] == 0 else -score), 1 << colonne


def estimation(nb: int, alea: int) -> Any:
    """L'heuristique du jumeau, donnée au carnet : vue de J0, sur une situation."""

    def h(s: Any) -> int:
        p, q, _, t = vue(depuis_situation(s))
        return h_alea(p, q, nb, alea, t) * (1 if s[0] == 0 else -1)

    return h


@pytest.mark.parametrize(("k", "nombre"), [(1, 1000), (2, 200), (3, 25)])
def test_recherche_alea_comme_les_listes(k: int, nombre: int) -> None:
    """Avec les mêmes estimations, le score et la colonne de `minimax_h2`, dictionnaires compris ?"""
    for i, position in enumerate(positions(30 + k, nombre)):
        p, q, _, t = vue(position)
        score, ensemble = chercher(JoueurAlea(2, k).recette(position), p, q, i, t)
        assert (score, premiere(ensemble)) == ia_listes(position, estimation(2, i), k), position


def test_parties_decidees() -> None:
    """Là où k coups décident, la colonne du carnet quel que soit le hasard ?"""
    decidees = 0
    for position in positions(40, 500):
        score, colonnes = JoueurAlea(1, 2).chercher(position)
        if abs(score) == inf:
            assert (score, 1 << colonnes[0]) == ia_listes(position, lambda s: 0, 2), position
            decidees += 1
    assert decidees > 50


@cache
def exact(position: Position) -> tuple[float, float]:
    """La moyenne et la moyenne des carrés du résultat, pour le joueur au trait, d'une fin au hasard."""
    if position.gagnant:
        return -1.0, 1.0
    suites = [exact(position.jouer(x)) for x in position.coups()]
    if not suites:
        return 0.0, 0.0
    return -sum(m for m, _ in suites) / len(suites), sum(c for _, c in suites) / len(suites)


def fins(graine: int, nombre: int, vides: int) -> list[Position]:
    """Des positions indécises à trois coups près, à qui il reste ces cases sur trois colonnes ou plus."""
    toutes = (p for p in positions(graine, 10**9) if p.nb_coups == 42 - vides and len(p.coups()) >= 3)
    return list(islice((p for p in toutes if abs(JoueurAlea(1, 3).chercher(p)[0]) < inf), nombre))


def test_fins_au_hasard_exactes() -> None:
    """La moyenne de milliers de fins au hasard est-elle celle que donne le calcul complet ?"""
    nb = 4000
    for i, position in enumerate(fins(50, 12, vides=7)):
        p, q, _, t = vue(position)
        moyenne, carres = exact(position)
        ecart_type = sqrt((carres - moyenne**2) * nb)
        assert abs(h_alea(p, q, nb, i, t) - nb * moyenne) <= 6 * ecart_type + 1e-6, position


def test_fins_au_hasard_depuis_le_depart() -> None:
    """Depuis la grille vide, qui commence gagne-t-il 55,6 % des parties au hasard, et en perd-il 44,1 % ?"""
    p, q, _, t = vue(Position())
    nb = 2000
    assert abs(h_alea(p, q, nb, 1, t) / nb - (0.556 - 0.441)) < 6 / sqrt(nb)


def test_ia_alea_comme_les_listes_en_loi() -> None:
    """Le score et la colonne sont-ils tirés selon la même loi que ceux du carnet ?"""
    essais = 150
    for k, position in zip((1, 2, 3), fins(60, 3, vides=8), strict=True):
        joueur = JoueurAlea(2, k, random.Random(k))
        reponses = (joueur.chercher(position) for _ in range(10 * essais))
        rapides = Counter((score, 1 << colonnes[0]) for score, colonnes in reponses)
        random.seed(k)
        h = carnet_tp4()["h_alea"](2)
        listes = Counter(ia_listes(position, h, k) for _ in range(essais))
        assert ecart(rapides, listes) < 80, (
            position,
            rapides,
            listes,
        )  # une autre loi en donne des centaines
        assert len(rapides) > 1


def ecart(a: Counter[Any], b: Counter[Any]) -> float:
    """Le khi-deux de deux échantillons : voisin du nombre de valeurs s'ils suivent la même loi."""
    n, m = a.total(), b.total()
    return sum((a[v] * sqrt(m / n) - b[v] * sqrt(n / m)) ** 2 / (a[v] + b[v]) for v in {*a, *b})


# --- la 1.4 corrigée du TP 6 ----------------------------------------------------------------------


class ListesCorrigees(Listes):
    """L'IA 1.4 du carnet, avec sa sélection corrigée."""

    def corrigees(self, position: Position) -> list[int]:
        """Les colonnes (à partir de 0) entre lesquelles elle tire au sort."""
        f, self.tirage.propose = self.espace, None
        jeton = "[O]" if position.trait == 1 else "[X]"
        _, colonne = f["ia1"](vers_jetons(position), jeton, 0, position.aligner, f["slc4_corrigee"])
        return sorted(c - 1 for c in self.tirage.propose or [colonne])


def surtout_corriges(position: Position) -> list[int]:
    """Plus de coups de la 1.4 corrigée que de coups au hasard : ses parties durent."""
    return position.coups() + 3 * IA_CORRIGEE.candidats(position)


def test_ia_corrigee_comme_les_listes() -> None:
    """La 1.4 corrigée retient-elle les colonnes du carnet, et pas toujours celles de la 1.4 ?"""
    listes, differentes = ListesCorrigees(), 0
    for i, position in enumerate(positions(70, 2000, coups=surtout_corriges)):
        if i % 20 == 0:
            listes.reponses.clear()
        attendues = listes.corrigees(position)
        assert IA_CORRIGEE.candidats(position) == attendues, position
        ensemble = candidats_rapides(IA_CORRIGEE.numero, *vue(position))
        assert ensemble == sum(1 << x for x in attendues), position
        differentes += ensemble != candidats_rapides(IA14, *vue(position))
    assert differentes > 20


def test_les_six_restent_six() -> None:
    """La 1.4 corrigée reste-t-elle hors du tournoi du sujet ?"""
    assert list(IA_REGLES) == ["1.1", "1.2", "1.3", "1.4", "2", "3"]
    assert IA_CORRIGEE.nom == "1.4 corrigée"


# --- des parties par milliers ---------------------------------------------------------------------

JUMEAUX = {"W1": JoueurMinmax(W1, 2), "1.3": IA_REGLES["1.3"], "(2, 1)": JoueurAlea(2, 1)}


@pytest.fixture(scope="module")
def table() -> Confrontations:
    return confronter(JUMEAUX, 60, graine=4, ouvriers=1, visible=False)


def test_meme_table_quel_que_soit_le_nombre_de_fils(table: Confrontations) -> None:
    """La graine décide-t-elle seule du résultat ?"""
    assert confronter(JUMEAUX, 60, graine=4, ouvriers=3, visible=False) == table
    assert confronter(JUMEAUX, 60, graine=5, ouvriers=3, visible=False).cases != table.cases


def test_chacun_commence_autant_et_contre_lui_meme(table: Confrontations) -> None:
    """Chaque case a-t-elle ses parties, diagonale comprise ?"""
    assert set(table.cases) == {(a, b) for a in JUMEAUX for b in JUMEAUX}
    assert all(d.parties == 60 for d in table.cases.values())
    assert table.contre("W1", "1.3").parties == 120
    assert table.contre("W1", "1.3") == table.contre("1.3", "W1").inverse


def test_memes_parties_qu_un_tournoi(table: Confrontations) -> None:
    """`tournoi` joue-t-il les jumeaux compilés, et trouve-t-il la même chose ?"""
    resultats = tournoi(JUMEAUX, 120, graine=4, ouvriers=1, visible=False)
    assert not resultats.incidents
    for a, b in resultats.rencontres:
        victoires, defaites, nulles = resultats.bilan(a, b)
        assert table.contre(a, b) == Decompte(victoires, nulles, defaites)
        assert modele((a, b), JUMEAUX, 0, Position(), 5.0, None).compilees
        finales = [resultats.partie(a, b, i) for i in range(120)]  # en rejouant les coups
        assert all(finale.finie for finale in finales)
        assert [finale.gagnant for finale in finales] == list(resultats.rencontres[a, b].parties.gagnants)


def test_le_joueur_python_et_les_parties_compilees_se_valent() -> None:
    """Appelé coup par coup, le joueur fait-il comme dans les parties compilées ?"""
    a, b = JoueurMinmax(W1, 1, random.Random(1)), JoueurMinmax(NULS, 1, random.Random(2))
    d = confronter({"a": a, "b": b}, 400, paires=[("a", "b")], visible=False).cases["a", "b"]
    gagnants = [partie(a, b).gagnant for _ in range(400)]
    e = Decompte(gagnants.count(1), gagnants.count(0), gagnants.count(2))
    assert 0.5 < d.score < 1
    assert abs(d.score - e.score) < 6 * sqrt(d.score * (1 - d.score) / 200)


def test_la_table_en_donnees(table: Confrontations) -> None:
    """Victoires, nulles, défaites, score et intervalle sont-ils de simples données ?"""
    ligne = next(li for li in table.lignes() if (li["commence"], li["contre"]) == ("W1", "(2, 1)"))
    d = table.cases["W1", "(2, 1)"]
    assert ligne["victoires"] + ligne["nulles"] + ligne["défaites"] == 60
    assert ligne["score"] == (d.victoires + d.nulles / 2) / 60 == d.score
    assert (ligne["bas"], ligne["haut"]) == wilson(d.points, 60)
    assert len(str(table).splitlines()) == 4
    assert str(Decompte(30, 10, 20)) == "0,58 [0,46 ; 0,70]"
    assert Decompte().score == 0.5


def test_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrompue, la table rend-elle les parties déjà jouées ?"""

    def interrompre(suivi: Any, *_: Any, **__: Any) -> Iterator[Any]:
        for i, element in enumerate(suivi):
            if i == 100:
                raise KeyboardInterrupt
            yield element

    monkeypatch.setattr("p4core.tournois.confrontations.barre", interrompre)
    partielle = confronter(JUMEAUX, 100, ouvriers=1)
    assert set(partielle.cases) == {(a, b) for a in JUMEAUX for b in JUMEAUX}
    assert 100 <= sum(d.parties for d in partielle.cases.values()) < 900


def test_parties_refusees() -> None:
    """Zéro partie est-il refusé ?"""
    with pytest.raises(ValueError, match="parties vaut 0"):
        confronter(JUMEAUX, 0)


# --- sans numba -----------------------------------------------------------------------------------

SANS_NUMBA = """
from p4core.ia.compilation import COMPILE
from p4core.ia.jumeaux import JoueurAlea, JoueurMinmax
from p4core.ia.regles import IA_CORRIGEE
from p4core.tournois.confrontations import confronter
import sys
inf = float("inf")
W2 = JoueurMinmax((0, 1, 10, 100, inf), 2)
joueurs = {"W2": W2, "(1, 2)": JoueurAlea(1, 2), "1.4 corrigée": IA_CORRIGEE}
print(COMPILE, "numba" in sys.modules, confronter(joueurs, 2, graine=5, ouvriers=1, visible=False).cases)
"""


def table_jouee(**environnement: str) -> str:
    commande = [sys.executable, "-c", SANS_NUMBA]
    fini = subprocess.run(
        commande, env={**os.environ, **environnement}, capture_output=True, text=True, check=True
    )
    return fini.stdout


@pytest.mark.skipif(not COMPILE, reason="numba n'est pas installé")
def test_meme_table_sans_numba() -> None:
    """Le même texte joue-t-il les mêmes parties, numba présent ou absent ?"""
    sans, avec = table_jouee(P4CORE_SANS_NUMBA="1"), table_jouee(P4CORE_SANS_NUMBA="")
    assert sans.startswith("False False ")
    assert avec.startswith("True True ")
    assert sans.removeprefix("False False ") == avec.removeprefix("True True ")
