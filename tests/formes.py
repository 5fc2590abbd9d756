"""Une classe de 48 : le même travail sous toutes les formes vues, et la note juste, écrite d'avance."""

import copy
import json
import zlib
from dataclasses import dataclass

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell

from tests.cours_factice import bareme, cellule, identifiants, remplir, reponses, zipper


@dataclass
class Rendu:
    """Ce qu'un élève dépose : des fichiers, sous un nom ; la part des points qui lui revient."""

    fichiers: dict
    part: float = 1.0  # des points automatiques
    qui: str = ""  # son nom chez Moodle, quand il n'est pas celui de la liste


class Atelier:
    """Un TP, et de quoi en fabriquer les copies : `sujet` et `solution` sont des carnets."""

    def __init__(self, tp, sujet, solution):
        self.tp, self.sujet, self.solution = tp, sujet, solution
        codes = [g for g in reponses(sujet) if cellule(sujet, g).cell_type == "code"]
        self.reponses = codes
        self.juste = remplir(sujet, solution, reponses(sujet))
        self.points = bareme(sujet)
        self.premiere, self.seconde = codes[0], codes[1]
        self.donnee = next(
            c.metadata.nbgrader.grade_id
            for c in sujet.cells
            if c.cell_type == "code"
            and c.metadata.get("nbgrader", {}).get("locked")
            and not c.metadata.nbgrader.grade
        )

    def fichier(self, carnet, nom=None):
        """Un seul carnet, sous le nom attendu."""
        texte = (
            nbformat.writes(carnet)
            if not isinstance(carnet, dict | str) or hasattr(carnet, "cells")
            else carnet
        )
        return {nom or f"{self.tp}.ipynb": texte if isinstance(texte, str) else json.dumps(texte)}

    def change(self, *gestes, **ailleurs):
        """La copie juste, après ces gestes."""
        carnet = copy.deepcopy(self.juste)
        for geste in gestes:
            geste(self, carnet)
        return Rendu(self.fichier(carnet, **ailleurs))

    def part(self, faites):
        """La part des points que valent ces réponses."""
        return sum(self.points.get(f"{g}-test", 0) for g in faites) / sum(self.points.values())


# --- Les logiciels ---------------------------------------------------------------------------------------


def colab(atelier, carnet):
    carnet.metadata = {
        "colab": {"provenance": []},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
    }
    carnet.nbformat_minor = 0
    for rang, c in enumerate(carnet.cells):
        c.metadata["id"] = f"col{rang:05d}"
        if c.cell_type == "code":
            c.metadata["colab"] = {"base_uri": "https://localhost:8080/", "height": 35}
        c.pop("id", None)


def vscode(atelier, carnet):
    carnet.metadata["language_info"] = {"name": "python", "version": "3.12.1", "pygments_lexer": "ipython3"}
    for rang, c in enumerate(carnet.cells):
        c["id"] = f"{zlib.crc32(str(rang).encode()):08x}"
        c.metadata["vscode"] = {"languageId": "python"}


def jupytext(atelier, carnet):
    carnet.metadata["jupytext"] = {"formats": "ipynb,py:percent", "text_representation": {"extension": ".py"}}
    for rang, c in enumerate(carnet.cells):
        c["id"], c.source = f"jt{rang}", "\n".join(ligne.rstrip() for ligne in c.source.strip().split("\n"))
        c.metadata["lines_to_next_cell"] = 2


def format_4_4(atelier, carnet):
    carnet.nbformat_minor = 4
    for c in carnet.cells:
        c.pop("id", None)


def sorties_enormes(atelier, carnet):
    libre = next(c for c in carnet.cells if c.cell_type == "code")
    libre.outputs = [nbformat.v4.new_output("stream", text="x" * 2_500_000)]


def fins_de_ligne(atelier, carnet):
    for c in carnet.cells:
        c.source = c.source.replace("\n", "\r\n")


def sans_metadonnees(atelier, carnet):
    for c in carnet.cells:
        c.metadata = {}


# --- Les cellules ----------------------------------------------------------------------------------------


def couper(atelier, carnet):
    """« Split cell » donne les mêmes métadonnées aux deux morceaux."""
    rang = identifiants(carnet)[atelier.premiere]
    haut = copy.deepcopy(carnet.cells[rang])
    haut.id, haut.source = "coupee", "# ma réponse"
    carnet.cells.insert(rang, haut)


def fusionner_reponses(atelier, carnet):
    """La seconde réponse fondue dans la première."""
    seconde = cellule(carnet, atelier.seconde)
    cellule(carnet, atelier.premiere).source += f"\n\n{seconde.source}"
    carnet.cells.remove(seconde)


def fusionner_avec_le_test(atelier, carnet):
    """« Merge » : le test passe dans la cellule de réponse, et la sienne disparaît."""
    test = cellule(carnet, f"{atelier.premiere}-test")
    cellule(carnet, atelier.premiere).source += f"\n{test.source}"
    carnet.cells.remove(test)


