"""« p4 wasm » : le module WebAssembly livré vient-il bien des sources d'aujourd'hui ?"""

import re

import pytest

from p4core.commande import main
from p4core.ia import fabrication_wasm
from p4core.ia.embarque import MODULE
from p4core.ia.fabrication_wasm import empreinte, frais, manquants, section, versions
from tests.noeud import RACINE

OCTETS_MAX = 36_000  # de quoi le mettre dans une page


def test_module_frais():
    """Le module livré a-t-il été refait depuis que les sources ont changé ? Sinon : p4 wasm."""
    assert frais(MODULE.read_bytes()), (
        "sources plus récentes que le module : pip install -e '.[wasm]', p4 wasm"
    )
    assert len(MODULE.read_bytes()) < OCTETS_MAX


def test_une_source_changee_se_voit(monkeypatch, tmp_path):
    """Une ligne de plus dans une règle suffit-elle à dire que le module est périmé ?"""
    for source in fabrication_wasm.SOURCES:
        copie = tmp_path / source
        copie.parent.mkdir(exist_ok=True)
        copie.write_bytes((fabrication_wasm.ICI / source).read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setattr(fabrication_wasm, "ICI", tmp_path)
    assert frais(MODULE.read_bytes()), "les fins de lignes ne comptent pas"
    (tmp_path / "regles.py").write_text((tmp_path / "regles.py").read_text("utf-8") + "\nX = 1\n", "utf-8")
    assert not frais(MODULE.read_bytes())


def test_section():
    """Une section commence-t-elle par son genre et sa longueur, sur deux octets ?"""
    assert section("ab", "x" * 200) == bytes([0, 203 & 127 | 128, 203 >> 7, 2]) + b"ab" + b"x" * 200
    assert empreinte() in MODULE.read_bytes().decode("latin1")


def fixees():
    """Les versions des outils que constraints.txt demande."""
    texte = (RACINE / "constraints.txt").read_text("utf-8")
    return {
        outil: re.search(rf"^{outil}==(.+)$", texte, re.MULTILINE)[1] for outil in fabrication_wasm.OUTILS
    }


def test_refait_a_l_identique(tmp_path, capsys):
    """Avec les outils fixés, refaire le module donne-t-il exactement les mêmes octets ?"""
    if manquants():
        pytest.skip(
            f"{', '.join(manquants())} : absent, le module n'est pas refait (pip install -e '.[wasm]')."
        )
    if versions() != fixees():
        pytest.skip(f"Les outils ne sont pas ceux de constraints.txt : {versions()}.")
    assert main(["wasm", str(tmp_path / "refait.wasm")]) == 0
    assert "octets" in capsys.readouterr().out
    assert (tmp_path / "refait.wasm").read_bytes() == MODULE.read_bytes()


def test_sans_les_outils(monkeypatch, capsys):
    """Sans ziglang, la commande dit-elle quoi installer, sans rien toucher ?"""
    monkeypatch.setattr(fabrication_wasm, "OUTILS", ("numba", "outil_absent"))
    avant = MODULE.read_bytes()
    assert main(["wasm"]) == 2
    assert "Il manque outil_absent" in capsys.readouterr().err
    assert MODULE.read_bytes() == avant
