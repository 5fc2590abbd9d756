"""Des réponses au TP 0, fausses et justes."""

from functools import partial

from reponses import Recueil

RECUEIL = Recueil("tp0_accueil")
Q = RECUEIL.question("autre_joueur", "def autre_joueur(joueur):\n    return 3 - joueur\n")
faux, juste = partial(Q.faux, part=0), Q.juste  # tout ou rien : la fonction n'a que deux valeurs

faux("le_meme", "le joueur qu'on lui donne", change={"3 - joueur": "joueur"})
faux("toujours_2", "toujours 2", change={"3 - joueur": "2"})
faux("toujours_1", "toujours 1", change={"3 - joueur": "1"})
faux("zero_et_un", "numéros 1 et 2, pas 0 et 1", change={"3": "1"})
faux("suivant_sans_retour", "ajoute 1", change={"3 - joueur": "joueur + 1"})
faux("precedent_sans_retour", "retire 1", change={"3 - joueur": "joueur - 1"})
faux("affiche_seulement", "print", "return", corps="print(3 - joueur)")
faux("un_cas_oublie", "ne renvoie rien", corps="if joueur == 1:\n    return 2")
faux("en_texte", "chaîne de caractères", change={"3 - joueur": '"2" if joueur == 1 else "1"'})
faux("en_booleen", "booléen", change={"3 - joueur": "joueur == 2"})
faux("en_flottant", "flottant", change={"3 - joueur": "2 / joueur"})
faux("faute_de_frappe", "NameError", "joeur", change={"- joueur": "- joeur"})
faux("sans_fin", "ne se termine pas", corps="while joueur:\n    pass")
faux(
    "garde_une_memoire",
    "mémoire",
    source="""
    memoire = [1]

    def autre_joueur(joueur):
        memoire.append(joueur)
        return 3 - joueur if len(memoire) < 4 else joueur
    """,
)
faux("sans_parametre", "autre_joueur(joueur)", change={"(joueur)": "()", "3 - joueur": "2"})
faux("recursive_sans_arret", "appels récursifs", change={"3 - joueur": "autre_joueur(3 - joueur)"})
faux("2", "sans parenthèses", source="autre_joueur = 2")
faux("'autre_joueur'", "sans parenthèses", source="autre_joueur = 'autre_joueur'")

juste("par_si", corps="if joueur == 1:\n    return 2\nreturn 1")
juste("par_dictionnaire", corps='print("appelée avec", joueur)\nreturn {1: 2, 2: 1}[joueur]')
juste("par_liste", change={"(joueur)": "(joueur, joueurs=(0, 2, 1))", "3 - joueur": "joueurs[joueur]"})
juste("par_reste", change={"3 - joueur": "joueur % 2 + 1"})
juste("par_numpy", corps="import numpy as np\n\nreturn np.array([0, 2, 1])[joueur]")
juste("<lambda>", source="autre_joueur = lambda joueur: joueur ^ 3")
