"""Les questions dont la réponse est un nombre, ou plusieurs.
formule(k) et nb_distinctes(n) : combien de situations dans le graphe ?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from p4core.appels import Appel
from p4core.codages import vers_situation
from p4core.jeu import Position
from p4cours.tp4_graphe.situations import aides
from p4cours.verification.diagnostics import modele
from p4cours.verification.essais import Critere, Ecart, Erreur, Essai, Question, Source
from p4cours.verification.formes import egal, reponse
from p4cours.verification.lecture import Malforme, entier, meme, montrer, nombre, nommer, quantite, suite

# --- Les questions dont la réponse est un nombre, ou plusieurs -------------------------------------------


# --- des uplets de nombres, notés valeur par valeur ----------------------------------------------------


def _uplet(
    nom: str, valeurs: Sequence[tuple[str, int, dict[int, str]]], indices: tuple[str, ...]
) -> Question:
    """Une réponse en plusieurs nombres : pour chacun, ce qu'il compte, sa valeur, les erreurs connues."""

    def critere(rang: int) -> Critere:
        essai = Essai(nom, (), lambda appel: _juge_uplet(appel, rang, valeurs))
        return Critere(valeurs[rang][0], 1, lambda source: [essai])

    return Question(nom, nom, tuple(critere(rang) for rang in range(len(valeurs))), indices)


def _juge_uplet(appel: Appel, rang: int, valeurs: Sequence[tuple[str, int, dict[int, str]]]) -> Ecart | None:
    if not isinstance(appel.valeur, tuple | list) or len(appel.valeur) != len(valeurs):
        raise Malforme(
            f"on attend {len(valeurs)} nombres, entre parenthèses, or c'est {nommer(appel.valeur)}."
        )
    sujet, attendu, connues = valeurs[rang]
    obtenu = entier(appel.valeur[rang], f"la valeur « {sujet} »")
    if obtenu == attendu:
        return None
    return Ecart(f"{sujet} : {connues.get(obtenu, 'ce n’est pas ce nombre.')}", obtenu=montrer(appel.valeur))


NB_LISTES = _uplet(
    "nb_listes",
    (
        (
            "sur la ligne",
            4,
            {
                7: "7 est le nombre de cases de la ligne.",
                3: "décalez une fenêtre de 4 cases de façon qu'elle contienne toujours (i, j) : combien "
                "de places ?",
                1: "(i, j) n'est pas forcément au bout de la liste.",
            },
        ),
        (
            "sur la colonne",
            4,
            {
                3: "3 est le nombre de fenêtres d'une colonne de 6 cases ; on compte ici celles qui "
                "contiennent (i, j), "
                "sans s'occuper des bords.",
                1: "c'est vrai si l'on pense que rien n'est posé au-dessus ; ici on compte a priori, sans "
                "ce raisonnement.",
                6: "6 est le nombre de cases de la colonne.",
            },
        ),
        (
            "sur les deux diagonales",
            8,
            {
                4: "4, c'est pour une diagonale : par (i, j) il en passe deux.",
                2: "2 est le nombre de diagonales ; combien de listes de 4 sur chacune ?",
                24: "24 est le nombre total d'alignements diagonaux de la grille ; on ne compte que ceux "
                "qui passent par (i, j).",
                16: "combien de diagonales passent par (i, j) ?",
            },
        ),
    ),
    (
        "Imaginez une fenêtre de 4 cases qui glisse le long de la ligne en contenant toujours la case (i, "
        "j).",
        "La case (i, j) peut être la première, la deuxième, la troisième ou la quatrième de la liste.",
        "Il y a donc autant de listes que de places dans la fenêtre, pour chaque direction ; et deux "
        "diagonales.",
    ),
)

NB_SITUATIONS = _uplet(
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


def _k_max(valeur: Any) -> str | None:
    try:
        k = entier(valeur, "la réponse")
    except Malforme as defaut:
        return str(defaut)[0].upper() + str(defaut)[1:]
    phrases = {
        7: "Au 7e coup, certaines suites de coups sont déjà impossibles : lesquelles ?",
        42: "Les colonnes se remplissent bien avant la fin de la partie.",
        5: "On peut aller un peu plus loin : quand une colonne peut-elle être pleine pour la première fois ?",
        4: "4 est la valeur de l'exemple ; la formule reste vraie un peu plus longtemps.",
    }
    return (
        None
        if k == 6
        else phrases.get(k, "Ce n'est pas ce nombre : à quel coup une colonne peut-elle manquer ?")
    )


K_MAX = reponse(
    "k_max",
    _k_max,
    (
        "La formule suppose qu'à chaque coup les 7 colonnes sont jouables et que la partie continue.",
        "Quel est le plus petit nombre de coups qui remplit une colonne ? Et qui permet de gagner ?",
        "Une colonne a 6 cases : elle peut être pleine APRÈS le 6e coup, et manquer au 7e.",
    ),
)


# --- formule(k) et nb_distinctes(n) : combien de situations dans le graphe ? -----------------------------


# --- formule(k) -----------------------------------------------------------------------------------


def _essais_formule(source: Source) -> Iterator[Essai]:
    for k in range(7):
        juge = egal(7**k, nombre, f"Après {quantite(k, 'coup')}, ce n'est pas ce nombre de situations.")
        yield Essai(f"formule({k})", (k,), juge, attendu=7**k, contexte={"k": k})


def _version(phrase: str, fausse: Callable[[int], Any]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.contexte["k"]), nombre)


