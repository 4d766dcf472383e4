"""The puzzle of the day over HTTP: the same for everybody, and its answer only for who has chosen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from dealt.analysis import puzzle_of, puzzles_of
from dealt.games import GAMES, make
from dealt.wire import protocol
from tests.server.helpers import serve, settings
from tests.server.test_http import get

SHIPPED = [name for name in GAMES if puzzles_of(name)]


async def test_a_puzzle_is_read_without_its_answer(tmp_path: Path) -> None:
    name, day = SHIPPED[0], datetime.now(UTC).date()
    known = puzzle_of(name, day)
    assert known is not None
    async with serve(settings(tmp_path), {name: GAMES[name]}) as room:
        answer = await get(room, f"/api/daily/{name}/{day}")
        found = msgspec.json.decode(answer.content, type=protocol.DayPuzzle)
        assert (found.game, found.day, found.seat, found.step) == (name, str(day), known.seat, len(known.actions))
        assert tuple(each.name for each in found.choices) == known.choices
        assert known.seed not in answer.text  # from which all cards would follow
        for word in (b"worths", b"best", b"answer", b"taken", b"why"):
            assert word not in answer.content
        table = known.table(make, name)
        hand = next(each for each in found.frame.view.piles if each.name == "hand" and each.owner == known.seat)
        shown = {card for pile in found.frame.view.piles if pile.name == "hand" for card in pile.cards if card}
        assert shown == set(hand.cards)
        assert len(found.log) == table.step
        again = await get(room, f"/api/daily/{name}/{day}", **{"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        house = msgspec.json.decode((await get(room, "/api/lobby")).content, type=protocol.House)
        assert [each.puzzle for each in house.games] == [True]


@pytest.mark.slow
async def test_a_choice_is_judged(tmp_path: Path) -> None:
    name, day = SHIPPED[0], datetime.now(UTC).date()
    known = puzzle_of(name, day)
    assert known is not None
    async with serve(settings(tmp_path), {name: GAMES[name]}) as room:
        for choice in range(len(known.choices)):
            read = await get(room, f"/api/daily/{name}/{day}/{choice}")
            found = msgspec.json.decode(read.content, type=protocol.PuzzleAnswer)
            assert found.right == (choice == known.answer)
            assert (found.choice, found.best, found.taken) == (choice, known.answer, known.taken)
            assert found.why.key == known.reason(choice).key
            assert found.worths == list(known.worths)
        for choice in (str(len(known.choices)), "-1", "x"):
            assert (await get(room, f"/api/daily/{name}/{day}/{choice}")).status_code == 404


@pytest.mark.slow
async def test_a_day_far_away_and_a_game_without_puzzles_have_none(tmp_path: Path) -> None:
    name, day = SHIPPED[0], datetime.now(UTC).date()
    async with serve(settings(tmp_path), {each: GAMES[each] for each in (name, "elevens")}) as room:
        for far, status in ((-9, 404), (-8, 200), (1, 200), (2, 404)):
            assert (await get(room, f"/api/daily/{name}/{day + timedelta(far)}")).status_code == status
        for path in (f"elevens/{day}", f"chess/{day}", f"{name}/soon"):
            answer = await get(room, f"/api/daily/{path}")
            assert (answer.status_code, answer.text) == (404, "There is no puzzle of that game and day here.")


@pytest.mark.slow
async def test_in_a_private_room_only_the_invited_solve(tmp_path: Path) -> None:
    name, day = SHIPPED[0], datetime.now(UTC).date()
    async with serve(settings(tmp_path, invite="open-sesame"), {name: GAMES[name]}) as room:
        path = f"/api/daily/{name}/{day}"
        assert (await get(room, path)).status_code == 401
        assert (await get(room, path, authorization="Bearer open-sesame")).status_code == 200


@pytest.mark.slow
async def test_every_game_with_puzzles_shows_them(tmp_path: Path) -> None:
    day = datetime.now(UTC).date()
    async with serve(settings(tmp_path), {name: GAMES[name] for name in SHIPPED}) as room:
        for name in SHIPPED:
            for ago in range(2):
                assert (await get(room, f"/api/daily/{name}/{day - timedelta(ago)}")).status_code == 200
