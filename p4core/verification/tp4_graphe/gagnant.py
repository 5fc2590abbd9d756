"""gagnant(s, coup) : le coup qui vient d'être joué gagne-t-il ?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Case, Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import manque_les, modele, seulement
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.lecture import montrer
from p4core.verification.tp4_graphe.fenetres import en_echangeant, gagne_en_tournant, voit
from p4core.verification.tp4_graphe.situations import appel_lisible, coup_de, lire_booleen

_NOMS = ("horizontale", "verticale", "diagonale montante", "diagonale descendante")


class _EssaiGagnant(Essai):
    """Un essai qui explique l'IndexError, si fréquente ici."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        epreuve = super().derouler(appelant)
        if epreuve.ecart and isinstance(epreuve.appel.exception, IndexError):
            conseil = "\nPrès des bords, certaines listes de a_verifier sortent de la grille : écartez-les."
            return replace(epreuve, ecart=replace(epreuve.ecart, phrase=epreuve.ecart.phrase + conseil))
        return epreuve


def _essai(position: Position, case: Case, *etiquettes: str) -> Essai:
    attendu = case in position.alignement
    joueur = 2 - position.case(*case)

    def juge(appel: Appel) -> Ecart | None:
        if lire_booleen(appel.valeur) == attendu:
            return None
        phrase = (
            f"Le coup {coup_de(case)} du joueur {joueur} termine un alignement de 4."
            if attendu
            else f"Le coup {coup_de(case)} du joueur {joueur} ne termine aucun alignement."
        )
        return Ecart(phrase, str(attendu), montrer(appel.valeur), [case])

    marques = {"victoire" if attendu else "sans victoire", f"joueur {joueur}", *etiquettes}
    if voit(position, case, position.case(*case), tourne=False, taille=5):
        marques.add("longue")
    return _EssaiGagnant(
        appel_lisible("gagnant", position, str(coup_de(case))),
        (vers_situation(position), coup_de(case)),
        juge,
        position,
        frozenset(marques),
        {"case": case},
        attendu,
    )


def _bords(cases: Iterable[Case]) -> list[str]:
    noms = {0: ("colonne 0", "ligne 0"), 5: ("", "ligne 5"), 6: ("colonne 6", "")}
    return [nom for x, y in cases for nom in (noms.get(x, ("", ""))[0], noms.get(y, ("", ""))[1]) if nom]


