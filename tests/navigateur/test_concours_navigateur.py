"""La page du concours dans un vrai navigateur, ouverte d'un fichier : rejouer, clavier, téléphone, thèmes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from p4prof.concours.deroulement import Concours, Scores, cle, suite
from p4prof.concours.page import Vue
from p4prof.eleves import en_ascii
from tests.classe_concours import concours_fictif, perdre_par_une_faute
from tests.navigateur.lab import AXE

NOMS = ["Ada", "<script>alert(1)</script> Bob", "Zoé aux quarante-deux pions et au nom bien trop long"]
SCORES = (2, -2, 2, -1, 1, 0, 3, 3, -3)  # vus de qui joue
ATTENDUS = ["meilleur", "meilleur", "gagne encore", "meilleur", "erreur", "erreur", "gaffe"]


def _juger(concours: Concours) -> Scores:
    """Des scores écrits d'avance pour la première partie d'Ada ; le reste n'est pas jugé."""
    scores = Scores(concours.dossier / "scores.jsonl")
    parties = concours.resultats.rencontres["ada", en_ascii(NOMS[2])].parties
    scores.garder({cle(p): s for p, s in zip(suite(parties, 0), SCORES, strict=False)})
    return scores


@pytest.fixture(scope="module")
def adresse(tmp_path_factory: pytest.TempPathFactory) -> str:
    """La page d'un concours joué au hasard : une partie est jugée, une autre perdue par une faute."""
    dossier = tmp_path_factory.mktemp("concours")
    concours = concours_fictif(dossier, NOMS)
    bob = en_ascii(NOMS[1])
    perdre_par_une_faute(
        concours, "ada", bob, "affichage — « <img src=x onerror=alert(2)> » pendant la partie"
    )
    vue = Vue(concours, _juger(concours), {i.eleve: i.nom for i in concours.inscrits})
    return vue.ecrire(dossier / "page").as_uri()


@contextmanager
def page_ouverte(
    chromium: Any, adresse: str, largeur: int = 1200, theme: str = "light", **options: Any
) -> Iterator[Any]:
    """La page, et rien d'autre : une requête, une boîte ou une erreur font échouer l'essai."""
    contexte = chromium.new_context(viewport={"width": largeur, "height": 844}, color_scheme=theme, **options)
    page, incidents = contexte.new_page(), []
    page.set_default_timeout(60_000)
    page.on("dialog", lambda boite: incidents.append(boite.message))
    page.on("pageerror", lambda erreur: incidents.append(str(erreur)))
    page.on("console", lambda message: incidents.append(message.text) if message.type == "error" else None)
    page.on("request", lambda requete: incidents.append(requete.url) if requete.url != page.url else None)
    page.goto(adresse)
    page.wait_for_selector(".p4-grille")
    incidents.clear()  # la page elle-même, demandée avant d'être ouverte
    yield page
    contexte.close()
    assert incidents == []


def statut(page: Any) -> str:
    """La phrase que dit le plateau."""
    return str(page.inner_text(".p4-statut"))


def pions(page: Any) -> int:
    """Les pions posés sur la grille."""
    return int(page.locator(".p4-grille g > .p4-pion").count()) - int(
        page.locator(".p4-fantome .p4-pion").count()
    )


def choisir(page: Any, joueur: str, contre: str) -> None:
    """Choisit une rencontre comme le ferait une personne."""
    page.select_option("#joueur", label=joueur)
    page.select_option("#contre", label=contre)


def test_une_partie_se_rejoue_coup_par_coup(chromium: Any, adresse: str) -> None:
    """Boutons, liste et clavier mènent-ils au bon coup, avec le verdict du solveur ?"""
    with page_ouverte(chromium, adresse) as page:
        choisir(page, NOMS[0], NOMS[2])
        assert pions(page) == 8 and "Ouverture tirée au sort" in statut(page)
        for rang, verdict in enumerate(ATTENDUS, 9):
            page.click("[data-pas='1']")
            assert pions(page) == rang and f"Coup {rang} sur" in statut(page) and verdict in statut(page)
        page.click("#liste li:nth-child(16) button")
        assert pions(page) == 15 and "gaffe" in statut(page)
        page.keyboard.press("ArrowLeft")
        assert pions(page) == 14
        assert page.evaluate("document.activeElement.getAttribute('aria-current')") == "step"
        page.keyboard.press("Home")
        assert pions(page) == 0 and "Ada commence" in statut(page)
        page.keyboard.press("End")
        assert "gagne en" in statut(page) or "partie nulle" in statut(page)
        assert page.locator("#liste button").first.get_attribute("aria-current") is None


def test_les_liens_menent_aux_parties(chromium: Any, adresse: str) -> None:
    """La case du tableau croisé et la ligne d'une faute ouvrent-elles la bonne partie ?"""
    with page_ouverte(chromium, adresse) as page:
        page.click(f'.croise a[aria-label^="{NOMS[2]} contre Ada"]')
        page.locator("#joueur:focus").wait_for()  # la page interdit « eval », dont se sert wait_for_function
        choix = [
            page.eval_on_selector(f"#{n}", "s => s.selectedOptions[0].text") for n in ("joueur", "contre")
        ]
        assert choix == [NOMS[2], "Ada"]
        page.click(".fautes a")
        page.locator(".p4-statut", has_text="faute").wait_for()
        assert "onerror=alert(2)" in statut(page) and pions(page) == 8


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("largeur", [1200, 390])
def test_accessible_et_lisible_partout(chromium: Any, adresse: str, largeur: int, theme: str) -> None:
    """axe-core ne trouve-t-il rien à redire, et la page tient-elle dans l'écran, clair ou sombre ?"""
    if not AXE.exists():
        pytest.skip("axe-core n'est pas installé (npm install dans tests/js)")
    with page_ouverte(chromium, adresse, largeur, theme, bypass_csp=True) as page:
        choisir(page, NOMS[0], NOMS[2])
        page.click("[data-pas='1']")
        assert page.evaluate("document.documentElement.scrollWidth") <= largeur
        page.evaluate(Path(AXE).read_text())
        reproches = page.evaluate(
            "async () => (await axe.run()).violations.map(v => `${v.id} : ${v.nodes[0].html.slice(0, 150)}`)"
        )
        assert reproches == []
