"""Hostile frames by the thousand over every game and preset: no wrong state, no failure, nothing leaked.

``bench.siege`` sends them; ``DEALT_SIEGE`` is the number of frames of the long form. What it judges by is tried here
with planted defects, each of which must be found.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from bench.rig.honest import Evening, Honest, Stored
from bench.rig.hostile import KINDS, Heard, Hostile
from bench.rig.judging import Broken, refolded, stands_for
from bench.siege import Report, besiege, unlimited
from dealt.cards import cards
from dealt.game import Action, Listing, Pile, View
from dealt.games import GAMES
from dealt.server.room.arrivals import Arrivals
from dealt.server.room.attendance import Attendance
from dealt.server.room.audience import Audience
from dealt.server.room.computers import Computers
from dealt.session import commands
from dealt.session.events import Acted, Came, DealBegan, Event, Opened, SeedDrawn
from dealt.session.session import Session
from dealt.session.view import table_state
from dealt.wire import protocol
from tests.rooms import database
from tests.server.helpers import Face, serve
from tests.server.helpers import settings as room_settings
from tests.server.threads import threads

FEW = {name: GAMES[name] for name in ("elevens", "hearts")}


async def siege(folder: Path, frames: int, games: Mapping[str, Listing] = FEW, **more: Any) -> Report:
    config = unlimited(folder, database=database(folder / "dealt.db"), commit_window=0.0)
    wanted = {"workers": threads(games), "config": config, "attackers": 1, "odd": 0.0, "think": 0.2, "resampled": 0.2}
    report = await besiege(folder, frames, games=games, **{**wanted, **more})
    print(report)
    return report


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_a_thousand_hostile_frames(tmp_path: Path) -> None:
    report = await siege(tmp_path, 1_000)
    assert report.frames == 1_000
    assert report.searched > 100
    assert report.compared > 5
    assert report.actions > 5


@pytest.mark.slow
@pytest.mark.turns(2)
async def test_hostile_frames_over_all_games(tmp_path: Path) -> None:
    """Four thousand, or as many as DEALT_SIEGE says."""
    frames = int(os.environ.get("DEALT_SIEGE", "4000"))
    report = await siege(tmp_path, frames, GAMES, odd=0.0 if frames < 100_000 else 0.2)
    assert report.frames == frames
    assert report.tables >= len(GAMES)
    assert report.actions > 100


# --- planted defects


def act_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is at the table acts for the seat that is on turn."""
    real = Session.own_seat

    def seated(self: Session, person: str) -> int:
        return self.turn[0] if self.turn and person in self.guests else real(self, person)

    monkeypatch.setattr(Session, "own_seat", seated)


def fail_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question fails with an exception that nobody expects."""

    async def fail(*_: Any) -> None:
        raise LookupError("nothing there")

    monkeypatch.setattr(Computers, "odds", fail)
    monkeypatch.setattr(Computers, "meaning", fail)


def change_without_storing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat changes the table and is not stored."""
    real = commands.speak

    def speak(session: Session, person: str, text: str) -> list[Event]:
        happened = real(session, person, text)
        session.chairs[0].ready = not session.chairs[0].ready
        return happened

    monkeypatch.setattr(commands, "speak", speak)


def tell_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's welcome names the last token that was given."""
    tokens: list[str] = []
    attach, hello = Attendance.attach, Arrivals.hello

    async def attached(self: Attendance, link: Any, person: Any, token: str, device: str = "") -> None:
        tokens.append(token)
        await attach(self, link, person, token, device)

    async def greeted(self: Arrivals, link: Any, message: protocol.Hello) -> None:
        await hello(self, link, message)
        link.send(protocol.Talk(lines=[protocol.ChatLine(1, 0.0, "x", each) for each in tokens[:1]]))

    monkeypatch.setattr(Attendance, "attach", attached)
    monkeypatch.setattr(Arrivals, "hello", greeted)


