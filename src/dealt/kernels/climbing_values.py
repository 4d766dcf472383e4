"""What a play of a climbing game is worth: a small network over sets of cards, and deals that are played by it.

The input of the network is :data:`WORDS` sets of up to 63 bits, so that its first layer is a sum of rows: one for each
bit. What a play changes is a few bits, so a play costs a few rows. Weights are whole numbers or floats: the source is
the same. With whole numbers it gives the same values in plain Python, compiled, and on every machine.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.climbing.core import (
    Rules,
    Table,
    after_pass,
    after_play,
    beside,
    follower,
    held,
    holding,
    may_pass,
    permitted,
    removed,
    span,
    top,
    traits,
)
from dealt.kernels.climbing import Dealing, Room, dealt, keeping, opener, packet, take_up
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import Floats, FloatTable, Ints, IntTable, Longs, LongTable, Reals, RealTable

__all__ = [
    "BITS",
    "FEATURES",
    "WORDS",
    "Mind",
    "Net",
    "RealMind",
    "RealNet",
    "describe",
    "judge",
    "learned_deals",
    "look_ahead",
    "value",
    "words_after",
    "words_now",
]

WORDS: Final = 8
"""The sets that a play is judged by, as rows are compared with them:

0. the cards left in the own hand after the play, and 1. their :func:`~dealt.games.climbing.core.traits`;
2. the cards that the seat has seen nowhere, and 3. their traits;
4. the play that is to beat after it;
5. by seats from the own on: who made that play (bits 0-3), who has passed (4-7); its size (8 + size, 20 at most); bit
24
   if the table is clear;
6. how many cards each other seat holds, in the order of play: for each 20 bits, as many of them as it has cards;
7. by seats from the own on, who plays alone against the others (bits 0-3); the number of seats (bit 4 + seats); what a
pass
   and a last card mean (bits 10-12).
"""
BITS: Final = 64
FEATURES: Final = WORDS * BITS

PASS: Final = -1
in_training: Final = partial(kernel, home="dealt.kernels.descent")
"""Kernels that no computer needs at the table."""
FINE: Final = 1 << 20
"""Chances are given in parts of this."""

Numbers = MutableSequence[int]


class Net(NamedTuple):
    """The weights: two hidden layers of rectified sums, and one number as the result."""

    first: IntTable
    """(FEATURES, h)"""
    first_bias: Ints
    second: IntTable
    """(h, g)"""
    second_bias: Ints
    last: Longs
    """(g,)"""
    last_bias: Longs
    """(1,)"""


class RealNet(NamedTuple):
    """A :class:`Net` that is still trained: its weights are floats."""

    first: FloatTable
    first_bias: Floats
    second: FloatTable
    second_bias: Floats
    last: Floats
    last_bias: Floats


class Mind(NamedTuple):
    """Room for one thread: sets of the position, two sums of the first layer, and the second layer."""

    words: Longs
    before: Ints
    after: Ints
    inner: Ints
    worth: Longs
    """What each choice is worth."""


class RealMind(NamedTuple):
    """The same for a net whose weights are floats."""

    words: Longs
    before: Floats
    after: Floats
    inner: Floats
    worth: Floats


# --- the network ----------------------------------------------------------------------------------------------------


def add(sums: Any, first: Any, word: int, bits: int) -> None:
    """Add the rows of the bits of a set."""
    while bits != 0:
        row = first[BITS * word + lowest(bits)]
        bits &= bits - 1
        for k in range(len(sums)):
            sums[k] += row[k]


def subtract(sums: Any, first: Any, word: int, bits: int) -> None:
    """Take the rows of the bits of a set away."""
    while bits != 0:
        row = first[BITS * word + lowest(bits)]
        bits &= bits - 1
        for k in range(len(sums)):
            sums[k] -= row[k]


def value(net: Net | RealNet, sums: Any, inner: Any) -> Any:
    """What the layers after the first make of its sums; ``inner`` is overwritten."""
    for k in range(len(inner)):
        inner[k] = net.second_bias[k]
    for n in range(len(sums)):
        some = sums[n]
        if some > 0:
            row = net.second[n]
            for k in range(len(inner)):
                inner[k] += some * row[k]
    found = net.last_bias[0]
    for k in range(len(inner)):
        if inner[k] > 0:
            found += inner[k] * net.last[k]
    return found


# --- what it sees ---------------------------------------------------------------------------------------------------


def apart(rules: Rules, seat: Seat, other: Seat) -> int:
    """The number of seats from one to another in the order of play."""
    return (other - seat) * rules.step % rules.seats


def words_now(
    rules: Rules, left: Sequence[int], seat: Seat, hand: Cards, out: Cards, alone: Seat, words: Numbers
) -> None:
    """Write the sets that no play of the seat changes, and those of its hand.

    ``out`` are the cards that have not been played, and ``alone`` the seat that plays against all others, -1 for none.
    """
    words[0], words[1] = hand, traits(rules.suits, hand)
    unseen = removed(rules.suits, out, hand)
    words[2], words[3] = unseen, traits(rules.suits, unseen)
    counts, other = 0, seat
    for k in range(rules.seats - 1):
        other = beside(rules, other)
        counts |= ((1 << min(20, left[at(other)])) - 1) << 20 * k
    words[6] = counts
    words[7] = (1 << apart(rules, seat, alone) if alone >= 0 else 0) | 1 << 4 + rules.seats
    words[7] |= rules.locks << 10 | rules.leader_passes << 11 | rules.watches << 12


def standing(rules: Rules, seat: Seat, owner: Seat, passed: int, size: int) -> int:
    """Who made the play to beat, who has passed, and the play's size."""
    if owner < 0:
        return 1 << 24
    found = 1 << apart(rules, seat, owner) | 1 << 8 + min(size, 12)
    for other in range(rules.seats):
        if passed >> other & 1:
            found |= 1 << 4 + apart(rules, seat, other)
    return found


