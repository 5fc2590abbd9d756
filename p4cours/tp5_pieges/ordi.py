"""ordi(l, t, txt, dif) : l'IA d'une difficulté, du hasard aux pièges."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours.tp5_pieges.coups import ERREUR_TXT, ERREURS_JETON, cause, etiquettes, lire_coup, tirer
from p4cours.tp5_pieges.fournitures import BOITE
from p4cours.tp5_pieges.grilles import (
    aides,
    couleurs_echangees,
    dessinee,
    en_cours,
    jouables,
    lointains,
    parade,
    permises,
    poser,
    sur_table,
    variantes,
)
from p4cours.tp5_pieges.urgence import urgentes
from p4cours.verification.diagnostics import fautes, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.lecture import montrer

Cas = tuple[Position, int, int, int]  # position, joueur, txt, difficulté

# --- quelle règle décide ? ------------------------------------------------------------------------

URGENCE, PIEGE, PERMIS, TOUTES = "urgence", "piège", "permise", "toutes"
_PHRASES = {
    URGENCE: "Difficulté {} : gagner, sinon bloquer, passe avant tout le reste.",
    PIEGE: "Difficulté {} : un piège se prépare, il faut jouer la première colonne de piege + piege2.",
    PERMIS: "Difficulté {} : rien ne presse, il faut une colonne que listcolok permet.",
    TOUTES: "Difficulté {} : une colonne au hasard parmi celles qui ne sont pas pleines.",
}


@lru_cache(maxsize=5000)
def choix(position: Position, joueur: int, dif: int) -> tuple[str, tuple[int, ...]]:
    """La règle qui s'applique à cette difficulté, et les colonnes qu'elle laisse au choix."""
    toutes = jouables(position)
    regles: tuple[tuple[int, str, Callable[[], list[int]]], ...] = (
        (1, URGENCE, lambda: urgentes(position, joueur)),
        (3, PIEGE, lambda: parade(position, joueur) or lointains(position, joueur)),
        (2, PERMIS, lambda: permises(position, toutes, joueur)),
        (0, TOUTES, lambda: toutes),
    )
    for des, nom, colonnes in regles:
        if dif >= des and (trouvees := colonnes()):
            return nom, tuple(trouvees)
    raise ValueError("la table est pleine")


# --- les cas --------------------------------------------------------------------------------------

# Une victoire, un blocage, un piège en ligne, un piège superposé, une colonne à éviter.
_DESSINS = (
    "OOO.... XXX....",
    "..OO..X",
    "XXX.... OOO.... OXO.X.O",
    "X...... OX...O. XO.XOX. OX.XXOO",
    "X.X.X.X O.O.O.O X.X.X.X",
)
_TAILLES = (Position(), Position(), Position(5, 5), Position(8, 5), Position(4, 6))


# Aucune colonne n'est permise ; deux pièges à la fois, l'un en ligne, l'autre superposé.
_NOTATIONS = (
    (Position.depuis_coups("43323355254454", 5, 4), 2),
    (Position.depuis_coups("23343311412212", 5, 4), 2),
    (Position.depuis_coups("47111316375246"), 2),
    (Position.depuis_coups("31161173117564626453753226672"), 2),
)


# Rien ne presse, et des colonnes sont à éviter : on n'y répond pas juste par hasard douze fois de suite.
_GLISSANTES = (
    "2665411364452454754", "6135426273276146667442133324423", "2322644732466", "2375246422465512",
    "43431641325231557417577", "465216616643142615514414527", "275472525531173753241271251766",
    "7455767547553775", "4574564375532434534257", "46677167562376652333335",
    "232652135256337477327325745", "444134747736473371166132766",
)  # fmt: skip


# Un piège se prépare, mais il faut d'abord gagner ou bloquer, dans une autre colonne.
_PRESSANTES = (
    "43277427712554", "653734642161743", "7663362571457336", "36166642575564355776371", "25456227626614",
    "1553135535337244757", "2471243726334545", "143366752113546165214774", "315237735272734",
)  # fmt: skip


# La colonne qui pare le piège n'est pas permise par listcolok : on la joue quand même.
_INTERDITES = ("771746632644412", "614634314522664244265")
# Plusieurs pièges superposés ; la première colonne n'est pas permise, une autre l'est.
_PREMIERE_INTERDITE = "4343166411314673117"


def _pressantes(source: Source) -> Iterator[Cas]:
    """Tirées à part : les autres critères gardent leurs cas."""
    source = replace(source, alea=copy.copy(source.alea))
    for p in map(Position.depuis_coups, (*source.alea.sample(_PRESSANTES, 5), *_INTERDITES)):
        for variante, joueur, _ in variantes(source, p, p.trait):
            yield variante, joueur, source.alea.choice((0, 1)), 3


def _glissantes(dif: int) -> Callable[[Source], Iterator[Cas]]:
    def cas(source: Source) -> Iterator[Cas]:
        for p in map(Position.depuis_coups, _GLISSANTES):
            for variante, joueur, _ in variantes(source, p, p.trait):
                if choix(variante, joueur, dif)[0] == PERMIS:
                    yield from ((variante, joueur, txt, dif) for txt in (0, 1))

    return cas


def _positions(source: Source, nombre: int) -> Iterator[tuple[Position, int]]:
    yield from ((dessinee(dessin), joueur) for dessin in _DESSINS for joueur in (1, 2))
    yield from _NOTATIONS
    for depart in _TAILLES:
        yield from ((p, source.alea.choice((1, 2))) for p in en_cours(source, nombre, depart))


def _ou(dif: int, nom: str | None = None, nombre: int = 30, garder: int = 40) -> Any:
    """Les positions où cette règle décide, à cette difficulté."""

    def cas(source: Source) -> Iterator[Cas]:
        trouvees = [
            (p, joueur)
            for p, joueur in _positions(source, nombre)
            if nom is None or choix(p, joueur, dif)[0] == nom
        ]
        gardees = sorted(trouvees[: source.nombre(garder)], key=lambda cas: cas[0].nb_coups)
        yield from ((p, joueur, rang // 2 % 2, dif) for rang, (p, joueur) in enumerate(gardees))

    return cas


def _suite(*listes: Any) -> Any:
    return lambda source: [cas for liste in listes for cas in liste(source)]


def _egales(source: Source) -> Iterator[Cas]:
    """Plusieurs colonnes s'y valent, à chaque difficulté."""
    choisis = (
        (dessinee(_DESSINS[2]), 2, 0, 2),
        (dessinee(_DESSINS[0]), 1, 0, 0),  # t peut gagner, mais la difficulté 0 n'en sait rien
        (dessinee(_DESSINS[2]), 2, 0, 1),  # une colonne est à éviter, mais la difficulté 1 n'en sait rien
        (dessinee(_DESSINS[1]), 2, 0, 2),  # un piège se prépare, mais la difficulté 2 n'en sait rien
        (*_NOTATIONS[0], 1, 2),  # aucune colonne n'est permise
        (Position.depuis_coups("3333545255", 5, 4), 1, 1, 3),  # rien ne presse : deux colonnes permises
    )
    for p, joueur, txt, dif in choisis:
        yield from ((variante, j, txt, dif) for variante, j, _ in variantes(source, p, joueur))


