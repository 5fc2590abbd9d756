"""Le module WebAssembly : le solveur et les IA par règles, comparés à ce que numba et Python en font."""

import json
import os
import random
import subprocess
import sys
from functools import cache

import pytest

from p4core.ia.regles import AU_HASARD, IA_CORRIGEE, IA_REGLES, candidats, vue
from p4core.ia.solveur import resoudre, scores
from p4core.ia.solveur.calcul import TABLES, TABLES_EMBARQUEES, USUELLE, Calcul, bits, table_pour
from p4core.jeu import Position, promenade
from tests.noeud import RACINE, interroger

LOG = 18  # une table assez grande pour que les recherches se gênent peu, assez petite pour être vidée vite
REGLES = (AU_HASARD, *IA_REGLES.values(), IA_CORRIGEE)


def tirees(graine, nombre, plis, taille=USUELLE):
    """Des positions au hasard, non finies, de tant de pions."""
    alea, trouvees = random.Random(graine), []
    while len(trouvees) < nombre:
        position = promenade(alea, alea.randint(*plis), Position(*taille))[-1]
        if not position.finie:
            trouvees.append(position)
    return trouvees


def en_json(positions):
    """Ces positions, pour comparer.mjs."""
    return [{"coups": p.historique, "taille": [p.largeur, p.hauteur, p.aligner]} for p in positions]


@cache
def mille():
    """Mille positions, leur score et leur nombre de nœuds, calculés ici par numba."""
    positions = tirees(18, 1000, (12, 40))
    table_pour(USUELLE, LOG)[:] = 0
    natives = []
    for position in positions:
        calcul = Calcul(USUELLE, [bits(position)], ((0, LOG),))
        natives.append([calcul.terminer()[0], calcul.noeuds])
    return positions, natives


def test_mille_positions_dans_node():
    """Le module donne-t-il mille fois le score de numba, en visitant les mêmes nœuds ?"""
    positions, natives = mille()
    demande = {"positions": [[str(b) for b in bits(p)] for p in positions], "logarithme": LOG}
    assert interroger(resoudre=demande)["resoudre"]["trouves"] == natives
    assert sum(noeuds for _, noeuds in natives) > 1_000_000


SANS_NUMBA = """
import json, sys
from p4core.ia import regles, solveur
from p4core.ia.solveur.calcul import USUELLE, Calcul, rapide
from p4core.jeu import Position
from p4core.ia.embarque import candidats
demande = json.load(sys.stdin)
assert rapide(USUELLE) and "numba" not in sys.modules
resolus = []
for moi, masque in demande["bits"]:
    calcul = Calcul(USUELLE, [(moi, masque)], ((0, demande["log"]),))
    resolus.append([calcul.terminer()[0], calcul.noeuds])
sorties = bytearray(42 * 60), bytearray(60), bytearray(60)
regles.Affrontement(5, 6, regles.terrain_de(Position())).jouer(2024, 3, *sorties)
p = Position.depuis_coups(demande["coups"])
print(json.dumps({
    "resolus": resolus,
    "parties": [list(s) for s in sorties],
    "scores": solveur.scores(p, delai=60),
    "tout": solveur.sait_tout(p),
    "petite": solveur.score(Position(4, 4, 4)),
    "candidats": [candidats(n, *regles.vue(p)) for n in range(8)],
}))
"""


def test_python_sans_numba_par_le_module():
    """Python, comme dans un navigateur, sans numba : mêmes scores, mêmes nœuds, mêmes parties ?"""
    pytest.importorskip("wasmtime", reason="wasmtime n'est pas installé : rien pour charger le module ici.")
    positions, natives = mille()
    coups = "4444426621"
    demande = {"bits": [bits(p) for p in positions], "log": LOG, "coups": coups}
    milieu = {**os.environ, "P4CORE_SANS_NUMBA": "1", "P4CORE_WASM": "wasmtime"}
    ordre = [sys.executable, "-c", SANS_NUMBA]
    dit = subprocess.run(
        ordre, input=json.dumps(demande), capture_output=True, text=True, cwd=RACINE, env=milieu, check=False
    )
    assert dit.returncode == 0, dit.stderr
    recu, position = json.loads(dit.stdout), Position.depuis_coups(coups)
    assert recu["resolus"] == natives
    assert recu["parties"] == [list(s) for s in parties_en_python()]
    assert {int(x): note for x, note in recu["scores"].items()} == scores(position)
    assert recu["tout"] is True and recu["petite"] == 0
    assert recu["candidats"] == [candidats(n, *vue(position)) for n in range(8)]


