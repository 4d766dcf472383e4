"""One walk a game through the states that a deal passes: the hit test and the gallery look at the page on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize, expect

from tests.web.table_helpers import ask, hinted, moved_on, my_move, phase, rush, step

SIZES: Final = {
    (360, 640): True,
    (640, 360): True,
    (740, 360): True,
    (844, 390): True,
    (720, 450): False,
    (800, 600): False,
    (1440, 900): False,
    (1920, 1080): False,
}
"""Width and height in CSS pixels, and whether fingers touch it; 720x450 is a desk at 200% zoom."""

DESK: Final[ViewportSize] = {"width": 800, "height": 600}
"""The screen on which a deal is played between its states."""

TRICK: Final = "t => t.view.piles.filter(p => p.lay === 'slot' && p.owner !== null && p.cards.length > 0).length >= 2"


@dataclass(frozen=True)
class Walk:
    """How to come from state to state: at one's turn once JavaScript of the table holds; "hint" raises what is hinted.

    "over" plays the deal out and waits for its result. ``table`` and ``options`` are as for ``seated``.
    """

    states: dict[str, str]
    options: dict[str, object] = field(default_factory=dict)
    table: dict[str, str] = field(default_factory=dict)


def _facts(role: str) -> str:
    return f"t => t.view.facts.some(f => f.role === '{role}')"


WALKS: Final = {
    "bigtwo": Walk(
        {"lead": "", "raised": "hint", "play": "t => t.log_from + t.log.length > 9", "over": "over"},
        table={"seed": "w1"},
    ),
    "doudizhu": Walk(
        {
            "bids": "",
            "play": _facts("alone"),
            "raised": "hint",
            "late": "t => t.log_from + t.log.length > 16",
            "over": "over",
        },
        {"variant": "common"},
        {"seed": "w2"},
    ),
    "chinesepoker": Walk(
        {
            "packets": "",
            "play": "t => t.view.legal.some(a => (a.cards ?? []).length > 0)",
            "raised": "hint",
            "over": "over",
        },
        table={"seed": "w1"},
    ),
    "elevens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "tens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "thirteens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "bridge": Walk(
        {
            "calls": "",
            "dummy": "t => t.view.piles.some(p => p.lay === 'columns') && t.view.turn.includes(t.seat)",
            "trick": TRICK,
            "over": "over",
        },
        table={"seed": "boards 8", "computers": "plain"},
    ),
    "spades": Walk({"bids": "", "trick": TRICK, "raised": "hint", "over": "over"}, table={"seed": "w1"}),
    "hearts": Walk(
        {"pass": "", "trick": TRICK, "late": "t => t.log_from + t.log.length > 30", "over": "over"},
        table={"seed": "w1"},
    ),
    "drawpoker": Walk(
        {"bets": "", "draw": "t => t.view.legal.some(a => (a.cards ?? []).length > 0)", "over": "over"},
        {"seats": 6, "limit": "no"},
        {"seed": "w1", "computers": "lowest"},
    ),
    "blackjack": Walk(
        {"bet": "", "play": "t => t.view.piles.some(p => p.owner === t.seat && p.cards.length > 0)", "over": "over"},
        {"seats": 4},
        {"seed": "w1"},
    ),
    "magicfigures": Walk(
        {"figure": "", "raised": "hint", "late": "t => t.log_from + t.log.length > 8", "over": "over"}
    ),
}

DUE: Final = """() => {
    const cards = '[data-card][aria-selected=true], [data-card][aria-pressed=true]';
    const hinted = window.heard.at(-1).action;
    if (document.querySelector(cards)) return ['Enter'];
    if (document.querySelector(`.boxes [data-call='${hinted.name}']`)) return [...hinted.name.split(' ')[1]];
    const chip = document.querySelector('.controls .chip.primary, .choices .chip.primary');
    if (chip) return chip.ariaKeyShortcuts ? [chip.ariaKeyShortcuts.toLowerCase()] : null;
    return [hinted.name === 'pass' ? 'p' : 'Enter'];
}"""
"""The keys that do what was hinted; null where a button that has no key is to be reached by Tab."""


def states(page: Page, walk: Walk, *, keys: bool = False) -> Iterator[str]:
    """Go from state to state; the name of each while the page shows it. What it does not reach is left out.

    ``keys``: the whole deal is played by keyboard alone; else the way between the states costs no time.
    """
    go = by_keys if keys else rush
    for name, way in walk.states.items():
        if way == "over":
            if phase(page) == "playing":
                go(page)
            page.keyboard.press("Shift")  # what ended the deal has been seen
            expect(page.locator(".dock > *").first).to_be_visible()
        elif way == "hint":
            hinted(page)
        elif not (go(page, way) if way else my_move(page)):
            continue
        settle(page)
        yield name
        page.set_viewport_size(DESK)
        speak(page, "en")


def by_keys(page: Page, until: str = "() => false") -> bool:
    """Play as hinted by keyboard alone; True at one's own turn as soon as ``until`` is true, see :func:`rush`."""
    while my_move(page):
        if page.evaluate(f"({until})(window.told)"):
            return True
        before = step(page)
        ask(page, "keys")
        due = page.evaluate(DUE)
        for key in [*tabs(page), "Enter"] if due is None else due:
            page.keyboard.press(key)
        moved_on(page, before)
    return False


def tabs(page: Page) -> list[str]:
    """Go by Tab to the choice that was hinted."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.chip.primary')"):
            return []
    raise AssertionError("no Tab reaches the choice")


def speak(page: Page, language: str) -> None:
    """Show the page in a language."""
    page.evaluate("language => window.speak(language)", language)


def resize(page: Page, width: int, height: int, *, touch: bool, session: Any) -> None:
    """Look at the page on another screen; ``session`` is a CDP session of the page."""
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


def settle(page: Page) -> None:
    """Wait until what was changed is laid out."""
    page.evaluate("() => window.settled()")
