"""Juger une réponse : la refuser d'emblée, ou dérouler les essais de sa question et en tirer le bilan."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, zip_longest
from types import FunctionType
from typing import Any

from p4core.appels import Appel, Distante, identiques, noms_du_code, noms_utilises, voisine
from p4core.francais import enumerer, quantite
from p4core.observation import Incoherence, chemin
from p4cours.permis import MONTRER, PREPARER, Noms, reconnait
from p4cours.recherches import INVISIBLE, TRAVAIL, analyser, nommer_appel
from p4cours.verification.bilan import FAUX, JUSTE, NON_TRAITE, PRESQUE, Bilan, ContreExemple, Rubrique
from p4cours.verification.causes import SECONDES, faute_reparable, nom_cache, nom_remplace, toujours_pareil
from p4cours.verification.diagnostics import fautes, nommer_la_cause
from p4cours.verification.echelle import ECHELLE, Presque
from p4cours.verification.essais import Appeleur, Critere, Ecart, Epreuve, Essai, Question, Source, juger
from p4cours.verification.horloge import Horloge, TropLent, horloge_de
from p4cours.verification.lecture import montrer, nommer

BUDGET = 2.3  # secondes de calcul des premiers essais : ce qui n'a pas été essayé n'est pas gagné
PAR_APPEL = 1.5  # secondes du plus long des appels : sans fin, il laisse du temps pour en chercher la cause
TOTAL = 3.6  # secondes de tout l'examen : les essais, puis ce qu'il faut pour dire pourquoi
ENTREVOIR = 0.6  # secondes pour voir si des fonctions justes changeraient quelque chose
VERIFIER_UNE_AIDE = 0.4  # secondes, pour chaque fonction de l'élève dont celle-ci se sert
AU_MOINS = 0.2  # secondes : une fonction juste n'est pas perdue parce qu'une autre a pris tout le temps
AU_LOIN = 4  # à la correction, derrière la cloison, un appel coûte plus et personne n'attend
LARGESSE = 8  # et tous les essais ensemble ont encore tant de fois plus : trente fois ce que prend un modèle
MINIMUM = 4  # essais qui lèvent tous NotImplementedError : la fonction n'est pas écrite
RELANCES = 3  # essais refaits à la fin, pour voir si la fonction garde une mémoire

Connues = Mapping[str, Question]  # les questions du TP, et de ce qu'il donne, dans leur ordre


def examiner_question(
    tp: str, question: Question, reponse: Any, graine: int, ampleur: int, connues: Connues | None = None
) -> Bilan:
    """Le bilan d'une réponse ; les fonctions fausses dont elle se sert y sont remplacées par de justes."""
    refusee = refus(question, reponse)
    if refusee:
        return Bilan(tp, question.nom, refusee[0], 0.0, refusee[1])
    with horloge_de(reponse):
        return _examiner(tp, question, reponse, graine, ampleur, connues or {})


def _examiner(
    tp: str, question: Question, reponse: Any, graine: int, ampleur: int, connues: Connues
) -> Bilan:
    echelle = ampleur * question.patience * (AU_LOIN if isinstance(reponse, Distante) else 1)
    largesse = LARGESSE if isinstance(reponse, Distante) else 1
    total = Horloge(TOTAL * echelle * largesse)
    examen = Examen(question, reponse, graine, ampleur, total, plafond=PAR_APPEL * echelle)
    d_avance = examen.aides_fausses(connues) if question.aides_d_avance else {}
    premier = examen.derouler(d_avance, BUDGET * echelle * largesse)
    # Avant de chercher pourquoi, ce qui coûte : la faute est-elle dans une autre fonction de l'élève ?
    manquee = bool(fautes(premier.epreuves)) and not question.aides_d_avance
    fausses = examen.aides_fausses(connues) if manquee and examen.aides_utiles(premier) else {}
    if not fausses:
        return _avec_remarque(_bilan(tp, premier, examen), d_avance)
    # À la correction personne n'attend, et une aide s'y appelle à travers la cloison : du temps, il en faut.
    reste = BUDGET * echelle * largesse if isinstance(reponse, Distante) else max(total.reste, 1.5 * BUDGET)
    second = _bilan(tp, examen.derouler(fausses, reste), examen)
    if second.etat == NON_TRAITE:
        return second
    if second.etat != JUSTE:
        bilan = _bilan(tp, premier, examen)
        if bilan.etat == FAUX and second.part <= bilan.part:
            return bilan
    return _avec_remarque(second, fausses)


def _avec_remarque(bilan: Bilan, fausses: Collection[str]) -> Bilan:
    """Le bilan, qui dit aussi de quelles fonctions on n'a pas tenu rigueur à cette réponse."""
    if not fausses or bilan.etat == NON_TRAITE:
        return bilan
    accord = "sont fausses ou manquent" if len(fausses) > 1 else "est fausse ou manque"
    remarque = (
        f"\nRemarque : {enumerer(list(fausses))}, dont {bilan.question} se sert, {accord} dans ce notebook. "
        "Cela n'est pas compté ici : les essais sont faits avec des versions justes."
    )
    return replace(bilan, message=bilan.message + remarque)


Essais = tuple[tuple[Essai, ...], ...]  # ceux de chaque critère


