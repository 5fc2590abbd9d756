"""Une classe de trente entrées au concours : des joueurs de toute force, et de quoi perdre autrement."""

import json
import random
from dataclasses import dataclass

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes

from p4core.jeu import Position, partie_hasard
from p4core.tournois.rencontres import Releve, depart_de
from p4cours.carnets import Cellule
from p4prof.concours.deroulement import Concours, Reglages
from p4prof.concours.inscriptions import Inscrit, extraire
from p4prof.eleves import en_ascii
from tests.cours_factice import nbgrader


@dataclass(frozen=True)
class Candidat:
    """Une copie : les cellules qui définissent son entrée, et ce qu'on doit en dire."""

    nom: str
    cellules: tuple[str, ...]
    faute: str = ""  # le genre de la faute qui lui fait perdre chaque partie
    refus: str = ""  # des mots de la raison pour laquelle elle ne concourt pas


IMPORTS = "import random\nfrom p4core import Plateau, Position, vers_colonnes, vers_lignes\nfrom p4cours import verifier"
# Un min-max naïf, dont la profondeur et le goût changent d'un élève à l'autre.
RECHERCHE = """
def note(position, joueur):
    if position.gagnant:
        return 1000 if position.gagnant == joueur else -1000
    G = vers_colonnes(position)
    return {gout}

def explorer(position, joueur, p):
    if p == 0 or position.finie:
        return note(position, joueur)
    notes = [explorer(position.jouer(x), joueur, p - 1) for x in position.coups()]
    return max(notes) if position.trait == joueur else min(notes)
"""
MINMAX = """
def mon_ia(position):
    return max(position.coups(), key=lambda x: (explorer(position.jouer(x), position.trait, {p}), -abs(3 - x)))
"""
REGLES = """
def gagnantes(position, joueur):
    return [x for x in position.coups() if gagne(position, x, joueur)]

def gagne(position, x, joueur):
    vue = position if position.trait == joueur else Position(pions=position.pions, trait=joueur)
    return vue.jouer(x).gagnant == joueur
"""


# Sans le solveur du cours : des bits, alpha-bêta, une table, et le compte des positions vues plutôt que l'heure,
# pour que la partie se rejoue. À partir de FIN_VUE pions, ce compte suffit à aller jusqu'au bout.
FIN_VUE = 20
ISSUES = """
ORDRE = [1 << 7 * x for x in (3, 2, 4, 1, 5, 0, 6)]
BAS = sum(ORDRE)
PLEIN = BAS * 63
GARDER, vus = 30_000, {}


def menaces(pions, masque):
    r = pions << 1 & pions << 2 & pions << 3
    for d in (6, 7, 8):
        a, b = pions << d & pions << 2 * d, pions >> d & pions >> 2 * d
        r |= a & (pions << 3 * d | pions >> d) | b & (pions << d | pions >> 3 * d)
    return r & (PLEIN ^ masque)


def possibles(pions, masque):
    jouables, dangers = masque + BAS & PLEIN, menaces(pions ^ masque, masque)
    forces = jouables & dangers
    if forces:
        if forces & forces - 1:
            return []
        jouables = forces
    jouables &= ~(dangers >> 1)
    cases = [jouables & 63 * colonne for colonne in ORDRE]
    return sorted(filter(None, cases), key=lambda c: -menaces(pions | c, masque | c).bit_count())


def issue(pions, masque, bas, haut, compte):
    if masque == PLEIN:
        return 0
    cle = (pions, masque)
    if cle in vus:
        return vus[cle]
    compte[0] -= 1
    if compte[0] < 0:
        return None
    meilleure, sure = -1, bas
    for case in possibles(pions, masque):
        v = issue(pions ^ masque, masque | case, -haut, -bas, compte)
        if v is None:
            return None
        meilleure, bas = max(meilleure, -v), max(bas, -v)
        if bas >= haut:
            break
    if meilleure in (-1, 1) or sure < meilleure < haut:  # sinon, ce n'est qu'une borne
        vus[cle] = meilleure
    return meilleure
"""
PARFAIT = """
def mon_ia(position):
    pions, autres = position.pions[position.trait - 1], position.pions[2 - position.trait]
    masque, compte = pions | autres, [GARDER]
    gagnants = menaces(pions, masque) & masque + BAS
    if gagnants:
        return (gagnants.bit_length() - 1) // 7
    sures = possibles(pions, masque)
    if not sures:
        return position.coups()[0]
    choix, but = sures[0], -1
    for case in sures:
        v = issue(pions ^ masque, masque | case, -1, -but, compte)
        if v is None:
            break
        if -v > but:
            choix, but = case, -v
        if but == 1:
            break
    return (choix.bit_length() - 1) // 7
"""


