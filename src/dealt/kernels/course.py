"""A game as the machine of its family takes it: what whole deals, rollouts and many tables ask of every family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from dealt.game import Game, View
from dealt.kernels.arrays import numpy_for
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.loops import DEALS, OVER, TURN, Loops
from dealt.kernels.machine import available
from dealt.kernels.threads import Span, fill, in_turn
from dealt.shapes import Fixed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NONE", "Course", "ManyTables", "Plan", "table"]

NONE: Final = -1
G = TypeVar("G", bound=Game[Any])
S = TypeVar("S")


class Plan(NamedTuple):
    """Where numbers go, as the environment of a game has them.

    ``spots`` are the places of the fields in an observation, by name, and ``width`` is its length. ``column`` is the
    place of a card in a field. ``ids`` are the ids of actions by name, and ``steps`` the ids of the first card of verbs
    whose cards are chosen one by one. ``first`` are the ids of the least amounts of verbs that name amounts, and
    ``amounts`` tells which amounts of a verb have the ids from there on, where a range of them is legal.
    """

    spots: Mapping[str, int]
    width: int
    column: Mapping[int, int]
    ids: Mapping[str, int]
    steps: Mapping[str, int]
    actions: int
    first: Mapping[str, int]
    amounts: Callable[[str, range], list[int]]


class Course(ABC, Generic[G, S]):
    """A game of a family; ValueError where its rules are not those of the kernels."""

    loops: Loops
    rules: Any
    """Its rules as numbers."""
    width: int
    """The number of numbers of a table."""
    policies: Sequence[str] = ("uniform",)
    """How whole deals may be played."""

    def __init__(self, game: G) -> None:
        refuse_changes(game)
        self.game: G = game

    @abstractmethod
    def room(self) -> Any:
        """Room for one thread."""

    def table(self) -> Any:
        """Room for a table of whole deals."""
        return table(self.width)

    # --- tables and states

    @abstractmethod
    def state(self, row: Sequence[int]) -> S:
        """The state at a table, as the game has it; what is chosen of an action in steps is not part of it."""

    @abstractmethod
    def numbers(self, state: S) -> list[int]:
        """The table of a state."""

    # --- whole deals

    @abstractmethod
    def record(self, n: int, *, moves: bool) -> Any:
        """Arrays for ``n`` deals, whose ``moves`` are kept or not."""

    def rules_by(self, policy: str) -> Any:
        """The rules of whole deals that are played by a policy, where these are others."""
        return self.rules

    def simulate(self, n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> Any:
        """As :func:`~dealt.kernels.simulate`; ``fast``: compiled."""
        if policy not in self.policies:
            known = " and ".join(self.policies)
            raise ValueError(f"there is no policy {policy}: there {'are' if len(self.policies) > 1 else 'is'} {known}")
        return self.played(self.record(n, moves=moves), seed, self.rules_by(policy), threads=threads, fast=fast)

    def played(self, found: Any, seed: int, rules: Any, *, threads: int, fast: bool) -> Any:
        """Fill a record with deals."""
        play: Any = self.loops.deals if fast else self.loops.deals.bare

        def part(span: Span, out: list[Any]) -> None:
            play(rules, self.room(), self.table(), seed, span, type(found)(*out))

        fill(found, part, threads, fast=fast)
        return found

    # --- rollouts

    def begun(self, state: S, rng: Random) -> S:
        """The state that the kernels play on from; what comes before it is chosen at random in plain Python."""
        return state

    def rollouts(self, at: S | View, n: int, seed: int, *, threads: int, fast: bool) -> Any:
        """As :func:`~dealt.kernels.rollouts`; ``fast``: compiled."""
        rng = Random(seed)
        if isinstance(at, View):
            states = [self.game.sample(at, rng) for _ in range(n)]
        else:
            states = [at] * (1 if self.begun(at, rng) is at else n)
        begun = [self.begun(each, rng) for each in states]
        return self.ends(begun, n, seed, self.rules_at(states[0]), threads=threads, fast=fast)

    def rules_at(self, state: S) -> Any:
        """The rules of the deal of a state, where a match changes them."""
        return self.rules

    def ends(self, states: Sequence[S], n: int, seed: int, rules: Any, *, threads: int, fast: bool) -> Any:
        """The scores of ``n`` ends, (n, seats), of each state in its turn."""
        return self.played_on(states, n, seed, rules, threads=threads, fast=fast, tables=False)[0]

    def played_on(
        self, states: Sequence[S], n: int, seed: int, rules: Any, *, threads: int, fast: bool, tables: bool = True
    ) -> Sequence[Any]:
        """The scores and the ``tables`` of ``n`` ends, of each state in its turn."""
        numpy = numpy_for("rollouts come")
        found = [numpy.zeros((n, self.game.seats)), *([numpy.zeros((n, self.width), "int64")] if tables else [])]
        play: Any = self.loops.playouts if fast else self.loops.playouts.bare

        def part(span: Span, out: list[Any]) -> None:
            rows, last = [self.numbers(each) for each in in_turn(states, span)], out[1] if tables else []
            play(rules, self.room(), rows, table(self.width), seed, span, out[0], last)

        fill(found, part, threads, fast=fast)
        return found

    # --- many tables

    def rules_for(self, plan: Plan) -> Any:
        """The rules of an environment's tables, where these are others."""
        return self.rules

    @abstractmethod
    def ids(self, plan: Plan) -> list[int]:
        """The ids of actions by code; -1 where there is none."""

    @abstractmethod
    def spots(self, plan: Plan) -> Any:
        """The places of the fields of an observation."""

    def actors(self, tables: Any, turn: NDArray[np.int64]) -> NDArray[np.int64]:
        """(n,): the seats that act, where they are others than those whose hands are to play."""
        return turn

    def scored(self, row: Sequence[int]) -> Sequence[float] | None:
        """The game's own scores of a deal that is over, where the kernels do not have them."""
        return None


