"""Fixtures of the server's tests: a folder's settings, a room, and a PostgreSQL of one's own."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
import structlog

from dealt.server.config import Config
from dealt.server.room import Room
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


@pytest.fixture(scope="session")
def postgres(postgres_bin: Path) -> Iterator[str]:
    """The address of a private PostgreSQL: started for these tests in a folder of its own, and gone with them."""
    folder = Path(mkdtemp(prefix="dealt-postgres-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # PostgreSQL refuses to run as root
    as_user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []
    if as_user:
        shutil.chown(folder, "nobody", "nogroup")
    data = folder / "data"

    def run(*command: str | Path) -> None:
        subprocess.run([*as_user, *command], check=True, capture_output=True, timeout=60, cwd=folder)

    try:
        run(postgres_bin / "initdb", "-D", data, "-U", "dealt", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=50"
        run(postgres_bin / "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        try:
            yield f"postgresql://dealt@127.0.0.1:{port}/"
        finally:
            run(postgres_bin / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_database(postgres: str, postgres_bin: Path, request: pytest.FixtureRequest) -> str:
    """The address of an empty database there."""
    port = postgres.rsplit(":", 1)[1].rstrip("/")
    name = f"test_{abs(hash(request.node.nodeid)) % 10**12}"
    subprocess.run(
        [postgres_bin / "createdb", "-h", "127.0.0.1", "-p", port, "-U", "dealt", name], check=True, capture_output=True
    )
    return postgres + name
