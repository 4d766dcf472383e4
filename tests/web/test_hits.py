"""Nothing lies over a control: each game walked through once, each state looked at on eight screens, in two languages.

By default a screen is looked at in one of the languages by turns; with `DEALT_HITS=all` in both.
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
BOTH = os.environ.get("DEALT_HITS") == "all"
LANGUAGES = ("en", "zh")


@pytest.mark.parametrize("game", WALKS)
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
                if not BOTH and (n + turn) % 2 != one:
                    continue
                resize(page, width, height, touch=touch, session=session)
                for each in page.evaluate("touch => window.hits(touch)", touch):
                    found.append(f"{name} {width}x{height} {language}: {each}")
    assert seen == len(walk.states), "the walk does not reach all its states"
    if found:
        pytest.fail("\n".join(found), pytrace=False)
