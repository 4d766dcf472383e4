"""Assignments of a class in the terminal: how far people are with them, and what whoever leads sets and changes."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.daily import today
from dealt.tui.clubs import Clubs
from dealt.tui.read import Command
from dealt.tui.words import Words, number
from dealt.wire import protocol
from dealt.wire.protocol import Assignment, Incoming, Progress

COMMANDS: Final = ("assignments", "assign", "change-assignment", "end-assignment")
"""What is typed about them, where the room has clubs."""
KEY: Final = re.compile(r"(?:^|\s)(deals|boards|won|until|title)=")
"""What begins a value, which goes on to the next one."""
WEEK: Final = timedelta(days=7)

OfGame = Callable[[str], Words]


class Assignments:
    """Those of the class of which the room has told last."""

    def __init__(self, words: Words, clubs: Clubs) -> None:
        self.words, self.clubs = words, clubs
        self.club = ""
        self.listed: Sequence[Assignment] = ()

    def ask(self, command: Command) -> Incoming | str | None:
        """What a command asks of the room, or what is wrong with it; None if it is about no assignment."""
        if command.name not in COMMANDS:
            return None
        if command.name == "assignments":
            found = self.clubs.named(command.rest)
            return protocol.GetAssignments(found.id) if found else self.words("assignments.which.assignments")
        head, *rest = KEY.split(command.rest)
        given = {key: value.strip() for key, value in zip(rest[::2], rest[1::2], strict=True)}
        asked = self._set(head, given) if command.name == "assign" else self._changed(command.name, head.strip(), given)
        return asked or self.words(f"assignments.which.{command.name}")

    def _set(self, head: str, given: dict[str, str]) -> Incoming | None:
        """``GAME CLASS [deals=N] [won=N] [boards=N] [until=DAY] [title=TEXT]``."""
        game, _, name = head.strip().partition(" ")
        found, now = self.clubs.named(name), datetime.now().astimezone()
        until = _end_of(given.get("until", (now + WEEK).date().isoformat()))
        numbers = {key: given.get(key, usual) for key, usual in (("deals", "10"), ("boards", "0"), ("won", "0"))}
        if not game or found is None or until is None or not all(each.isdecimal() for each in numbers.values()):
            return None
        deals, boards, won = (int(each[:9]) for each in numbers.values())
        day = today().isoformat() if boards else None
        return protocol.SetAssignment(found.id, game, until, given.get("title", ""), boards or deals, won, day)

    def _changed(self, command: str, n: str, given: dict[str, str]) -> Incoming | None:
        """``N [until=DAY] [title=TEXT]``, or to take it back ``N`` alone, as they are numbered."""
        if not n.isdecimal() or not 1 <= int(n[:9]) <= len(self.listed):
            return None
        known = self.listed[int(n) - 1].id
        if command == "end-assignment":
            return None if given else protocol.EndAssignment(self.club, known)
        until = _end_of(given["until"]) if "until" in given else None
        if not {*given} & {"until", "title"} or {*given} - {"until", "title"} or ("until" in given and until is None):
            return None
        return protocol.ChangeAssignment(self.club, known, until, given.get("title"))

    def take(self, told: protocol.Assignments, of_game: OfGame) -> RenderableType:
        """What the class is to play, and how far those are of whom the room tells; ``of_game`` has a game's texts."""
        words, self.club, self.listed = self.words, told.club, told.assignments
        leads = any(each.id == told.club and each.leads for each in self.clubs.listed)
        parts: list[RenderableType] = [] if self.listed else [Text(f"  {words('assignments.none')}", style="dim")]
        for n, each in enumerate(self.listed, 1):
            own = of_game(each.game)
            head = Text(f"{n:>3}", style="dark_orange").append(f"  {each.title or own.title(each.game)}", style="bold")
            parts += [head, Text(f"     {self._asked(each, own.title(each.game))}", style="dim")]
            if leads and each.members:
                done = sum(_is_done(who, each) for who in each.members)
                parts.append(Text(f"     {words('assignments.done', n=done, of=len(each.members))}", style="dim"))
            if each.members:
                parts.append(self._progress(each, own))
        if leads:
            parts += [Text(), Text(f"  {words('assignments.help')}", style="dim")]
        return Group(*parts)

    def _asked(self, each: Assignment, title: str) -> str:
        words = self.words
        what = words("assignments.boards" if each.day else "assignments.deals", n=each.deals, day=each.day)
        won = [words("assignments.to_win", n=each.won)] if each.won else []
        end = words("assignments.until" if time.time() < each.until else "assignments.ended", at=_moment(each.until))
        return ", ".join([title, what, *won, end])

    def _progress(self, each: Assignment, own: Words) -> RenderableType:
        words, grid = self.words, Table.grid(padding=(0, 2))
        for who in each.members:
            grid.add_row(
                Text(f"     {who.name}"),
                words("assignments.is_done") if _is_done(who, each) else "",
                words("assignments.finished", n=who.deals, of=each.deals),
                "" if each.day else words("assignments.won", n=who.won),
                "" if who.mean is None else words("assignments.mean", mean=number(round(who.mean, 1))),
                "" if who.last is None else words("assignments.last", at=_moment(who.last)),
                self._mistakes(who, own),
            )
        return grid

    def _mistakes(self, who: Progress, own: Words) -> str:
        """Somebody's mistakes by kind, the most common first."""
        named = [f"{_kind(kind, own)} {n}" for kind, n in Counter(who.mistakes).most_common()]
        return self.words("assignments.mistakes", list=", ".join(named)) if named else ""


def _is_done(who: Progress, each: Assignment) -> bool:
    return who.deals >= each.deals and who.won >= each.won


def _kind(kind: str, own: Words) -> str:
    """What the game calls actions of a kind, without cards and amounts."""
    return re.sub(r"\s*\{[^}]*\}", "", own.known(kind) or kind).strip() or kind


def _end_of(day: str) -> int | None:
    """The last second of a day here; None if it is none."""
    try:
        return int(datetime.fromisoformat(f"{day}T23:59:59").timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M")
