"""Les cinq façons de coder une grille dans les TP : un `Codage` dit tout de chacune.

Un codage traduit une Position dans ses valeurs et inversement, lit avec bienveillance ce qu'un élève y a
écrit, numérote les colonnes et les rangées, et sait comment s'appellent les fonctions de son TP. Partout
ailleurs, x est la colonne depuis la gauche et y la rangée depuis le bas, à partir de 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from math import inf
from operator import index
from typing import Any

from p4core.dessin import Dessin, image
from p4core.francais import quantite
from p4core.jeu import Case, Position

Taille = tuple[int, int]  # (largeur, hauteur)
NORMALE: Taille = (7, 6)


# --- lire une valeur écrite par un élève ---------------------------------------------------------


class Malforme(ValueError):
    """La valeur n'a pas la forme attendue ; le message le dit en une phrase."""


class CodageInvalide(Malforme):
    """La grille donnée ne respecte pas le codage ; le message montre la case en cause."""


class ReponseInvalide(Malforme):
    """La réponse de la fonction ne désigne aucun coup jouable ; le message dit pourquoi."""


_GENRES = {
    bool: "un booléen",
    int: "un entier",
    float: "un flottant",
    str: "une chaîne de caractères",
    list: "une liste",
    tuple: "un tuple",
    dict: "un dictionnaire",
    set: "un ensemble",
    type(None): "rien (None)",
}


def nommer(valeur: Any) -> str:
    """Le genre d'une valeur, en français."""
    return _GENRES.get(type(valeur), f"un objet de type {type(valeur).__name__}")


def constater(valeur: Any, limite: int = 300) -> str:
    """Ce qu'on trouve à la place de ce qu'on attend : « or c'est une liste : [1, 2] »."""
    if valeur is None:
        return "or il n'y a rien (None)"
    return f"or c'est {nommer(valeur)} : {montrer(valeur, limite)}"


def simple(valeur: Any) -> Any:
    """La même valeur sans enveloppe numpy."""
    return valeur.item() if hasattr(valeur, "dtype") and getattr(valeur, "ndim", 1) == 0 else valeur


def montrer(valeur: Any, limite: int = 300) -> str:
    """La valeur telle qu'on l'écrirait, raccourcie si elle est longue."""
    texte = repr(_simplifier(valeur))
    return texte if len(texte) <= limite else texte[:limite] + "…"


def _simplifier(valeur: Any) -> Any:
    if type(valeur) in (list, tuple):
        return type(valeur)(_simplifier(element) for element in valeur)
    return simple(valeur)


def raisonnable(valeur: Any, nom: str) -> Any:
    """La valeur, sauf si c'est un entier qu'un flottant ne représente pas : on ne saurait le comparer."""
    if isinstance(valeur, int) and valeur.bit_length() > 1000:
        raise Malforme(f"{nom} est un entier démesuré, de plus de 300 chiffres.")
    return valeur


def entier(valeur: Any, nom: str = "le résultat") -> int:
    """Un entier ; un booléen ou un flottant n'en est pas un."""
    valeur = raisonnable(simple(valeur), nom)
    if isinstance(valeur, bool) or not isinstance(valeur, int):
        raise Malforme(f"{nom} doit être un entier, {constater(valeur, 80)}.")
    return int(valeur)  # un int tout simple : pas une classe dont le == dirait toujours oui


def couple(valeur: Any, nom: str = "le résultat") -> tuple[Any, Any]:
    """Un couple, écrit entre parenthèses."""
    if not isinstance(valeur, tuple):
        raise Malforme(f"{nom} doit être un couple (a, b), {constater(valeur)}.")
    if len(valeur) != 2:
        raise Malforme(f"{nom} doit contenir deux valeurs, il en contient {len(valeur)} : {montrer(valeur)}.")
    return valeur[0], valeur[1]


# --- lire la réponse d'une fonction qui joue -----------------------------------------------------


@dataclass(frozen=True)
class Reponse:
    """Une colonne jouable (à partir de 0) et ce qu'il y a pourtant à redire."""

    colonne: int
    remarques: list[str] = field(default_factory=list)


def jouable(x: Any, position: Position, origine: int = 0) -> int:
    """La colonne désignée par x, numérotée à partir de `origine`, si on peut y jouer."""
    if x is None:
        raise ReponseInvalide("la réponse est None : aucune colonne n'est choisie (un return oublié ?)")
    if isinstance(x, bool) or not hasattr(x, "__index__"):
        nature = "un nombre à virgule" if isinstance(x, float) else f"de type {type(x).__name__}"
        doute = " (un score à la place d'une colonne ?)" if isinstance(x, float) else ""
        raise ReponseInvalide(f"la réponse est {x!r:.60}, {nature}, pas un numéro de colonne{doute}")
    try:
        colonne = index(x) - origine
    except TypeError as erreur:  # un tableau de numpy sait être un numéro, s'il n'a qu'un entier
        raise ReponseInvalide(f"la réponse est {x!r:.60}, pas un numéro de colonne") from erreur
    if not 0 <= colonne < position.largeur:
        fin = position.largeur - 1 + origine
        raise ReponseInvalide(
            f"la réponse est {x}, or les colonnes vont de {origine} à {fin} "
            "(un score à la place d'une colonne ?)"
        )
    if position.niveau(colonne) >= position.hauteur:
        raise ReponseInvalide(f"la réponse est la colonne {x}, qui est pleine")
    return colonne


