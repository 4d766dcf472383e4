"""What is to be drawn: a view, who sits where, and the words for both. Local and remote play make the same scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from dealt.cards import Card, mask
from dealt.game import Action, Box, Pile, Say, Seat, View
from dealt.tui.tally import Tally

__all__ = ["Line", "Outcome", "Place", "Scene", "board", "spread"]


def spread(view: View) -> tuple[Action, ...]:
    """What may be taken of cards that lie face down side by side, by their numbers."""
    names = {each.name for each in view.piles if each.lay == "spread"}
    return tuple(each for each in view.legal if each.verb in names)


def board(view: View) -> tuple[Pile, ...]:
    """The places that a person may choose from by number, in order: slots of the middle or of the viewer's own."""
    slots = [each for each in view.piles if each.lay == "slot" and each.owner in (None, view.seat)]
    return tuple(slots) if len(slots) > 1 else ()


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and its occupant. ``marks`` are words about the person: away, ready, a computer plays on."""

    seat: Seat
    name: str
    total: float = 0
    balance: float | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: who, what it is called, and the cards that could be read."""

    seat: Seat
    say: Say
    cards: tuple[Card, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal came out: the points of the deal, the totals, who won it, and what was won at the table's stake."""

    scores: Sequence[float]
    totals: Sequence[float] | None
    """None where only the deal by itself is known."""
    winners: Sequence[Seat] = ()
    settled: Sequence[float] | None = None
    balances: Sequence[float] | None = None
    best: Sequence[Seat] = ()
    """Who leads by the totals; nobody where the seats don't play against each other."""
    final: bool = False
    low: bool = False


@dataclass(slots=True)
class Scene:
    """A table as one person sees it now."""

    view: View
    places: Sequence[Place]
    title: str
    describe: Callable[[Action], Say]
    me: Seat | None = None
    hand: Sequence[Card] = ()
    """One's own cards in the order of one's choice."""
    deal: int | None = None
    log: Sequence[Line] = ()
    outcome: Outcome | None = None
    low: bool = False
    header: Sequence[str] = ()
    clock: float | None = None
    """Seconds left of the turn."""
    numbered: Sequence[Action] = field(default=())
    """The legal actions that have a number now."""
    talk: Sequence[Text] = ()
    """The newest of what was said."""
    tally: Tally | None = None
    """How the viewer has done, where one plays alone."""
    odds: Sequence[Text] = ()
    """What is known exactly, if the person wants to see it all the time."""
    every: Sequence[Box] = ()
    """The game's boxes, as far as they are known."""
    opening: Say | None = None
    """How the cards were dealt, if there is something to tell."""
    began: int = 0
    """How many lines of the log came before that."""
    explained: bool = False
    """Does a computer tell what lines of the log mean?"""

    @property
    def mine(self) -> bool:
        """Is it the viewer's turn?"""
        return self.me is not None and self.me in self.view.turn

    @property
    def since(self) -> Sequence[Line]:
        """The log since the cards were dealt: cutting for the deal is no auction."""
        cutting = any(each.lay == "spread" for each in self.view.piles)
        return () if cutting else self.log[self.began :]

    @property
    def boxes(self) -> Sequence[Box]:
        """The boxes from which the viewer may choose something now."""
        legal = set(self.view.legal) if self.mine else set()
        return [box for box in self.every if not legal.isdisjoint(box.actions)]

    @property
    def hand_of(self) -> Seat | None:
        """Whose hand the viewer is to play from, if it is another seat's: a dummy's."""
        cards = 0
        for each in self.view.legal if self.mine else ():
            cards |= each.cards
        for pile in self.view.piles:
            if cards and pile.name == "hand" and cards & ~mask(one for one in pile.cards if one is not None) == 0:
                return None if pile.owner == self.me else pile.owner
        return None

    @property
    def solo(self) -> bool:
        """Does one play alone?"""
        return len(self.places) == 1

    @property
    def tabled(self) -> bool:
        """Does nobody hold a hand, because the hands lie open before the seats?"""
        owned = [each for each in self.view.piles if each.owner is not None]
        return bool(owned) and all(each.name != "hand" and each.lay == "row" for each in owned)

    @property
    def betting(self) -> bool:
        """Does one play for chips?"""
        return any(each.lay == "chips" or each.name == "stack" for each in self.view.facts)

    def active(self, pile: Pile) -> bool:
        """Is it this hand's turn, of the several that its seat has?"""
        at = self.view.fact("playing", pile.owner)
        return pile.owner in self.view.turn and at is not None and pile.name == f"{pile.name.split(' ')[0]} {at}"

    @property
    def by_place(self) -> bool:
        """Are cards chosen by the numbers of their places?"""
        return bool(board(self.view))

    def around(self) -> list[Place]:
        """The seats clockwise, beginning after the viewer, who comes last."""
        if self.me is None:
            return list(self.places)
        n = len(self.places)
        return [self.places[(self.me + 1 + each) % n] for each in range(n)]

    def piles(self, owner: Seat | None) -> list[Pile]:
        """The piles of an owner."""
        return [each for each in self.view.piles if each.owner == owner]
