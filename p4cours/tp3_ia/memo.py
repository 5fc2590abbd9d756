"""Les essais de IA_memo : les mêmes coups que IA, les évaluations comptées, les appels qui se suivent.
IA_memo(grille, hauteur, p, prof) : le même coup que IA, avec un dictionnaire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from p4core.codages import vers_lignes
from p4core.ia.recherche import feuilles, meilleurs, notes
from p4core.jeu import Position
from p4cours.tp3_ia.ia import GRILLE_GAGNEE, EssaiIA, erreurs_ia, essai_ia, fins, juge_colonne, nettes
from p4cours.tp3_ia.outils import AIDES, evaluer, lire, marques_de_taille, toutes_manquees, vide
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source

# --- Les essais de IA_memo : les mêmes coups que IA, les évaluations comptées, les appels qui se suivent -


COMPTE, APRES_PROF, APRES_JOUEUR = "comptage", "après une autre profondeur", "après l'autre joueur"
PART_PERMISE = 0.6  # des évaluations de IA ; une mémoïsation complète en fait moins de 0,35 sur ces essais


def _justes() -> dict[str, Any]:
    # Toujours les versions justes : un dictionnaire qui survit garderait les erreurs des autres fonctions.
    return dict(AIDES)


def _essai(position: Position, prof: int, *etiquettes: str) -> EssaiIA:
    return essai_ia("IA_memo", position, prof, *etiquettes, remplacements=_justes, relancable=False)


def memes_coups(source: Source) -> Iterator[Essai]:
    """Des appels isolés, sur des positions toutes différentes."""
    yield from (_essai(p, prof) for prof in (1, 2, 3) for p in nettes(source, source.nombre(3), prof))
    for n, m in ((4, 4), (5, 5), (4, 9), (7, 4)):
        yield from (_essai(p, 3) for p in nettes(source, source.nombre(1), 3, vide(n, m)))
    yield from fins("IA_memo", source, remplacements=_justes, relancable=False)


# --- Compter -----------------------------------------------------------------------------------------------


@dataclass
class _Compteur:
    """Les configurations que la recherche évalue, et les coups qu'elle joue."""

    evaluees: list[Position] = field(default_factory=list)

    def eval_grille(self, grille: list[list[int]], p: int) -> float:
        """La bonne évaluation, comptée."""
        self.evaluees.append(lire(grille))
        return evaluer(self.evaluees[-1], p)


@dataclass(frozen=True)
class EssaiCompte(EssaiIA):
    """Une recherche dont on compte les évaluations."""

    relancable: bool = False
    compteur: _Compteur = field(default_factory=_Compteur)

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Juge la colonne, puis le nombre d'évaluations."""
        self.compteur.evaluees.clear()
        epreuve = super().derouler(appelant)
        if not epreuve.reussie:
            return epreuve
        faites, naives = len(self.compteur.evaluees), self.contexte["feuilles"][0]
        remarque = f"Sur une grille 4 × 4 vide, à profondeur 6 : {faites} évaluations au lieu de {naives}."
        remarque = remarque if faites and not epreuve.essai.poids and self.contexte["prof"] == 6 else ""
        return replace(epreuve, ecart=self._trop_d_evaluations(), remarque=remarque)

    def _trop_d_evaluations(self) -> Ecart | None:
        faites, (naives, distinctes) = len(self.compteur.evaluees), self.contexte["feuilles"]
        if faites <= PART_PERMISE * naives:
            return None
        debut = "La colonne est bonne, mais " if faites < naives else "Rien n'est mémorisé : "
        return Ecart(
            f"{debut}votre fonction évalue {faites} grilles. IA en évalue {naives}, or {distinctes} "
            "seulement sont "
            "différentes : un score déjà calculé ne doit pas l'être de nouveau.",
            f"de l'ordre de {distinctes} évaluations",
            f"{faites} évaluations",
        )


