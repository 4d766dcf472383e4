"""What a game is to everybody else: seven verbs over an immutable state, and the view of one seat.

Rules know nothing of players, sockets or pixels; players, server, command line and browser know no game by name.
A game is a :class:`Game`; somebody who plays it sees a :class:`View` and answers with an :class:`Action`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from dealt import cards as _cards
from dealt.cards import Card, Cards, Order, members, ranks

__all__ = [
    "OPEN",
    "Action",
    "Box",
    "Chart",
    "Explainer",
    "ExportedDeal",
    "Fact",
    "Format",
    "Game",
    "ImportedDeal",
    "Listing",
    "Move",
    "Odds",
    "Opening",
    "Option",
    "OptionError",
    "Past",
    "Pile",
    "Player",
    "Say",
    "Seat",
    "Shuffled",
    "Sum",
    "Value",
    "View",
    "alike",
    "covers",
    "did_you_mean",
    "find",
    "named",
]

Seat = int
OPEN: Final[Seat] = -1
"""The viewer that sees every card: replays and laws."""

S = TypeVar("S")
Value = bool | int | str | None


class Say(NamedTuple):
    """A sentence for people, as a key of the text catalogues and what to put into it.

    A text argument that starts with ``@`` is itself a key, ``#2`` stands for whoever sits on seat 2, and a tuple holds
    cards in notation. Both languages of a game know every key it says (tested), so rules never hold prose.
    """

    key: str
    args: Mapping[str, str | int | tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Action:
    """Something a seat may do. Its ``str`` is its name, and :func:`find` reads it back.

    ``verb``'s first word is its group for faces: "bid 3n" is in "bid". ``amount`` is None where there is none, not 0:
    "bid 0" needs a name.

    Two fields occur only among legal actions, which then stand for many. ``upto`` means any amount from ``amount`` to
    ``upto`` in steps of ``step``; ``pick``, the least and the most, means any that many of ``cards``.

    >>> str(Action("play", _cards.cards("3d 3s")))
    'play 3d3s'
    >>> choice = Action("play", _cards.cards("3d 3s 4c"), pick=(1, 2))
    >>> str(choice), len(list(choice.choices())), str(choice.first())
    ('play 1..2 of 3d3s4c', 6, 'play 3d')
    """

    verb: str
    cards: Cards = 0
    amount: int | None = None
    upto: int | None = None
    step: int = 1
    pick: tuple[int, int] | None = None

    @property
    def exact(self) -> bool:
        """Does it stand for itself alone? Only then can it be carried out as it is."""
        return self.upto is None and self.pick is None

    @property
    def sizes(self) -> range:
        """How many cards may be chosen; empty where there is no choice of cards."""
        return range(0) if self.pick is None else range(self.pick[0], self.pick[1] + 1)

    @property
    def amounts(self) -> range:
        """The amounts that this stands for; empty where there is none to name."""
        if self.amount is None:
            return range(0)
        return range(self.amount, (self.amount if self.upto is None else self.upto) + 1, self.step)

    def of(self, amount: int | None = None, cards: Cards | None = None) -> Action:
        """The same with just that amount and just those cards; without one of them, with that of its own."""
        return Action(self.verb, self.cards if cards is None else cards, self.amount if amount is None else amount)

    def choices(self) -> Iterator[Action]:
        """Every action that this stands for, fewest and lowest cards first; itself where it is exact."""
        held = tuple(members(self.cards))
        some = [sum(1 << one for one in each) for size in self.sizes for each in combinations(held, size)]
        for cards in [self.cards] if self.pick is None else some:
            for amount in self.amounts or (None,):
                yield self.of(amount, cards)

    def first(self, order: Order | None = None) -> Action:
        """The least that this stands for: the lowest amount, as few cards as possible, the lowest of ``order``."""
        if self.pick is None:
            return self.of()
        low = (order or Order()).sort(members(self.cards))[::-1]
        return self.of(cards=_cards.mask(low[: self.pick[0]]))

    def drawn(self, rng: Random) -> Action:
        """One of those that this stands for: every number of cards equally likely, then every such cards and amount."""
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


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together. The pair of name and owner is unique in a view.

    None is a card face down; a pile may be known in part. Cards stand in the order in which they lie: the last one is
    on top. ``lay`` is

    * row or fan: side by side;
    * heap: a stack of backs with its number of cards, even of those that the viewer knows, such as a stock;
    * open: a heap that lies face up, such as a discard pile: its top card is shown, if the viewer knows it;
    * spread: face down side by side, to be taken by number;
    * slot: a place for one card that may be empty;
    * columns: a hand that lies open, by suits.

    Piles group by the first word of their name; ``note`` is a caption, a key of the texts or plain. ``at`` is where a
    slot of a figure is drawn: column and row of a grid, from 0; an action whose verb ends with the rest of the slot's
    name lays its card there ("lay a0 #7" for the slot "place a0").
    """

    name: str
    owner: Seat | None
    cards: tuple[Card | None, ...]
    lay: str = "row"
    note: str = ""
    at: tuple[int, int] | None = None

    def __str__(self) -> str:
        """The name, the owner and the cards, ``??`` for one face down.

        >>> print(Pile("hand", 2, (5, None, None)))
        hand of seat 2: 3d ?? ??
        """
        owner = "" if self.owner is None else f" of seat {self.owner}"
        return f"{self.name}{owner}: {' '.join('??' if one is None else _cards.name(one) for one in self.cards) or '-'}"

    def __repr__(self) -> str:
        return f"<Pile {self}>"


