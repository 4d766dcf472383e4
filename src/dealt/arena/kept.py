"""What has been played, kept as JSON Lines: a run that was interrupted goes on without repeating or losing a deal.

The first line says what was played: game, options and seed. Each other line is one deal of some entrants. A line that
was cut off, as by a power failure, is removed, and its deal is played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from dealt.arena.result import Played
from dealt.game import Game

if TYPE_CHECKING:
    from dealt.arena.play import Play


FORMAT: Final = 1


ANYTHING: Final = "surrogateescape"
"""How bytes are read that are no text: the end of a file may be cut anywhere, and a file may be any other."""


class Kept:
    """The deals that are known, by entrants and number, and the file that gets the new ones, if there is one."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._known: dict[tuple[str, ...], dict[int, Played]] = {}

    @classmethod
    @contextmanager
    def opened(cls, file: Path | None, game: Game[Any], seed: str) -> Iterator[Kept]:
        """What a file keeps. ValueError if it belongs to another run, or is none; OSError if it can't be written."""
        if file is None:
            yield cls()
            return
        header = {"dealt": "arena", "format": FORMAT, "game": game.name, "version": game.version}
        header |= {"options": dict(game.options), "seed": seed}
        with file.open("a+", encoding="utf-8", errors=ANYTHING, newline="") as stream:
            kept = cls(stream)
            kept._read(stream, file, header)
            yield kept

    def played(
        self, names: tuple[str, ...], numbers: range, play: Play, progress: Callable[[int], object] | None = None
    ) -> list[Played]:
        """The deals of these numbers in their order; those that are not known are played."""
        known = self._known.setdefault(names, {})
        missing = [number for number in numbers if number not in known]
        if progress is not None and len(missing) < len(numbers):
            progress(len(numbers) - len(missing))
        for some in play(missing) if missing else ():
            for number, each in some:
                known[number] = each
                self._write({"entrants": names, "deal": number, **_written(each)})
            if self._stream is not None:
                self._stream.flush()
            if progress is not None:
                progress(len(some))
        return [known[number] for number in numbers]

    def _read(self, stream: TextIO, file: Path, header: dict[str, Any]) -> None:
        stream.seek(0)
        lines = stream.read().splitlines(keepends=True)
        whole = lines if not lines or lines[-1].endswith("\n") else lines[:-1]
        if lines and not whole and not json.dumps(header, ensure_ascii=False).startswith(lines[0]):
            raise ValueError(f"{file} keeps no deals of an arena: name a new file")
        try:
            read = [json.loads(each) for each in whole]
            if read and (not isinstance(read[0], dict) or read[0].get("dealt") != "arena"):
                raise ValueError
            for each in read[1:]:
                self._known.setdefault(tuple(each["entrants"]), {})[each["deal"]] = _read(each)
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{file} keeps no deals of an arena: name a new file") from None
        here = json.loads(json.dumps(header))
        for key in here if read else ():
            if read[0].get(key) != here[key]:
                raise ValueError(
                    f"{file} keeps the deals of another run: {key} is {read[0].get(key)} there, {here[key]} here"
                )
        stream.truncate(len("".join(whole).encode(errors=ANYTHING)))
        if not read:
            self._write(header)
            stream.flush()

    def _write(self, line: dict[str, Any]) -> None:
        if self._stream is not None:
            self._stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _written(deal: Played) -> dict[str, Any]:
    return {"scores": deal.scores, "actions": deal.actions, "winners": deal.winners}


def _read(line: dict[str, Any]) -> Played:
    scores, winners = (tuple(tuple(each) for each in line[key]) for key in ("scores", "winners"))
    return Played(scores, int(line["actions"]), winners)
