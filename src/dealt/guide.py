"""What people ask of a game: names of actions, why something can't be done, how to lay a hand out, odds and charts."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from dealt import cards as _cards
from dealt.cards import Card, Cards, Order, members
from dealt.view import Action, Move, Say, Seat, View, covers, find

__all__ = ["Box", "Chart", "Explainer", "Guide", "NoAnswer", "Odds", "Opening"]

S = TypeVar("S")


class NoAnswer(Exception):  # noqa: N818 - nothing has failed
    """What a game or a computer is asked can't be told, or would take too long; ``say`` is the reason for people."""

    def __init__(self, say: Say) -> None:
        super().__init__(say)
        self.say = say


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


class Guide(Generic[S]):
    """How a game speaks to people. By default an action's verb is its name, and there is no advice."""

    order: Order

    vocabulary: tuple[Action, ...] = ()
    """Every action without cards that the game has, legal now or not; an amount has its widest possible range.

    Faces understand these names at any time and ask ``refuse`` why one isn't possible. Empty: nobody is told why.
    """
    boxes: tuple[Box, ...] = ()
    """The groups of actions that faces show as a box."""
    sorts: tuple[str, ...] = ("rank", "suit")
    """The orders that ``arrange`` can put a hand into."""
    reckons: ClassVar[bool] = False
    """Does ``odds`` ever return anything?"""
    spoiler: ClassVar[bool] = False
    """Would ``odds`` spoil the game if it were always shown? Then faces show it only on request."""

    def in_order(self, some: Cards) -> tuple[Card, ...]:
        """Cards that are played together, in the order in which all faces show them: high to low."""
        return self.order.sort(members(some))

    def describe(self, action: Action) -> Say:
        """The name of an action, for buttons and the log."""
        words: dict[str, str | int | tuple[str, ...]] = {}
        if action.cards:
            words["count"] = (
                action.cards.bit_count() if action.pick is None else "–".join(dict.fromkeys(map(str, action.pick)))
            )
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
        if any(covers(view, each, chosen) for each in view.legal):
            return None
        return _out_of_turn(view) or self.explain_in_turn(view, view.seat or 0, chosen)

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        """Hook: as ``explain``, for a seat that may act and may not play these cards."""
        return Say("not_legal")

    def refuse(self, view: View, action: Action) -> Say | None:
        """Why an action without cards isn't possible now, or None if it is. Like ``explain`` it sees only a view.

        A game answers for its own ``vocabulary``; by default only turns and amounts out of range are explained.
        """
        if find(view, action) is not None:
            return None
        return _out_of_turn(view) or self.refuse_in_turn(view, view.seat or 0, action)

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        """Hook: as ``refuse``, for a seat that may act but not so."""
        fitting = [each.amounts for each in view.legal if each.verb == action.verb and not each.cards and each.amounts]
        if action.amount is None or not fitting:
            return Say("illegal.action")
        low, high, step = fitting[0][0], fitting[-1][-1], fitting[0].step
        if low == high:
            return Say("illegal.only", {"amount": low})
        key = "illegal.amount" if step == 1 else "illegal.amount_steps"
        return Say(key, {"low": low, "high": high} | ({"step": step} if step > 1 else {}))

    def arrange(self, view: View, how: str) -> tuple[Card, ...]:
        """The viewer's own face-up cards in one of the orders of ``sorts``. Nothing else of the view counts."""
        held = [
            one
            for each in view.piles
            if each.owner == view.seat and each.name == "hand"
            for one in each.cards
            if one is not None
        ]
        return self.order.sort(held, by=how)

    def sure(self, view: View) -> Action | None:
        """What ends the deal at once and can't cost the viewer anything, as far as it sees: such as a claim of all that
        is left. None where nothing is sure. It is asked for every view that a person gets, so it must be quick.
        """
        return None

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """Exact figures for a view, or without one before any deal; may take seconds."""
        return ()

    def charts(self) -> tuple[Chart, ...]:
        """Advice for all positions as tables; it may take seconds."""
        return ()

    def printed(self, first: S, moves: Iterable[tuple[Seat, Action]]) -> str | None:
        """A whole deal in the game's customary printed form; None if it has none."""
        return None


def _out_of_turn(view: View) -> Say | None:
    """That it isn't the viewer's turn; None if it is."""
    if view.seat is not None and view.seat in view.turn:
        return None
    return Say("illegal.turn" if view.turn else "illegal.over")


@runtime_checkable
class Explainer(Protocol):
    """A player who can tell what others' actions mean, such as calls of bridge."""

    def meaning(self, view: View, line: int) -> Say | None:
        """What line ``line`` of the view's log says about the hand behind it; None if nothing."""
        ...
