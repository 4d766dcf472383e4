"""Starting the terminal: a match on this computer, a table of a room, a lesson, or a record to step through."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dealt.cli.errors import CommandError, refusing
from dealt.cli.files import writable
from dealt.cli.options import Look, Opponents, Variant
from dealt.game import Game, Listing

if TYPE_CHECKING:
    from dealt.players.from_file import PlayerClass

__all__ = ["Wish", "first_seed", "lesson", "local", "remote", "replay", "some_seed"]

PACE = 0.7


@dataclass(frozen=True, slots=True)
class Wish:
    """Which deals are played in a match on this computer."""

    seed: str | None = None
    deals: int | None = None
    laid: Mapping[str, str] = field(default_factory=dict)
    """The piles of the first deal, if it is laid out by hand; then it is the only deal unless ``deals`` says more."""


def some_seed() -> str:
    """A seed as people name one, where it has to be known before the first deal."""
    return secrets.token_hex(16)


def first_seed(seed: str) -> bytes:
    """What the first deal of a match is dealt from where people name that seed."""
    from dealt.table import seed_of

    return seed_of(seed, 0)


def _language(look: Look) -> str:
    from dealt.cli.show import spoken

    return spoken(look.lang, plain=look.ascii)


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


def local(listing: Listing, game: Game[Any], opponents: Opponents, wish: Wish, look: Look) -> None:
    """Play a match on this computer."""
    from dealt.cli.doctor import tell_lacking
    from dealt.players.from_file import PlayerError
    from dealt.tui.local import Local, Setting
    from dealt.tui.terminal import opened, settings
    from dealt.tui.words import Words

    words = Words(_language(look), listing.texts)
    console, paint = settings(look.ascii, look.colours)
    moving = console.is_terminal and sys.stdin.isatty()
    pace = opponents.pace if opponents.pace is not None else PACE if moving else 0.0
    seated = _seated(game, listing, opponents.computers, watch=opponents.watch)
    tell_lacking(game, seated, words)
    writable(opponents.record)
    deals = wish.deals or (1 if wish.laid else None)
    setting = Setting(game, listing, seated, opponents.watch, wish.seed, deals, pace, opponents.record, wish.laid)

    async def play() -> None:
        with opened(console, plain=look.plain) as screen:
            await Local(setting, screen, words, paint).play()

    with refusing(PlayerError):
        asyncio.run(play())


def remote(
    server: str,
    name: str | None,
    game: str | None,
    variant: Variant,
    computers: str | None,
    look: Look,
    invite: str | None = None,
) -> None:
    """Sit down at a table of a room."""
    from dealt.players.from_file import names_class
    from dealt.tui.remote import Address, Remote, RemoteError, Wanted
    from dealt.tui.terminal import opened, settings
    from dealt.tui.words import Words

    with refusing(ValueError, status=2):
        address = Address.read(server)
        address = replace(address, invite=invite or address.invite)
    if own := next((each.strip() for each in (computers or "").split(",") if names_class(each.strip())), None):
        raise CommandError(f"{own} plays in matches here and in the arena: at a room name one of its computers")
    pairs = [*(variant.option or ()), *([f"seats={variant.seats}"] if variant.seats is not None else [])]
    wanted = Wanted(name, game, variant.preset, tuple(pairs), computers)
    console, paint = settings(look.ascii, look.colours)
    words = Words(_language(look))

    async def play() -> None:
        with opened(console, plain=look.plain) as screen:
            await Remote(address, wanted, screen, words, paint).play()

    with refusing(RemoteError):
        asyncio.run(play())


def lesson(listing: Listing, look: Look) -> None:
    """The first lesson of a game."""
    from dealt.lesson import LessonError
    from dealt.tui.lesson import PAUSE, Lesson
    from dealt.tui.terminal import opened, settings

    if not listing.lesson:
        raise CommandError(f"{listing.name} has no lesson: `dealt rules {listing.name}` explains it")
    language = _language(look)
    console, paint = settings(look.ascii, look.colours)
    pause = PAUSE if console.is_terminal and sys.stdin.isatty() else 0

    async def teach() -> None:
        with opened(console, plain=look.plain) as screen:
            await Lesson.of(listing, screen, language, paint, pause).run()

    with refusing(LessonError, before=f"the lesson of {listing.name} can't be shown: "):
        asyncio.run(teach())


def replay(file: str, deal: int, look: Look) -> None:
    """Step through a record."""
    from dealt.cli.records import read_record
    from dealt.tui.replay import Replay
    from dealt.tui.terminal import opened, settings
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

    async def show() -> None:
        if file == "-":
            steps.print_all(console)
            return
        with opened(console, plain=look.plain) as screen:
            await steps.step(screen)

    asyncio.run(show())
