"""Le graphe des situations : où il s'arrête (eval_f), comment on y avance (fils), combien il en contient
(nb_situations, formule, k_max, nb_distinctes)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf
from typing import Any

from p4core.appels import Appel
from p4core.codages import SITUATION, vers_situation
from p4core.francais import quantite
from p4core.jeu import Position
from p4cours.tp4_graphe.situations import (
    Situation,
    aides,
    intacte,
    issue,
    phrase_copie,
    sur_situation,
)
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import etiquette, seulement
from p4cours.verification.essais import Ecart, Source
from p4cours.verification.formes import Fonction, reponse, uplet, valeur_entiere
from p4cours.verification.lecture import Malforme, entier, montrer, nombre, suite

# --- eval_f(s, coup) : la partie est-elle finie, et pour qui ? ------------------------------------


# Deux grilles que le dernier coup remplit ET gagne : ce n'est pas une partie nulle.
PLEINES_GAGNEES = (
    "334311557316671145724454316354757267266222",
    "614712116441355532654175724733562463732762",
)
_SENS = {
    inf: "J0 vient d'aligner 4 pions",
    -inf: "J1 vient d'aligner 4 pions",
    0: "la grille est pleine et personne n'a gagné",
    None: "la partie n'est pas finie",
}
CasEval = tuple[Any, ...]  # position, le dernier coup est-il donné ?, étiquettes


def _lire_issue(valeur: Any) -> float | None:
    if valeur is None:
        return None
    if isinstance(valeur, bool):
        raise Malforme(f"on attend inf, -inf, 0 ou None, pas {valeur}.")
    if isinstance(valeur, str):
        raise Malforme(f"on attend la valeur inf du module math, pas la chaîne {valeur!r}.")
    return nombre(valeur)


def _juger_issue(appel: Appel, position: Position, *_reste: Any) -> Ecart | None:
    obtenu, attendu = _lire_issue(appel.valeur), issue(position)
    if obtenu == attendu:
        return None
    affiche = " Vous l'affichez au lieu de le renvoyer ?" if obtenu is None and appel.sortie.strip() else ""
    phrase = f"Ici {_SENS[attendu]} : eval_f doit renvoyer {attendu}.{affiche}"
    return Ecart(phrase, str(attendu), montrer(appel.valeur))


def _nature(position: Position, avec_coup: bool, *etiquettes: str) -> tuple[str, ...]:
    nature = "victoire" if position.gagnant else "nulle" if position.pleine else "en cours"
    return nature, *etiquettes


def _coup_connu(position: Position) -> tuple[Any, ...]:
    return (SITUATION.coup(position.dernier),) if position.dernier else ()


def _victoires(source: Source) -> Iterator[CasEval]:
    yield from ((p, True) for p in _gagnees(6 // source.ampleur or 1))
    yield from ((p, True) for p in pos.finies(source.alea, source.nombre(30)) if p.gagnant)


def _gagnees(pas: int) -> list[Position]:
    """Une position gagnée sur `pas`, les plus petites d'abord."""
    return sorted((p for p, _ in pos.gagnees()), key=lambda p: p.nb_coups)[::pas]


def _pleines_gagnees(source: Source) -> Iterator[CasEval]:
    yield from ((Position.depuis_coups(coups), True, "pleine et gagnée") for coups in PLEINES_GAGNEES)


def _en_cours(source: Source) -> Iterator[CasEval]:
    yield Position(), False
    for coups in ("4", "44", "112233", "121212", "1234567", "777777"):
        yield from ((Position.depuis_coups(coups), avec_coup) for avec_coup in (True, False))
    for rang, position in enumerate(pos.au_hasard(source.alea, source.nombre(30))):
        yield position, rang % 2 == 0


