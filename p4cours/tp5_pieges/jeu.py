"""Jeu(n) : des parties dans la console, écrites d'avance comme un scénario.

Le scénario dit tout ce que tapent les personnes, dans l'ordre de l'énoncé, et quand la machine doit jouer :
ce que la fonction demande, et ce qu'elle donne à ordi, doit s'y plier."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from p4core.appels import Appel, SaisieInattendue
from p4core.codages import JETONS, vers_jetons
from p4core.jeu import Position
from p4cours.tp5_pieges.fournitures import BOITE
from p4cours.tp5_pieges.grilles import Table, aides
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Essai, Question, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import entier, montrer, suite

QUITTER = "q"
_FELICITE = re.compile(r"gagn|vainq|victoire d|bravo|félicit|remport", re.IGNORECASE)
Partie = tuple[int, Sequence[int]]  # qui commence (1 ou 2), les colonnes jouées

# --- le scénario ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Saisie:
    """Ce qu'une personne tape en réponse à une question ; `juste` si cela convient."""

    question: str
    texte: str
    juste: bool = True


@dataclass(frozen=True)
class Machine:
    """Un coup de la machine : ce que ordi doit recevoir, et la colonne qu'elle choisit."""

    table: Table
    apres: Table
    t: str
    txt: int
    dif: int
    colonne: int


@dataclass(frozen=True)
class Scenario:
    """Une suite de parties : qui joue, ce qu'on tape de travers, et si l'on quitte en route."""

    n: Any
    parties: Sequence[Partie]
    noms: Sequence[str] = ("Ada", "Blaise")
    difficultes: Sequence[int] = (3, 1)
    txt: int = 0
    intrus: Mapping[str, Sequence[str]] = field(default_factory=dict)  # question -> réponses à refuser
    ordonnes: bool = False  # l'ordre des deux scores compte : un critère s'en charge
    vue: bool = False  # ce qui est affiché est lu aussi (une seule partie, deux personnes, un gagnant)
    quitte: int | None = None  # le rang de la saisie de colonne où l'on tape q, dans la dernière partie

    @property
    def personnes(self) -> int:
        """Le nombre de personnes."""
        return self.n if self.n in (0, 1, 2) else 2

    @property
    def exigeant(self) -> bool:
        """Des scores échangés y sont-ils faux ? Une réponse mal reçue donne la victoire à l'autre."""
        return self.ordonnes or bool(self.intrus)

    def evenements(self) -> Iterator[Saisie | Machine]:
        """Tout ce qui se passe, dans l'ordre."""
        if self.n not in (0, 1, 2):
            yield from self._demande("le nombre de personnes", "2")
        for rang in range(self.personnes):
            autre = [] if rang == 0 else [self.noms[0]]
            yield from self._demande(f"le nom de la personne {rang + 1}", self.noms[rang], ["", *autre])
        for rang in range(2 - self.personnes):
            yield from self._demande("la difficulté", str(self.difficultes[rang]))
        if self.personnes < 2:
            yield from self._demande("txt", str(self.txt))
        for rang, (premier, colonnes) in enumerate(self.parties):
            yield from self._demande("qui commence", str(premier))
            fin = rang == len(self.parties) - 1
            yield from self._partie(premier, colonnes, self.quitte if fin else None)
            if fin and self.quitte is not None:
                return
            yield from self._demande("une autre partie", "n" if fin else "o")

    def _partie(
        self, premier: int, colonnes: Sequence[int], quitte: int | None
    ) -> Iterator[Saisie | Machine]:
        position = Position()
        for rang, x in enumerate(colonnes):
            joueur = premier if rang % 2 == 0 else 3 - premier
            if joueur > self.personnes:
                apres, signe = position.jouer(x), JETONS.signes[position.trait]
                dif = self.difficultes[joueur - 1 - self.personnes]
                yield Machine(vers_jetons(position), vers_jetons(apres), signe, self.txt, dif, x + 1)
            elif quitte is not None and rang >= quitte:
                yield Saisie("la colonne", QUITTER)
                return
            else:
                pleines = [str(k + 1) for k in range(7) if position.niveau(k) == 6]
                yield from self._demande("la colonne", str(x + 1), pleines)
            position = position.jouer(x)

    def _demande(self, question: str, juste: str, de_plus: Sequence[str] = ()) -> Iterator[Saisie]:
        if question in self.intrus or ("le nom" in self.intrus and question.startswith("le nom")):
            for texte in (*self.intrus.get(question, ()), *de_plus):
                yield Saisie(question, texte, False)
        yield Saisie(question, juste)

    def tables(self) -> list[Table]:
        """La table avant chaque coup de la première partie."""
        coups = self.parties[0][1]
        positions = accumulate(coups[:-1], Position.jouer, initial=Position())
        return [vers_jetons(position) for position in positions]

    @property
    def scores(self) -> list[int]:
        """Les victoires de chacun des deux joueurs."""
        gagnees = [0, 0]
        for rang, (premier, colonnes) in enumerate(self.parties):
            position = Position.depuis_coups("".join(str(x + 1) for x in colonnes))
            if position.gagnant and not (self.quitte is not None and rang == len(self.parties) - 1):
                gagnees[(premier if position.gagnant == 1 else 3 - premier) - 1] += 1
        return gagnees


