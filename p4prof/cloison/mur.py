"""Le mur, vu du côté des tests : démarrer une copie, lui parler, savoir ce qu'elle a dépensé, l'arrêter.

On ne demande rien d'autre à ce qui enferme une copie : bubblewrap (`bac`) et WebAssembly (`wasm`) sont deux
façons, que `session` ne distingue pas.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import time
import zipfile
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from p4core.appels import Chronometre, attente
from p4prof.cloison.protocole import Message

MARGE = 3.0  # secondes accordées en plus, de l'autre côté, pour s'arrêter et répondre


class BacEnPanne(Exception):
    """Le bac n'a pas démarré : ce n'est pas la faute de l'élève, sa copie n'est pas notée."""


class CloisonImpossible(Exception):
    """Ce mur ne peut pas être monté sur cette machine."""


@dataclass
class Depart:
    """Le début d'un échange : son délai, l'instant, et ce que la copie avait dépensé à cet instant.

    Ce dernier n'est demandé que s'il le faut, là où le lire dure plus qu'un appel ordinaire.
    """

    delai: float
    instant: float
    calcul: float | None = None
    mesure: float | None = None  # la même, moins exacte mais toujours lue
    attendu: float | None = None  # ce qu'elle avait attendu un processeur
    servi: float = 0.0  # secondes qu'elle a passées depuis à attendre ce qu'elle nous demandait
    ici: Chronometre = field(default_factory=attente)  # celles où nous n'avions pas de processeur nous-mêmes


class Mur(ABC):
    """Une copie enfermée : des ordres partent, des messages reviennent."""

    # Le rang de l'instruction de la cellule en cours, s'il faut la reprendre sans celle qui n'a pas fini.
    etape: int | None = None
    compte = False  # des instructions, et non des secondes ?
    savant = False  # connaît-elle les règles du jeu ?

    @property
    @abstractmethod
    def vivant(self) -> bool:
        """Y a-t-il encore quelqu'un ?"""

    def depart(self, delai: float) -> Depart:
        """Le début d'un échange qui doit finir avant `delai` secondes de calcul."""
        return Depart(delai, time.monotonic())

    @abstractmethod
    def envoyer(self, message: Message) -> None:
        """Envoie un ordre, ou la réponse à un rappel ; CanalRompu si personne ne peut le lire."""

    @abstractmethod
    def recevoir(self, depart: Depart) -> Message:
        """Le message suivant ; CanalMuet si l'échange a assez duré, même fait de mille messages."""

    @abstractmethod
    def bavard(self) -> bool:
        """Un message attend-il, alors qu'on n'a rien demandé ?"""

    @abstractmethod
    def depense(self, depart: Depart) -> float | None:
        """Les secondes de calcul depuis ce départ, mesurées d'ici ; None si l'on ne sait pas."""

    @abstractmethod
    def calcule(self) -> float | None:
        """Les secondes de calcul depuis le démarrage, demandé ou non ; None si l'on ne sait pas."""

    @abstractmethod
    def attendu(self) -> float:
        """Les secondes où la copie voulait calculer sans avoir de processeur ; 0 si l'on ne sait pas."""

    def ailleurs(self) -> float:
        """Les secondes de calcul de la copie que ce processus-ci ne compte pas déjà dans les siennes."""
        return 0.0

    def duree(self, depart: Depart) -> float:
        """Les secondes passées depuis ce départ, comme si la machine ne faisait rien d'autre."""
        if depart.attendu is None:
            depart.attendu = self.attendu()
        ailleurs = self.attendu() - depart.attendu + depart.ici() + depart.servi
        return time.monotonic() - depart.instant - ailleurs

    @abstractmethod
    def tuer(self) -> None:
        """Arrête tout, et attend que ce soit fait."""


# --- Ce que la copie emporte du cours, de l'autre côté du mur --------------------------------------------

RACINE = Path(__file__).resolve().parents[2]
# `facade` y tient lieu de tout le reste, sans rien derrière.
COMMUNS = (
    "p4core/appels.py",
    "p4cours/permis.py",
    *(
        f"p4prof/cloison/{nom}.py"
        for nom in ("__init__", "facade", "protocole", "service", "sorties", "vigie")
    ),
)


# Les règles du jeu : une entrée du concours les emporte ; à la correction, elles ne partent que pour une
# fonction qui reçoit une Position. Dans l'ordre où l'on s'en sert ; ni une IA ni le solveur.
REGLES = ("francais", "dessin", "jeu", "codages")
OBSERVATION = "p4core/observation.py"  # long à charger : une entrée du concours, jamais observée, s'en passe


@lru_cache(maxsize=1)
def sources_des_regles() -> dict[str, str]:
    """Le code des règles, module par module."""
    return {f"p4core.{nom}": (RACINE / "p4core" / f"{nom}.py").read_text("utf-8") for nom in REGLES}


# L'ordre d'un ensemble de textes ne doit pas changer d'un processus à l'autre : une partie se rejoue.
ORDRE = ("PYTHONHASHSEED", "0")


@lru_cache(maxsize=4)
def archive(*modules: str, regles: bool = False, lieu: str = "") -> bytes:
    """Ce que la copie a le droit de voir, avec ces modules de la cloison ; les paquets sont vides.

    Les modules y sont aussi compilés pour ce Python, s'il les lira dans ce `lieu` : c'est les deux tiers du
    démarrage d'un bac. Un autre Python ne lira que les textes.
    """
    tampon = io.BytesIO()
    with zipfile.ZipFile(tampon, "w") as paquet:
        for etage in ("p4core", "p4cours", "p4prof"):
            paquet.writestr(_entree(f"{etage}/__init__.py"), b"")
        propres = [f"p4prof/cloison/{nom}.py" for nom in modules]
        propres += [f"p4core/{nom}.py" for nom in REGLES] if regles else [OBSERVATION]
        for nom in (*COMMUNS, *propres):
            source = (RACINE / nom).read_bytes()
            paquet.writestr(_entree(nom), source)
            if lieu:
                paquet.writestr(_entree(f"{nom}c"), _compile(source, f"{lieu}/{nom}"))
    return tampon.getvalue()


def _entree(nom: str) -> zipfile.ZipInfo:
    """Sans date : la même archive a toujours les mêmes octets, et ne se range qu'une fois sur le disque."""
    return zipfile.ZipInfo(nom)


def _compile(source: bytes, chemin: str) -> bytes:
    """Le fichier « .pyc » de ce module, que rien ne compare à sa source : ils sont écrits ensemble."""
    sans_controle = (1).to_bytes(4, "little")
    entete = importlib.util.MAGIC_NUMBER + sans_controle + importlib.util.source_hash(source)
    return entete + marshal.dumps(compile(source, chemin, "exec", dont_inherit=True))
