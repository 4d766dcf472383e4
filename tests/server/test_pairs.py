"""Partners who play as if they saw each other's cards: which deals are read, who is told of them, and what stays."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from dealt.analysis import honest
from dealt.games import make
from dealt.players import computer
from dealt.server.room import admin_pairs
from dealt.server.room.admin import Admin
from dealt.server.room.room import Room
from dealt.server.store import stored_pairs
from dealt.server.store.archive import DealRow
from dealt.server.store.database import foresights, pairs, rated_deals, ratings
from dealt.session.deals import PlayedDeal, pack_deal
from dealt.table import DealRecord, Match, play, seed_of
from dealt.wire import host_protocol as host
from dealt.wire.refusal import Refused
from dealt.work.work import WorkFailed
from tests.server.helpers import open_room, settings
from tests.server.test_room import people
from tests.server.test_store import database as database

FEW = 3


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few deals are enough."""
    for module in (honest, stored_pairs, admin_pairs):
        monkeypatch.setattr(module, "FEWEST_DEALS", FEW)


@pytest.fixture
async def room(database: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A room on either database."""
    async with open_room(settings(tmp_path, database=database)) as each:
        yield each


async def kept(room: Room, table: str, ids: dict[str, str], *seats: str, at: float = 1.0) -> None:
    """A rated deal of Spades at a table, as the room keeps it: who sat in which seat."""
    game = make("spades").among_computers()
    easy = [computer("beginner", game)] * game.seats
    played = play(game, easy, seed_of("pairs", len(table)), rngs=[Random(n) for n in range(4)])
    record = DealRecord(seed_of("pairs", len(table)).hex(), (), played.lines, played.score, seats)
    packed = pack_deal(game, PlayedDeal(1, 0, 1, Match(game).record_of([record]), None))
    await room.store.tables.open(table, 1.0, ["{}"], {ids[each]: each for each in seats})
    await room.store.tables.put_deals(table, [DealRow(1, 1, packed)])
    row = {"table_id": table, "dealt": 1, "game": "spades", "mu": 25.0, "sigma": 8.0, "gain": 0.0, "at": at}
    rows = [{**row, "person_id": ids[each]} for each in seats]
    await room.store.writer.put((insert(rated_deals), rows))


async def evening(room: Room) -> dict[str, str]:
    """Anna and Ben have played some deals together, and as many with Clara and Dora."""
    links = await people(room, "Anna", "Ben", "Clara", "Dora")
    ids = {link.person.name: link.person.id for link in links if link.person}
    rated = {"game": "spades", "mu": 25.0, "sigma": 8.0, "deals": 2 * FEW}
    await room.store.writer.put((insert(ratings), [{**rated, "person_id": each} for each in ids.values()]))
    for n in range(FEW):
        await kept(room, f"together{n}", ids, "Anna", "Clara", "Ben", "Dora")
        await kept(room, f"apart{n}", ids, "Anna", "Ben", "Clara", "Dora")
    return ids


async def rows(room: Room) -> list[dict[str, Any]]:
    return await room.store.read(select(foresights))


async def asked(room: Room) -> host.HostPairs:
    found = await Admin(room, list).do(host.AskPairs(), "127.0.0.1")
    assert isinstance(found, host.HostPairs)
    return found


async def test_each_deal_is_read_once_and_says_something_of_everybody_in_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await evening(room)
    await room.pair_watch.run()
    found = await rows(room)
    assert len(found) == 4 * 2 * FEW
    assert all(isinstance(each["figure"], float) for each in found)
    partner = {(each["person_id"], each["table_id"]): each["partner_id"] for each in found}
    assert partner[ids["Anna"], "together0"] == ids["Ben"]
    assert partner[ids["Ben"], "apart0"] == ids["Dora"]

    async def analyse(*some: Any, **more: Any) -> Any:
        raise AssertionError("it was read already")

    monkeypatch.setattr(room.workers, "analyse", analyse)
    await room.pair_watch.run()
    assert await rows(room) == found
    assert (await asked(room)).weighed == 4  # Anna and Ben, Clara and Dora, and those of the others


async def test_the_host_is_told_of_who_stands_out_with_the_deals_and_can_look_at_them(room: Room) -> None:
    ids = await evening(room)
    await room.pair_watch.run()
    both = [ids["Anna"], ids["Ben"]]
    too_good = foresights.c.person_id.in_(both), foresights.c.partner_id.in_(both)
    await room.store.writer.put(
        update(foresights).values(figure=0.0),
        update(foresights).where(*too_good).values(figure=1.0),
        update(foresights).where(*too_good, foresights.c.table_id == "together1").values(figure=2.0),
        delete(pairs),
    )
    await room.pair_watch.run()
    told = await asked(room)
    (pair,) = told.pairs
    assert ({pair.name, pair.other}, pair.game, pair.deals, pair.others) == (
        {"Anna", "Ben"},
        "spades",
        FEW,
        2 * FEW,
    )
    assert pair.chance < 0.01
    assert [each.table for each in pair.told] == ["together1", "together0", "together2"]
    admin = Admin(room, list)
    shown = await admin.do(host.LookAtDeal(table="together1", dealt=1), "127.0.0.1")
    assert isinstance(shown, host.HostDeal)
    assert shown.replay.names == ["Anna", "Clara", "Ben", "Dora"]
    assert all(each.cards for each in shown.replay.frames[0].view.piles if each.name == "hand")
    lines = await admin.do(host.AskAudit(), "127.0.0.1")
    assert isinstance(lines, host.HostAudit)
    assert (lines.lines[0].action, lines.lines[0].target) == ("deal", "together1/1")
    with pytest.raises(Refused, match="no_old_deal"):
        await admin.do(host.LookAtDeal(table="together1", dealt=2), "127.0.0.1")
    assert await admin.do(host.DismissPair(name="Ben", other="Dora", game="hearts"), "127.0.0.1") == host.HostDone()
    done = await admin.do(host.DismissPair(name="ben", other="Anna"), "127.0.0.1")
    assert done == host.HostDone(count=1)
    assert (await asked(room)).pairs == []
    await room.store.writer.put(update(pairs).values(deals=0))
    await room.pair_watch.run()  # they are weighed anew
    assert (await asked(room)).pairs == []
    later = update(rated_deals).values(at=room.runtime.time() + 1)
    await room.store.writer.put(later.where(rated_deals.c.table_id != "together1"))
    assert (await asked(room)).pairs == [], "too few of their deals are new"
    await room.store.writer.put(later)
    (pair,) = (await asked(room)).pairs
    assert {pair.name, pair.other} == {"Anna", "Ben"}
    await admin.do(host.Forget(name="Ben"), "127.0.0.1")
    assert (await asked(room)).pairs == []


async def test_a_deal_that_cannot_be_read_is_counted_and_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(settings(tmp_path)) as room:
        await evening(room)
        tried = 0

        async def analyse(*some: Any, **more: Any) -> Any:
            nonlocal tried
            tried += 1
            raise WorkFailed("too late")

        monkeypatch.setattr(room.workers, "analyse", analyse)
        await room.pair_watch.run()
        await room.pair_watch.run()
        assert tried == 2 * FEW
        assert room.metrics.registry.get_sample_value("dealt_pairs_failed_total") == tried
        assert {each["figure"] for each in await rows(room)} == {None}


async def test_the_host_can_switch_it_off(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, pairs=False)) as room:
        await evening(room)
        await room.tidy()
        assert not room.runtime.tasks
        assert await rows(room) == []
        assert await asked(room) == host.HostPairs(pairs=[], weighed=0, on=False)


async def test_a_room_where_nobody_has_many_rated_deals_makes_no_game_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(settings(tmp_path)) as room:

        async def ask(*some: Any, **more: Any) -> Any:
            raise AssertionError("a game was asked about")

        monkeypatch.setattr(room.workers, "ask", ask)
        await room.pair_watch.run()
