"""Le bilan voyage comme des données : relu à l'identique, refusé au moindre écart, dessiné sans danger."""

import json
import math

import pytest
from bs4 import BeautifulSoup
from IPython.core.formatters import DisplayFormatter

from p4core.dessin import Image
from p4cours import examiner
from p4cours.verification.bilan import (
    _COPIER,
    COULEURS,
    FAUX,
    GENRE,
    JUSTE,
    PRESQUE,
    TEXTE_MAX,
    Bilan,
    ContreExemple,
)

MAL = "\"'><script>x()</script><img src=x onerror=y()> $\\href{javascript:z}{a}$"
IMAGE = Image([[1, 2], [0, 0], [2, 0]], (0, 1), [(0, 0)], {(2, 0)}, 0, (1, 0), MAL)
HOSTILE = Bilan("tp", "q", FAUX, 0.5, MAL, ((MAL, False), ("b", True), (MAL, PRESQUE)),
                ContreExemple(f"f({MAL})", "3", MAL, IMAGE, f"G = {MAL}", MAL), MAL, 8.0)  # fmt: skip
BALISES = {
    *(
        "div",
        "span",
        "strong",
        "ul",
        "li",
        "em",
        "table",
        "tr",
        "th",
        "td",
        "code",
        "details",
        "summary",
        "pre",
        "br",
    ),
    *("svg", "g", "title", "text", "rect", "circle", "path"),
}


def immobile(html):
    """Cette page ne contient-elle ni programme, ni adresse, ni rien qui déborde ?"""
    balises = BeautifulSoup(html, "html.parser").find_all(True)
    attributs = {nom for balise in balises for nom in balise.attrs}
    styles = "".join(str(balise.get("style", "")) for balise in balises)
    return (
        {b.name for b in balises} <= BALISES
        and not any(nom.startswith("on") or nom in ("href", "src", "class", "id") for nom in attributs)
        and not any(mot in styles for mot in ("url", "position", "margin:-"))
    )


def hostile(*arguments):
    """Une réponse qui attaque par son nom, son affichage, sa valeur et la grille qu'on lui prête."""
    print("<script>affiche()</script>")
    for argument in arguments:
        if isinstance(argument, list):
            argument[0] = ["<img src=x onerror=grille()>"] * 6
    return "<script>valeur()</script>"


def explosive(*arguments):
    """Une réponse qui attaque par son exception."""
    raise type("<script>", (Exception,), {})("<img src=x onerror=message()>")


def explosive_sans_fin(*arguments):
    """Une réponse dont l'exception n'en finit pas."""
    raise ValueError("\ud800" + "x" * 10**6)


REPONSES = {"hostile": hostile, "explosive": explosive, "texte": "<script>", "fausse": lambda G: 1}


@pytest.fixture(params=["forgé", *(f"{q}-{r}" for q in ("fini", "coups", "symboles") for r in REPONSES)])
def bilan(request):
    """Un bilan forgé, puis ceux de vraies questions, contre-exemple dessiné compris."""
    if request.param == "forgé":
        return HOSTILE
    question, nom = request.param.split("-")
    return examiner("tp1_grille", question, REPONSES[nom])


def test_aller_et_retour(bilan):
    """Relu depuis ses données, passées par JSON, un bilan se lit-il et se dessine-t-il pareil ?"""
    relu = Bilan.depuis_donnees(json.loads(json.dumps(bilan.donnees())))
    assert (str(relu), relu._repr_html_()) == (str(bilan), bilan._repr_html_())
    assert relu.donnees() == bilan.donnees() == json.loads(json.dumps(bilan.donnees()))


def test_rien_d_actif(bilan):
    """Tout ce qui vient de l'élève est-il échappé ?"""
    assert bilan.etat == FAUX and immobile(bilan.html())
    assert bilan._repr_html_().replace(_COPIER, "") == bilan.html()


def test_dessin():
    """Le contre-exemple est-il dessiné, et son titre échappé ?"""
    assert "<svg" in examiner("tp1_grille", "fini", lambda G: 1)._repr_html_()
    assert "<title>&quot;&#x27;&gt;&lt;script" in HOSTILE._repr_html_()


def test_valeur_a_copier():
    """La valeur du contre-exemple est-elle donnée, échappée, avec un bouton dans le notebook seulement ?"""
    exemple = ContreExemple("f(G)", "1", "2", IMAGE, "G = [[1, '<b>']]")
    bilan = Bilan("tp", "q", FAUX, 0.5, "Non.", contre_exemple=exemple)
    assert str(bilan).endswith("Pour l'essayer : G = [[1, '<b>']]") and "copier" not in str(bilan)
    assert BeautifulSoup(bilan.html(), "html.parser").pre.text == exemple.code
    assert "copier" in bilan._repr_html_() and "<script" not in bilan.html()


def test_argument_modifie():
    """La valeur d'avant et celle d'après l'appel se lisent-elles toutes deux ?"""
    exemple = ContreExemple("f(G)", "1", "2", None, "G = [[0]]", "G = [[1]]")
    bilan = Bilan("tp", "q", FAUX, 0.5, "Non.", contre_exemple=exemple)
    assert str(bilan).endswith("Avant l'appel : G = [[0]]\nAprès l'appel : G = [[1]]")
    assert [pre.text for pre in BeautifulSoup(bilan.html(), "html.parser")("pre")] == [
        "G = [[0]]",
        "G = [[1]]",
    ]
    assert bilan._repr_html_().count(_COPIER) == 1


