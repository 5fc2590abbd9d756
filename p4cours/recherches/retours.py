"""Un appel finit : a-t-il annulé ses coups, et renvoie-t-il ce que ses fils demandent ?"""

from __future__ import annotations

from math import inf

from p4core.francais import enumerer, quantite
from p4core.jeu import Position
from p4core.observation import AppelVu, Incoherence
from p4cours.recherches.coupes import coupe_permise
from p4cours.recherches.juge import Juge, bien_forme, lister, montrer, note
from p4cours.recherches.lecture import TRAIT, Noeud


def faute_au_retour(juge: Juge, noeud: Noeud) -> Incoherence | None:
    appel = noeud.appel
    if appel.erreur:
        return (
            None
            if _est_relance(appel)
            else juge.dire(noeud, f"Cet appel s'arrête sur une erreur : {appel.erreur}", "erreur")
        )
    changes = juge.lecteur.change(noeud)
    if changes and (noeud.meme is None or not _change_deja(noeud)):
        return _fuite(juge, noeud, changes)
    if noeud.meme is not None and not _porte_la_valeur(juge, noeud):
        return None
    if appel.oublies:
        return None  # tous ses fils n'ont pas été gardés : on ne peut rien en dire
    faute = _forme(juge, noeud) or _valeur(juge, noeud)
    if faute is None:
        _retenir(juge, noeud)
    return faute


def _est_relance(appel: AppelVu) -> bool:
    """L'erreur vient-elle d'un appel qu'il a fait ? C'est alors celui-là."""
    return any(fils.erreur or fils.sortie is None for fils in appel.fils)


def _porte_la_valeur(juge: Juge, noeud: Noeud) -> bool:
    """Une étape (un relais) est jugée avec l'appel dont elle fait partie, s'il est de la recherche."""
    return noeud.appel.nom == juge.recherche.nom and noeud.meme is not None and not noeud.fils


def _fuite(juge: Juge, noeud: Noeud, changes: list[str]) -> Incoherence:
    apres = juge.lecteur.position_de(noeud.appel, apres=True)
    plus = 0 if apres is None else apres.nb_coups - noeud.position.nb_coups
    suite = f" ({quantite(plus, 'pion')} de plus)" if plus > 0 else ""
    verbe = "ne sont plus" if len(changes) > 1 else "n'est plus"
    return juge.dire(
        noeud,
        f"Un coup n'est pas annulé : à la fin de cet appel, {enumerer(changes)} {verbe} comme à son "
        f"début{suite}.",
        "fuite",
    )


def _forme(juge: Juge, noeud: Noeud) -> Incoherence | None:
    """La fonction elle-même renvoie-t-elle ce que l'énoncé demande ?"""
    if noeud.appel.nom != juge.recherche.nom:
        return None
    valeur = noeud.appel.valeur
    if juge.rend_une_colonne(noeud):
        possibles = noeud.position.coups()
        if type(valeur) is int and valeur in possibles:
            return None
        return juge.dire(
            noeud,
            f"On attend une colonne jouable ({lister(possibles)}) : votre appel renvoie {montrer(valeur)}.",
            "forme",
        )
    if bien_forme(valeur) and juge.score(noeud) is not None:
        return None
    return juge.dire(
        noeud, f"On attend un couple (score, coup) : votre appel renvoie {montrer(valeur)}.", "forme"
    )


def _valeur(juge: Juge, noeud: Noeud) -> Incoherence | None:
    if juge.rend_une_colonne(noeud):
        return None if noeud.terminal else _interieur(juge, noeud)
    if juge.valeur(noeud) is None:
        return None  # une étape qui ne renvoie pas un score
    if noeud.terminal:
        return _arret(juge, noeud)
    return _interieur(juge, noeud)


def _arret(juge: Juge, noeud: Noeud) -> Incoherence | None:
    if not noeud.position.finie and not juge.constante:
        return _coup_a_l_arret(juge, noeud)
    attendue, valeur = juge.feuille(noeud), juge.valeur(noeud)
    bas, haut = juge.bornes(noeud)
    if any(juge.egaux(valeur, v) for v in (attendue, max(bas, min(haut, attendue)))):
        return _coup_a_l_arret(juge, noeud)
    if juge.sienne and not noeud.position.finie and _selon_elle(juge, noeud):
        return None
    dit = juge.recherche.fin_dite if noeud.position.finie else juge.recherche.feuille_dite
    ou = (
        f"La partie est finie ici ({juge.issue(noeud)})"
        if noeud.position.finie
        else "Il ne reste aucun coup à prévoir ici"
    )
    dit = f"{dit} = " if dit else ""
    voulu, rendu = juge.tourner(noeud, attendue), juge.score(noeud)
    oppose = " (l'opposé)" if rendu and juge.egaux(rendu, -voulu) else ""
    return juge.dire(
        noeud,
        f"{ou} : on attend {dit}{note(voulu)}, votre appel renvoie {note(rendu)}{oppose}.",
        "arrêt",
    )


