"""IA(grille, hauteur, p, prof) : le min-max avec retour en arrière."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any

from p4core.appels import Appel
from p4core.codages import LIGNES, vers_lignes
from p4core.francais import enumerer, quantite, virgule
from p4core.ia.recherche import meilleurs, notes, presque_egaux, score_series
from p4core.jeu import Position, promenade
from p4cours.recherches import COLONNE, Imposee, Recherche
from p4cours.tp3_ia.commun import (
    AIDES,
    NORMALE,
    GrilleGagnee,
    erreurs_de_taille,
    evaluer,
    lire,
    marques_de_taille,
    positions_de_tailles,
    sur_grille,
    vide,
)
from p4cours.tp3_ia.feuilles import EvalGrille, Scores, decisifs, scores_imposes, souvenirs_de
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer, simple

DERNIERE, LOIN, FINIE = "dernière case", "profondeur 3 ou plus", "une partie qui finit"
PARTICULIERE = "choisie pour ses coups, pas pour sa taille"
IMPOSES = "des scores imposés aux feuilles"
PERDU, PLEINE, GAIN, DANGER = "tous les coups perdent", "colonne pleine", "gain", "danger"

# --- Juger la colonne choisie --------------------------------------------------------------------
# Un cas : la position, la profondeur, puis des marques. C'est au joueur au trait de jouer.

Cas = tuple[Any, ...]


@lru_cache(maxsize=1 << 14)
def notes_justes(position: Position, prof: int, scores: Scores | None = None) -> Mapping[int, float]:
    """La note de chaque coup, retenue : un même cas la demande plusieurs fois, et chaque copie de nouveau."""
    return notes(position, prof, scores or score_series)


def bonnes(position: Position, prof: int, *marques: Any) -> list[int]:
    """Les meilleures colonnes ; avec ces scores aux feuilles, si les marques en imposent."""
    return meilleurs(notes_justes(position, prof, scores_imposes(marques)))


def _juge_colonne(appel: Appel, position: Position, prof: int, *marques: Any) -> Ecart | None:
    """La colonne est-elle jouable, et de note maximale aux arrondis près ?"""
    scores, valeur = scores_imposes(marques), simple(appel.valeur)
    valeurs = notes_justes(position, prof, scores)
    attendu, sommet = _attendu(position, prof, scores), max(valeurs.values())
    if valeur is None:
        cause = "valeur" if sommet == -math.inf else "rien"
        return Ecart(_rien(sommet, appel), attendu, "None", cause=cause)
    if isinstance(valeur, float) and presque_egaux(valeur, sommet):
        phrase = "Vous renvoyez le score du meilleur coup : on attend sa colonne."
        return Ecart(phrase, attendu, montrer(valeur))
    x = entier(valeur, "le coup")
    if x not in valeurs:
        return Ecart(_injouable(position, x), attendu, str(x))
    if x in bonnes(position, prof, scores):
        return None
    phrase = (AUTRES_SCORES if scores else "") + (
        f"La colonne {x} n'est pas la meilleure à profondeur {prof} pour le joueur {position.trait} : "
        f"elle vaut {_note(valeurs[x])}, la meilleure vaut {_note(sommet)}."
    )
    return Ecart(phrase, attendu, str(x), [(x, position.niveau(x))])


def _attendu(position: Position, prof: int, *marques: Any) -> str:
    return " ou ".join(map(str, bonnes(position, prof, *marques)))


def _rien(sommet: float, appel: Appel) -> str:
    if sommet == -math.inf:
        return (
            "Votre fonction renvoie None quand tous les coups perdent : il faut tout de même renvoyer une "
            "colonne jouable (aucun score n'est strictement plus grand que -inf)."
        )
    suite = (
        " Vous affichez le résultat : print ne le donne pas à qui appelle la fonction, return le renvoie."
        if appel.sortie.strip()
        else ""
    )
    return "Votre fonction ne renvoie rien (None) : on attend la colonne choisie." + suite


def _injouable(position: Position, x: int) -> str:
    if 0 <= x < position.largeur:
        return f"La colonne {x} est pleine : on ne peut pas y jouer."
    return f"La colonne {x} n'existe pas : celles de cette grille vont de 0 à {position.largeur - 1}."


def _note(valeur: float) -> str:
    if math.isinf(valeur):
        return "+inf (gain)" if valeur > 0 else "-inf (perte)"
    return virgule(valeur)


# --- Faire l'appel, et dire ce qui s'y passe de travers ------------------------------------------


def chercher(essai: Essai, appelant: Appelant, noms: Mapping[str, Any] | None = None) -> Epreuve:
    """Fait l'appel, avec ces noms remplacés ; s'il échoue, dit ce que l'on y voit de travers."""
    if scores := scores_imposes(essai.cas):
        return _avec_ces_scores(essai, appelant, scores)
    epreuve = sur_grille(essai, appelant, remplacements=noms)
    if epreuve.reussie or epreuve.appel.expire:
        return epreuve
    # Refait avec les aides : elles refusent une grille gagnée, que l'évaluation de l'élève laisse peut-être
    # passer, et l'on y voit qui a joué.
    feuille = _PremiereFeuille()
    temoin = sur_grille(essai, appelant, remplacements={**AIDES, "eval_grille": feuille.eval_grille})
    epreuve = feuille.dire_qui_joue(epreuve) or _dire_gagnee(temoin) or epreuve
    if epreuve.ecart and epreuve.ecart.cause == "argument":
        return replace(epreuve, ecart=_pas_annule(epreuve.appel, epreuve.ecart))
    return _dire_au_hasard(epreuve, temoin, appelant)


