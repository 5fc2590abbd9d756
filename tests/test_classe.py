"""La classe : lire une liste, reconnaître chacun sous tous ses noms, ne jamais deviner, effacer."""

import contextlib
import io
import json
from datetime import timedelta
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

from p4core.commande import main
from p4cours.carnets import Cellule
from p4prof.binomes import Consigne, noms_ecrits
from p4prof.carnets import Sujet
from p4prof.classe import Classe, Inscrit, lire_liste, montrer
from p4prof.cours import DemandeImpossible, dossier, dossier_de_gestion, ouvrir
from p4prof.distribuer import lire_date
from p4prof.eleves import A_ATTRIBUER, EN_BINOME, NOUVELLE, REFUSEE, Registre
from p4prof.etats import ABSENTE, NOTEE, SANS_ELEVE, Etat, delai, etats
from p4prof.exporter import exporter_pronote, remplir
from p4prof.ramasser import ramasser
from p4prof.rapports import RapportDeClasse
from tests.cours_factice import carnet_factice, cours_distribue, zipper

TP = "tp_essai"
MOODLE = "{}_{}_assignsubmission_file_/" + f"{TP}.ipynb"
CARNET = nbformat.writes(carnet_factice())
LISTE = """Nom;Prénom;Adresse de courriel;Groupe
DUPONT;Éloïse;eloise.dupont@lycee.fr;PCSI 1
LE GALL;Jean-Marc;jm.legall@lycee.fr;PCSI 1
ROY;Zoé;zoe.roy@lycee.fr;PCSI 1
ROY;Zoé;zoe.roy2@lycee.fr;PCSI 2
LI;Ana;ana.li@lycee.fr;PCSI 2
"""


@pytest.fixture(scope="module")
def classe(tmp_path_factory):
    """La même classe, seulement lue."""
    cours = ouvrir(cours_distribue(tmp_path_factory.mktemp("classe") / "cours", TP).racine)
    inscrire(cours, LISTE)
    return Classe(cours)


@pytest.fixture
def cours(tmp_path):
    """Un cours dont le sujet est distribué, et sa classe."""
    cours = ouvrir(cours_distribue(tmp_path / "cours", TP).racine)
    inscrire(cours, LISTE)
    return cours


def inscrire(cours, texte, connus=None):
    """Donne une liste au cours."""
    chemin = Path(cours.root) / "liste.csv"
    chemin.write_text(texte, "utf-8")
    classe = Classe(cours)
    resultat = classe.recevoir(lire_liste(chemin), connus or {})
    classe.ecrire()
    return resultat


def p4(cours, *mots, code=0):
    """Tape une commande dans le cours ; rend ce qu'elle dit."""
    ecran = io.StringIO()
    with contextlib.chdir(cours.root), contextlib.redirect_stdout(ecran), contextlib.redirect_stderr(ecran):
        assert main(list(mots)) == code, ecran.getvalue()
    return ecran.getvalue()


def envoyer(cours, *noms, consigne=None, carnets=None):
    """Ramasse une archive de Moodle ; chaque nom est « nom » ou (nom, numéro)."""
    entrees = {}
    for rang, nom in enumerate(noms):
        qui, numero = nom if isinstance(nom, tuple) else (nom, 900 + rang)
        entrees[MOODLE.format(qui, numero)] = (carnets or {}).get(qui, CARNET)
    archive = Path(cours.root) / "moodle.zip"
    zipper(entrees, archive)
    return ramasser(cours, TP, archive, consigne)


# --- Lire une liste ----------------------------------------------------------------------------------

MOODLE_NOTES = '"Prénom","Nom de famille","Numéro d\'identification","Adresse de courriel"\n'
HOMONYMES = "Participant {},Zoé ROY,zoe.roy2@lycee.fr,,\nParticipant {},Zoé ROY,zoe.roy@lycee.fr,,\n"
FEUILLE = "Identifiant,Nom complet,Adresse de courriel,Statut,Note\n"


