"""The interface of every game: seven methods over an immutable state, and the view that one seat has of it.

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
    """

    verb: str
    cards: Cards = 0
    amount: int | None = None
    upto: int | None = None
    step: int = 1
    pick: tuple[int, int] | None = None

    @property
    def exact(self) -> bool:
        """Does it stand for a single action? Only then can it be carried out as it is."""
        return self.upto is None and self.pick is None

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
        return Action(self.verb, self.cards if cards is None else cards, self.amount if amount is None else amount)

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
    * columns: a hand that lies open, by suits.

    Faces group piles by the first word of their name. ``note`` is a caption: a key of the texts, or the text itself.
    ``at`` is where a slot of a figure is drawn: column and row of a grid, from 0; an action whose verb ends with the
    rest of the slot's name lays its card there ("lay a0 #7" for the slot "place a0").
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
    """A named value. Faces show it as a badge at its owner's seat, or in the header if it has no owner.

    A name that starts with ``.`` is for samplers and is not drawn; one that starts with ``!`` is a warning. ``lay``
    is "chips" for an amount that lies on the table: before its owner, or in the middle.
    """

    name: str
    owner: Seat | None
    value: int | str
    lay: str = ""


class Sum(NamedTuple):
    """A line of a figure, through the slots of these names in order: what lies there adds up to ``value``.

    The sum that is wanted is ``goal``. ``mark`` is "right" or "wrong" if the line is to be highlighted, else empty.
    """

    name: str
    piles: tuple[str, ...]
    value: int
    goal: int
    mark: str = ""


class Box(NamedTuple):
    """A group of actions that faces always show whole, such as a bidding box; illegal ones are dimmed."""

    group: str
    columns: int
    actions: tuple[Action, ...]


class Odds(NamedTuple):
    """An exact figure about a position, such as the chance of winning or the expected return of an action.

    The texts of a game name it under ``odds.NAME``. ``value`` is a number of points if ``points``, else a
    chance. It is a float where fractions would take too long.
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

    ``say`` is a sentence about it. ``round`` holds the seats in the order in which they get one card each. ``card`` is
    a card that is shown face up among those that are dealt.
    """

    say: Say | None = None
    round: tuple[Seat, ...] = ()
    card: Card | None = None


class Move(NamedTuple):
    """A line of the log as one viewer may read it; ``hidden`` is the number of cards that the viewer didn't see."""

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
    """False if suits mean nothing: then a legal play stands for all plays of the same ranks."""
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


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What a deal may know of the match before it.

    ``last`` is the last state of the deal before. In a game whose deals can be given up (``Game.undoable``) it may be
    a state in mid-play, for which ``score`` is None. ``totals`` are the totals by seat, ``deals`` is the number of
    deals so far, and ``joined`` holds the seats whose occupant has changed since the deal before.
    """

    last: S
    totals: tuple[float, ...]
    deals: int
    joined: frozenset[Seat] = frozenset()


class Shuffled(NamedTuple):
    """Everything that chance decides in a deal.

    ``pack`` is the whole deck in the order in which it is dealt, the first card first. ``drawn`` holds other random
    numbers, whose meaning is the game's, such as the dealer's seat. ``spread`` holds cards that lie face down before
    the deal, such as for the cut; it is empty for a deal that is laid out by hand.
    """

    pack: tuple[Card, ...]
    drawn: tuple[int, ...] = ()
    spread: tuple[Card, ...] = ()


class Game(ABC, Generic[S]):
    """The rules of one game with its options settled. ``S`` is the game's own frozen, hashable state.

    In a deal only ``shuffle`` uses chance; it also draws the seeds of later shuffles. ``apply`` is deterministic, so
    a deal follows from ``(game, options, seed, actions)``.
    """

    name: str
    seats: int
    deck: tuple[Card, ...]
    order: Order = Order()
    options: Mapping[str, Value] = {}
    """The arguments of ``Listing.maker``: a record stores them and makes the same game from them."""

    version: ClassVar[int] = 1
    """Increased when a change of the rules would make a stored record replay differently."""
    low: ClassVar[bool] = False
    """Does the lowest total win?"""
    zero_sum: ClassVar[bool] = False
    """Do the scores of a deal (or its settlement, if it has one) add up to 0?"""
    rivals: ClassVar[bool] = True
    """Do the seats play against each other? If each plays against the house alone, faces rank nobody."""
    undoable: ClassVar[bool] = False
    """May a person undo an action, give a deal up, and play the same deal again? For games with one seat only."""
    reckons: ClassVar[bool] = False
    """Does ``odds`` ever return anything?"""
    spoiler: ClassVar[bool] = False
    """Would ``odds`` spoil the game if it were always shown? Then faces show it only on request."""
    boxes: tuple[Box, ...] = ()
    """The groups of actions that faces show as a box."""
    vocabulary: tuple[Action, ...] = ()
    """Every action without cards that the game has, legal now or not; an amount has its widest possible range.

    Faces understand these names at any time and ask ``refuse`` why one isn't possible. Empty: nobody is told why.
    """
    partnerships: tuple[tuple[Seat, ...], ...] = ()
    """The seats that play together, where partners are the same in every deal; empty where everybody plays alone.

    The texts of a game may name its seats under ``seat.N``, such as the points of the compass.
    """
    unit: str = ""
    """The unit of the results of ``compare``, as a key of the texts."""
    sorts: tuple[str, ...] = ("rank", "suit")
    """The orders that ``arrange`` can put a hand into."""
    computers: tuple[str, ...] = ()
    """The computers that suit these options best, best first; they come before those that the listing names."""

    def prepare(self) -> None:
        """Build now what the first deal would otherwise build on the way, such as tables that take long to make."""

    # --- the seven methods that make a game

    def deal(self, rng: Random, past: Past[S] | None = None) -> S:
        """The first state of a deal: shuffle, then hand out."""
        return self.hand_out(self.shuffle(rng, past), past)

    def shuffle(self, rng: Random, past: Past[S] | None = None) -> Shuffled:
        """The deck in random order, and whatever else the game leaves to chance, such as the dealer."""
        pack = list(self.deck)
        _cards.selection_shuffle(pack, rng)
        return Shuffled(tuple(pack))

    @abstractmethod
    def hand_out(self, shuffled: Shuffled, past: Past[S] | None = None) -> S:
        """The first state of a deal, dealt from the pack in order. What depends on cards, such as who leads, follows.

        Which place of the pack goes to which pile may depend on ``drawn`` and ``past``, but not on the cards.
        """

    @abstractmethod
    def turn(self, state: S) -> tuple[Seat, ...]:
        """All seats that may act; empty when the deal is over. Actions of different seats commute."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[Action]:
        """The legal actions of a seat, the weakest first and a pass last; empty when it isn't the seat's turn."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: Action) -> S:
        """The state after an action. Trusts its caller: the table checks."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> View:
        """What a seat may know. The viewer ``OPEN`` sees all cards, None (a spectator) the public ones only."""

    @abstractmethod
    def sample(self, view: View, rng: Random) -> S:
        """A state with ``view(sample(v), v.seat) == v``; every deal that fits the view is equally likely."""

    @abstractmethod
    def score(self, state: S) -> tuple[float, ...] | None:
        """What each seat adds to its total; None while play goes on."""

    # --- for matches

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
        """The name of an action, for buttons and the log."""
        words: dict[str, str | int | tuple[str, ...]] = {}
        if action.cards:
            words["count"] = action.cards.bit_count() if action.pick is None else "–".join(map(str, action.pick))
            words["cards"] = tuple(_cards.name(one) for one in self.in_order(action.cards))
        if action.amount is not None:
            words["amount"] = action.amount
        return Say(action.verb.replace(" ", "_"), words)

    def opening(self, view: View) -> Opening | None:
        """How the cards were dealt, from a spectator's view after the deal; None if there is nothing to tell."""
        return None

    def tell(self, move: Move) -> Say:
        """The text of a line of the log; cards that its reader didn't see are only counted."""
        return Say("hidden_cards", {"count": move.hidden}) if move.hidden else self.describe(move.action)

    def explain(self, view: View, chosen: Cards) -> Say | None:
        """Why these cards can't be played now, or None if they can. It reads only the view."""
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
        """The results by seat of tables that played the same deal, given their scores; None if the game has none.

        Bridge compares by IMPs or matchpoints.
        """
        return None

    def printed(self, first: S, moves: Iterable[tuple[Seat, Action]]) -> str | None:
        """A whole deal in the game's customary printed form; None if it has none."""
        return None

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """Exact figures for a view, or without one before any deal; may take seconds."""
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
    """Whoever plays for a seat. A player receives views and never a state, so it can't see hidden cards."""

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
    """Does a legal action stand for playing exactly these cards? Where suits mean nothing, equal ranks are enough."""
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
                return Action(verb, chosen, amount)
        elif amount in legal.amounts:
            return Action(verb, chosen, amount)
    return None


