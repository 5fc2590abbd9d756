"""« p4 concours » : des copies à la page, en disant où l'on en est."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from p4core import francais
from p4core.commande import DemandeImpossible
from p4core.francais import ecrire_nombre, quantite
from p4core.progression import PERIODE, Avancement, barre
from p4core.tournois.executeurs import Atelier, atelier
from p4prof.archives import Refus
from p4prof.cloison.choix import BUBBLEWRAP, WASM, choisir, verifier_cloison
from p4prof.cloison.mur import BacEnPanne, CloisonImpossible
from p4prof.concours.deroulement import Concours, Reglages, Scores, admettre, estimer, place
from p4prof.concours.inscriptions import Inscrit, inscrire, pseudonymes
from p4prof.concours.page import Vue, en_csv
from p4prof.cours import dossier_de_gestion, ecrire_entier, eleves_ayant_rendu, exiger, ouvrir
from p4prof.eleves import REFUSEE, Registre
from p4prof.ramasser import ramasser

TP = "tp7_jeu_parfait"
OUVERTURES_MAX = 50
BAC_EN_PANNE = (
    "Un bac à sable n'a pas démarré : la machine manque peut-être de mémoire. Rien n'est perdu : relancez la "
    "même commande, le concours reprendra où il en était."
)


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    ajouter = analyseur.add_argument
    ajouter(
        "source",
        nargs="?",
        type=Path,
        help="un dossier de copies ou l'archive .zip de Moodle ; sans rien, les copies déjà ramassées",
    )
    ajouter("--tp", default=TP, help=f"le TP dont les copies ont une mon_ia ({TP})")
    ajouter("--graine", type=int, default=0, metavar="N", help="de quoi tirer ouvertures et hasard (0)")
    ajouter("--ouvertures", type=int, default=4, metavar="N", help="jouées deux fois par paire (4)")
    ajouter("--processus", type=int, default=0, metavar="N", help="rencontres à la fois (une par cœur)")
    ajouter("--grappe", default="", metavar="ADRESSE", help="jouer sur les machines de ce planificateur Dask")
    ajouter("--pseudonymes", action="store_true", help="une page sans les vrais noms, à montrer à la classe")
    ajouter("--cloison", choices=(BUBBLEWRAP, WASM), default="", help="le mur qui isole les entrées")


def executer(arguments: Namespace) -> int:
    """Ramasse s'il le faut, joue ce qui ne l'est pas encore, fait juger les coups, écrit la page."""
    if not 1 <= arguments.ouvertures <= OUVERTURES_MAX:
        raise DemandeImpossible(f"--ouvertures va de 1 à {OUVERTURES_MAX}.")
    if arguments.processus < 0:
        raise DemandeImpossible("--processus est un nombre de processus : au moins 1.")
    cours = ouvrir()
    exiger(cours, [arguments.tp])
    inscrits = inscrire(cours, arguments.tp, _eleves(cours, arguments))
    reglages = Reglages(_mur(arguments.cloison), arguments.graine, arguments.ouvertures)
    try:
        with (
            machines(arguments.grappe) as executeur,
            atelier(executeur, arguments.processus or None, False) as lieu,
        ):
            return Conduite(cours, lieu, reglages, arguments.pseudonymes).mener(inscrits)
    except KeyboardInterrupt:
        print("\nInterrompu. Rien n'est perdu : relancez la même commande, le concours reprendra ici.")
        return 130
    except BacEnPanne:
        print(f"\n{BAC_EN_PANNE}", file=sys.stderr)
        return 1


def _eleves(cours: CourseDirectory, arguments: Namespace) -> list[str]:
    """Ceux de la source, qu'elle soit à ramasser ou déjà ramassée."""
    tp, source = arguments.tp, arguments.source
    ramassees = Path(cours.root) / cours.submitted_directory
    if source is None or source.resolve() == ramassees.resolve():
        eleves = eleves_ayant_rendu(cours, tp)
        if not eleves:
            raise DemandeImpossible(f"Aucune copie de {tp} : donnez un dossier ou l'archive de Moodle.")
        return eleves
    try:
        recolte = ramasser(cours, tp, source)
    except Refus as refus:
        raise DemandeImpossible(f"Rien n'a été ramassé : {refus}.") from refus
    Registre(cours, tp).nommer_dans_le_carnet_de_notes(cours)
    print(recolte, end="")
    return sorted(eleve for eleve, envoi in recolte.envois.items() if envoi.etat != REFUSEE)