_FAUX_SCORES = "Les scores renvoyés ne sont pas les bons : une victoire, un point, dans l'ordre des joueurs."


def _tables_lues(sortie: str, voulues: Sequence[Table]) -> bool:
    """Ces tables se lisent-elles l'une après l'autre, par lignes ou par colonnes ? Un dessin sans les
    jetons du TP (« [O] ») est libre : il n'est pas lu."""
    jetons = re.findall(r"\[[ OX]\]", sortie)
    lisible = len(jetons) >= 42 * len(voulues)
    depart = 0
    for table in voulues if lisible else ():
        lectures = [[jeton for rang in sens for jeton in rang] for sens in (table, zip(*table, strict=True))]
        suites = (k + 42 for k in range(depart, len(jetons) - 41) if jetons[k : k + 42] in lectures)
        depart = next(suites, -1)
        if depart < 0:
            return False
    return True


# --- le dérouler ----------------------------------------------------------------------------------


class HorsScenario(Exception):
    """La machine est appelée quand ce n'est pas son tour."""


class Souffleur:
    """Tape ce que le scénario prévoit, joue les coups de la machine, et retient le premier écart."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.prevus = scenario, list(scenario.evenements())
        self.rang = 0
        self.ecart: Ecart | None = None

    @property
    def suivant(self) -> Saisie | Machine | None:
        """Ce qui devrait se passer maintenant."""
        return self.prevus[self.rang] if self.rang < len(self.prevus) else None

    def saisies(self) -> Iterator[str]:
        """Ce que tapent les personnes."""
        while isinstance(prevue := self.suivant, Saisie):
            self.rang += 1
            yield prevue.texte
        if self.suivant is None:
            self._noter(f"Tout est fini, et votre fonction pose encore une question.{self._pas_finie()}")
        else:
            self._noter("Votre fonction pose une question alors que c'est à la machine de jouer.")

    def ordi(self, l: Any, t: Any, txt: Any, dif: Any) -> list[Any]:
        """Le coup de la machine, si c'est à elle."""
        prevu = self.suivant
        if not isinstance(prevu, Machine):
            attendue = f"on attendait une réponse : {prevu.question}" if prevu else "tout est fini"
            self._noter(self.mal_recue() or f"ordi est appelée alors que ce n'est pas son tour ({attendue}).")
            raise HorsScenario
        self.rang += 1
        for nom, recu, voulu in (
            ("la table l", l, prevu.table),
            ("le jeton t", t, prevu.t),
            ("txt", txt, prevu.txt),
            ("dif", dif, prevu.dif),
        ):
            if recu != voulu or isinstance(recu, bool):
                phrase = f"ordi ne reçoit pas ce qu'il faut : {nom}."
                self._noter(phrase, attendu=montrer(voulu, 60), obtenu=montrer(recu, 60))
        return [[list(colonne) for colonne in prevu.apres], prevu.colonne]

    def _pas_finie(self) -> str:
        """Pourquoi une partie continuerait au-delà de sa fin."""
        if self.scenario.intrus:
            return ""
        if self.scenario.quitte is not None:
            return " « q » arrête-t-il tout de suite la fonction ?"
        if any(len(colonnes) == 42 for _, colonnes in self.scenario.parties):
            return " Une table pleine finit-elle la partie, même sans gagnant ?"
        return " Une victoire finit-elle la partie, et « n » la suite des parties ?"

    @property
    def quittee(self) -> bool:
        """Vient-on de taper « q » ?"""
        return self.rang == len(self.prevus) and self.scenario.quitte is not None

    def mal_recue(self) -> str:
        """La phrase d'une réponse à refuser qui ne l'a pas été, si c'est la dernière tapée."""
        derniere = self.prevus[self.rang - 1] if self.rang else None
        if not isinstance(derniere, Saisie) or derniere.juste:
            return ""
        tape = f"« {derniere.texte} »" if derniere.texte else "une ligne vide"
        return f"À la question « {derniere.question} », on a tapé {tape} : il faut reposer la question."

    def _noter(self, phrase: str, **details: Any) -> None:
        self.ecart = self.ecart or Ecart(self._rappel() + phrase, **details)

    def _rappel(self) -> str:
        """Dans un scénario où l'on tape de travers, ce qu'il fallait refuser."""
        questions = dict.fromkeys(e.question for e in self.prevus if isinstance(e, Saisie) and not e.juste)
        if not questions:
            return ""
        refus = ", ".join(questions)
        return f"Des réponses sont à refuser ({refus}) : il faut reposer la question. "

    def _faute_de_compte(self, scores: list[int]) -> str:
        """Ce que les scores renvoyés laissent deviner."""
        justes, parties = self.scenario.scores, self.scenario.parties
        if scores == justes[::-1]:
            return " Ici, les deux scores sont échangés : le point va-t-il à qui vient de jouer ?"
        if sum(scores) < sum(justes) and any(len(colonnes) == 42 for _, colonnes in parties):
            return " Ici, la dernière case donne la victoire : cherchez-la avant de dire la table pleine."
        if sum(scores) > sum(justes) and len(parties) > 1:
            return " Une partie nulle ne rapporte rien."
        return " Reviennent-ils à zéro au début d'une partie ?" if len(parties) > 1 else ""

    def juger_affichage(self, appel: Appel) -> Ecart | None:
        """La table est-elle montrée à chaque tour d'une personne, et le perdant n'est-il pas félicité ?"""
        tours = sum(isinstance(e, Saisie) and e.question == "la colonne" for e in self.prevus)
        # L'affichage est libre : une table prend au moins six lignes, ou deux cents caractères sur une seule.
        if appel.sortie.count("\n") < 6 * tours and len(appel.sortie) < 200 * tours:
            phrase = "La table n'est pas affichée à chaque tour : on ne peut pas jouer sans la voir."
            return Ecart(phrase, "la table avant chaque coup d'une personne", cause="affichage")
        if not _tables_lues(appel.sortie, self.scenario.tables()):
            phrase = "La table affichée n'est pas celle du moment : on doit y voir tous les coups déjà joués."
            return Ecart(phrase, "la table avant chaque coup d'une personne", cause="affichage")
        gagnant = self.scenario.scores.index(max(self.scenario.scores))
        dites = [ligne for ligne in appel.sortie.splitlines() if _FELICITE.search(ligne)]
        for ligne in dites:
            if self.scenario.noms[1 - gagnant] in ligne and self.scenario.noms[gagnant] not in ligne:
                phrase = "Le gagnant annoncé n'est pas celui qui a gagné."
                return Ecart(phrase, self.scenario.noms[gagnant], ligne.strip()[:80], cause="affichage")
        return None

    def juger_fin(self, appel: Appel) -> Ecart | None:
        """Ce qui ne va pas quand l'appel est fini sans erreur."""
        if self.ecart:
            return self.ecart
        if (prevu := self.suivant) is not None:
            manque = prevu.question if isinstance(prevu, Saisie) else "un coup de ordi"
            derniere = self.prevus[self.rang - 1] if self.rang else None
            if isinstance(derniere, Saisie) and derniere.texte == "o":
                return Ecart("Votre fonction s'arrête, alors que l'on a tapé « o » pour en jouer une autre.")
            arret = f"{self._rappel()}Votre fonction s'arrête trop tôt : on attendait {manque}."
            return Ecart(self.mal_recue() or arret)
        scores = [entier(score, "chaque score") for score in suite(appel.valeur, "la liste des scores")]
        justes = self.scenario.scores
        if scores == justes or (scores == justes[::-1] and not self.scenario.exigeant):
            return self.juger_affichage(appel) if self.scenario.vue else None
        return Ecart(
            self._rappel() + _FAUX_SCORES + ("" if self.scenario.intrus else self._faute_de_compte(scores)),
            montrer(self.scenario.scores),
            montrer(appel.valeur),
        )


