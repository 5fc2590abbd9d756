"""Ce que montre l'arbre : ses mots, les données envoyées au navigateur, son image là où rien ne tourne."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Any

from p4core.dessin import PAS, RAYON, pion_svg
from p4core.ecran.affichage import COULEURS, deplies
from p4core.ecran.arbre.construction import Incident, Noeud, Recherche
from p4core.francais import composer, note_signee, quantite

CALCUL, INCONNUE = "calcul…", "?"


def ecrire_valeur(noeud: Noeud, calcul: bool = False) -> str:
    """La valeur d'un nœud en peu de signes."""
    if noeud.evalue:
        return INCONNUE if noeud.valeur is None else note_signee(noeud.valeur)
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
    texte = f"valeur {note_signee(noeud.valeur)}"
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
    valeur = "indécise" if racine.valeur is None else note_signee(racine.valeur)
    suite = ", ".join(recherche.jeu.nom_coup(noeud.case) for noeud in ligne[1:])
    meilleure = f" ; meilleure ligne : {suite}" if suite else ""
    nom = recherche.jeu.nom(recherche.jeu.joueur)
    return composer(f"Valeur {valeur} pour {nom} (MAX){meilleure}. {_cout(recherche)}")


def _cout(recherche: Recherche) -> str:
    nombre, appels = sum(1 for _ in recherche.racine.parcours()), recherche.jeu.evaluations
    return f"{quantite(nombre, 'nœud')}, {quantite(appels, 'évaluation')}."


# --- les données envoyées au navigateur : un dictionnaire par nœud visible ---------------------------


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
    details = deplies(incident.details) if incident else []
    phrase, ton = resume(recherche), "info"
    alertes = " ".join(recherche.jeu.alertes)
    if attendus:
        phrase, ton = "Calcul…", "attente"
    elif incident:
        phrase, ton = incident.phrase, "erreur"
    elif alertes:
        phrase, ton = f"{phrase} {alertes}", "alerte"
    return {"statut": composer(phrase), "ton": ton, "details": details}


# --- l'image fixe : la racine, ses fils, la meilleure ligne ------------------------------------------

PLACE, GRILLE, BORD = 106, 84, 14  # largeur d'un nœud, de sa grille, marge du dessin
COUP, VALEUR, TITRE, LIENS = 16, 24, 22, 30  # hauteurs, de haut en bas d'un niveau
SYMBOLES = {"max": "▲ ", "min": "▼ ", "feuille": "", "fin": "■ "}
ENCRE, DISCRET, ACCENT = "#1f1f1f", "#595959", "#0b5cad"

Rangee = list[tuple[Noeud, float]]


def dessiner(recherche: Recherche) -> str:
    """Le SVG de l'arbre, sur fond clair : il se lit aussi dans une page sombre."""
    groupes = _groupes(recherche)
    largeur = max(5, *(len(groupe) for groupe in groupes)) * PLACE + 2 * BORD
    rangees = [_placer(groupe, largeur) for groupe in groupes]
    pas = COUP + _hauteur_grille(recherche) + VALEUR + TITRE + LIENS
    hauteur = len(rangees) * pas - LIENS + 2 * BORD
    hauts = [BORD + rang * pas for rang in range(len(rangees))]
    corps = [_rangee(recherche, rangees, rang, y) for rang, y in enumerate(hauts)]
    corps += [_titre(recherche, rang, y) for rang, y in enumerate(hauts)]
    titre = escape(resume(recherche))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" data-p4-arbre="statique" '
        f'viewBox="0 0 {largeur} {hauteur:g}" '
        f'width="{largeur}" height="{hauteur:g}" role="img" aria-label="{titre}" font-family="sans-serif" '
        f'font-size="13"><title>{titre}</title><rect width="100%" height="100%" rx="8" fill="#ffffff"/>'
        f"{''.join(corps)}</svg>"
    )


def _groupes(recherche: Recherche) -> list[list[Noeud]]:
    """La racine, puis les fils de chaque nœud de la meilleure ligne (ceux de la racine au moins)."""
    return [[recherche.racine], *(noeud.fils for noeud in recherche.ligne() if noeud.fils)]


def _placer(groupe: list[Noeud], largeur: int) -> Rangee:
    gauche = (largeur - len(groupe) * PLACE) / 2 + PLACE / 2
    return [(noeud, gauche + rang * PLACE) for rang, noeud in enumerate(groupe)]


def _hauteur_grille(recherche: Recherche) -> float:
    position = recherche.racine.position
    return GRILLE * position.hauteur / position.largeur


