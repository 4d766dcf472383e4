"""What a browser keeps of its person: the name, how deals came out, and the deals themselves."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from dealt.game import Game
from dealt.session.deals import CannotWrite, PlayedDeal, pack_deal
from dealt.session.tally import counted
from dealt.wire.protocol import Mistake, OldDeal, Tally

__all__ = ["Deal", "Kept", "read"]

MOST: Final = 300
"""The number of deals that are kept."""


class Deal(Struct):
    """A finished deal; ``packed`` is empty where it can't be shown again. ``analysis`` is what is known of its cost."""

    shown: OldDeal
    match: int
    packed: bytes = b""
    analysis: str = ""
    mistakes: list[Mistake] = []


class Kept(Struct):
    """All of it. Without a ``token`` nobody has come in yet."""

    name: str = ""
    token: str = ""
    avatar: int = 0
    tallies: dict[str, Tally] = {}
    deals: list[Deal] = []
    """The newest last."""

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
