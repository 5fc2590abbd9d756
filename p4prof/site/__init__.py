"""Le cours dans un navigateur : un dossier de fichiers, sans rien à installer ni réseau (« p4 site »)."""
