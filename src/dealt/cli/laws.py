"""The laws on the command line: a bar while they are checked, then a line a law, and where one is broken."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from dealt import players
from dealt.cli.errors import CommandError
from dealt.cli.games import listed
from dealt.cli.own_games import load_files
from dealt.cli.progress import progress_bar
from dealt.cli.show import console
from dealt.game import Game, Listing, Player, Say
from dealt.laws import Examination, Finding
from dealt.laws.walks import variants
from dealt.laws.words import sayings
from dealt.players import idle
from dealt.texts import sentence

TICK: Final = 0.05
"""How often the checks are looked after, in seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for all checks of a game, and for a single step of it."""

    all: float
    step: float


def games_of(named: str) -> tuple[list[Listing], Path | None]:
    """The games of a file of somebody's own, or the one of that name; and the file."""
    from dealt.games import GAMES

    path = Path(named)
    if path.suffix != ".py" and not path.is_file():
        return [listed(named)], None
    before = set(GAMES)
    load_files([path])
    here = path.resolve()
    new = [listing for name, listing in GAMES.items() if name not in before]
    if not new:  # the environment or --games has brought it already
        raise CommandError(f"{path} brings no game that isn't listed already: name the game instead")
    return new, here


def check(named: str, deals: int, seed: str, only: int | None, limits: Limits) -> bool:
    """Check all laws for the games of a file or a name, and say what came of it; does everything hold?"""
    found, file = games_of(named)
    held = True
    for listing in found:
        if file is None:
            file = _file_of(listing)
        looked = Examination(listing, seed, deals, only, file, partial(_offered, listing))
        held = _game(looked, named, limits) and held
    return held


def _offered(listing: Listing, game: Game[Any]) -> dict[str, Callable[[], Player]]:
    """The computers that are offered for a game, and the levels."""
    return {name: partial(players.computer, name, game) for name in (*players.names(listing, game), *players.LEVELS)}


def _file_of(listing: Listing) -> Path | None:
    module: Any = sys.modules.get(getattr(listing.maker, "__module__", ""))
    written = getattr(module, "__file__", None)
    return None if written is None else Path(written)


def _game(looked: Examination, named: str, limits: Limits) -> bool:
    """One game: the checks run in a thread of their own, so that one that never comes back can be told of."""
    out = console()
    watched = _Watched(looked)
    started = monotonic()
    trouble = ""
    with progress_bar(total=looked.deals, remaining=False) as advance:
        watched.start()
        while watched.is_alive():
            watched.join(TICK)
            advance(completed=watched.done)
            now = monotonic()
            if now - watched.heard > limits.step:
                trouble = f"it has not come back for {limits.step:g} seconds: {watched.standing(looked.file)}"
                break
            if now - started > limits.all:
                watched.enough = True
    title = looked.listing.text("game.title")
    count = f"{watched.done} {'deal' if watched.done == 1 else 'deals'}"
    seconds = f"{monotonic() - started:.1f} s"
    out.print(Text.assemble((title, "bold"), (f" · {count} · seed {looked.seed} · {seconds}", "dim")))
    out.print()
    broken = [each for each in looked.findings.values() if each.broken]
    for each in looked.findings.values():
        _finding(out, each, looked, named)
    if trouble:
        out.print(Text.assemble(("  hangs   ", "bold red"), trouble))
    if watched.failed:
        out.print(Text.assemble(("  fails   ", "bold red"), watched.failed))
    if watched.enough and not trouble:
        line = f"Stopped after {limits.all:g} seconds with {count}; --seconds gives it longer."
        out.print(Text(f"\n{line}", style="dim"))
    faults = len(broken) + bool(trouble) + bool(watched.failed)
    _notes(out, looked.listing, [] if faults else wordless(looked.listing))
    out.print()
    if faults:
        out.print(Text(f"{title}: {faults} {'thing' if faults == 1 else 'things'} to mend.", style="bold"))
        return False
    out.print(Text(f"{title}: all laws hold.", style="bold"))
    return True


def wordless(listing: Listing) -> list[str]:
    """What a game says in some deals that people read as a bare key, because its texts have no words for it."""
    games, rng = list(variants(listing).values()), Random(listing.name)
    said = {say.key for game in games for say in sayings(game, rng)}
    return sorted(key for key in said if sentence(Say(key), listing.texts) == key)


def _notes(out: Console, listing: Listing, bare: list[str]) -> None:
    """What no law forbids, but nobody can want."""
    notes = [f"the listing names it, but {each}" for each in idle(listing)]
    notes += [f"the texts have no words for {', '.join(bare)}"] if bare else []
    for each in notes:
        out.print(Text.assemble(("  note    ", "yellow"), each), soft_wrap=True)


def _finding(out: Console, found: Finding, looked: Examination, named: str) -> None:
    """A law in a line; if it is broken, how, where, and how to see it again."""
    if not found.broken:
        why = f"  left out: {found.left_out}" if found.left_out else ""
        mark = ("  held    ", "green") if found.checked else ("  -       ", "dim")
        count = f"  {found.checked:,}" if found.checked else why
        out.print(Text.assemble(mark, found.law.says, (count, "dim")), soft_wrap=True)
        return
    out.print(Text.assemble(("  broken  ", "bold red"), found.law.says), soft_wrap=True)
    out.print(Text(f"          {found.broken}"), soft_wrap=True)
    out.print(Text(f"          {found.where}", style="dim"), soft_wrap=True)
    if found.story:
        out.print(Text(f"          {'; '.join(found.story)}", style="dim"), soft_wrap=True)
    if found.where.startswith("deal "):
        number = found.where.split(",")[0].split()[1]
        again = f"dealt laws {named} --seed {looked.seed} --deal {number}"
        out.print(Text(f"          again: {again}", style="dim"), soft_wrap=True)


class _Watched(Thread):
    """The thread of the checks. It is a daemon: a game that never comes back must not keep the command."""

    def __init__(self, looked: Examination) -> None:
        super().__init__(daemon=True)
        self.looked = looked
        self.done = 0
        self.enough = False
        self.failed = ""
        self._heard = (monotonic(), "")

    def run(self) -> None:
        """Run the checks until they end, or until it is enough."""
        try:
            for progress in self.looked.run():
                self.done = progress.deals
                if self.enough:
                    return
        except BaseException as error:  # noqa: BLE001 - a game may raise SystemExit, too
            self.failed = self.looked.told(error)

    @property
    def heard(self) -> float:
        """When it was last seen to go on."""
        at = self.looked.at
        now = f"{id(at)} {at.deal} {at.variant} {at.step} {sum(each.checked for each in self.looked.findings.values())}"
        if now != self._heard[1]:
            self._heard = (monotonic(), now)
        return self._heard[0]

    def standing(self, file: Path | None) -> str:
        """Where it is: the innermost line of the game's own file, else of any."""
        frame = sys._current_frames().get(self.ident or 0)
        frames = traceback.extract_stack(frame)
        own = [each for each in frames if file is not None and Path(each.filename) == file]
        last = (own or frames)[-1]
        at = self.looked.at
        moves = () if at.table is None else at.table.moves[-3:]
        story = "; ".join(f"{seat} {action}" for seat, action in moves)
        deal = f", deal {at.deal}, {at.variant}" + (f", after {story}" if story else "")
        return f"{Path(last.filename).name}:{last.lineno}, in {last.name}{deal}"