def case_jouee(avant: Position, apres: Position) -> Case | None:
    """La case qui mène d'une position à l'autre en un coup du joueur au trait, ou None."""
    if (apres.largeur, apres.hauteur, apres.trait) != (avant.largeur, avant.hauteur, 3 - avant.trait):
        return None
    pose = apres.masque ^ avant.masque
    bit = pose.bit_length() - 1
    if pose.bit_count() != 1 or apres.pions[avant.trait - 1] != avant.pions[avant.trait - 1] | pose:
        return None
    x, y = divmod(bit, avant.hauteur + 1)
    return (x, y) if y == avant.niveau(x) else None


# --- ce que les codages ont en commun ------------------------------------------------------------


class Codage:
    """Une façon de coder une grille, et les fonctions qui s'en servent ; ici, ce que tous partagent."""

    nom = ""
    # La grille : une liste de listes.
    nom_grille = "G"
    par_colonnes = True  # G[colonne][rangée] ; sinon G[rangée][colonne]
    rangee_0_en_haut = False
    origine = 0  # le numéro de la première colonne pour les fonctions du TP
    signes: tuple[Any, Any, Any] = (0, 1, 2)  # d'une case libre, du joueur 1, du joueur 2
    contenu = "cases"
    listes: tuple[Any, ...] = (list, tuple)  # les genres de listes acceptés d'un élève
    # Les fonctions : leurs arguments tirés de la position, et le sens de leurs réponses.
    noms: tuple[str, ...] = ()
    notes = False  # une fonction qui joue renvoie-t-elle (score, …) ?
    profondeur = ""  # le nom du réglage de profondeur
    signe = 1  # −1 si le score est vu du joueur au trait
    maximise: int | None = None  # le joueur MAX du TP ; sinon celui qui a le trait au départ
    infinis = True  # une victoire vaut ±∞ et une nulle 0, sans évaluer la grille
    coups_attendus = "une liste de numéros de colonnes"
    fini_attendu = ""  # ce que renvoie la fonction qui désigne le gagnant ; vide si le TP n'en a pas
    # Les mots du TP.
    _coup_nomme, _joueur_nomme = "colonne {numero}", "joueur {}"

    # --- position ↔ valeur ---

    def valeur(self, position: Position) -> Any:
        """La position dans ce codage."""
        return self.table(position)

    def grille(self, valeur: Any) -> Any:
        """La grille d'une valeur qui contient aussi autre chose."""
        return valeur

    def depuis(
        self, valeur: Any, *, taille: Taille | None = None, aligner: int = 4, legale: bool = True
    ) -> Position:
        """La position de cette valeur ; `taille=None` accepte toute taille ; lève CodageInvalide."""
        table = self.grille(valeur)
        self._exiger_forme(table, taille)
        for a, liste in enumerate(table):
            for b, v in enumerate(liste):
                if not self._reconnait(v):
                    self.lire_case(v, f"{self.nom_grille}[{a}][{b}]")
        position = self.position(valeur, aligner)
        if legale:
            self._exiger_legale(position)
        return position

    def position(self, valeur: Any, aligner: int = 4) -> Position:
        """La position d'une valeur bien formée, sans rien vérifier : une recherche la demande sans cesse."""
        table, pions = self.grille(valeur), dict.fromkeys(self.signes, 0)
        n, m = len(table), len(table[0])
        bits = _bits(self.par_colonnes, self.rangee_0_en_haut, n, m)
        for bit, signe in zip(bits, chain.from_iterable(table), strict=True):
            pions[signe] |= bit
        _, un, deux = pions.values()
        trait = self._trait(valeur) or (1 if un.bit_count() <= deux.bit_count() else 2)
        return Position.depuis_pions(self._listes((n, m)), aligner, (un, deux), trait)

    def _trait(self, valeur: Any) -> int | None:
        """Le joueur au trait, quand la valeur le dit."""
        return None

    def table(self, position: Position) -> list[list[Any]]:
        """La grille seule, toujours neuve."""
        cases = position.cases()
        if self.rangee_0_en_haut:
            cases = [colonne[::-1] for colonne in cases]
        listes = cases if self.par_colonnes else zip(*cases, strict=True)
        return [[self.signes[v] for v in liste] for liste in listes]

    def cases(self, table: Sequence[Sequence[Any]]) -> list[list[int]]:
        """Le contenu d'une grille bien formée, par colonnes de bas en haut, comme les dessins l'attendent."""
        code = {signe: v for v, signe in enumerate(self.signes)}
        listes = table if self.par_colonnes else list(zip(*table, strict=True))
        pas = -1 if self.rangee_0_en_haut else 1
        return [[code[signe] for signe in liste][::pas] for liste in listes]

    def differences(self, obtenue: Sequence[Any], attendue: Sequence[Any]) -> list[Case]:
        """Les cases (x, y) où deux grilles de même taille diffèrent."""
        paires = zip(self.cases(obtenue), self.cases(attendue), strict=True)
        return [
            (x, y)
            for x, (a, b) in enumerate(paires)
            for y, (v, w) in enumerate(zip(a, b, strict=True))
            if v != w
        ]

    def nom_case(self, case: Case, hauteur: int) -> str:
        """Comment on désigne une case dans ce codage : « G[3][0] »."""
        x, i = case[0], hauteur - 1 - case[1] if self.rangee_0_en_haut else case[1]
        return "{}[{}][{}]".format(self.nom_grille, *((x, i) if self.par_colonnes else (i, x)))

    @property
    def premier_numero(self) -> int:
        """Le numéro de la première colonne sur les plateaux et les images."""
        return self.origine

    def numero(self, x: int) -> int:
        """Le numéro d'une colonne (x à partir de 0) sur les plateaux et les images."""
        return x + self.premier_numero

    def rangees(self, hauteur: int) -> tuple[int, ...]:
        """Les numéros des rangées, de bas en haut."""
        return tuple(range(hauteur))[:: -1 if self.rangee_0_en_haut else 1]

    def dessiner(self, valeur: Any) -> Dessin:
        """L'image d'une valeur, légale ou non, avec les numéros de colonnes et de rangées du TP."""
        position = self.depuis(valeur, legale=False)
        rangees = self.rangees(position.hauteur)
        return Dessin(image(position, origine=self.premier_numero, rangees=rangees))

    # --- lire avec bienveillance ---

    def lire(self, valeur: Any, nom: str = "le résultat", taille: Taille | None = None) -> Any:
        """Une valeur de ce codage, recopiée ; lève Malforme avec une phrase qui dit ce qui manque."""
        return self.lire_table(valeur, nom, taille)

    def lire_table(
        self, valeur: Any, nom: str = "la grille", taille: Taille | None = None
    ) -> list[list[Any]]:
        """La grille seule, recopiée, même si aucune partie n'y mène."""
        if not isinstance(valeur, self.listes) or not all(isinstance(l, self.listes) for l in valeur):
            raise CodageInvalide(
                f"{nom} doit être une liste de listes, or c'est {nommer(valeur)} : {montrer(valeur, 80)}."
            )
        longueurs = sorted({len(liste) for liste in valeur})
        if taille is None and len(longueurs) != 1:
            element = "colonnes" if self.par_colonnes else "lignes"
            raise CodageInvalide(f"{nom} doit avoir des {element} de même longueur : {montrer(valeur, 80)}.")
        if taille is not None and [len(valeur), *longueurs] != list(self._listes(taille)):
            raise CodageInvalide(self._mauvaise_taille(nom, len(valeur), longueurs, taille))
        return [
            [self.lire_case(v, f"{self.nom_grille}[{a}][{b}]") for b, v in enumerate(liste)]
            for a, liste in enumerate(valeur)
        ]

    def _listes(self, taille: Taille) -> tuple[int, int]:
        """Le nombre de listes d'une grille de cette taille, et leur longueur."""
        return taille if self.par_colonnes else (taille[1], taille[0])

    def _mauvaise_taille(self, nom: str, nombre: int, longueurs: list[int], taille: Taille) -> str:
        n, m = self._listes(taille)
        if not self.par_colonnes and (nombre, longueurs) == (m, [n]):
            return (
                f"{nom} contient {m} listes de {n} {self.contenu} : "
                f"ici {self.nom_grille} est une liste de {n} LIGNES de {m} {self.contenu}."
            )
        return (
            f"{nom} doit contenir {n} listes de {m} {self.contenu} ; celle-ci contient "
            f"{quantite(nombre, 'liste')} de longueur {' ou '.join(map(str, longueurs))}."
        )

    def lire_case(self, valeur: Any, nom: str) -> Any:
        """Le contenu d'une case, numpy compris ; `nom` est celui de la case."""
        if self._reconnait(valeur):
            return valeur
        if not isinstance(self.signes[1], str):
            try:
                valeur = entier(valeur, nom)
            except Malforme as defaut:
                raise CodageInvalide(str(defaut)) from None
            if valeur in self.signes:
                return valeur
        libre, *pions = self.signes
        permis = [f'"{s}"' if isinstance(s, str) else repr(s) for s in (libre, *sorted(pions))]
        raise CodageInvalide(
            f"{nom} vaut {montrer(valeur, 40)} : une case contient {permis[0]}, {permis[1]} ou {permis[2]}."
        )

    def _reconnait(self, valeur: Any) -> bool:
        return type(valeur) in (int, str, type(None)) and valeur in self.signes

    # --- les fonctions du TP ---

    def etat(self, position: Position) -> tuple[Any, ...]:
        """Les arguments qui décrivent la position."""
        return (self.valeur(position),)

    def arguments(self, position: Position, j0: int) -> tuple[Any, ...]:
        """Les arguments d'une fonction qui joue pour le joueur j0."""
        return (*self.etat(position), self.signes[position.trait])

    def evaluees(self, position: Position, joueur: int) -> tuple[Any, ...]:
        """Les arguments d'une fonction qui évalue la position pour un joueur."""
        return self.table(position), self.signes[joueur]

    def estimee(self, valeur: Any) -> Any:
        """La part d'une valeur que reçoit une évaluation sans joueur."""
        return valeur

    def fournis(self, position: Position) -> dict[str, Any]:
        """Les réglages que l'on sait donner à une fonction qui les demande."""
        return {}

    def reponse(self, valeur: Any, position: Position) -> Reponse:
        """Le coup d'une fonction qui joue ; lève ReponseInvalide si rien n'est jouable."""
        return Reponse(jouable(valeur, position, self.origine))

    def coup(self, case: Case) -> Any:
        """Un coup, comme le TP l'écrit."""
        return case[0] + self.origine

    def lire_coup(self, valeur: Any, position: Position) -> Any:
        """Un coup d'une liste de coups, à comparer à ceux de `coup` ; lève TypeError ou ValueError sinon."""
        return index(valeur)

    def colonne(self, coup: Any) -> int:
        """La colonne (à partir de 0) d'un coup du TP, ou d'un numéro de colonne."""
        return index(coup[0] if isinstance(coup, tuple | list) else coup) - self.origine

    def arguments_fini(self, position: Position) -> tuple[Any, ...]:
        """Les arguments de la fonction qui désigne le gagnant."""
        return self.etat(position)

    def lire_fini(self, valeur: Any, position: Position) -> int:
        """Le gagnant qu'elle désigne : 0, 1 ou 2 ; lève Malforme si la réponse n'a pas de sens."""
        gagnant = entier(valeur)
        if gagnant not in (0, 1, 2):
            raise Malforme(f"{gagnant} n'est pas un joueur.")
        return gagnant

    # --- les mots du TP ---

    @property
    def joueurs(self) -> dict[Any, int]:
        """Comment le TP désigne les joueurs 1 et 2."""
        return {self.signes[joueur]: joueur for joueur in (1, 2)}

    def nom_joueur(self, joueur: int) -> str:
        """Le nom d'un joueur dans ce TP."""
        return self._joueur_nomme.format(self.signes[joueur])

    def nom_coup(self, x: int) -> str:
        """Le nom d'une colonne (à partir de 0) dans ce TP : « x = 3 », « colonne 4 »."""
        return self._coup_nomme.format(x=x, numero=self.numero(x))

    # --- ce que depuis exige ---

    def _exiger_forme(self, table: Any, taille: Taille | None) -> None:
        """Des listes de même longueur, et de la taille voulue."""
        nom, element = self.nom_grille, "colonne" if self.par_colonnes else "ligne"
        if not _est_liste(table):
            raise CodageInvalide(f"{nom} doit être une liste de listes non vide, pas {table!r:.60}.")
        for rang, liste in enumerate(table):
            if not _est_liste(liste):
                raise CodageInvalide(f"{nom}[{rang}] doit être une liste non vide, pas {liste!r:.60}.")
            if len(liste) != len(table[0]):
                raise CodageInvalide(
                    f"La {element} {nom}[{rang}] contient {len(liste)} {self.contenu} "
                    f"alors que {nom}[0] en contient {len(table[0])}."
                )
        obtenue = self._listes((len(table), len(table[0])))
        if taille is not None and obtenue != taille:
            n, m = self._listes(taille)
            raise CodageInvalide(
                f"{nom} doit contenir {n} listes de {m} {self.contenu} ; "
                f"celle-ci décrit {obtenue[0]} colonnes et {obtenue[1]} rangées."
            )

    def _exiger_legale(self, position: Position) -> None:
        """Une position que l'on atteint en jouant."""
        self._exiger_pesanteur(position)
        un, deux = (pions.bit_count() for pions in position.pions)
        if un - deux not in (0, 1):
            raise CodageInvalide(
                f"{un} pions du joueur qui commence contre {deux} de l'autre : "
                "ils jouent pourtant tour à tour."
            )
        if position.trait != (1 if un == deux else 2):
            raise CodageInvalide(
                f"Avec {un} pions du joueur qui commence et {deux} de l'autre, "
                "c'est à l'autre joueur de jouer."
            )
        self._exiger_un_gagnant(position)

    def _exiger_pesanteur(self, position: Position) -> None:
        h = position.hauteur
        for x, colonne in enumerate(position.cases()):
            for y in range(1, h):
                if colonne[y] and not colonne[y - 1]:
                    raise CodageInvalide(
                        f"Le pion de {self.nom_case((x, y), h)} flotte : "
                        f"la case du dessous, {self.nom_case((x, y - 1), h)}, est vide."
                    )

    def _exiger_un_gagnant(self, position: Position) -> None:
        alignements = [replace(position, gagnant=joueur).alignement for joueur in (1, 2)]
        un, deux = (self.nom_case(a[0], position.hauteur) if a else "" for a in alignements)
        if un and deux:
            raise CodageInvalide(f"Les deux joueurs ont gagné : l'un passe par {un}, l'autre par {deux}.")
        if position.gagnant == position.trait:
            raise CodageInvalide(
                f"Un alignement passe par {un or deux}, mais c'est à son joueur de jouer : "
                "la partie aurait dû s'arrêter avant."
            )