def _mur(cloison: str) -> str:
    try:
        if not cloison:
            return choisir(_annoncer)
        verifier_cloison(cloison, _annoncer)
    except CloisonImpossible as raison:
        raise DemandeImpossible(str(raison)) from raison
    return cloison


def _annoncer(texte: str) -> None:
    print(texte, file=sys.stderr, flush=True)


@contextmanager
def machines(adresse: str) -> Iterator[Executor | None]:
    """L'exécuteur d'une grappe de calcul, ou rien pour jouer sur cette machine."""
    if not adresse:
        yield None
        return
    from dask.distributed import Client

    with Client(adresse) as client:
        yield client.get_executor()


# --- La conduite d'un concours, étape par étape -----------------------------------------------------------


@dataclass
class Conduite:
    """Ce qu'il faut pour mener un concours : où jouer, comment, et qui prévenir."""

    cours: CourseDirectory
    lieu: Atelier
    reglages: Reglages
    pseudonymes: bool = False
    dire: Callable[[str], None] = field(default=print)

    def mener(self, inscrits: list[Inscrit]) -> int:
        """De l'épreuve des entrées à la page ; rend 0."""
        concours = self.admettre(inscrits)
        noms = self._noms(concours)
        direct = Direct(concours, noms)
        for _ in concours.jouer(self.lieu):
            direct.avancer()
        direct.finir()
        scores = self.juger(concours)
        vue = Vue(concours, scores, noms, discrete=self.pseudonymes)
        # Chaque page dans son dossier : celui des pseudonymes se donne sans trahir personne.
        chemin = vue.ecrire(concours.dossier / ("page-pseudonymes" if self.pseudonymes else "page"))
        self.dire(f"{noms[vue.rangs[0].nom]} l'emporte.\nPage : {chemin}")
        return 0

    def admettre(self, inscrits: list[Inscrit]) -> Concours:
        """Essaie chaque entrée ; le concours de celles qui sont là, et l'annonce de sa durée."""
        presents = [i for i in inscrits if not i.refus]
        epreuves = barre(admettre(self.lieu, presents, self.reglages), len(presents), "Essai des entrées")
        essais = {essai.eleve: essai for essai in epreuves}
        admis = [i for i in presents if not essais[i.eleve].refus]
        refuses = [replace(i, refus=i.refus or essais[i.eleve].refus) for i in inscrits if i not in admis]
        for refuse in refuses:
            self.dire(f"- {refuse.nom} ne concourt pas : {refuse.refus}")
        if len(admis) < 2:
            raise DemandeImpossible(f"Il faut au moins deux entrées, et il y en a {len(admis)}.")
        dossier = place(dossier_de_gestion(self.cours) / "concours", admis, self.reglages)
        concours = Concours(admis, self.reglages, dossier, refuses)
        reste = len(concours.a_jouer()) / len(concours.resultats.rencontres)
        duree = reste * estimer([essais[i.eleve] for i in admis], self.reglages, self.lieu.ouvriers)
        self._annoncer_la_duree(concours, duree)
        return concours

    def _annoncer_la_duree(self, concours: Concours, duree: float) -> None:
        rencontres, faites = len(concours.resultats.rencontres), concours.resultats.jouees
        deja = f" ({quantite(faites, 'partie déjà jouée', 'parties déjà jouées')})" if faites else ""
        self.dire(
            f"{quantite(len(concours.inscrits), 'entrée')}, {quantite(rencontres, 'rencontre')} de "
            f"{2 * self.reglages.ouvertures} parties : environ {francais.duree(duree)} de jeu{deja}."
        )

    def juger(self, concours: Concours) -> Scores:
        """Le solveur, sur chaque position ; ce qu'il a déjà dit n'est pas refait."""
        scores = Scores(concours.dossier / "scores.jsonl")
        total = sum(cle not in scores.connus for cle in concours.positions())
        suivi = (None for resolues in concours.juger(self.lieu, scores) for _ in range(resolues))
        for _ in barre(suivi, total, "Coups jugés par le solveur", visible=bool(total)):
            pass
        return scores

    def _noms(self, concours: Concours) -> dict[str, str]:
        vrais = {i.eleve: i.nom for i in (*concours.inscrits, *concours.refuses)}
        if not self.pseudonymes:
            return vrais
        noms = pseudonymes(vrais, self.reglages.graine)
        ordre = sorted(vrais, key=lambda eleve: noms[eleve])
        table = [{"pseudonyme": noms[e], "nom": vrais[e], "élève": e} for e in ordre]
        ecrire_entier(concours.dossier / "pseudonymes.csv", en_csv(table))
        return noms


