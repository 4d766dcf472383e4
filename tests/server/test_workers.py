"""Nobody waits for a computer or a game that hangs, dies or eats memory, and nothing of it harms the room."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import Listing
from dealt.games import GAMES
from dealt.players.advice.bridge.double_dummy import solvable
from dealt.server.base.config import Config
from dealt.server.room.room import Room
from dealt.server.workers.workers import ProcessWorker, WorkerDied, Workers, processes
from dealt.session import frames
from dealt.work import work
from dealt.work.work import WorkFailed
from tests.rooms import room_process
from tests.server.helpers import Face, FakeLink, open_room, play_deal, serve, settings, until
from tests.server.rogues import LISTINGS, SLOW
from tests.server.sluggish import LISTING as SLUGGISH
from tests.server.test_room import people
from tests.server.threads import ThreadWorker
from tests.server.toys import OWN

HERE = Path(__file__).parent
FILES = [str(HERE / f"{name}.py") for name in ("rogues", "toys", "sluggish")]
ALL: dict[str, Listing] = {**GAMES, **OWN, **{each.name: each for each in (*LISTINGS, SLUGGISH)}}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return settings(tmp_path, games=FILES, workers=2)


@pytest.fixture
async def room(config: Config) -> AsyncIterator[Room]:
    """A room with real worker processes, which are started."""
    async with open_room(config, ALL, processes(config)) as each:
        await asyncio.gather(*(worker.start() for worker in each.workers.all))
        yield each


def pids(workers: Workers) -> list[int]:
    """The processes of these workers."""
    return [each.pid for each in workers.all if isinstance(each, ProcessWorker) and each.pid]


def notices(link: FakeLink, key: str) -> list[dict[str, Any]]:
    """The notices of one kind that somebody read at the table."""
    lines = [line for talk in link.messages("talk") for line in talk["lines"] if line.get("say")]
    return [line["say"] for line in lines if line["say"]["key"] == f"notice.{key}"]


async def start(link: FakeLink, game: str, **fields: Any) -> None:
    await link.do("create", game=game, **fields)
    if link.state["phase"] == "waiting":
        await link.do("start")


def restarts(room: Room) -> float:
    """The number of workers that were killed or lost."""
    found = room.workers.metrics.worker_restarts.collect()[0].samples
    return sum(each.value for each in found if each.name.endswith("_total"))


@pytest.mark.slow
async def test_what_a_worker_answers_travels_as_in_one_process(room: Room) -> None:
    """Every kind of work goes through a process: games, computers, odds, lessons, charts, replays, hints."""
    key = work.game_key("gift", {})
    settled = await room.workers.ask(work.settle, "gift", "long", {})
    assert settled == work.Settled({"goal": 1000}, ("lowest", "random"), standard=False)
    assert await room.workers.ask(work.possible, key) == ("lowest", "random")
    assert not await room.workers.ask(work.explains, key, "lowest")
    assert (await room.workers.ask(work.describe, "peek")).reckons
    assert await room.workers.ask(work.lesson, "elevens")
    (anna,) = await people(room, "Anna")
    await start(anna, "peek")
    await anna.do("odds", step=anna.state["step"])
    assert [each["name"] for each in anna.last("odds")["odds"]] == ["win", "points"]
    await anna.do("hint", step=anna.state["step"])
    assert anna.last("hinted")["action"]["name"] in [each["name"] for each in anna.state["view"]["legal"]]
    await play_deal(room, [anna])
    await anna.do("replay", deal=0)
    assert len(anna.last("replay")["frames"]) == 4


@pytest.mark.slow
async def test_who_asks_while_workers_start_is_answered(config: Config) -> None:
    async with open_room(config, ALL, processes(config)) as room:
        room.workers.start()
        key, seen = work.game_key("peek", {}), ALL["peek"].make().view(ALL["peek"].make().deal(Random(1)), 0)
        asked = [room.workers.ask(work.describe, name) for name in ("gift", "peek", "hearts", "bridge")]
        thought = [room.workers.think(key, "lowest", seen, n) for n in range(6)]
        assert [each.name for each in await asyncio.gather(*asked)] == ["gift", "peek", "hearts", "bridge"]
        assert {str(each) for each in await asyncio.gather(*thought)} <= {str(each) for each in seen.legal}


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_a_hung_computer_stops_no_other_table(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.workers.workers.THINKING", 6.0)
    anna, bert = await people(room, "Anna", "Bert")
    await start(anna, "rogue", options={"kind": "hangs"})
    await start(bert, "rogue", options={"kind": "good"})
    await play_deal(room, [bert], Random(1))
    assert anna.live is not None
    assert anna.live.session.phase == "playing"  # it hangs all the time
    assert restarts(room) == 0
    monkeypatch.setattr("dealt.server.workers.workers.THINKING", 0.5)
    await play_deal(room, [anna], Random(1))
    assert restarts(room) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hangs", "spins", "exits", "dies", "crashes", "eats", "raises", "cheats"])
@pytest.mark.turns(4)
async def test_a_computer_that_fails_three_times_is_replaced_and_all_are_told(
    config: Config, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealt.server.workers.workers.THINKING", 1.0 if kind in ("hangs", "spins") else 60.0)
    monkeypatch.setattr("dealt.server.workers.workers.MOST_MEMORY", 1 << 30)
    workers = processes(config)
    async with open_room(config, ALL, workers) as room:
        anna, bert = await people(room, "Anna", "Bert")
        await start(anna, "rogue", options={"kind": kind})
        await bert.do("join", table=anna.state["id"], watch=True)
        for _ in range(2):
            await play_deal(room, [anna], Random(1))
            if anna.state["phase"] == "over":
                await anna.do("ready", step=anna.state["step"])
        for link in (anna, bert):
            why = "late" if kind in ("hangs", "spins") else "died" if kind in ("dies", "crashes") else "raised"
            told = {"before": kind, "after": "lowest", "why": f"@failure.{why}"}
            assert [each["args"] for each in notices(link, "computer_replaced")] == [told]
            assert link.state["computers"] == "lowest"
            assert [each["args"] for each in link.state["replaced"]] == [{**told, "deal": 2}]
            remarks = [each["remark"] for each in link.state["seats"] if each["kind"] == "computer"]
            del told["after"]
            assert remarks
            assert {each["key"] for each in remarks} == {"remark.replaced"}
            assert all(each["args"] == {**told, "deal": 2} for each in remarks)
        assert room.metrics.computers_replaced.collect()[0].samples[0].value == 1
        assert room.metrics.computers_failed.labels(why)._value.get() >= 3
        # the deal in which it was replaced counts for nobody, those after it do
        await anna.do("statistics")
        (tally,) = anna.last("statistics")["tallies"]
        assert tally["deals"] == 1
        table = anna.state["id"]
    async with open_room(config, ALL, processes(config)) as room:  # it is stored like all that happens
        live = await room.tables.restore(table)
        assert live is not None
        assert live.session.settings.computers == "lowest"
        assert [(each.before, each.why, each.dealt) for each in live.session.replaced] == [(kind, why, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["hangs", "dies", "raises"])
async def test_a_hint_that_is_not_there_in_time_is_no_failure_of_the_computer(
    config: Config, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealt.server.workers.workers.ANSWERING", 0.5)
    async with open_room(config, ALL, processes(config)) as room:
        (anna,) = await people(room, "Anna")
        await start(anna, "rogue", options={"kind": kind})
        for _ in range(4):
            assert await anna.refused("hint", step=anna.state["step"]) == "hint_late"
        live = room.live_tables[anna.state["id"]]
        assert not live.session.replaced
        assert not notices(anna, "computer_replaced")
        assert not anna.messages("hinted")
        assert room.metrics.hints_late._value.get() == 4


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_a_game_that_is_made_slowly_blocks_no_other(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealt.server.room.workshop.MAKING", 3.0)
    anna, bert = await people(room, "Anna", "Bert")
    slow = asyncio.create_task(anna.refused("create", game="sluggish"))
    await asyncio.sleep(0.1)
    await bert.do("create", game="gift")
    assert not slow.done()
    assert await slow == "no_answer"


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_workers_that_are_killed_at_random_are_replaced_and_the_deal_goes_on(room: Room) -> None:
    rng, links, killed = Random(5), await people(room, "Anna", "Bert"), 0

    async def kill() -> None:
        nonlocal killed
        while True:
            before, more = happened(), rng.randint(1, 3)  # so that a slow machine gets on between two kills
            await until(lambda wanted=before + more: happened() >= wanted)
            await asyncio.sleep(rng.uniform(0, 0.05))
            if found := pids(room.workers):
                os.kill(rng.choice(found), signal.SIGKILL)
                killed += 1

    def happened() -> int:
        return sum(live.session.n for live in room.live_tables.values())

    killing = asyncio.create_task(kill())
    try:
        for link, game in zip(links, ("bigtwo", "hearts"), strict=True):
            await start(link, game)
        for link in links:
            await play_deal(room, [link])
    finally:
        killing.cancel()
    assert killed > 1
    assert not any(notices(link, "computer_replaced") for link in links)


@pytest.mark.slow
async def test_workers_that_ended_while_idle_fail_nobody(room: Room) -> None:
    for pid in pids(room.workers):
        os.kill(pid, signal.SIGKILL)
    await asyncio.sleep(0.2)
    for _ in room.workers.all:
        assert await room.workers.ask(work.settle, "gift", None, {})
    assert restarts(room) == 0


class Dying(ThreadWorker):
    """Its process ends at each of the first few requests."""

    def __init__(self, deaths: int):
        super().__init__(ALL)
        self.deaths = deaths

    async def carry_out(self, request: bytes, limit: float, tell: Any = None) -> bytes:
        self.deaths -= 1
        if self.deaths >= 0:
            raise WorkerDied("killed")
        return await super().carry_out(request, limit, tell)


async def test_a_question_whose_worker_dies_is_asked_once_more() -> None:
    workers = Workers({"table": [Dying(1)]})
    assert await workers.ask(work.settle, "gift", None, {})
    workers = Workers({"table": [Dying(2)]})
    with pytest.raises(WorkerDied):
        await workers.ask(work.settle, "gift", None, {})
    assert await workers.ask(work.settle, "gift", None, {})


@pytest.mark.slow
@pytest.mark.skipif(not solvable(), reason="the extra bridge is not installed")
@pytest.mark.turns(2)
async def test_two_tables_of_the_solver_play_without_an_error(room: Room) -> None:
    links = await people(room, "Anna", "Bert")
    for link in links:
        await start(link, "bridge", computers="solver")
    tables, began = list(room.live_tables.values()), time.monotonic()
    while time.monotonic() - began < (5 if all(live.session.step > 15 for live in tables) else 60):
        for link in links:
            if link.state["phase"] == "playing":
                await link.act(Random(3))
            elif link.state["phase"] == "over":
                await link.do("ready", step=link.state["step"])
        await asyncio.sleep(0.02)
    assert [live.computers.failures.total() for live in tables] == [0, 0]
    assert restarts(room) == 0
    assert all(live.session.step > 15 for live in tables)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["good", "slow"])
async def test_the_pause_is_as_long_whether_a_computer_thinks_or_not(tmp_path: Path, kind: str) -> None:
    config = settings(tmp_path, games=FILES, workers=2, pace_factor=1.0)
    async with open_room(config, ALL, processes(config)) as room:
        await asyncio.gather(*(worker.start() for worker in room.workers.all))
        await room.workers.ask(work.explains, work.game_key("rogue", {"kind": kind}), kind)
        took: list[tuple[float, float]] = []
        for name in ("Anna", "Berta", "Clara", "Doris", "Elsa", "Frieda", "Gerda"):
            if took and min(both for _, both in took) < 0.4 + SLOW and min(first for first, _ in took) < 0.4 + SLOW / 2:
                break  # a machine with much to do may be late, but not always
            (anna,) = await people(room, name)
            await start(anna, "rogue", options={"kind": kind}, pace="fast")  # 0.4 s; the slow one thinks 0.12 of them
            table, began = room.live_tables[anna.state["id"]].session.table, time.monotonic()
            assert table is not None
            await until(lambda table=table: len(table.moves) >= 1)
            first = time.monotonic() - began
            await until(lambda table=table: len(table.moves) >= 2)
            took.append((first, time.monotonic() - began))
        assert min(first for first, _ in took) > 0.39
        assert min(first for first, _ in took) < 0.4 + SLOW / 2
        assert min(both for _, both in took) < 0.4 + SLOW  # both sat before the same pause, and thought in it


async def test_equal_questions_are_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    write = frames.lesson

    def counted(listing: Listing) -> Any:
        made.append(listing.name)
        time.sleep(0.05)
        return write(listing)

    monkeypatch.setattr(frames, "lesson", counted)
    async with serve(settings(tmp_path), {"elevens": GAMES["elevens"]}) as served:
        workers = served.room.workers
        answers = await asyncio.gather(*(workers.ask(work.lesson, "elevens") for _ in range(40)))
        assert (len(set(answers)), made) == (1, ["elevens"])


@pytest.mark.slow
async def test_a_worker_is_not_kept_by_signals_nor_by_the_death_of_the_room(room: Room) -> None:
    workers = [each for each in room.workers.all if isinstance(each, ProcessWorker)]
    before = pids(room.workers)
    for pid in before:
        os.kill(pid, signal.SIGTERM)
        os.kill(pid, signal.SIGINT)
    await room.workers.ask(work.describe, "gift")
    assert pids(room.workers) == before
    for each in workers:
        assert each._writer is not None
        each._writer.transport.abort()  # as if the room were gone
    await until(lambda: not any(alive(pid) for pid in before))


async def test_what_is_under_way_when_the_room_closes_fails_at_once(config: Config) -> None:
    async with open_room(config, ALL, processes(config)) as room:
        waiting = asyncio.create_task(room.workers.ask(work.describe, "sluggish"))
        await until(lambda: pids(room.workers))
        await asyncio.sleep(0.2)
        found, began = pids(room.workers), time.monotonic()
        room.workers.close()
        with pytest.raises(WorkFailed):
            await waiting
        assert time.monotonic() - began < 10  # the game takes 30
        assert not any(alive(pid) for pid in found)
        with pytest.raises(WorkerDied):
            await room.workers.ask(work.describe, "gift")


def alive(pid: int) -> bool:
    """Does a process run? One that has ended and is not yet fetched does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):  # it went before it was opened, or while it was read
        return False


