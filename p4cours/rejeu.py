"""rejouer(f, …) : la fonction de l'élève, observée, rejouée pas à pas jusqu'à son premier appel incohérent.

Ce qu'une recherche doit renvoyer est avec la question de son TP ; toute autre fonction récursive est montrée
telle qu'elle est : un arbre d'appels, leurs arguments, leurs valeurs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from p4core.appels import Appel, appeler, murale, raconter, refuser, voisine
from p4core.ecran.arbre import Rejeu
from p4core.francais import en_une_ligne
from p4core.observation import GARDES, observer, sources_de
from p4cours.examen import TPS, questions
from p4cours.recherches import Recherche, analyser, epargner
from p4cours.trous import exiger

DELAI = 20.0  # secondes, au mur : au-delà, on montre ce qui a été fait


@en_une_ligne
def rejouer(fonction: Callable[..., Any], *arguments: Any, delai: float = DELAI) -> Rejeu:
    """Appelle la fonction sur une copie des arguments, l'observe, et rend le film de ses appels.

    Sa valeur se lit aussi : `.appels`, `.resultat`, `.incoherent` (le premier appel qui ne découle pas de ses
    fils, avec sa phrase ; None s'il n'y en a pas) ; str() dit la même chose en texte.
    """
    exiger(fonction, "La fonction à rejouer n'est pas encore écrite.")
    if not callable(fonction):
        raise TypeError(
            "rejouer attend une fonction, puis ses arguments (rejouer(minmax, G, 1, W1, 3)), "
            f"pas {fonction!r:.40}."
        )
    donnes = _nommes(fonction, arguments)
    saisie = refuser("La fonction appelle input() : rejouée, elle ne peut rien demander.")
    with observer(fonction, GARDES) as trace:
        appel = appeler(fonction, arguments, delai=delai, horloge=murale, saisie=saisie)
    if isinstance(appel.exception, NotImplementedError):
        raise appel.exception  # il reste une partie à écrire : la cellule le dira
    trace.sources = sources_de(fonction)
    recherche = _recherche(fonction, donnes)
    rejeu = Rejeu(_nom(fonction), trace, appel.valeur, erreur=_arret(appel), sortie=appel.sortie)
    if recherche is not None:
        evaluation = voisine(fonction, recherche.evaluation) if recherche.evaluation else None
        rejeu.codage = recherche.codage
        juge, rejeu.incoherent = analyser(trace, recherche, donnes, evaluation)
        if juge is not None:
            epargner(juge)
    return rejeu


def _nom(fonction: Any) -> str:
    return str(getattr(fonction, "__name__", "la fonction"))


def _nommes(fonction: Callable[..., Any], arguments: tuple[Any, ...]) -> Mapping[str, Any]:
    """Les arguments par leurs noms ; une phrase claire s'il en manque."""
    try:
        lies = inspect.signature(fonction).bind(*arguments)
    except ValueError:
        return {}  # signature inconnue (fonction écrite en C)
    except TypeError as erreur:
        raise TypeError(
            f"{_nom(fonction)} ne peut pas être appelée avec ces {len(arguments)} arguments : {erreur}."
        ) from None
    lies.apply_defaults()
    return lies.arguments


def _recherche(fonction: Any, donnes: Mapping[str, Any]) -> Recherche | None:
    """La recherche du cours qui porte ce nom et reçoit ces arguments-là ; None pour toute autre fonction."""
    trouvees = [q.recherche for tp in TPS if (q := questions(tp).get(_nom(fonction))) and q.recherche]
    return next((r for r in trouvees if {*r.parametres} <= {*donnes}), None)


def _arret(appel: Appel) -> str:
    if appel.expire:
        return "elle ne finit pas dans le temps permis"
    return "" if appel.exception is None else raconter(appel.exception)
