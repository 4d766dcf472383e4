"""The static room: how large it is, how soon the first card is there, and how long its experts think.

``python -m bench site`` writes the folder, serves it as a plain server does, at 10 Mbit/s, to Chromium with the page's
processor at a quarter, and lets node run the experts. Chromium slows only the page down, not its workers: what Python
takes is that of this machine, and the load says what else it does. A busy machine lets the page wait for a processor,
and Chromium slows by the clock, so the same visits are traced without being slowed, too: what the page itself works,
of a processor's time, times four.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from functools import partial
from gzip import compress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from bench.rig.tasks import CATEGORIES, Task, tasks

GOAL: Final = 8_000_000
"""Bytes of the folder at most, compressed, where they are not already."""
RATE: Final = 10_000_000 / 8
"""Bytes a second of the line."""
SLOWER: Final = 4
"""How many times slower than this machine's the page's processor is to be."""
DRAWN: Final = 1_500
"""Milliseconds after the first card in which the table is drawn."""
PLAY: Final = ".entry li[data-game] button:enabled, main li[data-game] button:enabled:has-text('Play now')"
CARD: Final = "[role=listbox] [role=option]"
WATCH: Final = """card => {
    window.tasks = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({type: "longtask", buffered: true});
    const seen = new MutationObserver(() => {
        if (document.querySelector(card) === null) return;
        performance.mark("card");
        seen.disconnect();
    });
    seen.observe(document, {childList: true, subtree: true});
    const Plain = window.Worker;
    window.Worker = class extends Plain {
        constructor(...all) {
            super(...all);
            window.say = (message) => this.postMessage({say: JSON.stringify(message)});
            const hear = ({data}) => {
                if (!("heard" in data)) return;
                window.pythons ??= performance.now();
                const told = JSON.parse(data.heard);
                if (told.op === "table") window.told = told;
                if (told.op === "hinted") say({op: "act", step: told.step, action: told.action.name});
            };
            this.addEventListener("message", hear);
        }
    };
}"""
"""Notes the page's long tasks, the first card, and when Python first tells something; does what is hinted."""
PLAYS: Final = """() => {
    let asked = -1;
    setInterval(() => {
        if (window.told?.phase !== "playing" || told.step === asked || !told.view.turn.includes(told.seat)) return;
        asked = told.step;
        say({op: "hint", step: asked, worths: false});
    }, 50);
}"""
"""Let somebody do at once what is hinted."""
FRAMES: Final = """() => new Promise((done) => {
    const began = performance.now(), all = [];
    let last = began;
    const frame = (now) => {
        all.push(now - last);
        last = now;
        if (now < began + 10_000) requestAnimationFrame(frame);
        else done(all.sort((a, b) => b - a).slice(0, 5));
    };
    requestAnimationFrame(frame);
})"""
"""The longest frames of ten seconds."""
TASKS: Final = "tasks.map((each) => `${Math.round(each.duration)} ms`).join(', ')"
MARKS: Final = """() => performance.getEntriesByType("mark")
    .map((each) => `${each.name} ${(each.startTime / 1000).toFixed(1)}`).join(", ")"""
PREPARED: Final = "Object.entries(localStorage).some(([key, kept]) => /opening/.test(key) && kept.length > 99)"
"""Is there an opening for the next time?"""
EXPERTS: Final = Path(__file__).parent / "rig" / "experts.py"


def compressed(folder: Path) -> dict[str, int]:
    """The bytes of each part of a folder as a server with compression sends them."""
    found: dict[str, int] = {}
    for each in sorted(folder.rglob("*")):
        if each.is_file():
            parts, whole = each.relative_to(folder).parts, each.read_bytes()
            part = "/".join(parts[:2]) if parts[0] == "engine" else parts[0] if len(parts) > 1 else "page"
            found[part] = found.get(part, 0) + min(len(whole), len(compress(whole, 9)))
    return found


class Line:
    """A line that carries so many bytes a second, whoever uses it."""

    def __init__(self, rate: float) -> None:
        self._rate, self._free, self._lock = rate, 0.0, Lock()

    def wait(self, size: int) -> None:
        with self._lock:
            self._free = max(self._free, time.monotonic()) + size / self._rate
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


