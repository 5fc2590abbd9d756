"""Les dix verdicts les plus lents sur les réponses de tests/reponses : `python -m bench.verdicts [tp…]`.

Objectif : 2 secondes de calcul pour une réponse juste, 4 pour une fausse, même si elle ne finit pas.
"""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path

from p4cours.examen import examiner
from p4cours.verification.horloge import lenteur

RECUEILS = Path(__file__).resolve().parents[1] / "tests" / "reponses"
PERMIS = {"juste": 2.0, "faux": 4.0, "non traité": 4.0}  # secondes de calcul, sur une machine ordinaire
sys.path.insert(0, str(RECUEILS.parent))


def main(*tps: str) -> int:
    """Juge chaque réponse ; 0 si aucun verdict ne dépasse ce qui est permis."""
    verdicts = []
    for tp in tps or sorted(chemin.stem for chemin in RECUEILS.glob("tp*.py")):
        recueil = importlib.import_module(f"reponses.{tp}").RECUEIL
        for reponse in (*recueil.justes, *recueil.fausses):
            valeur, debut = reponse.valeur(), time.process_time()
            etat = examiner(tp, reponse.question, valeur).etat
            verdicts.append((time.process_time() - debut, etat, tp, str(reponse)))
    verdicts.sort(reverse=True)
    print(
        f"{len(verdicts)} verdicts, {verdicts[len(verdicts) // 2][0]:.2f} s en médiane. Les dix plus lents :"
    )
    for duree, etat, tp, nom in verdicts[:10]:
        print(f"{duree:6.2f} s  {etat:10}  {tp}  {nom}")
    return int(any(duree > PERMIS[etat] * lenteur() for duree, etat, *_ in verdicts))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
