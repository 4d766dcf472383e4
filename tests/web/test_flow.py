"""What goes by itself, what is chosen ahead, and taps that play: each by its setting; with all off nothing does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.clicks import COMPUTERS, WAYS, measure
from tests.web.conftest import Device
from tests.web.table_helpers import click, large, moved_on, my_move, raised, rush, rush_on, seated, status, step

pytestmark = [pytest.mark.turns(2)]

HAND: Final = "t.view.piles.find(p => p.owner === t.seat && p.role === 'hand').cards"
LEADS: Final = "t.view.legal.every(a => a.role === 'play')"
NOT_SOON: Final = (
    "t.view.piles.every(p => p.role !== 'hand' || p.cards.length > 4)"
    " && t.view.facts.every(f => f.role !== 'hand' || f.value > 4)"
)
ONLY_PASS: Final = "t => t.view.legal.length === 1 && t.view.legal[0].role === 'pass'"
JUST_CLOSED: Final = """key => {
    const dialog = document.querySelector('dialog[open]'), button = dialog.querySelector('button');
    dialog.close();
    button.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
}"""
"""A key in the moment in which a dialog closes: the focus leaves it a frame later."""
WATCH: Final = """() => {
    window.seen = [];
    const note = () => {
        const table = document.querySelector('.table');
        const words = [...document.querySelectorAll('[data-testid=status], [data-testid=live]')].map(e => e.innerText);
        window.seen.push([Number(table?.dataset.step), words.join(' | '), document.title]);
    };
    note();
    const all = {subtree: true, childList: true, characterData: true, attributes: true};
    new MutationObserver(note).observe(document, all);
}"""


def sit(device: Device, game: str, *on: str, name: str = "Ann", seed: str = "clicks 1") -> Page:
    """A table of a known deal with these settings on, and all others of the flow off."""
    settings: dict[str, object] = {"settings": dict.fromkeys(on, True)}
    return seated(device, name, game, settings, {"seed": seed, "computers": COMPUTERS[game]})


def acted(page: Page) -> Sequence[str]:
    """The actions that the page has sent; those of a rush are not among them."""
    found: list[str] = page.evaluate("window.acted")
    return found


def test_a_pass_goes_by_itself_at_once_or_not_at_all(device: Device) -> None:
    page = sit(device, "bigtwo", "autoPass", "autoPlay")
    page.evaluate(WATCH)
    assert rush_on(page, ONLY_PASS)
    nobody_is_told_that_it_is_their_turn(page)

    # stop leaves the choice, and the large button passes at once
    assert rush_on(page, ONLY_PASS)
    at = step(page)
    page.keyboard.press("Escape")
    expect(status(page)).to_contain_text("Your turn")
    page.wait_for_timeout(1_000)
    assert step(page) == at
    large(page).click()
    moved_on(page, at)

    # a card that is touched keeps the pass back
    assert rush_on(page, ONLY_PASS)
    at = step(page)
    page.locator("[data-hand]").first.click(position={"x": 10, "y": 18})
    assert len(raised(page)) == 1
    page.wait_for_timeout(1_000)
    assert step(page) == at


def nobody_is_told_that_it_is_their_turn(page: Page) -> None:
    page.evaluate("window.acted.length = 0")
    at = step(page)
    expect(status(page)).to_contain_text("Nothing you hold beats")
    expect(large(page)).to_have_text("Pass")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    moved_on(page, at)
    assert acted(page) == ["pass"]
    said = [each for each in page.evaluate("window.seen") if each[0] == at]
    assert said
    assert not [each for each in said if "Your turn" in each[1] or "Your turn" in each[2]]


@pytest.mark.parametrize(
    ("game", "until"),
    [("hearts", f"{HAND}.length === 1"), ("spades", f"t.view.legal.length === 1 && {HAND}.length > 1")],
    ids=["last card", "lone follow"],
)
def test_a_forced_card_goes_by_itself(device: Device, game: str, until: str) -> None:
    page = sit(device, game, "autoPlay")
    assert rush(page, f"t => {until} && (window.only = t.view.legal[0].name) !== undefined")
    only = page.evaluate("window.only")  # it may have gone by now
    page.evaluate("window.acted.length = 0")
    at = step(page)
    expect(status(page)).to_contain_text("The only choice")
    moved_on(page, at)
    assert acted(page)[0] == only


def test_with_all_off_every_step_is_a_click(device: Device) -> None:
    page = sit(device, "bigtwo")
    assert rush(page, ONLY_PASS)
    at = step(page)
    expect(status(page)).to_contain_text("Your turn")
    expect(page.get_by_role("button", name="Hint")).to_be_visible()
    page.wait_for_timeout(2_100)
    assert step(page) == at
    other = sit(device, "elevens", name="Bo")
    pair = other.evaluate("window.wish()")["cards"]
    for card in pair:
        other.locator(f"button[data-card='{card}']").click()
    other.wait_for_timeout(300)
    expect(other.locator("[data-card][aria-pressed=true]")).to_have_count(len(pair))


def test_a_solitaire_takes_two_taps_a_pair_and_finds_none_by_itself(device: Device) -> None:
    page = sit(device, "tens", "secondTap", "autoPlay", "autoPass", "oneTap")
    assert my_move(page)
    at = step(page)
    wanted = page.evaluate("window.told.view.legal.find(a => a.cards.length === 2).cards")
    page.locator(f"button[data-card='{wanted[0]}']").click()
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(1)  # the other one is for the player to find
    page.locator(f"button[data-card='{wanted[1]}']").click()
    moved_on(page, at)
    page.keyboard.press("u")
    expect(page.locator(f"button[data-card='{wanted[0]}']")).to_be_visible()
    rush(page, "t => t.view.legal.length === 1")
    at = step(page)
    page.wait_for_timeout(1_000)
    assert step(page) == at


def test_one_tap_plays_a_card_and_a_combination(device: Device) -> None:
    page = sit(device, "hearts", "oneTap")
    assert rush(page, f"t => t.view.legal.length > 1 && {HAND}.length < 13")
    at = step(page)
    card = page.evaluate("window.told.view.legal[0].cards[0]")
    click(page, card)
    moved_on(page, at)
    assert acted(page)[-1] == f"play {card}"

    page = sit(device, "bigtwo", "offers", name="Bo")
    assert rush(page, "t => t.view.legal.some(a => a.cards.length > 1)")
    at = step(page)
    wanted = page.evaluate("window.told.view.legal.find(a => a.cards.length > 1).cards")
    if not page.locator(f"[data-offer='{''.join(wanted)}']").count():
        click(page, wanted[0])
    page.locator(f"[data-offer='{''.join(wanted)}']").click()
    moved_on(page, at)
    assert set(acted(page)[-1]) >= set("".join(wanted))


@pytest.mark.parametrize("game", ["bigtwo", "doudizhu"])
@pytest.mark.turns(2)
def test_the_row_of_plays_never_scrolls_and_all_can_be_met(device: Device, game: str) -> None:
    phone: ViewportSize = {"width": 360, "height": 640}
    on = {"settings": {"offers": True}, "viewport": phone}
    page = seated(device, "Ann", game, on, {"seed": "clicks 1", "computers": COMPUTERS[game]})
    assert rush_on(page, "t => t.view.legal.filter(a => a.cards?.length > 4).length > 2")
    for size in (phone, ViewportSize(width=640, height=360)):
        page.set_viewport_size(size)
        page.evaluate("window.settled()")
        assert most_offered(page, size) > 1


def most_offered(page: Page, size: ViewportSize) -> int:
    """Raise each card of the hand: all plays that are offered with it lie in a row; the largest number of them."""
    most = 0
    for card in page.locator("[data-hand]").evaluate_all("all => all.map(e => e.dataset.hand)"):
        page.keyboard.press("Escape")
        click(page, card)
        page.evaluate("window.settled()")
        assert page.evaluate(ROW) == [], (card, size)
        if page.locator(".further").count():
            page.locator(".further").click()
            page.evaluate("window.settled()")
            assert page.evaluate(ROW) == [], (card, size)
        most = max(most, page.locator("[data-offer]").count())
    return most


ROW: Final = """() => {
    const row = document.querySelector('.strip'), at = row.getBoundingClientRect();
    const out = [...row.querySelectorAll('button')].filter(each => {
        const box = each.getBoundingClientRect();
        const wide = box.left < at.left - 1 || box.right > at.right + 1 || each.scrollWidth > each.clientWidth + 1;
        return wide || box.height < 40 || (row.scrollHeight <= row.clientHeight && box.bottom > at.bottom + 1);
    });
    if (row.scrollWidth > row.clientWidth + 1) out.push(row);
    return out.map(each => each.textContent);
}"""
"""The plays, or the row, that are not whole within the width that there is."""


def extreme(page: Page, at: int) -> str:
    """The weakest (0) or the strongest (-1) card of the hand."""
    held: list[str] = page.evaluate(f"(() => {{ const t = window.told; return {HAND}; }})()")
    return sorted(held, key=lambda card: ("3456789TJQKA2".index(card[0]), "dchs".index(card[1])))[at]


def come_to_lead(page: Page, more: str = "true") -> None:
    """Play as hinted until one may lead, and something more is so."""
    assert rush_on(page, f"t => {LEADS} && {more}")


def lead(page: Page, until: str = "true") -> None:
    """Lead the weakest card; what others do then, or once they have done so much, is not heard until it is released."""
    page.evaluate(f"() => {{ window.hold(t => {until}); }}")
    click(page, extreme(page, 0))
    large(page).click()
    page.wait_for_function("() => window.holds()")
    expect(status(page)).to_contain_text("to play")


def choose_ahead(page: Page, card: str) -> None:
    """Choose a card for one's turn."""
    click(page, card)
    expect(large(page)).to_contain_text("On my turn")
    large(page).click()
    expect(status(page)).to_contain_text("When your turn comes")


