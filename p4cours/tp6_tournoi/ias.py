"""ia2 et ia3 : deux cascades de règles, jugées sur la colonne que la première qui s'applique permet."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours.tp5_pieges.coups import ERREUR_G, ERREUR_TXT, ERREURS_JETON, cause, etiquettes, lire_coup, tirer
from p4cours.tp5_pieges.grilles import (
    AUTRES,
    aides,
    comptes,
    en_cours,
    gagnantes,
    jouables,
    libres,
    lointains,
    parade,
    permises,
    places,
    sur_table,
    variantes,
)
from p4cours.tp6_tournoi.selections import txt_pour
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import etiquette, fautes, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import montrer

Etape = tuple[str, list[int]]  # le nom de la règle, les colonnes (à partir de 1) qu'elle laisse au choix
GAGNER, BLOQUER = "gagner", "bloquer"
_TAILLES = [(7, 6, 4)] * 5 + [(4, 6, 4), (5, 4, 4), (5, 5, 4)]
_OPTIONS = {"codage": JETONS, "delai": 5.0}


# Plusieurs pièges superposés ; listcolok permet l'un d'eux, mais pas le premier.
_PREMIERE_INTERDITE = "4343166411314673117"
# Avec g = 3, imiter offrirait une diagonale de trois cases, que listcolok ne voit que si on lui donne g.
_SOUS_UN_COIN = (("23334", 4), ("34415", 5))
# Avec g = 3 ou 5 : les lignes les plus fournies, de t puis de l'adversaire, n'y sont pas celles de g = 4 ; et
# l'adversaire a plus de jetons que t dans sa meilleure ligne, hors d'atteinte ou non.
_AUTRES_LIGNES = (("115", (5, 4, 3)), ("154", (5, 4, 3)), ("2132421", (6, 7, 5)))


# --- une cascade de règles ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Cascade:
    """Des règles dans l'ordre, avec ce que l'on dit à qui manque chacune ; `suivre` les applique."""

    phrases: Mapping[str, str]
    suivre: Callable[[Position], Etape]  # quand on ne peut ni gagner, ni bloquer
    rares: tuple[str, ...] = ()  # des positions des règles que le hasard ne rencontre guère

    def etape(self, position: Position) -> Etape:
        """La règle qui s'applique à une position, et les colonnes qu'elle laisse au choix."""
        return _etape(self, position, position.historique)

    @cached_property
    def choisies(self) -> dict[str, tuple[Position, ...]]:
        """Quelques positions pour chaque règle, des plus petites aux plus grandes, sur plusieurs grilles."""
        alea = random.Random(11)
        trouvees: dict[str, list[Position]] = {nom: [] for nom in self.phrases}
        for p in map(Position.depuis_coups, self.rares):
            trouvees[self.etape(p)[0]].append(p)
        for rang in range(800):
            for p in pos.au_hasard(alea, 1, Position(*_TAILLES[rang % len(_TAILLES)])):
                if libres(p) and len(trouvees[self.etape(p)[0]]) < 8:
                    trouvees[self.etape(p)[0]].append(p)
        return {nom: tuple(sorted(liste, key=lambda p: p.nb_coups)) for nom, liste in trouvees.items()}

    # --- les cas ---

    def urgences(self, source: Source) -> Iterator[Position]:
        """On peut gagner, ou il faut bloquer."""
        for p, _ in pos.gagnees()[:: max(1, 12 // source.ampleur)]:
            if p.notation:
                yield Position.depuis_coups(p.notation[:-1])  # juste avant la victoire
        for p in (*self.choisies[GAGNER], *self.choisies[BLOQUER]):
            yield from _retournees(source, p)
        yield from (p for p in en_cours(source, 30) if self.etape(p)[0] in (GAGNER, BLOQUER))

    def calmes(self, source: Source) -> Iterator[Position]:
        """Les autres règles."""
        yield from map(Position.depuis_coups, ("", "4", "445", "1", "17", _PREMIERE_INTERDITE))
        for p in [p for nom in list(self.phrases)[2:] for p in self.choisies[nom]]:
            yield from _retournees(source, p)
        tardives = pos.presque_pleines(2, 4, 12)
        tirees = (*en_cours(source, 30), *tardives)
        yield from (p for p in tirees if self.etape(p)[0] not in (GAGNER, BLOQUER))

    def ailleurs(self, source: Source) -> Iterator[Position]:
        """D'autres grilles, d'autres longueurs à aligner."""
        yield from (Position.depuis_coups(coups, largeur, 4, 3) for coups, largeur in _SOUS_UN_COIN)
        yield from (Position.depuis_coups(coups, *taille) for coups, taille in _AUTRES_LIGNES)
        for taille in AUTRES:
            yield from en_cours(source, 4, Position(*taille))

    def egales(self, *noms: str) -> Callable[[Source], Iterator[Position]]:
        """Une grille vide, puis pour chaque règle une position où deux à quatre colonnes se valent."""

        def cas(source: Source) -> Iterator[Position]:
            yield Position(4, 5)  # petite : l'appel y est répété
            for nom in noms:
                for p in [p for p in self.choisies[nom] if 2 <= len(self.etape(p)[1]) <= 4][:1]:
                    yield from _retournees(source, p)

        return cas

    # --- juger la colonne, la table, le tirage au sort ---

    def forme(self, signature: str, suite: Callable[[Position], tuple[Any, ...]]) -> Fonction:
        """La fonction à écrire ; après l, t, txt et g, elle reçoit `suite(position)`."""
        return sur_table(
            signature,
            lambda p: (JETONS.signes[p.trait], txt_pour(p), p.aligner, *suite(p)),
            attendu=lambda p: f"une colonne parmi {self.etape(p)[1]}",
            juger=self._juger,
            etiquettes=self._etiquettes,
            options=_OPTIONS,
        )

    def _etiquettes(self, position: Position) -> tuple[str, ...]:
        longueur = ("g",) if position.aligner != 4 else ()
        return self.etape(position)[0], *longueur, *etiquettes(position.trait, txt_pour(position))

    def _juger(self, appel: Appel, position: Position) -> Ecart | None:
        (table, c), (nom, au_choix) = lire_coup(appel.valeur), self.etape(position)
        if c not in au_choix:
            choix = f"la colonne {au_choix[0]}" if len(au_choix) == 1 else f"une colonne parmi {au_choix}"
            pleine = (
                f"La colonne {c} est pleine. "
                if 0 < c <= position.largeur and c not in jouables(position)
                else ""
            )
            return Ecart(pleine + self.phrases[nom], choix, f"la colonne {c}")
        if table != vers_jetons(position.jouer(c - 1)):
            phrase = f"La table renvoyée n'est pas celle qu'on obtient en jouant t dans la colonne {c}."
            return Ecart(phrase, obtenu=montrer(table, 120), cause="table")
        return None

    @property
    def tirages(self) -> dict[str, Any]:
        """Les réglages d'un critère où l'appel est répété."""
        return {"gratuit": True, "options": {**_OPTIONS, "faire": self._tirer, "relancable": False}}

    def _tirer(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """Répète l'appel : les colonnes qui se valent doivent toutes sortir."""
        return tirer(essai, appelant, self.etape(essai.cas[0])[1], 90)

    # --- les erreurs connues ---

    def communes(self) -> tuple[Erreur, ...]:
        """Celles de toutes les cascades."""
        return (
            cause("table", "La colonne est bonne, mais pas la table : il faut y avoir joué le jeton t."),
            cause(
                "hasard", "Les colonnes qui se valent ne sont pas tirées au sort : random.choice en tire une."
            ),
            ERREUR_TXT,
            *ERREURS_JETON,
            ERREUR_G,
            self._a_partir_de_zero(),
            seulement(
                "g",
                "Vous ne vous trompez que lorsque g ne vaut pas 4 : le transmettez-vous à toutes les "
                "fonctions qui l'attendent ?",
            ),
            seulement(GAGNER, "Vous manquez des victoires immédiates : c'est la toute première règle."),
            seulement(BLOQUER, "Vous laissez l'adversaire gagner : bloquer est la deuxième règle."),
            self.inversees(
                GAGNER,
                BLOQUER,
                "Les deux premières règles manquent ou sont inversées : gagner d'abord, bloquer ensuite.",
            ),
        )

    def _a_partir_de_zero(self) -> Erreur:
        def decalee(epreuve: Epreuve) -> bool:
            c = _colonne(epreuve)
            return isinstance(c, int) and c + 1 in self.etape(epreuve.essai.cas[0])[1]

        return Erreur(
            "Vos colonnes commencent à 0 : elles sont numérotées à partir de 1.",
            lambda epreuves: all(map(decalee, epreuves)) and 0 in map(_colonne, epreuves),
        )

    def inversees(self, haute: str, basse: str, phrase: str) -> Erreur:
        """Seules ces deux règles sont manquées, la première au moins."""

        def explique(epreuves: list[Epreuve]) -> bool:
            manquees = [e for e in fautes(epreuves) if e.ecart and e.ecart.cause == "valeur"]
            etapes = {self.etape(e.essai.cas[0])[0] for e in manquees}
            return haute in etapes and etapes <= {haute, basse}

        return Erreur(phrase, explique)


