"""Les façons habituelles de se tromper en ajoutant un jeton.
ajouter(l, c, t) : une copie de la table où un jeton est tombé.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_jetons
from p4core.jeu import Position
from p4cours.tp5_strategies.grilles import (
    JETONS,
    EssaiPermissif,
    Table,
    autres_tailles,
    differences,
    en_cases,
    en_cours,
    essai,
    libres,
    lire_table,
    poser,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.lecture import montrer

# --- Les façons habituelles de se tromper en ajoutant un jeton -------------------------------------------


def _version(phrase: str, fausse: Callable[[Table, int, int, str], Any]) -> Erreur:
    """L'erreur d'une fonction qui rendrait partout `fausse(copie de l, colonne, ligne de chute, t)`."""

    def valeur(essai: Essai) -> Any:
        c = essai.contexte
        return fausse(copy.deepcopy(c["l"]), c["x"], c["i"], c["t"])

    return modele(phrase, valeur, lire_table)


def _avec(l: Table, x: int, lignes: Iterable[int], t: str) -> Table:
    for i in lignes:
        l[x][i] = t
    return l


def _autre(t: str) -> str:
    return "[X]" if t == "[O]" else "[O]"


def _voisine(l: Table, x: int, t: str) -> Table:
    """Le jeton joué dans la colonne suivante."""
    vides = [i for i, jeton in enumerate(l[x + 1]) if jeton == "[ ]"]
    return _avec(l, x + 1, vides[-1:], t)


def _trop_a_droite() -> Erreur:
    """c employé comme un indice : la dernière colonne, elle, lève une erreur."""
    phrase = "Vous jouez une colonne trop à droite : la colonne numéro c est l[c - 1]."
    erreur = _version(phrase, lambda l, x, i, t: _voisine(l, x, t))
    dedans = lambda e: e.essai.contexte["x"] + 1 < len(e.essai.contexte["l"])  # noqa: E731
    return Erreur(phrase, lambda epreuves: erreur.explique([e for e in epreuves if dedans(e)]))


def _indices_echanges() -> Erreur:
    """l[i][c - 1] au lieu de l[c - 1][i] : là où l'indice existe, le jeton va dans une autre colonne."""
    phrase = "Vous échangez lignes et colonnes : l[j][i] est la case de la COLONNE j et de la ligne i."

    def echange(l: Table, x: int, i: int, t: str) -> Table:
        vides = [k for k in range(len(l[0])) if l[k][x] == "[ ]"]
        return _avec_ligne(l, x, vides[-1:], t)

    erreur = _version(phrase, echange)

    def sans_erreur(e: Epreuve) -> bool:
        l, x = e.essai.contexte["l"], e.essai.contexte["x"]
        if (len(l), len(l[0])) != (7, 6) or x > 5 or e.appel.exception is not None:
            return False
        return any(colonne[x] == "[ ]" for colonne in l[:6])

    return Erreur(phrase, lambda epreuves: erreur.explique([e for e in epreuves if sans_erreur(e)]))


def _avec_ligne(l: Table, x: int, colonnes: Iterable[int], t: str) -> Table:
    for j in colonnes:
        l[j][x] = t
    return l


ERREURS = (
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
        lambda l, x, i, t: _avec(l, x, [i] if i >= 0 else [], _autre(t)),
    ),
    _version(
        "Vous posez toujours un [O] : le jeton à poser est t.",
        lambda l, x, i, t: _avec(l, x, [i] if i >= 0 else [], "[O]"),
    ),
    _version("La table renvoyée est celle d'avant : aucun jeton n'est posé.", lambda l, x, i, t: l),
    _version(
        "Les jetons déjà joués ont disparu : partez d'une copie de l, pas d'une table vide.",
        lambda l, x, i, t: _avec([["[ ]"] * len(c) for c in l], x, [i] if i >= 0 else [], t),
    ),
)


# --- ajouter(l, c, t) : une copie de la table où un jeton est tombé --------------------------------------


Cas = tuple[Position, int, int]  # position, colonne à partir de 0, joueur


def _ouvertes(source: Source) -> Iterator[Cas]:
    for position in pos.petites(1):
        yield from ((position, x, joueur) for x in range(7) for joueur in (1, 2))
    for coups in ("44", "444", "1111", "77777", "343434", "3333355555"):
        yield Position.depuis_coups(coups), int(coups[-1]) - 1, 1
    for position in en_cours(source, 40):
        yield position, source.alea.choice(libres(position)), source.alea.choice((1, 2))


def _ailleurs(source: Source) -> Iterator[Cas]:
    for position in autres_tailles(source, 4):
        yield position, source.alea.choice(libres(position)), source.alea.choice((1, 2))
    yield Position.depuis_coups("2222", 5, 4, 3), 1, 2


def _pleines(source: Source) -> Iterator[Cas]:
    for x in range(7):
        yield from ((Position.depuis_coups(str(x + 1) * 6), x, joueur) for joueur in (1, 2))
    yield from ((position, x, 1) for position in pos.nulles(1) for x in range(7))


