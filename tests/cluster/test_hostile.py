"""Hostile frames against two processes: what holds of one holds of both, whichever way a frame takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.rig.engines import Redis
from bench.siege import besiege, unlimited
from dealt.games import GAMES
from tests.server.threads import threads

FEW = {name: GAMES[name] for name in ("elevens", "hearts", "bigtwo")}


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.redis
async def test_hostile_frames_at_two_processes(tmp_path: Path, postgres_ready: str, redis_server: Redis) -> None:
    config = unlimited(tmp_path, database=postgres_ready, cluster=redis_server.address(), commit_window=0.0)
    report = await besiege(
        tmp_path, 1_500, games=FEW, config=config, processes=2, workers=threads(FEW), attackers=1, odd=0.0, think=0.2,
        resampled=0.2,
    )  # fmt: skip
    print(report)
    assert report.frames == 1_500
    assert report.searched > 100
    assert report.crossed > 15
    assert report.seen > 5
    assert report.tables >= len(FEW)
    assert report.actions > 5
