"""Guandan: its kinds of combination, the play, what people see of it and ask about it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from dealt.cards import RANKS, WITH_JOKERS, Card, Order, shoe
from dealt.game import Action, Entry, Fact, Option, Say, ScoreSheet, Seat, Side, Standing, Track, Value, View
from dealt.games.climbing import BOMB, PASS, ClimbingState, Kind, runs
from dealt.games.guandan.levels import ACE, gain, is_over, leader, side_of
from dealt.games.guandan.tribute import RESIST, Tribute
from dealt.games.texts import settled

RUN_RANKS: Final = "A" + RANKS
"""An ace is low or high in a run; a level card has its own place there."""
LONGEST: Final = 5
LARGEST: Final = 10
"""The most cards of a bomb: eight of a rank and two wild ones."""

OPTIONS: Final = (
    Option("first_level", "2", ("2", "5", "T", "A")),
    Option("tribute", True, (True, False)),
    Option("ace", "stay", ("stay", "back")),
)


def kinds() -> tuple[Kind, ...]:
    """The ten kinds of combination; bombs of each size are a kind, and a straight flush stands between five and six."""
    sizes = [Kind(f"bomb_{n}", n, power=BOMB + n + (n > 5)) for n in range(4, LARGEST + 1)]
    return (
        Kind("single"),
        Kind("pair", 2),
        Kind("triple", 3),
        Kind("full_house", 3, kicker=2),
        Kind("straight", run=runs(RUN_RANKS, LONGEST)),
        Kind("tube", 2, run=runs(RUN_RANKS, 3)),
        Kind("plate", 3, run=runs(RUN_RANKS, 2)),
        *sizes,
        Kind("straight_flush", run=runs(RUN_RANKS, LONGEST), suited=True, power=BOMB + 6),
        Kind("joker_bomb", 2, run=("BR",), power=BOMB + LARGEST + 2),
    )


class Guandan(Tribute):
    """Guandan under any of ``OPTIONS``. Tests use smaller decks and hands."""

    low: ClassVar[bool] = False
    zero_sum: ClassVar[bool] = True
    partnerships = ((0, 2), (1, 3))

    def __init__(self, *, deck: tuple[Card, ...] = shoe(2, WITH_JOKERS), hand: int = 27, **options: Value) -> None:
        rules = settled(OPTIONS, options)
        self.rules = rules
        super().__init__(
            "guandan",
            kinds=kinds(),
            order=Order(RANKS + "BR", ""),
            seats=4,
            deck=deck,
            hand=hand,
            clockwise=True,
            places=(0, 0, 0, 0),
            options=rules,
        )
        self.sorts = ("rank", "suit", "combination")
        self.vocabulary = (PASS, RESIST)

    # --- playing

    def apply(self, state: ClimbingState, seat: Seat, action: Action) -> ClimbingState:
        """Also, where nobody has beaten a seat that is out, its partner leads."""
        after = super().apply(state, seat, action)
        if state.owner is None or after.owner is not None or after.turn is None:
            return after
        turn = leader(state.owner, after.turn, self.out(after.hands))
        return replace(after, turn=turn, own=after.own._replace(rows=self.own.rows))

    def decided(self, outs: tuple[Seat, ...]) -> bool:
        return is_over(sum(1 << seat for seat in outs))

    # --- who sees what

    def own_facts(self, state: ClimbingState) -> list[Fact]:
        own = state.own
        facts = [Fact("level", None, RANKS[own.level])]
        if own.levels[0] != own.levels[1]:
            facts += [Fact("side_level", seat, RANKS[own.levels[side_of(seat)]]) for seat in range(self.seats)]
        return facts + ([Fact(state.phase, None, 1, role="asked")] if state.phase != "play" else [])

    # --- the end

    def score(self, state: ClimbingState) -> tuple[float, ...] | None:
        """The levels that a side goes up, for each of the two; the other side loses as many."""
        if state.turn is not None:
            return None
        first, won = side_of(state.outs[0]), gain(state.outs)
        return tuple(won if side_of(seat) == first else -won for seat in range(self.seats))

    def final(self, state: ClimbingState, totals: tuple[float, ...]) -> bool:
        return state.turn is None and state.own.is_won(state.outs)

    def score_sheet(self, state: ClimbingState, totals: tuple[float, ...]) -> ScoreSheet:
        first, won = state.outs[0], gain(state.outs)
        ours, theirs = Entry(Say(f"entry.up_{won}"), (won,)), Entry(Say("entry.down"), (-won,))
        sides = tuple(Side(pair, (ours if first in pair else theirs,)) for pair in self.partnerships)
        over = self.final(state, totals)
        levels = self.climbed(state).levels
        tracks = tuple(
            Track(pair, ACE + 1 if over and first in pair else levels[side], ACE + 1,
                  say=Say("standing.level", {"rank": RANKS[levels[side]].replace("T", "10")}))
            for side, pair in enumerate(self.partnerships)
        )  # fmt: skip
        said = Say("result.match" if over else "result.out", {"who": f"#{first}", "partner": f"#{first ^ 2}"})
        return ScoreSheet(sides, said, standing=Standing(Say("standing.levels"), tracks))

    def refuse_in_turn(self, view: View, seat: Seat, action: Action) -> Say:
        return Say("why.resist") if action == RESIST else super().refuse_in_turn(view, seat, action)