def _derouler(essai: Essai, appelant: Appelant) -> Epreuve:
    souffleur = Souffleur(essai.cas[0])
    appel = appelant(
        essai.arguments,
        delai=essai.delai,
        saisies=souffleur.saisies(),
        remplacements={"ordi": souffleur.ordi},
    )
    if isinstance(appel.exception, NotImplementedError) or not (appel.exception or appel.expire):
        if souffleur.quittee and appel.valeur is None:
            phrase = "Après « q », votre fonction ne renvoie rien (None) : on attend quand même les scores."
            return Epreuve(essai, appel, Ecart(phrase, montrer(essai.attendu), "None", cause="rien"))
        ecart = juger(essai, appel)
        return Epreuve(essai, appel, ecart or _juger_fin(souffleur, essai, appel))
    phrase = souffleur.mal_recue()
    if souffleur.quittee and appel.exception and not souffleur.ecart:
        phrase = "À la question « la colonne », on a tapé « q », qui arrête tout : ce n'est pas un nombre."
    if phrase and not isinstance(appel.exception, SaisieInattendue) and not souffleur.ecart:
        arret = f" Ici, la fonction s'arrête sur {type(appel.exception).__name__}." if appel.exception else ""
        return Epreuve(essai, appel, Ecart(phrase + arret))
    return Epreuve(essai, appel, souffleur.ecart or juger(essai, appel))


