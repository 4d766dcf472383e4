"""Tournaments in the terminal: which there are, coming and going, and how one stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from dealt.tui.read import Command
from dealt.tui.words import Words, number
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, LobbyTournament, TournamentState

COMMANDS: Final = ("tournaments", "standing", "enter", "withdraw")
"""What is typed about them; the first asks nothing of the room."""


class Tournaments:
    """Those that the lobby has told of last."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.listed: Sequence[LobbyTournament] = ()
        self.wanted = ""
        """The id of the one whose standing was asked for."""

    def ask(self, command: Command) -> Incoming | str | None:
        """What a command asks of the room, or what is wrong with it; None if it is about no tournament."""
        if command.name not in COMMANDS[1:]:
            return None
        n = int(command.rest) if command.rest.isdecimal() else len(self.listed) == 1 and not command.rest
        if not 1 <= n <= len(self.listed):
            return self.words("tournaments.which", command=command.name)
        cup = self.listed[n - 1].id
        if command.name == "withdraw":
            return protocol.LeaveTournament(cup)
        if command.name == "enter":
            return protocol.JoinTournament(cup)
        self.wanted = cup
        return protocol.GetTournament(cup)

    def picture(self, titles: Sequence[str]) -> RenderableType:
        """The list, with the title of the game of each."""
        words = self.words
        if not self.listed:
            return Text(f"  {words('tournaments.none')}", style="dim")
        grid = Table.grid(padding=(0, 2))
        for n, (cup, title) in enumerate(zip(self.listed, titles, strict=True), 1):
            phase = words("tournaments.running" if cup.running else "tournaments.open")
            more = f"{words(f'tournaments.{cup.kind}')}, {words('tournaments.people', n=cup.people)}, {phase}"
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), cup.name or title, title, Text(more, style="dim"))
        return Group(grid, Text(), Text(f"  {words('tournaments.help')}", style="dim"))

    def standing(self, told: TournamentState, me: str) -> RenderableType:
        """How one stands: the place, name, points and score of each."""
        words = self.words
        head = Text(f"  {told.name or words(f'tournaments.{told.kind}')}", style="bold")
        if told.round and told.kind != "arena":
            head.append(f"  {words('tournaments.round', n=told.round)}", style="dim")
        right = [Column(justify="right") for _ in range(3)]
        grid = Table.grid(right[0], Column(), *right[1:], padding=(0, 2))
        heads = ("", "", words("tournaments.points"), words("score"))
        grid.add_row(*(Text(each, style="dim") for each in heads))
        for row in told.standing:
            name = f"{row.name} + {row.partner}" if row.partner else row.name
            style = "bold" if row.name == me else "" if row.here else "dim"
            cells = (f"  {row.rank}", name, f"{row.points:.2f}", number(row.score))
            grid.add_row(*(Text(each, style=style) for each in cells))
        return Group(head, Text(), grid)
