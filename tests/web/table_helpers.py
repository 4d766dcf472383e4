"""What a person does at the table of the page: clicks, swipes and keys, by what the screen says and nothing else."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


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
    turns = 0
    while await_turn(page):
        turns += 1
        cards, before = hinted(page), step(page)
        if cards:
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
    turns = 0
    while await_turn(page):
        turns += 1
        before, heard = step(page), page.evaluate("window.heard.length")
        page.keyboard.press("h")
        page.wait_for_function(f"() => window.heard.length > {heard}")
        cards = raised(page)
        if cards:
            page.keyboard.press("Escape")
            assert raised(page) == []
            pick_by_keys(page, cards)
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("p")
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
