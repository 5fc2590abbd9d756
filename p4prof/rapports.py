"""Voir la classe : qui est noté, qui ne l'est pas et pourquoi, ce que chacun a su faire à chaque question.

Le rapport d'un TP est un texte (Markdown), une page HTML à ouvrir d'un double-clic et un CSV ; la commande
« p4 bilan » l'écrit à tout moment."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, median
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.dessin import svg
from p4core.francais import INSECABLE, ecrire_nombre, enumerer, pour_cent, quantite
from p4cours.carnets import ETOILE, REPONSE, SUFFIXE, TEST, Cellule, lire
from p4cours.verification.bilan import FAUX, GENRE, JUSTE, NON_TRAITE, Bilan, ContreExemple
from p4prof.bareme import intituler, reperes_de
from p4prof.cloison.copie import VISIBLE
from p4prof.cours import dossier, ecrire_entier, ouvrir, ouvrir_pour
from p4prof.eleves import dossier_des_rapports
from p4prof.etats import A_NOTER, A_RELIRE, ABSENTE, ECHEC, RAISONNEMENT, SANS_ELEVE, Etat, etats
from p4prof.inerte.absences import Executee, raison
from p4prof.mise_en_page import gabarit_brut, mettre_en_page
from p4prof.pannes import en_francais, phrase

# --- Les questions : la réussite de chacune et les erreurs les plus fréquentes ---------------------------

_PHRASE = re.compile(r".+?[.!?…](?=\s|$)", re.DOTALL)


@dataclass(frozen=True)
class ReponseNotee:
    """Ce qu'un élève a obtenu à une question, et le diagnostic qu'on lui a donné."""

    eleve: str
    etat: str
    diagnostic: str
    part: float
    exemple: ContreExemple | None = None  # un essai que l'élève a vu dans son notebook


@dataclass
class QuestionNotee:
    """Les réponses de la classe à une question notée automatiquement."""

    nom: str
    points: float
    reponses: list[ReponseNotee] = field(default_factory=list)
    titre: str = ""  # « Question 5, coups »

    @property
    def intitule(self) -> str:
        """Le nom que lit une personne."""
        return self.titre or self.nom

    @property
    def en_bonus(self) -> bool:
        """Est-ce une question ★, que l'on peut laisser ?"""
        return ETOILE in self.titre

    @property
    def reussite(self) -> float:
        """La part moyenne des points, de 0 à 1."""
        return sum(r.part for r in self.reponses) / len(self.reponses) if self.reponses else 0.0

    @property
    def justes(self) -> int:
        """Le nombre d'élèves qui ont tous les points."""
        return sum(r.part >= 1 for r in self.reponses)

    @property
    def sans_reponse(self) -> list[str]:
        """Les élèves qui n'ont rien écrit."""
        return [r.eleve for r in self.reponses if r.etat == NON_TRAITE]

    @property
    def diagnostics(self) -> list[tuple[str, list[str]]]:
        """Chaque erreur et les élèves qui l'ont faite, la plus fréquente d'abord."""
        erreurs = [(r.diagnostic, r.eleve) for r in self.reponses if r.etat == FAUX]
        comptes = Counter(diagnostic for diagnostic, _ in erreurs)
        ordre = sorted(comptes, key=lambda d: (-comptes[d], d))
        return [(d, sorted(eleve for autre, eleve in erreurs if autre == d)) for d in ordre]


def questions(
    cours: CourseDirectory, notes: Gradebook, tp: str, eleves: Iterable[str]
) -> list[QuestionNotee]:
    """Les questions notées d'un TP, dans l'ordre du sujet, vues par les copies corrigées."""
    vues: dict[str, QuestionNotee] = {}
    reperes = reperes_de(cours, tp)
    for eleve in eleves:
        parts = _parts(notes, tp, eleve)
        for chemin in sorted(dossier(cours, "autograded", eleve, tp).glob("*.ipynb")):
            commencees = _commencees(cours, tp, chemin)
            executees = _executees(chemin)
            sources = [(c.source, affichees) for c, affichees in executees]
            for test, sorties in _tests(executees):
                nom, part = test.grade_id, parts.get(test.grade_id, 0.0)
                titre = intituler(test, reperes)
                neuve = QuestionNotee(nom.removesuffix(SUFFIXE), test.points, titre=titre)
                question = vues.setdefault(nom, neuve)
                etat, dit = _diagnostic(sorties, part, sources)
                if etat == NON_TRAITE and nom.removesuffix(SUFFIXE) in commencees:
                    etat, dit = FAUX, INACHEVEE
                question.reponses.append(ReponseNotee(eleve, etat, dit, part, _exemple(sorties, dit)))
    return list(vues.values())