def _avec_ces_scores(essai: Essai, appelant: Appelant, scores: Scores) -> Epreuve:
    """L'appel, eval_grille remplacée ; jugé seulement si c'est bien elle qui note les feuilles."""
    position, prof, *_ = essai.cas
    pions = position.nb_coups + prof
    if souvenirs_de(appelant).cherche(essai, appelant, pions):
        return Epreuve(essai, appelant(essai.arguments, delai=essai.delai), None)
    evaluation = EvalGrille(scores, pions)
    epreuve = sur_grille(essai, appelant, remplacements={"eval_grille": evaluation})
    ailleurs = epreuve.ecart and epreuve.ecart.cause == "valeur" and not evaluation.feuilles
    return replace(epreuve, ecart=None) if ailleurs else epreuve


@dataclass
class _PremiereFeuille:
    """La première grille évaluée : rien n'y a encore été annulé, elle dit qui a joué."""

    grille: list[list[int]] | None = None

    def eval_grille(self, grille: list[list[int]], p: int) -> float:
        """La bonne évaluation."""
        if self.grille is None:
            self.grille = [list(ligne) for ligne in grille]
        return evaluer(lire(grille), p)

    def dire_qui_joue(self, epreuve: Epreuve) -> Epreuve | None:
        """L'épreuve et sa cause, si un seul des deux joueurs a posé tous les pions ajoutés."""
        avant, _, p, prof = epreuve.essai.arguments
        if self.grille is None or epreuve.ecart is None:
            return None
        miens, autres = (_pions(self.grille, q) - _pions(avant, q) for q in (p, 3 - p))
        if miens - autres in (0, 1) or miens + autres != prof or _ecrase(avant, self.grille):
            return None
        phrase = (
            f"La première grille évaluée a {quantite(miens, 'pion')} de p (joueur {p}) et "
            f"{quantite(autres, 'pion')} de son adversaire en plus."
        )
        cause = SEULEMENT_P if not autres else SEULEMENT_L_AUTRE if not miens else PAS_TOUR_A_TOUR
        return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase, cause=cause, plantage=False))


SEULEMENT_P, SEULEMENT_L_AUTRE, PAS_TOUR_A_TOUR = "p seul", "l'adversaire seul", "pas tour à tour"
HASARD = "hasard"


def _pions(grille: list[list[int]], p: int) -> int:
    return sum(ligne.count(p) for ligne in grille)


def _ecrase(avant: list[list[int]], apres: list[list[int]]) -> bool:
    """Un pion déjà posé a-t-il été remplacé par un autre ?"""
    couples = ((a, b) for lignes in zip(avant, apres, strict=True) for a, b in zip(*lignes, strict=True))
    return any(a and a != b for a, b in couples)


