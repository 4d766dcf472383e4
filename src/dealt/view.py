"""What a seat sees of a deal and what it may do: views of piles and facts, actions, and actions by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, overload

from dealt import cards as _cards
from dealt.cards import Card, Cards, Order, members, ranks

__all__ = [
    "OPEN",
    "ROLES",
    "Action",
    "Choices",
    "Fact",
    "Move",
    "Pile",
    "Say",
    "Seat",
    "Sum",
    "Value",
    "View",
    "covers",
    "find",
    "named",
]

Seat = int
OPEN: Final[Seat] = -1
"""The viewer that sees every card: replays and laws."""

Value = bool | int | str | None


class Say(NamedTuple):
    """A sentence for people, as a key of the text catalogues and what to put into it.

    A text argument that starts with ``@`` is itself a key, ``#2`` stands for the name of the occupant of seat 2, and a
    tuple holds cards in notation. Tests check that both languages of a game have every key that it uses.
    """

    key: str
    args: Mapping[str, str | int | tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Action:
    """Something a seat may do. Its ``str`` is its name, and :func:`find` reads it back.

    Faces group actions by the first word of ``verb``: "bid 3n" is in "bid". ``amount`` is None for an action without
    an amount; 0 is an amount, as in "bid 0".

    A legal action may stand for several actions, by one of two fields. ``upto`` allows any amount from ``amount`` to
    ``upto`` in steps of ``step``. ``pick`` allows any selection from ``cards``; it holds the least and the largest
    number of cards.

    >>> str(Action("play", _cards.cards("3d 3s")))
    'play 3d3s'
    >>> choice = Action("play", _cards.cards("3d 3s 4c"), pick=(1, 2))
    >>> str(choice), len(list(choice.choices())), str(choice.first())
    ('play 1..2 of 3d3s4c', 6, 'play 3d')

    Some verbs say what they do to every face (``role``): ``play`` plays its cards, and ``play as`` with further words
    says what they are to be, where they can be several things; ``pass`` without cards passes,
    ``take`` with an amount takes the pile of that number, "take 2" the second packet, and ``draw`` changes cards of the
    hand for others between two rounds of bets, or none as ``stand pat``.
    """

    verb: str
    cards: Cards = 0
    amount: int | None = None
    upto: int | None = None
    step: int = 1
    pick: tuple[int, int] | None = None
    read: tuple[int, ...] = field(default=(), compare=False)
    """How its game reads its cards where it is legal, if its name leaves that open: for texts, and never compared."""

    @property
    def exact(self) -> bool:
        """Does it stand for a single action? Only then can it be carried out as it is."""
        return self.upto is None and self.pick is None

    @property
    def role(self) -> str:
        """What it is to faces: "play" of cards, "pass", "take" of a pile by its number, "draw"; else empty."""
        if self.verb in ("draw", "stand pat"):
            return "draw"
        if self.cards:
            return "play" if self.verb == "play" or self.verb.startswith("play as ") else ""
        if self.verb == "pass" and self.amount is None:
            return "pass"
        return "take" if self.verb == "take" and self.amount is not None else ""

    @property
    def sizes(self) -> range:
        """The numbers of cards that may be chosen; empty where there is no choice of cards."""
        return range(0) if self.pick is None else range(self.pick[0], self.pick[1] + 1)

    @property
    def amounts(self) -> range:
        """The amounts that this stands for; empty where there is none to name."""
        if self.amount is None:
            return range(0)
        return range(self.amount, (self.amount if self.upto is None else self.upto) + 1, self.step)

    def of(self, amount: int | None = None, cards: Cards | None = None) -> Action:
        """The exact action with that amount and those cards; each defaults to the action's own."""
        some, number = self.cards if cards is None else cards, self.amount if amount is None else amount
        return Action(self.verb, some, number, read=self.read)

    def choices(self) -> Iterator[Action]:
        """Every exact action that this stands for, with the fewest and lowest cards first."""
        held = tuple(members(self.cards))
        some = [sum(1 << one for one in each) for size in self.sizes for each in combinations(held, size)]
        for cards in [self.cards] if self.pick is None else some:
            for amount in self.amounts or (None,):
                yield self.of(amount, cards)

    def first(self, order: Order | None = None) -> Action:
        """One exact action that this stands for: the lowest amount, the fewest cards, the lowest cards in ``order``."""
        if self.pick is None:
            return self.of()
        low = (order or Order()).sort(members(self.cards))[::-1]
        return self.of(cards=_cards.mask(low[: self.pick[0]]))

    def drawn(self, rng: Random) -> Action:
        """A random exact action that this stands for; the number of cards is drawn first, then the cards."""
        amount = rng.choice(self.amounts) if self.upto is not None else None
        if self.pick is None:
            return self.of(amount)
        return self.of(amount, _cards.mask(rng.sample(tuple(members(self.cards)), rng.choice(self.sizes))))

    def __str__(self) -> str:
        words = [self.verb]
        if self.pick is not None:
            words.append(f"{self.pick[0]}..{self.pick[1]} of")
        if self.cards:
            words.append(_cards.text(self.cards))
        if self.amount is not None:
            most = "" if self.upto is None else f"..{self.upto}"
            words.append(f"{self.amount}{most}{'' if self.step == 1 else f'/{self.step}'}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<Action {self}>"


class Choices(Sequence[Action]):
    """Actions of which each is made when it is asked for, as of many choices a player looks at one.

    >>> some = Choices(3, lambda n: Action("bid", amount=n))
    >>> str(some[1]), len(some), Action("bid", amount=2) in some
    ('bid 1', 3, True)
    """

    def __init__(self, count: int, make: Callable[[int], Action]) -> None:
        self._count, self._make = count, make

    @cached_property
    def _all(self) -> tuple[Action, ...]:
        return tuple(map(self._make, range(self._count)))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: int | slice) -> Action | tuple[Action, ...]:
        return self._all[at] if isinstance(at, slice) else self._make(range(self._count)[at])

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together. The pair of name and owner is unique in a view.

    None is a card face down; some cards of a pile may be face up and others face down. Cards stand in the order in
    which they lie: the last one is on top. ``lay`` is

    * row or fan: side by side;
    * heap: a stack, such as a stock, drawn as backs with the number of cards, even where the viewer knows the cards;
    * open: a heap that lies face up, such as a discard pile: its top card is shown, if the viewer knows it;
    * spread: face down side by side, to be taken by number;
    * slot: a place for one card that may be empty;
    * columns: a hand that lies open, by suits;
    * cascade: one over the other downwards, each with its upper edge free. An action with a card of it takes those on
      it along.

    Faces group piles by the first word of their name. ``note`` is a caption: a key of the texts, or the text itself.
    ``at`` is where a slot of a figure is drawn, or a pile beside cascades: column and row of a grid, from 0. An action
    whose verb ends with the rest of the pile's name lays its card there ("lay a0 #7" for the slot "place a0"). If it
    ends with the first word of names, the pile of these that takes it is meant: an empty slot, or where they are named
    by suits that of its card ("to home As" for "home s"). An action without cards of which a word is the name of a pile
    of nobody's is done by a press there ("stock", "draw stock"), with an amount on the card of that number of a spread.
    ``role`` is "hand" for the cards that its owner holds, else empty. ``groups`` are the sizes of parts that belong
    together, such as melds, from the first card on: faces keep them apart, and what comes behind.
    """

    name: str
    owner: Seat | None
    cards: tuple[Card | None, ...]
    lay: str = "row"
    note: str = ""
    at: tuple[int, int] | None = None
    role: str = ""
    groups: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The name, the owner and the cards, ``??`` for one face down.

        >>> print(Pile("hand", 2, (5, None, None)))
        hand of seat 2: 3d ?? ??
        """
        owner = "" if self.owner is None else f" of seat {self.owner}"
        return f"{self.name}{owner}: {' '.join('??' if one is None else _cards.name(one) for one in self.cards) or '-'}"

    def __repr__(self) -> str:
        return f"<Pile {self}>"


