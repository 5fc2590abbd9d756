"""Le livre d'ouvertures : fabriqué, interrompu, repris, relu."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from p4core.commande import main
from p4core.ia.solveur.calcul import Calcul, bits
from p4core.ia.solveur.fabrication import (
    Effort,
    completer,
    controler,
    fabriquer,
    lire_journal,
    positions_par_pli,
    remonter,
)
from p4core.ia.solveur.livre import coder, lire, livre_pour
from p4core.ia.solveur.resolution import meilleurs_coups, scores
from p4core.jeu import Position
from tests.test_solveur import au_hasard, miroir

RACINE = Path(__file__).parents[1]
GRILLE = (4, 4, 4)


def test_positions_au_miroir_pres():
    """Les positions de chaque pli sont-elles toutes là, une pour deux miroirs ?"""
    etages = positions_par_pli((7, 6, 4), 4)
    avec_miroirs = [{vue for p in etage.values() for vue in (p, miroir(p))} for etage in etages]
    assert [len(positions) for positions in avec_miroirs] == [1, 7, 49, 238, 1120]
    assert [len(etage) for etage in etages] == [1, 4, 25, 121, 568]


def test_un_livre_donne_tous_ses_scores(tmp_path):
    """Le livre relu donne-t-il le score de chaque position, et se tait-il sur les autres ?"""
    chemin = tmp_path / "livre.p4l"
    fabriquer(chemin, GRILLE, 5, Effort())
    livre, etages = lire(chemin.read_bytes()), positions_par_pli(GRILLE, 6)
    positions = [position for etage in etages[:6] for position in etage.values()]
    attendus = Calcul(GRILLE, [bits(p) for p in positions]).terminer()
    assert [livre.score(*bits(p)) for p in positions] == attendus
    assert [livre.score(*bits(miroir(p))) for p in positions] == attendus
    assert {livre.score(*bits(p)) for p in etages[6].values()} == {None}
    assert not list(controler(livre, etages[:6], random.Random(1), 50))


def test_le_controle_voit_une_erreur(tmp_path):
    """Le contrôle par tirage au sort trouve-t-il les scores faux d'un livre abîmé ?"""
    etages = positions_par_pli(GRILLE, 2)
    faux = {cle: 7 for etage in etages for cle in etage}
    assert list(controler(coder(faux, GRILLE, 2), etages, random.Random(1), 5))


def test_un_calcul_interrompu_reprend(tmp_path):
    """Le journal d'un calcul interrompu en pleine ligne est-il repris sans rien refaire ni perdre ?"""
    journal, positions = tmp_path / "essai.journal", positions_par_pli(GRILLE, 4)[-1]
    complet = completer(journal, GRILLE, positions, Effort())
    lignes = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lignes[:10]) + lignes[10][:-3])
    assert len(lire_journal(journal)) == 10
    assert completer(journal, GRILLE, positions, Effort(fils=2)) == complet
    assert lire_journal(journal) == complet


def test_un_fichier_coupe_est_refuse(tmp_path):
    """Un livre incomplet est-il refusé au lieu de donner des scores faux ?"""
    chemin = tmp_path / "livre.p4l"
    fabriquer(chemin, GRILLE, 3, Effort())
    with pytest.raises(ValueError, match="incomplet"):
        lire(chemin.read_bytes()[:-1])


def test_une_position_impossible_n_est_pas_dans_le_livre(tmp_path):
    """Sur des pions qu'aucune partie ne pose ainsi, le livre se tait-il au lieu d'inventer ?"""
    chemin = tmp_path / "livre.p4l"
    livre = fabriquer(chemin, GRILLE, 3, Effort())
    # Le second joueur sous le premier, et personne ailleurs : il aurait commencé.
    impossible = Position.depuis_pions((4, 4), 4, (0b10, 0b01), 1)
    assert livre.score(*bits(impossible)) is None
    assert livre.score(*bits(Position(*GRILLE).jouer(0).jouer(0))) is not None


def test_le_livre_minore_les_positions_suivantes():
    """Une position juste après la fin du livre vaut-elle au moins ce qu'il en dit, parfois exactement ?"""
    etages = positions_par_pli(GRILLE, 5)
    scores = dict(
        zip(etages[4], Calcul(GRILLE, [bits(p) for p in etages[4].values()]).terminer(), strict=True)
    )
    livre = coder(scores | remonter(etages[:5], scores), GRILLE, 4)
    suivantes = [bits(p) for p in etages[5].values()]
    ecarts = [
        s - livre.minorant(*p) for p, s in zip(suivantes, Calcul(GRILLE, suivantes).terminer(), strict=True)
    ]
    assert min(ecarts) == 0


def test_la_commande_fabrique_un_livre(tmp_path, capsys):
    """`p4 livre` écrit-elle un livre juste, et le dit-elle ?"""
    chemin = tmp_path / "livre.p4l"
    assert main(["livre", str(chemin), "--grille", "4", "4", "4", "--plis", "3"]) == 0
    assert lire(chemin.read_bytes()).plis == 3
    assert "aucune erreur" in capsys.readouterr().out


def test_la_commande_interrompue_dit_comment_reprendre(tmp_path, capsys, monkeypatch):
    """Après Ctrl-C, ce qui est trouvé est-il gardé, et la reprise annoncée ?"""

    def interrompre(trouvailles, total):
        yield next(iter(trouvailles))
        raise KeyboardInterrupt

    monkeypatch.setattr("p4core.ia.solveur.fabrication.barre", lambda t, total, titre: interrompre(t, total))
    commande = ["livre", str(tmp_path / "livre.p4l"), "--grille", "4", "4", "4", "--plis", "3"]
    assert main(commande) == 130
    assert "La même commande reprendra" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(commande) == 0
    assert "Reprise : 1 scores" in capsys.readouterr().out


@pytest.fixture
def fourni():
    """Le livre 7 × 6 de la bibliothèque."""
    livre = livre_pour((7, 6, 4))
    assert livre is not None, "le livre 7 × 6 n'est pas dans la bibliothèque"
    return livre


def test_les_colonnes_de_la_grille_vide(fourni):
    """Les colonnes de la grille vide valent-elles −2, −1, 0, 1, 0, −1, −2 ?"""
    assert list(scores(Position()).values()) == [-2, -1, 0, 1, 0, -1, -2]
    assert meilleurs_coups(Position()) == [3]


def test_le_livre_fourni_se_confirme(fourni):
    """Des positions tirées au sort ont-elles, sans le livre, le score qu'il donne ?"""
    etages = positions_par_pli((7, 6, 4), 6)
    huit = {i: au_hasard(random.Random(i), 8) for i in range(12)}
    assert not list(controler(fourni, [*etages[5:], huit], random.Random(2), 12))
