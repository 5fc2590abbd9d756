"""Le plateau sans noyau : dit-il ce que dit le plateau de Python, et que met-il dans une page ?"""

import html
import json
import re

import nbformat
import pytest
from nbconvert import HTMLExporter
from traitlets.config import Config

from p4core import Plateau, Position
from p4core.ecran.autonome import page_autonome, plateau_html, programme
from p4core.ecran.autonome.export import VUE
from p4core.ecran.autonome.page import ADVERSAIRES, _enfermer
from p4core.ecran.plateau.vue import sans_python
from p4core.ia.embarque import MODULE
from p4prof.corrige import en_page
from p4prof.inerte.pages import PageInerte
from tests.noeud import LIVRE, RACINE, node

OCTETS_MAX = 1_600_000  # le programme d'une page : le livre en fait les quinze seizièmes
REGLAGE = Config(json.loads((RACINE / "jupyter_etc/jupyter_config.json").read_text("utf-8")))


def jouer(*colonnes):
    """Des clics, un par colonne."""
    return [{"action": "jouer", "x": x} for x in colonnes]


def suite(*actions):
    """Des actions sans argument."""
    return [{"action": action} for action in actions]


NULLE = "441365675334466335442232661515577771217122"
D_UN_COTE = ("version", "refus", "copies", "barre", "reflechit")
ALLER = [{"action": "aller", "nombre": n} for n in (2, 0, 3, 5)]
SCENARIOS = {
    "deux personnes jusqu'au gain": (
        {},
        [*jouer(3, 3, 4, 4, 5, 5), *suite("conseil"), *jouer(6), *suite("annuler", "refaire", "nouvelle")],
    ),
    "plusieurs conseils": ({"position": "3"}, suite("conseil")),
    "analyse suivie": ({}, [*suite("analyse"), *jouer(3, 2), *suite("annuler", "analyse"), *jouer(3)]),
    "colonnes à partir de 0": (
        {"codage": "colonnes", "position": Position.depuis_coups("41")},
        [*jouer(0, 6), *suite("analyse", "annuler"), *ALLER],
    ),
    "partie relue": (
        {"position": "111111", "noms": ("Ada", "Bob")},
        [*jouer(2), *ALLER, *jouer(5)],
    ),
    "contre une machine, relue": (
        {"adversaire": "hasard", "position": "4455"},
        [*ALLER[:3], *suite("annuler", "refaire", "conseil"), *ALLER[1:2]],
    ),
    "partie nulle": (
        {"position": "441365675334466335442232661515577771217122"},
        suite("annuler", "nouvelle"),
    ),
    "petite grille": ({"position": Position(4, 4, 3)}, [*jouer(0, 1, 0, 1, 0), *suite("annuler")]),
}


def etats_de_python(options, actions):
    """De quoi refaire la partie en JavaScript, et ce que la vue reçoit de Python, d'action en action."""
    plateau = Plateau(**options, delai=60)
    donnees = sans_python(plateau._moteur.seance, plateau._codage)
    etats = [plateau._grille.etat]
    for message in actions:
        plateau._recevoir(None, {**message, "version": plateau._moteur.version}, [])
        plateau.attendre()
        etats.append(plateau._grille.etat)
    plateau.close()
    return donnees, etats


def comparable(etat):
    """Ce que les deux plateaux doivent dire pareil : tout, sauf ce qui n'existe que d'un côté."""
    garde = {
        cle: v for cle, v in etat.items() if cle not in ("version", "refus", "copies", "barre", "reflechit")
    }
    boutons = {b["action"]: [b["texte"], b["actif"], b["enfonce"]] for b in etat["barre"]}
    sans = (
        ("reglages",) if etat["largeur"] == 7 else ("reglages", "conseil", "analyse")
    )  # le solveur de la page
    boutons = {action: bouton for action, bouton in boutons.items() if action not in sans}
    return json.loads(json.dumps({**garde, "barre": boutons}))


def test_memes_etats_que_python():
    """Après chaque action, le plateau sans noyau montre-t-il exactement ce que montre celui de Python ?"""
    faits = {nom: etats_de_python(*scenario) for nom, scenario in SCENARIOS.items()}
    entree = [{"partie": faits[nom][0], "actions": actions} for nom, (_, actions) in SCENARIOS.items()]
    recus = json.loads(node("etats.mjs", MODULE, LIVRE, entree=json.dumps(entree)))
    for (nom, (_, attendus)), etats in zip(faits.items(), recus, strict=True):
        for rang, (attendu, etat) in enumerate(zip(attendus, etats, strict=True)):
            assert comparable(etat) == comparable(attendu), f"{nom}, après {rang} actions"


# --- ce qu'un plateau de notebook devient dans une page ---------------------------------------------------


@pytest.mark.parametrize(
    ("options", "joueurs", "premier"),
    [
        ({}, ["humain", "humain"], 0),
        ({"adversaire": "hasard"}, ["humain", "hasard"], 0),
        ({"adversaire": "parfait", "commence": "adversaire"}, ["humain", "parfait"], 1),
        ({"joueur": "parfait"}, ["humain", "parfait"], 1),
        ({"adversaire": "minmax", "profondeur": 2}, ["humain", "3"], 0),
        ({"adversaire": lambda p: p.coups()[0]}, ["humain", "3"], 0),
        ({"adversaire": "parfait", "position": Position(5, 4, 3)}, ["humain", "3"], 0),
    ],
)
def test_qui_joue_sans_python(options, joueurs, premier):
    """La personne est-elle toujours la première décrite, et chaque machine remplacée par une de la page ?"""
    plateau = Plateau(**options)
    donnees = plateau._decrire()["plateau"]
    plateau.close()
    assert (donnees["joueurs"], donnees["premier"]) == (joueurs, premier)
    assert len(json.dumps(donnees)) < 400


