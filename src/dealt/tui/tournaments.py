"""Tournaments in the terminal: which there are, coming and going, how one stands, and what its director orders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from dealt.tui.clubs import Clubs
from dealt.tui.read import Command
from dealt.tui.words import Words, number
from dealt.wire import protocol
from dealt.wire.protocol import DirectTournament, Incoming, LobbyTournament, TournamentState
from dealt.wire.values import TournamentKind, TournamentOrder

COMMANDS: Final = ("tournaments", "standing", "enter", "withdraw", "open-tournament", "direct")
"""What is typed about them; the first asks nothing of the room."""
KINDS: Final = get_args(TournamentKind)
ANY: Final = "*"
"""The one that is told of next is to be shown, as it was just opened."""
PHASES: Final = {False: "tournaments.open", True: "tournaments.running"}
RESULT: Final = re.compile(r"(\S+) (\d{1,4}) (\d{1,3}(?:\.\d+)?) (.{1,200})")
"""What is set of a result: whose, which, to how many percent, and why."""
ORDERS: Final = {str(each): each for each in get_args(TournamentOrder)}


class Tournaments:
    """Those that the lobby and clubs have told of last."""

    def __init__(self, words: Words, clubs: Clubs) -> None:
        self.words, self.clubs = words, clubs
        self.public: Sequence[LobbyTournament] = ()
        self.over: list[LobbyTournament] = []
        """Those that the lobby listed and lists no more: how they came out can still be asked."""
        self.wanted = ""
        """The id of the one whose standing was asked for."""
        self.file = Path()
        """Where the one is to be saved that was asked for last as a file."""

    def take(self, public: Sequence[LobbyTournament]) -> None:
        """Those that the lobby lists now."""
        there = {each.id for each in public}
        self.over += [each for each in self.public if each.id not in there]
        self.public = public

    @property
    def listed(self) -> Sequence[LobbyTournament]:
        """All of them, as they are numbered: those that are over come last."""
        return [*self.public, *self.clubs.tournaments, *self.over]

    def ask(self, command: Command) -> Incoming | str | None:
        """What a command asks of the room, or what is wrong with it; None if it is about no tournament."""
        if command.name not in COMMANDS[1:]:
            return None
        if command.name == "open-tournament":
            return self._open(command.rest)
        number, _, rest = command.rest.partition(" ")
        alone = len(self.listed) - len(self.over) == 1 or len(self.listed) == 1
        n = int(number) if number.isdecimal() else alone and not number
        if not 1 <= n <= len(self.listed):
            return self.words("tournaments.which", command=command.name)
        cup = self.listed[n - 1].id
        match command.name:
            case "direct":
                return self._direct(cup, rest)
            case "withdraw":
                return protocol.LeaveTournament(cup)
            case "enter":
                partner, *others = rest.split() or [""]
                return protocol.JoinTournament(cup, partner or None, others)
        return self._standing(cup, rest.strip())

    def _standing(self, cup: str, file: str) -> Incoming | str:
        """How it stands, on the screen or in a file, whose suffix says in which form."""
        if not file:
            self.wanted = cup
            return protocol.GetTournament(cup)
        self.file = Path(file)
        form = self.file.suffix[1:].lower()
        return protocol.ExportTournament(cup, form) if form else self.words("tournaments.how_save")

    def _open(self, typed: str) -> Incoming | str:
        """``GAME [KIND] [rated] [CLUB]``: a tournament, for the members of a club if one is named."""
        game, _, rest = typed.partition(" ")
        kind, _, club = rest.partition(" ")
        if kind not in KINDS:
            kind, club = "swiss", rest
        word, _, other = club.partition(" ")
        rated = word == "rated"
        club = other if rated else club
        found = self.clubs.named(club) if club else None
        if not game or (club and found is None):
            return self.words("tournaments.how_open")
        self.wanted = ANY
        club = found.id if found else ""
        return protocol.OpenTournament(game, kind, rated=rated, club=club)  # type: ignore[arg-type]

    def _direct(self, cup: str, typed: str) -> Incoming | str:
        """``ORDER …``: of people by name, results by number; tables by the names of those who are to meet."""
        name, _, rest = typed.partition(" ")
        order: TournamentOrder | None = ORDERS.get(name)
        if order is None:
            return self.words("tournaments.how_direct")
        if order == "pair" and rest:
            return DirectTournament(cup, order, tables=[table.split() for table in rest.split("/")])
        if order != "adjust":
            return DirectTournament(cup, order, name=rest.strip())
        found = RESULT.fullmatch(rest)
        if found is None:
            return self.words("tournaments.how_direct")
        who, n, percent, reason = found.groups()
        return DirectTournament(cup, order, who, int(n), float(percent), reason)

    def picture(self, titles: Sequence[str]) -> RenderableType:
        """The list, with the title of the game of each."""
        words = self.words
        if not self.listed:
            return Text(f"  {words('tournaments.none')}", style="dim")
        grid = Table.grid(padding=(0, 2))
        for n, (cup, title) in enumerate(zip(self.listed, titles, strict=True), 1):
            phase = words("tournaments.over" if cup in self.over else PHASES[cup.running])
            more = f"{words(f'tournaments.{cup.kind}')}, {words('tournaments.people', n=cup.people)}, {phase}"
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), cup.name or title, title, Text(more, style="dim"))
        return Group(grid, Text(), Text(f"  {words('tournaments.help')}", style="dim"))

    def standing(self, told: TournamentState, me: str) -> RenderableType:
        """How one stands: the place, name, points and score of each."""
        words = self.words
        head = Text(f"  {told.name or words(f'tournaments.{told.kind}')}", style="bold")
        if told.round and told.kind != "arena":
            head.append(f"  {words('tournaments.round', n=told.round)}", style="dim")
        if told.rated:
            head.append(f"  {words('tournaments.rated')}", style="dim")
        right = [Column(justify="right") for _ in range(3)]
        grid = Table.grid(right[0], Column(), *right[1:], padding=(0, 2))
        heads = ("", "", words("tournaments.points"), words("score"))
        grid.add_row(*(Text(each, style="dim") for each in heads))
        seen = set[str]()
        for row in told.standing:
            team = row.team or [row.name, *([row.partner] if row.partner else ())]
            if row.team and team[0] in seen:
                continue  # the results of a team are alike: it has one row
            seen.add(team[0])
            name = " + ".join(team)
            style = "bold" if me in team else "" if row.here else "dim"
            cells = (f"  {row.rank}", name, f"{row.points:.2f}", number(row.score))
            grid.add_row(*(Text(each, style=style) for each in cells))
        return Group(head, Text(), grid)
