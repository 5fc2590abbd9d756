"""Appeler la fonction d'un élève : rien n'échappe, rien ne bloque, aucun autre fil n'est touché."""

from __future__ import annotations

import _thread
import builtins
import contextlib
import decimal
import itertools
import random
import subprocess
import sys
import threading
import time

import pytest

from p4core import appels
from p4core.appels import (
    TAILLE_MAX,
    VALEURS,
    Appel,
    Execution,
    Surveillance,
    appeler,
    calcul,
    ligne_fautive,
    murale,
    pile_de,
    raconter,
    recueillir,
    refuser,
    remplacer,
)
from p4core.jeu import Position


def sans_fin():
    while True:
        pass


def tetue():
    """Une boucle qui avale toutes les exceptions un moment, comme un `except:` nu."""
    for _ in range(3):
        with contextlib.suppress(BaseException):
            sans_fin()


# --- ce qui est affiché et tapé ------------------------------------------------------------------------


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


def test_un_recueil_dans_un_autre():
    """Dans un même fil, le recueil de dehors reprend-il, saisies comprises, quand celui de dedans finit ?"""
    with recueillir(lambda *_: "42") as dehors:
        with recueillir() as dedans:
            print("dedans", input())
        print("dehors", input())
    assert (dedans.getvalue(), dehors.getvalue()) == ("dedans 42\n", "dehors 42\n")


def test_un_affichage_sans_fin_est_coupe():
    """Un affichage énorme est-il tronqué au lieu de remplir la mémoire ?"""
    assert len(appeler(lambda: [print("x" * 1000) for _ in range(1000)]).sortie) == TAILLE_MAX


def test_ce_qui_est_affiche_est_recueilli():
    """print et stderr sont-ils rapportés, et les vraies sorties rendues ?"""

    def bavarde(x):
        print("bonjour")
        print("attention", file=sys.stderr)
        return x + 1

    sorties = sys.stdout, sys.stderr
    for appel in (appeler(bavarde, (1,)), Surveillance().appeler(bavarde, (1,), 5)):
        assert (appel.valeur, appel.sortie, appel.expire) == (2, "bonjour\nattention\n", False)
    assert (sys.stdout, sys.stderr) == sorties


def test_input_sans_saisie():
    """Un input() imprévu donne-t-il une erreur claire, propre à l'endroit, au lieu d'attendre ?"""
    vraie = builtins.input
    refusee = appeler(lambda: input("colonne ? "), saisie=refuser("Personne ne répond à input()."))
    assert "input() est appelée" in raconter(appeler(lambda: input("colonne ? ")).exception)
    assert raconter(refusee.exception) == "Personne ne répond à input()."
    assert "sur le plateau" in raconter(Surveillance().appeler(lambda: input(), (), 5).exception)
    assert builtins.input is vraie


def test_saisies_prevues():
    """Les saisies prévues sont-elles données dans l'ordre, montrées et comptées ?"""
    appel = appeler(lambda: [input("a"), input("b")], saisies=("3", "4"))
    assert (appel.valeur, appel.saisies, appel.sortie) == (["3", "4"], 2, "a3\nb4\n")


# --- la valeur et les arguments ------------------------------------------------------------------------


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


def test_generateur_deroule():
    """Un générateur est-il déroulé sous la même protection ?"""

    def generateur_sans_fin():
        while True:
            yield 1

    assert appeler(lambda: (x for x in (1, 2))).valeur == [1, 2]
    assert appeler(generateur_sans_fin, delai=0.2).expire


def test_le_hasard_n_est_pas_touche():
    """Appeler une fonction laisse-t-il le générateur aléatoire comme il l'était ?"""
    random.seed(1)
    attendu = random.Random(1).random()
    appeler(lambda: 0)
    assert random.random() == attendu


# --- le temps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("horloge", [calcul, murale])
@pytest.mark.parametrize("fonction", [sans_fin, tetue])
def test_boucle_sans_fin(fonction, horloge, sans_oisif):
    """Une boucle sans fin est-elle arrêtée aux deux horloges, même si elle avale les exceptions ?"""
    avant = threading.active_count()
    appel = appeler(fonction, delai=0.1, horloge=horloge)
    assert appel.expire and appel.arrete and threading.active_count() == avant


