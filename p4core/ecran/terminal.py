"""Jouer dans un terminal : 0, 1 ou 2 personnes, plusieurs parties, des scores qui se suivent."""

from __future__ import annotations

import os
import random
import re
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from p4core.dessin import SIGNES, texte
from p4core.ecran import clavier
from p4core.ecran.seance import Participant, Seance
from p4core.ia.joueurs import MACHINES, machine
from p4core.jeu import Position

_TEINTES = {"o": "\033[1;33m", "x": "\033[1;31m"}
T = TypeVar("T")


@dataclass(frozen=True)
class Console:
    """Par où l'on parle : deux fonctions, remplacées dans les essais."""

    lire: Callable[[str], str] = input
    dire: Callable[[str], object] = print
    couleurs: bool = False
    pause: float = 0.0
    alea: random.Random = field(default_factory=random.Random)

    def demander(self, question: str, lire_reponse: Callable[[str], T]) -> T:
        """Pose la question jusqu'à obtenir une réponse que `lire_reponse` accepte."""
        while True:
            try:
                return lire_reponse(clavier.lire(question, self.lire))
            except (ValueError, ArgumentTypeError) as erreur:
                self.dire(f"  {erreur}")

    def montrer(self, position: Position) -> None:
        """Affiche la grille, en couleurs si le terminal les a."""
        grille = texte(position)
        self.dire("\n" + (colorer(grille) if self.couleurs else grille) + "\n")


def colorer(grille: str) -> str:
    """La grille avec les couleurs d'un terminal ; les lettres restent."""
    return re.sub(r"[oOxX]", lambda m: f"{_TEINTES[m[0].lower()]}{m[0]}\033[0m", grille)


# --- la commande ------------------------------------------------------------------------------


def definir(analyseur: ArgumentParser) -> None:
    """Les options de `p4 jouer`."""
    ajouter = analyseur.add_argument
    ajouter("-n", "--personnes", type=_nombre_personnes, metavar="N", help="nombre de personnes : 0, 1 ou 2")
    ajouter("--ia", type=_nom_ia, default="minmax", metavar="IA", help=f"l'IA : {', '.join(MACHINES)}")
    ajouter("--profondeur", type=_entier(1, 8), default=3, metavar="P", help="profondeur du min-max (3)")
    ajouter("--taille", type=_taille, default=(7, 6), metavar="LxH", help="colonnes x rangées (7x6)")
    ajouter("--aligner", type=_entier(2, 20), default=4, metavar="N", help="pions à aligner (4)")
    ajouter(
        "--pause", type=_secondes, default=0.4, metavar="S", help="secondes avant un coup de machine (0.4)"
    )


def executer(arguments: Namespace) -> int:
    """Joue ; « q », Ctrl-C ou la fin de l'entrée quittent proprement."""
    console = Console(couleurs=terminal_en_couleurs(), pause=arguments.pause)
    try:
        jouer_parties(arguments, console)
    except (clavier.Abandon, KeyboardInterrupt):
        console.dire("\nAu revoir !")
    return 0


def terminal_en_couleurs() -> bool:
    """La sortie est-elle un terminal qui accepte les couleurs ?"""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


# --- les parties ------------------------------------------------------------------------------


def jouer_parties(arguments: Namespace, console: Console) -> Seance:
    """Enchaîne les parties tant qu'on en redemande."""
    seance = preparer(arguments, console)
    while True:
        choisir_premier(seance, console)
        jouer_partie(seance, console)
        annoncer_scores(seance, console)
        if not console.demander("Une autre partie ? (o/n) ", lire_oui_non):
            return seance
        seance.nouvelle()


def preparer(arguments: Namespace, console: Console) -> Seance:
    """Les participants, la taille de la grille."""
    nombre = arguments.personnes
    if nombre is None:
        nombre = console.demander("Combien de personnes jouent (0, 1 ou 2) ? ", _nombre_personnes)
    reglages = {"profondeur": arguments.profondeur} if arguments.ia == "minmax" else {}
    participants: list[Participant] = []
    for rang in range(2):
        ia = machine(arguments.ia, **reglages) if rang >= nombre else None
        nom = f"Ordinateur {'AB'[rang]}" if ia else _demander_nom(console, rang, participants)
        participants.append(Participant(nom, ia))
    largeur, hauteur = arguments.taille
    return Seance((participants[0], participants[1]), Position(largeur, hauteur, arguments.aligner))


