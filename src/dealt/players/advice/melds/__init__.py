"""Computers for melding games: a plain one, how deals are played out, and a judge."""
