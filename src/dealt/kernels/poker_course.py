"""A game of poker as kernels take it: its rules, tables and actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from dealt.game import Game, View
from dealt.games.drawpoker.core import BUY, DRAW
from dealt.games.drawpoker.play import DrawPokerPlay, DrawPokerState
from dealt.kernels import buckets, poker
from dealt.kernels.arrays import blank
from dealt.kernels.course import NONE, Course, Plan
from dealt.kernels.draws import ROOM
from dealt.kernels.loops import TURN
from dealt.kernels.poker import AMOUNT, PACK, SEATS, VERB, VERBS, PokerDeals, Room, Rules, Spots
from dealt.shapes import Fixed, Workspace

MOST_LISTED: Final = 66
"""Two actions, and 64 amounts at most that have an id each. Draws and cards are fewer."""
NUMBERS: Final = {
    "dealer": poker.DEALER, "phase": poker.PHASE, "out": poker.LEFT_OUT, "acted": poker.ACTED, "raises": poker.RAISES,
    "drawers": poker.DRAWERS, "mixed": poker.MIXED, "size": poker.SIZE, "seed": poker.SEED, "asked": poker.ASKED,
    "bought": poker.BOUGHT,
}  # fmt: skip
"""Where the numbers of a state are in a table."""
BY_SEAT: Final = {
    "hands": poker.HANDS, "drawn": poker.DRAWN, "thrown": poker.THROWN, "stacks": poker.STACKS, "paid": poker.PAID,
    "bets": poker.BETS, "won": poker.WON,
}  # fmt: skip


class PokerCourse(Course[DrawPokerPlay, DrawPokerState]):
    """Draw poker with chips, or for one without; hold'em."""

    loops = poker.LOOPS

    def __init__(self, game: DrawPokerPlay) -> None:
        super().__init__(game)
        if game.seats > SEATS:
            raise ValueError(f"there is no kernel for {game!r}: it has more than {SEATS} seats")
        self.rules = Rules(game.row, game.seats, Fixed(sorted(game.deck)))
        self.width = PACK + len(game.deck) * (2 if game.may_run_out else 1)

    def room(self) -> Room:
        return Room(*map(Workspace, (ROOM, MOST_LISTED, max(SEATS, buckets.BUCKETS))))

    def state(self, row: Sequence[int]) -> DrawPokerState:
        turn, phase, opener, begin = row[TURN], row[poker.PHASE], row[poker.OPENER], PACK + row[poker.TOP]
        numbers: dict[str, Any] = {name: row[place] for name, place in NUMBERS.items()}
        by_seat: dict[str, Any] = {name: tuple(row[place : place + self.game.seats]) for name, place in BY_SEAT.items()}
        return DrawPokerState(
            **numbers,
            **by_seat,
            turn=None if turn == NONE or phase == BUY else turn,
            folded=row[poker.GONE] & ~row[poker.LEFT_OUT],
            opener=None if opener == NONE else opener,
            board=tuple(row[begin : begin + row[poker.BOARD]]),
            stock=tuple(row[begin + row[poker.BOARD] : PACK + row[poker.END]]),
        )

    def numbers(self, state: DrawPokerState) -> list[int]:
        found = [0] * self.width
        poker.keep(found, state.moment)
        for name, place in NUMBERS.items():
            found[place] = getattr(state, name)
        for name, place in BY_SEAT.items():
            found[place : place + self.game.seats] = getattr(state, name)
        found[poker.BOARD], found[poker.END] = len(state.board), len(state.board) + len(state.stock)
        found[PACK : PACK + found[poker.END]] = state.board + state.stock
        if state.asked:
            found[TURN] = self.game.turn(state)[0]
        return found

    def record(self, n: int, *, moves: bool, most: int = 0) -> PokerDeals:
        """Arrays for deals, and with ``moves`` for up to ``most`` actions in each."""
        packs = 2 * len(self.game.deck) if moves else 0
        found = blank(PokerDeals, n, self.game.seats, verbs=most, amounts=most, thrown=most, packs=packs)
        found.verbs.fill(NONE)
        found.packs.fill(NONE)
        return found

    def simulate(self, n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> PokerDeals:
        """Moves are counted first, so that all of them have room."""
        found: PokerDeals = super().simulate(n, seed, policy=policy, threads=threads, moves=False, fast=fast)
        if not moves:
            return found
        kept = self.record(n, moves=True, most=int(found.moves.max(initial=0)))
        self.played(kept, seed, self.rules, threads=threads, fast=fast)
        return kept

    # --- rollouts

    def rollouts(self, at: DrawPokerState | View, n: int, seed: int, *, threads: int, fast: bool) -> Any:
        """As :func:`~dealt.kernels.rollouts`; in plain Python where a seed of the state says how discards come back."""
        if isinstance(at, View) or at.mixed or at.phase > DRAW or not self.game.may_run_out:
            return super().rollouts(at, n, seed, threads=threads, fast=fast)
        rng = Random(seed)
        return [self._played_out(at, rng) for _ in range(n)]

    def _played_out(self, state: DrawPokerState, rng: Random) -> tuple[float, ...]:
        """The scores of a deal that is played to its end in plain Python."""
        game = self.game
        while turn := game.turn(state):
            legal = game.legal(state, turn[0])
            action = legal[rng.randrange(len(legal))]
            action = action if action.exact else action.of(rng.choice(game.sizes(state, action)))
            state = game.apply(state, turn[0], action)
        return game.score(state) or (0.0,) * game.seats

    def rules_at(self, state: DrawPokerState) -> Rules:
        return self.rules._replace(row=self.game.row_at(state.deal))

    # --- many tables

    def rules_for(self, plan: Plan) -> Rules:
        """ValueError where discards may come back, or there are no chips."""
        if self.game.may_run_out or not self.game.row.stack:
            raise ValueError(f"there is no kernel for many tables of {self.game!r}: play them one by one")
        few = len(plan.amounts("bet", range(1, 1000))) <= buckets.BUCKETS
        return self.rules._replace(listing=poker.BUCKETS if few else poker.EACH)

    def ids(self, plan: Plan) -> list[int]:
        few = self.rules_for(plan).listing == poker.BUCKETS
        most, least = (buckets.BUCKETS, 0) if few else (self.game.row.stack * self.game.seats, 1)
        found = [NONE] * (AMOUNT + 4 * most + 4)
        for draws in [] if self.game.row.flop else [plan.steps["draw"]]:
            found[0], found[VERB + poker.DRAWS] = plan.ids["stand pat"], draws + len(self.game.deck)
            for one, column in plan.column.items():
                found[poker.CARD + one] = draws + column
        found[VERB + poker.FOLD], found[AMOUNT + poker.CHECK] = plan.ids["fold"], plan.ids["check"]
        found[VERB + poker.BUYS], found[VERB + poker.WATCHES] = plan.first["buy"], plan.ids["watch"]
        for verb in (poker.CALL, poker.BET, poker.RAISE):
            for place in range(most):
                found[AMOUNT + verb + 4 * (least + place)] = plan.first[VERBS[verb]] + place
        return found

    def spots(self, plan: Plan) -> Spots:
        return Spots(*(plan.spots.get(name, NONE) for name in Spots._fields))


def course_of(game: Game[Any]) -> PokerCourse | None:
    return PokerCourse(game) if isinstance(game, DrawPokerPlay) else None
