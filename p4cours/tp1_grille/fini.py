"""fini(G) : qui a gagné ? Chaque alignement est essayé, et les façons habituelles de se tromper nommées."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from p4core.codages import vers_colonnes
from p4core.francais import enumerer
from p4core.jeu import Case, Position, alignements
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes, manque_les, seulement
from p4cours.verification.essais import Epreuve, Erreur, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.imposteurs import Imposteurs
from p4cours.verification.lecture import Malforme, entier, simple

_TOUS = tuple(alignements())
_CINQ = tuple(map(set, alignements(aligner=5)))
_DIAGONALES = ("diagonale montante", "diagonale descendante")
_DIRECTIONS = ("horizontale", "verticale", *_DIAGONALES)
_BORDS = {
    "colonne 6": "le bord droit (x = 6)",
    "rangée 5": "le haut (y = 5)",
    "colonne 0": "le bord gauche (x = 0)",
    "rangée 0": "le bas (y = 0)",
}

LES_DIRECTIONS = {
    "horizontale": "l'horizontale",
    "verticale": "la verticale",
    "diagonale montante": "la diagonale montante",
    "diagonale descendante": "la diagonale descendante",
}
_JOUEUR_2 = "Vous ne voyez pas les victoires du joueur 2."
_SOMME = "Vous additionnez les contenus : une somme de 4 peut venir d'autres pions (2 + 2, ou 1 + 1 + 2)."
_TOUR = (
    "Un alignement ne fait pas le tour de la grille : vous passez d'un bord à l'autre (un indice négatif "
    "compte depuis la fin de la liste ; des colonnes ou des rangées mises bout à bout se touchent)."
)

# --- Les grilles essayées, et ce qui les distingue -----------------------------------------------

# Sans gagnant, mais trompeuses, pour l'un puis l'autre joueur.
TROMPEUSES = (
    "112233", "121212", "223344",  # trois alignés
    "1122335", "71122335", "1211121", "71211121", "7766334", "17766334",  # quatre, mais avec un trou
    # quatre, mais en passant d'un bord à l'autre
    "6576132", "51525627", "776774747", "4757773717", "62717232211", "7716112222", "26161771766",
    "7211776666", "434333363", "3434332363", "55333445555", "443523535555", "5663777333373",
    "757766333333", "7261132", "11225736", "1575566", "11626677", "51616717711", "262277111122",
)  # fmt: skip
_LONGUES = ("112233554", "1122335566774", "7112233554")  # plus de 4 pions alignés
# Le joueur 2 gagne à la dernière case, le joueur 1 à l'avant-dernière.
_AU_BOUT = (
    "165342645737767514124733637113256212624545",
    "42247775113112664633672336272471565345145",
)
TARDIVE = 36  # coups : peu de parties au hasard sont gagnées plus tard


def _au_bord(alignement: Iterable[Case]) -> bool:
    return any(x in (0, 6) or y in (0, 5) for x, y in alignement)


def _victoires(*directions: str, au_bord: bool) -> Callable[[Source], Iterator[Position]]:
    """Chaque victoire dans ces directions, au bord ou loin des bords, d'autres au hasard ; et un coup avant.

    Qui n'atteint pas un bord manque les unes, qui oublie une direction manque aussi les autres."""

    def vise(position: Position) -> bool:
        cases = position.alignement
        return len(cases) == 4 and pos.direction(cases) in directions and _au_bord(cases) is au_bord

    def positions(source: Source) -> Iterator[Position]:
        connues = sorted((p for p, _ in pos.gagnees() if vise(p)), key=lambda p: p.nb_coups)
        tirees = filter(vise, pos.finies(source.alea, 2000))
        for position in (*connues, *itertools.islice(tirees, source.nombre(3))):
            yield from (_un_coup_avant(position), position)

    return positions


def _un_coup_avant(position: Position) -> Position:
    return Position.depuis_coups(x + 1 for x in position.historique[:-1])


