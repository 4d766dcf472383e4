"""One walk a game through the states of a deal; in each of them all that must hold of a screen is looked at.

One game of each kind of table is played by keyboard alone to its end, the others to their second state. Nothing lies
over a control, on eight screens and in both languages: by default a state is looked at on one screen and in one
language, others in the next state and the next game; with `DEALT_HITS=all` on all screens in both. axe finds nothing
serious by day, by night and in forced colours, by default in every other state; with reduced motion, which the walk
asks for, nothing moves.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Device, faults
from tests.web.table_helpers import seated
from tests.web.walks import SIZES, WALKS, resize, settle, speak, states

pytestmark = [pytest.mark.slow]

HITS = Path(__file__).with_name("hits.js")
ALL = os.environ.get("DEALT_HITS") == "all"
LANGUAGES = ("en", "zh")
MOVES = "document.getAnimations().filter(each => each.playState === 'running').length"
LIGHTS = ("forced", "day", "night")
"""How axe looks at a state, by turns."""
BY_KEYS = ("bigtwo", "bridge", "elevens", "drawpoker")
"""Climbing, an auction and tricks, a solitaire, and chips: keys play a deal to its end. Figures: test_figure.py."""


@pytest.mark.parametrize("game", WALKS)
@pytest.mark.turns(4)
def test_a_walk_through_a_deal(device: Device, game: str) -> None:
    walk = WALKS[game]
    page = seated(device, "Ann", game, {"settings": {"offers": True}}, walk.table, **walk.options)
    page.evaluate(HITS.read_text(encoding="utf-8"))
    speak(page, "zh")
    page.wait_for_function("() => /[\\u4e00-\\u9fff]/.test(document.querySelector('.bar')?.textContent)")
    speak(page, "en")
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    seen = 0
    for turn, name in enumerate(states(page, walk, keys=len(walk.states) if ALL or game in BY_KEYS else 2)):
        seen += 1
        assert page.evaluate(MOVES) == 0, name
        chosen = (turn + [*WALKS].index(game)) % len(SIZES)  # the next one in the next state, and in the next game
        for n, ((width, height), touch) in enumerate(SIZES.items()):
            if not ALL and n != chosen:
                continue
            resize(page, width, height, touch=touch, session=session)
            languages = LANGUAGES if ALL else [LANGUAGES[turn % 2]]
            for language, each in page.evaluate("([touch, all]) => window.look(touch, all)", [touch, languages]):
                found.append(f"{name} {width}x{height} {language}: {each}")
            if n == chosen and (ALL or (turn + [*WALKS].index(game)) % 2 == 0):
                found += [f"{name} {width}x{height} {each}" for each in by_light(page, LIGHTS[turn % len(LIGHTS)])]
    assert seen == len(walk.states), "the walk does not reach all its states"
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def by_light(page: Page, light: str) -> list[str]:
    """The serious faults that axe finds by day, by night or in forced colours."""
    page.emulate_media(
        color_scheme="light" if light == "day" else "dark", forced_colors="active" if light == "forced" else "none"
    )
    settle(page)
    found = [f"{light}: {each}" for each in faults(page)]
    page.emulate_media(color_scheme="dark", forced_colors="none")
    return found
