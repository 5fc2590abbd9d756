"""Les graphiques et les tableaux : les nombres d'abord, puis une image qui se lit partout."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p4core.graphiques import Axe, Barres, Carte, CoteACote, Courbe, Courbes, Radar, Valeur
from p4core.graphiques.figures import SOUTENU
from p4core.graphiques.toile import COULEURS, LARGEUR, MARQUES, PETIT, TIRETS, Echelle, nombre, rondes
from p4core.tableaux import Tableau, ecrire

RACINE = Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"
PIEGE = '<b onclick="x()">&amp;</b>'

COURBES = Courbes(
    "Score selon nb",
    [
        Courbe("peu", {1: Valeur(0.25, (0.07, 0.59)), 16: Valeur(0.875, (0.53, 0.98))}),
        Courbe("beaucoup", {1: Valeur(0.2, (0.15, 0.26)), 64: Valeur(0.97, (0.94, 0.99))}),
    ],
    Axe("nb", log=True),
    Axe("score", bornes=(0, 1)),
    repere=(0.5, "aussi forts"),
)
SERREE = Courbes(
    "Fréquence",
    [Courbe("observée", {n: Valeur(0.5, (0.5 - 1 / n, 0.5 + 1 / n)) for n in range(2, 5000)}, serree=True)],
    Axe("parties", log=True),
    Axe("fréquence"),
)
BARRES = Barres(
    "Forces", {"a": Valeur(84.3, (78, 90), "84 ± 6"), "b": Valeur(-84.3, (-90, -78))}, Axe("force")
)
CARTE = Carte(
    "Duels",
    [[Valeur(0.5, (0.4, 0.6)), Valeur(0.9, (0.8, 0.95))], [Valeur(0.1, (0.05, 0.2)), None]],
    ["W1", "W2"],
    ["W1", "W2"],
    entetes=("commence", "contre", "part des points"),
    repere=0.5,
)
RADAR = Radar(
    "Rapports",
    ["contre a", "contre b", "contre c"],
    {
        "a": [None, Valeur(2.0, (1.5, 2.5)), Valeur(float("inf"), (4.0, float("inf")))],
        "b": [Valeur(0.5, (0.4, 0.7)), None, Valeur(1.0, (0.8, 1.2))],
    },
)
TOUS = {"courbes": COURBES, "serrée": SERREE, "barres": BARRES, "carte": CARTE, "radar": RADAR}
PIEGES = [
    Courbes(PIEGE, [Courbe(PIEGE, {1: Valeur(1, None, PIEGE)})], Axe(PIEGE), Axe(PIEGE), (1, PIEGE)),
    Barres(PIEGE, {PIEGE: Valeur(1, None, PIEGE)}, Axe(PIEGE), PIEGE),
    Carte(PIEGE, [[Valeur(1)]], [PIEGE], [PIEGE], (PIEGE, PIEGE, PIEGE)),
    Radar(PIEGE, [PIEGE] * 3, {PIEGE: [Valeur(1)] * 3}),
]

un_graphique = pytest.mark.parametrize("graphique", TOUS.values(), ids=TOUS)


def racine(graphique):
    """L'image, lue comme du XML."""
    return ElementTree.fromstring(graphique.svg())


def textes(graphique):
    """Tout ce qui est écrit sur l'image."""
    return [element.text for element in racine(graphique).iter(SVG + "text")]


def luminance(couleur):
    """La luminance relative d'une couleur « #rrvvbb » ou d'un triplet, selon WCAG."""
    if isinstance(couleur, str):
        couleur = [int(couleur[k : k + 2], 16) for k in (1, 3, 5)]
    lineaires = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in couleur]
    return sum(part * c for part, c in zip((0.2126, 0.7152, 0.0722), lineaires, strict=True))


def contraste(a, b):
    """Le rapport de contraste de deux couleurs, de 1 à 21."""
    sombre, clair = sorted((luminance(a), luminance(b)))
    return (clair + 0.05) / (sombre + 0.05)


# --- ce que tous ont en commun --------------------------------------------------------------------


@un_graphique
def test_image_autonome(graphique):
    """Du XML bien formé, sans script, ni adresse, ni identifiant, ni feuille de style ?"""
    svg = graphique.svg()
    permises = {"svg", "title", "path", "rect", "circle", "text"}
    assert {element.tag.removeprefix(SVG) for element in racine(graphique).iter()} <= permises
    attributs = {nom for element in racine(graphique).iter() for nom in element.attrib}
    assert not [nom for nom in attributs if nom.startswith("on") or nom in ("id", "class", "href")]
    assert "url(" not in svg and "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not [
        c for e in racine(graphique).iter() for c in e.attrib.values() if re.search(r"\b(nan|inf)\b", c)
    ]


