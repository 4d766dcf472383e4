"""The judge of Hearts: cards by playouts in which everybody ducks, and cards to pass by the same after the pass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, Final

from dealt.cards import Card, Cards, mask, members
from dealt.game import Action, Game, Seat, View
from dealt.games.hearts import JACK, QUEEN, Hearts
from dealt.games.tricks import NONE, TrickState
from dealt.players.advice.hearts.playout import finish
from dealt.players.advice.hearts.shy import SUSPECT, Shy, danger
from dealt.players.advice.tricks.judging import Gains, TricksJudge, card_of
from dealt.players.advice.tricks.playout import layouts
from dealt.players.judging import Judge, Judgement

__all__ = ["HeartsJudge", "knows", "make"]

GIFTS: Final = 8
"""The number of sets of cards to pass, by the danger that is left, that are tried."""


class HeartsJudge(TricksJudge):
    """Results are the points by which a seat ends below the average of the others."""

    blur = 0.4
    game: Hearts
    player: Shy

    def __init__(self, game: Hearts) -> None:
        super().__init__(game, Shy(game))
        self.apart = frozenset({QUEEN, JACK} if game.rules["jack"] else {QUEEN})

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        hand = known.hands[view.seat or 0]
        safest = sorted(view.legal, key=lambda each: danger(hand & ~each.cards))[:GIFTS]
        return list(dict.fromkeys((*safest, taken)))

    def known_before_play(
        self, view: View, known: TrickState, tried: Sequence[Action], rng: Random, worlds: int
    ) -> Judgement:
        rows: list[list[float]] = [[] for _ in tried]
        for _ in range(max(8, worlds // 3)):
            state = self.game.sample(view, rng)
            for row, gain in zip(rows, self.gifts(state, view.seat or 0, tried), strict=True):
                row.append(gain)
        return Judgement(rows, blur=self.blur)

    def gifts(self, state: TrickState, seat: Seat, tried: Sequence[Action]) -> list[float]:
        """What a seat gains by passing these cards, if the others pass what is dangerous."""
        after = (self.begun(self.game.apply(state, seat, each), Random(0)) for each in tried)
        return [self.ends(each, [NONE])[0][seat] for each in after]

    def open_before_play(
        self, state: TrickState, seat: Seat, tried: Sequence[Action], rng: Random
    ) -> list[float] | None:
        return self.gifts(state, seat, tried)

    def begun(self, state: TrickState, rng: Random) -> TrickState:
        while state.phase == "give" and (turn := self.game.turn(state)):
            some = safest_gift(state.hands[turn[0]], self.game.gift_size)
            state = self.game.apply(state, turn[0], Action("pass", some))
        return state

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        known = self.game.public(view)
        if known.phase != "play":
            return self.known_before_play(view, known, tried, rng, worlds)
        seat, some, suspect = known.turn or 0, [card_of(each) for each in tried], self.suspect(known)
        points = known.deal_data[:4]
        bold = not any(points[:seat] + points[seat + 1 :]) and self.player.may_shoot(known, seat)
        plain: list[list[float]] = [[] for _ in tried]
        shot: list[list[float]] = [[] for _ in tried]
        for n, state in enumerate(layouts(self.game, view, rng, worlds)):
            shooter = suspect if suspect != seat and n % 2 else NONE
            for row, gains in zip(plain, self.played(state, some, shooter), strict=True):
                row.append(gains[seat])
            for row, gains in zip(shot, self.played(state, some, seat) if bold else (), strict=bold):
                row.append(gains[seat])
        better = bold and max(map(sum, shot)) > max(map(sum, plain))
        return Judgement(shot if better else plain, blur=self.blur)

    def suspect(self, state: TrickState) -> Seat:
        """Who has taken all points so far, and enough of them to be after all; NONE if nobody."""
        points = state.deal_data[:4]
        return next((seat for seat in range(4) if points[seat] == sum(points) >= SUSPECT), NONE)

    def ends(self, state: TrickState, some: Sequence[Card]) -> list[Gains]:
        return self.played(state, some, self.suspect(state))

    def played(self, state: TrickState, some: Sequence[Card], shooter: Seat) -> list[Gains]:
        """What each seat gains if each of these cards is played and one seat, or NONE, is after all points."""
        at, lying = self.game.position(state), mask(self.game.current_trick(state))
        found = []
        for one in some:
            taken = finish(self.game.row, at, lying, (0, 0, 0, 0), shooter, one)
            found.append(tuple(self.player.value(taken, state.deal_data, seat) for seat in range(4)))
        return found

    def final(self, state: TrickState) -> Gains:
        scores = self.game.score(state) or (0.0,) * 4
        return tuple((sum(scores) - 4 * each) / 3 for each in scores)


@lru_cache(4096)
def safest_gift(hand: Cards, size: int) -> Cards:
    """The cards whose loss lowers the danger of a hand most."""
    some = [mask(each) for each in combinations(members(hand), size)]
    return min(some, key=lambda each: danger(hand & ~each))


def knows(game: Game[Any]) -> bool:
    """Is it Hearts?"""
    return isinstance(game, Hearts)


def make(game: Game[Any]) -> Judge:
    """The judge of Hearts; ValueError for another game."""
    if not isinstance(game, Hearts):
        raise ValueError(f"this judge knows Hearts, and {game.name} isn't it")
    return HeartsJudge(game)
