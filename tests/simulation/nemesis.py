"""Makes trouble: it kills, freezes, cuts off, fills disks, slows and sets clocks, and rests at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.world import World

__all__ = ["Nemesis"]


class Nemesis:
    """What goes wrong in a world, by chance."""

    def __init__(self, world: World):
        self.deeds: list[str] = []

    def rest(self) -> None:
        """Make everything whole."""