class ManyTables:
    """``n`` tables of a game; one deal follows the other at each of them. All arrays have a row for each table.

    They lie in the memory in which the kernels work, so that none is copied. With ``bare``, or where nothing compiled
    can be run, the kernels run in plain Python, over lists.
    """

    def __init__(self, course: Course[Any, Any], n: int, plan: Plan, *, bare: bool = False) -> None:
        numpy_for("tables are played")
        self.game: Game[Any] = course.game
        self.n = n
        self.course = course
        self._loops = course.loops
        self._instance = None if bare or not available() else self._loops.deal_all.instance()
        self.scores: NDArray[np.float64] = self.array((n, self.game.seats), "d")
        """(n, seats): the scores of the newest deal that is over, as ``Game.score`` has them."""
        self._tables: Any = (
            [table(course.width) for _ in range(n)] if self._instance is None else self._rows(n, course.width)
        )
        self._actions, self._starts, self._listed = self._rows(n), self._rows(n + 1), self._rows(64 * n)
        self._rules, self._room, self._spots = course.rules_for(plan), course.room(), course.spots(plan)
        ids = course.ids(plan)
        self._ids, self._codes = Fixed(ids), Fixed([0] * plan.actions)
        for code, each in enumerate(ids):
            if each >= 0:
                self._codes[each] = code
        self._column = Fixed(plan.column.get(one, NONE) for one in range(max(plan.column) + 1))
        self._seed, self._stale = 0, True
        self._own = course.scored([0] * course.width) is not None

    def array(self, shape: Sequence[int], code: str) -> Any:
        """An array of zeros that is written to without a copy; ``code`` is its type as :mod:`array` names it.

        It takes memory for as long as the tables do.
        """
        if self._instance is None:
            return numpy_for("tables are played").zeros(shape, code)
        return self._instance.array(shape, code)

    def _rows(self, *shape: int) -> Any:
        """Zeros as the kernels have them."""
        return _lists(*shape) if self._instance is None else self._instance.array(shape, "q")

    @property
    def turn(self) -> NDArray[np.int64]:
        """(n,): the seat to act; -1 where the deal is over."""
        found: NDArray[np.int64] = numpy_for("tables are played").asarray(self._tables)[:, TURN]
        return self.course.actors(self._tables, found)

    def init(self, seed: int) -> None:
        """Deal at all tables; the same seed, from 0 to 2**63 - 1, gives the same deals."""
        self._seed = seed
        for t in self._tables:
            t[DEALS], t[TURN] = 0, OVER
        self.deal()

    def deal(self) -> None:
        """Deal anew where the deal is over."""
        self._stale = True
        self._loops.deal_all.on(self._instance)(self._rules, self._room, self._tables, self._seed)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out an action id at each table, but none where it is :data:`WAIT` or the deal is over.

        Trusts its caller.
        """
        self._stale = True
        going = self.turn >= 0
        self._actions[:] = actions if self._instance else actions.tolist()
        self._loops.step_all.on(self._instance)(
            self._rules, self._room, self._tables, self._codes, self._actions, self.scores
        )
        if self._own:
            for n in (going & (self.turn < 0)).nonzero()[0]:
                self.scores[n] = self.course.scored(self._row(int(n)))

    def observe(self, out: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
        """Write what the seats to act see at some tables, or seat 0 once the deal is over: zeros, (rows, width)."""
        self._loops.observe_all.on(self._instance)(self._rules, self._spots, self._column, self._tables, rows, out)

    def _listing(self) -> tuple[Any, Any]:
        """The legal ids of all tables, found once for each position."""
        while self._stale:
            size = self._loops.list_all.on(self._instance)(
                self._rules, self._room, self._tables, self._ids, self._starts, self._listed
            )
            self._stale = size > len(self._listed)
            if self._stale:
                self._listed = self._rows(2 * size)
        return self._starts, self._listed

    def legal(self, out: NDArray[np.int8]) -> None:
        """Write 1 for each id that the seat to act may take into an array of zeros, (n, actions)."""
        self._loops.mark_all.on(self._instance)(*self._listing(), 1, out)

    def unmark(self, out: NDArray[np.int8]) -> None:
        """Write 0 wherever ``legal`` has written, as long as nothing has happened since."""
        self._loops.mark_all.on(self._instance)(*self._listing(), 0, out)

    def choose(self, seed: int, number: int, out: NDArray[np.int64]) -> None:
        """Write a legal id for each table, each equally likely; it follows from the seed and the number."""
        self._loops.choose_all.on(self._instance)(*self._listing(), seed, number, self._room.words, out)

    def _row(self, n: int) -> list[int]:
        return [int(each) for each in self._tables[n]]

    def state(self, n: int) -> Any:
        """The state at a table, as the game has it; what is chosen of an action in steps is not part of it."""
        return self.course.state(self._row(n))


def table(width: int) -> Any:
    """A table of zeros in plain Python, where a part of a list would be a copy: that of a table is the same memory."""
    return memoryview(array("q", bytes(8 * width)))


def _lists(*shape: int) -> Any:
    """Zeros as plain Python has them."""
    return [_lists(*shape[1:]) for _ in range(shape[0])] if shape else 0
