"""``dealt doctor``: what is installed here, and which levels of which games play at full strength."""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from rich.table import Table

from dealt import __version__
from dealt.cli.show import console, spoken
from dealt.game import LEVELS, Game
from dealt.games import GAMES
from dealt.players.levels import lacking
from dealt.texts import find_text
from dealt.tui.words import Words

PACKAGES: Final = ("numpy", "endplay")
"""What the strongest computers need beside what runs the kernels, and may lack a wheel."""
RUNS_KERNELS: Final = "wasmtime"
ANSWERS_WITHIN: Final = 5.0
"""Seconds that a database may take to answer."""


def examine(database: str | None, lang: str | None, *, plain: bool = False) -> bool:
    """Print one table; True if every level of every game plays at full strength and the database can be used."""
    language = spoken(lang, plain=plain)
    words = Words(language)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for overflow in ("ignore", "ignore", "fold"):  # an address is not cut short
        table.add_column(overflow=overflow)
    well = True
    for name, said, good in (*_installed(words), _database(database, words), *_levels(words, language)):
        well = well and good
        table.add_row("ok" if good else "!!", name, said)
    console(plain=plain).print(table)
    print(words("doctor.well" if well else "doctor.weak"))
    return well


def tell_lacking(game: Game[Any], names: Iterable[object], words: Words) -> None:
    """Say on standard error which of some computers are weaker here than they can be, and why."""
    for name in dict.fromkeys(names):
        if isinstance(name, str) and (package := lacking(game, name)):
            print(words("doctor.lacks", level=name, package=package), file=sys.stderr)


Row = tuple[str, str, bool]
"""What was looked at, what was found, and whether that is as it should be."""


def _installed(words: Words) -> Iterator[Row]:
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield "dealt", __version__, True
    yield "Python", python, True
    for name in PACKAGES:
        found = _version_of(name)
        yield name, found or words("doctor.missing"), bool(found)
    page = find_spec("dealt.server") is not None and (Path(__file__).parents[1] / "server/page/index.html").is_file()
    yield words("doctor.page"), words("doctor.there" if page else "doctor.missing"), page
    runs = _version_of(RUNS_KERNELS)
    said = (
        words("doctor.run", package=RUNS_KERNELS, version=runs) if runs else words("doctor.bare", package=RUNS_KERNELS)
    )
    yield words("doctor.kernels"), said, bool(runs)


def _version_of(package: str) -> str:
    try:
        return version(package) if find_spec(package) is not None else ""
    except PackageNotFoundError:
        return ""


def _database(written: str | None, words: Words) -> Row:
    from dealt.server.base.config import ConfigError, load
    from dealt.server.base.trouble import StoreError
    from dealt.server.store.opening import file_of, url_of

    name = words("doctor.database")
    try:
        url = url_of(load({"database": written}).database_url)
        file = file_of(url)
        if file is not None and not file.exists():
            at = next(each for each in file.absolute().parents if each.exists())
            writable = os.access(at, os.W_OK)
            return name, words("doctor.new" if writable else "doctor.unwritable", file=file), writable
        asyncio.run(_asked(url))
    except (ConfigError, StoreError) as error:
        return name, str(error), False
    return name, words("doctor.answers", address=url.render_as_string(hide_password=True)), True


async def _asked(url: Any) -> None:
    """Ask the database for a number; StoreError says why it does not answer."""
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError

    from dealt.server.base.trouble import StoreError
    from dealt.server.store.opening import engine_of

    engine = engine_of(url)
    try:
        async with asyncio.timeout(ANSWERS_WITHIN), engine.connect() as connection:
            await connection.execute(text("select 1"))
    except TimeoutError:
        raise StoreError(f"the database has not answered in {ANSWERS_WITHIN:g} s") from None
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"the database can't be used: {' '.join(str(error).split())[:200]}") from None
    finally:
        await engine.dispose()


def _levels(words: Words, language: str) -> Iterator[Row]:
    """A row for each game: the levels that play at full strength, or what the others lack."""
    for listing in GAMES.values():
        title = find_text("game.title", listing.texts, language=language) or listing.name
        game = listing.make()
        weak = {level: package for level in LEVELS if (package := lacking(game, level))}
        said = [words("doctor.lacks", level=level, package=package) for level, package in weak.items()]
        yield title, "; ".join(said) or words("doctor.full"), not weak