class Fact(NamedTuple):
    """A named value: a badge at its owner's seat, or without an owner in the header.

    A name that starts with ``.`` is for samplers and is not drawn; one that starts with ``!`` is a warning. ``lay``
    is "chips" for an amount that lies on the table: before its owner, or in the middle.
    """

    name: str
    owner: Seat | None
    value: int | str
    lay: str = ""


class Sum(NamedTuple):
    """A line of a figure, through the slots of these names in order: what lies there adds up to ``value``.

    It should be ``goal``. ``mark`` is "right" or "wrong" for a line that stands out, else empty.
    """

    name: str
    piles: tuple[str, ...]
    value: int
    goal: int
    mark: str = ""


class Box(NamedTuple):
    """A group of actions that faces show whole and always in place, what isn't possible now dimmed: a bidding box."""

    group: str
    columns: int
    actions: tuple[Action, ...]


class Odds(NamedTuple):
    """Something known about a position by computation, not by sampling: the chance of winning, the return of an action.

    The texts of a game name it under ``odds.NAME``. ``points`` tells a number of points from a chance. A value is a
    float where fractions would take too long.
    """

    name: str
    value: Fraction | float
    points: bool = False


class Chart(NamedTuple):
    """A table of advice that holds for all positions of a game, such as a basic strategy.

    ``rows`` are a label and a short code for each of ``columns``. The texts of a game have its title under
    ``chart.NAME``, what columns and rows stand for under ``chart.NAME.columns`` and ``chart.NAME.rows``, and what a
    code means under ``chart.cell.CODE``.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Opening(NamedTuple):
    """How the cards of a deal were dealt, for faces to tell and to show.

    ``say`` is a sentence about it, ``round`` the seats in the order in which they get a card at a time, and ``card``
    one that lies face up among those that are dealt.
    """

    say: Say | None = None
    round: tuple[Seat, ...] = ()
    card: Card | None = None


class Move(NamedTuple):
    """A line of the log as one viewer may read it: cards that stayed hidden from the viewer are only counted."""

    seat: Seat
    action: Action
    hidden: int = 0


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
    """False: a legal play stands for all plays of its ranks."""
    log: tuple[Move, ...] = ()
    """Filled by the table, never by a game; no sampler reads it."""
    sums: tuple[Sum, ...] = ()
    """The lines of a figure."""

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
        """A line a pile and fact, the cards by name, then what may be done."""
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


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What a deal may know of its match.

    ``last`` is the state in which the deal before it ended. Where a deal may be given up (``Game.undoable``) it may be
    any state, and ``score`` is None then: such a game reads nothing from it that only the end decides. ``totals`` are
    those of each seat, ``deals`` is the number of deals so far, and ``joined`` holds the seats whose occupant has
    changed since the last one.
    """

    last: S
    totals: tuple[float, ...]
    deals: int
    joined: frozenset[Seat] = frozenset()


