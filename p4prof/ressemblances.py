"""Les réponses qui se ressemblent, hors ce que le sujet donne et ce que tout le monde écrit."""

from __future__ import annotations

import io
import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import combinations
from math import ceil
from typing import Any

from nbgrader.coursedir import CourseDirectory

from p4core.francais import INSECABLE, enumerer, pour_cent, quantite
from p4cours.carnets import CarnetIllisible, Cellule
from p4prof.bareme import titres_de
from p4prof.carnets import Sujet, remettre_en_forme, sujets
from p4prof.classe import homonymes, mots
from p4prof.cours import dossier, dossier_des_rapports, ecrire_entier, eleves_ayant_rendu, ouvrir_pour
from p4prof.eleves import Registre
from p4prof.etats import lire_fichier, trouver_renomme
from p4prof.mise_en_page import mettre_en_page
from p4prof.pannes import en_francais

# --- La commande « p4 ressemblances » --------------------------------------------------------------------

ENSEMBLE = "toute la copie"


@dataclass
class Paire:
    """Deux copies proches : leur ressemblance d'ensemble et les questions qui frappent."""

    eleves: tuple[str, str]
    ensemble: Rapprochement | None = None
    questions: dict[str, Rapprochement] = field(default_factory=dict)

    @property
    def force(self) -> tuple[float, float]:
        """De quoi classer : la ressemblance d'ensemble, puis la longueur de ce qui est commun."""
        return (self.ensemble.part if self.ensemble else 0.0, sum(r.commun for r in self.questions.values()))


@dataclass
class Comparaison:
    """Les paires à regarder, la plus proche d'abord, et ce qui n'a pas pu être comparé."""

    tp: str
    copies: int
    paires: list[Paire]
    illisibles: list[str]
    # Des réponses identiques, mais courtes : la question, et qui l'a écrite.
    courtes: list[tuple[str, list[str]]] = field(default_factory=list)
    titres: Mapping[str, str] = field(default_factory=dict)  # des questions, pour une personne

    def titre(self, question: str) -> str:
        """« Question 5, coups » ; à défaut, l'identifiant de la cellule."""
        return self.titres.get(question, question)


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    analyseur.add_argument("--paires", type=int, default=15, help="le nombre de paires à montrer (15)")


@en_francais
def executer(arguments: Namespace) -> int:
    """Affiche le résumé et écrit la page ; rend 2 si copydetect manque."""
    if find_spec("copydetect") is None:
        print("Il faut copydetect : pip install -e '.[ressemblances]'")
        return 2
    cours = ouvrir_pour(arguments.tp)
    comparaison = comparer(cours, arguments.tp, arguments.paires)
    registre = Registre(cours, arguments.tp)
    print(resumer(comparaison, registre))
    cible = dossier_des_rapports(cours) / f"{arguments.tp}-ressemblances.html"
    ecrire_entier(cible, en_page(comparaison, registre).encode())
    print(f"Côte à côte, à ouvrir dans un navigateur : {cible}")
    return 0


def comparer(cours: CourseDirectory, tp: str, paires: int = 15) -> Comparaison:
    """Compare toutes les copies d'un TP, question par question et dans l'ensemble."""
    attendus = sujets(cours, tp)
    donne = "\n\n".join(c.source for s in attendus for c in s.cellules if c.genre == "code")
    copies, illisibles = _lire_les_copies(cours, tp, attendus)
    trouvees: dict[tuple[str, str], Paire] = {}
    courtes: list[tuple[str, list[str]]] = []
    for nom in [ENSEMBLE, *sorted({q for copie in copies.values() for q in copie} - {""})]:
        codes = {e: code for e, copie in copies.items() if (code := _code(copie, nom))}
        for trouve in rapprocher(codes, donne):
            paire = trouvees.setdefault(trouve.eleves, Paire(trouve.eleves))
            if nom == ENSEMBLE:
                paire.ensemble = trouve
            elif trouve.frappant:
                paire.questions[nom] = trouve
        for groupe, texte in [] if nom == ENSEMBLE else identiques(codes):
            if len(texte) < LONGUE:
                courtes.append((nom, groupe))
                continue
            for a, b in combinations(groupe, 2):
                trouvees.setdefault((a, b), Paire((a, b))).questions[nom] = _identique((a, b), codes)
    frappantes = [p for p in trouvees.values() if p.questions or (p.ensemble and p.ensemble.frappant)]
    ordre = sorted(frappantes, key=lambda p: p.force, reverse=True)
    return Comparaison(tp, len(copies), ordre[:paires], illisibles, courtes, titres_de(cours, tp))


