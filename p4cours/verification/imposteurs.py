"""Éprouver ses tests : des versions fausses d'une fonction, cachées, que les tests de l'élève démasquent.

Un test est un tuple : les arguments d'un appel, puis la valeur attendue. Pour `fini(G)`, c'est (G, 2) : dans
la grille G, la bonne réponse est 2. Un test démasque une version qui répond autre chose. S'il contredit la
BONNE version, ou si aucune partie ne mène à sa grille, il ne démasque personne, et on le dit.

    FAUSSES = [("Vous renvoyez le joueur au trait.", lambda p: p.trait), …]
    Imposteurs("tests_fini", "fini(G)", lambda p: p.gagnant, FAUSSES).question(("…", "…", "…"))

Une version est écrite sur un cas (une position, et les autres arguments s'il y en a), comme dans `Fonction` :
celles des erreurs que la bibliothèque sait nommer servent telles quelles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import Any

from p4core.codages import COLONNES, NORMALE, Codage, Taille
from p4core.francais import enumerer, quantite
from p4core.jeu import Position
from p4cours.verification.essais import Appelant, Critere, Ecart, Epreuve, Essai, Question
from p4cours.verification.lecture import Malforme, en_phrase, entier, meme, montrer, suite
from p4cours.verification.positions import dernier_coup_gagnant

Version = tuple[str, Callable[..., Any]]  # ce qu'en dirait la vérification, et la version fausse


def partie_possible(
    codage: Codage = COLONNES, taille: Taille | None = NORMALE
) -> Callable[..., tuple[Any, ...]]:
    """De quoi lire les arguments d'un test : une grille où une partie peut mener, puis le reste tel quel."""

    def lire(grille: Any, *autres: Any) -> tuple[Any, ...]:
        position = codage.depuis(grille, taille=taille)
        if position.gagnant and not dernier_coup_gagnant(position):
            raise Malforme(
                "la partie aurait continué après une victoire : aucun dernier coup ne donne cette grille."
            )
        return (position, *autres)

    return lire


_GRILLE = partie_possible()


@dataclass(frozen=True)
class TestJuge:
    """Un test de l'élève : ce qu'il démasque, ou ce qui l'en empêche."""

    defaut: str = ""
    position: Position | None = None
    demasquees: tuple[int, ...] = ()
    appel: str = ""  # « utilite(G, 2, W1) »


