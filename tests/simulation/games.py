"""The games of a world: the toy, and the same for two pairs. What is seen of their positions is found once."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

from dealt.cards import sequence
from dealt.game import Seat, View
from tests.server.toys import GIFT, GiftTo
from tests.toys import State

__all__ = ["EVENING", "GAMES"]


class Shown(GiftTo):
    """The toy, whose positions are looked at in each process, and by the witness."""

    def view(self, state: State, seat: Seat | None) -> View:
        return _view(type(self), state, seat)


class Pairs(Shown):
    """Partners sit opposite each other and win a point each if they keep more than the others."""

    name = "pairs"
    seats = 4
    deck = sequence("2c 3c 4c 5c 6c 7c 8c 9c Tc")
    partnerships = ((0, 2), (1, 3))

    def score(self, state: State) -> tuple[float, ...] | None:
        if not state.done:
            return None
        kept = self.kept(state)
        more = kept[0] + kept[2] - kept[1] - kept[3]
        return tuple(float(more > 0 if seat % 2 == 0 else more < 0) for seat in range(4))


@lru_cache(maxsize=4096)
def _view(game: type[Shown], state: State, seat: Seat | None) -> View:
    return super(Shown, game()).view(state, seat)


GAMES = {"gift": dataclasses.replace(GIFT, maker=Shown)}
"""What is played at tables of people's own."""
EVENING = {"gift": GAMES["gift"], "pairs": dataclasses.replace(GIFT, name="pairs", maker=Pairs)}
EVENING = {name: dataclasses.replace(each, ratings={"random": 20.0}) for name, each in EVENING.items()}
"""What is played where there is a tournament, too."""