def _dire_au_hasard(epreuve: Epreuve, temoin: Epreuve, appelant: Appelant) -> Epreuve:
    """L'épreuve et sa cause, si le même appel donne tantôt une colonne, tantôt une autre."""
    if not epreuve.ecart or temoin.appel.valeur == epreuve.appel.valeur or temoin.appel.exception:
        return epreuve
    encore = appelant(epreuve.essai.arguments, delai=epreuve.essai.delai, remplacements=AIDES)
    if encore.exception or encore.valeur == temoin.appel.valeur:
        return epreuve
    vues = enumerer(dict.fromkeys(montrer(a.valeur) for a in (epreuve.appel, temoin.appel, encore)))
    phrase = f"Le même appel, refait, renvoie tantôt une colonne, tantôt une autre : {vues}."
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase, cause=HASARD))


def _dire_gagnee(epreuve: Epreuve) -> Epreuve | None:
    """L'épreuve et sa cause, si la recherche y évalue une grille gagnée."""
    erreur = epreuve.appel.exception
    if not isinstance(erreur, GrilleGagnee) or epreuve.ecart is None:
        return None
    p = epreuve.appel.arguments[2]
    qui = "qui est p" if erreur.gagnant == p else "l'adversaire de p"
    phrase = (
        f"Vous évaluez une grille déjà gagnée (par le joueur {erreur.gagnant}, {qui}) : testez la victoire "
        "avant la profondeur, celle de p dans coup_min et celle de l'adversaire dans coup_max. "
        "L'évaluation n'y est pas définie."
    )
    return replace(epreuve, ecart=replace(epreuve.ecart, phrase=phrase, plantage=False))


def _pas_annule(appel: Appel, ecart: Ecart) -> Ecart:
    """L'écart d'un appel qui n'a pas remis grille et hauteur en état, et pourquoi."""
    (grille, hauteur), (avant_g, avant_h) = appel.apres[:2], appel.arguments[:2]
    if grille == avant_g:
        phrase = "Après l'appel, hauteur n'est plus la même : un coup essayé n'a pas été annulé dans hauteur."
    elif hauteur == avant_h and _bas_abime(grille, avant_g):
        phrase = (
            "Après l'appel, un pion de la ligne du bas a changé : vous essayez un coup dans une colonne "
            "pleine, et jouer écrit alors dans grille[-1], la ligne du bas. Un coup k n'est possible que si "
            "hauteur[k] < n."
        )
    elif hauteur == avant_h:
        phrase = (
            "Après l'appel, la grille a changé alors que hauteur est intacte : un pion essayé y est resté."
        )
    else:
        phrase = (
            "Un coup essayé n'a pas été annulé : après l'appel, la grille n'est plus celle qu'on a donnée. "
            "Chaque jouer doit être suivi de son enlever_coup (attention à un return placé entre les deux)."
        )
    obtenu = "une grille modifiée" if hauteur == avant_h else f"hauteur == {montrer(hauteur)}"
    return replace(ecart, phrase=phrase, obtenu=obtenu)


def _bas_abime(grille: Any, avant: list[list[int]]) -> bool:
    """Un pion posé avant l'appel a-t-il disparu ou changé de joueur dans la ligne du bas ?"""
    return _ecrase(avant[-1:], grille[-1:])


# --- Les positions à essayer ---------------------------------------------------------------------

# Gagner tout de suite, parer une menace, voir un piège ; le joueur au trait est tantôt 1, tantôt 2.
_TACTIQUES = (
    ("112233", 1), ("112233", 2), ("7112233", 1), ("7112233", 2), ("711223", 2), ("12121", 2), ("121212", 3),
    ("71727", 3), ("32444", 2), ("11223", 2),
)  # fmt: skip

# (m, n), coups, prof : l'alignement se fait juste à profondeur 0 ; l'évaluer changerait la colonne choisie.
_A_LA_LIMITE = (
    ((7, 6), "153147", 1), ((7, 6), "1415733", 1), ((7, 6), "1125414", 2),
    ((4, 4), "313131", 1), ((4, 4), "2423131221", 2), ((5, 5), "1121415", 1), ((5, 5), "1521441", 2),
)  # fmt: skip


def _tactiques(source: Source) -> Iterator[Cas]:
    """Des gains et des menaces immédiats."""
    for coups, prof in _TACTIQUES:
        yield Position.depuis_coups(coups), prof
    for (m, n), coups, prof in _A_LA_LIMITE:
        yield Position.depuis_coups(coups, m, n), prof
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(3)):
        avant = Position.depuis_coups([x + 1 for x in position.historique[:-1]])
        yield from ((avant, prof) for prof in (1, 2))


