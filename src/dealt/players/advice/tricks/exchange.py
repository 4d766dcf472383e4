"""Hidden cards of trick-taking games, dealt again and again by exchanging cards: quick, and compiled.

A layout is changed by swaps of two cards between two hands that may hold them. Swaps go both ways with equal chance, so
after enough of them each layout that fits what is known is as likely as any other.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, NamedTuple

from dealt.bits import at
from dealt.cards import Cards
from dealt.game import Seat
from dealt.shapes import Longs, LongTable

SWAPS: Final = 2
"""The number of swaps tried for each hidden card between one layout and the next."""

Numbers = MutableSequence[int]


class Layouts(NamedTuple):
    """Layouts of the hidden cards."""

    pool: Longs
    """The hidden cards."""
    owners: LongTable
    """For each layout a row: the seat that holds each of them; what is not dealt belongs to one more."""
    hands: LongTable
    """For each layout a row: the hands, and the cards that are not dealt."""
    lacks: Longs
    """The cards that each of them does not hold."""


def may_swap(one: int, other: int, pool: Sequence[int], owner: Numbers, lacks: Sequence[Cards]) -> bool:
    """May two of the hidden cards, by their places in ``pool``, change hands?"""
    here, there = owner[at(one)], owner[at(other)]
    return here != there and (lacks[at(there)] >> pool[at(one)] | lacks[at(here)] >> pool[at(other)]) & 1 == 0


def swap(one: int, other: int, pool: Sequence[int], owner: Numbers, hands: Numbers) -> None:
    """Let two hidden cards change hands."""
    here, there = owner[at(one)], owner[at(other)]
    both = 1 << pool[at(one)] | 1 << pool[at(other)]
    hands[at(here)] ^= both
    hands[at(there)] ^= both
    owner[at(one)], owner[at(other)] = there, here


def seated(hands: Sequence[Cards], one: int) -> Seat:
    """The seat whose hand holds a card."""
    return next(seat for seat, hand in enumerate(hands) if hand >> one & 1)
