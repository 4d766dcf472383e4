"""Claims at bridge, as a computer judges them that sees all hands."""

from __future__ import annotations

from dealt.game import Seat
from dealt.games.bridge import Bridge
from dealt.games.bridge.claims import from_the_top
from dealt.games.tricks import TrickState


def certain(game: Bridge, state: TrickState, claimer: Seat) -> int:
    """The tricks that the claimer's side is sure to take from the top, if it is to lead: never more than it can."""
    side = (claimer, (claimer + 2) % 4)
    if game.current_trick(state) or state.turn is None or state.turn not in side:
        return 0
    theirs = [state.hands[seat] for seat in range(4) if seat not in side]
    return from_the_top(state.hands[state.turn], state.hands[(state.turn + 2) % 4], theirs, game.trump(state))
