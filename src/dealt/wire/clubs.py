"""Every message about clubs and classes, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dealt.wire.to_face import LobbyTable, LobbyTournament
from dealt.wire.to_room import Incoming
from dealt.wire.values import STORABLE, ClubKind, Outgoing, Short

__all__ = [
    "Club", "ClubMember", "ClubState", "Clubs", "DirectClub", "GetClub", "GetClubs", "JoinClub", "LeaveClub",
    "OpenClub",
]  # fmt: skip


class GetClubs(Incoming, tag="clubs"):
    """The clubs and classes in which you are; answered by ``clubs``."""


class GetClub(Incoming, tag="club"):
    """Who is in a club of yours, its tables and its tournaments; answered by ``club``, and again when it changes.

    Until another one is asked for; an empty id ends it without an answer.
    """

    id: Short


class OpenClub(Incoming, tag="open_club"):
    """Open a club or a class, and lead it; answered by ``club``."""

    name: Annotated[str, Meta(max_length=40, pattern=STORABLE)]
    kind: ClubKind = "club"


class JoinClub(Incoming, tag="join_club"):
    """Come into a club by its code, which is good until it is renewed; answered by ``club``."""

    code: Short


class LeaveClub(Incoming, tag="leave_club"):
    """Be in a club no more; it ends with its last member. Answered by ``clubs``."""

    id: Short


class DirectClub(Incoming, tag="direct_club"):
    """What those may do who lead a club; answered by ``club``, or by ``clubs`` if you are in it no more.

    ``renew``: another code. ``remove``, ``lead``, ``unlead``: the member of that ``name``. ``end``: the end of it.
    """

    id: Short
    do: Literal["renew", "remove", "lead", "unlead", "end"]
    name: Short = ""


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