@pytest.mark.parametrize(
    ("texte", "codage"),
    [
        (MOODLE_NOTES + '"Éloïse","Dupont","E12","ELOISE@lycee.fr"\n', "utf-8"),
        ("Nom;Prénom;Né(e) le;Division\nDUPONT;ÉLOÏSE;01/01/2008;PCSI 1\n", "cp1252"),
        ("Liste de la classe PCSI 1\n\nÉlève;Division\nDUPONT Éloïse;PCSI 1\n", "utf-8-sig"),
        ("Full name\tEmail address\nDUPONT Éloïse\teloise@lycee.fr\n", "utf-16"),
        (FEUILLE + "Participant 12,Éloïse DUPONT,eloise@lycee.fr,Remis,\n", "utf-8-sig"),
        ("DUPONT Éloïse\n", "utf-8"),
    ],
)
def test_toutes_les_listes(tmp_path, texte, codage):
    """Séparateur, codage, titre et noms de colonnes sont-ils reconnus ?"""
    (tmp_path / "l.csv").write_bytes(texte.encode(codage))
    (inscrit,) = lire_liste(tmp_path / "l.csv")
    assert inscrit.complet == "DUPONT Éloïse"
    if "Participant" in texte:
        assert (inscrit.numeros, inscrit.identifiant) == (["12"], "")


@pytest.mark.parametrize(
    ("octets", "mot"),
    [
        (b"PK\x03\x04...", "CSV"),
        (b"a;b\n1;2\n", "colonne"),
        (b"Nom;Prenom\n", "aucun nom"),
        (b"", "aucun nom"),
    ],
)
def test_listes_refusees(tmp_path, octets, mot):
    """Un fichier qui n'est pas une liste est-il refusé par une phrase ?"""
    (tmp_path / "l.csv").write_bytes(octets)
    with pytest.raises(DemandeImpossible, match=mot):
        lire_liste(tmp_path / "l.csv")
    with pytest.raises(DemandeImpossible, match="ne se lit pas"):
        lire_liste(tmp_path / "absente.csv")


def test_redonner_une_liste(cours):
    """Redonner la liste ne change-t-il aucun identifiant, et dit-elle qui est parti ou nouveau ?"""
    avant = set(Classe(cours).inscrits)
    assert avant == {"dupont-eloise", "le-gall-jean-marc", "roy-zoe", "roy-zoe-2", "li-ana"}
    reste = LISTE.replace("LI;Ana;ana.li@lycee.fr;PCSI 2\n", "NEUF;Tom;;\n")
    nouveaux, absents = inscrire(cours, reste)
    assert (nouveaux, absents) == (["neuf-tom"], ["li-ana"])
    assert set(Classe(cours).inscrits) == avant | {"neuf-tom"}


def test_identifiants_d_avant_la_liste(cours):
    """Qui a déjà une copie garde-t-il son identifiant quand la liste arrive ?"""
    (dossier_de_gestion(cours) / "classe.json").unlink()
    inscrire(
        cours, "Nom;Prénom\nNOIR;Eve\nROY;Zoé\n", {"eve-noir": "Eve NOIR", "a": "Zoé ROY", "b": "ROY Zoé"}
    )
    assert set(Classe(cours).inscrits) == {"eve-noir", "roy-zoe"}


# --- Reconnaître -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recu", "eleve"),
    [
        ("DUPONT Éloïse", "dupont-eloise"),
        ("Eloise Dupont", "dupont-eloise"),
        ("PCSI1-Éloïse DUPONT", "dupont-eloise"),
        ("Groupe B DUPONT Eloise", "dupont-eloise"),
        ("eloise.dupont@lycee.fr", "dupont-eloise"),
        ("eloise.dupont", "dupont-eloise"),
        ("LEGALL Jean Marc", "le-gall-jean-marc"),
        ("Jean-Marc Le Gall", "le-gall-jean-marc"),
        ("PCSI 2-Zoé ROY", "roy-zoe-2"),
    ],
)
def test_reconnus(classe, recu, eleve):
    """Accents, ordre, groupe, courriel : est-ce la même personne ?"""
    assert classe.reconnaitre(recu).eleve == eleve


@pytest.mark.parametrize(
    ("recu", "candidats"),
    [
        ("Zoé ROY", {"roy-zoe", "roy-zoe-2"}),
        ("DUPOND Eloise", {"dupont-eloise"}),
        ("Dupont", {"dupont-eloise"}),
        ("Éloïse DUPONT MARTIN", {"dupont-eloise"}),
        ("Bob INCONNU", set()),
    ],
)
def test_jamais_devines(classe, recu, candidats):
    """Un nom douteux rend-il ceux à qui il fait penser, sans en choisir un ?"""
    avis = classe.reconnaitre(recu)
    assert avis.eleve == "" and set(avis.candidats) == candidats


