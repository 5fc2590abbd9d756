"""Le bilan d'une question : des données, et ce que l'élève en lit, en texte et en HTML.

Dans un notebook, un bilan voyage sous son propre genre de données, `GENRE`, à côté du texte et du HTML : qui
veut s'en servir lit ces données (`Bilan.depuis_donnees`), jamais la prose."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from html import escape
from typing import Any

from p4core.dessin import Image, svg, texte
from p4core.francais import virgule

GENRE = "application/vnd.p4core.bilan+json"
JUSTE, FAUX, NON_TRAITE = "juste", "faux", "non traité"
SIGNES = {JUSTE: "✓", FAUX: "✗", NON_TRAITE: "…"}
COULEURS = {JUSTE: "#1a7f37", FAUX: "#b3261e", NON_TRAITE: "#6e6e6e"}

PRESQUE = "presque"  # un critère manqué, mais réussi une faute corrigée : ni ✓ ni ✗
Rubrique = tuple[str, bool | str]  # son nom, et s'il est réussi : True, False ou PRESQUE
_MARQUES = {True: ("✓", "réussi"), False: ("✗", "manqué"), PRESQUE: ("~", "presque réussi")}


_VOIR = "Pour voir où, pas à pas"


@dataclass(frozen=True)
class ContreExemple:
    """Le plus petit essai manqué.

    `code` est sa valeur dans le codage du TP, à coller telle quelle (« G = [[…]] ») ; `apres`, ce qu'elle est
    devenue quand la fonction l'a modifiée."""

    appel: str
    attendu: str
    obtenu: str
    image: Image | None = None
    code: str = ""
    apres: str = ""
    rejeu: str = ""  # pour une recherche : la ligne à exécuter pour la voir se tromper

    def champs(self) -> list[tuple[str, str]]:
        """Ce qu'il y a à dire, nommé ; rien de vide."""
        champs = [("Appel", self.appel), ("Attendu", self.attendu), ("Obtenu", self.obtenu)]
        return [(nom, valeur) for nom, valeur in champs if valeur]

    def lignes(self) -> list[str]:
        """Le contre-exemple en lignes de texte."""
        dessin = texte(self.image).splitlines() if self.image else []
        return dessin + [f"{nom} : {valeur}" for nom, valeur in (*self.champs(), *self.valeurs())]

    def valeurs(self) -> list[tuple[str, str]]:
        """La valeur à copier, et ce qu'elle est devenue ; rien de vide."""
        avant = "Avant l'appel" if self.apres else "Pour l'essayer"
        valeurs = ((avant, self.code), ("Après l'appel", self.apres), (_VOIR, self.rejeu))
        return [(nom, v) for nom, v in valeurs if v]


@dataclass(frozen=True)
class Bilan:
    """Le jugement d'une réponse : son état, la part des points gagnée, et pourquoi."""

    tp: str
    question: str
    etat: str
    part: float
    message: str
    criteres: tuple[Rubrique, ...] = ()
    contre_exemple: ContreExemple | None = None
    sortie: str = ""
    points: float | None = None

    @property
    def titre(self) -> str:
        """La ligne de tête : état, question, points."""
        note = "" if self.points is None else f" — {virgule(self.gagnes, 'g')} / {virgule(self.points, 'g')}"
        return f"{SIGNES[self.etat]} {self.question} : {self.etat}{note}"

    @property
    def gagnes(self) -> float:
        """Les points gagnés, au centième ; sur 1 tant que la question n'en a pas."""
        return round((1.0 if self.points is None else self.points) * self.part, 2)

    def __str__(self) -> str:
        lignes = [self.titre, self.message]
        if self.etat == FAUX and len(self.criteres) > 1:
            lignes += [f"  {_MARQUES[ok][0]} {nom}" for nom, ok in self.criteres]
        if self.contre_exemple:
            lignes += ["", "Le plus petit contre-exemple trouvé :", *self.contre_exemple.lignes()]
        if self.sortie and self.etat == FAUX:
            lignes += ["", "Votre fonction a affiché :", self.sortie]
        return "\n".join(lignes)

    __repr__ = __str__

    def html(self, *, copier: bool = False) -> str:
        """Le bilan mis en page : rien d'actif, sauf le bouton « copier » quand il est demandé."""
        parties = [
            f'<div style="border-left:5px solid {COULEURS[self.etat]};padding:.4em 1em;margin:.3em 0">',
            titre_html(self.etat, self.titre),
            f"<div>{en_html(self.message)}</div>",
        ]
        if self.etat == FAUX and len(self.criteres) > 1:
            parties.append(_html_criteres(self.criteres))
        if self.contre_exemple:
            parties.append(_html_contre_exemple(self.contre_exemple, copier))
        if self.sortie and self.etat == FAUX:
            parties.append(f"<details><summary>Ce que votre fonction a affiché</summary>"
                           f"<pre>{escape(self.sortie)}</pre></details>")  # fmt: skip
        return "".join(parties) + "</div>"

    def _repr_html_(self) -> str:
        return self.html(copier=True)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Les données, que Jupyter range à côté du texte et du HTML."""
        return {GENRE: self.donnees()}

    def donnees(self) -> dict[str, Any]:
        """Le bilan en données simples, exactement celles que JSON rend ; un texte démesuré y est coupé."""
        exemple = self.contre_exemple
        return _ecrire(self) | {
            "part": float(self.part),
            "criteres": [[nom, ok] for nom, ok in self.criteres],
            "contre_exemple": exemple and _ecrire(exemple) | {"image": _donnees_d_image(exemple.image)},
        }

    @classmethod
    def depuis_donnees(cls, donnees: Any) -> Bilan:
        """Le bilan que ces données décrivent ; ValueError pour tout ce qui n'en est pas un, au champ près."""
        lus = _objet(donnees, cls)
        exemple = lus["contre_exemple"]
        return cls(
            tp=_texte(lus["tp"]),
            question=_texte(lus["question"]),
            etat=_parmi(lus["etat"], SIGNES),
            part=_nombre(lus["part"], 1),
            message=_texte(lus["message"]),
            criteres=tuple(
                (_texte(nom), _parmi(ok, _MARQUES)) for nom, ok in map(_liste, _liste(lus["criteres"]))
            ),
            contre_exemple=None if exemple is None else _contre_exemple(exemple),
            sortie=_texte(lus["sortie"]),
            points=None if lus["points"] is None else _nombre(lus["points"], POINTS_MAX),
        )


