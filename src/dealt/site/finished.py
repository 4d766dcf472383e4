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
from dealt.work.finished import Asked, FinishedDeal, find, recall, seat_in
from dealt.work.work import GameKey, WorkFailed, game_key

if TYPE_CHECKING:
    from dealt.site.people import Person


class Finished:
    """Answers what is asked about them."""

    def __init__(self, asker: Person) -> None:
        self._asker = asker
        self._studied: tuple[str, int] | None = None
        """The deal that is being analysed."""
        self.answers: dict[type[Incoming], Callable[[Any], Awaitable[Outgoing | None]]] = {
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

    # --- how one has done

    async def _statistics(self, message: protocol.GetStatistics) -> Outgoing:
        known = self._asker.kept.tallies
        return protocol.Statistics(tallies=[known[game] for game in self._asker.room.house.games if game in known])

    async def _history(self, message: protocol.GetHistory) -> Outgoing:
        deals = [each.shown for each in self._asker.kept.of_game(message.game)]
        return protocol.History(deals=deals, game=message.game)

    async def _days(self, message: protocol.GetDays) -> Outgoing:
        """Of the deals that are kept: the newest ones."""
        since, deals = time() - CALENDAR, [each.shown for each in self._asker.kept.of_game(message.game)]
        some = ((day_number(each.at, message.offset), 1, int(each.won)) for each in deals if each.at >= since)
        return protocol.Days(days=days_of(some), game=message.game)

    async def _company(self, message: protocol.GetCompany) -> Outgoing:
        return protocol.Company(mates=[])

    async def _mistakes(self, message: protocol.GetMistakes) -> Outgoing:
        found = [mistake for each in self._asker.kept.of_game(message.game) for mistake in each.mistakes]
        return protocol.Mistakes(mistakes=found, game=message.game)

    # --- which deal

    async def _of_table(self, number: int) -> FinishedDeal:
        """Deal ``number`` of the match of one's table, from 0."""
        if (near := self._asker.near) is None:
            raise Refused("not_at_table")
        session = near.session
        if (played := played_deal(session, number)) is None:
            raise Refused("no_old_deal")
        key, seat = game_key(session.settings.game, session.settings.options), seat_in(played, self._asker.kept.name)
        return FinishedDeal(session.id, key, session.game, played, deals_over(session), seat)

    async def _of_history(self, table: str, dealt: int) -> FinishedDeal:
        asker = self._asker
        own = asker.kept.deal(table, dealt)
        kept = await asker.boards.finished(table, dealt) if own is None else own
        if isinstance(kept, FinishedDeal):
            return kept
        if not kept.packed:
            raise Refused("no_old_deal")
        house, match = asker.room.house, 1 if own is None else own.match

        async def make(key: GameKey) -> Game[Any]:
            return house.game(key)

        return await recall(make, house.games, asker.kept.name, table, dealt, match, kept.packed)

    async def _find(self, asked: Asked) -> tuple[FinishedDeal, Deal | None, str]:
        """The deal that is asked about, what is kept of it, nothing if it is in no history, and what it has cost."""
        found = await find(asked, self._of_table, self._of_history)
        kept = self._asker.kept.deal(found.table, found.played.dealt)
        return found, kept, kept.analysis if kept else ""

    # --- shown again

    async def _old_deal(self, message: protocol.GetOldDeal) -> Outgoing:
        found = await self._of_history(message.table, message.dealt)
        return found.recalled(frames.replay(found.game, found.played.deal, 0, 1, found.played.past))

    async def _position(self, message: protocol.GetPosition) -> Outgoing:
        found, _, written = await self._find(message)
        return found.placed(reviews.position(self._asker.room.house, *found.about, message.step, written or None))

    async def _try(self, message: protocol.TryAction) -> Outgoing:
        found, _, _ = await self._find(message)
        asked = *found.about, message.step, message.action
        shown: protocol.Tried = await self._asker.room.work.ask(reviews.tried, *asked, lane="study")
        return found.placed(shown)

    # --- analysed

    async def _analyse(self, message: protocol.Analyse) -> Outgoing | None:
        found, kept, written = await self._find(message)
        place = found.table, found.played.dealt
        if not written:
            if self._studied is not None:
                raise Refused("analysis_other")
            self._studied = place
            try:
                written = await self._studied_now(found, kept)
            except WorkFailed as error:
                if self._studied != place:  # it was stopped, as its asker knows
                    return None
                raise Refused("no_analysis", error.say) from None
            finally:
                self._studied = None
        asked = *found.about, written
        shown: protocol.Analysis = await self._asker.room.work.ask(reviews.shown, *asked, lane="study")
        return found.placed(shown, seat=found.seat, deal=message.deal)

    async def _studied_now(self, found: FinishedDeal, kept: Deal | None) -> str:
        room, dealt = self._asker.room, found.played.dealt

        def tell(done: int, of: int) -> None:
            self._asker.send(protocol.Analysing(table=found.table, dealt=dealt, done=done, of=of))

        tell(0, len(found.played.deal.actions))
        made: reviews.Reviewed = await room.work.ask(reviews.review, *found.about, lane="study", tell=tell)
        if kept is not None:
            game, unit, at = found.key.name, made.unit, kept.shown.at
            kept.analysis = made.written
            kept.mistakes = [
                Mistake(found.table, dealt, each.step, game, each.cost, unit, at, each.kind)
                for each in made.mistakes
                if each.seat == found.seat
            ]
            room.save()
        return made.written

    async def _stop(self, message: protocol.StopAnalysis) -> Outgoing | None:
        if self._studied is None:
            return None
        (table, dealt), self._studied = self._studied, None
        self._asker.room.work.stop()
        return protocol.Analysing(table=table, dealt=dealt, stopped=True)
