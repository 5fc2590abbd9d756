"""Les boutons et les menus du plateau."""

from __future__ import annotations

import pytest

from p4core import Plateau, Position


def premiere(position):
    return position.coups()[0]


def test_les_boutons_suivent_la_partie():
    """Annuler et Refaire ne sont-ils actifs que s'il y a de quoi faire ?"""
    plateau = Plateau()
    barre = plateau._barre
    assert (barre.annuler.disabled, barre.refaire.disabled) == (True, True)
    plateau.jouer(3)
    assert (barre.annuler.disabled, barre.refaire.disabled) == (False, True)
    barre.annuler.click()
    assert plateau.position.nb_coups == 0
    barre.refaire.click()
    assert plateau.position.notation == "4"
    barre.nouvelle.click()
    assert plateau.position.nb_coups == 0


def test_pause_et_continuer_entre_machines():
    """La pause arrête-t-elle deux machines, et Continuer les relance-t-il ?"""
    plateau = Plateau(joueur=premiere, adversaire=premiere, cadence=60)
    barre = plateau._barre
    barre.pause.click()
    plateau.attendre()
    assert barre.pause.description == "Continuer"
    plateau._moteur.cadence = 0
    barre.pause.click()
    plateau.attendre()
    assert plateau.finie


def test_le_bouton_pause_se_cache_entre_personnes():
    """Sans machine, le bouton de pause est-il caché ?"""
    assert Plateau()._barre.pause.layout.display == "none"


def test_conseil_une_fois_analyse_a_chaque_coup():
    """Conseil vaut-il pour ce coup seulement, et Analyse pour les suivants aussi ?"""
    plateau = Plateau(adversaire="minmax", profondeur=1)
    plateau._barre.conseil.click()
    plateau.attendre()
    assert plateau._grille.etat["conseils"] == [3]
    plateau.jouer(3)
    assert plateau._grille.etat["conseils"] == []
    plateau._barre.analyse.value = True
    plateau.attendre()
    plateau.jouer(3)
    assert len(plateau._grille.etat["notes"]) == 7
    plateau._barre.analyse.value = False
    assert plateau._grille.etat["notes"] == []


def test_changer_de_joueur_par_le_menu():
    """Choisir une IA dans le menu montre-t-il ses réglages et la fait-il jouer ?"""
    plateau = Plateau()
    choix = plateau._panneau.choix[1]
    choix.genre.value = "minmax"
    assert list(choix.champs) == ["profondeur", "poids"]
    choix.champs["profondeur"].value = 1
    choix.champs["poids"].value = "0 1 4 9 inf"
    plateau.jouer(3)
    assert plateau.position.nb_coups == 2
    choix.genre.value = "humain"
    assert choix.champs == {}


def test_des_poids_illisibles_reviennent_a_ceux_par_defaut():
    """Un texte qui n'est pas une liste de nombres est-il refusé sans planter ?"""
    plateau = Plateau(adversaire="minmax", profondeur=1)
    champ = plateau._panneau.choix[1].champs["poids"]
    champ.value = "un deux"
    assert champ.value == ""
    plateau.jouer(3)
    assert plateau.position.nb_coups == 2


def test_la_fonction_donnee_reste_au_menu():
    """Après être passé à une autre IA, peut-on revenir à la fonction donnée ?"""
    plateau = Plateau(adversaire=premiere)
    genre = plateau._panneau.choix[1].genre
    assert genre.options[-1] == ("premiere", "donnee")
    genre.value = "hasard"
    genre.value = "donnee"
    plateau.jouer(3)
    assert plateau.position.notation == "41"


def test_les_noms_se_changent():
    """Le nom tapé apparaît-il sur le plateau, et un nom vide est-il remplacé ?"""
    plateau = Plateau()
    plateau._panneau.choix[0].nom.value = "Ada"
    assert plateau._grille.etat["joueurs"][0]["nom"] == "Ada"
    plateau._panneau.choix[0].nom.value = "  "
    assert plateau._grille.etat["joueurs"][0]["nom"] == "Joueur A"


def test_qui_commence_change_tout_de_suite_si_rien_n_est_joue():
    """Choisir l'adversaire pour commencer le fait-il jouer aussitôt ?"""
    plateau = Plateau(adversaire=premiere)
    plateau._panneau.commence.value = 1
    plateau.attendre()
    assert plateau.position.notation == "1"


@pytest.mark.parametrize(
    ("texte", "notation"), [("4453", "4453"), ("Position.depuis_coups('44')", "44"), (" 4 4 ", "44")]
)
def test_coller_des_coups(texte, notation):
    """Une suite de coups collée mène-t-elle à sa position, coups compris ?"""
    plateau = Plateau()
    plateau._panneau.position.value = texte
    assert plateau.position.notation == notation
    assert plateau._panneau.reponse.value.startswith("✓")


@pytest.mark.parametrize("codage", ["colonnes", "lignes", "situation", "jetons"])
def test_ce_qui_est_copie_se_recolle(codage):
    """La valeur Python copiée redonne-t-elle la position, dans chaque codage ?"""
    source = Plateau(codage=codage, position=Position.depuis_coups("4453"))
    valeur = source._grille.etat["copies"][-1]["texte"]
    cible = Plateau(codage=codage)
    cible._panneau.position.value = valeur
    assert cible.position == Position.depuis_coups("4453")


@pytest.mark.parametrize("texte", ["4459", "[[1, 2]]", "abc", "4" * 9, "__import__('os')"])
def test_un_texte_colle_qui_ne_va_pas_est_explique(texte):
    """Un texte qui ne décrit pas de position laisse-t-il la partie, avec une explication ?"""
    plateau = Plateau(codage="colonnes")
    plateau.jouer(3)
    plateau._panneau.position.value = texte
    assert plateau._panneau.reponse.value.startswith("⚠")
    assert plateau.position.notation == "4"


def test_les_reglages_s_ouvrent_et_se_ferment():
    """Le bouton Réglages montre-t-il et cache-t-il le panneau ?"""
    plateau = Plateau()
    assert plateau._panneau.layout.display == "none"
    plateau._barre.reglages.value = True
    assert plateau._panneau.layout.display is None


def test_les_scores_se_remettent_a_zero():
    """Le bouton efface-t-il les victoires ?"""
    plateau = Plateau(noms=("Ada", "Blaise"))
    for x in (0, 1, 0, 1, 0, 1, 0):
        plateau.jouer(x)
    plateau.nouvelle()
    plateau._panneau.zero.click()
    assert plateau.scores == {"Ada": 0, "Blaise": 0, "nulles": 0}
