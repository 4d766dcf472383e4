"""Planning a hand of a climbing game: the cheapest way to play it out, and the chance that a play is beaten."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from random import Random
from typing import Final

from dealt.cards import Cards, mask, members
from dealt.game import Action, Seat, View
from dealt.games.climbing import Combinations
from dealt.players.simple import take_face_down


def understands(book: Combinations, legal: Sequence[Action]) -> bool:
    """Are these plays of the table, with perhaps a pass?"""
    plays = [each for each in legal if each.cards]
    others = {each.verb for each in legal if not each.cards}
    return bool(plays) and others <= {"pass"} and all(book.row(each.cards) is not None for each in plays)


class Weighing(ABC):
    """A computer that weighs what each action leaves of its hand, given the chances of what the others hold."""

    book: Combinations

    @abstractmethod
    def sees(self, view: View) -> tuple[Cards, Odds]:
        """The seat's own hand, and the chances of what the others hold."""

    @abstractmethod
    def loss(self, action: Action, hand: Cards, odds: Odds) -> float:
        """How bad the position after an action is."""

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """How good the position after each action is. Empty where nothing is weighed."""
        if len(view.legal) == 1 or take_face_down(view) or not understands(self.book, view.legal):
            return {}
        hand, odds = self.sees(view)
        return {each: -self.loss(each, hand, odds) for each in view.legal}


