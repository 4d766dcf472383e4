"""``deuce``, the Deuce manual's computer: it plans how to play its whole hand, and keeps the cards that it needs.

The manual says: find all combinations in the hand, tag each card with what it can form, don't break a higher one to win
with a lower one, look at how many cards the others hold, and play only with some probability, so that nobody can
foretell it. Here one estimate of every legal action stands for all that: the points that the deal will cost after it.

- The hand that would be left is planned as a whole (:class:`~dealt.players.advice.climbing.planning.Planner`): each
  card stands in the one combination that serves it best, and the estimate looks at these combinations.
- The weights depend on the smallest of the other hands: near the end the lead and the number of cards count more.
- With probability ``CHANCE`` the best action is taken; else the second best, but never in danger or near the end.

It reads the tables of the climbing engine and nothing else, so it plays every game of that family. In an auction it
passes, so it is offered only for games without one.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from dealt.cards import Cards
from dealt.game import Action, Game, View
from dealt.games.climbing import SHOW, Climbing
from dealt.players.advice.climbing.planning import Odds, Planner, Weighing, gifts, heights, understands
from dealt.players.simple import own_hand, take_face_down

CHANCE: Final = 0.9
"""The probability with which the computer takes the action that it thinks best; the manual's example."""


class Traits(NamedTuple):
    """The numbers by which a position after an action of one's own is judged; also their weights, in points a unit."""

    cards: float
    """Cards left."""
    penalty: float
    """The points that the cards left would cost if the deal ended now."""
    singles: float
    """The number of singles in the plan of the cards left; pairs, triples and larger combinations likewise."""
    pairs: float
    triples: float
    larger: float
    low_singles: float
    """The sum over the singles of the plan of the share of singles that beat them; larger combinations likewise."""
    low_larger: float
    control: float
    """The sum over the combinations of the plan of the chance that nobody beats them."""
    lead: float
    """The chance to lead next."""
    lead_cards: float
    """The chance to lead next, times the number of cards left."""
    out: float
    """The expected number of seats that go out by beating this action."""


WEIGHTS: Final[tuple[tuple[int, Traits], ...]] = (
    (1, Traits(0.56, 0.43, -0.23, 0.07, 0.15, 0.04, 0.42, -0.1, -0.39, 0.2, -0.56, 0.21)),
    (3, Traits(0.75, -0.02, -0.58, 0.03, 0.38, 0.02, 1.01, 0.7, -0.72, 0.15, -0.33, 0.7)),
    (7, Traits(0.47, -0.03, -0.61, 0.12, 0.03, 0.15, 1.26, 0.68, -0.69, 0.03, -0.2, 0.03)),
    (99, Traits(0.24, 0.0, -0.42, 0.25, 0.11, -0.04, 1.09, 0.97, -0.93, 0.0, -0.13, 0.0)),
)
"""The weights, each with the greatest number of cards in the smallest of the other hands for which they hold.
``tune/deuce.py`` fits them: least squares of the points that computers lost in the end, over the positions that they
met, repeated with the computers that came of it."""


def knows(game: Game[Any]) -> bool:
    """Is it a climbing game without an auction? In an auction it would only pass, and four of them would never play."""
    return isinstance(game, Climbing) and game.combinations.packs == 1 and game.deal(Random(0)).phase != "auction"


class Deuce(Weighing):
    """The computer at one seat of a climbing game. It keeps plans of hands between its choices, nothing that it saw."""

    def __init__(
        self, game: Climbing, chance: float = CHANCE, weights: tuple[tuple[int, Traits], ...] = WEIGHTS
    ) -> None:
        self.game = game
        self.book = game.combinations
        self.chance = chance
        self.weights = weights
        self.planner = Planner(self.book)
        self._height = heights(self.book)

    def choose(self, view: View, rng: Random) -> Action:
        if card := take_face_down(view):
            return card
        legal = view.legal
        if legal[0].pick:
            return gifts(self.planner, legal[0])[0]
        if len(legal) == 1 or not understands(self.book, legal):
            return next((each for each in legal if each == SHOW), legal[-1])
        hand, odds = self.sees(view)
        for each in legal:
            if each.cards == hand:
                return each
        ranked = sorted(legal, key=lambda each: self.loss(each, hand, odds))
        danger = odds.fewest <= 4 or len(self.planner.plan(hand & ~ranked[0].cards)) <= 2
        return ranked[0] if rng.random() < self.chance or danger else ranked[1]

    def sees(self, view: View) -> tuple[Cards, Odds]:
        """The seat's own hand, and the chances of what the others hold."""
        return own_hand(view), Odds(self.book, view, self.game.deck)

    def loss(self, action: Action, hand: Cards, odds: Odds) -> float:
        """The points that the deal is expected to cost after an action."""
        weights = next(each for most, each in self.weights if odds.fewest <= most)
        traits = self.traits(action, hand, odds)
        return sum(weight * value for weight, value in zip(weights, traits, strict=True))

    def traits(self, action: Action, hand: Cards, odds: Odds) -> Traits:
        """The numbers by which an action is judged."""
        rest = hand & ~action.cards
        left = rest.bit_count()
        plan = self.planner.plan(rest)
        sizes = [self.book.size[row] for row in plan]
        row = self.book.row(action.cards) if action.cards else None
        lead = 0.0 if row is None else odds.stands(row)
        beaten = {} if row is None else odds.beaten_by(row)
        return Traits(
            cards=left,
            penalty=self.game.penalty(left),
            singles=sizes.count(1),
            pairs=sizes.count(2),
            triples=sizes.count(3),
            larger=sum(size > 3 for size in sizes),
            low_singles=sum(1 - self._height[each] for each, size in zip(plan, sizes, strict=True) if size == 1),
            low_larger=sum(1 - self._height[each] for each, size in zip(plan, sizes, strict=True) if size > 3),
            control=sum(odds.stands(each) for each in plan),
            lead=lead,
            lead_cards=lead * left,
            out=sum(chance for seat, chance in beaten.items() if odds.counts[seat] == action.cards.bit_count()),
        )
