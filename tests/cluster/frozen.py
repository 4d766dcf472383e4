"""A process of a cluster that appends to a table, and stands still at a wish: for tests of leases.

``python -m tests.cluster.frozen DATABASE LABEL when`` opens table ``t`` and appends to it. At the third event it stops
itself as SIGSTOP does: ``between`` two commits, or ``within`` one, after its events are written and before its end.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import structlog
from sqlalchemy import Connection

from dealt.server.base.trouble import StoreError
from dealt.server.cluster.ownership import open_owners
from dealt.server.store.tables import NEW_EVENTS


def freeze(connection: Connection) -> None:
    connection.execute(NEW_EVENTS, [{"table_id": "t", "n": 3, "at": 1.0, "payload": "frozen", "term": 1}])
    os.kill(os.getpid(), signal.SIGSTOP)


async def main(database: str, label: str, when: str) -> int:
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    owners = await open_owners(database, label, window=0.0)
    store = owners.store
    await store.tables.open("t", 1.0, ["one"])
    await store.tables.append("t", 2, 1.0, ["two"])
    print(f"opened {owners.number}", flush=True)
    try:
        if when == "within":
            await store.writer.do(freeze)
        else:
            os.kill(os.getpid(), signal.SIGSTOP)
            await store.tables.append("t", 3, 1.0, ["frozen"])
    except StoreError as error:
        print(f"refused {type(error).__name__}", flush=True)
    else:
        print("stored", flush=True)
    try:
        await asyncio.wait_for(store.hold.lost.wait(), 10)
    except TimeoutError:
        return 0
    print("lost", flush=True)
    return 3


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