@lru_cache(maxsize=64)
def _bits(par_colonnes: bool, rangee_0_en_haut: bool, n: int, m: int) -> tuple[int, ...]:
    """Le bit de chaque case d'une grille de n listes de m cases, dans l'ordre de lecture."""
    hauteur = m if par_colonnes else n
    cases = [(a, b) if par_colonnes else (b, a) for a in range(n) for b in range(m)]
    return tuple(1 << x * (hauteur + 1) + (hauteur - 1 - i if rangee_0_en_haut else i) for x, i in cases)


def _est_liste(objet: Any) -> bool:
    """Une liste, un tuple, un tableau numpy… qui n'est pas vide."""
    indexable = hasattr(objet, "__len__") and hasattr(objet, "__getitem__")
    return indexable and not isinstance(objet, str | dict) and len(objet) > 0


def _est_couple(valeur: Any) -> bool:
    return isinstance(valeur, tuple | list) and len(valeur) == 2


# --- les codages, un par un ----------------------------------------------------------------------


class EnPosition(Codage):
    """Sans codage : la fonction reçoit la Position elle-même et rend une colonne à partir de 0."""

    nom, noms, infinis = "position", ("position",), False
    premier_numero = 1  # sur un plateau et dans une suite de coups, « 4453 »

    def valeur(self, position: Position) -> Position:
        """La position telle quelle."""
        return position

    def depuis(self, valeur: Any, **_options: Any) -> Position:
        """La position elle-même."""
        if not isinstance(valeur, Position):
            raise TypeError(
                f"Une Position est attendue, pas {valeur!r:.60} ; pour une grille d'un TP, précisez codage=…"
            )
        return valeur

    def arguments(self, position: Position, j0: int) -> tuple[Any, ...]:
        """La position, qui sait qui joue."""
        return (position,)

    def evaluees(self, position: Position, joueur: int) -> tuple[Any, ...]:
        """La position et le joueur."""
        return position, joueur

    def coup(self, case: Case) -> Case:
        """La case jouée."""
        return case


