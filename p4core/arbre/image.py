"""L'image fixe de l'arbre, là où rien ne le fait vivre : la racine, ses fils, la meilleure ligne."""

from __future__ import annotations

from html import escape

from p4core.arbre.construction import Noeud, Recherche
from p4core.arbre.phrases import ecrire_valeur, fin, niveaux, resume, role
from p4core.dessin import PAS, RAYON, pion_svg

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
    return f'<text x="{BORD}" y="{bas:g}" fill="{DISCRET}" {_HALO}>{nom}</text>'


_HALO = 'stroke="#ffffff" stroke-width="4" paint-order="stroke"'


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
        f'<text x="{x:g}" y="{y + 12:g}" {_HALO}>{escape(coup)}</text>'
        f"{_grille(noeud, x - GRILLE / 2, y + COUP)}"
        f'<text x="{x:g}" y="{bas + 17:g}" font-weight="bold">{escape(valeur)}</text></g>'
    )


def _grille(noeud: Noeud, gauche: float, haut: float) -> str:
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


def _pion(noeud: Noeud, x: int, y: int, joueur: int) -> str:
    cx, cy = x * PAS + PAS // 2, (noeud.position.hauteur - 1 - y) * PAS + PAS // 2
    souligne = (x, y) == noeud.case or (x, y) in noeud.position.alignement
    anneau = f'<circle cx="{cx}" cy="{cy}" r="{RAYON}" fill="none" stroke="#ffffff" stroke-width="5"/>'
    return pion_svg(joueur, cx, cy) + (anneau if souligne else "")
