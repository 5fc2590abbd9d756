"""La même réponse par min-max, sans heuristique et avec un dictionnaire : valeur(s, memo)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from p4core.appels import Appel
from p4core.codages import TOURS, vers_tours
from p4core.jeu import Position
from p4cours.tp7_jeu_parfait.graphe import sur_position
from p4cours.tp7_jeu_parfait.petit_jeu import aides, au_hasard, finales, retournes, suivantes, valeurs_depuis
from p4cours.verification.diagnostics import etiquette, restreinte, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Essai, Source
from p4cours.verification.lecture import entier, montrer

_SENS = {1: "O peut forcer la victoire", 0: "ni O ni X ne peut la forcer", -1: "X peut forcer la victoire"}


def valeur_de(position: Position) -> int:
    """1, 0 ou −1 : ce que vaut la position, vue de O."""
    return valeurs_depuis(position)[position]


def _dire(position: Position, *_reste: Any) -> str:
    return f"Ici {_SENS[valeur_de(position)]} : on attend {valeur_de(position)}."


def _fins(source: Source) -> Iterator[tuple[Position, str]]:
    yield from ((p, "fin") for p in finales(source, source.nombre(10)))


# Une seule colonne, la première ou la deuxième, donne sa valeur à la position ; pour O, puis pour X.
_UNE_SEULE = ("4322411334", "3324423111", "34423211231", "434324322")


def _proches(source: Source) -> Iterator[Position]:
    for coups in _UNE_SEULE:
        yield from (Position.depuis_coups(c, 4, 4, 3) for c in (coups, retournes(coups)))
    yield from _nulles_au_bout(source)
    yield from sorted(au_hasard(source, source.nombre(24), *range(9, 16)), key=lambda p: -p.nb_coups)


# Personne n'y peut forcer la victoire, et un coup au moins la donnerait à l'autre : le hasard en donne peu.
_SANS_VAINQUEUR = (
    *("222423", "333231", "2332242", "3441111", "42333111", "33311112", "244443322", "344442331"),
    *("4323313114", "2444133223", "44443331111", "44431222211"),
)


def _nulles_au_bout(source: Source) -> Iterator[Position]:
    """Deux pour O, deux pour X, retournées ou non."""
    for choisies in (
        _SANS_VAINQUEUR[0::4],
        _SANS_VAINQUEUR[2::4],
        _SANS_VAINQUEUR[1::4],
        _SANS_VAINQUEUR[3::4],
    ):
        coups = source.alea.choice(choisies)
        yield Position.depuis_coups(source.alea.choice((coups, retournes(coups))), 4, 4, 3)


def _lointaines(source: Source) -> Iterator[Position]:
    yield from au_hasard(source, source.nombre(6), 6, 7, 8)


_FINS_OUBLIEES = (
    "\nRemarque : les fins de partie ne sont pas inscrites dans memo. Le résultat est le même, mais l'énoncé "
    "demande d'y inscrire toute valeur calculée."
)


def _inscrit_les_fins(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel ; juste sans rien inscrire, il est accepté, et on le fait remarquer."""
    epreuve = essai.une_fois(appelant)
    if not epreuve.reussie or vers_tours(essai.cas[0]) in epreuve.appel.apres[1]:
        return epreuve
    return replace(epreuve, remarque=_FINS_OUBLIEES)


def _a_retenir(source: Source) -> Iterator[tuple[Position, str]]:
    for position in au_hasard(source, source.nombre(14), 6, 7, 8):
        if not any(suivante.finie for suivante in suivantes(position)):
            yield position, "memo"


