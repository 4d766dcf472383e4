"""How a message that can't be carried out is answered: the same refusal, wherever it was carried out."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from dealt.game import Listing
from dealt.server.base import logs
from dealt.server.base.trouble import Busy, StoreError
from dealt.server.room.live_table import LiveTable
from dealt.table import Illegal
from dealt.texts import sentence
from dealt.wire.refusal import Refused

__all__ = ["refusal", "wording"]

log = structlog.get_logger("dealt.connection")


def refusal(error: Exception, op: str) -> Refused:
    """Why a message was refused, from what was raised as it was carried out; what nobody expects is logged."""
    match error:
        case Illegal():
            return Refused("illegal", error.say)
        case Refused():
            return error
        case Busy():
            return Refused("busy")  # counted among what is refused
        case StoreError():
            log.error("an action was refused: it can't be stored", op=op, why=str(error))
            return Refused("storage")
        case _:
            log.error("a message could not be handled", op=op, why=logs.where(error))
            return Refused("internal")


def wording(refused: Refused, games: Mapping[str, Listing], live: LiveTable | None) -> str:
    """A refusal in English, in the words of the game at the table."""
    if refused.text:
        return refused.text
    if live is None:
        return sentence(refused.say)
    return sentence(refused.say, games[live.session.settings.game].texts, names=live.session.names)
