"""Whole deals of draw poker at random: the loop around the core over flat arrays, and what it returns to NumPy."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dealt.bits import count, nth
from dealt.game import Seat
from dealt.games.drawpoker.core import (
    BUY,
    DRAW,
    MOST_DRAWS,
    OVER,
    PAYING,
    DrawRow,
    Moment,
    begin,
    bet,
    broke,
    draw,
    drawn_in,
    list_draws,
    may_bet,
    pair_or_better,
    placed,
)
from dealt.games.drawpoker.play import DrawPokerPlay, DrawPokerState
from dealt.games.showdown.betting import NONE, Chips, one_left, sizes
from dealt.games.showdown.core import ACE, hand_value, pay_out
from dealt.kernels.arrays import numpy_for
from dealt.kernels.draws import ROOM, shuffle_part, start, start_next
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.machine import kernel
from dealt.kernels.threads import Span, fill, in_turn
from dealt.shapes import Bytes, ByteTable, Ints, IntTable, Longs, LongTable, RealTable, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["VERBS", "PokerDeals", "poker_deals", "poker_ends", "run_poker"]

VERBS: Final = ("check", "call", "bet", "raise", "fold", "draw", "stand pat", "buy", "watch")
"""The verbs of draw poker's actions, in the order of their numbers."""
NUMBERS: Final = 11
"""The number of numbers of a moment that are not by seat."""
CHECK, CALL, BET, RAISE, FOLD, DRAWS, PAT, BUYS, WATCHES = range(len(VERBS))

Numbers = MutableSequence[int]


class PokerDeals(NamedTuple):
    """What :func:`~dealt.kernels.simulate` returns for draw poker: a row for each deal, in arrays of the same order."""

    dealers: Bytes
    """(n,): the seat that dealt."""
    hands: LongTable
    """(n, seats): the hand of each seat as dealt, a set of cards."""
    ends: LongTable
    """(n, seats): the hand of each seat at the end."""
    moves: Ints
    """(n,): the number of actions."""
    scores: RealTable
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""
    verbs: ByteTable
    """(n, most): the verb of each action as its place in ``dealt.kernels.poker.VERBS``, -1 after the last.

    ``most`` is the greatest number of actions in a deal; without ``moves`` it is 0, as it is of the arrays below.
    """
    amounts: IntTable
    """(n, most): the amount that the action names, or 0."""
    thrown: LongTable
    """(n, most): the cards that a draw throws, a set."""
    packs: ByteTable
    """(n, twice the deck): the pack in the order in which it is dealt, then the discards that were shuffled into the
    stock, if it ran out; -1 after the last."""


class Room(NamedTuple):
    """Room for one thread, overwritten by every deal."""

    words: Longs
    pack: Longs
    """Twice as long as the deck: discards that are shuffled into the stock follow."""
    hands: Longs
    drawn: Longs
    thrown: Longs
    values: Longs
    won: Longs
    ways: Longs


@kernel
def poker_deals(
    row: DrawRow, deck: Longs, seed: int, span: tuple[int, int], to: Room, chips: Chips, out: PokerDeals
) -> None:
    """Deal and play; ``out`` is written to, and its last four arrays only as far as there is room in them."""
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        k, dealer = n - span[0], dealt(row, deck, to, chips)
        for seat in range(len(to.hands)):
            out.hands[k][seat] = to.hands[seat]
        out.dealers[k] = dealer
        top, end = len(to.hands) * row.hand, len(deck)
        end = play_on(row, begin(row, chips, 0, dealer), dealer, top, end, to, chips, k, out)
        if len(out.packs[k]) > 0:
            for place in range(end):
                out.packs[k][place] = to.pack[place]


def play_on(
    row: DrawRow, at: Moment, dealer: Seat, top: int, end: int, to: Room, chips: Chips, n: int, out: PokerDeals
) -> int:
    """Play from any moment to the end, which is written to row ``n`` of ``out``; the place behind the last card.

    The stock are the cards of the pack from ``top`` to ``end``, which is the size of the deck until discards are
    shuffled into it.
    """
    deck, done = len(to.pack) // 2, 0
    while at.turn != NONE:
        if at.phase == DRAW:
            thrown = any_draw(row, at, to, end - top, end == deck)
            keep(out, n, done, DRAWS if thrown != 0 else PAT, 0, thrown)
            end = mixed(to, top, end, count(thrown))
            new = 0
            for _ in range(count(thrown)):
                new |= 1 << to.pack[top]
                top += 1
            at = draw(row, at, chips, dealer, to.hands, to.drawn, to.thrown, thrown, new)
        else:
            verb, amount, paid = any_bet(row, at, to, chips)
            keep(out, n, done, verb, amount, 0)
            at = bet(row, at, chips, dealer, paid)
        done += 1
    out.moves[n] = finish(row, at, to, chips, dealer, n, done, out)
    return end