def nettes(source: Source, nombre: int, prof: int, depart: Position | None = None) -> Iterator[Position]:
    """Des positions au hasard où le choix compte : moins de la moitié des coups sont les meilleurs."""
    trouvees = 0
    for position in pos.au_hasard(source.alea, 40 * nombre, depart):
        if position.nb_coups > 2 and 2 * len(bonnes(position, prof)) <= len(position.coups()):
            yield position
            trouvees += 1
        if trouvees == nombre:
            return


def _profondeurs(source: Source) -> Iterator[Cas]:
    """Des positions au hasard, à chercher à profondeur 1, 2 et 3 ; puis des fins de partie."""
    yield from ((Position(), prof) for prof in (1, 2))
    for prof, nombre in ((1, 4), (2, 4), (3, 1)):
        yield from ((p, prof) for p in nettes(source, source.nombre(nombre), prof))
    yield from decisives(source)
    yield from chaque_coup_compte(source)


# (m, n), coups, prof : à chercher avec d'autres scores aux feuilles, sur des grilles peu remplies.
_OUVERTES = (((7, 6), 2), ((9, 4), 2), ((5, 5), 3), ((4, 6), 3))
AUTRES_SCORES = "Avec d'autres scores aux feuilles, ceux d'une eval_grille tirée au sort : "


def chaque_coup_compte(source: Source) -> Iterator[Cas]:
    """Des scores imposés aux feuilles, où chaque coup de chaque joueur décide à son tour de la colonne."""
    for (m, n), prof in _OUVERTES:
        position = promenade(source.alea, source.alea.randint(0, 3), vide(n, m))[-1]
        for scores in decisifs(position, prof, source.alea.randrange(10**6), source.nombre(1)):
            yield position, prof, scores


# (m, n), coups, prof : une recherche plus courte, qui saute une colonne (au bord ou au milieu, chez l'un des
# joueurs ou les deux) ou qui compte mal un gain s'y trompe.
_DECISIVES = (
    ((5, 5), "244225544535531243", 2), ((7, 6), "122751542562241357674516756727", 2),
    ((5, 5), "15222233155323355", 2), ((5, 5), "31413323413", 2), ((5, 5), "1424221211125", 2),
    ((5, 5), "45441234214312352", 2), ((7, 6), "77712233541127765322372135654315", 2),
    ((5, 5), "5211255345222", 3), ((5, 5), "154122551342234234455", 3), ((5, 5), "21233225315352", 3),
    ((7, 6), "75235611123755615152371622477763", 3), ((5, 5), "444234254215513", 3),
    ((5, 5), "1424221211125", 3), ((5, 5), "244225544535531243", 4), ((5, 5), "1424221211125", 4),
    ((5, 5), "21131524255211425", 4), ((5, 5), "15135355534434314", 4), ((5, 5), "12123432225333", 4),
    ((5, 5), "1325525552424424", 4), ((5, 5), "345344133235411154", 4),
    ((5, 5), "5543115534152242112", 5),
    ((7, 6), "673157767533277224442122114144", 4),
    # Au-delà de cinq coups ; sur plus de sept colonnes.
    ((4, 7), "34313212214222133433", 6), ((9, 4), "9149542778537847228891196314", 4),
)  # fmt: skip

# La dernière case y donne la victoire, ou la partie nulle ; puis les mêmes en miroir.
_DERNIERE_CASE = (
    ((5, 5), "34453332351215142142551", 2), ((5, 5), "32213334315451524524115", 2),
    ((4, 4), "2422321443431", 3), ((4, 4), "3133234112124", 3),
)  # fmt: skip


# (m, n), coups, coups qui restent : une nulle y est le meilleur coup, ou le moins bon ; et leur miroir.
_NULLES_OU_NON = (
    ((4, 4), "3321332122441", 3), ((5, 5), "133435532324444211555", 4),
    ((5, 5), "35554143112112252254", 5), ((5, 5), "355541431121122522544", 4),
    # Un coup de plus à prévoir qu'il n'en reste : la grille est pleine avant prof = 0.
    ((4, 4), "444212413121", 5), ((5, 5), "232221331511354123544", 5),
    ((4, 4), "3143212221134", 4), ((5, 5), "1241135555213513434223", 4),
)  # fmt: skip