class Colonnes(Codage):
    """TP 1 et 2 : G[x][y], rangée 0 en bas ; 0 libre, 1 et 2 les joueurs."""

    nom, noms, contenu = "colonnes", ("G", "j"), "entiers"
    notes, profondeur, signe, infinis = True, "p", -1, False
    coups_attendus, fini_attendu = "une liste de couples (x, y)", "0, 1 ou 2"
    _coup_nomme = "x = {x}"

    def reponse(self, valeur: Any, position: Position) -> Reponse:
        """(score, (x, y)), ou le coup (x, y) seul, ou la colonne seule."""
        if not isinstance(valeur, tuple | list):
            return super().reponse(valeur, position)
        if len(valeur) != 2:
            raise ReponseInvalide(f"la réponse est {valeur!r:.80} : on attend (score, (x, y))")
        coup = valeur[1] if valeur[1] is None or isinstance(valeur[1], tuple | list) else valeur
        if coup is None:
            raise ReponseInvalide("le coup renvoyé est None alors que la partie n'est pas finie")
        if len(coup) != 2:
            raise ReponseInvalide(f"le coup renvoyé est {coup!r:.60} : on attend (x, y)")
        x = jouable(coup[0], position)
        if coup[1] != position.niveau(x):
            raise ReponseInvalide(
                f"le coup renvoyé est {tuple(coup)!r:.60} : dans la colonne {x}, "
                f"le pion tomberait en y = {position.niveau(x)}"
            )
        return Reponse(x)

    def coup(self, case: Case) -> Case:
        """Le couple (x, y)."""
        return case

    def lire_coup(self, valeur: Any, position: Position) -> Case:
        """Le couple (x, y)."""
        x, y = valeur
        return index(x), index(y)


