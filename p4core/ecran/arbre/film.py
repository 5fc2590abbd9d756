"""Le film d'une fonction récursive : ses appels rejoués pas à pas, dans l'arbre.

`Rejeu` est la valeur que l'on lit (`appels`, `resultat`, `incoherent`) ; montrée dans un notebook, c'est
un `Film`, le composant Arbre à qui l'on ajoute le temps."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from p4core.codages import Codage
from p4core.ecran.arbre.vue import BORD, COUP, ENCRE, GRILLE, HALO, LIENS, PLACE, SYMBOLES, VALEUR, grille_svg
from p4core.ecran.vivant import Canal, ImageFixe, vue
from p4core.francais import composer, enumerer, note_signee, quantite
from p4core.observation import AppelVu, Epargne, Incoherence, Trace, chemin

_DOSSIER = Path(__file__).parent
MONTRES = 2_500  # appels que le film montre, les premiers
GRISES = 1_200  # branches épargnées qu'il montre, une fois les coupes ôtées


@dataclass
class Rejeu:
    """Les appels d'une fonction, tels qu'elle les a faits ; ce qu'elle renvoie, où elle s'est trompée."""

    nom: str
    trace: Trace = field(repr=False)
    resultat: Any = None
    incoherent: Incoherence | None = None
    erreur: str = ""  # ce qui a arrêté l'appel
    codage: Codage | None = field(default=None, repr=False)  # comment nommer les coups et les joueurs
    sortie: str = field(default="", repr=False)  # ce que la fonction a affiché

    @property
    def appels(self) -> list[AppelVu]:
        """Les appels gardés, dans l'ordre où ils ont commencé."""
        return self.trace.appels

    @property
    def comptes(self) -> dict[str, int]:
        """Combien d'appels : en tout, de feuilles, relus d'une mémoire, coupés."""
        appels = self.appels
        return {
            "appels": self.trace.total,
            "évalués": sum(a.role in ("feuille", "fin") and not a.souvenir for a in appels),
            "relus": sum(a.souvenir for a in appels),
            "coupés": sum(len(a.coupes) for a in appels),
            "épargnés": sum(e.nombre for a in appels for e in a.epargnes),
        }

    @property
    def sans_coupes(self) -> str:
        """Combien d'appels il aurait fallu sans les coupes ; rien s'il n'y en a pas."""
        epargnes = [e for a in self.appels for e in a.epargnes]
        entier = not self.trace.coupee and all(e.exact for e in epargnes)
        nombre = self.trace.total + sum(e.nombre for e in epargnes)
        return f"{'' if entier else 'au moins '}{nombre} sans les coupes" if epargnes else ""

    def resume(self) -> str:
        """Ce qui s'est passé, en une ou deux phrases."""
        fait = f"{self.nom} : {quantite(self.trace.total, 'appel')}"
        if self.sans_coupes:
            fait += f" ({self.sans_coupes})"
        if self.trace.coupee:
            fait += f", dont les {len(self.appels)} premiers sont gardés"
        fin = f"arrêtée : {self.erreur}" if self.erreur else f"renvoie {_court(self.resultat)}"
        return f"{fait} ; {fin}"

    def __str__(self) -> str:
        lignes = [self.resume()]
        if self.incoherent is not None:
            lignes += [f"Le premier appel incohérent est le n° {self.incoherent.appel.rang + 1} :"]
            lignes += [
                f"  {'  ' * rang}{decrire(a, self.codage)}"
                for rang, a in enumerate(chemin(self.incoherent.appel))
            ]
            lignes.append(self.incoherent.phrase)
        elif self.appels and self.appels[0].role:
            lignes.append("Chaque appel gardé renvoie bien ce que ses fils demandent.")
        if self.sortie.strip():
            lignes += ["Elle a affiché :", self.sortie.strip()[:2000]]
        return "\n".join(lignes)

    __repr__ = __str__

    def arbre(self, niveaux: int = 3) -> str:
        """Les premiers niveaux de l'arbre des appels, en texte."""
        gardes = [a for a in self.appels if a.niveau < niveaux]
        return "\n".join("  " * a.niveau + decrire(a, self.codage) for a in gardes)

    def _ipython_display_(self) -> None:
        film = Film(self)
        film.image.afficher()


def _court(valeur: Any, limite: int = 60) -> str:
    texte = repr(valeur)
    return texte if len(texte) <= limite else texte[: limite - 1] + "…"


# --- Dire un appel -----------------------------------------------------------------------------------


def etiquette(appel: AppelVu, codage: Codage | None) -> str:
    """Ce qui le distingue de ses voisins : le coup joué, ou ses arguments."""
    if appel.parent is None:
        return "racine" if appel.position is not None else _arguments(appel)
    if appel.case is not None and codage is not None:
        return codage.nom_coup(appel.case[0])
    return "?" if appel.position is not None else _arguments(appel)


