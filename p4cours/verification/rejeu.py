"""Le premier appel d'une recherche min-max qui ne découle pas de ses fils.

On suit les appels lus (`Lecteur`) dans l'ordre du temps, jusqu'au premier qui se trompe. Un appel dont la
valeur est la bonne n'est jamais accusé, si inhabituelle que soit la façon de l'obtenir.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf, isnan
from typing import Any

from p4core.codages import Codage
from p4core.francais import enumerer, note_signee, quantite
from p4core.ia.recherche import presque_egaux
from p4core.jeu import Position
from p4core.observation import AppelVu, Incoherence, Trace
from p4cours.verification.recherches import (
    COLONNE,
    FIXE,
    TRAIT,
    Arguments,
    Lecteur,
    Noeud,
    Recherche,
    profondeur_de,
)

# --- Suivre les appels dans l'ordre du temps --------------------------------------------------------

CHERCHES = 40_000  # positions de la recherche de référence : au-delà, on s'en passe


class Juge:
    """Suit une recherche, et s'arrête au premier appel qui se trompe."""

    def __init__(
        self,
        lecteur: Lecteur,
        arguments: Arguments,
        vues: Mapping[str, str],
        sienne: Callable[[Position], float] | None,
        sans_tirage: bool = False,
        passages: bool = False,
    ) -> None:
        self.passages = passages  # regarder aussi comment un résultat juste passe d'une position à l'autre
        self.lecteur, self.recherche, self.vues, self.sienne = lecteur, lecteur.recherche, vues, sienne
        self.arguments = arguments
        self.constante = self.recherche.constante(lecteur.racine.position, arguments)
        self.pour = self.recherche.pour(self.arguments)
        self.connues: dict[Any, Noeud] = {}  # par position : le premier appel qui l'a calculée
        self._justes: dict[Any, float] = {}
        self._fenetres = _fenetres(lecteur)
        self.relectures = 0
        self.risque = 1.0 if sans_tirage else 1e-6  # la chance qu'un vrai tirage donne chaque fois le premier
        self.refaits: list[tuple[Noeud, Noeud]] = []
        for noeud in lecteur.noeuds.values():  # un second jugement repart de zéro
            noeud.relus, noeud.coupes, noeud.souvenir = {}, [], False

    # --- valeurs ---

    def maximise(self, noeud: Noeud) -> bool:
        """Est-ce au joueur du point de vue choisi de jouer ?"""
        return noeud.position.trait == self.pour

    def score(self, noeud: Noeud) -> float | None:
        """Le score renvoyé, tel quel ; None si ce n'en est pas un."""
        valeur = noeud.appel.valeur
        if not noeud.appel.fini or self._rend_une_colonne(noeud):
            return None
        if isinstance(valeur, list | tuple) and valeur:
            valeur = valeur[0]
        correct = type(valeur) in (int, float) and not isnan(valeur)
        return valeur if correct else None

    def valeur(self, noeud: Noeud) -> float | None:
        """Le score renvoyé, ramené au point de vue choisi."""
        score = self.score(noeud)
        return None if score is None else self._tourner(noeud, score)

    def _tourner(self, noeud: Noeud, score: float) -> float:
        """D'un point de vue à l'autre : la même opération dans les deux sens."""
        vue = self.vues.get(noeud.appel.nom, FIXE)
        return -score if vue == TRAIT and not self.maximise(noeud) else score

    def _rend_une_colonne(self, noeud: Noeud) -> bool:
        return self.recherche.rend == COLONNE and noeud.appel.nom == self.recherche.nom

    def feuille(self, noeud: Noeud) -> float:
        """Ce que vaut une position où l'on s'arrête."""
        r = self.recherche
        calculer = r.fin if noeud.position.finie else r.feuille
        return calculer(noeud.position, self.arguments, self.pour)

    def juste(self, position: Position, reste: int) -> float | None:
        """La valeur de référence de la position ; None si elle serait trop longue à calculer."""
        trop = (
            len(position.coups()) ** max(reste, 0) > CHERCHES
            and (position.pions, position.trait, reste) not in self._justes
        )
        if trop or not self.constante:
            return None
        return self._juste(position, reste)

    def _juste(self, position: Position, reste: int) -> float:
        cle = (position.pions, position.trait, reste)
        if cle not in self._justes:
            r = self.recherche
            if position.finie:
                valeur = r.fin(position, self.arguments, self.pour)
            elif reste <= 0:
                valeur = r.feuille(position, self.arguments, self.pour)
            else:
                choix = max if position.trait == self.pour else min
                valeur = choix(self._juste(position.jouer(x), reste - 1) for x in position.coups())
            self._justes[cle] = valeur
        return self._justes[cle]

    def est_juste(self, noeud: Noeud) -> bool | None:
        """La valeur renvoyée est-elle la bonne ? None si l'on n'en sait rien."""
        attendue, valeur = self.juste(noeud.position, noeud.reste), self.valeur(noeud)
        if attendue is None or valeur is None:
            return None if attendue is None else False
        bas, haut = self._fenetre(noeud)
        if attendue <= bas or attendue >= haut:  # hors de la fenêtre, une borne suffit
            borne = valeur <= bas if attendue <= bas else valeur >= haut
            return borne or self._egaux(valeur, attendue)
        return self._egaux(valeur, attendue)

    def _hors_fenetre(self, noeud: Noeud) -> bool:
        """La valeur de référence est-elle hors de la fenêtre ? Le coup n'y compte alors pas."""
        attendue, (bas, haut) = self.juste(noeud.position, noeud.reste), self._fenetre(noeud)
        return self._a_une_fenetre(noeud) and attendue is not None and not bas < attendue < haut

    # --- le résultat ---

    def resultat_juste(self) -> bool | None:
        """La recherche a-t-elle bien répondu, sans rien laisser de changé ?"""
        racine = self.lecteur.racine
        if not racine.appel.fini:
            return False
        if racine.position.nb_coups and self.lecteur.change(racine):
            return False
        if self.lecteur.change(racine):
            return False
        if not self._rend_une_colonne(racine):
            juste = self.est_juste(racine)
            if juste is not True:
                return juste
            if not _bien_forme(racine.appel.valeur):
                return False
            if racine.terminal:
                return racine.appel.valeur[1] is None
            if self._hors_fenetre(racine):
                return True
        if any(self.est_juste(f) is False for f in racine.fils if self.valeur(f) is not None):
            return False
        meilleures = self._meilleures(racine)
        return None if meilleures is None else self._colonne_choisie(racine) in meilleures

    def _meilleures(self, noeud: Noeud) -> list[int] | None:
        if noeud.terminal:
            return []
        notes = {x: self.juste(noeud.position.jouer(x), noeud.reste - 1) for x in noeud.position.coups()}
        if None in notes.values():
            return None
        choix = max if self.maximise(noeud) else min
        sommet = choix(notes.values())  # type: ignore[type-var]
        return [x for x, note in notes.items() if presque_egaux(note or 0, sommet or 0) or note == sommet]

    def _colonne_choisie(self, noeud: Noeud) -> int | None:
        valeur = noeud.appel.valeur
        if self._rend_une_colonne(noeud):
            return valeur if type(valeur) is int else None
        if not _bien_forme(valeur) or valeur[1] is None:
            return None
        return self.recherche.coup(valeur[1], noeud.position)

    # --- le premier appel qui se trompe ---

    def chercher(self) -> Incoherence | None:
        """La première faute, dans l'ordre du temps ; ce qui n'a pas d'effet n'est pas une faute."""
        juste = self.resultat_juste()
        for noeud, entree in self._evenements():
            # D'un résultat juste, on ne demande pas comment il passe d'une position à l'autre.
            if entree:
                faute = self._passage(noeud) if juste is not True or self.passages else None
            else:
                faute = self._retour(noeud)
            if faute is not None:
                return faute
        return self._apres(juste)

    def _evenements(self) -> Iterator[tuple[Noeud, bool]]:
        """Chaque nœud deux fois : quand il est appelé (vrai), puis quand il finit."""
        noeuds = self.lecteur.noeuds.values()
        entrees = [(n.appel.entree, n, True) for n in noeuds]
        sorties = [(n.appel.sortie, n, False) for n in noeuds if n.appel.sortie is not None]
        for _, noeud, entree in sorted([*entrees, *sorties], key=lambda e: e[0]):
            yield noeud, entree

    def _apres(self, juste: bool | None) -> Incoherence | None:
        """Une fois tout suivi : une mémoire qui ne sert à rien, un coup jamais tiré au sort, un reste."""
        r, racine = self.recherche, self.lecteur.racine
        if racine.appel.sortie is None:
            return self._sans_fin()
        if r.range_dans and (faute := self._pas_range()):
            return faute
        if r.memoire and (faute := self._tout_refait()):
            return faute
        if r.elague and (faute := self._mal_elague()):
            return faute
        if r.tirage and juste is not False and (faute := self._jamais_tire()):
            return faute
        if juste is False and self._evaluations_justes():
            return self._resultat_faux(racine)
        return None

    def _sans_fin(self) -> Incoherence:
        """L'appel le plus profond parmi ceux qui n'ont pas fini."""
        noeud = max(
            (n for n in self.lecteur.noeuds.values() if n.appel.sortie is None), key=lambda n: n.appel.niveau
        )
        return self._dire(
            noeud, f"Cet appel ne finit pas : {noeud.appel.erreur or 'il a fallu l’arrêter'}.", "temps"
        )

    def _evaluations_justes(self) -> bool:
        """Les feuilles, au moins, valent-elles ce que l'énoncé veut ?"""
        if not self.constante:
            return False
        feuilles = [n for n in self.lecteur.noeuds.values() if n.terminal and self.valeur(n) is not None]
        return all(self._egaux(self.valeur(n), self.feuille(n)) for n in feuilles[:200])

    @staticmethod
    def _egaux(a: float | None, b: float | None) -> bool:
        return a is not None and b is not None and presque_egaux(a, b)

    # --- un appel commence ---

    def _passage(self, noeud: Noeud) -> Incoherence | None:
        """Ce que l'appel précédent a fait de travers pour en arriver là."""
        avant = noeud.parent
        if avant is None:
            return None
        donne, rappele = (profondeur_de(n.appel, self.recherche) for n in (avant, noeud))
        if noeud.position.pions == avant.position.pions:
            return self._sur_place(avant, noeud, donne, rappele)
        hote = avant.meme or avant
        faute = self._pose(hote, noeud) or self._tour_donne(hote, noeud)
        if faute is not None:
            return faute
        if hote.position.finie:
            return self._dire(
                hote, f"La partie est finie ici ({self._issue(hote)}) : votre appel joue encore.", "fin"
            )
        if donne is not None and rappele is not None and rappele >= donne:
            return self._dire(
                hote,
                f"La profondeur ne diminue pas : cet appel, qui a reçu {donne}, fait appeler "
                f"{noeud.appel.nom} avec {rappele}.",
                "profondeur",
            )
        if hote.reste <= 0:
            return self._dire(
                hote,
                f"Il ne reste aucun coup à prévoir : on attend ici {self.recherche.feuille_dite}, or votre "
                "appel joue encore.",
                "profondeur",
            )
        if donne is not None and rappele is not None and rappele != donne - 1 and donne == hote.reste:
            return self._dire(
                hote,
                f"Il reste {donne} à prévoir ici : chaque fils doit être cherché à {donne - 1}, or "
                f"{noeud.appel.nom} est appelée avec {rappele}.",
                "profondeur",
            )
        return self._fenetre_trop_etroite(hote, noeud)

    def _sur_place(
        self, avant: Noeud, noeud: Noeud, donne: int | None, rappele: int | None
    ) -> Incoherence | None:
        """Le même état, cherché de nouveau : un relais, à la même profondeur."""
        if noeud.appel.nom == avant.appel.nom and donne is not None and donne == rappele:
            return self._dire(
                avant,
                f"Votre appel se rappelle lui-même sur la même grille et à la même profondeur ({donne}) : "
                "il ne finira jamais.",
                "profondeur",
            )
        if donne is None or rappele is None or donne == rappele or donne != avant.reste:
            return None
        return self._dire(
            avant,
            f"On demande ici une recherche à profondeur {donne} : vous la faites à profondeur {rappele}.",
            "profondeur",
        )

    def _pose(self, avant: Noeud, noeud: Noeud) -> Incoherence | None:
        """Le fils s'obtient-il en posant un pion, de la bonne couleur, à sa place ?"""
        mien, autre = avant.position.trait, 3 - avant.position.trait
        ajoutes = [a & ~b for a, b in zip(noeud.position.pions, avant.position.pions, strict=True)]
        perdus = avant.position.masque & ~noeud.position.masque
        ecrases = any(b & ~a for a, b in zip(noeud.position.pions, avant.position.pions, strict=True))
        nombre = sum(bits.bit_count() for bits in ajoutes)
        if nombre == 1 and not ecrases and noeud.colonne is not None:
            if ajoutes[mien - 1]:
                return None
            return self._dire(
                avant,
                f"C'est {self._a(mien)} de jouer ici, or le pion posé pour le fils est celui "
                f"{self._du(autre)} : le même joueur jouerait deux fois de suite.",
                "joueur",
            )
        if nombre > 1 and avant.fils and noeud is not avant.fils[0]:
            return self._dire(
                avant,
                f"Un coup essayé n'est pas annulé : l'appel suivant voit {nombre} pions de plus que "
                "celui-ci, au lieu d'un seul.",
                "fuite",
            )
        if ecrases or perdus:
            return self._dire(
                avant,
                "Le fils n'a plus les mêmes pions : un coup y est joué dans une colonne pleine, ou un pion "
                "d'avant y est effacé.",
                "pose",
            )
        return self._dire(
            avant,
            "Le fils ne s'obtient pas en laissant tomber un pion dans une colonne : il a "
            f"{quantite(nombre, 'pion')} de plus.",
            "pose",
        )

    def _tour_donne(self, avant: Noeud, noeud: Noeud) -> Incoherence | None:
        """Le joueur que l'on donne au fils est-il bien l'autre ?"""
        donne = noeud.appel.arguments.get(self.recherche.tour)
        if noeud.appel.nom != self.recherche.nom or donne not in (1, 2) or donne == noeud.position.trait:
            return None
        return self._dire(
            avant,
            f"Après un coup {self._du(donne)}, c'est à l'autre de jouer : le fils est appelé avec "
            f"{self.recherche.tour} = {donne}, le même joueur deux fois de suite.",
            "joueur",
        )

    # --- un appel finit ---

    def _retour(self, noeud: Noeud) -> Incoherence | None:
        appel = noeud.appel
        if appel.erreur:
            return (
                None
                if self._est_relance(appel)
                else self._dire(noeud, f"Cet appel s'arrête sur une erreur : {appel.erreur}", "erreur")
            )
        changes = self.lecteur.change(noeud)
        if changes and (noeud.meme is None or not _change_deja(noeud)):
            return self._fuite(noeud, changes)
        if noeud.meme is not None and not self._porte_la_valeur(noeud):
            return None
        if appel.oublies:
            return None  # tous ses fils n'ont pas été gardés : on ne peut rien en dire
        faute = self._forme(noeud) or self._valeur(noeud)
        if faute is None:
            self._retenir(noeud)
        return faute

    @staticmethod
    def _est_relance(appel: AppelVu) -> bool:
        """L'erreur vient-elle d'un appel qu'il a fait ? C'est alors celui-là."""
        return any(fils.erreur or fils.sortie is None for fils in appel.fils)

    def _porte_la_valeur(self, noeud: Noeud) -> bool:
        """Une étape (un relais) est jugée avec l'appel dont elle fait partie, s'il est de la recherche."""
        return noeud.appel.nom == self.recherche.nom and noeud.meme is not None and not noeud.fils

    def _fuite(self, noeud: Noeud, changes: list[str]) -> Incoherence:
        apres = self.lecteur._position(noeud.appel, apres=True)
        plus = 0 if apres is None else apres.nb_coups - noeud.position.nb_coups
        suite = f" ({quantite(plus, 'pion')} de plus)" if plus > 0 else ""
        verbe = "ne sont plus" if len(changes) > 1 else "n'est plus"
        return self._dire(
            noeud,
            f"Un coup n'est pas annulé : à la fin de cet appel, {enumerer(changes)} {verbe} comme à son "
            f"début{suite}.",
            "fuite",
        )

    def _forme(self, noeud: Noeud) -> Incoherence | None:
        """La fonction elle-même renvoie-t-elle ce que l'énoncé demande ?"""
        if noeud.appel.nom != self.recherche.nom:
            return None
        valeur = noeud.appel.valeur
        if self._rend_une_colonne(noeud):
            possibles = noeud.position.coups()
            if type(valeur) is int and valeur in possibles:
                return None
            return self._dire(
                noeud,
                f"On attend une colonne jouable ({_liste(possibles)}) : votre appel renvoie "
                f"{_montrer(valeur)}.",
                "forme",
            )
        if _bien_forme(valeur) and self.score(noeud) is not None:
            return None
        return self._dire(
            noeud, f"On attend un couple (score, coup) : votre appel renvoie {_montrer(valeur)}.", "forme"
        )

    def _valeur(self, noeud: Noeud) -> Incoherence | None:
        if self._rend_une_colonne(noeud):
            return None if noeud.terminal else self._interieur(noeud)
        if self.valeur(noeud) is None:
            return None  # une étape qui ne renvoie pas un score
        if noeud.terminal:
            return self._arret(noeud)
        return self._interieur(noeud)

    def _arret(self, noeud: Noeud) -> Incoherence | None:
        if not noeud.position.finie and not self.constante:
            return self._coup_a_l_arret(noeud)
        attendue, valeur = self.feuille(noeud), self.valeur(noeud)
        bas, haut = self._fenetre(noeud)
        if any(self._egaux(valeur, v) for v in (attendue, max(bas, min(haut, attendue)))):
            return self._coup_a_l_arret(noeud)
        if self.sienne and not noeud.position.finie and self._selon_elle(noeud):
            return None
        dit = self.recherche.fin_dite if noeud.position.finie else self.recherche.feuille_dite
        ou = (
            f"La partie est finie ici ({self._issue(noeud)})"
            if noeud.position.finie
            else "Il ne reste aucun coup à prévoir ici"
        )
        dit = f"{dit} = " if dit else ""
        voulu, rendu = self._tourner(noeud, attendue), self.score(noeud)
        oppose = " (l'opposé)" if rendu and self._egaux(rendu, -voulu) else ""
        return self._dire(
            noeud,
            f"{ou} : on attend {dit}{_note(voulu)}, votre appel renvoie {_note(rendu)}{oppose}.",
        )

    def _coup_a_l_arret(self, noeud: Noeud) -> Incoherence | None:
        if noeud.appel.nom != self.recherche.nom or noeud.appel.valeur[1] is None:
            return None
        return self._dire(
            noeud,
            "La recherche s'arrête ici : il n'y a pas de coup à renvoyer (on attend None), votre appel "
            f"renvoie {_montrer(noeud.appel.valeur[1])}.",
            "coup",
        )

    def _selon_elle(self, noeud: Noeud) -> bool:
        """La feuille vaut-elle ce que dit l'évaluation de l'élève, juste ou non ?"""
        assert self.sienne is not None
        try:
            return self._egaux(self.valeur(noeud), self.sienne(noeud.position))
        except Exception:  # son évaluation ne marche pas ici : elle n'excuse rien
            return False

    # --- un appel qui a des fils ---

    def _interieur(self, noeud: Noeud) -> Incoherence | None:
        notes = {f.colonne: self.valeur(f) for f in noeud.fils if f.colonne is not None}
        if any(v is None for v in notes.values()) or any(f.colonne is None for f in noeud.fils):
            return None  # un fils que l'on ne sait pas lire
        connues: dict[int, float] = {x: v for x, v in notes.items() if x is not None and v is not None}
        manquants = [x for x in noeud.position.coups() if x not in connues]
        choix = max if self.maximise(noeud) else min
        if manquants and connues and self._coupe_permise(noeud, choix(connues.values())):
            noeud.coupes, manquants = manquants, []
        inconnus = self._relire(noeud, manquants)
        connues |= noeud.relus
        if not connues:
            return self._sans_fils(noeud)
        meilleure = choix(connues.values())
        if inconnus:
            faute = self._fils_manquants(noeud, inconnus if self.recherche.memoire else manquants, connues)
            if faute is not None or not self._rend_une_colonne(noeud):
                return faute
        return self._choix(noeud, connues, meilleure)

    def _relire(self, noeud: Noeud, manquants: list[int]) -> list[int]:
        """Reprend d'une mémoire les fils qu'elle peut connaître ; ceux qui restent inconnus."""
        inconnus = []
        for x in manquants:
            connu = self._connu(noeud.position.jouer(x))
            valeur = None if connu is None else self.valeur(connu)
            if valeur is None:
                inconnus.append(x)
            else:
                noeud.relus[x] = valeur
                self.relectures += 1
        return inconnus

    def _connu(self, position: Position) -> Noeud | None:
        return self.connues.get(position.pions) or self.connues.get(_miroir(position))

    def _retenir(self, noeud: Noeud) -> None:
        ancien = self.connues.setdefault(noeud.position.pions, noeud)
        if ancien is not noeud and ancien.appel.nom == noeud.appel.nom:
            if noeud.fils and not noeud.terminal:
                self.refaits.append((ancien, noeud))
            elif not noeud.terminal:
                noeud.souvenir = True
                self.relectures += 1

    def _sans_fils(self, noeud: Noeud) -> Incoherence | None:
        """Une valeur rendue sans rien explorer : une mémoire, ou une recherche qui s'arrête trop tôt."""
        if self.est_juste(noeud) is not False and not self._rend_une_colonne(noeud):
            noeud.souvenir = True
            return None
        if self._rend_une_colonne(noeud) and self.resultat_juste() is not False:
            return None
        ancien = self.connues.get(noeud.position.pions)
        if ancien is not None:
            if self._egaux(self.valeur(ancien), self.valeur(noeud)):
                return None
            return self._dire(
                noeud,
                f"Cette position a déjà été calculée et valait {_note(self.score(ancien))} ; votre appel "
                f"renvoie {_note(self.score(noeud))} sans l'explorer : sa mémoire a servi celle d'une autre.",
                "mémoire",
            )
        if self.recherche.memoire and any(n.fils for n in self.lecteur.noeuds.values()):
            return self._dire(
                noeud,
                "Cette position n'a encore jamais été calculée, et votre appel en renvoie le score "
                f"({_note(self.score(noeud))}) sans l'explorer : la mémoire a répondu pour une AUTRE.",
                "mémoire",
            )
        reste = quantite(noeud.reste, "coup")
        return self._dire(
            noeud,
            f"Il reste {reste} à prévoir et la partie n'est pas finie : on attend un fils par coup possible "
            f"({_liste(noeud.position.coups())}), votre appel n'en examine aucun.",
            "fils",
        )

    def _fils_manquants(
        self, noeud: Noeud, inconnus: list[int], connues: dict[int, float]
    ) -> Incoherence | None:
        juste = self.resultat_juste() if self._rend_une_colonne(noeud) else self.est_juste(noeud)
        if juste is not False:
            return None
        fenetre = self._fenetre(noeud)
        if fenetre != (-inf, inf) or self._a_une_fenetre(noeud):
            bas, haut = sorted(self._tourner(noeud, b) for b in fenetre)
            return self._dire(
                noeud,
                f"Cette coupe n'était pas permise : dans la fenêtre [{_note(bas)} ; {_note(haut)}], les fils "
                f"examinés valent {self._ecrire(noeud, connues)}, et l'un de ceux qui manquent "
                f"({self._coups(inconnus)}) pouvait encore changer la valeur.",
                "coupe",
            )
        if self.recherche.memoire and not self._toujours_manquants(noeud, inconnus):
            return self._dire(
                noeud,
                f"Le fils {self._coups(inconnus[:1])} n'est pas exploré, alors que sa position n'a encore "
                "jamais été calculée : la mémoire a répondu pour une AUTRE position, qui a la même clé.",
                "mémoire",
            )
        repetes = [f.colonne for f in noeud.fils if f.colonne is not None]
        doubles = sorted({x for x in repetes if repetes.count(x) > 1})
        suite = f" ; {self._coups(doubles)} l'est deux fois" if doubles else ""
        pluriel = len(inconnus) > 1
        return self._dire(
            noeud,
            f"{'Les fils' if pluriel else 'Le fils'} {self._coups(inconnus)} "
            f"{'ne sont jamais examinés' if pluriel else 'n’est jamais examiné'}{suite} : on attend un fils "
            f"par coup possible, votre appel en regarde {len(noeud.fils)} sur {len(noeud.position.coups())}.",
            "fils",
        )

    def _toujours_manquants(self, noeud: Noeud, inconnus: list[int]) -> bool:
        """Ces colonnes manquent-elles aussi aux appels d'avant où c'était au même joueur ?"""
        semblables = [
            n
            for n in self.lecteur.noeuds.values()
            if n.fils and n.position.trait == noeud.position.trait and n.meme is None and n.appel.sortie
        ]
        vus = {f.colonne for n in semblables for f in n.fils}
        return not vus & {*inconnus}

    def _choix(self, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence | None:
        if not self._rend_une_colonne(noeud):
            valeur = self.valeur(noeud)
            bas, haut = self._fenetre(noeud)
            permises = (meilleure, max(bas, meilleure), min(haut, meilleure), max(bas, min(haut, meilleure)))
            if not any(self._egaux(valeur, v) for v in permises):
                if self.est_juste(noeud) is True:
                    return None
                return self._mal_choisi(noeud, connues, meilleure)
            if noeud.appel.nom != self.recherche.nom:
                return None
        return self._coup_choisi(noeud, connues, meilleure)

    def _coup_choisi(self, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence | None:
        """Le coup renvoyé est-il l'un de ceux qui donnent cette valeur ?"""
        x = self._colonne_choisie(noeud)
        bons = [c for c, v in connues.items() if self._egaux(v, meilleure)]
        racine = noeud.parent is None
        justes = self._meilleures(noeud) if racine and self._evaluations_justes() else None
        if x in bons and (justes is None or x in justes):
            return None
        if justes is not None and x in justes:
            return None
        if self._hors_fenetre(noeud) if racine else self._a_une_fenetre(noeud):
            return None  # une borne : le coup n'y compte pas
        rendu = noeud.appel.valeur if self._rend_une_colonne(noeud) else noeud.appel.valeur[1]
        if x in bons:
            assert justes is not None
            return self._dire(
                noeud,
                f"Le coup renvoyé ({self._coups([x])}) n'a qu'une borne pour score, qui fait égalité avec le "
                f"meilleur sans l'être : on attend {self._coups(justes)}.",
                "coup",
            )  # fmt: skip
        qui = self._tour(noeud)
        return self._dire(
            noeud,
            f"{qui} et les fils valent {self._ecrire(noeud, connues)} : on attend "
            f"{'le coup' if len(bons) == 1 else 'l’un des coups'} {self._coups(bons)}, votre appel renvoie "
            f"{_montrer(rendu)}.",
            "coup",
        )

    def _mal_choisi(self, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence:
        voulu, rendu = self._tourner(noeud, meilleure), self.score(noeud)
        return self._dire(
            noeud,
            f"{self._tour(noeud)} et les fils valent {self._ecrire(noeud, connues)} : on attend "
            f"{_note(voulu)}, votre appel renvoie {_note(rendu)}{self._reconnu(noeud, connues, meilleure)}.",
        )

    def _reconnu(self, noeud: Noeud, connues: dict[int, float], meilleure: float) -> str:
        """D'où peut venir la valeur fausse."""
        valeur, notes = self.valeur(noeud), list(connues.values())
        autre = (min if self.maximise(noeud) else max)(notes)
        noms = {True: "le maximum", False: "le minimum"}
        recus = [v for f in noeud.fils if (v := self.score(f)) is not None]
        bruts = [
            (self._tourner(noeud, f(recus)), m) for f, m in ((max, noms[True]), (min, noms[False])) if recus
        ]
        essais = [
            *(
                bruts
                if self.vues.get(noeud.appel.nom) == TRAIT
                else [(autre, noms[not self.maximise(noeud)])]
            ),
            (-meilleure, "l'opposé"),
            (autre, "le pire"),
            (notes[0], "le premier fils"),
            (notes[-1], "le dernier fils"),
        ]
        return next((f" ({mot})" for v, mot in essais if self._egaux(v, valeur)), "")

    # --- alpha-bêta ---

    def _fenetre(self, noeud: Noeud) -> tuple[float, float]:
        """La fenêtre donnée à cet appel, vue du joueur choisi ; tout, s'il n'en reçoit pas."""
        noms = self._fenetres.get(noeud.appel.nom)
        bornes = [noeud.appel.arguments.get(nom) for nom in noms] if noms else [-inf, inf]
        if not all(type(b) in (int, float) for b in bornes):
            return -inf, inf
        bas, haut = (self._tourner(noeud, b) for b in bornes)  # type: ignore[arg-type]
        return min(bas, haut), max(bas, haut)

    def _a_une_fenetre(self, noeud: Noeud) -> bool:
        return noeud.appel.nom in self._fenetres

    def fenetre(self, noeud: Noeud) -> tuple[float, float] | None:
        """La fenêtre telle que l'appel l'a reçue ; None s'il n'en reçoit pas."""
        noms = self._fenetres.get(noeud.appel.nom)
        bornes = tuple(noeud.appel.arguments.get(nom) for nom in noms) if noms else ()
        return bornes if len(bornes) == 2 and all(type(b) in (int, float) for b in bornes) else None  # type: ignore[return-value]

    def _coupe_permise(self, noeud: Noeud, meilleure: float) -> bool:
        bas, haut = self._fenetre(noeud)
        if self._a_une_fenetre(noeud) and (meilleure >= haut if self.maximise(noeud) else meilleure <= bas):
            return True
        return meilleure == (inf if self.maximise(noeud) else -inf)  # on ne fera pas mieux

    def _fenetre_trop_etroite(self, hote: Noeud, noeud: Noeud) -> Incoherence | None:
        """Le fils reçoit-il une fenêtre d'où l'on peut lui cacher un coup utile ?"""
        if not self._a_une_fenetre(noeud):
            return None
        faits = [v for f in self._avant(hote, noeud) if (v := self.valeur(f)) is not None]
        bas, haut = self._fenetre(hote)
        if self.maximise(hote):
            bas = max([bas, *faits])
        else:
            haut = min([haut, *faits])
        donnee = self._fenetre(noeud)
        if bas > haut or (
            (donnee[0] <= bas or presque_egaux(donnee[0], bas))
            and (donnee[1] >= haut or presque_egaux(donnee[1], haut))
        ):
            return None
        vues = [sorted(self._tourner(noeud, b) for b in f) for f in (donnee, (bas, haut))]
        recu, voulu = (f"[{_note(a)} ; {_note(b)}]" for a, b in vues)
        return self._dire(
            hote,
            f"La fenêtre donnée au fils {self._coups([noeud.colonne])} est {recu} : il faut y laisser au "
            f"moins {voulu}, sans quoi des coupes ne sont pas permises.",
            "coupe",
        )

    def _mal_elague(self) -> Incoherence | None:
        """Un fils examiné pour rien, ou qui ne sait pas ce que l'on a déjà trouvé."""
        for noeud in self.lecteur.noeuds.values():
            hote = noeud.parent and (noeud.parent.meme or noeud.parent)
            if hote is None or noeud.meme is not None or not self._a_une_fenetre(noeud):
                continue
            faits = [v for f in self._avant(hote, noeud) if (v := self.valeur(f)) is not None]
            if faits and (faute := self._superflu(hote, noeud, faits)):
                return faute
        return None

    def _superflu(self, hote: Noeud, noeud: Noeud, faits: list[float]) -> Incoherence | None:
        monte, (bas, haut) = self.maximise(hote), self._fenetre(hote)
        meilleure = max(faits) if monte else min(faits)
        if meilleure > haut if monte else meilleure < bas:
            return self._dire(
                hote,
                f"Le meilleur score trouvé ici, {_note(self._tourner(hote, meilleure))}, sort déjà de la "
                f"fenêtre : le fils {self._coups([noeud.colonne])} ne pouvait plus rien changer : "
                "il fallait couper.",
                "coupe",
            )
        recue = self._fenetre(noeud)
        utile = bas < meilleure < haut
        if utile and (recue[0] < meilleure if monte else recue[1] > meilleure):
            return self._dire(
                hote,
                f"Un fils vaut déjà {_note(self._tourner(hote, meilleure))} ici, et le suivant "
                f"({self._coups([noeud.colonne])}) n'en sait rien : sa fenêtre n'est pas resserrée, il ne "
                "pourra pas couper.",
                "coupe",
            )
        return None

    @staticmethod
    def _avant(hote: Noeud, noeud: Noeud) -> list[Noeud]:
        """Les fils qui ont fini quand celui-ci commence."""
        return [f for f in hote.fils if f.appel.sortie and f.appel.sortie < noeud.appel.entree]

    # --- une fois tout suivi ---

    def _pas_range(self) -> Incoherence | None:
        """Une valeur calculée pour la première fois, et que le dictionnaire n'a pas reçue."""
        nom = self.recherche.range_dans
        for noeud in sorted(self.lecteur.noeuds.values(), key=lambda n: n.appel.sortie or 0):
            vues = {**noeud.appel.libres, **noeud.appel.arguments}
            if noeud.position.finie or not noeud.appel.fini or noeud.souvenir or nom not in vues:
                continue
            if self.connues.get(noeud.position.pions) is noeud and nom not in noeud.appel.apres:
                return self._dire(
                    noeud,
                    f"Cette situation vient d'être calculée, et {nom} n'en garde rien : rangez-y son score.",
                    "mémoire",
                )
        return self._deja_calcule() if self.relectures == 0 or self.refaits else None

    def _deja_calcule(self) -> Incoherence | None:
        if not self.refaits:
            return None
        ancien, noeud = self.refaits[0]
        return self._dire(
            noeud,
            f"Cette position a déjà été calculée (elle valait {_note(self.score(ancien))}) : elle est "
            "explorée de nouveau au lieu d'être relue.",
            "mémoire",
        )

    def _tout_refait(self) -> Incoherence | None:
        """Rien n'est jamais relu, alors que des positions reviennent chez l'un et l'autre joueur."""
        tours = {noeud.position.trait for _, noeud in self.refaits}
        if self.relectures or (len(tours) < 2 and not self.recherche.range_dans):
            return None
        return self._deja_calcule()

    def _jamais_tire(self) -> Incoherence | None:
        """À égalité, le coup renvoyé est-il toujours le premier, ou toujours le dernier ?"""
        egaux = [
            (noeud, bons)
            for noeud in self.lecteur.noeuds.values()
            if noeud.appel.nom == self.recherche.nom and noeud.fils and not self._a_une_fenetre(noeud)
            and len(bons := self._bons(noeud)) > 1
        ]  # fmt: skip
        for rang, mot in ((0, "premier"), (-1, "dernier")):
            risque = 1.0
            for noeud, bons in egaux:
                risque *= (self._colonne_choisie(noeud) == bons[rang]) / len(bons)
            if egaux and 0 < risque < self.risque:
                noeud, bons = egaux[0]
                comme = f", comme à chacune des {len(egaux)} égalités" if len(egaux) > 1 else ""
                return self._dire(
                    noeud,
                    f"Les coups {self._coups(bons)} font égalité ici : votre appel renvoie le {mot}{comme} ; "
                    "il faut tirer au sort.",
                    "tirage",
                )
        return None

    def _bons(self, noeud: Noeud) -> list[int]:
        notes = {f.colonne: self.valeur(f) for f in noeud.fils}
        connues = {x: v for x, v in notes.items() if x is not None and v is not None}
        if not connues:
            return []
        meilleure = (max if self.maximise(noeud) else min)(connues.values())
        return sorted(x for x, v in connues.items() if self._egaux(v, meilleure))

    def _resultat_faux(self, racine: Noeud) -> Incoherence:
        attendue, meilleures = self.juste(racine.position, racine.reste), self._meilleures(racine)
        if not self._rend_une_colonne(racine) and self.est_juste(racine) is False and attendue is not None:
            return self._dire(
                racine,
                "Tous les appels se suivent, mais celui-ci devrait valoir "
                f"{_note(self._tourner(racine, attendue))} : il renvoie {_note(self.score(racine))}.",
                "résultat",
            )
        return self._dire(
            racine,
            f"On attend ici {self._coups(meilleures or [])}, votre appel renvoie "
            f"{_montrer(racine.appel.valeur)}.",
            "résultat",
        )

    # --- les mots ---

    def _dire(self, noeud: Noeud, phrase: str, genre: str = "valeur") -> Incoherence:
        return Incoherence(noeud.appel, phrase, genre)

    def _tour(self, noeud: Noeud) -> str:
        """« Ici, c'est à l'adversaire de jouer »."""
        qui = "à l'adversaire" if noeud.position.trait != self.pour else self._a(noeud.position.trait)
        return f"Ici, c'est {qui} de jouer"

    def _a(self, joueur: int) -> str:
        nom = self._nom(joueur)
        return f"au {nom}" if nom.startswith("joueur") else f"à {nom}"

    def _nom(self, joueur: int) -> str:
        return self.recherche.codage.nom_joueur(joueur)

    def _coups(self, colonnes: list[int] | list[int | None]) -> str:
        return enumerer(self.recherche.codage.nom_coup(x) for x in colonnes if x is not None)

    def _ecrire(self, noeud: Noeud, connues: dict[int, float]) -> str:
        """Les valeurs des fils, telles que l'appel les reçoit."""
        par_colonne = {f.colonne: self.score(f) for f in noeud.fils}
        vues = [par_colonne.get(x) for x in connues]
        lues = [
            self._tourner(noeud, v) if vu is None else vu
            for vu, v in zip(vues, connues.values(), strict=True)
        ]
        retourne = any(self.vues.get(f.appel.nom) == TRAIT for f in noeud.fils)
        suite = f" (vus {self._du(3 - noeud.position.trait)})" if retourne else ""
        return ", ".join(map(_note, lues)) + suite

    def _du(self, joueur: int) -> str:
        nom = self._nom(joueur)
        return f"du {nom}" if nom.startswith("joueur") else f"de {nom}"

    def _issue(self, noeud: Noeud) -> str:
        gagnant = noeud.position.gagnant
        return f"{self._nom(gagnant)} a gagné" if gagnant else "la grille est pleine"


def nommer_appel(appel: AppelVu, codage: Codage | None) -> str:
    """« minmax(j=2, p=1) après x = 3 »."""
    petits = [f"{n}={v}" for n, v in appel.arguments.items() if type(v) in (int, float)]
    coup = f" après {codage.nom_coup(appel.case[0])}" if codage and appel.case else ""
    return f"{appel.nom}({', '.join(petits)}){coup}"


def _bien_forme(valeur: Any) -> bool:
    return isinstance(valeur, tuple) and len(valeur) == 2


def _change_deja(noeud: Noeud) -> bool:
    """Le même changement est-il déjà celui d'un appel qu'il a fait ?"""
    return any(fils.apres for fils in noeud.appel.fils)


def _note(valeur: float | None) -> str:
    return "rien" if valeur is None else note_signee(valeur).removeprefix("+")


def _montrer(valeur: Any) -> str:
    texte = repr(valeur)
    return texte if len(texte) <= 40 else texte[:39] + "…"


def _liste(colonnes: list[int]) -> str:
    return ", ".join(map(str, colonnes))


def _miroir(position: Position) -> tuple[int, int]:
    """Les pions de la même grille, vue dans un miroir."""
    h = position.hauteur + 1
    colonne = (1 << h) - 1
    un, deux = (
        sum(((bits >> x * h) & colonne) << (position.largeur - 1 - x) * h for x in range(position.largeur))
        for bits in position.pions
    )
    return un, deux


def _fenetres(lecteur: Lecteur) -> dict[str, tuple[str, str]]:
    """Pour chaque fonction, les deux paramètres qui sont sa fenêtre : de -inf à inf au premier appel."""
    trouvees: dict[str, tuple[str, str]] = {}
    vues: set[str] = set()
    for appel in lecteur.noeuds:
        if appel.nom in vues:
            continue
        vues.add(appel.nom)
        nombres = {n: v for n, v in appel.arguments.items() if type(v) in (int, float)}
        bas = [n for n, v in nombres.items() if v <= -1000 or n.lower() in ("alpha", "a")]
        haut = [n for n, v in nombres.items() if (v >= 1000 or n.lower() in ("beta", "b")) and n not in bas]
        if len(bas) == len(haut) == 1:
            trouvees[appel.nom] = bas[0], haut[0]
    return trouvees


def _annoter(juge: Juge) -> None:
    """Note sur chaque appel ce qu'il faut pour le montrer."""
    for noeud in juge.lecteur.noeuds.values():
        appel, x = noeud.appel, noeud.colonne
        appel.role = _role(juge, noeud)
        appel.fenetre, appel.coupes = juge.fenetre(noeud), tuple(noeud.coupes)
        appel.souvenir = noeud.souvenir
        appel.case = None if x is None or noeud.parent is None else (x, noeud.parent.position.niveau(x))


def _role(juge: Juge, noeud: Noeud) -> str:
    if noeud.terminal:
        return "fin" if noeud.position.finie else "feuille"
    return "max" if juge.maximise(noeud) else "min"


# --- L'analyse ----------------------------------------------------------------------------------------


def analyser(
    trace: Trace,
    recherche: Recherche,
    arguments: Arguments,
    evaluer: Callable[..., Any] | None = None,
    sans_tirage: bool = False,
) -> tuple[Juge | None, Incoherence | None]:
    """Le jugement de la trace, et la première faute. `arguments` sont ceux de l'appel, par leurs noms ;
    `evaluer` est l'évaluation de l'élève, si on l'a ; `sans_tirage` : on sait déjà qu'il n'y en a pas.

    Les fonctions que l'élève ajoute voient un score comme elles veulent, du joueur qui joue ou toujours du
    même : s'il existe une façon de les lire où tout se suit, il n'y a pas de faute.
    """
    lecteur = Lecteur(trace, recherche) if trace.appels else None
    if lecteur is None or not lecteur.noeuds:
        return None, None
    ajoutees = {n.appel.nom for n in lecteur.noeuds.values()} - {recherche.nom}
    lectures = []
    libres = ajoutees - {*recherche.dedans}
    for vue in (FIXE, TRAIT) if libres else (FIXE,):
        vues = {**dict.fromkeys(ajoutees, FIXE), **dict.fromkeys(libres, vue), recherche.nom: recherche.vue}
        juge = Juge(lecteur, arguments, vues, _sienne(recherche, evaluer, arguments), sans_tirage)
        faute = juge.chercher()
        if faute is None:
            _annoter(juge)
            return juge, None
        lectures.append((juge, faute))
    # Celle où l'on va le plus loin avant de se tromper est sans doute la sienne.
    vues_juste = max(lectures, key=lambda lecture: lecture[1].appel.sortie or inf)
    # Elle se trompe : comment y est-elle venue ? Un faux pas d'avant, s'il y en a un, l'explique mieux.
    juge = Juge(lecteur, arguments, vues_juste[0].vues, vues_juste[0].sienne, sans_tirage, passages=True)
    faute = juge.chercher()
    _annoter(juge)
    return juge, faute


def _sienne(
    recherche: Recherche, evaluer: Callable[..., Any] | None, arguments: Arguments
) -> Callable[[Position], float] | None:
    appel = recherche.evaluer
    if evaluer is None or appel is None:
        return None
    pour = recherche.pour(arguments)
    return lambda position: appel(evaluer, position, arguments, pour)
