"""Observations: what a seat sees as one array of float32, and the fields that it consists of.

Everything is read from a :class:`~dealt.game.View`, so that an observation tells no more than the view does. Seats are
counted from the viewer on: place 0 of a field by seats is the viewer, place 1 the next seat clockwise. Cards have a
column for each card of the deck, in rising order of their numbers; copies of a card share a column, which counts them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf, prod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from dealt.cards import Card, Cards, cards, face, members
from dealt.game import Game, Pile, Seat, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Seen(NamedTuple):
    """A view, its piles and facts by name and owner, and the shape of the game."""

    view: View
    piles: Mapping[tuple[str, Seat | None], Pile]
    facts: Mapping[tuple[str, Seat | None], int | str]
    seats: int
    column: Mapping[Card, int]

    def owner(self, place: int) -> Seat:
        """The seat that is ``place`` seats after the viewer."""
        return ((self.view.seat or 0) + place) % self.seats


@dataclass(frozen=True)
class Reader:
    """Reads one field of an observation out of a view. ``meaning`` is a sentence for the documentation."""

    name: str
    meaning: str
    limits: ClassVar[tuple[float, float]] = -inf, inf

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        """The shape of the field."""
        return (seats,)

    def bounds(self) -> tuple[float, float]:
        """The least and the greatest number that the field may hold."""
        return self.limits

    def read(self, seen: Seen, out: Any) -> None:
        """Write the field into an array of zeros of its shape."""
        raise NotImplementedError


@dataclass(frozen=True)
class Turn(Reader):
    """Who may act: 1 for each such seat."""

    limits: ClassVar[tuple[float, float]] = 0, 1
    name: str = "turn"
    meaning: str = "1 for each seat that may act"

    def read(self, seen: Seen, out: Any) -> None:
        for seat in seen.view.turn:
            out[(seat - (seen.view.seat or 0)) % seen.seats] = 1


@dataclass(frozen=True)
class Planes(Reader):
    """The cards that lie face up in the pile of that name of each seat, or with ``common`` in the one of nobody."""

    limits: ClassVar[tuple[float, float]] = 0, inf
    pile: str = ""
    common: bool = False

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (columns,) if self.common else (seats, columns)

    def read(self, seen: Seen, out: Any) -> None:
        if self.common:
            _count(seen, seen.piles.get((self.pile, None)), out)
            return
        for place in range(seen.seats):
            _count(seen, seen.piles.get((self.pile, seen.owner(place))), out[place])


def _count(seen: Seen, pile: Pile | None, out: Any) -> None:
    for one in pile.cards if pile is not None else ():
        if one is not None:
            out[seen.column[one]] += 1


@dataclass(frozen=True)
class Sizes(Reader):
    """The number of cards, face up or down, in the pile of each seat, or with ``common`` in the one of nobody."""

    limits: ClassVar[tuple[float, float]] = 0, inf
    pile: str = ""
    common: bool = False

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (1,) if self.common else (seats,)

    def read(self, seen: Seen, out: Any) -> None:
        for place in range(len(out)):
            pile = seen.piles.get((self.pile, None if self.common else seen.owner(place)))
            out[place] = 0 if pile is None else len(pile.cards)


@dataclass(frozen=True)
class Slots(Reader):
    """The card that lies in each of several places."""

    limits: ClassVar[tuple[float, float]] = 0, 1
    piles: tuple[str, ...] = ()

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (len(self.piles), columns)

    def read(self, seen: Seen, out: Any) -> None:
        for place, pile in enumerate(self.piles):
            _count(seen, seen.piles.get((pile, None)), out[place])


@dataclass(frozen=True)
class Stacks(Slots):
    """The place of each card that lies face up in each of several piles, counted from 1 for the lowest."""

    limits: ClassVar[tuple[float, float]] = 0, inf

    def read(self, seen: Seen, out: Any) -> None:
        for number, name in enumerate(self.piles):
            pile = seen.piles.get((name, None))
            for place, one in enumerate(pile.cards if pile is not None else (), 1):
                if one is not None:
                    out[number][seen.column[one]] = place


@dataclass(frozen=True)
class Numbers(Reader):
    """The fact of that name of each seat; ``words`` are the numbers of texts, 0 is for a fact that is not there.

    ``other`` is the fact to read where that one is not there.
    """

    fact: str = ""
    words: Mapping[str, float] = field(default_factory=dict)
    other: str = ""

    def read(self, seen: Seen, out: Any) -> None:
        for place in range(seen.seats):
            owner = seen.owner(place)
            value = seen.facts.get((self.fact, owner), seen.facts.get((self.other, owner)))
            out[place] = _number(value, self.words)


@dataclass(frozen=True)
class Number(Numbers):
    """The fact of that name that belongs to nobody."""

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (1,)

    def read(self, seen: Seen, out: Any) -> None:
        out[0] = _number(seen.facts.get((self.fact, None)), self.words)


def _number(value: int | str | None, words: Mapping[str, float]) -> float:
    return words.get(value, 0) if isinstance(value, str) else value or 0


@dataclass(frozen=True)
class OneOf(Reader):
    """Which of ``values`` a fact of nobody's has: 1 in its place. ``absent`` is its value where it is not there."""

    limits: ClassVar[tuple[float, float]] = 0, 1
    fact: str = ""
    values: tuple[str, ...] = ()
    absent: str = ""

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (len(self.values),)

    def read(self, seen: Seen, out: Any) -> None:
        value = seen.facts.get((self.fact, None), self.absent)
        if value in self.values:
            out[self.values.index(str(value))] = 1