def _arguments(appel: AppelVu) -> str:
    return _court(", ".join(_court(v, 12) for v in appel.arguments.values()), 18) if appel.arguments else "()"


def nommer(appel: AppelVu) -> str:
    """L'appel en peu de mots : ses arguments qui sont des nombres ou des mots."""
    petits = {
        n: v for n, v in appel.arguments.items() if isinstance(v, int | float | str) and len(str(v)) < 15
    }
    return f"{appel.nom}({', '.join(f'{n}={v}' for n, v in petits.items())})"


def ecrire(appel: AppelVu) -> str:
    """La valeur renvoyée, en peu de signes."""
    if not appel.fini:
        return "✗" if appel.erreur else "…"
    valeur = (
        appel.valeur[0] if appel.role and isinstance(appel.valeur, tuple) and appel.valeur else appel.valeur
    )
    if type(valeur) in (int, float):
        return note_signee(valeur) if appel.role else _court(valeur, 12)
    return _court(valeur, 12)


_ROLES = {"max": "nœud MAX", "min": "nœud MIN", "feuille": "feuille", "fin": "fin de partie"}


def decrire(appel: AppelVu, codage: Codage | None) -> str:
    """L'appel en une phrase, pour qui ne voit pas le dessin."""
    morceaux = [nommer(appel)]
    if appel.parent is not None and appel.case is not None and codage is not None:
        morceaux.append(f"après {codage.nom_coup(appel.case[0])}")
    if appel.role:
        morceaux.append(_ROLES[appel.role])
    if appel.role in ("max", "min") and codage is not None:
        nom = codage.nom_joueur(appel.joueur)
        morceaux.append(f"{'au' if nom.startswith('joueur') else 'à'} {nom} de jouer")
    if appel.fenetre is not None:
        morceaux.append(f"fenêtre {_fenetre(appel)}")
    if appel.souvenir:
        morceaux.append("relu d'une mémoire")
    if appel.epargnes and codage is not None:
        morceaux.append(_dire_coupes(appel, codage))
    suite = appel.erreur or (f"renvoie {_court(appel.valeur)}" if appel.fini else "pas fini")
    return composer(f"{', '.join(morceaux)} : {suite}")


def _dire_coupes(appel: AppelVu, codage: Codage) -> str:
    """« 2 branches coupées (x = 5 et x = 6), 16 positions épargnées »."""
    noms = enumerer(codage.nom_coup(e.case[0]) for e in appel.epargnes)
    nombre, exact = _epargne(appel)
    branches = quantite(len(appel.epargnes), "branche coupée", "branches coupées")
    positions = quantite(nombre, "position épargnée", "positions épargnées")
    return f"{branches} ({noms}), {'' if exact else 'au moins '}{positions}"


def _epargne(appel: AppelVu) -> tuple[int, bool]:
    """Les positions que ses coupes ont épargnées, et si ce compte est entier."""
    return sum(e.nombre for e in appel.epargnes), all(e.exact for e in appel.epargnes)


def _fenetre(appel: AppelVu) -> str:
    assert appel.fenetre is not None
    bas, haut = (note_signee(b).removeprefix("+") for b in appel.fenetre)
    return f"[{bas} ; {haut}]"


# --- Les données du film -------------------------------------------------------------------------------


def etat(rejeu: Rejeu) -> dict[str, Any]:
    """Tout le film, en données simples : le navigateur le déroule sans rien redemander."""
    montres = rejeu.appels[:MONTRES]
    position = next((a.position for a in montres if a.position is not None), None)
    fautif = rejeu.incoherent
    alerte = "" if len(montres) == rejeu.trace.total else f" Le film montre les {len(montres)} premiers."
    return {
        "largeur": position.largeur if position else 7,
        "hauteur": position.hauteur if position else 2,
        "statut": composer(fautif.phrase if fautif else rejeu.resume() + "." + alerte),
        "ton": "erreur" if fautif or rejeu.erreur else "info",
        "details": [],
        "niveaux": [],
        "film": {
            "nom": rejeu.nom,
            "resume": composer(rejeu.resume() + "." + alerte),
            "appels": [*(_image(a, rejeu.codage) for a in montres), *_grises(montres, rejeu.codage)],
            "sources": {
                nom: [debut, texte.splitlines()] for nom, (debut, texte) in rejeu.trace.sources.items()
            },
            "fautif": fautif.appel.rang if fautif and fautif.appel.rang < len(montres) else None,
            "phrase": composer(fautif.phrase) if fautif else "",
            "comptes": rejeu.comptes,
            "coupes": any(a.epargnes for a in montres),
        },
    }