class Shuffled(NamedTuple):
    """All that chance decides of a deal, before the first card is dealt.

    ``pack`` is the whole deck in the order in which it is dealt, the first card first. ``drawn`` is what else was
    drawn, as the game reads it, such as the dealer. ``spread`` are cards that lie face down for something before the
    deal, such as cutting for it; a deal that is laid out by hand goes without.
    """

    pack: tuple[Card, ...]
    drawn: tuple[int, ...] = ()
    spread: tuple[Card, ...] = ()


class Game(ABC, Generic[S]):
    """The rules of one game with its options settled. ``S`` is the game's own frozen, hashable state.

    ``apply`` is deterministic: the only chance lies in ``shuffle``, later shuffles' seeds included, so that a deal is
    ``(game, options, seed, actions)``.
    """

    name: str
    seats: int
    deck: tuple[Card, ...]
    order: Order = Order()
    options: Mapping[str, Value] = {}
    """What the maker was called with: a record stores it and makes the same game again."""

    version: ClassVar[int] = 1
    """Moves when a change of the rules would make a stored record replay otherwise."""
    low: ClassVar[bool] = False
    """Does the lowest total win?"""
    zero_sum: ClassVar[bool] = False
    """Do the scores of a deal (or its settlement, if it has one) add up to nothing?"""
    rivals: ClassVar[bool] = True
    """Do the seats play against each other? Where each plays against the house alone, nobody is ahead of anybody."""
    undoable: ClassVar[bool] = False
    """May a person take an action back, give a deal up and have the same one again? Only where nobody else plays."""
    reckons: ClassVar[bool] = False
    """Does ``odds`` know anything?"""
    spoiler: ClassVar[bool] = False
    """Would ``odds`` give the game away if it were always in sight? Then faces show it when they are asked only."""
    boxes: tuple[Box, ...] = ()
    """The groups of actions that faces show as a box."""
    vocabulary: tuple[Action, ...] = ()
    """Every action without cards that the game has, possible now or not, an amount as the widest range there may be.

    Faces understand these names at any time and ask ``refuse`` why one isn't possible. Empty: nobody is told why.
    """
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together, where partners are the same in every deal; empty where everybody plays alone.

    The texts of a game may name its seats under ``seat.N``, such as the points of the compass.
    """
    unit: str = ""
    """What ``compare`` answers in, a key of the texts."""
    sorts: tuple[str, ...] = ("rank", "suit")
    """The ways ``arrange`` knows to order a hand."""
    computers: tuple[str, ...] = ()
    """The computers that suit these rules best, best first, before those that the listing names for the game."""

    # --- the seven verbs

    def deal(self, rng: Random, past: Past[S] | None = None) -> S:
        """The first state of a deal: shuffle, then hand out."""
        return self.hand_out(self.shuffle(rng, past), past)

    def shuffle(self, rng: Random, past: Past[S] | None = None) -> Shuffled:
        """The only chance there is: the deck in random order, and whatever else the game draws."""
        pack = list(self.deck)
        _cards.selection_shuffle(pack, rng)
        return Shuffled(tuple(pack))

    @abstractmethod
    def hand_out(self, shuffled: Shuffled, past: Past[S] | None = None) -> S:
        """The first state of a deal, dealt from a pack in order; who leads and the like follows from its cards.

        Which place of the pack goes to which pile may depend on ``drawn`` and ``past``, but not on the cards.
        """

    @abstractmethod
    def turn(self, state: S) -> tuple[Seat, ...]:
        """All seats that may act; empty when the deal is over. Actions of different seats commute."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """What a seat may do, each playable as it stands, the weakest first and a pass last; empty out of turn."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: Action) -> S:
        """The state after an action. Trusts its caller: the table checks."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """What a seat may know; ``OPEN`` sees all, None the public part. Abstract: nothing leaks by forgetting."""

    @abstractmethod
    def sample(self, view: View, rng: Random) -> S:
        """One deal that fits what is seen, each equally likely: ``view(sample(v), v.seat) == v``."""

    @abstractmethod
    def score(self, state: S) -> tuple[float, ...] | None:
        """What each seat adds to its total; None while play goes on."""

    # --- what a match asks

    def final(self, state: S, totals: tuple[float, ...]) -> bool:
        """Does the match end with this deal?"""
        return False

    def settle(self, scores: tuple[float, ...]) -> tuple[float, ...] | None:
        """What each seat wins at the table's stake for these scores; None where nothing is at stake."""
        return None

    def winners(self, scores: tuple[float, ...]) -> tuple[Seat, ...]:
        """Who won a deal with these scores, for statistics.

        Where points go from one to another, or each plays alone, all who gained; else those with the best score, and
        nobody if all are level.
        """
        if self.zero_sum or self.seats == 1 or not self.rivals:
            return tuple(seat for seat, score in enumerate(scores) if score > 0)
        best = (min if self.low else max)(scores)
        if best == (max if self.low else min)(scores):
            return ()
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    def leaders(self, totals: Sequence[float]) -> tuple[Seat, ...]:
        """The seats that are ahead by these totals; none where the seats don't play against each other."""
        best = (min if self.low else max)(totals)
        return tuple(seat for seat, total in enumerate(totals) if total == best) if self.rivals else ()

    # --- what people ask

    def in_order(self, some: Cards) -> tuple[Card, ...]:
        """Cards that are played together, in the order in which all faces show them: high to low."""
        return self.order.sort(members(some))

    def describe(self, action: Action) -> Say:
        """What an action is called, for buttons and the log: needs no more than the action shows."""
        words: dict[str, str | int | tuple[str, ...]] = {}
        if action.cards:
            words["count"] = action.cards.bit_count() if action.pick is None else "–".join(map(str, action.pick))
            words["cards"] = tuple(_cards.name(one) for one in self.in_order(action.cards))
        if action.amount is not None:
            words["amount"] = action.amount
        return Say(action.verb.replace(" ", "_"), words)

    def opening(self, view: View) -> Opening | None:
        """How the cards were dealt, from what a passer-by sees once they are; None where there is nothing to tell."""
        return None

    def tell(self, move: Move) -> Say:
        """What the log calls a line: of cards that its reader didn't see it knows the number alone."""
        return Say("hidden_cards", {"count": move.hidden}) if move.hidden else self.describe(move.action)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        """Why these cards can't be played now, or None if they can. Sees a view, so it can tell nothing hidden."""
        return None if any(covers(view, each, chosen) for each in view.legal) else Say("not_legal")

    def refuse(self, view: View, action: Action) -> Say | None:
        """Why an action without cards isn't possible now, or None if it is. Like ``explain`` it sees only a view.

        A game answers for its own ``vocabulary``; by default only turns and amounts out of range are explained.
        """
        if find(view, action) is not None:
            return None
        if view.seat is None or view.seat not in view.turn:
            return Say("illegal.turn" if view.turn else "illegal.over")
        fitting = [each.amounts for each in view.legal if each.verb == action.verb and not each.cards and each.amounts]
        if action.amount is None or not fitting:
            return Say("illegal.action")
        low, high, step = fitting[0][0], fitting[-1][-1], fitting[0].step
        if low == high:
            return Say("illegal.only", {"amount": low})
        key = "illegal.amount" if step == 1 else "illegal.amount_steps"
        return Say(key, {"low": low, "high": high} | ({"step": step} if step > 1 else {}))

    def compare(self, scores: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]] | None:
        """What each seat makes of the same deal played at several tables, given their scores; None if nobody compares.

        By default nobody does. Bridge compares by IMPs or matchpoints.
        """
        return None

    def printed(self, first: S, moves: Iterable[tuple[Seat, Action]]) -> str | None:
        """The customary printing of a whole deal, from its first state on; None where a game has none."""
        return None

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """What can be computed exactly from what a seat sees, or before any deal; it may take seconds."""
        return ()

    def charts(self) -> tuple[Chart, ...]:
        """Advice for all positions as tables; it may take seconds."""
        return ()

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """The viewer's own face-up cards in one of the orders of ``sorts``."""
        held = [
            one
            for each in view.piles
            if each.owner == view.seat and each.name == "hand"
            for one in each.cards
            if one is not None
        ]
        return self.order.sort(held, by=how)


