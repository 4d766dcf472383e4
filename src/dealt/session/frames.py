"""Deals frame by frame: a finished one with every hand open, and the first lesson of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dealt.game import OPEN, Game, Listing, Move, Past
from dealt.lesson import Lesson
from dealt.session.view import boxes, log_line, sorts, wire_mix, wire_view
from dealt.table import DealRecord, Table
from dealt.wire import protocol
from dealt.wire.protocol import Frame


def replay(game: Game[Any], dealt: DealRecord, deal: int, deals: int, past: Past[Any] | None) -> protocol.Replay:
    """Deal number ``deal`` of ``deals`` from the past that it began with. It may take a good part of a second."""
    table = dealt.table(game, past)
    frames = [_open(table), *(_open(table, Move(*table.follow(line))) for line in dealt.actions)]
    return protocol.Replay(
        deal=deal,
        deals=deals,
        names=list(dealt.players),
        scores=None if dealt.scores is None else list(dealt.scores),
        frames=frames,
        mix=wire_mix(dealt.mix),
        fixed=dealt.fixed,
        partnerships=[list(each) for each in game.partnerships],
    )


def _open(table: Table[Any], move: Move | None = None) -> Frame:
    seen = replace(table.view(OPEN, log=False), legal=())
    return Frame(wire_view(table.game, seen), move=None if move is None else log_line(table.game, move))


def lesson(listing: Listing) -> protocol.Lesson:
    """The lesson that a game brings, as its learner sees it; LessonError if it doesn't work."""
    written = Lesson.read(listing.lesson)
    game, shown = written.frames(listing.make)
    frames, before = [], 0
    for each in shown:
        moves = each.view.log
        frames.append(
            Frame(
                wire_view(game, each.view),
                sorts(game, each.view),
                log_line(game, moves[-1]) if len(moves) > before else None,
                dict(each.words),
                each.play,
                boxes(game, each.view) if each.play is not None else [],
                list(each.look),
            )
        )
        before = len(moves)
    partnerships = [list(each) for each in game.partnerships]
    return protocol.Lesson(listing.name, dict(game.options), written.seat, frames, partnerships)
