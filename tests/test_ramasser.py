"""Le ramassage : toutes les façons de ranger des copies, et tous les pièges d'une archive."""

import json
import os
import stat
import unicodedata
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import nbformat
import pytest

from p4prof import archives
from p4prof import carnets as contenu
from p4prof.archives import Piece, Refus
from p4prof.cours import empreinte, ouvrir
from p4prof.eleves import (
    INCHANGEE,
    NOUVELLE,
    REFUSEE,
    REMPLACEE,
    Registre,
    depuis_cp437,
    eleve_du_fichier,
    en_ascii,
    lisible,
    nom_et_prenom,
)
from p4prof.ramasser import CollecteMoodle, Envoi, choisir, ramasser
from tests.cours_factice import Cours, carnet_factice, cours_distribue, zipper

TP = "tp_essai"
MOODLE = "{}_{}_assignsubmission_file_/{}"
CARNET = nbformat.writes(carnet_factice()).encode()
AUTRE = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'


@pytest.fixture
def cours(tmp_path):
    """Un cours dont le sujet est distribué, sans carnet de notes encore."""
    return ouvrir(cours_distribue(tmp_path / "cours", TP).racine)


def rendus(cours):
    """Les fichiers rangés, chemins relatifs à « submitted » ; l'horodatage mis à part."""
    base = Path(cours.root) / cours.submitted_directory
    fichiers = (p.relative_to(base).as_posix() for p in base.rglob("*") if p.is_file())
    return {f for f in fichiers if not f.endswith("timestamp.txt")}


def etats(recolte):
    """L'état de chaque envoi."""
    return {eleve: envoi.etat for eleve, envoi in recolte.envois.items()}


NFD = unicodedata.normalize("NFD", "Éloïse DUPONT")


@pytest.mark.parametrize(
    "entrees",
    [
        {MOODLE.format("Éloïse DUPONT", 12, f"{TP}.ipynb"): CARNET},
        {MOODLE.format(NFD, 12, "mon travail final.ipynb"): CARNET},
        {f"Éloïse DUPONT_12_assignsubmission_file_{TP}.ipynb": CARNET},
        {f"cours/TP/Éloïse DUPONT_12_assignsubmission_file_/{TP}.ipynb": CARNET},
        {f"Éloïse DUPONT_12_assignsubmission_file_\\dossier\\{TP}.ipynb": CARNET},
        {f"Éloïse DUPONT/{TP}.ipynb": CARNET, f"__MACOSX/Éloïse DUPONT/._{TP}.ipynb": b"x"},
        {f"Éloïse DUPONT/{TP}/{TP}.ipynb": CARNET, "Éloïse DUPONT/.DS_Store": b"x"},
        {f"Éloïse DUPONT/{TP}.ipynb": CARNET, f"Éloïse DUPONT/.ipynb_checkpoints/{TP}.ipynb": AUTRE},
        {"Éloïse DUPONT.ipynb": CARNET},
        {f"{TP}_Éloïse DUPONT (1).ipynb": CARNET},
        {"Éloïse DUPONT.zip": zipper({f"n'importe où/{TP}.ipynb": CARNET})},
        {MOODLE.format("Éloïse DUPONT", 12, "envoi.zip"): zipper({"x.zip": zipper({"a.ipynb": CARNET})})},
        {MOODLE.format("Éloïse DUPONT", 12, f"{TP} (1).ipynb"): CARNET, "liste.pdf": b"%PDF"},
        {f"rendus/{NFD}/copie.ipynb": CARNET, "rendus/liste.csv": b"a;b"},
    ],
    ids=range(14),
)
@pytest.mark.parametrize("forme", ["zip", "dossier"])
def test_un_eleve_quel_que_soit_le_rangement(cours, tmp_path, entrees, forme):
    """L'élève et son carnet sont-ils reconnus, que l'on donne l'archive ou le dossier décompressé ?"""
    source = tmp_path / "source.zip"
    zipper(entrees, source)
    if forme == "dossier":
        source = tmp_path / "source"
        for nom, octets in entrees.items():
            cible = source / nom.replace("\\", "/")
            cible.parent.mkdir(parents=True, exist_ok=True)
            cible.write_bytes(octets)
    recolte = ramasser(cours, TP, source)
    assert rendus(cours) == {f"eloise-dupont/{TP}/{TP}.ipynb"}
    assert etats(recolte) == {"eloise-dupont": NOUVELLE}
    assert Registre(cours, TP).nom("eloise-dupont") == "Éloïse DUPONT"


