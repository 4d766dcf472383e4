"""The boards of a day in a real Chromium: played from the game's card, compared with the field, gone on with."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, enter, faults
from tests.web.table_helpers import large, moved_on, my_move, step

pytestmark = [pytest.mark.turns(2)]


def fold(page: Page) -> None:
    """Give the deal up at the first occasion."""
    while my_move(page):
        before = step(page)
        page.get_by_role("button", name=re.compile("^(Fold|Check|Keep|Stand pat)")).last.click()
        moved_on(page, before)


def test_boards_are_played_and_compared(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}).new_page()
    page.goto("./")
    enter(page, "Anna")
    page.get_by_role("button", name="More about Draw Poker").click()
    page.get_by_role("button", name="Daily deals: Draw Poker").click()
    boards = page.get_by_role("list", name="Boards of the day").get_by_role("button")
    expect(boards).to_have_count(8)
    expect(boards.first).to_have_accessible_name("Board 1: not played")
    assert faults(page) == []
    page.get_by_role("button", name="Play board 1").click()
    at_table(page)
    expect(page.locator(".bar .deal")).to_contain_text("Board 1/8")
    assert my_move(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)

    page.get_by_role("button", name="Leave").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("The board waits for you")
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Go on with board 1").click()
    at_table(page)
    fold(page)
    result = page.locator(".result")
    expect(result).to_contain_text("Board 1 of 8")
    expect(result).to_contain_text("Normal")
    expect(result.locator(".me").first).to_contain_text("Anna")
    assert faults(page) == []
    expect(large(page)).to_have_text("Board 2")
    large(page).click()
    expect(page.locator(".bar .deal")).to_contain_text("Board 2")
    fold(page)
    result.get_by_role("button", name="Daily deals").click()
    expect(boards.nth(1)).to_have_accessible_name(re.compile("Board 2: beats"))
    page.get_by_role("button", name="Replay: Normal").click()
    expect(page).to_have_url(re.compile(r"/d/\w+_normal/2$"))
    expect(page.get_by_text("Every hand is open").first).to_be_visible()
    whose = page.get_by_role("combobox", name="Player")
    expect(whose).to_contain_text("Anna")
    page.keyboard.press("End")
    expect(page.get_by_role("group", name="Through the deal")).to_contain_text(re.compile(r"Normal \S?\d"))


def test_a_board_and_a_day_are_chosen_and_where_it_was_lost_is_near(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}).new_page()
    page.goto("./")
    enter(page, "Bea")
    page.get_by_role("button", name="More about Draw Poker").click()
    page.get_by_role("button", name="Daily deals: Draw Poker").click()
    days = page.get_by_role("list", name="The last 14 days").get_by_role("button")
    expect(days).to_have_count(14)
    yesterday = datetime.now(UTC).date() - timedelta(1)
    days.nth(12).click()
    expect(page).to_have_url(re.compile(rf"#/boards/drawpoker/{yesterday}$"))
    boards = page.get_by_role("list", name="Boards of the day").get_by_role("button")
    boards.nth(3).click()
    assert faults(page) == []
    page.get_by_role("button", name="Play board 4").click()
    at_table(page)
    expect(page.locator(".bar .deal")).to_contain_text("Board 4/8")
    fold(page)
    page.locator(".result").get_by_role("button", name="Daily deals").click()
    expect(page).to_have_url(re.compile(rf"#/boards/drawpoker/{yesterday}$"))
    expect(days.nth(12)).to_have_accessible_name(re.compile("1 of 8 boards, beats"))
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Leave").first.click()  # the board is over: nothing is asked
    expect(page).to_have_url(re.compile(rf"#/boards/drawpoker/{yesterday}$"))
    boards.nth(3).click()
    page.get_by_role("button", name="Where you lost it").click()
    expect(page.get_by_test_id("analysis").get_by_role("button", name="All actions")).to_be_visible(timeout=20_000)
    assert faults(page) == []
    page.get_by_role("combobox", name="Player").select_option(index=0)
    expect(page.get_by_text("Every hand is open").first).to_be_visible()
    page.get_by_role("button", name="Back to the lobby").click()
    expect(page).to_have_url(re.compile(rf"#/boards/drawpoker/{yesterday}$"))
    page.get_by_role("button", name="Play one board now").click()
    at_table(page)
    expect(page.locator(".bar .deal")).to_contain_text("Board 1/8")
    fold(page)
    expect(large(page)).to_have_text("How everybody did")
    large(page).click()
    expect(page).to_have_url(re.compile(rf"#/boards/drawpoker/{yesterday}$"))
    expect(boards.first).to_have_accessible_name(re.compile("Board 1: beats"))


def test_a_link_to_a_deal_leads_who_has_not_played_it_to_the_board(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}).new_page()
    page.goto("./")
    enter(page, "Fay")
    page.get_by_role("button", name="More about Draw Poker").click()
    page.get_by_role("button", name="Play one board now: Draw Poker").click()
    at_table(page)
    fold(page)
    large(page).click()
    page.get_by_role("button", name=re.compile("^Replay: Fay")).click()
    expect(page).to_have_url(re.compile(r"/d/\w+/\d$"))
    expect(page.get_by_role("button", name="Copy")).to_be_visible()

    other = device(viewport={"width": 360, "height": 640}).new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Just look around").click()
    expect(other.get_by_text(re.compile(r"Play board \d of \d+-\d+-\d+ first"))).to_be_visible()
    assert faults(other) == []
    other.get_by_role("button", name="Daily deals").click()
    expect(other).to_have_url(re.compile(r"#/boards/drawpoker/\d+-\d+-\d+$"))
    expect(other.get_by_role("button", name=re.compile("^Play board"))).to_be_enabled()
