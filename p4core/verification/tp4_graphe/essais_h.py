"""Appeler une fonction qui fabrique une fonction : h = h_alea(nb), puis h(s)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from p4core.execution import Appel
from p4core.verification.appels import Appeleur
from p4core.verification.essais import (
    Appelant,
    Ecart,
    Epreuve,
    Essai,
    juger,
)
from p4core.verification.lecture import montrer, quantite


@dataclass
class _Parties:
    """Une fausse fin_alea : les issues sont fixées, et l'on note d'où chaque partie est partie."""

    issues: Sequence[float]
    departs: list[Any] = field(default_factory=list)

    def __call__(self, s: Any) -> float:
        self.departs.append(s)
        return self.issues[(len(self.departs) - 1) % len(self.issues)]


@dataclass(frozen=True)
class EssaiH(Essai):
    """Fabrique l'heuristique h = h_alea(nb), puis appelle h(s)."""

    situation: Any = None
    issues: Sequence[float] = ()  # les issues des fausses parties ; de vraies parties s'il n'y en a pas
    ensuite: int | None = None  # une seconde heuristique, fabriquée avant d'appeler la première

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge d'abord ce que renvoie h_alea, puis ce que renvoie h."""
        parties = _Parties(self.issues)
        remplacements = {"fin_alea": parties} if self.issues else {}
        fabrique = appelant(self.arguments, delai=self.delai, remplacements=remplacements)
        ecart = _defaut_de_fabrication(self, fabrique)
        if ecart:
            return Epreuve(self, fabrique, ecart)
        if self.ensuite is not None:
            appelant((self.ensuite,), delai=self.delai, remplacements=remplacements)
        parties.departs.clear()
        moteur = cast(Appeleur, appelant)
        appel = Appeleur(fabrique.valeur, moteur.aides, moteur.graines.getrandbits(32))(
            (self.situation,), delai=self.delai, remplacements=remplacements
        )
        return Epreuve(self, appel, self._juger_h(appel, parties))

    def _juger_h(self, appel: Appel, parties: _Parties) -> Ecart | None:
        if self.issues and not parties.departs and appel.exception is None and not appel.expire:
            return None  # elle joue ses parties autrement : les vraies parties la jugeront
        ecart = juger(self, appel)
        if self.issues and (ecart is None or ecart.cause == "valeur"):
            return self._mauvaises_parties(parties, ecart)
        return ecart

    def _mauvaises_parties(self, parties: _Parties, ecart: Ecart | None) -> Ecart | None:
        nb, jouees = self.arguments[0], len(parties.departs)
        if jouees != nb:
            phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {nb}."
            if self.ensuite == jouees:
                phrase += (
                    " C'est le nombre de l'autre heuristique : chaque h doit garder le nb de SON h_alea."
                )
            return Ecart(phrase, f"{nb} parties", f"{jouees} parties")
        if any(depart != self.situation for depart in parties.departs):
            return Ecart(
                "Les parties aléatoires doivent toutes partir de la situation s donnée à h.", "fin_alea(s)"
            )
        return ecart


def _defaut_de_fabrication(essai: Essai, appel: Appel) -> Ecart | None:
    ecart = juger(essai, appel) if appel.exception or appel.expire or appel.valeur is None else None
    if ecart and ecart.cause == "rien":
        return Ecart(
            "h_alea(nb) ne renvoie rien : après avoir défini h, il faut « return h ».",
            "la fonction h",
            cause="forme",
        )
    if ecart or callable(appel.valeur):
        return ecart
    phrase = "h_alea(nb) doit renvoyer la FONCTION h, sans l'appeler : « return h », pas « return h(s) »."
    return Ecart(phrase, "une fonction", montrer(appel.valeur), cause="forme")
