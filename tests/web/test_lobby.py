"""The lobby with all games of the house: its entries, its parts, its dialogs, at every size."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Device, at_table, enter, faults

pytestmark = [pytest.mark.turns(2)]


def games(page: Page) -> list[dict[str, Any]]:
    """The games of the house, as the room tells of them."""
    found: list[dict[str, Any]] = page.request.get("./api/games").json()["games"]
    return found


def title(game: dict[str, Any]) -> str:
    """What a game is called in English."""
    return str(game["texts"]["en"]["game.title"])


GROUPS = {"sides": "Two sides", "each": "Each for oneself", "alone": "Alone", "chips": "For chips"}


def test_every_game_has_an_entry_in_its_group_with_one_button_that_deals(page: Page) -> None:
    enter(page, "Ann")
    house = games(page)
    expect(page.locator("li.game")).to_have_count(len(house))
    for game in house:
        entry = page.locator(f"li.game[data-game={game['name']}]")
        expect(page.get_by_role("region", name=GROUPS[game["group"]]).locator(entry)).to_have_count(1)
        expect(entry.get_by_role("heading", name=title(game), exact=True)).to_be_visible()
        expect(entry).to_contain_text(game["texts"]["en"]["game.about"])
        expect(entry).to_contain_text("for one" if game["seats"] == 1 else "seats")
        expect(entry.get_by_role("button", name="Play now")).to_have_count(1)
    assert page.locator("li.game .ways .primary").count() == 1  # one thing stands out
    assert page.locator("li.game button").count() == 3 * len(house)  # deal, more, star

    entry = page.locator("li.game").last
    last = entry.get_by_role("heading").inner_text()
    entry.get_by_role("button", name="Play now").click()
    at_table(page)
    expect(page.get_by_role("heading", name=last, level=1)).to_be_visible()


def test_favourites_come_first_and_stay(page: Page) -> None:
    enter(page, "Ann")
    house = games(page)
    liked = title(house[-1])
    star = page.get_by_role("button", name=f"{liked} is a favourite")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    mine = page.get_by_role("region", name="Favourites").locator("li.game")
    expect(mine).to_have_count(1)
    expect(page.locator("li.game")).to_have_count(len(house))  # not shown twice
    expect(page.locator("li.game").first.get_by_role("heading")).to_have_text(liked)
    page.reload()
    expect(mine.get_by_role("heading")).to_have_text(liked)
    star.click()
    expect(page.get_by_role("region", name="Favourites")).to_have_count(0)


def test_the_game_played_last_is_offered_first(page: Page) -> None:
    house = games(page)
    last = next(each for each in reversed(house) if each["seats"] == 1)
    page.get_by_label("Your name").fill("Ann")
    page.locator(f"main li[data-game={last['name']}] button").click()
    at_table(page)
    expect(page.get_by_role("heading", name=title(last), level=1)).to_be_visible()
    leave(page)
    expect(page.locator("li.game .ways .primary")).to_have_accessible_name(f"Play now: {title(last)}")
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    expect(page.locator("main li[data-game]").first).to_contain_text("played last")
    expect(page.locator("main li[data-game]").first).to_contain_text(title(last))


def leave(page: Page) -> None:
    """Leave a table for the lobby, whether or not the page asks."""
    page.get_by_role("button", name="Leave", exact=True).click()
    asked = page.get_by_role("dialog").get_by_role("button", name="Leave", exact=True)
    asked.or_(page.locator("li.game").first).first.wait_for()
    if asked.is_visible():
        asked.click()
    page.locator("li.game").first.wait_for()


def test_what_lies_behind_a_game(page: Page) -> None:
    enter(page, "Ann")
    house = games(page)
    game = title(house[0])
    page.get_by_role("button", name=f"More about {game}").click()
    sheet = page.get_by_role("dialog", name=game)
    expect(sheet.get_by_role("button", name="First lesson")).to_have_count(int(house[0]["lesson"]))
    assert faults(page) == []
    sheet.get_by_role("button", name=f"Rules of {game}").click()
    dialog = page.get_by_role("dialog", name=f"Rules of {game}")
    expect(dialog.get_by_role("heading", level=2)).not_to_have_count(1)  # a page with parts, not the title alone
    assert faults(page) == []
    page.keyboard.press("Escape")

    several = next(each for each in house if each["seats"] > 1 and len(each["presets"]) > 1)
    page.get_by_role("button", name=f"More about {title(several)}").click()
    rules = page.get_by_role("dialog", name=title(several)).get_by_role("button", name="Deal now:")
    assert rules.count() <= 1 + len(several["presets"])
    rules.last.click()
    at_table(page)
    expect(page.locator(".table")).to_have_attribute("data-phase", "playing")  # dealt, against computers
    page.keyboard.press("4")  # the rules
    page.get_by_text("Rules of this table", exact=True).click()
    expect(page.locator(".options .changed").first).to_be_visible()  # what these rules have of their own


def test_a_new_table(page: Page) -> None:
    enter(page, "Ann")
    house = games(page)
    alone = next(each for each in house if each["seats"] == 1)
    several = next(each for each in house if each["seats"] > 1)
    page.get_by_role("button", name=f"More about {title(alone)}").click()
    page.get_by_role("button", name=f"New table…: {title(alone)}").click()
    dialog = page.get_by_role("dialog", name="New table")
    expect(dialog.get_by_label("Game", exact=True)).to_be_visible()
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
    page.route(re.compile("api/lobby/en$"), eleven)
    page.goto("./")
    enter(page, "Ann")
    expect(page.locator("li.game")).to_have_count(len(games(page)) + 5)
    way = page.get_by_role("navigation", name="Parts of this page").get_by_role("button", name="Tables")
    for width, height in ((360, 640), (800, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        tables = page.get_by_role("heading", name="Tables", exact=True)
        expect(way if width < 720 else tables).to_be_in_viewport()
    assert faults(page) == []  # by light on a wide screen; on a phone in the dark: test_shell.py
