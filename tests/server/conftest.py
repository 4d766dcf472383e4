"""Fixtures of the server's tests: a folder's settings, and a room."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from dealt.server.base.config import Config
from dealt.server.room.room import Room
from tests.server.helpers import open_room, settings


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The room's log goes nowhere unless a test wants it."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[lambda *_: ""])
    yield
    structlog.reset_defaults()
    for name in ("uvicorn", "websockets", "alembic", "sqlalchemy"):
        logging.getLogger(name).handlers.clear()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return settings(tmp_path)


@pytest.fixture
async def room(config: Config) -> AsyncIterator[Room]:
    async with open_room(config) as each:
        yield each
