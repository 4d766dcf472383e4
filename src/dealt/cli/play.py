"""Starting the terminal: a match on this computer, a table of a room, a lesson, or a record to step through."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from dealt.cli.errors import CommandError, read_date, refusing
from dealt.cli.files import unused, writable
from dealt.cli.options import Deals, Look, Opponents, Room, Variant
from dealt.game import Game, Listing

if TYPE_CHECKING:
    from rich.console import Console

    from dealt.players.from_file import PlayerClass
    from dealt.tui.remote import Wanted
    from dealt.tui.terminal import Screen


PACE: Final = 0.7
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def _language(look: Look) -> str:
    from dealt.cli.show import spoken

    return spoken(look.lang, plain=look.ascii)


def _run(look: Look, console: Console, shown: Callable[[Screen], Awaitable[object]]) -> None:
    """Open the screen that fits the console until what is shown there ends; say what that leaves to be said."""
    from dealt.tui.terminal import opened

    async def run() -> None:
        with opened(console, plain=look.plain) as screen:
            farewell = await shown(screen)
        if isinstance(farewell, str) and farewell:
            console.print(farewell)

    asyncio.run(run())


def _seated(game: Game[Any], listing: Listing, computers: str | None, *, watch: bool) -> list[str | PlayerClass]:
    """A computer for every seat: one name for all seats, one a seat, or one for each seat but the person's."""
    from dealt.players import called, computer, names
    from dealt.players.from_file import PlayerClass, names_class

    best = names(listing, game)[0]
    asked = [called(each.strip()) for each in (computers or best).split(",") if each.strip()]
    if len(asked) == 1:
        asked *= game.seats
    elif len(asked) == game.seats - 1 and not watch:
        asked = [best, *asked]
    if len(asked) != game.seats:
        wanted = game.seats if watch else game.seats - 1
        raise CommandError(f"{len(asked)} computers were named: name one, or {wanted}")
    with refusing(ValueError):
        found = [PlayerClass.read(each) if names_class(each) else each for each in asked]
        for each in found:
            computer(each, game) if isinstance(each, str) else each(game)
    return found


def _pace(wanted: float | None, console: Console) -> float:
    """The seconds that a computer takes: none where nobody looks, unless somebody says so."""
    return wanted if wanted is not None else PACE if console.is_terminal and sys.stdin.isatty() else 0.0


def local(
    listing: Listing, game: Game[Any], opponents: Opponents, which: Deals, look: Look, laid: Mapping[str, str] = NOTHING
) -> None:
    """Play a match on this computer; ``laid`` are the piles of its first deal, if they aren't in ``which``."""
    from dealt.cli import formats
    from dealt.cli.doctor import tell_lacking
    from dealt.players.from_file import PlayerError
    from dealt.table import seed_of
    from dealt.tui.local import Local, Setting
    from dealt.tui.terminal import settings
    from dealt.tui.words import Words

    seed = which.seed
    if which.deal is not None:
        seed = secrets.token_hex(16) if seed is None else seed  # the other cards follow from it
        laid = formats.laid(listing, game, which.deal, seed_of(seed, 0))
    words = Words(_language(look), listing.texts)
    console, paint = settings(look.ascii, look.colours)
    pace = _pace(opponents.pace, console)
    seated = _seated(game, listing, opponents.computers, watch=opponents.watch)
    tell_lacking(game, seated, words)
    unused(opponents.record)
    writable(opponents.record)
    deals = which.deals or (1 if laid else None)
    setting = Setting(game, listing, seated, opponents.watch, seed, deals, pace, opponents.record, laid)
    with refusing(PlayerError):
        _run(look, console, lambda screen: Local(setting, screen, words, paint).play())


def boards(
    listing: Listing, written: str | None, board: int | None, pace: float | None, look: Look, *, instant: bool = False
) -> None:
    """Play boards of a day: the one of that number, or all of them; ``instant``: any one of the days before."""
    from dealt import daily
    from dealt.tui.local import Local, Setting
    from dealt.tui.terminal import settings
    from dealt.tui.words import Words

    today = daily.today()
    day = read_date(written, today)
    if instant:
        day, board = secrets.choice(daily.days_until(today)[1:]), 1 + secrets.randbelow(daily.BOARDS)
    game = daily.standard(listing.make())
    if not daily.offered(game):
        raise CommandError(f"{listing.name} has no daily deals: they are for games with computers on the other seats")
    words = Words(_language(look), listing.texts)
    console, paint = settings(look.ascii, look.colours)
    setting = Setting(game, listing, [daily.LEVEL] * game.seats, pace=_pace(pace, console), day=day, board=board)
    _run(look, console, lambda screen: Local(setting, screen, words, paint).play())


def boards_there(room: Room, game: str, written: str | None, board: int | None, look: Look, *, instant: bool) -> None:
    """Play boards of a day at a room, where they count."""
    from dealt.daily import today
    from dealt.tui.remote import Boards, Wanted

    day = None if written is None else read_date(written, today()).isoformat()
    _visit(room, Wanted(room.name, game, boards=Boards(day, board, instant)), look)


def remote(room: Room, game: str | None, variant: Variant, computers: str | None, look: Look) -> None:
    """Sit down at a table of a room."""
    from dealt.players.from_file import names_class
    from dealt.tui.remote import Wanted

    if own := next((each.strip() for each in (computers or "").split(",") if names_class(each.strip())), None):
        raise CommandError(f"{own} plays in matches here and in the arena: at a room name one of its computers")
    pairs = [*(variant.option or ()), *([f"seats={variant.seats}"] if variant.seats is not None else [])]
    _visit(room, Wanted(room.name, game, variant.preset, tuple(pairs), computers), look)


def _visit(room: Room, wanted: Wanted, look: Look) -> None:
    from dealt.tui.remote import Address, Remote, RemoteError
    from dealt.tui.terminal import settings
    from dealt.tui.words import Words

    with refusing(ValueError, status=2):
        address = Address.read(room.server or "")
        address = replace(address, invite=room.invite or address.invite)
    console, paint = settings(look.ascii, look.colours)
    words = Words(_language(look))
    with refusing(RemoteError):
        _run(look, console, lambda screen: Remote(address, wanted, screen, words, paint).play())


def lesson(listing: Listing, look: Look) -> None:
    """The first lesson of a game."""
    from dealt.lesson import LessonError
    from dealt.tui.lesson import PAUSE, Lesson
    from dealt.tui.terminal import settings

    if not listing.lesson:
        raise CommandError(f"{listing.name} has no lesson: `dealt rules {listing.name}` explains it")
    language = _language(look)
    console, paint = settings(look.ascii, look.colours)
    pause = PAUSE if console.is_terminal and sys.stdin.isatty() else 0
    with refusing(LessonError, before=f"the lesson of {listing.name} can't be shown: "):
        _run(look, console, lambda screen: Lesson.of(listing, screen, language, paint, pause).run())


def replay(file: str, deal: int, look: Look) -> None:
    """Step through a record."""
    from dealt.cli.records import read_record
    from dealt.tui.replay import Replay
    from dealt.tui.terminal import settings
    from dealt.tui.words import Words

    record = read_record(file)
    found = Replay.listing(record)
    if isinstance(found, str):
        raise CommandError(found)
    words = Words(_language(look), found.texts)
    console, paint = settings(look.ascii, look.colours)
    with refusing(ValueError):
        steps = Replay(record, words, paint)
        steps.go(deal)
    if file == "-":
        steps.print_all(console)
    else:
        _run(look, console, steps.step)
