"""Play in the terminal: matches against computers, tables of a room, lessons and records, of any game."""

from dealt.tui.words import language_of

__all__ = ["language_of"]