def test_deux_horloges():
    """Dormir compte-t-il à l'horloge au mur, et presque pas au temps de calcul ?"""
    assert appeler(time.sleep, (0.3,), delai=0.2, horloge=murale).expire
    assert not appeler(time.sleep, (0.3,), delai=0.2, horloge=calcul).expire
    assert appeler(time.sleep, (1.5,), delai=0.2, horloge=calcul).expire  # LENTEUR fois le délai


def test_chaque_demande_a_son_temps():
    """Dans un programme de plusieurs appels, le délai vaut-il pour chacun, et non pour tous ?"""

    def programme(demander):
        return [demander(time.sleep, 0.4) for _ in range(4)]

    appel = Execution(programme, 1.5, murale).mener(Appel())
    assert appel.valeur == [None] * 4 and not appel.expire
    assert (
        Execution(lambda demander: [demander(sans_fin), demander(print)], 0.1, murale).mener(Appel()).expire
    )


def test_prive_de_processeur(monkeypatch):
    """Le temps où un fil attend un processeur, sur une machine chargée, n'est-il pas du sommeil ?"""
    attendu = [0.0]
    monkeypatch.setattr(appels, "attente", lambda: lambda: attendu[0])
    chronometre = appels.calcul()
    time.sleep(0.3)
    endormi, attendu[0] = chronometre(), 0.3
    assert endormi >= 0.3 / appels.LENTEUR > chronometre()


def test_une_reponse_apres_l_heure_ne_compte_pas():
    """Une fonction que rien n'interrompt et qui répond trop tard a-t-elle dépassé son temps ?"""
    execution = Execution(lambda demander: demander(time.sleep, 0.2), 0.1, murale)
    appel = execution.mener(Appel(), fil=False)
    assert appel.expire and appel.valeur is None


def test_annuler_d_un_autre_fil():
    """Une annulation arrête-t-elle l'appel en cours, et empêche-t-elle d'attendre ?"""
    surveillance = Surveillance()
    threading.Timer(0.1, surveillance.annuler).start()
    debut = time.monotonic()
    assert surveillance.appeler(sans_fin, (), 30).expire
    surveillance.attendre(30)
    assert time.monotonic() - debut < 20


def test_interrompre_ne_touche_jamais_un_autre_fil():
    """Des appels interrompus juste à leur fin laissent-ils intacts les autres fils et les sorties ?"""
    blesses, avant = [], sys.stdout

    def temoin():
        try:
            sum(range(200))
        except BaseException as erreur:
            blesses.append(erreur)
            raise

    for _ in range(300):
        surveillance = Surveillance()
        fil = threading.Thread(target=surveillance.appeler, args=(time.sleep, (0.001,), 0.001))
        fil.start()
        temoins = [threading.Thread(target=temoin) for _ in range(3)]
        for autre in temoins:
            autre.start()
        for autre in (*temoins, fil):
            autre.join(10)
    assert blesses == []
    assert sys.stdout is avant


def test_un_ctrl_c_arrete_aussi_l_eleve(monkeypatch, sans_oisif):
    """Un Ctrl-C pendant l'attente arrête-t-il la fonction au lieu de la laisser tourner toute seule ?"""

    def interrompue(*_):
        raise KeyboardInterrupt

    avant = threading.active_count()
    monkeypatch.setattr(Surveillance, "attendre", interrompue)
    with pytest.raises(KeyboardInterrupt):
        appeler(sans_fin)
    assert threading.active_count() == avant


def test_un_fil_sert_a_plusieurs_appels(sans_oisif):
    """Deux appels de suite se font-ils dans le même fil, et dans un autre après un appel interrompu ?"""
    premier, second = (appeler(threading.get_ident).valeur for _ in range(2))
    assert premier == second != threading.get_ident()
    assert appeler(lambda: sum(appeler(threading.get_ident).valeur for _ in range(2))).valeur != 2 * premier
    fil = next(f for f in threading.enumerate() if f.ident == premier)
    assert appeler(sans_fin, delai=0.1).expire and not fil.is_alive()
    assert not appeler(threading.get_ident).expire


def test_un_appel_ne_laisse_rien_au_suivant(sans_oisif):
    """Ce qu'un appel change à son fil (contexte, espion, taille de la pile) est-il oublié du suivant ?"""

    def precision():
        avant = decimal.getcontext().prec
        decimal.getcontext().prec = 5
        return avant

    assert [appeler(precision).valeur for _ in range(2)] == [28, 28]
    appeler(sys.setprofile, (lambda *_: None,))
    assert appeler(sys.getprofile).valeur is None
    avant, taille = appeler(threading.get_ident).valeur, threading.stack_size(2**20)
    try:
        assert appeler(threading.get_ident).valeur != avant
    finally:
        threading.stack_size(taille)


