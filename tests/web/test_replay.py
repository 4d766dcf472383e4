"""Finished deals shown again with every hand open, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, faults, play
from tests.web.table_helpers import large, my_move, rush, seated, status, step

pytestmark = [pytest.mark.turns(2)]


def shown(page: Page) -> tuple[int, int]:
    """The position that is shown and the last one."""
    slider = page.get_by_role("slider", name="Position")
    return int(slider.input_value()), int(slider.get_attribute("max") or 0)


def all_open(page: Page) -> None:
    """Wait until every card of the deck lies face up, wherever."""
    page.wait_for_function(
        "() => new Set([...document.querySelectorAll('[data-card]')].map(each => each.dataset.card)).size === 52"
    )


def at(page: Page, position: int) -> None:
    """Wait for a position."""
    page.wait_for_function(f"() => document.querySelector('.stage')?.dataset.step === '{position}'")


def test_a_deal_is_shown_again_and_the_table_goes_on(page: Page) -> None:
    play(page, "Ann")
    rush(page)
    table = page.url
    page.get_by_role("button", name="Replay", exact=True).click()
    expect(page).to_have_url(f"{table}/deal/1")
    expect(page.locator(".player .line")).to_contain_text("Every hand is open")
    first, last = shown(page)
    assert (first, last > 12) == (0, True)
    all_open(page)
    assert faults(page) == []

    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(page.locator(".player .line")).to_contain_text("3♦")  # who holds it begins
    all_open(page)
    page.get_by_role("button", name="One on").click()
    page.get_by_role("button", name="One back").click()
    at(page, 1)
    page.get_by_role("button", name="To the end").click()
    at(page, last)
    expect(page.locator(".scores")).to_contain_text("Ann")
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_role("slider", name="Position").fill("7")
    at(page, 7)
    page.get_by_role("button", name="Play the deal").click()
    at(page, 9)
    page.get_by_role("button", name="Pause").click()
    page.locator("[data-hand-of] [data-card]").first.click(position={"x": 5, "y": 8})
    expect(page.locator(".stage [aria-selected=true], .stage [aria-pressed=true]")).to_have_count(0)  # only to look at

    expect(page).to_have_url(f"{table}/deal/1/{shown(page)[0]}")
    page.reload()  # the address leads here again, to the very position
    page.locator(".player").wait_for()
    at(page, int(page.url.rpartition("/")[2]))
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name=re.compile("Result of deal 1"))).to_be_visible()
    assert page.url == table

    large(page).click()
    page.locator(".table[data-phase=playing]").wait_for()
    assert my_move(page)
    before = step(page)
    page.keyboard.press("3")
    page.get_by_role("button", name="Replay finished deals").click()
    expect(page).to_have_url(re.compile(f"{table}/deal/1"))
    yours = page.get_by_role("button", name="Your turn at the table")
    expect(yours).to_be_visible()  # the table waits meanwhile, and says so
    page.go_back()
    expect(status(page)).to_contain_text("Your turn")
    assert step(page) == before
    table_id = at_table(page)

    page.goto(f"./#/table/{table_id}/deal/9")  # no such deal
    page.get_by_role("button", name="Back to the table").click()
    expect(status(page)).to_contain_text("Your turn")
    assert page.url == table


AROUND = """() => {
    const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const box = (what) => document.querySelector(what).getBoundingClientRect();
    const ground = box('.ground'), [x, y] = middle(ground);
    const side = (seat) => {
        const cards = [...document.querySelectorAll(`[data-hand-of="${seat}"] [data-card]`)];
        const boxes = cards.map(each => each.getBoundingClientRect());
        const hull = {left: Math.min(...boxes.map(b => b.left)), right: Math.max(...boxes.map(b => b.right)),
                      top: Math.min(...boxes.map(b => b.top)), bottom: Math.max(...boxes.map(b => b.bottom))};
        const inside = hull.left >= ground.left - 1 && hull.right <= ground.right + 1
            && hull.top >= ground.top - 1 && hull.bottom <= ground.bottom + 1;
        const [a, b] = middle(hull);
        const where = Math.abs(a - x) / ground.width > Math.abs(b - y) / ground.height
            ? (a < x ? 'left' : 'right') : (b < y ? 'top' : 'bottom');
        return inside ? where : 'outside';
    };
    const seats = [...document.querySelectorAll('[data-hand-of]')].map(each => Number(each.dataset.handOf)).sort();
    const hands = [...document.querySelectorAll('[data-hand-of] [data-card]')].map(e => e.getBoundingClientRect());
    const played = [...document.querySelectorAll('.middle .spot [data-card]')].map(e => e.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
    const over = played.filter(a => hands.some(b => meet(a, b))).length;
    return [seats.map(side), played.length, over];
}"""
"""At which side each seat's hand lies, how many cards are played, and how many of these lie over a hand."""
SIZES = ((360, 640), (640, 360), (800, 600), (1440, 900), (1920, 1080), (2560, 1440), (640, 360))


def test_every_hand_lies_at_its_seat_and_what_is_played_apart(device: Device) -> None:
    page = seated(device, "Ann", "hearts", table={"seed": "r1", "computers": "duck"})
    rush(page)
    page.get_by_role("button", name="Replay", exact=True).click()
    page.locator(".player").wait_for()
    page.get_by_role("combobox", name="Part of the deal").select_option("Trick 3")
    first = shown(page)[0]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f'() => JSON.stringify(({AROUND})()) === \'[["bottom","left","top","right"],1,0]\'')
    page.keyboard.press("PageDown")
    at(page, first + 4)
    page.keyboard.press("PageUp")
    at(page, first)
    page.keyboard.press("ArrowRight")
    at(page, first + 1)
    acted = page.locator(".seat.acted")  # who did what is said at the seat
    expect(acted).to_have_count(1)
    expect(acted.locator(".said")).to_contain_text("Play")
    # another seat at the bottom
    page.locator("[data-hand-of='1']").get_by_role("button").click()
    page.wait_for_function(f'() => JSON.stringify(({AROUND})()[0]) === \'["right","bottom","left","top"]\'')
    assert faults(page) == []
