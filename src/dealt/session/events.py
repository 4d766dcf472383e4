"""The events of a table. They are what is stored of it, and its whole state follows from them.

A table's state is the fold of its events, so they hold whatever came from outside: who came, the seed that was drawn,
the action that was chosen, the time. Old events must stay readable: fields are only added, each with a default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from dealt.daily import BOARDS, day_of
from dealt.wire.protocol import Clock, Pace, Scalar, any_of, texts_of

TOURNAMENT: Final = "tournament/"
"""What the name of a tournament's set begins with; nobody can give a set such a name."""

By = Literal["person", "computer", "standin", "clock"]


Failure = Literal["late", "died", "raised"]
"""How a computer fails: no answer in time, its process ended, or it raised an error or chose what is not legal."""


class _Base(Struct, tag_field="event", frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any event."""


class Opened(_Base, tag="opened", frozen=True):
    """A table with its house rules; always the first event. ``version`` is that of the game's rules.

    ``set`` is the name of the set that it belongs to, empty for a table by itself. ``seed`` is the word from which its
    deals follow, empty where they come from fresh randomness. ``takeovers``: may newcomers take cards over?
    ``boards`` is how many of the set's first deals are left out: the boards of a day that were played before, or those
    of a tournament's other tables. ``places`` are the people to whom the seats of a tournament's table belong (empty: a
    computer). ``last`` is the number of the last board that is played, 0 where that is the last of the day.
    ``ratings`` are those of the computers' levels at a rated table; empty at a friendly one. ``club`` is the id of that
    whose members alone may come, empty if it is no club's table. ``standard``: nobody has chosen
    other options than those of the game itself.
    """

    game: str
    version: int
    options: dict[str, Scalar]
    private: bool
    clock: Clock
    pace: Pace
    computers: str
    set: str = ""
    seed: str = ""
    takeovers: bool = True
    boards: int = 0
    places: list[str] = []
    last: int = 0
    ratings: dict[str, float] = {}
    club: str = ""
    standard: bool = False

    @property
    def rated(self) -> bool:
        """Do its deals count for ratings? Then nobody is helped there, and no cards are taken over."""
        return bool(self.ratings)

    @property
    def daily(self) -> bool:
        """Are its deals the boards of a day? Each stands for itself; one person plays them, alone, without help."""
        return day_of(self.set) is not None

    @property
    def tournament(self) -> str:
        """The id of the tournament that it belongs to; empty if it belongs to none."""
        return self.set.removeprefix(TOURNAMENT) if self.set.startswith(TOURNAMENT) else ""

    @property
    def by_board(self) -> bool:
        """Are its deals boards, each a match of its own, that others play as well?"""
        return self.daily or self.tournament != ""

    @property
    def last_board(self) -> int:
        """The number of the board after which the table ends; 0 where it has no boards."""
        return self.last or (BOARDS if self.daily else 0)


class Came(_Base, tag="came", frozen=True):
    """Somebody came, or watches no longer. ``seat`` is theirs now or from the next deal on; None: they watch.

    ``now``: in the midst of a deal they have taken the computer's cards there over.
    """

    person: str
    name: str
    seat: int | None = None
    now: bool = False


class Went(_Base, tag="went", frozen=True):
    """Somebody left, or stayed away for too long."""

    person: str
    lost: bool = False


class MarkedReady(_Base, tag="marked", frozen=True):
    """Somebody is ready for the next deal."""

    person: str


class SeedDrawn(_Base, tag="promised", frozen=True):
    """The server's seed of the next deal was drawn, in hex: secret until that deal is over; its hash is shown."""

    seed: str


class Sealed(_Base, tag="sealed", frozen=True):
    """Somebody sealed a contribution to the seed of the next deal: its SHA-256, in hex."""

    person: str
    seal: str


class DealDue(_Base, tag="due", frozen=True):
    """The next deal was asked for and waits for contributions. ``giving_up``: who gives up the one under way."""

    giving_up: str = ""


class SealsClosed(_Base, tag="seals_closed", frozen=True):
    """No more seals are taken for the next deal; those of the people who will sit there may be opened."""


class Contributed(_Base, tag="contributed", frozen=True):
    """The contribution of a seat, in hex: it fits the seal."""

    seat: int
    given: str


class DealBegan(_Base, tag="dealt", frozen=True):
    """The next deal began, from the promised seed and the contributions; ``same``: the deal before, once more.

    ``laid`` are piles that were laid out by hand.
    """

    same: bool = False
    laid: dict[str, str] = {}


class Acted(_Base, tag="acted", frozen=True):
    """An action, by its name. ``by`` is who chose it."""

    seat: int
    action: str
    by: By = "person"


class Undone(_Base, tag="undone", frozen=True):
    person: str


class GaveUp(_Base, tag="gave_up", frozen=True):
    """Somebody gave the deal under way up; the next one follows at once."""

    person: str


class Scored(Struct, frozen=True):
    """How a deal came out for a person: the number of the deal at this table, and when it ended."""

    person: str
    dealt: int
    score: float
    won: bool
    at: float


class Finished(Struct, frozen=True):
    """How a deal of a set came out: its number in the set, and names and scores by seat.

    ``began`` is when, if everybody who sat there played it alone to its end; otherwise 0.
    """

    deal: int
    names: list[str]
    scores: list[float]
    at: float
    began: float = 0.0


class Rated(Struct, frozen=True):
    """How a rated deal came out: who was on each side, and the place of each side, 0 being the best.

    Somebody is named by their id, and a computer by its rating, so that the ratings can be worked out anew from here.
    """

    dealt: int
    sides: list[list[str | float]]
    places: list[int]
    at: float


class Counted(_Base, tag="counted", frozen=True):
    """Deals that had ended went into the statistics of the people who sat there, in the same transaction.

    ``finished`` went into the results of the table's set, ``rated`` into people's ratings.
    """

    results: list[Scored]
    finished: list[Finished] = []
    rated: list[Rated] = []


class Spoke(_Base, tag="spoke", frozen=True):
    """A line of talk; ``phrase`` names it where it is a phrase of the house."""

    person: str
    text: str
    phrase: str = ""


class StoodIn(_Base, tag="stood_in", frozen=True):
    """A computer plays on for somebody whose connection is lost."""

    person: str


class Returned(_Base, tag="returned", frozen=True):
    """They are back and play themselves again."""

    person: str


class ComputerReplaced(_Base, tag="computer_replaced", frozen=True):
    """The table's computer failed too often: this one plays from now on. ``why`` names the last failure."""

    computers: str
    why: Failure = "raised"


class PaceSet(_Base, tag="pace_set", frozen=True):
    """The table's computers take another time from now on."""

    pace: Pace


class Ended(_Base, tag="ended", frozen=True):
    """No player is left, or the host has closed the table: it is gone."""


if TYPE_CHECKING:
    Event = _Base
else:
    Event = any_of(_Base)

encode, decode = texts_of(_Base)