def sous_les_tests(atelier, carnet):
    """Chaque réponse descendue sous son test."""
    for grade_id in atelier.reponses:
        if f"{grade_id}-test" in identifiants(carnet):
            reponse = cellule(carnet, grade_id)
            carnet.cells.remove(reponse)
            carnet.cells.insert(identifiants(carnet)[f"{grade_id}-test"] + 1, reponse)


def tout_a_la_fin(atelier, carnet):
    """Les cellules à compléter intactes, toutes les réponses dans une cellule de plus, à la fin."""
    textes = [cellule(carnet, g).source for g in atelier.reponses]
    for grade_id in atelier.reponses:
        cellule(carnet, grade_id).source = cellule(atelier.sujet, grade_id).source
    carnet.cells.append(new_code_cell("\n\n".join(textes), id="fin"))


def raise_laisse(atelier, carnet):
    """Répondre sous le raise, sans l'effacer."""
    for grade_id in atelier.reponses:
        reponse = cellule(carnet, grade_id)
        lignes = reponse.source.split("\n")
        rang = next(
            (r for r, ligne in enumerate(lignes) if ligne.startswith("def ") and ligne.endswith(":")), None
        )
        if rang is not None:
            lignes.insert(rang + 1, "    # À VOUS DE JOUER\n    raise NotImplementedError")
            reponse.source = "\n".join(lignes)


def import_verrouille(atelier, carnet):
    """Un import ajouté à une cellule donnée, et dont la réponse se sert."""
    cellule(carnet, atelier.donnee).source += "\nimport math as maths"
    reponse = cellule(carnet, atelier.premiere)
    reponse.source = "\n".join([*_avec_ligne(reponse.source, "maths.floor(0.5)")])


def aide_verrouillee(atelier, carnet):
    """Une fonction écrite dans une cellule donnée."""
    cellule(carnet, atelier.donnee).source += "\n\ndef mon_aide():\n    return 0"
    reponse = cellule(carnet, atelier.premiere)
    reponse.source = "\n".join([*_avec_ligne(reponse.source, "mon_aide()")])


def aide_dans_le_test(atelier, carnet):
    """Une fonction écrite au-dessus du test, dans sa cellule."""
    test = cellule(carnet, f"{atelier.premiere}-test")
    test.source = f"def mon_aide():\n    return 0\n\n{test.source}"
    reponse = cellule(carnet, atelier.premiere)
    reponse.source = "\n".join([*_avec_ligne(reponse.source, "mon_aide()")])


def aide_plus_bas(atelier, carnet):
    """Une fonction dont une réponse se sert, écrite tout en bas ; rien ne l'appelle avant."""
    fonctions = [g for g in atelier.reponses if cellule(carnet, g).source.startswith("def ")]
    reponse = cellule(carnet, fonctions[-1])
    reponse.source = "\n".join([*_avec_ligne(reponse.source, "mon_aide()")])
    carnet.cells.append(new_code_cell("def mon_aide():\n    return 0", id="aide"))


def _avec_ligne(source, ligne):
    """Le code, où la première fonction commence par cette ligne."""
    faite = False
    for lue in source.split("\n"):
        yield lue
        if not faite and lue.startswith("def ") and lue.endswith(":"):
            faite = True
            yield f"    {ligne}"
    assert faite, source


def dans_une_cellule_neuve(atelier, carnet):
    reponse = cellule(carnet, atelier.premiere)
    rang = carnet.cells.index(reponse)
    carnet.cells[rang] = new_code_cell(reponse.source, id="neuve")


def en_markdown(atelier, carnet):
    rang = identifiants(carnet)[atelier.premiere]
    avant = carnet.cells[rang]
    carnet.cells[rang] = new_markdown_cell(avant.source, metadata=avant.metadata, id=avant.id)


def test_efface(atelier, carnet):
    carnet.cells.remove(cellule(carnet, f"{atelier.premiere}-test"))


def test_modifie(atelier, carnet):
    cellule(carnet, f"{atelier.premiere}-test").source = "print('ok')"


def test_en_double(atelier, carnet):
    rang = identifiants(carnet)[f"{atelier.premiere}-test"]
    carnet.cells.insert(rang + 1, nbformat.from_dict({**carnet.cells[rang], "id": "double"}))


def donnee_effacee(atelier, carnet):
    carnet.cells.remove(cellule(carnet, atelier.donnee))


def souche_en_double(atelier, carnet):
    rang = identifiants(carnet)[atelier.premiere]
    souche = copy.deepcopy(carnet.cells[rang])
    souche.id, souche.source = "souche", cellule(atelier.sujet, atelier.premiere).source
    carnet.cells.insert(rang + 1, souche)


def libre(texte):
    """Une cellule à soi, juste après la première réponse."""

    def geste(atelier, carnet):
        carnet.cells.insert(identifiants(carnet)[atelier.premiere] + 1, new_code_cell(texte, id="libre"))

    return geste


def devant(texte):
    """Une ligne en tête de la première réponse."""

    def geste(atelier, carnet):
        reponse = cellule(carnet, atelier.premiere)
        reponse.source = f"{texte}\n{reponse.source}"

    return geste


