"""Les commandes du cours, que `p4` ajoute à celles de p4core."""

from __future__ import annotations

from p4core.commande import Commandes

COMMANDES: Commandes = {
    "lab": ("p4cours.lab", "ouvrir le cours de ce dossier dans JupyterLab"),
    "essayer": ("p4cours.essayer", "copier les sujets des TP quelque part, et les ouvrir"),
}