def commentaires(
    notes: Gradebook, tp: str, eleves: Iterable[str], reperes: Mapping[str, str]
) -> dict[str, list[str]]:
    """Ce que l'enseignant a écrit à chacun dans formgrader, précédé du nom de la question."""
    ecrits = {}
    for eleve in eleves:
        siens = [c for carnet in notes.find_submission(tp, eleve).notebooks for c in carnet.comments]
        # Une réponse vide a un commentaire de nbgrader, en anglais : il n'est de personne.
        dits = [(c.name, " ".join(c.manual_comment.split())) for c in siens if c.manual_comment]
        ecrits[eleve] = [
            f"{intituler(Cellule('', '', nom), reperes)} : {texte}" for nom, texte in dits if texte
        ]
    return ecrits


def _commencees(cours: CourseDirectory, tp: str, chemin: Path) -> set[str]:
    """Les cellules de réponse que l'élève a changées : un trou laissé n'est pas une page blanche."""
    sujet = Path(cours.format_path(cours.release_directory, ".", tp)) / chemin.name
    if not sujet.is_file():
        return set()
    donnees = {c.grade_id: c.source.split() for c in lire(sujet) if c.role == REPONSE}
    siennes = {c.grade_id: c.source.split() for c in lire(chemin) if c.grade_id in donnees}
    return {nom for nom, texte in siennes.items() if texte and texte != donnees[nom]}


def _parts(notes: Gradebook, tp: str, eleve: str) -> dict[str, float]:
    """La part des points de chaque test, d'après le carnet de notes : c'est lui qui fait foi."""
    grades = [g for carnet in notes.find_submission(tp, eleve).notebooks for g in carnet.grades]
    return {g.name: (g.score or 0.0) / g.max_score for g in grades if g.max_score}


def tests_corriges(chemin: Path) -> list[tuple[Cellule, list[Any]]]:
    """Les cellules de test d'un carnet corrigé, que la correction a exécutées, et leurs sorties."""
    return _tests(_executees(chemin))


def _executees(chemin: Path) -> list[tuple[Cellule, list[Any]]]:
    """Les cellules d'un carnet corrigé, et leurs sorties."""
    brutes = json.loads(chemin.read_text("utf-8"))["cells"]
    return [(Cellule.lire(brute), brute.get("outputs", [])) for brute in brutes]


def _tests(executees: list[tuple[Cellule, list[Any]]]) -> list[tuple[Cellule, list[Any]]]:
    return [(c, sorties) for c, sorties in executees if c.role == TEST and c.grade_id and c.points]


def _diagnostic(sorties: list[Any], part: float, cellules: Sequence[Executee] = ()) -> tuple[str, str]:
    """L'état et la première phrase du dernier bilan affiché : celui du test caché, qui décide.

    `cellules` : celles de la copie, où chercher pourquoi une réponse n'existe pas."""
    for sortie in reversed(sorties):
        if bilan := lire_bilan(sortie):
            return bilan.etat, "" if bilan.etat == JUSTE else premiere_phrase(bilan.message)
        if sortie.get("output_type") == "error":
            if absence := raison(sortie, cellules):
                return FAUX, absence
            return _erreur_du_test(str(sortie.get("ename", "")), str(sortie.get("evalue", "")))
    return (JUSTE, "") if part >= 1 else (FAUX, SANS_DIAGNOSTIC)


def _exemple(sorties: list[Any], diagnostic: str) -> ContreExemple | None:
    """Ce qui montre cette faute dans le test visible : les essais des tests cachés ne se montrent pas."""
    vus = [lire_bilan(sortie) for sortie in sorties if VISIBLE in sortie.get("data", {})]
    memes = [b for b in vus if b and premiere_phrase(b.message) == diagnostic]
    return next((bilan.contre_exemple for bilan in memes if bilan.contre_exemple), None)


