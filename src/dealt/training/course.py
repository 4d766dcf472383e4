"""A course of training: rounds, measured now and then, kept in a folder from which it goes on."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from dealt.arena import run
from dealt.game import Game, Player
from dealt.games.climbing import Climbing
from dealt.kernels.arrays import numpy_for
from dealt.kernels.climbing_values import RealNet
from dealt.players.search.climbing import Network
from dealt.players.search.nets import Weights, as_floats, fit_for, packed, read
from dealt.training.climbing import NARROW, WIDE, Lessons, Trainer
from dealt.training.imitation import imitation, watched
from dealt.training.playing import Engine, scale_of

CHECKPOINT: Final = "checkpoint.npz"
CURVE: Final = "curve.jsonl"
NEWEST: Final = "newest.net"
BEST: Final = "best.net"
WATCHED: Final = 3000
"""The deals in which a rival's choices are watched."""
PASSES: Final = 8
"""How often its imitation goes through them."""
EVERY: Final = 25
"""The rounds between two measurements."""
EARLY: Final = (1, 2, 4, 8, 16)
"""Rounds that are measured, too: in them the net learns most."""
MEASURED: Final = 50
"""The deals of a measurement, each in every rotation of the seats."""


@dataclass(frozen=True, slots=True)
class Point:
    """A measurement: by how many points a deal the net alone is better than computers of one name, which it meets."""

    deals: int
    """The deals that the net had learned from."""
    error: float
    """The mean squared error of the last round, in units of the scale."""
    gain: float
    uncertainty: float
    """The standard error of ``gain``."""


