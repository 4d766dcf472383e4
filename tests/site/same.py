"""An evening by script, which can be spent in any room: what is said there are frames, and so is what is heard."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from dealt.games import GAMES
from dealt.puzzles import FIGURES, text_of
from dealt.site.room import Room as PageRoom
from dealt.site.thinking import Lane, Tell, Work
from dealt.table import seed_of
from dealt.work.work import House, carry_out

Message = dict[str, Any]

EVENINGS: dict[str, dict[str, Any]] = {
    "bigtwo": {"options": {"target_score": 10}},
    "doudizhu": {},
    "spades": {},
    "hearts": {},
    "drawpoker": {},
    "blackjack": {},
    "chinesepoker": {},
    "elevens": {},
    "magicfigures": {"options": {"figure": text_of(FIGURES["triangle"], {0: 1})}},
}
"""Games of each family, and what is wished for at their tables."""
LONGEST = 2
"""The number of deals after which a match is left that has not ended."""
RUBBISH = ("", "[]", "{", '{"op": "fly"}', '{"op": "act"}', '{"op": "ping", "n": "x"}', "[" * 5000)
NAMES = ("", "A", "Anna!", "A b", "A" * 11, "a\u200bb", "\u3164\u3164", "ab" + "\u0301" * 4, "နေ" * 11)
WISHES: tuple[Message, ...] = (
    {"game": "chess"},
    {"game": "bigtwo", "preset": "none"},
    {"game": "bigtwo", "options": {"wings": 1}},
    {"game": "bigtwo", "options": {"target_score": "x"}},
    {"game": "bigtwo", "computers": "nobody"},
    {"game": "bigtwo", "computers": "easy,easy"},
    {"game": "bigtwo", "seed": " "},
    {"game": "magicfigures", "options": {"figure": "sum = 9\nlines = 3"}},
)
OUTSIDE: tuple[Message, ...] = (
    {"op": "act", "step": 0, "action": "pass"},
    {"op": "hint", "step": 0},
    {"op": "replay", "deal": 0},
    {"op": "record"},
    {"op": "analyse"},
    {"op": "analyse", "deal": 0, "table": "x", "dealt": 1},
    {"op": "analyse", "table": "x", "dealt": 1},
    {"op": "position", "step": 0, "table": "x", "dealt": 1},
    {"op": "old_deal", "table": "x", "dealt": 1},
    {"op": "leave"},
    {"op": "statistics"},
    {"op": "history"},
    {"op": "mistakes"},
    {"op": "days"},
    {"op": "company"},
    {"op": "ping", "n": 7},
)


class Room(Protocol):
    """A connection to a room."""

    async def say(self, frame: str) -> None:
        """Send a frame."""

    async def hear(self) -> str:
        """The next frame."""
        ...


class Here(Work):
    """Work that is done at once, in this process."""

    def __init__(self, house: House) -> None:
        super().__init__(self._here, self._none)
        self.house = house

    async def _here(self, lane: Lane, request: bytes, tell: Tell) -> bytes:
        self.house.tell = tell
        return carry_out(self.house, request)

    def _none(self) -> None:
        raise AssertionError("nothing is under way")


class Near:
    """A page's room, in this process; it may be that of a browser."""

    def __init__(self) -> None:
        house = House(GAMES)
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._room = PageRoom(
            house, Here(house), lambda frame, n: self._heard.put_nowait(frame), lambda place, text: None, seed=seed
        )

    async def say(self, frame: str) -> None:
        self._room.hear(frame)

    async def hear(self) -> str:
        return await self._heard.get()


def seed(deal: int) -> bytes:
    return seed_of("same", deal)


