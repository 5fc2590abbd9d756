"""Le nettoyage des retours : ni test caché, ni ligne qui en vienne."""

from nbformat.v4 import new_code_cell, new_notebook, new_output

from p4prof.carnets import EffacerTestsCaches, lignes_cachees, sans_tests_caches

CELLULE = """verifier("tp", "q", f)
### BEGIN HIDDEN TESTS
for graine in range(3):
    verifier("tp", "q", f, graine=graine)
) # court
### END HIDDEN TESTS
fin"""


TEST = {"nbgrader": {"grade_id": "q-test", "grade": True, "solution": False, "locked": True}}


def nettoyer(*sorties, autres=()):
    """La cellule de test d'un carnet, nettoyé ; suivie des autres s'il y en a."""
    test = new_code_cell(CELLULE, metadata=TEST, outputs=list(sorties))
    carnet, _ = EffacerTestsCaches().preprocess(new_notebook(cells=[test, *autres]), {})
    return carnet.cells if autres else carnet.cells[0]


def test_source():
    """La cellule perd-elle exactement la région cachée ?"""
    assert nettoyer().source == 'verifier("tp", "q", f)\nfin' == sans_tests_caches(CELLULE)


def test_region_non_fermee():
    """Une région sans fin est-elle cachée jusqu'au bout ?"""
    assert sans_tests_caches("a\n# BEGIN HIDDEN TESTS\nb") == "a"


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
    assert nettoyer(erreur).outputs[0].traceback == ["ValueError: perdu"]
    bavarde = new_output("error", ename="E", evalue="vu : for graine in range(3):", traceback=trace)
    assert nettoyer(bavarde).outputs[0].traceback == ["E: [test caché]"]
    cachee = new_output("error", ename="E", evalue="x", traceback=["----> 3 for graine in range(3):"])
    assert nettoyer(cachee).outputs[0].traceback == ["[test caché]", "E: x"]


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
    sortie = nettoyer(new_output("display_data", data={"text/html": page})).outputs[0]
    assert sortie.data["text/html"] == "<p>ok</p>\n[test caché]\n<p>fin</p>"


def test_texte_et_stderr():
    """Un élève qui affiche les tests cachés les retrouve-t-il dans son retour ?"""
    sortie = nettoyer(
        new_output("stream", name="stderr", text="vu : for graine in range(3):\nreste")
    ).outputs[0]
    assert sortie.text == "[test caché]\nreste"


def test_lignes_banales_gardees():
    """Une ligne cachée très courte laisse-t-elle vivre les lignes qui la contiennent ?"""
    assert "fin" not in lignes_cachees(CELLULE)
    assert (
        nettoyer(new_output("stream", name="stdout", text="(a ) # court !")).outputs[0].text
        == "(a ) # court !"
    )


def test_bilan_repete():
    """Deux bilans identiques, du test visible et du test caché, n'en font-ils qu'un ?"""
    bilan, note = new_output("display_data", data={"text/plain": "juste"}), new_output("execute_result")
    assert nettoyer(bilan, bilan, note).outputs == [bilan, note]
