"""The lobby of a room: the list of its tables, and the lines that open, join or watch one."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dealt.game import Option, OptionError, did_you_mean
from dealt.games import GAMES, make
from dealt.texts import Catalogue
from dealt.tui.words import Words

__all__ = ["House", "Lobby", "differing", "shown"]

Raw = Mapping[str, Any]


class House:
    """The games of a room, as it describes them."""

    def __init__(self, raw: Raw) -> None:
        self.games: dict[str, Raw] = {each["name"]: each for each in raw.get("games", ())}
        self.texts: Catalogue = raw.get("texts", {})

    def catalogues(self, game: str | None) -> tuple[Catalogue, ...]:
        """The catalogues of a game, then those of the room."""
        known = self.games.get(game or "")
        return (*([known["texts"]] if known else []), self.texts)

    def low(self, game: str) -> bool:
        """Does the lowest total win?"""
        return bool(self.games.get(game, {}).get("low", False))

    def options(self, game: str, pairs: Sequence[str]) -> dict[str, Any]:
        """The options in ``name=value`` words; OptionError says what can be chosen instead."""
        listing = GAMES.get(game)
        former = {} if listing is None else {each.name: each.aliases for each in listing.options}
        known = {
            each["name"]: Option(
                each["name"],
                each["default"],
                tuple(each["choices"]),
                each.get("low"),
                each.get("high"),
                former.get(each["name"], {}),
            )
            for each in self.games.get(game, {}).get("options", ())
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
        usual = {each["name"]: each["default"] for each in self.games.get(game, {}).get("options", ())}
        with contextlib.suppress(OptionError):
            usual |= make(game).options
        return differing(options, usual)


def differing(options: Mapping[str, Any], usual: Mapping[str, Any]) -> list[str]:
    """The options that differ from ``usual``, for a header."""
    return [f"{key} {shown(value)}" for key, value in options.items() if value is not None and usual.get(key) != value]


def shown(value: Any) -> str:
    """The value of an option as it is typed."""
    if value is None:
        return "none"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


class Lobby:
    """The room's tables, and what a line that is typed in the lobby asks for."""

    def __init__(self, house: House, words: Words) -> None:
        self.house = house
        self.words = words
        self.tables: list[Raw] = []
        self.people = 0
        self.greeting = ""
        self.room = ""

    def take(self, raw: Raw) -> None:
        """Take the list of tables that the room has sent."""
        self.tables, self.people = list(raw["tables"]), raw["people"]

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
            own = Words(words.language, *self.house.catalogues(table["game"]))
            title = own.title(table["game"])
            here = ", ".join(self._occupant(each, own) for each in table["seats"])
            free = words("remote.free", n=table["free"]) if table["free"] else words("remote.full")
            watchers = f", {words('remote.watchers', n=table['watchers'])}" if table["watchers"] else ""
            dealt = f", {words('remote.set', name=table['set'])}" if table.get("set") else ""
            dealt += f", {words('remote.known', seed=table['known'])}" if table.get("known") else ""
            more = Text(free + watchers + dealt, style="dim")
            grid.add_row(Text(f"{n:>3}", style="dark_orange"), Text(title), here, more)
        parts += [grid, Text(), Text(f"  {words('remote.lobby_help')}", style="dim")]
        return Group(*parts)

    def _occupant(self, seat: Raw, words: Words) -> str:
        if seat["kind"] == "empty":
            return f"({self.words('remote.empty')})"
        said = self.words("remote.away") if seat.get("away") else words.level(seat.get("computer", ""))
        return f"{seat['name']} ({said})" if said else str(seat["name"])

    def understand(self, typed: str) -> tuple[str, dict[str, Any]] | str | None:
        """The message that a line asks to be sent, or a text that says what is wrong; None for an empty line."""
        words = typed.split()
        match words:
            case []:
                return None
            case ["quick" | "play", *rest]:
                return "quick", {"game": rest[0] if rest else None}
            case ["join" | "watch" as verb, n]:
                return self._table(verb, n)
            case [n] if n.isdecimal():
                return self._table("join", n)
            case ["new", *rest]:
                return self.new(rest)
            case _:
                return self.words("remote.unknown", typed=" ".join(words)[:40], help=self.words("remote.lobby_help"))

    def _table(self, verb: str, n: str) -> tuple[str, dict[str, Any]] | str:
        """The message that joins a table, by its number in the list or by its id, which also opens private tables."""
        if not n.isdecimal():
            return "join", {"table": n, "watch": verb == "watch"}
        if not 1 <= int(n) <= len(self.tables):
            return self.words("remote.no_table", n=n)
        return "join", {"table": self.tables[int(n) - 1]["id"], "watch": verb == "watch"}

    def game(self, written: str) -> str:
        """The name of a game in any case; without one, that of the first game."""
        known = {name.lower(): name for name in self.house.games}
        return known.get(written.lower(), written) or next(iter(self.house.games), "")

    def new(self, rest: Sequence[str], computers: str | None = None) -> tuple[str, dict[str, Any]] | str:
        """A new table: the game, a preset, options, the name of a set."""
        plain = [each for each in rest if "=" not in each and each != "private"]
        game = self.game(plain[0] if plain else "")
        try:
            options = self.house.options(game, [each for each in rest if "=" in each and not each.startswith("set=")])
        except OptionError as error:
            return str(error)
        message: dict[str, Any] = {"game": game, "options": options, "private": "private" in rest}
        for each in rest:
            if each.startswith("set="):
                message["set"] = each.removeprefix("set=")
        if len(plain) > 1:
            message["preset"] = plain[1]
        if computers is not None:
            message["computers"] = computers
        return "create", message