def _retournees(source: Source, position: Position) -> Iterator[Position]:
    """Une position choisie, ou son image dans un miroir, couleurs échangées ou non."""
    return (p for p, _, _ in variantes(source, position, position.trait))


@lru_cache(maxsize=10_000)
def _etape(cascade: Cascade, position: Position, historique: Any) -> Etape:
    # Deux positions égales n'ont pas toujours le même dernier coup : l'historique est dans la clé.
    for nom, joueur in ((GAGNER, position.trait), (BLOQUER, 3 - position.trait)):
        if urgentes := gagnantes(position, joueur):
            return nom, [x + 1 for x in urgentes]
    return cascade.suivre(position)


def _colonne(epreuve: Epreuve) -> Any:
    valeur = epreuve.appel.valeur
    return valeur[1] if isinstance(valeur, list | tuple) and len(valeur) == 2 else None


def _candidates(nom: str, position: Position) -> list[int]:
    """Les colonnes (à partir de 0) entre lesquelles l'IA de ce nom tire au sort."""
    from p4core.ia.regles import IA_REGLES  # au premier besoin : numba est long à charger

    return IA_REGLES[nom].candidats(position)


# --- ia3 : parer les pièges, imiter, sinon les lignes les plus fournies ---------------------------


PARER, IMITER, LIGNES, PERMISE, HASARD = (
    "parer un piège",
    "imiter",
    "les lignes les plus fournies",
    "une colonne permise",
    "une colonne au hasard",
)