def _image(appel: AppelVu, codage: Codage | None) -> dict[str, Any]:
    epargne, exact = _epargne(appel)
    return {
        "parent": -1 if appel.parent is None else appel.parent.rang,
        "coup": composer(etiquette(appel, codage)),
        "nom": nommer(appel),
        **_position(appel.position, appel.case),
        "role": appel.role or "feuille" * (not appel.fils) or "appel",
        "valeur": ecrire(appel),
        "entree": appel.entree,
        "sortie": appel.sortie,
        "erreur": bool(appel.erreur),
        "ligne": appel.ligne or appel.debut,
        "lieu": appel.lieu or appel.nom,
        "fenetre": _fenetre(appel) if appel.fenetre else "",
        "coupes": len(appel.epargnes),
        "epargne": epargne,
        "exact": exact,
        "souvenir": appel.souvenir,
        "dit": decrire(appel, codage),
    }


def _position(p: Any, case: tuple[int, int] | None) -> dict[str, Any]:
    return {
        "grille": "/".join("".join(map(str, c)) for c in p.cases()) if p is not None else "",
        "dernier": case,
        "gagnantes": list(p.alignement) if p is not None else [],
    }


def _grises(montres: list[AppelVu], codage: Codage | None) -> Iterator[dict[str, Any]]:
    """Les branches coupées, à la suite des appels : chacune a pour parent un appel ou une autre branche."""
    file = deque((e, a.rang, a.sortie) for a in montres for e in a.epargnes)
    for rang in range(len(montres), len(montres) + GRISES):
        if not file:
            return
        branche, parent, instant = file.popleft()
        file += [(fils, rang, instant) for fils in branche.fils]
        yield {**_image_grise(branche, codage), "parent": parent, "entree": instant, "sortie": instant}


def _image_grise(branche: Epargne, codage: Codage | None) -> dict[str, Any]:
    coup = codage.nom_coup(branche.case[0]) if codage else str(branche.case[0])
    valeur = "?" if branche.valeur is None else note_signee(branche.valeur)
    nombre = f"{'' if branche.exact else 'au moins '}{quantite(branche.nombre, 'position')}"
    vaut = f", vaut {valeur}" if branche.valeur is not None else ""
    return {
        "gris": True,
        "coup": composer(coup),
        "nom": "",
        **_position(branche.position, branche.case),
        "role": branche.role,
        "valeur": valeur,
        "dessous": branche.nombre - 1,
        "exact": branche.exact,
        "dit": composer(f"Branche coupée, {coup}, {_ROLES[branche.role]} : {nombre}{vaut}"),
    }


# --- Le composant ---------------------------------------------------------------------------------------


class Film(anywidget.AnyWidget):
    """L'arbre des appels d'une fonction, avec le temps : lecture, pas à pas, premier appel incohérent."""

    _esm = _DOSSIER / "arbre.js"
    _css = _DOSSIER / "arbre.css"
    canal = traitlets.Instance(Canal, ()).tag(sync=True, **widgets.widget_serialization)

    def __init__(self, rejeu: Rejeu) -> None:
        self.rejeu = rejeu
        self.image = ImageFixe(self, lambda: dessiner(rejeu), vivante=False)
        super().__init__()
        self.canal.etat = etat(rejeu)

    def __repr__(self) -> str:
        return str(self.rejeu)

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        return {**self.image.donnees(), **vue(self)}


# --- L'image fixe : le chemin jusqu'à l'appel fautif, et les fils de chacun ------------------------------

ROUGE, DISCRET = "#b3261e", "#8a8a8a"
DE_FRONT = 8  # fils dessinés d'un même appel


def dessiner(rejeu: Rejeu) -> str:
    """Le SVG du chemin qui mène au premier appel incohérent, ou de la première branche."""
    rangees = _rangees(rejeu)
    largeur = max(4, *(len(r) for r in rangees)) * PLACE + 2 * BORD if rangees else 400
    haut = _hauteur(rejeu)
    pas = COUP + haut + VALEUR + LIENS
    hauteur = len(rangees) * pas - LIENS + 2 * BORD + 22
    places = [_placer(r, largeur) for r in rangees]
    corps = [_rangee(rejeu, places, rang, BORD + rang * pas, haut) for rang in range(len(places))]
    dit = escape(composer(rejeu.incoherent.phrase if rejeu.incoherent else rejeu.resume() + "."))
    resume = escape(composer(rejeu.resume()))
    bas = f'<text x="{BORD}" y="{hauteur - 8:g}" fill="{ENCRE}" font-size="11">{resume}</text>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" data-p4-arbre="statique" '
        f'viewBox="0 0 {largeur} {hauteur:g}" width="{largeur}" height="{hauteur:g}" role="img" '
        f'aria-label="{dit}" font-family="sans-serif" font-size="12"><title>{dit}</title>'
        f'<rect width="100%" height="100%" rx="8" fill="#ffffff"/>{"".join(reversed(corps))}{bas}</svg>'
    )


