"""The judge of melding games: each action is tried in worlds that fit the view, which are played out by rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Action, Seat, View
from dealt.games.melds import Melding
from dealt.players.judging import Judge, Judgement
from dealt.players.search.melds import MeldSearch

NOTHING: Final = -1


class MeldsJudge(Judge):
    """Results are the points by which a seat ends ahead."""

    worlds = 192
    game: Melding

    def __init__(self, game: Melding) -> None:
        super().__init__(game)
        self.player = MeldSearch(game)

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        return Judgement(self.player.rows(view, tried, rng, worlds), blur=0.5)

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        return self.player.open(state, seat, [self.game.code_of(each) for each in tried])

    def expected(self, state: Any, rng: Random, worlds: int) -> tuple[float, ...]:
        return tuple(self.player.open(state, seat, [NOTHING])[0] for seat in range(self.game.seats))
