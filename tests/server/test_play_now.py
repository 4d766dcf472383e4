"""Play now: whoever presses it gets cards at once, alone against computers if nobody is about to deal."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from random import Random

import pytest

from dealt.server.room.room import Room
from tests.server.helpers import Face, FakeLink, later, open_room, play_deal, serve, settings
from tests.server.test_room import people, seated
from tests.server.toys import TOYS

CROWD = 200


def has_cards(link: FakeLink) -> bool:
    """Do they see cards of their own?"""
    state = link.state
    own = (pile for pile in (state["view"] or {"piles": ()})["piles"] if pile["owner"] == state["seat"])
    return state["seat"] is not None and any(card for pile in own for card in pile["cards"])


async def test_who_presses_while_another_plays_gets_cards_of_their_own(room: Room) -> None:
    anna, bert, carl = await people(room, "Anna", "Bert", "Carl")
    for link in (anna, bert):
        await link.do("quick", game="bigtwo")
        assert link.state["phase"] == "playing"
        assert has_cards(link)
    assert bert.state["id"] != anna.state["id"]
    await carl.do("quick")  # any game: the first of the house
    assert carl.state["game"] == next(iter(TOYS))


async def test_between_two_deals_one_comes_to_company(room: Room) -> None:
    anna, bert = await people(room, "Anna", "Bert")
    await anna.do("quick", game="bigtwo")
    await play_deal(room, [anna], Random(1))
    await bert.do("quick", game="bigtwo")
    assert bert.state["id"] == anna.state["id"]
    await anna.do("ready", step=anna.state["step"])
    assert bert.state["phase"] == "playing"
    assert has_cards(bert)
    assert bert.state["uncounted"] == ""


@pytest.mark.parametrize("away", [False, True])
async def test_a_result_that_nobody_looks_at_any_more_keeps_no_newcomer_waiting(room: Room, *, away: bool) -> None:
    anna, watcher, bert = await people(room, "Anna", "Will", "Bert")
    await anna.do("quick", game="bigtwo")
    await watcher.do("join", table=anna.state["id"], watch=True)
    await play_deal(room, [anna], Random(1))
    if away:
        room.drop(anna)
    else:
        later(room, 60)
    await bert.do("quick", game="bigtwo")
    assert bert.state["id"] != anna.state["id"]
    assert has_cards(bert)


async def test_the_last_free_seat_is_taken_and_no_other(room: Room) -> None:
    few = await seated(room, "gift", "Anna", "Bert")
    (alone,) = await seated(room, "bigtwo", "Carl")
    dora, emil = await people(room, "Dora", "Emil")
    await dora.do("quick", game="gift")
    assert dora.state["id"] == few[0].state["id"]
    assert [each.state["phase"] for each in (*few, dora)] == ["playing"] * 3
    await emil.do("quick", game="bigtwo")
    assert emil.state["id"] != alone.state["id"]
    assert has_cards(emil)
    assert alone.state["phase"] == "waiting"


async def test_who_would_wait_is_refused_where_they_must_not(room: Room) -> None:
    anna, bert = await people(room, "Anna", "Bert")
    await anna.do("quick", game="gift")
    table = anna.state["id"]
    assert await bert.refused("join", table=table, soon=True) == "not_soon"
    await play_deal(room, [anna])
    await bert.do("join", table=table, soon=True)
    assert "Bert" in str(anna.state["seats"])


async def test_in_a_full_room_one_comes_to_a_table_that_is_there(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path, tables=1)) as room:
        anna, bert, carl, dora = await people(room, "Anna", "Bert", "Carl", "Dora")
        await anna.do("quick", game="gift")
        for link in (bert, carl):
            await link.do("quick", game="gift")
            assert link.state["id"] == anna.state["id"]
        assert await dora.refused("quick", game="gift") == "too_many_tables"


@pytest.mark.slow
async def test_two_hundred_at_once_all_have_cards(room: Room) -> None:
    few = await seated(room, "gift", "Anna", "Bert")  # one of the crowd can be their third
    (over,) = await people(room, "Carl")
    await over.do("create", game="gift", now=True)
    await play_deal(room, [over])  # and two can play the next deal with Carl
    crowd = await people(room, *(f"p{n}" for n in range(CROWD)))
    for wave in (crowd[::2], crowd[1::2]):  # those of the first are playing when the second comes
        await asyncio.gather(*(link.do("quick", game="gift") for link in wave))
    await over.do("ready", step=over.state["step"])
    assert [link.person.name for link in crowd if link.person and not has_cards(link)] == []
    at = [link.state["id"] for link in crowd]
    assert (at.count(few[0].state["id"]), at.count(over.state["id"])) == (1, 2)
    assert len(room.live_tables) == 2 + CROWD - 3


@pytest.mark.slow
async def test_a_crowd_over_sockets_all_have_cards(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, contextlib.AsyncExitStack() as stack:
        faces = [await stack.enter_async_context(Face.open(room.ws)) for _ in range(40)]

        async def press(n: int, face: Face) -> str:
            await face.come(f"p{n}")
            await face.send("quick", game="bigtwo")
            state = await face.hear("table")
            if state["phase"] == "waiting":
                state = await face.hear("table", lambda each: each["phase"] == "playing")
            assert state["seat"] is not None
            return str(state["id"])

        waves = (range(0, len(faces), 2), range(1, len(faces), 2))
        tables = [await asyncio.gather(*(press(n, faces[n]) for n in wave)) for wave in waves]
        assert len({*tables[0], *tables[1]}) == len(faces)
