"""Une copie corrigée : rien d'hostile n'y agit, rien de caché n'y paraît, le travail honnête se lit."""

import copy
import re
import warnings
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbconvert.exporters import HTMLExporter
from nbconvert.filters.markdown_mistune import MarkdownWithMath
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from p4core.ecran.formules import formule_html
from p4cours.carnets import Cellule
from p4cours.examen import questions
from p4cours.verification.bilan import FAUX, GENRE, Bilan, ContreExemple
from p4prof.carnets import CarnetSource
from p4prof.cloison.copie import VISIBLE
from p4prof.inerte.carnet import AFFICHAGE, EffacerTestsCaches, rendre_inerte
from p4prof.inerte.discret import AUTREMENT, PAS_MONTRES
from p4prof.inerte.pages import PageDeCopie, PageInerte, RetourEnFrancais, couper, marquer, politique
from p4prof.inerte.textes import LIGNE_MAX, OCTETS_MAX, est_inerte, image_sure, markdown_inerte
from p4prof.inerte.textes import MARKDOWN_MAX as TEXTE_MAX
from tests.copies_hostiles import ATTAQUES, PIXEL, RESSOURCES, exporteur, honnete

SUJETS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*/*.ipynb"))
TEST = 'verifier("tp", "double", double)'
BALISES = {
    *("div", "span", "pre", "code", "p", "a", "img", "ul", "ol", "li", "dl", "dt", "dd", "br", "hr"),
    *("table", "thead", "tbody", "tr", "th", "td", "strong", "em", "b", "del", "blockquote"),
    *("h1", "h2", "h3", "h4", "h5", "h6"),
}
FORMULAIRE = {"button", "input", "textarea"}  # les cases de formgrader
ADRESSE = re.compile(r"data:image/(png|jpeg|svg\+xml);base64,[A-Za-z0-9+/=]*|#.*")
STYLE = re.compile(
    r"(vertical-align|text-align|white-space|width|margin-left|color|background-color):[^;:]*;?"
)


def meta(grade_id, **reglages):
    """Les métadonnées nbgrader d'une cellule du sujet."""
    base = {"grade_id": grade_id, "grade": False, "solution": False, "locked": True, "task": False}
    return base | {"schema_version": 3} | reglages


def sujet():
    """Le sujet que connaît le carnet de notes : une question, son test, un texte verrouillé."""
    cellules = [
        ("code", "# À VOUS", meta("q-double", solution=True, locked=False)),
        ("code", TEST, meta("q-double-test", grade=True, points=8)),
        ("markdown", "Un <b>énoncé</b> [lien](https://exemple.fr)", meta("enonce")),
    ]
    lues = [Cellule(genre, texte, reglages["grade_id"], "", reglages) for genre, texte, reglages in cellules]
    return CarnetSource({c.grade_id: c for c in lues})


def copie(*cellules, **metadonnees):
    """Une copie : ces cellules, entre une réponse et son test, puis du travail honnête."""
    du_sujet = {nom: c.reglages for nom, c in sujet().cellules.items()}
    reponse = new_code_cell("double = 2", metadata={"nbgrader": du_sujet["q-double"]})
    test = new_code_cell(TEST, metadata={"nbgrader": du_sujet["q-double-test"]})
    cellules = [reponse, *copy.deepcopy(cellules), test, *honnete()]
    # Sans new_notebook, qui refuserait les cellules mal formées.
    return nbformat.from_dict({**new_notebook(), "cells": cellules, "metadata": metadonnees})


def page(carnet, gabarit="feedback", classe=HTMLExporter):
    """La page que nbgrader fait d'un carnet, avec ses propres gabarits."""
    for notee in (c for c in carnet.cells if c.metadata.get("nbgrader", {}).get("grade")):
        notee.metadata.nbgrader.setdefault("score", 0)  # ce que fait nbgrader juste avant
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # un affichage sans représentation : c'est le but
        return exporteur(classe, gabarit).from_notebook_node(carnet, RESSOURCES)[0]


def inerte(carnet):
    """La copie, rendue inerte."""
    return rendre_inerte(copy.deepcopy(carnet), sujet())


def dangers(html, gabarit="feedback"):
    """Ce qui, dans le carnet affiché, agit, charge, recouvre ou cache."""
    soupe = BeautifulSoup("<div " + html.split('id="notebook-container"')[-1], "html.parser")
    permises = BALISES | (FORMULAIRE if gabarit == "formgrade" else set())
    for case in soupe.select("input[type=checkbox][disabled]"):  # celle d'une liste de tâches
        case.unwrap()
    trouves = [str(b)[:80] for b in soupe.find_all(True) if b.name not in permises or _attributs_hostiles(b)]
    manquants = [mot for mot in ("score < 3 & é", "ValueError") if mot not in soupe.text]
    identifiants = [b["id"] for b in soupe.find_all(id=True)]
    doubles = {i for i in identifiants if identifiants.count(i) > 1}
    return trouves + manquants + sorted(doubles)


def _attributs_hostiles(balise):
    adresses = [
        str(balise.get(nom)) for nom in ("src", "href", "action", "data", "srcset") if balise.get(nom)
    ]
    classes = {c for c in balise.get("class", []) if c.startswith(("navbar", "celltag"))}
    return (
        any(nom.startswith("on") for nom in balise.attrs)
        or any(not ADRESSE.fullmatch(adresse) for adresse in adresses)
        or STYLE.sub("", balise.get("style", "").replace(" ", "")) != ""
        or bool(classes)
    )


@pytest.mark.parametrize("attaque", ATTAQUES, ids=lambda a: a.nom)
def test_attaque_sans_protection(attaque):
    """L'attaque agirait-elle vraiment, sans protection ? (Sinon, elle ne prouve rien.)"""
    if attaque.effet == "panne":
        with pytest.raises(Exception):  # noqa: B017 (chacune la sienne)
            page(copie(attaque.cellule, **attaque.carnet), attaque.gabarit).encode()
    else:
        carnet = copie(attaque.cellule, **attaque.carnet)
        assert dangers(page(carnet, attaque.gabarit), attaque.gabarit) or _code_cache(carnet, attaque)


def _code_cache(carnet, attaque):
    return f"# {attaque.nom}" not in BeautifulSoup(page(carnet, attaque.gabarit), "html.parser").text


@pytest.mark.parametrize("attaque", ATTAQUES, ids=lambda a: a.nom)
@pytest.mark.parametrize("gabarit", ["feedback", "formgrade"])
def test_attaque_desarmee(attaque, gabarit):
    """La même, une fois la copie rendue inerte, n'agit-elle ni dans le retour ni dans formgrader ?"""
    carnet = inerte(copie(attaque.cellule, **attaque.carnet))
    nbformat.validate(nbformat.from_dict({**carnet, "nbformat_minor": 5}))
    propre = PageInerte if gabarit == "formgrade" else RetourEnFrancais
    html = page(carnet, gabarit, propre)
    html.encode()
    assert dangers(html, gabarit) == []
    if attaque.cellule.cell_type == "code":
        assert f"# {attaque.nom}" in BeautifulSoup(html, "html.parser").text


@pytest.mark.parametrize("attaque", ATTAQUES, ids=lambda a: a.nom)
def test_rendre_inerte_deux_fois(attaque):
    """Refaire le nettoyage ne change-t-il plus rien ?"""
    une_fois = inerte(copie(attaque.cellule, **attaque.carnet))
    assert inerte(une_fois) == une_fois


def test_sans_nettoyage_la_page_se_defend():
    """Même sur une copie non nettoyée, la page du retour interdit-elle tout programme et tout réseau ?"""
    entete, _ = couper(page(copie(ATTAQUES[0].cellule), classe=RetourEnFrancais))
    assert re.search(r"<head><meta [^>]*content=\"default-src 'none'; img-src data:;", entete)
    assert "<script" not in entete and "<link" not in entete and "url(" not in entete


@pytest.mark.parametrize(
    "genre", ["image/svg+xml", "text/latex", "application/vnd.jupyter.widget-view+json", "text/x"]
)
def test_autres_genres_retires(genre):
    """Un genre de sortie sans danger aujourd'hui, mais inutile, est-il retiré quand même ?"""
    cellule = new_code_cell("x", outputs=[new_output("display_data", data={genre: "<script>"})])
    sortie = inerte(copie(cellule)).cells[1].outputs[0]
    assert sortie.data == {"text/plain": f"[affichage non montré : {genre}]"}


def test_travail_honnete():
    """Gras, formule, code, affichage, graphique et erreur restent-ils entiers ?"""
    carnet = inerte(copie())
    markdown, code = honnete()
    assert carnet.cells[-2].source == markdown.source
    assert carnet.cells[-1].outputs[0] == code.outputs[0]
    assert carnet.cells[-1].outputs[1].data == code.outputs[1].data
    html = page(carnet, classe=RetourEnFrancais)
    assert "<strong>gras</strong>" in html and "<code>a&lt;b</code>" in html
    assert 'alt="x&lt;y"' in html and f"base64,{PIXEL}" in html and "et a &lt; b." in html


def test_couleurs_sans_commandes():
    """Les couleurs d'une trace restent-elles, les liens et autres commandes de terminal partent-ils ?"""
    flux = "\x1b[31mrouge\x1b[0m \x1b]8;;http://x\x07lien\x1b]8;;\x07 \x1b[2J\x07fin"
    cellule = new_code_cell("x", outputs=[new_output("stream", text=flux)])
    assert inerte(copie(cellule)).cells[1].outputs[0].text == "\x1b[31mrouge\x1b[0m lien [2Jfin"


def test_demesure():
    """Une ligne sans fin, mille sorties, un texte énorme sont-ils abrégés, et le dit-on ?"""
    sorties = [new_output("stream", text="x" * 10**6), *[new_output("stream", text="y")] * 999]
    carnet = inerte(copie(new_code_cell("x", outputs=sorties), new_markdown_cell("z" * 10**6)))
    assert len(carnet.cells[1].outputs[0].text) < LIGNE_MAX + 100
    assert "la suite n'est pas montrée" in carnet.cells[1].outputs[0].text
    assert "940 de plus" in carnet.cells[1].outputs[-1].text
    assert len(carnet.cells[2].source) == TEXTE_MAX


# --- Ce qui est cru ---------------------------------------------------------------------------------


MAL = "\"'><script>x()</script><img src=x onerror=y()> $\\href{javascript:z}{a}$"
EXEMPLE = ContreExemple(f"f({MAL})", "3", MAL, code=f"G = {MAL}", apres=MAL)
BILAN = Bilan("tp", "double", FAUX, 0.5, MAL, ((MAL, False),), EXEMPLE, MAL, 8.0)


def montrer(**autres):
    """Les sorties d'une cellule qui affiche ce bilan, complété ou faussé."""
    return [new_output("display_data", data={GENRE: BILAN.donnees(), **autres})]


def test_bilan_redessine():
    """La cellule de test garde-t-elle son bilan, mis en page d'après ses seules données ?"""
    carnet = copie()
    carnet.cells[1].outputs = montrer(**{"text/html": "<script>x()</script>", "text/plain": "20 / 20"})
    attendu = {GENRE: BILAN.donnees(), "text/html": BILAN.html(), "text/plain": str(BILAN)}
    assert inerte(carnet).cells[1].outputs[0].data == attendu
    assert inerte(inerte(carnet)) == inerte(carnet)
    html = page(inerte(carnet), classe=RetourEnFrancais)
    assert str(BeautifulSoup(BILAN.html(), "html.parser")) in html  # comme l'écrit nbconvert


def test_bilan_d_eleve():
    """Un bilan affiché par une cellule de l'élève est-il retiré, même s'il est bien formé ?"""
    carnet = inerte(copie(new_code_cell("x", outputs=montrer(**{"text/plain": "juste"}))))
    assert carnet.cells[1].outputs[0].data == {"text/plain": "juste"}


@pytest.mark.parametrize("faux", [{"etat": "parfait"}, {"html": "<b>"}, {"message": 3}, {"part": 2}])
def test_bilan_malforme(faux):
    """Des données qui ne sont pas celles d'un bilan ne laissent-elles que le texte ?"""
    carnet = copie()
    carnet.cells[1].outputs = montrer(
        **{GENRE: BILAN.donnees() | faux, "text/plain": "a", "text/html": "<b>"}
    )
    assert inerte(carnet).cells[1].outputs[0].data == {"text/plain": "a"}


@pytest.mark.parametrize("attaque", [a for a in ATTAQUES if a.nom.startswith("html-")], ids=lambda a: a.nom)
def test_page_forgee_dans_un_test(attaque):
    """Un élève qui réussirait à afficher du HTML dans la cellule de test n'y gagne-t-il rien ?"""
    carnet = copie()
    carnet.cells[1].outputs = attaque.cellule.outputs
    assert "text/html" not in inerte(carnet).cells[1].outputs[0].data


def test_test_au_texte_change():
    """Une cellule qui porte l'identifiant d'un test sans son texte est-elle crue ?"""
    carnet = copie()
    carnet.cells[1].source = "display(HTML('<b>20</b>'))"
    carnet.cells[1].outputs = montrer(**{"text/html": "<b>20</b>"})
    assert {GENRE, "text/html"}.isdisjoint(inerte(carnet).cells[1].outputs[0].data)


def test_deuxieme_exemplaire():
    """Le second exemplaire d'une cellule de test perd-il ses métadonnées ?"""
    carnet = copie()
    carnet.cells.append(copy.deepcopy(carnet.cells[1]))
    assert [("nbgrader" in c.metadata) for c in inerte(carnet).cells] == [True, True, False, False, False]


def test_metadonnees_du_sujet():
    """Points et réglages écrits par l'élève sont-ils remplacés par ceux du sujet ?"""
    carnet = copie()
    carnet.cells[1].metadata.nbgrader.update(points=1000, comment="<script>")
    assert inerte(carnet).cells[1].metadata.nbgrader == sujet().cellules["q-double-test"].reglages


@pytest.mark.parametrize(("change", "entier"), [("", True), (" <script>x</script>", False)])
def test_texte_officiel(change, entier):
    """Un texte verrouillé du sujet garde-t-il son HTML et ses liens, et lui seul ?"""
    texte = sujet().cellules["enonce"].source + change
    carnet = copie(new_markdown_cell(texte, metadata={"nbgrader": meta("enonce")}))
    assert (inerte(carnet).cells[1].source == texte) is entier


# --- Images -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "donnees",
    [
        '"><script>',
        "AAAA",
        PIXEL[:-4] + "!!!!",
        "é",
        None,
        ["A"],
        "A" * (4 * OCTETS_MAX),
        PIXEL.replace("AAAAB", "P//AB"),
    ],
)
def test_fausses_images(donnees):
    """Ce qui n'est pas une image raisonnable est-il refusé ?"""
    assert image_sure("image/png", donnees) is None


def test_image_du_bon_genre():
    """Une image ne vaut-elle que sous son vrai genre ?"""
    assert image_sure("image/png", PIXEL[:40] + "\n" + PIXEL[40:]) == PIXEL
    assert image_sure("image/jpeg", PIXEL) is None is image_sure("image/svg+xml", PIXEL)


def test_piece_jointe_gardee():
    """Une image collée dans une réponse reste-t-elle visible, même à côté de HTML désarmé ?"""
    cellule = new_markdown_cell("<b>Mon</b> arbre : ![arbre](attachment:arbre.png)")
    cellule.attachments = {"arbre.png": {"image/png": PIXEL}}
    html = page(inerte(copie(cellule)), classe=RetourEnFrancais)
    assert html.count(f"base64,{PIXEL}") == 2 and "&lt; b&gt;Mon&lt; /b&gt;" in html


# --- Markdown ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "**gras**, *italique*, ~~barré~~, `a<b>c`",
        "$x<y$, $$\\sum_{i<n} i$$ et a < b, a<b, 3 > 2",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n1. un\n2. deux\n\n> cité",
        "```python\nif a<b and c>d:\n    print('<b>')\n```",
        "G[x][y] vaut 0, T[i] : vrai",
    ],
)
def test_markdown_intact(source):
    """Un texte sans rien d'actif est-il laissé tel quel ?"""
    assert markdown_inerte(source) == source


def test_markdown_retouche():
    """Le HTML est-il montré en clair, sans toucher au code ni changer le sens d'une formule ?"""
    source = "si a<b et c>d, <b>gras</b>, `x<y>z`, $u<v$, [ici](http://x)\n\n```python\na<b>c\n```"
    attendu = "si a< b et c>d, < b>gras< /b>, `x<y>z`, $u< v$, [ici] (http: //x)\n\n```python\na<b>c\n```"
    assert markdown_inerte(source) == attendu
    assert markdown_inerte("Au [TP 2](../tp2_minmax/tp2_minmax.ipynb), la suite.") == "Au TP 2, la suite."


@pytest.mark.parametrize("source", ["[" * 500 + "<b>", "> " * 300 + "<b>", "`" * 99 + "<b>\n" + "```\n<b>"])
def test_markdown_tordu(source):
    """Un texte tordu finit-il toujours inerte ?"""
    assert est_inerte(markdown_inerte(source))


# --- Formgrader -------------------------------------------------------------------------------------


def test_nom_d_eleve_echappe(tmp_path):
    """Le nom d'un dossier d'élève est-il échappé dans la page de sa copie ?"""
    nbformat.write(copie(), tmp_path / "tp.ipynb")
    nom = '"><img src=x onerror=y()>'
    ressources = RESSOURCES | {"student": nom, "notebook_path": nom}
    html, _ = exporteur(PageDeCopie, "formgrade").from_filename(str(tmp_path / "tp.ipynb"), ressources)
    assert "<img src=x" not in html and "onerror" not in {
        a for b in BeautifulSoup(html, "html.parser").find_all() for a in b.attrs
    }


def test_programmes_marques():
    """Seuls les programmes du gabarit portent-ils la marque qui les autorise ?"""
    hostile = page(copie(ATTAQUES[0].cellule), "formgrade", PageInerte)
    entete, carnet = couper(marquer(hostile, "NONCE"))
    assert entete.count("<script") == entete.count('<script nonce="NONCE"') > 5
    assert "<script>" in carnet and "NONCE" not in carnet
    assert "'unsafe-inline'" not in politique("NONCE").split("script-src")[1].split(";")[0]


def test_page_sans_carnet():
    """Une page d'erreur de formgrader, sans copie, garde-t-elle ses programmes ?"""
    assert "<script nonce=" in marquer("<head><script>var base_url;</script></head>", "NONCE")


# --- Formules ---------------------------------------------------------------------------------------


def formules(jetons):
    """Les formules d'un texte analysé."""
    for jeton in jetons:
        if jeton["type"] in ("inline_math", "block_math"):
            yield jeton["raw"]
        yield from formules(jeton.get("children", ()))


def test_formules_du_cours():
    """Toutes les formules des sujets sont-elles dessinées, sans réseau ?"""
    textes = [c.source for p in SUJETS for c in nbformat.read(p, 4).cells if c.cell_type == "markdown"]
    trouvees = {f for texte in textes for f in formules(MarkdownWithMath(renderer=None).parse(texte)[0])}
    assert len(trouvees) > 10
    assert [f for f in trouvees if "<img" not in formule_html(f)] == []


@pytest.mark.parametrize(
    "tex", ["\\href{javascript:x}{<b>}", "{" * 300, "x" * 1000, "\\begin{cases}a\\end{cases}"]
)
def test_formule_indessinable(tex):
    """Une formule que l'on ne sait pas dessiner reste-t-elle lisible et inerte ?"""
    assert BeautifulSoup(formule_html(tex), "html.parser").text == tex
    assert formule_html(tex).startswith("<code") and "<b>" not in formule_html(tex)


# --- Retour -----------------------------------------------------------------------------------------


def test_un_trou_se_dit_en_francais():
    """Une réponse laissée en plan est-elle dite en une phrase, sans la trace de Python ?"""
    erreur = new_output("error", ename="NotImplementedError", evalue="", traceback=["NotImplementedError: "])
    autre = new_output("error", ename="ValueError", evalue="non", traceback=["ValueError: non"])
    carnet = inerte(copie(new_code_cell("f()", outputs=[erreur]), new_code_cell("g()", outputs=[autre])))
    html = page(carnet, classe=RetourEnFrancais)
    assert "Il reste une partie à écrire" in html and "NotImplementedError" not in html
    assert "ValueError" in html


def test_questions_situees_et_etoilees():
    """La page dit-elle la question par son titre dans le sujet, étoile comprise ?"""
    carnet = inerte(copie())
    carnet.cells[1].metadata.nbgrader.update(score=2.5, points=8)
    titres = {"q-double-test": "Question 9 ★"}
    ressources = {**RESSOURCES, "nbgrader": {**RESSOURCES["nbgrader"], "reperes": titres}}
    html = exporteur(RetourEnFrancais, "feedback").from_notebook_node(carnet, ressources)[0]
    assert '<a href="#q-double-test">Test : Question 9 ★, double</a> (note : 2,5 / 8)' in html


def test_questions_nommees():
    """Le sommaire nomme-t-il les questions, et les notes s'écrivent-elles à la française ?"""
    carnet = inerte(copie())
    carnet.cells[1].metadata.nbgrader.update(score=2.5, points=8)
    carnet.cells[0].metadata.nbgrader["comment"] = "Bien **vu**, mais <img src=x onerror=y()>"
    html = page(carnet, classe=RetourEnFrancais)
    assert '<a href="#q-double-test">Test : double</a> (note : 2,5 / 8)' in html
    assert '<a href="#comment-q-double">Commentaire : double</a>' in html
    assert ">Test : <code>double</code>" in html and "Note : 2,5 / 8" in html
    assert "<strong>vu</strong>" in html and "<img src=x" not in html


def test_texte_d_eleve_non_traduit():
    """Un affichage d'élève qui ressemble aux libellés de nbgrader reste-t-il comme il est ?"""
    cellule = new_code_cell("x", outputs=[new_output("stream", text=" (Score: 3.0 / 4.0)\n      Score: 1")])
    html = page(inerte(copie(cellule)), classe=RetourEnFrancais)
    assert " (Score: 3.0 / 4.0)\n      Score: 1" in html


# --- Tests cachés -----------------------------------------------------------------------------------

AVEC_TEST_CACHE = """verifier("tp", "q", f)
### BEGIN HIDDEN TESTS
for graine in range(3):
    verifier("tp", "q", f, graine=graine)
) # court
### END HIDDEN TESTS
fin"""


META_TEST = {"nbgrader": {"grade_id": "q-test", "grade": True, "solution": False, "locked": True}}


def nettoyer(*sorties, autres=()):
    """La cellule de test d'un carnet, nettoyé ; suivie des autres s'il y en a."""
    test = new_code_cell(AVEC_TEST_CACHE, metadata=META_TEST, outputs=list(sorties))
    carnet, _ = EffacerTestsCaches().preprocess(new_notebook(cells=[test, *autres]), {})
    return carnet.cells if autres else carnet.cells[0]


def test_source():
    """La cellule perd-elle sa région cachée ?"""
    assert nettoyer().source == 'verifier("tp", "q", f)\nfin'


def test_trace_coloree():
    """Une ligne cachée disparaît-elle d'une trace ANSI recopiée ailleurs, même découpée par des couleurs ?"""
    vert, jaune, fin = "\x1b[32m", "\x1b[33m", "\x1b[39m"
    appel = f'{vert}----> 4{fin}     verifier({jaune}"tp"{fin}, {jaune}"q"{fin}, f, graine=graine)'
    trace = ["ValueError", f"{appel}\n      5 ) # court\n      7 fin"]
    erreur = new_output("error", ename="ValueError", evalue="", traceback=trace)
    _, libre = nettoyer(autres=[new_code_cell("f()", outputs=[erreur])])
    assert libre.outputs[0].traceback == [trace[0], "[test caché]\n[test caché]\n      7 fin"]


def test_trace_dans_un_test():
    """Une erreur survenue dans un test se réduit-elle à son message, lui-même nettoyé ?"""
    trace = ["---> 4     verifier(...)", "autre détail du test", "ValueError: perdu"]
    erreur = new_output("error", ename="ValueError", evalue="perdu", traceback=trace)
    visible = new_code_cell("assert f(1) == 2", metadata=META_TEST, outputs=[erreur])
    carnet, _ = EffacerTestsCaches().preprocess(new_notebook(cells=[visible]), {})
    assert carnet.cells[0].outputs[0].traceback == ["ValueError: perdu"]


def test_erreur_d_un_test_cache():
    """Dans un test caché, le message et le nom d'une exception, que l'élève choisit, sont-ils retirés ?"""
    grille = "[[1, 2], [0, 1]]"
    erreur = new_output("error", ename="ValueError", evalue=grille, traceback=[f"ValueError: {grille}"])
    assert nettoyer(erreur).outputs[0].traceback == ["ValueError"] and grille not in str(nettoyer(erreur))
    cachee = new_output("error", ename="G0120", evalue=grille, traceback=["----> 3 for graine in range(3):"])
    assert nettoyer(cachee).outputs[0].traceback == ["[test caché]", "Exception"]


def test_pile_d_appels():
    """Une réponse dont l'exception raconte toute la pile d'appels ne montre-t-elle rien du test ?"""
    pile = 'File cell, line 4\n    verifier("tp", "q", f, graine=graine)\nFile cell, line 1, in f'
    bilan = new_output("display_data", data={"text/plain": f"f lève E : {pile}"})
    assert "graine=graine" not in str(nettoyer(bilan).outputs)


def test_delimiteurs_d_eleve():
    """Un élève qui écrit les délimiteurs dans sa réponse ne cache-t-il ni son code, ni un bilan ?"""
    source = "# BEGIN HIDDEN TESTS\n# q : faux, 0 point sur 3"
    reponse = new_code_cell(source, outputs=[new_output("stream", text="q : faux, 0 point sur 3")])
    _, libre = nettoyer(autres=[reponse])
    assert libre.source == source and libre.outputs[0].text == "q : faux, 0 point sur 3"


def test_html():
    """Une ligne cachée disparaît-elle d'une sortie HTML, balises et entités comprises ?"""
    page = (
        "<p>ok</p>\n<pre><b>verifier</b>(&quot;tp&quot;, &quot;q&quot;, f, graine=graine)</pre>\n<p>fin</p>"
    )
    _, libre = nettoyer(
        autres=[new_code_cell("f()", outputs=[new_output("display_data", data={"text/html": page})])]
    )
    assert libre.outputs[0].data["text/html"] == "<p>ok</p>\n[test caché]\n<p>fin</p>"


def test_texte_et_stderr():
    """Un élève qui affiche les tests cachés les retrouve-t-il dans son retour ?"""
    vu = new_output("stream", name="stderr", text="vu : for graine in range(3):\nreste")
    _, libre = nettoyer(autres=[new_code_cell("f()", outputs=[vu])])
    assert libre.outputs[0].text == "[test caché]\nreste"
    assert nettoyer(vu).outputs[0].text == f"{AFFICHAGE}\n"


def test_lignes_banales_gardees():
    """Une ligne cachée très courte laisse-t-elle vivre les lignes qui la contiennent ?"""
    banale = new_output("stream", name="stdout", text="(a ) # court !")
    _, libre = nettoyer(autres=[new_code_cell("f()", outputs=[banale])])
    assert libre.outputs[0].text == "(a ) # court !"


def test_bilan_repete():
    """Deux bilans identiques, du test visible et du test caché, n'en font-ils qu'un ?"""
    data = Bilan("tp1_grille", "fini", "juste", 1.0, "12 essais, tous réussis.", points=3.0)
    bilan = new_output("display_data", data={GENRE: data.donnees(), "text/plain": "juste"})
    note = new_output("execute_result", data={"text/plain": "3.0"})
    premier, second = nettoyer(bilan, bilan, note).outputs
    assert premier.data[GENRE] == data.donnees() and second == note


def faux(message, tp="tp1_grille", question="fini", **champs):
    """Le bilan d'une réponse fausse, tel que le retour à l'élève le montre après un test caché."""
    exemple = ContreExemple(f"{question}(G)", "0", "1", code="G = [[1, 2]]")
    complet = {"criteres": (("victoires", False),), "contre_exemple": exemple, "sortie": "[[1, 2]]"}
    bilan = Bilan(tp, question, "faux", 0.0, message, points=3.0, **(complet | champs))
    data = {GENRE: bilan.donnees(), "text/plain": str(bilan), "text/html": bilan.html()}
    (sortie,) = nettoyer(new_output("display_data", data=data)).outputs
    return Bilan.depuis_donnees(sortie.data[GENRE]), str(sortie)


@pytest.mark.parametrize(
    ("message", "dit"),
    [
        ("Votre fonction s'arrête sur une erreur : IndexError (indice). Python dit : [[1, 2]]", "IndexError"),
        ("Votre fonction s'arrête sur une erreur : G12 (erreur). Python dit : [[1, 2]]", "une exception"),
        ("L'appel ne se termine pas : g_1_2 s'appelle elle-même. [[1, 2]]", "ne se termine pas"),
        ("Votre réponse se sert de [[1, 2]] à la place", "se sert de p4core"),
        ("Remarque : [[1, 2]], dont fini se sert, est fausse ou manque dans ce notebook.", AUTREMENT),
        ("Pour [[1, 2]], attendu 0", AUTREMENT),
        ("Votre fonction est trop lente : 3 essais sur 9 dans le temps permis. Ce qui n'a pas été essayé "
         "n'est pas gagné.\n[[1, 2]]", "3 essais sur 9"),
    ],
)  # fmt: skip
def test_bilan_d_un_test_cache(message, dit):
    """Le retour garde-t-il le verdict et le genre de faute, sans rien de ce que l'élève y a glissé ?"""
    bilan, sortie = faux(message)
    assert dit in bilan.message and PAS_MONTRES in bilan.message
    assert (bilan.contre_exemple, bilan.sortie, bilan.criteres) == (None, "", (("victoires", False),))
    assert "1, 2" not in sortie and "g_1" not in sortie and "G12" not in sortie


def test_faute_nommee_d_un_test_cache():
    """Une faute que le cours sait nommer, une fonction d'aide fausse : leurs phrases restent-elles ?"""
    phrase = questions("tp1_grille")["fini"].erreurs[0].phrase
    assert phrase in faux(f"{phrase}\nPour [[1, 2]], attendu 0")[0].message
    suite = "dans ce notebook. Cela n'est pas compté ici : les essais sont faits avec des versions justes."
    remarque = f"Remarque : fini, dont joue_hasard se sert, est fausse ou manque {suite}"
    assert remarque in faux(f"x\n{remarque}", question="joue_hasard")[0].message


def test_bilan_sans_essai():
    """Une réponse refusée avant tout essai, ou qui est une valeur, garde-t-elle tout son bilan ?"""
    refus = "Votre fonction n'accepte pas les bons arguments : on doit pouvoir l'appeler fini(G)."
    assert faux(refus, criteres=(), contre_exemple=None, sortie="")[0].message == refus
    valeur = faux("Il y en a 69, pas 68.", question="nb_alignements", contre_exemple=None, sortie="")
    assert valeur[0].message == "Il y en a 69, pas 68."


def test_bilan_visible():
    """Le bilan du test que l'élève a dans son notebook est-il montré en entier ?"""
    bilan = Bilan("tp1_grille", "fini", "faux", 0.0, "Pour [[1, 2]], attendu 0", sortie="vu")
    data = {GENRE: bilan.donnees(), "text/plain": str(bilan), VISIBLE: {}}
    (sortie,) = nettoyer(new_output("display_data", data=data)).outputs
    assert sortie.data[GENRE] == bilan.donnees()
