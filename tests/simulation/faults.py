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
from dealt.server.store.stored_tournaments import StoredTournaments
from dealt.server.store.tables import Tables
from dealt.session.erasing import Erasing
from dealt.table import Table
from dealt.tournament.state import Tournament

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


@contextlib.contextmanager
def takes_nobody_for_busy() -> Iterator[None]:
    """An arena pairs people who sit at a table."""
    with patch.object(Tournament, "playing", property(lambda _: set())):
        yield


@contextlib.contextmanager
def stands_early() -> Iterator[None]:
    """How a tournament stands is told before it is stored."""
    append = StoredTournaments.append

    async def begun(self: StoredTournaments, *args: Any, **more: Any) -> None:
        attended(append(self, *args, **more))

    with patch.object(StoredTournaments, "append", begun):
        yield


@contextlib.contextmanager
def keeps_what_was_said() -> Iterator[None]:
    """Events of a table that are not packed yet go on naming people who are gone."""
    with patch.object(Erasing, "concerns", lambda *_: False):
        yield


FAULTS = {
    "nothing told is lost": tells_early,
    "one owner": without_fence,
    "no hidden card": shows_everything,
    "every deal ends or can go on": looks_for_nobody,
    "nobody is paired twice": takes_nobody_for_busy,
    "the standing is that of what is stored": stands_early,
    "gone is gone": keeps_what_was_said,
}
"""For each invariant a fault that breaks it."""
