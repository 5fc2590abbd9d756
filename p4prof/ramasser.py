"""Ramasser les copies d'un dossier ou de l'archive de Moodle : chacune à sa place dans le cours."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin

from p4core.commande import DemandeImpossible
from p4core.francais import enumerer, quantite
from p4prof.archives import ENTREES_ELEVE, OCTETS_ELEVE, Piece, Refus, deplier, lister
from p4prof.binomes import EQUIPE_MAX, Consigne, Equipes, noms_ecrits
from p4prof.carnets import LIMITE, Sujet, en_mega, sujets
from p4prof.classe import Classe, mots
from p4prof.cours import HORODATAGE, dossier, dossier_de_gestion, ecrire_entier, empreinte, ouvrir
from p4prof.eleves import (
    A_ATTRIBUER,
    INCHANGEE,
    NOUVELLE,
    REFUSEE,
    REMPLACEE,
    Ramassage,
    Registre,
    eleve_du_fichier,
    en_ascii,
    lire_moodle,
    lisible,
    nom_de_fichier,
)
from p4prof.pannes import en_francais

# --- La commande « p4 ramasser » -------------------------------------------------------------------------


@dataclass
class Recolte:
    """Le résultat d'un ramassage, par identifiant ; « anonymes » nomme ce qui n'est à personne."""

    envois: dict[str, Ramassage] = field(default_factory=dict)
    anonymes: list[str] = field(default_factory=list)
    doutes: list[Doute] = field(default_factory=list)
    recus: dict[str, str] = field(default_factory=dict)  # le nom sous lequel est arrivé l'envoi de chacun

    def __str__(self) -> str:
        comptes = Counter(envoi.etat for envoi in self.envois.values())
        lignes = [", ".join(_compter(n, etat) for etat, n in comptes.items()) or "aucune copie"]
        for eleve, envoi in self.envois.items():
            details = [x for x in (envoi.raison, *envoi.remarques) if x]
            qui = f"{envoi.nom} ({eleve})"
            lignes.append(f"- {qui} : {envoi.etat}" + "".join(f" ; {x}" for x in details))
        return "\n".join([*lignes, *(f"- laissé de côté — {phrase}" for phrase in self.anonymes)]) + "\n"


def _compter(nombre: int, etat: str) -> str:
    return quantite(nombre, f"copie {etat}", f"copies {etat}{'S' if etat.isupper() else 's'}")


def definir(analyseur: ArgumentParser) -> None:
    """Décrit les arguments de la commande."""
    analyseur.add_argument("tp", help="le nom du TP, par exemple tp3_ia")
    analyseur.add_argument("source", type=Path, help="un dossier, ou l'archive .zip que donne Moodle")
    analyseur.add_argument(
        "--attribuer",
        action="append",
        default=[],
        metavar="RECU=ELEVE",
        help="de qui est une copie : son numéro chez Moodle ou le nom reçu, = un identifiant ou « nouveau »",
    )
    analyseur.add_argument(
        "--binome",
        action="append",
        nargs="+",
        default=[],
        metavar="ELEVE",
        help="ces élèves ont rendu une seule copie",
    )
    analyseur.add_argument(
        "--par-groupe", action="store_true", help="chaque groupe de Moodle est une équipe, et rend une copie"
    )


@en_francais
def executer(arguments: Namespace) -> int:
    """Ramasse et rend compte ; rend 1 si un envoi a été refusé, ou n'est encore à personne."""
    cours = ouvrir()
    consigne = Consigne(_attributions(arguments.attribuer), arguments.binome, arguments.par_groupe)
    try:
        recolte = ramasser(cours, arguments.tp, arguments.source, consigne)
    except Refus as refus:
        print(f"Rien n'a été ramassé : {refus}.")
        return 1
    Registre(cours, arguments.tp).nommer_dans_le_carnet_de_notes(cours)
    print(recolte, end="")
    for copie in recolte.doutes:
        print(_demander(arguments.tp, arguments.source, copie))
    print(f"Pour noter : p4 noter {arguments.tp}")
    return 1 if recolte.doutes or any(e.etat == REFUSEE for e in recolte.envois.values()) else 0


