"""L'année : tous les TP d'une classe, la progression de chacun, les fautes qui reviennent.

« p4 annee » l'affiche, et l'écrit en page, en CSV, et en une vue sans noms à projeter."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, field

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from p4core.commande import DemandeImpossible
from p4core.francais import ecrire_nombre, enumerer, quantite
from p4prof.cours import dossier_des_rapports, ecrire_entier, ouvrir, tps_du_cours
from p4prof.eleves import en_ascii
from p4prof.etats import ABSENTE, Etat
from p4prof.mise_en_page import gabarit_brut, mettre_en_page
from p4prof.pannes import en_francais
from p4prof.rapports import RapportDeClasse, Repartition, ecrire_csv, lire_la_classe

# --- Ce que l'année dit de chacun ------------------------------------------------------------------------


@dataclass
class Parcours:
    """L'année d'un élève : ses notes, ramenées à 20, et ce qu'il y a à lire dans chaque case."""

    nom: str
    notes: dict[str, float] = field(default_factory=dict)
    cases: dict[str, str] = field(default_factory=dict)

    @property
    def moyenne(self) -> float | None:
        """La moyenne des TP notés ; rien si aucun ne l'est."""
        return sum(self.notes.values()) / len(self.notes) if self.notes else None

    @property
    def evolution(self) -> float | None:
        """La dernière note, moins la moyenne de celles d'avant."""
        *avant, derniere = self.notes.values() or [0.0]
        return derniere - sum(avant) / len(avant) if avant else None

    @property
    def evolution_ecrite(self) -> str:
        """« +2,5 », « −1 », rien s'il n'y a pas de quoi comparer."""
        if self.evolution is None:
            return ""
        return f"{'−' if self.evolution < 0 else '+'}{ecrire_nombre(abs(self.evolution))}"

    @property
    def points(self) -> list[tuple[float, float]]:
        """La courbe des notes, dans un cadre de 100 sur 24."""
        pas = 92 / max(1, len(self.notes) - 1)
        return [(round(4 + pas * x, 1), round(22 - n, 1)) for x, n in enumerate(self.notes.values())]

    @property
    def description(self) -> str:
        """La même, en mots."""
        return f"notes : {', '.join(map(ecrire_nombre, self.notes.values()))}"


@dataclass(frozen=True)
class Retour:
    """Une faute vue dans plusieurs TP."""

    phrase: str
    tps: list[str]
    eleves: list[str]


@dataclass(frozen=True)
class Annee:
    """Les rapports de tous les TP qui ont des copies, dans l'ordre du cours."""

    rapports: dict[str, RapportDeClasse]

    @property
    def tps(self) -> list[str]:
        """Les TP ramassés."""
        return list(self.rapports)

    @property
    def repartitions(self) -> dict[str, Repartition]:
        """La répartition des notes de chaque TP qui en a."""
        return {tp: r.repartition for tp, r in self.rapports.items() if r.repartition}

    @property
    def parcours(self) -> list[Parcours]:
        """L'année de chacun, par ordre alphabétique."""
        eleves: dict[str, Parcours] = {}
        for tp, rapport in self.rapports.items():
            for etat in rapport.eleves:
                sien = eleves.setdefault(etat.eleve, Parcours(etat.qui))
                sien.cases[tp] = _case(etat)
                if etat.note is not None and not etat.partielle and etat.maximum:
                    sien.notes[tp] = round(20 * etat.note / etat.maximum, 2)
        for sien in eleves.values():
            sien.cases = {tp: sien.cases.get(tp, "") for tp in self.tps}
        return sorted(eleves.values(), key=lambda p: en_ascii(p.nom))

    @property
    def retours(self) -> list[Retour]:
        """Les fautes faites dans deux TP au moins, la plus répandue d'abord."""
        vues: dict[str, tuple[set[str], set[str]]] = {}
        for tp, rapport in self.rapports.items():
            for question in rapport.questions:
                for phrase, eleves in [*question.diagnostics, ("Aucune réponse", question.sans_reponse)]:
                    if eleves:
                        tps, qui = vues.setdefault(phrase, (set(), set()))
                        tps.add(tp)
                        qui.update(map(rapport.qui, eleves))
        retours = [Retour(p, sorted(tps), sorted(qui)) for p, (tps, qui) in vues.items() if len(tps) > 1]
        return sorted(retours, key=lambda r: (-len(r.eleves), r.phrase))

    def __str__(self) -> str:
        lignes = [f"# L'année : {quantite(len(self.tps), 'TP', 'TP')}", ""]
        lignes += [f"- {tp} : {repartition.phrase}" for tp, repartition in self.repartitions.items()]
        lignes += ["", "## Chacun", ""]
        for p in self.parcours:
            notes = ", ".join(f"{tp} {case}" for tp, case in p.cases.items() if case)
            moyenne = "" if p.moyenne is None else f" ; moyenne {ecrire_nombre(p.moyenne)}"
            lignes.append(f"- {p.nom} : {notes}{moyenne}{p.evolution_ecrite and f' ({p.evolution_ecrite})'}")
        if self.retours:
            lignes += ["", "## Les fautes qui reviennent", ""]
            lignes += [f"- {r.phrase} ({enumerer(r.tps)}) — {enumerer(r.eleves)}" for r in self.retours]
        return "\n".join(lignes) + "\n"