class Lignes(Codage):
    """TP 3 : (grille, hauteur), grille[i][k] avec la ligne 0 en haut ; 0 libre, 1 et 2 les joueurs."""

    nom, noms, nom_grille = "lignes", ("grille", "hauteur", "p"), "grille"
    par_colonnes, rangee_0_en_haut = False, True
    profondeur, fini_attendu = "prof", "True ou False"
    _coup_nomme = "k = {x}"

    def valeur(self, position: Position) -> tuple[list[list[int]], list[int]]:
        """Le couple (grille, hauteur)."""
        return self.table(position), [position.niveau(x) for x in range(position.largeur)]

    def grille(self, valeur: Any) -> Any:
        """La grille d'un couple (grille, hauteur), ou la grille déjà seule."""
        return valeur[0] if isinstance(valeur, tuple) and len(valeur) == 2 else valeur

    def depuis(self, valeur: Any, **options: Any) -> Position:
        """La position de (grille, hauteur) ou de la grille seule ; légale, sa hauteur doit être juste."""
        position = super().depuis(valeur, **options)
        if options.get("legale", True) and self.grille(valeur) is not valeur and valeur[1] is not None:
            self._exiger_hauteur(position, valeur[1])
        return position

    def _exiger_hauteur(self, position: Position, hauteur: Any) -> None:
        if not _est_liste(hauteur) or len(hauteur) != position.largeur:
            raise CodageInvalide(
                f"hauteur doit être une liste de {position.largeur} entiers, pas {hauteur!r:.60}."
            )
        for x, colonne in enumerate(position.cases()):
            pions = sum(1 for valeur in colonne if valeur)
            if hauteur[x] != pions:
                raise CodageInvalide(
                    f"hauteur[{x}] vaut {hauteur[x]!r} mais la colonne {x} contient {pions} pion(s)."
                )

    def etat(self, position: Position) -> tuple[Any, ...]:
        """La grille et la hauteur sont deux arguments."""
        return self.valeur(position)

    def estimee(self, valeur: Any) -> Any:
        """La grille seule."""
        return self.grille(valeur)

    def arguments_fini(self, position: Position) -> tuple[Any, ...]:
        """victoire(grille, p), pour le joueur qui vient de jouer."""
        return self.table(position), 3 - position.trait

    def lire_fini(self, valeur: Any, position: Position) -> int:
        """Vrai si le joueur qui vient de jouer a gagné."""
        valeur = simple(valeur)
        if not isinstance(valeur, bool):
            raise Malforme(f"on attend True ou False, or c'est {nommer(valeur)}.")
        return 3 - position.trait if valeur else 0


