"""IA_memo(grille, hauteur, p, prof) : les mêmes coups que IA, avec un dictionnaire."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.codages import vers_lignes
from p4core.francais import quantite
from p4core.ia.recherche import feuilles, meilleurs
from p4core.jeu import Position, promenade
from p4cours.recherches import TRAVAIL
from p4cours.tp3_ia.commun import AIDES, evaluer, lire, vide
from p4cours.tp3_ia.feuilles import Scores, Souvenirs
from p4cours.tp3_ia.ia import (
    ERREURS,
    GRILLE_GAGNEE,
    OPTIONS,
    QUI_JOUE,
    a_ces_essais,
    bonnes,
    chaque_coup_compte,
    chercher,
    decisives,
    fins,
    nettes,
    notes_justes,
    recherche,
    recherche_du_tp3,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import Explication, fautes
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source

Cas = tuple[Any, ...]
Figee = tuple[tuple[int, ...], ...]  # une grille que l'on ne modifie pas
COMPTE, APRES_PROF, APRES_JOUEUR = "comptage", "après une autre profondeur", "après l'autre joueur"


def _memes_coups(source: Source) -> Iterator[Cas]:
    """Des appels isolés, sur des positions toutes différentes."""
    yield from ((p, prof) for prof in (1, 2, 3) for p in nettes(source, source.nombre(3), prof))
    for n, m in ((4, 4), (5, 5), (4, 9), (7, 4)):
        yield from ((p, 3) for p in nettes(source, source.nombre(1), 3, vide(n, m)))
    yield from decisives(source)
    yield from fins(source)
    yield from chaque_coup_compte(source)
    yield from _retrouvees(source)


# (coups, prof, scores) : qui coupe, range une borne et la relit comme un score s'y trompe.
_BORNES = (("43", 5, 944), ("2", 6, 610))


def _retrouvees(source: Source) -> Iterator[Cas]:
    """Assez loin pour que des configurations reviennent, avec des scores imposés : relire une borne, ou le
    score d'une autre, y change la colonne choisie."""
    for coups, prof, graine in _BORNES:
        yield Position.depuis_coups(coups, 4, 5), prof, Scores(graine)
    for n, m, prof in ((4, 4, 5), (4, 4, 4), (5, 4, 5), (6, 5, 4)):
        for _ in range(source.nombre(2)):
            position = promenade(source.alea, source.alea.randint(0, 2), vide(n, m))[-1]
            yield position, prof, Scores(source.alea.randrange(10**6))


# --- Compter les évaluations ---------------------------------------------------------------------
# Un cas : la position, la profondeur, le compteur.

# Chaque grille différente est examinée, en moyenne, au plus tant de fois. Une mémoire complète : 1 fois ; une
# mémoire qui oublie les feuilles : 1,5 ; un élagage sans mémoire : 1,6 au moins ; aucune mémoire : 3 et plus.
FOIS = 1.57


