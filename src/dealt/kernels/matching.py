"""Matching solitaires as a machine of steps, which are removals; and as the loops of all families take them.

What may be removed, and when a game is over and won, comes from :mod:`dealt.games.matching.core`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Any, Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import RANKS, STANDARD, mask, members, text
from dealt.game import Game, Seat, View
from dealt.games.matching import Matching, MatchingState
from dealt.games.matching.core import NARROW, MatchingRows, choose, chosen, lies, packed, refill, size, ways, won
from dealt.games.matching.core import choice as places_of
from dealt.kernels.arrays import blank
from dealt.kernels.course import Course, Plan
from dealt.kernels.draws import ROOM, draw, shuffle_front, start_next
from dealt.kernels.loops import OVER, TURN, Machine, loops, put
from dealt.kernels.machine import kernel
from dealt.kernels.threads import Span, fill
from dealt.shapes import Bytes, ByteTable, Fixed, Longs, LongTable, Numbers, RealTable, Workspace

POLICIES: Final = ("uniform", "lowest")
EMPTY: Final = -1

# --- the places of a table
MOST_RANKS, MOST_PLACES, MOST_CARDS = 13, 62, 52
DRAWN, REMOVED, TALLY, TOTAL = range(2, 6)
"""The number of cards dealt, the set of those removed, the tally of the board, and the number of removals there are."""
PLACES: Final = 6
"""The places of each rank, as sets."""
WAYS: Final = PLACES + MOST_RANKS
"""The number of ways to remove each row."""
WHERE: Final = WAYS + MOST_RANKS
"""The place of each card that lies on the board."""
BOARD: Final = WHERE + MOST_CARDS
"""The card on each place."""
PACK: Final = BOARD + MOST_PLACES
"""The cards in the order in which they come."""

SUITS: Final = 15
"""All suits of a rank, as a set."""
NUMBERS: Final = sum(n << 3 * chosen(SUITS, need, n) for need in range(1, 5) for n in range(choose(4, need)))
"""For each set of suits three bits: its number among those of as many suits."""


class Solitaires(NamedTuple):
    """What :func:`simulate` returns for a matching solitaire: a row for each game, in arrays in the same order."""

    packs: ByteTable
    """(n, deck) of int8: the pack, the card that is dealt first first. Without ``moves`` (n, 0)."""
    moves: LongTable
    """(n, most) of int64: the cards that each move removes, a set of cards; 0 after the last. Without ``moves`` (n, 0),
    else ``most`` is how often the least that can be removed is in the deck."""
    played: Bytes
    """(n,) of int8: the number of moves."""
    left: Bytes
    """(n,) of int8: the number of cards that are not removed."""
    scores: RealTable
    """(n, 1) of float64: 1 for a game that is won, else 0, as ``Game.score`` has it."""


class Rules(NamedTuple):
    """The rules as numbers. The code of a removal is its place in ``removals``, row behind row."""

    matching: MatchingRows
    places: int
    deck: Longs
    row_of: Longs
    """The place of the row of each rank."""
    sizes: Longs
    """The number of cards of each row."""
    starts: Longs
    """The code of the first removal of each row."""
    removals: Longs
    """The cards of every removal, with all suits, in the order in which :func:`places_of` has them."""
    hidden: bool
    """May the stock of a game that is played on lie in any order?"""
    first: bool
    """Are whole games played by what the game lists first, and not at random?"""


class Room(NamedTuple):
    words: Longs
    pack: Longs


class Spots(NamedTuple):
    """Where each field of an observation begins, and the number of columns for cards."""

    columns: int
    turn: int
    board: int
    stock: int
    removed: int


# --- the course of a game ---------------------------------------------------------------------------------------------


def deal(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle, and deal a card to each place."""
    cards = len(rules.deck)
    for place in range(cards):
        to.pack[place] = rules.deck[place]
    shuffle_front(to.words, to.pack, cards)
    for place in range(DRAWN, BOARD):
        t[place] = 0
    for place in range(cards):
        t[PACK + place] = to.pack[place]
    go_on(rules, t, (1 << rules.places) - 1, 0)


