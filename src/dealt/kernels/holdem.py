"""How often hands of hold'em win: every board counted, or boards and others' hands drawn by chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dealt.bits import count, lowest, nth
from dealt.cards import STANDARD, Cards, mask
from dealt.games.drawpoker.core import DrawRow, worth
from dealt.games.showdown.core import CATEGORIES, HAND_SIZE, PLACE
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.draws import start
from dealt.kernels.machine import kernel
from dealt.shapes import Fixed, Longs, Workspace

PARTS: Final = 840
"""The parts of a pot: whoever of up to eight ties gets a whole number of them."""
TRIES: Final = 24
"""The hands that are drawn at most until one is in a range; then the best one seen is taken."""
PICK: Final = 64
"""Parts of a pick, see :func:`drawn_shares`."""


def equities(hands: Sequence[Cards], board: Cards = 0, *, own: int = 0) -> tuple[Fraction, ...]:
    """The share of the pot that each hand wins, on average over all boards; a tie is shared.

    ``board`` are the cards that lie already. ``own`` is the number of own cards that count, as in Omaha; 0 for any.
    ValueError for no hands or more than eight, or a card that lies twice.

    >>> from dealt.cards import cards
    >>> [round(float(each), 4) for each in equities([cards("As Kd"), cards("8c 8h")], cards("Qd Jc 2h"))]
    [0.396, 0.604]
    """
    shares, _, many = _counted(hands, board, own)
    return tuple(Fraction(each, PARTS * many) for each in shares)


def endings(hand: Cards, board: Cards = 0, *, own: int = 0) -> dict[str, Fraction]:
    """The chance of each category that a hand ends with, by name, from low to high; see :func:`equities`."""
    _, kinds, many = _counted([hand], board, own)
    return {name: Fraction(each, many) for name, each in zip(CATEGORIES, kinds, strict=True)}


def _counted(hands: Sequence[Cards], board: Cards, own: int) -> tuple[list[int], list[int], int]:
    """What :func:`all_shares` adds up, and the number of boards."""
    held = [*hands, board]
    if not 0 < len(hands) <= 8 or sum(held) != mask(one for one in STANDARD if any(each >> one & 1 for each in held)):
        raise ValueError("there are one to eight hands, in which no card lies twice")
    left = Fixed([one for one in STANDARD if not sum(held) >> one & 1])
    shares, kinds = [0] * len(hands), [0] * len(CATEGORIES)
    many = all_shares(DrawRow(own=own), Fixed(hands), board, left, Workspace(HAND_SIZE), shares, kinds)
    return shares, kinds, many


@kernel
def all_shares(
    row: DrawRow, hands: Longs, board: Cards, left: Longs, chosen: Longs, shares: Longs, kinds: Longs
) -> int:  # fmt: skip
    """Add up what each hand wins over all boards, in parts of a pot, and return their number.

    ``kinds`` counts the categories that the first hand ends with.
    """
    more = HAND_SIZE - count(board)
    for n in range(more):
        chosen[n] = n
    many = 0
    while True:
        whole = board
        for n in range(more):
            whole |= 1 << left[chosen[n]]
        kinds[share(row, hands, whole, shares) >> PLACE] += 1
        many += 1
        n = more - 1
        while n >= 0 and chosen[n] == len(left) - more + n:
            n -= 1
        if n < 0:
            return many
        chosen[n] += 1
        for after in range(n + 1, more):
            chosen[after] = chosen[after - 1] + 1


def share(row: DrawRow, hands: Longs, board: Cards, shares: Longs) -> int:
    """Give each of the best hands its part; the value of the first hand."""
    best, winners, first = -1, 0, 0
    for seat in range(len(hands)):
        value = worth(row, hands[seat], board)
        if seat == 0:
            first = value
        if value > best:
            best, winners = value, 0
        if value == best:
            winners |= 1 << seat
    part = PARTS // count(winners)
    while winners != 0:
        shares[lowest(winners)] += part
        winners &= winners - 1
    return first


@kernel
def drawn_shares(
    row: DrawRow, hand: Cards, board: Cards, places: Longs, ranges: Longs, picks: Longs, n: int, seed: int,
    words: Longs, hands: Longs, shares: Longs,
) -> None:  # fmt: skip
    """Add up what each of ``hands`` wins in ``n`` deals, in parts of a pot; the first is ``hand``.

    ``places`` tells how good two cards are, the less the better, at the place 52 times the one and the other; what the
    pairs in a hand add up to is at most that of its ``ranges``. Each of the others holds the best, on the board as it
    lies, of so many hands of its range as ``picks`` says, in parts of ``PICK``.
    """
    start(words, seed, 0)
    for _ in range(n):
        free = (1 << 52) - 1 & ~(hand | board)
        hands[0] = hand
        for seat in range(1, len(hands)):
            wanted, best, held = picks[seat], -1, 0
            while wanted > 0:
                if wanted >= PICK or drawn_number(words, PICK) < wanted:
                    some = in_range(words, free, count(hand), places, ranges[seat])
                    value = worth(row, some, board) if board != 0 else 0
                    if value > best:
                        best, held = value, some
                wanted -= PICK
            hands[seat] = held
            free &= ~held
        whole = board
        for _ in range(HAND_SIZE - count(board)):
            one = nth(free, drawn_number(words, count(free)))
            free ^= 1 << one
            whole |= 1 << one
        share(row, hands, whole, shares)


def in_range(words: Longs, free: Cards, size: int, places: Longs, most: int) -> Cards:
    """A hand of a range, drawn by chance."""
    best, found = 1 << 40, 0
    for _ in range(TRIES):
        left, some = free, 0
        for _ in range(size):
            one = nth(left, drawn_number(words, count(left)))
            left ^= 1 << one
            some |= 1 << one
        at = quality(places, some)
        if at < best:
            best, found = at, some
        if at <= most:
            return some
    return found


def quality(places: Longs, hand: Cards) -> int:
    """How good a hand is before the flop: what is said of its pairs of cards, the less the better."""
    found, first = 0, hand
    while first != 0:
        one = lowest(first)
        first &= first - 1
        second = first
        while second != 0:
            found += places[52 * one + lowest(second)]
            second &= second - 1
    return found
