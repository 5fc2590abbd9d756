"""p4prof : les outils de l'enseignant, autour de nbgrader."""
