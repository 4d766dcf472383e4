"""What workers say of the puzzle of a day: the position without its answer, and how good a choice was."""

from __future__ import annotations

from datetime import date

from dealt.analysis import Puzzle, puzzle_of
from dealt.game import Action, Game, View
from dealt.server.base.trouble import WorkFailed
from dealt.server.work.work import House
from dealt.session.view import boxes, log_line, sorts, vocabulary, wire_action, wire_view
from dealt.table import Table
from dealt.wire import protocol
from dealt.wire.protocol import Frame
from dealt.wire.refusal import said

__all__ = ["answer", "puzzle"]


def puzzle(house: House, name: str, day: date) -> bytes:
    """The puzzle of a day as its seat saw it, encoded; empty if there is none. Nothing in it tells what is best."""
    found = puzzle_of(name, day)
    if found is None:
        return b""
    table, view, choices = _position(house, name, found)
    game: Game[object] = table.game
    return protocol.encode(
        protocol.Daily(
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


def answer(house: House, name: str, day: date, choice: int) -> bytes:
    """What is best in the puzzle of a day, and why, for who has chosen, encoded; empty if there is no such choice."""
    found = puzzle_of(name, day)
    if found is None or choice >= len(found.choices):
        return b""
    _position(house, name, found)
    return protocol.encode(
        protocol.DailyAnswer(
            choice=choice,
            right=found.is_right(choice),
            best=found.answer,
            taken=found.taken,
            worths=list(found.worths),
            unit=found.unit,
            why=said(found.reason(choice)),
        )
    )


def _position(house: House, name: str, found: Puzzle) -> tuple[Table[object], View, tuple[Action, ...]]:
    """The deal as far as it had come, what the seat saw, and the choices; WorkFailed if the rules have changed."""
    try:
        table = found.table(lambda game, **options: house.games[game].make(None, **options), name)
        view = table.view(found.seat)
        return table, view, found.actions_of(view)
    except ValueError as error:
        raise WorkFailed(f"the puzzle is from other rules: {error}") from None
