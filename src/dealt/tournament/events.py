"""The events of a tournament. They are what is stored of it, and its whole state follows from them.

They hold whatever came from outside: who came, what was drawn, how boards came out. Old events must stay readable:
fields are only added, each with a default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from dealt.wire.protocol import Clock, Scalar, TournamentKind, any_of, texts_of


class _Base(Struct, tag_field="event", frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any event."""


class Opened(_Base, tag="opened", frozen=True):
    """Somebody has opened a tournament, and directs it; always the first event.

    ``rounds`` are those of a Swiss, ``minutes`` the time of an arena; ``boards`` are played at a table. ``fill``:
    computers of a level take the seats that nobody has; otherwise those who are left over sit out. Where it is rated,
    ``ratings`` are those of the computers by seat. ``club`` is the id of that whose members alone see it and play;
    whoever leads the club directs it.
    """

    name: str
    kind: TournamentKind
    game: str
    version: int
    options: dict[str, Scalar]
    by: str
    by_name: str
    rounds: int
    boards: int
    minutes: int
    clock: Clock
    computers: str
    fill: bool = True
    ratings: list[float] = []
    club: str = ""


class Enrolled(_Base, tag="enrolled", frozen=True):
    """Somebody plays from the next pairing on; where pairs or teams play with these, if they want the same.

    ``partner`` is with whom they sit, ``others`` are more of a team. Late they take the first place that nobody has.
    """

    person: str
    name: str
    partner: str = ""
    others: list[str] = []


class Withdrew(_Base, tag="withdrew", frozen=True):
    """Somebody is paired no more: by their own wish, for they were ``absent``, or ``removed`` by the director."""

    person: str
    absent: bool = False
    removed: bool = False


class Began(_Base, tag="began", frozen=True):
    """The director has begun it. Where pairs or teams play these are they; computers have the places that lack."""

    pairs: list[list[str]] = []


class Seating(Struct, frozen=True, omit_defaults=True):
    """A table with its id: who sits where (empty: a computer), and the number of its first board.

    ``by_hand``: the director has put these people together. ``sides`` are the numbers of the pairs or teams by side,
    -1 for computers alone; the tables of a round with the same two are a match.
    """

    table: str
    first: int
    places: list[str]
    by_hand: bool = False
    sides: list[int] = []


class Paired(_Base, tag="paired", frozen=True):
    """Tables were made up: those of the next round, or more of an arena.

    ``out`` are people who sit out, ``beaten`` those whom the round before has put out of a knock-out.
    """

    tables: list[Seating]
    out: list[str] = []
    beaten: list[str] = []


class Reported(_Base, tag="reported", frozen=True):
    """How a board came out at a table, by seat; at the ``absent`` seats a computer sat in somebody's place.

    ``began`` and ``over`` are when; ``began`` is 0 where it was not played to its end by who was there at first.
    """

    table: str
    board: int
    scores: list[float]
    absent: list[int] = []
    began: float = 0.0
    over: float = 0.0


class Field(Struct, frozen=True):
    """Results of the same cards from the same seats that are rated against each other; or those of a single table.

    Of each, the table, who played (a person's id, or a computer's rating), and the place, 0 being the best.
    """

    tables: list[str]
    sides: list[list[str | float]]
    places: list[int]


class Rated(_Base, tag="rated", frozen=True):
    """A board went into people's ratings, in the same transaction."""

    board: int
    fields: list[Field] = []


class Closed(_Base, tag="closed", frozen=True):
    """No more boards come from a table."""

    table: str


class Adjusted(_Base, tag="adjusted", frozen=True):
    """The director gives somebody so many percent for their n-th result, for a reason that all see."""

    person: str
    n: int
    percent: float
    reason: str


class Paused(_Base, tag="paused", frozen=True):
    """Nobody is paired for the time being, or again."""

    on: bool


class Ended(_Base, tag="ended", frozen=True):
    """It is over."""


if TYPE_CHECKING:
    Event = _Base
else:
    Event = any_of(_Base)

encode, decode = texts_of(_Base)