def _demander_nom(console: Console, rang: int, deja: list[Participant]) -> str:
    pris = [participant.nom for participant in deja]

    def lire(reponse: str) -> str:
        if not reponse:
            raise ValueError("Il faut un nom.")
        if reponse in pris:
            raise ValueError("Ce nom est déjà pris.")
        return reponse[:40]

    return console.demander(f"Nom du joueur {'AB'[rang]} : ", lire)


def choisir_premier(seance: Seance, console: Console) -> None:
    """Demande qui commence : un nom, ou rien pour tirer au sort."""
    noms = [participant.nom for participant in seance.participants]
    if all(not participant.humain for participant in seance.participants):
        seance.premier = console.alea.randrange(2)
        return

    def lire(reponse: str) -> int:
        if not reponse:
            return console.alea.randrange(2)
        if reponse not in noms:
            raise ValueError(f"Répondez {noms[0]}, {noms[1]}, ou Entrée pour tirer au sort.")
        return noms.index(reponse)

    question = f"Qui commence, {noms[0]} ou {noms[1]} (Entrée : au hasard) ? "
    seance.premier = console.demander(question, lire)


def jouer_partie(seance: Seance, console: Console) -> None:
    """Une partie, du premier coup à la fin."""
    console.montrer(seance.position)
    while not seance.position.finie:
        joueur = seance.au_trait
        x = _coup_humain(seance, console) if joueur.ia is None else _coup_machine(seance, console)
        seance.feuille.jouer(x)
        console.montrer(seance.position)
    seance.resultat = seance.position.gagnant
    gagnant = seance.participant(seance.resultat).nom if seance.resultat else ""
    console.dire(f"{gagnant} gagne !" if gagnant else "Partie nulle : la grille est pleine.")


def _coup_humain(seance: Seance, console: Console) -> int:
    position = seance.position
    pleines = [position.niveau(x) >= position.hauteur for x in range(position.largeur)]
    question = f"{_qui(seance)}, votre colonne, de 1 à {position.largeur} (q pour quitter) : "
    return console.demander(question, lambda reponse: clavier.colonne(reponse, pleines, origine=1) - 1)


def _coup_machine(seance: Seance, console: Console) -> int:
    ia = seance.au_trait.ia
    assert ia is not None
    time.sleep(console.pause)
    x = ia(seance.position)
    console.dire(f"{_qui(seance)} joue dans la colonne {x + 1}.")
    return x


def _qui(seance: Seance) -> str:
    return f"{seance.au_trait.nom} ({SIGNES[seance.position.trait]})"


def annoncer_scores(seance: Seance, console: Console) -> None:
    """Les victoires de chacun depuis le début."""
    points = [f"{seance.participant(j).nom} {seance.points(j)}" for j in (1, 2)]
    console.dire(f"Scores : {points[0]}, {points[1]}, parties nulles {seance.total_nulles}.")


# --- lire les réponses et les options -----------------------------------------------------------


def lire_oui_non(reponse: str) -> bool:
    """Oui ou non ; lève ValueError si ce n'est ni l'un ni l'autre."""
    debut = reponse.lower()
    if debut not in ("o", "oui", "n", "non"):
        raise ValueError("Répondez o (oui) ou n (non).")
    return debut.startswith("o")


def _nombre_personnes(texte: str) -> int:
    if texte not in ("0", "1", "2"):
        raise ArgumentTypeError("Répondez 0, 1 ou 2.")
    return int(texte)


def _nom_ia(texte: str) -> str:
    if texte not in MACHINES:
        raise ArgumentTypeError(f"« {texte} » n'est pas une IA connue ({', '.join(MACHINES)}).")
    return texte


def _entier(bas: int, haut: int) -> Callable[[str], int]:
    def lire(texte: str) -> int:
        if not texte.isdecimal() or not bas <= int(texte) <= haut:
            raise ArgumentTypeError(f"un entier de {bas} à {haut} est attendu.")
        return int(texte)

    return lire


def _secondes(texte: str) -> float:
    if not re.fullmatch(r"\d{1,3}([.,]\d+)?", texte):
        raise ArgumentTypeError("une durée en secondes, comme 0.5, est attendue.")
    return float(texte.replace(",", "."))


def _taille(texte: str) -> tuple[int, int]:
    motif = re.fullmatch(r"(\d{1,2})[x×](\d{1,2})", texte)
    if not motif or not all(1 <= int(n) <= 20 for n in motif.groups()):
        raise ArgumentTypeError("une taille comme 7x6 est attendue (20x20 au plus).")
    return int(motif[1]), int(motif[2])
