"""What a play of a climbing game is worth: a small network over sets of cards, and deals that are played by it.

The input of the network is :data:`WORDS` sets of up to 63 bits, so that its first layer is a sum of rows: one for each
bit. What a play changes is a few bits, so a play costs a few rows. Weights are whole numbers or floats: the source is
the same. With whole numbers it gives the same values in plain Python, compiled, and on every machine.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import Cards
from dealt.game import Seat
from dealt.games.climbing import core
from dealt.games.climbing.core import (
    CLEARS,
    NONE,
    after_pass,
    beside,
    effects,
    held,
    left,
    removed,
    traits,
    turned_by,
    upside_down,
)
from dealt.kernels.climbing import deal, list_rows, plays_alone, set_out, settle, step
from dealt.kernels.climbing_table import (
    ALONE,
    AUCTION,
    FIRST,
    HANDS,
    HELD,
    NEWEST,
    OUT,
    OWNER,
    PACKETS,
    PASS,
    PASSED,
    SHOW,
    SHOWN_ROW,
    STOCK,
    TURNED,
    Room,
    Rules,
)
from dealt.kernels.draws import draw, start
from dealt.kernels.loops import OVER, TURN
from dealt.kernels.machine import kernel
from dealt.shapes import Floats, FloatTable, Ints, IntTable, Longs, LongTable, Numbers, RealTable

WORDS: Final = 8
"""The sets that a play is judged by, as rows are compared with them:

0. the cards left in the own hand after the play, and 1. their :func:`~dealt.games.climbing.core.traits`;
2. the cards that the seat has seen nowhere, and 3. their traits;
4. the play that is to beat after it;
5. by seats from the own on: who made that play (bits 0-3), who has passed (4-7); its size (8 + size, 20 at most);
   bit 24 if the table is clear, 25 if the order is turned; further seats have bits 26-29 and 30-33;
6. how many cards each other seat holds, in the order of play: for each 20 bits, or less where there are more than
   four seats, as many of them as it has cards;
7. by seats from the own on, who plays alone against the others (bits 0-3); the number of seats (bit 4 + seats, from
   six on 8 + seats); what a pass and a last card mean (bits 10-12), and whether the deal goes on (bit 13).
"""
TWISTED: Final = 1 << 25
BITS: Final = 64
FEATURES: Final = WORDS * BITS

in_training: Final = partial(kernel, home="dealt.kernels.descent")
"""Kernels that no computer needs at the table."""
FINE: Final = 1 << 20
"""Chances are given in parts of this."""


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
    """Add the rows of the bits of a set, two at once: half as much is read and written."""
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
    """What the layers after the first make of its sums; ``inner`` is overwritten.

    The sums above 0 are marked first: a branch for each would be guessed wrong so often that it took most of the time.
    """
    for k in range(len(inner)):
        inner[k] = net.second_bias[k]
    for begin in range(0, len(sums), BITS):
        above = 0
        for n in range(min(BITS, len(sums) - begin)):
            above |= (1 if sums[at(begin + n)] > 0 else 0) << n
        while above != 0:
            one = at(begin + lowest(above))
            above &= above - 1
            other = at(begin + lowest(above)) if above != 0 else one
            some, more = sums[one], sums[other] if above != 0 else 0 * sums[one]
            above &= above - 1
            row, next_row = net.second[one], net.second[other]
            for k in range(len(inner)):
                inner[k] = inner[k] + some * row[k] + more * next_row[k]
    found = net.last_bias[0]
    for k in range(len(inner)):
        if inner[k] > 0:
            found += inner[k] * net.last[k]
    return found


# --- what it sees ---------------------------------------------------------------------------------------------------


def apart(play: core.Rules, seat: Seat, other: Seat) -> int:
    """The number of seats from one to another in the order of play."""
    return (other - seat) * play.step % play.seats


def unplayed(play: core.Rules, t: Numbers) -> Cards:
    """The cards that nobody has played, as rows are compared with them."""
    found = 0
    for seat in range(play.seats):
        found |= t[HANDS + seat]
    for n in range(PACKETS):
        found |= t[STOCK + n]
    return held(play.suits, found)


def words_now(rules: Rules, t: Numbers, words: Numbers) -> None:
    """Write the sets that no play of the seat to act changes, and those of its hand."""
    play, seat = rules.play, t[TURN]
    hand = t[HELD + seat]
    words[0], words[1] = hand, traits(play.suits, hand)
    unseen = removed(play.suits, unplayed(play, t), hand)
    words[2], words[3] = unseen, traits(play.suits, unseen)
    counts, other, wide = 0, seat, min(20, 60 // (play.seats - 1))
    for k in range(play.seats - 1):
        other = beside(play, other)
        counts |= ((1 << min(wide, count(t[HELD + other]))) - 1) << wide * k
    words[6] = counts
    words[7] = 1 << apart(play, seat, t[ALONE]) if t[ALONE] >= 0 else 0
    words[7] |= 1 << (4 if play.seats < 6 else 8) + play.seats
    words[7] |= play.locks << 10 | play.leader_passes << 11 | play.watches << 12 | play.goes_on << 13


def bit_of(first: int, place: int) -> int:
    """The bit of a seat at so many places from the own one, where the bits of the first four begin at ``first``."""
    return 1 << (first if place < 4 else 22 + first) + place


def standing(play: core.Rules, seat: Seat, owner: Seat, passed: int, size: int) -> int:
    """Who made the play to beat, who has passed, and the play's size."""
    if owner < 0:
        return 1 << 24
    found = bit_of(0, apart(play, seat, owner)) | 1 << 8 + min(size, 12)
    for other in range(play.seats):
        if passed >> other & 1:
            found |= bit_of(4, apart(play, seat, other))
    return found