def _suivre_ia3(position: Position) -> Etape:
    candidates = [x + 1 for x in _candidates("3", position)]
    bonnes = permises(position, jouables(position), position.trait)
    if parade(position, position.trait) or lointains(position, position.trait):
        return PARER, candidates
    if position.historique and position.historique[-1] + 1 in bonnes:
        return IMITER, candidates
    if set(_plus_fournies(position)) & set(bonnes):
        return LIGNES, candidates
    return (PERMISE if bonnes else HASARD), candidates


def _plus_fournies(position: Position) -> list[int]:
    """Les colonnes (à partir de 1) dont la case jouable a la ligne la plus fournie."""
    tous = comptes(position, position.trait)
    valeurs = {x + 1: tous[x, position.niveau(x)] for x in libres(position)}
    return [c for c, n in valeurs.items() if n == max(valeurs.values())]


def _au_tour(position: Position) -> tuple[int, list[int]]:
    """T et C : le numéro du tour, les colonnes déjà jouées."""
    return position.nb_coups // 2 + 1, [x + 1 for x in position.historique]


CASCADE_IA3 = Cascade(
    {
        GAGNER: "On peut gagner tout de suite, et vous ne le faites pas.",
        BLOQUER: "L'adversaire gagnerait au prochain coup : il faut l'en empêcher.",
        PARER: "L'adversaire prépare un piège : la première colonne de piege, puis de piege2, le pare.",
        IMITER: "Rien ne presse, et la colonne que l'adversaire a jouée est permise : il faut l'imiter.",
        LIGNES: "Impossible d'imiter : il faut une colonne de maxixcol que listcolok permet.",
        PERMISE: "Impossible d'imiter ou de suivre maxixcol : il faut une colonne que listcolok permet.",
        HASARD: "Impossible d'imiter, rien n'est permis : il faut pourtant une colonne, non pleine.",
    },
    _suivre_ia3,
    (
        # Plusieurs pièges à la fois : la première colonne n'est pas la dernière.
        "7362545333762317273",
        "2572573256236467771",
        "244464273622464757627716",
        "7555436714463",
        "16565745521164",
        "34714433224235",
        "224331552665521",
        "75423142172423341",
        "546333136632756257",
        "6615463222733227274",
        "4413254112337321215",
        "25413427222672",
        "44537355412656",
        "5767555254321654",
        "41531257644553455",
        "5123332533735577577754642211",
        "7147617365777321354614216336623221",
        "265462154564255546643276217477111132",
        "4165233434344561232352224666115156157",
        "43472334633777641517166732465111565554",
        "341254312144235577225172471174535736663",
        # Pas de piège en ligne, mais trois superposés ou plus : le premier ne se tire pas au sort.
        "35666334616677523553522253772",
        "121313262161167546663",
        "31146126511247777417634723226",
        "71361576216747533175625635751",
        "175764674525617627564567",
        # Il faut bloquer, et un piège détournerait qui le pare d'abord.
        "5631656361521",
        "654417527736545645456",
        # La colonne qui pare le piège n'est pas permise par listcolok : on la joue quand même.
        "771746632644412",
        "614634314522664244265",
        "1251434414722643611415",
    ),
)