def _direction(*directions: str) -> Callable[[Source], Iterable[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield from _coups_possibles(position, alignement, nom)

    return essais


def _coups_possibles(position: Position, alignement: pos.Alignement, nom: str) -> Iterator[Essai]:
    """Chaque pion de l'alignement qui est en haut de sa colonne a pu être joué le dernier."""
    for rang, (x, y) in enumerate(alignement):
        if position.niveau(x) == y + 1:
            place = "au bout" if rang in (0, 3) else "au milieu"
            yield _essai(position, (x, y), "modèle", nom, place, f"rang {rang}", *_bords(alignement))


def _sans_victoire(source: Source) -> Iterator[Essai]:
    for coups in ("4", "44", "112233", "121212", "11223355", "1122336", "172635", "334455"):
        yield _dernier(Position.depuis_coups(coups))
    for position in (*pos.nulles(), *pos.au_hasard(source.alea, source.nombre(60))):
        if position.historique:
            yield _dernier(position)


def _dernier(position: Position, *etiquettes: str) -> Essai:
    assert position.dernier is not None
    return _essai(position, position.dernier, *etiquettes)


# Le dernier pion touche un bord ; trois pions semblables se trouvent de l'autre côté de la grille.
_DE_L_AUTRE_COTE = ("5566771", "6677112", "7711223")


def _autour_des_bords(source: Source) -> Iterator[Essai]:
    trouvees = [Position.depuis_coups(coups) for coups in _DE_L_AUTRE_COTE]
    tirees = [p for p in pos.au_hasard(source.alea, 500) if p.historique and gagne_en_tournant(p, p.dernier)]
    for position in trouvees + sorted(tirees, key=lambda p: p.nb_coups)[: source.nombre(10)]:
        yield _dernier(position, "bord")


def _vraies_parties(source: Source) -> Iterator[Essai]:
    for coups in (
        "112233554",
        "1122335566774"[:13],
        "71122335546"[:10],
    ):  # plus de 4 pions alignés, ou à la fin
        yield _dernier(Position.depuis_coups(coups))
    yield from (_dernier(p) for p in pos.finies(source.alea, source.nombre(50)))


def _version(phrase: str, fausse: Callable[[Position, Case], bool]) -> Erreur:
    def valeur(essai: Essai) -> bool:
        assert essai.position is not None
        return fausse(essai.position, essai.contexte["case"])

    return modele(phrase, valeur, lire_booleen)


_ERREURS = (
    *(Erreur(f"Une direction vous échappe : {nom}.", manque_les(nom)) for nom in _NOMS),
    Erreur("Les deux diagonales vous échappent.", manque_les(*_NOMS[2:])),
    Erreur(
        "Vous ne voyez l'alignement que si le dernier pion est à un bout : il peut aussi combler un trou "
        "au milieu.",
        manque_les("au milieu"),
    ),
    Erreur(
        "Vous n'atteignez jamais le bord droit : les alignements qui touchent la colonne 6 vous échappent.",
        manque_les("colonne 6"),
    ),
    Erreur(
        "Vous n'atteignez jamais le haut : les alignements qui touchent la ligne 5 vous échappent.",
        manque_les("ligne 5"),
    ),
    Erreur("Vous n'atteignez ni le bord droit ni le haut de la grille.", manque_les("colonne 6", "ligne 5")),
    Erreur("Vous oubliez la colonne 0.", manque_les("colonne 0")),
    Erreur("Vous oubliez la ligne 0, celle du bas.", manque_les("ligne 0")),
    Erreur(
        "Vous oubliez la colonne 0 et la ligne 0 : les indices commencent à 0.",
        manque_les("colonne 0", "ligne 0"),
    ),
    _version(
        "Les bords de la grille se touchent : G[i][-1] ne sort pas de la liste, c'est la DERNIÈRE case de "
        "la ligne "
        "(et G[-1] la ligne du haut). Écartez les indices négatifs.",
        gagne_en_tournant,
    ),
    _version(
        "Vous échangez la ligne et la colonne : coup = (i, j), ligne puis colonne, et la case est G[i][j].",
        en_echangeant,
    ),
    _version("Votre fonction répond toujours False.", lambda p, c: False),
    _version("Votre fonction répond toujours True.", lambda p, c: True),
    _version(
        "Vous manquez les victoires du joueur 0 : 0 est « faux » pour Python. Comparez les cases entre "
        "elles, "
        "ou avec « is None ».",
        lambda p, c: c in p.alignement and p.case(*c) == 1,
    ),
    _version("Vous manquez les victoires du joueur 1.", lambda p, c: c in p.alignement and p.case(*c) == 2),
    _version(
        "Vous regardez les pions du mauvais joueur : s[0] est le PROCHAIN à jouer ; celui qui vient de "
        "jouer est "
        "l'autre, c'est-à-dire la valeur de G[i][j].",
        lambda p, c: voit(p, c, p.trait, tourne=False),
    ),
    _version(
        "Trois pions alignés vous suffisent : il en faut quatre, le dernier posé et trois autres.",
        lambda p, c: voit(p, c, p.case(*c), tourne=False, taille=3),
    ),
    _version(
        "C'est l'inverse : vous répondez True quand le coup ne gagne pas.", lambda p, c: c not in p.alignement
    ),
    seulement("longue", "Vous manquez les alignements de plus de 4 pions : 5 à la suite, c'est gagné aussi."),
    seulement(
        "bord", "Toutes vos erreurs sont au bord de la grille : vérifiez-vous que chaque case y est encore ?"
    ),
    seulement(
        "victoire",
        "Des victoires vous échappent : la liste a_verifier est-elle complète (13 listes suffisent) ?",
    ),
    seulement("sans victoire", "Vous annoncez des victoires qui n'existent pas."),
)

QUESTION = Question(
    "gagnant",
    "gagnant(s, coup)",
    (
        Critere("victoires horizontales", 1, _direction("horizontale")),
        Critere("victoires verticales", 1, _direction("verticale")),
        Critere("victoires en diagonale", 2, _direction("diagonale montante", "diagonale descendante")),
        Critere("False quand le coup ne gagne pas", 1, _sans_victoire, gratuit=True),
        Critere("les bords de la grille", 1, _autour_des_bords, gratuit=True),
        Critere("fins de parties réelles", 1, _vraies_parties),
    ),
    (
        "Le coup gagne si, dans l'une des listes de a_verifier, les trois cases sont dans la grille et "
        "contiennent le "
        "même pion que la case (i, j).",
        "Construisez a_verifier avec des boucles : pour chaque direction (di, dj), les alignements de 4 "
        "qui passent par "
        "(i, j) commencent en (i - d * di, j - d * dj), avec d de 0 à 3. Attention aux indices négatifs.",
        "Pour chaque liste : si toutes ses cases (a, b) vérifient 0 <= a < 6, 0 <= b < 7 et G[a][b] == "
        "G[i][j], "
        "renvoyez True. Ne renvoyez False qu'APRÈS la boucle.",
    ),
    _ERREURS,
)
