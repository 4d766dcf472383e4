"""What somebody asks of the workers keeps nobody else waiting: not at another address, and not for other things."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from dealt.games import GAMES
from dealt.server.room.room import Room
from dealt.server.workers.lanes import LANES, Late, WorkerDied
from dealt.server.workers.workers import Workers
from dealt.work import work
from tests.server.helpers import FakeLink, open_room, play_deal, serve, settings, until
from tests.server.test_http import get
from tests.server.test_room import people
from tests.server.threads import ThreadWorker
from tests.server.toys import TOYS

ALL = {**GAMES, **TOYS}


class Gated:
    """A worker that answers one question at a time, when it is let; it says in which order they came."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self.let = asyncio.Semaphore(0)

    async def start(self) -> None:
        pass

    async def carry_out(self, request: bytes, limit: float, tell: Any = None) -> bytes:
        self.begun.append(pickle.loads(request)[1][-1])
        await self.let.acquire()
        return pickle.dumps((True, self.begun[-1]))

    async def answer(self, some: Sequence[asyncio.Task[Any]]) -> None:
        """Let it go on until all of these have their answers."""
        for _ in some:
            self.let.release()
        await asyncio.gather(*some)

    def close(self) -> None:
        pass


async def asked(workers: Workers, by: str, *names: str) -> list[asyncio.Task[Any]]:
    """Somebody asks for odds, and their questions are in the lane."""
    key = work.game_key("gift", {})
    some = [asyncio.create_task(workers.ask(work.odds, key, name, by=by)) for name in names]
    await asyncio.sleep(0.01)
    return some


async def test_addresses_take_turns_however_much_one_of_them_asks() -> None:
    worker = Gated()
    workers = Workers({"question": [worker]})
    all_ = [
        *await asked(workers, "many", *(f"many {n}" for n in range(50))),
        *await asked(workers, "one", "one 0", "one 1"),
        *await asked(workers, "other", "other 0"),
    ]
    await worker.answer(all_)
    assert worker.begun[:7] == ["many 0", "many 1", "one 0", "other 0", "many 2", "one 1", "many 3"]
    assert sorted(worker.begun) == sorted({*worker.begun})


async def test_a_question_that_somebody_asks_too_has_the_better_turn_of_the_two() -> None:
    worker = Gated()
    workers = Workers({"question": [worker]})
    all_ = [
        *await asked(workers, "many", *(f"many {n}" for n in range(50))),
        *await asked(workers, "one", "many 40"),
    ]
    await worker.answer(all_)
    assert worker.begun[:4] == ["many 0", "many 1", "many 40", "many 2"]
    assert len(worker.begun) == 50


async def test_what_nobody_waits_for_any_more_has_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Gated()
    workers = Workers({"question": [worker]})
    waiting = workers.metrics.work_waiting.labels("question")._value
    first = await asked(workers, "many", "many 0")
    monkeypatch.setattr("dealt.server.workers.workers.ANSWERING", 0.05)
    late = await asked(workers, "many", "many 1", "many 2")
    assert waiting.get() == 2
    for each in late:
        with pytest.raises(Late):
            await each
    assert waiting.get() == 0
    last = await asked(workers, "one", "one 0")
    for _ in range(2):
        worker.let.release()
    await asyncio.gather(*first, *last)
    assert worker.begun == ["many 0", "one 0"]


async def test_work_that_ends_its_workers_never_has_them_all() -> None:
    class Fragile(Gated):
        async def carry_out(self, request: bytes, limit: float, tell: Any = None) -> bytes:
            reply = await super().carry_out(request, limit, tell)
            if pickle.loads(request)[1][0].name == "bad":
                raise WorkerDied("it ate too much")
            return reply

    some = [Fragile(), Fragile()]
    workers = Workers({"question": some})
    bad, good = work.game_key("bad", {}), work.game_key("good", {})
    all_ = [asyncio.create_task(workers.ask(work.odds, bad, f"bad {n}", by="many")) for n in range(9)]
    await asyncio.sleep(0.01)
    all_.append(asyncio.create_task(workers.ask(work.odds, good, "good", by="many")))
    await until(lambda: any("good" in each.begun for each in some))
    for each in some:
        for _ in range(30):
            each.let.release()
    found = await asyncio.gather(*all_, return_exceptions=True)
    assert [type(each) for each in found[:-1]] == [WorkerDied] * 9
    assert found[-1] == "good"


