"""Les notes dans un fichier, où un échec n'est jamais un zéro : « p4 exporter » et « nbgrader export ».

Un TP pour Moodle, Pronote ou un tableur ; tout le cours en un seul CSV."""

from __future__ import annotations

import csv
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.plugins import ExportPlugin

from p4core.commande import DemandeImpossible
from p4core.francais import ecrire_nombre
from p4cours.verification.bilan import NON_TRAITE
from p4prof.classe import Classe, homonymes, mots
from p4prof.cours import dossier_de_gestion, ouvrir_pour
from p4prof.eleves import Registre, en_ascii, nom_et_prenom
from p4prof.etats import ABSENTE, RAISONNEMENT, Etat, etats
from p4prof.pannes import en_francais, raison_de_lecture
from p4prof.rapports import RapportDeClasse, dresser, ecrire_csv, ecrire_note, note_et_sur

# --- « p4 exporter » : les notes d'un TP -----------------------------------------------------------------

FORMATS = ("csv", "moodle", "pronote")
# Les en-têtes de la feuille d'évaluation d'un Moodle en français, et leurs noms en anglais.
MOODLE = {
    "Identifiant": "Identifier",
    "Nom complet": "Full name",
    "Note": "Grade",
    "Note maximale": "Maximum grade",
    "Dernière modification (note)": "Last modified (grade)",
    "Feedback par commentaires": "Feedback comments",
}
PRONOTE = ["Nom", "Prénom", "Note"]
TABLEUR = ["identifiant", "nom complet", "note", "sur", "état", "raison"]


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    analyseur.add_argument(
        "--format", choices=FORMATS, default="csv", help="moodle, pronote ou csv (tableur)"
    )
    analyseur.add_argument(
        "--feuille",
        type=Path,
        help="la feuille d'évaluation téléchargée de Moodle, à remplir (format moodle)",
    )
    aide = "ce qu'on écrit au lieu d'une note pour qui n'a rien rendu, par exemple Abs ; rien par défaut"
    analyseur.add_argument("--non-rendu", default="", metavar="MOT", help=aide)
    analyseur.add_argument("--vers", type=Path, help="le fichier à écrire")


@en_francais
def executer(arguments: Namespace) -> int:
    """Écrit le fichier et dit qui n'a pas de note."""
    cours = ouvrir_pour(arguments.tp)
    rapport = dresser(arguments.tp, cours)
    defaut = dossier_de_gestion(cours) / "exports" / f"{arguments.tp}-{arguments.format}.csv"
    cible: Path = arguments.vers or defaut
    cible.parent.mkdir(parents=True, exist_ok=True)
    if arguments.format == "moodle":
        lignes = exporter_moodle(rapport, Registre(cours, arguments.tp), arguments.feuille, Classe(cours))
        ecrire_csv(cible, lignes, ",", "utf-8")
    elif arguments.format == "pronote":
        ecrire_csv(cible, [PRONOTE, *exporter_pronote(rapport, arguments.non_rendu)])
    else:
        ecrire_csv(cible, [TABLEUR, *exporter_tableur(rapport, arguments.non_rendu)])
    print(f"écrit : {cible}")
    for copie in rapport.echecs:
        print(f"sans note — {copie.qui} : {copie.raison}")
    for copie in rapport.de(RAISONNEMENT):
        print(f"note partielle — {copie.qui} : {ecrire_note(copie)}")
    return 0


def exporter_tableur(rapport: RapportDeClasse, non_rendu: str = "") -> list[list[str]]:
    """Une ligne par élève, à la française."""
    return [
        [e.eleve, e.nom or e.eleve, _note(e, non_rendu), note_et_sur(e)[1], e.etat, e.explication]
        for e in rapport.eleves
    ]


def exporter_pronote(rapport: RapportDeClasse, non_rendu: str = "") -> list[list[str]]:
    """Nom, prénom, note à virgule, dans l'ordre alphabétique des noms comme la grille de Pronote.

    Une note partielle y est une phrase : un nombre seul y passerait pour une note sur 20.
    """
    doubles = homonymes(e.nom or e.eleve for e in rapport.eleves)
    lignes = [
        [*_nom_distinct(e, doubles), ecrire_note(e) if e.partielle else _note(e, non_rendu)]
        for e in rapport.eleves
    ]
    return sorted(lignes, key=lambda ligne: (en_ascii(ligne[0]), en_ascii(ligne[1])))


