"""Computers that know one game: a module each, which may import the tables of that game."""
