"""Clubs and classes in the terminal: those in which a person is, coming and going, and who is in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.tui.read import Command
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import Club, ClubState, Incoming, LobbyTournament

COMMANDS: Final = ("clubs", "club", "open-club", "open-class", "join-club", "leave-club", "club-standing")
"""What is typed about them, where the room has clubs."""
ENTRIES: Final[dict[str, Callable[[str], Incoming]]] = {
    "open-club": protocol.OpenClub,
    "open-class": lambda name: protocol.OpenClub(name, "class"),
    "join-club": lambda code: protocol.JoinClub(code.rpartition("/")[2]),  # the link ends with its code
}
"""Those that lead into one, by what is typed after them."""


class Clubs:
    """Those of which the room has told last."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.listed: Sequence[Club] = ()
        self.wanted = False
        """Has the person asked for the list, so that the next one is shown?"""
        self.asked = False
        """The same of one club: it is told again whenever it changes."""
        self.tournaments: Sequence[LobbyTournament] = ()
        """Those of the club that was shown last."""

    def ask(self, command: Command) -> Incoming | str | None:
        """What a command asks of the room, or what is wrong with it; None if it is about no club."""
        if command.name not in COMMANDS:
            return None
        if command.name == "clubs":
            self.wanted = True
            return protocol.GetClubs()
        if command.name in ENTRIES and command.rest:
            self.asked = True
            return ENTRIES[command.name](command.rest)
        game, _, name = command.rest.partition(" ") if command.name == "club-standing" else ("", "", command.rest)
        found = None if command.name in ENTRIES else self.named(name)
        if found is None:
            return self.words(f"clubs.which.{command.name}")
        if command.name == "club-standing":
            return protocol.GetRatings(game, club=found.id)
        if command.name == "club":
            self.asked = True
            return protocol.GetClub(found.id)
        self.wanted = True
        return protocol.LeaveClub(found.id)

    def named(self, typed: str) -> Club | None:
        """The club with that name or number in the list; the only one if neither was typed."""
        if not typed:
            return self.listed[0] if len(self.listed) == 1 else None
        by_number = {str(n): each for n, each in enumerate(self.listed, 1)}
        by_name = {each.name.casefold(): each for each in self.listed}
        return by_name.get(typed.casefold()) or by_number.get(typed)

    def take(self, sent: protocol.Clubs) -> RenderableType | None:
        """The list if it was asked for, or those in which the person is no more; None if nothing is to be said."""
        before, self.listed = self.listed, sent.clubs
        asked, self.wanted = self.wanted, False
        if asked:
            return self._picture()
        gone = [each.name for each in before if each.id not in {other.id for other in sent.clubs}]
        told = [Text(f"  {self.words('clubs.gone', name=name)}", style="dark_orange") for name in gone]
        return Group(*told) if told else None

    def _picture(self) -> RenderableType:
        words = self.words
        if not self.listed:
            return Text(f"  {words('clubs.none')}", style="dim")
        grid = Table.grid(padding=(0, 2))
        for n, each in enumerate(self.listed, 1):
            more = f"{words(f'clubs.{each.kind}')}, {words('clubs.people', n=each.members)}"
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), each.name, more)
        return Group(grid, Text(), Text(f"  {words('clubs.help')}", style="dim"))

    def members(self, told: ClubState, me: str) -> RenderableType | None:
        """Who is in a club, and the code by which others come in; None if that was not asked."""
        leads = any(each.leads and each.name == me for each in told.members)
        own = Club(told.id, told.name, told.kind, len(told.members), leads)
        others = [each for each in self.listed if each.id != own.id]
        place = next((n for n, each in enumerate(self.listed) if each.id == own.id), len(others))
        self.listed = [*others[:place], own, *others[place:]]
        words, asked, self.asked = self.words, self.asked, False
        if not asked:
            return None
        self.tournaments = told.tournaments
        grid = Table.grid(padding=(0, 2))
        for each in told.members:
            grid.add_row(Text(f"  {each.name}"), words("clubs.leads") if each.leads else "")
        head = Text(f"  {told.name}", style="bold")
        played = [Text(f"  {words('clubs.tournaments', n=len(told.tournaments))}")] if told.tournaments else []
        return Group(head, grid, *played, Text(f"  {words('clubs.code', code=told.code)}", style="dim"))

    def standing(self, told: protocol.Ratings, title: str) -> RenderableType:
        """How the members of a club stand at a game, and how many deals of it they have finished in this week."""
        words = self.words
        head = Text(f"  {title}", style="bold")
        grid = Table.grid(padding=(0, 2))
        for n, each in enumerate(told.players, 1):
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), each.name, f"{each.rating} ± {each.error}")
        enough = Text(f"  {words('clubs.enough', n=told.enough)}", style="dim")
        week = [Text(f"  {words('clubs.week')}", style="bold")] if told.finished else []
        lines = Table.grid(padding=(0, 2))
        for member in told.finished:
            lines.add_row(Text(f"  {member.name}"), words("clubs.deals", n=member.deals))
        return Group(head, grid, enough, *week, lines)
