"""Relire les notes qui tiennent à la forme : celles qu'une autre lecture de la copie changerait.

« p4 relire » cherche, dans les copies notées, ce qui n'a pas pu être tranché (une réponse en deux versions,
un autre carnet, un nom mal écrit, un couple à l'envers…), donne les deux notes et la commande qui prend
l'autre.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import logging
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.commande import DemandeImpossible
from p4core.francais import ecrire_nombre, quantite
from p4cours.carnets import REPONSE, SUFFIXE, TEST, Cellule, analyser
from p4cours.verification.bilan import PRESQUE, Bilan
from p4cours.verification.echelle import ECHELLE
from p4prof.bareme import intituler, reperes_de
from p4prof.carnets import CarnetSource, Sujet, remettre_en_forme, sujets
from p4prof.cloison.choix import choisir
from p4prof.cloison.copie import CopieConfiee, Enonce, gagnes, noms_lus
from p4prof.cloison.correcteurs import Correcteurs
from p4prof.cloison.enonce import lire_enonce
from p4prof.cours import (
    dossier,
    dossier_de_gestion,
    dossier_des_rapports,
    ecrire_entier,
    empreinte,
    ouvrir_pour,
)
from p4prof.eleves import Journal, ecrire_donnees, lire_donnees, lisible
from p4prof.etats import Etat, carnets, carnets_attendus, est_copie, lire_fichier
from p4prof.mise_en_page import gabarit_brut, mettre_en_page
from p4prof.noter import fichiers_joints
from p4prof.pannes import en_francais
from p4prof.rapports import (
    RapportDeClasse,
    ecrire_note,
    liens,
    lire_bilan,
    lire_la_classe,
    tests_corriges,
)
from p4prof.reparer import Dedoubler, Retablir, ajouts_de
from p4prof.secret import secret_du_tp

# --- La commande « p4 relire » ---------------------------------------------------------------------------


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp1_grille")
    choix = analyseur.add_mutually_exclusive_group()
    for option, aide in (
        ("--accepter", "prendre l'autre note de cette question, ou l'autre carnet"),
        ("--garder", "garder la note : elle sort de la file"),
    ):
        choix.add_argument(option, nargs=2, metavar=("ELEVE", "QUESTION"), help=aide)


@en_francais
def executer(arguments: Namespace) -> int:
    """Montre la file, l'écrit en une page ; ou tranche une de ses lignes."""
    cours = ouvrir_pour(arguments.tp)
    file = lire_la_file(cours, arguments.tp)
    demande = arguments.accepter or arguments.garder
    if demande:
        lecture = file.trouver(*demande)
        print(accepter(cours, file, lecture) if arguments.accepter else garder(cours, file, lecture))
        file = lire_la_file(cours, arguments.tp)
    else:
        print(file, end="")
    page = dossier_des_rapports(cours) / f"{arguments.tp}-relecture.html"
    ecrire_entier(page, en_page(file, liens(cours, file.rapport)).encode())
    print(f"À ouvrir dans un navigateur : {page}")
    return 0


# --- Une note, et l'autre --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lecture:
    """Une note qui tient à la forme : ce qu'elle est, ce qu'une autre lecture donnerait, et pourquoi."""

    eleve: str
    cle: str  # ce qui la désigne dans la commande : une question, ou un carnet
    quoi: str
    raison: str
    points: float
    autre: float
    sur: float
    cellule: str = ""  # le test ; vide : tout le carnet
    carnet: str = ""

    @property
    def deux_notes(self) -> str:
        """« 1,8 / 2, ou 2 / 2 »."""
        sur = ecrire_nombre(self.sur)
        return f"{ecrire_nombre(self.points)} / {sur}, ou {ecrire_nombre(self.autre)} / {sur}"

    def commande(self, tp: str, option: str = "accepter") -> str:
        """La commande qui la tranche."""
        cle = f'"{self.cle}"' if " " in self.cle else self.cle
        return f"p4 relire {tp} --{option} {self.eleve} {cle}"


