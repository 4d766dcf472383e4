"""Games of somebody's own on the real page: the examples, brought in by --games, played to the end of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import House
from tests.web.table_helpers import PHONE, Device, fits, my_move, play_deal, seated

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", name="house")
def room_with_examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One room with both games."""
    opened = House(
        tmp_path_factory.mktemp("room"), games=f"{EXAMPLES / 'crazy_eights.py'},{EXAMPLES / 'cheat.py'}"
    )
    opened.start()
    yield opened
    opened.stop()


@pytest.mark.parametrize("name", ["crazyeights", "cheat"])
@pytest.mark.parametrize("options", [PHONE, {"viewport": {"width": 1440, "height": 900}}], ids=["phone", "large"])
def test_a_whole_deal_is_played(device: Device, name: str, options: dict[str, object]) -> None:
    page = seated(device, "Ann", name, options)
    how = "finger" if options is PHONE else "mouse"
    assert my_move(page)
    fits(page)
    assert play_deal(page, how, together=name == "cheat") > 3
    expect(page.locator(".table")).to_have_attribute("data-phase", "over")
    fits(page)
