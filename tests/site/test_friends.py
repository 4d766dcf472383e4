"""Friends in the room of a browser: several people at one table, as at a server, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealt.games import GAMES, make
from dealt.mix import seal_of
from dealt.session import awaiting, near
from dealt.site.room import MOST_PEOPLE, Room
from dealt.table import Illegal, Record
from dealt.wire.refusal import Refused
from dealt.work.work import House
from tests.server.helpers import FakeLink, open_room, settings, until
from tests.site.test_room import Here

NAMES = ("Anna", "Bert", "Carl")


class Wired(Room):
    """The room of a browser, with who is at the end of each line."""

    def __init__(self, keep: Callable[[str, str], None], kept: str, table: str) -> None:
        house = House(GAMES)
        self.ends: list[Friend] = []
        super().__init__(house, Here(house), lambda frame, n: self.ends[n].take(frame), keep, kept, table)


class Friend:
    """Somebody in a browser's room: its own person, or a friend by a line of theirs. They give to seeds as pages do."""

    def __init__(self, room: Wired, *, gives: bool = False) -> None:
        self.room, self.gives, self.n = room, gives, len(room.ends)
        self.heard: list[dict[str, Any]] = []
        room.ends.append(self)

    def take(self, frame: str) -> None:
        message = json.loads(frame)
        self.heard.append(message)
        given = bytes(32)
        if self.gives and message["op"] == "table" and message["promise"]:
            self.write("seal", promise=message["promise"], seal=seal_of(given))
        elif self.gives and message["op"] == "sealed":
            self.write("contribute", promise=message["promise"], given=given.hex())

    def write(self, op: str, **more: Any) -> None:
        self.room.hear(json.dumps({"op": op, **more}), self.n)

    async def say(self, op: str, **more: Any) -> None:
        self.write(op, **more)
        for _ in range(20):  # what follows from it at once has happened then
            await asyncio.sleep(0)

    async def come(self, name: str) -> None:
        await self.say("hello", v=1, contributes=self.gives)
        await self.say("name", name=name)

    def messages(self, op: str | None = None) -> list[dict[str, Any]]:
        return [each for each in self.heard if op in (None, each["op"])]

    def last(self, op: str) -> dict[str, Any]:
        return self.messages(op)[-1]

    def code(self) -> str:
        found: str = self.last("error")["code"]
        return found

    @property
    def state(self) -> dict[str, Any]:
        return self.last("table")


class Guest(FakeLink):
    """Somebody at a server."""

    async def say(self, op: str, **more: Any) -> None:
        try:
            await self.do(op, **more)
        except Refused as refused:
            self.take(json.dumps({"op": "error", "code": refused.code}))
        except Illegal:
            self.take(json.dumps({"op": "error", "code": "illegal"}))
        await asyncio.sleep(0.01)


def browser(keep: Callable[[str, str], None] = lambda place, text: None, kept: str = "", table: str = "") -> Any:
    """The room of a browser, and its person."""
    room = Wired(keep, kept, table)
    return room, Friend(room)


async def evening(people: list[Any], session: Callable[[], Any], create: dict[str, Any]) -> list[Any]:
    """A script for three, with all that is refused; what everybody was told last, after each step."""
    seen: list[Any] = []

    def settled() -> bool:
        waits = session().phase != "playing" or any(session().chairs[seat].kind == "person" for seat in session().turn)
        return waits and all(each.state["step"] == session().step for each in people if each.messages("table"))

    async def step(who: Any, op: str, **more: Any) -> None:
        await who.say(op, **more)
        await until(settled)
        seen.append([op, [newest(each) for each in people]])

    one, two, three = people
    await step(one, "create", **create)
    table = session().id
    for other in (two, three):
        await step(other, "join", table=table)
    await step(two, "chat", text="  Good evening\n")
    await step(three, "phrase", phrase="hello")
    await step(two, "start")
    await step(two, "pace", pace="instant")
    await step(one, "start")
    while session().phase == "playing":
        turn = session().turn
        who = next(each for each in people if each.state["seat"] in turn)
        other = people[(people.index(who) + 1) % 3]
        await who.say("act", step=who.state["step"], action="nonsense")
        await other.say("act", step=other.state["step"], action="pass")
        legal = who.state["view"]["legal"]
        await step(who, "act", step=who.state["step"], action=legal[0]["name"])
    for each in people:
        await step(each, "ready", step=session().step)
    await step(two, "leave")
    await step(one, "undo", step=session().step)
    return seen


def newest(who: Any) -> Any:
    """What somebody was told last: the table, what was said, and a refusal."""
    heard = who.messages()
    found = {each["op"]: each for each in heard if each["op"] in ("table", "error")}
    lines = [line for each in heard if each["op"] == "talk" for line in each["lines"] if line["name"]]
    table = dict(found.get("table", {}))
    for each in ("id", "promise", "commitment", "log", "log_from"):
        table.pop(each, None)
    names = {each["name"]: f"#{each['seat']}" for each in table.get("seats", []) if each["kind"] == "computer"}
    written = json.dumps([table, [[line["name"], line["text"]] for line in lines], found.get("error", {}).get("code")])
    for name, seat in names.items():
        written = written.replace(json.dumps(name), json.dumps(seat))
    return json.loads(written)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bigtwo", "spades", "drawpoker"])