def after(rules: Rules, t: Numbers, row: int) -> tuple[Cards, int]:
    """The play that is to beat once the seat to act has played a row, and how it stands; a pass is below 0."""
    play, table, seat = rules.play, rules.table, t[TURN]
    turned = t[TURNED]
    if row >= 0:
        does = effects(play, table, row, t[NEWEST])
        cleared = does & CLEARS != 0
        turned = TWISTED if upside_down(turned_by(turned, does, cleared)) else 0
        if cleared:
            return 0, turned | standing(play, seat, NONE, 0, 0) | bit_of(0, 0)
        return table.cards[row], turned | standing(play, seat, seat, 0, table.size[row])
    _, owner, passed = after_pass(play, seat, t[OWNER], t[PASSED], t[OUT])
    turned = TWISTED if upside_down(turned_by(turned, 0, owner < 0)) else 0
    if owner < 0:
        return 0, turned | standing(play, seat, owner, passed, 0)
    return table.cards[t[NEWEST]], turned | standing(play, seat, owner, passed, table.size[t[NEWEST]])


def words_after(rules: Rules, t: Numbers, row: int, words: Numbers, to: Any) -> None:
    """Write all sets after a play, given those of :func:`words_now`."""
    for k in range(WORDS):
        to[k] = words[k]
    if row >= 0:
        to[0] = left(rules.play, rules.table, words[0], row)
        to[1] = traits(rules.play.suits, to[0])
    to[4], to[5] = after(rules, t, row)


# --- a choice -------------------------------------------------------------------------------------------------------


def best(rules: Rules, net: Net | RealNet, to: Room, mind: Mind | RealMind, t: Numbers, many: int) -> int:
    """Judge the choices in ``to.listed``, and return the place of the best; a play of all cards is always best."""
    suits, words, before, sums = rules.play.suits, mind.words, mind.before, mind.after
    for k in range(len(before)):
        before[k] = net.first_bias[k]
    for word in range(WORDS):
        add(before, net.first, word, words[word] if word < 4 or word > 5 else 0)
    chosen, over = 0, False
    for n in range(many):
        row = to.listed[n]
        for k in range(len(before)):
            sums[k] = before[k]
        if row >= 0:
            rest = left(rules.play, rules.table, words[0], row)
            over = rest == 0
            subtract(sums, net.first, 0, words[0] & ~rest)
            subtract(sums, net.first, 1, words[1] & ~traits(suits, rest))
        newest, stands = after(rules, t, row)
        add(sums, net.first, 4, newest)
        add(sums, net.first, 5, stands)
        mind.worth[n] = value(net, sums, mind.inner)
        if over:
            return n
        if mind.worth[n] > mind.worth[chosen]:
            chosen = n
    return chosen


def code_of(row: int) -> int:
    """The code of a row, -1 for a pass and :data:`SHOWN_ROW` for a hand that is shown."""
    return FIRST + row if row >= 0 else PASS if row > SHOWN_ROW else SHOW


# --- a deal ---------------------------------------------------------------------------------------------------------


def play_by(
    rules: Rules, nets: tuple[Net, Net] | tuple[RealNet, RealNet], others: int, to: Room, mind: Mind | RealMind,
    t: Numbers, chance: int, seen: Any, who: Any, hoped: Any, place: int, viewer: Seat, turns: int,
) -> int:  # fmt: skip
    """Play to the end, each seat as its network says; returns the next place.

    The seats in ``others``, a set as bits, play by the second network, all else by the first.

    When ``viewer`` is to choose after so many ``turns`` of its own it ends there: then the worth of the best choice is
    in ``mind.worth``, at the place that is returned.

    With ``chance`` in 2**20 a seat chooses at random instead. What is seen after each choice is written to ``seen``, by
    whom to ``who``, and the worth of the best choice to ``hoped``, from ``place`` on, as long as there is room. ``who``
    gets -1 - seat for a seat that chose at random.
    """
    while t[TURN] != OVER:
        many, one, turn = list_rows(rules, to, t), 0, t[TURN]
        if many > 1:
            net = nets[others >> turn & 1]
            words_now(rules, t, mind.words)
            turns -= 1 if turn == viewer else 0
            strays = chance > 0 and turns >= 0 and draw(to.words, FINE) < chance
            if not strays or place < len(who):
                one = best(rules, net, to, mind, t, many)
            if turns < 0:
                return one
            kept = place < len(who) and others >> turn & 1 == 0
            if kept:
                hoped[place] = mind.worth[one]
                who[place] = -1 - turn if strays else turn
            if strays:
                one = draw(to.words, many)
            if kept:
                words_after(rules, t, to.listed[one], mind.words, seen[place])
                place += 1
        step(rules, to, t, code_of(to.listed[one]))
    return place


