"""A card room: rules of card games, players for them, and tables to play at by browser, terminal or library."""

__version__ = "0.1.0"