# --- juger la colonne, la table, le tirage au sort ------------------------------------------------


def _juger(appel: Appel, position: Position, joueur: int, txt: int, dif: int) -> Ecart | None:
    (table, c), (nom, colonnes) = lire_coup(appel.valeur), choix(position, joueur, dif)
    if c not in colonnes:
        attendu = f"la colonne {colonnes[0]}" if len(colonnes) == 1 else f"l'une des colonnes {[*colonnes]}"
        return Ecart(_PHRASES[nom].format(dif), attendu, f"la colonne {c}")
    if table != vers_jetons(poser(position, c - 1, joueur)):
        phrase = f"La table renvoyée n'est pas celle qu'on obtient en jouant t dans la colonne {c}."
        return Ecart(phrase, obtenu=montrer(table, 120), cause="table")
    return None


# De quoi voir une colonne comptée deux fois : parmi les non pleines (0), parmi les permises (2).
_FOIS = {0: 600, 1: 90, 2: 300, 3: 90}


def _tirer(essai: Essai, appelant: Appelant) -> Epreuve:
    """Répète l'appel : un vrai tirage au sort entre les colonnes qui se valent."""
    position, joueur, _, dif = essai.cas
    regle, colonnes = choix(position, joueur, dif)

    def trop_forte(tirees: set[int]) -> Ecart | None:
        autres = {d: set(choix(position, joueur, d)[1]) for d in range(dif + 1, 4)}
        plus = [d for d, siennes in autres.items() if tirees == siennes != {*colonnes}]
        if not plus:
            return None
        autre = choix(position, joueur, plus[0])[0]
        phrase = (
            f"La difficulté {dif} applique une règle qu'elle ne connaît pas ({autre}) : elle joue ici comme "
            f"la difficulté {plus[0]}."
        )
        return Ecart(
            phrase, f"toutes les colonnes {[*colonnes]}", f"seulement {sorted(tirees)}", cause="fort"
        )

    return tirer(essai, appelant, colonnes, _FOIS[dif], f" à la difficulté {dif}", trop_forte, regle)


