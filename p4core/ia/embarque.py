"""Le code compilé d'avance, là où numba n'existe pas : un module WebAssembly livré avec la bibliothèque.

`p4 wasm` le fabrique. Python le charge dans le navigateur (Pyodide), qui lui prête sa machine WebAssembly ;
ailleurs, numba fait mieux, et ce module dort. P4CORE_WASM=wasmtime le charge quand même, pour l'essayer.

    present()                   le module est-il chargeable ici ?
    Tableau(n)                  n entiers de 64 bits dans la mémoire du module, libérés avec l'objet
    resoudre(…), parties(…)     ses fonctions, appelées comme celles que numba compile"""

from __future__ import annotations

import os
import struct
import sys
import weakref
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

MODULE = Path(__file__).parent / "noyau.wasm"
PAGE = 1 << 16  # l'unité de la mémoire d'un module, en octets
MOT = 8  # octets d'un entier


class Machine(Protocol):
    """Le module dans une machine WebAssembly : ses fonctions et sa mémoire."""

    def appeler(self, nom: str, *arguments: int) -> int:
        """Ce que rend une fonction du module."""

    def lire(self, adresse: int, taille: int) -> bytes:
        """Une copie de ces octets de sa mémoire."""

    def ecrire(self, adresse: int, octets: bytes) -> None:
        """Change sa mémoire à partir de cette adresse."""

    def lire_entier(self, adresse: int, signe: bool) -> int:
        """L'entier de huit octets écrit là."""

    def ecrire_entier(self, adresse: int, valeur: int) -> None:
        """L'écrit là, signé ou non."""

    def effacer(self, adresse: int, taille: int) -> None:
        """Met ces octets à zéro."""

    def agrandir(self, pages: int) -> int:
        """Ajoute des pages à sa mémoire ; en rend l'ancien nombre."""

    def depart(self) -> int:
        """L'adresse à partir de laquelle la mémoire est libre."""


# Le solveur lit et écrit des entiers un à un : chacun en un seul passage de Python au navigateur.
_MEMOIRE_JS = """(memoire) => {
  let vue = new DataView(memoire.buffer);
  const actuelle = () => (vue.buffer === memoire.buffer ? vue : (vue = new DataView(memoire.buffer)));
  return {
    lire: (place) => actuelle().getBigUint64(place, true),
    lire_signe: (place) => actuelle().getBigInt64(place, true),
    ecrire: (place, valeur) => actuelle().setBigUint64(place, BigInt.asUintN(64, BigInt(valeur)), true),
    effacer: (place, taille) => new Uint8Array(memoire.buffer, place, taille).fill(0),
  };
}"""


class Navigateur:
    """La machine du navigateur, vue de Pyodide."""

    def __init__(self, module: bytes) -> None:
        import js  # type: ignore[import-not-found]  # n'existe que dans un navigateur
        from pyodide.code import run_js
        from pyodide.ffi import to_js

        self._octets = js.Uint8Array
        compile_ = js.WebAssembly.Module.new(to_js(module))
        self._exports = js.WebAssembly.Instance.new(compile_).exports
        self._fonctions: dict[str, Any] = {}
        memoire = run_js(_MEMOIRE_JS)(self._exports.memory)
        self._lire, self._lire_signe, self._ecrire = memoire.lire, memoire.lire_signe, memoire.ecrire
        self.effacer = memoire.effacer

    def appeler(self, nom: str, *arguments: int) -> int:
        """Ce que rend une fonction du module."""
        if nom not in self._fonctions:
            self._fonctions[nom] = getattr(self._exports, nom)
        return int(self._fonctions[nom](*arguments))

    def _vue(self, adresse: int, taille: int) -> Any:
        # À refaire à chaque fois : une mémoire qui grandit change de tampon.
        return self._octets.new(self._exports.memory.buffer, adresse, taille)

    def lire(self, adresse: int, taille: int) -> bytes:
        """Une copie de ces octets de sa mémoire."""
        return bytes(self._vue(adresse, taille).to_bytes())

    def ecrire(self, adresse: int, octets: bytes) -> None:
        """Change sa mémoire à partir de cette adresse."""
        self._vue(adresse, len(octets)).assign(octets)

    def lire_entier(self, adresse: int, signe: bool) -> int:
        """L'entier de huit octets écrit là."""
        return int((self._lire_signe if signe else self._lire)(adresse))

    def ecrire_entier(self, adresse: int, valeur: int) -> None:
        """L'écrit là, signé ou non."""
        self._ecrire(adresse, valeur)

    def agrandir(self, pages: int) -> int:
        """Ajoute des pages à sa mémoire ; en rend l'ancien nombre."""
        return int(self._exports.memory.grow(pages))

    def depart(self) -> int:
        """L'adresse à partir de laquelle la mémoire est libre."""
        # Écrit avec un point, Python changerait ce nom en _Navigateur__heap_base.
        return int(getattr(self._exports, "__heap_base").value)


