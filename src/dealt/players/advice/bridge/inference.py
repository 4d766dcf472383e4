"""What the cards played tell of the hands that are not seen: how likely each of them would have been played.

A layout in which somebody would have had another card to play, or plays another than the agreements name
(:mod:`~dealt.players.advice.bridge.carding`), counts less. Within a suit only: why a suit was played isn't asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

from dealt.cards import Card, Cards
from dealt.game import Seat, View
from dealt.games.bridge import Bridge
from dealt.games.tricks import OF_SUIT, TrickState, play_of
from dealt.players.advice.bridge.carding import Place, agreed

PARTNER: Final = 0.2
"""How likely partner plays another card of the suit than the agreed one, measured by that."""
OTHERS: Final = 0.3
"""The same of the other side, whose agreements may be others."""


class Telling(NamedTuple):
    """The play so far, to be asked how likely it is in a layout."""

    game: Bridge
    viewer: Seat
    declarer: Seat
    trump: int | None
    cards: tuple[Card, ...]
    """In the order played."""
    hidden: frozenset[Seat]
    """The seats whose cards were chosen by somebody who saw a hidden hand."""

    def chance(self, known: TrickState, hands: Sequence[Cards]) -> float:
        """The logarithm of how likely all cards would have been played as they were, with these whole hands."""
        game, total = self.game, 0.0
        leader = (self.declarer + 1) % 4
        state = known.changed(
            hands=tuple(hands), turn=leader, leader=leader, trick=(), won=(0, 0, 0, 0), lacks=(0, 0, 0, 0),
            played=(0, 0, 0, 0), phase="play", deal_data=known.deal_data[:1],
        )  # fmt: skip
        for one in self.cards:
            seat = state.turn or 0
            if seat in self.hidden:
                total += self._of(state, seat, one)
            state = game.apply(state, seat, play_of(one))
        return total

    def _of(self, state: TrickState, seat: Seat, one: Card) -> float:
        may = self.game.playable(state)
        others = (may & OF_SUIT[one & 3]).bit_count() - 1
        if not others:
            return 0.0
        at = Place(seat, self.game.current_trick(state), state.played[seat], self.declarer, self.trump)
        named = agreed(at, state.hands[seat], may)
        with_us = seat == (self.viewer + 2) % 4 and seat % 2 != self.declarer % 2
        aside = PARTNER if with_us else OTHERS
        return log((1.0 if named >> one & 1 else aside) / (1.0 + aside * others))


def telling(game: Bridge, view: View, known: TrickState) -> Telling | None:
    """What a view tells of the play; None before it, and where its log is not whole."""
    contract = game.contract(known)
    if contract is None:
        return None
    order = tuple(each.action.cards.bit_length() - 1 for each in view.log if each.action.verb == "play")
    if not order or len(order) != sum(known.played).bit_count():
        return None
    seen = {view.seat, contract.dummy} if view.seat != contract.dummy else {view.seat}
    chosen = {seat for seat in range(4) if seat not in seen}
    if view.seat != contract.declarer:
        chosen.add(contract.dummy)  # the declarer chose for it, and is not seen
    return Telling(game, view.seat or 0, contract.declarer, contract.trump, order, frozenset(chosen))