def essais_de(question: Question, graine: int, ampleur: int) -> Essais:
    """Les essais que chaque critère tire de cette graine.

    Ceux qui ne retiennent rien d'une réponse ne se font qu'une fois : c'est souvent le plus long."""
    hasard, tous = random.Random(graine).getstate(), []
    for critere in question.criteres:
        faire = essais_du_critere if critere.neuf else _essais_gardes
        essais, hasard = faire(critere, hasard, ampleur)
        tous.append(essais)
    return tuple(tous)


def essais_du_critere(critere: Critere, hasard: Any, ampleur: int) -> tuple[tuple[Essai, ...], Any]:
    """Ses essais, et l'état où il laisse le hasard."""
    alea = random.Random()
    alea.setstate(hasard)
    return tuple(critere.essais(Source(alea, ampleur))), alea.getstate()


_essais_gardes = lru_cache(maxsize=128)(essais_du_critere)  # de quoi noter toutes les questions d'un TP


@dataclass
class Examen:
    """Une réponse à une question, et le temps de l'examiner."""

    question: Question
    reponse: Any
    graine: int
    ampleur: int
    total: Horloge
    plafond: float  # secondes du plus long des appels

    def appeleur(self, aides: Mapping[str, Any], horloge: Horloge | None = None) -> Appeleur:
        """De quoi appeler la réponse avec ces aides."""
        fonction = self.reponse if self.question.parametres is not None else lambda: self.reponse
        return Appeleur(fonction, {**self.question.pretees, **aides}, self.graine, horloge or self.total)

    def derouler(self, aides: Mapping[str, Any], secondes: float) -> Deroulement:
        """Tous les essais de la question, tant qu'il y a du temps."""
        essais = essais_de(self.question, self.graine, self.ampleur)
        plafond = min(self.plafond, secondes * PAR_APPEL / BUDGET)
        horloge = Horloge(secondes, plafond, sursis=secondes * (TOTAL / BUDGET - 1))
        return derouler(self.question, self.appeleur(aides, horloge), essais)

    def aides_utiles(self, essais: Deroulement) -> bool:
        """Avec toutes les aides, un essai manqué de chaque critère l'est-il autrement, ou plus du tout ?"""
        if not self.question.aides:
            return False
        secondes = ENTREVOIR * (AU_LOIN * LARGESSE if isinstance(self.reponse, Distante) else 1)
        appelant = self.appeleur(self.question.aides, Horloge(secondes, plafond=0.8 * secondes))
        manquees = [next((e for e in r.epreuves if not e.reussie), None) for r in essais.resultats]
        try:
            return any(_autrement(e, appelant.effectuer(e.essai, e.graine)) for e in manquees if e)
        except TropLent:
            return True  # on ne sait pas : chaque fonction va être essayée pour elle-même

    def aides_fausses(self, connues: Connues) -> dict[str, Any]:
        """Parmi les fonctions de l'élève dont la réponse se sert, celles qui manquent leur propre question.

        Dans l'ordre du TP : une fonction juste qui se sert d'une fausse est essayée avec une version juste de
        celle-ci, et n'est donc pas accusée à sa place.
        """
        utilisees, ordre = noms_utilises(self.reponse), list(connues)
        noms = [nom for nom in self.question.aides if nom in utilisees]
        noms.sort(key=lambda nom: ordre.index(nom) if nom in ordre else -1)
        fausses: dict[str, Any] = {}
        for nom in noms:
            sienne = voisine(self.reponse, nom)
            if not callable(sienne) or (nom in connues and self._echoue(connues[nom], sienne, fausses)):
                fausses[nom] = self.question.aides[nom]
        return fausses

    def _echoue(self, question: Question, fonction: Any, fausses: Mapping[str, Any]) -> bool:
        """Cette fonction manque-t-elle l'un des premiers essais de sa question ?"""
        if refus(question, fonction):
            return True
        justes = {nom: aide for nom, aide in fausses.items() if nom in question.aides}
        aides = {**question.pretees, **justes}
        au_loin = isinstance(fonction, Distante)
        fois, largesse = (AU_LOIN, LARGESSE) if au_loin else (1, 1)
        # Chaque essai n'est préparé qu'à son tour : ceux d'une recherche coûtent plus que le temps permis.
        source = Source(random.Random(self.graine))
        tours = zip_longest(*(critere.essais(source) for critere in question.criteres))
        premier = next(tours)
        secondes = max(min(VERIFIER_UNE_AIDE * fois * largesse, self.total.reste), AU_MOINS)
        horloge = Horloge(secondes, plafond=VERIFIER_UNE_AIDE * fois / 2)
        appelant = Appeleur(fonction, aides, self.graine, horloge)
        try:
            for tour in chain([premier], tours):  # un essai de chaque critère, puis le suivant
                if any(essai and not appelant.effectuer(essai).reussie for essai in tour):
                    return True
        except TropLent:
            return False  # rien de faux dans ce qu'on a eu le temps de voir
        return False


def _autrement(avant: Epreuve, apres: Epreuve) -> bool:
    non_ecrite = isinstance(avant.appel.exception, NotImplementedError)
    return apres.reussie or (non_ecrite and not isinstance(apres.appel.exception, NotImplementedError))


