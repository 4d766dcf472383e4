"""``dealt compile``: what computers and simulations need is compiled before somebody waits for it."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from threading import Thread
from time import perf_counter

from dealt import ahead
from dealt.cli.arena import progress_bar
from dealt.cli.errors import CommandError
from dealt.cli.games import from_environment, listed, load_files
from dealt.cli.show import console, spoken
from dealt.games import GAMES
from dealt.tui.words import Words

__all__ = ["compile_games"]


def compile_games(
    names: Sequence[str], jobs: int | None, lang: str | None, own: Sequence[Path] = (), *, background: bool = False
) -> None:
    """Compile what the games need, all of them unless some are named, and say how much that was.

    ``background`` says after each part what is left. Then everything else on this machine goes first, and it ends
    when its standard input is closed.
    """
    load_files(own)
    words = Words(spoken(lang), {})
    games = list(dict.fromkeys(listed(each).name for each in names)) or list(GAMES)
    files = [str(Path(each).resolve()) for each in [*from_environment(), *map(str, own)]]
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: the processes end, too
    began, made = perf_counter(), 0
    try:
        kept = ahead.usable()
        some = ahead.undone(ahead.parts(games), files)
        left = list(some)
        if background:
            _stand_back()
            _tell(left, made)
        work = ahead.compile_ahead(some, jobs or _cores(), files)
        with progress_bar("parts", moving=True) as progress, closing(work) as done:
            bar = progress.add_task("", total=len(some))
            for part, count in done:
                made += count
                left.remove(part)
                progress.update(bar, advance=1)
                if background:
                    _tell(left, made)
    except ahead.AheadError as error:
        raise CommandError(str(error)) from None
    if background:
        return
    said = words("compile.done", n=made, seconds=f"{perf_counter() - began:.0f}", folder=kept)
    console().print(said if made else words("compile.nothing", folder=kept), soft_wrap=True)


def _tell(left: Sequence[ahead.Part], made: int) -> None:
    """A line of JSON: the games that are not ready, and how much is left and done."""
    games = list(dict.fromkeys(part.game for part in left))
    print(json.dumps({"left": games, "parts": len(left), "compiled": made}), flush=True)


def _stand_back() -> None:
    """Let everything else go first, and end when standard input is closed: so it outlives nobody who began it."""
    if hasattr(os, "nice"):
        os.nice(19)
    Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1):  # Python's own reader would hold a lock when this ends
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
