"""Quarante-huit copies, une par forme connue : chacune a-t-elle la note écrite d'avance, et sa personne ?"""

import contextlib
import io
import json
import shutil

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4core.commande import main
from p4cours.carnets import Cellule
from p4prof.carnets import lire_sujet
from p4prof.cours import ouvrir
from p4prof.eleves import Registre
from p4prof.rapports import lire_la_classe
from tests.cours_factice import RACINE, Cours, cours_factice, zipper
from tests.formes import Atelier, Rendu, classe_de_48, nommer


def p4(cours, *mots):
    """Une commande tapée dans le cours ; ce qu'elle affiche."""
    ecran = io.StringIO()
    with contextlib.chdir(cours.racine), contextlib.redirect_stdout(ecran):
        main(list(mots))
    return ecran.getvalue()


def ramasser_et_noter(cours, tp, rendus):
    """La liste de la classe, l'archive de Moodle, la notation ; la part des points de chaque forme."""
    eleves = nommer(rendus)
    feuille = ["Identifiant,Nom complet,Adresse de courriel,Note"]
    depots = {}
    for forme, rendu in rendus.items():
        famille, prenom, numero = eleves[forme]
        feuille.append(f"Participant{numero},{famille} {prenom},{forme}@lycee.fr,")
        recu = (rendu.qui or "{nom}").format(nom=f"{famille} {prenom}", prenom=prenom, famille=famille)
        for chemin, contenu in rendu.fichiers.items():
            depots[f"{recu}_{numero}_assignsubmission_file_/{chemin}"] = contenu
    (cours.racine / "feuille.csv").write_text("\n".join(feuille), "utf-8")
    (cours.racine / "rendus.zip").write_bytes(zipper(depots))
    cours.dit = p4(cours, "classe", "feuille.csv") + p4(cours, "ramasser", tp, "rendus.zip")
    cours.dit += p4(cours, "noter", tp)
    return _parts(cours, tp, {str(numero): forme for forme, (*_, numero) in eleves.items()})


def _parts(cours, tp, formes):
    """La part des points automatiques qu'a eue chaque forme, retrouvée par le numéro de l'élève."""
    ici = ouvrir(cours.racine)
    envois = Registre(ici, tp).envois
    with Gradebook(ici.db_url, ici.course_id) as notes:
        parts = {}
        notees = {e.eleve for e in lire_la_classe(tp, ici).notees}
        # nbgrader met 0 de lui-même à une réponse rédigée que l'élève n'a pas touchée.
        rediges = {c.name for n in notes.find_assignment(tp).notebooks for c in n.solution_cells}
        for eleve, envoi in [paire for paire in envois.items() if paire[0] in notees]:
            grades = [
                g
                for c in notes.find_submission(tp, eleve).notebooks
                for g in c.grades
                if g.auto_score is not None and g.name not in rediges
            ]
            parts[formes[envoi.numero]] = sum(g.auto_score for g in grades) / sum(g.max_score for g in grades)
    return parts


def ecarts(parts, rendus):
    """Les formes dont la part n'est pas celle qui était écrite."""
    return {f: (parts.get(f), r.part) for f, r in rendus.items() if abs(parts.get(f, -1) - r.part) > 0.005}


# Celles que l'on a vues le plus ; « make test-long » les essaie toutes.
FREQUENTES = (
    *("colab", "vscode", "jupytext", "format-4-4", "couper", "fusionner", "deux-carnets", "sous-les-tests"),
    *("tout-a-la-fin", "raise", "import-verrouille", "aide-plus-bas", "txt", "renomme"),
    *("homonyme", "homonyme-bis", "groupe", "a-l-envers"),
)


@pytest.fixture(
    scope="module",
    params=[FREQUENTES, pytest.param(None, marks=pytest.mark.long)],
    ids=["frequentes", "toutes"],
)
def petite(tmp_path_factory, request):
    """Les formes d'un petit TP : les plus fréquentes, ou les 48."""
    cours = cours_factice(tmp_path_factory.mktemp("formes"))
    toutes = classe_de_48(Atelier("tp_essai", cours.sujet("tp_essai"), cours.solution("tp_essai")))
    assert len(toutes) == 48
    cours.rendus = {forme: r for forme, r in toutes.items() if forme in (request.param or toutes)}
    cours.parts = ramasser_et_noter(cours, "tp_essai", cours.rendus)
    return cours


