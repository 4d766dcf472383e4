"""What the host is told of people's conduct: what others report, and partners who stand out."""

from __future__ import annotations

from msgspec import Struct


class ReportedLine(Struct, frozen=True):
    """A line of talk."""

    at: float
    name: str
    text: str


class HostReport(Struct, frozen=True):
    """What somebody has reported of a person, with the last lines of talk there."""

    n: int
    at: float
    name: str
    by: str
    table: str
    note: str
    lines: list[ReportedLine]


class PairDeal(Struct, frozen=True):
    """A deal that two people had together; ``deal`` shows it."""

    table: str
    dealt: int
    at: float


class HostPair(Struct, frozen=True):
    """Partners who stand out. It is a hint to look, and no proof.

    ``chance`` is that of choices which fit each other's cards as well as theirs in ``deals`` together, if they play
    then as with ``others``: their deals with other partners. ``told`` are deals together, those that say most
    first; of a pair that the host has dismissed, those since then.
    """

    name: str
    other: str
    game: str
    chance: float
    deals: int
    others: int
    at: float
    told: list[PairDeal]