class Player(Protocol):
    """Who sits on a seat. It receives a view and never a state, so it cannot cheat."""

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal``, or an action that one of them covers."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """A player who can tell what others' actions mean, such as calls of bridge."""

    def meaning(self, view: View, line: int) -> Say | None:
        """What line ``line`` of the view's log says about the hand behind it; None if nothing."""
        ...


# --- actions by name ------------------------------------------------------------------------------------------------


def covers(view: View, legal: Action, chosen: Cards) -> bool:
    """Does a legal action stand for playing these very cards? Equal ranks do where suits mean nothing."""
    if legal.pick is not None:
        return chosen & ~legal.cards == 0 and chosen.bit_count() in legal.sizes
    if legal.cards == chosen:
        return True
    if view.suits or not chosen or legal.cards.bit_count() != chosen.bit_count() or ranks(legal.cards) != ranks(chosen):
        return False
    for pile in view.piles:
        up = _cards.mask(one for one in pile.cards if one is not None)
        if pile.owner is not None and legal.cards & ~up == 0:
            return chosen & ~up == 0
    return False


def find(view: View, written: str | Action) -> Action | None:
    """The legal action of that name, or the one meant by what covers it; None if there is none.

    A legal action covers cards of equal rank, cards out of those to choose from, an amount in range.

    Case, blanks between cards and suit symbols don't matter. Nothing illegal can be found, so no game parses.
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
    """The action without cards that a text names, with any amount, whether it is possible or not; else None.

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
                return Action(verb, chosen, amount)
        elif amount in legal.amounts:
            return Action(verb, chosen, amount)
    return None