def test_what_is_chosen_ahead_is_played_or_dropped_with_a_word(device: Device) -> None:
    page = sit(device, "bigtwo", seed="clicks 5")
    come_to_lead(page)
    lead(page)
    low, high = extreme(page, 0), extreme(page, -1)
    for back in ("key", "button", "card"):
        choose_ahead(page, low)
        if back == "key":
            page.keyboard.press("Escape")
        elif back == "button":
            large(page).click()
        else:
            click(page, low)
        expect(status(page)).not_to_contain_text("When your turn comes")
        assert raised(page) == []
    before = len(acted(page))
    choose_ahead(page, high)
    page.evaluate("window.release()")
    page.wait_for_function("before => window.acted.length > before", arg=before)
    assert acted(page)[before] == f"play {high}"
    # weaker than what lies there by then: it stays in the hand, and the page says why
    come_to_lead(page, NOT_SOON)
    lead(page)
    before = len(acted(page))
    choose_ahead(page, extreme(page, 0))
    page.evaluate("window.release()")
    expect(status(page)).to_contain_text("was not played")
    assert raised(page) == []
    assert len(acted(page)) == before

    # a pass too
    come_to_lead(page, NOT_SOON)
    lead(page, "t.log.at(-1).seat !== t.seat && t.log.at(-1).cards.length > 0")
    before = len(acted(page))
    page.wait_for_timeout(800)  # a press right after the last one is a slip
    expect(large(page)).to_have_text("On my turn: Pass")
    large(page).click()
    expect(status(page)).to_contain_text("When your turn comes: Pass")
    page.evaluate("window.release()")
    page.wait_for_function("before => window.acted.length > before", arg=before)
    assert acted(page)[before] == "pass"


