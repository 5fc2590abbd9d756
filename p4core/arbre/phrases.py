"""Les mots de l'arbre : niveaux, nœuds lus par un lecteur d'écran, état du calcul."""

from __future__ import annotations

from p4core.arbre.construction import Noeud, Recherche
from p4core.plateau.phrases import COULEURS, composer
from p4core.plateau.reflexion import ecrire_note

CALCUL, INCONNUE = "calcul…", "?"


def ecrire_valeur(noeud: Noeud, calcul: bool = False) -> str:
    """La valeur d'un nœud en peu de signes."""
    if noeud.evalue:
        return INCONNUE if noeud.valeur is None else ecrire_note(noeud.valeur)
    return CALCUL if calcul else INCONNUE


def role(recherche: Recherche, noeud: Noeud) -> str:
    """Ce que fait le nœud : max, min, feuille (horizon) ou fin (de partie)."""
    if noeud.finie:
        return "fin"
    if not noeud.depliable:
        return "feuille"
    return "max" if recherche.maximise(noeud) else "min"


def niveaux(recherche: Recherche) -> list[str]:
    """Le titre de chaque niveau, de la racine à l'horizon."""
    racine = recherche.racine
    traits = [racine.position.trait if d % 2 == 0 else 3 - racine.position.trait for d in range(racine.reste)]
    return [
        composer(phrase) for phrase in (*(_niveau(recherche, t) for t in traits), "Feuilles : valeur estimée")
    ]


def _niveau(recherche: Recherche, trait: int) -> str:
    nom = recherche.jeu.nom(trait)
    if trait == recherche.jeu.joueur:
        return f"▲ MAX : {nom} joue, la plus grande valeur remonte"
    return f"▼ MIN : {nom} joue, la plus petite valeur remonte"


def description(recherche: Recherche, noeud: Noeud, calcul: bool, sur_la_ligne: bool) -> str:
    """Le nœud en une phrase, pour qui ne voit pas le dessin."""
    morceaux = [_coup(recherche, noeud), _role_dit(recherche, noeud), _valeur_dite(recherche, noeud, calcul)]
    if sur_la_ligne:
        morceaux.append("sur la meilleure ligne")
    elif noeud.parent is not None and noeud in noeud.parent.retenus():
        morceaux.append("valeur retenue par son parent")
    return composer(", ".join(morceaux))


def _coup(recherche: Recherche, noeud: Noeud) -> str:
    if noeud.parent is None:
        return "Racine"
    joueur = noeud.parent.position.trait
    return f"{recherche.jeu.nom(joueur)} ({COULEURS[joueur]}) joue {recherche.jeu.nom_coup(noeud.case)}"


def _role_dit(recherche: Recherche, noeud: Noeud) -> str:
    nature = role(recherche, noeud)
    if nature == "fin":
        return fin(recherche, noeud)
    if nature == "feuille":
        return "feuille"
    return f"à {recherche.jeu.nom(noeud.position.trait)} de jouer, nœud {nature.upper()}"


def fin(recherche: Recherche, noeud: Noeud) -> str:
    """Comment la partie a fini."""
    gagnant = noeud.position.gagnant
    return f"{recherche.jeu.nom(gagnant)} gagne" if gagnant else "partie finie"


def _valeur_dite(recherche: Recherche, noeud: Noeud, calcul: bool) -> str:
    if not noeud.evalue:
        return "calcul en cours" if calcul else "valeur pas encore calculée"
    if noeud.valeur is None:
        return "valeur indécise"
    texte = f"valeur {ecrire_note(noeud.valeur)}"
    if not noeud.fils:
        return texte
    if len(noeud.fils) == 1:
        return f"{texte}, celle de son seul fils"
    sens = "la plus grande" if recherche.maximise(noeud) else "la plus petite"
    return f"{texte}, {sens} de ses {len(noeud.fils)} fils"


def resume(recherche: Recherche) -> str:
    """Ce que la recherche a trouvé, en une phrase."""
    racine, ligne = recherche.racine, recherche.ligne()
    if racine.finie:
        return composer(f"La partie est finie : {fin(recherche, racine)}.")
    if not racine.evalue:
        return composer("La valeur de la racine n'est pas encore connue.")
    if racine.valeur is None and recherche.jeu.sans_valeur:
        return composer(f"Aucune fonction ne donne de valeur aux feuilles. {_cout(recherche)}")
    valeur = "indécise" if racine.valeur is None else ecrire_note(racine.valeur)
    suite = ", ".join(recherche.jeu.nom_coup(noeud.case) for noeud in ligne[1:])
    meilleure = f" ; meilleure ligne : {suite}" if suite else ""
    nom = recherche.jeu.nom(recherche.jeu.joueur)
    return composer(f"Valeur {valeur} pour {nom} (MAX){meilleure}. {_cout(recherche)}")


def _cout(recherche: Recherche) -> str:
    nombre, appels = sum(1 for _ in recherche.racine.parcours()), recherche.jeu.evaluations
    return f"{nombre} nœud{'s' * (nombre > 1)}, {appels} évaluation{'s' * (appels > 1)}."
