"""Avant de noter : remettre d'aplomb ce qui peut l'être sans danger, et dire ce qui a été fait."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from p4core.correction.contenu import Illisible, remettre_en_forme
from p4core.correction.cours import dossier, dossier_de_gestion, eleves_ayant_rendu
from p4core.correction.diagnostic import carnets, est_copie, lire_fichier, trouver_renomme
from p4core.correction.sujet import Sujet, sujets


def preparer_classe(cours: CourseDirectory, tp: str) -> dict[str, list[str]]:
    """Prépare toutes les copies d'un TP ; rend, par élève, ce qui a été réparé."""
    attendus = sujets(cours, tp)
    remarques = _ranger_les_dossiers(Path(cours.root) / cours.submitted_directory, tp, attendus)
    for eleve in eleves_ayant_rendu(cours, tp):
        rendu = dossier(cours, "submitted", eleve, tp)
        faites = preparer_copie(rendu, attendus, originaux(cours, eleve, tp))
        remarques[eleve] = remarques.get(eleve, []) + faites
    return remarques


def originaux(cours: CourseDirectory, eleve: str, tp: str) -> Path:
    """Là où va un carnet tel qu'il a été reçu, quand il a fallu le réparer."""
    return dossier_de_gestion(cours) / "originaux" / eleve / tp


def preparer_copie(rendu: Path, attendus: list[Sujet], originaux: Path) -> list[str]:
    """Reprend les carnets renommés, remet en forme les carnets abîmés ; l'original est gardé à part."""
    remarques = []
    for sujet in attendus:
        if trouve := trouver_renomme(rendu, sujet):
            shutil.copyfile(trouve, rendu / f"{sujet.nom}.ipynb")
            remarques.append(f"carnet « {trouve.name} » repris comme {sujet.nom}.ipynb")
        remarques += _reformer(rendu / f"{sujet.nom}.ipynb", originaux / f"{sujet.nom}.ipynb")
    return remarques


def _reformer(carnet: Path, original: Path) -> list[str]:
    """Remet un carnet en forme ; un fichier illisible reste tel quel, le rapport dira pourquoi."""
    try:
        octets = lire_fichier(carnet)
        neufs, remarques = remettre_en_forme(octets, carnet.name)
    except Illisible:
        return []
    if remarques:
        _ecrire(original, octets)
        _ecrire(carnet, neufs)
        return remarques
    return _remarques_d_avant(octets, original)


def _remarques_d_avant(octets: bytes, original: Path) -> list[str]:
    """Ce qui avait été réparé la fois précédente, si c'est bien de ce carnet qu'il s'agit."""
    if not original.exists():
        return []
    neufs, remarques = remettre_en_forme(original.read_bytes(), original.name)
    if neufs == octets:
        return remarques
    original.unlink()
    return []


def _ecrire(cible: Path, octets: bytes) -> None:
    """Écrit un fichier entier ou pas du tout, même si la machine s'arrête."""
    cible.parent.mkdir(parents=True, exist_ok=True)
    brouillon = cible.with_name(f".{cible.name}.tmp")
    brouillon.write_bytes(octets)
    brouillon.replace(cible)


def _ranger_les_dossiers(rendus: Path, tp: str, attendus: list[Sujet]) -> dict[str, list[str]]:
    """Donne à chaque élève un dossier que nbgrader sait suivre, à chaque carnet celui de son TP."""
    remarques: dict[str, list[str]] = {}
    for recu in sorted(d for d in rendus.glob("*") if d.is_dir() and not d.is_symlink()):
        range_, phrases = _renommer(recu)
        if not (range_ / tp).exists():
            phrases += _mettre_dans_son_dossier(range_, tp, attendus)
        if phrases:
            remarques[range_.name] = phrases
    return remarques


def _renommer(recu: Path) -> tuple[Path, list[str]]:
    """Accents composés et caractères que nbgrader prendrait pour un motif de recherche."""
    nom = re.sub(r"[\[\]*?\x00-\x1f]|^\.", "-", unicodedata.normalize("NFC", _en_unicode(recu.name)))
    cible = recu.with_name(nom)
    if nom == recu.name or cible.exists():
        return recu, []
    recu.rename(cible)
    return cible, [f"dossier renommé : « {nom} »"]


def _en_unicode(nom: str) -> str:
    """Le nom d'un dossier ; ses octets ne sont parfois pas de l'UTF-8 mais l'ancien codage de Windows."""
    try:
        nom.encode()
    except UnicodeEncodeError:
        return os.fsencode(nom).decode("cp1252", "replace")
    return nom


def _mettre_dans_son_dossier(eleve: Path, tp: str, attendus: list[Sujet]) -> list[str]:
    """Un carnet posé directement chez l'élève va dans le dossier du TP si on l'y reconnaît."""
    trouves = [(s, c) for s in attendus for c in carnets(eleve) if est_copie(c, s)]
    for sujet, carnet in trouves:
        (eleve / tp).mkdir(exist_ok=True)
        shutil.copyfile(carnet, eleve / tp / (f"{sujet.nom}.ipynb" if len(trouves) == 1 else carnet.name))
    return [f"carnet trouvé hors du dossier {tp} : {c.name}" for _, c in trouves]
