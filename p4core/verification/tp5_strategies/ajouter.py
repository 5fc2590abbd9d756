"""ajouter(l, c, t) : une copie de la table où un jeton est tombé."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from p4core.codages import vers_jetons
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification import positions as pos
from p4core.verification.essais import (
    Appelant,
    Critere,
    Ecart,
    Epreuve,
    Essai,
    Question,
    Source,
    juger,
)
from p4core.verification.lecture import montrer
from p4core.verification.tp5_strategies.ajouter_erreurs import ERREURS
from p4core.verification.tp5_strategies.grilles import (
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


QUESTION = Question(
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
