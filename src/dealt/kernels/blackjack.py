"""Whole rounds of blackjack."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dealt.bits import count, nth
from dealt.cards import rank
from dealt.games.blackjack import Blackjack
from dealt.games.blackjack.core import (
    ALL,
    DOUBLE,
    NONE,
    SPLIT,
    STAND,
    STEP,
    SURRENDER,
    TENTHS,
    Hand,
    Table,
    added,
    chart_row,
    dealer_draws,
    dealer_takes,
    decisions,
    insurable,
    insurance_net,
    natural,
    stands,
    tenths,
    worth,
)
from dealt.games.blackjack.odds import LETTERS
from dealt.games.blackjack.strategy import COLUMNS, ROWS, plan
from dealt.kernels.arrays import numpy_for
from dealt.kernels.draws import ROOM as STREAMS
from dealt.kernels.draws import draw, start_next
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.machine import kernel
from dealt.kernels.threads import Span, fill
from dealt.shapes import Bytes, Ints, Longs, LongTable, Reals, Shorts, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DECLINE", "MOST_HANDS", "POLICIES", "VERBS", "Rounds", "checked", "run"]

POLICIES: Final = ("uniform", "basic")
DECLINE: Final = 5
"""In ``Rounds.moves``: no insurance. A number ``n`` above it is insurance of ``n - 5`` steps of 5 chips."""
VERBS: Final = ("stand", "hit", "double", "split", "surrender")
"""In ``Rounds.moves``: the decisions by their numbers."""
MOST_HANDS: Final = 4
BITS: Final = 3
DIGIT: Final = (1 << BITS) - 1
"""A plan has a digit for each of its decisions, which is that plus one; the best one is lowest."""

Numbers = MutableSequence[int]


class Rounds(NamedTuple):
    """What :func:`simulate` returns for blackjack: a row for each round, in arrays that lie in the same order.

    Every seat bets the table's least, and the shoe is full. Where there is a choice of how much to insure, each amount
    is equally likely.
    """

    packs: NDArray[np.int16]
    """(n, deck): the shoe, the card that comes first first. Without ``moves`` (n, 0)."""
    moves: NDArray[np.int8]
    """(n, most): what was done after the bets, in order: 0 stand, 1 hit, 2 double, 3 split, 4 surrender, 5 decline, and
    from 6 on insurance of that number less 5, times 5 chips; -1 after the last. Without ``moves`` (n, 0)."""
    made: NDArray[np.int16]
    """(n,): the number of moves."""
    dealers: NDArray[np.int8]
    """(n,): the dealer's total; of its first card alone where it took no second one."""
    staked: NDArray[np.int32]
    """(n, seats): the chips that each seat has staked, without insurance."""
    scores: NDArray[np.float64]
    """(n, seats): the chips that each seat has won or lost, as ``Game.score`` has it."""


DRAWN, MADE, SEATS, HANDS = STREAMS, STREAMS + 1, STREAMS + 2, STREAMS + 23
"""Places in a thread's room ``to``, which every round overwrites: first random words; the
number of cards drawn and of moves made; the three numbers of each seat; and four hands a seat, :func:`packed`.

One array is passed on instead of a tuple of several, as compiled code counts the references of each."""
SIZE, STAKES, INSURED = range(3)
"""The numbers of a seat: of its hands, of the bets that it has staked, and of chips that it has insured."""
ROOM: Final = STREAMS + 51


class Chips(NamedTuple):
    """The bets as numbers: every seat has ``stack`` chips and bets ``bet``."""

    stack: int
    bet: int


def next_rank(to: Numbers, pack: Numbers, swaps: Numbers) -> int:
    """The rank of the next card, drawn from those that are left; 0 to 12.

    ``swaps`` gets the place with which it has changed cards, so that the pack can be put in order again.
    """
    drawn = to[DRAWN]
    other = drawn + draw(to, len(pack) - drawn)
    one = pack[other]
    pack[other] = pack[drawn]
    pack[drawn] = one
    swaps[drawn] = other
    to[DRAWN] = drawn + 1
    return rank(one)


def packed(hand: Hand) -> int:
    """A hand as one number."""
    flags = (1 if hand.split else 0) | (2 if hand.doubled else 0) | (4 if hand.surrendered else 0)
    return hand.points | hand.cards << 6 | hand.first << 12 | hand.second << 16 | flags << 20


def unpacked(some: int) -> Hand:
    """The hand that :func:`packed` has made one number of."""
    flags = some >> 20
    return Hand(
        some & 63, some >> 6 & 63, some >> 12 & 15, some >> 16 & 15, flags & 1 != 0, flags & 2 != 0, flags & 4 != 0
    )


