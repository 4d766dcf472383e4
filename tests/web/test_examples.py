"""Games of somebody's own on the real page: the examples, brought in by --games, played to the end of a deal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import House
from tests.web.table_helpers import (
    PHONE,
    Device,
    ask,
    fits,
    large,
    moved_on,
    my_move,
    play_deal,
    seated,
    settled,
    step,
    take,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", name="house")
def room_with_examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One room with both games."""
    opened = House(tmp_path_factory.mktemp("room"), games=f"{EXAMPLES / 'crazy_eights.py'},{EXAMPLES / 'cheat.py'}")
    opened.start()
    yield opened
    opened.stop()


LARGE = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.parametrize(
    ("name", "device_options", "rules"), [("crazyeights", PHONE, {}), ("cheat", LARGE, {"turns": 26})]
)
@pytest.mark.turns(2)
def test_a_whole_deal_is_played(
    device: Device, name: str, device_options: dict[str, object], rules: dict[str, object]
) -> None:
    page = seated(device, f"Ann-{name[:6]}", name, device_options, **rules)
    assert my_move(page)
    fits(page)
    how = "finger" if device_options is PHONE else "mouse"
    assert play_deal(page, how, together=name == "cheat") > 1
    expect(page.locator(".table")).to_have_attribute("data-phase", re.compile("over|final"))
    fits(page)


def test_the_top_card_of_an_open_pile_is_seen_and_the_others_are_not(device: Device) -> None:
    page = seated(device, "Ben", "crazyeights", seats=2)
    assert my_move(page)
    seen = page.locator(".pile.open [data-card]")
    expect(seen).to_have_count(1)
    top = seen.get_attribute("data-card") or ""
    count = int(page.locator(".pile.open .count").inner_text())
    before = step(page)
    cards = ask(page, "mouse")
    large(page).click()
    moved_on(page, before)
    if cards:
        expect(page.locator(".pile.open .count")).not_to_have_text(str(count))
        expect(seen).not_to_have_attribute("data-card", top)
    expect(seen).to_have_count(1)


def test_any_cards_of_a_choice_are_selected_and_named(device: Device) -> None:
    page = seated(device, "Cat", "cheat", LARGE)
    while my_move(page) and page.get_by_role("button", name="Believe it").count():
        settled(page)
        before = step(page)
        page.get_by_role("button", name="Believe it").click()
        moved_on(page, before)
    held = page.locator("[data-hand]").evaluate_all("all => all.map(e => e.dataset.hand)")
    for count, card in enumerate(held[:4], 1):
        take(page, card, "mouse")
        expect(large(page)).to_have_text(re.compile(f"Play {count} "))
    take(page, held[4], "mouse")
    expect(large(page)).to_have_attribute("aria-disabled", "true")
    take(page, held[0], "mouse")
    large(page).click()
    expect(page.locator(".log").get_by_text(re.compile("Play 4 "))).to_be_visible()
