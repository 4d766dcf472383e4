"""The static room in a real Chromium: a folder under a path of any web server, and then without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from dealt.games import GAMES
from tests.turns import ours
from tests.web.conftest import BEGIN, NOISE, UNHURRIED, faults

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]

READY = 120_000
"""Milliseconds for Python on a machine that is busy with other tests."""
OWN = """
numbers = [0, 4, 120]
picture = "a b"
lines = { row = { places = "a b", sum = 120 } }
given = { a = 120 }
"""
RUSH = """{
    // somebody who does at once what is hinted, over the page's own line to its room
    const Plain = window.Worker;
    window.Worker = class extends Plain {
        constructor(...all) {
            super(...all);
            let asked = "";
            const say = (message) => this.postMessage({say: JSON.stringify(message)});
            this.addEventListener("message", ({data}) => {
                const told = "heard" in data ? JSON.parse(data.heard) : {};
                if (told.op === "table") window.told = told;
                if (told.op === "hinted") say({op: "act", step: told.step, action: told.action.name});
                if (told.op === "error") asked = "";
            });
            setInterval(() => {
                const table = window.told;
                const position = `${table?.id} ${table?.step}`;
                if (table?.phase !== "playing" || position === asked || !table.view.turn.includes(table.seat)) return;
                asked = position;
                say({op: "hint", step: table.step, worths: false});
            }, 50);
        }
    };
}"""


ENTRY = """new MutationObserver(() => { window.entered ||= document.querySelector(".entry") !== null; })
    .observe(document, {childList: true, subtree: true})"""
"""Notes whether the entry was ever drawn."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing."""


class Site:
    """A folder that a plain server has under ``/some/path/``."""

    def __init__(self, folder: Path) -> None:
        self.closed = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}/some/path/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.closed = True
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def site(folder_of_room: Path) -> Iterator[Site]:
    found = Site(folder_of_room)
    yield found
    found.close()


@pytest.fixture
def alone(chromium: Browser, site: Site) -> Iterator[BrowserContext]:
    """A browser of somebody who plays against experts; whatever it asks of others fails the test."""
    context = chromium.new_context(base_url=site.url, viewport={"width": 800, "height": 600}, locale="en-US")
    told = {"settings": {**UNHURRIED, "level": "expert", "pace": "instant"}, "token": None, "new": False}
    context.add_init_script(f"({BEGIN})({json.dumps(told)})")
    context.add_init_script(RUSH)
    context.add_init_script(ENTRY)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context
    context.close()
    assert [each for each in asked if not each.startswith((site.url, f"blob:{site.url[:18]}"))] == []


def deal(page: Page, game: str) -> None:
    """Play a deal of a game by hints, from the lobby to its end, and leave the table."""
    page.locator(f"main li[data-game={game}] button", has_text="Play now").first.click()
    table = page.locator(".table")
    expect(table).to_have_attribute("data-phase", re.compile("playing|over|final"), timeout=READY)
    expect(table).to_have_attribute("data-phase", re.compile("over|final"), timeout=2 * READY)
    assert page.evaluate("window.told.result.scores.length") == page.evaluate("window.told.seats.length")
    leave(page)


def leave(page: Page) -> None:
    page.get_by_role("button", name="Leave").first.click()
    sure = page.get_by_role("button", name="Leave the table")
    if sure.count():
        sure.click()
    expect(page.locator("main li[data-game]").first).to_be_visible()


def own_figure(page: Page) -> None:
    """A figure that somebody pastes, wrong at first, is solved by hints."""
    page.locator("main li[data-game=magicfigures]").first.get_by_role("button", name="More about").click()
    page.get_by_role("button", name="A figure of your own").click()
    page.get_by_label("A figure of your own", exact=True).fill(OWN.replace('places = "a b"', 'places = "a g"'))
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("The line row goes through g, which is no place")).to_be_visible(timeout=READY)
    page.get_by_label("A figure of your own", exact=True).fill(OWN)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("[data-name=a] [data-card='#120']")).to_be_visible(timeout=READY)
    expect(page.locator(".table")).to_have_attribute("data-phase", "over", timeout=READY)
    expect(page.locator("[data-name=b] [data-card='#0']")).to_be_visible()
    leave(page)


def test_a_stranger_plays_and_then_without_a_network(alone: BrowserContext, site: Site) -> None:
    page = alone.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto("./")
    expect(page.locator("main li[data-game]")).to_have_count(len(GAMES))
    assert faults(page) == []
    page.locator("main li[data-game] button").first.click()
    expect(page.get_by_role("option").first).to_be_visible()
    assert page.evaluate("window.told === undefined"), "the first cards waited for Python"
    assert page.evaluate("window.entered")
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=READY)
    site.close()
    page.goto("./")  # that server is gone; the table goes on
    expect(page.locator(".table")).to_have_attribute("data-phase", re.compile("over|final"), timeout=2 * READY)
    assert not page.evaluate("window.entered"), "who comes back waited for an entry that nobody uses"
    leave(page)
    for game in ours([*GAMES], 3, "offline"):
        deal(page, game)
    own_figure(page)
    assert [each for each in complaints if not NOISE.search(each)] == []