class Course:
    """Training in a folder. An interrupted course goes on from its last measurement, and then makes the same points.

    ``against`` names the computer that the net is measured against, and ``rival`` one that it meets in half of the
    deals, by a net that is trained first to choose as that computer does. ``begun`` are weights to begin with.
    An ``engine`` plays the deals, else a thread of this process; it may change from one call to the next.
    ValueError if the folder holds another course.
    """

    def __init__(
        self,
        game: Climbing,
        folder: Path,
        seed: int = 0,
        against: str = "lowest",
        *,
        rival: str | None = None,
        begun: Weights | None = None,
        engine: Engine | None = None,
    ) -> None:
        self.game, self.folder, self.against = game, folder, against
        begin = None if begun is None else sha256(begun.content).hexdigest()[:16]
        self._about = {
            "game": game.name, "options": dict(game.options), "seed": seed, "against": against, "rival": rival,
            "begun": begin,
        }  # fmt: skip
        weights = () if begun is None else as_floats(begun, scale_of(game))
        self.trainer = Trainer([game], seed, begun=weights, engine=engine)
        self.points: list[Point] = []
        self.seconds = 0.0
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / CHECKPOINT).exists():
            self._resume()
        elif rival is not None:
            self._meet(rival, seed)

    def _meet(self, rival: str, seed: int) -> None:
        """Train a net to choose as a computer does. Its deals are those that it plays with the net as it begins."""
        began = time.monotonic()
        reader = Network(self.game, read(self.weights()))
        choices = watched(self.game, rival, WATCHED, seed, reader)
        self.trainer.rival, _ = imitation(choices, seed, PASSES, WIDE, NARROW)
        self.seconds += time.monotonic() - began

    def points_until(
        self, *, deals: int | None = None, minutes: float | None = None, told: Callable[[int], object] | None = None
    ) -> Iterator[Point]:
        """Train until the net has learned from so many deals, or for so many minutes; yields each measurement.

        ``told`` is called with the number of deals after each round.
        """
        began = time.monotonic()
        while True:
            error = self.trainer.round()
            if told is not None:
                told(self.trainer.deals)
            over = (deals is not None and self.trainer.deals >= deals) or (
                minutes is not None and time.monotonic() - began >= 60 * minutes
            )
            due = self.trainer.rounds % EVERY == 0 or self.trainer.rounds in EARLY
            if due:
                self.seconds += time.monotonic() - began
                minutes = None if minutes is None else minutes - (time.monotonic() - began) / 60
                began = time.monotonic()
                point = self._measured(error)
                self.points.append(point)
                self._keep()
                yield point
            if over:
                if not due:
                    self.seconds += time.monotonic() - began
                    self._keep()
                return

    def weights(self) -> bytes:
        """A file with the weights as they are now."""
        numpy = numpy_for("a net is trained")
        made = {
            **self._about, **fit_for(self.game), "scale": self.trainer.scale, "deals": self.trainer.deals,
            "minutes": round(self.seconds / 60, 1),
            "machine": f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}, "
            f"NumPy {numpy.__version__}",
        }  # fmt: skip
        return packed(self.trainer.fitted.arrays, made, self.trainer.rival)

    def _measured(self, error: float) -> Point:
        weights = read(self.weights())

        def network(game: Game[Any]) -> Player:
            assert isinstance(game, Climbing)  # noqa: S101
            return Network(game, weights)

        others = [self.against] * (self.game.seats - 1)
        played = run(self.game, [network, *others], MEASURED, seed="measure", jobs=1)
        pair = played.pair("network", self.against)
        sign = -1 if self.game.low else 1
        return Point(self.trainer.deals, error, sign * pair.difference, pair.error or 0.0)

    def _keep(self) -> None:
        numpy = numpy_for("a net is trained")
        trainer, pending = self.trainer, self.trainer.pending()
        arrays: dict[str, Any] = {}
        for name, some in self._kept():
            arrays |= {f"{name}{n}": each for n, each in enumerate(some)}
        if trainer.rival is not None:
            arrays |= {f"rival{n}": each for n, each in enumerate(trainer.rival)}
        if pending is not None:
            arrays |= {"seen": pending.seen, "worth": pending.worth}
        about = {
            **self._about, "rounds": trainer.rounds, "deals": trainer.deals, "steps": trainer.fitted.steps, "seconds":
            self.seconds, "points": [asdict(each) for each in self.points],
        }  # fmt: skip
        new = self.folder / f".{CHECKPOINT}"
        with new.open("wb") as file:
            numpy.savez(file, about=numpy.array(json.dumps(about)), **arrays)
        new.replace(self.folder / CHECKPOINT)
        lines = "".join(json.dumps(asdict(each)) + "\n" for each in self.points)
        (self.folder / CURVE).write_text(lines, encoding="utf-8")
        newest = self.weights()
        (self.folder / NEWEST).write_bytes(newest)
        if (
            self.points
            and self.points[-1].deals == self.trainer.deals
            and self.points[-1].gain >= max(each.gain for each in self.points)
        ):
            (self.folder / BEST).write_bytes(newest)

    def _kept(self) -> tuple[tuple[str, list[Any]], ...]:
        fitted = self.trainer.fitted
        return ("weights", fitted.arrays), ("means", fitted.means), ("squares", fitted.squares)

    def _resume(self) -> None:
        numpy = numpy_for("a net is trained")
        trainer = self.trainer
        try:
            with numpy.load(self.folder / CHECKPOINT, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                arrays = {name: file[name] for name in file.files if name != "about"}
        except (OSError, ValueError, KeyError) as error:
            raise ValueError(f"{self.folder / CHECKPOINT} can't be read ({error}): choose another folder") from None
        if any(about.get(key) != each for key, each in self._about.items()):
            what = f"{about['game']}, seed {about['seed']}, against {about['against']}"
            raise ValueError(f"{self.folder} holds another course ({what}): choose another folder")
        for name, some in self._kept():
            some[:] = [arrays[f"{name}{n}"] for n in range(len(some))]
        if "rival0" in arrays:
            trainer.rival = RealNet(*(arrays[f"rival{n}"] for n in range(len(RealNet._fields))))
        trainer.rounds, trainer.deals, trainer.fitted.steps = about["rounds"], about["deals"], about["steps"]
        self.seconds = about["seconds"]
        self.points = [Point(**each) for each in about["points"]]
        if "seen" in arrays:
            trainer.resume(Lessons(arrays["seen"], arrays["worth"], about["deals"] // about["rounds"]))
