"""Le livre d'ouvertures : fabriqué, interrompu, repris, relu."""

from __future__ import annotations

import random

import pytest

from p4core.position import Position
from p4core.solveur.calcul import Calcul, bits
from p4core.solveur.fabrication import (
    Effort,
    coder,
    completer,
    controler,
    fabriquer,
    lire_journal,
    positions_par_pli,
)
from p4core.solveur.livre import lire, livre_pour

GRILLE = (4, 4, 4)


def colonnes(position: Position, miroir: bool = False) -> list[int]:
    """Les coups de la position, ou de son miroir, numérotés à partir de 1."""
    return [position.largeur - x if miroir else x + 1 for x in position.historique]


def test_positions_au_miroir_pres():
    """Les positions de chaque pli sont-elles toutes là, une pour deux miroirs ?"""
    etages = positions_par_pli((7, 6, 4), 4)
    avec_miroirs = [
        {
            Position.depuis_coups(coups)
            for p in etage.values()
            for coups in (colonnes(p), colonnes(p, miroir=True))
        }
        for etage in etages
    ]
    assert [len(positions) for positions in avec_miroirs] == [1, 7, 49, 238, 1120]
    assert [len(etage) for etage in etages] == [1, 4, 25, 121, 568]


def test_un_livre_donne_tous_ses_scores(tmp_path):
    """Le livre relu donne-t-il le score de chaque position, et se tait-il sur les autres ?"""
    chemin = tmp_path / "livre.p4l"
    fabriquer(chemin, GRILLE, 5, Effort(), lambda _: None)
    livre, etages = lire(chemin.read_bytes()), positions_par_pli(GRILLE, 6)
    positions = [position for etage in etages[:6] for position in etage.values()]
    attendus = Calcul(GRILLE, [bits(p) for p in positions]).terminer()
    assert [livre.score(*bits(p)) for p in positions] == attendus
    miroirs = [Position.depuis_coups(colonnes(p, miroir=True), *GRILLE) for p in positions]
    assert [livre.score(*bits(p)) for p in miroirs] == attendus
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
    fabriquer(chemin, GRILLE, 3, Effort(), lambda _: None)
    with pytest.raises(ValueError, match="incomplet"):
        lire(chemin.read_bytes()[:-1])


def test_le_livre_fourni_connait_l_ouverture():
    """Si un livre 7 × 6 est fourni, les colonnes de la grille vide valent-elles −2, −1, 0, 1, 0, −1, −2 ?"""
    livre = livre_pour((7, 6, 4))
    if livre is None:
        pytest.skip("aucun livre n'est fourni pour 7 × 6")
    suivantes = [Position().jouer(x) for x in range(7)]
    assert [-livre.score(*bits(p)) for p in suivantes] == [-2, -1, 0, 1, 0, -1, -2]
