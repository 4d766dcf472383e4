"""The terminal's face: matches against computers, tables of a room, and records, drawn without knowing any game."""

from dealt.tui.words import language_of

__all__ = ["language_of"]
