"""The scene that is drawn, the same for local and remote play: a view, who sits where, and what actions are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.text import Text

from dealt.cards import Card, mask
from dealt.game import Action, Box, Pile, Say, Seat, View
from dealt.tui import roles
from dealt.wire.protocol import Result, Said, Tally


def spread(view: View) -> tuple[Action, ...]:
    """What may be taken of cards that lie face down side by side, by their numbers."""
    names = {each.name for each in view.piles if each.lay == "spread"}
    return tuple(each for each in view.legal if each.verb in names)


def board(view: View) -> tuple[Pile, ...]:
    """The slots from which cards are chosen by number: in the middle and the viewer's own; none if only one.

    The slots of a figure have names instead.
    """
    slots = [each for each in view.piles if each.lay == "slot" and each.at is None and each.owner in (None, view.seat)]
    return tuple(slots) if len(slots) > 1 else ()


def amounts(view: View) -> dict[int, Action]:
    """The actions that differ only in their amount, by that amount: a number that is typed names one of them.

    Empty if amounts belong to different verbs ("call 2", "raise 4"), or if a number could mean cards.

    >>> view = View(0, (0,), (), legal=(Action("bid", amount=2), Action("bid", amount=3), Action("pass")))
    >>> [str(each) for each in amounts(view).values()]
    ['bid 2', 'bid 3']
    """
    found = [each for each in view.legal if each.amount is not None]
    single = len({each.verb for each in found}) == 1 and all(each.upto is None and not each.cards for each in found)
    if not single or len(found) < 2 or any(each.cards for each in view.legal):
        return {}
    return {each.amount: each for each in found if each.amount is not None}


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
    role: str = ""
    """What the action is to faces."""
    action: str = ""
    """Its name."""
    turned: tuple[Card, ...] = ()
    """Other cards that it turned up for everybody."""


@dataclass(slots=True)
class Scene:
    """A table as one person sees it now."""

    view: View
    places: Sequence[Place]
    title: str
    describe: Callable[[Action], Say]
    me: Seat | None = None
    hand: Sequence[Card] = ()
    """The viewer's own cards in the chosen order."""
    aside: Sequence[str] = ()
    """What its header says of the deal beside the facts, such as its number."""
    log: Sequence[Line] = ()
    outcome: Result | None = None
    """How the deal came out; its totals are empty if only this deal is known."""
    low: bool = False
    header: Sequence[str] = ()
    clock: float | None = None
    """Seconds left of the turn."""
    numbered: Sequence[Action] = field(default=())
    """The legal actions that have a number now."""
    talk: Sequence[Text] = ()
    """The newest lines of chat."""
    tally: Tally | None = None
    """The viewer's statistics in a game for one."""
    odds: Sequence[Text] = ()
    """The exact odds, if they are shown all the time."""
    every: Sequence[Box] = ()
    """The game's boxes, as far as they are known."""
    vocabulary: Sequence[Action] = ()
    """The game's actions without cards, possible now or not, as far as they are known."""
    partnerships: Sequence[Sequence[Seat]] = ()
    """The seats that play together."""
    opening: Said | None = None
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
    def passes(self) -> bool:
        """Can the viewer pass now, or has somebody in this deal while it is another's turn?"""
        if self.mine:
            return any(each.role == "pass" for each in self.view.legal)
        return any(line.say.key == "pass" for line in self.log)

    @property
    def boxes(self) -> Sequence[Box]:
        """The boxes from which the viewer may choose something now."""
        legal = set(self.view.legal) if self.mine else set()
        return [box for box in self.every if not legal.isdisjoint(box.actions)]

    def partner(self, seat: Seat) -> bool:
        """Does this seat play together with the viewer?"""
        return any(seat in each and self.me in each for each in self.partnerships) and seat != self.me

    @property
    def hand_of(self) -> Seat | None:
        """Whose hand the viewer is to play from, if it is another seat's: a dummy's."""
        cards = 0
        for each in self.view.legal if self.mine else ():
            cards |= each.cards
        for pile in self.view.piles:
            if cards and roles.holds(pile) and cards & ~mask(one for one in pile.cards if one is not None) == 0:
                return None if pile.owner == self.me else pile.owner
        return None

    @property
    def solo(self) -> bool:
        """Is it a game for one seat?"""
        return len(self.places) == 1

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
        return [each for each in self.view.piles if each.owner == owner]
