"""What a room tells of ratings."""

from __future__ import annotations

from msgspec import Struct

from dealt.wire.values import Outgoing

__all__ = ["ClubDeals", "RatedPlayer", "RatingPoint", "Ratings"]


class RatedPlayer(Struct, frozen=True, gc=False):
    """A person with enough rated deals, or a ``computer`` of the level ``name``, whose rating is fixed.

    ``error`` says how sure the ``rating`` is: in 95 of 100 cases it is wrong by less. ``gain`` is that of the week.
    """

    name: str
    rating: int
    error: int
    deals: int = 0
    gain: int = 0
    avatar: int = 0
    computer: bool = False


class RatingPoint(Struct, frozen=True, gc=False):
    """One's rating after a rated deal, which was over at that time, in seconds since 1970.

    ``shared``: others have played the same cards, and one's result was compared with theirs.
    """

    at: float
    rating: int
    error: int
    shared: bool = False


class ClubDeals(Struct, frozen=True, gc=False):
    """How many deals a member of a club has finished in a week."""

    name: str
    deals: int


class Ratings(Outgoing, tag="ratings"):
    """The leaderboard of a game, and one's own rating there, null before the first rated deal.

    The best come first, the computers among them; of a ``week`` people alone, those who have gained most in it. Nobody
    is listed with fewer than ``enough`` rated deals. ``course`` is one's own rating over the newest 300, the oldest
    first. Of a ``club`` there are its members alone, and ``finished`` says how many deals of the game each of them has
    finished in this week, most first; deals of tournaments and sets are not among them.
    """

    game: str
    week: bool
    players: list[RatedPlayer]
    enough: int
    own: RatedPlayer | None = None
    course: list[RatingPoint] = []
    club: str = ""
    finished: list[ClubDeals] = []
