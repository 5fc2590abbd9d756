"""Les fichiers qui accompagnent un carnet : gardés au ramassage, donnés au bac à sable."""

from datetime import UTC, datetime

from p4prof.archives import Piece, Refus
from p4prof.noter import ENVELOPPE, OCTETS_MAX, fichiers_joints
from p4prof.ramasser import Envoi, choisir


def piece(chemin, octets=b"{}"):
    """Un fichier reçu ; sans octets, il est trop gros pour être lu."""

    def lire():
        if octets is None:
            raise Refus("trop gros")
        return octets

    return Piece(tuple(chemin.split("/")), datetime(2026, 1, 5, tzinfo=UTC), lire)


def test_ramassage():
    """Le module à côté du carnet est-il gardé, le reste signalé, même trop gros pour être lu ?"""
    noms = ["a/c.ipynb", "a/outils.py", "a/b/outils.py", "a/timestamp.txt", "a/photo.png"]
    copie = choisir(Envoi("Ana", "", [*map(piece, noms), piece("a/gros.csv", None)]), [])
    assert copie.joints == {"outils.py": b"{}"}
    assert "laissé de côté : gros.csv, outils.py, photo.png, timestamp.txt" in copie.remarques


def test_bac(tmp_path):
    """Un gros fichier prend-il la place des données du TP ?"""
    (tmp_path / "a.bin").write_bytes(b"0" * (OCTETS_MAX + 1))
    (tmp_path / "z.txt").write_text("2")
    assert fichiers_joints(tmp_path) == {"z.txt": b"2"}
    (tmp_path / "b.bin").write_bytes(b"0" * (OCTETS_MAX - 2 * ENVELOPPE))
    assert set(fichiers_joints(tmp_path)) == {"z.txt"}