def words_after(
    rules: Rules, table: Table, seat: Seat, owner: Seat, newest: int, passed: int, row: int, words: Numbers, to: Any
) -> None:
    """Write all sets after a play, given those of :func:`words_now`."""
    for k in range(WORDS):
        to[k] = words[k]
    if row >= 0:
        to[0] = removed(rules.suits, words[0], table.cards[row])
        to[1] = traits(rules.suits, to[0])
        to[4], to[5] = table.cards[row], standing(rules, seat, seat, 0, table.size[row])
        return
    _, owner, passed = after_pass(rules, seat, owner, passed)
    to[4] = table.cards[newest] if owner >= 0 else 0
    to[5] = standing(rules, seat, owner, passed, table.size[newest] if owner >= 0 else 0)


# --- a choice -------------------------------------------------------------------------------------------------------


def choices(
    rules: Rules, table: Table, order: Sequence[Card], to: Room, turn: Seat, owner: Seat, newest: int, passed: int,
    must: Cards,
) -> int:  # fmt: skip
    """Write the rows that may be played into ``to.legal``, :data:`PASS` last if it may be; returns their number."""
    begin_of = turn * len(to.legal)
    if to.counts[at(turn)] < 0:
        hand = to.hands[at(turn)]
        to.counts[at(turn)] = holding(table.tree, hand, traits(rules.suits, hand), to.rows, to.sets, begin_of)
    last = begin_of + to.counts[at(turn)]
    begin, end, high = begin_of, last, last
    if owner >= 0:
        begin, end, high = span(to.rows, begin_of, last, table.stronger[newest], table.end[newest], table.bombs)
    only, found = -1, 0
    if rules.watches and to.left[follower(rules, turn, owner, passed)] == 1:
        only = top(order, to.hands[at(turn)])
    for n in range(begin, last):
        if (n < end or n >= high) and permitted(to.sets[n], must, only):
            to.legal[found] = to.rows[n]
            found += 1
    if may_pass(rules, turn, owner, passed, must):
        to.legal[found] = PASS
        found += 1
    return found


