"""De quoi juger une réponse et nommer son erreur : ce dont les questions de chaque TP sont faites."""
