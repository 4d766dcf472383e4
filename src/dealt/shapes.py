"""What a kernel takes: annotations that say of which numbers a row is made, so that it can be compiled ahead of use.

In plain Python a row is a list, and one of more dimensions a list of lists. A compiled kernel takes arrays as well.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

__all__ = [
    "ByteTable",
    "Bytes",
    "Fixed",
    "FloatTable",
    "Floats",
    "IntTable",
    "Ints",
    "LongBlock",
    "LongCube",
    "LongTable",
    "Longs",
    "RealTable",
    "Reals",
    "Row",
    "ShortTable",
    "Shorts",
    "Workspace",
]  # fmt: skip


class Row(NamedTuple):
    """The numbers of a row: their type as :mod:`array` names it, and the number of dimensions."""

    code: str
    dimensions: int = 1


Longs = Annotated[Any, Row("q")]
Ints = Annotated[Any, Row("i")]
Shorts = Annotated[Any, Row("h")]
Bytes = Annotated[Any, Row("b")]
Reals = Annotated[Any, Row("d")]
Floats = Annotated[Any, Row("f")]
LongTable = Annotated[Any, Row("q", 2)]
IntTable = Annotated[Any, Row("i", 2)]
ShortTable = Annotated[Any, Row("h", 2)]
ByteTable = Annotated[Any, Row("b", 2)]
RealTable = Annotated[Any, Row("d", 2)]
FloatTable = Annotated[Any, Row("f", 2)]
LongCube = Annotated[Any, Row("q", 3)]
LongBlock = Annotated[Any, Row("q", 5)]


class Fixed(list):  # type: ignore[type-arg]
    """Numbers that never change: a kernel that is compiled is given them once."""


class Workspace(list):  # type: ignore[type-arg]
    """Room for a kernel: so many numbers, which mean nothing before a call and after it."""

    def __init__(self, size: int) -> None:
        super().__init__([0] * size)