@un_graphique
def test_texte_de_remplacement(graphique):
    """Qui ne voit pas l'image en a-t-il le titre, les nombres et les intervalles, en français ?"""
    image = racine(graphique)
    assert image.get("role") == "img"
    assert image.find(SVG + "title").text == graphique.titre
    assert image.get("aria-label") == graphique.description
    assert graphique.description.startswith(f"{graphique.titre}.")
    assert re.search(r"\[−?\d+(,\d+)? ; ", graphique.description)
    assert not re.search(r"\d\.\d", graphique.description)


@un_graphique
def test_clair_comme_sombre(graphique):
    """L'encre est-elle celle de la page, et chaque couleur lisible sur le blanc comme sur le noir ?"""
    image = racine(graphique)
    assert image.get("fill") == "currentColor"
    vues = {e.get(nom) for e in image.iter() for nom in ("fill", "stroke")} - {None, "none", "currentColor"}
    assert vues <= set(COULEURS)
    assert not [e for e in image.iter(SVG + "text") if e.get("fill") or e.get("opacity")]


@un_graphique
def test_lisible_sur_un_telephone(graphique):
    """À 390 pixels, tout texte en garde-t-il dix, sans que l'image déborde ?"""
    image = racine(graphique)
    largeur = float(image.get("viewBox").split()[2])
    assert largeur <= LARGEUR
    tailles = [float(e.get("font-size", PETIT)) for e in image.iter(SVG + "text")]
    assert min(tailles) * 390 / LARGEUR > 10
    assert "max-width:" in image.get("style") and "width:100%" in image.get("style")


@un_graphique
def test_en_texte(graphique):
    """Au terminal : le titre, les nombres, une douzaine de lignes au plus, et rien qui change ?"""
    titre, *lignes = str(graphique).splitlines()
    assert titre == graphique.titre
    assert 3 <= len(lignes) <= 14
    assert repr(graphique) == str(graphique)
    assert "0x" not in str(graphique)


@pytest.mark.parametrize("graphique", PIEGES, ids=lambda g: type(g).__name__)
def test_textes_echappes(graphique):
    """Un nom qui contient des balises reste-t-il du texte, partout ?"""
    assert "<b" not in graphique._repr_html_()
    assert {PIEGE} <= {e.text for e in racine(graphique).iter()} | set(racine(graphique).attrib.values())


def test_couleurs():
    """Chaque couleur se détache-t-elle des deux fonds ?"""
    for couleur in COULEURS:
        assert min(contraste(couleur, fond) for fond in ("#ffffff", "#111111")) >= 3


def test_sans_couleur():
    """Deux courbes de même couleur ont-elles un autre trait et une autre marque ?"""
    for suite in (TIRETS, MARQUES):
        assert len(set(suite)) == len(suite)
        assert len(suite) % len(COULEURS) and len(COULEURS) % len(suite)


def test_rien_a_dessiner():
    """Sans aucune mesure, une phrase le dit-elle ?"""
    with pytest.raises(ValueError, match="aucune mesure"):
        Courbes("vide", [Courbe("rien", {})], Axe("x"), Axe("y"))


# --- chaque sorte ---------------------------------------------------------------------------------


def test_courbes_marques_et_intervalles():
    """Chaque point a-t-il sa marque, son intervalle et sa bulle, et la légende dit-elle tout ?"""
    bulles = [e.text for e in racine(COURBES).iter(SVG + "title")][1:]
    assert bulles.count("16 → 0,875 [0,53 ; 0,98]") == 2  # la barre et la marque
    assert len(bulles) == 8
    assert {"peu", "beaucoup", "intervalle à 95 %", "aussi forts", "nb (échelle logarithmique)"} <= set(
        textes(COURBES)
    )
    assert COURBES.donnees["haut"] == [0.59, 0.98, 0.26, 0.99]


def test_courbe_serree():
    """Des milliers de points font-ils une bande et une courbe légères, sans perdre les données ?"""
    assert len(SERREE.donnees) == 4998
    assert len(SERREE.svg()) < 30_000
    bandes = [e for e in racine(SERREE).iter(SVG + "path") if e.get("fill-opacity")]
    assert len(bandes) == 2  # celle de la figure et celle de la légende
    assert SERREE.description.count("→") == 2


def test_courbe_hors_echelle():
    """Un zéro sur une échelle logarithmique, une courbe vide, un seul point se dessinent-ils quand même ?"""
    axes = Axe("x"), Axe("y", log=True)
    for points in ({1: Valeur(0), 2: Valeur(10)}, {1: Valeur(0)}, {1: Valeur(3.1), 2: Valeur(3.2)}):
        assert "nan" not in Courbes("t", [Courbe("a", points), Courbe("b", {})], *axes).svg()