def _sans_coup(source: Source) -> Iterator[CasEval]:
    yield from ((p, False, "sans coup") for p in _gagnees(9 // source.ampleur or 1))
    yield from ((Position.depuis_coups(coups), False) for coups in ("112233", "5566771"))


def _codes(*valeurs: Any) -> Callable[..., Any]:
    """Les valeurs rendues quand J0 gagne, quand J1 gagne, pour une nulle, et en cours de partie."""
    table = dict(zip((inf, -inf, 0, None), valeurs, strict=True))
    return lambda position, *_reste: table[issue(position)]


EVAL_F = (
    sur_situation(
        "eval_f(s, coup=None)",
        lambda position, avec_coup, *_: _coup_connu(position) if avec_coup else (),
        attendu=lambda position, *_: str(issue(position)),
        lire=_lire_issue,
        juger=_juger_issue,
        etiquettes=_nature,
        options={"sans_retour": True},
    )
    .critere("inf si J0 gagne, -inf si J1 gagne", 3, _victoires)
    .critere(
        "0 pour une partie nulle",
        1,
        lambda source: [(p, avec_coup) for avec_coup in (True, False) for p in pos.nulles()],
        gratuit=True,
    )
    .critere("la victoire au dernier coup", 1, _pleines_gagnees, gratuit=True)
    .critere("None tant que la partie n'est pas finie", 1, _en_cours, gratuit=True)
    .critere("sans connaître le dernier coup", 2, _sans_coup)
    .question(
        (
            "Quatre cas, dans un ordre qui compte : quelqu'un vient de gagner, la partie est nulle, ou elle "
            "continue.",
            "gagnant(s, coup) dit si le dernier coup gagne. Celui qui l'a joué n'est pas s[0], qui est le "
            "prochain à jouer : c'est l'autre. Si coup est None, essayez toutes les cases qui portent un "
            "pion de cet autre joueur.",
            "Vainqueur = 1 - s[0] : renvoyez inf si c'est 0, -inf si c'est 1. Ensuite seulement, si "
            "partie_nulle(s), renvoyez 0. Dans les autres cas, renvoyez None.",
        ),
        [
            (
                "Les signes sont échangés : inf si J0 a gagné, -inf si J1 a gagné. Souvenez-vous que s[0] "
                "est le PROCHAIN à jouer : celui qui vient de gagner est l'autre.",
                _codes(-inf, inf, 0, None),
            ),
            (
                "Vous renvoyez 0 quand la partie continue : 0 veut dire « partie nulle ». Tant que rien "
                "n'est décidé, c'est None.",
                _codes(inf, -inf, 0, 0),
            ),
            (
                "Une partie nulle vaut 0, pas None : None veut dire que la partie n'est pas finie.",
                _codes(inf, -inf, None, None),
            ),
            ("Vous échangez 0 (partie nulle) et None (partie en cours).", _codes(inf, -inf, None, 0)),
            (
                "Vous renvoyez inf quel que soit le gagnant : si c'est J1, la valeur est -inf.",
                _codes(inf, inf, 0, None),
            ),
            (
                "Vous renvoyez -inf quel que soit le gagnant : si c'est J0, la valeur est inf.",
                _codes(-inf, -inf, 0, None),
            ),
            ("Vous renvoyez le numéro du gagnant : on attend inf ou -inf.", _codes(0, 1, 0, None)),
            ("Vous renvoyez 1 et -1 : on attend inf et -inf.", _codes(1, -1, 0, None)),
            ("Votre fonction renvoie toujours None : un return oublié ?", _codes(None, None, None, None)),
            ("Les victoires de J1 vous échappent.", _codes(inf, None, 0, None)),
            ("Les victoires de J0 vous échappent.", _codes(None, -inf, 0, None)),
            (
                "Vous testez la partie nulle avant la victoire : le dernier coup peut remplir la grille ET "
                "gagner.",
                lambda position, *_: 0 if position.pleine else issue(position),
            ),
            seulement(
                "pleine et gagnée",
                "Le dernier coup peut remplir la grille ET gagner : regardez d'abord s'il y a une victoire.",
            ),
            seulement(
                "sans coup",
                "Quand coup vaut None, il faut chercher un alignement dans toute la grille : on ne sait pas "
                "quel pion a été posé le dernier.",
            ),
            seulement("nulle", "Toutes vos erreurs concernent les parties nulles."),
            seulement("victoire", "Toutes vos erreurs concernent les parties gagnées."),
            seulement(
                "en cours", "Toutes vos erreurs concernent les parties en cours : rien n'y est décidé."
            ),
        ],
        aides("gagnant", "partie_nulle"),
    )
)


# --- fils(s) : toutes les situations que l'on peut atteindre en un coup ---------------------------


def _suivantes(position: Position) -> dict[int, Situation]:
    """Les situations suivantes, par colonne."""
    return {x: vers_situation(position.jouer(x)) for x in position.coups()}


def _lire(valeur: Any) -> list[Situation]:
    elements = suite(valeur)
    if elements and all(isinstance(e, int) for e in elements):
        raise Malforme("vous renvoyez des numéros de colonnes : on attend la liste des situations obtenues.")
    if elements and all(isinstance(e, list) and len(e) == 6 for e in elements):
        raise Malforme(
            "vous renvoyez des grilles : on attend des situations, c'est-à-dire des couples (joueur, grille)."
        )
    return [SITUATION.lire(e, f"l'élément {rang} de la liste") for rang, e in enumerate(elements)]


def _juger_fils(appel: Appel, position: Position, *_etiquettes: str) -> Ecart | None:
    obtenues, suivantes = _lire(appel.valeur), _suivantes(position)
    manquantes = [x for x, s in suivantes.items() if s not in obtenues]
    if not manquantes and len(obtenues) == len(suivantes):
        return None
    grilles = {id(s[1]) for s in appel.valeur}
    if len(grilles) > 1 and appel.apres[0] != vers_situation(position):
        return Ecart(phrase_copie(appel), "s inchangée", cause="copie")
    if len(grilles) == 1 < len(obtenues):
        phrase = (
            "Toutes les situations renvoyées ont la même grille en mémoire : chaque coup s'ajoute aux "
            "précédents. Repartez chaque fois de s, avec depose_pion."
        )
    elif manquantes:
        noms = ", ".join(map(str, manquantes))
        phrase = f"Il manque ce qu'on obtient en jouant dans la colonne {noms} (case encadrée)."
    else:
        phrase = f"Il y a {quantite(len(obtenues) - len(suivantes), 'situation')} de trop."
    return Ecart(
        phrase,
        f"{len(suivantes)} situations",
        f"{len(obtenues)} situations : {montrer(appel.valeur, 160)}",
        [(x, position.niveau(x)) for x in manquantes],
    )


def _faciles(source: Source) -> Iterator[Position]:
    yield from pos.petites(1)
    yield from (p for p in pos.au_hasard(source.alea, source.nombre(25)) if len(p.coups()) == 7)


def _pleines(source: Source) -> Iterator[tuple[Position, str]]:
    yield from ((Position.depuis_coups(str(colonne) * 6), "pleine") for colonne in range(1, 8))
    yield from ((p, "pleine") for p in pos.nulles())
    yield from ((p, "pleine") for p in pos.au_hasard(source.alea, source.nombre(40)) if len(p.coups()) < 7)


def _sauf(position: Position, colonne: int) -> list[Situation]:
    return [s for x, s in _suivantes(position).items() if x != colonne]


def _en_vrac(situations: Iterable[Situation]) -> list[str]:
    return sorted(map(repr, situations))


FILS = (
    sur_situation(
        "fils(s)",
        attendu=lambda position, *_: f"{len(position.coups())} situations",
        lire=_lire,
        ranger=_en_vrac,
        juger=_juger_fils,
        etiquettes=lambda position, *etiquettes: etiquettes,
        options={"permissif": True},
    )
    .critere("une situation par colonne jouable", 2, _faciles)
    .critere("les colonnes pleines écartées", 1, _pleines)
    .critere(
        "la situation donnée reste intacte",
        1,
        _faciles,
        gratuit=True,
        juger=lambda appel, position: None,  # le contenu de la liste est jugé ailleurs
        options={"faire": intacte},
    )
    .question(
        (
            "De chaque situation partent au plus 7 coups, un par colonne.",
            "Pour chaque colonne j où il reste de la place, depose_pion(s, j) donne une situation : "
            "rassemblez-les.",
            "Une colonne j est jouable tant que sa case du HAUT, G[5][j], est None. Une liste en "
            "compréhension avec une condition suffit.",
        ),
        [
            ("Vous oubliez la dernière colonne, j = 6.", lambda p, *_: _sauf(p, 6)),
            ("Vous oubliez la première colonne, j = 0.", lambda p, *_: _sauf(p, 0)),
            (
                "Vous ne renvoyez qu'une situation : le return est-il à l'intérieur de la boucle ?",
                lambda p, *_: list(_suivantes(p).values())[:1],
            ),
            (
                "Vous ne changez pas de joueur : dans les situations atteintes, c'est à l'autre de jouer.",
                lambda p, *_: [(1 - joueur, G) for joueur, G in _suivantes(p).values()],
            ),
            ("Votre liste est toujours vide.", lambda p, *_: []),
            etiquette(
                "pleine", "Toutes vos erreurs viennent des colonnes pleines : on ne peut plus y jouer."
            ),
        ],
        aides("depose_pion", "gagnant", "partie_nulle", "eval_f"),
    )
)


# --- combien de situations après quelques coups ? -------------------------------------------------


NB_SITUATIONS = uplet(
    "nb_situations",
    (
        ("après 1 coup", 7, {1: "1, c'est avant le premier coup.", 6: "il y a 7 colonnes."}),
        (
            "après 2 coups",
            49,
            {
                14: "ce n'est pas une somme : chacune des situations du coup précédent en donne 7.",
                56: "56 compte aussi les situations du premier coup.",
                42: "le second joueur peut aussi jouer dans la colonne du premier.",
            },
        ),
        (
            "après 3 coups",
            343,
            {
                238: "238 est le nombre de grilles DIFFÉRENTES ; ici on compte un nœud par suite de coups.",
                21: "ce n'est pas une somme : chacune des situations du coup précédent en donne 7.",
            },
        ),
    ),
    (
        "Chaque situation a un fils par colonne jouable.",
        "Au début toutes les colonnes sont jouables : par combien le nombre de nœuds est-il multiplié à "
        "chaque coup ?",
        "Faites compter Python : len(fils(s)), puis la longueur de la liste des fils des fils.",
    ),
)

FORMULE = (
    Fonction(
        "formule(k)",
        donner=lambda k: (k,),
        attendu=lambda k: 7**k,
        lire=nombre,
        dire=lambda k: f"Après {quantite(k, 'coup')}, ce n'est pas ce nombre de situations.",
        appel="formule({0})",
    )
    .critere("le nombre de situations au k-ième coup", 1, lambda source: range(7))
    .question(
        (
            "Comparez les premières valeurs : 1, 7, 49, 343, 2401.",
            "On passe de chacune à la suivante en multipliant toujours par le même nombre.",
            "Une puissance s'écrit avec ** en Python.",
        ),
        [
            ("Vous multipliez par k au lieu d'élever à la puissance k.", lambda k: 7 * k),
            ("Vous avez échangé la base et l'exposant.", lambda k: k**7),
            (
                "Vous avez une puissance de trop : avant le premier coup (k = 0), il y a une situation.",
                lambda k: 7 ** (k + 1),
            ),
            ("Il manque une puissance : après 1 coup, il y a 7 situations.", lambda k: 7 ** (k - 1)),
            ("En Python, ^ n'est pas la puissance : c'est **.", lambda k: 7 ^ k),
            (
                "Vous comptez tous les coups jusqu'au k-ième ; on ne veut que le k-ième.",
                lambda k: sum(7**i for i in range(k + 1)),
            ),
        ],
    )
)

K_MAX = reponse(
    "k_max",
    valeur_entiere(
        6,
        "Ce n'est pas ce nombre : à quel coup une colonne peut-elle manquer ?",
        {
            7: "Au 7e coup, certaines suites de coups sont déjà impossibles : lesquelles ?",
            42: "Les colonnes se remplissent bien avant la fin de la partie.",
            5: "On peut aller un peu plus loin : quand une colonne peut-elle être pleine pour la première "
            "fois ?",
            4: "4 est la valeur de l'exemple ; la formule reste vraie un peu plus longtemps.",
        },
        lire=entier,
    ),
    (
        "La formule suppose qu'à chaque coup les 7 colonnes sont jouables et que la partie continue.",
        "Quel est le plus petit nombre de coups qui remplit une colonne ? Et qui permet de gagner ?",
        "Une colonne a 6 cases : elle peut être pleine APRÈS le 6e coup, et manquer au 7e.",
    ),
)


# --- nb_distinctes(n) : combien de situations différentes ? ---------------------------------------


@lru_cache(maxsize=1)
def _comptes(n: int = 5) -> list[int]:
    """Le nombre de positions différentes après 0, 1, …, n coups."""
    couche, tailles = {Position()}, [1]
    for _ in range(n):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
        tailles.append(len(couche))
    return tailles


class _Aides(Mapping[str, Any]):
    """Les aides, et une grille de départ neuve : une depose_pion fautive a pu abîmer celle du notebook."""

    _justes = aides("fils", "construit_cle", "depose_pion")

    def __getitem__(self, nom: str) -> Any:
        return vers_situation(Position())[1] if nom == "grille0" else self._justes[nom]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._justes, "grille0")

    def __len__(self) -> int:
        return len(self._justes) + 1


NB_DISTINCTES = (
    Fonction(
        "nb_distinctes(n)",
        donner=lambda n: (n,),
        attendu=lambda n: _comptes()[: n + 1],
        lire=lambda valeur: [entier(v, "chaque nombre") for v in suite(valeur)],
        lire_erreur=lambda valeur: [valeur] if isinstance(valeur, int) else list(valeur),
        dire=lambda n: "Ce ne sont pas les nombres de situations différentes.",
        appel="nb_distinctes({0})",
        options={"delai": 8},
    )
    .critere("les premiers coups", 1, lambda source: range(3))
    .critere("chaque situation comptée une seule fois", 2, lambda source: (3, 4))
    .question(
        (
            "Avancez coup par coup : les situations du coup suivant sont les fils de celles du coup présent.",
            "Deux suites de coups peuvent mener à la même situation. Un dictionnaire (ou un ensemble) ne "
            "garde qu'une fois une même clé : construit_cle(s) en fournit une.",
            "couche = {construit_cle(s0): s0}, puis, à chaque coup, un nouveau dictionnaire rempli avec "
            "suivante[construit_cle(f)] = f pour tout f dans fils(s), pour tout s de la couche. Notez "
            "len(couche) chaque fois.",
        ),
        [
            (
                "Vous comptez plusieurs fois la même situation : des coups joués dans un autre ordre y "
                "mènent aussi.",
                lambda n: [7**k for k in range(n + 1)],
            ),
            (
                "Il manque le premier nombre : avant tout coup (k = 0), il y a une situation.",
                lambda n: _comptes()[1 : n + 1],
            ),
            (
                "Il manque le dernier nombre : la liste va de k = 0 à k = n compris.",
                lambda n: _comptes()[:n],
            ),
            ("Il y a un nombre de trop : la liste s'arrête à k = n.", lambda n: _comptes()[: n + 2]),
            (
                "Vous ne renvoyez que le dernier nombre : on les veut tous, de k = 0 à k = n.",
                lambda n: [_comptes()[n]],
            ),
            (
                "Vos nombres s'additionnent : chaque coup doit être compté à part.",
                lambda n: [sum(_comptes()[: k + 1]) for k in range(n + 1)],
            ),
        ],
        _Aides(),
    )
)
