"""What people ask at a table in this very process, and the answers: from the rules, and from what computers think."""

from __future__ import annotations

from typing import Any, Protocol

from dealt.game import Action, NoAnswer, Odds, Say, Seat, View, find
from dealt.session import asked, frames, view
from dealt.session.finished import deals_over, played_deal
from dealt.session.session import Session
from dealt.table import Record, Table
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Outgoing, WireOption
from dealt.wire.refusal import Refused, said


class Adviser(Protocol):
    """What computers tell people at a table: in this process, or in another that takes its time."""

    async def hint(self, table: Table[Any], seat: Seat, *, worths: bool) -> tuple[Action, list[WireOption], str]:
        """What one would do at that seat; with ``worths`` perhaps the best actions, and what these are counted in."""
        ...

    async def odds(self, seen: View) -> tuple[Odds, ...]:
        """What the game knows exactly about a view."""
        ...

    async def meaning(self, seen: View, line: int) -> Say | None:
        """What a line of a view's log says, None if nothing."""
        ...


class Thinker(Adviser, Protocol):
    """What computers think at a table, besides."""

    explains: bool
    """Does it know what actions say?"""

    async def choose(self, table: Table[Any], seat: Seat) -> Action:
        """What the computer of a seat on turn does."""
        ...


class Answering:
    """Answers questions that change nothing."""

    def __init__(self, session: Session, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser

    async def answer(self, message: Incoming, person: str) -> Outgoing:
        """The answer to a question; Refused if it has none here."""
        try:
            return await self._answer(message, person)
        except NoAnswer as error:
            raise Refused("no_answer", error.say) from None

    async def _answer(self, message: Incoming, person: str) -> Outgoing:
        match message:
            case protocol.Ping(n):
                return protocol.Pong(n=n)
            case protocol.Ask():
                return asked.answer(self._session, person, message)
            case protocol.Hint(step):
                return await self._hint(person, step, worths=message.worths)
            case protocol.GetOdds(step):
                return await self._odds(person, step)
            case protocol.GetMeaning(line):
                return await self._meaning(person, line)
            case protocol.GetRecord():
                if not (found := record(self._session)).deals:
                    raise Refused("no_record")
                return protocol.RecordText(record=found.to_json())
            case protocol.GetReplay(deal):
                return _replay(self._session, deal)
            case protocol.GetSet():
                raise Refused("no_set")
            case _:  # what a room has, and one's own table has not
                raise Refused("no_answer")

    async def _hint(self, person: str, step: int, *, worths: bool) -> protocol.Hinted:
        session = self._session
        seat, table = asked.check_move(session, person, step), session.table
        if seat is None:
            raise Refused("not_seated")
        asked.check_help(session)
        if table is None or seat not in session.turn:
            raise Refused("illegal", Say("illegal.turn"))
        began = session.since(seat)
        chosen, options, unit = await self._adviser.hint(table, seat, worths=worths)
        if seat not in session.turn or session.since(seat) != began:
            raise Refused("stale")
        legal = find(table.view(seat, log=False), chosen) or chosen  # which says what its cards are
        action = view.wire_action(session.game, legal)
        return protocol.Hinted(step=session.step, action=action, options=options, unit=unit)

    async def _odds(self, person: str, step: int) -> protocol.Odds:
        now, seen = self._session.step, asked.odds_of(self._session, person, step)
        return asked.reckoned(now, await self._adviser.odds(seen))

    async def _meaning(self, person: str, line: int) -> protocol.Meaning:
        step, seen = self._session.step, asked.meaning_of(self._session, person, line)
        say = await self._adviser.meaning(seen, line)
        return protocol.Meaning(step=step, line=line, say=said(say) if say else None)


def record(session: Session) -> Record:
    """The record of the match's deals that are over; of no deal if none is."""
    match = session.match
    if match is None:
        raise Refused("no_record")
    return match.record_of([each.deal for each in session.played_now])


def _replay(session: Session, deal: int) -> protocol.Replay:
    played = played_deal(session, deal)
    if played is None:
        raise Refused("no_old_deal")
    return frames.replay(session.game, played.deal, deal, deals_over(session), played.past)
