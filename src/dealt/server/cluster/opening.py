"""Opening a room as one process of a cluster."""

from __future__ import annotations

import hashlib
import os
import socket
from typing import Any, Final

from sqlalchemy import Select, literal_column, select

from dealt.server.base.config import Config
from dealt.server.cluster.bus import Bus, client_of
from dealt.server.cluster.clustered import Clustered
from dealt.server.cluster.limits import SharedLimits
from dealt.server.cluster.ownership import open_owners
from dealt.server.store.store import Store
from dealt.server.workers.nursery import prepare_games

IDENTITY: Final[Select[Any]] = select(
    literal_column(
        "(select system_identifier from pg_control_system())"
        " || ' ' || (select oid from pg_database where datname = current_database())"
    ).label("id")
)
"""What tells the databases of the world apart: rooms that share a Redis server must not hear each other."""


async def open_cluster(config: Config) -> tuple[Store, Clustered, SharedLimits]:
    """The database, the other processes of a room, and the limits that it shares with them.

    StoreError or ConfigError says why it can't be opened.
    """
    prepare_games()  # a table of somebody who died must go on at once, and a game's first table takes half a second
    label = f"{socket.gethostname()}:{os.getpid()}"
    owners = await open_owners(config.database_url, label, window=config.commit_window)
    try:
        (row,) = await owners.store.read(IDENTITY)
        room = hashlib.sha256(str(row["id"]).encode()).hexdigest()[:16]
        bus = Bus(config.cluster, room, owners.number)
        limits = SharedLimits(config, client_of(config.cluster), f"dealt:{room}:")
    except BaseException:
        await owners.store.close()
        raise
    return owners.store, Clustered(bus, owners), limits