def _rangees(rejeu: Rejeu) -> list[list[AppelVu]]:
    """La racine, puis les fils de chaque appel du chemin."""
    if not rejeu.appels:
        return []
    suite = chemin(rejeu.incoherent.appel) if rejeu.incoherent else _premiere_branche(rejeu.appels[0])
    rangees = [[suite[0]]]
    for rang, appel in enumerate(suite):
        fils = appel.fils[:DE_FRONT]
        if rang + 1 < len(suite) and suite[rang + 1] not in fils:
            fils = [*fils[:-1], suite[rang + 1]]
        if fils:
            rangees.append(fils)
    return rangees[:6]


def _premiere_branche(appel: AppelVu) -> list[AppelVu]:
    suite = [appel]
    while suite[-1].fils and len(suite) < 4:
        suite.append(suite[-1].fils[0])
    return suite


def _hauteur(rejeu: Rejeu) -> float:
    position = next((a.position for a in rejeu.appels if a.position is not None), None)
    return GRILLE * position.hauteur / position.largeur if position else 22


def _placer(rangee: list[AppelVu], largeur: float) -> list[tuple[AppelVu, float]]:
    gauche = (largeur - len(rangee) * PLACE) / 2 + PLACE / 2
    return [(appel, gauche + rang * PLACE) for rang, appel in enumerate(rangee)]


def _rangee(rejeu: Rejeu, places: list[list[tuple[AppelVu, float]]], rang: int, y: float, haut: float) -> str:
    parents = {a.rang: x for a, x in places[rang - 1]} if rang else {}
    liens = "".join(
        f'<path d="M{parents[a.parent.rang]:g} {y - LIENS:g}C{parents[a.parent.rang]:g} {y - 8:g} '
        f'{x:g} {y - 22:g} {x:g} {y:g}" fill="none" stroke="{DISCRET}"/>'
        for a, x in places[rang]
        if a.parent is not None and a.parent.rang in parents
    )
    return liens + "".join(_dessiner_appel(rejeu, a, x, y, haut) for a, x in places[rang])


def _dessiner_appel(rejeu: Rejeu, appel: AppelVu, x: float, y: float, haut: float) -> str:
    fautif = rejeu.incoherent is not None and appel is rejeu.incoherent.appel
    cadre = (
        f'<rect x="{x - PLACE / 2 + 3:g}" y="{y - 3:g}" width="{PLACE - 6}" '
        f'height="{COUP + haut + VALEUR + 4:g}" rx="6" '
        f'fill="none" stroke="{ROUGE}" stroke-width="3" stroke-dasharray="6 3"/>'
        if fautif
        else ""
    )
    gauche, encre = x - GRILLE / 2, ROUGE if fautif else ENCRE
    cote = f'width="{GRILLE}" height="{haut:g}" rx="5"'
    dessin = f'<rect x="{gauche:g}" y="{y + COUP:g}" {cote} fill="#e8eef7"/>'
    if appel.position is not None:
        dessin = grille_svg(SimpleNamespace(position=appel.position, case=appel.case), gauche, y + COUP)
    signe = SYMBOLES.get(appel.role, "")
    return (
        f'<g text-anchor="middle" fill="{ENCRE}"><title>{escape(decrire(appel, rejeu.codage))}</title>{cadre}'
        f'<text x="{x:g}" y="{y + 12:g}">{escape(etiquette(appel, rejeu.codage))}</text>{dessin}'
        f'<text x="{x:g}" y="{y + COUP + haut + 17:g}" font-weight="bold" fill="{encre}">'
        f"{'⚠ ' if fautif else ''}{signe}{escape(ecrire(appel))}</text>"
        f"{_coupes_svg(appel, x, y + COUP + haut)}</g>"
    )


def _coupes_svg(appel: AppelVu, x: float, y: float) -> str:
    """Les branches coupées : autant de traits gris barrés, et le nombre de positions épargnées."""
    if not appel.epargnes:
        return ""
    ecarts = [(i - (len(appel.epargnes) - 1) / 2) * 10 for i in range(len(appel.epargnes))]
    traits = "".join(f"M{x:g} {y + 22:g}l{e:g} 10m-3 -3l6 6m0 -6l-6 6" for e in ecarts)
    nombre, exact = _epargne(appel)
    dit = f"✂ −{nombre}{'' if exact else '…'}"
    return (
        f'<path d="{traits}" fill="none" stroke="{DISCRET}"/>'
        f'<text x="{x:g}" y="{y + 47:g}" fill="#5f5f5f" font-size="10" {HALO}>{dit}</text>'
    )
