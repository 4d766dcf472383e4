"""What goes between a tester and the process in which a student's classes run: plain data, which can do nothing.

A request is carried out there, and an answer says what came. Numbers, texts and collections of them arrive as such; of
all else only a description does. So nothing of the student's is ever called where answers are judged:

>>> class Yes:
...     def __eq__(self, other): return True
>>> unpacked(packed([7, ("x", None)])) == [7, ("x", None)], unpacked(packed(Yes())) == 7
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NotRequired, TypedDict

from dealt.assignments.student_errors import explained, shown

__all__ = ["Answer", "Failure", "Member", "Other", "Request", "TooMuch", "packed", "unpacked"]

MOST: Final = 100_000
"""How many parts an answer may have; ten characters count as one."""


class Request(TypedDict):
    """Lines to carry out in order until one fails, or a function to call with each of some rows of arguments.

    A line is ``do`` or ``get`` and its Python. With ``fresh`` the names of earlier requests are forgotten and chance
    begins from that number. ``seconds`` are how long it may take.
    """

    lines: NotRequired[Sequence[tuple[str, str]]]
    call: NotRequired[str]
    rows: NotRequired[Sequence[Sequence[Any]]]
    fresh: NotRequired[int]
    seconds: NotRequired[float]


@dataclass(frozen=True, slots=True)
class Failure:
    """What a line raised. ``kind`` is ``wrong``, ``unwritten`` (NotImplementedError) or ``late``."""

    kind: str
    came: str
    trace: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The values of what could be carried out, the failure of the next if one failed, and what was printed."""

    values: list[Any]
    failure: Failure | None = None
    printed: str = ""


class TooMuch(Exception):  # noqa: N818 - it is told to people
    """A value is too large to be looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Other:
    """Something that is no plain data: equal to nothing."""

    text: str
    called: bool = False

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A member of an enumeration; it equals what its value equals."""

    name: str
    value: Any
    text: str

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Member) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return self.text


def packed(value: Any) -> Any:
    """A value as JSON can hold it; TooMuch if it is too large."""
    left = MOST

    def spend(parts: int) -> None:
        nonlocal left
        left -= parts
        if left < 0:
            raise TooMuch

    def told(one: Any) -> str:
        text = shown(one)
        spend(len(text) // 10)
        return text

    def pack(one: Any) -> Any:
        kind = type(one)
        spend(1 + (str.__len__(one) // 10 if issubclass(kind, str) else 0))
        spend(int.bit_length(one) // 10 if issubclass(kind, int) else 0)
        if one is None or kind in (bool, int, float, str):
            return one
        if issubclass(kind, Enum):
            plain = one.value if type(one.value) in (int, str) else None
            return {"member": [one.name, plain, told(one)]}
        if issubclass(kind, int):
            return int.__int__(one)
        if issubclass(kind, str):
            return str.__str__(one)
        if issubclass(kind, dict):
            return {"dict": [[pack(key), pack(each)] for key, each in dict.items(one)]}
        for collection in (list, tuple, set, frozenset):
            if issubclass(kind, collection):
                members = [pack(each) for each in collection.__iter__(one)]
                return members if collection is list else {collection.__name__: members}
        return {"other": [told(one), callable(one)]}

    return pack(value)


_KINDS: Final[dict[str, Any]] = {
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "member": lambda parts: Member(*parts),
    "other": lambda parts: Other(*parts),
}


def unpacked(value: Any) -> Any:
    """The value that was packed. Any error if it is no such thing."""
    if isinstance(value, list):
        return [unpacked(each) for each in value]
    if isinstance(value, dict):
        ((kind, parts),) = value.items()
        return _KINDS[kind](map(tuple, unpacked(parts)) if kind == "dict" else unpacked(parts))
    return value


def failure(error: BaseException, trace: tuple[str, ...], late: type[BaseException]) -> Failure:
    """What an exception comes to."""
    if isinstance(error, NotImplementedError):
        return Failure("unwritten", trace[-1].partition(": ")[0] if trace else str(error), trace)
    if isinstance(error, TooMuch):
        return Failure("wrong", "more than can be looked at", trace)
    return Failure("late" if isinstance(error, late) else "wrong", explained(error), trace)
