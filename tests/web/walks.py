"""One walk a game through the states that a deal passes: the hit test and the gallery look at the page on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.table_helpers import hinted, my_move, phase, rush

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
    "bigtwo": Walk({"lead": "", "raised": "hint", "play": "t => t.log_from + t.log.length > 9", "over": "over"}, table={"seed": "w1"}),
    "doudizhu": Walk(
        {"bids": "", "play": _facts("alone"), "raised": "hint", "late": "t => t.log_from + t.log.length > 16", "over": "over"},
        {"variant": "common"},
        {"seed": "w2"},
    ),
    "chinesepoker": Walk(
        {"packets": "", "play": "t => t.view.legal.some(a => (a.cards ?? []).length > 0)", "raised": "hint", "over": "over"},
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
    "hearts": Walk({"pass": "", "trick": TRICK, "late": "t => t.log_from + t.log.length > 30", "over": "over"}, table={"seed": "w1"}),
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
    "magicfigures": Walk({"figure": "", "raised": "hint", "late": "t => t.log_from + t.log.length > 8", "over": "over"}),
}

SET_LANGUAGE: Final = """language => {
    const kept = JSON.parse(localStorage.getItem('dealt.settings') ?? '{}');
    localStorage.setItem('dealt.settings', JSON.stringify({...kept, language}));
    dispatchEvent(new StorageEvent('storage', {key: 'dealt.settings'}));
}"""


def states(page: Page, walk: Walk) -> Iterator[str]:
    """Go from state to state; the name of each while the page shows it. States that the deal does not reach are left out."""
    for name, way in walk.states.items():
        if way == "over":
            if phase(page) == "playing":
                rush(page)
            page.keyboard.press("Shift")  # what ended the deal has been seen
            expect(page.locator(".dock > *").first).to_be_visible()
        elif way == "hint":
            hinted(page)
        elif not (rush(page, way) if way else my_move(page)):
            continue
        settle(page)
        yield name
        page.set_viewport_size({"width": 1440, "height": 900})
        speak(page, "en")


def speak(page: Page, language: str) -> None:
    """Show the page in a language."""
    page.evaluate(SET_LANGUAGE, language)


def resize(page: Page, width: int, height: int, *, touch: bool, session: Any) -> None:
    """Look at the page on another screen; ``session`` is a CDP session of the page."""
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


def settle(page: Page) -> None:
    """Wait until what was changed is laid out."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))))")