def test_homonymes_d_un_tp_a_l_autre(cours):
    """Les numéros changent à chaque TP : deux homonymes restent-ils deux, une fois dits ?"""
    recolte = envoyer(cours, ("Zoé ROY", 101), ("Zoé ROY", 102), "Ana LI")
    assert [d.cle for d in recolte.doutes] == ["101", "102"] and set(recolte.envois) == {"li-ana"}
    dits = Consigne({"101": "roy-zoe", "102": "roy-zoe-2"})
    envoyer(cours, ("Zoé ROY", 101), ("Zoé ROY", 102), consigne=dits)
    recolte = envoyer(cours, ("Zoé ROY", 101), ("Zoé ROY", 102))
    assert set(recolte.envois) == {"roy-zoe", "roy-zoe-2"} and not recolte.doutes
    # Le TP suivant a d'autres numéros ; sa feuille d'évaluation les dit.
    inscrire(
        cours,
        FEUILLE + "Participant 301,Zoé ROY,zoe.roy2@lycee.fr,,\nParticipant 302,Zoé ROY,zoe.roy@lycee.fr,,\n",
    )
    recolte = envoyer(cours, ("Zoé ROY", 301), ("Zoé ROY", 302))
    assert {e: r.numero for e, r in recolte.envois.items()} == {"roy-zoe-2": "301", "roy-zoe": "302"}


def test_un_doute_ne_se_perd_pas(cours):
    """Une copie sans élève est-elle dans le rapport, sans note et hors des exports, jusqu'à la commande ?"""
    envoyer(cours, "Bob INCONNU")
    with Gradebook(cours.db_url, cours.course_id) as notes:
        lignes = etats(cours, notes, TP)
    (sans,) = [e for e in lignes if e.etat == SANS_ELEVE]
    rapport = RapportDeClasse(TP, lignes)
    assert sans.nom == "Bob INCONNU" and rapport.echecs == [sans] and sans not in rapport.eleves
    dit = p4(cours, "ramasser", TP, "moodle.zip", code=1)
    assert '--attribuer "900=nouveau"' in dit
    p4(cours, "ramasser", TP, "moodle.zip", "--attribuer", "900=nouveau")
    assert Registre(cours, TP).envois["inconnu-bob"].etat == NOUVELLE
    assert A_ATTRIBUER not in {r.etat for r in Registre(cours, TP).envois.values()}
    assert dossier(cours, "submitted", "inconnu-bob", TP).is_dir()


@pytest.mark.parametrize(
    ("mots", "mot"),
    [
        (("900",), "reçu=élève"),
        (("900=personne",), "personne de la classe"),
        (("7=li-ana",), "Rien n'a été reçu"),
    ],
)
def test_attributions_refusees(cours, mots, mot):
    """Une attribution qui ne désigne rien est-elle refusée par une phrase ?"""
    envoyer(cours, "Bob INCONNU")
    assert mot in p4(cours, "ramasser", TP, "moodle.zip", "--attribuer", *mots, code=2)


def test_deux_numeros_pour_une_personne(cours):
    """Deux participants du même nom, un seul dans la liste : est-ce demandé, et rien n'est-il écrasé ?"""
    recolte = envoyer(cours, ("Ana LI", 1), ("LI Ana", 2))
    assert not recolte.envois and [d.candidats for d in recolte.doutes] == [("li-ana",)] * 2


def test_deux_envois_reunis(cours, tmp_path):
    """Deux fichiers de la même personne sont-ils réunis, sans que le second efface le premier ?"""
    zipper({"Ana LI.ipynb": CARNET, "LI Ana (1).ipynb": CARNET, "ROY.txt": b"x"}, tmp_path / "s.zip")
    recolte = ramasser(cours, TP, tmp_path / "s.zip")
    assert set(recolte.envois) == {"li-ana"} and "2 envois réunis" in recolte.envois["li-ana"].remarques[0]


def test_dossier_vide(cours, tmp_path):
    """Un dossier vide est-il un envoi refusé, dit par son nom ?"""
    (tmp_path / "s" / "Ana LI_5_assignsubmission_file_").mkdir(parents=True)
    plein = tmp_path / "s" / "Éloïse DUPONT_6_assignsubmission_file_"
    plein.mkdir()
    (plein / "a.ipynb").write_text(CARNET, "utf-8")
    envois = ramasser(cours, TP, tmp_path / "s").envois
    assert envois["li-ana"].etat == REFUSEE and "dossier vide" in envois["li-ana"].raison
    assert envois["dupont-eloise"].etat == NOUVELLE


