"""La commande « p4 ramasser » : ranger les copies d'un dossier ou de l'archive de Moodle."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from p4core.correction.cours import dossier, dossier_de_gestion, ouvrir
from p4core.correction.empreinte import HORODATAGE, empreinte
from p4core.correction.phrases import accord
from p4core.correction.ramassage.archives import Refus
from p4core.correction.ramassage.envois import Copie, Envoi, choisir, recevoir
from p4core.correction.registre import INCHANGEE, NOUVELLE, REFUSEE, REMPLACEE, Ramassage, Registre
from p4core.correction.sujet import sujets

Depot = Callable[[str, Copie, Ramassage], None]


@dataclass
class Recolte:
    """Le résultat d'un ramassage, par identifiant ; « anonymes » nomme ce qui n'est à personne."""

    envois: dict[str, Ramassage] = field(default_factory=dict)
    anonymes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        comptes = Counter(envoi.etat for envoi in self.envois.values())
        lignes = [", ".join(_compter(n, etat) for etat, n in comptes.items()) or "aucune copie"]
        for eleve, envoi in self.envois.items():
            details = [x for x in (envoi.raison, *envoi.remarques) if x]
            qui = f"{envoi.nom} ({eleve})"
            lignes.append(f"- {qui} : {envoi.etat}" + "".join(f" ; {x}" for x in details))
        return "\n".join([*lignes, *(f"- laissé de côté — {phrase}" for phrase in self.anonymes)]) + "\n"


def _compter(nombre: int, etat: str) -> str:
    return accord(nombre, f"copie {etat}", f"copies {etat}{'S' if etat.isupper() else 's'}")


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    analyseur.add_argument("source", type=Path, help="un dossier, ou l'archive .zip que donne Moodle")


def executer(arguments: Namespace) -> int:
    """Ramasse et rend compte ; rend 1 si un envoi a été refusé."""
    cours = ouvrir()
    try:
        recolte = ramasser(cours, arguments.tp, arguments.source)
    except Refus as refus:
        print(f"Rien n'a été ramassé : {refus}.")
        return 1
    Registre(cours, arguments.tp).nommer_dans_le_carnet_de_notes(cours)
    print(recolte, end="")
    print(f"Pour noter : p4 noter {arguments.tp}")
    return 1 if any(e.etat == REFUSEE for e in recolte.envois.values()) else 0


def ramasser(cours: CourseDirectory, tp: str, source: Path) -> Recolte:
    """Range les copies de « source » à leur place dans le cours."""
    if not sujets(cours, tp):
        raise Refus(f"le TP « {tp} » n'a pas de sujet dans {cours.release_directory}/")
    return recolter(cours, tp, source, partial(_deposer, cours, tp))


def recolter(cours: CourseDirectory, tp: str, source: Path, deposer: Depot) -> Recolte:
    """Lit « source » et dépose chaque copie ; un envoi refusé n'empêche pas les autres."""
    attendus = sujets(cours, tp)
    registre = Registre(cours, tp)
    with recevoir(source, tp, attendus) as (envois, anonymes):
        recolte = Recolte(anonymes=anonymes)
        for envoi, eleve, phrase in _attribuer(envois, registre):
            ramassage = Ramassage(envoi.nom, envoi.numero, remarques=[phrase] if phrase else [])
            try:
                deposer(eleve, choisir(envoi, attendus), ramassage)
            except Refus as refus:
                ramassage.etat, ramassage.raison = REFUSEE, str(refus)
            registre.inscrire(eleve, ramassage)
            recolte.envois[eleve] = ramassage
    registre.ecrire()
    return recolte


def _attribuer(envois: list[Envoi], registre: Registre) -> list[tuple[Envoi, str, str]]:
    """À chaque envoi son identifiant, et une phrase s'il a fallu départager des homonymes."""
    noms = Counter(envoi.nom for envoi in envois)
    attribues = []
    for envoi in envois:
        eleve, phrase = registre.identifier(envoi.nom, envoi.numero, noms[envoi.nom] > 1)
        registre.noms[eleve] = envoi.nom
        attribues.append((envoi, eleve, phrase))
    return attribues


def _deposer(cours: CourseDirectory, tp: str, eleve: str, copie: Copie, ramassage: Ramassage) -> None:
    """Met une copie à sa place ; celle qu'elle remplace est gardée dans « gestion/anciennes »."""
    place = dossier(cours, "submitted", eleve, tp)
    neuve = place.with_name(f".{tp}.neuve")
    ecrire_carnets(neuve, copie)
    ramassage.remarques += copie.remarques
    if not place.exists():
        ramassage.etat = NOUVELLE
    elif _meme_travail(cours, tp, eleve, neuve):
        ramassage.etat = INCHANGEE
        shutil.rmtree(neuve)
        return
    else:
        ramassage.etat = REMPLACEE
        ramassage.remarques.append(_ecarter(cours, tp, eleve, place, copie))
    _dater(neuve, copie.date)
    neuve.rename(place)
    _retenir(cours, tp, eleve, place)


def ecrire_carnets(cible: Path, copie: Copie) -> None:
    """Écrit les carnets d'une copie dans un dossier neuf."""
    if cible.exists():  # un ramassage interrompu
        shutil.rmtree(cible)
    cible.mkdir(parents=True)
    for nom, octets in (copie.joints | copie.carnets).items():
        (cible / nom).write_bytes(octets)


def _meme_travail(cours: CourseDirectory, tp: str, eleve: str, neuve: Path) -> bool:
    """La notation répare parfois la copie rangée : c'est à ce qui avait été reçu qu'on compare."""
    recue = _trace(cours, tp, eleve)
    avant = recue.read_text() if recue.exists() else empreinte(dossier(cours, "submitted", eleve, tp))
    return avant == empreinte(neuve)


def _retenir(cours: CourseDirectory, tp: str, eleve: str, place: Path) -> None:
    trace = _trace(cours, tp, eleve)
    trace.parent.mkdir(parents=True, exist_ok=True)
    trace.write_text(empreinte(place))


def _trace(cours: CourseDirectory, tp: str, eleve: str) -> Path:
    return dossier_de_gestion(cours) / "recues" / eleve / f"{tp}.sha256"


def _ecarter(cours: CourseDirectory, tp: str, eleve: str, place: Path, copie: Copie) -> str:
    """Met l'ancienne copie de côté et rend la phrase qui le dit."""
    avant = cours.get_existing_timestamp(str(place))
    avant = avant.replace(tzinfo=UTC) if avant else None
    anciennes = dossier_de_gestion(cours) / "anciennes" / eleve / tp
    anciennes.mkdir(parents=True, exist_ok=True)
    cible = anciennes / f"{len(list(anciennes.iterdir())) + 1}"
    place.rename(cible)
    if avant and copie.date <= avant:
        copie.date = avant + timedelta(seconds=1)  # nbgrader ne renote que ce qui est plus récent
        return f"remplace une copie datée du {avant:%d/%m/%Y}, qui n'était pas plus ancienne"
    return f"remplace la copie du {avant:%d/%m/%Y}" if avant else "remplace la copie précédente"


def _dater(dossier: Path, date: datetime) -> None:
    """L'horodatage que lit nbgrader."""
    (dossier / HORODATAGE).write_text(f"{date.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC")