def _juger_fin(souffleur: Souffleur, essai: Essai, appel: Appel) -> Ecart | None:
    """Le jugement de la fin, où un score illisible est dit comme tel."""
    fin = Essai(essai.appel, essai.arguments, souffleur.juger_fin, attendu=souffleur.scenario.scores)
    return juger(fin, appel)


# --- les cas et la question -----------------------------------------------------------------------

_EN_COLONNE = (0, 1, 0, 1, 0, 1, 0)  # gagnée par celui qui commence
_EN_LIGNE = (0, 0, 1, 1, 2, 2, 3)  # de même, et plus gagnée si un pion de plus est au fond de la colonne 0
_PAR_L_AUTRE = (6, 2, 6, 3, 5, 4, 5, 1)
# Gagnées par le second au 42e coup, par le premier au 41e.
_AU_DERNIER = tuple(int(c) - 1 for c in "165272351361452665774351431436261744573227")
_AVANT_DERNIER = tuple(int(c) - 1 for c in "23351251556443235517231422361671677644467")
_COLONNE_PLEINE = (0, 0, 0, 0, 0, 0, 1, 2, 1, 3, 1, 2, 1)


_PERSONNES = ("Ada", "Blaise", "Zoé", "Émile", "Grace", "Sophie", "Évariste", "Joan")


def _gagnee(source: Source) -> tuple[int, ...]:
    return source.alea.choice(pos.gagnees())[0].historique


def _noms(source: Source) -> list[str]:
    return source.alea.sample(_PERSONNES, 2)


def _deux_personnes(source: Source) -> Iterator[Scenario]:
    yield Scenario(2, [(1, _EN_COLONNE)])
    yield Scenario(2, [(2, _EN_COLONNE)])
    yield Scenario(2, [(1, _PAR_L_AUTRE)], ("Zoé", "Émile"))
    yield Scenario(2, [(1, _AU_DERNIER)])
    yield from (Scenario(2, [(rang % 2 + 1, _gagnee(source))]) for rang in range(source.nombre(3)))


def _machines(source: Source) -> Iterator[Scenario]:
    yield Scenario(1, [(1, _EN_COLONNE)], difficultes=(2,))
    yield Scenario(1, [(2, _EN_COLONNE)], difficultes=(0,), txt=1)
    yield Scenario(0, [(1, _PAR_L_AUTRE)], difficultes=(3, 1))
    for rang in range(source.nombre(1)):
        difficultes = source.alea.sample(range(4), 2)
        yield Scenario(0, [(2 - rang % 2, _gagnee(source))], difficultes=difficultes, txt=1)
        yield Scenario(1, [(1 + rang % 2, _gagnee(source))], difficultes=difficultes[:1])


def _plusieurs(source: Source) -> Iterator[Scenario]:
    nulle = pos.nulles(1)[0].historique
    yield Scenario(2, [(1, _EN_COLONNE), (2, _EN_COLONNE), (1, _PAR_L_AUTRE)])
    yield Scenario(2, [(1, nulle), (2, _EN_COLONNE)])
    yield Scenario(2, [(2, _AVANT_DERNIER), (2, nulle), (1, _AU_DERNIER)])
    for _ in range(source.nombre(1)):
        yield Scenario(1, [(2, _PAR_L_AUTRE), (2, _gagnee(source))], difficultes=(1,))


