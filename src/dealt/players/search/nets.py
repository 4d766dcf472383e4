"""Files of weights: a zip with ``net.json``, which says what the net is and how it was made, and 16-bit weights."""

from __future__ import annotations

import json
import sys
import zipfile
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from dealt.games.climbing import Climbing
from dealt.games.doudizhu import DouDizhu
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_values import FEATURES, WORDS, Mind, Net
from dealt.shapes import Fixed, Workspace

FINE: Final = 64
"""A weight is kept as so many times itself, as a whole number; biases of later layers as powers of that."""
POWERS: Final = (1, 1, 1, 2, 1, 3)
"""The powers for the weights of a net, in the order of :class:`Net`."""
UNIT: Final = FINE**3
"""A value is so many times what a deal is worth in units of the scale."""
FORMAT: Final = 1
WIDEST: Final = 4096


@dataclass(frozen=True, eq=False)
class Weights:
    """A value network in whole numbers, and how it was made."""

    content: bytes
    """The numbers of the net."""
    made: Mapping[str, Any]
    """The command, seed, deals, time and machine that made it, ``scale``, and what :func:`fit_for` says."""
    rival: Weights | None = None
    """A net that chooses as another computer does, which was met in training."""

    @cached_property
    def net(self) -> Net:
        """The net; values are :data:`UNIT` times what a deal is worth in units of ``scale`` points."""
        return _net(self.content, int(self.made["wide"]), int(self.made["narrow"]))

    def fits(self, game: Climbing) -> bool:
        """Was it trained for games with these cards in this order, and as many seats, with runs or without?"""
        made = {"runs": True, **self.made}
        return all(made.get(key) == value for key, value in fit_for(game).items())

    @property
    def scale(self) -> float:
        """The points of one unit of worth."""
        return float(self.made["scale"])


def fit_for(game: Climbing) -> dict[str, Any]:
    """What two games must have in common for one net."""
    return {
        "ranks": game.order.ranks, "suits": game.order.suits, "cards": len(game.deck), "seats": game.seats,
        "hand": game.hand, "alone": isinstance(game, DouDizhu),
        "runs": any(len(each) > 1 for each in game.combinations.body),
    }  # fmt: skip


def as_floats(weights: Weights, scale: float) -> list[Any]:
    """The net as floats, in the order of :class:`Net`, for worths in units of ``scale`` points."""
    numpy = numpy_for("a net is trained")
    found = [numpy.array(each) / FINE**power for each, power in zip(weights.net, POWERS, strict=True)]
    last, bias = (each * weights.scale / scale for each in found[-2:])
    return [*found[:-2], last, bias]


def packed(net: Sequence[Any], made: Mapping[str, Any], rival: Sequence[Any] | None = None) -> bytes:
    """The bytes of a file with these weights: floats, in the order of :class:`Net`, as nested sequences."""
    to = BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as file:
        about = {"format": FORMAT, "words": WORDS, "wide": len(net[1]), "narrow": len(net[3]), **made}
        file.writestr(zipfile.ZipInfo("net.json"), json.dumps(about, indent=1).encode(), zipfile.ZIP_DEFLATED)
        file.writestr(zipfile.ZipInfo("weights"), _numbers(net), zipfile.ZIP_DEFLATED)
        if rival is not None:
            file.writestr(zipfile.ZipInfo("rival"), _numbers(rival), zipfile.ZIP_DEFLATED)
    return to.getvalue()


def _numbers(net: Sequence[Any]) -> bytes:
    """The weights as whole numbers of 16 bits."""
    numpy, flat = numpy_for("weights are kept"), []
    for some, power in zip(net, POWERS, strict=True):
        numbers = numpy.rint(numpy.asarray(some, numpy.float64).ravel() * FINE**power).astype(numpy.int64)
        if power == 1:
            flat.append(numbers.clip(-32768, 32767))
        else:  # wider numbers, as two of 16 bits
            flat += [each for number in numbers for each in ([number >> 16], [(number & 0xFFFF) - 0x8000])]
    return numpy.concatenate(flat).astype("<i2").tobytes()  # type: ignore[no-any-return]


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
            net = file.read("weights")
            rival = file.read("rival") if "rival" in file.namelist() else None
    except (KeyError, TypeError, OSError, zipfile.BadZipFile, json.JSONDecodeError, NotImplementedError) as error:
        raise ValueError(f"this is no file of weights: {error}") from None
    size = 2 * sum(_sizes(wide, narrow))
    for each in (net, *([] if rival is None else [rival])):
        if len(each) != size:
            raise ValueError(f"this file of weights has {len(each)} bytes of them where it should have {size}")
    return Weights(net, about, None if rival is None else Weights(rival, about))


def _sizes(wide: int, narrow: int) -> tuple[int, ...]:
    return FEATURES * wide, wide, wide * narrow, 2 * narrow, narrow, 2


def _net(content: bytes, wide: int, narrow: int) -> Net:
    flat = array("h", content)
    if sys.byteorder == "big":
        flat.byteswap()
    parts, begin = [], 0
    for size in _sizes(wide, narrow):
        parts.append(flat[begin : begin + size].tolist())
        begin += size
    first = [parts[0][wide * n : wide * (n + 1)] for n in range(FEATURES)]
    second = [parts[2][narrow * n : narrow * (n + 1)] for n in range(wide)]
    some: list[Any] = [first, parts[1], second, _joined(parts[3]), parts[4], _joined(parts[5])]
    return Net._make(map(Fixed, some))


def _joined(some: Sequence[int]) -> list[int]:
    return [(high << 16) + low + 0x8000 for high, low in zip(some[::2], some[1::2], strict=True)]


@lru_cache(maxsize=1)
def shipped() -> tuple[Weights, ...]:
    """The weights that come with the package."""
    folder = files("dealt.players.search") / "weights"
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".net")), key=lambda each: each.name)
    return tuple(read(each.read_bytes()) for each in found)


@lru_cache(maxsize=16)
def from_file(path: Path) -> Weights:
    """The weights of a file. ValueError if it has none."""
    try:
        return read(path.read_bytes())
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def mind(weights: Weights, rows: int) -> Mind:
    """Room for one kernel to think in."""
    wide, narrow = int(weights.made["wide"]), int(weights.made["narrow"])
    return Mind._make([*map(Workspace, (WORDS, wide, wide, narrow)), [0] * rows])