def _coup_a_l_arret(juge: Juge, noeud: Noeud) -> Incoherence | None:
    if noeud.appel.nom != juge.recherche.nom or noeud.appel.valeur[1] is None:
        return None
    return juge.dire(
        noeud,
        "La recherche s'arrête ici : il n'y a pas de coup à renvoyer (on attend None), votre appel "
        f"renvoie {montrer(noeud.appel.valeur[1])}.",
        "coup",
    )


def _selon_elle(juge: Juge, noeud: Noeud) -> bool:
    """La feuille vaut-elle ce que dit l'évaluation de l'élève, juste ou non ?"""
    assert juge.sienne is not None
    try:
        return juge.egaux(juge.valeur(noeud), juge.sienne(noeud.position))
    except Exception:  # son évaluation ne marche pas ici : elle n'excuse rien
        return False


# --- un appel qui a des fils ---


def _interieur(juge: Juge, noeud: Noeud) -> Incoherence | None:
    notes = {f.colonne: juge.valeur(f) for f in noeud.fils if f.colonne is not None}
    if any(v is None for v in notes.values()) or any(f.colonne is None for f in noeud.fils):
        return None  # un fils que l'on ne sait pas lire
    connues: dict[int, float] = {x: v for x, v in notes.items() if x is not None and v is not None}
    manquants = [x for x in noeud.position.coups() if x not in connues]
    choix = max if juge.maximise(noeud) else min
    if manquants and connues and coupe_permise(juge, noeud, choix(connues.values())):
        noeud.coupes, manquants = manquants, []
    inconnus = _relire(juge, noeud, manquants)
    connues |= noeud.relus
    if not connues:
        return _sans_fils(juge, noeud)
    meilleure = choix(connues.values())
    if inconnus:
        faute = _fils_manquants(juge, noeud, inconnus if juge.recherche.memoire else manquants, connues)
        if faute is not None or not juge.rend_une_colonne(noeud):
            return faute
    return _choix(juge, noeud, connues, meilleure)


def _relire(juge: Juge, noeud: Noeud, manquants: list[int]) -> list[int]:
    """Reprend d'une mémoire les fils qu'elle peut connaître ; ceux qui restent inconnus."""
    inconnus = []
    for x in manquants:
        connu = _connu(juge, noeud.position.jouer(x))
        valeur = None if connu is None else juge.valeur(connu)
        if valeur is None:
            inconnus.append(x)
        else:
            noeud.relus[x] = valeur
            juge.relectures += 1
    return inconnus


def _connu(juge: Juge, position: Position) -> Noeud | None:
    return juge.connues.get(position.pions) or juge.connues.get(_miroir(position))


def _retenir(juge: Juge, noeud: Noeud) -> None:
    ancien = juge.connues.setdefault(noeud.position.pions, noeud)
    if ancien is not noeud and ancien.appel.nom == noeud.appel.nom:
        if noeud.fils and not noeud.terminal:
            juge.refaits.append((ancien, noeud))
        elif not noeud.terminal:
            noeud.souvenir = True
            juge.relectures += 1


def _sans_fils(juge: Juge, noeud: Noeud) -> Incoherence | None:
    """Une valeur rendue sans rien explorer : une mémoire, ou une recherche qui s'arrête trop tôt."""
    if juge.est_juste(noeud) is not False and not juge.rend_une_colonne(noeud):
        noeud.souvenir = True
        return None
    if juge.rend_une_colonne(noeud) and juge.resultat_juste() is not False:
        return None
    ancien = juge.connues.get(noeud.position.pions)
    if ancien is not None:
        if juge.egaux(juge.valeur(ancien), juge.valeur(noeud)):
            return None
        return juge.dire(
            noeud,
            f"Cette position a déjà été calculée et valait {note(juge.score(ancien))} ; votre appel "
            f"renvoie {note(juge.score(noeud))} sans l'explorer : sa mémoire a servi celle d'une autre.",
            "mémoire",
        )
    if juge.recherche.memoire and any(n.fils for n in juge.lecteur.noeuds.values()):
        return juge.dire(
            noeud,
            "Cette position n'a encore jamais été calculée, et votre appel en renvoie le score "
            f"({note(juge.score(noeud))}) sans l'explorer : s'arrête-t-il trop tôt, ou la mémoire a-t-elle "
            "répondu pour une AUTRE ?",
            "mémoire",
        )
    reste = quantite(noeud.reste, "coup")
    return juge.dire(
        noeud,
        f"Il reste {reste} à prévoir et la partie n'est pas finie : on attend un fils par coup possible "
        f"({lister(noeud.position.coups())}), votre appel n'en examine aucun.",
        "fils",
    )