# --- Ce qui est refusé sans essai ----------------------------------------------------------------


def refus(question: Question, reponse: Any) -> tuple[str, str] | None:
    """L'état et le message d'une réponse qu'aucun essai ne peut sauver ; None si elle est à essayer."""
    if reponse is None or reponse is Ellipsis or question.vide(reponse):
        return NON_TRAITE, "Vous n'avez pas encore répondu à cette question."
    if question.parametres is None:
        return None
    if not callable(reponse):
        return FAUX, (
            f"Le nom {question.nom} ne désigne plus votre fonction mais {nommer(reponse)}, "
            f"{montrer(reponse, 60)} : une ligne comme « {question.nom} = {question.nom}(…) » l'a remplacée. "
            "Exécutez de nouveau la cellule qui la définit (et donnez son nom sans parenthèses)."
        )
    return _appui(question, reponse) or _mauvaise_signature(question, reponse)


def _appui(question: Question, reponse: Any) -> tuple[str, str] | None:
    if not (noms := appuis(reponse, question.pretees, question.permis)):
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


def appuis(reponse: Any, pretees: Mapping[str, Any] | None = None, permis: Noms | None = None) -> list[str]:
    """Les noms de p4core dont se sert la réponse, ou une fonction de l'élève qu'elle appelle ; sauf ceux que
    la question lui prête ou lui permet."""
    prets, listes = list((pretees or {}).values()), (MONTRER, PREPARER, permis or {})
    trouves: list[str] = []
    a_voir, vus = [reponse], set()
    while a_voir:
        fonction = a_voir.pop()
        if not isinstance(fonction, FunctionType) or fonction in vus:
            continue
        vus.add(fonction)
        if _defendu(fonction, listes):  # une fonction de p4core donnée telle quelle pour réponse
            trouves.append(fonction.__qualname__)
            continue
        for nom, valeur in _dependances(fonction):
            if any(valeur is pretee for pretee in prets):
                continue
            if nom.startswith(("p4core", "p4cours")) or _defendu(valeur, listes):
                trouves.append(nom)
            elif not _de_la_maison(valeur):  # ce qui est permis a le droit de se servir du reste
                a_voir.append(valeur)
    return sorted(set(trouves))


def _dependances(fonction: FunctionType) -> Iterator[tuple[str, Any]]:
    """Les noms globaux et les variables capturées d'une fonction, avec leurs valeurs."""
    for nom in noms_du_code(fonction.__code__):
        yield nom, fonction.__globals__.get(nom)
    yield from inspect.getclosurevars(fonction).nonlocals.items()


def _defendu(valeur: Any, listes: Collection[Noms]) -> bool:
    if isinstance(valeur, dict):  # IA_REGLES
        return any(_defendu(element, listes) for element in valeur.values())
    return _de_la_maison(valeur) and not any(reconnait(noms, valeur) for noms in listes)


def _de_la_maison(valeur: Any) -> bool:
    module = valeur.__name__ if inspect.ismodule(valeur) else getattr(valeur, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] in ("p4core", "p4cours", "p4prof")


# --- Dérouler les essais -------------------------------------------------------------------------


@dataclass
class Resultat:
    """Les épreuves d'un critère ; complet, tous ses essais ont été faits."""

    critere: Critere
    epreuves: list[Epreuve] = field(default_factory=list)
    prevus: int = 0
    presque: bool = False  # réussi, à une faute près que l'échelle connaît

    @property
    def reussi(self) -> bool:
        """Tout a été essayé, et réussi."""
        return len(self.epreuves) == self.prevus > 0 and all(e.reussie for e in self.epreuves)

    @property
    def premiere_manquee(self) -> Epreuve:
        """La première épreuve manquée d'un critère qui en a une."""
        return next(e for e in self.epreuves if not e.reussie)