# --- what a lobby needs to know -------------------------------------------------------------------------------------


class OptionError(ValueError):
    """An option that a game does not have, or a value it can't take; the message says which are possible."""


def alike(written: object, known: Iterable[str]) -> str | None:
    """The known name that is most like the one that was written; None if none is much like it."""
    from difflib import get_close_matches  # needed only once something is wrong

    names = {each.lower(): each for each in known}
    found = get_close_matches(str(written).lower(), names, n=1, cutoff=0.65)
    return names[found[0]] if found else None


def did_you_mean(written: object, known: Iterable[str]) -> str:
    """``"did you mean NAME?"`` with the known name that is most like the one that was written; else an empty text.

    >>> did_you_mean("bigto", ["bigtwo", "bridge"]), did_you_mean("whist", ["bigtwo", "bridge"])
    ('did you mean bigtwo?', '')
    """
    found = alike(written, known)
    return "" if found is None else f"did you mean {found}?"


def _asked(message: str, written: object, known: Iterable[str]) -> str:
    """A message, and the question whether something alike was meant."""
    meant = did_you_mean(written, known)
    return f"{message}. D{meant[1:]}" if meant else message


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values are ``choices`` or the whole numbers ``low..high``. None among the choices means off.

    The texts of a game explain it under ``option.NAME`` and ``option.NAME.help``, values under ``option.NAME.VALUE``.
    ``aliases`` are former names of values: they are taken wherever a value is given, and listed nowhere.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    aliases: Mapping[str, Value] = field(default_factory=dict)

    def check(self, value: Any) -> Value:
        """The value itself, by its name of today; OptionError with the possible ones if it isn't one."""
        if isinstance(value, str) and value in self.aliases:
            return self.aliases[value]
        if any(value == each and type(value) is type(each) for each in self.choices):
            return value  # type: ignore[no-any-return]
        if self.low is not None and self.high is not None and type(value) is int and self.low <= value <= self.high:
            return value
        possible = [_shown(each) for each in self.choices]
        if self.low is not None:
            possible.append(f"{self.low} to {self.high}")
        message = f"{self.name} can't be {_shown(value)}: it takes {', '.join(possible)}"
        raise OptionError(_asked(message, value, possible))

    def read(self, written: str) -> Value:
        """The value that a text stands for, as typed on a command line or read from a file."""
        for each in self.choices:
            if written.strip().lower() == _shown(each):
                return each
        try:
            return self.check(int(written))
        except ValueError:
            pass
        return self.check(written)


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


