"""Ce que l'enseignant demande et qui ne peut pas se faire."""


class DemandeImpossible(Exception):
    """Le message dit pourquoi ; la commande « p4 » l'affiche tel quel."""
