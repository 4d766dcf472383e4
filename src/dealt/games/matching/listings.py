"""Elevens, Tens and Thirteens: the rows and listings of the three solitaires of the Elevens assignment."""

from __future__ import annotations

from typing import Final

from dealt.cards import STANDARD, Card
from dealt.game import Option
from dealt.games.matching.play import Matching
from dealt.games.texts import listed


def elevens(*, deck: tuple[Card, ...] = STANDARD, places: int = 9) -> Matching:
    """Nine places: two cards that make 11; or a jack, a queen and a king. A smaller deck and board are for tests."""
    return Matching("elevens", places=places, total=11, values="A23456789T", sets=("JQK",), deck=deck)


def thirteens(*, deck: tuple[Card, ...] = STANDARD, places: int = 10) -> Matching:
    """Ten places: two cards that make 13, the jack counting 11 and the queen 12; or a king."""
    return Matching("thirteens", places=places, total=13, values="A23456789TJQ", sets=("K",), deck=deck)


def tens(*, deck: tuple[Card, ...] = STANDARD, board_size: int = 15, places: int | None = None) -> Matching:
    """Fifteen places, or thirteen: two cards that make 10; or four tens, jacks, queens or kings."""
    sets, options = ("TTTT", "JJJJ", "QQQQ", "KKKK"), {"board_size": board_size}
    return Matching(
        "tens", places=places or board_size, total=10, values="A23456789", sets=sets, deck=deck, options=options
    )


LISTINGS: Final = (
    listed("elevens", elevens),
    listed("tens", tens, (Option("board_size", 15, (15, 13)),)),
    listed("thirteens", thirteens),
)
