"""The games that the server's tests play: a toy where everybody acts at once, and the real ones."""

from __future__ import annotations

from dealt.game import Game, Listing, Option
from dealt.games import GAMES
from tests.toys import Gift, State


def make_gift(goal: int = 3) -> Game[State]:
    """The toy of ``tests.toys`` with one option, the points that end a match."""

    class Goal(Gift):
        options = {"goal": goal} if goal != 3 else {}

        def final(self, state: State, totals: tuple[float, ...]) -> bool:
            return max(totals) >= goal

    return Goal()


GIFT = Listing(
    "gift",
    make_gift,
    options=(Option("goal", 3, low=1, high=1000),),
    presets={"long": {"goal": 1000}},
    texts={"en": {"game.title": "Gift", "give": "Give {cards}"}},
    rules={"en": "# Gift\n\nGive a card.\n\n<script>alert(1)</script>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"},
)

TOYS: dict[str, Listing] = {"gift": GIFT, **GAMES}
"""Every test of the server may play any of these."""

LISTINGS = (GIFT,)
"""What a room in a process of its own gets of this file by ``--games``."""
