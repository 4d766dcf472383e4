"""Elevens, Tens and Thirteens: the rows and listings of the three solitaires of the Elevens assignment."""

from __future__ import annotations

from typing import Any, Final

from dealt.cards import STANDARD, Card, sequence
from dealt.game import Listing, Option, Value
from dealt.games.matching.play import Matching
from dealt.games.texts import catalogue, lesson, pages, preview

__all__ = ["LISTINGS", "elevens", "tens", "thirteens"]


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


def _listed(name: str, maker: Any, picture: str, **more: Any) -> Listing:
    return Listing(
        name,
        maker,
        texts=catalogue(name),
        rules=pages(name),
        picture=sequence(picture),
        spread="board",
        group="alone",
        preview=preview(name),
        lesson=lesson(name),
        **more,
    )


BOARD_SIZE: Final = Option("board_size", 15, (15, 13))
TENS13: Final[dict[str, Value]] = {"board_size": 13}

LISTINGS: Final = (
    _listed("elevens", elevens, "4c 9h Js Ks 6d 7h As Qd 2c"),
    _listed(
        "tens", tens, "5d Kc 8h Tc 3s 2h Td 9c Ts 5s Jh 7d Th 4c Qs", options=(BOARD_SIZE,), presets={"tens13": TENS13}
    ),
    _listed("thirteens", thirteens, "6h Qd 2s 7c Ks As Jc 9d 4h Th"),
)
