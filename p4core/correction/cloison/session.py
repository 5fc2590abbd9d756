"""Le côté des tests : piloter le bac, croire le moins possible ce qui en vient, le remplacer s'il casse."""

from __future__ import annotations

import base64
import itertools
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from p4core.correction.cloison.bac import Bac, BacEnPanne
from p4core.correction.cloison.canal import CanalMuet, CanalRompu, Message
from p4core.correction.cloison.distante import Appels, Direct, FonctionDistante, mort
from p4core.correction.cloison.lecture import Decodeur, Illisible
from p4core.correction.cloison.sorties import Budget, Sortie, lire_sorties, note
from p4core.execution import LENTEUR, PATIENCE, Appel, compter_ailleurs, temps_de_calcul

ABSENT = object()


@dataclass(frozen=True)
class Limites:
    """Les durées, en secondes, et le nombre de pannes que l'on tolère d'une copie."""

    cellule: float = 30.0
    appel: float = 10.0  # fait directement par un test ; les vérifications choisissent leurs délais
    question: float = 120.0
    copie: float = 900.0
    demarrage: float = 60.0
    pannes: int = 100
    pannes_par_question: int = 5  # au-delà, la question est perdue, pas celles qui suivent
    reprise: float = 5.0  # d'une cellule interrompue une première fois, quand on la rejoue


