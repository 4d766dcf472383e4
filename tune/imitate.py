"""Watch a computer play a climbing game, and put its imitation into a file of weights:

python -m tune imitate bigtwo deuce --deals 20000 --watched deuce.npz --weights IN.net --to OUT.net -o scoring=flat

What was watched is kept in ``--watched`` after each hundred deals, and watching goes on from there. One deal in ten is
left for a trial: after each pass the share of these choices is printed that the imitation makes alike, and of the
others. It begins with the net of ``--weights`` (without it: those of the package), taken for the odds of choices.
``--layouts`` lets ``dizhu`` try fewer layouts, which is quicker.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bench.strength import wanted
from dealt import players
from dealt.games import make
from dealt.kernels.arrays import numpy_for
from dealt.kernels.descent import imitate
from dealt.players.search.climbing import Network, net_of
from dealt.players.search.nets import as_floats, from_file, packed
from dealt.table import play, seed_of
from dealt.training.imitation import BATCH, Choices, Watched
from dealt.training.weights import Fitted

HEAT = 5.0
"""The net's own values, in units of its scale, are so many logarithms of odds to begin with."""
EVERY = 100
TRIED = 10
ROUNDS = ((7, 3), (3, 4))


def watch(game: Any, rival: Any, reader: Network, deals: int, seed: str, kept: Path | None) -> Choices:
    """What the rival chooses; in three of four deals one seat is the net's."""
    numpy = numpy_for("choices are kept")
    found: list[tuple[Any, int]] = []
    begun = 0
    if kept and kept.exists():
        with numpy.load(kept) as file:
            first, begun = file["first"], int(file["deals"])
            found = [
                (file["seen"][a:b], int(c - a))
                for a, b, c in zip(first[:-1], first[1:], file["chosen"], strict=True)
            ]  # fmt: skip
    one = Watched(rival, reader, found)
    for n in range(begun, deals):
        sitting: list[Any] = [one] * game.seats
        if n % 4 > 0:
            sitting[n // 4 % game.seats] = reader
        play(game, sitting, seed_of(f"watched {seed}", n))
        if kept and (n + 1 == deals or (n + 1) % EVERY == 0):
            some = gathered(found)
            with kept.open("wb") as to:
                numpy.savez(to, seen=some.seen, first=some.first, chosen=some.chosen, deals=n + 1)
            print(f"{n + 1} deals, {len(found)} choices", flush=True)
    return gathered(found)


def gathered(found: list[tuple[Any, int]]) -> Choices:
    """The same in arrays."""
    numpy = numpy_for("choices are kept")
    first = numpy.cumsum([0, *(len(seen) for seen, _ in found)])
    seen = numpy.concatenate([seen for seen, _ in found])
    return Choices(seen, first, first[:-1] + numpy.array([place for _, place in found]))


def fitted(choices: Choices, begun: list[Any], passes: int, rate: float, seed: int) -> tuple[Fitted, float]:
    """The imitation, and the share of the choices left for a trial that it makes alike."""
    numpy = numpy_for("a net is trained")
    many = len(choices.chosen)
    tried = numpy.arange(many - many // TRIED, many)
    fit = Fitted(seed, len(begun[1]), len(begun[3]), begun)
    values, share = numpy.zeros(int(numpy.diff(choices.first).max())), 0.0

    def passed(order: Any, rate: float) -> float:
        kernel: Any = imitate
        alike, steps = kernel(
            fit.net, choices.seen, choices.first, choices.chosen, order, BATCH, rate, fit.steps, *fit.room(), values
        )
        fit.steps = steps if rate else fit.steps
        return float(alike)

    for number in range(passes):
        order = numpy.random.default_rng([seed, 2, number]).permutation(many - len(tried))
        alike = passed(order, rate * (1 - number / passes))
        share = trial(fit, choices, tried, values)
        print(f"pass {number + 1}: {100 * alike:.1f} % alike, {100 * share:.1f} % on trial", flush=True)
    return fit, share


def trial(fit: Fitted, choices: Choices, tried: Any, values: Any) -> float:
    """The share of these choices that a net makes alike; it is not changed."""
    copy = Fitted(0, len(fit.arrays[1]), len(fit.arrays[3]), fit.arrays)
    kernel: Any = imitate
    alike, _ = kernel(copy.net, choices.seen, choices.first, choices.chosen, tried, BATCH, 0.0, 0, *copy.room(), values)
    return float(alike)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("rival")
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layouts", action="store_true")
    parser.add_argument("--watched", type=Path)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("-o", "--option", nargs="*", default=[])
    asked = parser.parse_args(argv)
    game: Any = make(asked.game, **wanted(asked.option))
    weights = from_file(asked.weights) if asked.weights else net_of(game)
    if weights is None:
        parser.error(f"there is no trained net for {asked.game}")
    rival = players.computer(asked.rival, game, **({"rounds": ROUNDS} if asked.layouts else {}))
    choices = watch(game, rival, Network(game, weights), asked.deals, str(asked.seed), asked.watched)
    *most, last, bias = as_floats(weights, weights.scale)
    fit, share = fitted(choices, [*most, last * HEAT, bias * HEAT], asked.passes, asked.rate, asked.seed)
    told = f"python -m tune imitate {' '.join(argv)}: it makes {100 * share:.1f} % of choices on trial alike"
    made = {key: value for key, value in weights.made.items() if key not in ("format", "words", "wide", "narrow")}
    made["made"] = [*(each for each in made.get("made", []) if "rival in this file" not in each), f"the rival: {told}"]
    asked.to.write_bytes(packed(as_floats(weights, weights.scale), made, fit.arrays))
    print(f"{told}: {asked.to}")
    return 0
