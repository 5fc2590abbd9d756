"""L'interprète de l'élève sous WebAssembly : une cellule comme dans un carnet, sans IPython, long à charger.

Ce qui n'existe pas là (fils d'exécution, commandes du système, widgets) est remplacé ou dit en français ; les
commandes magiques d'un carnet ordinaire font ce qu'elles font, ou rien.
"""

from __future__ import annotations

import ast
import base64
import builtins
import codeop
import inspect
import io
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable
from functools import partial
from types import CodeType, ModuleType, SimpleNamespace
from typing import Any

from p4prof.cloison.facade import Sourd
from p4prof.cloison.protocole import Sortie
from p4prof.cloison.sorties import SANS_EFFET, Flux, Recueil

_LIGNE = re.compile(r"^(\s*)(?:([\w\s,.\[\]'\"]+?)\s*=\s*)?([%!])(?!=)(.*)$")
_CORPS_EXECUTE = ("time", "prun", "python", "python3")
PYLAB = "import numpy as np\nimport matplotlib.pyplot as plt\nfrom pylab import *\nfrom numpy import *"
CACHES = ("/cours", "<frozen")  # ce qui, dans une trace, n'est pas de l'élève


class Cahier:
    """Exécute des cellules, instruction par instruction ; `suivre` apprend le rang de chacune."""

    def __init__(self, suivre: Callable[[int], None]) -> None:
        self.recueil, self._suivre = Recueil(), suivre
        self.valeur: Any = None
        self._numero = self._affichages = 0
        # Ce que désignent In et Out, tant que l'élève ne donne pas ces noms à autre chose.
        self._entrees: list[str] = [""]
        self._resultats: dict[int, Any] = {}
        self._boucle: Any = None  # celle des « await » du carnet
        module = ModuleType("__main__")
        sys.modules["__main__"] = module
        self.user_ns = module.__dict__
        self._compilateur = codeop.Compile()  # retient les « from __future__ » d'une cellule à l'autre
        self._preparer()
        builtins.display = self.montrer  # type: ignore[attr-defined]
        builtins.get_ipython = lambda: self  # type: ignore[attr-defined]
        for nom in ("exit", "quit"):
            setattr(builtins, nom, _quitter)

    def _preparer(self) -> None:
        """Ce qu'une cellule trouve toujours, même si une autre a tout effacé."""
        toujours: dict[str, Any] = {"In": self._entrees, "Out": self._resultats, "__spec__": None}
        for nom, valeur in toujours.items():
            self.user_ns.setdefault(nom, valeur)
        self.user_ns.update({"__name__": "__main__", "__builtins__": builtins})

    # --- exécuter ---------------------------------------------------------------------------------

    def executer(self, source: str, jusque: int | None = None) -> tuple[list[Sortie], BaseException | None]:
        """Exécute une cellule, ou ses premières instructions ; ses sorties, et ce qui l'a arrêtée."""
        self.recueil.vider()
        self._preparer()
        self._numero += 1
        anciens = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Flux(self.recueil, "stdout"), Flux(self.recueil, "stderr")
        erreur: BaseException | None = None
        try:
            self._derouler(source, jusque)
            self._figures()
        except SystemExit:
            pass  # exit() arrête la cellule, pas la correction
        except BaseException as levee:
            erreur = levee
            self._raconter(levee)
        finally:
            sys.stdout, sys.stderr = anciens
        for sortie in self.recueil.sorties:
            sortie.pop("numero", None)
        return self.recueil.sorties, erreur

    def _derouler(self, source: str, jusque: int | None) -> None:
        source, fichier = traduire(source), f"<cellule {self._numero}>"
        self._entrees.append(source)
        linecache.cache[fichier] = (len(source), None, source.splitlines(keepends=True), fichier)
        corps = ast.parse(source, fichier).body
        for rang, instruction in enumerate(corps[:jusque]):
            if len(corps) > 1:
                self._suivre(rang)
            if isinstance(instruction, ast.Expr) and instruction is corps[-1] and not _muette(source):
                expression = ast.Expression(instruction.value)
                self._afficher(self._faire(self._compiler(expression, fichier, "eval")))
            else:
                self._faire(self._compiler(ast.Module([instruction], []), fichier, "exec"))

    def _compiler(self, arbre: Any, fichier: str, mode: str) -> Any:
        options = self._compilateur.flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        return compile(arbre, fichier, mode, options, dont_inherit=True)

    def _faire(self, code: CodeType) -> Any:
        """Exécute ce code ; une cellule peut dire « await » hors de toute fonction."""
        resultat = eval(code, self.user_ns)
        if not code.co_flags & inspect.CO_COROUTINE:
            return resultat
        import asyncio  # long à charger : seulement pour qui s'en sert

        if self._boucle is None:
            self._boucle = asyncio.new_event_loop()
        return self._boucle.run_until_complete(resultat)

    def _afficher(self, valeur: Any) -> None:
        self.valeur = valeur
        if valeur is not None:
            self.user_ns["_"] = self._resultats[self._numero] = valeur
            self.recueil.donnees("execute_result", donnees(valeur), {"execution_count": self._numero})

    def _raconter(self, erreur: BaseException) -> None:
        """L'erreur telle qu'un carnet la montre, sans les lignes qui ne sont pas de l'élève."""
        recit = traceback.TracebackException.from_exception(erreur, limit=-30)
        recit.stack = traceback.StackSummary.from_list(
            [cadre for cadre in recit.stack if not cadre.filename.startswith(CACHES)]
        )
        try:
            texte = str(erreur)
        except Exception as autre:
            texte = f"(message illisible : {type(autre).__name__})"
        lignes = [ligne[:20_000].rstrip("\n") for ligne in recit.format()]
        sortie = {"output_type": "error", "ename": type(erreur).__name__, "evalue": texte[:2000]}
        self.recueil.sorties.append({**sortie, "traceback": lignes})

    # --- montrer ----------------------------------------------------------------------------------

    def montrer(self, *objets: Any, display_id: Any = None, **_: Any) -> Any:
        """`display`, d'IPython."""
        self._affichages += 1
        numero = f"affichage {self._affichages}" if display_id is True else str(display_id or "")
        for objet in objets:
            self.recueil.donnees("display_data", donnees(objet), {"numero": numero} if numero else {})
        if not numero:
            return None
        refaire = partial(self._remontrer, numero)
        return SimpleNamespace(display_id=numero, update=refaire, display=refaire)

    def _remontrer(self, numero: str, objet: Any, **_: Any) -> None:
        """Montre cet objet à la place d'un autre."""
        self.recueil.remplacer(numero, donnees(objet))

    def _figures(self) -> None:
        plt = sys.modules.get("matplotlib.pyplot")
        if plt is not None and plt.get_backend() == os.environ.get("MPLBACKEND"):  # pas celui de l'élève
            plt.show()

    # --- ce que les carnets demandent à IPython ---------------------------------------------------

    def run_line_magic(self, nom: str, reste: str) -> Any:
        """Une commande magique d'une ligne."""
        if nom == "time":
            return self._ligne(reste)
        if nom == "run":
            chemin = next(mot for mot in reste.split() if not mot.startswith("-"))
            with open(chemin, encoding="utf-8") as fichier:  # noqa: PTH123
                exec(compile(fichier.read(), chemin, "exec"), self.user_ns)
            return None
        if nom in ("env", "set_env") and reste.strip():
            variable, _, valeur = reste.strip().replace("=", " ", 1).partition(" ")
            os.environ[variable] = valeur.strip()
            return None
        if nom == "pylab":
            exec(PYLAB, self.user_ns)
            return None
        if nom == "reset":
            self.user_ns.clear()
            self._preparer()
            return None
        if nom != "matplotlib":  # toute figure est déjà montrée
            print(SANS_EFFET.format(f"%{nom}"), file=sys.stderr)
        return None

    def _ligne(self, code: str) -> Any:
        try:
            return eval(code, self.user_ns)
        except SyntaxError:
            exec(code, self.user_ns)

    def run_cell_magic(self, nom: str, reste: str, corps: str) -> None:
        """Une commande magique d'une cellule entière."""
        if nom in _CORPS_EXECUTE:
            self._derouler(corps, None)
        elif nom == "capture":
            self._capturer(reste, corps)
        elif nom in ("writefile", "file"):
            mode = "a" if "-a" in reste.split() else "w"
            with open(reste.split()[-1], mode, encoding="utf-8") as fichier:  # noqa: PTH123
                fichier.write(corps.rstrip("\n") + "\n")
        else:
            print(SANS_EFFET.format(f"%%{nom}"), file=sys.stderr)

    def _capturer(self, options: str, corps: str) -> None:
        """Exécute ce corps sans rien montrer ; ce qu'il affiche est gardé sous le nom que dit la cellule."""
        dehors, self.recueil = self.recueil, Recueil()
        flux = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = Flux(self.recueil, "stdout"), Flux(self.recueil, "stderr")
        try:
            self._derouler(corps, None)
        finally:
            dedans, self.recueil = self.recueil, dehors
            sys.stdout, sys.stderr = flux
            for nom in [mot for mot in options.split() if not mot.startswith("-")]:
                self.user_ns[nom] = Capture(dedans)

    def system(self, commande: str) -> None:
        """« !pip install numpy » : il n'y a pas de système, le reste de la cellule compte."""
        print(f"[correction] commande du système non exécutée : {commande}", file=sys.stderr)

    def getoutput(self, commande: str) -> list[str]:
        """La même, dont la cellule garde la sortie : vide."""
        self.system(commande)
        return []

    def __getattr__(self, nom: str) -> Any:
        if nom.startswith("_"):
            raise AttributeError(nom)
        return Sourd(f"get_ipython().{nom}")