def _essai(cas: Cas, juge: Callable[..., Ecart | None], genre: type[Essai]) -> Essai:
    position, x, joueur = cas
    attendue = vers_jetons(poser(position, x, joueur))
    i = position.hauteur - 1 - position.niveau(x)  # la ligne où tombe le jeton, −1 si la colonne est pleine
    change = f"seule la case [{x}][{i}] a changé" if i >= 0 else "rien n'a changé : la colonne est pleine"
    return essai(
        "ajouter",
        position,
        (x + 1, JETONS[joueur]),
        lambda appel: juge(appel, attendue),
        genre,
        contexte={"l": vers_jetons(position), "x": x, "i": i, "t": JETONS[joueur]},
        attendu=f"une copie de l où {change}",
    )


def _critere(
    cas: Callable[[Source], Iterable[Cas]], juge: Callable[..., Ecart | None], genre: type[Essai]
) -> Callable[[Source], Iterable[Essai]]:
    return lambda source: (_essai(c, juge, genre) for c in cas(source))


def _toutes(source: Source) -> Iterator[Cas]:
    yield from _ouvertes(source)
    yield from _pleines(source)


def _juge_table(appel: Appel, attendue: Table) -> Ecart | None:
    obtenue = lire_table(appel.valeur)
    if (len(obtenue), len(obtenue[0])) != (len(attendue), len(attendue[0])):
        phrase = f"La table renvoyée a {len(obtenue)} colonnes de {len(obtenue[0])} cases."
        return Ecart(phrase, f"{len(attendue)} colonnes de {len(attendue[0])} cases", montrer(obtenue, 120))
    fautives = differences(obtenue, attendue)
    if not fautives:
        return None
    phrase = "La table renvoyée n'est pas la bonne (elle est dessinée, les cases fautives sont encadrées)."
    return Ecart(phrase, fautives=fautives, cases=en_cases(obtenue))


def _juge_copie(appel: Appel, attendue: Table) -> Ecart | None:
    if appel.arguments[0] != appel.apres[0]:
        return Ecart(_phrase_copie(appel), "l inchangée", cause="copie")
    if appel.valeur is appel.apres[0]:
        phrase = "La table renvoyée est l elle-même : il en faut une copie, même quand la colonne est pleine."
        return Ecart(phrase, cause="copie")
    lire_table(appel.valeur)
    return None


def _phrase_copie(appel: Appel) -> str:
    debut = "Après l'appel, la table l qu'on vous a donnée n'est plus la même : "
    rendue, donnee = appel.valeur, appel.apres[0]
    if isinstance(rendue, list) and rendue is not donnee and any(c is d for c in rendue for d in donnee):
        return debut + (
            "votre copie est superficielle. list(l), l[:] ou l.copy() créent une nouvelle liste, mais "
            "des MÊMES "
            "colonnes : changer une case de la copie change aussi l'originale. Copiez chaque colonne."
        )
    return (
        debut + "vous posez le jeton dans l. Copiez-la d'abord (m = l ne copie rien : c'est un second nom)."
    )


class _EssaiCopie(Essai):
    """Un essai qui ne regarde que la table donnée : elle doit ressortir intacte."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel et nomme la copie qui manque, ou qui n'est que superficielle."""
        appel = appelant(self.arguments, delai=self.delai)
        ecart = juger(self, appel)
        if ecart and ecart.cause == "argument":
            ecart = Ecart(_phrase_copie(appel), "l inchangée", cause="copie")
        return Epreuve(self, appel, ecart)


AJOUTER = Question(
    "ajouter",
    "ajouter(l, c, t)",
    (
        Critere("le jeton tombe au bon endroit", 3, _critere(_ouvertes, _juge_table, EssaiPermissif)),
        Critere(
            "une colonne pleine ne change rien",
            1,
            _critere(_pleines, _juge_table, EssaiPermissif),
            gratuit=True,
        ),
        Critere(
            "la table donnée reste intacte", 2, _critere(_toutes, _juge_copie, _EssaiCopie), gratuit=True
        ),
        Critere("sur d'autres tailles", 1, _critere(_ailleurs, _juge_table, EssaiPermissif)),
    ),
    (
        "Deux étapes : copier la table, puis trouver dans la colonne c la case libre la plus basse.",
        "Copiez colonne par colonne. La colonne numéro c a pour indice c - 1, et la case du bas est la "
        "DERNIÈRE "
        "de la liste : partez d'elle et remontez tant que la case est occupée.",
        "copie = [list(colonne) for colonne in l] ; puis i = len(copie[c - 1]) - 1, que l'on diminue "
        "tant que "
        'i >= 0 et que la case n\'est pas "[ ]". Si i >= 0, on y écrit t. Dans tous les cas, on renvoie '
        "copie.",
    ),
    ERREURS,
)
