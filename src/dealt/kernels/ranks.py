"""``hand_ranks``: the values of many poker hands at once."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from dealt.bits import lowest
from dealt.games.showdown.core import ACE, BITS, HAND_SIZE, rank_value
from dealt.kernels.arrays import numpy_for
from dealt.kernels.machine import available, kernel
from dealt.kernels.threads import Span, fill
from dealt.shapes import Bytes, Fixed, Ints, Longs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


KEYS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""A number for each rank. Each is the smallest for which no two hands of five cards have the same sum, where a rank
occurs four times at most."""
LARGEST: Final = HAND_SIZE * KEYS[-1]
"""The greatest sum of five keys, also of such cards as are no hand."""


def hand_ranks(
    hands: ArrayLike, *, wheel: bool = True, threads: int = 1, out: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """The values of poker hands of five different cards: the higher wins, and equal values tie.

    ``hands`` are whole numbers: cards, of the shape (n, 5), fastest as int8; or sets of cards, of the shape (n,) and
    int64. The result, (n,) and int32, has the numbers of :func:`dealt.games.showdown.value`: shifted right by 20 bits
    it is the place of a category in :data:`~dealt.games.showdown.CATEGORIES`. ``wheel``: ace to five is a straight.
    ``out``: write them there and return it; whoever ranks many arrays spares the system a new one each time.

    ValueError for another shape, also of ``out``, or numbers that are no cards. That five cards are different is not
    checked: the value of a hand that holds a card twice means nothing. ImportError if NumPy is not installed.

    >>> import numpy as np
    >>> from dealt.cards import cards, sequence
    >>> some = [sequence(each) for each in ("As Ks Qs Js Ts", "7c 7d 7h 2s 2c", "Ac 2d 3h 4s 5c")]
    >>> (hand_ranks(np.array(some, np.int8)) >> 20).tolist()
    [8, 6, 4]
    >>> hand_ranks(np.array([cards("Ac 2d 3h 4s 5c")]), wheel=False).tolist()
    [799248]
    """
    return ranked_hands(hands, wheel, max(1, threads), fast=available(), out=out)


def ranked_hands(
    hands: Any, wheel: bool, threads: int, *, fast: bool, out: NDArray[np.int32] | None = None
) -> NDArray[np.int32]:
    """As :func:`hand_ranks`; ``fast``: compiled."""
    numpy = numpy_for("hands are ranked")
    given = numpy.asarray(hands)
    given = given.astype(numpy.int64) if given.size == 0 else given
    if given.dtype.kind not in "iu" or given.shape[1:] not in ((), (HAND_SIZE,)) or given.ndim == 0:
        raise ValueError(
            f"hands are whole numbers, cards of the shape (n, {HAND_SIZE}) or sets of cards of the shape (n,): "
            f"these are {given.dtype} of the shape {given.shape}"
        )
    sets = given.ndim == 1
    source = numpy.ascontiguousarray(given, numpy.int64 if sets else numpy.int8).view()
    source.flags.writeable = False  # nothing is copied back
    found: NDArray[np.int32] = numpy.zeros(len(given), numpy.int32) if out is None else out
    if (found.shape, found.dtype) != ((len(given),), numpy.int32) or not found.flags.carray:
        raise ValueError(
            f"out is an array to write to, of the shape ({len(given)},) and int32: "
            f"this is {found.dtype} of the shape {found.shape}"
        )
    tables, ranked = _tables(wheel), rank_sets if sets else rank_cards

    def part(span: Span, rows: list[Any]) -> None:
        some = given[span[0] : span[1]]  # looked at by every thread, as looking takes as long as ranking
        if some.size and (some.min() < 0 or some.max() >= (1 << 52 if sets else 52)):
            raise ValueError("cards are the numbers from 0 to 51")
        if sets and (numpy.bitwise_count(some) != HAND_SIZE).any():
            raise ValueError(f"a hand has {HAND_SIZE} cards")
        some = source[span[0] : span[1]].reshape(-1)
        (ranked if fast else ranked.bare)(some if fast else some.tolist(), *tables, *rows)

    fill([found], part, threads, fast=fast)
    return found


@kernel
def rank_cards(cards: Bytes, keys: Ints, mixed: Ints, suited: Ints, out: Ints) -> None:
    """Write the values of hands that lie one after the other, five cards each; see :func:`_tables`."""
    for n in range(len(out)):
        at = HAND_SIZE * n
        a, b, c, d, e = cards[at], cards[at + 1], cards[at + 2], cards[at + 3], cards[at + 4]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3:
            out[n] = mixed[keys[a >> 2] + keys[b >> 2] + keys[c >> 2] + keys[d >> 2] + keys[e >> 2]]
        else:
            out[n] = suited[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]


@kernel
def rank_sets(
    hands: Longs, keys: Ints, mixed: Ints, suited: Ints, out: Ints,
) -> None:  # fmt: skip
    """Write the values of sets of five cards; see :func:`_tables`."""
    for n in range(len(out)):
        hand, first = hands[n], lowest(hands[n])
        rest, differ, key, ranks = hand, 0, 0, 0
        for _ in range(HAND_SIZE):
            one = lowest(rest)
            rest &= rest - 1
            differ |= one ^ first
            key += keys[one >> 2]
            ranks |= 1 << (one >> 2)
        out[n] = mixed[key] if differ & 3 else suited[ranks]


@cache
def _tables(wheel: bool) -> tuple[Fixed, Fixed, Fixed]:
    """``KEYS``, the values of hands of several suits by the sum of their keys, and those of one suit by set of ranks.

    All are what the rules say of each set of ranks. Where there is no hand, there is 0.
    """
    mixed, suited = Fixed([0] * (LARGEST + 1)), Fixed([0] * (2 << ACE))
    for ranks in combinations_with_replacement(range(ACE + 1), HAND_SIZE):
        if ranks[0] == ranks[-1]:
            continue
        counted = sum(1 << BITS * rank for rank in ranks)
        mixed[sum(KEYS[rank] for rank in ranks)] = rank_value(counted, False, wheel)
        if len(set(ranks)) == HAND_SIZE:
            suited[sum(1 << rank for rank in ranks)] = rank_value(counted, True, wheel)
    return Fixed(KEYS), mixed, suited