def parties_en_python():
    """Les soixante mêmes parties, par le texte Python des règles."""
    from p4core.ia.regles import parties_en_python, terrain_de

    sorties = bytearray(42 * 60), bytearray(60), bytearray(60)
    parties_en_python(5, 6, 2024, 3, terrain_de(Position()), *sorties)
    return sorties


@pytest.mark.parametrize("taille", [USUELLE, (5, 4, 3), (8, 7, 5)], ids=str)
def test_regles_dans_node(taille):
    """Les règles du jeu et des huit joueurs donnent-elles les mêmes colonnes qu'en Python ?"""
    nombre = 2000 if taille == USUELLE else 200
    positions = tirees(5, nombre, (0, taille[0] * taille[1] - 2), taille)
    finies = [promenade(random.Random(g), 99, Position(*taille))[-1] for g in range(60)]
    parties, numeros = en_json(positions), [ia.numero for ia in REGLES]
    recu = interroger(
        candidats={"parties": parties, "numeros": numeros}, regles={"parties": [*parties, *en_json(finies)]}
    )
    assert recu["candidats"] == [[ia.candidats(p) for ia in REGLES] for p in positions]
    assert recu["regles"] == [regle(p) for p in [*positions, *finies]]


def regle(p):
    """Ce que la règle dit d'une position, comme JavaScript le dit."""
    return {
        "colonnes": ["".join(str(v) for v in colonne if v) for colonne in p.cases()],
        "trait": p.trait,
        "gagnant": p.gagnant,
        "gagnantes": [list(case) for case in p.alignement],
        "finie": p.finie,
        "jouables": p.coups(),
    }


def test_scores_dans_node():
    """Le livre, puis le calcul : chaque colonne a-t-elle, du début à la fin, la note que donne Python ?"""
    positions = [Position(), *tirees(3, 40, (1, 8)), *tirees(4, 2, (9, 9)), *tirees(6, 40, (14, 41))]
    for _, logarithme in TABLES_EMBARQUEES:
        table_pour(USUELLE, logarithme)[:] = 0
    natives = [resoudre(p, fils=1) for p in positions]
    recu = interroger(scores={"parties": en_json(positions)})["scores"]["trouves"]
    lues = [({int(x): note for x, note in notes.items()}, noeuds) for notes, noeuds in recu]
    assert lues == [(dict(r.scores), r.noeuds) for r in natives]
    assert not any(noeuds for _, noeuds in recu[:41]), "dans le livre, rien n'est à calculer"


def test_position_que_le_livre_ignore():
    """Une position que des coups alternés n'atteignent pas est-elle calculée, et non lue dans le livre ?"""
    flottante = Position.depuis_pions((7, 6), 4, (0b111, 0b111 << 7), 1)
    demande = {"positions": [[str(b) for b in bits(flottante)]], "logarithme": LOG}
    ((score, _),) = interroger(resoudre=demande)["resoudre"]["trouves"]
    assert score == Calcul(USUELLE, [bits(flottante)]).terminer()[0] == 18


def test_memes_tables():
    """Les tables d'un navigateur sont-elles les premières des nôtres, en Python comme en JavaScript ?"""
    assert TABLES[: len(TABLES_EMBARQUEES)] == TABLES_EMBARQUEES
    source = (RACINE / "p4core/ecran/autonome/noyau.mjs").read_text("utf-8").replace("_", "")
    assert f"const TABLES = {json.dumps(TABLES_EMBARQUEES)};" in source


JUMEAUX = """
import json
from math import inf
from p4core.ia.jumeaux import JoueurAlea, JoueurMinmax
from p4core.ia.regles import IA_REGLES
from p4core.jeu import Position

def jouees(a, b, n=20):
    sorties = bytearray(42 * n), bytearray(n), bytearray(n)
    a.affronter(b, Position()).jouer(77, 3, *sorties)
    return [list(sortie) for sortie in sorties]

W = [0, 1, 4, 9, inf]
jumeaux = [JoueurMinmax(W, 2), JoueurMinmax([0.5, 1.5, 2, 3, 100], 3), JoueurAlea(4, 1), JoueurAlea(1, 2)]
autres = [*jumeaux, IA_REGLES["1.4"]]
print(json.dumps([jouees(a, b) for a in jumeaux for b in autres]))
"""


def test_les_jumeaux_jouent_les_memes_parties():
    """Le module joue-t-il, coup pour coup, les parties que les jumeaux jouent compilés par numba ?"""
    milieux = [{}, {"P4CORE_WASM": "wasmtime", "P4CORE_SANS_NUMBA": "1"}]
    natives, embarquees = (
        subprocess.run(
            [sys.executable, "-c", JUMEAUX],
            env={**os.environ, **milieu},
            cwd=RACINE,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for milieu in milieux
    )
    assert json.loads(natives) == json.loads(embarquees)
    assert len(json.loads(natives)) == 20
