"""What a person does at the table of the page: clicks, swipes and keys, by what the screen says and nothing else."""

from __future__ import annotations

import contextlib
import json
import os
import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from websockets.sync.client import connect

from dealt.wire.protocol import VERSION as PROTOCOL
from tests.web.conftest import Device, House

OFTEN: Final = 25
"""Milliseconds between two looks at what is waited for; else the page would draw a frame for each."""
BY_HAND: Final = 2
"""The number of plays of a deal that are picked card by card."""
PHONE: Final = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "device_scale_factor": 2}


def status(page: Page) -> Locator:
    """The one line that says what is expected."""
    return page.get_by_test_id("status")


def large(page: Page) -> Locator:
    """The one large button."""
    return page.get_by_test_id("primary")


def hand(page: Page) -> Locator:
    """The cards of one's own hand."""
    return page.get_by_role("listbox", name="Your hand").get_by_role("option")


def raised(page: Page) -> list[str]:
    """The cards that are selected, in notation."""
    found: list[str] = page.locator("[data-hand][aria-selected=true]").evaluate_all(
        "all => all.map(e => e.dataset.hand)"
    )
    return found


def click(page: Page, card: str, *, tap: bool = False) -> None:
    """Click the free corner of a card; others lie over the rest of it."""
    one = page.locator(f'[data-hand="{card}"]')
    (one.tap if tap else one.click)(position={"x": 10, "y": 18})


def phase(page: Page) -> str:
    """waiting, playing, over or final, as the table shows it."""
    return page.locator(".table").get_attribute("data-phase") or ""


def step(page: Page) -> int:
    """The position that is shown."""
    return int(page.locator(".table").get_attribute("data-step") or 0)


def moved_on(page: Page, before: int) -> None:
    """Wait until something has happened since that position."""
    page.wait_for_function(f"() => Number(document.querySelector('.table').dataset.step) !== {before}", polling=OFTEN)


def hinted(page: Page) -> list[str]:
    """Ask for a hint, with what actions are worth, and wait for it: the cards that it raises, none for a pass."""
    before = page.evaluate("() => { window.thorough = true; return window.heard?.length ?? 0; }")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function(f"() => window.heard.length > {before}")
    page.evaluate("() => { window.thorough = false; }")
    return raised(page)


FIGURES: Final = """sides => {
    const figure = node => Number(node.innerText.replace('\u2212', '-').replaceAll(',', ''));
    return sides.flatMap(side => {
        const score = figure(side.querySelector('.score')), members = [...side.querySelectorAll('.member')];
        const of = (node, total) => [...node.querySelectorAll('.person bdi')].map(n => [n.innerText, score, total]);
        if (members.length) return members.flatMap(each => of(each, figure(each.querySelector('.total'))));
        return of(side.querySelector('.what'), figure(side.querySelector('.total')));
    });
}"""
"""Name, score and total of everybody, as the sides of a result say."""


def result_of(page: Page, deal: int | None = None) -> dict[str, tuple[float, float]]:
    """Score and total of everybody by name, as the result of that deal (or of any) says; the best score first."""
    title = rf"Result of deal {deal or r'[0-9]+'}|The match is over"
    expect(page.get_by_role("heading", name=re.compile(title))).to_be_visible()
    return {name: (score, total) for name, score, total in page.locator(".result .side").evaluate_all(FIGURES)}