class Situation(Codage):
    """TP 4 : (joueur, G), G[i][j] avec la ligne 0 en bas ; None libre, 1 pour J1 qui commence, 0 pour J0."""

    nom, noms = "situation", ("s",)
    par_colonnes, listes = False, (list,)
    signes: tuple[Any, Any, Any] = (None, 1, 0)
    notes, profondeur, maximise = True, "k", 2
    coups_attendus, fini_attendu = "une liste de situations", "inf, -inf, 0 ou None"
    _coup_nomme, _joueur_nomme = "j = {x}", "J{}"

    def valeur(self, position: Position) -> tuple[int, list[list[int | None]]]:
        """Le couple (joueur, G)."""
        return self.signes[position.trait], self.table(position)

    def grille(self, valeur: Any) -> Any:
        """La grille d'une situation."""
        if not _est_couple(valeur):
            raise CodageInvalide("Une situation est un couple (joueur, G).")
        return valeur[1]

    def _trait(self, valeur: Any) -> int:
        joueur = simple(valeur[0])
        if type(joueur) is not int or joueur not in self.joueurs:
            raise CodageInvalide(f"joueur vaut {montrer(joueur, 60)} : on attend 0 ou 1.")
        return self.joueurs[joueur]

    def lire(self, valeur: Any, nom: str = "le résultat", taille: Taille | None = NORMALE) -> Any:
        """Une situation (joueur, G)."""
        joueur = self._lire_joueur(self._separer(valeur, nom)[0], f"le joueur {_de(nom)}")
        return joueur, self.lire_grille(valeur, nom, taille)

    def lire_grille(self, valeur: Any, nom: str = "le résultat", taille: Taille | None = NORMALE) -> Any:
        """La grille d'une situation, quel que soit son joueur."""
        return self.lire_table(self._separer(valeur, nom)[1], f"la grille {_de(nom)}", taille)

    def _separer(self, valeur: Any, nom: str) -> tuple[Any, Any]:
        if isinstance(valeur, list) and len(valeur) == 6:
            raise Malforme(f"{nom} est une grille seule : une situation est le couple (joueur, grille).")
        joueur, G = couple(valeur, nom)
        if isinstance(joueur, list):
            raise Malforme(
                f"{nom} est écrit à l'envers : une situation est (joueur, grille), le joueur d'abord."
            )
        return joueur, G

    def _lire_joueur(self, joueur: Any, nom: str) -> int:
        if isinstance(simple(joueur), bool):
            raise Malforme(
                f"{nom} doit être un entier, or c'est un booléen : {joueur}. "
                "L'autre joueur s'écrit 1 - joueur."
            )
        j = entier(joueur, nom)
        if j not in self.joueurs:
            raise Malforme(f"{nom} vaut {j} : les joueurs portent les numéros 0 et 1.")
        return j

    def arguments(self, position: Position, j0: int) -> tuple[Any, ...]:
        """La situation où j0 porte les pions de J0 : dans le TP, la machine est toujours J0."""
        return (self.valeur(_vue_de_j0(position, j0)),)

    def evaluees(self, position: Position, joueur: int) -> tuple[Any, ...]:
        """La situation vue de ce joueur."""
        return self.arguments(position, joueur)

    def fournis(self, position: Position) -> dict[str, Any]:
        """Le dernier coup."""
        return {"coup": position.dernier and self.coup(position.dernier)}

    def reponse(self, valeur: Any, position: Position) -> Reponse:
        """La situation suivante, seule ou dans un couple (score, situation)."""
        if valeur is None:
            raise ReponseInvalide(
                "la réponse est None : aucune situation n'est renvoyée (un return oublié ?)"
            )
        if _est_couple(valeur) and (valeur[1] is None or self._est_situation(valeur[1])):
            valeur = valeur[1]
        if valeur is None:
            raise ReponseInvalide("la situation renvoyée est None alors que la partie n'est pas finie")
        try:
            taille = (position.largeur, position.hauteur)
            suivante = self.depuis(valeur, taille=taille, aligner=position.aligner, legale=False)
        except Malforme as erreur:
            raise ReponseInvalide(f"la situation renvoyée est mal formée. {erreur}") from None
        return self._coup_vers(suivante, _vue_de_j0(position, position.trait))

    def _est_situation(self, valeur: Any) -> bool:
        """Un couple dont le premier terme n'est pas lui-même une ligne de grille."""
        return _est_couple(valeur) and not isinstance(valeur[0], tuple | list)

    def _coup_vers(self, suivante: Position, avant: Position) -> Reponse:
        oubli = suivante.trait == avant.trait
        case = case_jouee(avant, replace(suivante, trait=3 - avant.trait))
        if case is not None:
            return Reponse(case[0], ["la situation renvoyée ne change pas de joueur"] if oubli else [])
        if suivante.pions == avant.pions:
            raise ReponseInvalide("la situation renvoyée est celle d'avant : aucun pion n'a été posé")
        raise ReponseInvalide("la situation renvoyée ne s'obtient pas en posant un pion de la machine")

    def coup(self, case: Case) -> Case:
        """Le couple (i, j), ligne puis colonne."""
        return case[1], case[0]

    def lire_coup(self, valeur: Any, position: Position) -> Case:
        """La case du pion posé pour atteindre cette situation."""
        suivante = self.depuis(valeur, aligner=position.aligner, legale=False)
        case = case_jouee(position, suivante)
        if case is None:
            raise Malforme("cette situation ne s'obtient pas en posant un pion.")
        return self.coup(case)

    def colonne(self, coup: Any) -> int:
        """La colonne d'un coup (i, j)."""
        return index(coup[1] if isinstance(coup, tuple | list) else coup)

    def arguments_fini(self, position: Position) -> tuple[Any, ...]:
        """eval_f(s, coup)."""
        return self.valeur(position), self.fournis(position)["coup"]

    def lire_fini(self, valeur: Any, position: Position) -> int:
        """inf si J0 a gagné, -inf si c'est J1."""
        gagnants = {inf: 2, -inf: 1, 0: 0, None: 0}
        valeur = simple(valeur)
        if isinstance(valeur, bool) or not isinstance(valeur, int | float | None) or valeur not in gagnants:
            raise Malforme(f"on attend {self.fini_attendu}.")
        return gagnants[valeur]


