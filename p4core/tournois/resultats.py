"""Les résultats d'un tournoi : des données d'abord, toutes les parties comprises, et leur fichier."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from p4core import francais
from p4core.jeu import Position
from p4core.tableaux import Tableau
from p4core.tournois.rencontres import A_JOUER, Lot, Releve
from p4core.tournois.statistiques import Intervalle, Rang, bradley_terry, intervalle_rapport, rapport, wilson

Bilan = tuple[int, int, int]  # victoires, défaites, nulles


@dataclass(frozen=True)
class Forfait:
    """Une partie perdue autrement que sur la grille."""

    joueur: str
    contre: str
    partie: int
    faute: str

    def __str__(self) -> str:
        return f"{self.joueur} (contre {self.contre}, partie n° {self.partie}) : {self.faute}"


@dataclass
class Rencontre:
    """Toutes les parties entre a et b ; a commence celles de numéro pair."""

    a: str
    b: str
    parties: Releve

    def commencees(self) -> tuple[Bilan, Bilan]:
        """Le bilan de a quand a commence, et celui de b quand b commence."""
        return _bilan(self.parties.gagnants[0::2]), _bilan(self.parties.gagnants[1::2])

    def incidents(self) -> Iterator[Forfait]:
        """Les parties perdues par une faute."""
        for i, faute in sorted(self.parties.fautes.items()):
            perdant_commence = self.parties.gagnants[i] == 2
            fautif, autre = (self.a, self.b) if perdant_commence == (i % 2 == 0) else (self.b, self.a)
            yield Forfait(fautif, autre, i, faute)


def _bilan(gagnants: bytearray) -> Bilan:
    return gagnants.count(1), gagnants.count(2), gagnants.count(0)


@dataclass
class Resultats:
    """Ce qu'a donné un tournoi, complet ou interrompu."""

    joueurs: list[str]
    graine: int | str
    depart: Position
    rencontres: dict[tuple[str, str], Rencontre]
    ouvertures: dict[tuple[str, str], int] = field(default_factory=dict)  # longueur, si la rencontre en a
    duree: float = 0.0  # secondes, compilation non comprise
    jouees_ici: int = 0  # parties jouées pendant cette durée
    arret: str = ""  # pourquoi le tournoi n'est pas allé au bout

    def recevoir(self, lot: Lot, releve: Releve) -> None:
        """Range les parties d'un lot."""
        self.rencontres[lot.a, lot.b].parties.copier(lot.premiere, releve)

    @property
    def jouees(self) -> int:
        """Le nombre total de parties jouées."""
        return sum(rencontre.parties.jouees for rencontre in self.rencontres.values())

    @property
    def complet(self) -> bool:
        """Toutes les parties prévues sont-elles jouées ?"""
        return self.jouees == sum(len(rencontre.parties) for rencontre in self.rencontres.values())

    @property
    def vitesse(self) -> float:
        """Le nombre de parties par seconde."""
        return self.jouees_ici / self.duree if self.duree else 0.0

    @property
    def incidents(self) -> list[Forfait]:
        """Les parties perdues par un coup interdit, une erreur ou un dépassement du temps."""
        return [incident for rencontre in self.rencontres.values() for incident in rencontre.incidents()]

    def rencontre(self, a: str, b: str) -> Rencontre:
        """La rencontre entre a et b, dans cet ordre ou dans l'autre."""
        for cle in ((a, b), (b, a)):
            if cle in self.rencontres:
                return self.rencontres[cle]
        raise KeyError(
            f"Pas de rencontre entre « {a} » et « {b} » : les joueurs sont {', '.join(self.joueurs)}."
        )

    def en_commencant(self, a: str, b: str) -> Bilan:
        """Le bilan de a contre b dans les parties que a a commencées."""
        rencontre = self.rencontre(a, b)
        return rencontre.commencees()[0 if rencontre.a == a else 1]

    def bilan(self, a: str, b: str) -> Bilan:
        """(victoires, défaites, nulles) de a contre b."""
        (v1, d1, n1), (v2, d2, n2) = self.en_commencant(a, b), self.en_commencant(b, a)
        return v1 + d2, d1 + v2, n1 + n2

    def taux(self, a: str, b: str) -> tuple[float, Intervalle]:
        """La part des parties que a gagne contre b, et son intervalle à 95 %."""
        victoires, defaites, nulles = self.bilan(a, b)
        parties = victoires + defaites + nulles
        return victoires / parties if parties else 0.0, wilson(victoires, parties)

    def rapport(self, a: str, b: str) -> tuple[float, Intervalle]:
        """Le nombre de victoires de a pour une défaite contre b, et son intervalle à 95 %."""
        victoires, defaites, _ = self.bilan(a, b)
        return rapport(victoires, defaites), intervalle_rapport(victoires, defaites)

    def longueur_moyenne(self, a: str, b: str) -> float:
        """Le nombre moyen de coups d'une partie entre a et b, ouverture comprise."""
        parties = self.rencontre(a, b).parties
        return sum(parties.longueurs) / parties.jouees if parties.jouees else 0.0

    def partie(self, a: str, b: str, i: int) -> Position:
        """La fin de la partie n° i entre a et b, avec tous ses coups : `Plateau(position=…)` la rejoue."""
        parties = self.rencontre(a, b).parties
        if not 0 <= i < len(parties) or parties.gagnants[i] == A_JOUER:
            raise IndexError(f"La partie n° {i} entre « {a} » et « {b} » n'a pas été jouée.")
        position = self.depart
        for x in parties.coups_de(i):
            position = position.jouer(x)
        return position

    def classement(self) -> list[Rang]:
        """Les joueurs du plus fort au plus faible, selon le modèle de Bradley et Terry."""
        bilans = {(a, b): self.bilan(a, b) for a, b in permutations(self.joueurs, 2)}
        points = {cle: victoires + nulles / 2 for cle, (victoires, _, nulles) in bilans.items()}
        return bradley_terry(
            self.joueurs, [[points.get((a, b), 0.0) for b in self.joueurs] for a in self.joueurs]
        )

    def lignes(self) -> list[dict[str, Any]]:
        """Une ligne par joueur et par adversaire : tout ce que le tableau et le fichier CSV contiennent."""
        return [self._ligne(a, b) for a, b in permutations(self.joueurs, 2)]

    def _ligne(self, a: str, b: str) -> dict[str, Any]:
        victoires, defaites, nulles = self.bilan(a, b)
        taux, (bas, haut) = self.taux(a, b)
        valeur, (rapport_bas, rapport_haut) = self.rapport(a, b)
        debut = dict(zip(("victoires", "défaites", "nulles"), self.en_commencant(a, b), strict=True))
        return {
            "joueur": a,
            "contre": b,
            "parties": victoires + defaites + nulles,
            "victoires": victoires,
            "défaites": defaites,
            "nulles": nulles,
            **{f"{nom} en commençant": nombre for nom, nombre in debut.items()},
            "taux de victoires": taux,
            "taux bas": bas,
            "taux haut": haut,
            "victoires par défaite": valeur,
            "rapport bas": rapport_bas,
            "rapport haut": rapport_haut,
            "longueur moyenne": self.longueur_moyenne(a, b),
        }

    def tableau(self) -> Tableau:
        """Les mêmes lignes, à montrer ; `.en_pandas()` en fait un DataFrame."""
        return Tableau(self.lignes())

    def csv(self, chemin: str | Path) -> Path:
        """Écrit les lignes dans un fichier CSV."""
        chemin = Path(chemin)
        with chemin.open("w", newline="", encoding="utf-8") as fichier:
            redacteur = csv.DictWriter(fichier, list(self.lignes()[0]))
            redacteur.writeheader()
            redacteur.writerows(self.lignes())
        return chemin

    def __str__(self) -> str:
        etat = f" (tournoi {self.arret} : reprise=… le continue)" if self.arret else ""
        duree, vitesse = francais.duree(self.duree), francais.milliers(self.vitesse)
        temps = f" en {duree}, soit {vitesse} par seconde" if self.jouees_ici else ""
        lignes = [f"{len(self.joueurs)} joueurs, {self.jouees} parties{temps}{etat}."]
        fautes = self.incidents
        if fautes:
            lignes.append(f"{len(fautes)} parties perdues par une faute ; la première : {fautes[0]}")
        return "\n".join(lignes)

    __repr__ = __str__