class ExportedDeal(NamedTuple):
    """A deal for a :class:`Format` to write: its first state, all actions, who sat where, and what is known of it."""

    game: Game[Any]
    first: Any
    moves: Sequence[tuple[Seat, Action]] = ()
    players: Sequence[str] = ()
    about: Mapping[str, str] = {}


class ImportedDeal(NamedTuple):
    """A deal that a :class:`Format` has read. ``title`` is its line in a list, ``laid`` the piles by name.

    ``actions`` are ``"SEAT ACTION"``, and ``about`` what else the file says of it, so that it is written again. By
    itself a deal is played under ``options``; where it goes on from the deal before it, ``match`` are those of all.
    """

    title: str
    options: Mapping[str, Value]
    laid: Mapping[str, str]
    actions: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    about: Mapping[str, str] = {}
    match: Mapping[str, Value] | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A way in which other programs write down deals of a game; files in it are named with ``suffix``.

    All three raise ValueError, whose one line says what can't be read or written, and ImportError, whose line says what
    to install. ``lay`` reads the cards of a single line, as people type it; None if the line is something else.
    """

    name: str
    suffix: str
    read: Callable[[bytes], tuple[ImportedDeal, ...]]
    write: Callable[[Sequence[ExportedDeal]], str]
    lay: Callable[[str], Mapping[str, str] | None]


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in the list of games: how to make it, its options and presets, and what it says to people.

    ``texts`` holds a catalogue a language (``en`` is complete), ``rules`` a page of Markdown a language.
    ``computers`` names the players that know this game, best first; ``random`` and ``lowest`` know every game.
    ``picture`` are the few cards by which a lobby shows it, ``lesson`` is a text for ``dealt.lesson``. ``formats`` are
    those of other programs that can be read and written. ``tiny`` are forms of the game with so few cards that all
    deals can be listed: ``dealt laws`` compares them with what ``sample`` draws. ``aliases`` are former names of
    presets: they are taken wherever a preset is given, and listed nowhere.
    """

    name: str
    maker: Callable[..., Game[Any]]
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    computers: tuple[str, ...] = ()
    picture: tuple[Card, ...] = ()
    lesson: str = ""
    formats: tuple[Format, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    tiny: tuple[Game[Any], ...] = ()

    def make(self, preset: str | None = None, **options: Any) -> Game[Any]:
        """The game with a preset's options and the given ones over it; OptionError says what can be chosen instead."""
        return self.make_from(preset, options)

    def make_from(self, preset: str | None, options: Mapping[str, Any]) -> Game[Any]:
        """As ``make``, with options from outside, whose names may be anything."""
        preset = self.aliases.get(preset, preset) if preset is not None else None
        if preset is not None and preset not in self.presets:
            message = f"{self.name} has no preset {preset}: it has {', '.join(self.presets) or 'none'}"
            raise OptionError(_asked(message, preset, self.presets))
        wanted: dict[str, Any] = {**(self.presets[preset] if preset else {}), **options}
        known = {each.name: each for each in self.options}
        for key in wanted:
            if key not in known:
                message = f"{self.name} has no option {key}: it has {', '.join(known) or 'none'}"
                raise OptionError(_asked(message, key, known))
        return self.maker(**{key: known[key].check(value) for key, value in wanted.items()})

    def text(self, key: str, language: str = "en") -> str:
        """The text of a key, in English where the language lacks it, else the key itself."""
        return self.texts.get(language, {}).get(key) or self.texts.get("en", {}).get(key, key)