ROLES: Final[Mapping[str, str]] = {
    "dealer": "who deals",
    "lead": "who leads, or led what lies on the table",
    "must": "the cards that the next play has to hold",
    "passed": "who has passed on what lies on the table",
    "calls": "what a seat has said in the auction, a word a call",
    "tricks": "the number of tricks that a seat has taken: a finished trick moves to who has more than before",
    "stack": "the chips that a seat has left",
    "out": "a seat that is not in the deal, or no longer",
    "playing": "the number of the hand that is played, for a seat with several: 2 is its second pile",
    "hand": "what a hand is: in the result it stands beside the cards",
    "won": "what a hand has won: likewise",
    "alone": "who plays alone against the others",
    "against": "who plays with the others against the one",
    "side": "the tricks that a seat's side has taken, after a slash what it needs: faces show it for the seat's own",
    "vulnerable": "a seat whose side plays for larger bonuses and penalties",
    "turned": "a card that was turned up and counts for the whole deal: where tricks lie, faces show it as a card",
    "asked": "what is expected of whoever acts: faces say it where they say whose turn it is",
    "past": "what was settled earlier in the deal and decides nothing now: the log tells it",
}
"""What a fact can be to faces, beside a badge."""


class Fact(NamedTuple):
    """A named value. Faces show it as a badge at its owner's seat, or in the header if it has no owner.

    A name that starts with ``.`` is for samplers and is not drawn; one that starts with ``!`` is a warning. ``lay``
    is "chips" for an amount that lies on the table: before its owner, or in the middle. ``role`` is one of ``ROLES``
    where the fact is more than a badge, so that faces need to know no name.
    """

    name: str
    owner: Seat | None
    value: int | str
    lay: str = ""
    role: str = ""


