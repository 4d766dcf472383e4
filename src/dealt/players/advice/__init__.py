"""Computers that know one game or family: a folder each, which may import the rules of that game."""