def test_dossier_qui_contient_l_archive_de_moodle(cours, tmp_path):
    """Le dossier où l'on a enregistré l'archive de Moodle convient-il aussi ?"""
    zipper({MOODLE.format("Ana LI", 1, "a.ipynb"): CARNET}, tmp_path / "TP 3-4512.zip")
    (tmp_path / "cours").rename(tmp_path / "ailleurs")
    (tmp_path / "ailleurs").rename(tmp_path.parent / f"{tmp_path.name}-cours")
    cours = ouvrir(tmp_path.parent / f"{tmp_path.name}-cours")
    ramasser(cours, TP, tmp_path)
    assert rendus(cours) == {f"ana-li/{TP}/{TP}.ipynb"}


def test_carnets_a_plat_dans_un_dossier(cours, tmp_path):
    """Un carnet par élève dans un même dossier : autant d'élèves ?"""
    zipper({"TP/Ana LI.ipynb": CARNET, "TP/Bob ROY.ipynb": CARNET + b" "}, tmp_path / "s.zip")
    assert set(ramasser(cours, TP, tmp_path / "s.zip").envois) == {"ana-li", "bob-roy"}


@pytest.mark.parametrize(("codage", "nom"), [("cp850", "ÀÉÈ Élé"), ("cp1252", "Élo Ïa"), ("utf-8", "Élo Ïa")])
def test_noms_sans_utf8(cours, tmp_path, codage, nom):
    """Un zip de Windows ou d'un vieux logiciel rend-il ses accents à l'élève ?"""
    brut = f"{nom}_7_assignsubmission_file_/a.ipynb".encode(codage)
    entree = zipfile.ZipInfo("X" * len(brut))
    zipper({entree: CARNET}, tmp_path / "s.zip")
    octets = (tmp_path / "s.zip").read_bytes().replace(b"X" * len(brut), brut)
    (tmp_path / "s.zip").write_bytes(octets)
    assert [e.nom for e in ramasser(cours, TP, tmp_path / "s.zip").envois.values()] == [nom]


def test_noms_repares():
    """Les noms mal lus sont-ils retrouvés, les autres laissés tels quels ?"""
    assert lisible("Éloïse".encode().decode("cp437")) == "Éloïse"
    assert lisible("Éloïse".encode().decode("cp1252", "replace").replace("\ufffd", "‰")) in (
        "Éloïse",
        "Ã‰loÃ¯se",
    )
    assert lisible(os.fsdecode("Zoé".encode("latin-1"))) == "Zoé"
    assert [lisible(n) for n in ("Ana", "Zoé", "李 明", "Ñandú")] == ["Ana", "Zoé", "李 明", "Ñandú"]
    assert depuis_cp437("abc") == "abc"
    assert [en_ascii(n) for n in ("Øyvind Œuf", "d’Arc Jeanne", "李")] == [
        "oyvind-oeuf",
        "d-arc-jeanne",
        "anonyme",
    ]
    assert [
        eleve_du_fichier(n, TP) for n in ("tp_essai.ipynb", "TP essai (2).ipynb", "Ana LI-Copy1.ipynb")
    ] == [
        "",
        "",
        "Ana LI",
    ]
    assert nom_et_prenom("Éloïse DE LA TOUR") == ("DE LA TOUR", "Éloïse")
    assert nom_et_prenom("Dupont Éloïse") == ("Dupont Éloïse", "")


