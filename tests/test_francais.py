"""Écrire à la française : nombres, durées, accords, listes de noms."""

from math import inf, nan

from p4core.francais import (
    INSECABLE,
    duree,
    ecrire_nombre,
    enumerer,
    milliers,
    note_signee,
    pour_cent,
    quantite,
    virgule,
)


def test_nombres():
    """Les nombres ont-ils une virgule, et pas plus de chiffres que demandé ?"""
    assert [virgule(0.5), virgule(2.55, ".1f"), virgule(0.2, "g"), virgule(3.0, "g")] == [
        "0,50",
        "2,5",
        "0,2",
        "3",
    ]
    assert [ecrire_nombre(x) for x in (0.0, 10.0, 100.0, 0.333, 12.5)] == ["0", "10", "100", "0,33", "12,5"]
    assert (milliers(1234567.8), milliers(999), milliers(16422, " ")) == (
        "1\u202f234\u202f568",
        "999",
        "16 422",
    )


def test_pourcentages():
    """Une part s'écrit-elle avec les décimales et l'espace voulus ?"""
    assert (pour_cent(0.525), pour_cent(1), pour_cent(0.724, 0, INSECABLE)) == (
        "52,5 %",
        "100,0 %",
        "72\u00a0%",
    )


def test_notes_signees():
    """Une note porte-t-elle toujours son signe, même infinie, et reste-t-elle courte ?"""
    notes = (7, -2.5, inf, -inf, 0, nan, 1 / 3, 1e6, 1234.5)
    attendu = ["+7", "−2,5", "+∞", "−∞", "0", "?", "+0,33", "+1e+06", "+1234"]
    assert [note_signee(note) for note in notes] == attendu


def test_durees():
    """Les durées se lisent-elles ?"""
    assert (duree(8), duree(125)) == ("8 s", "2 min 05 s")


def test_accords():
    """Le nom s'accorde-t-il, zéro et un au singulier, avec le pluriel donné s'il le faut ?"""
    assert [quantite(n, "partie") for n in (0, 1, 3)] == ["0 partie", "1 partie", "3 parties"]
    assert quantite(2, "copie notée", "copies notées") == "2 copies notées"


def test_listes_de_noms():
    """Une liste de noms finit-elle par « et » ?"""
    assert [enumerer(n) for n in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a et b", "a, b et c"]
