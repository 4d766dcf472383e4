"""The table of the page in a real Chromium: selecting, the status line, chat, panel, motion, watchers, languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Device, at_table, enter, faults
from tests.web.table_helpers import (
    click,
    hand,
    hinted,
    large,
    moved_on,
    my_move,
    raised,
    seated,
    status,
    step,
)

pytestmark = [pytest.mark.turns(2)]

SIZES = {"phone": (360, 640), "small": (800, 600), "wide": (1440, 900)}


def sit(device: Device, name: str = "Ann", **options: object) -> Page:
    """Somebody who plays against computers, and whose turn it is."""
    page = seated(device, name, more=options)
    assert my_move(page)
    return page


def cards(page: Page) -> list[str]:
    """One's own hand as it lies, in notation."""
    found: list[str] = hand(page).evaluate_all("all => all.map(e => e.dataset.hand)")
    return found


# --- selecting


def test_a_selection_says_what_it_does_or_why_it_will_not_do_and_screen_readers_hear_the_table(device: Device) -> None:
    page = sit(device)
    live = page.get_by_test_id("live")
    expect(live).to_contain_text(re.compile("It is your turn|Your turn"))
    first = hand(page).first
    expect(first).to_have_attribute("aria-label", re.compile(r"^(\d+|jack|queen|king|ace) of \w+$"))
    expect(first).to_have_attribute("aria-selected", "false")
    held = cards(page)
    assert len(held) == 13
    pair = [held[0], next(each for each in held if each[0] != held[0][0])]
    for card in pair:
        click(page, card)
    assert raised(page) == [card for card in held if card in pair]
    expect(first).to_have_attribute("aria-selected", "true")
    expect(status(page)).to_contain_text(re.compile("no combination|beat|Not|must contain"))
    expect(large(page)).to_be_disabled()
    page.keyboard.press("Escape")
    assert raised(page) == []

    found = hinted(page)
    expect(large(page)).to_have_text(re.compile("^Play " if found else "^Pass$"))
    expect(large(page)).to_be_enabled()

    a_swipe_raises_and_lowers_cards(page)

    # what others do is heard
    hinted(page)
    before = step(page)
    large(page).click()
    moved_on(page, before)
    if my_move(page):
        expect(live).to_contain_text(re.compile(r"\w+: (single|pair|triple|four|Pass|straight|flush|full)"))


def a_swipe_raises_and_lowers_cards(page: Page) -> None:
    page.keyboard.press("Escape")
    held = cards(page)
    boxes = [page.locator(f"[data-hand='{card}']").bounding_box() for card in held]
    first, last = boxes[2], boxes[6]
    assert first is not None
    assert last is not None
    for left in (False, True):
        page.mouse.move(first["x"] + 6, first["y"] + 40)
        page.mouse.down()
        page.mouse.move(last["x"] + 6, last["y"] + 40, steps=3)
        page.mouse.up()
        expect(page.locator("[data-hand][aria-selected=true]")).to_have_count(0 if left else 5)
        assert raised(page) == ([] if left else held[2:7])


def test_a_selection_survives_what_others_do_and_focus_goes_on(device: Device) -> None:
    page = sit(device)
    found = hinted(page)
    while not found:
        before = step(page)
        large(page).click()
        moved_on(page, before)
        assert my_move(page)
        found = hinted(page)
    # one card more, which stays after the others were played
    page.keyboard.press("Escape")
    held = cards(page)
    for card in found:
        click(page, card)
    last = page.locator(f"[data-hand='{found[-1]}']")
    last.focus()
    before = step(page)
    page.keyboard.press("Enter")
    moved_on(page, before)
    expect(hand(page)).to_have_count(len(held) - len(found))
    page.wait_for_function("() => document.activeElement.closest('[role=listbox]') !== null")
    rest = cards(page)
    click(page, rest[0])
    if my_move(page):
        assert raised(page) == [rest[0]]


def test_asking_before_a_play(device: Device) -> None:
    page = sit(device)
    page.evaluate("localStorage.setItem('dealt.settings', JSON.stringify({confirm: true, dim: true, speed: 'off'}))")
    page.reload()
    assert my_move(page)
    hinted(page)
    before = step(page)
    label = large(page).inner_text()
    large(page).click()
    expect(large(page)).to_have_text(f"Confirm: {label}")
    assert step(page) == before
    page.keyboard.press("Escape")
    expect(large(page)).to_have_text(label)
    large(page).click()
    large(page).click()
    moved_on(page, before)


# --- for everybody


