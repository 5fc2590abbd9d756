"""Juger une réponse : la refuser d'emblée, ou dérouler les essais de sa question et en tirer le bilan."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType
from typing import Any

from p4core.appels import temps_de_calcul
from p4cours.permis import MONTRER, PREPARER, reconnait
from p4cours.verification.bilan import FAUX, JUSTE, NON_TRAITE, Bilan, ContreExemple
from p4cours.verification.diagnostics import fautes, nommer_la_cause
from p4cours.verification.essais import Appeleur, Critere, Epreuve, Question, Source
from p4cours.verification.lecture import montrer

BUDGET = 3.5  # secondes de calcul : au-delà, on s'en tient à quelques essais de chaque critère
MINIMUM = 4  # essais faits dans chaque critère, même si la fonction est lente
RELANCES = 3  # essais refaits à la fin, pour voir si la fonction garde une mémoire


def examiner_question(tp: str, question: Question, reponse: Any, graine: int, ampleur: int) -> Bilan:
    """Le bilan d'une réponse, avec les aides de la question si elle en a besoin."""
    refus = _refus(question, reponse)
    if refus:
        return Bilan(tp, question.nom, refus[0], 0.0, refus[1])
    essais = _essayer(question, reponse, {}, graine, ampleur, [MINIMUM] * len(question.criteres))
    premier = _bilan(tp, essais)
    if premier.etat == JUSTE or not _aides_utiles(essais, reponse, graine):
        return premier
    # Jamais moins d'essais que la première fois : les aides ne doivent pas rendre l'examen plus facile.
    second = _bilan(tp, _essayer(question, reponse, question.aides, graine, ampleur, essais.comptes))
    if second.etat == NON_TRAITE or (premier.etat == FAUX and second.part <= premier.part):
        return second if second.etat == NON_TRAITE else premier
    noms = ", ".join(question.aides)
    remarque = (
        f"\nRemarque : l'une des fonctions qu'elle appelle ({noms}) est fausse ou manque dans ce notebook ; "
    )
    return replace(second, message=second.message + remarque + "celle-ci est jugée avec des versions justes.")


def _aides_utiles(essais: Deroulement, reponse: Any, graine: int) -> bool:
    """Avec les aides, un essai manqué de chaque critère l'est-il autrement, ou plus du tout ?"""
    if not essais.question.aides:
        return False
    appelant = Appeleur(reponse, essais.question.aides, graine)
    manquees = [next((e for e in epreuves if not e.reussie), None) for _, epreuves in essais.resultats]
    return any(_autrement(e, e.essai.derouler(appelant)) for e in manquees if e)


def _autrement(avant: Epreuve, apres: Epreuve) -> bool:
    non_ecrite = isinstance(avant.appel.exception, NotImplementedError)
    return apres.reussie or (non_ecrite and not isinstance(apres.appel.exception, NotImplementedError))


def _essayer(
    question: Question, reponse: Any, aides: Mapping[str, Any], graine: int, ampleur: int, au_moins: list[int]
) -> Deroulement:
    fonction = reponse if question.parametres is not None else lambda: reponse
    source = Source(random.Random(graine), ampleur)
    return derouler(question, Appeleur(fonction, aides, graine), source, au_moins)


# --- Ce qui est refusé sans essai ----------------------------------------------------------------


def _refus(question: Question, reponse: Any) -> tuple[str, str] | None:
    if reponse is None or reponse is Ellipsis or question.vide(reponse):
        return NON_TRAITE, "Vous n'avez pas encore répondu à cette question."
    if question.parametres is None:
        return None
    if not callable(reponse):
        return FAUX, (
            f"On attend la fonction elle-même, pas {montrer(reponse, 60)} : "
            f"donnez son nom, {question.nom}, sans parenthèses."
        )
    return _appui(reponse) or _mauvaise_signature(question, reponse)


def _appui(reponse: Any) -> tuple[str, str] | None:
    if not (noms := appuis(reponse)):
        return None
    return FAUX, (
        f"Votre réponse se sert de p4core ({', '.join(noms)}) à la place de votre propre code : "
        "elle ne rapporte aucun point."
    )