def _fils_manquants(
    juge: Juge, noeud: Noeud, inconnus: list[int], connues: dict[int, float]
) -> Incoherence | None:
    juste = juge.resultat_juste() if juge.rend_une_colonne(noeud) else juge.est_juste(noeud)
    if juste is not False:
        return None
    fenetre = juge.bornes(noeud)
    if fenetre != (-inf, inf) or juge.a_une_fenetre(noeud):
        bas, haut = sorted(juge.tourner(noeud, b) for b in fenetre)
        noeud.coupes = inconnus
        return juge.dire(
            noeud,
            f"Cette coupe n'était pas permise : dans la fenêtre [{note(bas)} ; {note(haut)}], les fils "
            f"examinés valent {juge.ecrire_fils(noeud, connues)}, et l'un de ceux qui manquent "
            f"({juge.coups(inconnus)}) pouvait encore changer la valeur.",
            "coupe",
        )
    if juge.recherche.memoire and not _toujours_manquants(juge, noeud, inconnus):
        return juge.dire(
            noeud,
            f"Le fils {juge.coups(inconnus[:1])} n'est pas exploré, alors que sa position n'a encore "
            "jamais été calculée : la boucle s'arrête-t-elle avant lui, ou la mémoire a-t-elle répondu "
            "pour une AUTRE position, qui a la même clé ?",
            "mémoire",
        )
    repetes = [f.colonne for f in noeud.fils if f.colonne is not None]
    doubles = sorted({x for x in repetes if repetes.count(x) > 1})
    suite = f" ; {juge.coups(doubles)} l'est deux fois" if doubles else ""
    pluriel = len(inconnus) > 1
    return juge.dire(
        noeud,
        f"{'Les fils' if pluriel else 'Le fils'} {juge.coups(inconnus)} "
        f"{'ne sont jamais examinés' if pluriel else 'n’est jamais examiné'}{suite} : on attend un fils "
        f"par coup possible, votre appel en regarde {len(noeud.fils)} sur {len(noeud.position.coups())}.",
        "fils",
    )


def _toujours_manquants(juge: Juge, noeud: Noeud, inconnus: list[int]) -> bool:
    """Ces colonnes manquent-elles aussi aux appels d'avant où c'était au même joueur ?"""
    semblables = [
        n
        for n in juge.lecteur.noeuds.values()
        if n.fils and n.position.trait == noeud.position.trait and n.meme is None and n.appel.sortie
    ]
    vus = {f.colonne for n in semblables for f in n.fils}
    return not vus & {*inconnus}


