"""Les mutants qui diffèrent de la réponse modèle et sont pourtant justes : chacun avec sa raison."""

JUSTES: dict[str, str] = {
    "coups : « return tuple(L) » → « return (lambda x: x)(L) »": "une liste, comme le demande l'énoncé",
}
