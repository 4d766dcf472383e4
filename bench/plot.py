"""The plot of ``python -m bench all --plot FILE``: how many times as quick as a peer, on a scale of powers of ten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bench.all import Line

INK: Final = "#7a7f87"
"""Grey that is read on white and on black: the picture has no ground of its own."""
BAR, GOAL = "#2f8f83", "#d9822b"


def draw(table: list[Line], file: Path) -> None:
    """Write the ratios to peers as SVG; words stay words, so that the file is light."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise SystemExit("the plot is drawn with matplotlib: install dealt[bench]") from None
    mpl.use("svg")
    from matplotlib import pyplot as plt

    shown = [line for line in table if line.peer and "threads" not in line.work][::-1]
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "dealt", "font.family": "sans-serif", "font.size": 9})
    mpl.rcParams.update(dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color"), INK))
    figure, axes = plt.subplots(figsize=(8, 0.8 + 0.24 * len(shown)), layout="constrained")
    places = range(len(shown))
    axes.barh(places, [line.ratio for line in shown], color=BAR, height=0.62)
    goals = [(place, line.goal) for place, line in enumerate(shown) if line.goal]
    axes.plot([goal for _, goal in goals], [place for place, _ in goals], "|", color=GOAL, ms=11, mew=2.4, label="goal")
    for place, line in enumerate(shown):
        text = f"{line.ratio:,.0f}" if line.ratio >= 10 else f"{line.ratio:.1f}"
        beyond = max(line.ratio, line.goal)  # not on the mark of a goal that is missed
        axes.annotate(text, (beyond, place), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8)
    axes.set_yticks(places, [f"{line.work} / {line.peer}" for line in shown])
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlim(0.8, 4 * max([line.ratio for line in shown], default=1.0))
    axes.set_ylim(-0.7, len(shown) - 0.3)
    axes.set_xlabel("times as quick as the peer, on one core")
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INK)
    axes.legend(frameon=False, loc="lower right")
    figure.savefig(file, transparent=True, metadata={"Date": None})
    plt.close(figure)
