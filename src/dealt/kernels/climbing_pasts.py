"""How likely the others would have played as they did, had they held the cards of a world: weights of worlds."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, nth
from dealt.cards import Cards
from dealt.game import Seat
from dealt.kernels.climbing import list_rows, set_out, step
from dealt.kernels.climbing_table import HELD, Room, Rules
from dealt.kernels.climbing_values import Mind, Net, best, code_of, words_now
from dealt.kernels.draws import draw, start
from dealt.kernels.loops import TURN
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, LongTable, Numbers, Reals

HOPELESS: Final = 7.0
"""A world that is behind the best one by so many powers of e, at any play of the past, is not looked at to the end."""
TRIES: Final = 6
"""So many exchanges are tried for each hidden card; about half of them are possible."""


class Belief(NamedTuple):
    """How strictly nets are taken for what somebody would do."""

    heats: tuple[float, float]
    """What the values of each net are multiplied with to be logarithms of odds."""
    chance: float
    """How often somebody chooses by chance instead."""
    second: int
    """In so many of 16 worlds the others choose as the second net, else as the first."""


class Hidden(NamedTuple):
    """What a seat does not see, by piles: the hands of all seats, then packets of undealt cards."""

    bases: LongTable
    """(n, piles): some deals that fit what the seat sees."""
    may: Longs
    """The cards that may lie face down in each pile."""
    fixed: Longs
    """The cards of each pile that the seat sees."""


@kernel
def drawn_worlds(
    rules: Rules, nets: tuple[Net, Net], belief: Belief, hidden: Hidden, lead: Longs, past: LongTable,
    gone: Longs, viewer: Seat, first: int, seed: int, to: Room, mind: Mind, t: Longs, pace: Reals, trace: Reals,
    worlds: LongTable, found: Reals,
) -> None:  # fmt: skip
    """Draw worlds, and write the logarithm of the chance of what the others did in each of them into ``found``; -inf
    for one that is hopeless.

    A world is the cards of each pile; ``lead`` is the table at the first lead but for these cards. ``past`` has for
    each play or pass its seat and its row, -1 for a pass, from the first lead on; those from number ``first`` on count.
    ``gone`` are the cards that each seat has played. ``pace`` has the logarithm of the best world so far after each
    play of the past, -inf at first; ``trace`` is room for as many.
    """
    for n in range(len(worlds)):
        start(to.words, seed, n)
        exchanged(hidden, hidden.bases[n % len(hidden.bases)], to, worlds[n])
        set_out(rules, to, lead, worlds[n], gone, t)
        which = 1 if n % 16 < belief.second else 0
        found[n] = likelihood(
            rules, nets[which], belief.heats[which], belief.chance, past, viewer, first, pace, trace, to, mind, t
        )


def exchanged(hidden: Hidden, base: Sequence[Cards], to: Room, piles: Any) -> None:
    """Copy a deal and exchange hidden cards many times.

    Every exchange is as likely as the one that undoes it, so all deals that fit stay equally likely.
    """
    loose = 0
    for k in range(len(piles)):
        piles[k] = base[k]
        loose += count(piles[k] & ~hidden.fixed[k])
    for _ in range(TRIES * loose):
        one, other = draw(to.words, len(piles)), draw(to.words, len(piles))
        some, more = piles[at(one)] & ~hidden.fixed[at(one)], piles[at(other)] & ~hidden.fixed[at(other)]
        if one == other or some == 0 or more == 0:
            continue
        here, there = nth(some, draw(to.words, count(some))), nth(more, draw(to.words, count(more)))
        if hidden.may[at(one)] >> there & 1 and hidden.may[at(other)] >> here & 1:
            piles[at(one)] ^= 1 << here | 1 << there
            piles[at(other)] ^= 1 << here | 1 << there


def likelihood(
    rules: Rules, net: Net, heat: float, astray: float, past: Any, viewer: Seat, first: int, pace: Any, trace: Any,
    to: Room, mind: Mind, t: Numbers,
) -> float:  # fmt: skip
    """The logarithm of the chance that the others played so from the first lead on; -inf if that is hopeless."""
    whole = 0.0
    for k in range(len(past)):
        t[TURN], row = past[k][0], past[k][1]
        if t[TURN] != viewer and k >= first:
            whole += surprise(rules, net, heat, astray, to, mind, t, row)
            if whole < pace[k] - HOPELESS:
                return -inf
        trace[k] = whole
        step(rules, to, t, code_of(row))
    if len(past) > 0 and whole > pace[len(past) - 1]:
        for k in range(len(past)):
            pace[k] = trace[k]
    return whole


def surprise(rules: Rules, net: Net, heat: float, astray: float, to: Room, mind: Mind, t: Numbers, row: int) -> float:
    """The logarithm of the chance of one play or pass; 0 where there was no choice."""
    many, place = list_rows(rules, to, t), -1
    for n in range(many):
        if to.listed[n] == row:
            place = n
    if many < 2 or place < 0:
        return 0.0
    words_now(rules, t, mind.words)
    chosen = best(rules, net, to, mind, t, many)
    some = to.listed[chosen]
    if some >= 0 and rules.table.size[some] == count(t[HELD + t[TURN]]):  # all cards at once: what follows is unjudged
        chance = 1.0 if chosen == place else 0.0
    else:
        most, whole = mind.worth[chosen], 0.0
        for n in range(many):
            whole += exp(heat * (mind.worth[n] - most))
        chance = exp(heat * (mind.worth[place] - most)) / whole
    return log((1 - astray) * chance + astray / many)
