"""Games that one plays alone, at the page: tallies by clicking, on a phone, by keys; undo, other deals, autoplay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import faults
from tests.web.table_helpers import (
    PHONE,
    Device,
    ask,
    fits,
    large,
    moved_on,
    my_move,
    phase,
    play_deal,
    seated,
    selected,
    status,
    step,
    take,
)

pytestmark = [pytest.mark.turns(2)]

PLACES = {"elevens": 9, "tens": 15, "thirteens": 10}


def board(page: Page) -> list[str]:
    """The cards on the table, place by place."""
    found: list[str] = page.locator("[data-slot] [data-card]").evaluate_all("all => all.map(e => e.dataset.card)")
    return found


def deal_number(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-deal-number") or 0)


def playable(page: Page) -> int:
    """Go on to a deal that isn't lost as it lies, and there are some: its number."""
    while not my_move(page):
        before = deal_number(page)
        page.keyboard.press("n")
        expect(page.locator(".table")).to_have_attribute("data-deal-number", str(before + 1))
    return deal_number(page)


def tool(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def ended(page: Page, deals: int) -> None:
    """The deal is over, and the page says at once how."""
    assert phase(page) == "over"
    sign = page.get_by_role("region", name=re.compile("You won|No more moves|Not won"))
    expect(sign).to_be_visible()
    expect(sign).to_contain_text(re.compile(rf"Won \d of {deals}"))
    won = not board(page)
    assert ("You won" in sign.inner_text()) == won
    expect(status(page)).to_contain_text("You won" if won else re.compile("No more moves|Not won"))


@pytest.mark.parametrize("game", PLACES)
@pytest.mark.turns(3)
def test_a_tally_by_clicking_and_by_keys_alone(device: Device, game: str) -> None:
    page = seated(device, f"Ann-{game[:4]}", game)
    assert len(board(page)) == PLACES[game]
    expect(page.get_by_role("region", name="Ann")).to_have_count(0)  # nobody else plays, so there are no plates
    fits(page)
    first = playable(page)
    assert play_deal(page, "mouse") > 0
    ended(page, first)
    expect(large(page)).to_have_text("New deal")
    large(page).click()
    expect(page.locator(".table")).to_have_attribute("data-deal-number", str(first + 1))
    if game != "elevens":  # the others are played by keys on their walk, see test_hits.py
        return
    second = playable(page)
    assert play_deal(page, "keys") > 0
    ended(page, second)
    page.keyboard.press("Enter")
    expect(page.locator(".table")).to_have_attribute("data-deal-number", str(second + 1))
    decided = second + (not my_move(page))  # a deal may be lost as it lies
    expect(page.locator(".table")).to_contain_text(re.compile(rf"Won \d of {decided}"))


@pytest.mark.parametrize("game", ["tens"])  # it has the most places
def test_a_deal_on_a_phone(device: Device, game: str) -> None:
    page = seated(device, f"Bob-{game[:4]}", game, PHONE)
    fits(page)
    smallest = page.locator("[data-slot] button").evaluate_all("all => Math.min(...all.map(e => e.clientWidth))")
    assert smallest >= 44
    first = playable(page)
    assert play_deal(page, "finger") > 0
    ended(page, first)
    fits(page)
    page.get_by_role("button", name="Same deal").tap()
    expect(page.locator(".table")).to_have_attribute("data-deal-number", str(first + 1))


def test_back_and_other_deals(device: Device) -> None:
    page = seated(device, "Cleo", "elevens", table={"seed": "back 1"})
    number, first = playable(page), board(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    before = step(page)
    cards = ask(page, "mouse")
    large(page).click()
    moved_on(page, before)
    assert set(cards).isdisjoint(board(page))
    assert [one for one in first if one not in cards] == [one for one in board(page) if one in first]  # nothing moved

    page.keyboard.press("u")
    moved_on(page, before + 1)
    assert board(page) == first

    # a deal that has begun is given up only when asked twice
    before = step(page)
    ask(page, "mouse")
    large(page).click()
    moved_on(page, before)
    tool(page, "Same deal again")
    expect(status(page)).to_contain_text("gives up the deal")
    page.keyboard.press("Escape")
    expect(status(page)).not_to_contain_text("gives up the deal")
    tool(page, "Same deal again")
    tool(page, "Give up?")
    expect(page.locator(".table")).to_have_attribute("data-deal-number", str(number + 1))
    assert board(page) == first
    expect(status(page)).to_contain_text(f"Won 0 of {number}")
    page.wait_for_timeout(500)  # two presses at once would be one
    page.keyboard.press("n")
    expect(page.locator(".table")).to_have_attribute("data-deal-number", str(number + 2))
    assert board(page) != first


def test_what_will_not_do_and_what_the_chance_is(device: Device) -> None:
    page = seated(device, "Dora", "elevens", {"viewport": {"width": 1440, "height": 900}})
    playable(page)
    chance = page.locator(".bar [data-odds]")
    expect(chance).to_have_text(re.compile(r"\d%"), timeout=30_000)
    # any card can be selected, so that one learns why it won't do
    lone = board(page)[0]
    take(page, lone, "mouse")
    assert selected(page) == [lone]
    expect(status(page)).to_have_class(re.compile("why"))
    expect(large(page)).to_be_disabled()
    take(page, lone, "mouse")
    assert selected(page) == []

    # arrows walk over the table
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert len(selected(page)) == 1
    page.keyboard.press("Escape")

    before = step(page)
    cards = ask(page, "mouse")
    expect(large(page)).to_have_text(re.compile("^Remove "))
    assert all(one[0].replace("T", "10") in large(page).inner_text() for one in cards)
    large(page).click()
    moved_on(page, before)
    if my_move(page):  # else that was the last set there was
        expect(chance).not_to_have_attribute("aria-busy", "true", timeout=30_000)
        expect(chance).to_have_text(re.compile(r"\d%"))


def test_autoplay(device: Device) -> None:
    page = seated(device, "Eve", "thirteens", table={"seed": "e21"})  # lost after ten actions, a second each
    number, before = playable(page), step(page)
    tool(page, "Autoplay")
    moved_on(page, before)
    expect(status(page)).to_contain_text("touch the table to stop")
    page.locator(".ground").click(position={"x": 5, "y": 5})
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.wait_for_function("() => document.querySelector('.table')?.dataset.phase === 'over'", timeout=60_000)
    ended(page, number)
    assert faults(page) == []