def test_the_last_trick_and_a_claim_are_one_key_away(device: Device) -> None:
    page = sit(device, "bridge")
    assert rush(page, f"t => t.view.legal.some(a => a.upto != null) && {HAND}.length < 11")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("The last trick again")
    expect(keys).to_contain_text("such as a claim")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.get_by_role("button", name="Claim", exact=True)).to_contain_text("Claim")
    page.keyboard.press("m")
    expect(page.get_by_role("spinbutton", name="Amount")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_role("spinbutton")).to_have_count(0)
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.evaluate(JUST_CLOSED, "m")
    expect(page.get_by_role("spinbutton", name="Amount")).to_be_visible()
    page.evaluate("window.again()")  # somebody comes, say
    page.wait_for_timeout(100)
    expect(page.get_by_role("spinbutton", name="Amount")).to_be_visible()
    page.keyboard.press("m")
    expect(page.get_by_role("spinbutton")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Last trick")).to_have_attribute("aria-pressed", "true")


def test_who_came_first_sets_the_pace_of_computers_for_the_table(device: Device) -> None:
    page = sit(device, "bigtwo")
    page.get_by_role("button", name="Settings").first.click()
    pace = page.get_by_role("group", name="Pace of computers")
    expect(pace).to_contain_text("where you set it for all")
    pace.get_by_role("radio", name="Slow").click()
    page.wait_for_function("() => window.told.pace === 'slow'")
    expect(pace.get_by_role("radio", name="Slow")).to_be_checked()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bigtwo", "elevens", "drawpoker", "blackjack"])
@pytest.mark.turns(4)
def test_a_deal_takes_no_more_clicks_with_all_on(device: Device, game: str) -> None:
    done = measure(device, game, "clicks 1", WAYS["one tap"])
    assert done.clicks > 0
    if game == "bigtwo":  # without these settings each card is a click, and so is each action
        alone = sum(1 + len(re.findall("[2-9TJQKA][cdhs]", each)) for each in acted(done.page))
        assert done.clicks <= alone / 2
