"""La cloison : le code de l'élève s'exécute dans un bac à sable, les tests de l'autre côté.

Rien d'autre que des données simples ne la traverse : `protocole` dit lesquelles. Dans le bac, `interieur` (le
programme), `coquille` (l'interprète), `facade` (tout ce que l'élève y voit du cours) et `vigie` (ce qu'il
tente au-delà). De l'autre, `bac` (comment il est fermé), `session` (comment on le pilote), `enonce` (ce que
l'enseignant a écrit), `copie` (noter un carnet entier) et `correcteurs` (en noter plusieurs à la fois)."""

from __future__ import annotations
