"""Imported by the process that rooms are forked from: the tables of all games, so that no room builds them anew."""

from dealt.games import GAMES

for listing in GAMES.values():
    for preset in (None, *listing.presets):
        listing.make(preset).prepare()