def test_homonymes(cours, tmp_path):
    """Deux élèves au même identifiant sont-ils séparés par leur numéro, dits, et retrouvés ensuite ?"""
    zipper({MOODLE.format("Zoé ROY", 1, "a.ipynb"): CARNET}, tmp_path / "1.zip")
    ramasser(cours, TP, tmp_path / "1.zip")
    tous = {
        MOODLE.format(n, k, "a.ipynb"): CARNET for n, k in [("Zoé ROY", 1), ("Zoe Roy", 2), ("Zoé ROY", 3)]
    }
    for _ in range(2):
        zipper(tous, tmp_path / "2.zip")
        recolte = ramasser(cours, TP, tmp_path / "2.zip")
        assert set(recolte.envois) == {"zoe-roy", "zoe-roy-2", "zoe-roy-3"}
    assert rendus(cours) == {f"zoe-roy{n}/{TP}/{TP}.ipynb" for n in ("", "-2", "-3")}
    assert Registre(cours, TP).nom("zoe-roy-2") == "Zoe Roy"
    zipper({f"{n}/a.ipynb": CARNET for n in ("Léa", "Lea")}, tmp_path / "3.zip")
    recolte = ramasser(cours, TP, tmp_path / "3.zip")
    assert set(recolte.envois) == {"lea", "lea-2"}
    assert "même identifiant" in recolte.envois["lea-2"].remarques[0]


def test_plusieurs_carnets(cours, tmp_path):
    """Parmi plusieurs carnets, le bon est-il repris, les autres gardés et signalés ?"""
    zipper({"Ana/brouillon.ipynb": AUTRE, "Ana/final.ipynb": CARNET, "Ana/x.png": b"x"}, tmp_path / "s.zip")
    envoi = ramasser(cours, TP, tmp_path / "s.zip").envois["ana"]
    assert rendus(cours) == {f"ana/{TP}/{TP}.ipynb", f"ana/{TP}/brouillon.ipynb"}
    assert envoi.remarques == [
        f"« final.ipynb » reconnu comme {TP}.ipynb",
        "autre carnet gardé à côté : brouillon.ipynb",
        "laissé de côté : x.png",
    ]


def test_le_plus_travaille_est_note(cours, tmp_path):
    """Le carnet au bon nom mais intact cède-t-il la place à celui où l'élève a écrit ?"""
    ecrit = carnet_factice()
    ecrit.cells[3].source = "def double(x):\n    return x + x"
    entrees = {f"{TP}.ipynb": CARNET, "final.ipynb": nbformat.writes(ecrit)}
    zipper({MOODLE.format("Ana", 1, nom): octets for nom, octets in entrees.items()}, tmp_path / "s.zip")
    ramasser(cours, TP, tmp_path / "s.zip")
    note = Path(cours.root) / "gestion" / "submitted" / "ana" / TP / f"{TP}.ipynb"
    assert "return x + x" in note.read_text("utf-8")


def test_carnets_indecidables(cours, tmp_path):
    """Deux carnets qui se valent sont-ils gardés tous les deux, sans choisir ?"""
    zipper({"Ana/a.ipynb": CARNET, "Ana/b.ipynb": CARNET + b" ", "Bob/b.ipynb": CARNET}, tmp_path / "s.zip")
    envoi = ramasser(cours, TP, tmp_path / "s.zip").envois["ana"]
    assert rendus(cours) == {f"ana/{TP}/a.ipynb", f"ana/{TP}/b.ipynb", f"bob/{TP}/{TP}.ipynb"}
    assert envoi.remarques == ["carnet non reconnu, gardé tel quel : a.ipynb, b.ipynb"]