# --- En HTML ---------------------------------------------------------------------------------------------


def en_html(message: str) -> str:
    """Le texte échappé, avec les espaces insécables de la typographie française."""
    lie = re.sub(r"(?<=«) | (?=[:;?!»])", "\u00a0", message)
    return escape(lie).replace("\n", "<br/>")


def titre_html(etat: str, titre: str) -> str:
    """Une ligne de tête, de la couleur du texte : sur fond clair ou sombre, seul son signe est en couleur."""
    signe, reste = titre.split(" ", 1)
    pastille = f"background:{COULEURS[etat]};color:#fff;border-radius:.25em;padding:0 .35em"
    return f'<strong><span style="{pastille}">{signe}</span> {en_html(reste)}</strong>'


def _html_criteres(criteres: tuple[Rubrique, ...]) -> str:
    lignes = [f"<li>{_marque_html(*_MARQUES[ok])} {en_html(nom)}</li>" for nom, ok in criteres]
    return f'<ul style="list-style:none;padding-left:.5em;margin:.3em 0">{"".join(lignes)}</ul>'


def _marque_html(signe: str, sens: str) -> str:
    """Le signe, que les lecteurs d'écran disent en toutes lettres."""
    return f'<span role="img" aria-label="{sens}">{signe}</span>'


# Le bouton naît avec ce programme : là où rien d'actif n'est permis, il n'y a pas de bouton mort.
_COPIER = """<script>(pre => {
  const bouton = document.createElement("button");
  const dire = mot => { bouton.textContent = mot; setTimeout(() => (bouton.textContent = "copier"), 1500); };
  const choisir = () => { getSelection().selectAllChildren(pre); return document.execCommand("copy"); };
  bouton.type = "button";
  bouton.textContent = "copier";
  bouton.title = "Copier cette valeur, pour la coller dans une cellule";
  bouton.style.cssText = "cursor:pointer;font:inherit;font-size:.85em;padding:.1em .6em";
  bouton.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(pre.textContent); dire("copié"); }
    catch { dire(choisir() ? "copié" : "sélectionné : Ctrl + C"); }
  });
  pre.after(bouton);
})(document.currentScript.previousElementSibling)</script>"""


def _html_contre_exemple(exemple: ContreExemple, copier: bool) -> str:
    lignes = "".join(
        f'<tr><th style="text-align:left;vertical-align:top">{nom}</th>'
        f'<td style="text-align:left"><code style="white-space:pre-wrap">{escape(valeur)}</code></td></tr>'
        for nom, valeur in exemple.champs()
    )
    dessin = svg(exemple.image, cote=28) if exemple.image else ""
    return (
        "<div><em>Le plus petit contre-exemple trouvé</em></div>"
        f'<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:center">{dessin}'
        f"<table>{lignes}</table></div>{_html_valeurs(exemple, copier)}"
    )


