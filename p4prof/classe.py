"""La classe : qui y est inscrit, et de qui est une copie, quel que soit le nom sous lequel elle arrive.

« p4 classe LISTE.csv » lit la liste que donne Moodle, Pronote ou un tableur et l'écrit dans « gestion ».
Sans liste, chacun est ce que dit le nom de son dossier ; avec elle, un nom douteux n'est jamais deviné.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.commande import DemandeImpossible
from p4core.francais import enumerer, quantite
from p4prof.cours import dossier_de_gestion, ouvrir
from p4prof.eleves import ecrire_donnees, en_ascii, lire_donnees, lisible, nom_et_prenom
from p4prof.pannes import en_francais, raison_de_lecture

# --- Lire une liste : Moodle (participants, notes, feuille d'évaluation), Pronote, un tableur ------------

# Ce que chaque colonne s'appelle, accents et ponctuation ôtés.
_COLONNES = {
    "nom": "nom nom-de-famille last-name surname",
    "prenom": "prenom prenoms first-name",
    "complet": "nom-complet full-name eleve eleves nom-prenom nom-et-prenom nom-prenoms etudiant",
    "courriel": "adresse-de-courriel courriel email e-mail mail email-address adresse-mail adresse-e-mail",
    "identifiant": "numero-d-identification id-number identifiant identifier username nom-d-utilisateur "
    "login ine numero-ine",
    "groupe": "groupe groupes group groups division classe",
}
_ROLES = {entete: role for role, entetes in _COLONNES.items() for entete in entetes.split()}
_PARTICIPANT = re.compile(r"participant\s*(\d+)", re.IGNORECASE)


@dataclass
class Inscrit:
    """Une personne de la classe ; « numeros » et « alias » s'apprennent au fil des ramassages."""

    nom: str
    prenom: str = ""
    courriel: str = ""
    identifiant: str = ""
    groupe: str = ""
    numeros: list[str] = field(default_factory=list)  # ceux de Moodle : un par devoir
    alias: list[str] = field(default_factory=list)  # les noms reçus que l'enseignant lui a attribués
    parti: bool = False

    @property
    def complet(self) -> str:
        """« DUPONT Éloïse » ; le nom tel quel si la liste ne sépare pas le prénom."""
        return f"{self.nom.upper()} {self.prenom}" if self.prenom else self.nom


def lire_liste(chemin: Path) -> list[Inscrit]:
    """Les personnes d'une liste ; DemandeImpossible si rien n'y ressemble à un nom."""
    lignes, roles = _decouper(_texte(chemin), chemin)
    inscrits = [inscrit for ligne in lignes if (inscrit := _inscrit(dict(zip(roles, ligne, strict=False))))]
    if not inscrits:
        raise DemandeImpossible(f"« {chemin} » ne contient aucun nom.")
    return inscrits


def _texte(chemin: Path) -> str:
    try:
        octets = chemin.read_bytes()
    except OSError as panne:
        raise DemandeImpossible(f"« {chemin} » ne se lit pas : {raison_de_lecture(panne)}.") from panne
    if octets.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise DemandeImpossible(f"« {chemin} » est un classeur : enregistrez-le au format CSV.")
    codages = ("utf-16",) if octets.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252")
    for codage in codages:
        try:
            return octets.decode(codage)
        except UnicodeDecodeError:
            continue
    raise DemandeImpossible(f"« {chemin} » n'est pas un fichier texte.")


def _decouper(texte: str, chemin: Path) -> tuple[list[list[str]], list[str]]:
    """Les lignes et le rôle de chaque colonne, avec le séparateur qui fait reconnaître le plus d'en-têtes."""
    essais = [_lignes(texte, separateur) for separateur in ";,\t"]
    # Pronote met parfois un titre avant les en-têtes : on les cherche dans les premières lignes.
    choix = [
        (sum(map(bool, roles)), essai[rang + 1 :], roles)
        for essai in essais
        for rang, ligne in enumerate(essai[:5])
        if {"nom", "complet"} & set(roles := [_ROLES.get(en_ascii(case), "") for case in ligne])
    ]
    if choix:
        _, lignes, roles = max(choix, key=lambda c: c[0])
        return lignes, roles
    if all(len(ligne) == 1 for essai in essais for ligne in essai):
        return essais[0], ["complet"]  # un nom par ligne
    entetes = max(essais, key=lambda e: len(e[0]) if e else 0)[:1]
    raise DemandeImpossible(
        f"« {chemin} » n'a pas de colonne de noms : une colonne « Nom » (et « Prénom »), ou « Nom complet », "
        f"est attendue ; trouvé : {', '.join(entetes[0]) if entetes else 'rien'}."
    )


