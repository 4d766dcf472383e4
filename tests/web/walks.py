"""One walk a game through the states that a deal passes: the hit test and the gallery look at the page on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Page, ViewportSize, expect

from dealt.games import GAMES
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


USUAL: Final = Walk(
    {"first": "", "raised": "hint", "late": "t => t.log_from + t.log.length > 6", "over": "over"}, table={"seed": "w1"}
)
"""How to walk through a game that has no walk of its own."""

OWN: Final = {
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
        {"cut": "quick"},  # the cut is looked at in test_dealing.py
        {"seed": "w1"},
    ),
    "elevens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "tens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "thirteens": Walk({"board": "", "raised": "hint", "over": "over"}, table={"seed": "w3"}),
    "klondike": Walk(
        {"columns": "", "raised": "hint", "waste": "t => t.view.piles.some(p => p.name === 'waste' && p.cards.length > 3)"},
        table={"seed": "7"},
    ),
    "freecell": Walk(
        {
            "columns": "",
            "raised": "hint",
            "cells": "t => t.view.piles.filter(p => p.lay === 'slot' && p.cards.length > 0).length > 1",
            "over": "over",
        },
        {"number": 164},
        {"computers": "pathfinder"},
    ),
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
        {"seed": "w1"},
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

WALKS: Final = {**OWN, **{game: USUAL for game in GAMES if game not in OWN}}

MINE: Final = """before => window.until(() => {
    const {phase, step} = document.querySelector('.table')?.dataset ?? {};
    if (phase === 'over' || phase === 'final') return {over: true};
    if (phase !== 'playing' || Number(step) === before || !document.querySelector('.status.turn, .status.why')) return;
    return {step: Number(step), heard: window.heard.length, there: (UNTIL)(window.told)};
}, 20_000)"""
"""At one's own turn after step ``before``: the step, how often a hint was heard, whether UNTIL holds of the table."""

DUE: Final = """async heard => {
    if (!await window.until(() => window.heard.length > heard || undefined, 3_000)) return 'again';
    const cards = '[data-card][aria-selected=true], [data-card][aria-pressed=true]';
    const hinted = window.heard.at(-1).action;
    if (document.querySelector(cards)) return ['Enter'];
    if (document.querySelector(`.boxes [data-call='${hinted.name}']`)) return [...hinted.name.split(' ')[1]];
    const chip = document.querySelector('.controls .chip.primary, .choices .chip.primary');
    if (chip) return chip.ariaKeyShortcuts ? [chip.ariaKeyShortcuts.toLowerCase()] : null;
    return [hinted.name === 'pass' ? 'p' : 'Enter'];
}"""
"""The keys that do what is hinted once it is; null where a button that has no key is to be reached by Tab.

"again" where no hint comes: somebody else has acted, and the position it was asked for has passed.
"""


def states(page: Page, walk: Walk, *, keys: int = 0) -> Iterator[str]:
    """Go from state to state; the name of each while the page shows it. What it does not reach is left out.

    ``keys``: to so many states one comes by keyboard alone; the way to the others costs no time.
    """
    for n, (name, way) in enumerate(walk.states.items()):
        go = by_keys if n < keys else rush
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
    mine, before = MINE.replace("UNTIL", until), -1
    while True:
        turn = page.evaluate(mine, before)
        assert turn is not None, "the deal does not go on"
        if turn.get("over"):
            return False
        if turn["there"]:
            return True
        before = turn["step"]
        for key in hinted_keys(page, turn["heard"]):
            page.keyboard.press(key)


def hinted_keys(page: Page, heard: int) -> list[str]:
    """Ask for a hint by its key; the keys that do it. ``heard`` is the number of hints before."""
    for _ in range(10):
        page.keyboard.press("h")
        due = page.evaluate(DUE, heard)
        if due != "again":
            return [*tabs(page), "Enter"] if due is None else [str(key) for key in due]
    raise AssertionError("no hint has come")


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