def test_barres():
    """La valeur est-elle écrite, et la barre part-elle de zéro, des deux côtés ?"""
    assert {"84 ± 6", "−84,3", "a", "b", "force"} <= set(textes(BARRES))
    premiere, seconde = racine(BARRES).iter(SVG + "rect")
    assert premiere.get("width") == seconde.get("width")
    assert float(seconde.get("x")) + float(seconde.get("width")) == pytest.approx(
        float(premiere.get("x")), abs=0.2
    )


def test_carte():
    """Chaque case porte-t-elle sa valeur et son intervalle, et une pointe quand on peut conclure ?"""
    ecrits = textes(CARTE)
    assert ecrits[-12:-2] == [
        "W1", "W2",
        "W1", "0,50", "0,40–0,60", "0,90 ▲", "0,80–0,95",
        "W2", "0,10 ▼", "0,05–0,20",
    ]  # fmt: skip
    assert "▲ tout entier au-dessus de 0,50, ▼ au-dessous" in " ".join(ecrits)
    assert CARTE.donnees[1] == {
        "commence": "W1",
        "contre": "W2",
        "part des points": 0.9,
        "bas": 0.8,
        "haut": 0.95,
    }
    assert CARTE.teinte(1.0) == (COULEURS[0], SOUTENU)
    assert CARTE.teinte(0.0) == (COULEURS[1], SOUTENU)
    assert CARTE.teinte(0.5)[1] == 0