def _lignes(texte: str, separateur: str) -> list[list[str]]:
    lues = csv.reader(io.StringIO(texte, newline=""), delimiter=separateur)
    return [[lisible(case.strip()) for case in ligne] for ligne in lues if any(map(str.strip, ligne))]


def _inscrit(cases: dict[str, str]) -> Inscrit | None:
    """La personne d'une ligne, ou None si elle n'a pas de nom (une moyenne, une ligne vide)."""
    nom, prenom = cases.get("nom", ""), cases.get("prenom", "")
    if not nom and cases.get("complet"):
        nom, prenom = nom_et_prenom(cases["complet"])
    if not nom:
        return None
    identifiant = cases.get("identifiant", "")
    participant = _PARTICIPANT.fullmatch(identifiant)
    return Inscrit(
        nom,
        prenom.title() if prenom.isupper() and len(prenom) > 1 else prenom,
        cases.get("courriel", "").lower(),
        "" if participant else identifiant,
        cases.get("groupe", ""),
        [participant[1]] if participant else [],
    )


# --- La classe : ses inscrits, chacun sous un identifiant qui ne change plus -----------------------------

_MOTS_DE_GROUPE = frozenset(
    {"groupe", "groupes", "group", "gr", "grp", "td", "tp", "equipe", "binome", "classe"}
)
_CLASSE = re.compile(
    r"((g|gr|grp|td|tp|groupe|equipe|classe)?\d+[a-z]?|(mpsi|pcsi|ptsi|mp2i|mpi|mp|psi|pc|pt|tsi|bcpst|ecg)\d*)"
)


@dataclass(frozen=True)
class Avis:
    """De qui est une copie : une personne certaine, ou celles entre qui l'on hésite."""

    eleve: str = ""
    candidats: tuple[str, ...] = ()


