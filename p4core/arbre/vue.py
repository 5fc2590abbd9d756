"""Ce que Python envoie au dessin : des dictionnaires simples, un par nœud visible."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from p4core.arbre.calcul import Incident
from p4core.arbre.construction import Noeud, Recherche
from p4core.arbre.phrases import description, ecrire_valeur, fin, niveaux, resume, role
from p4core.plateau.phrases import composer


def etat(
    recherche: Recherche, vus: Collection[str], attendus: Collection[Noeud], incident: Incident | None
) -> dict[str, Any]:
    """L'arbre tel qu'il doit être montré ; `vus` sont les clés des nœuds déjà dépliés une fois."""
    ligne = recherche.ligne()
    trait_epais = ligne if len(ligne) > 1 else []
    visibles = [n for n in recherche.racine.parcours() if n.parent is None or n.parent.cle in vus]
    position = recherche.racine.position
    return {
        "largeur": position.largeur,
        "hauteur": position.hauteur,
        "niveaux": niveaux(recherche),
        "ligne": [noeud.cle for noeud in ligne],
        "noeuds": {
            n.cle: carte(recherche, n, n in trait_epais, _attendu(n, attendus), vus) for n in visibles
        },
        **_message(recherche, attendus, incident),
    }


def _attendu(noeud: Noeud, attendus: Collection[Noeud]) -> bool:
    """Le nœud, ou un de ses ancêtres, est-il en cours de calcul ?"""
    courant: Noeud | None = noeud
    while courant is not None:
        if courant in attendus:
            return True
        courant = courant.parent
    return False


def carte(
    recherche: Recherche, noeud: Noeud, sur_la_ligne: bool, calcul: bool, vus: Collection[str] = ()
) -> dict[str, Any]:
    """Ce qu'il faut pour dessiner et lire un nœud."""
    connus = noeud.fils is not None and noeud.cle in vus
    return {
        "niveau": noeud.niveau,
        "coup": recherche.jeu.nom_coup(noeud.case) if noeud.parent else "",
        "colonnes": ["".join(map(str, colonne)) for colonne in noeud.position.cases()],
        "trait": noeud.position.trait,
        "dernier": noeud.case,
        "gagnantes": noeud.position.alignement,
        "role": role(recherche, noeud),
        "fin": fin(recherche, noeud) if noeud.finie else "",
        "valeur": ecrire_valeur(noeud, calcul),
        "depliable": noeud.depliable,
        "fils": [fils.cle for fils in noeud.fils or []] if connus else None,
        "ligne": sur_la_ligne,
        "retenu": noeud.parent is not None and noeud in noeud.parent.retenus(),
        "description": description(recherche, noeud, calcul, sur_la_ligne),
    }


def _message(recherche: Recherche, attendus: Collection[Noeud], incident: Incident | None) -> dict[str, Any]:
    details = [{"titre": titre, "texte": texte} for titre, texte in incident.details] if incident else []
    phrase, ton = resume(recherche), "info"
    alertes = " ".join(recherche.jeu.alertes)
    if attendus:
        phrase, ton = "Calcul…", "attente"
    elif incident:
        phrase, ton = incident.phrase, "erreur"
    elif alertes:
        phrase, ton = f"{phrase} {alertes}", "alerte"
    return {"statut": composer(phrase), "ton": ton, "details": details}
