"""Jouer dans la console contre minmax : humain_vs_machine(w, p) et joue_partie_h_m(W, p).

Un partenaire y tient les deux rôles d'une partie écrite d'avance : l'humain, qui tape parfois n'importe quoi,
et minmax."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from p4core.appels import Appel, SaisieInattendue
from p4core.codages import COLONNES
from p4core.francais import quantite
from p4core.jeu import Case, Position
from p4cours.tp2_minmax.commun import W1, W2, Poids, aides, ecrire, grilles_lues
from p4cours.tp2_minmax.machines import (
    DEMANDES_MAX,
    DemandeCoup,
    PartieSansFin,
    coup_de_secours,
    lire_demande,
)
from p4cours.verification import positions as pos
from p4cours.verification.essais import Appelant, Ecart, Epreuve, Erreur, Essai, Question, Source, juger
from p4cours.verification.formes import Fonction
from p4cours.verification.lecture import montrer

# --- Le partenaire -------------------------------------------------------------------------------

HUMAIN, MACHINE = "humain", "machine"
QUITTER = "q"
Intrus = Mapping[int, Sequence[str]]  # à tel coup de la partie, ce que l'humain tape avant une vraie colonne


@dataclass
class Partenaire:
    """Suit une partie écrite d'avance, quel que soit celui qui commence ; le premier écart est retenu."""

    colonnes: Sequence[int]
    poids: Poids
    profondeur: int
    pions_machine: int | None = None  # None : au choix de l'élève
    intrus: Intrus = field(default_factory=dict)
    refusable: str | None = None  # ce que l'humain vient de taper et qui ne se joue pas
    tours: list[str] = field(default_factory=list)  # qui a joué chacun des coups
    demandes: list[DemandeCoup] = field(default_factory=list)
    montrees: list[list[list[int]]] = field(
        default_factory=list
    )  # les grilles affichées depuis le dernier coup
    sans_grille: list[int] = field(default_factory=list)  # les coups demandés sans avoir montré la grille
    ecart: Ecart | None = None

    @property
    def complete(self) -> bool:
        """Tous les coups de la partie ont-ils été joués ?"""
        return len(self.tours) >= len(self.colonnes)

    def saisies(self) -> Iterator[str]:
        """Ce que l'humain tape ; plus rien quand la partie est finie, ou qu'il la quitte."""
        while not self.complete:
            if self.tours[-1:] == [HUMAIN]:
                self._noter(
                    f"L'humain a tapé « {self.colonnes[len(self.tours) - 1]} », où l'on peut jouer, et on "
                    "lui demande encore une colonne, sans appel de minmax entre les deux. (input renvoie une "
                    "chaîne.)"
                )
            if self._a_montrer() not in self.montrees:
                self.sans_grille.append(len(self.tours))
            for saisie in self.intrus.get(len(self.tours), ()):
                self.refusable = saisie
                yield saisie
                if saisie == QUITTER:
                    return
            self.refusable = None
            self.montrees.clear()
            self.tours.append(HUMAIN)
            yield str(self.colonnes[len(self.tours) - 1])

    def affiche(self, G: Any) -> None:
        """Tient la place de affiche et de display : note la grille montrée, lue case par case comme elles."""
        self.montrees.append([[int(G[x][y]) for y in range(6)] for x in range(7)])

    def _a_montrer(self) -> list[list[int]]:
        """La grille que l'humain doit avoir sous les yeux ; vide, elle ne dépend pas des couleurs."""
        return self.grille_au(len(self.tours)) if self.tours else Position().cases()

    def minmax(self, G: Any, j: Any, W: Any, p: Any) -> tuple[float, Case | None]:
        """Le coup de la machine prévu à ce moment de la partie."""
        demande = lire_demande(G, j, W, p)
        repetee = bool(self.demandes) and demande == self.demandes[-1]
        self.demandes.append(demande)
        if len(self.demandes) > DEMANDES_MAX:
            raise PartieSansFin
        if self.refusable is not None:
            self._noter(self.mal_recue("la machine joue"), cases=demande.cases)
            return 0, coup_de_secours(demande.cases)
        if self.complete and not repetee:
            return 0, None
        rang = len(self.tours) - repetee
        self._examiner(demande, rang)
        if self.ecart:
            return 0, coup_de_secours(demande.cases)
        if not repetee:
            self.montrees.clear()
            self.tours.append(MACHINE)
        x = self.colonnes[rang]
        return 0, (x, self._attendue(rang).niveau(x))

    def mal_recue(self, suite: str) -> str:
        """La phrase d'une saisie à refuser qui ne l'a pas été."""
        if self.refusable == QUITTER:
            return f"L'humain a tapé « q », qui doit arrêter la partie, et {suite}."
        saisie = self.refusable or ""
        tape = f"« {saisie} »" if saisie else "une ligne vide"
        if saisie in map(str, range(7)):
            defaut = "alors que cette colonne est pleine"
        elif saisie.removeprefix("-").isdecimal():
            defaut = "une colonne qui n'existe pas"
        else:
            defaut = "qui n'est pas un numéro de colonne"
        return f"L'humain a tapé {tape}, {defaut}, et {suite} : il faut lui redemander sa colonne."

    def _noter(self, phrase: str, **details: Any) -> None:
        self.ecart = self.ecart or Ecart(phrase, **details)

    def pions(self) -> int:
        """Les pions de la machine ; tant qu'elle n'a pas joué, ceux du second joueur."""
        return self.pions_machine or (self.demandes[0].joueur if self.demandes else 2)

    def _attendue(self, rang: int) -> Position:
        """La grille après ce nombre de coups, aux couleurs choisies."""
        machine_commence = self.tours[:1] != [HUMAIN]
        position = Position(trait=self.pions() if machine_commence else 3 - self.pions())
        for x in self.colonnes[:rang]:
            position = position.jouer(x)
        return position

    def finale(self) -> Position:
        """La position de la fin de la partie."""
        return self._attendue(len(self.colonnes))

    def grille_au(self, rang: int) -> list[list[int]]:
        """La grille après ce nombre de coups."""
        return self._attendue(rang).cases()

    def _examiner(self, demande: DemandeCoup, rang: int) -> None:
        montres = {"cases": demande.cases}
        if self.pions() not in (1, 2):
            self._noter(
                "Le deuxième argument de minmax est le numéro d'un joueur, 1 ou 2.",
                obtenu=montrer(demande.joueur),
            )
        elif rang == 0 and self.pions_machine:
            self._noter("La machine joue avant l'humain : c'est lui qui commence.", **montres)
        elif demande.joueur != self.pions():
            self._noter(
                "La machine ne joue pas avec ses propres pions.",
                attendu=f"minmax(G, {self.pions()}, …)",
                obtenu=f"minmax(G, {montrer(demande.joueur)}, …)",
            )
        elif demande.cases != self._attendue(rang).cases():
            self._noter(self._phrase_grille(demande, rang), **montres)
        elif demande.poids != list(self.poids):
            self._noter(
                "La machine ne cherche pas avec les poids donnés.",
                attendu=montrer(self.poids),
                obtenu=montrer(demande.poids),
            )
        elif demande.profondeur != self.profondeur:
            self._noter(
                "La machine ne cherche pas à la profondeur donnée.",
                attendu=f"p = {self.profondeur}",
                obtenu=f"p = {montrer(demande.profondeur)}",
            )

    def _phrase_grille(self, demande: DemandeCoup, rang: int) -> str:
        """Qu'est devenu le dernier pion de l'humain dans la grille donnée à minmax ?"""
        if self.tours[-1:] == [MACHINE]:
            return "La machine joue deux fois de suite, ou le pion de l'humain n'est pas demandé."
        avant, tapee = self._attendue(rang - 1), self.colonnes[rang - 1]
        gauche = (tapee - 1) % 7  # pour Python, G[-1] est la dernière colonne
        voisine = avant.jouer(gauche).cases() if gauche in avant.coups() else None
        if demande.cases == voisine:
            tape = f"L'humain a tapé {tapee} et son pion est dans la colonne {gauche}"
            return f"{tape} : on numérote à partir de 0."
        if demande.cases == avant.cases():
            return (
                "Le pion de l'humain n'est pas posé dans la grille avant que la machine joue, ou il l'est "
                "par-dessus un autre."
            )
        voulue = self._attendue(rang).cases()
        if all(demande.cases[x][y] and voulue[x][y] for x, y in COLONNES.differences(demande.cases, voulue)):
            return "Les pions posés n'ont pas le bon numéro de joueur."
        return (
            "La grille donnée à minmax n'est pas celle de la partie : un pion manque, ou n'est pas dans la "
            "bonne case."
        )


