"""La commande `p4 livre` : fabriquer un livre d'ouvertures, un long calcul qui s'interrompt et se reprend.

Les scores du dernier pli sont calculés et notés un à un dans un journal ; ceux des autres s'en déduisent."""

from __future__ import annotations

import random
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from p4core.ia.solveur.calcul import Calcul, bits, grille_de, preparer, table_pour
from p4core.ia.solveur.livre import Livre, cle_canonique, coder, ecrire, minorant, nom_du_livre
from p4core.ia.solveur.noyau import Grille
from p4core.ia.solveur.resolution import score_final
from p4core.jeu import Position
from p4core.progression import barre

Positions = dict[int, Position]
Scores = dict[int, int]
Trouvailles = Iterable[tuple[int, int]]
Suivi = Callable[[Trouvailles, int], Trouvailles]  # laisse passer les trouvailles et montre où l'on en est
LOT = 4


@dataclass(frozen=True)
class Effort:
    """Les moyens du calcul : combien de fils, et une table de 2**logarithme entrées de 8 octets."""

    fils: int = 1
    logarithme: int = 20


def cle_de(position: Position) -> int:
    """La clé de la position dans le livre."""
    return cle_canonique(*bits(position), grille_de(position))


def positions_par_pli(grille: Grille, plis: int) -> list[Positions]:
    """Les positions non finies de chaque pli, au miroir près."""
    etages = [{cle_de(Position(*grille)): Position(*grille)}]
    for _ in range(plis):
        suivantes = (position.jouer(x) for position in etages[-1].values() for x in position.coups())
        etages.append({cle_de(suivante): suivante for suivante in suivantes if not suivante.finie})
    return etages


def lire_journal(journal: Path) -> Scores:
    """Les scores déjà trouvés ; une dernière ligne coupée est ignorée."""
    if not journal.exists():
        return {}
    lignes = journal.read_text().split("\n")[:-1]
    return {int(cle): int(valeur) for cle, valeur in (ligne.split() for ligne in lignes)}


def completer(
    journal: Path, grille: Grille, positions: Positions, effort: Effort, suivi: Suivi | None = None
) -> Scores:
    """Cherche les scores qui manquent au journal, qui les reçoit un à un ; tous les scores."""
    connus = lire_journal(journal)
    _retablir(journal, connus)
    # Des positions voisines dans l'ordre des clés partagent une grande part de leur recherche.
    restantes = sorted(cle for cle in positions if cle not in connus)
    trouvailles = _chercher(grille, [(cle, positions[cle]) for cle in restantes], effort)
    with closing(trouvailles), journal.open("a") as sortie:
        for cle, valeur in suivi(trouvailles, len(restantes)) if suivi else trouvailles:
            connus[cle] = valeur
            sortie.write(f"{cle} {valeur}\n")
            sortie.flush()
    return connus


def _retablir(journal: Path, connus: Scores) -> None:
    """Récrit le journal sans sa dernière ligne si elle était coupée."""
    journal.write_text("".join(f"{cle} {valeur}\n" for cle, valeur in connus.items()))


def _chercher(
    grille: Grille, positions: list[tuple[int, Position]], effort: Effort
) -> Generator[tuple[int, int], None, None]:
    """Les scores, par lots partagés entre des fils."""
    lots = [positions[i : i + LOT] for i in range(0, len(positions), LOT)]
    preparer(grille)
    table_pour(grille, effort.logarithme)  # créée ici pour que tous les fils aient la même
    arret = Event()

    def resoudre(lot: list[tuple[int, Position]]) -> list[tuple[int, int]]:
        calculs = {cle: _calcul(position, effort) for cle, position in lot}
        for calcul in calculs.values():
            while not arret.is_set() and not calcul.poursuivre():
                pass
        return [(cle, calcul.scores[0]) for cle, calcul in calculs.items() if calcul.fini]

    with ThreadPoolExecutor(effort.fils) as equipe:
        try:
            for trouves in equipe.map(resoudre, lots):
                yield from trouves
        finally:  # en cas d'interruption, personne n'attend la fin des lots
            arret.set()


