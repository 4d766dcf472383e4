"""The games that the server's tests play: a toy where everybody acts at once, one for a person alone, the real ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from random import Random

from dealt.cards import Card, members, sequence
from dealt.game import OPEN, Action, Fact, Game, Listing, Odds, Option, Past, Pile, Seat, Shuffled, View
from dealt.games import GAMES
from dealt.hidden import deal_unseen
from tests.toys import Gift, State


class GiftTo(Gift):
    """The toy of ``tests.toys`` with one option, the points that end a match."""

    def __init__(self, goal: int = 3):
        self.options = {"goal": goal} if goal != 3 else {}

    def final(self, state: State, totals: tuple[float, ...]) -> bool:
        return max(totals) >= self.options.get("goal", 3)


def make_gift(goal: int = 3) -> Game[State]:
    return GiftTo(goal)


GIFT = Listing(
    "gift",
    make_gift,
    options=(Option("goal", 3, low=1, high=1000),),
    presets={"long": {"goal": 1000}},
    ratings={"beginner": 20.0, "easy": 22.5, "normal": 25.0, "hard": 27.5, "expert": 30.0},
    texts={"en": {"game.title": "Gift", "give": "Give {cards}"}},
    rules={"en": "# Gift\n\nGive a card.\n\n<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"},
)


@dataclass(frozen=True, slots=True)
class Cards:
    """What was taken, what lies open, what is still to come."""

    taken: tuple[Card, ...]
    board: tuple[Card, ...]
    stock: tuple[Card, ...]
    deals: int


class Peek(Game[Cards]):
    """For one alone: of two open cards one is taken, and another laid down; three that add up to 14 win."""

    name = "peek"
    seats = 1
    deck = sequence("2c 3c 4c 5c 6c")
    undoable = True
    reckons = True

    def hand_out(self, shuffled: Shuffled, past: Past[Cards] | None = None) -> Cards:
        deck = shuffled.pack
        return Cards((), deck[:2], deck[2:], past.deals if past else 0)

    def turn(self, state: Cards) -> tuple[Seat, ...]:
        return (0,) if len(state.taken) < 3 else ()

    def legal(self, state: Cards, seat: Seat) -> Sequence[Action]:
        return [Action("take", 1 << one) for one in sorted(state.board)] if self.turn(state) else ()

    def apply(self, state: Cards, seat: Seat, action: Action) -> Cards:
        (one,) = members(action.cards)
        board = (*(each for each in state.board if each != one), *state.stock[:1])
        return replace(state, taken=(*state.taken, one), board=board, stock=state.stock[1:])

    def view(self, state: Cards, seat: Seat | None) -> View:
        hidden = tuple(one if seat == OPEN else None for one in state.stock)
        piles = (
            Pile("hand", 0, state.board, role="hand"),
            Pile("taken", None, state.taken),
            Pile("stock", None, hidden, "heap"),
        )
        legal = tuple(self.legal(state, 0)) if seat == 0 else ()
        return View(seat, self.turn(state), piles, (Fact(".deals", None, state.deals),), legal, self.score(state))

    def sample(self, view: View, rng: Random) -> Cards:
        whole = deal_unseen(view, self.deck, rng)
        return Cards(whole["taken", None], whole["hand", 0], whole["stock", None], int(view.fact(".deals") or 0))

    def score(self, state: Cards) -> tuple[float, ...] | None:
        return None if self.turn(state) else (1.0 if won(state.taken) else 0.0,)

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """Of whoever always takes the highest card."""
        if view is None:
            return ()
        up = [one for pile in view.piles for one in pile.cards if one is not None]
        orders = list(permutations(one for one in self.deck if one not in up))
        wins = 0
        for order in orders:
            state = Cards(view.pile("taken").cards, view.pile("hand", 0).cards, order, 0)  # type: ignore[arg-type]
            while self.turn(state):
                state = self.apply(state, 0, self.legal(state, 0)[-1])
            wins += won(state.taken)
        return (Odds("win", Fraction(wins, len(orders))), Odds("points", Fraction(1, 3), points=True))


def won(taken: tuple[Card, ...]) -> bool:
    """Do they add up to 14?"""
    return sum(2 + one // 4 for one in taken) >= 14


PEEK = Listing(
    "peek",
    Peek,
    texts={"en": {"game.title": "Peek", "take": "Take {cards}", "odds.win": "Chance of winning"}},
    picture=sequence("2c 6c"),
    lesson="""
seed = 4
[[steps]]
en = "Two cards lie open."
zh = "两张牌是明的。"
[[steps]]
en = "Take one."
play = "take 3c"
then = ["0 take 5c"]
""",
)

OWN: dict[str, Listing] = {"gift": GIFT, "peek": PEEK}
"""The toys alone, whose tables cost nothing."""

TOYS: dict[str, Listing] = {**OWN, **GAMES}
"""Every test of the server may play any of these."""

LISTINGS = (GIFT, PEEK)
"""What a room in a process of its own gets of this file by ``--games``."""