class Evening:
    """A person who does what the script says, and keeps what is told."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.heard: list[Message] = []
        self.table: Message = {}
        self.log: list[Any] = []

    async def hear(self, where: Callable[[Message], Any]) -> Message:
        while True:
            async with asyncio.timeout(60):
                message: Message = json.loads(await self.room.hear())
            if message["op"] == "table":
                self.log[message.pop("log_from") :] = message["log"]
                self.table = message
                message["log"] = list(self.log)
            self.heard.append(message)
            if where(message):
                return message

    async def ask(self, op: str, **more: Any) -> Message:
        """Say something and wait for its answer, or a refusal."""
        await self.room.say(json.dumps({"op": op, **more}))
        answers = ANSWERS.get(op, op), "error"
        return await self.hear(lambda each: each["op"] in answers)

    async def turn(self, after: int = -1) -> Message:
        """The next table at which something is to be done."""

        def due(each: Message) -> bool:
            return each["op"] == "table" and each["step"] > after and (each["phase"] in ("over", "final") or mine(each))

        if due({"op": "", **self.table}):
            return self.table
        return await self.hear(due)


def mine(table: Message) -> bool:
    """Is it one's own turn, and nobody else's? Where all act at the same moment, computers come first or last."""
    return bool(table.get("view")) and table["view"]["turn"] == [table["seat"]]


ANSWERS = {
    "hello": "welcome",
    "name": "you",
    "hint": "hinted",
    "analyse": "analysis",
    "try": "tried",
    "leave": "left",
    "old_deal": "replay",
    "ask": "answer",
    "chat": "talk",
    "phrase": "talk",
    "ping": "pong",
    "bye": "left",
    "start": "table",
    "pace": "table",
    "act": "",
}


async def entrance(evening: Evening) -> None:
    """From the first frame to a name, with all that is wrong on the way."""
    for frame in RUBBISH:
        await evening.room.say(frame)
        await evening.hear(lambda each: each["op"] == "error")
    await evening.ask("name", name="Anna")
    await evening.ask("hello", v=1)
    for each in OUTSIDE:
        await evening.ask(**each)
    for name in NAMES:
        await evening.ask("name", name=name)
    await evening.ask("name", name="Anna")
    await evening.ask("avatar", avatar=3)
    for each in OUTSIDE:
        await evening.ask(**each)
    for wish in WISHES:
        await evening.ask("create", **wish)


async def match(evening: Evening, game: str, wishes: Message) -> None:
    """A match with every question that can be asked, and all that may be asked of it afterwards."""
    await evening.room.say(
        json.dumps({"op": "create", "game": game, "computers": "lowest", "pace": "instant", **wishes})
    )
    await evening.hear(lambda each: each["op"] == "talk")
    await evening.ask("create", game=game)
    await evening.ask("phrase", phrase="hello")
    await evening.ask("chat", text="Good evening")
    await evening.ask("start")
    rng, acted, deals = Random(game), 0, 0
    table = await evening.turn()
    while table["phase"] != "final" and deals < LONGEST:
        step = table["step"]
        if table["phase"] == "over":
            deals += 1
            await evening.room.say(json.dumps({"op": "ready", "step": step}))
        else:
            acted += 1
            legal = rng.choice(table["view"]["legal"])
            if acted <= 2:
                await questions(evening, step, legal)
            hint = await evening.ask("hint", step=step, worths=False)
            assert hint["op"] == "hinted", hint
            await evening.room.say(json.dumps({"op": "act", "step": step, "action": hint["action"]["name"]}))
        table = await evening.turn(step)
    await behind(evening, table)


async def questions(evening: Evening, step: int, legal: Message) -> None:
    """All that can be asked at one's turn, and what may not be said there."""
    await evening.ask("hint", step=step, worths=True)
    await evening.ask("hint", step=step + 9)
    await evening.ask("odds", step=step)
    await evening.ask("meaning", line=0)
    await evening.ask("meaning", line=9999)
    await evening.ask("ask", step=step, cards=["2s", "3d"])
    await evening.ask("ask", step=step, cards=["nothing"])
    await evening.ask("ask", step=step, action="pass")
    await evening.ask("ask", step=step, action=legal["name"])
    await evening.ask("act", step=step, action="play 9z")
    await evening.ask("act", step=step + 9, action=legal["name"])
    await evening.ask("ready", step=step)


async def behind(evening: Evening, table: Message) -> None:
    """What lies behind: the record, deals once more, what they were worth, and how one has done."""
    id = table["id"]  # noqa: A001 - it is called so everywhere
    await evening.ask("set")
    await evening.ask("record")
    await evening.ask("replay", deal=0)
    await evening.ask("replay", deal=99)
    await evening.ask("analyse", deal=99)
    await evening.ask("analyse", deal=0)
    for where in ({"deal": 0}, {"table": id, "dealt": 1}):
        shown = await evening.ask("position", step=0, **where)
        first = shown["frame"]["view"]["legal"][0]["name"] if shown["op"] == "position" else "pass"
        await evening.ask("try", step=0, action=first, **where)
        await evening.ask("try", step=0, action="play 9z", **where)
        await evening.ask("position", step=9999, **where)
    await evening.ask("pace", pace="slow")
    await evening.ask("pace", pace="slower")
    await evening.ask("leave")
    await evening.ask("analyse", table=id, dealt=1)
    await evening.ask("old_deal", table=id, dealt=1)
    await evening.ask("old_deal", table=id, dealt=99)
    await evening.ask("statistics")
    await evening.ask("history", game=table["game"])
    await evening.ask("mistakes")


async def play(room: Room, game: str) -> list[str]:
    """The whole of an evening, a line a message."""
    evening = Evening(room)
    await entrance(evening)
    await match(evening, game, EVENINGS[game])
    await evening.ask("bye")
    return told(evening.heard)


# --- what is the same

UNLIKE: dict[str, tuple[str, ...]] = {
    "welcome": ("alone", "room", "greeting", "software", "hints", "addresses", "servers", "friends", "clubs"),
    "you": ("token",),
    "lobby": ("tables", "people"),
}
"""What differs: the room says what it is, and tells secrets; the lobby of one is empty."""


def told(heard: list[Message]) -> list[str]:
    """What was told, without ids and clocks; of tables, those at which something was to be done."""
    lines: list[str] = []
    names: dict[int, str] = {}
    table = ""
    for message in heard:
        op = message["op"]
        if op in ("lobby", "analysing") or (
            op == "table" and not (mine(message) or message["phase"] in ("over", "final"))
        ):
            continue
        if op == "table":
            names, table = (
                {n: each["name"] for n, each in enumerate(message["seats"]) if each["kind"] == "computer"},
                message["id"],
            )
        kept = {key: value for key, value in message.items() if key not in UNLIKE.get(op, ())}
        if op == "talk":  # the room of one has no name by which it could welcome anybody
            kept["lines"] = [
                each for each in kept["lines"] if not each["say"] or each["say"]["key"] != "notice.welcome"
            ]
        written = re.sub(r'"at": [0-9.]+', '"at": 0', json.dumps(kept, ensure_ascii=False))
        for seat, name in names.items():
            written = written.replace(json.dumps(name), f'"#{seat}"').replace(
                json.dumps(json.dumps(name))[1:-1], f"#{seat}"
            )
        lines.append(written.replace(f'"{table}"', '"TABLE"') if table else written)
        if message.get("history") and lines[-2].startswith('{"op": "table"'):
            lines[-2:] = lines[:-3:-1]  # a new table and what was said there come in any order
    return lines
