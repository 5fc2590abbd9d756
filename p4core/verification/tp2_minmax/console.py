"""humain_vs_machine et joue_partie_h_m : jouer dans la console contre minmax."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

from p4core.execution import Appel, SaisieInattendue
from p4core.verification import positions as pos
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4core.verification.tp2_minmax.commun import W1, W2, Poids, aides, ecrire
from p4core.verification.tp2_minmax.partenaire import HUMAIN, Partenaire
from p4core.verification.tp2_minmax.souffleur import PartieSansFin

_REGLAGES: tuple[tuple[Poids, int], ...] = ((W2, 4), (W1, 2), ([0, 2, 7, 30, inf], 3))


@dataclass(frozen=True)
class Dialogue(Essai):
    """Une partie en console : les saisies et les réponses de minmax sont écrites d'avance."""

    colonnes: tuple[int, ...] = ()
    relancable: bool = False  # celui qui commence peut être tiré au sort
    pions_machine: int | None = None
    examen: Callable[[Partenaire, Appel], Ecart | None] = lambda partenaire, appel: None

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait jouer la partie, puis juge les demandes, la fin ou l'affichage."""
        poids, profondeur = self.arguments
        partenaire = Partenaire(self.colonnes, poids, profondeur, self.pions_machine)
        noms = {"minmax": partenaire.minmax, "affiche": partenaire.affiche, "display": partenaire.affiche}
        appel = appelant(self.arguments, delai=self.delai, saisies=partenaire.saisies(), remplacements=noms)
        return Epreuve(self, appel, self._ecart(partenaire, appel))

    def _ecart(self, partenaire: Partenaire, appel: Appel) -> Ecart | None:
        if appel.exception or appel.expire:
            return partenaire.ecart or _fin_manquee(partenaire, appel) or juger(self, appel)
        return juger(self, appel) or self.examen(partenaire, appel)


def _fin_manquee(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if not partenaire.complete or isinstance(appel.exception, NotImplementedError):
        return None
    if isinstance(appel.exception, SaisieInattendue):
        return Ecart(
            "La partie est finie et votre fonction demande encore une colonne.", "l'arrêt de la partie"
        )
    if appel.expire or isinstance(appel.exception, PartieSansFin | TypeError):
        return Ecart(
            "La partie est finie et votre fonction fait encore jouer la machine.", "l'arrêt de la partie"
        )
    return None


def _demandes(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if not appel.saisies:
        return Ecart("Votre fonction ne demande aucune colonne à l'humain avec input.")
    if not partenaire.demandes:
        return Ecart("La machine ne joue pas : minmax n'est jamais appelée.")
    return partenaire.ecart


def _fin(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if partenaire.complete and partenaire.demandes:
        return None
    joues, voulus = len(partenaire.tours), len(partenaire.colonnes)
    if partenaire.ecart or not joues or not partenaire.demandes:
        return _demandes(partenaire, appel)
    return Ecart(
        f"La partie s'arrête trop tôt : {joues} coups joués, elle en compte {voulus}.",
        f"{voulus} coups",
        f"{joues} coups",
    )


def _affichage(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """Une grille montrée par saisie : par affiche ou display, ou par au moins 6 lignes de texte."""
    saisies = partenaire.tours.count(HUMAIN)
    if not saisies:
        return _demandes(partenaire, appel)
    lignes = [ligne for ligne in appel.sortie.splitlines() if ligne.strip()]
    if partenaire.affichages >= saisies or len(lignes) >= 6 * saisies:
        return None
    return Ecart(
        "La grille doit être affichée avant chaque saisie : l'humain doit voir où il joue.",
        f"{saisies} grilles affichées, ou plus",
        f"{partenaire.affichages}",
    )


def _scenarios(source: Source, nulle: bool) -> Iterator[tuple[int, ...]]:
    """Gagnées par celui qui commence, par l'autre, nulle si on la veut ; puis d'autres au hasard."""
    yield (0, 5, 0, 6, 0, 5, 0)
    yield (1, 6, 2, 6, 1, 6, 2, 6)
    if nulle:
        yield pos.nulles()[0].historique
    yield from (position.historique for position, _ in source.alea.sample(pos.gagnees(), source.nombre(4)))


def _essais(
    nom: str, pions_machine: int | None, examen: Callable[[Partenaire, Appel], Ecart | None]
) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        # Oublier la grille pleine ne coûte que le critère de la fin : les autres n'ont pas de partie nulle.
        for rang, colonnes in enumerate(_scenarios(source, nulle=examen is _fin)):
            arguments = _REGLAGES[rang % 3]
            coups = " ".join(map(str, colonnes[:12])) + (" …" if len(colonnes) > 12 else "")
            yield Dialogue(
                f"{nom}({ecrire(*arguments)})   (colonnes jouées : {coups})",
                arguments,
                lambda appel: None,
                sans_retour=True,
                colonnes=colonnes,
                pions_machine=pions_machine,
                examen=examen,
            )

    return essais


def _criteres(nom: str, pions_machine: int | None) -> tuple[Critere, ...]:
    return (
        Critere(
            "l'humain tape sa colonne, la machine répond avec minmax",
            2,
            _essais(nom, pions_machine, _demandes),
        ),
        Critere("la partie va à son terme et s'arrête", 2, _essais(nom, pions_machine, _fin)),
        Critere("la grille est affichée", 1, _essais(nom, pions_machine, _affichage)),
    )


_INDICES = (
    "C'est encore une partie : à chaque tour, le coup vient de input si c'est à l'humain, de minmax si "
    "c'est à la machine.",
    "L'humain ne tape qu'une colonne x : la rangée y est celle du coup (x, y) de coups(G) qui est dans "
    "cette colonne. "
    "N'oubliez pas de tester la fin après le coup de l'humain ET après celui de la machine.",
)

HUMAIN_VS_MACHINE = Question(
    "humain_vs_machine",
    "humain_vs_machine(w, p)",
    _criteres("humain_vs_machine", 2),
    (
        *_INDICES,
        "Tant que fini(G) == 0 et coups(G) != [] : affiche(G) ; si j == 1, x = int(input(…)) et l'on "
        "cherche y ; sinon "
        "le coup est minmax(G, 2, w, p)[1]. Puis G[x][y] = j et j = 3 - j. Après la boucle, on affiche "
        "la fin.",
    ),
    aides=aides("minmax"),
)

JOUE_PARTIE_H_M = Question(
    "joue_partie_h_m",
    "joue_partie_h_m(W, p)",
    _criteres("joue_partie_h_m", None),
    (
        *_INDICES,
        "Choisissez qui commence, par exemple au hasard : humain = choice([1, 2]). Dans la boucle, c'est "
        "à l'humain si "
        "j == humain, sinon la machine joue minmax(G, j, W, p)[1]. À la fin, annoncez le résultat.",
    ),
    aides=aides("minmax"),
)
