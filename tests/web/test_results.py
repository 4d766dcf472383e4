"""The end of a deal: first it is seen, then its result stands over the table, in the right words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.table_helpers import (
    Device,
    ask,
    await_turn,
    large,
    moved_on,
    my_move,
    one_room,  # noqa: F401 - one room for the module
    seated,
    step,
)

pytestmark = pytest.mark.browser

WATCH = """() => {
    new MutationObserver(() => {
        const over = document.querySelector('.table')?.dataset.phase !== 'playing';
        if (over) window.ended ??= performance.now();
        if (document.querySelector('.result')) window.covered ??= performance.now();
    }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""


def play_on(page: Page) -> None:
    """Do what is hinted until the deal is over."""
    while my_move(page):
        before = step(page)
        ask(page, "keys")
        page.keyboard.press("Enter")
        moved_on(page, before)


@pytest.mark.parametrize("game", ["blackjack", pytest.param("hearts", marks=pytest.mark.slow)])
def test_the_end_of_a_deal_is_seen_before_its_result_covers_it(device: Device, game: str) -> None:
    page = seated(device, f"Ann-{game[:5]}", game)
    page.evaluate(WATCH)
    play_on(page)
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.covered - window.ended") >= 1000
    page.reload()  # who comes back later reads it at once
    expect(page.locator(".result")).to_be_visible(timeout=1000)
    if game == "hearts":  # points are against who has them: no cup beside them
        expect(page.locator(".plate .total").first).to_contain_text("pts")
        expect(page.locator(".plate .total svg")).to_have_count(0)
        rows = page.locator(".result tbody tr:not(.cards)")
        scores = [int(each) for each in rows.locator("td:nth-child(2)").all_inner_texts()]
        cups = rows.evaluate_all("all => all.map(each => each.querySelector('.won') !== null)")
        assert cups == [score == min(scores) for score in scores]


def test_whoever_presses_something_needs_no_more_time(device: Device) -> None:
    page = seated(device, "Bob", "blackjack")
    page.evaluate(WATCH)
    play_on(page)
    page.keyboard.press("Shift")
    expect(page.locator(".result")).to_be_visible(timeout=1000)


@pytest.mark.slow
def test_bridge_says_what_became_of_the_contract(device: Device) -> None:
    page = seated(device, "Ann", "bridge", {"viewport": {"width": 1440, "height": 900}})
    for _ in range(4):
        play_on(page)
        expect(page.locator(".result")).to_be_visible()
        reasons = " ".join(page.locator(".result .why").all_inner_texts())
        assert not re.search(r"\d+ tricks?\b(?! with partner)", reasons), reasons
        if "Contract" in reasons:
            break
        large(page).click()  # passed out
        page.locator(".table[data-phase=playing]").wait_for()
        assert await_turn(page)
    assert re.search(r"Contract \S+.*(Made|Down \d)", reasons), reasons
    assert len(re.findall(r"\d+ tricks? with partner", reasons)) == 4
