"""A room's queues as a simulation of discrete events: people, event loops, the writer of a database, the bus.

What each step costs comes from :mod:`bench.scale`, which measures a real room and compares what is said here with it.
``python -m bench queues --people 2000 --pace 2.5 --processes 2`` says what a room of that size would do by the
costs that ``docs/scale.json`` holds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from random import Random
from typing import Any, Final

import simpy

__all__ = ["Costs", "Expected", "Load", "costs_of", "main", "simulate"]

MEASURED: Final = Path(__file__).parent.parent / "docs" / "scale.json"
LARGEST: Final = 500
"""The most that one transaction takes."""
SHARE: Final = 0.5
"""The part of an action's processor time that comes before its commit."""
COLLECTIONS: Final = 4
"""How often a process collects garbage, each second."""
CHORES: Final = 100
"""In how many pieces a second what a process does besides the actions is done."""

Steps = Generator[simpy.Event, Any, None]


@dataclass(frozen=True)
class Costs:
    """What the steps cost, in milliseconds; those of the processor first."""

    second: float = 0.0
    """Of each second of a process in which nobody does anything."""
    person: float = 0.0
    """Of each second of somebody connected."""
    act: float = 0.3
    """Of an action, with its share of deals that begin and end."""
    frame: float = 0.05
    """Of a message to somebody, most of which are tables."""
    commit: float = 0.3
    """Of a transaction, in the process."""
    asked: float = 0.0
    """Of an action that comes over the bus, at both processes together."""
    relayed: float = 0.0
    """Of a table that is sent over the bus, at both processes together."""
    wait: float = 0.5
    """The wait for a transaction, whatever is in it."""
    wait_row: float = 0.01
    """The same for each action in it."""
    stalled: float = 0.0
    """The share of transactions that the disk holds up."""
    stall: float = 0.0
    """How long it does so, on average."""
    collected: float = 0.0
    """Of an action's processor time, what is spent when garbage is collected, in one piece for all actions since."""
    spread: float = 0.0
    """How much the steps differ: the standard deviation of what one takes, as a part of its mean."""
    hop: float = 0.5
    """The wait for a note between processes, without their processor time."""
    wire: float = 0.5
    """From a person to the room and back, without the room."""
    window: float = 3.0
    """How long a transaction waits for others."""
    shown: float = 1.0
    """The number of messages that each person at a table gets for an action there."""


@dataclass(frozen=True)
class Load:
    """People who play, and where."""

    people: int
    seats: int = 4
    pace: float = 2.5
    """The average seconds before an action; from half to one and a half of it."""
    deal: float = 50.0
    """The number of actions of a deal."""
    processes: int = 1


@dataclass(frozen=True)
class Expected:
    """What a room does, per second and process; times in milliseconds from an action to its table."""

    acts: float
    commits: float
    frames: float
    cpu: float
    """The share of a processor that the busiest process takes."""
    p50: float
    p99: float
    notes: float = 0.0
    """Notes over the bus."""


def costs_of(values: dict[str, float]) -> Costs:
    """The costs that a file holds."""
    return Costs(**{each.name: values[each.name] for each in fields(Costs) if each.name in values})


class _Process:
    """An event loop, and the one writer of its transactions."""

    def __init__(self, world: simpy.Environment, costs: Costs, people: float, rng: Random) -> None:
        self.world, self.costs, self._rng = world, costs, rng
        self.loop = simpy.Resource(world)
        self.busy = 0.0
        self.commits = 0
        self._garbage = 0.0
        self._wishes: list[simpy.Event] = []
        self._wake = world.event()
        world.process(self._write())
        world.process(self._collect())
        world.process(self._chores(costs.second + costs.person * people))

    def begin(self) -> Steps:
        """What an action takes before its commit."""
        yield from self.work(SHARE * (self.costs.act - self.costs.collected))

    def end(self, frames: float) -> Steps:
        """What an action takes after its commit, with so many messages."""
        self._garbage += self.costs.collected
        yield from self.work((1 - SHARE) * (self.costs.act - self.costs.collected) + self.costs.frame * frames)

    def work(self, ms: float) -> Steps:
        """Take the loop for about so long, when it is free."""
        if ms > 0 and self.costs.spread > 0:
            shape = self.costs.spread**-2
            ms = self._rng.gammavariate(shape, ms / shape)
        with self.loop.request() as turn:
            yield turn
            self.busy += ms
            yield self.world.timeout(ms / 1000)

    def _collect(self) -> Steps:
        while True:
            yield self.world.timeout(1 / COLLECTIONS)
            garbage, self._garbage = self._garbage, 0.0
            yield from self.work(garbage)

    def _chores(self, ms: float) -> Steps:
        while True:
            yield self.world.timeout(self._rng.uniform(0.5, 1.5) / CHORES)
            yield from self.work(ms / CHORES)

    def stored(self) -> simpy.Event:
        """Ask for a place in the next transaction; happens when that is over."""
        wish = self.world.event()
        self._wishes.append(wish)
        if not self._wake.triggered:
            self._wake.succeed()
        return wish

    def _write(self) -> Steps:
        costs = self.costs
        while True:
            yield self._wake
            yield self.world.timeout(costs.window / 1000)
            self._wake = self.world.event()
            while self._wishes:
                batch, self._wishes = self._wishes[:LARGEST], self._wishes[LARGEST:]
                yield from self.work(costs.commit)
                wait = self._rng.expovariate(1 / max(costs.wait + costs.wait_row * len(batch), 1e-9))
                if self._rng.random() < costs.stalled:
                    wait += self._rng.expovariate(1 / costs.stall)
                yield self.world.timeout(wait / 1000)
                self.commits += 1
                for each in batch:
                    each.succeed()


