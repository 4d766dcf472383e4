"""Questions about the position that change nothing, answered from the rules."""

from __future__ import annotations

from dealt.cards import mask, sequence
from dealt.game import Say, Seat, named
from dealt.session.session import Session
from dealt.wire import protocol
from dealt.wire.refusal import Refused, said

__all__ = ["answer", "check_move"]


def check_move(session: Session, person: str, step: int) -> Seat | None:
    """The seat of somebody who asks about the present position; Refused if it has passed for them."""
    seat = session.seat_of(person)
    if session.is_stale(seat, step):
        raise Refused("stale")
    return seat


def answer(session: Session, person: str, asked: protocol.Ask) -> protocol.Answer:
    """Why cards can't be played, or an action can't be done; Refused if that can't be said."""
    seat, table = check_move(session, person, asked.step), session.table
    if seat is None:
        raise Refused("not_seated")
    if table is None:
        raise Refused("not_started")
    try:
        chosen = mask(one for written in asked.cards for one in sequence(written))
    except ValueError as error:
        raise Refused("bad_cards", why=str(error)[:100]) from None
    seen, game = table.view(seat, log=False), session.game
    why: Say | None
    if asked.action:
        meant = named(game.vocabulary, asked.action)
        why = Say("illegal.action") if meant is None else game.refuse(seen, meant)
    elif chosen & ~seen.face_up:
        why = Say("error.not_your_cards")
    else:
        why = game.explain(seen, chosen)
    return protocol.Answer(step=asked.step, cards=asked.cards, say=said(why) if why else None, action=asked.action)