class Classe:
    """Les inscrits du cours, « gestion/classe.json » ; vide tant qu'aucune liste n'a été donnée."""

    def __init__(self, cours: CourseDirectory) -> None:
        self._fichier = dossier_de_gestion(cours) / "classe.json"
        self.inscrits = {eleve: Inscrit(**brut) for eleve, brut in lire_donnees(self._fichier).items()}

    def __bool__(self) -> bool:
        return bool(self.inscrits)

    def ecrire(self) -> None:
        """Écrit la classe, entière ou pas du tout."""
        ecrire_donnees(self._fichier, {eleve: asdict(i) for eleve, i in self.inscrits.items()})

    def nom(self, eleve: str) -> str:
        """Le vrai nom d'un inscrit, à défaut son identifiant."""
        return self.inscrits[eleve].complet if eleve in self.inscrits else eleve

    def presents(self) -> list[str]:
        """Les inscrits qui ne sont pas partis, par ordre alphabétique."""
        restent = [e for e, inscrit in self.inscrits.items() if not inscrit.parti]
        return sorted(restent, key=lambda e: en_ascii(self.nom(e)))

    # --- prendre une liste --------------------------------------------------------------------------

    def recevoir(self, liste: list[Inscrit], connus: dict[str, str]) -> tuple[list[str], list[str]]:
        """Ajoute une liste, sans changer d'identifiant ; rend les nouveaux, et ceux qui n'y sont plus.

        « connus » : les identifiants déjà donnés avant qu'il y ait une liste, et leurs noms.
        """
        vus: list[str] = []
        nouveaux = []
        for inscrit in liste:
            eleve = self._deja(inscrit, vus)
            if eleve is None:
                eleve = self._adopter(inscrit, connus)
                self.inscrits[eleve] = inscrit
                nouveaux.append(eleve)
            else:
                self._completer(eleve, inscrit)
            vus.append(eleve)
        return nouveaux, [e for e in self.presents() if e not in vus]

    def _deja(self, inscrit: Inscrit, vus: list[str]) -> str | None:
        """L'identifiant de cette personne, si la classe l'a : par son courriel, son numéro, puis son nom."""
        for champ in ("courriel", "identifiant"):
            valeur = getattr(inscrit, champ)
            memes = [e for e, i in self.inscrits.items() if valeur and getattr(i, champ) == valeur]
            if memes:
                return memes[0]
        homonymes = [e for e, i in self.inscrits.items() if mots(i.complet) == mots(inscrit.complet)]
        # Un autre courriel, un autre identifiant : c'est quelqu'un d'autre qui porte le même nom.
        possibles = [e for e in homonymes if e not in vus and self._compatible(e, inscrit)]
        return possibles[0] if possibles else None

    def _compatible(self, eleve: str, inscrit: Inscrit) -> bool:
        deja = self.inscrits[eleve]
        paires = [(deja.courriel, inscrit.courriel), (deja.identifiant, inscrit.identifiant)]
        return all(not a or not b or a == b for a, b in paires)

    def _completer(self, eleve: str, inscrit: Inscrit) -> None:
        """Ce que la nouvelle liste apprend ; rien de ce que l'on savait n'est perdu."""
        deja = self.inscrits[eleve]
        if inscrit.prenom or not deja.prenom:
            deja.nom, deja.prenom = inscrit.nom, inscrit.prenom
        for champ in ("courriel", "identifiant", "groupe"):
            setattr(deja, champ, getattr(inscrit, champ) or getattr(deja, champ))
        deja.numeros = list(dict.fromkeys([*deja.numeros, *inscrit.numeros]))
        deja.parti = False

    def _adopter(self, inscrit: Inscrit, connus: dict[str, str]) -> str:
        """L'identifiant qu'avait déjà cette personne si elle seule porte ce nom, sinon un neuf."""
        avant = [e for e, nom in connus.items() if mots(nom) == mots(inscrit.complet)]
        if len(avant) == 1 and avant[0] not in self.inscrits:
            return avant[0]
        base = en_ascii(inscrit.complet)
        rangs = (f"-{rang}" for rang in range(2, 10_000))
        pris = {*self.inscrits, *connus}
        return next(e for suite in ("", *rangs) if (e := base + suite) not in pris)

    # --- reconnaître ---------------------------------------------------------------------------------

    def reconnaitre(self, nom: str, numero: str = "") -> Avis:
        """De qui est une copie reçue sous ce nom ; un doute rend les personnes possibles."""
        for essai in (self._par_numero(nom, numero), self._par_alias(nom), self._par_adresse(nom)):
            if len(essai) == 1:
                return Avis(essai[0])
        memes = self._par_nom(nom)
        if len(memes) > 1:
            memes = [e for e in memes if self._dit_son_groupe(e, nom)] or memes
        return Avis(memes[0]) if len(memes) == 1 else Avis(candidats=tuple(memes or self._proches(nom)))

    def _dit_son_groupe(self, eleve: str, nom: str) -> bool:
        """« PCSI1-Zoé ROY » : le groupe, collé ou non, distingue deux homonymes."""
        groupe = en_ascii(self.inscrits[eleve].groupe).replace("-", "")
        en_trop = Counter(mots(nom)) - Counter(mots(self.nom(eleve)))
        dit = "".join(mot for mot in en_ascii(nom).split("-") if mot in en_trop)
        return bool(self.inscrits[eleve].groupe) and dit == groupe

    def _par_numero(self, nom: str, numero: str) -> list[str]:
        """Moodle ne donne un numéro qu'une fois ; encore faut-il que le nom ressemble."""
        possibles = [e for e, i in self.inscrits.items() if numero and numero in i.numeros]
        return [e for e in possibles if set(mots(nom)) & set(mots(self.nom(e))) or not mots(nom)]

    def _par_alias(self, nom: str) -> list[str]:
        return [e for e, i in self.inscrits.items() if en_ascii(nom) in i.alias]

    def _par_adresse(self, nom: str) -> list[str]:
        """Un dossier nommé par un courriel, ce qui précède son @, un identifiant."""
        cle = nom.strip().lower()
        return [
            e
            for e, i in self.inscrits.items()
            if (i.courriel and cle in (i.courriel, i.courriel.split("@")[0]))
            or (i.identifiant and i.identifiant.lower() in re.split(r"[\s_]+", cle))
        ]

    def _par_nom(self, nom: str) -> list[str]:
        """Les mêmes mots, dans n'importe quel ordre, collés ou non, un groupe devant ou derrière."""
        recus = mots(nom)
        exacts = [e for e in self.inscrits if mots(self.nom(e)) == recus or self._colles(e, nom)]
        return exacts or [e for e in self.inscrits if self._a_un_groupe_pres(e, recus)]

    def _colles(self, eleve: str, nom: str) -> bool:
        """« LEGALL Jean Marc » pour « LE GALL Jean-Marc »."""
        inscrit, colle = self.inscrits[eleve], en_ascii(nom).replace("-", "")
        a, b = (en_ascii(x).replace("-", "") if x else "" for x in (inscrit.nom, inscrit.prenom))
        return colle in (a + b, b + a)

    def _a_un_groupe_pres(self, eleve: str, recus: tuple[str, ...]) -> bool:
        en_trop = Counter(recus) - Counter(mots(self.nom(eleve)))
        if not en_trop or Counter(mots(self.nom(eleve))) - Counter(recus):
            return False
        groupes = {mot for i in self.inscrits.values() for mot in mots(i.groupe)} | _MOTS_DE_GROUPE
        dit = bool(set(en_trop) & _MOTS_DE_GROUPE)
        return all(m in groupes or _CLASSE.fullmatch(m) or (dit and len(m) == 1) for m in en_trop)

    def _proches(self, nom: str) -> list[str]:
        """Ceux à qui ce nom peut faire penser, le plus ressemblant d'abord."""
        recus = mots(nom)
        notes = {e: _ressemblance(recus, mots(self.nom(e))) for e in self.presents()}
        return sorted((e for e in notes if notes[e] >= 0.5), key=lambda e: -notes[e])[:4]

    # --- ce que l'enseignant décide -----------------------------------------------------------------

    def retenir(self, eleve: str, nom: str, numero: str) -> None:
        """Une copie reçue sous ce nom, ou ce numéro de Moodle, est de cette personne."""
        inscrit = self.inscrits[eleve]
        ailleurs = [i for e, i in self.inscrits.items() if e != eleve]
        if numero:
            inscrit.numeros = list(dict.fromkeys([*inscrit.numeros, numero]))
            for autre in ailleurs:
                autre.numeros = [n for n in autre.numeros if n != numero]
        else:
            inscrit.alias = list(dict.fromkeys([*inscrit.alias, en_ascii(nom)]))

    def ajouter(self, nom: str, connus: dict[str, str]) -> str:
        """Inscrit une personne qui n'était pas dans la liste ; rend son identifiant."""
        inscrit = Inscrit(*nom_et_prenom(nom))
        eleve = self._adopter(inscrit, connus)
        self.inscrits[eleve] = inscrit
        return eleve

    def trouver(self, demande: str) -> str:
        """L'inscrit que nomme l'enseignant : son identifiant, ou un nom sans ambiguïté."""
        if demande in self.inscrits:
            return demande
        avis = self.reconnaitre(demande)
        if avis.eleve:
            return avis.eleve
        proches = f" ; peut-être : {', '.join(avis.candidats)}" if avis.candidats else ""
        raison = f"« {demande} » ne désigne personne de la classe, ou plusieurs personnes{proches}"
        raise DemandeImpossible(f"{raison}. « p4 classe » donne les identifiants.")