def enter(rules: Rules, to: Room, t: Numbers) -> None:
    """Shuffle the stock, if nobody knows its order."""
    if rules.hidden:
        cards = len(rules.deck)
        for place in range(t[DRAWN], cards):
            other = place + draw(to.words, cards - place)
            one = t[PACK + other]
            t[PACK + other] = t[PACK + place]
            t[PACK + place] = one


def go_on(rules: Rules, t: Numbers, free: int, changed: int) -> None:
    """Fill up a set of places; ``changed`` is the set of the rows that have become fewer."""
    t[DRAWN] = refill(t, BOARD, free, t, PACK + t[DRAWN], PACK + len(rules.deck), EMPTY) - PACK
    take_account(rules, t, free, changed)


def take_account(rules: Rules, t: Numbers, some: int, changed: int) -> None:
    """Take account of the cards on a set of places. The game is over once nothing can be removed."""
    while some > 0:
        place = lowest(some)
        some &= some - 1
        one = t[at(BOARD + place)]
        if one >= 0:
            t[at(WHERE + one)] = place
            t[at(PLACES + (one >> 2))] |= 1 << place
            t[TALLY] += 1 << NARROW * (one >> 2)
            changed |= 1 << rules.row_of[at(one >> 2)]
    while changed > 0:
        row = lowest(changed)
        changed &= changed - 1
        t[TOTAL] -= t[at(WAYS + row)]
        t[at(WAYS + row)] = ways(t[TALLY], rules.matching.rows[at(row)], NARROW)
        t[TOTAL] += t[at(WAYS + row)]
    t[TURN] = 0 if t[TOTAL] > 0 else OVER


def step(rules: Rules, to: Room, t: Numbers, code: int) -> None:
    """Remove some cards, and fill their places up again."""
    some, free = rules.removals[at(code)], 0
    row = rules.row_of[at(lowest(some) >> 2)]
    t[REMOVED] |= some
    t[TALLY] -= rules.matching.rows[at(row)]
    while some > 0:
        one = lowest(some)
        some &= some - 1
        place = t[at(WHERE + one)]
        free |= 1 << place
        t[at(PLACES + (one >> 2))] &= ~(1 << place)
    go_on(rules, t, free, 1 << row)


def settle(rules: Rules, to: Room, t: Numbers, scores: Any) -> None:
    """1 for a game that is won, else 0."""
    scores[0] = 1.0 if won(t[TALLY], len(rules.deck) - t[DRAWN]) else 0.0


# --- what may be done -------------------------------------------------------------------------------------------------


def legal(rules: Rules, to: Room, t: Numbers) -> int:
    return t[TOTAL]


def choice(rules: Rules, to: Room, t: Numbers, k: int) -> int:
    """A removal by its place: those of a row come one after the other."""
    row, below, before = 0, 0, 0
    for each in range(len(rules.matching.rows) - 1):  # no branch depends on the number drawn: that is quicker
        below += t[at(WAYS + each)]
        over = below <= k
        row += over
        before = below if over else before
    return code_of(rules, t, row, way(rules, t, row, k - before))


def way(rules: Rules, t: Sequence[int], row: int, n: int) -> int:
    """The places, as a set, of way ``n`` to remove a row."""
    return places_of(t[PLACES : PLACES + MOST_RANKS], rules.matching.rows[at(row)], NARROW, n)


def code_of(rules: Rules, t: Sequence[int], row: int, places: int) -> int:
    """The code of the removal of the cards at some places, which make a row."""
    left, code, times, cards = rules.matching.rows[at(row)], rules.starts[at(row)], 1, 0
    while places > 0:
        cards |= 1 << t[at(BOARD + lowest(places))]
        places &= places - 1
    while left > 0:  # a rank has as many suits as bits in a tally, so that the same shift finds both
        shift = lowest(left) & -NARROW
        code += times * (NUMBERS >> 3 * (cards >> shift & SUITS) & 7)
        times *= choose(4, left >> shift & SUITS)
        left &= ~(SUITS << shift)
    return code