# --- un Python sans fils d'exécution, celui d'un navigateur ----------------------------------------------


@pytest.fixture
def sans_fils(monkeypatch, sans_oisif):
    """Ni fil à démarrer, ni horloge par fil, ni numéro de fil."""

    def impossible(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", impossible)
    monkeypatch.delattr(threading, "get_native_id", raising=False)
    monkeypatch.setattr(time, "pthread_getcpuclockid", impossible, raising=False)


def test_sans_fils_l_appel_est_direct(sans_fils):
    """Sans fil, la valeur, les affichages, les saisies et les erreurs reviennent-ils de même ?"""
    appel = appeler(lambda l: l.append(input("? ")) or print(l), ([1],), saisies=["2"])
    assert (appel.apres, appel.modifies, appel.sortie) == (([1, "2"],), [0], "? 2\n[1, '2']\n")
    assert (appel.expire, appel.arrete, appel.saisies) == (False, True, 1)
    assert "division par zéro" in raconter(appeler(lambda: 1 / 0).exception)
    assert isinstance(appeler(sys.exit).exception, SystemExit)
    assert Surveillance().appeler(abs, (-3,), 5).valeur == 3


@pytest.mark.parametrize("prendre", [random.choice, min, max])
def test_une_liste_vide(prendre):
    """Ce que Python dit en anglais d'une liste vide est-il dit en français ?"""
    phrase = raconter(appeler(prendre, ([],)).exception)
    assert f"{prendre.__name__} d'une liste vide" in phrase and "empty" not in phrase


def test_sans_fils_un_appel_dans_un_autre(sans_fils):
    """Un appel fait pendant un autre rend-il ses affichages à chacun ?"""
    dedans = []
    dehors = appeler(lambda: (print("a"), dedans.append(appeler(print, ("b",))), print("c")))
    assert (dedans[0].sortie, dehors.sortie) == ("b\n", "a\nc\n")


@pytest.fixture
def sur_place(monkeypatch):
    """Comme dans un navigateur : tout se déroule dans ce fil, un métronome fait regarder l'heure."""
    monkeypatch.setattr(appels, "SUR_PLACE", True)
    monkeypatch.delattr(time, "pthread_getcpuclockid", raising=False)


def fibonacci(n=60):
    try:
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
    except:  # noqa: E722 (ce qu'écrirait un élève)
        return 0


def obstinee():
    n = 0
    while n >= 0:
        try:
            sans_fin()
        except:  # noqa: E722
            n = n + 1


SANS_FIN = {
    "boucle": sans_fin,
    "recursion": fibonacci,
    "tetue": tetue,
    "obstinee": obstinee,
    "comprehension": lambda: [n for n in itertools.count() if n < 0],
    "generateur": lambda: (n for n in itertools.count() if n < 0),
    "map": lambda: any(map((0).__gt__, map(fibonacci, itertools.repeat(1)))),
    "dort": lambda: [time.sleep(0.01) for _ in itertools.count()],
}


@pytest.mark.parametrize("fonction", SANS_FIN.values(), ids=SANS_FIN)
def test_sur_place_rien_n_est_sans_fin(sur_place, fonction):
    """Sans fil, ce qui ne finit pas est-il arrêté, même par-dessus un `except:` nu ?"""
    appel = appeler(fonction, delai=0.2)
    assert (appel.expire, appel.arrete, appel.valeur) == (True, True, None)
    assert appel.duree < 60 and appels._surveillees == []


def test_sur_place_l_appel_raconte_de_meme(sur_place):
    """Sans fil, la valeur, les affichages, l'endroit où l'on en était reviennent-ils comme avec un fil ?"""
    assert appeler(sans_fin, delai=0.2).pile[:1] == ("sans_fin",)
    appel = appeler(lambda l: l.append(input("? ")) or print(l), ([1],), saisies=["2"])
    assert (appel.apres, appel.sortie, appel.expire, appel.saisies) == (
        ([1, "2"],),
        "? 2\n[1, '2']\n",
        False,
        1,
    )
    assert "division par zéro" in raconter(appeler(lambda: 1 / 0).exception)
    assert isinstance(appeler(sys.exit).exception, SystemExit)


def test_sur_place_une_recherche_trop_profonde(sur_place):
    """Sans fil, une recherche qui descend trop est-elle arrêtée avant la fin de son temps ?"""

    def descend(n):
        time.sleep(0.005)
        return descend(n + 1)

    appel = appeler(descend, (0,), delai=60, emboitements=4)
    assert appel.expire and appel.pile[0] == "descend" and appel.pile[2] > 4 and appel.duree < 30


def test_emboites_sans_avoir_calcule():
    """Vue en pleine descente par une machine chargée, une recherche qui finit est-elle laissée en paix ?"""

    def descend(n):
        if n == 0:
            time.sleep(3 * appels.COUP_D_OEIL)
        return n and 1 + descend(n - 1)

    assert appeler(descend, (30,), emboitements=4, horloge=lambda: lambda: 0.0).valeur == 30


def test_sur_place_chaque_demande_a_son_temps(sur_place):
    """Sans fil, une longue suite d'appels courts va-t-elle au bout, et un appel sans fin l'arrête-t-il ?"""
    suite = Execution(lambda d: [d(time.sleep, 0.1) for _ in range(4)], 0.3, lambda: lambda: 0.2)
    assert not suite.mener(Appel()).expire
    assert (
        Execution(lambda demander: [demander(sans_fin), demander(print)], 0.1, murale).mener(Appel()).expire
    )


def test_sur_place_un_appel_dans_un_autre(sur_place):
    """Un appel arrêté à l'intérieur d'un autre laisse-t-il celui-ci finir ?"""
    dehors = appeler(lambda: (print("a"), appeler(sans_fin, delai=0.1).expire, print("b"))[1], delai=30)
    assert (dehors.valeur, dehors.expire, dehors.sortie) == (True, False, "a\nb\n")


def test_sur_place_le_carre_du_notebook(sur_place):
    """Sans fil, le ■ du notebook arrête-t-il la cellule, au lieu d'être compté comme une faute ?"""

    def interrompue():
        _thread.interrupt_main()
        sans_fin()

    with pytest.raises(KeyboardInterrupt):
        appeler(interrompue, delai=30)
    assert appels._surveillees == [] and appeler(abs, (-3,)).valeur == 3


def test_sur_place_un_clic_arrete_l_appel(sur_place):
    """Sans fil, un clic fait pendant un appel est-il entendu, sans se mêler à ce qu'il affiche ?"""
    entendus = []

    def clic(_secondes):
        with appels._mises_de_cote():
            print("du clic")
            entendus.append((appels.sous_surveillance(), appeler(abs, (-3,)).valeur))
        surveillance.annuler()

    surveillance = Surveillance(clic)
    appel = surveillance.appeler(lambda: print("avant") or sans_fin(), (), 60)
    assert entendus == [(False, 3)]
    assert (appel.expire, appel.arrete, appel.sortie) == (True, True, "avant\n")
    assert appel.duree < 30 and appels._surveillees == []


def test_sur_place_le_temps_d_un_clic_n_est_pas_compte(sur_place):
    """Ce que dure un clic est-il rendu à la fonction qu'il a suspendue ?"""
    durees = [2.0]

    def clic(_secondes):
        with appels._mises_de_cote():
            time.sleep(durees.pop() if durees else 0)

    def attend_le_clic():
        while durees:
            pass

    appel = Surveillance(clic).appeler(attend_le_clic, (), 2.0)
    assert not appel.expire and appel.duree > 2


def test_sans_horloge_de_calcul(monkeypatch):
    """Là où le système ne compte pas le temps de calcul d'un fil, l'horloge au mur la remplace-t-elle ?"""
    monkeypatch.delattr(time, "pthread_getcpuclockid", raising=False)
    assert appeler(lambda: 4).valeur == 4
    assert appeler(time.sleep, (0.3,), delai=0.2, horloge=calcul).expire


# --- les erreurs ---------------------------------------------------------------------------------------


def test_exception_racontee():
    """L'exception est-elle racontée en français, avec la ligne de l'élève ?"""

    def fautive():
        return 1 / 0

    appel = appeler(fautive)
    assert ligne_fautive(appel.exception)[1] == "return 1 / 0"
    assert "division par zéro" in raconter(appel.exception) and "return 1 / 0" in raconter(appel.exception)


@pytest.mark.parametrize(
    ("fautive", "dite"),
    [
        (lambda p: ("a",) + "b", "(a,)"),
        (lambda p: [1] + 2, "s'écrit [a]"),
        (lambda p: p.coups() and p.trait(), "trait est une valeur"),
        (lambda p: p.trait and list(p.coups), "parenthèses après coups"),
        (lambda p: 3 in p.coups, "parenthèses après coups"),
        (lambda p: p.jouer[3].gagnant, "parenthèses après jouer"),
        (lambda p: p.trait < p.coups, "parenthèses après coups"),
        (lambda p: [1] + None, "Python dit"),
        (lambda p: p.largeur + "a", "Python dit"),
        (lambda p: p.coups()(3), "Python dit"),
    ],
)
def test_type_en_clair(fautive, dite):
    """Une virgule ou des parenthèses oubliées, ou de trop, sont-elles dites en français ?"""
    assert dite in raconter(appeler(fautive, (Position(),)).exception)


def test_ce_qui_se_lit_sans_parentheses():
    """La liste des valeurs d'une Position est-elle entière ?"""
    publics = [nom for nom in dir(Position()) if not nom.startswith("_")]
    assert {*VALEURS} == {nom for nom in publics if not callable(getattr(Position(), nom))}


def test_exit_d_eleve():
    """Un exit() dans une réponse laisse-t-il le notebook en vie ?"""
    assert isinstance(appeler(lambda: sys.exit(3)).exception, SystemExit)


def test_recursion_sans_fin():
    """Une récursion sans fin est-elle rapportée comme telle ?"""

    def descend(n):
        return descend(n + 1)

    assert "récursifs" in raconter(appeler(descend, (0,)).exception)


def test_recherche_interieure_trop_profonde():
    """Une recherche définie à l'intérieur d'une fonction est-elle arrêtée dès qu'elle va trop loin ?"""

    def externe():
        def interne(n):
            time.sleep(0.005)
            return interne(n + 1)

        return interne(0)

    appel = appeler(externe, delai=30.0, emboitements=9)
    assert appel.expire and appel.pile is not None
    assert appel.pile[0] == "interne" and appel.duree < 4


@pytest.mark.parametrize(
    ("profondeur", "fois"), [(0, range(1, 2)), (30, range(31, 32)), (300, range(90, 101))]
)
def test_pile_d_un_fil_en_cours(profondeur, fois):
    """Sait-on où en est un autre fil, nom accentué compris, au moins sur ses cent derniers appels ?"""
    la, assez = threading.Event(), threading.Event()

    def été(n):
        if n:
            return été(n - 1)
        la.set()
        return assez.wait(20)

    fil = threading.Thread(target=été, args=(profondeur,))
    fil.start()
    try:
        assert la.wait(20)
        nom, ligne, combien = pile_de(fil.ident)
    finally:
        assez.set()
        fil.join()
    assert nom == "été" and (ligne > 0) == (profondeur == 0) and combien in fois
    assert pile_de(fil.ident) is None and pile_de(None) is None


COURSE = """
import sys, threading, time
from p4core.appels import pile_de

def f(n):
    plus = lambda x: x + n
    return 0 if n == 0 else max(f(n - 1) + plus(i) for i in range(2)) if n < 9 else f(n - 1)

def courir():
    while True:
        f(150)

sys.setswitchinterval(1e-5)
fil = threading.Thread(target=courir, daemon=True)
fil.start()
fin, vues = time.monotonic() + 2.5, []
while time.monotonic() < fin:
    vues.append(pile_de(fil.ident))
assert {pile[0] for pile in vues if pile} <= {"f", "courir"} and len(vues) > 100
print(max(pile[2] for pile in vues if pile))
"""


def test_regarder_un_fil_ne_plante_jamais():
    """Regarder sans cesse un fil qui s'appelle lui-même laisse-t-il l'interprète en vie ?"""
    fini = subprocess.run([sys.executable, "-c", COURSE], capture_output=True, text=True, timeout=60)
    assert fini.returncode == 0, fini.stderr
    assert int(fini.stdout) > 50


def test_remplacer_une_valeur_par_defaut():
    """Une fonction donnée comme valeur par défaut est-elle remplacée aussi, puis rendue ?"""
    espace: dict = {}
    exec("def outil():\n    return 1\n\ndef f(a=0, g=outil):\n    return g()", espace)
    with remplacer(espace["f"], {"outil": lambda: 2}):
        assert espace["f"]() == 2
    assert espace["f"]() == 1