# --- Garder un tournoi sur le disque : une ligne de JSON par lot fini, relue pour reprendre après une panne

FORMAT = 1


class FichierTournoi:
    """Le fichier d'un tournoi : un en-tête qui dit lequel, puis les lots dans l'ordre où ils finissent."""

    def __init__(self, chemin: str | Path) -> None:
        self.chemin = Path(chemin)

    def ouvrir(self, resultats: Resultats) -> None:
        """Relit les lots déjà joués de ce tournoi, ou commence le fichier."""
        entete = _entete(resultats)
        if not self.chemin.exists():
            self._ajouter(entete)
            return
        lignes = self._lignes_entieres()
        if not lignes or lignes[0] != entete:
            raise ValueError(
                f"{self.chemin} contient un autre tournoi (joueurs, graine, grille ou ouvertures différents)."
            )
        for ligne in lignes[1:]:
            _relire(resultats, ligne)

    def ecrire(self, lot: Lot, releve: Releve) -> None:
        """Ajoute un lot fini."""
        self._ajouter(
            {
                "a": lot.a,
                "b": lot.b,
                "premiere": lot.premiere,
                "gagnants": list(releve.gagnants),
                "coups": [" ".join(str(x + 1) for x in releve.coups_de(k)) for k in range(len(releve))],
                "fautes": releve.fautes,
            }
        )

    def _ajouter(self, contenu: dict[str, Any]) -> None:
        with self.chemin.open("a", encoding="utf-8") as fichier:
            fichier.write(json.dumps(contenu, ensure_ascii=False) + "\n")

    def _lignes_entieres(self) -> list[dict[str, Any]]:
        """Les lignes du fichier ; une dernière ligne coupée par une panne est retirée."""
        texte = self.chemin.read_text(encoding="utf-8")
        entier = texte[: texte.rfind("\n") + 1]
        if entier != texte:
            self.chemin.write_text(entier, encoding="utf-8")
        return [json.loads(ligne) for ligne in entier.splitlines()]


def _entete(resultats: Resultats) -> dict[str, Any]:
    depart = resultats.depart
    return {
        "tournoi p4core": FORMAT,
        "joueurs": resultats.joueurs,
        "graine": resultats.graine,
        "grille": [depart.largeur, depart.hauteur, depart.aligner],
        "ouvertures": [[a, b, longueur] for (a, b), longueur in resultats.ouvertures.items()],
    }


def _relire(resultats: Resultats, ligne: dict[str, Any]) -> None:
    parties = resultats.rencontres[ligne["a"], ligne["b"]].parties
    if ligne["premiere"] >= len(parties):
        return  # le fichier vient d'un tournoi plus long
    releve = Releve.vide(len(ligne["gagnants"]), resultats.depart)
    for k, (coups, gagnant) in enumerate(zip(ligne["coups"], ligne["gagnants"], strict=True)):
        releve.noter(k, bytes(int(x) - 1 for x in coups.split()), gagnant)
    releve.fautes = {int(i): faute for i, faute in ligne["fautes"].items()}
    parties.copier(ligne["premiere"], releve)
