"""Lists and pages: the games, their rules, the computers."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dealt.cli.errors import CommandError, refusing
from dealt.cli.games import listed
from dealt.game import Listing, Option
from dealt.texts import find_text
from dealt.tui.lobby import shown
from dealt.tui.paint import PLAIN, Paint
from dealt.tui.terminal import PlainScreen
from dealt.tui.words import Words


def console(*, plain: bool = False) -> Console:
    """The console for lists: as wide as the terminal, 100 columns in a pipe; ``plain`` writes ASCII."""
    width = None if sys.stdout.isatty() else 100
    out: Any = PlainScreen(sys.stdout) if plain else None
    return Console(file=out, highlight=False, markup=False, emoji=False, width=width, safe_box=True)


def spoken(lang: str | None, *, plain: bool = False) -> str:
    """The language asked for, else the environment's; English if only ASCII may be written."""
    from dealt.tui import language_of

    with refusing(ValueError, status=2):
        found = language_of(lang)
    return "en" if plain else found


def games(lang: str | None, *, plain: bool = False) -> None:
    """Every game in a few lines."""
    from dealt.games import GAMES
    from dealt.players import names

    out, language = console(plain=plain), spoken(lang, plain=plain)
    words = Words(language)
    for listing in GAMES.values():
        grid = _head(out, listing, language, plain=plain)
        grid.add_row(f"  {words('list.computers')}", ", ".join(names(listing)))
        if listing.presets:
            grid.add_row(f"  {words('list.presets')}", ", ".join(listing.presets))
        if listing.options:
            grid.add_row(f"  {words('list.options')}", ", ".join(each.name for each in listing.options))
        if listing.lesson:
            grid.add_row(f"  {words('list.lesson')}", f"dealt lesson {listing.name}")
        out.print(grid)
        out.print()
    out.print(Text(words("list.more"), style="dim"))


def details(listings: Sequence[Listing], lang: str | None, *, plain: bool = False) -> None:
    """Everything that can be chosen for these games, and what it means."""
    from dealt.players import idle, names

    out, language = console(plain=plain), spoken(lang, plain=plain)
    words = Words(language)
    for n, listing in enumerate(listings):
        if n:
            out.print()
        grid = _head(out, listing, language, plain=plain)
        grid.add_row(f"  {words('list.seats')}", _seats(listing))
        grid.add_row(f"  {words('list.computers')}", ", ".join(names(listing)))
        grid.add_row(f"  {words('list.rules')}", f"dealt rules {listing.name}")
        if listing.lesson:
            grid.add_row(f"  {words('list.lesson')}", f"dealt lesson {listing.name}")
        out.print(grid)
        for each in idle(listing):
            out.print(Text(f"  ! {each}", style="yellow"), soft_wrap=True)
        for preset, chosen in listing.presets.items():
            pairs = " ".join(f"{key}={shown(value)}" for key, value in chosen.items())
            said = _text(listing, f"preset.{preset}", language)
            out.print()
            out.print(Text.assemble(f"  --preset {preset}", (f"  {said}" if said else "", "dim")))
            if pairs:
                out.print(Padding(Text(pairs, style="dim"), (0, 0, 0, 6), expand=False))
        for option in listing.options:
            out.print()
            label = _text(listing, f"option.{option.name}", language)
            out.print(Text.assemble(f"  --option {option.name}={values(option)}", (f"  {label}", "dim")))
            if said := _text(listing, f"option.{option.name}.help", language):
                out.print(Padding(Text(said), (0, 0, 0, 6), expand=False))
            for choice in option.choices:
                said = _text(listing, f"option.{option.name}.{shown(choice)}", language)
                if said and said != shown(choice):
                    out.print(Padding(Text.assemble(shown(choice), (f"  {said}", "dim")), (0, 0, 0, 6), expand=False))


def _head(out: Console, listing: Listing, language: str, *, plain: bool) -> Table:
    """Print a game's name and description; returns the grid that its choices go into."""
    title = _text(listing, "game.title", language)
    picture = Paint(ascii=plain).cards(listing.picture)
    out.print(Text.assemble((listing.name, "bold"), f"  {title}" if title else "", "  " if picture else "", picture))
    if about := _text(listing, "game.about", language):
        out.print(Padding(Text(about), (0, 0, 0, 2), expand=False))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    return grid


def _text(listing: Listing, key: str, language: str) -> str:
    """The text of a key in the catalogues of the game, its family and the house; empty if none has it."""
    return find_text(key, listing.texts, language=language) or ""


def _seats(listing: Listing) -> str:
    option = next((each for each in listing.options if each.name == "seats"), None)
    return str(listing.make().seats) if option is None else values(option)


def values(option: Option) -> str:
    """The values that an option takes, the default first."""
    some = [shown(each) for each in option.choices]
    if option.low is not None:
        some.append(f"{option.low}..{option.high}")
    first = shown(option.default)
    return " | ".join([first, *(each for each in some if each != first)])


def rules(listing: Listing, lang: str | None, *, plain: bool) -> None:
    """A game's page of rules, through a pager on a terminal."""
    page = listing.rules.get(spoken(lang, plain=plain)) or listing.rules.get("en")
    if page is None:
        raise CommandError(f"{listing.name} brings no page of rules: ask whoever wrote it")
    out = console()
    if plain or not out.is_terminal:
        written = page.translate(PLAIN).encode("ascii", "replace").decode() if plain else page
        sys.stdout.write(written.rstrip() + "\n")
        return
    os.environ.setdefault("LESS", "FRX")  # colours, and no pager for what fits
    with out.pager(styles=True):
        out.print(Markdown(page), width=min(out.width, 96))


def computers(game: str | None) -> None:
    """The computers that play a game, or every game."""
    from dealt.games import GAMES
    from dealt.players import names

    out = console()
    for listing in [listed(game)] if game is not None else list(GAMES.values()):
        out.print(Text.assemble((listing.name, "bold"), f"  {', '.join(names(listing))}"))
