"""The end of a deal: first it is seen, then its result stands over the table, in the right words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.table_helpers import (
    Device,
    ask,
    large,
    moved_on,
    my_move,
    rush,
    seated,
    step,
)

pytestmark = pytest.mark.browser

WATCH = """
    new MutationObserver(() => {
        if (document.querySelector('.table')?.dataset.phase === 'over') window.ended ??= performance.now();
        if (document.querySelector('.result')) window.covered ??= performance.now();
    }).observe(document, {subtree: true, childList: true, attributes: true});
    addEventListener('keydown', () => window.pressed = performance.now(), true);
"""
"""Notes when a deal is over, when its result is there, and when a key was last pressed: by the page's own clock."""


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
    page.add_init_script(WATCH)
    page.evaluate(WATCH)
    rush(page)
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.covered - window.ended") >= 1000
    page.reload()  # who comes back later reads it at once
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.covered - window.ended") < 1000
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
    expect(page.locator(".result")).to_be_visible()
    assert page.evaluate("window.covered - Math.max(window.pressed, window.ended)") < 700


@pytest.mark.slow
def test_bridge_says_what_became_of_the_contract(device: Device) -> None:
    page = seated(device, "Ann", "bridge", {"viewport": {"width": 1440, "height": 900}})
    for _ in range(4):
        rush(page)
        expect(page.locator(".result")).to_be_visible()
        reasons = " ".join(page.locator(".result .why").all_inner_texts())
        assert not re.search(r"\d+ tricks?\b(?! with partner)", reasons), reasons
        if "Contract" in reasons:
            break
        large(page).click()  # passed out
        page.locator(".table[data-phase=playing]").wait_for()
        assert my_move(page)
    assert re.search(r"Contract \S+.*(Made|Down \d)", reasons), reasons
    assert len(re.findall(r"\d+ tricks? with partner", reasons)) == 4
