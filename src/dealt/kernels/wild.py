"""Games of two packs with wild cards as a machine of steps: the play of a first deal, which nothing comes before.

A table has the cards of each seat in two halves, as :mod:`dealt.games.climbing.counts` has them, and rows stand in one
list for all levels. What may be played is listed anew for each choice. An action of a whole deal is the place of a play
in that list; at many tables cards are chosen one by one, as environments have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import COPY, Cards
from dealt.game import Seat
from dealt.games.climbing import core
from dealt.games.climbing.core import NONE, after_pass, after_play, may_pass
from dealt.games.climbing.counts import JOKER, Table, first_wild, list_ways, spent, taken
from dealt.games.guandan.levels import gained, is_over, leader
from dealt.kernels.draws import draw, shuffle
from dealt.kernels.loops import DEALS, OVER, TURN, Machine, loops
from dealt.shapes import Bytes, ByteTable, Ints, Longs, LongTable, Numbers, RealTable, Shorts, ShortTable

RED: Final = COPY - 1
"""The red joker, the last card of a pack, and its place in a half."""
RED_THERE: Final = 4 * (JOKER + 1)
SEATS: Final = 4
OWNER: Final = 2
NEWEST: Final = 3
"""The row to beat, which the owner has played; -1 for a lead."""
PASSED: Final = 4
OUT: Final = 5
"""The seats that are out, as bits."""
LEVEL: Final = 6
VERB: Final = 7
"""The verb of the play of which :data:`CHOSEN`, two halves, are chosen; -1 while nothing is."""
CHOSEN: Final = 8
HANDS: Final = 10
"""Two halves for each seat."""
TRICK: Final = HANDS + 2 * SEATS
"""The newest play of each seat in this trick, in two halves."""
ROWS: Final = TRICK + 2 * SEATS
"""What these plays are read as."""
PLACES: Final = ROWS + SEATS
"""From 1 for who was out first; 0 for who is not out."""
WIDTH: Final = PLACES + SEATS

PASS: Final = 0
FIRST: Final = 1
"""The code of the first play, or of the first card of the first verb."""
CARDS: Final = 128
"""So many codes has a verb: 64 for the cards of each half, the last one for :data:`DONE`."""
DONE: Final = CARDS - 1

MANY: Final = 0
"""In ``Room.found``: the number of plays, and of codes that are listed."""


class Rules(NamedTuple):
    play: core.Rules
    table: Table
    """The rows of all levels, one after the other."""
    starts: Ints
    """The first row of each level, and after the last level the number of rows."""
    wild: Longs
    """The wild cards of each level, in two halves."""
    verbs: Ints
    """The verb of each row where its cards could be something stronger, from 1 on; 0 for a row of which they cannot."""
    most: int
    """The number of verbs, and that of plain plays."""
    deck: Longs
    """The place of each card in the halves, where those of the second begin at 64."""
    size: int
    """The number of cards of a hand."""
    level: int
    """The level of the first deal."""
    steps: bool
    """Are cards chosen one by one?"""


class Room(NamedTuple):
    words: Longs
    pack: Longs
    rows: Ints
    """The rows that may be played, as often as there are ways to play them, with these :attr:`ways`."""
    ways: Longs
    cards: Longs
    """The cards of each, in two halves; where they are chosen one by one."""
    chosen: Longs
    """For each verb the cards that may be chosen next, in two halves."""
    listed: Longs
    """The codes of these cards."""
    found: Longs
    worth: Longs
    """What each play is worth to who weighs them, and after them a pass."""


# --- the deal -------------------------------------------------------------------------------------------------------


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle, give out all cards, and draw who leads."""
    for place in range(len(rules.deck)):
        to.pack[at(place)] = rules.deck[at(place)]
    for place in range(DEALS + 1, WIDTH):
        t[place] = 0
    t[OWNER] = t[NEWEST] = t[VERB] = NONE
    for seat in range(SEATS):
        t[ROWS + seat] = NONE
    t[LEVEL] = rules.level
    t[TURN] = draw(to.words, SEATS)
    shuffle(to.words, to.pack)
    for seat in range(SEATS):
        for place in range(rules.size * seat, rules.size * (seat + 1)):
            one = to.pack[at(place)]
            t[at(HANDS + 2 * seat + (one >> 6))] |= 1 << (one & 63)


