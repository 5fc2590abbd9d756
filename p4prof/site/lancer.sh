#!/bin/sh
# Sert le cours de ce dossier sur cette machine et l'ouvre dans le navigateur.
cd "$(dirname "$0")" || exit 1
for python in python3 python; do
    if command -v "$python" >/dev/null 2>&1; then
        exec "$python" serveur.py "$@"
    fi
done
echo "Python est introuvable : demandez à votre enseignant l'adresse où le cours est en ligne." >&2
exit 1