def _mauvaise_signature(question: Question, fonction: Callable[..., Any]) -> tuple[str, str] | None:
    try:
        inspect.signature(fonction).bind(*range(question.parametres or 0))
    except TypeError:
        return FAUX, (
            "Votre fonction n'accepte pas les bons arguments : "
            f"on doit pouvoir l'appeler {question.signature}."
        )
    except ValueError:
        return None  # signature inconnue (fonction écrite en C) : l'appel dira le reste
    return None


def appuis(reponse: Any) -> list[str]:
    """Les noms de p4core dont se sert la réponse, ou une fonction de l'élève qu'elle appelle."""
    trouves: list[str] = []
    a_voir, vus = [reponse], set()
    while a_voir:
        fonction = a_voir.pop()
        if not isinstance(fonction, FunctionType) or fonction in vus:
            continue
        vus.add(fonction)
        if _defendu(fonction):  # une fonction de p4core donnée telle quelle pour réponse
            trouves.append(fonction.__qualname__)
            continue
        for nom, valeur in _dependances(fonction):
            if nom.startswith(("p4core", "p4cours")) or _defendu(valeur):
                trouves.append(nom)
            elif not _de_la_maison(valeur):  # ce qui est permis a le droit de se servir du reste
                a_voir.append(valeur)
    return sorted(set(trouves))


def _dependances(fonction: FunctionType) -> Iterator[tuple[str, Any]]:
    """Les noms globaux et les variables capturées d'une fonction, avec leurs valeurs."""
    for nom in _noms(fonction.__code__):
        yield nom, fonction.__globals__.get(nom)
    yield from inspect.getclosurevars(fonction).nonlocals.items()


