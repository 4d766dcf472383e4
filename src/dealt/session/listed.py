"""A game as lobbies list it, and all games of a house and their rules as they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from dealt import players, texts
from dealt.cards import name as card_name
from dealt.daily import BOARDS, offered
from dealt.game import Game, Listing, OptionError, Value
from dealt.ratings import rateable
from dealt.wire import protocol

OPTIONS: Final = ("Options", "选项")
"""What the section of a page of rules is called that lists the options: the page folds it."""


LATER: Final = ("figure.", "preview.", "error.")
"""The lobby does without the shared texts under these keys. A game that says the first has them among its own, too; the
second are said to messengers alone; refusals come with a sentence in English, and are read in another language later.
"""


def listed(listing: Listing, game: Game[Any]) -> protocol.GameInfo:
    """What is shown of a game: options, computers, texts. Which puzzles it has is not known here."""
    return protocol.GameInfo(
        name=listing.name,
        seats=game.seats,
        options=[
            protocol.OptionInfo(each.name, each.default, list(each.choices), each.low, each.high, each.own is not None)
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
        rated=bool(listing.ratings) and rateable(game),
        group=listing.group or ("alone" if game.seats == 1 else "sides" if game.partnerships else "each"),
        spread=listing.spread,
        boards=BOARDS if offered(game) else 0,
    )


def catalogue(games: Sequence[protocol.GameInfo]) -> dict[str, bytes]:
    """What is read of a house with these games, by its path."""
    common = {language: dict(known) for language, known in texts.common().items()}
    house = protocol.House(list(games), common)
    listed_alone = {
        language: {key: text for key, text in known.items() if not key.startswith(LATER)}
        for language, known in common.items()
    }
    short = protocol.House([_in_short(each) for each in games], listed_alone)
    return {
        "api/games": protocol.encode(house),
        **{f"api/games/{each.name}": protocol.encode(each) for each in games},
        "api/lobby": protocol.encode(short),
        **{f"api/lobby/{language}": protocol.encode(_in(short, language)) for language in common},
        **{
            f"api/texts/{language}": protocol.encode(protocol.House([], {language: common[language]}))
            for language in common
        },
    }


def _in_short(game: protocol.GameInfo) -> protocol.GameInfo:
    """A game as the lobby lists it."""
    written = {
        language: {key: text for key, text in known.items() if key.startswith("game.")}
        for language, known in game.texts.items()
    }
    seats = [each for each in game.options if each.name == "seats"]
    return msgspec.structs.replace(game, options=seats, presets={}, settled={}, texts=written, whole=False)


def _in(house: protocol.House, language: str) -> protocol.House:
    """The same with the texts of one language alone."""

    def one(known: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        return {language: known.get(language, {})}

    games = [msgspec.structs.replace(each, texts=one(each.texts)) for each in house.games]
    return protocol.House(games, one(house.texts))


def options_of(listing: Listing, query: Mapping[str, str]) -> dict[str, Value]:
    """The options that a query names; OptionError says what can be chosen instead."""
    known = {each.name: each for each in listing.options}
    if wrong := [name for name in query if name not in known]:
        raise OptionError(f"{listing.name} has no option {wrong[0][:40]}: it has {', '.join(known) or 'none'}")
    return {name: known[name].read(written) for name, written in sorted(query.items())}


@lru_cache(maxsize=64)
def as_html(written: str) -> str:
    """A page of Markdown as HTML; its last section is folded if it lists the options."""
    from markdown_it import MarkdownIt  # not at the top: browsers lack it, and rooms need it late

    page = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(written))
    before, mark, last = page.rpartition("<h2>")
    title, _, text = last.partition("</h2>")
    if not mark or title not in OPTIONS:
        return page
    return f"{before}<details><summary>{title}</summary>{text}</details>\n"
