"""The puzzle of the day: a decision of a deal that computers played, with one best action by a clear margin.

``mine`` finds them: a real mistake of a computer whose best action stays the best, clearly, with ten times the budget.
A puzzle is stored as seed and actions, so that it is replayed as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cached_property
from importlib.resources import files
from random import Random
from statistics import pstdev
from typing import Any, Final

from dealt.analysis.engine import figures, judge_action, seed_of_view
from dealt.game import Action, Game, Player, Say, Seat, Value, View, find
from dealt.players.judging import Judge, Judgement, judge_for
from dealt.table import Table, play, seed_of

VERIFIED: Final = 10
"""A puzzle is verified with this many times the worlds of an analysis."""
CLEAR: Final = 3.0
"""By how many standard errors the best action must lead the second."""
FEWEST: Final = 3
"""A puzzle has at least this many actions to choose from..."""
MOST: Final = 8
"""...and shows this many at most, the best ones and the one that was taken."""
MARGIN: Final = 0.15
"""The lead of the best action, in standard deviations of what it leads to in its worlds."""


@dataclass(frozen=True)
class Puzzle:
    """A decision: the deal as it is replayed, what there is to choose from, and what each choice is worth.

    ``worths`` go by choice, in the unit of the game's analysis. ``answer`` is the place of the best one, ``taken`` of
    what the computer did.
    """

    options: Mapping[str, Value]
    seed: str
    actions: tuple[str, ...]
    seat: Seat
    choices: tuple[str, ...]
    worths: tuple[float, ...]
    answer: int
    taken: int
    unit: str
    why: Say

    def table(self, make: Callable[..., Game[Any]], name: str) -> Table[Any]:
        """The deal as far as it had come; ValueError if it can't be replayed any more."""
        table = Table(make(name, **self.options), bytes.fromhex(self.seed))
        for line in self.actions:
            table.follow(line)
        return table

    def view(self, make: Callable[..., Game[Any]], name: str) -> View:
        """What the seat saw."""
        return self.table(make, name).view(self.seat)

    def actions_of(self, view: View) -> tuple[Action, ...]:
        """The choices as actions; ValueError if one isn't possible."""
        found = tuple(find(view, each) for each in self.choices)
        if None in found:
            raise ValueError("a choice of this puzzle isn't possible")
        return tuple(each for each in found if each is not None)

    def is_right(self, choice: int) -> bool:
        """Is the choice at this place the best one?"""
        return choice == self.answer

    def reason(self, choice: int) -> Say:
        """Why the best choice is better than this one, or, if this is the best one, than what the computer did."""
        if choice == self.answer:
            return self.why
        known = self.worths[self.answer], self.worths[choice]
        why = self.why if choice == self.taken else figures(self.unit, *known)
        return Say(why.key.replace("analysis.why.", "analysis.daily.why."), why.args)  # it speaks of "yours"

    @cached_property
    def lead(self) -> float:
        """By how much the best choice is better than the second."""
        first, second = sorted(self.worths, reverse=True)[:2]
        return first - second


def written_puzzles(some: Sequence[Puzzle]) -> str:
    """Puzzles as text, one on a line."""
    return "".join(json.dumps(asdict(each), separators=(",", ":"), ensure_ascii=False) + "\n" for each in some)


def read_puzzles(written: str) -> tuple[Puzzle, ...]:
    """Puzzles from text; ValueError if it holds something else."""
    try:
        return tuple(_read(json.loads(line)) for line in written.splitlines() if line)
    except (KeyError, TypeError) as error:
        raise ValueError(f"these are no puzzles: {error}") from None


def _read(raw: Any) -> Puzzle:
    key, args = raw["why"]
    lists = {key: tuple(raw[key]) for key in ("actions", "choices", "worths")}
    return Puzzle(**{**raw, **lists, "why": Say(key, args)})


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package for a game; none for most games."""
    file = files("dealt.analysis").joinpath("puzzles", f"{name}.jsonl")
    return read_puzzles(file.read_text(encoding="utf-8")) if file.is_file() else ()


def puzzle_of(name: str, day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody; None for a game without puzzles."""
    some = puzzles_of(name)
    return some[day.toordinal() % len(some)] if some else None


# --- finding them -----------------------------------------------------------------------------------------------------


def mine(
    game: Game[Any], seed: object, count: int, player: Callable[[Game[Any]], Player], tried: Callable[[], None]
) -> Iterator[Puzzle]:
    """``count`` puzzles from deals that a computer plays with itself, at most one from a deal.

    ``tried`` is called after each deal. The same seed finds the same puzzles.
    """
    judge, found, deal = judge_for(game), 0, 0
    while found < count:
        table = play(game, [player(game) for _ in range(game.seats)], seed_of(seed, deal))
        puzzle = _hardest(judge, table)
        deal += 1
        tried()
        if puzzle is not None:
            found += 1
            yield puzzle


def _hardest(judge: Judge, table: Table[Any]) -> Puzzle | None:
    """The costliest mistake of a deal that makes a puzzle."""
    wrong = []
    for step, (seat, action) in enumerate(table.moves):
        judged, _ = judge_action(judge, table.states[step], step, seat, action, judge.worlds)
        if judged.mistake and not judged.forced:
            wrong.append((judged.known_cost, step))
    for _, step in sorted(wrong, reverse=True)[:3]:
        puzzle = _verified(judge, table, step)
        if puzzle is not None:
            return puzzle
    return None


def _verified(judge: Judge, table: Table[Any], step: int) -> Puzzle | None:
    """The puzzle of a step, if its best action is clearly the best with ten times the budget."""
    (seat, action), game = table.moves[step], table.game
    view = game.view(table.states[step], seat)
    tried = judge.candidates(view, action, Random(seed_of_view(view)))
    if len(tried) < FEWEST:
        return None
    found = judge.known(view, tried, Random(seed_of_view(view) + 1), VERIFIED * judge.worlds)
    judged, _ = judge_action(_Told(judge, tried, found), table.states[step], step, seat, action, judge.worlds)
    options = sorted({each.action: each for each in (judged.taken, judged.best, *judged.others)}.values(),
                     key=lambda each: -each.known)  # fmt: skip
    second = options[1]
    lead = judged.best.known - second.known
    answer = next(each for each in tried if str(each) == judged.best.action)
    best, taken = found.rows[tried.index(answer)], found.rows[tried.index(action)]
    spread = pstdev(best) if len(best) > 1 else 0.0
    if answer == action or lead <= CLEAR * second.error or lead < MARGIN * spread:
        return None
    shown = {judged.best.action, str(action), *(each.action for each in options[: MOST - 1])}
    kept = sorted((each for each in options if each.action in shown), key=lambda each: each.action)
    names = [each.action for each in kept]
    return Puzzle(
        dict(game.options), table.seed.hex(), tuple(f"{by} {done}" for by, done in table.moves[:step]), seat,
        tuple(names), tuple(round(each.known, 3) for each in kept), names.index(judged.best.action),
        names.index(str(action)), judge.unit,
        judge.why(view, answer, action, (best, taken)) or figures(judge.unit, judged.best.known, judged.taken.known),
    )  # fmt: skip


class _Told(Judge):
    """A judge that has been asked already."""

    def __init__(self, judge: Judge, tried: Sequence[Action], found: Judgement) -> None:
        super().__init__(judge.game)
        self.tried, self.found = tried, found

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        return list(self.tried)

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        return self.found

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return None

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return ()