def test_quarante_huit_formes(petite):
    """Aucune forme ne change-t-elle la note ?"""
    assert ecarts(petite.parts, petite.rendus) == {}, petite.dit


def test_quarante_huit_personnes(petite):
    """Chaque copie est-elle à quelqu'un de la liste, et à lui seul ?"""
    lignes = lire_la_classe("tp_essai", ouvrir(petite.racine)).lignes
    assert len(lignes) == len(petite.rendus) == len({e.nom for e in lignes}) + 1  # deux homonymes
    assert all(e.note is not None for e in lignes)


def test_ce_qui_est_repare_est_dit(petite):
    """Une copie dont la forme a demandé un soin le dit-elle dans le rapport ?"""
    texte = str(lire_la_classe("tp_essai", ouvrir(petite.racine)))
    for phrase in ("raise NotImplementedError", "jugée en fin de carnet", "gardé à côté", "reconnu comme"):
        assert phrase in texte + petite.dit, phrase


def test_une_reponse_redigee_retrouve_son_nom(tmp_path):
    """Sans aucune métadonnée, l'explication d'un élève est-elle encore une réponse que l'on lira ?"""
    sujet = lire_sujet(RACINE / "notebooks" / "tp1_grille" / "tp1_grille.ipynb")
    carnet = nbformat.read(RACINE / "notebooks" / "tp1_grille" / "tp1_grille.ipynb", 4)
    for cellule in carnet.cells:
        if cellule.metadata.get("nbgrader", {}).get("grade_id") == "tp1-q08-phrases":
            cellule.source = "Les lignes sont parcourues de gauche à droite."
        cellule.metadata = {}
    neufs, remarques = sujet.reformer(nbformat.writes(carnet).encode(), "tp1_grille.ipynb")
    lues = {c.grade_id: c.source for c in map(Cellule.lire, json.loads(neufs)["cells"]) if c.grade_id}
    assert lues.pop("tp1-q08-phrases").startswith("Les lignes")
    assert set(lues) == {c.grade_id for c in sujet.cellules if c.a_la_main} - {"tp1-q08-phrases"}
    assert len(remarques) == len(lues) + 1 and sujet.reformer(neufs, "tp1_grille.ipynb") == (neufs, [])


# --- Un vrai TP ------------------------------------------------------------------------------------------

ENVERS = """
_joue_random = joue_random


def joue_random(*arguments):
    gagnant, grille = _joue_random(*arguments)
    return {}
"""


def _rendre(texte):
    def geste(atelier, carnet):
        reponse = next(c for c in carnet.cells if "def joue_random" in c.source and "nbgrader" in c.metadata)
        reponse.source += ENVERS.format(texte)

    return geste


@pytest.mark.long
@pytest.mark.timeout(7200)  # cinquante copies d'un vrai TP, sur une machine que d'autres occupent
def test_un_vrai_tp(tmp_path):
    """Sur le TP 1, aucune forme ne change-t-elle la note ? Une liste pour un couple coûte un dixième."""
    cours, tp = Cours(tmp_path), "tp1_grille"
    shutil.copytree(RACINE / "solutions" / tp, tmp_path / "solutions" / tp)
    p4(cours, "distribuer", tp)
    atelier = Atelier(tp, cours.sujet(tp), cours.solution(tp))
    rendus = classe_de_48(atelier)
    question = next(g for g in atelier.points if "joue-random" in g)
    vaut = atelier.points[question] / sum(atelier.points.values())
    for forme, texte, garde in (("liste", "[gagnant, grille]", 0.9), ("envers", "grille, gagnant", 0.5)):
        rendus[forme] = Rendu(atelier.change(_rendre(texte)).fichiers, 1 - vaut * (1 - garde))
    parts = ramasser_et_noter(cours, tp, rendus)
    assert ecarts(parts, rendus) == {}, cours.dit
