"""fini(G) : qui a gagné ?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Position, alignements
from p4core.verification import positions as pos
from p4core.verification.essais import Critere, Ecart, Essai, Question, Source
from p4core.verification.lecture import entier, montrer
from p4core.verification.tp1_grille.fini_erreurs import ERREURS

_PHRASES = {
    0: "Personne n'a gagné dans cette grille.",
    1: "Le joueur 1 a gagné dans cette grille.",
    2: "Le joueur 2 a gagné dans cette grille.",
}
_TOUS = tuple(alignements())
_CINQ = tuple(map(set, alignements(aligner=5)))

# Sans gagnant, mais trompeuses, pour l'un puis l'autre joueur.
_TROIS = ("112233", "121212", "223344")
_TROUEES = ("1122335", "71122335", "1211121", "71211121", "7766334", "17766334")
_BORDS = (
    "6576132", "51525627", "776774747", "4757773717", "62717232211", "7716112222", "26161771766",
    "7211776666", "434333363", "3434332363", "55333445555", "443523535555", "5663777333373",
    "757766333333", "7261132", "11225736", "1575566", "11626677", "51616717711", "262277111122",
)  # fmt: skip
_LONGUES = ("112233554", "1122335566774", "7112233554")  # plus de 4 pions alignés
_A_LA_DERNIERE_CASE = ("165342645737767514124733637113256212624545",)


def _essai(position: Position, *etiquettes: str) -> Essai:
    attendu = position.gagnant
    issue = f"victoire {attendu}" if attendu else "sans gagnant"

    def juge(appel: Appel) -> Ecart | None:
        if isinstance(appel.valeur, bool):
            phrase = (
                f"Vous renvoyez {appel.valeur} : on attend un entier, 0, 1 ou 2, même quand "
                f"personne n'a gagné."
            )
            return Ecart(phrase, str(attendu), str(appel.valeur), cause="forme")
        if entier(appel.valeur) == attendu:
            return None
        return Ecart(_PHRASES[attendu], str(attendu), montrer(appel.valeur), fautives=position.alignement)

    longue = any(cases <= set(position.alignement) for cases in _CINQ)
    noms = {"longue": longue, "pleine": position.pleine, "victoire": attendu > 0}
    marques = frozenset({issue, *(nom for nom, vrai in noms.items() if vrai), *etiquettes})
    return Essai("fini(G)", (vers_colonnes(position),), juge, position, marques, attendu=attendu)


def _marques(alignement: pos.Alignement) -> list[str]:
    """Ce qui distingue un alignement : sa direction, les bords qu'il touche, sa place dans la liste."""
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {
        "colonne 6": 6 in xs,
        "colonne 0": 0 in xs,
        "rangée 5": 5 in ys,
        "rangée 0": 0 in ys,
        "premier": alignement == _TOUS[0],
        "dernier": alignement == _TOUS[-1],
    }
    return ["modèle", pos.direction(alignement), *(nom for nom, vrai in noms.items() if vrai)]


def _direction(*directions: str) -> Callable[[Source], Iterable[Essai]]:
    """Chaque victoire dans ces directions, et la même grille un coup plus tôt, où personne n'a gagné."""

    def essais(source: Source) -> Iterator[Essai]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            if pos.direction(alignement) in directions:
                yield _essai(_un_coup_avant(position))
                yield _essai(position, *_marques(alignement))

    return essais


def _un_coup_avant(position: Position) -> Position:
    return Position.depuis_coups(x + 1 for x in position.historique[:-1])


def _sans_gagnant(source: Source) -> Iterator[Essai]:
    yield from (_essai(p) for p in pos.petites(1))
    yield from (_essai(Position.depuis_coups(coups)) for coups in (*_TROIS, *_TROUEES, *_BORDS))
    yield from (_essai(p) for p in pos.nulles())
    yield from (_essai(p) for p in pos.au_hasard(source.alea, source.nombre(60)))


def _fins_de_partie(source: Source) -> Iterator[Essai]:
    yield from (_essai(Position.depuis_coups(coups)) for coups in (*_LONGUES, *_A_LA_DERNIERE_CASE))
    for position in pos.finies(source.alea, source.nombre(50)):
        yield _essai(_un_coup_avant(position))
        yield _essai(position)


QUESTION = Question(
    "fini",
    "fini(G)",
    (
        Critere("victoires horizontales", 1, _direction("horizontale")),
        Critere("victoires verticales", 1, _direction("verticale")),
        Critere("victoires en diagonale", 1, _direction("diagonale montante", "diagonale descendante")),
        Critere("0 quand personne n'a gagné", 1, _sans_gagnant, gratuit=True),
        Critere("fins de parties réelles", 1, _fins_de_partie),
    ),
    (
        "Vous disposez de tous les alignements possibles : un joueur a gagné s'il occupe en entier "
        "l'un d'eux.",
        "Pour un alignement A, regardez le contenu des 4 cases G[x][y] avec (x, y) dans A : "
        "sont-elles toutes égales, "
        "et non vides ?",
        "Parcourez `tous`. Dès qu'un alignement n'est fait que de 1, renvoyez 1 ; que de 2, renvoyez 2. "
        "Ne renvoyez 0 qu'APRÈS la boucle, quand tous ont été examinés.",
    ),
    ERREURS,
)