def best(
    rules: Rules, table: Table, net: Net | RealNet, to: Room, mind: Mind | RealMind, turn: Seat, owner: Seat,
    newest: int, passed: int, many: int,
) -> int:  # fmt: skip
    """Judge the choices in ``to.legal``, and return the place of the best; a play of all cards is always best."""
    words, before, after = mind.words, mind.before, mind.after
    for k in range(len(before)):
        before[k] = net.first_bias[k]
    for word in (0, 1, 2, 3, 6, 7):
        add(before, net.first, word, words[word])
    chosen, over = 0, False
    for n in range(many):
        row = to.legal[n]
        for k in range(len(before)):
            after[k] = before[k]
        if row >= 0:
            cards = table.cards[row]
            rest = removed(rules.suits, words[0], cards)
            over = rest == 0
            subtract(after, net.first, 0, words[0] & ~rest)
            subtract(after, net.first, 1, words[1] & ~traits(rules.suits, rest))
            add(after, net.first, 4, cards)
            add(after, net.first, 5, standing(rules, turn, turn, 0, table.size[row]))
        else:
            _, still, gone = after_pass(rules, turn, owner, passed)
            if still >= 0:
                add(after, net.first, 4, table.cards[newest])
            add(after, net.first, 5, standing(rules, turn, still, gone, table.size[newest] if still >= 0 else 0))
        mind.worth[n] = value(net, after, mind.inner)
        if over:
            return n
        if mind.worth[n] > mind.worth[chosen]:
            chosen = n
    return chosen


# --- a deal ---------------------------------------------------------------------------------------------------------


def play_by(
    rules: Rules, table: Table, order: Sequence[Card], nets: tuple[Net, Net] | tuple[RealNet, RealNet], others: int,
    to: Room, mind: Mind | RealMind, turn: Seat, owner: Seat, newest: int, passed: int, must: Cards, out: Cards,
    alone: Seat, chance: int, seen: Any, who: Any, hoped: Any, place: int, viewer: Seat, turns: int,
) -> tuple[Seat, int, int]:  # fmt: skip
    """Play to the end, each seat as its network says; returns who went out, the number of bombs, and the next place.

    The seats in ``others``, a set as bits, play by the second network, all else by the first.

    When ``viewer`` is to choose after so many ``turns`` of its own it ends there: then -1 stands for who went out, and
    the worth of the best choice is in ``mind.worth``, at the place that is returned last.

    With ``chance`` in 2**20 a seat chooses at random instead. What is seen after each choice is written to ``seen``, by
    whom to ``who``, and the worth of the best choice to ``hoped``, from ``place`` on, as long as there is room. ``who``
    gets -1 - seat for a seat that chose at random.
    """
    bombs = 0
    while True:
        many, one = choices(rules, table, order, to, turn, owner, newest, passed, must), 0
        if many > 1:
            net = nets[others >> turn & 1]
            words_now(rules, to.left, turn, to.hands[at(turn)], out, alone, mind.words)
            if turn == viewer:
                if turns == 0:
                    return -1, bombs, best(rules, table, net, to, mind, turn, owner, newest, passed, many)
                turns -= 1
            strays = chance > 0 and draw(to.words, FINE) < chance
            if not strays or place < len(who):
                one = best(rules, table, net, to, mind, turn, owner, newest, passed, many)
            kept = place < len(who) and others >> turn & 1 == 0
            if kept:
                hoped[place] = mind.worth[one]
                who[place] = -1 - turn if strays else turn
            if strays:
                one = draw(to.words, many)
            if kept:
                words_after(rules, table, turn, owner, newest, passed, to.legal[one], mind.words, seen[place])
                place += 1
        row = to.legal[one]
        if row < 0:
            turn, owner, passed = after_pass(rules, turn, owner, passed)
            continue
        out = removed(rules.suits, out, table.cards[row])
        bombs += row >= table.bombs
        if played(rules, table, to, turn, row):
            return turn, bombs, place
        seat, must, newest = turn, 0, row
        turn, passed = after_play(rules, seat, owner, passed)
        owner = seat


