"""Recueillir les affichages d'un seul fil d'exécution."""

from __future__ import annotations

import builtins
import sys
import threading

from p4core.appels import TAILLE_MAX, recueillir


def test_un_fil_est_recueilli_et_l_autre_passe(capsys):
    """Pendant qu'un fil est recueilli, ce qu'affiche un autre arrive-t-il à sa place ?"""
    pret, fini, recu = threading.Event(), threading.Event(), []

    def bavard():
        with recueillir() as tampon:
            print("dedans")
            print("erreur", file=sys.stderr)
            pret.set()
            fini.wait(5)
            recu.append(tampon.getvalue())

    fil = threading.Thread(target=bavard)
    fil.start()
    pret.wait(5)
    print("dehors")
    fini.set()
    fil.join()
    assert recu == ["dedans\nerreur\n"]
    assert capsys.readouterr().out == "dehors\n"


def test_tout_est_remis_en_place(capsys):
    """Après usage, sys.stdout et input sont-ils ceux d'avant, même imbriqués dans le désordre ?"""
    avant = sys.stdout, sys.stderr, builtins.input
    premier, second = recueillir(), recueillir()
    premier.__enter__()
    fil = threading.Thread(target=lambda: (second.__enter__(), second.__exit__(None, None, None)))
    fil.start()
    fil.join()
    premier.__exit__(None, None, None)
    assert (sys.stdout, sys.stderr, builtins.input) == avant


def test_un_affichage_sans_fin_est_coupe():
    """Un tampon cesse-t-il de grossir ?"""
    with recueillir() as tampon:
        for _ in range(30):
            print("x" * 1000)
    assert len(tampon.getvalue()) == TAILLE_MAX


def test_input_est_remplace_dans_ce_fil_seulement():
    """La saisie donnée répond-elle à input() dans le fil recueilli ?"""
    with recueillir(lambda *invite: "42"):
        assert input("? ") == "42"