@dataclass
class Deroulement:
    """Les épreuves d'une question, critère par critère."""

    question: Question
    appelant: Appeleur
    resultats: list[Resultat] = field(default_factory=list)
    memoire: Epreuve | None = None  # un essai réussi d'abord, manqué quand on le refait à l'identique
    interrompu: bool = False
    presque: Presque | None = None  # la faute qui, corrigée, fait réussir des critères manqués

    @property
    def epreuves(self) -> list[Epreuve]:
        """Toutes les épreuves, dans l'ordre."""
        return [e for r in self.resultats for e in r.epreuves]

    @property
    def prevus(self) -> int:
        """Le nombre d'essais qu'il fallait faire."""
        return sum(r.prevus for r in self.resultats)

    @property
    def lente(self) -> bool:
        """Le temps a-t-il manqué ?"""
        return not self.interrompu and len(self.epreuves) < self.prevus

    @property
    def inegal(self) -> bool:
        """Des critères entiers n'ont-ils pas été essayés ? Ce qui échoue ne dit alors pas pourquoi."""
        return self.lente and not all(r.epreuves for r in self.resultats)

    @property
    def partage(self) -> bool:
        """Deux appels renvoient-ils une même liste, que le second change ?"""
        ecart = self.memoire and self.memoire.ecart
        return bool(ecart and ecart.cause == PARTAGE)

    @property
    def a_cela_pres(self) -> bool:
        """Tout ce qui est manqué l'est-il par la seule faute que l'échelle connaît ?"""
        return self.presque is not None and all(r.reussi or r.presque for r in self.resultats)

    @property
    def criteres(self) -> tuple[Rubrique, ...]:
        """Chaque critère essayé, et s'il est réussi ; presque réussi, il dit à quoi près."""
        suite = f" (juste à ceci près : {self.presque.nom})" if self.presque else ""
        faits = [r for r in self.resultats if r.epreuves]
        return tuple(
            (r.critere.nom + suite, PRESQUE) if r.presque else (r.critere.nom, r.reussi) for r in faits
        )

    @property
    def part(self) -> float:
        """La part des points gagnée : les critères entièrement essayés et réussis, selon leur poids."""
        acquis = [r.critere for r in self.resultats if r.reussi]
        presque = [r.critere for r in self.resultats if r.presque]
        appui = any(e.appel.appuis for e in self.epreuves)
        if (self.memoire and not self.partage) or appui or all(c.gratuit for c in acquis + presque):
            return 0.0
        if toujours_pareil(self.epreuves) and not self.partage:
            return 0.0  # répondre toujours la même chose n'est pas répondre, même quand c'est parfois juste
        total = sum(c.poids for c in self.question.criteres)
        seuls = 0.0 if all(c.gratuit for c in acquis) else sum(c.poids for c in acquis) / total
        garde = self.presque.garde if self.presque else 0.0
        avec = garde * sum(c.poids for c in acquis + presque) / total
        plafond = min((self._plafond(r, garde) for r in self.resultats if not r.reussi), default=1.0)
        plafond = min(plafond, _GARDE_PARTAGE) if self.partage else plafond
        return round(min(max(seuls, avec), plafond), 4)

    @staticmethod
    def _plafond(resultat: Resultat, garde: float) -> float:
        """Ce que garde au plus qui manque ce critère ; une faute de l'échelle y a déjà son prix."""
        return max(resultat.critere.plafond, garde if resultat.presque else 0.0)


def derouler(question: Question, appelant: Appeleur, essais: Iterable[Sequence[Essai]]) -> Deroulement:
    """Fait les essais de chaque critère, tant qu'il y a du temps ; s'arrête sur un appel sans fin."""
    deroulement = Deroulement(question, appelant)
    deroulement.resultats = [
        Resultat(c, prevus=len(liste)) for c, liste in zip(question.criteres, essais, strict=True)
    ]
    try:
        for resultat, liste in zip(deroulement.resultats, essais, strict=True):
            for essai in liste:
                resultat.epreuves.append(_effectuer(deroulement, essai))
                appel = resultat.epreuves[-1].appel
                if appel.expire or appel.mort or appel.appuis or _rien_d_ecrit(deroulement.epreuves):
                    deroulement.interrompu = True
                    return deroulement
        deroulement.memoire = _chercher_memoire(deroulement)
    except TropLent:
        pass  # ce qui n'a pas été essayé n'est pas gagné : les résultats le savent
    return deroulement


def _effectuer(deroulement: Deroulement, essai: Essai) -> Epreuve:
    """L'essai ; le temps épuisé sans une faute, pendant le sursis : une réponse juste n'est pas perdue pour
    si peu, et n'a pas de cause à chercher."""
    appelant = deroulement.appelant
    try:
        return appelant.effectuer(essai)
    except TropLent:
        if fautes(deroulement.epreuves) or not appelant.horloge.surseoir():
            raise
        return appelant.effectuer(essai)


def _rien_d_ecrit(epreuves: list[Epreuve]) -> bool:
    """Les premiers essais lèvent-ils tous NotImplementedError ? Inutile alors de faire les autres."""
    return len(epreuves) == MINIMUM and all(
        isinstance(e.appel.exception, NotImplementedError) for e in epreuves
    )


def _chercher_memoire(deroulement: Deroulement) -> Epreuve | None:
    reussies = [e for e in deroulement.epreuves if e.reussie]
    relancables = [e for e in reussies if e.essai.relancable]
    for epreuve in reversed(relancables[:RELANCES]):
        relance = deroulement.appelant.effectuer(epreuve.essai, epreuve.graine)
        if not relance.reussie:
            return relance
    changees = (e for e in relancables[:RELANCES] if _a_change(e))
    return next((replace(e, ecart=Ecart(_PARTAGEE, cause=PARTAGE)) for e in changees), None)


def _a_change(epreuve: Epreuve) -> bool:
    """La liste que cet appel avait renvoyée, juste alors, ne l'est-elle plus ?"""
    seul = epreuve.essai.faire is None and type(epreuve.essai).derouler is Essai.derouler
    return seul and isinstance(epreuve.appel.valeur, list) and juger(epreuve.essai, epreuve.appel) is not None


PARTAGE = "liste partagée"
_GARDE_PARTAGE = 0.6  # comme d'un argument modifié
_PARTAGEE = (
    "Appeler de nouveau la fonction change ce que le premier appel avait renvoyé : c'est une seule et même "
    "liste, gardée d'un appel à l'autre. Chaque appel doit en fabriquer une neuve."
)


# --- Presque juste : la même réponse, une faute corrigée de l'extérieur ----------------------------