def two(first: int, second: int, split: bool) -> int:
    """A hand of two cards, packed."""
    return packed(Hand(added(added(0, worth(first)), worth(second)), 2, first, second, split, False, False))


def decided(may: int, hand: Hand, up: int, plans: Any, to: Numbers) -> int:
    """The decision of a hand that has one: by basic strategy, or without plans each equally likely."""
    may |= 1 << STAND
    if len(plans) == 0:
        return nth(may, draw(to, count(may)))
    pair = worth(hand.first) if hand.cards == 2 and worth(hand.first) == worth(hand.second) else 0
    left = plans[chart_row(hand.points, pair)][up - 2]
    while left > 0 and may >> (left & DIGIT) - 1 & 1 == 0:
        left >>= BITS
    return (left & DIGIT) - 1 if left > 0 else STAND


def part(to: Numbers, pack: Numbers, swaps: Numbers, seat: int, place: int) -> None:
    """Split a hand into two; those behind it move on."""
    hand, own = unpacked(to[place]), SEATS + 3 * seat
    for later in range(HANDS + MOST_HANDS * seat + to[own + SIZE], place + 1, -1):
        to[later] = to[later - 1]
    to[own + SIZE] += 1
    to[own + STAKES] += 1
    one = next_rank(to, pack, swaps)
    other = next_rank(to, pack, swaps)
    to[place], to[place + 1] = two(hand.first, one, True), two(hand.second, other, True)


def play_seat(
    table: Table, chips: Chips, up: int, plans: Any, seat: int,
    to: Numbers, pack: Numbers, swaps: Numbers, kept: bool, moves: Numbers, begin: int,
) -> None:  # fmt: skip
    """Play all hands of a seat; ``moves`` gets what it does, from ``begin`` on, if it is ``kept``."""
    place, own, last = HANDS + MOST_HANDS * seat, SEATS + 3 * seat, len(pack)
    free = chips.stack - to[own + INSURED]
    while place < HANDS + MOST_HANDS * seat + to[own + SIZE]:
        hand = unpacked(to[place])
        affordable = free >= (to[own + STAKES] + 1) * chips.bet
        may = decisions(table, hand, to[own + SIZE], last - to[DRAWN], affordable)
        move = STAND
        if may != 0:
            move = decided(may, hand, up, plans, to)
            if kept:
                moves[begin + to[MADE]] = move
            to[MADE] += 1
        if move == STAND:
            place += 1
        elif move == SPLIT:
            part(to, pack, swaps, seat, place)
        elif move == SURRENDER:
            to[place] = packed(Hand(hand.points, hand.cards, hand.first, hand.second, hand.split, False, True))
        else:
            points, doubled = added(hand.points, worth(next_rank(to, pack, swaps))), move == DOUBLE
            to[own + STAKES] += 1 if doubled else 0
            to[place] = packed(Hand(points, hand.cards + 1, hand.first, hand.second, hand.split, doubled, False))


