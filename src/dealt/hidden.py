"""Dealing the cards that a seat does not see, for ``Game.sample``: every arrangement that fits is equally likely."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from math import factorial, prod
from random import Random

from dealt.cards import Card, selection_shuffle
from dealt.game import Pile, Seat, View

__all__ = ["deal_unseen", "distributions", "unseen"]


def unseen(view: View, deck: Iterable[Card]) -> list[Card]:
    """The cards of the deck that are not face up anywhere in the view, in deck order."""
    up = view.face_up
    return [one for one in deck if not up >> one & 1]


def deal_unseen(
    view: View, deck: Iterable[Card], rng: Random, allows: Callable[[Card, Pile], bool] | None = None
) -> dict[tuple[str, Seat | None], tuple[Card, ...]]:
    """Deal the unseen cards to the face-down places, every arrangement that ``allows`` allows equally likely.

    Returns the cards of every pile, by name and owner. Cards are grouped by the piles that allow them, and the number
    of cards of each group in each pile is drawn with exact multinomial weights; swapping cards until they fit would be
    biased. ValueError if unseen cards and face-down places differ in number, or if nothing fits.
    """
    hidden = [(pile, sum(one is None for one in pile.cards)) for pile in view.piles]
    hidden = [(pile, count) for pile, count in hidden if count]
    loose = unseen(view, deck)
    if len(loose) != sum(count for _, count in hidden):
        raise ValueError(f"{len(loose)} unseen cards for {sum(count for _, count in hidden)} places face down")
    groups: dict[tuple[int, ...], list[Card]] = {}
    for one in loose:
        where = tuple(n for n, (pile, _) in enumerate(hidden) if allows is None or allows(one, pile))
        groups.setdefault(where, []).append(one)
    # the cache stays small if the groups with the fewest piles come first
    by_room = sorted(groups, key=lambda allowed: (len(allowed), allowed))
    parts = _part([(allowed, len(groups[allowed])) for allowed in by_room], tuple(count for _, count in hidden), rng)
    dealt: list[list[Card]] = [[] for _ in hidden]
    for allowed, counts in zip(by_room, parts, strict=True):
        some = groups[allowed]
        selection_shuffle(some, rng)
        at = 0
        for pile_index, count in zip(allowed, counts, strict=True):
            dealt[pile_index].extend(some[at : at + count])
            at += count
    whole = {(pile.name, pile.owner): pile.cards for pile in view.piles}
    for (pile, _), some in zip(hidden, dealt, strict=True):
        selection_shuffle(some, rng)
        rest = iter(some)
        whole[pile.name, pile.owner] = tuple(next(rest) if one is None else one for one in pile.cards)
    return {key: tuple(one for one in pile if one is not None) for key, pile in whole.items()}


def _part(groups: list[tuple[tuple[int, ...], int]], room: tuple[int, ...], rng: Random) -> list[tuple[int, ...]]:
    """The number of cards of each group in each pile that allows it, drawn in proportion to the number of deals."""

    @cache
    def ways(n: int, room: tuple[int, ...]) -> int:
        if n == len(groups):
            return 1
        return sum(weight * ways(n + 1, left) for _, weight, left in splits(n, room))

    def splits(n: int, room: tuple[int, ...]) -> Iterable[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        allowed, size = groups[n]
        for counts in distributions(size, tuple(room[p] for p in allowed)):
            left = list(room)
            for p, count in zip(allowed, counts, strict=True):
                left[p] -= count
            yield counts, factorial(size) // prod(factorial(count) for count in counts), tuple(left)

    parts: list[tuple[int, ...]] = []
    for n in range(len(groups)):
        total = ways(n, room)
        if total == 0:
            raise ValueError("no deal fits what is seen")
        draw = rng.randrange(total)
        for counts, weight, left in splits(n, room):
            draw -= weight * ways(n + 1, left)
            if draw < 0:
                parts.append(counts)
                room = left
                break
    return parts


def distributions(size: int, room: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """All ways to distribute ``size`` equal things among places; ``room`` is the capacity of each place."""
    if not room:
        if size == 0:
            yield ()
        return
    rest = sum(room[1:])
    for count in range(max(0, size - rest), min(size, room[0]) + 1):
        for others in distributions(size - count, room[1:]):
            yield (count, *others)
