"""Ramasser les copies : d'un dossier ou de l'archive de Moodle, sans risque."""