def _nom_distinct(etat: Etat, doubles: set[tuple[str, ...]]) -> tuple[str, str]:
    """Le nom et le prénom ; de deux homonymes, l'identifiant dit lequel."""
    nom, prenom = nom_et_prenom(etat.nom or etat.eleve)
    return (
        (nom, f"{prenom} ({etat.eleve})".strip())
        if mots(etat.nom or etat.eleve) in doubles
        else (nom, prenom)
    )


def _note(etat: Etat, non_rendu: str) -> str:
    """La note, le mot convenu pour qui n'a rien rendu, rien pour un échec."""
    if etat.note is not None:
        return ecrire_nombre(etat.note)
    return non_rendu if etat.etat == ABSENTE else ""


# --- La feuille d'évaluation de Moodle -------------------------------------------------------------------


def exporter_moodle(
    rapport: RapportDeClasse, registre: Registre, feuille: Path | None, classe: Classe | None = None
) -> list[list[str]]:
    """La feuille d'évaluation de Moodle : la sienne, remplie, ou une neuve avec les colonnes qu'il relit."""
    if feuille is not None:
        return remplir(feuille, rapport, registre, classe)
    lignes = [_ligne_moodle(e, registre, rapport) for e in rapport.eleves if e.etat != ABSENTE]
    return [list(MOODLE), *lignes]


def _ligne_moodle(etat: Etat, registre: Registre, rapport: RapportDeClasse) -> list[str]:
    numero = registre.envois[etat.eleve].numero if etat.eleve in registre.envois else ""
    participant = f"Participant{numero}" if numero else ""
    note = _points(etat)
    sur = f"{etat.maximum:g}" if note else ""
    return [participant, etat.nom or etat.eleve, note, sur, "-", commentaire(etat, rapport)]


def _points(etat: Etat) -> str:
    """La note avec un point décimal, que Moodle lit en toutes langues ; rien de partiel, il l'a sur 20."""
    return "" if etat.note is None or etat.partielle else f"{round(etat.note, 2):g}"


def commentaire(etat: Etat, rapport: RapportDeClasse) -> str:
    """Ce que l'élève lira chez Moodle : pourquoi il n'a pas de note, ou ses questions à reprendre."""
    if etat.note is None:
        return f"Copie non notée : {etat.raison}" if etat.raison else "Copie non notée."
    siennes = [(q.intitule, r) for q in rapport.questions for r in q.reponses if r.eleve == etat.copie]
    reprises = [
        f"{nom} : {r.diagnostic or r.etat}" for nom, r in siennes if r.part < 1 and r.etat != NON_TRAITE
    ]
    # Une question ★ peut se laisser : elle ne manque pas.
    vides = [q.intitule for q in rapport.questions if not q.en_bonus and etat.copie in q.sans_reponse]
    reprises += [f"Sans réponse : {' ; '.join(vides)}"] if vides else []
    precision = [ecrire_note(etat)] if etat.partielle or etat.mention else []
    return " | ".join(precision + rapport.commentaires.get(etat.copie, []) + reprises)


def remplir(
    feuille: Path, rapport: RapportDeClasse, registre: Registre, classe: Classe | None = None
) -> list[list[str]]:
    """Remplit note et commentaire dans la feuille de Moodle ; les autres cases ne changent pas."""
    entetes, *lignes = _lire(feuille)
    colonnes = _colonnes(feuille, entetes)
    oublies = {e.eleve: e.qui for e in rapport.lignes if e.note is not None}
    for ligne in lignes:
        etat = _trouver(ligne, colonnes, rapport, _reperes(rapport, registre, classe))
        if etat is not None and etat.etat != ABSENTE:
            oublies.pop(etat.eleve, None)
            _poser(ligne, colonnes["Note"], _points(etat))
            _poser(ligne, colonnes["Feedback par commentaires"], commentaire(etat, rapport))
    for qui in oublies.values():
        print(f"noté, mais absent de la feuille — {qui}")
    return [entetes, *lignes]


def numeros_de_la_feuille(
    feuille: Path, rapport: RapportDeClasse, registre: Registre, classe: Classe
) -> dict[str, str]:
    """Le numéro de participant de chaque élève, d'après la feuille d'évaluation de Moodle."""
    entetes, *lignes = _lire(feuille)
    colonnes = _colonnes(feuille, entetes)
    reperes = _reperes(rapport, registre, classe)
    trouves = [(_trouver(ligne, colonnes, rapport, reperes), ligne) for ligne in lignes]
    numeros = {e.eleve: re.findall(r"\d+$", ligne[colonnes["Identifiant"] or 0]) for e, ligne in trouves if e}
    return {eleve: numero[0] for eleve, numero in numeros.items() if numero}


