"""Tous les appels sont finis : ce qui ne se voit qu'en les regardant ensemble."""

from __future__ import annotations

from p4core.observation import Incoherence
from p4cours.recherches.juge import Juge, montrer, note
from p4cours.recherches.lecture import Noeud


def faute_d_ensemble(juge: Juge, juste: bool | None) -> Incoherence | None:
    """Une fois tout suivi : une mémoire qui ne sert à rien, un coup jamais tiré au sort, un reste."""
    r, racine = juge.recherche, juge.lecteur.racine
    if racine.appel.sortie is None:
        return _sans_fin(juge)
    if r.range_dans and (faute := _pas_range(juge)):
        return faute
    if r.memoire and (faute := _tout_refait(juge)):
        return faute
    if r.elague and (faute := _mal_elague(juge)):
        return faute
    if r.tirage and juste is not False and (faute := _jamais_tire(juge)):
        return faute
    if juste is False and juge.evaluations_justes():
        return _resultat_faux(juge, racine)
    return None


def _sans_fin(juge: Juge) -> Incoherence:
    """L'appel le plus profond parmi ceux qui n'ont pas fini."""
    noeud = max(
        (n for n in juge.lecteur.noeuds.values() if n.appel.sortie is None), key=lambda n: n.appel.niveau
    )
    return juge.dire(
        noeud, f"Cet appel ne finit pas : {noeud.appel.erreur or 'il a fallu l’arrêter'}.", "temps"
    )


def _pas_range(juge: Juge) -> Incoherence | None:
    """Une valeur calculée pour la première fois, et que le dictionnaire n'a pas reçue."""
    nom = juge.recherche.range_dans
    for noeud in sorted(juge.lecteur.noeuds.values(), key=lambda n: n.appel.sortie or 0):
        vues = {**noeud.appel.libres, **noeud.appel.arguments}
        if noeud.position.finie or not noeud.appel.fini or noeud.souvenir or nom not in vues:
            continue
        if juge.connues.get(noeud.position.pions) is noeud and nom not in noeud.appel.apres:
            return juge.dire(
                noeud,
                f"Cette situation vient d'être calculée, et {nom} n'en garde rien : rangez-y son score.",
                "mémoire",
            )
    return _deja_calcule(juge) if juge.relectures == 0 or juge.refaits else None


def _deja_calcule(juge: Juge) -> Incoherence | None:
    if not juge.refaits:
        return None
    ancien, noeud = juge.refaits[0]
    return juge.dire(
        noeud,
        f"Cette position a déjà été calculée (elle valait {note(juge.score(ancien))}) : elle est "
        "explorée de nouveau au lieu d'être relue.",
        "mémoire",
    )


def _tout_refait(juge: Juge) -> Incoherence | None:
    """Rien n'est jamais relu, alors que des positions reviennent chez l'un et l'autre joueur."""
    tours = {noeud.position.trait for _, noeud in juge.refaits}
    if juge.relectures or (len(tours) < 2 and not juge.recherche.range_dans):
        return None
    return _deja_calcule(juge)


def _mal_elague(juge: Juge) -> Incoherence | None:
    """Un fils examiné pour rien, ou qui ne sait pas ce que l'on a déjà trouvé."""
    for noeud in juge.lecteur.noeuds.values():
        hote = noeud.parent and (noeud.parent.meme or noeud.parent)
        if hote is None or noeud.meme is not None or not juge.a_une_fenetre(noeud):
            continue
        faits = [v for f in juge.finis_avant(hote, noeud) if (v := juge.valeur(f)) is not None]
        if faits and (faute := _superflu(juge, hote, noeud, faits)):
            return faute
    return None


def _superflu(juge: Juge, hote: Noeud, noeud: Noeud, faits: list[float]) -> Incoherence | None:
    monte, (bas, haut) = juge.maximise(hote), juge.bornes(hote)
    meilleure = max(faits) if monte else min(faits)
    if meilleure > haut if monte else meilleure < bas:
        return juge.dire(
            hote,
            f"Le meilleur score trouvé ici, {note(juge.tourner(hote, meilleure))}, sort déjà de la "
            f"fenêtre : le fils {juge.coups([noeud.colonne])} ne pouvait plus rien changer : "
            "il fallait couper.",
            "coupe",
        )
    recue = juge.bornes(noeud)
    utile = bas < meilleure < haut
    if utile and (recue[0] < meilleure if monte else recue[1] > meilleure):
        return juge.dire(
            hote,
            f"Un fils vaut déjà {note(juge.tourner(hote, meilleure))} ici, et le suivant "
            f"({juge.coups([noeud.colonne])}) n'en sait rien : sa fenêtre n'est pas resserrée, il ne "
            "pourra pas couper.",
            "coupe",
        )
    return None


def _jamais_tire(juge: Juge) -> Incoherence | None:
    """À égalité, le coup renvoyé est-il toujours le premier, ou toujours le dernier ?"""
    egaux = [
        (noeud, bons)
        for noeud in juge.lecteur.noeuds.values()
        if noeud.appel.nom == juge.recherche.nom and noeud.fils and not juge.a_une_fenetre(noeud)
        and len(bons := _bons(juge, noeud)) > 1
    ]  # fmt: skip
    for rang, mot in ((0, "premier"), (-1, "dernier")):
        risque = 1.0
        for noeud, bons in egaux:
            risque *= (juge.colonne_choisie(noeud) == bons[rang]) / len(bons)
        if egaux and 0 < risque < juge.risque:
            noeud, bons = egaux[0]
            comme = f", comme à chacune des {len(egaux)} égalités" if len(egaux) > 1 else ""
            return juge.dire(
                noeud,
                f"Les coups {juge.coups(bons)} font égalité ici : votre appel renvoie le {mot}{comme} ; "
                "il faut tirer au sort.",
                "tirage",
            )
    return None


def _bons(juge: Juge, noeud: Noeud) -> list[int]:
    notes = {f.colonne: juge.valeur(f) for f in noeud.fils}
    connues = {x: v for x, v in notes.items() if x is not None and v is not None}
    if not connues:
        return []
    meilleure = (max if juge.maximise(noeud) else min)(connues.values())
    return sorted(x for x, v in connues.items() if juge.egaux(v, meilleure))


def _resultat_faux(juge: Juge, racine: Noeud) -> Incoherence:
    attendue, meilleures = juge.juste(racine.position, racine.reste), juge.meilleures(racine)
    if not juge.rend_une_colonne(racine) and juge.est_juste(racine) is False and attendue is not None:
        return juge.dire(
            racine,
            "Tous les appels se suivent, mais celui-ci devrait valoir "
            f"{note(juge.tourner(racine, attendue))} : il renvoie {note(juge.score(racine))}.",
            "résultat",
        )
    return juge.dire(
        racine,
        f"On attend ici {juge.coups(meilleures or [])}, votre appel renvoie {montrer(racine.appel.valeur)}.",
        "résultat",
    )
