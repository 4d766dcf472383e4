"""A deal that is over, for somebody who may see every card of it: what is shown of it, and how an old one is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container
from typing import Any, NamedTuple, TypeVar

import msgspec

from dealt.daily import PERSON
from dealt.game import Game, Past, Seat
from dealt.session.deals import PlayedDeal, unpack_deal, unpack_whole
from dealt.table import DealRecord, Match
from dealt.wire import protocol
from dealt.wire.refusal import Refused
from dealt.work.work import GameKey, game_key

Asked = protocol.Analyse | protocol.GetPosition | protocol.TryAction
T = TypeVar("T", protocol.Analysis, protocol.Position, protocol.Tried)


class FinishedDeal(NamedTuple):
    """``deals`` is how many deals of its match are over, ``seat`` that of who asks, None if they had none."""

    table: str
    key: GameKey
    game: Game[Any]
    played: PlayedDeal
    deals: int
    seat: Seat | None

    @property
    def about(self) -> tuple[GameKey, DealRecord, Past[Any] | None]:
        """What the functions of :mod:`dealt.work.reviews` are to know of it."""
        return self.key, self.played.deal, self.played.past

    def check(self, asked: Asked) -> None:
        """Refused if there is no such action, or no score to judge by."""
        actions = len(self.played.deal.actions)
        if isinstance(asked, protocol.Analyse):
            if self.played.deal.scores is None:
                raise Refused("given_up")
        elif asked.step >= actions:
            raise Refused("no_position", last=actions - 1)

    def placed(self, shown: T, **more: Any) -> T:
        """What was worked out of the deal, as it travels: with its place."""
        return msgspec.structs.replace(shown, table=self.table, dealt=self.played.dealt, **more)

    def recalled(self, shown: protocol.Replay) -> protocol.Replay:
        """A replay for one who may be at no table."""
        options = dict(self.key.options)
        return msgspec.structs.replace(shown, game=self.key.name, options=options, table=self.table, seat=self.seat)


async def find(
    asked: Asked,
    of_table: Callable[[int], Awaitable[FinishedDeal]],
    of_history: Callable[[str, int], Awaitable[FinishedDeal]],
) -> FinishedDeal:
    """The deal that is asked about: by its number in the match of one's table, or one of one's history.

    Refused if it is not said which, or there is no answer.
    """
    if asked.deal is not None and (asked.table is None or asked.dealt is None):
        found = await of_table(asked.deal)
    elif asked.deal is None and asked.table is not None and asked.dealt is not None:
        found = await of_history(asked.table, asked.dealt)
    else:
        raise Refused("which_deal")
    found.check(asked)
    return found


async def recall(
    make: Callable[[GameKey], Awaitable[Game[Any]]],
    games: Container[str],
    name: str,
    table: str,
    dealt: int,
    match: int,
    packed: bytes,
) -> FinishedDeal:
    """Deal number ``dealt`` of a table that may be gone, for the one of that name who finished it.

    Refused where its game is none of ``games``, or has other rules by now.
    """
    record = unpack_whole(packed)
    if record.game not in games:
        raise Refused("no_old_deal")
    formerly = (await make(game_key(record.game, record.options))).formerly
    key = game_key(record.game, {**formerly, **record.options})
    game = await make(key)
    if game.version != record.version:
        raise Refused("no_old_deal")
    played = unpack_deal(game, dealt, 0, match, packed)
    return FinishedDeal(table, key, game, played, 1, seat_in(played, name))


def of_field(table: str, key: GameKey, game: Game[Any], board: int, made: DealRecord) -> FinishedDeal:
    """A board of a day, as a level of its field has played it at what stands for a ``table``."""
    played = PlayedDeal(board, 0, 1, Match(game).record_of([made]), None)
    return FinishedDeal(table, key, game, played, 1, PERSON)


def seat_in(played: PlayedDeal, name: str) -> Seat | None:
    """The seat of the one of that name in a deal, None if they had none."""
    names = played.deal.players
    return names.index(name) if name in names else None
