"""Une personne au clavier : ce qu'on accepte d'elle, ce qu'on lui refuse, comment elle s'en va."""

from __future__ import annotations

import pytest

from p4core.ecran.clavier import Abandon, colonne, demander_colonne, lire, poliment

PLEINES = [True, False, False, False, False, False, False]
REFUS = [
    ("", "Il manque un numéro de colonne : on attend un entier de {} à {}."),
    ("abc", "« abc » n'est pas un numéro de colonne : on attend un entier de {} à {}."),
    ("3.0", "« 3.0 » n'est pas un numéro de colonne : on attend un entier de {} à {}."),
    ("1 2", "« 1 2 » n'est pas un numéro de colonne : on attend un entier de {} à {}."),
    ("²", "« ² » n'est pas un numéro de colonne : on attend un entier de {} à {}."),
    ("٣", "« ٣ » n'est pas un numéro de colonne : on attend un entier de {} à {}."),
    ("z" * 50, f"« {'z' * 20} » n'est pas un numéro de colonne : on attend un entier de {{}} à {{}}."),
    ("-1", "-1 est négatif : les colonnes vont de {} à {}."),
    ("−4", "−4 est négatif : les colonnes vont de {} à {}."),
    ("9", "La colonne 9 n'existe pas : elles vont de {} à {}."),
    ("9" * 6000, "La colonne 999999 n'existe pas : elles vont de {} à {}."),
]


def simple(phrase):
    """La phrase sans ses espaces insécables."""
    return str(phrase).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("origine", [0, 1])
@pytest.mark.parametrize(("reponse", "phrase"), REFUS)
def test_chaque_refus_dit_sa_raison(reponse, phrase, origine):
    """Pas un nombre, négatif, hors de la grille, rien : la raison est-elle dite, dans les numéros du TP ?"""
    with pytest.raises(ValueError) as refus:
        colonne(reponse, PLEINES, origine)
    assert simple(refus.value) == phrase.format(origine, 6 + origine)


@pytest.mark.parametrize(("origine", "voisine"), [(0, 7), (1, 0)])
def test_une_colonne_pleine_ou_qui_n_existe_que_dans_un_autre_tp(origine, voisine):
    """La première colonne, pleine, a-t-elle le numéro du TP, et l'autre numérotation est-elle refusée ?"""
    with pytest.raises(ValueError, match=f"La colonne {origine} est pleine"):
        colonne(str(origine), PLEINES, origine)
    with pytest.raises(ValueError, match=f"La colonne {voisine} n'existe pas"):
        colonne(str(voisine), PLEINES, origine)


@pytest.mark.parametrize(("reponse", "numero"), [("1", 1), ("6", 6), ("003", 3), ("0" * 6000 + "2", 2)])
def test_une_colonne_libre_est_acceptee(reponse, numero):
    """Le numéro tapé est-il rendu tel quel, zéros de tête compris ?"""
    assert colonne(reponse, PLEINES) == numero
    assert colonne("7", PLEINES, 1) == 7


def test_la_question_revient(repondre, capsys):
    """La question revient-elle, chaque refus expliqué, jusqu'à une colonne jouable ?"""
    repondre("", "x", "-1", "7", "0", " 2 ")
    assert demander_colonne("Votre colonne", PLEINES) == 2
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_la_question_dit_comment_partir(monkeypatch):
    """L'invite dit-elle que q quitte, avec l'espace insécable du deux-points ?"""
    questions = []
    monkeypatch.setattr("builtins.input", lambda question: questions.append(question) or "2")
    demander_colonne("Ada, votre colonne", PLEINES)
    assert questions == ["Ada, votre colonne (q pour quitter)\N{NO-BREAK SPACE}: "]


@pytest.mark.parametrize("reponse", ["q", "Q", " quitter "])
def test_q_quitte(reponse, repondre):
    """« q » est-il un départ, avec ou sans espaces ?"""
    repondre(reponse)
    with pytest.raises(Abandon, match="On s'arrête là"):
        lire("Alors ? ")


def test_la_fin_de_l_entree_quitte(repondre):
    """La fin de l'entrée est-elle un départ ?"""
    repondre()
    with pytest.raises(Abandon, match="Personne ne répond"):
        lire("Alors ? ")


def test_un_notebook_sans_clavier(sans_clavier):
    """Un notebook exécuté sans personne devant est-il un départ ?"""
    with pytest.raises(Abandon, match="Personne ne répond"):
        lire("Alors ? ")


@pytest.mark.parametrize(
    ("depart", "phrase"),
    [
        ("q", "On s'arrête là."),
        (KeyboardInterrupt, "On s'arrête là."),
        (EOFError, "Personne ne répond : on s'arrête là."),
    ],
)
def test_partir_poliment(depart, phrase, repondre, capsys):
    """q, Ctrl-C et la fin de l'entrée s'arrêtent-ils sur une phrase ?"""
    repondre(depart)
    with poliment():
        lire("Alors ? ")
        pytest.fail("on aurait dû partir")
    assert simple(capsys.readouterr().out) == f"{phrase}\n"


def test_une_erreur_n_est_pas_un_depart():
    """Une erreur d'une fonction de l'élève reste-t-elle visible ?"""
    with pytest.raises(ZeroDivisionError), poliment():
        raise ZeroDivisionError
