"""Rendre les copies : une page par élève, fidèle au carnet de notes, en dossier et en zip pour Moodle.

« p4 rendre » refait toutes les pages à chaque fois : une note ou un commentaire mis après coup y sont donc
toujours. Le journal des retours dit ce qui a été rendu, et quand.
"""

from __future__ import annotations

import hashlib
import logging
import re
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from nbgrader.converters import GenerateFeedback, NbGraderException
from nbgrader.coursedir import CourseDirectory

from p4core.francais import enumerer, quantite
from p4prof.archives import zipper
from p4prof.classe import Classe, homonymes, mots
from p4prof.cours import dossier, dossier_de_gestion, dossier_des_rapports, ecrire_entier, ouvrir_pour
from p4prof.eleves import Registre, ecrire_donnees, lire_donnees, nom_de_fichier
from p4prof.etats import ABSENTE, Etat
from p4prof.exporter import numeros_de_la_feuille
from p4prof.pannes import en_francais
from p4prof.rapports import RapportDeClasse, dresser, ecrire_note

# --- La commande « p4 rendre » ---------------------------------------------------------------------------


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    aide = "la feuille d'évaluation téléchargée de Moodle : les numéros de participant y sont"
    analyseur.add_argument("--feuille", type=Path, help=aide)


@en_francais
def executer(arguments: Namespace) -> int:
    """Écrit les pages et le zip ; rend 1 si une copie notée n'a pas sa page."""
    cours = ouvrir_pour(arguments.tp)
    rendu = rendre(cours, arguments.tp, arguments.feuille)
    print("\n".join(rendu.phrases))
    return 1 if rendu.sans_page else 0


@dataclass
class Rendu:
    """Ce qui a été rendu : les pages, le zip de Moodle, et ce qu'il faut en dire."""

    dossier: Path
    pages: dict[str, Path] = field(default_factory=dict)
    changees: list[str] = field(default_factory=list)
    zip: Path | None = None
    sans_numero: list[str] = field(default_factory=list)
    sans_page: list[str] = field(default_factory=list)
    attente: int = 0

    @property
    def phrases(self) -> list[str]:
        """Le compte rendu, une phrase par ligne."""
        nouvelles = quantite(len(self.changees), "nouvelle ou changée", "nouvelles ou changées")
        lignes = [f"{quantite(len(self.pages), 'page')}, {nouvelles} : {self.dossier}"]
        if self.zip:
            lignes.append(f"Pour les « fichiers de feedback » de Moodle : {self.zip}")
        elif self.pages and not self.sans_numero:
            lignes.append(
                "Pas de zip pour Moodle : aucune copie n'est venue avec un numéro de participant. S'il vous "
                "en faut un, donnez la feuille d'évaluation de Moodle : --feuille feuille.csv"
            )
        if self.sans_numero:
            manquants = enumerer(self.sans_numero)
            lignes.append(
                f"Sans numéro de participant, pas dans le zip : {manquants}. La feuille d'évaluation "
                "de Moodle les donne : --feuille feuille.csv"
            )
        if self.attente:
            copies = quantite(self.attente, "page dit", "pages disent")
            lignes.append(f"{copies} « raisonnement à noter » : relancez p4 rendre quand ce sera fait.")
        lignes += [f"Pas de page — {phrase}" for phrase in self.sans_page]
        return lignes


def rendre(cours: CourseDirectory, tp: str, feuille: Path | None = None) -> Rendu:
    """Refait toutes les pages d'un TP, d'après le carnet de notes."""
    rapport = dresser(tp, cours)
    notees = rapport.notees
    rendu = Rendu(dossier_de_gestion(cours) / "rendus" / tp, attente=sum(e.partielle for e in notees))
    rendu.sans_page += [f"{e.qui} : {e.raison or e.etat}" for e in rapport.eleves if _sans_note(e)]
    _engendrer(cours, tp, {e.copie for e in notees})
    contenus = {e.eleve: pages for e in notees if (pages := _pages(cours, tp, e, rapport))}
    rendu.sans_page += [f"{e.qui} : la page n'a pas pu être faite" for e in notees if e.eleve not in contenus]
    _ecrire(rendu, contenus)
    _tenir_le_journal(cours, tp, rendu, rapport, contenus)
    _zipper(cours, tp, rendu, rapport, contenus, feuille)
    return rendu


def _sans_note(etat: Etat) -> bool:
    return etat.note is None and etat.etat != ABSENTE


