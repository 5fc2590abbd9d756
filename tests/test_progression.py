"""La barre de progression."""

import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from p4core.progression import Avancement, barre


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
    assert Avancement("essais", 5, 10, 20.0).texte(largeur=4) == "essais : [██··] 5/10, reste 20 s"
    assert Avancement("", 10, 10, 75.0).texte(largeur=4) == "[████] 10/10, en 1 min 15 s"
    assert Avancement("", 3, None, 1.0).texte() == "3 faits en 1 s"


class Balises(HTMLParser):
    """Les balises d'une page, avec leurs attributs."""

    def __init__(self, page):
        super().__init__()
        self.vues, self.texte = {}, []
        self.feed(page)

    def handle_starttag(self, balise, attributs):
        self.vues[balise] = dict(attributs)

    def handle_data(self, texte):
        self.texte.append(texte)


def test_html():
    """Dans un notebook, est-ce une vraie barre, nommée pour un lecteur d'écran, avec son compte ?"""
    page = Balises(Avancement("Parties", 5, 10, 20.0).html())
    attributs = page.vues["progress"]
    assert (attributs["max"], attributs["value"], attributs["aria-label"]) == ("10", "5", "Parties")
    assert page.texte == ["Parties", "5/10, reste 20 s"]


def test_html_inerte():
    """Un titre qui contient du HTML reste-t-il du texte ?"""
    page = Balises(Avancement('<script>"x"</script>', 1, 2, 1.0).html())
    assert set(page.vues) == {"div", "span", "progress"}
    assert page.vues["progress"]["aria-label"] == '<script>"x"</script>'


@pytest.mark.parametrize(("fini", "valeur"), [(False, None), (True, "1")])
def test_html_sans_total(fini, valeur):
    """Sans total connu, la barre est-elle indéterminée, puis pleine à la fin ?"""
    page = Balises(Avancement("", 3, None, 1.0, fini).html())
    assert page.vues["progress"].get("value") == valeur
    assert page.vues["progress"]["aria-label"] == "Progression"


def test_notebook(monkeypatch):
    """Dans un noyau, la barre envoie-t-elle les deux formes à une seule sortie, qu'elle remplace ?"""
    display = pytest.importorskip("IPython.display")
    envois = []
    poignee = SimpleNamespace(update=lambda contenu, raw: envois.append(contenu))
    monkeypatch.setattr(display, "display", lambda contenu, **_: envois.append(contenu) or poignee)
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: SimpleNamespace(kernel=1))
    monkeypatch.setattr("p4core.progression.PERIODE", 0)
    assert list(barre("abc", titre="lettres")) == ["a", "b", "c"]
    assert [set(contenu) for contenu in envois] == [{"text/plain", "text/html"}] * 4
    assert 'value="3"' in envois[-1]["text/html"]
