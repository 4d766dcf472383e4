"""The play of a solitaire of columns: cards are built down in columns and carried home in suit, from the ace up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib import import_module
from random import Random
from typing import ClassVar, Final

from dealt.cards import STANDARD, SUITS, Card, Order, members, name
from dealt.game import Action, Entry, Game, NoAnswer, Past, Say, ScoreSheet, Seat, Shuffled, Side, Value
from dealt.games.tableau import core
from dealt.games.tableau.core import TableauRow

CELLS: Final = "abcdefgh"
SCORINGS: Final = ("wins", "standard", "vegas")
EFFORT: Final = 20_000
"""The number of positions that the solver looks at for an answer, at most."""
FAR: Final = 10 * EFFORT
"""The same, where fewer do not decide it and the solver is compiled: one of 30 deals of FreeCell."""
PER_WORLD: Final = 2_000
"""The same for each of several deals."""


@dataclass(frozen=True, slots=True)
class TableauState:
    """The full state of a deal: the ``table`` as ``core`` has it, and the pack that it ``start``-ed with.

    The pack is kept of a deal that was chosen, so that samples can be chosen the same way; else it is empty, as for one
    that somebody laid out in a game of chosen deals, and that the solver does not win.
    """

    table: tuple[int, ...]
    start: tuple[Card, ...] = ()

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each column, from below."""
        return tuple(
            self._cards(core.COLUMN + core.HIGH * column, self.table[core.SIZE + column])
            for column in range(core.MOST_COLUMNS)
        )

    @property
    def talon(self) -> tuple[Card, ...]:
        """The waste, its top last, and then the stock, its top first."""
        return self._cards(core.TALON, self.table[core.TALON_SIZE])

    @property
    def hidden(self) -> tuple[list[Card], tuple[Card, ...]]:
        """The cards that nobody has seen: those in columns, from below, and those in the stock, its top first."""
        t = self.table
        down = [one for some, n in zip(self.columns, t[core.DOWN : core.RUN], strict=True) for one in some[:n]]
        return down, () if t[core.PASSES] else self.talon[t[core.TURNED] :]

    def _cards(self, begin: int, size: int) -> tuple[Card, ...]:
        return tuple(core.CARDS[one] for one in self.table[begin : begin + size])

    def __repr__(self) -> str:
        columns = " | ".join(" ".join(map(name, some)) for some in self.columns if some)
        return f"<{columns}, {core.home(self.table)} home, {self.table[core.TALON_SIZE]} in the talon>"


