"""Learning draw poker by regret: counterfactual regret minimisation over situations, by sampled deals.

After M. Lanctot and others, *Monte Carlo Sampling for Regret Minimization in Extensive Games*, 2009. In each deal one
seat after the other tries, wherever it is to act, each action once: what it would have won more than by its own mix of
actions is added to the action's regret, and actions are mixed by their regrets. What is played in the end is the mean
of all mixes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dealt.bits import count
from dealt.games.drawpoker.core import DRAW, PAYING, DrawRow, Moment, begin, bet, draw, may_bet
from dealt.games.showdown.betting import NONE, Chips, one_left
from dealt.games.showdown.core import hand_value, pay_out
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.draws import start
from dealt.kernels.machine import kernel
from dealt.kernels.poker import Room, dealt
from dealt.players.advice.drawpoker.situations import (
    ACTIONS,
    CALL,
    amount_of,
    possible,
    pot_bet,
    situation,
    thrown_of,
)
from dealt.shapes import LongCube, Longs, Reals, RealTable

__all__ = ["FIELDS", "Learned", "learn"]

MOST: Final = 1 << 20
FIELDS: Final = 6


class Learned(NamedTuple):
    """What was learned, a row for each situation and a column for each action; and room for one thread."""

    regret: RealTable
    total: RealTable
    saved: LongCube
    """(2, 6, seats): hands, drawn, thrown, stacks, paid and bets."""
    mix: Reals
    worth: Reals
    rival: RealTable
    """How often another computer took each action in each situation; it is met in some deals, where it is known."""


def save(slot: int, to: Room, chips: Chips, own: Learned) -> None:
    """Keep the cards and chips of a moment."""
    for seat in range(len(to.hands)):
        own.saved[slot, 0, seat], own.saved[slot, 1, seat] = to.hands[seat], to.drawn[seat]
        own.saved[slot, 2, seat], own.saved[slot, 3, seat] = to.thrown[seat], chips.stacks[seat]
        own.saved[slot, 4, seat], own.saved[slot, 5, seat] = chips.paid[seat], chips.bets[seat]


def restore(slot: int, to: Room, chips: Chips, own: Learned) -> None:
    """Bring them back."""
    for seat in range(len(to.hands)):
        to.hands[seat], to.drawn[seat] = own.saved[slot, 0, seat], own.saved[slot, 1, seat]
        to.thrown[seat], chips.stacks[seat] = own.saved[slot, 2, seat], own.saved[slot, 3, seat]
        chips.paid[seat], chips.bets[seat] = own.saved[slot, 4, seat], own.saved[slot, 5, seat]


def mix_of(regret: Any, some: int, place: int, mix: Any) -> None:
    """The chance of each of some actions: in proportion to its regret where that is above 0."""
    whole, many = 0.0, 0
    for action in range(ACTIONS):
        mix[action] = 0.0
        if some >> action & 1:
            many += 1
            if regret[place, action] > 0:
                mix[action] = regret[place, action]
                whole += mix[action]
    for action in range(ACTIONS):
        if some >> action & 1:
            mix[action] = mix[action] / whole if whole > 0 else 1.0 / many


def drawn_by(mix: Any, words: Any) -> int:
    """An action drawn by its chance."""
    left = drawn_number(words, MOST) / MOST
    found = CALL
    for action in range(ACTIONS):
        if mix[action] > 0:
            found = action
            left -= mix[action]
            if left < 0:
                return found
    return found


def acted(
    row: DrawRow, now: Moment, chips: Chips, dealer: int, action: int, call: int, least: int, most: int
) -> Moment:  # fmt: skip
    """The moment after one of the actions."""
    amount = amount_of(action, call, least, most, pot_bet(chips, now.turn))
    put = amount if action <= CALL else amount - chips.bets[now.turn]
    return bet(row, now, chips, dealer, put)


def changed(row: DrawRow, now: Moment, chips: Chips, dealer: int, top: int, to: Room) -> Moment:
    """The moment after the seat at the turn has drawn by simple rules."""
    hand = to.hands[now.turn]
    thrown = thrown_of(hand, hand_value(hand, row.wheel))
    new = 0
    for n in range(count(thrown)):
        new |= 1 << to.pack[top + n]
    return draw(row, now, chips, dealer, to.hands, to.drawn, to.thrown, thrown, new)


def won_by(row: DrawRow, now: Moment, chips: Chips, dealer: int, seat: int, to: Room) -> int:
    """What a seat wins in the end."""
    seats = len(to.hands)
    if now.phase != PAYING:
        return -chips.paid[seat]
    for each in range(seats):
        to.values[each] = 0 if one_left(now.gone, seats) else hand_value(to.hands[each], row.wheel)
    pay_out(chips.paid, now.gone, to.values, (dealer + 1) % seats, to.won)
    return to.won[seat] - chips.paid[seat]


def rival_of(own: Learned, some: int, place: int) -> None:
    """The mix of the rival; where it is not known the learner's own."""
    whole = 0.0
    for action in range(ACTIONS):
        own.mix[action] = own.rival[place, action] if some >> action & 1 else 0.0
        whole += own.mix[action]
    if whole > 0:
        for action in range(ACTIONS):
            own.mix[action] /= whole
    else:
        mix_of(own.regret, some, place, own.mix)