def _imite(phrase: str, colonne: Callable[[list[int]], int]) -> Erreur:
    """Là où il fallait imiter, c'est cette colonne de C qui est jouée, du moins quand elle est permise."""

    def voulue(epreuve: Epreuve) -> int:
        return colonne([x + 1 for x in epreuve.essai.cas[0].historique])

    def imite(epreuve: Epreuve) -> bool:
        return _colonne(epreuve) == voulue(epreuve)

    def conforme(epreuve: Epreuve) -> bool:
        (position,) = epreuve.essai.cas
        permise = voulue(epreuve) in permises(position, jouables(position), position.trait)
        return imite(epreuve) or not permise

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = [e for e in fautes(epreuves) if IMITER in e.essai.etiquettes]
        return any(map(imite, manquees)) and all(map(conforme, manquees))

    return Erreur(phrase, explique)


def _imite_quand_meme(phrase: str, garder: Callable[[Position, int], bool]) -> Erreur:
    """La dernière colonne de C est jouée, alors qu'elle ne devait pas l'être."""

    def a_tort(epreuve: Epreuve) -> bool:
        (position,), c = epreuve.essai.cas, _colonne(epreuve)
        regle = {PARER, IMITER} & epreuve.essai.etiquettes
        return not regle and c == _au_tour(position)[1][-1] and garder(position, c)

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        return all(map(a_tort, manquees)) and any("g" not in e.essai.etiquettes for e in manquees)

    return Erreur(phrase, explique)


