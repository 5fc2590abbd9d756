"""Le nettoyage des retours : ni test caché, ni ligne qui en vienne."""

from nbformat.v4 import new_code_cell, new_notebook, new_output

from p4core.correction.tests_caches import EffacerTestsCaches, lignes_cachees, sans_tests_caches

CELLULE = """verifier("tp", "q", f)
### BEGIN HIDDEN TESTS
for graine in range(3):
    verifier("tp", "q", f, graine=graine)
) # court
### END HIDDEN TESTS
fin"""


def nettoyer(*sorties):
    """Le carnet d'une cellule, nettoyé."""
    carnet = new_notebook(cells=[new_code_cell(CELLULE, outputs=list(sorties))])
    return EffacerTestsCaches().preprocess(carnet, {})[0].cells[0]


def test_source():
    """La cellule perd-elle exactement la région cachée ?"""
    assert nettoyer().source == 'verifier("tp", "q", f)\nfin' == sans_tests_caches(CELLULE)


def test_region_non_fermee():
    """Une région sans fin est-elle cachée jusqu'au bout ?"""
    assert sans_tests_caches("a\n# BEGIN HIDDEN TESTS\nb") == "a"


def test_trace_coloree():
    """Une ligne cachée disparaît-elle d'une trace ANSI, même découpée par des couleurs ?"""
    vert, jaune, fin = "\x1b[32m", "\x1b[33m", "\x1b[39m"
    appel = f'{vert}----> 4{fin}     verifier({jaune}"tp"{fin}, {jaune}"q"{fin}, f, graine=graine)'
    trace = ["ValueError", f"{appel}\n      5 ) # court\n      7 fin"]
    erreur = nettoyer(new_output("error", ename="ValueError", evalue="", traceback=trace)).outputs[0]
    assert erreur.traceback == [trace[0], "[test caché]\n[test caché]\n      7 fin"]


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
