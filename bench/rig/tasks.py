"""What the page's own thread does: the tasks of a trace of Chromium, by processor time, whatever else is going on."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["CATEGORIES", "Task", "tasks"]

CATEGORIES: Final = [
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.stack",
]
"""What is to be traced (``Browser.start_tracing``)."""
RUN: Final = "RunTask"
"""A task with the promises that are kept after it, where a page made by Svelte does most of its work."""


@dataclass(frozen=True)
class Task:
    """What runs without a pause: nothing else happens on the page meanwhile."""

    began: float
    """Milliseconds since the first task."""
    wall: float
    worked: float
    """Milliseconds, and those of them in which a processor worked for it."""
    forced: int
    """How often a script had the page laid out, because it asked for places after it had changed something."""


def tasks(trace: bytes, until: str = "") -> list[Task]:
    """The tasks of the thread that lays the page out. ``until`` (`performance.mark`) is where to end."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    where = Counter((each["pid"], each["tid"]) for each in events if each["name"] == "UpdateLayoutTree")
    (page, _), *_ = where.most_common(1)
    own = [each for each in events if (each["pid"], each["tid"]) == page]
    end = min((each["ts"] for each in own if until and each["name"] == until), default=float("inf"))
    runs = sorted((each for each in own if each["name"] == RUN and "tdur" in each), key=lambda each: each["ts"])
    laid = [each["ts"] for each in own if each["name"] == "Layout" and "stackTrace" in each["args"]["beginData"]]
    found: list[Task] = []
    over = 0.0
    for run in runs:
        began, lasts = run["ts"], run["dur"]
        if over <= began < end:  # another one may run inside it
            over = began + lasts
            forced = sum(began <= each < over for each in laid)
            found.append(Task((began - runs[0]["ts"]) / 1000, lasts / 1000, run["tdur"] / 1000, forced))
    return found
