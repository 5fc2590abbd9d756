"""Le moteur des vérifications : états, points, diagnostics, équité."""

import collections
import copy
import functools
import importlib
import itertools
import json
import linecache
import random
import re
import time
import types
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p4core.appels import appeler, remplacer
from p4core.codages import vers_colonnes
from p4core.francais import enumerer, virgule
from p4core.jeu import Position
from p4cours.carnets import REPONSE, lire
from p4cours.examen import TPS, examiner, indice, noter_sur, questions, verifier
from p4cours.pret.sujets import points_du_sujet, sujets
from p4cours.verification import moteur
from p4cours.verification.bilan import PRESQUE, Bilan
from p4cours.verification.diagnostics import etiquette
from p4cours.verification.echelle import ECHELLE
from p4cours.verification.essais import Appeleur, Critere, Ecart, Epreuve, Essai, Question, Source
from p4cours.verification.formes import Fonction, reponse, valeur_entiere
from p4cours.verification.horloge import Horloge, lenteur
from p4cours.verification.lecture import couple as lire_couple
from p4cours.verification.lecture import entier, nombre
from p4cours.verification.lecture import suite as lire_suite
from p4cours.verification.moteur import examiner_question


def double(**reglages):
    """« double(n) » : la forme la plus simple d'une question."""
    return Fonction(
        "double(n)",
        donner=lambda n: (n,),
        attendu=lambda n: 2 * n,
        lire=entier,
        appel="double({0})",
        etiquettes=lambda n: {"pair"} if n % 2 == 0 else (),
        **reglages,
    )


def question(erreurs=(), **options):
    """Trois critères, dont un qu'une réponse vide satisfait."""
    return (
        double()
        .critere("petits", 1, lambda source: (1, 2, 3, 4))
        .critere("grands", 2, lambda source: (50, 51))
        .critere("zéro", 1, lambda source: (0,), gratuit=True)
        .question(("un", "deux", "trois"), erreurs, **options)
    )


def juger(fonction, **options):
    return examiner_question("tp_essai", question(**options), fonction, 0, 1)


def sur(forme, reponse, *cas):
    """Le bilan de cette réponse à une question d'un seul critère, sur ces cas."""
    seule = forme.critere("tout", 1, lambda source: cas).question(("un", "deux", "trois"))
    return examiner_question("tp_essai", seule, reponse, 0, 1)


def test_juste():
    """Une bonne réponse gagne-t-elle tout ?"""
    bilan = juger(lambda n: 2 * n)
    assert (bilan.etat, bilan.part, bilan.contre_exemple) == ("juste", 1.0, None)


def test_part_par_criteres():
    """Un critère entier réussi rapporte-t-il son poids ?"""
    bilan = juger(lambda n: 2 * n if n < 50 else 0)
    assert (bilan.etat, bilan.part) == ("faux", 0.5)
    assert bilan.criteres == (("petits", True), ("grands", False), ("zéro", True))


def test_reponse_sans_contenu():
    """Répondre toujours 0 ne rapporte-t-il rien ?"""
    assert juger(lambda n: 0).part == 0.0


def test_non_traitee():
    """Une cellule laissée telle quelle est-elle « non traitée » ?"""

    def double(n):
        raise NotImplementedError

    for donnee in (double, None, ...):
        bilan = juger(donnee)
        assert (bilan.etat, bilan.part) == ("non traité", 0.0)


def test_a_moitie_ecrite():
    """NotImplementedError dans une seule branche est-il une erreur, sans perdre le reste ?"""

    def double(n):
        if n >= 50:
            raise NotImplementedError
        return 2 * n

    assert (juger(double).etat, juger(double).part) == ("faux", 0.5)


def test_plus_petit_contre_exemple():
    """Le contre-exemple montre-t-il l'appel, l'attendu et l'obtenu ?"""
    exemple = juger(lambda n: 2 * n + (n == 51)).contre_exemple
    assert (exemple.appel, exemple.attendu, exemple.obtenu) == ("double(51)", "102", "103")


@pytest.mark.parametrize(
    ("fonction", "mots"),
    [
        (lambda n: print(2 * n), "return"),
        (lambda n: None, "ne renvoie rien"),
        (lambda n: 2 * n / 0, "division par zéro"),
        (lambda n: str(2 * n), "chaîne"),
        (lambda n: n == 0, "booléen"),
        (lambda: 0, "double(n)"),
        (lambda n, m: 0, "double(n)"),
        (4, "ne désigne plus votre fonction"),
    ],
)
def test_defauts_generaux(fonction, mots):
    """Les défauts de forme sont-ils dits en clair ?"""
    bilan = juger(fonction)
    assert (bilan.etat, bilan.part) == ("faux", 0.0)
    assert mots in bilan.message


def test_tolerances():
    """Un paramètre par défaut, un affichage, un entier numpy sont-ils acceptés ?"""
    numpy = pytest.importorskip("numpy")

    def double(n, facteur=2):
        print("je calcule")
        return numpy.int64(facteur * n)

    assert juger(double).etat == "juste"