class Sum(NamedTuple):
    """A line of a figure, through the slots of these names in order: what lies there adds up to ``value``.

    The sum that is wanted is ``goal``. ``mark`` is "right" or "wrong" if the line is to be highlighted, else empty.
    """

    name: str
    piles: tuple[str, ...]
    value: int
    goal: int
    mark: str = ""


class Move(NamedTuple):
    """A line of the log as one viewer may read it; ``hidden`` is the number of cards that the viewer didn't see.

    ``turned`` are other cards that lay face up for everybody after it and not before, such as a flop.
    """

    seat: Seat
    action: Action
    hidden: int = 0
    turned: Cards = 0


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat may know; seat None is a spectator, who sees public cards only."""

    seat: Seat | None
    turn: tuple[Seat, ...]
    piles: tuple[Pile, ...]
    facts: tuple[Fact, ...] = ()
    legal: tuple[Action, ...] = ()
    score: tuple[float, ...] | None = None
    suits: bool = True
    """False if suits mean nothing: then a legal play stands for all plays of the same ranks."""
    log: tuple[Move, ...] = ()
    """Filled by the table, never by a game; no sampler reads it."""
    sums: tuple[Sum, ...] = ()
    """The lines of a figure."""
    wild: Cards = 0
    """Where suits mean nothing, those cards face up whose suit does: they may stand for others. Then there are also
    plays of one suit, for which the same ranks of several suits don't do."""

    @property
    def face_up(self) -> Cards:
        """The cards that lie face up anywhere in the view."""
        up = 0
        for pile in self.piles:
            for one in pile.cards:
                if one is not None:
                    up |= 1 << one
        return up

    def pile(self, name: str, owner: Seat | None = None) -> Pile:
        """The pile of that name and owner; KeyError if there is none."""
        for each in self.piles:
            if each.name == name and each.owner == owner:
                return each
        raise KeyError(f"no pile {name!r} of {owner!r}")

    def fact(self, name: str, owner: Seat | None = None) -> int | str | None:
        """The value of that fact, or None."""
        return next((each.value for each in self.facts if each.name == name and each.owner == owner), None)

    def __str__(self) -> str:
        """One line for each pile and fact, then the legal actions; cards by name."""
        lines = [self._headline(), *(f"  {pile}" for pile in self.piles)]
        for fact in self.facts:
            owner = "" if fact.owner is None else f" of seat {fact.owner}"
            lines += [] if fact.name.startswith(".") else [f"  {fact.name}{owner} = {fact.value}"]
        lines += [f"  may {', '.join(map(str, self.legal))}"] if self.legal else []
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{self._headline()}, {len(self.legal)} legal actions; str() shows the piles>"

    def _headline(self) -> str:
        viewer = {None: "a spectator", OPEN: "everything"}.get(self.seat, f"seat {self.seat}")
        acting = f"{', '.join(f'seat {seat}' for seat in self.turn)} to act" if self.turn else f"over: {self.score}"
        return f"View of {viewer}: {acting}"


