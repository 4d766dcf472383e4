"""People who leave for good in the midst of all trouble, come back as somebody else, and must be named nowhere then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.simulation.database import Database
from tests.simulation.people import Person
from tests.unpacked import unpacked

if TYPE_CHECKING:
    from tests.simulation.world import World

__all__ = ["Leaver", "named"]

LATER: Final = ["Gina", "Hugo", "Ines", "Jan", "Kim", "Lou", "Mia", "Noa", "Olga", "Paul", "Rita", "Sven"]
"""The names of those who have come back."""


class Leaver(Person):
    """Somebody who asks to be deleted, again and again until the room says that it is done."""

    def __init__(self, world: World, number: int):
        super().__init__(world, number)
        self._goes = False
        self._wishes = self.chance.choice((1, 1, 2))
        for _ in range(self._wishes):
            world.loop.outside(1.0 + self.chance.random() * world.plan.trouble, self._go)

    def _go(self) -> None:
        if self.line is None or self.token is None or self._goes:
            return
        self._goes = True
        self._ask()

    def _ask(self) -> None:
        if self._goes:
            self._send("bye")

    def _gone(self) -> None:
        self.world.gone.append((self.world.witness.ids[self.name], self.name))
        self.world.witness_names.discard(self.name)
        self._goes, self.token, self.at, self.state = False, None, "", None
        self.name = LATER[self.number * 2 + self._wishes - 1]
        self._wishes -= 1

    # --- what they hear

    def _hear_welcome(self, message: dict[str, Any]) -> None:
        if message["stale"] and self._goes:
            self._gone()
        super()._hear_welcome(message)

    def _hear_forgotten(self, _: dict[str, Any]) -> None:
        if self._goes:
            self._gone()
            self._send("name")

    def _hear_you(self, message: dict[str, Any]) -> None:
        super()._hear_you(message)
        found = self.world.database.raw.execute("select id from people where name = ?", (self.name,)).fetchone()
        if found is not None:
            self.world.witness.ids[self.name] = found[0]
        self._ask()

    def _hear_error(self, message: dict[str, Any]) -> None:
        if message["re"] != "bye":
            super()._hear_error(message)
        else:
            self._later(0.7, self._ask)

    # --- what they do

    def _find_table(self, seek: int) -> None:
        if not self._goes:
            super()._find_table(seek)

    def _think(self) -> None:
        if not self._goes:
            super()._think()


def named(database: Database, gone: list[tuple[str, str]]) -> Iterator[str]:
    """Where the database still knows people who are gone, by their id or their name, unless somebody else has that."""
    again = {name for (name,) in database.raw.execute("select name from people").fetchall()}  # asked for long before
    tables = [
        name for (name,) in database.raw.execute("select name from sqlite_master where type = 'table'").fetchall()
    ]
    for table in tables:
        for row in database.raw.execute(f"select * from {table}").fetchall():
            for text in map(unpacked, row):
                for id, name in gone:  # noqa: A001
                    if id in text or (name not in again and (f'"{name}"' in text or text == name)):
                        yield f"{name} in {table}: {text[:200]}"
