"""``search`` for Spades: each card is tried in many layouts, and so is each bid with all that it leads to.

Layouts in which hands fit their bids are more likely. In a layout all seats play on by simple rules
(:mod:`dealt.players.advice.spades.rollout`), seeing their own hands, the bids and what has been played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.cards import Card
from dealt.game import Action, Game, Player, View
from dealt.games.spades import NIL_BIDS, Spades
from dealt.games.tricks import TrickState
from dealt.games.tricks.core import Position
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import HIDDEN, changes
from dealt.players.advice.spades.cover import Cover
from dealt.players.advice.spades.rollout import OPEN_BID, Known, Match, Room, look_ahead, strength, try_bids
from dealt.players.advice.tricks.layouts import layouts_of
from dealt.players.advice.tricks.playout import alike
from dealt.players.search.budget import Budget
from dealt.players.search.deciding import best_place
from dealt.shapes import Workspace

__all__ = ["SpadesSearch", "knows", "make"]

KERNELS: Final = (look_ahead, try_bids)
"""What it needs compiled to look as far as it can."""

BUDGET: Final = Budget(worlds=640, round=32, choices=13, mixed=0.0)
BIDDING: Final = Budget(worlds=512, round=64, choices=13, mixed=0.0)
AROUND: Final = 2
"""The bids that are tried lie so many tricks from what the hand counts, at most."""


class SpadesSearch:
    """The computer at one seat."""

    def __init__(self, game: Spades, budget: Budget | None = None) -> None:
        self.game = game
        self.budget = budget or BUDGET
        self.bidding = BIDDING if budget is None else budget
        self.plain = Cover(game)

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        known = self.game.public(view)
        if known.phase != "play":
            look = any(each.verb == "look" for each in view.legal)
            return self.plain.say(view, rng) if look else self.bid(view, known, rng)
        actions = {each.cards.bit_length() - 1: each for each in view.legal if each.cards}
        tried = alike(self.game, known, list(actions))
        if len(tried) == 1:
            return actions[tried[0]]
        one = self.card(view, known, tried, rng)
        return actions[one]

    def match(self, known: TrickState) -> Match:
        """The rules of the score, and how the match stands."""
        rules, carried = self.game.rules, known.match_data or (0, 0, 0, 0)
        return Match(
            self.game.tricks, int(rules["board_minimum"] or 0), rules["failed_nil_tricks"] == "help_partner",
            int(rules["bag_limit"]), int(rules["bag_penalty"]), bool(rules["ten_for_two"]), int(rules["target"]),
            (carried[0], carried[1]), (carried[2], carried[3]), self.game.simple,
        )  # fmt: skip

    def said(self, known: TrickState) -> list[int]:
        """The bids of the four seats as numbers."""
        bids = {} if self.game.simple else self.game.bids(known)
        found = [bids.get(seat, OPEN_BID) for seat in range(4)]
        return [NIL_BIDS[bid] if isinstance(bid, str) else bid for bid in found]

    def known(self, known: TrickState) -> Known:
        """What the seat knows, as the kernels have it."""
        north, east, south, west = known.played
        gone = north | east | south | west
        return Known(gone, (north, east, south, west), known.turn or 0, round(self.budget.chance * (1 << 20)))

    def card(self, view: View, known: TrickState, tried: Sequence[Card], rng: Random) -> Card:
        """The best of some cards."""
        game, told, match, said = self.game, self.known(known), self.match(known), self.said(known)
        at, seed = game.position(known), rng.getrandbits(60)

        deals, own = layouts_of(game, view, known, Random(seed)), room()

        def given(places: Sequence[int], worlds: int, number: int) -> tuple[Any, ...]:
            moves = [tried[n] for n in places]
            out = [[0] * worlds for _ in places]
            return (
                game.row, match, at, told, said, known.won, *deals, moves,
                worlds, seed + 2 * number, own, out,
            )  # fmt: skip

        place = best_place(look_ahead, len(tried), given, self.budget)
        return tried[place]

    def bid(self, view: View, known: TrickState, rng: Random) -> Action:
        """The best of the bids near what the hand counts, and nil."""
        game, told, match, said = self.game, self.known(known), self.match(known), self.said(known)
        counted = strength(known.hands[told.seat]) / 100
        tried = [each for each in view.legal if each.amount is None or abs(each.amount - counted) <= AROUND]
        if len(tried) < 2:
            return self.plain.say(view, rng)
        north, east, south, west = known.hands
        begin = Position((north, east, south, west), (known.dealer + 1) & 3)
        seed = rng.getrandbits(60)

        deals, own = layouts_of(game, view, known, Random(seed)), room()

        def given(places: Sequence[int], worlds: int, number: int) -> tuple[Any, ...]:
            amounts = [-1 if tried[n].amount is None else tried[n].amount for n in places]
            out = [[0] * worlds for _ in places]
            return (
                game.row, match, begin, told, said, *deals, amounts, worlds, seed + 2 * number,
                own, out,
            )  # fmt: skip

        place = best_place(try_bids, len(tried), given, self.bidding)
        return tried[place]


def room() -> Room:
    """Room for one kernel at a time."""
    return Room(*map(Workspace, (ROOM, 4, 4, 4, 4, 4, 4)))


def knows(game: Game[Any]) -> bool:
    """Is it Spades?"""
    return isinstance(game, Spades) and not changes(game, HIDDEN)


def make(game: Game[Any], **budget: Any) -> Player:
    """The computer for a seat; ValueError if the game isn't Spades."""
    if not isinstance(game, Spades):
        raise ValueError(f"this computer plays Spades, and {game.name} isn't")
    return SpadesSearch(game, BUDGET._replace(**budget) if budget else None)