def _de(nom: str) -> str:
    return f"du {nom[3:]}" if nom.startswith("le ") else f"de {nom}"


def _vue_de_j0(position: Position, j0: int) -> Position:
    """La même position où le joueur j0 porte les pions de J0."""
    if j0 == 2:
        return position
    un, deux = position.pions
    gagnant = 3 - position.gagnant if position.gagnant else 0
    return replace(position, pions=(deux, un), trait=3 - position.trait, gagnant=gagnant)


class Jetons(Codage):
    """TP 5 : l[c - 1][i], ligne 0 en haut, colonnes numérotées à partir de 1 ; "[ ]", "[O]", "[X]"."""

    nom, noms, nom_grille, contenu = "jetons", ("l", "t"), "l", "jetons"
    rangee_0_en_haut, origine = True, 1
    signes: tuple[Any, Any, Any] = ("[ ]", "[O]", "[X]")
    _joueur_nomme = "{}"

    def fournis(self, position: Position) -> dict[str, Any]:
        """txt, g, T (numéro du tour) et C (colonnes déjà jouées)."""
        tour = position.nb_coups // 2 + 1
        return {"txt": 0, "g": position.aligner, "T": tour, "C": [x + 1 for x in position.historique]}

    def reponse(self, valeur: Any, position: Position) -> Reponse:
        """[nouvelle table, colonne], ou la colonne seule."""
        if not _est_couple(valeur):
            return super().reponse(valeur, position)
        x = jouable(valeur[1], position, self.origine)
        if valeur[0] != self.table(position.jouer(x)):
            return Reponse(
                x, [f"la table renvoyée n'est pas celle qu'on obtient en jouant la colonne {self.numero(x)}"]
            )
        return Reponse(x)


