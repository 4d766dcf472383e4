"""Every message of the wire protocol, version 1: the one schema that checks what comes in and shapes what goes out.

Messages are JSON objects, one a text frame, told apart by ``op``. Cards travel as text (``3d``). An unknown field or a
wrong type is refused by name. ``docs/protocol.md`` explains the conversation; the page's types are made from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from dealt.wire.analysis import *
from dealt.wire.clubs import *
from dealt.wire.devices import *
from dealt.wire.http import *
from dealt.wire.ratings import *
from dealt.wire.table import *
from dealt.wire.to_face import *
from dealt.wire.to_room import *
from dealt.wire.tournament import *
from dealt.wire.values import *

if TYPE_CHECKING:
    FromFace = Incoming
    FromRoom = Outgoing
else:
    FromFace = any_of(Incoming)
    FromRoom = any_of(Outgoing)
_decoder: msgspec.json.Decoder[FromFace] = msgspec.json.Decoder(FromFace)
_encoder = msgspec.json.Encoder()


def decode(frame: str | bytes) -> FromFace:
    """The message in a frame; msgspec.DecodeError (ValidationError: naming the field) if it isn't one."""
    return _decoder.decode(frame)


def encode(message: Outgoing | House | GameInfo | Invitation | Lesson | Charts | DayPuzzle | PuzzleAnswer) -> bytes:
    """A message as a frame."""
    return _encoder.encode(message)
