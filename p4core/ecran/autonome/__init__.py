"""Le plateau sans noyau : jouable dans n'importe quelle page, sans Python, sans réseau."""

from p4core.ecran.autonome.page import page_autonome, plateau_html, programme, style

__all__ = ["page_autonome", "plateau_html", "programme", "style"]
