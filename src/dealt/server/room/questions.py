"""What people ask the room and that changes nothing: reasons, hints, odds, meanings, records, replays, statistics."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Final

import msgspec

from dealt.ratings.rate import computer, shown
from dealt.server.room.club_news import ClubNews
from dealt.server.room.computers import Advice
from dealt.server.room.finished import FinishedDeals
from dealt.server.room.link import Commands, Link, person_of, table_of
from dealt.server.room.runtime import Runtime
from dealt.server.room.workshop import Workshop
from dealt.server.store.ratings import ENOUGH
from dealt.server.store.sets import by_deal, set_table
from dealt.server.store.store import Store
from dealt.server.workers.workers import Workers
from dealt.session.answering import Answering
from dealt.session.finished import deals_over
from dealt.session.tally import CALENDAR, days_of
from dealt.wire import protocol
from dealt.wire.protocol import RatedPlayer
from dealt.wire.refusal import Refused, check_game
from dealt.work import work
from dealt.work.finished import FinishedDeal
from dealt.work.work import WorkFailed

RECORD: Final = 60.0
"""The longest that a record may take to be written, in seconds: a table may have had thousands of deals."""
RECORD_PIECE: Final = 256 * 1024
"""The number of characters of a record that one message carries at most."""


class Questions:
    """The answers. Every one goes to the link that asks; Refused says why there is none."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        finished: FinishedDeals,
        workshop: Workshop,
        hints: str,
        clubs: ClubNews,
        runtime: Runtime,
    ):
        """``hints`` is the setting of that name."""
        self._store, self._workers, self._finished, self._hints = store, workers, finished, hints
        self._workshop, self._games, self._clubs, self._runtime = workshop, workshop.games, clubs, runtime
        self._low: dict[str, bool] = {}
        self.at_table: Commands = {
            **dict.fromkeys((protocol.Ask, protocol.Hint, protocol.GetOdds, protocol.GetMeaning), self._ask),
            protocol.GetSet: self._set,
            protocol.GetRecord: self._record,
            protocol.GetReplay: self._replay,
        }
        self.commands: Commands = {
            protocol.GetStatistics: self._statistics,
            protocol.GetHistory: self._history,
            protocol.GetDays: self._days,
            protocol.GetCompany: self._company,
            protocol.GetOldDeal: self._old_deal,
            protocol.GetRatings: self._ratings,
        }

    async def _ask(self, link: Link, message: protocol.Incoming) -> None:
        live, person = table_of(link), person_of(link)
        advice = Advice(live.computers, self._workers, live.session, self._hints, link.home)
        link.send(await Answering(live.session, advice).answer(message, person.id))

    # --- what lies behind

    async def _record(self, link: Link, message: protocol.GetRecord) -> None:
        live = table_of(link)
        session, key = live.session, live.computers.key
        deals_over(session)
        played = session.played_now  # before anything is awaited: what is put away meanwhile is read as well
        packed = [each.packed for each in await self._store.tables.all_deals(session.id, session.matches)]
        rest = [each.deal for each in played if each.index >= len(packed)]
        written = await self._workers.ask(work.record, key, packed, rest, by=link.home, within=RECORD)
        pieces = [written[first : first + RECORD_PIECE] for first in range(0, len(written), RECORD_PIECE)]
        last = len(pieces) - 1
        await link.deliver(*(protocol.RecordText(record=each, more=n < last) for n, each in enumerate(pieces)))

    async def _replay(self, link: Link, message: protocol.GetReplay) -> None:
        found = await self._finished.of_table(link, message.deal)
        await link.deliver(await self._shown_again(link, found, message.deal, found.deals))

    async def _shown_again(self, link: Link, found: FinishedDeal, deal: int, deals: int) -> protocol.Replay:
        wanted = found.key, found.played.deal, deal, deals, found.played.past
        return await self._workers.ask(work.replay, *wanted, by=link.home)

    async def _set(self, link: Link, message: protocol.GetSet) -> None:
        live = table_of(link)
        session = live.session
        if live.joined is None:
            raise Refused("no_set")
        rows = await self._store.sets.results(live.joined.id, session.id)
        scores = [[row.scores for row in there] for _, there in by_deal(session.id, rows)]
        compared = await self._workers.ask(work.compare, live.computers.key, scores, by=link.home)
        await link.deliver(set_table(session.settings.set, session.id, rows, compared, session.game.unit))

    async def _statistics(self, link: Link, message: protocol.GetStatistics) -> None:
        person, games = person_of(link), self._games
        known = {each.game: each for each in await self._store.statistics.tallies(person.id) if each.game in games}
        tallies = [
            msgspec.structs.replace(known[game], low=await self._is_low(game, link.home))
            for game in games
            if game in known
        ]
        link.send(protocol.Statistics(tallies=tallies))

    async def _history(self, link: Link, message: protocol.GetHistory) -> None:
        person = person_of(link)
        found = await self._store.statistics.history(person.id, message.game)
        deals = [each for each in found if each.game in self._games]
        await link.deliver(protocol.History(deals=deals, game=message.game))

    async def _days(self, link: Link, message: protocol.GetDays) -> None:
        since = self._runtime.time() - CALENDAR
        found = await self._store.statistics.days(person_of(link).id, since, message.offset, message.game)
        days = days_of((day, deals, won) for game, day, deals, won in found if game in self._games)
        await link.deliver(protocol.Days(days=days, game=message.game))

    async def _company(self, link: Link, message: protocol.GetCompany) -> None:
        found = await self._store.statistics.company(person_of(link).id)
        await link.deliver(protocol.Company(mates=[each for each in found if each.game in self._games]))

    async def _ratings(self, link: Link, message: protocol.GetRatings) -> None:
        """The computers stand among the people, except in a week: theirs don't move. They are in no club."""
        person, store, game, club = person_of(link), self._store.ratings, message.game, message.club
        await self._clubs.check(club, person)
        check_game(game, self._games)
        players = await store.leaders(game, self._week() if message.week else None, club)
        if not message.week and not club:
            levels = self._games[game].ratings.items()
            players += [RatedPlayer(level, *shown(computer(mu)), computer=True) for level, mu in levels]
            players.sort(key=lambda each: -each.rating)
        own = await store.own(person.id, game)
        mine = None if own is None else RatedPlayer(person.name, *shown(own[0]), own[1], avatar=person.avatar)
        course = [] if own is None else await store.course(person.id, game)
        finished = await store.finished(game, self._week(), club) if club else []
        await link.deliver(protocol.Ratings(game, message.week, players, ENOUGH, mine, course, club, finished))

    def _week(self) -> float:
        """When the week began, by UTC: on Monday."""
        now = datetime.fromtimestamp(self._runtime.time(), UTC)
        return datetime.combine(now.date() - timedelta(now.weekday()), time(), UTC).timestamp()

    async def _old_deal(self, link: Link, message: protocol.GetOldDeal) -> None:
        """A deal of a table that may be gone, for one who finished it. In a set others might still play it: then none.

        Deals of sets, and those that are known beforehand, are in no history.
        """
        found = await self._finished.of_history(link, message.table, message.dealt)
        await link.deliver(found.recalled(await self._shown_again(link, found, 0, 1)))

    async def _is_low(self, game: str, by: str) -> bool:
        if game not in self._low:
            try:
                self._low[game] = (await self._workers.ask(work.describe, game, by=by)).low
            except WorkFailed:
                return False
        return self._low[game]
