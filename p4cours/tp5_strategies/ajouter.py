"""ajouter(l, c, t) : une copie de la table où un jeton est tombé."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from p4core.appels import Appel
from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    Table,
    autres_tailles,
    en_cours,
    libres,
    lire_table,
    poser,
    sur_table,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import restreinte
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.lecture import montrer

Cas = tuple[Position, int, int]  # position, colonne à partir de 0, joueur
VIDE, ROND, CROIX = JETONS.signes


# --- les cas --------------------------------------------------------------------------------------


def _ouvertes(source: Source) -> Iterator[Cas]:
    for position in pos.petites(1):
        yield from ((position, x, joueur) for x in range(7) for joueur in (1, 2))
    for coups in ("44", "444", "1111", "77777", "343434", "3333355555"):
        yield Position.depuis_coups(coups), int(coups[-1]) - 1, 1
    for position in en_cours(source, 40):
        yield position, source.alea.choice(libres(position)), source.alea.choice((1, 2))


def _pleines(source: Source) -> Iterator[Cas]:
    for x in range(7):
        yield from ((Position.depuis_coups(str(x + 1) * 6), x, joueur) for joueur in (1, 2))
    yield from ((position, x, 1) for position in pos.nulles(1) for x in range(7))


def _ailleurs(source: Source) -> Iterator[Cas]:
    for position in autres_tailles(source, 4):
        yield position, source.alea.choice(libres(position)), source.alea.choice((1, 2))
    yield Position.depuis_coups("2222", 5, 4, 3), 1, 2


def _chute(position: Position, x: int) -> int:
    """La ligne où tombe le jeton, −1 si la colonne est pleine."""
    return position.hauteur - 1 - position.niveau(x)


def _decrire(position: Position, x: int, joueur: int) -> str:
    i = _chute(position, x)
    change = f"seule la case [{x}][{i}] a changé" if i >= 0 else "rien n'a changé : la colonne est pleine"
    return f"une copie de l où {change}"


# --- juger la table, puis la copie ----------------------------------------------------------------


def _juger_table(appel: Appel, position: Position, x: int, joueur: int) -> Ecart | None:
    obtenue, attendue = lire_table(appel.valeur), vers_jetons(poser(position, x, joueur))
    if (len(obtenue), len(obtenue[0])) != (len(attendue), len(attendue[0])):
        phrase = f"La table renvoyée a {len(obtenue)} colonnes de {len(obtenue[0])} cases."
        return Ecart(phrase, f"{len(attendue)} colonnes de {len(attendue[0])} cases", montrer(obtenue, 120))
    fautives = JETONS.differences(obtenue, attendue)
    if not fautives:
        return None
    phrase = "La table renvoyée n'est pas la bonne (elle est dessinée, les cases fautives sont encadrées)."
    return Ecart(phrase, fautives=fautives, cases=JETONS.cases(obtenue))


def _juger_copie(appel: Appel, *_cas: Any) -> Ecart | None:
    if appel.valeur is appel.apres[0]:
        phrase = "La table renvoyée est l elle-même : il en faut une copie, même quand la colonne est pleine."
        return Ecart(phrase, cause="copie")
    lire_table(appel.valeur)
    return None


def _intacte(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel et nomme la copie qui manque, ou qui n'est que superficielle."""
    epreuve = essai.une_fois(appelant)
    if epreuve.ecart is None or epreuve.ecart.cause != "argument":
        return epreuve
    return replace(epreuve, ecart=Ecart(_phrase_copie(epreuve.appel), "l inchangée", cause="copie"))


def _phrase_copie(appel: Appel) -> str:
    debut = "Après l'appel, la table l qu'on vous a donnée n'est plus la même : "
    rendue, donnee = appel.valeur, appel.apres[0]
    if isinstance(rendue, list) and rendue is not donnee and any(c is d for c in rendue for d in donnee):
        return debut + (
            "votre copie est superficielle. list(l), l[:] ou l.copy() créent une nouvelle liste, mais des "
            "MÊMES colonnes : changer une case de la copie change aussi l'originale. Copiez chaque colonne."
        )
    return (
        debut + "vous posez le jeton dans l. Copiez-la d'abord (m = l ne copie rien : c'est un second nom)."
    )


# --- la question ----------------------------------------------------------------------------------


_FORME = sur_table(
    "ajouter(l, c, t)",
    lambda position, x, joueur: (x + 1, JETONS.signes[joueur]),
    attendu=_decrire,
    lire=lire_table,
    juger=_juger_table,
    options={"codage": JETONS, "permissif": True},
)