@dataclass
class File:
    """Les notes à relire d'un TP, et celles que l'enseignant a déjà tranchées."""

    tp: str
    rapport: RapportDeClasse
    lectures: list[Lecture]
    tranchees: list[dict[str, Any]] = field(default_factory=list)

    def trouver(self, eleve: str, cle: str) -> Lecture:
        """La ligne que désigne la commande."""
        for lecture in self.lectures:
            if lecture.eleve == eleve and cle in (lecture.cle, lecture.cellule):
                return lecture
        siennes = [lecture.cle for lecture in self.lectures if lecture.eleve == eleve]
        suite = (
            f"Pour {eleve}, il y a : {', '.join(siennes)}."
            if siennes
            else f"« p4 relire {self.tp} » la montre."
        )
        raise DemandeImpossible(f"Rien à relire pour {eleve}, « {cle} ». {suite}")

    def etat(self, lecture: Lecture) -> Etat:
        """La ligne du rapport de cet élève."""
        return next(e for e in self.rapport.notees if e.eleve == lecture.eleve)

    @property
    def titre(self) -> str:
        """« tp1_grille : 3 notes à relire »."""
        return f"{self.tp} : {quantite(len(self.lectures), 'note à relire', 'notes à relire')}"

    def __str__(self) -> str:
        lignes = [self.titre]
        for lecture in self.lectures:
            etat = self.etat(lecture)
            lignes.append(f"- {etat.qui}, {ecrire_note(etat)} — {lecture.quoi} : {lecture.deux_notes}")
            lignes += [f"  {lecture.raison}", f"    {lecture.commande(self.tp)}"]
        return "\n".join(lignes) + "\n"


def lire_la_file(cours: CourseDirectory, tp: str) -> File:
    """Les notes à relire : une ligne par question, la meilleure des autres lectures."""
    rapport, tranchees = lire_la_classe(tp, cours), Tranchees(cours, tp)
    copies = [e.eleve for e in rapport.notees if not e.avec]
    with Gradebook(cours.db_url, cours.course_id) as notes:
        classe = _Classe(cours, notes, tp)
        trouvees = [*_deja_connues(classe, copies), *_a_noter(classe, copies, tranchees)]
    meilleures: dict[tuple[str, str], Lecture] = {}
    for lecture in trouvees:
        ancienne = meilleures.setdefault((lecture.eleve, lecture.cle), lecture)
        if lecture.autre > ancienne.autre:
            meilleures[lecture.eleve, lecture.cle] = lecture
    utiles = [v for v in meilleures.values() if v.autre != v.points]  # rien à choisir entre deux notes égales
    gardees = [v for v in utiles if not tranchees.gardee(v.eleve, v.cle)]
    rangs = {e.eleve: rang for rang, e in enumerate(rapport.notees)}
    gardees.sort(key=lambda v: rangs[v.eleve])
    return File(tp, rapport, gardees, tranchees.liste)


class _Classe:
    """Ce qu'il faut savoir d'un TP pour relire ses copies."""

    def __init__(self, cours: CourseDirectory, notes: Gradebook, tp: str) -> None:
        self.cours, self.tp = cours, tp
        self.journal = Journal(cours, tp)
        self.reperes = reperes_de(cours, tp)
        self.noms = carnets_attendus(notes, tp)
        self.enonces = {nom: lire_enonce(cours, notes, tp, nom) for nom in self.noms}
        self.sources = {n: CarnetSource.du_carnet_de_notes(notes.find_notebook(n, tp)) for n in self.noms}
        self.sujets = {sujet.nom: sujet for sujet in sujets(cours, tp)}
        self._notes = notes

    def rendu(self, eleve: str) -> Path:
        """Le dossier rendu."""
        return dossier(self.cours, "submitted", eleve, self.tp)

    def corrige(self, eleve: str, nom: str) -> Path:
        """Le carnet corrigé."""
        return dossier(self.cours, "autograded", eleve, self.tp) / f"{nom}.ipynb"

    def points(self, eleve: str, nom: str) -> dict[str, float]:
        """Ce que chaque test lui a rapporté ; ceux que l'enseignant a notés lui-même n'y sont pas."""
        carnet = self._notes.find_submission_notebook(nom, self.tp, eleve)
        return {g.name: g.auto_score or 0.0 for g in carnet.grades if g.manual_score is None}


# --- Ce que la notation sait déjà : la réparation d'une copie, une faute de l'échelle --------------------