def _de_travers(source: Source) -> Iterator[Scenario]:
    def tirer(*textes: str) -> list[str]:
        return source.alea.sample(textes, len(textes) - 2)

    colonnes = tirer("abc", "9", "0", "-1", "8", "1.5", "deux")
    yield Scenario(2, [(1, _gagnee(source))], intrus={"la colonne": [*colonnes, ""]})
    yield Scenario(2, [(1, _COLONNE_PLEINE)], _noms(source), intrus={"la colonne": ()})
    intrus = {
        "qui commence": tirer("3", "Ada", "0", "un", "-1"),
        "une autre partie": tirer("?", "x", "", "1"),
    }
    yield Scenario(2, [(2, _gagnee(source))], _noms(source), intrus=intrus)
    intrus = {"la difficulté": tirer("4", "facile", "-1", "1.1", "5"), "txt": tirer("2", "oui", "-1", "3")}
    yield Scenario(1, [(1, _gagnee(source))], _noms(source), intrus=intrus)
    autres = {"le nombre de personnes": tirer("3", "deux", "-1", "un", "4")}
    # Ces noms-là passeraient pour d'autres réponses, si une question de trop ou de moins était posée, si une
    # ligne vide ou un nom déjà pris étaient des noms.
    for n in (source.alea.randint(3, 9), -1):
        yield Scenario(n, [(1, _gagnee(source))], ("1", "2"), intrus=autres)
    yield Scenario(2, [(1, _PAR_L_AUTRE)], ("1", "2"), intrus={"le nom": ()})
    yield Scenario(2, [(1, _EN_LIGNE)], ("1", "2"), intrus={"le nom": ()})


def _quittees(source: Source) -> Iterator[Scenario]:
    yield from (Scenario(2, [(1, _gagnee(source))], quitte=rang) for rang in (0, source.alea.randint(1, 4)))
    yield Scenario(1, [(2, _EN_COLONNE), (2, _gagnee(source))], quitte=2)


def _affichees(source: Source) -> Iterator[Scenario]:
    for premier, colonnes in ((1, _EN_COLONNE), (2, _gagnee(source)), (1, _PAR_L_AUTRE)):
        yield Scenario(2, [(premier, colonnes)], _noms(source), vue=True)


def _dans_l_ordre(source: Source) -> Iterator[Scenario]:
    for premier, colonnes in ((1, _EN_COLONNE), (2, _EN_COLONNE), (1, _PAR_L_AUTRE), (2, _gagnee(source))):
        yield Scenario(2, [(premier, colonnes)], _noms(source), ordonnes=True)


def _montrer_appel(scenario: Scenario) -> str:
    tapees = [e.texte or "une ligne vide" for e in scenario.evenements() if isinstance(e, Saisie)]
    return f"Jeu({scenario.n!r})   (on tape : {', '.join(tapees[:14])}{' …' if len(tapees) > 14 else ''})"


def _forme() -> Fonction:
    return Fonction(
        "Jeu(n)",
        donner=lambda scenario: (scenario.n,),
        attendu=lambda scenario: scenario.scores,
        juger=lambda *_: None,
        appel=_montrer_appel,
        options={"codage": JETONS, "faire": _derouler},
    )


_Cas = Callable[[Source], Iterator[Scenario]]
_ORDRE = "les scores dans l'ordre des joueurs"
_CRITERES: tuple[tuple[str, float, _Cas], ...] = (
    ("deux personnes", 2, _deux_personnes),
    (_ORDRE, 1, _dans_l_ordre),
    ("les machines jouent avec ordi", 2, _machines),
    ("plusieurs parties et leurs scores", 1, _plusieurs),
    ("chaque réponse est vérifiée", 2, _de_travers),
    ("« q » arrête tout", 1, _quittees),
    ("ce qui est affiché : la table, et le bon gagnant", 1, _affichees),
)


def _question() -> Question:
    forme = _forme()
    for nom, poids, cas in _CRITERES:
        # Un couple à l'envers garde la moitié, ici comme ailleurs.
        forme.critere(nom, poids, cas, plafond=0.5 if nom == _ORDRE else 1.0)
    return forme.question(
        (
            "Où regarder : la liste des questions de l'énoncé, dans l'ordre. Chacune est un appel de "
            "demander, avec la liste des réponses permises.",
            "À quoi penser : deux listes suffisent, celle des noms et celle des scores ; un indice 0 ou 1 "
            "dit à qui c'est de jouer, et change à chaque tour. Une personne ou une machine ? Comparez cet "
            "indice à n.",
            "Pour commencer : écrivez d'abord une seule partie à deux personnes, sans noms ni scores. "
            "Remplacez ensuite une personne par ordi, puis entourez la partie d'une boucle « encore ? ». "
            "Les colonnes permises sont des nombres, input donne une chaîne : convertissez les premières.",
        ),
        (),
        aides(
            "ajouter",
            "inv",
            "listcolnonpleines",
            "maxi",
            "urgence",
            "listcolok",
            "piegecol",
            "piege",
            "piege2",
        ),
        BOITE,
    )


JEU = _question()