class AppeleurReperant(Appeleur):
    """Appelle la fonction, et note les fautes de l'échelle dont la correction changerait un appel."""

    def __init__(self, appelant: Appeleur, fautes_connues: Iterable[Presque], horloge: Horloge) -> None:
        super().__init__(appelant.fonction, appelant.aides, 0, horloge)
        self.a_reperer, self.reperees = list(fautes_connues), set[Presque]()

    def __call__(self, *arguments: Any, **options: Any) -> Appel:
        """L'appel, tel quel."""
        appel = super().__call__(*arguments, **options)
        self.reperer(appel)
        return appel

    def reperer(self, appel: Appel) -> None:
        """Note ce que l'on corrigerait dans cet appel."""
        for presque in [p for p in self.a_reperer if _change(appel, p.corriger(appel))]:
            self.reperees.add(presque)
            self.a_reperer.remove(presque)


class AppeleurCorrige(Appeleur):
    """Appelle la fonction, puis corrige ce que l'échelle sait corriger."""

    def __init__(self, appelant: Appeleur, presque: Presque, horloge: Horloge) -> None:
        super().__init__(appelant.fonction, appelant.aides, 0, horloge)
        self.corriger = presque.corriger
        self.utiles: list[Appel] = []  # ceux qu'elle a changés ; une copie de l'appeleur les note ici aussi

    def __call__(self, *arguments: Any, **options: Any) -> Appel:
        """L'appel, corrigé."""
        appel = super().__call__(*arguments, **options)
        corrige = self.corriger(appel)
        if _change(appel, corrige):
            self.utiles.append(corrige)
        return corrige


def _change(appel: Appel, corrige: Appel) -> bool:
    avant, apres = ((a.valeur, a.apres, a.paresseuse) for a in (appel, corrige))
    return not identiques(avant, apres)


def chercher_presque(deroulement: Deroulement, horloge: Horloge) -> None:
    """Note la première faute de l'échelle qui, corrigée, fait réussir des critères manqués."""
    if deroulement.interrompu or deroulement.memoire or deroulement.lente:
        return
    manques = [r for r in deroulement.resultats if not r.reussi]
    # Qui ne renvoie jamais rien ne renvoie pas « None à la place de 0 », même où l'on attend 0.
    muette = all(e.appel.valeur is None for e in deroulement.epreuves)
    booleenne = all(isinstance(e.essai.attendu, bool) for e in deroulement.epreuves)  # False n'y vaut pas 0
    sans_nombre = deroulement.question.colonne or muette or booleenne
    echelle = [p for p in ECHELLE if not (p.nombres and sans_nombre)]
    visibles = [
        _visibles(resultat, AppeleurReperant(deroulement.appelant, echelle, horloge)) for resultat in manques
    ]
    for presque in echelle:
        corrige = AppeleurCorrige(deroulement.appelant, presque, horloge)
        for resultat in (r for r, vues in zip(manques, visibles, strict=True) if presque in vues):
            try:
                corrige.utiles.clear()  # une réponse au hasard peut réussir cette fois sans être corrigée
                resultat.presque = all(_repasse(resultat, corrige)) and bool(corrige.utiles)
            except TropLent:
                break
        if presque.nombres and any(
            e.appel.valeur is None for r in manques if not r.presque for e in fautes(r.epreuves)
        ):
            for (
                resultat
            ) in manques:  # ce qui vaudrait 0 ici ne le vaut pas ailleurs : on n'attend pas un nombre
                resultat.presque = False
        if any(resultat.presque for resultat in manques):
            deroulement.presque = presque
            return


def _visibles(resultat: Resultat, reperant: AppeleurReperant) -> set[Presque]:
    """Les fautes dont la correction changerait quelque chose à la première épreuve manquée du critère : sans
    rien y changer, aucune ne la ferait réussir. Une seule fois refaite, elle le dit pour toutes."""
    epreuve = resultat.premiere_manquee
    un_seul_appel = epreuve.essai.faire is None and type(epreuve.essai).derouler is Essai.derouler
    try:
        if un_seul_appel:
            reperant.reperer(epreuve.appel)
        else:
            reperant.effectuer(epreuve.essai, epreuve.graine)
    except TropLent:
        return set()
    return reperant.reperees


def _repasse(resultat: Resultat, corrige: AppeleurCorrige) -> Iterator[bool]:
    """Les épreuves du critère, refaites : la première manquée d'abord, qui suffit souvent à savoir."""
    premiere = resultat.premiere_manquee
    for epreuve in (premiere, *(e for e in resultat.epreuves if e is not premiere)):
        yield corrige.effectuer(epreuve.essai, epreuve.graine).reussie


# --- Le bilan des essais -------------------------------------------------------------------------


def _bilan(tp: str, deroulement: Deroulement, examen: Examen) -> Bilan:
    question = deroulement.question
    manquees = fautes(deroulement.epreuves)
    if _jamais_ecrite(deroulement.epreuves):
        message = "La fonction lève NotImplementedError : il reste une partie à écrire."
        return Bilan(tp, question.nom, NON_TRAITE, 0.0, message)
    if not manquees and not deroulement.memoire and not deroulement.lente:
        return Bilan(tp, question.nom, JUSTE, 1.0, _felicitations(question, deroulement))
    if not manquees and not deroulement.memoire:
        criteres = tuple((r.critere.nom, r.reussi) for r in deroulement.resultats)
        return Bilan(tp, question.nom, FAUX, deroulement.part, _trop_lente(deroulement), criteres)
    chercher_presque(deroulement, Horloge(examen.total.reste - SECONDES))
    return _bilan_faux(tp, question, deroulement, manquees, examen)