def _deja_connues(classe: _Classe, copies: Iterable[str]) -> Iterator[Lecture]:
    for eleve in copies:
        autres = {autre["cellule"]: autre for autre in classe.journal.lire(eleve).autres}
        for nom in classe.noms:
            points = classe.points(eleve, nom)
            for test, sorties in tests_corriges(classe.corrige(eleve, nom)):
                if test.grade_id not in points:
                    continue
                bilan = next((b for s in reversed(sorties) if (b := lire_bilan(s))), None)
                obtenus = points[test.grade_id]
                if autre := autres.get(test.grade_id):
                    raison = (
                        f"Réglé en faveur de l'élève ; l'autre note est celle de la copie {autre['raison']}."
                    )
                    yield _ligne(classe, eleve, nom, test, raison, obtenus, float(autre["points"]))
                elif bilan and (presque := _a_ceci_pres(bilan)):
                    faute, garde = presque
                    sans = min(test.points, obtenus / garde)
                    yield _ligne(classe, eleve, nom, test, f"Juste à ceci près : {faute}.", obtenus, sans)


def _ligne(
    classe: _Classe, eleve: str, carnet: str, test: Cellule, raison: str, points: float, autre: float
) -> Lecture:
    cle, quoi = test.question or test.nom, intituler(test, classe.reperes)
    return Lecture(eleve, cle, quoi, raison, points, round(autre, 2), test.points, test.grade_id, carnet)


def _a_ceci_pres(bilan: Bilan) -> tuple[str, float] | None:
    """La faute de l'échelle que nomme un bilan, et ce qu'elle a laissé de points."""
    presque = next((nom for nom, reussi in bilan.criteres if reussi == PRESQUE), "")
    return next(((p.nom, p.garde) for p in ECHELLE if p.nom in presque), None)


# --- Ce qu'il faut noter de nouveau : la même copie, lue autrement ---------------------------------------


@dataclass(frozen=True)
class Variante:
    """Une copie lue autrement ; `cellule` est le test que cela concerne, vide pour tout le carnet."""

    eleve: str
    carnet: str
    raison: str
    contenu: dict[str, Any]
    cellule: str = ""
    fichier: str = ""  # vide aussi : chaque test de ce carnet peut y perdre


def _a_noter(classe: _Classe, copies: Iterable[str], tranchees: Tranchees) -> Iterator[Lecture]:
    """Les autres lectures qui donneraient plus de points ; ou moins, si l'on a tranché pour l'élève."""
    variantes = [v for eleve in copies for nom in classe.noms for v in _variantes(classe, eleve, nom)]
    for variante, obtenus in zip(variantes, _noter(classe, variantes, tranchees), strict=True):
        points = classe.points(variante.eleve, variante.carnet)
        tests = {c.grade_id: c for c in map(Cellule.lire, variante.contenu["cells"]) if c.grade_id in obtenus}
        if variante.cellule:
            avant, apres = points.get(variante.cellule), obtenus.get(variante.cellule, 0.0)
            if avant is not None and apres > avant:
                test = tests[variante.cellule]
                yield _ligne(classe, variante.eleve, variante.carnet, test, variante.raison, avant, apres)
        elif not variante.fichier:
            for grade_id, apres in obtenus.items():
                if apres < (avant := points.get(grade_id, 0.0)):
                    test = tests[grade_id]
                    yield _ligne(classe, variante.eleve, variante.carnet, test, variante.raison, avant, apres)
        elif (total := sum(obtenus.values())) > (avant := sum(points.get(nom, 0.0) for nom in obtenus)):
            sur = sum(test.points for test in tests.values())
            quoi, nouveau = "tout le carnet", round(total, 2)
            yield Lecture(
                variante.eleve,
                variante.fichier,
                quoi,
                variante.raison,
                avant,
                nouveau,
                sur,
                carnet=variante.carnet,
            )


