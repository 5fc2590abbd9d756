"""Les contrôles du fichier lui-même : ses cellules, et ce qui dépend d'une exécution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from p4core.pret.cellules import Cellule
from p4core.pret.noyau import Copie
from p4core.pret.rapport import Souci
from p4core.pret.sujets import REPONSE, SUFFIXE, TEXTE, Attendue

REPRENDRE = "annulez (Échap, puis Z), ou recopiez votre travail dans un notebook neuf de ce TP"
MARQUE = "pret_a_rendre("


def par_grade_id(copie: Copie) -> dict[str, Cellule]:
    """La première cellule de chaque identifiant."""
    return {cellule.grade_id: cellule for cellule in reversed(copie.cellules) if cellule.grade_id}


def noms(attendues: Iterable[Attendue]) -> tuple[str, ...]:
    """Les questions, chacune une fois, dans l'ordre."""
    return tuple(dict.fromkeys(attendue.question for attendue in attendues))


def du_nom(copie: Copie, tp: str) -> Iterator[Souci]:
    """Le fichier s'appelle-t-il encore comme le TP ?"""
    if copie.chemin.name != f"{tp}.ipynb":
        yield Souci(f"Le fichier s'appelle {copie.chemin.name}", remede=f"renommez-le {tp}.ipynb")


def des_cellules(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les cellules effacées, copiées, changées de type, modifiées ou déplacées."""
    trouvees = par_grade_id(copie)
    manquantes = [a for a in sujet if a.grade_id not in trouvees]
    vues = {c.identifiant for c in copie.cellules if not c.grade_id}
    yield from _dire("Cellule effacée", [a for a in manquantes if a.grade_id not in vues], REPRENDRE)
    perdues = [a for a in manquantes if a.grade_id in vues]
    yield from _dire("Cellule que la correction ne reconnaît plus", perdues, REPRENDRE)
    nombre = Counter(cellule.grade_id for cellule in copie.cellules)
    doubles = [a for a in sujet if nombre[a.grade_id] > 1]
    yield from _dire(
        "Cellule en plusieurs exemplaires", doubles, "gardez celle qui compte, effacez les autres"
    )
    presentes = [(a, trouvees[a.grade_id]) for a in sujet if a.grade_id in trouvees]
    changees = [a for a, c in presentes if c.genre != ("markdown" if a.role == TEXTE else "code")]
    yield from _dire(
        "Cellule dont le type a changé", changees, "rendez-lui son type : Code, ou Markdown pour un texte"
    )
    modifiees = [a for a, c in presentes if a.role not in (REPONSE, TEXTE) and not a.intacte(c)]
    yield from _dire(
        "Cellule verrouillée modifiée", modifiees, "elle sera remise comme dans le sujet : " + REPRENDRE
    )
    yield from _dire(
        "Cellule déplacée", _deplacees(copie, sujet), "remettez-la à sa place, le test après la réponse"
    )


def _dire(quoi: str, fautives: list[Attendue], remede: str) -> Iterator[Souci]:
    if fautives:
        yield Souci(quoi, noms(fautives), remede)


def _deplacees(copie: Copie, sujet: list[Attendue]) -> list[Attendue]:
    """Les cellules qui viennent avant une autre que le sujet met plus haut."""
    rangs = {a.grade_id: rang for rang, a in enumerate(sujet)}
    ordre = list(dict.fromkeys(c.grade_id for c in copie.cellules if c.grade_id in rangs))
    return [sujet[rangs[g]] for g, suivant in pairwise(ordre) if rangs[g] > rangs[suivant]]


def non_traitees(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses encore vides : une information."""
    cellules = [(a, par_grade_id(copie).get(a.grade_id)) for a in sujet if a.role in (REPONSE, TEXTE)]
    vides = noms(a for a, cellule in cellules if cellule and a.intacte(cellule))
    if vides:
        quoi = f"{len(vides)} réponses encore vides" if len(vides) > 1 else "Une réponse encore vide"
        yield Souci(quoi, vides, grave=False)


def du_noyau(copie: Copie, sujet: list[Attendue]) -> Iterator[Souci]:
    """Le fichier enregistré est-il ce que le noyau a exécuté, entièrement ?"""
    executees = copie.executees or []
    if not any(texte and MARQUE not in texte for texte in executees):
        yield Souci("Rien n'a été exécuté depuis le démarrage du noyau", remede=TOUT)
        return
    etats = {a.grade_id: _etat(a, copie, executees) for a in sujet if a.role != TEXTE}
    for etat, remede in REMEDES.items():
        yield from _dire(etat, [a for a in sujet if etats.get(a.grade_id) == etat], remede)


TOUT = "menu Noyau → Redémarrer le noyau et exécuter toutes les cellules, puis enregistrez"
NON_ENREGISTREE = "Travail non enregistré"
JAMAIS, A_RELANCER = "Cellule jamais exécutée telle qu'elle est dans le fichier", "Test à relancer"
REMEDES = {
    NON_ENREGISTREE: "le fichier n'a pas ce que vous avez exécuté : enregistrez (Ctrl + S), puis relancez",
    JAMAIS: "exécutez-la, enregistrez (Ctrl + S), puis relancez celle-ci",
    A_RELANCER: "la réponse a changé depuis : exécutez le test",
}


def _etat(attendue: Attendue, copie: Copie, executees: list[str]) -> str:
    """Ce qui ne va pas entre la cellule du fichier et les exécutions ; vide si tout va bien."""
    trouvees = par_grade_id(copie)
    cellule = trouvees.get(attendue.grade_id)
    if cellule is None:
        return ""  # déjà signalée comme effacée
    derniere = max(_rangs(cellule.source, executees), default=-1)
    if attendue.role == REPONSE and _autre_version(attendue, copie, executees) > derniere:
        return NON_ENREGISTREE
    if attendue.role == REPONSE and attendue.intacte(cellule):
        return ""  # rien à exécuter
    reponse = trouvees.get(attendue.grade_id.removesuffix(SUFFIXE), cellule)
    if 0 <= derniere < min(_rangs(reponse.source, executees), default=-1):
        return A_RELANCER
    return JAMAIS if derniere < 0 else ""


def _rangs(source: str, executees: list[str]) -> list[int]:
    """Les rangs des exécutions de ce texte."""
    return [rang for rang, texte in enumerate(executees) if texte == source.strip()]


def _autre_version(attendue: Attendue, copie: Copie, executees: list[str]) -> int:
    """Le rang de la dernière exécution d'un texte absent du fichier qui définit la même chose, ou −1."""
    du_fichier = {cellule.source.strip() for cellule in copie.cellules}
    for rang in range(len(executees) - 1, -1, -1):
        texte = executees[rang]
        if texte not in du_fichier and set(attendue.definit) & set(Cellule("code", texte).code.definit):
            return rang
    return -1
