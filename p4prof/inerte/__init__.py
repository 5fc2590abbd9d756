"""Ce qu'une copie affiche, rendu inerte : du texte et des images vérifiées, rien qui s'exécute."""
