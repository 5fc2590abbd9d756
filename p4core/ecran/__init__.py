"""Ce qui se montre : le plateau, l'arbre, la partie au terminal."""
