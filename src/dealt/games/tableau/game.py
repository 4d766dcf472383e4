"""A solitaire of columns: its play, completed by views, samples, odds and sentences."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from random import Random
from typing import ClassVar, Final

from dealt.cards import SUITS, Card, Cards, card, members, name
from dealt.game import OPEN, Action, Fact, Odds, Pile, Say, Seat, View
from dealt.games.tableau import core
from dealt.games.tableau.play import CELLS, PER_WORLD, TableauPlay, TableauState
from dealt.hidden import deal_unseen

UNTIL: Final = 30
"""The view warns when a deal ends after so many actions or fewer by which nothing comes forward."""
WORLDS: Final = 24
"""In how many deals that fit a view the solver looks where cards lie face down."""


class Tableau(TableauPlay):
    """A solitaire of columns: :class:`TableauPlay`, and what people see and ask."""

    reckons: ClassVar[bool] = True
    spoiler: ClassVar[bool] = True

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
        hidden = () if seat == OPEN else frozenset(chain(*state.hidden))
        if state.start:
            start = " ".join("--" if one in hidden else name(one) for one in state.start)
            facts.append(Fact(".start", None, start))
        return View(seat, turn, self._piles(state, hidden), tuple(facts), legal, self.score(state))

    def _piles(self, state: TableauState, hidden: Collection[Card]) -> tuple[Pile, ...]:
        t, row, found = state.table, self.row, list[Pile]()

        def seen(some: Sequence[Card]) -> tuple[Card | None, ...]:
            return tuple(None if one in hidden else one for one in some)

        columns, talon, turned = state.columns, state.talon, t[core.TURNED]
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
            found.append(Pile(f"column {column + 1}", None, seen(columns[column]), "cascade", at=(column, 1)))
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
        columns, places = range(self.row.columns), list[int]()  # those of the pack that columns have, from below
        steps = [column for step in columns for column in columns[step:]]
        for column in columns:
            places += [place for place, at in enumerate(steps) if at == column][: state.table[core.DOWN + column]]
        hidden, stock = state.hidden
        found = [-1 if each == "--" else card(each) for each in start]
        for place, one in zip((*places, *range(len(found) - len(stock), len(found))), (*hidden, *stock), strict=True):
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

    def odds(self, view: View | None = None) -> tuple[Odds, ...]:
        """1 or 0 where no card is hidden; else in how many deals that fit the view the solver finds a win.

        NoAnswer where a deal without hidden cards is not decided.
        """
        if view is None:
            return ()
        if not any(None in pile.cards for pile in view.piles):
            return (Odds("winnable", float(self.decided(self.sample(view, Random(0)))[0])),)
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
        if self.row.whole != core.ANY and held is not None and held.lay == "cascade" and held.cards[-1] != one:
            return Say("why.covered", {"cards": (name(one),)})
        return Say("why.nowhere", {"cards": (name(one),)})