def _noter(classe: _Classe, variantes: list[Variante], tranchees: Tranchees) -> list[dict[str, float]]:
    """Les points de chaque test de chaque variante ; ce qui a déjà été noté ne l'est pas deux fois."""
    secret = secret_du_tp(dossier_de_gestion(classe.cours), classe.tp) if variantes else b""
    travaux = [_travail(classe, variante, secret) for variante in variantes]
    cles = [hashlib.sha256(t.carnet.encode() + secret).hexdigest()[:32] for t in travaux]
    restants = {cle: t for cle, t in zip(cles, travaux, strict=True) if cle not in tranchees.essais}
    if restants:
        mur = choisir(print)
        with Correcteurs(min(os.cpu_count() or 1, len(restants))) as correcteurs:
            confies = {
                cle: (correcteurs.confier(t := _derriere(travail, mur)), t)
                for cle, travail in restants.items()
            }
            for cle, (futur, travail) in confies.items():
                tranchees.essais[cle] = _points(json.loads(correcteurs.resultat(futur, travail)))
        tranchees.ecrire()
    return [tranchees.essais[cle] for cle in cles]


def _travail(classe: _Classe, variante: Variante, secret: bytes) -> CopieConfiee:
    joints = fichiers_joints(classe.rendu(variante.eleve))
    texte = json.dumps(variante.contenu, ensure_ascii=False)
    return CopieConfiee(texte, classe.enonces[variante.carnet], joints, secret=secret)


def _derriere(travail: CopieConfiee, mur: str) -> CopieConfiee:
    return CopieConfiee(
        travail.carnet, travail.enonce, travail.fichiers, travail.limites, mur, travail.secret
    )


def _points(contenu: dict[str, Any]) -> dict[str, float]:
    paires = [(Cellule.lire(brute), brute.get("outputs", [])) for brute in contenu["cells"]]
    return {c.grade_id: gagnes(sorties, c.points) for c, sorties in paires if c.role == TEST and c.grade_id}


def _variantes(classe: _Classe, eleve: str, nom: str) -> Iterator[Variante]:
    corrige = json.loads(classe.corrige(eleve, nom).read_text("utf-8"))
    for brute in corrige["cells"]:
        if brute["cell_type"] == "code":
            brute["outputs"], brute["execution_count"] = [], None
    points = classe.points(eleve, nom)
    manquees = {
        c.grade_id
        for c in _cellules(corrige)
        if c.role == TEST and points.get(c.grade_id, c.points) < c.points
    }
    for test, raison, texte in _reponses_autrement(classe, eleve, nom, corrige, manquees):
        yield Variante(eleve, nom, raison, _avec(corrige, test.removesuffix(SUFFIXE), texte), test)
    yield from _sans_ajouts(classe, eleve, nom, corrige)
    if manquees:
        yield from _autres_carnets(classe, eleve, nom)


def _sans_ajouts(classe: _Classe, eleve: str, nom: str, corrige: dict[str, Any]) -> Iterator[Variante]:
    """La copie sans ce que l'élève avait ajouté à des cellules verrouillées, et que la notation a gardé."""
    du_sujet = {g: c for g, c in classe.sources[nom].cellules.items() if c.reglages["locked"]}
    rendues = [c for c in _rendues(classe.rendu(eleve) / f"{nom}.ipynb") if c.genre == "code"]
    ajouts = {ajouts_de(c.source, du_sujet[c.grade_id].source) for c in rendues if c.grade_id in du_sujet}
    gardees = [
        b for b, c in zip(corrige["cells"], _cellules(corrige), strict=True) if not _ajoutee(c, ajouts)
    ]
    if len(gardees) < len(corrige["cells"]):
        quoi = "sans ce qui était ajouté à une cellule verrouillée"
        raison = f"Réglé en faveur de l'élève ; l'autre note est celle de la copie {quoi}."
        yield Variante(eleve, nom, raison, {**corrige, "cells": gardees})


def _ajoutee(cellule: Cellule, ajouts: set[str]) -> bool:
    return not cellule.grade_id and bool(cellule.source) and cellule.source in ajouts


def _cellules(contenu: dict[str, Any]) -> list[Cellule]:
    return [Cellule.lire(brute) for brute in contenu["cells"]]


def _avec(contenu: dict[str, Any], grade_id: str, texte: str) -> dict[str, Any]:
    """Le même carnet, où cette réponse est ce texte."""
    copie: dict[str, Any] = json.loads(json.dumps(contenu))
    for brute in copie["cells"]:
        if Cellule.lire(brute).grade_id == grade_id:
            brute["source"] = texte
    return copie