@dataclass(frozen=True)
class CardsSaid(Reader):
    """The cards that facts name, by seat, or with ``common`` for all. ``sets`` are the cards of a bit of a number."""

    limits: ClassVar[tuple[float, float]] = 0, 1
    facts: tuple[str, ...] = ()
    common: bool = False
    sets: tuple[Cards, ...] = ()

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (columns,) if self.common else (seats, columns)

    def read(self, seen: Seen, out: Any) -> None:
        for place in range(1 if self.common else seen.seats):
            row, owner = (out, None) if self.common else (out[place], seen.owner(place))
            for fact in self.facts:
                for one in members(self._set(seen.facts.get((fact, owner), ""))):
                    if one in seen.column:
                        row[seen.column[one]] = 1

    def _set(self, value: int | str) -> Cards:
        if isinstance(value, str):
            return cards(value)
        return sum(some for n, some in enumerate(self.sets) if value >> n & 1)


@dataclass(frozen=True)
class Order(Reader):
    """For each word and each seat the place in the auction, from 1, at which the seat said it last; 0 for never.

    The fact holds the words in order. Seats speak in turn from the owner of the fact ``dealer`` on.
    """

    limits: ClassVar[tuple[float, float]] = 0, inf
    fact: str = ""
    words: tuple[str, ...] = ()

    def shape(self, seats: int, columns: int) -> tuple[int, ...]:
        return (len(self.words), seats)

    def read(self, seen: Seen, out: Any) -> None:
        dealer = next((owner for (name, owner) in seen.facts if name == "dealer" and owner is not None), 0)
        for n, word in enumerate(str(seen.facts.get((self.fact, None), "")).split()):
            out[self.words.index(word), (dealer + n - (seen.view.seat or 0)) % seen.seats] = n + 1


class Field(NamedTuple):
    """Where a field lies in an observation: from ``start`` on, and what it means."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str


class Layout:
    """The fields of the observations of a game.

    >>> from dealt.env.forms import form_of
    >>> from dealt.games import make
    >>> found = Layout(make("tens"), form_of(make("tens")).readers)
    >>> [(each.name, each.start, each.shape) for each in found.fields]
    [('turn', 0, (1,)), ('board', 1, (15, 52)), ('stock', 781, (1,)), ('removed', 782, (52,))]
    """

    def __init__(self, game: Game[Any], readers: Sequence[Reader], *, steps: bool = False) -> None:
        faces = sorted({face(one) for one in game.deck})
        self.seats = game.seats
        self.columns = len(faces)
        self.column = {one: faces.index(face(one)) for one in game.deck}
        self._readers = tuple(readers)
        parts = [(each.name, each.shape(self.seats, self.columns), each.meaning) for each in self._readers]
        if steps:
            parts.append(("chosen", (self.columns,), "the cards chosen so far of an action that is taken in steps"))
        starts = list(accumulate((prod(shape) for _, shape, _ in parts), initial=0))
        self.size = starts.pop()
        self.fields = tuple(Field(name, at, shape, said) for at, (name, shape, said) in zip(starts, parts, strict=True))
        self._spots = [slice(found.start, found.start + prod(found.shape)) for found in self.fields]

    def field(self, name: str) -> Field:
        """The field of that name; KeyError if there is none."""
        for each in self.fields:
            if each.name == name:
                return each
        raise KeyError(f"there is no field {name!r}: there are {', '.join(each.name for each in self.fields)}")

    def split(self, observation: Any) -> dict[str, Any]:
        """The fields of an observation, or of a batch of them, by name and in their shapes; no copies."""
        found = {}
        for each, spot in zip(self.fields, self._spots, strict=True):
            part = observation[..., spot]
            found[each.name] = part.reshape(*part.shape[:-1], *each.shape)
        return found

    def observe(self, view: View, chosen: Cards = 0) -> NDArray[np.float32]:
        """What the viewer sees, and what it has chosen so far; a float32 array with the shape ``(size,)``."""
        import numpy as np

        out = np.zeros(self.size, np.float32)
        piles = {(each.name, each.owner): each for each in view.piles}
        facts = {(each.name, each.owner): each.value for each in view.facts}
        seen = Seen(view, piles, facts, self.seats, self.column)
        for reader, each, spot in zip(self._readers, self.fields, self._spots, strict=False):
            reader.read(seen, out[spot].reshape(each.shape))
        for one in members(chosen):
            out[self.fields[-1].start + self.column[one]] += 1
        return out

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The least and the greatest number in each place."""
        import numpy as np

        low, high = np.zeros(self.size, np.float32), np.full(self.size, np.inf, np.float32)
        for reader, spot in zip(self._readers, self._spots, strict=False):
            low[spot], high[spot] = reader.bounds()
        return low, high
