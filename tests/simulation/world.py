"""A world in one process: rooms that share a database and a bus, people at them, and who makes trouble."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import structlog

from dealt.server.base.config import Config
from dealt.server.base.limits import Limits
from dealt.server.base.metrics import Metrics
from dealt.server.base.trouble import StoreError
from dealt.server.cluster.bus import Bus
from dealt.server.cluster.clustered import Clustered
from dealt.server.cluster.ownership import open_owners
from dealt.server.door.app import App, open_app
from dealt.server.room.alone import Cluster
from dealt.server.store.store import Store
from dealt.server.workers.lanes import LANES
from dealt.server.workers.workers import Tell, Workers
from dealt.work.work import House, carry_out
from tests.simulation import database
from tests.simulation.clock import Loop, Machine, Stuck, here
from tests.simulation.database import Database
from tests.simulation.engine import installed
from tests.simulation.entrants import Entrant, Evening
from tests.simulation.games import EVENING, GAMES
from tests.simulation.leavers import Leaver, named
from tests.simulation.nemesis import Nemesis
from tests.simulation.people import Person
from tests.simulation.redis import Redis
from tests.simulation.referee import FRESH
from tests.simulation.witness import Broken, Witness

__all__ = ["Outcome", "Plan", "World", "apart", "quiet", "simulate", "simulate_some"]

NOWHERE = Path("/nowhere")


SHARE = 5
"""Of so many seeds, one has an evening."""
LEAVE = 20
"""Of so many seeds, one has people who leave for good."""
REST = 60.0
"""The seconds within which everything must go on after the nemesis rests."""
TIDY = 4 * 3600.0
"""The seconds after which whoever left for good is named nowhere any more; clocks may be set back."""
DEFECTS = (
    "something in the background failed",
    "a note could not be handled",
    "a table can't go on",
    "a message could not be made",
    "a game failed, and its table is closed",
    "claimed tables can't be taken over",
    "a message could not be handled",
)
"""What the log says where something has failed that nobody expected."""

_metrics = Metrics()
_carried_out = lru_cache(maxsize=100)(partial(carry_out, House(EVENING)))
"""What workers answer, which follows from what they are asked."""


@dataclass(frozen=True)
class Plan:
    """How large a world is, and how long trouble lasts in it."""

    processes: int
    people: int
    tables: int
    trouble: float
    """The seconds for which the nemesis is at work."""
    deeds: tuple[str, ...] = ()
    """All that the nemesis does; empty: anything."""
    evening: Evening | None = None
    leaves: bool = False
    """Do people leave for good?"""

    @classmethod
    def of(cls, chance: Random, seed: int) -> Plan:
        """A plan by chance."""
        evening = Evening.of(Random(f"evening {seed}")) if seed % SHARE == 1 else None
        processes, people, tables = chance.choice((1, 2, 2, 3)), chance.randint(2, 4), chance.randint(1, 2)
        trouble = chance.uniform(2, 5) + 3 * (evening is not None)
        return cls(processes, people, tables, trouble, (), evening, seed % LEAVE == 2)


@dataclass(frozen=True)
class Outcome:
    """How a seed has ended."""

    seed: int
    trouble: str
    """What must never be; empty if all is well."""
    trace: str
    """Tells one course of events from another."""
    seconds: float
    """How much time passed in it."""
    events: int
    frames: int
    deeds: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    """Of which kinds the deeds were."""


class Worker:
    """Computers think in the loop, and in no time."""

    def __init__(self, chance: Random):
        self._chance = chance

    async def start(self) -> None:
        """It is there."""

    async def carry_out(self, request: bytes, limit: float, tell: Tell | None = None) -> bytes:
        await asyncio.sleep(self._chance.random() * 0.02)
        return _carried_out(request)

    def close(self) -> None:
        """There is nothing to end."""


class Process:
    """A process of the room, which is started again whenever it has ended."""

    def __init__(self, world: World, slot: int):
        self.world, self.slot, self.starts = world, slot, 0
        self.app: App | None = None
        self.start()

    def start(self) -> None:
        """Begin, with nothing in memory."""
        self.starts += 1
        self.machine = Machine(f"{'abc'[self.slot]}{self.starts}")
        self.world.loop.on(self.machine, self._live(self.machine))

    async def _live(self, machine: Machine) -> None:
        world = self.world
        world.witness.note("starts", str(machine))
        try:
            async with open_app(
                world.config,
                world.games,
                NOWHERE,
                world.workers(),
                opening=self._open,
                chance=Random(world.chance.random()),
            ) as self.app:
                await self.app.room.store.hold.lost.wait()
                self.app.dissolve()
                await asyncio.sleep(0.3)
                world.hang_up(self)
        except (StoreError, ConnectionError, TimeoutError) as error:
            world.witness.note("cannot open", str(machine), str(error))
        except Exception as error:  # noqa: BLE001 - a room that can't be opened for another reason is a defect
            world.witness.fail(f"process {machine} failed: {type(error).__name__}: {error}")
        self._over()

    def _over(self) -> None:
        self.app = None
        self.machine.dead = True
        self.world.clean(self.machine)
        self.world.loop.outside(0.2 + self.world.chance.random(), self._again, self.machine)

    def _again(self, machine: Machine) -> None:
        if self.machine is machine:
            self.start()

    async def _open(self, config: Config) -> tuple[Store, Cluster, Limits]:
        owners = await open_owners(config.database_url, str(self.machine), window=config.commit_window)
        self.machine.number = owners.number
        bus = Bus(config.cluster, "simulated", owners.number, self.world.redis.client)
        return owners.store, Clustered(bus, owners), Limits(config)

    def kill(self) -> None:
        """End as by SIGKILL."""
        if self.machine.dead:
            return
        self.world.loop.kill(self.machine)
        self.world.hang_up(self)
        self._over()


class World:
    """All of it."""

    game = "gift"

    def __init__(self, seed: int, plan: Plan | None = None):
        self.chance = Random(seed)
        self.plan = plan or Plan.of(self.chance, seed)
        self.evening, self.games = self.plan.evening, EVENING if self.plan.evening else GAMES
        self.loop = Loop()
        self.witness = Witness(self.loop, self.games)
        self.database = Database(self.loop, self.chance, self.witness.stored)
        self.witness.database = self.witness.referee.database = self.database
        self.redis = Redis(self.loop, self.chance)
        self.config = Config(
            database=database.address(self.database),
            cluster="redis://simulated",
            admin="off",
            analysis=0,
            pace_factor=0.7,
            standin_after=3.0,
            leave_after=40.0,
            **dict.fromkeys(
                (
                    *("rate", "chat_rate", "ask_rate", "costly_rate", "name_rate", "table_rate", "act_rate"),
                    *("address_act_rate", "talk_rate"),
                ),
                0.0,
            ),
        )
        self.tables: list[str] = []
        """The tables that people have heard of."""
        self.most_tables = self.plan.tables
        self.tournaments: list[str] = []
        """Those that people have heard of."""
        self.school: tuple[str, str] | None = None
        """The class of people, and the code by which they come in."""
        self.witness_names: set[str] = set()
        self.gone: list[tuple[str, str]] = []
        """The ids and names of those who have."""
        self.rests = self.aloud = False
        self.processes = [Process(self, slot) for slot in range(self.plan.processes)]
        self.people = [self._person(number) for number in range(self.plan.people)]
        self.nemesis = Nemesis(self)

    def _person(self, number: int) -> Person:
        if self.evening:
            return Entrant(self, number, self.evening)
        return Leaver(self, number) if self.plan.leaves else Person(self, number)

    def workers(self) -> Workers:
        """The workers of a process."""
        lanes = {each: [Worker(self.chance)] for each in LANES}
        return Workers(lanes, _metrics, _beside)

    def say(self, what: str) -> None:
        """Tell people of it, if they want to hear everything."""
        if self.aloud:
            print(f"{self.loop.time() - 1000:9.4f} {what}")

    def hang_up(self, process: Process) -> None:
        """The process is gone: whoever is connected to it hears of it."""
        for each in self.people:
            if each.line is not None and each.line.process is process:
                self.loop.outside(0.01, each.closed, each.line, 1006)

    def clean(self, machine: Machine) -> None:
        """The system closes what a process had open."""
        self.database.join(machine)
        self.database.disconnect(machine)
        self.redis.join(machine)
        self.redis.disconnect(machine)

    # --- its course

    def run(self) -> None:
        """Let trouble come, and then everything go on. Broken says what must never be."""
        began = self.loop.time()
        self.loop.run_until_complete(self.loop.create_task(self._course(began)))
        if self.witness.trouble:
            raise self.witness.trouble

    async def _course(self, began: float) -> None:
        await self._while(lambda: self.loop.time() - began < self.plan.trouble)
        self.nemesis.rest()
        self.rests, rested = True, self.loop.time()
        self.witness.referee.rest()
        late = rested + REST
        await self._while(lambda: self.loop.time() < late and self._behind(rested))
        if behind := self._behind(rested):
            self.witness.fail(f"every deal ends or can go on: {REST:g} s after all trouble, not for {behind}")
        if self.evening:
            await self._while(lambda: self._waits(rested))
            await self._while(lambda: self.loop.time() < rested + FRESH and self._unknown())
            if unknown := self._unknown():
                self.witness.fail(f"every process knows every tournament: not {unknown}")
        await self.witness.check_stored()
        if self.gone:
            await self._forget()

    async def _forget(self) -> None:
        """All go home, and whoever left for good is known no more."""
        for each in self.people:
            each.go_home()
        late = self.loop.time() + TIDY
        while (found := next(self._known(), "")) and self.loop.time() < late and not self.witness.trouble:
            await asyncio.sleep(120.0)  # tables end, and a minute later they are put away
            for each in self.processes:
                if each.app:
                    self.loop.on(each.machine, each.app.room.tidy())
            await asyncio.sleep(1.0)
        if found:
            self.witness.fail(f"gone is gone: {TIDY:g} s after all have gone, {found}")

    def _known(self) -> Iterator[str]:
        """Where somebody who left for good is still known."""
        yield from named(self.database, self.gone)
        for id, name in self.gone:  # noqa: A001
            for each in self.processes:
                if each.app and each.app.room.people.get(id):
                    yield f"{name} at {each.machine}"

    async def _while(self, goes_on: Any) -> None:
        while goes_on() and not self.witness.trouble:
            await asyncio.sleep(0.25)

    def _behind(self, since: float) -> str:
        """Who has seen no deal end since then."""
        return ", ".join(each.name for each in self.people if not each.overs or each.overs[-1] < since + 1.0)

    def _waits(self, since: float) -> bool:
        """Has no round of a tournament ended since then, and none begun? Something has to happen again and again."""
        referee = self.witness.referee
        waits = referee.waits(self.tournaments[0] if self.tournaments else "")
        if waits and self.loop.time() > max(since, referee.changed) + REST:
            self.witness.fail(f"every round ends or can go on: nothing has happened for {REST:g} s")
        return waits

    def _unknown(self) -> list[str]:
        """Which processes do not know which tournaments that are not over."""
        living = {each for each, sheet in self.witness.referee.sheets.items() if sheet.phase != "over"}
        there = [(each.machine, each.app.room.tournaments.living()) for each in self.processes if each.app]
        return [f"{machine}: {some}" for machine, known in there if (some := living - {each.id for each in known})]

    def end(self) -> None:
        """Forget everything."""
        self.loop.end()
        self.database.close()


def _drop(*_: Any) -> Any:
    """What is logged while the remains of a world are collected is of no interest."""
    raise structlog.DropEvent


async def _beside(work: Any) -> Any:
    return work()


@contextlib.contextmanager
def quiet(world: World, *, aloud: bool = False) -> Iterator[None]:
    """Meanwhile what rooms log is heard by the witness, and by people only if it is wanted ``aloud``."""

    def hear(_: Any, level: str, event: Mapping[str, Any]) -> Any:
        what = str(event["event"])
        if what in DEFECTS:
            world.witness.fail(f"nothing fails unexpectedly: {what}: {dict(event)}")
        world.say(f"{here() or '-'} {level}: {dict(event)}")
        raise structlog.DropEvent

    level = logging.DEBUG if aloud else logging.ERROR
    structlog.configure(processors=[hear], wrapper_class=structlog.make_filtering_bound_logger(level))
    try:
        yield
    finally:
        structlog.configure(processors=[_drop])


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Worlds may be made and ended meanwhile."""
    collects = gc.isenabled()
    gc.disable()
    try:
        with installed(), warnings.catch_warnings(action="ignore"):
            yield
            gc.collect()
    finally:
        structlog.reset_defaults()
        if collects:
            gc.enable()


def simulate(seed: int, plan: Plan | None = None, *, aloud: bool = False) -> Outcome:
    """The course of one seed."""
    with apart():
        return _outcome(seed, plan, aloud=aloud)


def simulate_some(seeds: Iterable[int]) -> list[Outcome]:
    """The courses of some seeds, in a process that need not go on: nothing is collected any more."""
    gc.disable()
    with installed(), warnings.catch_warnings(action="ignore"):
        return [_outcome(seed, None, aloud=False) for seed in seeds]


def _outcome(seed: int, plan: Plan | None, *, aloud: bool) -> Outcome:
    world, trouble = World(seed, plan), ""
    world.aloud = aloud
    with quiet(world, aloud=aloud):
        try:
            world.run()
        except Broken as broken:
            trouble = str(broken)
        except Stuck as stuck:
            trouble = f"nothing else will ever happen: {stuck}"
        seen, passed, course = world.witness, world.loop.time() - 1000.0, world.nemesis
        outcome = Outcome(
            seed,
            trouble,
            seen.trace.hexdigest(),
            passed,
            seen.stored_events,
            seen.frames,
            tuple(course.deeds),
            tuple(course.carried_out),
        )
        world.end()
    return outcome
