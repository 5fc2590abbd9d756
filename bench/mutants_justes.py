"""Les mutants qui diffèrent de la réponse modèle et sont pourtant justes : chacun avec sa raison."""

_LUI_VAUT_0 = "quand lui vaut 0, b contient toutes les places permises : la règle suivante y tire aussi"
_IA2 = (
    "choix = a if moi >= 2 and a else b if lui >= 2 and b else a if moi and a else b if lui and b else None"
)
_SLC3 = "return [c for c in slc2(l, lcj, t, 0, g) if c in listcolok(l, lcj, t, g)] or tuple(lcj)"
_BUT = "but = 1 if trait(s) == 'O' else -1"
_MOINS_TOT = (
    *(("if v == but:", "pass"), ("break", "pass")),
    *((_BUT, _BUT.replace(*change)) for change in (("= 1", "= 2"), ("-1", "-2"))),
)
_ORDRE = "ordre = sorted(coups(G), key=lambda c: abs(c[0] - 3))"
_ORDRES = (
    *(("c[0] - 3", autre) for autre in ("c[0] + 3", "c[0] - 4", "c[0] - 2", "c[1] - 3", "c[-1] - 3")),
    ("abs(", "(lambda x: x)("),
)

JUSTES: dict[str, str] = {
    "piege2 : « return tuple(bonnes) » → « return (lambda x: x)(bonnes) »": "une liste, comme demandé",
    "ia2 : « cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)]) » → "
    "« cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (1, lui, b)]) »": _LUI_VAUT_0,
    "ia2 : « cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 1, b)]) » → "
    "« cf = cascade(l, t, g, [(moi, 2, a), (lui, 2, b), (moi, 1, a), (lui, 0, b)]) »": _LUI_VAUT_0,
    f"ia2 : « {_IA2} » → « {_IA2.replace('lui and b', 'lui or b')} »": _LUI_VAUT_0,
    f"ia2 : « {_IA2} » → « {_IA2.replace('lui and b', 'b')} »": _LUI_VAUT_0,
    "ia3 : « return liste[0] if liste else 0 » → « return liste[-1] if liste else 0 »": "liste mélangée",
    "ia3 : « c = gagnent[-1] » → « c = gagnent[-0] »": "toute colonne qui gagne convient",
    "h_alea : « score += (r > 0) - (r < 0) » → « score += (r > 1) - (r < 0) »": "r vaut inf, -inf ou 0",
    "h_alea : « score += (r > 0) - (r < 0) » → « score += (r > 0) - (r < -1) »": "r vaut inf, -inf ou 0",
    "strategie : « if t in A and (meilleur is None or A[t] < A[meilleur]): » → "
    "« if t in A and (meilleur is None or A[t] <= A[meilleur]): »": "même rang, même valeur",
    "coups : « return tuple(L) » → « return (lambda x: x)(L) »": "une liste, comme le demande l'énoncé",
    "alphabeta : « if alpha >= beta: » → « if alpha > beta: »": "une coupe plus tardive, même contrat",
    "coups : « return [] if any((plein(G, A) for A in tous)) else modele(G) » → "
    "« return [] if all((plein(G, A) for A in tous)) else modele(G) »": "une grille gagnée : [] ou ses coups",
    "slc2 : « return tuple(lcj) » → « return (lambda x: x)(lcj) »": "une liste, comme demandé",
    f"slc3 : « {_SLC3} » → « {_SLC3.replace('tuple(', '(lambda x: x)(')} »": "une liste, comme demandé",
    "slc4_corrigee : « return tuple(lcjnew or lcj) » → "
    "« return (lambda x: x)(lcjnew or lcj) »": "une liste, comme demandé",
    **{f"valeur : « {avant} » → « {apres} »": "elle s'arrête moins tôt" for avant, apres in _MOINS_TOT},
    "alphabeta : « choix = ordre[0] » → « choix = ordre[-1] »": "tous perdent : n'importe quel coup",
    **{
        f"alphabeta : « {_ORDRE} » → « {_ORDRE.replace(*change)} »": "l'ordre est libre" for change in _ORDRES
    },
    "alphabeta : « if m is None or s > m: » → « if m is None or s >= m: »": "coupe stricte : score exact",
    "alphabeta : « if score >= beta: » → « if score > beta: »": "une coupe plus tardive, même contrat",
    "nb_distinctes : « return tuple(nombres) » → « return (lambda x: x)(nombres) »": "une liste aussi",
}