def _attributions(demandes: list[str]) -> dict[str, str]:
    """Ce qui est reçu, et de qui cela vient."""
    paires = [demande.rpartition("=") for demande in demandes]
    if any(not (recu and eleve) for recu, _, eleve in paires):
        raise DemandeImpossible("--attribuer attend « reçu=élève », par exemple --attribuer 301=roy-zoe.")
    return {recu.strip(): eleve.strip() for recu, _, eleve in paires}


def _demander(tp: str, source: Path, doute: Doute) -> str:
    """La question, et les commandes qui la tranchent."""
    qui = " ou ".join(doute.candidats) if doute.candidats else "personne de la classe n'a ce nom"
    choix = [*doute.candidats, "nouveau"]
    lignes = [f'    p4 ramasser {tp} "{source}" --attribuer "{doute.cle}={eleve}"' for eleve in choix]
    participant = f" (participant {doute.numero})" if doute.numero else ""
    return "\n".join([f"De qui est la copie de « {doute.nom} »{participant} ? {qui}", *lignes])


def ramasser(cours: CourseDirectory, tp: str, source: Path, consigne: Consigne | None = None) -> Recolte:
    """Range les copies de « source » à leur place dans le cours."""
    if not sujets(cours, tp):
        raise Refus(f"le TP « {tp} » n'a pas de sujet dans {cours.release_directory}/")
    consigne = consigne or Consigne()
    recolte = recolter(cours, tp, source, partial(_deposer, cours, tp), consigne)
    _apparier(cours, tp, recolte, consigne)
    return recolte


def recolter(
    cours: CourseDirectory,
    tp: str,
    source: Path,
    deposer: Callable[[str, CopieRecue, Ramassage], None],
    consigne: Consigne | None = None,
) -> Recolte:
    """Lit « source » et dépose chaque copie ; un envoi refusé n'empêche pas les autres."""
    attendus, registre, classe = sujets(cours, tp), Registre(cours, tp), Classe(cours)
    with ExitStack() as pile:
        envois, anonymes = regrouper(lister(source, pile), tp, attendus)
        recolte = Recolte(anonymes=anonymes)
        attribues = _attribuer(envois, registre, classe, consigne or Consigne(), recolte)
        for envoi, eleve, phrase in attribues:
            nom = classe.nom(eleve) if eleve in classe.inscrits else envoi.nom
            ramassage = Ramassage(nom, envoi.numero, remarques=[phrase] if phrase else [])
            try:
                deposer(eleve, choisir(envoi, attendus), ramassage)
            except Refus as refus:
                ramassage.etat, ramassage.raison = REFUSEE, str(refus)
            registre.inscrire(eleve, ramassage)
            recolte.envois[eleve] = ramassage
            recolte.recus[eleve] = envoi.nom
    _retenir_les_doutes(recolte, registre)
    registre.ecrire()
    if classe:
        classe.ecrire()
    return recolte


# --- De qui est chaque envoi -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Doute:
    """Un envoi dont on ne sait pas de qui il est : il n'est pas rangé, l'enseignant tranche."""

    nom: str
    numero: str
    candidats: tuple[str, ...]

    @property
    def cle(self) -> str:
        """Ce qui le désigne dans « --attribuer »."""
        return self.numero or self.nom

    @property
    def provisoire(self) -> str:
        """Le nom sous lequel le rapport en parle, tant qu'il n'est à personne."""
        return f"a-attribuer-{en_ascii(self.nom)}{self.numero and f'-{self.numero}'}"


def _attribuer(
    envois: list[Envoi], registre: Registre, classe: Classe, consigne: Consigne, recolte: Recolte
) -> list[tuple[Envoi, str, str]]:
    """À chaque envoi son élève, et une phrase s'il a fallu le dire ; les doutes vont dans la récolte."""
    if classe:
        return _reconnaitre(envois, registre, classe, consigne, recolte)
    if consigne.attribuer:
        raise DemandeImpossible("--attribuer demande la liste de la classe : p4 classe LISTE.csv d'abord.")
    noms = Counter(envoi.nom for envoi in envois)
    attribues = []
    for envoi in envois:
        eleve, phrase = registre.identifier(envoi.nom, envoi.numero, noms[envoi.nom] > 1)
        registre.noms[eleve] = envoi.nom
        attribues.append((envoi, eleve, phrase))
    return attribues