def set_out(rules: Rules, to: Room, now: Sequence[int], world: Sequence[int], t: Numbers) -> None:
    """Copy a table with other cards in the hands, and list what may be played."""
    for k in range(len(t)):
        t[k] = now[k]
    for k in range(2 * SEATS):
        t[HANDS + k] = world[k]
    list_plays(rules, to, t)


# --- what may be done -----------------------------------------------------------------------------------------------


def parted(rules: Rules, t: Numbers) -> tuple[int, int, int, int]:
    """The hand of the seat to act, in two halves, and its wild cards apart from it."""
    hand, level = HANDS + 2 * t[TURN], 2 * t[LEVEL]
    one, other = t[at(hand)], t[at(hand + 1)]
    some, more = one & rules.wild[at(level)], other & rules.wild[at(level + 1)]
    return one ^ some, other ^ more, some, more


def list_plays(rules: Rules, to: Room, t: Numbers) -> int:
    """List what the seat to act may play; returns the number of plays."""
    table, newest = rules.table, t[NEWEST]
    one, other, some, more = parted(rules, t)
    begin, last = rules.starts[at(t[LEVEL])], rules.starts[at(t[LEVEL] + 1)]
    end = over = last
    if newest >= 0:
        begin, over = newest + 1, table.over[at(newest)]
        end = table.end[at(newest)] if begin < over else begin
    many = list_ways(table, begin, end, over, last, one, other, count(some) + count(more), to.rows, to.ways)
    to.found[MANY] = many
    return many


def cards_of(rules: Rules, to: Room, t: Numbers, k: int) -> tuple[int, int]:
    """The cards of one of these plays, in two halves."""
    table, row, way = rules.table, to.rows[at(k)], to.ways[at(k)]
    one, other, some, more = parted(rules, t)
    mine, yours = taken(table, row, way, one, other)
    first, second = first_wild(some, more, spent(table, row, way))
    return mine | first, yours | second


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    """The number of plays, with a pass that stands last; or of cards that may be chosen."""
    many = list_plays(rules, to, t)
    passes = may_pass(rules.play, t[TURN], t[OWNER], 0, 0)
    if rules.steps:
        return list_steps(rules, to, t, passes)
    return many + (1 if passes else 0)


def choice(rules: Rules, to: Room, t: Numbers, number: int) -> int:
    if rules.steps:
        return to.listed[at(number)]
    return FIRST + number if number < to.found[MANY] else PASS


# --- cards one by one -----------------------------------------------------------------------------------------------


def lay_open(rules: Rules, to: Room, t: Numbers) -> None:
    """Write the cards of all plays."""
    for k in range(to.found[MANY]):
        to.cards[at(2 * k)], to.cards[at(2 * k + 1)] = cards_of(rules, to, t, k)


def verb_of(rules: Rules, to: Room, k: int) -> int:
    """The verb of a play: the plain one, unless a later play, which is stronger, has the same cards."""
    verb, one, other = rules.verbs[at(to.rows[at(k)])], to.cards[at(2 * k)], to.cards[at(2 * k + 1)]
    if verb == 0 or spent(rules.table, to.rows[at(k)], to.ways[at(k)]) == 0:
        return 0
    for n in range(k + 1, to.found[MANY]):
        if to.cards[at(2 * n)] == one and to.cards[at(2 * n + 1)] == other:
            return verb
    return 0


def fitting(rules: Rules, to: Room, t: Numbers) -> int:
    """Find for each verb the cards that may be chosen next; returns the row that is chosen whole, or -1."""
    one, other, row, chosen = t[CHOSEN], t[CHOSEN + 1], NONE, to.chosen
    lay_open(rules, to, t)
    for n in range(2 * rules.most):
        chosen[at(n)] = 0
    for k in range(to.found[MANY]):
        mine, yours = to.cards[at(2 * k)], to.cards[at(2 * k + 1)]
        if one & ~mine | other & ~yours != 0:
            continue
        verb = verb_of(rules, to, k)
        if t[VERB] < 0 or t[VERB] == verb:
            chosen[at(2 * verb)] |= mine & ~one
            chosen[at(2 * verb + 1)] |= yours & ~other
            if mine == one and yours == other:
                row = to.rows[at(k)]
    return row


