"""How cards are dealt at the page: everybody cuts for the deal, and the card that lies face up is told."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from bench.rig.tasks import CATEGORIES, tasks
from tests.web.clicks import COMPUTERS
from tests.web.conftest import faults
from tests.web.table_helpers import (
    Device,
    fits,
    large,
    moved_on,
    my_move,
    next_deal,
    rush,
    seated,
    status,
    step,
)
from tests.web.walks import resize

pytestmark = [pytest.mark.turns(2)]

SIZES = {"room": (800, 600), "wide": (1440, 900), "low": (640, 360), "phone": (360, 640)}
SHOWN: dict[str, dict[str, Any]] = {
    "bigtwo": {"variant": "daidi", "cut": "shown"},
    "chinesepoker": {"seats": 3, "cut": "shown"},
}
WIDE = {"viewport": {"width": 1440, "height": 900}}
CARDS = {"bigtwo": 52, "chinesepoker": 48}


@pytest.mark.parametrize(
    ("name", "game", "sizes"), [("Ann", "chinesepoker", ("room", "low")), ("Abe", "bigtwo", ("wide", "phone"))]
)
@pytest.mark.turns(2)
def test_everybody_takes_a_card_and_sees_who_deals(
    device: Device, name: str, game: str, sizes: tuple[str, ...]
) -> None:
    cards = CARDS[game]
    page = seated(device, name, game, table={"computers": COMPUTERS[game]}, **SHOWN[game])
    expect(status(page)).to_contain_text("Your turn: take one of the cards")
    expect(page.locator("[data-lying]")).to_have_count(cards)
    seats = page.locator(".plate").count() + 1
    expect(page.locator("button[data-lying]")).to_have_count(cards - seats + 1)
    session = page.context.new_cdp_session(page)
    for width, height in (SIZES[size] for size in sizes):
        resize(page, width, height, touch=width < 600, session=session)
        fits(page)
        # each card is free for a finger: what lies at its corner is the card itself
        free = page.locator("button[data-lying]").evaluate_all(
            """all => all.filter(e => {
                const b = e.getBoundingClientRect();
                return document.elementFromPoint(b.left + 10, b.top + 10)?.closest('[data-lying]') === e;
            }).length"""
        )
        assert free == cards - seats + 1
    assert faults(page) == []  # in little room
    mine = page.locator("button[data-lying]").nth(9)
    number = mine.get_attribute("data-lying")
    before = step(page)
    page.evaluate(f"document.querySelector('[data-lying=\"{number}\"]').click()")
    moved_on(page, before)
    if my_move(page) and page.locator("[data-lying]").count() and large(page).is_visible():
        expect(large(page)).to_have_text(re.compile("^Deal"))
        expect(page.locator(f"[data-lying='{number}'] .who")).to_have_text(name)
        assert page.locator("[data-lying][data-card]").count() >= seats
        large(page).click()
    if not page.locator("button[data-lying]").count():  # or there was a tie
        expect(page.locator("[data-lying]")).to_have_count(0)
        page.wait_for_function("() => [12, 13, 16].includes(document.querySelectorAll('[data-hand]').length)")


def test_a_card_is_taken_by_the_keys_and_the_log_tells_who_deals(device: Device) -> None:
    page = seated(device, "Bob", "bigtwo", WIDE, {"computers": "deuce"}, variant="daidi", cut="shown")
    expect(status(page)).to_contain_text("Your turn: take one of the cards")
    page.locator("button[data-lying][tabindex='0']").focus()
    first = page.evaluate("document.activeElement.dataset.lying")
    page.keyboard.press("ArrowRight")
    assert int(page.evaluate("document.activeElement.dataset.lying")) == int(first) + 1
    while "take one of the cards" in status(page).inner_text():  # again, if somebody else took one at that moment
        page.locator("button[data-lying][tabindex='0']").focus()
        before = step(page)
        page.keyboard.press("Enter")
        moved_on(page, before)
    while page.locator("[data-lying]").count():  # somebody else may have gone on at that moment
        with contextlib.suppress(PlaywrightTimeout):
            large(page).click(timeout=1_000)
    expect(page.locator(".log")).to_contain_text(re.compile(r"Cut for the deal: Bob \S+, .*\S+\. [\w ]+ deals\."))
    expect(page.locator(".log")).to_contain_text("Take card")
    expect(page.locator(".calls")).to_have_count(0)  # cutting is no auction


def test_the_card_that_lies_face_up_is_told_with_who_draws_it(device: Device) -> None:
    page = seated(device, "Cem", "doudizhu", WIDE)
    drawn = r"; .* draws it and| and stays in the kitty; .*, who deals,"  # three of 54
    expect(page.locator(".log")).to_contain_text(re.compile(rf"The card face up is \S+?({drawn}) bids first\."))


def test_the_page_is_laid_out_as_often_however_many_cards_fly(device: Device, chromium: Browser) -> None:
    phone = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "no-preference"}
    page = seated(device, "Cid", "doudizhu", phone)
    rush(page)
    page.evaluate(
        """() => {
            window.flew = {own: 0, others: 0};
            const plain = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                flew.own += this.closest("[data-hand]") !== null;
                flew.others += this.closest(".sky") !== null;
                return plain.apply(this, all);
            };
        }"""
    )
    chromium.start_tracing(page=page, categories=CATEGORIES)
    next_deal(page)
    page.wait_for_function("() => flew.own >= 17 && flew.others >= 34")
    assert max(each.forced for each in tasks(chromium.stop_tracing())) < 6
