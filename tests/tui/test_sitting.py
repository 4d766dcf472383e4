"""A near table tells what a far one tells: the same script of a match through both, message by message."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from dealt import players
from dealt.games import GAMES, make
from dealt.mix import seal_of
from dealt.session.events import Opened
from dealt.session.near import Computers, Near
from dealt.session.sitting import Sitting
from dealt.table import Record, seed_of
from dealt.tui.address import Address
from dealt.tui.link import Connected, Link
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Create, Incoming, Outgoing, TableState
from tests.server.helpers import serve, settings
from tests.test_house import SRC

WORD = "the same deals"
PERSON = "Anna"
M = TypeVar("M", bound=Outgoing)


def near(create: Create, **more: Any) -> Near:
    game = make(create.game, **create.options)
    opened = Opened(
        create.game, game.version, dict(game.options), create.private, 0, create.pace, "lowest", "", create.seed or ""
    )
    computers = Computers(game, [players.computer("lowest", game) for _ in range(game.seats)])
    seed = partial(seed_of, create.seed or WORD)
    return Near(opened, game, computers, PERSON, texts=GAMES[create.game].texts, seed=seed, **more)


@asynccontextmanager
async def far(create: Create, folder: Path) -> AsyncIterator[Link]:
    """A table of a real room. Its computers pause, so that the reader misses no message."""
    async with serve(settings(folder, pace_factor=0.05), GAMES) as served:
        link = Link(Address.read(served.address), Words("en"))
        running = asyncio.create_task(link.run())
        try:
            while not isinstance(await link.hear(), Connected):
                pass
            await link.send(protocol.Name(PERSON))
            await link.send(create)
            yield link
        finally:
            await link.close()
            await running


class Evening:
    """A person who does what a script says, and keeps what is told of the table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.heard: list[Outgoing] = []
        self.log: list[protocol.LogLine] = []

    async def hear(self, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        while True:
            async with asyncio.timeout(20):
                message = await self.sitting.hear()
            self.heard.append(message)
            if isinstance(message, kind) and where(message):
                return message

    async def ask(self, message: Incoming, kind: type[M], where: Callable[[M], bool] = lambda _: True) -> M:
        await self.sitting.send(message)
        return await self.hear(kind, where)

    async def turn(self) -> TableState:
        """The next table at which something is to be done."""
        return await self.hear(TableState, lambda each: each.phase in ("over", "final") or mine(each))


def mine(table: TableState) -> bool:
    return table.view is not None and table.seat in table.view.turn


async def together(evening: Evening) -> None:
    """A whole match against computers, with every question that can be asked."""
    await evening.hear(TableState, lambda each: bool(each.promise))
    await evening.sitting.send(protocol.Start())
    while (table := await evening.turn()).phase != "final":
        if table.phase == "over":
            await evening.sitting.send(protocol.Ready(table.step))
            continue
        assert table.view is not None
        await evening.ask(protocol.Ask(table.step, ["2s", "3d"]), protocol.Answer)
        await evening.ask(protocol.Ask(table.step, action="pass"), protocol.Answer)
        hint = await evening.ask(protocol.Hint(table.step, worths=False), protocol.Hinted)
        await evening.ask(protocol.Act(table.step, "play 9z"), protocol.Error)
        await evening.sitting.send(protocol.Act(table.step, hint.action.name))
    await asked_behind(evening)


async def alone(evening: Evening) -> None:
    """Two deals for one, with everything that only somebody alone may do."""
    table = await evening.turn()
    await evening.ask(protocol.Undo(table.step), protocol.Error)
    await evening.ask(protocol.GetOdds(table.step), protocol.Odds)
    await evening.ask(protocol.GetReplay(0), protocol.Error)
    for message in (protocol.Undo, protocol.Deal):
        table = await evening.ask(protocol.Act(table.step, first(table)), TableState)
        table = await evening.ask(message(table.step), TableState, lambda each: each.phase == "playing")
    table = await evening.ask(protocol.Deal(table.step, same=True), TableState)
    await evening.ask(protocol.Act(table.step + 5, first(table)), protocol.Error)
    table = await evening.turn()
    while table.phase == "playing":
        table = await evening.ask(protocol.Act(table.step, first(table)), TableState)
    await evening.ask(protocol.Hint(table.step), protocol.Error)
    await evening.ask(protocol.Ready(table.step), TableState, lambda each: each.phase == "playing")
    await asked_behind(evening)


def first(table: TableState) -> str:
    assert table.view is not None
    return table.view.legal[0].name


async def asked_behind(evening: Evening) -> None:
    """What lies behind: the record, deals once more, statistics."""
    await evening.ask(protocol.GetRecord(), protocol.RecordText)
    await evening.ask(protocol.GetReplay(0), protocol.Replay)
    await evening.ask(protocol.GetReplay(99), protocol.Error)
    await evening.ask(protocol.GetMeaning(0), protocol.Error)
    await evening.ask(protocol.GetStatistics(), protocol.Statistics)
    await evening.ask(protocol.Ping(7), protocol.Pong)


def told(evening: Evening) -> list[dict[str, Any]]:
    """What was told of the table once its first deal was promised, without ids, names, times and chat.

    The log is told in parts, from whatever was told before, and here it is whole.
    """
    lines: list[Any] = []
    found: list[dict[str, Any]] = []
    names: list[str] = []
    for message in evening.heard:
        plain = msgspec.to_builtins(message)
        if plain["op"] == "table":
            lines[plain.pop("log_from") :] = plain["log"]
            plain["log"] = list(lines)
            names = [each["name"] for each in plain["seats"]]
        if plain["op"] == "record":
            plain["record"] = json.loads(plain["record"])
        if plain["op"] in ("welcome", "you", "lobby", "talk") or (not found and not plain.get("promise")):
            continue
        written = json.dumps({**plain, "id": ""})
        for seat, name in enumerate(names):
            written = written.replace(json.dumps(name), f'"#{seat}"')
        found.append(json.loads(written))
    return found


MATCHES = [
    pytest.param(
        Create("bigtwo", options={"target_score": 10}, private=True, seed=WORD, computers="lowest"),
        together,
        marks=pytest.mark.slow,
        id="together",
    ),
    pytest.param(Create("elevens", private=True, seed=WORD, computers="lowest"), alone, id="alone"),
]


@pytest.mark.parametrize(("create", "script"), MATCHES)
@pytest.mark.turns(2)
@pytest.mark.slow
async def test_a_near_table_tells_what_a_far_one_tells(create: Create, script: Any, tmp_path: Path) -> None:
    here = Evening(near(create))
    await script(here)
    async with far(create, tmp_path) as link:
        there = Evening(link)
        await script(there)
    ours, theirs = told(here), told(there)
    steps = [each["step"] for each in theirs if each["op"] == "table"]
    ours = [each for each in ours if each["op"] != "table" or each["step"] in steps]  # a slow reader is told the newest
    assert [each["op"] for each in ours] == [each["op"] for each in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one == other
    assert len(steps) > 0.9 * sum(isinstance(each, TableState) for each in here.heard) - 2


# --- what needs no room to be seen


def test_a_session_imports_nothing_that_a_page_has_not() -> None:
    for path in sorted((SRC / "session").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
        named |= {one.name for each in ast.walk(tree) if isinstance(each, ast.Import) for one in each.names}
        tops = {each.partition(".")[0] for each in named}
        assert not tops & {"socket", "threading", "multiprocessing", "subprocess", "sqlalchemy", "websockets", "rich"}


async def test_a_person_s_own_bytes_go_into_the_seed_of_a_near_deal() -> None:
    create, given = Create("bigtwo"), bytes(range(32))
    evening = Evening(near(create))
    table = await evening.hear(TableState)
    await evening.sitting.send(protocol.Seal(table.promise or "", seal_of(given)))
    sealed = await evening.ask(protocol.Start(), protocol.Sealed)
    assert sealed.seals == [seal_of(given), None, None, None]
    assert (await evening.hear(TableState)).due
    await evening.ask(protocol.Contribute(sealed.promise, given.hex()), TableState, lambda each: not each.due)
    hint = None
    while (table := await evening.turn()).phase == "playing":
        hint = await evening.ask(protocol.Hint(table.step), protocol.Hinted)
        await evening.sitting.send(protocol.Act(table.step, hint.action.name))
    assert table.mix is not None
    assert [each and each.given for each in table.mix.seats] == [given.hex(), None, None, None]
    text = await evening.ask(protocol.GetRecord(), protocol.RecordText)
    assert Record.from_json(text.record).verify(make) == [sealed.promise]
    (tally,) = (await evening.ask(protocol.GetStatistics(), protocol.Statistics)).tallies
    assert (tally.game, tally.deals, tally.low) == ("bigtwo", 1, True)


async def test_who_watches_a_near_table_sees_every_card_and_deals_when_they_like() -> None:
    evening = Evening(near(Create("hearts"), watch=True, called=list("NESW")))
    await evening.sitting.send(protocol.Start())
    table = await evening.hear(TableState, lambda each: each.phase == "playing")
    assert table.view is not None
    assert (table.seat, [each.name for each in table.seats]) == (None, list("NESW"))
    assert all(one is not None for each in table.view.piles for one in each.cards)
    table = await evening.turn()
    assert table.phase == "over"
    assert (await evening.ask(protocol.Ready(table.step), TableState)).deal == 2


async def test_a_near_deal_that_was_laid_out_has_no_promise_and_comes_again() -> None:
    laid = {"hand 0": "3d3c3h3s4d4c4h4s5d5c5h5s6d"}
    evening = Evening(near(Create("bigtwo"), laid=laid))
    await evening.hear(TableState)
    table = await evening.ask(protocol.Start(), TableState, lambda each: each.phase == "playing")
    assert table.view is not None
    assert {"3d", "4d", "5d"} <= {one for each in table.view.piles if each.owner == 0 for one in each.cards}
    assert (table.commitment, table.seed) == (None, None)
    assert (await evening.ask(protocol.GetSet(), protocol.Error)).code == "no_set"


async def test_people_of_a_near_table_talk_to_nobody_but_may_change_the_pace() -> None:
    evening = Evening(near(Create("bigtwo")))
    assert (await evening.hear(protocol.Talk)).history
    (line,) = (await evening.ask(protocol.Chat("hello"), protocol.Talk)).lines
    assert (line.name, line.text) == (PERSON, "hello")
    assert (await evening.ask(protocol.SetPace("slow"), TableState)).pace == "slow"