def play_out(
    row: DrawRow, now: Moment, chips: Chips, dealer: int, top: int, seat: int, met: bool, to: Room, own: Learned
) -> int:
    """What a seat wins if all play on by the mixes of now; ``met``: the others as the rival does."""
    while now.turn != NONE:
        if now.phase == DRAW:
            before = now.turn
            now = changed(row, now, chips, dealer, top, to)
            top += count(to.thrown[before])
            continue
        call, least, most = may_bet(
            row, now.phase, now.gone, now.turn, now.raises, now.size, now.opener, 0, chips.stacks, chips.paid,
            chips.bets,
        )  # fmt: skip
        some = possible(call, least, most, now.raises, pot_bet(chips, now.turn), len(to.hands))
        place = situation(row, now, chips, to.hands[now.turn], call, to.thrown)
        if met and now.turn != seat:
            rival_of(own, some, place)
        else:
            mix_of(own.regret, some, place, own.mix)
        now = acted(row, now, chips, dealer, drawn_by(own.mix, to.words), call, least, most)
    return won_by(row, now, chips, dealer, seat, to)


@kernel
def learn(
    row: DrawRow, deck: Longs, seed: int, span: tuple[int, int], to: Room, chips: Chips, explore: float, share: int,
    own: Learned,
) -> None:  # fmt: skip
    """Learn from the deals of a span; the rival is met in ``share`` of a hundred deals."""
    seats = len(to.hands)
    for n in range(span[0], span[1]):
        met = n % 100 < share
        start(to.words, seed, n)
        dealer = dealt(row, deck, to, chips)
        opening = begin(row, chips, 0, dealer)
        save(0, to, chips, own)
        for me in range(seats):
            restore(0, to, chips, own)
            now, top = opening, seats * row.hand
            while now.turn != NONE:
                if now.phase == DRAW:
                    before = now.turn
                    now = changed(row, now, chips, dealer, top, to)
                    top += count(to.thrown[before])
                    continue
                seat = now.turn
                call, least, most = may_bet(
                    row, now.phase, now.gone, seat, now.raises, now.size, now.opener, 0, chips.stacks, chips.paid,
                    chips.bets,
                )  # fmt: skip
                some = possible(call, least, most, now.raises, pot_bet(chips, seat), seats)
                place = situation(row, now, chips, to.hands[seat], call, to.thrown)
                if seat == me:
                    save(1, to, chips, own)
                    for action in range(ACTIONS):
                        if some >> action & 1:
                            after = acted(row, now, chips, dealer, action, call, least, most)
                            own.worth[action] = play_out(row, after, chips, dealer, top, me, met, to, own)
                            restore(1, to, chips, own)
                    mix_of(own.regret, some, place, own.mix)
                    mean, many = 0.0, 0
                    for action in range(ACTIONS):
                        if some >> action & 1:
                            mean += own.mix[action] * own.worth[action]
                            many += 1
                    for action in range(ACTIONS):
                        if met:
                            own.total[place, action] += own.mix[action]
                        if some >> action & 1:
                            found = own.regret[place, action] + own.worth[action] - mean
                            own.regret[place, action] = found
                            own.mix[action] = (1 - explore) * own.mix[action] + explore / many
                elif met:
                    rival_of(own, some, place)
                else:
                    mix_of(own.regret, some, place, own.mix)
                    for action in range(ACTIONS):
                        own.total[place, action] += own.mix[action]
                now = acted(row, now, chips, dealer, drawn_by(own.mix, to.words), call, least, most)