def test_memoire_entre_les_appels():
    """Une fonction qui garde une mémoire est-elle démasquée ?"""
    vus = []

    def double(n):
        vus.append(n)
        return 2 * n if vus.count(n) < 2 else 0

    bilan = juger(double)
    assert bilan.etat == "faux" and "mémoire" in bilan.message


def test_lente_a_dessein(monkeypatch):
    """Ce qui n'a pas été essayé, faute de temps, n'est-il ni gagné ni tu, et le reste est-il gagné ?"""
    monkeypatch.setattr("p4cours.verification.moteur.BUDGET", 0.3)
    monkeypatch.setattr("p4cours.verification.moteur.TOTAL", 0.4)
    longue = double().critere("petits", 1, lambda source: range(1, 4))
    longue.critere("nombres", 1, lambda source: range(4, 60))

    def lente(n):
        fin = time.thread_time() + (0.05 if n > 3 else 0)
        while time.thread_time() < fin:
            pass
        return 2 * n

    bilan = examiner_question("tp", longue.question(("a",)), lente, 0, 1)
    assert (bilan.etat, bilan.part) == ("faux", 0.5)
    assert bilan.message.startswith("Votre fonction est trop lente") and "sur 59" in bilan.message
    assert bilan.criteres == (("petits", True), ("nombres", False))


def test_sursis():
    """Le temps épuisé, en reste-t-il une fois, une seule, pour une réponse sans faute ?"""
    horloge = Horloge(0.0, sursis=60.0)
    assert horloge.epuisee and horloge.surseoir() and not horloge.epuisee
    assert not horloge.surseoir() and not Horloge(0.0).surseoir()


def test_lente_et_fausse(monkeypatch):
    """Une réponse fausse et lente est-elle d'abord dite fausse ?"""
    monkeypatch.setattr("p4cours.verification.moteur.BUDGET", 0.2)
    longue = double().critere("nombres", 1, lambda source: range(1, 60)).question(("a",))
    bilan = examiner_question("tp", longue, lambda n: time.sleep(0.1) or 2 * n + n % 3, 0, 1)
    assert "pas le bon" in bilan.message.splitlines()[0] and "trop lente" in bilan.message


def test_boucle_sans_fin():
    """Une boucle sans fin arrête-t-elle l'examen, en gardant ce qui était acquis ?"""

    def sans_fin(n):
        while n == 50:
            pass
        return 2 * n

    forme = double(options={"delai": 0.2}).critere("petits", 1, lambda source: (1, 2, 3, 4))
    bilan = examiner_question(
        "tp", forme.critere("grands", 1, lambda source: (50, 50)).question(("a",)), sans_fin, 0, 1
    )
    assert (bilan.etat, bilan.part) == ("faux", 0.5) and "ne se termine pas" in bilan.message


def test_diagnostics():
    """Une cause commune est-elle nommée, et seulement quand elle explique tout ?"""
    erreurs = (
        etiquette("pair", "les nombres pairs"),
        ("vous ajoutez au lieu de multiplier", lambda n: n + 2),
    )
    assert juger(lambda n: 2 * n + 1 - n % 2, erreurs=erreurs).message.startswith("les nombres pairs")
    assert juger(lambda n: n + 2, erreurs=erreurs).message.startswith("vous ajoutez")
    assert juger(lambda n: 2 * n + (n > 3), erreurs=erreurs).message == "Le résultat n'est pas le bon."


def test_version_fausse_qui_ne_dit_pas_tout():
    """Une version fausse qui ne sait rien d'un cas manqué le laisse-t-elle à une autre cause ?"""
    muette = ("vous ajoutez", lambda n: NotImplemented if n > 3 else n + 2)
    assert "vous ajoutez" in juger(lambda n: n + 2 if n <= 3 else 2 * n, erreurs=[muette]).message
    assert "vous ajoutez" not in juger(lambda n: n + 2, erreurs=[muette]).message


@pytest.mark.parametrize(
    ("reglages", "reponse", "message", "contre_exemple"),
    [
        ({}, lambda n: n, "Le résultat n'est pas le bon.", ("double(7)", "14", "7")),
        ({"dire": lambda n: f"Pas pour {n}."}, lambda n: n, "Pas pour 7.", ("double(7)", "14", "7")),
        (
            {"dire": lambda n: Ecart("Non.", "le double", "autre chose")},
            lambda n: n,
            "Non.",
            ("double(7)", "le double", "autre chose"),
        ),
        (
            {"juger": lambda appel, n: "Trop grand." if abs(appel.valeur) > 2 * n else None},
            lambda n: 3 * abs(n),
            "Trop grand.",
            ("double(7)", "14", "21"),
        ),
    ],
)
def test_ce_que_dit_une_fonction(reglages, reponse, message, contre_exemple):
    """Une phrase seule est-elle complétée de l'attendu et de l'obtenu, et un écart gardé tel quel ?"""
    bilan = sur(double(**reglages), reponse, 7)
    exemple = bilan.contre_exemple
    assert (bilan.message, (exemple.appel, exemple.attendu, exemple.obtenu)) == (message, contre_exemple)


