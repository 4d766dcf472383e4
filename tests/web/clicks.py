"""Clicks a deal: a scripted player clicks through whole deals of every game, with and without what saves clicks.

``python -m tests.web.clicks`` prints a table; ``--game bigtwo`` (as often as wanted) chooses, ``--deals 5`` takes more
deals. The player does what the table's computer would do, so that it plays the same under all settings: it raises
cards by clicks on them, takes what the page offers at one click where that is the play, and presses the large button
where something is left to press. What it wants to do it learns beside the page. Clicks from the first card to the
result are counted, the one for the next deal is not.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

import hatch_build
from tests.conftest import browser_path
from tests.web.conftest import Device, House
from tests.web.table_helpers import large, phase, seated, selected

COMPUTERS: Final = {
    "bigtwo": "deuce",
    "doudizhu": "lowest",
    "chinesepoker": "lowest",
    "elevens": "lowest",
    "tens": "lowest",
    "thirteens": "lowest",
    "bridge": "plain",
    "spades": "duck",
    "hearts": "duck",
    "drawpoker": "lowest",
    "blackjack": "basic",
}
"""The games, and computers that leave little or nothing to chance, so that a seed gives the same play again."""

NOW: Final[dict[str, object]] = dict.fromkeys(("autoPass", "autoPlay", "secondTap", "soonTap", "offers"), True)
WAYS: Final[dict[str, dict[str, object]]] = {
    "before": {},
    "now": NOW,
    "one tap": {**NOW, "oneTap": True},
}
"""Nothing by itself; as it is without anybody's choice; and with the setting that a tap plays."""

MINE: Final = """() => {
    const at = document.querySelector('.table'), told = window.told;
    if (!at || Number(at.dataset.step) !== told.step) return false;
    if (['over', 'final'].includes(told.phase)) return true;
    return told.phase === 'playing' && told.view.turn.includes(told.seat) && at.dataset.flow === 'yours';
}"""


class Clicker:
    """A person at a page who clicks, and counts."""

    def __init__(self, page: Page):
        self.page = page
        self.clicks = 0
        """The clicks so far."""
        self.turns = 0
        """The turns in which there was something to click."""

    def deal(self) -> None:
        """Play the deal to its end."""
        self.page.wait_for_function("() => window.told !== null")
        while True:
            self.page.wait_for_function(MINE)
            if phase(self.page) != "playing":
                return
            step = self.page.evaluate("window.told.step")
            if self.page.evaluate("window.told.view.sure"):  # the rest is certain, and the large button says so
                self.turns += 1
                self._click(large(self.page))
                self.page.wait_for_function(f"() => window.told.step > {step}")
                continue
            wanted = self.page.evaluate("window.wish()")
            if wanted is None:
                continue
            self.turns += 1
            self._do(wanted)
            self.page.wait_for_function(f"() => window.told.step > {step}")

    def _click(self, what: Any) -> None:
        self.clicks += 1
        what.click()

    def _do(self, wanted: dict[str, Any]) -> None:
        cards, amount = wanted.get("cards") or [], wanted.get("amount")
        if cards:
            self._play(cards)
            return
        ways = [
            f"[data-call='{wanted['name']}']",
            f"[data-action='{wanted['name']}']",
            f"[data-action='{wanted['verb']}']",
        ]
        if amount is not None:
            ways.append(f"button[data-lying='{amount}']")
        found = next(one for one in (self.page.locator(way) for way in ways) if one.count())
        self._click(found.first)

    def _play(self, cards: list[str]) -> None:
        """Raise these cards and play them, at one click where the page offers that."""
        before = self.page.evaluate("window.acted.length")
        wanted = set(cards)
        for _ in range(2 * len(cards) + 2):
            raised = set(selected(self.page))
            offers = self.page.locator("[data-offer]").evaluate_all("all => all.map(e => e.dataset.offer)")
            offer = next((one for one in offers if {one[n : n + 2] for n in range(0, len(one), 2)} == wanted), None)
            if raised == wanted:
                self._click(large(self.page))
            elif offer is not None and len(wanted) > 1:
                self._click(self.page.locator(f"[data-offer='{offer}']"))
            else:
                card = next(each for each in cards if each not in raised)
                one = self.page.locator(f'button[data-card="{card}"], [data-hand="{card}"]').first
                self.clicks += 1
                one.click(position={"x": 10, "y": 18})
            if self.page.locator(".table[data-flow=coming]").count():  # what was tapped goes after a moment
                self.page.wait_for_function(f"() => window.acted.length > {before}")
            if self.page.evaluate("window.acted.length") > before:
                return
        raise AssertionError(f"{cards} could not be played")


def measure(device: Device, game: str, seed: str, settings: dict[str, object]) -> Clicker:
    """One deal of a game."""
    table = {"seed": seed, "computers": COMPUTERS[game]}
    found = Clicker(seated(device, "Ann", game, {"settings": settings}, table))
    found.deal()
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.clicks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", action="append", choices=COMPUTERS)
    parser.add_argument("--deals", type=int, default=3, help="deals a game, from 1 to 50")
    wanted = parser.parse_args(arguments)
    if not 1 <= wanted.deals <= 50:
        parser.error("--deals is a number from 1 to 50")
    path = browser_path()
    if path is None:
        parser.error("no chromium on PATH: apt-get install chromium")
    hatch_build.build()
    print("| game | " + " | ".join(WAYS) + " |", "|---|" + "--:|" * len(WAYS), sep="\n")
    with tempfile.TemporaryDirectory(prefix="dealt-room-") as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        house = House(Path(folder))
        house.start()
        try:
            for game in wanted.game or COMPUTERS:
                row = []
                for settings in WAYS.values():
                    counts = []
                    for n in range(1, wanted.deals + 1):
                        device = Device(chromium, house)
                        counts.append(measure(device, game, f"clicks {n}", settings).clicks)
                        device.close()
                        house.clear()
                    row.append(f"{mean(counts):.1f}")
                print(f"| {game} | " + " | ".join(row) + " |", flush=True)
        finally:
            house.stop()
            chromium.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