def _regle(suite):
    return (REGLES, f"def mon_ia(position):\n    for joueur in (position.trait, 3 - position.trait):\n"
                    f"        if gagnantes(position, joueur):\n            return gagnantes(position, joueur)[0]\n    {suite}")  # fmt: skip


def _minmax(p, gout="0"):
    return RECHERCHE.format(gout=gout), MINMAX.format(p=p)


CENTRE = "sum((c == joueur) - (c == 3 - joueur) for c in G[3])"
# Une table calculée dans une cellule, remplie dans une autre : l'entrée a besoin des deux.
TABLE = ("table = {}", "for x in range(7):\n    table[x] = -abs(3 - x)", "def mon_ia(position):\n    return max(position.coups(), key=lambda x: (position.jouer(x).gagnant != 0, table[x]))")  # fmt: skip
HASARD = "def mon_ia(position):\n    return random.choice(position.coups())"


def _une(corps):
    return (f"def mon_ia(position):\n    {corps}",)


JOUEURS = [
    Candidat("Ada Minmax", _minmax(2, CENTRE)),
    Candidat("Blaise Minmax", _minmax(2)),
    Candidat("Chloé Minmax", _minmax(1, CENTRE)),
    Candidat("Denis Parfait", (ISSUES, PARFAIT)),
    Candidat("Élise Règles", _regle("return random.choice(position.coups())")),
    Candidat("Farid Règles", _regle("return min(position.coups(), key=lambda x: abs(3 - x))")),
    Candidat("Gaëlle Règles", _regle("return position.coups()[0]")),
    Candidat("Hugo Table", TABLE),
    Candidat("Inès Hasard", (HASARD,)),
    Candidat("Jules Hasard", ("import numpy as np", "def mon_ia(position):\n    return np.random.choice(position.coups())")),
    Candidat("Karim Gauche", _une("return position.coups()[0]")),
    Candidat("Lina Droite", _une("return position.coups()[-1]")),
    Candidat("Malo Ensemble", ('NOMS = {"a", "b", "c", "d", "e"}', "def mon_ia(position):\n    return position.coups()[list(NOMS).index('c') % len(position.coups())]")),
    Candidat("Nora Mémoire", ("deja = []", "def mon_ia(position):\n    deja.append(position)\n    return position.coups()[len(deja) % len(position.coups())]")),
    Candidat("Oscar Lignes", _une("lignes = vers_lignes(position)[0]\n    return max(position.coups(), key=lambda x: sum(r[x] != 0 for r in lignes))")),
    Candidat("Paul Lent mais sûr", ("from time import process_time", "def mon_ia(position):\n    fin = process_time() + 0.05\n    while process_time() < fin:\n        pass\n    return min(position.coups(), key=lambda x: abs(3 - x))")),
]  # fmt: skip
FAUTIFS = [
    Candidat("Quentin Lent", _une("while True:\n        pass"), faute="trop lent"),
    Candidat("Rémi Dormeur", ("import time", "def mon_ia(position):\n    time.sleep(3600)"), faute="trop lent"),
    Candidat("Sara Erreur", _une("return position.coups()[99]"), faute="erreur"),
    Candidat("Tom Interdit", _une("return 7"), faute="coup interdit"),
    Candidat("Uma Flottant", _une("return 3.0"), faute="coup interdit"),
    Candidat("Victor Mémoire", _une("l = [0]\n    while True:\n        l = l + l"), faute="erreur"),
    Candidat("Wanda Sortie", ("import os", "def mon_ia(position):\n    os._exit(0)"), faute="programme arrêté"),
    Candidat("Xavier Solveur", ("from p4core import solveur", "def mon_ia(position):\n    return solveur.meilleurs_coups(position)[0]"), faute="triche"),
    Candidat("Yann Curieux", ("import os", "def mon_ia(position):\n    try:\n        os.listdir('/root')\n    except OSError:\n        pass\n    return position.coups()[0]"), faute="triche"),
    Candidat("<script>alert(1)</script> & Zoé \"O'Neil", _une("print('<script>alert(1)</script>')\n    return position.coups()[0]"), faute="affichage"),
    Candidat("=cmd|' /C calc'!A0", ("import gc", "def mon_ia(position):\n    for objet in gc.get_objects():\n        if type(objet).__name__ == 'Canal':\n            objet.envoyer({'valeur': 3})\n    return position.coups()[0]"), faute="triche"),
]  # fmt: skip
ABSENTS = [
    Candidat("Alix Vide", _une("# À VOUS DE JOUER\n    raise NotImplementedError"), refus="n'est pas écrite"),
    Candidat("Basile Syntaxe", ("def mon_ia(position) return 3",), refus="n'est pas du Python"),
    Candidat("Carla Brisée", ("import absent", "seuil = absent.SEUIL", "def mon_ia(position, s=seuil):\n    return 3"), refus="n'est pas définie"),
]  # fmt: skip
# Des réponses qui ne sont pas des colonnes, des règles défaites de l'intérieur : à part, pour ne pas rallonger le concours.
RETORS = [
    Candidat("Abel Tableau", ("import numpy as np", "def mon_ia(position):\n    return np.array([3, 4])"), faute="coup interdit"),
    Candidat("Brice Matrice", ("import numpy as np", "def mon_ia(position):\n    return np.array([[3.5]])"), faute="coup interdit"),
    Candidat("Cyr Texte", _une("return '3'"), faute="coup interdit"),
    Candidat("Dora Vrai", _une("return True"), faute="coup interdit"),
    Candidat("Élio Énorme", _une("return 10 ** 2000"), faute="coup interdit"),
    Candidat("Fanny Fonction", _une("return lambda: 3"), faute="coup interdit"),
    Candidat("Gil Position", _une("return position"), faute="coup interdit"),
    Candidat("Hana Générateur", _une("yield 3"), faute="coup interdit"),
    Candidat("Ilan Sortie", _une("raise SystemExit(3)"), faute="erreur"),
    Candidat("Jade Groupe", _une("raise BaseExceptionGroup('a', [KeyboardInterrupt()])"), faute="erreur"),
    Candidat("Kim Règles", ("def mon_ia(position):\n    Position.jouer = Position.coups = lambda *a: [9]\n    object.__setattr__(position, 'trait', 3 - position.trait)\n    return 3",)),
    Candidat("Léa Forgée", ("import gc", "def mon_ia(position):\n    for o in gc.get_objects():\n        if type(o).__name__.startswith('Interieur'):\n            vieux = o._rendre\n            o._rendre = lambda appel: vieux(appel) | {'valeur': ['a', '<i8', [[3]]], 'apres': ['t', ['P', 99, 1, 1, 1, 1, 1, 1]]}\n    return 3"), faute="triche"),
]  # fmt: skip
CLASSE = [*JOUEURS, *FAUTIFS, *ABSENTS]
# Un calcul long, dont l'entrée ne se sert pas : l'exécuter à chaque rencontre doublerait la durée du concours.
INUTILE = "import time\ntime.sleep(3600)\nmesure = verifier('tp7_jeu_parfait', 'mon_ia', mon_ia)"


