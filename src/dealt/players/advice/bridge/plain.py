"""``plain``: a computer for bridge that bids by the system, and plays sampled layouts out by rules of thumb.

It bids by the rows of :mod:`~dealt.players.advice.bridge.standard`, and samples layouts whose hidden hands keep what
the auction promised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from dealt.cards import Card, members
from dealt.game import Action, Say, Seat, View
from dealt.games.bridge import Bridge, Duplicate, RubberBridge, call_of
from dealt.games.bridge.claims import from_the_top
from dealt.games.bridge.scoring import bonus, duplicate
from dealt.games.tricks import TrickState
from dealt.players.advice.bridge.bidding import Hand
from dealt.players.advice.bridge.standard.system import call_of_hand, meaning, reading
from dealt.players.advice.tricks.playout import alike, layouts, playout
from dealt.players.simple import own_hand

WON_GAME: Final = 400
"""What a game won in a rubber is worth beside its points; a part-score is worth its points again."""
GUESSES: Final = 8
"""The number of layouts on which a claim is checked by a seat that sees only two hands."""


class Plain:
    """Bids by the system, and tries every card on ``deals`` layouts that are played out by rules of thumb."""

    def __init__(self, game: Bridge, deals: int = 24) -> None:
        self.game = game
        self.deals = deals

    def choose(self, view: View, rng: Random) -> Action:
        known = self.game.public(view)
        if known.phase != "play":
            return self.say(view, rng)
        actions = self.plays(view)
        return (
            next(iter(actions.values())) if len(actions) == 1 else actions[self.card(view, known, list(actions), rng)]
        )

    def plays(self, view: View) -> dict[Card, Action]:
        return {next(members(each.cards)): each for each in view.legal if each.cards}

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each card that differs from others is worth, in points a layout. Empty where no card is chosen."""
        known = self.game.public(view)
        if known.phase != "play":
            return {}
        actions = self.plays(view)
        tried = alike(self.game, known, list(actions))
        if len(tried) == 1:
            return {}
        found = self.weigh(view, known.turn or 0, tried, rng)
        return {actions[one]: found[one] for one in tried}

    def card(self, view: View, known: TrickState, legal: list[Card], rng: Random) -> Card:
        """The card to play out of the hand whose turn it is."""
        tried = alike(self.game, known, legal)
        if len(tried) == 1:
            return tried[0]
        worth = self.weigh(view, known.turn or 0, tried, rng)
        return max(tried, key=lambda one: (worth[one], -(one >> 2)))

    def weigh(self, view: View, owner: Seat, tried: list[Card], rng: Random) -> dict[Card, float]:
        """The worth of each card, on average over layouts of the hidden cards."""
        totals, drawn = dict.fromkeys(tried, 0.0), 0
        for state in self.drawn(view, rng):
            self.add(totals, state, owner % 2)
            drawn += 1
        return {one: each / drawn for one, each in totals.items()}

    def drawn(self, view: View, rng: Random) -> Iterable[TrickState]:
        """The layouts on which cards are tried."""
        return layouts(self.game, view, rng, self.deals, lambda deal: self.misfit(view, deal))

    def add(self, totals: dict[Card, float], state: TrickState, side: int) -> None:
        """Add to the total of each card what it is worth to a side in a layout."""
        row, at = self.game.row_of(state), self.game.position(state)
        north, east, south, west = state.won
        for one in totals:
            totals[one] += self.worth(state, playout(row, at, (north, east, south, west), one), side)

    def say(self, view: View, rng: Random) -> Action:
        """The call, or the answer to a claim."""
        if any(each.verb == "accept" for each in view.legal):
            hidden = sum(pile.name == "hand" and None in pile.cards for pile in view.piles)
            deals = (self.game.sample(view, rng) for _ in range(1 if hidden < 2 else GUESSES))
            verb = "accept" if all(map(self.agrees, deals)) else "refuse"
            return next(each for each in view.legal if each.verb == verb)
        wanted = self.call(view, rng)
        return next(each for each in view.legal if call_of(each) == wanted)

    def call(self, view: View, rng: Random) -> str:
        """What it calls with the viewer's hand."""
        return call_of_hand(self.game.public(view).calls, own_hand(view)).call

    def meaning(self, view: View, line: int) -> Say | None:
        """The meaning of a call by the system, by which it bids itself; None for a line that is no call."""
        calls = self.game.public(view).calls
        return meaning(calls[: line + 1]) if line < len(calls) else None

    def agrees(self, state: TrickState) -> bool:
        """Are the claimed tricks certain in this layout? A seat that sees three hands knows the fourth, too."""
        claimer, claimed, *_ = self.game.claim(state)
        return claimed <= certain(self.game, state, claimer)

    def misfit(self, view: View, state: TrickState) -> float:
        """How badly a layout fits the auction: 0 is a full fit."""
        away = 0.0
        for place, promise in enumerate(reading(state.calls).promises):
            seat = (state.dealer + place) % 4
            hand = Hand(state.hands[seat] | state.played[seat])
            if seat != view.seat and not promise.fits(hand):
                away += 1 + promise.distance(hand)
        return away

    def worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        """The worth to a side, in points, of the tricks that each seat has won in the end."""
        tricks = won[side] + won[side + 2]
        agreed = self.game.contract(state)
        if agreed is None:
            return tricks
        declaring = agreed.declarer % 2
        made = tricks if side == declaring else 13 - tricks
        points = self.points(state, declaring, made)
        return points if side == declaring else -points

    def points(self, state: TrickState, declaring: int, tricks: int) -> float:
        """The points of the declaring side for this number of tricks."""
        agreed = self.game.contract(state)
        if agreed is None:
            return tricks
        if not isinstance(self.game, RubberBridge):
            vulnerable = self.vulnerable(state, declaring)
            return duplicate(agreed.level, agreed.strain, agreed.doubled, tricks, vulnerable)
        before = self.game.rubber(state)
        extra = bonus(agreed.level, agreed.strain, agreed.doubled, tricks, before.vulnerable(declaring))
        after = before.add(declaring, agreed.level, agreed.strain, agreed.doubled, tricks)
        below = after.below[declaring] - before.below[declaring]
        return extra + below + (WON_GAME if after.games != before.games else below)

    def vulnerable(self, state: TrickState, side: int) -> bool:
        if isinstance(self.game, RubberBridge):
            return self.game.rubber(state).vulnerable(side)
        return isinstance(self.game, Duplicate) and self.game.vulnerable(state)[side]


def certain(game: Bridge, state: TrickState, claimer: Seat) -> int:
    """The tricks that the claimer's side is sure to take from the top, if it is to lead: never more than it can."""
    side = (claimer, (claimer + 2) % 4)
    if game.current_trick(state) or state.turn is None or state.turn not in side:
        return 0
    theirs = [state.hands[seat] for seat in range(4) if seat not in side]
    return from_the_top(state.hands[state.turn], state.hands[(state.turn + 2) % 4], theirs, game.trump(state))
