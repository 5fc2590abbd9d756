"""Le composant Arbre des notebooks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from p4core.codages import codage_nomme
from p4core.ecran.arbre.construction import RACINE, Calculateur, Noeud, Recherche
from p4core.ecran.arbre.jeux import Jeu
from p4core.ecran.arbre.vue import dessiner, etat
from p4core.ecran.vivant import Canal, ImageFixe, vue
from p4core.francais import en_une_ligne
from p4core.ia.joueurs import poids_par_defaut
from p4core.ia.recherche import du_point_de_vue, selon_poids
from p4core.jeu import Position

_DOSSIER = Path(__file__).parent
_PATIENCE = 2.0  # secondes où l'affichage attend les valeurs, pour que l'image fixe les montre


class CanalArbre(Canal):
    """L'état de l'arbre et, dans les deux sens, les nœuds dépliés."""

    ouverts = traitlets.List(traitlets.Unicode(), [RACINE]).tag(sync=True)


class Arbre(anywidget.AnyWidget):
    """L'arbre d'une recherche min-max, à déplier à la souris ou au clavier.

    `Arbre(position, profondeur=2)` : la recherche de p4core (`evaluer`, vue du joueur au trait).
    `Arbre(G, "colonnes", joueur=1, valeur=f, coups=coups)` : `joueur` maximise f(G).
    `Arbre((grille, hauteur), "lignes", joueur=1, valeur=f)` : f(grille) aux feuilles.
    `Arbre(s, "situation", fils=fils, valeur=h, fin=eval_f)` : J0 maximise ; `fin` dit si la partie est finie.
    """

    _esm = _DOSSIER / "arbre.js"
    _css = _DOSSIER / "arbre.css"
    canal = traitlets.Instance(CanalArbre, ()).tag(sync=True, **widgets.widget_serialization)
    etat = traitlets.Dict(help="Ce que montre l'arbre.")
    ouverts = traitlets.List(traitlets.Unicode(), [RACINE], help="Les clés des nœuds dépliés.")

    @en_une_ligne
    def __init__(
        self,
        depart: Any = None,
        codage: str | None = None,
        *,
        profondeur: int = 2,
        joueur: Any = None,
        evaluer: Callable[[Position], float] | None = None,
        valeur: Callable[..., Any] | None = None,
        fils: Callable[..., Any] | None = None,
        coups: Callable[..., Any] | None = None,
        fin: Callable[..., Any] | None = None,
        aligner: int = 4,
        delai: float = 10.0,
    ) -> None:
        code = codage_nomme(codage)
        _verifier(profondeur, joueur, code.joueurs, (evaluer, valeur, fils, coups, fin))
        depart = Position() if depart is None and codage is None else depart
        position = code.depuis(depart, aligner=aligner, legale=False)
        maximise = code.joueurs.get(joueur) or code.maximise or position.trait
        if codage is None and valeur is None:
            evaluer = evaluer or selon_poids(poids_par_defaut(position.aligner))
            valeur = du_point_de_vue(evaluer, maximise)
        jeu = Jeu(code, maximise, position.aligner, fils=fils, valeur=valeur, coups=coups, fin=fin)
        self._recherche = Recherche(jeu, Noeud(depart, position, profondeur))
        self._calculateur = Calculateur(self._recherche, self._publier, delai)
        self._vus = {RACINE}
        self._image = ImageFixe(self, lambda: dessiner(self._recherche), vivante=True)
        super().__init__()
        for nom in ("etat", "ouverts"):
            traitlets.link((self, nom), (self.canal, nom))
        self.observe(self._deplie, "ouverts")
        self._calculateur.demander([self._recherche.racine])

    # --- en Python ----------------------------------------------------------------------------

    @property
    def valeur(self) -> float | None:
        """La valeur de la racine, vue de MAX (None si elle n'est pas connue)."""
        self.attendre()
        return self._recherche.racine.valeur

    @property
    def racine(self) -> Noeud:
        """L'arbre comme donnée : un nœud, ses fils, leurs valeurs."""
        self.attendre()
        return self._recherche.racine

    @property
    def meilleure_ligne(self) -> list[int | None]:
        """Les colonnes (à partir de 0) de la meilleure ligne."""
        self.attendre()
        return [n.case and n.case[0] for n in self._recherche.ligne()[1:]]

    @en_une_ligne
    def deplier(self, *colonnes: int) -> None:
        """Déplie le nœud atteint en jouant ces colonnes (à partir de 0), et ceux qui y mènent."""
        self.attendre()
        noeud, cles = self._recherche.racine, [RACINE]
        for x in colonnes:
            noeud = self._suivant(noeud, x)
            cles.append(noeud.cle)
        self.ouverts = [*self.ouverts, *(cle for cle in cles if cle not in self.ouverts)]
        self.attendre()

    def tout_replier(self) -> None:
        """Ne laisse voir que la racine et ses fils."""
        self.ouverts = [RACINE]

    def attendre(self, secondes: float | None = None) -> None:
        """Attend la fin des calculs en cours."""
        self._calculateur.attendre(secondes)

    def _suivant(self, noeud: Noeud, x: int) -> Noeud:
        for fils in noeud.fils or []:
            if fils.case is not None and fils.case[0] == x:
                return fils
        raise ValueError(f"Aucun fils de l'arbre ne joue la colonne {x} à cet endroit.")

    # --- la vue -------------------------------------------------------------------------------

    def _deplie(self, changement: dict[str, Any]) -> None:
        nouveaux = set(changement["new"]) - set(changement["old"])
        self._vus |= nouveaux
        noeuds = [n for n in self._recherche.racine.parcours() if n.cle in nouveaux and not n.evalue]
        self._calculateur.demander(noeuds)
        if not noeuds:
            self._publier()

    def _publier(self) -> None:
        c = self._calculateur
        self.etat = etat(self._recherche, self._vus, c.en_cours, c.incident)
        if not c.en_cours:
            self._image.actualiser()

    def __repr__(self) -> str:
        r = self._recherche.racine
        return f"<Arbre {r.position.largeur} × {r.position.hauteur}, profondeur {r.reste}>"

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        return {**self._image.donnees(), **vue(self)}

    def _ipython_display_(self) -> None:
        self.attendre(_PATIENCE)
        self._image.afficher()


def _verifier(profondeur: Any, joueur: Any, permis: Collection[Any], fonctions: tuple[Any, ...]) -> None:
    if isinstance(profondeur, bool) or not isinstance(profondeur, int) or profondeur < 1:
        raise ValueError(f"profondeur vaut {profondeur!r} : un entier au moins égal à 1 est attendu.")
    if joueur is not None and joueur not in permis:
        raise ValueError(f"joueur vaut {joueur!r} : {' ou '.join(map(repr, permis))} attendu.")
    for fonction in fonctions:
        if fonction is not None and not callable(fonction):
            raise TypeError(f"Une fonction est attendue, pas {fonction!r:.60}.")
