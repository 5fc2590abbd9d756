"""Le concours en une page qui s'ouvre d'un fichier, sans réseau : classement, tableau croisé, parties.

Tout ce qui vient des élèves (noms, fautes) passe par le gabarit, qui échappe tout, ou par des données que le
script n'écrit jamais comme du HTML."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from p4core import francais
from p4core.ecran import plateau
from p4core.francais import ecrire_nombre, milliers, pour_cent, quantite, virgule
from p4core.graphiques import Axe, Courbe, Courbes, Valeur
from p4core.jeu import LONGUEUR_OUVERTURE
from p4core.tournois.statistiques import Rang
from p4prof.concours.arene import SEPARATEUR
from p4prof.concours.deroulement import (
    FAUTE,
    GAFFE,
    GAGNE,
    INCONNU,
    MEILLEUR,
    PERDAIT,
    Concours,
    Scores,
)
from p4prof.cours import ecrire_entier
from p4prof.mise_en_page import mettre_en_page

_ICI = Path(__file__).parent
VERDICTS = {
    MEILLEUR: ("★", "meilleur coup"),
    GAGNE: ("=", "gagne encore, moins vite"),
    PERDAIT: ("−", "déjà perdu, un peu plus vite"),
    FAUTE: ("?", "erreur : le gain ou la nulle est perdu"),
    GAFFE: ("??", "gaffe : une partie gagnée devient perdue"),
    INCONNU: ("·", "non jugé"),
    "o": ("·", "ouverture tirée au sort"),
}
FICHIERS = {
    "classement.csv": "le classement",
    "rencontres.csv": "chacun contre chacun",
    "parties.csv": "toutes les parties, coup par coup, avec les verdicts",
}
JUSTES = (MEILLEUR, GAGNE, PERDAIT)
JUGES = (*JUSTES, FAUTE, GAFFE)
LEGENDE = (*JUGES, "o")
DU_SCRIPT = ("coups", "verdicts", "gagnant", "faute")  # ce que le script lit d'une partie
FORMULES = ("=", "+", "-", "@", "\t", "\r")
DEBORD = 400  # points : ce que la figure montre d'un intervalle sans fin, au-delà des forces


@dataclass
class Vue:
    """Le concours tel qu'on le montre, sous ces noms-là."""

    concours: Concours
    scores: Scores
    noms: Mapping[str, str]  # par élève ; des pseudonymes, peut-être
    discrete: bool = False  # des fautes, ne dire que le genre : le détail peut citer l'élève

    @cached_property
    def rangs(self) -> list[Rang]:
        """Les entrées, de la plus forte à la moins forte."""
        return self.concours.resultats.classement()

    @cached_property
    def parties(self) -> list[dict[str, Any]]:
        """Toutes les parties jouées, en données simples."""
        return list(self._parties())

    def _parties(self) -> Iterator[dict[str, Any]]:
        for rencontre in self.concours.resultats.rencontres.values():
            for numero in range(len(rencontre.parties)):
                camps = (rencontre.a, rencontre.b) if numero % 2 == 0 else (rencontre.b, rencontre.a)
                yield {
                    "commence": camps[0],
                    "contre": camps[1],
                    "ouverture": numero // 2 + 1,
                    "coups": "".join(map(str, rencontre.parties.coups_de(numero))),
                    "verdicts": self.scores.verdicts(rencontre.parties, numero),
                    "gagnant": rencontre.parties.gagnants[numero],
                    "faute": self._faute(rencontre.parties.fautes.get(numero, "")),
                }

    def _faute(self, faute: str) -> str:
        return faute.split(SEPARATEUR)[0] if self.discrete else faute

    @cached_property
    def comptes(self) -> dict[str, Counter[str]]:
        """Par entrée : ses résultats, ses fautes, et les verdicts de ses coups."""
        comptes = {rang.nom: Counter[str]() for rang in self.rangs}
        for partie in self.parties:
            for camp, joueur in enumerate((partie["commence"], partie["contre"]), 1):
                gagnee = partie["gagnant"] == camp
                issue = "gagnées" if gagnee else "perdues" if partie["gagnant"] else "nulles"
                # Le premier coup jugé suit l'ouverture, de longueur paire : il est de qui commence.
                comptes[joueur].update(partie["verdicts"][camp - 1 :: 2])
                comptes[joueur][issue] += 1
                comptes[joueur]["fautes"] += bool(partie["faute"]) and not gagnee
        return comptes

    # --- le classement --------------------------------------------------------------------------

    def classement(self) -> list[dict[str, Any]]:
        """Une ligne par entrée."""
        return [self._ligne(place, rang) for place, rang in enumerate(self.rangs, 1)]

    def _ligne(self, place: int, rang: Rang) -> dict[str, Any]:
        c = self.comptes[rang.nom]
        juges = sum(c[lettre] for lettre in JUGES)
        return {
            "rang": place,
            "numero": place - 1,
            "nom": self.noms[rang.nom],
            "force": f"{_points(rang.force)} [{_points(rang.bas)} ; {_points(rang.haut)}]",
            "points": ecrire_nombre(c["gagnées"] + c["nulles"] / 2),
            "bilan": f"{c['gagnées']}, {c['nulles']}, {c['perdues']}",
            "justes": pour_cent(sum(c[lettre] for lettre in JUSTES) / juges) if juges else "",
            "manques": f"{c[FAUTE]}, {c[GAFFE]}" if juges else "",
            "fautes": c["fautes"],
            "cases": [self._case(rang.nom, autre) for autre in enumerate(self.rangs)],
        }

    def _case(self, nom: str, autre: tuple[int, Rang]) -> dict[str, Any] | None:
        numero, rang = autre
        if rang.nom == nom:
            return None
        victoires, defaites, nulles = self.concours.resultats.bilan(nom, rang.nom)
        points, moitie = victoires + nulles / 2, (victoires + defaites + nulles) / 2
        teinte = "haute" if points > moitie else "basse" if points < moitie else ""
        return {
            "numero": numero,
            "nom": self.noms[rang.nom],
            "points": ecrire_nombre(points),
            "teinte": teinte,
        }

    def courbe(self) -> Courbes:
        """Les forces par rang, avec leurs intervalles."""
        forces = [rang.force for rang in self.rangs]
        bas, haut = min(forces) - DEBORD, max(forces) + DEBORD
        bornes = [(max(bas, rang.bas), min(haut, rang.haut)) for rang in self.rangs]
        points = {place: Valeur(f, b) for place, (f, b) in enumerate(zip(forces, bornes, strict=True), 1)}
        return Courbes(
            "La force de chaque entrée, de la première à la dernière",
            [Courbe("force", points)],
            Axe("rang", graduations=range(1, len(forces) + 1, 1 + len(forces) // 10)),  # un rang est entier
            Axe("force, en points", forme=_points),
        )

    # --- les fautes ------------------------------------------------------------------------------

    def fautes(self) -> list[dict[str, Any]]:
        """Par entrée et par raison : combien de parties perdues, et un lien vers la première."""
        places = {rang.nom: place for place, rang in enumerate(self.rangs)}
        groupes: dict[tuple[str, str], list[Any]] = {}
        for forfait in self.concours.resultats.incidents:
            groupes.setdefault((forfait.joueur, self._faute(forfait.faute)), []).append(forfait)
        lignes = [
            {
                "nom": self.noms[joueur],
                "nombre": len(forfaits),
                "raison": raison,
                "lien": f"{places[joueur]}-{places[forfaits[0].contre]}-{forfaits[0].partie}",
            }
            for (joueur, raison), forfaits in groupes.items()
        ]
        return sorted(lignes, key=lambda l: (-l["nombre"], l["nom"]))

    # --- la page et les fichiers -----------------------------------------------------------------

    def resume(self) -> str:
        """Le concours en une phrase."""
        reglages, resultats = self.concours.reglages, self.concours.resultats
        ouvertures = quantite(reglages.ouvertures, "ouverture tirée", "ouvertures tirées")
        return (
            f"{quantite(len(resultats.joueurs), 'entrée')}, {milliers(resultats.jouees)} parties : "
            f"chacun contre chacun, {ouvertures} au sort "
            f"(graine {reglages.graine}), chacune jouée deux fois pour que chacun y commence. "
            f"{virgule(reglages.secondes, 'g')} s de calcul par coup."
        )

    def donnees(self) -> dict[str, Any]:
        """Ce qu'il faut au script pour rejouer les parties."""
        places = {rang.nom: place for place, rang in enumerate(self.rangs)}
        return {
            "noms": [self.noms[rang.nom] for rang in self.rangs],
            "ouverture": LONGUEUR_OUVERTURE,
            "verdicts": {lettre: {"signe": s, "nom": nom} for lettre, (s, nom) in VERDICTS.items()},
            "parties": [
                [places[p["commence"]], places[p["contre"]], *map(p.get, DU_SCRIPT)] for p in self.parties
            ],
        }

    def html(self) -> str:
        """La page entière."""
        dossier = Path(plateau.__file__).parent
        jeu = (dossier / "plateau.js").read_text("utf-8").replace("export default", "const plateau =")
        styles = (dossier / "plateau.css").read_text("utf-8") + (_ICI / "page.css").read_text("utf-8")
        return mettre_en_page(
            "concours.html",
            "Concours de Puissance 4",
            jeu + (_ICI / "page.js").read_text("utf-8"),
            style=Markup(styles),
            resume=self.resume(),
            classement=self.classement(),
            courbe=Markup(self.courbe().svg()),
            parties_par_paire=2 * self.concours.reglages.ouvertures,
            verdicts=[{"lettre": l, "signe": VERDICTS[l][0], "nom": VERDICTS[l][1]} for l in LEGENDE],
            fautes=self.fautes(),
            absents=[{"nom": self.noms[i.eleve], "refus": i.refus} for i in self.concours.refuses],
            fichiers=[{"nom": nom, "quoi": quoi} for nom, quoi in FICHIERS.items()],
            donnees=Markup(_json(self.donnees())),
        )

    def ecrire(self, dossier: Path) -> Path:
        """La page et ses fichiers, dans ce dossier ; le chemin de la page."""
        tableaux = {
            "classement.csv": [self._rang_csv(rang) for rang in self.rangs],
            "rencontres.csv": [self._en_noms(l) for l in self.concours.resultats.lignes()],
            "parties.csv": [self._partie_csv(p) for p in self.parties],
        }
        for nom, lignes in tableaux.items():
            ecrire_entier(dossier / nom, en_csv(lignes))
        ecrire_entier(dossier / "index.html", self.html().encode())
        return dossier / "index.html"

    def _en_noms(self, ligne: Mapping[str, Any]) -> dict[str, Any]:
        return {**ligne, "joueur": self.noms[ligne["joueur"]], "contre": self.noms[ligne["contre"]]}

    def _partie_csv(self, partie: Mapping[str, Any]) -> dict[str, Any]:
        camps = [self.noms[partie["commence"]], self.noms[partie["contre"]]]
        # Des colonnes de 1 à 7, comme Position.depuis_coups ; séparées : un tableur y verrait un nombre.
        coups = " ".join(str(int(x) + 1) for x in partie["coups"])
        gagnant = camps[partie["gagnant"] - 1] if partie["gagnant"] else "nulle"
        return {**partie, "commence": camps[0], "contre": camps[1], "coups": coups, "gagnant": gagnant}

    def _rang_csv(self, rang: Rang) -> dict[str, Any]:
        c, place = self.comptes[rang.nom], self.rangs.index(rang) + 1
        forces = {"force": rang.force, "bas": rang.bas, "haut": rang.haut}
        resultats = {nom: c[nom] for nom in ("gagnées", "nulles", "perdues", "fautes")}
        coups = {re.split("[,:]", VERDICTS[lettre][1])[0].strip(): c[lettre] for lettre in JUGES}
        return {"rang": place, "entrée": self.noms[rang.nom], **forces, **resultats, **coups}


def _points(force: float) -> str:
    """Un nombre de points, signé, sans décimale."""
    return francais.note_signee(round(force)) if abs(force) < 10_000 else ("+∞" if force > 0 else "−∞")


def _json(donnees: Any) -> str:
    """Du JSON qu'une page peut contenir : rien n'y ferme la balise."""
    texte = json.dumps(donnees, ensure_ascii=True, separators=(",", ":"))
    return texte.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def en_csv(lignes: list[dict[str, Any]]) -> bytes:
    """Un fichier qu'un tableur français ouvre, et où aucun texte ne devient une formule."""
    tampon = io.StringIO(newline="")
    redacteur = csv.writer(tampon, delimiter=";")
    redacteur.writerow(lignes[0] if lignes else [])
    for ligne in lignes:
        redacteur.writerow([_cellule(valeur) for valeur in ligne.values()])
    return tampon.getvalue().encode("utf-8-sig", "replace")


def _cellule(valeur: Any) -> str:
    if isinstance(valeur, float):
        return virgule(valeur, ".6g")
    formule = isinstance(valeur, str) and valeur.startswith(FORMULES)
    return f"'{valeur}" if formule else str(valeur)