class Capture:
    """Ce qu'une cellule « %%capture » affichait."""

    def __init__(self, recueil: Recueil) -> None:
        self.outputs = [s["data"] for s in recueil.sorties if "data" in s]
        self.stdout, self.stderr = (
            "".join(s["text"] for s in recueil.sorties if s.get("name") == nom)
            for nom in ("stdout", "stderr")
        )

    def show(self) -> None:
        """Le montre enfin."""
        print(self.stdout, end="")
        print(self.stderr, end="", file=sys.stderr)

    __call__ = show


def _quitter(*_: Any) -> None:
    raise SystemExit


def _muette(source: str) -> bool:
    return source.rstrip().endswith(";")


# --- Les commandes magiques, écrites en Python -----------------------------------------------------------


def traduire(source: str) -> str:
    """La cellule en Python : « %time f() », « !ls », « f? » ne sont que des appels."""
    entete, _, corps = source.lstrip().partition("\n")
    if entete.startswith("%%"):
        nom, _, reste = entete[2:].partition(" ")
        return f"get_ipython().run_cell_magic({nom!r}, {reste!r}, {corps!r})"
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "\n".join(_traduire_ligne(ligne) for ligne in source.split("\n"))
    return source


def _traduire_ligne(ligne: str) -> str:
    if ligne.rstrip().endswith("?") or ligne.lstrip().startswith("?"):
        return ligne[: len(ligne) - len(ligne.lstrip())] + "pass"
    trouvee = _LIGNE.match(ligne)
    if trouvee is None:
        return ligne
    marge, cible, genre, reste = trouvee.groups()
    if genre == "!":
        appel = f"get_ipython().{'getoutput' if cible else 'system'}({reste!r})"
    else:
        nom, _, suite = reste.partition(" ")
        appel = f"get_ipython().run_line_magic({nom!r}, {suite!r})"
    return f"{marge}{cible} = {appel}" if cible else marge + appel