def _noms(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constante in code.co_consts:
        if isinstance(constante, CodeType):
            yield from _noms(constante)


def _defendu(valeur: Any) -> bool:
    return _de_la_maison(valeur) and not any(reconnait(noms, valeur) for noms in (MONTRER, PREPARER))


def _de_la_maison(valeur: Any) -> bool:
    module = valeur.__name__ if inspect.ismodule(valeur) else getattr(valeur, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] in ("p4core", "p4cours", "p4prof")


# --- Dérouler les essais -------------------------------------------------------------------------


@dataclass
class Deroulement:
    """Les épreuves d'une question, critère par critère."""

    question: Question
    resultats: list[tuple[Critere, list[Epreuve]]] = field(default_factory=list)
    memoire: Epreuve | None = None  # un essai réussi d'abord, manqué quand on le refait
    interrompu: bool = False

    @property
    def epreuves(self) -> list[Epreuve]:
        """Toutes les épreuves, dans l'ordre."""
        return [e for _, epreuves in self.resultats for e in epreuves]

    @property
    def comptes(self) -> list[int]:
        """Le nombre d'essais faits pour chaque critère de la question."""
        faits = [max(MINIMUM, len(epreuves)) for _, epreuves in self.resultats]
        return faits + [MINIMUM] * (len(self.question.criteres) - len(faits))

    @property
    def part(self) -> float:
        """La part des points gagnée : les critères entièrement réussis, selon leur poids."""
        if self.interrompu:
            acquis = [c for c, epreuves in self.resultats[:-1] if _reussi(epreuves)]
        else:
            acquis = [c for c, epreuves in self.resultats if _reussi(epreuves)]
        appui = any(e.appel.appuis for e in self.epreuves)
        if self.memoire or appui or all(c.gratuit for c in acquis):
            return 0.0
        total = sum(c.poids for c in self.question.criteres)
        return round(sum(c.poids for c in acquis) / total, 4)


def _reussi(epreuves: list[Epreuve]) -> bool:
    return bool(epreuves) and all(e.reussie for e in epreuves)


def derouler(question: Question, appelant: Appeleur, source: Source, au_moins: list[int]) -> Deroulement:
    """Fait les essais, hors budget `au_moins` tant par critère ; s'arrête sur un appel sans fin.

    Ceux-là sont tirés au sort : une fonction lente à dessein saurait d'avance lesquels sont les premiers.
    """
    deroulement, tirage = Deroulement(question), random.Random()
    tirage.setstate(source.alea.getstate())  # une copie : les essais au hasard n'en dépendent pas
    limite = temps_de_calcul() + BUDGET
    for critere, minimum in zip(question.criteres, au_moins, strict=True):
        epreuves: list[Epreuve] = []
        deroulement.resultats.append((critere, epreuves))
        restants, tires = list(critere.essais(source)), 0
        while restants and tires < minimum:
            lente = temps_de_calcul() > limite
            essai = restants.pop(tirage.randrange(len(restants)) if lente else 0)
            tires += lente
            epreuves.append(essai.derouler(appelant))
            appel = epreuves[-1].appel
            if appel.expire or appel.mort or appel.appuis or _rien_d_ecrit(deroulement.epreuves):
                deroulement.interrompu = True
                return deroulement
    deroulement.memoire = _chercher_memoire(deroulement, appelant)
    return deroulement


def _rien_d_ecrit(epreuves: list[Epreuve]) -> bool:
    """Les premiers essais lèvent-ils tous NotImplementedError ? Inutile alors de faire les autres."""
    return len(epreuves) == MINIMUM and all(
        isinstance(e.appel.exception, NotImplementedError) for e in epreuves
    )


def _chercher_memoire(deroulement: Deroulement, appelant: Appeleur) -> Epreuve | None:
    reussies = [e for e in deroulement.epreuves if e.reussie]
    relancables = [e for e in reussies if e.essai.relancable]
    for epreuve in reversed(relancables[:RELANCES]):
        relance = epreuve.essai.derouler(appelant)
        if not relance.reussie:
            return relance
    return None


# --- Le bilan des essais -------------------------------------------------------------------------


def _bilan(tp: str, deroulement: Deroulement) -> Bilan:
    question = deroulement.question
    manquees = fautes(deroulement.epreuves)
    if manquees == deroulement.epreuves and isinstance(manquees[0].appel.exception, NotImplementedError):
        message = "La fonction lève NotImplementedError : il reste une partie à écrire."
        return Bilan(tp, question.nom, NON_TRAITE, 0.0, message)
    if not manquees and not deroulement.memoire:
        return Bilan(tp, question.nom, JUSTE, 1.0, _felicitations(question, deroulement))
    return _bilan_faux(tp, question, deroulement, manquees)


def _felicitations(question: Question, deroulement: Deroulement) -> str:
    nombre = len(deroulement.epreuves)
    phrase = f"{nombre} essais, tous réussis." if nombre > 1 else "L'essai est réussi."
    if question.parametres is None:
        phrase = "Bonne réponse."
    return " ".join([phrase, *(e.remarque for e in deroulement.epreuves if e.remarque)]).replace(" \n", "\n")


_MEMOIRE = (
    "Appelée de nouveau avec les mêmes arguments, votre fonction ne se comporte plus de la même façon : "
    "elle garde une mémoire d'un appel à l'autre (variable globale, valeur par défaut modifiable ?)."
)


def _diagnostic(deroulement: Deroulement, manquees: list[Epreuve]) -> str:
    if deroulement.memoire:
        return _MEMOIRE
    causes = {e.ecart.cause for e in manquees if e.ecart}
    if deroulement.interrompu or (len(causes) == 1 and causes <= {"exception", "rien", "argument"}):
        return ""  # la phrase de l'écart dit déjà tout
    return nommer_la_cause(deroulement.question.erreurs, deroulement.epreuves)


def _bilan_faux(tp: str, question: Question, deroulement: Deroulement, manquees: list[Epreuve]) -> Bilan:
    criteres = tuple((c.nom, _reussi(epreuves)) for c, epreuves in deroulement.resultats)
    diagnostic = _diagnostic(deroulement, manquees)
    pire = deroulement.memoire or min(manquees, key=lambda e: e.essai.poids)
    ecart = pire.ecart
    assert ecart is not None
    message = f"{diagnostic}\n{ecart.phrase}" if diagnostic else ecart.phrase
    exemple = ContreExemple(pire.essai.appel, ecart.attendu, ecart.obtenu, pire.essai.image(ecart))
    return Bilan(
        tp,
        question.nom,
        FAUX,
        deroulement.part,
        message,
        criteres,
        exemple if question.parametres is not None or exemple.image else None,
        pire.appel.sortie.strip()[:2000],
    )
