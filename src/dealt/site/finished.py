"""Deals that are over: shown again, analysed, tried otherwise; one's history and its costly decisions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import time
from typing import TYPE_CHECKING, Any

from dealt.game import Game
from dealt.session import frames
from dealt.session.finished import deals_over, played_deal
from dealt.session.tally import CALENDAR, day_number, days_of
from dealt.site.keeping import Deal
from dealt.wire import protocol
from dealt.wire.protocol import Incoming, Mistake, Outgoing
from dealt.wire.refusal import Refused
from dealt.work import reviews
from dealt.work.finished import Asked, FinishedDeal, asked_deal, recall, seat_in
from dealt.work.work import GameKey, WorkFailed, game_key

if TYPE_CHECKING:
    from dealt.site.people import Person


class Finished:
    """Answers what is asked about them."""

    def __init__(self, asker: Person) -> None:
        self._room = asker
        self._studied: tuple[str, int] | None = None
        """The deal that is being analysed."""
        self.commands: dict[type[Incoming], Callable[[Any], Awaitable[None]]] = {
            protocol.GetStatistics: self._statistics,
            protocol.GetHistory: self._history,
            protocol.GetDays: self._days,
            protocol.GetCompany: self._company,
            protocol.GetOldDeal: self._old_deal,
            protocol.Analyse: self._analyse,
            protocol.StopAnalysis: self._stop,
            protocol.GetPosition: self._position,
            protocol.TryAction: self._try,
            protocol.GetMistakes: self._mistakes,
        }

    def _send(self, message: Outgoing) -> None:
        self._room.send(message)

    # --- how one has done

    async def _statistics(self, message: protocol.GetStatistics) -> None:
        known = self._room.kept.tallies
        self._send(protocol.Statistics(tallies=[known[game] for game in self._room.games if game in known]))

    async def _history(self, message: protocol.GetHistory) -> None:
        deals = [each.shown for each in reversed(self._room.kept.deals) if message.game in (None, each.shown.game)]
        self._send(protocol.History(deals=deals, game=message.game))

    async def _days(self, message: protocol.GetDays) -> None:
        """Of the deals that are kept: the newest ones."""
        since = time() - CALENDAR
        deals = [each.shown for each in self._room.kept.deals if message.game in (None, each.shown.game)]
        some = ((day_number(each.at, message.offset), 1, int(each.won)) for each in deals if each.at >= since)
        self._send(protocol.Days(days=days_of(some), game=message.game))

    async def _company(self, message: protocol.GetCompany) -> None:
        self._send(protocol.Company(mates=[]))

    async def _mistakes(self, message: protocol.GetMistakes) -> None:
        deals = [each for each in reversed(self._room.kept.deals) if message.game in (None, each.shown.game)]
        found = [mistake for each in deals for mistake in each.mistakes]
        self._send(protocol.Mistakes(mistakes=found, game=message.game))

    # --- which deal

    def _of_table(self, number: int) -> FinishedDeal:
        """Deal ``number`` of the match of one's table, from 0."""
        near = self._room.near
        if near is None:
            raise Refused("not_at_table")
        session = near.session
        if (played := played_deal(session, number)) is None:
            raise Refused("no_old_deal")
        key = game_key(session.settings.game, session.settings.options)
        seat = seat_in(played, self._room.kept.name)
        return FinishedDeal(session.id, key, session.game, played, deals_over(session), seat)

    async def _of_history(self, table: str, dealt: int) -> FinishedDeal:
        house, own = self._room.house, self._room.kept.deal(table, dealt)
        kept = await self._room.boards.finished(table, dealt) if own is None else own
        if isinstance(kept, FinishedDeal):
            return kept
        if not kept.packed:
            raise Refused("no_old_deal")

        async def make(key: GameKey) -> Game[Any]:
            return house.game(key)

        return await recall(
            make, house.games, self._room.kept.name, table, dealt, 1 if own is None else own.match, kept.packed
        )

    async def _find(self, asked: Asked) -> tuple[FinishedDeal, Deal | None]:
        """The deal that is asked about, and what is kept of it: nothing of one that is in no history."""
        wanted = asked_deal(asked)
        found = self._of_table(wanted) if isinstance(wanted, int) else await self._of_history(*wanted)
        found.check(asked)
        return found, self._room.kept.deal(found.table, found.played.dealt)

    # --- shown again

    async def _old_deal(self, message: protocol.GetOldDeal) -> None:
        found = await self._of_history(message.table, message.dealt)
        self._send(found.recalled(frames.replay(found.game, found.played.deal, 0, 1, found.played.past)))

    async def _position(self, message: protocol.GetPosition) -> None:
        found, kept = await self._find(message)
        asked = found.key, found.played.deal, found.played.past, message.step
        written = kept.analysis if kept else ""
        self._send(found.placed(reviews.position(self._room.house, *asked, written or None)))

    async def _try(self, message: protocol.TryAction) -> None:
        found, _ = await self._find(message)
        asked = found.key, found.played.deal, found.played.past, message.step, message.action
        self._send(found.placed(await self._room.work.ask(reviews.tried, *asked, lane="study")))

    # --- analysed

    async def _analyse(self, message: protocol.Analyse) -> None:
        found, kept = await self._find(message)
        place = found.table, found.played.dealt
        written = kept.analysis if kept else ""
        if not written:
            if self._studied is not None:
                raise Refused("analysis_other")
            self._studied = place
            try:
                written = await self._studied_now(found, kept)
            except WorkFailed as error:
                if self._studied != place:  # it was stopped, as its asker knows
                    return
                raise Refused("no_analysis", error.say) from None
            finally:
                self._studied = None
        asked = found.key, found.played.deal, found.played.past, written
        shown = await self._room.work.ask(reviews.shown, *asked, lane="study")
        self._send(found.placed(shown, seat=found.seat, deal=message.deal))

    async def _studied_now(self, found: FinishedDeal, kept: Deal | None) -> str:
        deal, past, dealt = found.played.deal, found.played.past, found.played.dealt

        def tell(done: int, of: int) -> None:
            self._send(protocol.Analysing(table=found.table, dealt=dealt, done=done, of=of))

        tell(0, len(deal.actions))
        made = await self._room.work.ask(reviews.review, found.key, deal, past, lane="study", tell=tell)
        if kept is not None:
            about = found.key.name, made.unit, kept.shown.at
            kept.analysis = made.written
            kept.mistakes = [
                Mistake(found.table, dealt, each.step, about[0], each.cost, about[1], about[2], each.kind)
                for each in made.mistakes
                if each.seat == found.seat
            ]
            self._room.save()
        written: str = made.written
        return written

    async def _stop(self, message: protocol.StopAnalysis) -> None:
        if self._studied is not None:
            table, dealt = self._studied
            self._studied = None
            self._room.work.stop()
            self._send(protocol.Analysing(table=table, dealt=dealt, stopped=True))
