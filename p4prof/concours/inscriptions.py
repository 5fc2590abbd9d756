"""Les entrées du concours : dans chaque copie, `mon_ia` et ce dont elle a besoin de son carnet."""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from p4cours.carnets import FONCTION, MODULE, VARIABLE, CarnetIllisible, Cellule, instructions, lire
from p4prof.carnets import LIMITE
from p4prof.cours import HORODATAGE, dossier
from p4prof.eleves import Registre, montrable
from p4prof.ramasser import JOINTS

NOM = "mon_ia"


@dataclass(frozen=True)
class Inscrit:
    """Une entrée : son auteur, son code, ses fichiers joints ; ou pourquoi il n'y en a pas."""

    eleve: str
    nom: str
    cellules: tuple[str, ...] = ()
    fichiers: Mapping[str, bytes] = field(default_factory=dict)
    refus: str = ""

    @property
    def empreinte(self) -> str:
        """De quoi voir qu'elle a changé."""
        contenu = repr((self.eleve, self.cellules, sorted(self.fichiers.items())))
        return hashlib.sha256(contenu.encode("utf-8", "surrogatepass")).hexdigest()


def inscrire(cours: CourseDirectory, tp: str, eleves: Iterable[str]) -> list[Inscrit]:
    """L'entrée de chacun de ces élèves, d'après sa copie ramassée."""
    registre, eleves = Registre(cours, tp), list(eleves)
    noms = {eleve: montrable(registre.nom(eleve)) or eleve for eleve in eleves}
    fois = Counter(noms.values())
    uniques = {e: nom if fois[nom] == 1 else f"{nom} ({e})" for e, nom in noms.items()}
    return [_inscrit(e, uniques[e], dossier(cours, "submitted", e, tp)) for e in eleves]


def _inscrit(eleve: str, nom: str, copie: Path) -> Inscrit:
    raisons: list[str] = []
    for carnet in sorted(copie.glob("*.ipynb")):
        try:
            lues = _lire(carnet)
        except CarnetIllisible as raison:
            raisons.append(str(raison))
            continue
        if cellules := extraire(lues):
            return Inscrit(eleve, nom, cellules, _joints(copie))
        raisons += [f"la cellule de {NOM} n'est pas du Python : {e}" for e in _erreurs(lues)]
    return Inscrit(eleve, nom, refus=" ; ".join(raisons) or f"aucune cellule ne définit {NOM}")


def _erreurs(cellules: Iterable[Cellule]) -> list[str]:
    """Les fautes de syntaxe là où l'élève voulait définir son entrée."""
    return [c.code.erreur for c in cellules if c.code.erreur and f"def {NOM}" in c.source]


def _lire(carnet: Path) -> list[Cellule]:
    if carnet.is_symlink() or carnet.stat().st_size > LIMITE:
        raise CarnetIllisible(f"le fichier {carnet.name} est trop gros, ou n'en est pas un")
    return lire(carnet)


def _joints(copie: Path) -> dict[str, bytes]:
    """Les modules et les données que l'élève a mis à côté de son carnet."""
    fichiers = [f for f in sorted(copie.iterdir()) if f.suffix in JOINTS and f.name != HORODATAGE]
    return {f.name: f.read_bytes() for f in fichiers if f.is_file() and not f.is_symlink()}


# --- Ce dont `mon_ia` a besoin : ses cellules, celles des noms qu'elles lisent, et ainsi de suite --------


def extraire(cellules: Iterable[Cellule]) -> tuple[str, ...]:
    """Le code à exécuter, dans l'ordre du carnet, pour avoir `mon_ia` ; rien si elle n'y est pas définie.

    Ni les essais, ni les tests, ni les calculs dont elle ne se sert pas : un bac neuf les referait à chaque
    rencontre.
    """
    codes = [c for c in cellules if c.genre == "code"]
    genres = {nom: genre for c in codes for nom, genre in c.code.definit.items()}
    if NOM not in genres:
        return ()
    besoins, gardees = {NOM}, list[Cellule]()
    while nouvelles := [c for c in codes if c not in gardees and _utile(c, besoins, genres, codes)]:
        gardees += nouvelles
        besoins |= {nom for c in nouvelles for nom in c.code.lit_tout_de_suite | c.code.lit_plus_tard}
    return tuple(c.source for c in codes if c in gardees)


def _utile(
    cellule: Cellule, besoins: Collection[str], genres: Mapping[str, str], codes: Sequence[Cellule]
) -> bool:
    """Définit-elle un nom dont on a besoin, ou change-t-elle ce qu'il contient ?"""
    definis = {nom: genre for nom, genre in cellule.code.definit.items() if nom in besoins}
    if any(genre != MODULE or _premiere(nom, codes) == cellule for nom, genre in definis.items()):
        return True
    if cellule.code.tout_importe:
        return True
    variables = {nom for nom in besoins if genres.get(nom) == VARIABLE}
    return bool(variables & set(_remplis(cellule.source, genres)))


def _premiere(nom: str, codes: Sequence[Cellule]) -> Cellule:
    """La première cellule qui le définit : un essai qui importe de nouveau un module n'apporte rien."""
    return next(c for c in codes if nom in c.code.definit)


def _remplis(source: str, genres: Mapping[str, str]) -> Iterator[str]:
    """Les variables dont cette cellule change le contenu : t[c] = v, t.append(v), remplir(t)."""
    for instruction in instructions(source):
        for noeud in ast.walk(instruction):
            match noeud:
                case ast.Subscript(value=base, ctx=ast.Store() | ast.Del()):
                    yield from _base(base)
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=base))):
                    yield from _base(base)
                case ast.Expr(value=ast.Call(func=ast.Name(id=nom), args=arguments)):
                    if genres.get(nom) == FONCTION:  # du carnet : celles du cours ne font que montrer
                        yield from (a.id for a in arguments if isinstance(a, ast.Name))


def _base(noeud: ast.expr) -> Iterator[str]:
    """« t » dans « t[1][2] » ou dans « t.a.b »."""
    while isinstance(noeud, ast.Subscript | ast.Attribute):
        noeud = noeud.value
    if isinstance(noeud, ast.Name):
        yield noeud.id


# --- Des pseudonymes, pour une page que verra toute la classe --------------------------------------------

_ANIMAUX = (
    "Albatros", "Belette", "Castor", "Dauphin", "Écureuil", "Faucon", "Gazelle", "Hérisson", "Ibis", "Jaguar",
    "Koala", "Loutre", "Marmotte", "Narval", "Orque", "Panthère", "Renard", "Salamandre", "Tortue", "Vautour",
)  # fmt: skip
_SUITES = ("agile", "calme", "fidèle", "habile", "magique", "nomade", "paisible", "rapide", "tenace", "vif")


def pseudonymes(eleves: Iterable[str], graine: int) -> dict[str, str]:
    """Un nom d'emprunt par élève, toujours le même pour une graine."""
    noms = [f"{animal} {suite}" for suite in _SUITES for animal in _ANIMAUX]
    random.Random(f"pseudonymes/{graine}").shuffle(noms)
    tous = sorted(eleves)
    noms += [f"Joueur {rang}" for rang in range(len(noms) + 1, len(tous) + 1)]
    return dict(zip(tous, noms, strict=False))
