"""Ce que donnerait une fin de partie tirée au hasard, et comment en juger."""

from __future__ import annotations

from math import comb, inf

from p4core.position import Position
from p4core.verification.tp4_graphe.situations import issue

Lois = dict[float, float]
FAUSSE_ALERTE = 1e-7  # par mesure ; quelques dizaines de mesures par examen


def lois(position: Position) -> Lois:
    """La probabilité exacte de chaque issue (inf, -inf, 0), tous les coups étant aussi probables."""
    fin = issue(position)
    if fin is not None:
        return {inf: 0.0, -inf: 0.0, 0: 0.0, fin: 1.0}
    suites = [lois(position.jouer(x)) for x in position.coups()]
    return {valeur: sum(loi[valeur] for loi in suites) / len(suites) for valeur in (inf, -inf, 0)}


# Des fins indécises, à quelques coups du bout : leurs chances se calculent exactement.
FINS = (
    "2611664776135432412672756712127444533",
    "476156444334134311775237157371665222",
    "11422774613245175673312153365532662",
)
# Des fins où tous les coups mènent à la même issue : nulle, puis J0, puis J1, et ainsi de suite.
FINS_FORCEES = (
    "37745564473152532373722676226636551114441",
    "2354651517435226457544722727611371416",
    "22213263332572677167166467515317154553",
    "76566677662757135225423471241244511453331",
    "566561122522427566521751631777144437434",
    "63355743666252661225511441544471227173",
    "47615644433413431177523715737166522225652",
    "16527235136145266577435143143626174457322",
    "12433622546521524472455735734773317111",
)


def fins() -> list[Position]:
    """Les fins indécises."""
    return [Position.depuis_coups(coups) for coups in FINS]


def fins_forcees() -> list[Position]:
    """Les fins sans surprise."""
    return [Position.depuis_coups(coups) for coups in FINS_FORCEES]


def invraisemblable(succes: int, essais: int, p: float) -> bool:
    """Un tel nombre de succès (ou plus extrême) a-t-il moins de FAUSSE_ALERTE de chances d'arriver ?"""
    if p <= 1e-12 or p >= 1 - 1e-12:
        return succes != round(p * essais)
    loi = [comb(essais, i) * p**i * (1 - p) ** (essais - i) for i in range(essais + 1)]
    return min(sum(loi[: succes + 1]), sum(loi[succes:])) < FAUSSE_ALERTE / 2
