"""Une expérience : prévoir, choisir le nombre de parties, mesurer, conclure ce que l'intervalle permet.

Deux questions par expérience. Dans le notebook, l'élève écrit une prévision et un nombre de parties, vérifie
ce nombre, mesure, puis recopie les comptes de SA mesure et conclut :

    prevision, nb_parties = "Commencer ne change rien.", 2401
    verifier("tp1_grille", "nb_parties", nb_parties, points=1)

    comptes = (1337, 1058, 6)  # victoires du premier, du second, nulles
    conclusion = "plus fort"
    verifier("tp1_grille", "conclusion", (prevision, comptes, conclusion), points=1)

Le score du premier (une nulle vaut 1/2) et son intervalle viennent de ces comptes, jamais d'une référence :
elle ne sert qu'à refuser des comptes que le jeu ne peut pas donner. La prévision est redite, jamais jugée."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from p4core.appels import Appel
from p4core.francais import milliers, quantite, virgule
from p4core.tournois.statistiques import Z_95, Intervalle, wilson
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question
from p4cours.verification.formes import reponse
from p4cours.verification.lecture import Malforme, en_phrase, entier, montrer

PLUS, MOINS, RIEN = "plus fort", "moins fort", "on ne peut pas conclure"
CONCLUSIONS = (PLUS, MOINS, RIEN)
AUTRES_NIVEAUX = {"90 %": 1.644854, "99 %": 2.575829}
ASSEZ, TROP = 0.995, 1.5  # parties jouées pour une partie nécessaire : à l'arrondi près, et sans gaspiller
PRES = 0.04  # écart relatif sous lequel un nombre vient sans doute d'une erreur connue
ECARTS = 5.0  # écarts-types d'une référence au-delà desquels des comptes sont impossibles
RARES = 3  # parties de plus, pour une issue si rare que ses écarts ne suivent pas une loi normale

Comptes = tuple[int, int, int]  # victoires du premier, victoires du second, nulles


# --- ce qu'une mesure permet de dire --------------------------------------------------------------


def score(comptes: Comptes) -> float:
    """Le score du premier : une victoire vaut 1, une nulle 1/2."""
    return (comptes[0] + comptes[2] / 2) / sum(comptes)


def intervalle(comptes: Comptes, z: float = Z_95) -> Intervalle:
    """L'intervalle du score, à 95 % sauf autre demande."""
    return wilson(comptes[0] + comptes[2] / 2, sum(comptes), z)


def _par_la_formule(comptes: Comptes, z: float = Z_95) -> Intervalle:
    """Celui que donne la formule du cours, f ± z √(f (1 − f) / n)."""
    f = score(comptes)
    marge = z * sqrt(f * (1 - f) / sum(comptes))
    return f - marge, f + marge


def conclusion_permise(bornes: Intervalle) -> str:
    """Ce que permet de dire un intervalle du score."""
    return PLUS if bornes[0] > 0.5 else MOINS if bornes[1] < 0.5 else RIEN


def conclusions_permises(comptes: Comptes, z: float = Z_95) -> set[str]:
    """Celles de l'intervalle de Wilson et de la formule du cours, qui ne diffèrent qu'au bord."""
    return {conclusion_permise(calcul(comptes, z)) for calcul in (intervalle, _par_la_formule)}


def parties_necessaires(largeur: float, z: float = Z_95) -> float:
    """Les parties (nombre à arrondir) d'un intervalle de cette largeur, au pire : pour un score de 1/2."""
    return (z / largeur) ** 2


def _largeur(parties: float) -> float:
    return Z_95 / sqrt(parties)


def _en_clair(bornes: Intervalle) -> str:
    return f"[{virgule(bornes[0], '.3f')} ; {virgule(bornes[1], '.3f')}]"


# Les indices d'une expérience qui n'en a pas à elle.
INDICES_NOMBRE = (
    "Où regarder : la formule de l'intervalle, dans l'énoncé ou au TP 1. La largeur va d'un bord à l'autre.",
    "À quoi penser : on ne connaît pas encore le score. Pour lequel l'intervalle est-il le plus large ? "
    "C'est le cas qu'il faut prévoir.",
    "Pour commencer : écrivez la largeur en fonction de n dans ce cas, puis cherchez le n qui donne celle "
    "que l'on veut. Arrondissez vers le haut.",
)
INDICES_CONCLUSION = (
    "Où regarder : la phrase qu'affiche la mesure, pour ce duel. Elle contient les trois comptes à recopier "
    "et votre intervalle.",
    "À quoi penser : deux adversaires de même force auraient un score de 1/2. Votre intervalle l'exclut-il ?",
    "Pour commencer : recopiez les trois comptes dans l'ordre demandé. La conclusion porte sur le premier "
    "nommé, et dit ce que l'intervalle permet, même si vous aviez prévu autre chose.",
)

