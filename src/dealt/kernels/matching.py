"""Whole games of a matching solitaire."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dealt.bits import at, count, lowest
from dealt.cards import RANKS, STANDARD
from dealt.games.matching import Matching
from dealt.games.matching.core import NARROW, MatchingRows, choice, lies, refill, size, ways, won
from dealt.kernels.arrays import numpy_for
from dealt.kernels.draws import ROOM, draw, shuffle_front, start_next
from dealt.kernels.eligible import refuse_changes
from dealt.kernels.machine import kernel
from dealt.kernels.threads import Span, fill
from dealt.shapes import Bytes, Longs, Reals, Workspace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["POLICIES", "Solitaires", "checked", "run"]

POLICIES: Final = ("uniform", "lowest")
EMPTY: Final = -1
PICKS: Final = 1 << 62
"""What is added to the number of a game for its second stream."""

Numbers = MutableSequence[int]


class Solitaires(NamedTuple):
    """What :func:`simulate` returns for a matching solitaire: a row for each game, in arrays in the same order."""

    packs: NDArray[np.int8]
    """(n, deck): the pack, the card that is dealt first first. Without ``moves`` (n, 0)."""
    moves: NDArray[np.int64]
    """(n, deck): the cards that each move removes, a set of cards; 0 after the last. Without ``moves`` (n, 0)."""
    played: NDArray[np.int8]
    """(n,): the number of moves."""
    left: NDArray[np.int8]
    """(n,): the number of cards that are not removed."""
    scores: NDArray[np.float64]
    """(n, 1): 1 for a game that is won, else 0, as ``Game.score`` has it."""


class Scratch(NamedTuple):
    """Room for one thread, overwritten by every game."""

    words: Longs
    picks: Longs
    """A second stream of random numbers, for the choices, so that the pack does not depend on them."""
    pack: Longs
    board: Longs
    places: Longs
    """The places of each rank, as sets."""
    weights: Longs
    """The number of ways to remove each row."""


class Deck(NamedTuple):
    """What is dealt, as numbers."""

    cards: Longs
    row_of: Longs
    """The place of the row of each rank in ``MatchingRows.rows``."""
    sizes: Longs
    """The number of cards of each row."""


def next_card(to: Scratch, drawn: int) -> int:
    """The card that comes after ``drawn`` others, chosen from those that are left in the pack."""
    other = drawn + draw(to.words, len(to.pack) - drawn)
    one = to.pack[other]
    to.pack[other] = to.pack[drawn]
    to.pack[drawn] = one
    return one


def decided(rules: MatchingRows, deck: Deck, board_size: int, to: Scratch) -> tuple[int, int, int]:
    """The end of a game, as :func:`play` has it, without its moves: which removals are chosen does not change it.

    Every row is removed as soon as it lies there. Each card adds at most one to those that stay, so that no refill can
    skip the moment at which they fill the board; see :mod:`dealt.games.matching.chances`.
    """
    tally, lying, made, drawn, last = 0, 0, 0, 0, len(deck.cards)
    while drawn < last and lying < board_size:
        rank = next_card(to, drawn) >> 2
        row = deck.row_of[rank]
        drawn += 1
        lying += 1
        tally += 1 << NARROW * rank
        if lies(tally, rules.rows[row], rules.guards):
            tally -= rules.rows[row]
            lying -= deck.sizes[row]
            made += 1
    return last - drawn, tally, made


def play(
    rules: MatchingRows, deck: Deck, board_size: int, lowest_first: bool, to: Scratch, moves: Numbers, begin: int
) -> tuple[int, int, int]:
    """Play a game from the deal to its end; returns the cards undealt, the tally of the board, and the moves made.

    The pack has been shuffled. The moves are written from the place ``begin`` on.
    """
    rows, last = rules.rows, len(deck.cards)
    drawn, tally, total, made, changed, free = 0, 0, 0, 0, 0, (1 << board_size) - 1
    for rank in range(len(to.places)):
        to.places[rank] = 0
    for row in range(len(rows)):
        to.weights[row] = 0
    while True:
        drawn = refill(to.board, free, to.pack, drawn, EMPTY)
        while free > 0:
            place = lowest(free)
            free &= free - 1
            rank = to.board[at(place)] >> 2
            if rank >= 0:
                to.places[at(rank)] |= 1 << place
                tally += 1 << NARROW * rank
                changed |= 1 << deck.row_of[at(rank)]
        while changed > 0:
            row = lowest(changed)
            changed &= changed - 1
            total -= to.weights[at(row)]
            to.weights[at(row)] = ways(tally, rows[at(row)], NARROW)
            total += to.weights[at(row)]
        if total == 0:
            return last - drawn, tally, made
        row, way = (first_row(rows, to), 0) if lowest_first else drawn_row(total, to)
        free = choice(to.places, rows[at(row)], NARROW, way)
        moves[at(begin + made)] = taken(free, to)
        made += 1
        tally -= rows[at(row)]
        changed = 1 << row


def first_row(rows: Sequence[int], to: Scratch) -> int:
    """The row of the removal that the game lists first: of those of fewest cards the one with the lowest places."""
    found, least, fewest = -1, 0, 0
    for n in range(len(rows)):
        if to.weights[n] > 0:
            some = choice(to.places, rows[n], NARROW, 0)
            cards, differ = count(some), some ^ least
            if found < 0 or cards < fewest or (cards == fewest and differ & -differ & some != 0):
                found, least, fewest = n, some, cards
    return found


def drawn_row(total: int, to: Scratch) -> tuple[int, int]:
    """A row and one of the ways to remove it, each removal of all being equally likely."""
    way, n, below, before = draw(to.picks, total), 0, 0, 0
    for row in range(len(to.weights) - 1):  # no branch depends on the number drawn: that is quicker
        below += to.weights[at(row)]
        over = below <= way
        n += over
        before = below if over else before
    return n, way - before


def taken(some: int, to: Scratch) -> int:
    """The cards at some places, as a set; their ranks lie there no more."""
    found = 0
    while some > 0:
        place = lowest(some)
        some &= some - 1
        one = to.board[place]
        found |= 1 << one
        to.places[at(one >> 2)] &= ~(1 << place)
    return found


@kernel
def games(
    rules: MatchingRows, deck: Deck, board_size: int, lowest_first: bool, seed: int, span: tuple[int, int],
    to: Scratch, kept: bool, packs: Bytes, moves: Longs, played: Bytes, left: Bytes, scores: Reals,
) -> None:  # fmt: skip
    """Deal games and play them to the end; their packs and moves are ``kept`` or not.

    The arrays from ``packs`` on are those of :class:`Solitaires`, row behind row.
    """
    cards = len(deck.cards)
    for n in range(span[0], span[1]):
        k = n - span[0]
        start_next(to.words, seed, n, span[0], span[1])
        for place in range(cards):
            to.pack[at(place)] = deck.cards[at(place)]
        if kept:
            start_next(to.picks, seed, n + PICKS, span[0] + PICKS, span[1] + PICKS)
            shuffle_front(to.words, to.pack, cards)
            undealt, tally, made = play(rules, deck, board_size, lowest_first, to, moves, k * cards)
            for place in range(made, cards):
                moves[at(k * cards + place)] = 0
            for place in range(cards):
                packs[at(k * cards + place)] = to.pack[at(place)]
        else:
            undealt, tally, made = decided(rules, deck, board_size, to)
        played[k] = made
        left[k] = size(tally, NARROW) + undealt
        scores[k] = 1.0 if won(tally, undealt) else 0.0


def checked(game: Matching, policy: str) -> None:
    """ValueError for a game that the kernel can't play, or an unknown policy."""
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy}: there are {' and '.join(POLICIES)}")
    refuse_changes(game)
    if not set(game.deck) <= set(STANDARD) or game.places > 62:
        raise ValueError(f"there is no kernel for {game.name}: it takes cards of one deck, and up to 62 places")


def run(game: Matching, n: int, seed: int, *, policy: str, threads: int, moves: bool, fast: bool) -> Solitaires:
    """As ``simulate``; ``fast``: compiled."""
    numpy = numpy_for("games are simulated")
    cards, rules = len(game.deck), game.numbers(NARROW)
    kept = cards if moves else 0
    found: Any = Solitaires(
        numpy.empty((n, kept), numpy.int8),
        numpy.empty((n, kept), numpy.int64),
        numpy.empty(n, numpy.int8),
        numpy.empty(n, numpy.int8),
        numpy.empty((n, 1), numpy.float64),
    )
    row_of = [game.rows.index(game.row_of[each]) if each in game.row_of else 0 for each in RANKS]
    deck = Deck(sorted(game.deck), row_of, [len(each) for each in game.rows])
    played = games if fast else games.bare

    def part(span: Span, out: list[Any]) -> None:
        sizes = ROOM, ROOM, cards, game.places, len(RANKS), len(game.rows)
        scratch = Scratch(*(Workspace(size) for size in sizes))
        played(rules, deck, game.places, policy == "lowest", seed, span, scratch, moves, *out)

    fill(found, part, threads, fast=fast, flat=True)
    return found
