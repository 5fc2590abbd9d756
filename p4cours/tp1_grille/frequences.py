"""probabilite_hasard(k), les fréquences de chaque issue ; puis l'expérience : vaut-il mieux commencer ?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, log10, sqrt
from statistics import fmean
from typing import Any

from p4core.appels import Appel, noms_utilises, voisine
from p4core.codages import vers_colonnes
from p4core.francais import quantite, virgule
from p4core.jeu import Case, Position
from p4cours.tp1_grille.parties import (
    Grille,
    aides_avant,
    lire_grille,
    occupees,
    parties_prevues,
    suite_de_cases,
)
from p4cours.verification.causes import code_de, nombres_ecrits
from p4cours.verification.essais import (
    Appelant,
    Appeleur,
    Critere,
    Ecart,
    Epreuve,
    Erreur,
    Essai,
    Question,
    Source,
    juger,
)
from p4cours.verification.experiences import Experience
from p4cours.verification.hasard import (
    SEUIL,
    Serie,
    attendues,
    erreurs_frequences,
    juge_frequences,
    parties_de_reference,
    sans_jouer,
    sans_tirage,
    suites_de_gagnants,
)
from p4cours.verification.horloge import Horloge
from p4cours.verification.lecture import frequences, montrer

# --- Compter juste : les parties sont remplacées par d'autres, dont les gagnants sont fixés -------


POUR_JOUER = ("joue_random", "joue_hasard", "coups", "fini")


class _TropDeParties(Exception):
    """Bien plus de parties demandées qu'il n'en faut : la suite n'apprendrait rien."""


@dataclass
class FaussesParties:
    """Des parties imposées à la suite, sous les quatre noms qui servent à en jouer une.

    À qui choisit ses coups lui-même, c'est fini qui impose l'issue, au septième pion."""

    gagnants: Sequence[int]
    demandees: int = 0
    pions: int = -1  # dans la grille vue au dernier appel de coups ou de fini
    commencee: bool = False
    servie: bool = False  # entière, par joue_random ou joue_hasard
    a_l_envers: bool = False  # la joue_random de l'élève renvoie (grille, gagnant), et il la lit ainsi

    def joue_random(self) -> tuple[Any, Any]:
        """La prochaine partie."""
        couple = self._gagnant(), self.joue_hasard()
        return couple[::-1] if self.a_l_envers else couple

    def _gagnant(self) -> int:
        return self._partie(self.demandees).gagnant

    def joue_hasard(self) -> Grille:
        """La grille de la prochaine partie."""
        finale = self._partie(self.demandees)
        self.demandees, self.servie = self.demandees + 1, True
        if self.demandees > 5000 + 10 * len(self.gagnants):
            raise _TropDeParties
        return vers_colonnes(finale)

    def coups(self, G: Any) -> list[Case]:
        """Le seul coup prévu ; tous, si la partie n'est pas celle prévue."""
        self._suivre(G)
        suite = suite_de_cases(self._partie(self.demandees - self.commencee))
        if occupees(G) != set(suite[: self.pions]):
            return [(x, colonne.index(0)) for x, colonne in enumerate(map(list, G)) if 0 in colonne]
        return suite[self.pions :][:1]

    def fini(self, G: Any) -> int:
        """Le gagnant, vrai dans une partie prévue, imposé dans une autre."""
        if self.servie:  # la partie vient de joue_random ou de joue_hasard
            return lire_grille(G).gagnant
        self._suivre(G)
        finale = self._partie(self.demandees - self.commencee)
        if all(G[x][y] == 1 + rang % 2 for rang, (x, y) in enumerate(suite_de_cases(finale)[: self.pions])):
            return lire_grille(G).gagnant
        return finale.gagnant if self.pions >= 7 else 0

    def _suivre(self, G: Any) -> None:
        """Compte les parties à leurs pions : moins qu'au dernier appel, c'en est une autre."""
        avant, self.pions = self.pions, len(occupees(G))
        if self.pions < avant:
            self.commencee = False
        if self.pions and not self.commencee:
            self.commencee = True  # comptée quand elle avance vraiment
            self.demandees += 1

    def _partie(self, rang: int) -> Position:
        """La fin de cette partie ; s'il en faut plus que prévu, les mêmes, puis gagnées par l'autre : qui
        recommence à compter n'y retrouve pas les siennes."""
        tour, place = divmod(rang, len(self.gagnants))
        gagnant = self.gagnants[place]
        gagnant = 3 - gagnant if gagnant and tour % 2 else gagnant
        siennes = [p for p in parties_prevues() if p.gagnant == gagnant]
        return siennes[rang % 3 % len(siennes)]  # courte deux fois sur trois, puis longue : 41 ou 42 coups


