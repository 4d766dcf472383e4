"""The lobby with all games of the house: its entries, its parts, its dialogs, at every size."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Device, at_table, enter, faults

pytestmark = pytest.mark.browser


def games(page: Page) -> list[dict[str, Any]]:
    """The games of the house, as the room tells of them."""
    found: list[dict[str, Any]] = page.request.get("./api/games").json()["games"]
    return found


def title(game: dict[str, Any]) -> str:
    """What a game is called in English."""
    return str(game["texts"]["en"]["game.title"])


def test_every_game_has_an_entry_with_its_ways(page: Page) -> None:
    enter(page, "Ann")
    house = games(page)
    entries = page.locator("li.game")
    expect(entries).to_have_count(len(house))
    for n, game in enumerate(house):
        entry = entries.nth(n)
        expect(entry.get_by_role("heading", name=title(game), exact=True)).to_be_visible()
        expect(entry).to_contain_text(game["texts"]["en"]["game.about"])
        expect(entry).to_contain_text("for one" if game["seats"] == 1 else "seats")
        expect(entry.get_by_role("button", name="First lesson")).to_have_count(int(game["lesson"]))
    assert entries.locator(".ways .primary").count() == 1  # one thing stands out

    entries.last.get_by_role("button", name="Play now").click()
    at_table(page)
    expect(page.get_by_role("heading", name=title(house[-1]), level=1)).to_be_visible()


def test_the_game_played_last_is_offered_first(page: Page) -> None:
    last = title(games(page)[-1])
    page.get_by_label("Game", exact=True).select_option(label=last)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Play now").click()
    at_table(page)
    expect(page.get_by_role("heading", name=last, level=1)).to_be_visible()
    page.get_by_role("button", name="Leave", exact=True).click()
    leave = page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True)
    leave.or_(page.locator("li.game").first).first.wait_for()
    if leave.is_visible():
        leave.click()
    expect(page.locator("li.game .ways .primary")).to_have_accessible_name(f"Play now: {last}")


def test_rules_and_a_new_table(page: Page) -> None:
    enter(page, "Ann")
    game = title(games(page)[0])
    button = page.get_by_role("button", name=f"Rules of {game}")
    button.click()
    dialog = page.get_by_role("dialog", name=f"Rules of {game}")
    expect(dialog.get_by_role("heading", level=2)).not_to_have_count(1)  # a page with parts, not the title alone
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(button).to_be_focused()

    house = games(page)
    alone = next(each for each in house if each["seats"] == 1)
    several = next(each for each in house if each["seats"] > 1)
    page.get_by_role("button", name=f"New table…: {title(alone)}").click()
    dialog = page.get_by_role("dialog", name="New table")
    company = ["Time for a turn", "Pace of computers", "Computers"]
    for label in company:
        expect(dialog.get_by_text(label, exact=True)).to_have_count(0)
    dialog.get_by_label("Game", exact=True).select_option(label=title(several))
    for label in company:
        expect(dialog.get_by_text(label, exact=True).first).to_be_visible()
    dialog.get_by_label("Game", exact=True).select_option(label=title(alone))
    dialog.get_by_role("button", name="Open the table").click()
    at_table(page)


def test_the_parts_of_the_page_are_one_press_away_on_a_phone(device: Device) -> None:
    page = device(viewport={"width": 360, "height": 640}, has_touch=True).new_page()
    page.goto("./")
    enter(page, "Ann")
    parts = page.get_by_role("navigation", name="Parts of this page")
    for part, there in {
        "Tables": page.get_by_text("No open tables yet"),
        "Your results": page.get_by_text("Finished deals are counted here"),
        "Games": page.locator("li.game").first,
    }.items():
        parts.get_by_role("button", name=part).tap()
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_focused()
        expect(there).to_be_in_viewport()
        expect(parts).to_be_in_viewport()
    heights = page.locator("main button, nav button").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert min(heights) >= 44


def eleven(route: Route) -> None:
    """The house with five more games."""
    answer = route.fetch()
    house = answer.json()
    for each in list(house["games"])[:5]:
        more = json.loads(json.dumps(each))
        more["name"] += "_again"
        more["texts"]["en"]["game.title"] += " Again"
        house["games"].append(more)
    route.fulfill(response=answer, body=json.dumps(house))


def test_eleven_games_fit(device: Device) -> None:
    page = device(color_scheme="light").new_page()
    page.route(re.compile("api/lobby$"), eleven)
    page.goto("./")
    enter(page, "Ann")
    expect(page.locator("li.game")).to_have_count(len(games(page)) + 5)
    way = page.get_by_role("navigation", name="Parts of this page").get_by_role("button", name="Tables")
    for width, height in ((360, 640), (800, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        tables = page.get_by_role("heading", name="Tables", exact=True)
        expect(way if width < 720 else tables).to_be_in_viewport()
        assert faults(page) == []