class Slow(SimpleHTTPRequestHandler):
    """A plain server at the end of a line."""

    line: Line

    def log_message(self, *_: Any) -> None:
        """Nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while some := source.read(16384):
            self.line.wait(len(some))
            outputfile.write(some)


def first_cards(folder: Path, chromium: str) -> None:
    """Print how soon a stranger has cards, then who comes again; and how long the page stood still meanwhile."""
    from playwright.sync_api import sync_playwright

    Slow.line = Line(RATE)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Slow, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        for rate in (SLOWER, 1):
            print(f"-- the page's processor at 1/{rate}" if rate > 1 else "-- the page's own work, traced, not slowed")
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en-US")
            context.set_default_timeout(180_000)
            context.add_init_script(f"({WATCH})('{CARD}')")
            for name in ("cold", "warm, with a table", "warm"):
                visit(context.new_page(), f"http://127.0.0.1:{server.server_port}/", name, rate)
            browser.close()
    server.shutdown()


def visit(page: Any, address: str, name: str, rate: int) -> None:
    """One visit, with its figures; where nothing is slowed its tasks are traced."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if rate == 1:
        page.context.browser.start_tracing(page=page, categories=CATEGORIES)
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    games = ""
    if "table" not in name:
        page.locator(PLAY).first.wait_for()
        page.locator(PLAY).first.click(force=True)  # else Playwright looks at the page in the task of the click
        games = f"games after {time.monotonic() - began:.1f} s, "
    page.locator(CARD).first.wait_for()
    load = f"load {os.getloadavg()[0]:.1f}"
    print(f"{name}: {games}the first card after {time.monotonic() - began:.1f} s ({load})", flush=True)
    if rate == 1:
        page.wait_for_timeout(DRAWN)
        trace = page.context.browser.stop_tracing()
        print(f"  until the first card {worked(tasks(trace, until='card'))}")
        print(f"  with all that is drawn after it {worked(tasks(trace))}", flush=True)
    page.wait_for_function("window.pythons")
    print(f"  Python, seconds after the page began: {page.workers[0].evaluate(MARKS)}")
    print(f"  tasks of the page until then that took long: {page.evaluate(TASKS)}")
    if name == "cold":
        played(page, rate)
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.wait_for_function(PREPARED)
    elif "table" in name:
        page.get_by_role("button", name="Leave").first.click()
        sure = page.get_by_role("dialog").get_by_role("button", name="Leave")
        sure.or_(page.locator(PLAY)).first.wait_for()
        if sure.count():
            sure.click()
        page.locator(PLAY).first.wait_for()
    page.close()


def worked(found: list[Task]) -> str:
    """What tasks took of a processor, and the longest of them, as it would be at a quarter of its speed."""
    most = sorted((each.worked for each in found), reverse=True)
    longest = ", ".join(f"{SLOWER * each:.0f}" for each in most[:5])
    return f"the page works {SLOWER * sum(most) / 1000:.1f} s at 1/{SLOWER}, the longest tasks {longest} ms"


def played(page: Any, rate: int) -> None:
    """Print the longest standstill while computers play, and somebody who does at once what is hinted."""
    browser = page.context.browser
    page.evaluate(PLAYS)
    page.wait_for_function("window.told?.step > 2")  # then the computers are there
    if rate == 1:
        browser.start_tracing(page=page, categories=CATEGORIES)
    frames = ", ".join(f"{each:.0f}" for each in page.evaluate(FRAMES))
    print(f"  while computers play: the longest frames {frames} ms (load {os.getloadavg()[0]:.1f})", flush=True)
    if rate == 1:
        found = tasks(browser.stop_tracing())
        print(f"  of that {worked(found)}; at most {max(each.forced for each in found)} layouts forced in one")


def decisions(folder: Path) -> None:
    """Let node print how long the experts think."""
    import hatch_build

    command, env = hatch_build.toolchain()
    script = hatch_build.ROOT / "bench" / "rig" / "pyodide.mjs"
    subprocess.run(
        [command[0], str(script), str(folder / "engine"), str(hatch_build.ROOT), str(EXPERTS)], check=True, env=env
    )


def main(arguments: list[str] | None = None) -> int:
    from dealt.site.folder import write
    from tests.conftest import browser_path

    parser = argparse.ArgumentParser(prog="python -m bench site", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", choices=("size", "card", "experts"), help="measure this alone")
    wanted = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dealt-site-") as made:
        folder = Path(made, "room")
        write(folder)
        sizes = compressed(folder)
        total = sum(sizes.values())
        if wanted.only in (None, "size"):
            for part, size in sorted(sizes.items(), key=lambda each: -each[1]):
                print(f"{size / 1e6:6.2f} MB {part}")
            print(f"{total / 1e6:6.2f} MB in all, compressed (goal {GOAL / 1e6:.0f})")
        if wanted.only in (None, "card"):
            chromium = browser_path()
            if chromium is None:
                parser.error("no chromium on PATH: apt-get install chromium")
            print(f"load of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            first_cards(folder, chromium)
        if wanted.only in (None, "experts"):
            decisions(folder)
    return int(total > GOAL)
