"""La commande `p4 wasm` : le solveur, les IA par règles et les jumeaux, en un petit module WebAssembly.

numba écrit le code LLVM de chaque entrée, sans l'optimiser ; on change sa cible, llvmlite l'optimise et
l'assemble, `wasm-ld` (du paquet ziglang) le relie. Le module finit par l'empreinte de ses sources : un essai
dit s'il est à jour. Il n'importe rien, et ses entrées ne reçoivent que des entiers de 32 bits : des nombres,
ou des adresses de sa mémoire. Les entiers de 64 bits y sont : personne n'a à les convertir."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from p4core.ia.embarque import MODULE

ICI = Path(__file__).parent
COMPILEES = (
    *("compilation.py", "recherche.py", "regles.py", "jumeaux.py"),
    *("solveur/instructions.py", "solveur/noyau.py"),
)
SOURCES = (*COMPILEES, "fabrication_wasm.py")
# Ce que JavaScript doit savoir du noyau : la place de nombres dans sa pile, ce qu'il ajoute aux scores.
REPERES = ("MINIMUM", "NOEUDS", "EN_RECHERCHE", "BIAIS", "APRES_LA_GRANDE")
OUTILS = ("numba", "llvmlite", "ziglang")
# numba n'optimise pas, et oublie le processeur d'ici : deux machines donnent le même module.
SANS_OPTIMISER = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_DISABLE_JIT": "0",
}
CIBLE = "wasm32-unknown-unknown"
MEMOIRE = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"  # la disposition de wasm32
PILE, DEPART, MAXIMUM = 1 << 16, 1 << 21, 1 << 30  # octets


# --- la fraîcheur : un module dit de quelles sources il vient --------------------------------------


def empreinte() -> str:
    """L'empreinte des sources du module, la même quelles que soient les fins de lignes."""
    textes = [(ICI / source).read_text("utf-8") for source in SOURCES]
    return hashlib.sha256("\0".join(textes).encode()).hexdigest()


def section(nom: str, contenu: str) -> bytes:
    """Une section que les machines WebAssembly ignorent, à mettre au bout d'un module."""
    corps = bytes([len(nom)]) + nom.encode() + contenu.encode()
    longueur = len(corps)
    return bytes([0, longueur & 127 | 128, longueur >> 7]) + corps  # sur deux octets, sept bits chacun


def signature() -> bytes:
    """Ce qui termine un module fait des sources d'aujourd'hui."""
    return section("sources", empreinte())


def frais(module: bytes) -> bool:
    """Ce module vient-il des sources d'aujourd'hui ?"""
    return module.endswith(signature())


def reperes() -> bytes:
    """La section où JavaScript lit comment est faite la pile du noyau."""
    from p4core.ia.solveur import noyau

    rangs = {nom: int(getattr(noyau, nom)) for nom in REPERES}
    return section("reperes", json.dumps({**rangs, "PILE": noyau.taille_de_pile(7, 6, 4)}))


# --- les entrées, telles que numba les compile ----------------------------------------------------


def entrees() -> dict[str, tuple[Callable[..., int], Any]]:
    """Chaque entrée : sa fonction, et le type de ses arguments."""
    from numba import types
    from numba.extending import register_jitable

    from p4core.ia import jumeaux, regles
    from p4core.ia.compilation import I, U
    from p4core.ia.solveur import noyau

    g = noyau.geometrie(7, 6, 4)
    genres = types.uint64, types.int64, types.uint8, types.float64
    mots, signes, octets, reels = (types.CPointer(t) for t in genres)
    n = types.int32

    def resoudre(
        positions: Any, scores: Any, nombre: Any, pile: Any, table: Any, decalage: Any, budget: Any
    ) -> Any:
        total, d, b = U(nombre), U(decalage), I(budget)
        return noyau.tout_resoudre(positions, scores, total, pile, table, d, b, g)

    @register_jitable
    def lire(t: Any) -> Any:
        return regles.Terrain(t[0], t[1], t[2], t[3], t[4], t[5], t[6])

    def candidats(numero: Any, cases: Any, terrain: Any, dernier: Any) -> Any:
        t = lire(terrain)
        return regles.candidats(I(numero), cases[0], cases[1], I(dernier), t)

    def parties(
        a: Any, b: Any, graine: Any, nombre: Any, terrain: Any, coups: Any, gagnants: Any, longueurs: Any
    ) -> Any:
        t = lire(terrain)
        regles.jouer_parties(I(a), I(b), graine[0], graine[1], nombre, t, coups, gagnants, longueurs)
        return nombre

    @register_jitable
    def recette(r: Any, poids: Any) -> Any:
        return jumeaux.Recette(r[0], r[1], r[2], (poids[0], poids[1], poids[2], poids[3], poids[4]))

    def duels(
        a: Any,
        poids_a: Any,
        b: Any,
        poids_b: Any,
        graine: Any,
        nombre: Any,
        terrain: Any,
        coups: Any,
        gagnants: Any,
        longueurs: Any,
    ) -> Any:
        t, un, deux = lire(terrain), recette(a, poids_a), recette(b, poids_b)
        jumeaux.jouer_parties(un, deux, graine[0], graine[1], nombre, t, coups, gagnants, longueurs)
        return nombre

    return {
        "duels": (duels, n(signes, reels, signes, reels, signes, n, signes, octets, octets, octets)),
        "resoudre": (resoudre, n(mots, signes, n, mots, mots, n, n)),
        "candidats": (candidats, n(n, signes, signes, n)),
        "parties": (parties, n(n, n, signes, n, signes, octets, octets, octets)),
    }