def played(rules: Rules, table: Table, to: Room, seat: Seat, row: int) -> bool:
    """Take a row from a hand; was it the last?"""
    some = removed(rules.suits, to.hands[at(seat)], table.cards[row])
    to.hands[at(seat)] = some
    to.left[at(seat)] -= table.size[row]
    to.plays[at(seat)] += 1
    if to.left[at(seat)] == 0:
        return True
    if to.counts[at(seat)] < 0:  # its hand has not been listed yet
        return False
    begin = seat * len(to.legal)
    to.counts[at(seat)] = keeping(some, to.rows, to.sets, begin, begin + to.counts[at(seat)])
    return False


@in_training
def learned_deals(
    rules: Rules, table: Table, dealing: Dealing, penalty: Reals, deck: Longs,
    order: Longs, dealers: Longs, nets: tuple[RealNet, RealNet], met: int, chance: int, trust: float,
    seed: int, part: tuple[int, int], to: Room, mind: RealMind, seen: LongTable, who: Longs, hoped: Floats,
    worth: Floats, ends: RealTable,
    kitty: int,
) -> int:  # fmt: skip
    """Play deals, and write what was seen after each choice and what it was worth in the end; returns their number.

    Where there is a ``kitty`` of so many cards, each seat in turn takes it and plays alone, and a deal is worth 1 to
    those who win it and -1 to those who lose it. Else those who lose pay the ``penalty`` for their cards to the winner.
    ``ends`` gets how each deal ends for each seat, from place 0 on.
    """
    whole, place = 0, 0
    for one in deck:
        whole |= 1 << one
    for n in range(part[0], part[1]):
        turn, must, alone = dealt(deck, dealers, seed, n, to), 0, -1
        rest = packet(to, rules.seats * dealing.size, len(deck))
        for seat in range(rules.seats):
            to.hands[seat] = packet(to, dealing.size * seat, dealing.size * (seat + 1))
        if kitty > 0:
            turn = alone = n % rules.seats
            to.hands[at(alone)] |= rest
        elif dealing.opens:
            turn, lowest_card = opener(order, to.hands, rules.seats)
            must = held(rules.suits, 1 << lowest_card)
        for seat in range(rules.seats):
            take_up(rules, to, seat, to.hands[seat], 0)
        out = held(rules.suits, whole)
        others = 0
        if n * 65_537 % 100 < met:
            others = sides(rules.seats, alone, n)
        begin = place
        winner, _, place = play_by(
            rules, table, order, nets, others, to, mind, turn, -1, -1, 0, must, out, alone, chance, seen, who, hoped,
            place, -1, 0,
        )  # fmt: skip
        total = 0.0
        for seat in range(rules.seats):
            ends[n - part[0]][seat] = -penalty[to.left[seat]]
            total += penalty[to.left[seat]]
        ends[n - part[0]][at(winner)] = total
        if kitty > 0:
            for seat in range(rules.seats):
                ends[n - part[0]][seat] = 1.0 if (seat == alone) == (winner == alone) else -1.0
        teach(rules.seats, trust, ends[n - part[0]], who, hoped, worth, begin, place)
    return place


def sides(seats: int, alone: Seat, number: int) -> int:
    """The seats that meet one other seat, by turns; where one plays alone, either it or the others."""
    if alone < 0:
        return (1 << seats) - 1 ^ 1 << number % seats
    found = 1 << alone
    return found if number // seats % 2 == 0 else (1 << seats) - 1 ^ found


def teach(seats: int, trust: float, ends: Any, who: Any, hoped: Any, worth: Any, begin: int, end: int) -> None:
    """Write what the net should have said after each choice from ``begin`` to ``end``.

    That is how the deal ended for the seat, but a share ``trust`` of it, at each later choice of the seat, is what the
    net hoped for then; all of it where the seat then chose at random.
    """
    for seat in range(seats):
        later, last = ends[seat], True
        for k in range(end - 1, begin - 1, -1):
            if who[k] != seat and who[k] != -1 - seat:
                continue
            worth[k] = later
            if last and later > 0:
                hoped[k] = later
            later = hoped[k] if who[k] < 0 else trust * hoped[k] + (1 - trust) * later
            last = False