def test_metadonnees_effacees_et_renomme(cours, tmp_path):
    """Un carnet renommé dont les métadonnées ont disparu est-il reconnu au texte de ses tests ?"""
    carnet = carnet_factice()
    for cellule in carnet.cells:
        cellule.metadata.clear()
    zipper({"Ana/x.ipynb": nbformat.writes(carnet), "Bob/x.ipynb": CARNET}, tmp_path / "s.zip")
    ramasser(cours, TP, tmp_path / "s.zip")
    assert rendus(cours) == {f"{e}/{TP}/{TP}.ipynb" for e in ("ana", "bob")}


def piece(chemin, octets=b"{}"):
    """Un fichier reçu ; sans octets, il est trop gros pour être lu."""

    def lire():
        if octets is None:
            raise Refus("trop gros")
        return octets

    return Piece(tuple(chemin.split("/")), datetime(2026, 1, 5, tzinfo=UTC), lire)


def test_joints():
    """Le module à côté du carnet est-il gardé, le reste signalé, même trop gros pour être lu ?"""
    noms = ["a/c.ipynb", "a/outils.py", "a/b/outils.py", "a/timestamp.txt", "a/photo.png"]
    copie = choisir(Envoi("Ana", "", [*map(piece, noms), piece("a/gros.csv", None)]), [])
    assert copie.joints == {"outils.py": b"{}"}
    assert "laissé de côté : gros.csv, outils.py, photo.png, timestamp.txt" in copie.remarques


def info(nom, mode=0, drapeau=0):
    """Une entrée de zip particulière."""
    entree = zipfile.ZipInfo(nom, (2024, 3, 1, 8, 0, 0))
    entree.external_attr = mode << 16
    entree.flag_bits |= drapeau
    return entree


def chiffrer(octets):
    """Marque toutes les entrées d'un zip comme protégées par un mot de passe."""
    donnees = bytearray(octets)
    for signature, decalage in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        rang = donnees.find(signature)
        while rang >= 0:
            donnees[rang + decalage] |= 1
            rang = donnees.find(signature, rang + 4)
    return bytes(donnees)


def corrompre(octets):
    """Abîme les données de la première entrée, sans toucher au sommaire."""
    donnees = bytearray(octets)
    donnees[60:80] = b"\xff" * 20
    return bytes(donnees)