def change_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is kept for a table, whoever reads it."""
    real = Audience.frame

    def framed(self: Audience, person: str, known: Any = None) -> Any:
        return real(self, next(iter(self._session.guests)), None)

    monkeypatch.setattr(Audience, "frame", framed)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [act_for_others, fail_inside, change_without_storing, tell_tokens, change_seats])
@pytest.mark.turns(5, always=True)
async def test_a_planted_defect_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)
    with pytest.raises(Broken):
        await sieges(tmp_path)


async def sieges(folder: Path) -> None:
    """Attacks are drawn at random: those that find nothing are followed by others."""
    for seed in range(24):
        (each := folder / str(seed)).mkdir()
        await siege(each, 2_000, attackers=3, seed=seed)


def happened(*more: Event) -> list[tuple[Event, float]]:
    options = dict(GAMES["hearts"].make().options)
    opened = Opened("hearts", GAMES["hearts"].make().version, options, False, 0, "normal", "random")
    some = [opened, Came("a", "Anna", 0), SeedDrawn("07" * 32), DealBegan(), SeedDrawn("08" * 32), *more]
    return [(each, float(n)) for n, each in enumerate(some)]


def test_the_judge_knows_what_is_legal() -> None:
    table = refolded("t", happened(), GAMES).table
    assert table is not None
    seat = table.turn[0]
    legal = str(GAMES["hearts"].make().legal(table.state, seat)[0].first())
    refolded("t", happened(Acted(seat, legal)), GAMES)
    for wrong in (Acted(seat, "play 2c2d"), Acted(seat, legal + " 3"), Acted((seat + 1) % 4, legal)):
        with pytest.raises(Broken):
            refolded("t", happened(wrong), GAMES)


def shown(person: str = "a", **changes: Any) -> dict[str, Any]:
    """What somebody is told of that table, or something else."""
    told: dict[str, Any] = msgspec.to_builtins(table_state(refolded("t", happened(), GAMES), person)[0])
    return {**told, **changes}


def judged(*told: dict[str, Any]) -> int:
    """The number of views that were compared with what is stored, after Anna has been told all of that."""
    anna = Honest("Anna", Evening({}, alone=False, seats=4), Random(1), opens=True)
    for each in told:
        anna.hear(each)
    stored = Stored([anna])
    stored.look(refolded("t", happened(), GAMES, stored.watch))
    stored.judge()
    return stored.seen


def test_what_people_were_told_is_compared_with_what_is_stored() -> None:
    assert judged(shown(), shown()) == 1
    other = shown("nobody")["view"]
    for told, why in (
        ([shown(), shown(view=other)], "otherwise before"),
        ([shown(view=other)], "than the one that is stored"),
        ([shown(step=7)], "a position that is not stored"),
        ([shown(promise="0" * 64)], "which is not stored"),
        ([shown(promise=shown()["commitment"]), shown(), shown(promise=shown()["commitment"])], "not in this order"),
    ):
        with pytest.raises(Broken, match=why):
            judged(*told)


def test_the_judge_knows_choices_and_amounts() -> None:
    seen = View(0, (0,), (Pile("hand", 0, (1, 5, 9)),), suits=True)
    choice = Action("discard", cards("3d 3s 4c"), pick=(0, 2))
    assert all(stands_for(choice, seen, 0, str(each)) for each in choice.choices())
    assert not any(
        stands_for(choice, seen, 0, each) for each in ("discard 3d3s4c", "discard 5c", "discard x", "play 3d")
    )
    bet = Action("bet", amount=2, upto=10, step=2)
    assert all(stands_for(bet, seen, 0, f"bet {each}") for each in (2, 4, 10))
    assert not any(
        stands_for(bet, seen, 0, each) for each in ("bet 3", "bet 12", "bet -2", "bet", "bet 2 2", "bet 0x2")
    )
    held = replace(seen, piles=(Pile("hand", 0, (4, 5)),), suits=False)  # 3c and 3d
    assert stands_for(Action("play", cards("3d")), held, 0, "play 3c")
    assert not stands_for(Action("play", cards("3d")), held, 0, "play 3h")


def test_every_kind_of_message_is_attacked() -> None:
    hostile = Hostile(Random(1), GAMES, Heard(), ["token"], ["Anna"])
    understood = set()
    for op in KINDS:
        for _ in range(60):
            with contextlib.suppress(msgspec.DecodeError):
                understood.add(type(protocol.decode(json.dumps(hostile.message(op)))))
    assert understood == set(protocol.FromFace.__args__)  # type: ignore[attr-defined]
    assert len(KINDS) == len(understood)


@pytest.mark.slow
async def test_huge_frames_close_only_their_connection(tmp_path: Path) -> None:
    async with serve(room_settings(tmp_path)) as room, Face.open(room.ws) as calm:
        await calm.come("Anna")
        for size in (16 * 1024 + 1, 100_000, 3_000_000):
            async with Face.open(room.ws) as face:
                await face.ask("hello", "welcome", v=1)
                with contextlib.suppress(ConnectionClosed):
                    await face.socket.send("x" * size)
                assert (await face.closed())[0] == 1009
        await calm.ask("ping", "pong", n=1)
