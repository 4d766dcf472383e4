"""The figures of the package: the sixteen places of the Father's Day card, and classics of the same kind."""

from __future__ import annotations

from typing import Final

from dealt.puzzles.figure import Figure, from_picture, square

__all__ = ["FATHERS_DAY", "FIGURES"]

FATHERS_DAY: Final = from_picture(
    "fathersday",
    """
    .  .  .  a0 a1 a2 .
    b0 b1 b2 b3 .  q  .
    .  p  .  c0 c1 c2 c3
    .  d0 d1 d2 .  .  .
    """,
    {
        "a": ("a0 a1 a2", 29),
        "b": ("b0 b1 b2 b3", 29),
        "c": ("c0 c1 c2 c3", 29),
        "d": ("d0 d1 d2", 29),
        "left": ("b1 p d0", 29),
        "middle": ("a0 b3 c0 d2", 29),
        "right": ("a2 q c2", 29),
    },
    range(1, 17),
)
"""Sixteen places, four rows and three columns, each of which adds up to 29; from the page on Chinese Poker."""

TRIANGLE: Final = from_picture(
    "triangle",
    """
    .  .  a  .  .
    .  b  .  f  .
    c  .  d  .  e
    """,
    {"left": ("a b c", 9), "bottom": ("c d e", 9), "right": ("e f a", 9)},
    range(1, 7),
)
"""The magic triangle of six places with its least possible sum, 9: the corners are 1, 2 and 3."""

STAR: Final = from_picture(
    "star",
    """
    .  .  .  a  .  .  .
    b  .  c  .  d  .  e
    .  f  .  .  .  g  .
    h  .  i  .  j  .  k
    .  .  .  l  .  .  .
    """,
    {
        "top": ("b c d e", 26),
        "bottom": ("h i j k", 26),
        "left": ("a c f h", 26),
        "right": ("a d g k", 26),
        "falling": ("b f i l", 26),
        "rising": ("e g j l", 26),
    },
    range(1, 13),
)
"""The magic hexagram: 80 fillings up to its twelve rotations and reflections."""

FIGURES: Final[dict[str, Figure]] = {each.name: each for each in (TRIANGLE, square(3), STAR, FATHERS_DAY, square(4))}
"""All figures of the package by name, the easier ones first."""
