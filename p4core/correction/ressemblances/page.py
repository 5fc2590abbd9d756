"""Les réponses proches côte à côte, dans une page qui s'ouvre seule."""

from __future__ import annotations

from html import escape

from p4core.correction.page import liste, page
from p4core.correction.phrases import pourcent
from p4core.correction.registre import Registre
from p4core.correction.ressemblances.commande import AVERTISSEMENT, ENSEMBLE, Comparaison, Paire, decrire
from p4core.correction.ressemblances.moteur import Rapprochement

DECOMPTE = (
    "Le code donné par le sujet, ce qu'une bonne part de la classe a écrit de même et les fragments trop "
    "courts ne comptent pas. Les noms de variables, les commentaires et l'ordre des fonctions non plus. "
    "Ce qui est commun est surligné."
)


def en_page(comparaison: Comparaison, registre: Registre) -> str:
    """La page de toutes les paires, la plus proche d'abord."""
    corps = [f'<p class="avis">{escape(AVERTISSEMENT)}</p><p>{escape(DECOMPTE)}</p>']
    corps += [_paire(paire, registre) for paire in comparaison.paires]
    if not comparaison.paires:
        corps.append("<p>Aucune ressemblance ne sort de l'ordinaire.</p>")
    if comparaison.illisibles:
        corps.append(f"<h2>Copies non comparées</h2>{liste(comparaison.illisibles)}")
    return page(f"{comparaison.tp} : réponses qui se ressemblent", "\n".join(corps))


def _paire(paire: Paire, registre: Registre) -> str:
    noms = [registre.nom(eleve) for eleve in paire.eleves]
    titre = f"{' et '.join(noms)} — {decrire(paire)}"
    montres = dict(paire.questions)
    if not montres and paire.ensemble:
        montres = {ENSEMBLE: paire.ensemble}
    blocs = "".join(_cote_a_cote(nom, noms, trouve) for nom, trouve in montres.items())
    return f"<details><summary><strong>{escape(titre)}</strong></summary>{blocs}</details>"


def _cote_a_cote(question: str, noms: list[str], trouve: Rapprochement) -> str:
    colonnes = "".join(
        f"<div><p>{escape(nom)}</p><pre>{surligner(code, zones)}</pre></div>"
        for nom, code, zones in zip(noms, trouve.codes, trouve.zones, strict=True)
    )
    return f'<h2>{escape(question)} : {pourcent(trouve.part)}</h2><div class="deux">{colonnes}</div>'


def surligner(code: str, zones: list[tuple[int, int]]) -> str:
    """Le code échappé, ses zones communes surlignées."""
    morceaux, position = [], 0
    for debut, fin in sorted(zones):
        debut = max(debut, position)
        if fin > debut:
            morceaux += [escape(code[position:debut]), f"<mark>{escape(code[debut:fin])}</mark>"]
            position = fin
    return "".join(morceaux) + escape(code[position:])
