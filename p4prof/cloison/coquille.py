"""L'interprète d'un côté de la cloison : une cellule comme dans un noyau Jupyter, et ses sorties, bornées."""

from __future__ import annotations

import base64
import io
import json
import signal
import sys
import threading
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import LSString, SList
from traitlets.config import Config

from p4core.appels import LENTEUR, TempsEcoule
from p4prof.cloison.protocole import Sortie

INSISTANCE = 0.5  # secondes entre deux interruptions, si le code les ignore


class Alarme:
    """Interrompt le fil principal après tant de secondes de calcul, ou LENTEUR fois plus à l'horloge.

    Dans un autre fil (sur une grappe de calcul), elle est sans effet : Python n'y reçoit pas de signal.
    """

    def __init__(self, delai: float) -> None:
        self._delais = (
            (signal.SIGPROF, signal.ITIMER_PROF, delai),
            (signal.SIGALRM, signal.ITIMER_REAL, LENTEUR * delai),
        )
        self._utile = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        if self._utile:
            for signe, minuterie, delai in self._delais:
                signal.signal(signe, _sonner)
                signal.setitimer(minuterie, delai, INSISTANCE)

    def __exit__(self, *_: Any) -> None:
        if self._utile:
            for _signe, minuterie, _delai in self._delais:
                signal.setitimer(minuterie, 0)


def _sonner(*_: Any) -> None:
    raise TempsEcoule


# --- Les sorties d'une cellule ---------------------------------------------------------------------------

TEXTE_MAX = 100_000  # caractères affichés par une cellule ; le reste est perdu, et on le dit
SORTIES_MAX = 200
DONNEES_MAX = 4 * 2**20  # octets d'une image
COUPE = "\n[… la suite de l'affichage n'a pas été gardée]\n"


class Recueil:
    """Les sorties de la cellule en cours, bornées : un affichage sans fin ne remplit pas la mémoire."""

    def __init__(self) -> None:
        self.sorties: list[Sortie] = []
        self._place = TEXTE_MAX

    def vider(self) -> None:
        """Oublie tout : une nouvelle cellule commence, ou celle-ci a demandé d'effacer."""
        self.sorties, self._place = [], TEXTE_MAX

    def texte(self, nom: str, texte: str) -> None:
        """Ajoute du texte à la sortie standard ou d'erreur."""
        if self._place <= 0:
            return
        garde = texte[: self._place]
        self._place -= len(garde)
        if self._place <= 0:
            garde += COUPE
        derniere = self.sorties[-1] if self.sorties else {}
        if derniere.get("output_type") == "stream" and derniere["name"] == nom:
            derniere["text"] += garde
        elif len(self.sorties) < SORTIES_MAX:
            self.sorties.append({"output_type": "stream", "name": nom, "text": garde})

    def donnees(self, genre: str, data: dict[str, Any], options: dict[str, Any]) -> None:
        """Ajoute un affichage riche, s'il n'est pas démesuré."""
        gardees = {t: donnee for t, v in data.items() if (donnee := _affichable(v)) is not None}
        if gardees and (genre == "execute_result" or len(self.sorties) < SORTIES_MAX):
            self.sorties.append({"output_type": genre, "data": gardees, "metadata": {}, **options})

    def remplacer(self, numero: str, data: dict[str, Any]) -> None:
        """Met à jour l'affichage qui porte ce numéro."""
        for sortie in self.sorties:
            if sortie.get("numero") == numero:
                sortie["data"] = data


def _affichable(donnee: Any) -> Any:
    """Une donnée à afficher : du texte, ou un objet JSON recopié ; une image arrive parfois en octets."""
    if isinstance(donnee, bytes):
        donnee = base64.b64encode(donnee).decode()
    if isinstance(donnee, str):
        return donnee if len(donnee) <= DONNEES_MAX else None
    try:  # un élève peut y mettre n'importe quoi
        ecrite = json.dumps(donnee) if isinstance(donnee, dict) else ""
    except (TypeError, ValueError, RecursionError):
        return None
    return json.loads(ecrite) if 0 < len(ecrite) <= DONNEES_MAX else None


