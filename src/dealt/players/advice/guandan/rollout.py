"""Deals of two packs with wild cards played on by what each play leaves to do, and what each play seems to be worth.

It looks at the hand of who is in turn, at what lies on the table and at how many cards everybody has. Worths are
hundredths of a play.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.games.climbing.counts import ONES, THREES, spent, tally, unary
from dealt.kernels.loops import TURN, habits
from dealt.kernels.machine import kernel
from dealt.kernels.wild import (
    HANDS,
    LEVEL,
    MACHINE,
    MANY,
    NEWEST,
    OWNER,
    Room,
    Rules,
    hand_of,
    lay_open,
    list_plays,
    set_out,
)
from dealt.shapes import Ints, Longs, Numbers

RANKS: Final = 15
OUT: Final = 10_000
"""To be out is worth more than anything else."""


class Style(NamedTuple):
    """What counts, in hundredths of a play."""

    costs: Ints
    """What a card, pair or triple counts, by level and rank."""
    runs: Longs
    """The runs that a hand is parted into, as ``counts.unary`` has their cards; and how many of each rank."""
    copies: Ints
    prices: Ints
    """What each of them counts."""
    strengths: Ints
    """How high each row is among those of its kind, from 0 to 100; a bomb is."""
    bomb: int = 40
    """A bomb, which gives the lead when it is wanted."""
    wild: int = 90
    """A wild card that is kept."""
    lead: int = 60
    """To have the lead."""
    partner: int = 70
    """What it costs to beat the partner."""
    spend: int = 50
    """What it costs to use a bomb while nobody is near the end."""
    stop: int = 160
    """To stop a rival with one card left; less for more cards."""
    near: int = 10
    """With so many cards a rival is near the end."""


def runs_in(style: Style, has: int) -> int:
    """The runs that a hand holds, as bits."""
    low, _ = unary(has)
    found = 0
    for n in range(len(style.runs)):
        found |= (1 if style.runs[at(n)] & ~low == 0 else 0) << n
    return found


def need(style: Style, level: int, has: int, wilds: int, runs: int) -> int:
    """What is left to do with a hand. Of the runs among some the one is taken that helps most, then again."""
    whole, best, taken = -style.wild * wilds, groups(style, level, has), 1 if runs != 0 else 0
    while taken != 0:
        low, _ = unary(has)
        taken, cost, rest = 0, 0, runs
        while rest != 0:
            n = lowest(rest)
            rest &= rest - 1
            run = style.runs[at(n)]
            if run & ~low != 0 or count(run & ONES & ~(low >> style.copies[at(n)])) < 2:
                continue
            found = groups(style, level, has - tally(run)) + style.prices[at(n)]
            if found < best:
                best, taken, cost = found, tally(run), style.prices[at(n)]
        has -= taken
        best -= cost
        whole += cost
    return whole + best


def groups(style: Style, level: int, has: int) -> int:
    """What is left without runs: a play for each rank, less for high ones. Triples take pairs along, bombs help."""
    apart = has ^ THREES
    triples = RANKS - count((apart | apart >> 1 | apart >> 2 | apart >> 3) & ONES)
    found, left = 0, has
    while left != 0:
        place = lowest(left) & ~3
        many = left >> place & 15
        left &= ~(15 << place)
        if many > 3:
            found -= style.bomb + 10 * (many - 4)
        elif many == 2 and triples > 0:
            triples -= 1
        else:
            found += style.costs[at(RANKS * level + (place >> 2))]
    return found - (100 if has >> 52 == 0x22 else 0)


def weigh(rules: Rules, style: Style, to: Room, t: Numbers, choices: int) -> int:
    """Write what all listed plays are worth, and after them what a pass is; returns the place of the best."""
    seat, level, many, hand, worth = t[TURN], t[LEVEL], to.found[MANY], HANDS + 2 * t[TURN], to.worth
    some, more = rules.wild[at(2 * level)], rules.wild[at(2 * level + 1)]
    one, other, owner, last = t[at(hand)], t[at(hand + 1)], t[OWNER], t[NEWEST]
    wilds = count(one & some) + count(other & more)
    has = tally(one & ~some) + tally(other & ~more)
    whole, mate, runs = hand_of(t, seat), hand_of(t, seat ^ 2), runs_in(style, has)
    before = need(style, level, has, wilds, runs)
    left, right = hand_of(t, seat ^ 1), hand_of(t, seat ^ 3)
    least = max(left, right) if left == 0 or right == 0 else min(left, right)
    danger = max(0, 100 - 100 * (least - 1) // style.near)
    bombs = rules.table.over[rules.starts[at(level)]]
    ours, best = owner >= 0 and (owner ^ seat) & 1 == 0, many
    worth[at(many)] = style.lead // 2 if ours else -danger * style.stop // 100
    for k in range(many):
        row, way = to.rows[at(k)], to.ways[at(k)]
        size, strength = rules.table.size[at(row)], style.strengths[at(row)]
        bomb = row >= bombs
        rest = need(style, level, has - (way & ((1 << 60) - 1)), wilds - spent(rules.table, row, way), runs)
        found = before - rest + style.lead * strength // 100
        if size == whole:
            found = OUT
        elif owner < 0:
            found += 2 * size
            if size in (left, right):
                found -= style.stop * (100 - strength) // 100
            elif size == mate:
                found += style.stop * (100 - strength) // 100
        elif ours:
            found -= style.partner + style.strengths[at(last)] + (style.spend if bomb else 0)
        elif bomb:
            found -= style.spend * (100 - danger) // 100
        worth[at(k)] = found
        if (best == many and owner < 0) or found > worth[at(best)]:
            best = k
    return best


@kernel
def weighed(rules: Rules, style: Style, now: Longs, to: Room) -> int:
    """List in the room what may be played at a table, with the cards and worth of each play; returns their number."""
    many = list_plays(rules, to, now)
    weigh(rules, style, to, now, many)
    lay_open(rules, to, now)
    return many


habitual: Final = habits(__name__, MACHINE, Style, laid=set_out, habit=weigh)