def _choix(juge: Juge, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence | None:
    if not juge.rend_une_colonne(noeud):
        valeur = juge.valeur(noeud)
        bas, haut = juge.bornes(noeud)
        permises = (meilleure, max(bas, meilleure), min(haut, meilleure), max(bas, min(haut, meilleure)))
        if not any(juge.egaux(valeur, v) for v in permises):
            if juge.est_juste(noeud) is True:
                return None
            return _mal_choisi(juge, noeud, connues, meilleure)
        if noeud.appel.nom != juge.recherche.nom:
            return None
    return _coup_choisi(juge, noeud, connues, meilleure)


def _coup_choisi(juge: Juge, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence | None:
    """Le coup renvoyé est-il l'un de ceux qui donnent cette valeur ?"""
    x = juge.colonne_choisie(noeud)
    bons = [c for c, v in connues.items() if juge.egaux(v, meilleure)]
    racine = noeud.parent is None
    justes = juge.meilleures(noeud) if racine and juge.evaluations_justes() else None
    if x in bons and (justes is None or x in justes):
        return None
    if justes is not None and x in justes:
        return None
    if juge.hors_fenetre(noeud) if racine else juge.a_une_fenetre(noeud):
        return None  # une borne : le coup n'y compte pas
    rendu = noeud.appel.valeur if juge.rend_une_colonne(noeud) else noeud.appel.valeur[1]
    if x in bons:
        assert justes is not None
        return juge.dire(
            noeud,
            f"Le coup renvoyé ({juge.coups([x])}) n'a qu'une borne pour score, qui fait égalité avec le "
            f"meilleur sans l'être : on attend {juge.coups(justes)}.",
            "coup",
        )  # fmt: skip
    qui = juge.au_tour(noeud)
    return juge.dire(
        noeud,
        f"{qui} et les fils valent {juge.ecrire_fils(noeud, connues)} : on attend "
        f"{'le coup' if len(bons) == 1 else 'l’un des coups'} {juge.coups(bons)}, votre appel renvoie "
        f"{montrer(rendu)}.",
        "coup",
    )


def _mal_choisi(juge: Juge, noeud: Noeud, connues: dict[int, float], meilleure: float) -> Incoherence:
    voulu, rendu = juge.tourner(noeud, meilleure), juge.score(noeud)
    valeur = juge.valeur(noeud)
    assert valeur is not None
    depasse = valeur > meilleure if juge.maximise(noeud) else valeur < meilleure
    reconnu = _reconnu(juge, noeud, connues, meilleure)
    if depasse and not reconnu and _de_depart(valeur):
        # Aucun fils n'est si bon pour qui joue : elle ne vient pas d'eux, mais d'avant la boucle.
        return juge.dire(
            noeud,
            _fils_valent(juge, noeud, connues, voulu, rendu)
            + ", qu'aucun d'eux ne vaut. D'où part votre maximum ou votre minimum, avant la boucle ?",
            "départ",
        )
    if abs(valeur) == inf and not reconnu and valeur not in connues.values():
        reconnu = (
            ", qu'aucun d'eux ne vaut : la valeur de départ n'est jamais remplacée. Garde-t-on le plus grand "
            "là où il faut le plus petit, ou l'inverse ?"
        )
        return juge.dire(noeud, _fils_valent(juge, noeud, connues, voulu, rendu) + reconnu, "départ")
    return juge.dire(noeud, f"{_fils_valent(juge, noeud, connues, voulu, rendu)}{reconnu}.")


def _fils_valent(
    juge: Juge, noeud: Noeud, connues: dict[int, float], voulu: float | None, rendu: float | None
) -> str:
    fils = f"{juge.au_tour(noeud)} et les fils valent {juge.ecrire_fils(noeud, connues)}"
    return f"{fils} : on attend {note(voulu)}, votre appel renvoie {note(rendu)}"


def _de_depart(valeur: float) -> bool:
    """L'une des valeurs que l'on donne à un maximum avant la boucle : 0, ±1, ±100, ±999, ±inf… ?"""
    return abs(valeur) in (0, 1, inf) or any(abs(valeur) in (10**n, 10**n - 1) for n in range(1, 13))


def _reconnu(juge: Juge, noeud: Noeud, connues: dict[int, float], meilleure: float) -> str:
    """D'où peut venir la valeur fausse."""
    valeur, notes = juge.valeur(noeud), list(connues.values())
    autre = (min if juge.maximise(noeud) else max)(notes)
    noms = {True: "le maximum", False: "le minimum"}
    recus = [v for f in noeud.fils if (v := juge.score(f)) is not None]
    bruts = [(juge.tourner(noeud, f(recus)), m) for f, m in ((max, noms[True]), (min, noms[False])) if recus]
    essais = [
        *(bruts if juge.vues.get(noeud.appel.nom) == TRAIT else [(autre, noms[not juge.maximise(noeud)])]),
        (-meilleure, "l'opposé"),
        (autre, "le pire"),
        (notes[0], "le premier fils"),
        (notes[-1], "le dernier fils"),
    ]
    return next((f" ({mot})" for v, mot in essais if juge.egaux(v, valeur)), "")


def _change_deja(noeud: Noeud) -> bool:
    """Le même changement est-il déjà celui d'un appel qu'il a fait ?"""
    return any(fils.apres for fils in noeud.appel.fils)


def _miroir(position: Position) -> tuple[int, int]:
    """Les pions de la même grille, vue dans un miroir."""
    h = position.hauteur + 1
    colonne = (1 << h) - 1
    un, deux = (
        sum(((bits >> x * h) & colonne) << (position.largeur - 1 - x) * h for x in range(position.largeur))
        for bits in position.pions
    )
    return un, deux
