"""Les essais d'une recherche minimax : lire le couple (score, situation), compter les appels à h."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from p4core.codages import vers_situation
from p4core.execution import Appel
from p4core.position import Position
from p4core.verification.essais import (
    Appelant,
    Ecart,
    Epreuve,
    Essai,
    juger,
)
from p4core.verification.lecture import Malforme, couple, meme, montrer, nombre
from p4core.verification.tp4_graphe.recherches import (
    Heuristique,
    evaluees,
    meilleurs,
    perdues,
    valeur,
)
from p4core.verification.tp4_graphe.situations import (
    Situation,
    coup_de,
    issue,
    lire_situation,
    position_de,
)

DELAI = 6.0
_NULLE = (
    "\nIci la grille se remplit sans gagnant : eval_f vaut alors 0, qui est « faux » pour Python comme None. "
    "Est-ce bien avec « is None » que vous voyez si la partie continue ?"
)


class Compteur:
    """Une heuristique qui compte ses appels."""

    def __init__(self, h: Heuristique) -> None:
        self.h, self.appels = h, 0

    def __call__(self, s: Any) -> float:
        self.appels += 1
        return self.h(s)

    def __deepcopy__(self, memo: Any) -> Compteur:
        return self  # la copie des arguments ne doit pas faire perdre le compte


@dataclass(frozen=True)
class Recherche(Essai):
    """Les trois dictionnaires se remplissent : seuls s et coup doivent rester intacts."""

    def appeler(self, appelant: Appelant, arguments: tuple[Any, ...]) -> Appel:
        """L'appel, sans reproche pour les dictionnaires modifiés."""
        appel = appelant(arguments, delai=self.delai)
        appel.arguments = (*appel.arguments[:2], *appel.apres[2:])
        return appel

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Une recherche, dictionnaires vides."""
        appel = self.appeler(appelant, self.arguments)
        ecart = juger(self, appel)
        if ecart and ecart.cause == "exception" and self.etiquettes & {"nulle", "bout"}:
            ecart = replace(ecart, phrase=ecart.phrase + _NULLE)
        return Epreuve(self, appel, ecart)


@dataclass(frozen=True)
class Memoisation(Recherche):
    """La même recherche deux fois, avec les mêmes dictionnaires : on compte les appels à h."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge le nombre d'appels à h de chaque recherche."""
        compteur = Compteur(self.contexte["h"])
        appel = self.appeler(appelant, (*self.arguments[:5], compteur, self.contexte["k"]))
        ecart = juger(self, appel) or self._trop_d_appels(compteur.appels)
        if ecart:
            return Epreuve(self, appel, ecart)
        if not any(appel.apres[2:5]):
            phrase = "Les trois dictionnaires sont restés vides : notez-y ce que vous avez calculé."
            return Epreuve(self, appel, Ecart(phrase))
        premiers, compteur.appels = compteur.appels, 0
        second = self.appeler(
            appelant, (*self.arguments[:2], *appel.apres[2:5], compteur, self.contexte["k"])
        )
        return Epreuve(self, second, juger(self, second) or self._rien_retenu(compteur.appels, premiers))

    def _trop_d_appels(self, appels: int) -> Ecart | None:
        assert self.position is not None
        utiles = evaluees(self.position, self.contexte["k"])
        if appels <= utiles:
            return None
        return Ecart(
            f"h est appelée {appels} fois alors qu'il n'y a que {utiles} situations différentes à noter : "
            f"la même "
            "situation est recalculée quand on y arrive par un autre chemin. Consultez d_eval avant de "
            "calculer.",
            f"{utiles} appels à h",
            f"{appels} appels à h",
        )

    def _rien_retenu(self, appels: int, premiers: int) -> Ecart | None:
        if not appels or not premiers:
            return None
        return Ecart(
            f"Refaite avec les dictionnaires déjà remplis, la recherche appelle encore h {appels} fois : "
            f"ce qui a été "
            "calculé doit être relu dans d_eval et d_stra.",
            "aucun appel à h",
            f"{appels} appels à h",
        )


# --- lire et juger la réponse -----------------------------------------------------------------------


def _lire(valeur_rendue: Any) -> tuple[float, Any]:
    score, situation = couple(valeur_rendue)
    if isinstance(score, tuple):
        raise Malforme("le couple est à l'envers : on attend (score, situation), le score d'abord.")
    if isinstance(score, list):
        raise Malforme("vous renvoyez la situation seule : on attend le couple (score, situation).")
    return nombre(score, "le score"), situation


def lire_score(valeur_rendue: Any) -> float:
    return _lire(valeur_rendue)[0]


def essai(
    genre: type[Recherche], position: Position, h: Heuristique, k: int, nom_h: str, *etiquettes: str
) -> Essai:
    attendu = valeur(position, h, k)
    coup = coup_de(position.dernier) if position.dernier else None

    def juge(appel: Appel) -> Ecart | None:
        score, situation = _lire(appel.valeur)
        if not meme(score, attendu):
            qui = f"J{2 - position.trait}"
            phrase = f"Ce n'est pas la valeur minimax de cette situation, où c'est à {qui} de jouer."
            return Ecart(phrase, f"({montrer(attendu)}, …)", montrer(appel.valeur, 120))
        return _juge_suivante(situation, position, h, k) if k and issue(position) is None else None

    return genre(
        f"minimax_h2(s, {coup}, {{}}, {{}}, {{}}, {nom_h}, {k}), avec s = ({2 - position.trait}, G)",
        (vers_situation(position), coup, {}, {}, {}, h, k),
        juge,
        position,
        frozenset({f"k = {k}", *etiquettes}),
        {"h": h, "k": k},
        f"un score de {montrer(attendu)}",
        delai=DELAI,
    )


def _juge_suivante(situation: Any, position: Position, h: Heuristique, k: int) -> Ecart | None:
    if situation is None:
        perdu = (
            " Ici tous les coups se valent (tous perdent) : il faut quand même en renvoyer un."
            if perdues(position)
            else ""
        )
        return Ecart(
            f"Aucune situation n'est renvoyée : on attend celle du coup choisi.{perdu}", obtenu="(…, None)"
        )
    suivante = lire_situation(situation, "la situation renvoyée")
    bonnes = [vers_situation(p) for p in meilleurs(position, h, k)]
    if suivante in bonnes:
        return None
    return Ecart(_pourquoi(suivante, position), "le fils qui réalise ce score", montrer(situation, 120))


def _pourquoi(suivante: Situation, position: Position) -> str:
    pions = position_de(suivante).nb_coups - position.nb_coups
    if pions == 0:
        return "La situation renvoyée est celle de départ : on attend le fils choisi."
    if pions > 1:
        return (
            f"La situation renvoyée est {pions} coups plus loin : c'est celle que renvoie l'appel récursif. "
            "Renvoyez le fils de s qui mène à ce score."
        )
    if suivante not in [vers_situation(position.jouer(x)) for x in position.coups()]:
        return "La situation renvoyée n'est pas un fils de s."
    return "Le score est juste, mais la situation renvoyée n'est pas le fils qui le réalise."
