"""Going through a deal: each action is tried against the others by the judge of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from math import exp, hypot, sqrt
from random import Random
from typing import Any, Final

from dealt.analysis.model import ERRORS, Analysis, Judged, Option
from dealt.game import Action, Game, Past, Say, Seat, View
from dealt.players.judging import Judge, Judgement, judge_for
from dealt.table import DealRecord, Record, Table

EQUAL: Final = 1e-9
OTHERS: Final = 4
"""The number of further options that are kept."""

Progressed = Callable[[int, int], None]


class BrokenDeal(ValueError):  # noqa: N818 - it is the deal that is broken
    """A deal that can't be analysed: it doesn't replay, or isn't over. The message says which."""


def replayed(record: Record, make: Callable[..., Game[Any]]) -> list[Table[Any]]:
    """The tables of all deals of a record, played as it says; RecordError if it doesn't replay."""
    return record.tables(make)


def analyse(
    game: Game[Any],
    dealt: DealRecord,
    *,
    past: Past[Any] | None = None,
    budget: int | None = None,
    progress: Progressed | None = None,
) -> Analysis:
    """What each action of a deal cost.

    ``past`` is what the deal knew of the match before it (``Progress.past``), needed where a deal depends on the one
    before. ``budget`` is the number of deals in which each action is tried; without it, the game's judge knows. The
    same deal and budget lead to the same analysis. ``progress`` gets the number of actions gone through and of all.
    BrokenDeal if the deal doesn't replay or isn't over.
    """
    try:
        table = dealt.table(game, past, begun=True)
    except ValueError as error:
        raise BrokenDeal(f"the deal doesn't replay: {error}") from None
    return analyse_table(table, budget=budget, progress=progress)


def analyse_table(
    table: Table[Any],
    *,
    seats: Sequence[Seat] | None = None,
    budget: int | None = None,
    progress: Progressed | None = None,
) -> Analysis:
    """As :func:`analyse`, of a deal that has been played already; ``seats`` are those whose actions are judged."""
    if not table.over:
        raise BrokenDeal("the deal isn't over: play it to its end first")
    game, judge = table.game, judge_for(table.game)
    worlds = budget or judge.worlds
    judged: list[Judged] = []
    expected: list[tuple[float, ...]] = []
    spread: list[float] = []
    scales: list[float | None] = []
    for step, (seat, action) in enumerate(table.moves):
        state = table.states[step]
        expected.append(judge.expected(state, Random(step), worlds))
        if seats is None or seat in seats:
            found, made = judge_action(judge, state, step, seat, action, worlds)
            judged.append(found)
            scales.append(made.scale if made else None)
            spread += _spread(made) if made else []
        if progress is not None:
            progress(step + 1, table.step)
    expected.append(judge.expected(table.state, Random(table.step), worlds))
    scale = judge.scale or _scale(spread)
    return Analysis(
        judge.unit,
        tuple(judged),
        tuple(expected),
        tuple(_accuracy(judged, [each or scale for each in scales], seat) for seat in range(game.seats)),
        _costliest(judged),
        judge.extras(table.first),
        worlds,
    )


def seed_of_view(view: View) -> int:
    """A number that depends on nothing but what a seat sees."""
    seen = (view.seat, view.turn, view.piles, view.facts, tuple(map(str, view.legal)))
    plain = [[(each.name, each.owner, each.cards) for each in view.piles], view.facts, seen[0], seen[1], seen[4]]
    return int.from_bytes(sha256(repr(plain).encode()).digest()[:8])


def judge_action(
    judge: Judge, state: Any, step: int, seat: Seat, taken: Action, worlds: int
) -> tuple[Judged, Judgement | None]:
    """An action against the best one, and what the judge found; None where there was no choice."""
    view = judge.game.view(state, seat)
    rng = Random(seed_of_view(view))
    tried = judge.candidates(view, taken, rng) if len(view.legal) > 1 or not view.legal[0].exact else [taken]
    if len(tried) == 1:
        only = Option(str(taken), 0.0)
        return Judged(step, seat, only, only, (), forced=True), None
    found, place = judge.known(view, tried, rng, worlds), tried.index(taken)
    best = _best(found, place)
    if best != place and _mistaken(found, place, best) and not found.exact:
        found = judge.known(view, tried, rng, judge.again * worlds)  # the best of many by chance is not so twice
        best = _best(found, place)
    means = [mean_of(row, found.weights) for row in found.rows]
    seen = judge.open(state, seat, tried, Random(step), worlds)
    options = [
        Option(str(each), means[n], error_of(found, n, best), None if seen is None else seen[n])
        for n, each in enumerate(tried)
    ]
    if best != place:
        why = judge.why(view, tried[best], taken, (found.rows[best], found.rows[place]))
        options[best] = replace(options[best], why=why or figures(judge.unit, means[best], means[place]))
    order = sorted(range(len(tried)), key=lambda n: -means[n])
    others = tuple(options[n] for n in order if n not in (best, place))[:OTHERS]
    return Judged(step, seat, options[place], options[best], others), found