def _reconnaitre(
    envois: list[Envoi], registre: Registre, classe: Classe, consigne: Consigne, recolte: Recolte
) -> list[tuple[Envoi, str, str]]:
    """Les envois que la classe reconnaît, réunis par personne."""
    _obeir(envois, registre, classe, consigne)
    avis = {id(envoi): classe.reconnaitre(envoi.nom, envoi.numero) for envoi in envois}
    par_eleve: dict[str, list[Envoi]] = {}
    for envoi in envois:
        par_eleve.setdefault(avis[id(envoi)].eleve, []).append(envoi)
    for envoi in par_eleve.pop("", []):
        recolte.doutes.append(Doute(envoi.nom, envoi.numero, avis[id(envoi)].candidats))
    attribues = []
    for eleve, siens in par_eleve.items():
        if len({envoi.numero for envoi in siens if envoi.numero}) > 1 and not _tranches(siens, eleve, classe):
            # Moodle donne un numéro par personne : il y a là deux homonymes, dont un n'est pas dans la liste.
            recolte.doutes += [Doute(envoi.nom, envoi.numero, (eleve,)) for envoi in siens]
            continue
        for envoi in siens:
            if envoi.numero:
                classe.retenir(eleve, envoi.nom, envoi.numero)
        registre.noms[eleve] = classe.nom(eleve)
        attribues.append((_reunir(siens), eleve, _dire_le_nom(siens, eleve, classe)))
    return attribues


def _tranches(envois: list[Envoi], eleve: str, classe: Classe) -> bool:
    """L'enseignant, ou une feuille d'évaluation, a-t-il dit que ces numéros sont d'une même personne ?"""
    return all(envoi.numero in classe.inscrits[eleve].numeros for envoi in envois if envoi.numero)


def _obeir(envois: list[Envoi], registre: Registre, classe: Classe, consigne: Consigne) -> None:
    """Retient ce que l'enseignant a tranché."""
    for recu, demande in consigne.attribuer.items():
        designes = [e for e in envois if recu in (e.numero, e.nom) or en_ascii(recu) == en_ascii(e.nom)]
        if not designes:
            recus = enumerer(f"« {e.numero or e.nom} »" for e in envois)
            raise DemandeImpossible(f"Rien n'a été reçu sous le nom « {recu} ». Reçus : {recus}.")
        nouveau = demande == "nouveau"
        eleve = classe.ajouter(designes[0].nom, registre.noms) if nouveau else classe.trouver(demande)
        for envoi in designes:
            classe.retenir(eleve, envoi.nom, envoi.numero)


def _reunir(envois: list[Envoi]) -> Envoi:
    """Les envois d'une même personne en un seul : la meilleure copie y sera choisie."""
    premier = max(
        envois, key=lambda e: max((p.date for p in e.pieces), default=datetime.min.replace(tzinfo=UTC))
    )
    if len(envois) == 1:
        return premier
    pieces = [replace(p, chemin=(str(rang), *p.chemin)) for rang, e in enumerate(envois) for p in e.pieces]
    return Envoi(premier.nom, premier.numero, pieces)


def _dire_le_nom(envois: list[Envoi], eleve: str, classe: Classe) -> str:
    if len(envois) > 1:
        return f"{len(envois)} envois réunis : {enumerer(f'« {e.nom} »' for e in envois)}"
    return "" if mots(envois[0].nom) == mots(classe.nom(eleve)) else f"reçue sous le nom « {envois[0].nom} »"