class Stuck(ThreadWorker):
    """Gives one hint and one set of charts, so that nobody distrusts them, and never another one."""

    given: set[Any]

    async def carry_out(self, request: bytes, limit: float, tell: Any = None) -> bytes:
        what = pickle.loads(request)[0]
        if what in self.given:
            await asyncio.Event().wait()
        if what in (work.hint, work.charts):
            self.given.add(what)
        return await super().carry_out(request, limit, tell)


@pytest.fixture
async def stuck(tmp_path: Path) -> AsyncIterator[Room]:
    Stuck.given = set()
    lanes = {name: [Stuck(ALL) for _ in range(lane.workers)] for name, lane in LANES.items()}
    async with open_room(settings(tmp_path), ALL, Workers(lanes)) as room:
        await room.workers.ask(work.charts, "blackjack", {})
        yield room


@pytest.mark.slow
async def test_a_table_is_made_however_many_wait_for_hints_and_pages(stuck: Room) -> None:
    links = await people(stuck, *(f"Anna{chr(97 + n)}" for n in range(12)))
    for link in links:
        await link.do("create", game="peek")
    await links[0].do("hint", step=links[0].state["step"])
    tasks = [asyncio.create_task(link.do("hint", step=link.state["step"])) for link in links]
    tasks += [asyncio.create_task(stuck.workers.ask(work.charts, "blackjack", {"decks": n})) for n in (1, 2, 4, 6)]
    await asyncio.sleep(0.05)
    (bert,) = await people(stuck, "Bert")
    async with asyncio.timeout(10):
        await bert.do("create", game="elevens")  # nobody has made one of these before
    assert bert.state["game"] == "elevens"
    assert not any(each.done() for each in tasks)
    for each in tasks:
        each.cancel()


async def test_odds_come_however_many_wait_for_pages(stuck: Room) -> None:
    (anna,) = await people(stuck, "Anna")
    await anna.do("create", game="peek")
    tasks = [asyncio.create_task(stuck.workers.ask(work.charts, "blackjack", {"decks": n})) for n in (1, 2, 4, 6)]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(10):
        await anna.do("odds", step=anna.state["step"])
    for each in tasks:
        each.cancel()


async def test_every_question_says_whose_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by: dict[str, set[str]] = {}
    ask = Workers.ask

    async def spy(self: Workers, what: Any, *arguments: Any, **more: Any) -> Any:
        by.setdefault(what.__name__, set()).add(more.get("by", ""))
        return await ask(self, what, *arguments, **more)

    monkeypatch.setattr(Workers, "ask", spy)
    async with open_room(settings(tmp_path), ALL) as room:
        anna = FakeLink(room)
        anna.address = "192.0.2.7"
        await anna.come("Anna")
        await anna.do("create", game="peek")
        await anna.do("odds", step=anna.state["step"])
        await anna.do("hint", step=anna.state["step"], worths=True)
        await play_deal(room, [anna])
        await anna.do("replay", deal=0)
        await anna.do("record")
        await anna.do("statistics")
        await anna.do("position", deal=0, step=0)
        await anna.do("analyse", deal=0)
        await until(lambda: anna.messages("analysis"))
        await anna.do("leave")
    asked_for = {
        "settle",
        "prepare",
        "explains",
        "odds",
        "hint",
        "replay",
        "record",
        "describe",
        "position",
        "reasons",
        "shown",
    }
    assert by == {each: {"192.0.2.7"} for each in asked_for}
    by.clear()
    async with serve(settings(tmp_path), ALL) as served:
        await served.app.catalogue.prepare()
        by.clear()
        for path in ("charts/blackjack", "lesson/elevens", f"daily/bigtwo/{datetime.now(UTC).date()}"):
            await get(served, f"/api/{path}")
    assert by == {each: {"127.0.0.1"} for each in ("charts", "lesson", "puzzle")}
