"""Friends by names that another process knows, or that nobody has."""

from __future__ import annotations

import pytest

from tests.cluster.conftest import OpenRoom
from tests.server.helpers import FakeLink

pytestmark = [pytest.mark.postgres]


@pytest.mark.parametrize("name", ["\0", "An\0na", "\x7f"])
async def test_a_name_that_no_database_takes_is_nobody_s(another: OpenRoom, name: str) -> None:
    anna = await FakeLink(await another()).come("Anna")
    for op in ("befriend", "unfriend", "block", "report"):
        assert await anna.refused(op, name=name) == "no_person"