def _retenir_les_doutes(recolte: Recolte, registre: Registre) -> None:
    """Le rapport parle d'un envoi sans élève jusqu'à ce qu'il en ait un."""
    for eleve in [e for e, envoi in registre.envois.items() if envoi.etat == A_ATTRIBUER]:
        del registre.envois[eleve]
    for doute in recolte.doutes:
        raison = "on ne sait pas de qui est cette copie : « p4 ramasser » dit comment trancher"
        registre.envois[doute.provisoire] = Ramassage(doute.nom, doute.numero, A_ATTRIBUER, raison)


# --- Les binômes -----------------------------------------------------------------------------------------


def _apparier(cours: CourseDirectory, tp: str, recolte: Recolte, consigne: Consigne) -> None:
    """Une copie pour deux : celle qui compte reste en place, l'autre va dans « gestion/anciennes »."""
    registre, classe = Registre(cours, tp), Classe(cours)
    equipes = Equipes(registre, classe)
    for eleve in recolte.envois:
        for sujet in sujets(cours, tp):
            carnet = dossier(cours, "submitted", eleve, tp) / f"{sujet.nom}.ipynb"
            if carnet.is_file():
                equipes.lire_le_carnet(eleve, noms_ecrits(carnet.read_bytes(), sujet))
    for noms in consigne.binomes:
        equipes.imposer([_designer(nom, registre, classe) for nom in noms])
    for equipe in _equipes_de_moodle(recolte, classe) if consigne.par_groupe else []:
        equipes.imposer(equipe)
    dates = {e: d for e in equipes.eleves if (d := _date_de_la_copie(cours, tp, e))}
    for eleve, porteur in equipes.reunir(dates).items():
        if eleve in dates:
            _mettre_de_cote(cours, tp, eleve)
        recolte.envois[eleve] = equipes.inscrire(eleve, porteur)
    for eleve, phrases in equipes.remarques.items():
        registre.envois[eleve].remarques += phrases
        recolte.envois[eleve] = registre.envois[eleve]
    registre.ecrire()


def _date_de_la_copie(cours: CourseDirectory, tp: str, eleve: str) -> datetime | None:
    """Quand cette copie a été rendue ; None s'il n'y en a pas."""
    place = dossier(cours, "submitted", eleve, tp)
    return (cours.get_existing_timestamp(str(place)) or datetime.min) if place.is_dir() else None


def _designer(nom: str, registre: Registre, classe: Classe) -> str:
    """L'élève que l'enseignant nomme dans « --binome »."""
    if classe:
        return classe.trouver(nom)
    memes = [e for e, autre in registre.noms.items() if nom == e or mots(autre) == mots(nom)]
    if len(memes) > 1:
        raise DemandeImpossible(f"« {nom} » désigne plusieurs élèves : {enumerer(memes)}.")
    if not memes:  # sans liste, un nom encore inconnu est celui d'un élève de plus
        registre.noms[en_ascii(nom)] = nom
    return memes[0] if memes else en_ascii(nom)


def _equipes_de_moodle(recolte: Recolte, classe: Classe) -> list[list[str]]:
    """Les élèves reçus sous un même nom de groupe ; si aucun n'en a, ceux d'un même groupe de la liste."""
    restes = {
        e: "-".join(sorted(Counter(mots(recu)) - Counter(mots(classe.nom(e)))))
        for e, recu in recolte.recus.items()
    }
    groupes = restes if any(restes.values()) else {e: i.groupe for e, i in classe.inscrits.items()}
    equipes: dict[str, list[str]] = {}
    for eleve in sorted(groupes):
        if groupes[eleve]:
            equipes.setdefault(groupes[eleve], []).append(eleve)
    if grandes := [g for g, eleves in equipes.items() if len(eleves) > EQUIPE_MAX]:
        raise DemandeImpossible(
            f"--par-groupe : plus de {EQUIPE_MAX} personnes dans {enumerer(f'« {g} »' for g in grandes)} ; "
            "ce n'est pas une équipe. Donnez la liste des équipes (colonne « Groupe ») avec p4 classe."
        )
    return [eleves for eleves in equipes.values() if len(eleves) > 1]