@in_training
def learned_deals(
    rules: Rules, nets: tuple[RealNet, RealNet], met: int, chance: int, trust: float, seed: int, part: tuple[int, int],
    to: Room, mind: RealMind, t: Longs, seen: LongTable, who: Longs, hoped: Floats, worth: Floats, ends: RealTable,
) -> int:  # fmt: skip
    """Play deals, and write what was seen after each choice and what it was worth in the end; returns their number.

    Instead of an auction each seat in turn takes the kitty and plays alone; then a deal is worth 1 to those who win it
    and -1 to those who lose it. Where places count it is by how much a seat did better than the mean. Else those who
    lose pay the penalty for their cards to the winner. ``ends`` gets how each deal ends for each seat, from place 0 on.
    """
    place, seats = 0, rules.play.seats
    for n in range(part[0], part[1]):
        start(to.words, seed, n)
        deal(rules, to, t)
        if rules.phase == AUCTION:
            plays_alone(rules, to, t, n % seats, 1)
        alone, others, begin, total = t[ALONE], 0, place, 0.0
        if n * 65_537 % 100 < met:
            others = sides(seats, alone, n)
        place = play_by(rules, nets, others, to, mind, t, chance, seen, who, hoped, place, -1, 0)
        winner = t[OWNER]
        for seat in range(seats):
            paid = rules.penalty[count(t[HANDS + seat])]
            ends[n - part[0]][seat] = -paid
            total += paid
        ends[n - part[0]][at(winner)] = total
        if len(rules.places) > 0:
            total, sign = 0.0, 1.0 if rules.places[0] > rules.places[seats - 1] else -1.0
            for seat in range(seats):
                total += rules.places[seat] / seats
            settle(rules, to, t, ends[n - part[0]])
            for seat in range(seats):
                ends[n - part[0]][seat] = sign * (ends[n - part[0]][seat] - total)
        if alone >= 0:
            for seat in range(seats):
                ends[n - part[0]][seat] = 1.0 if (seat == alone) == (winner == alone) else -1.0
        teach(seats, trust, ends[n - part[0]], who, hoped, worth, begin, place)
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
def judge(rules: Rules, net: Net, now: Longs, tried: Longs, to: Room, mind: Mind) -> None:
    """Write what each row of ``tried``, -1 for a pass, is worth at a table in the play into ``mind.worth``."""
    for n in range(len(tried)):
        to.listed[n] = tried[n]
    words_now(rules, now, mind.words)
    best(rules, net, to, mind, now, len(tried))


@in_training
def describe(rules: Rules, now: Longs, tried: Longs, mind: RealMind, seen: LongTable) -> None:
    """Write what is seen after each row of ``tried`` at a table in the play."""
    words_now(rules, now, mind.words)
    for n in range(len(tried)):
        words_after(rules, now, tried[n], mind.words, seen[n])


@kernel
def look_ahead(
    rules: Rules, nets: tuple[Net, Net], now: Longs, worlds: LongTable, tried: Longs, chance: int, turns: int,
    rivals: int, seed: int, part: tuple[int, int], to: Room, mind: Mind, t: Longs, over: Longs, scores: RealTable,
    worth: Longs, unseen: LongTable, nobody: Longs, unhoped: Longs,
) -> None:  # fmt: skip
    """Try each row of ``tried`` at a table, and play on by the network: the scores then, where it is ``over``.

    A row of ``worlds`` has the cards of all hands, and those of the stock. The result of row ``k`` in world ``n``
    stands at ``n * len(tried) + k``. ``unseen`` and ``nobody`` are (0, WORDS) and (0,).
    """
    for n in range(part[0], part[1]):
        start(to.words, seed, n // len(tried))
        set_out(rules, to, now, worlds[n // len(tried)], nobody, t)
        step(rules, to, t, code_of(tried[n % len(tried)]))
        viewer = now[TURN]
        others = (1 << rules.play.seats) - 1 ^ 1 << viewer if n // len(tried) < rivals else 0
        place = play_by(rules, nets, others, to, mind, t, chance, unseen, nobody, unhoped, 0, viewer, turns)
        over[n], worth[n] = 1, 0
        if t[TURN] != OVER:
            over[n], worth[n] = 0, mind.worth[place]
        else:
            settle(rules, to, t, scores[n])
