"""Remettre d'aplomb une copie abîmée, quand c'est sans danger, et dire ce qui a été fait."""
