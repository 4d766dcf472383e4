"""The lobby of a room: the list of its tables, and the lines that open, join or watch one."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.daily import BOARDS
from dealt.game import Option, OptionError, did_you_mean
from dealt.games import GAMES, make
from dealt.texts import Catalogue
from dealt.tui.words import Words
from dealt.wire import protocol
from dealt.wire.protocol import GameInfo, OptionInfo

DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
BOARD: Final = re.compile(rf"[1-{BOARDS}]")


class House:
    """The games of a room, as it describes them."""

    def __init__(self, games: Sequence[GameInfo] = (), texts: Catalogue | None = None) -> None:
        self.games = {each.name: each for each in games}
        self.texts: Catalogue = texts or {}

    def catalogues(self, game: str | None) -> tuple[Catalogue, ...]:
        """The catalogues of a game, then those of the room."""
        known = self.games.get(game or "")
        return (*([known.texts] if known else []), self.texts)

    def low(self, game: str) -> bool:
        """Does the lowest total win?"""
        return game in self.games and self.games[game].low

    def _options(self, game: str) -> Sequence[OptionInfo]:
        return self.games[game].options if game in self.games else ()

    def options(self, game: str, pairs: Sequence[str]) -> dict[str, Any]:
        """The options in ``name=value`` words; OptionError says what can be chosen instead."""
        listing = GAMES.get(game)
        former = {} if listing is None else {each.name: each.aliases for each in listing.options}
        known = {
            each.name: Option(
                each.name, each.default, tuple(each.choices), each.low, each.high, former.get(each.name, {})
            )
            for each in self._options(game)
        }
        found: dict[str, Any] = {}
        for pair in pairs:
            key, _, value = pair.partition("=")
            key = key.replace("-", "_")
            if key not in known:
                meant = did_you_mean(key, known) or f"it has {', '.join(known) or 'none'}"
                raise OptionError(f"{game} has no option {key}: {meant}")
            found[key] = known[key].read(value)
        return found

    def differing(self, game: str, options: Mapping[str, Any]) -> list[str]:
        """The options that differ from the game's defaults."""
        usual = {each.name: each.default for each in self._options(game)}
        with contextlib.suppress(OptionError):
            usual |= make(game).options
        return differing(options, usual)


def differing(options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[str]:
    """The options that differ from ``usual``, for a header."""
    return [f"{key} {shown(value)}" for key, value in options.items() if value is not None and usual.get(key) != value]


def shown(value: Any) -> str:
    """The value of an option as it is typed; of a text of somebody's own what it is called."""
    if value is None:
        return "none"
    if isinstance(value, str) and value.startswith("#"):
        return value.partition("\n")[0].removeprefix("#").strip()
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


class Lobby:
    """The room's tables, and what a line that is typed in the lobby asks for."""

    def __init__(self, house: House, words: Words) -> None:
        self.house = house
        self.words = words
        self.tables: list[protocol.LobbyTable] = []
        self.people = 0
        self.greeting = ""
        self.room = ""

    def take(self, sent: protocol.Lobby) -> None:
        """Take the list of tables that the room has sent."""
        self.tables, self.people = sent.tables, sent.people

    def picture(self) -> RenderableType:
        """The list of tables as text."""
        words = self.words
        head = Text.assemble(" ", (self.room, "bold"), (f"  {words('remote.people', n=self.people)}", "dim"))
        parts: list[RenderableType] = [head]
        if self.greeting:
            parts += [Text(f" {line}") for line in self.greeting.splitlines()]
        parts.append(Text())
        if not self.tables:
            parts.append(Text(f"  {words('remote.no_tables')}", style="dim"))
        grid = Table.grid(padding=(0, 2))
        for n, table in enumerate(self.tables, 1):
            own = Words(words.language, *self.house.catalogues(table.game))
            title = own.title(table.game)
            here = ", ".join(self._occupant(each, own) for each in table.seats)
            free = words("remote.free", n=table.free) if table.free else words("remote.full")
            watchers = f", {words('remote.watchers', n=table.watchers)}" if table.watchers else ""
            dealt = f", {words('remote.set', name=table.set)}" if table.set else ""
            dealt += f", {words('remote.known', seed=table.known)}" if table.known else ""
            more = Text(free + watchers + dealt, style="dim")
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), Text(title), here, more)
        parts += [grid, Text(), Text(f"  {words('remote.lobby_help')}", style="dim")]
        return Group(*parts)

    def _occupant(self, seat: protocol.LobbySeat, words: Words) -> str:
        if seat.kind == "empty":
            return f"({self.words('remote.empty')})"
        said = self.words("remote.away") if seat.away else words.level(seat.computer)
        return f"{seat.name} ({said})" if said else seat.name

    def understand(self, typed: str) -> protocol.Incoming | str | None:
        """The message that a line asks to be sent, or a text that says what is wrong; None for an empty line."""
        words = typed.split()
        match words:
            case []:
                return None
            case ["quick" | "play", *rest]:
                return protocol.Quick(rest[0] if rest else None)
            case ["join" | "watch" as verb, n]:
                return self._table(verb, n)
            case [n] if n.isdecimal():
                return self._table("join", n)
            case ["daily", *rest]:
                return self.boards(rest)
            case ["instant", *rest]:
                return protocol.PlayDaily(self.game(rest[0] if rest else ""), instant=True)
            case ["new", *rest]:
                return self.new(rest)
            case _:
                return self.words("remote.unknown", typed=" ".join(words)[:40], help=self.words("remote.lobby_help"))

    def _table(self, verb: str, n: str) -> protocol.Incoming | str:
        """The message that joins a table, by its number in the list or by its id, which also opens private tables."""
        if not n.isdecimal():
            return protocol.Join(n, watch=verb == "watch")
        if not 1 <= int(n) <= len(self.tables):
            return self.words("remote.no_table", n=n)
        return protocol.Join(self.tables[int(n) - 1].id, watch=verb == "watch")

    def game(self, written: str) -> str:
        """The name of a game in any case; without one, that of the first game."""
        known = {name.lower(): name for name in self.house.games}
        return known.get(written.lower(), written) or next(iter(self.house.games), "")

    def boards(self, rest: Sequence[str]) -> protocol.PlayDaily | str:
        """The boards of a day: the game, the day, and the number of a board, of which each may be left out."""
        known = {name.lower() for name in self.house.games}
        game = self.game(next((each for each in rest if each.lower() in known), ""))
        day = next((each for each in rest if DAY.fullmatch(each)), None)
        board = next((each for each in rest if BOARD.fullmatch(each)), None)
        if other := next((each for each in rest if each.lower() not in known and each not in (day, board)), None):
            return self.words("remote.unknown", typed=f"daily {other}"[:40], help=self.words("remote.lobby_help"))
        return protocol.PlayDaily(game, day, board=None if board is None else int(board))

    def new(self, rest: Sequence[str], computers: str | None = None) -> protocol.Create | str:
        """A new table: the game, a preset, options, the name of a set."""
        plain = [each for each in rest if "=" not in each and each != "private"]
        game = self.game(plain[0] if plain else "")
        try:
            options = self.house.options(game, [each for each in rest if "=" in each and not each.startswith("set=")])
        except OptionError as error:
            return str(error)
        return protocol.Create(
            game,
            plain[1] if len(plain) > 1 else None,
            options,
            private="private" in rest,
            computers=computers,
            set=next((each.removeprefix("set=") for each in reversed(rest) if each.startswith("set=")), None),
        )
