"""How likely the others would have played as they did, had they held the cards of a world: weights of worlds."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, nth
from dealt.cards import Card, Cards
from dealt.game import Seat
from dealt.games.climbing.core import Rules, Table, after_pass, after_play, removed
from dealt.kernels.climbing import Room, take_up
from dealt.kernels.climbing_values import Mind, Net, best, choices, played, words_now
from dealt.kernels.draws import draw, start
from dealt.kernels.machine import kernel
from dealt.shapes import Longs, LongTable, Reals

__all__ = ["Belief", "Hidden", "drawn_worlds"]

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
    rules: Rules, table: Table, order: Longs, nets: tuple[Net, Net], belief: Belief, hidden: Hidden,
    rest: Longs, past: LongTable, gone: Longs, out: Cards, alone: Seat, viewer: Seat, first: int, seed: int,
    least: float, part: tuple[int, int], to: Room, mind: Mind, piles: Longs, moments: LongTable, found: Reals,
) -> None:  # fmt: skip
    """Draw worlds, and write the logarithm of the chance of what the others did in each of them into ``found``,
    from its first row on.

    A row of ``moments`` is one of :func:`~dealt.kernels.climbing.playouts`; all that is not the hands is ``rest``.
    ``past`` has for each play or pass its seat and its row, -1 for a pass, from the first lead on; those from number
    ``first`` on count. ``gone`` are the cards that each seat has played, and ``out`` those that nobody had played
    before the first lead. What is less than ``least`` is not worked out to the end. ``piles`` is room for the piles.
    """
    for n in range(part[0], part[1]):
        start(to.words, seed, n)
        exchanged(hidden, hidden.bases[n % len(hidden.bases)], to, piles)
        for seat in range(rules.seats):
            moments[n - part[0]][seat] = piles[seat]
            take_up(rules, to, seat, piles[seat] | gone[seat], 0)
        for k in range(len(rest)):
            moments[n - part[0]][rules.seats + k] = rest[k]
        which = 1 if n % 16 < belief.second else 0
        found[n - part[0]] = likelihood(
            rules, table, order, nets[which], belief.heats[which], belief.chance, past, out, alone, viewer, first,
            least, to, mind,
        )  # fmt: skip


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
    rules: Rules, table: Table, order: Sequence[Card], net: Net, heat: float, astray: float, past: Any, out: Cards,
    alone: Seat, viewer: Seat, first: int, least: float, to: Room, mind: Mind,
) -> float:  # fmt: skip
    """The logarithm of the chance that the others played so with the hands that they have taken up."""
    owner, newest, passed, whole = -1, -1, 0, 0.0
    for k in range(len(past)):
        turn, row = past[k][0], past[k][1]
        if turn != viewer and k >= first:
            whole += surprise(
                rules, table, order, net, heat, astray, to, mind, turn, owner, newest, passed, out, alone, row
            )
            if whole < least:
                return whole
        if row < 0:
            _, owner, passed = after_pass(rules, turn, owner, passed)
        else:
            out = removed(rules.suits, out, table.cards[row])
            played(rules, table, to, turn, row)
            _, passed = after_play(rules, turn, owner, passed)
            owner, newest = turn, row
    return whole


def surprise(
    rules: Rules, table: Table, order: Sequence[Card], net: Net, heat: float, astray: float, to: Room, mind: Mind,
    turn: Seat, owner: Seat, newest: int, passed: int, out: Cards, alone: Seat, row: int,
) -> float:  # fmt: skip
    """The logarithm of the chance of one play or pass; 0 where there was no choice."""
    many = choices(rules, table, order, to, turn, owner, newest, passed, 0)
    place = -1
    for n in range(many):
        if to.legal[n] == row:
            place = n
    if many < 2 or place < 0:
        return 0.0
    words_now(rules, to.left, turn, to.hands[at(turn)], out, alone, mind.words)
    chosen = best(rules, table, net, to, mind, turn, owner, newest, passed, many)
    some = to.legal[chosen]
    if some >= 0 and table.size[some] == to.left[at(turn)]:  # all cards at once, and what follows was not judged
        chance = 1.0 if chosen == place else 0.0
    else:
        most, whole = mind.worth[chosen], 0.0
        for n in range(many):
            whole += exp(heat * (mind.worth[n] - most))
        chance = exp(heat * (mind.worth[place] - most)) / whole
    return log((1 - astray) * chance + astray / many)
