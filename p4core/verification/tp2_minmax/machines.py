"""partie_2machines et joue_partie : deux machines l'une contre l'autre."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from p4core.codages import vers_colonnes
from p4core.execution import Appel
from p4core.verification.diagnostics import fautes
from p4core.verification.essais import Appelant, Critere, Ecart, Epreuve, Erreur, Essai, Question, Source
from p4core.verification.juges import position_finale
from p4core.verification.lecture import couple, grille, montrer
from p4core.verification.tp2_minmax import soufflee
from p4core.verification.tp2_minmax.commun import W1, W2, Poids, aides, ecrire
from p4core.verification.tp2_minmax.soufflee import REGLAGES, W_AUTRES, Partie
from p4core.verification.tp2_minmax.souffleur import Reglages, Souffleur

DELAI = 4.0


def _deux_machines(rang: int) -> Partie:
    w1, w2, p1, p2 = REGLAGES[rang % 3]
    return Partie(
        f"partie_2machines({ecrire(w1, w2, p1, p2)})",
        (w1, w2, p1, p2),
        lambda appel: None,
        delai=DELAI,
        reglages=((w1, p1), (w2, p2)),
        attendu="une grille de fin de partie",
        reel=lambda essai, appel: soufflee.ecart_partie_reelle(appel.valeur, essai.reglages),
    )


def _examine_grille(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    return soufflee.ecart_finale(grille(appel.valeur), souffleur)


def _vraies_grilles(source: Source) -> Iterator[Essai]:
    for arguments in ((W1, W2, 1, 1), (W2, W1, 1, 2), (W1, W_AUTRES, 2, 1), (W1, W1, 1, 1)):
        w1, w2, p1, p2 = arguments
        yield Essai(
            f"partie_2machines({ecrire(*arguments)})",
            arguments,
            _juge_reel(((w1, p1), (w2, p2))),
            attendu="une grille de fin de partie",
            delai=DELAI,
            relancable=False,
        )


def _juge_reel(reglages: Reglages) -> Callable[[Appel], Ecart | None]:
    return lambda appel: soufflee.ecart_partie_reelle(appel.valeur, reglages)


@dataclass(frozen=True)
class PartieAffichee(Partie):
    """Une partie de joue_partie, dont le dernier paramètre cache la fonction affiche."""

    def derouler(self, appelant: Appelant) -> Epreuve:
        """Reconnaît l'appel d'un booléen."""
        epreuve = super().derouler(appelant)
        if isinstance(epreuve.appel.exception, TypeError) and "'bool' object" in str(epreuve.appel.exception):
            return replace(epreuve, ecart=Ecart(_AFFICHE_CACHEE))
        return epreuve


_AFFICHE_CACHEE = (
    "Dans joue_partie, affiche est le paramètre (True ou False) : il cache la fonction du même nom. Pour "
    "montrer la "
    "grille, appelez la fonction sous son autre nom : display(G)."
)


def _une_liste(affiche: bool) -> Callable[[int], Partie]:
    def fabrique(rang: int) -> Partie:
        poids, _, p1, p2 = REGLAGES[rang % 3]
        return PartieAffichee(
            f"joue_partie({ecrire(poids, p1, p2, affiche)})",
            (poids, p1, p2, affiche),
            lambda appel: None,
            delai=DELAI,
            reglages=((poids, p1), (poids, p2)),
            attendu="un couple (gagnant, grille)",
            contexte={"affiche": affiche},
            reel=lambda essai, appel: _ecart_couple_reel(appel.valeur, essai.reglages),
        )

    return fabrique


def _ecart_couple_reel(valeur: Any, reglages: Reglages) -> Ecart | None:
    gagnant, cases = couple(valeur)
    ecart = soufflee.ecart_partie_reelle(cases, reglages)
    position = position_finale(cases)[0]
    return ecart or (soufflee.ecart_gagnant(gagnant, position) if position else None)


def _examine_couple(essai: Partie, souffleur: Souffleur, appel: Appel) -> Ecart | None:
    gagnant, cases = couple(appel.valeur)
    ecart = soufflee.ecart_finale(grille(cases), souffleur)
    return ecart or soufflee.ecart_gagnant(gagnant, souffleur.finale)


def _affichage(essai: Partie, appel: Appel) -> Ecart | None:
    montre, voulu = bool(appel.sortie.strip()), essai.contexte["affiche"]
    if montre == voulu:
        return None
    if voulu:
        return Ecart(
            "Avec affiche = True, la grille de fin de partie doit être affichée.", "la grille finale", "rien"
        )
    return Ecart(
        "Avec affiche = False, rien ne doit être affiché.", "rien", montrer(appel.sortie.strip(), 60)
    )


def _affichages(source: Source) -> Iterator[Essai]:
    for affiche in (True, False):
        essais = soufflee.parties(_une_liste(affiche), lambda essai, _, appel: _affichage(essai, appel))
        for essai in islice(essais(source), 3):
            yield replace(essai, reel=_affichage)  # type: ignore[call-arg]


def _vrais_couples(source: Source) -> Iterator[Essai]:
    for poids, p1, p2 in ((W1, 1, 1), (W1, 1, 2), (W2, 2, 1)):
        yield _vrai_couple(poids, p1, p2)


def _vrai_couple(poids: Poids, p1: int, p2: int) -> Essai:
    return Essai(
        f"joue_partie({ecrire(poids, p1, p2, False)})",
        (poids, p1, p2, False),
        lambda appel: _ecart_couple_reel(appel.valeur, ((poids, p1), (poids, p2))),
        attendu="un couple (gagnant, grille)",
        delai=DELAI,
        relancable=False,
    )


def _toutes(test: Callable[[Any], bool]) -> Callable[[list[Epreuve]], bool]:
    return lambda epreuves: all(test(e.appel.valeur) for e in fautes(epreuves))


def _est_couple(valeur: Any, premier: type, second: type) -> bool:
    return isinstance(valeur, tuple) and [type(v) for v in valeur] == [premier, second]


PARTIE_2MACHINES = Question(
    "partie_2machines",
    "partie_2machines(w1, w2, p1, p2)",
    (
        Critere(
            "à chacun son tour, ses poids, sa profondeur",
            2,
            soufflee.parties(_deux_machines, soufflee.ecart_demandes),
        ),
        Critere("la grille de fin de partie", 2, soufflee.parties(_deux_machines, _examine_grille)),
        Critere("de vraies parties", 1, _vraies_grilles),
    ),
    (
        "C'est la partie au hasard du TP 1, où le coup vient de minmax au lieu de choice.",
        "Le joueur 1 cherche avec w1 et p1, le joueur 2 avec w2 et p2. minmax renvoie un couple : le "
        "coup est le second "
        "élément.",
        "Tant que fini(G) == 0 et que coups(G) n'est pas vide : selon j, demandez le coup à minmax(G, 1, "
        "w1, p1) ou "
        "minmax(G, 2, w2, p2) ; posez-le ; j = 3 - j. Renvoyez G.",
    ),
    (
        Erreur("On attend la grille seule, sans le gagnant.", _toutes(lambda v: _est_couple(v, int, list))),
        Erreur(
            "On attend la grille de fin de partie, pas le gagnant.", _toutes(lambda v: isinstance(v, int))
        ),
    ),
    aides("minmax"),
)

JOUE_PARTIE = Question(
    "joue_partie",
    "joue_partie(W, p1, p2, affiche)",
    (
        Critere(
            "à chacun son tour et sa profondeur",
            2,
            soufflee.parties(_une_liste(False), soufflee.ecart_demandes),
        ),
        Critere("le gagnant et la grille", 2, soufflee.parties(_une_liste(False), _examine_couple)),
        Critere("l'affichage, seulement si on le demande", 1, _affichages),
        Critere("de vraies parties", 1, _vrais_couples),
    ),
    (
        "Vous savez déjà faire jouer deux machines : ici elles ont les mêmes poids W, et on veut aussi "
        "le gagnant.",
        "partie_2machines(W, W, p1, p2) donne la grille de fin de partie ; une fonction du TP 1 dit qui "
        "l'a gagnée.",
        "G = partie_2machines(W, W, p1, p2) ; si affiche est vrai, display(G) (le nom affiche est pris "
        "par le "
        "paramètre) ; puis on renvoie le couple (fini(G), G).",
    ),
    (
        Erreur(
            "Le résultat est à l'envers : (gagnant, grille), le gagnant d'abord.",
            _toutes(lambda v: _est_couple(v, list, int)),
        ),
        Erreur(
            "Vous ne renvoyez que la grille : on attend (gagnant, grille).",
            _toutes(lambda v: isinstance(v, list)),
        ),
        Erreur(
            "Vous ne renvoyez que le gagnant : on attend (gagnant, grille).",
            _toutes(lambda v: isinstance(v, int)),
        ),
    ),
    {
        **aides("minmax"),
        "partie_2machines": lambda w1, w2, p1, p2: vers_colonnes(
            soufflee.jouer_pour_de_bon(((w1, p1), (w2, p2)))
        ),
    },
)