def _reponses_autrement(
    classe: _Classe, eleve: str, nom: str, corrige: dict[str, Any], manquees: set[str]
) -> Iterator[tuple[str, str, str]]:
    """Pour une question manquée : son test, pourquoi on la relit, l'autre texte de la réponse."""
    cellules, source, enonce = _cellules(corrige), classe.sources[nom], classe.enonces[nom]
    rendues = _rendues(classe.rendu(eleve) / f"{nom}.ipynb")
    definis = {n for c in cellules if c.genre == "code" for n in c.code.definit}
    for cellule in cellules:
        test = f"{cellule.grade_id}{SUFFIXE}"
        if cellule.role != REPONSE or test not in manquees:
            continue
        souche = source.cellules[cellule.grade_id].source.strip()
        for autre in dict.fromkeys(c.source for c in rendues if c.grade_id == cellule.grade_id):
            if autre.strip() not in ("", souche, cellule.source.strip()):
                yield test, "La cellule de réponse est en double : voici l'autre version.", autre
        if (droit := redresser(cellule.source)) != cellule.source:
            yield test, "La cellule ne se lisait pas (tabulations, guillemets) : la voici redressée.", droit
        for attendu, ecrit in _mal_nommes(cellule, enonce, test, definis):
            raison = f"« {attendu} » n'existe pas, mais « {ecrit} » oui : la voici sous le nom demandé."
            yield test, raison, f"{cellule.source}\n\n{attendu} = {ecrit}"


def _rendues(chemin: Path) -> list[Cellule]:
    return _cellules(json.loads(remettre_en_forme(lire_fichier(chemin), chemin.name)[0]))


