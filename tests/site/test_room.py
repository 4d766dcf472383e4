"""The room of one: what a page says and hears in a static room, without a browser."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from dealt.games import GAMES
from dealt.site.openings import read
from dealt.site.room import Room
from dealt.site.thinking import Lane, Tell
from dealt.work.work import House, WorkFailed
from tests.site.same import Here


def bytes_of(deal: int) -> bytes:
    return deal.to_bytes(32)


class Page:
    """One page of a browser that keeps things."""

    def __init__(self, kept: str = "", table: str = "", seed: Callable[[int], bytes] = bytes_of) -> None:
        house = House(GAMES)
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.kept, self.table = kept, table
        self.room = Room(
            house,
            Here(house),
            lambda frame, n: self.heard.put_nowait(json.loads(frame)),
            self.keep,
            kept,
            table,
            seed=seed,
        )

    def keep(self, place: str, text: str) -> None:
        if place == "room":
            self.kept = text
        else:
            self.table = text

    def say(self, op: str, **more: Any) -> None:
        self.room.hear(json.dumps({"op": op, **more}))

    async def hear(self, op: str) -> dict[str, Any]:
        """The next message of that kind; what else comes is passed over, refusals not."""
        while True:
            async with asyncio.timeout(20):
                found = await self.heard.get()
            if found["op"] == op:
                return found
            assert found["op"] != "error", found

    async def ask(self, answer: str, op: str, **more: Any) -> dict[str, Any]:
        self.say(op, **more)
        return await self.hear(answer)

    async def refused(self, op: str, **more: Any) -> dict[str, Any]:
        self.say(op, **more)
        while (found := await self.heard.get())["op"] != "error":
            pass
        return found

    async def enter(self) -> dict[str, Any]:
        await self.ask("welcome", "hello", v=1)
        return await self.ask("you", "name", name="Anna")

    async def play(self, table: dict[str, Any] | None = None) -> dict[str, Any]:
        """A deal to its end, by what the room advises; the table then."""
        table = table or await self.hear("table")
        assert self.room.table.near is not None
        session = self.room.table.near.session
        while session.phase not in ("over", "final"):
            if table["seat"] in session.turn:
                hint = await self.ask("hinted", "hint", step=session.step, worths=False)
                self.say("act", step=session.step, action=hint["action"]["name"])
            await asyncio.sleep(0.001)
        while table["phase"] not in ("over", "final"):
            table = await self.hear("table")
        return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.turns(3, always=True)
@pytest.mark.slow
async def test_a_deal_of_every_game_is_played_and_counted(game: str) -> None:
    page = Page()
    await page.enter()
    page.say("create", game=game, now=True, pace="instant", computers="easy")
    table = await page.play()
    assert (table["game"], table["result"] is not None) == (game, True)
    (tally,) = (await page.ask("statistics", "statistics"))["tallies"]
    assert (tally["game"], tally["deals"]) == (game, 1)
    (old,) = (await page.ask("history", "history"))["deals"]
    shown = await page.ask("replay", "old_deal", table=old["table"], dealt=old["dealt"])
    assert shown["game"] == game
    assert shown["frames"]


async def test_a_first_deal_that_is_over_at_once_is_counted() -> None:
    page = Page(seed=lambda deal: bytes_of(11))
    await page.enter()
    page.say("create", game="elevens", now=True)
    assert (await page.hear("table"))["result"] is not None
    assert [each["deals"] for each in (await page.ask("statistics", "statistics"))["tallies"]] == [1]


async def test_who_comes_back_is_known_by_what_the_browser_has_kept() -> None:
    page = Page()
    you = await page.enter()
    page.say("quick", game="elevens")
    await page.play()
    later = Page(page.kept)
    assert not (await later.ask("welcome", "hello", v=1, token=you["token"])).get("stale")
    assert (await later.hear("you"))["name"] == "Anna"
    assert [each["deals"] for each in (await later.ask("statistics", "statistics"))["tallies"]] == [1]
    later.say("bye")
    await later.hear("left")
    assert (await Page(later.kept).ask("welcome", "hello", v=1, token=you["token"]))["stale"]


@pytest.mark.parametrize("game", ["spades", "thirteens", "drawpoker"])
async def test_a_table_goes_on_where_it_was_when_the_page_is_loaded_anew(game: str) -> None:
    page = Page()
    you = await page.enter()
    page.say("create", game=game, now=True, pace="instant", computers="easy")
    await page.play()
    page.say("ready", step=page.room.table.near.session.step if page.room.table.near else 0)
    while (table := await page.hear("table"))["phase"] != "playing" or table["seat"] not in table["view"]["turn"]:
        pass
    later = Page(page.kept, page.table)
    await later.ask("welcome", "hello", v=1, token=you["token"])
    assert (await later.hear("you"))["table"] == table["id"]
    again = await later.hear("table")
    assert {**again, "log": None, "log_from": 0} == {**table, "log": None, "log_from": 0}
    assert (await later.ask("replay", "replay", deal=0))["deal"] == 0
    assert (await later.play(again))["deal"] == 2
    await later.ask("left", "leave")
    assert later.table == ""
    stranger = Page(later.kept, "rubbish")
    await stranger.ask("welcome", "hello", v=1, token=you["token"])
    assert (await stranger.hear("you"))["table"] is None


async def test_one_leaves_a_table_and_opens_another() -> None:
    page = Page()
    await page.enter()
    page.say("create", game="bigtwo", computers="lowest")
    assert (await page.hear("table"))["phase"] == "waiting"
    assert (await page.refused("create", game="tens"))["code"] == "at_table"
    assert (await page.ask("left", "leave"))["why"] == "left"
    assert (await page.hear("lobby"))["tables"] == []
    assert (await page.refused("act", step=0, action="pass"))["code"] == "not_at_table"
    page.say("create", game="tens")
    assert (await page.hear("table"))["game"] == "tens"


@pytest.mark.parametrize("wish", [{"set": "ours"}, {"clock": 30}, {"private": True}])
async def test_what_needs_others_is_refused_with_a_sentence(wish: dict[str, Any]) -> None:
    page = Page()
    welcome = await page.ask("welcome", "hello", v=1)
    assert welcome["alone"]
    await page.ask("you", "name", name="Anna")
    refused = await page.refused("create", game="bigtwo", **wish)
    assert (refused["code"], "nobody else" in refused["text"]) == ("alone", True)
    assert (await page.refused("join", table="elsewhere"))["code"] == "alone"


@pytest.mark.parametrize(("name", "code"), [("A", "name_short"), ("Anna!", "name_letters"), ("A" * 11, "name_long")])
async def test_a_name_is_as_in_any_room(name: str, code: str) -> None:
    page = Page()
    await page.ask("welcome", "hello", v=1)
    assert (await page.refused("name", name=name))["code"] == code


@pytest.mark.slow
async def test_a_deal_is_analysed_and_its_mistakes_are_kept() -> None:
    page = Page()
    await page.enter()
    page.say("create", game="elevens", now=True)
    await page.play()
    assert (await page.ask("analysing", "analyse", deal=0))["done"] == 0
    found = await page.hear("analysis")
    assert (found["game"], found["seat"], found["deal"]) == ("elevens", 0, 0)
    again = await page.ask("analysis", "analyse", table=found["table"], dealt=found["dealt"])
    assert again["judged"] == found["judged"]
    position = await page.ask("position", "position", step=0, deal=0)
    assert position["judged"] is not None
    tried = await page.ask("tried", "try", step=0, deal=0, action=position["frame"]["view"]["legal"][0]["name"])
    assert tried["step"] == 0
    assert (await page.ask("mistakes", "mistakes"))["mistakes"] == json.loads(page.kept)["deals"][0]["mistakes"]


async def test_the_puzzle_of_the_day_and_charts_are_read_by_their_paths() -> None:
    house = House(GAMES)
    today = datetime.now(UTC).date().isoformat()
    puzzle = json.loads(await read(house, Here(house), f"api/daily/spades/{today}") or "null")
    assert (puzzle["game"], len(puzzle["choices"]) > 1) == ("spades", True)
    answer = json.loads(await read(house, Here(house), f"api/daily/spades/{today}/0") or "null")
    assert answer["choice"] == 0
    for path in ("api/daily/chess/2026-11-26", "api/daily/spades/someday", "api/nothing", "api/charts/bigtwo?x=1"):
        assert await read(house, Here(house), path) is None


class Broken(Here):
    """Work that is never done."""

    async def _here(self, lane: Lane, request: bytes, tell: Tell) -> bytes:
        raise WorkFailed("the worker is gone")


@pytest.mark.filterwarnings("ignore:.*did not choose:RuntimeWarning")
async def test_a_computer_that_fails_is_replaced_in_sight() -> None:
    page = Page()
    page.room.work = Broken(page.room.house)
    await page.enter()
    page.say("create", game="spades", now=True, pace="instant", computers="hard")
    while not (table := await page.hear("table")).get("replaced"):
        if table["view"] and table["seat"] in table["view"]["turn"]:
            page.say("act", step=table["step"], action=table["view"]["legal"][0]["name"])
    assert {each["computer"] for each in table["seats"] if each["kind"] == "computer"} == {"lowest"}


def saved(page: Page) -> str:
    """The file in which a page saves what it has kept."""
    return f'{{"dealt": 1, "page": {{}}, "room": {page.kept or "null"}, "table": {page.table or "null"}}}'


async def test_what_is_kept_travels_in_a_file() -> None:
    page = Page()
    await page.enter()
    page.say("create", game="spades", now=True, pace="instant", computers="easy")
    await page.play()
    other = Page()
    await other.ask("welcome", "hello", v=1)
    await other.ask("you", "name", name="Berta")
    assert other.room.take(saved(page)) == ""
    assert (json.loads(other.kept), json.loads(other.table)) == (json.loads(page.kept), json.loads(page.table))
    later = Page(other.kept, other.table)
    await later.ask("welcome", "hello", v=1, token=json.loads(other.kept)["token"])
    assert (await later.hear("you"))["name"] == "Anna"
    assert (await later.hear("table"))["game"] == "spades"


async def test_a_broken_or_a_foreign_file_changes_nothing() -> None:
    page = Page()
    await page.enter()
    page.say("quick", game="elevens")
    await page.play()
    before, good = (page.kept, page.table), saved(page)
    packed = json.loads(page.kept)["deals"][0]["packed"]
    broken = [good[:-40] + "}", good.replace(packed, packed[:40]), good.replace('"tallies"', '"tallies": 3, "x"')]
    for written, why in [
        *((each, "foreign") for each in ("", "[]", '{"v": 1}', "\0", good[1:])),
        (good.replace('"dealt": 1', '"dealt": 2'), "newer"),
        *((each, "broken") for each in broken[1:]),
    ]:
        assert page.room.take(written) == why, written[:80]
        assert (page.kept, page.table) == before
    assert page.room.take(broken[0]) in ("foreign", "broken")
    assert page.room.table.near is not None
