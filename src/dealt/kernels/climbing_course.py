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
from dealt.kernels import climbing_table as at
from dealt.kernels.arrays import blank
from dealt.kernels.climbing_loops import ClimbingDeals, Spots, climbing_loops
from dealt.kernels.climbing_table import Room, Rules
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import plays
from dealt.kernels.loops import OVER, TURN
from dealt.shapes import Fixed, Workspace

PHASES: Final = ("play", "auction", "pick")
NUMBERS: Final = {
    "must": at.MUST, "lowest": at.LOWEST, "dealer": at.DEALER, "shown": at.SHOWN, "turned": at.TURNED,
}  # fmt: skip
"""Where the numbers of a state are in a table."""
BY_SEAT: Final = {"hands": at.HANDS, "trick": at.TRICK}
STAKES: Final = {
    "face_up": at.FACE_UP, "holder": at.HOLDER, "redeals": at.REDEALS, "alone": at.ALONE, "bid": at.BID,
    "multiplier": at.MULTIPLIER, "kitty": at.KITTY, "spring": at.SPRING,
}  # fmt: skip
"""What only Dou Dizhu has."""
MOST_CALLS: Final = {at.PLAY: 0, at.AUCTION: 9, at.PICK: 2}
"""A number of bids or packets that no deal exceeds, by what begins it."""


@lru_cache(maxsize=16)
def table_of(book: Combinations) -> Table:
    """The table of combinations, as numbers that never change."""
    return Table._make(some if isinstance(some, int) else Fixed(some) for some in book.table)