def _miroir(coups: str, m: int) -> str:
    return "".join(str(m + 1 - int(colonne)) for colonne in coups)


def decisives(source: Source) -> Iterator[Cas]:
    """Des recherches plus lointaines, dans des fins de partie où il reste peu de coups."""
    for (m, n), coups, prof in _DECISIVES:
        yield Position.depuis_coups(coups, m, n), prof, PARTICULIERE
    for (m, n), coups, prof in _DERNIERE_CASE:
        yield Position.depuis_coups(coups, m, n), prof, PARTICULIERE, DERNIERE


def _autres_tailles(source: Source) -> Iterator[Cas]:
    """Les mêmes recherches sur d'autres grilles que 6 × 7."""
    for rang, position in enumerate(positions_de_tailles(source, source.nombre(2))):
        yield position, 1 + rang % 3
    for n, m in ((4, 4), (5, 5), (4, 9)):
        yield from ((p, 2) for p in nettes(source, source.nombre(1), 2, vide(n, m)))


@lru_cache(maxsize=1)
def _perdues() -> tuple[Position, ...]:
    """Des positions où tous les coups perdent, à profondeur 2."""
    trouvees = [Position.depuis_coups("44335")]
    for n, m, graine in ((4, 4, 1), (5, 5, 2), (6, 7, 3)):
        candidates = pos.au_hasard(random.Random(graine), 2000, vide(n, m))
        perdues = (p for p in candidates if max(notes_justes(p, 2).values()) == -math.inf)
        trouvees += islice(perdues, 2)
    return tuple(trouvees)


def _perdues_tirees(source: Source) -> Iterator[Position]:
    """D'autres, au hasard."""
    candidates = (p for _ in range(500) for n in (5, 4) for p in pos.au_hasard(source.alea, 1, vide(n, n)))
    return (p for p in candidates if p.nb_coups > 4 and max(notes_justes(p, 2).values()) == -math.inf)


def fins(source: Source) -> Iterator[Cas]:
    """Des positions perdues, des colonnes pleines, des grilles presque remplies ; d'autres au hasard."""
    perdues = (*_perdues(), *islice(_perdues_tirees(source), source.nombre(2)))
    yield from ((position, 2, PERDU) for position in perdues)
    for coups in ("11111122", "7777776", "2222226666665"):
        yield Position.depuis_coups(coups), 2
    for n, m in ((6, 7), (4, 4), (5, 5)):
        # Les derniers coups d'une partie nulle : le score d'une grille pleine est 0.
        nulle = pos.nulles(1, m, n)[0]
        for reste in (1, 2, 3):
            coups_joues = [x + 1 for x in nulle.historique[: n * m - reste]]
            yield Position.depuis_coups(coups_joues, m, n), 3, "presque pleine"
    for (m, n), coups, prof in _NULLES_OU_NON:
        for vus in (coups, _miroir(coups, m)):
            yield Position.depuis_coups(vus, m, n), prof, "presque pleine", PARTICULIERE
    yield from ((p, 2, PARTICULIERE) for p in islice(_fins_nettes(source), source.nombre(3)))


def _fins_nettes(source: Source) -> Iterator[Position]:
    """Des fins de partie au hasard où une colonne est pleine, et où le choix compte : rien à réciter."""
    for _ in range(400):
        for n in (4, 5):
            for position in nettes(source, 1, 2, vide(n, n)):
                if 1 < len(position.coups()) < n:
                    yield position


# --- Les erreurs que l'on sait nommer dans un min-max --------------------------------------------

Colonnes = Callable[[Position, int], Collection[int]]  # celles qu'une version fautive pourrait choisir


def _de_pres(nom: str, phrase: str) -> Erreur:
    """Seulement ces essais sont manqués, et pas tous de loin : c'est alors la profondeur qui manquerait."""
    erreur = seulement(nom, phrase)
    return Erreur(
        phrase,
        lambda epreuves: any(e.essai.cas[1] < 3 for e in fautes(epreuves)) and erreur.explique(epreuves),
    )