def taken(rules: Rules, to: Room, t: Numbers, many: int) -> int:
    """What is removed in whole games: any removal, or what the game lists first.

    That is of those of fewest cards the one with the lowest places.
    """
    if not rules.first:
        return choice(rules, to, t, draw(to.words, many) if many > 1 else 0)
    found, least, fewest = -1, 0, 0
    for row in range(len(rules.matching.rows)):
        if t[WAYS + row] > 0:
            some = way(rules, t, row, 0)
            cards, differ = count(some), some ^ least
            if found < 0 or cards < fewest or (cards == fewest and differ & -differ & some != 0):
                found, least, fewest = row, some, cards
    return code_of(rules, t, found, least)


# --- what is kept of whole games --------------------------------------------------------------------------------------


def opened(rules: Rules, to: Room, t: Numbers, out: Solitaires, k: int) -> None:
    for place in range(len(rules.deck)):
        out.packs[k][place] = t[PACK + place]


def acted(rules: Rules, to: Room, t: Numbers, out: Solitaires, k: int, done: int, code: int) -> None:
    out.moves[k][done] = rules.removals[code]


def closed(rules: Rules, to: Room, t: Numbers, out: Solitaires, k: int, done: int) -> None:
    out.played[k], out.left[k] = done, len(rules.deck) - count(t[REMOVED])


@kernel
def results(rules: Rules, to: Room, seed: int, span: tuple[int, int], out: Solitaires) -> None:
    """The ends of whole games without their moves: which removals are chosen does not change them.

    Every row is removed as soon as it lies there. Each card adds at most one to those that stay, so that no refill can
    skip the moment at which they fill the board; see :mod:`dealt.games.matching.chances`.
    """
    cards = len(rules.deck)
    for n in range(span[0], span[1]):
        start_next(to.words, seed, n, span[0], span[1])
        for place in range(cards):
            to.pack[at(place)] = rules.deck[at(place)]
        tally, lying, made, drawn = 0, 0, 0, 0
        while drawn < cards and lying < rules.places:
            other = drawn + draw(to.words, cards - drawn)
            rank = to.pack[other] >> 2
            to.pack[other] = to.pack[drawn]
            row = rules.row_of[rank]
            drawn += 1
            lying += 1
            tally += 1 << NARROW * rank
            if lies(tally, rules.matching.rows[row], rules.matching.guards):
                tally -= rules.matching.rows[row]
                lying -= rules.sizes[row]
                made += 1
        k = n - span[0]
        out.played[k], out.left[k] = made, size(tally, NARROW) + cards - drawn
        out.scores[k][0] = 1.0 if won(tally, cards - drawn) else 0.0


# --- what is seen -----------------------------------------------------------------------------------------------------


def observe(rules: Rules, spots: Spots, column: Sequence[int], t: Numbers, me: Seat, out: Any) -> None:
    """Write what is seen: all but the order of the stock."""
    out[spots.turn] = 1 if t[TURN] != OVER else 0
    out[spots.stock] = len(rules.deck) - t[DRAWN]
    for place in range(rules.places):
        one = t[BOARD + place]
        if one >= 0:
            out[spots.board + spots.columns * place + column[one]] = 1
    put(out, spots.removed, t[REMOVED], column)


KERNELS: Final = loops(
    __name__, Machine(Rules, Room, deal, legal, choice, step, settle, enter), spots=Spots, observe=observe,
    record=Solitaires, opened=opened, acted=acted, closed=closed, chosen=taken,
)  # fmt: skip


# --- games and states -------------------------------------------------------------------------------------------------


