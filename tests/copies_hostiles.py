"""Des cellules d'élève qui cherchent à agir dans le navigateur de l'enseignant, une attaque par cellule.

Chaque programme qui s'exécute inscrit le nom de son attaque dans `window.__p4_attaque` ; chaque adresse
demandée est sur `attaque.invalid`, qui n'existe nulle part.
"""

import base64
from dataclasses import dataclass, field
from functools import cache

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output, new_raw_cell
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config

AILLEURS = "http://attaque.invalid"
# Un PNG d'un seul pixel : le contenu honnête qui doit rester visible.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@dataclass(frozen=True)
class CelluleHostile:
    """Une cellule hostile ; son effet si rien ne l'arrête : programme, reseau, apparence ou panne."""

    nom: str
    cellule: NotebookNode
    effet: str = "programme"
    gabarit: str = "feedback"  # la page de nbgrader où elle agit
    carnet: dict = field(default_factory=dict)  # des métadonnées du carnet


def agir(nom):
    """Le programme d'une attaque, sans guillemets doubles."""
    return f"(window.__p4_attaque=window.__p4_attaque||[]).push('{nom}')"


def sortie(nom, genre, contenu, metadonnees=None, **options):
    """L'attaque d'une sortie affichée par le code de l'élève."""
    contenu = contenu.replace("AGIR", agir(nom)).replace("PARENT", agir(nom).replace("window", "parent"))
    donnees = {genre: contenu, "text/plain": f"sortie de {nom}"}
    affichee = new_output("display_data", data=donnees, metadata=metadonnees or {})
    return CelluleHostile(nom, new_code_cell(f"# {nom}", outputs=[affichee]), **options)


def html(nom, contenu, effet="programme"):
    """L'attaque d'une sortie HTML."""
    return sortie(nom, "text/html", contenu, effet=effet)


def texte(nom, source, effet="programme", **options):
    """L'attaque d'une cellule de texte."""
    cellule = new_markdown_cell(source.replace("AGIR", agir(nom)))
    cellule.update({cle: v for cle, v in options.items() if cle == "attachments"})
    return CelluleHostile(nom, cellule, effet)


def cellule(nom, cellule, effet="programme", gabarit="feedback", carnet=None, **champs):
    """L'attaque d'une cellule dont certains champs ne sont pas ceux d'une cellule."""
    for cle, valeur in champs.items():
        cellule[cle] = NotebookNode(valeur) if isinstance(valeur, dict) else valeur
    return CelluleHostile(nom, cellule, effet, gabarit, carnet or {})


def code(nom, source="", **metadonnees):
    """Une cellule de code qui porte ces métadonnées."""
    return new_code_cell(source or f"# {nom}", metadata=metadonnees)


def fausse_note(nom, grade_id, **reglages):
    """Une cellule qui se fait passer pour un test de nbgrader."""
    meta = {"grade": True, "solution": False, "locked": True, "task": False, "points": 20, "score": 20}
    return code(nom, nbgrader=meta | {"grade_id": grade_id, "schema_version": 3} | reglages)


SORTIES = [
    html("html-script", "<script>AGIR</script>"),
    html("html-image", '<img src="x" onerror="AGIR">'),
    html("html-dessin", '<svg onload="AGIR"></svg>'),
    html("html-depli", '<details open ontoggle="AGIR">x</details>'),
    html("html-saisie", '<input autofocus onfocus="AGIR">'),
    html("html-cadre", '<iframe srcdoc="<script>PARENT</script>"></iframe>'),
    html("html-cadre-script", '<iframe src="javascript:parent.eval(name)" name="AGIR"></iframe>'),
    html("html-fermetures", "</div></div></div></div><script>AGIR</script>"),
    html("html-style", "<style>.score, .panel-heading { display: none }</style>", "apparence"),
    html("html-recouvrement", '<div style="position:fixed;top:0">Note : 20 / 20</div>', "apparence"),
    html("html-image-lointaine", f'<img src="{AILLEURS}/html.png">', "reseau"),
    html("html-feuille", f'<link rel="stylesheet" href="{AILLEURS}/style.css">', "reseau"),
    html("html-objet", f'<object data="{AILLEURS}/objet"></object>', "reseau"),
    html("html-formulaire", f'<form action="{AILLEURS}"><button>Suite</button></form>', "apparence"),
    html("html-depart", f'<meta http-equiv="refresh" content="0;url={AILLEURS}">', "apparence"),
    html("html-base", f'<base href="{AILLEURS}/">', "apparence"),
    html("html-zone", "<textarea>tout ce qui suit disparaît", "apparence"),
    sortie("html-isole", "text/html", "<b>AGIR</b>", {"text/html": {"isolated": True}}, effet="apparence"),
    sortie("js-fermeture", "application/javascript", "</script><script>AGIR</script>"),
    sortie("js", "application/javascript", "AGIR", gabarit="formgrade"),
    sortie("markdown-affiche", "text/markdown", '<img src="x" onerror="AGIR">'),
    sortie(
        "png-attribut", "image/png", "AAAA", {"image/png": {"width": f"1 onerror={agir('png-attribut')}"}}
    ),
    sortie(
        "png-ailleurs", "image/png", PIXEL, {"filenames": {"image/png": f"{AILLEURS}/p.png"}}, effet="reseau"
    ),
]

