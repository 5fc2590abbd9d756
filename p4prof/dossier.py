"""Le dossier d'un cours : « p4 cours DOSSIER » le fait, du dépôt ou de l'archive de l'enseignant.

Ce dossier suffit à distribuer et à noter : les sources et les sujets des TP, la configuration, les guides."""

from __future__ import annotations

import zipfile
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from p4core.commande import DemandeImpossible
from p4prof.archives import fichiers_de
from p4prof.cours import CONFIGURATION
from p4prof.pannes import en_francais, raison_de_lecture

CONTENU = ("notebooks", "solutions", CONFIGURATION, "docs", "LICENSE")


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("dossier", help="le dossier à faire : neuf, ou vide")
    analyseur.add_argument(
        "--depuis", metavar="ARCHIVE", help="p4core-prof.zip, ou un dépôt ; celui-ci si rien n'est dit"
    )


@en_francais
def executer(arguments: Namespace) -> int:
    """Fait le dossier, et dit comment continuer."""
    dossier = Path(arguments.dossier).resolve()
    if dossier.exists() and (not dossier.is_dir() or any(dossier.iterdir())):
        raise DemandeImpossible(
            f"{dossier} existe et n'est pas vide : rien n'y est écrit. Donnez-en un neuf."
        )
    fichiers = lire(Path(arguments.depuis)) if arguments.depuis else lire_depot(depot())
    for nom, octets in fichiers.items():
        (dossier / nom).parent.mkdir(parents=True, exist_ok=True)
        (dossier / nom).write_bytes(octets)
    print(f"Le cours est dans {dossier} ({len(fichiers)} fichiers). Placez-vous-y, puis :")
    print("  p4 lab                     ouvre les TP")
    print("  p4 distribuer tp1_grille   écrit le zip à donner aux élèves")
    return 0


def depot() -> Path:
    """Le dépôt d'où vient cette installation, s'il y en a un."""
    racine = Path(__file__).resolve().parents[1]
    if (racine / "solutions").is_dir():
        return racine
    raise DemandeImpossible(
        "Les solutions ne sont pas dans le paquet installé. Donnez l'archive de l'enseignant (« p4 "
        "distribuer --prof » l'écrit, depuis le dépôt) : p4 cours DOSSIER --depuis p4core-prof.zip."
    )


def lire(source: Path) -> Mapping[str, bytes]:
    """Les fichiers du cours, dans un dépôt ou dans l'archive."""
    if source.is_dir():
        return lire_depot(source)
    try:
        with zipfile.ZipFile(source) as archive:
            noms = {_nom(entree): entree for entree in archive.namelist() if not entree.endswith("/")}
            return _complet({nom: archive.read(entree) for nom, entree in noms.items() if _garde(nom)})
    except (OSError, zipfile.BadZipFile) as raison:
        raise DemandeImpossible(
            f"{source} ne se lit pas comme l'archive de l'enseignant ({raison_de_lecture(raison)})."
        ) from None


def lire_depot(racine: Path) -> Mapping[str, bytes]:
    """Les fichiers du cours, dans ce dossier."""
    dossiers = [racine / nom for nom in CONTENU if (racine / nom).is_dir()]
    chemins = [d / f for d in dossiers for f in fichiers_de(d)]
    chemins += [racine / nom for nom in CONTENU if (racine / nom).is_file()]
    return _complet({f.relative_to(racine).as_posix(): f.read_bytes() for f in chemins})


def _nom(entree: str) -> str:
    """Le chemin dans le cours : l'archive a un dossier de plus, celui que l'on décompresse."""
    return PurePosixPath(*PurePosixPath(entree).parts[1:]).as_posix()


def _garde(nom: str) -> bool:
    parties = PurePosixPath(nom).parts
    return parties[:1] != () and parties[0] in CONTENU and ".." not in parties


def _complet(fichiers: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Refuse ce qui n'est pas un cours avant que rien ne soit écrit."""
    if CONFIGURATION not in fichiers or not any(nom.startswith("solutions/") for nom in fichiers):
        raise DemandeImpossible(f"Ce n'est pas un cours : il y manque solutions/ ou {CONFIGURATION}.")
    return fichiers
