"""What every room would make anew: the tables of all games. A process that rooms are forked from imports this."""

from dealt.games import GAMES

for listing in GAMES.values():
    for preset in (None, *listing.presets):
        listing.make(preset)
