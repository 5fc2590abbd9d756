"""alphabeta(G, j, W, p, alpha, beta) : le min-max du TP 2, qui s'épargne les coups qui ne changeront rien.

La convention est celle du TP 2, vue de j, qui va jouer. Si v est le score de minmax(G, j, W, p), le score
rendu est v quand alpha < v < beta ; entre v et alpha quand v ≤ alpha ; entre beta et v quand v ≥ beta.
L'adversaire reçoit la fenêtre retournée : (-beta, -alpha). À la racine, la fenêtre est (-inf, inf)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import COLONNES, vers_colonnes
from p4core.francais import quantite
from p4core.ia.recherche import au_trait, minmax, presque_egaux, utilite
from p4core.jeu import Position, promenade
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, cellules, ecrire, poids_au_hasard
from p4cours.tp2_minmax.minmax import recherche_du_tp2
from p4cours.tp7_jeu_parfait.concours import gains, menaces
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, valeurs
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import case, couple, montrer, nombre

# Un cas : la position, les poids, la profondeur, la fenêtre, ce que l'on y regarde, et parfois un nombre de
# grilles.
Cas = tuple[Any, ...]
OUVERTE = (-inf, inf)


# --- Des positions et des fenêtres -----------------------------------------------------------------


def _ouvertes(*profondeurs: tuple[int, int]) -> Callable[[Source], Iterator[Cas]]:
    """Pour chaque (profondeur, nombre), des positions et la fenêtre de la racine."""

    def cas(source: Source) -> Iterator[Cas]:
        for p, nombre_de_cas in profondeurs:
            for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(nombre_de_cas))):
                yield position, (W1, W2, poids_au_hasard(source.alea))[rang % 3], p, *OUVERTE, "coup"

    return cas


def _profondes(source: Source) -> Iterator[Cas]:
    """Plus loin que trois coups, là où il reste peu de colonnes."""
    for rang, position in enumerate(pos.presque_pleines(5, 7)):
        yield position, W1, 4 + rang % 2, *OUVERTE, "coup"


def _tous(*sortes: Callable[[Source], Iterator[Cas]]) -> Callable[[Source], Iterator[Cas]]:
    return lambda source: (cas for sorte in sortes for cas in sorte(source))


def _arrets(source: Source) -> Iterator[Cas]:
    """p = 0, partie gagnée par l'un ou l'autre, grille pleine."""
    gagnees = [position for position, _ in source.alea.sample(pos.gagnees(), source.nombre(4))]
    for rang, position in enumerate((*gagnees, *pos.nulles())):
        yield au_trait(position, 1 + rang % 2), W1, 1 + rang % 2, *OUVERTE, "arrêt"
    for position in pos.au_hasard(source.alea, source.nombre(4)):
        yield position, W2, 0, *OUVERTE, "arrêt"


def _perdues(source: Source) -> Iterator[Cas]:
    """Tous les coups y perdent : il faut pourtant en renvoyer un."""
    for coups in ("33445", "133445", "22335", "5544366"):
        position = Position.depuis_coups(coups)
        if minmax(position, W1, 2)[0] == -inf:
            yield position, W1, 2, *OUVERTE, "coup"
    restent = source.nombre(2)
    while restent:
        position = promenade(source.alea, source.alea.randint(8, 30))[-1]
        if not position.finie and not gains(position) and len(menaces(position)) > 1:
            restent -= 1
            yield position, W1, 2, *OUVERTE, "coup"


def _etroites(source: Source) -> Iterator[Cas]:
    """Des fenêtres finies : autour du score, au-dessus, au-dessous, ou qui s'y arrêtent."""
    trouvees = 0
    for position in pos.au_hasard(source.alea, 40 * source.ampleur):
        p = 1 + trouvees % 3
        v = minmax(position, W1, p)[0]
        if abs(v) < inf:
            ecart, large = source.alea.randint(1, 6), source.alea.randint(1, 12)
            fenetres = (
                (v - ecart, v + large),
                (v + ecart, v + ecart + large),
                (v - ecart - large, v - ecart),
            )
            yield position, W1, p, *fenetres[trouvees // 3 % 3], "fenêtre"
            trouvees += 1
        if trouvees == source.nombre(12):
            return


# --- Combien de grilles évaluer, au plus, dans n'importe quel ordre ---------------------------------


def _bout(position: Position, p: int) -> list[Position]:
    """Les positions à p coups d'ici, une par suite de coups."""
    couche = [position]
    for _ in range(p):
        couche = [q.jouer(x) for q in couche for x in q.coups()]
    return couche


def _tranquille(position: Position, p: int) -> bool:
    """Aucune partie ne finit d'ici à p coups, aucune colonne ne s'y remplit : chaque nœud a sept branches."""
    if p == 0:
        return True
    suites = [position.jouer(x) for x in position.coups()]
    return (
        len(suites) == 7 and not any(s.finie for s in suites) and all(_tranquille(s, p - 1) for s in suites)
    )


def _tranquilles(source: Source, nombre_de_cas: int, p: int) -> Iterator[Position]:
    trouvees = 0
    for position in pos.au_hasard(source.alea, 400 * source.ampleur):
        if 2 <= position.nb_coups <= 12 and _tranquille(position, p):
            yield position
            trouvees += 1
        if trouvees == nombre_de_cas:
            return


def _forcees(source: Source) -> Iterator[Cas]:
    """Des fenêtres hors de portée : quel que soit l'ordre, les coupes sont les mêmes.

    Trop haute, un seul coup de l'adversaire réfute chacun des miens ; trop basse, un seul des miens suffit.
    """
    for p in (1, 2, 3):
        for position in _tranquilles(source, source.nombre(2), p):
            scores = [utilite(q, position.trait, W1) for q in _bout(position, p)]
            haute, basse = (max(scores) + 1, inf), (-inf, min(scores) - 1)
            yield position, W1, p, *basse, "coupes", 7 ** (p // 2)
            yield position, W1, p, *haute, "coupes", 7 ** ((p + 1) // 2)


def _relevees(source: Source) -> Iterator[Cas]:
    """Fenêtre ouverte : c'est le score d'un premier coup qui la resserre, si alpha est relevé."""
    for position in _tranquilles(source, source.nombre(6), 2):
        yield position, W1, 2, *OUVERTE, "relever"


def _superflues(position: Position, poids: Poids, feuilles: list[Position]) -> int:
    """À profondeur 2, combien de grilles sont évaluées, dans l'ordre choisi, d'un coup déjà réfuté."""
    joueur, alpha, en_cours, pire, trop = position.trait, -inf, -1, inf, 0
    for feuille in feuilles:
        mien = (feuille.pions[joueur - 1] ^ position.pions[joueur - 1]).bit_length() // 7
        if mien != en_cours:
            alpha, en_cours, pire = max(alpha, pire if en_cours >= 0 else -inf), mien, inf
        trop += pire < alpha
        pire = min(pire, utilite(feuille, joueur, poids))
    return trop


def _compter(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel, où `utilite` note les grilles qu'on lui donne : celles du bout, p coups plus loin."""
    position, poids, p, *_ = essai.cas
    vues: dict[Position, None] = {}
    vraie = aides("utilite")["utilite"]

    def noter(G: Any, j: int, W: Any) -> float:
        grille = COLONNES.position(G)
        if grille.nb_coups == position.nb_coups + p:
            vues[au_trait(grille, 1)] = None
        score: float = vraie(G, j, W)
        return score

    epreuve = essai.une_fois(lambda *a, **k: appelant(*a, remplacements={"utilite": noter}, **k))
    if "relever" in essai.etiquettes:
        ecart = _juger_suite(len(vues), _superflues(position, poids, list(vues)))
    else:
        ecart = _juger_nombre(position, p, essai.cas[6], len(vues))
    return replace(epreuve, ecart=epreuve.ecart or ecart)


_RIEN = "Votre fonction n'évalue rien par utilite, ou pas au bout des p coups : on ne peut rien compter."


def _juger_suite(vues: int, superflues: int) -> Ecart | None:
    evaluees = quantite(vues, "grille évaluée", "grilles évaluées")
    if vues == 0:
        return Ecart(_RIEN, obtenu=evaluees)
    if superflues == 0:
        return None
    return Ecart(
        "Fenêtre ouverte, des coups déjà réfutés sont explorés jusqu'au bout : le score d'un premier coup "
        "doit relever alpha, et c'est cet alpha-là que reçoivent les coups suivants.",
        f"{quantite(vues - superflues, 'grille')} dans l'ordre où vous les prenez",
        evaluees,
    )


def _juger_nombre(position: Position, p: int, limite: int, vues: int) -> Ecart | None:
    evaluees = quantite(vues, "grille évaluée", "grilles évaluées")
    if vues == 0:
        return Ecart(_RIEN, f"{limite} au plus", evaluees)
    if vues > limite:
        phrase = "Des branches inutiles sont explorées : la fenêtre retournée parvient-elle à l'adversaire ?"
        if vues == len({*_bout(position, p)}):
            phrase = (
                "Aucune branche n'est coupée : dès qu'un score atteint beta, les autres coups sont inutiles."
            )
        return Ecart(phrase, f"{limite} au plus, dans n'importe quel ordre", evaluees)
    if p <= 2 and vues < limite:
        return Ecart(
            "Vous coupez trop tôt : avec si peu de grilles, on ne peut pas connaître le résultat. Une coupe "
            "n'est permise que lorsque le score d'un coup atteint beta.",
            quantite(limite, "grille"),
            evaluees,
        )
    return None


# --- Juger ------------------------------------------------------------------------------------------


def _juger(
    appel: Appel, position: Position, poids: Poids, p: int, alpha: float, beta: float, *genre: Any
) -> Any:
    brut, coup = couple(appel.valeur)
    score, (v, colonnes) = nombre(brut, "le score"), minmax(position, poids, p)
    if not _permis(score, v, alpha, beta):
        return Ecart(_phrase_score(v, alpha, beta), _attendu_score(v, alpha, beta), montrer(appel.valeur))
    if not colonnes:
        if coup is None:
            return None
        return Ecart("La recherche s'arrête ici : il n'y a pas de coup à renvoyer.", f"({montrer(v)}, None)")
    if not alpha < v < beta and (alpha, beta) != OUVERTE:
        return None  # le score n'est qu'une borne : le coup ne dit rien
    meilleurs = cellules(position, colonnes)
    if coup is None:
        return Ecart("Aucun coup n'est renvoyé, alors que la partie n'est pas finie.", f"l'un de {meilleurs}")
    x, y = case(coup)
    if (x, y) in meilleurs:
        return None
    return Ecart(
        f"Le score est juste, mais le coup {(x, y)} n'est pas l'un des meilleurs. Après une coupe, le score "
        f"d'un "
        "coup n'est qu'une borne : faire égalité avec le meilleur ne suffit pas à le remplacer.",
        f"l'un de {montrer(meilleurs)}",
        montrer(appel.valeur),
        cause="coup",
    )


def _permis(score: float, v: float, alpha: float, beta: float) -> bool:
    """Le contrat : exact dans la fenêtre, une borne du bon côté en dehors."""
    if presque_egaux(score, v):
        return True
    if v <= alpha:
        return v <= score <= alpha
    return v >= beta and beta <= score <= v


def _attendu_score(v: float, alpha: float, beta: float) -> str:
    if v <= alpha and v != alpha:
        return f"un score entre {montrer(v)} et alpha = {montrer(alpha)}"
    if v >= beta and v != beta:
        return f"un score entre beta = {montrer(beta)} et {montrer(v)}"
    return f"un score de {montrer(v)}"


def _phrase_score(v: float, alpha: float, beta: float) -> str:
    if alpha < v < beta:
        return "Le score est dans la fenêtre : ce doit être exactement celui de minmax."
    ou = "sous alpha" if v <= alpha else "au-dessus de beta"
    return f"Le vrai score est {ou} : le vôtre doit être du même côté, sans dépasser le vrai."


# --- Des recherches fautives --------------------------------------------------------------------------

Fenetre = tuple[float, float]


@dataclass(frozen=True)
class Elagage:
    """Un alpha-bêta, juste par défaut, de gauche à droite, dont on dérègle une pièce."""

    fenetre: Callable[[float, float], Fenetre] = lambda alpha, beta: (-beta, -alpha)
    coupe: Callable[[float, float, float], bool] = lambda score, alpha, beta: max(score, alpha) >= beta
    oppose: bool = True
    alterne: bool = True
    pas: int = 1

    def __call__(self, position: Position, poids: Poids, p: int, alpha: float, beta: float, *_: Any) -> float:
        """Le score annoncé."""
        if p <= 0 or position.finie:
            return utilite(position, position.trait, poids)
        meilleur, signe = -inf, -1 if self.oppose else 1
        for x in position.coups():
            suivante = position.jouer(x)
            suivante = suivante if self.alterne else au_trait(suivante, position.trait)
            score = signe * self(suivante, poids, p - self.pas, *self.fenetre(alpha, beta))
            meilleur, avant = max(meilleur, score), alpha
            if self.coupe(score, avant, beta):
                break
            alpha = max(alpha, score)
        return meilleur


_RETOURNER = "L'adversaire voit tout à l'envers : sa fenêtre est (-beta, -alpha)"
_FENETRES: tuple[tuple[str, Callable[[float, float], Fenetre]], ...] = (
    (f"{_RETOURNER}, et vous lui passez (alpha, beta).", lambda a, b: (a, b)),
    (f"{_RETOURNER} : les deux bornes changent de place et de signe.", lambda a, b: (-a, -b)),
    (f"{_RETOURNER} : les deux bornes changent de place et de signe.", lambda a, b: (b, a)),
)
_VARIANTES: tuple[tuple[str, Elagage], ...] = (
    *((phrase, Elagage(fenetre)) for phrase, fenetre in _FENETRES),
    *((phrase, Elagage(fenetre, lambda score, alpha, beta: score >= beta)) for phrase, fenetre in _FENETRES),
    (
        "Vous coupez dès que le score dépasse alpha : c'est beta qu'il doit atteindre.",
        Elagage(coupe=lambda score, alpha, beta: score > alpha),
    ),
    (
        "Vous coupez dès que le score atteint alpha : c'est beta qu'il doit atteindre.",
        Elagage(coupe=lambda score, alpha, beta: score >= alpha),
    ),
    (
        "La comparaison de la coupe est à l'envers : on s'arrête quand le score atteint beta, pas tant qu'il "
        "est au-dessous.",
        Elagage(coupe=lambda score, alpha, beta: max(score, alpha) <= beta),
    ),
    (
        "Vous coupez quand le score tombe sous alpha : ce coup-là est mauvais pour j, les suivants peuvent "
        "être meilleurs. On coupe quand un coup est trop bon.",
        Elagage(coupe=lambda score, alpha, beta: score <= alpha),
    ),
    ("Vous ne regardez que le premier coup.", Elagage(coupe=lambda score, alpha, beta: True)),
    (
        "Vous oubliez de prendre l'opposé du score de l'adversaire : ce qui est bon pour lui est mauvais "
        "pour j.",
        Elagage(oppose=False),
    ),
    ("Les joueurs n'alternent pas : après un coup de j, c'est à l'autre.", Elagage(alterne=False)),
    ("La profondeur diminue trop vite : p - 1 à chaque coup.", Elagage(pas=2)),
)


def _autre_coup(epreuve: Epreuve) -> bool:
    """Le score est-il juste, et le coup jouable, mais pas l'un des meilleurs ?"""
    if epreuve.ecart is None or epreuve.ecart.cause != "coup":
        return False
    x, y = epreuve.appel.valeur[1]
    return 0 <= x < 7 and epreuve.essai.cas[0].niveau(x) == y


_FORME = (
    Fonction(
        "alphabeta(G, j, W, p, alpha, beta)",
        donner=lambda position, W, p, alpha, beta, *_: (
            vers_colonnes(position),
            position.trait,
            W,
            p,
            alpha,
            beta,
        ),
        attendu=lambda position, W, p, alpha, beta, *_: _attendu_score(
            minmax(position, W, p)[0], alpha, beta
        ),
        juger=_juger,
        lire_erreur=lambda valeur: nombre(couple(valeur)[0], "le score"),
        appel=lambda position, W, p, alpha, beta, *_: (
            f"alphabeta(G, {ecrire(position.trait, W, p, alpha, beta)})"
        ),
        etiquettes=lambda *cas: (cas[5],),
        profondeur=lambda position, W, p, *_: p,
        options={"delai": 4.0},
    )
    .critere("les arrêts : p = 0, partie gagnée, grille pleine", 1, _arrets)
    .critere(
        "le même score que minmax, et un meilleur coup",
        3,
        _tous(_ouvertes((1, 8), (2, 8), (3, 4)), _profondes),
    )
    .critere("un coup même quand tous perdent", 1, _perdues)
    .critere("hors de la fenêtre, une borne du bon côté", 2, _etroites)
    .critere(
        "les coupes que la fenêtre impose",
        2,
        _forcees,
        plafond=0.4,
        options={"delai": 6.0, "faire": _compter},
    )
    .critere(
        "les coupes qu'un premier coup permet",
        2,
        _relevees,
        plafond=0.7,
        options={"delai": 6.0, "faire": _compter},
    )
)

ALPHABETA = _FORME.question(
    (
        "Où regarder : votre minmax du TP 2, et l'arbre dessiné. Une seule ligne change dans la boucle, et "
        "deux s'y ajoutent.",
        "À quoi penser : alpha est ce que j est déjà sûr d'avoir, beta ce que l'adversaire ne lui laissera "
        "pas dépasser. Que devient chacun des deux vu de l'autre côté ? Et quand un coup atteint beta, "
        "pourquoi les suivants sont-ils inutiles ?",
        "Pour commencer : recopiez minmax sans le tirage au sort, avec un seul meilleur coup, remplacé "
        "seulement par un score plus grand. Puis passez la fenêtre retournée à l'adversaire. Après chaque "
        "coup, relevez alpha s'il le faut ; s'il rejoint beta, arrêtez la boucle.",
    ),
    [
        valeurs("Vous ne renvoyez que le score : on attend un couple (score, coup).", lambda v: v + 0 == v),
        valeurs("Le résultat est à l'envers : (score, coup), le score d'abord.", lambda v: len(v[0]) == 2),
        valeurs(
            "Vous renvoyez le numéro de la colonne : un coup est un couple (x, y).",
            lambda v: isinstance(v[1], int),
        ),
        *(_FORME.erreur(phrase, variante) for phrase, variante in _VARIANTES),
        Erreur(
            "Un coup qui ne fait qu'égalité remplace le meilleur : après une coupe, son score n'est qu'une "
            "borne. "
            "Ne gardez que ce qui est strictement plus grand.",
            lambda epreuves: all(map(_autre_coup, fautes(epreuves))),
        ),
    ],
    aides("utilite"),
    recherche=recherche_du_tp2("alphabeta", elague=True),
)
