"""Les IA : chercher, jouer par règles, jouer parfaitement."""