def _version(phrase: str, fausse: Callable[[Table, int, int, str], Any]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(copie de l, colonne, ligne de chute, t)`."""
    return _FORME.erreur(
        phrase, lambda p, x, joueur: fausse(vers_jetons(p), x, _chute(p, x), JETONS.signes[joueur])
    )


def _avec(l: Table, x: int, lignes: Iterable[int], t: str) -> Table:
    for i in lignes:
        l[x][i] = t
    return l


def _si(i: int) -> list[int]:
    """La ligne de chute, s'il y en a une."""
    return [i] if i >= 0 else []


def _trop_a_droite() -> Erreur:
    """c employé comme un indice : la dernière colonne, elle, lève une erreur."""

    def voisine(l: Table, x: int, i: int, t: str) -> Table:
        vides = [k for k, jeton in enumerate(l[x + 1]) if jeton == VIDE]
        return _avec(l, x + 1, vides[-1:], t)

    phrase = "Vous jouez une colonne trop à droite : la colonne numéro c est l[c - 1]."
    return restreinte(_version(phrase, voisine), lambda e: e.essai.cas[1] + 1 < e.essai.cas[0].largeur)


def _indices_echanges() -> Erreur:
    """l[i][c - 1] au lieu de l[c - 1][i] : là où l'indice existe, le jeton va dans une autre colonne."""

    def echange(l: Table, x: int, i: int, t: str) -> Table:
        for k in [k for k in range(len(l[0])) if l[k][x] == VIDE][-1:]:
            l[k][x] = t
        return l

    def sans_erreur(e: Epreuve) -> bool:
        position, x, _ = e.essai.cas
        if (position.largeur, position.hauteur) != (7, 6) or x > 5 or e.appel.exception is not None:
            return False
        return any(colonne[x] == VIDE for colonne in vers_jetons(position)[:6])

    phrase = "Vous échangez lignes et colonnes : l[j][i] est la case de la COLONNE j et de la ligne i."
    return restreinte(_version(phrase, echange), sans_erreur)


_ERREURS = (
    _trop_a_droite(),
    _indices_echanges(),
    _version(
        "Vous posez le jeton tout en haut : l'indice 0 est le HAUT, le jeton doit tomber jusqu'à la dernière "
        "case libre.",
        lambda l, x, i, t: _avec(l, x, [0] if i >= 0 else [], t),
    ),
    _version(
        "Quand la colonne est pleine, vous écrasez un jeton : il faut alors rendre une copie inchangée.",
        lambda l, x, i, t: _avec(l, x, [max(i, 0)], t),
    ),
    _version(
        "Quand la colonne est pleine, vous écrasez le jeton du BAS : l'indice -1 désigne la dernière case.",
        lambda l, x, i, t: _avec(l, x, [i], t),
    ),
    _version(
        "Vous remplissez toute la colonne : il faut s'arrêter après le premier jeton posé.",
        lambda l, x, i, t: _avec(l, x, range(i + 1), t),
    ),
    _version(
        "Le jeton remplace le plus haut de la colonne au lieu de se poser dessus.",
        lambda l, x, i, t: _avec(l, x, [min(i + 1, len(l[x]) - 1)] if i >= 0 else [], t),
    ),
    _version(
        "Le jeton flotte une case trop haut : il tombe jusqu'à la dernière case libre.",
        lambda l, x, i, t: _avec(l, x, [max(i - 1, 0)] if i >= 0 else [], t),
    ),
    _version(
        "Le jeton tombe toujours tout en bas, par-dessus ceux qui y sont : cherchez la dernière case LIBRE.",
        lambda l, x, i, t: _avec(l, x, [-1], t),
    ),
    _version(
        "Vous posez le jeton de l'adversaire au lieu de t.",
        lambda l, x, i, t: _avec(l, x, _si(i), CROIX if t == ROND else ROND),
    ),
    _version(
        "Vous posez toujours un [O] : le jeton à poser est t.",
        lambda l, x, i, t: _avec(l, x, _si(i), ROND),
    ),
    _version("La table renvoyée est celle d'avant : aucun jeton n'est posé.", lambda l, x, i, t: l),
    _version(
        "Les jetons déjà joués ont disparu : partez d'une copie de l, pas d'une table vide.",
        lambda l, x, i, t: _avec([[VIDE] * len(c) for c in l], x, _si(i), t),
    ),
)

AJOUTER = (
    _FORME.critere("le jeton tombe au bon endroit", 3, _ouvertes)
    .critere("une colonne pleine ne change rien", 1, _pleines, gratuit=True)
    .critere(
        "la table donnée reste intacte",
        2,
        lambda source: (*_ouvertes(source), *_pleines(source)),
        gratuit=True,
        juger=_juger_copie,
        options={"codage": JETONS, "faire": _intacte},
    )
    .critere("sur d'autres tailles", 1, _ailleurs)
    .question(
        (
            "Deux étapes : copier la table, puis trouver dans la colonne c la case libre la plus basse.",
            "Copiez colonne par colonne. La colonne numéro c a pour indice c - 1, et la case du bas est la "
            "DERNIÈRE de la liste : partez d'elle et remontez tant que la case est occupée.",
            "copie = [list(colonne) for colonne in l] ; puis i = len(copie[c - 1]) - 1, que l'on diminue "
            "tant "
            'que i >= 0 et que la case n\'est pas "[ ]". Si i >= 0, on y écrit t. Dans tous les cas, on '
            "renvoie copie.",
        ),
        _ERREURS,
    )
)