def test_fonction_d_une_position():
    """La position d'un cas est-elle dessinée, ses cases fautives encadrées, l'ordre sans importance ?"""
    forme = Fonction(
        "occupees(G)",
        donner=lambda p, joueur: (vers_colonnes(p),),
        attendu=lambda p, joueur: [(3, 0), (3, 1)],
        lire=list,
        ranger=sorted,
        fautives=lambda p, joueur: [(3, joueur - 1)],
        appel=lambda p, joueur: f"occupees(G), joueur {joueur}",
    )
    cas = (Position.depuis_coups("44"), 2)
    assert sur(forme, lambda G: [(3, 1), (3, 0)], cas).etat == "juste"
    exemple = sur(forme, lambda G: [], cas).contre_exemple
    assert (exemple.appel, list(exemple.image.fautives)) == ("occupees(G), joueur 2", [(3, 1)])
    erreur = forme.erreur("à l'envers", lambda p, joueur: [(1, 3), (0, 3)])
    epreuve = forme.essai(cas).derouler(lambda args, **options: appeler(lambda G: [(0, 3), (1, 3)], args))
    assert erreur.explique([epreuve])


def test_reglages_d_un_critere():
    """Un critère peut-il juger autrement que les autres, sans rien changer à ceux-ci ?"""
    forme = double().critere("exact", 1, lambda source: (1, 2))
    impair = lambda appel, n: "Impair." if appel.valeur % 2 else None  # noqa: E731
    forme.critere("pair", 1, lambda source: (1, 2), juger=impair)
    bilan = examiner_question("tp", forme.question(("a",)), lambda n: 4 * n, 0, 1)
    assert bilan.criteres == (("exact", False), ("pair", True))


def test_essai_permissif():
    """Un essai permissif accepte-t-il qu'on change ses arguments ?"""
    forme = Fonction("vide(l)", lambda l: (list(l),), lambda l: 0, appel="vide({0})")

    def vide(l):
        l.clear()
        return 0

    assert "modifié" in sur(forme, vide, ([1],)).message
    assert sur(replace(forme, criteres=[], options={"permissif": True}), vide, ([1],)).etat == "juste"


def test_essai_fait_autrement():
    """Un essai peut-il appeler plusieurs fois la fonction avant de juger ?"""

    def deux_fois(essai, appelant):
        return [essai.une_fois(appelant) for _ in range(2)][-1]

    vus = []
    forme = double(options={"faire": deux_fois, "relancable": False})
    assert sur(forme, lambda n: vus.append(n) or 2 * n, 5).etat == "juste" and vus == [5, 5]


@pytest.mark.parametrize(
    ("valeur", "mots"),
    [(7, ""), (7.0, ""), (6, "rangées"), (8, "pas ce nombre"), (6.5, "pas ce nombre"), ("sept", "chaîne")],
)
def test_valeur_a_trouver(valeur, mots):
    """Une valeur fausse est-elle dite telle sans que la réponse soit donnée ?"""
    juge = valeur_entiere(7, connues={6: "Ce sont les rangées."})
    colonnes = reponse("colonnes", juge, ("a",))
    bilan = examiner_question("tp_essai", colonnes, valeur, 0, 1)
    assert bilan.contre_exemple is None and mots in bilan.message and "7" not in bilan.message
    assert bilan.etat == ("faux" if mots else "juste")


def test_aides():
    """Une fonction juste qui en appelle une fausse garde-t-elle ses points ?"""
    espace = {}
    exec("def deux(): return 3\ndef double(n): return deux() * n", espace)
    sans = juger(espace["double"])
    avec = aider(espace["double"])
    assert sans.etat == "faux"
    assert (avec.etat, avec.part) == ("juste", 1.0) and "deux, dont double se sert" in avec.message
    assert espace["deux"]() == 3  # la version de l'élève est revenue


DEUX = Fonction("deux()", donner=tuple, attendu=lambda: 2, lire=entier).critere("2", 1, lambda source: [()])
QUATRE = Fonction("quatre()", donner=tuple, attendu=lambda: 4, lire=entier)
CONNUES = {
    "deux": DEUX.question(("a",)),
    "quatre": QUATRE.critere("4", 1, lambda source: [()]).question(("a",), aides={"deux": lambda: 2}),
}


def aider(fonction, **aides):
    """Le bilan d'une réponse dont les fonctions appelées ont leur propre question."""
    justes = {"deux": lambda *_: 2, "quatre": lambda: 4, **aides}
    return examiner_question("tp_essai", question(aides=justes), fonction, 0, 1, CONNUES)