def _sur_de_fausses_parties(essai: Essai, appelant: Appelant) -> Epreuve:
    """Ne juge le compte que si la fonction s'est servie des fausses parties.

    Une joue_random au couple à l'envers a déjà perdu ses points : qui la lit comme elle est n'a pas tort."""
    epreuve = _imposer(essai, appelant, a_l_envers=False)
    if not epreuve.reussie and _couple_a_l_envers(appelant):
        autre = _imposer(essai, appelant, a_l_envers=True)
        return autre if autre.reussie else epreuve
    return epreuve


def _couple_a_l_envers(appelant: Appelant) -> bool:
    """La joue_random de l'élève renvoie-t-elle (grille, gagnant) ?"""
    assert isinstance(appelant, Appeleur)
    sienne = voisine(appelant.fonction, "joue_random")
    if not callable(sienne) or "joue_random" not in noms_utilises(appelant.fonction):
        return False
    couple = Appeleur(sienne, {}, 0.5, appelant.horloge)().valeur
    if not isinstance(couple, tuple | list) or len(couple) != 2:
        return False
    return isinstance(couple[0], tuple | list) and isinstance(couple[1], int)


def _imposer(essai: Essai, appelant: Appelant, a_l_envers: bool) -> Epreuve:
    gagnants = essai.contexte["imposes"]
    parties = FaussesParties(gagnants, a_l_envers=a_l_envers)
    pretees = {nom: getattr(parties, nom) for nom in POUR_JOUER}
    epreuve = essai.une_fois(appelant, remplacements=pretees, compter=True)
    k, jouees, ecart = len(gagnants), parties.demandees, epreuve.ecart
    if not jouees:  # elle joue ses parties autrement : on n'en connaît pas les gagnants
        essai = replace(essai, juge=_aucune_partie(k), relancable=False, contexte={"imposes": gagnants})
        return Epreuve(essai, epreuve.appel, juger(essai, epreuve.appel))
    if isinstance(epreuve.appel.exception, _TropDeParties):
        return replace(epreuve, ecart=_sans_fin(gagnants))
    if ecart and jouees != k and ecart.cause == "valeur":
        phrase = f"Vous jouez {quantite(jouees, 'partie')} au lieu de {k}."
        ecart = Ecart(phrase, ecart.attendu, ecart.obtenu, cause=f"{jouees - k} de trop")
    return replace(epreuve, ecart=ecart)


def _sans_fin(gagnants: Sequence[int]) -> Ecart:
    """L'écart de qui joue sans cesse : jusqu'à une victoire, si toutes les parties prévues sont nulles."""
    k, obtenu = len(gagnants), "des parties sans fin"
    if not any(gagnants):
        phrase = (
            f"Sur {quantite(k, 'partie nulle', 'parties nulles')}, votre fonction en joue d'autres, sans fin."
        )
        return Ecart(phrase, montrer(attendues(gagnants)), obtenu, cause=REJOUEES)
    return Ecart(f"Vous jouez des parties sans fin au lieu de {k}.", montrer(attendues(gagnants)), obtenu)


