"""Finished deals with every hand open, long answers that drop nobody, and first lessons."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest

from dealt.game import OPEN
from dealt.server.door.outbox import MOST_WAITING_BYTES
from dealt.server.room.room import Room
from dealt.session.view import wire_view
from dealt.table import Record
from dealt.wire import protocol
from tests.server.helpers import Face, play_deal, serve, settings, until
from tests.server.test_http import get
from tests.server.test_room import people, seated
from tests.server.toys import GIFT, OWN, PEEK, TOYS

pytestmark = pytest.mark.slow

# --- replays


async def test_a_finished_deal_is_shown_with_every_hand_open(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room, Face.open(room.ws) as face, Face.open(room.ws) as watcher:
        await face.come("Anna")
        await face.send("quick", game="bigtwo")
        states = [await face.play()]
        await face.send("ready", step=states[0]["step"])
        await face.hear("table", lambda s: s["phase"] == "playing")
        states.append(await face.play())
        await watcher.come("Bert")
        await watcher.send("join", table=states[0]["id"], watch=True)
        record = Record.from_json((await face.ask("record", "record"))["record"])
        match = record.replay(lambda name, **options: TOYS[name].make(**options))
        for deal, state in enumerate(states):
            shown = await face.ask("replay", "replay", deal=deal)
            assert await watcher.ask("replay", "replay", deal=deal) == shown
            assert (shown["deal"], shown["deals"]) == (deal, 2)
            assert shown["scores"] == state["result"]["scores"]
            assert shown["names"] == [seat["name"] for seat in state["seats"]]
            assert [f"{f['move']['seat']} {f['move']['action']}" for f in shown["frames"][1:]] == list(
                record.deals[deal].actions
            )
            assert shown["frames"][0]["move"] is None
            assert all(None not in pile["cards"] for frame in shown["frames"] for pile in frame["view"]["piles"])
            assert shown["frames"][-1]["view"]["score"] == shown["scores"]
            assert not any(frame["view"]["legal"] for frame in shown["frames"])
        assert match.table is not None
        last = wire_view(match.game, replace(match.table.view(OPEN, log=False), legal=()))
        assert shown["frames"][-1]["view"] == json.loads(msgspec.json.encode(last))


async def test_replays_that_can_t_be(room: Room) -> None:
    anna, bert = await seated(room, "bigtwo", "Anna", "Bert")
    assert await anna.refused("replay", deal=0) == "no_record"
    await anna.do("start")
    assert await anna.refused("replay", deal=0) == "no_record"
    await play_deal(room, [anna, bert])
    assert await anna.refused("replay", deal=1) == "no_replay"
    for link in (anna, bert):
        await link.do("ready", step=anna.state["step"])
    assert anna.state["phase"] == "playing"
    assert await anna.refused("replay", deal=1) == "no_replay"  # it is under way
    await bert.do("replay", deal=0)
    await bert.do("leave")
    assert await bert.refused("replay", deal=0) == "not_at_table"


@pytest.mark.parametrize("game", ["gift", "peek"])
async def test_what_a_deal_knows_of_those_before_it_is_in_its_replay(room: Room, game: str) -> None:
    links = await seated(room, game, *("Anna", "Bert", "Carl")[: TOYS[game].make().seats])
    for _ in range(2):
        await play_deal(room, links)
        for link in links:
            await link.do("ready", step=links[0].state["step"])
    session = links[0].live.session  # type: ignore[union-attr]
    await until(lambda: not session.played)
    assert session.table is not None
    assert session.table.past.deals == 2  # type: ignore[union-attr]
    for deal in range(2):
        await links[0].do("replay", deal=deal)
        shown = links[0].last("replay")
        assert shown["frames"][-1]["view"]["score"] == shown["scores"]


async def test_a_deal_that_was_given_up_is_shown_as_far_as_it_went(room: Room) -> None:
    (anna,) = await people(room, "Anna")
    await anna.do("create", game="peek")
    for op in ("act", "undo", "act", "act", "deal"):
        if op == "act":
            await anna.act(Random(len(anna.frames)))
        else:
            await anna.do(op, step=anna.state["step"])
    await anna.do("replay", deal=0)
    shown = anna.last("replay")
    assert (len(shown["frames"]), shown["scores"]) == (3, None)
    assert await anna.refused("replay", deal=1) == "no_replay"


# --- what is long


async def test_what_is_long_drops_nobody_and_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of many megabytes one after another to a reader who takes them late: all come, and nothing is lost."""
    text = "x" * (MOST_WAITING_BYTES + 1)
    monkeypatch.setattr(Record, "to_json", lambda _: text)
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws, max_queue=1) as face:
        await face.come("Anna")
        await face.send("create", game="peek")
        await face.play()
        for _ in range(3):
            await face.send("record")
        await face.send("chat", text="still here")
        await asyncio.sleep(0.05)
        for _ in range(3):  # one after the other, each in pieces
            heard = [await face.hear("record")]
            while heard[-1]["more"]:
                heard.append(await face.hear("record"))
            assert "".join(each["record"] for each in heard) == text
        assert (await face.ask("ping", "pong", n=1))["n"] == 1
        assert any(line["text"] == "still here" for each in face.seen if each["op"] == "talk" for line in each["lines"])


