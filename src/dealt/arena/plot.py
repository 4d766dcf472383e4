"""A ladder as a picture, with matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from dealt.arena.ladder import Ladder

__all__ = ["draw"]

INK: Final = "#7a7f87"
"""Grey that is read on white and on black: the picture has no ground of its own."""
MARK: Final = "#2f8f83"


def draw(ladder: Ladder, title: str, label: str, file: Path) -> None:
    """Write what each computer gains as SVG, with a bar of two standard errors; ImportError without matplotlib.

    ``label`` names the axis. Words stay words, so that the file is light. OSError if it can't be written.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise ImportError("the plot is drawn with matplotlib: install dealt[ladder]") from None
    mpl.use("svg")
    from matplotlib import pyplot as plt

    own: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "dealt", "font.family": "sans-serif", "font.size": 9}
    own |= dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    with mpl.rc_context(own):
        rungs = ladder.rungs[::-1]
        figure, axes = plt.subplots(figsize=(6.4, 0.9 + 0.3 * len(rungs)), layout="constrained")
        errors = [2 * (each.error or 0) for each in rungs]
        axes.errorbar(
            [each.gain for each in rungs], range(len(rungs)), xerr=errors, fmt="o", color=MARK, capsize=3, ms=5
        )
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.set_yticks(range(len(rungs)), [each.player for each in rungs])
        axes.set_ylim(-0.6, len(rungs) - 0.4)
        axes.set_xlabel(label)
        axes.set_title(title, loc="left", fontsize=9)
        axes.tick_params(axis="y", length=0)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.spines["bottom"].set_color(INK)
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        plt.close(figure)
