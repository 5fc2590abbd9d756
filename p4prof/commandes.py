"""Les commandes de l'enseignant, que `p4` ajoute à celles de p4core."""

from __future__ import annotations

from p4core.commande import Commandes

COMMANDES: Commandes = {
    "cours": ("p4prof.dossier", "faire le dossier d'un cours : TP, solutions, configuration, guides"),
    "classe": ("p4prof.classe", "prendre la liste de la classe ; en fin d'année, tout effacer"),
    "distribuer": (
        "p4prof.distribuer",
        "écrire ce qui se donne : les TP, ou tout le cours",
    ),
    "ramasser": ("p4prof.ramasser", "ranger les copies d'un dossier ou de l'archive de Moodle"),
    "noter": ("p4prof.noter", "noter les copies d'un TP, chacune dans un bac à sable"),
    "bilan": ("p4prof.rapports", "voir la classe : notes, échecs, erreurs fréquentes par question"),
    "annee": ("p4prof.annee", "voir l'année : chaque élève, chaque TP, les fautes qui reviennent"),
    "relire": ("p4prof.relire", "voir les notes qui tiennent à la forme, et prendre l'autre"),
    "rendre": ("p4prof.rendre", "écrire le retour de chaque élève, et le zip que Moodle reprend"),
    "corrige": ("p4prof.corrige", "écrire le corrigé d'un TP, à distribuer"),
    "exporter": ("p4prof.exporter", "écrire les notes d'un TP pour Moodle, Pronote ou un tableur"),
    "concours": ("p4prof.concours.commande", "le concours de la classe : toutes les mon_ia, et une page"),
    "site": ("p4prof.site.commande", "fabriquer le cours dans un navigateur, sans rien à installer"),
    "ressemblances": ("p4prof.ressemblances", "montrer les réponses qui se ressemblent le plus"),
}
