"""Counting and finding the bits of a set of cards, for code that runs in plain Python and is compiled as well.

Compiled kernels have single instructions in the place of these functions: see ``scripts/kernels.py``.
"""

from __future__ import annotations

from typing import Any


def at(place: int) -> int:
    """A place in a list or an array that is not below 0: compiled code need not ask whether it counts from the end."""
    return place


def part(row: Any, begin: int, size: int) -> Any:
    """So many numbers of a row from a place on, which must be there: the same memory, unless the row is a list."""
    return row[begin : begin + size]


def count(some: int) -> int:
    """The number of members of a set."""
    return some.bit_count()


def lowest(some: int) -> int:
    """The lowest member of a set that has any."""
    return (some & -some).bit_length() - 1


def highest(some: int) -> int:
    """The highest member of a set; -1 for an empty one."""
    return some.bit_length() - 1


def above(one: int) -> int:
    """All numbers above one, as a set without an end."""
    return -(2 << one)


def nth(some: int, n: int) -> int:
    """The member of a set that has ``n`` lower ones.

    >>> nth(0b10110, 0), nth(0b10110, 2)
    (1, 4)
    """
    for _ in range(n):
        some &= some - 1
    return lowest(some)


def mixed(word: int) -> int:
    """A number of 32 bits that looks nothing like the given one (the finalizer of MurmurHash3)."""
    word = (word ^ word >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    word = (word ^ word >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return word ^ word >> 16


def turned(word: int, n: int) -> int:
    """A number of 32 bits whose highest ``n`` bits become its lowest."""
    return word << n & 0xFFFFFFFF | word >> 32 - n
