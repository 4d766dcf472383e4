"""Notes: what the processes of a room tell each other. They travel as MessagePack, many of them in one parcel.

A person's connection is at one process, the *gateway*; the table may belong to another one, the *owner*. Between them
lies a *relay*, known by its number at the gateway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from dealt.wire.protocol import HostSays, LobbyTable, Said, any_of

VERSION: Final = 1
"""The version of these notes: processes that speak another one do not hear each other."""


class Note(Struct, tag=True, array_like=True, gc=False):
    """Something that one process tells another."""


# --- of a relay, from the gateway to the owner


class OfRelay(Note):
    """What is about the person at the end of a relay."""

    relay: int


class Attach(OfRelay):
    """Somebody who is connected at the gateway wants to be at a table of the owner.

    ``table`` is where they are by the database, empty if they are on their way to one. ``since`` is when they
    connected, in seconds since 1970: the newest connection of a person counts.
    """

    person: str
    table: str
    since: float
    address: str
    contributes: bool


class Asked(OfRelay):
    """A message of theirs, as it came; to be answered by ``Answered`` with the same number."""

    n: int
    frame: bytes


class Lost(OfRelay):
    """The connection is gone, or needs the owner no more."""


class Pause(OfRelay):
    """The connection takes nothing: no table is to be sent until ``GoOn``."""


class GoOn(OfRelay):
    """The connection takes more."""


class Refresh(OfRelay):
    """The connection wants the newest state of the table, ``anew`` with the whole log."""

    anew: bool


class Took(OfRelay):
    """The reader has taken the long message."""


# --- of a relay, from the owner to the gateway


class Sat(OfRelay):
    """The person is at a table now."""

    table: str


class Frame(OfRelay):
    """A message for the person. ``table``: it is the table's newest state. ``alone``: compress it by itself."""

    frame: bytes
    table: bool
    alone: bool


class Long(OfRelay):
    """A long message, whose sender waits until it is taken."""

    frame: bytes


class Answered(OfRelay):
    """What was asked is done, or was refused with a code, a sentence and its English text."""

    n: int
    code: str = ""
    say: Said | None = None
    text: str = ""
    retry_after: float | None = None


class Went(OfRelay):
    """The person is at no table any more; what they are told about it came before."""


class Close(OfRelay):
    """The connection is to be closed."""

    code: int
    reason: str


class Gone(OfRelay):
    """The sender has no such table or relay any more: look for the owner anew."""


class Moved(Note):
    """A table belongs to another process now."""

    table: str
    owner: int


# --- to where somebody is connected


class Told(Note):
    """A message for somebody who has asked for it and is elsewhere by now. ``long``: as the reader takes it."""

    person: str
    frame: bytes
    long: bool


# --- to all


class Here(Note):
    """Somebody has connected at the sender."""

    person: str
    since: float


class Away(Note):
    """Somebody's connection at the sender is lost."""

    person: str


class Present(Note):
    """All who are connected at the sender, and since when."""

    people: dict[str, float]


class Changed(Note):
    """The row of a person has changed: read it anew."""

    person: str


class Forgotten(Note):
    """A person was deleted."""

    person: str


class Row(Struct, array_like=True, gc=False):
    """A table as others list it. ``by`` is the name of its dealer."""

    table: LobbyTable
    private: bool
    by: str


class Rows(Note):
    """Tables of the sender that have changed, and those that are its no more. ``whole``: it has no others."""

    rows: list[Row]
    gone: list[str]
    whole: bool
    connections: int


class Orders(Note):
    """The host's orders, as they are since ``at``. ``sanctions``: bans and mutes have changed in the database."""

    says: HostSays
    until: float | None
    at: float
    sanctions: bool


class Dead(Note):
    """The lease of a process has ended. It may not know that itself, if it can't reach the database."""

    number: int


class Greeting(Note):
    """The sender is new or has lost notes: tell it everything."""


class Beat(Note):
    """The sender lives. ``sent``: the number of parcels that each process has been sent."""

    sent: dict[int, int]


# --- questions of the host


class HostAsked(Note):
    """A part of what the host wants that only the receiver can do; answered by ``HostAnswered``."""

    n: int
    question: bytes


class HostAnswered(Note):
    """The answer, as JSON."""

    n: int
    answer: bytes


class TournamentChanged(Note):
    """More is stored of a tournament."""

    id: str


class ClubChanged(Note):
    """Others are in a club than before, or others lead it."""

    id: str


if TYPE_CHECKING:
    Any_ = Note
else:
    Any_ = any_of(Note) | any_of(OfRelay)

Hears = dict[Any, Callable[[int, Any], object]]
"""What is done with notes, by their type; it gets the number of their sender."""


class Parcel(Struct, array_like=True, gc=False):
    """Notes that travel together. ``n`` counts the parcels from one process to another, or to all, from 1."""

    version: int
    sender: int
    to: int
    """The number of a process; 0: all."""
    n: int
    notes: list[Any_]


class _Head(Struct, array_like=True, gc=False):
    version: int
    sender: int


_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final[msgspec.msgpack.Decoder[Parcel]] = msgspec.msgpack.Decoder(Parcel)
_heads: Final[msgspec.msgpack.Decoder[_Head]] = msgspec.msgpack.Decoder(_Head)


def pack(sender: int, to: int, n: int, notes: list[Any]) -> bytes:
    """A parcel as it travels."""
    return _encoder.encode(Parcel(VERSION, sender, to, n, notes))


def unpack(data: bytes) -> Parcel | None:
    """What has come; None if it is of another version or no parcel."""
    try:
        if _heads.decode(data).version != VERSION:
            return None
        return _decoder.decode(data)
    except msgspec.DecodeError:
        return None
