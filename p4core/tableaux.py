"""Un tableau : des lignes de données, montrées en HTML dans un notebook et alignées en texte ailleurs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isnan
from typing import Any, overload

from p4core.francais import milliers, virgule

Ligne = Mapping[str, Any]
Forme = Callable[[Any], str]
LIMITE = 60  # lignes montrées ; d'un tableau plus long, le début et la fin


@dataclass(frozen=True, repr=False)
class Tableau:
    """Des lignes de données : t[0] en est une, t["score"] une colonne, t[["nom", "score"]] un extrait."""

    lignes: Sequence[Ligne]
    titre: str = ""
    formes: Mapping[str, Forme] = field(default_factory=dict)  # comment écrire les valeurs d'une colonne

    @property
    def colonnes(self) -> list[str]:
        """Les noms des colonnes."""
        return list(dict.fromkeys(nom for ligne in self.lignes for nom in ligne))

    def __len__(self) -> int:
        return len(self.lignes)

    def __iter__(self) -> Iterator[Ligne]:
        return iter(self.lignes)

    @overload
    def __getitem__(self, cle: int) -> Ligne: ...
    @overload
    def __getitem__(self, cle: str) -> list[Any]: ...
    @overload
    def __getitem__(self, cle: list[str]) -> Tableau: ...
    def __getitem__(self, cle: int | str | list[str]) -> Any:
        if isinstance(cle, int):
            return self.lignes[cle]
        inconnues = [nom for nom in ([cle] if isinstance(cle, str) else cle) if nom not in self.colonnes]
        if inconnues:
            raise KeyError(f"Pas de colonne « {inconnues[0]} » : il y a {', '.join(self.colonnes)}.")
        if isinstance(cle, str):
            return [ligne.get(cle) for ligne in self.lignes]
        extraits = [{nom: ligne.get(nom) for nom in cle} for ligne in self.lignes]
        return Tableau(extraits, self.titre, self.formes)

    def en_pandas(self) -> Any:
        """Les mêmes lignes dans un DataFrame, si pandas est installé."""
        import pandas

        return pandas.DataFrame([dict(ligne) for ligne in self.lignes])

    def texte(self, limite: int = LIMITE) -> str:
        """Le tableau en caractères, les nombres alignés à droite."""
        rangees = [self.colonnes, *self._cases(limite)]
        largeurs = [max(map(len, colonne)) for colonne in zip(*rangees, strict=True)]
        signes = [">" if nombre else "<" for nombre in self._numeriques()]
        lignes = [
            "  ".join(
                f"{case:{signe}{n}}" for case, signe, n in zip(rangee, signes, largeurs, strict=True)
            ).rstrip()
            for rangee in rangees
        ]
        return "\n".join([self.titre, *lignes] if self.titre else lignes)

    def __str__(self) -> str:
        return self.texte()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cotes = ["right" if nombre else "left" for nombre in self._numeriques()]
        styles = [f"text-align:{cote};padding:.15em .6em" for cote in cotes]
        tetes = [
            f'<th scope="col" style="{style}">{escape(nom)}</th>'
            for nom, style in zip(self.colonnes, styles, strict=True)
        ]
        corps = [
            "".join(
                f'<td style="{style};white-space:nowrap">{escape(case)}</td>'
                for case, style in zip(rangee, styles, strict=True)
            )
            for rangee in self._cases(LIMITE)
        ]
        legende = f'<caption style="text-align:left">{escape(self.titre)}</caption>' if self.titre else ""
        return (
            '<div style="overflow-x:auto;font-variant-numeric:tabular-nums">'
            f"<table>{legende}<thead><tr>{''.join(tetes)}</tr></thead>"
            f"<tbody>{''.join(f'<tr>{rangee}</tr>' for rangee in corps)}</tbody></table></div>"
        )

    def _cases(self, limite: int) -> list[list[str]]:
        """Les cases écrites ; au-delà de la limite, des points de suspension au milieu."""
        colonnes = self.colonnes
        if len(self) <= limite:
            return [self._rangee(ligne, colonnes) for ligne in self.lignes]
        debut, fin = self.lignes[: limite // 2], self.lignes[len(self) - limite // 2 :]
        montrees = [[self._rangee(ligne, colonnes) for ligne in bout] for bout in (debut, fin)]
        return [*montrees[0], ["…"] * len(colonnes), *montrees[1]]

    def _rangee(self, ligne: Ligne, colonnes: list[str]) -> list[str]:
        vues = {nom: ligne.get(nom) for nom in colonnes}
        return ["" if v is None else self.formes.get(nom, ecrire)(v) for nom, v in vues.items()]

    def _numeriques(self) -> list[bool]:
        """Les colonnes de nombres, qui s'alignent à droite."""
        return [all(isinstance(v, int | float | None) for v in self[nom]) for nom in self.colonnes]


def ecrire(valeur: Any) -> str:
    """Une valeur à la française : « 1 234 », « 0,71 », « [0,40 ; 0,53] »."""
    if isinstance(valeur, bool) or not isinstance(valeur, int | float | tuple):
        return str(valeur)
    if isinstance(valeur, tuple):
        return f"[{' ; '.join(map(ecrire, valeur))}]"
    if isinstance(valeur, int):
        return milliers(valeur)
    if isnan(valeur):
        return "—"
    return virgule(valeur).replace("inf", "∞").replace("-", "−")