def _jamais_ecrite(epreuves: list[Epreuve]) -> bool:
    """Tout est manqué, et d'abord par NotImplementedError."""
    return (
        bool(epreuves)
        and not any(e.reussie for e in epreuves)
        and isinstance(epreuves[0].appel.exception, NotImplementedError)
    )


def _felicitations(question: Question, deroulement: Deroulement) -> str:
    nombre = len(deroulement.epreuves)
    phrase = f"{nombre} essais, tous réussis." if nombre > 1 else "L'essai est réussi."
    if question.parametres is None:
        phrase = "Bonne réponse."
    remarques = dict.fromkeys(e.remarque for e in deroulement.epreuves if e.remarque)
    return " ".join([phrase, *remarques]).replace(" \n", "\n")


def _trop_lente(deroulement: Deroulement) -> str:
    faits, prevus = len(deroulement.epreuves), deroulement.prevus
    return (
        f"Votre fonction est trop lente : {quantite(faits, 'essai')} sur {prevus} dans le temps permis. "
        f"Ce qui n'a pas été essayé n'est pas gagné.{_trop_loin(deroulement)}"
    )


def _trop_loin(deroulement: Deroulement) -> str:
    """Une recherche lente va d'ordinaire plus loin qu'on ne le lui demande."""
    if not any(e.essai.profondeur for e in deroulement.epreuves):
        return ""
    return (
        " Votre recherche va-t-elle un coup de plus que demandé ? Profondeur qui ne diminue pas d'un appel "
        "au suivant ?"
    )


_MEMOIRE = (
    "Appelée de nouveau avec les mêmes arguments, votre fonction ne se comporte plus de la même façon : "
    "elle garde une mémoire d'un appel à l'autre (variable globale, valeur par défaut modifiable ?)."
)


def _diagnostic(deroulement: Deroulement, manquees: list[Epreuve], examen: Examen) -> str:
    """La cause, si on la connaît : celle de la question d'abord, sinon l'une de celles de toutes."""
    if deroulement.memoire:
        return "" if deroulement.partage else _MEMOIRE
    causes = {e.ecart.cause for e in manquees if e.ecart}
    if causes <= {"sans jouer", "tirage"}:
        return toujours_pareil(deroulement.epreuves)  # la phrase de l'écart dit le reste
    if deroulement.interrompu or deroulement.inegal:
        # La phrase de l'écart, ou celle de la lenteur, dit déjà tout, à moins que l'on n'ait vu pourquoi.
        vues = tuple(erreur for erreur in deroulement.question.erreurs if erreur.vue)
        return nommer_la_cause(vues, deroulement.epreuves)
    # Ce qui saute aux yeux dans le code, puis ses suites.
    evidente = _reparer(deroulement, examen, evidente=True)
    return "\n".join(filter(None, dict.fromkeys((evidente, _autre_cause(deroulement, manquees, examen)))))


def _autre_cause(deroulement: Deroulement, manquees: list[Epreuve], examen: Examen) -> str:
    causes = {e.ecart.cause for e in manquees if e.ecart}
    dite = len(causes) == 1 and causes <= {"exception", "rien", "argument"}
    if all(e.appel.paresseuse for e in manquees):
        return ""  # un générateur : c'est cela qu'il faut dire
    nommee = "" if dite else nommer_la_cause(deroulement.question.erreurs, deroulement.epreuves)
    if nommee or deroulement.question.parametres is None:
        return nommee
    presque = None if all(e.appel.valeur is None for e in deroulement.epreuves) else deroulement.presque
    if presque and presque.phrase and (deroulement.a_cela_pres or not presque.en_partie):
        return presque.phrase
    if causes == {"argument"}:
        return ""
    reparable = _reparer(deroulement, examen)
    if "rien" in causes:
        return reparable  # « L = L.append(x) » n'en est qu'un exemple
    return (
        nom_cache(deroulement.appelant.fonction, manquees)
        or nom_remplace(deroulement.appelant.fonction, manquees)
        or reparable
        or toujours_pareil(deroulement.epreuves)
        or (presque.en_partie if presque else "")
    )


_TRAVAIL = frozenset(TRAVAIL)
D_ENSEMBLE = frozenset(("hasard", "fort"))  # ce que l'on reproche à des appels qui sont bons un par un


def _mal_appelee(deroulement: Deroulement, manquees: list[Epreuve], examen: Examen) -> str:
    """Ce que dit la version juste d'une fonction donnée, si la réponse l'appelle de travers ; rien sinon.

    Celle de l'élève a pu planter bien plus loin, ou répondre n'importe quoi : elle n'y est pour rien."""
    aides = {nom: aide for nom, aide in examen.question.aides.items() if hasattr(aide, "exigeante")}
    if not aides or deroulement.memoire or deroulement.lente:
        return ""
    secondes = ENTREVOIR * (AU_LOIN if isinstance(examen.reponse, Distante) else 1)
    appelant = examen.appeleur(aides, Horloge(min(secondes, examen.total.reste), plafond=secondes))
    try:
        for epreuve in [e for e in manquees if e.ecart and e.ecart.cause not in D_ENSEMBLE][:3]:
            exception = appelant.effectuer(epreuve.essai, epreuve.graine).appel.exception
            if isinstance(exception, IndexError) and str(exception).startswith(tuple(f"{n}(" for n in aides)):
                return f"Une fonction est mal appelée. {exception}."
    except TropLent:
        pass  # on n'a pas eu le temps de voir
    return ""


