"""Le concours d'un bout à l'autre : chacun contre chacun, deux fois par ouverture, sur tous les cœurs.

Ce qui est joué est aussitôt sur le disque : arrêté n'importe quand, le concours reprend où il en était. La
même graine donne les mêmes parties, quel que soit le nombre d'ouvriers.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path

from p4core.jeu import LONGUEUR_OUVERTURE, SECONDES_PAR_COUP, Position
from p4core.tournois.executeurs import Atelier, au_fur_et_a_mesure
from p4core.tournois.rencontres import A_JOUER, Lot, Releve, depart_de, graine_rencontre
from p4core.tournois.resultats import FichierTournoi, Rencontre, Resultats
from p4prof.concours.arene import Epreuve, Essai, debuts, eprouver, jouer_rencontre
from p4prof.concours.inscriptions import Inscrit

COUPS_D_ESSAI = 3  # par entrée, avant le concours
COUPS_PAR_PARTIE = 24  # à deux, après l'ouverture : ce que dure une partie ordinaire
LOT = 20  # parties d'une rencontre confiées à la fois, dans les deux mêmes bacs


@dataclass(frozen=True)
class Reglages:
    """Ce qui décide des parties, avec les entrées elles-mêmes."""

    cloison: str
    graine: int = 0
    ouvertures: int = 4  # chacune jouée deux fois par paire : chacun y commence
    secondes: float = SECONDES_PAR_COUP


# --- L'épreuve : qui concourt, et pour combien de temps il y en a ----------------------------------------


def admettre(lieu: Atelier, inscrits: Iterable[Inscrit], reglages: Reglages) -> Iterator[Essai]:
    """L'essai de chaque entrée, dès qu'il est fait."""
    depart = depart_de(_lot("", "", b"", reglages), 0)
    positions = debuts(depart, COUPS_D_ESSAI)
    epreuves = [Epreuve(i, reglages.cloison, reglages.secondes, positions) for i in inscrits]
    for _, essai in au_fur_et_a_mesure(lieu, eprouver, eprouver, epreuves):
        yield essai


def estimer(essais: Sequence[Essai], reglages: Reglages, ouvriers: int) -> float:
    """Les secondes que prendront les rencontres, d'après les essais."""
    parties, adversaires = 2 * reglages.ouvertures, len(essais) - 1
    # Une partie s'arrête à la première faute ; une entrée sans faute joue la moitié des coups.
    par_rencontre = (
        e.preparation + parties * e.coup * (1 if e.faute else COUPS_PAR_PARTIE / 2) for e in essais
    )
    return adversaires * sum(par_rencontre) / ouvriers


# --- Les rencontres ---------------------------------------------------------------------------------------


def _lot(a: str, b: str, joueurs: bytes, reglages: Reglages) -> Lot:
    graine = graine_rencontre(reglages.graine, a, b)
    ouvertures = (reglages.graine, LONGUEUR_OUVERTURE)
    return Lot(a, b, 0, 0, graine, Position(), reglages.secondes, joueurs, ouvertures)


@dataclass
class Concours:
    """Les entrées admises, ce qu'elles ont joué, et ce que le solveur en dit."""

    inscrits: list[Inscrit]
    reglages: Reglages
    dossier: Path
    refuses: list[Inscrit] = field(default_factory=list)
    resultats: Resultats = field(init=False)

    def __post_init__(self) -> None:
        self.inscrits = sorted(self.inscrits, key=lambda i: i.eleve)
        parties = 2 * self.reglages.ouvertures
        paires = list(combinations([i.eleve for i in self.inscrits], 2))
        rencontres = {paire: Rencontre(*paire, Releve.vide(parties, Position())) for paire in paires}
        ouvertures = dict.fromkeys(paires, LONGUEUR_OUVERTURE)
        noms = [i.eleve for i in self.inscrits]
        self.resultats = Resultats(noms, self.reglages.graine, Position(), rencontres, ouvertures)

    @cached_property
    def fichier(self) -> FichierTournoi:
        """Les parties déjà jouées, relues une fois ; les suivantes s'y ajoutent."""
        self.dossier.mkdir(parents=True, exist_ok=True)
        fichier = FichierTournoi(self.dossier / "parties.jsonl")
        fichier.ouvrir(self.resultats)
        return fichier

    def a_jouer(self) -> list[Lot]:
        """Les rencontres, ou ce qu'il en reste."""
        assert self.fichier
        return [lot for paire in self.resultats.rencontres for lot in self._lots(*paire)]

    def _lots(self, a: str, b: str) -> Iterator[Lot]:
        par_nom = {i.eleve: i for i in self.inscrits}
        joueurs = pickle.dumps(((par_nom[a], par_nom[b]), self.reglages.cloison))
        patron, gagnants = (
            _lot(a, b, joueurs, self.reglages),
            self.resultats.rencontres[a, b].parties.gagnants,
        )
        for premiere in range(0, len(gagnants), LOT):
            nombre = min(LOT, len(gagnants) - premiere)
            if A_JOUER in gagnants[premiere : premiere + nombre]:
                yield replace(patron, premiere=premiere, nombre=nombre)

    def jouer(self, lieu: Atelier) -> Iterator[Lot]:
        """Joue ce qui manque ; chaque rencontre, dès qu'elle est finie et gardée."""
        for lot, releve in au_fur_et_a_mesure(lieu, jouer_rencontre, jouer_rencontre, self.a_jouer()):
            self.resultats.recevoir(lot, releve)
            self.fichier.ecrire(lot, releve)
            yield lot

    # --- ce que le solveur dit des coups -----------------------------------------------------------

    def positions(self) -> dict[str, Position]:
        """Toutes les positions traversées après les ouvertures, une fois chacune."""
        vues: dict[str, Position] = {}
        for rencontre in self.resultats.rencontres.values():
            for numero in range(len(rencontre.parties)):
                for position in suite(rencontre.parties, numero):
                    vues.setdefault(cle(position), position)
        return vues

    def juger(self, lieu: Atelier, scores: Scores) -> Iterator[int]:
        """Fait résoudre les positions que l'on ne connaît pas encore ; leur nombre, lot par lot."""
        inconnues = [p for c, p in self.positions().items() if c not in scores.connus]
        lots = [tuple(inconnues[k : k + POSITIONS]) for k in range(0, len(inconnues), POSITIONS)]
        for lot, trouves in au_fur_et_a_mesure(lieu, resoudre, resoudre, lots):
            scores.garder(dict(zip(map(cle, lot), trouves, strict=True)))
            yield len(lot)