def _sans_gagnant(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from map(Position.depuis_coups, TROMPEUSES)
    yield from pos.nulles()
    yield from pos.au_hasard(source.alea, source.nombre(60))


def _fins_de_partie(source: Source) -> Iterator[Position]:
    yield from map(Position.depuis_coups, (*_LONGUES, *_AU_BOUT))
    tardives = (p for p in pos.finies(source.alea, 1000) if p.gagnant and p.nb_coups > TARDIVE)
    yield from itertools.islice(tardives, source.nombre(3))
    for position in pos.finies(source.alea, source.nombre(50)):
        yield from (_un_coup_avant(position), position)


def _marques(position: Position) -> set[str]:
    """L'issue de la partie, et ce qu'elle a de particulier."""
    noms = {
        "sans victoire": not position.gagnant,
        "victoire": position.gagnant > 0,
        f"victoire {position.gagnant}": position.gagnant > 0,
        "longue": any(cases <= set(position.alignement) for cases in _CINQ),
        "pleine": position.pleine,
        "tardive": position.gagnant > 0 and position.nb_coups > TARDIVE,
    }
    return {nom for nom, vrai in noms.items() if vrai}


def _marques_du_modele(position: Position) -> set[str]:
    """Pour une victoire, aussi son alignement : direction, bords touchés, place dans la liste."""
    alignement = position.alignement
    if not alignement:
        return _marques(position)
    xs, ys = {x for x, _ in alignement}, {y for _, y in alignement}
    noms = {
        "colonne 6": 6 in xs,
        "colonne 0": 0 in xs,
        "rangée 5": 5 in ys,
        "rangée 0": 0 in ys,
        "premier": alignement == _TOUS[0],
        "dernier": alignement == _TOUS[-1],
    }
    return {
        "modèle",
        pos.direction(alignement),
        *(n for n, vrai in noms.items() if vrai),
        *_marques(position),
    }


# --- Des victoires manquées ----------------------------------------------------------------------


def _direction_oubliee(nom: str) -> str:
    return f"Une direction vous échappe : {LES_DIRECTIONS[nom]}."


def _bord_oublie(*bords: str, sens: str = "") -> str:
    lieu = " et ".join(_BORDS[b] for b in bords)
    oubli = f"vous n'atteignez jamais {lieu} : vérifiez les bornes des boucles."
    return f"Dans la direction {sens}, {oubli}" if sens else oubli.capitalize()


def _directions_oubliees() -> Iterator[Erreur]:
    for nom in _DIRECTIONS:
        yield Erreur(_direction_oubliee(nom), manque_les(nom))
    yield Erreur("Les deux diagonales vous échappent.", manque_les(*_DIAGONALES))
    for nombre in (2, 3):
        for oubliees in itertools.combinations(_DIRECTIONS, nombre):
            noms = enumerer(LES_DIRECTIONS[nom] for nom in oubliees)
            yield Erreur(f"Des directions vous échappent : {noms}.", manque_les(*oubliees))


def _bords_oublies() -> Iterator[Erreur]:
    """Un ou deux bords jamais atteints, dans toutes les directions ou dans certaines."""
    for nombre in (1, 2):
        for bords in itertools.combinations(_BORDS, nombre):
            yield Erreur(_bord_oublie(*bords), manque_les(*bords))
            for directions in (*((d,) for d in _DIRECTIONS), _DIAGONALES):
                sens = directions[0] if len(directions) == 1 else "diagonale"
                yield Erreur(_bord_oublie(*bords, sens=sens), manque_les(*bords, parmi=directions))


def _toutes(*noms: str) -> Explication:
    """Vrai si tous les essais manqués portent ces étiquettes."""
    return lambda epreuves: all(e.essai.etiquettes >= set(noms) for e in fautes(epreuves))


# --- Des victoires inventées ---------------------------------------------------------------------


def _tient(position: Position, joueur: int, familles: Iterable[Iterable[Case]]) -> bool:
    return any(all(position.case(*case) == joueur for case in cases) for cases in familles)


def _annonce_a_tort(predicat: Callable[[Position, int], bool], *, toujours: bool) -> Explication:
    """Toute faute annonce un joueur pour qui `predicat` est vrai ; si `toujours`, sans exception."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        if not manquees or not all(_explique_la_faute(e, predicat) for e in manquees):
            return False
        calmes = [e.essai.position for e in epreuves if e.reussie and e.essai.attendu == 0]
        return not toujours or not any(predicat(p, j) for p in calmes if p for j in (1, 2))

    return explique


def _explique_la_faute(epreuve: Epreuve, predicat: Callable[[Position, int], bool]) -> bool:
    annonce, position = simple(epreuve.appel.valeur), epreuve.essai.position
    return annonce in (1, 2) and position is not None and predicat(position, annonce)


def _trois(position: Position, joueur: int) -> bool:
    return _tient(position, joueur, alignements(aligner=3))


def _trois_sur_quatre(position: Position, joueur: int) -> bool:
    return any(sum(position.case(*case) == joueur for case in cases) >= 3 for cases in _TOUS)


def _melange(position: Position, joueur: int) -> bool:
    return any(all(position.case(*case) for case in cases) for cases in _TOUS)


def _disperses(position: Position, joueur: int) -> bool:
    lignes = [[(x, y) for x in range(7)] for y in range(6)] + [[(x, y) for y in range(6)] for x in range(7)]
    diagonales = [
        [(x, s * x + d) for x in range(7) if 0 <= s * x + d < 6] for s in (1, -1) for d in range(-6, 12)
    ]
    return any(sum(position.case(*c) == joueur for c in ligne) >= 4 for ligne in lignes + diagonales)


@lru_cache(maxsize=1)
def _tours() -> frozenset[frozenset[Case]]:
    """Les faux alignements qui sortent d'un bord et rentrent par un autre."""
    tore = {
        frozenset(((x + dx * i) % 7, (y + dy * i) % 6) for i in range(4))
        for x in range(7)
        for y in range(6)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    }
    colonnes = {
        frozenset(divmod(n + pas * i, 6) for i in range(4)) for pas in (1, 5, 7) for n in range(42 - 3 * pas)
    }
    rangees = {
        frozenset(((n + pas * i) % 7, (n + pas * i) // 7) for i in range(4))
        for pas in (1, 6, 8)
        for n in range(42 - 3 * pas)
    }
    return frozenset(tore | colonnes | rangees) - {frozenset(cases) for cases in _TOUS}


def _fait_le_tour(position: Position, joueur: int) -> bool:
    return _tient(position, joueur, _tours())


def _a_cheval(position: Position, joueur: int) -> bool:
    """Quatre pions à la suite, dans les alignements mis bout à bout ?"""
    suite = "".join(str(int(contenu == joueur)) for cases in _contenus(position) for contenu in cases)
    return "1111" in suite


def _en_tout(position: Position, joueur: int) -> bool:
    """Quatre pions, quels que soient les alignements où on les compte ?"""
    return sum(contenus.count(joueur) for contenus in _contenus(position)) >= 4


# --- Des versions fautives, refaites alignement par alignement -----------------------------------


def _contenus(position: Position) -> Iterator[list[int]]:
    return ([position.case(*case) for case in cases] for cases in _TOUS)


def _par_somme(position: Position) -> int:
    return next((somme // 4 for somme in map(sum, _contenus(position)) if somme in (4, 8)), 0)


def _premier_uniforme(position: Position) -> int:
    return next((contenu[0] for contenu in _contenus(position) if len(set(contenu)) == 1), 0)


def _sur_trois_cases(rang: int) -> Callable[[Position], int]:
    """Le gagnant, pour qui ne regarde pas cette case de chaque alignement."""

    def gagnant(position: Position) -> int:
        restes = ({*contenu[:rang], *contenu[rang + 1 :]} for contenu in _contenus(position))
        return next((reste.pop() for reste in restes if len(reste) == 1 and 0 not in reste), 0)

    return gagnant


def _deux_a_deux(position: Position) -> int:
    """Le gagnant, pour qui compare les deux premières cases, puis les deux dernières."""
    paires = (c for c in _contenus(position) if c[0] == c[1] != 0 != c[2] == c[3])
    return next((contenu[0] for contenu in paires), 0)


def _seul(rang: int) -> Callable[[Position], int]:
    """Le gagnant, pour qui n'en juge que par cet alignement."""

    def gagnant(position: Position) -> int:
        contenu = [position.case(*case) for case in _TOUS[rang]]
        return contenu[0] if len(set(contenu)) == 1 else 0

    return gagnant


def _sans_voir(oublie: Callable[[pos.Alignement], bool]) -> Callable[[Position], int]:
    """Le gagnant, pour qui ne regarde pas ces alignements."""
    vus = [cases for cases in _TOUS if not oublie(cases)]
    return lambda position: next((j for j in (1, 2) if _tient(position, j, vus)), 0)


def _en_faisant_le_tour(position: Position) -> int:
    return position.gagnant or next((j for j in (1, 2) if _fait_le_tour(position, j)), 0)


def _des_entiers(erreur: Erreur) -> Erreur:
    """La même erreur, tue si une réponse n'est pas un entier : c'est alors ce qu'il faut dire."""
    return Erreur(
        erreur.phrase,
        lambda epreuves: (
            not any(e.ecart and e.ecart.cause == "forme" for e in epreuves) and erreur.explique(epreuves)
        ),
    )


def _dit_personne(erreur: Erreur) -> Erreur:
    """La même erreur, si l'on répond 0 aux victoires manquées : un autre nombre a une autre cause."""
    return Erreur(
        erreur.phrase,
        lambda epreuves: (
            all(simple(e.appel.valeur) == 0 for e in fautes(epreuves)) and erreur.explique(epreuves)
        ),
    )


def _aucun_joueur(epreuves: list[Epreuve]) -> bool:
    """Répond-on parfois 3 ou plus, quand quelqu'un a gagné, et jamais quand personne n'a gagné ?"""
    vues = [(simple(e.appel.valeur), e.essai.attendu) for e in epreuves]
    if any(type(valeur) is not int for valeur, _ in vues):
        return False
    return any(v > 2 for v, gagnant in vues if gagnant) and not any(v for v, gagnant in vues if not gagnant)


_SUR_DES_ENTIERS = (
    Erreur(
        "Quand quelqu'un a gagné, vous renvoyez un autre nombre que 1 ou 2 : une coordonnée de l'alignement, "
        "ou son rang ? On attend ce que contiennent ses cases.",
        _aucun_joueur,
    ),
    Erreur("Le dernier alignement de la liste vous échappe.", manque_les("dernier")),
    Erreur("Le premier alignement de la liste vous échappe.", manque_les("premier")),
    *_directions_oubliees(),
    *_bords_oublies(),
    Erreur(
        "Une grille pleine peut être gagnée : le dernier pion compte aussi.",
        _toutes("pleine", "victoire"),
    ),
    Erreur(
        "Une grille pleine où personne n'a gagné donne 0, elle aussi.", _toutes("pleine", "sans victoire")
    ),
    seulement("longue", "Vous manquez les alignements de plus de 4 pions : 5 à la suite, c'est gagné aussi."),
    seulement(
        "tardive",
        "Toutes vos erreurs viennent de grilles presque pleines : on y gagne comme dans les autres.",
    ),
    seulement("victoire 1", "Toutes vos erreurs concernent les victoires du joueur 1."),
    seulement("victoire 2", "Toutes vos erreurs concernent les victoires du joueur 2."),
    _dit_personne(
        seulement(
            "victoire",
            "Des victoires vous échappent : examinez-vous tous les alignements, jusqu'au dernier ?",
        )
    ),
    Erreur("Vous vous contentez de 3 pions alignés : il en faut 4.", _annonce_a_tort(_trois, toujours=True)),
    Erreur(
        "Vous vous contentez de 3 pions dans un alignement : il en faut 4.",
        _annonce_a_tort(_trois_sur_quatre, toujours=True),
    ),
    Erreur(
        "Vous ne vérifiez pas que les 4 pions sont du même joueur : 4 cases occupées ne suffisent pas.",
        _annonce_a_tort(_melange, toujours=True),
    ),
    Erreur(_TOUR, _annonce_a_tort(_fait_le_tour, toujours=False)),
    *(
        Erreur(
            "Le compteur de pions n'est pas remis à 0 d'un alignement au suivant : les pions de l'un "
            "s'ajoutent à ceux de l'autre.",
            _annonce_a_tort(predicat, toujours=True),
        )
        for predicat in (_a_cheval, _en_tout)
    ),
    Erreur(
        "Quatre pions sur une même ligne ne suffisent pas : ils doivent se suivre, sans trou.",
        _annonce_a_tort(_disperses, toujours=False),
    ),
    seulement(
        "sans victoire", "Vous annoncez des victoires qui n'existent pas : il faut 4 pions du même joueur."
    ),
)


# --- La question ---------------------------------------------------------------------------------


def _lire(valeur: Any) -> int:
    if isinstance(valeur, bool):
        raise Malforme(
            f"vous renvoyez {valeur} : on attend un entier, 0, 1 ou 2, même quand personne n'a gagné."
        )
    return entier(valeur)


_QUI = ("Personne n'a", "Le joueur 1 a", "Le joueur 2 a")

FINI = (
    Fonction(
        "fini(G)",
        donner=lambda position: (vers_colonnes(position),),
        attendu=lambda position: position.gagnant,
        lire=_lire,
        dire=lambda position: f"{_QUI[position.gagnant]} gagné dans cette grille.",
        fautives=lambda position: position.alignement,
        etiquettes=_marques,
    )
    .critere(
        "victoires horizontales, loin des bords",
        1,
        _victoires("horizontale", au_bord=False),
        etiquettes=_marques_du_modele,
    )
    .critere(
        "victoires verticales, loin des bords",
        1,
        _victoires("verticale", au_bord=False),
        etiquettes=_marques_du_modele,
    )
    .critere(
        "victoires en diagonale, loin des bords",
        1,
        _victoires(*_DIAGONALES, au_bord=False),
        etiquettes=_marques_du_modele,
    )
    .critere("0 quand personne n'a gagné", 1, _sans_gagnant, gratuit=True)
    .critere(
        "victoires jusqu'aux bords",
        0.5,
        _victoires(*_DIRECTIONS, au_bord=True),
        etiquettes=_marques_du_modele,
    )
    .critere("fins de parties réelles", 0.5, _fins_de_partie)
    .question(
        (
            "Relisez la partie 2 : que contient chaque élément de la liste `tous` ?",
            "À quoi reconnaît-on qu'un alignement est entièrement à un joueur ? Quatre cases libres sont "
            "égales, elles aussi. Et à quel moment est-on sûr que personne n'a gagné ?",
            "Commencez par un seul alignement, `tous[0]` : relevez ce que contiennent ses 4 cases et "
            "décidez. Recommencez ensuite pour tous les autres, sans conclure trop tôt.",
        ),
        [
            ("Votre fonction répond toujours 0.", lambda p: 0),
            ("Votre fonction répond toujours 1.", lambda p: 1),
            ("Votre fonction répond toujours 2.", lambda p: 2),
            ("Vous échangez les joueurs 1 et 2.", lambda p: (0, 2, 1)[p.gagnant]),
            (_JOUEUR_2, lambda p: p.gagnant % 2),
            ("Vous ne voyez pas les victoires du joueur 1.", lambda p: p.gagnant // 2 * 2),
            ("Vous signalez une victoire sans dire de quel joueur.", lambda p: int(p.gagnant > 0)),
            ("Vous renvoyez -1 quand le joueur 2 a gagné : on attend 2.", lambda p: (0, 1, -1)[p.gagnant]),
            (
                "Votre fonction désigne le dernier à avoir joué, qu'il ait gagné ou non.",
                lambda p: 3 - p.trait,
            ),
            (
                "Vous ne regardez que le premier alignement : le return 0 est-il à l'intérieur de la "
                "boucle ?",
                _seul(0),
            ),
            (
                "Seul le dernier alignement décide du résultat : les suivants effacent ce qu'un autre avait "
                "trouvé.",
                _seul(-1),
            ),
            (
                "Quatre cases VIDES sont aussi quatre cases égales : vous renvoyez 0 dès le premier "
                "alignement vide, sans regarder les suivants.",
                _premier_uniforme,
            ),
            (_SOMME, _par_somme),
            *(
                (
                    "Vous ne comparez que trois des quatre cases de chaque alignement : la "
                    f"{rang + 1}e compte aussi.",
                    _sur_trois_cases(rang),
                )
                for rang in (1, 2, 3)
            ),
            (
                "Vous ne comparez que trois des quatre cases de chaque alignement : la première compte "
                "aussi.",
                _sur_trois_cases(0),
            ),
            (
                "Vous comparez les cases deux à deux : les deux premières doivent aussi être égales aux deux "
                "dernières.",
                _deux_a_deux,
            ),
            *map(_des_entiers, _SUR_DES_ENTIERS),
        ],
    )
)

# --- Éprouver ses tests : des versions fausses de fini, prises parmi les erreurs qui ont un nom ------------


def _touche_le_bord_droit(alignement: pos.Alignement) -> bool:
    return any(x == 6 for x, _ in alignement)


def _monte_jusqu_en_haut(alignement: pos.Alignement) -> bool:
    return pos.direction(alignement) == "verticale" and any(y == 5 for _, y in alignement)


VERSIONS = (
    (_JOUEUR_2, lambda p: p.gagnant % 2),
    (_direction_oubliee(_DIRECTIONS[3]), _sans_voir(lambda cases: pos.direction(cases) == _DIRECTIONS[3])),
    (_bord_oublie("colonne 6"), _sans_voir(_touche_le_bord_droit)),
    (_bord_oublie("rangée 5", sens="verticale"), _sans_voir(_monte_jusqu_en_haut)),
    (_SOMME, _par_somme),
    (_TOUR, _en_faisant_le_tour),
)

TESTS_FINI = Imposteurs("tests_fini", "fini(G)", lambda p: p.gagnant, VERSIONS).question(
    (
        "Relisez ce que `fini` doit faire : chaque mot de la règle peut être mal compris par quelqu'un.",
        "Pensez aux deux joueurs, aux quatre directions, aux bords, et aux grilles où personne n'a gagné "
        "alors qu'une fonction distraite le croirait.",
        "Prenez une version fausse qui n'oublierait qu'une chose (une direction, un bord…) : dessinez une "
        "grille où cet oubli, et lui seul, change la réponse. Les deux dernières voient des victoires là où "
        "il n'y en a pas.",
    )
)