def code_llvm(nom: str, fonction: Callable[..., int], signature: Any) -> str:
    """Le code d'une entrée pour wasm32 : ce que numba en fait, sous une porte à son nom."""
    from numba import njit

    compilee = njit(signature, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(fonction)
    (unique,) = compilee.overloads.values()
    coeur = unique.fndesc.llvm_func_name
    code = unique.library.get_llvm_str()
    code = re.sub(r"^target datalayout = .*$", f'target datalayout = "{MEMOIRE}"', code, flags=re.M)
    code = re.sub(r"^target triple = .*$", f'target triple = "{CIBLE}"', code, flags=re.M)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    code = code.replace(" = common ", " = internal ")  # WebAssembly n'a pas de symboles « common »
    code = re.sub(rf"^define (?:\w+ )*(?=i32 @{re.escape(coeur)}\()", "define internal ", code, flags=re.M)
    return code + porte(nom, coeur, ["i32" if t.name == "int32" else "ptr" for t in signature.args])


def porte(nom: str, coeur: str, types: list[str]) -> str:
    """La fonction exportée : elle appelle le cœur comme numba l'attend, et rend -1 s'il a échoué."""
    arguments = ", ".join(f"{t} %a{i}" for i, t in enumerate(types))
    return f"""
define i32 @{nom}({arguments}) {{
  %resultat = alloca i32
  %erreur = alloca ptr
  %etat = call i32 @{coeur}(ptr %resultat, ptr %erreur, {arguments})
  %echec = icmp ne i32 %etat, 0
  %lu = load i32, ptr %resultat
  %rendu = select i1 %echec, i32 -1, i32 %lu
  ret i32 %rendu
}}
"""


# --- d'un code LLVM à un module -------------------------------------------------------------------


def assembler(code: str) -> bytes:
    """Le fichier objet d'un code LLVM, optimisé."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = llvm.parse_assembly(code)
    module.verify()
    cible = llvm.Target.from_triple(CIBLE).create_target_machine(
        cpu="generic", features="+bulk-memory,+sign-ext,+simd128", opt=3, reloc="static"
    )
    reglages = llvm.create_pipeline_tuning_options(speed_level=3)
    reglages.loop_vectorization, reglages.slp_vectorization = True, False
    passes = llvm.create_pass_builder(cible, reglages)
    passes.getModulePassManager().run(module, passes)
    return bytes(cible.emit_object(module))


def relier(objets: dict[str, bytes]) -> bytes:
    """Le module qui exporte ces fonctions."""
    with tempfile.TemporaryDirectory() as dossier:
        chemins = []
        for nom, objet in objets.items():
            chemins.append(Path(dossier, f"{nom}.o"))
            chemins[-1].write_bytes(objet)
        sortie = Path(dossier, "noyau.wasm")
        options = ["--no-entry", "--strip-all", "--gc-sections", "-z", f"stack-size={PILE}"]
        options += [f"--initial-memory={DEPART}", f"--max-memory={MAXIMUM}"]
        options += [f"--export={nom}" for nom in (*objets, "__heap_base")]
        outil = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*outil, *options, *map(str, chemins), "-o", str(sortie)], check=True)
        return sortie.read_bytes()


def fabriquer() -> bytes:
    """Le module, à écrire tel quel ; à n'appeler que dans un Python où SANS_OPTIMISER est en vigueur."""
    objets = {nom: assembler(code_llvm(nom, *entree)) for nom, entree in entrees().items()}
    return relier(objets) + reperes() + signature()


# --- la commande ----------------------------------------------------------------------------------


def manquants() -> list[str]:
    """Les outils de la fabrication qui ne sont pas installés."""
    return [outil for outil in OUTILS if find_spec(outil) is None]


def versions() -> dict[str, str]:
    """Les versions des outils, dont dépendent les octets du module."""
    return {outil: version(outil) for outil in OUTILS}


def definir(analyseur: ArgumentParser) -> None:
    """Les options de la commande."""
    analyseur.add_argument(
        "sortie", nargs="?", type=Path, default=MODULE, help="le fichier ; par défaut, celui du paquet"
    )


def executer(arguments: Namespace) -> int:
    """Fabrique le module dans un Python à part, que l'on prie de ne rien optimiser."""
    if absents := manquants():
        print(f"Il manque {', '.join(absents)} : pip install 'p4core[wasm]'.", file=sys.stderr)
        return 2
    sortie = Path(arguments.sortie).resolve()
    with tempfile.TemporaryDirectory() as cache:
        milieu = {**os.environ, **SANS_OPTIMISER, "NUMBA_CACHE_DIR": cache, "P4CORE_CHANTIER": "ici"}
        milieu.pop("P4CORE_SANS_NUMBA", None)
        subprocess.run([sys.executable, "-m", __name__, str(sortie)], env=milieu, check=True)
    print(f"{sortie} : {sortie.stat().st_size} octets.")
    return 0


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(fabriquer())