def lire_bilan(sortie: Any) -> Bilan | None:
    """Le bilan que cette sortie porte en données, s'il y en a un."""
    try:
        return Bilan.depuis_donnees(sortie.get("data", {}).get(GENRE))
    except ValueError:
        return None


def _erreur_du_test(nom: str, message: str) -> tuple[str, str]:
    if nom == "NotImplementedError":
        return NON_TRAITE, ""
    if nom == "AssertionError":  # une question de l'enseignant, faite d'« assert »
        return FAUX, premiere_phrase(message) or "une des vérifications échoue"
    return FAUX, f"la réponse s'arrête sur une erreur ({nom}) : {premiere_phrase(message)}".rstrip(" :")


def premiere_phrase(message: str) -> str:
    """La première phrase d'un message, espaces ordinaires : deux diagnostics égaux se regroupent."""
    propre = " ".join(message.split())
    trouve = _PHRASE.match(propre)
    return trouve[0] if trouve else propre


# --- Les notes d'une classe, et ses fautes, sans aucun nom -----------------------------------------------

DISCRETION = 4  # en dessous, une répartition désignerait des personnes : elle n'est pas projetée
SANS_DIAGNOSTIC = "réponse fausse, sans diagnostic"
INACHEVEE = "réponse commencée : il reste une partie à écrire"


