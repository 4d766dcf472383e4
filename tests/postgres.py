"""A PostgreSQL of one's own, for tests of rooms and of clusters."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import mkdtemp
from uuid import uuid4

import pytest


class Postgres:
    """A private PostgreSQL in a folder of its own."""

    def __init__(self, programs: Path, folder: Path, port: int):
        self.address = f"postgresql://dealt@127.0.0.1:{port}/"
        self._programs, self._folder = programs, folder
        self._options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=50"
        # PostgreSQL refuses to run as root
        self._user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []

    def make(self) -> None:
        if self._user:
            shutil.chown(self._folder, "nobody", "nogroup")
        self._run("initdb", "-U", "dealt", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        self._run("pg_ctl", "-w", "-o", self._options, "-l", self._folder / "log", "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[None]:
        """None of its processes runs meanwhile."""
        main = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(main)], check=True, capture_output=True, text=True)
        pids = [main, *map(int, listed.stdout.split())]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [*self._user, self._programs / program, "-D", self._folder / "data", *arguments]
        subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=self._folder)


@pytest.fixture(scope="session")
def postgres_server(postgres_bin: Path) -> Iterator[Postgres]:
    """A PostgreSQL: started for these tests, and gone with them."""
    folder = Path(mkdtemp(prefix="dealt-postgres-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        server = Postgres(postgres_bin, folder, probe.getsockname()[1])
    try:
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(postgres_server: Postgres) -> str:
    """The address of that PostgreSQL, without a database."""
    return postgres_server.address


@pytest.fixture
def postgres_database(postgres: str, postgres_bin: Path) -> str:
    """The address of an empty database there."""
    return _create(postgres, postgres_bin, "template0")


@pytest.fixture(scope="session")
def postgres_template(postgres: str, postgres_bin: Path) -> str:
    """The name of a database there as a room makes it at first, for others to be copies of."""
    from dealt.server.opening import bring_up_to_date, engine_of, url_of

    address = _create(postgres, postgres_bin, "template0")

    async def fill() -> None:
        engine = engine_of(url_of(address))
        await bring_up_to_date(engine)
        await engine.dispose()

    with ThreadPoolExecutor(1) as elsewhere:  # whatever loop there is here is left alone
        elsewhere.submit(asyncio.run, fill()).result()
    return address.rpartition("/")[2]


@pytest.fixture
def postgres_ready(postgres: str, postgres_bin: Path, postgres_template: str) -> str:
    """The address of a database there that is brought up to date already, which a room opens sooner."""
    return _create(postgres, postgres_bin, postgres_template)


def _create(postgres: str, postgres_bin: Path, template: str) -> str:
    """A new database; its address."""
    port = postgres.rsplit(":", 1)[1].rstrip("/")
    name = f"test_{uuid4().hex}"  # a second try of a test gets another one
    subprocess.run(
        [postgres_bin / "createdb", "-T", template, "-h", "127.0.0.1", "-p", port, "-U", "dealt", name],
        check=True,
        capture_output=True,
    )
    return postgres + name
