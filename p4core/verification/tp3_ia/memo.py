"""IA_memo(grille, hauteur, p, prof) : le même coup que IA, avec un dictionnaire."""

from __future__ import annotations

from collections.abc import Callable

from p4core.verification.essais import Critere, Epreuve, Erreur, Question
from p4core.verification.tp3_ia.ia_erreurs import GRILLE_GAGNEE, erreurs_ia
from p4core.verification.tp3_ia.memo_essais import (
    APRES_JOUEUR,
    APRES_PROF,
    COMPTE,
    EssaiCompte,
    comptages,
    memes_coups,
    suites,
)
from p4core.verification.tp3_ia.outils import toutes_manquees


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
_ERREURS = (
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

QUESTION = Question(
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
    _ERREURS,
)
