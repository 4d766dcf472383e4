"""One table of the room as a state machine: who sits where, whose deal it is, what was said. No sockets, no clock.

Commands (:mod:`~dealt.session.seats`, :mod:`~dealt.session.dealing`, :mod:`~dealt.session.seeds`,
:mod:`~dealt.session.talk`, :mod:`~dealt.session.settings`) check and answer with events, without changing anything;
:func:`dealt.session.fold.apply` carries an event out. So an event can be stored first, and the same events make the
same session again after a restart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Literal

import msgspec

from dealt.game import Game, Seat
from dealt.mix import Mix
from dealt.players import seated
from dealt.session.deals import PlayedDeal
from dealt.session.events import Finished, Opened, Rated, Scored
from dealt.session.mixing import Mixing
from dealt.session.seating import COMPUTERS, Chair, Guest, Replaced, Taken
from dealt.table import Match, Table
from dealt.wire.protocol import ChatLine, Phase
from dealt.wire.refusal import Refused

KEPT_LINES: Final = 200


@dataclass(eq=False, repr=False)
class Session:
    """A table of the room, made of its events."""

    id: str
    settings: Opened
    game: Game[Any]
    opened_at: float = 0.0
    _: KW_ONLY
    n: int = 1
    """How many events it is made of."""
    phase: Phase = "waiting"
    ended: bool = False

    # who is here
    guests: dict[str, Guest] = field(default_factory=dict)
    chairs: list[Chair] = field(default_factory=list)
    changed: set[Seat] = field(default_factory=set)
    """The seats whose occupant has changed since the newest deal began."""
    replaced: list[Replaced] = field(default_factory=list)
    """The computers that failed here, and who plays for them."""
    taken: list[Taken] = field(default_factory=list)
    """The computers' cards that were taken over in the deal on the table, and by whom."""
    sat: list[str] | None = field(default_factory=list)
    """Who has had a seat in the deal on the table and knows cards of it; None if a snapshot has not kept that."""
    interrupted: bool = False
    """Has a computer played for somebody in the deal on the table, who left it or lost the connection?"""
    explained: bool = False
    """Can the table's computer tell what actions mean? The room finds out."""
    called: Sequence[str] = ()
    """What the computers on the seats are called; empty: by names of the house."""

    # the deal on the table
    match: Match[Any] | None = None
    matches: int = 0
    """How many matches this table has begun."""
    deal: int = 0
    """The number of the deal in its match."""
    dealt: int = 0
    """How many deals this table has had."""
    dealt_at: float = 0.0
    """When the deal on the table began."""
    laid: dict[str, str] = field(default_factory=dict)
    """The piles of the deal on the table, if they were laid out by hand: no seed stands behind it."""
    repeats: bool = False
    """Has the deal on the table been dealt before, so that somebody may know it?"""
    step: int = 0
    """Moves with every deal, action and undo, so that it names one position of this table for good."""
    undone: int = 0
    """How many actions were taken back."""
    begun: dict[Seat, int] = field(default_factory=dict)
    """The step at which the turn of a seat began."""
    times: dict[int, float] = field(default_factory=dict)
    """When the steps at which turns began came, and the newest one."""

    # its seed, and the next one
    mix: Mix | None = None
    """What the seed of the deal on the table is made of; None if nobody contributed."""
    drawn_deal: int = 0
    """The number of the seed of the deal on the table."""
    drawn: int = 0
    """How many seeds were drawn: the number, in the table's set, of the newest."""
    promised: bytes | None = None
    """The server's seed of the next deal, drawn before anybody can ask for that deal. Nobody may see it."""
    mixing: Mixing = field(default_factory=Mixing)
    """What has come from people for the seed of the next deal."""

    # deals that are over
    played: list[PlayedDeal] = field(default_factory=list)
    """Deals that are over, until the store has them in rows of their own."""
    uncounted: list[Scored] = field(default_factory=list)
    """Deals that have ended and are in nobody's statistics yet."""
    rated: list[Rated] = field(default_factory=list)
    """Rated deals that have ended and are in no rating yet."""
    finished: list[Finished] = field(default_factory=list)
    """Deals that have ended and are not yet in the results of the table's set."""

    # what was said
    talk: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    talked: int = 0

    def __post_init__(self) -> None:
        self.settings = msgspec.structs.replace(self.settings, options=dict(self.game.options))
        self.chairs = self.chairs or [Chair() for _ in range(self.game.seats)]
        self.drawn, self.dealt = self.drawn or self.settings.boards, self.dealt or self.settings.boards

    @property
    def played_now(self) -> list[PlayedDeal]:
        """Those of the deals in memory that belong to the match under way."""
        return [each for each in self.played if each.match == self.matches]

    @property
    def table(self) -> Table[Any] | None:
        """The deal under way, or the last one."""
        return self.match.table if self.match else None

    @property
    def turn(self) -> tuple[Seat, ...]:
        """Who may act now."""
        return self.table.turn if self.table and self.phase == "playing" else ()

    def seat_of(self, person: str) -> Seat | None:
        """Where a person sits, or None."""
        for n, chair in enumerate(self.chairs):  # asked for every frame
            if chair.person == person and person:
                return n
        return None

    def own_seat(self, person: str) -> Seat:
        """Where a person sits; Refused if nowhere."""
        seat = self.seat_of(person)
        if seat is None:
            raise Refused("not_seated" if person in self.guests else "not_at_table")
        return seat

    def check_here(self, person: str) -> None:
        """Refused if somebody is not at the table."""
        if person not in self.guests:
            raise Refused("not_at_table")

    def next_of(self, person: str) -> Seat | None:
        """Which seat a person takes at the next deal, or None."""
        return next((n for n, chair in enumerate(self.chairs) if chair.next == person and person), None)

    def since(self, seat: Seat) -> int:
        """The step at which a seat's turn began; answers to an earlier position are stale."""
        return self.begun.get(seat, self.step)

    def is_stale(self, seat: Seat | None, step: int) -> bool:
        """Does what a seat says of the position after ``step`` actions come too late, or of one that never was?

        While its turn lasts it may not have seen yet what others have done at the same moment.
        """
        return step != self.step and (step > self.step or seat not in self.turn or step < self.since(seat))

    @property
    def players(self) -> list[str]:
        """The people who sit or will sit, by arrival. Without any the table ends."""
        placed = {chair.person for chair in self.chairs} | {chair.next for chair in self.chairs}
        return [person for person in self.guests if person in placed]

    @property
    def watchers(self) -> list[str]:
        """The people who sit nowhere now."""
        seated = {chair.person for chair in self.chairs}
        return [person for person in self.guests if person not in seated]

    @property
    def dealer(self) -> str | None:
        """Who may start: the player who came first."""
        return next(iter(self.players), None)

    def check_dealer(self, person: str, code: str) -> None:
        """Refused with that code if somebody else is the dealer."""
        if person != self.dealer:
            raise Refused(code, name=self.guests[self.dealer].name if self.dealer else "")

    @property
    def free(self) -> int:
        """How many more people can get a seat, now or at the next deal."""
        if self.settings.places:
            return 0
        return sum(chair.kind != "person" and not chair.next for chair in self.chairs)

    def name_on(self, seat: Seat) -> str:
        """The name of who is on a seat; an empty one's is empty."""
        chair = self.chairs[seat]
        if chair.kind == "person":
            return self.guests[chair.person].name
        return self.computer_on(seat) if chair.kind == "computer" else ""

    @property
    def names(self) -> list[str]:
        """The names of who is on the seats."""
        return [self.name_on(seat) for seat in range(len(self.chairs))]

    def plays(self, seat: Seat) -> str:
        """The level or the name of the computer that plays on a seat, or would."""
        return seated(self.settings.computers, len(self.chairs))[seat]

    def computer_on(self, seat: Seat) -> str:
        """What the computer of a seat is called; tables begin at different names, but not those of boards."""
        if self.called:
            return self.called[seat]
        first = 0 if self.settings.by_board else sum(self.id.encode())
        return COMPUTERS[(first + seat) % len(COMPUTERS)] + (f" {seat}" if seat >= len(COMPUTERS) else "")

    @property
    def fixed(self) -> Literal["", "seed", "set"]:
        """Why nobody contributes to the seeds of this table; empty if people do."""
        return "set" if self.settings.set else "seed" if self.settings.seed else ""

    @property
    def for_nobody(self) -> Literal["", "seed", "set", "same", "replaced", "taken"]:
        """Why the deal on the table counts in nobody's statistics; empty if it counts.

        Somebody could know its cards, or a computer that failed was replaced in the midst of it, or somebody took its
        cards over: from the next deal on it is who plays there then that one wins or loses against.
        """
        changed = any(each.dealt == self.dealt for each in self.replaced)
        return self.fixed or ("same" if self.repeats else "replaced" if changed else "taken" if self.taken else "")

    def in_next_deal(self) -> list[tuple[str, str] | None]:
        """The person and the name on each seat in the deal to come; None for a computer."""
        people = [chair.next or (chair.person if chair.kind == "person" else "") for chair in self.chairs]
        return [(person, self.guests[person].name) if person else None for person in people]

    @property
    def next_people(self) -> list[str]:
        """The people who have a seat in the deal to come, by seat."""
        return [each[0] for each in self.in_next_deal() if each]

    def takeable(self, person: str) -> Seat | None:
        """The seat whose cards somebody may take over from a computer now; None if they wait for the next deal.

        Nobody may who has seen cards of this deal from another seat, or at a table whose deals somebody may know.
        Watchers may: they are shown no hidden card (:mod:`dealt.session.view`).
        """
        if not self.takes_over(person):
            return None
        kept = "" if self.next_of(person) is None else person
        return next((n for n, chair in enumerate(self.chairs) if (chair.kind, chair.next) == ("computer", kept)), None)

    def takes_over(self, person: str) -> bool:
        """May somebody take over any cards in this deal, if a computer has some that are promised to nobody else?"""
        known = self.fixed or self.repeats or not self.settings.takeovers
        return self.phase == "playing" and not known and self.sat is not None and person not in self.sat