def _mettre_de_cote(cours: CourseDirectory, tp: str, eleve: str) -> None:
    """La copie qu'un binôme n'a pas retenue : gardée, plus notée."""
    anciennes = dossier_de_gestion(cours) / "anciennes" / eleve / tp
    anciennes.mkdir(parents=True, exist_ok=True)
    dossier(cours, "submitted", eleve, tp).rename(anciennes / f"{len(list(anciennes.iterdir())) + 1}")
    for etape in ("autograded", "feedback"):
        if (tire := dossier(cours, etape, eleve, tp)).exists():
            shutil.rmtree(tire)


# --- Regrouper par élève les fichiers reçus, quelle que soit la façon dont ils sont rangés ---------------

ANONYME = "on ne sait pas de qui vient ce fichier : renommez-le « NOM Prénom.ipynb »"


@dataclass
class Envoi:
    """Ce qu'un élève a rendu : son nom tel que reçu, son numéro chez Moodle, ses fichiers."""

    nom: str
    numero: str
    pieces: list[Piece]


def regrouper(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> tuple[list[Envoi], list[str]]:
    """Un envoi par élève, dans l'ordre où ils arrivent, et les fichiers que personne ne signe."""
    envois: dict[tuple[str, str], Envoi] = {}
    anonymes = []
    for nom, numero, piece in _signer(pieces, tp, attendus):
        if nom:
            envois.setdefault((nom, numero), Envoi(nom, numero, [])).pieces.append(piece)
        else:
            anonymes.append(f"{'/'.join(piece.chemin)} : {piece.refus or ANONYME}")
    return list(envois.values()), anonymes


def _signer(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> Iterator[tuple[str, str, Piece]]:
    """L'élève, son numéro, et la pièce vue de chez lui."""
    autres, lieux = [], dict[tuple[str, str], tuple[str, ...]]()
    trouves = [(_chez_moodle(piece), piece) for piece in _sans_dossier_commun(pieces)]
    # Un nom de Moodle plus bas que le premier dossier ne compte que si toute la classe est rangée ainsi :
    # sinon ce premier dossier est celui d'un élève, qui peut y avoir mis le nom d'un autre.
    profonds = all(trouve for trouve, piece in trouves if not piece.egare)
    for trouve, piece in sorted(trouves, key=lambda t: len(t[0].lieu) if t[0] else 0):
        if trouve is None or (len(trouve.lieu) > 1 and not profonds):
            autres.append(piece)
        elif lieux.setdefault((trouve.nom, trouve.numero), trouve.lieu) != trouve.lieu:
            refus = f"un autre dossier est déjà au nom de {trouve.nom} ({'/'.join(trouve.lieu)})"
            yield "", "", replace(piece, refus=refus)
        else:
            yield trouve.nom, trouve.numero, trouve.piece
    for piece in _sans_enveloppe(autres, tp, attendus):
        if piece.egare:
            yield "", "", piece
        elif len(piece.chemin) > 1:
            yield piece.chemin[0], "", replace(piece, chemin=piece.chemin[1:])
        elif piece.extension in (".ipynb", ".zip"):
            yield eleve_du_fichier(piece.chemin[0], tp), "", piece
        else:
            yield "", "", replace(piece, refus="ni carnet ni archive zip, laissé de côté")


@dataclass(frozen=True)
class _ChezMoodle:
    """L'élève que désigne un nom de Moodle, la pièce vue de chez lui, et le dossier où l'on est chez lui."""

    nom: str
    numero: str
    piece: Piece
    lieu: tuple[str, ...]


def _chez_moodle(piece: Piece) -> _ChezMoodle | None:
    """L'élève que désigne un nom de Moodle, dossier ou fichier : le premier, en partant du dehors."""
    for rang, partie in enumerate(piece.chemin):
        if trouve := lire_moodle(partie):
            reste = (trouve.fichier,) if trouve.fichier else ()
            chemin = reste + piece.chemin[rang + 1 :] or (partie,)
            # Deux fichiers que Moodle a nommés d'après le même élève sont au même endroit.
            lieu = (*piece.chemin[:rang], f"{trouve.nom}_{trouve.numero}")
            return _ChezMoodle(trouve.nom, trouve.numero, replace(piece, chemin=chemin), lieu)
    return None


def _sans_dossier_commun(pieces: list[Piece]) -> list[Piece]:
    """Retire le dossier commun à tous, s'il contient des dossiers nommés par Moodle."""
    sures = [p for p in pieces if not p.egare]
    commun = {p.chemin[0] for p in sures}
    enveloppe = len(commun) == 1 and all(len(p.chemin) > 1 for p in sures)
    if not enveloppe or lire_moodle(min(commun)) or not any(_chez_moodle(p) for p in sures):
        return pieces
    return _sans_dossier_commun([p if p.egare else replace(p, chemin=p.chemin[1:]) for p in pieces])


def _sans_enveloppe(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> list[Piece]:
    """Retire le dossier commun à tous, tant qu'il n'est pas celui d'un élève."""
    while _enveloppe([p for p in pieces if not p.egare], tp, attendus):
        pieces = [p if p.egare else replace(p, chemin=p.chemin[1:]) for p in pieces]
    return pieces


def _enveloppe(pieces: list[Piece], tp: str, attendus: list[Sujet]) -> bool:
    """Le premier dossier contient-il toute la classe ? Sinon c'est celui d'un seul élève."""
    if len({p.chemin[0] for p in pieces}) != 1 or any(len(p.chemin) < 2 for p in pieces):
        return False
    if sous_dossiers := {p.chemin[1] for p in pieces if len(p.chemin) > 2}:
        return sous_dossiers != {tp}
    copies = [p for p in pieces if any(_copie_de(p, sujet) for sujet in attendus)]
    return len(copies) > 1 or sum(p.extension == ".zip" for p in pieces) > 1


def _copie_de(piece: Piece, sujet: Sujet) -> bool:
    """Deux copies du sujet dans un dossier, aux noms différents : ce sont celles de deux élèves."""
    try:
        return piece.extension == ".ipynb" and sujet.reconnait(piece.lire())
    except Refus:
        return False


# --- Choisir, dans un envoi, les carnets et les fichiers dont ils se servent -----------------------------

JOINTS = (".py", ".csv", ".json", ".txt")  # ce qu'un carnet peut importer ou lire


@dataclass
class CopieRecue:
    """Les carnets retenus d'un envoi, sous leur nom définitif, et les fichiers dont ils se servent."""

    carnets: dict[str, bytes]
    date: datetime
    remarques: list[str] = field(default_factory=list)
    joints: dict[str, bytes] = field(default_factory=dict)


def choisir(envoi: Envoi, attendus: list[Sujet]) -> CopieRecue:
    """Les carnets d'un envoi sous leur nom définitif ; Refus si l'envoi ne doit pas être lu."""
    pieces = list(deplier(envoi.pieces))
    if len(pieces) > ENTREES_ELEVE:
        raise Refus(f"plus de {ENTREES_ELEVE} fichiers")
    carnets = [p for p in pieces if p.extension == ".ipynb"]
    if not carnets:
        recus = ", ".join(p.chemin[-1] for p in pieces) or "dossier vide"
        raise Refus(f"aucun carnet (.ipynb) dans cet envoi{' : ' * bool(recus)}{recus}")
    copie = CopieRecue({}, max(p.date for p in carnets))
    restants = _lire_tous(carnets)
    for sujet in attendus:
        if (elu := _elire(restants, sujet)) is not None:
            copie.carnets[f"{sujet.nom}.ipynb"] = restants.pop(elu)
            copie.remarques += _si_renomme(elu, sujet)
    for chemin, octets in restants.items():
        if octets not in copie.carnets.values():
            copie.carnets[_nom_libre(chemin, copie.carnets)] = octets
    places = {p.chemin[:-1] for p in carnets}
    autres = [p for p in pieces if p.extension != ".ipynb" and not _joindre(p, places, copie)]
    copie.remarques += _a_signaler(copie, attendus, autres)
    return copie


def _joindre(piece: Piece, places: set[tuple[str, ...]], copie: CopieRecue) -> bool:
    """Garde un module ou des données, à côté d'un carnet qui s'en sert peut-être ; vrai si c'est fait."""
    nom, pleine = nom_de_fichier(piece.chemin[-1]), sum(map(len, copie.joints.values())) > LIMITE
    if piece.extension not in JOINTS or piece.chemin[:-1] not in places or pleine:
        return False
    if nom in (HORODATAGE, *copie.joints):
        return False
    try:
        copie.joints[nom] = piece.lire()
    except Refus:  # trop gros, abîmé : le rapport dira qu'il a été laissé de côté
        return False
    return True


def _lire_tous(carnets: list[Piece]) -> dict[tuple[str, ...], bytes]:
    """Le contenu de chaque carnet, sans dépasser ce qu'un élève peut rendre en tout."""
    contenus: dict[tuple[str, ...], bytes] = {}
    for piece in carnets:
        contenus[piece.chemin] = piece.lire()
        if (total := sum(map(len, contenus.values()))) > OCTETS_ELEVE:
            raise Refus(f"envoi trop gros : plus de {en_mega(total)}")
    return contenus


def _elire(contenus: dict[tuple[str, ...], bytes], sujet: Sujet) -> tuple[str, ...] | None:
    """Le carnet qui est la copie du sujet : le plus travaillé, puis celui qui en porte le nom."""
    nommes = [c for c in contenus if c[-1] == f"{sujet.nom}.ipynb"]
    if len(contenus) == len(nommes) == 1:
        return nommes[0]  # même illisible : la notation en dira la raison
    reconnus = [c for c in contenus if sujet.reconnait(contenus[c])]
    travaux = {c: sujet.travail(contenus[c]) for c in reconnus}
    travailles = [c for c in reconnus if travaux[c] == max(travaux.values())]
    for candidats in (set(nommes) & set(travailles), travailles, reconnus, nommes):
        hauts = [c for c in candidats if len(c) == min(map(len, candidats))]
        if len(hauts) == 1 or len({contenus[c] for c in candidats}) == 1:
            return min(hauts)
    return None


def _si_renomme(chemin: tuple[str, ...], sujet: Sujet) -> list[str]:
    return [] if chemin[-1] == f"{sujet.nom}.ipynb" else [f"« {chemin[-1]} » reconnu comme {sujet.nom}.ipynb"]


def _nom_libre(chemin: tuple[str, ...], pris: dict[str, bytes]) -> str:
    """Un nom de fichier sûr, qui n'en recouvre pas un autre."""
    nom = nom_de_fichier(chemin[-1])
    if nom not in pris:
        return nom
    return next(n for rang in range(2, 1000) if (n := f"{Path(nom).stem} ({rang}).ipynb") not in pris)


def _a_signaler(copie: CopieRecue, attendus: list[Sujet], autres: list[Piece]) -> list[str]:
    """Ce que l'enseignant doit savoir : rien de reconnu, carnets en trop, fichiers laissés de côté."""
    prevus = {f"{sujet.nom}.ipynb" for sujet in attendus}
    en_trop = sorted(set(copie.carnets) - prevus)
    quoi = (
        "autre carnet gardé à côté" if prevus & set(copie.carnets) else "carnet non reconnu, gardé tel quel"
    )
    phrases = [f"{quoi} : {', '.join(en_trop)}"] if en_trop else []
    if autres:
        phrases.append(f"laissé de côté : {', '.join(sorted(p.chemin[-1] for p in autres))}")
    return phrases


# --- Mettre une copie à sa place dans le cours -----------------------------------------------------------


def _deposer(cours: CourseDirectory, tp: str, eleve: str, copie: CopieRecue, ramassage: Ramassage) -> None:
    """Met une copie à sa place ; celle qu'elle remplace est gardée dans « gestion/anciennes »."""
    place = dossier(cours, "submitted", eleve, tp)
    neuve = place.with_name(f".{tp}.neuve")
    ecrire_carnets(neuve, copie)
    ramassage.remarques += copie.remarques
    if not place.exists():
        ramassage.etat = NOUVELLE
    elif _meme_travail(cours, tp, eleve, neuve):
        ramassage.etat = INCHANGEE
        shutil.rmtree(neuve)
        return
    else:
        ramassage.etat = REMPLACEE
        ramassage.remarques.append(_ecarter(cours, tp, eleve, place, copie))
    _dater(neuve, copie.date)
    neuve.rename(place)
    ecrire_entier(_trace(cours, tp, eleve), empreinte(place).encode())


def ecrire_carnets(cible: Path, copie: CopieRecue) -> None:
    """Écrit les carnets d'une copie dans un dossier neuf."""
    if cible.exists():  # un ramassage interrompu
        shutil.rmtree(cible)
    cible.mkdir(parents=True)
    for nom, octets in (copie.joints | copie.carnets).items():
        (cible / nom).write_bytes(octets)


def _meme_travail(cours: CourseDirectory, tp: str, eleve: str, neuve: Path) -> bool:
    """La notation répare parfois la copie rangée : c'est à ce qui avait été reçu qu'on compare."""
    recue = _trace(cours, tp, eleve)
    avant = recue.read_text() if recue.exists() else empreinte(dossier(cours, "submitted", eleve, tp))
    return avant == empreinte(neuve)


def _trace(cours: CourseDirectory, tp: str, eleve: str) -> Path:
    return dossier_de_gestion(cours) / "recues" / eleve / f"{tp}.sha256"


def _ecarter(cours: CourseDirectory, tp: str, eleve: str, place: Path, copie: CopieRecue) -> str:
    """Met l'ancienne copie de côté et rend la phrase qui le dit."""
    avant = cours.get_existing_timestamp(str(place))
    avant = avant.replace(tzinfo=UTC) if avant else None
    anciennes = dossier_de_gestion(cours) / "anciennes" / eleve / tp
    anciennes.mkdir(parents=True, exist_ok=True)
    cible = anciennes / f"{len(list(anciennes.iterdir())) + 1}"
    place.rename(cible)
    if avant and copie.date <= avant:
        copie.date = avant + timedelta(seconds=1)  # nbgrader ne renote que ce qui est plus récent
        return f"remplace une copie datée du {avant:%d/%m/%Y}, qui n'était pas plus ancienne"
    return f"remplace la copie du {avant:%d/%m/%Y}" if avant else "remplace la copie précédente"


def _dater(dossier: Path, date: datetime) -> None:
    """L'horodatage que lit nbgrader."""
    (dossier / HORODATAGE).write_text(f"{date.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} UTC")


# --- « nbgrader zip_collect » : les mêmes noms reconnus, les mêmes archives refusées ---------------------


class ExtractionSure(ExtractorPlugin):
    """N'écrit que les carnets, un dossier par identifiant ; refuse par leur nom les envois piégés."""

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Lit tout « archive » sans rien extraire d'autre que des carnets."""
        cours = self.parent.coursedir

        def deposer(eleve: str, copie: CopieRecue, _: Ramassage) -> None:
            ecrire_carnets(Path(extracted_path) / eleve, copie)

        recolte = recolter(cours, cours.assignment_id, Path(archive_path), deposer)
        Registre(cours, cours.assignment_id).nommer_dans_le_carnet_de_notes(cours)
        for phrase in recolte.anonymes:
            self.log.warning("Laissé de côté — %s", phrase)
        for envoi in recolte.envois.values():
            if envoi.etat == REFUSEE:
                self.log.error("Envoi refusé — %s : %s", envoi.nom, envoi.raison)


class CollecteMoodle(FileNameCollectorPlugin):
    """Comprend l'archive de Moodle, ou un dossier par élève ; « named_regexp » reste prioritaire."""

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """L'élève et le carnet que désigne un chemin, ou None si ce n'est pas un carnet."""
        chemin = Path(submitted_file)
        if self.named_regexp or chemin.suffix not in self.valid_ext:
            return super().collect(submitted_file)
        for partie in reversed(chemin.parts):
            if trouve := lire_moodle(lisible(partie)):
                fichier = trouve.fichier if partie == chemin.name else chemin.name
                return {"student_id": en_ascii(trouve.nom), "file_id": Path(fichier).stem}
        return {"student_id": en_ascii(chemin.parent.name), "file_id": chemin.stem}
