"""Hold'em between two in few numbers, compiled: what is alike in hands and bets, so that a table can hold a choice.

A situation is the round, what each has paid before it, who has the button, the bets of the round, and how good the hand
is: before the flop its ranks and whether they are suited, then the share of others' hands that it beats in the end, and
whether it may still become a straight or better by many cards.
"""

from __future__ import annotations

from typing import Any, Final

from dealt.bits import count, highest, lowest, nth
from dealt.cards import Cards
from dealt.games.drawpoker.core import FIRST, SECOND, THIRD, DrawRow, Moment, worth
from dealt.games.showdown.betting import Chips
from dealt.games.showdown.core import HAND_SIZE, PLACE, STRAIGHT
from dealt.kernels.draws import draw as drawn_number

GRADES: Final = 169
"""Pairs, and two ranks suited or not: more grades than a board has."""
SHARES: Final = 12
"""So many shares are told apart before the last card, for draws and for other hands; after it twice as many."""
OUTS: Final = 7
"""With so many cards that make it a straight or better a hand is a draw."""
PAID: Final = 17
"""Under a fixed limit each has paid up to sixteen small bets before the last round."""
BETS: Final = 5
SITUATIONS: Final = 4 * PAID * 2 * BETS * 2 * GRADES
TRIES: Final = 1000
"""The deals in which a player counts how often a hand wins."""


def grade(row: DrawRow, hand: Cards, board: Cards, tries: int, words: Any) -> int:
    """How good a hand is on a board, by ``tries`` deals drawn by chance; once the board is whole all hands are counted.

    ``words`` are where chance comes from, as :func:`dealt.kernels.draws.start` leaves them.
    """
    if board == 0:
        low, high = lowest(hand), highest(hand)
        one, two = low >> 2, high >> 2
        return 13 * two + one if low & 3 == high & 3 or one == two else 13 * one + two
    free, value = (1 << 52) - 1 & ~(hand | board), worth(row, hand, board)
    if count(board) == HAND_SIZE:
        won, many = beaten(row, free, board, value)
        return graded(row, hand, board, won, many)
    won = 0
    for _ in range(tries):
        left, whole, other = free, board, 0
        for n in range(2 + HAND_SIZE - count(board)):
            one = nth(left, drawn_number(words, count(left)))
            left ^= 1 << one
            if n < 2:
                other |= 1 << one
            else:
                whole |= 1 << one
        mine, theirs = worth(row, hand, whole), worth(row, other, whole)
        won += 2 if mine > theirs else 1 if mine == theirs else 0
    return graded(row, hand, board, won, 2 * tries)


def graded(row: DrawRow, hand: Cards, board: Cards, won: int, many: int) -> int:
    """The grade of a hand that wins so many of the ways to go on."""
    if count(board) == HAND_SIZE:
        return min(2 * SHARES - 1, 2 * SHARES * won // many)
    free = (1 << 52) - 1 & ~(hand | board)
    draws = worth(row, hand, board) >> PLACE < STRAIGHT and outs(row, hand, board, free) >= OUTS
    return 2 * min(SHARES - 1, SHARES * won // many) + (1 if draws else 0)


def beaten(row: DrawRow, free: Cards, board: Cards, value: int) -> tuple[int, int]:
    """How many of the hands that another may hold are worse, a tie being half of one; both numbers are doubled."""
    won, many, first = 0, 0, free
    while first != 0:
        one = first & -first
        first ^= one
        second = first
        while second != 0:
            two = second & -second
            second ^= two
            theirs = worth(row, one | two, board)
            won += 2 if theirs < value else 1 if theirs == value else 0
            many += 2
    return won, many


def outs(row: DrawRow, hand: Cards, board: Cards, free: Cards) -> int:
    """How many cards make the hand a straight or better, be it that of the board."""
    found = 0
    while free != 0:
        one = free & -free
        free ^= one
        found += 1 if worth(row, hand, board | one) >> PLACE >= STRAIGHT else 0
    return found


def situation(row: DrawRow, now: Moment, chips: Chips, grade: int, call: int, dealer: int) -> int:
    """The number of a situation of two players; ``call`` is what a call costs."""
    street = 0 if now.phase == FIRST else 1 if now.phase == SECOND else 2 + now.phase - THIRD
    before = min(PAID - 1, (chips.paid[now.turn] - chips.bets[now.turn]) // row.bets.bet)
    found = (street * PAID + before) * 2 + (1 if now.turn == dealer else 0)
    found = (found * BETS + min(now.raises, BETS - 1)) * 2 + (1 if call > 0 else 0)
    return found * GRADES + grade