def _colonnes(feuille: Path, entetes: list[str]) -> dict[str, int | None]:
    """Le rang de chaque colonne utile ; DemandeImpossible si ce n'est pas une feuille de Moodle."""
    colonnes = {fr: _colonne(entetes, fr, en) for fr, en in MOODLE.items()}
    if colonnes["Note"] is None or colonnes["Identifiant"] is None:
        raise DemandeImpossible(
            f"« {feuille} » n'est pas une feuille d'évaluation de Moodle : colonnes {entetes}"
        )
    return colonnes | {"Courriel": _colonne(entetes, "Adresse de courriel", "Email address")}


def _lire(feuille: Path) -> list[list[str]]:
    try:
        with feuille.open(encoding="utf-8-sig", newline="") as fichier:
            return list(csv.reader(fichier)) or [[]]
    except (OSError, UnicodeDecodeError, csv.Error) as erreur:
        raise DemandeImpossible(f"« {feuille} » ne se lit pas : {raison_de_lecture(erreur)}.") from erreur


def _colonne(entetes: list[str], *noms: str) -> int | None:
    return next((rang for rang, entete in enumerate(entetes) if entete.strip() in noms), None)


def _poser(ligne: list[str], rang: int | None, valeur: str) -> None:
    if rang is not None and valeur:
        ligne[rang] = valeur


def _reperes(rapport: RapportDeClasse, registre: Registre, classe: Classe | None) -> dict[str, str]:
    """Ce qui désigne un seul élève : son numéro, son courriel, son nom complet s'il est seul à le porter."""
    inscrits = classe.inscrits if classe else {}
    doubles = homonymes(e.nom or e.eleve for e in rapport.eleves)
    noms = {"-".join(cle): e.eleve for e in rapport.eleves if (cle := mots(e.nom or e.eleve)) not in doubles}
    courriels = {i.courriel: eleve for eleve, i in inscrits.items() if i.courriel}
    numeros = {numero: eleve for eleve, i in inscrits.items() for numero in i.numeros}
    return noms | courriels | numeros | {r.numero: eleve for eleve, r in registre.envois.items() if r.numero}


def _trouver(
    ligne: list[str], colonnes: dict[str, int | None], rapport: RapportDeClasse, reperes: dict[str, str]
) -> Etat | None:
    """L'élève d'une ligne : par son numéro de participant, son courriel, à défaut son nom complet."""
    cases = {nom: ligne[rang].strip() for nom, rang in colonnes.items() if rang is not None}
    numero = "".join(re.findall(r"\d+$", cases["Identifiant"]))
    essais = [numero, cases.get("Courriel", "").lower(), "-".join(mots(cases.get("Nom complet", "")))]
    eleve = next((reperes[essai] for essai in essais if essai in reperes), None)
    return next((e for e in rapport.eleves if e.eleve == eleve), None)


# --- « nbgrader export » : tous les TP -------------------------------------------------------------------

ENTETES = ["identifiant", "nom", "prénom", "courriel", "tp", "note", "sur", "état", "raison"]


class ExportNotes(ExportPlugin):
    """Une ligne par élève et par TP ; la note est vide tant que la copie n'est pas notée."""

    def export(self, gradebook: Gradebook) -> None:
        """Écrit le fichier demandé par « --to » (« gestion/notes.csv » par défaut)."""
        cours = self.parent.coursedir
        cible = Path(self.to) if self.to else dossier_de_gestion(cours) / "notes.csv"
        eleves = {e.id: e for e in gradebook.students}
        lignes = [
            _ligne(eleves.get(etat.eleve), tp.name, etat)
            for tp in gradebook.assignments
            if not self.assignment or tp.name in map(str, self.assignment)
            for etat in etats(cours, gradebook, tp.name)
            if not self.student or etat.eleve in map(str, self.student)
        ]
        ecrire_csv(cible, [ENTETES, *lignes])
        self.log.info("Notes écrites dans %s", cible)


def _ligne(eleve: Any, tp: str, etat: Etat) -> list[str]:
    """Les cases d'un élève ; il peut être inconnu du carnet de notes si sa copie a échoué."""
    qui = [etat.eleve, *(getattr(eleve, champ, None) or "" for champ in ("last_name", "first_name", "email"))]
    return [*qui, tp, *note_et_sur(etat), etat.etat, etat.explication]
