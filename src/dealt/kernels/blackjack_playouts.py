"""Rounds of blackjack under way, played on at random."""

from __future__ import annotations

from dealt.bits import count, nth
from dealt.games.blackjack.core import STAND, STEP
from dealt.kernels.blackjack_steps import (
    BET,
    BOXES,
    INSURE,
    OVER,
    Numbers,
    Rules,
    Tables,
    answer,
    dealer_at,
    decide,
    deck_size,
    may_decide,
    most_insured,
    won,
)
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, RealTable

__all__ = ["playouts"]


def copy(t: Tables, n: int, work: Tables, seats: int) -> None:
    """Make the only table of ``work`` as table ``n`` is."""
    size = deck_size(t)
    for place in range(size):
        work.pack[place] = t.pack[size * n + place]
    for place in range(t.drawn[n]):
        work.ranks[place], work.lies[place] = t.ranks[size * n + place], t.lies[size * n + place]
    for seat in range(seats):
        own = seats * n + seat
        work.stacks[seat], work.bets[seat] = t.stacks[own], t.bets[own]
        work.insured[seat], work.sizes[seat] = t.insured[own], t.sizes[own]
        for k in range(BOXES):
            work.done[BOXES * seat + k] = t.done[BOXES * own + k]
    work.phase[0], work.turn[0], work.at[0], work.drawn[0] = t.phase[n], t.turn[n], t.at[n], t.drawn[n]


def any_step(t: Tables, n: int, rules: Rules, words: Numbers) -> None:
    """A random action: each of those that the game lists is equally likely, and then each of its amounts."""
    amount = 0  # one call for all answers, because compiled code has a copy of what is called at each place
    if t.phase[n] == BET:
        own = rules.seats * n + t.turn[n]
        if draw(words, 2) == 0:
            if t.stacks[own] < rules.least:
                t.stacks[own] += rules.bankroll
                return
            bets = (min(rules.most, t.stacks[own]) - rules.least) // rules.step + 1
            amount = rules.least + rules.step * draw(words, bets)
    elif t.phase[n] == INSURE:
        most = most_insured(t, n, rules, t.turn[n])
        if draw(words, 2) == 1:
            amount = STEP * (1 + draw(words, most // STEP))
    else:
        may = may_decide(t, n, rules, t.turn[n], t.at[n]) | 1 << STAND
        decide(t, n, rules, nth(may, draw(words, count(may))))
        return
    answer(t, n, rules, amount)


@kernel
def playouts(
    t: Tables, rules: Rules, seed: int, span: tuple[int, int], work: Tables, words: Longs, scores: RealTable
) -> None:
    """Play the rounds at the tables to the end at random, in the room of the one table ``work``.

    There is a table for each number of ``span``, or one for all.
    """
    for n in range(span[0], span[1]):
        k = n - span[0]
        start(words, seed, n)
        copy(t, k % len(t.turn), work, rules.seats)
        while work.turn[0] != OVER:
            any_step(work, 0, rules, words)
        dealer = dealer_at(work, 0)
        for seat in range(rules.seats):
            scores[k][seat] = won(work, 0, rules, seat, dealer)
