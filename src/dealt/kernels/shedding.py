"""``simulate`` and ``rollouts`` for climbing games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dealt.game import Seat, View
from dealt.games.chinesepoker import PACKETS, ChinesePoker
from dealt.games.climbing import NONE, Climbing, ClimbingState, Combinations, passed_seats
from dealt.games.climbing.core import Table, held
from dealt.games.doudizhu import Contract, DouDizhu, is_spring, multiplied
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing import Bidding, Dealing, Room, landlord_deals, playouts, shedding_deals
from dealt.kernels.draws import ROOM
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.threads import Span, fill, in_turn
from dealt.shapes import Fixed, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ClimbingDeals", "alone", "dealers", "ends", "known", "moment", "room", "run", "score_of", "table_of",
]  # fmt: skip

MOST_CALLS: Final = 9
"""The number of bids in the longest auction of Dou Dizhu is less."""


class ClimbingDeals(NamedTuple):
    """What :func:`simulate` returns for a climbing game: a row for each deal, in arrays that lie in the same order."""

    dealers: NDArray[np.int8]
    """(n,): the seat that dealt."""
    hands: NDArray[np.int64]
    """(n, seats): the hand of each seat as dealt, a set of cards. Where seats choose packets: the first packets."""
    stock: NDArray[np.int64]
    """(n,): the cards that were not dealt, such as the kitty or the last packet."""
    face_up: NDArray[np.int8]
    """(n,): the card that was dealt face up, -1 where there is none."""
    calls: NDArray[np.int8]
    """(n, k): the amounts of bids, or the numbers of packets taken, in order; -1 after the last."""
    rows: NDArray[np.int32]
    """(n, most): the plays in order, as rows of ``game.combinations``: -1 is a pass, and -2 stands after the last.
    Without ``moves`` (n, 0)."""
    moves: NDArray[np.int16]
    """(n,): the number of calls, plays and passes."""
    left: NDArray[np.int8]
    """(n, seats): the number of cards that each seat had left."""
    scores: NDArray[np.float64]
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""


def known(game: Climbing) -> None:
    """ValueError if there is no kernel for a climbing game."""
    refuse_changes(game)
    if game.opens_alone:
        raise ValueError(f"there is no kernel for {game.name}: its opening lead must be one card alone")


def most_moves(game: Climbing) -> int:
    """A number of plays and passes that no deal exceeds: between two plays every seat passes twice at most."""
    return len(game.deck) * 2 * game.seats


def run(game: Climbing, n: int, seed: int, *, threads: int, moves: bool, fast: bool) -> ClimbingDeals:
    """As ``simulate``; ``fast``: compiled."""
    numpy, seats = numpy_for("deals are simulated"), game.seats
    said = MOST_CALLS if isinstance(game, DouDizhu) else 2 if _packets(game) else 0
    found: Any = ClimbingDeals(
        numpy.zeros(n, numpy.int8),
        numpy.zeros((n, seats), numpy.int64),
        numpy.zeros(n, numpy.int64),
        numpy.full(n, NONE, numpy.int8),
        numpy.full((n, said), NONE, numpy.int8),
        numpy.zeros((n, most_moves(game) if moves else 0), numpy.int32),
        numpy.zeros(n, numpy.int16),
        numpy.zeros((n, seats), numpy.int8),
        numpy.zeros((n, seats), numpy.float64),
    )
    fill(found, _kernel(game, seed, fast=fast), threads, fast=fast)
    return found


def table_of(game: Climbing) -> Table:
    """The table of combinations, as numbers that never change."""
    return _fixed(game.combinations)


@lru_cache(maxsize=16)
def _fixed(book: Combinations) -> Table:
    return Table._make(some if isinstance(some, int) else Fixed(some) for some in book.table)


def room(game: Climbing) -> Room:
    """Room for one kernel at a time."""
    rows = len(game.combinations.cards) + 1
    sizes = ROOM, len(game.deck), *(game.seats,) * 5, game.seats * rows, game.seats * rows, rows
    return Room._make(Workspace(size) for size in sizes)


def _packets(game: Climbing) -> int:
    return PACKETS if isinstance(game, ChinesePoker) and game.seats == 2 else 0


def _kernel(game: Climbing, seed: int, *, fast: bool) -> Callable[[Span, list[Any]], None]:
    """What deals a span of deals and writes them to arrays."""
    table, order, deck, first = table_of(game), list(game.low_to_high), sorted(game.deck), dealers(game)
    dealing = Dealing(game.hand, game.lowest_opens(None), _packets(game))
    if isinstance(game, DouDizhu):
        bidding, landlords = _bidding(game), landlord_deals if fast else landlord_deals.bare
        return lambda part, out: landlords(
            game.numbers, table, dealing, bidding, deck, order, first, seed, part, room(game), *out
        )
    penalty = [float(game.penalty(left)) for left in range(len(game.deck) + 1)]
    shedding = shedding_deals if fast else shedding_deals.bare
    return lambda part, out: shedding(
        game.numbers, table, dealing, penalty, deck, order, first, seed, part, room(game), *out[:3], *out[4:]
    )


def _bidding(game: DouDizhu) -> Bidding:
    rules = game.rules
    return Bidding(rules["bidding"] == "single", game.forced, game.limit, bool(rules["spring"]), bool(rules["scoring"]))


def dealers(game: Climbing) -> list[int]:
    """The seats that may deal first; where there are several each is equally likely."""
    return sorted({game.dealer(Random(number), None) for number in range(64)})


# --- rollouts -------------------------------------------------------------------------------------------------------


def ends(
    game: Climbing, at: ClimbingState | View, n: int, seed: int, *, threads: int, fast: bool
) -> list[tuple[float, ...]]:
    """The scores of ``n`` ways in which a deal may end, as ``rollouts`` has them."""
    rng = Random(seed)
    many = n if isinstance(at, View) or at.phase != "play" else 1
    states = [_to_the_first_lead(game, game.sample(at, rng) if isinstance(at, View) else at, rng) for _ in range(many)]
    left, plays, bombs = _played_on(game, states, n, seed, threads, fast=fast)
    found: dict[tuple[object, ...], tuple[float, ...]] = {}
    scores = []
    for k in range(n):
        state = states[k % many]
        key = (k % many, *left[k], *plays[k], bombs[k])
        if key not in found:
            found[key] = score_of(game, state, left[k], plays[k], bombs[k])
        scores.append(found[key])
    return scores


def _to_the_first_lead(game: Climbing, state: ClimbingState, rng: Random) -> ClimbingState:
    while state.phase != "play" and (turn := game.turn(state)):
        seat = rng.choice(turn)
        action = rng.choice(game.legal(state, seat))
        state = game.apply(state, seat, action if action.exact else action.drawn(rng))
    return state


def moment(game: Climbing, state: ClimbingState) -> list[int]:
    """A moment of the play as the kernel has it; once the deal is over any."""
    hands, owner = state.hands, NONE if state.owner is None else state.owner
    if state.turn is None:
        hands, owner = (1 << game.deck[0],) * game.seats, NONE
    newest = NONE if owner < 0 else game.newest(state)
    must = held(game.numbers.suits, state.must)
    return [*hands, *_made(game, state), state.turn or 0, owner, newest, passed_seats(state.trick), must]


def alone(state: ClimbingState) -> Seat:
    """The seat that plays against all others; -1 if each plays for itself."""
    return state.own.alone if isinstance(state.own, Contract) else NONE


def _made(game: Climbing, state: ClimbingState) -> list[int]:
    """The number of plays that each seat has made, as far as the score asks: none, one, or more."""
    if not isinstance(game, DouDizhu) or not isinstance(state.own, Contract):
        return [0] * game.seats
    own = state.own
    lead = 2 if own.again else 1
    return [
        (lead if hand.bit_count() < game.largest else 0) if seat == own.alone else int(hand.bit_count() < game.hand)
        for seat, hand in enumerate(state.hands)
    ]


def _played_on(
    game: Climbing, states: Sequence[ClimbingState], n: int, seed: int, threads: int, *, fast: bool
) -> tuple[list[list[int]], list[list[int]], list[int]]:
    numpy, seats = numpy_for("rollouts come"), game.seats
    found = [numpy.zeros((n, seats), numpy.int64), numpy.zeros((n, seats), numpy.int64), numpy.zeros(n, numpy.int64)]
    table, order = table_of(game), list(game.low_to_high)
    play: Any = playouts if fast else playouts.bare

    def some(part: Span, out: list[Any]) -> None:
        moments = [moment(game, state) for state in in_turn(states, part)]
        play(game.numbers, table, order, moments, seed, part, room(game), *out, [])

    fill(found, some, threads, fast=fast)
    left, plays, bombs = (each.tolist() for each in found)
    return left, plays, bombs


def score_of(
    game: Climbing, state: ClimbingState, left: Sequence[int], plays: Sequence[int], bombs: int
) -> tuple[float, ...]:
    """The game's own score of an end."""
    if state.turn is not None:
        hands = tuple((1 << each) - 1 for each in left)
        own = state.own
        if isinstance(game, DouDizhu) and isinstance(own, Contract):
            others = any(made for seat, made in enumerate(plays) if seat != own.alone)
            alone_won = left[own.alone] == 0
            spring = bool(game.rules["spring"]) and is_spring(alone_won, plays[own.alone], others)
            own = own._replace(multiplier=multiplied(own.multiplier, bombs + spring, game.limit))
        state = replace(state, turn=None, hands=hands, own=own)
    return game.score(state) or (0.0,) * game.seats
