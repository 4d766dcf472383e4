"""The figures of the package: the sixteen places of the Father's Day card, and classics of the same kind."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dealt.puzzles.figure import Figure, square
from dealt.puzzles.files import read_figure

FATHERS_DAY, TRIANGLE, STAR = (
    read_figure(Path(__file__).with_name(f"{name}.toml"))[0] for name in ("fathersday", "triangle", "star")
)
FIGURES: Final[dict[str, Figure]] = {each.name: each for each in (TRIANGLE, square(3), STAR, FATHERS_DAY, square(4))}
"""All figures of the package by name, the easier ones first."""