@kernel
def poker_playouts(
    row: DrawRow,
    moments: LongTable,
    stocks: LongTable,
    seed: int,
    span: tuple[int, int],
    to: Room,
    chips: Chips,
    out: PokerDeals,
) -> None:
    """Play on from moments, one for each deal of ``span`` or one for all.

    A row of ``moments`` has the numbers of a :class:`~dealt.games.drawpoker.core.Moment`, dealer, top and end of the
    stock, and then by seat hands, drawn and thrown cards, stacks, chips paid and bets. One of ``stocks`` is a pack.
    """
    seats = len(to.hands)
    for n in range(span[0], span[1]):
        start(to.words, seed, n)
        k = n - span[0]
        some, pack = moments[k % len(moments)], stocks[k % len(moments)]
        for place in range(len(pack)):
            to.pack[place] = pack[place]
        for seat in range(seats):
            own = NUMBERS + seat
            to.hands[seat], to.drawn[seat], to.thrown[seat] = some[own], some[own + seats], some[own + 2 * seats]
            chips.stacks[seat], chips.paid[seat] = some[own + 3 * seats], some[own + 4 * seats]
            chips.bets[seat] = some[own + 5 * seats]
        at = Moment(some[0], some[1], some[2], some[3], some[4], some[5], some[6], some[7])
        play_on(row, at, some[8], some[9], some[10], to, chips, k, out)


def dealt(row: DrawRow, deck: Sequence[int], to: Room, chips: Chips) -> Seat:
    """Shuffle and deal, one card at a time from the dealer's left on; the dealer is returned."""
    seats = len(to.hands)
    for place in range(len(deck)):
        to.pack[place] = deck[place]
    shuffle_part(to.words, to.pack, len(deck))
    dealer = drawn_number(to.words, seats)
    for seat in range(seats):
        to.hands[seat] = to.drawn[seat] = to.thrown[seat] = 0
        chips.stacks[seat], chips.paid[seat], chips.bets[seat] = row.stack, 0, 0
    for place in range(seats * row.hand):
        to.hands[(dealer + 1 + place) % seats] |= 1 << to.pack[place]
    return dealer


def any_draw(row: DrawRow, at: Moment, to: Room, left: int, fresh: bool) -> int:
    """The cards that whoever is at the turn throws, each way to draw being equally likely.

    ``left`` is the size of the stock; ``fresh``: no discards have been shuffled into it.
    """
    hand = to.hands[at.turn]
    there = left + (count(drawn_in(to.thrown, left, len(to.pack))) if fresh else 0)
    ways = list_draws(row, count(hand), count(hand >> 4 * ACE), there, to.ways)
    return placed(hand, to.ways[drawn_number(to.words, ways)])


def mixed(to: Room, top: int, end: int, wanted: int) -> int:
    """Shuffle the discards under the stock if it is too small; the place behind its last card."""
    again = drawn_in(to.thrown, end - top, wanted)
    for last in range(count(again), 0, -1):
        one = nth(again, drawn_number(to.words, last))
        again ^= 1 << one
        to.pack[end] = one
        end += 1
    return end


def any_bet(row: DrawRow, at: Moment, to: Room, chips: Chips) -> tuple[int, int, int]:
    """A random action in a round of betting: its verb, the amount that it names, and the chips put in, NONE for a fold.

    Every legal action is equally likely, and so are the three sizes of a bet that may have several.
    """
    seat, top = at.turn, max(chips.bets)
    bet_so_far = chips.bets[seat]
    hand = hand_value(to.hands[seat], row.wheel) if row.openers != 0 and at.drawers == 0 else 0
    call, least, most = may_bet(
        row, at.phase, at.gone, seat, at.raises, at.size, at.opener, hand, chips.stacks, chips.paid, chips.bets
    )
    choice = drawn_number(to.words, 1 + (1 if least > 0 else 0) + (1 if call > 0 else 0))
    if choice == 0:
        return (CALL if call > 0 else CHECK), call, call
    if choice == 2 or least == 0:
        return FOLD, 0, NONE
    amount = least
    if most > least:
        low, pot, high = sizes(chips.paid, chips.bets, seat, least, most)
        size = drawn_number(to.words, 3)
        amount = low if size == 0 else pot if size == 1 else high
    return (RAISE if top > 0 else BET), amount, amount - bet_so_far


