"""The host and pairs of people whose choices fit each other's cards: who stands out, and the deals, every hand open."""

from __future__ import annotations

from dataclasses import dataclass

from dealt.analysis.honest import FEWEST_DEALS, standing_out
from dealt.server.room.audit import Answers, Audit
from dealt.server.room.room import Room
from dealt.wire import host_protocol as host
from dealt.wire.conduct import HostPair, PairDeal
from dealt.wire.refusal import Refused
from dealt.work import work
from dealt.work.finished import recall
from dealt.work.work import WorkFailed


@dataclass(eq=False)
class AdminPairs:
    _room: Room
    _audit: Audit

    @property
    def answers(self) -> Answers:
        return {host.AskPairs: self._pairs, host.DismissPair: self._dismiss, host.LookAtDeal: self._deal}

    async def _pairs(self, question: host.AskPairs, address: str) -> host.HostPairs:
        config, stored = self._room.config, self._room.store.pairs
        if not (config.pairs and config.analysis):
            return host.HostPairs(pairs=[], weighed=0, on=False)
        rows = await stored.all()
        found = []
        for n in standing_out([row["chance"] for row in rows]):
            one, other, dismissed = (rows[n].pop(each) for each in ("one_id", "other_id", "dismissed"))
            new = await stored.deals(one, other, rows[n]["game"], dismissed or 0.0)
            if dismissed is None or len(new) >= FEWEST_DEALS:
                found.append(HostPair(**rows[n], told=[PairDeal(**each) for each in new]))
        return host.HostPairs(pairs=found, weighed=len(rows), on=True)

    async def _dismiss(self, question: host.DismissPair, address: str) -> host.HostDone:
        names = question.name, question.other
        count = await self._room.store.pairs.dismiss(*names, question.game, self._room.runtime.time())
        if count:
            await self._audit.note(address, "dismiss", ", ".join(names), question.game)
        return host.HostDone(count=count)

    async def _deal(self, question: host.LookAtDeal, address: str) -> host.HostDeal:
        """A deal of people who were looked at. What the host sees so is in the audit."""
        room, table, dealt = self._room, question.table, question.dealt
        row = await room.store.pairs.deal(table, dealt)
        if row is None:
            raise Refused("no_old_deal")
        try:
            found = await recall(room.workshop.game, room.games, "", table, dealt, row.match, row.packed)
            wanted = found.key, found.played.deal, 0, 1, found.played.past
            shown = found.recalled(await room.workers.ask(work.replay, *wanted, by=address))
        except WorkFailed as error:
            raise Refused("no_answer", error.say) from None
        await self._audit.note(address, "deal", f"{table}/{dealt}")
        return host.HostDeal(replay=shown, record=found.played.record.to_json())
