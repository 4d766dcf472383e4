"""Dealing the cards that a seat does not see, for ``Game.sample``: every arrangement that fits is equally likely."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from math import comb, factorial, prod
from random import Random
from typing import Final

from dealt.cards import Card, selection_shuffle
from dealt.game import Pile, Seat, View

__all__ = ["Unseen", "deal_unseen", "distributions", "unseen"]


def unseen(view: View, deck: Iterable[Card]) -> list[Card]:
    """The cards of the deck that are not face up anywhere in the view, in deck order."""
    up = view.face_up
    return [one for one in deck if not up >> one & 1]


MANY: Final = 5
"""With more piles than that they are filled one by one."""


class Unseen:
    """The cards that a view hides, to be dealt many times: what takes long is done once.

    Cards are grouped by the piles that allow them, and the number of cards of each group in each pile is drawn with
    exact multinomial weights; swapping cards until they fit would be biased. It goes by groups, each of which is
    shared out among its piles, or where there are many piles by these, each of which is filled from its groups.
    ValueError if unseen cards and face-down places differ in number.
    """

    def __init__(self, view: View, deck: Iterable[Card], allows: Callable[[Card, Pile], bool] | None = None) -> None:
        self.piles = [pile for pile in view.piles if None in pile.cards]
        """Those with cards face down."""
        self.room = tuple(sum(one is None for one in pile.cards) for pile in self.piles)
        loose, groups = unseen(view, deck), dict[tuple[int, ...], list[Card]]()
        if len(loose) != sum(self.room):
            raise ValueError(f"{len(loose)} unseen cards for {sum(self.room)} places face down")
        for one in loose:
            where = tuple(n for n, pile in enumerate(self.piles) if allows is None or allows(one, pile))
            groups.setdefault(where, []).append(one)
        # fewer ways have to be known if the groups with the fewest piles come first
        self.groups = sorted(groups.items(), key=lambda each: (len(each[0]), each[0]))
        """Where the cards may lie, by places in ``piles``, and these cards."""
        self._known: dict[tuple[int, tuple[int, ...]], tuple[int, list[Share]]] = {}
        allowed = [
            [n for n, (where, _) in enumerate(self.groups) if place in where] for place in range(len(self.piles))
        ]
        self._filled = sorted(enumerate(allowed), key=lambda each: (len(each[1]), each[0]))
        self._sizes = tuple(len(some) for _, some in self.groups)
        self._many = len(self.piles) > MANY and len(self.groups) > 1

    def dealt(self, rng: Random) -> list[list[Card]]:
        """The cards for each of the piles, every arrangement that is allowed equally likely; ValueError if none is."""
        if self._many:
            return self._by_piles(rng)
        parts, room = list[tuple[int, ...]](), self.room
        for n in range(len(self.groups)):
            counts, room = self._share(self._ways(n, room), rng)
            parts.append(counts)
        found: list[list[Card]] = [[] for _ in self.piles]
        for (allowed, some), counts in zip(self.groups, parts, strict=True):
            mixed, at = list(some), 0
            selection_shuffle(mixed, rng)
            for place, count in zip(allowed, counts, strict=True):
                found[place] += mixed[at : at + count]
                at += count
        return found

    def _by_piles(self, rng: Random) -> list[list[Card]]:
        """The same, pile by pile."""
        mixed, left = [list(some) for _, some in self.groups], self._sizes
        for some in mixed:
            selection_shuffle(some, rng)
        found: list[list[Card]] = [[] for _ in self.piles]
        for n, (place, allowed) in enumerate(self._filled):
            counts, left = self._share(self._fillings(n, left), rng)
            for group, count in zip(allowed, counts, strict=True):
                found[place] += (mixed[group].pop() for _ in range(count))
        return found

    def _fillings(self, n: int, left: tuple[int, ...]) -> tuple[int, list[Share]]:
        """As :meth:`_ways`, for pile ``n`` and all later ones, with so many cards left of each group."""
        if n == len(self._filled):
            return 1, []
        if (n, left) not in self._known:
            place, allowed = self._filled[n]
            shares = []
            for counts in distributions(self.room[place], tuple(left[group] for group in allowed)):
                rest = list(left)
                for group, count in zip(allowed, counts, strict=True):
                    rest[group] -= count
                ways, _ = self._fillings(n + 1, tuple(rest))
                ways *= prod(comb(left[group], count) for group, count in zip(allowed, counts, strict=True))
                shares.append((ways, counts, tuple(rest)))
            self._known[n, left] = sum(weight for weight, _, _ in shares), shares
        return self._known[n, left]

    @staticmethod
    def _share(ways: tuple[int, list[Share]], rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """One of the ways, by their weights: how many cards go where, and what is left."""
        total, shares = ways
        if total == 0:
            raise ValueError("no deal fits what is seen")
        place = bisect_right(list(accumulate(weight for weight, _, _ in shares)), rng.randrange(total))
        _, counts, left = shares[place]
        return counts, left

    def _ways(self, n: int, room: tuple[int, ...]) -> tuple[int, list[Share]]:
        """The number of ways to deal group ``n`` and all later ones, and how group ``n`` may be shared out."""
        if n == len(self.groups):
            return 1, []
        if (n, room) not in self._known:
            allowed, some = self.groups[n]
            shares = []
            for counts in distributions(len(some), tuple(room[place] for place in allowed)):
                left = list(room)
                for place, count in zip(allowed, counts, strict=True):
                    left[place] -= count
                ways, _ = self._ways(n + 1, tuple(left))
                shares.append((ways * factorial(len(some)) // prod(map(factorial, counts)), counts, tuple(left)))
            self._known[n, room] = sum(weight for weight, _, _ in shares), shares
        return self._known[n, room]


Share = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A way to share the cards of a group out: the number of deals that it stands for, the number of cards for each pile,
and the room that is left in each pile."""


def deal_unseen(
    view: View, deck: Iterable[Card], rng: Random, allows: Callable[[Card, Pile], bool] | None = None
) -> dict[tuple[str, Seat | None], tuple[Card, ...]]:
    """Deal the unseen cards to the face-down places, every arrangement that ``allows`` allows equally likely.

    Returns the cards of every pile, by name and owner. ValueError if unseen cards and face-down places differ in
    number, or if nothing fits.
    """
    hidden = Unseen(view, deck, allows)
    whole = {(pile.name, pile.owner): pile.cards for pile in view.piles}
    for pile, some in zip(hidden.piles, hidden.dealt(rng), strict=True):
        selection_shuffle(some, rng)
        rest = iter(some)
        whole[pile.name, pile.owner] = tuple(next(rest) if one is None else one for one in pile.cards)
    return {key: tuple(one for one in pile if one is not None) for key, pile in whole.items()}


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