@dataclass
class _Compteur:
    """Ce qu'évalue et teste une recherche, à comparer à ce que fait IA et aux configurations différentes."""

    naives: int
    distinctes: int
    evaluees: Counter[Any] = field(default_factory=Counter)  # les grilles données à eval_grille
    testees: Counter[Any] = field(default_factory=Counter)  # les couples (grille, p) donnés à victoire
    annulees: Counter[tuple[Figee, int]] = field(default_factory=Counter)  # ceux donnés à enlever_coup
    au_bout: bool = False  # une grille évaluée a prof pions de plus que celle de départ

    def aides(self) -> dict[str, Any]:
        """Les aides qui comptent ; on repart de zéro."""
        self.evaluees.clear()
        self.testees.clear()
        self.annulees.clear()
        return {nom: getattr(self, nom) for nom in ("eval_grille", "victoire", "enlever_coup")}

    def eval_grille(self, grille: list[list[int]], p: int) -> float:
        """La bonne évaluation, comptée."""
        self.evaluees[str(grille)] += 1
        return evaluer(lire(grille), p)

    def victoire(self, grille: list[list[int]], p: int) -> bool:
        """La bonne réponse, comptée."""
        self.testees[str(grille), p] += 1
        return bool(AIDES["victoire"](grille, p))

    def enlever_coup(self, grille: list[list[int]], hauteur: list[int], k: int) -> None:
        """Le coup annulé, compté."""
        self.annulees[tuple(map(tuple, grille)), k] += 1
        AIDES["enlever_coup"](grille, hauteur, k)

    @property
    def faites(self) -> int:
        """Le nombre d'évaluations."""
        return self.evaluees.total()

    @property
    def rien_vu(self) -> bool:
        """Trop peu d'appels pour que l'on voie ce qu'épargne la mémoire."""
        return max(len(self.evaluees), len(self.testees)) < 0.1 * self.distinctes

    def ecart(self) -> Ecart | None:
        """Un travail déjà fait est-il refait ?"""
        if self.faites > FOIS * len(self.evaluees):
            return self._trop("évalue", "évaluations", self.evaluees, f" (IA, {self.naives} fois)")
        if self.explorees_de_nouveau:
            return self._en_partie()
        if 2 * len(self.evaluees) >= self.distinctes:
            return None  # toutes les configurations, ou leurs reflets, et chacune une fois
        if self.rien_vu:
            attendu = f"de l'ordre de {self.distinctes} évaluations"
            return Ecart(_RIEN_VU, attendu, quantite(self.faites, "évaluation"), cause=CACHE)
        if self.testees.total() > FOIS * len(self.testees):
            return self._trop("teste la victoire dans", "tests de victoire", self.testees)
        return None

    @property
    def explorees_de_nouveau(self) -> bool:
        """Deux étages voisins de l'arbre sont-ils explorés plus d'une fois, ou l'un d'eux à moitié retenu ?

        Qui ne range que les scores de coup_max, ou tous sauf ceux des feuilles, n'en refait jamais deux de
        suite, et chacun est retenu tout entier ou pas du tout. Un élagage, ou une profondeur qui grandit peu
        à peu, revient à bon droit : on n'en juge pas."""
        if self.faites <= 0.9 * self.distinctes or len(set(map(_pions, self.evaluees))) != 1:
            return False
        etages: dict[int, list[int]] = {}
        for (grille, _), fois in self.annulees.items():
            etages.setdefault(_pions(grille), []).append(fois)
        refaits = {etage for etage, fois in etages.items() if sum(fois) > 1.03 * len(fois)}
        return any(etage + 1 in refaits for etage in refaits) or self._a_moitie_retenu()

    def _a_moitie_retenu(self) -> bool:
        """Au même étage, une grille est-elle explorée de nouveau, et une autre retrouvée ?"""
        essais: dict[Figee, set[int]] = {}  # combien de fois chaque coup d'une grille est essayé
        venues: Counter[Figee] = Counter()  # combien de fois on y arrive
        for (grille, k), fois in self.annulees.items():
            essais.setdefault(_sans_le_dernier(grille, k), set()).add(fois)
            venues[grille] += fois
        if any(len(comptes) > 1 for comptes in essais.values()):
            return False  # des coups y sont coupés : on n'en juge pas
        etages: dict[int, list[tuple[int, int]]] = {}
        for grille, comptes in essais.items():
            if grille in venues:
                etages.setdefault(_pions(grille), []).append((min(comptes), venues[grille]))
        return any(
            len({fois for fois, _ in etage}) > 1 and any(fois < arrivees for fois, arrivees in etage)
            for etage in etages.values()
        )

    def _en_partie(self) -> Ecart:
        coups, differents = self.annulees.total(), len(self.annulees)
        return Ecart(
            f"La colonne est bonne, mais votre fonction joue et annule {coups} coups, or {differents} "
            "suffisent quand aucune configuration n'est explorée deux fois.",
            f"de l'ordre de {differents} coups essayés",
            f"{coups} coups essayés",
            cause=EN_PARTIE if self.faites > len(self.evaluees) or self._a_moitie_retenu() else FEUILLES,
        )

    def _trop(self, verbe: str, noms: str, vues: Counter[Any], suite: str = "") -> Ecart:
        debut = "Rien n'est mémorisé : " if vues.total() > 2.5 * len(vues) else "La colonne est bonne, mais "
        return Ecart(
            f"{debut}votre fonction {verbe} une grille {vues.total()} fois{suite}, or {len(vues)} seulement "
            "sont différentes : un score déjà calculé ne doit pas l'être de nouveau.",
            f"de l'ordre de {len(vues)} {noms}",
            f"{vues.total()} {noms}",
            cause=REFAIT,
        )


