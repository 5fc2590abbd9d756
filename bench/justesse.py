"""La table de référence des coups justes (TP 7), mesurée de nouveau et comparée."""

from __future__ import annotations

from p4core.tournois.echelle import barreaux
from p4core.tournois.mesure import TRANCHE, mesurer
from p4cours.tp7_jeu_parfait.experiences import GRAINE, POSITIONS, SEULES, A, B, bilans_de_reference


def main() -> int:
    """Mesure toutes les IA de l'échelle ; rend 0 si la table est celle du TP."""
    mesures = mesurer(barreaux(), POSITIONS, GRAINE, visible=False)
    print(mesures)
    bilans = {nom: mesures.de(nom).par_pli(TRANCHE) for nom in barreaux()}
    for nom, plis in bilans.items():
        print(nom, " ".join(f"{d.victoires}/{d.parties}" for d in plis.values()))
    duel = mesures.contre(A, B)
    seules = (duel.victoires, duel.defaites, duel.nulles)
    print(f"IA {A} contre IA {B} : {seules}, score {duel}")
    return 0 if bilans == bilans_de_reference() and seules == SEULES else 1


if __name__ == "__main__":
    raise SystemExit(main())
