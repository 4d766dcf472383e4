"""What workers say of choices: what each action of a deal cost, positions to try again, hints, puzzles of a day."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple

from dealt import analysis
from dealt.game import Action, Game, Past, Say, Seat, View, find
from dealt.session import asked
from dealt.session.view import boxes, log_line, sorts, vocabulary, wire_action, wire_view
from dealt.table import DealRecord, Table
from dealt.wire import protocol
from dealt.wire.protocol import Frame, WireExtra, WireJudged, WireOption
from dealt.wire.refusal import said
from dealt.work.work import GameKey, House, WorkFailed

HINTED: Final = 16
"""The number of deals in which the actions of a hint are tried: it has to be there at once."""


class MistakeFound(NamedTuple):
    """An action that cost more than chance explains."""

    seat: Seat
    step: int
    cost: float
    kind: str


class Reviewed(NamedTuple):
    """An analysis as the database keeps it, and the mistakes in it."""

    written: str
    unit: str
    mistakes: tuple[MistakeFound, ...]


def review(house: House, key: GameKey, dealt: DealRecord, past: Past[Any] | None) -> Reviewed:
    """Analyse a deal; the room hears how far it is. WorkFailed for a deal that was given up."""
    house.tell(0, len(dealt.actions))
    try:
        found = analysis.analyse(house.game(key), dealt, past=past, progress=house.tell)
    except analysis.BrokenDeal as error:
        raise WorkFailed(str(error)) from None
    costly = (each for each in found.judged if each.mistake)
    mistakes = (MistakeFound(each.seat, each.step, each.known_cost, each.kind) for each in costly)
    return Reviewed(analysis.to_json(found), found.unit, tuple(mistakes))


def shown(house: House, key: GameKey, dealt: DealRecord, past: Past[Any] | None, written: str) -> protocol.Analysis:
    """A stored analysis as it travels; the table and the number of the deal are left to the room."""
    game, found = house.game(key), analysis.from_json(written)
    by_step = {each.step: each for each in found.judged}
    judged = []
    for table, seat, line in _through(game, dealt, past):
        if table.step in by_step:
            judged.append(_wire_judged(game, table.view(seat, log=False), by_step[table.step]))
        table.follow(line)
    return protocol.Analysis(
        table="",
        dealt=0,
        game=key.name,
        names=list(dealt.players),
        unit=found.unit,
        judged=judged,
        expected=[list(each) for each in found.expected],
        accuracy=list(found.accuracy),
        costliest=list(found.costliest),
        extras=[WireExtra(said(each.say), list(each.columns), list(map(list, each.rows))) for each in found.extras],
    )


def position(
    house: House, key: GameKey, dealt: DealRecord, past: Past[Any] | None, step: int, written: str | None
) -> protocol.Position:
    """The position before action number ``step`` as its seat saw it; WorkFailed if the deal was over before."""
    game = house.game(key)
    table, seat, _ = _at(game, dealt, past, step)
    view = table.view(seat)
    found: analysis.Analysis | None = None if written is None else analysis.from_json(written)
    judged = next((each for each in found.judged if each.step == step), None) if found else None
    return protocol.Position(
        table="",
        dealt=0,
        step=step,
        seat=seat,
        game=key.name,
        options=dict(key.options),
        names=list(dealt.players),
        frame=Frame(wire_view(game, view), sorts(game, view), boxes=boxes(game, view)),
        log=[log_line(game, each) for each in view.log],
        vocabulary=vocabulary(game),
        partnerships=[list(each) for each in game.partnerships],
        judged=_wire_judged(game, view, judged) if judged else None,
        unit=found.unit if found else "",
    )


def tried(
    house: House, key: GameKey, dealt: DealRecord, past: Past[Any] | None, step: int, action: str
) -> protocol.Tried:
    """What an action would have been worth at a position; WorkFailed if it is not legal there."""
    game = house.game(key)
    table, seat, line = _at(game, dealt, past, step)
    view = table.view(seat, log=False)
    wanted, taken = find(view, action), find(view, line.partition(" ")[2])
    if wanted is None or taken is None:
        raise WorkFailed("the action is not legal there", Say("illegal.action"))
    judge = analysis.judge_for(game)
    found = analysis.judge_action(judge, table.state, step, seat, wanted, judge.worlds)[0]
    done = next((each for each in (found.taken, found.best, *found.others) if each.action == str(taken)), None)
    better = 0 if done is None else (found.taken.known > done.known) - (found.taken.known < done.known)
    return protocol.Tried(
        table="",
        dealt=0,
        step=step,
        option=_wire_option(game, view, found.taken),
        best=_wire_option(game, view, found.best),
        right=not found.mistake,
        better=None if done is None else better,
    )


def reasons(house: House, key: GameKey, seen: View, action: Action) -> tuple[list[WireOption], str]:
    """What the best actions of a view lead to, that action among them, and what it is counted in."""
    game = house.game(key)
    judge = analysis.judge_for(game)
    found = analysis.weighed(judge, seen, action, min(HINTED, judge.worlds))
    return [_wire_option(game, seen, each) for each in found], judge.unit


# --- the puzzle of a day


def puzzle(house: House, name: str, day: date) -> bytes:
    """The puzzle of a day as its seat saw it, encoded; empty if there is none. Nothing in it tells what is best."""
    found = analysis.puzzle_of(name, day)
    if found is None:
        return b""
    table, view, choices = _puzzled(house, name, found)
    game: Game[object] = table.game
    return protocol.encode(
        protocol.DayPuzzle(
            game=name,
            day=day.isoformat(),
            options=dict(game.options),
            seat=found.seat,
            seats=game.seats,
            step=table.step,
            frame=Frame(wire_view(game, view), sorts(game, view), boxes=boxes(game, view)),
            log=[log_line(game, each) for each in view.log],
            choices=[wire_action(game, each) for each in choices],
            vocabulary=vocabulary(game),
            partnerships=[list(each) for each in game.partnerships],
        )
    )


def puzzle_answer(house: House, name: str, day: date, choice: int) -> bytes:
    """What is best in the puzzle of a day, and why, for who has chosen, encoded; empty if there is no such choice."""
    found = analysis.puzzle_of(name, day)
    if found is None or choice >= len(found.choices):
        return b""
    _puzzled(house, name, found)
    return protocol.encode(
        protocol.PuzzleAnswer(
            choice=choice,
            right=found.is_right(choice),
            best=found.answer,
            taken=found.taken,
            worths=list(found.worths),
            unit=found.unit,
            why=said(found.reason(choice)),
        )
    )


def _puzzled(house: House, name: str, found: analysis.Puzzle) -> tuple[Table[object], View, tuple[Action, ...]]:
    """The deal as far as it had come, what the seat saw, and the choices; WorkFailed if the rules have changed."""
    try:
        table = found.table(lambda game, **options: house.games[game].make(None, **options), name)
        view = table.view(found.seat)
        return table, view, found.actions_of(view)
    except ValueError as error:
        raise WorkFailed(f"the puzzle is from other rules: {error}") from None


async def in_time(asking: Awaitable[tuple[list[WireOption], str]]) -> tuple[list[WireOption], str]:
    """The reasons of a hint; none where they are not known at once."""
    try:
        async with asyncio.timeout(asked.REASONS):
            return await asking
    except (TimeoutError, WorkFailed):
        return [], ""


# --- as it travels


def _through(game: Game[Any], dealt: DealRecord, past: Past[Any] | None) -> Iterator[tuple[Table[Any], Seat, str]]:
    """The table before each action of a deal, with the seat and the line of it; who goes on follows the line."""
    table = dealt.table(game, past)
    for line in dealt.actions:
        yield table, int(line.partition(" ")[0]), line


def _at(game: Game[Any], dealt: DealRecord, past: Past[Any] | None, step: int) -> tuple[Table[Any], Seat, str]:
    for table, seat, line in _through(game, dealt, past):
        if table.step == step:
            return table, seat, line
        table.follow(line)
    raise WorkFailed(f"the deal has {len(dealt.actions)} actions")


def _wire_judged(game: Game[Any], view: View, judged: analysis.Judged) -> WireJudged:
    known = judged.taken.open is not None
    return WireJudged(
        step=judged.step,
        seat=judged.seat,
        taken=_wire_option(game, view, judged.taken),
        best=_wire_option(game, view, judged.best),
        others=[_wire_option(game, view, each) for each in judged.others],
        cost=judged.known_cost,
        open_cost=judged.open_cost if known else None,
        forced=judged.forced,
        mistake=judged.mistake,
    )


def _wire_option(game: Game[Any], view: View, option: analysis.Option) -> WireOption:
    action = find(view, option.action)
    if action is None:
        raise WorkFailed(f"{option.action!r} is not legal there")
    why = said(option.why) if option.why else None
    return WireOption(wire_action(game, action), option.known, option.error, option.open, why)
