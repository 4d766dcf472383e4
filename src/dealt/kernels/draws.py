"""Random numbers for kernels: xoshiro128++ by Blackman and Vigna, on whole numbers of 32 bits.

The same source gives the same numbers in plain Python and compiled. Every deal has a stream of its own, so that results
do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final

from dealt.bits import at, mixed, turned

LOW: Final = 0xFFFFFFFF
AT_ONCE: Final = 64
"""The number of streams whose beginnings are made at once; a power of two."""
ROOM: Final = 4 + 4 * AT_ONCE
"""The room that :func:`start_next` needs: the words of the stream, and those with which the next ones begin."""

Words = MutableSequence[int]
"""Four numbers of 32 bits, not all of them zero: a list, or an array of int64."""


def _stirred(found: int, low: int, high: int, less: int, more: int) -> int:
    """Mix four numbers into one, one after the other."""
    found = mixed((found + low) & LOW)
    found = mixed((found + high) & LOW)
    found = mixed((found + less) & LOW)
    return mixed((found + more) & LOW)


def _first_words(seed: int, stream: int) -> tuple[int, int, int, int]:
    """The words with which a stream begins."""
    low, high, less, more = seed & LOW, seed >> 32, stream & LOW, stream >> 32
    a = _stirred(0x9E3779B9, low, high, less, more)
    b = _stirred(a + 1, low, high + 1, less + 1, more + 1)
    c = _stirred(b + 2, low, high + 2, less + 2, more + 2)
    d = _stirred(c + 3, low, high + 3, less + 3, more + 3)
    return a | 1, b, c, d


def start(words: Words, seed: int, stream: int) -> None:
    """Begin the stream of that number, both from 0 to 2**63 - 1.

    >>> words = [0] * 4
    >>> start(words, 7, 0)
    >>> [draw(words, 100) for _ in range(5)]
    [39, 61, 87, 26, 64]
    """
    words[0], words[1], words[2], words[3] = _first_words(seed, stream)


def start_next(words: Words, seed: int, stream: int, first: int, end: int) -> None:
    """As :func:`start`, for streams that are begun one after the other from ``first`` up to, not including, ``end``.

    A number of them is made at once, which takes a compiled loop a tenth of the time. ``words`` has room for ``ROOM``
    numbers.

    >>> words, other = [0] * ROOM, [0] * 4
    >>> for stream in range(5, 105):
    ...     start_next(words, 7, stream, 5, 105)
    >>> start(other, 7, 104)
    >>> words[:4] == other
    True
    """
    place = (stream - first) & (AT_ONCE - 1)
    if place == 0:
        for n in range(min(AT_ONCE, end - stream)):
            a, b, c, d = _first_words(seed, stream + n)
            words[at(4 + n)] = a
            words[at(4 + AT_ONCE + n)] = b
            words[at(4 + 2 * AT_ONCE + n)] = c
            words[at(4 + 3 * AT_ONCE + n)] = d
    for n in range(4):
        words[at(n)] = words[at(4 + n * AT_ONCE + place)]


def _stepped(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int, int]:
    """The four words after a step, and a number of 32 bits."""
    found = (turned((a + d) & LOW, 7) + a) & LOW
    c ^= a
    d ^= b
    return a ^ d, b ^ c, c ^ ((b << 9) & LOW), turned(d, 11), found


def draw(words: Words, below: int) -> int:
    """A whole number from 0 up to, not including, ``below``, which is 2**30 at most.

    Numbers differ in probability by a part in 2**32 / ``below`` at most.
    """
    words[0], words[1], words[2], words[3], found = _stepped(words[0], words[1], words[2], words[3])
    return (found * below) >> 32


def shuffle(words: Words, pack: MutableSequence[int]) -> None:
    """Put the cards into random order."""
    shuffle_part(words, pack, len(pack))


def shuffle_part(words: Words, pack: MutableSequence[int], size: int) -> None:
    """Put the first ``size`` cards into random order."""
    a, b, c, d = words[0], words[1], words[2], words[3]  # compiled code keeps them in registers
    for last in range(size - 1, 0, -1):
        a, b, c, d, found = _stepped(a, b, c, d)
        one, other = at(last), at((found * (last + 1)) >> 32)
        pack[one], pack[other] = pack[other], pack[one]
    words[0], words[1], words[2], words[3] = a, b, c, d


def shuffle_front(words: Words, pack: MutableSequence[int], size: int) -> None:
    """Choose the first ``size`` cards one after the other, each of those that are left."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for place in range(size):
        a, b, c, d, found = _stepped(a, b, c, d)
        one, other = at(place), at(place + ((found * (len(pack) - place)) >> 32))
        pack[one], pack[other] = pack[other], pack[one]
    words[0], words[1], words[2], words[3] = a, b, c, d