def list_steps(rules: Rules, to: Room, t: Numbers, passes: bool) -> int:
    """List the codes of what may be chosen next; returns their number."""
    row, many = fitting(rules, to, t), 0
    for n in range(2 * rules.most):
        some = to.chosen[at(n)]
        while some != 0:
            to.listed[at(many)] = FIRST + CARDS * (n >> 1) + 64 * (n & 1) + lowest(some)
            many += 1
            some &= some - 1
    if row >= 0 or (passes and t[VERB] < 0):
        to.listed[at(many)] = FIRST + CARDS * t[VERB] + DONE if row >= 0 else PASS
        many += 1
    return many


def choose(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    """Choose a card, or say that all are chosen: they are played once nothing else may be chosen."""
    verb, place = (code - FIRST) // CARDS, (code - FIRST) % CARDS
    t[VERB] = verb
    if place != DONE:
        t[at(CHOSEN + (place >> 6))] |= 1 << (place & 63)
    list_plays(rules, to, t)
    row = fitting(rules, to, t)
    if row >= 0 and (place == DONE or to.chosen[at(2 * verb)] | to.chosen[at(2 * verb + 1)] == 0):
        put_down(rules, t, row, t[CHOSEN], t[CHOSEN + 1])
        t[VERB], t[CHOSEN], t[CHOSEN + 1] = NONE, 0, 0


# --- what comes of it -----------------------------------------------------------------------------------------------


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    """Pass, play what was listed, or choose a card."""
    if code == PASS:
        give_way(rules, t)
    elif rules.steps:
        choose(rules, to, t, code)
    else:
        one, other = cards_of(rules, to, t, code - FIRST)
        put_down(rules, t, to.rows[at(code - FIRST)], one, other)


def clear(t: Numbers) -> None:
    """Nothing lies on the table."""
    for n in range(2 * SEATS):
        t[TRICK + n] = 0
    for seat in range(SEATS):
        t[ROWS + seat] = NONE


def put_down(rules: Rules, t: Numbers, row: int, one: int, other: int) -> None:
    """Play a row with these cards. Somebody else can always answer: a play ends no trick."""
    seat = t[TURN]
    if t[OWNER] < 0:
        clear(t)
    hand, trick = HANDS + 2 * seat, TRICK + 2 * seat
    t[at(hand)] &= ~one
    t[at(hand + 1)] &= ~other
    t[at(trick)], t[at(trick + 1)], t[at(ROWS + seat)] = one, other, row
    over = False
    if t[at(hand)] | t[at(hand + 1)] == 0:
        t[OUT] |= 1 << seat
        t[at(PLACES + seat)] = count(t[OUT])
        over = is_over(t[OUT])
    turn, t[OWNER], t[PASSED] = after_play(rules.play, seat, t[OWNER], t[PASSED], t[OUT], 0)
    t[NEWEST], t[TURN] = row, OVER if over else turn


def give_way(rules: Rules, t: Numbers) -> None:
    """Pass."""
    seat, winner = t[TURN], t[OWNER]
    t[at(TRICK + 2 * seat)] = t[at(TRICK + 2 * seat + 1)] = 0
    turn, t[OWNER], t[PASSED] = after_pass(rules.play, seat, winner, t[PASSED], t[OUT])
    if t[OWNER] < 0:
        turn = leader(winner, turn, t[OUT])
        t[NEWEST] = NONE
        clear(t)
    t[TURN] = turn


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    """The levels that the side of who was out first goes up; the other side loses as many."""
    for first in range(SEATS):
        if t[PLACES + first] == 1:
            second = t[at(PLACES + (first ^ 2))]
            won = gained(second if second > 0 else SEATS)
            for seat in range(SEATS):
                scores[seat] = won if (seat ^ first) & 1 == 0 else -won


MACHINE: Final = Machine(Rules, Room, deal, legal, choice, step, settle)
"""A game of two packs with wild cards as its machine takes it."""


def hand_of(t: Numbers, seat: Seat) -> int:
    """The number of cards of a seat."""
    return count(t[at(HANDS + 2 * seat)]) + count(t[at(HANDS + 2 * seat + 1)])


# --- what is kept of whole deals -----------------------------------------------------------------------------------


class WildDeals(NamedTuple):
    """What :func:`simulate` returns for a game of two packs with wild cards: a row for each deal, in arrays that lie in
    the same order. Sets of cards are apart by copy, as one does not fit into 64 bits."""

    leaders: Bytes
    """(n,): the seat that leads."""
    hands: LongTable
    """(n, seats): of the hand of each seat the first copies, a set of cards."""
    copies: LongTable
    """(n, seats): and the second copies, as if they were first ones."""
    rows: ShortTable
    """(n, most): the plays in order, as rows of ``game.book(state)``: -1 is a pass, and -2 stands after the last.
    Without ``moves`` (n, 0)."""
    cards: LongTable
    """(n, most): the first copies that were played."""
    more: LongTable
    """(n, most): the second copies."""
    moves: Shorts
    """(n,): the number of plays and passes."""
    left: ByteTable
    """(n, seats): the number of cards that each seat had left."""
    scores: RealTable
    """(n, seats): the score of the deal by seat, as ``Game.score`` has it."""


def cards_in(half: int) -> Cards:
    """The cards of a half, as if they were first copies."""
    return (half & (1 << RED) - 1) | half >> RED_THERE << RED


def opened(rules: Rules, to: Room, t: Numbers, out: WildDeals, k: int) -> None:
    """Who leads, and what was dealt."""
    out.leaders[k] = t[TURN]
    for seat in range(SEATS):
        out.hands[k][seat], out.copies[k][seat] = cards_in(t[HANDS + 2 * seat]), cards_in(t[HANDS + 2 * seat + 1])


def acted(rules: Rules, to: Room, t: Numbers, out: WildDeals, k: int, done: int, code: int) -> None:
    """A play or a pass."""
    if done >= len(out.rows[k]):
        return
    if code == PASS:
        out.rows[k][done] = NONE
        return
    one, other = cards_of(rules, to, t, code - FIRST)
    out.rows[k][done] = to.rows[at(code - FIRST)] - rules.starts[at(t[LEVEL])]
    out.cards[k][done], out.more[k][done] = cards_in(one), cards_in(other)


def closed(rules: Rules, to: Room, t: Numbers, out: WildDeals, k: int, done: int) -> None:
    """What is left to each seat, and the end of the plays."""
    for place in range(done, len(out.rows[k])):
        out.rows[k][place] = NONE - 1
    out.moves[k] = done
    for seat in range(SEATS):
        out.left[k][seat] = hand_of(t, seat)


# --- what a seat sees -----------------------------------------------------------------------------------------------


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    phase: int
    level: int
    hand: int
    hand_size: int
    trick: int
    passed: int
    lead: int
    played: int
    place: int
    chosen: int


def add(out: Any, begin: int, half: int, more: int, column: Sequence[int]) -> None:
    """Add cards to the field of an observation that begins there."""
    while half != 0:
        one = lowest(half)
        half &= half - 1
        out[begin + column[min(RED, one)]] += more


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    wide, over = spots.columns, t[TURN] == OVER
    lead = t[TURN] if t[OWNER] < 0 else t[OWNER]
    out[spots.phase] = 1
    out[spots.level + t[LEVEL]] = 1
    for place in range(len(rules.deck)):
        one = rules.deck[place] & 63
        out[spots.played + column[min(RED, one)]] += 1
    for place in range(SEATS):
        seat = (me + place) % SEATS
        for half in range(2):
            hand, newest = t[at(HANDS + 2 * seat + half)], t[at(TRICK + 2 * seat + half)]
            add(out, spots.played, hand | newest, -1, column)
            add(out, spots.hand + wide * place, hand if place == 0 or over else 0, 1, column)
            add(out, spots.trick + wide * place, newest, 1, column)
            if place == 0:
                add(out, spots.chosen, t[at(CHOSEN + half)], 1, column)
        out[spots.turn + place] = 1 if seat == t[TURN] else 0
        out[spots.hand_size + place] = hand_of(t, seat)
        out[spots.passed + place] = t[PASSED] >> seat & 1
        out[spots.lead + place] = 1 if seat == lead else 0
        out[spots.place + place] = t[at(PLACES + seat)]


wild_loops: Final = loops(
    __name__, MACHINE, spots=Spots, observe=observe, record=WildDeals, opened=opened, acted=acted, closed=closed
)
