"""La cloison : le code de l'élève s'exécute dans un bac à sable, les tests de l'autre côté.

Rien d'autre que des données simples ne la traverse : voir `valeurs` (ce qui passe), `canal` (par où),
`interieur` (le programme du bac), `bac` (comment il est fermé), `session` (ce qu'on en fait),
`copie` (noter un carnet entier)."""

from __future__ import annotations