class Flux(io.TextIOBase):
    """Prend la place de sys.stdout ou sys.stderr ; le fermer est sans effet."""

    encoding = "utf-8"
    errors = "strict"
    closed = False

    def __init__(self, recueil: Recueil, nom: str) -> None:
        self._recueil, self.name = recueil, nom

    def write(self, texte: str) -> int:
        """Recueille ce texte."""
        if not isinstance(texte, str):
            raise TypeError(f"write() attend une chaîne, pas {type(texte).__name__}")
        self._recueil.texte(self.name, texte)
        return len(texte)

    def close(self) -> None:
        """Une cellule qui ferme sa sortie ne prive pas les suivantes de la leur."""


# --- L'interprète ----------------------------------------------------------------------------------------

RESULTATS_MAX = 100_000  # plus qu'il n'y a de cellules : au-delà, IPython se plaint dans les sorties


class _Publication(DisplayPublisher):
    """Reçoit ce que `display` montre."""

    def publish(
        self, data: Any, metadata: Any = None, *, transient: Any = None, update: bool = False, **_: Any
    ) -> None:
        recueil, numero = self.shell.recueil, (transient or {}).get("display_id")
        if update:
            recueil.remplacer(numero, data)
        else:
            recueil.donnees("display_data", data, {"numero": numero} if numero else {})

    def clear_output(self, wait: bool = False) -> None:
        self.shell.recueil.vider()


class _Resultat(DisplayHook):
    """Reçoit la valeur de la dernière expression d'une cellule."""

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        options = {"execution_count": self.prompt_count}
        self.shell.recueil.donnees("execute_result", format_dict, options)

    def finish_displayhook(self) -> None:
        pass


class Coquille(InteractiveShell):
    """L'interprète d'un côté de la cloison."""

    def __init__(self) -> None:
        self.recueil = Recueil()
        self.valeur: Any = None  # de la dernière expression de la dernière cellule
        config = Config()
        config.HistoryManager.enabled = False
        config.HistoryManager.hist_file = ":memory:"
        config.InteractiveShell.cache_size = RESULTATS_MAX
        super().__init__(config=config, display_pub_class=_Publication, displayhook_class=_Resultat)
        InteractiveShell._instance = Coquille._instance = self
        self.colors = "nocolor"

    def init_virtualenv(self) -> None:
        """Rien à chercher : l'environnement est déjà le bon."""

    def init_user_ns(self) -> None:
        """Remis à neuf, le module principal reste un module : multiprocessing lit son `__spec__`."""
        super().init_user_ns()
        self.user_ns.setdefault("__spec__", None)

    def enable_gui(self, gui: Any = None) -> None:
        """Il n'y a pas d'écran."""

    def ask_exit(self) -> None:
        """exit() et quit() arrêtent la cellule, pas la correction."""
        raise SystemExit

    def system(self, cmd: str) -> None:
        """Une commande du système (« !pip install numpy ») est sans effet : le reste de la cellule compte."""
        print(f"[correction] commande du système non exécutée : {cmd}", file=sys.stderr)

    def getoutput(self, cmd: str, split: bool = True, depth: int = 0) -> Any:
        """La même, dont la cellule garde la sortie : vide."""
        self.system(cmd)
        return SList() if split else LSString()

    def _showtraceback(self, genre: Any, valeur: Any, lignes: list[str]) -> None:
        sortie = {"output_type": "error", "ename": genre.__name__, "evalue": str(valeur)[:2000]}
        self.recueil.sorties.append({**sortie, "traceback": [ligne[:20_000] for ligne in lignes]})

    def executer(self, source: str) -> tuple[list[Sortie], BaseException | None]:
        """Exécute une cellule ; ses sorties, et l'exception qui l'a arrêtée s'il y en a une."""
        self.recueil.vider()
        self.ast_transformers.clear()  # une cellule ne récrit pas celles qui la suivent
        anciens = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Flux(self.recueil, "stdout"), Flux(self.recueil, "stderr")
        try:
            resultat = InteractiveShell.run_cell(self, source, store_history=True)
            self.valeur = resultat.result
        finally:
            sys.stdout, sys.stderr = anciens
        for sortie in self.recueil.sorties:
            sortie.pop("numero", None)
        return self.recueil.sorties, resultat.error_before_exec or resultat.error_in_exec
