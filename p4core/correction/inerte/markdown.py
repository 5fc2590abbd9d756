"""Le Markdown d'un élève sans rien d'actif : ni HTML, ni lien, ni image lointaine ; le reste se lit pareil.

Ce qui agit est désarmé par une simple espace (« < script> », « [ici] (adresse) ») : le texte se lit encore,
une formule ou un programme gardent leur sens. On ne devine pas ce que comprendra le convertisseur : on le
lui demande, et l'on ne touche à rien s'il n'y voit rien d'actif.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from nbconvert.filters.markdown_mistune import MarkdownWithMath

TEXTE_MAX = 10_000  # au-delà, certains textes tordus prendraient des secondes
SUITE = "\n\n[… la suite n'est pas montrée]"
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
_LANGAGE = re.compile(r"^([ \t>*+\d.)-]*(?:`{3,}|~{3,})[ \t]*)([^\s`~]+)", re.M)


def markdown_inerte(source: str, images: Collection[str] = ()) -> str:
    """Le texte, le moins changé possible pour n'avoir rien d'actif ; `images` : ses pièces jointes sûres."""
    source = source if len(source) <= TEXTE_MAX else source[: TEXTE_MAX - len(SUITE)] + SUITE
    return next(essai for essai in _essais(source) if est_inerte(essai, images))


def _essais(source: str) -> Iterator[str]:
    """Des versions de plus en plus retouchées ; la dernière est inerte par construction."""
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