def _best(found: Judgement, place: int) -> int:
    """The best action, the one taken where it is as good."""
    means = [mean_of(row, found.weights) for row in found.rows]
    best = max(range(len(means)), key=means.__getitem__)
    return best if means[best] > means[place] + EQUAL else place


def _mistaken(found: Judgement, place: int, best: int) -> bool:
    cost = mean_of(found.rows[best], found.weights) - mean_of(found.rows[place], found.weights)
    return cost > ERRORS * error_of(found, place, best)


def figures(counted: str, best: float, taken: float) -> Say:
    """What two actions lead to as a sentence; ``counted`` is the unit of the game's analysis."""
    if counted == "chance":
        return Say("analysis.why.chance", {"best": _percent(best), "taken": _percent(taken)})
    places = 0 if max(abs(best), abs(taken)) >= 100 else 1 if max(abs(best), abs(taken)) >= 10 else 2
    unit = f"@analysis.unit.{counted}"
    return Say("analysis.why.result", {"best": f"{best:+.{places}f}", "taken": f"{taken:+.{places}f}", "unit": unit})


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%" if 0.02 <= chance <= 0.98 else f"{100 * chance:.1f}%"


def mean_of(row: Sequence[float], weights: Sequence[float]) -> float:
    """The mean of a row over weighted worlds; without weights all count alike."""
    if not weights:
        return sum(row) / len(row)
    return sum(a * b for a, b in zip(row, weights, strict=True)) / sum(weights)


def error_of(found: Judgement, n: int, best: int) -> float:
    """The standard error of the difference between two rows in the same worlds."""
    if n == best or found.exact:
        return 0.0
    if len(found.rows[n]) < 2:
        return found.blur
    apart = [a - b for a, b in zip(found.rows[best], found.rows[n], strict=True)]
    weights = found.weights or [1.0] * len(apart)
    total, mean = sum(weights), mean_of(apart, found.weights)
    many = total * total / sum(each * each for each in weights)
    variance = sum(w * (each - mean) ** 2 for w, each in zip(weights, apart, strict=True)) / total
    return hypot(sqrt(variance / max(1.0, many - 1)), found.blur)


def _spread(found: Judgement) -> list[float]:
    """How far from its mean the best row spreads."""
    row = max(found.rows, key=lambda each: mean_of(each, found.weights))
    mean = sum(row) / len(row)
    return [each - mean for each in row]


def _scale(spread: Iterable[float]) -> float:
    """Four standard deviations of results: from a bad deal to a good one."""
    some = list(spread)
    return 4 * sqrt(sum(each * each for each in some) / len(some)) if some else 0.0


def _accuracy(judged: Sequence[Judged], scales: Sequence[float], seat: Seat) -> float | None:
    """The mean over a seat's choices of 100 for no loss, falling as fast as lichess has it for lost chances to win.

    A loss counts in per cent of the scale; what chance explains is no loss.
    """
    found = []
    for each, scale in zip(judged, scales, strict=True):
        if each.seat == seat and not each.forced:
            lost = min(100.0, 100 * each.known_cost / scale) if each.mistake and scale > 0 else 0.0
            found.append(max(0.0, 103.1669 * exp(-0.04354 * lost) - 3.1669))
    return sum(found) / len(found) if found else None


def _costliest(judged: Sequence[Judged]) -> tuple[int, ...]:
    wrong = [n for n, each in enumerate(judged) if each.mistake]
    return tuple(sorted(wrong, key=lambda n: (-judged[n].known_cost, n))[:3])
