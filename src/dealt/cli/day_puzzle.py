"""``dealt day-puzzle``: the puzzle of the day of a game, and finding new ones."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

from dealt.analysis.day_puzzles import Puzzle, mine, puzzle_of, puzzles_of, written_puzzles
from dealt.cli.errors import CommandError, read_date, refusing
from dealt.cli.files import writable, write
from dealt.cli.progress import progress_bar
from dealt.cli.show import spoken
from dealt.game import Action, Game, Listing, Say
from dealt.games import GAMES, make
from dealt.players import computer, names
from dealt.tui.draw import Artist
from dealt.tui.scene import Place, Scene
from dealt.tui.terminal import settings
from dealt.tui.words import Words


def show(listing: Listing, day: str | None, answer: str | None, lang: str | None, *, plain: bool = False) -> None:
    """Show the puzzle of a day, take an answer, and say what is best and why."""
    puzzle = puzzle_of(listing.name, read_date(day, datetime.now().astimezone().date()))
    if puzzle is None:
        some = [name for name in GAMES if puzzles_of(name)]
        raise CommandError(f"there are no puzzles of {listing.name}: choose among {', '.join(some)}")
    with refusing(ValueError, before="this puzzle is from other rules: "):
        table = puzzle.table(make, listing.name)
        view = table.view(puzzle.seat)
        choices = puzzle.actions_of(view)
    words = Words(spoken(lang, plain=plain), listing.texts)
    words.names = tuple(words.say(Say("analysis.daily.seat", {"n": each + 1})) for each in range(table.game.seats))
    console, paint = settings(plain)
    places = [Place(seat, name) for seat, name in enumerate(words.names)]
    scene = Scene(view=view, places=places, title=words.title(listing.name), describe=table.game.describe)
    console.print(Artist(words, paint).picture(scene, choices=False))
    named = [words.say(table.game.describe(each)) for each in choices]
    console.print(f"\n{words.known('analysis.daily.asked')}")
    for n, name in enumerate(named, 1):
        console.print(f"  {n}  {name}")
    given = answer or _typed()
    if not given:
        return
    chosen = _chosen(given, choices)
    said = "analysis.daily.right" if puzzle.is_right(chosen) else "analysis.daily.wrong"
    console.print(words.say(Say(said, {"best": named[puzzle.answer]})))
    console.print(words.say(puzzle.reason(chosen)))
    _worths(puzzle, named, console, words)


def _worths(puzzle: Puzzle, named: list[str], console: Any, words: Words) -> None:
    """What each choice is worth, the best first."""
    unit = words.known(f"analysis.unit.{puzzle.unit}") or puzzle.unit
    for n in sorted(range(len(named)), key=lambda n: -puzzle.worths[n]):
        worth = f"{puzzle.worths[n]:.0%}" if puzzle.unit == "chance" else f"{puzzle.worths[n]:+.2f} {unit}"
        console.print(f"  {named[n]}: {worth}")
    if puzzle.taken != puzzle.answer:
        console.print(words.say(Say("analysis.daily.played", {"taken": named[puzzle.taken]})))


def find(listing: Listing, game: Game[Any], count: int, seed: str, who: str | None, to: Path | None) -> None:
    """Find puzzles in deals that a computer plays with itself, and write them."""
    target = to or Path("-")
    writable(target)
    name = who or names(listing, game)[0]
    with refusing(ValueError):
        computer(name, game)
    with progress_bar() as advance:
        found = list(mine(game, seed, count, lambda game: computer(name, game), lambda: advance(1)))
    write(target, written_puzzles(found))


def _typed() -> str:
    """A line that somebody types; empty at the end of the input."""
    sys.stdout.write("> ")
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def _chosen(given: str, choices: tuple[Action, ...]) -> int:
    """The place of a choice, by its number or its name."""
    if given.isdecimal() and 0 < int(given) <= len(choices):
        return int(given) - 1
    found = [n for n, each in enumerate(choices) if str(each).lower() == given.lower()]
    if not found:
        raise CommandError(f"{given[:60]!r} is none of the choices: answer with a number from 1 to {len(choices)}")
    return found[0]
