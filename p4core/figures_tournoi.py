"""Les figures d'un tournoi : radar, carte des rencontres, classement. Lisibles sans couleur."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, pi
from typing import Any

from p4core.tournois.resultats import Resultats

# Un trait, une marque et une couleur par joueur : chacun des trois suffit à le reconnaître.
TRAITS = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)))
MARQUES = ("o", "s", "^", "D", "v", "*", "P", "X")
COULEURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#b8860b", "#56b4e9", "#7f7f7f")


def radar(resultats: Resultats, joueurs: Sequence[str] | None = None) -> Any:
    """La figure du sujet : une courbe par joueur, ses victoires pour une défaite contre chacun des autres."""
    import matplotlib.pyplot as plt

    noms = _choisis(resultats, joueurs, 3)
    angles = {nom: 2 * pi * k / len(noms) for k, nom in enumerate(noms)}
    figure, axes = plt.subplots(figsize=(7.5, 5.6), layout="constrained", subplot_kw={"projection": "polar"})
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    plafond = _plafond(resultats, noms)
    for style, nom in zip(_styles(), noms, strict=False):
        _courbe(axes, resultats, nom, angles, plafond, style)
    axes.plot([2 * pi * k / 360 for k in range(361)], [1] * 361, color="0.35", linewidth=1.2)
    axes.set_ylim(0, plafond * 1.05)
    axes.set_xticks(list(angles.values()), [f"contre {nom}" for nom in noms])
    axes.tick_params(axis="x", pad=18)
    axes.yaxis.set_major_formatter(lambda valeur, _: _decimale(valeur, 1))
    axes.set_rlabel_position(180 / len(noms))
    axes.set_title(
        "Victoires pour une défaite\n(le cercle épais : autant des unes que des autres)", fontsize=11
    )
    axes.legend(title="courbe de", loc="center left", bbox_to_anchor=(1.12, 0.5), handlelength=4)
    return _rendre(plt, figure)


def _courbe(
    axes: Any, resultats: Resultats, nom: str, angles: dict[str, float], plafond: float, style: dict[str, Any]
) -> None:
    """Le polygone d'un joueur ; contre lui-même, il gagnerait autant qu'il perdrait : 1, sans marque."""
    valeurs = [min(resultats.rapport(nom, autre)[0], plafond) if autre != nom else 1.0 for autre in angles]
    marques = [k for k, autre in enumerate(angles) if autre != nom]
    tour = list(angles.values())
    boucle = [*tour, tour[0]], [*valeurs, valeurs[0]]
    axes.plot(*boucle, label=nom, linewidth=1.6, markersize=6, markevery=marques, **style)


def _plafond(resultats: Resultats, noms: Sequence[str]) -> float:
    """Le plus grand rapport fini : une courbe infinie s'arrête au bord."""
    rapports = [resultats.rapport(a, b)[0] for a in noms for b in noms if a != b]
    return max([rapport for rapport in rapports if rapport < inf] + [1.5])


def carte(resultats: Resultats, joueurs: Sequence[str] | None = None) -> Any:
    """La carte des rencontres : la part de parties gagnées par la ligne contre la colonne."""
    import matplotlib.pyplot as plt

    noms = _choisis(resultats, joueurs, 2)
    taux = [[resultats.taux(a, b) if a != b else None for b in noms] for a in noms]
    cote = 1.6 + 0.95 * len(noms)
    figure, axes = plt.subplots(figsize=(cote + 0.8, cote), layout="constrained")
    image = axes.imshow(
        [[100 * case[0] if case else float("nan") for case in ligne] for ligne in taux],
        cmap="Greys",
        vmin=0,
        vmax=100,
    )
    for i, ligne in enumerate(taux):
        for j, case in enumerate(ligne):
            if case:
                _ecrire(axes, j, i, case[0], case[1])
    axes.set_xticks(range(len(noms)), noms)
    axes.set_yticks(range(len(noms)), noms)
    axes.set(xlabel="contre", ylabel="joueur", title="Parties gagnées, en % (intervalle à 95 %)")
    figure.colorbar(image, ax=axes, label="% de victoires", shrink=0.8)
    return _rendre(plt, figure)


def _ecrire(axes: Any, x: int, y: int, taux: float, intervalle: tuple[float, float]) -> None:
    bas, haut = (_decimale(100 * borne, 1) for borne in intervalle)
    encre = "white" if taux > 0.55 else "black"
    axes.text(x, y - 0.1, _decimale(100 * taux, 1), ha="center", va="center", color=encre, fontsize=12)
    axes.text(x, y + 0.25, f"{bas} – {haut}", ha="center", va="center", color=encre, fontsize=7)


def podium(resultats: Resultats) -> Any:
    """Le classement de Bradley–Terry et ses intervalles à 95 %."""
    import matplotlib.pyplot as plt

    rangs = resultats.classement()
    figure, axes = plt.subplots(figsize=(7.5, 1.4 + 0.45 * len(rangs)), layout="constrained")
    for y, rang in enumerate(rangs):
        marge = (rang.haut - rang.bas) / 2
        axes.errorbar(rang.force, y, xerr=marge, fmt="o", color="black", capsize=5)
        texte = f"{_decimale(rang.force, 0)} ± {_decimale(marge, 0)}"
        axes.annotate(texte, (rang.force, y), (0, 9), textcoords="offset points", ha="center", fontsize=9)
    axes.set_yticks(range(len(rangs)), [f"{rang.nom}  (n° {k})" for k, rang in enumerate(rangs, 1)])
    axes.set_ylim(len(rangs) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.set(xlabel="force en points : 400 de plus, c'est dix fois plus de victoires que de défaites")
    axes.set_title("Classement (Bradley–Terry, intervalle à 95 %)")
    axes.grid(axis="x", alpha=0.3)
    return _rendre(plt, figure)


def _choisis(resultats: Resultats, joueurs: Sequence[str] | None, minimum: int) -> list[str]:
    noms = list(joueurs or resultats.joueurs)
    inconnus = [nom for nom in noms if nom not in resultats.joueurs]
    if inconnus:
        raise ValueError(f"« {inconnus[0]} » n'a pas joué ce tournoi : {', '.join(resultats.joueurs)}.")
    if len(noms) < minimum:
        raise ValueError(f"Il faut au moins {minimum} joueurs pour cette figure.")
    return noms


def _styles() -> Iterator[dict[str, Any]]:
    for k in range(len(TRAITS) * len(MARQUES) * len(COULEURS)):
        yield {
            "linestyle": TRAITS[k % len(TRAITS)],
            "marker": MARQUES[k % len(MARQUES)],
            "color": COULEURS[k % len(COULEURS)],
        }


def _decimale(valeur: float, chiffres: int) -> str:
    return f"{valeur:.{chiffres}f}".replace(".", ",").replace("-", "−")


def _rendre(plt: Any, figure: Any) -> Any:
    plt.close(figure)  # rendue à l'appelant : le notebook ne doit pas la montrer deux fois
    return figure
