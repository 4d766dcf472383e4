"""A climbing game as its machine takes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from dealt.cards import mask, text
from dealt.game import Game
from dealt.games.chinesepoker import ChinesePoker
from dealt.games.climbing import Climbing, ClimbingState, Combinations, passed_seats
from dealt.games.climbing.core import NONE, Table, held, traits
from dealt.games.doudizhu import Contract, DouDizhu
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing import (
    ALONE,
    AUCTION,
    BID,
    BIDS,
    CALL,
    CUT,
    DEALER,
    FACE_UP,
    FIRST,
    FOUND,
    HANDS,
    HELD,
    HOLDER,
    KITTY,
    LACKS,
    LOWEST,
    MULTIPLIER,
    MUST,
    NEWEST,
    OWNER,
    PACKETS,
    PASSED,
    PHASE,
    PICK,
    PLAY,
    PLAYS,
    REDEALS,
    SEATS,
    SHOWN,
    SPRING,
    STOCK,
    TRAITS,
    TRICK,
    WIDTH,
    Room,
    Rules,
)
from dealt.kernels.climbing_loops import ClimbingDeals, Spots, climbing_loops
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import changes
from dealt.kernels.loops import OVER, TURN
from dealt.shapes import Fixed, Workspace

__all__ = ["ClimbingCourse", "course_for", "course_of"]

PHASES: Final = ("play", "auction", "pick")
"""Their names, by number."""
MOST_CALLS: Final = {PLAY: 0, AUCTION: 9, PICK: 2}
"""A number of bids or packets that no deal exceeds, by what begins it."""


@lru_cache(maxsize=16)
def table_of(book: Combinations) -> Table:
    """The table of combinations, as numbers that never change."""
    return Table._make(some if isinstance(some, int) else Fixed(some) for some in book.table)


class ClimbingCourse(Course[Climbing, ClimbingState]):
    """A climbing game; a cut for the deal comes before its tables."""

    loops = climbing_loops
    width = WIDTH

    def __init__(self, game: Climbing) -> None:
        super().__init__(game)
        if game.seats > SEATS:
            raise ValueError(f"there is no kernel for {game.name}: it has more than {SEATS} seats")
        bids, picks = isinstance(game, DouDizhu), isinstance(game, ChinesePoker) and game.seats == 2
        said: dict[str, Any] = dict(game.options)
        self.rules = Rules(
            play=game.numbers,
            table=table_of(game.combinations),
            order=Fixed(game.low_to_high),
            deck=Fixed(sorted(game.deck)),
            dealers=Fixed(sorted({game.dealer(Random(number), None) for number in range(64)})),
            penalty=Fixed(float(game.penalty(left)) for left in range(len(game.deck) + 1)),
            size=game.hand,
            phase=AUCTION if bids else PICK if picks else PLAY,
            opens=game.lowest_opens(None),
            reveals=bool(said.get("reveal_kitty") if bids else picks and said.get("open_pick")),
            once=bids and said.get("bidding") == "single",
            forced=game.forced if isinstance(game, DouDizhu) else NONE,
            limit=game.limit if isinstance(game, DouDizhu) else NONE,
            spring=bids and bool(said.get("spring")),
            scoring=bids and bool(said.get("scoring")),
        )
        self._largest = game.largest if isinstance(game, DouDizhu) else game.hand

    def room(self) -> Room:
        seats, rows = self.game.seats, len(self.game.combinations.cards) + 1
        sizes = ROOM, len(self.game.deck), seats, seats * rows, seats * rows, rows, FOUND
        return Room._make(map(Workspace, sizes))

    # --- tables and states

    def state(self, row: Sequence[int]) -> ClimbingState:
        seats, own, phase = self.game.seats, self.game.own, row[PHASE]
        lacks, packets = tuple(row[LACKS : LACKS + seats]), tuple(row[STOCK : STOCK + PACKETS])
        if isinstance(own, Contract):
            first, second, third = row[BIDS : BIDS + 3]
            alone = row[ALONE]
            own = Contract(
                row[FACE_UP], row[HOLDER], row[REDEALS], (first, second, third), alone, row[BID], row[MULTIPLIER],
                row[KITTY], alone >= 0 and row[PLAYS + alone] > 1, row[SPRING],
            )  # fmt: skip
        return ClimbingState(
            hands=tuple(row[HANDS : HANDS + seats]),
            turn=None if row[TURN] == OVER else row[TURN],
            owner=None if row[OWNER] == NONE else row[OWNER],
            trick=tuple(row[TRICK : TRICK + seats]),
            stock=packets if phase == PICK else tuple(filter(None, packets)),
            must=row[MUST],
            shown=row[SHOWN],
            phase=PHASES[phase],
            dealer=row[DEALER],
            lowest=row[LOWEST],
            lacks=lacks if any(lacks) else (),
            cut_cards=tuple(one for one in row[CUT : CUT + seats] if one >= 0),
            own=own,
        )

    def row(self, state: ClimbingState) -> list[int]:
        """The table of a state; ValueError before the cards are dealt."""
        if state.phase not in PHASES:
            raise ValueError(f"a deal has no table before its cards are dealt ({state.phase})")
        row, suits = [0] * WIDTH, self.game.numbers.suits
        for place, some in (
            (STOCK, state.stock), (HANDS, state.hands), (TRICK, state.trick), (LACKS, state.lacks),
            (HELD, [held(suits, hand) for hand in state.hands]), (BIDS, (NONE,) * SEATS),
            (TRAITS, [traits(suits, hand) for hand in state.hands]), (CUT, state.cut_cards or (NONE,) * SEATS),
        ):  # fmt: skip
            row[place : place + len(some)] = some
        row[TURN] = OVER if state.turn is None else state.turn
        row[OWNER] = NONE if state.owner is None else state.owner
        row[NEWEST] = NONE if state.owner is None else self.game.newest(state)
        row[PHASE], row[PASSED] = PHASES.index(state.phase), passed_seats(state.trick)
        row[MUST], row[LOWEST], row[DEALER], row[SHOWN] = state.must, state.lowest, state.dealer, state.shown
        self._stakes(state, row)
        return row

    def _stakes(self, state: ClimbingState, row: list[int]) -> None:
        """What only Dou Dizhu has."""
        own = state.own if isinstance(state.own, Contract) else Contract()
        row[FACE_UP], row[HOLDER], row[REDEALS], row[ALONE] = own.face_up, own.holder, own.redeals, own.alone
        row[BID], row[MULTIPLIER], row[KITTY], row[SPRING] = own.bid, own.multiplier, own.kitty, own.spring
        row[BIDS : BIDS + 3] = own.bids
        if own.alone >= 0:
            for seat, hand in enumerate(state.hands):
                row[PLAYS + seat] = int(hand.bit_count() < (self._largest if seat == own.alone else self.game.hand))
            row[PLAYS + own.alone] += own.again

    # --- whole deals

    def record(self, n: int, *, moves: bool) -> ClimbingDeals:
        """Between two plays every seat passes twice at most."""
        numpy, seats, cards = numpy_for("deals are simulated"), self.game.seats, len(self.game.deck)
        return ClimbingDeals(
            numpy.zeros(n, numpy.int8),
            numpy.zeros((n, seats), numpy.int64),
            numpy.zeros(n, numpy.int64),
            numpy.full(n, NONE, numpy.int8),
            numpy.full((n, MOST_CALLS[self.rules.phase]), NONE, numpy.int8),
            numpy.zeros((n, cards * 2 * seats if moves else 0), numpy.int32),
            numpy.zeros(n, numpy.int16),
            numpy.zeros((n, seats), numpy.int8),
            numpy.zeros((n, seats), numpy.float64),
        )

    # --- rollouts

    def begun(self, state: ClimbingState, rng: Random) -> ClimbingState:
        """The first state once all have cut for the deal at random."""
        while state.cut is not None:
            seat = rng.choice(self.game.turn(state))
            state = self.game.apply(state, seat, rng.choice(self.game.legal(state, seat)).drawn(rng))
        return state

    # --- many tables

    def ids(self, plan: Plan) -> list[int]:
        verb, first = "bid" if self.rules.phase == AUCTION else "take", f"play {text(self.game.combinations.cards[0])}"
        calls = [plan.ids.get(f"{verb} {amount}", NONE) for amount in range(FIRST - CALL)]
        rows = range(plan.ids[first], plan.ids[first] + len(self.game.combinations.cards))
        return [plan.ids["pass"], *calls, *rows]

    def spots(self, plan: Plan) -> Spots:
        places = (
            plan.spots[each.replace("_size", " size") if each == "stock_size" else each] for each in Spots._fields[2:]
        )
        return Spots(len(self.game.deck), mask(self.game.deck), *places)


def course_of(game: Game[Any]) -> ClimbingCourse | None:
    """The course of a climbing game."""
    if isinstance(game, Climbing) and not changes(game) and game.opens_alone:
        raise ValueError(f"there is no kernel for {game.name}: its opening lead must be one card alone")
    return ClimbingCourse(game) if isinstance(game, Climbing) else None


@lru_cache(maxsize=16)
def course_for(game: Climbing) -> ClimbingCourse:
    """The course of a game for computers, which ask again and again, and for the play alone."""
    return ClimbingCourse(game)
