"""Fits how ``dizhu`` bids: python -m tune doudizhu [DEALS]

In every deal each seat in turn takes the kitty and plays alone, all three by the quick way that the computer tries its
choices with. The chance to win alone is the least squares of who won over what there is to see of the hand before the
kitty; the chances from which on to bid 1, 2 and 3 are those against which no others win more, found by the seats
answering each other in turn. Prints what stands in ``players/advice/doudizhu/dizhu.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from dealt.cards import WITH_JOKERS, mask
from dealt.games.climbing.core import beside
from dealt.games.doudizhu import HIGHEST_BID, DouDizhu, ended
from dealt.players.advice.doudizhu.dizhu import Dizhu, strength
from dealt.players.advice.doudizhu.playout import Playing

STEP = 0.04
TIMES = 6

RULES = DouDizhu().numbers
Bids = tuple[float, ...]


class DealtHands(NamedTuple):
    """A deal: for each seat the features of its hand, and what it wins as landlord, in multiples of the bid."""

    hands: tuple[tuple[float, ...], ...]
    alone: tuple[int, ...]


def dealt(deals: int) -> list[DealtHands]:
    """Deals, each played with every seat alone."""
    player = Dizhu(DouDizhu())
    key = player.rows.key
    found: list[DealtHands] = []
    for number in range(deals):
        pack = list(WITH_JOKERS)
        Random(f"bids {number}").shuffle(pack)
        hands = [key(mask(pack[17 * seat : 17 * seat + 17])) for seat in range(3)]
        kitty = key(mask(pack[51:]))
        results: list[int] = []
        for alone in range(3):
            held = tuple(hand + kitty * (seat == alone) for seat, hand in enumerate(hands))
            sizes = tuple(17 + 3 * (seat == alone) for seat in range(3))
            won, doubled = player.playout.run(Playing(RULES, held, sizes, alone, alone))
            results.append((1 if won else -1) << doubled)
        found.append(DealtHands(tuple((1.0, *strength(hand, player.splitter)) for hand in hands), tuple(results)))
    return found


def least_squares(rows: list[tuple[tuple[float, ...], float]]) -> tuple[float, ...]:
    """The weights of a linear least-squares fit, by Gauss-Jordan elimination."""
    size = len(rows[0][0])
    matrix = [[1e-6 * (i == j) for j in range(size)] + [0.0] for i in range(size)]
    for values, target in rows:
        for i, one in enumerate(values):
            for j, other in enumerate((*values, target)):
                matrix[i][j] += one * other
    for i in range(size):
        matrix[i] = [each / matrix[i][i] for each in matrix[i]]
        for n in range(size):
            if n != i:
                factor = matrix[n][i]
                matrix[n] = [a - factor * b for a, b in zip(matrix[n], matrix[i], strict=True)]
    return tuple(round(line[size], 4) for line in matrix)


def chance(weights: tuple[float, ...], hand: tuple[float, ...]) -> float:
    """The chance to win as landlord that the weights predict."""
    return sum(a * b for a, b in zip(weights, hand, strict=True))


def auction(chances: tuple[float, ...], bids: tuple[Bids, ...]) -> tuple[int, int]:
    """The landlord and the bid, seat 0 bidding first; bid 0 if all pass."""
    high = alone = seat = spoken = 0
    while not spoken or not ended(False, high, spoken, seat, alone):
        worth = min(HIGHEST_BID, sum(chances[seat] >= each for each in bids[seat]))
        if worth > high:
            high, alone = worth, seat
        spoken |= 1 << seat
        seat = beside(RULES, seat)
    return alone, high


def fitting(some: list[DealtHands], weights: tuple[float, ...]) -> Bids:
    """The thresholds for bids 1, 2 and 3 that win most when the other seats bid by them too."""
    chances = [tuple(chance(weights, hand) for hand in each.hands) for each in some]
    bids: Bids = (0.5, 0.54, 0.58)
    for _ in range(TIMES):
        best = (-1e9, bids)
        for steps in product((-2, -1, 0, 1, 2), repeat=3):
            other = tuple(each + STEP * step for each, step in zip(bids, steps, strict=True))
            if list(other) != sorted(other):
                continue
            total = 0.0
            for each, foretold in zip(some, chances, strict=True):
                for mine in range(3):
                    alone, high = auction(foretold, tuple(other if seat == mine else bids for seat in range(3)))
                    total += high * each.alone[alone] * (2 if alone == mine else -1)
            best = max(best, (total, other))
        print(f"  {best[0] / len(some) / 3:+.3f} a deal with {tuple(round(each, 2) for each in best[1])}", flush=True)
        if best[1] == bids:
            break
        bids = best[1]
    return tuple(round(each, 2) for each in bids)


def fit(deals: int = 4000) -> None:
    some = dealt(deals)
    rows = [(hand, float(won > 0)) for each in some for hand, won in zip(each.hands, each.alone, strict=True)]
    weights = least_squares(rows)
    print(f"CHANCE: Final = {weights}")
    for low in range(0, 100, 10):
        met = [won for hand, won in rows if low <= 100 * chance(weights, hand) < low + 10]
        if met:
            print(f"  foretold {low}-{low + 10}%: {len(met)} hands, {100 * sum(met) / len(met):.0f}% won")
    print(f"BIDS: Final = {fitting(some, weights)}")


def main(argv: Sequence[str]) -> None:
    fit(*map(int, argv))
