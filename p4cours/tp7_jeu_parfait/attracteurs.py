"""Les attracteurs : d'où un joueur peut forcer l'arrivée dans des cibles, la stratégie qui s'y lit, et ce que
vaut le jeu."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from p4core.appels import Appel
from p4core.codages import TOURS, vers_tours
from p4core.francais import quantite
from p4core.jeu import Position
from p4cours.tp7_jeu_parfait.graphe import Chaines, lire_position
from p4cours.tp7_jeu_parfait.petit_jeu import (
    EXEMPLES,
    Graphe,
    Rangs,
    aides,
    attirees,
    au_hasard,
    en_chaines,
    gagnees,
    graphe_depuis,
    lettre,
    rangs_en_chaines,
    retournes,
    taille,
)
from p4cours.verification.diagnostics import fautes, valeurs
from p4cours.verification.essais import Ecart, Epreuve, Erreur, Source
from p4cours.verification.formes import Fonction, uplet
from p4cours.verification.lecture import Malforme, entier, nommer

# Un cas : le départ du graphe, le joueur, les cibles.
Cas = tuple[Position, int, tuple[Position, ...]]


# --- attracteur(graphe, J, cibles) → {position: rang} ---------------------------------------------------


def _lire_rangs(valeur: Any) -> dict[Chaines, int]:
    if not isinstance(valeur, Mapping):
        suite = " : il manque le rang de chaque position" if isinstance(valeur, set | list | tuple) else ""
        raise Malforme(f"le résultat doit être un dictionnaire, or c'est {nommer(valeur)}{suite}.")
    return {lire_position(s, "une clé"): entier(rang, f"le rang de {s}") for s, rang in valeur.items()}


def _rangs(depart: Position, joueur: int, cibles: tuple[Position, ...]) -> dict[Chaines, int]:
    return rangs_en_chaines(attirees(graphe_depuis(depart), joueur, cibles))


def _juger_positions(appel: Appel, *cas: Any) -> Ecart | None:
    """Les bonnes positions, quels que soient les rangs."""
    if not isinstance(appel.valeur, Mapping | set | list | tuple):
        _lire_rangs(appel.valeur)
    obtenues, voulues = {lire_position(s, "une clé") for s in appel.valeur}, set(_rangs(*cas))
    if obtenues == voulues:
        return None
    return Ecart(
        _phrase_positions(obtenues, voulues, *cas),
        quantite(len(voulues), "position"),
        quantite(len(obtenues), "position"),
    )


def _phrase_positions(
    obtenues: set[Chaines], voulues: set[Chaines], depart: Position, joueur: int, cibles: Any
) -> str:
    de_trop, manquent = obtenues - voulues, voulues - obtenues
    if de_trop:
        s = max(de_trop, key=lambda s: sum(map(len, s)))
        return (
            f"{quantite(len(de_trop), 'position')} de trop, par exemple {s} : de là, {lettre(joueur)} ne "
            "peut pas forcer l'arrivée dans les cibles."
        )
    s = max(manquent, key=lambda s: sum(map(len, s)))
    return (
        f"Il manque {quantite(len(manquent), 'position')}, par exemple {s} : de là, {lettre(joueur)} peut "
        "forcer l'arrivée dans les cibles."
    )


def _juger_rangs(appel: Appel, *cas: Any) -> Ecart | None:
    """À chaque position de l'attracteur, son rang."""
    obtenus, voulus = _lire_rangs(appel.valeur), _rangs(*cas)
    faux = [s for s in voulus if s in obtenus and obtenus[s] != voulus[s]]
    if not obtenus and voulus:
        return Ecart(
            "Le dictionnaire est vide : les cibles y sont, au rang 0.", quantite(len(voulus), "position")
        )
    if not faux:
        return None
    s = min(faux, key=lambda s: (voulus[s], s))
    return Ecart(f"Le rang de {s} n'est pas le bon.", str(voulus[s]), str(obtenus[s]))


def _ordre_traitre(
    graphe: dict[Chaines, list[Chaines]], rangs: Mapping[Chaines, int]
) -> dict[Chaines, list[Chaines]]:
    """Le même graphe, rangé pour trahir qui inscrit un rang pendant un tour sans en attendre la fin : chaque
    position y vient après son successeur de plus grand rang, et avant les autres."""
    ordre: dict[Chaines, list[Chaines]] = {}
    vues: set[Chaines] = set()

    def visiter(s: Chaines) -> None:
        if s in vues:
            return
        vues.add(s)
        suites = sorted(graphe[s], key=lambda t: -rangs.get(t, -1))
        for t in suites[:1]:
            visiter(t)
        ordre[s] = graphe[s]
        for t in suites[1:]:
            visiter(t)

    for s in graphe:
        visiter(s)
    return ordre


