"""A game as lobbies list it."""

from __future__ import annotations

from typing import Any

from dealt import players
from dealt.cards import name as card_name
from dealt.game import Game, Listing
from dealt.wire import protocol

__all__ = ["listed"]


def listed(listing: Listing, game: Game[Any]) -> protocol.GameInfo:
    """What is shown of a game: options, computers, texts. Which puzzles it has is not known here."""
    return protocol.GameInfo(
        name=listing.name,
        seats=game.seats,
        options=[
            protocol.OptionInfo(each.name, each.default, list(each.choices), each.low, each.high)
            for each in listing.options
        ],
        presets={preset: dict(values) for preset, values in listing.presets.items()},
        settled={preset or "": dict(listing.make(preset).options) for preset in (None, *listing.presets)},
        computers=list(players.names(listing)),
        sorts=list(game.sorts),
        low=game.low,
        undoable=game.undoable,
        reckons=game.reckons,
        picture=[card_name(one) for one in listing.picture],
        lesson=bool(listing.lesson),
        texts={language: dict(known) for language, known in listing.texts.items()},
        spoiler=game.spoiler,
        group=listing.group or ("alone" if game.seats == 1 else "sides" if game.partnerships else "each"),
        spread=listing.spread,
    )