IA3 = (
    CASCADE_IA3.forme("ia3(l, t, txt, g, T, C)", _au_tour)
    .critere("gagner, sinon bloquer", 2, CASCADE_IA3.urgences)
    .critere("parer, imiter, sinon choisir", 3, CASCADE_IA3.calmes)
    .critere(
        "un tirage au sort entre les colonnes égales",
        1,
        CASCADE_IA3.egales(LIGNES, PERMISE, HASARD),
        **CASCADE_IA3.tirages,
    )
    .critere("avec d'autres tailles et d'autres g", 1, CASCADE_IA3.ailleurs)
    .question(
        (
            "Où regarder : ia1, juste au-dessus, commence comme ia3. Les règles 1 et 2 y sont ; repérez la "
            "ligne où les deux cascades se séparent.",
            "À quoi penser : 0 n'est le numéro d'aucune colonne. Une variable cf qui part de 0 et que chaque "
            "règle ne remplit que si elle est encore à 0 dit, à tout moment, si la décision est prise. Quand "
            "C est-elle vide ?",
            "Pour commencer : gardez le début d'ia1, puis écrivez la règle de l'imitation seule, et essayez. "
            "Ajoutez ensuite les règles une à une, de la plus exigeante à la plus permissive ; chacune ne "
            "tire au sort que si sa liste n'est pas vide.",
        ),
        (
            *CASCADE_IA3.communes(),
            _imite_quand_meme(
                "Vous imitez même dans une colonne pleine : vérifiez qu'il y reste une case.",
                lambda p, c: c not in jouables(p),
            ),
            _imite_quand_meme(
                "Vous imitez même quand listcolok l'interdit : l'adversaire gagnerait juste au-dessus.",
                lambda p, c: c in jouables(p),
            ),
            _imite_quand_meme(
                "Vous imitez toujours, même dans une colonne pleine, ou que listcolok interdit.",
                lambda p, c: True,
            ),
            _imite(
                "Vous imitez le premier coup de la partie : c'est le dernier de C qu'il faut.", lambda c: c[0]
            ),
            _imite(
                "Vous imitez votre propre coup précédent : le dernier de C est celui de l'adversaire.",
                lambda c: c[-2] if len(c) > 1 else 0,
            ),
            seulement(
                PARER,
                "Les pièges sont à revoir : la première colonne de piege + piege2, et avant l'imitation.",
            ),
            seulement(IMITER, "Vous n'imitez pas toujours quand c'est permis : relisez la règle 3."),
            CASCADE_IA3.inversees(
                LIGNES,
                PERMISE,
                "Quand on ne peut pas imiter, les règles qui suivent sont à revoir : maxixcol filtrée, puis "
                "listcolok.",
            ),
            CASCADE_IA3.inversees(
                PERMISE,
                HASARD,
                "Les dernières règles sont à revoir : une colonne de listcolok, sinon n'importe laquelle.",
            ),
            etiquette(HASARD, "Quand listcolok ne permet rien, il faut quand même jouer."),
        ),
        aides("nbjetons", "maxixloc", "maxix", "maxixplaces", "maxi", "listcolok", "urgence"),
    )
)


# --- ia2 : par intérêt décroissant ----------------------------------------------------------------


ALLONGER, GENER, COMMENCER, SUIVRE = (
    "allonger une ligne",
    "gêner une ligne",
    "commencer une ligne",
    "suivre l'adversaire",
)


def _suivre_ia2(position: Position) -> Etape:
    candidates = _candidates("2", position)
    return _regle_ia2(position, candidates), [x + 1 for x in candidates]


def _regle_ia2(position: Position, candidates: list[int]) -> str:
    """Le nom de la règle qui a donné ces colonnes."""
    cases = {(x, position.niveau(x)) for x in candidates}
    miens, siens = (places(position, j) for j in (position.trait, 3 - position.trait))
    for seuil, mien, sien in ((2, ALLONGER, GENER), (1, COMMENCER, SUIVRE)):
        for nom, (nombre, atteintes) in ((mien, miens), (sien, siens)):
            if nombre >= seuil and cases <= set(atteintes):
                return nom
    return PERMISE if permises(position, jouables(position), position.trait) else HASARD


CASCADE_IA2 = Cascade(
    {
        GAGNER: "Vous pouvez gagner tout de suite, et ne le faites pas.",
        BLOQUER: "L'adversaire gagnerait au prochain coup : il faut l'en empêcher.",
        ALLONGER: "Vous avez une ligne d'au moins 2 jetons à allonger (listmax est non vide) : priorité.",
        GENER: "L'adversaire a une ligne d'au moins 2 jetons à gêner (listmaxinv est non vide) : priorité.",
        COMMENCER: "Vous avez une ligne d'un jeton à allonger (listmax n'est pas vide) : c'est la priorité.",
        SUIVRE: "L'adversaire a une ligne d'un jeton à gêner (listmaxinv est non vide) : c'est la priorité.",
        PERMISE: "Aucune ligne ne départage les colonnes : il faut en prendre une que listcolok permet.",
        HASARD: "Aucune colonne n'est permise : il faut tout de même jouer dans une colonne non pleine.",
    },
    _suivre_ia2,
    (
        # L'adversaire a une ligne de deux jetons, mais aucune place permise ne la gêne.
        "25667132",
        "125475",
        "712562161411",
        # Rien ne presse, et listcolok ne permet aucune colonne.
        "354222151422475752155141461774677",
        "13477664747231331764614664713231",
        "27666612772725421471437152514515566",
    ),
)


