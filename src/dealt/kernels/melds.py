"""Melding games as the loops of all families take them: what is kept of whole deals, and what a seat sees.

The course of a deal, what may be done and what it counts come from :mod:`dealt.games.melds.core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, nth
from dealt.cards import STANDARD, name
from dealt.game import Game, Seat
from dealt.games.melds import Melding, MeldRow, MeldState
from dealt.games.melds.core import (
    ALL_MELDED,
    BEFORE,
    BOXES,
    CODES,
    DEALER,
    DISCARD,
    DRAW,
    DRAWN,
    ENDER,
    FROM_STOCK,
    GIN_WITH,
    HANDS,
    KNOCK_WITH,
    KNOWN,
    OVER,
    PACK,
    PASS,
    PHASE,
    PILE,
    SIZE,
    STOCK_ONLY,
    TAKE,
    TAKEN,
    UPCARD,
    WAY,
    WIDTH,
    begin,
    deadwood,
)
from dealt.games.melds.core import legal as possible
from dealt.games.melds.core import settle as points_of
from dealt.games.melds.core import step as take_step
from dealt.kernels.arrays import blank
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM, draw, shuffle
from dealt.kernels.loops import TURN, Machine, loops, put
from dealt.shapes import Bytes, ByteTable, Fixed, Longs, LongTable, Numbers, RealTable, Workspace

MOST_MOVES: Final = 1024
"""So many moves of a deal are kept, of which a random one has about 115."""
DISCARDS, KNOCKS, GINS, BIG = range(4)
"""In ``Room.found``: what may be done with which cards."""


class MeldDeals(NamedTuple):
    """What :func:`simulate` returns for a melding game: a row for each deal, in arrays in the same order."""

    packs: ByteTable
    """(n, deck) of int8: the pack in the order in which it is dealt. Without ``moves`` (n, 0)."""
    dealers: Bytes
    """(n,) of int8: who dealt."""
    moves: ByteTable
    """(n, 1024) of int8: what was done, in order: 0 to 51 to discard a card; 52 to draw from the stock, 53 to take the
    top discard, 54 to pass; the last move of a deal that is not void is the card that was discarded then, or 55 for a
    hand of melds; -1 after the last. Further moves are not kept. Without ``moves`` (n, 0)."""
    made: Longs
    """(n,) of int64: the number of moves."""
    ways: Bytes
    """(n,) of int8: how it ended: 0 void, 1 by a knock, 2 by gin, 3 by big gin."""
    enders: Bytes
    """(n,) of int8: who ended it; -1 for nobody."""
    deadwood: LongTable
    """(n, 2) of int64: the deadwood of both hands at the end, before cards are laid off."""
    scores: RealTable
    """(n, 2) of float64: the points of both seats, as ``Game.score`` has them."""


class Rules(NamedTuple):
    row: MeldRow
    deck: Longs


class Room(NamedTuple):
    words: Longs
    found: Longs
    pack: Longs


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    known: int
    discard: int
    top: int
    taken: int
    upcard: int
    stock: int
    dealer: int
    before: int
    boxes: int


# --- the course of a deal ---------------------------------------------------------------------------------------------


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Draw who deals, shuffle, and deal; nothing was before."""
    cards = len(rules.deck)
    for place in range(cards):
        to.pack[at(place)] = rules.deck[at(place)]
    shuffle(to.words, to.pack)
    for place in range(cards):
        t[at(PACK + place)] = to.pack[at(place)]
    t[DEALER] = draw(to.words, 2)
    for place in range(BEFORE, HANDS):
        t[at(place)] = 0
    begin(rules.row, t)


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    phase = t[PHASE]
    if phase != DISCARD:
        return 1 if phase == STOCK_ONLY else 2
    found = possible(rules.row, t)
    to.found[DISCARDS], to.found[KNOCKS], to.found[GINS] = found.discards, found.knocks, found.gins
    to.found[BIG] = 1 if found.big else 0
    return count(found.discards) + count(found.knocks) + count(found.gins) + to.found[BIG]


def choice(rules: Rules, to: Room, t: Numbers, k: int) -> int:
    """An action by its place: cards to discard, to knock with and to go gin with, then all in melds."""
    phase = t[PHASE]
    if phase != DISCARD:
        if k == 0 and phase != DRAW:
            return FROM_STOCK if phase == STOCK_ONLY else TAKE
        return PASS if phase != DRAW else FROM_STOCK + k
    first = 0
    for kind in range(3):
        some = to.found[kind]
        if k < count(some):
            return first + nth(some, k)
        k -= count(some)
        first += KNOCK_WITH
    return ALL_MELDED


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    take_step(rules.row, t, code)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    points_of(rules.row, t, scores)


