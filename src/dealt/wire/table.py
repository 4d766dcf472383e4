"""The state of a table as a seat or a watcher is told it: views, log, scores, seeds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dealt.wire.values import Clock, Outgoing, Pace, Phase, Said, Scalar

__all__ = [
    "LogLine", "Result", "Sealed", "SeatInfo", "TableState", "WireAction", "WireBoard", "WireBox", "WireContribution",
    "WireEntry", "WireFact", "WireMix", "WireOpening", "WirePayment", "WirePile", "WireSheet", "WireSide",
    "WireStanding", "WireSum", "WireTrack", "WireView",
]  # fmt: skip


class WireAction(Struct, frozen=True, gc=False):
    """A legal action. ``name`` is what ``act`` sends, ``say`` what a button says.

    ``upto``: any amount up to it, in steps of ``step``. ``pick``: any of ``cards``, the least and the most of them.
    ``role``: "play" of cards, "pass", "take" of the pile with that number, else empty.
    """

    name: str
    verb: str
    say: Said
    cards: list[str] = []
    amount: int | None = None
    upto: int | None = None
    step: int = 1
    pick: list[int] | None = None
    role: str = ""


class WireBoard(Struct, frozen=True, gc=False):
    """A board of a day, as in 2026-11-26: its number, from 1, of so many ``boards``; the table ends with ``last``."""

    day: str
    board: int
    boards: int
    last: int


class WireBox(Struct, frozen=True, gc=False):
    """A group of actions, shown whole in ``columns`` columns; those that are not legal now are dimmed."""

    group: str
    columns: int
    actions: list[WireAction]


class WirePile(Struct, frozen=True, gc=False):
    """Cards that lie together; null is a card face down. ``at``: column and row of a slot in a figure, from 0.

    ``role`` is "hand" for what its owner holds, else empty. ``groups`` are the sizes of parts that belong together,
    such as melds, from the first card on.
    """

    name: str
    owner: int | None
    cards: list[str | None]
    lay: str
    note: str
    at: list[int] | None = None
    role: str = ""
    groups: list[int] = []


class WireSum(Struct, frozen=True, gc=False):
    """A line of a figure through the slots of these names: what lies there adds up to ``value`` and should to ``goal``.

    ``mark`` is "right" or "wrong" for a line that stands out, else empty.
    """

    name: str
    piles: list[str]
    value: int
    goal: int
    mark: str = ""


class WireFact(Struct, frozen=True, gc=False):
    """A badge at its owner's seat, or in the header; a name that starts with "!" is a warning.

    ``lay`` is "chips" for an amount that lies on the table, before its owner or in the middle. ``role`` is what else it
    is to faces: dealer, lead, must, passed, calls, tricks, stack, out, playing, hand, won, alone or against.
    """

    name: str
    owner: int | None
    value: int | str
    lay: str = ""
    role: str = ""


class WireView(Struct, frozen=True, gc=False):
    """All that this seat may know of the deal.

    ``sure``: what ends the deal at once and costs this seat nothing, however the cards lie that it does not see.
    ``wild``: where suits mean nothing, those cards that are like no other of their rank.
    """

    seat: int | None
    turn: list[int]
    piles: list[WirePile]
    facts: list[WireFact]
    legal: list[WireAction]
    score: list[float] | None
    suits: bool
    sums: list[WireSum] = []
    sure: WireAction | None = None
    wild: list[str] = []


class LogLine(Struct, frozen=True, gc=False):
    """One action of the deal as this seat may read it; ``hidden`` counts the cards that stayed face down.

    ``role`` is that of the action. ``turned`` are other cards that it turned up for everybody, such as a flop.
    """

    seat: int
    action: str
    say: Said
    cards: list[str]
    hidden: int = 0
    role: str = ""
    turned: list[str] = []


class SeatInfo(Struct, frozen=True, gc=False):
    """Who is on a seat."""

    seat: int
    kind: Literal["person", "computer", "empty"]
    """``person``, ``computer`` or ``empty``."""
    name: str
    away: bool = False
    """The connection is lost, and the seat is kept."""
    standin: bool = False
    """A computer plays on meanwhile."""
    ready: bool = False
    """Ready for the next deal."""
    total: float = 0
    """The sum of the scores."""
    balance: float | None = None
    """What the seat has won at the table's stake; null where nothing is at stake."""
    next: str | None = None
    """The person who takes the seat at the next deal."""
    avatar: int = 0
    """The picture that a person has chosen; 0 is the one that follows from the name."""
    computer: str = ""
    """On a computer's seat its level, or its name."""
    remark: Said | None = None
    """What is to be known of that computer: that it plays for one that failed, or thinks less here than it could."""


class WireEntry(Struct, frozen=True, gc=False):
    """A line of a score: what it is for, and the factors whose product are its ``points``."""

    say: Said
    factors: list[float]
    points: float


class WireSide(Struct, frozen=True, gc=False):
    """Seats with a common result: what they reached, and the lines that add up to the score of each of them.

    ``name`` is null where a side is called by who sits there.
    """

    seats: list[int]
    entries: list[WireEntry]
    said: list[Said]
    name: Said | None = None


class WirePayment(Struct, frozen=True, gc=False):
    """What one seat pays to another for the deal; null is the house."""

    payer: int | None
    payee: int | None
    amount: float


class WireTrack(Struct, frozen=True, gc=False):
    """How far some seats are on the way to ``goal``, shown in ``parts``; without seats, how far the match is."""

    seats: list[int]
    value: float
    goal: float
    parts: int = 1
    say: Said | None = None


class WireStanding(Struct, frozen=True, gc=False):
    """How far it is to the end of the match."""

    say: Said
    tracks: list[WireTrack]


