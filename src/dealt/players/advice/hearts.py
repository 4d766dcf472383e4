"""``shy``: a computer for Hearts that passes what is dangerous, stays out of points, and sees a moon coming.

It deals the hidden cards as they may lie, plays each such deal out with everybody ducking, and takes the
card that comes out best against the others on average. Whoever has all the points so far may be after all of them:
then it looks at both ways to go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.cards import Card, Cards, members
from dealt.game import Action, Game, Player, Seat, View
from dealt.games.hearts import HEARTS, JACK, QUEEN, SPADES, Hearts
from dealt.games.tricks import OF_SUIT, TrickState
from dealt.players.advice.trick_playout import alike, layouts
from dealt.players.advice.trick_search import TrickSearch

__all__ = ["NOBODY", "Deal", "Shy", "danger", "knows", "make"]

PLAYING: Final = 16
"""The number of layouts on which a card is tried."""
NOBODY: Final = -1
SUSPECT: Final = 6
"""The number of points with which a seat that has taken all so far is suspected of shooting the moon."""
STRONG: Final = 11
"""The value of :func:`_strength` from which on a hand considers shooting the moon from the first trick on."""

_QUEEN: Final = 1 << QUEEN
_HIGH_SPADES: Final = OF_SUIT[SPADES] >> QUEEN + 1 << QUEEN + 1
_HEARTS: Final = OF_SUIT[HEARTS]
_POINTS: Final = _HEARTS | _QUEEN


# --- playing out ------------------------------------------------------------------------------------------------------


class Deal:
    """A moment of the play with all cards known, to be played out: it runs a thousand times for one decision.

    ``points`` are the points that each seat has taken so far; ``jacks`` has a 1 for the seat that took the jack of
    diamonds. ``first``: is it the first trick, in which nobody may throw points?
    """

    __slots__ = ("broken", "first", "hands", "holder", "jacks", "points", "seat", "size", "suit", "top", "worth")

    def __init__(
        self,
        hands: Sequence[Cards],
        seat: Seat,
        trick: Sequence[Card],
        deal_data: Sequence[int],
        *,
        broken: bool,
        first: bool,
    ) -> None:
        self.hands, self.points, self.jacks = list(hands), list(deal_data[:4]), list(deal_data[4:])
        self.seat, self.broken, self.first = seat, broken, first
        self.size = self.worth = self.suit = 0
        self.top, self.holder = 0, seat
        self.seat = (seat - len(trick)) & 3
        for one in trick:
            self._lay(one)

    def play(self, one: Card) -> None:
        """Carry a card of the seat to play out."""
        self.hands[self.seat] &= ~(1 << one)
        self._lay(one)

    def _lay(self, one: Card) -> None:
        if not self.size:
            self.suit, self.top, self.holder, self.worth = OF_SUIT[one & 3], one, self.seat, 0
        elif 1 << one & self.suit and one > self.top:
            self.top, self.holder = one, self.seat
        if one & 3 == HEARTS:
            self.worth += 1
            self.broken = True
        elif one == QUEEN:
            self.worth += 13
        elif one == JACK:
            self.worth += 100  # apart from the points until the trick is taken
        self.size += 1
        if self.size < 4:
            self.seat = (self.seat + 1) & 3
            return
        taker = self.holder
        jack, points = divmod(self.worth, 100)
        self.points[taker] += points
        self.jacks[taker] += jack
        self.seat, self.size, self.first = taker, 0, False

    def finish(self, shooter: Seat = NOBODY) -> tuple[list[int], list[int]]:
        """The points and jacks of each seat in the end, if all but a ``shooter`` avoid points."""
        hands = self.hands
        while hands[self.seat]:
            hand = hands[self.seat]
            if not self.size:
                allowed = hand if self.broken else hand & ~_HEARTS or hand
                one = self._lead_all(allowed) if self.seat == shooter else self._lead(allowed)
            elif same := hand & self.suit:
                one = self._follow_for_all(same) if self.seat == shooter else self._follow(same, shooter)
            else:
                free = hand & ~_POINTS or hand if self.first else hand
                one = _low(free) if self.seat == shooter else self._throw(free, shooter)
            self.play(one)
        return self.points, self.jacks

    def _others(self) -> Cards:
        hands = self.hands
        return hands[self.seat - 1] | hands[self.seat - 2] | hands[self.seat - 3]

    def _lead_all(self, hand: Cards) -> Card:
        """The top of the longest suit that nobody beats, else of the longest."""
        others, choice, worth = self._others(), -1, -1
        for suit in OF_SUIT:
            held = hand & suit
            if held:
                value = held.bit_count() + (20 if held > others & suit else 0)
                if value > worth:
                    choice, worth = held.bit_length() - 1, value
        return choice

    def _lead(self, hand: Cards) -> Card:
        """The low card that most others can beat."""
        hands, seat, others = self.hands, self.seat, self._others()
        choice, worth = -1, -999
        for suit in OF_SUIT:
            held = hand & suit
            if not held:
                continue
            one = _low(held)
            value = -(one >> 2)
            for other in (hands[seat - 1] & suit, hands[seat - 2] & suit, hands[seat - 3] & suit):
                value += 12 if other >> one else 0 if other else -6
            if suit == OF_SUIT[SPADES]:
                if others & _QUEEN:
                    value += 6 if one < QUEEN and not held & _HIGH_SPADES else -15
                elif held & _QUEEN:
                    value -= 25
            if value > worth:
                choice, worth = one, value
        return choice

    def _follow_for_all(self, same: Cards) -> Card:
        over = same >> self.top + 1 << self.top + 1
        if not over:
            return _low(same)
        return _low(over) if self.size == 3 else over.bit_length() - 1

    def _follow(self, same: Cards, shooter: Seat) -> Card:
        top, points = self.top, self.worth % 100
        if shooter == self.holder and points and same >> top > 1:
            return same.bit_length() - 1
        if same & _QUEEN:
            if top > QUEEN:
                return QUEEN
            same = same & ~_QUEEN or same
        high = same.bit_length() - 1
        under = same & (1 << top) - 1
        if self.size == 3:
            return under.bit_length() - 1 if under and points else high
        if not points and 1 << high & ~_POINTS and self._harmless(high):
            return high
        return (under.bit_length() if under else _low(same) + 1) - 1

    def _harmless(self, high: Card) -> bool:
        """Can no later seat that follows suit add points to the trick?"""
        for place in range(self.size + 1, 4):
            later = self.hands[(self.seat + place - self.size) & 3]
            if not later & self.suit or (high > QUEEN and later & self.suit & _QUEEN):
                return False
        return True

    def _throw(self, hand: Cards, shooter: Seat) -> Card:
        if shooter == self.holder:
            return (hand & ~_POINTS or hand).bit_length() - 1
        if hand & _QUEEN:
            return QUEEN
        if hand & _HIGH_SPADES and self._others() & _QUEEN:
            return (hand & _HIGH_SPADES).bit_length() - 1
        high, heart = hand.bit_length() - 1, (hand & _HEARTS).bit_length() - 1
        return heart if heart >= 0 and heart > high - 14 else high


def _low(some: Cards) -> Card:
    return (some & -some).bit_length() - 1


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


def _strength(hand: Cards) -> int:
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

    def value(self, deal: Deal, seat: Seat, shooter: Seat) -> float:
        """The points by which a seat ends below the average of the others; ``deal`` is changed."""
        scores = self.game.scores(*deal.finish(shooter))
        return (sum(scores) - 4 * scores[seat]) / 3

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        """The worth of each card, added up over layouts of the hidden cards."""
        state = self.game.public(view)
        points = state.deal_data[:4]
        suspect = next((seat for seat in range(4) if points[seat] == sum(points) >= SUSPECT), NOBODY)
        bold = not any(points[:owner] + points[owner + 1 :]) and self.may_shoot(state, owner)
        plain = dict.fromkeys(tried, 0.0)
        shot = dict.fromkeys(tried, 0.0)
        broken, first = self.game.broken(state), not any(state.won) and not self.game.rules["first_trick_points"]
        for n, layout in enumerate(layouts(self.game, view, rng, self.deals)):
            shooter = suspect if suspect != owner and n % 2 else NOBODY
            for one in tried:
                deal = Deal(
                    layout.hands, owner, self.game.current_trick(layout), layout.deal_data, broken=broken, first=first
                )
                deal.play(one)
                plain[one] += self.value(deal, owner, shooter)
                if bold:
                    deal = Deal(
                        layout.hands,
                        owner,
                        self.game.current_trick(layout),
                        layout.deal_data,
                        broken=broken,
                        first=first,
                    )
                    deal.play(one)
                    shot[one] += self.value(deal, owner, owner)
        return shot if bold and max(shot.values()) > max(plain.values()) else plain

    def may_shoot(self, state: TrickState, owner: Seat) -> bool:
        """Should taking all the points be considered?"""
        left = state.hands[owner]
        return state.deal_data[owner] >= SUSPECT or _strength(left | state.played[owner]) >= STRONG


def knows(game: Game[Any]) -> bool:
    """Is it Hearts?"""
    return isinstance(game, Hearts)


def make(game: Game[Any]) -> Player:
    """The computer for a seat; ValueError if the game isn't Hearts."""
    if not isinstance(game, Hearts):
        raise ValueError(f"this computer plays Hearts, and {game.name} isn't")
    return Shy(game)
