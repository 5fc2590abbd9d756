"""minmax(G, j, W, p) : le score, un meilleur coup tiré au sort, la grille rendue intacte."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, zip_longest
from math import inf, isnan
from typing import Any

from p4core.appels import Appel
from p4core.codages import COLONNES, vers_colonnes
from p4core.francais import quantite
from p4core.ia.recherche import au_trait, presque_egaux, utilite
from p4core.jeu import Case, Position
from p4cours.recherches import TRAIT, Recherche
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, cellules, ecrire, minmax, poids_au_hasard
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.hasard import rarete, repeter
from p4cours.verification.lecture import Malforme, case, couple, grille, meme, montrer, nombre, simple

# --- Un cas, et ses jugements --------------------------------------------------------------------
# Un cas : la position, les poids, la profondeur, ce qu'on en attend (le score, les meilleurs coups), comment
# le juger, puis des marques.

Juge = Callable[[Appel, float, list[Case]], Ecart | None]  # selon le score et les meilleurs coups attendus
Cas = tuple[Any, ...]


def _cas(position: Position, poids: Poids, p: int, juge: Juge, *marques: Any) -> Cas:
    score, colonnes = minmax(position, poids, p)
    return position, poids, p, score, cellules(position, colonnes), juge, *marques


def _score(appel: Appel, score: float, meilleurs: list[Case]) -> Ecart | None:
    """Le score, sans regarder le coup."""
    if presque_egaux(nombre(couple(appel.valeur)[0], "le score"), score):
        return None
    return Ecart("Le score n'est pas le bon.", f"un score de {montrer(score)}", montrer(appel.valeur))


def _coup(appel: Appel, score: float, meilleurs: list[Case]) -> Ecart | None:
    """Le coup, sans regarder le score : n'importe lequel des meilleurs."""
    attendu = f"l'un des coups {montrer(meilleurs)}" if len(meilleurs) > 1 else f"le coup {meilleurs[0]}"
    coup, obtenu = couple(appel.valeur)[1], montrer(appel.valeur)
    if coup is None:
        return Ecart("Aucun coup n'est renvoyé, alors que la partie n'est pas finie.", attendu, obtenu)
    x, y = case(coup)
    if (x, y) in meilleurs:
        return None
    dedans = [(x, y)] if 0 <= x < 7 and 0 <= y < 6 else []
    return Ecart(f"Le coup {(x, y)} n'est pas l'un des meilleurs.", attendu, obtenu, dedans)


def _arret(appel: Appel, score: float, meilleurs: list[Case]) -> Ecart | None:
    """(utilite(G, j, W), None) : la recherche n'a plus rien à chercher."""
    obtenu, coup = couple(appel.valeur)
    if coup is None and presque_egaux(nombre(obtenu, "le score"), score):
        return None
    phrase = (
        "Quand la recherche s'arrête, le score est utilite(G, j, W)."
        if coup is None
        else "La recherche doit s'arrêter ici : il n'y a pas de coup à renvoyer."
    )
    return Ecart(phrase, montrer((score, None)), montrer(appel.valeur))


def _aucun(appel: Appel, score: float, meilleurs: list[Case]) -> None:
    """Rien : c'est la grille que l'on regarde."""


def _resultat(essai: Essai, appelant: Appelant) -> Epreuve:
    """Juge le résultat seul ; une exception est un écart comme un autre, que l'on peut expliquer."""
    appel = appelant(essai.arguments, delai=essai.delai)
    ecart = juger(essai, replace(appel, apres=appel.arguments))
    if ecart and ecart.cause == "exception":
        ecart = replace(ecart, cause="valeur")
    return Epreuve(essai, appel, ecart)


def _grille(essai: Essai, appelant: Appelant) -> Epreuve:
    """Compare la grille avant et après, quel que soit le résultat."""
    epreuve = _resultat(essai, appelant)
    if epreuve.ecart and epreuve.appel.valeur is None:
        return epreuve
    return replace(epreuve, ecart=_ecart_grille(epreuve.appel))


def _ecart_grille(appel: Appel) -> Ecart | None:
    """Ce qui a changé dans la grille donnée."""
    if not appel.modifies:
        return None
    phrase = (
        "Après l'appel, la grille n'est plus celle d'avant : minmax doit la rendre comme elle l'a trouvée."
    )
    attendu = "la grille d'avant l'appel"
    try:
        apres = grille(appel.apres[0])
    except Malforme as defaut:
        return Ecart(f"{phrase} Maintenant, {defaut}", attendu, "ce n'est plus une grille")
    changees = COLONNES.differences(apres, appel.arguments[0])
    obtenu = quantite(len(changees), "case changée", "cases changées")
    return Ecart(phrase, attendu, obtenu, changees, apres)


