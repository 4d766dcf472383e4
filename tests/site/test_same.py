"""Nothing has forked: the same evening by script at a server and in a page's room is told in the same frames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from dealt.games import GAMES
from dealt.session import asked
from tests.server.helpers import serve, settings
from tests.site import same


class Far:
    """A connection to a server."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, frame: str) -> None:
        await self._socket.send(frame)

    async def hear(self) -> str:
        return str(await self._socket.recv())


async def at_server(folder: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    async with serve(settings(folder, pace_factor=0.05), GAMES) as served:
        drawn = iter([b"computers", *map(same.seed, range(99))])
        monkeypatch.setattr(served.room.runtime, "randomness", lambda: next(drawn))
        monkeypatch.setattr(asked, "REASONS", 30.0)  # reasons come with every hint, however busy the machine is
        async with connect(served.ws, max_size=None, proxy=None) as socket:
            return await same.play(Far(socket), game)


@pytest.mark.slow
@pytest.mark.turns(3, always=True)
@pytest.mark.parametrize("game", same.EVENINGS)
async def test_a_server_and_a_page_tell_the_same(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = await at_server(tmp_path, game, monkeypatch)
    near = await same.play(same.Near(), game)
    for one, other in zip(far, near, strict=False):
        assert json.loads(one) == json.loads(other)
        assert one == other
    assert len(far) == len(near)
