"""``climber``, a computer for Guandan: it counts how many plays its hand still needs, and what may stop them.

An action is worth what it takes from that need, in hundredths of a play. To beat the partner, or to use a bomb, must be
worth more; to stop a rival who has few cards left is worth something of its own. Searches play deals on by this habit.
"""

from __future__ import annotations

from random import Random
from typing import Final

from dealt.bits import at, count, lowest
from dealt.cards import Cards
from dealt.game import Action, View
from dealt.games.climbing import ClimbingState
from dealt.games.climbing.counts import JOKER, spent, tally, unary
from dealt.games.climbing.wild import joined, tallied
from dealt.games.guandan import Guandan
from dealt.kernels import wild
from dealt.kernels.loops import TURN, habits
from dealt.kernels.machine import kernel
from dealt.kernels.wild import LEVEL, MANY, OWNER, Room, Rules, hand_of, lay_open, list_plays, parted
from dealt.kernels.wild_course import course_for
from dealt.players.simple import own_hand
from dealt.shapes import Longs, Numbers

OUT: Final = 10_000
"""To be out is worth more than anything else."""
LEAD: Final = 60
"""To have the lead, as after a play that nobody beats; with a bomb it counts as much as a rival is near the end."""
BOMB: Final = 40
"""A bomb that is kept, which gives the lead when it is wanted."""
WILD: Final = 90
"""A wild card that is kept."""
PARTNER: Final = 130
"""What it costs to beat the partner."""
STOP: Final = 160
"""To stop a rival with one card left; less for more cards, and nothing for more than :data:`NEAR`."""
NEAR: Final = 10
TAKEN_ALONG: Final = 85
"""A pair that goes with a triple."""


def groups(level: int, has: int) -> int:
    """What a hand needs without runs: a play a rank, less for high ones. Triples take pairs along, bombs help."""
    found, pairs, triples = -100 if has >> 4 * JOKER == 0x22 else 0, 0, 0  # four jokers are a bomb
    while has != 0:
        place = lowest(has) & ~3
        rank, many = place >> 2, has >> place & 15
        has &= ~(15 << place)
        high = JOKER - 1 if rank == level else rank - 1 if level < rank < JOKER else rank
        found += -BOMB if many > 3 else 100 - 80 * high * high // 196
        pairs += 1 if many == 2 else 0
        triples += 1 if many == 3 else 0
    return found - TAKEN_ALONG * min(pairs, triples)


def need(rules: Rules, level: int, has: int, wilds: int) -> int:
    """What a hand needs. Each of its runs is taken that helps, the strongest first.

    Runs stand right before the bombs: each has a single need, and cards of several ranks.
    """
    table, row, runs = rules.table, rules.table.over[at(rules.starts[at(level)])] - 1, 0
    best, (low, _) = groups(level, has), unary(has)
    while table.size[at(row)] > 4 and table.first[at(row + 1)] - table.first[at(row)] == 1:
        run = table.least[at(row)]
        found = runs + 100 + groups(level, has - tally(run)) if run & ~low == 0 else best
        if found < best:
            best, runs, has = found, runs + 100, has - tally(run)
            low, _ = unary(has)
        else:
            row -= 1
    return best - WILD * wilds


def weigh(rules: Rules, style: int, to: Room, t: Numbers, choices: int) -> int:
    """Write what all listed plays are worth, and after them what a pass is; returns the place of the best."""
    seat, level, owner, table, many = t[TURN], t[LEVEL], t[OWNER], rules.table, to.found[MANY]
    one, other, some, more = parted(rules, t)
    has, wilds = tally(one) + tally(other), count(some) + count(more)
    before, bombs = need(rules, level, has, wilds), table.over[at(rules.starts[at(level)])]
    left, right = hand_of(t, seat ^ 1), hand_of(t, seat ^ 3)
    least = max(left, right) if left == 0 or right == 0 else min(left, right)
    danger = max(0, 100 - 100 * (least - 1) // NEAR)
    ours, best = owner >= 0 and (owner ^ seat) & 1 == 0, many
    to.worth[at(many)] = -OUT if owner < 0 else 0 if ours else -danger * STOP // 100
    for k in range(many):
        row, way = to.rows[at(k)], to.ways[at(k)]
        size, high = table.size[at(row)], 100 - 7 * (table.end[at(row)] - 1 - row)
        rest = need(rules, level, has - (way & ((1 << 60) - 1)), wilds - spent(table, row, way))
        found = before - rest + 2 * size + LEAD * (danger if row >= bombs else high) // 100
        found -= PARTNER if ours else 0
        to.worth[at(k)] = OUT if size == hand_of(t, seat) else found
        if to.worth[at(k)] > to.worth[at(best)]:
            best = k
    return best


@kernel
def weighed(rules: Rules, now: Longs, to: Room) -> int:
    """List in the room what may be played at a table, with the cards and worth of each play; returns their number."""
    many = list_plays(rules, to, now)
    weigh(rules, 0, to, now, many)
    lay_open(rules, to, now)
    return many


habitual: Final = habits(__name__, wild.MACHINE, int, laid=wild.set_out, habit=weigh)


class Climber:
    """The computer at one seat. It keeps nothing that it saw."""

    def __init__(self, game: Guandan) -> None:
        self.game = game

    def choose(self, view: View, rng: Random) -> Action:
        worths = self.worths(view, rng) if len(view.legal) > 1 else {}
        return max(worths, key=worths.__getitem__, default=view.legal[0])

    def worths(self, view: View, rng: Random) -> dict[Action, float]:
        """What each legal action is worth, in plays."""
        if view.fact(".phase") is not None:
            hand, level = own_hand(view), self.game.read_own(view).level
            return {each: -self.need(hand & ~each.cards, level) for each in view.legal}
        found = self.weighed(view, self.game.sample(view, rng))
        return {action: worth / 100 for action, _, worth in found}

    def need(self, hand: Cards, level: int) -> float:
        """How many plays a hand needs that somebody may beat."""
        wilds = hand & self.game.wild(level)
        return need(course_for(self.game).rules, level, tallied(hand & ~wilds), wilds.bit_count()) / 100

    def weighed(self, view: View, state: ClimbingState) -> list[tuple[Action, int, int]]:
        """The legal actions of the play, each with its code and its worth; ``state`` is any that fits the view."""
        course, game, book = course_for(self.game), self.game, self.game.book(state)
        many = book.many(state.hands[view.turn[0]]) + 1
        own = course.room()._replace(rows=[0] * many, cards=[0] * (2 * many), worth=[0] * many)
        listed = weighed(course.rules, course.numbers(state), own)
        last, first = game.newest(state), course.rules.starts[state.own.level]
        places = {(own.rows[k] - first, joined(own.cards[2 * k], own.cards[2 * k + 1])): k for k in range(listed)}
        found = []
        for each in view.legal:
            place = places[book.read(each, last), each.cards] if each.cards else listed
            found.append((each, wild.FIRST + place if each.cards else wild.PASS, own.worth[place]))
        return found
