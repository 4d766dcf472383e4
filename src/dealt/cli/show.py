"""Lists and pages: the games, their rules, the computers."""

from __future__ import annotations

import os
import sys

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from dealt.cli.games import listed
from dealt.cli.trouble import Trouble
from dealt.game import Listing, Option
from dealt.tui.lobby import shown
from dealt.tui.paint import PLAIN

__all__ = ["computers", "console", "games", "rules", "spoken"]


def console() -> Console:
    """Where lists go: as wide as the terminal, and never cut in a pipe."""
    width = None if sys.stdout.isatty() else 100
    return Console(highlight=False, markup=False, emoji=False, width=width, safe_box=True)


def spoken(lang: str | None) -> str:
    """The language asked for, or the environment's."""
    from dealt.tui import language_of

    try:
        return language_of(lang)
    except ValueError as error:
        raise Trouble(str(error), 2) from None


def games(lang: str | None) -> None:
    """Every game with what can be chosen."""
    from dealt.games import GAMES
    from dealt.players import names

    out, language = console(), spoken(lang)
    for n, (name, listing) in enumerate(GAMES.items()):
        if n:
            out.print()
        title = listing.text("game.title", language)
        out.print(Text.assemble((name, "bold"), "" if title == "game.title" else f"  {title}"))
        about = listing.text("game.about", language)
        if about != "game.about":
            out.print(Text(f"  {about}"))
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row("  computers", ", ".join(names(listing)))
        for preset, chosen in listing.presets.items():
            pairs = " ".join(f"{key}={shown(value)}" for key, value in chosen.items())
            grid.add_row(f"  --preset {preset}", Text(pairs, style="dim"))
        for option in listing.options:
            said = listing.text(f"option.{option.name}.help", language)
            said = "" if said.startswith("option.") else said
            grid.add_row(f"  {option.name}", Text.assemble(values(option), (f"  {said}", "dim") if said else ""))
        out.print(grid)


def values(option: Option) -> str:
    """The values that an option takes, the default first."""
    some = [shown(each) for each in option.choices]
    if option.low is not None:
        some.append(f"{option.low}..{option.high}")
    first = shown(option.default)
    return " | ".join([first, *(each for each in some if each != first)])


def rules(listing: Listing, lang: str | None, *, plain: bool) -> None:
    """A game's page of rules, through a pager on a terminal."""
    page = listing.rules.get(spoken(lang)) or listing.rules.get("en")
    if page is None:
        raise Trouble(f"{listing.name} brings no page of rules: ask whoever wrote it")
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
