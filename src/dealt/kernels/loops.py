"""The loops of all families, written once: whole deals, playouts, and many tables one action at a time.

A family is a machine of steps over a *table*: a row of numbers that holds all of a deal, with the seat to act in the
place :data:`TURN`. What it may do, and what comes of it, are functions of the family's rules, which are numbers too;
``to`` is room for one thread. Actions are *codes*, whole numbers that a family gives a meaning to. A loop is the same
for every family but for these functions, which are compiled into it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import lowest
from dealt.cards import Cards
from dealt.kernels.draws import draw, start, start_next
from dealt.kernels.machine import Kernel, made_for
from dealt.shapes import ByteTable, FloatTable, Longs, LongTable, Numbers, RealTable

__all__ = ["DEALS", "FINE", "NOTHING", "OVER", "TURN", "WAIT", "Loops", "Machine", "habits", "loops", "put"]

TURN: Final = 0
"""The place of the seat whose turn it is."""
DEALS: Final = 1
"""The place of the number of deals so far."""
OVER: Final = -1
"""The seat to act once the deal is over."""
WAIT: Final = -1
"""The action id of a table at which nothing is to be done."""
NOTHING: Final = -2
"""In the place of a code: nothing is carried out."""
FINE: Final = 1 << 20
"""Chances are given in parts of this."""


def nothing(rules: Any, to: Any, t: Numbers) -> None:
    """Of a family that has nothing to do here."""


def acting(t: Numbers) -> int:
    """The seat to act, where it is the one whose hand is to play."""
    return t[TURN]


class Machine(NamedTuple):
    """A family. All functions take its rules, room for a thread and a table, and then what is said here."""

    rules: type
    room: type
    """Room for one thread: arrays of int64. The first field is ``words``, a stream of random numbers that has begun."""
    deal: Callable[[Any, Any, Numbers], None]
    """Shuffle, and begin a deal. All of the table but its number of deals is written anew."""
    legal: Callable[[Any, Any, Numbers], int]
    """The number of actions of the seat to act, at least one; what they are is left in the room for ``choice``."""
    choice: Callable[[Any, Any, Numbers, int], int]
    """The code of one of them, by its place, right after ``legal``."""
    step: Callable[[Any, Any, Numbers, int], None]
    """Carry out the action of a code."""
    settle: Callable[[Any, Any, Numbers, Any], None]
    """Write the scores by seat of a deal that is over into the row that follows."""
    enter: Callable[[Any, Any, Numbers], None] = nothing
    """Come to a table from elsewhere: what the room holds may be of another one."""


class Loops(NamedTuple):
    """The kernels of a family, which work in the same memory."""

    deal_all: Kernel[..., None]
    list_all: Kernel[..., int]
    mark_all: Kernel[..., None]
    choose_all: Kernel[..., None]
    step_all: Kernel[..., None]
    observe_all: Kernel[..., None]
    deals: Kernel[..., None]
    playouts: Kernel[..., None]


def loops(
    home: str,
    machine: Machine,
    *,
    spots: type,
    observe: Callable[[Any, Any, Sequence[int], Numbers, int, Any], None],
    record: type,
    opened: Callable[[Any, Any, Numbers, Any, int], None],
    acted: Callable[[Any, Any, Numbers, Any, int, int, int], None],
    closed: Callable[[Any, Any, Numbers, Any, int, int], None],
    viewer: Callable[[Numbers], int] = acting,
    chosen: Callable[[Any, Any, Numbers, int], int] | None = None,
) -> Loops:
    """The kernels of a family, which its module ``home`` declares.

    ``observe`` writes what a seat sees: it takes the rules, the places of fields, the column of each card, a table, the
    seat and a row of zeros; ``viewer`` is the seat to act, by default the one whose hand is to play.
    Of whole deals a ``record`` is kept, arrays with a row for each deal: ``opened`` writes what was dealt into row
    ``k``, ``acted`` the action of a code before it is carried out, with its number, and ``closed`` the end, with the
    number of actions. ``chosen`` is the code that a seat takes in a whole deal, of so many; else each is as likely.
    """
    uniform = _uniform(machine.choice)
    made: list[Any] = [
        *_tables(machine, observe, viewer), *_lists(machine), _deals(machine, opened, acted, closed, chosen or uniform),
        _playouts(machine, uniform),
    ]  # fmt: skip
    types = {"rules": machine.rules, "to": machine.room, "spots": spots, "out": record}
    return Loops(**{each.__name__: made_for(home, each, **types) for each in made})


def _tables(machine: Machine, observe: Any, viewer: Any) -> tuple[Any, ...]:
    """Many tables at once."""
    deal, _, _, step, settle, enter = machine[2:]

    def deal_all(rules: Any, to: Any, tables: LongTable, seed: int) -> None:
        """Deal at every table whose deal is over. Deals of a table have streams of random numbers of their own."""
        many = len(tables)
        for n in range(many):
            t = tables[n]
            while t[TURN] < 0:  # where nothing can be done a family is dealt again
                start(to.words, seed, n + many * t[DEALS])
                t[DEALS] += 1
                deal(rules, to, t)

    def step_all(rules: Any, to: Any, tables: LongTable, codes: Longs, actions: Longs, scores: RealTable) -> None:
        """Carry out an id at each table; ``codes`` are by id. Ended deals get their scores."""
        for n in range(len(tables)):
            t = tables[n]
            if t[TURN] < 0 or actions[n] < 0:
                continue
            enter(rules, to, t)
            step(rules, to, t, codes[actions[n]])
            if t[TURN] < 0:
                settle(rules, to, t, scores[n])

    def observe_all(rules: Any, spots: Any, column: Longs, tables: LongTable, rows: Longs, out: FloatTable) -> None:
        """What the seats to act see at some tables, or seat 0 once the deal is over."""
        for place in range(len(rows)):
            t = tables[rows[place]]
            observe(rules, spots, column, t, viewer(t) if t[TURN] >= 0 else 0, out[place])

    return deal_all, step_all, observe_all


def _lists(machine: Machine) -> tuple[Any, ...]:
    """What may be done at many tables."""
    legal, choice, enter = machine.legal, machine.choice, machine.enter

    def list_all(rules: Any, to: Any, tables: LongTable, ids: Longs, starts: Longs, listed: Longs) -> int:
        """List the ids that the seats to act may take, table by table, each from its place in ``starts`` on.

        Returns their number; those for which ``listed`` has no room are counted only. ``ids`` are by code.
        """
        size = 0
        for n in range(len(tables)):
            starts[n] = size
            t = tables[n]
            if t[TURN] < 0:
                continue
            enter(rules, to, t)
            found = legal(rules, to, t)
            if size + found <= len(listed):
                for place in range(found):
                    listed[size + place] = ids[choice(rules, to, t, place)]
            size += found
        starts[len(tables)] = size
        return size

    def mark_all(starts: Longs, listed: Longs, value: int, out: ByteTable) -> None:
        """Write a value for each id that is listed."""
        for n in range(len(starts) - 1):
            for place in range(starts[n], starts[n + 1]):
                out[n][listed[place]] = value

    def choose_all(starts: Longs, listed: Longs, seed: int, number: int, words: Longs, out: Longs) -> None:
        """A random id of those listed for each table, 0 where there is none."""
        start(words, seed, number)
        for n in range(len(starts) - 1):
            choices = starts[n + 1] - starts[n]
            out[n] = listed[starts[n] + draw(words, choices)] if choices > 0 else 0

    return list_all, mark_all, choose_all


def _deals(machine: Machine, opened: Any, acted: Any, closed: Any, pick: Any) -> Any:
    deal, legal, step, settle = machine.deal, machine.legal, machine.step, machine.settle

    def deals(rules: Any, to: Any, t: Longs, seed: int, span: tuple[int, int], out: Any) -> None:
        """Whole deals, each of a stream of its own; ``t`` is room for a table."""
        for n in range(span[0], span[1]):
            start_next(to.words, seed, n, span[0], span[1])
            k, done = n - span[0], 0
            deal(rules, to, t)
            opened(rules, to, t, out, k)
            while t[TURN] >= 0:
                many = legal(rules, to, t)
                code = pick(rules, to, t, many)
                acted(rules, to, t, out, k, done, code)
                step(rules, to, t, code)
                done += 1
            closed(rules, to, t, out, k, done)
            settle(rules, to, t, out.scores[k])

    return deals


def _playouts(machine: Machine, uniform: Any) -> Any:
    legal, step, settle, enter = machine.legal, machine.step, machine.settle, machine.enter

    def playouts(
        rules: Any, to: Any, begun: LongTable, t: Longs, seed: int, span: tuple[int, int], scores: RealTable,
        ends: LongTable,
    ) -> None:  # fmt: skip
        """Play on at random from tables, one for each deal of ``span`` or one for all.

        ``ends`` get those at the end, if there is any room.
        """
        for n in range(span[0], span[1]):
            start(to.words, seed, n)
            k = n - span[0]
            some = begun[k % len(begun)]
            for place in range(len(t)):
                t[place] = some[place]
            enter(rules, to, t)
            while t[TURN] >= 0:
                many = legal(rules, to, t)
                step(rules, to, t, uniform(rules, to, t, many))
            settle(rules, to, t, scores[k])
            if len(ends) > 0:
                for place in range(len(t)):
                    ends[k][place] = t[place]

    return playouts


def habits(
    home: str, machine: Machine, style: type, *, laid: Callable[[Any, Any, Numbers, Longs, Numbers], None],
    habit: Callable[[Any, Any, Any, Numbers, int], int],
) -> Kernel[..., None]:  # fmt: skip
    """The kernel of a search whose seats play on by habit, which its module ``home`` declares.

    ``laid`` copies a table with the cards of a world. ``habit`` is the place of what the seat to act does, of so many
    actions; it takes the rules, a ``style``, room and a table.
    """
    legal, choice, step, settle = machine.legal, machine.choice, machine.step, machine.settle

    def habitual(
        rules: Any, style: Any, now: Longs, worlds: LongTable, tried: Longs, chance: int, seed: int,
        part: tuple[int, int], to: Any, t: Longs, scores: RealTable,
    ) -> None:  # fmt: skip
        """Carry out each of the codes ``tried``, or :data:`NOTHING`, at a table, and play on by habit to the end.

        The result of code ``k`` in world ``n`` stands at ``n * len(tried) + k``. A seat chooses at random with
        ``chance`` in 2**20; the same world has the same random numbers for all codes.
        """
        for n in range(part[0], part[1]):
            start(to.words, seed, n // len(tried))
            laid(rules, to, now, worlds[n // len(tried)], t)
            if tried[n % len(tried)] != NOTHING:
                step(rules, to, t, tried[n % len(tried)])
            while t[TURN] != OVER:
                many, one = legal(rules, to, t), 0
                if many > 1:
                    one = draw(to.words, many) if draw(to.words, FINE) < chance else habit(rules, style, to, t, many)
                step(rules, to, t, choice(rules, to, t, one))
            settle(rules, to, t, scores[n])

    return made_for(home, habitual, rules=machine.rules, style=style, to=machine.room)


def _uniform(choice: Any) -> Any:
    def uniform(rules: Any, to: Any, t: Numbers, many: int) -> int:
        """Each of many actions is equally likely."""
        return choice(rules, to, t, draw(to.words, many) if many > 1 else 0)

    return uniform


def put(out: Any, at: int, some: Cards, column: Sequence[int]) -> None:
    """Mark a set of cards in the field of an observation that begins at ``at``; what the deck lacks has no column."""
    while some != 0:
        one = lowest(some)
        some &= some - 1
        if column[one] >= 0:
            out[at + column[one]] = 1