@pytest.mark.parametrize(
    ("source", "etat", "accusees"),
    [
        ("def deux(): return 2\ndef double(n): return deux(1) * n", "faux", []),  # mal appelée : sa faute
        ("def deux(): return 3\ndef double(n): return deux() * n", "juste", ["deux"]),
        ("def double(n): return deux() * n", "juste", ["deux"]),  # elle manque
        ("deux = 3\ndef double(n): return deux() * n", "juste", ["deux"]),  # son nom a servi à autre chose
        # quatre n'est fausse que par deux : elle n'est pas accusée.
        (
            "def deux(): return 3\ndef quatre(): return deux() + 2 if deux() < 3 else 5\n"
            "def double(n): return quatre() * n // 2",
            "juste",
            ["deux"],
        ),
        (
            "def quatre(): return 5\ndef deux(): return 2\ndef double(n): return quatre() * n // deux()",
            "juste",
            ["quatre"],
        ),
        # Une fonction fausse dont la réponse ne se sert pas n'est pour rien dans son échec.
        ("def deux(): return 3\ndef double(n): return n + 3", "faux", []),
        ("def deux():\n    while True: pass\ndef double(n): return deux() * n", "juste", ["deux"]),
    ],
)
def test_seules_les_fonctions_fausses_sont_remplacees(source, etat, accusees):
    """Une aide ne prend-elle la place que d'une fonction qui manque sa propre question ?"""
    espace = {}
    exec(source, espace)
    bilan = aider(espace["double"])
    assert bilan.etat == etat, bilan
    assert [nom for nom in CONNUES if f"{nom}, dont double" in bilan.message] == accusees


def test_sans_question_une_fonction_donnee_reste_celle_du_notebook():
    """Une fonction donnée, qui n'a pas de question, n'est-elle remplacée que si elle manque ?"""
    espace = {}
    exec("def trois(): return 4\ndef double(n): return 2 * n + trois() - 3", espace)
    assert aider(espace["double"], trois=lambda: 3).etat == "faux"
    del espace["trois"]
    assert aider(espace["double"], trois=lambda: 3).etat == "juste"


def test_aides_inutiles():
    """Une fonction fausse le reste-t-elle avec de bonnes aides ?"""
    espace = {}
    exec("def deux(): raise NotImplementedError\ndef double(n): return deux() * n + 1", espace)
    bilan = aider(espace["double"])
    assert (bilan.etat, bilan.part) == ("faux", 0.0)


def test_remplacer_rend_tout():
    """Les noms remplacés reviennent-ils, et les noms ajoutés disparaissent-ils ?"""
    espace = {"a": 1}
    exec("def f(): return a, b", espace)
    with remplacer(espace["f"], {"a": 5, "b": 6}):
        assert espace["f"]() == (5, 6)
    assert espace["a"] == 1 and "b" not in espace


def test_meme_graine_meme_hasard():
    """La même graine donne-t-elle les mêmes tirages à la fonction de l'élève ?"""
    tirages = [Appeleur(random.random, {}, 3)(()).valeur for _ in range(2)]
    assert tirages[0] == tirages[1]
    assert Appeleur(random.random, {}, 4)(()).valeur != tirages[0]


def etat(objet, vus):
    """Tout ce qu'un essai retient, jusque dans ses fermetures ; `vus` : ce qu'on a déjà rencontré."""
    if isinstance(objet, random.Random):
        return objet.getstate()
    if isinstance(objet, int | float | str | set | frozenset | type | Position | None):
        return repr(objet)
    if id(objet) in vus:
        return vus[id(objet)][0]
    vus[id(objet)] = len(vus), objet  # gardé : un autre prendrait son identité
    if isinstance(objet, types.FunctionType):
        libres = [cellule.cell_contents for cellule in objet.__closure__ or ()]
        return objet.__qualname__, etat([libres, objet.__defaults__], vus)
    if isinstance(objet, types.MethodType | functools.partial):
        return etat(list(objet.__reduce__()[1:]), vus)
    if isinstance(objet, dict):
        return [(etat(cle, vus), etat(valeur, vus)) for cle, valeur in objet.items()]
    if isinstance(objet, list | tuple):
        return [etat(element, vus) for element in objet]
    return type(objet).__name__, etat(getattr(objet, "__dict__", {}), vus)


def reponses_a(tp):
    """Une réponse juste et une fausse à chaque question ; de longs essais, une sur quatre."""
    recueil = importlib.import_module(f"tests.reponses.{tp}").RECUEIL
    rangs = collections.Counter()
    for cas in itertools.chain(recueil.justes, recueil.fausses):
        rang = rangs[cas.question, not cas.mots]
        rangs[cas.question, not cas.mots] += 1
        if rang % 4 == 0:
            longs = [pytest.mark.long] if rang else []
            yield pytest.param(tp, cas, marks=longs, id=f"{tp}-{cas}")


@pytest.mark.parametrize(("tp", "reponse"), [cas for tp in TPS for cas in reponses_a(tp)])
def test_essais_qui_resservent(tp, reponse):
    """Les essais qui resservent d'une réponse à l'autre sont-ils comme neufs après une réponse ?"""
    question, valeur = questions(tp)[reponse.question], reponse.valeur()
    essais = moteur.essais_de(question, 3, 1)
    gardes = [liste for c, liste in zip(question.criteres, essais, strict=True) if not c.neuf]
    avant = etat(gardes, {})
    fonction = valeur if question.parametres is not None else lambda: valeur
    moteur.derouler(question, Appeleur(fonction, question.pretees, 3), essais)
    assert etat(gardes, {}) == avant
    repris = moteur.essais_de(question, 3, 1)
    assert gardes == [liste for c, liste in zip(question.criteres, repris, strict=True) if not c.neuf]


