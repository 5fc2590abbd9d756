"""Les mutants qui diffèrent de la réponse modèle et sont pourtant justes : chacun avec sa raison."""

_LUI_VAUT_0 = "quand lui vaut 0, b contient toutes les places permises : la règle suivante y tire aussi"
_IA2 = (
    "choix = a if moi >= 2 and a else b if lui >= 2 and b else a if moi and a else b if lui and b else None"
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
}
