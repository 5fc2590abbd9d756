"""Le concours de la classe : toutes les `mon_ia` les unes contre les autres, chacune derrière le mur.

`inscriptions` trouve les entrées dans les copies, `arene` les fait jouer, `deroulement` mène le concours d'un
bout à l'autre, `page` le montre ; `commande` est « p4 concours »."""

from __future__ import annotations
