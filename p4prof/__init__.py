"""p4prof : les outils de l'enseignant, autour de nbgrader."""

import sys

# jsonschema s'en sert s'il est là, pour vérifier des adresses qu'aucun carnet n'a : le charger prendrait plus
# de temps que nbgrader, au départ de chaque commande.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
