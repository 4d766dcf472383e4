"""What a page reads of the games, by its path: what a room answers over HTTP, worked out when it is asked for."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from dealt.game import OptionError
from dealt.session.listed import options_of
from dealt.site.openings import opening
from dealt.site.thinking import Work
from dealt.work import reviews, work
from dealt.work.work import House, WorkFailed


async def read(house: House, elsewhere: Work, path: str) -> str | None:
    """The puzzle of a day, how good a choice in it is, a game's charts or an opening; None where there is no such."""
    split = urlsplit(path)
    try:
        match [unquote(each) for each in split.path.split("/")]:
            case ["api", "daily", game, day] if game in house.games:
                found = reviews.puzzle(house, game, date.fromisoformat(day))
            case ["api", "daily", game, day, choice] if game in house.games:
                found = reviews.puzzle_answer(house, game, date.fromisoformat(day), int(choice))
            case ["opening", game] if game in house.games:
                found = msgspec.json.encode(await opening(house, game))
            case ["api", "charts", game] if game in house.games:
                options = options_of(house.games[game], dict(parse_qsl(split.query)))
                found = await elsewhere.ask(work.charts, game, options, lane="study")
            case _:
                return None
    except (OptionError, ValueError, WorkFailed):
        return None
    return found.decode() or None
