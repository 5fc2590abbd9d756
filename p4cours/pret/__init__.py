"""« Prêt à rendre ? » : ce qui n'irait pas à la correction, dit avant de rendre."""

from __future__ import annotations

import os
from collections.abc import Iterator

from p4cours.pret import controles as controles_code
from p4cours.pret import controles as controles_fichier
from p4cours.pret.cellules import Illisible, sujets
from p4cours.pret.controles import Copie, Rapport, Souci, ouvrir

INTROUVABLE = Souci(
    "Le fichier du notebook est introuvable",
    remede="ouvrez-le dans JupyterLab, enregistrez-le, puis relancez",
)
SANS_SERVEUR = Souci(
    "Ouvert sans JupyterLab : impossible de comparer le fichier avec ce qui a été exécuté", grave=False
)


def pret_a_rendre(tp: str) -> Rapport | None:
    """Relit le notebook enregistré et dit, ligne par ligne, ce qui manquerait à la correction."""
    if "NBGRADER_EXECUTION" in os.environ:
        return None  # la correction a commencé : plus rien à préparer
    if tp not in sujets():
        raise ValueError(f"Le TP « {tp} » n'existe pas. Les TP sont : {', '.join(sujets())}.")
    try:
        copie = ouvrir(tp)
        return _examiner(copie, tp) if copie else Rapport(tp, (INTROUVABLE,))
    except Illisible as erreur:
        return Rapport(tp, (Souci(str(erreur).capitalize(), remede=controles_fichier.REPRENDRE),))
    except (
        Exception
    ) as erreur:  # un fichier que l'on n'a pas su prévoir ne doit pas priver l'élève d'une réponse
        quoi = f"La vérification s'est arrêtée ({type(erreur).__name__} : {erreur})"
        return Rapport(tp, (Souci(quoi, remede="montrez ce message à votre enseignant"),))


def _examiner(copie: Copie, tp: str) -> Rapport:
    fichier = f"Fichier relu : {copie.chemin.name}"
    if copie.ouverte:
        fichier += f", {copie.enregistrement()}. Seul ce qui est enregistré sera corrigé"
    return Rapport(tp, tuple(_soucis(copie, tp)), fichier + ".")


def _soucis(copie: Copie, tp: str) -> Iterator[Souci]:
    sujet = sujets()[tp]
    yield from controles_fichier.du_nom(copie, tp)
    yield from controles_fichier.des_cellules(copie, sujet)
    yield from controles_code.de_la_syntaxe(copie, sujet)
    yield from controles_code.des_noms(copie, sujet)
    yield from controles_code.des_saisies(copie, sujet)
    yield from controles_fichier.du_noyau(copie, sujet) if copie.ouverte else [SANS_SERVEUR]
    yield from controles_fichier.non_traitees(copie, sujet)
