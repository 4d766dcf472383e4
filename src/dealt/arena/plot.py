"""Pictures of what was measured, with matplotlib: a ladder, and the ground on which the benches draw theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from dealt.arena.ladder import Ladder

INK: Final = "#7a7f87"
"""Grey that is read on white and on black: a picture has no ground of its own."""
MARK: Final = "#2f8f83"


@contextmanager
def picture(file: Path, width: float, height: float) -> Iterator[Any]:
    """The axes of a picture of so many inches, which is written as SVG in the end; ImportError without matplotlib.

    Words stay words, so that the file is light, and equal pictures are equal bytes. OSError if it can't be written.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise ImportError("pictures are drawn with matplotlib: install dealt[ladder]") from None
    mpl.use("svg")
    from matplotlib import pyplot as plt

    own: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "dealt", "font.family": "sans-serif", "font.size": 9}
    own |= dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    with mpl.rc_context(own):
        figure, axes = plt.subplots(figsize=(width, height), layout="constrained")
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(INK)
        try:
            yield axes
            figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        finally:
            plt.close(figure)


def draw(ladder: Ladder, title: str, label: str, file: Path) -> None:
    """Write what each computer gains as SVG, with a bar of two standard errors; ``label`` names the axis."""
    rungs = ladder.rungs[::-1]
    errors = [2 * (each.error or 0) for each in rungs]
    with picture(file, 6.4, 0.9 + 0.3 * len(rungs)) as axes:
        axes.errorbar([each.gain for each in rungs], range(len(rungs)), xerr=errors, fmt="o", color=MARK, capsize=3)
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.set_yticks(range(len(rungs)), [each.player for each in rungs])
        axes.set_ylim(-0.6, len(rungs) - 0.4)
        axes.set_xlabel(label)
        axes.set_title(title, loc="left", fontsize=9)