def finish(
    row: DrawRow, at: Moment, to: Room, chips: Chips, dealer: Seat, n: int, done: int, out: PokerDeals
) -> int:  # fmt: skip
    """Pay the pots, let seats without chips buy new ones or not, and score; the number of actions is returned."""
    seats = len(to.hands)
    for seat in range(seats):
        out.ends[n][seat] = to.hands[seat]
        out.scores[n][seat] = 0.0
        to.values[seat] = 0
    if row.stack == 0:
        out.scores[n][0] = 1.0 if pair_or_better(hand_value(to.hands[0], row.wheel)) else 0.0
    if at.phase != PAYING:
        return done
    if not one_left(at.gone, seats):
        for seat in range(seats):
            to.values[seat] = hand_value(to.hands[seat], row.wheel)
    pay_out(chips.paid, at.gone, to.values, (dealer + 1) % seats, to.won)
    for seat in range(seats):
        out.scores[n][seat] = to.won[seat] - chips.paid[seat]
        chips.stacks[seat] += to.won[seat]
    asked = broke(row, chips.stacks, 0)
    for seat in range(seats):
        if asked >> seat & 1:
            buys = drawn_number(to.words, 2) == 0
            keep(out, n, done, BUYS if buys else WATCHES, row.stack if buys else 0, 0)
            done += 1
    return done


def keep(out: PokerDeals, n: int, place: int, verb: int, amount: int, thrown: int) -> None:
    """Write an action down, if there is any room."""
    if len(out.verbs[n]) > 0:
        out.verbs[n][place] = verb
        out.amounts[n][place] = amount
        out.thrown[n][place] = thrown


# --- NumPy


def run_poker(game: DrawPokerPlay, n: int, seed: int, *, threads: int, moves: bool, fast: bool) -> PokerDeals:
    """``simulate`` for draw poker; ``fast``: compiled. Moves are counted first, so that all of them have room."""
    found: Any = _played(game, n, seed, threads, 0, False, fast)
    if not moves:
        return found
    return _played(game, n, seed, threads, int(found.moves.max(initial=0)), True, fast)


def _played(
    game: DrawPokerPlay, n: int, seed: int, threads: int, most: int, packs: bool, fast: bool
) -> PokerDeals:  # fmt: skip
    deck = sorted(game.deck)
    found = _arrays(n, game.seats, most, 2 * len(deck) if packs else 0)
    play = poker_deals if fast else poker_deals.bare

    def part(span: Span, out: list[Any]) -> None:
        play(game.row, deck, seed, span, *room_for(game), PokerDeals(*out))

    fill(found, part, threads, fast=fast)
    return found


def _arrays(n: int, seats: int, most: int, packs: int) -> PokerDeals:
    numpy = numpy_for("deals are simulated")
    return PokerDeals(
        numpy.zeros(n, numpy.int8),
        numpy.zeros((n, seats), numpy.int64),
        numpy.zeros((n, seats), numpy.int64),
        numpy.zeros(n, numpy.int32),
        numpy.zeros((n, seats), numpy.float64),
        numpy.full((n, most), -1, numpy.int8),
        numpy.zeros((n, most), numpy.int32),
        numpy.zeros((n, most), numpy.int64),
        numpy.full((n, packs), -1, numpy.int8),
    )


def room_for(game: DrawPokerPlay) -> tuple[Room, Chips]:
    """Room for one thread."""
    seats = game.seats
    room = Room(*map(Workspace, (ROOM, 2 * len(game.deck), *[seats] * 5, MOST_DRAWS)))
    return room, Chips(*(Workspace(seats) for _ in range(3)))


# --- rollouts


def poker_ends(
    game: DrawPokerPlay, states: Sequence[DrawPokerState], n: int, seed: int, *, threads: int, fast: bool
) -> NDArray[np.float64]:
    """The scores of ``n`` ends of deals, of each state in its turn, as ``rollouts`` has them."""
    found: Any = _arrays(n, game.seats, 0, 0)
    play = poker_playouts if fast else poker_playouts.bare

    def part(span: Span, out: list[Any]) -> None:
        some = in_turn(states, span)
        moments, stocks = [_moment(game, each) for each in some], [_stock(game, each) for each in some]
        play(game.row, moments, stocks, seed, span, *room_for(game), PokerDeals(*out))

    fill(found, part, threads, fast=fast)
    for k, state in enumerate(states):
        if state.phase in (BUY, OVER):  # nothing changes the score any more
            found.scores[k :: len(states)] = game.score(state._replace(phase=OVER)) or 0.0
    return found.scores


def _moment(game: DrawPokerPlay, state: DrawPokerState) -> list[int]:
    """A moment of a deal as the kernel has it."""
    end = len(game.deck) + bool(state.mixed)
    by_seat = (state.hands, state.drawn, state.thrown, state.stacks, state.paid, state.bets)
    return [
        *game.moment(state), state.dealer, end - len(state.stock), end, *(each for some in by_seat for each in some)
    ]  # fmt: skip


def _stock(game: DrawPokerPlay, state: DrawPokerState) -> list[int]:
    """A pack with the stock where the kernel looks for it."""
    end = len(game.deck) + bool(state.mixed)
    return [*[0] * (end - len(state.stock)), *state.stock, *[0] * (2 * len(game.deck) - end)]
