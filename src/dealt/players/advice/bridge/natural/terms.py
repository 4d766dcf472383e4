"""What the rules of the natural system speak of: promises, points and fits, and who has said what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dealt.games.bridge.auction import BIDS, PASS, STRAINS
from dealt.players.advice.bridge.bidding import MOST, Hand, Promise, Range, Reading

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
MAJORS: Final = (SPADES, HEARTS)
GAME, SLAM, GRAND = 25, 33, 37
"""Points of both hands together."""
FIT: Final = 8
"""The number of cards of both hands together that makes a suit good enough as trumps."""

Test = tuple[str, Callable[[Hand], bool]]


def promise(
    hcp: Range = (0, MOST),
    points: Range = (0, MOST),
    suits: Mapping[int, int | Range] | None = None,
    *,
    balanced: bool | None = None,
    support: tuple[int, int, int] | None = None,
    tests: tuple[Test, ...] = (),
) -> Promise:
    """A promise. In ``suits`` a single number is the least number of cards, a pair the least and the greatest."""
    wanted: list[Range] = []
    for suit in range(4):
        given = (suits or {}).get(suit, 0)
        wanted.append((given, 13) if isinstance(given, int) else given)
    return Promise(hcp, points, (wanted[0], wanted[1], wanted[2], wanted[3]), balanced, support, tests)


def strain(suit: int) -> str:
    """The letter of a suit."""
    return STRAINS[suit]


def acted(r: Reading, ahead: int) -> bool:
    return any(call != PASS for call in r.said(ahead))


def opened(r: Reading) -> int:
    """The seat that made the first bid, counted from the seat that calls next: 0 to 3."""
    first = next(n for n, call in enumerate(r.calls) if call in BIDS)
    return (first - r.me) % 4


def spoke_since(r: Reading) -> bool:
    """Did the opponent between partner and the seat that calls next say something?"""
    return r.last(3) not in (PASS, "")


def their_strains(r: Reading) -> set[str]:
    """The strains that the opponents have bid."""
    return {call[1] for ahead in (1, 3) for call in r.said(ahead) if call in BIDS and call[1] != "N"}


def our_strains(r: Reading) -> set[str]:
    """The strains that one's own side has bid."""
    return {call[1] for ahead in (0, 2) for call in r.said(ahead) if call in BIDS}


def stoppers(r: Reading) -> tuple[Test, ...]:
    suits = [STRAINS.index(each) for each in sorted(their_strains(r))]
    return (("stopped", lambda hand: all(hand.stops(suit) for suit in suits)),) if suits else ()


def agreed(r: Reading) -> int | None:
    """The suit in which both hands together are known to be longest, if that makes eight cards; else None.

    Eight cards together are a fit: https://bridgeaholics.com/rules/ruleof8.html.
    """
    together = [r.known(0).least(s) + r.known(2).least(s) for s in range(4)]
    best = max(range(4), key=lambda s: (together[s], s))
    return best if together[best] >= FIT else None