def _essai_compte(position: Position, prof: int) -> Essai:
    grille, hauteur = vers_lignes(position)
    compteur = _Compteur()
    return EssaiCompte(
        f"IA_memo(grille, hauteur, {position.trait}, {prof})",
        (grille, hauteur, position.trait, prof),
        juge_colonne(position, prof),
        position,
        frozenset(marques_de_taille(position) | {COMPTE}),
        contexte={"prof": prof, "feuilles": feuilles(position, prof)},
        attendu=" ou ".join(map(str, meilleurs(notes(position, prof)))),
        remplacements=lambda: {**_justes(), "eval_grille": compteur.eval_grille},
        compteur=compteur,
    )


def comptages(source: Source) -> Iterator[Essai]:
    """De petites grilles où les mêmes configurations reviennent souvent."""
    vierge = vide(4, 4)
    yield _essai_compte(vierge, 6)
    yield _essai_compte(vierge.jouer(source.alea.randrange(4)), 6)


# --- D'un appel à l'autre ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _EssaiSuite(EssaiIA):
    """Un appel précédé d'un autre, dont il ne doit rien rester de faux."""

    relancable: bool = False
    avant: tuple[Any, ...] = ()

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Fait l'appel précédent, puis celui que l'on juge."""
        appelant(self.avant, delai=self.delai, remplacements=self.remplacements())
        return super().derouler(appelant)


def _essai_suite(avant: tuple[Position, int], apres: tuple[Position, int], marque: str) -> Essai:
    premier = (*vers_lignes(avant[0]), avant[0].trait, avant[1])
    modele = _essai(*apres, marque)
    appel = f"IA_memo(grille, hauteur, {apres[0].trait}, {apres[1]})   ({marque}, prof = {avant[1]})"
    commun = {
        nom: getattr(modele, nom)
        for nom in ("arguments", "juge", "position", "etiquettes", "contexte", "attendu")
    }
    return _EssaiSuite(appel, **commun, avant=premier, remplacements=_justes)


def suites(source: Source) -> Iterator[Essai]:
    """Un appel après un autre, de profondeur ou de joueur différents."""
    for position in _distinguent(source, 3, _profondeurs_differentes):
        yield _essai_suite((position, 1), (position, 3), APRES_PROF)
    for position in _distinguent(source, 3, _joueurs_differents):
        suite = position.jouer(meilleurs(notes(position, 1))[0])
        yield _essai_suite((position, 3), (suite, 2), APRES_JOUEUR)


def _distinguent(source: Source, nombre: int, test: Callable[[Position], bool]) -> list[Position]:
    """Des positions au hasard où un souvenir faux change le coup."""
    trouvees: list[Position] = []
    while len(trouvees) < nombre:
        trouvees += [p for p in pos.au_hasard(source.alea, 10, vide(5, 6)) if p.nb_coups > 3 and test(p)]
    return trouvees[:nombre]


def _profondeurs_differentes(position: Position) -> bool:
    return not set(meilleurs(notes(position, 1))) & set(meilleurs(notes(position, 3)))


def _joueurs_differents(position: Position) -> bool:
    suite = position.jouer(meilleurs(notes(position, 1))[0])
    if suite.finie:
        return False
    valeurs = notes(suite, 2)
    pires = meilleurs({x: -note for x, note in valeurs.items()})
    return not set(pires) & set(meilleurs(valeurs))


# --- IA_memo(grille, hauteur, p, prof) : le même coup que IA, avec un dictionnaire -----------------------


def _souvenir(*marques: str) -> Callable[[list[Epreuve]], bool]:
    """Les appels isolés réussissent, ceux qui suivent un autre appel échouent."""

    def explique(epreuves: list[Epreuve]) -> bool:
        isoles = [e.reussie for e in epreuves if not e.essai.etiquettes & {APRES_PROF, APRES_JOUEUR, COMPTE}]
        autres = {APRES_PROF, APRES_JOUEUR} - set(marques)
        intacts = not any(toutes_manquees(epreuves, autre) for autre in autres)
        faux = all(toutes_manquees(epreuves, marque) for marque in marques)
        return faux and intacts and sum(isoles) > 0.7 * len(isoles)

    return explique


def _cle_grossiere(epreuves: list[Epreuve]) -> bool:
    """Des colonnes fausses, et bien moins d'évaluations que de configurations différentes."""
    comptes = [e for e in epreuves if isinstance(e.essai, EssaiCompte)]
    return bool(comptes) and all(
        0 < len(e.essai.compteur.evaluees) < 0.4 * e.essai.contexte["feuilles"][1]
        for e in comptes
        if isinstance(e.essai, EssaiCompte)
    )


