"""People who play a tournament of theirs in the midst of all trouble, and are a class that is set deals to play."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.simulation.people import Person

if TYPE_CHECKING:
    from tests.simulation.world import World

__all__ = ["Entrant", "Evening"]

PAIRS: Final = ("teams", "howell")
KINDS: Final = ("swiss", "swiss", "arena", "knockout", *PAIRS)
LONG: Final = 2 * 24 * 3600
"""The seconds for which a class is set deals: no clock leaps so far."""


@dataclass(frozen=True)
class Evening:
    """What people play."""

    kind: str
    boards: int = 1
    rounds: int = 2
    fill: bool = True
    rated: bool = False
    school: bool = False
    """Are they a class that is set deals?"""
    closed: bool = False
    """Is the tournament the class's own?"""

    @classmethod
    def of(cls, chance: Random) -> Evening:
        """An evening by chance."""
        draw = [chance.random() for _ in range(3)]
        kind, boards, rounds = chance.choice(KINDS), chance.choice((1, 1, 2)), chance.choice((1, 2, 2))
        fill = draw[0] < 0.7 or kind in PAIRS  # a team alone meets nobody
        return cls(kind, boards, rounds, fill, draw[1] < 0.3, draw[2] < 0.5, draw[2] < 0.2)

    @property
    def game(self) -> str:
        """What is played."""
        return "pairs" if self.kind in PAIRS else "gift"


class Entrant(Person):
    """Somebody who plays in the tournament as well; the first of all directs it, and leads the class."""

    def __init__(self, world: World, number: int, evening: Evening):
        super().__init__(world, number)
        self.evening = evening
        self.standing: dict[str, Any] | None = None
        """The tournament as they were told of it last by this connection."""
        self._table = ""
        """Their table of the tournament, to which they were called."""
        self._member = self._assigned = False
        self._asked = 0.0
        world.loop.outside(0.3, self._attend)

    # --- what they hear

    def _hear_welcome(self, message: dict[str, Any]) -> None:
        super()._hear_welcome(message)
        self.standing, self._asked = None, 0.0

    def _hear_tournament(self, message: dict[str, Any]) -> None:
        if message["id"] not in self.world.tournaments:
            self.world.tournaments.append(message["id"])
        self.standing = message if message["id"] == self.world.tournaments[0] else None

    def _hear_tournament_call(self, message: dict[str, Any]) -> None:
        self._table = message["table"]
        if self.at:
            self._later(0.3, self._send, "leave")

    def _hear_table(self, message: dict[str, Any]) -> None:
        if message["id"] == self._table:
            self._table = ""
        super()._hear_table(message)

    def _hear_club(self, message: dict[str, Any]) -> None:
        self._member = True
        if message["name"] == "School" and not self.world.school:  # it may have been opened twice
            self.world.school = message["id"], message["code"]

    def _hear_assignments(self, message: dict[str, Any]) -> None:
        self._assigned = bool(message["assignments"])

    def _hear_error(self, message: dict[str, Any]) -> None:
        if message["re"] in ("join", "leave"):
            self._table = ""
        super()._hear_error(message)

    # --- what they do

    def _find_table(self, seek: int) -> None:
        if self._table and seek == self._seeks and self.line is not None and self.token is not None and not self.at:
            self._send("join", table=self._table)
            self._seek(3.0)
        elif self._plays and self.chance.random() < 0.8:
            self._seek(1.0)
        else:
            super()._find_table(seek)

    @property
    def _plays(self) -> bool:
        """Do they wait for a table of the tournament?"""
        return self.standing is not None and self.standing["phase"] == "running" and self._row is not None

    @property
    def _row(self) -> dict[str, Any] | None:
        """How they stand, if they have entered."""
        rows = self.standing["standing"] if self.standing else ()
        return next((each for each in rows if each["name"] == self.name and each["here"]), None)

    def _attend(self) -> None:
        """Do what is to be done, again and again: whatever was lost is done once more."""
        self._later(0.5, self._attend)
        if self.line is None or self.token is None or self.name not in self.world.witness_names:
            return
        if self.evening.school:
            self._learn()
        if not self.world.tournaments:
            if self.number == 0 and (self.world.school or not self.evening.closed):
                self._open()
        elif self.standing is None:
            self._send("get_tournament", id=self.world.tournaments[0])
        elif self.standing["phase"] != "over":
            self._take_part(self.standing)

    def _open(self) -> None:
        evening = self.evening
        club = {"club": self.world.school[0]} if evening.closed else {}
        self._send(
            "open_tournament", game=evening.game, kind=evening.kind, name="Evening", rounds=evening.rounds,
            boards=evening.boards, minutes=1, computers="random", fill=evening.fill, rated=evening.rated, **club,
        )  # fmt: skip

    def _take_part(self, state: dict[str, Any]) -> None:
        draw, id = self.chance.random(), state["id"]  # noqa: A001
        if self._row is None and state["enters"]:
            self._send("join_tournament", id=id)
        elif self._row is not None and draw < 0.03 and not self.world.rests:
            self._send("leave_tournament", id=id)
        if self.number == 0 and (order := self._order(state)):
            self._send("direct_tournament", id=id, **order)

    def _order(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """What the director wants."""
        draw, rests = self.chance.random(), self.world.rests
        if state["phase"] == "open":
            there = len(state["standing"])
            return {"order": "start"} if there == len(self.world.people) or (there > 1 and draw < 0.3) else None
        if state["paused"]:
            return {"order": "resume"}
        if state["kind"] == "arena":
            return {"order": "end"} if rests and draw < 0.3 else None
        if state["next_in"] is not None and (rests or draw < 0.5):
            return {"order": "pair"}
        if draw > 0.95 and not rests:
            return {"order": "pause"}
        if draw > 0.9 and state["kind"] == "swiss" and state["standing"]:
            name = self.chance.choice(state["standing"])["name"]
            return {"order": "adjust", "name": name, "n": state["round"], "percent": 40.0, "reason": "Late."}
        return None

    def _learn(self) -> None:
        """Be in the class, set it deals, and look how far all are."""
        if not self.world.school:
            if self.number == 0:
                self._send("open_club", name="School", kind="class")
            return
        club, code = self.world.school
        if not self._member:
            self._send("join_club", code=code)
        elif self.number == 0 and not self._assigned:
            until = int(self.world.database.now()) + LONG
            self._send("set_assignment", club=club, game="gift", until=until, deals=3)
        elif self.chance.random() < 0.1:
            self._send("assignments", club=club)