def test_axe_finds_nothing_serious_at_the_table_and_its_rules_are_told(device: Device) -> None:
    page = sit(device)
    click(page, cards(page)[3])
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("size => document.documentElement.scrollHeight <= size", arg=height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for key in "1234":
            page.keyboard.press(key)
            expect(page.get_by_role("tabpanel")).to_be_visible()
            if size == "phone":  # a sheet over the table
                expect(page.locator("dialog[open]")).to_be_visible()
                assert faults(page) == []
            page.keyboard.press("Escape")  # out of the sheet, or of the field of the chat
    for scheme in ("light", "dark"):  # the table itself is looked at on the walks of test_hits.py
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    assert faults(page) == []

    # the rules of this table, on the wide screen
    page.get_by_role("tab", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.locator(".page")).to_contain_text(re.compile("[Pp]lay"))
    # how to play comes first, the options last and folded
    assert rules.locator("h2, summary").evaluate_all("all => all.map(e => e.textContent)")[0] == "How to play"
    assert rules.locator("summary").all_inner_texts() == ["Options", "Rules of this table"]
    expect(rules.locator("dl")).to_be_hidden()
    rules.get_by_text("Rules of this table", exact=True).click()
    expect(rules.locator("dl > div").first.locator("dd")).not_to_have_count(0)
    page.get_by_role("tab", name="Score").click()
    expect(page.get_by_role("row")).to_have_count(5)


# --- the panel


def test_the_chat(device: Device) -> None:
    ann = sit(device, viewport={"width": 1440, "height": 900})
    table = at_table(ann)
    bob = device(viewport={"width": 1440, "height": 900}).new_page()
    bob.goto(f"./#/table/{table}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the table").click()
    at_table(bob)
    bob.get_by_role("button", name="Wait for the next deal").click()
    expect(status(bob)).to_contain_text(re.compile("You are watching: .+ is yours at the next deal"))
    expect(hand(bob)).to_have_count(0)
    expect(ann.get_by_text("next: Bob")).to_be_visible()

    bob.get_by_role("tab", name="Chat").click()
    field = bob.get_by_role("textbox", name="Message")
    said = "<b>bold</b> שלום 🙂 " + "w" * 80
    field.fill(said)
    field.press("Enter")
    expect(field).to_have_value("")
    tab = ann.get_by_role("tab", name=re.compile("Chat"))
    expect(tab).to_have_text(re.compile(r"Chat\s*1"))
    tab.click()
    log = ann.get_by_role("log")
    expect(log).to_contain_text(said)
    expect(log).to_contain_text("Bob is here")
    expect(log.get_by_text("Welcome to Test room, Ann")).to_have_count(1)
    expect(log).not_to_contain_text("Welcome to Test room, Bob")
    expect(bob.get_by_role("log")).to_contain_text("Welcome to Test room, Bob")
    assert log.evaluate("each => each.scrollWidth - each.clientWidth") == 0
    expect(tab).to_have_text("Chat")

    # it does not scroll away from somebody who reads back
    mine = ann.get_by_role("textbox", name="Message")
    for n in range(3):
        mine.fill("\n".join(str(line) for line in range(12)))
        mine.press("Enter")
        expect(log.locator(".text")).to_have_count(n + 2)
    expect(log.locator(".text").last).to_be_in_viewport()
    log.evaluate("each => each.scrollTo(0, 0)")
    ann.wait_for_timeout(200)
    field.fill("are you there?")
    field.press("Control+Enter")
    field.press_sequentially("hello?")
    field.press("Enter")
    pill = ann.get_by_role("button", name="New messages")
    expect(pill).to_be_visible()
    assert log.evaluate("each => each.scrollTop") == 0
    pill.click()
    expect(log.get_by_text("are you there?\nhello?")).to_be_in_viewport()

    ann.get_by_role("button", name="Mute Bob").last.click()
    expect(log).not_to_contain_text("are you there?")
    ann.get_by_role("button", name="Show Bob again").last.click()
    expect(log).to_contain_text("are you there?")
    assert faults(ann) == []


def test_a_watcher_sees_no_hand(device: Device) -> None:
    ann = sit(device)
    watcher = device().new_page()
    watcher.goto("./")
    enter(watcher, "Eve")
    watcher.get_by_role("button", name=re.compile("^Watch")).first.click()
    at_table(watcher)
    expect(status(watcher)).to_have_text("You are watching")
    expect(hand(watcher)).to_have_count(0)
    expect(watcher.get_by_role("region", name="Ann")).to_be_visible()
    shown = set(watcher.locator("[data-card]").evaluate_all("all => all.map(e => e.dataset.card)"))
    assert shown.isdisjoint(cards(ann))
    assert faults(watcher) == []
    watcher.get_by_role("button", name="Play from the next deal on").click()
    expect(status(watcher)).to_contain_text("is yours at the next deal")
    expect(large(watcher)).to_be_hidden()
    expect(ann.get_by_text("next: Eve")).to_be_visible()


# --- motion and language


def test_cards_fly_and_do_not_where_less_motion_is_wanted(device: Device) -> None:
    flown = """() => {
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...all) { window.flown += 1; return animate.apply(this, all); };
    }"""
    page = sit(device, reduced_motion="no-preference")
    page.evaluate(flown)
    for wanted in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=wanted)
        before = step(page)
        hinted(page)
        page.evaluate("window.flown = 0")
        large(page).click()
        moved_on(page, before)
        assert my_move(page)
        if wanted == "no-preference":
            page.wait_for_function("() => window.flown > 0")
        else:
            page.wait_for_timeout(100)
            assert page.evaluate("window.flown") == page.evaluate("document.getAnimations().length") == 0


def test_chinese(device: Device) -> None:
    page = device(locale="zh-CN").new_page()
    page.goto("./")
    page.locator("form input").first.fill("Ann")
    page.locator("form button[type=submit]").click()
    at_table(page)
    expect(page.get_by_test_id("status")).to_contain_text("轮到你了")
    expect(page.get_by_role("listbox", name="你的手牌").get_by_role("option")).to_have_count(13)
    assert not re.search(r"[a-z]{3,}\.[a-z]", page.locator(".table").inner_text())  # no key without a text
