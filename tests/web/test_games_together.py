"""Games against others, at the page: matches by clicking, deals on a phone and by keys, calls and packets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import faults
from tests.web.table_helpers import (
    PHONE,
    Device,
    ask,
    call,
    fits,
    hand,
    large,
    moved_on,
    my_move,
    phase,
    play_deal,
    result_of,
    rush,
    rush_on,
    seated,
    settled,
    shot,
    status,
    step,
)

pytestmark = [pytest.mark.turns(2)]


def result(page: Page, deal: int) -> list[list[float]]:
    """The rows of the result, score and total."""
    return [list(each) for each in result_of(page, deal).values()]


def next_deal(page: Page, how: str = "mouse") -> None:
    before = step(page)
    if how == "keys":
        page.keyboard.press("Enter")
    else:
        large(page).click()
    moved_on(page, before)


def bid(page: Page, how: str) -> None:
    """Bid the most as soon as it is one's turn; the deal goes to whoever bids more or first."""
    if my_move(page) and page.locator(".instead").count():
        before = step(page)
        if how == "keys":
            page.keyboard.press("3")
        else:
            page.locator(".instead").get_by_role("button", name="Bid 3").click()
        moved_on(page, before)


def test_a_tally_of_an_auction_game(device: Device) -> None:
    page = seated(device, "Ann", "doudizhu", variant="common")
    totals = [0.0, 0.0, 0.0]
    for deal in (1, 2):
        bid(page, "mouse" if deal == 1 else "keys")
        if my_move(page):
            shown = page.locator(".plate, .own").locator("[data-fact=landlord], [data-fact=farmer]")
            expect(shown).to_have_count(3)
            expect(page.locator("[data-fact=landlord]")).to_have_class(re.compile("one"))
            expect(page.locator(".bar [data-fact=multiplier]")).to_be_visible()
            assert 17 <= hand(page).count() <= 20
            fits(page)
        if deal == 1:
            play_deal(page, "mouse")
        else:
            rush(page)
        rows = result(page, deal)
        assert sum(score for score, _ in rows) == 0
        totals = sorted(total for _, total in rows)
        assert sum(totals) == 0
        said = re.compile("as the landlord|The farmers win|Everybody passed")
        expect(page.locator(".result .said")).to_contain_text(said)
        if deal == 1:
            assert faults(page) == []
            next_deal(page)


def test_an_auction_game_on_a_phone(device: Device) -> None:
    page = seated(device, "Bob", "doudizhu", PHONE)
    if my_move(page):
        fits(page)
        corners = hand(page).evaluate_all(
            """all => all.map(e => {
                const box = e.getBoundingClientRect();
                return document.elementFromPoint(box.left + 8, box.top + 12)?.closest('[data-hand]') === e;
            })"""
        )
        assert all(corners)
        while my_move(page) and page.locator(".instead").count():
            before = step(page)
            ask(page, "finger")
            call(page, "finger")
            moved_on(page, before)
    play_deal(page, "finger")
    result(page, 1)
    fits(page)
    assert faults(page) == []


@pytest.mark.turns(3)
def test_a_match_with_packets(device: Device) -> None:
    page = seated(device, "Cleo", "chinesepoker", seats=2, limit=10, cut="quick")
    for deal in range(1, 30):
        assert my_move(page)
        packets = page.locator(".take")
        page.wait_for_function("() => [2, 3].includes(document.querySelectorAll('.take').length)")
        before = step(page)
        if deal == 1:
            packets.first.click()  # the packet itself
        elif deal == 2:
            page.keyboard.press(re.findall(r"\d", page.locator(".instead button").first.inner_text())[0])
        else:
            page.locator(".instead button").last.click()
        moved_on(page, before)
        expect(hand(page)).to_have_count(16)
        rush(page)
        rows = result(page, deal)
        assert min(score for score, _ in rows) == 0
        if phase(page) == "final":
            break
        next_deal(page)
    assert max(total for _, total in rows) >= 10
    expect(page.locator(".result .said")).to_contain_text(re.compile("wins? the match"))
    assert faults(page) == []
    next_deal(page)
    expect(page.locator(".table")).to_have_attribute("data-deal-number", "1")


def test_a_game_in_which_the_leader_may_pass(device: Device) -> None:
    page = seated(device, "Eve", "chinesepoker", PHONE, seats=4, cut="quick")
    assert my_move(page)
    fits(page)
    if "you lead" in status(page).inner_text():
        expect(large(page)).to_have_text("Pass")
    assert play_deal(page, "finger") > 0
    assert min(score for score, _ in result(page, 1)) == 0
    fits(page)


