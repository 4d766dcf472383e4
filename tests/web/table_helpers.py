"""What a person does at the table of the page: clicks, swipes and keys, by what the screen says and nothing else."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.web.conftest import House

Device = Callable[..., BrowserContext]
BY_HAND: Final = 3
"""The number of plays of a deal that are picked card by card; the others play the cards that the hint raised."""
PHONE: Final = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "device_scale_factor": 2}


@pytest.fixture(scope="module", name="house")
def one_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One room for a whole module, where the tables don't know of each other: import it under this name."""
    opened = House(tmp_path_factory.mktemp("room"))
    opened.start()
    yield opened
    opened.stop()


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
    one = page.locator(f"[data-hand='{card}']")
    (one.tap if tap else one.click)(position={"x": 10, "y": 18})


def await_turn(page: Page) -> bool:
    """Wait until it is one's turn; False when the deal is over instead."""
    page.wait_for_function(
        """() => {
            const phase = document.querySelector('.table')?.dataset.phase;
            if (phase === 'over' || phase === 'final') return true;
            return phase === 'playing' && /Your turn/.test(document.querySelector('[data-testid=status]').textContent);
        }"""
    )
    return phase(page) == "playing"


def phase(page: Page) -> str:
    """waiting, playing, over or final, as the table shows it."""
    return page.locator(".table").get_attribute("data-phase") or ""


def step(page: Page) -> int:
    """The position that is shown."""
    return int(page.locator(".table").get_attribute("data-step") or 0)


def moved_on(page: Page, before: int) -> None:
    """Wait until something has happened since that position."""
    page.wait_for_function(f"() => Number(document.querySelector('.table').dataset.step) !== {before}")


def hinted(page: Page) -> list[str]:
    """Ask for a hint and wait for it: the cards that it raises, none for a pass."""
    before = page.evaluate("window.heard?.length ?? 0")
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function(f"() => window.heard.length > {before}")
    return raised(page)


def listen(page: Page) -> None:
    """Count the hints that come, so that a test can tell a hint to pass from one that is on its way."""
    page.add_init_script(
        """
        window.heard = [];
        const Socket = window.WebSocket;
        window.WebSocket = class extends Socket {
            constructor(...all) {
                super(...all);
                this.addEventListener('message', (event) => {
                    const message = JSON.parse(event.data);
                    if (message.op === 'hinted') setTimeout(() => window.heard.push(message));
                });
            }
        };
        """
    )


def play_by_clicking(page: Page, *, tap: bool = False) -> int:
    """Play a deal to its end with the mouse, asking for hints; how often it was one's turn."""
    turns = plays = 0
    while await_turn(page):
        turns += 1
        cards, before = hinted(page), step(page)
        plays += bool(cards)
        if cards and plays <= BY_HAND:
            page.get_by_role("button", name="Clear").click()
            for card in cards:
                click(page, card, tap=tap)
            assert sorted(raised(page)) == sorted(cards)
        expect(large(page)).to_be_enabled()
        expect(large(page)).to_have_text(re.compile("^Play " if cards else "^Pass$"))
        (large(page).tap if tap else large(page).click)()
        moved_on(page, before)
    return turns


def play_by_tapping(page: Page) -> int:
    """The same with a finger."""
    return play_by_clicking(page, tap=True)


def play_by_keys(page: Page) -> int:
    """Play a deal to its end with keys alone: arrows, Space, Enter, P."""
    turns = plays = 0
    while await_turn(page):
        turns += 1
        before, heard = step(page), page.evaluate("window.heard.length")
        page.keyboard.press("h")
        page.wait_for_function(f"() => window.heard.length > {heard}")
        cards = raised(page)
        plays += bool(cards)
        if cards and plays <= BY_HAND:
            page.keyboard.press("Escape")
            assert raised(page) == []
            pick_by_keys(page, cards)
        page.keyboard.press("Enter" if cards else "p")
        moved_on(page, before)
    return turns


def pick_by_keys(page: Page, cards: list[str]) -> None:
    """Walk along the hand and select these cards."""
    page.keyboard.press("Home")
    page.keyboard.press("Home")
    for n in range(hand(page).count()):
        if n:
            page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.dataset.hand") in cards:
            page.keyboard.press("Space")
    assert sorted(raised(page)) == sorted(cards)


