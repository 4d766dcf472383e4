"""A seat receives only its own view: every frame of whole deals is searched for what its reader may not know.

``bench.judging`` searches, independently of how views are made: it takes the truth from the table's state at the moment
of sending, asks the game which cards the seat may see, and looks for all others anywhere in the frame, for the seed in
any writing, and for what others may do. Planting a leak proves that it finds one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.rig.judging import Broken, cards_in
from bench.siege import tables_of
from dealt.game import OPEN
from dealt.games import GAMES
from dealt.server.base.deflate import Compressible
from dealt.server.room.room import Room
from dealt.session import encoded, fold, view
from dealt.session.session import Session
from tests.server.evenings import Watched, alone, evening
from tests.server.helpers import open_room, settings
from tests.server.toys import TOYS


@pytest.fixture(autouse=True)
def searching() -> None:
    Watched.begin()


QUICK = {("gift", None), ("elevens", None), ("drawpoker", "nolimit"), ("doudizhu", None)}
ALIKE = {
    *(("bridge", "rubber"), ("hearts", "omnibus"), ("hearts", "short"), ("spades", "short"), ("blackjack", "vegas")),
    *(("magicfigures", "triangle"), ("magicfigures", "square"), ("magicfigures", "star"), ("chinesepoker", "two")),
}
"""Presets that hide what the standard rules hide, as those that are the standard rules do."""


def hiding() -> list[tuple[str, str | None]]:
    """Every game, and its presets that hide something else."""
    found = [("gift", None), *((name, None) for name in GAMES)]
    for name, preset in tables_of(GAMES):
        if GAMES[name].make(preset).options != GAMES[name].make().options and (name, preset) not in ALIKE:
            found.append((name, preset))
    return found


@pytest.mark.parametrize(
    ("game", "preset"),
    [pytest.param(*each, marks=() if each in QUICK else pytest.mark.slow) for each in hiding()],
)
@pytest.mark.turns(2, always=True)
async def test_no_frame_tells_a_seat_what_it_may_not_know(tmp_path: Path, game: str, preset: str | None) -> None:
    async with open_room(settings(tmp_path)) as room:
        await evening(room, game, deals=1, preset=preset)
    assert Watched.searched > 25
    assert Watched.honesty.compared > 2


@pytest.mark.slow
async def test_a_record_never_holds_the_deal_under_way(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        links = await evening(room, "bigtwo", deals=1)
        session = links[0].live.session  # type: ignore[union-attr]
        assert session.phase == "playing"
        assert session.table is not None
        written = links[0].last("record")["record"]
        assert session.table.seed.hex() not in written


@pytest.mark.slow
async def test_a_game_for_one_tells_nothing_of_what_is_to_come(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path)) as room:
        for link in await alone(room):
            assert {"odds", "record", "replay", "statistics"} <= {each["op"] for each in link.messages()}
    assert Watched.searched > 80


async def test_a_planted_leak_in_a_game_for_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak_another_hand(monkeypatch)
    async with open_room(settings(tmp_path)) as room:
        with pytest.raises(Broken, match="reads"):
            await alone(room)


# --- planted leaks: each of them must be found


def plant(monkeypatch: pytest.MonkeyPatch, leak: Callable[[Session, dict[str, Any]], None]) -> None:
    """Change every frame of a table that is sent."""
    real = encoded.frame

    def leaky(session: Session, *rest: Any) -> tuple[Compressible, view.LogPart]:
        sent, known = real(session, *rest)
        state = json.loads(sent)
        if session.table is not None:
            leak(session, state)
        return Compressible(msgspec.json.encode(state)), known

    monkeypatch.setattr(encoded, "frame", leaky)


def leak_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat sees one card of the next seat's hand."""

    def leak(session: Session, state: dict[str, Any]) -> None:
        for pile in state["view"]["piles"]:
            pile["cards"] = [LEAK["card"] if n == 0 and c is None else c for n, c in enumerate(pile["cards"])]

    plant(monkeypatch, leak)


def leak_another_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets the view of who replays with open hands."""

    def leak(session: Session, state: dict[str, Any]) -> None:
        assert session.table is not None
        state["view"] = view.wire_view(session.game, session.table.view(OPEN, log=False))

    plant(monkeypatch, leak)


def leak_a_legal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat sees what another one could do."""

    def leak(session: Session, state: dict[str, Any]) -> None:
        assert session.table is not None
        if session.turn and state["seat"] is not None:
            legal = session.game.legal(session.table.state, session.turn[0])
            state["view"]["legal"].append(view.wire_action(session.game, legal[-1]))

    plant(monkeypatch, leak)


def leak_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is in the state from the start."""

    def leak(session: Session, state: dict[str, Any]) -> None:
        assert session.table is not None
        state["seed"] = session.table.seed.hex()

    plant(monkeypatch, leak)


def leak_by_talk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed is in a notice."""
    real = fold._notice

    def leaky(session: Session, at: float, key: str, **args: str | int) -> None:
        real(session, at, key, **args, seed=session.table.seed.hex() if session.table else "")

    monkeypatch.setattr(fold, "_notice", leaky)


LEAK = {"card": "2s"}


@pytest.mark.parametrize(
    "leak",
    [
        leak_a_card,
        leak_another_hand,
        leak_a_legal_action,
        leak_the_seed,
        pytest.param(leak_by_talk, marks=pytest.mark.slow),  # a whole deal goes before the notice
    ],
)
async def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    async with open_room(settings(tmp_path, standin_after=0.0)) as room:
        with pytest.raises(Broken, match="reads"):
            await evening_with_notices(room)


async def evening_with_notices(room: Room) -> None:
    links = await evening(room, "bigtwo", deals=1)
    await links[1].do("leave")
    await links[0].do("chat", text="who is it now?")


def test_the_search_finds_cards_however_they_are_written() -> None:
    assert cards_in({"a": ["play 3dTs", {"2h": 1}], "b": "BJ"}) == {"3d", "Ts", "2h", "BJ"}
    assert cards_in({"name": "Anna", "id": "7ch3dsxx", "n": 3}) == set()
    assert set(TOYS) >= {"gift", "bigtwo"}
