"""Le rapport de « Prêt à rendre ? » : une ligne par chose à régler, en texte et en HTML.
Ce que l'on sait du notebook ouvert : où est son fichier, et ce que son noyau a exécuté.
Les contrôles du fichier lui-même : ses cellules, et ce qui dépend d'une exécution.
Les contrôles du code des réponses : syntaxe, noms venus d'ailleurs, saisies au clavier.
"""

from __future__ import annotations

import builtins
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from p4core.progression import duree
from p4cours.pret.cellules import (
    REPONSE,
    SUFFIXE,
    TEXTE,
    VARIABLE,
    Attendue,
    Cellule,
    Illisible,
    contenu_du_module,
    lire,
    sujets,
)
from p4cours.verification.bilan import COULEURS, FAUX, JUSTE, SIGNES, en_html

# --- Le rapport de « Prêt à rendre ? » : une ligne par chose à régler, en texte et en HTML ---------------


@dataclass(frozen=True)
class Souci:
    """Ce qui n'irait pas à la correction : quoi, où, et que faire."""

    quoi: str
    ou: tuple[str, ...] = ()
    remede: str = ""
    grave: bool = True  # faux : à savoir, sans que rien n'aille mal

    def __str__(self) -> str:
        lieux = f" ({', '.join(self.ou)})" if self.ou else ""
        return f"{self.quoi}{lieux}" + (f" → {self.remede}" if self.remede else "")


@dataclass(frozen=True)
class Rapport:
    """Tout ce que l'élève doit savoir avant de rendre."""

    tp: str
    soucis: tuple[Souci, ...] = ()
    fichier: str = ""  # ce qui a été relu

    @property
    def graves(self) -> list[Souci]:
        """Ce qu'il faut régler."""
        return [souci for souci in self.soucis if souci.grave]

    @property
    def pret(self) -> bool:
        """Peut-on rendre tel quel ?"""
        return not self.graves

    @property
    def titre(self) -> str:
        """La ligne de tête."""
        nombre = len(self.graves)
        if not nombre:
            return f"{SIGNES[JUSTE]} Prêt à rendre"
        return f"{SIGNES[FAUX]} Pas encore prêt : {nombre} chose{'s' * (nombre > 1)} à régler"

    def __str__(self) -> str:
        lignes = [f"  {_puce(souci)} {souci}" for souci in self._ranges()]
        return "\n".join([self.titre, *lignes, *filter(None, [self.fichier])])

    __repr__ = __str__

    def _ranges(self) -> list[Souci]:
        return sorted(self.soucis, key=lambda souci: not souci.grave)

    def _repr_html_(self) -> str:
        couleur = COULEURS[JUSTE if self.pret else FAUX]
        lignes = "".join(f"<li>{_ligne_html(souci)}</li>" for souci in self._ranges())
        return (
            f'<div style="border-left:5px solid {couleur};padding:.4em 1em;margin:.3em 0">'
            f'<strong style="color:{couleur}">{en_html(self.titre)}</strong>'
            f'<ul style="list-style:none;padding-left:.5em;margin:.3em 0">{lignes}</ul>'
            f"<div><em>{en_html(self.fichier)}</em></div></div>"
        )


def _puce(souci: Souci) -> str:
    return "✗" if souci.grave else "…"


def _ligne_html(souci: Souci) -> str:
    lieux = f" <code>{'</code>, <code>'.join(map(en_html, souci.ou))}</code>" if souci.ou else ""
    remede = f"<br/>&emsp;→ {en_html(souci.remede)}" if souci.remede else ""
    return f"{_puce(souci)} {en_html(souci.quoi)}{en_html(' : ') if lieux else ''}{lieux}{remede}"


# --- Ce que l'on sait du notebook ouvert : où est son fichier, et ce que son noyau a exécuté -------------


UN_JOUR = 86_400.0  # secondes


@dataclass(frozen=True)
class Copie:
    """Un notebook sur le disque, et le noyau où il est ouvert."""

    chemin: Path
    cellules: list[Cellule]
    executees: list[str] | None = None  # les cellules exécutées, de la plus ancienne à la plus récente
    noms: frozenset[str] = field(default_factory=frozenset)  # ceux que le noyau connaît

    @property
    def ouverte(self) -> bool:
        """Le fichier est-il, à coup sûr, celui que l'élève a devant lui ?"""
        return self.executees is not None

    def enregistrement(self) -> str:
        """Quand le fichier a été enregistré, en clair ; un fichier d'une archive n'a pas de vraie date."""
        age = max(0.0, time.time() - self.chemin.stat().st_mtime)
        return f"enregistré il y a {duree(age)}" if age < UN_JOUR else "pas enregistré depuis un jour"


def ouvrir(tp: str) -> Copie | None:
    """La copie de ce TP, ou None si l'on ne trouve pas son fichier."""
    for chemin in _annonces():
        if chemin.is_file() and _est_du_tp(chemin, tp):
            return Copie(chemin, lire(chemin), _executees(), frozenset(_espace()))
    voisins = [chemin for chemin in sorted(Path.cwd().glob("*.ipynb")) if _est_du_tp(chemin, tp)]
    nommes = [chemin for chemin in voisins if chemin.stem == tp] or voisins
    return Copie(nommes[0], lire(nommes[0])) if len(nommes) == 1 else None


def _annonces() -> list[Path]:
    """Le fichier ouvert, d'après VS Code ou d'après le serveur Jupyter."""
    dits = [_espace().get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")]
    return [Path(dit) for dit in dits if isinstance(dit, str) and dit.endswith(".ipynb")]


def _est_du_tp(chemin: Path, tp: str) -> bool:
    """Le fichier porte-t-il le nom de ce TP ou, renommé, a-t-il de ses cellules ?"""
    if chemin.stem == tp:
        return True
    try:
        presentes = {cellule.grade_id for cellule in lire(chemin)}
    except Illisible:
        return False  # un autre fichier du dossier, qui n'est pas en cause
    return any(attendue.grade_id in presentes for attendue in sujets()[tp])


def _ipython() -> Any:
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None


def _espace() -> dict[str, Any]:
    ipython = _ipython()
    return ipython.user_ns if ipython else {}


def _executees() -> list[str]:
    """Les textes exécutés tels que tapés (`In` les garde traduits, quand ils contiennent des « % »)."""
    ipython = _ipython()
    return [texte.strip() for texte in ipython.history_manager.input_hist_raw] if ipython else []


# --- Les contrôles du fichier lui-même : ses cellules, et ce qui dépend d'une exécution ------------------


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


# --- Les contrôles du code des réponses : syntaxe, noms venus d'ailleurs, saisies au clavier -------------


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
