"""Tables whose deals follow from a known seed: the same cards as on the command line, and no results from them."""

from __future__ import annotations

import pytest

from dealt.games import GAMES
from dealt.server.base.config import Config
from dealt.server.room.room import Room
from dealt.table import Table, commitment, seed_of
from tests.server.helpers import FakeLink, open_room, play_deal
from tests.server.toys import GIFT


async def opened(room: Room, game: str, seed: str, by: str = "Anna") -> FakeLink:
    """Somebody at a table of that game and seed, where the first deal lies."""
    link = await FakeLink(room).come(by)
    await link.do("create", game=game, seed=seed, computers="random")
    if link.state["phase"] == "waiting":
        await link.do("start")
    return link


async def test_a_seed_is_the_same_deal_at_a_table_as_in_the_library(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        for n, (name, listing) in enumerate(GAMES.items()):
            link = await opened(room, name, "1", f"Anna-{n}")
            assert link.state["known"] == "1"
            assert link.state["commitment"] == commitment(seed_of("1", 0))
            table = Table(listing.make(), seed_of("1", 0))
            live = link.live
            assert live is not None
            assert live.session.table is not None
            assert live.session.table.first == table.first, name


async def test_the_second_deal_follows_too_and_nothing_counts(config: Config) -> None:
    async with open_room(config, {"gift": GIFT}) as room:
        link = await opened(room, "gift", " friends ")
        assert (link.state["known"], link.state["uncounted"]) == ("friends", "seed")
        await play_deal(room, [link])
        await link.do("ready", step=link.state["step"])
        assert link.state["commitment"] == commitment(seed_of("friends", 1))
        await link.do("statistics")
        assert link.last("statistics")["tallies"] == []


@pytest.mark.slow
async def test_quick_play_leads_to_no_table_whose_cards_somebody_may_know(config: Config) -> None:
    async with open_room(config, {"gift": GIFT}) as room:
        anna, bert, carl, dora = [await FakeLink(room).come(each) for each in ("Anna", "Bert", "Carl", "Dora")]
        await anna.do("create", game="gift", seed="friends")
        await bert.do("create", game="gift", set="friday")  # at another table of the set the deals were played before
        await carl.do("quick", game="gift")
        assert carl.state["id"] not in (anna.state["id"], bert.state["id"])
        assert (carl.state["known"], carl.state["set"]) == (None, None)
        await play_deal(room, [carl])
        await anna.do("start")
        await play_deal(room, [anna])
        await bert.do("start")
        await play_deal(room, [bert])
        await dora.do("quick", game="gift")
        assert dora.state["id"] == carl.state["id"]  # all three are between two deals


async def test_what_is_no_seed(config: Config) -> None:
    async with open_room(config, {"gift": GIFT}) as room:
        link = await FakeLink(room).come("Zoe")
        for wrong in ({"seed": " "}, {"seed": "a\nb"}, {"seed": "1", "set": "friday"}):
            assert await link.refused("create", game="gift", **wrong) == "bad_seed"


async def test_deals_of_a_set_count_for_nobody_however_often_they_are_reopened(config: Config) -> None:
    async with open_room(config, {"gift": GIFT}) as room:
        link = await FakeLink(room).come("Anna")
        commitments = []
        for _ in range(2):
            await link.do("create", game="gift", set="friday", computers="random")
            await link.do("start")
            commitments.append(link.state["commitment"])
            assert link.state["uncounted"] == "set"
            await play_deal(room, [link])
            await link.do("set")
            await link.do("leave")
        assert commitments[0] == commitments[1]
        assert [len(each["tables"]) for each in link.last("set")["deals"]] == [2], "in the set itself both stand"
        await link.do("statistics")
        assert link.last("statistics")["tallies"] == []
