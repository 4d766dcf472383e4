"""Faults that are planted on purpose, so that the simulation can show that it would find them."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from dealt.game import OPEN
from dealt.server.base.background import attended
from dealt.server.cluster.gateway import Relay
from dealt.server.cluster.process_lease import ProcessLease
from dealt.server.store.tables import Tables
from dealt.table import Table

__all__ = ["FAULTS"]


@contextlib.contextmanager
def tells_early() -> Iterator[None]:
    """What happened at a table is told before it is stored."""
    append = Tables.append

    async def begun(self: Tables, *args: Any, **more: Any) -> None:
        attended(append(self, *args, **more))

    with patch.object(Tables, "append", begun):
        yield


@contextlib.contextmanager
def without_fence() -> Iterator[None]:
    """A process whose lease has ended goes on to store."""
    with (
        patch.object(ProcessLease, "check", lambda *_: None),
        patch.object(ProcessLease, "lose", lambda _: None),
    ):
        yield


@contextlib.contextmanager
def shows_everything() -> Iterator[None]:
    """Whoever acts sees all cards."""
    view = Table.view

    def shown(self: Table[Any], seat: Any, **more: Any) -> Any:
        found = view(self, seat, **more)
        return dataclasses.replace(found, piles=view(self, OPEN).piles) if found.legal else found

    with patch.object(Table, "view", shown):
        yield


@contextlib.contextmanager
def looks_for_nobody() -> Iterator[None]:
    """Whoever has lost the owner of their table looks for no other one."""
    with patch.object(Relay, "lose", lambda *_: None):
        yield


FAULTS = {
    "nothing told is lost": tells_early,
    "one owner": without_fence,
    "no hidden card": shows_everything,
    "every deal ends or can go on": looks_for_nobody,
}
"""For each invariant a fault that breaks it."""
