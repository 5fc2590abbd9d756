"""Le grand tournoi et la 1.4 corrigée : ce que l'élève mesure et conclut, et la table de référence.

`python -m bench.tournoi` joue de nouveau les parties de cette table, et trouve les mêmes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.francais import virgule
from p4core.tableaux import Tableau
from p4core.tournois.resultats import Resultats
from p4core.tournois.statistiques import Intervalle, intervalle_rapport, rapport
from p4cours.duels import duels_de_reference
from p4cours.verification.essais import Critere, Ecart, Essai, Question
from p4cours.verification.experiences import RIEN, Comptes, Experience, lire_conclusion
from p4cours.verification.lecture import Malforme, montrer

# --- La table de référence : victoires, nulles et défaites de qui commence ---------------------------

CORRIGEE = "1.4 corrigée"
PARTIES, GRAINE = 50_000, 0  # par case ; 100 000 par paire
REFERENCE = duels_de_reference(
    "Les six IA et la 1.4 corrigée, 50 000 parties par case",
    ("1.1", "1.2", "1.3", "1.4", "2", "3", CORRIGEE),
    """
    16412/16301/17287 15226/13341/21433 14155/14301/21544 16108/13782/20110
        15809/12892/21299 3096/27793/19111 18541/13114/18345
    21302/13785/14913 19391/11559/19050 18809/12681/18510 21121/11614/17265
        24632/8643/16725 4319/25004/20677 25088/9989/14923
    21670/13891/14439 19621/11969/18410 18515/13162/18323 21036/12001/16963
        24419/9226/16355 4198/25723/20079 25241/10456/14303
    20203/14086/15711 18195/11481/20324 17059/12579/20362 19899/11563/18538
        22819/9347/17834 3979/25961/20060 23801/10147/16052
    20930/13527/15543 18143/7946/23911 16818/9403/23779 18671/8963/22366
        21969/6111/21920 3812/25237/20951 22550/8000/19450
    15554/30857/3589 17209/28197/4594 14809/30541/4650 16878/28776/4346
        19705/26808/3487 5379/30459/14162 20081/25939/3980
    18991/13191/17818 15650/10255/24095 14693/11298/24009 17076/10401/22523
        20175/8517/21308 3470/24665/21865 21149/9145/19706
    """,
)


# --- La 1.4 corrigée contre la 1.3 ------------------------------------------------------------------

_CORRIGEE = Experience(
    "l'IA 1.4 corrigée", "l'IA 1.3", 0.05, REFERENCE.comptes(CORRIGEE, "1.3"), suffixe="_corrigee"
)

NB_PARTIES_CORRIGEE = _CORRIGEE.nombre()
CONCLUSION_CORRIGEE = _CORRIGEE.conclusion()


# --- Des affirmations à confronter au tournoi -------------------------------------------------------

CONFIRMEE, INFIRMEE = "confirmée", "infirmée"
VERDICTS = (CONFIRMEE, INFIRMEE, RIEN)
ARRONDI = 0.0005  # les bornes sont lues avec trois décimales
_LARGEUR = 0.044  # 2 000 parties par duel suffisent à qui n'a pas de code compilé


@dataclass(frozen=True)
class Affirmation:
    """« De a contre b, le nombre de victoires pour une défaite est entre bas et haut. »"""

    lettre: str
    enonce: str
    a: str
    b: str
    bas: float
    haut: float = inf

    def verdict(self, comptes: Comptes) -> str:
        """Ce que permet de dire l'intervalle à 95 % de cette mesure."""
        return self._verdict(*intervalle_rapport(comptes[0], comptes[1]))

    def permis(self, comptes: Comptes) -> set[str]:
        """Les verdicts que l'on peut défendre, aux arrondis de la lecture près."""
        bas, haut = intervalle_rapport(comptes[0], comptes[1])
        ecarts = (-ARRONDI, 0, ARRONDI)
        return {self._verdict(bas + i, haut + j) for i in ecarts for j in ecarts}

    def _verdict(self, bas: float, haut: float) -> str:
        if self.bas < bas and haut < self.haut:
            return CONFIRMEE
        return INFIRMEE if haut < self.bas or self.haut < bas else RIEN

    def mesure(self, valeur: Any) -> Comptes:
        """Les comptes donnés pour ce duel, s'ils sont possibles ; Malforme sinon."""
        reference = REFERENCE.comptes(self.a, self.b)
        experience = Experience(f"l'IA {self.a}", f"l'IA {self.b}", _LARGEUR, reference)
        return experience.mesure((None, valeur, None))


AFFIRMATIONS = (
    Affirmation("A", "l'IA 1.2 est plus forte que l'IA 1.1", "1.2", "1.1", 1),
    Affirmation("B", "l'IA 1.3 est plus forte que l'IA 1.2", "1.3", "1.2", 1),
    Affirmation("C", "l'IA 1.4 est moins forte que l'IA 1.2", "1.4", "1.2", 0, 1),
    Affirmation("D", "l'IA 1.4 est moins forte que l'IA 1.3", "1.4", "1.3", 0, 1),
    Affirmation("E", "l'IA 2 est plus forte que l'IA 1.1", "2", "1.1", 1),
    Affirmation("F", "l'IA 2 est moins forte que l'IA 1.4", "2", "1.4", 0, 1),
    Affirmation("G", "l'IA 2 obtient de 0,65 à 0,85 contre l'IA 1.2", "2", "1.2", 0.65, 0.85),
    Affirmation("H", "l'IA 2 obtient de 0,65 à 0,85 contre l'IA 1.3", "2", "1.3", 0.65, 0.85),
    Affirmation("I", "l'IA 3 obtient plus de 2 contre l'IA 1.3", "3", "1.3", 2),
    Affirmation("J", "l'IA 2 est plus forte que l'IA 1.3", "2", "1.3", 1),
)