def _reparer(deroulement: Deroulement, examen: Examen, evidente: bool = False) -> str:
    """La ligne qui, changée, rend juste ; un travail refait et des scores imposés ont d'autres causes."""
    recherche = deroulement.question.recherche
    vraies = [
        e
        for e in deroulement.epreuves
        if not (recherche and (recherche.imposee(e.essai.cas) or (e.ecart and e.ecart.cause in _TRAVAIL)))
    ]
    if not fautes(vraies):
        return ""
    return faute_reparable(deroulement.appelant, vraies, _pour_reparer(examen), evidente=evidente)


def _pour_reparer(examen: Examen) -> Horloge:
    secondes = SECONDES * (AU_LOIN if isinstance(examen.reponse, Distante) else 1)
    return Horloge(min(secondes, examen.total.reste), plafond=secondes / 2)


A_COLLER = 2_500  # caractères : au-delà, personne ne lit ni ne colle


def _a_copier(noms: list[str], valeurs: tuple[Any, ...], rangs: Iterable[int]) -> str:
    """Les grilles et les listes données à la fonction, sous leurs noms, prêtes à coller."""
    if len(noms) < len(valeurs):
        return ""
    conteneurs = [(noms[r], valeurs[r]) for r in rangs if isinstance(valeurs[r], list | tuple | dict)]
    texte = "\n".join(f"{nom} = {valeur!r}" for nom, valeur in conteneurs)
    return texte if len(texte) <= A_COLLER else ""  # coupée, elle ne se collerait plus


