"""Deals that are over: shown again, analysed, tried otherwise; one's history and its costly decisions."""

from __future__ import annotations

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

    async def answer(self, message: Incoming) -> Outgoing | None:
        """The answer, None if there is none now. What is no question about them is said at the table."""
        asker = self._asker
        match message:
            case protocol.Analyse():
                return await self._analyse(message)
            case protocol.StopAnalysis():
                return self._stop()
            case protocol.GetOldDeal(table, dealt):
                found = await self._of_history(table, dealt)
                return found.recalled(frames.replay(found.game, found.played.deal, 0, 1, found.played.past))
            case protocol.GetPosition():
                found, _, written = await self._find(message)
                return found.placed(reviews.position(asker.room.house, *found.about, message.step, written or None))
            case protocol.TryAction():
                found, _, _ = await self._find(message)
                asked = *found.about, message.step, message.action
                return found.placed(await asker.room.work.ask(reviews.tried, *asked, lane="study"))
            case protocol.GetDaily():
                return await asker.boards.told(message)
            case _ if (told := self._told(message)) is not None:
                return told
            case _:
                await asker.at_table().send(message, asker.id)
                return None

    def _told(self, message: Incoming) -> Outgoing | None:
        """How one has done, as far as the deals are kept; None if that is not asked."""
        kept = self._asker.kept
        match message:
            case protocol.GetStatistics():
                known = kept.tallies
                games = self._asker.room.house.games
                return protocol.Statistics(tallies=[known[game] for game in games if game in known])
            case protocol.GetHistory(game):
                return protocol.History(deals=[each.shown for each in kept.of_game(game)], game=game)
            case protocol.GetDays(game, offset):
                since, deals = time() - CALENDAR, [each.shown for each in kept.of_game(game)]
                some = ((day_number(each.at, offset), 1, int(each.won)) for each in deals if each.at >= since)
                return protocol.Days(days=days_of(some), game=game)
            case protocol.GetMistakes(game):
                found = [mistake for each in kept.of_game(game) for mistake in each.mistakes]
                return protocol.Mistakes(mistakes=found, game=game)
            case protocol.GetCompany():
                return protocol.Company(mates=[])
            case _:
                return None

    # --- which deal

    async def _of_table(self, number: int) -> FinishedDeal:
        """Deal ``number`` of the match of one's table, from 0."""
        session = self._asker.at_table().session
        if (played := played_deal(session, number)) is None:
            raise Refused("no_old_deal")
        key, seat = game_key(session.settings.game, session.settings.options), seat_in(played, self._asker.kept.name)
        return FinishedDeal(session.id, key, session.game, played, deals_over(session), seat)

    async def _of_history(self, table: str, dealt: int) -> FinishedDeal:
        asker = self._asker
        kept = asker.kept.deal(table, dealt) or await asker.boards.finished(table, dealt)
        if isinstance(kept, FinishedDeal):
            return kept
        if not kept.packed:
            raise Refused("no_old_deal")
        house = asker.room.house

        async def make(key: GameKey) -> Game[Any]:
            return house.game(key)

        return await recall(make, house.games, asker.kept.name, table, dealt, kept.match, kept.packed)

    async def _find(self, asked: Asked) -> tuple[FinishedDeal, Deal | None, str]:
        """The deal that is asked about, what is kept of it, nothing if it is in no history, and what it has cost."""
        found = await find(asked, self._of_table, self._of_history)
        kept = self._asker.kept.deal(found.table, found.played.dealt)
        return found, kept, kept.analysis if kept else ""

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
        shown = await self._asker.room.work.ask(reviews.shown, *found.about, written, lane="study")
        return found.placed(shown, seat=found.seat, deal=message.deal)

    async def _studied_now(self, found: FinishedDeal, kept: Deal | None) -> str:
        room, dealt = self._asker.room, found.played.dealt

        def tell(done: int, of: int) -> None:
            self._asker.send(protocol.Analysing(table=found.table, dealt=dealt, done=done, of=of))

        tell(0, len(found.played.deal.actions))
        made = await room.work.ask(reviews.review, *found.about, lane="study", tell=tell)
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

    def _stop(self) -> Outgoing | None:
        if self._studied is None:
            return None
        (table, dealt), self._studied = self._studied, None
        self._asker.room.work.stop()
        return protocol.Analysing(table=table, dealt=dealt, stopped=True)