# --- any game --------------------------------------------------------------------------------------------------------


def seated(
    device: Device,
    name: str,
    game: str,
    more: dict[str, object] | None = None,
    table: dict[str, str] | None = None,
    **options: object,
) -> Page:
    """A new page, of a device with ``more`` settings, at a new table; see :func:`sit_at`."""
    page = device(**(more or {})).new_page()
    listen(page)
    page.goto("./")
    sit_at(page, name, game, table, **options)
    return page


def sit_at(page: Page, name: str, game: str, table: dict[str, str] | None = None, **options: object) -> None:
    """Open a table of a game, with these options, and show its first deal; computers take the other seats.

    ``table``: what the wire's ``create`` says beside the game, such as which computers.
    """
    page.evaluate(
        """([name, game, options, table]) => new Promise((done, wrong) => {
            const socket = new WebSocket(new URL('ws', location.href).href.replace(/^http/, 'ws'));
            const say = (message) => socket.send(JSON.stringify(message));
            socket.onopen = () => say({op: 'hello', v: 1});
            socket.onmessage = (event) => {
                const heard = JSON.parse(event.data);
                if (heard.op === 'error') wrong(new Error(heard.text));
                if (heard.op === 'welcome') say({op: 'name', name});
                if (heard.op === 'you' && heard.table === null) {
                    localStorage.setItem(`dealt.token:${location.pathname}`, JSON.stringify(heard.token));
                    say({op: 'create', game, options, ...table});
                }
                if (heard.op === 'table' && heard.phase === 'waiting') say({op: 'start'});
                else if (heard.op === 'table') { socket.close(); done(null); }
            };
        })""",
        [name, game, options, table or {}],
    )
    page.reload()
    expect(page.locator(".table")).to_be_visible()


def play_deal(page: Page, how: str, *, together: bool = False) -> int:
    """Play a deal to its end as hinted, by "mouse", "finger" or "keys"; how often it was one's turn.

    ``together``: others act at the same time, and a hint is for the position in which it was asked for.
    """
    turns = plays = 0
    while my_move(page):
        if together:
            settled(page)
        turns += 1
        before = step(page)
        cards = ask(page, how)
        plays += bool(cards)
        if not cards:
            call(page, how)
        else:
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
            const phase = document.querySelector('.table')?.dataset.phase;
            if (phase === 'over' || phase === 'final') return true;
            return phase === 'playing' && document.querySelector('.status.turn, .status.why') !== null;
        }"""
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
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(f"() => window.heard.length > {before}", timeout=patience)
            return selected(page)
    raise AssertionError("no hint has come")


def put_back(page: Page, how: str) -> None:
    """Lower all cards."""
    press(page, page.get_by_role("button", name="Clear"), how, "Escape")
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
        one = page.locator(f"button[data-card='{card}'], [data-hand='{card}']")
        (one.tap if how == "finger" else one.click)(position={"x": 10, "y": 18})


def call(page: Page, how: str) -> None:
    """Do what the status line says that the hint was: a bid, a pass, a packet to take."""
    said = re.fullmatch(r"Hint: (.+)", status(page).locator("p").inner_text())
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


def fits(page: Page) -> None:
    """Nothing has to be scrolled, no card sticks out at a side, and no plate lies over a play."""
    size = page.viewport_size
    assert size is not None
    assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    out = page.locator(".you .card, .spot .card, .centre .card").evaluate_all(
        """all => all.map(e => e.getBoundingClientRect())
            .filter(b => b.width && (b.left < -1 || b.right > innerWidth + 1)).length"""
    )
    assert out == 0
    over = page.evaluate(
        """() => {
            const boxes = (what) =>
                [...document.querySelectorAll(what)].map(e => e.getBoundingClientRect()).filter(b => b.width);
            const plates = boxes('.plate'), plays = boxes('.spot .card, .board .card');
            const before = (a, b) => a.left < b.right - 1 && a.top < b.bottom - 1;
            const meet = (a, b) => before(a, b) && before(b, a);
            return plays.filter(a => plates.some(b => meet(a, b))).length;
        }"""
    )
    assert over == 0