async def test_three_are_told_what_a_server_tells(game: str, tmp_path: Path) -> None:
    create = {"game": game, "seed": "the same deals", "computers": "lowest", "pace": "instant"}
    room, own = browser()
    people = [own, Friend(room), Friend(room)]
    for each, name in zip(people, NAMES, strict=True):
        await each.come(name)
    ours = await evening(people, lambda: room.table.near.session, create)
    async with open_room(settings(tmp_path), GAMES) as server:
        guests = [await Guest(server).come(name) for name in NAMES]
        theirs = await evening(guests, lambda: next(iter(server.live_tables.values())).session, create)
    assert [each[0] for each in ours] == [each[0] for each in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one == other


async def three(*, gives: bool = False, **wish: Any) -> tuple[Room, list[Friend]]:
    """Three at a table that waits."""
    room, own = browser()
    people = [own, Friend(room), Friend(room)]
    for each, name in zip(people, NAMES, strict=True):
        each.gives = gives
        await each.come(name)
    await own.say("create", pace="instant", computers="lowest", **{"game": "bigtwo", **wish})
    for each in people[1:]:
        await each.say("quick")
        await until(lambda each=each: each.messages("table"))  # type: ignore[misc]
    return room, people


async def deal(room: Room, people: list[Friend]) -> None:
    """Play a deal to its end."""
    assert room.table.near is not None
    session = room.table.near.session
    while session.phase == "playing":
        for each in people:
            if each.state["seat"] in session.turn and each.state["step"] == session.step:
                await each.say("act", step=session.step, action=each.state["view"]["legal"][0]["name"])
        await asyncio.sleep(0.001)
    await until(lambda: all(each.state["step"] == session.step for each in people))


async def test_everybody_cuts_and_verifies_the_record() -> None:
    room, people = await three(gives=True)
    await people[0].say("start")
    await until(lambda: people[2].state["phase"] == "playing")
    await deal(room, people)
    for each in people:
        assert [one and one["given"] for one in each.state["mix"]["seats"]] == [bytes(32).hex()] * 3 + [None]
        await each.say("record")
        await until(lambda each=each: each.messages("record"))  # type: ignore[misc]
        record = Record.from_json(each.last("record")["record"])
        assert (record.verify(make), len(record.deals)) == ([each.state["commitment"]], 1)
        await each.say("statistics")
        assert [tally["deals"] for tally in each.last("statistics")["tallies"]] == [1]
        await each.say("replay", deal=0)
        await until(lambda each=each: each.messages("replay"))  # type: ignore[misc]


async def test_who_does_not_give_is_waited_for_no_longer_than_at_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awaiting, "WITHIN", 0.05)
    _, people = await three(gives=True)
    people[1].gives = False
    await people[0].say("leave")
    await people[1].say("start")
    await until(lambda: people[2].state["phase"] == "playing")
    assert people[0].last("lobby")["tables"][0]["phase"] == "playing"


async def test_a_lost_friend_is_played_for_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    room, people = await three()
    await people[0].say("start")
    seat, token = people[1].state["seat"], people[1].last("you")["token"]
    room.lose(people[1].n)
    await until(lambda: people[2].state["seats"][seat]["away"])
    monkeypatch.setattr(near, "STANDIN_AFTER", 0.05)
    await people[2].say("chat", text="Where is he?")
    await until(lambda: people[2].state["seats"][seat]["standin"])
    again = Friend(room)
    await again.say("hello", v=1, token=token)
    await until(lambda: again.messages("table"))
    assert (again.state["seat"], again.state["seats"][seat]["standin"]) == (seat, False)
    await until(lambda: not people[0].state["seats"][seat]["away"])
    other = Friend(room)
    await other.say("hello", v=1, token=token)
    assert again.last("left")["why"] == "elsewhere"
    monkeypatch.setattr(near, "GIVEN_UP_AFTER", 0.1)
    room.lose(other.n)
    await until(lambda: people[0].state["seats"][seat]["kind"] == "computer")


async def test_what_a_friend_may_not_do_is_refused() -> None:
    room, people = await three()
    guest, late = people[1], Friend(room)
    await late.say("name", name="Dora")
    assert late.code() == "hello_first"
    await late.say("hello", v=1, token=people[0].last("you")["token"])  # the token of the room's own person
    assert late.last("welcome")["stale"]
    await late.say("name", name="anna")
    assert (late.code(), late.last("error")["say"]["args"]["free"]) == ("name_taken", "anna2")
    await late.say("start")
    assert late.code() == "no_name"
    await late.say("name", name="Dora")
    await late.say("create", game="tens")
    assert late.code() == "not_holder"
    await late.say("join", table="elsewhere")
    assert late.code() == "no_table"
    await late.say("leave")
    assert late.code() == "not_at_table"
    await guest.say("name", name="Bea")
    assert guest.code() == "named"
    room.hear("{" * 9, late.n)
    assert late.code() == "bad_message"
    for n in range(MOST_PEOPLE - 4):
        await Friend(room).come(f"Guest{n}")
    last = Friend(room)
    await last.come("Last")
    assert last.code() == "too_many_people"


@pytest.mark.slow
async def test_the_table_outlives_its_holder_s_seat_and_page() -> None:
    kept: dict[str, str] = {}
    room, own = browser(kept.__setitem__)
    friend = Friend(room)
    await own.come("Anna")
    await friend.come("Bert")
    await own.say("create", game="spades", pace="slow", computers="lowest")
    await friend.say("join", table=room.table.near.session.id)
    await own.say("start")
    await until(lambda: friend.state["phase"] == "playing")
    later, again = browser(kept.__setitem__, kept["room"], kept["table"])
    await again.say("hello", v=1, token=own.last("you")["token"])
    back = Friend(later)
    await back.say("hello", v=1, token=friend.last("you")["token"])
    await until(lambda: back.messages("table"))
    assert (back.state["seat"], back.state["phase"]) == (1, "playing")
    await again.say("leave")
    await again.say("create", game="tens")
    assert again.code() == "one_table"
    await back.say("leave")
    assert (later.table.near, kept["table"], again.last("lobby")["tables"]) == (None, "", [])
    await again.say("create", game="tens")
    await until(lambda: again.state["game"] == "tens")