# --- actions by name ------------------------------------------------------------------------------------------------


def alike(some: Cards, others: Cards, wild: Cards = 0) -> bool:
    """Are these the same cards where suits mean nothing? ``wild`` are those that are like no other of their rank.

    >>> from dealt.cards import cards
    >>> wild = cards("2h 2h'1")
    >>> alike(cards("2h 5c"), cards("2h'1 5d"), wild), alike(cards("2h 5c"), cards("2s 5c"), wild)
    (True, False)
    """
    if some.bit_count() != others.bit_count() or (some & wild).bit_count() != (others & wild).bit_count():
        return False
    some, others = some & ~wild, others & ~wild
    return ranks(some) == ranks(others) and (not wild or _of_one_suit(some) == _of_one_suit(others))


def _of_one_suit(some: Cards) -> bool:
    """Are these three or more ranks, all of one suit?"""
    return len(set(ranks(some))) == some.bit_count() > 2 and len(set(map(_cards.suit, members(some)))) == 1


def covers(view: View, legal: Action, chosen: Cards) -> bool:
    """Does a legal action stand for playing exactly these cards? Where suits mean nothing, :func:`alike` is enough."""
    if legal.pick is not None:
        return chosen & ~legal.cards == 0 and chosen.bit_count() in legal.sizes
    if legal.cards == chosen:
        return True
    if view.suits or not chosen or not alike(legal.cards, chosen, view.wild):
        return False
    for pile in view.piles:
        up = _cards.mask(one for one in pile.cards if one is not None)
        if pile.owner is not None and legal.cards & ~up == 0:
            return chosen & ~up == 0
    return False


def find(view: View, written: str | Action) -> Action | None:
    """The exact action that a name stands for, if a legal action covers it; None if none does.

    A legal action covers cards of equal rank where suits mean nothing, a selection from its choice of cards, and an
    amount within its range. Case, blanks between cards and the notation of suits don't matter. Only legal actions can
    be found, so games need no parser.
    """
    if isinstance(written, Action):
        return None if written.pick else _find(view, written.verb, written.cards, written.amount)
    words = " ".join(written.split())
    for legal in view.legal:
        if legal.exact and str(legal).lower() == words.lower():
            return legal
    for verb in sorted({each.verb for each in view.legal}, key=len, reverse=True):
        if words.lower() == verb.lower() or words.lower().startswith(verb.lower() + " "):
            rest = words[len(verb) :].strip()
            try:
                found = _find(view, verb, *_operands(rest))
            except ValueError:
                continue
            if found is not None:
                return found
    return None


def named(vocabulary: Iterable[Action], written: str) -> Action | None:
    """The action without cards that a text names, legal or not, with any amount; None if it names none.

    >>> named([Action("pass"), Action("bid", amount=1, upto=3)], "Bid 7")
    <Action bid 7>
    """
    words = " ".join(written.lower().split())
    head, _, tail = words.rpartition(" ")
    for each in vocabulary:
        if each.amount is None and words == each.verb.lower():
            return each
        if each.amount is not None and head == each.verb.lower() and tail.isdecimal() and len(tail) < 10:
            return each.of(int(tail))
    return None


def _operands(rest: str) -> tuple[Cards, int | None]:
    if rest.lstrip("-").isdecimal():
        return 0, int(rest)
    head, _, tail = rest.rpartition(" ")
    if head and tail.lstrip("-").isdecimal():
        return _cards.cards(head), int(tail)
    return _cards.cards(rest), None


def _find(view: View, verb: str, chosen: Cards, amount: int | None) -> Action | None:
    for legal in view.legal:
        if legal.verb != verb or not covers(view, legal, chosen):
            continue
        if legal.upto is None:
            if amount == legal.amount:
                return legal.of(cards=chosen)
        elif amount in legal.amounts:
            return legal.of(amount, chosen)
    return None
