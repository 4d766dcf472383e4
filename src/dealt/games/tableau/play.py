"""The play of a solitaire of columns: cards are built down in columns and carried home in suit, from the ace up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import import_module
from random import Random
from typing import ClassVar, Final

from dealt.cards import RANKS, STANDARD, SUITS, Card, Cards, Order, members, name
from dealt.game import (
    OPEN,
    Action,
    Entry,
    Fact,
    Game,
    NoAnswer,
    Odds,
    Past,
    Pile,
    Say,
    ScoreSheet,
    Seat,
    Shuffled,
    Side,
    Value,
    View,
)
from dealt.games.tableau import core
from dealt.games.tableau.core import TableauRow
from dealt.hidden import deal_unseen

CELLS: Final = "abcdefgh"
SCORINGS: Final = ("wins", "standard", "vegas")
UNTIL: Final = 30
"""The view warns when a deal ends after so many actions or fewer by which nothing comes forward."""
WORLDS: Final = 24
"""In how many deals that fit a view the solver looks where cards lie face down."""
EFFORT: Final = 20_000
"""The number of positions that the solver looks at for an answer, at most."""
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

    def _cards(self, begin: int, size: int) -> tuple[Card, ...]:
        return tuple(core.CARDS[one] for one in self.table[begin : begin + size])

    def __repr__(self) -> str:
        columns = " | ".join(" ".join(map(name, some)) for some in self.columns if some)
        return f"<{columns}, {core.home(self.table)} home, {self.table[core.TALON_SIZE]} in the talon>"


class Tableau(Game[TableauState]):
    """The rules of a solitaire of columns, from its row.

    ``pack`` is the number of a deal turned into its cards, for games whose deals have numbers; ``number`` is the one
    that is played, or 0. ``deals`` is "winnable" for those alone that the solver wins.
    """

    seats: int = 1
    undoable: ClassVar[bool] = True
    reckons: ClassVar[bool] = True
    spoiler: ClassVar[bool] = True
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
        self.name = name
        self.deck = tuple(deck)
        values = [core.NUMBERS[one] >> 2 for one in deck]
        self.row = row._replace(cards=len(self.deck), top=max(values))
        self.deals = deals
        self.number = number
        self.fixed = number > 0
        self.options = dict(options or {})
        self._pack = pack
        self._actions: dict[int, Action] = {}

    # --- actions

    def action(self, code: int) -> Action:
        """The action of a code."""
        if code not in self._actions:
            self._actions[code] = self._action(code)
        return self._actions[code]

    def _action(self, code: int) -> Action:
        if code >= core.STOCK:
            return self.vocabulary[code - core.STOCK]
        card, to = divmod(code, core.TARGETS)
        place = {core.IN_CELL: "cell", core.AT_HOME: "home"}.get(to, str(to + 1))
        return Action(f"to {place}", 1 << core.CARDS[card])

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

    # --- what is seen

    def view(self, state: TableauState, seat: Seat | None) -> View:
        """All but cards that lie face down, and the stock until one has gone through it."""
        t, row = state.table, self.row
        legal = tuple(self.legal(state, seat)) if seat == 0 else ()
        turn = self.turn(state)
        facts = [
            Fact(".down", None, " ".join(str(t[core.DOWN + column]) for column in range(row.columns))),
            Fact(".again", None, t[core.PASSES]),
            Fact(".idle", None, t[core.IDLE]),
            Fact(".best", None, t[core.BEST]),
        ]
        facts += [Fact("number", None, self.number)] if self.number else []
        facts += [Fact("passes", None, row.passes - t[core.PASSES])] if row.passes else []
        if row.scoring != core.WINS:
            facts.append(Fact("points", None, t[core.POINTS] if row.scoring == core.STANDARD else core.settle(row, t)))
        left = row.idle - t[core.IDLE]
        facts += [Fact("!left", None, left)] if left <= UNTIL and turn else []
        if state.start:
            hidden = 0 if seat == OPEN else self._hidden(state)
            facts.append(
                Fact(".start", None, " ".join("--" if hidden >> one & 1 else name(one) for one in state.start))
            )
        return View(seat, turn, self._piles(state, seat), tuple(facts), legal, self.score(state))

    def _hidden(self, state: TableauState) -> Cards:
        """The cards that nobody has seen."""
        t = state.table
        some = [one for column, down in enumerate(t[core.DOWN : core.RUN]) for one in state.columns[column][:down]]
        some += [] if t[core.PASSES] else state.talon[t[core.TURNED] :]
        return sum(1 << one for one in some)

    def _piles(self, state: TableauState, seat: Seat | None) -> tuple[Pile, ...]:
        t, row, found = state.table, self.row, list[Pile]()
        hidden = 0 if seat == OPEN else self._hidden(state)

        def seen(some: Sequence[Card]) -> tuple[Card | None, ...]:
            return tuple(None if hidden >> one & 1 else one for one in some)

        talon, turned = state.talon, t[core.TURNED]
        if row.draw:
            found.append(Pile("stock", None, seen(talon[turned:][::-1]), "heap", at=(0, 0)))
            found.append(Pile("waste", None, talon[:turned], "open", at=(1, 0)))
        for cell in range(row.cells):
            one = t[core.CELL + cell]
            found.append(Pile(f"cell {CELLS[cell]}", None, () if one < 0 else (core.CARDS[one],), "slot", at=(cell, 0)))
        for suit in range(4):
            cards = tuple(core.CARDS[4 * value + suit] for value in range(t[core.HOME + suit]))
            found.append(Pile(f"home {SUITS[suit]}", None, cards, "open", at=(max(4, row.columns) - 4 + suit, 0)))
        for column in range(row.columns):
            found.append(Pile(f"column {column + 1}", None, seen(state.columns[column]), "cascade", at=(column, 1)))
        return tuple(found)

    def sample(self, view: View, rng: Random) -> TableauState:
        start = str(view.fact(".start") or "").split()
        while True:
            whole = deal_unseen(view, self.deck, rng)
            state = self._read(view, {key: cards for (key, _), cards in whole.items()})
            if not start:
                return state
            pack = self._start(view, state, start)
            if "--" not in start or self.chosen(pack):
                return TableauState(state.table, pack)

    def _start(self, view: View, state: TableauState, start: Sequence[str]) -> tuple[Card, ...]:
        """The pack that led to a state, of which so much is known."""
        places = list[int]()  # those of the pack that columns have, from below
        steps = [(column, step) for step in range(self.row.columns) for column in range(step, self.row.columns)]
        for column in range(self.row.columns):
            down = [place for place, (at, _) in enumerate(steps) if at == column]
            places += down[: state.table[core.DOWN + column]]
        hidden = [
            one
            for column in range(self.row.columns)
            for one in state.columns[column][: state.table[core.DOWN + column]]
        ]
        unseen = () if state.table[core.PASSES] else state.talon[state.table[core.TURNED] :]
        found = [-1 if each == "--" else card for each, card in zip(start, map(_card, start), strict=True)]
        for place, one in zip((*places, *range(len(found) - len(unseen), len(found))), (*hidden, *unseen), strict=True):
            found[place] = one
        return tuple(found)

    def _read(self, view: View, whole: Mapping[str, Sequence[Card]]) -> TableauState:
        """The state in which these cards lie."""
        t, row = [0] * core.WIDTH, self.row
        t[core.CELL : core.CELL + core.MOST_CELLS] = [core.NONE] * core.MOST_CELLS
        for fact, place in ((".again", core.PASSES), (".idle", core.IDLE), (".best", core.BEST)):
            t[place] = int(view.fact(fact) or 0)
        t[core.POINTS] = int(view.fact("points") or 0) if row.scoring == core.STANDARD else 0
        down = [int(each) for each in str(view.fact(".down")).split()]
        turned, stock = whole.get("waste", ()), whole.get("stock", ())[::-1]
        t[core.TURNED], t[core.TALON_SIZE] = len(turned), len(turned) + len(stock)
        for place, one in enumerate((*turned, *stock)):
            t[core.TALON + place] = core.NUMBERS[one]
            t[core.PLACE + core.NUMBERS[one]] = core.IN_TALON
        for cell in range(row.cells):
            for one in whole[f"cell {CELLS[cell]}"]:
                t[core.CELL + cell] = core.NUMBERS[one]
                t[core.PLACE + core.NUMBERS[one]] = core.IN_CELL
        for suit in range(4):
            t[core.HOME + suit] = len(whole[f"home {SUITS[suit]}"])
            for one in whole[f"home {SUITS[suit]}"]:
                t[core.PLACE + core.NUMBERS[one]] = core.AT_HOME
        for column in range(row.columns):
            for one in whole[f"column {column + 1}"]:
                core.put(t, core.NUMBERS[one], column)
            t[core.DOWN + column] = down[column]
            core.count_run(row, t, column)
        return TableauState(tuple(t))

    # --- what people ask

    def winnable(self, state: TableauState, effort: int = EFFORT) -> bool | None:
        """Can this state still be won, with all cards known? None where so many positions do not decide it."""
        return self.plan(state, effort)[0]

    def plan(self, state: TableauState, effort: int = EFFORT) -> tuple[bool | None, tuple[Action, ...]]:
        """The same, with the actions that win."""
        found, codes = _searched(self.row, state.table, effort)
        return found, tuple(map(self.action, codes))

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """1 or 0 where no card is hidden; else in how many deals that fit the view the solver finds a win.

        NoAnswer where a deal without hidden cards is not decided.
        """
        if view is None:
            return ()
        if not any(None in pile.cards for pile in view.piles):
            found = self.winnable(self.sample(view, Random(0)))
            if found is None:
                raise NoAnswer(Say("undecided", {"effort": f"{EFFORT:,}"}))
            return (Odds("winnable", float(found)),)
        worlds = [self.sample(view, Random(number)) for number in range(WORLDS)]
        return (Odds("share", sum(self.winnable(each, PER_WORLD) is True for each in worlds) / WORLDS),)

    def sure(self, view: View) -> Action | None:
        """Carrying everything home, where all is open and nothing is left in the stock."""
        finish = self.vocabulary[-1]
        if finish not in view.legal or any(pile.name in ("stock", "waste") and pile.cards for pile in view.piles):
            return None
        state = self.sample(view, Random(0)) if not any(None in pile.cards for pile in view.piles) else None
        return finish if state is not None and self.won(self.apply(state, 0, finish)) else None

    def describe(self, action: Action) -> Say:
        if not action.cards:
            return Say(action.verb.replace(" ", "_"))
        place = action.verb.partition(" ")[2]
        key = f"to.{place}" if place in ("home", "cell") else "to.column"
        return Say(key, {"cards": tuple(map(name, members(action.cards))), "place": place})

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        """Also says why the stock is left alone, and why nothing goes home by itself."""
        known = action in self.vocabulary and not action.cards
        return Say(f"why.{action.verb.replace(' ', '_')}") if known else super().refuse_in_turn(view, seat, action)

    def explain_in_turn(self, view: View, seat: Seat, chosen: Cards) -> Say:
        if chosen.bit_count() != 1:
            return Say("why.with_others")
        (one,) = members(chosen)
        held = next((pile for pile in view.piles if one in pile.cards), None)
        if held is not None and held.lay == "cascade" and held.cards[-1] != one:
            return Say("why.covered", {"cards": (name(one),)})
        return Say("why.nowhere", {"cards": (name(one),)})


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


def _card(written: str) -> Card:
    return -1 if written == "--" else 4 * RANKS.index(written[0]) + SUITS.index(written[1])
