"""Phrases of the house; and what people are told of their own deals and of those whom they played with."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dealt import texts
from dealt.server.room.room import Room
from dealt.session.snapshot import read as read_snapshot
from dealt.session.snapshot import resume, take
from tests.server.helpers import Face, FakeLink, open_room, play_deal, serve, settings
from tests.server.test_room import people, seated

# --- phrases


async def test_a_phrase_is_named_so_that_everybody_reads_it_in_their_language(room: Room) -> None:
    anna, ben = await people(room, "Anna", "Ben")
    await anna.do("create", game="bigtwo")
    await ben.do("join", table=anna.state["id"])
    await anna.do("phrase", phrase="well")
    (line,) = ben.last("talk")["lines"]
    assert (line["name"], line["phrase"], line["text"], line["say"]) == ("Anna", "well", "Well played", None)
    assert await anna.refused("phrase", phrase="nonsense") == "no_phrase"
    assert await anna.refused("phrase", phrase="") == "no_phrase"
    phrases = [{key for key in texts.common()[each] if key.startswith("phrase.")} for each in ("en", "zh")]
    assert phrases[0] == phrases[1]
    assert len(phrases[0]) >= 10
    session = room.live_tables[anna.state["id"]].session
    found = read_snapshot(take(session))
    assert found is not None
    assert resume(session.id, found, session.game).talk[-1].phrase == "well"  # after a restart too


async def test_phrases_and_lines_share_one_ration(tmp_path: Path) -> None:
    config = settings(tmp_path, chat_rate=0.01, chat_burst=3)
    async with serve(config) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        await face.send("create", game="bigtwo")
        await face.hear("table")
        await face.send("phrase", phrase="hello")
        await face.send("chat", text="hello")
        await face.send("phrase", phrase="smile")
        assert (await face.ask("phrase", "error", phrase="smile"))["code"] == "slow_down"


async def test_whoever_is_muted_says_no_phrase_either(room: Room) -> None:
    anna, eve = await people(room, "Anna", "Eve")
    assert await eve.refused("phrase", phrase="hello") == "not_at_table"
    await anna.do("create", game="bigtwo")
    person = anna.person
    assert person is not None
    await room.hosting.sanctions.add("mute", person.name, person=person.id, until=None, at=room.runtime.time())
    assert await anna.refused("phrase", phrase="hello") == "muted"


# --- history and company


async def asked(link: FakeLink, op: str, answer: str, **fields: Any) -> dict[str, Any]:
    await link.do(op, **fields)
    return link.last(answer)


@pytest.mark.slow
async def test_how_two_have_done_with_each_other(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await seated(room, "bigtwo", "Anna", "Ben")
        (eve,) = await people(room, "Eve")
        await anna.do("start")
        await play_deal(room, [anna, ben])
        table = anna.state["id"]
        won = [anna.state["seats"][seat]["name"] for seat in anna.state["result"]["winners"]]
        (mate,) = (await asked(anna, "company", "company"))["mates"]
        assert mate == {
            "name": "Ben",
            "game": "bigtwo",
            "deals": 1,
            "won": int("Anna" in won),
            "theirs": int("Ben" in won),
            "both": int({"Anna", "Ben"} <= set(won)),
            "avatar": 0,
        }
        (other,) = (await asked(ben, "company", "company"))["mates"]
        assert (other["name"], other["won"], other["theirs"]) == ("Anna", mate["theirs"], mate["won"])
        assert (await asked(eve, "company", "company"))["mates"] == []

        (day,) = (await asked(anna, "days", "days", game="bigtwo"))["days"]
        assert (day["deals"], day["won"]) == (1, mate["won"])
        assert day["day"] == datetime.fromtimestamp(room.runtime.time(), UTC).date().isoformat()
        (ahead,) = (await asked(anna, "days", "days", offset=1440))["days"]
        assert date.fromisoformat(ahead["day"]) - date.fromisoformat(day["day"]) == timedelta(1)
        assert (await asked(anna, "days", "days", game="hearts"))["days"] == []
        assert (await asked(eve, "days", "days"))["days"] == []

        history = await asked(anna, "history", "history", game="bigtwo")
        assert [(each["table"], each["dealt"], each["won"]) for each in history["deals"]] == [(table, 1, "Anna" in won)]
        assert (await asked(anna, "history", "history", game="hearts"))["deals"] == []
        assert (await asked(eve, "history", "history"))["deals"] == []


async def test_an_old_deal_is_shown_to_those_who_finished_it_and_to_nobody_else(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        anna, ben = await seated(room, "bigtwo", "Anna", "Ben")
        (eve,) = await people(room, "Eve")
        await anna.do("start")
        await play_deal(room, [anna, ben])
        table = anna.state["id"]
        await eve.do("join", table=table, watch=True)
        for each in (anna, ben):
            await each.do("leave")  # the table ends, and its deals are put away

        for _ in range(500):
            if (await asked(anna, "history", "history"))["deals"][0]["kept"]:
                break
            await asyncio.sleep(0.01)
        shown = await asked(anna, "old_deal", "replay", table=table, dealt=1)
        assert (shown["game"], shown["table"], shown["names"][shown["seat"]]) == ("bigtwo", table, "Anna")
        assert len(shown["frames"]) > 10
        assert shown["scores"] is not None
        assert await eve.refused("old_deal", table=table, dealt=1) == "no_old_deal"  # she only watched
        assert await anna.refused("old_deal", table=table, dealt=2) == "no_old_deal"
        assert await anna.refused("old_deal", table="nowhere", dealt=1) == "no_old_deal"