class MatchingCourse(Course[Matching, MatchingState]):
    """A matching solitaire with cards of one deck."""

    loops = KERNELS
    policies = POLICIES

    def __init__(self, game: Matching) -> None:
        super().__init__(game)
        if not set(game.deck) <= set(STANDARD) or game.places > MOST_PLACES:
            raise ValueError(
                f"there is no kernel for {game.name}: it takes cards of one deck, and up to {MOST_PLACES} places"
            )
        numbers, four = game.numbers(NARROW), packed([4] * MOST_RANKS, NARROW)
        suits = [SUITS << NARROW * each for each in range(MOST_RANKS)]
        each_row = [[places_of(suits, row, NARROW, n) for n in range(ways(four, row, NARROW))] for row in numbers.rows]
        self.width = PACK + len(game.deck)
        self.rules = Rules(
            matching=numbers._replace(rows=Fixed(numbers.rows)),
            places=game.places,
            deck=Fixed(sorted(game.deck)),
            row_of=Fixed(game.rows.index(game.row_of[each]) if each in game.row_of else 0 for each in RANKS),
            sizes=Fixed(map(len, game.rows)),
            starts=Fixed(accumulate(map(len, each_row[:-1]), initial=0)),
            removals=Fixed(some for row in each_row for some in row),
            hidden=False,
            first=False,
        )

    def room(self) -> Room:
        return Room(Workspace(ROOM), Workspace(len(self.game.deck)))

    # --- whole games

    def rules_by(self, policy: str) -> Rules:
        return self.rules._replace(first=policy == "lowest")

    def record(self, n: int, *, moves: bool) -> Solitaires:
        deck = len(self.game.deck) if moves else 0
        return blank(Solitaires, n, 1, packs=deck, moves=deck // min(map(len, self.game.rows)))

    def played(self, found: Any, seed: int, rules: Rules, *, threads: int, fast: bool) -> Any:
        """Fill a record with games; without their moves that takes half the time."""
        if found.moves.shape[1]:
            return super().played(found, seed, rules, threads=threads, fast=fast)
        play: Any = results if fast else results.bare

        def part(span: Span, out: list[Any]) -> None:
            play(self.rules, self.room(), seed, span, Solitaires(*out))

        fill(found, part, threads, fast=fast)
        return found

    # --- rollouts

    def rollouts(self, at: MatchingState | View, n: int, seed: int, *, threads: int, fast: bool) -> Any:
        """As :func:`~dealt.kernels.rollouts`: a hidden stock is shuffled anew by the kernel."""
        if not isinstance(at, View):
            return super().rollouts(at, n, seed, threads=threads, fast=fast)
        rules = self.rules._replace(hidden=any(None in pile.cards for pile in at.piles))
        return self.ends([self.game.sample(at, Random(seed))], n, seed, rules, threads=threads, fast=fast)

    # --- many tables

    def ids(self, plan: Plan) -> list[int]:
        """The ids of removals by code; those of cards that the deck lacks have none."""
        return [plan.ids.get(f"remove {text(some)}", -1) for some in self.rules.removals]

    def spots(self, plan: Plan) -> Spots:
        return Spots(len(self.game.deck), *(plan.spots[each] for each in ("turn", "board", "stock", "removed")))

    # --- tables and states

    def state(self, row: Sequence[int]) -> MatchingState:
        """The state at a table, as the game has it, but for the order of the removed cards, which rise."""
        board = [None if one == EMPTY else one for one in row[BOARD : BOARD + self.game.places]]
        return MatchingState(tuple(board), tuple(row[PACK + row[DRAWN] :]), tuple(members(row[REMOVED])))

    def numbers(self, state: MatchingState) -> list[int]:
        t, board = [0] * self.width, [EMPTY if one is None else one for one in state.board]
        dealt = len(self.game.deck) - len(state.stock)
        t[DRAWN], t[REMOVED], t[PACK + dealt :] = dealt, mask(state.removed), state.stock
        t[BOARD : BOARD + len(board)] = board
        take_account(self.rules, t, (1 << len(board)) - 1, 0)
        return t


def course_of(game: Game[Any]) -> MatchingCourse | None:
    return MatchingCourse(game) if isinstance(game, Matching) else None
