"""Fitting a value network: the gradient of the squared error, and steps against it by Adam (Kingma and Ba, 2014)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Final

from dealt.bits import lowest
from dealt.kernels.climbing_values import BITS, RealNet, add, value
from dealt.kernels.machine import kernel
from dealt.shapes import Floats, FloatTable, Longs, LongTable, Reals

FIRST: Final = 0.9
SECOND: Final = 0.999
TINY: Final = 1e-8
SLIGHT: Final = 1e-3
"""Errors that are less than this are not learned from."""


Six = tuple[Floats, Floats, Floats, Floats, Floats, Floats]
"""The arrays of a net."""


def forward(net: RealNet, seen: Sequence[int], sums: Any, inner: Any) -> Any:
    """The value of what is seen; ``sums`` and ``inner`` are the sums of both layers before they are cut at 0."""
    for k in range(len(sums)):
        sums[k] = net.first_bias[k]
    for word in range(len(seen)):
        add(sums, net.first, word, seen[word])
    return value(net, sums, inner)


def backward(
    net: RealNet, across: Any, seen: Sequence[int], sums: Any, inner: Any, error: Any, slope: RealNet, outer: Any,
    deep: Any,
) -> None:  # fmt: skip
    """Add the gradient of half the squared error to ``slope``; ``across`` is ``net.second`` with rows as columns."""
    slope.last_bias[0] += error
    for k in range(len(inner)):
        deep[k] = error * net.last[k] if inner[k] > 0 else 0 * error
        slope.second_bias[k] += deep[k]
        if inner[k] > 0:
            slope.last[k] += error * inner[k]
    for n in range(len(sums)):
        outer[n] = 0 * error
    for k in range(len(inner)):
        some, row = deep[k], across[k]
        if some != 0:
            for n in range(len(sums)):
                outer[n] += some * row[n]
    for n in range(len(sums)):
        if sums[n] > 0:
            some, to = sums[n], slope.second[n]
            for k in range(len(inner)):
                to[k] += some * deep[k]
        else:
            outer[n] = 0 * error
        slope.first_bias[n] += outer[n]
    for word in range(len(seen)):
        bits = seen[word]
        while bits != 0:
            row = slope.first[BITS * word + lowest(bits)]
            bits &= bits - 1
            for n in range(len(sums)):
                row[n] += outer[n]


def stepped(weights: Any, slope: Any, mean: Any, square: Any, rate: float, share: float) -> None:
    """One step of Adam for flat arrays; the gradient is cleared."""
    for n in range(len(weights)):
        some = slope[n] * share
        slope[n] = 0
        mean[n] = FIRST * mean[n] + (1 - FIRST) * some
        square[n] = SECOND * square[n] + (1 - SECOND) * some * some
        weights[n] -= rate * mean[n] / (sqrt(square[n]) + TINY)


def turned(net: RealNet, across: Any) -> None:
    """Write ``net.second`` with rows as columns."""
    for k in range(len(across)):
        for n in range(len(across[k])):
            across[k][n] = net.second[n][k]


def step(
    flat: tuple[Any, ...], slope: tuple[Any, ...], mean: tuple[Any, ...], square: tuple[Any, ...], rate: float,
    steps: int, share: float,
) -> None:  # fmt: skip
    """One step of Adam for all weights, the last one of so many ``steps``."""
    now = rate * sqrt(1 - SECOND**steps) / (1 - FIRST**steps)
    stepped(flat[0], slope[0], mean[0], square[0], now, share)
    stepped(flat[1], slope[1], mean[1], square[1], now, share)
    stepped(flat[2], slope[2], mean[2], square[2], now, share)
    stepped(flat[3], slope[3], mean[3], square[3], now, share)
    stepped(flat[4], slope[4], mean[4], square[4], now, share)
    stepped(flat[5], slope[5], mean[5], square[5], now, share)


@kernel
def fit(
    net: RealNet, seen: LongTable, worth: Floats, order: Longs, batch: int, rate: float, steps: int, slope: RealNet,
    flat: Six, flat_slope: Six, mean: Six, square: Six, sums: Floats, inner: Floats, outer: Floats, deep: Floats,
    across: FloatTable,
) -> tuple[float, int]:  # fmt: skip
    """Go once through what was seen, in that order, a step after each batch: the mean squared error, and all steps
    made.

    ``flat``, ``flat_slope``, ``mean`` and ``square`` are the weights, their gradient (``slope`` again) and the moments,
    each array flat.
    """
    whole, batches = 0.0, len(order) // batch
    for number in range(batches):
        turned(net, across)
        for k in range(number * batch, (number + 1) * batch):
            n = order[k]
            error = forward(net, seen[n], sums, inner) - worth[n]
            whole += error * error
            backward(net, across, seen[n], sums, inner, error, slope, outer, deep)
        steps += 1
        step(flat, flat_slope, mean, square, rate, steps, 1 / batch)
    return whole / max(1, batches * batch), steps


def error_of(net: RealNet, seen: Any, worth: Any, sums: Any, inner: Any) -> float:
    """The mean squared error."""
    whole = 0.0
    for n in range(len(worth)):
        error = forward(net, seen[n], sums, inner) - worth[n]
        whole += error * error
    return whole / max(1, len(worth))


@kernel
def imitate(
    net: RealNet, seen: LongTable, first: Longs, chosen: Longs, order: Longs, batch: int, rate: float, steps: int,
    slope: RealNet, flat: Six, flat_slope: Six, mean: Six, square: Six, sums: Floats, inner: Floats, outer: Floats,
    deep: Floats, across: FloatTable, values: Reals,
) -> tuple[float, int]:  # fmt: skip
    """Go once through the choices of somebody in that order: the share that the net makes alike, and all steps made.

    What was seen after the possible choices of number ``n`` stands from ``first[n]`` to ``first[n + 1]``, and the one
    at ``chosen[n]`` was made. The net's values are taken as logarithms of odds, and the likelihood of what was chosen
    rises. The rest is as for :func:`fit`.
    """
    alike, batches = 0, len(order) // batch
    for number in range(batches):
        turned(net, across)
        for k in range(number * batch, (number + 1) * batch):
            begin, end, best = first[order[k]], first[order[k] + 1], 0
            for n in range(end - begin):
                values[n] = forward(net, seen[begin + n], sums, inner)
                if values[n] > values[best]:
                    best = n
            alike += begin + best == chosen[order[k]]
            most, whole = values[best], 0.0
            for n in range(end - begin):
                values[n] = exp(values[n] - most)
                whole += values[n]
            for n in range(begin, end):
                error = values[n - begin] / whole - (1 if n == chosen[order[k]] else 0)
                if error > SLIGHT or error < -SLIGHT:
                    forward(net, seen[n], sums, inner)
                    backward(net, across, seen[n], sums, inner, error, slope, outer, deep)
        steps += 1
        step(flat, flat_slope, mean, square, rate, steps, 1 / batch)
    return alike / max(1, batches * batch), steps