def _html_valeurs(exemple: ContreExemple, copier: bool) -> str:
    """La valeur à copier, et ce qu'elle est devenue, telles qu'on les écrit dans une cellule."""
    pre = '<pre style="white-space:pre-wrap;margin:.2em 0;padding:.2em 0">'
    return "".join(
        f"<div><div>{en_html(nom + ' :')}</div>{pre}{escape(valeur)}</pre>"
        f"{_COPIER if copier and valeur in (exemple.code, exemple.rejeu) else ''}</div>"
        for nom, valeur in exemple.valeurs()
    )


# --- En données, et retour : tout ce qui n'a pas exactement la forme attendue est refusé -----------------

TEXTE_MAX = 30_000  # caractères
LISTE_MAX = 1_000
COTE_MAX = 50  # cases
POINTS_MAX = 1_000


def _ecrire(objet: Bilan | ContreExemple) -> dict[str, Any]:
    """Les champs d'un bilan, où un élève a pu mettre un message sans fin ou un caractère impossible."""
    return {nom: _borne(v) if isinstance(v, str) else v for nom, v in vars(objet).items()}


def _borne(texte: str) -> str:
    court = texte if len(texte) <= TEXTE_MAX else texte[: TEXTE_MAX - 1] + "…"
    return court.encode("utf-8", "replace").decode()


def _donnees_d_image(image: Image | None) -> dict[str, Any] | None:
    if image is None:
        return None
    return {
        "cases": [[int(pion) if pion in (1, 2) else 0 for pion in colonne] for colonne in image.cases],
        "dernier": image.dernier and [*map(int, image.dernier)],
        "gagnantes": [[*map(int, case)] for case in image.gagnantes],
        "fautives": [[*map(int, case)] for case in image.fautives],
        "origine": image.origine,
        "rangees": list(image.rangees),
        "titre": image.titre,
    }


def _contre_exemple(donnees: Any) -> ContreExemple:
    _exiger(isinstance(donnees, dict))
    lus = _objet(
        {"code": "", "apres": "", "rejeu": ""} | donnees, ContreExemple
    )  # des bilans enregistrés n'en ont pas
    image = None if lus["image"] is None else _image(lus["image"])
    textes = {nom: _texte(lus[nom]) for nom in ("appel", "attendu", "obtenu", "code", "apres", "rejeu")}
    return ContreExemple(image=image, **textes)


def _image(donnees: Any) -> Image:
    lus = _objet(donnees, Image)
    cases = [
        [_parmi(pion, (0, 1, 2)) for pion in _liste(c, COTE_MAX)] for c in _liste(lus["cases"], COTE_MAX)
    ]
    image = Image(
        cases,
        dernier=None if lus["dernier"] is None else _case(lus["dernier"]),
        gagnantes=[_case(case) for case in _liste(lus["gagnantes"])],
        fautives=[_case(case) for case in _liste(lus["fautives"])],
        origine=_entier(lus["origine"]),
        rangees=tuple(_entier(rangee) for rangee in _liste(lus["rangees"])),
        titre=_texte(lus["titre"]),
    )
    _exiger(len({len(colonne) for colonne in cases}) <= 1 and len(image.rangees) in (0, image.hauteur))
    return image


def _exiger(vrai: bool) -> None:
    if not vrai:
        raise ValueError("ces données ne sont pas celles d'un bilan")


def _objet(donnees: Any, classe: type) -> dict[str, Any]:
    """Un dictionnaire qui a tous les champs de cette classe, et eux seuls."""
    _exiger(isinstance(donnees, dict) and set(donnees) == {champ.name for champ in fields(classe)})
    return dict(donnees)


def _texte(valeur: Any) -> str:
    _exiger(isinstance(valeur, str) and len(valeur) <= TEXTE_MAX)
    valeur.encode()  # une moitié de caractère (« surrogate »), que rien ne peut écrire : une ValueError
    return str(valeur)


def _parmi(valeur: Any, permises: Any) -> Any:
    """L'une de ces valeurs, de leur type : True n'est pas 1."""
    _exiger(any(type(valeur) is type(permise) and valeur == permise for permise in permises))
    return valeur


def _nombre(valeur: Any, maximum: float) -> float:
    _exiger(type(valeur) in (int, float) and 0 <= valeur <= maximum)
    return float(valeur)


def _entier(valeur: Any) -> int:
    _exiger(type(valeur) is int and abs(valeur) <= LISTE_MAX)
    return int(valeur)


def _liste(valeur: Any, maximum: int = LISTE_MAX) -> list[Any]:
    _exiger(isinstance(valeur, list) and len(valeur) <= maximum)
    return list(valeur)


def _case(valeur: Any) -> tuple[int, int]:
    x, y = _liste(valeur)  # plus ou moins de deux nombres : une ValueError
    return _entier(x), _entier(y)
