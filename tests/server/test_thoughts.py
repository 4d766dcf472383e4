"""A computer's thought meets a table that has moved on: the table always goes on, by legal actions alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt.game import Action, Game, Listing, Seat, View
from dealt.server.room.live_table import LiveTable
from dealt.server.room.room import Room
from dealt.session.events import ComputerReplaced
from dealt.table import Illegal
from dealt.wire.refusal import Refused
from dealt.work.work import GameKey, WorkFailed
from tests.server.helpers import PATIENCE, FakeLink, open_room, play_deal, settings, until
from tests.server.test_room import people, seated
from tests.server.toys import GIFT, TOYS
from tests.toys import Gift, State


class Unlike(Gift):
    """Who gives after others must give the higher card, or the lower one: what is legal depends on them."""

    name = "unlike"
    options: dict[str, Any] = {}  # noqa: RUF012 - as a game declares them

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        allowed = super().legal(state, seat)
        before = sum(one is not None for one in state.given)
        return allowed[before % 2 :][:1] if before else allowed

    def final(self, state: State, totals: tuple[float, ...]) -> bool:
        return max(totals) >= 1000


class Stuck(Gift):
    """As soon as the first has given, the others may do nothing, and the deal is not over."""

    name = "stuck"

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return super().legal(state, seat) if state.given[0] is None else ()


def listed(game: type[Gift]) -> Listing:
    def make() -> Game[State]:
        return game()

    return replace(GIFT, name=game.name, maker=make, options=(), presets={}, texts={"en": {"game.title": game.name}})


GAMES = {**TOYS, "unlike": listed(Unlike), "stuck": listed(Stuck)}


def live_of(room: Room, link: FakeLink) -> LiveTable:
    return room.live_tables[link.state["id"]]


async def test_a_thought_that_others_have_made_illegal_is_thought_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, views = asyncio.Event(), list[View]()
    async with open_room(settings(tmp_path), GAMES) as room:

        async def think(key: GameKey, computer: str, seen: View, seed: float, by: str) -> Action:
            views.append(seen)
            await go.wait()
            return seen.legal[0]  # the lower card, which may not be given as the second one

        monkeypatch.setattr(room.workers, "think", think)
        (anna,) = await seated(room, "unlike", "Anna")
        await anna.do("start")
        live = live_of(room, anna)
        await until(lambda: len(views) == 2)
        await anna.act()
        go.set()
        await until(lambda: live.session.phase == "over")
        assert not live.computers.failures
        assert len(views) > 2


async def test_an_illegal_action_is_a_failure_of_the_computer_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:

        async def cheats(*_: Any) -> Action:
            return Action("give", 1 << 51)

        monkeypatch.setattr(room.workers, "think", cheats)
        (anna,) = await people(room, "Anna")
        await anna.do("create", game="gift", computers="random")
        await anna.do("start")
        await play_deal(room, [anna])
        live = live_of(room, anna)
        assert sum(live.computers.failures.values()) == 2
        await anna.do("ready", step=anna.state["step"])
        await play_deal(room, [anna])
        assert anna.state["replaced"]


async def test_a_game_that_offers_nothing_to_a_seat_on_turn_ends_its_table(tmp_path: Path) -> None:
    async with open_room(settings(tmp_path), GAMES) as room:
        (anna,) = await seated(room, "stuck", "Anna")
        await anna.do("start")
        await anna.act()
        await until(lambda: any(each["code"] == "table_broken" for each in anna.messages("error")), patience=5)
        assert not room.live_tables


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["unlike", "gift"])
@pytest.mark.turns(2)
async def test_tables_go_on_whatever_meets_a_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    """Thoughts take some turns of the loop, fail and are illegal by chance, while people act, go and come back."""
    rng = Random(seed)
    async with open_room(settings(tmp_path, standin_after=0.0), GAMES) as room:

        async def think(key: GameKey, computer: str, seen: View, _: float, by: str) -> Action:
            for _ in range(rng.randrange(12)):
                await asyncio.sleep(0)
            if rng.random() < 0.1:
                raise WorkFailed("by chance")
            return Action("give", 1 << 51) if rng.random() < 0.1 else rng.choice(seen.legal)

        monkeypatch.setattr(room.workers, "think", think)
        links = await seated(room, game, "Anna", "Bert")
        await links[0].do("start")
        live = live_of(room, links[0])
        for _ in range(60):
            n = rng.randrange(2)
            links[n] = await _something(room, links[n], live, rng)
            for _ in range(rng.randrange(6)):
                await asyncio.sleep(0)
        dealt = live.session.dealt
        async with asyncio.timeout(PATIENCE):
            while live.session.dealt < dealt + 2:
                await _play_on(live, links)
        assert not live.is_broken()


async def _something(room: Room, link: FakeLink, live: LiveTable, rng: Random) -> FakeLink:
    """Act, be ready, lose the connection and come back, or have a computer replaced."""
    try:
        match rng.randrange(6):
            case 0:
                room.drop(link)
                token, link = link.token, FakeLink(room)
                for _ in range(rng.randrange(8)):
                    await asyncio.sleep(0)
                await link.do("hello", v=1, token=token)
                link.token = token
            case 1:
                await live.do(lambda _: [ComputerReplaced(rng.choice(["lowest", "random"]))])
            case 2 | 3:
                await link.do("ready", step=link.state["step"])
            case _:
                await link.act(rng)
    except (Refused, Illegal):
        pass  # somebody else was faster
    return link


async def _play_on(live: LiveTable, links: list[FakeLink]) -> None:
    await asyncio.sleep(0.002)
    for link in links:
        try:
            if link.state["phase"] in ("over", "final"):
                await link.do("ready", step=link.state["step"])
            else:
                await link.act()
        except (Refused, Illegal):
            pass
    await until(lambda: live.session.phase != "playing" or {0, 1} & set(live.session.turn), patience=5)