@dataclass(frozen=True)
class Repartition:
    """Des notes, ramenées à 20."""

    notes: tuple[float, ...]

    @property
    def combien(self) -> int:
        """Le nombre de notes."""
        return len(self.notes)

    @property
    def moyenne(self) -> float:
        """La moyenne."""
        return fmean(self.notes)

    @property
    def mediane(self) -> float:
        """La médiane : autant de notes en dessous qu'au-dessus."""
        return median(self.notes)

    @property
    def classes(self) -> list[tuple[int, int]]:
        """Le nombre de notes de 0 à 2, de 2 à 4… ; 20 compte avec la dernière."""
        rangs = Counter(min(9, int(note // 2)) for note in self.notes)
        return [(2 * rang, rangs[rang]) for rang in range(10)]

    @property
    def plus_haute(self) -> int:
        """L'effectif de la classe la plus nombreuse."""
        return max(combien for _, combien in self.classes)

    @property
    def projetable(self) -> bool:
        """Assez de notes pour que personne ne s'y reconnaisse ?"""
        return self.combien >= DISCRETION

    @property
    def phrase(self) -> str:
        """« Moyenne 12,4 / 20, médiane 13, de 4 à 19 : 36 notes. »."""
        bas, haut = ecrire_nombre(min(self.notes)), ecrire_nombre(max(self.notes))
        return f"{self.milieu}, de {bas} à {haut} : {quantite(self.combien, 'note')}."

    @property
    def milieu(self) -> str:
        """« Moyenne 12,4 / 20, médiane 13 », sans rien qui soit la note d'une personne."""
        return f"Moyenne {ecrire_nombre(self.moyenne)} / 20, médiane {ecrire_nombre(self.mediane)}"

    @property
    def description(self) -> str:
        """L'histogramme en mots."""
        pleines = [f"{n} de {debut} à {debut + 2}" for debut, n in self.classes if n]
        return f"Répartition des notes : {', '.join(pleines)}."


@dataclass(frozen=True)
class FauteDuJour:
    """Une faute que plusieurs copies ont faite, avec l'essai qui la montre."""

    question: str
    phrase: str
    combien: int
    exemple: ContreExemple | None = None

    @property
    def dessin(self) -> Markup:
        """La grille de l'essai, s'il y en a une."""
        image = self.exemple.image if self.exemple else None
        return Markup(svg(image, cote=32)) if image else Markup()

    @property
    def appel(self) -> str:
        """L'appel qui révèle la faute ; ce qu'une copie a répondu n'est pas montré, il est d'un élève."""
        return self.exemple.appel if self.exemple else ""

    @property
    def attendu(self) -> str:
        """Ce qu'il fallait répondre."""
        return self.exemple.attendu if self.exemple else ""


def fautes_du_jour(questions: Iterable[QuestionNotee], combien: int = 3) -> list[FauteDuJour]:
    """Les fautes les plus répandues, faites par deux copies au moins."""
    fautes = [
        FauteDuJour(q.intitule, phrase, len(eleves), _premier_exemple(q, eleves))
        for q in questions
        for phrase, eleves in q.diagnostics
        if len(eleves) > 1 and phrase != SANS_DIAGNOSTIC
    ]
    return sorted(fautes, key=lambda f: -f.combien)[:combien]


def _premier_exemple(question: QuestionNotee, eleves: list[str]) -> ContreExemple | None:
    return next((r.exemple for r in question.reponses if r.eleve in eleves and r.exemple), None)


# --- Le rapport d'un TP ----------------------------------------------------------------------------------

ENTETES = ["élève", "nom", "état", "note", "sur", "raison"]


@dataclass(frozen=True)
class RapportDeClasse:
    """L'état d'une classe sur un TP ; son texte est du Markdown."""

    tp: str
    lignes: list[Etat]
    questions: list[QuestionNotee] = field(default_factory=list)
    commentaires: dict[str, list[str]] = field(default_factory=dict)  # ceux de l'enseignant, par élève

    def de(self, *choix: str) -> list[Etat]:
        """Les copies qui sont dans l'un de ces états."""
        return [ligne for ligne in self.lignes if ligne.etat in choix]

    @property
    def echecs(self) -> list[Etat]:
        """Les copies rendues qui n'ont pas pu être notées, ou ne sont encore à personne."""
        return self.de(ECHEC, SANS_ELEVE)

    @property
    def eleves(self) -> list[Etat]:
        """Les lignes qui sont à quelqu'un : les seules à exporter."""
        return [ligne for ligne in self.lignes if ligne.etat != SANS_ELEVE]

    @property
    def notees(self) -> list[Etat]:
        """Les copies qui ont une note."""
        return [e for e in self.lignes if e.note is not None]

    @property
    def repartition(self) -> Repartition | None:
        """Les notes entières, ramenées à 20 ; rien s'il n'y en a aucune."""
        entieres = [e for e in self.notees if not e.partielle and e.maximum]
        return Repartition(tuple(20 * (e.note or 0.0) / e.maximum for e in entieres)) if entieres else None

    @property
    def en_retard(self) -> list[Etat]:
        """Les copies rendues après l'échéance mise dans nbgrader."""
        return [e for e in self.eleves if e.retard]

    @property
    def titre(self) -> str:
        """« tp3_ia : 28 copies notées, 1 échec »."""
        notees = quantite(len(self.notees), "copie notée", "copies notées")
        attente = len(self.de(RAISONNEMENT))
        reste = f", {quantite(attente, RAISONNEMENT, 'raisonnements à noter')}" if attente else ""
        return f"{self.tp} : {notees}, {quantite(len(self.echecs), 'échec', 'échecs')}{reste}"

    def qui(self, eleve: str) -> str:
        """Le vrai nom d'un élève, s'il est connu."""
        return next((e.qui for e in self.lignes if e.eleve == eleve), eleve)

    def __str__(self) -> str:
        parties = [
            f"# {self.titre}",
            _section("Copies en échec : elles n'ont pas de note", self.echecs),
            _section("Copies notées après réparation", [e for e in self.notees if e.remarques]),
            _section("Rendues en retard : à vous de décider", self.en_retard, retard=True),
            _section("Copies pas encore notées", self.de(A_NOTER)),
            _section("Rien rendu", self.de(ABSENTE)),
            "\n".join(["## Notes", "", *self.notes]),
            "\n\n".join(["## Questions", *map(self._question, self.questions)]) if self.questions else "",
        ]
        return "\n\n".join(p for p in parties if p) + "\n"

    @property
    def notes(self) -> list[str]:
        """Une ligne par note, puis la moyenne de celles qui sont sur le même total."""
        lignes = [f"- {e.qui} : {ecrire_note(e)}" for e in self.notees]
        entieres = [e for e in self.notees if not e.partielle]
        partielles = [e for e in self.notees if e.partielle]
        return [
            *lignes,
            *_moyenne(entieres, sans=partielles),
            *_moyenne(partielles, f", {RAISONNEMENT}", sans=entieres),
        ]

    def _question(self, question: QuestionNotee) -> str:
        """Une question : réussite, erreurs de la plus fréquente à la plus rare, réponses vides."""
        lignes = [f"### {question.intitule} ({ecrire_nombre(question.points)}) : {resume(question)}", ""]
        for diagnostic, eleves in question.diagnostics:
            lignes.append(f"- {len(eleves)} × {diagnostic} — {enumerer(map(self.qui, eleves))}")
        if vides := question.sans_reponse:
            lignes.append(f"- {len(vides)} × aucune réponse — {enumerer(map(self.qui, vides))}")
        return "\n".join(lignes).rstrip()


# Celles qui ne sont pas dans une moyenne : au singulier, au pluriel.
_AUTRES = (
    ("copie au raisonnement pas encore noté", "copies au raisonnement pas encore noté"),
    ("copie notée en entier", "copies notées en entier"),
)


def _moyenne(notees: list[Etat], suite: str = "", sans: Sequence[Etat] = ()) -> list[str]:
    """La moyenne de ces copies ; combien n'y sont pas, qui ne sont pas notées sur le même total."""
    if len(notees) < 2:
        return []
    notes = [e.note or 0.0 for e in notees]
    sur = ecrire_nombre(notees[0].maximum)
    moyenne, mediane = ecrire_nombre(fmean(notes)), ecrire_nombre(median(notes))
    reste = f" ({len(notees)} copies ; sans {quantite(len(sans), *_AUTRES[bool(suite)])})" if sans else ""
    return ["", f"Moyenne : {moyenne} / {sur}{suite} ; médiane : {mediane}{reste}"]


def _section(titre: str, lignes: list[Etat], retard: bool = False) -> str:
    """Une liste sous son titre ; rien si elle est vide."""
    phrases = [(e.qui, e.retard if retard else e.raison) for e in lignes]
    puces = [f"- **{qui}** : {raison}" if raison else f"- **{qui}**" for qui, raison in phrases]
    return "\n".join([f"## {titre}", "", *puces]) if lignes else ""


def resume(question: QuestionNotee) -> str:
    """« 72 % des points, 5 justes sur 8 »."""
    justes = quantite(question.justes, "juste", "justes")
    return f"{pour_cent(question.reussite, 0, INSECABLE)} des points, {justes} sur {len(question.reponses)}"


def dresser(tp: str, cours: CourseDirectory | None = None, racine: Path | None = None) -> RapportDeClasse:
    """Dresse le rapport d'un TP et l'écrit dans « gestion/rapports » (Markdown, CSV et page HTML)."""
    cours = cours or ouvrir(racine)
    rapport = lire_la_classe(tp, cours)
    ecrire_le_rapport(cours, rapport)
    return rapport


def lire_la_classe(tp: str, cours: CourseDirectory) -> RapportDeClasse:
    """Le rapport d'un TP, sans rien écrire."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        lignes = etats(cours, notes, tp)
        corriges = [e.eleve for e in lignes if e.note is not None and not e.avec]
        vues = questions(cours, notes, tp, corriges)
        ecrits = commentaires(notes, tp, corriges, reperes_de(cours, tp))
    return RapportDeClasse(tp, lignes, vues, ecrits)


def ecrire_le_rapport(cours: CourseDirectory, rapport: RapportDeClasse) -> None:
    """Écrit les trois formes du rapport, chacune entière ou pas du tout."""
    cible = dossier_des_rapports(cours)
    cases = [[e.eleve, e.nom, e.etat, *note_et_sur(e), e.explication] for e in rapport.lignes]
    ecrire_entier(cible / f"{rapport.tp}.md", str(rapport).encode())
    ecrire_entier(cible / f"{rapport.tp}.html", en_page(rapport, liens(cours, rapport)).encode())
    ecrire_entier(cible / f"{rapport.tp}-projection.html", en_projection(rapport).encode())
    ecrire_csv(cible / f"{rapport.tp}.csv", [ENTETES, *cases])


def ecrire_csv(
    cible: Path, lignes: Iterable[list[str]], separateur: str = ";", codage: str = "utf-8-sig"
) -> None:
    """Un CSV ; d'ordinaire celui que les tableurs français ouvrent tel quel."""
    flux = io.StringIO(newline="")
    sortie = csv.writer(flux, delimiter=separateur)
    sortie.writerows([_sans_formule(case) for case in ligne] for ligne in lignes)
    ecrire_entier(cible, flux.getvalue().encode(codage))


def _sans_formule(case: str) -> str:
    """Une case qu'un tableur ne prendra pas pour une formule : le texte peut venir d'un élève."""
    return f"'{case}" if len(case) > 1 and case[0] in "=+-@\t\r" else case


def ecrire_note(etat: Etat) -> str:
    """« 12,5 / 20 », ou « 13,5 / 16, raisonnement à noter », et comment on y est arrivé."""
    note, sur = note_et_sur(etat)
    precisions = [p for p in (etat.mention, A_RELIRE if etat.etat == A_RELIRE else "") if p]
    attente = f", {etat.etat}" if etat.partielle else ""
    return f"{note} / {sur}{attente}" + (f" ({', '.join(precisions)})" if precisions else "")


def note_et_sur(etat: Etat) -> list[str]:
    """La note et son maximum ; deux cases vides pour une copie qui n'a pas de note."""
    return ["", ""] if etat.note is None else [ecrire_nombre(etat.note), ecrire_nombre(etat.maximum)]


# --- Le rapport en une page HTML -------------------------------------------------------------------------


def liens(cours: CourseDirectory, rapport: RapportDeClasse) -> dict[str, str]:
    """L'adresse de chaque copie, vue de la page du rapport : son retour, sinon le carnet corrigé."""
    depuis, adresses = dossier_des_rapports(cours), {}
    for etat in rapport.notees:
        for etape, genre in (("feedback", "html"), ("autograded", "ipynb")):
            pages = sorted(dossier(cours, etape, etat.copie, rapport.tp).glob(f"*.{genre}"))
            if pages:
                adresses[etat.eleve] = quote(os.path.relpath(pages[0], depuis).replace(os.sep, "/"))
                break
    return adresses


def en_projection(rapport: RapportDeClasse) -> str:
    """La page à projeter : la répartition et les trois fautes du jour, sans aucun nom."""
    repartition = rapport.repartition
    return mettre_en_page(
        "projection.html",
        f"{rapport.tp} : les fautes du jour",
        repartition=repartition if repartition and repartition.projetable else None,
        fautes=fautes_du_jour(rapport.questions),
    )


def en_page(rapport: RapportDeClasse, liens: Mapping[str, str] | None = None) -> str:
    """La page d'un rapport : échecs, questions, notes."""
    return mettre_en_page(
        "bilan.html",
        rapport.titre,
        programme=gabarit_brut("trier.js"),
        liens=liens or {},
        rapport=rapport,
        nommer=rapport.qui,
        resume=resume,
        ecrire_note=ecrire_note,
        a_noter=rapport.de(A_NOTER),
        absentes=rapport.de(ABSENTE),
        reparees=[e for e in rapport.notees if e.remarques],
    )


# --- La commande « p4 bilan » ----------------------------------------------------------------------------


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp1_grille")


@en_francais
def executer(arguments: Namespace) -> int:
    """Affiche le rapport, l'écrit dans « gestion/rapports » ; rend 1 s'il y a des échecs."""
    cours = ouvrir_pour(arguments.tp)
    rapport = lire_la_classe(arguments.tp, cours)
    print(rapport, end="")
    try:
        ecrire_le_rapport(cours, rapport)
    except OSError as panne:  # le rapport est à l'écran : c'est ce qui est demandé
        print(f"\nLe rapport n'a pas été écrit. {phrase(panne) or panne}")
        return 1
    pages = dossier_des_rapports(cours)
    print(f"\nÀ ouvrir dans un navigateur : {pages / f'{arguments.tp}.html'}")
    print(f"Sans les noms, à projeter : {pages / f'{arguments.tp}-projection.html'}")
    return 1 if rapport.echecs else 0