def mots(nom: str) -> tuple[str, ...]:
    """Les mots d'un nom, sans accents, triés : l'ordre du nom et du prénom n'y compte plus."""
    return tuple(sorted(en_ascii(nom).split("-"))) if nom else ()


def _ressemblance(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """De 0 à 1 : la part des mots du nom le plus court qui sont dans l'autre, ou presque."""
    court, long = sorted((a, b), key=len)
    proches = [max(SequenceMatcher(None, m, autre).ratio() for autre in long) for m in court]
    return sum(p for p in proches if p >= 0.75) / len(court) if court else 0.0


# --- La commande « p4 classe » ---------------------------------------------------------------------------

GARDES = {"distribution", "p4core-eleves.zip"}  # dans « gestion », ce qui n'est de personne


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    ajouter = analyseur.add_argument
    ajouter("liste", nargs="*", type=Path, help="la liste de la classe (CSV) : Moodle, Pronote, un tableur")
    ajouter("--retirer", default="", metavar="ELEVE", help="cette personne a quitté la classe")
    ajouter("--effacer", action="store_true", help="effacer toutes les données des élèves, en fin d'année")
    ajouter("--oui", action="store_true", help="effacer sans poser la question")


@en_francais
def executer(arguments: Namespace) -> int:
    """Prend les listes données, ou montre la classe."""
    cours = ouvrir()
    if arguments.effacer:
        return _effacer(cours, arguments.oui)
    classe = Classe(cours)
    if arguments.retirer:
        eleve = classe.trouver(arguments.retirer)
        classe.inscrits[eleve].parti = True
        classe.ecrire()
        print(f"{classe.nom(eleve)} ({eleve}) n'est plus attendu(e) ; ses copies et ses notes restent.")
        return 0
    for liste in arguments.liste:
        _prendre(cours, classe, liste)
    if arguments.liste:
        return 0
    print("\n".join(montrer(classe)))
    return 0


def _prendre(cours: CourseDirectory, classe: Classe, liste: Path) -> None:
    """Lit une liste, l'écrit, fait connaître la classe au carnet de notes, et dit ce qui a changé."""
    fichier = dossier_de_gestion(cours) / "eleves.json"
    connus: dict[str, str] = lire_donnees(fichier)
    nouveaux, absents = classe.recevoir(lire_liste(liste), connus)
    classe.ecrire()
    ecrire_donnees(fichier, connus | {e: classe.nom(e) for e in classe.inscrits})
    inscrire_au_carnet_de_notes(cours, classe)
    combien = quantite(len(classe.presents()), "personne")
    # À la première liste, tout le monde l'est.
    noms = f" : {enumerer(map(classe.nom, nouveaux))}" if 0 < len(nouveaux) < len(classe.inscrits) else ""
    print(f"La classe : {combien}, dont {quantite(len(nouveaux), 'nouvelle')}{noms}.")
    for eleve in absents:
        print(f"- {classe.nom(eleve)} n'est pas dans cette liste ; parti(e) ? p4 classe --retirer {eleve}")
    for eleve in sorted(set(connus) - set(classe.inscrits)):
        print(f"- {connus[eleve]} ({eleve}) a une copie et n'est dans aucune liste")
    for phrase in _homonymes(classe):
        print(f"- {phrase}")


def inscrire_au_carnet_de_notes(cours: CourseDirectory, classe: Classe) -> None:
    """Fait connaître la classe à nbgrader : qui ne rend rien est alors connu dès le premier TP."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        for eleve in classe.presents():
            i = classe.inscrits[eleve]
            notes.update_or_create_student(
                eleve, last_name=i.nom, first_name=i.prenom, email=i.courriel or None
            )


def _homonymes(classe: Classe) -> Iterator[str]:
    comptes = Counter(mots(classe.nom(e)) for e in classe.presents())
    for noms in (n for n, combien in comptes.items() if combien > 1):
        eleves = [e for e in classe.presents() if mots(classe.nom(e)) == noms]
        yield (
            f"homonymes : {enumerer(eleves)} ; « p4 ramasser » demandera de qui sont leurs copies. La "
            "feuille d'évaluation du devoir (p4 classe feuille.csv) le dit d'avance : chacun y a un numéro"
        )


def montrer(classe: Classe) -> list[str]:
    """La classe, une ligne par personne."""
    if not classe:
        return ["Aucune liste n'a été donnée : p4 classe LISTE.csv (de Moodle, de Pronote ou d'un tableur)."]
    lignes = [quantite(len(classe.presents()), "personne")]
    for eleve in classe.presents():
        inscrit = classe.inscrits[eleve]
        details = [x for x in (inscrit.groupe, inscrit.courriel, inscrit.identifiant) if x]
        lignes.append(f"- {inscrit.complet} ({eleve}){' : ' * bool(details)}{', '.join(details)}")
    return lignes


def _effacer(cours: CourseDirectory, sur: bool) -> int:
    """Efface de « gestion » tout ce qui est à quelqu'un, et le carnet de notes, où qu'il soit."""
    gestion = dossier_de_gestion(cours)
    a_effacer = sorted(p for p in gestion.glob("*") if p.name not in GARDES)
    print(f"Seront effacés, sans retour, dans {gestion} : {', '.join(p.name for p in a_effacer) or 'rien'}.")
    print("Les notes, les copies, les listes, les rapports et les secrets des tests en font partie.")
    if not sur and not _confirmer():
        print("Rien n'a été effacé.")
        return 1
    _vider_le_carnet_de_notes(cours)
    for chemin in a_effacer:
        if chemin.is_dir() and not chemin.is_symlink():
            shutil.rmtree(chemin)
        else:
            chemin.unlink()
    print("C'est fait. « p4 distribuer » recommence une année.")
    return 0


def _confirmer() -> bool:
    if not sys.stdin.isatty():
        print("Pour le faire sans question : p4 classe --effacer --oui")
        return False
    return input("Tapez EFFACER pour continuer : ").strip() == "EFFACER"


def _vider_le_carnet_de_notes(cours: CourseDirectory) -> None:
    """Un carnet de notes peut être sur un serveur, hors de « gestion »."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        for eleve in [e.id for e in notes.students]:
            notes.remove_student(eleve)


def homonymes(noms: Iterable[str]) -> set[tuple[str, ...]]:
    """Les noms que portent plusieurs personnes."""
    return {nom for nom, combien in Counter(map(mots, noms)).items() if combien > 1}
