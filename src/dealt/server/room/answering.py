"""How a message that can't be carried out is answered: the same refusal, wherever it was carried out."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING

import structlog

from dealt.server.base import logs
from dealt.server.base.trouble import Busy, StoreError
from dealt.table import Illegal
from dealt.texts import sentence
from dealt.wire.refusal import Refused

if TYPE_CHECKING:
    from dealt.server.room.live_table import LiveTable
    from dealt.server.room.room import Room

__all__ = ["outcome", "wording"]

log = structlog.get_logger("dealt.connection")


async def outcome(work: Awaitable[None], op: str) -> Refused | None:
    """Carry a message out; None if it went well, else why it was refused. It raises nothing."""
    try:
        await work
    except Illegal as error:
        return Refused("illegal", error.say)
    except Refused as refused:
        return refused
    except Busy:
        return Refused("busy")  # counted among what is refused
    except StoreError as error:
        log.error("an action was refused: it can't be stored", op=op, why=str(error))
        return Refused("storage")
    except Exception as error:  # noqa: BLE001 - whatever fails must not close the connection
        log.error("a message could not be handled", op=op, why=logs.where(error))
        return Refused("internal")
    return None


def wording(refused: Refused, room: Room, live: LiveTable | None) -> str:
    """A refusal in English, in the words of the game at the table."""
    if refused.text:
        return refused.text
    catalogue, names = {}, []
    if live:
        session = live.session
        catalogue = dict(room.games[session.settings.game].texts)
        names = [session.name_on(seat) for seat in range(len(session.chairs))]
    return sentence(refused.say, catalogue, names=names)