def test_absents_et_partis(cours):
    """Qui n'a rien rendu est-il connu dès le premier TP, et plus attendu une fois parti ?"""
    assert "5 personnes, dont 0 nouvelle" in p4(cours, "classe", "liste.csv")
    envoyer(cours, "Ana LI")
    p4(cours, "classe", "--retirer", "Jean-Marc Le Gall")
    with Gradebook(cours.db_url, cours.course_id) as notes:
        absents = [e.nom for e in etats(cours, notes, TP) if e.etat == ABSENTE]
    assert absents == ["DUPONT Éloïse", "ROY Zoé", "ROY Zoé"]
    assert "- LI Ana (li-ana) : PCSI 2, ana.li@lycee.fr" in montrer(Classe(cours))


def test_pronote_et_moodle_distinguent_les_homonymes(cours, tmp_path):
    """Deux homonymes sont-ils discernables chez Pronote, et retrouvés par leur courriel chez Moodle ?"""
    classe = Classe(cours)
    notes = {"roy-zoe": 8.0, "roy-zoe-2": 15.0}
    rapport = RapportDeClasse(
        TP, [Etat(e, NOTEE, note=n, maximum=20, nom="ROY Zoé") for e, n in notes.items()]
    )
    assert [ligne[1] for ligne in exporter_pronote(rapport)] == ["Zoé (roy-zoe)", "Zoé (roy-zoe-2)"]
    feuille = tmp_path / "f.csv"
    feuille.write_text(
        FEUILLE + "Participant 7,Zoé ROY,zoe.roy2@lycee.fr,,\nParticipant 8,Zoé ROY,zoe.roy@lycee.fr,,\n",
        "utf-8",
    )
    lignes = remplir(feuille, rapport, Registre(cours, TP), classe)
    assert [ligne[4] for ligne in lignes[1:]] == ["15", "8"]


# --- Les binômes -------------------------------------------------------------------------------------


def ecrit(ligne, nom="ecrit"):
    """Un carnet où l'élève a écrit cette ligne."""
    carnet = carnet_factice()
    carnet.cells.insert(0, nbformat.v4.new_markdown_cell(ligne, id=nom))
    return nbformat.writes(carnet)


SUJET = Sujet(TP, tuple(map(Cellule.lire, carnet_factice().cells)))


@pytest.mark.parametrize(
    ("ligne", "noms"),
    [
        ("Binôme : Ana LI et Éloïse DUPONT", ["Ana LI", "Éloïse DUPONT"]),
        ("**Binome :** Ana LI, Éloïse DUPONT", ["Ana LI", "Éloïse DUPONT"]),
        ("# en binôme avec Ana LI.", ["Ana LI"]),
        ("Nous formons un binôme", []),
        ("Un petit TP", []),
    ],
)
def test_la_cellule_du_binome(ligne, noms):
    """Les noms d'un binôme sont-ils lus dans la ligne qui les donne, et nulle part ailleurs ?"""
    assert noms_ecrits(ecrit(ligne).encode(), SUJET) == noms


def lignes_du_rapport(cours):
    """L'état de chacun."""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        return {e.eleve: e for e in etats(cours, notes, TP)}


def test_binome_dit_par_le_carnet(cours):
    """Une copie, deux noms : l'autre a-t-il l'état de cette copie, sans dossier à lui ?"""
    envoyer(cours, "Ana LI", carnets={"Ana LI": ecrit("Binôme : Ana LI et Éloïse DUPONT")})
    envoi = Registre(cours, TP).envois["dupont-eloise"]
    assert (envoi.etat, envoi.avec) == (EN_BINOME, "li-ana")
    lignes = lignes_du_rapport(cours)
    assert lignes["dupont-eloise"].etat == lignes["li-ana"].etat
    assert lignes["dupont-eloise"].copie == "li-ana" and "en binôme" in lignes["dupont-eloise"].raison


def test_la_copie_d_un_autre_n_est_pas_prise(cours):
    """Nommer quelqu'un qui a rendu sa propre copie la lui prend-il ? L'enseignant seul le peut."""
    seul = {"Ana LI": ecrit("Binôme : Éloïse DUPONT")}
    recolte = envoyer(cours, "Ana LI", "Éloïse DUPONT", carnets=seul)
    assert "--binome li-ana dupont-eloise" in recolte.envois["li-ana"].remarques[-1]
    assert dossier(cours, "submitted", "dupont-eloise", TP).is_dir()
    envoyer(
        cours,
        "Ana LI",
        "Éloïse DUPONT",
        carnets=seul,
        consigne=Consigne(binomes=[["li-ana", "dupont-eloise"]]),
    )
    places = {e: dossier(cours, "submitted", e, TP).is_dir() for e in ("li-ana", "dupont-eloise")}
    assert sorted(places.values()) == [False, True]
    assert len(list((dossier_de_gestion(cours) / "anciennes").glob(f"*/{TP}/1"))) == 1