def tabulations(atelier, carnet):
    for grade_id in atelier.reponses:
        reponse = cellule(carnet, grade_id)
        reponse.source = reponse.source.replace("    ", "\t")


GESTES = {
    "colab": (colab,), "vscode": (vscode,), "jupytext": (jupytext,), "format-4-4": (format_4_4,),
    "colab-sous-les-tests": (sous_les_tests, colab), "sorties-enormes": (sorties_enormes,),
    "fins-de-ligne": (fins_de_ligne,), "sans-metadonnees": (sans_metadonnees,), "couper": (couper,),
    "fusionner": (fusionner_reponses,), "fusionner-test": (fusionner_avec_le_test,),
    "sous-les-tests": (sous_les_tests,), "tout-a-la-fin": (tout_a_la_fin,), "raise": (raise_laisse,),
    "raise-sous-les-tests": (raise_laisse, sous_les_tests), "import-verrouille": (import_verrouille,),
    "aide-verrouillee": (aide_verrouillee,), "aide-dans-le-test": (aide_dans_le_test,),
    "aide-plus-bas": (aide_plus_bas,), "cellule-neuve": (dans_une_cellule_neuve,),
    "en-markdown": (en_markdown,),
    "test-efface": (test_efface,), "test-modifie": (test_modifie,), "test-double": (test_en_double,),
    "donnee-effacee": (donnee_effacee,), "souche-double": (souche_en_double,), "tabulations": (tabulations,),
    "magie": (devant("%%time"),), "magie-dessous": (libre("%timeit -n1 -r1 0"),),
    "affichages": (devant("print('essai')"),), "clavier": (libre("n = int(input('combien ? '))"),),
    "erreur": (libre("1 / 0"),), "noyau": (libre("import os\nos._exit(1)"),),
}  # fmt: skip


# --- Les fichiers ----------------------------------------------------------------------------------------


def fichiers(atelier):
    """Le carnet juste sous d'autres noms, codages et archives, seul ou à côté d'un autre."""
    tp, texte, intact = atelier.tp, nbformat.writes(atelier.juste), nbformat.writes(atelier.sujet)
    moitie = atelier.reponses[: len(atelier.reponses) // 2]
    a_moitie = nbformat.writes(remplir(atelier.sujet, atelier.solution, moitie))
    return {
        "renomme": Rendu({"mon travail (final).ipynb": texte}),
        "txt": Rendu({f"{tp}.ipynb.txt": texte}),
        "zip": Rendu({"rendu.zip": zipper({f"dossier/{tp}.ipynb": texte, "__MACOSX/._x.ipynb": "x"})}),
        "sauvegardes": Rendu({f"{tp}.ipynb": texte, f".ipynb_checkpoints/{tp}-checkpoint.ipynb": intact}),
        "utf-16": Rendu({f"{tp}.ipynb": texte.encode("utf-16")}),
        "bom": Rendu({f"{tp}.ipynb": texte.encode("utf-8-sig")}),
        "deux-carnets": Rendu({f"{tp}.ipynb": intact, f"{tp} (1).ipynb": texte}),
        "deux-travailles": Rendu({f"{tp}.ipynb": a_moitie, f"{tp}-Copy1.ipynb": texte}),
        "moitie": Rendu({f"{tp}.ipynb": a_moitie}, atelier.part(moitie)),
        "intacte": Rendu({f"{tp}.ipynb": intact}, 0.0),
        "jupyterlab": Rendu({f"{tp}.ipynb": texte}),
    }


def noms(atelier):
    """Le carnet juste, sous un nom que Moodle ou l'élève a changé."""
    juste, intact = (nbformat.writes(carnet) for carnet in (atelier.juste, atelier.sujet))
    return {
        "homonyme": Rendu({f"{atelier.tp}.ipynb": juste}, qui="ROY Zoé"),
        "homonyme-bis": Rendu({f"{atelier.tp}.ipynb": intact}, 0.0, qui="ROY Zoé"),
        "groupe": Rendu({f"{atelier.tp}.ipynb": juste}, qui="Groupe 3-{nom}"),
        "a-l-envers": Rendu({f"{atelier.tp}.ipynb": juste}, qui="{prenom} {famille}"),
    }


def classe_de_48(atelier):
    """Les 48 rendus, par forme."""
    gestes = {forme: atelier.change(*gestes) for forme, gestes in GESTES.items()}
    return gestes | fichiers(atelier) | noms(atelier)


LETTRES = ("ABEL", "BRUN", "CARO", "DIAZ", "ÉMERY", "FAURE", "GIRAUD", "HUGO")
PRENOMS = ("Léa", "Noé", "Zoé", "Ève", "Anaïs", "Maël", "Inès")


def nommer(formes):
    """À chaque forme son élève : (nom, prénom, numéro chez Moodle) ; deux sont homonymes."""
    inscrits = {}
    for rang, forme in enumerate(formes):
        famille, prenom = LETTRES[rang % 8], PRENOMS[rang // 8]
        inscrits[forme] = ("ROY", "Zoé") if forme.startswith("homonyme") else (famille, prenom)
    return {forme: (*nom, 300 + rang) for rang, (forme, nom) in enumerate(inscrits.items())}
