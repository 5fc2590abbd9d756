"""Les appels surveillés : délai, annulation, et jamais un autre fil touché."""

from __future__ import annotations

import contextlib
import sys
import threading
import time

from p4core.appels import Surveillance


def sans_fin():
    while True:
        pass


def tetue():
    """Une boucle qui avale toutes les exceptions un moment, comme un `except:` nu."""
    for _ in range(3):
        with contextlib.suppress(BaseException):
            sans_fin()


def test_un_appel_rend_sa_valeur_et_ses_affichages():
    """Un appel ordinaire rend-il valeur et sorties ?"""

    def bavarde(x):
        print("bonjour")
        return x + 1

    appel = Surveillance().appeler(bavarde, (1,), 5)
    assert (appel.valeur, appel.sortie, appel.expire) == (2, "bonjour\n", False)


def test_le_delai_arrete_meme_un_except_nu():
    """Une boucle sans fin, même protégée par un `except:` nu, est-elle arrêtée ?"""
    for fonction in (sans_fin, tetue):
        appel = Surveillance().appeler(fonction, (), 0.1)
        assert appel.expire
        assert appel.arrete


def test_annuler_d_un_autre_fil():
    """Une annulation arrête-t-elle l'appel en cours, et empêche-t-elle d'attendre ?"""
    surveillance = Surveillance()
    threading.Timer(0.1, surveillance.annuler).start()
    debut = time.monotonic()
    assert surveillance.appeler(sans_fin, (), 30).expire
    surveillance.attendre(30)
    assert time.monotonic() - debut < 20


def test_interrompre_ne_touche_jamais_un_autre_fil():
    """Des appels interrompus juste à leur fin laissent-ils intacts les autres fils et les sorties ?"""
    blesses, avant = [], sys.stdout

    def temoin():
        try:
            sum(range(200))
        except BaseException as erreur:
            blesses.append(erreur)
            raise

    for _ in range(300):
        surveillance = Surveillance()
        fil = threading.Thread(target=surveillance.appeler, args=(time.sleep, (0.0005,), 0.0005))
        fil.start()
        temoins = [threading.Thread(target=temoin) for _ in range(3)]
        for autre in temoins:
            autre.start()
        for autre in (*temoins, fil):
            autre.join(10)
    assert blesses == []
    assert sys.stdout is avant
