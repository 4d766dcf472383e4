"""Nothing lies over a control: each game walked through once, each state looked at on eight screens, in two languages.

By default a state is looked at on every other screen, in one of the languages by turns, in the games whose tables differ
most; with `DEALT_HITS=all` each state of each game on all screens in both languages.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.web.conftest import Device
from tests.web.table_helpers import seated
from tests.web.walks import SIZES, WALKS, resize, speak, states

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HITS = Path(__file__).with_name("hits.js")
ALL = os.environ.get("DEALT_HITS") == "all"
LANGUAGES = ("en", "zh")


SOME = ("bigtwo", "bridge", "elevens")
"""Games whose tables differ most."""


@pytest.mark.parametrize("game", WALKS if ALL else SOME)
def test_every_control_lies_on_top_and_covers_nothing(device: Device, game: str) -> None:
    walk = WALKS[game]
    wide = {"viewport": {"width": 1440, "height": 900}}
    page = seated(device, "Ann", game, wide, walk.table, **walk.options)
    page.evaluate(HITS.read_text(encoding="utf-8"))
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    seen = 0
    for turn, name in enumerate(states(page, walk)):
        seen += 1
        for one, language in enumerate(LANGUAGES):
            speak(page, language)
            for n, ((width, height), touch) in enumerate(SIZES.items()):
                if not ALL and ((n + turn) % 2 or (n // 2 + turn // 2) % 2 != one):
                    continue
                resize(page, width, height, touch=touch, session=session)
                for each in page.evaluate("touch => window.hits(touch)", touch):
                    found.append(f"{name} {width}x{height} {language}: {each}")
    assert seen == len(walk.states), "the walk does not reach all its states"
    if found:
        pytest.fail("\n".join(found), pytrace=False)
