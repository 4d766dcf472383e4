"""Rooms in one process under virtual time: what must never be isn't, whatever goes wrong, and would be noticed."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from dealt.server.base.trouble import StoreError
from dealt.server.cluster import notes
from dealt.server.cluster.ownership import Ownership, open_owners
from dealt.server.door.app import App
from tests.simulation import database, nemesis
from tests.simulation.clock import Loop
from tests.simulation.database import Database
from tests.simulation.engine import installed
from tests.simulation.entrants import Evening
from tests.simulation.faults import FAULTS
from tests.simulation.nemesis import SHARES
from tests.simulation.world import Plan, World, apart, quiet, simulate

SEEDS, TOGETHER = 180, 60
"""The number of seeds that tests try, and at once; ``python -m tests.simulation`` tries as many as you like."""
FOUND = (4224, 22502, 22914, 38836, 44133, 47135, 52418, 109121, 115196, 122894)
"""Seeds whose people waited for ever: until a process told of whom it lost while they came, greeted those that it had
not known yet, let people go whose table had ended by the time it was its own, told who followed a tournament how it was
once the database could be read again, went on with a table where computers sat alone that had stood still for long,
with one for which whoever had asked for it waited no more, and with one alone that was found while it was being opened.
"""
GONE = (122, 802, 2362, 6582)
"""Seeds of people who had left for good, and were not told, or named still: where their table could not be reached, was
another process's by then, or had been sat down at by a commit without an answer.
"""
TRIES = 12
"""The number of seeds within which a fault that was planted is found."""
PLANS = {
    "one owner": Plan(2, 4, 1, 9.0, ("freeze", "part_from_database")),
    "every deal ends or can go on": Plan(2, 3, 1, 4.0, ("kill", "freeze")),
    "nobody is paired twice": Plan(1, 3, 1, 4.0, ("drop_line",), Evening("arena")),
    "the standing is that of what is stored": Plan(1, 2, 1, 4.0, ("slow_commits",), Evening("swiss")),
    "gone is gone": Plan(2, 3, 1, 3.0, ("kill", "drop_line"), None, leaves=True),
}
"""Where a fault shows only in some kinds of trouble."""


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, TOGETHER))
@pytest.mark.turns(SEEDS // TOGETHER, always=True)
def test_seeds(first: int) -> None:
    """In a process of its own, where a seed takes the same course as when it is run by hand."""
    done = command("--seeds", f"{first}:{first + TOGETHER}")
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    assert not done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("seed", FOUND + GONE)
def test_seeds_that_once_failed(seed: int) -> None:
    done = command("--seed", str(seed))
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("seed", [156, 673, 1291, 1371])
def test_a_long_evening_in_a_storm(seed: int) -> None:
    """Seeds of which one found a table that waited for an hour, one a person whose coming back could not be stored, and
    one a person who waited for themselves: the table that they joined became their own process's before they knew. The
    last one waited for ever for a process that was dead before it was asked."""
    evening = dataclasses.replace(Evening.of(Random(seed)), rounds=3)
    plan = Plan(Random(seed).choice((1, 2, 3)), 4, 1, 14.0, (), evening)
    with patch.multiple(nemesis, FEWEST=8, MOST=25):
        assert simulate(seed, plan).trouble == ""


@pytest.mark.slow
def test_a_run_ends_by_time_and_says_how_far_it_came() -> None:
    done = command("--seeds", "0:500", "--minutes", "0")
    assert done.returncode == 0, done.stderr[-2000:]
    assert "\n1 of 500 seeds" in done.stdout


def command(*given: str) -> subprocess.CompletedProcess[str]:
    """What is run by hand."""
    return subprocess.run(
        [sys.executable, "-m", "tests.simulation", *given],
        cwd=Path(__file__).parents[2],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
def test_who_loses_the_lease_while_they_live_begins_anew() -> None:
    async def test(world: World) -> None:
        while not world.people[0].at:
            await asyncio.sleep(0.1)
        (process,) = world.processes
        before = process.machine
        assert world.database.revoke(before.number)
        await asyncio.sleep(5)
        assert (process.starts, before.dead) == (2, True)
        assert process.machine.number > before.number
        assert process.app is not None
        assert [each.link is not None for each in process.app.room.people] == [True]

    play(test)


@pytest.mark.slow
def test_nothing_fails_while_nobody_can_read_where_somebody_sits() -> None:
    async def test(world: World) -> None:
        while not world.people[0].at:
            await asyncio.sleep(0.1)
        (process,) = world.processes
        assert process.app is not None
        (person,) = process.app.room.people
        with patch.object(Ownership, "seat_of", side_effect=StoreError("the connection was lost")):
            world.loop.on(process.machine, at_odds(process.app, person.id))
            await asyncio.sleep(1)
        assert world.witness.trouble is None

    async def at_odds(app: App, person: str) -> None:
        app.room.cluster.claims.at_odds([person])

    play(test)


def test_shares_are_of_a_hundred_deeds() -> None:
    assert sum(SHARES.values()) == 100


@pytest.mark.slow
def test_the_same_seed_takes_the_same_course() -> None:
    first, again, other = simulate(1), simulate(1), simulate(4)
    assert first == again
    assert first.trace != other.trace
    assert first.events
    assert first.frames


@pytest.mark.slow
@pytest.mark.parametrize("invariant", FAULTS)
@pytest.mark.turns(4)
def test_a_fault_is_found(invariant: str) -> None:
    found = []
    for seed in range(TRIES):
        with FAULTS[invariant]():
            found.append(simulate(seed, PLANS.get(invariant)).trouble)
        if invariant in found[-1]:
            return
    pytest.fail(f"{invariant} held in {found}")


def test_a_dead_process_is_missed_although_the_clock_was_set_back() -> None:
    loop = Loop()
    server = Database(loop, Random(1))

    async def test() -> None:
        one, other = [await open_owners(database.address(server), each) for each in "ab"]
        await asyncio.sleep(5)
        server.offset -= 3600.0
        await asyncio.sleep(5)
        assert one.lease._renewing is not None
        one.lease._renewing.cancel()
        await one.lease._let_go()
        await asyncio.sleep(5)
        assert list(other.lease.alive) == [other.number]
        await other.store.close()

    with installed():
        loop.run_until_complete(test())
    loop.end()
    server.close()


@pytest.mark.slow
def test_who_was_seated_while_the_way_there_was_lost_is_told_of_the_table() -> None:
    """They were let in, and heard nothing of it: they come by another relay, and do not know where they are."""

    async def test(world: World) -> None:
        while not world.people[0].at:
            await asyncio.sleep(0.1)
        assert world.processes[0].app is not None
        room = world.processes[0].app.room
        (person,) = room.people
        note = notes.Attach(1, person.id, "", room.runtime.time() + 1.0, "10.0.0.1", False)
        world.loop.call_soon(room.cluster.hosted.attach, 99, note, context=world.processes[0].machine.context)  # type: ignore[attr-defined]
        while person.link is None or not person.link.remote:  # before the bus finds out that there is no process 99
            await asyncio.sleep(0)
        assert person.live is not None
        assert person.live.links[person.id] is person.link

    play(test)


@pytest.mark.slow
def test_who_comes_back_while_nobody_can_be_read_comes_again() -> None:
    """Whoever is greeted can say hello no more: without a welcome they would wait for ever."""

    async def test(world: World) -> None:
        while not world.people[0].at:
            await asyncio.sleep(0.1)
        assert world.processes[0].app is not None
        room = world.processes[0].app.room
        (person,) = room.people
        room.people.remove(person)  # as another process, which has never met them
        with patch.object(room.cluster.identities, "by_token", side_effect=StoreError("it does not answer")) as asked:
            world.people[0].drop()
            while not asked.called:
                await asyncio.sleep(0.1)
        await asyncio.sleep(5)
        assert [each.link is not None for each in room.people] == [True]

    play(test)


@pytest.mark.slow
@pytest.mark.parametrize("found", [False, True], ids=["at the next try", "as the room finds the table"])
@pytest.mark.turns(2)
def test_whose_table_was_stored_without_a_word_is_led_there(*, found: bool) -> None:
    """The commit's answer was lost: the room says that it is not stored, and the database that they are at a table."""

    async def test(world: World) -> None:
        while world.processes[0].app is None or not world.processes[0].app.room.people:
            await asyncio.sleep(0.01)
        room = world.processes[0].app.room
        opened = room.store.tables.open

        async def lost(*args: Any, **more: Any) -> None:
            await opened(*args, **more)
            raise StoreError("the connection was closed")

        with patch.object(room.store.tables, "open", lost):
            while not (stored := await room.store.tables.living()):
                await asyncio.sleep(0.01)
        if found:
            await room.tables.adopt([each.id for each in stored])
            await room.tables.restore(stored[0].id)
        await asyncio.sleep(10)
        (live,) = room.live_tables.values()
        assert [each.live is live and each.id in live.links for each in room.people] == [True]

    play(test)


def play(test: Callable[[World], Coroutine[Any, Any, None]]) -> None:
    """Run a test in a world with one process, one person, and no trouble."""

    def run() -> None:
        world = World(1, Plan(1, 1, 1, 0.0))
        with quiet(world):
            world.loop.run_until_complete(test(world))
        world.end()

    with apart():
        run()
