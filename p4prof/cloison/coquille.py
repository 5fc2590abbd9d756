"""L'interprète d'un côté de la cloison : une cellule comme dans un noyau Jupyter, et ses sorties, bornées."""

from __future__ import annotations

import sys
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import LSString, SList
from traitlets.config import Config

from p4prof.cloison.protocole import Sortie
from p4prof.cloison.sorties import SANS_EFFET, Flux, Recueil

# --- L'interprète ----------------------------------------------------------------------------------------

INSTALLER = {"conda", "mamba", "micromamba", "pip", "uv"}  # rien ne s'installe pendant la correction
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
        self.colors = "nocolor"

    def init_virtualenv(self) -> None:
        """Rien à chercher : l'environnement est déjà le bon."""

    def init_user_ns(self) -> None:
        """Remis à neuf, le module principal reste un module : multiprocessing lit son `__spec__`."""
        super().init_user_ns()
        self.user_ns.setdefault("__spec__", None)

    def enable_gui(self, gui: Any = None) -> None:
        """Il n'y a pas d'écran."""

    def enable_matplotlib(self, gui: Any = None) -> Any:
        """Toute figure va dans la cellule : « %matplotlib widget » veut ipympl, qui manque peut-être."""
        return super().enable_matplotlib("inline")

    def ask_exit(self) -> None:
        """exit() et quit() arrêtent la cellule, pas la correction."""
        raise SystemExit

    def run_line_magic(self, magic_name: str, line: str, _stack_depth: int = 1) -> Any:
        """Commande du noyau Jupyter, extension absente : sans effet, mais le reste de la cellule compte."""
        connue = self.find_line_magic(magic_name) or magic_name in self.magics_manager.lazy_magics
        if connue and magic_name not in INSTALLER:
            try:
                return super().run_line_magic(magic_name, line, _stack_depth + 1)
            except ImportError:
                if "load_ext" not in magic_name:
                    raise
        print(SANS_EFFET.format(f"%{magic_name}"), file=sys.stderr)
        return None

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
        # Ce que la cellule montre par display va à l'interprète en place : celui qui l'exécute.
        InteractiveShell._instance = Coquille._instance = self
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
