"""Les remarques qu'une étape de la correction laisse à l'enseignant sur une copie."""

from __future__ import annotations

from typing import Any


def remarquer(resources: Any, phrase: str) -> None:
    """Ajoute une remarque aux ressources que nbgrader fait passer d'une étape à l'autre."""
    resources["nbgrader"].setdefault("remarques", []).append(phrase)


def remarques(resources: Any) -> list[str]:
    """Les remarques laissées jusqu'ici."""
    return list(resources["nbgrader"].get("remarques", []))