def test_bilan_d_avant():
    """Un bilan enregistré avant que la valeur à copier n'existe se relit-il ?"""
    donnees = HOSTILE.donnees()
    for nom in ("code", "apres"):
        del donnees["contre_exemple"][nom]
    exemple = Bilan.depuis_donnees(donnees).contre_exemple
    assert (exemple.code, exemple.apres, exemple.image.titre) == ("", "", MAL)


def luminance(couleur):
    """La luminance relative d'une couleur « #rrggbb »."""
    parts = [int(couleur[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, v, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * v + 0.0722 * b


@pytest.mark.parametrize("etat", COULEURS)
def test_contraste_du_titre(etat):
    """Le titre se lit-il sur fond clair et sur fond sombre : de la couleur du texte, le signe en blanc ?"""
    page = BeautifulSoup(Bilan("tp", "q", etat, 0.5, "Non.").html(), "html.parser")
    assert "style" not in page.strong.attrs and "color:#fff" in page.strong.span["style"]
    assert 1.05 / (luminance(COULEURS[etat]) + 0.05) >= 4.5


def test_texte_impossible():
    """Un message sans fin ou un caractère que rien ne peut écrire laissent-ils un bilan lisible ?"""
    bilan = examiner("tp1_grille", "fini", explosive_sans_fin)
    relu = Bilan.depuis_donnees(bilan.donnees())
    assert (relu.etat, relu.part, len(relu.message)) == (FAUX, bilan.part, TEXTE_MAX)
    assert relu.message.endswith("…") and "\ud800" not in relu.message


def test_dans_un_notebook():
    """Jupyter range-t-il les données à côté du texte et du HTML ?"""
    donnees, _ = DisplayFormatter().format(HOSTILE)
    assert donnees[GENRE] == HOSTILE.donnees()
    assert donnees["text/html"] == HOSTILE._repr_html_()


@pytest.mark.parametrize(("points", "gagnes", "dit"), [(4.0, 3.0, "— 3 / 4"), (0.5, 0.38, "— 0,38 / 0,5")])
def test_points_gagnes(points, gagnes, dit):
    """Les points gagnés sont-ils une part de ceux de la cellule, au centième ?"""
    bilan = Bilan("tp", "q", FAUX, 0.75, "Non.", points=points)
    assert bilan.gagnes == gagnes and bilan.titre.endswith(dit)


def test_sans_points():
    """Sans points connus, le bilan n'en montre-t-il pas, et vaut-il sa part ?"""
    bilan = Bilan("tp", "q", FAUX, 0.75, "Non.")
    assert bilan.gagnes == 0.75 and bilan.titre.endswith("q : faux")


def change(**champs):
    """Des données où ces champs ne sont pas ceux d'un bilan."""
    return HOSTILE.donnees() | champs


def image(**champs):
    """Des données dont l'image est forgée."""
    exemple = HOSTILE.donnees()["contre_exemple"]
    return change(contre_exemple=exemple | {"image": exemple["image"] | champs})


@pytest.mark.parametrize(
    "donnees",
    [
        None, "juste", [], {}, 3,
        {nom: v for nom, v in HOSTILE.donnees().items() if nom != "sortie"},
        change(html="<script>"),
        change(etat="parfait"), change(etat=None), change(etat=[JUSTE]),
        change(part=1.5), change(part=-0.1), change(part=math.nan), change(part=True), change(part="1"),
        change(points=math.inf), change(points=-1), change(points=False),
        change(message=3), change(message=["a"]), change(message="x" * (TEXTE_MAX + 1)),
        change(message="\ud800"), change(sortie=b"x"), change(question=None),
        change(criteres=[["a", True, 1]]), change(criteres=[["a", 1]]), change(criteres="ab"),
        change(criteres=[["a", "réussi"]]),
        change(criteres=[["a", True]] * 2000), change(criteres=[3]),
        change(contre_exemple=[]), change(contre_exemple={"appel": "f()"}),
        image(cases=[[1, 3]]), image(cases=[[True]]), image(cases=[["<b>"]]), image(cases=[[1.0]]),
        image(cases=[[0] * 500] * 500), image(cases=[[1], [1, 2]]), image(cases=None),
        image(rangees=[1, 2, 3]), image(rangees=["<b>", 1]), image(origine="<b>"), image(origine=10**9),
        image(dernier=[1]), image(fautives=[[1, 2, 3]]), image(gagnantes=[["x", 1]]), image(titre=None),
        change(contre_exemple=HOSTILE.donnees()["contre_exemple"] | {"code": 3}),
        change(contre_exemple=HOSTILE.donnees()["contre_exemple"] | {"apres": None}),
        change(contre_exemple=HOSTILE.donnees()["contre_exemple"] | {"autre": ""}),
    ],
)  # fmt: skip
def test_donnees_refusees(donnees):
    """Ce qui n'est pas exactement un bilan est-il refusé : types, tailles, états connus, champs ?"""
    with pytest.raises(ValueError):
        Bilan.depuis_donnees(donnees)
