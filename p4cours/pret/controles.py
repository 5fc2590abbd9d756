"""Les contrôles de « Prêt à rendre ? » : le fichier, ses cellules, le code des réponses, le noyau."""

from __future__ import annotations

import builtins
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from p4cours.carnets import REPONSE, SUFFIXE, TEXTE, VARIABLE, Cellule, analyser
from p4cours.pret.relecture import NotebookOuvert, Souci
from p4cours.pret.sujets import Attendue, sujets

REPRENDRE = "annulez (Échap, puis Z), ou recopiez votre travail dans un notebook neuf de ce TP"
MARQUE = "pret_a_rendre("
SANS_SERVEUR = Souci(
    "Ouvert sans JupyterLab : impossible de comparer le fichier avec ce qui a été exécuté", grave=False
)


def controler(copie: NotebookOuvert, tp: str) -> Iterator[Souci]:
    """Tout ce qui n'irait pas à la correction de ce notebook."""
    sujet = sujets()[tp]
    if copie.chemin.name != f"{tp}.ipynb":
        yield Souci(f"Le fichier s'appelle {copie.chemin.name}", remede=f"renommez-le {tp}.ipynb")
    yield from _cellules(copie, sujet)
    yield from _syntaxe(copie, sujet)
    yield from _noms_lus(copie, sujet)
    yield from _saisies(copie, sujet)
    yield from _noyau(copie, sujet) if copie.ouverte else [SANS_SERVEUR]
    yield from _non_traitees(copie, sujet)


def _dire(quoi: str, fautives: Iterable[Attendue], remede: str) -> Iterator[Souci]:
    if noms := _noms(fautives):
        yield Souci(quoi, noms, remede)


def _noms(attendues: Iterable[Attendue]) -> tuple[str, ...]:
    """Les questions, chacune une fois, dans l'ordre."""
    return tuple(dict.fromkeys(attendue.question for attendue in attendues))


# --- Les cellules effacées, copiées, changées de type, modifiées, déplacées ou vides ---------------------


