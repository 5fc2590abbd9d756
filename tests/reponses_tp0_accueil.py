"""Des réponses au TP 0, fausses et justes."""

from functools import partial

from reponses import Recueil

RECUEIL = Recueil()
faux, juste = partial(RECUEIL.faux, part=0), RECUEIL.juste  # tout ou rien : la fonction n'a que deux valeurs
memoire = [1]


@faux("autre_joueur", "le joueur qu'on lui donne")
def le_meme(joueur):
    return joueur


@faux("autre_joueur", "toujours 2")
def toujours_2(joueur):
    return 2


@faux("autre_joueur", "toujours 1")
def toujours_1(joueur):
    return 1


@faux("autre_joueur", "numéros 1 et 2, pas 0 et 1")
def zero_et_un(joueur):
    return 1 - joueur


@faux("autre_joueur", "ajoute 1")
def suivant_sans_retour(joueur):
    return joueur + 1


@faux("autre_joueur", "retire 1")
def precedent_sans_retour(joueur):
    return joueur - 1


@faux("autre_joueur", "print", "return")
def affiche_seulement(joueur):
    print(3 - joueur)


@faux("autre_joueur", "ne renvoie rien")
def un_cas_oublie(joueur):
    if joueur == 1:
        return 2


@faux("autre_joueur", "chaîne de caractères")
def en_texte(joueur):
    return "2" if joueur == 1 else "1"


@faux("autre_joueur", "booléen")
def en_booleen(joueur):
    return joueur == 2


@faux("autre_joueur", "flottant")
def en_flottant(joueur):
    return 2 / joueur


@faux("autre_joueur", "NameError", "joeur")
def faute_de_frappe(joueur):
    return 3 - joeur  # noqa: F821


@faux("autre_joueur", "ne se termine pas")
def sans_fin(joueur):
    while joueur:
        pass


@faux("autre_joueur", "mémoire")
def garde_une_memoire(joueur):
    memoire.append(joueur)
    return 3 - joueur if len(memoire) < 4 else joueur


@faux("autre_joueur", "autre_joueur(joueur)")
def sans_parametre():
    return 2


@faux("autre_joueur", "appels récursifs")
def recursive_sans_arret(joueur):
    return recursive_sans_arret(3 - joueur)


faux("autre_joueur", "sans parenthèses")(2)
faux("autre_joueur", "sans parenthèses")("autre_joueur")


@juste("autre_joueur")
def par_soustraction(joueur):
    return 3 - joueur


@juste("autre_joueur")
def par_si(joueur):
    if joueur == 1:
        return 2
    return 1


@juste("autre_joueur")
def par_dictionnaire(joueur):
    print("appelée avec", joueur)
    return {1: 2, 2: 1}[joueur]


@juste("autre_joueur")
def par_liste(joueur, joueurs=(0, 2, 1)):
    return joueurs[joueur]


@juste("autre_joueur")
def par_reste(joueur):
    return joueur % 2 + 1


@juste("autre_joueur")
def par_numpy(joueur):
    import numpy as np

    return np.array([0, 2, 1])[joueur]


juste("autre_joueur")(lambda joueur: joueur ^ 3)
