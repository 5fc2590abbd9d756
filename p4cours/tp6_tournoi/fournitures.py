"""Ce que le notebook du TP 6 reçoit tout fait : les figures d'un tournoi, lisibles sans couleur, et un duel
par milliers de parties."""

from __future__ import annotations

from collections.abc import Sequence

from p4core.francais import virgule
from p4core.graphiques import Axe, Barres, CoteACote, Radar, Valeur
from p4core.tournois.confrontations import confronter
from p4core.tournois.resultats import Resultats
from p4cours.duels import Duels, par_case
from p4cours.tp6_tournoi.experiences import CORRIGEE

# --- les figures d'un tournoi ---------------------------------------------------------------------


def radar(resultats: Resultats, joueurs: Sequence[str] | None = None) -> Radar:
    """Le radar : une courbe par joueur, ses victoires pour une défaite contre chacun des autres."""
    noms = _choisis(resultats, joueurs, 3)
    # Contre lui-même, un joueur gagnerait autant qu'il perdrait : la courbe passe par 1, sans marque.
    profils = {a: [Valeur(*resultats.rapport(a, b)) if a != b else None for b in noms] for a in noms}
    return Radar(
        "Victoires pour une défaite (le cercle épais : autant des unes que des autres)",
        [f"contre {nom}" for nom in noms],
        profils,
        grandeur="victoires pour une défaite",
    )


def radars(resultats: Resultats, *groupes: Sequence[str]) -> CoteACote:
    """Un radar par groupe de joueurs, côte à côte, chacun à son échelle."""
    return CoteACote([radar(resultats, groupe) for groupe in groupes])


def podium(resultats: Resultats) -> Barres:
    """Le classement de Bradley–Terry et ses intervalles à 95 %."""
    barres = {}
    for k, rang in enumerate(resultats.classement(), 1):
        etiquette = f"{_decimale(rang.force, 0)} ± {_decimale((rang.haut - rang.bas) / 2, 0)}"
        barres[f"{rang.nom} (n° {k})"] = Valeur(rang.force, (rang.bas, rang.haut), etiquette)
    return Barres(
        "Classement (Bradley–Terry, intervalle à 95 %)",
        barres,
        Axe("force en points", forme=lambda force: _decimale(force, 0)),
        note="400 de plus, c'est dix fois plus de victoires que de défaites",
    )


def _choisis(resultats: Resultats, joueurs: Sequence[str] | None, minimum: int) -> list[str]:
    noms = list(joueurs or resultats.joueurs)
    inconnus = [nom for nom in noms if nom not in resultats.joueurs]
    if inconnus:
        raise ValueError(f"« {inconnus[0]} » n'a pas joué ce tournoi : {', '.join(resultats.joueurs)}.")
    if len(noms) < minimum:
        raise ValueError(f"Il faut au moins {minimum} joueurs pour cette figure.")
    return noms


def _decimale(valeur: float, chiffres: int) -> str:
    return virgule(valeur, f".{chiffres}f").replace("-", "−")


# --- la 1.4 corrigée ------------------------------------------------------------------------------


def duel_corrigee(contre: str, parties: int, graine: int | str = 0) -> str:
    """L'IA 1.4 corrigée contre une des six IA : les comptes, le score et son intervalle, en une phrase.

    Chacune commence la moitié des parties.
    """
    from p4core.ia.regles import IA_CORRIGEE, IA_REGLES  # numba, qui est long à charger

    nombre = par_case(parties)
    if contre not in IA_REGLES:
        raise ValueError(f"Pas d'IA « {contre} », mais {', '.join(IA_REGLES)}.")
    joueurs = {CORRIGEE: IA_CORRIGEE, contre: IA_REGLES[contre]}
    table = confronter(joueurs, nombre, graine, paires=[(CORRIGEE, contre)])
    return Duels(table, "").contre(CORRIGEE, contre)