def _noms_des_arguments(question: Question, reponse: Any, appelee: Any) -> list[str]:
    """Ceux de l'énoncé ; ceux qu'elle leur donne, si l'on a appelé une autre fonction (la h d'un h_alea)."""
    if appelee is reponse:
        interieur = question.signature.partition("(")[2].rstrip(")")
        return [nom.partition("=")[0].strip() for nom in interieur.split(",")]
    try:
        parametres = inspect.signature(appelee).parameters.values()
    except (TypeError, ValueError):
        return []  # signature inconnue (fonction écrite en C)
    return [p.name for p in parametres if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def _noms_a_coller(question: Question, reponse: Any, appelee: Any) -> list[str]:
    """Les mêmes ; « graphe_essai », si le notebook a déjà un « graphe » : ce que l'on colle n'efface rien."""
    noms = _noms_des_arguments(question, reponse, appelee)
    return [nom if voisine(appelee, nom) is None else f"{nom}_essai" for nom in noms]


# --- Rejouer une recherche : l'appel où elle se trompe ---------------------------------------------

REJOUES = 3  # essais manqués que l'on rejoue, au plus
REJEU = 1.2  # secondes que l'on y passe
GARDES = 3_000  # appels que l'on garde de chacun


def rejouer_un_essai(
    question: Question, appelant: Appeleur, manquees: list[Epreuve]
) -> tuple[Epreuve, Incoherence] | None:
    """Le premier de ces essais manqués dont on voit où il se trompe, et l'appel ; None si on l'ignore."""
    if question.recherche is None:
        return None
    simples = [e for e in manquees if len(e.appel.donnes) == question.parametres]
    try:
        for epreuve in simples[:REJOUES]:
            faute = _rejouer(question, appelant, epreuve)
            if faute is not None:
                return epreuve, faute
    except TropLent:
        pass  # on n'a pas eu le temps de voir
    return None


def _rejouer(question: Question, appelant: Appeleur, epreuve: Epreuve) -> Incoherence | None:
    """La faute que montre cet essai, rejoué sous observation avec le même hasard."""
    assert question.recherche is not None
    donnes, recherche, noms = epreuve.appel.donnes, question.recherche, {}
    if imposee := recherche.imposee(epreuve.essai.cas):
        recherche, noms = recherche.avec(imposee), {recherche.evaluation: imposee[0]}
    appelant.graines.seed(epreuve.graine)
    appel = appelant(donnes, delai=min(epreuve.essai.delai, REJEU), observer=GARDES, remplacements=noms)
    # Observée, elle est plus lente : qu'on ait dû l'arrêter n'apprend rien si elle avait fini sans cela.
    if appel.trace is None or (appel.expire and not epreuve.appel.expire):
        return None
    tirage = epreuve.essai.permissif  # le tirage au sort est déjà refusé : une seule égalité le montre
    arguments = dict(zip(_noms_des_arguments(question, None, None), donnes, strict=True))
    return analyser(appel.trace, recherche, arguments, sans_tirage=tirage)[1]


def _ou_elle_se_trompe(
    question: Question, deroulement: Deroulement, manquees: list[Epreuve], pire: Epreuve, examen: Examen
) -> tuple[str, str, str]:
    """La phrase qui nomme l'appel, la ligne à exécuter pour le voir, le genre de la faute ; ou rien."""
    secondes = REJEU * (AU_LOIN if isinstance(examen.reponse, Distante) else 1)
    horloge = Horloge(max(min(secondes, examen.total.reste), AU_MOINS), plafond=secondes)
    appelant = Appeleur(deroulement.appelant.fonction, deroulement.appelant.aides, 0, horloge)
    autres = sorted((e for e in manquees if e is not pire), key=lambda e: e.essai.poids)
    trouve = rejouer_un_essai(question, appelant, [pire, *autres])
    if trouve is None:
        return "", "", ""
    epreuve, faute = trouve
    assert question.recherche is not None
    lieu = " → ".join(nommer_appel(appel, question.recherche.codage) for appel in chemin(faute.appel))
    imposee = question.recherche.imposee(epreuve.essai.cas)
    debut = "Rejouée pas à pas" + (", avec d'autres scores aux feuilles" if imposee else "")
    phrase = f"{debut}, la recherche se trompe d'abord ici, {lieu} : {faute.phrase}"
    # L'élève n'a pas ces scores : rejouée chez lui, la recherche serait une autre.
    return phrase, "" if imposee else _ligne(question, epreuve, pire), faute.genre


def _vague(question: Question, diagnostic: str) -> bool:
    return any(erreur.vague and erreur.phrase == diagnostic for erreur in question.erreurs)


# Ce que l'appel fait de travers, sûrement ; et ce qui peut n'en être que la suite.
_SUITES = frozenset(("valeur", INVISIBLE))
_POURQUOI = frozenset(("profondeur", "joueur", "fuite", "pose", "fin", "fils", "arrêt", "départ"))


def _ligne(question: Question, epreuve: Epreuve, pire: Epreuve) -> str:
    """« rejouer(minmax, G, 1, W, 2) » : les listes par leurs noms, si le contre-exemple les donne."""
    noms = _noms_a_coller(question, pire.appel.fonction, pire.appel.fonction)
    copies = [epreuve is pire and isinstance(valeur, list | tuple) for valeur in epreuve.appel.donnes]
    ecrits = [
        nom if copie else getattr(valeur, "ecriture", repr(valeur))
        for nom, valeur, copie in zip(noms, epreuve.appel.donnes, copies, strict=True)
    ]
    imports = [v.importer for v in epreuve.appel.donnes if hasattr(v, "importer")]
    return "\n".join(
        [*imports, "from p4cours import rejouer", f"rejouer({question.nom}, {', '.join(ecrits)})"]
    )


def _plantages(manquees: list[Epreuve]) -> list[Epreuve]:
    """Les erreurs de Python à dire d'abord : aucune, si la question les explique, ou si elles viennent de ce
    que rien n'est renvoyé."""
    if any(e.ecart and e.appel.exception and not e.ecart.plantage for e in manquees):
        return []
    plantages = [e for e in manquees if e.ecart and e.ecart.plantage]
    riens = [e for e in manquees if e.ecart and e.ecart.cause == "rien"]
    nees_de_rien = [e for e in plantages if isinstance(e.appel.exception, TypeError)] if riens else []
    return plantages if len(plantages) - len(nees_de_rien) > len(riens) else []


def _bilan_faux(
    tp: str, question: Question, deroulement: Deroulement, manquees: list[Epreuve], examen: Examen
) -> Bilan:
    mal_appelee = _mal_appelee(deroulement, manquees, examen)
    diagnostic = mal_appelee or _diagnostic(deroulement, manquees, examen)
    plantages = _plantages(manquees)
    rien = [e for e in manquees if e.ecart and e.ecart.cause == "rien"]
    pire = deroulement.memoire or min(plantages or rien or manquees, key=lambda e: e.essai.poids)
    ecart = pire.ecart
    assert ecart is not None
    appel_fautif, rejeu, genre = _ou_elle_se_trompe(question, deroulement, manquees, pire, examen)
    lignes = [diagnostic, ecart.phrase, appel_fautif]
    if plantages and not deroulement.memoire and not mal_appelee:
        lignes[:2] = ecart.phrase, diagnostic  # une erreur de Python passe avant toute supposition
    elif (not diagnostic or _vague(question, diagnostic)) and ecart.cause in _SUITES and genre in _POURQUOI:
        lignes.reverse()  # l'appel qui se trompe dit pourquoi, le résultat manqué non
    if deroulement.lente:
        lignes.insert(0 if deroulement.inegal else 2, _trop_lente(deroulement))
    noms = _noms_a_coller(question, examen.reponse, pire.appel.fonction)
    exemple = ContreExemple(
        pire.essai.appel,
        ecart.attendu,
        ecart.obtenu,
        pire.essai.image(ecart),
        _a_copier(noms, pire.appel.donnes, range(len(pire.appel.donnes))),
        _a_copier(noms, pire.appel.apres, pire.appel.modifies),
        rejeu,
    )
    return Bilan(
        tp,
        question.nom,
        FAUX,
        deroulement.part,
        "\n".join(ligne for ligne in lignes if ligne),
        deroulement.criteres,
        exemple if question.parametres is not None or exemple.image else None,
        pire.appel.sortie.strip()[:2000],
    )
