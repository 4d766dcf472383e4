"""``shy``: a computer for Hearts that passes what is dangerous, stays out of points, and sees a moon coming.

It deals the hidden cards as they may lie, plays each such deal out with everybody ducking, and takes the
card that comes out best against the others on average. Whoever has all the points so far may be after all of them:
then it looks at both ways to go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.cards import Card, Cards, mask, members
from dealt.game import Action, Game, Player, Seat, View
from dealt.games.hearts import HEARTS, JACK, QUEEN, SPADES, Hearts, jacks
from dealt.games.tricks import NONE, OF_SUIT, TrickState, core
from dealt.games.tricks.core import Hands, Position
from dealt.players.advice.hearts.playout import finish
from dealt.players.advice.tricks.playout import alike, layouts
from dealt.players.advice.tricks.search import TrickSearch

__all__ = ["Shy", "danger", "knows", "make", "strength"]

PLAYING: Final = 16
"""The number of layouts on which a card is tried."""
SUSPECT: Final = 6
"""The number of points with which a seat that has taken all so far is suspected of shooting the moon."""
STRONG: Final = 11
"""The value of :func:`strength` from which on a hand considers shooting the moon from the first trick on."""


# --- what is dangerous ------------------------------------------------------------------------------------------------


def danger(hand: Cards) -> float:
    """A rough measure of the points that a hand takes: its high cards count, less where low cards of the suit guard
    them."""
    found = 0.0
    for suit in range(4):
        ranks = [one >> 2 for one in members(hand & OF_SUIT[suit])]
        if suit == SPADES:
            guards = sum(rank < 10 for rank in ranks)
            found += 9 * (10 in ranks) * max(0.0, 1 - guards / 5)
            found += (5 * (12 in ranks) + 4 * (11 in ranks)) * max(0.0, 1 - len(ranks) / 6)
            continue
        heavy = 1.6 if suit == HEARTS else 1.0
        for place, rank in enumerate(ranks):
            found += heavy * max(0.0, rank - 3 - 2.2 * place) * 0.35
        if suit != HEARTS:
            found -= (3.0, 1.6, 0.6)[len(ranks)] if len(ranks) < 3 else 0
    return found


def strength(hand: Cards) -> int:
    """The strength of a hand for shooting the moon: its high cards, and the length of its long suits."""
    found = 0
    for suit in OF_SUIT:
        held = hand & suit
        run = held >> 40  # queens, kings and aces
        found += run.bit_count() + max(0, held.bit_count() - 4) if run else 0
    return found


# --- the computer -----------------------------------------------------------------------------------------------------


class Shy(TrickSearch):
    """The computer at one seat."""

    game: Hearts

    def __init__(self, game: Hearts, deals: int = PLAYING) -> None:
        super().__init__(game, deals)

    def say(self, view: View, rng: Random) -> Action:
        """The cards to pass: those whose loss lowers the danger of the hand most."""
        hand = self.game.public(view).hands[view.seat or 0]
        return min(view.legal, key=lambda each: danger(hand & ~each.cards))

    def card(self, view: View, known: TrickState, legal: list[Card], rng: Random) -> Card:
        """The card to play. The queen of spades and the jack of diamonds are tried apart: they score otherwise."""
        own = {QUEEN, JACK} if self.game.rules["jack"] else {QUEEN}
        tried = alike(self.game, known, [one for one in legal if one not in own]) + sorted(own & set(legal))
        if len(tried) == 1:
            return tried[0]
        worth = self.weigh(view, known.turn or 0, tried, rng)
        return max(tried, key=lambda one: (worth[one], one >> 2))

    def worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        raise NotImplementedError("tricks are worth nothing here: what lies in them is")

    def value(self, taken: Hands, before: Sequence[int], seat: Seat) -> float:
        """The points by which a seat ends below the average of the others.

        ``taken`` are the cards taken in the end, ``before`` the points and jacks taken before them.
        """
        points = [core.points(self.game.row, some) + had for some, had in zip(taken, before[:4], strict=True)]
        gone = [jacks(some) + had for some, had in zip(taken, before[4:], strict=True)]
        scores = self.game.scores(points, gone)
        return (sum(scores) - 4 * scores[seat]) / 3

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        """The worth of each card, on average over layouts of the hidden cards."""
        state = self.game.public(view)
        points, lying = state.deal_data[:4], mask(self.game.current_trick(state))
        suspect = next((seat for seat in range(4) if points[seat] == sum(points) >= SUSPECT), NONE)
        bold = not any(points[:owner] + points[owner + 1 :]) and self.may_shoot(state, owner)
        plain = dict.fromkeys(tried, 0.0)
        shot = dict.fromkeys(tried, 0.0)

        def played(at: Position, shooter: Seat, one: Card) -> float:
            return self.value(finish(self.game.row, at, lying, (0, 0, 0, 0), shooter, one), state.deal_data, owner)

        for n, layout in enumerate(layouts(self.game, view, rng, self.deals)):
            at, shooter = self.game.position(layout), suspect if suspect != owner and n % 2 else NONE
            for one in tried:
                plain[one] += played(at, shooter, one)
                shot[one] += played(at, owner, one) if bold else 0
        found = shot if bold and max(shot.values()) > max(plain.values()) else plain
        return {one: each / self.deals for one, each in found.items()}

    def may_shoot(self, state: TrickState, owner: Seat) -> bool:
        """Should taking all the points be considered?"""
        left = state.hands[owner]
        return state.deal_data[owner] >= SUSPECT or strength(left | state.played[owner]) >= STRONG


def knows(game: Game[Any]) -> bool:
    """Is it Hearts?"""
    return isinstance(game, Hearts)


def make(game: Game[Any], **budget: Any) -> Player:
    """The computer for a seat; ValueError if the game isn't Hearts."""
    if not isinstance(game, Hearts):
        raise ValueError(f"this computer plays Hearts, and {game.name} isn't")
    return Shy(game, **budget)
