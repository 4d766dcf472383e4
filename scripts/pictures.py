"""Takes the pictures of the documentation anew, at a real table: `.venv/bin/python scripts/pictures.py`.

It needs Chromium, and opens a room of its own on a free port. Two people play by the hints of the page until one of
them can beat something better than a single card.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

from pages import opened, small
from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent.parent / "docs" / "images"
WORTH_SHOWING = re.compile(r"beat (pair|triple|straight|flush|full house)")
TALK = [(0, "Good evening"), (1, "Evening. Same stakes as last week?"), (0, "Same stakes. Mind your twos")]


def come_in(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Enter")


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name="Chat").click()
    box = page.get_by_label("Message", exact=True)
    box.fill(text)
    box.press("Enter")
    page.wait_for_timeout(1200)
    page.keyboard.press("Escape")


def picture(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(600)
    (IMAGES / name).write_bytes(small(page.screenshot(), 255))


def play_until_worth_it(people: list[Page]) -> None:
    """Everybody plays as the hint says; ends when the first one can beat a combination and the second one plays too."""
    for _ in range(1500):
        for n, page in enumerate(people):
            page.evaluate("document.activeElement.blur()")
            if page.locator(".table").get_attribute("data-phase") in ("over", "final"):
                page.keyboard.press("Enter")
            if not page.locator(".status.turn").count():
                continue
            page.keyboard.press("h")
            page.wait_for_timeout(500)
            said = page.inner_text("body")
            if (
                n == 0
                and "Deal 1\n" not in said
                and WORTH_SHOWING.search(said)
                and "Play " in "".join(page.get_by_test_id("primary").all_inner_texts())
            ):
                return
            page.keyboard.press("Enter")
        people[0].wait_for_timeout(100)
    sys.exit("nothing worth showing came up")


def seen_alone(browser: Browser, address: str, game: str, until: Callable[[Page], bool]) -> Page:
    """Somebody who plays against computers as the hint says, until it is their turn and that holds."""
    page = somebody(browser)
    page.goto(address)
    page.locator(f"main li[data-game={game}] button").click()
    for _ in range(400):
        page.wait_for_timeout(150)
        if page.locator(".status.turn").count() == 0:
            continue
        if until(page):
            return page
        page.keyboard.press("h")
        page.wait_for_timeout(400)
        page.locator(".chip.primary").first.click() if page.locator(".chip.primary").count() else page.keyboard.press(
            "Enter"
        )
    sys.exit(f"{game}: nothing worth showing came up")


def lying(page: Page) -> int:
    """The number of cards of the trick that lie open."""
    return page.locator(".middle .spot [data-card]").count()


def somebody(browser: Browser) -> Page:
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, locale="en", color_scheme="dark", reduced_motion="reduce"
    )
    context.add_init_script("try { localStorage.setItem('dealt.pointed', '[\"*\"]'); } catch {}")  # no pointers
    return context.new_page()


def main() -> None:
    with opened(PACE_FACTOR="0.5", TABLE_RATE="0", NAME_RATE="0") as (address, browser):
        people = []
        for name in ("Ann", "Ben"):
            people.append(somebody(browser))
            come_in(people[-1], people[0].url if len(people) > 1 else address, name)
            people[-1].wait_for_timeout(1500)
        for who, text in TALK:
            say(people[who], text)
        play_until_worth_it(people)
        people[0].get_by_role("tab", name="Chat").click()
        picture(people[0], "table.png")
        people[0].set_viewport_size({"width": 360, "height": 640})
        people[0].evaluate("document.activeElement.blur()")
        people[0].keyboard.press("Escape")
        people[0].keyboard.press("h")
        picture(people[0], "phone.png")

        spades = seen_alone(browser, address, "spades", lambda page: lying(page) > 1)
        picture(spades, "trick.png")
        elevens = seen_alone(browser, address, "elevens", lambda page: page.locator("[data-slot] button").count() > 0)
        elevens.keyboard.press("h")
        picture(elevens, "solitaire.png")
        home = somebody(browser)
        home.goto(address)
        home.locator("main li[data-game]").first.wait_for()
        picture(home, "home.png")


if __name__ == "__main__":
    main()
