"""La correction : ce que le cours ajoute à nbgrader, branché par « nbgrader_config.py »."""