def _pions(grille: str | Figee) -> int:
    """Le nombre de pions d'une grille écrite, ou figée."""
    ecrite = str(grille)
    return ecrite.count("1") + ecrite.count("2")


def _sans_le_dernier(grille: Figee, k: int) -> Figee:
    """La grille sans le pion du haut de la colonne k."""
    haut = next((i for i, ligne in enumerate(grille) if ligne[k]), 0)
    return tuple((*ligne[:k], 0, *ligne[k + 1 :]) if i == haut else ligne for i, ligne in enumerate(grille))


REFAIT, CACHE, FEUILLES, EN_PARTIE, SURVIT = TRAVAIL
_RIEN_VU = (
    "Votre fonction n'appelle presque jamais eval_grille ni victoire : ce que votre dictionnaire épargne ne "
    "peut pas être observé, et n'est donc pas gagné. Servez-vous de ces deux fonctions, comme dans IA."
)


_CLE_INCOMPLETE = (
    "Votre dictionnaire survit d'un appel à l'autre et sa clé oublie la profondeur : un score calculé à une "
    "autre profondeur est repris tel quel. Créez le dictionnaire dans IA_memo, ou mettez la profondeur qui "
    "reste dans la clé."
)


def _se_souvient(essai: Essai, appelant: Appelant) -> bool:
    """Refait sur une grille d'une autre taille, le même appel évalue-t-il moins de feuilles ?"""
    position, prof = promenade(random.SystemRandom(), 2, vide(6, 5))[-1], 3
    neuf = replace(essai, arguments=(*vers_lignes(position), position.trait, prof))
    souvenirs = Souvenirs()
    return souvenirs.cherche(neuf, appelant, position.nb_coups + prof) and souvenirs.evaluees > 0


# Deux coups après lesquels un élagage sans mémoire revient souvent aux mêmes grilles, et où 0 n'est pas bon.
_DEUX_COUPS = ("11", "12", "13", "14", "23", "33", "34", "43")


def _comptages(source: Source) -> Iterator[Cas]:
    """De petites grilles où les mêmes configurations reviennent souvent, de plus d'une hauteur."""
    tires = source.alea.sample(_DEUX_COUPS, min(source.nombre(1), len(_DEUX_COUPS)))
    plus_hautes = [(source.alea.choice(_DEUX_COUPS), source.alea.choice((5, 6, 7)))]
    for coups, lignes in [("", 4), *((coups, 4) for coups in tires), *plus_hautes]:
        position = Position.depuis_coups(coups, 4, lignes)
        yield position, 6, _Compteur(*feuilles(position, 6))


def _compter(essai: Essai, appelant: Appelant) -> Epreuve:
    """Juge la colonne, puis le travail fait."""
    position, prof, compteur = essai.cas
    epreuve = chercher(essai, appelant, compteur.aides())
    compteur.au_bout = any(_pions(grille) == position.nb_coups + prof for grille in compteur.evaluees)
    if epreuve.reussie and compteur.rien_vu:
        # Un dictionnaire qui survit se souvient peut-être de cet essai : un autre, qu'il ne peut connaître.
        neuve = promenade(random.SystemRandom(), 3, vide(4, 4))[-1]
        arguments = (*vers_lignes(neuve), neuve.trait, prof)
        appelant(arguments, delai=essai.delai, remplacements=compteur.aides())
    if not epreuve.reussie:
        return epreuve
    if compteur.rien_vu and _se_souvient(essai, appelant):
        return replace(epreuve, ecart=Ecart(_CLE_INCOMPLETE, cause=SURVIT))
    gain = f"{compteur.faites} évaluations au lieu de {compteur.naives}"
    remarque = f"Sur une grille 4 × 4 vide, à profondeur {prof} : {gain}."
    dite = compteur.faites and not position.nb_coups
    return replace(epreuve, ecart=compteur.ecart(), remarque=remarque if dite else "")


