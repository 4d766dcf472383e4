"""What a game is to everybody else: seven verbs over an immutable state, and the view of one seat.

Rules know nothing of players, sockets or pixels; players, server, command line and browser know no game by name.
A game is a :class:`Game`; somebody who plays it sees a :class:`View` and answers with an :class:`Action`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from dealt import cards as _cards
from dealt.cards import Card, Cards, Order, members, ranks

__all__ = [
    "OPEN",
    "Action",
    "Box",
    "Chart",
    "Explains",
    "Fact",
    "Format",
    "Game",
    "Listing",
    "Move",
    "Odds",
    "Option",
    "OptionError",
    "Past",
    "Pile",
    "Player",
    "Say",
    "Seat",
    "Told",
    "Value",
    "View",
    "Written",
    "covers",
    "find",
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
    "bid 0" needs a name. ``upto`` occurs only among legal actions and means any amount from ``amount`` to ``upto`` in
    steps of ``step``.

    >>> str(Action("play", _cards.cards("3d 3s")))
    'play 3d3s'
    """

    verb: str
    cards: Cards = 0
    amount: int | None = None
    upto: int | None = None
    step: int = 1

    @property
    def amounts(self) -> range:
        """The amounts that this stands for; empty where there is none to name."""
        if self.amount is None:
            return range(0)
        return range(self.amount, (self.amount if self.upto is None else self.upto) + 1, self.step)

    def of(self, amount: int) -> Action:
        """The same with just that amount."""
        return Action(self.verb, self.cards, amount)

    def __str__(self) -> str:
        words = [self.verb]
        if self.cards:
            words.append(_cards.text(self.cards))
        if self.amount is not None:
            most = "" if self.upto is None else f"..{self.upto}"
            words.append(f"{self.amount}{most}{'' if self.step == 1 else f'/{self.step}'}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards that lie together. The pair of name and owner is unique in a view.

    None is a card face down; a pile may be known in part. ``lay`` is row, fan, heap, slot (a place that may be empty)
    or columns (a hand that lies open, by suits). Piles group by the first word of their name; ``note`` is a caption, a
    key of the texts or plain.
    """

    name: str
    owner: Seat | None
    cards: tuple[Card | None, ...]
    lay: str = "row"
    note: str = ""


class Fact(NamedTuple):
    """A named value: a badge at its owner's seat, or without an owner in the header.

    A name that starts with ``.`` is for samplers and is not drawn; one that starts with ``!`` is a warning. ``lay``
    is "chips" for an amount that lies on the table: before its owner, or in the middle.
    """

    name: str
    owner: Seat | None
    value: int | str
    lay: str = ""


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


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What a deal may know of its match. ``joined``: seats whose occupant changed since the last deal."""

    last: S
    totals: tuple[float, ...]
    deals: int
    joined: frozenset[Seat] = frozenset()


class Game(ABC, Generic[S]):
    """The rules of one game with its options settled. ``S`` is the game's own frozen, hashable state.

    ``apply`` is deterministic: the only chance lies in ``deal``, later shuffles' seeds included, so that a deal is
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
    undoable: ClassVar[bool] = False
    """May a person take an action back, give a deal up and have the same one again? Only where nobody else plays."""
    reckons: ClassVar[bool] = False
    """Does ``odds`` know anything?"""
    boxes: tuple[Box, ...] = ()
    """The groups of actions that faces show as a box."""
    unit: str = ""
    """What ``compare`` answers in, a key of the texts."""
    sorts: tuple[str, ...] = ("rank", "suit")
    """The ways ``arrange`` knows to order a hand."""
    computers: tuple[str, ...] = ()
    """The computers that suit these rules best, best first, before those that the listing names for the game."""

    # --- the seven verbs

    @abstractmethod
    def deal(self, rng: Random, past: Past[S] | None = None) -> S:
        """The first state of a deal: the only chance there is."""

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

        Where points go from one to another, or one plays alone, whoever gained; else whoever has the best score, and
        nobody if all are level.
        """
        if self.zero_sum or self.seats == 1:
            return tuple(seat for seat, score in enumerate(scores) if score > 0)
        best = (min if self.low else max)(scores)
        if best == (max if self.low else min)(scores):
            return ()
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    # --- what people ask

    def describe(self, action: Action) -> Say:
        """What an action is called, for buttons and the log: needs no more than the action shows."""
        words: dict[str, str | int | tuple[str, ...]] = {}
        if action.cards:
            words["cards"] = tuple(_cards.name(one) for one in self.order.sort(members(action.cards)))
        if action.amount is not None:
            words["amount"] = action.amount
        return Say(action.verb.replace(" ", "_"), words)

    def tell(self, move: Move) -> Say:
        """What the log calls a line: of cards that its reader didn't see it knows the number alone."""
        return Say("hidden_cards", {"count": move.hidden}) if move.hidden else self.describe(move.action)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        """Why these cards can't be played now, or None if they can. Sees a view, so it can tell nothing hidden."""
        return None if any(covers(view, each, chosen) for each in view.legal) else Say("not_legal")

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
class Explains(Protocol):
    """A player who can tell what others' actions mean, such as calls of bridge."""

    def meaning(self, view: View, line: int) -> Say | None:
        """What line ``line`` of the view's log says about the hand behind it; None if nothing."""
        ...


# --- actions by name ------------------------------------------------------------------------------------------------


def covers(view: View, legal: Action, chosen: Cards) -> bool:
    """Does a legal action stand for playing these very cards? Equal ranks do where suits mean nothing."""
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
    """The legal action of that name, or one that covers it (cards of equal rank, an amount in range); None if none is.

    Case, blanks between cards and suit symbols don't matter. Nothing illegal can be found, so no game parses.
    """
    if isinstance(written, Action):
        return _find(view, written.verb, written.cards, written.amount)
    words = " ".join(written.split())
    for legal in view.legal:
        if legal.upto is None and str(legal).lower() == words.lower():
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


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its values are ``choices`` or the whole numbers ``low..high``. None among the choices means off.

    The texts of a game explain it under ``option.NAME`` and ``option.NAME.help``, values under ``option.NAME.VALUE``.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None

    def check(self, value: Any) -> Value:
        """The value itself; OptionError with the possible ones if it isn't one."""
        if any(value == each and type(value) is type(each) for each in self.choices):
            return value  # type: ignore[no-any-return]
        if self.low is not None and self.high is not None and type(value) is int and self.low <= value <= self.high:
            return value
        possible = [_shown(each) for each in self.choices]
        if self.low is not None:
            possible.append(f"{self.low} to {self.high}")
        raise OptionError(f"{self.name} can't be {_shown(value)}: it takes {', '.join(possible)}")

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


class Told(NamedTuple):
    """A deal for a :class:`Format` to write: its first state, all actions, who sat where, and what is known of it."""

    game: Game[Any]
    first: Any
    moves: Sequence[tuple[Seat, Action]] = ()
    players: Sequence[str] = ()
    about: Mapping[str, str] = {}


class Written(NamedTuple):
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
    read: Callable[[bytes], tuple[Written, ...]]
    write: Callable[[Sequence[Told]], str]
    lay: Callable[[str], Mapping[str, str] | None]


@dataclass(frozen=True, slots=True)
class Listing:
    """A game in the list of games: how to make it, its options and presets, and what it says to people.

    ``texts`` holds a catalogue a language (``en`` is complete), ``rules`` a page of Markdown a language.
    ``computers`` names the players that know this game, best first; ``random`` and ``lowest`` know every game.
    ``picture`` are the few cards by which a lobby shows it, ``lesson`` is a text for ``dealt.lesson``. ``formats`` are
    those of other programs that can be read and written.
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

    def make(self, preset: str | None = None, **options: Any) -> Game[Any]:
        """The game with a preset's options and the given ones over it; OptionError says what can be chosen instead."""
        return self.make_from(preset, options)

    def make_from(self, preset: str | None, options: Mapping[str, Any]) -> Game[Any]:
        """As ``make``, with options from outside, whose names may be anything."""
        if preset is not None and preset not in self.presets:
            raise OptionError(f"{self.name} has no preset {preset}: it has {', '.join(self.presets) or 'none'}")
        wanted: dict[str, Any] = {**(self.presets[preset] if preset else {}), **options}
        known = {each.name: each for each in self.options}
        for key in wanted:
            if key not in known:
                raise OptionError(f"{self.name} has no option {key}: it has {', '.join(known) or 'none'}")
        return self.maker(**{key: known[key].check(value) for key, value in wanted.items()})

    def text(self, key: str, language: str = "en") -> str:
        """The text of a key, in English where the language lacks it, else the key itself."""
        return self.texts.get(language, {}).get(key) or self.texts.get("en", {}).get(key, key)
