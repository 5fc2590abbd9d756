"""mon_ia(position) : l'entrée de l'élève au tournoi de la classe, et ce qu'elle doit savoir faire au moins.

Seule question du cours où l'on se sert des règles de p4core : une Position, ses méthodes, et les conversions
vers le codage de n'importe quel TP. Jamais une IA de la bibliothèque, ni le solveur."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from p4core.appels import Appel
from p4core.codages import jouable
from p4core.francais import enumerer, virgule
from p4core.jeu import SECONDES_PAR_COUP, Position, au_hasard, ouverture, promenade
from p4cours.permis import CONCOURIR
from p4cours.verification import positions as pos
from p4cours.verification.diagnostics import fautes, restreinte, seulement
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Source
from p4cours.verification.formes import Fonction

PARTIES, VICTOIRES = 12, 8  # contre le hasard ; qui gagne et pare en un coup en manque 8 une fois sur mille
PATIENCE = 20  # fois plus de temps qu'une question ordinaire : on laisse une seconde à chaque coup

# Un cas : la position, ce que l'on y attend, les colonnes qui conviennent.
Cas = tuple[Position, str, list[int]]
Sorte = Callable[
    [Position], list[int]
]  # les bonnes colonnes ; aucune si la position n'est pas de cette sorte


# --- Ce qu'il y a à voir dans une position -----------------------------------------------------------


@lru_cache(maxsize=4096)
def gains(position: Position) -> list[int]:
    """Les colonnes où le joueur au trait gagne tout de suite."""
    return [x for x in position.coups() if position.jouer(x).gagnant]


def menaces(position: Position) -> list[int]:
    """Celles où l'autre gagnerait, si c'était à lui."""
    return gains(replace(position, trait=3 - position.trait))


def sures(position: Position) -> list[int]:
    """Les colonnes qui n'offrent pas à l'autre une victoire au coup suivant."""
    return [x for x in position.coups() if not gains(position.jouer(x))]


# Tous les coups perdent, et il faut en jouer un : la colonne du milieu, de gauche ou de droite est pleine.
_SANS_COUP_SUR = (
    "54253615325464454416",
    "552413246631624442145",
    "6411725131171255543453",
    "21111155212277663657756",
    "23226724537673277726",
    "775712251147262243776",
    # Ni à gagner, ni à parer : chaque coup offre la case du dessus.
    "7417326337124146226336574442351665772",
    "2572753753367257411751353623224",
)


def _quelconques(source: Source) -> Iterator[Cas]:
    """De la grille vide à la dernière case ; les deux joueurs, des colonnes pleines."""
    connues = map(Position.depuis_coups, ("", "444444", *_SANS_COUP_SUR))
    yield from ((p, "jouable", p.coups()) for p in connues)
    for nulle in pos.nulles():
        for restent in (1, 2, 7):
            position = Position.depuis_coups([x + 1 for x in nulle.historique[:-restent]])
            yield position, "jouable", position.coups()
    yield from ((p, "jouable", p.coups()) for p in pos.au_hasard(source.alea, source.nombre(14)))


def _tentees(alea: random.Random) -> Iterator[Position]:
    """Des positions de tous les moments d'une partie : deux sur trois au hasard, une de la fin."""
    while True:
        if alea.random() < 0.67:
            yield promenade(alea, alea.randint(6, 30))[-1]
        else:
            coups = alea.choice((*pos.PRESQUE_PLEINES, pos.AU_DERNIER_COUP))
            yield Position.depuis_coups(coups[: alea.randint(28, 40)])


def _a_voir(quoi: str, nombre: int, *sortes: Sorte) -> Callable[[Source], Iterator[Cas]]:
    """Des positions où il y a ceci à voir, autant de chaque sorte et pour chaque joueur."""

    def cas(source: Source) -> Iterator[Cas]:
        restent = [(sorte, joueur) for sorte in sortes for joueur in (1, 2)] * source.nombre(nombre)
        tentees = _tentees(source.alea)
        while restent:
            position = next(tentees)
            possibles = [] if position.finie else [r for r in restent if r[1] == position.trait]
            trouvee = next((r for r in dict.fromkeys(possibles) if r[0](position)), None)
            if trouvee:
                restent.remove(trouvee)
                yield position, quoi, trouvee[0](position)

    return cas