@pytest.mark.slow
async def test_sigterm_ends_a_room_whose_workers_hang(tmp_path: Path) -> None:
    log = tmp_path / "log"
    games = f"{FILES[0]},{FILES[1]}"
    database = settings(tmp_path).database
    process = room_process(
        log, ["--port", "0", "--games", games, "--database", database, "--pace-factor", "0", "--log", "json"]
    )
    try:
        address = await until(lambda: opened(log), patience=120)
        async with Face.open(address.replace("http", "ws") + "ws") as face:
            await face.come("Anna")
            await face.send("create", game="rogue", options={"kind": "spins"})
            await face.hear("table")
            await face.send("start")
            await face.hear("table", lambda state: state["phase"] == "playing")
            await asyncio.sleep(0.5)
            began = time.monotonic()
            os.kill(process.pid or 0, signal.SIGTERM)
            await asyncio.to_thread(process.join, 120)
        assert process.exitcode == 0, log.read_text()
        assert time.monotonic() - began < 20  # a worker that spins never ends by itself
    finally:
        process.kill()


def opened(log: Path) -> str:
    """The address that a room has written into its log, empty before it has."""
    said = [json.loads(line)["event"] for line in log.read_text().splitlines() if line.startswith("{")]
    return next((each.rsplit(" ", 1)[-1] for each in said if each.startswith("the room is open at")), "")
