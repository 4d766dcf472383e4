"""What workers say of partners: whether choices fit cards that weren't seen, and how likely that is by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from dealt import analysis
from dealt.analysis import honest
from dealt.game import Past, Seat
from dealt.table import DealRecord
from dealt.work.work import GameKey, House, WorkFailed

Figures = Sequence[float]


def tells(house: House, name: str) -> bool:
    """Has it been measured at a game that choices tell whether a partner's cards were seen?"""
    game = house.games[name].make()
    return honest.tells(game, analysis.judge_for(game))


def foresights(
    house: House, key: GameKey, dealt: DealRecord, past: Past[Any] | None, seats: Sequence[Seat], written: str | None
) -> dict[Seat, float | None]:
    """What a finished deal says of these seats; ``written`` is its analysis, if there is one. WorkFailed if it can't be
    replayed."""
    game = house.game(key)
    judge = analysis.judge_for(game)
    if not honest.tells(game, judge):
        return {}
    judged = {each.step: each for each in analysis.from_json(written).judged} if written else {}
    try:
        table = dealt.table(game, past, begun=True)
    except ValueError as error:
        raise WorkFailed(f"the deal doesn't replay: {error}") from None
    partners = {seat: honest.partner_of(game, seat) for seat in seats}
    return {
        seat: honest.foresight(table, judge, seat, partner, judged)
        for seat, partner in partners.items()
        if partner is not None
    }


def chance(house: House, key: GameKey, players: Sequence[tuple[Figures, Figures]]) -> float | None:
    """How likely two play independently; the same figures lead to the same chance."""
    return honest.chance(players, Random(key.name))