# --- Un coup tiré au sort parmi les meilleurs : est-ce bien un tirage ? --------------------------

SANS_POIDS: Poids = [0, 0, 0, 0, inf]
RISQUE = 1e-6  # par coup examiné : une quarantaine de coups, donc moins de 1 fausse alerte sur 10 000


def _tirage(essai: Essai, appelant: Appelant) -> Epreuve:
    """Répète l'appel : chaque meilleur coup doit sortir, à chances égales."""
    *_, meilleurs, _juge, repetitions = essai.cas

    def ensemble(valeurs: Any) -> Ecart | None:
        n = len(valeurs)
        comptes = {coup: sum(valeur[1] == coup for valeur in valeurs) for coup in meilleurs}
        rares = [coup for coup, k in comptes.items() if rarete(k, n, 1 / len(meilleurs)) < RISQUE]
        if not rares:
            return None
        details = ", ".join(f"{coup} : {k} fois" for coup, k in comptes.items())
        voulu = "chaque meilleur coup aussi souvent"
        return Ecart(_phrase_tirage(comptes, n), voulu, details, rares, cause="tirage")

    return repeter(essai, appelant, repetitions, ensemble, au_sort=len(meilleurs) > 1)


def _phrase_tirage(comptes: dict[Case, int], n: int) -> str:
    rangs = {0: ", le premier de la liste", len(comptes) - 1: ", le dernier de la liste"}
    for rang, (coup, k) in enumerate(comptes.items()):
        if k == n:
            constat = f"{n} appels donnent {n} fois {coup}{rangs.get(rang, '')}"
            return f"Le coup n'est pas tiré au sort : {constat}, alors que {len(comptes)} ont le même score."
    jamais = [coup for coup, k in comptes.items() if k == 0]
    if jamais:
        return f"Tous les meilleurs coups ne sont pas tirés : en {n} appels, on n'a jamais vu {jamais[0]}."
    return f"Les meilleurs coups n'ont pas les mêmes chances de sortir, sur {n} appels."


# --- Les positions cherchées ---------------------------------------------------------------------

_DEBUTS = ("", "4", "4455", "1", "121212", "44554")


def _a_profondeur(juge: Juge, *profondeurs: tuple[int, int]) -> Callable[[Source], Iterator[Cas]]:
    """Pour chaque (profondeur, nombre), autant de positions ; les profondeurs alternent."""

    def cas(source: Source) -> Iterator[Cas]:
        suites = [_recherches(source, juge, p, source.nombre(nombre)) for p, nombre in profondeurs]
        for tour in zip_longest(*suites):
            yield from filter(None, tour)

    return cas


