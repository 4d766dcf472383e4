"""``cover``: a computer for Spades that bids what likely layouts give, covers its partner's nil and avoids bags.

It samples layouts of the hidden cards that fit the bids, plays each out with every seat aiming at its bid, and takes
the bid or the card with the best average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from typing import Any, Final

from dealt.cards import Card, Cards
from dealt.game import Action, Game, Player, Seat, View
from dealt.games.spades import SPADES, Bid, Spades
from dealt.games.tricks import NONE, OF_SUIT, TrickState
from dealt.games.tricks.core import Hands, Position
from dealt.players.advice.spades.playout import Aims, finish
from dealt.players.advice.tricks.playout import layouts
from dealt.players.advice.tricks.search import TrickSearch, tricks

__all__ = ["Cover", "count", "knows", "make", "nil_risk"]

BIDDING: Final = 32
"""The number of layouts on which a bid is tried."""
PLAYING: Final = 16
"""The number of layouts on which a card is tried."""
HOPELESS: Final = 1.6
"""The risk (see :func:`nil_risk`) from which on nil is not considered."""
MARGIN: Final = 25, 40
"""The points that nil must be worth more than the best number: a constant, and the factor for the risk of the hand.
Opponents who try to break a nil play better than the rules of thumb do."""
CAUTION: Final = 0.15
"""The number of tricks by which a seat that bids before its partner bids less than it expects to take."""
SPREAD: Final = ((-1, 0.25), (0, 0.5), (1, 0.25))
"""The difference, in tricks, between play at the table and a layout played out, each with its probability."""

_TOPS: Final = tuple(0b1111 << 4 * rank for rank in range(13))


def count(hand: Cards) -> float:
    """The number of tricks that a hand is likely to take, counted as players count them.

    Aces and guarded kings and queens of the side suits count, less in long suits; high trumps count, each trump over
    three, and short suits in which small trumps can take tricks.
    """
    found = 0.0
    trumps = hand & OF_SUIT[SPADES]
    length = trumps.bit_count()
    for suit in range(3):
        held = hand & OF_SUIT[suit]
        n = held.bit_count()
        ace, king, queen = (bool(held & _TOPS[rank]) for rank in (12, 11, 10))
        found += ace * (0.95 if n < 6 else 0.75)
        found += king * ((0.8 if ace else 0.6) if 1 < n < 6 else 0.35)
        found += queen * ((0.45 if ace or king else 0.25) if 2 < n < 6 else 0.05)
        if n < 3 and length > 1:
            found += (3 - n) * (0.45 if length > 3 else 0.3)
    tops = sum(bool(trumps & _TOPS[rank]) * worth for rank, worth in ((12, 1.0), (11, 0.9), (10, 0.7), (9, 0.4)))
    return found + tops + max(0, length - 3) * 0.75


def nil_risk(hand: Cards) -> float:
    """A rough measure of the danger that a nil fails: 0 is safe, and more is worse."""
    trumps = hand & OF_SUIT[SPADES]
    risk = 0.0
    for rank, worth in ((12, 2.0), (11, 1.5), (10, 0.8), (9, 0.45), (8, 0.25)):
        risk += worth * bool(trumps & _TOPS[rank])
    risk += max(0, trumps.bit_count() - 2) * 0.3
    for suit in range(3):
        ranks = sorted(one // 4 for one in range(52) if hand & OF_SUIT[suit] & 1 << one)
        for n, rank in enumerate(ranks[:3]):  # the lowest three decide whether one can stay under
            risk += max(0, rank - 4 - 3 * n) * 0.07
        if len(ranks) in (1, 2) and ranks[-1] >= 10:
            risk += 0.25
    return risk


class Cover(TrickSearch):
    """The computer at one seat."""

    game: Spades

    def __init__(self, game: Spades, deals: int = PLAYING) -> None:
        super().__init__(game, deals)

    # --- bidding

    def say(self, view: View, rng: Random) -> Action:
        state = self.game.public(view)
        if any(each.verb == "look" for each in view.legal):
            return view.legal[1] if self.desperate(state) else view.legal[0]
        worth = self.bids(view, state, rng)
        return max(view.legal, key=lambda each: worth[each])

    def desperate(self, state: TrickState) -> bool:
        """Is a blind nil the only way left? The opponents are about to win, and no other bid could catch up."""
        seat = state.turn or 0
        mine, theirs = state.match_data[seat % 2], state.match_data[1 - seat % 2]
        others = any(isinstance(bid, str) for at, bid in self.game.bids(state).items() if at % 2 == seat % 2)
        return not others and theirs >= self.game.rules["target"] - 60 and theirs - mine >= 180

    def bids(self, view: View, state: TrickState, rng: Random) -> dict[Action, float]:
        """The worth of each possible bid to the side, in points, on average over layouts."""
        seat = state.turn or 0
        said = self.game.bids(state)
        partner = said.get(seat ^ 2)
        nils = [isinstance(said.get(each), str) for each in range(4)]
        deals = layouts(self.game, view, rng, BIDDING, lambda deal: self.misfit(view, deal), tries=3)
        taken = [self.played(deal, nils) for deal in deals]
        worth: dict[Action, float] = {}
        if partner is None:  # it bids later, and makes up for a bid that is too high or too low
            whole = max(self.average([bid, 0], taken, seat) for bid in range(1, self.game.tricks + 1))
            wish = max(1, round(sum(each[seat] for each in taken) / len(taken) - CAUTION))
        for action in view.legal:
            if action.amount is None:
                worth[action] = self._nil(partner, deals, nils, state)
            elif partner is None:
                worth[action] = whole - abs(action.amount - wish)
            else:
                worth[action] = self.average([action.amount, partner], taken, seat)
        return worth

    def _nil(self, partner: Bid | None, deals: Sequence[TrickState], nils: Sequence[bool], state: TrickState) -> float:
        """The worth of a nil in points; a partner that is still to bid is taken to make the bid that is best then."""
        seat = state.turn or 0
        risk = nil_risk(state.hands[seat])
        if risk >= HOPELESS:
            return -inf
        taken = [self.played(deal, [*nils[:seat], True, *nils[seat + 1 :]]) for deal in deals]
        others = range(1, self.game.tricks + 1) if partner is None else [partner]
        return max(self.average(["nil", bid], taken, seat) for bid in others) - MARGIN[0] - MARGIN[1] * risk

    def average(self, bids: list[Bid], taken: Sequence[Sequence[int]], seat: Seat) -> float:
        """The average points of two bids over layouts played out, with the tricks spread by ``SPREAD``.

        ``bids`` are the seat's own and its partner's.
        """
        total = 0.0
        for each in taken:
            own, other = each[seat], each[seat ^ 2]
            for more, weight in SPREAD:
                tricks = [own, max(0, other + more)] if bids[0] == "nil" else [max(0, own + more), other]
                total += weight * self.game.bag_adjusted_points(bids, tricks)
        return total / len(taken)

    def played(self, deal: TrickState, nils: Sequence[bool]) -> Hands:
        """The tricks of each seat when those that bid nil want none, and all others as many as they can get."""
        north, east, south, west = nils
        start = self.game.position(replace(deal, turn=deal.leader))
        return finish(self.game.row, start, tricks(deal), self._aims((north, east, south, west)), NONE)

    def _aims(self, nils: tuple[bool, bool, bool, bool], needs: tuple[int, int] | None = None) -> Aims:
        """What the bids ask for; without ``needs`` each side wants all tricks."""
        most = self.game.tricks
        return Aims(needs or (most, most), nils, self.game.rules["failed_nil_tricks"] == "help_partner")

    def misfit(self, view: View, state: TrickState) -> float:
        """The distance of the hands from the bids of their seats, in tricks: 0 is a full fit."""
        away = 0.0
        for seat, bid in self.game.bids(state).items():
            if seat == view.seat or bid == "blind":
                continue
            hand = state.hands[seat] | state.played[seat]
            if isinstance(bid, str):
                away += max(0.0, nil_risk(hand) - 1.0) * 2
            else:
                away += max(0.0, abs(count(hand) - bid) - 1.0)
        return away

    # --- the play

    def ends(self, state: TrickState, at: Position, tried: Sequence[Card]) -> list[Hands]:
        won, aims = tricks(state), self._bid(state)
        return [finish(self.game.row, at, won, aims, one) for one in tried]

    def _bid(self, state: TrickState) -> Aims:
        bids = self.game.bids(state)
        if self.game.simple:
            return self._aims((False, False, False, False))
        said = [bids[seat] for seat in range(4)]
        north, east, south, west = (bid if isinstance(bid, int) else 0 for bid in said)
        none = [isinstance(bid, str) for bid in said]
        return self._aims((none[0], none[1], none[2], none[3]), (north + south, east + west))

    def worth(self, state: TrickState, won: Sequence[int], side: int) -> float:
        if self.game.simple:
            return won[side] + won[side + 2]
        ours, theirs = (self.game.bag_adjusted_side_points(state, won, each) for each in (side, 1 - side))
        return ours - theirs


def knows(game: Game[Any]) -> bool:
    """Is it Spades?"""
    return isinstance(game, Spades)


def make(game: Game[Any], **budget: Any) -> Player:
    """The computer for a seat; ValueError if the game isn't Spades."""
    if not isinstance(game, Spades):
        raise ValueError(f"this computer plays Spades, and {game.name} isn't")
    return Cover(game, **budget)