def test_html_inerte():
    """Ce que l'élève renvoie ou affiche est-il échappé dans le HTML ?"""

    def double(n):
        print("<script>alert(1)</script>")
        return "<img src=x onerror=alert(1)>"

    html = juger(double)._repr_html_()
    assert "<script" not in html and "<img" not in html
    ElementTree.fromstring(html)


def test_typographie():
    """Les espaces de la ponctuation française sont-elles insécables à l'écran ?"""
    assert "double\u00a0: faux" in juger(lambda n: 0)._repr_html_()


def test_verifier_affiche_et_rend_les_points(capsys, monkeypatch):
    """verifier rend-il un flottant que nbgrader sait lire, sans rien sur stderr ?"""
    monkeypatch.setattr("IPython.get_ipython", lambda: None)  # d'autres essais ouvrent un interprète
    assert repr(verifier("tp1_grille", "nb_alignements", 69)) == "0.5"
    sorties = capsys.readouterr()
    assert "juste" in sorties.out and "0,5 / 0,5" in sorties.out and sorties.err == ""
    assert repr(verifier("tp0_accueil", "autre_joueur", lambda j: j)) == "0.0"


def test_points_du_sujet_ou_de_la_cellule(capsys, monkeypatch):
    """Les points sont-ils ceux du sujet distribué chez l'élève, ceux de la cellule à la correction ?"""
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    with noter_sur(2.5):
        assert verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 2.5
    assert "2,5 / 2,5" in capsys.readouterr().out
    assert verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 1.0
    with pytest.raises(TypeError, match="points"):
        verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j, points=2)
    monkeypatch.setattr("p4cours.examen.points_du_sujet", lambda tp, question: None)
    # Une question que le sujet distribué n'a pas encore.
    assert verifier("tp0_accueil", "autre_joueur", lambda j: 3 - j) == 1.0
    assert "autre_joueur : juste\n" in capsys.readouterr().out


@pytest.mark.parametrize("tp", sujets())
def test_points_de_chaque_question(tp):
    """Le relevé donne-t-il à chaque question distribuée les points de sa cellule, et rien aux inconnues ?"""
    racine = Path(__file__).resolve().parent.parent
    cellules = [c for c in lire(racine / "solutions" / tp / f"{tp}.ipynb") if c.question]
    assert cellules and all(points_du_sujet(tp, c.question) == c.points > 0 for c in cellules)
    assert points_du_sujet(tp, "inconnue") is points_du_sujet("tp_inconnu", "fini") is None


@pytest.mark.parametrize("tp", TPS)
def test_chaque_question_est_complete(tp):
    """Chaque question a-t-elle trois indices, des critères et un nom qui est le sien ?"""
    for nom, q in questions(tp).items():
        assert q.nom == nom and len(q.indices) == 3 and q.criteres


