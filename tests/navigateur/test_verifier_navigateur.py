"""`verifier` et « Exécuter tout », tels qu'un élève les voit dans JupyterLab."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.navigateur.lab import VISIBLE

TP1 = "tp1_grille/tp1_grille.ipynb"
INIT = "def init():\n    return [[0] * 6 for x in range(7)]"
SANS_FIN = "def init():\n    while True:\n        pass"

# Écrit une cellule, s'il y a quelque chose à écrire, puis l'exécute et attend sa fin.
EXECUTER = """async ([identifiant, source]) => {
  const panneau = window.jupyterapp.shell.currentWidget;
  const rang = panneau.content.widgets.findIndex(c => c.model.id === identifiant);
  if (source) panneau.content.widgets[rang].model.sharedModel.setSource(source);
  panneau.content.activeCellIndex = rang;
  await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
SORTIE = """identifiant => window.jupyterapp.shell.currentWidget.content.widgets
  .find(c => c.model.id === identifiant).outputArea.node.innerText"""
INTERROMPRE = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.interrupt()"


def executer(lab, identifiant, source=""):
    """Exécute cette cellule du notebook ; ce qu'elle affiche."""
    lab.page.evaluate(EXECUTER, [identifiant, source])
    return lab.page.evaluate(SORTIE, identifiant)


def test_executer_tout_un_sujet_intact(lab):
    """« Exécuter tout », sur un TP que l'on n'a pas commencé, va-t-il jusqu'à la dernière cellule ?"""
    lab.executer(TP1)
    derniere = lab.page.locator(f"{VISIBLE} .jp-OutputArea-output").last
    expect(derniere).to_contain_text("Où en suis-je", timeout=120_000)
    assert "Traceback" not in lab.texte()


def test_jamais_vert_sur_rouge(lab):
    """Une cellule qui ne s'exécute plus laisse-t-elle « juste » sous elle ?"""
    lab.ouvrir(TP1)
    executer(lab, "tp1-imports")
    executer(lab, "tp1-q01-init", INIT)
    assert "juste" in executer(lab, "tp1-q01-init-test")
    executer(lab, "tp1-q01-init", INIT.replace("return", "retrun"))
    verdict = executer(lab, "tp1-q01-init-test")
    assert "juste" not in verdict and "init" in verdict


def test_interrompre_une_verification(lab):
    """Le bouton ■ donne-t-il une ligne en français, et non des pages ?"""
    lab.ouvrir(TP1)
    executer(lab, "tp1-imports")
    executer(lab, "tp1-q01-init", SANS_FIN)
    lab.page.evaluate(f"() => {{ setTimeout({INTERROMPRE}, 400); }}")
    assert executer(lab, "tp1-q01-init-test").startswith(
        "Vérification interrompue : aucun verdict. Exécutez de nouveau la cellule pour la refaire."
    )


def test_interrompre_un_affichage_sans_fin(lab):
    """Une boucle qui affiche sans fin, interrompue, ne montre-t-elle que ses lignes à elle ?"""
    lab.ouvrir(TP1)
    executer(lab, "tp1-imports")
    lab.page.evaluate(f"() => {{ setTimeout({INTERROMPRE}, 1500); }}")
    vu = executer(lab, "tp1-q01-essai", 'while True:\n    print("encore")')
    assert "affichage coupé" in vu and "KeyboardInterrupt" in vu and "cellules.py" not in vu


def test_l_ordre_et_les_doubles(lab):
    """Un test lancé avant sa réponse, puis une réponse récrite ailleurs, sont-ils dits en une ligne ?"""
    lab.ouvrir(TP1)
    executer(lab, "tp1-imports")
    assert executer(lab, "tp1-q01-init-test").startswith("init n'existe pas encore dans ce noyau")
    executer(lab, "tp1-q01-init", INIT)
    executer(lab, "tp1-q01-essai", "def init():\n    return []")
    lab.commande("docmanager:save")
    dit = executer(lab, "tp1-q01-init-test")
    assert dit.startswith("2 cellules définissent init : c'est la dernière exécutée qui est jugée")