async def test_a_slow_reader_of_something_long_is_not_cut_off_but_one_who_takes_nothing_is(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room, Face.open(room.ws) as face:
        await face.come("Anna")
        (connection,) = room.app.connections
        unread = 1_000_000
        connection.out.carrier = connection.out.carrier._replace(unread=lambda: unread)
        connection.out.sending_since = 100.0
        assert not connection.out.stuck(110.0, within=20.0)
        for now in (120.0, 130.0, 300.0):
            unread -= 1
            assert not connection.out.stuck(now, within=20.0)
        assert not connection.out.stuck(315.0, within=20.0)
        assert connection.out.stuck(321.0, within=20.0)
        connection.out.sending_since = None
        assert not connection.out.stuck(999.0, within=20.0)


async def test_who_hangs_up_leaves_no_long_answer_behind(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room:
        async with Face.open(room.ws) as face:
            await face.come("Anna")
            await face.send("create", game="peek")
            await face.play()
            for _ in range(4):
                await face.send("record")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(10):
                while room.room.runtime.tasks or room.app.connections:
                    await asyncio.sleep(0.01)
        assert not room.app.connections
        assert not room.room.runtime.tasks


# --- lessons


async def test_a_lesson_is_read_frame_by_frame(tmp_path: Path) -> None:
    async with serve(settings(tmp_path), OWN) as room:
        answer = await get(room, "/api/lesson/peek")
        lesson = msgspec.json.decode(answer.content, type=protocol.Lesson)
        assert (answer.headers["content-type"], lesson.game, lesson.seat) == ("application/json", "peek", 0)
        assert [bool(frame.words) for frame in lesson.frames] == [True, True, False, False]
        assert [frame.play for frame in lesson.frames] == [None, "take 3c", None, None]
        assert [frame.move and frame.move.action for frame in lesson.frames] == [None, None, "take 3c", "take 5c"]
        assert set(lesson.frames[0].words) == {"en", "zh"}
        for frame in lesson.frames:
            hand = next(pile.cards for pile in frame.view.piles if pile.name == "hand")
            assert sorted(frame.sorts["rank"]) == sorted(map(str, hand))
        assert "take 3c" in {each.name for each in lesson.frames[1].view.legal}
        again = await get(room, "/api/lesson/peek", **{"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        house = msgspec.json.decode((await get(room, "/api/games")).content, type=protocol.House)
        assert {each.name: each.lesson for each in house.games}["gift"] is False


@pytest.mark.parametrize(
    "written", ["no toml", "seed = 1", 'steps = [{play = "fly"}]', "options = {wings = 1}\nsteps = []"]
)
async def test_a_game_without_a_lesson_or_with_a_broken_one(tmp_path: Path, written: str) -> None:
    games = {"gift": GIFT, "peek": replace(PEEK, lesson=written)}
    async with serve(settings(tmp_path), games) as room:
        for name in ("gift", "peek", "peek", "chess"):
            answer = await get(room, f"/api/lesson/{name}")
            assert (answer.status_code, answer.text) == (404, "There is no lesson of that game here.")
        assert (await get(room, "/api/games")).status_code == 200
        async with Face.open(room.ws) as face:
            await face.come("Anna")
            await face.send("quick", game="peek")
            await face.play()


@pytest.mark.slow
async def test_no_lesson_of_the_house_is_broken(tmp_path: Path) -> None:
    async with serve(settings(tmp_path)) as room:
        for name, listing in TOYS.items():
            answer = await get(room, f"/api/lesson/{name}")
            assert (answer.status_code == 200) == bool(listing.lesson), name
