"""Les règles du jeu derrière la cloison : pour la fonction qui reçoit une Position, et pour elle seule."""

import pytest

from p4core import Position, vers_colonnes, vers_lignes, vers_tours
from p4prof.cloison.bac import Bac
from p4prof.cloison.protocole import ValeurIllisible, position_ecrite, position_lue
from p4prof.cloison.session import ErreurEleve, Limites, Session

POSITION = Position.depuis_coups("44552")
IMPORTS = "import p4core\nfrom p4core import CoupIllegal, Position, solveur, vers_colonnes, vers_lignes\n"


@pytest.fixture
def session():
    """Une session neuve, dans un vrai bac."""
    ouverte = Session(Bac, {}, Limites(cellule=5.0, appel=5.0))
    yield ouverte
    ouverte.fermer()


def definir(session, corps):
    """La fonction f(position) qui a ce corps."""
    session.executer(f"{IMPORTS}def f(position):\n    {corps}")
    session.commencer_question()
    return session.lire("f")


@pytest.mark.parametrize(
    ("corps", "attendu"),
    [
        ("return position.coups(), position.trait, position.niveau(3), position.case(3, 1)",
         (list(range(7)), 2, 2, 2)),
        ("return position.jouer(0).jouer(0).notation", "4455211"),
        ("return vers_colonnes(position), vers_lignes(position)",
         (vers_colonnes(POSITION), vers_lignes(POSITION))),
        ("return p4core.vers_tours(position)", vers_tours(POSITION)),
        ("from p4core import vers_tours as v\n    return v(position)", vers_tours(POSITION)),
        ("return isinstance(position, Position), Position.depuis_coups('4455').jouer(1) == position",
         (True, True)),
        ("try: position.jouer(9)\n    except CoupIllegal as e: return str(e)",
         "La colonne 9 n'existe pas : elles vont de 0 à 6."),
        ("return position.jouer(6)", POSITION.jouer(6)),
        ("return str(position)", str(POSITION)),
    ],
)  # fmt: skip
def test_les_vraies_regles(session, corps, attendu):
    """La fonction reçoit-elle une vraie Position, et les conversions font-elles leur travail ?"""
    appel = definir(session, corps).appeler((POSITION,), 5.0, (), 0.5, {})
    assert (appel.valeur, appel.exception, appel.appuis) == (attendu, None, ())
    assert not appel.modifies


def test_une_position_changee_se_voit(session):
    """Une Position que l'élève force à changer revient-elle changée ?"""
    f = definir(session, "object.__setattr__(position, 'trait', 1)\n    return 0")
    appel = f.appeler((POSITION,), 5.0, (), 0.5, {})
    assert appel.modifies and appel.apres[0].trait == 1


def test_ni_ia_ni_solveur(session):
    """Avec les règles, les IA et le solveur restent-ils absents, et leurs modules hors de portée ?"""
    appel = definir(session, "return solveur.scores(position)").appeler((POSITION,), 5.0, (), 0.5, {})
    assert appel.appuis == ("p4core.solveur.scores",)
    f = definir(session, "import p4core.jeu\n    return p4core.jeu.partie_hasard(None)")
    assert f.appeler((POSITION,), 5.0, (), 0.5, {}).appuis
    f = definir(session, "from p4core.ia.recherche import minmax\n    return minmax(position, [1], 2)")
    assert f.appeler((POSITION,), 5.0, (), 0.5, {}).appuis


def test_rien_avant_ni_apres(session):
    """Une question ordinaire ne trouve-t-elle aucune règle, même après celle qui les a reçues ?"""
    f = definir(session, "return Position.depuis_coups('4').trait if position == 1 else position.trait")
    with pytest.raises(ErreurEleve, match="se sert de p4core"):
        f(1)
    assert f(POSITION) == 2
    session.terminer_question()
    session.commencer_question()
    with pytest.raises(ErreurEleve, match="se sert de p4core"):
        f(1)


def test_une_erreur_est_a_la_ligne_de_l_eleve(session):
    """Une erreur levée par les règles est-elle imputée à la ligne qui les appelle ?"""
    appel = definir(session, "return position.jouer(position.coups()[0] - 1)").appeler(
        (POSITION,), 5.0, (), 0.5, {}
    )
    assert type(appel.exception).__name__ == "CoupIllegal" and appel.exception.ligne_eleve[0] == 4


def test_aller_retour():
    """Une position écrite puis relue est-elle la même, histoire et gagnant compris ?"""
    for coups in ("", "4", "1212121", "4455667"):
        position = Position.depuis_coups(coups)
        lue = position_lue(position_ecrite(position), Position)
        assert (lue, lue.historique, lue.gagnant) == (position, position.historique, position.gagnant)


@pytest.mark.parametrize(
    "b",
    [
        ["P"],
        ["P", 7, 6, 4, 0, 0, 1],
        ["P", 7, 6, 4, 0, 0, 3, 0],
        ["P", 7, 6, 4, 1 << 60, 0, 1, 0],
        ["P", 7, 6, 4, -1, 0, 1, 0],
        ["P", 10**9, 6, 4, 0, 0, 1, 0],
        ["P", 7, 6, 4, "0", 0, 1, 0],
        ["P", 7, 6, True, 0, 0, 1, 0],
        ["P", 7, 6, 4, 0, 0, 1, 0, 9],
        ["P", 7, 6, 4, 0, 0, 1, 0, *[0] * 50],
    ],
)
def test_une_position_forgee_est_refusee(b):
    """Une description qui n'est pas celle d'une position est-elle refusée ?"""
    with pytest.raises(ValeurIllisible):
        position_lue(b, Position)