TEXTES = [
    texte("md-script", "<script>AGIR</script>"),
    texte("md-image", 'Voici <img src="x" onerror="AGIR"> mon dessin.'),
    texte("md-dessin", '<svg onload="AGIR"></svg>'),
    texte("md-titre", '# Titre <img src="x" onerror="AGIR">'),
    texte("md-tableau", '| a | b |\n|---|---|\n| <img src="x" onerror="AGIR"> | 1 |'),
    texte("md-liste", '- [ ] un\n  - <img src="x" onerror="AGIR">'),
    texte("md-definition", 'terme\n: <img src="x" onerror="AGIR">'),
    texte("md-citation", '> <img src="x" onerror="AGIR">'),
    texte("md-mermaid", '```mermaid\n<img src="x" onerror="AGIR">\n```'),
    texte("md-mermaid-cite", '> ~~~mermaid\n> <img src="x" onerror="AGIR">\n> ~~~'),
    texte("md-faux-code", '`` `<img src="x" onerror="AGIR">` ``` <img src="y" onerror="AGIR">'),
    texte("md-fausse-formule", '\\$a<img src="x" onerror="AGIR">\\$'),
    texte("md-lien", "[ouvrir](javascript:AGIR)".replace("AGIR", "void(0)"), "apparence"),
    texte("md-reference", "[ouvrir]\n\n[ouvrir]: javascript:void(0)", "apparence"),
    texte("md-autolien", "<javascript:void(0)>", "apparence"),
    texte("md-donnees", "[ouvrir](data:text/html;base64,PHNjcmlwdD4=)", "apparence"),
    texte("md-lien-du-serveur", "[ouvrir](/formgrader/?path=/tmp)", "apparence"),
    texte("md-adresse", f"Voir {AILLEURS}/page", "apparence"),
    texte("md-image-lointaine", f"![suivi]({AILLEURS}/suivi.png)", "reseau"),
    texte("md-image-du-serveur", "![piège](/formgrader/?path=/tmp)", "apparence"),
    texte("md-image-reference", f"![suivi][ici]\n\n[ici]: {AILLEURS}/reference.png", "reseau"),
    texte("md-style", "<style>* { display: none }</style>", "apparence"),
    texte("md-recouvrement", '<div style="position:fixed;top:0">20 / 20</div>', "apparence"),
    texte("md-depart", f'<meta http-equiv="refresh" content="0;url={AILLEURS}">', "apparence"),
    texte("md-commentaire", "<!-- tout ce qui suit disparaît", "apparence"),
    texte("md-piece-manquante", "![image](attachment:absente.png)", "panne"),
    texte(
        "md-piece-lointaine",
        "![image](attachment:a.png)",
        "apparence",
        attachments={"a.png": {"text/html": base64.b64encode(b"<script>1</script>").decode()}},
    ),
]

CELLULES = [
    cellule("compteur", code("compteur"), "panne", execution_count='<img src="x" onerror="y()">'),
    cellule("genre", new_raw_cell(""), "panne", cell_type="autre", type='<img src="x" onerror="y()">'),
    cellule("etiquette", code("etiquette", tags=["x navbar-fixed-top"]), "apparence"),
    cellule("code-cache", code("code-cache", transient={"remove_source": True}), "apparence"),
    cellule("brute", new_raw_cell('<div class="navbar-fixed-top">20 / 20</div>'), "apparence"),
    cellule("faux-test", fausse_note("faux-test", f'"><img src="x" onerror="{agir("faux-test")}">')),
    cellule(
        "faux-test-rempli",
        fausse_note("faux-test-rempli", "q-inconnue"),
        outputs=[
            new_output("display_data", data={"text/html": f"<script>{agir('faux-test-rempli')}</script>"})
        ],
    ),
    cellule("titre-de-note", new_markdown_cell("# q-double-test"), "apparence", "formgrade"),
    cellule("langage", code("langage"), "panne", carnet={"language_info": {"pygments_lexer": {}}}),
    cellule("demi-caractere", new_markdown_cell("moitié \ud83d de caractère"), "panne"),
]

ATTAQUES = [*SORTIES, *TEXTES, *CELLULES]


def honnete():
    """Ce que montre une copie honnête : du gras, une formule, du code, un texte, une image, une erreur."""
    source = "Du **gras**, `a<b`, $x<y$ et a < b.\n\n```python\nif a<b and c>d:\n    print('<b>')\n```"
    sorties = [
        new_output("stream", name="stdout", text="score < 3 & é\n"),
        new_output("display_data", data={"image/png": PIXEL, "text/plain": "<Figure>"}),
        new_output("error", ename="ValueError", evalue="a<b", traceback=["\x1b[31mValueError\x1b[0m: a<b"]),
    ]
    return [new_markdown_cell(source), new_code_cell("print('score < 3 & é')", outputs=sorties)]


# Ce que nbgrader dit d'une copie aux gabarits de ses deux pages.
RESSOURCES = {
    "nbgrader": {"notebook": "tp", "score": 8, "max_score": 20, "late_penalty": 0},
    **{"index": 0, "total": 1, "base_url": "", "student": "eve", "notebook_path": "tp.ipynb"},
}


@cache
def exporteur(classe, gabarit):
    """Un exporteur réglé comme par nbgrader pour l'une de ses deux pages."""
    config = Config()
    config.HTMLExporter.template_name = gabarit
    config.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    config.HTMLExporter.extra_template_paths = [handlers.static_path + "/node_modules/bootstrap/dist/css"]
    return classe(config=config)
