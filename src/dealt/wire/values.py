"""What messages are made of: the version, limits of fields, sentences."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

__all__ = [
    "AVATARS", "CHAT_LIMIT", "FRAME_LIMIT", "LONGEST_NAME", "SHORTEST_NAME", "STORABLE", "VERSION", "AvatarNumber",
    "Clock", "Credential", "Day", "DealNumber", "DeviceName", "Hex32", "Names", "News", "Number", "Outgoing",
    "Pace", "Phase", "Said", "Scalar", "Short", "TournamentKind", "any_of", "texts_of",
]  # fmt: skip


Kind = TypeVar("Kind", bound=Struct)
VERSION: Final = 1
FRAME_LIMIT: Final = 16 * 1024
CHAT_LIMIT: Final = 500
SHORTEST_NAME: Final = 2
LONGEST_NAME: Final = 10
"""Of a person, in characters as people take them."""
Scalar = bool | int | str | None
Clock = Literal[0, 15, 30, 60]
Pace = Literal["instant", "fast", "normal", "slow"]
Phase = Literal["waiting", "playing", "over", "final"]
"""waiting: before the first deal; over: the next deal starts when all are ready; final: the match is over."""
STORABLE: Final = r"^[^\x00]*$"
"""PostgreSQL keeps no text with the character of number 0, and none can be looked for."""
Short = Annotated[str, Meta(max_length=64, pattern=STORABLE)]
Names = Annotated[str, Meta(max_length=512)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
DealNumber = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""What the databases keep as an integer: PostgreSQL refuses to compare one with a larger number."""
AVATARS: Final = 12
"""The number of pictures of people that can be chosen."""
AvatarNumber = Annotated[int, Meta(ge=0, le=AVATARS)]
DeviceName = Annotated[str, Meta(max_length=40)]
"""What a device calls itself, such as "Firefox, Android"."""
Credential = Annotated[str, Meta(max_length=8000, pattern=STORABLE)]
"""What a browser says of a passkey, as JSON (WebAuthn: RegistrationResponseJSON, AuthenticationResponseJSON)."""
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10)]
"""A day, as in 2026-11-26."""
News = Literal["event", "friend", "turn"]
"""What somebody can be told of while they are away."""
TournamentKind = Literal["swiss", "arena", "knockout", "howell", "mitchell", "teams"]
TournamentOrder = Literal["start", "pair", "pause", "resume", "end", "remove", "adjust"]
Percent = Annotated[float, Meta(ge=0, le=100)]
ClubKind = Literal["club", "class"]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes in hex, small letters."""


def any_of(kind: type[Struct]) -> Any:
    """The union of the structs that are made of a kind so far, in their order."""
    return reduce(or_, kind.__subclasses__())


def texts_of(kind: type[Kind]) -> tuple[Callable[[Kind], bytes], Callable[[str | bytes], Kind]]:
    """How the structs that are made of a kind so far become the text that is stored, encoded, and how it is read.

    Reading raises msgspec.DecodeError if this software does not know the struct.
    """
    return msgspec.json.Encoder().encode, msgspec.json.Decoder(any_of(kind)).decode


class Said(Struct, frozen=True, gc=False):
    """A sentence as a key of the catalogues and its arguments: "@key" is looked up, "#2" is seat 2, a list is cards."""

    key: str
    args: dict[str, str | int | list[str]] = {}


class Outgoing(Struct, tag_field="op", kw_only=True, gc=False):
    """Any message from the room. None of its parts refers back to it, so the garbage collector need not look at any."""


class Long:
    """The answer may take seconds: other messages are handled meanwhile."""


class Costly:
    """It costs the room more than a word at a table."""

    rationed: ClassVar[str] = "costly"


class Talking:
    """Talk; a phrase is a line of it."""

    rationed: ClassVar[str] = "chat"


class Asking(Long):
    """A question about a position, which a page asks again and again."""

    rationed: ClassVar[str] = "ask"