LIEN = {info("lien.ipynb", stat.S_IFLNK | 0o777): "/etc/passwd"}
PIEGES = {
    "../": (zipper({"../../evil.ipynb": CARNET}), "sort du dossier"),
    "..\\": (zipper({"a\\..\\..\\evil.ipynb": CARNET}), "sort du dossier"),
    "absolu": (zipper({"/tmp/evil.ipynb": CARNET}), "absolu"),
    "lecteur": (zipper({"C:\\evil.ipynb": CARNET}), "absolu"),
    "lien": (zipper(LIEN), "lien symbolique"),
    "tube": (zipper({info("tube.ipynb", stat.S_IFIFO | 0o644): b""}), "pas un fichier ordinaire"),
    "mot de passe": (chiffrer(zipper({f"{TP}.ipynb": CARNET})), "mot de passe"),
    "abîmé": (corrompre(zipper({f"{TP}.ipynb": CARNET})), "abîmé"),
    "pas un zip": (b"bonjour", "abîmée ou n'est pas un zip"),
    "tronqué": (zipper({f"{TP}.ipynb": CARNET})[:-30], "abîmée ou n'est pas un zip"),
    "bombe": (zipper({f"{TP}.ipynb": bytes(contenu.LIMITE + 1)}), "décompresserait"),
    "bombe multiple": (zipper({f"{n}.txt": bytes(contenu.LIMITE // 4) for n in range(9)}), "décompresserait"),
    "foule": (zipper({f"{n}.ipynb": b"" for n in range(501)}), "plus de 500 fichiers"),
    "poupées": (zipper({"a.zip": zipper({"b.zip": zipper({"c.zip": b""})})}), "emboîtées"),
    "vide": (zipper({}), "aucun carnet"),
    "pdf": (zipper({"rapport.pdf": b"%PDF"}), "aucun carnet"),
    "rar": (zipper({"rendu.rar": b"Rar!"}), "archive .rar"),
}


@pytest.mark.parametrize("piege", PIEGES)
@pytest.mark.parametrize("forme", ["zip", "dossier"])
def test_piege_d_un_eleve(cours, tmp_path, piege, forme):
    """Le zip piégé d'un élève est-il refusé par son nom, sans rien écrire, les autres ramassés ?"""
    octets, raison = PIEGES[piege]
    source = tmp_path / "source"
    noms = {MOODLE.format("Eve", 66, "envoi.zip"): octets, MOODLE.format("Ana", 1, "a.ipynb"): CARNET}
    if forme == "zip":
        zipper(noms, source)
    for nom, contenu_ in noms.items() if forme == "dossier" else ():
        (source / nom).parent.mkdir(parents=True)
        (source / nom).write_bytes(contenu_)
    avant = set(tmp_path.rglob("*evil*"))
    recolte = ramasser(cours, TP, source)
    assert etats(recolte) == {"eve": REFUSEE, "ana": NOUVELLE}
    assert raison in recolte.envois["eve"].raison
    assert rendus(cours) == {f"ana/{TP}/{TP}.ipynb"}
    assert set(tmp_path.rglob("*evil*")) == avant == set()
    assert not list((Path(cours.root) / cours.submitted_directory).glob("eve"))


def test_piege_dans_l_archive_de_la_classe(cours, tmp_path):
    """Les mêmes pièges au premier niveau sont-ils refusés par leur nom sans arrêter la classe ?"""
    entrees = {
        "../../evil.ipynb": CARNET,
        "/etc/evil.ipynb": CARNET,
        info("Lia_9_assignsubmission_file_/x.ipynb", stat.S_IFLNK | 0o777): "/etc/passwd",
        MOODLE.format("Bob", 2, f"{TP}.ipynb"): bytes(contenu.LIMITE + 1),
        MOODLE.format("Ana", 1, f"{TP}.ipynb"): CARNET,
        f"{TP}.ipynb": CARNET,
    }
    recolte = ramasser(cours, TP, zipper(entrees, tmp_path / "classe.zip"))
    assert etats(recolte) == {"lia": REFUSEE, "bob": REFUSEE, "ana": NOUVELLE}
    assert "trop gros" in recolte.envois["bob"].raison and "lien" in recolte.envois["lia"].raison
    assert [phrase.split(" : ")[1] for phrase in recolte.anonymes] == [
        "chemin qui sort du dossier",
        "chemin absolu",
        "on ne sait pas de qui vient ce fichier",
    ]


def test_taille_annoncee_fausse(cours, tmp_path, monkeypatch):
    """Une entrée qui ment sur sa taille est-elle arrêtée à la limite ?"""
    monkeypatch.setattr(archives, "LIMITE", 1000)
    gros = zipper({f"{TP}.ipynb": bytes(5000)})
    menteur = gros.replace((5000).to_bytes(4, "little"), (900).to_bytes(4, "little"))
    recolte = ramasser(cours, TP, zipper({"Eve/e.zip": menteur, "Ana/a.ipynb": b"{}"}, tmp_path / "s.zip"))
    assert recolte.envois["eve"].etat == REFUSEE


def test_lien_dans_un_dossier(cours, tmp_path):
    """Un lien symbolique posé dans un dossier rendu n'est-il jamais suivi ?"""
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(CARNET)
    for eleve in ("Eve", "Ana"):
        (tmp_path / "source" / eleve).mkdir(parents=True)
    (tmp_path / "source" / "Eve" / f"{TP}.ipynb").symlink_to(secret)
    (tmp_path / "source" / "Ana" / "dehors").symlink_to(tmp_path)
    recolte = ramasser(cours, TP, tmp_path / "source")
    assert etats(recolte) == {"ana": REFUSEE, "eve": REFUSEE}
    assert rendus(cours) == set()


@pytest.mark.parametrize("octets", [b"x", b"", zipper({f"{n}.ipynb": b"" for n in range(30)})[:-30]])
def test_source_illisible(cours, tmp_path, octets):
    """Une archive de classe abîmée, ou absente, est-elle refusée d'une phrase ?"""
    (tmp_path / "s.zip").write_bytes(octets)
    with pytest.raises(Refus, match="abîmée"):
        ramasser(cours, TP, tmp_path / "s.zip")
    with pytest.raises(Refus, match="n'existe pas"):
        ramasser(cours, TP, tmp_path / "absent")
    with pytest.raises(Refus, match="pas de sujet"):
        ramasser(cours, "tp_inconnu", tmp_path)


def test_ramasser_deux_fois(cours, tmp_path):
    """Un second ramassage ne remplace-t-il que ce qui a changé, en gardant l'ancienne copie ?"""
    noms = [MOODLE.format("Ana", 1, "a.ipynb"), MOODLE.format("Bob", 2, "b.ipynb")]
    ramasser(cours, TP, zipper({info(n): CARNET for n in noms}, tmp_path / "1.zip"))
    place = Path(cours.root) / cours.submitted_directory / "ana" / TP
    dates = [(place.parent.parent / e / TP / "timestamp.txt").read_text() for e in ("ana", "bob")]
    entrees = {info(noms[0]): CARNET + b" ", info(noms[1]): CARNET}
    recolte = ramasser(cours, TP, zipper(entrees, tmp_path / "2.zip"))
    assert etats(recolte) == {"ana": REMPLACEE, "bob": INCHANGEE}
    assert (place / f"{TP}.ipynb").read_bytes() == CARNET + b" "
    anciennes = Path(cours.root) / "gestion" / "anciennes" / "ana" / TP
    assert [p.read_bytes() for p in anciennes.rglob("*.ipynb")] == [CARNET]
    apres = [(place.parent.parent / e / TP / "timestamp.txt").read_text() for e in ("ana", "bob")]
    assert apres[0] > dates[0] and apres[1] == dates[1]


def test_noms_dans_le_carnet_de_notes(cours, tmp_path):
    """Formgrader et l'export auront-ils le vrai nom de l'élève ?"""
    from nbgrader.api import Gradebook

    ramasser(cours, TP, zipper({MOODLE.format("Éloïse DUPONT", 1, "a.ipynb"): CARNET}, tmp_path / "s.zip"))
    Registre(cours, TP).nommer_dans_le_carnet_de_notes(cours)
    with Gradebook(cours.db_url, cours.course_id) as notes:
        assert [(e.id, e.last_name, e.first_name) for e in notes.students] == [
            ("eloise-dupont", "DUPONT", "Éloïse")
        ]


def test_zip_collect_de_nbgrader(cours, tmp_path):
    """« nbgrader zip_collect » suit-il le même chemin : noms reconnus, pièges refusés par leur nom ?"""
    factice = Cours(cours.root)
    depot = factice.gestion / "downloaded" / TP / "archive"
    depot.mkdir(parents=True)
    entrees = {
        MOODLE.format("Éloïse DUPONT", 1, "mon tp.ipynb"): CARNET,
        MOODLE.format("Ñandu Zoé", 3, "brouillon.ipynb"): b"{}",
        MOODLE.format("Eve", 2, "e.zip"): PIEGES["../"][0],
        "../../../evil.ipynb": CARNET,
    }
    zipper(entrees, depot / "moodle.zip")
    dit = factice.nbgrader("zip_collect", TP)
    assert rendus(cours) == {f"eloise-dupont/{TP}/{TP}.ipynb", f"nandu-zoe/{TP}/brouillon.ipynb"}
    assert "Envoi refusé — Eve : chemin qui sort du dossier" in dit and "Laissé de côté" in dit
    assert not list(tmp_path.rglob("*evil*"))


@pytest.mark.parametrize(
    "chemin",
    [
        "/x/extracted/archive/DUPONT Éloïse_1234567_assignsubmission_file_/tp1_grille.ipynb",
        "/x/extracted/archive/DUPONT E\u0301loi\u0308se_1234567_assignsubmission_file_tp1_grille.ipynb",
        "/x/extracted/Dupont Éloïse/tp1_grille.ipynb",
    ],
)
def test_noms_de_moodle(chemin):
    """L'élève est-il reconnu quels que soient l'archive et le codage de ses accents ?"""
    assert CollecteMoodle().collect(chemin) == {"student_id": "dupont-eloise", "file_id": "tp1_grille"}


def test_collecte_refuse_le_reste():
    """Un fichier qui n'est pas un carnet est-il laissé de côté ?"""
    assert CollecteMoodle().collect("/x/extracted/Dupont/rapport.pdf") is None
    assert en_ascii("’’") == "anonyme"


def test_empreinte(tmp_path):
    """L'empreinte change-t-elle avec le travail, et avec lui seul ?"""
    (tmp_path / "a.ipynb").write_bytes(b"1")
    premiere = empreinte(tmp_path)
    (tmp_path / "timestamp.txt").write_text("x")
    os.utime(tmp_path / "a.ipynb", (0, 0))
    assert empreinte(tmp_path) == premiere
    (tmp_path / "a.ipynb").write_bytes(b"2")
    assert empreinte(tmp_path) != premiere


def test_registre_lisible(cours, tmp_path):
    """Le registre est-il un fichier que l'enseignant peut relire ?"""
    ramasser(cours, TP, zipper({MOODLE.format("Zoé", 5, "a.ipynb"): CARNET}, tmp_path / "s.zip"))
    brut = json.loads((Path(cours.root) / "gestion" / "eleves.json").read_text("utf-8"))
    assert brut == {"zoe": "Zoé"}


def test_nom_d_un_autre(cours, tmp_path):
    """Un dossier au nom d'un autre élève, chez soi, prend-il la place de sa copie ?"""
    faux = f"Ana LI/{MOODLE.format('Bob ROY', 7, f'{TP}.ipynb')}"
    zipper({faux: CARNET + b" ", f"Bob ROY/{TP}.ipynb": CARNET}, tmp_path / "s.zip")
    recolte = ramasser(cours, TP, tmp_path / "s.zip")
    assert etats(recolte) == {"ana-li": NOUVELLE, "bob-roy": NOUVELLE}
    place = Path(cours.root) / cours.submitted_directory / "bob-roy" / TP / f"{TP}.ipynb"
    assert place.read_bytes() == CARNET


def test_deux_fois_le_meme_nom(cours, tmp_path):
    """Deux dossiers au nom du même élève : le second est-il refusé, et le dit-on ?"""
    sien = MOODLE.format("Bob ROY", 7, f"{TP}.ipynb")
    zipper({f"{groupe}/{sien}": CARNET + groupe.encode() for groupe in "ab"}, tmp_path / "s.zip")
    recolte = ramasser(cours, TP, tmp_path / "s.zip")
    assert list(recolte.envois) == ["bob-roy"]
    assert len(recolte.anonymes) == 1 and "déjà au nom de Bob ROY" in recolte.anonymes[0]


def test_date_de_l_envoi(cours, tmp_path):
    """La date d'un carnet est-elle celle du zip que l'enseignant a reçu, non celle que l'élève y a mise ?"""
    (tmp_path / "rendus").mkdir()
    with zipfile.ZipFile(tmp_path / "rendus" / "Ana LI.zip", "w") as envoi:
        envoi.writestr(zipfile.ZipInfo(f"{TP}.ipynb", (1999, 1, 1, 0, 0, 0)), CARNET)
    ramasser(cours, TP, tmp_path / "rendus")
    date = (Path(cours.root) / cours.submitted_directory / "ana-li" / TP / "timestamp.txt").read_text()
    assert not date.startswith("1999")
