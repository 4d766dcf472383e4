"""Solitaires of columns on the page: a whole deal by taps on a phone, keys, a press on the stock, and what fits."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from dealt.cards import members, name
from dealt.games import make
from tests.web.conftest import Device
from tests.web.table_helpers import PHONE, fits, moved_on, phase, seated, status, step
from tests.web.walks import settle

pytestmark = [pytest.mark.turns(2)]

WIDE = {"viewport": {"width": 1440, "height": 900}}


def press(page: Page, what: str, *, tap: bool) -> None:
    """Press the free edge of a card, or a pile without cards."""
    spot = page.locator(f"[data-spot='{what}']")
    (spot.tap if tap else spot.click)(position={"x": 8, "y": 6})


def carry(page: Page, card: str, onto: str, *, tap: bool) -> None:
    """Carry a card to a place: a press on the card, and one on what lies there, or on the empty place."""
    press(page, card, tap=tap)
    top = page.locator(f"[data-place='{onto}'] [data-spot]").last
    (top.tap if tap else top.click)(position={"x": 8, "y": 6})


def test_a_whole_deal_is_won_by_taps_on_a_phone(device: Device) -> None:
    game = make("freecell", number=164)
    state = game.deal(Random(1))
    page = seated(device, "Ann", "freecell", PHONE, number=164)
    _, actions = game.plan(state)
    for action in actions:
        before = step(page)
        if action.cards:
            (one,) = members(action.cards)
            place = action.verb.partition(" ")[2]
            free = next((p.name for p in game.view(state, 0).piles if p.name.startswith("cell") and not p.cards), "")
            carry(page, name(one), {"home": f"home {name(one)[1]}", "cell": free}.get(place, f"column {place}"), tap=True)
        else:
            page.locator("[data-action=finish]").tap()
        moved_on(page, before)
        state = game.apply(state, 0, action)
    assert game.won(state)
    expect(status(page)).to_contain_text("All cards are home")
    assert phase(page) == "over"


def test_a_second_press_carries_a_card_where_it_goes_first_and_the_stock_is_pressed(device: Device) -> None:
    page = seated(device, "Ann", "klondike", WIDE, {"seed": "7"})
    press(page, "Ad", tap=False)
    expect(page.locator("[data-spot='Ad']")).to_have_attribute("aria-pressed", "true")
    press(page, "Ad", tap=False)
    expect(page.locator("[data-place='home d'] [data-card]")).to_have_attribute("data-card", "Ad")
    page.get_by_role("button", name="Turn the stock").first.click()
    expect(page.locator("[data-place=waste] [data-card]")).to_have_count(1)
    expect(page.locator("[data-spot='stock'] .count")).to_have_text("23")


def test_it_is_played_by_keys(device: Device) -> None:
    page = seated(device, "Ann", "klondike", WIDE, {"seed": "7"})
    page.keyboard.press("7")
    expect(status(page)).to_contain_text("Now a place for A♦")
    page.keyboard.press("7")
    expect(page.locator("[data-place='home d'] [data-card]")).to_have_attribute("data-card", "Ad")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cascades :focus")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("[data-place='home d'] [data-card]")).to_have_count(0)


def test_a_hint_raises_a_card_and_marks_its_place(device: Device) -> None:
    page = seated(device, "Ann", "freecell", WIDE, {"computers": "pathfinder"}, number=164)
    first = str(make("freecell", number=164).plan(make("freecell", number=164).deal(Random(1)))[1][0])
    page.keyboard.press("h")
    expect(page.locator(f"[data-spot='{first.split()[2]}']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"[data-place='column {first.split()[1]}'].goal")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)


def test_columns_fit_every_screen(device: Device) -> None:
    page = seated(device, "Ann", "freecell", number=1)
    for width, height in ((360, 640), (844, 390), (800, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        fits(page)
        box = page.locator(".cascades").bounding_box()
        felt = page.locator(".felt:not(.facts)").bounding_box()
        assert box and felt
        assert box["x"] >= felt["x"] and box["x"] + box["width"] <= felt["x"] + felt["width"], (width, height)
        assert box["y"] + box["height"] <= felt["y"] + felt["height"], (width, height)
        card = page.locator("[data-card]").first.bounding_box()
        assert card and card["width"] >= 34, (width, height)


def test_a_card_that_cannot_move_says_why(device: Device) -> None:
    page = seated(device, "Ann", "freecell", WIDE, number=164)
    press(page, "Ah", tap=False)
    expect(status(page)).to_contain_text("A♥ can't move with what lies on it")
    press(page, "6s", tap=False)
    expect(status(page)).to_contain_text("Now a place for 6♠")
    expect(page.locator("[data-spot='Ah']")).to_have_attribute("aria-pressed", "false")
