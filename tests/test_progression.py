"""La barre de progression."""

from p4core.progression import barre, duree, ligne


def test_parcourt_tout_sans_rien_ecrire_hors_terminal(capsys):
    """Hors d'un terminal et d'un notebook, la barre est-elle transparente et muette ?"""
    assert list(barre(range(5), titre="parties")) == [0, 1, 2, 3, 4]
    assert capsys.readouterr() == ("", "")


def test_muette_pendant_la_notation(monkeypatch, capsys):
    """Quand nbgrader note, la barre se tait-elle, même dans un terminal ?"""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    list(barre(range(3)))
    assert "3/3" in capsys.readouterr().out
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    list(barre(range(3)))
    assert capsys.readouterr().out == ""


def test_texte():
    """La ligne dit-elle où l'on en est et ce qui reste ?"""
    assert ligne("essais", 5, 10, 20.0, largeur=4) == "essais : [██··] 5/10, reste 20 s"
    assert ligne("", 10, 10, 75.0, largeur=4) == "[████] 10/10, en 1 min 15 s"
    assert ligne("", 3, None, 1.0) == "3 faits en 1 s"


def test_duree():
    """Les durées se lisent-elles ?"""
    assert (duree(8), duree(125)) == ("8 s", "2 min 05 s")
