"""La copie qui ne calcule rien : chaque réponse est une table de ce que la vérification visible a demandé.

On l'obtient comme un élève l'obtiendrait de qui a juste : la vérification du notebook, faite sur la réponse
modèle, dit quels arguments elle donne et ce qu'il faut en faire. Hors de la table, la plus fréquente.
"""

import copy
import importlib
import random
from collections import Counter
from unittest.mock import patch

from p4core.jeu import Position
from p4cours.examen import examiner, questions
from p4cours.verification import moteur

PAR_CAS = 400  # résultats gardés d'une fonction au hasard, rejoués l'un après l'autre

# Ce qu'écrit l'élève : pour des arguments, ce que devient chacun, ce qui s'affiche, les saisies, le résultat.
CODE = """
def _fabriquer(table, frequente):
    import copy
    inf, nan, faits = float("inf"), float("nan"), {{}}
    def figer(v):
        if callable(v): return "<fonction>"
        if hasattr(v, "pions"): return ("<position>", v.pions, v.trait)
        if isinstance(v, (list, tuple)): return type(v)(map(figer, v))
        if isinstance(v, dict): return {{k: figer(e) for k, e in v.items()}}
        return v
    def reponse(*arguments):
        cle = repr(figer(arguments))
        connus = table.get(cle, frequente)
        faits[cle] = faits.get(cle, -1) + 1
        affiche, saisies, apres, valeur = eval(connus[faits[cle] % len(connus)], {{"inf": inf, "nan": nan}})
        for _ in range(saisies): input()
        if affiche: print(affiche, end="")
        if cle in table:
            for argument, nouveau in zip(arguments, apres):
                if isinstance(argument, list): argument[:] = nouveau
                elif isinstance(argument, dict): argument.clear(); argument.update(nouveau)
        return valeur
    return reponse
{nom} = _fabriquer({table!r}, {frequente!r})
"""


def figer(v):
    """Une clé lisible : une fonction y est anonyme, une Position ses pions et son trait."""
    if callable(v):
        return "<fonction>"
    if isinstance(v, Position):
        return ("<position>", v.pions, v.trait)
    if isinstance(v, list | tuple):
        return type(v)(map(figer, v))
    return {k: figer(e) for k, e in v.items()} if isinstance(v, dict) else v


class Enregistreur:
    """La réponse modèle, et tout ce qu'on lui a demandé."""

    def __init__(self, modele):
        self.modele, self.table = modele, {}
        espace, self._affiche, self._saisies = modele.__globals__, [], 0
        espace["print"], espace["input"] = self._print, self._input
        self.__name__, self.__globals__ = modele.__name__, espace

    def _print(self, *textes, sep=" ", end="\n", **_):
        self._affiche.append(sep.join(map(str, textes)) + end)
        print(*textes, sep=sep, end=end)

    def _input(self, *invite):
        self._saisies += 1
        return input(*invite)

    def __call__(self, *arguments):
        cle = repr(figer(arguments))
        self._affiche, self._saisies = [], 0
        valeur = self.modele(*arguments)
        if hasattr(valeur, "__next__"):
            valeur = list(valeur)
        garde = ("".join(self._affiche), self._saisies, figer(arguments), figer(valeur))
        connus = self.table.setdefault(cle, [])
        if len(connus) < PAR_CAS and repr(garde) not in connus:
            connus.append(repr(garde))
        return valeur


def table(recueil, question):
    """Le code d'une réponse qui récite ; vide si la question n'attend pas une fonction."""
    if questions(recueil.tp)[question].parametres is None:
        return ""
    enregistreur = Enregistreur(recueil.fonction(question))
    with patch.multiple(moteur, BUDGET=300.0, TOTAL=400.0):  # qui triche a tout son temps
        bilan = examiner(recueil.tp, question, enregistreur)
    assert bilan.etat == "juste", bilan
    resultats = Counter(r for connus in enregistreur.table.values() for r in connus)
    valeurs = Counter(repr(eval(r, {"inf": float("inf"), "nan": float("nan")})[3]) for r in resultats)
    courante = valeurs.most_common(1)[0][0]
    frequente = [f"('', 0, (), {courante})"]
    return CODE.format(nom=question, table=enregistreur.table, frequente=frequente)


def recueil(tp):
    """Les réponses modèles d'un TP."""
    return importlib.import_module(f"reponses.{tp}").RECUEIL


def reciter(recueil, question):
    """La fonction qui récite, dans un notebook où le reste est juste."""
    espace = copy.copy(recueil.fonction(question).__globals__)
    exec(table(recueil, question), espace)
    return espace[question]


def gains(tp, graine=None, ampleur=2):
    """Ce que gagne la récitation à chaque question : sa part, et les critères qui paient."""
    graine = random.SystemRandom().getrandbits(128) if graine is None else graine
    for question, contenu in questions(tp).items():
        if contenu.parametres is not None:
            bilan = examiner(tp, question, reciter(recueil(tp), question), graine, ampleur)
            poids = {c.nom: c.poids for c in contenu.criteres}
            yield question, bilan, poids