def _juger_memo(appel: Appel, position: Position, *_reste: Any) -> Ecart | None:
    """Après l'appel, memo contient la valeur de s, et rien de faux."""
    memo, vraies = appel.apres[1], valeurs_depuis(position)
    if entier(appel.valeur) != vraies[position]:
        return Ecart(_dire(position), str(vraies[position]), montrer(appel.valeur))
    if not isinstance(memo, dict) or not memo:
        return Ecart("Après l'appel, memo est vide : rien n'a été retenu.", "des positions et leurs valeurs")
    justes = {vers_tours(s): v for s, v in vraies.items()}
    for s, v in memo.items():
        if s in justes and v != justes[s]:
            return Ecart(f"memo[{s}] n'est pas la valeur de cette position.", str(justes[s]), montrer(v, 60))
    if vers_tours(position) not in memo:
        return Ecart("La valeur de s n'est pas retenue dans memo.", f"{justes[vers_tours(position)]}")
    if len(memo) == 1:
        return Ecart(
            "memo ne retient que s : les valeurs calculées en chemin sont perdues. C'est memo lui-même, et "
            "non "
            "une copie, que doivent recevoir les appels récursifs.",
            "des positions et leurs valeurs",
        )
    return None


def _tout_retenu(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel ; toute position dont on a demandé les successeurs doit être dans memo."""
    vues: list[Any] = []
    justes = aides("successeurs")["successeurs"]

    def successeurs(s: Any) -> Any:
        vues.append(s)
        return justes(s)

    epreuve = essai.une_fois(appelant, remplacements={"successeurs": successeurs})
    if not epreuve.reussie:
        return epreuve
    oubliee = next((s for s in vues if s not in epreuve.appel.apres[1] and justes(s)), None)
    if oubliee is None:
        return epreuve
    phrase = f"La valeur de {oubliee}, calculée en chemin, n'est pas dans memo : toutes doivent y être."
    return replace(epreuve, ecart=Ecart(phrase, "une valeur pour chaque position examinée"))


def _relit_memo(essai: Essai, appelant: Appelant) -> Epreuve:
    """Puis d'autres appels, avec un memo où les suivantes ont une valeur convenue, qu'ils doivent croire."""
    epreuve = _tout_retenu(essai, appelant)
    position: Position = essai.cas[0]
    # Le pire pour qui joue, aucune suivante n'y échappe ; puis 0, qui est « faux » pour Python.
    for convenue in (-1 if position.trait == 1 else 1, 0):
        if not epreuve.reussie:
            return replace(epreuve, essai=essai)
        memo = {vers_tours(s): convenue for s in suivantes(position)}
        suite = replace(essai, arguments=(vers_tours(position), memo), juge=partial(_a_lu, convenue=convenue))
        epreuve = suite.une_fois(appelant)
    return replace(epreuve, essai=essai)


def _a_lu(appel: Appel, convenue: int) -> Ecart | None:
    if entier(appel.valeur) == convenue:
        return None
    phrase = (
        "Une valeur 0 inscrite dans memo n'est pas relue : 0 est « faux » pour Python. Demandez-vous si « s "
        "in "
        "memo »."
        if convenue == 0
        else "Ce qui est dans memo n'est pas relu : avec un memo où la valeur de chaque successeur est déjà "
        "inscrite, votre fonction en calcule d'autres."
    )
    return Ecart(phrase, str(convenue), montrer(appel.valeur))


def _premiere(valeurs: Iterable[int]) -> int:
    return next(iter(valeurs))


def _derniere(valeurs: Iterable[int]) -> int:
    return [*valeurs][-1]


def _depuis(depart: int, choix: Callable[..., int]) -> Callable[[Iterable[int]], int]:
    """Le meilleur, quand on part de cette valeur."""
    return lambda valeurs: choix(depart, *valeurs)


def _en_prenant(
    *meilleurs: Callable[..., int], nulle: int = 0, gains: tuple[int, int] = (1, -1)
) -> Callable[..., int]:
    """Ce que trouve celui qui prend ceci quand c'est à O, cela quand c'est à X."""

    def fausse(position: Position, *_reste: Any) -> int:
        if position.gagnant:
            return gains[position.gagnant - 1]
        apres = suivantes(position)
        return meilleurs[position.trait - 1](map(fausse, apres)) if apres else nulle

    return fausse


def _vu_du_trait(position: Position, *_reste: Any) -> int:
    return valeur_de(position) if position.trait == 1 else -valeur_de(position)


def _hors_memo(epreuve: Epreuve) -> bool:
    return "memo" not in epreuve.essai.etiquettes


_FORME = (
    sur_position(
        "valeur(s, memo)",
        donner=lambda position, *_: (vers_tours(position), {}),
        attendu=lambda position, *_: valeur_de(position),
        lire=entier,
        dire=_dire,
        etiquettes=lambda position, *etiquettes: etiquettes,
        appel=lambda position, *_: f"valeur({vers_tours(position)}, {{}})",
        options={"permissif": True},
    )
    .critere(
        "les fins de partie",
        1,
        _fins,
        gratuit=True,
        options={"codage": TOURS, "permissif": True, "faire": _inscrit_les_fins},
    )
    .critere("près de la fin", 2, _proches)
    .critere("plus loin", 1, _lointaines)
    .critere(
        "ce qui est calculé est retenu, puis relu",
        2,
        _a_retenir,
        juger=_juger_memo,
        options={"faire": _relit_memo, "permissif": True, "relancable": False},
    )
)

_ERREURS = (
    (
        "La valeur est toujours vue de O : 1 si O gagne, même quand c'est à X de jouer.",
        _vu_du_trait,
    ),
    ("Le signe est inversé : 1 quand O gagne, -1 quand X gagne.", lambda p, *_: -valeur_de(p)),
    (
        "Vous prenez partout le maximum : quand c'est à X de jouer, il choisit le minimum.",
        _en_prenant(max, max),
    ),
    (
        "Vous prenez partout le minimum : quand c'est à O de jouer, il choisit le maximum.",
        _en_prenant(min, min),
    ),
    (
        "Le minimum et le maximum sont échangés : O cherche le maximum, X le minimum.",
        _en_prenant(min, max),
    ),
    *(
        (
            "Votre meilleure valeur part de 0 : si toutes sont pires, aucune n'est retenue. Partez de la "
            "première, ou de -2 pour O et de 2 pour X.",
            _en_prenant(*choix),
        )
        for choix in ((_depuis(0, max), _depuis(0, min)), (_depuis(0, max), min), (max, _depuis(0, min)))
    ),
    *(
        (
            "La meilleure valeur part du même nombre pour les deux joueurs : pour X, qui cherche le minimum, "
            "il "
            "doit être grand, pour O petit.",
            _en_prenant(*choix),
        )
        for depart in (1, 2, 10)
        for choix in ((max, _depuis(-depart, min)), (_depuis(depart, max), min))
    ),
    *(
        (
            "Vous ne gardez que la valeur d'un successeur, le dernier ou le premier : comparez-les toutes.",
            _en_prenant(*choix),
        )
        for une in (_derniere, _premiere)
        for choix in ((une, une), (une, min), (max, une))
    ),
    *(
        (
            "Vous donnez la même valeur à toutes les victoires : 1 si c'est O qui a gagné, -1 si c'est X.",
            _en_prenant(max, min, gains=gains),
        )
        for gains in ((1, 1), (-1, -1))
    ),
    *(("Une partie nulle vaut 0.", _en_prenant(max, min, nulle=nulle)) for nulle in (1, -1)),
)

VALEUR = _FORME.question(
    (
        "Où regarder : le min-max du TP 2 ou du TP 4, sans profondeur ni heuristique : on va jusqu'à la fin.",
        "À quoi penser : la valeur est toujours vue de O. Que cherche O parmi les successeurs, que "
        "cherche X ? Et que doit-on faire quand s est déjà dans memo ?",
        "Pour commencer : si s est connue, sa valeur l'est aussi. Sinon, traitez les trois fins de "
        "partie ; puis calculez les valeurs des successeurs. Avant de renvoyer, inscrivez le résultat.",
    ),
    [
        *(restreinte(_FORME.erreur(*erreur), _hors_memo) for erreur in _ERREURS),
        restreinte(etiquette("fin", "Toutes vos erreurs concernent les parties finies."), _hors_memo),
        restreinte(
            seulement("fin", "Toutes vos erreurs concernent les parties finies : 1, 0 ou -1."), _hors_memo
        ),
    ],
    aides("trait", "gagnant", "successeurs"),
)
