"""« Prêt à rendre ? » : ce qui n'irait pas à la correction, dit avant de rendre."""

from __future__ import annotations

import os

from p4core.francais import en_une_ligne
from p4cours.carnets import CarnetIllisible
from p4cours.pret import navigateur
from p4cours.pret.controles import REPRENDRE, controler
from p4cours.pret.points import avancement
from p4cours.pret.relecture import Relecture, Souci, ouvrir
from p4cours.pret.sujets import sujets

INTROUVABLE = Souci(
    "Le fichier du notebook est introuvable",
    remede="ouvrez-le dans JupyterLab, enregistrez-le, puis relancez",
)


@en_une_ligne
def pret_a_rendre(tp: str) -> Relecture | None:
    """Relit le notebook enregistré et dit, ligne par ligne, ce qui manquerait à la correction.

    Dans un navigateur, l'affiche lui-même, suivi des boutons qui l'emportent.
    """
    if "NBGRADER_EXECUTION" in os.environ:
        return None  # la correction a commencé : plus rien à préparer
    if tp not in sujets():
        raise ValueError(f"Le TP « {tp} » n'existe pas. Les TP sont : {', '.join(sujets())}.")
    if not navigateur.DANS_UN_NAVIGATEUR:
        return _relire(tp)
    navigateur.montrer(_relire(tp), tp)
    return None


def _relire(tp: str) -> Relecture:
    try:
        copie = ouvrir(tp)
        if copie is None:
            return Relecture(tp, (INTROUVABLE,))
        return Relecture(tp, tuple(controler(copie, tp)), copie.description, avancement(copie, tp))
    except CarnetIllisible as erreur:
        return Relecture(tp, (Souci(str(erreur).capitalize(), remede=REPRENDRE),))
    except Exception as erreur:  # un fichier que l'on n'a pas su prévoir ne prive pas l'élève d'une réponse
        quoi = f"La vérification s'est arrêtée ({type(erreur).__name__} : {erreur})"
        return Relecture(tp, (Souci(quoi, remede="montrez ce message à votre enseignant"),))
