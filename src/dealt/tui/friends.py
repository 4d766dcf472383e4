"""Whom a person has to do with in a room: friends, blocks, reports, and what is typed about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.tui.read import Command
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Friend, Incoming

ABOUT: Final = {
    "friend": protocol.Befriend,
    "unfriend": protocol.Unfriend,
    "block": protocol.Block,
    "unblock": protocol.Unfriend,
}
"""The commands that are followed by a name."""
COMMANDS: Final = ("friends", *ABOUT, "report")
"""What is typed about them, where the room has friends."""
ORDER: Final = ("asks", "friend", "asked", "blocked")


class Friends:
    """The people whom the room has told of last."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.people: Sequence[Friend] = ()
        self.wanted = False
        """Has the person asked for the list, so that the next one is shown?"""

    @property
    def blocked(self) -> frozenset[str]:
        return frozenset(each.name for each in self.people if each.state == "blocked")

    def ask(self, command: Command) -> Incoming | str | None:
        """What a command asks of the room, or what is wrong with it; None if it is about nobody."""
        name, _, note = command.rest.partition(" ")
        if command.name not in COMMANDS:
            return None
        if command.name == "friends":
            self.wanted = True
            return protocol.GetFriends()
        if not name:
            return self.words("friends.whom", command=command.name)
        if command.name == "report":
            return protocol.Report(name, note.strip())
        self.wanted = True
        return ABOUT[command.name](name)

    def take(self, sent: protocol.Friends) -> RenderableType | None:
        """The list if it was asked for, else what is new in it: who asks, and who has agreed."""
        before = {each.name: each.state for each in self.people}
        self.people = sent.people
        if self.wanted:
            self.wanted = False
            return self._listed()
        fresh = [each for each in sent.people if before.get(each.name) != each.state]
        told = [
            self.words(f"friends.now.{each.state}", name=each.name)
            for each in fresh
            if each.state == "asks" or (each.state == "friend" and before.get(each.name) == "asked")
        ]
        return Group(*(Text(f"  {line}", style="dark_orange") for line in told)) if told else None

    def _listed(self) -> RenderableType:
        words = self.words
        if not self.people:
            return Text(f"  {words('friends.none')}", style="dim")
        grid = Table.grid(padding=(0, 2))
        for each in sorted(self.people, key=lambda one: (ORDER.index(one.state), not one.here, one.name)):
            here = "" if each.state != "friend" else words("friends.here" if each.here else "friends.away")
            grid.add_row(Text(f"  {each.name}"), words(f"friends.{each.state}"), Text(here, style="dim"))
        return grid