def _code(copie: dict[str, str], nom: str) -> str:
    return "\n\n".join(copie.values()) if nom == ENSEMBLE else copie.get(nom, "")


def _lire_les_copies(
    cours: CourseDirectory, tp: str, attendus: list[Sujet]
) -> tuple[dict[str, dict[str, str]], list[str]]:
    """Le code de chaque élève, par question ; la clé vide réunit ses cellules à lui."""
    copies: dict[str, dict[str, str]] = {}
    illisibles = []
    for eleve in eleves_ayant_rendu(cours, tp):
        try:
            lues = {q: c for sujet in attendus for q, c in _reponses(cours, tp, eleve, sujet)}
            copies[eleve] = dict(_comparables(lues))
            illisibles += [
                f"{eleve} : {question or 'ses propres cellules'}, {len(code)} caractères : non comparé"
                for question, code in lues.items()
                if question not in copies[eleve]
            ]
        except CarnetIllisible as raison:
            illisibles.append(f"{eleve} : {raison}")
    return copies, illisibles


def _comparables(lues: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Les réponses d'une copie, tant qu'elles restent d'une longueur raisonnable."""
    total = 0
    for question, code in lues.items():
        if len(code) <= CODE_MAX and total + len(code) <= COPIE_MAX:
            total += len(code)
            yield question, code


def _reponses(cours: CourseDirectory, tp: str, eleve: str, sujet: Sujet) -> Iterator[tuple[str, str]]:
    """Les réponses travaillées d'une copie, puis ses cellules de code qui ne viennent pas du sujet."""
    rendu = dossier(cours, "submitted", eleve, tp)
    chemin = trouver_renomme(rendu, sujet) or rendu / f"{sujet.nom}.ipynb"
    contenu = json.loads(remettre_en_forme(lire_fichier(chemin), chemin.name)[0])
    distribues = {c.source.strip() for c in sujet.cellules}
    libres = []
    for cellule in map(Cellule.lire, contenu["cells"]):
        if cellule.genre != "code" or cellule.source.strip() in distribues:
            continue
        if cellule.grade_id in sujet.identifiants:
            yield cellule.grade_id, cellule.source
        else:
            libres.append(cellule.source)
    if libres:
        yield "", "\n\n".join(libres)


# --- Deux programmes : les empreintes de copydetect, moins ce que tout le monde écrit --------------------

FRAGMENT = 20
COMMUN_MIN = 60  # signes : en dessous, deux élèves peuvent écrire la même chose sans se voir
PART_MIN = 0.7  # de la plus courte des deux réponses
PART_CLASSE = 1 / 3  # un fragment qu'au moins ce tiers de la classe écrit ne dit rien
CODE_MAX, COPIE_MAX = (
    40_000,
    150_000,
)  # caractères d'une réponse, d'une copie : au-delà, ce serait long
LONGUE = 200  # caractères : en dessous, deux réponses identiques n'étonnent pas
_Zones = list[tuple[int, int]]


@dataclass(frozen=True)
class Rapprochement:
    """Deux programmes qui se ressemblent : ce qu'ils ont en commun, et où."""

    eleves: tuple[str, str]
    commun: int
    part: float
    codes: tuple[str, str]
    zones: tuple[_Zones, _Zones]

    @property
    def frappant(self) -> bool:
        """Assez long et assez semblable pour être montré."""
        return self.commun >= COMMUN_MIN and self.part >= PART_MIN

    @property
    def pourcentage(self) -> str:
        """« 92 % »."""
        return pour_cent(self.part, 0, INSECABLE)


def rapprocher(codes: Mapping[str, str], donne: str) -> list[Rapprochement]:
    """Les paires qui ont des fragments en commun, la plus semblable d'abord ; « donne » vient du sujet."""
    traces = {eleve: _trace(code) for eleve, code in sorted(codes.items())}
    banals = _banals(list(traces.values()), len(codes)) | set(_trace(donne).hashes)
    for trace in traces.values():
        _oublier(trace, banals)
    paires = [
        _comparer(a, b, traces) for a, b in combinations(traces, 2) if traces[a].hashes & traces[b].hashes
    ]
    return sorted(paires, key=lambda r: (-r.part * min(1, r.commun / COMMUN_MIN), r.eleves))


def identiques(codes: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """Les élèves dont la réponse entière est la même, aux blancs près, si nombreux soient-ils."""
    groupes: dict[str, list[str]] = {}
    for eleve, code in sorted(codes.items()):
        groupes.setdefault(" ".join(code.split()), []).append(eleve)
    return [(eleves, texte) for texte, eleves in groupes.items() if len(eleves) > 1]


def _identique(eleves: tuple[str, str], codes: Mapping[str, str]) -> Rapprochement:
    a, b = (codes[eleve].strip() for eleve in eleves)
    return Rapprochement(eleves, min(len(a), len(b)), 1.0, (a, b), ([(0, len(a))], [(0, len(b))]))


def _trace(code: str) -> Any:
    """Les empreintes d'un programme, toutes gardées : le résultat ne dépend pas du hasard."""
    from copydetect import CodeFingerprint

    propre = code.replace("\r\n", "\n").strip()  # les positions seraient décalées
    return CodeFingerprint("reponse.py", FRAGMENT, 1, language="python", fp=io.StringIO(propre))


def _banals(traces: list[Any], classe: int) -> set[int]:
    """Les fragments qu'une bonne part de la classe a écrits ; au moins quatre élèves."""
    comptes = Counter(h for trace in traces for h in trace.hashes)
    seuil = max(4, ceil(classe * PART_CLASSE))
    return {h for h, combien in comptes.items() if combien >= seuil}


def _oublier(trace: Any, banals: set[int]) -> None:
    """Retire des empreintes ; le reste devient la mesure de ce que l'élève a écrit."""
    from copydetect.utils import get_token_coverage

    trace.hash_idx = {h: rangs for h, rangs in trace.hash_idx.items() if h not in banals}
    trace.hashes = set(trace.hash_idx)
    trace.token_coverage = get_token_coverage(trace.hash_idx, trace.k, len(trace.filtered_code))


def _comparer(a: str, b: str, traces: Mapping[str, Any]) -> Rapprochement:
    from copydetect import compare_files

    commun, parts, zones = compare_files(traces[a], traces[b])
    codes = (traces[a].raw_code, traces[b].raw_code)
    lisibles = (_zones(zones[0]), _zones(zones[1]))
    return Rapprochement((a, b), int(commun), min(1.0, float(max(parts))), codes, lisibles)


def _zones(tableau: Any) -> _Zones:
    """Les zones communes d'un programme, en couples (début, fin)."""
    debuts, fins = tableau.tolist()
    return [(int(debut), int(fin)) for debut, fin in zip(debuts, fins, strict=True)]


# --- Le résumé pour le terminal, et la page où les réponses sont côte à côte -----------------------------

AVERTISSEMENT = (
    "Un indice, jamais une preuve : deux élèves peuvent écrire la même chose en travaillant ensemble, en "
    "suivant le même cours ou par hasard. Lisez les deux réponses et parlez-en avec eux avant de conclure."
)
DECOMPTE = (
    "Le code donné par le sujet, ce qu'une bonne part de la classe a écrit de même et les fragments trop "
    "courts ne comptent pas. Les noms de variables, les commentaires et l'ordre des fonctions non plus. "
    "Ce qui est commun est surligné."
)


def resumer(comparaison: Comparaison, registre: Registre) -> str:
    """Le résumé pour le terminal."""
    copies = quantite(comparaison.copies, "copie comparée", "copies comparées")
    paires = quantite(len(comparaison.paires), "paire à regarder", "paires à regarder")
    lignes = [f"{comparaison.tp} : {copies}, {paires}.", AVERTISSEMENT, ""]
    for rang, paire in enumerate(comparaison.paires, 1):
        qui = enumerer(_nommer(paire.eleves, registre))
        lignes.append(f"{rang:>3}. {qui} : {decrire(paire, comparaison)}")
    lignes += [f"Identiques mais courtes — {phrase}" for phrase in _courtes(comparaison, registre)]
    return "\n".join([*lignes, *(f"Non comparée — {phrase}" for phrase in comparaison.illisibles)])


def _nommer(eleves: Iterable[str], registre: Registre) -> list[str]:
    """Les vrais noms ; de deux homonymes, l'identifiant dit lequel."""
    doubles = homonymes(registre.noms.values())
    noms = ((eleve, registre.nom(eleve)) for eleve in eleves)
    return [f"{nom} ({eleve})" if mots(nom) in doubles else nom for eleve, nom in noms]


def _courtes(comparaison: Comparaison, registre: Registre) -> list[str]:
    """« Question 1, init : Ana LI et Bob ROY », pour chaque réponse courte écrite de même."""
    return [
        f"{comparaison.titre(question)} : {enumerer(_nommer(groupe, registre))}"
        for question, groupe in comparaison.courtes
    ]


def decrire(paire: Paire, comparaison: Comparaison) -> str:
    """« 92 % de toute la copie ; Question 3, victoire 100 % ; Question 7, IA 95 % »."""
    ensemble = f"{paire.ensemble.pourcentage} de {ENSEMBLE}" if paire.ensemble else ""
    details = [f"{comparaison.titre(nom)} {r.pourcentage}" for nom, r in paire.questions.items()]
    return " ; ".join(filter(None, [ensemble, *details]))


def en_page(comparaison: Comparaison, registre: Registre) -> str:
    """La page de toutes les paires, la plus proche d'abord."""
    return mettre_en_page(
        "ressemblances.html",
        f"{comparaison.tp} : réponses qui se ressemblent",
        avertissement=AVERTISSEMENT,
        decompte=DECOMPTE,
        paires=[_paire(paire, comparaison, registre) for paire in comparaison.paires],
        courtes=_courtes(comparaison, registre),
        illisibles=comparaison.illisibles,
    )


def _paire(paire: Paire, comparaison: Comparaison, registre: Registre) -> dict[str, Any]:
    """Ce qu'on montre d'une paire : ses questions, à défaut la copie entière."""
    noms = _nommer(paire.eleves, registre)
    montres = dict(paire.questions)
    if not montres and paire.ensemble:
        montres = {ENSEMBLE: paire.ensemble}
    blocs = [_cote_a_cote(comparaison.titre(nom), noms, trouve) for nom, trouve in montres.items()]
    return {"titre": f"{enumerer(noms)} — {decrire(paire, comparaison)}", "blocs": blocs}


def _cote_a_cote(question: str, noms: list[str], trouve: Rapprochement) -> dict[str, Any]:
    morceaux = [decouper(code, zones) for code, zones in zip(trouve.codes, trouve.zones, strict=True)]
    colonnes = list(zip(noms, morceaux, strict=True))
    return {"question": question, "pourcentage": trouve.pourcentage, "colonnes": colonnes}


def decouper(code: str, zones: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """Le code en morceaux, chacun commun ou non ; mis bout à bout, c'est le code entier."""
    morceaux, position = [], 0
    for debut, fin in sorted(zones):
        debut = max(debut, position)
        if fin > debut:
            morceaux += [(code[position:debut], False), (code[debut:fin], True)]
            position = fin
    return [(texte, commun) for texte, commun in [*morceaux, (code[position:], False)] if texte]
