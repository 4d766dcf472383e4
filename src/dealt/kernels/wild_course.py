"""Games of two packs with wild cards as whole deals, rollouts and environments take them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any, Final

from dealt.cards import RANKS
from dealt.game import Game
from dealt.games.climbing import PASSED, ClimbingState, counts, passed_seats
from dealt.games.climbing.wild import halves, joined
from dealt.games.guandan import Guandan
from dealt.games.guandan.levels import Campaign
from dealt.kernels import wild as at
from dealt.kernels.arrays import blank
from dealt.kernels.course import NONE, Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.loops import OVER, TURN
from dealt.kernels.wild import Room, Rules, Spots, WildDeals, wild_loops
from dealt.shapes import Fixed, Workspace

PLAIN: Final = "play"
LEVELS: Final = range(len(RANKS))


class WildCourse(Course[Guandan, ClimbingState]):
    """A game of two packs with wild cards; tribute comes before its tables, as first deals have none."""

    loops = wild_loops
    width = at.WIDTH

    def __init__(self, game: Guandan) -> None:
        super().__init__(game)
        books = [game.at(level) for level in LEVELS]
        starts = [*accumulate((len(book.size) for book in books), initial=0)]
        needs = [*accumulate((len(book.rows.needs) for book in books), initial=0)]
        moved = {"end": starts, "over": starts, "first": needs}
        table = counts.Table._make(
            Fixed(
                one + (moved[name][level] if name in moved else 0)
                for level, book in zip(LEVELS, books, strict=True)
                for one in getattr(book.rows, name)[: -1 if name == "first" else None]
            )
            for name in counts.Table._fields
        )
        table.first.append(needs[-1])
        self.verbs = (PLAIN, *game.combinations.verbs)
        self.rules = Rules(
            play=game.numbers,
            table=table,
            starts=Fixed(starts),
            wild=Fixed(half for level in LEVELS for half in halves(game.wild(level))),
            verbs=Fixed(
                self.verbs.index(book.verb(row)) if book.weakens(row) else 0
                for book in books
                for row in range(len(book.size))
            ),
            most=len(self.verbs),
            deck=Fixed(_place(one) for one in sorted(game.deck)),
            size=game.hand,
            level=RANKS.index(game.rules["first_level"]),
            steps=False,
        )
        self._most = max(
            sum(ways(book.rows.flags[row], need) for row in range(len(book.size)) for need in book.needs_of(row))
            for book in books
        )

    def room(self) -> Room:
        cards, verbs = len(self.game.deck), self.rules.most
        most = self._most
        sizes = ROOM, cards, most, most, 2 * most, 2 * verbs, verbs * (cards + 1) + 1, 1, most + 1
        return Room._make(map(Workspace, sizes))

    # --- tables and states

    def state(self, row: Sequence[int]) -> ClimbingState:
        """As :class:`Course` has it; what was before the deal is not told."""
        level, owner = row[at.LEVEL], row[at.OWNER]
        first = self.rules.starts[level]
        cards = [joined(*row[place : place + 2]) for place in range(at.HANDS, at.ROWS, 2)]
        hands, trick = cards[: at.SEATS], cards[at.SEATS :]
        read = tuple(each - first if each >= 0 else NONE for each in row[at.ROWS : at.ROWS + at.SEATS])
        places = row[at.PLACES : at.PLACES + at.SEATS]
        return ClimbingState(
            tuple(hands),
            None if row[TURN] == OVER else row[TURN],
            None if owner == NONE else owner,
            tuple(PASSED if row[at.PASSED] >> seat & 1 else some for seat, some in enumerate(trick)),
            own=Campaign(level, (level, level), rows=read),
            outs=tuple(sorted((seat for seat in range(at.SEATS) if places[seat]), key=lambda seat: places[seat])),
        )

    def numbers(self, state: ClimbingState) -> list[int]:
        """The table of a state; ValueError while tribute is paid."""
        if state.phase != "play":
            raise ValueError(f"a deal has no table before its play ({state.phase})")
        own, row = state.own, [0] * at.WIDTH
        first = self.rules.starts[own.level]
        read = [each + first if each >= 0 else NONE for each in own.rows]
        lying = [max(each, 0) for each in state.trick]
        row[at.HANDS : at.ROWS] = [half for some in (*state.hands, *lying) for half in halves(some)]
        row[at.ROWS : at.PLACES] = read
        row[TURN] = OVER if state.turn is None else state.turn
        row[at.OWNER] = NONE if state.owner is None else state.owner
        row[at.NEWEST] = NONE if state.owner is None else read[state.owner]
        row[at.PASSED], row[at.OUT] = passed_seats(state.trick), self.game.out(state.hands)
        row[at.LEVEL], row[at.VERB] = own.level, NONE
        for place, seat in enumerate(state.outs, 1):
            row[at.PLACES + seat] = place
        return row

    # --- whole deals

    def record(self, n: int, *, moves: bool) -> WildDeals:
        """Between two plays every other seat passes once."""
        most = len(self.game.deck) * self.game.seats if moves else 0
        return blank(WildDeals, n, self.game.seats, rows=most, cards=most, more=most)

    # --- rollouts

    def begun(self, state: ClimbingState, rng: Random) -> ClimbingState:
        """The first state of the play, once all have paid tribute at random."""
        while state.phase != "play":
            seat = rng.choice(self.game.turn(state))
            state = self.game.apply(state, seat, rng.choice(self.game.legal(state, seat)))
        return state

    # --- many tables

    def rules_for(self, plan: Plan) -> Rules:
        return self.rules._replace(steps=True)

    def ids(self, plan: Plan) -> list[int]:
        deck = sorted(self.game.deck)
        found = [NONE] * (at.FIRST + at.CARDS * len(self.verbs))
        found[at.PASS] = plan.ids["pass"]
        for number, verb in enumerate(self.verbs):
            code, first = at.FIRST + at.CARDS * number, plan.steps[verb]
            for n, one in enumerate(deck):
                found[code + _place(one)] = first + n
            found[code + at.DONE] = first + len(deck)
        return found

    def spots(self, plan: Plan) -> Spots:
        return Spots(len({*plan.column.values()}), *(plan.spots[each] for each in Spots._fields[1:]))


def _place(one: int) -> int:
    """Where a card is in the two halves, of which the second begins at 64."""
    half, other = halves(1 << one)
    return half.bit_length() - 1 if half else 63 + other.bit_length()


def ways(flags: int, need: int) -> int:
    """More ways to meet a need than there are with two wild cards."""
    ranks = -(-need.bit_length() // 8)
    return (1 + ranks + ranks * (ranks + 1) // 2) * (4 if flags & counts.SUITED else 1)


def course_of(game: Game[Any]) -> WildCourse | None:
    return WildCourse(game) if isinstance(game, Guandan) else None


@lru_cache(maxsize=4)
def course_for(game: Guandan) -> WildCourse:
    """The course of a game for computers, which ask again and again."""
    return WildCourse(game)
