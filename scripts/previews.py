"""Draws the pictures that messengers show beside a link, and the icons: `.venv/bin/python scripts/previews.py`.

The built page draws the cards, Chromium takes the pictures, Pillow makes them small. Run it after a game's picture or
the drawings of the cards have changed; `tests/server/test_front.py` says when a game has none.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from pages import opened, small
from playwright.sync_api import Page

ROOT = Path(__file__).parent.parent
PUBLIC = ROOT / "web" / "public"
TEXTS = ROOT / "src" / "dealt" / "games" / "texts"
SIZE = {"width": 800, "height": 420}
ICONS = (180, 192, 512)
ALONE = """each => {
  const scene = each.querySelector(".picture");
  document.body.replaceChildren(document.querySelector("svg[focusable]"), scene);
  scene.style.cssText += "; position: fixed; inset: 0; width: 100vw; height: 100vh";
}"""


def games(page: Page, address: str) -> None:
    """A picture for each game of the house, and that of its first game for the room."""
    page.set_viewport_size(SIZE)
    page.goto(address)
    page.locator("[data-game]").first.wait_for()
    names = page.locator("[data-game]").evaluate_all("all => all.map(each => each.dataset.game)")
    for n, name in enumerate(names):
        page.goto(address)
        tile = page.locator(f"[data-game={name}]")
        tile.wait_for()
        tile.evaluate(ALONE)
        taken = small(page.screenshot())
        (TEXTS / f"{name}.png").write_bytes(taken)
        if n == 0:
            (PUBLIC / "preview.png").write_bytes(taken)
        sys.stdout.write(f"{len(taken):7} {name}\n")


def icons(page: Page) -> None:
    """The icon as PNG in the sizes that devices ask for, and as an ICO file that holds a PNG."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for size in (32, *ICONS):
        page.set_viewport_size({"width": size, "height": size})
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw;height:100vh}}</style>{drawing}")
        taken = page.screenshot(omit_background=True)
        if size == 32:
            head = struct.pack("<HHHBBBBHHII", 0, 1, 1, size, size, 0, 0, 1, 32, len(taken), 22)
            (PUBLIC / "favicon.ico").write_bytes(head + taken)
        else:
            (PUBLIC / f"icon-{size}.png").write_bytes(taken)


def main() -> None:
    with opened() as (address, browser):
        games(browser.new_context(locale="en", color_scheme="light").new_page(), address)
        icons(browser.new_page())


if __name__ == "__main__":
    main()