_GUILLEMETS = str.maketrans({"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "\u00a0": " "})


def redresser(code: str) -> str:
    """Un code que Python ne lit pas, tabulations et guillemets remis ; tel quel s'il se lit, ou pas mieux."""
    if not analyser(code).erreur:
        return code
    droit = code.expandtabs(4).translate(_GUILLEMETS)
    return code if analyser(droit).erreur else droit


def _mal_nommes(cellule: Cellule, enonce: Enonce, test: str, definis: set[str]) -> Iterator[tuple[str, str]]:
    """Un nom demandé que rien ne définit, et celui de la cellule qui lui ressemble le plus."""
    for attendu in sorted(noms_lus(enonce.tests.get(test, "")) & enonce.reponses - definis):
        siens = {n.casefold(): n for n in cellule.code.definit if n not in enonce.reponses}
        if proches := difflib.get_close_matches(attendu.casefold(), siens, 1):
            yield attendu, siens[proches[0]]


def _autres_carnets(classe: _Classe, eleve: str, nom: str) -> Iterator[Variante]:
    """Les autres carnets de l'envoi, s'ils sont des copies du même sujet, travaillées autrement."""
    sujet, rendu = classe.sujets[nom], classe.rendu(eleve)
    for chemin in carnets(rendu):
        if chemin.name == f"{nom}.ipynb" or not est_copie(chemin, sujet):
            continue
        octets = lire_fichier(chemin)
        if _travaille(octets, sujet) and octets != (rendu / f"{nom}.ipynb").read_bytes():
            raison = f"Plusieurs carnets dans l'envoi ; l'autre note est celle de « {lisible(chemin.name)} »."
            yield Variante(eleve, nom, raison, _nettoyer(classe, nom, octets), fichier=chemin.name)


def _travaille(octets: bytes, sujet: Sujet) -> bool:
    return sujet.travail(octets) > 0


def _nettoyer(classe: _Classe, nom: str, octets: bytes) -> dict[str, Any]:
    """Un carnet remis d'aplomb comme le fait la notation, sans rien écrire."""
    carnet: Any = nbformat.reads(classe.sujets[nom].reformer(octets, nom)[0].decode(), 4)
    ressources: Any = {"nbgrader": {"db_url": classe.cours.db_url, "notebook": nom, "assignment": classe.tp}}
    for etape in (Dedoubler(), Retablir()):
        etape.log = logging.getLogger("p4.relire")
        carnet, ressources = etape.preprocess(carnet, ressources)
    source = classe.sources[nom]
    for cellule in carnet.cells:
        connue = source.cellules.get(cellule.metadata.get("nbgrader", {}).get("grade_id", ""))
        if connue is not None and connue.reglages["locked"]:
            cellule.source = connue.source
    contenu: dict[str, Any] = json.loads(nbformat.writes(carnet))
    return contenu


# --- Trancher --------------------------------------------------------------------------------------------


class Tranchees:
    """Ce que l'enseignant a tranché, et les variantes déjà notées : un fichier de « gestion »."""

    def __init__(self, cours: CourseDirectory, tp: str) -> None:
        self._cours, self._tp = cours, tp
        self._chemin = dossier_des_rapports(cours) / f"{tp}.relecture.json"
        donnees = lire_donnees(self._chemin)
        self.liste: list[dict[str, Any]] = donnees.get("tranchees", [])
        self.essais: dict[str, dict[str, float]] = donnees.get("essais", {})

    def gardee(self, eleve: str, cle: str) -> bool:
        """L'enseignant a-t-il gardé cette note, pour la copie telle qu'elle est ?"""
        copie = self._copie(eleve)
        return any(
            (t["eleve"], t["cle"], t["copie"], t["decision"]) == (eleve, cle, copie, GARDEE)
            for t in self.liste
        )

    def inscrire(self, lecture: Lecture, decision: str) -> None:
        """Retient une décision : quand, sur quelle copie, quelles notes."""
        self.liste.append(
            {
                "date": f"{datetime.now():%Y-%m-%d %H:%M}",
                "eleve": lecture.eleve,
                "cle": lecture.cle,
                "quoi": lecture.quoi,
                "decision": decision,
                "notes": lecture.deux_notes,
                "raison": lecture.raison,
                "copie": self._copie(lecture.eleve),
            }
        )
        self.ecrire()

    def _copie(self, eleve: str) -> str:
        return empreinte(dossier(self._cours, "submitted", eleve, self._tp))[:16]

    def ecrire(self) -> None:
        """Écrit le fichier."""
        ecrire_donnees(self._chemin, {"tranchees": self.liste, "essais": self.essais})


ACCEPTEE, GARDEE = "autre note prise", "note gardée"


def accepter(cours: CourseDirectory, file: File, lecture: Lecture) -> str:
    """Prend l'autre note ; la phrase qui le dit."""
    qui = file.etat(lecture).qui
    tranchees = Tranchees(cours, file.tp)
    tranchees.inscrire(lecture, ACCEPTEE)  # avant : l'empreinte est celle de la copie relue
    if not lecture.cellule:
        _echanger(cours, file.tp, lecture)
        return f"{qui} : « {lecture.cle} » est maintenant sa copie. Pour la noter : p4 noter {file.tp}"
    with Gradebook(cours.db_url, cours.course_id) as notes:
        note = notes.find_grade(lecture.cellule, lecture.carnet, file.tp, lecture.eleve)
        note.manual_score, note.needs_manual_grade = lecture.autre, False
        notes.db.commit()
    apres = f"{ecrire_nombre(lecture.autre)} / {ecrire_nombre(lecture.sur)}"
    return f"{qui} — {lecture.quoi} : {apres}. Pour lui rendre sa page à jour : p4 rendre {file.tp}"


def garder(cours: CourseDirectory, file: File, lecture: Lecture) -> str:
    """Laisse la note ; la ligne sort de la file."""
    Tranchees(cours, file.tp).inscrire(lecture, GARDEE)
    note = f"{ecrire_nombre(lecture.points)} / {ecrire_nombre(lecture.sur)}"
    return f"{file.etat(lecture).qui} — {lecture.quoi} : {note}, gardée."


def _echanger(cours: CourseDirectory, tp: str, lecture: Lecture) -> None:
    """Donne à l'autre carnet le nom que la notation attend ; celui d'avant prend le sien."""
    rendu = dossier(cours, "submitted", lecture.eleve, tp)
    nomme, autre = rendu / f"{lecture.carnet}.ipynb", rendu / lecture.cle
    avant, apres = nomme.read_bytes(), autre.read_bytes()
    ecrire_entier(nomme, apres)
    ecrire_entier(autre, avant)


# --- La page ---------------------------------------------------------------------------------------------


def en_page(file: File, liens: Mapping[str, str] | None = None) -> str:
    """La file en une page : chaque ligne avec ses deux notes et ses deux commandes."""
    return mettre_en_page(
        "relecture.html",
        file.titre,
        programme=gabarit_brut("trier.js"),
        file=file,
        liens=liens or {},
        ecrire_note=ecrire_note,
        nommer=file.rapport.qui,
    )
