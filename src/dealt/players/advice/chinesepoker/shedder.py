"""``shedder``, a computer for Chinese Poker: it plans its whole hand and weighs what each action leaves of it.

- The hand that an action leaves is planned as a whole (:class:`~dealt.players.advice.climbing.planning.Planner`).
- The chance that a play is beaten is estimated from the ranks that nobody has shown, fours of a kind included, which
  beat everything. A play that can't be beaten wins for sure, and is taken, if at most one play of the plan that it
  leaves can be beaten.
- Every other position is judged by a weighted sum, in which the number of cards left counts most. A pass is judged like
  any play, even when it may lead.
- Of open packets it takes the one whose plan is judged best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, prod
from random import Random
from typing import Final, NamedTuple

from dealt.cards import RANKS, Cards, mask, members
from dealt.game import Action, Seat, View
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import BOMB, Combinations, Kind
from dealt.players.advice.climbing.planning import Odds, Planner, Weighing
from dealt.players.simple import own_hand, take_face_down

SURE: Final = 0.9999
"""A chance that counts as certain."""


class Traits(NamedTuple):
    """The numbers by which a position after an action of one's own is judged; also their weights: more is worse."""

    cards: float
    """Cards left."""
    penalty: float
    """The points that the cards left would cost if the deal ended now."""
    small: float
    """The number of plays of one or two cards in the plan of the cards left."""
    large: float
    """The number of plays of three or more cards in the plan, fours of a kind left out."""
    fours: float
    """The number of fours of a kind in the plan."""
    weak_small: float
    """The sum over the small plays of the plan of the chance that they are beaten; large ones likewise."""
    weak_large: float
    need: float
    """The number of plays that are beaten, less the number of those that are not, less the chance to lead."""
    lead: float
    """The chance to lead next."""
    out: float
    """The expected number of seats that go out by beating this action."""


WEIGHTS: Final = Traits(8, 0.1, 0.8, 0.5, -1, 1, 0.5, 1, -0.3, 3)
"""The weights; ``tune/shedder.py`` found them by play against ``lowest``, changing one weight at a time.

The number of cards left comes first, and the other numbers decide between actions that leave equally many.
"""


class Shedder(Weighing):
    """The computer at one seat. It keeps plans of hands between its choices, and nothing that it saw."""

    def __init__(self, game: ChinesePoker, weights: Traits = WEIGHTS) -> None:
        self.game = game
        self.book = game.combinations
        self.weights = weights
        self.planner = Planner(self.book)
        self.planner.price = prices(self.book)

    def choose(self, view: View, rng: Random) -> Action:
        if card := take_face_down(view):
            return card
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        if legal[0].verb == "take":
            return self._packet(view, rng)
        hand, odds = self.sees(view)
        return min(legal, key=lambda each: self.loss(each, hand, odds))

    def sees(self, view: View) -> tuple[Cards, Outlook]:
        """The seat's own hand, and the chances of what the others hold."""
        return own_hand(view), Outlook(self.game, view)

    def loss(self, action: Action, hand: Cards, odds: Odds) -> float:
        """How bad the position after an action is, by the weights; lowest where the deal is won for sure."""
        rest = hand & ~action.cards
        if not rest:
            return -1000
        if action.cards and self._wins(action, rest, odds):
            return -900 + len(self.planner.plan(rest))
        return sum(w * value for w, value in zip(self.weights, self.traits(action, hand, odds), strict=True))

    def traits(self, action: Action, hand: Cards, odds: Odds) -> Traits:
        """The numbers by which an action that leaves a card is judged."""
        rest, size, power = hand & ~action.cards, self.book.size, self.book.power
        left, plan = rest.bit_count(), self.planner.plan(rest)
        stands = [odds.stands(row) for row in plan]
        small = [chance for row, chance in zip(plan, stands, strict=True) if size[row] < 3]
        large = [chance for row, chance in zip(plan, stands, strict=True) if size[row] > 2 and power[row] < BOMB]
        row = self.book.row(action.cards) if action.cards else None
        lead = 0.0 if row is None else odds.stands(row)
        near = [] if row is None else [seat for seat, count in odds.counts.items() if count == size[row]]
        return Traits(
            cards=left,
            penalty=self.game.penalty(left),
            small=len(small),
            large=len(large),
            fours=len(plan) - len(small) - len(large),
            weak_small=len(small) - sum(small),
            weak_large=len(large) - sum(large),
            need=max(0.0, len(plan) - 2 * sum(stands) - lead),
            lead=lead,
            out=sum(odds.beaten_by(row)[seat] for seat in near) if row is not None else 0.0,
        )

    def _wins(self, action: Action, rest: Cards, odds: Odds) -> bool:
        """Can nobody beat the action, nor any play that is left but the last?"""
        row = self.book.row(action.cards)
        if row is None or odds.stands(row) < SURE:
            return False
        return sum(odds.stands(each) < SURE for each in self.planner.plan(rest)) <= 1

    def _packet(self, view: View, rng: Random) -> Action:
        """The packet whose plan is judged best; any of them if they lie face down."""

        def price(action: Action) -> float:
            name = f"stock {action.amount}" if action.amount != 1 else "stock"
            held = mask(one for one in view.pile(name).cards if one is not None)
            return sum(self.planner.price[row] for row in self.planner.plan(held))

        return min(rng.sample(view.legal, len(view.legal)), key=price)


