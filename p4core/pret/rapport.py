"""Le rapport de « Prêt à rendre ? » : une ligne par chose à régler, en texte et en HTML."""

from __future__ import annotations

from dataclasses import dataclass

from p4core.verification.bilan import COULEURS, FAUX, JUSTE, SIGNES, en_html


@dataclass(frozen=True)
class Souci:
    """Ce qui n'irait pas à la correction : quoi, où, et que faire."""

    quoi: str
    ou: tuple[str, ...] = ()
    remede: str = ""
    grave: bool = True  # faux : à savoir, sans que rien n'aille mal

    def __str__(self) -> str:
        lieux = f" ({', '.join(self.ou)})" if self.ou else ""
        return f"{self.quoi}{lieux}" + (f" → {self.remede}" if self.remede else "")


@dataclass(frozen=True)
class Rapport:
    """Tout ce que l'élève doit savoir avant de rendre."""

    tp: str
    soucis: tuple[Souci, ...] = ()
    fichier: str = ""  # ce qui a été relu

    @property
    def graves(self) -> list[Souci]:
        """Ce qu'il faut régler."""
        return [souci for souci in self.soucis if souci.grave]

    @property
    def pret(self) -> bool:
        """Peut-on rendre tel quel ?"""
        return not self.graves

    @property
    def titre(self) -> str:
        """La ligne de tête."""
        nombre = len(self.graves)
        if not nombre:
            return f"{SIGNES[JUSTE]} Prêt à rendre"
        return f"{SIGNES[FAUX]} Pas encore prêt : {nombre} chose{'s' * (nombre > 1)} à régler"

    def __str__(self) -> str:
        lignes = [f"  {_puce(souci)} {souci}" for souci in self._ranges()]
        return "\n".join([self.titre, *lignes, *filter(None, [self.fichier])])

    __repr__ = __str__

    def _ranges(self) -> list[Souci]:
        return sorted(self.soucis, key=lambda souci: not souci.grave)

    def _repr_html_(self) -> str:
        couleur = COULEURS[JUSTE if self.pret else FAUX]
        lignes = "".join(f"<li>{_ligne_html(souci)}</li>" for souci in self._ranges())
        return (
            f'<div style="border-left:5px solid {couleur};padding:.4em 1em;margin:.3em 0">'
            f'<strong style="color:{couleur}">{en_html(self.titre)}</strong>'
            f'<ul style="list-style:none;padding-left:.5em;margin:.3em 0">{lignes}</ul>'
            f"<div><em>{en_html(self.fichier)}</em></div></div>"
        )


def _puce(souci: Souci) -> str:
    return "✗" if souci.grave else "…"


def _ligne_html(souci: Souci) -> str:
    lieux = f" <code>{'</code>, <code>'.join(map(en_html, souci.ou))}</code>" if souci.ou else ""
    remede = f"<br/>&emsp;→ {en_html(souci.remede)}" if souci.remede else ""
    return f"{_puce(souci)} {en_html(souci.quoi)}{en_html(' : ') if lieux else ''}{lieux}{remede}"
