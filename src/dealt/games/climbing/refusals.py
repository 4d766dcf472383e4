"""What a climbing game can't be made of, told when it is made rather than in the middle of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealt.cards import SUITS, Card, Order, face, name, suit
from dealt.games.climbing.kinds import PAIRS, Kind


def refuse_table(kinds: Sequence[Kind], order: Order, deck: Sequence[Card], *, leader_passes: bool) -> None:
    """ValueError where the order lacks what deck or kinds have, or a leader may be left with no play."""
    ranks = dict.fromkeys(name(face(one))[0] for one in deck)
    if lacking := [each for each in ranks if each not in order.ranks]:
        raise ValueError(f"order has no rank {lacking[0]}, which is in the deck: add it to {order.ranks!r}")
    suits = {SUITS[each] for one in deck if (each := suit(one)) is not None}
    if order.suits and (missing := sorted(suits - {*order.suits})):
        raise ValueError(f"order has no suit {missing[0]}, which is in the deck: name all suits, or none")
    letters = [*order.ranks]
    for kind in kinds:
        named = {"run": [run for run in kind.run if not {*run} <= {*letters}]}
        if not kind.run:  # a kind with runs has seen to it that it names these
            named = {word: [each for each, _ in getattr(kind, word) if each not in letters] for word in PAIRS}
        for word, bad in named.items():
            if bad:
                raise ValueError(f"{word} of the kind {kind.name} has {bad[0]!r}: the ranks are {order.ranks}")
    alone = {body for kind in kinds for body in kind.run or order.ranks if kind.size(body) == 1}
    if not leader_passes and (stuck := [each for each in ranks if each not in alone]):
        raise ValueError(
            f"no kind plays a single {stuck[0]}: whoever has to lead with it alone could do nothing. Add its rank to a "
            "kind of one card, or let leaders pass (lead_may_pass)"
        )


def refuse_places(seats: int, places: Sequence[float], exchange: Sequence[int]) -> None:
    """ValueError where not each seat has a place, or cards are exchanged by places that there are not."""
    if places and len(places) != seats:
        raise ValueError(f"places has {len(places)} numbers for {seats} seats: give one for each place")
    if exchange and not places:
        raise ValueError("exchange needs places: cards go from who was last to who was first")


def numbers(game: str, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """What ``own_after`` has returned; ValueError for anything but a tuple, such as a forgotten ``return``."""
    if not isinstance(found, tuple):
        raise ValueError(
            f"own_after of {game} returned {found!r}: return a tuple, such as state.own where nothing changes"
        )
    return found