class Planner:
    """The cheapest way to play a hand out, whatever the others do: an exact cover of its cards by combinations.

    Every card is tried in each combination that it can form, so no higher combination is broken for a lower one. Each
    costs one turn, less up to ``control`` for a strong one. The price depends on the table of the game alone, so the
    plans of a deal share their parts. Where only the suits of a play's highest rank count, it plans by ranks.
    """

    KEPT: Final = 60_000
    """The greatest number of plans that are kept."""
    PATIENCE: Final = 4_000
    """The number of new parts after which a plan takes the first combination that fits: twenty cards have too many."""

    NONE: Final[tuple[int, ...]] = (-1,)

    def __init__(self, book: Combinations, control: float = 0.35) -> None:
        self.whole, self.book = book, book.ranked
        self.price = _prices(self.book, control)
        self._plans: dict[Cards, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
        self._limit = 0

    def plan(self, hand: Cards) -> tuple[int, ...]:
        """The rows of the cheapest plan for the cards of a hand."""
        rows = self._plan(self.book.canonical(hand))
        return rows if self.whole is self.book else self.whole.from_ranked(hand, rows)

    def _plan(self, hand: Cards) -> tuple[int, ...]:
        known = self._plans.get(hand)
        if known is None:
            if len(self._plans) > self.KEPT:
                self._plans = {0: (0.0, ())}
            by_lowest: dict[Cards, list[int]] = {}
            for row in reversed(self.book.rows_in(hand)):  # the largest first: they are taken once PATIENCE is over
                held = self.book.cards[row]
                by_lowest.setdefault(held & -held, []).append(row)
            self._limit = len(self._plans) + self.PATIENCE
            known = self._best(hand, by_lowest)
        return known[1]

    def _best(self, hand: Cards, by_lowest: dict[Cards, list[int]]) -> tuple[float, tuple[int, ...]]:
        """The price and the rows of the cheapest plan: its lowest card goes into one of its combinations."""
        known = self._plans.get(hand)
        if known is not None:
            return known
        best, rows = float("inf"), self.NONE
        for row in by_lowest.get(hand & -hand, ()):
            held = self.book.cards[row]
            if held & ~hand:
                continue
            price, rest = self._best(hand & ~held, by_lowest)
            if price + self.price[row] < best:
                best, rows = price + self.price[row], (row, *rest)
            if len(self._plans) > self._limit:
                break
        if rows is self.NONE:  # a card that no combination left can use: it costs a turn and stays
            best, rows = self._best(hand & (hand - 1), by_lowest)
            best += 1
        self._plans[hand] = best, rows
        return best, rows


def gifts(planner: Planner, choice: Action) -> list[Action]:
    """The cards that may be given away in exchange, first those without which the rest is played out the cheapest.

    Of equal hands that which is left by the lowest cards comes first.
    """
    book, few = planner.book, (choice.pick or (1, 1))[0]
    low_first = sorted(members(choice.cards), key=book.order.strength)
    price = planner.price

    def cost(some: Iterable[int]) -> float:
        return sum(price[row] for row in planner.plan(choice.cards & ~mask(some)) if row >= 0)

    return [choice.of(cards=mask(some)) for some in sorted(combinations(low_first, few), key=cost)]


class Odds:
    """The chances, seen from one seat, that a combination is beaten; every unseen card may lie in any other hand."""

    def __init__(self, book: Combinations, view: View, deck: tuple[int, ...]) -> None:
        self.book = book
        self.deck = len(deck)
        self.seen = view.face_up
        self.counts = {
            pile.owner: len(pile.cards)
            for pile in view.piles
            if pile.name == "hand" and pile.owner is not None and pile.owner != view.seat and pile.cards
        }
        self.unseen = (mask(deck) & ~self.seen).bit_count()
        self._known: dict[int, dict[Seat, float]] = {}

    @property
    def fewest(self) -> int:
        """The number of cards in the smallest of the other hands."""
        return min(self.counts.values(), default=self.deck)

    def beaten_by(self, row: int) -> dict[Seat, float]:
        """For every other seat, the chance that it holds something that beats a row."""
        known = self._known.get(row)
        if known is None:
            known = self._known[row] = self._chances(row)
        return known

    def stands(self, row: int) -> float:
        """The chance that nobody beats a row."""
        chance = 1.0
        for each in self.beaten_by(row).values():
            chance *= 1 - each
        return chance

    def _chances(self, row: int) -> dict[Seat, float]:
        size, count = self.book.size[row], above(self.book)[row]
        if not count:
            return dict.fromkeys(self.counts, 0.0)
        if size > 3:
            # A hand that holds one such combination holds about three. The share is that of the whole deck: the cards
            # that were played took combinations with them, and made the others likelier by about as much.
            return {seat: 1 - exp(-count * _share(held, self.deck, size) / 3) for seat, held in self.counts.items()}
        better = sum(not self.book.cards[each] & self.seen for each in _over(self.book, row))
        loose = max(self.unseen, *self.counts.values(), 1)
        if size == 1:
            return {seat: 1 - _missing(better, held, loose) for seat, held in self.counts.items()}
        return {seat: 1 - exp(-better * _share(held, loose, size)) for seat, held in self.counts.items()}


@lru_cache(maxsize=16)
def above(book: Combinations) -> tuple[int, ...]:
    """For every row, the number of rows of the whole table that beat it."""
    table, rows = book.table, len(book.cards)
    near = (max(0, end - stronger) for stronger, end in zip(table.stronger, table.end, strict=True))
    bombs = (rows - max(over, stronger) for stronger, over in zip(table.stronger, table.over, strict=True))
    return tuple(some + max(0, more) for some, more in zip(near, bombs, strict=True))


@lru_cache(maxsize=16)
def heights(book: Combinations) -> tuple[float, ...]:
    """For every row, the share of its own group that doesn't beat it: 1 for the highest."""
    alike = Counter(book.group)
    return tuple(1 - count / alike[group] for count, group in zip(above(book), book.group, strict=True))


@lru_cache(maxsize=16)
def _prices(book: Combinations, control: float) -> tuple[float, ...]:
    """The price of each row in turns: less, the fewer rows beat it, on a scale of 8 rows or, for large ones, 2,000."""
    scale = (8 if size < 4 else 2000 for size in book.size)
    return tuple(1 - control / (1 + count / each) for count, each in zip(above(book), scale, strict=True))


@lru_cache(maxsize=4096)
def _over(book: Combinations, row: int) -> tuple[int, ...]:
    return book.beating(tuple(range(len(book.cards))), row)


def _share(held: int, loose: int, size: int) -> float:
    """The chance that ``size`` given cards out of ``loose`` all lie in a hand of ``held`` cards."""
    chance = 1.0
    for n in range(size):
        chance *= max(0, held - n) / max(1, loose - n)
    return chance


def _missing(better: int, held: int, loose: int) -> float:
    """The chance that a hand of ``held`` cards out of ``loose`` has none of ``better`` given cards."""
    chance = 1.0
    for n in range(min(better, loose)):
        chance *= max(0, loose - held - n) / (loose - n)
    return chance
