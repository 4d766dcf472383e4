"""Compression of WebSocket messages (``permessage-deflate``, RFC 7692), as far as it is safe and pays.

A table's frame is almost the one before: with the last 4 KB in mind it becomes a twentieth of its size, in 17 us. That
memory, ``MEMORY`` bytes, is taken only by who has had a frame of a table. What the lobby tells all is compressed once
for all. Short messages are sent as they are, so no token ever shares a compressed message with what others wrote.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

LEVEL: Final = 6
WINDOW_BITS: Final = 12
MEMORY_LEVEL: Final = 4
MEMORY: Final = (1 << (WINDOW_BITS + 2)) + (1 << (MEMORY_LEVEL + 9))
"""What zlib takes for a compressor, in bytes."""
END: Final = b"\0\0\xff\xff"
"""What a compressed message leaves out at its end."""


class Compressible(bytes):
    """A message that may be compressed with those before it to the same client in mind."""


class Alone(Compressible):
    """A message that is compressed without regard to others: once, whoever gets it."""

    @cached_property
    def deflated(self) -> bytes:
        """The compressed message."""
        return _deflate(_compressor(WINDOW_BITS), self)


def _compressor(bits: int) -> Any:
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -bits, MEMORY_LEVEL)


def _deflate(compressor: Any, data: bytes) -> bytes:
    compressed: bytes = compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return compressed.removesuffix(END)


class Deflate(PerMessageDeflate):
    """The extension on one connection. What comes in is inflated by the library, up to the limit of a message."""

    def __init__(self, agreed: PerMessageDeflate) -> None:
        """``agreed``: what the library settled with the client."""
        # "no context" for the library, which would take the memory for the compressor now
        super().__init__(agreed.remote_no_context_takeover, True, agreed.remote_max_window_bits, 9, {})
        self._bits = agreed.local_max_window_bits
        self._remembers = not agreed.local_no_context_takeover
        self._compressor: Any = None

    def encode(self, frame: Frame) -> Frame:
        data = frame.data
        if not isinstance(data, Compressible):
            return frame
        if isinstance(data, Alone) and self._bits >= WINDOW_BITS:
            self._compressor = None  # the client has seen what it does not know
            return Frame(frame.opcode, data.deflated, frame.fin, rsv1=True)
        compressor = self._compressor or _compressor(self._bits)
        self._compressor = compressor if self._remembers else None
        return Frame(frame.opcode, _deflate(compressor, data), frame.fin, rsv1=True)


class DeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees on compression with a client who offers it.

    Clients compress each message by itself, so that nothing has to be kept for reading them.
    """

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True, server_max_window_bits=WINDOW_BITS, client_max_window_bits=WINDOW_BITS
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Deflate(agreed)
