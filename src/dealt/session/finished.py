"""The deals of a table's match that are over: whoever is at the table may see every card of them."""

from __future__ import annotations

from dealt.session.deals import PlayedDeal
from dealt.session.session import Session
from dealt.wire.refusal import Refused


def deals_over(session: Session) -> int:
    """How many there are; Refused if there is none."""
    match = session.match
    deals = 0 if match is None else session.dealt - 1 + match.deals if session.settings.by_board else match.deals
    if deals <= (session.settings.boards if session.settings.by_board else 0):
        raise Refused("no_record")
    return deals


def place(session: Session, number: int) -> tuple[int, int]:
    """Which match of the table has the deal of that number, and where in it: boards are a match each."""
    return (number + 1 - session.settings.boards, 0) if session.settings.by_board else (session.matches, number)


def played_deal(session: Session, number: int) -> PlayedDeal | None:
    """The one with that number, from 0; None where the session has it no more, Refused if there is none."""
    deals = deals_over(session)
    if not session.settings.boards <= number < deals:
        raise Refused("no_replay", last=deals - 1)
    wanted = place(session, number)
    return next((each for each in session.played if (each.match, each.index) == wanted), None)