def _a_deux_coups(source: Source) -> Iterator[Cas]:
    """Pour cibles, toutes les positions à deux coups du départ : les rangs ont alors toutes les parités."""
    for depart in au_hasard(source, 2, 8, 9):
        cibles = tuple(s for s in graphe_depuis(depart) if s.nb_coups == depart.nb_coups + 2)
        yield from ((depart, joueur, cibles) for joueur in (1, 2))


def _a_gagner(source: Source) -> Iterator[Cas]:
    """Les cibles sont les victoires d'un joueur, dans des fins de partie puis plus tôt."""
    departs = [
        *EXEMPLES,
        *sorted(au_hasard(source, source.nombre(8), *range(7, 14)), key=lambda p: -p.nb_coups),
        *au_hasard(source, source.nombre(2), 6),
    ]
    longues = (_LONGUES[0], retournes(_LONGUES[0]), *map(source.alea.choice, (_LONGUES[1:3], _LONGUES[3:])))
    departs += [Position.depuis_coups(coups, 4, 4, 3) for coups in longues]
    for depart in departs:
        yield from ((depart, joueur, tuple(gagnees(graphe_depuis(depart), joueur))) for joueur in (1, 2))


# Des débuts d'où la victoire, forcée, demande neuf coups, ou dix pour les deux derniers.
_LONGUES = ("422221", "421121", "42122", "23443", "13243")


