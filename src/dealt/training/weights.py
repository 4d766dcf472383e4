"""The weights of a net that is being fitted, with the moments of its gradient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_values import FEATURES, RealNet


class Fitted:
    """Weights that begin at random or as ``begun``, in the order of :class:`RealNet`, and how far they were fitted."""

    def __init__(self, seed: int, wide: int, narrow: int, begun: Sequence[Any] = ()) -> None:
        numpy = numpy_for("a net is trained")
        random = numpy.random.default_rng([seed, 0])
        some = begun or (
            random.normal(0, 0.1, (FEATURES, wide)),
            numpy.zeros(wide),
            random.normal(0, (2 / wide) ** 0.5, (wide, narrow)),
            numpy.zeros(narrow),
            random.normal(0, (1 / narrow) ** 0.5, narrow),
            numpy.zeros(1),
        )
        self.arrays: list[Any] = [numpy.array(each, numpy.float32) for each in some]
        self.means: list[Any] = [numpy.zeros_like(each) for each in self.arrays]
        self.squares: list[Any] = [numpy.zeros_like(each) for each in self.arrays]
        self.steps = 0

    @property
    def net(self) -> RealNet:
        """The weights as they are now."""
        return RealNet(*self.arrays)

    def room(self) -> tuple[Any, ...]:
        """What the kernels that fit a net need beside data: its gradient, all arrays flat, and sums."""
        numpy = numpy_for("a net is trained")
        slope: list[Any] = [numpy.zeros_like(each) for each in self.arrays]
        wide, narrow = len(self.arrays[1]), len(self.arrays[3])
        sums, outer = numpy.zeros(wide, numpy.float32), numpy.zeros(wide, numpy.float32)
        inner, deep = numpy.zeros(narrow, numpy.float32), numpy.zeros(narrow, numpy.float32)
        flat = [tuple(each.reshape(-1) for each in some) for some in (self.arrays, slope, self.means, self.squares)]
        return (RealNet(*slope), *flat, sums, inner, outer, deep, numpy.zeros((narrow, wide), numpy.float32))