def _en_trop(epreuves: list[Epreuve]) -> list[int]:
    """Combien de parties en trop dans chacun des comptes manqués pour cela."""
    causes = [e.ecart.cause for e in epreuves if e.ecart and e.ecart.cause.endswith(" de trop")]
    return [int(cause.split()[0]) for cause in causes]


REJOUEES = "parties nulles rejouées"

_COMPTES = (
    Erreur(
        "Vous rejouez les parties nulles, jusqu'à une victoire : chacune des k parties compte, même nulle.",
        lambda epreuves: any(e.ecart and e.ecart.cause == REJOUEES for e in epreuves),
    ),
    Erreur("Vous jouez une partie de trop : il en faut k.", lambda e: set(_en_trop(e)) == {1}),
    Erreur("Il manque une partie : il en faut k.", lambda e: set(_en_trop(e)) == {-1}),
    Erreur(
        "Chaque tour de boucle ne joue qu'une partie : appelez la fonction une fois, gardez son résultat.",
        lambda e: min(_en_trop(e), default=0) > 0,
    ),
)


def _aucune_partie(k: int) -> Callable[[Appel], Ecart | None]:
    """Le juge d'un appel qui n'a demandé aucune des parties prévues."""

    def juge(appel: Appel) -> Ecart | None:
        if not any(frequences(appel.valeur)):
            phrase = f"Vous jouez 0 partie au lieu de {k}."
            return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))
        return (
            _fractions(k)(appel) or sans_jouer(appel, k) or sans_tirage(appel) or _inventees(appel.fonction)
        )

    return juge


# Celles du joueur 1 et du joueur 2, telles qu'on les écrirait : 0.555, 55, 0.44…
_CONNUES = ((0.545, 0.565), (0.435, 0.445))


def _inventees(fonction: Any) -> Ecart | None:
    """L'écart d'une fonction qui, sans une partie du TP, lit les fréquences dans son propre code.

    Beaucoup de tirages jetés ne font pas une partie ; qui joue les siennes n'a que faire de ces nombres."""
    lues = [voisine(fonction, nom) for nom in noms_utilises(fonction)]
    sources = [
        code_de(fonction),
        *(v if isinstance(v, int | float | list | tuple) else code_de(v) for v in lues),
    ]
    for n in (n for source in sources for n in nombres_ecrits(source) if 0.1 < n < inf):
        if any(bas < n / 10 ** max(0, ceil(log10(n))) < haut for bas, haut in _CONNUES):
            phrase = (
                f"Vous ne jouez pas de partie : les issues sont inventées, d'une fréquence écrite d'avance, "
                f"{montrer(n)}. Ce sont vos parties qui doivent la donner."
            )
            return Ecart(phrase, "des parties jouées", montrer(n), cause="sans jouer")
    return None


def _comptes(source: Source) -> Iterator[Essai]:
    for gagnants in suites_de_gagnants(source):
        yield _compte(gagnants, f"   (gagnants successifs : {', '.join(map(str, gagnants))})")
    nombreux = tuple(source.alea.choices((1, 2, 0), k=2 * source.alea.randint(550, 650) + 1))
    yield replace(_compte(nombreux), faire=_en_nombre)
    yield _une_par_une(100)  # sans quoi des fréquences inventées passeraient pour des comptes justes


def _compte(gagnants: tuple[int, ...], precision: str = "") -> Essai:
    return Essai(
        f"probabilite_hasard({len(gagnants)}){precision}",
        (len(gagnants),),
        juge_frequences(gagnants),
        contexte={"imposes": gagnants, "gagnants": gagnants},
        attendu=montrer(attendues(gagnants)),
        faire=_sur_de_fausses_parties,
    )