@pytest.mark.parametrize(("fond", "encre"), [("#ffffff", "#222222"), ("#111111", "#dddddd")])
def test_encre_des_cases(fond, encre):
    """L'encre de la page contraste-t-elle avec la case la plus colorée, en clair comme en sombre ?"""
    composantes = [[int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in (fond, *COULEURS[:2])]
    for couleur in composantes[1:]:
        melange = [SOUTENU * c + (1 - SOUTENU) * f for c, f in zip(couleur, composantes[0], strict=True)]
        assert contraste(melange, encre) >= 4.5


def test_carte_large():
    """Une carte de vingt colonnes défile-t-elle au lieu de rapetisser ?"""
    noms = [f"joueur {k}" for k in range(20)]
    carte = Carte("t", [[Valeur(0.5)] * 20] * 20, noms, noms)
    assert "min-width:" in carte.svg() and "overflow-x:auto" in carte._repr_html_()


def test_valeur_de():
    """Un résultat qui connaît son intervalle le montre-t-il ?"""

    class Resultat:
        score, intervalle = 0.4, (0.3, 0.5)

    assert Valeur.de(Resultat()) == Valeur(0.4, (0.3, 0.5))
    assert Valeur.de(1) == Valeur(1.0)


def test_radar():
    """Une valeur infinie s'arrête-t-elle au bord, et le joueur contre lui-même est-il sans marque ?"""
    assert RADAR.plafond == 2.5
    assert "contre c → ∞ [4,00 ; ∞]" in RADAR.description
    assert RADAR.donnees["courbe"] == ["a", "a", "b", "b"]
    marques = [e for e in racine(RADAR).iter(SVG + "path") if e.get("fill") in COULEURS]
    assert len(marques) == 4 + 2  # et celles de la légende


def test_cote_a_cote():
    """Deux graphiques se suivent-ils, chacun avec sa description ?"""
    ensemble = CoteACote([COURBES, BARRES])
    assert ensemble._repr_html_().count("<svg") == 2
    assert str(ensemble).startswith("Score selon nb\n") and "\n\nForces\n" in str(ensemble)


def test_graduations():
    """Les nombres d'une échelle sont-ils ronds, peu nombreux et écrits à la française ?"""
    assert rondes(0.31, 0.92) == pytest.approx([0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    assert rondes(-46, 93) == [-40, -20, 0, 20, 40, 60, 80]
    assert Echelle.contenant(Axe("x", log=True), [20, 2000], 0, 100).graduations() == [
        20,
        50,
        100,
        200,
        500,
        1000,
        2000,
    ]
    assert [nombre(v) for v in (0, 0.001, 0.5, -200, 16422)] == ["0", "0,001", "0,5", "−200", "16\u202f422"]


# --- les tableaux ---------------------------------------------------------------------------------

TABLEAU = Tableau(
    [{"nom": "a", "n": 1234, "part": 0.5}, {"nom": "<b>", "n": 7, "part": None}],
    "Titre",
    {"part": "{:.0%}".format},
)


def test_tableau_donnees():
    """Une ligne, une colonne, un extrait : tout se lit-il, et une colonne absente est-elle nommée ?"""
    assert (len(TABLEAU), TABLEAU[1]["n"], TABLEAU["n"]) == (2, 7, [1234, 7])
    assert TABLEAU[["n", "nom"]].colonnes == ["n", "nom"]
    with pytest.raises(KeyError, match="Pas de colonne « x » : il y a nom, n, part"):
        TABLEAU[["x"]]


def test_tableau_texte():
    """Le texte est-il aligné, les nombres à droite ?"""
    assert str(TABLEAU).splitlines() == ["Titre", "nom      n  part", "a    1\u202f234   50%", "<b>      7"]


def test_tableau_html():
    """Le tableau affiché est-il du HTML bien formé, aux textes échappés et aux colonnes nommées ?"""
    table = ElementTree.fromstring(TABLEAU._repr_html_()).find("table")
    assert table.find("caption").text == "Titre"
    assert [(th.get("scope"), th.text) for th in table.iter("th")] == [
        ("col", nom) for nom in TABLEAU.colonnes
    ]
    assert [td.text for td in table.iter("td")] == ["a", "1\u202f234", "50%", "<b>", "7", None]


def test_tableau_long():
    """D'un tableau très long, ne montre-t-on que le début et la fin ?"""
    long = Tableau([{"k": k} for k in range(1000)])
    assert str(long).splitlines()[30:33] == [" 29", "  …", "970"]
    assert long._repr_html_().count("<tr>") == 62


def test_tableau_pandas():
    """pandas, sur demande, reçoit-il les mêmes données ?"""
    pandas = pytest.importorskip("pandas")
    donnees = TABLEAU.en_pandas()
    assert isinstance(donnees, pandas.DataFrame) and list(donnees["n"]) == [1234, 7]


def test_ecrire():
    """Les valeurs s'écrivent-elles à la française ?"""
    assert [ecrire(v) for v in (True, "a", 0.716, (0.4, 0.53), float("inf"), float("nan"), -1.5)] == [
        "True", "a", "0,72", "[0,40 ; 0,53]", "∞", "—", "−1,50",
    ]  # fmt: skip


# --- sans matplotlib ni pandas --------------------------------------------------------------------

SANS = """
import sys
for absent in ("matplotlib", "pandas"):
    sys.modules[absent] = None  # l'importer échoue
from pkgutil import walk_packages
from importlib import import_module
import p4core, p4cours
for paquet in (p4core, p4cours):
    for module in walk_packages(paquet.__path__, paquet.__name__ + "."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
from p4core import mesurer, tournoi, Position
from p4cours.tp1_grille import courbe_frequence
from p4cours.tp2_minmax import carte_duels
from p4cours.tp3_ia import courbes
from p4cours.tp3_ia.fournitures import Mesure
from p4cours.tp4_graphe import REFERENCE_REGLAGES, courbe_reglages, courbe_situations
from p4cours.tp6_tournoi.fournitures import podium, radar
premiere = lambda position: position.coups()[0]
resultats = tournoi({"a": premiere, "b": premiere, "c": "hasard"}, 10, ouvriers=1, visible=False)
montres = [
    courbe_frequence([1, 2, 0]), carte_duels([[0.5]], ["W"]), courbes({"IA": [Mesure(1, 0.1, 7)]}),
    courbe_situations([1, 7]), courbe_reglages({"ici": REFERENCE_REGLAGES}, (1, 2)), REFERENCE_REGLAGES,
    radar(resultats), podium(resultats), resultats.tableau(),
    mesurer({"a": premiere}, 2, depart=Position(4, 4, 3), visible=False).tableau(),
]
print(sum(montre._repr_html_().startswith("<div") and len(str(montre)) > 20 for montre in montres))
"""


def test_sans_matplotlib_ni_pandas():
    """Tous les modules des deux étages s'importent-ils, et toutes leurs figures se dessinent-elles ?"""
    sortie = subprocess.run(
        [sys.executable, "-c", SANS], cwd=RACINE, capture_output=True, text=True, check=False
    )
    assert sortie.stdout.split()[-1:] == ["10"], sortie.stderr


def test_aucun_import_de_matplotlib():
    """Aucune figure de p4core ni de p4cours ne vient-elle de matplotlib, même dans une fonction ?

    Seules les formules d'une page exportée s'en servent, et restent en LaTeX quand il est absent."""
    importe = re.compile(r"^\s*(import|from) matplotlib\b", re.MULTILINE)
    fichiers = [f for etage in ("p4core", "p4cours") for f in (RACINE / etage).rglob("*.py")]
    assert [f.name for f in fichiers if importe.search(f.read_text("utf-8"))] == ["formules.py"]