def _calcul(position: Position, effort: Effort) -> Calcul:
    """Le calcul du score ; un livre moins profond en donne d'avance un minorant."""
    grille = grille_de(position)
    calcul = Calcul(grille, [bits(position)], ((0, effort.logarithme),))
    calcul.avancer(0)
    calcul.borner(minorant(grille, *bits(position)))
    return calcul


def remonter(etages: list[Positions], derniers: Scores) -> Scores:
    """Les scores de tous les plis : celui d'une position est le meilleur de ses suivantes."""
    scores = dict(derniers)
    for etage in reversed(etages[:-1]):
        for cle, position in etage.items():
            scores[cle] = max(-_score_suivant(position.jouer(x), scores) for x in position.coups())
    return scores


def _score_suivant(position: Position, scores: Scores) -> int:
    return score_final(position) if position.finie else scores[cle_de(position)]


def controler(livre: Livre, etages: list[Positions], alea: random.Random, combien: int) -> Iterator[Position]:
    """Les positions dont le livre donne un score faux, parmi quelques-unes tirées au sort."""
    toutes = [position for etage in etages for position in etage.values()]
    choisies = alea.sample(toutes, min(combien, len(toutes)))
    for position in choisies:
        if Calcul(livre.grille, [bits(position)]).terminer()[0] != livre.score(*bits(position)):
            yield position


def fabriquer(sortie: Path, grille: Grille, plis: int, effort: Effort, suivi: Suivi | None = None) -> Livre:
    """Calcule (ou finit de calculer) le livre de cette grille et l'enregistre."""
    etages = positions_par_pli(grille, plis)
    derniers = completer(journal_de(sortie), grille, etages[-1], effort, suivi)
    livre = coder(remonter(etages, derniers), grille, plis)
    ecrire(sortie, livre)
    return livre


def journal_de(sortie: Path) -> Path:
    """Le fichier où s'ajoutent les scores trouvés, à côté du livre."""
    return sortie.with_suffix(".journal")


def definir(analyseur: ArgumentParser) -> None:
    """Les options de la commande."""
    analyseur.epilog = "On peut l'interrompre (Ctrl-C) : la même commande reprend où elle en était."
    analyseur.add_argument("sortie", nargs="?", type=Path, help="le fichier du livre ; le journal est à côté")
    analyseur.add_argument(
        "--grille", type=int, nargs=3, default=[7, 6, 4], metavar=("L", "H", "N"), help="par défaut : 7 6 4"
    )
    analyseur.add_argument("--plis", type=int, default=10, help="nombre de coups couverts ; par défaut : 10")
    analyseur.add_argument("--fils", type=int, default=1, help="nombre de cœurs à occuper ; par défaut : 1")
    analyseur.add_argument(
        "--table", type=int, default=24, help="logarithme de la taille de la table : 24 pour 128 Mio"
    )
    analyseur.add_argument(
        "--controle", type=int, default=20, help="nombre de positions vérifiées à la fin ; par défaut : 20"
    )


def executer(arguments: Namespace) -> int:
    """Fabrique le livre, ou continue ; 0 si un contrôle au hasard n'y trouve pas d'erreur."""
    grille = tuple(arguments.grille)
    sortie = arguments.sortie or Path(nom_du_livre(grille))
    journal = journal_de(sortie)
    if deja := len(lire_journal(journal)):
        print(f"Reprise : {deja} scores sont déjà dans {journal}.")
    try:
        livre = fabriquer(sortie, grille, arguments.plis, Effort(arguments.fils, arguments.table), _suivi)
    except KeyboardInterrupt:
        print(f"\nInterrompu : {len(lire_journal(journal))} scores sont dans {journal}.")
        print("La même commande reprendra où elle en était.")
        return 130
    print(f"{sortie} : {sortie.stat().st_size} octets.")
    etages = positions_par_pli(grille, arguments.plis)
    fausses = list(controler(livre, etages, random.Random(), arguments.controle))
    for position in fausses:
        print(f"Score faux : {position!r}")
    print("Le contrôle a trouvé des erreurs." if fausses else "Le contrôle n'a trouvé aucune erreur.")
    return 1 if fausses else 0


def _suivi(trouvailles: Trouvailles, total: int) -> Trouvailles:
    return barre(trouvailles, total, "Positions du dernier pli")