def _gagner_ou_parer(position: Position) -> list[int]:
    """Les colonnes qui gagnent, quand l'autre menace ailleurs."""
    siennes = gains(position)
    return siennes if set(menaces(position)) - set(siennes) else []


def _gagner_ailleurs(choix: Callable[[list[int]], int]) -> Sorte:
    """Les colonnes qui gagnent, quand celle que l'on choisirait parmi les sûres n'en est pas une."""

    def colonnes(position: Position) -> list[int]:
        siennes = gains(position)
        return siennes if siennes and choix(sures(position)) not in siennes else []

    return colonnes


def _a_parer(position: Position) -> list[int]:
    """La seule colonne qui pare, quand il n'y a rien à gagner et une seule menace ; et qui pare vraiment :
    si elle offre la case du dessus, tous les coups perdent et tous se valent."""
    if gains(position) or len(menaces(position)) != 1:
        return []
    return [x for x in menaces(position) if not gains(position.jouer(x))]


def _a_eviter(choix: Callable[[list[int]], int]) -> Sorte:
    """Les colonnes sans danger, quand rien ne presse et que celle-ci offre la case du dessus."""

    def colonnes(position: Position) -> list[int]:
        dangereuse = choix(position.coups())
        if not gains(position.jouer(dangereuse)) or gains(position) or menaces(position):
            return []
        return sures(position)

    return colonnes


# Celles que prend d'ordinaire qui ne regarde pas.
_SANS_REGARDER: tuple[Callable[[list[int]], int], ...] = (
    lambda coups: coups[0],
    lambda coups: coups[-1],
    lambda coups: min(coups, key=lambda x: abs(x - 3)),
)


# --- Juger ------------------------------------------------------------------------------------------

_PHRASES = {
    "gagner": "Vous pouviez gagner tout de suite.",
    "parer": "L'adversaire allait gagner au coup suivant, et vous ne l'en empêchez pas.",
    "éviter": "Votre pion sert d'appui à l'adversaire, qui gagne juste au-dessus.",
}


_NUMEROS = "(colonnes de 0 à 6)"  # l'appel montré, lui, compte ses coups à partir de 1


def _juger(appel: Appel, position: Position, quoi: str, bonnes: list[int]) -> Ecart | None:
    if appel.sortie.strip():
        return Ecart(
            "mon_ia affiche quelque chose : au tournoi, une entrée qui affiche perd sa partie.",
            "aucun affichage",
            appel.sortie.strip()[:60],
        )
    x = jouable(appel.valeur, position)
    if x in bonnes:
        return None
    case = (x, position.niveau(x))
    return Ecart(_PHRASES[quoi], _attendu(position, quoi, bonnes), f"la colonne {x}", [case])


def _attendu(position: Position, quoi: str, bonnes: list[int]) -> str:
    if quoi == "jouable":
        return f"une colonne jouable {_NUMEROS}"
    colonnes = "la colonne" if len(bonnes) == 1 else "une des colonnes"
    return f"{colonnes} {enumerer(map(str, bonnes))} {_NUMEROS}"


def _dans_son_temps(essai: Essai, appelant: Appelant) -> Epreuve:
    """L'appel ; s'il a dépassé son temps, on le dit comme au tournoi."""
    epreuve = essai.une_fois(appelant)
    if not epreuve.appel.expire:
        return epreuve
    phrase = (
        f"mon_ia calcule encore au bout de {virgule(SECONDES_PAR_COUP, 'g')} s : au tournoi, un coup trop "
        f"long "
        "perd la partie. Une boucle sans fin, ou une recherche trop profonde ?"
    )
    return replace(epreuve, ecart=Ecart(phrase, "une colonne", "rien", cause="temps"))