# --- D'un appel à l'autre ------------------------------------------------------------------------
# Un cas : la position, la profondeur, la marque, puis la position et la profondeur de l'appel d'avant.


def _suites(source: Source) -> Iterator[Cas]:
    """Un appel après un autre, de profondeur ou de joueur différents."""
    for position in _distinguent(source, 3, _profondeurs_differentes):
        yield position, 3, APRES_PROF, position, 1
    for position in _distinguent(source, 3, _joueurs_differents):
        yield _apres_le_meilleur(position), 2, APRES_JOUEUR, position, 3


def _distinguent(source: Source, nombre: int, test: Callable[[Position], bool]) -> list[Position]:
    """Des positions au hasard où un souvenir faux change le coup."""
    trouvees: list[Position] = []
    while len(trouvees) < nombre:
        trouvees += [p for p in pos.au_hasard(source.alea, 10, vide(5, 6)) if p.nb_coups > 3 and test(p)]
    return trouvees[:nombre]


def _profondeurs_differentes(position: Position) -> bool:
    return not set(bonnes(position, 1)) & set(bonnes(position, 3))


def _joueurs_differents(position: Position) -> bool:
    suite = _apres_le_meilleur(position)
    if suite.finie:
        return False
    pires = meilleurs({x: -note for x, note in notes_justes(suite, 2).items()})
    return not set(pires) & set(bonnes(suite, 2))


def _apres_le_meilleur(position: Position) -> Position:
    return position.jouer(bonnes(position, 1)[0])


def _enchainer(essai: Essai, appelant: Appelant) -> Epreuve:
    """Fait l'appel précédent, dont il ne doit rien rester de faux, puis celui que l'on juge."""
    *_, position, prof = essai.cas
    appelant((*vers_lignes(position), position.trait, prof), delai=essai.delai)
    return chercher(essai, appelant)


def _appel_suivant(position: Position, prof: int, marque: str, _: Position, avant: int) -> str:
    return f"IA_memo(grille, hauteur, {position.trait}, {prof})   ({marque}, prof = {avant})"


# --- Les erreurs que l'on sait nommer ------------------------------------------------------------


def _souvenir(*marques: str) -> Explication:
    """Les appels isolés réussissent, ceux qui suivent un autre appel échouent."""

    def explique(epreuves: list[Epreuve]) -> bool:
        isoles = [e.reussie for e in epreuves if not e.essai.etiquettes & {APRES_PROF, APRES_JOUEUR, COMPTE}]
        manquees = {m for m in (APRES_PROF, APRES_JOUEUR) if _toutes_manquees(epreuves, m)}
        return manquees == {*marques} and sum(isoles) > 0.7 * len(isoles)

    return explique


def _toutes_manquees(epreuves: list[Epreuve], nom: str) -> bool:
    concernees = [e for e in epreuves if nom in e.essai.etiquettes]
    return bool(concernees) and not any(e.reussie for e in concernees)


def _cle_grossiere(epreuves: list[Epreuve]) -> bool:
    """Des colonnes fausses, et bien moins d'évaluations que de configurations différentes, au bout de prof
    coups : une recherche qui s'arrête plus tôt en fait peu aussi, et sa clé n'y est pour rien."""
    compteurs = [e.essai.cas[2] for e in epreuves if COMPTE in e.essai.etiquettes]
    colonnes = any(e.ecart and e.ecart.cause == "valeur" for e in epreuves)
    peu = all(0 < compteur.faites < 0.4 * compteur.distinctes for compteur in compteurs)
    return colonnes and peu and any(compteur.au_bout for compteur in compteurs)


def _seule_cause(cause: str) -> Explication:
    """Tout le reste est juste : seul le travail refait, et de cette façon, est reproché."""
    return lambda epreuves: all(e.ecart and e.ecart.cause == cause for e in fautes(epreuves))


