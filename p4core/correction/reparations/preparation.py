"""Avant de noter : remettre d'aplomb ce qui peut l'être sans danger, et dire ce qui a été fait."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc

from p4core.correction.contenu import Illisible, remettre_en_forme
from p4core.correction.cours import dossier, dossier_de_gestion, eleves_ayant_rendu
from p4core.correction.diagnostic import carnets, est_copie, est_un_lien, lire_fichier, trouver_renomme
from p4core.correction.empreinte import HORODATAGE
from p4core.correction.noms import lisible, nom_de_fichier
from p4core.correction.sujet import Sujet, sujets

NOM_MAX = 60  # caractères d'un dossier renommé : le même nom en prend parfois plus en UTF-8


def preparer_classe(cours: CourseDirectory, tp: str) -> dict[str, list[str]]:
    """Prépare toutes les copies d'un TP ; rend, par élève, ce qui a été réparé."""
    attendus = sujets(cours, tp)
    remarques = _ranger_les_dossiers(Path(cours.root) / cours.submitted_directory, tp, attendus)
    for eleve in eleves_ayant_rendu(cours, tp):
        rendu = dossier(cours, "submitted", eleve, tp)
        try:
            faites = preparer_copie(rendu, attendus, originaux(cours, eleve, tp))
        except OSError as panne:
            faites = [f"dossier rendu illisible : {panne.strerror}"]
        remarques[eleve] = remarques.get(eleve, []) + faites
    return remarques


def originaux(cours: CourseDirectory, eleve: str, tp: str) -> Path:
    """Là où va un carnet tel qu'il a été reçu, quand il a fallu le réparer."""
    return dossier_de_gestion(cours) / "originaux" / eleve / tp


def preparer_copie(rendu: Path, attendus: list[Sujet], originaux: Path) -> list[str]:
    """Reprend les carnets renommés, remet en forme les carnets abîmés ; l'original est gardé à part."""
    if est_un_lien(rendu):  # rien n'est écrit là où il mène ; le rapport dira pourquoi il n'est pas noté
        return []
    remarques = _renommer_les_fichiers(rendu)
    remarques += _ecarter_la_date(rendu / HORODATAGE, originaux / HORODATAGE)
    for sujet in attendus:
        if trouve := trouver_renomme(rendu, sujet):
            shutil.copyfile(trouve, rendu / f"{sujet.nom}.ipynb")
            remarques.append(f"carnet « {trouve.name} » repris comme {sujet.nom}.ipynb")
        remarques += _reformer(rendu / f"{sujet.nom}.ipynb", originaux / f"{sujet.nom}.ipynb")
    return remarques


def _ecarter_la_date(horodatage: Path, original: Path) -> list[str]:
    """Met de côté une date de rendu que nbgrader ne saurait pas lire : il refuserait la copie."""
    if horodatage.is_symlink() or not horodatage.is_file():
        return []
    octets = horodatage.read_bytes()[:1000]
    try:
        parse_utc(octets.decode().strip())
    except (ValueError, OverflowError, TypeError):
        _ecrire(original, octets)
        horodatage.unlink()
        return [f"date de rendu illisible, mise de côté : {octets[:40]!r}"]
    return []


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
    cible = recu.with_name(nom[:NOM_MAX])
    if nom == recu.name or (cible.exists() and cible.samefile(recu)):
        return recu, []
    cible = next(libre for libre in _candidats(cible) if not libre.exists())
    recu.rename(cible)
    return cible, [f"dossier renommé : « {cible.name} »"]


def _candidats(cible: Path) -> Iterator[Path]:
    """Ce nom, ou le même numéroté : il est peut-être déjà pris."""
    yield cible
    yield from (cible.with_name(f"{cible.stem}-{rang}{cible.suffix}") for rang in itertools.count(2))


def _renommer_les_fichiers(rendu: Path) -> list[str]:
    """Des noms que nbgrader ne sait pas écrire : leurs octets ne sont pas de l'UTF-8."""
    remarques = []
    for recu in sorted(rendu.rglob("*"), reverse=True):  # ce que contient un dossier, puis lui
        if (nom := _en_unicode(recu.name)) != recu.name:
            cible = next(c for c in _candidats(recu.with_name(nom_de_fichier(nom))) if not c.exists())
            recu.rename(cible)
            remarques.append(f"fichier renommé : « {cible.name} »")
    return remarques


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
    return [f"carnet trouvé hors du dossier {tp} : {lisible(c.name)}" for _, c in trouves]