def _a_la_place(phrase: str, colonnes: Callable[[Position], list[int]]) -> Erreur:
    """Là où il fallait allonger sa ligne, et là seulement, on joue l'une de ces colonnes-là."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = [e for e in fautes(epreuves) if e.ecart and e.ecart.cause == "valeur"]
        return len(manquees) > 2 and all(
            CASCADE_IA2.etape(p := e.essai.cas[0])[0] in (ALLONGER, COMMENCER) and _colonne(e) in colonnes(p)
            for e in manquees
        )

    return Erreur(phrase, explique)


IA2 = (
    CASCADE_IA2.forme("ia2(l, t, txt, g)", lambda position: ())
    .critere("gagner, sinon bloquer", 2, CASCADE_IA2.urgences)
    .critere("la cascade des lignes", 3, CASCADE_IA2.calmes)
    .critere(
        "un tirage au sort entre les places égales",
        1,
        CASCADE_IA2.egales(ALLONGER, GENER, SUIVRE, PERMISE, HASARD),
        **CASCADE_IA2.tirages,
    )
    .critere("avec d'autres tailles et d'autres g", 1, CASCADE_IA2.ailleurs)
    .question(
        (
            "Où regarder : l'énoncé donne les règles dans l'ordre, et ia3 montre comment en écrire une "
            "suite. Que vous faut-il calculer une fois pour toutes avant de commencer ?",
            "À quoi penser : maxixplaces renvoie deux choses, un maximum et une liste de places. Les deux "
            "servent, pour vous et pour l'adversaire. Mais c'est toujours vous qui allez jouer : pour qui "
            "faut-il filtrer les places ?",
            "Pour commencer : affichez, sur la table de l'essai, les quatre valeurs moi, listmax, lui et "
            "listmaxinv, et décidez à la main. Une place est un couple : sa colonne est le premier élément.",
        ),
        (
            *CASCADE_IA2.communes(),
            _a_la_place(
                "Vous gênez l'adversaire d'abord : à la règle 2 comme à la 4, vos propres lignes passent "
                "avant les siennes.",
                lambda p: [x + 1 for x, _ in places(p, 3 - p.trait)[1]],
            ),
            _a_la_place(
                "Vous prenez le second élément d'une place, qui est sa ligne : sa colonne est le premier.",
                lambda p: [p.hauteur - 1 - y for _, y in places(p, p.trait)[1]],
            ),
            _a_la_place(
                "Vous retirez 1 à la colonne d'une place : elle est déjà numérotée à partir de 1.",
                lambda p: [x for x, _ in places(p, p.trait)[1]],
            ),
            CASCADE_IA2.inversees(
                ALLONGER, COMMENCER, "Les règles 2 et 4, qui allongent vos lignes, sont à revoir."
            ),
            CASCADE_IA2.inversees(
                ALLONGER,
                GENER,
                "Deux règles sont à revoir ou inversées : allonger sa ligne, puis gêner celle de l'autre.",
            ),
            CASCADE_IA2.inversees(
                COMMENCER,
                SUIVRE,
                "Les règles des lignes d'un seul jeton (maximum au moins égal à 1) sont à revoir.",
            ),
            CASCADE_IA2.inversees(
                GENER, COMMENCER, "La règle qui gêne une ligne adverse d'au moins 2 jetons est à revoir."
            ),
            CASCADE_IA2.inversees(
                SUIVRE, PERMISE, "La règle qui gêne une ligne adverse d'un seul jeton est à revoir."
            ),
            CASCADE_IA2.inversees(
                PERMISE,
                HASARD,
                "Les dernières règles sont à revoir : une colonne de listcolok, sinon n'importe laquelle.",
            ),
            etiquette(HASARD, "Quand listcolok ne permet rien, il faut quand même jouer."),
        ),
        aides("nbjetons", "maxixloc", "maxix", "maxixplaces", "filtreplc", "maxi", "listcolok", "urgence"),
    )
)