# --- options, formats and the list of games ---------------------------------------------------------------------------


class OptionError(ValueError):
    """An option that a game does not have, or a value it can't take; the message says which are possible."""


def alike(written: object, known: Iterable[str]) -> str | None:
    """The known name that is most similar to the one that was written; None if none is similar enough."""
    from difflib import get_close_matches  # needed only once something is wrong

    names = {each.lower(): each for each in known}
    found = get_close_matches(str(written).lower(), names, n=1, cutoff=0.65)
    return names[found[0]] if found else None


def did_you_mean(written: object, known: Iterable[str]) -> str:
    """``"did you mean NAME?"`` with the most similar known name; an empty text if none is similar enough.

    >>> did_you_mean("bigto", ["bigtwo", "bridge"]), did_you_mean("whist", ["bigtwo", "bridge"])
    ('did you mean bigtwo?', '')
    """
    found = alike(written, known)
    return "" if found is None else f"did you mean {found}?"


def _asked(message: str, written: object, known: Iterable[str]) -> str:
    """The message, with ``did_you_mean`` behind it if a known name is similar."""
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
    """A deal that a :class:`Format` writes: first state, actions, players by seat, and details such as the event."""

    game: Game[Any]
    first: Any
    moves: Sequence[tuple[Seat, Action]] = ()
    players: Sequence[str] = ()
    about: Mapping[str, str] = {}


class ImportedDeal(NamedTuple):
    """A deal that a :class:`Format` has read. ``title`` is its line in a list, ``laid`` the piles by name.

    ``actions`` are ``"SEAT ACTION"``. ``about`` holds further details of the file, so that they can be written back. A
    deal that is imported alone is played under ``options``. ``match`` holds the options of a match that this deal
    belongs to; None if it belongs to none.
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
    """A file format of other programs for deals of a game; its files end in ``suffix``.

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

    ``texts`` holds a catalogue for each language (``en`` is complete), ``rules`` a page of Markdown for each.
    ``computers`` names the players that know this game, best first; ``random`` and ``lowest`` know every game.
    ``picture`` are the few cards by which a lobby shows it, ``lesson`` is a text for ``dealt.lesson``. ``formats`` are
    those of other programs that can be read and written. ``tiny`` holds forms of the game with few enough cards to
    list all deals: ``dealt laws`` compares that list with what ``sample`` draws. ``aliases`` are former names of
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
