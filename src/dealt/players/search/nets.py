"""Files of weights: a zip with ``net.json``, which says what the net is and how it was made, and 16-bit weights."""

from __future__ import annotations

import json
import sys
import zipfile
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from dealt.kernels.climbing_values import FEATURES, WORDS, Net

__all__ = ["FINE", "Weights", "packed", "read", "shipped"]

FINE: Final = 64
"""A weight is kept as so many times itself, as a whole number; biases of later layers as powers of that."""
FORMAT: Final = 1
WIDEST: Final = 4096


@dataclass(frozen=True, slots=True)
class Weights:
    """A value network in whole numbers, and how it was made."""

    net: Net
    """As lists; values are ``FINE**3`` times what a deal is worth in units of ``scale`` points."""
    made: Mapping[str, Any]
    """The command, seed, deals, time and machine that made it, and ``scale``."""

    @property
    def scale(self) -> float:
        """The points of one unit of worth."""
        return float(self.made["scale"])


def packed(net: Sequence[Any], made: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these weights: floats, in the order of :class:`Net`, as nested sequences."""
    wide, narrow = len(net[1]), len(net[3])
    flat = array("h")
    powers = (1, 1, 1, 2, 1, 3)
    for some, power in zip(net, powers, strict=True):
        rows = some if hasattr(some[0], "__len__") else [some]
        if power == 1:
            flat.extend(max(-32768, min(32767, round(float(each) * FINE))) for row in rows for each in row)
        else:  # wider numbers, as two of 16 bits
            for each in rows[0]:
                number = round(float(each) * FINE**power)
                flat.extend((number >> 16, (number & 0xFFFF) - 0x8000))
    if sys.byteorder == "big":
        flat.byteswap()
    to = BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
        about = {"format": FORMAT, "words": WORDS, "wide": wide, "narrow": narrow, **made}
        for name, content in (("net.json", json.dumps(about, indent=1).encode()), ("weights", flat.tobytes())):
            file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return to.getvalue()


def read(content: bytes) -> Weights:
    """The weights of a file. ValueError says what is wrong with it."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as file:
            about = json.loads(file.read("net.json"))
            wide, narrow = int(about["wide"]), int(about["narrow"])
            if about["format"] != FORMAT or about["words"] != WORDS:
                raise ValueError(f"it is of format {about['format']}, and this version reads format {FORMAT}")
            if not (0 < wide <= WIDEST and 0 < narrow <= WIDEST and float(about["scale"]) > 0):
                raise ValueError("its layers have no such sizes")
            flat = array("h", file.read("weights"))
    except (KeyError, TypeError, OSError, zipfile.BadZipFile, json.JSONDecodeError, NotImplementedError) as error:
        raise ValueError(f"this is no file of weights: {error}") from None
    if sys.byteorder == "big":
        flat.byteswap()
    sizes = (FEATURES * wide, wide, wide * narrow, 2 * narrow, narrow, 2)
    if len(flat) != sum(sizes):
        raise ValueError(f"this file of weights has {len(flat)} numbers where it should have {sum(sizes)}")
    parts, begin = [], 0
    for size in sizes:
        parts.append(flat[begin : begin + size].tolist())
        begin += size
    return Weights(
        Net(
            [parts[0][wide * n : wide * (n + 1)] for n in range(FEATURES)],
            parts[1],
            [parts[2][narrow * n : narrow * (n + 1)] for n in range(wide)],
            _joined(parts[3]),
            parts[4],
            _joined(parts[5]),
        ),
        about,
    )


def _joined(some: Sequence[int]) -> list[int]:
    return [(high << 16) + low + 0x8000 for high, low in zip(some[::2], some[1::2], strict=True)]


@lru_cache(maxsize=16)
def shipped(name: str) -> Weights | None:
    """The weights that come with the package under a name; None if there are none."""
    file = files("dealt.players.search") / "weights" / f"{name}.net"
    return read(file.read_bytes()) if file.is_file() else None


@lru_cache(maxsize=16)
def from_file(path: Path) -> Weights:
    """The weights of a file. ValueError if it has none."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
