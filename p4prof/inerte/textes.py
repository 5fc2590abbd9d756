"""Ce qu'on peut montrer d'un élève : du texte borné, de vraies images, un Markdown sans rien d'actif."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection, Iterator
from typing import Any

from nbconvert.filters.markdown_mistune import MarkdownWithMath

# --- Le texte : une chaîne, sans caractère de commande ni démesure ---------------------------------------

TEXTE_MAX = 30_000  # caractères montrés d'une même sortie
LIGNE_MAX = 2_000
SUITE = "[… la suite n'est pas montrée]"

# Les couleurs d'un terminal (ESC [ … m) restent ; tout autre caractère de commande part, liens OSC compris.
_COULEUR = r"\x1b\[[0-9;]{0,20}m"
_LIEN = r"\x1b\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)?"
_COMMANDES = re.compile(rf"({_COULEUR})|{_LIEN}|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def texte_affichable(valeur: Any, controles: bool = False) -> str:
    """La valeur en texte Unicode valable ; `controles` garde les caractères de commande (pour du code)."""
    if isinstance(valeur, list) and all(isinstance(v, str) for v in valeur):
        valeur = "".join(valeur)
    texte = valeur if isinstance(valeur, str) else repr(valeur)
    # Une moitié de caractère (« surrogate ») empêcherait d'écrire la page.
    texte = texte.encode("utf-8", "replace").decode("utf-8")
    return texte if controles else _COMMANDES.sub(lambda m: m[1] or "", texte)


def texte_borne(valeur: Any) -> str:
    """Le texte d'une sortie, ses lignes et sa longueur bornées."""
    texte = texte_affichable(valeur)
    trop_long = len(texte) > TEXTE_MAX
    lignes = [_ligne_bornee(ligne) for ligne in texte[:TEXTE_MAX].split("\n")]
    return "\n".join([*lignes, SUITE] if trop_long else lignes)


def _ligne_bornee(ligne: str) -> str:
    return ligne if len(ligne) <= LIGNE_MAX else f"{ligne[:LIGNE_MAX]} {SUITE}"


# --- Les images : de vrais PNG ou JPEG, en base 64, de taille raisonnable ---------------------------------

OCTETS_MAX = 3 * 2**20
PIXELS_MAX = 30_000_000
COTE_MAX = 4_000  # en pixels, pour la taille demandée à l'affichage
_DEBUTS = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}


