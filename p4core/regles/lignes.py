"""Lire une grille sur des entiers : cases accessibles, menaces, suites et fenêtres.

`p` et `q` sont les pions d'un camp et de l'autre, disposés comme dans Position ; une « menace » est une case
vide d'où l'un des camps gagnerait. Les entiers restent sous 2^63 : le code compilé, dont les entiers ont
64 bits, et Python calculent alors la même chose.
"""

from __future__ import annotations

from p4core.regles.compilation import integrer

# Un jeu est le tuple (largeur, hauteur, aligner, fond, plein, diagd, diagm) fabriqué par geometrie.jeu.
Jeu = tuple[int, int, int, int, int, int, int]


@integrer
def accessibles(p: int, q: int, jeu: Jeu) -> int:
    """Les cases où un pion tomberait."""
    return (p | q) + jeu[3] & jeu[4]


@integrer
def menaces(p: int, q: int, jeu: Jeu) -> int:
    """Les cases vides qui complètent un alignement de p."""
    trouvees, g = 0, jeu[2]
    for pas in (1, jeu[1], jeu[1] + 1, jeu[1] + 2):
        avant = jeu[4]  # les cases précédées de `rang` pions de p
        for rang in range(g):
            complete = avant
            for k in range(1, g - rang):
                complete &= p >> k * pas
            trouvees |= complete
            avant = (avant & p) << pas & jeu[4]
    return trouvees & ~(p | q)


@integrer
def places(p: int, q: int, zone: int, jeu: Jeu) -> tuple[int, int]:
    """Le plus de pions de p dans une fenêtre sans q autour d'une case de la zone, et les cases qui l'ont."""
    g, mieux, cases = jeu[2], 0, zone
    for pas in (1, jeu[1], jeu[1] + 1, jeu[1] + 2):
        libres = jeu[4] & ~q
        a, b, c, d = 0, 0, 0, 0  # le compte de chaque fenêtre, un entier par chiffre binaire
        for k in range(g):
            libres &= (jeu[4] & ~q) >> k * pas
            a, r = a ^ p >> k * pas, a & p >> k * pas
            b, r = b ^ r, b & r
            c, r = c ^ r, c & r
            d ^= r
        k = g - 1
        while k >= max(mieux, 1):
            egales = libres
            egales &= a if k & 1 else ~a
            egales &= b if k & 2 else ~b
            egales &= c if k & 4 else ~c
            egales &= d if k & 8 else ~d
            touchees = 0
            for i in range(g):
                touchees |= egales << i * pas
            touchees &= zone
            if touchees:
                cases = touchees if k > mieux else cases | touchees
                mieux = k
            k -= 1
    return mieux, cases


@integrer
def suite(p: int, pas: int) -> int:
    """La longueur de la plus grande suite de pions dans une direction, au moins 1."""
    longueur = 1
    p &= p >> pas
    while p:
        longueur += 1
        p &= p >> pas
    return longueur


@integrer
def maxi(p: int, jeu: Jeu) -> int:
    """La plus grande suite, sans compter les diagonales trop courtes pour un alignement."""
    h = jeu[1]
    droites = max(suite(p, 1), suite(p, h + 1))
    return max(droites, suite(p & jeu[5], h), suite(p & jeu[6], h + 2))


@integrer
def case_de(x: int, cases: int, jeu: Jeu) -> int:
    """La case de la colonne x parmi celles données."""
    return cases & ((1 << jeu[1]) - 1) << x * (jeu[1] + 1)


@integrer
def colonnes(cases: int, jeu: Jeu) -> int:
    """L'ensemble des colonnes de ces cases."""
    ensemble = 0
    for x in range(jeu[0]):
        if case_de(x, cases, jeu):
            ensemble |= 1 << x
    return ensemble


@integrer
def premiere(ensemble: int) -> int:
    """Le premier élément, seul."""
    return ensemble & -ensemble


@integrer
def permises(jouables: int, contre: int) -> int:
    """Les cases jouables qui n'offrent pas une menace adverse juste au-dessus (listcolok)."""
    return jouables & ~(contre >> 1)