def place(racine: Path, inscrits: Iterable[Inscrit], reglages: Reglages) -> Path:
    """Le dossier de ce concours-là : d'autres entrées ou d'autres réglages en ont un autre."""
    contenu = repr((sorted(i.empreinte for i in inscrits), replace(reglages, cloison="")))
    return racine / f"graine-{reglages.graine}-{hashlib.sha256(contenu.encode()).hexdigest()[:8]}"


# --- Le verdict du solveur sur chaque coup ----------------------------------------------------------------

POSITIONS = 100  # résolues à la fois
MEILLEUR, GAGNE, PERDAIT, FAUTE, GAFFE, INCONNU = "mgpeb?"


def cle(position: Position) -> str:
    """De quoi reconnaître une position, quel que soit l'ordre des coups."""
    return f"{position.pions[0]:x}.{position.pions[1]:x}"


def suite(parties: Releve, numero: int) -> Iterator[Position]:
    """Les positions d'une partie, de la fin de l'ouverture à la dernière."""
    position = Position()
    for rang, x in enumerate(parties.coups_de(numero)):
        if rang >= LONGUEUR_OUVERTURE:
            yield position
        position = position.jouer(x)
    yield position


def resoudre(positions: Sequence[Position]) -> list[int | None]:
    """Le score exact de chaque position ; None là où, sans numba, il faudrait trop de temps."""
    from p4core.ia.solveur.resolution import CalculTropLong, score

    scores: list[int | None] = []
    for position in positions:
        try:
            scores.append(score(position))
        except CalculTropLong:
            scores.append(None)
    return scores


class Scores:
    """Les scores déjà calculés, gardés à mesure."""

    def __init__(self, chemin: Path) -> None:
        self._chemin = chemin
        self.connus: dict[str, int | None] = {}
        for ligne in _lignes_entieres(chemin):
            self.connus |= json.loads(ligne)

    def garder(self, nouveaux: dict[str, int | None]) -> None:
        """Ajoute ces scores au fichier."""
        self.connus |= nouveaux
        with self._chemin.open("a", encoding="utf-8") as fichier:
            fichier.write(json.dumps(nouveaux) + "\n")

    def verdicts(self, parties: Releve, numero: int) -> str:
        """Une lettre par coup joué après l'ouverture."""
        notes = [self.connus.get(cle(position)) for position in suite(parties, numero)]
        return "".join(map(_verdict, notes, notes[1:]))


def _lignes_entieres(chemin: Path) -> list[str]:
    """Les lignes d'un fichier ; une dernière ligne coupée par une panne en est retirée."""
    texte = chemin.read_text("utf-8") if chemin.exists() else ""
    entier = texte[: texte.rfind("\n") + 1]
    if entier != texte:
        chemin.write_text(entier, "utf-8")
    return entier.splitlines()


def _verdict(avant: int | None, apres: int | None) -> str:
    """Le coup qui mène d'un score (vu de qui joue) au suivant (vu de l'autre)."""
    if avant is None or apres is None:
        return INCONNU
    if avant == -apres:
        return MEILLEUR
    perdu = _issue(avant) - _issue(-apres)
    return (GAGNE if avant > 0 else PERDAIT, FAUTE, GAFFE)[perdu]


def _issue(score: int) -> int:
    return (score > 0) - (score < 0)