def _cellules(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    manquantes = [a for a in sujet if a.grade_id not in copie.connues]
    vues = {c.cle for c in copie.cellules if not c.grade_id}
    yield from _dire("Cellule effacée", [a for a in manquantes if a.grade_id not in vues], REPRENDRE)
    perdues = [a for a in manquantes if a.grade_id in vues]
    yield from _dire("Cellule que la correction ne reconnaît plus", perdues, REPRENDRE)
    nombre = Counter(cellule.grade_id for cellule in copie.cellules)
    doubles = [a for a in sujet if nombre[a.grade_id] > 1]
    yield from _dire(
        "Cellule en plusieurs exemplaires", doubles, "gardez celle qui compte, effacez les autres"
    )
    presentes = [(a, copie.connues[a.grade_id]) for a in sujet if a.grade_id in copie.connues]
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


def _deplacees(copie: NotebookOuvert, sujet: list[Attendue]) -> list[Attendue]:
    """Les cellules qui viennent avant une autre que le sujet met plus haut."""
    rangs = {a.grade_id: rang for rang, a in enumerate(sujet)}
    ordre = [grade_id for grade_id in copie.connues if grade_id in rangs]
    return [sujet[rangs[g]] for g, suivant in pairwise(ordre) if rangs[g] > rangs[suivant]]


def _non_traitees(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses encore vides : une information."""
    cellules = [(a, copie.connues.get(a.grade_id)) for a in sujet if a.role in (REPONSE, TEXTE)]
    vides = _noms(a for a, cellule in cellules if cellule and a.intacte(cellule))
    if vides:
        quoi = f"{len(vides)} réponses encore vides" if len(vides) > 1 else "Une réponse encore vide"
        yield Souci(quoi, vides, grave=False, incomplet=True)


# --- Le code des réponses : syntaxe, noms venus d'ailleurs, saisies au clavier ---------------------------

BOUCHON = "raise NotImplementedError"  # ce que le sujet met à la place de la réponse
# Ce qu'un noyau met à disposition sans qu'aucune cellule ne le définisse.
CONNUS = frozenset(dir(builtins)) | {"display", "get_ipython", "In", "Out", "_", "__", "___", "__name__"}
DEFINIR = "recevez-le en paramètre, ou définissez-le dans la cellule de la réponse"
RECEVOIR = "utilisez les paramètres de la fonction : personne ne répond pendant la correction"


def _reponses(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[tuple[Attendue, Cellule]]:
    """Les réponses de code que l'élève a écrites."""
    for attendue in sujet:
        cellule = copie.connues.get(attendue.grade_id)
        if cellule and attendue.role == REPONSE and cellule.genre == "code" and not attendue.intacte(cellule):
            yield attendue, cellule


def _syntaxe(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses que Python ne peut pas lire, et celles où il reste le texte du sujet."""
    for attendue, cellule in _reponses(copie, sujet):
        ou, perdus = (attendue.question,), sorted(set(attendue.definit) - set(cellule.code.definit))
        if cellule.code.erreur:
            yield Souci(f"Erreur de syntaxe, {cellule.code.erreur}", ou, "corrigez la cellule")
        elif perdus:
            yield Souci(f"La cellule ne définit plus {', '.join(perdus)}", ou, "rendez-lui son nom")
        elif any(ligne.strip() == BOUCHON for ligne in cellule.source.splitlines()):
            yield Souci(f"« {BOUCHON} » est resté dans la réponse", ou, "effacez-le")


def _noms_lus(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les réponses qui dépendent d'un nom que la correction n'aura pas."""
    apportes = [_contenu(module) for cellule in copie.cellules for module in cellule.code.tout_importe]
    if None in apportes:
        return  # un « import * » dont on ignore le contenu : tout peut en venir
    connus = CONNUS.union(*(contenu or () for contenu in apportes))
    for attendue, cellule in _reponses(copie, sujet):
        for nom in sorted((cellule.code.lit_tout_de_suite | cellule.code.lit_plus_tard) - connus):
            if defaut := _defaut_du_nom(nom, attendue, cellule, copie, sujet):
                yield Souci(f"« {nom} » {defaut}", (attendue.question,), DEFINIR)


def _contenu(nom: str) -> set[str] | None:
    """Ce que « from nom import * » apporte, si le module est déjà chargé."""
    module = sys.modules.get(nom)
    if module is None:
        return None
    return set(getattr(module, "__all__", [n for n in vars(module) if not n.startswith("_")]))


def _defaut_du_nom(
    nom: str, attendue: Attendue, cellule: Cellule, copie: NotebookOuvert, sujet: list[Attendue]
) -> str:
    """Ce qui ne va pas avec un nom que la réponse lit ; vide si tout va bien."""
    sources = {rang: c for rang, c in enumerate(copie.cellules) if nom in c.code.definit}
    if not sources and any(nom in a.definit for a in sujet):
        return ""  # le défaut est dans la cellule qui devrait le définir
    if not sources:
        fin = " : une cellule effacée, sans doute" if nom in copie.noms else ""
        return f"n'est défini dans aucune cellule du fichier{fin}"
    limite = _limite(nom, attendue, cellule, copie)
    avant = [c for rang, c in sources.items() if rang < limite]
    if not avant:
        return "n'est défini que plus bas dans le notebook"
    attendus = {a.grade_id for a in sujet}
    if all(c.grade_id not in attendus and c.code.definit[nom] == VARIABLE for c in avant):
        return "est une variable d'une cellule d'essai"
    return ""


def _limite(nom: str, attendue: Attendue, cellule: Cellule, copie: NotebookOuvert) -> int:
    """Le rang avant lequel le nom doit exister : celui de la réponse, ou de son test pour une fonction."""
    rang = copie.cellules.index(cellule)
    if nom in cellule.code.lit_tout_de_suite:
        return rang
    test = copie.connues.get(attendue.grade_id + SUFFIXE)
    return max(rang, copie.cellules.index(test)) if test else len(copie.cellules)


def _saisies(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    """Les questions posées au clavier : personne ne répond pendant la correction."""
    fautives = [
        (attendue, cellule)
        for attendue, cellule in _reponses(copie, sujet)
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


def _au_clavier(cellules: list[Cellule]) -> set[str]:
    """input et toutes les fonctions de ces cellules qui finissent par l'appeler."""
    trouves = {"input"}.union(*(cellule.code.interactifs for cellule in cellules))
    lectures = [couple for cellule in cellules for couple in cellule.code.lectures.items()]
    while nouveaux := {fonction for fonction, lus in lectures if lus & trouves} - trouves:
        trouves |= nouveaux
    return trouves


# --- Le fichier enregistré est-il ce que le noyau a exécuté, entièrement ? -------------------------------

TOUT = "menu Noyau → Redémarrer le noyau et exécuter toutes les cellules, puis enregistrez"
NON_ENREGISTREE = "Travail non enregistré"
JAMAIS, A_RELANCER = "Cellule jamais exécutée telle qu'elle est dans le fichier", "Test à relancer"
REMEDES = {
    NON_ENREGISTREE: "le fichier n'a pas ce que vous avez exécuté : enregistrez (Ctrl + S), puis relancez",
    JAMAIS: "exécutez-la, enregistrez (Ctrl + S), puis relancez celle-ci",
    A_RELANCER: "la réponse a changé depuis : exécutez le test",
}


def _noyau(copie: NotebookOuvert, sujet: list[Attendue]) -> Iterator[Souci]:
    executees = copie.executees or []
    if not any(texte and MARQUE not in texte for texte in executees):
        yield Souci("Rien n'a été exécuté depuis le démarrage du noyau", remede=TOUT)
        return
    etats = {a.grade_id: etat_au_noyau(a, copie) for a in sujet if a.role != TEXTE}
    for etat, remede in REMEDES.items():
        yield from _dire(etat, [a for a in sujet if etats.get(a.grade_id) == etat], remede)


def etat_au_noyau(attendue: Attendue, copie: NotebookOuvert) -> str:
    """Ce qui ne va pas entre la cellule du fichier et les exécutions ; vide si tout va bien, ou inconnu."""
    executees = copie.executees or []
    cellule = copie.connues.get(attendue.grade_id)
    if cellule is None:
        return ""  # déjà signalée comme effacée
    derniere = max(_rangs(cellule.source, executees), default=-1)
    if attendue.role == REPONSE and _autre_version(attendue, copie, executees) > derniere:
        return NON_ENREGISTREE
    if attendue.role == REPONSE and attendue.intacte(cellule):
        return ""  # rien à exécuter
    reponse = copie.connues.get(attendue.grade_id.removesuffix(SUFFIXE), cellule)
    if 0 <= derniere < min(_rangs(reponse.source, executees), default=-1):
        return A_RELANCER
    return JAMAIS if derniere < 0 else ""


def _rangs(source: str, executees: list[str]) -> list[int]:
    """Les rangs des exécutions de ce texte."""
    return [rang for rang, texte in enumerate(executees) if texte == source.strip()]


def _autre_version(attendue: Attendue, copie: NotebookOuvert, executees: list[str]) -> int:
    """Le rang de la dernière exécution d'un texte absent du fichier qui définit la même chose, ou −1."""
    du_fichier = {cellule.source.strip() for cellule in copie.cellules}
    for rang in range(len(executees) - 1, -1, -1):
        texte = executees[rang]
        if texte not in du_fichier and set(attendue.definit) & set(analyser(texte).definit):
            return rang
    return -1