_DEBUT = "Votre dictionnaire survit d'un appel à l'autre et sa clé oublie "

_ERREURS = (
    *QUI_JOUE,
    GRILLE_GAGNEE,  # avant les autres : une recherche interrompue compte peu d'évaluations
    Erreur(
        "La clé de votre dictionnaire confond des configurations différentes : deux grilles qui "
        "n'ont pas les mêmes pions doivent avoir des clés différentes (hauteur seule ne suffit pas).",
        _cle_grossiere,
    ),
    Erreur(
        f"{_DEBUT}la profondeur et le joueur : un score calculé pour une autre recherche est repris "
        "tel quel. Créez le dictionnaire dans IA_memo, ou mettez-les dans la clé.",
        _souvenir(APRES_PROF, APRES_JOUEUR),
    ),
    Erreur(
        f"{_DEBUT}la profondeur : un score calculé à profondeur 1 est repris dans une recherche à "
        "profondeur 3. Créez le dictionnaire dans IA_memo, ou mettez la profondeur qui reste dans "
        "la clé.",
        _souvenir(APRES_PROF),
    ),
    Erreur(
        f"{_DEBUT}le joueur p : un score du point de vue de l'un est repris pour l'autre. "
        "Créez le dictionnaire dans IA_memo, ou mettez p dans la clé.",
        _souvenir(APRES_JOUEUR),
    ),
    Erreur(
        "Votre dictionnaire ne fait presque rien gagner : chaque appel de coup_max et de coup_min "
        "cherche-t-il son score dans le dictionnaire AVANT d'explorer, pour l'y ranger APRÈS ? Si "
        "c'est le travail de retrouver, est-elle appelée à leur place ?",
        _seule_cause(REFAIT),
    ),
    Erreur(
        "Votre dictionnaire ne retient que les évaluations, au bout de la recherche : le score de "
        "CHAQUE configuration, calculé par coup_max ou coup_min, se range et se relit aussi.",
        _seule_cause(FEUILLES),
    ),
    Erreur(
        "Votre dictionnaire ne retient qu'une partie des scores calculés : d'autres configurations "
        "sont explorées de nouveau chaque fois que l'on y revient. Rangez chaque score.",
        _seule_cause(EN_PARTIE),
    ),
    *ERREURS,
)

_OPTIONS = {**OPTIONS, "relancable": False}

IA_MEMO = (
    recherche("IA_memo", _OPTIONS)
    .critere("le même coup que IA (ou un aussi bon)", 2, _memes_coups, gratuit=True)
    .critere(
        "bien moins d'évaluations que IA",
        3,
        _comptages,
        etiquettes=lambda *_: {COMPTE},
        options={**_OPTIONS, "faire": _compter},
        neuf=True,
    )
    .critere(
        "rien de faux ne reste d'un appel à l'autre",
        1,
        _suites,
        gratuit=True,
        appel=_appel_suivant,
        options={**_OPTIONS, "faire": _enchainer},
    )
    .question(
        (
            "Où regarder : retrouver, d'abord ; puis, dans la copie de votre IA, chaque endroit où l'on "
            "calcule le score d'une configuration. C'est là qu'il faut savoir si on l'a déjà calculé.",
            "À quoi penser : chercher dans le dictionnaire AVANT d'explorer, ranger APRÈS. Quand on appelle "
            "retrouver, que contient grille ? Une clé ne peut pas être une liste : quel objet immuable "
            "contient toute la grille ?",
            "Pour commencer : une ligne qui fabrique la clé d'une grille ; essayez-la seule sur ex_grille. "
            "Collez ensuite votre IA sans rien y changer, vérifiez qu'elle joue toujours, puis faites passer "
            "ses appels par retrouver, l'un après l'autre.",
        ),
        map(a_ces_essais, _ERREURS),
        AIDES,
        recherche=recherche_du_tp3("IA_memo", memoire=True),
    )
)
# Un dictionnaire qui survit garderait les erreurs des autres fonctions.
IA_MEMO = replace(IA_MEMO, aides_d_avance=True)
