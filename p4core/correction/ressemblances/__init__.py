"""Les réponses qui se ressemblent : un indice pour l'enseignant, jamais un verdict."""