class _World:
    def __init__(self, costs: Costs, load: Load, seed: int) -> None:
        self.env, self.costs, self.load, self.rng = simpy.Environment(), costs, load, Random(seed)
        people = load.people / load.processes
        self.processes = [_Process(self.env, costs, people, self.rng) for _ in range(load.processes)]
        self.took: list[float] = []
        self.frames, self.notes = 0.0, 0
        for _ in range(load.people // load.seats):
            self.env.process(self._table())

    def _think(self) -> float:
        return self.rng.uniform(0.5, 1.5) * self.load.pace

    def _table(self) -> Steps:
        load, rng = self.load, self.rng
        owner = rng.choice(self.processes)
        gateways = [rng.choice(self.processes) for _ in range(load.seats)]
        yield self.env.timeout(rng.random() * load.pace)
        while True:
            for n in range(max(1, round(rng.expovariate(1 / load.deal)))):
                yield self.env.timeout(self._think())
                began = self.env.now
                yield from self._act(owner, gateways, gateways[n % load.seats])
                self.took.append(1000 * (self.env.now - began) + self.costs.wire)
            yield self.env.all_of([self.env.process(self._look(owner, gateways, each)) for each in gateways])

    def _look(self, owner: _Process, gateways: list[_Process], gateway: _Process) -> Steps:
        """Somebody looks at the result of a deal, and is ready for the next one."""
        yield self.env.timeout(self._think())
        yield from self._act(owner, gateways, gateway)

    def _act(self, owner: _Process, gateways: list[_Process], gateway: _Process) -> Steps:
        costs = self.costs
        if gateway is not owner:
            yield from self._over(gateway, owner, costs.asked)
        yield from owner.begin()
        yield owner.stored()
        yield from owner.end(costs.shown * len(gateways))
        self.frames += costs.shown * len(gateways)
        far = [each for each in gateways if each is not owner]
        if gateway is not owner:
            far.remove(gateway)
            yield from self._over(owner, gateway, costs.relayed)
        for each in far:
            self.env.process(self._over(owner, each, costs.relayed))

    def _over(self, one: _Process, other: _Process, ms: float) -> Steps:
        self.notes += 1
        yield from one.work(ms / 2)
        yield self.env.timeout(self.costs.hop / 1000)
        yield from other.work(ms / 2)


def simulate(costs: Costs, load: Load, seconds: float = 20.0, warm: float = 3.0, seed: int = 1) -> Expected:
    """What a room does under a load. Equal seeds give equal answers."""
    world = _World(costs, load, seed)
    world.env.run(until=warm)
    world.took.clear()
    world.frames, world.notes = 0.0, 0
    for each in world.processes:
        each.busy, each.commits = 0.0, 0
    world.env.run(until=warm + seconds)
    took = sorted(world.took) or [0.0]
    return Expected(
        acts=len(world.took) / seconds,
        commits=sum(each.commits for each in world.processes) / seconds,
        frames=world.frames / seconds,
        cpu=max(each.busy for each in world.processes) / seconds / 1000,
        p50=took[len(took) // 2],
        p99=took[min(len(took) - 1, int(0.99 * len(took)))],
        notes=world.notes / seconds,
    )


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--seats", type=int, default=4, help="people at a table")
    parser.add_argument("--pace", type=float, default=2.5, help="average seconds before an action")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    costs = costs_of(json.loads(MEASURED.read_text(encoding="utf-8"))["costs"])
    load = Load(given.people, given.seats, given.pace, processes=given.processes)
    for name, value in asdict(simulate(costs, load, given.seconds, seed=given.seed)).items():
        print(f"{name:>8} {value:,.2f}")
    return 0
