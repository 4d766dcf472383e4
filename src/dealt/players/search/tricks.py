"""What ``search`` does in every trick-taking game: it tries its choices in many layouts of the hidden cards.

A game says which choices there are and which kernel plays them out. Its judge asks the same kernel.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

from dealt.cards import Card, Cards, mask
from dealt.game import Action, Game, Seat, View
from dealt.games.tricks import Spoken, Tricks, TrickState
from dealt.games.tricks.core import Position
from dealt.kernels.eligible import HIDDEN, changes
from dealt.kernels.machine import Kernel, available
from dealt.players.advice.tricks.exchange import Layouts
from dealt.players.advice.tricks.playout import alike, layouts_of
from dealt.players.advice.tricks.trials import CARDS, CHANCES, DISCARDS, WORDS, Known, room
from dealt.players.search.budget import Budget, best_of, plain_budget

Choice = tuple[Action, int]
"""An action, and the plan with which it is chosen: 0 without one."""
OPEN: Final = 2
"""So often a layout whose cards are all known is played out: a plan of others counts in every other one."""


NOBODY: Final = (0, 0, 0, 0)
"""Hands that lie elsewhere."""
TRYING: Final = {"play": CARDS, "give": DISCARDS}


class Asked(NamedTuple):
    """What a kernel is asked: what each of some choices leads to in some worlds."""

    kernel: Kernel[..., None]
    about: tuple[Known, Any, Layouts]
    choices: Sequence[tuple[int, int]]
    """Numbers (see :meth:`TrickSearch.number`) with plans."""
    seed: int
    room: Any

    def rows(self, worlds: int, places: Sequence[int] | None = None, number: int = 0) -> list[list[float]]:
        """What the choices, or those at some places, lead to in the worlds of the round of that number."""
        some = self.choices if places is None else [self.choices[n] for n in places]
        moves, plans = zip(*some, strict=True)
        out = [[0] * worlds for _ in some]
        self.kernel(*self.about, moves, plans, worlds, self.seed + 2 * number, self.room, out)
        return [[float(each) for each in row] for row in out]


class TrickSearch(ABC):
    plays: ClassVar[type[Tricks]]
    """The game that it knows, as long as no rule is changed."""
    kernel: ClassVar[Kernel[..., None]]
    """What plays its choices out."""
    silent: ClassVar[int] = 0
    """What is said of the cards that are not dealt: nothing."""
    unit: float = 1.0
    """What a point is in the figures of the kernels."""
    apart: frozenset[Card] = frozenset()
    """Cards that are not worth the same as their neighbours."""
    usual: ClassVar[Budget]
    """The budget of cards, unless somebody gives another."""
    usual_before: ClassVar[Budget]
    """The same where no card is to be played."""

    def __init__(self, game: Tricks, budget: Budget | None = None) -> None:
        self.game = game
        self.budget, self.budget_before = budget or self.usual, budget or self.usual_before

    @classmethod
    def knows(cls, game: Game[Any]) -> bool:
        return isinstance(game, cls.plays) and not changes(game, HIDDEN)

    @classmethod
    def made(cls, game: Tricks, **budget: Any) -> TrickSearch:
        return cls(game, cls.usual._replace(**budget) if budget else None)

    def before_play(self, view: View, known: TrickState) -> list[Choice]:
        """The choices that are tried where no card is to be played."""
        return [(each, 0) for each in view.legal]

    def natural(self, state: TrickState, seat: Seat) -> Action:
        """What a seat does where no card is to be played, by the rules of thumb."""
        raise NotImplementedError("nothing comes before the play")

    @abstractmethod
    def rules(self, state: TrickState, seat: Seat) -> Any:
        """What trials of the kernel depend on beside what is known of the cards."""

    def said(self, state: TrickState) -> list[int]:
        """What each seat has said, as the kernel takes it."""
        return [0] * self.game.seats

    def asked(
        self, state: TrickState, seat: Seat, choices: Sequence[tuple[int, int]], deals: Layouts, seed: int,
        chance: float,
    ) -> Asked:  # fmt: skip
        """What the kernel is asked of some choices: numbers (see :meth:`TrickSearch.number`) with plans."""
        begin = Position(NOBODY, self.game.after(state.dealer), seats=self.game.seats)
        if state.phase == "play" and state.turn is not None:
            begin = self.game.position(state)._replace(hands=NOBODY)
        gone, lying = sum(state.played) & self.game.whole, mask(self.game.current_trick(state))
        known = Known(
            self.game.row_of(state), begin, gone, lying, seat, round(chance * CHANCES),
            TRYING.get(state.phase, WORDS), [*self.said(state), self.silent], state.won, [*state.played, 0],
        )  # fmt: skip
        return Asked(self.kernel, (known, self.rules(state, seat), deals), choices, seed, room())

    def number(self, action: Action) -> int:
        """An action as the kernels have it: a card, several cards as a set, a bid, or -1 for what is none of them."""
        if action.cards:
            return action.cards.bit_length() - 1 if action.verb == "play" else action.cards
        return -1 if action.amount is None else action.amount

    def plans(self, known: TrickState, seat: Seat) -> Sequence[int]:
        """The plans with which a seat may go on."""
        return (0,)

    def depth(self, known: TrickState) -> Budget:
        """How far it looks."""
        budget = self.budget if known.phase == "play" else self.budget_before
        budget = budget if available() else plain_budget(budget, 8)
        return budget._replace(round=min(budget.round, budget.worlds))

    def choices(self, view: View, known: TrickState) -> list[Choice]:
        """What is tried in a view."""
        if known.phase != "play":
            return self.before_play(view, known)
        plays = {self.number(each): each for each in view.legal}
        tried = alike(self.game, known, list(plays), self.apart)
        plans = self.plans(known, view.seat or 0) if len(tried) > 1 else (0,)
        return [(plays[one], plan) for plan in plans for one in tried]

    def choose(self, view: View, rng: Random) -> Action:
        if len(view.legal) == 1:
            return view.legal[0]
        known = self.game.public(view)
        choices = self.choices(view, known)
        if len(choices) == 1:
            return choices[0][0]
        asked, budget = self.of_view(view, known, choices, rng), self.depth(known)

        def ahead(places: Sequence[int], number: int) -> list[list[float]]:
            return asked.rows(budget.round, places, number)

        return choices[best_of([0.0] * len(choices), ahead, budget)][0]

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each choice is worth, in points a deal; empty where there is one only."""
        known = self.game.public(view)
        choices = self.choices(view, known)
        if len(choices) == 1:
            return {}
        rows = self.best_rows(view, known, choices, rng, self.depth(known).worlds)
        return {each: sum(row) / len(row) for each, row in rows.items()}

    def rows(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> list[list[float]]:
        """What each of some actions leads to in each of so many layouts that fit the view, in points."""
        known = self.game.public(view)
        choices = [(each, plan) for plan in self.plans(known, view.seat or 0) for each in tried]
        rows = self.best_rows(view, known, choices, rng, worlds)
        return [rows[each] for each in tried]

    def best_rows(
        self, view: View, known: TrickState, choices: Sequence[Choice], rng: Random, worlds: int
    ) -> dict[Action, list[float]]:
        """The row of each action with the plan that leads to most."""
        found: dict[Action, list[float]] = {}
        rows = self.of_view(view, known, choices, rng).rows(worlds)
        for (each, _), row in zip(choices, rows, strict=True):
            if each not in found or sum(row) > sum(found[each]) * self.unit:
                found[each] = [one / self.unit for one in row]
        return found

    def of_view(self, view: View, known: TrickState, choices: Sequence[Choice], rng: Random) -> Asked:
        """What the kernel is asked of choices in layouts that fit a view."""
        seed = rng.getrandbits(60)
        deals = layouts_of(self.game, view, known, Random(seed))
        moves = [(self.number(each), plan) for each, plan in choices]
        return self.asked(known, view.seat or 0, moves, deals, seed, self.budget.chance)

    def open(self, state: TrickState, seat: Seat, moves: Sequence[int]) -> list[float]:
        """What each of some moves, -1 for none, brings a seat if all play on by the rules, whoever's turn it is."""
        plans = self.plans(state, seat) if min(moves) >= 0 else (0,)
        deals = Layouts((), [[]], [[*state.hands, 0]], [*state.lacks, 0])
        asked = self.asked(state, seat, [(each, plan) for plan in plans for each in moves], deals, 0, 0.0)
        means = [sum(row) / OPEN / self.unit for row in asked.rows(OPEN)]
        return [max(means[n :: len(moves)]) for n in range(len(moves))]


class SpokenSearch(TrickSearch):
    """A search for a game in which words name what is played, and then a seat may put cards down."""

    game: Spoken
    put_down: Callable[[Cards, Any, int, int], Cards]
    """So many cards that a hand needs least, in the order of a contract; and the word of a seat that counts a hand."""
    natural_word: Callable[[Any, Any, Cards], int]

    def number(self, action: Action) -> int:
        return super().number(action) if action.cards else self.game.vocabulary.index(action)

    def natural(self, state: TrickState, seat: Seat) -> Action:
        game, hand = self.game, state.hands[seat] & ~state.shown
        if state.phase == "give":
            down = self.put_down(hand, game.order_of(state), game.contract_number(state), game.gift_size)
            return Action("give", down)
        return game.vocabulary[self.natural_word(self.rules(state, seat), game.heard(state), hand)]