# --- txt : transmis à qui le demande --------------------------------------------------------------


def _ecouter(essai: Essai, appelant: Appelant) -> Epreuve:
    """Un appel où l'on note la valeur de txt que reçoivent urgence, piege et piege2."""
    recus: dict[str, Any] = {}

    def espionner(nom: str) -> Any:
        def espion(l: Any, t: Any, txt: Any, g: Any) -> Any:
            recus.setdefault(nom, txt)
            return _JUSTES[nom](l, t, txt, g)

        return espion

    epreuve = essai.une_fois(appelant, remplacements={nom: espionner(nom) for nom in _JUSTES})
    voulu = essai.cas[2]
    for nom, txt in recus.items():
        if epreuve.reussie and (txt != voulu or isinstance(txt, bool)):
            phrase = f"txt vaut {voulu}, mais {nom} reçoit {montrer(txt, 40)} : transmettez-lui txt."
            return replace(epreuve, ecart=Ecart(phrase, str(voulu), montrer(txt, 40), cause="transmis"))
    return _le_premier(epreuve) if epreuve.reussie else epreuve


def _le_premier(epreuve: Epreuve) -> Epreuve:
    """Les listes de piege et de piege2 sont ici les nôtres : c'est la première colonne qu'il faut jouer."""
    position, joueur, _, dif = epreuve.essai.cas
    (regle, colonnes), jouee = choix(position, joueur, dif), epreuve.appel.valeur[1]
    if regle != PIEGE or jouee == colonnes[0]:
        return epreuve
    phrase = (
        f"piege + piege2 vaut ici {[*colonnes]} : il faut en jouer la première colonne, quelle qu'elle soit."
    )
    ecart = Ecart(phrase, f"la colonne {colonnes[0]}", f"la colonne {jouee}", cause="premier")
    return replace(epreuve, ecart=ecart)


_JUSTES = aides("urgence", "piege", "piege2")


def _a_ecouter(source: Source) -> Iterator[Cas]:
    """Chaque difficulté qui consulte urgence, txt valant 0 puis 1 ; à la troisième, les pièges aussi."""
    for dessin, dif in ((_DESSINS[2], 1), (_DESSINS[2], 2), (_DESSINS[2], 3), (_DESSINS[1], 3)):
        for p, joueur, _ in variantes(source, dessinee(dessin), 2):
            yield from ((p, joueur, txt, dif) for txt in (0, 1))
    premiere = Position.depuis_coups(_PREMIERE_INTERDITE)
    yield from ((premiere, 2, 0, 3), (couleurs_echangees(premiere), 1, 0, 3))


# --- la question ----------------------------------------------------------------------------------


def _etiquettes(position: Position, joueur: int, txt: int, dif: int) -> tuple[str, ...]:
    nom = choix(position, joueur, dif)[0]
    return nom, f"{nom} {dif}", f"difficulté {dif}", *etiquettes(joueur, txt)


def _d_un_cran(epreuve: Epreuve) -> bool:
    """La table est celle du coup dans la colonne de cet indice, qui est rendu à la place de son numéro."""
    position, joueur, _, _ = epreuve.essai.cas
    if not isinstance(epreuve.appel.valeur, list | tuple) or len(epreuve.appel.valeur) != 2:
        return False
    table, c = epreuve.appel.valeur
    return c in range(position.largeur) and table == vers_jetons(poser(position, c, joueur))


def _suit_quand_meme(epreuves: list[Epreuve]) -> bool:
    """Une colonne que listcolok permet, à chaque fois que l'urgence ou un piège devait décider."""
    manquees = [e for e in fautes(epreuves) if e.ecart and e.ecart.cause == "valeur"]
    regles = set()
    for e in manquees:
        position, joueur, _, dif = e.essai.cas
        regles.add(choix(position, joueur, dif)[0])
        _, c = lire_coup(e.appel.valeur)
        if dif < 2 or c not in permises(position, jouables(position), joueur):
            return False
    return regles == {URGENCE, PIEGE}


# Une colonne tirée au sort : l'essai ne se refait pas à l'identique.
_OPTIONS = {"codage": JETONS, "delai": 5.0, "relancable": False}