class Wasmtime:
    """La machine du paquet wasmtime : pour essayer le module hors d'un navigateur."""

    def __init__(self, module: bytes) -> None:
        import wasmtime

        self._reserve = wasmtime.Store()
        compile_ = wasmtime.Module(self._reserve.engine, module)
        self._exports: Any = wasmtime.Instance(self._reserve, compile_, []).exports(self._reserve)

    def appeler(self, nom: str, *arguments: int) -> int:
        """Ce que rend une fonction du module."""
        return int(self._exports[nom](self._reserve, *arguments))

    def lire(self, adresse: int, taille: int) -> bytes:
        """Une copie de ces octets de sa mémoire."""
        return bytes(self._exports["memory"].read(self._reserve, adresse, adresse + taille))

    def ecrire(self, adresse: int, octets: bytes) -> None:
        """Change sa mémoire à partir de cette adresse."""
        self._exports["memory"].write(self._reserve, octets, adresse)

    def lire_entier(self, adresse: int, signe: bool) -> int:
        """L'entier de huit octets écrit là."""
        return int.from_bytes(self.lire(adresse, MOT), "little", signed=signe)

    def ecrire_entier(self, adresse: int, valeur: int) -> None:
        """L'écrit là, signé ou non."""
        self.ecrire(adresse, (valeur % (1 << 8 * MOT)).to_bytes(MOT, "little"))

    def effacer(self, adresse: int, taille: int) -> None:
        """Met ces octets à zéro."""
        self.ecrire(adresse, bytes(taille))

    def agrandir(self, pages: int) -> int:
        """Ajoute des pages à sa mémoire ; en rend l'ancien nombre."""
        return int(self._exports["memory"].grow(self._reserve, pages))

    def depart(self) -> int:
        """L'adresse à partir de laquelle la mémoire est libre."""
        return int(self._exports["__heap_base"].value(self._reserve))


# --- le module chargé, et ce que l'on prend de sa mémoire -----------------------------------------


def _genre() -> Callable[[bytes], Machine] | None:
    """La machine d'ici, s'il y en a une."""
    if sys.platform == "emscripten":
        return Navigateur
    return Wasmtime if os.environ.get("P4CORE_WASM") == "wasmtime" else None


def present() -> bool:
    """Le module est-il chargeable ici ?"""
    return _genre() is not None


