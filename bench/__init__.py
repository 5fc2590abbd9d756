"""Les mesures de vitesse du projet."""
