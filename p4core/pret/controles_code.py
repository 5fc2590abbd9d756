"""Les contrôles du code des réponses : syntaxe, noms venus d'ailleurs, saisies au clavier."""

from __future__ import annotations

import builtins
from collections.abc import Iterator

from p4core.pret.analyse import VARIABLE, contenu_du_module
from p4core.pret.cellules import Cellule
from p4core.pret.controles_fichier import MARQUE, par_grade_id
from p4core.pret.noyau import Copie
from p4core.pret.rapport import Souci
from p4core.pret.sujets import REPONSE, SUFFIXE, Attendue

BOUCHON = "raise NotImplementedError"  # ce que le sujet met à la place de la réponse
# Ce qu'un noyau met à disposition sans qu'aucune cellule ne le définisse.
CONNUS = frozenset(dir(builtins)) | {"display", "get_ipython", "In", "Out", "_", "__", "___", "__name__"}


def reponses(copie: Copie, sujet: list[Attendue]) -> Iterator[tuple[Attendue, Cellule]]:
    """Les réponses de code que l'élève a écrites."""
    trouvees = par_grade_id(copie)
    for attendue in sujet:
        cellule = trouvees.get(attendue.grade_id)
        if cellule and attendue.role == REPONSE and cellule.genre == "code" and not attendue.intacte(cellule):
            yield attendue, cellule


def de_la_syntaxe(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses que Python ne peut pas lire, et celles où il reste le texte du sujet."""
    for attendue, cellule in reponses(copie, sujet):
        if cellule.code.erreur:
            yield Souci(
                f"Erreur de syntaxe, {cellule.code.erreur}", (attendue.question,), "corrigez la cellule"
            )
        elif set(attendue.definit) - set(cellule.code.definit):
            perdus = ", ".join(sorted(set(attendue.definit) - set(cellule.code.definit)))
            yield Souci(f"La cellule ne définit plus {perdus}", (attendue.question,), "rendez-lui son nom")
        elif any(ligne.strip() == BOUCHON for ligne in cellule.source.splitlines()):
            yield Souci(f"« {BOUCHON} » est resté dans la réponse", (attendue.question,), "effacez-le")


def des_noms(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses qui dépendent d'un nom que la correction n'aura pas."""
    connus = _apportes_par_etoile(copie)
    if connus is None:
        return  # un « import * » dont on ignore le contenu : tout peut en venir
    for attendue, cellule in reponses(copie, sujet):
        lus = sorted((cellule.code.lit_tout_de_suite | cellule.code.lit_plus_tard) - CONNUS - connus)
        for nom in lus:
            if souci := _juger(nom, attendue, cellule, copie, sujet):
                yield souci


def _apportes_par_etoile(copie: Copie) -> frozenset[str] | None:
    modules = [module for cellule in copie.cellules for module in cellule.code.tout_importe]
    contenus = [contenu_du_module(module) for module in modules]
    return None if None in contenus else frozenset().union(*(contenu or set() for contenu in contenus))


def _juger(
    nom: str, attendue: Attendue, cellule: Cellule, copie: Copie, sujet: list[Attendue]
) -> Souci | None:
    """Ce qui ne va pas avec un nom que la réponse lit, ou None."""
    ou = (attendue.question,)
    sources = {rang: c for rang, c in enumerate(copie.cellules) if nom in c.code.definit}
    if not sources and any(nom in a.definit for a in sujet):
        return None  # le défaut est dans la cellule qui devrait le définir
    if not sources:
        fin = " : une cellule effacée, sans doute" if nom in copie.noms else ""
        return Souci(f"« {nom} » n'est défini dans aucune cellule du fichier{fin}", ou, DEFINIR)
    limite = _limite(nom, attendue, cellule, copie)
    avant = [c for rang, c in sources.items() if rang < limite]
    if not avant:
        return Souci(f"« {nom} » n'est défini que plus bas dans le notebook", ou, DEFINIR)
    attendus = {a.grade_id for a in sujet}
    if all(c.grade_id not in attendus and c.code.definit[nom] == VARIABLE for c in avant):
        return Souci(f"« {nom} » est une variable d'une cellule d'essai", ou, DEFINIR)
    return None


DEFINIR = "recevez-le en paramètre, ou définissez-le dans la cellule de la réponse"


def _limite(nom: str, attendue: Attendue, cellule: Cellule, copie: Copie) -> int:
    """Le rang avant lequel le nom doit exister : celui de la réponse, ou de son test pour une fonction."""
    rang = copie.cellules.index(cellule)
    if nom in cellule.code.lit_tout_de_suite:
        return rang
    test = par_grade_id(copie).get(attendue.grade_id + SUFFIXE)
    return max(rang, copie.cellules.index(test)) if test else len(copie.cellules)


def des_saisies(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les questions posées au clavier : personne ne répond pendant la correction."""
    fautives = [
        (attendue, cellule)
        for attendue, cellule in reponses(copie, sujet)
        if not attendue.clavier and "input" in cellule.code.lit_plus_tard
    ]
    for attendue, _ in fautives:
        yield Souci("input() dans une réponse qui n'en demande pas", (attendue.question,), RECEVOIR)
    # Les cellules qui appellent une réponse déjà signalée n'y sont pour rien.
    au_clavier = _au_clavier([c for c in copie.cellules if c not in [f for _, f in fautives]])
    for rang, cellule in enumerate(copie.cellules):
        if MARQUE not in cellule.source and (appels := cellule.code.appelle_tout_de_suite & au_clavier):
            question = {a.grade_id: a.question for a in sujet}.get(cellule.grade_id, f"cellule n° {rang + 1}")
            quoi = f"La cellule attend une réponse au clavier ({', '.join(sorted(appels))})"
            yield Souci(quoi, (question,), "mettez cet appel en commentaire (#) avant de rendre")


RECEVOIR = "utilisez les paramètres de la fonction : personne ne répond pendant la correction"


def _au_clavier(cellules: list[Cellule]) -> set[str]:
    """input et toutes les fonctions de ces cellules qui finissent par l'appeler."""
    trouves = {"input"}.union(*(cellule.code.interactifs for cellule in cellules))
    lectures = [couple for cellule in cellules for couple in cellule.code.lectures.items()]
    while nouveaux := {fonction for fonction, lus in lectures if lus & trouves} - trouves:
        trouves |= nouveaux
    return trouves