class Atelier:
    """Le module et sa mémoire, rendue par morceaux et réutilisée."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._bout = -(-machine.depart() // 64) * 64
        self._taille = machine.agrandir(0) * PAGE
        self._libres: dict[int, list[int]] = defaultdict(list)  # taille → adresses rendues

    def prendre(self, taille: int) -> int:
        """L'adresse de cette place, mise à zéro."""
        taille = -(-taille // 64) * 64
        if self._libres[taille]:
            adresse = self._libres[taille].pop()
            self.machine.effacer(adresse, taille)
            return adresse
        adresse, self._bout = self._bout, self._bout + taille
        if self._bout > self._taille:
            pages = -(-(self._bout - self._taille) // PAGE)
            self.machine.agrandir(pages)  # une mémoire neuve est nulle
            self._taille += pages * PAGE
        return adresse

    def rendre(self, adresse: int, taille: int) -> None:
        """Cette place ne sert plus."""
        self._libres[-(-taille // 64) * 64].append(adresse)


@cache
def atelier() -> Atelier:
    """Le module de la bibliothèque, chargé une fois."""
    genre = _genre()
    if genre is None:
        raise RuntimeError("Il n'y a pas ici de machine WebAssembly pour le code compilé d'avance.")
    return Atelier(genre(MODULE.read_bytes()))


class Tableau:
    """Des entiers de 64 bits, nuls, dans la mémoire du module."""

    def __init__(self, n: int, signes: bool = False) -> None:
        self._n, self._signes, self._atelier = n, signes, atelier()
        self.adresse = self._atelier.prendre(n * MOT)
        weakref.finalize(self, self._atelier.rendre, self.adresse, n * MOT)

    @classmethod
    def de(cls, valeurs: Sequence[int]) -> Tableau:
        """Le tableau de ces valeurs, signées."""
        tableau = cls(len(valeurs), signes=True)
        octets = b"".join(v.to_bytes(MOT, "little", signed=True) for v in valeurs)
        tableau._atelier.machine.ecrire(tableau.adresse, octets)
        return tableau

    @classmethod
    def reels(cls, valeurs: Sequence[float]) -> Tableau:
        """La place de ces nombres à virgule ; à n'employer que par son adresse."""
        tableau = cls(len(valeurs))
        tableau._atelier.machine.ecrire(tableau.adresse, struct.pack(f"<{len(valeurs)}d", *valeurs))
        return tableau

    def __len__(self) -> int:
        return self._n

    def _place(self, i: int) -> int:
        if not 0 <= i < self._n:
            raise IndexError(f"Il y a {self._n} entiers : pas de numéro {i}.")
        return self.adresse + i * MOT

    def __getitem__(self, i: int) -> int:
        return self._atelier.machine.lire_entier(self._place(i), self._signes)

    def __setitem__(self, i: int, valeur: int) -> None:
        self._atelier.machine.ecrire_entier(self._place(i), int(valeur))


# --- ses fonctions, telles que la bibliothèque les appelle ----------------------------------------


def resoudre(
    positions: Tableau, scores: Tableau, pile: Tableau, table: Tableau, decalage: int, budget: int
) -> int:
    """Le noyau du solveur pour la grille 7 × 6 : combien de positions sont résolues."""
    adresses = positions.adresse, scores.adresse, len(scores), pile.adresse, table.adresse
    return atelier().machine.appeler("resoudre", *adresses, decalage, budget)


def candidats(numero: int, p: int, q: int, dernier: int, terrain: Sequence[int]) -> int:
    """Les colonnes entre lesquelles une IA par règles tire au sort."""
    cases, t = Tableau.de((p, q)), Tableau.de(terrain)
    return atelier().machine.appeler("candidats", numero, cases.adresse, t.adresse, dernier)


def parties(
    a: int,
    b: int,
    graine: int,
    premiere: int,
    terrain: Sequence[int],
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """Joue len(gagnants) parties entre deux IA par règles, à partir du numéro `premiere`."""
    _jouer("parties", (a, b), (graine, premiere), terrain, (coups, gagnants, longueurs))


def duels(
    a: Sequence[Any],
    b: Sequence[Any],
    graine: int,
    premiere: int,
    terrain: Sequence[int],
    coups: bytearray,
    gagnants: bytearray,
    longueurs: bytearray,
) -> None:
    """De même entre deux recettes (numéro, profondeur, fins au hasard, poids) de `p4core.ia.jumeaux`."""
    tableaux = [t for recette in (a, b) for t in (Tableau.de(recette[:3]), Tableau.reels(recette[3]))]
    adresses = tuple(t.adresse for t in tableaux)
    _jouer("duels", adresses, (graine, premiere), terrain, (coups, gagnants, longueurs))


def _jouer(
    nom: str,
    joueurs: tuple[int, ...],
    depart: tuple[int, int],
    terrain: Sequence[int],
    sorties: tuple[bytearray, bytearray, bytearray],
) -> None:
    """Fait jouer autant de parties qu'il y a de gagnants à écrire, et recopie ce que le module en dit."""
    machine, d, t = atelier().machine, Tableau.de(depart), Tableau.de(terrain)
    places = [Tableau(-(-len(sortie) // MOT)) for sortie in sorties]
    adresses = [place.adresse for place in places]
    machine.appeler(nom, *joueurs, d.adresse, len(sorties[1]), t.adresse, *adresses)
    for sortie, adresse in zip(sorties, adresses, strict=True):
        sortie[:] = machine.lire(adresse, len(sortie))
