"""Les verdicts sur les réponses de tests/reponses : leur temps, et ce que dit leur première ligne.

    python -m bench.verdicts                    tous les TP : les dix plus lents, les parts de chaque sorte
    python -m bench.verdicts tp1_grille         un TP, et la liste de ce qui n'est pas nommé

Temps : 2 secondes de calcul au plus pour une réponse juste, 4 pour une fausse, même si elle ne finit pas.
Première ligne d'une réponse fausse : elle nomme la cause (un des mots que la réponse annonce, ou une erreur
de Python), elle ne dit qu'un symptôme, ou bien elle dit autre chose, et trompe. 95 % de causes, 0,5 % au plus
de lignes qui trompent.
"""

from __future__ import annotations

import importlib
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from p4core.francais import virgule
from p4cours.examen import examiner
from p4cours.verification.horloge import lenteur

RECUEILS = Path(__file__).resolve().parents[1] / "tests" / "reponses"
PERMIS = {"juste": 2.0, "faux": 4.0, "non traité": 4.0}  # secondes de calcul, sur une machine ordinaire
sys.path.insert(0, str(RECUEILS.parent))

NOMMEE, SYMPTOME, TROMPE = "cause nommée", "symptôme seul", "autre chose"
_PLANTAGE = "Votre fonction s'arrête sur une erreur"
# Ce qui ne dit que le résultat manqué.
_SYMPTOMES = re.compile(
    r"^(?!.*\b(parenthèses|None)\b)"
    r".*(n'est pas la meilleure à profondeur|n'est pas (le bon|la bonne)\b|ne sont pas les bonnes"
    r"|^Ce n'est pas (ce|cette|la|le) |a continué après une victoire|s'arrête (trop tôt|avant la fin)"
    r"|ne correspond plus à la grille\.$|est trop lente|^0 version démasquée)"
)


@dataclass(frozen=True)
class Verdict:
    """Un verdict : son temps de calcul, la réponse, ce que dit la première ligne."""

    duree: float
    etat: str
    tp: str
    reponse: str
    ligne: str
    sorte: str  # vide pour une réponse juste

    @property
    def lent(self) -> bool:
        """Dépasse-t-il ce qui est permis ?"""
        return self.duree > PERMIS[self.etat] * lenteur()


def sorte(ligne: str, mots: tuple[str, ...]) -> str:
    """La première ligne nomme-t-elle la cause, un symptôme, ou autre chose ?"""
    lenteur_voulue = "trop lente" in mots and "trop lente" in ligne  # elle n'a pas d'autre faute
    if _SYMPTOMES.search(ligne) and not lenteur_voulue:
        return SYMPTOME
    return NOMMEE if ligne.startswith(_PLANTAGE) or any(mot in ligne for mot in mots) else TROMPE


def juger(tp: str) -> list[Verdict]:
    """Les verdicts de toutes les réponses d'un TP."""
    recueil, verdicts = importlib.import_module(f"reponses.{tp}").RECUEIL, []
    for reponse in (*recueil.justes, *recueil.fausses):
        valeur, debut = reponse.valeur(), time.process_time()
        bilan = examiner(tp, reponse.question, valeur)
        duree, ligne = time.process_time() - debut, bilan.message.partition("\n")[0]
        genre = sorte(ligne, reponse.mots) if reponse.mots else ""
        verdicts.append(Verdict(duree, bilan.etat, tp, str(reponse), ligne, genre))
    return verdicts


def parts(nom: str, verdicts: list[Verdict]) -> str:
    """Une ligne : combien de chaque sorte."""
    comptes = Counter(v.sorte for v in verdicts if v.sorte)
    total = max(1, sum(comptes.values()))
    detail = ", ".join(f"{s} {comptes[s]} ({virgule(100 * comptes[s] / total, '.1f')} %)" for s in _SORTES)
    return f"{nom} : {total} réponses fausses ; {detail}"


_SORTES = (NOMMEE, SYMPTOME, TROMPE)


def main(*tps: str) -> int:
    """Juge chaque réponse ; 0 si aucun verdict ne dépasse ce qui est permis et si les parts sont bonnes."""
    noms = tps or sorted(chemin.stem for chemin in RECUEILS.glob("tp*.py"))
    verdicts: list[Verdict] = []
    for tp in noms:
        verdicts += juger(tp)
        print(parts(tp, [v for v in verdicts if v.tp == tp]), flush=True)
    for v in verdicts:
        if v.sorte == TROMPE or (tps and v.sorte == SYMPTOME):
            print(f"  {v.sorte} : {v.tp}, {v.reponse} : {v.ligne[:150]}")
    print(parts("en tout", verdicts))
    durees = sorted((v.duree for v in verdicts), reverse=True)
    print(f"{len(verdicts)} verdicts, {durees[len(durees) // 2]:.2f} s en médiane. Les dix plus lents :")
    for v in sorted(verdicts, key=lambda v: -v.duree)[:10]:
        print(f"{v.duree:6.2f} s  {v.etat:10}  {v.tp}  {v.reponse}")
    fausses = [v.sorte for v in verdicts if v.sorte]
    bien = fausses.count(NOMMEE) >= 0.95 * len(fausses) and fausses.count(TROMPE) <= 0.005 * len(fausses)
    return int(not bien or any(v.lent for v in verdicts))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