def affirmations(resultats: Resultats) -> Tableau:
    """Chaque affirmation et la mesure qui en décide ; le dictionnaire à recopier est affiché au-dessus."""
    print("mesures = {")
    for une in AFFIRMATIONS:
        print(f'    "{une.lettre}": {resultats.bilan(une.a, une.b)},')
    print("}")
    return Tableau([_ligne(une, resultats.bilan(une.a, une.b)) for une in AFFIRMATIONS])


def _ligne(une: Affirmation, comptes: Comptes) -> dict[str, Any]:
    return {
        "": une.lettre,
        "affirmation": une.enonce,
        "duel": f"{une.a} contre {une.b}",
        "victoires par défaite": virgule(rapport(comptes[0], comptes[1])),
        "intervalle à 95 %": _en_clair(intervalle_rapport(comptes[0], comptes[1])),
    }


def _en_clair(bornes: Intervalle) -> str:
    return f"[{virgule(bornes[0], '.3f')} ; {virgule(bornes[1], '.3f')}]"


def _lire(valeur: Any, rang: int, quoi: str, lettre: str) -> Any:
    """Ce que dit de cette affirmation l'un des deux dictionnaires, mesures puis verdicts."""
    dictionnaire = valeur[rang] if isinstance(valeur, tuple | list) and len(valeur) == 2 else None
    if not isinstance(dictionnaire, Mapping):
        raise Malforme(
            f"{quoi}s est un dictionnaire, une lettre par affirmation, pas {montrer(dictionnaire, 60)}."
        )
    if lettre not in dictionnaire:
        raise Malforme(f"il n'y a pas de {quoi} pour l'affirmation {lettre}.")
    return dictionnaire[lettre]


def _mesurer(une: Affirmation, valeur: Any) -> Comptes:
    return une.mesure(_lire(valeur, 0, "mesure", une.lettre))


def _conclure(une: Affirmation, valeur: Any) -> None:
    comptes = _mesurer(une, valeur)
    dit = lire_conclusion(_lire(valeur, 1, "verdict", une.lettre), VERDICTS)
    if dit not in une.permis(comptes):
        intervalle = _en_clair(intervalle_rapport(comptes[0], comptes[1]))
        raise Malforme(
            f"{une.lettre}, {une.enonce} : {_reproche(une, dit, comptes)} Intervalle : {intervalle}."
        )


def _reproche(une: Affirmation, dit: str, comptes: Comptes) -> str:
    """Ce qui sépare ce verdict de ce que l'intervalle permet, sans donner le bon."""
    if dit == RIEN:
        return "votre intervalle permet d'en dire plus."
    if une.verdict(comptes) == RIEN:
        return "votre intervalle est à cheval sur une des limites de l'affirmation : vous en dites trop."
    return "c'est l'inverse : où est votre intervalle, par rapport à ce qu'elle affirme ?"


def _essais(lire: Callable[[Affirmation, Any], Any], lettres: str) -> Callable[[Any], list[Essai]]:
    def essai(une: Affirmation) -> Essai:
        def juge(appel: Appel) -> Ecart | None:
            lire(une, appel.valeur)
            return None

        return Essai("verdicts", (), juge)

    return lambda source: [essai(une) for une in AFFIRMATIONS if une.lettre in lettres]


def _sans_verdict(valeur: Any) -> bool:
    """Ni mesure ni verdict : rien n'est encore écrit."""
    return isinstance(valeur, tuple | list) and not any(valeur)


VERDICTS_TOURNOI = Question(
    "verdicts",
    "verdicts",
    (
        Critere("des mesures qui viennent du tournoi", 1, _essais(_mesurer, "ABCDEFGHIJ")),
        Critere("qui est le plus fort (A à F)", 2, _essais(_conclure, "ABCDEF")),
        Critere("les bornes de G, H et I", 1, _essais(_conclure, "GHI")),
        # Qui confirme tout sans regarder a presque tout juste, sauf J : il en garde moins de la moitié.
        Critere("une prévision n'est pas une mesure (J)", 1, _essais(_conclure, "J"), plafond=0.4),
    ),
    (
        "Où regarder : la dernière colonne du tableau des affirmations. Seul l'intervalle décide, pas la "
        "valeur mesurée.",
        "À quoi penser : chaque affirmation désigne une zone (au-dessus de 1, entre deux valeurs…). "
        "L'intervalle peut être tout entier dedans, tout entier dehors, ou à cheval.",
        "Pour commencer : dessinez sur un axe la zone de l'affirmation A et votre intervalle ; faites de "
        "même pour G et H, qui ont deux limites.",
    ),
    vide=_sans_verdict,
)
