"""The judge of trick-taking games: each card is played in layouts that fit the view, which a player plays out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from dealt.cards import Card, members
from dealt.game import Action, Seat, View
from dealt.games.tricks import NONE, Tricks, TrickState
from dealt.players.advice.tricks.playout import alike, layouts
from dealt.players.advice.tricks.search import TrickSearch, tricks
from dealt.players.judging import Judge, Judgement

__all__ = ["TricksJudge", "card_of"]

Gains = tuple[float, ...]


def card_of(action: Action) -> Card:
    """The card of a play; NONE for anything else."""
    return next(members(action.cards)) if action.verb == "play" else NONE


class TricksJudge(Judge):
    """What a card leads to: the points of a side as a player values them, who plays every layout out."""

    worlds = 96
    blur: ClassVar[float] = 0.0
    apart: frozenset[Card] = frozenset()
    """Cards that are not worth the same as their neighbours."""
    game: Tricks

    def __init__(self, game: Tricks, player: TrickSearch) -> None:
        super().__init__(game)
        self.player = player

    def candidates(self, view: View, taken: Action, rng: Random) -> list[Action]:
        known = self.game.public(view)
        if known.phase != "play":
            return self.before_play(view, known, taken, rng)
        if card_of(taken) == NONE:
            return [taken]
        plays = {card_of(each): each for each in view.legal if each.cards}
        tried = alike(self.game, known, [one for one in plays if one not in self.apart])
        tried += sorted(self.apart & plays.keys())
        own = card_of(taken)
        if own not in tried:
            equal = max(one for one in tried if one & 3 == own & 3 and one < own and one not in self.apart)
            tried[tried.index(equal)] = own
        return [plays[one] for one in tried]

    def before_play(self, view: View, known: TrickState, taken: Action, rng: Random) -> list[Action]:
        """The candidates where no card is to be played."""
        return [taken]

    def known(self, view: View, tried: Sequence[Action], rng: Random, worlds: int) -> Judgement:
        known = self.game.public(view)
        if known.phase != "play":
            return self.known_before_play(view, known, tried, rng, worlds)
        some = [card_of(each) for each in tried]
        rows: list[list[float]] = [[] for _ in tried]
        for state in layouts(self.game, view, rng, worlds, lambda deal: self.player.misfit(view, deal)):
            for row, gains in zip(rows, self.ends(state, some), strict=True):
                row.append(gains[known.turn or 0])
        return Judgement(rows, blur=self.blur)

    def known_before_play(
        self, view: View, known: TrickState, tried: Sequence[Action], rng: Random, worlds: int
    ) -> Judgement:
        """The same where no card is to be played."""
        raise NotImplementedError("nothing is judged before the play")

    def open(self, state: Any, seat: Seat, tried: Sequence[Action], rng: Random, worlds: int) -> list[float] | None:
        if state.phase != "play":
            return self.open_before_play(state, seat, tried, rng)
        return [gains[seat] for gains in self.ends(state, [card_of(each) for each in tried])]

    def open_before_play(
        self, state: TrickState, seat: Seat, tried: Sequence[Action], rng: Random
    ) -> list[float] | None:
        """The same where no card is to be played."""
        return None

    def expected(self, state: Any, rng: Random, worlds: int) -> Gains:
        if state.phase != "play":
            state = self.begun(state, rng)
        return self.final(state) if state.turn is None else self.ends(state, [NONE])[0]

    def begun(self, state: TrickState, rng: Random) -> TrickState:
        """The state at the first lead, if all do before it what they should."""
        raise NotImplementedError("nothing comes before the play")

    def ends(self, state: TrickState, some: Sequence[Card]) -> list[Gains]:
        """What each seat gains if each of these cards is played, NONE for the one that the player would play."""
        return [self.sides(state, won) for won in self.player.ends(state, self.game.position(state), some)]

    def final(self, state: TrickState) -> Gains:
        """What each seat has gained in a finished deal."""
        return self.sides(state, tricks(state))

    def sides(self, state: TrickState, won: Sequence[int]) -> Gains:
        """What the tricks of each seat are worth to every seat, where two sides play."""
        ours, theirs = (float(self.player.worth(state, won, side)) for side in (0, 1))
        return ours, theirs, ours, theirs