# --- l'expérience ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Experience:
    """Deux adversaires à comparer, à la précision voulue ; `nombre` et `conclusion` en sont les questions."""

    premier: str  # « le joueur 1 » : c'est lui que l'on dit plus fort ou moins fort
    second: str
    largeur: float  # celle de l'intervalle à 95 % voulu
    reference: Comptes | None  # ce que donnent beaucoup de parties ; None si la réponse de l'élève y joue
    suffixe: str = ""  # pour nommer les questions d'un TP qui a plusieurs expériences
    unite: str = "partie"  # ce que l'on compte

    def nombre(self, indices: tuple[str, ...] = INDICES_NOMBRE) -> Question:
        """La question du nombre de parties : « nb_parties », suffixe compris."""
        return reponse(f"nb_parties{self.suffixe}", self._juger_nombre, indices)

    def conclusion(self, indices: tuple[str, ...] = INDICES_CONCLUSION) -> Question:
        """La question de la conclusion : le triplet (prévision, comptes, conclusion)."""
        nom = f"conclusion{self.suffixe}"
        criteres = (
            Critere(
                "une mesure assez précise, qui vient du jeu", 1, lambda s: [self._essai(nom, self.mesure)]
            ),
            Critere("ce que son intervalle permet de dire", 2, lambda s: [self._essai(nom, self._conclure)]),
        )
        return Question(nom, nom, criteres, indices, vide=_sans_reponse)

    # --- le nombre de parties ---

    def _juger_nombre(self, valeur: Any) -> str | None:
        try:
            parties = entier(valeur, f"le nombre de {self.unite}s")  # range refuserait 2401.0
        except Malforme as defaut:
            return en_phrase(defaut)
        if not 1 <= parties < 10**12:
            return f"Il faut au moins une {self.unite}, et un nombre raisonnable : {montrer(valeur, 40)}."
        if ASSEZ <= parties / parties_necessaires(self.largeur) <= TROP:
            return None
        return self._erreur_connue(parties) or self._mauvaise_largeur(parties)

    def _erreur_connue(self, parties: float) -> str:
        juste = parties_necessaires(self.largeur)
        connues = [
            (parties_necessaires(self.largeur, z), self._autre_niveau(nom))
            for nom, z in AUTRES_NIVEAUX.items()
        ]
        connues += [
            (
                juste / 4,
                "La largeur d'un intervalle va d'un bord à l'autre : vous l'avez prise pour la marge, qui "
                "n'en est que la moitié.",
            ),
            (
                4 * juste,
                "f (1 − f) ne vaut jamais plus de 1/4 : c'est cette valeur, et non 1, qu'il faut prendre.",
            ),
            (sqrt(juste), "La largeur diminue comme 1/√n : n s'obtient en élevant un rapport au carré."),
        ]
        return next((phrase for n, phrase in connues if abs(parties / n - 1) <= PRES), "")

    def _mauvaise_largeur(self, parties: float) -> str:
        largeur = virgule(_largeur(parties), ".2g")
        if largeur == self._voulue:  # « large de 0,14, plus que les 0,14 » ne dirait rien
            largeur = virgule(_largeur(parties), ".4g")
        obtenue = f"avec {milliers(parties, ' ')} {self.unite}s, l'intervalle serait large de {largeur}"
        if parties < parties_necessaires(self.largeur):
            return f"Trop peu de {self.unite}s : {obtenue}, plus que les {self._voulue} demandés."
        return f"Bien plus qu'il n'en faut : {obtenue}, quand {self._voulue} suffisent."

    def _autre_niveau(self, nom: str) -> str:
        return f"C'est le nombre de {self.unite}s d'un intervalle à {nom} : on le demande à 95 %."

    @property
    def _voulue(self) -> str:
        return virgule(self.largeur, "g")

    # --- la mesure ---

    def mesure(self, valeur: Any) -> Comptes:
        """Les comptes de cette réponse, s'ils sont assez nombreux et possibles ; Malforme sinon."""
        comptes = _lire_comptes(_parties_de(valeur)[1])
        bas, haut = intervalle(comptes)
        if haut - bas > self.largeur * 1.01 and sum(comptes) < ASSEZ * parties_necessaires(self.largeur):
            raise Malforme(
                f"trop peu de {self.unite}s : l'intervalle de vos {self._combien(comptes)} est large "
                f"de {virgule(haut - bas, '.2g')}, on le voulait de {self._voulue} au plus."
            )
        if not self._possible(comptes):
            raise Malforme(self._impossible(comptes))
        return comptes

    def _possible(self, comptes: Sequence[int]) -> bool:
        """Chaque issue est-elle à portée de sa fréquence de référence ?"""
        if self.reference is None:
            return True
        n, total = sum(comptes), sum(self.reference)
        attendues = [vues / total for vues in self.reference]
        bruits = [ECARTS * sqrt(n * f * (1 - f) * (1 + n / total)) + RARES for f in attendues]
        return all(abs(c - n * f) <= bruit for c, f, bruit in zip(comptes, attendues, bruits, strict=True))

    def _impossible(self, comptes: Comptes) -> str:
        a, b, nulles = comptes
        if self._possible((b, a, nulles)):
            return f"vos comptes semblent échangés : ceux pour {self.premier} d'abord, {self.second} ensuite."
        if any(map(self._possible, ((nulles, a, b), (b, nulles, a), (a, nulles, b), (nulles, b, a)))):
            return f"l'ordre demandé est (victoires pour {self.premier}, pour {self.second}, nulles)."
        return (
            f"{quantite(a, 'victoire')} pour {self.premier}, {b} pour {self.second}, "
            f"{quantite(nulles, 'nulle')} : pas une fois sur un million, ce jeu ne donne de tels comptes. "
            "Les avez-vous bien recopiés, et les fonctions qui jouent sont-elles jugées justes ?"
        )

    # --- la conclusion ---

    def _conclure(self, valeur: Any) -> None:
        """Malforme si la conclusion n'est pas celle que permet l'intervalle."""
        comptes = self.mesure(valeur)
        dite = lire_conclusion(_parties_de(valeur)[2])
        if dite not in conclusions_permises(comptes):
            raise Malforme(f"{_mauvaise_conclusion(dite, comptes)} {self.bilan(comptes)}")

    def bilan(self, comptes: Comptes) -> str:
        """Le score mesuré et son intervalle, en une phrase."""
        return (
            f"Score mesuré pour {self.premier} : {virgule(score(comptes), '.3f')}, intervalle à 95 % "
            f"{_en_clair(intervalle(comptes))}, sur {self._combien(comptes)}."
        )

    def _combien(self, comptes: Comptes) -> str:
        return f"{milliers(sum(comptes), ' ')} {self.unite}s"

    def _essai(self, nom: str, lire: Callable[[Any], Any]) -> Essai:
        def juge(appel: Appel) -> Ecart | None:
            lire(appel.valeur)
            return None

        return Essai(nom, (), juge, faire=self._redire if lire == self._conclure else None)

    def _redire(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """L'épreuve, avec la prévision et la mesure mises côte à côte si tout va bien."""
        epreuve = essai.une_fois(appelant)
        if not epreuve.reussie:
            return epreuve
        prevision, comptes, _ = _parties_de(epreuve.appel.valeur)
        prevue = f" Vous aviez prévu : « {str(prevision).strip()[:200]} »." if prevision else ""
        return replace(epreuve, remarque=self.bilan(_lire_comptes(comptes)) + prevue)


def _sans_reponse(valeur: Any) -> bool:
    """Ni comptes ni conclusion : rien n'est encore écrit."""
    return isinstance(valeur, tuple | list) and all(v is None for v in valeur[1:])


def _parties_de(valeur: Any) -> tuple[Any, Any, Any]:
    if not isinstance(valeur, tuple | list) or len(valeur) != 3:
        raise Malforme(f"on attend le triplet (prevision, comptes, conclusion), pas {montrer(valeur, 80)}.")
    return valeur[0], valeur[1], valeur[2]


def _lire_comptes(valeur: Any) -> Comptes:
    if not isinstance(valeur, tuple | list) or len(valeur) != 3:
        raise Malforme(
            f"les comptes sont trois entiers (victoires, défaites, nulles), pas {montrer(valeur, 80)}."
        )
    if all(isinstance(v, float) and 0 <= v <= 1 for v in valeur):
        raise Malforme("vous donnez des fréquences : on attend les nombres que vous avez comptés.")
    a, b, nulles = (entier(v, "chaque compte") for v in valeur)
    if min(a, b, nulles) < 0 or not a + b + nulles:
        raise Malforme(
            f"un compte n'est pas négatif, et il faut au moins une mesure : {montrer(valeur, 60)}."
        )
    return a, b, nulles


def lire_conclusion(valeur: Any, permises: Sequence[str] = CONCLUSIONS) -> str:
    """L'une des phrases permises, sans égard aux majuscules, aux accents, à la ponctuation ni au genre."""
    mots = _mots(valeur) if isinstance(valeur, str) else []
    for phrase in permises:
        if mots == _mots(phrase):
            return phrase
    liste = ", ".join(f"« {phrase} »" for phrase in permises)
    raise Malforme(
        f"la conclusion s'écrit avec l'une de ces trois phrases : {liste} ; pas {montrer(valeur, 60)}."
    )


def _mots(texte: str) -> list[str]:
    lettres = unicodedata.normalize("NFD", texte.lower())
    mots = "".join(c if c.isalpha() else " " for c in lettres if not unicodedata.combining(c)).split()
    return [mot.rstrip("e") for mot in mots]  # « moins forte » : une machine, une IA


def _mauvaise_conclusion(dite: str, comptes: Comptes) -> str:
    """Ce qui sépare la conclusion de ce que l'intervalle permet."""
    permise = conclusion_permise(intervalle(comptes))
    niveau = next((nom for nom, z in AUTRES_NIVEAUX.items() if dite in conclusions_permises(comptes, z)), "")
    if niveau:
        return f"c'est ce que dirait un intervalle à {niveau} ; le niveau demandé est 95 %."
    if permise == RIEN:
        return "votre intervalle contient 1/2 : votre conclusion en dit plus que lui."
    if dite == RIEN:
        return "votre intervalle ne contient pas 1/2 : il permet d'en dire plus."
    return "c'est l'inverse : comparez votre intervalle à 1/2."
