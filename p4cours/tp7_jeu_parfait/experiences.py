"""★ Les coups justes : chaque IA du cours et celle de l'élève, jugées par le solveur exact, pli par pli.

`python -m bench.justesse` mesure de nouveau la table de référence, et trouve la même."""

from __future__ import annotations

from collections.abc import Callable

from p4core.francais import pour_cent
from p4core.graphiques import Courbes
from p4core.jeu import SECONDES_PAR_COUP, Position
from p4core.tableaux import Tableau
from p4core.tournois.confrontations import Decompte
from p4core.tournois.echelle import barreaux
from p4core.tournois.mesure import DELAI_SOLVEUR, Mesures, courbe_par_pli, mesurer
from p4cours.verification.experiences import Experience

POSITIONS, GRAINE = 1000, 2026  # de la table de référence
A, B = "3", "1.3"  # les deux IA que l'on compare

# Par IA, et par tranche de six pions : coups qui gardent le résultat / coups demandés.
_GARDES = {
    "hasard": "95/349 70/241 63/198 43/136 22/57 6/17 1/2",
    "1.1": "130/349 156/241 169/198 126/136 52/57 17/17 2/2",
    "1.2": "154/349 169/241 169/198 127/136 53/57 17/17 2/2",
    "1.3": "154/349 169/241 169/198 127/136 53/57 17/17 2/2",
    "1.4": "154/349 169/241 169/198 128/136 53/57 17/17 2/2",
    "2": "177/349 171/241 166/198 128/136 54/57 16/17 2/2",
    "3": "140/349 138/241 150/198 126/136 53/57 17/17 2/2",
    "min-max": "206/349 204/241 179/198 133/136 57/57 17/17 2/2",
    "parfait": "349/349 241/241 198/198 136/136 57/57 17/17 2/2",
}
SEULES = (89, 154, 757)  # positions où l'IA 3 seule garde le résultat, la 1.3 seule, et les autres


def justesse(
    mon_ia: Callable[[Position], int] | None = None,
    positions: int = 385,
    graine: int = 1,
    visible: bool = True,
) -> Mesures:
    """Mesure les IA de l'échelle, et la vôtre, sur les mêmes positions tirées au hasard.

    Une phrase dit, de l'IA 3 et de l'IA 1.3, laquelle garde seule le résultat, et combien de fois."""
    mesures = mesurer(barreaux(), positions, graine, delai=DELAI_SOLVEUR, visible=visible)
    if mon_ia is not None:  # elle seule a le temps d'un coup de tournoi ; ses positions sont déjà résolues
        sienne = mesurer({"mon_ia": mon_ia}, positions, graine, delai=SECONDES_PAR_COUP, visible=visible)
        mesures = Mesures(sorted([*mesures, *sienne], key=lambda mesure: -mesure.part))
    duel = mesures.contre(A, B)
    print(
        f"IA {A} contre IA {B}, {duel.parties} positions : {(duel.victoires, duel.defaites, duel.nulles)}, "
        f"score {duel}"
    )
    return mesures


_JUSTESSE = Experience(f"l'IA {A}", f"l'IA {B}", 0.1, SEULES, suffixe="_justesse", unite="position")
NB_PARTIES_JUSTESSE = _JUSTESSE.nombre()
CONCLUSION_JUSTESSE = _JUSTESSE.conclusion()


# --- la table de référence ---------------------------------------------------------------------------


def bilans_de_reference() -> dict[str, dict[int, Decompte]]:
    """Par IA et par tranche, les coups qui gardent le résultat et les autres."""
    return {
        nom: {
            3 + 6 * rang: Decompte(gardes, 0, coups - gardes)
            for rang, (gardes, coups) in enumerate(tuple(map(int, c.split("/"))) for c in texte.split())
        }
        for nom, texte in _GARDES.items()
    }


def reference_justesse() -> Tableau:
    """Chaque IA, sa part de coups justes sur mille positions, et son intervalle à 95 %."""
    lignes = []
    for nom, plis in bilans_de_reference().items():
        total = sum(plis.values(), Decompte())
        bas, haut = total.intervalle
        lignes.append(
            {"IA": nom, "coups": total.parties, "gardent le résultat": total.score, "de": bas, "à": haut}
        )
    return Tableau(lignes, formes=dict.fromkeys(("gardent le résultat", "de", "à"), pour_cent))


def courbe_reference(*noms: str) -> Courbes:
    """La même chose par tranche de six pions, de ces IA ou de toutes."""
    bilans = bilans_de_reference()
    return courbe_par_pli({nom: bilans[nom] for nom in noms or bilans})
