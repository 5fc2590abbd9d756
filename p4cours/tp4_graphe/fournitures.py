"""Ce que le notebook du TP 4 reçoit tout fait : ses figures, la mesure d'un réglage contre un autre, le
dessin d'une situation et la saisie d'une colonne au clavier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from p4core.codages import SITUATION
from p4core.dessin import Dessin
from p4core.ecran import clavier
from p4core.francais import milliers, pour_cent, virgule
from p4core.tournois.statistiques import wilson

Reglage = tuple[int, int]  # (nb, k)


# --- la taille du graphe --------------------------------------------------------------------------


def courbe_situations(nombres: Sequence[int]) -> Any:
    """Le nombre de situations différentes à chaque coup, à côté de 7^k (échelle logarithmique)."""
    import matplotlib.pyplot as plt

    if not nombres:
        raise ValueError("La liste est vide : donnez les nombres de situations après 0, 1, 2… coups.")
    coups = list(range(len(nombres)))
    figure, axes = plt.subplots(figsize=(7.5, 4), layout="constrained")
    axes.plot(
        coups,
        [7**k for k in coups],
        color="0.45",
        linestyle="--",
        marker="s",
        label="suites de coups : $7^k$",
    )
    axes.plot(coups, nombres, color="black", marker="o", label="situations différentes")
    for k, n in zip(coups, nombres, strict=True):
        axes.annotate(milliers(n, " "), (k, n), textcoords="offset points", xytext=(4, -14), fontsize=9)
    axes.set(xlabel="nombre de coups joués, k", ylabel="nombre de situations", yscale="log")
    axes.set_title("Deux suites de coups mènent souvent à la même situation")
    axes.set_xticks(coups)
    axes.legend(loc="upper left")
    axes.grid(alpha=0.3)
    plt.close(figure)  # rendue à l'appelant : le notebook ne doit pas la montrer deux fois
    return figure


# --- des réglages l'un contre l'autre -------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """Ce qu'un réglage a obtenu contre un autre."""

    victoires: int
    nulles: int
    defaites: int

    @classmethod
    def depuis_points(cls, points: Sequence[float]) -> Duel:
        """Le bilan d'une liste de résultats : 1 victoire, 0.5 nulle, 0 défaite."""
        return cls(*(sum(p == valeur for p in points) for valeur in (1, 0.5, 0)))

    @property
    def parties(self) -> int:
        """Le nombre de parties jouées."""
        return self.victoires + self.nulles + self.defaites

    @property
    def score(self) -> float:
        """La part des points gagnés, une nulle valant un demi-point."""
        return (self.victoires + self.nulles / 2) / self.parties

    @property
    def intervalle(self) -> tuple[float, float]:
        """L'intervalle de Wilson à 95 % ; il reste honnête avec peu de parties ou un score de 0 ou 1."""
        return wilson(self.victoires + self.nulles / 2, self.parties)


def conclusion(duel: Duel) -> str:
    """Ce que l'on peut dire au risque de 5 %."""
    bas, haut = duel.intervalle
    if bas > 0.5:
        return "plus fort"
    return "moins fort" if haut < 0.5 else "on ne peut pas conclure"


def tableau(duels: Mapping[Reglage, Duel], adversaire: Reglage) -> str:
    """Le tableau des duels de plusieurs réglages (nb, k) contre un même adversaire."""
    lignes = [
        "Contre nb = {}, k = {} :".format(*adversaire),
        f"{'nb':>4} {'k':>2} {'parties':>8} {'gagnées':>8} {'nulles':>7} {'perdues':>8} {'score':>6}  à 95 %",
    ]
    for (nb, k), d in duels.items():
        comptes = f"{d.parties:>8} {d.victoires:>8} {d.nulles:>7} {d.defaites:>8}"
        score, *bornes = (pour_cent(part, 0) for part in (d.score, *d.intervalle))
        lignes.append(f"{nb:>4} {k:>2} {comptes} {score:>6}  de {bornes[0]} à {bornes[1]} : {conclusion(d)}")
    return "\n".join(lignes)


def courbe_reglages(series: Mapping[str, Mapping[Reglage, Duel]], adversaire: Reglage) -> Any:
    """Le score de chaque réglage selon nb, avec son intervalle à 95 % ; une série de mesures par courbe."""
    import matplotlib.pyplot as plt

    styles = (("o", "-", "black"), ("s", "--", "0.5"), ("^", ":", "0.3"))
    figure, axes = plt.subplots(figsize=(7.5, 4), layout="constrained")
    for rang, (nom, duels) in enumerate(series.items()):
        marque, trait, couleur = styles[rang % len(styles)]
        _tracer(
            axes, duels, decalage=1 + 0.05 * rang, label=nom, marker=marque, linestyle=trait, color=couleur
        )
    axes.axhline(0.5, color="black", linewidth=1, linestyle="-.")
    axes.annotate(
        "aussi forts",
        (1, 0.5),
        xycoords=("axes fraction", "data"),
        xytext=(-4, 4),
        textcoords="offset points",
        ha="right",
    )
    axes.set(
        xlabel="nb, parties au hasard par situation",
        ylabel="part des points gagnés",
        xscale="log",
        ylim=(0, 1),
    )
    axes.set_xticks(sorted({nb for duels in series.values() for nb, _ in duels}), minor=False)
    axes.set_xticks([], minor=True)
    axes.xaxis.set_major_formatter(lambda n, _: milliers(n, " "))
    axes.yaxis.set_major_formatter(lambda p, _: virgule(p, ".1f"))
    axes.set_title("Score contre nb = {}, k = {} (barres : intervalle à 95 %)".format(*adversaire))
    axes.legend(loc="best")
    axes.grid(alpha=0.3)
    plt.close(figure)
    return figure


def _tracer(axes: Any, duels: Mapping[Reglage, Duel], decalage: float, **style: Any) -> None:
    abscisses = [nb * decalage for nb, _ in duels]
    scores = [d.score for d in duels.values()]
    bas = [d.score - d.intervalle[0] for d in duels.values()]
    haut = [d.intervalle[1] - d.score for d in duels.values()]
    axes.errorbar(abscisses, scores, yerr=[bas, haut], capsize=5, **style)


# --- dessiner une situation, demander son coup à une personne -------------------------------------


def dessiner(s: Any) -> Dessin:
    """Le dessin de la situation, lignes et colonnes numérotées comme dans G."""
    return SITUATION.dessiner(s)


def demande_colonne(s: Any) -> int | None:
    """La colonne choisie, redemandée tant qu'elle n'est pas jouable ; None si la personne s'arrête là."""
    joueur, G = s
    pleines = [case is not None for case in G[-1]]
    with clavier.poliment():
        return clavier.demander_colonne(f"Joueur {joueur}, votre colonne", pleines)
    return None