def image_sure(genre: str, donnees: Any) -> str | None:
    """L'image en base 64, réécrite ; None si ce n'en est pas une de ce genre."""
    if genre not in _DEBUTS or not isinstance(donnees, str) or len(donnees) > 2 * OCTETS_MAX:
        return None
    try:
        octets = base64.b64decode("".join(donnees.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    if not octets.startswith(_DEBUTS[genre]) or len(octets) > OCTETS_MAX or _demesuree(genre, octets):
        return None
    return base64.b64encode(octets).decode()


def _demesuree(genre: str, octets: bytes) -> bool:
    """Un PNG de quelques octets peut annoncer des milliards de pixels."""
    if genre != "image/png":
        return False
    largeur, hauteur = (int.from_bytes(octets[debut : debut + 4], "big") for debut in (16, 20))
    return largeur * hauteur > PIXELS_MAX


def images_sures(pieces_jointes: Any) -> dict[str, dict[str, str]]:
    """Parmi les pièces jointes d'une cellule, les images vérifiées."""
    if not isinstance(pieces_jointes, dict):
        return {}
    jointes = {nom: _versions_sures(versions) for nom, versions in pieces_jointes.items()}
    return {nom: versions for nom, versions in jointes.items() if versions}


def _versions_sures(versions: Any) -> dict[str, str]:
    versions = versions if isinstance(versions, dict) else {}
    sures = {genre: image_sure(genre, donnees) for genre, donnees in versions.items()}
    return {genre: image for genre, image in sures.items() if image is not None}


def taille_demandee(metadonnees: Any, genre: str) -> dict[str, dict[str, int]]:
    """La largeur et la hauteur d'affichage, si ce sont bien des nombres ; le reste n'est pas gardé."""
    reglages = metadonnees.get(genre) if isinstance(metadonnees, dict) else None
    if not isinstance(reglages, dict):
        return {}
    cotes = {nom: reglages.get(nom) for nom in ("width", "height")}
    gardes = {nom: v for nom, v in cotes.items() if type(v) is int and 0 < v <= COTE_MAX}
    return {genre: gardes} if gardes else {}


# --- Le Markdown : ni HTML, ni lien, ni image lointaine ; le reste se lit pareil --------------------------

MARKDOWN_MAX = 10_000  # au-delà, certains textes tordus prendraient des secondes
LANGAGES = ("", "python", "python3", "py", "text", "bash")
_ACTIFS = ("block_html", "inline_html", "link")
_PIECE = "attachment:"

_CODE = re.compile(
    r"(^(?P<bloc>`{3,}|~{3,}).*?^(?P=bloc)[`~]*[ \t]*$|(?P<mots>`+)(?!`).+?(?<!`)(?P=mots)(?!`))", re.M | re.S
)
# Où glisser une espace : après le « < » d'une balise, le « ] » d'un lien, le « : » d'une adresse.
_BALISE, _ADRESSE = r"(?<=<)(?=[A-Za-z/!?])", r"(?<=http:)(?=//)|(?<=https:)(?=//)"
_AMORCES = re.compile(rf"{_BALISE}|{_ADRESSE}|(?<=\])(?=\((?!{_PIECE})|:)", re.I)
_TOUTES_AMORCES = re.compile(rf"{_BALISE}|{_ADRESSE}|(?<=\])(?=[(\[:])", re.I)
_LIEN_DE_TP = re.compile(r"\[([^\[\]]+)\]\([\w./-]+\.ipynb\)")  # d'un TP à l'autre : ailleurs, il est mort
_LANGAGE = re.compile(r"^([ \t>*+\d.)-]*(?:`{3,}|~{3,})[ \t]*)([^\s`~]+)", re.M)


def markdown_inerte(source: str, images: Collection[str] = ()) -> str:
    """Le texte, le moins changé possible pour n'avoir rien d'actif ; `images` : ses pièces jointes sûres."""
    if len(source) > MARKDOWN_MAX:
        suite = f"\n\n{SUITE}"
        source = source[: MARKDOWN_MAX - len(suite)] + suite
    return next(essai for essai in _essais(source) if est_inerte(essai, images))


def _essais(source: str) -> Iterator[str]:
    """Des versions de plus en plus retouchées ; la dernière est inerte par construction."""
    yield source
    source = _LIEN_DE_TP.sub(r"\1", source)
    yield source
    source = _sans_langages(source)
    yield "".join(_desarmer_hors_code(source))
    yield _TOUTES_AMORCES.sub(" ", source)
    yield tel_quel(source)
    yield "*(texte non montré)*"


def tel_quel(source: str) -> str:
    """Le texte dans un bloc de code, que rien dans le texte ne peut fermer."""
    cloture = "`" * max([2, *(len(m) for m in re.findall("`+", source))]) + "`"
    return f"{cloture}\n{source}\n{cloture}"


def _sans_langages(source: str) -> str:
    """Les blocs de code d'un langage que le cours n'emploie pas sont montrés comme du texte."""
    return _LANGAGE.sub(lambda m: m[0] if m[2] in LANGAGES else f"{m[1]}text {m[2]}", source)


def _desarmer_hors_code(source: str) -> Iterator[str]:
    """Le texte désarmé entre les passages de code, qui restent intacts."""
    fin = 0
    for code in _CODE.finditer(source):
        yield _AMORCES.sub(" ", source[fin : code.start()])
        yield code[0]
        fin = code.end()
    yield _AMORCES.sub(" ", source[fin:])


def est_inerte(source: str, images: Collection[str] = ()) -> bool:
    """Le convertisseur de nbgrader ne voit-il dans ce texte ni HTML, ni lien, ni image d'ailleurs ?"""
    try:
        jetons = MarkdownWithMath(renderer=None).parse(source)[0]
    except RecursionError:
        return False
    return all(_anodin(jeton, images) for jeton in _parcourir(jetons))


def _parcourir(jetons: Any) -> Iterator[dict[str, Any]]:
    for jeton in jetons:
        yield jeton
        yield from _parcourir(jeton.get("children", ()))


def _anodin(jeton: dict[str, Any], images: Collection[str]) -> bool:
    genre, attributs = jeton["type"], jeton.get("attrs") or {}
    if genre == "image":
        adresse = attributs["url"]
        return adresse.startswith(_PIECE) and adresse[len(_PIECE) :] in images
    if genre == "block_code":  # un bloc « mermaid » serait recopié sans être échappé
        return (attributs.get("info") or "").strip().split(" ")[0] in LANGAGES
    return genre not in _ACTIFS
