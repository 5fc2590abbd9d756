"""Sert le cours de ce dossier sur cette machine, et l'ouvre dans le navigateur : python serveur.py [PORT]

Rien n'est à installer : ce fichier ne se sert que de Python. Cette machine seule y accède.
"""

from __future__ import annotations

import re
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PORT = 8321
# Avec ces en-têtes, la page peut partager de la mémoire avec Python : le bouton ■ arrête un calcul.
EN_TETES = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Sous un nom qui porte l'empreinte du contenu, rien ne change : le navigateur garde le fichier, et le code
# qu'il en a compilé. Du reste, une version plus récente est vue aussitôt.
EMPREINTE = re.compile(r"/(?:build|static|extensions)/.*[-.=][0-9a-f]{7,}\b")
GARDER, REDEMANDER = "max-age=31536000, immutable", "no-cache"
# Windows tient parfois les siens de son registre, où « .js » peut être n'importe quoi.
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".ipynb": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".whl": "application/zip",
}


class Fichiers(SimpleHTTPRequestHandler):
    """Les fichiers d'un dossier, avec les en-têtes qu'il faut."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        """Ajoute les nôtres."""
        for nom, valeur in EN_TETES.items():
            self.send_header(nom, valeur)
        self.send_header("Cache-Control", GARDER if self._garde() else REDEMANDER)
        super().end_headers()

    def _garde(self) -> bool:
        # L'ouvrier de Python a reçu quelques lignes de plus : son empreinte n'est plus la sienne.
        chemin = getattr(self, "path", "")  # une demande illisible n'en a pas
        connu = ".worker." not in chemin and EMPREINTE.search(chemin) is not None
        return connu and Path(self.translate_path(chemin)).is_file()

    def log_message(self, *_: object) -> None:
        """Ne dit rien : le navigateur demande des centaines de fichiers."""


class Serveur(ThreadingHTTPServer):
    """Un serveur que ne trouble pas un navigateur qui s'en va."""

    daemon_threads = True

    def handle_error(self, *demande: Any) -> None:
        """Tait une page fermée pendant qu'elle chargeait ; le reste se lit dans la fenêtre."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*demande)


def preparer(dossier: Path, port: int = 0) -> Serveur:
    """Un serveur de ce dossier, pour cette machine seulement ; le port 0 en prend un libre."""
    return Serveur(("127.0.0.1", port), partial(Fichiers, directory=str(dossier)))


def servir(dossier: Path, port: int = PORT, montrer: bool = True) -> int:
    """Sert jusqu'à Ctrl-C ; rend le code de sortie de la commande."""
    try:
        serveur = preparer(dossier, port)
    except OSError:
        print(
            f"Le port {port} est déjà pris : une autre fenêtre sert-elle déjà le cours ? Un autre est essayé."
        )
        serveur = preparer(dossier)
    adresse = f"http://127.0.0.1:{serveur.server_port}/"
    print(
        f"Le cours est à l'adresse {adresse} (gardez cette fenêtre ouverte ; Ctrl-C pour arrêter).",
        flush=True,
    )
    if montrer:
        webbrowser.open(adresse)
    try:
        serveur.serve_forever()
    except KeyboardInterrupt:
        print("\nArrêté. Le travail est gardé par le navigateur.")
    finally:
        serveur.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(servir(Path(__file__).resolve().parent, int(sys.argv[1]) if sys.argv[1:] else PORT))