@kernel
def judge(
    rules: Rules, table: Table, net: Net, moment: Longs, out: Cards, alone: Seat, tried: Longs,
    to: Room, mind: Mind,
) -> None:  # fmt: skip
    """Write what each row of ``tried`` is worth at a moment of the play into ``mind.worth``."""
    turn, owner, newest, passed = begun(rules, moment, out, alone, tried, to, mind)
    best(rules, table, net, to, mind, turn, owner, newest, passed, len(tried))


@in_training
def describe(
    rules: Rules, table: Table, moment: Longs, out: Cards, alone: Seat, tried: Longs, to: Room, mind: RealMind,
    seen: LongTable,
) -> None:  # fmt: skip
    """Write what is seen after each row of ``tried`` at a moment of the play."""
    turn, owner, newest, passed = begun(rules, moment, out, alone, tried, to, mind)
    for n in range(len(tried)):
        words_after(rules, table, turn, owner, newest, passed, tried[n], mind.words, seen[n])


def begun(
    rules: Rules, moment: Sequence[int], out: Cards, alone: Seat, tried: Sequence[int], to: Room, mind: Mind | RealMind
) -> tuple[Seat, Seat, int, int]:
    """Take up a moment of the play: who is in turn, whose play is to beat, its row, and who has passed."""
    seats = rules.seats
    for seat in range(seats):
        to.left[seat] = count(moment[seat])
    for n in range(len(tried)):
        to.legal[n] = tried[n]
    turn = moment[2 * seats]
    words_now(rules, to.left, turn, held(rules.suits, moment[turn]), out, alone, mind.words)
    return turn, moment[2 * seats + 1], moment[2 * seats + 2], moment[2 * seats + 3]


@kernel
def look_ahead(
    rules: Rules, table: Table, order: Longs, nets: tuple[Net, Net], moments: LongTable, out: Cards, alone: Seat,
    tried: Longs, chance: int, turns: int, rivals: int, seed: int, part: tuple[int, int], to: Room, mind: Mind,
    left: LongTable, plays: LongTable, bombs: Longs, worth: Longs, unseen: LongTable, nobody: Longs, unhoped: Longs,
) -> None:  # fmt: skip
    """Try each row of ``tried`` at moments of the play, and play on by the network: what is left to each seat then.

    A row of ``moments`` is one of :func:`~dealt.kernels.climbing.playouts`: the seat in turn is the same in all. The
    result of row ``k`` at moment ``n`` stands at ``n * len(tried) + k``. ``unseen`` and ``nobody`` are (0, WORDS) and
    (0,).
    """
    for n in range(part[0], part[1]):
        at_, seats = moments[n // len(tried)], rules.seats
        start(to.words, seed, n // len(tried))
        for seat in range(seats):
            take_up(rules, to, seat, at_[seat], at_[seats + seat])
        turn, owner, newest, passed = at_[2 * seats], at_[2 * seats + 1], at_[2 * seats + 2], at_[2 * seats + 3]
        row, unplayed = tried[n % len(tried)], out
        more, over = 0, False
        if row < 0:
            turn, owner, passed = after_pass(rules, turn, owner, passed)
        else:
            unplayed, more = removed(rules.suits, out, table.cards[row]), int(row >= table.bombs)
            over = played(rules, table, to, turn, row)
            seat, newest = turn, row
            turn, passed = after_play(rules, seat, owner, passed)
            owner = seat
        found, place, viewer = 0, 0, at_[2 * seats]
        others = (1 << seats) - 1 ^ 1 << viewer if n // len(tried) < rivals else 0
        worth[n] = 0
        if not over:
            winner, found, place = play_by(
                rules, table, order, nets, others, to, mind, turn, owner, newest, passed, 0,
                unplayed, alone, chance, unseen, nobody, unhoped, 0, viewer, turns,
            )  # fmt: skip
            if winner < 0:
                worth[n] = mind.worth[place]
        bombs[n] = more + found
        for seat in range(seats):
            left[n][seat], plays[n][seat] = to.left[seat], to.plays[seat]