def _choisit_parmi(phrase: str, colonnes: Colonnes) -> Erreur:
    """La fonction choisit partout comme le ferait une version fautive."""

    def explique(epreuves: list[Epreuve]) -> bool:
        if any(not isinstance(simple(e.appel.valeur), int) for e in epreuves):
            return False
        if any(e.ecart and e.ecart.cause != "valeur" for e in epreuves):
            return False  # ce n'est pas la colonne qu'on lui reproche
        possibles = [(e, {*colonnes(*e.essai.cas[:2])}) for e in epreuves]
        if any(simple(e.appel.valeur) not in choix for e, choix in possibles):
            return False
        # Une version qui hésite entre beaucoup de colonnes explique tout : se trompe-t-on aussi souvent ?
        risquees = [e for e, choix in possibles if not choix <= {*bonnes(*e.essai.cas[:2])}]
        return sum(not e.reussie for e in risquees) >= 0.3 * len(risquees)

    return Erreur(phrase, explique)


def _faux(profondeur: Callable[[int], int] = lambda prof: prof, signe: int = 1, **options: Any) -> Colonnes:
    """Les colonnes qu'une recherche déréglée jugerait les meilleures."""

    def colonnes(position: Position, prof: int) -> list[int]:
        if profondeur(prof) < 1:
            return position.coups()
        fausses = notes(position, profondeur(prof), **options)
        return meilleurs({x: signe * note for x, note in fausses.items()})

    return colonnes


def _sans_un_bord(choix: Callable[[list[float]], float], bord: slice) -> Callable[[Iterable[float]], float]:
    """Un choix qui ne regarde pas le premier coup possible, ou le dernier."""

    def choisir(scores: Iterable[float]) -> float:
        tous = list(scores)
        return choix(tous[bord] or tous)

    return choisir


_BORDS = (("premier", slice(1, None)), ("dernier", slice(None, -1)))


VERSIONS_FAUSSES: tuple[tuple[str, Colonnes], ...] = (
    ("Vous renvoyez toujours la première colonne jouable.", lambda position, prof: position.coups()[:1]),
    ("Vous renvoyez toujours la dernière colonne jouable.", lambda position, prof: position.coups()[-1:]),
    (
        "Vous choisissez le PIRE coup : le signe, ou le maximum et le minimum, sont échangés.",
        _faux(signe=-1),
    ),
    (
        "Le meilleur score n'est pas mis à jour quand vous trouvez mieux : vous gardez la dernière colonne "
        "qui ne perd pas.",
        lambda position, prof: (
            [x for x, note in notes_justes(position, prof).items() if note > -math.inf][-1:]
            or position.coups()
        ),
    ),
    ("prof est décalée de 1 : vous cherchez un coup de moins que demandé.", _faux(lambda p: p - 1)),
    ("prof est décalée de 1 : vous cherchez un coup de plus que demandé.", _faux(lambda p: p + 1)),
    ("Vous ne cherchez qu'à profondeur 1, quelle que soit prof.", _faux(lambda p: 1)),
    ("L'adversaire coopère : coup_min doit renvoyer le MINIMUM des scores.", _faux(autre=max)),
    ("Quand c'est à p de jouer, coup_max doit renvoyer le MAXIMUM des scores.", _faux(mien=min)),
    ("coup_max et coup_min sont échangées.", _faux(mien=min, autre=max)),
    (
        "Vous évaluez la grille du point de vue de l'adversaire : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, 3 - joueur)),
    ),
    (
        "Le point de vue change selon qui doit jouer : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, position.trait)),
    ),
    (
        "Le point de vue change selon qui vient de jouer : c'est toujours eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: score_series(position, 3 - position.trait)),
    ),
    (
        "L'heuristique n'est pas utilisée : à profondeur 0, le score est eval_grille(grille, p).",
        _faux(heuristique=lambda position, joueur: 0),
    ),
    *(
        (
            f"coup_min n'essaie pas le {nom} coup possible : revoyez les bornes de sa boucle.",
            _faux(autre=_sans_un_bord(min, bord)),
        )
        for nom, bord in _BORDS
    ),
    *(
        (
            f"coup_max et coup_min n'essaient pas le {nom} coup possible : revoyez les bornes des boucles.",
            _faux(mien=_sans_un_bord(max, bord), autre=_sans_un_bord(min, bord)),
        )
        for nom, bord in _BORDS
    ),
)