# --- what is kept of whole deals --------------------------------------------------------------------------------------


def opened(rules: Rules, to: Room, t: Numbers, out: MeldDeals, k: int) -> None:
    """The pack, and who deals."""
    out.dealers[k] = t[DEALER]
    if len(out.packs[k]) > 0:
        for place in range(len(rules.deck)):
            out.packs[k][place] = t[PACK + place]


def acted(rules: Rules, to: Room, t: Numbers, out: MeldDeals, k: int, done: int, code: int) -> None:
    if done < len(out.moves[k]):
        words = KNOCK_WITH + (3 if code == ALL_MELDED else code - FROM_STOCK)
        out.moves[k][done] = code % KNOCK_WITH if code < ALL_MELDED else words


def closed(rules: Rules, to: Room, t: Numbers, out: MeldDeals, k: int, done: int) -> None:
    out.made[k], out.ways[k], out.enders[k] = done, t[WAY], t[ENDER]
    for seat in range(2):
        out.deadwood[k][seat] = deadwood(t[HANDS + seat])


# --- what is seen -----------------------------------------------------------------------------------------------------


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    """Write what a seat sees: its own hand, and of the other's what it took from the discard pile."""
    whole = t[PHASE] == OVER
    for place in range(2):
        seat = (me + place) % 2
        held, known = t[at(HANDS + seat)], t[at(KNOWN + seat)]
        put(out, spots.hand + place * spots.columns, held if place == 0 or whole else known, column)
        put(out, spots.known + place * spots.columns, known, column)
        out[spots.hand_size + place] = count(held)
        out[spots.before + place], out[spots.boxes + place] = t[at(BEFORE + seat)], t[at(BOXES + seat)]
        out[spots.turn + place] = 1 if t[TURN] == seat else 0
        out[spots.dealer + place] = 1 if t[DEALER] == seat else 0
    out[spots.phase + t[PHASE]] = 1
    for place in range(t[SIZE]):
        put(out, spots.discard, 1 << t[at(PILE + place)], column)
    if t[SIZE] > 0:
        put(out, spots.top, 1 << t[at(PILE + t[SIZE] - 1)], column)
    if t[TAKEN] >= 0:
        put(out, spots.taken, 1 << t[TAKEN], column)
    put(out, spots.upcard, 1 << t[UPCARD], column)
    out[spots.stock] = len(rules.deck) - t[DRAWN]


KERNELS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle), spots=Spots, observe=observe,
    record=MeldDeals, opened=opened, acted=acted, closed=closed,
)  # fmt: skip


# --- games and states -------------------------------------------------------------------------------------------------


class MeldCourse(Course[Melding, MeldState]):
    """A melding game with cards of one deck."""

    loops = KERNELS
    width = WIDTH

    def __init__(self, game: Melding) -> None:
        super().__init__(game)
        if not set(game.deck) <= set(STANDARD):
            raise ValueError(f"there is no kernel for {game.name}: it takes cards of one deck")
        self.rules = Rules(game.row, Fixed(sorted(game.deck)))

    def room(self) -> Room:
        return Room(Workspace(ROOM), Workspace(4), Workspace(len(self.game.deck)))

    def record(self, n: int, *, moves: bool) -> MeldDeals:
        kept = {"packs": len(self.game.deck), "moves": MOST_MOVES} if moves else {"packs": 0, "moves": 0}
        found = blank(MeldDeals, n, 2, **kept)
        found.moves.fill(-1)
        return found

    def ids(self, plan: Plan) -> list[int]:
        found = [-1] * CODES
        for first, verb in ((0, "discard"), (KNOCK_WITH, "knock"), (GIN_WITH, "gin")):
            for one in self.game.deck:
                found[first + one] = plan.ids[f"{verb} {name(one)}"]
        for code, verb in ((ALL_MELDED, "big gin"), (FROM_STOCK, "draw stock"), (TAKE, "draw discard"), (PASS, "pass")):
            found[code] = plan.ids[verb]
        return found

    def spots(self, plan: Plan) -> Spots:
        return Spots(len(self.game.deck), *(plan.spots[each] for each in Spots._fields[1:]))

    def state(self, row: Sequence[int]) -> MeldState:
        return self.game.state_at(row)

    def numbers(self, state: MeldState) -> list[int]:
        return self.game.table_of(state)


def course_of(game: Game[Any]) -> MeldCourse | None:
    return MeldCourse(game) if isinstance(game, Melding) else None
