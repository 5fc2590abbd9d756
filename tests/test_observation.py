"""Observer une fonction récursive : tout ce qu'elle fait se voit-il, et répond-elle comme sans témoin ?"""

import sys
from functools import cache, lru_cache

import pytest

from p4core.appels import appeler
from p4core.observation import Trace, copier, observer, observer_si, sources_de


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@cache
def fib_memo(n):
    return n if n < 2 else fib_memo(n - 1) + fib_memo(n - 2)


def somme(liste, /, *autres, depart=0, **options):
    if not liste:
        return depart + sum(autres) + sum(options.values())
    reste = liste.pop()
    try:
        return reste + somme(liste, *autres, depart=depart, **options)
    finally:
        liste.append(reste)


def exterieure(n):
    compteur = [0]

    def paire(k):
        compteur[0] += 1
        return True if k == 0 else impaire(k - 1)

    def impaire(k, pas=1):
        return False if k == 0 else paire(k - pas)

    return paire(n), compteur[0]


def jusqu_au_bout(n):
    return jusqu_au_bout(n + 1)


def generatrice(n):
    def suites(k):
        for i in range(k):
            yield valeur(i)

    def valeur(k):
        return 1 + sum(suites(k))

    return valeur(n)


def test_un_arbre():
    """Les appels sont-ils dans l'ordre du temps, chacun avec ses fils et sa valeur ?"""
    with observer(fib) as trace:
        assert fib(4) == 3
    assert [(a.arguments["n"], a.valeur) for a in trace.appels[:4]] == [(4, 3), (3, 2), (2, 1), (1, 1)]
    racine = trace.appels[0]
    assert [f.arguments["n"] for f in racine.fils] == [3, 2] and trace.total == 9
    assert all(
        f.parent is racine and racine.entree < f.entree < f.sortie < racine.sortie for f in racine.fils
    )
    assert "fib(n - 1)" in sources_de(fib)["fib"][1] and racine.fils[0].lieu == "fib"


def test_rien_ne_reste():
    """Une fois le bloc fini, la fonction et la limite de récursion sont-elles celles d'avant ?"""
    code, limite = fib.__code__, sys.getrecursionlimit()
    with observer(fib) as trace:
        assert fib.__code__ is not code
    assert fib.__code__ is code and sys.getrecursionlimit() == limite
    assert fib(5) == 5 and trace.total == 0


def test_memoire_de_functools():
    """Derrière functools.cache, ne voit-on que les appels qui n'étaient pas retenus ?"""
    fib_memo.cache_clear()
    with observer(fib_memo) as trace:
        assert fib_memo(20) == 6765
    assert trace.total == 21


def test_toutes_les_signatures():
    """Arguments positionnels seuls, en étoile, nommés : la fonction les reçoit-elle tous ?"""
    with observer(somme) as trace:
        assert somme([1, 2], 10, depart=5, z=100) == 118
    assert trace.appels[0].arguments == {"liste": [1, 2], "autres": (10,), "depart": 5, "options": {}} | {
        "options": trace.appels[0].arguments["options"]
    }
    assert [a.arguments["liste"] for a in trace.appels] == [[1, 2], [1], []]
    assert all(a.apres == {} for a in trace.appels)


def test_fonctions_interieures():
    """Les fonctions intérieures qui se rappellent sont-elles vues, avec les variables qu'elles partagent ?"""
    with observer(exterieure) as trace:
        assert exterieure(4) == (True, 3)
    assert [a.nom for a in trace.appels] == ["exterieure", "paire", "impaire", "paire", "impaire", "paire"]
    assert trace.appels[1].libres == {"compteur": [0]} and trace.appels[-1].apres == {"compteur": [3]}


def test_generatrices():
    """Un générateur qui sert à la récursion n'empêche-t-il pas de la voir ?"""
    with observer(generatrice) as trace:
        assert generatrice(3) == 8
    assert {a.nom for a in trace.appels} == {"generatrice", "valeur"} and trace.total == 9


def test_fermeture():
    """Une fonction qui vient d'une autre, et s'y nomme, est-elle observée ?"""

    def fabrique():
        @lru_cache
        def puissance(n):
            return 1 if n == 0 else 2 * puissance(n - 1)

        return puissance

    puissance = fabrique()
    with observer(puissance) as trace:
        assert puissance(5) == 32
    assert trace.total == 6


def test_au_dela_du_plafond():
    """Au-delà du nombre d'appels gardés, compte-t-on sans rien garder, et le dit-on ?"""
    with observer(fib, 10) as trace:
        assert fib(10) == 55
    assert len(trace.appels) == 10 and trace.total == 177 and trace.coupee
    assert sum(a.oublies for a in trace.appels) > 0


def test_recursion_sans_fond():
    """Sans cas d'arrêt, voit-on les appels jusqu'à l'erreur, et autant qu'elle en ferait sans témoin ?"""
    with observer(jusqu_au_bout) as trace:
        appel = appeler(jusqu_au_bout, (0,))
    assert isinstance(appel.exception, RecursionError) and trace.total > 500
    assert "RecursionError" in trace.appels[0].erreur and not trace.appels[0].fini


def test_sans_fin():
    """Arrêtée par l'horloge, montre-t-elle où elle en était ?"""

    def boucle(n):
        while n:
            pass
        return boucle(n)

    with observer(boucle) as trace:
        assert appeler(boucle, (1,), delai=0.2).expire
    assert trace.appels[0].sortie is None and "while n" in trace.appels[0].erreur


def test_ce_qui_ne_s_observe_pas():
    """Une fonction écrite en C, ou zéro appel à garder : tout se passe-t-il comme si de rien n'était ?"""
    with observer(len) as trace:
        assert len([1]) == 1
    assert trace.appels == []
    with observer_si(fib, 0) as rien:
        assert fib(3) == 2 and rien is None


def test_copier():
    """Ce que l'on garde est-il une copie, en données simples, jamais démesurée ?"""
    grille = [[0, 1], [2]]
    copie = copier((grille, "x" * 500, {1: 2}, fib, object()))
    grille[0][0] = 9
    assert copie[0] == [[0, 1], [2]] and len(copie[1]) == 200
    assert copie[2:] == ("dictionnaire de 1 clé", "fonction fib", "<object>")
    assert copier(list(range(1000))) == "<list>"


def test_aller_et_retour():
    """La trace, en données simples, revient-elle pareille ?"""
    with observer(exterieure) as trace:
        exterieure(3)
    relue = Trace.depuis_donnees(trace.donnees())
    assert [str(a) for a in relue.appels] == [str(a) for a in trace.appels]
    assert [a.parent and a.parent.rang for a in relue.appels] == [
        a.parent and a.parent.rang for a in trace.appels
    ]


@pytest.mark.parametrize(
    "brut",
    [
        *(None, [], [1], ["1", []], [1, [["f"]]], [10**30, []]),
        [1, [["f", [], {}, {}, 0, 0, 0, 0, 0, "", -1, 0]]],
        [2, [["f", {}, {}, {}, 0, 0, 0, 0, 0, "", -1, 0], ["f", {}, {}, {}, 0, 0, 0, 0, 0, "", 7, 0]]],
    ],
)
def test_trace_forgee(brut):
    """Une trace mal formée est-elle refusée ?"""
    with pytest.raises(ValueError, match="trace"):
        Trace.depuis_donnees(brut)
