"""The vectors of draw poker: what hands are, which is higher, what the helper draws, pots and who wins them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from dealt.cards import card
from dealt.games.showdown import category, payout, pots, value
from dealt.players.advice.drawpoker.assignment import cards_to_draw
from tests.vectors import Row, check, held


@cache
def counted(wheel: bool = True) -> tuple[Counter[str], int]:
    """How many of all hands are in each category, and how many values there are.

    Every set of ranks is valued once in one suit, if it can be, and once in several; ``tests.counts`` counts each hand.
    """
    found: Counter[str] = Counter()
    values = set()
    for ranks in combinations_with_replacement(range(13), 5):
        ways = prod(comb(4, count) for count in Counter(ranks).values())
        cards = [4 * rank + n % 4 for n, rank in enumerate(ranks)]  # equal ranks are neighbours, so in several suits
        if len(set(ranks)) == 5:
            found[category(value([4 * rank for rank in ranks], wheel))] += 4
            values.add(value([4 * rank for rank in ranks], wheel))
            ways -= 4
        if ways:
            found[category(value(cards, wheel))] += ways
            values.add(value(cards, wheel))
    return found, len(values)


@check("category_counts", "draw_poker")
def category_counts(file: Row, row: str) -> tuple[Any, Any]:
    found, _ = counted()
    return (found[row], found.total()), (file["category_counts"][row], file["total_hands"])


@check("rank", "draw_poker")
def rank(file: Row, row: Row) -> tuple[Any, Any]:
    got = [category(value(held(row["cards"]), wheel)) for wheel in (True, False)]
    return got, [row["rank"], row["assignment_straight_test_rank"]]


@check("compare", "draw_poker")
def compare(file: Row, row: Row) -> tuple[Any, Any]:
    a, b = value(held(row["a"])), value(held(row["b"]))
    return "a" if a > b else "b" if b > a else "tie", row["winner"]


@check("draw_helper", "draw_poker")
def draw_helper(file: Row, row: Row) -> tuple[Any, Any]:
    return cards_to_draw(held(row["cards"])), held(row["discard"])


@check("pots", "draw_poker")
def pots_and_payout(file: Row, row: Row) -> tuple[Any, Any]:
    values = {int(seat): value([card(each) for each in hand]) for seat, hand in row["hands"].items()}
    found = [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in pots(row["contributed"], row["folded"])]
    got = found, list(payout(row["contributed"], row["folded"], values))
    return got, (row["pots"], row["payout"])