class Session:
    """Les cellules d'une copie, exécutées dans un bac que l'on remplace autant qu'il le faut."""

    def __init__(self, prendre: Callable[[], Bac], fichiers: Mapping[str, bytes], limites: Limites) -> None:
        self._prendre, self._fichiers, self.limites = prendre, fichiers, limites
        self._bac: Bac | None = None
        self._perdu: Bac | None = None  # le dernier dont on s'est défait
        self._cellules: list[tuple[str, float]] = []  # à rejouer dans un bac neuf, avec leur délai
        self._pannes = 0
        self._budget = Budget()
        self._fin_copie = time.monotonic() + limites.copie
        self.commencer_question()
        self.generation = 0
        self.resultats = Decodeur()
        self.numeros = itertools.count()  # des fonctions prêtées à l'élève

    # --- cellules de l'élève ------------------------------------------------------------------------

    def executer(self, source: str) -> list[Sortie]:
        """Exécute une cellule ; une cellule qui casse le bac est signalée, et ne sera jamais rejouée.

        Elle n'y est peut-être pour rien (une cellule d'avant a laissé une bombe à retardement) : c'est dans
        un bac neuf qu'elle est jugée, comme l'appel d'une fonction.
        """
        delai = min(self.limites.cellule, self._fin_copie - time.monotonic())
        if delai <= 0:
            return [note("Cette cellule n'est pas exécutée : trop de temps pour cette copie.")]
        ancien = self._bac
        try:
            sorties, expire = self._cellule(self._ouvrir(), source, delai)
        except CanalRompu as rupture:
            raison = self._perdre(rupture)
            if ancien is not None and ancien is self._perdu and not isinstance(rupture, CanalMuet):
                return self.executer(source)
            return [note(f"Cette cellule n'est pas prise en compte : {raison}.")]
        self._cellules.append((source, self.limites.reprise if expire else self.limites.cellule))
        return self._budget.garder(sorties)

    def _cellule(self, bac: Bac, source: str, delai: float) -> tuple[list[Sortie], bool]:
        reponse = _executer(bac, source, delai)
        self._temoin(bac)
        sorties = lire_sorties(reponse.get("sorties"))
        if reponse.get("expire"):
            sorties.append(note(f"Cellule interrompue au bout de {delai:g} secondes."))
        elif reponse.get("appui"):
            sorties = [note("Cette cellule se sert de p4core, qui ne fait rien pendant la correction.")]
        return sorties, bool(reponse.get("expire"))

    def _temoin(self, bac: Bac) -> None:
        """Le bac marche-t-il encore ? Sinon, la cellule qui vient de finir l'a abîmé."""
        temoin: Any = [1, (2.5, "é")]
        appel = self._echanger(bac, Appels(self), "", (temoin,), self.limites.reprise, graine=0.5)
        sorties = _executer(bac, "2.5", self.limites.reprise).get("sorties")
        if appel.valeur != temoin or appel.apres != (temoin,) or len(lire_sorties(sorties)) != 1:
            raise CanalRompu("elle abîme l'interpréteur Python")

    # --- bac ----------------------------------------------------------------------------------------

    def _ouvrir(self) -> Bac:
        """Le bac, vivant ; un bac neuf rejoue d'abord les cellules déjà exécutées."""
        if self._bac is not None and self._bac.canal.pret(0.0):  # personne ne lui avait rien demandé
            self._perdre(CanalRompu("elle répond sans qu'on l'interroge"))
        while self._bac is None or not self._bac.vivant:
            if self._pannes > self.limites.pannes or time.monotonic() > self._fin_copie:
                raise CanalRompu("trop de pannes ou de temps pour cette copie")
            self._bac = self._prendre()
            self.generation += 1
            self.resultats = Decodeur()  # un bac neuf numérote à partir de 1
            self._rejouer(self._bac)
        return self._bac

    def _rejouer(self, bac: Bac) -> None:
        try:
            bac.canal.recevoir(time.monotonic() + self.limites.demarrage)
            if self._fichiers:
                contenus = {nom: base64.b64encode(octets).decode() for nom, octets in self._fichiers.items()}
                bac.canal.envoyer({"ordre": "fichiers", "fichiers": contenus})
                bac.canal.recevoir(time.monotonic() + self.limites.demarrage)
        except CanalRompu as rupture:
            self._perdre(rupture)
            raise BacEnPanne from rupture
        for rang, (source, delai) in enumerate(self._cellules):
            try:
                self._cellule(bac, source, delai)
            except CanalRompu as rupture:
                del self._cellules[rang]
                self._perdre(rupture)
                return

    def _perdre(self, rupture: CanalRompu) -> str:
        """Se défait du bac ; une phrase dit ce qui est arrivé."""
        self._pannes += 1
        bac = self._perdu = self._bac
        self._bac = None
        if bac is None:
            return str(rupture)
        muet = isinstance(rupture, CanalMuet)
        if not muet:
            time.sleep(0.02)  # le temps que le système constate la mort du processus
        vivant = bac.vivant
        bac.tuer()
        if muet:
            return "elle ne s'arrête pas et ne se laisse pas interrompre"
        if vivant:
            return str(rupture)
        return "elle arrête le noyau Python (os._exit, plantage ou mémoire épuisée)"

    def fermer(self) -> None:
        """Arrête le bac."""
        if self._bac is not None:
            self._bac.tuer()
            self._bac = None

    # --- questions ----------------------------------------------------------------------------------

    def commencer_question(self) -> None:
        """Remet à zéro le temps accordé à une question."""
        self._fin_question = temps_de_calcul() + self.limites.question
        self._pannes_avant = self._pannes
        self._fin_reelle = min(self._fin_copie, time.monotonic() + LENTEUR * self.limites.question)

    def lire(self, nom: str) -> Any:
        """La valeur que ce nom a chez l'élève, reconstruite ici ; ABSENT s'il n'est pas défini."""
        try:
            bac = self._ouvrir()
            bac.canal.envoyer({"ordre": "lire", "nom": nom})
            reponse = bac.canal.recevoir(time.monotonic() + self.limites.reprise)
            if reponse.get("absent"):
                return ABSENT
            valeur = Appels(self).lire(reponse.get("valeur"))
        except CanalRompu as rupture:
            self._perdre(rupture)
            return ABSENT
        except Illisible:
            return ABSENT
        if isinstance(valeur, FonctionDistante):
            valeur.reference = nom  # reste valable dans un bac neuf
        return valeur

    def appeler(
        self,
        fonction: FonctionDistante,
        arguments: tuple[Any, ...],
        delai: float,
        saisies: Iterable[str] = (),
        graine: float | None = None,
        remplacements: Mapping[str, Any] | None = None,
        direct: Direct | None = None,
    ) -> Appel:
        """Appelle une fonction de l'élève ; ce qui casse est rapporté comme le reste."""
        reste = self._fin_question - temps_de_calcul()
        if reste <= 0 or time.monotonic() > self._fin_reelle:
            return mort(arguments, "trop de temps pour une seule question")
        if self._pannes - self._pannes_avant >= self.limites.pannes_par_question:
            return mort(arguments, "trop de pannes pour une seule question")
        ancien = self._bac
        appels = Appels(self, iter(saisies), fonction.pretees, (remplacements or {}).values())
        try:
            bac = self._ouvrir()
            if not fonction.valable:
                return mort(arguments, "le programme a dû être relancé depuis que cette fonction a été créée")
            return self._echanger(
                bac, appels, fonction.reference, arguments, min(delai, reste), graine, remplacements, direct
            )
        except CanalRompu as rupture:
            appel = mort(arguments, self._perdre(rupture))
            appel.expire = isinstance(rupture, CanalMuet)
            recommencer = ancien is not None and ancien is self._perdu and fonction.valable
            if recommencer and not appel.expire and not appels.servis:
                return self.appeler(fonction, arguments, delai, saisies, graine, remplacements, direct)
            return appel
        except BaseException:
            self._perdre(CanalRompu("appel abandonné"))  # le dialogue est resté au milieu d'une phrase
            raise

    def _echanger(
        self,
        bac: Bac,
        appels: Appels,
        reference: str | int,
        arguments: tuple[Any, ...],
        delai: float,
        graine: float | None = None,
        remplacements: Mapping[str, Any] | None = None,
        direct: Direct | None = None,
    ) -> Appel:
        ordre: Message = {"ordre": "appeler", "fonction": reference, "delai": delai, "graine": graine}
        donnees = (arguments, dict(direct.options) if direct else {}, dict(remplacements or {}))
        depart = bac.depart(delai + PATIENCE)
        bac.canal.envoyer({**ordre, "direct": direct is not None, "arguments": appels.ecrire(donnees)})
        while "rappel" in (reponse := bac.recevoir(depart)):
            bac.canal.envoyer(appels.repondre(reponse))
        appel = appels.conclure(arguments, reponse, time.monotonic() - depart.instant)
        compter_ailleurs(appel.calcul)
        if not appel.arrete:
            raise CanalMuet("la fonction ne s'arrête pas")
        return appel


def _executer(bac: Bac, source: str, delai: float) -> Message:
    depart = bac.depart(delai)
    bac.canal.envoyer({"ordre": "executer", "source": source, "delai": delai})
    return bac.recevoir(depart)
