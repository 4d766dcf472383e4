"""Every message about tournaments, both ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dealt.wire.to_room import Incoming
from dealt.wire.values import (
    Clock,
    Costly,
    Long,
    Names,
    Number,
    Outgoing,
    Percent,
    Scalar,
    Short,
    TournamentKind,
    TournamentOrder,
)

__all__ = [
    "DirectTournament", "ExportTournament", "GetTournament", "JoinTournament", "LeaveTournament", "OpenTournament",
    "TournamentAdjusted", "TournamentCall", "TournamentRow", "TournamentState",
    "TournamentTable", "TournamentText",
]  # fmt: skip


class OpenTournament(Costly, Long, Incoming, tag="open_tournament"):
    """Open a tournament and direct it; answered by ``tournament``. Everybody in a round plays the same cards.

    ``swiss``: ``rounds`` against neighbours in the standing. ``arena``: tables as people become free, for ``minutes``.
    ``knockout``: the better half of each table goes on. At a table ``boards`` deals are played. Pairs play a
    ``howell``, where each meets each, or a ``mitchell``, where half of them meet the other half, for so many
    ``rounds`` at most. ``teams`` of four meet at two tables, the sides exchanged: each team each other one as often as
    the ``rounds`` allow, or neighbours in the standing where they are too few for that.
    """

    game: Short
    kind: TournamentKind = "swiss"
    name: Annotated[str, Meta(max_length=40)] = ""
    preset: Short | None = None
    options: Annotated[dict[str, Scalar], Meta(max_length=32)] = {}
    rounds: Annotated[int, Meta(ge=1, le=20)] = 5
    boards: Annotated[int, Meta(ge=1, le=16)] = 2
    minutes: Annotated[int, Meta(ge=1, le=240)] = 45
    clock: Literal[15, 30, 60] = 30
    computers: Names = "normal"
    """The level of computers on the seats that nobody has, or whose people are away."""
    fill: bool = True
    """Do computers take the seats that are left over? Otherwise those people sit out, with half the points."""
    rated: bool = False
    """Do boards move ratings? Each seat is compared with the same seat at the other tables. Computers are levels."""
    club: Short = ""
    """The id of a club that you lead: its members alone see the tournament and play, and who leads it directs."""


class GetTournament(Costly, Long, Incoming, tag="get_tournament"):
    """How does a tournament stand? Answered by ``tournament``, and again whenever it changes.

    Until another one is asked for; an empty id ends it without an answer.
    """

    id: Short


class JoinTournament(Costly, Incoming, tag="join_tournament"):
    """Play in a tournament from the next pairing on, also late. When one's table is ready, one is brought there.

    Where pairs or teams play, late only while the state says that one ``enters``. ``partner`` is with whom of those who
    have entered, empty for whoever is left; in a team, ``others`` are the other two. Those play together who have all
    named each other. It may be sent again to name others.
    """

    id: Short
    partner: Short | None = None
    others: Annotated[list[Short], Meta(max_length=32)] = []


class LeaveTournament(Costly, Incoming, tag="leave_tournament"):
    """Be paired no more. A table under way goes on, and one may come back; not after a knock-out has begun."""

    id: Short


class DirectTournament(Costly, Long, Incoming, tag="direct_tournament"):
    """What the director of a tournament orders: to ``start`` it, to ``pair`` the next round now, to ``pause`` pairing.

    ``tables`` may name who is to meet in that round, in a Swiss a full table each, where pairs or teams play two for
    each meeting, by anybody of them; the others are paired as always, by a movement as in its round that has these
    meetings. Refused where some would meet again who need not.

    Also to ``resume`` and to ``end`` it, to ``remove`` somebody by ``name``, or to ``adjust`` their ``n``-th result to
    so many ``percent`` for a ``reason``, which everybody sees.
    """

    id: Short
    order: TournamentOrder
    name: Short = ""
    n: Number = 0
    percent: Percent = 0.0
    reason: Annotated[str, Meta(max_length=200)] = ""
    tables: Annotated[list[list[Short]], Meta(max_length=128)] = []


class ExportTournament(Costly, Long, Incoming, tag="export_tournament"):
    """A tournament as a file; answered by ``tournament_text``.

    ``csv`` is the standing, ``json`` all scores; once it is over, one of its ``formats`` has all deals card by card.
    """

    id: Short
    form: Short = "csv"


class TournamentRow(Struct, frozen=True, gc=False):
    """How somebody stands. ``points``: each result is worth its percent, a hundred of them one point, or ``worth``.

    ``results`` are the percents, by round in a Swiss or a knock-out; null where there is none. ``extra`` is the sum in
    the ``unit`` of the tournament, ``score`` that of the game: they decide between equals. ``here``: is still paired.
    ``partner``: with whom they play as a pair; ``wants``: with whom they want to, until it begins. Where teams play,
    ``others`` are the other two that they want, and ``team`` is all of it, whose results are alike: partners follow
    each other, and the first one's name is that of the team.
    """

    rank: int
    name: str
    points: float
    played: int
    results: list[float | None] = []
    extra: float | None = None
    score: float = 0.0
    here: bool = True
    partner: str = ""
    wants: str = ""
    others: list[str] = []
    team: list[str] = []


class TournamentTable(Struct, frozen=True, gc=False):
    """A table of a round: who sits there (empty: a computer), and the sums of their scores; ``done`` boards so far.

    ``by_hand``: the director has put these people together. ``sides``: which teams meet, by side; empty: computers.
    """

    table: str
    round: int
    names: list[str]
    scores: list[float]
    done: int
    over: bool
    by_hand: bool = False
    sides: list[str] = []


class TournamentAdjusted(Struct, frozen=True, gc=False):
    """A result that the director has set, and why."""

    name: str
    n: int
    percent: float
    reason: str


class TournamentState(Outgoing, tag="tournament"):
    """A tournament as everybody sees it; ``by`` directs it, or who leads the ``club``. ``standing`` has the best first.

    ``tables`` are those of the round, in an arena those under way and the last ones. ``out`` are who sits out in this
    round. ``formats`` are those of other programs for its deals. ``next_in``: the seconds until the next round is
    paired; ``ends_in``: those that an arena still lasts. ``enters``: may somebody new join? ``worth``: the points of a
    hundred percent: 20, victory points, where teams play.
    """

    id: str
    name: str
    kind: TournamentKind
    game: str
    options: dict[str, Scalar]
    phase: Literal["open", "running", "over"]
    by: str
    rounds: int
    boards: int
    minutes: int
    clock: Clock
    computers: str
    round: int
    standing: list[TournamentRow]
    tables: list[TournamentTable]
    out: list[str] = []
    adjusted: list[TournamentAdjusted] = []
    paused: bool = False
    club: str = ""
    formats: list[str] = []
    unit: str = ""
    next_in: float | None = None
    ends_in: float | None = None
    rated: bool = False
    enters: bool = True
    worth: int = 1


class TournamentCall(Outgoing, tag="tournament_call"):
    """Your ``table`` of a tournament is ready: ``join`` it. Sent while you are at another one."""

    id: str
    name: str
    table: str


class TournamentText(Outgoing, tag="tournament_text"):
    """A tournament as a file."""

    id: str
    form: str
    text: str