class WireSheet(Struct, frozen=True, gc=False):
    """How the score came about. ``said`` is the outcome in the game's own words, null where there are none.

    Every seat is in exactly one of ``sides``. ``standing`` is null where no end of the match comes nearer.
    """

    sides: list[WireSide]
    said: Said | None = None
    payments: list[WirePayment] = []
    standing: WireStanding | None = None


class Result(Struct, frozen=True, gc=False):
    """How the deal came out, and who won it."""

    scores: list[float]
    """By seat."""
    winners: list[int]
    """The seats that won the deal."""
    totals: list[float]
    """By seat, this deal included."""
    settled: list[float] | None
    """What each seat wins at the table's stake."""
    balances: list[float] | None
    """The sums of what was settled."""
    best: list[int]
    """Who leads by the totals; empty where the seats don't play against each other."""
    final: bool
    """Was it the last deal of the match?"""
    sheet: WireSheet | None = None
    """How the scores came about, described below."""


class WireOpening(Struct, frozen=True, gc=False):
    """How the cards were dealt: a sentence, the seats in the order of dealing, a card that lay face up in the pack.

    ``began`` is how many lines of the log came before it, such as the cutting for the deal.
    """

    say: Said | None = None
    round: list[int] = []
    card: str | None = None
    began: int = 0


class WireContribution(Struct, frozen=True):
    """What came from a seat's player for the seed: ``given`` is null if it was sealed and never shown."""

    name: str
    seal: str
    given: str | None


class WireMix(Struct, frozen=True):
    """What the seed of a deal is made of: the server's seed, and by seat what came from its player, null for nothing.

    ``deal`` is the number of the promise at its table, from 1. ``docs/fair-deals.md`` says how the seed follows.
    """

    server: str
    table: str
    deal: int
    seats: list[WireContribution | None]


class Sealed(Outgoing, tag="sealed"):
    """No more seals are taken for the deal of that ``promise``: here they are by seat. Now ``contribute``."""

    promise: str
    seals: list[str | None]


class TableState(Outgoing, tag="table"):
    """The whole table as this person may see it, sent after every change."""

    id: str
    game: str
    options: dict[str, Scalar]
    private: bool
    clock: Clock
    pace: Pace
    computers: str
    phase: Phase
    """``waiting``, ``playing``, ``over`` between two deals, ``final`` after the last deal of a match."""
    deal: int
    """The number of the deal in its match."""
    step: int
    """Names the position. It grows with every deal, action and undo of this table, and never shrinks."""
    seat: int | None
    """One's own, null for who watches."""
    dealer: str | None
    """Who may start."""
    seats: list[SeatInfo]
    """Who sits where."""
    watchers: list[str]
    """The names of those without a seat."""
    view: WireView | None
    """What one's seat may know of the deal; null before the first."""
    sorts: dict[str, list[str]]
    """One's own hand in each of the game's orders."""
    log_from: int
    """The number of the first line in ``log``: keep those before it. 0: forget the older ones, as after an undo."""
    log: list[LogLine]
    """The deal's actions from line ``log_from`` on."""
    clock_ms: int | None = None
    """The time left of the turn, or until the next deal."""
    commitment: str | None = None
    """The SHA-256 of the server's seed of the deal on the table; null where cards were laid out by hand."""
    promise: str | None = None
    """The SHA-256 of the server's seed of the next deal, shown before that deal is asked for."""
    seed: str | None = None
    """The seed of the deal on the table, when it is over."""
    result: Result | None = None
    """How the deal came out, when it is over."""
    boxes: list[WireBox] = []
    """With one's turn: groups of actions to be shown whole and always in place, such as a bidding box."""
    explained: bool = False
    """Does the table's computer answer ``meaning``?"""
    set: str | None = None
    """The name of the set that the table belongs to."""
    daily: WireBoard | None = None
    """The board of a day that lies here; null elsewhere."""
    tournament: str = ""
    """The id of the tournament to which the table belongs; empty if it belongs to none."""
    club: str = ""
    """The id of the club whose members alone may come; empty if it is no club's."""
    known: str | None = None
    """The word from which all deals of the table follow: they can be known, and count in nobody's results."""
    vocabulary: list[WireAction] = []
    """With one's turn: the game's actions without cards that stand in no box, possible now or not, so that a typed name
    can be understood."""
    partnerships: list[list[int]] = []
    """The seats that play together; empty where everybody plays alone."""
    opening: WireOpening | None = None
    """How the cards were dealt, once they are."""
    due: bool = False
    """The next deal has been asked for, and follows as soon as the contributions are there."""
    mix: WireMix | None = None
    """With ``seed``: what it is made of; null where nobody contributed, and then it is the server's own."""
    uncounted: Literal["", "seed", "set", "same", "replaced", "taken"] = ""
    """Why this deal is in nobody's statistics: ``seed``, its cards follow from a known word, ``set``, other tables get
    them too, ``same``, they lay here before, ``replaced``, a computer failed in the midst of it and was replaced,
    ``taken``, somebody took a computer's cards over; else it is empty."""
    rated: Literal["", "rated", "interrupted"] = ""
    """Whether deals count for ratings: ``rated``, they do, ``interrupted``, this one doesn't, as somebody left or a
    computer plays for them. It doesn't either where ``uncounted`` says why."""
    stalled: bool = False
    """The room can't store what happens, or can't reach the table; it goes on by itself as soon as it can."""
    replaced: list[Said] = []
    """A sentence for each computer that failed at this table: who, why, who plays since, and since which deal."""
    taken: list[Said] = []
    """A sentence for each computer whose cards were taken over in this deal, and by whom."""
    takeable: int | None = None
    """The seat whose cards one may take over now: ``join`` this table with ``now``; null if one may not."""
