"""Questions about the position that change nothing, answered from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dealt.cards import mask, sequence
from dealt.game import Odds, Say, Seat, View, named
from dealt.session.session import Session
from dealt.wire import protocol
from dealt.wire.refusal import Refused, said

REASONS: Final = 0.7
"""The longest that a hint waits for its reasons, in seconds."""


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


def check_help(session: Session) -> None:
    """Refused if no computer helps anybody there: at a board, which is the same for all, or a rated table."""
    if session.settings.by_board:
        raise Refused("daily_help")
    if session.settings.rated:
        raise Refused("rated_help")


def odds_of(session: Session, person: str, step: int) -> View:
    """What somebody sees of whose position the game may reckon the odds; Refused if it can't now."""
    seat, table = check_move(session, person, step), session.table
    check_help(session)
    if not session.game.reckons:
        raise Refused("no_odds")
    if table is None:
        raise Refused("not_started")
    if session.phase != "playing":
        raise Refused("illegal", Say("illegal.over"))
    return table.view(seat, log=False)


def reckoned(step: int, known: Iterable[Odds]) -> protocol.Odds:
    """The odds as they travel."""
    odds = [protocol.WireOdds(each.name, float(each.value), each.points) for each in known]
    return protocol.Odds(step=step, odds=odds)


def meaning_of(session: Session, person: str, line: int) -> View:
    """What somebody sees who asks what a line of its log means; Refused if no computer here explains it."""
    if not session.explained:
        raise Refused("no_meaning")
    if session.table is None:
        raise Refused("not_started")
    seen = session.table.view(session.seat_of(person))
    if line >= len(seen.log):
        raise Refused("no_line", lines=len(seen.log))
    return seen