def test_everybody_plays_for_a_place(device: Device) -> None:
    page = seated(device, "Wren", "tienlen", table={"seed": "tien len 1"}, target_score=4)
    assert my_move(page)
    fits(page)
    shot(page, "tienlen-table")
    assert rush(page, "told => told.view.facts.some(fact => fact.name === 'place')", drawn=True)
    expect(page.locator(".table [data-fact=place]").first).to_have_text("Place 1")
    fits(page)
    shot(page, "tienlen-place")
    assert play_deal(page, "keys") > 0
    for deal in range(1, 30):
        rows = result(page, deal)
        assert sorted(score for score, _ in rows) == [0, 1, 2, 3]
        if deal == 1:
            shot(page, "tienlen-result")
        if phase(page) == "final":
            break
        next_deal(page)
        rush(page)
    assert max(total for _, total in rows) >= 4
    expect(page.locator(".result .said")).to_contain_text(re.compile("wins? the match"))
    assert faults(page) == []


def test_a_game_with_chops_on_a_phone(device: Device) -> None:
    page = seated(device, "Lan", "tienlen", PHONE, table={"seed": "tien len 2"}, chops="south")
    assert my_move(page)
    assert play_deal(page, "finger") > 0
    result(page, 1)
    fits(page)
    assert faults(page) == []


def exchanged(page: Page, how: str) -> list[str]:
    """Do one's part of the exchange as hinted; what the status line asked for."""
    asked = []
    while my_move(page) and page.evaluate("window.told.view.facts.some(each => each.name.startsWith('give_'))"):
        settled(page)
        asked.append(status(page).inner_text())
        shot(page, f"president-exchange-{len(asked)}")
        before = step(page)
        assert len(ask(page, how)) == 1
        large(page).tap() if how == "finger" else large(page).click()
        moved_on(page, before)
    return asked


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_cards_are_exchanged_before_the_next_deal(device: Device, how: str) -> None:
    more = PHONE if how == "finger" else None
    page = seated(device, "Wren", "president", more, table={"seed": "president 1"}, deals=3, target_score=None)
    assert my_move(page)
    fits(page)
    shot(page, f"president-table-{how}")
    assert play_deal(page, how) > 0
    rows = result(page, 1)
    assert sorted(score for score, _ in rows) == [0, 1, 2, 3]
    shot(page, f"president-result-{how}")
    next_deal(page)
    assert ["Your best card goes to who did better" in each for each in exchanged(page, how)] == [True]
    fits(page)
    expect(page.locator(".table [data-fact=title]").first).to_be_visible()
    shot(page, f"president-second-{how}")
    rush(page)
    next_deal(page)
    rush(page)
    expect(page.locator(".result .said")).to_contain_text(re.compile("wins? the match"))
    assert faults(page) == []


@pytest.mark.parametrize("how", ["mouse", "finger"])
def test_a_deal_of_melds(device: Device, how: str) -> None:
    """Drawing and discarding, a knock, and both hands by melds at the end."""
    more = PHONE if how == "finger" else {}
    page = seated(device, "Ann", "ginrummy", more, {"computers": "melder", "seed": "melds 3"})
    expect(hand(page)).to_have_count(10)
    shot(page, f"gin-{how}-offer") if how == "mouse" else None
    play_deal(page, how, whole=True)
    rows = result(page, 1)
    assert sum(score for score, _ in rows) > 0
    expect(page.locator(".result .said")).to_contain_text(re.compile("knocked|has gin|Undercut"))
    shot(page, f"gin-{how}-over")
    fits(page)


def test_partners_with_two_packs(device: Device) -> None:
    page = seated(device, "Hu", "guandan", table={"seed": "guandan 1"}, first_level="A")
    assert my_move(page)
    fits(page)
    shot(page, "guandan-table")
    assert play_deal(page, "keys") > 0
    for deal in range(1, 9):
        scores = sorted(score for score, _ in result(page, deal))
        assert scores in ([-1, -1, 1, 1], [-2, -2, 2, 2], [-3, -3, 3, 3])
        if deal == 1:
            shot(page, "guandan-result")
        if phase(page) == "final":
            break
        next_deal(page)
        if deal == 1:
            my_move(page)
            shot(page, "guandan-tribute")
        rush(page)
    assert faults(page) == []


def test_twenty_seven_cards_on_a_phone(device: Device) -> None:
    page = seated(device, "Su", "guandan", PHONE, table={"seed": "guandan 2"})
    assert my_move(page)
    fits(page)
    shot(page, "guandan-phone")
    mine = "t.view.piles.filter(p => p.owner === t.seat)"
    late = f"{mine}.every(p => p.cards.length > 0 && p.cards.length < 10)"  # of few cards, one play lies there
    assert rush_on(page, f"t => {mine}.length > 1 && {late}")
    fits(page)
    assert play_deal(page, "finger") > 0
    result(page, 1)
    fits(page)
    assert faults(page) == []