def insure(
    table: Table, chips: Chips, seats: int, up: int, plans: Any, to: Numbers, kept: bool, moves: Numbers, begin: int
) -> None:
    """Every seat that can answers the offer of insurance; basic strategy declines."""
    most = insurable(table, up, chips.bet, chips.stack - chips.bet)
    for seat in range(seats):
        steps = 0
        if most > 0:
            if len(plans) == 0 and draw(to, 2) == 1:
                steps = 1 + draw(to, most // STEP)
            if kept:
                moves[begin + to[MADE]] = DECLINE + steps
            to[MADE] += 1
        to[SEATS + 3 * seat + INSURED] = STEP * steps


def finish(
    table: Table, seats: int, dealer: int, cards: int, to: Numbers, pack: Numbers, swaps: Numbers
) -> tuple[int, int]:
    """The dealer's points and number of cards once it has taken its own."""
    standing = insured = lies = False
    for seat in range(seats):
        own, first = SEATS + 3 * seat, HANDS + MOST_HANDS * seat
        insured = insured or to[own + INSURED] > 0
        for place in range(first, first + to[own + SIZE]):
            hand = unpacked(to[place])
            standing = standing or stands(hand)
            lies = lies or (natural(hand.points, hand.cards) and not hand.split)
    takes = dealer_takes(standing, cards, insured, lies)
    while takes != NONE and to[DRAWN] < len(pack) and (takes != ALL or dealer_draws(dealer, table.hit_soft_17)):
        dealer = added(dealer, worth(next_rank(to, pack, swaps)))
        cards += 1
        takes = ALL if takes == ALL else NONE
    return dealer, cards


def play(
    table: Table, chips: Chips, seats: int, plans: Any, to: Numbers, pack: Numbers, swaps: Numbers, kept: bool,
    moves: Numbers, begin: int,
) -> tuple[int, int]:  # fmt: skip
    """Play a round from the deal to its end; returns the dealer's points and number of cards."""
    for seat in range(seats):
        to[SEATS + 3 * seat + SIZE] = to[SEATS + 3 * seat + STAKES] = 1
        to[HANDS + MOST_HANDS * seat] = next_rank(to, pack, swaps)
    up = worth(next_rank(to, pack, swaps))
    for seat in range(seats):
        place = HANDS + MOST_HANDS * seat
        to[place] = two(to[place], next_rank(to, pack, swaps), False)
    dealer, cards = added(0, up), 1
    if table.peek:
        dealer, cards = added(dealer, worth(next_rank(to, pack, swaps))), 2
    insure(table, chips, seats, up, plans, to, kept, moves, begin)
    if natural(dealer, cards):
        return dealer, cards
    for seat in range(seats):
        play_seat(table, chips, up, plans, seat, to, pack, swaps, kept, moves, begin)
    return finish(table, seats, dealer, cards, to, pack, swaps)


@kernel
def rounds(
    table: Table, chips: Chips, seats: int, plans: LongTable, seed: int, span: tuple[int, int], to: Longs, pack: Longs,
    swaps: Longs, kept: bool, packs: Shorts, moves: Bytes, made: Shorts, dealers: Bytes, staked: Ints,
    scores: Reals,
) -> None:  # fmt: skip
    """Deal rounds and play them to the end. The pack is put in order again after each.

    The arrays from ``packs`` on are those of :class:`Rounds`, row behind row.
    """
    for n in range(span[0], span[1]):
        start_next(to, seed, n, span[0], span[1])
        to[DRAWN] = to[MADE] = 0
        k = n - span[0]
        begin = k * (len(pack) + MOST_HANDS * seats)
        dealer, cards = play(table, chips, seats, plans, to, pack, swaps, kept, moves, begin)
        made[k], dealers[k] = to[MADE], dealer >> 1
        has_natural = natural(dealer, cards)
        for seat in range(seats):
            own, first, won = SEATS + 3 * seat, HANDS + MOST_HANDS * seat, 0
            for place in range(first, first + to[own + SIZE]):
                won += tenths(table, unpacked(to[place]), dealer, has_natural)
            staked[k * seats + seat] = to[own + STAKES] * chips.bet
            scores[k * seats + seat] = won * chips.bet / TENTHS + insurance_net(to[own + INSURED], has_natural)
        if kept:
            while to[DRAWN] < len(pack):
                next_rank(to, pack, swaps)
            for place in range(len(pack)):
                packs[k * len(pack) + place] = pack[place]
        for place in range(to[DRAWN] - 1, -1, -1):
            other = swaps[place]
            one = pack[place]
            pack[place] = pack[other]
            pack[other] = one


def checked(game: Blackjack, policy: str) -> None:
    """ValueError for a game that the kernel can't play, or an unknown policy."""
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy}: there are {' and '.join(POLICIES)}")
    refuse_changes(game)


def coded(game: Blackjack) -> list[list[int]]:
    """Basic strategy by row of the chart and upcard: the decisions, best first, as digits."""
    letters = "".join(next(letter for letter, verb in LETTERS.items() if verb == each) for each in VERBS)

    def code(some: str) -> int:
        return sum((letters.index(letter) + 1) << BITS * n for n, letter in enumerate(some))

    return [[code(plan(game.rules, name, up)) for up in range(len(COLUMNS))] for name in ROWS]


def run(game: Blackjack, n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> Rounds:
    """As ``simulate``; ``fast``: compiled."""
    numpy = numpy_for("rounds are simulated")
    cards, seats = len(game.deck), game.seats
    found: Any = Rounds(
        numpy.zeros((n, cards if moves else 0), numpy.int16),
        numpy.full((n, cards + MOST_HANDS * seats if moves else 0), -1, numpy.int8),
        numpy.zeros(n, numpy.int16),
        numpy.zeros(n, numpy.int8),
        numpy.zeros((n, seats), numpy.int32),
        numpy.zeros((n, seats), numpy.float64),
    )
    chips = Chips(int(game.options["bankroll"] or 0), int(game.options["min_bet"] or 0))
    plans, played = coded(game) if policy == "basic" else [], rounds if fast else rounds.bare

    def play_span(span: Span, out: list[Any]) -> None:
        room = Workspace(ROOM), sorted(game.deck), Workspace(cards)
        played(game.rules.table, chips, seats, plans, seed, span, *room, moves, *out)

    fill(found, play_span, threads, fast=fast, flat=True)
    return found