def _quelconques(source: Source) -> Iterator[Cas]:
    """D'autres cibles : n'importe quelles positions du graphe, finies ou non ; ou aucune."""
    for rang, depart in enumerate(au_hasard(source, source.nombre(8), 7, 8, 9)):
        graphe = list(graphe_depuis(depart))
        nombre = 0 if rang == 0 else source.alea.randint(1, max(1, len(graphe) // 6))
        yield depart, 1 + rang % 2, tuple(source.alea.sample(graphe, nombre))
    yield from _a_deux_coups(source)


def _en_chemin(source: Source) -> Iterator[Cas]:
    """Aux victoires s'ajoute une cible d'où l'on peut déjà les forcer : son rang reste 0."""
    for depart in au_hasard(source, source.nombre(2), 6):
        for joueur in (1, 2):
            cibles = tuple(gagnees(graphe_depuis(depart), joueur))
            rangs = attirees(graphe_depuis(depart), joueur, cibles)
            if milieu := sorted((s for s, rang in rangs.items() if rang), key=vers_tours):
                yield depart, joueur, (*cibles, source.alea.choice(milieu))


def _par_tours(
    graphe: Graphe, joueur: int, cibles: Iterable[Position], entre: Callable[[Position, list[bool]], bool]
) -> Rangs:
    """L'attracteur tour après tour, avec une règle d'entrée qui peut être fausse."""
    rangs = dict.fromkeys(cibles, 0)
    for tour in range(1, 20):
        entrees = [
            s for s, apres in graphe.items() if s not in rangs and entre(s, [t in rangs for t in apres])
        ]
        if not entrees:
            break
        rangs.update(dict.fromkeys(entrees, tour))
    return rangs


def _regle(entre: Callable[[Position, int, list[bool]], bool]) -> Callable[..., dict[Chaines, int]]:
    """La version fausse de celui qui suit cette règle d'entrée."""

    def fausse(depart: Position, joueur: int, cibles: tuple[Position, ...]) -> dict[Chaines, int]:
        regle = lambda s, dans: entre(s, joueur, dans)  # noqa: E731
        return rangs_en_chaines(_par_tours(graphe_depuis(depart), joueur, cibles, regle))

    return fausse


def _quelques(cibles: tuple[Position, ...]) -> str:
    """Les cibles ; les deux premières, et combien d'autres, s'il y en a beaucoup."""
    ecrites = [str(vers_tours(s)) for s in cibles]
    suite = f", … et {len(ecrites) - 2} autres" if len(ecrites) > 3 else ""
    return f"[{', '.join(ecrites[:2] if suite else ecrites)}{suite}]"


def _tours(nombre: int) -> Callable[..., dict[Chaines, int]]:
    return lambda *cas: {s: rang for s, rang in _rangs(*cas).items() if rang <= nombre}


def _decales(*cas: Any) -> dict[Chaines, int]:
    return {s: rang + 1 for s, rang in _rangs(*cas).items()}


_FINS = (
    "Les fins de partie qui ne sont pas des cibles y entrent : sans successeur, « tous sont attirés » est "
    "vrai. Une position sans successeur n'entre jamais."
)


def _memes_cles(phrase: str, fausse: Callable[..., dict[Chaines, int]]) -> Erreur:
    """Les positions, sans les rangs, sont celles de cette version fausse partout où elles sont fausses."""

    def explique(epreuves: list[Epreuve]) -> bool:
        manquees = fautes(epreuves)
        return all(
            isinstance(e.appel.valeur, Mapping) and set(e.appel.valeur) == set(fausse(*e.essai.cas))
            for e in manquees
        ) and any(set(e.appel.valeur) != set(_rangs(*e.essai.cas)) for e in manquees)

    return Erreur(phrase, explique)


def _rangs_seuls(phrase: str) -> Erreur:
    """Toutes les positions y sont : seuls les rangs sont faux."""

    def explique(epreuves: list[Epreuve]) -> bool:
        return bool(fautes(epreuves)) and all(
            isinstance(e.appel.valeur, Mapping) and set(e.appel.valeur) == set(_rangs(*e.essai.cas))
            for e in epreuves
        )

    return Erreur(phrase, explique)


ATTRACTEUR = (
    Fonction(
        "attracteur(graphe, J, cibles)",
        donner=lambda depart, joueur, cibles: (
            _ordre_traitre(en_chaines(graphe_depuis(depart)), _rangs(depart, joueur, cibles)),
            lettre(joueur),
            list(map(vers_tours, cibles)),
        ),
        attendu=lambda *cas: _rangs(*cas),
        lire=_lire_rangs,
        juger=_juger_positions,
        taille=taille,
        appel=lambda depart, joueur, cibles: (
            f'attracteur(graphe({vers_tours(depart)}), "{lettre(joueur)}", {_quelques(cibles)})'
        ),
        options={"codage": TOURS},
    )
    .critere("les positions gagnantes d'un joueur", 3, _a_gagner)
    .critere("d'autres cibles", 1, _quelconques)
    .critere(
        "le rang de chaque position",
        2,
        lambda source: (*_a_gagner(source), *_en_chemin(source)),
        gratuit=True,
        juger=_juger_rangs,
    )
    .question(
        (
            "Où regarder : l'exemple dessiné. On remonte depuis les cibles, un coup à la fois.",
            "À quoi penser : J choisit son coup, une bonne suite lui suffit ; son adversaire choisit le "
            "sien, il faut que toutes soient bonnes. Et d'une fin de partie, où va-t-on ?",
            "Pour commencer : inscrivez les cibles au rang 0. Puis, tour après tour, cherchez parmi les "
            "positions qui n'y sont pas celles qui doivent y entrer ; ne les inscrivez qu'à la fin du tour, "
            "et arrêtez-vous quand un tour n'apporte rien.",
        ),
        [
            _memes_cles(
                _FINS,
                _regle(lambda s, joueur, dans: any(dans) if s.trait == joueur else all(dans)),
            ),
            _memes_cles(
                "Vous traitez l'adversaire comme J : un seul successeur attiré ne suffit pas, car il ira "
                "ailleurs. Il faut qu'ils le soient tous.",
                _regle(lambda s, joueur, dans: any(dans)),
            ),
            _memes_cles(
                "Vous traitez J comme son adversaire : il choisit son coup, un seul successeur attiré lui "
                "suffit.",
                _regle(lambda s, joueur, dans: bool(dans) and all(dans)),
            ),
            *(
                _memes_cles(
                    f"Vous ne regardez pas J : votre fonction calcule toujours pour {lettre(j)}.",
                    lambda depart, joueur, cibles, j=j: _rangs(depart, j, cibles),
                )
                for j in (1, 2)
            ),
            _memes_cles(
                "Les deux joueurs sont échangés : c'est J qui choisit, un successeur attiré lui suffit ; son "
                "adversaire, il les lui faut tous.",
                _regle(lambda s, joueur, dans: any(dans) if s.trait != joueur else bool(dans) and all(dans)),
            ),
            _memes_cles(
                "Vous ne faites qu'un tour : de nouvelles positions en attirent d'autres, jusqu'à ce qu'un "
                "tour n'apporte plus rien.",
                _tours(1),
            ),
            *(
                _memes_cles(
                    f"Vous vous arrêtez après {n} tours : il faut continuer tant qu'un tour apporte quelque "
                    "chose.",
                    _tours(n),
                )
                for n in range(2, 10)
            ),
            *(
                _memes_cles(
                    "Vous ne tenez compte que du dernier successeur : chaque tour de boucle efface la "
                    "réponse du "
                    "précédent.",
                    _regle(regle),
                )
                for regle in (
                    lambda s, joueur, dans: bool(dans) and (dans[-1] if s.trait == joueur else all(dans)),
                    lambda s, joueur, dans: bool(dans) and (any(dans) if s.trait == joueur else dans[-1]),
                    lambda s, joueur, dans: bool(dans) and dans[-1],
                )
            ),
            _memes_cles(
                "Vous ne rendez que les cibles.",
                lambda depart, joueur, cibles: rangs_en_chaines(dict.fromkeys(cibles, 0)),
            ),
            _memes_cles(
                "Les cibles manquent : elles sont dans l'attracteur, au rang 0.",
                lambda *cas: {s: rang for s, rang in _rangs(*cas).items() if rang},
            ),
            ("Les rangs sont décalés : celui d'une cible est 0.", _decales),
            Erreur(
                "Toutes vos erreurs concernent une liste de cibles vide : rien n'y mène, le dictionnaire est "
                "vide.",
                lambda epreuves: all(not e.essai.cas[2] and not e.appel.exception for e in fautes(epreuves)),
            ),
            valeurs(
                "Tous les rangs sont égaux : le rang d'une position est le numéro du tour où elle entre.",
                lambda valeur: isinstance(valeur, dict) and len({*valeur.values()}) == 1 < len(valeur),
            ),
            valeurs(
                "Le rang n'augmente pas : après les cibles, au rang 0, chaque tour a son numéro.",
                lambda valeur: isinstance(valeur, dict) and {*valeur.values()} == {0, 1},
            ),
            _rangs_seuls(
                "Les positions sont les bonnes, pas leurs rangs : c'est le numéro du tour où une position "
                "entre, "
                "et celles qui entrent pendant un tour ne comptent qu'au tour suivant."
            ),
            # En dernier : sans cible, cette règle-ci fait entrer tout le graphe, comme d'autres erreurs.
            _memes_cles(
                _FINS, _regle(lambda s, joueur, dans: (s.trait == joueur and any(dans)) or all(dans))
            ),
        ],
        aides("trait"),
    )
)


# --- issue : ce que vaut le jeu -------------------------------------------------------------------------

ISSUE = uplet(
    "issue",
    [
        (
            "combien de coups au plus, les deux joueurs compris, jusqu'à la victoire de O",
            9,
            {
                5: "c'est le nombre des coups de O seul : ceux de X comptent aussi.",
                10: "le rang d'une cible est 0, pas 1.",
                8: "c'est le rang du meilleur premier coup, pas celui du départ.",
                14: "c'est le rang d'un autre premier coup.",
            },
        ),
        (
            "combien de premiers coups de O gardent la victoire",
            4,
            {2: "deux gagnent plus vite, mais regardez les deux autres aussi.", 1: "il y en a d'autres."},
        ),
    ],
    (
        "Où regarder : l'attracteur des victoires de O, que vous venez de calculer.",
        "À quoi penser : le rang d'une position compte les coups des deux joueurs.",
        "Pour commencer : cherchez la position vide dans cet attracteur, puis chacun de ses successeurs.",
    ),
)


# --- strategie(graphe, A) → {position: position suivante} ------------------------------------------------


def _lire_strategie(valeur: Any) -> dict[Chaines, Chaines]:
    if not isinstance(valeur, Mapping):
        raise Malforme(f"le résultat doit être un dictionnaire, or c'est {nommer(valeur)}.")
    lue = {}
    for s, t in valeur.items():
        if isinstance(t, int):
            raise Malforme("vous renvoyez des nombres : à chaque position, on associe la position suivante.")
        lue[lire_position(s, "une clé")] = lire_position(t, f"la position associée à {s}")
    return lue


def _cas_strategie(source: Source) -> Iterator[Cas]:
    return (cas for cas in _a_gagner(source) if any(_rangs(*cas).values()))


def _a_jouer(depart: Position, joueur: int, cibles: tuple[Position, ...]) -> Rangs:
    """Les positions de l'attracteur où c'est à ce joueur, cibles exceptées."""
    rangs = attirees(graphe_depuis(depart), joueur, cibles)
    return {s: rang for s, rang in rangs.items() if rang and s.trait == joueur}


def _juger_cles(appel: Appel, *cas: Any) -> Ecart | None:
    """Une réponse pour chaque position où l'on doit jouer."""
    manquent = set(map(vers_tours, _a_jouer(*cas))) - set(_lire_strategie(appel.valeur))
    if not manquent:
        return None
    s = min(manquent)
    phrase = f"Il manque {quantite(len(manquent), 'position')}, par exemple {s} : que joue-t-on de là ?"
    return Ecart(phrase, "une position suivante", "aucune")


def _juger_coups(appel: Appel, *cas: Any) -> Ecart | None:
    """Le coup associé approche de la victoire : un successeur de rang plus petit."""
    rangs, graphe = _rangs(*cas), en_chaines(graphe_depuis(cas[0]))
    donnees = _lire_strategie(appel.valeur)
    if not donnees:
        return Ecart("Le dictionnaire est vide.", "une position suivante", "aucune")
    a_jouer = list(map(vers_tours, _a_jouer(*cas)))
    jouees = [s for s in a_jouer if s in donnees]
    if 2 * len(jouees) < len(a_jouer):  # trop peu de coups pour dire qu'ils approchent de la victoire
        return _juger_cles(appel, *cas)
    for s in jouees:
        t = donnees[s]
        if t not in graphe[s]:
            return Ecart(f"De {s}, on ne peut pas aller à {t} : ce n'est pas un successeur.", obtenu=str(t))
        if rangs.get(t, 99) >= rangs[s]:
            ou = f"de rang {rangs[t]}" if t in rangs else "hors de l'attracteur"
            return Ecart(
                f"De {s}, de rang {rangs[s]}, vous allez à {t}, {ou} : la victoire n'approche pas.",
                f"un successeur de rang {rangs[s] - 1}",
                str(t),
            )
    return None


def _choix(choisir: Callable[[list[Chaines], Mapping[Chaines, int]], Chaines]) -> Callable[..., Any]:
    """Ce que joue, de chaque position à jouer, celui qui choisit ainsi son successeur."""

    def fausse(*cas: Any) -> dict[Chaines, Chaines]:
        rangs, graphe = _rangs(*cas), graphe_depuis(cas[0])
        return {vers_tours(s): choisir(list(map(vers_tours, graphe[s])), rangs) for s in _a_jouer(*cas)}

    return fausse


def _joue_ainsi(phrase: str, choisir: Callable[[list[Chaines], Mapping[Chaines, int]], Chaines]) -> Erreur:
    """Là où c'est à lui, l'élève joue partout ainsi."""
    fausse = _choix(choisir)

    def explique(epreuves: list[Epreuve]) -> bool:
        return bool(fautes(epreuves)) and all(
            isinstance(e.appel.valeur, Mapping)
            and all(e.appel.valeur.get(s) == t for s, t in fausse(*e.essai.cas).items())
            for e in epreuves
        )

    return Erreur(phrase, explique)


STRATEGIE = (
    Fonction(
        "strategie(graphe, A)",
        donner=lambda *cas: (en_chaines(graphe_depuis(cas[0])), _rangs(*cas)),
        attendu=lambda *cas: quantite(len(_a_jouer(*cas)), "position où jouer", "positions où jouer"),
        juger=_juger_coups,
        taille=taille,
        appel=lambda depart, joueur, cibles: (
            f"strategie(graphe({vers_tours(depart)}), A)   (A : les positions gagnantes de {lettre(joueur)})"
        ),
        options={"codage": TOURS},
    )
    .critere("une réponse pour chaque position où l'on doit jouer", 1, _cas_strategie, juger=_juger_cles)
    .critere("un coup qui approche de la victoire", 2, _cas_strategie)
    .question(
        (
            "Où regarder : les rangs. Chaque coup bien choisi les fait diminuer, jusqu'à 0.",
            "À quoi penser : parmi les successeurs d'une position de A, certains ne sont pas dans A. Et une "
            "cible n'a pas besoin de coup.",
            "Pour commencer : parcourez les positions de A dont le rang n'est pas nul ; pour chacune, "
            "cherchez parmi ses successeurs celui qui est dans A avec le plus petit rang.",
        ),
        [
            _joue_ainsi(
                "Vous prenez toujours le premier successeur, sans regarder son rang.",
                lambda apres, rangs: apres[0],
            ),
            _joue_ainsi(
                "Vous prenez toujours le dernier successeur, sans regarder son rang.",
                lambda apres, rangs: apres[-1],
            ),
            _joue_ainsi(
                "Vous allez vers le plus grand rang : la victoire s'éloigne, ou n'arrive jamais.",
                lambda apres, rangs: max((t for t in apres if t in rangs), key=lambda t: rangs[t]),
            ),
            _joue_ainsi(
                "Vous prenez le premier successeur de A, sans regarder son rang : la victoire n'approche pas "
                "toujours.",
                lambda apres, rangs: next(t for t in apres if t in rangs),
            ),
            valeurs("Le dictionnaire est vide.", lambda valeur: valeur == {}),
        ],
        aides("trait"),
    )
)