class TableauPlay(Game[TableauState]):
    """The rules of a solitaire of columns without views and samples, from its row.

    ``pack`` is the number of a deal turned into its cards, for games whose deals have numbers; ``number`` is the one
    that is played, or 0. ``deals`` is "winnable" for those alone that the solver wins.
    """

    seats: int = 1
    undoable: ClassVar[bool] = True
    sorts: tuple[str, ...] = ()
    order: Order = Order("A23456789TJQK", SUITS)
    vocabulary = (Action("stock"), Action("stock again"), Action("finish"))

    def __init__(
        self,
        name: str,
        row: TableauRow,
        *,
        deck: Sequence[Card] = STANDARD,
        deals: str = "any",
        number: int = 0,
        pack: Callable[[int], tuple[Card, ...]] | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        if not set(deck) <= set(STANDARD) or not 2 <= row.columns <= core.MOST_COLUMNS or row.cells > core.MOST_CELLS:
            raise ValueError(
                f"{name} has other cards than those of one pack, not 2 to {core.MOST_COLUMNS} columns, or more than "
                f"{core.MOST_CELLS} cells"
            )
        if row.steps and len(deck) < (least := row.columns * (row.columns + 1) // 2):
            raise ValueError(f"{name} has {len(deck)} cards, and {row.columns} columns in steps take {least}")
        self.name = name
        self.deck = tuple(deck)
        values = [core.NUMBERS[one] >> 2 for one in deck]
        self.row = row._replace(cards=len(self.deck), top=max(values))
        self.deals = deals
        self.number = number
        self.fixed = number > 0
        self.options = dict(options or {})
        self._pack = pack

    # --- actions

    def action(self, code: int) -> Action:
        """The action of a code."""
        return self.vocabulary[code - core.STOCK] if code >= core.STOCK else _carrying(code)

    def code(self, action: Action) -> int:
        """The code of an action."""
        if not action.cards:
            return core.STOCK + self.vocabulary.index(action)
        (one,) = members(action.cards)
        place = action.verb.partition(" ")[2]
        to = {"cell": core.IN_CELL, "home": core.AT_HOME}.get(place)
        return core.TARGETS * core.NUMBERS[one] + (int(place) - 1 if to is None else to)

    @cached_property
    def every_action(self) -> tuple[Action, ...]:
        """All actions with cards that there can be."""
        targets = [*range(self.row.columns), *([core.IN_CELL] if self.row.cells else []), core.AT_HOME]
        return tuple(self.action(core.TARGETS * core.NUMBERS[one] + to) for to in targets for one in self.deck)

    @cached_property
    def places(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the cells, and of the piles that grow."""
        columns = (f"column {column + 1}" for column in range(self.row.columns))
        waste = ("waste",) if self.row.draw else ()
        return tuple(f"cell {each}" for each in CELLS[: self.row.cells]), (
            *columns,
            *(f"home {s}" for s in SUITS),
            *waste,
        )

    # --- the seven verbs

    def shuffle(self, rng: Random, past: Past[TableauState] | None = None) -> Shuffled:
        """The deck in random order; the deal of a number; or the first that the solver wins."""
        if self.number and self._pack:
            return Shuffled(self._pack(self.number))
        while True:
            shuffled = super().shuffle(rng, past)
            if self.deals == "any" or self.chosen(shuffled.pack):
                return shuffled

    def chosen(self, pack: Sequence[Card]) -> bool:
        """Does the solver win this deal?"""
        return _won_by_solver(self.row, self.begin(pack).table)

    def hand_out(self, shuffled: Shuffled, past: Past[TableauState] | None = None) -> TableauState:
        pack = shuffled.pack
        return replace(self.begin(pack), start=pack if self.deals != "any" and self.chosen(pack) else ())

    def begin(self, pack: Sequence[Card]) -> TableauState:
        """The state after a pack is dealt from its front."""
        table = [0] * core.WIDTH
        core.begin(self.row, [core.NUMBERS[one] for one in pack], table)
        return TableauState(tuple(table))

    def codes(self, state: TableauState) -> tuple[int, ...]:
        """The codes of what may be done; none where the deal is over."""
        return _codes(self.row, state.table)

    def turn(self, state: TableauState) -> tuple[Seat, ...]:
        return (0,) if self.codes(state) else ()

    def legal(self, state: TableauState, seat: Seat) -> Sequence[Action]:
        return [self.action(code) for code in self.codes(state)] if seat == 0 else []

    def apply(self, state: TableauState, seat: Seat, action: Action) -> TableauState:
        table = list(state.table)
        core.step(self.row, table, self.code(action))
        return TableauState(tuple(table), state.start)

    def won(self, state: TableauState) -> bool:
        """Are all cards home?"""
        return core.won(self.row, state.table)

    def score(self, state: TableauState) -> tuple[float, ...] | None:
        return None if self.codes(state) else (float(core.settle(self.row, state.table)),)

    def winners(self, scores: tuple[float, ...]) -> tuple[Seat, ...]:
        """Who has won all cards; or money, where it is played for."""
        least = core.WON_BONUS if self.row.scoring == core.STANDARD else 1
        return (0,) if scores[0] >= least else ()

    def score_sheet(self, state: TableauState, totals: tuple[float, ...]) -> ScoreSheet:
        """What the score is made of, and how many cards came home."""
        there, lines = core.home(state.table), list[Entry]()
        if self.row.scoring == core.VEGAS:
            lines = [
                Entry(Say("entry.price"), (-self.row.cards,)),
                Entry(Say("entry.home", {"count": there}), (there, 5)),
            ]
        elif self.row.scoring == core.STANDARD:
            lines = [Entry(Say("entry.points"), (state.table[core.POINTS],))]
            lines += [Entry(Say("entry.all_home"), (core.WON_BONUS,))] if self.won(state) else []
        elif self.won(state):
            lines = [Entry(Say("entry.all_home"), (1,))]
        said = Say("result.all_home") if self.won(state) else Say("result.home", {"count": there, "of": self.row.cards})
        return ScoreSheet((Side((0,), tuple(each for each in lines if each.points)),), said)

    # --- the solver

    def winnable(self, state: TableauState, effort: int = EFFORT) -> bool | None:
        """Can this state still be won, with all cards known? None where so many positions do not decide it."""
        return self.plan(state, effort)[0]

    def plan(self, state: TableauState, effort: int = EFFORT) -> tuple[bool | None, tuple[Action, ...]]:
        """The same, with the actions that win."""
        found, codes = _searched(self.row, state.table, effort)
        return found, tuple(map(self.action, codes))

    def decided(self, state: TableauState) -> tuple[bool, tuple[Action, ...]]:
        """The same, from as many positions as somebody waits for; NoAnswer where these do not decide it."""
        machine = import_module("dealt.kernels.machine")
        for effort in (EFFORT, FAR) if machine.available() else (EFFORT,):
            found, actions = self.plan(state, effort)
            if found is not None:
                return found, actions
        raise NoAnswer(Say("undecided", {"effort": f"{effort:,}"}))


@cache
def _carrying(code: int) -> Action:
    """The action of a code that moves a card."""
    card, to = divmod(code, core.TARGETS)
    place = {core.IN_CELL: "cell", core.AT_HOME: "home"}.get(to, str(to + 1))
    return Action(f"to {place}", 1 << core.CARDS[card])


@lru_cache(maxsize=256)
def _codes(row: TableauRow, table: tuple[int, ...]) -> tuple[int, ...]:
    """The codes of what may be done at a table: several verbs ask for those of one state."""
    if core.over(row, table):
        return ()
    found = [0] * core.CODES
    return tuple(found[: core.legal(row, table, found)])


def _searched(row: TableauRow, table: tuple[int, ...], effort: int) -> tuple[bool | None, tuple[int, ...]]:
    outlook = import_module("dealt.kernels.tableau_search")  # which is made of games itself
    found: tuple[bool | None, tuple[int, ...]] = outlook.searched(row, table, effort)
    return found


@lru_cache(maxsize=64)
def _won_by_solver(row: TableauRow, table: tuple[int, ...]) -> bool:
    """Does the solver win from here? A deal is asked for twice: when it is chosen, and when it is handed out."""
    return _searched(row, table, PER_WORLD)[0] is True