# --- En direct dans le terminal ---------------------------------------------------------------------------

PODIUM = 10  # entrées montrées
JALONS = 10  # lignes écrites en tout, là où l'écran ne se récrit pas


class Direct:
    """Où en est le concours : un tableau qui se récrit dans un terminal, quelques lignes ailleurs."""

    def __init__(self, concours: Concours, noms: Mapping[str, str]) -> None:
        self._concours, self._noms = concours, noms
        self._total, self._fait = len(concours.a_jouer()), 0
        self._debut, self._dernier, self._lignes = time.monotonic(), 0.0, 0
        self._vivant = sys.stdout.isatty()

    def avancer(self) -> None:
        """Une rencontre de plus est finie."""
        self._fait += 1
        if self._vivant and time.monotonic() - self._dernier >= PERIODE:
            self._recrire()
        avant, apres = (n * JALONS // self._total for n in (self._fait - 1, self._fait))
        if not self._vivant and avant < apres:
            print(self._avancement().texte(), flush=True)

    def finir(self) -> None:
        """Le dernier état reste à l'écran."""
        if self._vivant and self._total:
            self._recrire()

    def _avancement(self) -> Avancement:
        return Avancement("Rencontres", self._fait, self._total, time.monotonic() - self._debut)

    def _recrire(self) -> None:
        """Remonte au début du tableau précédent, et l'efface."""
        lignes = [self._avancement().texte(), *self._podium()]
        retour = f"\033[{self._lignes}F\033[J" if self._lignes else ""
        print(retour + "\n".join(lignes), flush=True)
        self._dernier, self._lignes = time.monotonic(), len(lignes)

    def _podium(self) -> Iterator[str]:
        points = self.points()
        for rang, eleve in enumerate(sorted(points, key=lambda e: (-points[e][0], e))[:PODIUM], 1):
            obtenus, jouees = points[eleve]
            nom = self._noms[eleve][:30]
            yield f"{rang:>3}. {nom:<30} {ecrire_nombre(obtenus):>7} points en {quantite(jouees, 'partie')}"

    def points(self) -> dict[str, tuple[float, int]]:
        """Par entrée, ses points et ses parties, à cet instant."""
        comptes = dict.fromkeys(self._concours.resultats.joueurs, (0.0, 0))
        for rencontre in self._concours.resultats.rencontres.values():
            for eleve, autre in ((rencontre.a, rencontre.b), (rencontre.b, rencontre.a)):
                gagnees, perdues, nulles = self._concours.resultats.bilan(eleve, autre)
                points, parties = comptes[eleve]
                comptes[eleve] = points + gagnees + nulles / 2, parties + gagnees + perdues + nulles
        return comptes
