"""Guandan before the play: the level of a deal, and the tribute that the losers of the last one pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final

from dealt.cards import COPY, RANKS, Cards, mask, members, rank
from dealt.game import Action, Past, Seat, View
from dealt.games.climbing import NONE, Climbing, ClimbingState
from dealt.games.climbing.wild import WildCombinations, shared_wild
from dealt.games.guandan.levels import (
    Campaign,
    big_jokers,
    campaign,
    climbed,
    exchanged,
    givers,
    order_at,
    side_of,
)

HEARTS: Final = 2
RETURNED: Final = RANKS.index("T")
"""The highest rank of a card that is returned."""
RESIST: Final = Action("resist")


class Tribute(Climbing):
    """What the deals of a match have to do with each other."""

    own: ClassVar[Campaign] = Campaign()
    rules: dict[str, Any]

    # --- the level

    def book(self, state: ClimbingState) -> WildCombinations:
        return self.at(campaign(state).level)

    @cached_property
    def _books(self) -> dict[int, WildCombinations]:
        return {}

    def at(self, level: int) -> WildCombinations:
        if level not in self._books:
            self._books[level] = shared_wild(self._kinds, self.deck, order_at(level), self.wild(level))
        return self._books[level]

    def wild(self, level: int) -> Cards:
        """The wild cards of a level: its hearts."""
        return self._whole & (1 << 4 * level + HEARTS) * (1 | 1 << COPY)

    def level_of(self, view: View) -> int:
        """The level of a deal as a view shows it."""
        return RANKS.index(str(view.fact("level")))

    # --- the deal

    def dealer(self, rng: Random, past: Past[ClimbingState] | None) -> Seat:
        """Who leads: at first a random seat, later the winner of the last deal, or by tribute."""
        return rng.randrange(self.seats) if past is None else self.winner(past.last)

    def lowest_opens(self, past: Past[ClimbingState] | None) -> bool:
        return False

    def begin(
        self, hands: tuple[Cards, ...], stock: tuple[Cards, ...], dealer: Seat, past: Past[ClimbingState] | None = None
    ) -> ClimbingState:
        state = replace(super().begin(hands, stock, dealer, past), dealer=NONE)
        if past is None:
            first = RANKS.index(self.rules["first_level"])
            return replace(state, own=Campaign(first, (first, first)))
        levels, tries = self.climbed(past.last)
        winners = side_of(dealer)
        own = Campaign(levels[winners], levels, winners, tries)
        if not self.rules["tribute"]:
            return replace(state, own=own)
        places = (*past.last.outs, *(seat for seat in self._around(dealer) if seat not in past.last.outs))
        own = own._replace(before=places)
        return replace(state, phase="tribute", turn=givers(own)[0], own=own)

    def climbed(self, state: ClimbingState) -> tuple[tuple[int, int], tuple[int, int]]:
        own = campaign(state)
        return climbed(state.outs, own.level, own.levels, own.playing, own.tries, back=self.rules["ace"] == "back")

    # --- tribute

    def legal_before_play(self, state: ClimbingState, seat: Seat) -> Sequence[Action]:
        hand, own = state.hands[seat], campaign(state)
        if state.phase == "tribute":
            if len(big_jokers(hand)) > 1:
                return [RESIST]
            return self._one_of("give", self._highest(hand, own.level), own.level)
        return self._one_of("return", self._low(hand, own.level) or hand, own.level)

    def _one_of(self, verb: str, some: Cards, level: int) -> list[Action]:
        """An action for each rank among some cards, and for wild cards, the lowest first."""
        low = order_at(level).sort(members(some))[::-1]
        return [
            Action(verb, 1 << one) for one in {(rank(one), self.wild(level) >> one & 1): one for one in low}.values()
        ]

    def _highest(self, hand: Cards, level: int) -> Cards:
        """The cards of which one is given: the highest that are not wild."""
        some, order = hand & ~self.wild(level) or hand, order_at(level)
        top = max(order.strength(one) // 4 for one in members(some))
        return mask(one for one in members(some) if order.strength(one) // 4 == top)

    def _low(self, hand: Cards, level: int) -> Cards:
        """The cards of which one may be returned: up to ten, but none of the level."""
        return mask(one for one in members(hand) if rank(one) <= RETURNED and rank(one) != level)

    def apply_before_play(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        own, one = campaign(state), action.cards.bit_length() - 1
        if state.phase == "return":  # who was second returns a card after who was first
            pairs = exchanged(own)
            state, back = self._move(state, action.cards, seat, pairs[len(own.back)][0]), (*own.back, one)
            state = replace(state, own=own._replace(back=back))
            if len(back) < len(pairs):
                return replace(state, turn=own.before[len(back)])
            return replace(state, phase="play", turn=pairs[0][0])  # the seat leads whose card the first got
        if action == RESIST:
            return self._resisted(state, mask(big_jokers(state.hands[seat])))
        own, giving = own._replace(gifts=(*own.gifts, one)), givers(own)
        hands, trick = list(state.hands), list(state.trick)
        hands[seat] &= ~action.cards
        trick[seat] = action.cards
        state = replace(state, hands=tuple(hands), trick=tuple(trick), own=own)
        if len(own.gifts) < len(giving):
            return replace(state, turn=giving[len(own.gifts)])
        if len(big_jokers(mask(own.gifts))) > 1:
            return self._resisted(state, 0)
        for giver, gift, receiver in exchanged(own):
            state = self._move(state, 1 << gift, giver, receiver)
        return replace(state, phase="return", turn=own.before[0], trick=(0,) * self.seats)

    def _move(self, state: ClimbingState, some: Cards, giver: Seat, receiver: Seat) -> ClimbingState:
        """A card goes from one hand to another, and everybody sees it."""
        hands = list(state.hands)
        hands[giver] &= ~some
        hands[receiver] |= some
        return replace(state, hands=tuple(hands), shown=state.shown | some)

    def _resisted(self, state: ClimbingState, jokers: Cards) -> ClimbingState:
        """Two big jokers are shown: gifts go back, and who was first leads."""
        hands = tuple(hand | given for hand, given in zip(state.hands, state.trick, strict=True))
        shown, first = state.shown | jokers | sum(state.trick), campaign(state).before[0]
        return replace(state, hands=hands, trick=(0,) * self.seats, shown=shown, phase="play", turn=first)

    def known_to_lack(self, view: View) -> tuple[Cards, ...]:
        """Who gave a card holds none that is higher, and no second big joker; who returned one above ten holds none up
        to ten."""
        own, found, whole = self.read_own(view), [0] * self.seats, self._whole
        order, wild = order_at(own.level), self.wild(own.level)
        for seat, gift in zip(givers(own), own.gifts, strict=False):
            place = order.strength(gift) // 4
            higher = mask(one for one in members(whole) if order.strength(one) // 4 > place)
            found[seat] = (higher | mask(big_jokers(whole))) & ~(0 if wild >> gift & 1 else wild)
        for (_, _, to), one in zip(exchanged(own), own.back, strict=False):
            if not self._low(1 << one, own.level):
                found[to] |= self._low(whole, own.level)
        return tuple(found) if any(found) else ()