class ClimbingCourse(Course[Climbing, ClimbingState]):
    """A climbing game; a cut for the deal comes before its tables."""

    loops = climbing_loops
    width = at.WIDTH

    def __init__(self, game: Climbing) -> None:
        super().__init__(game)
        if game.seats > at.SEATS:
            raise ValueError(f"there is no kernel for {game.name}: it has more than {at.SEATS} seats")
        bids, picks = isinstance(game, DouDizhu), isinstance(game, ChinesePoker) and game.seats == 2
        said: dict[str, Any] = dict(game.options)
        self.rules = Rules(
            play=game.numbers,
            table=table_of(game.combinations),
            order=Fixed(game.low_to_high),
            deck=Fixed(sorted(game.deck)),
            dealers=Fixed(sorted({game.dealer(Random(number), None) for number in range(64)})),
            penalty=Fixed(float(game.penalty(left)) for left in range(len(game.deck) + 1)),
            places=Fixed(game.places),
            instants=Fixed(game.instants),
            size=game.hand,
            phase=at.AUCTION if bids else at.PICK if picks else at.PLAY,
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
        sizes = ROOM, len(self.game.deck), seats, seats * rows, seats * rows, rows, at.FOUND
        return Room._make(map(Workspace, sizes))

    # --- tables and states

    def state(self, row: Sequence[int]) -> ClimbingState:
        seats, own, phase = self.game.seats, self.game.own, row[at.PHASE]
        numbers: dict[str, Any] = {name: row[place] for name, place in NUMBERS.items()}
        by_seat: dict[str, Any] = {name: tuple(row[place : place + seats]) for name, place in BY_SEAT.items()}
        packets, alone = tuple(row[at.STOCK : at.STOCK + at.PACKETS]), row[at.ALONE]
        if isinstance(own, Contract):
            said: dict[str, Any] = {name: row[place] for name, place in STAKES.items()}
            first, second, third = row[at.BIDS : at.BIDS + 3]
            own = Contract(bids=(first, second, third), again=alone >= 0 and row[at.PLAYS + alone] > 1, **said)
        return ClimbingState(
            **numbers,
            **by_seat,
            turn=None if row[TURN] == OVER else row[TURN],
            owner=None if row[at.OWNER] == NONE else row[at.OWNER],
            stock=packets if phase == at.PICK else tuple(filter(None, packets)),
            phase=PHASES[phase],
            lacks=tuple(row[at.LACKS : at.LACKS + seats]) if any(row[at.LACKS : at.LACKS + seats]) else (),
            cut_cards=tuple(one for one in row[at.CUT : at.CUT + seats] if one >= 0),
            outs=tuple(
                sorted((seat for seat in range(seats) if row[at.PLACES + seat]), key=lambda n: row[at.PLACES + n])
            ),
            own=own,
        )

    def numbers(self, state: ClimbingState) -> list[int]:
        """The table of a state; ValueError before the cards are dealt."""
        if state.phase not in PHASES:
            raise ValueError(f"a deal has no table before its cards are dealt ({state.phase})")
        row, suits = [0] * at.WIDTH, self.game.numbers.suits
        own = state.own if isinstance(state.own, Contract) else Contract()
        for place, some in (
            (at.STOCK, state.stock), (at.LACKS, state.lacks), (at.HELD, [held(suits, hand) for hand in state.hands]),
            (at.TRAITS, [traits(suits, hand) for hand in state.hands]), (at.CUT, state.cut_cards or (NONE,) * at.SEATS),
            (at.BIDS, (NONE,) * at.SEATS), (at.BIDS, own.bids),
            *((place, getattr(state, name)) for name, place in BY_SEAT.items()),
        ):  # fmt: skip
            row[place : place + len(some)] = some
        for told, places in ((state, NUMBERS), (own, STAKES)):
            for name, place in places.items():
                row[place] = getattr(told, name)
        row[TURN] = OVER if state.turn is None else state.turn
        row[at.OWNER] = NONE if state.owner is None else state.owner
        row[at.NEWEST] = NONE if state.owner is None else self.game.newest(state)
        for place, seat in enumerate(state.outs, 1):
            row[at.PLACES + seat] = place
        row[at.OUT] = self.game.out(state.hands) if state.outs else 0
        row[at.PHASE], row[at.PASSED] = PHASES.index(state.phase), passed_seats(state.trick)
        if own.alone >= 0:
            for seat, hand in enumerate(state.hands):
                row[at.PLAYS + seat] = int(hand.bit_count() < (self._largest if seat == own.alone else self.game.hand))
            row[at.PLAYS + own.alone] += own.again
        return row

    # --- whole deals

    def record(self, n: int, *, moves: bool) -> ClimbingDeals:
        """Between two plays every seat passes twice at most."""
        seats, rows = self.game.seats, len(self.game.deck) * 2 * self.game.seats if moves else 0
        found = blank(ClimbingDeals, n, seats, calls=MOST_CALLS[self.rules.phase], rows=rows)
        found.face_up.fill(NONE)
        found.calls.fill(NONE)
        return found

    # --- rollouts

    def begun(self, state: ClimbingState, rng: Random) -> ClimbingState:
        """The first state once all have cut for the deal, and exchanged cards, at random."""
        while state.phase not in PHASES:
            seat = rng.choice(self.game.turn(state))
            state = self.game.apply(state, seat, rng.choice(self.game.legal(state, seat)).drawn(rng))
        return state

    # --- many tables

    def ids(self, plan: Plan) -> list[int]:
        verb = "bid" if self.rules.phase == at.AUCTION else "take"
        first = f"play {text(self.game.combinations.cards[0])}"
        calls = [plan.ids.get(f"{verb} {amount}", NONE) for amount in range(at.FIRST - at.CALL)]
        rows = range(plan.ids[first], plan.ids[first] + len(self.game.combinations.cards))
        if self.rules.phase == at.PLAY:
            calls[at.SHOW - at.CALL] = plan.ids.get("show", NONE)
        return [plan.ids["pass"], *calls, *rows]

    def spots(self, plan: Plan) -> Spots:
        places = (
            plan.spots.get(each.replace("_size", " size") if each == "stock_size" else each, NONE)
            for each in Spots._fields[2:]
        )
        return Spots(len(self.game.deck), mask(self.game.deck), *places)


def course_of(game: Game[Any]) -> ClimbingCourse | None:
    if isinstance(game, Climbing) and plays(Climbing, game) and game.opens_alone:
        raise ValueError(f"there is no kernel for {game.name}: its opening lead must be one card alone")
    return ClimbingCourse(game) if isinstance(game, Climbing) else None


@lru_cache(maxsize=16)
def course_for(game: Climbing) -> ClimbingCourse:
    """The course of a game for computers, which ask again and again, and for the play alone."""
    return ClimbingCourse(game)
