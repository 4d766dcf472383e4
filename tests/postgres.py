"""A PostgreSQL of one's own, for tests of rooms and of clusters."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from bench.rig.engines import Postgres, private


@pytest.fixture(scope="session")
def postgres_server(postgres_bin: Path) -> Iterator[Postgres]:
    """A PostgreSQL: started for these tests, and gone with them."""
    with private(Postgres, "dealt-postgres-") as server:
        yield server


@pytest.fixture(scope="session")
def postgres(postgres_server: Postgres) -> str:
    """The address of that PostgreSQL, without a database."""
    return postgres_server.address().removesuffix("postgres")


@pytest.fixture
def postgres_database(postgres: str, postgres_server: Postgres) -> str:
    """The address of an empty database there."""
    return postgres + _create(postgres_server, "template0")


@pytest.fixture(scope="session")
def postgres_template(postgres: str, postgres_server: Postgres) -> str:
    """The name of a database there as a room makes it at first, for others to be copies of."""
    from dealt.server.store.opening import bring_up_to_date, engine_of, url_of

    name = _create(postgres_server, "template0")

    async def fill() -> None:
        engine = engine_of(url_of(postgres + name))
        await bring_up_to_date(engine)
        await engine.dispose()

    with ThreadPoolExecutor(1) as elsewhere:  # whatever loop there is here is left alone
        elsewhere.submit(asyncio.run, fill()).result()
    return name


@pytest.fixture
def postgres_ready(postgres: str, postgres_server: Postgres, postgres_template: str) -> str:
    """The address of a database there that is brought up to date already, which a room opens sooner."""
    return postgres + _create(postgres_server, postgres_template)


def _create(server: Postgres, template: str) -> str:
    """A new database; its name."""
    name = f"test_{uuid4().hex}"  # a second try of a test gets another one
    server.ask(f"create database {name} template {template}")
    return name
