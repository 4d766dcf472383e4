"""Boards of a day in the room of a browser: the same as at a server, once each, kept when they are left."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from dealt import daily
from dealt.daily import today
from dealt.game import Action, View
from dealt.games import GAMES
from tests.site.test_room import Page

GAME = "chinesepoker"


class First:
    """Does what the page of these tests does."""

    def choose(self, view: View, rng: Random) -> Action:
        return view.legal[0].first()


async def entered(kept: str = "") -> Page:
    page = Page(kept)
    await page.enter()
    return page


async def day(page: Page, **more: Any) -> dict[str, Any]:
    """What is told in the end."""
    found = await page.ask("daily", "daily", game=GAME, **more)
    while found["growing"]:
        found = await page.hear("daily")
    return found


async def begin(page: Page, game: str = GAME, **more: Any) -> dict[str, Any]:
    page.say("play_daily", game=game, pace="instant", **more)
    return await mine(page)


async def mine(page: Page) -> dict[str, Any]:
    """The table at one's turn, or when the board is over. Others may act at the same time: then one is asked again."""
    while True:
        async with asyncio.timeout(20):
            table = await page.heard.get()
        assert table["op"] != "error" or table["code"] == "stale", table
        if table["op"] != "table" or not page.heard.empty():
            continue
        if table["phase"] in ("over", "final") or (table["view"] and table["seat"] in table["view"]["turn"]):
            return table


async def act(page: Page, table: dict[str, Any]) -> dict[str, Any]:
    assert page.room.table.near is not None
    assert page.room.table.near.session.table is not None
    view = page.room.table.near.session.table.view(0)
    if not view.legal:  # what was told is not the newest any more
        return await mine(page)
    first = First().choose(view, Random(0))
    page.say("act", step=table["step"], action=str(first))
    return await mine(page)


async def play(page: Page, table: dict[str, Any]) -> dict[str, Any]:
    while table["phase"] == "playing":
        table = await act(page, table)
    return table


async def test_a_lone_person_has_a_field_and_the_boards_of_everybody() -> None:
    page = await entered()
    over = await play(page, await begin(page))
    assert over["seed"] == daily.seed(GAME, today(), 1).hex()
    assert over["daily"] == {"day": today().isoformat(), "board": 1, "boards": 8, "last": 8}
    found = await day(page)
    field = found["boards"][0]["field"]
    assert {each["name"] for each in field} == {"Anna", *daily.field(GAMES[GAME].make())}
    assert next(each["score"] for each in field if each["name"] == "Anna") == over["result"]["scores"][0]
    for each in field:
        replay = await page.ask("replay", "old_deal", table=each["table"], dealt=1)
        assert replay["scores"][0] == each["score"]
    assert (await page.ask("statistics", "statistics"))["tallies"] == []


async def test_a_board_that_was_left_goes_on_also_in_another_visit() -> None:
    page = await entered()
    table = await act(page, await begin(page))
    page.say("leave")
    await page.hear("left")
    assert (await day(page))["boards"][0]["state"] == "begun"
    again = await entered(page.kept)
    back = await begin(again)
    assert back["view"] == table["view"]
    assert back["log_from"] + len(back["log"]) == table["log_from"] + len(table["log"])
    await play(again, back)
    assert [each["state"] for each in (await day(again))["boards"]][:2] == ["done", "new"]
    again.say("leave")
    await again.hear("left")
    assert (await begin(again))["daily"]["board"] == 2


async def test_boards_of_other_days_are_chosen_or_come_at_once() -> None:
    page = await entered()
    yesterday, before = ((today() - timedelta(n)).isoformat() for n in (1, 9))
    over = await play(page, await begin(page, day=before, board=5))
    assert over["daily"] == {"day": before, "board": 5, "boards": 8, "last": 8}
    page.say("leave")
    await page.hear("left")
    error = await page.ask("error", "play_daily", game=GAME, day=before, board=5)
    assert error["code"] == "board_done"
    for board in (1, 2):
        over = await play(page, await begin(page, instant=True))
        assert over["daily"] == {"day": yesterday, "board": board, "boards": 8, "last": board}
        page.say("ready", step=over["step"])
        await page.hear("left")
    found = (await day(page, calendar=True))["calendar"]
    assert {each["day"]: each["done"] for each in found if each["done"]} == {yesterday: 2, before: 1}
    tomorrow = (today() + timedelta(1)).isoformat()
    assert (await page.ask("error", "daily", game=GAME, day=tomorrow))["code"] == "no_daily"


@pytest.mark.parametrize("game", ["hearts", "spades", "blackjack"])
async def test_equal_actions_lead_to_the_deal_that_the_library_plays(game: str) -> None:
    page = await entered()
    await play(page, await begin(page, game))
    assert page.room.table.near is not None
    table = page.room.table.near.session.table
    assert table is not None
    known = daily.play(table.game, table.seed, [First(), *daily.opponents(table.game)[1:]])
    seats = range(table.game.seats)
    assert [[str(each) for by, each in table.moves if by == seat] for seat in seats] == [
        [str(each) for by, each in known.moves if by == seat] for seat in seats
    ]