def _rien_de_memorise(epreuves: list[Epreuve]) -> bool:
    manquees = [e for e in epreuves if not e.reussie]
    return all(
        isinstance(e.essai, EssaiCompte) and e.ecart and "évaluations" in e.ecart.obtenu for e in manquees
    )


_DEBUT = "Votre dictionnaire survit d'un appel à l'autre et sa clé oublie "
_ERREURS_MEMO = (
    GRILLE_GAGNEE,  # avant les autres : une recherche interrompue compte peu d'évaluations
    Erreur(
        "La clé de votre dictionnaire confond des configurations différentes : deux grilles qui n'ont pas "
        "les mêmes "
        "pions doivent avoir des clés différentes (hauteur seule ne suffit pas).",
        _cle_grossiere,
    ),
    Erreur(
        f"{_DEBUT}la profondeur et le joueur : un score calculé pour une autre recherche est repris tel "
        "quel. "
        "Créez le dictionnaire dans IA_memo, ou mettez-les dans la clé.",
        _souvenir(APRES_PROF, APRES_JOUEUR),
    ),
    Erreur(
        f"{_DEBUT}la profondeur : un score calculé à profondeur 1 est repris dans une recherche à "
        "profondeur 3. "
        "Créez le dictionnaire dans IA_memo, ou mettez la profondeur qui reste dans la clé.",
        _souvenir(APRES_PROF),
    ),
    Erreur(
        f"{_DEBUT}le joueur p : un score du point de vue de l'un est repris pour l'autre. "
        "Créez le dictionnaire dans IA_memo, ou mettez p dans la clé.",
        _souvenir(APRES_JOUEUR),
    ),
    Erreur(
        "Votre dictionnaire ne fait presque rien gagner : le score est-il bien cherché dans le "
        "dictionnaire AVANT "
        "d'explorer, et rangé dedans APRÈS, dans coup_max comme dans coup_min ?",
        _rien_de_memorise,
    ),
    *erreurs_ia(),
)

IA_MEMO = Question(
    "IA_memo",
    "IA_memo(grille, hauteur, p, prof)",
    (
        Critere("le même coup que IA (ou un aussi bon)", 2, memes_coups, gratuit=True),
        Critere("bien moins d'évaluations que IA", 3, comptages),
        Critere("rien de faux ne reste d'un appel à l'autre", 1, suites, gratuit=True),
    ),
    (
        "Partez d'une copie de IA. Deux suites de coups différentes peuvent mener à la même grille : c'est "
        "là qu'on gagne.",
        "Créez un dictionnaire vide au début de IA_memo. Au début de coup_max et de coup_min, si la "
        "configuration est "
        "déjà une clé, renvoyez la valeur rangée ; sinon calculez-la et rangez-la avant de la renvoyer.",
        "Une clé doit être immuable : tuple(tuple(ligne) for ligne in grille) convient. Comme le "
        "dictionnaire est neuf à "
        "chaque appel de IA_memo, la grille suffit : le nombre de pions dit qui joue et à quelle "
        "profondeur on est.",
    ),
    _ERREURS_MEMO,
)
