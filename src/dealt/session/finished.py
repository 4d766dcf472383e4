"""The deals of a table's match that are over: whoever is at the table may see every card of them."""

from __future__ import annotations

from dealt.session.deals import PlayedDeal
from dealt.session.session import Session
from dealt.wire.refusal import Refused

__all__ = ["deals_over", "played_deal"]


def deals_over(session: Session) -> int:
    """How many there are; Refused if there is none."""
    if session.match is None or not session.match.deals:
        raise Refused("no_record")
    return session.match.deals


def played_deal(session: Session, number: int) -> PlayedDeal | None:
    """The one with that number, from 0; None where the session has it no more, Refused if there is none."""
    deals = deals_over(session)
    if number >= deals:
        raise Refused("no_replay", last=deals - 1)
    wanted = session.matches, number
    return next((each for each in session.played if (each.match, each.index) == wanted), None)