def test_binome_non_reconnu(cours):
    """Un binôme mal écrit est-il demandé, pas deviné ?"""
    recolte = envoyer(cours, "Ana LI", carnets={"Ana LI": ecrit("Binôme : Zoé ROY")})
    assert "roy-zoe, roy-zoe-2" in recolte.envois["li-ana"].remarques[-1]
    assert set(recolte.envois) == {"li-ana"}


def test_equipes_de_moodle(cours):
    """Les membres d'un groupe de Moodle partagent-ils une copie, si l'enseignant le demande ?"""
    noms = ("Équipe 3-Ana LI", "Équipe 3-Éloïse DUPONT", "Équipe 4-Jean-Marc LE GALL")
    recolte = envoyer(cours, *noms, consigne=Consigne(par_groupe=True))
    porteurs = {e: r.avec for e, r in recolte.envois.items() if r.avec}
    assert porteurs in ({"li-ana": "dupont-eloise"}, {"dupont-eloise": "li-ana"})
    with pytest.raises(DemandeImpossible, match="plus de 4") as refus:
        inscrire(cours, "Nom;Prénom;Groupe\n" + "".join(f"N{i};P;TOUS\n" for i in range(6)))
        envoyer(cours, "Ana LI", consigne=Consigne(par_groupe=True))
    assert "TOUS" in str(refus.value)


def test_binome_sans_liste(tmp_path):
    """Sans liste de classe, un binôme donné par l'enseignant est-il inscrit avec sa copie ?"""
    cours = ouvrir(cours_distribue(tmp_path / "cours", TP).racine)
    recolte = envoyer(cours, "Ana LI", consigne=Consigne(binomes=[["Ana LI", "Bob ROY"]]))
    assert {e: r.avec for e, r in recolte.envois.items()} == {"ana-li": "", "bob-roy": "ana-li"}
    with pytest.raises(DemandeImpossible, match="liste de la classe"):
        envoyer(cours, "Ana LI", consigne=Consigne({"900": "ana-li"}))


# --- Les retards, l'échéance, l'effacement -----------------------------------------------------------


def test_retards(cours):
    """Une copie rendue après l'échéance est-elle gardée, avec son retard ?"""
    envoyer(cours, "Ana LI")
    assert lignes_du_rapport(cours)["li-ana"].retard == ""
    with Gradebook(cours.db_url, cours.course_id) as notes:
        notes.update_or_create_assignment(TP, duedate="1979-12-30 00:00 UTC")
    rapport = RapportDeClasse(TP, list(lignes_du_rapport(cours).values()))
    (tard,) = rapport.en_retard
    assert tard.eleve == "li-ana" and "après l'échéance" in tard.retard
    assert "Rendues en retard" in str(rapport) and tard.retard in tard.explication
    assert [delai(timedelta(minutes=m)) for m in (0.2, 12, 125, 4 * 1440)] == [
        "1 min",
        "12 min",
        "2 h 05",
        "4 jours",
    ]


def test_lire_une_date():
    """Une échéance s'écrit-elle comme on l'écrit en France, et sinon est-elle refusée ?"""
    assert f"{lire_date('20/11/2026 18:00'):%Y-%m-%d %H:%M}" == "2026-11-20 18:00"
    assert f"{lire_date('20/11/2026'):%H:%M}" == "23:59"
    with pytest.raises(DemandeImpossible, match="n'est pas une date"):
        lire_date("demain")


def test_effacer(cours):
    """En fin d'année, ne reste-t-il rien de personne, et rien n'est-il effacé sans qu'on le confirme ?"""
    p4(cours, "classe", "liste.csv")
    envoyer(cours, "Ana LI")
    gestion = dossier_de_gestion(cours)
    (gestion / "distribution").mkdir()
    assert "--effacer --oui" in p4(cours, "classe", "--effacer", code=1)
    assert Classe(cours).inscrits
    p4(cours, "classe", "--effacer", "--oui")
    assert {p.name for p in gestion.iterdir()} <= {"distribution", "exchange"}
    assert not Classe(cours)


def test_la_classe_s_ecrit_en_entier(cours):
    """Ce que l'on apprend d'un inscrit est-il relu tel quel ?"""
    brut = json.loads((dossier_de_gestion(cours) / "classe.json").read_text("utf-8"))
    assert Inscrit(**brut["li-ana"]) == Classe(cours).inscrits["li-ana"]
