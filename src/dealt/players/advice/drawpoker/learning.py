"""Learning poker by regret: counterfactual regret minimisation over situations, by sampled deals.

After M. Lanctot and others, *Monte Carlo Sampling for Regret Minimization in Extensive Games*, 2009. In each deal one
seat after the other tries, wherever it is to act, each action once: what it would have won more than by its own mix of
actions is added to the action's regret, and actions are mixed by their regrets. What is played in the end is the mean
of all mixes.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from dealt.bits import part
from dealt.games.drawpoker.core import BUY, DRAW, PAYING
from dealt.games.showdown.core import hand_value
from dealt.kernels import poker
from dealt.kernels.draws import draw as drawn_number
from dealt.kernels.draws import start
from dealt.kernels.loops import TURN
from dealt.kernels.machine import kernel
from dealt.kernels.poker import (
    AMOUNT,
    CHOSEN,
    DEALER,
    DRAWS,
    HANDS,
    PACK,
    PAID,
    PHASE,
    RAISES,
    THROWN,
    VERB,
    WON,
    Room,
    Rules,
    board_at,
    chips_at,
    deal,
    limits,
    moment_at,
    step,
)
from dealt.players.advice.drawpoker.situations import (
    ACTIONS,
    CALL,
    FOLD,
    amount_of,
    possible,
    pot_bet,
    situation,
    thrown_of,
)
from dealt.players.advice.holdem.situations import grade
from dealt.players.advice.holdem.situations import situation as of_two
from dealt.shapes import Longs, LongTable, Reals, RealTable

MOST: Final = 1 << 20
GRADED: Final = 100
"""So many deals tell how good a hand of hold'em is, while it is learned."""
PHASES: Final = 8


class Learned(NamedTuple):
    """What was learned, a row for each situation and a column for each action; and room for one thread."""

    regret: RealTable
    total: RealTable
    saved: LongTable
    """Two tables, but for their packs, which do not change."""
    mix: Reals
    worth: Reals
    rival: RealTable
    """How often another computer took each action in each situation; it is met in some deals, where it is known."""
    grades: Longs
    """How good the hands of two seats are in each phase of a deal of hold'em; -1 where it is not known yet."""


def save(slot: int, t: Any, own: Learned) -> None:
    """Keep a table."""
    for place in range(PACK):
        own.saved[slot, place] = t[place]


def restore(slot: int, t: Any, own: Learned) -> None:
    """Bring it back."""
    for place in range(PACK):
        t[place] = own.saved[slot, place]


def mix_of(often: Any, some: int, place: int, mix: Any) -> float:
    """The chance of each of some actions: in proportion to its number in ``often`` where that is above 0.

    Returns the sum of these, 0 if there are none; then all are as likely.
    """
    whole, many = 0.0, 0
    for action in range(ACTIONS):
        mix[action] = 0.0
        if some >> action & 1:
            many += 1
            if often[place, action] > 0:
                mix[action] = often[place, action]
                whole += mix[action]
    for action in range(ACTIONS):
        if some >> action & 1:
            mix[action] = mix[action] / whole if whole > 0 else 1.0 / many
    return whole


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


def code_of(action: int, call: int, least: int, most: int, pot: int) -> int:
    """The code of an action, given what ``limits`` returns and a bet by the pot."""
    if action == FOLD:
        return VERB + poker.FOLD
    return AMOUNT + (poker.CALL if action == CALL else poker.RAISE) + 4 * amount_of(action, call, least, most, pot)


def draw_of(rules: Rules, t: Any) -> int:
    """The code of a draw by simple rules, the cards of which are chosen."""
    hand = t[HANDS + t[TURN]]
    t[CHOSEN] = thrown_of(hand, hand_value(hand, rules.row.wheel), False)
    return VERB + DRAWS


def place_of(rules: Rules, to: Room, t: Any, call: int, own: Learned) -> int:
    """The number of the situation of the seat to act, at draw poker or at hold'em between two."""
    if rules.row.flop != 0:
        slot = PHASES * t[TURN] + t[PHASE]
        if own.grades[slot] < 0:
            own.grades[slot] = grade(rules.row, t[HANDS + t[TURN]], board_at(t), GRADED, to.words)
        return of_two(rules.row, moment_at(t), chips_at(rules, t), own.grades[slot], call, t[DEALER])
    hand, thrown = t[HANDS + t[TURN]], part(t, THROWN, rules.seats)
    return situation(rules.row, moment_at(t), chips_at(rules, t), hand, call, thrown)


def rival_of(own: Learned, some: int, place: int) -> None:
    """The mix of the rival; where it is not known the learner's own."""
    if mix_of(own.rival, some, place, own.mix) <= 0:
        mix_of(own.regret, some, place, own.mix)


def play_out(
    rules: Rules, to: Room, t: Any, code: int, seat: int, met: bool, own: Learned
) -> int:  # fmt: skip
    """What a seat wins if after an action all play on by the mixes of now; ``met``: the others as the rival does."""
    while True:
        step(rules, to, t, code)
        if BUY <= t[PHASE] <= PAYING:
            return t[WON + seat] - t[PAID + seat]
        if t[PHASE] == DRAW:
            code = draw_of(rules, t)
            continue
        call, least, most = limits(rules, t, 0)
        pot = pot_bet(chips_at(rules, t), t[TURN])
        some, place = possible(call, least, most, t[RAISES], pot, rules.seats), place_of(rules, to, t, call, own)
        if met and t[TURN] != seat:
            rival_of(own, some, place)
        else:
            mix_of(own.regret, some, place, own.mix)
        code = code_of(drawn_by(own.mix, to.words), call, least, most, pot)


@kernel
def learn(
    rules: Rules, to: Room, t: Longs, seed: int, span: tuple[int, int], explore: float, share: int, own: Learned
) -> None:  # fmt: skip
    """Learn from the deals of a span; the rival is met in ``share`` of a hundred deals."""
    for n in range(span[0], span[1]):
        met = n % 100 < share
        start(to.words, seed, n)
        deal(rules, to, t)
        for slot in range(len(own.grades)):
            own.grades[slot] = -1
        save(0, t, own)
        for me in range(rules.seats):
            restore(0, t, own)
            while not BUY <= t[PHASE] <= PAYING:
                if t[PHASE] == DRAW:
                    code = draw_of(rules, t)
                else:
                    call, least, most = limits(rules, t, 0)
                    pot = pot_bet(chips_at(rules, t), t[TURN])
                    some = possible(call, least, most, t[RAISES], pot, rules.seats)
                    place = place_of(rules, to, t, call, own)
                    if t[TURN] == me:
                        save(1, t, own)
                        for action in range(ACTIONS):
                            if some >> action & 1:
                                code = code_of(action, call, least, most, pot)
                                own.worth[action] = play_out(rules, to, t, code, me, met, own)
                                restore(1, t, own)
                        learn_here(some, place, met, explore, own)
                    elif met:
                        rival_of(own, some, place)
                    else:
                        mix_of(own.regret, some, place, own.mix)
                        for action in range(ACTIONS):
                            own.total[place, action] += own.mix[action]
                    code = code_of(drawn_by(own.mix, to.words), call, least, most, pot)
                step(rules, to, t, code)


def learn_here(some: int, place: int, met: bool, explore: float, own: Learned) -> None:
    """Add to the regrets of a situation what its actions are worth; the mix to play on by is left."""
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
