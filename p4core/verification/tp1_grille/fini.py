"""fini(G) : qui a gagné ?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.diagnostics import modele, seulement
from p4core.verification.essais import Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.lecture import entier, montrer

_PHRASES = {
    0: "Personne n'a gagné dans cette grille.",
    1: "Le joueur 1 a gagné dans cette grille.",
    2: "Le joueur 2 a gagné dans cette grille.",
}


def _essai(position: Position, *etiquettes: str) -> Essai:
    attendu = position.gagnant
    issue = f"victoire {attendu}" if attendu else "sans gagnant"

    def juge(appel: Appel) -> Ecart | None:
        if isinstance(appel.valeur, bool):
            phrase = f"Vous renvoyez {appel.valeur} : on attend un entier, 0, 1 ou 2, même quand personne n'a gagné."
            return Ecart(phrase, str(attendu), str(appel.valeur), cause="forme")
        if entier(appel.valeur) == attendu:
            return None
        return Ecart(_PHRASES[attendu], str(attendu), montrer(appel.valeur), fautives=position.alignement)

    marques = frozenset({issue, "victoire" if attendu else issue, *etiquettes})
    return Essai("fini(G)", (vers_colonnes(position),), juge, position, marques, attendu=attendu)


def _bords(alignement: pos.Alignement) -> list[str]:
    xs, ys = [x for x, _ in alignement], [y for _, y in alignement]
    noms = {"colonne 6": 6 in xs, "colonne 0": 0 in xs, "rangée 5": 5 in ys, "rangée 0": 0 in ys}
    return [nom for nom, vrai in noms.items() if vrai]


def _direction(*directions: str) -> Callable[[Source], Iterable[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        for position, alignement in sorted(pos.gagnees(), key=lambda couple: couple[0].nb_coups):
            nom = pos.direction(alignement)
            if nom in directions:
                yield _essai(position, "modèle", nom, *_bords(alignement))

    return essais


def _sans_gagnant(source: Source) -> Iterator[Essai]:
    yield from (_essai(p) for p in pos.petites(1))
    for coups in ("112233", "121212", "223344"):  # trois pions alignés ne suffisent pas
        yield _essai(Position.depuis_coups(coups))
    yield from (_essai(p) for p in pos.nulles())
    yield from (_essai(p) for p in pos.au_hasard(source.alea, source.nombre(60)))


def _fins_de_partie(source: Source) -> Iterator[Essai]:
    for coups in ("112233554", "1122335566774", "7112233554"):  # plus de 4 pions alignés
        yield _essai(Position.depuis_coups(coups), "longue")
    yield from (_essai(p) for p in pos.finies(source.alea, source.nombre(60)))


def _manque_les(*noms: str) -> Callable[[list[Epreuve]], bool]:
    """Vrai si, parmi les victoires modèles, on manque celles qui portent l'un de ces noms et elles seules."""

    def explique(epreuves: list[Epreuve]) -> bool:
        modeles = [e for e in epreuves if "modèle" in e.essai.etiquettes]
        manquees = {id(e) for e in modeles if not e.reussie}
        visees = {id(e) for e in modeles if e.essai.etiquettes.intersection(noms)}
        inventees = [e for e in epreuves if not e.reussie and "sans gagnant" in e.essai.etiquettes]
        return bool(manquees) and manquees == visees and not inventees

    return explique


_ERREURS = (
    *(
        Erreur(f"Une direction vous échappe : {nom}.", _manque_les(nom))
        for nom in ("horizontale", "verticale", "diagonale montante", "diagonale descendante")
    ),
    Erreur("Les deux diagonales vous échappent.", _manque_les("diagonale montante", "diagonale descendante")),
    Erreur(
        "Vous n'atteignez jamais le bord droit : les alignements qui touchent la colonne x = 6 vous échappent.",
        _manque_les("colonne 6"),
    ),
    Erreur(
        "Vous n'atteignez jamais le haut : les alignements qui touchent la rangée y = 5 vous échappent.",
        _manque_les("rangée 5"),
    ),
    Erreur(
        "Vous n'atteignez ni le bord droit ni le haut : x va de 0 à 6 et y de 0 à 5, bornes comprises.",
        _manque_les("colonne 6", "rangée 5"),
    ),
    Erreur("Vous oubliez le bord gauche, x = 0.", _manque_les("colonne 0")),
    Erreur("Vous oubliez la rangée du bas, y = 0.", _manque_les("rangée 0")),
    modele("Vous échangez les joueurs 1 et 2.", lambda e: {0: 0, 1: 2, 2: 1}[e.attendu], entier),
    modele("Vous ne voyez pas les victoires du joueur 2.", lambda e: e.attendu % 2, entier),
    modele("Vous ne voyez pas les victoires du joueur 1.", lambda e: e.attendu // 2 * 2, entier),
    modele("Votre fonction répond toujours 0.", lambda e: 0, entier),
    modele("Vous signalez une victoire sans dire de quel joueur.", lambda e: int(e.attendu > 0), entier),
    seulement("longue", "Vous manquez les alignements de plus de 4 pions : 5 à la suite, c'est gagné aussi."),
    seulement("victoire", "Des victoires vous échappent : examinez-vous tous les alignements, jusqu'au dernier ?"),
    seulement("victoire 1", "Toutes vos erreurs concernent les victoires du joueur 1."),
    seulement("victoire 2", "Toutes vos erreurs concernent les victoires du joueur 2."),
    seulement("sans gagnant", "Vous annoncez des victoires qui n'existent pas : il faut 4 pions du même joueur."),
)

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
        "Vous disposez de tous les alignements possibles : un joueur a gagné s'il occupe en entier l'un d'eux.",
        "Pour un alignement A, regardez le contenu des 4 cases G[x][y] avec (x, y) dans A : sont-elles toutes égales, "
        "et non vides ?",
        "Parcourez `tous`. Dès qu'un alignement n'est fait que de 1, renvoyez 1 ; que de 2, renvoyez 2. "
        "Ne renvoyez 0 qu'APRÈS la boucle, quand tous ont été examinés.",
    ),
    _ERREURS,
)
