"""Noter une classe : « nbgrader autograde », isolé, à plusieurs processus, sans rien perdre."""
