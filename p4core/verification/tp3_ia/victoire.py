"""victoire(grille, p) : le joueur p a-t-il aligné quatre pions ?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import manque_les, modele, seulement
from p4core.verification.essais import Critere, Ecart, Erreur, Question, Source
from p4core.verification.lecture import Malforme, montrer, nommer, simple
from p4core.verification.tp3_ia.outils import (
    TAILLES,
    EssaiGrille,
    arguments_grille,
    erreurs_de_taille,
    marques_de_taille,
    position_de,
    positions_de_tailles,
    vide,
)


def _booleen(valeur: object) -> bool:
    valeur = simple(valeur)
    if not isinstance(valeur, bool):
        raise Malforme(f"on attend un booléen, True ou False, or c'est {nommer(valeur)} : {montrer(valeur)}.")
    return valeur


def _essai(position: Position, p: int, *etiquettes: str) -> EssaiGrille:
    attendu = position.gagnant == p

    def juge(appel: Appel) -> Ecart | None:
        if _booleen(appel.valeur) == attendu:
            return None
        phrase = (
            f"Le joueur {p} a gagné dans cette grille." if attendu else f"Le joueur {p} n'a pas gagné ici."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), fautives=position.alignement)

    marques = {"victoire" if attendu else "sans victoire", *etiquettes} | marques_de_taille(position)
    if not attendu and _deborde(position, p):
        marques.add("bord")
    return EssaiGrille(
        f"victoire(grille, {p})", arguments_grille(position, p), juge, position, frozenset(marques),
        contexte={"p": p}, attendu=attendu,
    )  # fmt: skip


def _bords(alignement: pos.Alignement) -> list[str]:
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {"colonne 6": 6 in xs, "colonne 0": 0 in xs, "ligne 0": 5 in ys, "ligne 5": 0 in ys}
    return [nom for nom, vrai in noms.items() if vrai]


def _direction(*directions: str) -> Callable[[Source], Iterable[EssaiGrille]]:
    def essais(source: Source) -> Iterator[EssaiGrille]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield _essai(position, position.gagnant, "modèle", nom, *_bords(alignement))

    return essais


def _deborde(position: Position, p: int) -> bool:
    """Le joueur p semble-t-il gagner si l'on sort d'un côté de la grille pour rentrer de l'autre ?"""
    l, h = position.largeur, position.hauteur
    cases = position.cases()
    return any(
        all(cases[(x + k * dx) % l][(y + k * dy) % h] == p for k in range(4))
        for x in range(l)
        for y in range(h)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def _sans_victoire(source: Source) -> Iterator[EssaiGrille]:
    sans = [*pos.petites(1), *(Position.depuis_coups(c) for c in ("112233", "121212", "776655"))]
    for position in [*sans, *pos.nulles(2), *pos.au_hasard(source.alea, source.nombre(25))]:
        yield from (_essai(position, p) for p in (1, 2))
    for n, m in ((4, 4), (5, 5), (6, 7)):
        candidates = pos.au_hasard(source.alea, source.nombre(80), vide(n, m))
        yield from (_essai(c, p) for c in candidates for p in (1, 2) if _deborde(c, p))


def _fins_de_partie(source: Source) -> Iterator[EssaiGrille]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de quatre pions alignés
        position = Position.depuis_coups(coups)
        yield _essai(position, position.gagnant, "longue")
    for position in pos.finies(source.alea, source.nombre(30)):
        yield from (_essai(position, p) for p in (1, 2))


def _autres_tailles(source: Source) -> Iterator[EssaiGrille]:
    for n, m in TAILLES:
        for position in pos.finies(source.alea, source.nombre(12), vide(n, m)):
            yield from (_essai(position, p) for p in (1, 2))
    for position in positions_de_tailles(source, source.nombre(2)):
        yield _essai(position, source.alea.choice((1, 2)))


def _trois(position: Position, p: int) -> bool:
    """p a-t-il trois pions alignés ?"""
    taille = (position.largeur, position.hauteur)
    return Position.depuis_pions(taille, 3, (position.pions[p - 1], 0), 2).gagnant == 1


_ERREURS = (
    *erreurs_de_taille(),
    *(
        Erreur(f"Une direction vous échappe : {nom}.", manque_les(nom))
        for nom in ("horizontale", "verticale", "diagonale montante", "diagonale descendante")
    ),
    Erreur("Les deux diagonales vous échappent.", manque_les("diagonale montante", "diagonale descendante")),
    Erreur(
        "Vous n'atteignez jamais le bord droit : les séries qui finissent en colonne m - 1 vous échappent.",
        manque_les("colonne 6"),
    ),
    Erreur(
        "Vous n'atteignez jamais le bas : les séries qui passent par la ligne n - 1, celle du bas, vous "
        "échappent.",
        manque_les("ligne 5"),
    ),
    Erreur("Vous n'atteignez ni le bord droit ni le bas de la grille.", manque_les("colonne 6", "ligne 5")),
    Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
    Erreur("Vous oubliez la ligne 0, celle du haut.", manque_les("ligne 0")),
    modele(
        "Vous échangez les deux joueurs.", lambda e: position_de(e).gagnant == 3 - e.contexte["p"], simple
    ),
    modele(
        "Vous ne tenez pas compte de p : une victoire de l'autre joueur vous fait répondre True.",
        lambda e: position_de(e).gagnant != 0,
        simple,
    ),
    modele(
        "Vous ne voyez que les victoires du joueur 1.", lambda e: e.attendu and e.contexte["p"] == 1, simple
    ),
    modele(
        "Vous ne voyez que les victoires du joueur 2.", lambda e: e.attendu and e.contexte["p"] == 2, simple
    ),
    modele("Votre fonction répond toujours False.", lambda e: False, simple),
    modele("Votre fonction répond toujours True.", lambda e: True, simple),
    modele(
        "Vous vous contentez de trois pions alignés.",
        lambda e: _trois(position_de(e), e.contexte["p"]),
        simple,
    ),
    seulement(
        "bord",
        "Vous annoncez une victoire qui passe d'un bord de la grille à l'autre : un indice négatif, comme "
        "grille[i][-1], désigne en Python la fin de la liste.",
    ),
    seulement("longue", "Vous manquez les alignements de plus de quatre pions."),
    seulement(
        "victoire",
        "Des victoires vous échappent : examinez-vous toutes les séries de quatre cases, jusqu'à la "
        "dernière ?",
    ),
    seulement(
        "sans victoire", "Vous annoncez des victoires qui n'existent pas : il faut 4 pions de p à la suite."
    ),
)

QUESTION = Question(
    "victoire",
    "victoire(grille, p)",
    (
        Critere("victoires horizontales", 1, _direction("horizontale")),
        Critere("victoires verticales", 1, _direction("verticale")),
        Critere("victoires en diagonale", 1, _direction("diagonale montante", "diagonale descendante")),
        Critere("False quand p n'a pas gagné", 1, _sans_victoire, gratuit=True),
        Critere("fins de parties réelles", 1, _fins_de_partie),
        Critere("toutes les tailles de grille", 1, _autres_tailles),
    ),
    (
        "Il y a quatre directions : horizontale, verticale et deux diagonales. Traitez-les l'une après "
        "l'autre.",
        "Une série horizontale part de (i, j) et finit en (i, j + 3) : j ne dépasse donc pas m - 4. "
        "Cherchez de "
        "même jusqu'où vont i et j dans les autres directions.",
        "Pour chaque case (i, j) et chaque pas (di, dj) parmi (0, 1), (1, 0), (1, 1), (1, -1) : si la "
        "dernière case "
        "(i + 3*di, j + 3*dj) est dans la grille, regardez si les quatre cases valent p. Renvoyez False à "
        "la fin.",
    ),
    _ERREURS,
)
