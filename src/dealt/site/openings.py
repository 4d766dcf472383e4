"""What a page reads by its path: what a room answers over HTTP, and beginnings of tables, recorded.

With these a page has cards to show before its Python is there, which goes on from them. A session tells them, as it
tells everything. Only what depends on the person is left open: ``@name``, ``@token``, ``@level``, ``@pace`` and
``@now`` stand for it.
"""

from __future__ import annotations

import asyncio
import re
from datetime import date
from functools import partial
from gzip import compress
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec
from msgspec import Struct

from dealt.game import OptionError
from dealt.session.listed import options_of
from dealt.site.keeping import Kept
from dealt.site.room import Place, Room
from dealt.site.thinking import Lane, Tell, Work
from dealt.table import seed_of
from dealt.wire import protocol
from dealt.work import reviews, work
from dealt.work.work import House, WorkFailed

MANY: Final = 4
"""The openings of each game that a folder has. Nobody sees one of them twice."""
OPEN: Final = (
    (re.compile(r'("computers?":)"normal"'), r'\1"@level"'),
    (re.compile(r'("pace":)"normal"'), r'\1"@pace"'),
    (re.compile(r"\b\d{10}\.\d+\b"), "@now"),
)


class Opening(Struct):
    """All that is told of a table until a computer thinks or the person acts, and the table as it is kept then."""

    told: list[str]
    table: str


class Recorded:
    """A room that writes down what it tells and what it keeps."""

    def __init__(self, house: House, kept: Kept, **chance: Any) -> None:
        self.told, self.kept = list[str](), dict[Place, str]()
        self._room = Room(
            house,
            Work(_nobody, lambda: None),
            lambda frame, n: self.told.append(frame),
            self.kept.__setitem__,
            kept.written(),
            **chance,
        )

    async def hear(self, message: protocol.Incoming) -> None:
        self._room.hear(msgspec.json.encode(message).decode())
        for _ in range(3):  # it is carried out, a table begins to tell, and tells all that it can
            await asyncio.sleep(0)


async def _nobody(lane: Lane, request: bytes, tell: Tell) -> bytes:
    raise WorkFailed("nobody works here")


async def greeting(house: House) -> list[str]:
    """What a stranger is told first."""
    room = Recorded(house, Kept())
    await room.hear(protocol.Hello(v=protocol.VERSION))
    return room.told


async def opening(house: House, game: str, **chance: Any) -> Opening | None:
    """A table of a game with its own rules, by ``chance`` and ``seed`` of the room; None if its deal was over."""
    person = Kept(name="@name", token="@token")  # noqa: S106 - it stands for one
    room = Recorded(house, person, **chance)
    await room.hear(protocol.Hello(v=protocol.VERSION, token=person.token))
    room.told.clear()
    await room.hear(protocol.Create(game, computers="normal", now=True))
    found = Opening([_open(each) for each in room.told], _open(room.kept["table"]))
    await room.hear(protocol.Leave())
    return None if "room" in room.kept else found


async def files(house: House) -> dict[str, bytes]:
    """What a folder has of them, by its path: the same each time that it is written."""
    found = {"openings/greeting": msgspec.json.encode(await greeting(house))}
    for game in house.games:
        words = [f"{game} {n}" for n in range(MANY)]
        some = [await opening(house, game, chance=Random(word), seed=partial(seed_of, word)) for word in words]
        found[f"openings/{game}.bin"] = compress(msgspec.json.encode([each for each in some if each]), 9, mtime=0)
    return found


def _open(text: str) -> str:
    for written, left in OPEN:
        text = written.sub(left, text)
    return text


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
