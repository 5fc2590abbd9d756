"""Ce qu'un élève lit d'un test caché : son verdict et ses critères, rien des essais qui l'ont montré.

Les essais cachés servent à toute la classe, et de nouveau si l'on note encore. Tout ce que l'élève a pu
écrire pendant qu'ils se faisaient (affichage, valeur rendue, texte d'une exception, nom d'une fonction) en
est retiré : il n'y reste que des phrases écrites d'avance.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from dataclasses import replace

from p4cours.examen import TPS, questions
from p4cours.verification.bilan import FAUX, Bilan
from p4cours.verification.echelle import ECHELLE
from p4cours.verification.essais import Question

PAS_MONTRES = (
    "Les essais de la correction ne sont pas montrés : refaites ceux de votre notebook, ou d'autres."
)
AUTREMENT = "Sur un essai de la correction, ce n'est pas ce qui est attendu."
# Le début d'une phrase du bilan, et ce qu'on en garde.
PHRASES = {
    "Votre fonction arrête net le programme": "Votre fonction arrête net le programme.",
    "L'appel ne se termine pas": "Un appel ne se termine pas.",
    "Votre fonction ne renvoie rien": "Votre fonction ne renvoie rien (None).",
    "Votre fonction a modifié": "Votre fonction a modifié la grille ou la liste qu'on lui a donnée.",
    "Votre fonction renvoie un générateur": "Votre fonction renvoie un générateur, pas une liste.",
    "Votre réponse se sert de": "Votre réponse se sert de p4core à la place de votre propre code.",
    "Votre fonction répond toujours": "Votre fonction répond toujours la même chose.",
    "Appelée de nouveau avec les mêmes arguments": "Votre fonction garde une mémoire d'un appel à l'autre.",
}
_ERREUR = re.compile(r"^Votre fonction s'arrête sur une erreur : (\w{1,40}) \(", re.MULTILINE)
_ENTIERES = re.compile(
    r"^(?:\d+ essais, tous réussis\.|L'essai est réussi\."
    r"|Votre fonction est trop lente : \d+ essais? sur \d+ dans le temps permis\. "
    r"Ce qui n'a pas été essayé n'est pas gagné\.)",
    re.MULTILINE,
)
_REMARQUE = re.compile(r"^Remarque : ([\w, ]{1,300}?), dont \w+ se sert, .*$", re.MULTILINE)


def discret(bilan: Bilan) -> Bilan:
    """Le bilan d'un test caché, tel qu'on peut le montrer."""
    connue = questions(bilan.tp).get(bilan.question) if bilan.tp in TPS else None
    if connue is not None and connue.parametres is None:
        return bilan  # une valeur, pas une fonction : la réponse n'a rien vu
    if bilan.etat == FAUX and not bilan.criteres and bilan.contre_exemple is None:
        return bilan  # refusée avant tout essai
    lignes = list(dict.fromkeys(_sures(bilan.message, connue)))
    if bilan.etat == FAUX:
        lignes = [*(lignes or [AUTREMENT]), PAS_MONTRES]
    return replace(bilan, message="\n".join(lignes), contre_exemple=None, sortie="")


def _sures(message: str, question: Question | None) -> Iterator[str]:
    """Les phrases du message qui étaient écrites d'avance."""
    connues = [e.phrase for e in question.erreurs] if question else []
    yield from (phrase for phrase in connues if phrase in message)
    yield from (p.phrase for p in ECHELLE if p.phrase and p.phrase in message)
    lignes = message.split("\n")
    yield from (dite for debut, dite in PHRASES.items() if any(l.startswith(debut) for l in lignes))
    yield from (f"Votre fonction s'arrête sur une erreur : {nom}." for nom in _exceptions(message))
    yield from (trouvee[0] for trouvee in _ENTIERES.finditer(message))
    yield from (trouvee[0] for trouvee in _REMARQUE.finditer(message) if _nomme_les_aides(trouvee, question))
    if "NotImplementedError : il reste une partie à écrire" in message:
        yield "La fonction lève NotImplementedError : il reste une partie à écrire."
    if "Vous n'avez pas encore répondu" in message:
        yield "Vous n'avez pas encore répondu à cette question."


def _exceptions(message: str) -> Iterator[str]:
    """Les exceptions de Python ; le nom de toute autre est de l'élève."""
    for nom in _ERREUR.findall(message):
        genre = getattr(builtins, nom, None)
        yield nom if isinstance(genre, type) and issubclass(genre, BaseException) else "une exception"


def _nomme_les_aides(trouvee: re.Match[str], question: Question | None) -> bool:
    """La ligne entière est-elle celle du moteur, où seuls paraissent des noms du cours ?"""
    noms = set(re.findall(r"\w+", trouvee[1])) - {"et"}
    suite = re.compile(
        r"Remarque : [\w, ]+, dont \w+ se sert, (?:sont fausses ou manquent|est fausse ou manque) "
        r"dans ce notebook\. Cela n'est pas compté ici : les essais sont faits avec des versions justes\."
    )
    return question is not None and noms <= {*question.aides} and bool(suite.fullmatch(trouvee[0]))
