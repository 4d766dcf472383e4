"""What a browser keeps of its person: the name, how deals came out, the deals themselves, and the table under way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec
from msgspec import Struct

from dealt.daily import day_of, days_until, today
from dealt.game import Game
from dealt.session import snapshot
from dealt.session.boards import Entry, level_in
from dealt.session.deals import CannotWrite, PlayedDeal, pack_deal, unpack_deal, unpack_whole
from dealt.session.session import Session
from dealt.session.tally import counted
from dealt.wire.protocol import Mistake, OldDeal, Tally
from dealt.work.work import House, game_key

MOST: Final = 300
"""The number of deals that are kept."""
FORMAT: Final = 1
"""Of the file in which a page saves all of it (``web/src/near/file.ts``)."""


class Deal(Struct):
    """A finished deal; ``packed`` is empty where it can't be shown again. ``analysis`` is what is known of its cost."""

    shown: OldDeal
    match: int
    packed: bytes = b""
    analysis: str = ""
    mistakes: list[Mistake] = []


class Board(Entry, kw_only=True):
    """A board of a day of the set of that name: one's own, or a computer's of its field. Without scores it was left.

    ``packed`` is the deal if it was one's own and is finished, ``acted`` what was done before it was left.
    """

    match: ClassVar = 1
    set: str
    game: str
    packed: bytes = b""
    acted: list[str] | None = None


class Kept(Struct):
    """All of it. Without a ``token`` nobody has come in yet."""

    name: str = ""
    token: str = ""
    avatar: int = 0
    tallies: dict[str, Tally] = {}
    deals: list[Deal] = []
    """The newest last."""
    boards: list[Board] = []

    def note(self, board: Board) -> None:
        """Keep a board of a day, in place of what was left of it; those that can't be played any more go."""
        days = days_until(today())
        here = board.set, board.game, board.board, level_in(board.table)
        kept = [
            each
            for each in self.boards
            if day_of(each.set) in days and (each.set, each.game, each.board, level_in(each.table)) != here
        ]
        self.boards = [*kept, board]

    def add(self, game: Game[Any], shown: OldDeal, played: PlayedDeal) -> None:
        """A deal is over."""
        before = self.tallies.get(shown.game) or Tally(shown.game, 0, 0, 0.0, 0, 0, low=game.low)
        self.tallies[shown.game] = counted(before, shown.score, won=shown.won)
        try:
            packed = pack_deal(game, played)
        except CannotWrite:
            packed = b""
        self.deals.append(Deal(msgspec.structs.replace(shown, kept=bool(packed)), played.match, packed))
        del self.deals[:-MOST]

    def of_game(self, game: str | None) -> list[Deal]:
        """The deals of a game, or of all, the newest first."""
        return [each for each in reversed(self.deals) if game in (None, each.shown.game)]

    def deal(self, table: str, dealt: int) -> Deal | None:
        """The deal of that number at a table."""
        return next((each for each in self.deals if (each.shown.table, each.shown.dealt) == (table, dealt)), None)

    def written(self) -> str:
        """As the browser keeps it."""
        return msgspec.json.encode(self).decode()


def read(written: str) -> Kept:
    """What was kept; nothing where that can't be read any more."""
    try:
        return msgspec.json.decode(written, type=Kept)
    except msgspec.MsgspecError:
        return Kept()


class Packed(Struct):
    """A deal of the table under way that is over."""

    dealt: int
    index: int
    match: int
    packed: bytes


class Table(Struct):
    """The table under way."""

    id: str
    now: msgspec.Raw
    played: list[Packed]
    guests: dict[str, Kept] = {}
    """The friends at it, without their deals."""


def write_table(session: Session, before: dict[int, bytes], guests: Mapping[str, Kept]) -> str:
    """The table as the browser keeps it; nothing where its game can't be written. ``before`` has deals written before.

    All deals of the match are kept with it: it may ask for any of them.
    """
    try:
        for each in session.played:
            if each.dealt not in before:
                before[each.dealt] = pack_deal(session.game, each)
        played = [Packed(each.dealt, each.index, each.match, before[each.dealt]) for each in session.played_now]
        known = {person: msgspec.structs.replace(kept, deals=[]) for person, kept in guests.items()}
        return msgspec.json.encode(Table(session.id, msgspec.Raw(snapshot.take(session)), played, known)).decode()
    except CannotWrite:
        return ""


def resumed(written: str, house: House) -> tuple[Session, dict[str, Kept]] | None:
    """The table that was kept, and the friends at it; None where there is none, or its rules are others by now."""
    try:
        table = msgspec.json.decode(written, type=Table)
        found = snapshot.read(bytes(table.now))
        if found is None:
            return None
        game = house.game(game_key(found.settings.game, found.settings.options))
        if game.version != found.settings.version:
            return None
        session = snapshot.resume(table.id, found, game)
    except (msgspec.MsgspecError, KeyError, ValueError):
        return None
    session.played = [unpack_deal(game, each.dealt, each.index, each.match, each.packed) for each in table.played]
    return session, table.guests


class FileError(Exception):
    """A file is not taken; the message is one word for why: ``foreign``, ``newer`` or ``broken``."""


class Head(Struct):
    """What every file of any version begins with."""

    dealt: int


class File(Head):
    """A file in which a page has saved all that is kept."""

    page: dict[str, str]
    room: Kept | None
    table: Table | None


def taken(written: str, house: House) -> tuple[Kept, str]:
    """What a file holds, as it is kept: all but the table, and the table, which may be of other rules by now."""
    try:
        head = msgspec.json.decode(written, type=Head)
    except (msgspec.MsgspecError, RecursionError):
        raise FileError("foreign") from None
    if head.dealt > FORMAT:
        raise FileError("newer")
    try:
        found = msgspec.json.decode(written, type=File)
        kept = found.room or Kept()
        for each in kept.deals:
            if each.packed:
                unpack_whole(each.packed)
    except Exception:  # noqa: BLE001 - packed deals may be damaged in any way
        raise FileError("broken") from None
    table = "" if found.table is None else msgspec.json.encode(found.table).decode()
    return kept, table if resumed(table, house) is not None else ""
