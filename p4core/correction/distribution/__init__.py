"""Donner le cours : les sujets engendrés des solutions, les archives pour les élèves."""
