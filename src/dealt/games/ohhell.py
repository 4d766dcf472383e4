"""Oh Hell: hands of changing size, a trump that is turned up, and who takes just the tricks that it bid scores.

The rules are those of John McLeod's card game pages (pagat.com, "Oh Hell!"), with variants of dealing and scoring.
"""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card
from dealt.game import Option, Past, Value
from dealt.games.texts import listed, settled
from dealt.games.tricks import PLAIN, Bidding, CountedDeals, ExactBids, TrickState

OPTIONS: Final = (
    Option("seats", 4, low=3, high=7),
    Option("most", 10, low=1, high=16),
    Option("sequence", "down_up", ("down_up", "up_down", "down", "up")),
    Option("hook", True, (True, False)),
    Option("scoring", "exact", ("exact", "tricks", "squares")),
)

SCORING: Final = {
    "exact": Bidding(),
    "tricks": Bidding(stray=1),
    "squares": Bidding(trick=0, square=1, fine=1),
}
"""Ten points and one a trick for a bid that is kept, and nothing else (McLeod); a point for each trick also where it is
not ("Oh hell!", The Guardian, 22 November 2008); 10 and the square of the bid, or less the square of what it is off."""


def sizes(most: int, sequence: str) -> tuple[int, ...]:
    """The cards of each hand in the deals of a match.

    >>> sizes(3, "down_up"), sizes(3, "up_down"), sizes(3, "up")
    ((3, 2, 1, 2, 3), (1, 2, 3, 2, 1), (1, 2, 3))
    """
    up = tuple(range(1, most + 1))
    down = up[::-1]
    return {"down_up": down + up[1:], "up_down": up + down[1:], "down": down, "up": up}[sequence]


class OhHell(ExactBids, CountedDeals):
    """Oh Hell under any of ``OPTIONS``. Tests use smaller decks."""

    turns_up = True

    def __init__(self, *, deck: tuple[Card, ...] = STANDARD, **options: Value) -> None:
        self.rules = settled(OPTIONS, options)
        self.seats = self.rules["seats"]
        self.bidding = SCORING[self.rules["scoring"]]._replace(hook=self.rules["hook"])
        most = min(self.rules["most"], (len(deck) - 1) // self.seats)
        self.sizes = sizes(most, self.rules["sequence"])
        self.deals = len(self.sizes)
        super().__init__("ohhell", PLAIN, deck=deck, options=self.rules)

    def hand_size(self, past: Past[TrickState] | None = None) -> int:
        return self.sizes[self.number(past)]


LISTING: Final = listed("ohhell", OhHell, OPTIONS)
