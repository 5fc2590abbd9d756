"""Appeler la fonction d'un élève : rien n'échappe, rien ne bloque."""

import builtins
import random
import sys
import threading

from p4core.appels import TAILLE_MAX, appeler, ligne_fautive, raconter


def test_valeur_et_arguments():
    """La valeur revient-elle, sur une copie des arguments ?"""
    liste = [1, 2]
    appel = appeler(lambda l: l.append(3) or len(l), (liste,))
    assert (appel.valeur, liste, appel.modifies) == (3, [1, 2], [0])


def test_argument_intact():
    """Une fonction qui remet tout en place passe-t-elle pour n'avoir rien modifié ?"""

    def propre(G):
        G[0].append(1)
        G[0].pop()
        return 0

    assert appeler(propre, ([[0], [0]],)).modifies == []


def test_changement_de_type():
    """Remplacer 0 par False est-il vu comme une modification ?"""

    def ruse(G):
        G[0] = False
        return 0

    assert appeler(ruse, ([0, 1],)).modifies == [0]


def test_boucle_sans_fin():
    """Une boucle sans fin est-elle arrêtée, même si elle avale les exceptions ?"""

    def tetue():
        while True:
            try:
                sum(range(100))
            except Exception:
                continue

    avant = threading.active_count()
    appel = appeler(tetue, delai=0.2)
    assert appel.expire and appel.arrete and threading.active_count() == avant


def test_ce_qui_est_affiche_est_capture():
    """print et stderr sont-ils rapportés, et les vraies sorties rendues ?"""

    def bavarde():
        print("bonjour")
        print("attention", file=sys.stderr)
        return 1

    sorties = sys.stdout, sys.stderr
    appel = appeler(bavarde)
    assert "bonjour" in appel.sortie and "attention" in appel.sortie
    assert (sys.stdout, sys.stderr) == sorties


def test_affichage_demesure():
    """Un affichage énorme est-il tronqué au lieu de remplir la mémoire ?"""
    appel = appeler(lambda: [print("x" * 1000) for _ in range(1000)])
    assert len(appel.sortie) <= TAILLE_MAX


def test_input_sans_saisie():
    """Un input() imprévu donne-t-il une erreur claire au lieu d'attendre ?"""
    vraie = builtins.input
    appel = appeler(lambda: input("colonne ? "))
    assert "input()" in raconter(appel.exception)
    assert builtins.input is vraie


def test_saisies_prevues():
    """Les saisies prévues sont-elles données dans l'ordre, et comptées ?"""
    appel = appeler(lambda: [input("a"), input("b")], saisies=("3", "4"))
    assert (appel.valeur, appel.saisies) == (["3", "4"], 2)


def test_generateur_deroule():
    """Un générateur est-il déroulé sous la même protection ?"""

    def sans_fin():
        while True:
            yield 1

    assert appeler(lambda: (x for x in (1, 2))).valeur == [1, 2]
    assert appeler(sans_fin, delai=0.2).expire


def test_exception_racontee():
    """L'exception est-elle racontée en français, avec la ligne de l'élève ?"""

    def fautive():
        return 1 / 0

    appel = appeler(fautive)
    assert ligne_fautive(appel.exception)[1] == "return 1 / 0"
    assert "division par zéro" in raconter(appel.exception) and "return 1 / 0" in raconter(appel.exception)


def test_exit_d_eleve():
    """Un exit() dans une réponse laisse-t-il le notebook en vie ?"""
    appel = appeler(lambda: sys.exit(3))
    assert isinstance(appel.exception, SystemExit)


def test_recursion_sans_fin():
    """Une récursion sans fin est-elle rapportée comme telle ?"""

    def descend(n):
        return descend(n + 1)

    assert "récursifs" in raconter(appeler(descend, (0,)).exception)


def test_le_hasard_n_est_pas_touche():
    """Appeler une fonction laisse-t-il le générateur aléatoire comme il l'était ?"""
    random.seed(1)
    attendu = random.Random(1).random()
    appeler(lambda: 0)
    assert random.random() == attendu