# --- Ce qu'un carnet montre d'un objet -------------------------------------------------------------------

_RICHES = {"_repr_html_": "text/html", "_repr_markdown_": "text/markdown", "_repr_svg_": "image/svg+xml",
           "_repr_latex_": "text/latex", "_repr_png_": "image/png"}  # fmt: skip


def donnees(objet: Any) -> dict[str, Any]:
    """L'objet dans les formats qu'il connaît ; un objet de p4core n'en a aucun."""
    formats: dict[str, Any] = {}
    if not isinstance(objet, type) and getattr(type(objet), "__inerte__", False) is not True:
        for methode, genre in _RICHES.items():
            if (faire := getattr(objet, methode, None)) is not None and (fait := faire()) is not None:
                formats[genre] = fait[0] if isinstance(fait, tuple) else fait
        if type(objet).__module__.startswith("matplotlib.figure"):
            formats["image/png"] = image(objet)
    return {"text/plain": repr(objet), **formats}


def image(figure: Any) -> str:
    """La figure en PNG, comme un carnet la garde."""
    tampon = io.BytesIO()
    figure.savefig(tampon, format="png", bbox_inches="tight")
    return base64.b64encode(tampon.getvalue()).decode()


class Figures(ModuleType):
    """De quoi tenir lieu d'écran à matplotlib : les figures ouvertes vont dans les sorties de la cellule."""

    def __init__(self) -> None:
        super().__init__("p4_figures")
        from matplotlib.backend_bases import FigureManagerBase
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        class Gestionnaire(FigureManagerBase):
            @classmethod
            def pyplot_show(cls, *_: Any, **__: Any) -> None:
                plt = sys.modules["matplotlib.pyplot"]
                for numero in plt.get_fignums():
                    builtins.display(plt.figure(numero))  # type: ignore[attr-defined]
                plt.close("all")

        class Toile(FigureCanvasAgg):
            manager_class = Gestionnaire

        self.FigureCanvas, self.FigureManager = Toile, Gestionnaire