# --- Une partie, et ce qu'on en examine ----------------------------------------------------------
# Un cas : les colonnes de la partie écrite, puis les arguments de l'appel, les poids et la profondeur, enfin
# ce que l'humain tape de travers, s'il le fait.

Examen = Callable[[Partenaire, Appel], Ecart | None]


def _dialoguer(pions_machine: int | None, examen: Examen) -> Callable[[Essai, Appelant], Epreuve]:
    """Une façon de faire l'essai : jouer la partie, puis juger les demandes, la fin ou l'affichage."""

    def faire(essai: Essai, appelant: Appelant) -> Epreuve:
        colonnes, poids, profondeur, *intrus = essai.cas
        partenaire = Partenaire(colonnes, poids, profondeur, pions_machine, *intrus)
        noms = {"minmax": partenaire.minmax, "affiche": partenaire.affiche, "display": partenaire.affiche}
        appel = appelant(essai.arguments, delai=essai.delai, saisies=partenaire.saisies(), remplacements=noms)
        if appel.exception or appel.expire:
            ecart = partenaire.ecart or _fin_manquee(partenaire, appel) or juger(essai, appel)
        else:
            ecart = juger(essai, appel) or examen(partenaire, appel)
        return Epreuve(essai, appel, ecart)

    return faire


