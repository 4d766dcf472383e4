"""Computers that look ahead by chance and value networks, for every game of a family."""
