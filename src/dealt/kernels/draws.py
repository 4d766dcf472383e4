"""Random numbers for kernels: xoshiro128++ by Blackman and Vigna, on whole numbers of 32 bits.

The same source gives the same numbers in plain Python and compiled. Every deal has a stream of its own, so that results
do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from dealt.bits import at

__all__ = ["draw", "shuffle", "shuffle_part", "start"]

LOW: Final = 0xFFFFFFFF

Words = MutableSequence[int]
"""Four numbers of 32 bits, not all of them zero: a list, or an array of int64."""


def _mixed(word: int) -> int:
    """A number of 32 bits that looks nothing like the given one (the finalizer of MurmurHash3)."""
    word = ((word ^ (word >> 16)) * 0x85EBCA6B) & LOW
    word = ((word ^ (word >> 13)) * 0xC2B2AE35) & LOW
    return word ^ (word >> 16)


def start(words: Words, seed: int, stream: int) -> None:
    """Begin the stream of that number, both from 0 to 2**63 - 1.

    >>> words = [0] * 4
    >>> start(words, 7, 0)
    >>> [draw(words, 100) for _ in range(5)]
    [39, 61, 87, 26, 64]
    """
    found = 0x9E3779B9
    for n in range(4):
        for part in (seed & LOW, seed >> 32, stream & LOW, stream >> 32):
            found = _mixed((found + part + n) & LOW)
        words[n] = found
    words[0] |= 1


def draw(words: Words, below: int) -> int:
    """A whole number from 0 up to, not including, ``below``, which is 2**30 at most.

    Numbers differ in probability by a part in 2**32 / ``below`` at most.
    """
    a, b, c, d = words[0], words[1], words[2], words[3]
    total = (a + d) & LOW
    found = (((total << 7) | (total >> 25)) + a) & LOW
    c ^= a
    d ^= b
    words[1], words[0] = b ^ c, a ^ d
    words[2], words[3] = c ^ ((b << 9) & LOW), ((d << 11) | (d >> 21)) & LOW
    return (found * below) >> 32


def shuffle(words: Words, pack: MutableSequence[int]) -> None:
    """Put the cards into random order."""
    shuffle_part(words, pack, len(pack))


def shuffle_part(words: Words, pack: MutableSequence[int], size: int) -> None:
    """Put the first ``size`` cards into random order."""
    for last in range(size - 1, 0, -1):
        one, other = at(last), at(draw(words, last + 1))
        pack[one], pack[other] = pack[other], pack[one]