@dataclass(frozen=True)
class Imposteurs:
    """Une question dont la réponse est une liste de tests ; notée au nombre de versions démasquées."""

    nom: str
    signature: str  # celle de la fonction éprouvée, sans ce qui ne change pas : « fini(G) »
    bonne: Callable[..., Any]  # sur un cas
    versions: Sequence[Version]
    lire: Callable[..., tuple[Any, ...]] = _GRILLE  # les arguments d'un test, faits cas ; Malforme sinon
    lire_attendu: Callable[[Any, str], Any] = entier
    codage: Codage = COLONNES
    fixe: str = ""  # le dernier argument, le même pour tous les tests : « W1 »
    limite: int = 12  # tests : les imposteurs se démasquent en réfléchissant, pas en tirant au sort

    def question(self, indices: tuple[str, ...]) -> Question:
        """La question : un critère par version, et un pour les tests qui accusent la bonne."""
        criteres = [
            Critere("aucun test n'accuse la bonne version", 1, self._essais(self._sans_faute), gratuit=True)
        ]
        for rang, lettre in enumerate(self.lettres):
            criteres.append(Critere(f"la version {lettre} démasquée", 1, self._essais(self._demasquer(rang))))
        return Question(
            self.nom,
            self.nom,
            tuple(criteres),
            indices,
            vide=lambda tests: isinstance(tests, list | tuple) and not tests,
        )

    @property
    def lettres(self) -> str:
        """Le nom de chaque version : A, B, C…"""
        return ascii_uppercase[: len(self.versions)]

    # --- les tests de l'élève ---

    def verdicts(self, tests: Any) -> list[TestJuge]:
        """Le verdict de chaque test, dans l'ordre ; Malforme si ce n'est pas une liste de tests."""
        lus = suite(tests, "la réponse")
        if len(lus) > self.limite:
            raise Malforme(f"vous donnez {len(lus)} tests : {self.limite} au plus, choisis.")
        return [self._verdict(test) for test in lus]

    def _verdict(self, test: Any) -> TestJuge:
        try:
            *arguments, attendu = self._decouper(test)
            attendu = self.lire_attendu(attendu, "la valeur attendue")
            cas = self.lire(*arguments)
        except Malforme as defaut:
            return TestJuge(en_phrase(defaut))
        position = next((valeur for valeur in cas if isinstance(valeur, Position)), None)
        juste = self.bonne(*cas)
        if not meme(juste, attendu):
            appel = self._appel(arguments)
            accuse = f"Il accuse la BONNE version : dans cette grille, {appel} vaut {montrer(juste)}"
            return TestJuge(f"{accuse}, et non {montrer(attendu)}.", position, appel=appel)
        fausses = enumerate(version for _, version in self.versions)
        return TestJuge(
            "", position, tuple(rang for rang, version in fausses if not meme(version(*cas), attendu))
        )

    @property
    def _noms(self) -> list[str]:
        return [nom.strip() for nom in self.signature.partition("(")[2].rstrip(")").split(",")]

    def _appel(self, arguments: Sequence[Any]) -> str:
        """L'appel d'un test, tel qu'on l'écrit : la grille par son nom, le reste par sa valeur."""
        ecrits = [self._noms[0], *(montrer(valeur, 20) for valeur in arguments[1:])]
        return (
            f"{self.signature.partition('(')[0]}({', '.join([*ecrits, self.fixe] if self.fixe else ecrits)})"
        )

    def _decouper(self, test: Any) -> Sequence[Any]:
        noms = self._noms
        if not isinstance(test, tuple | list) or len(test) != len(noms) + 1:
            forme = ", ".join([*noms, "valeur attendue"])
            raise Malforme(f"un test s'écrit ({forme}), or celui-ci est {montrer(test, 60)}.")
        return test

    # --- les critères ---

    def _essais(self, juge: Callable[[list[TestJuge]], Ecart | None]) -> Callable[[Any], list[Essai]]:
        essai = Essai(
            self.signature,
            (),
            lambda appel: juge(self.verdicts(appel.valeur)),
            codage=self.codage,
            faire=self._raconter if juge == self._sans_faute else None,
        )
        return lambda source: [essai]

    def _sans_faute(self, verdicts: list[TestJuge]) -> Ecart | None:
        rang, fautif = next(((r, v) for r, v in enumerate(verdicts) if v.defaut), (0, None))
        if fautif is None:
            return None
        cases = fautif.position.cases() if fautif.position else None
        phrase = f"Le test {self.nom}[{rang}] ne compte pas. {fautif.defaut}"
        return Ecart(f"{phrase}\n{self.resume(verdicts)}", cases=cases)

    def _demasquer(self, rang: int) -> Callable[[list[TestJuge]], Ecart | None]:
        def juge(verdicts: list[TestJuge]) -> Ecart | None:
            return None if any(rang in v.demasquees for v in verdicts) else Ecart(self.resume(verdicts))

        return juge

    def _raconter(self, essai: Essai, appelant: Appelant) -> Epreuve:
        """L'épreuve ; le récit de ce que chaque test a démasqué, à dire si tout va bien."""
        epreuve = essai.une_fois(appelant)
        if epreuve.ecart is None:
            recit = "\n".join(["", *self._recit(self.verdicts(epreuve.appel.valeur))])
            return replace(epreuve, remarque=recit)
        if epreuve.ecart.cases is None:
            return epreuve
        fautif = next(v for v in self.verdicts(epreuve.appel.valeur) if v.defaut)
        return replace(epreuve, essai=replace(essai, appel=fautif.appel or self.signature))

    def resume(self, verdicts: list[TestJuge]) -> str:
        """Combien de versions sont démasquées, lesquelles restent, et ce qu'étaient les autres."""
        trouvees = {rang for v in verdicts for rang in v.demasquees}
        restent = [lettre for rang, lettre in enumerate(self.lettres) if rang not in trouvees]
        debut = (
            f"{quantite(len(trouvees), 'version démasquée', 'versions démasquées')} sur {len(self.versions)}"
        )
        fin = f" ; {'reste' if len(restent) == 1 else 'restent'} {enumerer(restent)}." if restent else "."
        return "\n".join([debut + fin, *self._recit(verdicts)])

    def _recit(self, verdicts: list[TestJuge]) -> Iterator[str]:
        """Pour chaque version démasquée, le premier test qui y parvient et ce qu'aurait lu son auteur."""
        for rang, lettre in enumerate(self.lettres):
            numero = next((n for n, v in enumerate(verdicts) if rang in v.demasquees), None)
            if numero is not None:
                auteur = f"Son auteur aurait lu : « {self.versions[rang][0]} »"
                yield f"Version {lettre}, démasquée par {self.nom}[{numero}]. {auteur}"
