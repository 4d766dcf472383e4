"""What people ask the room and that changes nothing: reasons, hints, odds, meanings, records, replays, statistics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import structlog

from dealt.cards import mask, sequence
from dealt.game import Say, named
from dealt.server import protocol, view, work
from dealt.server.link import Link, person_of, table_of
from dealt.server.live_table import LiveTable
from dealt.server.session import Refused, said
from dealt.server.sets import by_deal, set_table
from dealt.server.work import WorkFailed
from dealt.table import Match

if TYPE_CHECKING:
    from dealt.server.room import Room

__all__ = ["Questions"]

log = structlog.get_logger("dealt.questions")


class Questions:
    """The answers. Every one goes to the link that asks; Refused says why there is none."""

    def __init__(self, room: Room):
        self._room = room
        self._low: dict[str, bool] = {}
        self.commands: dict[type[protocol.Incoming], Callable[[Link, Any], Coroutine[Any, Any, None]]] = {
            protocol.Ask: self._ask,
            protocol.Hint: self._hint,
            protocol.GetOdds: self._odds,
            protocol.GetMeaning: self._meaning,
            protocol.GetSet: self._set,
            protocol.GetRecord: self._record,
            protocol.GetReplay: self._replay,
            protocol.GetStatistics: self._statistics,
        }

    async def _ask(self, link: Link, message: protocol.Ask) -> None:
        live = self._at_move(link, message.step)
        seat, table = live.session.seat_of(person_of(link).id), live.session.table
        if seat is None:
            raise Refused("not_seated")
        if table is None:
            raise Refused("not_started")
        try:
            chosen = mask(one for written in message.cards for one in sequence(written))
        except ValueError as error:
            raise Refused("bad_cards", why=str(error)[:100]) from None
        seen, game = table.view(seat, log=False), live.session.game
        why: Say | None
        if message.action:
            meant = named(game.vocabulary, message.action)
            why = Say("illegal.action") if meant is None else game.refuse(seen, meant)
        elif chosen & ~seen.face_up:
            why = Say("error.not_your_cards")
        else:
            why = game.explain(seen, chosen)
        say = said(why) if why else None
        link.send(protocol.Answer(step=message.step, cards=message.cards, say=say, action=message.action))

    async def _hint(self, link: Link, message: protocol.Hint) -> None:
        live = self._at_move(link, message.step)
        seat = live.session.seat_of(person_of(link).id)
        if seat is None:
            raise Refused("not_seated")
        if seat not in live.session.turn:
            raise Refused("illegal", Say("illegal.turn"))
        action = await live.choose(seat)
        link.send(protocol.Hinted(step=message.step, action=view.wire_action(live.session.game, action)))

    async def _odds(self, link: Link, message: protocol.GetOdds) -> None:
        live = self._at_move(link, message.step)
        session = live.session
        if not session.game.reckons:
            raise Refused("no_odds")
        if session.table is None:
            raise Refused("not_started")
        if session.phase != "playing":
            raise Refused("illegal", Say("illegal.over"))
        known = await live.odds(session.seat_of(person_of(link).id))
        odds = [protocol.WireOdds(each.name, float(each.value), each.points) for each in known]
        link.send(protocol.Odds(step=message.step, odds=odds))

    async def _meaning(self, link: Link, message: protocol.GetMeaning) -> None:
        live = table_of(link)
        step = live.session.step
        say = await live.meaning(live.session.seat_of(person_of(link).id), message.line)
        link.send(protocol.Meaning(step=step, line=message.line, say=said(say) if say else None))

    def _at_move(self, link: Link, step: int) -> LiveTable:
        """The table of somebody who asks about the present position; Refused if it has passed."""
        live = table_of(link)
        if step != live.session.step:
            raise Refused("stale")
        return live

    # --- what lies behind

    async def _record(self, link: Link, message: protocol.GetRecord) -> None:
        record = self._finished(link).record()
        await link.deliver(protocol.RecordText(record=await asyncio.to_thread(record.to_json)))

    async def _replay(self, link: Link, message: protocol.GetReplay) -> None:
        record, live = self._finished(link).record(), table_of(link)
        if message.deal >= len(record.deals):
            raise Refused("no_replay", last=len(record.deals) - 1)
        past = live.session.pasts[message.deal]
        try:
            found = await self._room.workers.ask(work.replay, live.key, record, message.deal, past)
        except WorkFailed as error:
            log.error("a deal could not be replayed", table=live.session.id, why=str(error))
            raise Refused("no_answer") from None
        await link.deliver(found)

    async def _set(self, link: Link, message: protocol.GetSet) -> None:
        live = table_of(link)
        session = live.session
        if live.joined is None:
            raise Refused("no_set")
        rows = await self._room.store.set_results(live.joined.id, session.id)
        try:
            scores = [[row.scores for row in there] for _, there in by_deal(session.id, rows)]
            compared = await self._room.workers.ask(work.compare, live.key, scores)
        except WorkFailed as error:
            log.error("a set could not be compared", table=session.id, why=str(error))
            raise Refused("no_answer") from None
        await link.deliver(set_table(session.settings.set, session.id, rows, compared, session.game.unit))

    def _finished(self, link: Link) -> Match[Any]:
        match = table_of(link).session.match
        if match is None or not match.deals:
            raise Refused("no_record")
        return match

    async def _statistics(self, link: Link, message: protocol.GetStatistics) -> None:
        person, games = person_of(link), self._room.games
        known = {each.game: each for each in await self._room.store.tallies(person.id) if each.game in games}
        tallies = [
            protocol.Tally(
                game=game,
                deals=known[game].deals,
                won=known[game].won,
                average=known[game].average,
                streak=known[game].streak,
                best_streak=known[game].best_streak,
                low=await self._is_low(game),
            )
            for game in games
            if game in known
        ]
        link.send(protocol.Statistics(tallies=tallies))

    async def _is_low(self, game: str) -> bool:
        if game not in self._low:
            try:
                self._low[game] = (await self._room.workers.ask(work.describe, game)).low
            except WorkFailed:
                return False
        return self._low[game]
