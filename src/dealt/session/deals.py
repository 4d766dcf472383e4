"""Deals that are over, as the database keeps them, and what a deal knows of those before it, as text.

The state of a game is its own class, and no game says how one is written. The types of its fields say so; a state that
would not come back the same is not written at all.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from dealt.game import Game, Past
from dealt.table import DealRecord, Record


class CannotWrite(Exception):  # noqa: N818 - the table goes on without
    """A state of this game can't be written: tables of the game keep their deals in memory."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of a table that is over, or was given up.

    ``dealt`` is its number at this table and ``match`` that of its match, both from 1; ``index`` is its number in the
    match, from 0. ``record`` holds this deal alone. ``past`` is what the deal knew of those before it.
    """

    dealt: int
    index: int
    match: int
    record: Record
    past: Past[Any] | None

    @property
    def deal(self) -> DealRecord:
        """The deal itself."""
        return self.record.deals[0]


def pack_deal(game: Game[Any], played: PlayedDeal) -> bytes:
    """The deal as the database keeps it; CannotWrite if a state of its past can't be written."""
    written = {"record": played.record.to_json(), "past": write_past(game, played.past)}
    return zlib.compress(json.dumps(written, separators=(",", ":"), ensure_ascii=False).encode())


def unpack_whole(packed: bytes) -> Record:
    """The record of a match that holds this deal alone, from what the database keeps."""
    return Record.from_json(json.loads(zlib.decompress(packed))["record"])


def unpack_record(packed: bytes) -> DealRecord:
    """The record of a deal from what the database keeps."""
    return unpack_whole(packed).deals[0]


def unpack_deal(game: Game[Any], dealt: int, index: int, match: int, packed: bytes) -> PlayedDeal:
    """The deal from what the database keeps."""
    written = json.loads(zlib.decompress(packed))
    return PlayedDeal(dealt, index, match, Record.from_json(written["record"]), read_past(game, written["past"]))


def write_past(game: Game[Any], past: Past[Any] | None) -> str:
    """The past of a deal as text, empty if it has none; CannotWrite if it would not come back the same."""
    if past is None:
        return ""
    try:
        last = msgspec.to_builtins(past.last)
        written = json.dumps([last, past.totals, past.deals, sorted(past.joined)], separators=(",", ":"))
        same = repr(read_past(game, written)) == repr(past)  # 0 and 0.0 are equal, but are shown otherwise
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        raise CannotWrite(f"a state of {game.name} can't be written: {error}") from None
    if not same:
        raise CannotWrite(f"a state of {game.name} does not come back the same")
    return written


def read_past(game: Game[Any], written: str) -> Past[Any] | None:
    """The past in a text of ``write_past``."""
    if not written:
        return None
    last, totals, deals, joined = json.loads(written)
    return Past(msgspec.convert(last, _state_of(game)), tuple(totals), deals, frozenset(joined))


@lru_cache(maxsize=256)
def _state_of(game: Game[Any]) -> type:
    """The class of a game's states."""
    return type(game.deal(Random(0), None))
