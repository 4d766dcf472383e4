"""The short form of the rig of faults: what a machine may do to a room, while honest people play."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.soak import soak


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.turns(3)
async def test_faults_cost_nobody_anything(tmp_path: Path) -> None:
    assert await soak(tmp_path, short=True, seed=1) == []