def _case(etat: Etat) -> str:
    """La note sur 20, ou ce qui en tient lieu."""
    if etat.note is None:
        return "—" if etat.etat == ABSENTE else etat.etat
    note = ecrire_nombre(20 * etat.note / (etat.maximum or 20))
    return f"({note})" if etat.partielle else note


def lire_l_annee(cours: CourseDirectory) -> Annee:
    """Tous les TP dont au moins une copie est ramassée."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        connus = {tp.name for tp in notes.assignments}
    rapports = {tp: lire_la_classe(tp, cours) for tp in tps_du_cours(cours) if tp in connus}
    return Annee({tp: r for tp, r in rapports.items() if any(e.etat != ABSENTE for e in r.lignes)})


# --- La commande « p4 annee » ----------------------------------------------------------------------------


def definir(analyseur: ArgumentParser) -> None:
    """La commande n'a pas d'argument."""


@en_francais
def executer(arguments: Namespace) -> int:
    """Affiche l'année et l'écrit dans « gestion/rapports »."""
    cours = ouvrir()
    annee = lire_l_annee(cours)
    if not annee.tps:
        raise DemandeImpossible("Aucune copie n'a encore été ramassée : p4 ramasser TP SOURCE.")
    print(annee, end="")
    cible = dossier_des_rapports(cours)
    ecrire_entier(cible / "annee.html", en_page(annee).encode())
    ecrire_entier(cible / "annee-projection.html", en_projection(annee).encode())
    entetes = ["nom", *annee.tps, "moyenne"]
    lignes = [[p.nom, *p.cases.values(), *_ou_rien(p.moyenne)] for p in annee.parcours]
    ecrire_csv(cible / "annee.csv", [entetes, *lignes])
    print(f"\nÀ ouvrir dans un navigateur : {cible / 'annee.html'}")
    print(f"Sans les noms, à projeter : {cible / 'annee-projection.html'}")
    return 0


def _ou_rien(nombre: float | None) -> list[str]:
    return [""] if nombre is None else [ecrire_nombre(nombre)]


def en_page(annee: Annee) -> str:
    """La page de l'enseignant : la classe, chacun, les fautes qui reviennent."""
    return mettre_en_page(
        "annee.html",
        f"L'année : {quantite(len(annee.tps), 'TP', 'TP')}",
        programme=gabarit_brut("trier.js"),
        tps=annee.tps,
        repartitions=annee.repartitions,
        eleves=annee.parcours,
        retours=annee.retours,
    )


def en_projection(annee: Annee) -> str:
    """La page à projeter : aucun nom, et rien que n'ait fait une seule personne."""
    retours = [r for r in annee.retours if len(r.eleves) > 1]
    return mettre_en_page(
        "annee_projection.html",
        "L'année de la classe",
        repartitions={tp: r for tp, r in annee.repartitions.items() if r.projetable},
        retours=retours,
    )