def _contre_le_hasard(essai: Essai, appelant: Appelant) -> Epreuve:
    """Des parties entières, une fois de chaque côté ; une faute les arrête, comme au tournoi."""
    departs: list[Position] = essai.cas[3]
    gagnees = 0.0
    for rang, depart in enumerate(departs):
        camp, hasard, position = 1 + rang % 2, au_hasard(random.Random(rang)), depart
        while not position.finie:
            if position.trait != camp:
                position = position.jouer(hasard(position))
                continue
            coup = _FORME.essai((position, "jouable", position.coups()))
            epreuve = _dans_son_temps(coup, appelant)
            if not epreuve.reussie:
                return epreuve
            position = position.jouer(jouable(epreuve.appel.valeur, position))
        gagnees += 1 if position.gagnant == camp else 0 if position.gagnant else 0.5
    voulues = VICTOIRES * len(departs) // PARTIES
    if gagnees >= voulues:
        return replace(epreuve, essai=essai)
    phrase = (
        f"Contre le hasard, mon_ia ne marque que {virgule(gagnees, 'g')} points en {len(departs)} parties."
    )
    return Epreuve(essai, epreuve.appel, Ecart(phrase, f"au moins {voulues}", virgule(gagnees, "g")))


def _parties(source: Source) -> Iterator[tuple[Any, ...]]:
    ouvertures = [ouverture(source.alea, 4) for _ in range(source.nombre(PARTIES) // 2)]
    yield Position(), "jouable", list(range(7)), [depart for depart in ouvertures for _ in (1, 2)]


# --- Les erreurs qui ont un nom -----------------------------------------------------------------------


def _a_partir_de_1(epreuves: list[Epreuve]) -> bool:
    """Partout, la colonne d'avant était bonne."""
    reponses = [(e.appel.valeur, e.essai.cas[2]) for e in epreuves]
    return all(isinstance(x, int) and x - 1 in bonnes for x, bonnes in reponses)


def _pare_avant(epreuves: list[Epreuve]) -> bool:
    """Tout ce qui est manqué l'est pour avoir paré alors que l'on pouvait gagner."""
    return all(
        e.essai.cas[1] == "gagner" and e.appel.valeur in menaces(e.essai.cas[0]) for e in fautes(epreuves)
    )


def _en_fin_de_partie(epreuves: list[Epreuve]) -> bool:
    """Tout ce qui est à voir l'est, sauf dans des positions très remplies."""
    debut = min(e.essai.cas[0].nb_coups for e in fautes(epreuves))
    vues = [e for e in epreuves if e.essai.cas[1] in _PHRASES and e.essai.cas[0].nb_coups < debut]
    return debut >= 28 and len(vues) >= 5


def _rien_vu(epreuves: list[Epreuve]) -> bool:
    """Gagner, parer : la moitié au moins de chacun est manquée ; éviter, quelquefois."""
    gagner, parer, eviter = ([e.reussie for e in epreuves if e.essai.cas[1] == quoi] for quoi in _PHRASES)
    if len({repr(e.appel.valeur) for e in epreuves}) == 1:
        return False  # toujours la même colonne : on le dira mieux
    if any(
        isinstance(e.appel.valeur, str | tuple | list | float) or e.appel.sortie.strip() for e in epreuves
    ):
        return False  # pas une colonne, ou un affichage : c'est cela qu'il faut dire
    return not all(eviter) and all(2 * sum(reussies) <= len(reussies) for reussies in (gagner, parer))


def _d_un_camp(joueur: int) -> Erreur:
    """Plusieurs fautes, toutes au même joueur."""
    phrase = (
        f"Toutes vos erreurs sont au joueur {joueur} : mon_ia joue les deux camps, position.trait dit lequel."
    )
    seules = restreinte(seulement(f"joueur {joueur}", phrase), lambda e: e.essai.cas[1] != "jouable")
    return replace(seules, explique=lambda es: len(fautes(es)) >= 4 and seules.explique(es))


def _chaque_colonne(quoi: str, colonnes: Sorte, piles: int) -> Callable[[Source], Iterator[Cas]]:
    """Trois pions dans une colonne, chacune à son tour, deux ou trois dans une autre ; pour chaque joueur."""

    def cas(source: Source) -> Iterator[Cas]:
        alea = copy.copy(source.alea)  # tirées à part : les autres critères gardent leurs cas
        for pile in range(7):
            ailleurs, debut = alea.sample([x for x in range(7) if x != pile], 2)
            coups = [x + 1 for x in (pile, ailleurs) * 3][:piles]
            for position in map(Position.depuis_coups, (coups, [debut + 1, *coups])):
                yield position, quoi, colonnes(position)

    return cas


def _gagner(source: Source) -> Iterator[Cas]:
    """Des victoires à prendre ; les dernières tirées à part, les autres critères gardent leurs cas."""
    yield from _a_voir("gagner", 3, gains, _gagner_ou_parer)(source)
    yield from _chaque_colonne("gagner", gains, 6)(source)
    a_part = replace(source, alea=copy.copy(source.alea))
    yield from _a_voir("gagner", 1, *map(_gagner_ailleurs, _SANS_REGARDER))(a_part)


def _parer(source: Source) -> Iterator[Cas]:
    yield from _a_voir("parer", 6, _a_parer)(source)
    yield from _chaque_colonne("parer", _a_parer, 5)(source)


def _colonne_0_manquee(epreuves: list[Epreuve]) -> bool:
    """Tout ce qui est manqué l'est là où la colonne 0 convenait, et n'est pas jouée."""
    manquees = fautes(epreuves)
    return all(
        e.essai.cas[1] in _PHRASES and e.essai.cas[2][0] == 0 and e.appel.valeur not in (0, None)
        for e in manquees
    )


_OPTIONS = {"delai": SECONDES_PAR_COUP, "faire": _dans_son_temps}

_FORME = Fonction(
    "mon_ia(position)",
    donner=lambda position, *_: (position,),
    attendu=lambda position, quoi, bonnes, *_: _attendu(position, quoi, bonnes),
    juger=lambda appel, position, quoi, bonnes, *_: _juger(appel, position, quoi, bonnes),
    appel=lambda position, *_: f"mon_ia({position!r})",
    etiquettes=lambda position, quoi, *_: (quoi, f"joueur {position.trait}"),
    options=_OPTIONS,
    colonne=True,
)

MON_IA = replace(
    _FORME.critere("une colonne jouable, dans son temps, sans rien afficher", 1, _quelconques, gratuit=True)
    .critere("gagner en un coup", 2, _gagner)
    .critere("parer la victoire de l'adversaire", 2, _parer)
    .critere("ne pas offrir la case du dessus", 2, _a_voir("éviter", 4, *map(_a_eviter, _SANS_REGARDER)))
    .critere(
        f"au moins {VICTOIRES} points en {PARTIES} parties contre le hasard",
        1,
        _parties,
        options={"delai": SECONDES_PAR_COUP, "faire": _contre_le_hasard, "relancable": False},
    )
    .question(
        (
            "Où regarder : les méthodes de Position dans l'énoncé. jouer donne une autre position, que l'on "
            "peut interroger à son tour : qui y a gagné, quels coups y restent ?",
            "À quoi penser : trois questions, dans cet ordre. Puis-je gagner ? Dois-je parer ? Que jouerait "
            "l'adversaire, juste après ce coup ? Et si aucune ne décide, quelle colonne préférer ?",
            "Pour commencer : une boucle sur les colonnes jouables, qui essaie chacune et regarde si elle "
            "gagne. Pour savoir si l'adversaire menace, essayez d'abord un de vos coups, puis tous ceux de "
            "l'adversaire. Ou convertissez la position et appelez la fonction d'un TP précédent.",
        ),
        [
            Erreur(
                "Vos colonnes sont numérotées à partir de 1 : la première est la colonne 0.", _a_partir_de_1
            ),
            Erreur(
                "Vous manquez la colonne 0 : 0 est « faux » pour Python. Comparez avec None : « if x is not "
                "None ».",
                _colonne_0_manquee,
            ),
            Erreur("Vous parez avant de gagner : quand on peut gagner, il n'y a rien à parer.", _pare_avant),
            Erreur(
                "Toutes vos erreurs viennent de la fin de partie, quand la grille est presque pleine : on "
                "peut y gagner, et il faut y parer, comme ailleurs.",
                _en_fin_de_partie,
            ),
            Erreur(
                "Votre coup ne dépend de rien de ce qui presse : ni gagner, ni parer, ni refuser la case du "
                "dessus. Le choisissez-vous au hasard, ou d'avance ?",
                _rien_vu,
            ),
            *map(_d_un_camp, (2, 1)),
        ],
        permis=CONCOURIR,
    ),
    patience=PATIENCE,
)
