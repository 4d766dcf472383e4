"""The puzzle of the day in a real Chromium: without a name, judged after the choice, and remembered."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, faults, own_room

pytestmark = [pytest.mark.turns(2)]

SIZES = [(360, 640), (640, 360), (800, 600), (1440, 900)]


def answer_of(page: Page, game: str) -> tuple[int, int]:
    """The place of the best choice of today's puzzle, and the number of choices."""
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    base = f"{page.url.split('#')[0]}api/daily/{game}/{today}"
    with urllib.request.urlopen(base, timeout=20) as found, urllib.request.urlopen(f"{base}/0", timeout=20) as told:
        return json.load(told)["best"], len(json.load(found)["choices"])


def test_a_puzzle_is_solved_without_a_name(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}).new_page()
    page.goto("./")
    page.get_by_role("link", name="Puzzle of the day").click()
    tiles = page.locator("main li[data-game] button")
    expect(tiles.first).to_contain_text("Not tried yet")
    game = page.locator("main li[data-game]").first.get_attribute("data-game") or ""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/daily/" in request.url else None)
    tiles.first.click()
    puzzle, choices = page.get_by_test_id("puzzle"), page.locator(".choices button")
    expect(puzzle).to_contain_text("What is best here?")
    best, count = answer_of(page, game)
    expect(choices).to_have_count(count)
    assert len(asked) == 1  # the answer is not fetched before the choice
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(choices.first).to_be_in_viewport()
    assert faults(page) == []
    page.keyboard.press(str(best + 1))  # as in the terminal, a number chooses
    expect(puzzle).to_have_attribute("data-verdict", "right")
    expect(puzzle).to_contain_text(re.compile(r"of the deals that fit|on average in the deals"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(puzzle).to_be_in_viewport()
    assert faults(page) == []
    page.reload()  # what was chosen is known
    expect(puzzle).to_have_attribute("data-verdict", "right")
    expect(page.locator(".bar .day")).to_have_text(re.compile(r"Today\s*·\s*1 day in a row"))

    page.get_by_role("button", name="Yesterday's").click()
    expect(page.locator(".bar .day")).to_contain_text("Yesterday")
    expect(puzzle).to_have_attribute("data-verdict", "")
    choices.first.click()
    expect(puzzle).to_contain_text("counts for no streak")
    page.get_by_role("button", name="All", exact=True).click()
    expect(tiles.first).to_contain_text("Found")
    page.get_by_role("button", name="Leave the puzzle").click()
    expect(page.get_by_label("Your name")).to_be_visible()


@own_room(hints="never")
def test_where_the_host_allows_no_hints_there_are_none(page: Page) -> None:
    page.goto("./")
    page.locator("main li[data-game=spades] button").click()
    at_table(page)
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")
    expect(page.locator("[data-tool=sort]").first).to_be_visible()
    expect(page.locator("[data-tool=hint], [data-tool=odds]")).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("o")
    expect(page.get_by_test_id("status")).not_to_contain_text("The host of this room")


def test_a_wrong_choice_is_told_why(device: Device) -> None:
    page = device(viewport={"width": 1440, "height": 900}, locale="zh-CN").new_page()
    page.goto("./#/daily")
    game = page.locator("main li[data-game]").last.get_attribute("data-game") or ""
    page.locator("main li[data-game] button").last.click()
    puzzle = page.get_by_test_id("puzzle")
    expect(puzzle).to_contain_text("此处怎样最好")
    best, _ = answer_of(page, game)
    page.locator(".choices button").nth(1 if best == 0 else 0).click()
    expect(puzzle).to_have_attribute("data-verdict", "wrong")
    expect(puzzle).to_contain_text("不对，最好的是")
    expect(puzzle).to_contain_text("你的选择")
    assert faults(page) == []
    page.get_by_role("button", name="全部").click()
    expect(page.locator("main li[data-game]").last).to_contain_text("没答对")
