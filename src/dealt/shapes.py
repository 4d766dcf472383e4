"""What a kernel takes: annotations that say of which numbers a row is made, so that it can be compiled ahead of use.

In plain Python a row is a list, and one of more dimensions a list of lists. A compiled kernel takes arrays as well.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated, Any, NamedTuple


class Array(NamedTuple):
    """What an array holds: the type of its numbers as :mod:`array` names it, and the number of dimensions."""

    code: str
    dimensions: int = 1


Numbers = MutableSequence[int]
"""All of a deal under way as whole numbers, each at its place; kernels of one family take one as ``t``."""

Longs = Annotated[Any, Array("q")]
Ints = Annotated[Any, Array("i")]
Shorts = Annotated[Any, Array("h")]
Bytes = Annotated[Any, Array("b")]
Reals = Annotated[Any, Array("d")]
Floats = Annotated[Any, Array("f")]
LongTable = Annotated[Any, Array("q", 2)]
IntTable = Annotated[Any, Array("i", 2)]
ShortTable = Annotated[Any, Array("h", 2)]
ByteTable = Annotated[Any, Array("b", 2)]
RealTable = Annotated[Any, Array("d", 2)]
FloatTable = Annotated[Any, Array("f", 2)]
LongBlock = Annotated[Any, Array("q", 5)]


class Fixed(list):  # type: ignore[type-arg]
    """Numbers that never change: a kernel that is compiled is given them once."""


class Workspace(list):  # type: ignore[type-arg]
    """Room for a kernel: so many numbers, which mean nothing before a call and after it."""

    def __init__(self, size: int) -> None:
        super().__init__([0] * size)
