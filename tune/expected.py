"""Make the weights by which ``planner`` expects double-dummy tricks, and say how far they miss on other deals.

``python -m tune expected --out src/dealt/players/advice/bridge/expected.npz`` solves 1,000 random deals in all strains
and 1,080 more at notrump (about ten minutes on one core), trains two small networks on them, and compares them with 300
deals that they have not seen. ``--kept FOLDER`` keeps the solved deals for the next time.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from dealt.cards import Cards
from dealt.players.advice.bridge.double_dummy import AT_ONCE, tables
from dealt.players.advice.bridge.expected import FAR, features, layout, through

HIDDEN: Final = (48, 24)
DROPPED: Final = (0.05, 0.15)
"""The share of features and of first-layer values left out of each step of the training."""
Solved = tuple[tuple[Cards, ...], list[list[int]]]
"""Four hands, and the tricks by strain and declarer."""


def dealt(seed: str) -> tuple[Cards, ...]:
    """A random deal."""
    deck = list(range(52))
    Random(seed).shuffle(deck)
    return tuple(sum(1 << one for one in deck[13 * seat : 13 * seat + 13]) for seat in range(4))


def solved(name: str, count: int, strains: Sequence[int], kept: Path | None) -> list[Solved]:
    """Deals with their double-dummy tricks, 0 in strains that are not asked for; read from a file if it is there."""
    path = kept / f"{name}.txt" if kept else None
    found: list[Solved] = []
    for line in path.read_text().splitlines()[:count] if path and path.exists() else ():
        numbers = [int(each) for each in line.split()[1:]]
        found.append((tuple(numbers[:4]), [numbers[4 + 4 * n : 8 + 4 * n] for n in range(5)]))
    for at in range(len(found), count, AT_ONCE):
        deals = [dealt(f"{name}{n}") for n in range(at, min(count, at + AT_ONCE))]
        rows = tables(deals, strains)
        found += zip(deals, rows, strict=True)
        if path:
            with path.open("a") as out:
                for n, (hands, tricks) in enumerate(zip(deals, rows, strict=True), at):
                    numbers = [*hands, *(each for row in tricks for each in row)]
                    out.write(f"{name}{n} {' '.join(map(str, numbers))}\n")
    return found


def columns(deals: Sequence[Solved], strains: Sequence[int]) -> tuple[Any, Any]:
    """Features and tricks of all declarers in some strains."""
    cards = layout([hands for hands, _ in deals])
    pairs = [(strain, declarer) for strain in strains for declarer in range(4)]
    x = np.concatenate([features(cards, strain, declarer) for strain, declarer in pairs])
    y = np.concatenate([[tricks[strain][declarer] for _, tricks in deals] for strain, declarer in pairs])
    return x, y.astype(np.float32)


def trained(x: Any, y: Any, epochs: int) -> list[Any]:
    """Weights and biases of three layers, by Adam with weight decay."""
    rng = np.random.default_rng(0)
    sizes = [x.shape[1], *HIDDEN, 1]
    parts: list[Any] = []
    for n, (a, b) in enumerate(pairwise(sizes)):
        scale = (2 / a) ** 0.5 * (0.3 if n == 2 else 1)
        parts += [rng.normal(0, scale, (a, b)).astype(np.float32), np.zeros(b, np.float32)]
    parts[-1][:] = y.mean()
    first, second, step = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts], 0
    for epoch in range(epochs):
        rate = 0.0015 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        order = rng.permutation(len(x))
        for at in range(0, len(x), 128):
            some, step = order[at : at + 128], step + 1
            slopes = _slopes(parts, x[some], y[some], rng)
            for n, slope in enumerate(slopes):
                first[n] = 0.9 * first[n] + 0.1 * slope
                second[n] = 0.999 * second[n] + 0.001 * slope**2
                move = first[n] / (1 - 0.9**step) / (np.sqrt(second[n] / (1 - 0.999**step)) + 1e-8)
                parts[n] -= rate * (move + (0.1 * parts[n] if n % 2 == 0 else 0))
    return parts


def _slopes(parts: list[Any], x: Any, y: Any, rng: np.random.Generator) -> list[Any]:
    w0, b0, w1, b1, w2, b2 = parts
    x = x * (rng.random(x.shape) < 1 - DROPPED[0]) / (1 - DROPPED[0])
    one = x @ w0 + b0
    left = (rng.random(one.shape) < 1 - DROPPED[1]) / (1 - DROPPED[1])
    high = np.maximum(one, 0) * left
    two = high @ w1 + b1
    top = np.maximum(two, 0)
    back = (2 * ((top @ w2 + b2)[:, 0] - y) / len(y))[:, None].astype(np.float32)
    slopes = [top.T @ back, back.sum(0)]
    back = (back @ w2.T) * (two > 0)
    slopes = [high.T @ back, back.sum(0), *slopes]
    back = (back @ w1.T) * (one > 0) * left
    return [x.T @ back, back.sum(0), *slopes]


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tune expected", description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, help="write the weights into this file")
    parser.add_argument("--kept", type=Path, help="a folder for solved deals")
    parser.add_argument("--deals", type=int, default=1000, help="solved in all strains")
    parser.add_argument("--notrump", type=int, default=1080, help="solved at notrump alone")
    parser.add_argument("--trial", type=int, default=300, help="solved in all strains, to see how far the weights miss")
    given = parser.parse_args(argv)
    deals = solved("train", given.deals, range(5), given.kept)
    other = solved("board", given.trial, range(5), given.kept)
    more = solved("nt", given.notrump, [4], given.kept)
    weights: dict[str, Any] = {}
    for kind, strains, some, epochs in (("notrump", [4], deals + more, 28), ("trumps", range(4), deals, 14)):
        x, y = columns(some, strains)
        mean, scale = x.mean(0), x.std(0) + 1e-2
        parts = trained(((x - mean) / scale).clip(-FAR, FAR), y, epochs)
        weights |= {f"{kind}.mean": mean, f"{kind}.scale": scale}
        for n in range(3):
            weights |= {f"{kind}.{n}.w": parts[2 * n], f"{kind}.{n}.b": parts[2 * n + 1]}
        tested, right = columns(other, strains)
        off = through(tested, weights, kind) - right
        print(f"{kind}: {len(y)} results, misses others by {off.std():.2f} tricks, {off.mean():+.3f} on average")
    if given.out:
        halved = {name: some.astype(np.float16) if name.endswith(".w") else some for name, some in weights.items()}
        np.savez_compressed(given.out, **halved)
        print(f"{given.out}: {given.out.stat().st_size} bytes")
    return 0