def _rangee(recherche: Recherche, rangees: list[Rangee], rang: int, y: float) -> str:
    """Les liens qui arrivent à ce niveau, puis ses nœuds."""
    parents = {noeud.cle: x for noeud, x in rangees[rang - 1]} if rang else {}
    liens = [_lien(noeud, parents[noeud.parent.cle], x, y) for noeud, x in rangees[rang] if noeud.parent]
    noeuds = [_noeud(recherche, noeud, x, y) for noeud, x in rangees[rang]]
    return "".join([*sorted(liens, key=lambda lien: ACCENT in lien), *noeuds])


def _titre(recherche: Recherche, rang: int, y: float) -> str:
    """Sous un niveau : qui joue, et laquelle des valeurs du dessous remonte."""
    bas = y + COUP + _hauteur_grille(recherche) + VALEUR + 15
    nom = escape(niveaux(recherche)[rang])
    return f'<text x="{BORD}" y="{bas:g}" fill="{DISCRET}" {HALO}>{nom}</text>'


HALO = 'stroke="#ffffff" stroke-width="4" paint-order="stroke"'


def _lien(noeud: Noeud, x0: float, x1: float, y: float) -> str:
    """Le trait vers le parent : épais pour la valeur retenue, de couleur pour la meilleure ligne."""
    couleur, epaisseur = ("#8a8a8a", 1.2)
    if noeud.parent and noeud in noeud.parent.retenus():
        couleur, epaisseur = (ACCENT, 5) if noeud is noeud.parent.retenus()[0] else (ENCRE, 2.5)
    haut, milieu = y - LIENS, y - LIENS / 2
    return (
        f'<path d="M{x0:g} {haut - TITRE:g}V{haut - 4:g}'
        f'C{x0:g} {milieu + 10:g} {x1:g} {milieu - 10:g} {x1:g} {y:g}" fill="none" '
        f'stroke="{couleur}" stroke-width="{epaisseur}"/>'
    )


def _noeud(recherche: Recherche, noeud: Noeud, x: float, y: float) -> str:
    bas = y + COUP + _hauteur_grille(recherche)
    coup = recherche.jeu.nom_coup(noeud.case) if noeud.parent else "racine"
    valeur = SYMBOLES[role(recherche, noeud)] + ecrire_valeur(noeud)
    titre = f"<title>{escape(fin(recherche, noeud))}</title>" if noeud.finie else ""
    return (
        f'<g text-anchor="middle" fill="{ENCRE}">{titre}'
        f'<text x="{x:g}" y="{y + 12:g}" {HALO}>{escape(coup)}</text>'
        f"{grille_svg(noeud, x - GRILLE / 2, y + COUP)}"
        f'<text x="{x:g}" y="{bas + 17:g}" font-weight="bold">{escape(valeur)}</text></g>'
    )


def grille_svg(noeud: Any, gauche: float, haut: float) -> str:
    """La petite grille d'une position, le dernier coup cerclé."""
    p = noeud.position
    cadre = f'<rect width="{p.largeur * PAS}" height="{p.hauteur * PAS}" rx="10" fill="#24508f"/>'
    # Un pointillé à bouts ronds dessine tous les trous d'un coup : l'image reste légère.
    colonnes = "".join(
        f"M{x * PAS + PAS // 2} {PAS // 2}v{(p.hauteur - 1) * PAS + 1}" for x in range(p.largeur)
    )
    trous = (
        f'<path d="{colonnes}" stroke="#ffffff" stroke-width="{2 * RAYON}" stroke-linecap="round" '
        f'stroke-dasharray="0 {PAS}"/>'
    )
    pions = [_pion(noeud, x, y, j) for x, c in enumerate(p.cases()) for y, j in enumerate(c) if j]
    placement = f"translate({gauche:g} {haut:g}) scale({GRILLE / (p.largeur * PAS):.4g})"
    return f'<g transform="{placement}">{cadre}{trous}{"".join(pions)}</g>'


def _pion(noeud: Any, x: int, y: int, joueur: int) -> str:
    cx, cy = x * PAS + PAS // 2, (noeud.position.hauteur - 1 - y) * PAS + PAS // 2
    souligne = (x, y) == noeud.case or (x, y) in noeud.position.alignement
    anneau = f'<circle cx="{cx}" cy="{cy}" r="{RAYON}" fill="none" stroke="#ffffff" stroke-width="5"/>'
    return pion_svg(joueur, cx, cy) + (anneau if souligne else "")