def carnet(candidat):
    """Sa copie, dans la forme des carnets distribués."""
    verrou, reponse = nbgrader("donne", locked=True), nbgrader("tp7-q09-mon-ia", solution=True)
    *aides, entree = candidat.cellules
    cellules = [
        new_markdown_cell("# Le jeu parfait", id="titre"),
        new_code_cell(IMPORTS, id="donne", metadata=verrou),
        *(new_code_cell(source, id=f"aide-{rang}") for rang, source in enumerate(aides)),
        new_code_cell(entree, id="tp7-q09-mon-ia", metadata=reponse),
        new_code_cell(INUTILE, id="essai"),
    ]
    return writes(new_notebook(cells=cellules))


def deposer(dossier, candidats):
    """Un dossier par élève, comme Moodle les donne."""
    for rang, candidat in enumerate(candidats):
        copie = dossier / f"{candidat.nom.replace('/', '∕')}_{rang + 100}_assignsubmission_file_"
        copie.mkdir(parents=True)
        (copie / "tp7_jeu_parfait.ipynb").write_text(carnet(candidat), "utf-8")


def cellules_de(candidat):
    """Les sources de son carnet."""
    return [c["source"] for c in json.loads(carnet(candidat))["cells"] if c["cell_type"] == "code"]


def inscrit(candidat):
    """Son entrée, sans passer par un dossier."""
    cellules = extraire([Cellule.lire(brute) for brute in json.loads(carnet(candidat))["cells"]])
    return Inscrit(en_ascii(candidat.nom), candidat.nom, cellules)


def concours_fictif(dossier, noms, ouvertures=1):
    """Un concours déjà joué, au hasard, sans bac ; la première partie du premier est perdue par une faute."""
    inscrits = [Inscrit(en_ascii(nom), nom, ("def mon_ia(position): pass",)) for nom in noms]
    concours = Concours(inscrits, Reglages("aucune", ouvertures=ouvertures), dossier)
    for lot in concours.a_jouer():
        releve = Releve.vide(lot.nombre, Position())
        for numero in range(lot.nombre):
            fin = partie_hasard(random.Random(f"{lot.a}/{lot.b}/{numero}"), depart_de(lot, numero))
            releve.noter(numero, bytes(fin.historique), fin.gagnant)
        concours.resultats.recevoir(lot, releve)
        concours.fichier.ecrire(lot, releve)
    return concours


def perdre_par_une_faute(concours, a, b, faute):
    """La partie n° 0 entre a et b s'arrête à l'ouverture : a y commet cette faute."""
    parties = concours.resultats.rencontres[a, b].parties
    parties.noter(0, parties.coups_de(0)[:8], 2)
    parties.fautes[0] = faute
