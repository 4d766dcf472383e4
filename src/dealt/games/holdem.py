"""Texas Hold'em and Omaha: cards of one's own, a board for all, and a round of betting before each part of it.

The rules are those of Robert's Rules of Poker, version 11, and of the Tournament Directors Association: blinds, of two
players the dealer has the small one; a raise is at least as high as the last; odd chips go to the dealer's left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import STANDARD, Card, Cards, mask
from dealt.game import Fact, Odds, Option, OptionError, Pile, Say, Seat, Value, View
from dealt.games import draws
from dealt.games.drawpoker.core import BUY, DrawRow, worth
from dealt.games.drawpoker.game import DrawPoker
from dealt.games.drawpoker.history import PHH
from dealt.games.drawpoker.play import Dealt, DrawPokerState
from dealt.games.showdown import CATEGORIES, HAND_SIZE, category
from dealt.games.texts import listed, settled
from dealt.hidden import deal_unseen

OPTIONS: Final = (
    Option("limit", "no", ("no", "pot", "fixed")),
    Option("hole", 2, (2, 4)),
    Option("seats", 4, low=2, high=8),
    Option("stack", 200, low=20, high=10_000),
    Option("small_blind", 1, low=1, high=100),
    Option("big_blind", 2, low=1, high=200),
    Option("rebuy", False, (False, True)),
    Option("rise", 0, low=0, high=50),
)
COUNTED: Final = 2
"""The number of own cards that count in Omaha, no more and no fewer."""


class Holdem(DrawPoker):
    """Hold'em, or with four cards Omaha. Make it by :func:`holdem`, which checks options.

    "call 4" costs 4 chips; "raise 8" brings the seat's bet of this round to 8 chips. Tests use other decks and flops.
    """

    name = "holdem"
    version: ClassVar[int] = 2
    phases: ClassVar[tuple[str, ...]] = ("preflop", "", "flop", "buy", "over", "", "turn", "river")

    def __init__(self, *, deck: Sequence[Card] = STANDARD, flop: int = 3, **options: Value) -> None:
        given = settled(OPTIONS, options)
        self.flop = flop
        super().__init__(deck=deck, hand=given["hole"], blinds=True, bet=given["big_blind"], **given)
        self.options = given
        self.vocabulary = tuple(each for each in self.vocabulary if each.verb != "stand pat")
        self.may_run_out = False

    def _row(self) -> DrawRow:
        return super()._row()._replace(flop=self.flop, own=0 if self.hand == COUNTED else COUNTED)

    def _ranks(self, state: DrawPokerState, viewer: Seat | None, shown: Collection[Seat]) -> list[Fact]:
        """The categories of the hands that the viewer sees, once there is a board."""
        return super()._ranks(state, viewer, shown) if state.board else []

    def sample(self, view: View, rng: Random) -> DrawPokerState:
        """Any cards may be where none are seen."""
        told = {(fact.name, fact.owner): fact.value for fact in view.facts}
        none, piles = (0,) * self.seats, view.piles
        if not any(pile.name == "stock" for pile in piles):
            piles += (Pile("stock", None, (None,) * (len(self.deck) - sum(len(pile.cards) for pile in piles))),)
        whole = deal_unseen(replace(view, piles=piles), self.deck, rng)
        hands = tuple(mask(whole["hand", seat]) for seat in range(self.seats))
        board = whole.get(("board", None), ())
        return self._restored(view, told, Dealt(hands, whole["stock", None], none, none, 0, 0), board)

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """The pot odds; on a board the chance to be ahead of a hand dealt at random, and those of what it ends with.

        Only seen cards count as known.
        """
        if view is None or view.fact("phase") == self.phases[BUY] or not view.turn:
            return ()
        chips = sum(fact.value for fact in view.facts if fact.name in ("pot", "bet") and isinstance(fact.value, int))
        told = draws.pot_odds(next((each.amount or 0 for each in view.legal if each.verb == "call"), 0), chips)
        board = mask(one for pile in view.piles if pile.name == "board" for one in pile.cards if one is not None)
        hand = mask(one for one in self._own(view, "hand") if one is not None)
        if not board or not hand or self.hand != COUNTED or view.fact("folded", view.seat):
            return told
        ahead = draws.ahead_of(self._others(hand, board), worth(self.row, hand, board))
        return (*told, ahead, *(self._ends(hand, board) if board.bit_count() < HAND_SIZE else ()))

    def _ends(self, hand: Cards, board: Cards) -> list[Odds]:
        """The chance of each category that the hand ends with."""
        left = [1 << one for one in self.deck if not (hand | board) >> one & 1]
        boards = [board + sum(more) for more in combinations(left, HAND_SIZE - board.bit_count())]
        found = Counter(category(worth(self.row, hand, each)) for each in boards)
        return [Odds(f"end_{name}", Fraction(found[name], len(boards))) for name in CATEGORIES if found[name]]

    def _others(self, hand: Cards, board: Cards) -> Counter[int]:
        """How many hands of each value another may hold."""
        left = [one for one in self.deck if not (hand | board) >> one & 1]
        return Counter(worth(self.row, 1 << one | 1 << two, board) for one, two in combinations(left, COUNTED))

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        return Say("illegal.over" if view.fact("phase") == self.phases[BUY] else "why.bet")


def holdem(**options: Any) -> Holdem:
    """Hold'em under ``OPTIONS``; OptionError where two of them exclude each other."""
    game = Holdem(**options)
    rules = game.rules
    if rules["small_blind"] > rules["big_blind"]:
        raise OptionError(f"small_blind can't be {rules['small_blind']} with a big_blind of {rules['big_blind']}")
    if rules["stack"] < 2 * rules["big_blind"]:
        raise OptionError(f"stack can't be {rules['stack']}: it has to pay a bet and a raise of {rules['big_blind']}")
    if rules["rise"] and rules["rebuy"]:
        raise OptionError("rebuy can't be on where blinds rise: who has no chips is out")
    return game


LISTING: Final = listed("holdem", holdem, OPTIONS, formats=(PHH,))