def a_ces_essais(erreur: Erreur) -> Erreur:
    """La même erreur, reconnue aux seuls essais qui gardent l'eval_grille du TP."""

    def explique(epreuves: list[Epreuve]) -> bool:
        gardees = [e for e in epreuves if IMPOSES not in e.essai.etiquettes]
        return bool(fautes(gardees)) and erreur.explique(gardees)

    return replace(erreur, explique=explique)


GRILLE_GAGNEE = Erreur(
    "Vous évaluez une grille déjà gagnée : testez la victoire avant la profondeur.",
    lambda epreuves: any(isinstance(e.appel.exception, GrilleGagnee) for e in epreuves),
)


def _surtout(nom: str, epreuves: list[Epreuve]) -> bool:
    """Neuf essais manqués sur dix sont ainsi étiquetés : de loin, la même cause en change d'autres."""
    manquees = fautes(epreuves)
    return sum(nom in e.essai.etiquettes for e in manquees) >= 0.9 * len(manquees) > 0


def _vu(cause: str, phrase: str) -> Erreur:
    """L'un des essais a montré cette cause."""
    return Erreur(phrase, lambda epreuves: any(e.ecart and e.ecart.cause == cause for e in epreuves))


def _deux_causes(epreuves: list[Epreuve]) -> bool:
    """À profondeur 2, p joue les deux coups ; plus loin, son adversaire joue enfin."""
    return {SEULEMENT_P, PAS_TOUR_A_TOUR} <= {e.ecart.cause for e in epreuves if e.ecart}


QUI_JOUE = (
    Erreur(
        "IA pose un pion de p, puis appelle coup_max, qui en pose un autre : après un coup de p, c'est "
        "coup_min qui répond.",
        _deux_causes,
    ),
    _vu(SEULEMENT_P, "coup_min fait jouer p : c'est à son adversaire, opp, d'y poser un pion."),
    _vu(SEULEMENT_L_AUTRE, "Les coups que IA essaie d'abord sont ceux de p, pas de son adversaire."),
    _vu(
        PAS_TOUR_A_TOUR,
        "Les joueurs ne jouent pas tour à tour : coup_max joue pour p, coup_min pour son adversaire opp.",
    ),
    _vu(
        HASARD,
        "Votre fonction choisit au hasard : le hasard ne peut départager que les meilleurs coups, ceux de "
        "même score.",
    ),
)

ERREURS = (
    *QUI_JOUE,
    GRILLE_GAGNEE,
    *(_choisit_parmi(phrase, colonnes) for phrase, colonnes in VERSIONS_FAUSSES),
    *erreurs_de_taille(au_moins=0.3),
    seulement(
        DERNIERE, "Une grille pleine peut être gagnée : testez la victoire avant de dire qu'elle vaut 0."
    ),
    seulement(PERDU, "Toutes vos erreurs viennent des positions où tous les coups perdent."),
    seulement(
        "presque pleine",
        "Toutes vos erreurs viennent de la fin de partie : une grille remplie vaut 0.",
        vague=True,
    ),
    seulement(
        PLEINE, "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer.", vague=True
    ),
    _de_pres(GAIN, "Vous manquez des coups gagnants : testez-vous victoire AVANT prof = 0, dans coup_min ?"),
    _de_pres(
        DANGER, "Vous laissez l'adversaire gagner : testez-vous victoire AVANT prof = 0, dans coup_max ?"
    ),
    Erreur(
        "Vos erreurs viennent de parties qui finissent : un gain de p vaut inf, un gain de son adversaire "
        "-inf, quelle que soit prof.",
        lambda epreuves: _surtout(FINIE, epreuves),
        vague=True,
    ),
    seulement(
        LOIN,
        "Toutes vos erreurs sont aux profondeurs 3 et plus : coup_max et coup_min, qui s'y appellent l'une "
        "l'autre, regardent-elles tous les coups, jusqu'à prof = 0 ?",
        vague=True,
    ),
)


# --- La recherche, telle qu'on la rejoue -----------------------------------------------------------


def _fin(position: Position, arguments: Any, pour: int) -> float:
    if not position.gagnant:
        return 0
    return math.inf if position.gagnant == pour else -math.inf