def _fin_manquee(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if isinstance(appel.exception, NotImplementedError):
        return None
    if partenaire.refusable is not None and appel.exception:
        redemande = isinstance(appel.exception, SaisieInattendue)
        erreur = f"votre fonction s'arrête sur une erreur ({type(appel.exception).__name__})"
        return Ecart(partenaire.mal_recue("on lui demande encore une colonne" if redemande else erreur))
    if not partenaire.complete:
        return None
    debut = "La partie est finie et votre fonction"
    if isinstance(appel.exception, SaisieInattendue):
        return Ecart(f"{debut} demande encore une colonne.", "l'arrêt de la partie")
    if appel.expire or isinstance(appel.exception, PartieSansFin | TypeError):
        return Ecart(f"{debut} fait encore jouer la machine.", "l'arrêt de la partie")
    return None


def _demandes(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if not appel.saisies:
        return Ecart("Votre fonction ne demande aucune colonne à l'humain avec input.")
    if not partenaire.demandes:
        return Ecart("La machine ne joue pas : minmax n'est jamais appelée.")
    return partenaire.ecart


def _fin(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if partenaire.complete and partenaire.demandes:
        return _fausse_victoire(partenaire, appel)
    joues, voulus = len(partenaire.tours), len(partenaire.colonnes)
    if partenaire.ecart or not joues or not partenaire.demandes:
        return _demandes(partenaire, appel)
    return Ecart(
        f"La partie s'arrête trop tôt : elle compte {quantite(voulus, 'coup')}, vous en jouez {joues}.",
        quantite(voulus, "coup"),
        quantite(joues, "coup"),
    )


def _fausse_victoire(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """Même si l'on ne demande pas d'annoncer le résultat, annoncé, ce doit être le vrai."""
    annonce, finale = _annonce(partenaire, appel), partenaire.finale()
    victoire = re.search(r"gagn|vainqu|victoire", annonce, re.IGNORECASE)
    prudente = re.search(r"nulle|personne|aucun|pas\b", annonce, re.IGNORECASE)
    if not victoire or (prudente and not finale.gagnant):
        return None
    return _annonce_fausse(partenaire, annonce)


def _affichage(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """Avant chaque saisie, la grille de ce moment : par affiche ou display, ou écrite à la main."""
    if not partenaire.tours.count(HUMAIN):
        return _demandes(partenaire, appel)
    humains = [rang for rang, qui in enumerate(partenaire.tours) if qui == HUMAIN]
    voulues = [partenaire.grille_au(rang) for rang in humains]
    if not partenaire.sans_grille or grilles_lues(appel.sortie, voulues):
        return None
    rang = partenaire.sans_grille[0]
    return Ecart(
        "La grille de ce moment doit être affichée avant chaque saisie : l'humain doit voir où il joue.",
        f"la grille, avant le coup {rang + 1}",
        cases=partenaire.grille_au(rang),
    )


def _annonces(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """La colonne de chaque coup de la machine est-elle affichée ?"""
    if not partenaire.demandes:
        return _demandes(partenaire, appel)
    voulues = [x for x, qui in zip(partenaire.colonnes, partenaire.tours, strict=False) if qui == MACHINE]
    nombres = iter(re.findall(r"\d+", appel.sortie))
    manquee = next((x for x in voulues if str(x) not in nombres), None)
    if manquee is None:
        return None
    return Ecart(
        f"La machine a joué dans la colonne {manquee}, et l'humain ne peut pas le lire : "
        "affichez la colonne qu'elle choisit.",
        f"colonne {manquee}",
        montrer(appel.sortie.strip()[-60:]),
    )


_MAUVAISE_ANNONCE = "Le résultat annoncé n'est pas celui de la partie."


def _toujours_la_meme_annonce(epreuves: list[Epreuve]) -> bool:
    """Toutes les annonces refusées sont la même phrase."""
    ecarts = [e.ecart for e in epreuves if e.ecart]
    if len(ecarts) < 2 or {(e.phrase, e.obtenu) for e in ecarts} != {(_MAUVAISE_ANNONCE, ecarts[0].obtenu)}:
        return False
    phrase = ecarts[0].obtenu.strip("'\"")
    sans_erreur = [e.appel for e in epreuves if len(e.essai.cas) == 3]  # l'humain n'y tape rien de travers
    return all(phrase in appel.sortie or phrase == str(appel.valeur) for appel in sans_erreur)


def _nulles_mal_annoncees(epreuves: list[Epreuve]) -> bool:
    """Seules les parties nulles sont mal annoncées."""
    ecarts = [e.ecart for e in epreuves if e.ecart]
    return all(e.phrase == _MAUVAISE_ANNONCE and e.attendu == "partie nulle" for e in ecarts)


def _resultat(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """Le résultat est-il annoncé (affiché à la fin, ou renvoyé), et est-ce le vrai ?"""
    if not partenaire.complete or partenaire.ecart or HUMAIN not in partenaire.tours:
        return _fin(partenaire, appel)
    annonce = _annonce(partenaire, appel)
    if not annonce:
        phrase = "La partie est finie et son résultat n'est pas annoncé : affichez-le."
        return Ecart(phrase, _vrai_resultat(partenaire), "rien", cases=partenaire.finale().cases())
    return _annonce_fausse(partenaire, annonce)


def _vrai_resultat(partenaire: Partenaire) -> str:
    gagnant = partenaire.finale().gagnant
    if not gagnant:
        return "partie nulle"
    qui = "la machine" if gagnant == partenaire.pions() else "l'humain"
    return f"victoire du joueur {gagnant} ({qui})"


def _annonce_fausse(partenaire: Partenaire, annonce: str) -> Ecart | None:
    """L'écart d'une annonce qui dit un autre résultat que le vrai."""
    finale = partenaire.finale()
    if not _dement(annonce, finale.gagnant, partenaire.pions()):
        return None
    phrase = _MAUVAISE_ANNONCE
    if finale.gagnant and re.findall(r"\d", annonce) == [str(3 - finale.gagnant)]:
        phrase = "Vous annoncez le perdant : est-ce celui dont c'est le tour, et non celui qui a joué ?"
    return Ecart(phrase, _vrai_resultat(partenaire), montrer(annonce), cases=finale.cases())


def _annonce(partenaire: Partenaire, appel: Appel) -> str:
    """La dernière phrase affichée après la dernière saisie ; à défaut, ce qui est renvoyé."""
    lignes = [ligne.strip() for ligne in appel.sortie.splitlines()]
    tapees = [str(x) for x, qui in zip(partenaire.colonnes, partenaire.tours, strict=False) if qui == HUMAIN]
    # Ce que l'humain tape est écrit à la suite de l'invite, toujours la même dans ces parties.
    invite = next((ligne.removesuffix(tapees[0]) for ligne in lignes if ligne.endswith(tapees[0])), "")
    derniere = max((rang for rang, ligne in enumerate(lignes) if ligne == invite + tapees[-1]), default=-1)
    phrases = [ligne for ligne in lignes[derniere + 1 :] if re.search(r"[^\W\d_]{3}", ligne)]
    if phrases:
        return phrases[-1]
    return str(appel.valeur) if isinstance(appel.valeur, int | str) else ""


_HUMAIN_GAGNE = r"\b(vous|tu|humain)\b.*\bgagn|\bbravo\b"
_MACHINE_GAGNE = r"\b(machine|ordinateur|ordi|ia)\b.*\bgagn"


def _dement(annonce: str, gagnant: int, machine: int) -> bool:
    """L'annonce dit-elle un autre résultat ? Ce qu'elle ne dit pas clairement n'est pas reproché."""
    chiffres = re.findall(r"\d", annonce)
    if len(chiffres) == 1 and chiffres[0] in "012" and int(chiffres[0]) != gagnant:
        return True
    texte = annonce.lower()
    humain, ordinateur = (bool(re.search(motif, texte)) for motif in (_HUMAIN_GAGNE, _MACHINE_GAGNE))
    if humain == ordinateur:
        return "nulle" in texte and gagnant != 0 and not chiffres
    return gagnant != (3 - machine if humain else machine)


_RESULTAT = r"nul|personne|aucun|gal|gagn|vainq|victoire|perd|fini|pleine|termin|\b0\b"


def _fin_annoncee(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    """La fin ; le résultat d'une partie nulle aussi doit être dit, autrement que comme un coup de plus."""
    ecart, finale = _fin(partenaire, appel), partenaire.finale()
    if finale.gagnant and finale.pleine and not ecart:
        return _annonce_fausse(partenaire, _annonce(partenaire, appel))
    if ecart or finale.gagnant or appel.valeur is not None:
        return ecart
    annonce = _annonce(partenaire, appel)
    modele = re.sub(r"\d+", "#", annonce)
    redite = re.sub(r"\d+", "#", appel.sortie).count(modele) > 1 if annonce else True
    if not redite or re.search(_RESULTAT, annonce, re.IGNORECASE):
        return None
    phrase = "La partie est nulle et son résultat n'est pas annoncé : affichez-le, comme celui des autres."
    return Ecart(
        phrase, "partie nulle", montrer(annonce) if annonce else "rien", cases=partenaire.grille_au(42)
    )


def _saisies_verifiees(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    if partenaire.refusable is not None and not partenaire.ecart:
        return Ecart(partenaire.mal_recue("la partie s'arrête"))
    return _fin(partenaire, appel)


def _abandon(partenaire: Partenaire, appel: Appel) -> Ecart | None:
    return None if partenaire.refusable == QUITTER and not partenaire.ecart else _demandes(partenaire, appel)


# --- Les deux questions : l'humain commence et la machine a les pions 2, ou c'est au choix --------

_REGLAGES: tuple[tuple[Poids, int], ...] = ((W2, 4), (W1, 2), ([0, 2, 7, 30, inf], 3))


def _parties(nulle: bool) -> Callable[[Source], Iterator[tuple[Any, ...]]]:
    """Gagnées par celui qui commence, par l'autre ; nulle, ou à la dernière case, si on veut une grille
    pleine ; puis d'autres au hasard."""

    def cas(source: Source) -> Iterator[tuple[Any, ...]]:
        gagnees = (position.historique for position, _ in source.alea.sample(pos.gagnees(), source.nombre(4)))
        nulles = [pos.nulles()[0].historique] if nulle else []
        pleines = [*nulles, _AU_BOUT] if nulle else []
        choisies = ((0, 5, 0, 6, 0, 5, 0), (1, 6, 2, 6, 1, 6, 2, 6), *pleines, *gagnees)
        yield from ((colonnes, *_REGLAGES[rang % 3]) for rang, colonnes in enumerate(choisies))

    return cas


def _toujours(*saisies: str) -> Intrus:
    """L'humain tape cela à chacun de ses tours, quel que soit celui qui commence."""
    return dict.fromkeys(range(42), saisies)


_AU_BOUT = Position.depuis_coups(pos.AU_DERNIER_COUP).historique
# Six pions dans la colonne 0, puis une victoire en colonne 1 de celui qui commence.
_COLONNE_PLEINE = (0, 0, 0, 0, 0, 0, 1, 2, 1, 3, 1, 2, 1)


def _de_travers(source: Source) -> Iterator[tuple[Any, ...]]:
    """Une lettre, une colonne qui n'existe pas, une colonne pleine : rien de cela n'est un coup."""
    courtes = [position.historique for position, _ in source.alea.sample(pos.gagnees(), source.nombre(3))]
    melange = source.alea.sample(["abc", "9", "-1", "7", "", "-3", "2.5"], 3)
    yield (0, 5, 0, 6, 0, 5, 0), W2, 4, _toujours("abc")
    yield (1, 6, 2, 6, 1, 6, 2, 6), W1, 2, _toujours("9", "7")
    yield (0, 5, 0, 6, 0, 5, 0), W1, 3, _toujours("-1")
    yield (0, 5, 0, 6, 0, 5, 0), W1, 1, _toujours("")
    yield _COLONNE_PLEINE, W2, 2, {6: ("0",), 7: ("0",), 8: ("0",), 9: ("0",)}
    yield from ((colonnes, W1, 2, _toujours(*melange)) for colonnes in courtes)


def _quittees(source: Source) -> Iterator[tuple[Any, ...]]:
    """L'humain arrête à son premier tour, ou plus tard."""
    quittees: list[tuple[tuple[int, ...], int]] = [((1, 6, 2, 6, 1, 6, 2, 6), n) for n in (0, 2)]
    quittees.append((_COLONNE_PLEINE, 6))
    for position, _ in source.alea.sample(pos.gagnees(), source.nombre(2)):
        quittees.append((position.historique, source.alea.randrange(position.nb_coups - 1)))
    for colonnes, premier in quittees:
        yield colonnes, W1, 2, dict.fromkeys(range(premier, len(colonnes)), (QUITTER,))
    yield (1, 6, 2, 6, 1, 6, 2, 6), W2, 3, dict.fromkeys(range(8), ("9", QUITTER))  # après un refus aussi


def _en_console(
    signature: str, pions_machine: int | None, annonce: tuple[str, Examen], fin: Examen, indice: str
) -> Question:
    nom = signature.partition("(")[0]

    def appel(colonnes: tuple[int, ...], poids: Poids, p: int, *intrus: Intrus) -> str:
        coups = " ".join(map(str, colonnes[:12])) + (" …" if len(colonnes) > 12 else "")
        tapees = dict.fromkeys(saisie for tour in intrus for tapes in tour.values() for saisie in tapes)
        aussi = f" ; l'humain tape aussi {', '.join(f'« {saisie} »' for saisie in tapees)}" if tapees else ""
        return f"{nom}({ecrire(poids, p)})   (colonnes jouées : {coups}{aussi})"

    def options(examen: Examen) -> dict[str, Any]:
        # Celui qui commence peut être tiré au sort : l'essai ne se refait pas à l'identique.
        return {"faire": _dialoguer(pions_machine, examen), "sans_retour": True, "relancable": False}

    forme = Fonction(
        signature,
        donner=lambda colonnes, poids, p, *_: (poids, p),
        attendu=lambda *_: None,
        juger=lambda *_: None,
        appel=appel,
    )
    # Oublier la grille pleine ne coûte que le critère de la fin : les autres n'ont pas de partie nulle.
    return (
        forme.critere(
            "l'humain tape sa colonne, la machine répond avec minmax",
            2,
            _parties(nulle=False),
            options=options(_demandes),
        )
        .critere("la partie va à son terme et s'arrête", 2, _parties(nulle=True), options=options(fin))
        .critere("la grille est affichée", 1, _parties(nulle=False), options=options(_affichage))
        .critere(annonce[0], 1, _parties(nulle=False), options=options(annonce[1]))
        .critere("ce que tape l'humain est vérifié", 2, _de_travers, options=options(_saisies_verifiees))
        .critere("« q » arrête la partie", 1, _quittees, options=options(_abandon))
        .question(
            (
                "Où regarder : partie_2machines. Le coup de l'un des deux joueurs vient maintenant de input.",
                "À quoi penser : input renvoie une chaîne, et n'importe laquelle. Plutôt que de prévoir "
                "toutes les mauvaises, comparez-la à celles qui conviennent : coups(G) dit quelles colonnes "
                "on peut jouer. La fin se teste après chaque coup, de l'humain comme de la machine.",
                indice,
            ),
            [
                Erreur(
                    "Vous annoncez toujours la même chose, quel que soit le résultat de la partie.",
                    _toujours_la_meme_annonce,
                ),
                Erreur(
                    "Le résultat annoncé n'est pas celui de la partie quand elle est nulle : fini(G) y vaut "
                    "0, personne n'a gagné.",
                    _nulles_mal_annoncees,
                ),
            ],
            aides("minmax"),
        )
    )


HUMAIN_VS_MACHINE = _en_console(
    "humain_vs_machine(w, p)",
    2,
    ("la colonne de la machine est affichée", _annonces),
    _fin,
    "Pour commencer : reprenez la boucle de partie_2machines avec un affichage, et laissez jouer la machine "
    "des deux côtés. Remplacez ensuite le joueur 1 par une saisie, puis ajoutez la boucle qui redemande tant "
    "que la réponse ne convient pas.",
)

JOUE_PARTIE_H_M = _en_console(
    "joue_partie_h_m(W, p)",
    None,
    ("le résultat est annoncé", _resultat),
    _fin_annoncee,
    "Pour commencer : décidez d'abord qui a les pions 1, dans une variable, et reprenez humain_vs_machine. "
    "Où le numéro de l'humain, et celui de la machine, y étaient-ils écrits en dur ?",
)
