"""A figure of one's own at a room: what is wrong with it is said, and one that is too hard holds nobody up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from dealt.games import GAMES
from dealt.puzzles import square, text_of
from dealt.server.workers import workers
from dealt.session.view import lobby_table
from dealt.wire.refusal import Refused
from tests.server.helpers import open_room, settings
from tests.server.test_room import people


@pytest.mark.slow
async def test_a_figure_that_is_too_hard_is_ended_and_the_room_answers_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "ANSWERING", 60.0)  # on a busy machine, too, the steps end it, and not the time
    own = text_of(square(6), {})
    async with open_room(settings(tmp_path), {"magicfigures": GAMES["magicfigures"]}) as room:
        anna, bert = await people(room, "Anna", "Bert")
        with pytest.raises(Refused) as wrong:
            await anna.do("create", game="magicfigures", options={"figure": own.replace("f6", "f7", 1)})
        assert (wrong.value.code, wrong.value.say.key) == ("bad_option", "figure.lost")
        await anna.do("create", game="magicfigures", options={"figure": own}, now=True)
        assert anna.state["options"]["figure"].startswith("# square6\n")
        (live,) = room.live_tables.values()
        assert lobby_table(live.session).options["figure"] == "# square6"  # the list of tables stays short
        asked = asyncio.create_task(anna.do("odds", step=anna.state["step"]))
        await asyncio.sleep(0.2)
        begun = monotonic()
        await bert.do("ping", n=1)
        assert (asked.done(), monotonic() - begun < 0.5) == (False, True)
        with pytest.raises(Refused) as hard:
            await asked
        assert (hard.value.code, hard.value.say.key) == ("no_answer", "figure.too_hard")
        with pytest.raises(Refused) as hint:
            await anna.do("hint", step=anna.state["step"])
        assert (hint.value.code, hint.value.say.key) == ("no_answer", "figure.too_hard")