def _imposee(cas: tuple[Any, ...]) -> Imposee | None:
    scores = scores_imposes(cas)
    return None if scores is None else (EvalGrille(scores, 0), scores)


def recherche_du_tp3(nom: str, **options: Any) -> Recherche:
    """Ce que renvoie une recherche de ce TP : une colonne ; dedans, des scores vus de p."""
    return Recherche(
        nom,
        LIGNES,
        ("grille", "hauteur", "p", "prof"),
        "prof",
        pour=lambda a: a["p"],
        joue=lambda a: a["p"],
        feuille=lambda position, a, pour: score_series(position, pour),
        fin=_fin,
        feuille_dite="eval_grille(grille, p)",
        fin_dite="",
        dedans=("coup_max", "coup_min"),
        rend=COLONNE,
        evaluation="eval_grille",
        imposee=_imposee,
        evaluer=lambda eval_grille, position, a, pour: eval_grille(vers_lignes(position)[0], pour),
        **options,
    )


# --- La question ---------------------------------------------------------------------------------


def _marques(position: Position, prof: int, *marques: Any) -> set[str]:
    """Ce que la position a de particulier : sa taille, un gain, un danger, une colonne pleine."""
    if scores_imposes(marques):
        return {IMPOSES}
    valeurs = notes_justes(position, prof).values()
    faits = {
        GAIN: max(valeurs) == math.inf,
        PERDU: max(valeurs) == -math.inf,
        DANGER: min(valeurs) == -math.inf < max(valeurs) < math.inf,
        PLEINE: len(valeurs) < position.largeur and PARTICULIERE not in marques,
        LOIN: prof >= 3,
        "presque pleine": position.largeur * position.hauteur - position.nb_coups <= prof,
        FINIE: math.inf in map(abs, valeurs),
    }
    tailles = marques_de_taille(position)
    if PARTICULIERE in marques:
        tailles &= {NORMALE}
    return {*marques, *tailles, *(nom for nom, vrai in faits.items() if vrai)}


OPTIONS: dict[str, Any] = {
    "codage": LIGNES,
    "faire": chercher,
    "delai": 6.0,
    "sans_retour": True,  # None est jugé ici, pour dire ce qui manque
}


def recherche(nom: str, options: Mapping[str, Any] = OPTIONS) -> Fonction:
    """La forme commune à IA et à IA_memo."""
    return Fonction(
        f"{nom}(grille, hauteur, p, prof)",
        donner=lambda position, prof, *_: (*vers_lignes(position), position.trait, prof),
        attendu=_attendu,
        juger=_juge_colonne,
        colonne=True,
        appel=lambda position, prof, *marques: (
            f"{nom}(grille, hauteur, {position.trait}, {prof})"
            + ("   (eval_grille remplacée)" if scores_imposes(marques) else "")
        ),
        etiquettes=_marques,
        # Montré seulement si rien d'autre n'est manqué : l'élève n'a pas ces scores.
        taille=lambda position, prof, *marques: 1000 if scores_imposes(marques) else None,
        profondeur=lambda position, prof, *_: prof,
        options=options,
    )


IA = (
    recherche("IA")
    .critere("gagner quand on le peut, parer quand il le faut", 1, _tactiques)
    .critere("le meilleur coup aux profondeurs 1 à 5", 2, _profondeurs)
    .critere("toutes les tailles de grille", 1, _autres_tailles)
    .critere("positions perdues, colonnes pleines, fins de partie", 1, fins)
    .question(
        (
            "Où regarder : coup_max, qui vous est donnée. coup_min est la même vue de l'adversaire, et le "
            "corps de IA est la boucle de coup_max, qui retient un coup au lieu d'un score.",
            "À quoi penser : dans coup_min, qui joue, qui vient peut-être de gagner, et que cherche-t-il ? "
            "Le score, lui, reste vu de p. Dans le corps de IA, que se passe-t-il si tous les coups valent "
            "-inf ?",
            "Pour commencer : recopiez coup_max sous le nom coup_min et demandez-vous, ligne par ligne, ce "
            "qui change. Pour le corps de IA, il faut deux variables, le meilleur score et le coup qui "
            "l'atteint : que valent-elles avant le premier coup ?",
        ),
        map(a_ces_essais, ERREURS),
        AIDES,
        recherche=recherche_du_tp3("IA"),
    )
)
