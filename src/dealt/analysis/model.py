"""An analysis as values, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealt.game import Say, Seat
from dealt.players.judging import Extra

VERSION: Final = 1
"""The version of the JSON form, and of what is in it: a stored analysis of another version is made again."""
ERRORS: Final = 2.0
"""The standard errors beyond which a difference counts."""


@dataclass(frozen=True, slots=True)
class Option:
    """An action that a seat had, and what it led to. All results are the seat's, and more is better.

    ``known`` is averaged over deals that fit what the seat saw. ``error`` is the standard error of its difference to
    the best option's; 0 where the figure is exact. ``open`` is the result with all cards as they lay; None where
    that isn't computed.
    """

    action: str
    known: float
    error: float = 0.0
    open: float | None = None
    why: Say | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """An action of a seat against its best one, both with what the seat knew. ``others`` are at most four more.

    Where it was ``forced``, as the only legal one, nothing is tried: its figures are 0.
    """

    step: int
    seat: Seat
    taken: Option
    best: Option
    others: tuple[Option, ...] = ()
    forced: bool = False

    @property
    def kind(self) -> str:
        """The first word of the action: faces group actions by it."""
        return self.taken.action.split(" ", 1)[0]

    @property
    def known_cost(self) -> float:
        """What the action cost with what the seat knew."""
        return max(0.0, self.best.known - self.taken.known)

    @property
    def open_cost(self) -> float:
        """What the action cost against the best of these options with all cards open; 0 if that isn't known."""
        seen = [each.open for each in (self.taken, self.best, *self.others) if each.open is not None]
        return 0.0 if self.taken.open is None else max(seen) - self.taken.open

    @property
    def mistake(self) -> bool:
        """Did the action cost more than chance explains?"""
        return self.known_cost > max(1e-9, ERRORS * self.taken.error)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is found of a deal.

    ``unit`` is a key under ``analysis.unit`` of the texts. ``judged`` has every action in order of steps, of the
    seats that were asked for. ``expected`` has a row for each step and one for the end: what each seat could expect
    with all cards open. ``accuracy`` is 0 to 100 by seat, None where a seat chose nothing. ``costliest`` are at most
    three places in ``judged``, the costliest first.
    """

    unit: str
    judged: tuple[Judged, ...]
    expected: tuple[tuple[float, ...], ...]
    accuracy: tuple[float | None, ...]
    costliest: tuple[int, ...]
    extras: tuple[Extra, ...] = ()
    worlds: int = 0
    version: int = VERSION


def to_json(analysis: Analysis) -> str:
    """One line of JSON."""
    import msgspec

    return msgspec.json.encode(analysis).decode()


def from_json(written: str | bytes) -> Analysis:
    """Read it back; ValueError if it isn't one, or is one of another version."""
    import msgspec

    try:
        found = msgspec.json.decode(written, type=Analysis)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"this is no analysis: {error}") from None
    if found.version != VERSION:
        raise ValueError(f"this analysis has version {found.version}, and only {VERSION} can be read")
    return found
