"""Number puzzles: figures with lines that must add up, one exact solver for all, and the three methods of the source.

>>> from dealt.puzzles import FATHERS_DAY, count, draw, fillings
>>> count(FATHERS_DAY)
9368
>>> given = FATHERS_DAY.read({"a0": 16, "b1": 1, "p": 13})
>>> print(draw(FATHERS_DAY, given))
            16── ·── ·
             │       │
 ·── 1── ·── ·       ·
     │       │       │
    13       ·── ·── ·── ·
     │       │
     ·── ·── ·
>>> len(list(fillings(FATHERS_DAY, given)))
12
"""

from dealt.puzzles.draw import draw
from dealt.puzzles.figure import Figure, FigureError, Filling, Line, brief, from_picture, square
from dealt.puzzles.figures import FATHERS_DAY, FIGURES
from dealt.puzzles.files import figure_of, read_figure, text_of
from dealt.puzzles.methods import (
    METHODS,
    Run,
    early_check,
    every_permutation,
    late_check,
    nested_loops,
    row_sets,
    time_methods,
)
from dealt.puzzles.solutions import STEPS, Solutions, solutions
from dealt.puzzles.solver import Steps, TooHard, closest, count, fillings, set_count, sets_of, solvable

__all__ = [
    "FATHERS_DAY",
    "FIGURES",
    "METHODS",
    "STEPS",
    "Figure",
    "FigureError",
    "Filling",
    "Line",
    "Run",
    "Solutions",
    "Steps",
    "TooHard",
    "brief",
    "closest",
    "count",
    "draw",
    "early_check",
    "every_permutation",
    "figure_of",
    "fillings",
    "from_picture",
    "late_check",
    "nested_loops",
    "read_figure",
    "row_sets",
    "set_count",
    "sets_of",
    "solutions",
    "solvable",
    "square",
    "text_of",
    "time_methods",
]