def _en_nombre(essai: Essai, appelant: Appelant) -> Epreuve:
    """Plus de mille parties, servies entières ; à qui les joue coup par coup, ce serait trop long."""
    assert isinstance(appelant, Appeleur)
    if noms_utilises(appelant.fonction) & {"joue_random", "joue_hasard"}:
        return _sur_de_fausses_parties(essai, appelant)
    seule = replace(essai, arguments=(1,), juge=_fractions(1), relancable=False, contexte={})
    return seule.une_fois(appelant)


# --- Jouer de vraies parties ---------------------------------------------------------------------

_BEAUCOUP = 300


def _reels(*tailles: int) -> Iterator[Essai]:
    for k in tailles:
        yield Essai(
            f"probabilite_hasard({k})",
            (k,),
            _au_hasard(k),
            attendu="des fréquences de somme 1",
            relancable=False,
            faire=_jouer,
        )


_ASSEZ, _ATTENDRE = 1500, 0.6  # parties : de quoi distinguer les deux joueurs ; secondes


def _jouer(essai: Essai, appelant: Appelant) -> Epreuve:
    """De vraies parties. De qui les joue à sa façon, on n'a pas pu imposer l'issue : il en faut beaucoup pour
    voir si les fréquences sont dans l'ordre."""
    assert isinstance(appelant, Appeleur)
    epreuve, (k,) = essai.une_fois(appelant, compter=True), essai.arguments
    if k < _BEAUCOUP or noms_utilises(appelant.fonction) & {*POUR_JOUER}:
        return epreuve
    limite, premieres = Horloge(_ATTENDRE), list[float]()
    while epreuve.reussie:
        premieres.append(frequences(epreuve.appel.valeur)[0])
        if len(premieres) * k >= _ASSEZ or limite.epuisee:
            break
        epreuve = essai.une_fois(appelant)
    return replace(epreuve, ecart=epreuve.ecart or _a_l_envers(fmean(premieres), len(premieres) * k))


def _a_l_envers(premiere: float, n: int) -> Ecart | None:
    """L'écart d'une première fréquence qui, sur n parties, n'est pas celle du joueur 1."""
    un, deux = (fmean(p.gagnant == joueur for p in parties_de_reference()) for joueur in (1, 2))
    bruit = SEUIL * sqrt(0.25 / n + 0.25 / len(parties_de_reference()))
    if abs(premiere - un) <= bruit:
        return None
    phrase = f"Sur {n} parties, votre première fréquence n'est pas celle de parties jouées au hasard."
    if abs(premiere - deux) <= bruit:
        phrase = (
            f"Sur {n} parties, votre première fréquence est celle des victoires du joueur 2 : l'ordre "
            "demandé est joueur 1, joueur 2, nulles."
        )
    return Ecart(phrase, f"environ {virgule(un)}", virgule(premiere))


def _une_par_une(fois: int) -> Essai:
    """k = 1, souvent : chaque appel est une partie entière, et toutes les issues doivent se voir."""
    return Serie(
        "probabilite_hasard(1)",
        (1,),
        _fractions(1),
        attendu="(1, 0, 0), (0, 1, 0) ou (0, 0, 1)",
        repetitions=fois,
        au_moins=100,
        ensemble=_issues_une_par_une,
    )


def _vraies_parties(source: Source) -> Iterator[Essai]:
    yield _une_par_une(source.nombre(150))
    yield from _reels(10, _BEAUCOUP)


def _issues_une_par_une(rendues: Sequence[Any]) -> Ecart | None:
    """Les issues de parties jouées une à une sont-elles celles du hasard ?"""
    n = len(rendues)
    gagnees = [sum(frequences(rendue)[joueur] for rendue in rendues) for joueur in (0, 1)]
    for joueur, obtenu in zip((1, 2), gagnees, strict=True):
        attendu = fmean(p.gagnant == joueur for p in parties_de_reference())
        if abs(obtenu / n - attendu) > SEUIL * sqrt(0.25 / n):
            victoires = f"{quantite(round(obtenu), 'victoire')} du joueur {joueur}"
            phrase = f"{n} appels de probabilite_hasard(1) donnent {victoires} : "
            phrase += "ce ne sont pas des parties jouées au hasard."
            return Ecart(phrase, f"environ {attendu * n:.0f}", f"{obtenu:g}")
    return None


