"""The plot of ``python -m bench all --plot FILE``: how many times as quick as a peer, on a scale of powers of ten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dealt.arena.plot import MARK, picture

if TYPE_CHECKING:
    from bench.all import Line

GOAL: Final = "#d9822b"


def draw(table: list[Line], file: Path) -> None:
    """Write the ratios to peers as SVG."""
    shown = [line for line in table if line.peer and "threads" not in line.work][::-1]
    try:
        with picture(file, 8, 0.8 + 0.24 * len(shown)) as axes:
            _bars(axes, shown)
    except ImportError as error:
        raise SystemExit(str(error)) from None


def _bars(axes: Any, shown: list[Line]) -> None:
    places = range(len(shown))
    axes.barh(places, [line.ratio for line in shown], color=MARK, height=0.62)
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
    axes.legend(frameon=False, loc="lower right")