def lignes_de_la_solution(cellule):
    """Les lignes que l'élève doit trouver, sans leurs commentaires."""
    regions = re.findall(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", cellule.source, re.DOTALL)
    return [ligne.split("  #")[0].strip() for region in regions for ligne in region.splitlines()]


@pytest.mark.parametrize("tp", TPS)
def test_indices_sans_la_reponse(tp):
    """Aucun indice n'a-t-il une ligne de la solution, ni le nombre demandé ?"""
    cellules = lire(Path(__file__).resolve().parent.parent / "solutions" / tp / f"{tp}.ipynb")
    reponses = {c.grade_id: c for c in cellules if c.role == REPONSE}
    for cellule in (c for c in cellules if c.question):
        reponse = reponses[cellule.grade_id.removesuffix("-test")]
        interdits = [ligne for ligne in lignes_de_la_solution(reponse) if len(ligne) >= 10]
        if "def " not in reponse.source:  # une valeur ; un chiffre seul peut venir de la règle du jeu
            interdits += re.findall(r"\d\d+", " ".join(interdits))
        indices = " ".join(questions(tp)[cellule.question].indices)
        assert not [texte for texte in interdits if texte in indices], cellule.question


@pytest.mark.parametrize("tp", TPS)
def test_non_traite_partout(tp):
    """Dans tous les TP, une réponse absente est-elle « non traitée » ?"""

    def a_faire(*args):
        raise NotImplementedError

    for nom, q in questions(tp).items():
        for donnee in (None, a_faire) if q.parametres is not None else (None,):
            bilan = examiner(tp, nom, donnee)
            assert isinstance(bilan, Bilan) and (bilan.etat, bilan.part) == ("non traité", 0.0), (nom, bilan)


def test_indices_du_plus_vague_au_plus_precis():
    """Les indices viennent-ils l'un après l'autre, sans dépasser le dernier ?"""
    donnes = [indice("tp1_grille", "coups") for _ in range(4)]
    assert [d[:15] for d in donnes] == [
        "Indice 1 sur 3 ",
        "Indice 2 sur 3 ",
        "Indice 3 sur 3 ",
        "Indice 3 sur 3 ",
    ]
    assert "Indice 1 sur 3" in indice("tp1_grille", "coups", 1)


@pytest.mark.parametrize(
    ("appel", "mots"),
    [
        (lambda: examiner("tp9", "fini", None), "tp1_grille"),
        (lambda: examiner("tp1_grille", "finit", None), "fini"),
        (lambda: indice("tp1_grille", "fini", 4), "3 indices"),
    ],
)
def test_noms_inconnus(appel, mots):
    """Un TP ou une question inconnus sont-ils refusés en montrant ceux qui existent ?"""
    with pytest.raises(ValueError, match=mots):
        appel()


def test_source():
    """L'ampleur multiplie-t-elle le nombre d'essais ?"""
    assert Source(random.Random(0), 3).nombre(20) == 60


@pytest.mark.parametrize(
    ("tp", "nom"), [("tp1_grille", "fini"), ("tp3_ia", "victoire"), ("tp4_graphe", "gagnant")]
)
def test_le_critere_sans_victoire_n_en_contient_aucune(tp, nom):
    """Ce critère ne peut-il être manqué que par qui annonce une victoire à tort ?"""
    gratuits = [critere for critere in questions(tp)[nom].criteres if critere.gratuit]
    essais = [essai for critere in gratuits for essai in critere.essais(Source(random.Random(0), 2))]
    assert essais and [essai.appel for essai in essais if essai.attendu] == []


def test_ecart_sur_argument_modifie():
    """Modifier la liste reçue est-il dit, même si la valeur est bonne ?"""
    essai = Essai("f(l)", ([1],), lambda appel: Ecart("jamais atteint"))
    epreuve = essai.derouler(lambda args, **options: appeler(lambda l: l.append(2) or 0, args))
    assert "modifié" in epreuve.ecart.phrase and epreuve.ecart.cause == "argument"


# --- L'échelle des réponses presque justes, et les causes lues dans le code -------------------------


def compiler(source):
    """La fonction d'une cellule, dont les lignes restent lisibles."""
    fichier = f"<cellule {len(linecache.cache)}>"
    linecache.cache[fichier] = (len(source), None, source.splitlines(keepends=True), fichier)
    espace = {}
    exec(compile(source, fichier, "exec"), espace)
    return espace["f"]


def liste_ou_couple(attendu, lire):
    """Une question f(l) : trois listes, un critère par liste."""
    forme = Fonction("f(l)", lambda l: (list(l),), attendu, lire=lire, appel="f({0})")
    for l in ((1, 2), (3, 5, 7), (2, 2, 8, 1)):
        forme.critere(f"{l}", 1, lambda source, l=l: [(l,), ((*l, 9),)])
    return forme.question(("a",))


SOMME = liste_ou_couple(sum, entier)
COUPLE = liste_ou_couple(lambda l: (min(l), max(l)), lire_couple)
SUITE = liste_ou_couple(lambda l: sorted(l), lire_suite)
NUL = liste_ou_couple(lambda l: 7 if 7 in l else 0, entier)


@pytest.mark.parametrize(
    ("sujet", "corps", "part", "mots"),
    [
        (SOMME, "return -sum(l)", 0.5, "au signe près"),
        (SOMME, "s = sum(l)\n    l.append(0)\n    return s", 0.6, "modifié"),
        (COUPLE, "return max(l), min(l)", 0.5, "échangées"),
        (COUPLE, "return [min(l), max(l)]", 0.9, "couple"),
        (SUITE, "yield from sorted(l)", 0.9, "générateur"),
        (SUITE, "return dict.fromkeys(sorted(l)).keys() if len({*l}) == len(l) else sorted(l)", 0.9, "liste"),
        (NUL, "return 7 in l and 7", 0.6, "None ou un booléen"),
        (NUL, "return 7 if 7 in l else None", 0.6, "None"),
        (NUL, "return False", 0, "booléen"),
    ],
)
def test_echelle(sujet, corps, part, mots):
    """La même faute coûte-t-elle la même chose partout, et est-elle dite ?"""
    sujet = replace(
        sujet, criteres=tuple(replace(c, gratuit="7" not in c.nom and sujet is NUL) for c in sujet.criteres)
    )
    bilan = examiner_question("tp", sujet, compiler(f"def f(l):\n    {corps}\n"), 0, 1)
    assert (bilan.etat, bilan.part) == ("faux", part), bilan
    assert mots in bilan.message
    etats = {ok for _, ok in bilan.criteres}  # une rubrique n'est manquée que si ce qu'elle nomme l'est
    assert PRESQUE in etats and (False in etats) == (part == 0)


def test_un_generateur_n_est_pas_un_couple():
    """Ce à quoi un générateur est juste près porte-t-il son nom, et non celui d'une autre faute ?"""
    bilan = examiner_question("tp", SUITE, compiler("def f(l):\n    yield from sorted(l)\n"), 0, 1)
    assert "un ensemble ou un générateur" in str(bilan) and "couple" not in str(bilan)


@pytest.mark.parametrize("corps", ["return None", "print(7 if 7 in l else 0)"])
def test_qui_ne_renvoie_rien_n_est_pas_presque_juste(corps):
    """Là où l'on attend 0, une fonction qui ne renvoie jamais rien est-elle fausse, et non presque juste ?"""
    bilan = examiner_question("tp", NUL, compiler(f"def f(l):\n    {corps}\n"), 0, 1)
    assert (bilan.etat, bilan.part) == ("faux", 0) and "ne renvoie rien" in bilan.message
    assert {ok for _, ok in bilan.criteres} == {False} and "à ceci près" not in str(bilan)


@pytest.mark.parametrize(
    ("sujet", "corps", "dit"),
    [
        (SOMME, "return 0 if 8 in l else -sum(l)", "Une partie des résultats est juste, au signe près"),
        (COUPLE, "return (0, 0) if 8 in l else (max(l), min(l))", "Des couples sont à l'envers"),
        (COUPLE, "return (0, 0) if 8 in l else [min(l), max(l)]", "Vous renvoyez une liste"),
    ],
)
def test_presque_en_partie(sujet, corps, dit):
    """Quand un critère reste manqué, le bilan se garde-t-il de dire « tout est juste » ?"""
    bilan = examiner_question("tp", sujet, compiler(f"def f(l):\n    {corps}\n"), 0, 1)
    assert [ok for _, ok in bilan.criteres] == [PRESQUE, PRESQUE, False]
    assert bilan.message.startswith(dit) and "Tout est juste" not in bilan.message
    assert 0 < bilan.part < 0.9


def test_rubrique_presque_reussie():
    """Un critère pardonné a-t-il son propre signe, et dit-il à quoi près, en texte et en HTML ?"""
    bilan = examiner_question("tp", SOMME, compiler("def f(l):\n    return -sum(l)\n"), 0, 1)
    assert "  ~ (1, 2) (juste à ceci près : un signe inversé)" in str(bilan) and "  ✓" not in str(bilan)
    marque = '<span role="img" aria-label="presque réussi">~</span> (1, 2) (juste à ceci près\u00a0: un signe'
    assert marque in bilan.html()
    assert Bilan.depuis_donnees(json.loads(json.dumps(bilan.donnees()))) == bilan


def test_echelle_du_guide():
    """Le guide de l'enseignant donne-t-il l'échelle telle que le code l'applique ?"""
    guide = (Path(__file__).resolve().parent.parent / "docs" / "guide_enseignant.md").read_text()
    lignes = dict.fromkeys(f"| {p.nom} | {virgule(p.garde, 'g')} |" for p in ECHELLE)
    assert [ligne for ligne in lignes if ligne not in guide] == []


MOYENNE = liste_ou_couple(lambda l: sum(l) / len(l), nombre)


@pytest.mark.parametrize(
    ("sujet", "source", "mots"),
    [
        (MOYENNE, "def f(l):\n    return sum(l) // len(l)\n", "division entière"),
        (
            SUITE,
            "def f(l):\n    m = []\n    for x in sorted(l):\n        m = m.append(x)\n    return m\n",
            "append",
        ),
        (
            SOMME,
            "def f(l):\n    s = 0\n    for x in l:\n        s += x\n        return s\n",
            "intérieur de la boucle",
        ),
        (SOMME, "L = [1, 2]\ndef f(l):\n    return sum(L)\n", "la variable L du notebook"),
        (SOMME, "def f(l):\n    return sum(l[i] for i in range(len(l) - 1))\n", "s'arrête un cran trop tôt"),
        (SOMME, "def f(l):\n    return sum(l[i] for i in range(1, len(l)))\n", "commence un cran trop tard"),
        (SOMME, "def f(l):\n    return 3\n", "répond toujours 3"),
        (SOMME, "def f(l):\n    list = [0]\n    return sum(list(l))\n", "s'appelle list"),
        (
            SOMME,
            "def g(l):\n    return l[len(l)]\ndef f(l):\n    return g(l)\n",
            "dans la fonction g, ligne 2",
        ),
        (SOMME, "def f(l):\n    n = 0\n    while n < 9:\n        n = n\n", "il a été arrêté à la ligne"),
        (SOMME, "def f(l):\n    return max(f(l[:]), f(l[:]))\n", "RecursionError"),
    ],
)
def test_causes_lues_dans_le_code(sujet, source, mots):
    """Les fautes de toutes les questions sont-elles nommées, preuve à l'appui ?"""
    bilan = examiner_question("tp", sujet, compiler(source), 0, 1)
    assert bilan.etat == "faux" and mots in bilan.message, bilan


def test_plantage_d_abord():
    """Une erreur de Python passe-t-elle avant toute supposition ?"""
    erreurs = (etiquette("pair", "les nombres pairs"),)

    def double(n):
        return 2 * n if n % 2 else n[0] if n > 2 else 1

    lignes = juger(double, erreurs=erreurs).message.splitlines()
    assert "TypeError" in lignes[0] and "pairs" in lignes[1]


def test_le_hasard_n_est_pas_une_memoire():
    """Refait avec le même hasard, un essai que le sort décide donne-t-il le même résultat ?"""
    for graine in range(30):
        bilan = examiner_question("tp", question(), lambda n: 2 * n + (random.random() < 0.1), graine, 1)
        assert "mémoire" not in bilan.message


def test_profondeur_qui_ne_diminue_pas():
    """Une recherche trop profonde est-elle reconnue à ses appels, sans attendre, et nommée ?"""
    forme = double(profondeur=lambda n: 2, options={"delai": 60})
    source = "def f(n, p=2):\n    return 2 * n if n > 40 else max(f(n + 1, p), f(n + 1, p))\n"
    fonction, debut = compiler(source), time.process_time()
    bilan = sur(forme, fonction, 1)
    assert "Profondeur qui ne diminue pas" in bilan.message and time.process_time() - debut < 2


def test_contre_exemple_a_copier():
    """Le contre-exemple donne-t-il la valeur, et ce qu'elle est devenue ?"""
    exemple = examiner_question("tp", SOMME, compiler("def f(l):\n    l.append(0)\n    return 0\n"), 0, 1)
    assert exemple.contre_exemple.code == "l = [1, 2]" and exemple.contre_exemple.apres == "l = [1, 2, 0]"
    exemple = examiner_question("tp", SOMME, compiler("l = [7]\ndef f(l):\n    return 0\n"), 0, 1)
    assert exemple.contre_exemple.code == "l_essai = [1, 2]"  # le l du notebook n'est pas écrasé


def test_valeur_d_avant_l_appel():
    """Quand un juge ferme les yeux sur les arguments modifiés, la valeur à copier est-elle celle d'avant ?"""
    forme = Fonction("f(l, n=2)", lambda n: ([n],), lambda n: n, lire=entier, options={"permissif": True})
    exemple = sur(forme, compiler("def f(l, n=2):\n    l.append(7)\n    return -9\n"), 5, 6).contre_exemple
    assert (exemple.code, exemple.apres) == ("l = [5]", "")  # ni « n=2 », ni le 7


@dataclass(frozen=True)
class Fabrique(Essai):
    """Appelle la fonction, puis celle qu'elle renvoie."""

    def derouler(self, appelant):
        """L'appel jugé est le second."""
        interieure = copy.copy(appelant)
        interieure.fonction = appelant(self.arguments).valeur
        appel = interieure(([1, 2],))
        return Epreuve(self, appel, Ecart("Non.", "3", str(appel.valeur)))


@pytest.mark.parametrize(("parametre", "code"), [("liste", "liste = [1, 2]"), ("*liste", "")])
def test_valeur_d_une_fonction_interieure(parametre, code):
    """Quand l'appel montré est celui d'une autre fonction, est-ce sous les noms qu'elle leur donne ?"""
    essais = [Fabrique("h = f(3) ; h(l)", (3,), lambda appel: None)]
    sujet = Question("f", "f(nb)", (Critere("tout", 1, lambda source: essais),), ("a",))
    reponse = compiler(f"def f(nb):\n    def h({parametre}):\n        return 0\n    return h\n")
    assert examiner_question("tp", sujet, reponse, 0, 1).contre_exemple.code == code


@pytest.mark.parametrize(
    ("tp", "nom", "reponse", "debut"),
    [
        ("tp3_ia", "enlever_coup", "def f(grille, hauteur, k):\n    grille[0][k] = 5", "grille = [[0, "),
        ("tp4_graphe", "eval_f", "def f(s, coup=None):\n    return 7", "s = ("),
    ],
)
def test_valeurs_des_vraies_questions(tp, nom, reponse, debut):
    """La valeur à copier s'exécute-t-elle telle quelle, sous des noms qui sont ceux de l'énoncé ?"""
    code = examiner(tp, nom, compiler(reponse + "\n")).contre_exemple.code
    espace = {}
    exec(code, espace)
    assert code.startswith(debut) and "5" not in str(espace.get("grille"))


def test_plusieurs_aides_sans_fin():
    """Six fonctions sans fin dont une réponse juste se sert sont-elles nommées en moins de 4 secondes ?"""
    noms = [f"g{rang}" for rang in range(6)]
    source = "".join(f"def {nom}(n):\n    while True:\n        pass\n" for nom in noms)
    source += f"def f(n):\n    return {' + '.join(f'{nom}(n)' for nom in noms)} - 10 * n\n"
    sujet, connues = question(aides=dict.fromkeys(noms, lambda n: 2 * n)), dict.fromkeys(noms, question())
    reponse, debut = compiler(source), time.process_time()
    bilan = examiner_question("tp", sujet, reponse, 0, 1, connues)
    assert time.process_time() - debut < 4 * lenteur()
    assert bilan.etat == "juste" and enumerer(noms) in bilan.message