def _engendrer(cours: CourseDirectory, tp: str, eleves: set[str]) -> None:
    """Fait faire les pages par nbgrader, celles qui existent comprises."""
    if not eleves:
        return
    cours.assignment_id = tp
    conversion = GenerateFeedback(coursedir=cours, config=cours.config, force=True)
    conversion.log = logging.getLogger("p4.rendre")
    conversion.log.setLevel(logging.CRITICAL)
    try:
        conversion.start()
    except NbGraderException:  # la page d'une copie : elle manque, et le compte rendu le dit
        return


def _pages(cours: CourseDirectory, tp: str, etat: Etat, rapport: RapportDeClasse) -> dict[str, bytes]:
    """Les pages d'un élève (une par carnet du TP), sous le nom qu'il reconnaîtra."""
    faites = sorted(dossier(cours, "feedback", etat.copie, tp).glob("*.html"))
    doubles = homonymes(e.nom or e.eleve for e in rapport.eleves)
    nom = etat.qui if mots(etat.nom or etat.eleve) in doubles else etat.nom or etat.eleve
    return {
        nom_de_fichier(f"{nom}{'' if len(faites) == 1 else f' - {page.stem}'}.html"): page.read_bytes()
        for page in faites
    }


def _ecrire(rendu: Rendu, contenus: dict[str, dict[str, bytes]]) -> None:
    """Écrit les pages, chacune entière ; retire celles qui ne sont plus à personne."""
    gardees = set()
    for eleve, pages in contenus.items():
        for nom, octets in pages.items():
            cible = rendu.dossier / nom
            if not cible.is_file() or cible.read_bytes() != octets:
                rendu.changees.append(eleve)
                ecrire_entier(cible, octets)
            rendu.pages[eleve] = cible
            gardees.add(cible)
    for page in set(rendu.dossier.glob("*.html")) - gardees:
        page.unlink()


# --- Le journal des retours ------------------------------------------------------------------------------


def _tenir_le_journal(
    cours: CourseDirectory,
    tp: str,
    rendu: Rendu,
    rapport: RapportDeClasse,
    contenus: dict[str, dict[str, bytes]],
) -> None:
    """Retient, pour chaque page nouvelle ou changée, sa date, sa note et son empreinte."""
    fichier = dossier_des_rapports(cours) / f"{tp}.rendu.json"
    journal: dict[str, list[dict[str, str]]] = lire_donnees(fichier)
    notes = {e.eleve: ecrire_note(e) for e in rapport.notees}
    for eleve in dict.fromkeys(rendu.changees):
        somme = hashlib.sha256(b"".join(contenus[eleve].values())).hexdigest()[:16]
        entree = {"date": f"{datetime.now():%Y-%m-%d %H:%M}", "note": notes[eleve], "page": somme}
        journal.setdefault(eleve, []).append(entree)
    if rendu.changees:
        ecrire_donnees(fichier, journal)


# --- Le zip que reprend Moodle ---------------------------------------------------------------------------


def _zipper(
    cours: CourseDirectory,
    tp: str,
    rendu: Rendu,
    rapport: RapportDeClasse,
    contenus: dict[str, dict[str, bytes]],
    feuille: Path | None,
) -> None:
    """Un fichier par page : Moodle y lit « nom_numéro_assignfeedback_file_page », et rien après le nom."""
    registre = Registre(cours, tp)
    numeros = {e: r.numero for e, r in registre.envois.items() if r.numero}
    if feuille is not None:
        numeros |= numeros_de_la_feuille(feuille, rapport, registre, Classe(cours))
    if not numeros:  # la classe ne rend pas par Moodle
        return
    par_eleve = {e.eleve: e for e in rapport.notees}
    fichiers = {}
    for eleve, pages in contenus.items():
        if eleve not in numeros:
            rendu.sans_numero.append(par_eleve[eleve].qui)
            continue
        nom = re.sub(r"[_/\\]+", " ", par_eleve[eleve].nom or eleve)
        for rang, octets in enumerate(pages.values(), 1):
            suite = "" if len(pages) == 1 else f"-{rang}"
            fichiers[f"{nom}_{numeros[eleve]}_assignfeedback_file_retour-{tp}{suite}.html"] = octets
    if fichiers:
        rendu.zip = zipper(fichiers, dossier_de_gestion(cours) / "rendus" / f"{tp}-moodle.zip")
