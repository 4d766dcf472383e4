"""Takes the pictures of the documentation anew, at a real table: `.venv/bin/python scripts/pictures.py`.

It needs Chromium, and opens a room of its own on a free port. Two people play by the hints of the page until one of
them can beat something better than a single card.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

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
    page.screenshot(path=IMAGES / name)


def play_until_worth_it(people: list[Page]) -> None:
    """Everybody plays as the hint says; ends when the first one can beat a combination and the second one plays too."""
    for _ in range(1500):
        for n, page in enumerate(people):
            page.evaluate("document.activeElement.blur()")
            ready = page.get_by_role("button", name="Ready", exact=True)
            if ready.count():
                ready.first.click()
            hint = page.get_by_role("button", name="Hint")
            if not hint.count() or hint.is_disabled():
                continue
            page.keyboard.press("h")
            page.wait_for_timeout(500)
            said = page.inner_text("body")
            if (
                n == 0
                and "Deal 1\n" not in said
                and WORTH_SHOWING.search(said)
                and page.get_by_role("button", name="Play ").count()
            ):
                return
            page.keyboard.press("Enter")
        people[0].wait_for_timeout(100)
    sys.exit("nothing worth showing came up")


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    environment = {**os.environ, "DEALT_PACE_FACTOR": "0.5", "DEALT_DATABASE": f"sqlite:///{folder / 'dealt.db'}"}
    room = subprocess.Popen(
        [sys.executable, "-m", "dealt", "serve", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        lines = iter(room.stdout or ())
        address = next(found[0] for line in lines if (found := re.search(r"http://\S+", line)))
        with sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            people = []
            for name in ("Ann", "Ben"):
                context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en", color_scheme="dark")
                people.append(context.new_page())
                come_in(people[-1], address, name)
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
            browser.close()
    finally:
        room.terminate()
        room.wait(10)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