ORDI = (
    sur_table(
        "ordi(l, t, txt, dif)",
        lambda position, joueur, txt, dif: (JETONS.signes[joueur], txt, dif),
        attendu=lambda position, joueur, txt, dif: f"l'une des colonnes {[*choix(position, joueur, dif)[1]]}",
        juger=_juger,
        etiquettes=_etiquettes,
        options=_OPTIONS,
    )
    .critere("difficulté 1 : l'urgence", 2, _suite(_ou(1, URGENCE, 10, 24), _ou(2, URGENCE, 6, 8)))
    .critere(
        "difficulté 2 : les colonnes permises, s'il en reste",
        2,
        _suite(_glissantes(2), _ou(2, PERMIS, 8, 8), _ou(2, TOUTES, 60, 8)),
    )
    .critere(
        "difficulté 3 : les pièges, après l'urgence",
        3,
        _suite(_pressantes, _ou(3, URGENCE, 4, 3), _ou(3, PIEGE, 30, 24), _glissantes(3)),
    )
    .critere("difficulté 0 : le hasard, dans une colonne non pleine", 1, _ou(0, None, 8), gratuit=True)
    .critere(
        "un tirage au sort entre les colonnes qui se valent",
        1,
        _egales,
        gratuit=True,
        options={**_OPTIONS, "faire": _tirer},
    )
    .critere(
        "txt transmis, le premier des pièges joué",
        1,
        _a_ecouter,
        gratuit=True,
        options={**_OPTIONS, "faire": _ecouter},
    )
    .question(
        (
            "Où regarder : le tableau des difficultés. Chaque ligne ajoute une règle à la précédente ; la "
            "colonne choisie est celle de la première règle qui s'applique.",
            "À quoi penser : une variable pour la colonne, qui vaut 0 tant que rien n'est décidé. Une règle "
            "n'est essayée que si la difficulté le permet et si la colonne vaut encore 0. Les règles ne "
            "s'essaient pas dans l'ordre des difficultés : les pièges passent avant listcolok.",
            "Pour commencer : écrivez la dernière règle, qui suffit à la difficulté 0, et le return ; "
            "essayez. Ajoutez ensuite les autres au-dessus d'elle, une par une. Que renvoie listcolok quand "
            "aucune colonne ne convient, et que ferait random.choice de cette liste-là ?",
        ),
        (
            cause(
                "table",
                "La colonne est bonne, mais pas la table : c'est celle d'après le coup, donnée par ajouter.",
            ),
            cause(
                "hasard",
                "Les colonnes qui se valent ne sont pas tirées au sort : random.choice le fait.",
                "fort",
            ),
            cause("fort", "Une difficulté applique une règle d'une difficulté plus élevée."),
            cause("transmis", "La colonne est bonne, mais txt n'est pas transmis."),
            Erreur(
                "La table est bonne, mais vous renvoyez un indice : les colonnes sont numérotées à partir de "
                "1.",
                lambda epreuves: all(map(_d_un_cran, fautes(epreuves))),
            ),
            cause(
                "premier",
                "De la liste piege + piege2, c'est la première colonne que l'on joue, pas une autre.",
            ),
            ERREUR_TXT,
            *ERREURS_JETON,
            seulement(f"{URGENCE} 3", "À la difficulté 3, l'urgence passe avant les pièges."),
            seulement(f"{TOUTES} 2", "Quand listcolok ne permet rien, il faut quand même jouer."),
            seulement(f"{PIEGE} 3", "Les pièges sont à revoir : la première colonne de piege + piege2."),
            seulement(URGENCE, "L'urgence est à revoir : dès la difficulté 1, elle passe avant tout."),
            seulement(
                PERMIS,
                "listcolok n'est pas suivie : dès la difficulté 2, sans urgence, une colonne permise.",
            ),
            Erreur(
                "Dès la difficulté 2, vous suivez listcolok même quand l'urgence ou un piège a déjà décidé : "
                "une règle ne sert que si aucune, avant elle, ne s'applique.",
                _suit_quand_meme,
            ),
            seulement("difficulté 3", "La difficulté 3 est à revoir : la difficulté 2, et les pièges."),
            seulement("difficulté 2", "La difficulté 2 est à revoir : l'urgence, sinon listcolok."),
            seulement(
                "difficulté 0", "La difficulté 0 joue au hasard, dans une colonne qui n'est pas pleine."
            ),
        ),
        aides(
            "ajouter",
            "inv",
            "listcolnonpleines",
            "maxi",
            "listcolok",
            "urgence",
            "piegecol",
            "piege",
            "piege2",
        ),
        BOITE,
    )
)
