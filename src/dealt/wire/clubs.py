"""Every message about clubs and classes, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dealt.wire.to_face import LobbyTable, LobbyTournament
from dealt.wire.to_room import Incoming
from dealt.wire.values import STORABLE, ClubKind, Costly, Day, Number, Outgoing, Short

__all__ = [
    "Assignment", "Assignments", "ChangeAssignment", "Club", "ClubMember", "ClubState", "Clubs", "DirectClub",
    "EndAssignment", "GetAssignments", "GetClub", "GetClubs", "JoinClub", "LeaveClub", "OpenClub", "Progress",
    "SetAssignment",
]  # fmt: skip


Title = Annotated[str, Meta(max_length=60, pattern=STORABLE)]


class GetClubs(Costly, Incoming, tag="clubs"):
    """The clubs and classes in which you are; answered by ``clubs``."""


class GetClub(Costly, Incoming, tag="club"):
    """Who is in a club of yours, its tables and its tournaments; answered by ``club``, and again when it changes.

    Until another one is asked for; an empty id ends it without an answer.
    """

    id: Short


class OpenClub(Costly, Incoming, tag="open_club"):
    """Open a club or a class, and lead it; answered by ``club``."""

    name: Annotated[str, Meta(max_length=40, pattern=STORABLE)]
    kind: ClubKind = "club"


class JoinClub(Costly, Incoming, tag="join_club"):
    """Come into a club by its code, which is good until it is renewed; answered by ``club``."""

    code: Short


class LeaveClub(Costly, Incoming, tag="leave_club"):
    """Be in a club no more; it ends with its last member. Answered by ``clubs``."""

    id: Short


class DirectClub(Costly, Incoming, tag="direct_club"):
    """What those may do who lead a club; answered by ``club``, or by ``clubs`` if you are in it no more.

    ``renew``: another code. ``remove``, ``lead``, ``unlead``: the member of that ``name``. ``end``: the end of it.
    """

    id: Short
    do: Literal["renew", "remove", "lead", "unlead", "end"]
    name: Short = ""


class GetAssignments(Costly, Incoming, tag="assignments"):
    """What a class of yours is to play, and how far you are; if you lead it, how far everybody is. Answered by
    ``assignments``.
    """

    club: Short


class SetAssignment(Costly, Incoming, tag="set_assignment"):
    """Set a class that you lead some deals to play; answered by ``assignments``."""

    club: Short
    game: Short
    until: Number
    """When it ends, in seconds since 1970."""
    title: Title = ""
    deals: Annotated[int, Meta(ge=1, le=1000)] = 10
    """How many are to be finished from now on, by the standard rules of the game, at any tables."""
    won: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many of them are to be won."""
    day: Day | None = None
    """The boards of this day are meant instead: their first ``deals``, which nobody wins."""


class ChangeAssignment(Costly, Incoming, tag="change_assignment"):
    """Give an assignment of a class that you lead another end or title, or both; answered by ``assignments``.

    It may have ended: what was played meanwhile counts if it is before the new end.
    """

    club: Short
    id: Short
    until: Number | None = None
    title: Title | None = None


class EndAssignment(Costly, Incoming, tag="end_assignment"):
    """Take an assignment back of a class that you lead; answered by ``assignments``."""

    club: Short
    id: Short


class Club(Struct, frozen=True, gc=False):
    """A club of yours; ``members`` says how many there are. ``leads``: you do."""

    id: str
    name: str
    kind: ClubKind
    members: int
    leads: bool = False


class Clubs(Outgoing, tag="clubs"):
    """The clubs and classes in which you are; it also comes when somebody has taken you out of one."""

    clubs: list[Club]


class ClubMember(Struct, frozen=True, gc=False):
    """Somebody in a club, and whether they lead it."""

    name: str
    avatar: int = 0
    leads: bool = False


class ClubState(Outgoing, tag="club"):
    """A club, with the ``code`` by which others come in, its members, the longest there first, and what is played."""

    id: str
    name: str
    kind: ClubKind
    code: str
    members: list[ClubMember]
    tables: list[LobbyTable] = []
    tournaments: list[LobbyTournament] = []


class Progress(Struct, frozen=True, gc=False):
    """How far somebody is: ``deals`` that they finished in time, of them ``won``, and the mean score.

    ``last`` is when they finished one. ``mistakes`` are those in deals that were analysed: how many of which kind, the
    first word of the action.
    """

    name: str
    deals: int = 0
    won: int = 0
    mean: float | None = None
    last: float | None = None
    mistakes: dict[str, int] = {}


class Assignment(Struct, frozen=True):
    """What a class is to play; see ``set_assignment``. It was set ``since``. ``day`` is empty where none is named."""

    id: str
    title: str
    game: str
    deals: int
    won: int
    day: str
    since: float
    until: float
    members: list[Progress]
    """You alone, or if you lead the class all who are in it; of those who lead it who has played."""


class Assignments(Outgoing, tag="assignments"):
    """The assignments of a class, the newest first."""

    club: str
    assignments: list[Assignment]
