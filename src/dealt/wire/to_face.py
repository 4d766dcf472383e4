"""Every message from the room that is not about the state of a table or an analysis."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dealt.wire.table import LogLine, WireAction, WireBox, WireMix, WireView
from dealt.wire.values import Clock, Outgoing, Phase, Said, Scalar, TournamentKind

__all__ = [
    "Answer", "AvatarChosen", "BoardScore", "ChatLine", "Company", "DailyDeals", "DayBoard", "DayDone",
    "DayPlayed", "DayScore", "Days", "Error", "Exported", "Forgotten", "Frame", "Friend", "Friends", "Hinted",
    "History", "HostSays", "Left", "Lobby", "LobbySeat", "LobbyTable", "LobbyTournament", "Mate", "Meaning", "Odds",
    "OldDeal", "Pong", "RecordText", "Replay", "Reported", "ServerInfo", "SetDeal", "SetScore", "SetTable",
    "Statistics", "Talk", "Tally", "Welcome", "WireOdds", "WireOption", "You",
]  # fmt: skip


class ServerInfo(Struct, frozen=True, gc=False):
    """Another room, and the address of its page."""

    name: str
    url: str


class Welcome(Outgoing, tag="welcome"):
    """The answer to ``hello``. ``you`` follows if the token was good; ``stale`` says that it was not.

    ``servers`` are other rooms that the host proposes. ``addresses`` are those at which other machines can reach the
    room; only who connects from the room's own machine gets them. ``hints`` says where ``hint`` and ``odds`` are
    answered: "always", "alone" at tables where one person plays, or "never". ``alone``: nobody else can come here, so
    that there are no private tables, no turn clocks, no sets and nobody to invite. ``friends``: may people be friends
    here, block and report? ``clubs``: may they open clubs? ``passkeys`` is the origin of the room's page at which
    people can have passkeys; empty where they can't. ``push`` is the room's key for a browser's push service; empty
    where nothing is sent by any.
    """

    v: int
    room: str
    greeting: str
    software: str
    stale: bool = False
    servers: list[ServerInfo] = []
    addresses: list[str] = []
    hints: Literal["always", "alone", "never"] = "always"
    alone: bool = False
    friends: bool = False
    clubs: bool = False
    passkeys: str = ""
    push: str = ""


class You(Outgoing, tag="you"):
    """Who you are here. Keep the token: it is your way back. ``table`` is where you sit or watch."""

    name: str
    token: str
    table: str | None
    avatar: int = 0


class AvatarChosen(Outgoing, tag="avatar"):
    """The picture that you have now."""

    avatar: int


class LobbySeat(Struct, frozen=True, gc=False):
    """A seat as the lobby shows it. ``away``: its person has lost the connection, and the seat is kept for a while.

    ``computer`` is the level or the name of the computer that plays there; empty where none does.
    """

    kind: Literal["person", "computer", "empty"]
    name: str = ""
    away: bool = False
    avatar: int = 0
    computer: str = ""


class LobbyTable(Struct, frozen=True, gc=False):
    """A public table as the lobby shows it. ``free``: how many more people can get a seat now or at the next deal.

    ``known``: as in a ``Table``. ``rated``: its deals count for ratings. ``club``: the id of the club whose members
    alone come there; the ``lobby`` has none of those.
    """

    id: str
    game: str
    options: dict[str, Scalar]
    phase: Phase
    seats: list[LobbySeat]
    free: int
    watchers: int
    clock: Clock
    deals: int
    set: str | None = None
    known: str | None = None
    rated: bool = False
    club: str = ""


class LobbyTournament(Struct, frozen=True, gc=False):
    """A tournament that is not over as the lobby shows it, with the number of people who play."""

    id: str
    name: str
    kind: TournamentKind
    game: str
    running: bool
    people: int
    by: str


class Lobby(Outgoing, tag="lobby"):
    """All public tables and tournaments, sent whenever something changes while one is in the lobby."""

    tables: list[LobbyTable]
    people: int
    tournaments: list[LobbyTournament] = []


class ChatLine(Struct, frozen=True, gc=False):
    """A line of the table's talk. ``say`` instead of ``text`` is a notice of the house (joined, left, took over).

    ``phrase`` names a phrase of the house; ``text`` is then its text in English.
    """

    n: int
    at: float
    name: str
    text: str = ""
    say: Said | None = None
    phrase: str = ""


class Talk(Outgoing, tag="talk"):
    """New lines; ``history`` when they are all that is kept, sent on arrival."""

    lines: list[ChatLine]
    history: bool = False


class Answer(Outgoing, tag="answer"):
    """Why the cards can't be played, or the action can't be done; ``say`` is null if they can."""

    step: int
    cards: list[str]
    say: Said | None
    action: str = ""


class WireOption(Struct, frozen=True, gc=False):
    """What an action is worth to who does it, in the analysis' ``unit``: more is better.

    ``known`` is the expected result with what the seat knew, averaged over deals that fit it; ``error`` is the standard
    error of its difference to the best action. ``open`` is the result with all cards open; null where that is not
    worked out. ``why`` is a reason, where one can be given.
    """

    action: WireAction
    known: float
    error: float = 0.0
    open: float | None = None
    why: Said | None = None


class Hinted(Outgoing, tag="hinted"):
    """What a computer would do. ``options`` are the best actions by their worth, the best one first.

    They are empty where nobody could say it in time. ``unit`` is what they are counted in.
    """

    step: int
    action: WireAction
    options: list[WireOption] = []
    unit: str = ""


class WireOdds(Struct, frozen=True, gc=False):
    """A chance, or a number of points (``points``); the texts of the game name it under ``odds.NAME``."""

    name: str
    value: float
    points: bool = False


class Meaning(Outgoing, tag="meaning"):
    """What a line of the log says; null if the computer makes nothing of it."""

    step: int
    line: int
    say: Said | None


class SetScore(Struct, frozen=True, gc=False):
    """How a deal of a set came out at one table, and what each seat makes of it against the other tables.

    ``table`` is the id of one's own table; the others have numbers, the same in all deals of an answer.
    """

    table: str
    names: list[str]
    scores: list[float]
    compared: list[float] | None


class SetDeal(Struct, frozen=True, gc=False):
    """A deal of a set, at all tables that have finished it."""

    deal: int
    tables: list[SetScore]


class SetTable(Outgoing, tag="set"):
    """The set of the table: the deals that this table has finished, at all tables. ``unit`` is what is compared by."""

    name: str
    deals: list[SetDeal]
    unit: str = ""


class BoardScore(Struct, frozen=True, gc=False):
    """What one of the field has made of a board of a day: a person, or a ``computer`` of the level ``name``.

    ``percent`` is how many of the others this beats, equals counting half; ``points`` are in the ``unit`` of the
    answer; null where there are none. ``old_deal`` shows the deal by ``table`` and the number of the board.
    """

    name: str
    table: str
    score: float
    percent: float | None = None
    points: float | None = None
    computer: bool = False


class DayBoard(Struct, frozen=True, gc=False):
    """A board of a day. Its field is told to who has finished it."""

    board: int
    state: Literal["new", "begun", "done"]
    field: list[BoardScore] = []


class DayScore(Struct, frozen=True, gc=False):
    """How one of the field does on a day: over so many ``boards`` the mean percentage and the sum of the points."""

    name: str
    boards: int
    percent: float
    points: float | None = None
    computer: bool = False


class DayDone(Struct, frozen=True, gc=False):
    """What one has made of a day: so many boards are ``done``, and beat so much of the field on average.

    ``percent`` is null where nobody else has played them yet.
    """

    day: str
    done: int
    percent: float | None = None


class DailyDeals(Outgoing, tag="daily"):
    """The boards of a game on a day, by UTC. ``standing`` has the best first.

    ``growing``: computers are still playing boards that one has finished, and another answer follows. ``calendar`` has
    the days that can be played, the newest first, where it was asked for.
    """

    game: str
    day: str
    boards: list[DayBoard]
    standing: list[DayScore]
    unit: str = ""
    growing: bool = False
    calendar: list[DayDone] = []


class Odds(Outgoing, tag="odds"):
    """What is known exactly about a position."""

    step: int
    odds: list[WireOdds]


class Error(Outgoing, tag="error"):
    """A message that was refused: nothing has changed. ``text`` is ``say`` in English, ``re`` the op.

    ``retry_after`` comes with ``slow_down``: the seconds to wait before the next try. Whoever is at a table then gets
    its state once more.
    """

    code: str
    say: Said
    text: str
    re: str | None = None
    retry_after: float | None = None


class Left(Outgoing, tag="left"):
    """You are no longer at the table: left, gone (the table ended), closed (by the host), elsewhere (another tab of
    yours took over)."""

    why: Literal["left", "gone", "closed", "elsewhere", "restart"]


class Forgotten(Outgoing, tag="forgotten"):
    """You are deleted for good, as you asked by ``bye``. Keep the token until then: without this you are still here."""


class HostSays(Outgoing, tag="host"):
    """What the host tells everybody, sent when it changes and after ``welcome``; an empty ``text`` says nothing.

    ``read_only``: deals under way are finished, and no name, table or deal begins. ``at`` is in seconds since 1970.
    """

    text: str
    at: float
    read_only: bool = False


class Friend(Struct, frozen=True, gc=False):
    """Somebody with whom you have to do. ``asks``: they ask you, ``asked``: you asked them.

    ``here``: are they connected? Only of friends one learns that.
    """

    name: str
    state: Literal["friend", "asks", "asked", "blocked"]
    avatar: int = 0
    here: bool = False


class Friends(Outgoing, tag="friends"):
    """Those with whom you have to do; it also comes when another one asks, agrees or ends it."""

    people: list[Friend]


class Reported(Outgoing, tag="reported"):
    """The host will see what you reported of somebody."""

    name: str


class Exported(Outgoing, tag="export"):
    """A piece of all that the room keeps of you; ``more`` says that another piece follows."""

    part: str
    more: bool = False


class RecordText(Outgoing, tag="record"):
    """The record as JSON text; ``dealt replay`` and ``dealt verify`` read it.

    A long one comes in several messages, in order: ``more`` says that another piece of the text follows.
    """

    record: str
    more: bool = False


class Frame(Struct, frozen=True, gc=False):
    """A moment of a deal that is shown again, or of a lesson.

    ``move`` is what led here from the frame before. In a lesson ``words`` by language are to be read (without any the
    frame only passes by), and ``play`` is the name of the action that goes on; null where reading is enough. ``look``
    is what is pointed at meanwhile: cards by name, piles as ``"NAME OWNER"`` or ``"NAME"``, seats as ``"seat N"``.
    """

    view: WireView
    sorts: dict[str, list[str]] = {}
    move: LogLine | None = None
    words: dict[str, str] = {}
    play: str | None = None
    boxes: list[WireBox] = []
    look: list[str] = []


class Replay(Outgoing, tag="replay"):
    """A finished deal, all hands open: number ``deal`` of ``deals``, with the names and scores by seat.

    ``mix`` is what its seed is made of, as in a ``table``; ``fixed`` says why nobody could contribute: "seed", the
    deals of the table follow from a known word, or "set", other tables get the same; else it is empty. The answer to
    ``old_deal`` also says the ``game``, its ``options``, the id of the ``table`` and one's ``seat``. ``partnerships``
    are the seats that played together.
    """

    deal: int
    deals: int
    names: list[str]
    scores: list[float] | None
    frames: list[Frame]
    mix: WireMix | None = None
    fixed: str = ""
    game: str = ""
    options: dict[str, Scalar] = {}
    table: str = ""
    seat: int | None = None
    partnerships: list[list[int]] = []


class Tally(Struct, frozen=True, gc=False):
    """How somebody has done in a game: finished deals, those won, the average score, and the longest run of wins.

    ``streak`` is the present run: positive for wins, negative for deals not won. ``low``: a low score is good.
    """

    game: str
    deals: int
    won: int
    average: float
    streak: int
    best_streak: int
    low: bool


class Statistics(Outgoing, tag="statistics"):
    """How one has done in this room, a tally for each game that was played."""

    tallies: list[Tally]


class OldDeal(Struct, frozen=True, gc=False):
    """A deal that one has finished: number ``dealt`` of the table with that id. ``kept``: it can be shown again.

    ``at`` is in seconds since 1970.
    """

    table: str
    dealt: int
    game: str
    score: float
    won: bool
    at: float
    kept: bool


class History(Outgoing, tag="history"):
    """The newest deals that one has finished, the newest first; ``game`` is that of the question."""

    deals: list[OldDeal]
    game: str | None = None


class DayPlayed(Struct, frozen=True, gc=False):
    """A day as YYYY-MM-DD, the number of deals that one finished on it, and of those that one won."""

    day: str
    deals: int
    won: int


class Days(Outgoing, tag="days"):
    """The days of the last 12 months on which one has finished deals, the first one first; ``game`` as asked."""

    days: list[DayPlayed]
    game: str | None = None


class Mate(Struct, frozen=True, gc=False):
    """How one has done at a game with somebody: the deals that both finished, those that oneself won, the other, both.

    Somebody's new name is shown if they have one, and the picture that they have chosen; 0 is none.
    """

    name: str
    game: str
    deals: int
    won: int
    theirs: int
    both: int
    avatar: int = 0


class Company(Outgoing, tag="company"):
    """With whom one has finished deals, those with most of them first."""

    mates: list[Mate]


class Pong(Outgoing, tag="pong"):
    """The answer to ``ping``."""

    n: int = 0