FORMULE = Question(
    "formule",
    "formule(k)",
    (Critere("le nombre de situations au k-ième coup", 1, _essais_formule),),
    (
        "Comparez les premières valeurs : 1, 7, 49, 343, 2401.",
        "On passe de chacune à la suivante en multipliant toujours par le même nombre.",
        "Une puissance s'écrit avec ** en Python.",
    ),
    (
        _version("Vous multipliez par k au lieu d'élever à la puissance k.", lambda k: 7 * k),
        _version("Vous avez échangé la base et l'exposant.", lambda k: k**7),
        _version(
            "Vous avez une puissance de trop : avant le premier coup (k = 0), il y a une situation.",
            lambda k: 7 ** (k + 1),
        ),
        _version("Il manque une puissance : après 1 coup, il y a 7 situations.", lambda k: 7 ** (k - 1)),
        _version("En Python, ^ n'est pas la puissance : c'est **.", lambda k: 7 ^ k),
        _version(
            "Vous comptez tous les coups jusqu'au k-ième ; on ne veut que le k-ième.",
            lambda k: sum(7**i for i in range(k + 1)),
        ),
    ),
)


# --- nb_distinctes(n) -----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def comptes(n: int = 5) -> tuple[int, ...]:
    """Le nombre de positions différentes après 0, 1, …, n coups."""
    couche, tailles = {Position()}, [1]
    for _ in range(n):
        couche = {p.jouer(x) for p in couche for x in p.coups()}
        tailles.append(len(couche))
    return tuple(tailles)


def _essais_distinctes(*valeurs: int) -> Callable[[Source], Iterator[Essai]]:
    def essais(source: Source) -> Iterator[Essai]:
        for n in valeurs:
            attendu = list(comptes()[: n + 1])
            yield Essai(
                f"nb_distinctes({n})",
                (n,),
                _juge_comptes(attendu),
                contexte={"n": n},
                attendu=attendu,
                delai=8,
            )

    return essais


def _juge_comptes(attendu: list[int]) -> Callable[[Appel], Ecart | None]:
    def juge(appel: Appel) -> Ecart | None:
        obtenus = [entier(v, "chaque nombre") for v in suite(appel.valeur)]
        if meme(obtenus, attendu):
            return None
        return Ecart(
            "Ce ne sont pas les nombres de situations différentes.", montrer(attendu), montrer(appel.valeur)
        )

    return juge


def _compte(phrase: str, fausse: Callable[[int], list[int]]) -> Erreur:
    return modele(phrase, lambda e: fausse(e.contexte["n"]), lambda v: [v] if isinstance(v, int) else list(v))


class _Aides(Mapping[str, Any]):
    """Les aides, et une grille de départ neuve : une depose_pion fautive a pu abîmer celle du notebook."""

    _justes = aides("fils", "construit_cle", "depose_pion")

    def __getitem__(self, nom: str) -> Any:
        return vers_situation(Position())[1] if nom == "grille0" else self._justes[nom]

    def __iter__(self) -> Iterator[str]:
        yield from (*self._justes, "grille0")

    def __len__(self) -> int:
        return len(self._justes) + 1


NB_DISTINCTES = Question(
    "nb_distinctes",
    "nb_distinctes(n)",
    (
        Critere("les premiers coups", 1, _essais_distinctes(0, 1, 2)),
        Critere("chaque situation comptée une seule fois", 2, _essais_distinctes(3, 4)),
    ),
    (
        "Avancez coup par coup : les situations du coup suivant sont les fils de celles du coup présent.",
        "Deux suites de coups peuvent mener à la même situation. Un dictionnaire (ou un ensemble) ne "
        "garde qu'une fois "
        "une même clé : construit_cle(s) en fournit une.",
        "couche = {construit_cle(s0): s0}, puis, à chaque coup, un nouveau dictionnaire rempli avec "
        "suivante[construit_cle(f)] = f pour tout f dans fils(s), pour tout s de la couche. Notez "
        "len(couche) chaque fois.",
    ),
    (
        _compte(
            "Vous comptez plusieurs fois la même situation : des coups joués dans un autre ordre y mènent "
            "aussi.",
            lambda n: [7**k for k in range(n + 1)],
        ),
        _compte(
            "Il manque le premier nombre : avant tout coup (k = 0), il y a une situation.",
            lambda n: list(comptes()[1 : n + 1]),
        ),
        _compte(
            "Il manque le dernier nombre : la liste va de k = 0 à k = n compris.",
            lambda n: list(comptes()[:n]),
        ),
        _compte("Il y a un nombre de trop : la liste s'arrête à k = n.", lambda n: list(comptes()[: n + 2])),
        _compte(
            "Vous ne renvoyez que le dernier nombre : on les veut tous, de k = 0 à k = n.",
            lambda n: [comptes()[n]],
        ),
        _compte(
            "Vos nombres s'additionnent : chaque coup doit être compté à part.",
            lambda n: [sum(comptes()[: k + 1]) for k in range(n + 1)],
        ),
    ),
    _Aides(),
)
