"""Sets of tables with the same deals, boxes in the state, and what a computer says about a line of the log."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import Action, Box, Game, Listing, Say, View
from dealt.players import REGISTERED, register
from dealt.server.base.config import Config
from dealt.server.room.room import Room
from dealt.server.store.store import Store
from dealt.table import Record, seed_in
from tests.server.helpers import Face, FakeLink, Message, later, open_room, play_deal, serve, settings, until
from tests.server.toys import GIFT, make_gift
from tests.toys import State

pytestmark = pytest.mark.slow

GIFTS = tuple(Action("give", 1 << one) for one in range(0, 28, 4))


def make_rated(goal: int = 1000) -> Game[State]:
    """The toy with a box of all gifts, compared by the difference to the mean of the other tables."""
    game = make_gift(goal)

    class Rated(type(game)):  # type: ignore[misc]
        name = "rated"
        boxes = (Box("give", 4, GIFTS),)
        unit = "compare.mean"

        def compare(self, scores: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
            sums = [sum(column) for column in zip(*scores, strict=True)]
            others = len(scores) - 1
            return [tuple(x - (s - x) / others for x, s in zip(row, sums, strict=True)) for row in scores]

    made: Game[State] = Rated()
    made.options = {"goal": goal}
    return made


class Seer:
    """Gives its first card, and reads from a line which one was given."""

    def choose(self, view: View, rng: Random) -> Action:
        return view.legal[0]

    def meaning(self, view: View, line: int) -> Say | None:
        move = view.log[line]
        return Say("gave", {"seat": move.seat, "viewer": -2 if view.seat is None else view.seat}) if line else None


if "seer" not in REGISTERED:
    register("seer", lambda game: Seer(), lambda game: game.name == "rated")

RATED = Listing("rated", make_rated, options=(GIFT.options[0],), texts=GIFT.texts, computers=("seer",))
GAMES = {"rated": RATED, "gift": GIFT}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return settings(tmp_path)


async def opened(face: Face, **more: Any) -> Message:
    """A table that has dealt, with computers on the other seats."""
    await face.send("create", **{"game": "rated", "pace": "instant", "computers": "seer", **more})
    await face.hear("table")
    await face.send("start")
    return await face.hear("table", lambda table: table["phase"] == "playing")


async def record_of(face: Face) -> Record:
    return Record.from_json((await face.ask("record", "record"))["record"])


async def test_two_tables_of_a_set_get_the_same_deals_and_are_compared(config: Config) -> None:
    async with serve(config, GAMES) as served, Face.open(served.ws) as anna, Face.open(served.ws) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        first = await opened(anna, set="friday")
        second = await opened(ben, set="friday", private=True)
        assert first["set"] == second["set"] == "friday"
        assert first["commitment"] == second["commitment"]
        await anna.play(2, Random(1))
        await ben.play(1, Random(2))
        deals = (await record_of(anna)).deals
        assert len({each.seed for each in deals}) == 2
        assert deals[0].seed == (await record_of(ben)).deals[0].seed

        known = await anna.ask("set", "set")
        assert known["name"] == "friday"
        assert known["unit"] == "compare.mean"
        assert [each["deal"] for each in known["deals"]] == [1, 2]
        mine, theirs = known["deals"][0]["tables"]
        assert mine["table"] == first["id"]
        assert mine["scores"] == list(deals[0].scores or ())
        assert "Ben" in theirs["names"]
        assert mine["compared"] == [a - b for a, b in zip(mine["scores"], theirs["scores"], strict=True)]
        (alone,) = known["deals"][1]["tables"]
        assert alone["compared"] is None
        assert second["id"] not in str(known), "whoever knows the id of a private table may join it"

        unfinished = await ben.ask("set", "set")
        assert [each["deal"] for each in unfinished["deals"]] == [1], "the second deal still waits for Ben"
        assert unfinished["deals"][0]["tables"][0]["table"] == second["id"]


async def test_other_options_another_name_or_no_set_get_other_deals(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        found = []
        cases: tuple[dict[str, Any], ...] = ({"set": "a"}, {"set": "b"}, {"set": "a", "options": {"goal": 9}}, {})
        for n, more in enumerate(cases):
            link = await FakeLink(room).come(f"P{n}x")
            await link.do("create", game="rated", **more)
            found.append(link.state["promise"])
        assert len(set(found)) == 4
        assert link.state["set"] is None
        assert await link.refused("set") == "no_set"
        assert await (await FakeLink(room).come("Zoe")).refused("create", game="rated", set="a b") == "bad_set"


async def test_the_lobby_names_the_set(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        await (await FakeLink(room).come("Anna")).do("create", game="rated", set="friday")
        link = await FakeLink(room).come("Cem")
        await until(lambda: [each["set"] for each in link.last("lobby")["tables"]] == ["friday"])


async def test_a_set_goes_on_after_a_restart_and_its_secret_is_told_nobody(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="rated", set="x", pace="instant")
        await anna.do("start")
        await play_deal(room, [anna])
        joined = anna.live.joined if anna.live else None
        assert joined is not None
        assert anna.state["seed"] == seed_in(joined.secret, 1).hex()
        assert joined.secret.hex() not in "".join(anna.frames)
    async with open_room(config, GAMES) as room:
        back = FakeLink(room)
        await back.do("hello", v=1, token=anna.token)
        back.refresh(anew=True)
        await back.do("ready", step=back.state["step"])
        await play_deal(room, [back])
        assert back.state["seed"] == seed_in(joined.secret, 2).hex()
        await back.do("set")
        assert [each["deal"] for each in back.last("set")["deals"]] == [1, 2]


async def test_results_are_stored_with_the_event_that_counts_them_or_not_at_all(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="rated", set="x", pace="instant")
        await anna.do("start")
        live = anna.live
        assert live is not None
        assert live.joined is not None
        await play_deal(room, [anna])
        rows = await room.store.sets.results(live.joined.id, live.session.id)
        written = [
            each.payload for each in await room.store.tables.events(live.session.id) if '"finished"' in each.payload
        ]
        assert len(rows) == len(written) == 1
        assert rows[0].names == [live.session.name_on(seat) for seat in range(3)]


async def test_a_set_is_forgotten_when_it_has_had_no_table_for_long(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="rated", set="x")
        assert anna.live is not None
        first = anna.live.joined
        later(room, config.forget_after * 2)
        await room.tidy()
        await anna.do("leave")
        await room.tidy()
        assert await joined_again(room, "Ben") == first
        later(room, config.forget_after * 2)
        await room.tidy()
        assert await joined_again(room, "Cem") != first


async def joined_again(room: Room, name: str) -> object:
    """The set of a new table, which is gone again."""
    link = await FakeLink(room).come(name)
    await link.do("create", game="rated", set="x")
    joined = link.live.joined if link.live else None
    await link.do("leave")
    return joined


async def test_a_box_comes_whole_with_ones_own_turn_only(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        anna, ben = await FakeLink(room).come("Anna"), await FakeLink(room).come("Ben")
        await anna.do("create", game="rated")
        await ben.do("join", table=anna.state["id"], watch=True)
        await anna.do("start")
        (box,) = anna.state["boxes"]
        assert (box["group"], box["columns"]) == ("give", 4)
        assert [each["name"] for each in box["actions"]] == [str(each) for each in GIFTS]
        assert {each["name"] for each in anna.state["view"]["legal"]} < {each["name"] for each in box["actions"]}
        assert ben.state["boxes"] == []
        await anna.act()
        assert anna.state["boxes"] == []


async def test_a_computer_tells_what_a_line_means_during_the_deal_and_after_it(config: Config) -> None:
    async with serve(config, GAMES) as served, Face.open(served.ws) as anna, Face.open(served.ws) as ben:
        await anna.come("Anna")
        await ben.come("Ben")
        table = await opened(anna)
        assert table["explained"]
        table = await anna.hear("table", lambda each: len(each["log"]) + each["log_from"] == 2)
        await ben.ask("join", "table", table=table["id"], watch=True)
        for face, viewer in ((anna, 0), (ben, -2)):
            said = await face.ask("meaning", "meaning", line=1)
            assert (said["line"], said["step"]) == (1, table["step"])
            assert said["say"]["args"]["viewer"] == viewer
        assert (await anna.ask("meaning", "meaning", line=0))["say"] is None
        assert (await anna.ask("meaning", "error", line=2))["code"] == "no_line"
        await anna.send("act", step=table["step"], action=table["view"]["legal"][0]["name"])
        await anna.hear("table", lambda each: each["phase"] == "over")
        assert (await anna.ask("meaning", "meaning", line=2))["say"]["args"]["seat"] == 0


async def test_where_the_computer_explains_nothing_the_question_is_refused(config: Config) -> None:
    async with open_room(config, GAMES) as room:
        anna = await FakeLink(room).come("Anna")
        await anna.do("create", game="rated", computers="lowest")
        assert anna.state["explained"] is False
        assert await anna.refused("meaning", line=0) == "no_meaning"
        ben = await FakeLink(room).come("Ben")
        await ben.do("create", game="rated")
        assert await ben.refused("meaning", line=0) == "not_started"


async def test_the_newest_schema_has_sets(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'new.db'}")
    try:
        await store.sets.forget(1.0, 9)
        assert await store.sets.results("none", "none") == []
    finally:
        await store.close()
