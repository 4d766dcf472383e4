"""What a game says to people: all that texts must have words for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from dealt.cards import members
from dealt.game import Game, Say, ScoreSheet
from dealt.laws.walks import start_deal, walk

__all__ = ["of_sheet", "sayings"]


def of_sheet(sheet: ScoreSheet) -> list[Say]:
    """All sentences of a score sheet."""
    found = [] if sheet.said is None else [sheet.said]
    for side in sheet.sides:
        found += [*side.said, *(each.say for each in side.entries)]
        found += [] if side.name is None else [side.name]
    if sheet.standing is not None:
        found += [sheet.standing.say, *(each.say for each in sheet.standing.tracks if each.say is not None)]
    return found


def sayings(game: Game[Any], rng: Random) -> Iterator[Say]:
    """What is said in a random deal: names of actions, why a card can't be played, the log, and the score sheet."""
    table = start_deal(game, rng, later=rng.random() < 0.5)
    while not table.over:
        for seat in table.turn:
            view = table.view(seat, log=False)
            yield from map(game.describe, view.legal)
            seen = list(members(view.face_up))
            why = game.explain(view, 1 << rng.choice(seen)) if seen else None
            yield from () if why is None else (why,)
        walk(table, rng, 1)
    yield from (game.tell(move) for viewer in (None, *range(game.seats)) for move in table.log(viewer))
    yield from of_sheet(game.score_sheet(table.state, tuple(map(float, table.score or ()))))