def shot(page: Page, name: str) -> None:
    """For people who want to see it."""
    if where := os.environ.get("DEALT_SHOTS"):
        for width, height in ((1440, 900), (800, 600), (640, 360), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(400)
            page.screenshot(path=Path(where) / f"{name}-{width}.png")
        page.set_viewport_size({"width": 1280, "height": 720})


# --- any game --------------------------------------------------------------------------------------------------------


def seated(
    device: Device,
    name: str,
    game: str = "bigtwo",
    more: dict[str, object] | None = None,
    table: dict[str, str] | None = None,
    **options: object,
) -> Page:
    """The first deal of a new table of a game, on a new device with ``more`` settings; computers take the other seats.

    They take no time to think unless others are named: a hint, too, comes from them. ``options`` are those of the game;
    ``table`` is what the wire's ``create`` says beside them, such as the seed.
    """
    token = open_table(device.house, name, {"game": game, "options": options, "computers": "lowest", **(table or {})})
    page = device(token=token, **(more or {})).new_page()
    page.goto("./")
    expect(page.locator(".table:not([aria-busy])")).to_be_visible()
    return page


def open_table(house: House, name: str, table: dict[str, object]) -> str:
    """Come in, open a table and begin, as a program does that speaks the wire; the token of whoever sits there."""
    token = ""
    with connect(house.url.replace("http", "ws", 1) + "ws") as socket:

        def say(**message: object) -> None:
            socket.send(json.dumps(message))

        say(op="hello", v=PROTOCOL)
        while True:
            heard = json.loads(socket.recv(timeout=60))
            if heard["op"] == "error":
                raise AssertionError(heard["text"])
            if heard["op"] == "welcome":
                say(op="name", name=name)
            elif heard["op"] == "you" and heard["table"] is None:
                token = heard["token"]
                say(op="create", **table)
            elif heard["op"] == "table" and heard["phase"] == "waiting":
                say(op="start")
            elif heard["op"] == "table":
                return token


def rush(page: Page, until: str = "() => false", *, drawn: bool = False) -> bool:
    """Play over the page's own connection, without clicks: where the way to a position is not looked at.

    Returns True at one's own turn as soon as ``until`` (JavaScript, of the table as the room tells it) is true;
    False when the deal is over first. ``drawn``: the page shows each position on the way, so that ``until`` can look.
    """
    begin_rush(page, until, drawn=drawn)
    return end_rush(page)


def begin_rush(page: Page, until: str = "() => false", *, drawn: bool = False) -> None:
    """Let somebody play on meanwhile as :func:`rush` does; :func:`end_rush` waits until it is over."""
    page.wait_for_function("() => window.told !== null")
    page.evaluate(f"() => {{ window.rushed = window.rush({until}, 180_000, {json.dumps(drawn)}); }}")


def end_rush(page: Page) -> bool:
    """Wait until the page shows where the rush has ended; the answer of :func:`rush`."""
    found: bool = page.evaluate("window.rushed")
    page.wait_for_function("() => Number(document.querySelector('.table').dataset.step) === window.told.step")
    return found


def rush_on(page: Page, until: str, *, drawn: bool = False) -> bool:
    """:func:`rush` over several deals if need be; False where the match ends before. A hint depends on the time that
    there was, so the same seed may take more deals on another machine.
    """
    for _ in range(6):
        if rush(page, until, drawn=drawn):
            return True
        if phase(page) == "final":
            break
        next_deal(page)
    return False


def next_deal(page: Page) -> None:
    """Go on to the next deal."""
    before = step(page)
    large(page).click()
    moved_on(page, before)


def play_deal(page: Page, how: str, *, whole: bool = False, together: bool = False) -> int:
    """Play a deal as hinted, by "mouse", "finger" or "keys", and to its end; how often it was one's turn meanwhile.

    Without ``whole``, only the first plays are made by hand, see :data:`BY_HAND`; the others by :func:`rush`.
    ``together``: others act at the same time, and a hint is for the position in which it was asked for.
    """
    turns = plays = 0
    while my_move(page):
        if plays == BY_HAND and not whole:
            rush(page)
            break
        if together:
            settled(page)
        turns += 1
        before = step(page)
        cards = ask(page, how)
        if not cards:
            call(page, how)
        else:
            plays += 1
            if plays <= BY_HAND:
                put_back(page, how)
                for card in cards:
                    take(page, card, how)
                assert sorted(selected(page)) == sorted(cards)
            expect(large(page)).not_to_have_attribute("aria-disabled", "true")
            press(page, large(page), how, "Enter")
        moved_on(page, before)
    return turns


def my_move(page: Page) -> bool:
    """Wait until it is one's turn; False when the deal is over instead."""
    page.wait_for_function(
        """() => {
            const phase = document.querySelector('.table:not([aria-busy])')?.dataset.phase;
            if (phase === 'over' || phase === 'final') return true;
            return phase === 'playing' && document.querySelector('.status.turn, .status.why') !== null;
        }""",
        polling=OFTEN,
    )
    return phase(page) == "playing"


def settled(page: Page) -> None:
    """Wait until others have acted who act at the same time: nothing has happened for a while."""
    page.wait_for_function(
        """() => {
            const step = document.querySelector('.table').dataset.step;
            if (window.settling?.step !== step) window.settling = {step, since: Date.now()};
            return Date.now() - window.settling.since > 200;
        }"""
    )


def ask(page: Page, how: str) -> list[str]:
    """Ask for a hint; the cards that it raises. Where others act meanwhile, the position has passed: ask again."""
    before = page.evaluate("window.heard.length")
    for patience in (3_000, 3_000, 30_000):
        press(page, page.get_by_role("button", name="Hint"), how, "h")
        with contextlib.suppress(PlaywrightTimeout):
            page.wait_for_function(f"() => window.heard.length > {before}", timeout=patience)
            return selected(page)
    raise AssertionError("no hint has come")


def put_back(page: Page, how: str) -> None:
    """Lower all cards. Where one is played at a time, no button is needed: another takes its place."""
    clear = page.get_by_role("button", name="Clear")
    press(page, clear, how if clear.count() else "keys", "Escape")
    assert selected(page) == []


def selected(page: Page) -> list[str]:
    """The cards that are raised, in the hand or on the table, in notation."""
    found: list[str] = page.locator("[data-card][aria-selected=true], [data-card][aria-pressed=true]").evaluate_all(
        "all => all.map(e => e.dataset.card)"
    )
    return found


def take(page: Page, card: str, how: str) -> None:
    """Raise a card of the hand, or one on the table."""
    place = page.locator(f"[data-slot]:has([data-card='{card}'])")
    if how == "keys" and place.count():
        number = int(place.get_attribute("data-slot") or 0) + 1
        page.keyboard.press(f"Shift+Digit{number % 10}" if number > 10 else f"Digit{number % 10}")
    elif how == "keys":
        page.keyboard.press("Home")
        page.keyboard.press("Home")
        while page.evaluate("document.activeElement.dataset.card") != card:
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
    else:
        one = page.locator(f'button[data-card="{card}"], [data-hand="{card}"]')
        (one.tap if how == "finger" else one.click)(position={"x": 10, "y": 18})


def call(page: Page, how: str) -> None:
    """Do what the status line says that the hint was: a bid, a pass, a packet to take."""
    said = re.fullmatch(r"Hint: (.+?)(\. On average .+)?", status(page).locator("p").inner_text())
    assert said is not None
    what = said.group(1)
    number = re.search(r"\d+", what)
    press(
        page,
        page.locator(".controls").get_by_role("button", name=what, exact=True),
        how,
        number.group() if number else "p",
    )


def press(page: Page, button: Locator, how: str, key: str) -> None:
    """Press a button by mouse or finger, or do the same by its key."""
    if how == "keys":
        page.keyboard.press(key)
    elif how == "finger":
        button.tap()
    else:
        button.click()


FITS: Final = """() => {
    const {scrollHeight, scrollWidth} = document.documentElement;
    if (scrollHeight > innerHeight || scrollWidth > innerWidth) return 'the page scrolls';
    const boxes = (what) =>
        [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect()).filter(b => b.width);
    if (boxes('.you .card, .spot .card, .centre .card').some(b => b.left < -1 || b.right > innerWidth + 1))
        return 'a card sticks out';
    const before = (a, b) => a.left < b.right - 1 && a.top < b.bottom - 1;
    const calls = document.querySelector('.calls:not(.flat) .scroll');
    if (calls && calls.scrollHeight - calls.clientHeight - calls.scrollTop > 2) return 'the newest calls are cut';
    const plates = boxes('.plate');
    const over = (those, others) => boxes(those).some(a => others.some(b => before(a, b) && before(b, a)));
    if (over('.centre .title', boxes('.spot .card'))) return 'a play lies over a caption';
    return over('.spot .card, .board .card', plates) ? 'a plate lies over a play' : '';
}"""


def fits(page: Page) -> None:
    """Nothing has to be scrolled, no card sticks out at a side, no plate lies over a play, and no play over what a pile is
    called; or soon not any more.
    """
    with contextlib.suppress(PlaywrightTimeout):
        page.wait_for_function(f"() => ({FITS})() === ''", timeout=5_000)
    assert page.evaluate(FITS) == ""
