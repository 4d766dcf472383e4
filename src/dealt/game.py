"""The interface of every game: seven methods over an immutable state, and the view that one seat has of it.

Rules know nothing of players, sockets or pixels; players, server, command line and browser know no game by name.
A game is a :class:`Game`; somebody who plays it sees a :class:`View` and answers with an :class:`Action`.

What a match asks of a game is in :class:`~dealt.contest.Contest`, what people ask in :class:`~dealt.guide.Guide`: both
answer for games that say nothing. What a lobby asks is in :class:`~dealt.listing.Listing`. All names can be imported
from here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from dealt import cards as _cards
from dealt.cards import Card, Order
from dealt.contest import Contest, Entry, Payment, ScoreSheet, Side, Standing, Track, net, points
from dealt.guide import Box, Chart, Explainer, Guide, NoAnswer, Odds, Opening
from dealt.listing import (
    LEVELS,
    ExportedDeal,
    Format,
    ImportedDeal,
    Level,
    Levels,
    Listing,
    Option,
    OptionError,
    alike,
    did_you_mean,
)
from dealt.view import OPEN, ROLES, Action, Choices, Fact, Move, Pile, Say, Seat, Sum, Value, View, covers, find, named

__all__ = [
    "LEVELS",
    "OPEN",
    "ROLES",
    "Action",
    "Box",
    "Chart",
    "Choices",
    "Entry",
    "Explainer",
    "ExportedDeal",
    "Fact",
    "Format",
    "Game",
    "ImportedDeal",
    "Level",
    "Levels",
    "Listing",
    "Move",
    "NoAnswer",
    "Odds",
    "Opening",
    "Option",
    "OptionError",
    "Past",
    "Payment",
    "Pile",
    "Player",
    "Say",
    "ScoreSheet",
    "Seat",
    "Shuffled",
    "Side",
    "Standing",
    "Sum",
    "Track",
    "Value",
    "View",
    "alike",
    "covers",
    "did_you_mean",
    "find",
    "hint_of",
    "named",
    "net",
    "points",
]

S = TypeVar("S")


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


def plain_entries(score: float) -> tuple[Entry, ...]:
    """A score as one line; none where it is 0."""
    return (Entry(Say("entry.points"), (score,)),) if score else ()


class Game(Contest[S], Guide[S], ABC):
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
    formerly: ClassVar[Mapping[str, Value]] = {}
    """Options whose usual value is not what was played before there were such options; and what was played then."""
    undoable: ClassVar[bool] = False
    """May a person undo an action, give a deal up, and play the same deal again? For games with one seat only."""
    fixed: bool = False
    """Do the options say which cards are dealt, such as the deal of a number? Then every seed deals the same."""
    computers: tuple[str, ...] = ()
    """The computers that suit these options best, best first; they come before those that the listing names."""

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{key}={value!r}' for key, value in self.options.items())})"

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

    # --- what else a game may do

    def score_sheet(self, state: S, totals: tuple[float, ...]) -> ScoreSheet:
        """How the score of a finished deal came about; ``totals`` are those after it. It tells only what is public.

        The lines of each side add up to the score of each of its seats, and the payments to what is settled, or where
        nothing is, to the scores. By default the score is one line for each seat, and nothing is known of the end.
        """
        scores = self.score(state) or ()
        return ScoreSheet(tuple(Side((seat,), plain_entries(score)) for seat, score in enumerate(scores)))

    def prepare(self) -> None:
        """Build now what the first deal would otherwise build on the way, such as tables that take long to make."""


class Player(Protocol):
    """Whoever plays for a seat. A player receives views and never a state, so it can't see hidden cards.

    One with a true attribute ``remembers`` reads the log of views where they have one; others are asked without it.
    One with a method ``hint``, of the same arguments, is asked that for people: it may be NoAnswer, where ``choose``
    plays on.
    """

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal``, or an action that one of them covers."""
        ...


def hint_of(player: Player, view: View, rng: Random) -> Action:
    """What a player advises; NoAnswer if nothing, which its ``say`` tells people."""
    found: Action = getattr(player, "hint", player.choose)(view, rng)
    return found