class Tours(Codage):
    """TP 7 : quatre chaînes, une par colonne, de bas en haut : ("OX", "", "X", "O") ; 4 × 4, aligner 3.

    Un tuple de chaînes peut être la clé d'un dictionnaire. O commence."""

    nom, noms, nom_grille = "tours", ("s",), "s"
    signes: tuple[Any, Any, Any] = ("", "O", "X")
    taille, aligner = (4, 4), 3
    coups_attendus, fini_attendu = "une liste de positions", '"X", "O" ou ""'
    _joueur_nomme = "{}"

    def valeur(self, position: Position) -> tuple[str, ...]:
        """Les quatre colonnes."""
        return tuple("".join(colonne) for colonne in self.table(position))

    def grille(self, valeur: Any) -> list[list[str]]:
        """Les colonnes complétées de cases libres."""
        return [[*colonne, *[""] * (self.taille[1] - len(colonne))] for colonne in valeur]

    def depuis(self, valeur: Any, **options: Any) -> Position:
        """La position de ces quatre chaînes."""
        options["aligner"] = self.aligner
        return super().depuis(self.lire(valeur, "s"), **options)

    def position(self, valeur: Any, aligner: int = aligner) -> Position:
        """La position de quatre chaînes bien formées."""
        return super().position(valeur, self.aligner)

    def lire(self, valeur: Any, nom: str = "le résultat", taille: Taille | None = None) -> tuple[str, ...]:
        """Un tuple de quatre chaînes faites de X et de O."""
        largeur, hauteur = self.taille
        if not isinstance(valeur, tuple):
            doute = " Une liste ne peut pas être la clé d'un dictionnaire." if type(valeur) is list else ""
            raise CodageInvalide(
                f"{nom} doit être un tuple de {largeur} chaînes, {constater(valeur, 80)}.{doute}"
            )
        if len(valeur) != largeur or not all(isinstance(colonne, str) for colonne in valeur):
            raise CodageInvalide(f"{nom} doit être un tuple de {largeur} chaînes, pas {montrer(valeur, 80)}.")
        for x, colonne in enumerate(valeur):
            if len(colonne) > hauteur or not set(colonne) <= {"X", "O"}:
                raise CodageInvalide(
                    f"{nom} contient la colonne {montrer(colonne, 40)} (rang {x}) : au plus {hauteur} pions, "
                    "O ou X."
                )
        return tuple(map(str, valeur))

    def arguments(self, position: Position, j0: int) -> tuple[Any, ...]:
        """La position seule : elle dit à qui de jouer."""
        return self.etat(position)

    def reponse(self, valeur: Any, position: Position) -> Reponse:
        """La position suivante, ou la colonne."""
        if not isinstance(valeur, tuple | list):
            return super().reponse(valeur, position)
        try:
            case = case_jouee(position, self.depuis(valeur, legale=False))
        except Malforme as erreur:
            raise ReponseInvalide(f"la position renvoyée est mal formée. {erreur}") from None
        if case is None:
            raise ReponseInvalide("la position renvoyée ne s'obtient pas en posant un pion")
        return Reponse(case[0])

    def coup(self, case: Case) -> Case:
        """La case jouée."""
        return case

    def lire_coup(self, valeur: Any, position: Position) -> Case:
        """La case du pion posé pour atteindre cette position."""
        case = case_jouee(position, self.depuis(valeur, legale=False))
        if case is None:
            raise Malforme("cette position ne s'obtient pas en posant un pion.")
        return case

    def lire_fini(self, valeur: Any, position: Position) -> int:
        """« X » ou « O » a gagné, ou personne."""
        if not isinstance(valeur, str) or valeur not in self.signes:
            raise Malforme(f"on attend {self.fini_attendu}.")
        return self.signes.index(valeur)


COLONNES, LIGNES, SITUATION, JETONS, TOURS = Colonnes(), Lignes(), Situation(), Jetons(), Tours()
CODAGES: dict[str | None, Codage] = {
    None: EnPosition(),
    **{codage.nom: codage for codage in (COLONNES, LIGNES, SITUATION, JETONS, TOURS)},
}


def codage_nomme(nom: str | None) -> Codage:
    """Le codage qui porte ce nom ; None pour une fonction qui reçoit une Position."""
    if nom not in CODAGES:
        connus = ", ".join(f"« {c} »" for c in CODAGES if c)
        raise ValueError(f"Codage {nom!r} inconnu : {connus}, ou rien pour une Position.")
    return CODAGES[nom]


# --- les mêmes traductions, comme fonctions ------------------------------------------------------


def depuis_colonnes(
    G: Sequence[Sequence[int]], *, taille: Taille | None = NORMALE, aligner: int = 4, legale: bool = True
) -> Position:
    """La position codée par colonnes ; `taille=None` accepte toute taille."""
    return COLONNES.depuis(G, taille=taille, aligner=aligner, legale=legale)


def vers_colonnes(position: Position) -> list[list[int]]:
    """La grille codée par colonnes, rangée 0 en bas."""
    return COLONNES.table(position)


def depuis_lignes(
    grille: Sequence[Sequence[int]],
    hauteur: Sequence[int] | None = None,
    *,
    taille: Taille | None = None,
    aligner: int = 4,
    legale: bool = True,
) -> Position:
    """La position codée par lignes, rangée 0 en haut ; si elle doit être légale, `hauteur` est vérifiée."""
    return LIGNES.depuis((grille, hauteur), taille=taille, aligner=aligner, legale=legale)


def vers_lignes(position: Position) -> tuple[list[list[int]], list[int]]:
    """Le couple (grille, hauteur) codé par lignes, rangée 0 en haut."""
    return LIGNES.valeur(position)


def depuis_situation(
    s: tuple[int, Sequence[Sequence[int | None]]],
    *,
    taille: Taille | None = NORMALE,
    aligner: int = 4,
    legale: bool = True,
) -> Position:
    """La position codée par une situation (joueur, G) ; le joueur 1 est celui qui a commencé."""
    return SITUATION.depuis(s, taille=taille, aligner=aligner, legale=legale)


def vers_situation(position: Position) -> tuple[int, list[list[int | None]]]:
    """La situation (joueur, G), rangée 0 en bas."""
    return SITUATION.valeur(position)


def depuis_jetons(
    l: Sequence[Sequence[str]], *, taille: Taille | None = None, aligner: int = 4, legale: bool = True
) -> Position:
    """La position codée par jetons, colonnes de chaînes, rangée 0 en haut."""
    return JETONS.depuis(l, taille=taille, aligner=aligner, legale=legale)


def vers_jetons(position: Position) -> list[list[str]]:
    """La table de jetons, rangée 0 en haut."""
    return JETONS.table(position)


def depuis_tours(s: tuple[str, ...], *, legale: bool = True) -> Position:
    """La position de quatre chaînes, une par colonne, de bas en haut."""
    return TOURS.depuis(s, legale=legale)


def vers_tours(position: Position) -> tuple[str, ...]:
    """Les quatre colonnes d'une position, en chaînes."""
    return TOURS.valeur(position)
