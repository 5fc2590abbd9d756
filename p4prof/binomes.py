"""Les binômes : une copie, deux noms. Dits par une cellule du carnet, un groupe de Moodle ou l'enseignant.

La copie reste à un seul, celui qui la porte ; les autres ont sa note et son retour. La copie qu'un autre a
rendue de son côté n'est jamais écartée sur la parole d'un seul.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from p4cours.carnets import CarnetIllisible
from p4prof.carnets import Sujet, remettre_en_forme
from p4prof.classe import Avis, Classe, mots
from p4prof.eleves import EN_BINOME, Ramassage, Registre

# « Binôme : Ana LI et Bob ROY », « # en binôme avec Bob ROY »
_LIGNE = re.compile(r"^\W*(?:en\s+)?(?:bin[oô]me|trin[oô]me)s?\b(?:\s+avec)?\s*:?\s*(.+)$", re.IGNORECASE)
_ENTRE = re.compile(r"\s+et\s+|\s*[,&+/;]\s*", re.IGNORECASE)
EQUIPE_MAX = 4


@dataclass
class Consigne:
    """Ce que l'enseignant dit en ramassant : à qui est une copie, qui a travaillé avec qui."""

    attribuer: dict[str, str] = field(default_factory=dict)
    binomes: list[list[str]] = field(default_factory=list)
    par_groupe: bool = False


def noms_ecrits(octets: bytes, sujet: Sujet) -> list[str]:
    """Les noms qu'une ligne « Binôme : … » du carnet donne ; celles du sujet ne comptent pas."""
    try:
        cellules = json.loads(remettre_en_forme(octets, "")[0])["cells"]
    except CarnetIllisible:
        return []
    donnees = {ligne.strip() for c in sujet.cellules for ligne in c.source.splitlines()}
    lignes = [ligne.strip() for c in cellules for ligne in "".join(c.get("source", "")).splitlines()]
    trouves = [_LIGNE.match(ligne) for ligne in lignes if ligne not in donnees]
    noms = [nom.strip(" .*_«»\"'\u00a0") for t in trouves if t for nom in _ENTRE.split(t[1])]
    return list(dict.fromkeys(nom for nom in noms if nom))[:EQUIPE_MAX]


class Equipes:
    """Qui a travaillé avec qui, d'après ce qui a été ramassé."""

    def __init__(self, registre: Registre, classe: Classe) -> None:
        self._registre, self._classe = registre, classe
        self.nommes: dict[str, set[str]] = {}  # par élève, ceux que nomme son carnet
        self.remarques: dict[str, list[str]] = {}

    @property
    def eleves(self) -> set[str]:
        """Tous ceux qui nomment quelqu'un, ou sont nommés."""
        return set(self.nommes).union(*self.nommes.values())

    def imposer(self, equipe: list[str]) -> None:
        """L'enseignant le dit : ces élèves ont travaillé ensemble."""
        for eleve in equipe:
            self.nommes[eleve] = self.nommes.get(eleve, set()) | set(equipe) - {eleve}

    def lire_le_carnet(self, eleve: str, noms: Iterable[str]) -> None:
        """Retient ceux que nomme le carnet d'un élève ; un nom douteux est dit, pas deviné."""
        for nom in noms:
            avis = self._reconnaitre(nom)
            if avis.eleve and avis.eleve != eleve:
                self.nommes.setdefault(eleve, set()).add(avis.eleve)
            elif not avis.eleve and mots(nom) != mots(self._registre.nom(eleve)):
                qui = ", ".join(avis.candidats) or "IDENTIFIANT"
                self._dire(
                    eleve, f"binôme « {nom} » non reconnu : ajoutez --binome {eleve} {qui} à « p4 ramasser »"
                )

    def _reconnaitre(self, nom: str) -> Avis:
        """Dans la classe s'il y en a une, sinon parmi les élèves déjà connus."""
        if self._classe:
            return self._classe.reconnaitre(nom)
        memes = [e for e, autre in self._registre.noms.items() if mots(autre) == mots(nom)]
        return Avis(memes[0]) if len(memes) == 1 else Avis(candidats=tuple(memes))

    def reunir(self, ont_rendu: dict[str, datetime]) -> dict[str, str]:
        """Pour chaque élève qui n'a pas, ou plus, de copie à lui, celui qui porte la sienne.

        « ont_rendu » : la date de la copie de chacun.
        """
        porteurs: dict[str, str] = {}
        for eleve, autres in sorted(self.nommes.items()):
            for autre in sorted(autres):
                if eleve in porteurs or autre in porteurs or eleve not in ont_rendu:
                    continue
                if autre not in ont_rendu:
                    porteurs[autre] = eleve
                elif eleve in self.nommes.get(autre, ()):  # chacun nomme l'autre : la dernière copie compte
                    ancien, dernier = sorted((eleve, autre), key=lambda e: (ont_rendu[e], e))
                    porteurs[ancien] = dernier
                else:
                    self._conflit(eleve, autre)
        return {eleve: self._au_bout(porteur, porteurs) for eleve, porteur in porteurs.items()}

    def _au_bout(self, eleve: str, porteurs: dict[str, str]) -> str:
        """À trois, celui qui portait la copie d'un autre a pu la confier au troisième."""
        while eleve in porteurs:
            eleve = porteurs[eleve]
        return eleve

    def _conflit(self, eleve: str, autre: str) -> None:
        nom = self._registre.nom(autre)
        self._dire(
            eleve,
            f"se dit en binôme avec {nom}, qui a rendu sa propre copie sans le dire : les deux restent. "
            f"Si c'est bien un binôme, ajoutez --binome {eleve} {autre} à « p4 ramasser »",
        )

    def _dire(self, eleve: str, phrase: str) -> None:
        self.remarques.setdefault(eleve, []).append(phrase)

    def inscrire(self, eleve: str, porteur: str) -> Ramassage:
        """Retient qu'un élève partage la copie d'un autre."""
        deja = self._registre.envois.get(eleve)
        nom = self._registre.nom(porteur)
        ramassage = Ramassage(
            self._classe.nom(eleve) if self._classe else self._registre.nom(eleve),
            deja.numero if deja else "",
            EN_BINOME,
            f"la copie est celle de {nom}",
            avec=porteur,
        )
        self._registre.inscrire(eleve, ramassage)
        for autre in self._registre.envois.values():
            if autre.avec == eleve:  # il portait lui-même la copie d'un autre
                autre.avec = porteur
        return ramassage