def _fractions(k: int) -> Callable[[Appel], Ecart | None]:
    """Trois fréquences de k parties, quelles qu'elles soient."""

    def juge(appel: Appel) -> Ecart | None:
        valeurs = frequences(appel.valeur)
        comptes = [f * k for f in valeurs]
        if abs(sum(valeurs) - 1) <= 1e-6 and all(abs(c - round(c)) <= 1e-6 and c >= -1e-6 for c in comptes):
            return None
        phrase = (
            f"Ce ne sont pas les fréquences de {quantite(k, 'partie')} : "
            f"chacune est un nombre de parties sur {k}."
        )
        return Ecart(phrase, "trois fréquences de somme 1", montrer(appel.valeur))

    return juge


def _au_hasard(k: int) -> Callable[[Appel], Ecart | None]:
    """Trois fréquences de k parties où tous les coups sont équiprobables."""

    def juge(appel: Appel) -> Ecart | None:
        seule = not noms_utilises(appel.fonction) & {*POUR_JOUER}  # une partie prêtée se tire ailleurs
        ecart = _fractions(k)(appel)
        if ecart := ecart or ((sans_jouer(appel, k) or _inventees(appel.fonction)) if seule else None):
            return ecart
        reference = fmean(p.gagnant == 1 for p in parties_de_reference())
        bruit = sqrt(0.25 / k + 0.25 / len(parties_de_reference()))
        if abs(frequences(appel.valeur)[0] - reference) <= SEUIL * bruit:
            return sans_tirage(appel)
        phrase = "Ces fréquences sont incompatibles avec des parties jouées au hasard."
        return Ecart(phrase, f"environ {reference:.2f} pour le joueur 1", montrer(appel.valeur))

    return juge


PROBABILITE_HASARD = Question(
    "probabilite_hasard",
    "probabilite_hasard(k)",
    (
        Critere("les fréquences de chaque issue, dans l'ordre", 3, _comptes),
        Critere("de vraies parties au hasard", 1, _vraies_parties),
    ),
    (
        "Une fréquence est un nombre de fois divisé par le nombre total de parties.",
        "Il faut trois compteurs : victoires de 1, victoires de 2, nulles. Chaque partie en augmente un "
        "seul.",
        "Commencez par jouer une partie et demander qui l'a gagnée. Répétez, en augmentant le bon compteur ; "
        "ne divisez qu'à la fin, et relisez l'ordre demandé.",
    ),
    (*_COMPTES, *erreurs_frequences()),
    aides_avant("probabilite_hasard"),
)

# --- L'expérience ---------------------------------------------------------------------------------

REFERENCE = (55_548, 44_213, 239)  # joueur 1, joueur 2, nulles : « python -m bench.hasard » la redonne

_COMMENCER = Experience("le joueur 1", "le joueur 2", largeur=0.04, reference=REFERENCE)

NB_PARTIES = _COMMENCER.nombre(
    (
        "La formule de l'intervalle, juste au-dessus, dit tout : qu'y appelle-t-on la largeur ?",
        "Avant la mesure, f est inconnu : pour quelle valeur de f l'intervalle est-il le plus large ?",
        "Écrivez que la largeur vaut celle demandée, remplacez f par cette valeur, et isolez n.",
    )
)

CONCLUSION = _COMMENCER.conclusion(
    (
        "Tout est dans votre intervalle : relisez ce que vaut le score de deux joueurs de même force.",
        "L'intervalle dit où se trouve la vraie valeur, à 95 %. Ce score-là en fait-il partie ?",
        "Placez sur une droite les deux bornes de votre intervalle et le score de deux joueurs de même "
        "force : est-il à gauche, à droite, ou entre elles ?",
    )
)
