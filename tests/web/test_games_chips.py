"""Games for chips at the page: bets by slider, press and key, cards changed, hands split, and many seats on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import faults
from tests.web.table_helpers import (
    PHONE,
    Device,
    click,
    fits,
    hand,
    large,
    moved_on,
    my_move,
    phase,
    seated,
    status,
    step,
)

pytestmark = [pytest.mark.turns(2)]


def choices(page: Page) -> Locator:
    """The buttons of what may be done without cards."""
    return page.locator(".instead button")


def figure(page: Page) -> Locator:
    """The amount as it stands."""
    return page.get_by_role("spinbutton", name="Amount")


def chips(page: Page, fact: str) -> int:
    """What the chips of this name on the table say, all together."""
    said = page.locator(f".middle [data-fact='{fact}'] .figure").all_inner_texts()
    return sum(int(re.sub(r"\D", "", each)) for each in said)


def finish(page: Page) -> None:
    """Do what comes first until the deal is over."""
    while my_move(page):
        before = step(page)
        (choices(page).first if choices(page).count() else large(page)).click()
        moved_on(page, before)


def test_bets_and_a_draw_by_clicking(device: Device) -> None:
    page = seated(device, "Ann", "drawpoker", table={"seed": "w1"}, limit="no", seats=6)
    assert my_move(page)
    fits(page)
    assert chips(page, "pot") == 6
    before = step(page)
    bet = choices(page).filter(has_text="Bet")
    expect(bet).to_contain_text("Bet 2")
    page.get_by_role("button", name="½ pot").click()
    expect(bet).to_contain_text("Bet 3")
    page.get_by_role("button", name="More", exact=True).click()
    expect(figure(page)).to_have_value("4")
    page.get_by_role("slider").fill("17")
    expect(bet).to_contain_text("Bet 17")
    figure(page).fill("100000")
    figure(page).blur()
    expect(bet).to_contain_text("Bet 199")  # never more than there is
    figure(page).fill("8")
    figure(page).blur()
    bet.dblclick()  # the second press is meant for nothing else
    moved_on(page, before)

    assert my_move(page)
    assert chips(page, "pot") == 6 * 9
    expect(large(page)).to_have_text("Stand pat")
    cards = hand(page).evaluate_all("all => all.map(e => e.dataset.hand)")
    for n, card in enumerate(cards[-3:], 1):
        click(page, card)
        expect(large(page)).to_have_text(f"Draw {n}")
    click(page, cards[0])
    expect(large(page)).to_have_attribute("aria-disabled", "true")
    expect(status(page)).to_contain_text("3 cards at most")
    click(page, cards[0])
    before = step(page)
    large(page).click()
    moved_on(page, before)
    assert my_move(page)
    assert set(cards[:2]) < set(hand(page).evaluate_all("all => all.map(e => e.dataset.hand)"))
    finish(page)
    expect(page.locator(".result .side .why", has_text=re.compile("pair|kind|Straight|Flush|house"))).to_have_count(6)
    expect(page.locator(".result .line", has_text="From the pot")).to_contain_text("54")
    assert faults(page) == []


def test_bets_by_keys(device: Device) -> None:
    page = seated(device, "Bob", "drawpoker", table={"seed": "w2"}, limit="no", seats=2)
    assert my_move(page)
    keys = page.keyboard
    for pressed, shown in (("ArrowUp", "3"), ("+", "4"), ("-", "3"), ("1", "2"), ("2", "12")):
        keys.press(pressed)
        expect(figure(page)).to_have_value(shown)
    keys.press("Backspace")
    keys.press("5")
    before = step(page)
    keys.press("Enter")
    moved_on(page, before)
    assert my_move(page)
    expect(page.locator("[data-fact=stack]").last).to_have_text("184 chips")
    before = step(page)
    keys.press("Enter")  # stand pat
    moved_on(page, before)
    while my_move(page):
        before = step(page)
        keys.press("c")  # check or call
        moved_on(page, before)
    assert page.locator(".panel textarea").count() == 0  # C is no message here


def test_a_split_hand_by_keys(device: Device) -> None:
    page = seated(device, "Cleo", "blackjack", table={"seed": "w34"}, seats=3)
    keys = page.keyboard
    assert my_move(page)
    keys.press("5")
    keys.press("0")
    expect(choices(page).first).to_contain_text("Bet 50")
    keys.press("Enter")
    expect(page.locator(".spot.me .pile")).to_have_count(1)
    keys.press("o")
    expect(page.locator(".list [data-odds]").first).to_be_visible(timeout=20_000)
    keys.press("o")
    split = choices(page).filter(has_text="Split")
    keys.press(split.locator("kbd").inner_text())
    expect(page.locator(".spot.me .pile")).to_have_count(2)
    expect(page.locator(".spot.me .active")).to_have_count(1)
    assert chips(page, "bet 2") == 50
    while my_move(page):
        before = step(page)
        keys.press("1")
        moved_on(page, before)
    expect(page.locator(".result .me .line")).to_have_count(2)
    assert faults(page) == []
    before = step(page)
    keys.press("Enter")
    moved_on(page, before)
    assert my_move(page)
    expect(choices(page).first).to_contain_text("Bet 50")  # as before


def test_a_round_is_sat_out_by_key_and_nobody_is_said_to_be_ahead(device: Device) -> None:
    page = seated(device, "Gil", "blackjack", table={"seed": "w34"}, seats=3)
    before = step(page)
    page.keyboard.press("s")
    moved_on(page, before)
    expect(page.locator(".result .me")).to_contain_text("Sat out")
    expect(page.locator(".result .said")).to_contain_text("dealer")
    expect(page.locator(".result")).not_to_contain_text("ahead")
    assert faults(page) == []


def test_whoever_has_lost_all_chips_is_asked_at_once(device: Device) -> None:
    """All in at every turn, until the chips are gone; a seat that is bought for begins the next deal with them."""
    rules = {"limit": "no", "seats": 2, "stack": 20, "rebuy": True, "blinds": True}
    page = seated(device, "Hal", "drawpoker", table={"seed": "w2"}, **rules)
    for _ in range(60):
        if not my_move(page):
            assert phase(page) == "over"
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.querySelector('.table')?.dataset.phase === 'playing'")
            continue
        if page.get_by_role("button", name="Buy 20 chips").count():
            break
        before = step(page)
        if page.get_by_role("button", name="Max").count():
            page.get_by_role("button", name="Max").click()
        buttons = choices(page)
        wanted = buttons.filter(has_text=re.compile("Bet|Raise|Call"))
        (wanted.first if wanted.count() else buttons.first if buttons.count() else large(page)).click()
        moved_on(page, before)
    expect(choices(page)).to_have_text(["Buy 20 chipsB", "Watch without chipsW"])
    expect(page.locator(".result")).to_have_count(0)
    before = step(page)
    page.keyboard.press("b")
    moved_on(page, before)
    expect(page.locator(".result .me")).to_contain_text("Bought 20 chips")


def test_seven_seats_on_a_phone(device: Device) -> None:
    page = seated(device, "Dora", "blackjack", PHONE, table={"seed": "w35"}, seats=7)
    assert my_move(page)
    fits(page)
    page.get_by_role("button", name="Add 50").tap()
    expect(choices(page)).to_have_text(["Bet 50B", "Sit outS"])
    before = step(page)
    choices(page).first.tap()
    moved_on(page, before)
    if my_move(page):
        fits(page)
        sizes = page.locator(".you button").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(b => Math.min(b.width, b.height))"
        )
        assert min(sizes) >= 44
        expect(page.locator(".others .lies")).to_have_count(6)
        assert faults(page) == []
    while my_move(page):
        before = step(page)
        choices(page).first.tap()
        moved_on(page, before)
    assert phase(page) == "over"
    fits(page)
    assert faults(page) == []


def test_a_chart_of_advice_for_the_rules_of_the_table(device: Device) -> None:
    page = seated(device, "Eve", "blackjack", PHONE, table={"seed": "w36"}, decks=8, hit_soft_17=True)
    page.get_by_role("button", name="Rules").tap()
    page.get_by_text("Basic strategy", exact=True).tap()
    again = page.get_by_role("button", name="Try again")
    for _ in range(3):  # a busy room may give up on it
        expect(page.get_by_role("table", name="Hard totals").or_(again)).to_be_visible(timeout=180_000)
        if again.is_visible():
            again.tap()
    chart = page.get_by_role("table", name="Hard totals")
    cells = (
        chart.get_by_role("row").filter(has=page.get_by_role("rowheader", name="11", exact=True)).get_by_role("cell")
    )
    expect(cells).to_have_text(["D"] * 10, timeout=180_000)  # else one hits against an ace
    expect(page.get_by_text("double; hit where that isn't allowed", exact=True)).to_be_visible()
    box = chart.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert chart.get_by_role("cell").evaluate_all("all => all.every(e => e.scrollWidth <= e.clientWidth)")
    assert faults(page) == []
