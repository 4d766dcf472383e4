"""Guandan before the play: the level of a deal, and the tribute that the losers of the last one pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import or_
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import RANKS, RED_JOKER, Card, Cards, Order, mask, members, rank, shoe
from dealt.game import Action, Past, Seat, View
from dealt.games.climbing import NONE, ClimbingState
from dealt.games.climbing.wild_game import WildClimbing
from dealt.games.guandan.levels import Campaign

RETURNED: Final = RANKS.index("T")
"""The highest rank of a card that is returned."""
RESIST: Final = Action("resist")
BIG_JOKERS: Final = mask(shoe(2, (RED_JOKER,)))


class Tribute(WildClimbing):
    """What the deals of a match have to do with each other."""

    own: ClassVar[Campaign] = Campaign()
    rules: dict[str, Any]

    def order_at(self, level: int) -> Order:
        """Cards of the level stand above aces."""
        return Order(RANKS.replace(RANKS[level], "") + RANKS[level] + "BR", "")

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """Who leads: at first a random seat, later the winner of the last deal, or by tribute."""
        return rng.randrange(self.seats) if past is None else self.winner(past.last)

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        state = replace(super().begin(hands, stock, dealer, past), dealer=NONE)
        if past is None:
            first = RANKS.index(self.rules["first_level"])
            return replace(state, own=Campaign(first, (first, first)))
        own = self.climbed(past.last)
        if not self.rules["tribute"]:
            return replace(state, own=own)
        outs = past.last.outs
        own = own._replace(before=(*outs, *(seat for seat in self._around(dealer) if seat not in outs)))
        return replace(state, phase="tribute", turn=own.givers[0], own=own)

    def climbed(self, state: ClimbingState) -> Campaign:
        """The deal after one that is over; where that was stored its ``own`` is a list."""
        return Campaign(*state.own).climbed(state.outs, back=self.rules["ace"] == "back")

    # --- tribute

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        """The highest card that is not wild, or two big jokers that resist; then a card up to ten, but of the level."""
        hand, level = state.hands[seat], state.own.level
        if state.phase == "return":
            return self._each_rank("return", self._low(hand, level) or hand, level)
        if hand & BIG_JOKERS == BIG_JOKERS:
            return [RESIST]
        return self._each_rank("give", hand & ~self.wild(level) or hand, level)[-1:]

    def _each_rank(self, verb: str, some: Cards, level: int) -> list[Action]:
        """An action for each rank among some cards, and for wild cards, the lowest first."""
        low = self.order_at(level).sort(members(some))[::-1]
        ranks = {(rank(one), self.wild(level) >> one & 1): one for one in low}
        return [Action(verb, 1 << one) for one in ranks.values()]

    def _low(self, some: Cards, level: int) -> Cards:
        """The cards of which one may be returned."""
        return mask(one for one in members(some) if rank(one) <= RETURNED and rank(one) != level)

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        own, due, some = state.own, state.own.givers, tuple(members(action.cards))
        if state.phase == "return":  # who was second returns a card after who was first
            pairs, own = self.exchanged(own), own._replace(back=own.back + some)
            state = replace(self._moved(state, some[0], seat, pairs[len(own.back) - 1][0]), own=own)
            if len(own.back) < len(pairs):
                return replace(state, turn=own.before[len(own.back)])
            return replace(state, phase="play", turn=pairs[0][0])  # the seat leads whose card the first got
        own = own._replace(gifts=own.gifts + some)
        hands = (*state.hands[:seat], state.hands[seat] & ~action.cards, *state.hands[seat + 1 :])
        trick = (*state.trick[:seat], action.cards, *state.trick[seat + 1 :])
        if action == RESIST or mask(own.gifts) == BIG_JOKERS:  # gifts go back, and who was first leads
            hands, shown = tuple(map(or_, hands, trick)), state.shown | BIG_JOKERS | sum(trick)
            none = (0,) * self.seats
            return replace(state, hands=hands, trick=none, shown=shown, phase="play", turn=own.before[0], own=own)
        state = replace(state, hands=hands, trick=trick, own=own)
        if len(own.gifts) < len(due):
            return replace(state, turn=due[len(own.gifts)])
        for giver, gift, receiver in self.exchanged(own):
            state = self._moved(state, gift, giver, receiver)
        return replace(state, phase="return", turn=own.before[0], trick=(0,) * self.seats)

    def exchanged(self, own: Campaign) -> list[tuple[Seat, Card, Seat]]:
        """Who has given what to whom: the higher card goes to who was first, of equal ones that of the next seat."""
        order = self.order_at(own.level)
        ranked = sorted(zip(own.givers, own.gifts, strict=False), key=lambda each: -(order.strength(each[1]) // 4))
        return [(giver, gift, to) for (giver, gift), to in zip(ranked, own.before, strict=False)]

    def _moved(self, state: ClimbingState, one: Card, giver: Seat, receiver: Seat) -> ClimbingState:
        """A card goes from one hand to another, and everybody sees it."""
        hands = list(state.hands)
        hands[giver] &= ~(1 << one)
        hands[receiver] |= 1 << one
        return replace(state, hands=tuple(hands), shown=state.shown | 1 << one)

    def known_to_lack(self, view: View) -> tuple[Cards, ...]:
        """Who gave a card holds none that is higher, and no second big joker; who returned one above ten holds none up
        to ten."""
        own, found = self.read_own(view), [0] * self.seats
        order = self.order_at(own.level)
        for seat, gift in zip(own.givers, own.gifts, strict=False):
            higher = mask(one for one in self.deck if order.strength(one) // 4 > order.strength(gift) // 4)
            found[seat] = (higher | BIG_JOKERS) & ~self.wild(own.level)
        for (_, _, to), one in zip(self.exchanged(own), own.back, strict=False):
            if not self._low(1 << one, own.level):
                found[to] |= self._low(self._whole, own.level)
        return tuple(found) if any(found) else ()