def test_position_sans_histoire():
    """Une grille donnée sans ses coups est-elle décrite par ses colonnes et son trait ?"""
    plateau = Plateau(position=Position.depuis_pions((7, 6), 4, (0b1, 0b10), 1))
    depart = plateau._decrire()["plateau"]["depart"]
    plateau.close()
    assert depart["colonnes"] == ["12", "", "", "", "", "", ""] and depart["trait"] == 1


# --- la page ------------------------------------------------------------------------------------------------


def test_programme():
    """Le programme tient-il dans une balise, sans import ni adresse, sous sa limite de taille ?"""
    texte = programme()
    assert len(texte.encode()) < OCTETS_MAX
    assert not re.search(r"^(import|export)\b|</script", texte, re.MULTILINE | re.IGNORECASE)
    assert not re.findall(r"https?://(?!www\.w3\.org)", texte)


def test_enfermer():
    """Un module devient-il une expression qui rend ses exports ?"""
    source = 'import { a } from "./noyau.mjs";\nexport const b = a;\nexport function c() {}\n'
    assert "const { a } = noyau;" in _enfermer(source) and "return { b, c };" in _enfermer(source)
    assert "return { render };" in _enfermer("function render() {}\nexport default { render };")


def test_page_autonome():
    """La page porte-t-elle un plateau par demande, et son programme une seule fois, titre échappé ?"""
    page = page_autonome("<Jouer>", plateau_html("hasard"), plateau_html(coups="4453", origine=0))
    assert "<title>&lt;Jouer&gt;</title>" in page
    assert page.count('class="p4-autonome"') == 2 and page.count("new autonome.Ressources(") == 1
    assert '"coups":[3,3,4,2],"origine":0' in page.replace("&quot;", '"')


@pytest.mark.parametrize(
    ("options", "mots"),
    [
        ({"adversaire": "minmax"}, "inconnu"),
        ({"commence": "moi"}, "attendu"),
        ({"coups": "8"}, "n'existe pas"),
    ],
)
def test_demande_impossible(options, mots):
    """Un adversaire, un premier joueur ou des coups impossibles sont-ils refusés en une phrase ?"""
    with pytest.raises(ValueError, match=mots):
        plateau_html(**options)


def test_memes_adversaires_en_javascript():
    """La page propose-t-elle les adversaires que Python permet ?"""
    source = (RACINE / "p4core/ecran/autonome/autonome.mjs").read_text("utf-8")
    assert {"humain", *re.findall(r'^  \["([^"]+)", \{ nom', source, re.MULTILINE)} == set(ADVERSAIRES)


# --- l'export d'un carnet -----------------------------------------------------------------------------------


def carnet(*sorties):
    """Un carnet d'une cellule, avec ces sorties."""
    cellule = nbformat.v4.new_code_cell("…", outputs=list(sorties))
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("$x^2$"), cellule])


def sortie(donnees, **metadata):
    """Une sortie de cellule."""
    return nbformat.v4.new_output("display_data", donnees, metadata=metadata)


IMAGE = sortie(
    {"image/svg+xml": '<svg data-p4="statique"></svg>', "text/plain": "<Plateau>"},
    p4core={"plateau": {"joueurs": ["humain", "hasard"], "noms": ["<b>", '"']}},
)
COMPOSANT = sortie({VUE: {"model_id": "a", "version_major": 2, "version_minor": 0}})


def exporter(nb, classe=HTMLExporter):
    """La page que fait nbconvert avec le réglage livré."""
    return classe(config=REGLAGE).from_notebook_node(nb)[0]


def test_export_d_un_plateau():
    """Le plateau est-il jouable, sans sa vue, sans script lointain, ce qui vient du carnet échappé ?"""
    nb = carnet(IMAGE, COMPOSANT)
    nb.metadata["widgets"] = {VUE.replace("view", "state"): {"state": {}}}
    page = exporter(nb)
    assert page.count('class="p4-autonome"') == 1 and page.count("new autonome.Ressources(") == 1
    assert not re.search(r'(?:src|href)="http', page) and VUE not in page.split("<body")[1]
    assert "<b>" not in re.search(r"data-partie='[^']*'|data-partie=\"[^\"]*\"", page)[0]
    assert 'class="formule"' in page


def test_export_d_autre_chose():
    """Une page sans rien de p4core est-elle celle de nbconvert, à l'octet près ?"""
    autre = carnet(sortie({"text/plain": "3"}), COMPOSANT)
    assert exporter(autre) == HTMLExporter().from_notebook_node(autre)[0]


def test_les_composants_des_autres_restent():
    """À côté d'un plateau, le composant d'une autre bibliothèque garde-t-il ce qui le fait vivre ?"""
    nb = carnet(IMAGE, COMPOSANT, sortie({"text/plain": "3"}), COMPOSANT)
    nb.metadata["widgets"] = {VUE.replace("view", "state"): {"state": {}}}
    page = exporter(nb)
    assert page.count('class="p4-autonome"') == 1 and "require" in page.split("<body")[0]


def test_une_page_inerte_le_reste():
    """Le retour à l'élève et formgrader, faits avec le même réglage, restent-ils sans programme ?"""
    page = exporter(carnet(IMAGE, COMPOSANT), PageInerte)
    assert "autonome" not in page


def test_corrige_sans_plateau():
    """Un corrigé sans plateau reste-t-il une page sans programme ?"""
    page = en_page(carnet(sortie({"text/plain": "3"})), "tp")
    assert "autonome" not in page and "script-src 'none'" in html.unescape(page)
