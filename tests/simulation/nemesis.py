"""Makes trouble: it kills, freezes, cuts off, fills disks, slows and sets clocks, and rests at the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.simulation.clock import Machine
    from tests.simulation.world import World

__all__ = ["Nemesis"]

FEWEST, MOST = 2, 9
"""The number of deeds in one world."""
SHARES: Final = {
    "kill": 11,
    "freeze": 8,
    "part_from_database": 8,
    "part_from_bus": 7,
    "revoke_lease": 6,
    "lose_lock": 6,
    "lose_notes": 7,
    "stop_bus": 4,
    "slow_commits": 7,
    "forget_commits": 7,
    "fill_disk": 4,
    "restart_database": 4,
    "set_clock": 4,
    "drop_line": 13,
    "slow_line": 4,
}
"""Of a hundred deeds, how many are of each kind."""


class Nemesis:
    """What goes wrong in a world, by chance: each deed lasts for a while and is undone, at the latest when it rests."""

    def __init__(self, world: World):
        self.world = world
        self.chance = Random(world.chance.random())
        self.deeds: list[str] = []
        """What it has done, for people."""
        self.carried_out: list[str] = []
        """Of which kinds that was."""
        self._undone: list[Callable[[], None]] = []
        if not world.plan.trouble:
            return
        shares = {each: share for each, share in SHARES.items() if not world.plan.deeds or each in world.plan.deeds}
        some = self.chance.choices(list(shares), list(shares.values()), k=self.chance.randint(FEWEST, MOST))
        for each in some:
            world.loop.outside(0.5 + self.chance.random() * max(0.1, world.plan.trouble - 0.5), self._do, each)

    def _do(self, kind: str) -> None:
        if self.world.rests:
            return
        before = len(self.deeds)
        undo: Callable[[], None] | None = getattr(self, f"_{kind}")()
        if len(self.deeds) > before:  # there was something to do it to
            self.carried_out.append(kind)
        if undo is not None:
            lasts = self.chance.choice((0.2, 1.0, 2.5, 5.0)) * (0.5 + self.chance.random())

            def end() -> None:
                if undo in self._undone:
                    self._undone.remove(undo)
                    undo()

            self._undone.append(undo)
            self.world.loop.outside(lasts, end)

    def _tell(self, what: str) -> None:
        self.deeds.append(f"{self.world.loop.time() - 1000:8.3f} {what}")
        self.world.witness.note("nemesis", what)

    def rest(self) -> None:
        """Make everything whole."""
        undone, self._undone = self._undone, []
        for each in undone:
            each()
        self._tell("rests")

    # --- deeds, each of which returns what undoes it

    def _machine(self) -> Machine | None:
        """That of any process that lives."""
        some = [each.machine for each in self.world.processes if not each.machine.dead]
        return self.chance.choice(some) if some else None

    def _kill(self) -> None:
        if machine := self._machine():
            self._tell(f"kills {machine}")
            next(each for each in self.world.processes if each.machine is machine).kill()

    def _freeze(self) -> Callable[[], None] | None:
        if not (machine := self._machine()):
            return None
        self._tell(f"freezes {machine}")
        machine.frozen = True

        def thaw() -> None:
            self._tell(f"thaws {machine}")
            self.world.loop.thaw(machine)

        return thaw

    def _part_from_database(self) -> Callable[[], None] | None:
        if not (machine := self._machine()):
            return None
        self._tell(f"parts {machine} from the database")
        self.world.database.part(machine)
        return lambda: self.world.database.join(machine)

    def _revoke_lease(self) -> None:
        """Its process lives on, and finds out by itself."""
        database = self.world.database
        if database.holder is not None:
            self.world.loop.outside(0.01, self._do, "revoke_lease")
        elif (machine := self._machine()) and machine.number and database.revoke(machine.number):
            self._tell(f"takes the lease of {machine} away")

    def _lose_lock(self) -> None:
        """The connection that shows that a process lives is lost; its lease is not."""
        if (machine := self._machine()) and self.world.database.unlock(machine):
            self._tell(f"loses the locks of {machine}")

    def _part_from_bus(self) -> Callable[[], None] | None:
        if not (machine := self._machine()):
            return None
        self._tell(f"parts {machine} from the bus")
        self.world.redis.part(machine)
        return lambda: self.world.redis.join(machine)

    def _lose_notes(self) -> Callable[[], None]:
        redis, chance = self.world.redis, self.chance
        self._tell("loses, doubles and holds up notes")
        redis.lost, redis.doubled, redis.late = chance.choice((0.0, 0.05, 0.4)), chance.choice((0.0, 0.1)), 0.4

        def undo() -> None:
            redis.lost = redis.doubled = redis.late = 0.0

        return undo

    def _stop_bus(self) -> Callable[[], None]:
        self._tell("stops the bus")
        self.world.redis.stop()
        return self.world.redis.start

    def _slow_commits(self) -> Callable[[], None]:
        database = self.world.database
        database.slow = self.chance.choice((0.2, 1.0, 3.0))
        self._tell(f"makes commits take up to {database.slow} s")

        def undo() -> None:
            database.slow = 0.0

        return undo

    def _forget_commits(self) -> Callable[[], None]:
        database = self.world.database
        database.forgetful = self.chance.choice((0.05, 0.3))
        self._tell("loses answers to commits")

        def undo() -> None:
            database.forgetful = 0.0

        return undo

    def _fill_disk(self) -> Callable[[], None]:
        database = self.world.database
        self._tell("fills the disk")
        database.full = True

        def undo() -> None:
            self._tell("makes room on the disk")
            database.full = False

        return undo

    def _restart_database(self) -> None:
        self._tell("restarts the database")
        self.world.database.restart()

    def _set_clock(self) -> None:
        seconds = self.chance.choice((-3600.0, -20.0, -2.0, 2.0, 20.0, 3600.0))
        self._tell(f"sets the clock of the database by {seconds} s")
        self.world.database.offset += seconds

    def _drop_line(self) -> None:
        person = self.chance.choice(self.world.people)
        self._tell(f"drops the line of {person.name}")
        person.drop()

    def _slow_line(self) -> Callable[[], None] | None:
        line = self.chance.choice(self.world.people).line
        if line is None:
            return None
        self._tell(f"slows the line of {line.person.name}")
        line.slow = 1.5

        def undo() -> None:
            line.slow = 0.0

        return undo
