"""« p4 site » : fabriquer le dossier du cours dans un navigateur, et le servir sur cette machine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from p4core.commande import DemandeImpossible
from p4prof.cours import trouver_racine
from p4prof.pannes import en_francais
from p4prof.site.fabrication import TEMOIN, fabriquer
from p4prof.site.pages import ACCUEIL, DOSSIER, ecrire_pages
from p4prof.site.serveur import PORT, servir


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument(
        "dossier", nargs="?", metavar="DOSSIER", help="où écrire le site (build/site-p4 si rien n'est dit)"
    )
    analyseur.add_argument(
        "--pages",
        action="store_true",
        help="n'écrire que la documentation : guides, sujets, référence, mesures (quelques secondes)",
    )
    analyseur.add_argument(
        "--servir",
        action="store_true",
        help="servir le dossier sur cette machine, en le fabriquant s'il manque",
    )
    analyseur.add_argument(
        "--port", type=int, default=PORT, help=f"le port où servir ({PORT} si rien n'est dit)"
    )
    analyseur.add_argument("--sans-navigateur", action="store_true", help="servir sans ouvrir de page")


@en_francais
def executer(arguments: Namespace) -> int:
    """Fabrique le site, ou sert celui qui est déjà là."""
    racine = trouver_racine()
    if arguments.pages:
        return _ecrire_la_documentation(racine, Path(arguments.dossier or racine / "build" / DOSSIER))
    dossier = Path(arguments.dossier).resolve() if arguments.dossier else racine / "build" / "site-p4"
    if not (arguments.servir and (dossier / TEMOIN).exists()):
        print(f"Fabrication du site dans {dossier} (quelques minutes la première fois)…", flush=True)
        fabriquer(racine, dossier)
        print(f"écrit : {dossier} ({taille(dossier) / 1e6:.0f} Mo)")
    if not 0 <= arguments.port < 65_536:
        raise DemandeImpossible(f"{arguments.port} n'est pas un port : il y en a de 0 à 65535.")
    return servir(dossier, arguments.port, not arguments.sans_navigateur) if arguments.servir else 0


def _ecrire_la_documentation(racine: Path, dossier: Path) -> int:
    ecrire_pages(racine, dossier)
    print(f"écrit : {dossier / ACCUEIL.fichier}")
    return 0


def taille(dossier: Path) -> int:
    """Les octets d'un dossier."""
    return sum(chemin.stat().st_size for chemin in dossier.rglob("*") if chemin.is_file())