class Outlook(Odds):
    """The chances, seen from one seat, that a combination is beaten, estimated by rank from the unseen cards.

    Ranks are treated as independent of each other. For a hand that lies open the chance is 0 or 1.
    """

    def __init__(self, game: ChinesePoker, view: View) -> None:
        super().__init__(game.combinations, view, game.deck)
        hands = {seat: view.pile("hand", seat).cards for seat in self.counts}
        self._open = {
            seat: mask(one for one in some if one is not None) for seat, some in hands.items() if None not in some
        }
        unseen = [one for one in game.deck if not self.seen >> one & 1]
        self._loose = len(unseen)
        self._unseen = Counter(RANKS[one >> 2] for one in unseen)
        self._of: dict[tuple[int, int], float] = {}
        self._tails: dict[tuple[int, int, int], float] = {}

    def _chances(self, row: int) -> dict[Seat, float]:
        return {seat: self._beaten(row, seat) for seat in self.counts}

    def _beaten(self, row: int, seat: Seat) -> float:
        """The chance that a seat beats a row."""
        if seat in self._open:
            return float(bool(self.book.beating(self.book.rows_in(self._open[seat]), row)))
        key = row, self.counts[seat]
        if key not in self._of:
            self._of[key] = self._chance(*key)
        return self._of[key]

    def _chance(self, row: int, held: int) -> float:
        """The chance that a hand of ``held`` cards beats a row: each kind that does, taken by itself."""
        stands = 1.0
        for each in over(self.book, row):
            stands *= 1 - (self._has(each, held) if held >= each.size else 0.0)
        return 1 - stands

    def _has(self, some: Beaters, held: int) -> float:
        """The chance that a hand holds one of some rows of a kind."""
        copies, kicker = some.kind.copies, some.kind.kicker
        if some.kind.run:
            found = _either(prod([self._tail(letter, copies, held) for letter in body]) for body in some.bodies)
        else:
            found = self._any(some.bodies, copies, held)
        return found and found * (self._any(some.kickers, kicker, held - copies) if kicker else 1)

    def _any(self, ranks: Sequence[str], copies: int, held: int) -> float:
        """The chance of so many cards of one of some ranks."""
        if copies > 1:
            return _either(self._tail(letter, copies, held) for letter in ranks)
        return 1 - comb(self._loose - sum([self._unseen[letter] for letter in ranks]), held) / comb(self._loose, held)

    def _tail(self, rank: str, copies: int, held: int) -> float:
        """The chance that a hand of ``held`` cards has at least ``copies`` cards of a rank."""
        there = self._unseen[rank]
        key = there, copies, held
        if key not in self._tails:
            some = range(copies, min(there, held) + 1)
            ways = sum([comb(there, n) * comb(self._loose - there, held - n) for n in some])
            self._tails[key] = ways / comb(self._loose, held)
        return self._tails[key]


def _either(chances: Iterable[float]) -> float:
    """The chance of at least one of several events, treated as independent."""
    return 1 - prod([1 - each for each in chances])


class Beaters(NamedTuple):
    """The rows of a kind that beat a row: their number of cards, their runs, and the ranks of what is attached."""

    kind: Kind
    size: int
    bodies: tuple[str, ...]
    kickers: tuple[str, ...]


@lru_cache(maxsize=8192)
def over(book: Combinations, row: int) -> tuple[Beaters, ...]:
    """What beats a row, by kind and size, as the table of the game has it."""
    found: dict[tuple[int, int], list[int]] = {}
    for each in book.beating(tuple(range(len(book.cards))), row):
        found.setdefault((book.kind[each], book.size[each]), []).append(each)
    return tuple(
        Beaters(
            book.kinds[number],
            size,
            tuple(dict.fromkeys(book.body[each] for each in rows)),
            tuple(dict.fromkeys(rank for each in rows for rank in _kickers(book, each))),
        )
        for (number, size), rows in found.items()
    )


def _kickers(book: Combinations, row: int) -> list[str]:
    """The ranks of the cards that are attached by a row."""
    if not book.kinds[book.kind[row]].kicker:
        return []
    return [RANKS[one >> 2] for one in members(book.cards[row]) if RANKS[one >> 2] not in book.body[row]]


@lru_cache(maxsize=4)
def prices(book: Combinations) -> tuple[float, ...]:
    """The price of each row in a plan, in turns: 1, less if few of its group are higher, and much less for a four."""
    levels: dict[int, set[int]] = {}
    for group, strength in zip(book.group, book.strength, strict=True):
        levels.setdefault(group, set()).add(strength)
    found = []
    for group, strength, size, power in zip(book.group, book.strength, book.size, book.power, strict=True):
        above = sum(each > strength for each in levels[group])
        control, scale = (0.7, 12) if power >= BOMB else (0.4, 2 if size < 3 else 6)
        found.append(1 - control / (1 + above / scale))
    return tuple(found)