def _recherches(source: Source, juge: Juge, p: int, nombre: int) -> Iterator[Cas]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS[: nombre // 2]]
    for rang, position in enumerate((*debuts, *pos.au_hasard(source.alea, nombre - len(debuts)))):
        poids = (W1, W2, poids_au_hasard(source.alea))[rang % 3]
        yield _cas(position, poids, p, juge)


# Une partie que le joueur 2 gagne en remplissant la dernière case.
_DERNIERE_CASE = "165342645737767514124733637113256212624545"


# Il reste six cases, dans trois colonnes : à profondeur 4, on y choisit un autre coup qu'à profondeur 5.
_CINQ_COUPS = "136171543471624746651623216272752555"


def _reflet(coups: str) -> str:
    return "".join(str(8 - int(colonne)) for colonne in coups)


def _decisives(juge: Juge) -> Callable[[Source], Iterator[Cas]]:
    """Loin, mais dans des fins de partie : la première ou la dernière colonne y est seule à donner le score,
    ou la dernière case y décide de tout."""

    def cas(source: Source) -> Iterator[Cas]:
        for coups in (_DERNIERE_CASE, _reflet(_DERNIERE_CASE)):
            yield from (_cas(Position.depuis_coups(coups[:-n]), W1, n, juge) for n in (1, 2, 3))
        if juge == _score:
            yield from (_cas(position, W1, LOIN, juge) for position in islice(_jusqu_au_bout(source), 1))
        if juge == _coup:
            coups = source.alea.choice((_CINQ_COUPS, _reflet(_CINQ_COUPS)))
            yield _cas(Position.depuis_coups(coups), W1, 5, juge)
            yield from (_cas(position, W1, 3, juge) for position in _au_bord(source))
        restent = [(p, bout) for p in (3, 4) for bout in (0, -1)] * source.ampleur
        for position in islice(_tardives(source), 400 * source.ampleur):
            poids = poids_au_hasard(source.alea)
            trouvee = next((r for r in restent if _decisive(position, poids, *r)), None)
            if trouvee:
                restent.remove(trouvee)
                yield _cas(position, poids, trouvee[0], juge)
            if not restent:
                return

    return cas


LOIN = 7  # coups : plus loin que partout ailleurs, mais il n'en reste pas davantage


def _jusqu_au_bout(source: Source) -> Iterator[Position]:
    """Il y reste tant de cases, et une recherche plus courte n'y voit pas le score de la fin."""
    for position in islice(_tardives(source), 2000):
        if 42 - position.nb_coups == LOIN:
            moins = [minmax(position, W1, p)[0] for p in (LOIN - 1, LOIN - 2)]
            if minmax(position, W1, LOIN)[0] not in moins:
                yield position


def _au_bord(source: Source) -> Iterator[Position]:
    """Sept colonnes ouvertes ; à profondeur 3, celle d'un bord est seule la meilleure. Puis le reflet."""
    ouvertes = (p for p in pos.au_hasard(source.alea, 300) if len(p.coups()) == 7)
    trouvees = (p for p in ouvertes if minmax(p, W1, 3)[1] in ([0], [6]))
    for position in islice(trouvees, source.ampleur):
        yield position
        yield Position.depuis_coups([7 - x for x in position.historique])


def _decisive(position: Position, poids: Poids, p: int, bout: int) -> bool:
    """Cette colonne du bord est-elle seule la meilleure, et un coup de moins change-t-il le score ?"""
    score, meilleures = minmax(position, poids, p)
    return meilleures == [position.coups()[bout]] and minmax(position, poids, p - 1)[0] != score


def _tardives(source: Source) -> Iterator[Position]:
    """Des positions non finies où il reste trois ou quatre colonnes, et peu de cases."""
    while True:
        position = _tardive(source.alea)
        if position is not None:
            yield position


def _tardive(alea: random.Random) -> Position | None:
    """Toutes les autres cases remplies au hasard, sans alignement ; None si l'on n'y arrive pas."""
    libres = {x: alea.randint(1, 4) for x in alea.sample(range(7), alea.choice((3, 4)))}
    restent = [6 - libres.get(x, 0) for x in range(7)]
    position = Position()
    while any(restent):
        colonnes = [x for x in range(7) if restent[x]]
        alea.shuffle(colonnes)
        x = next((x for x in colonnes if not position.jouer(x).finie), None)
        if x is None:
            return None
        position = position.jouer(x)
        restent[x] -= 1
    return position


def _arrets(source: Source) -> Iterator[Cas]:
    fins = list(_fins(source))
    for decalage in (0, 1):
        for rang, (position, p, marque) in enumerate(fins):
            j = 1 + (rang + decalage) % 2
            marques = ("arrêt", marque, f"{marque} par {position.gagnant}")
            yield _cas(au_trait(position, j), (W1, W2)[rang % 2], p, _arret, *marques)


def _fins(source: Source) -> Iterable[tuple[Position, int, str]]:
    """Où la recherche s'arrête. Sans cas p = 0, une grille presque pleine évite une exploration sans fin."""
    gagnees = {g: [p for p, _ in pos.gagnees() if p.gagnant == g] for g in (1, 2)}
    nulles = pos.nulles()
    yield Position.depuis_coups("1212121"), 2, "gagnée"
    yield nulles[0], 1, "pleine"
    yield source.alea.choice(gagnees[2]), 2, "gagnée"
    yield _presque_pleine(nulles[0]), 0, "p = 0"
    for joueur in (1, 2):
        for position in source.alea.sample(gagnees[joueur], source.nombre(2)):
            yield position, source.alea.randint(1, 3), "gagnée"
    yield from ((position, 3, "pleine") for position in nulles[1:])
    yield from ((_presque_pleine(position), 0, "p = 0") for position in nulles[1:])


def _presque_pleine(position: Position, libres: int = 4) -> Position:
    return Position.depuis_coups([x + 1 for x in position.historique[:-libres]])


def _perdues(source: Source) -> Iterator[Cas]:
    """Tous les coups y perdent : il faut pourtant en renvoyer un."""
    connues = [Position.depuis_coups(coups) for coups in ("33445", "133445")]
    hasard = (p for p in pos.au_hasard(source.alea, 400) if p.nb_coups > 8 and minmax(p, W1, 2)[0] == -inf)
    for position in (*connues, *islice(hasard, source.nombre(3))):
        yield from (_cas(position, W1, 2, juge) for juge in (_coup, _score))


# Les trois colonnes qui restent y perdent toutes : à égalité, elles aussi.
_SANS_ISSUE = ("433624465227414456225265711777766", "521545757412174457774541311636333")
# Cinq colonnes : toutes y perdent, ou trois y gagnent ; n'en tirer que deux, ou quatre, se voit aussi.
_CINQ_PERDUES = (
    "33645675476315257646771321521562", "35143561371151215344336672727", "47545472373353277735166612531",
)  # fmt: skip
_TROIS_GAINS = (
    "76671252357335211444411416666", "4253277447643352122151632616161", "216131334773773344762622252555",
)  # fmt: skip


def _tirages(source: Source) -> Iterator[Cas]:
    # Dans « 1253 », un élagage fait passer d'autres coups pour aussi bons que le seul meilleur.
    # Avec des poids nuls, les sept coups sont à égalité : qui n'en garde que les premiers se voit.
    connus = (("4444", W1, 1, 50), ("25", SANS_POIDS, 1, 100), ("", W1, 2, 40), ("1253", W1, 2, 20))
    for coups, poids, p, repetitions in connus:
        yield _cas(Position.depuis_coups(coups), poids, p, _coup, repetitions)
    for parties, p, repetitions in ((_SANS_ISSUE, 2, 40), (_CINQ_PERDUES, 2, 70), (_TROIS_GAINS, 1, 40)):
        coups = source.alea.choice((str, _reflet))(source.alea.choice(parties))
        yield _cas(Position.depuis_coups(coups), W1, p, _coup, repetitions)
    yield next(cas for cas in _peu_de_coups(source, 3, 30) if len(cas[4]) == 2)
    for _ in range(source.nombre(1)):
        yield next(cas for cas in _peu_de_coups(source) if len(cas[4]) == 2)
        # À égalité, un coup tout en haut de sa colonne et un autre plus bas.
        hauteurs = ((cas, sorted(y for _, y in cas[4])) for cas in _peu_de_coups(source))
        yield next(cas for cas, ys in hauteurs if len(ys) == 2 and ys[0] < 5 == ys[1])


def _peu_de_coups(source: Source, p: int = 1, repetitions: int = 340) -> Iterator[Cas]:
    """Des positions à quatre colonnes au plus : l'appel, souvent répété, y coûte peu. À profondeur 1, assez
    d'appels pour voir un coup sortir deux fois plus souvent que l'autre."""
    for position in _tardives(source):
        yield _cas(position, poids_au_hasard(source.alea), p, _coup, repetitions)


def _intactes(source: Source) -> Iterator[Cas]:
    debuts = [Position.depuis_coups(coups) for coups in _DEBUTS[:3]]
    for position in (*debuts, *pos.au_hasard(source.alea, source.nombre(3))):
        yield _cas(position, W2, 2, _aucun)


# --- Des recherches fautives, pour reconnaître l'erreur d'un min-max à ses scores ----------------


def _pour_l_autre(position: Position, joueur: int, poids: Poids) -> float:
    return utilite(position, 3 - joueur, poids)


def _pour_le_joueur_1(position: Position, joueur: int, poids: Poids) -> float:
    return utilite(position, 1, poids)


def _poids_fixes(fixes: Poids) -> Callable[[Position, int, Poids], float]:
    return lambda position, joueur, poids: utilite(position, joueur, fixes)


@dataclass(frozen=True)
class Variante:
    """Une recherche min-max, juste par défaut, dont on dérègle une pièce."""

    feuille: Callable[[Position, int, Poids], float] = utilite
    alterne: bool = True  # l'adversaire joue le coup suivant
    oppose: bool = True  # on prend l'opposé de son score
    choix: Callable[..., float] = max
    depart: float | None = None  # ce que vaut le maximum avant la boucle
    decalage: int = 0  # profondeur en trop
    signe: Callable[[int], int] = lambda joueur: 1  # appliqué au score final

    def score(self, position: Position, poids: Poids, p: int) -> float:
        """Le score annoncé par cette recherche, au joueur au trait."""
        return self.signe(position.trait) * self._valeur(position, position.trait, poids, p + self.decalage)

    def _valeur(self, position: Position, joueur: int, poids: Poids, p: int) -> float:
        if p <= 0 or position.finie:
            return self.feuille(position, joueur, poids)
        suivant = 3 - joueur if self.alterne else joueur
        signe = -1 if self.oppose else 1
        scores = [
            signe * self._valeur(au_trait(position.jouer(x), suivant), suivant, poids, p - 1)
            for x in position.coups()
        ]
        return self.choix(scores if self.depart is None else [self.depart, *scores])

    def explique(self, epreuves: list[Epreuve]) -> bool:
        """Les scores de l'élève sont-ils partout ceux-là, qui ne sont pas les bons ?"""
        differe = False
        utiles = [e for e in epreuves if e.essai.cas[2] >= 1]
        for epreuve in sorted(utiles, key=lambda e: e.essai.cas[2]):  # les moins coûteuses d'abord
            position, poids, p, juste, *_ = epreuve.essai.cas
            score = self.score(position, poids, p)
            if not _pareils(_score_de(epreuve), score):
                return False
            differe = differe or not _pareils(score, juste)
        return differe


def _score_de(epreuve: Epreuve) -> Any:
    valeur = epreuve.appel.valeur
    return simple(valeur[0]) if isinstance(valeur, tuple) and valeur else None


def _pareils(a: Any, b: float) -> bool:
    if isinstance(a, bool) or not isinstance(a, int | float):
        return False
    return (isnan(a) and isnan(b)) or presque_egaux(a, b)


_POIDS_FIXES = "La recherche ne se sert pas des poids W qu'on lui donne, mais d'une liste fixe."

VARIANTES: tuple[tuple[str, Variante], ...] = (
    (
        "Le signe du score est inversé : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: -1),
    ),
    (
        "Le score est vu du joueur 1 : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: 1 if j == 1 else -1),
    ),
    (
        "Le score est vu du joueur 2 : il doit être vu du joueur j, qui va jouer.",
        Variante(signe=lambda j: -1 if j == 1 else 1),
    ),
    (
        "La profondeur est décalée d'un coup : vous cherchez un coup trop loin. Où la récursion "
        "s'arrête-t-elle ?",
        Variante(decalage=1),
    ),
    (
        "La profondeur est décalée d'un coup : vous cherchez un coup trop peu. Où la récursion "
        "s'arrête-t-elle ?",
        Variante(decalage=-1),
    ),
    (
        "Vous minimisez : le joueur j choisit le coup dont le score est le plus GRAND pour lui.",
        Variante(choix=min),
    ),
    (
        "Vous oubliez de prendre l'opposé du score de l'adversaire : ce qui est bon pour lui est mauvais "
        "pour j.",
        Variante(oppose=False),
    ),
    ("Les joueurs n'alternent pas : après un coup de j, c'est à l'autre de jouer.", Variante(alterne=False)),
    (
        "Les joueurs n'alternent pas : après un coup de j, c'est à l'autre de jouer, et son score change "
        "de signe.",
        Variante(alterne=False, oppose=False),
    ),
    (
        "En fin de recherche, la grille est évaluée pour l'autre joueur : c'est utilite(G, j, W) qu'il faut.",
        Variante(feuille=_pour_l_autre),
    ),
    (
        "En fin de recherche, la grille est toujours évaluée pour le joueur 1 : c'est de j qu'il faut la "
        "voir.",
        Variante(feuille=_pour_le_joueur_1),
    ),
    (
        "L'adversaire vous aide au lieu de vous gêner : il choisit lui aussi ce qui vous arrange.",
        Variante(feuille=_pour_le_joueur_1, oppose=False),
    ),
    (
        "Le signe du score est changé une fois de trop : l'opposé du score de l'adversaire est déjà vu de j.",
        Variante(choix=lambda scores: -max(scores)),
    ),
    (
        "Quand la recherche s'arrête, vous donnez toujours 0 : le score est alors utilite(G, j, W).",
        Variante(feuille=lambda position, joueur, poids: 0),
    ),
    (_POIDS_FIXES, Variante(feuille=_poids_fixes(W1))),
    (_POIDS_FIXES, Variante(feuille=_poids_fixes(W2))),
    ("Votre maximum part de 0 : un score négatif ne peut jamais le dépasser.", Variante(depart=0)),
    *(
        (
            f"Votre maximum part de {depart} : un score plus petit ne peut jamais le dépasser.",
            Variante(depart=depart),
        )
        for depart in (-1, -10, -100, -999, -1000, -9999, -10000)
    ),
)


# --- Les autres erreurs que l'on sait nommer -----------------------------------------------------


def _modifie(appel: Appel) -> bool:
    """Un appel interrompu laisse forcément un pion à l'essai : il ne prouve rien."""
    return bool(appel.modifies) and appel.exception is None and not appel.expire


def _joue_le_coup(epreuves: list[Epreuve]) -> bool:
    """La seule case changée est, à chaque fois, celle du coup renvoyé."""
    changes = [e.appel for e in epreuves if _modifie(e.appel)]
    return bool(changes) and all(map(_seule_case, changes))


def _seule_case(appel: Appel) -> bool:
    ecart = _ecart_grille(appel)
    return ecart is not None and _paire(appel.valeur) and list(ecart.fautives) == [appel.valeur[1]]


def _paire(valeur: Any) -> bool:
    return isinstance(valeur, tuple) and len(valeur) == 2


def _une(test: Callable[[Any], bool]) -> Explication:
    """Vrai si la valeur d'une des épreuves manquées vérifie ce test."""
    return lambda epreuves: any(test(e.appel.valeur) for e in fautes(epreuves))


def _transpose(epreuve: Epreuve) -> bool:
    try:
        x, y = case(couple(epreuve.appel.valeur)[1])
    except Malforme:
        return False
    return (y, x) in cellules(epreuve.essai.cas[0], range(7))


def _manque_tout(marque: str) -> Explication:
    """Parmi les cas d'arrêt, tous ceux qui portent cette marque sont manqués, et eux seuls."""

    def explique(epreuves: list[Epreuve]) -> bool:
        arrets = [e for e in epreuves if "arrêt" in e.essai.etiquettes]
        manques = fautes(arrets)
        return bool(manques) and manques == [e for e in arrets if marque in e.essai.etiquettes]

    return explique


def _sans_candidat(epreuves: list[Epreuve]) -> bool:
    """Toutes les erreurs viennent d'une liste de meilleurs coups restée vide."""
    textes = [str(e.appel.exception or "") for e in fautes(epreuves)]
    return all("empty" in texte or "local variable" in texte for texte in textes)


def _sans_arret(epreuves: list[Epreuve]) -> bool:
    """Aucun cas d'arrêt n'en est un, et l'on finit par choisir parmi les coups d'une grille pleine."""
    arrets = [e for e in epreuves if "arrêt" in e.essai.etiquettes]
    return len(fautes(arrets)) == len(arrets) > 0 and _sans_candidat(epreuves)


def _toujours_pareil(epreuves: list[Epreuve]) -> bool:
    """Pour une même grille et un même joueur, le résultat ne dépend ni de W ni de p."""
    groupes: dict[Position, list[Epreuve]] = {}
    for epreuve in epreuves:
        groupes.setdefault(epreuve.essai.cas[0], []).append(epreuve)
    divers = [g for g in groupes.values() if len({e.essai.cas[3] for e in g}) > 1]
    if any(e.appel.exception for e in epreuves):
        return False  # une erreur n'est pas un résultat
    return bool(divers) and all(len({repr(e.appel.valeur) for e in groupe}) == 1 for groupe in divers)


def _surtout(joueur: int, epreuves: list[Epreuve]) -> bool:
    """Les erreurs sont toutes à ce joueur, et nombreuses : une ou deux peuvent n'y être que par hasard."""
    essais = [e for e in epreuves if f"joueur {joueur}" in e.essai.etiquettes]
    manquees = fautes(essais)
    return len(manquees) > 2 and len(manquees) == len(fautes(epreuves)) >= len(essais) / 3


def _bornes(epreuves: list[Epreuve]) -> bool:
    """Les scores sont justes ; seuls des coups sont faux, et à profondeur 1 seulement si l'on gagne."""
    manquees = fautes(epreuves)
    return all((e.essai.cas[2] > 1 or e.essai.cas[3] == inf) and _score_juste(e) for e in manquees)


def _coup_entier(epreuve: Epreuve) -> bool:
    return _paire(epreuve.appel.valeur) and isinstance(epreuve.appel.valeur[1], int)


def _jamais_change(epreuves: list[Epreuve]) -> bool:
    """Dès qu'il y a des coups, le score est -inf, même quand ce n'est pas le bon."""
    scores = [(_score_de(e), e.essai.cas[3]) for e in epreuves if e.essai.cas[4]]
    return all(rendu == -inf for rendu, _ in scores) and any(juste > -inf for _, juste in scores)


def _sans_coup(epreuve: Epreuve) -> bool:
    valeur = epreuve.appel.valeur
    return _paire(valeur) and valeur[1] is None and meme(simple(valeur[0]), epreuve.essai.cas[3])


def _score_juste(epreuve: Epreuve) -> bool:
    valeur = epreuve.appel.valeur
    return _paire(valeur) and valeur[1] is not None and meme(valeur[0], epreuve.essai.cas[3])


ERREURS = (
    Erreur("Vous jouez dans G le coup que vous renvoyez : minmax doit seulement le proposer.", _joue_le_coup),
    Erreur(
        "Un pion posé pour essayer un coup n'est pas retiré ensuite : la grille se remplit pendant la "
        "recherche.",
        lambda epreuves: any(_modifie(e.appel) for e in epreuves),
    ),
    Erreur(
        "Le résultat est à l'envers : (score, coup), le score d'abord.",
        _une(lambda v: _paire(v) and isinstance(v[0], tuple)),
    ),
    Erreur(
        "Vous ne renvoyez que le score : on attend toujours un couple (score, coup), où le coup est None "
        "quand la recherche s'arrête.",
        _une(lambda v: isinstance(v, int | float)),
    ),
    Erreur(
        "Vos scores sont justes, mais vous ne renvoyez jamais de coup : celui de l'appel récursif, None au "
        "bout de la recherche, n'est pas à garder. C'est (x, y), que vous venez d'essayer.",
        lambda epreuves: all(_sans_coup(e) for e in epreuves if e.essai.cas[4]),
    ),
    Erreur(
        "Vous renvoyez un nombre (une colonne, un rang ?) : un coup est un couple (x, y).",
        lambda epreuves: any(_coup_entier(e) for e in fautes(epreuves) if e.essai.cas[4]),
    ),
    Erreur(
        "Quand la recherche s'arrête, il n'y a pas de coup à proposer : c'est None qu'on attend, et non un "
        "nombre.",
        lambda epreuves: all(map(_coup_entier, fautes(epreuves))),
    ),
    Erreur(
        "Vos coups sont à l'envers : (x, y), la colonne d'abord.",
        lambda epreuves: len(fautes(epreuves)) > 2 and all(map(_transpose, fautes(epreuves))),
    ),
    *(Erreur(phrase, variante.explique) for phrase, variante in VARIANTES),
    Erreur("La recherche ne s'arrête pas quand la partie est déjà gagnée.", _manque_tout("gagnée")),
    Erreur("La recherche ne s'arrête pas quand le joueur 1 a gagné.", _manque_tout("gagnée par 1")),
    Erreur("La recherche ne s'arrête pas quand le joueur 2 a gagné.", _manque_tout("gagnée par 2")),
    Erreur("La recherche ne s'arrête pas bien quand la grille est pleine.", _manque_tout("pleine")),
    Erreur("La recherche ne s'arrête pas bien quand p vaut 0.", _manque_tout("p = 0")),
    Erreur(
        "La recherche n'a pas de cas d'arrêt : elle joue jusqu'à ce que la grille soit pleine, et n'y trouve "
        "plus de coup à choisir. Elle s'arrête si p vaut 0, si quelqu'un a gagné ou si la grille est pleine.",
        _sans_arret,
    ),
    Erreur(
        "À un moment de la recherche, aucun coup n'est retenu parmi les meilleurs. Que se passe-t-il quand "
        "tous les scores sont négatifs, ou quand tous les coups perdent (tous les scores valent -inf) ?",
        _sans_candidat,
    ),
    Erreur(
        "Dès qu'il y a un coup à jouer, votre score vaut -inf, sa valeur de départ : il doit changer chaque "
        "fois qu'un coup fait mieux.",
        _jamais_change,
    ),
    Erreur(
        "Pour une même grille, le résultat est toujours le même, quels que soient W et p : p ne sert-il à "
        "rien, ou une mémoire (dictionnaire, variable globale) ressert-elle d'anciens résultats ?",
        _toujours_pareil,
    ),
    seulement("arrêt", "Toutes vos erreurs viennent des cas d'arrêt : p = 0, partie gagnée, grille pleine."),
    seulement(
        "tout perdu",
        "Quand tous les coups perdent (score -inf), il faut quand même en renvoyer un : votre façon de "
        "retenir les meilleurs n'en retient alors aucun, ou pas les bons.",
    ),
    Erreur(
        "Toutes vos erreurs sont aux profondeurs 3 et plus : la recherche va-t-elle vraiment jusqu'à p = 0, "
        "par tous les coups ?",
        lambda epreuves: all(e.essai.cas[2] > 2 for e in fautes(epreuves)),
        vague=True,
    ),
    Erreur("Toutes vos erreurs viennent de j = 2.", partial(_surtout, 2), vague=True),
    Erreur("Toutes vos erreurs viennent de j = 1.", partial(_surtout, 1), vague=True),
    Erreur(
        "Vos scores sont justes, mais le coup renvoyé n'est pas toujours l'un des meilleurs. Si vous élaguez "
        "(alpha-bêta), le score d'un coup écarté n'est qu'une borne : faire égalité avec le meilleur ne "
        "suffit pas à le retenir.",
        _bornes,
    ),
    Erreur(
        "Vos scores sont justes, mais le coup renvoyé n'est pas toujours l'un des meilleurs : est-il choisi "
        "parmi les seuls coups qui ont ce score ?",
        lambda epreuves: all(
            _score_juste(e) and e.ecart and e.ecart.cause == "valeur" for e in fautes(epreuves)
        ),
    ),
)


# --- La recherche, telle qu'on la rejoue -----------------------------------------------------------


def _colonne(coup: Any, position: Position) -> int | None:
    """La colonne d'un coup (x, y) posé à sa place."""
    juste = isinstance(coup, tuple) and len(coup) == 2 and coup in cellules(position, position.coups())
    return coup[0] if juste else None


def recherche_du_tp2(nom: str, **options: Any) -> Recherche:
    """Ce que renvoie une recherche de ce codage : (score, coup), le score vu du joueur qui joue."""
    return Recherche(
        nom,
        COLONNES,
        ("G", "j", "W", "p"),
        "p",
        pour=lambda a: a["j"],
        joue=lambda a: a["j"],
        feuille=lambda position, a, pour: utilite(position, pour, a["W"]),
        fin=lambda position, a, pour: utilite(position, pour, a["W"]),
        feuille_dite="utilite(G, j, W)",
        fin_dite="utilite(G, j, W)",
        vue=TRAIT,
        tour="j",
        coup=_colonne,
        evaluation="utilite",
        evaluer=lambda utilite, position, a, pour: utilite(vers_colonnes(position), pour, a["W"]),
        **options,
    )


# --- La question ---------------------------------------------------------------------------------


def _attendu(position: Position, W: Poids, p: int, score: float, meilleurs: list[Case], *_: Any) -> str:
    if len(meilleurs) > 1:
        return f"({montrer(score)}, l'un de {montrer(meilleurs)})"
    return montrer((score, meilleurs[0] if meilleurs else None))


def _etiquettes(
    position: Position, W: Poids, p: int, score: float, meilleurs: list[Case], juge: Juge, *marques: str
) -> set[str]:
    perdu = score == -inf and meilleurs
    return {*marques, f"joueur {position.trait}", *(["tout perdu"] if perdu else [])}


_OPTIONS = {"delai": 4.0, "faire": _resultat}

MINMAX = (
    Fonction(
        "minmax(G, j, W, p)",
        donner=lambda position, W, p, *_: (vers_colonnes(position), position.trait, W, p),
        attendu=_attendu,
        juger=lambda appel, position, W, p, score, meilleurs, juge, *_: juge(appel, score, meilleurs),
        appel=lambda position, W, p, *_: f"minmax(G, {ecrire(position.trait, W, p)})",
        etiquettes=_etiquettes,
        profondeur=lambda position, W, p, *_: p,
        options=_OPTIONS,
    )
    .critere("le score à profondeur 1", 3, _a_profondeur(_score, (1, 14)))
    .critere(
        "le score à profondeurs 2 et plus",
        3,
        lambda source: chain(_a_profondeur(_score, (2, 8), (3, 4))(source), _decisives(_score)(source)),
    )
    .critere(
        "un meilleur coup",
        2,
        lambda source: chain(_a_profondeur(_coup, (2, 6), (1, 12))(source), _decisives(_coup)(source)),
    )
    .critere("l'arrêt : p = 0, partie gagnée, grille pleine", 1.5, _arrets)
    .critere("un coup même quand tous perdent", 1, _perdues)
    .critere(
        "le tirage au sort parmi les meilleurs coups",
        1,
        _tirages,
        attendu=lambda *_: None,
        etiquettes=lambda *_: (),
        options={**_OPTIONS, "faire": _tirage, "permissif": True, "relancable": False},
    )
    .critere(
        "la grille laissée comme elle était",
        0.5,
        _intactes,
        gratuit=True,
        plafond=0.6,
        options={**_OPTIONS, "faire": _grille},
    )
    .question(
        (
            "Où regarder : l'arbre dessiné plus haut. Un appel de minmax en est un nœud, les appels qu'il "
            "fait en sont les branches, et les cas d'arrêt les feuilles.",
            "À quoi penser : l'appel récursif répond du point de vue de l'adversaire. Quand il a répondu, la "
            "grille doit redevenir ce qu'elle était. Et comme plusieurs coups peuvent être à égalité, il "
            "faut pouvoir en retenir plusieurs.",
            "Pour commencer : écrivez les trois cas d'arrêt, et essayez à profondeur 0. Ensuite, une boucle "
            "sur les coups et deux variables : le meilleur score déjà vu, la liste des coups qui "
            "l'atteignent. Que valent-elles avant le premier coup ? Que deviennent-elles si le nouveau score "
            "est plus grand, égal, plus petit ?",
        ),
        ERREURS,
        aides("nbr_pions", "heuristique", "utilite"),
        recherche=recherche_du_tp2("minmax", tirage=True),
    )
)
