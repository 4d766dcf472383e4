"""Climbing games in the loops of all families: the record of a whole deal, and what a seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.game import Seat
from dealt.games.climbing.core import NONE, upside_down
from dealt.kernels.climbing import MACHINE
from dealt.kernels.climbing_table import (
    ALONE,
    BID,
    BIDS,
    CALL,
    DEALER,
    FACE_UP,
    FIRST,
    GONE,
    HANDS,
    HOLDER,
    KITTY,
    LACKS,
    LOWEST,
    MULTIPLIER,
    MUST,
    OWNER,
    PACKETS,
    PASS,
    PHASE,
    PICK,
    PLACES,
    PLAY,
    PLAYS,
    SHOWN,
    STOCK,
    TRICK,
    TURNED,
    Room,
    Rules,
)
from dealt.kernels.loops import OVER, TURN, loops, put
from dealt.shapes import Bytes, ByteTable, IntTable, Longs, LongTable, Numbers, RealTable, Shorts


class Spots(NamedTuple):
    """Where each field of an observation begins, the number of columns for cards, and the deck."""

    columns: int
    whole: int
    turn: int
    phase: int
    hand: int
    hand_size: int
    trick: int
    passed: int
    lead: int
    played: int
    stock: int
    stock_size: int
    must: int
    lowest: int
    dealer: int
    lacks: int
    bid: int
    landlord: int
    multiplier: int
    kitty: int
    face_up: int
    again: int
    place: int
    turned: int


class ClimbingDeals(NamedTuple):
    """What :func:`simulate` returns for a climbing game: a row for each deal, in arrays that lie in the same order."""

    dealers: Bytes
    """(n,): the seat that dealt."""
    hands: LongTable
    """(n, seats): the hand of each seat as dealt, a set of cards. Where seats choose packets: the first packets."""
    stock: Longs
    """(n,): the cards that were not dealt, such as the kitty or the last packet."""
    face_up: Bytes
    """(n,): the card that was dealt face up, -1 where there is none."""
    calls: ByteTable
    """(n, k): the amounts of bids, or the numbers of packets taken, in order; -1 after the last."""
    rows: IntTable
    """(n, most): the plays in order, as rows of ``game.combinations``: -1 is a pass, and -2 stands after the last;
    -3 is a hand that was shown, and won at once. Without ``moves`` (n, 0)."""
    moves: Shorts
    """(n,): the number of calls, plays and passes."""
    left: ByteTable
    """(n, seats): the number of cards that each seat had left."""
    scores: RealTable
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""


# --- the record of a deal -------------------------------------------------------------------------------------------


def opened(rules: Rules, to: Room, t: Numbers, out: ClimbingDeals, k: int) -> None:
    """Who dealt, and what was dealt."""
    seats, from_ = rules.play.seats, STOCK if t[PHASE] == PICK else HANDS
    out.dealers[k], out.face_up[k] = t[DEALER], t[FACE_UP]
    out.stock[k] = t[STOCK + seats] if t[PHASE] == PICK else t[STOCK]
    for seat in range(seats):
        out.hands[k][seat] = t[from_ + seat]


def acted(rules: Rules, to: Room, t: Numbers, out: ClimbingDeals, k: int, done: int, code: int) -> None:
    """A call, or a play or pass."""
    if code >= FIRST or t[PHASE] == PLAY:
        place = done - out.moves[k]
        if place < len(out.rows[k]):
            out.rows[k][place] = code - FIRST if code >= FIRST else NONE if code == PASS else NONE - 2
    else:
        out.calls[k][done] = code - CALL
        out.moves[k] = done + 1  # until the end the number of calls


def closed(rules: Rules, to: Room, t: Numbers, out: ClimbingDeals, k: int, done: int) -> None:
    """What is left to each seat, and the end of the plays."""
    for place in range(done - out.moves[k], len(out.rows[k])):
        out.rows[k][place] = NONE - 1
    out.moves[k] = done
    for seat in range(rules.play.seats):
        out.left[k][seat] = count(t[HANDS + seat])


# --- what a seat sees -----------------------------------------------------------------------------------------------


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    seats, wide, over, gone = rules.play.seats, spots.columns, t[TURN] == OVER, spots.whole
    lead = NONE if t[PHASE] != PLAY else t[TURN] if t[OWNER] < 0 else t[OWNER]
    out[spots.phase + t[PHASE]] = 1
    for place in range(seats):
        seat = (me + place) % seats
        hand, newest = t[HANDS + seat], max(0, t[TRICK + seat])
        gone &= ~(hand | newest)
        out[spots.hand_size + place] = count(hand)
        put(out, spots.hand + wide * place, hand if place == 0 or over else hand & t[SHOWN], column)
        put(out, spots.trick + wide * place, newest, column)
        put(out, spots.lacks + wide * place, t[LACKS + seat], column)
        out[spots.passed + place] = 1 if t[TRICK + seat] == GONE else 0
        out[spots.lead + place] = 1 if seat == lead else 0
        out[spots.dealer + place] = 1 if seat == t[DEALER] else 0
        out[spots.bid + place] = max(0, t[BIDS + seat])
        if seat == t[ALONE]:
            out[spots.landlord + place], out[spots.again + place] = t[BID], 1 if t[PLAYS + seat] > 1 else 0
        if t[FACE_UP] >= 0 and seat == t[HOLDER]:
            put(out, spots.face_up + wide * place, 1 << t[FACE_UP], column)
    if spots.place >= 0:
        for place in range(seats):
            out[spots.place + place] = t[PLACES + (me + place) % seats]
    if spots.turned >= 0 and upside_down(t[TURNED]):
        out[spots.turned] = 1
    if not over:
        out[spots.turn] = 1
    for n in range(PACKETS):
        gone &= ~t[STOCK + n]
        put(out, spots.stock + wide * n, t[STOCK + n] & t[SHOWN], column)
        out[spots.stock_size + n] = count(t[STOCK + n])
    put(out, spots.played, gone, column)
    put(out, spots.must, t[MUST], column)
    if t[LOWEST] >= 0:
        put(out, spots.lowest, 1 << t[LOWEST], column)
    put(out, spots.kitty, t[KITTY], column)
    if t[ALONE] >= 0 and rules.scoring:
        out[spots.multiplier] = t[MULTIPLIER]


climbing_loops: Final = loops(
    __name__, MACHINE, spots=Spots, observe=observe, record=ClimbingDeals, opened=opened, acted=acted, closed=closed
)
