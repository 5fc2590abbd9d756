"""Un appel commence : celui qui l'a fait a-t-il bien joué, passé la main, compté ce qui reste ?"""

from __future__ import annotations

from p4core.francais import quantite
from p4core.ia.recherche import presque_egaux
from p4core.observation import Incoherence
from p4cours.recherches.juge import Juge, note
from p4cours.recherches.lecture import Noeud, profondeur_de


def faute_au_passage(juge: Juge, noeud: Noeud) -> Incoherence | None:
    """Ce que l'appel précédent a fait de travers pour en arriver là."""
    avant = noeud.parent
    if avant is None:
        return None
    donne, rappele = (profondeur_de(n.appel, juge.recherche) for n in (avant, noeud))
    if noeud.position.pions == avant.position.pions:
        return _sur_place(juge, avant, noeud, donne, rappele)
    hote = avant.meme or avant
    faute = _pose(juge, hote, noeud) or _tour_donne(juge, hote, noeud)
    if faute is not None:
        return faute
    if hote.position.finie:
        return juge.dire(
            hote, f"La partie est finie ici ({juge.issue(hote)}) : votre appel joue encore.", "fin"
        )
    if donne is not None and rappele is not None and rappele >= donne:
        return juge.dire(
            hote,
            f"La profondeur ne diminue pas : cet appel, qui a reçu {donne}, fait appeler "
            f"{noeud.appel.nom} avec {rappele}.",
            "profondeur",
        )
    if hote.reste <= 0:
        return juge.dire(
            hote,
            f"Il ne reste aucun coup à prévoir : on attend ici {juge.recherche.feuille_dite}, or votre "
            "appel joue encore.",
            "profondeur",
        )
    if donne is not None and rappele is not None and rappele != donne - 1 and donne == hote.reste:
        return juge.dire(
            hote,
            f"Il reste {donne} à prévoir ici : chaque fils doit être cherché à {donne - 1}, or "
            f"{noeud.appel.nom} est appelée avec {rappele}.",
            "profondeur",
        )
    return _fenetre_trop_etroite(juge, hote, noeud)


def _sur_place(
    juge: Juge, avant: Noeud, noeud: Noeud, donne: int | None, rappele: int | None
) -> Incoherence | None:
    """Le même état, cherché de nouveau : un relais, à la même profondeur."""
    if noeud.appel.nom == avant.appel.nom and donne is not None and donne == rappele:
        return juge.dire(
            avant,
            f"Votre appel se rappelle lui-même sur la même grille et à la même profondeur ({donne}) : "
            "il ne finira jamais.",
            "profondeur",
        )
    if donne is None or rappele is None or donne == rappele or donne != avant.reste:
        return None
    phrase = f"On demande ici une recherche à profondeur {donne} : vous la faites à profondeur {rappele}."
    if rappele == donne - 1 and len(avant.position.coups()) < avant.position.largeur:
        phrase += " Ou bien un coup joué dans une colonne pleine n'a rien changé à la grille ?"
    return juge.dire(avant, phrase, "profondeur")


def _pose(juge: Juge, avant: Noeud, noeud: Noeud) -> Incoherence | None:
    """Le fils s'obtient-il en posant un pion, de la bonne couleur, à sa place ?"""
    mien, autre = avant.position.trait, 3 - avant.position.trait
    ajoutes = [a & ~b for a, b in zip(noeud.position.pions, avant.position.pions, strict=True)]
    perdus = avant.position.masque & ~noeud.position.masque
    ecrases = any(b & ~a for a, b in zip(noeud.position.pions, avant.position.pions, strict=True))
    nombre = sum(bits.bit_count() for bits in ajoutes)
    if nombre == 1 and not ecrases and noeud.colonne is not None:
        if ajoutes[mien - 1]:
            return None
        return juge.dire(
            avant,
            f"C'est {juge.au(mien)} de jouer ici, or le pion posé pour le fils est celui "
            f"{juge.du(autre)} : le même joueur jouerait deux fois de suite.",
            "joueur",
        )
    if nombre > 1 and avant.fils and noeud is not avant.fils[0]:
        return juge.dire(
            avant,
            f"Un coup essayé n'est pas annulé : l'appel suivant voit {nombre} pions de plus que "
            "celui-ci, au lieu d'un seul.",
            "fuite",
        )
    if ecrases or perdus:
        return juge.dire(
            avant,
            "Le fils n'a plus les mêmes pions : un coup y est joué dans une colonne pleine, ou un pion "
            "d'avant y est effacé.",
            "pose",
        )
    return juge.dire(
        avant,
        "Le fils ne s'obtient pas en laissant tomber un pion dans une colonne : il a "
        f"{quantite(nombre, 'pion')} de plus.",
        "pose",
    )


def _tour_donne(juge: Juge, avant: Noeud, noeud: Noeud) -> Incoherence | None:
    """Le joueur que l'on donne au fils est-il bien l'autre ?"""
    donne = noeud.appel.arguments.get(juge.recherche.tour)
    if noeud.appel.nom != juge.recherche.nom or donne not in (1, 2) or donne == noeud.position.trait:
        return None
    return juge.dire(
        avant,
        f"Après un coup {juge.du(donne)}, c'est à l'autre de jouer : le fils est appelé avec "
        f"{juge.recherche.tour} = {donne}, le même joueur deux fois de suite.",
        "joueur",
    )


def _fenetre_trop_etroite(juge: Juge, hote: Noeud, noeud: Noeud) -> Incoherence | None:
    """Le fils reçoit-il une fenêtre d'où l'on peut lui cacher un coup utile ?"""
    if not juge.a_une_fenetre(noeud):
        return None
    faits = [v for f in juge.finis_avant(hote, noeud) if (v := juge.valeur(f)) is not None]
    bas, haut = juge.bornes(hote)
    if juge.maximise(hote):
        bas = max([bas, *faits])
    else:
        haut = min([haut, *faits])
    donnee = juge.bornes(noeud)
    if bas > haut or (
        (donnee[0] <= bas or presque_egaux(donnee[0], bas))
        and (donnee[1] >= haut or presque_egaux(donnee[1], haut))
    ):
        return None
    vues = [sorted(juge.tourner(noeud, b) for b in f) for f in (donnee, (bas, haut))]
    recu, voulu = (f"[{note(a)} ; {note(b)}]" for a, b in vues)
    return juge.dire(
        hote,
        f"La fenêtre donnée au fils {juge.coups([noeud.colonne])} est {recu} : il faut y laisser au "
        f"moins {voulu}, sans quoi des coupes ne sont pas permises.",
        "coupe",
    )
